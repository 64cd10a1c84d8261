### Swedish. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = sv

## The command and its help

help-rowdy = Fyra bångstyriga spel om tre i rad, i din terminal: XOXO, Rubik’s Tac Toe, XOXO² och Djecos Tic Tac Toe.
help-rowdy-end = Börja med ”rowdy play”, eller läs ”rowdy rules GAME” först. ”rowdy COMMAND --help” förklarar ett kommando.
try-help = ”{ $command } --help” förklarar.
args-usage = användning:
args-positional = argument
args-options = flaggor
args-help = visa den här hjälpen
args-version = visa versionen
args-missing = saknas: { $names }
args-unknown = { $names } finns inte här
args-without-value = { $name } behöver ett värde
args-no-choice = { $name } kan inte vara { $value }; möjliga: { $choices }
args-no-number = { $name } måste vara ett tal, inte { $value }
args-with-value = { $name } tar inget värde
help-play-short = spela ett spel
help-play =
    Spela ett spel här: ensam mot botar, eller flera personer vid samma skärm. Utan
    GAME får du frågan vilket.

    Exempel:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Skriv ett drag med dess nummer eller i notation; ? förklarar. Partiet sparas
    efter varje drag.
help-saves-short = lista dina sparade partier
help-saves =
    Listar de partier som är sparade här och ännu pågår: vilka som spelar, vem som
    står på tur, när de spelades senast och var de ligger.

      rowdy saves
      rowdy play --resume 2
help-learn-short = lär dig ett spel steg för steg
help-learn =
    Lär dig ett spel i några få steg på ett riktigt bräde, med en sak att göra i
    varje steg, och till sist mot den lättaste boten. Lektionen fortsätter där du
    slutade.

    Exempel:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = börja med det här steget i stället för det som står näst på tur
help-rules-short = visa reglerna för ett spel
help-rules =
    Visar reglerna för ett spel, husreglerna som du kan välja, och vad Rowdy gör där
    regelhäftena tiger eller är oklara. Reglerna visas för den utgåva och de
    husregler som du anger.

    Exempel:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = lista botarna
help-bots =
    Listar botarna med spelen de spelar och deras inställningar.

    Ange bara botens namn, eller lägg till inställningar efter ett kolon, åtskilda
    med + eller komma (i --seats bara med +, eftersom komman skiljer platserna åt).
    sims är antalet simuleringar per drag, seconds tiden den får ta på sig; för att
    avgöra om den ska visa kort får den en tiondel av det. Med bara sims väljer den
    alltid likadant.

    Exempel:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Egna botar kan vara med: se ”Your own bot” i docs/bots.md.
help-engines-short = lägg till botar som är program i vilket språk som helst
help-engines =
    Motorer är botar skrivna i vilket språk som helst: program som talar
    motorprotokollet, ett meddelande per rad. Utan argument listas de som har lagts
    till här. En motor som har lagts till är en bot som alla andra: för rowdy play,
    rowdy arena och borden i rowdy serve. Den körs med dina rättigheter, så lägg
    bara till sådant som du litar på.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = kompilera botarnas kod innan du spelar
help-prepare =
    Kompilerar koden som botarna söker med, så att ingen behöver vänta på det under
    ett parti. Det tar ungefär en minut, en gång på varje dator och igen efter en
    uppdatering. Det som redan är kompilerat lämnas i fred.
help-completion-short = komplettera kommandon med Tab i bash, zsh eller fish
help-completion =
    Skriver ut det som får Tab att komplettera kommandona i rowdy, deras
    flaggor, spel, utgåvor, husregler och botar. I ett skal som redan är igång:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    För att alltid ha det: lägg den raden i ~/.bashrc, ~/.zshrc eller
    ~/.config/fish/config.fish.
help-completion-shell = skalet: { $shells }
help-man-short = skriv ut manualsidan
help-man =
    Skriver ut manualsidan på det valda språket.

      rowdy man | man -l -
man-commands = Kommandon
help-games-short = lista spelen
help-games = Listar spelen med antal spelare, speltid och utgåvor.
help-replay-short = stega igenom ett sparat parti
help-replay =
    Stega igenom ett sparat parti: Enter för nästa steg, b för det
    föregående, ett nummer för att hoppa, q för att sluta. Ett avslutat parti visas
    med alla kort öppna; ett som pågår visas så som den enda människan vid bordet ser det,
    annars så som en åskådare ser det.
help-picture-short = rita en ställning ur ett sparat parti
help-picture =
    Ritar ett sparat parti på samma sätt som webbsidan: den sista ställningen,
    eller en annan, som SVG. Det som syns är det som rowdy replay visar.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = bedöm dragen i ett sparat parti
help-review =
    Går igenom ett sparat parti och bedömer varje drag: bäst, bra,
    oprecist, misstag eller blunder, med det som var bättre och en sammanfattning
    för varje spelare.

    I rubik och xoxo2 jämförs turerna med perfekt spel: en bra tur vinner senare eller
    förlorar tidigare än nödvändigt, ett misstag gör en vinst till oavgjort eller
    oavgjort till förlust, en blunder gör en vinst till förlust. I xoxo och djeco gör en
    sökning bedömningen, utifrån vad spelaren kunde veta just då: ett bra drag sänker
    vinstchanserna med mindre än 3 %, ett oprecist med mindre än 8 %, ett misstag med
    mindre än 20 % och en blunder med mer.

    Exempel:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    I ett parti som pågår bedöms bara dragen från den enda människan vid bordet, eller de
    från --seat. Samma protokoll och samma flaggor ger alltid samma analys. I JSON är
    before och after chanserna, från 0 till 1, med det bästa draget och med det som
    gjordes.
help-review-seat = bedöm bara dragen från den här platsen
help-sims = antalet simuleringar per drag (standard: { $count })
help-search-seed = ett tal som bestämmer sökningens slumpval (standard: 0)
help-review-json = skriv ut analysen som JSON i stället
help-verify-short = kontrollera att det delades ut rättvist i ett sparat parti
help-verify =
    Kontrollerar protokollet från ett avslutat parti: att det följer reglerna, att
    startvärdet är det som förseglades, och att varje kort och platta kom ur
    startvärdet och engångstalen.

    Ett bord på servern drar ett hemligt startvärde och visar dess sigill, SHA-256
    av ett salt och startvärdet. Sedan lägger varje plats till ett engångstal
    (nonce), ett slumptal från den egna enheten, och all slump kommer ur
    startvärdet och engångstalen tillsammans. I slutet visas startvärdet, så att
    vem som helst kan räkna efter.

    Vad det bevisar, om platserna gav engångstal: ingen kunde välja korten. Den som
    driver bordet känner till startvärdet, men bestämde det innan engångstalen
    gavs; de andra kände inte till det. Vad det inte bevisar: att ingen tittade.
    Den som känner till startvärdet kan känna till alla kort. Och om du gav ditt
    engångstal före andra, måste du lita på att den som gav sitt sist inte kände
    till startvärdet: annars gick det att pröva engångstal tills korten passade.

    Bara slumpen är förseglad. Namnen i ett protokoll, dragen och märket
    ”Practice”, som säger att något har ångrats, kan ändras av alla som har filen:
    --server jämför dem med bordets eget protokoll.

    Ett helt protokoll kan också vara påhittat. Jämför därför dess sigill med det
    som bordet visade innan du gav ditt engångstal, och ditt engångstal med --nonce.

    Exempel:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    Slutkoden är 0 om allt stämmer, 1 om något inte stämmer eller inte kunde
    kontrolleras, och 2 om ett protokoll inte går att läsa.
help-verify-nonce = engångstalet som den platsens egen enhet gav, för att jämföra; får anges flera gånger
help-verify-server = en länk till bordet, till exempel den för åskådare: jämför protokollet med serverns
help-verify-json = skriv ut resultatet som JSON, en rad för varje protokoll
help-perft-short = räkna hur ett parti kan fortsätta
help-perft =
    Räknar på hur många sätt ett parti kan fortsätta, för att jämföra två program
    som spelar det. Handlingar är enskilda drag, slumputfall och svar när alla
    tillfrågas om kort. En tur är alla drag i följd från en plats, med det som
    slumpen och frågorna lägger till. Avslutade partier har ingen fortsättning.

    Exempel:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = lös ett spel: perfekt spel i varje ställning
help-solve =
    Räknar ut vad bästa spel leder till i varje ställning i ett spel, och sparar
    resultatet. Perfekt spel och ”rowdy explore” slår sedan upp i det; utan det
    fungerar de också, bara långsammare.

    Ett lager är alla ställningar med lika många stenar; lösningen går baklänges
    från sexton stenar till noll. Det tar sekunder till minuter, ungefär 1 GB minne
    och 1,1 GB på disken. Om du avbryter fortsätter samma kommando: färdiga lager
    finns kvar. I slutet visas hur många ställningar som är vunna, oavgjorda och
    förlorade, och vad spelet och varje första drag är värda.

    Exempel:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = lös spelet en gång för varje uppsättning husregler som gör skillnad
ray-solved = { $game }: löst av kod { $code }
help-workers = hur många trådar som arbetar sida vid sida (standard: en per kärna)
help-out = mappen för filerna (standard: där Rowdy letar efter dem)
help-arena-short = jämför botar över många partier
help-arena =
    Låter botar spela många partier mot varandra och visar vem som är bättre, och
    hur mycket.

    En omgång är ett startvärde, spelat med botarna på varje plats i tur och
    ordning, så att slumpen jämnar ut sig. Med lika många BOT som platser spelar de
    tillsammans; med fler spelar varje urval av dem; med färre sitter den första
    ensam bland de andra, som fyller resten av platserna. Elo räknas från den
    sista BOT.

    Varje avslutat parti hamnar genast i en logg. Om du avbryter arenan fortsätter
    samma kommando, även med fler --games. Med --until slutar den så snart alla
    andelar är tillräckligt säkra enligt sina 95 %-intervall, vilket prövas efter
    varje omgång från den 20:e. Så många prövningar gör intervallen lite för smala.

    Exempel:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    På flera datorer: en match är botar per plats, spel och startvärde, som en rad
    JSON, och resultat kan läggas till i en logg i vilken ordning som helst.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = en bot, till exempel greedy
help-arena-games = spela högst så här många partier, i hela omgångar (standard: { $number })
help-arena-until = sluta när varje andel är känd inom ± så här mycket, till exempel 4%
help-arena-seed = ett ord eller tal som all slump kommer ur (standard: 1)
help-ray = låt Ray-klustret på den här adressen göra det, till exempel 127.0.0.1:6379; varje nod behöver exakt den här koden
ray-refused = Noden { $node } används inte: den har annan kod ({ $reason }).
help-arena-workers = hur många processer som spelar sida vid sida (standard: en per kärna); med fler än det finns kärnor blir botar som tänker på tid svagare
help-arena-log = loggen (standard: en för varje tävling, i Rowdys mapp)
help-arena-fresh = börja om; den gamla loggen behålls under ett annat namn
help-arena-json = skriv ut alla siffror som JSON; förloppet går till stderr
help-arena-plot = rita resultatet i den här filen, .svg eller .png; får anges flera gånger
help-list-matches = skriv ut matcherna som återstår att spela, en per rad
help-play-matches = spela matcherna i den här filen (- för stdin) och skriv ut en rad för varje resultat
help-study-short = vad varje husregel i ett spel ändrar
help-study =
    Visar vad varje husregel i ett spel ändrar: hur långa partierna blir, hur ofta
    de slutar oavgjort, hur mycket det är värt att börja, vad som avgör, och vad
    perfekt spel leder till där det är känt.

    Utan --rulings visas det som följer med Rowdy. Med --rulings mäts det på nytt:
    botar på en och samma nivå spelar många partier med varje val, med allt annat
    som i utgåvan. ± är 95 %-intervallet. En skillnad nämns bara om den är större
    än slumpen kan förklara, när alla jämförelser i undersökningen räknas ihop.

    Varje avslutat parti hamnar genast i en logg. Om du avbryter undersökningen
    fortsätter samma kommando, även med fler --games.

    Exempel:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = mät varje val i varje husregel på nytt
help-study-seats = hur många som spelar (standard: varje antal som spelet tillåter, ett efter ett)
help-study-bot = boten som har alla platser (standard: { $name })
help-study-games = hur många partier som spelas med varje val (standard: { $number })
help-study-fresh = börja om; de gamla loggarna behålls under andra namn
help-study-out = skriv undersökningen till den här filen, som JSON
help-study-json = skriv ut undersökningen som JSON; förloppet går till stderr
help-explore-short = se vad bästa spel leder till
help-explore =
    Vandra genom ställningarna i ett spel och se vad bästa spel leder till: vem som
    vinner och på hur många turer, varje tur, den bästa först, och huvudvarianten.

    Exempel:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Skriv ett nummer eller ett drag för att gå vidare, b för att gå tillbaka; ?
    förklarar. I JSON gäller value och distance för den som står på tur: win, draw
    eller loss, och hur många turer det är kvar till slutet (null om det blir oavgjort
    först senare, 0 för ett avslutat parti); detsamma gäller för varje tur.
help-explore-position = ställningen att börja från, i notation (standard: spelets början)
help-json = skriv ut värdet, alla turer och huvudvarianten som JSON i stället
help-game = ett av { $games }
help-edition = regelhäftet att spela efter (rowdy games listar dem; det första är standard)
help-play-edition = regelhäftet att spela efter (rowdy games listar dem; standard: det på ditt språk, annars det första)
help-ruling = välj en husregel, till exempel both_rows=mover; får anges flera gånger (rowdy rules GAME listar dem)
help-deck = en fil med en egen uppsättning: 48 plattor för xoxo (rcj btw …), 18 nummer för djeco; # inleder en kommentar
help-seats = vem som sitter var: you, you=NAME, en bot som easy, medium eller strong (rowdy bots listar dem), eller partner, en bot som är lika stark som du; den första har plats 1 (standard: you,medium). En bots inställningar följer efter namnet, åtskilda med +: strong:sims=5000+seconds=2
help-starter = platsen som börjar, i xoxo och djeco (standard: 1)
help-seed = ett ord eller tal som bestämmer slumpen, så att samma giv kan delas ut igen (standard: ett hemligt)
help-play-position = ställningen att börja från, i notation (standard: spelets början); ett sådant parti räknas som övning
help-resume = fortsätt ett sparat parti: en fil, eller dess nummer i ”rowdy saves”; utan WHICH det som spelades senast
help-saves-all = lista även partier som är slut
help-save = spara protokollet i den här nya filen i stället för bland dina sparade partier
help-plain = enkla rader utan ramar och färger, för skärmläsare; används alltid när utmatningen inte går till en terminal
help-lang = språket, till exempel de (standard: det som ROWDY_LANG, LANGUAGE eller systemet anger)
help-replay-file = protokollet från ett parti (standard: det sparade parti som spelades senast)
help-picture-at = steget att rita, så som rowdy replay räknar dem; 0 är given (standard: det sista)
help-picture-gif = alla steg fram till dess som en animerad GIF
help-engines-do = vad som ska göras: add eller remove
help-engines-name = namnet som motorn har vid bordet
help-engines-command = programmet och dess argument; sätt -- före dem om ett börjar med bindestreck
help-eyes = vems vy som visas: numret på en plats, all eller spectator
help-depth = hur djupt det ska räknas
help-seat-count = antalet platser
help-position = ställningen att räkna från, i notation (standard: spelets början)
help-perft-seed = startvärdet som bestämmer slumpen, i spel med slump (standard: 1)
help-every-chance = räkna varje slumputfall i stället; helst med --position, eftersom det finns väldigt många från början

## The server

help-serve-short = låt folk spela i sina webbläsare
help-serve =
    Ordnar bord för människor och botar, som nås med en webbläsare: på den här
    datorn, och med --lan från hela det egna nätverket. Alla som har länken till en
    plats kan sätta sig där, så ge den bara till den som den är avsedd för.

    Varje drag ligger på disken innan någon ser det. Ctrl-C stoppar servern;
    partierna fortsätter när den startas igen.

    Exempel:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Bakom en proxy som sköter https: ange värdnamnet med --host-name; proxyn måste
    skicka vidare Host, X-Forwarded-For och X-Forwarded-Proto. Om den finns på en
    annan dator, ange dess adress med --proxy.
help-serve-port = porten att lyssna på; om den är upptagen, nästa lediga (standard: { $number })
help-serve-lan = låt andra i samma nätverk vara med, och visa adressen och en QR-kod
help-serve-host-name = ett namn som andra når den här servern under, till exempel en proxys; får anges flera gånger
help-serve-db = var borden sparas: en fil, eller URL:en till en databas (standard: en fil i Rowdys mapp)
help-serve-workers = hur många processer som tänker åt botarna (standard: en färre än antalet kärnor)
help-serve-grace = hur många sekunder någon får vara borta innan de andra kan låta en bot hoppa in (standard: { $number })
help-serve-keep = hur många dagar ett bord sparas efter sitt senaste drag (standard: { $number })
help-serve-proxy = adressen eller nätverket för en proxy som får säga vem en förfrågan kommer från (standard med --host-name: den här datorn); får anges flera gånger
help-serve-root-path = mappen som en proxy visar den här servern under, till exempel /rowdy
help-serve-metrics = visa mätvärden för Prometheus på den här porten på den här datorn, eller på ADRESS:PORT
help-serve-log = hur loggen skrivs: text eller json (standard: text)
help-serve-log-requests = skriv en rad i loggen för varje förfrågan
help-serve-log-addresses = skriv också besökarnas adresser i loggen
help-serve-open = öppna en webbläsare (standard: där det finns en skärm)
serve-port-taken = Port { $port } är upptagen, så { $other } används i stället.
serve-here = På den här datorn: { $address }
serve-network = I ditt nätverk: { $address }
serve-no-network = Den här datorn har ingen adress i något nätverk, så ingen annan kan vara med.
serve-end = Tryck på Ctrl-C för att stoppa servern.
serve-ending = Sparar och säger hej då …
serve-ended = Alla bord är sparade: starta servern igen, så fortsätter de.

## Copying tables

help-copy-short = kopiera bord från en databas till en annan
help-copy =
    Kopierar alla bord på en server, med nycklarna till deras platser, från en
    databas till en annan: från en fil till PostgreSQL, eller tillbaka. Varje bord
    kontrolleras när det har kommit fram.

    Om kopieringen avbryts, starta den igen: den fortsätter där den slutade. Bord som
    har gått vidare sedan sist får det som är nytt; bord som har gått en annan väg i
    den andra databasen lämnas som de är. Stoppa servern före den sista kopieringen,
    så att inget saknas.

    Exempel:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = databasen att kopiera från: en fil, eller en URL
help-copy-to = databasen att kopiera till; den skapas om den inte finns
copy-progress = { $done } av { $total } bord …
copy-done =
    { $tables ->
        [one] Ett bord
       *[other] { $tables } bord
    } med { $entries ->
        [one] en post
       *[other] { $entries } poster
    } i { $place }, allt kontrollerat. Kopierade nu: { $copied }.
copy-differs = Bord { $table } lämnas som det är: i { $place } har det gått en annan väg.
error-copy-failed = Bord { $table } kom inte fram som det skickades. Inget har ändrats där det kom ifrån; försök igen.
error-store-missing = Det finns inga bord i { $place }.
error-store-older = { $place } skapades av en äldre Rowdy: databasen har version { $found }, men den här Rowdy behöver { $known }. Starta ”rowdy serve” med den en gång, så uppdateras den.

## Choosing a game

ask-which = Vilket spel?
ask-which-prompt = Nummer eller namn (1 till { $count }):
ask-which-again = Skriv ett nummer från 1 till { $count }, namnet inom parentes, eller q för att sluta.

## At the table

greeting = Utgåva: { $edition }; ändrade husregler: { $rulings }. Platser: { $seats }.
greeting-position = Partiet börjar från en ställning som du har angett, så i protokollet står det ”practice”.
greeting-help = Skriv ? för hjälp.
log-empty = Inget har hänt än.
none = inga
list-comma = { $first }, { $last }
list-and = { $first } och { $last }
name-you = Du
name-player = Spelare
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = vänd en av motspelarens stenar (ett nummer, eller ett drag som { $example }; ? för hjälp)
ask-place = placera en sten (ett nummer, eller ett drag som { $example }; ? för hjälp)
ask-xoxo = lägg en av de två plattorna (ett nummer, eller ett drag som { $example }; ? för hjälp)
ask-djeco = spela ett kort (ett nummer, eller ett drag som { $example }; ? för hjälp)
ask-djeco-pass = du kan inte spela något kort: skriv { $example } (? för hjälp)
legal-moves = { $count ->
    [one] Ett drag är möjligt:
   *[other] { $count } drag är möjliga:
}
moves-folded = { $count ->
    [one] Ett drag är möjligt: ”drag” visar det.
   *[other] { $count } drag är möjliga: ”drag” listar dem.
}
back-to-board = Tryck på Enter för att gå tillbaka till brädet.
go-on-reading = Tryck på Enter för att läsa vidare.
pass-to = Lämna över till { $name }. { $name }, tryck på Enter när ingen annan tittar.
wiped = (Här töms skärmen.)
since-your-turn = Det här har hänt:
undone = Draget är ångrat. Från och med nu står det ”practice” i protokollet.
saved = Sparat i { $path }
left = Sparat. Fortsätt med: rowdy play --resume "{ $path }"
left-unsaved = Partiet kunde inte sparas.
cannot-save = Partiet kan inte sparas: { $reason }. Du kan spela vidare utan att spara, eller försöka med: spara FIL
saved-elsewhere = Det går inte att skriva i den vanliga mappen: { $reason }. Partiet är sparat i { $path }
save-open-elsewhere =
    Det här partiet är öppet i ett annat fönster, som behåller { $other }
    Ditt fortsätter härifrån i { $path }
save-two-windows =
    Det här partiet har spelats vidare i ett annat fönster, som behåller { $other }
    Ditt fortsätter härifrån i { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Den här filen går inte att läsa.
saves-turn = { $you ->
    [yes] det är din tur
   *[no] { $name } står på tur
}
saves-window = spelarna tillfrågas
saves-none = Det finns inget oavslutat parti i { $path }.
saves-more = { $count ->
    [one] Ett parti är slut: rowdy saves --all listar det också.
   *[other] { $count } partier är slut: rowdy saves --all listar dem också.
}
saves-next = Fortsätt ett av dem med dess nummer: rowdy play --resume 1
cannot-read = Kan inte läsa { $path }: { $reason }.
record-at =
    Se det igen: rowdy replay "{ $path }"
    Se hur bra dragen var: rowdy review "{ $path }"
ask-end = Tryck på Enter för att sluta, eller skriv ”logg” för att läsa turerna, eller ”ångra” för att ta om ditt senaste drag.
resume-new-seed = Partiets förseglade startvärde finns inte på den här datorn, så slumpen fortsätter från ett nytt.

help-flip =
    Vänd först en av motspelarens stenar till en tom ruta bredvid: b3-b4.
    Placera sedan en egen: A@d1 eller B@d1 om du började, annars a@d1 eller b@d1; bokstaven är sidan som ligger uppåt.
    Båda på en gång: b3-b4 a@d1.
help-xoxo =
    own@c3 lägger den översta plattan i din egen hög på c3, draw@c3 den översta i draghögen.
    En platta skrivs som färg, form och ansikte, med de engelska begynnelsebokstäverna: rss är en röd kvadrat med ett förvånat ansikte. Färger: r röd, b blå, g grön, y gul. Former: c cirkel, s kvadrat, t triangel, h hjärta. Ansikten: j glad, w blinkande, s förvånad, g sur.
    Dina kort visas automatiskt så snart deras rad är klar. ”behåll röd” behåller ett kort, ”visa röd” låter det visas igen från nästa platta; ”behåll alla” och ”visa alla” fungerar också.
help-djeco =
    r7@c3 spelar en röd 7:a på c3.
    { $yellow ->
        [some] y2@b3 tar de två översta korten från stapeln på b3 med ett gult frikort.
       *[stack] y@b3 tar bort en stapel med ett gult frikort.
    }
    g@b2-d2 rensar en rad med ett grönt frikort. Skriv pass om du inte kan spela något.
help-marks = På brädet visar ▸ ◂ det senaste draget och + var du kan spela. I slutet visar [ ] raden som avgjorde.
help-marks-plain = För varje ruta hör du vad som ligger där, om det senaste draget var där och om du kan spela där. I slutet hör du också vilka rutor som avgjorde.
help-commands =
    Ett nummer väljer ett drag ur listan.
    Du kan också skriva: drag (listan), tips (vad en stark spelare skulle göra), regler (hur man spelar), bräde, logg (turerna hittills; logg alla: med alla kort och plattor), ångra (när du är ensam mot botar), spara [FIL], avsluta (sparar; fortsätt senare). Inget går förlorat med Ctrl-C heller.
more-rules = Alla regler: rowdy rules { $game }. En lektion: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = hjälp
typed-rules = regler
typed-moves = drag
typed-hint = tips
typed-board = bräde brädet
typed-log = logg
typed-undo = ångra
typed-save = spara
typed-quit = avsluta
typed-hold = behåll
typed-show = visa
typed-all = alla allt
typed-skip = hoppa
typed-back = tillbaka
typed-end = slut
typed-forward = framåt
typed-start = början
typed-turns = turer
typed-solution = lösning
typed-again = igen
help-typed-as = { $typed } ({ $command })
help-typed = De engelska orden fungerar också: { $commands }.

cell-empty = tom
cell-last = senaste draget
cell-won = vinnande rad
cell-target = möjlig

## What happened

event-flip = { $you ->
    [yes] Du
   *[no] { $who }
} vänder stenen från { $source } till { $target }.
event-place = { $you ->
    [yes] Du
   *[no] { $who }
} placerar { $stone } på { $square }.
event-turn = { $you ->
    [yes] Du
   *[no] { $who }
} vänder stenen från { $source } till { $target } och placerar { $stone } på { $square }.
event-lay = { $you ->
    [yes] Du
   *[no] { $who }
} lägger { $tile } på { $square }, från { $source ->
    [own] { $you ->
        [yes] din
       *[no] sin
    } egen hög
   *[draw] draghögen
}.
event-reveal = { $you ->
    [yes] Du
   *[no] { $who }
} visar: { $cards }!
event-top = { $you ->
    [yes] Din hög
   *[no] Högen hos { FORM($who, "mid") }
} visar nu { $tile }.
event-draw-top = Draghögen visar nu { $tile }.
event-deal = { $you ->
    [yes] Du
   *[no] { $who }
} får ett målkort: { $card }.
event-play = { $you ->
    [yes] Du
   *[no] { $who }
} spelar { $card } på { $square }.
event-yellow = { $you ->
    [yes] Du
   *[no] { $who }
} tar bort { $count ->
    [0] stapeln på { $square }
    [one] det översta kortet på { $square }
   *[other] de { $count } översta korten på { $square }
} med ett gult frikort.
event-green = { $you ->
    [yes] Du
   *[no] { $who }
} rensar raden från { $first } till { $last } med ett grönt frikort.
event-pass = { $you ->
    [yes] Du
   *[no] { $who }
} kan inte spela och passar.
event-draw = { $you ->
    [yes] Du
   *[no] { $who }
} tar { $card }.
event-deck-empty = Det finns inga kort kvar att ta. När ingen kan spela längre vinner den som har flest brickor.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] Det ger
   *[no] { $you ->
        [yes] Du får
       *[no] { $who } får
    }
} { $count ->
    [one] en bricka
   *[other] { $count } brickor
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as "blue Xs".
# $count is the number of rows.
row-of-stones = { $count ->
    [one] tre { $stones }
   *[other] tre { $stones } i varje rad
}
key-row-enclosed = { $line }: { row-of-stones }, och ingen tom ruta bredvid.
key-row-survived = { $line }: { row-of-stones }. De överlevde vändningen.
key-row-made = { $line }: { row-of-stones }. Det var vändningen som förde ihop dem.
key-row-unflippable = { $line }: { row-of-stones }, och det finns inget som kan vändas.
key-row-unbreakable = { $line }: { row-of-stones }. Vad som än vänds finns tre i rad kvar.
key-row-forced = { $you ->
    [yes] Vad som än vänds nu blir det tre i rad för dig, till exempel { $line }.
   *[no] Vad som än vänds nu blir det tre i rad för { $who }, till exempel { $line }.
}
key-row-open = { $count ->
    [one] { $line } räknas inte än: det finns en tom ruta bredvid.
   *[other] { $line } räknas inte än: bredvid varje rad finns en tom ruta.
}
key-row-due = { $count ->
    [one] { $line }: tre i rad! Överlever de vändningen?
   *[other] { $line }: tre i rad i varje! Överlever någon rad vändningen?
}
stones-rubik-A = blå X
stones-rubik-B = gröna X
stones-rubik-a = gula O
stones-rubik-b = vita O
stones-xoxo2-A = gröna stjärnor
stones-xoxo2-B = röda stjärnor
stones-xoxo2-a = gröna sexkanter
stones-xoxo2-b = röda sexkanter
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] Du visar { $cards }
   *[no] { $who } visar { $cards }
}: { $count ->
    [0] inget kort kvar!
    [one] ett kort kvar!
   *[other] { $count } kort kvar!
}
key-tokens = { $you ->
    [yes] En rad för dig
   *[no] En rad för { $who }
}: { $count ->
    [one] + 1 bricka
   *[other] + { $count } brickor
}
key-any = { $who } har { $lines }

end-you-win = Du vinner!
end-you-share = Du delar segern med { $others }!
end-win = { $winner } vinner!
end-shared = { $winner } delar segern!
end-draw = Oavgjort!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] Du har gett upp.
   *[no] { $who } har gett upp.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] Ett drag stängde in en rad för båda: enligt husregeln vinner den som gjorde det.
    [opponent] Ett drag stängde in en rad för båda: enligt husregeln vinner den andra spelaren.
   *[draw] Båda raderna är instängda, utan någon tom ruta bredvid, så ingen vinner.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = Tre i rad räknas.
end-flip-full = Alla sexton stenar ligger på brädet, och ingen har tre i rad.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [one] { $lines }: raden för den sista brickan.
   *[other] { $lines }: raderna för de sista brickorna.
}
end-djeco-target = { $more } brickor mot { $fewer }: minst { $target }, och minst två fler.
end-djeco-tokens = Alla brickor är utdelade: { $draw ->
    [yes] { $more } var.
   *[no] { $more } mot { $fewer }.
}
end-djeco-turns = { $turns } kort har spelats: { $draw ->
    [yes] { $more } brickor var.
   *[no] { $more } brickor mot { $fewer }.
}
end-djeco-blocked = Ingen kan spela, och det finns inget kort kvar att ta: { $draw ->
    [yes] { $more } brickor var.
   *[no] { $more } brickor mot { $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [one] { $you ->
        [yes] Det var ditt sista kort.
       *[no] Det var sista kortet för { $who }.
    }
   *[other] { $you ->
        [yes] Det var dina sista kort.
       *[no] Det var de sista korten för { $who }.
    }
}
end-xoxo-pile = En hög är slut, och { $you ->
    [yes] du
   *[no] { $who }
} har visat flest kort: { $count }.
# The viewer among the names of others.
among-you = du
end-xoxo-pile_tie = En hög är slut, och { $names } har { $count ->
    [0] inte visat något kort
    [one] visat ett kort var
   *[other] visat { $count } kort var
}. Av dem vinner den som stod närmast på tur: { $you ->
    [yes] du
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
# Before hjärta (neuter) the colour and the face take the form neut.
tile = { $shape ->
    [circle] en { $face } { $colour } cirkel
    [square] en { $face } { $colour } kvadrat
    [triangle] en { $face } { $colour } triangel
   *[heart] ett { FORM($face, "neut") } { FORM($colour, "neut") } hjärta
}
card-back = { FORM($kind, "indef") }
kind-colour = { $form ->
    [indef] en färg
   *[base] färg
}
kind-shape = { $form ->
    [indef] en form
   *[base] form
}
kind-face = { $form ->
    [indef] ett ansikte
   *[base] ansikte
}
value-red = röd
value-blue = blå
value-green = grön
value-yellow = gul
value-circle = cirkel
value-square = kvadrat
value-triangle = triangel
value-heart = hjärta
value-joy = glad
value-wink = blinkande
value-surprise = förvånad
value-grumpy = sur
colour-red = { $form ->
    [neut] rött
   *[base] röd
}
colour-blue = { $form ->
    [neut] blått
   *[base] blå
}
colour-green = { $form ->
    [neut] grönt
   *[base] grön
}
colour-yellow = { $form ->
    [neut] gult
   *[base] gul
}
# As the object of a sentence, as all of these cards.
card-red = en röd { $number }:a
card-blue = en blå { $number }:a
card-yellow = ett gult frikort
card-green = ett grönt frikort
card-hidden = ett kort
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] röd { $number }
    [blue] blå { $number }
    [yellow] gult frikort
    [green] grönt frikort
   *[hidden] kort
}

stone-rubik-A = blått X
stone-rubik-B = grönt X
stone-rubik-a = gult O
stone-rubik-b = vitt O
stone-xoxo2-A = grön stjärna
stone-xoxo2-B = röd stjärna
stone-xoxo2-a = grön sexkant
stone-xoxo2-b = röd sexkant
# A stone as the object of a sentence.
placed-rubik-A = ett blått X
placed-rubik-B = ett grönt X
placed-rubik-a = ett gult O
placed-rubik-b = ett vitt O
placed-xoxo2-A = en grön stjärna
placed-xoxo2-B = en röd stjärna
placed-xoxo2-a = en grön sexkant
placed-xoxo2-b = en röd sexkant
side-rubik-A = blå
side-rubik-B = grön
side-rubik-a = gul
side-rubik-b = vit
side-xoxo2-A = grön
side-xoxo2-B = röd
side-xoxo2-a = grön
side-xoxo2-b = röd

flip-supply = Stenar kvar: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = vem
xoxo-pile = plattor
xoxo-top = överst i högen
xoxo-cards = kort kvar
xoxo-shown = visade kort
xoxo-draw-pile = draghög
order-hold = behåll
order-line = i rad
djeco-seat = plats
djeco-colour = färg
djeco-tokens = brickor
djeco-hand = hand
djeco-side-red = röd ✕
djeco-side-blue = blå ○
djeco-red = röd, kryss
djeco-blue = blå, ring
djeco-of = { $tokens } av { $target }
djeco-hidden = { $count ->
    [one] ett kort
   *[other] { $count } kort
}
djeco-stack = { $top }{ $height ->
    [one] {""}
   *[other] , { $height } på varandra
}
djeco-beside = Talong: { $deck } kort. Slänghög: { $discard }. Brickor kvar: { $left }.

## The table in the browser

picture-over = Spelet är slut
picture-chance = Ett ögonblick: slumpen avgör
picture-window = Nu kan kort visas
picture-ask-first = { $you ->
    [yes] Din tur: lägg en av de två plattorna i mitten
   *[no] { $who } ska lägga den första plattan
}
picture-ask-lay = { $you ->
    [yes] Din tur: lägg en av de två plattorna
   *[no] { $who } ska lägga en platta
}
picture-ask-cover = { $you ->
    [yes] Din tur: täck en platta med en av de två
   *[no] { $who } ska täcka en platta
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Din tur: vänd en av motspelarens stenar
    [named] { $who } står på tur: vänd en av motspelarens stenar
   *[no] { $who } ska vända en av { $yours ->
        [yes] dina
       *[no] motspelarens
    } stenar
}
picture-ask-place = { $you ->
    [yes] Din tur: placera en egen sten
    [named] { $who } står på tur: placera en egen sten
   *[no] { $who } ska placera en sten
}
picture-ask-play = { $you ->
    [yes] Du är { $side }: spela ett kort
   *[no] { $who } ska spela ett kort
}
picture-ask-stead = { $you ->
    [yes] { $rival } kan inte spela, så du spelar ett kort i stället
   *[no] { $who } spelar ett kort i stället, eftersom { $yours ->
        [yes] du
       *[no] { $rival }
    } inte kan spela
}
picture-ask-pass = Din tur: du har inget kort att spela, så passa
picture-then-tile = Välj nu en ruta för den
picture-then-cover = Välj nu plattan du vill täcka
picture-then-flip = Välj nu rutan att vända den till
picture-then-place = Välj nu en tom ruta för den

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] du kan spela här
    [tile] en platta kan läggas här
    [stone] en sten kan placeras här
   *[card] ett kort kan läggas här
}
picture-can-cover = kan täckas
picture-can-clear = kan tas bort
picture-can-cover-clear = kan täckas eller tas bort
picture-can-flip = kan vändas
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] { $colour } cirkel, { $face }
    [square] { $colour } kvadrat, { $face }
    [triangle] { $colour } triangel, { $face }
   *[heart] { FORM($colour, "neut") } hjärta, { FORM($face, "neut") }
}
face-joy = { $form ->
    [neut] glatt
   *[base] glad
}
face-wink = { $form ->
    [neut] blinkande
   *[base] blinkande
}
face-surprise = { $form ->
    [neut] förvånat
   *[base] förvånad
}
face-grumpy = { $form ->
    [neut] surt
   *[base] sur
}
# A line of the board: its squares, and what lies there.
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; instängd

picture-show = Visa { $cards }
picture-show-nothing = Visa inget
picture-pass = Passa
picture-yellow = { $count ->
    [one] Ta det översta kortet
   *[other] Ta de { $count } översta korten
}
picture-green = Rensa raden från { $first } till { $last }

picture-tiles = { $count ->
    [one] en platta
   *[other] { $count } plattor
}
picture-own-pile = Din hög
picture-draw-pile = Draghög
picture-step-flip = Vänd motspelarens
picture-step-place = Placera din
picture-goal-back = målkort ({ $kind }), dolt
picture-goal-show = visas så snart raden är klar
picture-goal-hold = behålls
picture-left = { $count } kvar
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Röd { $number }
    [blue] Blå { $number }
    [yellow] Gult
   *[green] Grönt
}
picture-clear = ta bort
picture-hint-middle = { $card }: lägg kortet i mitten
picture-hint-lay = { $card }: lägg kortet på en tom ruta
picture-hint-cover = { $card }: täck en { $number }:a
picture-hint-lay-cover = { $card }: lägg kortet på en tom ruta, eller täck en { $number }:a
picture-hint-clear = { $colour ->
    [yellow] { $card }: ta bort en stapel
   *[green] { $card }: rensa en full rad
}
picture-hint-none = { $card }: kan inte spelas nu
picture-deck = talong { $deck }
picture-aim = { $target } brickor vinner, 2 före
picture-tokens-left = { $count ->
    [one] en bricka kvar
   *[other] { $count } brickor kvar
}
picture-discard = slänghög
picture-seat-xoxo = { $tiles }; { $cards } kort kvar, { $shown } visade
picture-seat-flip = { $sign }, { $first } och { $second }; { $count ->
    [one] en sten kvar
   *[other] { $count } stenar kvar
}
picture-seat-djeco = { $colour }; { $count ->
    [one] en bricka
   *[other] { $count } brickor
} av { $target }; { $cards }

## The page

page-language = Svenska
page-looks = Språk och färger
page-theme = Ljust eller mörkt
page-theme-auto = Auto
page-theme-light = Ljust
page-theme-dark = Mörkt
page-home = Tillbaka till alla spel
page-back-to-lesson = Tillbaka till lektionen
page-back-to-game = Tillbaka till spelet
page-no-script = För att spela här måste JavaScript vara påslaget i din webbläsare.
page-failed = Något gick fel. Försök igen.
page-offline-request = Servern går inte att nå. Försök igen om en stund.

# Home

page-tagline = Fyra bångstyriga spel om tre i rad
page-games = Spel
page-players = { $players } spelare
page-minutes = { $count ->
    [one] en minut
   *[other] { $count } minuter
}
page-play = Spela
page-play-named = Spela { $game } mot en bot
page-set-up = Anpassa …
page-set-up-named = Anpassa { $game }
page-rules = Så spelar man
page-rules-named = Så spelar man { $game }
page-rules-by = Utgåva: { $edition }
page-rules-changed = Husregler som gäller:
page-rules-here = (gäller)
page-rules-set-up = Spela det
page-rules-print = Öppna som egen sida
page-marks = Vad märkena betyder
page-mark-choice = Lila streck: det här kan du välja nu.
page-mark-last = Lila ring: det som hände senast. Siffror och pilar: vad de andra har gjort sedan ditt drag, i ordning, och varifrån det kom.
page-mark-row = Balk: tre i rad som hör ihop; är den streckad räknas de inte än.
page-mark-circled = Inringad: raden som det gäller.
page-go-on = Fortsätt dina partier
page-just-now = alldeles nyss
page-forget-named = Ta bort { $game } från listan
page-forgotten = { $game } är borttaget från listan.
page-forget-undo = Lägg tillbaka
page-finished = Avslutade partier
page-against = mot { $names }
page-turn-yours = din tur
page-turn-theirs = väntar på { $name }
page-turn-waiting = inte börjat än
page-result-won = vinst
page-result-lost = förlust
page-result-draw = oavgjort
page-open-title = Fortsätta med { $game }?
page-open-on = Fortsätt
page-open-new = Nytt parti
page-join = Sätt dig vid ett bord
page-join-say = Klistra in länken som du har fått av en vän.
page-join-field = Länk eller kod
page-join-go = Gå med
page-join-wrong = Det här är ingen länk till ett bord. En länk ser ut som …/table/…#… och måste vara hel.
page-record = Se ett sparat parti
page-record-say = Stega igenom ett parti som någon har sparat.
page-record-choose = Välj en fil
page-record-size = Den här filen är för stor för att vara ett sparat parti.

# New game

page-new-edition = Utgåva
page-new-players = Hur många spelar?
page-new-seats = Vilka spelar?
page-new-seat = Plats { $seat }
page-new-me = Jag
page-new-person = En person till på den här enheten
page-new-friend = En vän, via länk
page-new-friend-say = Du får en länk att skicka vidare när bordet är öppet.
page-new-person-say = Ni skickar runt enheten; hemliga kort förblir hemliga.
page-new-levels = Bot
page-new-more-bots = Fler botar
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } av { $steps })
page-partner = Bot: partner, lika stark som du
page-partner-say = Den väljer sin nivå så att du vinner ungefär hälften av dina partier. Dina resultat stannar på den här enheten.
page-partner-begins = Den börjar som ”{ $level }”.
page-partner-now = { $count ->
    [one] Efter ditt senaste parti spelar den som ”{ $level }”.
   *[other] Efter dina { $count } senaste partier spelar den som ”{ $level }”.
}
page-partner-forget = Glöm mina resultat
page-partner-stronger = Nytt parti, starkare partner
page-partner-weaker = Nytt parti, svagare partner
page-new-starter = Vem börjar?
page-new-starter-lot = Lottas
page-new-starter-seat = Plats { $seat }: { $who }
page-new-rules = Husregler
page-new-rules-changed = { $count ->
    [one] en ändrad
   *[other] { $count } ändrade
}
page-new-books = { $count ->
    [one] Regelhäfte: { $books }
   *[other] Regelhäften: { $books }
}
page-new-more = Mer
page-new-confirm = Fråga mig före varje drag
page-new-hints = Tillåt tips, även när flera personer spelar
page-new-open = Öppna bordet
page-warming = Botarna värmer upp: någon minut framåt spelar de enklare än vanligt, och den perfekta är långsam.
page-warming-short = Botarna värmer upp

# The board

page-board = Bräde
page-board-limit = Allt ska rymmas inom 3 × 3 rutor.
page-pieces = Det du kan välja bland
page-moves = Drag
page-draw-pile = Draghög · { $tiles }
page-board-which = Vilken?
page-board-cancel = Inte än
page-read = Brädet i ord
page-read-squares = Ruta för ruta
page-read-pieces = Vad som ligger var
page-read-lines = Rad för rad
page-read-short = Kortfattat
page-read-piece = { $what }: { $squares }
page-read-empty = Tomma: { $squares }
page-read-nothing = tom
page-read-row = Vågrät rad { $name }: { $squares }
page-read-column = Lodrät rad { $name }: { $squares }
page-read-diagonal = Diagonal { $name }: { $squares }
page-read-keys = På själva brädet går du från ruta till ruta med piltangenterna; Page Down och Page Up hoppar dit där något ligger.
page-goals = Dina mål
page-goal-show = visas
page-goal-hold = hemligt
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: förblir hemligt, även med tre i rad.
page-goal-shown = { $goal }: visas så snart tre ligger i rad.
page-goals-shown = Visade

# The table

page-table-players = Spelare
page-your-seat = Din plats
page-you = Du
page-menu = Meny
page-log = Det här har hänt
page-log-short = Logg
page-actions = Det du kan göra
page-undo = Ångra
page-undo-waits = De andra tillfrågas om du får ångra draget.
# $count is how many moves have not been shown yet.
page-next-step = Nästa ({ $count })
page-repeat = Visa igen
page-hint = Tips
page-hint-waits = Tänker …
page-close = Stäng
page-cancel = Avbryt
page-try-again = Försök igen
page-loading = Ett ögonblick …
page-title-turn = Din tur
page-steps = Stegen i en tur
page-title-turn-of = Väntar på { $name }
page-watching = { $count } tittar på
page-you-watch = Du tittar på
page-no-place = Du har ingen plats vid det här bordet i den här webbläsaren. Använd länken till din plats.
page-offline = Anslutningen är bruten.
page-offline-soon = Den kommer tillbaka av sig själv.
page-offline-kept = Ditt drag finns kvar här och skickas så snart den är tillbaka.
page-trail-from = Det som har lagts sedan din senaste tur kom härifrån
page-read-all = Läs alltihop
page-confirm-ask = Så här?
page-confirm-move = Gör draget
page-cancel-move = Ändra
page-consent-yes = Det går bra
page-consent-no = Helst inte
page-bot-for-you = En bot spelar åt dig.
page-you-left = Du har lämnat bordet.
page-return = Ta tillbaka platsen
page-let-bot-play = Låt en bot spela åt { $name }
page-seat-turn = på tur
page-seat-won = vann
page-seat-resigned = gav upp
page-seat-stand-in = en bot hoppar in
page-seat-left = har gått
page-seat-away = borta
page-seat-here = här
page-seat-open = ännu ledig
page-seat-number = Plats { $number }

# Sitting down and waiting

page-name-title = Vad ska vi kalla dig?
page-names-title = Vilka spelar?
page-name = Ditt namn
page-name-of = Plats { $seat }
page-name-default = Gäst
page-sit-down = Sätt dig
page-bot-takes-seat = Låt en bot sitta här
page-waiting-filled = { $count } av { $seats } är här
page-waiting-meanwhile = Läs reglerna så länge.
page-link-this = Länken till den här platsen
page-link-friend = Länken till vän { $number }
page-link-watch = Länken för åskådare
page-share = Dela …
page-reach-machine = Bara webbläsare på den här datorn kan använda länken.
page-reach-network = Alla i ditt lokala nätverk som har länken kan använda den.
page-reach-anyone = Alla som har länken kan använda den.
page-network-open = Släpp in det lokala nätverket …
page-network-close = Stäng ute det lokala nätverket
page-network-title = Släppa in det lokala nätverket?
page-network-say = Andra enheter i ditt nätverk når då den här servern, tills du stänger dem ute eller den stoppas. Gör det bara i ett nätverk som du litar på.
page-network-yes = Släpp in
page-copy = Kopiera
page-copied = Kopierat
page-copy-yourself = Kopiera den för hand
page-qr = QR-kod

# A table for a room

page-room = I samma rum
page-room-named = { $game } i samma rum
page-room-say = Den här skärmen blir bordet; ni spelar med mobilerna.
page-room-count = Hur många personer spelar?
page-new-room = Spela i samma rum
page-screen-wait = Skanna en kod med din mobil för att sätta dig.
page-screen-scan = Skanna för att sätta dig
page-screen-code = QR-kod för plats { $number }
page-screen-sits = Någon sätter sig …
page-screen-machine = Mobiler kan inte nå den här datorn än.
page-screen-watch = titta på
page-screen-wins = { $count ->
    [one] en vunnen omgång
   *[other] { $count } vunna omgångar
}
page-screen-full = Helskärm
page-screen-show = Visa för hela rummet
page-screen-phone = Ny mobil …
page-screen-phone-title = En annan mobil för { $name }?
page-screen-phone-say = Mobilen som har platsen nu stängs ute. En ny kod visas här: den som skannar den får platsen.
page-screen-phone-yes = Visa en ny kod
page-screen-no-place = Den här webbläsaren kan inte visa bordet. Använd länken för åskådare.
page-hand-hide = Göm mina kort
page-hand-hidden = Dina kort är gömda.
page-hand-show = Tryck för att se dem igen.

# One device, several people

page-pass-title = { $name } står på tur
page-pass-why = Lämna över enheten till { $name }. Ingen annan ska titta nu.
page-pass-ready = Jag är { $name }
page-pass-to = Lämna över till { $name }

# The menu

page-sound = Ljud
page-speed = De andras drag
page-speed-slow = Långsamt
page-speed-normal = Normalt
page-speed-fast = Snabbt
page-speed-step = Steg för steg
page-speed-none = Direkt
page-windows = Din plats är öppen i { $count } fönster.
page-looked = Klockan { $time } tittade någon på dina kort från ett annat fönster: någon mer har en länk till din plats.
page-lock-seat = Lås den till det här fönstret
page-new-key-fold = Vem kan öppna min plats
page-new-key = Gör en ny nyckel till min plats
page-new-key-why = En ny nyckel stänger ute alla andra som har en länk till din plats.
page-new-key-done = Din plats har en ny nyckel
page-new-key-say = Äldre länkar till den fungerar inte längre. För att öppna den på en annan av dina enheter, använd den här länken:
page-new-key-link = Den nya länken till din plats
page-resign = Ge upp …
page-resign-title = Ge upp?
page-resign-say = Du ger upp det här partiet. Det går inte att ångra.
page-resign-yes = Ge upp
page-leave = Lämna bordet …
page-leave-title = Lämna bordet?
page-leave-say = De andra ser det, och en bot kan få spela åt dig. Du kan komma tillbaka när som helst.
page-leave-yes = Lämna
page-delete = Radera bordet …
page-delete-title = Radera bordet?
page-delete-say = Det försvinner för alla, med sina partier och protokoll.
page-delete-yes = Radera
page-practice = Övning
page-about-table = Om det här bordet
page-about-sealed = Allt blandades före partiet. När omgången är slut kontrollerar den här enheten att inget har bytts ut.
page-react = Reagera
page-react-hello = Hej!
page-react-thanks = Tack!
page-react-well-played = Bra spelat!
page-react-clap = Bravo!
page-react-laugh = Ha ha!
page-react-wow = Oj!
page-react-oops = Hoppsan!
page-react-thinking = Hmm …

# After the game

page-score-draws = { $count ->
    [one] en oavgjord
   *[other] { $count } oavgjorda
}
page-rematch = En omgång till
page-wants-rematch = Vill spela en omgång till: { $names }
page-step-through = Stega igenom
page-download = Ladda ner protokollet
page-fair = Hur fungerar det?
page-fair-how = Före partiet hittade servern på ett hemligt startvärde och visade dess sigill, en kod som inte passar något annat startvärde. Sedan lade varje enhet till ett eget slumptal. Hur det blandas beror på allt det här tillsammans, så ingen kunde välja något.
page-fair-commitment = Sigill
page-fair-seed = Startvärde
page-fair-salt = Salt
page-fair-nonce = Talet från { $name }
page-fair-check = För att själv kontrollera hela given, ladda ner protokollet och kör:
page-fair-own = Rättvist blandat: den här enheten var med och blandade, och har kontrollerat att inget har bytts ut.
page-fair-sealed = Blandat före partiet; den här enheten har kontrollerat att inget har bytts ut.
page-fair-since = Den här enheten kom till när allt redan var blandat. Allt den kan säga är att inget har bytts ut sedan dess.
page-fair-without = { $count ->
    [one] Den var inte med och blandade, eftersom partiet började utan dig.
   *[other] Den blandade inte för er alla, eftersom partiet började utan några av er.
}
page-fair-wrong-seal = Varning: det här är inte given som förseglades i början. Servern har ändrat den. Lita inte på det här partiet!
page-fair-wrong-number = Varning: servern har utelämnat talet som den här enheten gav till given. Lita inte på det här partiet!
page-fair-practice = Övning: den här omgången började från en vald ställning, eller så har drag ångrats.

# Replay

page-replay = Steg för steg
page-replay-comment = med kommentar
page-replay-deal = Partiet börjar.
page-replay-count = Steg { $step } av { $steps }
page-replay-first = Till början
page-replay-back = Ett steg tillbaka
page-replay-forward = Ett steg framåt
page-replay-last = Till slutet
page-replay-slider = Steg
page-replay-another = Se ett annat parti
page-eyes = Med vems ögon?
page-eyes-all = Alla kort öppna
page-eyes-spectator = En åskådare

# A lesson

page-learn = Lär dig { $game }
page-learn-link = Lär dig på ett bräde
page-learn-count = Lektion · { $step } av { $steps }
page-learn-skip = Hoppa över
page-learn-back = Tillbaka
page-learn-next = Nästa
page-learn-again = Försök igen
page-learn-play = Spela klart
page-learn-whole = Spela ett helt parti
page-learn-you = Du
page-learn-rival = Motspelare
page-learn-offer = Ny här? Lär dig ett spel på två minuter
page-learn-offer-no = Inte nu

## The explorer on the page

explore-title-win = { $how ->
    [all] Vinst på { $count ->
        [one] en tur
       *[other] { $count } turer
    }, vad du än gör
    [one] Vinst på { $count ->
        [one] en tur
       *[other] { $count } turer
    }, om du hittar den enda turen som håller
   *[some] Vinst på { $count ->
        [one] en tur
       *[other] { $count } turer
    }
}
explore-title-draw = { $how ->
    [all] Oavgjort, vad du än gör
    [one] Oavgjort, om du hittar den enda turen som håller
   *[some] Oavgjort
}
explore-title-loss = Förlust på { $count ->
    [one] en tur
   *[other] { $count } turer
}, vad du än gör
explore-turns-possible = { $count ->
    [one] En tur är möjlig här
   *[other] { $count } turer är möjliga här
}{ $groups ->
    [one] {""}
   *[other] , { $groups } om spegelbilder räknas som en
}.
explore-turns-win = { $count ->
    [one] En vinner.
   *[other] { $count } vinner.
}
explore-turns-draw = { $count ->
    [one] En ger oavgjort.
   *[other] { $count } ger oavgjort.
}
explore-turns-lose = { $count ->
    [one] En förlorar, på { $slowest }.
   *[other] { $count } förlorar, den långsammaste på { $slowest }.
}
explore-due-flip = { $name } på tur · steg 1: vänd motspelarens
explore-due-place = { $name } på tur · placera en sten
explore-due-move = { $name } på tur
explore-leads-win = vinner på { $count }
explore-leads-draw = oavgjort
explore-leads-loss = förlust på { $count }
explore-holding = { $count ->
    [0] ingen av { $turns } håller
    [one] en av { $turns } håller
   *[other] { $count } av { $turns } håller
}
explore-line-win = { $winner } vinner
explore-only-first = { $value ->
    [win] den enda som vinner
   *[draw] den enda som håller
}
explore-only-one-of = { $value ->
    [win] inleder den enda tur som vinner
   *[draw] inleder den enda tur som håller
}
explore-part-flip = Vänd, sedan placera
explore-part-place = Bara placera
error-no-set-up = Ställningar i { $game } kan inte ställas upp för hand.
page-explore = Utforska
page-explore-named = Utforska { $game }
page-explore-title = { $game } · Utforska
page-explore-first = Till den första ställningen
page-explore-back = Tillbaka
page-explore-forward = Framåt
page-explore-set-up = Ställ upp …
page-explore-link = Länk
page-explore-link-field = En länk till den här ställningen
page-explore-choices = Möjligheter, den bästa först
page-explore-then = sedan { $move }
page-explore-ways-say = på { $ways } sätt, spegelbilder inräknade
page-explore-line = Bästa spel härifrån
page-explore-line-wait = Ett ögonblick …
page-explore-replies = Vad motspelaren kan svara
page-explore-tree = Vägen hit
page-explore-tree-start = Första ställningen
page-explore-rules = Husregler
page-explore-more = { $count ->
    [one] En till
   *[other] { $count } till
}
page-explore-lay = Välj en sten och tryck sedan på rutorna där den ska ligga. Ett tryck till tar bort den.
page-explore-remove = Ta bort
page-explore-due = Vad som ska göras
page-explore-position = Ställningen i notation
page-explore-read = Läs in
page-explore-show = Utforska den här
page-explore-cancel = Avbryt
page-explore-empty = Töm brädet

## The review on the page

page-review = Analys
page-review-named = Analys · { $game }
page-review-exact = exakt
page-review-by-search = genom sökning
page-review-progress = { $done } av { $total } drag bedömda
page-review-stop = Stoppa
page-review-stopped = Stoppad efter { $done } av { $total } drag.
page-review-failed = Analysen bröts efter { $done } av { $total } drag.
page-review-go-on = Fortsätt
page-review-accuracy = { $name }: precision { $accuracy }
page-review-accuracy-means = Precisionen är hur mycket av spelarens chanser ett drag bevarade, i genomsnitt.
page-review-turn = tur { $turn } av { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (du)
page-review-better = Bättre: { $best }
page-review-curve = Chanserna tur för tur
page-review-wins = { $name } vinner
page-review-draw = oavgjort
page-review-loses = { $name } förlorar
page-review-moments = Vad som avgjorde
page-review-moves = Alla drag
page-review-play = Spela vidare härifrån
page-review-none = Öppna ett avslutat parti, eller protokollet från ett.
page-review-nothing = Inget misstag avgjorde det här partiet.
error-no-review = Den analysen finns inte längre. Begär den igen.

## Lists and counts

games-id = id
games-name = spel
games-players = spelare
games-minutes = minuter
games-editions = utgåvor
games-line = vad det är
games-next = Spela med ”rowdy play ID”; läs reglerna med ”rowdy rules ID”.
marks-xoxo = Dina mål visas så snart deras rad ligger. Tryck på ett för att hålla det hemligt.
rules-typing = Så skriver du ett drag här
rules-rulings = Husregler
rules-decisions = Vad vi har bestämt
rules-editions = Utgåvor
rules-shown = Utgåva: { $edition }; ändrade husregler: { $rulings }. Där en husregel nämns inom parentes kan du välja något annat: se nedan.
rules-own-cards = Dina kort
rules-other-cards = Motspelarens kort
rules-tokens = { $colour }: { $count ->
    [one] en bricka
   *[other] { $count } brickor
}
rules-default = (standard: { $option })
rules-here = (här: { $option })
rules-book-says = { $says } ({ $books })
# $number is an option such as “3 tokens”, $text what comes of it.
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: “the whole stack (Italian, Portuguese); …”.
rules-books = Regelhäftena: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] Med perfekt spel kan den som börjar tvinga fram en vinst.
    [second] Med perfekt spel kan den som inte börjar tvinga fram en vinst.
   *[draw] Med perfekt spel kan ingen tvinga fram en vinst.
}
consequence-usual = Det här är den vanliga regeln.
# $draws, $first and $fair are in percent.
consequence-figures = Med de vanliga reglerna tar ett parti ungefär { $moves } drag, { $drawn ->
    [none] inga slutar oavgjort
    [few] knappt några slutar oavgjort
   *[some] { $draws } % slutar oavgjort
}, och den som börjar får { $first } % av poängen ({ $fair } % vore rättvist).
consequence-length = { $change ->
    [more] Partierna blir ungefär { $percent } % längre än vanligt.
   *[fewer] Partierna blir ungefär { $percent } % kortare än vanligt.
}
consequence-draws = { $change ->
    [more] Fler partier slutar oavgjort: { $now } %, annars { $before } %.
   *[fewer] Färre partier slutar oavgjort: { $now } %, annars { $before } %.
}
consequence-first = { $change ->
    [more] Att börja är värt mer: den som börjar får { $now } % av poängen, annars { $before } %.
   *[fewer] Att börja är värt mindre: den som börjar får { $now } % av poängen, annars { $before } %.
}
# $reason is one of decided-…, such as “with an empty pile”.
consequence-reason = { $change ->
    [more] Fler partier slutar { $reason }: { $now } %, annars { $before } %.
   *[fewer] Färre partier slutar { $reason }: { $now } %, annars { $before } %.
}
consequence-no-difference = Bland botar fann vi ingen skillnad mot den vanliga regeln på { $games } partier.
# $bot is a level, such as “medium”; $edition as in “German rulebook”.
consequence-measured = Siffrorna kommer från { $games } partier med varje val, mellan botar på nivån ”{ $bot }” (utgåva: { $edition }).
# $text are some of the sentences above; $players is a list of numbers, such as “3 and 4”.
consequence-players = Med { $players } spelare: { $text }
consequence-with-row-enclosed = Med instängda rader: { $text }
says-silent = säger inget
says-players-agree = spelarna kommer överens
says-unclear = kan läsas på mer än ett sätt
book-all = alla
book-de = tyska
book-en = engelska
book-nl = nederländska
book-it = italienska
book-pt = portugisiska
book-sv = svenska
book-da = danska
book-ru = ryska
bots-name = bot
bots-games = spelar
bots-set = inställningar
bots-line = vad den gör
bots-every = alla
bots-switches = För experiment kan du också ställa in hur casual, medium, skilled, advanced, strong och mcts söker: { $settings }
bots-next = Spela med ”rowdy play GAME --seats you,BOT”.
bot-beginner = Spelar som om det vore första gången, och missar mycket.
bot-easy = Spelar på första ögonkastet, och missar en rad eller ett hot då och då.
bot-casual = Tänker framåt vid några drag, och tar annars det som ser bäst ut.
bot-medium = Tänker lite framåt, men slarvar ofta.
bot-skilled = Tänker framåt, men slarvar då och då.
bot-advanced = Tänker långt framåt, men gör fortfarande fel ibland.
bot-strong = Tänker framåt i upp till en sekund, gissar vad du har på handen, och slarvar aldrig.
bot-partner = Tar den nivå mot vilken du vinner ungefär hälften, enligt de partier som du har avslutat i terminalen.
# $level is one of the levels, such as “casual”; $games counts finished games of this kind.
partner-begins = Din partner börjar som ”{ $level }”. Utifrån dina resultat hittar den nivån där du vinner ungefär hälften av dina partier.
partner-plays = { $games ->
    [one] Efter ditt senaste parti spelar din partner som ”{ $level }”.
   *[other] Efter dina { $games } senaste partier spelar din partner som ”{ $level }”, så att du vinner ungefär hälften.
}
bot-greedy = Tar det som ser bäst ut just nu, och tänker aldrig framåt.
bot-random = Spelar vilket tillåtet drag som helst.
bot-perfect = Gör aldrig misstag.
bot-mcts = Den rena sökningen som nivåerna från casual och uppåt tänker med.
bot-guest = Från { $package }.
bot-engine = Ett eget program, tillagt på den här datorn.
engines-name = namn
engines-command = kommando
engines-none = Inga motorer har lagts till. ”rowdy engines --help” visar hur man gör.
engines-added = { $name } är tillagd ({ $called }). Pröva: rowdy play --seats you,{ $name }
engines-removed = { $name } är borttagen.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe och XOXO²
prepare-perfect = perfekt spel
prepare-line = Kompilerar ({ $number } av { $all }): { $what }
prepare-done = Kompilerat på { $seconds } s.
prepare-nothing = Allt är redan kompilerat.
prepare-no-compiler = Numba är inte installerat, så inget kan kompileras: botarna spelar ändå, men tänker enklare.
prepare-not-kept = Det går inte att skriva i { $path }, så det kompilerade kunde inte sparas, och inget kompilerades. Botarna spelar ändå, men tänker enklare i början.
perft-from = Från: { $text }
perft-chance-all = Varje slumputfall räknas.
perft-chance-seed = Slumpen bestäms av startvärdet { $seed }.
perft-actions = handlingar { $depth }: { $count } ({ $seconds } s)
perft-turns = turer { $depth }: { $count } ({ $seconds } s)
replay-prompt = Steg { $at } av { $last } (Enter nästa, b tillbaka, nummer, slut, q avsluta):
replay-help = Tryck på Enter för nästa steg, b för det föregående, skriv ett nummer för att hoppa, slut för det sista steget, eller q för att avsluta.
replay-comment = Kommentar: { $comment }
replay-step = Steg { $at }: { $move }
replay-deal = före det första draget
replay-no-more = Partiet har inte mer än { $last } steg: det här är slutet.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Stjärnan
player-xoxo2-2 = Sexkanten
verdict-draw = oavgjort
verdict-win = { $winner } vinner på { $count ->
    [one] en tur
   *[other] { $count } turer
}
label-win = { $winner } vinner på { $least }
label-win-range = { $winner } vinner på { $least } till { $most }
compiling = Ett ögonblick: kompilerar. Det händer bara en gång på den här datorn.
preparing = Kod kompileras i bakgrunden. Det händer bara en gång på den här datorn. Tills det är klart tänker botar som söker enklare, och en perfekt bot väntar.
preparing-still = Kompilerar fortfarande efter { $seconds } s.
prepared = Kompileringen är klar: från och med nu tänker botarna med full styrka.
searching = Ett ögonblick: söker fortfarande.

solve-begin = Löser { $game } med { $count ->
    [one] en tråd
   *[other] { $count } trådar
}.
solve-checking = kontrollerar
solve-found = { $count ->
    [one] Ett färdigt lager
   *[other] { $count } färdiga lager
} hittades och kontrollerades; fortsätter med lager { $stones }.
solve-found-all = Alla { $count } lager fanns redan, och har kontrollerats.
solve-layer = lager { $stones }
solve-rate = { $millions } miljoner/s
solve-left = { $time } kvar
solve-line = Lager { $stones } klart: { $share } av allt, { $rate }, { $left }
solve-interrupted = Avbrutet. Färdiga lager finns kvar: samma kommando fortsätter därifrån.
solve-stones = stenar
solve-positions = ställningar
solve-wins = vinster
solve-draws = oavgjorda
solve-losses = förluster
solve-in-all = totalt
solve-counted = Ställningar i början av en tur, vunna, oavgjorda eller förlorade för den som står på tur; spegelbilder räknas.
solve-value = Om båda spelar så bra det går: { $value }.
solve-first-stone = första stenen
solve-first-squares = på
solve-first-value = leder till
solve-corner = hörn
solve-edge = kant
solve-centre = mitten
solve-cost = Lösningen tog { $wall } s och { $cpu } CPU-sekunder, utan tiden för att läsa in eller kompilera kod: { $rate } miljoner ställningar per CPU-sekund, av { $positions } miljoner. (De i början av en tur, där de 32 bilderna av var och en, speglade eller med alla stenar för en spelare vända, räknas som en.)
solve-memory = Det tog som mest { $size } GB minne.
solve-used = Lösningen ligger i { $path } och används från och med nu.
solve-elsewhere = Lösningen ligger i { $path }. Rowdy använder en lösning av sig själv om den ligger i { $usual }

explore-source-solution = Svaren kommer från lösningen i { $path }
explore-source-opening = Svaren kommer från de tidiga lagren som ingår i Rowdy, och en sökning.
explore-source-search = Svaren kommer från en sökning.
explore-refused = Lösningen på den här datorn används inte. { $reason }
explore-position = Ställning: { $text }
explore-value = { $value }.
explore-value-draw = Oavgjort.
explore-flips = Tur { $turn }: { $name } vänder. Vändningar, den bästa först, var och en efter den bästa tur som den inleder:
explore-places = Tur { $turn }: { $name } placerar en sten. Möjligheter, den bästa först:
explore-moves = Tur { $turn }: { $name } gör ett drag. Drag, det bästa först:
explore-turns = Hela turer för { $name }, den bästa först:
explore-more = … { $count } till
explore-all = ”alla” listar allihop.
explore-only = enda
explore-only-win = enda: allt annat ger bort vinsten.
explore-only-draw = enda: allt annat förlorar.
explore-only-turn-win = enda: { $turn } är den enda tur som behåller vinsten.
explore-only-turn-draw = enda: { $turn } är den enda tur som inte förlorar.
explore-line = Huvudvariant
explore-prompt-flip = { $name } vänder (Enter bäst, nummer, drag, turer, b tillbaka, ? hjälp, q avsluta):
explore-prompt-place = { $name } placerar en sten (Enter bäst, nummer, drag, b tillbaka, ? hjälp, q avsluta):
explore-prompt-move = { $name } gör ett drag (Enter bäst, nummer, drag, b tillbaka, ? hjälp, q avsluta):
explore-prompt-over = Spelet är slut (b tillbaka, början, ? hjälp, q avsluta):
explore-over = Inget mer kan spelas: spelet är slut. b går tillbaka.
explore-last = Du är vid det sista steget: det finns inget att gå framåt till.
explore-first = Det här är den första ställningen: det finns inget att gå tillbaka till.
explore-help =
    Enter fortsätter med det första draget i listan, ett nummer med ett annat.
    Eller skriv ett drag: en vändning som b3-b4, en placering som a@d1, eller en hel tur som b3-b4 a@d1.
    Skriv en ställning som ..../.B../..Bb/.... flip för att gå dit, eller början för att gå till spelets början.
    b går tillbaka ett steg, b 3 tre steg, f framåt igen. turer listar hela turer, alla hela listan, bräde visar allt igen.
    q avslutar.
explore-help-words =
    ”X vinner på 5” gäller om båda spelar så bra det går: den som vinner skyndar på, den som förlorar drar ut på det. Båda spelarnas turer räknas, även den här och den sista.
    ×2 står för två drag som går ut på ett: en spegelbild, eller alla stenar för en spelare vända.
    ”enda” märker det enda drag, bortsett från spegelbilder, som behåller vinst eller oavgjort.

## Hints and review

percent = { $number } %
hint-only = Bara ett drag är möjligt: { FORM($move, "imp") }.
hint-move = Tips: { FORM($move, "imp") }.
hint-win = { $count ->
    [one] Det vinner genast.
   *[other] Det vinner på { $count } turer, bådas inräknade{ $alone ->
        [yes] ; allt annat ger bort vinsten
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] Det är den enda tur som håller oavgjort.
   *[no] Det håller oavgjort.
}
hint-loss = Varje tur förlorar mot bästa spel; den här håller ut längst, { $count } turer, bådas inräknade.
hint-share = Dina chanser efter det: ungefär { $share }.
hint-line = Det ger tre i rad för { $cards }.
hint-tokens = { $count ->
    [one] Det ger dig en bricka.
   *[other] Det ger dig { $count } brickor.
}
hint-next = Näst bäst: { $moves }.
hint-other = { FORM($move, "imp") } ({ $value })
hint-as-good = ungefär lika bra
hint-keep = Behåll helst { $cards } för dig själv tills vidare: skriv ”behåll { $order }” först.
hint-hold = Behåll helst { $cards } för dig själv tills vidare: ställ om till ”{ page-goal-hold }” först.
# In the infinitive; the form imp is the imperative, for hints. Where it is missing both are the same.
move-flip = { $form ->
    [imp] vänd
   *[inf] vända
} stenen från { $source } till { $target }
move-place = placera { $stone } på { $square }
move-play = spela { $card } på { $square }
move-own = { $form ->
    [imp] lägg
   *[inf] lägga
} den översta plattan i den egna högen på { $square }
move-draw = { $form ->
    [imp] lägg
   *[inf] lägga
} den översta plattan i draghögen på { $square }
move-yellow = { $count ->
    [0] ta bort stapeln på { $square } med ett gult frikort
    [one] ta bort det översta kortet på { $square } med ett gult frikort
   *[other] ta bort de { $count } översta korten på { $square } med ett gult frikort
}
move-green = rensa raden från { $first } till { $last } med ett grönt frikort
move-pass = passa

mark-best = bäst
mark-good = bra
mark-inaccuracy = oprecist
mark-mistake = misstag
mark-blunder = blunder
mark-forced = tvunget
review-title = { $game }. Platser: { $seats }.
review-exact = Varje tur jämförs med perfekt spel. ”Vinst på 5” räknar båda spelarnas turer, den här inräknad.
review-search = Varje drag bedöms av en sökning med { $sims } simuleringar, utifrån vad spelaren kunde veta just då. Procenttalen är spelarens chanser: en vinst räknas helt, oavgjort eller en delad seger till en del.
review-playouts = Varje drag bedöms genom att spela klart { $sims } gånger på måfå, utifrån vad spelaren kunde veta just då{ $numba ->
    [missing] ; med Numba installerat skulle en sökning bedöma bättre
   *[useless] {""}
}. Procenttalen är spelarens chanser: en vinst räknas helt, oavgjort eller en delad seger till en del.
review-progress = bedömer
review-line = { $name }, { $move }: { $verdict }
review-show = visa { $cards }
review-show-nothing = inte visa något
review-best = bäst, { $value }
review-worse = { $mark }, { $value }; bättre: { $best } ({ $better })
review-forced = tvunget
review-draw = oavgjort
review-win = vinst på { $count }
review-loss = förlust på { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] lät vinsten glida till oavgjort
       *[loss] gjorde en vinst till förlust
    }
   *[draw] gav bort oavgjort
}
review-slower = { $value ->
    [win] vinner ändå, på { $after } turer i stället för { $before }
   *[loss] förlorar på { $after } turer i stället för { $before }
}
review-kept = { $count ->
    [one] { $value ->
        [win] den enda som vinner
       *[draw] den enda som håller
    }
   *[other] { $value ->
        [win] en av { $count } som vinner
       *[draw] en av { $count } som håller
    }
}
claim-then = { $first } och sedan { $second }
claim-missed-win = Här gick det att vinna genast genom att { $moves }{ $row ->
    [yes] , vilket ger { $line }
   *[no] {""}
}.
claim-gives-win = Nu kan { $rival } { $moves } och vinna genast{ $row ->
    [yes] {" "}med { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Det här hade räddat vinsten: { $moves }.
   *[draw] Det här hade räddat oavgjort: { $moves }.
}
claim-every-turn-loses = Härifrån förlorar varje tur{ $held ->
    [yes] ; det sista som höll var { $moves } i tur { $turn }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Det gav flera rader på en gång, { $lines }, för { $count } brickor.
   *[no] Det gav flera rader på en gång, { $lines }: { $count } brickor till { $who }.
}
claim-could-show = Här kunde man ha visat: { $cards }.
claim-suggests = { $more ->
    [yes] Utifrån allt som { $witness } kunde veta blev det troligare att { $who } hade { $card }: { $before } → { $after }.
   *[no] Utifrån allt som { $witness } kunde veta blev det mindre troligt att { $who } hade { $card }: { $before } → { $after }.
}
claim-held = Då hade { $who }: { $cards }.
review-none = Det finns inget drag att bedöma än.
review-stopped = { $count ->
    [0] Stoppad innan något drag hade bedömts.
    [one] Stoppad efter ett drag. Hittills:
   *[other] Stoppad efter { $count } drag. Hittills:
}
review-unfinished = Partiet är inte slut. Hittills:
review-seat = spelare
review-accuracy = precision
review-accuracy-means = Precisionen är hur mycket av spelarens chanser ett drag bevarade, i genomsnitt.
review-course = Varje spelares chanser, tur för tur:
review-course-plain = Varje spelares chanser, tur för tur, i tiondelar:

## Verifying

verify-verdict-holds = Stämmer
verify-verdict-fails = Stämmer inte
verify-verdict-open = Inte kontrollerat
verify-verdict-aside = Obs
verify-line = { $verdict }: { $text }
verify-legal = Partiet följer reglerna: { $count } drag, svar och slumputfall, och resultatet ”{ $result }”.
verify-illegal = Partiet följer inte reglerna. { $cause }
verify-unfinished = Partiet följer reglerna hittills ({ $count } drag, svar och slumputfall), men är inte slut.
verify-position = Partiet började inte från början, utan från en ställning som någon valde: den kan inte ha delats ut rättvist.
verify-sealed = Startvärdet är det som förseglades med sigillet { $commitment }. Jämför det med det som du fick se före partiet.
verify-other-seed = Startvärdet är inte det som förseglades: det stämmer inte med sigillet.
verify-seed-later = Startvärdet visas först när partiet är slut.
verify-eyes = Det här är vyn från en plats eller en åskådare, så den har inget startvärde: det finns i det fullständiga protokollet.
verify-no-seed = Protokollet har inget startvärde: det har gått förlorat eller klippts bort.
verify-no-commitment = Startvärdet var inte förseglat: någon kan ha valt det, och därmed korten.
verify-dealt = { $count ->
    [one] Det enda slumputfallet är det som startvärdet och engångstalen ger.
   *[other] Alla { $count } slumputfall är de som startvärdet och engångstalen ger, i rätt ordning.
}
verify-dealt-otherwise = Slumputfall { $number } är { $found }, men startvärdet och engångstalen ger { $due }.
verify-not-dealt = Slumpen går bara att räkna efter utifrån det fullständiga protokollet med startvärdet som förseglades.
verify-no-chance = Det finns ingen slump i det här spelet, så inget delades ut.
verify-nonces = { $count ->
    [one] Plats { $seats } har bidragit med ett engångstal till startvärdet.
   *[other] Platserna { $seats } har bidragit med varsitt engångstal till startvärdet.
}
verify-no-nonces = Ingen plats bidrog med ett engångstal till startvärdet: den som bestämde startvärdet kan ha valt korten.
verify-same-nonce = Engångstalet från plats { $seat } är det som du gav.
verify-other-nonce = Engångstalet från plats { $seat } är inte det som du gav.
verify-not-sealed = Startvärdet förseglar bara slumpen. Namnen, dragen och märket ”Practice” är som protokollet säger: --server jämför dem med bordets eget protokoll.
verify-server-same = Servern har samma protokoll för den här omgången.
verify-server-headers = Serverns protokoll för den här omgången skiljer sig i { $names }.
verify-server-turns = Serverns protokoll för den här omgången har andra drag.
verify-server-none = Bordet har ingen omgång med det här sigillet.
verify-server-later = En omgång vid bordet pågår ännu, och dess protokoll visas inte än.
verify-end-whole = Allt som kontrollerades stämmer.
verify-end-part = Inget fel hittades, men allt kunde inte kontrolleras.
verify-end-wrong = Något stämmer inte: det var inte så partiet delades ut och spelades.

## Comparing bots

arena-title = { $game }, { $seats } platser: { $bots }
arena-most = Högst { $count ->
    [one] ett parti
   *[other] { $count } partier
}, i { $rounds } om { $matches }; startvärde { $seed }.
arena-rounds = { $count ->
    [one] en omgång
   *[other] { $count } omgångar
}
arena-games = { $count ->
    [one] Ett parti
   *[other] { $count } partier
} i { $rounds }
arena-log = Logg: { $path }
arena-torn = Den sista raden var ofullständig och har strukits.
arena-found = { $count ->
    [one] Ett parti finns redan i loggen.
   *[other] { $count } partier finns redan i loggen.
}
arena-no-compiler = Numba saknas här, så de här botarna söker utan kompilerad kod och spelar sämre: { $bots }.
arena-aside = Den gamla loggen är nu { $path }
arena-shares = { $shares } ± { $width } %
arena-line = { $count } av { $goal } partier: { $shares }; { $left }
arena-bot = bot
arena-won = vunna
arena-shared = delade
arena-lost = förlorade
arena-share = andel (%)
arena-fair = × rättvis
arena-elo = Elo
arena-mean = s per drag
arena-longest = längst
arena-points = { $games }. Ett parti är värt en poäng, som delas vid oavgjort eller delad seger; andelen gäller en plats. ± är 95 %-intervallet.
arena-elo-from = Elo räknas från { $bot }.
arena-nothing = Ingen omgång är klar än, så det finns inget att jämföra.
arena-narrow = Tillräckligt säkert: ± { $width } %; du ville ha ± { $wanted } %.
arena-wide = Inte tillräckligt säkert än: ± { $width } %; du ville ha ± { $wanted } %. Ange fler --games för att fortsätta härifrån.
arena-interrupted = Avbrutet. Alla avslutade partier finns i loggen: samma kommando{ $fresh ->
    [yes] , utan --fresh,
   *[no] {""}
} fortsätter därifrån.
arena-rest = { $count ->
    [one] Ett parti hör till en ofullbordad omgång och räknas inte än.
   *[other] { $count } partier hör till ofullbordade omgångar och räknas inte än.
}
arena-plot = Bild: { $path }
study-title = Vad husreglerna ändrar i { $game }: { $edition }, { $bot } på varje plats
study-most = { $count ->
    [one] Ett spelsätt
   *[other] { $count } spelsätt
}, { $games } partier vardera, startvärde { $seed }
study-setting = { $number } av { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = { $seats } platser, ändrade husregler: { $rulings }
study-written = Skrivet: { $path }
study-about = Vad husreglerna ändrar i { $game }: { $edition }
study-how = { $games } partier med varje val, { $bot } på varje plats, startvärde { $seed }; Rowdy { $rowdy }, kod { $code }. ± är 95 %-intervallet. Första platsens andel är dess del av poängen: varje parti ger en, som delas vid oavgjort eller delad seger.
study-seats = ({ $seats } platser)
study-option = val
study-moves = drag
study-first = första plats
study-draws = oavgjorda
study-ends = hur partierna slutar
plot-share = andel av poängen (%), 95 %-intervall
plot-fair = rättvis andel
plot-elo = Elo över { $bot }, 95 %-intervall
plot-about = { $games }, startvärde { $seed }

## Why nothing can be done where somebody points
why-over = Spelet är slut.
# $who is a name.
why-not-your-turn = { $who } står på tur.
why-must-pass = Du har inget kort att spela nu, så passa.
why-own-stone = Den här stenen är din. Du vänder en av motspelarens.
why-no-stone = Här finns ingen sten. Välj en av motspelarens att vända.
why-no-room = Den här stenen kan inte vändas: ingen ruta bredvid är tom.
why-flipped-already = Du har gjort din vändning. Placera nu en egen sten på en tom ruta.
why-flip-due = Vänd först en av motspelarens stenar, och placera sedan en egen.
why-not-adjacent = En sten vänds till en ruta precis bredvid, aldrig diagonalt.
why-occupied = { $square } är upptagen.
why-just-laid = Den här plattan lades alldeles nyss, så den får inte täckas än.
why-display-not-full = Plattor kan täckas först när det ligger nio.
why-not-adjacent-tile = En platta måste ligga kant i kant med en annan.
why-not-middle = På ett tomt bord börjar man i mitten.
why-outside-field = Då ryms inte allt inom tre gånger tre rutor.
why-off-field = Kort läggs bara på rutorna från { $first } till { $last }.
why-other-number = Här ligger en { $number }:a, och bara en { $number }:a får täcka den.
why-no-card-fits = Här ligger en { $number }:a, och du har inget kort som får täcka den.
why-nothing-there = Här finns inget att ta bort.
why-line-not-filled = Ett grönt frikort rensar en rad med tre fulla rutor. Genom den här går ingen.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] Röd { $number } kan inte spelas nu: ingen ruta är tom, och det finns ingen { $number }:a att täcka.
    [blue] Blå { $number } kan inte spelas nu: ingen ruta är tom, och det finns ingen { $number }:a att täcka.
    [yellow] Det finns inget att ta bort med ett gult frikort nu.
   *[green] Det finns ingen rad att rensa med ett grönt frikort nu.
}
why-any = Det går inte nu.

## Errors: what and why

error-over = { $move } går inte: spelet är slut.
error-not-your-turn = { $move } går inte: det är inte din tur.
error-place-due = { $move } är en vändning, men nu ska en sten placeras, till exempel A@d1 eller a@d1.
error-flip-due = { $move } placerar en sten, men först måste du vända en av motspelarens stenar, till exempel { $flip }.
error-no-stone = { $move } går inte: det finns ingen sten på { $square }.
error-own-stone = { $move } går inte: stenen på { $square } är din egen, och du kan bara vända motspelarens stenar.
error-not-adjacent = { $move } går inte: { $square } ligger inte precis bredvid (diagonalt räknas inte).
error-occupied = { $move } går inte: { $square } är upptagen.
error-not-your-stone = { $move } går inte: det är motspelarens sten.
error-off-board = { $square } finns inte på brädet.
error-no-window = { $move } går inte: ingen tillfrågas om kort just nu.
error-not-due = { $move } kan inte komma av slumpen nu.
error-chance-due = { $move } går inte än: först kommer slumpen.
error-window-open = { $move } går inte än: alla tillfrågas fortfarande om de vill visa kort.
error-just-laid = { $move } går inte: plattan på { $square } lades alldeles nyss och får inte täckas.
error-display-not-full = { $move } går inte: plattor kan täckas först när det ligger nio.
error-display-full = { $move } går inte: det ligger nio plattor, så från och med nu täcker varje platta en av dem.
error-not-adjacent-tile = { $move } går inte: { $square } ligger inte kant i kant med någon platta.
error-not-middle = { $move } går inte: på ett tomt bord börjar man i mitten, på c3.
error-outside-field = Då ryms inte allt inom tre gånger tre rutor.
error-off-field = { $move } går inte: { $square } är inte en av rutorna från { $first } till { $last }.
error-answered = Du har redan svarat.
error-no-line = Kortet ”{ $card }” kan inte visas: det finns ingen rad på tre för det nu.
error-not-held = { $move } går inte: du har inte { $card } på handen.
error-other-number = { $move } går inte: överst på { $square } ligger { $top }, och bara samma nummer får täcka det.
error-yellow-count = { $move } stämmer inte med husregeln: med yellow=stack heter det y@b3, med yellow=some behövs antalet kort, som i y2@b3.
error-nothing-there = { $move } går inte: det ligger inget på { $square }.
error-too-many = { $move } går inte: på { $square } ligger bara { $height } { $height ->
    [one] kort
   *[other] kort
}.
error-no-such-line = { $move } är ingen rad på tre.
error-line-not-filled = { $move } går inte: minst en ruta i den raden är tom.
error-can-play = Du har ett kort att spela, så du får inte passa.
error-not-legal = { $move } går inte nu.
error-not-an-action = { $move } är ingen handling i det här spelet: använd parse_action för att göra en av en text.
error-not-an-actor = { $actor } är inte med i det här spelet: en aktör är en plats, från 0 till { $most }, eller slumpen.
error-hidden-hand = Vad plats { $seat } får göra är okänt här: det här är någon annans vy, utan den platsens kort.
error-unreadable-move = ”{ $text }” är inget drag i det här spelet.
error-part-of-move = ”{ $text }” är bara en del av ett drag. Möjligt: { $moves }.
error-no-such-number = Det finns inget drag { $text }: skriv ett nummer från 1 till { $most }.
error-log-what = ”{ $text }”: skriv ”logg” för turerna hittills, eller ”logg alla” för alla kort och plattor också.
error-order-card = ”{ $text }” är inget av dina kort: { $known }, eller alla.
undo-alone = Du kan bara ångra drag när du är ensam mot botar.
undo-nothing = Du har inget drag att ångra.
error-save-where = Ange en fil: spara FIL
error-save-exists = { $path } finns redan: ange en ny fil.
error-ends-before = { $move } avslutar partiet, så { $text } kan inte följa efter.
error-save-failed = Kan inte spara i { $path }: { $reason }.

error-unreadable-position = Det här är ingen ställning i spelet: { $text }
error-position-order = Skriv ställningen i den vanliga ordningen: { $written }
error-perft-hidden = ”{ $text }” har okända kort: bara en fullständig ställning kan räknas.
error-stone-counts = I ”{ $text }” har den första spelaren { $first } stenar och den andra { $second }: den första ska ha lika många eller en mer, och ingen fler än det finns.
error-no-flip-exists = ”{ $text }” säger flip, men ingen sten kan vändas: det ska stå place.
error-unreadable-board = ”{ $board }” är inget bräde i det här spelet.
error-unreadable-covered = I ”{ $text }” går de täckta plattorna inte att läsa.
error-unreadable-piles = ”{ $piles }” beskriver inte högarna i det här spelet.
error-unreadable-hands = ”{ $hands }” beskriver inte händerna i det här spelet.
error-unreadable-cards = ”{ $cards }” går inte att läsa som kort.
error-unreadable-due = I ”{ $text }” stämmer inte den sista delen, som säger vad som ska göras: { $due }
error-tile-count = I ”{ $text }” blir plattorna i högarna, på spelplanen och under andra tillsammans inte en hel uppsättning.
error-tile-twice = I ”{ $text }” finns en platta två gånger.
error-tile-not-in-deck = I ”{ $text }” finns en platta som inte ingår i uppsättningen.
error-pile-size = En hög med { $size } är större än i början ({ $most }).
error-covered-early = I ”{ $text }” är plattor täckta fast spelplanen inte är full.
error-last-tile = I ”{ $text }” stämmer den senaste plattans ruta inte med spelplanen.
error-dealing = I ”{ $text }” stämmer de utdelade korten inte med ordningen i given.
error-hand-count = I ”{ $text }” har en plats för få eller för många kort.
error-tiles-apart = I ”{ $text }” hänger inte alla plattor ihop: var och en läggs kant i kant med en annan.
error-other-seat = I ”{ $text }” står fel plats på tur: efter { $laid ->
    [one] en platta
   *[other] { $laid } plattor
} är det plats { $seat }.
error-pile-turns = I ”{ $text }” har plats { $seat } lagt { $own ->
    [one] en platta
   *[other] { $own } plattor
} från sin egen hög, men { $turns ->
    [0] inte haft någon tur än.
    [one] bara haft en tur.
   *[other] bara haft { $turns } turer.
}
error-pile-used-up = I ”{ $text }” är fel hög tom: ett parti slutar med den första, och det är högen för plats { $seat } eller draghögen.
error-pile-no-window = I ”{ $text }” skulle ett kort ännu kunna visas efter plattan som tömde en hög, vilket husregeln last_window=no förbjuder.
error-pile-tops = I ”{ $text }” stämmer inte högarna som ska visa sin översta platta: efter given är det hög för hög, senare bara högen som just användes.
error-shown-early = I ”{ $text }” har kortet { $card } visats, men en sådan rad kan inte ha funnits.
error-shown-last = I ”{ $text }” har någon visat sitt sista kort, men inget av korten har en rad.
error-card-twice = I ”{ $hands }” finns ett kort två gånger, eller fler av en sort än det finns.
error-card-count = I ”{ $text }” finns det fler kort än spelet har: { $card }.
error-off-middle = I ”{ $text }” har mitten, c3, aldrig använts, men det första kortet läggs alltid där.
error-off-middle-tile = I ”{ $text }” ligger ingen platta i mitten, på c3, men den första läggs alltid där.
error-used-off-field = I ”{ $text }” har en ruta använts som inte är en av rutorna från { $first } till { $last }.
error-used-though-empty = I ”{ $text }” är rutor märkta som använda, men bordet är tomt, och då räknas ingen som använd.
error-unequal-stack = I ”{ $text }” ligger kort med olika nummer på varandra.
error-token-count = ”{ $tokens }” beskriver inte brickorna i det här spelet.
error-discard-cleared = I ”{ $text }” stämmer inte slänghögen: ett gult frikort tar bort minst ett kort, ett grönt en hel rad, och inget tas bort utan dem.
error-cards-played = I ”{ $text }” ska { $played } kort ha spelats, men det ligger { $lying } på bordet och i slänghögen.
error-played-on = I ”{ $text }” ska { $played } kort ha spelats, men partiet slutar efter { $most }.
error-squares-cleared = I ”{ $text }” har rutor rensats, men för få kort har spelats för det.
error-other-starter = I ”{ $text }” har inget spelats än, så det måste vara plats { $seat } som står på tur, den som börjar.
error-token-split = I ”{ $text }” kan brickorna inte stå { $first }:{ $second } efter { $played } kort: partiet hade redan varit slut, eller så var turerna för få.
error-line-unpaid = I ”{ $text }” finns en rad i en färg, men ingen har brickan för den.
error-passed-though = I ”{ $text }” har plats { $seat } passat, men hade kunnat spela.
error-draws-due = I ”{ $text }” stämmer inte korten som ska tas ({ $draws }): den som har spelat tar ett, och om ingen kan spela tar båda ett, platsen som står på tur först.
error-hands-unequal = I ”{ $text }” har händerna { $first } och { $second } kort: så länge det finns kort i talongen har båda lika många, bortsett från kort som ännu ska tas.

error-deck-count = Rad { $line }: en uppsättning har { $expected } delar, den här har { $found }.
error-deck-tile = Rad { $line }: ”{ $text }” är ingen platta. En platta är en färg (r b g y), en form (c s t h) och ett ansikte (j w s g), till exempel rcj.
error-deck-number = Rad { $line }: ”{ $text }” är inget tal från 1 till 99.
error-deck-duplicate = Rad { $line }: plattan { $text } finns redan på rad { $first }.
error-deck-twice = Rad { $line }: plattan { $text } står där två gånger.
error-file-too-large = { $path } är för stor: högst { $most } byte läses.
error-file-not-text = { $path } är ingen textfil.

error-unknown-game = Det finns inget spel ”{ $name }”. Spelen är { $known }.
error-unknown-language = Det finns inga texter på ”{ $name }”. Språken är { $known }.
error-name-count = ”{ $names }” är inte namn på { $seats } platser, ett för varje.
error-no-such-viewer = Ingen tittar från plats { $viewer }: platser räknas från 0 till { $most }, och None är en åskådare.
error-unknown-edition = { $game } har ingen utgåva ”{ $name }”. Det finns { $known }.
error-unknown-ruling = { $game } har ingen husregel ”{ $name }”. Det finns { $known }.
error-unknown-option = I { $game } har { $name } inget val ”{ $option }”. Det finns { $known }.
error-ruling-needs = { $name } spelar bara roll i { $game } med { $other }={ $needed }.
error-ruling-form = ”{ $text }” är ingen husregel: skriv den som namn=val.
error-ruling-twice = Husregeln { $name } är angiven två gånger.
error-unknown-bot = Det finns ingen bot ”{ $name }”. På en plats sitter you, you=NAME eller en bot: { $known }.
error-bot-game = { $name } spelar inte { $game }. Botarna för det är { $known }.
error-bot-parameter-form = ”{ $text }” är ingen inställning för { $name }: skriv som i strong:sims=5000, flera åtskilda med + eller komma.
error-bot-parameter-twice = { $key } är angivet två gånger för { $name }.
error-bot-parameter-renamed = ”{ $key }” för { $name } heter numera ”{ $now }”; värdena betyder detsamma som förut.
error-bot-no-parameters = { $name } har inga inställningar.
error-bot-parameter = { $name } har ingen inställning ”{ $key }”. Det finns { $known }.
error-bot-sims = ”{ $text }” är inget antal simuleringar från 1 till { $most }.
error-bot-seconds = ”{ $text }” är inget antal sekunder från { $least } till { $most }.
error-bot-setting = ”{ $text }” är inget giltigt värde för { $key } hos { $name }; standard är { $default }.
error-compiler-broken = Numba är installerat men kan inte läsas in, så inget kan kompileras: botarna spelar ändå, men tänker enklare.
error-guest-failed = Boten { $name } ({ $package }) fungerar inte: { $reason }
error-engine-failed = Motorn { $name } spelar inte: { $cause }
error-engine-given-up = Motorn { $name } tillfrågas inte längre, eftersom den har misslyckats två gånger i följd: { $cause }
error-engine-start = den kan inte startas ({ $reason }).
error-engine-died = den har avslutats (slutkod { $status }).
error-engine-silent = den gav inget svar inom { $seconds } sekunder.
error-engine-talks = den sa mer än { $most } byte utan något svar.
error-engine-illegal = den vill spela ”{ $move }”, som inte är ett av dess tillåtna drag.
error-engine-name = ”{ $name }” kan inte vara namn på en motor: det är upptaget, för långt, eller innehåller något av tecknen : = + ,
error-engine-no-command = Det finns inget program ”{ $command }” här.
error-engine-unknown = Det finns ingen motor ”{ $name }”.
error-engine-arguments = Säg vad som ska göras: rowdy engines add NAME COMMAND, eller rowdy engines remove NAME.
error-guest-no-bot = { $package } är ingen bot: { $name } behöver metoderna plays och choose.
error-guest-illegal = Boten { $name } vill spela { $action }, som inte är ett av dess tillåtna drag.
error-seat-label = ”{ $label }” kan inte sätta sig: på en plats sitter you, you=NAME eller en bot, med högst { $most } utskrivbara tecken.
error-seat-setting = ”{ $label }” kan inte sätta sig. Skilj en bots inställningar åt med +: { $joined }
error-seat-count = { $game } kan inte spelas av { $seats }. Möjligt: { $known }.
error-starter = Plats { $starter } kan inte börja i { $game }.
error-deck-and-ruling = En egen uppsättning går inte ihop med { $name }={ $option } i { $game }.
error-no-deck = { $game } har ingen uppsättning att välja.
error-deck-missing = { $name }=custom i { $game } behöver en uppsättning: --deck FILE, eller rubriken Deck i ett protokoll.
error-no-game = Inget spel angavs. Spelen är { $known }.
error-seed = Ett startvärde har 1 till { $most } utskrivbara tecken, inga blanksteg runt om, och ser inte ut som ett salt följt av ett startvärde.
error-nothing-to-resume = Det finns inget oavslutat parti i { $path }.
error-nothing-saved = Det finns inget sparat parti i { $path }.
error-no-such-save = Det finns inget sparat parti nummer { $number } ({ $count ->
    [0] inget är sparat
    [one] det finns ett
   *[other] det finns { $count }
}): ”rowdy saves --all” listar dem.
error-resume-alone = Ett sparat parti är redan inställt: --resume går inte ihop med { $name }.
error-resume-eyes = { $path } är protokollet från en plats. Bara ett fullständigt protokoll kan fortsättas.
error-resume-over = Partiet i { $path } är slut. Se det med: rowdy replay "{ $path }"
error-eyes = ”{ $text }” är ingens vy: ange en plats från 1 till { $seats }, all eller spectator.
error-review-nobody = Inga drag kan bedömas här: en åskådares protokoll säger inte vad spelarna visste, och under ett parti bedöms dragen från en plats bara med ”--seat N”, eftersom det visar vad dess kort var bra för.
error-review-seat = Det finns ingen plats { $seat }: ange en från 1 till { $seats }.
error-review-other-seat = Dragen från plats { $seat } kan inte bedömas: det här protokollet säger vad plats { $eyes } visste.
error-review-sims = Antalet simuleringar måste vara från 1 till { $most }.
error-depth = Djupet måste vara från 1 till { $most }.

error-solve-elsewhere = Filerna hamnade inte i { $path }, så som den här datorn ser den: ange med --out en mapp som alla noder delar.
error-ray-missing = För det här måste Ray vara installerat. Installera det med: pip install "rowdy[ray]"
error-ray-unreachable = Det finns inget Ray-kluster på { $address }: { $reason }
error-ray-no-node = Ingen nod i klustret har den här koden ({ $digest }): installera samma version av Rowdy på alla.
error-ray-lost = En del av arbetet gick förlorad { $count ->
        [one] { $count } gång
       *[other] { $count } gånger
    }, eftersom noden eller processen dog. Det som är klart finns kvar.
error-arena-bots = En arena behöver minst två botar, till exempel: rowdy arena xoxo greedy random
error-arena-no-bot = Det finns ingen bot ”{ $name }”. Det finns { $known }.
error-arena-games = Antalet partier måste vara från { $least }, som är en omgång, till { $most }.
error-arena-until = ”{ $text }” är ingen bredd: ange halva intervallet i procent, från 0.1% till 50%, till exempel 4%.
error-arena-line = Rad { $line } i { $path } hör inte hemma i en arenalogg: { $cause }
error-no-json = den är inte JSON.
error-match-form = den är ingen match. En match anger game, edition, rulings, bots per plats, och seed.
error-result-form = den är inte resultatet av en match.
error-arena-other = { $path } är loggen från en annan arena ({ $name }: { $there } där, { $here } här). Ange en annan fil med --log.
error-arena-other-code = { $path } spelades med annan kod än den här Rowdys, så partierna kan inte blandas med nya. Börja om med --fresh, eller ange en annan fil med --log.
error-arena-other-match = Rad { $line } i { $path } är en match som den här arenan inte spelar. Ange en annan fil med --log.
error-arena-unwritable = Kan inte använda { $path } som logg: { $reason }. Ange en annan fil med --log.
error-arena-busy = En annan arena skriver i { $path }: vänta på den, eller ange en annan fil med --log.
error-study-games = Antalet partier med varje val måste vara från { $least } till { $most }.
error-study-no-rulings = { $game } har inga husregler att jämföra.
error-study-none = Ingen undersökning av { $game } följer med Rowdy. Gör en: rowdy study { $game } --rulings
error-study-out-alone = --out skriver det som mäts, så det behöver --rulings.
error-study-unwritable = Kan inte skriva undersökningen till { $path }: där kan ingen fil ligga.
error-match-line = Rad { $line } kan inte spelas: { $cause }
error-play-matches-alone = Matcher är redan inställda: --play-matches går inte ihop med { $name }.
error-bot-failed = { $bot } misslyckades på plats { $seat } i matchen med startvärdet { $seed }: { $reason }
error-bot-illegal = { $bot } gjorde ett otillåtet drag på plats { $seat } i matchen med startvärdet { $seed }: { $move }
error-worker-died = En arbetsprocess avslutades oväntat ({ $how }). Alla avslutade partier finns i loggen: samma kommando fortsätter därifrån.
error-plot-ending = { $path } kan inte vara en bild: namnet måste sluta på .svg eller .png.
error-plot-folder = Mappen för { $path } finns inte.
error-picture-at = Det finns inget steg { $at }: de går från 0 till { $last }.
error-gif-missing = En GIF behöver resvg-py och Pillow. Installera dem med: pip install resvg-py pillow
error-gif-no-font = En GIF behöver något av de här typsnitten att skriva med: { $known }. Installera ett.
error-gif-terminal = En GIF går inte att läsa här. Skicka den till en fil: rowdy picture --gif > game.gif
error-plot-missing = Bilder behöver Matplotlib. Installera det med: pip install matplotlib
error-plot-unwritable = Kan inte skriva bilden { $path }: { $reason }.

error-no-perfect-play = Perfekt spel är inte känt för { $game }. Det är det för { $known }.
error-no-need-to-solve = { $game } behöver inte lösas: det är litet och genomsöks helt varje gång någon frågar.
error-workers = Talet för --workers måste vara från 1 till { $most }.
error-solve-files = Kan inte använda { $path }: { $reason }. Kontrollera mappen, eller ange en annan med --out.
error-solve-space = Det är fullt i { $path }: { $reason }. Färdiga lager finns kvar: gör plats (1,1 GB totalt) och kör samma kommando igen, eller ange en annan mapp med --out.
error-solve-memory = Minnet räcker inte: ungefär 1 GB behövs. Färdiga lager finns kvar: samma kommando fortsätter därifrån.
error-solution-foreign = { $path } är inte del av en lösning. Flytta undan den och kör ”rowdy solve” igen.
error-solution-unreadable = Lösningen i { $path } går inte att läsa: { $reason }.
error-solution-damaged = { $path } är skadad: kontrollsumman stämmer inte. Radera den och kör ”rowdy solve” igen; om den följde med Rowdy, installera om Rowdy.
error-solution-version = { $path } har version { $found }, men den här Rowdy läser version { $known }. Radera den och kör ”rowdy solve” igen.
error-solution-other = { $path } innehåller ett annat lager eller andra husregler ({ $found }) än det som hör hemma där ({ $wanted }). Flytta undan den och kör ”rowdy solve” igen.
error-not-solved = Med de här husreglerna ({ $variant }) är { $game } inte löst på den här datorn: kör ”rowdy solve { $game }” en gång, med samma --ruling.
error-explore-back = ”{ $text }” är inget antal steg: b 3 går tillbaka tre.

error-record-header = Rad { $line }: ”{ $text }” är ingen rubrik i ett protokoll.
error-record-header-twice = Rad { $line }: rubriken { $text } finns två gånger.
error-record-header-missing = Det här är inget protokoll: rubriken { $text } saknas.
error-record-version = Rad { $line }: det här protokollet har version { $text }; versioner som kan läsas: { $known }.
error-record-field = ”{ $text }” kan inte vara { $name } i ett protokoll.
error-record-game = Det här { $game } har inte den vanliga storleken, så ett protokoll kan inte rymma det.
error-record-seats = Rad { $line }: ”{ $text }” anger inga platser.
error-record-players = { $players } kan inte vara de { $seats } platserna i ett protokoll: var och en är en rad med högst 40 tecken, utan komma.
error-record-value = Rad { $line }: ”{ $text }” är inget värde för { $name }.
error-record-line = Rad { $line }, vid ”{ $text }”: { $cause }
error-record-after-end = Partiet är redan slut.
error-record-answer = Här tillfrågas alla om kort: det behövs ett svar som 1!- eller 2!red.
error-record-turn-number = Här börjar rad { $number } i partiet: numret måste vara { $number }, eller utelämnas.
error-record-turn-same-line = Här börjar en annan plats tur: den behöver en egen rad.
error-record-turn-split = Det här hör ännu till turen på raden före: skriv en tur på en rad.
error-record-turn-unfinished = Raden före är inte färdig: { $due ->
    [answer] plats { $seat } har inte sagt än om den visar kort.
    [move] plats { $seat } har inte gjort sitt drag än.
   *[chance] det återstår att ta ett kort eller att visa den översta plattan i en hög.
}
error-record-comment = ”{ $text }” kan inte vara en kommentar: den är en rad med högst { $most } tecken, utan klammerparenteser.
error-record-comment-form = En kommentar är ord inom klammerparenteser på en rad.
error-record-place = Vid { $at } kan { $what ->
    [comment] ingen kommentar
   *[variation] ingen variant
} läggas till: dragföljden har ställen från 0 till { $last }.
error-record-variation-open = En variant slutar på den rad där den börjar: en högerparentes saknas.
error-record-variation-close = Ingen variant är öppen här.
error-record-variation-early = En variant står efter det drag som den ersätter: det finns inget än.
error-record-variation-empty = Det finns inget drag i den här varianten.
error-record-turn-empty = Det finns inget drag efter numret.
error-not-seen-so = { $move } stämmer inte med den här vyn: de egna korten är öppna, de andras inte.
error-record-result = Rad { $line }: resultatet anges som ”{ $text }”, men partiet slutade ”{ $known }”.
error-record-not-over = Rad { $line }: resultatet anges som ”{ $text }”, men partiet är inte slut.
error-record-seed-early = Rad { $line }: bara protokollet från ett avslutat parti har startvärde och salt.
error-record-seed-other = Rad { $line }: startvärdet stämmer inte med protokollets sigill.
error-record-eyes = Det här är protokollet från { $eyes }: andra såg annat.
error-record-nonces = { $nonces } kan inte vara engångstalen från { $seats } platser: vart och ett är 32 till 64 siffror 0 till 9 och a till f, eller - för inget.
error-record-resigned = { $resigned } kan inte ha gett upp: ange några av de { $seats } platserna i ordning, så att minst en är kvar.
error-record-resigned-late = Rad { $line }: ingen kan ge upp ett parti som är slut enligt reglerna.
error-record-salt-alone = Rad { $line }: ett salt betyder inget utan sitt startvärde och sigill.
error-record-seed-eyes = Det här är protokollet från { $eyes }: bara protokollet från hela partiet har startvärde och salt.
error-record-position-practice = Ett parti från en ställning är alltid övning: rubriken ”Practice: yes” saknas.
error-position-unknown = ”{ $text }” har okända kort: ett parti kan bara spelas från en fullständig ställning.
error-position-not-seen-so = ”{ $text }” stämmer inte med den här vyn av ställningen: de egna korten är öppna, de andras inte.
error-position-over = I ”{ $text }” är partiet redan slut: det finns inget kvar att spela.
error-position-alone = Den som ställer upp en ställning i { $game } känner till alla kort i den, så därifrån kan bara en person spela, med botar.
error-no-lesson = { $game } har ingen lektion.
error-no-lesson-step = Det finns inget steg ”{ $step }” i lektionen; det finns { $known }.
error-lesson-moves = Det är för mycket för en tur: högst { $most } drag.
error-salt = Ett salt är 64 siffror 0 till 9 och a till f.
error-nonce = ”{ $text }” är inget engångstal: ett engångstal är 32 till 64 siffror 0 till 9 och a till f.
error-verify-nonce = ”{ $text }” är inte en plats engångstal: skriv som i --nonce 1=0f… med 32 till 64 siffror 0 till 9 och a till f.
error-verify-nonce-files = Ett engångstal hör till ett parti: ange bara ett protokoll med --nonce.
error-verify-server = ”{ $text }” är ingen länk till ett bord: kopiera en från dess sida, till exempel den för åskådare, med allt efter #.
error-verify-server-failed = { $server } lämnade inte ut sitt protokoll: { $reason }.
error-verify-seat = Det finns ingen plats { $seat } i protokollet: ange en från 1 till { $seats }.


## Errors at the door of the server

error-name-length = Ett namn har 1 till { $most } tecken.
error-name-sign = ”{ $sign }” kan inte ingå i ett namn; bokstäver, siffror, blanksteg och - ' . kan det.
error-name-letters = ”{ $name }” kan inte vara ett namn: det behöver bokstäver eller siffror, med bara några få accenter på varje.
error-name-dotted = ”{ $name }” ser ut som en webbadress: sätt ett blanksteg efter varje punkt.
error-name-digits = Ett namn har högst { $most } siffror.
error-name-reserved = ”{ $name }” kan inte vara en persons namn här: välj ett annat.
error-names-alike = Två spelare skulle heta ”{ $name }”: välj namn som ser olika ut.
error-no-key = Det här kräver en nyckel, skickad som ”Authorization: Bearer KEY”: den är det som länken till en plats har efter #.
error-body-type = Innehållet i förfrågan måste vara av typen { $kind }.
error-body-size = Innehållet i förfrågan är för stort: högst { $most } byte läses.
error-body-form = Innehållet i förfrågan går inte att läsa: { $reason }
error-body-text = Innehållet i förfrågan är inte UTF-8-text.
error-body-end = Förfrågan bröts innan hela innehållet hade kommit fram.
error-eyes-closed = Medan partiet pågår kan du bara se det så som du ser det vid bordet.
error-internal = Något gick fel här. Försök igen.
error-no-such-page = Här finns inget.
error-wrong-method = Den här adressen tar inte emot en sådan förfrågan.
error-too-busy = Servern har för mycket att göra just nu. Försök igen om { $seconds } s.
error-too-often = Det var lite för ofta. Försök igen om { $seconds } s.
error-qr-link = Bara länkar till den här servern ritas som kod.
error-grace-range = Väntetiden är 0 till { $most } sekunder.
error-keep-range = Bord kan sparas i 1 till { $most } dagar.
error-proxy-address = ”{ $text }” är inte adressen till en proxy: skriv en IP-adress som 10.0.0.2, eller ett nätverk som 10.0.0.0/8.
error-root-path = ”{ $text }” är ingen mapp: skriv den som /rowdy, med bara bokstäver, siffror och - . _ ~.
error-metrics-address = ”{ $text }” är inget ställe för mätvärden: skriv en port, till exempel 9765, eller en adress och en port, till exempel 10.0.0.2:9765.
error-metrics-missing = Mätvärden behöver ett paket till. Installera det med: pip install "rowdy[metrics]"
error-metrics-unreachable = Mätvärden kan inte visas på { $place }: { $reason }
error-port = En port är ett tal från 0 till { $most }; 0 står för vilken ledig som helst.
error-port-none = Ingen port är ledig från { $port } och uppåt.
error-port-denied = Den här datorn låter dig inte använda port { $port }: välj en över 1023.

## Errors: where tables are kept

error-store-url = Det här är inte adressen till en databas. Ange en fil, eller skriv den som postgresql://user:password@host/name, med %40 för ett @ i lösenordet.
error-store-dialect = Bord kan inte sparas i { $name }. Ange en fil, eller en adress som börjar med sqlite:/// eller postgresql://.
error-store-driver = PostgreSQL behöver ett paket till. Installera det med: pip install "rowdy[postgres]"
error-store-unreachable = Kan inte nå { $place }: { $reason }
error-store-unwritable = Bord kan inte sparas i { $place }: { $reason }. Ange ett annat ställe med --db.
error-store-foreign = { $place } innehåller något annat än Rowdys bord, så det lämnas i fred. Ange ett annat ställe med --db.
error-store-newer = { $place } skapades av en nyare Rowdy: databasen har version { $found }, men den här Rowdy känner till { $known }. Uppdatera Rowdy, eller ange ett annat ställe med --db.
error-store-busy = En annan server sparar sina bord i { $place }. Stoppa den först, eller ange ett annat ställe med --db.


## Errors: bots and hints of the live table

error-thinker-failed = Det finns inget tips just nu. Försök igen om en stund.

## Lessons

learn-greeting = { $game }: lektionen
learn-help = { $orders ->
    [yes] Skriv ett drag med dess nummer eller i notation, och ”behåll KORT” eller ”visa KORT” för att behålla eller visa ett kort; även hoppa, tillbaka och avsluta.
   *[no] Skriv ett drag med dess nummer eller i notation; även hoppa, tillbaka och avsluta.
}
learn-step = { $step } av { $steps }: { $title }
learn-prompt = Ditt drag:
learn-again = Försök igen.
learn-left = Fortsätt när du vill: rowdy learn { $game }
lesson-rival = { $form ->
    [mid] motspelaren
   *[base] Motspelaren
}
lesson-any-title = { $step }
lesson-any-say = Hitta rätt drag.
lesson-any-right = Just det.
lesson-any-wrong = Inte än.
lesson-any-endgame-title = Spela klart nu
lesson-any-endgame-say = Den lättaste boten spelar mot dig; du får ångra vad du vill.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = Varje sten har två sidor
lesson-rubik-place-say = Du är X, och dina stenar är **blå på ena sidan och gröna på den andra**. Välj en sida och placera den första stenen på vilken ruta du vill.
lesson-rubik-place-right = Där ligger den. Bara den allra första turen är så här kort.

lesson-rubik-flip-title = Vänd först
lesson-rubik-flip-say = Från och med nu börjar varje tur med en vändning: en av motspelarens stenar **glider till en tom ruta bredvid och får andra sidan upp**. Vänd O:et på b3.
lesson-rubik-flip-right = Det gled undan och visar sin andra sida. Efter vändningen skulle du placera en egen sten.

lesson-rubik-break-title = En vändning bryter en rad
lesson-rubik-break-say = O har tre vita stenar i rad. **Vänd bort en av dem** innan raden ställer till någon skada.
lesson-rubik-break-right = Raden är bruten. En sten som vänds lämnar både sin plats och sin färg.
lesson-rubik-break-stays = Raden på { $squares } finns kvar. Vänd en av stenarna i den.

lesson-rubik-row-title = Tre i samma färg
lesson-rubik-row-say = En rad är tre av dina stenar intill varandra, rakt eller snett, **alla med samma sida upp**. Du har två blå: placera den tredje.
lesson-rubik-row-right = Det är en rad. Men den vinner först när den inte längre kan komma undan, som du snart får se.
lesson-rubik-row-sides = { $squares } är tre av dina, men de visar inte alla samma sida.
lesson-rubik-row-no-row = Det blir ingen rad. Se efter var tre blå stenar skulle ligga intill varandra.

lesson-rubik-lock-title = Lås in din rad
lesson-rubik-lock-say = Du har tre i rad. De räknas först när **ingen ruta bredvid är tom**, för annars kan en sten glida undan: täpp till den sista luckan.
lesson-rubik-lock-right = Instängd, och vunnet! Ingen sten i raden kan vändas längre.
lesson-rubik-lock-gap = Inte än: en sten på { $squares } kan ännu glida undan.

lesson-rubik-push-title = En vändning kan också vinna
lesson-rubik-push-say = Din gröna rad har en lucka kvar, och det är din tur att vända. **Knuffa in en av motspelarens stenar i luckan**, så behöver du inte ens placera någon.
lesson-rubik-push-right = Vunnet med en vändning! Det spelar ingen roll vems sten som fyller luckan: din rad är instängd.
lesson-rubik-push-gap = Inte än: en sten på { $squares } kan ännu glida undan. Vilket O ligger precis bredvid luckan?

lesson-rubik-endgame-title = Spela klart nu
lesson-rubik-endgame-say = Du är X, och med bra vändningar **kan du vinna det här**. Den lättaste boten spelar O; du får ångra vad du vill.

# XOXO²

lesson-xoxo2-place-title = Varje stjärna har två sidor
lesson-xoxo2-place-say = Stjärnorna är dina, **gröna på ena sidan och röda på den andra**. Välj en sida och placera den första stjärnan på vilken ruta du vill.
lesson-xoxo2-place-right = Där ligger den. Bara den allra första turen är så här kort.

lesson-xoxo2-flip-title = Vänd först
lesson-xoxo2-flip-say = Från och med nu börjar varje tur med en vändning: en sexkant **glider till en tom ruta bredvid och får andra sidan upp**. Vänd den på c3.
lesson-xoxo2-flip-right = Den gled undan och visar sin andra sida. Efter vändningen skulle du placera en egen stjärna.

lesson-xoxo2-break-title = Bryt eller förlora
lesson-xoxo2-break-say = Tre gröna sexkanter ligger i rad, och den här vändningen är din enda chans: **en rad som överlever den vinner**. Bryt raden.
lesson-xoxo2-break-right = I sista stund. En sten som vänds lämnar både sin plats och sin färg.
lesson-xoxo2-break-stays = Raden på { $squares } har överlevt din vändning, och därmed har den vunnit. Vänd en av sexkanterna i den.

lesson-xoxo2-row-title = Tre i samma färg
lesson-xoxo2-row-say = En rad är tre av dina stjärnor intill varandra, rakt eller snett, **alla med samma sida upp**. Två röda ligger snett: placera den tredje.
lesson-xoxo2-row-right = Det är en rad. Den vinner bara om den överlever motspelarens nästa vändning, och det skulle den här inte göra.
lesson-xoxo2-row-sides = { $squares } är tre av dina, men de visar inte alla samma sida.
lesson-xoxo2-row-no-row = Det blir ingen rad. Se efter var tre röda stjärnor skulle ligga intill varandra.

lesson-xoxo2-closed-title = En rad som inte kommer undan
lesson-xoxo2-closed-say = Du kan göra klart den ena eller den andra av två rader, men en stjärna med en tom ruta bredvid kan vändas bort. **Välj raden som stannar kvar**.
lesson-xoxo2-closed-right = Vunnet! Ingen stjärna i den här raden har en tom ruta bredvid, så ingen vändning kommer åt den.
lesson-xoxo2-closed-breaks = En rad, men inte länge: { $squares } kan vändas bort ur den.
lesson-xoxo2-closed-sides = { $squares } är tre av dina, men de visar inte alla samma sida.
lesson-xoxo2-closed-no-row = Det blir ingen rad. Det finns två att göra klara: högst upp och längst ner.

lesson-xoxo2-two-title = Två rader på en gång
lesson-xoxo2-two-say = **En vändning bryter en rad, så gör två**. Det finns en ruta där en enda stjärna gör klart båda.
lesson-xoxo2-two-right = Vunnet! Vilken rad vändningen än bryter finns den andra kvar.
lesson-xoxo2-two-one = Det är bara en rad, och en stjärna på { $squares } kan vändas bort ur den.
lesson-xoxo2-two-sides = { $squares } är tre av dina, men de visar inte alla samma sida.
lesson-xoxo2-two-no-row = Det blir ingen rad. Leta efter rutan där två gröna rader möts.

lesson-xoxo2-endgame-title = Spela klart nu
lesson-xoxo2-endgame-say = Stjärnorna är dina, och med bra vändningar **kan du vinna det här**. Den lättaste boten spelar sexkanterna; du får ångra vad du vill.

# XOXO

lesson-xoxo-lay-title = En av två plattor
lesson-xoxo-lay-say = Varje tur lägger du en platta: **den översta i din egen hög eller i draghögen**. Den läggs intill en platta som redan ligger där, och alla ska rymmas inom tre gånger tre.
lesson-xoxo-lay-right = Det är en hel tur. Det spelar roll var en platta hamnar, för alla bygger på samma spelplan.

lesson-xoxo-line-title = En rad för ditt mål
lesson-xoxo-line-say = Dina kort är hemliga mål. Du har röd: lägg en röd platta så att **tre röda ligger i rad**.
lesson-xoxo-line-right = Tre röda, och ditt kort visas. Den som först har visat alla sina kort vinner.
lesson-xoxo-line-apart = En röd platta, men inte i rad med de två andra. De ligger ovanför varandra.
lesson-xoxo-line-other = Den plattan är inte röd. En av de två att välja på är det.

lesson-xoxo-cover-title = Det ligger nio plattor: nu täcker du
lesson-xoxo-cover-say = Spelplanen är full, så **nu täcker en platta en annan**, bara inte den som lades senast. Du har triangel: täck en platta så att tre trianglar ligger i rad.
lesson-xoxo-cover-right = Det som låg under är borta, och din rad är klar. De andras rader försvinner på samma sätt.
lesson-xoxo-cover-other = Den plattan visar ett hjärta. Den andra av de två är en triangel.
lesson-xoxo-cover-apart = En triangel, men inte tre i rad. Två ligger ovanför varandra till höger.

lesson-xoxo-backs-title = Läs baksidorna
lesson-xoxo-backs-say = På baksidorna av motspelarens kort **står det bara form**, så färger behöver du inte bry dig om. Hitta raden som bara saknar en till av sin form, och förstör den.
lesson-xoxo-backs-right = Förstörd. En platta på rätt ställe avslöjar inte för någon vad du själv har.
lesson-xoxo-backs-gave = Nu visar { $squares } samma form: det kan vara just det som motspelaren behöver.
lesson-xoxo-backs-open = Raden { $squares } saknar fortfarande bara en platta. Lägg en annan form där.

lesson-xoxo-hold-title = Dölj hur långt du har kommit
lesson-xoxo-hold-say = Du har två kort kvar, och att visa röd nu skulle varna motspelaren. **Tryck på röd** så att du behåller det tills vidare, och gör sedan klart raden med en röd platta.
lesson-xoxo-hold-right = Raden är klar, och ingen vet om det. Kommer ditt sista mål också, visar du båda på en gång och vinner.
lesson-xoxo-hold-told = Ditt röda kort visades, och alla vet att du bara behöver ett till. Tryck på det först för att behålla det.
lesson-xoxo-hold-other = Det blir inte tre röda i rad. Två ligger ovanför varandra.

lesson-xoxo-show-title = Visa i tid
lesson-xoxo-show-say = Du har behållit två kort, och ett av dem har sin rad nu. Motspelaren kan snart täcka den: **tryck på det kortet för att visa det nu**.
lesson-xoxo-show-right = Säkrat: ett kort som har visats förblir visat, även när raden täcks.
lesson-xoxo-show-no-line = Det finns ingen rad för det kortet, så inget kunde visas. Titta på den lodräta raden med tre röda.

lesson-xoxo-endgame-title = Spela klart nu
lesson-xoxo-endgame-say = Du behöver ett kort till, och motspelaren två: med **tre blå plattor i rad** vinner du. Den lättaste boten spelar mot dig; du får ångra vad du vill.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = Ett kort per tur
lesson-djeco-lay-say = Du är röd, med krysset. Varje tur **spelar du ett kort på en tom ruta**, så att allt ryms inom tre gånger tre, och tar sedan ett nytt. Spela vilket kort du vill.
lesson-djeco-lay-right = Ett kort spelat och ett nytt taget. Korten på din hand kan vara röda eller blå, vilken färg du än spelar.

lesson-djeco-line-title = Tre röda, en bricka
lesson-djeco-line-say = Varje gång **tre röda kort ligger i rad** får du en bricka; numren spelar ingen roll för det. Gör klart raden.
lesson-djeco-line-right = En bricka till dig. Du behöver fem, och två fler än motspelaren.
lesson-djeco-line-rival = Det kortet är blått: det hjälper motspelaren, inte dig.
lesson-djeco-line-apart = Det gör ingen rad klar. Två röda kort ligger bredvid varandra, och det finns plats för ett tredje.

lesson-djeco-stack-title = Samma nummer, ovanpå
lesson-djeco-stack-say = En blå 5:a ligger mitt i din rad. Ett kort får också läggas **ovanpå ett med samma nummer**, oavsett färg: ta tillbaka rutan.
lesson-djeco-stack-right = Bara det översta kortet räknas, så raden är röd nu, och brickan är din.
lesson-djeco-stack-other = Den blå 5:an ligger fortfarande överst. Du har ett rött kort med samma nummer.

lesson-djeco-yellow-title = Gult rensar en ruta
lesson-djeco-yellow-say = Två blå kort ligger bredvid varandra, och ett tredje skulle ge en rad. Använd ditt gula frikort för att **ta bort ett av dem**.
lesson-djeco-yellow-right = Borta, med allt som låg under. Gult tar också bort ett eget kort, om det hjälper.
lesson-djeco-yellow-helped = { $squares } är alla blå nu, och motspelaren får brickan för det.
lesson-djeco-yellow-threat = På { $squares } saknar blå fortfarande bara ett kort.
lesson-djeco-yellow-use = Det stoppar raden för tillfället. Men det här steget handlar om det gula frikortet: ta bort ett blått kort med det.

lesson-djeco-green-title = Grönt rensar en rad
lesson-djeco-green-say = Flera rader saknar bara ett blått kort på en tom ruta. Ditt gröna frikort **rensar en hel vågrät, lodrät eller diagonal rad** där tre kort ligger: välj en som stoppar alla.
lesson-djeco-green-right = Tre rutor helt rensade. Det finns bara två gröna frikort i leken, så spara dem till ett sådant tillfälle.
lesson-djeco-green-helped = { $squares } är alla blå nu, och motspelaren får brickan för det.
lesson-djeco-green-threat = På { $squares } saknar blå fortfarande bara ett kort. Grönt tar bort alla tre på en gång.
lesson-djeco-green-use = Det stoppar en rad för tillfället. Men det här steget handlar om det gröna frikortet: rensa en hel rad med det.

lesson-djeco-rival-title = Motspelarens färg, ditt problem
lesson-djeco-rival-say = Du har bara blått på handen, och du måste spela. **Brickan går till den som äger färgen**, vem som än lägger kortet: lägg ett där det inte gör någon skada.
lesson-djeco-rival-right = Ingen bricka till blå. Ibland är det bästa kortet det som hjälper minst.
lesson-djeco-rival-helped = { $squares } är alla blå nu: brickan går till motspelaren, fast det var du som lade kortet.

lesson-djeco-endgame-title = Spela klart nu
lesson-djeco-endgame-say = Du har tre brickor, motspelaren två: **kom först till fem**. Den lättaste boten spelar blå; du får ångra vad du vill.

## Puzzles

help-puzzle-short = lös dagens kluring, eller andra
help-puzzle =
    Lös dagens kluring: en för alla, samma här och på sidan. Ange ett id för en viss
    kluring, eller ett spel eller ett tema för en nära din rating. Varje kluring har
    exakt ett svar, och det är bevisat.

    Skriv drag i notation eller deras nummer; tips, lösning, igen, drag och avsluta
    fungerar när som helst. Rating och svit sparas på den här datorn.

    Exempel:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = id för en kluring, till exempel ett som någon har gett dig
help-puzzle-endless = en kluring efter den andra, nära din rating
help-puzzle-game = bara kluringar i det här spelet
help-puzzle-theme = bara kluringar med det här temat: { $themes }
help-puzzle-date = kluringen för en annan dag, till exempel 2026-12-24
help-puzzle-seed = välj kluringar efter det här startvärdet, för att få samma igen
help-puzzle-export = skriv rating, svit och det du har sett till en fil, för en annan enhet eller sidan
help-puzzle-import = läs en sådan fil; den ersätter det som är sparat här
help-puzzles-short = gör, bevisa och räkna kluringar
help-puzzles =
    make    låter botar spela partier och hittar ställningarna där exakt en tur
            fungerar; var och en bekräftas av en andra sökning innan den räknas
    prove   bekräftar alla kluringar i ett spel en gång till, eller dem i en fil
    spread  ritar hur svåra kluringarna i alla spel är, som SVG

    Om du avbryter make fortsätter det där det slutade: det som varje parti ger sparas
    genast. Det går fort när spelet är löst (rowdy solve GAME), och långsamt innan.

    Exempel:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove eller spread
help-puzzles-games = hur många partier som spelas totalt, tidigare körningar inräknade (standard: 1000)
help-puzzles-seed = namnet på körningen; samma namn hittar samma kluringar (standard: 1)
help-puzzles-out = vart kluringarna eller bilden ska; ett namn som slutar på .xz packar dem
help-puzzles-set = en fil med kluringar att bevisa, i stället för dem som finns

puzzle-theme-row = Vinnande rad
puzzle-theme-win-2 = Vinst på två
puzzle-theme-win-3 = Vinst på tre
puzzle-theme-win-4 = Vinst på fyra
puzzle-theme-hold = Enda turen
puzzle-theme-save = Rädda oavgjort
puzzle-theme-sure = Säker vinst
puzzle-theme-safe = Säkert spel
puzzle-theme-holds = Dolt kort
puzzle-title-row = Vinn på den här turen
puzzle-title-rubik-row = Stäng in raden
puzzle-title-xoxo2-row = Hitta raden som överlever
puzzle-title-win-2 = Vinn på två turer
puzzle-title-win-3 = Vinn på tre turer
puzzle-title-win-4 = Vinn på fyra turer
puzzle-title-hold = Bara en tur håller
puzzle-title-save = Rädda oavgjort
puzzle-title-sure = Vilken platta vinner, vad motspelaren än har?
puzzle-title-safe = Vilket drag är säkert, vad motspelaren än har?
puzzle-title-holds = Vilket kort kan motspelaren fortfarande ha?
puzzle-say-win = Du är { $player }. Av { $turns } turer är det en som vinner.
puzzle-say-draw = Du är { $player }. Av { $turns } turer är det en som inte förlorar.
puzzle-say-xoxo-sure = Varje kort finns en gång, och alla visar genast vad de kan. Med en av plattorna vinner du ensam på den här turen, vad motspelaren än har på handen.
puzzle-say-xoxo-holds = Varje kort finns en gång, och alla visar genast vad de kan. Ett av de här korten kan motspelaren ha på handen, de andra inte.
puzzle-say-djeco-safe = Bara ett av dragen hindrar motspelaren från att vinna med sitt nästa kort, vad det än är för kort.
puzzle-say-djeco-holds = Motspelaren har just passat, och den som kan spela måste. Ett av de här korten kan motspelaren ha på handen, de andra inte.
puzzle-say-any = Precis ett svar är rätt, vad de andra än har.
puzzle-rival = { $form ->
    [mid] motspelaren
   *[base] Motspelaren
}
puzzle-of-the-day = Dagens kluring, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] mycket lätt
    [2] lätt
    [3] medelsvår
    [4] svår
   *[5] mycket svår
}
puzzle-head = { $game } · { $difficulty } (kluring { $id })
puzzle-help = Skriv drag eller deras nummer; eller tips, lösning, igen, drag, avsluta.
puzzle-prompt = Ditt svar:
puzzle-then = { $first } och sedan { $then }
puzzle-more = Rätt. Motspelaren svarar med att { $reply }. { $count ->
        [one] En tur är kvar att hitta.
       *[other] { $count } turer är kvar att hitta.
    }
puzzle-right = Löst!
puzzle-wrong = Inte den.
puzzle-hint-first = Det börjar så här: { FORM($move, "imp") }
puzzle-hint-square = Titta på { $squares }.
puzzle-hint-not = Inte { $option }.
puzzle-solution = Svaret: { $moves }
puzzle-refuted-now = Motspelaren svarar med att { $moves }, och har vunnit.
puzzle-refuted-loss = Motspelaren svarar med att { $moves }, och vinner { $count ->
        [one] genast.
       *[other] på { $count } turer.
    }
puzzle-refuted-draw = Motspelaren svarar med att { $moves }, och kan hålla oavgjort.
puzzle-refuted-slow = Det vinner också, men senare: på { $count ->
        [one] en tur till.
       *[other] { $count } turer till.
    }
puzzle-counterexample-sure = Inte om motspelaren har detta: { $cards }.
puzzle-counterexample-safe = Med detta vinner motspelaren: { $cards }.
puzzle-counterexample-xoxo-holds = Det kortet är ditt, ligger öppet eller har redan en rad: då hade det visats.
puzzle-counterexample-djeco-holds = Det kortet hade motspelaren kunnat spela, och då inte passat.
puzzle-counterexample-any = Ett annat svar är rätt.
puzzle-rating = Din rating: { $rating } ({ $change })
puzzle-again-same = Den här har du redan gjort klar, så den räknas inte igen.
puzzle-left = Kom tillbaka när du vill: rowdy puzzle
puzzle-share = Rowdys kluring { $day } (samling { $version })
puzzle-streak = { $count ->
        [one] { $count } dag i följd
       *[other] { $count } dagar i följd
    }
puzzle-exported = Sparat i { $path }.
puzzle-imported = Läst: rating { $rating }, { $count ->
        [one] en kluring gjord
       *[other] { $count } kluringar gjorda
    }.
page-puzzles = Kluringar
page-puzzles-say = En om dagen för alla, och tusentals till. Varje kluring har precis ett svar, och det är bevisat.
page-puzzle-today = Dagens kluring
page-puzzle-practice = Träna
page-puzzle-mode = Vilka kluringar
page-puzzle-game = Spel
page-puzzle-theme = Tema
page-puzzle-any-game = Alla spel
page-puzzle-any-theme = Alla teman
page-puzzle-answers = Svar
page-puzzle-hint = Tips
page-puzzle-solution = Lösning
page-puzzle-again = Igen
page-puzzle-next = Nästa kluring
page-puzzle-more = Fler kluringar
page-puzzle-show = Visa
page-puzzle-days = { $count ->
        [one] { $count } dag i följd
       *[other] { $count } dagar i följd
    }
page-puzzle-share-text = Det här kan du dela
page-puzzle-progress = Dina resultat
page-puzzle-rating = Din rating: { $rating }
page-puzzle-solved = Lösta vid första försöket: { $solved } av { $tries }
page-puzzle-best = Längsta sviten av dagar: { $best }
page-puzzle-kept = Allt det här sparas bara på den här enheten.
page-puzzle-export = Spara som fil
page-puzzle-import = Läs in en fil
page-puzzle-import-wrong = Den filen innehåller inga resultat av kluringar.
page-puzzle-done = Den här har du redan gjort klar, så den räknas inte igen.
page-puzzle-change = Din rating: { $rating } ({ $change })
puzzles-begin = Kluringar i { $game }, körning ”{ $seed }”; det som hittas sparas i { $path }.
puzzles-resumed = { $count ->
        [one] Ett parti var redan spelat
       *[other] { $count } partier var redan spelade
    }; det fortsätter därifrån.
puzzles-stopped = Stoppat efter { $count ->
        [one] ett parti
       *[other] { $count } partier
    }. Samma kommando fortsätter.
puzzles-progress = { $count } av { $total }
puzzles-count = { $count ->
        [one] En kluring
       *[other] { $count } kluringar
    }
puzzles-written = Skrivet: { $path }, { $bytes } byte.
puzzles-proved = { $game }: { $count ->
        [one] den enda kluringen är bevisad.
       *[other] alla { $count } kluringar är bevisade.
    }
error-puzzle-line = Rad { $line } är ingen kluring i { $game }: den ska vara tema|rating|ställning|turer|val.
error-puzzle-position = Ingen står på tur i { $position }, så det är ingen kluring.
error-puzzle-journal = { $path } hör till en annan körning, eller är skadad.
error-puzzle-progress = Den filen innehåller inga resultat från kluringar.
error-puzzle-moves = Ett försök har högst { $most } drag.
error-puzzle-not-wrong = Det försöket är inte fel.
error-puzzle-games = Ange med --games hur många partier som ska spelas, minst ett.
error-puzzle-out = Ange med --out vart bilden ska.
error-puzzle-date = { $text } är inget datum; skriv det som 2026-12-24.
error-puzzle-unknown = { $name } är inte känt här; det som finns är { $known }.
error-puzzle-wrong = En kluring är fel: { $why } ({ $line })
error-no-puzzle = Det finns ingen kluring { $id }.
error-no-such-puzzles = Det finns inga sådana kluringar. { $games } { $themes }
error-no-puzzle-making = Kluringar i { $game } kan inte göras: spelet är inte löst, och dess kit drar inga slutsatser.
error-not-an-answer = { $text } är inget av svaren: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Hemliga mål, tre i rad, och varje platta du lägger kan hjälpa någon annan.

aim-xoxo = Du har hemliga kort, vart och ett för en färg, en form eller ett ansikte. När tre plattor i rad alla har det, får du visa kortet; den som först har visat alla sina kort vinner.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Målet: tre i rad för vart och ett av dina kort.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## Det här behöver ni

    Två till fyra spelare från sju år, och en kvart.

    - 48 plattor, alla olika. Var och en visar en av fyra färger (röd, blå, grön, gul), en av fyra former (cirkel, kvadrat, triangel, hjärta) och ett av fyra ansikten (glad, blinkande, förvånad, sur).
    - 12 målkort, ett för varje färg, varje form och varje ansikte. Kortets baksida visar bara sorten: färg, form eller ansikte.

    Det finns 64 möjliga plattor. { $deck ->
        [custom] Ni spelar med 48 som ni själva har valt (husregel *deck*).
       *[balanced] Vi spelar med 48 av dem, valda så att varje färg, varje form och varje ansikte finns på 12 plattor (husregel *deck*).
    }

    ## Förberedelser

    - Blanda plattorna och ge varje spelare en egen hög: { $piles ->
        [en] två spelare får 12 plattor var, tre får 8, fyra får 6 (husregel *piles*). De andra 24 är draghögen.
       *[de] två spelare får 12 plattor var, tre får 10, fyra får 8 (husregel *piles*). De andra 24, 18 eller 16 är draghögen.
    }
    - Alla högar ligger med framsidan upp. Alla ser den översta plattan i varje hög och hur många plattor den har; ingen ser vad som ligger under.
    - Blanda målkorten och dela ut dem med baksidan upp: två eller tre spelare får tre var, fyra får två var. De andra läggs undan utan att någon ser dem.
    - Håll dina kort så att de andra bara ser baksidorna. De vet vilken sort vart och ett av dina kort är, men inte vilket det är.
    - Bestäm vem som börjar. Spelet går medurs.

    ![cards]

    ## Din tur

    Lägg exakt en platta: den översta i din egen hög eller den översta i draghögen.

    - Den första plattan inleder spelplanen.
    - Tills det ligger nio plattor läggs varje platta på en tom ruta kant i kant med en platta på bordet. Spelplanen blir aldrig bredare eller högre än tre.
    - Från och med den tionde plattan täcker varje platta en annan på spelplanen. Plattan som lades i turen precis före får inte täckas, så den tionde får inte täcka den nionde.

    ![grow]

    ![wide]

    ![cover]

    ## Visa kort

    Du får visa ett målkort oavsett vems tur det är, så länge dess färg, form eller ansikte finns på alla tre plattor i någon vågrät, lodrät eller diagonal rad.

    - Bara de översta plattorna räknas. En rad räknas så snart dess tre plattor ligger där, även innan spelplanen är full. När en ny platta bryter den är den borta.
    - En rad förbrukas aldrig. Den kan gälla för flera av dina kort, och för andra spelares kort också.
    - Efter varje platta tillfrågas alla som har kort kvar, även de som inte har något att visa, så att frågan inte avslöjar någon hemlighet.
    - Välj i hemlighet: så många du vill av de kort som stämmer, eller inget alls. Ingen måste visa ett kort.
    - När alla har valt vänds de valda korten upp samtidigt. De ligger sedan kvar öppna.
    - Om någon visade ett kort och spelet fortsätter, tillfrågas alla igen. När ingen visar något börjar nästa tur.

    ![lines]

    ![shared]

    ![broken]

    ## Slutet

    - Visar du ditt sista kort vinner du genast. Alla som gör det i samma ögonblick delar segern.
    - Spelet slutar också när en hög tar slut, en egen eller draghögen: dess sista platta har lagts. Den som har visat flest kort vinner.
    - { $last_window ->
        [no] Efter den sista plattan kan inga kort visas: korten räknas genast (husregel *last_window*).
       *[yes] Innan korten räknas tillfrågas alla som vanligt, och ett sista kort som visas nu vinner ändå genast (husregel *last_window*).
    }
    - Om flera har visat lika många kort och ingen har visat fler, går ni runt bordet i turordning, med början efter spelaren som tömde högen. Den första av dem som ni kommer till vinner. Spelaren som tömde högen kommer sist. Så är det även om ingen har visat något kort.

example-xoxo-aim = På b3, c3 och d3 ligger tre hjärtan: den som har hjärtkortet får visa det.
example-xoxo-cards = Dina egna kort ser du; av de andras kort ser du baksidorna, som bara visar sorten. Du väljer mellan två plattor: den översta i din hög och den översta i draghögen.
example-xoxo-grow = Det ligger tre plattor. Nästa får läggas på vilken märkt ruta som helst: intill en platta, och allt inom tre gånger tre.
example-xoxo-wide = Nu är spelplanen tre bred. Den kan fortfarande växa uppåt eller nedåt, men inte längre åt sidorna.
example-xoxo-cover = Spelplanen är full, och nästa platta täcker en annan. Bara plattan på c2 får inte täckas: den lades i turen precis före.
example-xoxo-lines = Tre rader: röd på b4, c4 och d4, en färg; triangel på b3, c3 och d3, en form; blinkande på b2, c2 och d2, ett ansikte.
example-xoxo-shared = En rad för två kort: b3, c3 och d3 är alla blå, och alla är hjärtan.
example-xoxo-broken = En blå platta täcker den röda på d4. Den röda raden är borta; de två andra räknas fortfarande.

typing-xoxo =
    Rutorna har en bokstav, från vänster till höger, och en siffra, nerifrån och upp. Den första plattan läggs på `c3`, mitten av rutorna `a1` till `e5`.

    - `own@c3` lägger den översta plattan i din egen hög på c3.
    - `draw@b3` lägger den översta plattan i draghögen på b3.
    - `behåll röd` behåller ett kort, `visa röd` låter det visas igen. Om du inte behåller det visas ett kort automatiskt så snart dess rad är klar.

    En platta skrivs som färg, form och ansikte, med de engelska begynnelsebokstäverna: `rss` är en röd kvadrat med ett förvånat ansikte. Färger: `r` röd, `b` blå, `g` grön, `y` gul. Former: `c` cirkel, `s` kvadrat, `t` triangel, `h` hjärta. Ansikten: `j` glad, `w` blinkande, `s` förvånad, `g` sur.


## XOXO: house rules

ruling-piles = Hur många plattor finns i varje spelares egen hög?
ruling-piles-de = Två spelare får 12 var, tre får 10, fyra får 8; draghögen har 24, 18 eller 16.
ruling-piles-en = Två spelare får 12 var, tre får 8, fyra får 6; draghögen har alltid 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 eller 8 plattor för två, tre eller fyra spelare
says-xoxo-piles-en = 12, 8 eller 6 plattor för två, tre eller fyra spelare

ruling-deck = Vilka 48 av de 64 möjliga plattorna är med?
ruling-deck-balanced = En jämn blandning: varje färg, form och ansikte finns på 12 plattor, varje par (säg röd och hjärta) på 3. Numrera de fyra färgerna, formerna och ansiktena från 0 till 3, så som de räknas upp i reglerna: de 16 plattor vars tre nummer tillsammans blir en multipel av 4 är inte med.
ruling-deck-custom = Din egen lista med 48 olika plattor.

ruling-last_window = Får kort fortfarande visas efter plattan som tömmer en hög?
ruling-last_window-yes = Ja: alla tillfrågas som efter vilken annan platta som helst, och ett sista kort som visas då vinner genast.
ruling-last_window-no = Nej: korten som redan har visats räknas med en gång.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Båda avslutar spelet genast, och båda låter dig visa ett kort när som helst. Det engelska låter lite mer som nej, eftersom det räknar korten som har visats när högen tar slut; det tyska är lösare.

## XOXO: decisions

decision-xoxo-one-card-a-value = Det finns exakt ett målkort för varje färg, varje form och varje ansikte. Regelhäftena anger bara kortens antal och sorter, och tolv kort motsvarar tolv värden, ett för ett.
decision-xoxo-any-number = Du får visa hur många kort du vill i samma ögonblick. Regelhäftena lämnar det öppet, och vid ett riktigt bord hindrar inget dig från att vända upp två på en gång.
decision-xoxo-early-lines = En rad räknas så snart dess tre plattor ligger där, även innan spelplanen är full. Regelhäftena förbjuder det inte, och en rad är en rad.
decision-xoxo-tie-among-tied = Om flera ligger lika avgörs det bara mellan dem. Det tyska regelhäftet säger så; det engelska utelämnar de orden, och utan dem skulle någon med färre kort kunna vinna.
decision-xoxo-top-before-window = Högens nya översta platta syns innan någon tillfrågas om kort. Även vid ett riktigt bord syns den så snart plattan ovanför har tagits.

## XOXO: editions

edition-xoxo-de = Tyska regler
edition-xoxo-en = Engelska regler (mindre högar för tre och fyra spelare)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason; so are all messages of this kind.
decided-xoxo-last_card = med att någon visar sitt sista kort
decided-xoxo-pile = med en tom hög
decided-xoxo-pile_tie = med en tom hög och lika många visade kort


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Få tre av dina stenar i rad, alla med samma sida upp. Om du fortfarande har tre i rad när motspelaren har vänt en av dina stenar, vinner du.
   *[enclosed] Få tre av dina stenar i rad, alla med samma sida upp, utan någon tom ruta bredvid någon av dem. Då kan ingen vända bort dem, och du vinner.
}
short-aim-flip = { $row ->
    [survives] Målet: tre lika i rad som överlever en vändning.
   *[enclosed] Målet: tre lika i rad, utan tom ruta bredvid.
}

flip-turn =
    - **Först: vänd.** Ta vilken som helst av motspelarens stenar, flytta den till en tom ruta kant i kant med den som stenen ligger på, och vänd på den. Det måste du göra om du kan, även om det hjälper motspelaren. Du hoppar bara över det om ingen av motspelarens stenar har en tom ruta bredvid sig.
    - **Sedan: placera.** Lägg en av dina egna stenar, som ligger bredvid brädet, på vilken tom ruta som helst, med valfri sida upp. Det måste du också göra, även om det hjälper motspelaren. Rutan som vändningen just lämnade tom är tillåten.

    ![flip]

    ![place]

flip-winning =
    En **rad** är tre stenar som tillhör samma spelare, alla med samma sida upp, på tre rutor intill varandra i rak linje: vågrätt, lodrätt eller diagonalt. Brädet har 24 sådana linjer. Fyra på linje räknas som två rader.

    ![sides]

    { $row ->
        [survives]
            Du vinner när du har en rad och motspelaren har gjort sin vändning sedan dess, eller inte kan göra någon (husregel *row*). Spelet slutar så snart det är säkert:

            - I slutet av din tur, om du har en rad och motspelaren inte kan vända något alls.
            - I slutet av din tur, om motspelaren kan vända, men du efter **varje** möjlig vändning har en rad: en gammal, eller en ny som själva vändningen ger.
            - Annars direkt efter motspelarens vändning, om du då har en rad. Då placeras ingen sten.

            En rad som motspelaren ännu kan bryta vinner alltså inget än. Två rader där bara den ena kan brytas vinner. En rad som motspelaren hade kunnat bryta, men inte bröt, vinner efter vändningen; det gör också en rad som motspelaren gav dig i onödan. Det kan aldrig hända att båda vinner samtidigt.

            ![breakable]

            ![survived]

            ![two]

            ## Slutet

            Om alla sexton stenar ligger på brädet och ingen har vunnit, slutar spelet utan vinnare.
       *[enclosed]
            En rad är **instängd** när ingen ruta kant i kant med någon av dess tre stenar är tom. Då kan ingen av stenarna vändas. Brädets kant gör ingen skada; det är bara tomma rutor som gör det.

            - Har du en instängd rad vinner du genast, efter en vändning lika väl som när en sten har placerats, och vem som än gjorde draget (husregel *row*).
            - Om en vändning vinner spelet placeras ingen sten.
            - En rad som inte är instängd vinner inget, än så länge.
            - Om en vändning eller en placerad sten ger båda spelarna en instängd rad innan alla sexton stenar ligger på brädet, { $both_rows ->
                [mover] vinner spelaren som gjorde draget
                [opponent] vinner spelaren som inte gjorde draget
               *[draw] är spelet oavgjort
            } (husregel *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## Slutet

            När alla sexton stenar ligger på brädet är spelet slut. Om bara en spelare har en rad har den spelaren vunnit; ett fullt bräde stänger in varje rad. Om ingen har en rad, eller båda har det, är spelet oavgjort.
    }

flip-example-aim = { $row ->
    [survives] Den sista stenen placerades på d1. Vad som än vänds nu finns raden på a1, b1 och c1 kvar: det vinner.
   *[enclosed] Den sista stenen placerades på d1. Raden på a1, b1 och c1 har ingen tom ruta bredvid sig längre: det vinner.
}
flip-example-flip = Vändningen: en av motspelarens stenar flyttas från b3 till b4 och vänds, så att den visar sin andra sida.
flip-example-place = Sedan placerar du en egen sten, här på b3, rutan som vändningen just lämnade.
flip-example-sides = Det här är ingen rad: b2, c2 och d2 tillhör en och samma spelare, men de visar inte alla samma sida.
flip-example-open = En rad på b2, c2 och d2, men den är inte instängd: a2, b1, c3, d1 och d3 bredvid den är tomma. Den vinner inget än.
flip-example-enclosing = Vändningen från d2 till d1 fyller den sista luckan bredvid raden på a1, b1 och c1. Den som äger raden vinner genast, fast det var den andra spelaren som vände.
flip-example-both = Stenen som placerades på b2 stänger in två rader på en gång: en på a1, a2 och a3, den andra på c1, c2 och c3. { $both_rows ->
    [mover] Enligt husregeln vinner den som placerade den.
    [opponent] Enligt husregeln vinner den andra spelaren.
   *[draw] Spelet är oavgjort.
}
flip-example-breakable = Raden på b2, c2 och d2 vinner inget än: en vändning från d2 till d3 bryter den.
flip-example-survived = Motspelaren vänder från a4 till a3 och lämnar raden på b2, c2 och d2 som den är. Den har överlevt vändningen och vinner; ingen sten placeras.
flip-example-two = Stenen som placerades på a4 ger två rader, och kan inte själv vändas. En vändning kan bara bryta en av de två: det vinner genast.

flip-no-flip = Om ingen vändning är möjlig är en tur bara stenen som placeras, till exempel `a@d1`. Om vändningen avslutar spelet är turen bara vändningen.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Vänd motspelarens, placera en egen, och lås in tre i rad innan de slinker undan.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## Det här behöver ni

    Två spelare och ungefär tio minuter (vår uppskattning).

    - Ett bräde med fyra gånger fyra rutor.
    - 16 tvåsidiga stenar, åtta för varje spelare. Den ena spelaren har stenarna märkta X, med en blå och en grön sida. Den andra har dem märkta O, med en gul och en vit sida.

    ## Förberedelser

    Brädet är tomt, och spelarna har sina åtta stenar bredvid det. X börjar.

    ## Din tur

    I den allra första turen placerar X bara en sten, med valfri sida upp, på vilken ruta som helst. Därefter har varje tur två delar, i den här ordningen.

    { flip-turn }

    ## Så vinner man

    { flip-winning }

example-rubik-aim = { flip-example-aim }
example-rubik-flip = { flip-example-flip }
example-rubik-place = { flip-example-place }
example-rubik-sides = { flip-example-sides }
example-rubik-open = { flip-example-open }
example-rubik-enclosing = { flip-example-enclosing }
example-rubik-both = { flip-example-both }
example-rubik-breakable = { flip-example-breakable }
example-rubik-survived = { flip-example-survived }
example-rubik-two = { flip-example-two }

typing-rubik =
    Rutorna har en bokstav, `a` till `d` från vänster till höger, och en siffra, `1` till `4` nerifrån och upp. X har stenarna `A` (blå sida upp) och `B` (grön sida upp); O har `a` (gul sida upp) och `b` (vit sida upp).

    - `B@b3` placerar ett X med den gröna sidan upp på b3. Det kan vara den första turen.
    - `b3-b4` vänder stenen på b3 över till b4.
    - `b3-b4 a@d1` är en hel tur för O: vänd, sedan placera.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Vilken rad vinner spelet?
ruling-row-enclosed = En instängd: ingen ruta kant i kant med någon av dess tre stenar är tom.
ruling-row-survives = En som överlever motspelarens vändning: du har en rad, och motspelaren har gjort sin vändning sedan dess, eller kan inte göra någon.
says-rubik-row-enclosed = en instängd rad
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = en rad som överlever vändningen
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = Det tyska regelhäftet hör till Rubik’s Tac Toe, det nederländska till XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Vem vinner om ett drag ger båda spelarna en instängd rad innan alla stenar är placerade?
ruling-both_rows-draw = Ingen: spelet är oavgjort.
ruling-both_rows-mover = Spelaren som gjorde draget.
ruling-both_rows-opponent = Den andra spelaren, som inte gjorde draget.
ruling-rubik-both_rows-source = Det talar om två rader först när alla stenar är placerade, och kallar det oavgjort. Allt detta spelar bara roll där instängda rader vinner.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = En rad ligger på rutor intill varandra: bara det nederländska regelhäftet, det för XOXO², säger så, och vi låter det gälla för båda spelen. Fyra på linje räknas också, eftersom de innehåller rader på tre.
decision-rubik-last-step = En rad vinner bara om den inte kan brytas, eller om ingen bröt den. Målet som det nederländska regelhäftet nämner i början skulle låta vilken rad som helst vinna genast, men dess sista steg kräver mer, och utan det skulle vändningar knappt spela någon roll.
decision-rubik-unbroken = En rad som motspelaren hade kunnat bryta, men inte bröt, vinner efter vändningen, och det gör också en som motspelaren gav dig i onödan. Det nederländska regelhäftet talar bara om rader som inte kan brytas och om påtvingade vändningar; när vändningen är gjord är chansen att bryta raden förbi.

## Rubik’s Tac Toe: editions

edition-rubik-de = Tyska regler

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = med en vinnande rad
decided-rubik-both_rows = med rader för båda spelarna samtidigt
decided-rubik-full = med alla stenar placerade och ingen rad


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Tre i rad är lätt. Men finns de kvar efter motspelarens vändning?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## Det här behöver ni

    Två spelare och ungefär tio minuter (vår uppskattning).

    - Ett bräde med fyra gånger fyra rutor.
    - 16 tvåsidiga kort, här kallade stenar, åtta för varje spelare. Den ena spelaren har stjärnorna, den andra sexkanterna. Varje sten har en grön och en röd sida.

    ## Förberedelser

    Brädet är tomt, och spelarna har sina åtta stenar bredvid det. Stjärnan börjar.

    ## Din tur

    I den allra första turen placerar stjärnan bara en sten, med valfri sida upp, på vilken ruta som helst. Därefter har varje tur två delar, i den här ordningen.

    { flip-turn }

    ## Så vinner man

    { flip-winning }

example-xoxo2-aim = { flip-example-aim }
example-xoxo2-flip = { flip-example-flip }
example-xoxo2-place = { flip-example-place }
example-xoxo2-sides = { flip-example-sides }
example-xoxo2-open = { flip-example-open }
example-xoxo2-enclosing = { flip-example-enclosing }
example-xoxo2-both = { flip-example-both }
example-xoxo2-breakable = { flip-example-breakable }
example-xoxo2-survived = { flip-example-survived }
example-xoxo2-two = { flip-example-two }

typing-xoxo2 =
    Rutorna har en bokstav, `a` till `d` från vänster till höger, och en siffra, `1` till `4` nerifrån och upp. Stjärnan har stenarna `A` (grön sida upp) och `B` (röd sida upp); sexkanten har `a` (grön sida upp) och `b` (röd sida upp).

    - `B@b3` placerar en stjärna med den röda sidan upp på b3. Det kan vara den första turen.
    - `b3-b4` vänder stenen på b3 över till b4.
    - `b3-b4 a@d1` är en hel tur för sexkanten: vänd, sedan placera.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = En rad ligger på rutor intill varandra, som det nederländska regelhäftet säger, och fyra på linje räknas också, eftersom de innehåller rader på tre.
decision-xoxo2-last-step = En rad vinner bara om den inte kan brytas, eller om ingen bröt den. Målet som regelhäftet nämner i början skulle låta vilken rad som helst vinna genast, men dess sista steg kräver mer, och utan det skulle vändningar knappt spela någon roll.
decision-xoxo2-unbroken = En rad som motspelaren hade kunnat bryta, men inte bröt, vinner efter vändningen, och det gör också en som motspelaren gav dig i onödan. Regelhäftet talar bara om rader som inte kan brytas och om påtvingade vändningar; när vändningen är gjord är chansen att bryta raden förbi.
decision-xoxo2-anywhere = Stenen får placeras på vilken tom ruta som helst. En mening i regelhäftet kan läsas som ”på rutan som just lämnades”; vi tar den rutan som tillåten, inte som den enda.
decision-xoxo2-star-starts = Stjärnan börjar: bilderna i regelhäftet visar det så.

## XOXO²: editions

edition-xoxo2-nl = Nederländska regler

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Tre i rad, om och om igen: lägg, stapla, rensa, och se upp med vem du hjälper.

aim-djeco = { $scorer ->
    [maker] Varje gång du spelar ett kort som ger tre i rad i samma färg får du en bricka.
   *[owner] Varje gång tre kort i din färg hamnar i rad får du en bricka.
} Den som först har minst { $target }, och minst två fler än den andra, vinner.
short-aim-djeco = { $scorer ->
    [maker] Tre i rad i samma färg ger dig en bricka.
   *[owner] Tre i rad i din färg ger dig en bricka.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## Det här behöver ni

    Två spelare mellan sex och nittionio år, och ungefär en kvart (vår uppskattning).

    - 18 röda och 18 blå färgkort, vart och ett med ett nummer (husregel *numbers*). { $numbers-text }
    - 6 gula och 2 gröna frikort, utan nummer. De tar bort kort från bordet: ett gult från en ruta, ett grönt från en hel rad.
    - 24 brickor.

    ## Förberedelser

    - Före given får varje spelare en färg. Här har plats 1 röd och plats 2 blå.
    - Kom överens om hur många brickor som krävs för att vinna: här { $target } (husregel *target*).
    - Blanda alla 44 kort och dela ut fem till varje spelare. Resten är talongen, med baksidan upp.
    - Den yngsta börjar. Här väljer ni vilken plats som börjar.
    - Korten på handen är hemliga. Alla får se hur många kort varje hand och talongen har, slänghögen, staplarna och brickorna.

    ## Din tur

    Spela ett kort, ta brickorna, se efter om spelet är slut, och ta sedan ett kort om det finns något i talongen. Du måste spela om du kan, även om bara ett frikort eller ett kort i den andra färgen återstår, och även om det hjälper motspelaren. Du kan spela ett kort på något av de här sätten.

    - **Lägg ett rött eller blått kort på en tom ruta.** { $grid ->
        [fixed] Spelplanen är de tre gånger tre rutorna från `b2` till `d4`, och vilken som helst av dem går bra (husregel *grid*). Kortet behöver inte ligga intill ett annat.
       *[floating] Alla rutor som har använts sedan bordet senast var tomt måste rymmas inom en spelplan på tre gånger tre rutor (husregel *grid*). En ruta som har rensats räknas fortfarande som använd. Kortet behöver inte ligga intill ett annat. När bordet har blivit tomt börjar nästa kort i mitten igen.
    }
    - **Stapla ett rött eller blått kort** ovanpå ett kort med samma nummer, oavsett färg.
    - **Rensa en ruta med ett gult frikort:** { $yellow ->
        [some] ett eller flera kort överst i en stapel, så många du vill, läggs i slänghögen, tillsammans med det gula kortet (husregel *yellow*).
       *[stack] hela stapeln där läggs i slänghögen, tillsammans med det gula kortet (husregel *yellow*).
    }
    - **Rensa en rad med ett grönt frikort:** alla tre staplar i en vågrät, lodrät eller diagonal rad utan luckor läggs i slänghögen, tillsammans med det gröna kortet. Färgerna spelar ingen roll.

    Att alla rutor är fulla avslutar inte spelet. På ett tomt bord kan inget frikort spelas.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Brickor

    Bara de översta korten räknas. Varje gång tre kort i samma färg hamnar i en vågrät, lodrät eller diagonal rad tar { $scorer ->
        [maker] **den som spelade kortet** en bricka, oavsett färg
       *[owner] **den som äger färgen** en bricka, vem som än spelade kortet
    } (husregel *scorer*). En tur byter högst ett översta kort mot ett annat, så alla nya rader i en tur har samma färg.

    - Korten ligger kvar. En rad som fanns förut och finns kvar ger inget igen. En rad som bröts och görs på nytt ger en bricka igen.
    - Om ett kort gör flera rader klara, { $lines ->
        [one] ger de en bricka tillsammans
       *[each] ger var och en av dem en bricka
    } (husregel *lines*).
    - { $yellow ->
        [some] Om ett gult frikort blottar ett kort och en rad kommer fram, ger den en bricka som vilken annan rad som helst, oavsett färg.
       *[stack] Att rensa ger inget: ingen rad kan komma fram på det sättet.
    }
    - Om det finns färre brickor kvar än intjänade, tas de som finns.

    ![helping]

    ![double]

    ## Om du inte kan spela

    - Om du inte har något kort som kan spelas, eller inget kort alls, men motspelaren kan spela, går turen över till motspelaren. Du tar inget kort. Det avslöjar lite om din hand, och det är i sin ordning.
    - Om ingen av er kan spela tar båda ett kort, den som står på tur först. Sedan ser ni efter igen, och så vidare. Den som står på tur spelar om det går; annars spelar den andra.
    - Den som spelar ett kort tar ett nytt som vanligt. En hand får växa hur mycket som helst.

    ## Slutet

    - Den som först har minst { $target ->
        [one] en bricka
       *[other] { $target } brickor
    } **och** minst två fler än den andra vinner genast, vems tur det än är.
    - Om ingen av er kan spela och det inte finns något kort kvar att ta, slutar spelet: flest brickor vinner, lika många är oavgjort.
    - Om alla 24 brickor är utdelade är spelet oavgjort: det kan bara vara tolv var, eftersom spelet redan är vunnet vid varje annan fördelning.
    - { $discard ->
        [recycle] När talongen är tom och ett kort ska tas, blandas slänghögen till en ny talong; är den också tom tas inget kort (husregel *discard*). För att korten inte ska gå runt i all evighet slutar spelet när 300 kort har spelats: flest brickor vinner, lika många är oavgjort.
       *[out] Slänghögen är ute ur spelet, även när talongen är tom (husregel *discard*).
    }

example-djeco-aim = Den röda 4:an på d3 ger tre röda kort i rad: röd tar en bricka.
example-djeco-floating = Det ligger två kort. Nästa får läggas på vilken märkt ruta som helst, så länge alla ryms inom en spelplan på tre gånger tre rutor.
example-djeco-fixed = Spelplanen är bestämd från början: nästa kort får läggas på vilken som helst av dess tomma rutor.
example-djeco-stack = Den blå 5:an får ligga på den röda 5:an, eftersom numren är lika. Från och med nu räknas c3 som blå.
example-djeco-yellow-stack = Ett gult frikort rensar c3: båda korten där läggs i slänghögen.
example-djeco-yellow-some = Ett gult frikort tar ett kort från stapeln på c3: den röda 5:an under räknas igen.
example-djeco-green = Ett grönt frikort rensar raden från b2 till d4, oavsett färger.
example-djeco-helping = { $scorer ->
    [maker] Röd har bara ett blått kort kvar, och det passar bara på d3. Det ger en blå rad på b3, c3 och d3, och brickan går till röd, som spelade det.
   *[owner] Röd har bara ett blått kort kvar, och det passar bara på d3. Det ger en blå rad på b3, c3 och d3, och blå tar en bricka för den.
}
example-djeco-double = { $lines ->
    [one] Den röda 3:an på d3 gör två rader klara, vågrätt och lodrätt. Tillsammans ger de en bricka.
   *[each] Den röda 3:an på d3 gör två rader klara, vågrätt och lodrätt: två brickor.
}

typing-djeco =
    Rutorna har en bokstav, från vänster till höger, och en siffra, nerifrån och upp. { $grid ->
        [fixed] Spelplanen är `b2` till `d4`, och det första kortet får läggas på vilken som helst av rutorna.
       *[floating] Det första kortet läggs på `c3`, mitten av rutorna `a1` till `e5`.
    }

    - `r7@c3` lägger den röda 7:an på c3; `b7@c3` staplar sedan den blå 7:an på den.
    - { $yellow ->
        [some] `y2@b3` tar de två översta korten från stapeln på b3 med ett gult frikort.
       *[stack] `y@b3` rensar b3 med ett gult frikort.
    }
    - `g@b2-d4` rensar raden från b2 till d4 med ett grönt frikort.
    - `pass` säger att du inte kan spela något kort. Då är det ditt enda drag, och annars är det aldrig tillåtet.


## Djeco Tic Tac Toe: house rules

ruling-target = Hur många brickor krävs för att vinna?
# $n is a number from 1 to 12.
ruling-target-n = Brickor för att vinna: minst { $n }, och minst två fler än den andra.

ruling-numbers = Vilka nummer finns på de 18 korten i en färg?
ruling-numbers-1-9x2 = Varje nummer från 1 till 9 två gånger, lika för båda färgerna.
ruling-numbers-1-6x3 = Varje nummer från 1 till 6 tre gånger, lika för båda färgerna: högre staplar.
ruling-numbers-custom = Din egen lista med 18 nummer, lika för båda färgerna.

ruling-yellow = Vad tar ett gult frikort bort?
ruling-yellow-stack = Hela stapeln på en ruta.
ruling-yellow-some = Ett eller flera kort överst i en stapel, så många du vill.
says-djeco-yellow-stack = hela stapeln
says-djeco-yellow-some = ett eller flera kort

ruling-scorer = Vem får brickan för en rad?
ruling-scorer-owner = Den som äger färgen, vem som än spelade kortet.
ruling-scorer-maker = Den som spelade kortet som gav raden, oavsett färg.
says-djeco-scorer-owner = målet är rader i den egna färgen
ruling-djeco-scorer-source = Det portugisiska och det danska talar om rader i samma färg. Och en anmärkning i alla fem ger brickan till spelaren som gör en rad, men säger också att den som spelar den andras färg hjälper den andra.

ruling-lines = Vad händer om ett kort gör flera rader i en färg klara?
ruling-lines-each = Var och en av raderna ger en bricka.
ruling-lines-one = De ger en bricka tillsammans.
says-djeco-lines-each = en bricka varje gång en rad görs

ruling-discard = Vad händer om talongen är tom när ett kort ska tas?
ruling-discard-out = Slänghögen är ute ur spelet, och inget kort tas.
ruling-discard-recycle = Slänghögen blandas till en ny talong, om den har några kort; spelet slutar senast efter 300 kort.
says-djeco-discard-out = slänghögen är ute ur spelet

ruling-grid = Är spelplanen på tre gånger tre rutor bestämd från början?
ruling-grid-floating = Nej: den tar form runt korten, och det första kortet läggs på c3.
ruling-grid-fixed = Ja: den består av rutorna b2 till d4, och det första kortet läggs på vilken som helst av dem.
ruling-djeco-grid-source = Alla fem talar om tänkta rutor.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Vilket kort som helst som kan spelas går bra, och ett frikort måste spelas om inget annat går. En anmärkning i alla fem regelhäftena låter som om varje tur krävde ett rött eller blått kort, men deras egna listor över vad man kan spela säger något annat.
decision-djeco-owner-by-default = Om ni inte väljer något annat går brickan till den som äger färgen, i varje utgåva. Regelhäftena kan läsas på båda sätten, men alla säger att den som spelar den andras färg hjälper den andra, och bara så här stämmer det.
decision-djeco-four-directions = Rader som ger brickor går vågrätt, lodrätt och längs båda diagonalerna. Regelhäftena säger det bara för det gröna kortet, och det ryska nämner bara vågräta rader där; ett enda slags rad för allt är lättare att se.
decision-djeco-pass-draws-nothing = Om bara en spelare inte kan spela passar den spelaren och tar inget kort. Regelhäftena talar bara om att det står stilla för båda; ett kort för varje pass vore en gåva.
decision-djeco-cleared-binds = En ruta som har rensats hör fortfarande till spelplanen på tre gånger tre tills bordet är tomt. Regelhäftena talar om tänkta rutor, och det vore inga fasta rutor om de vandrade.
decision-djeco-our-ends = Spelet slutar också när ingen kan spela och talongen är tom, och när den sista brickan har tagits. Regelhäftena nämner bara det överenskomna antalet brickor, men varje spel måste ha ett slut.
decision-djeco-light-scores = Där ett gult frikort får ta några kort ur en stapel kan en rad av översta kort komma fram, och den ger en bricka, oavsett färg. Tre i samma färg har hamnat i rad, och det är det som räknas.
decision-djeco-one-a-turn = Du tar ett kort per tur, ett grönt frikort kräver att alla tre rutorna är fulla, och ett gult tar från en enda ruta. De lösare orden i det svenska regelhäftet, och i det ryska om det gröna kortet, räknar vi som slarvfel.
decision-djeco-turns-are-cards = De 300 turer efter vilka ett parti med återanvänd slänghög slutar är spelade kort; pass räknas inte, eftersom inget händer på bordet. En spelare som inte kan spela säger det med ett pass, så att ingen behöver gissa varför turen går vidare.

## Djeco Tic Tac Toe: editions

edition-djeco-it = Italienska regler
edition-djeco-pt = Portugisiska regler
edition-djeco-sv = Svenska regler (ett gult frikort tar ett eller flera kort ur en stapel)
edition-djeco-da = Danska regler (ett gult frikort tar ett eller flera kort ur en stapel)
edition-djeco-ru = Ryska regler (ett gult frikort tar ett eller flera kort ur en stapel)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = med tillräckligt många brickor
decided-djeco-tokens = med alla brickor utdelade
decided-djeco-turns = efter 300 kort
decided-djeco-blocked = med att ingen kan spela

## A live table

open-seat = en ledig plats
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = nybörjare
level-easy = lätt
level-casual = lättsam
level-medium = medel
level-skilled = van
level-advanced = avancerad
level-strong = stark
level-greedy = girig
level-random = slumpvis
level-perfect = perfekt
level-mcts = sökning
waiting-for-people = { $count ->
    [one] Väntar på en spelare till.
   *[other] Väntar på { $count } spelare till.
}
told-sat = { $you ->
    [yes] Du sätter dig.
   *[no] { $who } sätter sig.
}
told-undo-asked = { $you ->
    [yes] Du vill ångra ditt senaste drag.
   *[no] { $who } vill ångra sitt senaste drag.
}
told-undo-granted = { $you ->
    [yes] Du går med på det.
   *[no] { $who } går med på det.
}
told-undo-refused = { $you ->
    [yes] Du vill hellre spela vidare.
   *[no] { $who } vill hellre spela vidare.
}
told-undone = Draget är ångrat. Från och med nu är omgången övning.
told-resigned = { $you ->
    [yes] Du ger upp.
   *[no] { $who } ger upp.
}
told-left = { $you ->
    [yes] Du lämnar bordet.
   *[no] { $who } lämnar bordet.
}
told-back = { $you ->
    [yes] Du är tillbaka.
   *[no] { $who } är tillbaka.
}
told-again = { $you ->
    [yes] Du vill spela en omgång till.
   *[no] { $who } vill spela en omgång till.
}
told-sits-in = { $you ->
    [yes] { $bot } hoppar in för dig tills du kommer tillbaka.
   *[no] { $bot } hoppar in för { $who } så länge.
}
told-bot-came = { $bot } tar den lediga platsen.
reaction-hello = { $you ->
    [yes] Du vinkar.
   *[no] { $who } vinkar.
}
reaction-thanks = { $you ->
    [yes] Du säger tack.
   *[no] { $who } säger tack.
}
reaction-well-played = { $you ->
    [yes] Du säger: bra spelat!
   *[no] { $who } säger: bra spelat!
}
reaction-clap = { $you ->
    [yes] Du applåderar.
   *[no] { $who } applåderar.
}
reaction-laugh = { $you ->
    [yes] Du skrattar.
   *[no] { $who } skrattar.
}
reaction-wow = { $you ->
    [yes] Du säger: oj!
   *[no] { $who } säger: oj!
}
reaction-oops = { $you ->
    [yes] Du säger: hoppsan!
   *[no] { $who } säger: hoppsan!
}
reaction-thinking = { $you ->
    [yes] Du funderar.
   *[no] { $who } funderar.
}
error-stale = Något hände under tiden: titta en gång till.
error-too-many-side-commands = Det räcker med ändringar, ångrade drag och avsked för en omgång ({ $most }): spela vidare.
error-undo-away = { $name } är borta och kan inte gå med på det, så inget ångras.
error-rounds-full = Det här bordet har haft { $most } omgångar: öppna ett nytt.
error-only-watching = Du tittar på: det där kan bara spelare göra.
error-not-begun = Spelet har inte börjat än.
error-game-over = Spelet är slut.
error-not-over = Spelet är inte slut än.
error-bot-plays-here = Här spelar en bot.
error-no-such-card = Du har inte kortet ”{ $card }”.
error-has-left = Du har redan lämnat bordet.
error-sit-first = Sätt dig först.
error-is-here = Du sitter redan vid bordet.
error-chair-taken = Den här platsen är upptagen.
error-name-taken = Någon vid bordet heter redan { $name }.
error-no-such-seat = Det finns ingen plats { $seat }.
error-only-host = Bara den som öppnade bordet kan göra det.
error-still-here = { $name } är fortfarande här.
error-undo-nothing = Du har inget drag att ångra.
error-undo-told = Det går inte att ångra: någon har sett ett nytt kort eller en ny platta sedan dess.
error-undo-not-asked = Ingen har frågat dig om att få ångra ett drag.
error-undo-waits = En annan fråga om att ångra ett drag väntar på svar.
error-asked-already = Du har redan bett om en omgång till; de andra tillfrågas också.
error-no-such-round = Det finns ingen omgång { $round }; den sista är { $most }.
error-no-person = Minst en plats måste vara för en person.
error-no-table = Det här bordet finns inte, eller så är länken fel.
error-not-saved = Det kunde inte sparas, så det räknas inte. Försök igen.
error-too-fast = Det gick för fort: vänta ett ögonblick.
error-unreadable-message = Det här meddelandet går inte att läsa.
error-too-many-messages = För många meddelanden kom på en gång, så anslutningen stängdes. Ladda om sidan.
error-too-unreadable = För många meddelanden gick inte att läsa, så anslutningen stängdes. Ladda om sidan.
error-server-stops = Servern stängs av. Allt är sparat.
error-table-deleted = Det här bordet har raderats.
error-seat-renewed = Den här platsen har en ny nyckel, så den är stängd i det här fönstret. Äldre länkar till den fungerar inte längre.
error-code-used = Någon har redan tagit den här platsen. Om den skulle vara din, be om en ny kod på den stora skärmen.
error-only-screen = Bara en skärm som öppnade bordet och inte själv har någon plats kan visa koder för platser.
error-store-down = Servern når inte sina bord just nu. Försök igen om en minut.
error-only-here = Det här kan bara göras på datorn som kör servern.
error-no-network = Ingen adress hittades som andra enheter kunde nå den här datorn på.
error-table-unreadable = Det här bordet går inte att läsa. Den som driver servern hittar mer i dess logg.
error-game-failed = Själva spelet har gått sönder, så det kan inte fortsätta här. Den som driver servern hittar mer i dess logg.
error-too-many-tabs = Den här platsen är öppen i för många fönster: stäng ett av dem först.
error-too-many-watching = Det här bordet har så många åskådare som det klarar. Försök igen senare.
error-no-hint = Det finns inget tips just nu.
error-hint-asked = Tipset som du bad om är på väg.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] Du spelar { $move }.
   *[no] { $who } spelar { $move }.
}
chance-any = Slumpen
ask-any = ditt drag
help-any = Skriv ett drag så som det står i listan, eller dess nummer.
position-any = Ställning: { $position }
player-any = Spelare { $seat }
picture-ask-any = { $you ->
    [yes] Din tur.
   *[no] { $who } står på tur.
}
picture-then-any = Välj nu var.
error-any = Det går inte ({ $code }).
reason-any-win = { $winner } vann ({ $reason }).
reason-any-shared = { $winner } delade segern ({ $reason }).
reason-any-draw = Oavgjort ({ $reason }).
error-guest-game-failed = Spelet { $name } i paketet { $package } kan inte läsas in: { $reason }
error-guest-game-unfit = Spelet { $name } i paketet { $package } kan inte användas: { $reason }
error-guest-game-broke = Spelet { $name } i paketet { $package } har gått sönder: { $reason }
error-no-sampling = { $game } döljer kort och ger inget sätt att gissa dem, så ingen bot kan tänka framåt i det: random, greedy, beginner och easy spelar det.
error-windows-need-orders = { $game } frågar flera spelare på en gång utan stående order; vid ett bord på servern skulle tiden för ett svar avslöja något, så det spelas bara i terminalen.

### Same as in English: djeco-hand, page-theme-auto, page-new-levels, page-new-bot, page-react-clap, page-react-thinking, page-fair-salt, bots-name, mark-blunder, arena-bot, arena-elo, game-djeco, bot-named, bot-numbered, page-read-diagonal
