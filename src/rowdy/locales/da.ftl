### Danish. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = da

## The command and its help

help-rowdy = Fire frække spil om tre på stribe, i din terminal: XOXO, Rubik’s Tac Toe, XOXO² og Tic Tac Toe fra Djeco.
help-rowdy-end = Begynd med »rowdy play«, eller læs »rowdy rules GAME« først. »rowdy COMMAND --help« forklarer en kommando.
try-help = »{ $command } --help« forklarer det.
args-usage = brug:
args-positional = argumenter
args-options = tilvalg
args-help = vis denne hjælp
args-version = vis versionen
args-missing = mangler: { $names }
args-unknown = { $names } findes ikke her
args-without-value = { $name } skal have en værdi
args-no-choice = { $name } kan ikke være { $value }; muligt: { $choices }
args-no-number = { $name } skal være et tal, ikke { $value }
args-with-value = { $name } tager ingen værdi
help-play-short = spil et spil
help-play =
    Spil et spil her: alene mod bots eller flere sammen ved én skærm. Uden GAME bliver
    du spurgt hvilket.

    Eksempler:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Skriv et træk med dets nummer eller i notation; ? forklarer. Partiet gemmes efter
    hvert træk.
help-saves-short = vis dine gemte partier
help-saves =
    Vis de partier, der er gemt her og stadig er i gang: hvem der spiller, hvis tur det
    er, hvornår der sidst blev spillet, og hvor de ligger.

      rowdy saves
      rowdy play --resume 2
help-learn-short = lær et spil trin for trin
help-learn =
    Lær et spil i få trin på et rigtigt bræt, hvert med én ting at gøre, og til
    sidst mod den letteste bot. Lektionen fortsætter, hvor du slap.

    Eksempler:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = begynd med dette trin i stedet for det næste i rækken
help-rules-short = vis reglerne for et spil
help-rules =
    Vis reglerne for et spil, de husregler, du kan vælge, og hvad Rowdy gør, hvor
    regelhæfterne intet siger eller er uklare. Reglerne vises for den udgave og
    de husregler, du nævner.

    Eksempler:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = vis alle bots
help-bots =
    Vis alle bots med de spil, de kan, og deres indstillinger.

    Nævn en bot alene eller med indstillinger efter et kolon, adskilt af + eller
    komma (i --seats kun af +, da komma skiller pladserne). sims er antallet af
    simulationer pr. træk, seconds den tid, botten må bruge; til at afgøre, om den
    viser kort, får den en tiendedel. Med sims alene vælger den altid det samme.

    Eksempler:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Dine egne bots kan spille med: se »Your own bot« i docs/bots.md.
help-engines-short = tilføj bots, der er programmer i et hvilket som helst sprog
help-engines =
    Motorer er bots skrevet i et hvilket som helst sprog: programmer, der taler
    motorprotokollen, en linje pr. besked. Uden argumenter vises de motorer, der er
    tilføjet her. En tilføjet motor er en bot som andre: i rowdy play, i rowdy arena og
    ved bordene i rowdy serve. Den kører med dine rettigheder, så tilføj kun det, du
    stoler på.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = kompilér botternes kode, før du spiller
help-prepare =
    Kompilér den kode, som botterne søger med, så ingen skal vente på det midt i et
    spil. Det tager cirka et minut, én gang på hver computer og igen efter en
    opdatering. Det, der allerede er kompileret, røres ikke.
help-completion-short = fuldfør kommandoer med Tab i bash, zsh eller fish
help-completion =
    Udskriv det, der får Tab til at fuldføre rowdys kommandoer, tilvalg, spil, udgaver,
    husregler og bots. I en skal, der allerede kører:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    Vil du altid have det, så skriv den linje i ~/.bashrc, ~/.zshrc eller
    ~/.config/fish/config.fish.
help-completion-shell = skallen: { $shells }
help-man-short = udskriv manualsiden
help-man =
    Udskriv manualsiden på det valgte sprog.

      rowdy man | man -l -
man-commands = Kommandoer
help-games-short = vis alle spil
help-games = Vis alle spil med antal spillere, spilletid og udgaver.
help-replay-short = gå trin for trin gennem et gemt parti
help-replay =
    Gå trin for trin gennem et gemt parti: Enter for næste trin, b for det forrige, et
    tal for at springe, q for at stoppe. Et færdigt parti vises med alle kort åbne; et
    parti, der er i gang, vises, som det eneste menneske ved bordet ser det, og ellers som
    en tilskuer ser det.
help-picture-short = tegn en stilling fra et gemt parti
help-picture =
    Tegn et gemt parti, som siden gør det: den sidste stilling eller en anden, som SVG.
    Man ser det samme, som rowdy replay viser.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = bedøm trækkene i et gemt parti
help-review =
    Gå gennem et gemt parti, og bedøm hvert træk: bedst, godt, upræcist, fejl eller
    brøler, med det bedre træk og en opsummering for hver spiller.

    I rubik og xoxo2 sammenlignes hver tur med perfekt spil: en god tur vinder senere
    eller taber tidligere end nødvendigt, en fejl gør en sejr til uafgjort eller
    uafgjort til et nederlag, en brøler gør en sejr til et nederlag. I xoxo og djeco
    bedømmer en søgning ud fra det, spilleren kunne vide på det tidspunkt: et godt træk
    sænker chancerne for at vinde med mindre end 3 %, et upræcist med mindre end 8 %, en
    fejl med mindre end 20 %, en brøler med mere.

    Eksempler:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    I et parti, der er i gang, bedømmes kun trækkene fra det eneste menneske ved bordet
    eller dem fra --seat. Samme referat og tilvalg giver altid samme gennemgang. I JSON er
    before og after chancerne, fra 0 til 1, med det bedste træk og med det, der blev
    valgt.
help-review-seat = bedøm kun trækkene fra denne plads
help-sims = antallet af simulationer pr. træk (standard: { $count })
help-search-seed = et tal, der lægger søgningens tilfældige valg fast (standard: 0)
help-review-json = udskriv gennemgangen som JSON i stedet
help-verify-short = tjek, at der blev delt ærligt ud i et gemt parti
help-verify =
    Tjek referatet af et færdigt parti: at det følger reglerne, at startværdien er
    den, der blev forseglet, og at alle kort og brikker kom fra startværdien og
    noncerne.

    Et bord på nettet vælger en hemmelig startværdi og viser dens segl: SHA-256 af et
    salt og startværdien. Så tilføjer hver plads en nonce, et tilfældigt tal fra sin
    egen enhed, og alt tilfældigt kommer af startværdien og noncerne tilsammen. Til
    sidst vises startværdien, så alle kan regne efter.

    Gav pladserne noncer, beviser det, at ingen kunne vælge kortene. Den, der står
    for bordet, kender startværdien, men lagde den fast, før noncerne blev givet; de
    andre kendte den ikke. Hvad det ikke beviser: at ingen har kigget. Den, der kender
    startværdien, kan kende alle kort. Og gav du din nonce før andre, må du stole på,
    at den, der gav sin til sidst, ikke kendte startværdien: ellers kunne noncer
    prøves af, til kortene passede.

    Kun det tilfældige er forseglet. Navnene i et referat, trækkene og mærket
    »Practice«, som siger, at noget blev fortrudt, kan ændres af alle, der har filen:
    --server sammenligner dem med bordets eget referat.

    Også et helt referat kan være opdigtet. Sammenlign derfor seglet med det, bordet
    viste, før du gav din nonce, og din nonce med --nonce.

    Eksempler:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    Slutkoden er 0, hvis alt holder, 1, hvis noget ikke gør eller ikke kunne tjekkes,
    og 2, hvis et referat ikke kan læses.
help-verify-nonce = den nonce, som pladsens egen enhed gav, til sammenligning; kan bruges flere gange
help-verify-server = et link til bordet, for eksempel det til tilskuere: sammenlign referatet med serverens
help-verify-json = udskriv resultaterne som JSON, en linje for hvert referat
help-perft-short = tæl, hvordan et spil kan gå videre
help-perft =
    Tæl, på hvor mange måder et spil kan gå videre, for at sammenligne to programmer,
    der spiller det. Handlinger er enkelte træk, tilfældige udfald og svar på, om der
    vises kort. En tur er alle træk efter hinanden fra én plads med det, som tilfældet
    og svarene lægger til. Færdige partier går ikke videre.

    Eksempler:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = løs et spil: perfekt spil i hver stilling
help-solve =
    Regn ud, hvad det bedste spil fører til i hver eneste stilling, og gem resultatet.
    Perfekt spil og »rowdy explore« slår så op i det; uden går det også, bare
    langsommere.

    Et lag er alle stillinger med lige mange brikker; der regnes baglæns fra seksten
    brikker til ingen. Det tager fra sekunder til minutter, cirka 1 GB hukommelse og
    1,1 GB på disken. Stopper du det, fortsætter samme kommando: færdige lag bliver
    gemt. Til sidst ser du, hvor mange stillinger der er vundet, uafgjorte og tabt, og
    hvad spillet og hvert første træk er værd.

    Eksempler:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = løs spillet én gang for hvert sæt husregler, der gør en forskel
ray-solved = { $game }: løst af kode { $code }
help-workers = hvor mange tråde der arbejder side om side (standard: en pr. kerne)
help-out = mappen til filerne (standard: hvor Rowdy leder efter dem)
help-arena-short = sammenlign bots over mange partier
help-arena =
    Lad bots spille mange partier mod hinanden, og se, hvem der er bedre og hvor
    meget.

    En runde er én tilfældig startværdi, spillet med botterne på alle pladser efter tur,
    så held og uheld udligner sig. Med lige så mange BOT som pladser spiller de sammen;
    med flere spiller hvert udvalg af dem; med færre sidder den første alene blandt de
    andre, som fylder resten af pladserne. Elo-tal er i forhold til den sidste BOT.

    Hvert færdigt parti skrives straks i en log. Stopper du arenaen, fortsætter samme
    kommando, også med flere --games. Med --until stopper den, så snart alle andele er
    kendt godt nok efter deres 95 %-intervaller; det tjekkes efter hver runde fra den
    20. De mange tjek gør intervallerne lidt for smalle.

    Eksempler:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    På flere computere: en kamp er bots efter plads, spil og startværdi som en linje
    JSON, og resultater kan føjes til en log i vilkårlig rækkefølge.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = en bot, for eksempel greedy
help-arena-games = spil højst så mange partier, i hele runder (standard: { $number })
help-arena-until = stop, når hver andel er kendt inden for ± så meget, for eksempel 4%
help-arena-seed = et ord eller tal, som alt tilfældigt kommer af (standard: 1)
help-ray = lad Ray-klyngen på denne adresse gøre det, for eksempel 127.0.0.1:6379; hver node skal have præcis denne kode
ray-refused = Noden { $node } bliver ikke brugt: den har en anden kode ({ $reason }).
help-arena-workers = hvor mange processer der spiller side om side (standard: en pr. kerne); er der flere end kerner, bliver bots, der tænker på tid, svagere
help-arena-log = loggen (standard: en for hver sammenligning, i Rowdys mappe)
help-arena-fresh = begynd forfra; den gamle log beholdes under et andet navn
help-arena-json = udskriv alle tal som JSON; forløbet går til standardfejl
help-arena-plot = tegn resultatet i denne fil, .svg eller .png; kan bruges flere gange
help-list-matches = udskriv de kampe, der endnu skal spilles, en pr. linje
help-play-matches = spil kampene i denne fil (- for standardinput), og udskriv en linje for hvert resultat
help-study-short = hvad hver husregel i et spil ændrer
help-study =
    Se, hvad hver husregel i et spil ændrer: hvor længe partier varer, hvor tit de
    ender uafgjort, hvor meget det er værd at begynde, hvad der afgør, og hvad
    perfekt spil fører til, hvor det er kendt.

    Uden --rulings vises det, der følger med Rowdy. Med --rulings måles der på ny:
    bots på ét niveau spiller mange partier med hvert valg, alt andet som i udgaven.
    ± er 95 %-intervallet. En forskel nævnes kun, hvis den er større, end tilfældet
    kan forklare, alle undersøgelsens sammenligninger taget under ét.

    Hvert færdigt parti skrives straks i en log. Stopper du undersøgelsen, fortsætter
    samme kommando, også med flere --games.

    Eksempler:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = mål hvert valg i hver husregel på ny
help-study-seats = hvor mange der spiller (standard: hvert antal, spillet tillader, et efter et)
help-study-bot = den bot, der har alle pladser (standard: { $name })
help-study-games = hvor mange partier der spilles med hvert valg (standard: { $number })
help-study-fresh = begynd forfra; de gamle logge beholdes under andre navne
help-study-out = skriv undersøgelsen i denne fil, som JSON
help-study-json = udskriv undersøgelsen som JSON; forløbet går til standardfejl
help-explore-short = se, hvad det bedste spil fører til
help-explore =
    Gå rundt i et spils stillinger, og se, hvad det bedste spil fører til: hvem der
    vinder og i hvor mange ture, alle ture med de bedste først, og hovedvarianten.

    Eksempler:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Skriv et tal eller et træk for at gå videre, b for at gå tilbage; ? forklarer. I
    JSON gælder value og distance for den, der er i tur: win, draw eller loss, og hvor
    mange ture der er, til spillet slutter (null, hvis det først senere ender
    uafgjort, 0 for et færdigt parti); det samme gælder for hver tur.
help-explore-position = stillingen at begynde fra, i notation (standard: spillets start)
help-json = udskriv værdien, alle ture og hovedvarianten som JSON i stedet
help-game = et af { $games }
help-edition = det regelhæfte, der spilles efter (rowdy games viser dem; den første udgave gælder, hvis intet er nævnt)
help-play-edition = det regelhæfte, der spilles efter (rowdy games viser dem; standard: det på dit sprog, ellers den første udgave)
help-ruling = vælg en husregel, for eksempel both_rows=mover; kan bruges flere gange (rowdy rules GAME viser dem)
help-deck = en fil med dit eget sæt: 48 brikker til xoxo (rcj btw …), 18 tal til djeco; # begynder en kommentar
help-seats = hvem der sidder hvor: you, you=NAME, en bot som easy, medium eller strong (rowdy bots viser dem), eller partner, en bot, der er lige så stærk som dig; den første har plads 1 (standard: you,medium). En bots indstillinger følger efter navnet, adskilt af +: strong:sims=5000+seconds=2
help-starter = den plads, der begynder, i xoxo og djeco (standard: 1)
help-seed = et ord eller tal, der lægger tilfældet fast, så der kan deles ud på samme måde igen (standard: et hemmeligt)
help-play-position = stillingen at begynde fra, i notation (standard: spillets start); sådan et parti regnes som øvelse
help-resume = fortsæt et gemt parti: en fil eller dets nummer i »rowdy saves«; uden WHICH det, der blev spillet sidst
help-saves-all = vis også partier, der er slut
help-save = gem referatet i denne nye fil i stedet for blandt dine gemte partier
help-plain = rene linjer uden rammer og farver, til skærmlæsere; bruges altid, når der ikke skrives til en terminal
help-lang = sproget, for eksempel de (standard: det fra ROWDY_LANG, LANGUAGE eller systemets sprog)
help-replay-file = referatet af et parti (standard: det af dine gemte partier, der sidst blev spillet)
help-picture-at = det trin, der tegnes, som rowdy replay tæller dem; 0 er uddelingen (standard: det sidste)
help-picture-gif = alle trin frem til det som en animeret GIF
help-engines-do = hvad der skal ske: add (tilføj) eller remove (fjern)
help-engines-name = det navn, motoren har ved bordet
help-engines-command = programmet og dets argumenter; sæt -- foran, hvis et af dem begynder med en bindestreg
help-eyes = hvis blik der vises: nummeret på en plads, all (alle) eller spectator (tilskuer)
help-depth = hvor dybt der tælles
help-seat-count = antallet af pladser
help-position = stillingen at tælle fra, i notation (standard: spillets start)
help-perft-seed = startværdien, der afgør det tilfældige i spil, hvor der er noget (standard: 1)
help-every-chance = tæl i stedet alle tilfældige udfald; bedst med --position, for der er meget mange fra starten

## The server

help-serve-short = lad folk spille i deres browser
help-serve =
    Stil borde til rådighed for mennesker og bots, til at nå med en browser: på denne
    computer og med --lan fra hele det samme netværk. Alle, der har linket til en plads,
    kan sidde der, så giv det kun til den, det er til.

    Hvert træk ligger på disken, før nogen ser det. Ctrl-C stopper serveren; partierne
    fortsætter, når den startes igen.

    Eksempler:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Bag en proxy, der klarer https, angives værtsnavnet med --host-name; proxyen skal give
    Host, X-Forwarded-For og X-Forwarded-Proto videre. Er den på en anden computer,
    angives dens adresse med --proxy.
help-serve-port = porten, der lyttes på; er den optaget, så den næste ledige (standard: { $number })
help-serve-lan = lad andre i samme netværk være med, og vis adressen og en QR-kode
help-serve-host-name = et navn, som andre når serveren under, for eksempel en proxys; kan bruges flere gange
help-serve-db = hvor bordene gemmes: en fil eller adressen på en database (standard: en fil i Rowdys mappe)
help-serve-workers = hvor mange processer der tænker for bots (standard: en færre, end der er kerner)
help-serve-grace = hvor mange sekunder nogen må være væk, før de andre kan lade en bot træde til (standard: { $number })
help-serve-keep = hvor mange dage et bord gemmes efter det sidste træk (standard: { $number })
help-serve-proxy = adressen eller netværket for en proxy, der får lov at sige, hvem en forespørgsel kommer fra (standard med --host-name: denne computer); kan bruges flere gange
help-serve-root-path = mappen, som en proxy viser denne server under, for eksempel /rowdy
help-serve-metrics = vis måltal til Prometheus på denne port på denne computer eller på ADRESSE:PORT
help-serve-log = hvordan loggen skrives: text eller json (standard: text)
help-serve-log-requests = skriv en linje i loggen for hver forespørgsel
help-serve-log-addresses = skriv også de besøgendes adresser i loggen
help-serve-open = åbn en browser (standard: hvor der er en skærm)
serve-port-taken = Port { $port } er optaget, så { $other } bruges i stedet.
serve-here = På denne computer: { $address }
serve-network = I dit netværk: { $address }
serve-no-network = Denne computer har ingen adresse i et netværk, så ingen andre kan være med.
serve-end = Tryk Ctrl-C for at stoppe serveren.
serve-ending = Gemmer og siger farvel …
serve-ended = Alle borde er gemt: start serveren igen, så fortsætter de.

## Copying tables

help-copy-short = kopiér borde fra én database til en anden
help-copy =
    Kopiér alle borde på en server, med nøglerne til deres pladser, fra én database til
    en anden: fra en fil til PostgreSQL eller tilbage. Hvert bord tjekkes, når det er
    nået frem.

    Bliver det stoppet, så start det igen: det fortsætter, hvor det slap. Borde, der er
    gået videre siden sidst, får det nye med; borde, der er gået en anden vej i den
    anden database, røres ikke. Stop serveren før den sidste kopiering, så intet
    mangler.

    Eksempler:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = databasen, der kopieres fra: en fil eller en adresse
help-copy-to = databasen, der kopieres til; findes den ikke, bliver den lavet
copy-progress = { $done } af { $total } borde …
copy-done =
    { $tables ->
        [one] Ét bord
       *[other] { $tables } borde
    } med { $entries ->
        [one] én post
       *[other] { $entries } poster
    } i { $place }, tjekket. Kopieret nu: { $copied }.
copy-differs = Bord { $table } røres ikke: i { $place } er det gået en anden vej.
error-copy-failed = Bord { $table } nåede ikke frem, som det blev sendt. Intet er ændret, hvor det kom fra; prøv igen.
error-store-missing = Der er ingen borde i { $place }.
error-store-older = { $place } er lavet af en ældre Rowdy: databasen har version { $found }, men denne Rowdy skal bruge { $known }. Start »rowdy serve« med den én gang, så bliver den opdateret.

## Choosing a game

ask-which = Hvilket spil?
ask-which-prompt = Nummer eller navn (1 til { $count }):
ask-which-again = Skriv et tal fra 1 til { $count }, navnet i parentesen, eller q for at gå.

## At the table

greeting = Der spilles efter { $edition }; ændrede husregler: { $rulings }. Pladser: { $seats }.
greeting-position = Spillet begynder fra en stilling, du har valgt, så der står »practice« i referatet.
greeting-help = Skriv ? for at få hjælp.
log-empty = Der er ikke sket noget endnu.
none = ingen
list-comma = { $first }, { $last }
list-and = { $first } og { $last }
name-you = Du
name-player = Spiller
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = vend en af modspillerens brikker (et tal eller et træk som { $example }; ? hjælper)
ask-place = sæt en brik (et tal eller et træk som { $example }; ? hjælper)
ask-xoxo = læg en af de to brikker (et tal eller et træk som { $example }; ? hjælper)
ask-djeco = spil et kort (et tal eller et træk som { $example }; ? hjælper)
ask-djeco-pass = du kan ikke spille noget kort: skriv { $example } (? hjælper)
legal-moves = { $count ->
    [one] Ét træk er muligt:
   *[other] { $count } træk er mulige:
}
moves-folded = { $count ->
    [one] Ét træk er muligt: »træk« viser det.
   *[other] { $count } træk er mulige: »træk« viser dem.
}
back-to-board = Tryk Enter for at komme tilbage til brættet.
go-on-reading = Tryk Enter for at læse videre.
pass-to = Giv videre til { $name }. { $name }, tryk Enter, når ingen andre kigger.
wiped = (Her ryddes skærmen.)
since-your-turn = Det er der sket:
undone = Fortrudt. Fra nu af står der »practice« i referatet.
saved = Gemt i { $path }
left = Gemt. Fortsæt med: rowdy play --resume "{ $path }"
left-unsaved = Partiet kunne ikke gemmes.
cannot-save = Partiet kan ikke gemmes: { $reason }. Du kan spille videre uden at gemme eller prøve: gem FIL
saved-elsewhere = Der kan ikke skrives i den sædvanlige mappe: { $reason }. Partiet er gemt i { $path }
save-open-elsewhere =
    Dette parti er åbent i et andet vindue, som beholder { $other }
    Dit fortsætter herfra i { $path }
save-two-windows =
    Dette parti blev spillet videre i et andet vindue, som beholder { $other }
    Dit fortsætter herfra i { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Denne fil kan ikke læses.
saves-turn = { $you ->
    [yes] det er din tur
   *[no] i tur: { $name }
}
saves-window = spillerne bliver spurgt
saves-none = Der er intet uafsluttet parti i { $path }.
saves-more = { $count ->
    [one] Ét parti er slut: rowdy saves --all viser også det.
   *[other] { $count } partier er slut: rowdy saves --all viser også dem.
}
saves-next = Fortsæt et med dets nummer: rowdy play --resume 1
cannot-read = Kan ikke læse { $path }: { $reason }.
record-at =
    Se det igen: rowdy replay "{ $path }"
    Se, hvor gode trækkene var: rowdy review "{ $path }"
ask-end = Tryk Enter for at gå, eller skriv »forløb« for at læse turene, eller »fortryd« for at tage dit sidste træk om.
resume-new-seed = Partiets forseglede startværdi er ikke på denne computer, så tilfældet fortsætter fra en ny.

help-flip =
    Vend først en af modspillerens brikker over på et tomt felt ved siden af: b3-b4.
    Sæt så en af dine egne: A@d1 eller B@d1, hvis du begyndte, ellers a@d1 eller b@d1; bogstavet er den side, der vender opad.
    Begge dele på én gang: b3-b4 a@d1.
help-xoxo =
    own@c3 lægger den øverste brik fra din egen bunke på c3, draw@c3 den øverste fra fællesbunken.
    En brik skrives som farve, form og ansigt med de engelske forbogstaver: rss er en rød firkant med et overrasket ansigt. Farver: r rød, b blå, g grøn, y gul. Former: c cirkel, s firkant, t trekant, h hjerte. Ansigter: j smil, w blink, s overraskelse, g gnavpot.
    Dine kort vises af sig selv, så snart der ligger en linje til dem. »behold rød« beholder et kort, »vis rød« lader det blive vist igen fra næste brik; »behold alle« og »vis alle« virker også.
help-djeco =
    r7@c3 spiller en rød 7’er på c3.
    { $yellow ->
        [some] y2@b3 tager de to øverste kort af stablen på b3 med et gult kort.
       *[stack] y@b3 rydder en stabel med et gult kort.
    }
    g@b2-d2 rydder en linje med et grønt kort. Skriv pass, hvis du ikke kan spille noget.
help-marks = På brættet står ▸ ◂ om det sidste træk og + der, hvor du kan spille. Til sidst står [ ] om den linje, der afgjorde det.
help-marks-plain = For hvert felt hører du, hvad der ligger der, om det sidste træk var der, og om du kan spille der. Til sidst hører du også, hvilke felter der afgjorde det.
help-commands =
    Et tal vælger et træk fra listen.
    Du kan også skrive: træk (listen), tip (hvad en stærk spiller ville gøre), regler (sådan spiller man), bræt, forløb (turene indtil nu; forløb alle: med alle kort og brikker), fortryd (når du er alene mod bots), gem [FIL], stop (gemmer; fortsæt senere). Heller ikke med Ctrl-C går noget tabt.
more-rules = Alle regler: rowdy rules { $game }. En lektion: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = hjælp
typed-rules = regler
typed-moves = træk
typed-hint = tip
typed-board = bræt
typed-log = forløb
typed-undo = fortryd
typed-save = gem
typed-quit = stop
typed-hold = behold
typed-show = vis
typed-all = alle alt
typed-skip = spring
typed-back = tilbage
typed-end = slut
typed-forward = frem
typed-start = start
typed-turns = ture
typed-solution = løsning
typed-again = forfra
help-typed-as = { $typed } ({ $command })
help-typed = De engelske ord virker også: { $commands }.

cell-empty = tomt
cell-last = sidste træk
cell-won = vinderlinje
cell-target = muligt

## What happened

event-flip = { $you ->
    [yes] Du vender
   *[no] { $who } vender
} brikken fra { $source } til { $target }.
event-place = { $you ->
    [yes] Du sætter
   *[no] { $who } sætter
} { $stone } på { $square }.
event-turn = { $you ->
    [yes] Du vender brikken fra { $source } til { $target } og sætter
   *[no] { $who } vender brikken fra { $source } til { $target } og sætter
} { $stone } på { $square }.
event-lay = { $you ->
    [yes] Du lægger
   *[no] { $who } lægger
} { $tile } på { $square }, fra { $source ->
    [own] { $you ->
        [yes] din
       *[no] sin
    } egen bunke
   *[draw] fællesbunken
}.
event-reveal = { $you ->
    [yes] Du viser
   *[no] { $who } viser
}: { $cards }!
event-top = { $you ->
    [yes] Din bunke
   *[no] Bunken hos { FORM($who, "mid") }
} viser nu { $tile }.
event-draw-top = Fællesbunken viser nu { $tile }.
event-deal = { $you ->
    [yes] Du får
   *[no] { $who } får
} et målkort: { $card }.
event-play = { $you ->
    [yes] Du spiller
   *[no] { $who } spiller
} { $card } på { $square }.
event-yellow = { $you ->
    [yes] Du rydder
   *[no] { $who } rydder
} { $count ->
    [0] stablen på { $square }
    [one] det øverste kort på { $square }
   *[other] de øverste { $count } kort på { $square }
} med et gult kort.
event-green = { $you ->
    [yes] Du rydder
   *[no] { $who } rydder
} linjen fra { $first } til { $last } med et grønt kort.
event-pass = { $you ->
    [yes] Du kan ikke spille og melder pas.
   *[no] { $who } kan ikke spille og melder pas.
}
event-draw = { $you ->
    [yes] Du tager
   *[no] { $who } tager
} { $card }.
event-deck-empty = Der er ikke flere kort at tage. Når ingen kan spille mere, vinder den med flest jetoner.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] Det giver
   *[no] { $you ->
        [yes] Du får
       *[no] { $who } får
    }
} { $count ->
    [one] en jeton
   *[other] { $count } jetoner
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as "blue Xs".
# $count is the number of rows.
row-of-stones = { $count ->
    [one] tre { $stones }
   *[other] hver tre { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, og intet tomt felt ved siden af.
key-row-survived = { $line }: { row-of-stones }. De overlevede vendingen.
key-row-made = { $line }: { row-of-stones }. Selve vendingen bragte dem sammen.
key-row-unflippable = { $line }: { row-of-stones }, og der er ingen brik, som kan vendes.
key-row-unbreakable = { $line }: { row-of-stones }. Uanset hvad der vendes, bliver der tre på stribe tilbage.
key-row-forced = { $you ->
    [yes] Uanset hvad der vendes nu, giver det tre på stribe til dig, for eksempel { $line }.
   *[no] Uanset hvad der vendes nu, giver det tre på stribe til { $who }, for eksempel { $line }.
}
key-row-open = { $count ->
    [one] { $line } tæller ikke endnu: der er et tomt felt ved siden af.
   *[other] { $line } tæller ikke endnu: der er et tomt felt ved siden af hver.
}
key-row-due = { $count ->
    [one] { $line }: tre på stribe! Overlever de vendingen?
   *[other] { $line }: hver tre på stribe! Overlever en af dem vendingen?
}
stones-rubik-A = blå X’er
stones-rubik-B = grønne X’er
stones-rubik-a = gule O’er
stones-rubik-b = hvide O’er
stones-xoxo2-A = grønne stjerner
stones-xoxo2-B = røde stjerner
stones-xoxo2-a = grønne sekskanter
stones-xoxo2-b = røde sekskanter
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] Du viser { $cards }
   *[no] { $who } viser { $cards }
}: { $count ->
    [0] ingen kort tilbage!
    [one] ét kort tilbage!
   *[other] { $count } kort tilbage!
}
key-tokens = { $you ->
    [yes] En linje til dig
   *[no] En linje til { $who }
}: { $count ->
    [one] + 1 jeton
   *[other] + { $count } jetoner
}
key-any = { $who } har { $lines }

end-you-win = Du vinder!
end-you-share = Du deler sejren med { $others }!
end-win = { $winner } vinder!
end-shared = { $winner } deler sejren!
end-draw = Uafgjort!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] Du har givet op.
   *[no] { $who } har givet op.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] Ét træk lukkede en række inde for begge: efter husreglen vinder den, der lavede det.
    [opponent] Ét træk lukkede en række inde for begge: efter husreglen vinder den anden spiller.
   *[draw] Begge rækker er lukket inde, uden et tomt felt ved siden af, så ingen vinder.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = En række på tre tæller.
end-flip-full = Alle seksten brikker er på brættet, og ingen har tre på stribe.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [one] { $lines }: linjen, der gav den sidste jeton.
   *[other] { $lines }: linjerne, der gav de sidste jetoner.
}
end-djeco-target = { $more } jetoner mod { $fewer }: mindst { $target } og mindst to foran.
end-djeco-tokens = Alle jetoner er delt ud: { $draw ->
    [yes] { $more } til hver.
   *[no] { $more } mod { $fewer }.
}
end-djeco-turns = Der er spillet { $turns } kort: { $draw ->
    [yes] jetonerne står { $more } mod { $more }.
   *[no] jetonerne står { $more } mod { $fewer }.
}
end-djeco-blocked = Ingen kan spille, og der er ingen kort tilbage at tage: { $draw ->
    [yes] jetonerne står { $more } mod { $more }.
   *[no] jetonerne står { $more } mod { $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [one] { $you ->
        [yes] Det var dit sidste kort.
       *[no] Det var det sidste kort for { $who }.
    }
   *[other] { $you ->
        [yes] Det var dine sidste kort.
       *[no] Det var de sidste kort for { $who }.
    }
}
end-xoxo-pile = En bunke er brugt op, og { $you ->
    [yes] du har
   *[no] { $who } har
} vist flest kort: { $count }.
# The viewer among the names of others.
among-you = du
end-xoxo-pile_tie = En bunke er brugt op, og { $names } har { $count ->
    [0] ikke vist nogen kort
    [one] vist ét kort hver
   *[other] vist { $count } kort hver
}. Af dem vinder den, der ville have haft næste tur: { $you ->
    [yes] du
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
# [neut] is the adjective before a word with the article “et”: et rødt hjerte, but en rød cirkel.
tile = { $shape ->
    [circle] en { $face } { $colour } cirkel
    [square] en { $face } { $colour } firkant
    [triangle] en { $face } { $colour } trekant
   *[heart] et { FORM($face, "neut") } { FORM($colour, "neut") } hjerte
}
card-back = { FORM($kind, "indef") }
kind-colour = { $form ->
    [indef] en farve
   *[base] farve
}
kind-shape = { $form ->
    [indef] en form
   *[base] form
}
kind-face = { $form ->
    [indef] et ansigt
   *[base] ansigt
}
value-red = rød
value-blue = blå
value-green = grøn
value-yellow = gul
value-circle = cirkel
value-square = firkant
value-triangle = trekant
value-heart = hjerte
value-joy = smil
value-wink = blink
value-surprise = overraskelse
value-grumpy = gnavpot
colour-red = { $form ->
    [neut] rødt
   *[base] rød
}
colour-blue = { $form ->
    [neut] blåt
   *[base] blå
}
colour-green = { $form ->
    [neut] grønt
   *[base] grøn
}
colour-yellow = { $form ->
    [neut] gult
   *[base] gul
}
# As the object of a sentence, as all of these cards.
card-red = en rød { $number }’er
card-blue = en blå { $number }’er
card-yellow = et gult kort
card-green = et grønt kort
card-hidden = et kort
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] rød { $number }
    [blue] blå { $number }
    [yellow] gult kort
    [green] grønt kort
   *[hidden] kort
}

stone-rubik-A = blåt X
stone-rubik-B = grønt X
stone-rubik-a = gult O
stone-rubik-b = hvidt O
stone-xoxo2-A = grøn stjerne
stone-xoxo2-B = rød stjerne
stone-xoxo2-a = grøn sekskant
stone-xoxo2-b = rød sekskant
# A stone as the object of a sentence.
placed-rubik-A = et blåt X
placed-rubik-B = et grønt X
placed-rubik-a = et gult O
placed-rubik-b = et hvidt O
placed-xoxo2-A = en grøn stjerne
placed-xoxo2-B = en rød stjerne
placed-xoxo2-a = en grøn sekskant
placed-xoxo2-b = en rød sekskant
side-rubik-A = blå
side-rubik-B = grøn
side-rubik-a = gul
side-rubik-b = hvid
side-xoxo2-A = grøn
side-xoxo2-B = rød
side-xoxo2-a = grøn
side-xoxo2-b = rød

flip-supply = Brikker tilbage: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = hvem
xoxo-pile = brikker
xoxo-top = øverst i bunken
xoxo-cards = kort på hånden
xoxo-shown = viste kort
xoxo-draw-pile = fællesbunke
order-hold = behold
order-line = linjen ligger
djeco-seat = plads
djeco-colour = farve
djeco-tokens = jetoner
djeco-hand = hånd
djeco-side-red = rød ✕
djeco-side-blue = blå ○
djeco-red = rød, kryds
djeco-blue = blå, bolle
djeco-of = { $tokens } af { $target }
djeco-hidden = { $count ->
    [one] ét kort
   *[other] { $count } kort
}
djeco-stack = { $top }{ $height ->
    [one] {""}
   *[other] , { $height } i stablen
}
djeco-beside = Bunke: { $deck } kort. Lagt til side: { $discard }. Jetoner tilbage: { $left }.

## The table in the browser

picture-over = Spillet er slut
picture-chance = Et øjeblik: der deles ud
picture-window = Nu kan der vises kort
picture-ask-first = { $you ->
    [yes] Din tur: læg en af de to brikker i midten
   *[no] { $who } skal lægge den første brik
}
picture-ask-lay = { $you ->
    [yes] Din tur: læg en af de to brikker
   *[no] { $who } skal lægge en brik
}
picture-ask-cover = { $you ->
    [yes] Din tur: dæk en brik med en af de to
   *[no] { $who } skal dække en brik
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Din tur: vend en af modspillerens brikker
    [named] { $who } har turen: vend en af modspillerens brikker
   *[no] { $who } skal vende en af { $yours ->
        [yes] dine
       *[no] modspillerens
    } brikker
}
picture-ask-place = { $you ->
    [yes] Din tur: sæt en af dine egne brikker
    [named] { $who } har turen: sæt en af dine egne brikker
   *[no] { $who } skal sætte en brik
}
picture-ask-play = { $you ->
    [yes] Du er { $side }: spil et kort
   *[no] { $who } skal spille et kort
}
picture-ask-stead = { $you ->
    [yes] { $rival } kan ikke spille, så du spiller et kort i stedet
   *[no] { $who } spiller et kort i stedet, for { $yours ->
        [yes] du
       *[no] { $rival }
    } kan ikke spille
}
picture-ask-pass = Din tur: du har intet kort at spille, så meld pas
picture-then-tile = Vælg nu et felt til den
picture-then-cover = Vælg nu den brik, du vil dække
picture-then-flip = Vælg nu feltet, den vendes over på
picture-then-place = Vælg nu et tomt felt til den

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] her kan du spille
    [tile] her kan du lægge en brik
    [stone] her kan du sætte en brik
   *[card] her kan du lægge et kort
}
picture-can-cover = kan dækkes
picture-can-clear = kan ryddes
picture-can-cover-clear = kan dækkes eller ryddes
picture-can-flip = kan vendes
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] { $colour } cirkel, { $face }
    [square] { $colour } firkant, { $face }
    [triangle] { $colour } trekant, { $face }
   *[heart] { FORM($colour, "neut") } hjerte, { FORM($face, "neut") }
}
face-joy = { $form ->
    [neut] smilende
   *[base] smilende
}
face-wink = { $form ->
    [neut] blinkende
   *[base] blinkende
}
face-surprise = { $form ->
    [neut] overrasket
   *[base] overrasket
}
face-grumpy = { $form ->
    [neut] gnavent
   *[base] gnaven
}
# A line of the board: its squares, and what lies there.
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; lukket inde

picture-show = Vis { $cards }
picture-show-nothing = Vis ingenting
picture-pass = Meld pas
picture-yellow = { $count ->
    [one] Tag det øverste kort
   *[other] Tag de øverste { $count } kort
}
picture-green = Ryd linjen fra { $first } til { $last }

picture-tiles = { $count ->
    [one] én brik
   *[other] { $count } brikker
}
picture-own-pile = Din bunke
picture-draw-pile = Fælles{ "\u00AD" }bunke
picture-step-flip = Vend modspillerens
picture-step-place = Sæt din egen
picture-goal-back = målkort: { $kind }, med bagsiden opad
picture-goal-show = vises, så snart linjen ligger
picture-goal-hold = beholdes
picture-left = { $count } tilbage
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Rød { $number }
    [blue] Blå { $number }
    [yellow] Gult kort
   *[green] Grønt kort
}
picture-clear = ryd
picture-hint-middle = { $card }: læg kortet i midten
picture-hint-lay = { $card }: læg kortet på et tomt felt
picture-hint-cover = { $card }: dæk en { $number }’er
picture-hint-lay-cover = { $card }: læg kortet på et tomt felt, eller dæk en { $number }’er
picture-hint-clear = { $colour ->
    [yellow] { $card }: ryd en stabel
   *[green] { $card }: ryd en fuld linje
}
picture-hint-none = { $card }: kan ikke spilles nu
picture-deck = bunke { $deck }
picture-aim = { $target } jetoner vinder, 2 foran
picture-tokens-left = { $count ->
    [one] én jeton tilbage
   *[other] { $count } jetoner tilbage
}
picture-discard = lagt til side
picture-seat-xoxo = { $tiles }; { $cards } kort på hånden, { $shown } vist
picture-seat-flip = { $sign }, { $first } og { $second }; { $count ->
    [one] én brik tilbage
   *[other] { $count } brikker tilbage
}
picture-seat-djeco = { $colour }; { $count ->
    [one] én jeton
   *[other] { $count } jetoner
} af { $target }; { $cards }

## The page

page-language = Dansk
page-looks = Sprog og farver
page-theme = Lyst eller mørkt
page-theme-auto = Auto
page-theme-light = Lyst
page-theme-dark = Mørkt
page-home = Tilbage til alle spil
page-back-to-lesson = Tilbage til lektionen
page-back-to-game = Tilbage til spillet
page-no-script = For at spille her skal JavaScript være slået til i din browser.
page-failed = Noget gik galt. Prøv igen.
page-offline-request = Serveren kan ikke nås. Prøv igen om lidt.

# Home

page-tagline = Fire frække spil om tre på stribe
page-games = Spil
page-players = { $players } spillere
page-minutes = { $count ->
    [one] ét minut
   *[other] { $count } minutter
}
page-play = Spil
page-play-named = Spil { $game } mod en bot
page-set-up = Tilpas …
page-set-up-named = Tilpas { $game }
page-rules = Regler
page-rules-named = Reglerne for { $game }
page-rules-by = Efter { $edition }
page-rules-changed = Disse husregler gælder:
page-rules-here = (gælder her)
page-rules-set-up = Spil det
page-rules-print = Åbn som en side for sig
page-marks = Hvad mærkerne betyder
page-mark-choice = Lilla streger: det kan du vælge nu.
page-mark-last = Lilla ring: det, der skete sidst. Tal og pile: hvad de andre har gjort siden dit træk, i rækkefølge, og hvor det kom fra.
page-mark-row = Bjælke: tre på stribe, der hører sammen; er den stiplet, tæller de ikke endnu.
page-mark-circled = Ring om tre: den stribe, der er tale om.
page-go-on = Fortsæt dine partier
page-just-now = lige før
page-forget-named = Fjern { $game } fra listen
page-forgotten = { $game } er fjernet fra listen.
page-forget-undo = Sæt tilbage
page-finished = Færdige partier
page-against = mod { $names }
page-turn-yours = din tur
page-turn-theirs = venter på { $name }
page-turn-waiting = ikke begyndt endnu
page-result-won = vundet
page-result-lost = tabt
page-result-draw = uafgjort
page-open-title = Fortsæt { $game }?
page-open-on = Fortsæt
page-open-new = Nyt parti
page-join = Sæt dig ved et bord
page-join-say = Indsæt det link, du har fået af en ven.
page-join-field = Link eller kode
page-join-go = Vær med
page-join-wrong = Det er ikke et link til et bord. Et link ser sådan ud: …/table/…#…, og det hele skal med.
page-record = Se et gemt parti
page-record-say = Gå trin for trin gennem et parti, som nogen har gemt.
page-record-choose = Vælg en fil
page-record-size = Filen er for stor til at være et gemt parti.

# New game

page-new-edition = Udgave
page-new-players = Hvor mange spiller?
page-new-seats = Hvem spiller?
page-new-seat = Plads { $seat }
page-new-me = Mig
page-new-person = En person til på denne enhed
page-new-friend = En ven, via link
page-new-friend-say = Du får et link at give videre, når bordet er åbent.
page-new-person-say = I lader enheden gå rundt; skjulte kort forbliver skjulte.
page-new-levels = Bot
page-new-more-bots = Flere bots
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } af { $steps })
page-partner = Bot: makker, lige så stærk som dig
page-partner-say = Den vælger sit niveau, så du vinder cirka halvdelen af dine partier. Dine resultater bliver på denne enhed.
page-partner-begins = Den begynder som »{ $level }«.
page-partner-now = { $count ->
    [one] Efter dit seneste parti spiller den som »{ $level }«.
   *[other] Efter dine seneste { $count } partier spiller den som »{ $level }«.
}
page-partner-forget = Glem mine resultater
page-partner-stronger = Nyt parti, stærkere makker
page-partner-weaker = Nyt parti, svagere makker
page-new-starter = Hvem begynder?
page-new-starter-lot = Lodtrækning
page-new-starter-seat = Plads { $seat }: { $who }
page-new-rules = Husregler
page-new-rules-changed = { $count ->
    [one] én ændret
   *[other] { $count } ændret
}
page-new-books = { $count ->
    [one] regelhæftet på { $books }
   *[other] regelhæfterne på { $books }
}
page-new-more = Mere
page-new-confirm = Spørg mig, før et træk gælder
page-new-hints = Tillad tip, også når flere mennesker spiller
page-new-open = Åbn bordet
page-warming = Botterne varmer op: det første minuts tid spiller de enklere end ellers, og den perfekte er langsom.
page-warming-short = Botterne varmer op

# The board

page-board = Bræt
page-board-limit = Alt skal passe i 3 × 3 felter.
page-pieces = Det kan du vælge imellem
page-moves = Træk
page-draw-pile = Fælles{ "\u00AD" }bunke · { $tiles }
page-board-which = Hvilken?
page-board-cancel = Ikke endnu
page-read = Brættet i ord
page-read-squares = Felt for felt
page-read-pieces = Hvad der ligger hvor
page-read-lines = Linje for linje
page-read-short = Kortfattet
page-read-piece = { $what }: { $squares }
page-read-empty = Tomme: { $squares }
page-read-nothing = tomt
page-read-row = Række { $name }: { $squares }
page-read-column = Kolonne { $name }: { $squares }
page-read-diagonal = Diagonal { $name }: { $squares }
page-read-keys = På selve brættet fører piletasterne fra felt til felt; Page Down og Page Up springer hen, hvor der ligger noget.
page-goals = Dine mål
page-goal-show = vises
page-goal-hold = hemmelig
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: vises ikke, selv med tre på stribe.
page-goal-shown = { $goal }: vises, så snart der er tre på stribe.
page-goals-shown = Vist

# The table

page-table-players = Spillere
page-your-seat = Din plads
page-you = Du
page-menu = Menu
page-log = Det er der sket
page-log-short = Forløb
page-actions = Det kan du gøre
page-undo = Fortryd
page-undo-waits = De andre bliver spurgt, om du må fortryde trækket.
# $count is how many moves have not been shown yet.
page-next-step = Næste ({ $count })
page-repeat = Vis mig det igen
page-hint = Tip
page-hint-waits = Tænker …
page-close = Luk
page-cancel = Annuller
page-try-again = Prøv igen
page-loading = Et øjeblik …
page-title-turn = Din tur
page-steps = Turens trin
page-title-turn-of = Venter på { $name }
page-watching = { $count } ser med
page-you-watch = Du ser med
page-no-place = Du har ingen plads ved dette bord i denne browser. Brug linket til din plads.
page-offline = Forbindelsen er væk.
page-offline-soon = Den kommer tilbage af sig selv.
page-offline-kept = Dit træk er gemt her og sendes, så snart den er tilbage.
page-trail-from = Det, der er lagt siden din sidste tur, kom herfra
page-read-all = Læs det hele
page-confirm-ask = Sådan?
page-confirm-move = Lav trækket
page-cancel-move = Ændr det
page-consent-yes = I orden
page-consent-no = Helst ikke
page-bot-for-you = En bot spiller for dig.
page-you-left = Du har forladt bordet.
page-return = Tag din plads igen
page-let-bot-play = Lad en bot spille for { $name }
page-seat-turn = i tur
page-seat-won = vandt
page-seat-resigned = gav op
page-seat-stand-in = en bot er trådt til
page-seat-left = er gået
page-seat-away = væk
page-seat-here = her
page-seat-open = endnu ledig
page-seat-number = Plads { $number }

# Sitting down and waiting

page-name-title = Hvad skal vi kalde dig?
page-names-title = Hvem spiller?
page-name = Dit navn
page-name-of = Plads { $seat }
page-name-default = Gæst
page-sit-down = Sæt dig
page-bot-takes-seat = Lad en bot sidde her
page-waiting-filled = { $count } af { $seats } er her
page-waiting-meanwhile = Læs reglerne imens.
page-link-this = Linket til denne plads
page-link-friend = Linket til ven { $number }
page-link-watch = Linket til at se med
page-share = Del …
page-reach-machine = Kun browsere på denne computer kan bruge linket.
page-reach-network = Alle i dit lokale netværk, der har linket, kan bruge det.
page-reach-anyone = Alle, der har linket, kan bruge det.
page-network-open = Luk det lokale netværk ind …
page-network-close = Luk det lokale netværk ude
page-network-title = Luk det lokale netværk ind?
page-network-say = Så kan andre enheder i dit netværk nå denne server, til du lukker dem ude, eller den stopper. Gør det kun i et netværk, du stoler på.
page-network-yes = Luk dem ind
page-copy = Kopiér
page-copied = Kopieret
page-copy-yourself = Kopiér det selv
page-qr = QR-kode

# A table for a room

page-room = I samme rum
page-room-named = { $game } i samme rum
page-room-say = Denne skærm bliver bordet; I spiller med telefonerne.
page-room-count = Hvor mange mennesker spiller?
page-new-room = Spil i samme rum
page-screen-wait = Scan en kode med din telefon for at sætte dig.
page-screen-scan = Scan for at sætte dig
page-screen-code = QR-kode til plads { $number }
page-screen-sits = Nogen er ved at sætte sig …
page-screen-machine = Telefoner kan ikke nå denne computer endnu.
page-screen-watch = se med
page-screen-wins = { $count ->
    [one] én runde vundet
   *[other] { $count } runder vundet
}
page-screen-full = Fuld skærm
page-screen-show = Vis det for hele rummet
page-screen-phone = Ny telefon …
page-screen-phone-title = En anden telefon til { $name }?
page-screen-phone-say = Den telefon, der har pladsen nu, lukkes ude. Her kommer en ny kode: den, der scanner den, har pladsen.
page-screen-phone-yes = Vis en ny kode
page-screen-no-place = Denne browser kan ikke vise bordet. Brug linket til at se med.
page-hand-hide = Skjul mine kort
page-hand-hidden = Dine kort er skjult.
page-hand-show = Tryk for at se dem igen.

# One device, several people

page-pass-title = Næste: { $name }
page-pass-why = Giv enheden til { $name }. Ingen andre må kigge nu.
page-pass-ready = Jeg er { $name }
page-pass-to = Giv videre til { $name }

# The menu

page-sound = Lyd
page-speed = De andres træk
page-speed-slow = Langsomt
page-speed-normal = Normalt
page-speed-fast = Hurtigt
page-speed-step = Trin for trin
page-speed-none = Med det samme
page-windows = Din plads er åben i { $count } vinduer.
page-looked = Kl. { $time } kiggede nogen på dine kort fra et andet vindue: der er altså andre, der har et link til din plads.
page-lock-seat = Lås den til dette vindue
page-new-key-fold = Hvem kan åbne min plads
page-new-key = Lav en ny nøgle til min plads
page-new-key-why = En ny nøgle lukker alle andre ude, som har et link til din plads.
page-new-key-done = Din plads har en ny nøgle
page-new-key-say = Ældre links til den virker ikke længere. Brug dette link for at åbne den på en anden af dine enheder:
page-new-key-link = Det nye link til din plads
page-resign = Giv op …
page-resign-title = Giv op?
page-resign-say = Du opgiver partiet. Det kan ikke fortrydes.
page-resign-yes = Giv op
page-leave = Forlad bordet …
page-leave-title = Forlad bordet?
page-leave-say = De andre kan se det, og en bot kan spille for dig. Du kan komme tilbage når som helst.
page-leave-yes = Forlad
page-delete = Slet bordet …
page-delete-title = Slet bordet?
page-delete-say = Det forsvinder for alle, med partier og referater.
page-delete-yes = Slet
page-practice = Øvelse
page-about-table = Om dette bord
page-about-sealed = Alt blev blandet før spillet. Når runden er slut, tjekker denne enhed, at intet er byttet ud.
page-react = Reagér
page-react-hello = Hej!
page-react-thanks = Tak!
page-react-well-played = Godt spillet!
page-react-clap = Bravo!
page-react-laugh = Ha ha!
page-react-wow = Wow!
page-react-oops = Ups!
page-react-thinking = Hmm …

# After the game

page-score-draws = { $count ->
    [one] én gang uafgjort
   *[other] { $count } gange uafgjort
}
page-rematch = En runde til
page-wants-rematch = Vil gerne spille en runde til: { $names }
page-step-through = Trin for trin
page-download = Hent referatet
page-fair = Hvordan virker det?
page-fair-how = Før spillet fandt serveren på en hemmelig startværdi og viste dens segl, en kode, der ikke passer til nogen anden startværdi. Så tilføjede hver enhed sit eget tilfældige tal. Hvordan der blandes, afgøres af det hele tilsammen, så ingen kunne vælge noget.
page-fair-commitment = Segl
page-fair-seed = Startværdi
page-fair-salt = Salt
page-fair-nonce = Tallet fra { $name }
page-fair-check = Vil du selv tjekke hele uddelingen, så hent referatet og kør:
page-fair-own = Ærligt blandet: denne enhed var med til at blande og har tjekket, at intet er byttet ud.
page-fair-sealed = Blandet før spillet; denne enhed har tjekket, at intet er byttet ud.
page-fair-since = Denne enhed kom til, da alt allerede var blandet. Den kan kun sige, at intet er byttet ud siden.
page-fair-without = { $count ->
    [one] Den var ikke med til at blande, for spillet begyndte uden dig.
   *[other] Den blandede ikke for jer alle, for spillet begyndte uden nogle af jer.
}
page-fair-wrong-seal = Advarsel: det er ikke den uddeling, der blev forseglet i begyndelsen. Serveren har ændret den. Stol ikke på dette parti!
page-fair-wrong-number = Advarsel: serveren har udeladt det tal, som denne enhed gav til uddelingen. Stol ikke på dette parti!
page-fair-practice = Øvelse: runden begyndte fra en given stilling, eller der blev fortrudt træk.

# Replay

page-replay = Trin for trin
page-replay-comment = med en note
page-replay-deal = Spillet begynder.
page-replay-count = Trin { $step } af { $steps }
page-replay-first = Til begyndelsen
page-replay-back = Et trin tilbage
page-replay-forward = Et trin frem
page-replay-last = Til slutningen
page-replay-slider = Trin
page-replay-another = Se et andet parti
page-eyes = Med hvis øjne?
page-eyes-all = Alle kort åbne
page-eyes-spectator = En tilskuer

# A lesson

page-learn = Lær { $game }
page-learn-link = Lær det på et bræt
page-learn-count = Lektion · { $step } af { $steps }
page-learn-skip = Spring over
page-learn-back = Tilbage
page-learn-next = Videre
page-learn-again = Prøv igen
page-learn-play = Spil færdigt
page-learn-whole = Spil et helt spil
page-learn-you = Du
page-learn-rival = Den anden spiller
page-learn-offer = Ny her? Lær et spil på to minutter
page-learn-offer-no = Ikke nu

## The explorer on the page

explore-title-win = { $how ->
    [all] Vundet i { $count ->
        [one] én tur
       *[other] { $count } ture
    }, uanset hvad du gør
    [one] Vundet i { $count ->
        [one] én tur
       *[other] { $count } ture
    }, hvis du finder den ene tur, der holder
   *[some] Vundet i { $count ->
        [one] én tur
       *[other] { $count } ture
    }
}
explore-title-draw = { $how ->
    [all] Uafgjort, uanset hvad du gør
    [one] Uafgjort, hvis du finder den ene tur, der holder
   *[some] Uafgjort
}
explore-title-loss = Tabt i { $count ->
    [one] én tur
   *[other] { $count } ture
}, uanset hvad du gør
explore-turns-possible = { $count ->
    [one] Én tur er mulig her
   *[other] { $count } ture er mulige her
}{ $groups ->
    [one] {""}
   *[other] , { $groups } når spejlbilleder regnes som ens
}.
explore-turns-win = { $count ->
    [one] Én vinder.
   *[other] { $count } vinder.
}
explore-turns-draw = { $count ->
    [one] Én giver uafgjort.
   *[other] { $count } giver uafgjort.
}
explore-turns-lose = { $count ->
    [one] Én taber, i { $slowest }.
   *[other] { $count } taber, den langsomste i { $slowest }.
}
explore-due-flip = I tur: { $name } · trin 1: vend modspillerens
explore-due-place = I tur: { $name } · sæt en brik
explore-due-move = I tur: { $name }
explore-leads-win = vinder i { $count }
explore-leads-draw = uafgjort
explore-leads-loss = tabt i { $count }
explore-holding = { $count ->
    [0] ingen af { $turns } holder
    [one] én af { $turns } holder
   *[other] { $count } af { $turns } holder
}
explore-line-win = { $winner } vinder
explore-only-first = { $value ->
    [win] den eneste, der vinder
   *[draw] den eneste, der holder
}
explore-only-one-of = { $value ->
    [win] begynder den eneste tur, der vinder
   *[draw] begynder den eneste tur, der holder
}
explore-part-flip = Vend, og sæt så
explore-part-place = Sæt kun
error-no-set-up = Stillinger i { $game } kan ikke stilles op i hånden.
page-explore = Udforsk
page-explore-named = Udforsk { $game }
page-explore-title = { $game } · Udforsk
page-explore-first = Til den første stilling
page-explore-back = Tilbage
page-explore-forward = Frem
page-explore-set-up = Stil op …
page-explore-link = Link
page-explore-link-field = Et link til denne stilling
page-explore-choices = Muligheder, de bedste først
page-explore-then = så { $move }
page-explore-ways-say = på { $ways } måder, spejlbilleder talt med
page-explore-line = Bedste spil herfra
page-explore-line-wait = Et øjeblik …
page-explore-replies = Hvad den anden spiller kan svare
page-explore-tree = Vejen hertil
page-explore-tree-start = Første stilling
page-explore-rules = Husregler
page-explore-more = { $count ->
    [one] Én til
   *[other] { $count } til
}
page-explore-lay = Vælg en brik, og tryk så på de felter, hvor den skal ligge. Et tryk mere fjerner den.
page-explore-remove = Fjern
page-explore-due = Det, der skal ske
page-explore-position = Stilling i notation
page-explore-read = Læs
page-explore-show = Udforsk den
page-explore-cancel = Annuller
page-explore-empty = Tøm brættet

## The review on the page

page-review = Gennemgang
page-review-named = Gennemgang · { $game }
page-review-exact = eksakt
page-review-by-search = ved søgning
page-review-progress = { $done } af { $total } træk bedømt
page-review-stop = Stop
page-review-stopped = Stoppet efter { $done } af { $total } træk.
page-review-failed = Gennemgangen gik i stå efter { $done } af { $total } træk.
page-review-go-on = Fortsæt
page-review-accuracy = { $name }: præcision { $accuracy }
page-review-accuracy-means = Præcisionen siger, hvor meget af sine chancer en spiller i gennemsnit beholdt med hvert træk.
page-review-turn = tur { $turn } af { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (dig)
page-review-better = Bedre: { $best }
page-review-curve = Chancerne tur for tur
page-review-wins = { $name } vinder
page-review-draw = uafgjort
page-review-loses = { $name } taber
page-review-moments = Det afgjorde spillet
page-review-moves = Alle træk
page-review-play = Spil videre herfra
page-review-none = Åbn et færdigt parti eller et referat af et.
page-review-nothing = Ingen fejl afgjorde dette parti.
error-no-review = Den gennemgang findes ikke længere. Bed om den igen.

## Lists and counts

games-id = id
games-name = spil
games-players = spillere
games-minutes = minutter
games-editions = udgaver
games-line = hvad det er
games-next = Spil med »rowdy play ID«; læs reglerne med »rowdy rules ID«.
marks-xoxo = Dine mål vises, så snart deres stribe ligger. Tryk på et for at holde det hemmeligt.
rules-typing = Sådan skriver du et træk her
rules-rulings = Husregler
rules-decisions = Det har vi besluttet
rules-editions = Udgaver
rules-shown = Her er spillet efter { $edition }; ændrede husregler: { $rulings }. Hvor der står en husregel i parentes, kan I vælge noget andet: se nedenfor.
rules-own-cards = Dine kort
rules-other-cards = Den anden spillers kort
rules-tokens = { $colour }: { $count ->
    [one] én jeton
   *[other] { $count } jetoner
}
rules-default = (standard: { $option })
rules-here = (her: { $option })
rules-book-says = { $says } ({ $books })
# $number is an option such as “3 tokens”, $text what comes of it.
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: “the whole stack (Italian, Portuguese); …”.
rules-books = Regelhæfterne: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] Med perfekt spil kan den, der begynder, tvinge en sejr igennem.
    [second] Med perfekt spil kan den, der ikke begynder, tvinge en sejr igennem.
   *[draw] Med perfekt spil kan ingen tvinge en sejr igennem.
}
consequence-usual = Det er den sædvanlige regel.
# $draws, $first and $fair are in percent.
consequence-figures = Med de sædvanlige regler varer et parti cirka { $moves } træk, { $drawn ->
    [none] ingen ender uafgjort
    [few] næsten ingen ender uafgjort
   *[some] { $draws } % ender uafgjort
}, og den første spiller får { $first } % af pointene ({ $fair } % ville være lige).
consequence-length = { $change ->
    [more] Partierne varer cirka { $percent } % længere end ellers.
   *[fewer] Partierne er cirka { $percent } % kortere end ellers.
}
consequence-draws = { $change ->
    [more] Flere ender uafgjort: { $now } % af partierne, ellers { $before } %.
   *[fewer] Færre ender uafgjort: { $now } % af partierne, ellers { $before } %.
}
consequence-first = { $change ->
    [more] Det er mere værd at begynde: den første spiller får { $now } % af pointene, ellers { $before } %.
   *[fewer] Det er mindre værd at begynde: den første spiller får { $now } % af pointene, ellers { $before } %.
}
# $reason is one of decided-…, such as “with an empty pile”.
consequence-reason = { $change ->
    [more] Flere partier ender { $reason }: { $now } %, ellers { $before } %.
   *[fewer] Færre partier ender { $reason }: { $now } %, ellers { $before } %.
}
consequence-no-difference = Blandt bots fandt vi ingen forskel fra den sædvanlige regel i { $games } partier.
# $bot is a level, such as “medium”; $edition as in “German rulebook”.
consequence-measured = Tallene kommer fra { $games } partier med hvert valg mellem bots på niveauet »{ $bot }«, alt andet efter { $edition }.
# $text are some of the sentences above; $players is a list of numbers, such as “3 and 4”.
consequence-players = Med { $players } spillere: { $text }
consequence-with-row-enclosed = Med rækker, der er lukket inde: { $text }
says-silent = siger intet
says-players-agree = spillerne aftaler det
says-unclear = kan læses på flere måder
book-all = alle
book-de = tysk
book-en = engelsk
book-nl = nederlandsk
book-it = italiensk
book-pt = portugisisk
book-sv = svensk
book-da = dansk
book-ru = russisk
bots-name = bot
bots-games = spiller
bots-set = indstillinger
bots-line = hvad den gør
bots-every = alle
bots-switches = Til eksperimenter kan du også indstille, hvordan casual, medium, skilled, advanced, strong og mcts søger: { $settings }
bots-next = Spil med »rowdy play GAME --seats you,BOT«.
bot-beginner = Spiller, som var det første gang, og overser en hel del.
bot-easy = Spiller efter første indskydelse og overser en linje eller en spærring i ny og næ.
bot-casual = Tænker frem ved nogle træk og tager ved resten det, der ser bedst ud.
bot-medium = Tænker lidt frem, men er tit skødesløs.
bot-skilled = Tænker frem, men er skødesløs en gang imellem.
bot-advanced = Tænker langt frem, men laver stadig fejl af og til.
bot-strong = Tænker frem i op til et sekund, gætter, hvad du har på hånden, og laver ingen skødesløse træk.
bot-partner = Vælger det niveau, hvor du vinder cirka halvdelen af dine partier, efter dem, du har spillet færdig i terminalen.
# $level is one of the levels, such as “casual”; $games counts finished games of this kind.
partner-begins = Din makker begynder som »{ $level }«. Ud fra dine resultater finder den det niveau, hvor du vinder cirka halvdelen af dine partier.
partner-plays = { $games ->
    [one] Efter dit seneste parti spiller din makker som »{ $level }«.
   *[other] Efter dine seneste { $games } partier spiller din makker som »{ $level }«, så du vinder cirka halvdelen.
}
bot-greedy = Tager det, der ser bedst ud lige nu, og tænker aldrig frem.
bot-random = Spiller et hvilket som helst lovligt træk.
bot-perfect = Laver aldrig fejl.
bot-mcts = Den rene søgning, som niveauerne fra casual og op tænker med.
bot-guest = Fra { $package }.
bot-engine = Et program for sig, tilføjet på denne computer.
engines-name = navn
engines-command = kommando
engines-none = Der er ikke tilføjet nogen motorer. »rowdy engines --help« fortæller hvordan.
engines-added = { $name } er tilføjet ({ $called }). Prøv den: rowdy play --seats you,{ $name }
engines-removed = { $name } er fjernet.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe og XOXO²
prepare-perfect = perfekt spil
prepare-line = Kompilerer ({ $number } af { $all }): { $what }
prepare-done = Kompileret på { $seconds } s.
prepare-nothing = Alt er allerede kompileret.
prepare-no-compiler = Numba er ikke installeret, så intet kan kompileres: botterne spiller stadig, men tænker enklere.
prepare-not-kept = Der kan ikke skrives i { $path }, så det kompilerede kunne ikke gemmes, og intet blev kompileret. Botterne spiller stadig, men tænker enklere i begyndelsen.
perft-from = Fra: { $text }
perft-chance-all = Alle tilfældige udfald tælles.
perft-chance-seed = Tilfældet afgøres af startværdien { $seed }.
perft-actions = handlinger { $depth }: { $count } ({ $seconds } s)
perft-turns = ture { $depth }: { $count } ({ $seconds } s)
replay-prompt = Trin { $at } af { $last } (Enter næste, b tilbage, tal, slut, q stop):
replay-help = Tryk Enter for næste trin, b for det forrige, skriv et tal for at springe, slut for det sidste trin eller q for at stoppe.
replay-comment = Note: { $comment }
replay-step = Trin { $at }: { $move }
replay-deal = før det første træk
replay-no-more = Partiet har ikke mere end { $last } trin: her er det slut.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Stjerne
player-xoxo2-2 = Sekskant
verdict-draw = uafgjort
verdict-win = { $winner } vinder i { $count ->
    [one] én tur
   *[other] { $count } ture
}
label-win = { $winner } vinder i { $least }
label-win-range = { $winner } vinder i { $least } til { $most }
compiling = Et øjeblik: koden kompileres. Det sker kun én gang på denne computer.
preparing = Koden kompileres i baggrunden. Det sker kun én gang på denne computer. Indtil da tænker bots, der søger, enklere, og en perfekt bot venter.
preparing-still = Kompilerer stadig efter { $seconds } s.
prepared = Koden er kompileret: fra nu af tænker botterne med fuld styrke.
searching = Et øjeblik: søger stadig.

solve-begin = Løser { $game } med { $count ->
    [one] én tråd
   *[other] { $count } tråde
}.
solve-checking = tjekker
solve-found = { $count ->
    [one] Ét færdigt lag blev
   *[other] { $count } færdige lag blev
} fundet og tjekket; fortsætter med lag { $stones }.
solve-found-all = Alle { $count } lag var der allerede og er tjekket.
solve-layer = lag { $stones }
solve-rate = { $millions } mio./s
solve-left = { $time } tilbage
solve-line = Lag { $stones } færdigt: { $share } af alt, { $rate }, { $left }
solve-interrupted = Stoppet. Færdige lag er gemt: samme kommando fortsætter derfra.
solve-stones = brikker
solve-positions = stillinger
solve-wins = vundet
solve-draws = uafgjort
solve-losses = tabt
solve-in-all = i alt
solve-counted = Stillinger ved begyndelsen af en tur, vundet, uafgjort eller tabt for den, der er i tur; spejlbilleder er talt med.
solve-value = Hvis begge spiller bedst muligt: { $value }.
solve-first-stone = første brik
solve-first-squares = på
solve-first-value = fører til
solve-corner = hjørne
solve-edge = kant
solve-centre = midte
solve-cost = Løsningen tog { $wall } s og { $cpu } CPU-sekunder, uden tiden til at indlæse eller kompilere kode: { $rate } mio. stillinger pr. CPU-sekund, af { $positions } mio. (Dem ved begyndelsen af en tur; hver stillings 32 billeder, spejlet eller med alle en spillers brikker vendt, regnet som én.)
solve-memory = Der blev højst brugt { $size } GB hukommelse.
solve-used = Løsningen ligger i { $path } og bruges fra nu af.
solve-elsewhere = Løsningen ligger i { $path }. Rowdy bruger af sig selv en løsning, der ligger i { $usual }

explore-source-solution = Svarene kommer fra løsningen i { $path }
explore-source-opening = Svarene kommer fra de tidlige lag, der er en del af Rowdy, og en søgning.
explore-source-search = Svarene kommer fra en søgning.
explore-refused = Løsningen på denne computer bruges ikke. { $reason }
explore-position = Stilling: { $text }
explore-value = { $value }.
explore-value-draw = Uafgjort.
explore-flips = Tur { $turn }: { $name } vender. Vendinger, bedste først, hver efter den bedste tur, den begynder:
explore-places = Tur { $turn }: { $name } sætter en brik. Muligheder, bedste først:
explore-moves = Tur { $turn }: { $name } trækker. Træk, bedste først:
explore-turns = Hele ture for { $name }, bedste først:
explore-more = … { $count } til
explore-all = »alle« viser dem alle.
explore-only = eneste
explore-only-win = eneste: alt andet giver sejren fra sig.
explore-only-draw = eneste: alt andet taber.
explore-only-turn-win = eneste: { $turn } er den ene tur, der beholder sejren.
explore-only-turn-draw = eneste: { $turn } er den ene tur, der ikke taber.
explore-line = Hovedvariant
explore-prompt-flip = { $name } vender (Enter bedste, tal, træk, ture, b tilbage, ? hjælp, q stop):
explore-prompt-place = { $name } sætter en brik (Enter bedste, tal, træk, b tilbage, ? hjælp, q stop):
explore-prompt-move = { $name } trækker (Enter bedste, tal, træk, b tilbage, ? hjælp, q stop):
explore-prompt-over = Spillet er slut (b tilbage, start, ? hjælp, q stop):
explore-over = Der kan ikke spilles mere: spillet er slut. b går tilbage.
explore-last = Du er ved det sidste trin: der er intet at gå frem til.
explore-first = Det er den første stilling: der er intet at gå tilbage til.
explore-help =
    Enter fortsætter med det første træk på listen, et tal med et andet.
    Eller skriv et træk: en vending som b3-b4, en brik som a@d1, eller en hel tur som b3-b4 a@d1.
    Skriv en stilling som ..../.B../..Bb/.... flip for at gå dertil, eller start for at gå til spillets start.
    b går et trin tilbage, b 3 tre trin, f frem igen. ture viser hele ture, alle hele listen, bræt viser det hele igen.
    q stopper.
explore-help-words =
    »X vinder i 5« gælder, hvis begge spiller bedst muligt: vinderen skynder sig, taberen trækker ud. Begges ture tæller, også denne og den sidste.
    ×2 står for to træk, der kommer ud på ét: et spejlbillede, eller alle en spillers brikker vendt om.
    »eneste« mærker det ene træk, bortset fra spejlbilleder, der beholder en sejr eller uafgjort.

## Hints and review

percent = { $number } %
hint-only = Kun ét træk er muligt: { $move }.
hint-move = Tip: { $move }.
hint-win = { $count ->
    [one] Det vinder med det samme.
   *[other] Det vinder i { $count } ture, begges talt med{ $alone ->
        [yes] ; alt andet giver sejren fra sig
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] Det er den eneste tur, der holder uafgjort.
   *[no] Det holder uafgjort.
}
hint-loss = Alle ture taber mod det bedste spil; denne holder længst ud, { $count } ture, begges talt med.
hint-share = Dine chancer efter det: cirka { $share }.
hint-line = Det giver en linje til { $cards }.
hint-tokens = { $count ->
    [one] Det giver dig en jeton.
   *[other] Det giver dig { $count } jetoner.
}
hint-next = Næstbedst: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = cirka lige så godt
hint-keep = Behold hellere { $cards } for dig selv lidt endnu: skriv først »behold { $order }«.
hint-hold = Behold hellere { $cards } for dig selv lidt endnu: vælg først »{ page-goal-hold }«.
move-flip = vend brikken fra { $source } til { $target }
move-place = sæt { $stone } på { $square }
move-play = spil { $card } på { $square }
move-own = læg den øverste brik fra { $form ->
    [their] egen
   *[your] din
} bunke på { $square }
move-draw = læg den øverste brik fra fællesbunken på { $square }
move-yellow = { $count ->
    [0] ryd stablen på { $square } med et gult kort
    [one] ryd det øverste kort på { $square } med et gult kort
   *[other] ryd de øverste { $count } kort på { $square } med et gult kort
}
move-green = ryd linjen fra { $first } til { $last } med et grønt kort
move-pass = meld pas

mark-best = bedst
mark-good = godt
mark-inaccuracy = upræcist
mark-mistake = fejl
mark-blunder = brøler
mark-forced = tvunget
review-title = { $game }. Pladser: { $seats }.
review-exact = Hver tur er sammenlignet med perfekt spil. »Sejr i 5« tæller begges ture, også denne.
review-search = Hvert træk er bedømt med en søgning på { $sims } simulationer, ud fra det, spilleren kunne vide på det tidspunkt. Procenterne er spillerens chancer: en sejr tæller helt, uafgjort eller en delt sejr delvis.
review-playouts = Hvert træk er bedømt med { $sims } tilfældige gennemspil, ud fra det, spilleren kunne vide på det tidspunkt{ $numba ->
    [missing] ; med Numba installeret ville en søgning dømme bedre
   *[useless] {""}
}. Procenterne er spillerens chancer: en sejr tæller helt, uafgjort eller en delt sejr delvis.
review-progress = bedømmer
review-line = { $name }, { $move }: { $verdict }
review-show = vis { $cards }
review-show-nothing = vis ingenting
review-best = bedst, { $value }
review-worse = { $mark }, { $value }; bedre { $best } ({ $better })
review-forced = tvunget
review-draw = uafgjort
review-win = sejr i { $count }
review-loss = nederlag i { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] lod sejren glide ud i uafgjort
       *[loss] gjorde en sejr til et nederlag
    }
   *[draw] gav uafgjort fra sig
}
review-slower = { $value ->
    [win] vinder stadig, i { $after } ture, ikke { $before }
   *[loss] taber i { $after } ture, ikke { $before }
}
review-kept = { $count ->
    [one] { $value ->
        [win] den eneste, der vinder
       *[draw] den eneste, der holder
    }
   *[other] { $value ->
        [win] en af { $count }, der vinder
       *[draw] en af { $count }, der holder
    }
}
claim-then = { $first }, og så { $second }
claim-missed-win = Her var en sejr med det samme: { $moves }{ $row ->
    [yes] ; det giver { $line }
   *[no] {""}
}.
claim-gives-win = Nu kan { $rival } vinde med det samme: { $moves }{ $row ->
    [yes] ; det giver { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Det ville have reddet sejren: { $moves }.
   *[draw] Det ville have reddet uafgjort: { $moves }.
}
claim-every-turn-loses = Herfra taber alle ture{ $held ->
    [yes] ; den sidste, der holdt, var i tur { $turn }: { $moves }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Det gav flere linjer på én gang, { $lines }, til { $count } jetoner.
   *[no] Det gav flere linjer på én gang, { $lines }: { $count } jetoner til { $who }.
}
claim-could-show = Her kunne { $cards } være vist.
claim-suggests = { $more ->
    [yes] Det gjorde det mere sandsynligt, at { $who } har { $card } på hånden, ud fra alt, hvad { $witness } kunne vide: { $before } → { $after }.
   *[no] Det gjorde det mindre sandsynligt, at { $who } har { $card } på hånden, ud fra alt, hvad { $witness } kunne vide: { $before } → { $after }.
}
claim-held = { $who } havde { $cards } på hånden dengang.
review-none = Der er intet træk at bedømme endnu.
review-stopped = { $count ->
    [0] Stoppet, før noget træk var bedømt.
    [one] Stoppet efter ét træk. Indtil nu:
   *[other] Stoppet efter { $count } træk. Indtil nu:
}
review-unfinished = Partiet er ikke slut. Indtil nu:
review-seat = spiller
review-accuracy = præcision
review-accuracy-means = Præcision er, hvor meget af spillerens chancer et træk beholdt, i gennemsnit.
review-course = Hver spillers chancer, tur for tur:
review-course-plain = Hver spillers chancer, tur for tur, i tiendedele:

## Verifying

verify-verdict-holds = Holder
verify-verdict-fails = Holder ikke
verify-verdict-open = Ikke tjekket
verify-verdict-aside = Bemærk
verify-line = { $verdict }: { $text }
verify-legal = Partiet følger reglerne: { $count } træk, svar og tilfældige udfald, og resultatet »{ $result }«.
verify-illegal = Partiet følger ikke reglerne. { $cause }
verify-unfinished = Partiet følger reglerne indtil nu ({ $count } træk, svar og tilfældige udfald), men er ikke slut.
verify-position = Partiet begyndte ikke ved starten, men fra en stilling, som nogen valgte: så kan der ikke være delt ærligt ud.
verify-sealed = Startværdien er den, der blev forseglet med seglet { $commitment }. Sammenlign det med det, du fik vist før spillet.
verify-other-seed = Startværdien er ikke den, der blev forseglet: den passer ikke til seglet.
verify-seed-later = Startværdien vises først, når partiet er slut.
verify-eyes = Det er blikket fra én plads eller fra en tilskuer, så der er ingen startværdi: den står i det fulde referat.
verify-no-seed = Referatet har ingen startværdi: den er gået tabt eller skåret ud.
verify-no-commitment = Startværdien var ikke forseglet: nogen kan have valgt den og dermed kortene.
verify-dealt = { $count ->
    [one] Det ene tilfældige udfald er det, som startværdien og noncerne giver.
   *[other] Alle { $count } tilfældige udfald er dem, som startværdien og noncerne giver, i rækkefølge.
}
verify-dealt-otherwise = Tilfældigt udfald { $number } er { $found }, men startværdien og noncerne giver { $due }.
verify-not-dealt = Det tilfældige kan kun regnes efter ud fra det fulde referat med den startværdi, der blev forseglet.
verify-no-chance = Der er intet tilfældigt i dette spil, så intet blev delt ud.
verify-nonces = { $count ->
    [one] Plads { $seats } har
   *[other] Pladserne { $seats } har
} føjet en nonce til startværdien.
verify-no-nonces = Ingen plads har føjet en nonce til startværdien: den, der lavede den, kan have valgt kortene.
verify-same-nonce = Noncen fra plads { $seat } er den, du gav.
verify-other-nonce = Noncen fra plads { $seat } er ikke den, du gav.
verify-not-sealed = Startværdien forsegler kun det tilfældige. Navnene, trækkene og mærket »Practice« er, som referatet siger: --server sammenligner dem med bordets eget referat.
verify-server-same = Serveren har det samme referat af denne runde.
verify-server-headers = Serverens referat af denne runde er anderledes i { $names }.
verify-server-turns = Serverens referat af denne runde har andre træk.
verify-server-none = Bordet har ingen runde med dette segl.
verify-server-later = En af bordets runder er stadig i gang, og dens referat vises ikke endnu.
verify-end-whole = Alt, hvad der blev tjekket, holder.
verify-end-part = Der blev ikke fundet noget galt, men ikke alt kunne tjekkes.
verify-end-wrong = Noget holder ikke: sådan blev der ikke delt ud og spillet.

## Comparing bots

arena-title = { $game }, { $seats } pladser: { $bots }
arena-most = Højst { $count ->
    [one] ét parti
   *[other] { $count } partier
}, i { $rounds } på { $matches }; startværdi { $seed }.
arena-rounds = { $count ->
    [one] én runde
   *[other] { $count } runder
}
arena-games = { $count ->
    [one] Ét parti
   *[other] { $count } partier
} i { $rounds }
arena-log = Log: { $path }
arena-torn = Dens sidste linje var ufuldstændig og er sløjfet.
arena-found = { $count ->
    [one] Ét parti er allerede i loggen.
   *[other] { $count } partier er allerede i loggen.
}
arena-no-compiler = Numba mangler her, så disse bots søger uden kompileret kode og spiller dårligere: { $bots }.
arena-aside = Den gamle log er nu { $path }
arena-shares = { $shares } ± { $width } %
arena-line = { $count } af { $goal } partier: { $shares }; { $left }
arena-bot = bot
arena-won = vundet
arena-shared = delt
arena-lost = tabt
arena-share = andel (%)
arena-fair = × fair
arena-elo = Elo
arena-mean = s pr. træk
arena-longest = længste
arena-points = { $games }. Et parti er ét point værd, som deles ved uafgjort eller en delt sejr; andelen gælder én plads. ± er 95 %-intervallet.
arena-elo-from = Elo er i forhold til { $bot }.
arena-nothing = Ingen runde er færdig endnu, så der er intet at sammenligne.
arena-narrow = Kendt godt nok: ± { $width } %; du bad om ± { $wanted } %.
arena-wide = Ikke kendt godt nok endnu: ± { $width } %; du bad om ± { $wanted } %. Angiv flere --games for at fortsætte herfra.
arena-interrupted = Stoppet. Alle færdige partier er i loggen: samme kommando{ $fresh ->
    [yes] , uden --fresh,
   *[no] {""}
} fortsætter derfra.
arena-rest = { $count ->
    [one] Ét parti hører til en ufærdig runde og tæller ikke endnu.
   *[other] { $count } partier hører til ufærdige runder og tæller ikke endnu.
}
arena-plot = Billede: { $path }
study-title = Hvad husreglerne ændrer i { $game }: { $edition }, { $bot } på alle pladser
study-most = { $count ->
    [one] Én måde at spille på
   *[other] { $count } måder at spille på
}, { $games } partier hver, startværdi { $seed }
study-setting = { $number } af { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = { $seats } pladser, ændret: { $rulings }
study-written = Skrevet: { $path }
study-about = Hvad husreglerne ændrer i { $game }: { $edition }
study-how = { $games } partier med hvert valg, { $bot } på alle pladser, startværdi { $seed }; Rowdy { $rowdy }, kode { $code }. ± er 95 %-intervallet. Andelen for den første plads er dens del af pointene: hvert parti giver ét, som deles ved uafgjort eller en delt sejr.
study-seats = ({ $seats } pladser)
study-option = valg
study-moves = træk
study-first = første plads
study-draws = uafgjort
study-ends = hvordan partier ender
plot-share = andel af pointene (%), 95 %-interval
plot-fair = fair andel
plot-elo = Elo over { $bot }, 95 %-interval
plot-about = { $games }, startværdi { $seed }

## Why nothing can be done where somebody points
why-over = Spillet er slut.
# $who is a name.
why-not-your-turn = Det er ikke din tur. I tur: { FORM($who, "mid") }.
why-must-pass = Du har intet kort at spille nu, så meld pas.
why-own-stone = Den brik er din egen. Du vender en af den anden spillers.
why-no-stone = Her er ingen brik. Vælg en af den anden spillers at vende.
why-no-room = Den brik kan ikke vendes: intet felt ved siden af er tomt.
why-flipped-already = Du har vendt. Sæt nu en af dine egne brikker på et tomt felt.
why-flip-due = Vend først en af den anden spillers brikker, og sæt så en af dine egne.
why-not-adjacent = En brik vendes over på et felt lige ved siden af, aldrig på skrå.
why-occupied = { $square } er optaget.
why-just-laid = Den brik er lige lagt, så den må ikke dækkes endnu.
why-display-not-full = Brikker kan først dækkes, når der ligger ni.
why-not-adjacent-tile = En brik skal røre en anden, kant mod kant.
why-not-middle = På et tomt bord begynder du i midten.
why-outside-field = Så er der ikke plads inden for tre gange tre felter.
why-off-field = Kort lægges kun på felterne fra { $first } til { $last }.
why-other-number = Her ligger en { $number }’er, og kun en { $number }’er må dække den.
why-no-card-fits = Her ligger en { $number }’er, og du har intet kort, der må dække den.
why-nothing-there = Her er intet at rydde.
why-line-not-filled = Et grønt kort rydder en linje på tre fyldte felter. Der går ingen gennem dette felt.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] Rød { $number } kan ikke spilles nu: intet felt er tomt, og der er ingen { $number }’er at dække.
    [blue] Blå { $number } kan ikke spilles nu: intet felt er tomt, og der er ingen { $number }’er at dække.
    [yellow] Der er intet at rydde med et gult kort nu.
   *[green] Der er ingen linje at rydde med et grønt kort nu.
}
why-any = Det går ikke nu.

## Errors: what and why

error-over = { $move } kan ikke spilles: spillet er slut.
error-not-your-turn = { $move } kan ikke spilles: det er ikke din tur.
error-place-due = { $move } er en vending, men nu skal der sættes en brik, for eksempel A@d1 eller a@d1.
error-flip-due = { $move } sætter en brik, men først skal du vende en af modspillerens, for eksempel { $flip }.
error-no-stone = { $move } går ikke: der er ingen brik på { $square }.
error-own-stone = { $move } går ikke: brikken på { $square } er din egen, og du kan kun vende modspillerens.
error-not-adjacent = { $move } går ikke: { $square } er ikke lige ved siden af (på skrå tæller ikke).
error-occupied = { $move } går ikke: { $square } er optaget.
error-not-your-stone = { $move } går ikke: det er den anden spillers brik.
error-off-board = { $square } er ikke på brættet.
error-no-window = { $move } går ikke: ingen bliver bedt om at vise kort nu.
error-not-due = { $move } kan ikke komme ved et tilfælde nu.
error-chance-due = { $move } kan ikke spilles endnu: tilfældet kommer først.
error-window-open = { $move } kan ikke spilles endnu: alle bliver stadig spurgt, om de vil vise kort.
error-just-laid = { $move } går ikke: brikken på { $square } er lige lagt og må ikke dækkes.
error-display-not-full = { $move } går ikke: brikker kan først dækkes, når der ligger ni.
error-display-full = { $move } går ikke: der ligger ni brikker, så fra nu af dækker hver brik en af dem.
error-not-adjacent-tile = { $move } går ikke: { $square } ligger ikke kant mod kant med en brik.
error-not-middle = { $move } går ikke: på et tomt bord begynder du i midten, på c3.
error-outside-field = Så er der ikke plads inden for tre gange tre felter.
error-off-field = { $move } går ikke: { $square } er ikke et af felterne fra { $first } til { $last }.
error-answered = Du har allerede svaret.
error-no-line = { $card } kan ikke vises: der er ingen linje på tre til det nu.
error-not-held = { $move } går ikke: { $card } er ikke på din hånd.
error-other-number = { $move } går ikke: det øverste kort på { $square } er { $top }, og kun samme tal må dække det.
error-yellow-count = { $move } passer ikke til husreglen: med yellow=stack er det y@b3, med yellow=some skal antallet af kort med, som i y2@b3.
error-nothing-there = { $move } går ikke: der ligger intet på { $square }.
error-too-many = { $move } går ikke: på { $square } ligger kun { $height ->
    [one] ét kort
   *[other] { $height } kort
}.
error-no-such-line = { $move } nævner ikke en linje på tre.
error-line-not-filled = { $move } går ikke: ikke alle linjens felter er fyldt.
error-can-play = Du har et kort at spille, så du må ikke melde pas.
error-not-legal = { $move } går ikke nu.
error-not-an-action = { $move } er ikke en handling i dette spil: lav en af en tekst med parse_action.
error-not-an-actor = { $actor } er ikke med i dette spil: en aktør er en plads, fra 0 til { $most }, eller tilfældet.
error-hidden-hand = Hvad plads { $seat } må gøre, vides ikke her: det er en andens blik, uden pladsens kort.
error-unreadable-move = »{ $text }« er ikke et træk i dette spil.
error-part-of-move = »{ $text }« er kun en del af et træk. Muligt: { $moves }.
error-no-such-number = Der er intet træk { $text }: skriv et tal fra 1 til { $most }.
error-log-what = »{ $text }«: skriv »forløb« for at se turene indtil nu eller »forløb alle« for også at se alle kort og brikker.
error-order-card = »{ $text }« er ikke et af dine kort: { $known } eller alle.
undo-alone = Du kan kun fortryde træk, når du er alene mod bots.
undo-nothing = Du har intet træk at fortryde.
error-save-where = Nævn en fil: gem FIL
error-save-exists = { $path } findes allerede: nævn en ny fil.
error-ends-before = { $move } afslutter spillet, så { $text } kan ikke følge efter.
error-save-failed = Kan ikke gemme i { $path }: { $reason }.

error-unreadable-position = Det er ikke en stilling i dette spil: { $text }
error-position-order = Skriv stillingen i den sædvanlige rækkefølge: { $written }
error-perft-hidden = »{ $text }« har ukendte kort: kun en fuld stilling kan tælles.
error-stone-counts = I »{ $text }« har den første spiller { $first } brikker og den anden { $second }: den første skal have lige så mange eller én mere, og ingen flere, end der er.
error-no-flip-exists = »{ $text }« siger flip, men ingen brik kan vendes: der skal stå place.
error-unreadable-board = »{ $board }« er ikke et bræt i dette spil.
error-unreadable-covered = I »{ $text }« kan de dækkede brikker ikke læses.
error-unreadable-piles = »{ $piles }« beskriver ikke bunkerne i dette spil.
error-unreadable-hands = »{ $hands }« beskriver ikke hænderne i dette spil.
error-unreadable-cards = »{ $cards }« kan ikke læses som kort.
error-unreadable-due = I »{ $text }« passer den sidste del ikke, den, der siger, hvad der skal ske: { $due }
error-tile-count = I »{ $text }« udgør brikkerne i bunkerne, på spillefladen og under den ikke tilsammen hele sættet.
error-tile-twice = I »{ $text }« er en brik med to gange.
error-tile-not-in-deck = I »{ $text }« er der en brik, som ikke er i sættet.
error-pile-size = En bunke på { $size } er større end ved starten ({ $most }).
error-covered-early = I »{ $text }« er brikker dækket, selv om spillefladen ikke er fuld.
error-last-tile = I »{ $text }« passer den sidste briks felt ikke til spillefladen.
error-dealing = I »{ $text }« passer de uddelte kort ikke til uddelingens rækkefølge.
error-hand-count = I »{ $text }« har en plads for få eller for mange kort.
error-tiles-apart = I »{ $text }« hænger brikkerne på spillefladen ikke alle sammen: hver lægges ved siden af en anden, kant mod kant.
error-other-seat = I »{ $text }« er den forkerte plads i tur: efter { $laid ->
    [one] én brik
   *[other] { $laid } brikker
} er det plads { $seat }.
error-pile-turns = I »{ $text }« har plads { $seat } lagt { $own ->
    [one] én brik
   *[other] { $own } brikker
} fra sin egen bunke, men { $turns ->
    [0] endnu ikke haft nogen tur.
    [one] kun haft én tur.
   *[other] kun haft { $turns } ture.
}
error-pile-used-up = I »{ $text }« er den forkerte bunke tom: spillet slutter med den første, og det er bunken på plads { $seat } eller fællesbunken.
error-pile-no-window = I »{ $text }« kunne et kort endnu vises ved den brik, der tømte en bunke, og det forbyder husreglen last_window=no.
error-pile-tops = I »{ $text }« er det ikke de rigtige bunker, der skal vise deres øverste brik: efter uddelingen er det bunke for bunke, senere kun den, der lige er brugt.
error-shown-early = I »{ $text }« er { $card } vist, men en linje til det kan der ikke have været.
error-shown-last = I »{ $text }« har nogen vist sit sidste kort, men ingen af de kort har en linje.
error-card-twice = I »{ $hands }« er et kort med to gange, eller der er flere af en slags, end der findes.
error-card-count = I »{ $text }« er der flere kort, end spillet har: { $card }.
error-off-middle = I »{ $text }« blev midten, c3, aldrig brugt, men dér ligger det første kort altid.
error-off-middle-tile = I »{ $text }« ligger der ingen brik i midten, på c3, men dér ligger den første altid.
error-used-off-field = I »{ $text }« er der brugt et felt, som ikke er et af felterne fra { $first } til { $last }.
error-used-though-empty = I »{ $text }« er felter mærket som brugte, men bordet er tomt, og så regnes ingen for brugt.
error-unequal-stack = I »{ $text }« er kort med forskellige tal stablet.
error-token-count = »{ $tokens }« beskriver ikke jetonerne i dette spil.
error-discard-cleared = I »{ $text }« er det ikke de rigtige kort, der er lagt til side: et gult kort rydder mindst ét kort, et grønt en hel linje, og uden dem ryddes intet.
error-cards-played = I »{ $text }« skulle der være spillet { $played } kort, men der er { $lying } på bordet og lagt til side.
error-played-on = I »{ $text }« skulle der være spillet { $played } kort, men spillet slutter efter { $most }.
error-squares-cleared = I »{ $text }« er der ryddet felter, men der er spillet for få kort til det.
error-other-starter = I »{ $text }« er der intet spillet endnu, så det må være plads { $seat }, der er i tur: den begynder.
error-token-split = I »{ $text }« kan jetonerne ikke stå { $first }:{ $second } efter { $played } kort: spillet ville være sluttet før, eller der var for få ture.
error-line-unpaid = I »{ $text }« er der en linje i én farve, men ingen har jetonen for den.
error-passed-though = I »{ $text }« har plads { $seat } meldt pas, men kunne have spillet.
error-draws-due = I »{ $text }« er det ikke de rigtige kort, der skal tages ({ $draws }): den, der har spillet, tager ét, og kan ingen spille, tager begge ét, først den plads, der er i tur.
error-hands-unequal = I »{ $text }« har hænderne { $first } og { $second } kort: så længe bunken har kort, har begge lige mange, bortset fra kort, der endnu skal tages.

error-deck-count = Linje { $line }: et sæt skal have { $expected } dele, dette har { $found }.
error-deck-tile = Linje { $line }: »{ $text }« er ikke en brik. En brik er en farve (r b g y), en form (c s t h) og et ansigt (j w s g), for eksempel rcj.
error-deck-number = Linje { $line }: »{ $text }« er ikke et tal fra 1 til 99.
error-deck-duplicate = Linje { $line }: brikken { $text } står allerede på linje { $first }.
error-deck-twice = Linje { $line }: brikken { $text } står der to gange.
error-file-too-large = { $path } er for stor: der læses højst { $most } byte.
error-file-not-text = { $path } er ikke en tekstfil.

error-unknown-game = Der er intet spil »{ $name }«. Spillene er { $known }.
error-unknown-language = Der er ingen tekster på »{ $name }«. Sprogene er { $known }.
error-name-count = »{ $names }« er ikke navne til { $seats } pladser, et til hver.
error-no-such-viewer = Ingen ser fra plads { $viewer }: pladser tælles fra 0 til { $most }, og None er en tilskuer.
error-unknown-edition = { $game } har ingen udgave »{ $name }«. Der er { $known }.
error-unknown-ruling = { $game } har ingen husregel »{ $name }«. Der er { $known }.
error-unknown-option = I { $game } har { $name } intet valg »{ $option }«. Der er { $known }.
error-ruling-needs = { $name } betyder kun noget i { $game } med { $other }={ $needed }.
error-ruling-form = »{ $text }« er ikke en husregel: skriv den som navn=valg.
error-ruling-twice = Husreglen { $name } er angivet to gange.
error-unknown-bot = Der er ingen bot »{ $name }«. En plads er you, you=NAME eller en bot: { $known }.
error-bot-game = { $name } spiller ikke { $game }. Botterne til det er { $known }.
error-bot-parameter-form = »{ $text }« er ikke en indstilling for { $name }: skriv den som i strong:sims=5000, flere adskilt af + eller komma.
error-bot-parameter-twice = { $key } er angivet to gange for { $name }.
error-bot-parameter-renamed = »{ $key }« for { $name } hedder nu »{ $now }«; værdierne betyder det samme som før.
error-bot-no-parameters = { $name } har ingen indstillinger.
error-bot-parameter = { $name } har ingen indstilling »{ $key }«. Der er { $known }.
error-bot-sims = »{ $text }« er ikke et antal simulationer fra 1 til { $most }.
error-bot-seconds = »{ $text }« er ikke et antal sekunder fra { $least } til { $most }.
error-bot-setting = »{ $text }« passer ikke til { $key } for { $name }; standard er { $default }.
error-compiler-broken = Numba er installeret, men kan ikke indlæses, så intet kan kompileres: botterne spiller stadig, men tænker enklere.
error-guest-failed = Botten { $name } ({ $package }) virker ikke: { $reason }
error-engine-failed = Motoren { $name } spiller ikke: { $cause }
error-engine-given-up = Motoren { $name } spørges ikke mere, da den har svigtet to gange i træk: { $cause }
error-engine-start = den kan ikke startes ({ $reason }).
error-engine-died = den er stoppet (slutkode { $status }).
error-engine-silent = den svarede ikke inden for { $seconds } sekunder.
error-engine-talks = den sagde mere end { $most } byte uden at svare.
error-engine-illegal = den vil spille »{ $move }«, som ikke er blandt dens lovlige træk.
error-engine-name = »{ $name }« kan ikke være navn på en motor: det er optaget, for langt eller har et af tegnene : = + , i sig.
error-engine-no-command = Der er intet program »{ $command }« her.
error-engine-unknown = Der er ingen motor »{ $name }«.
error-engine-arguments = Sig, hvad der skal ske: rowdy engines add NAME COMMAND eller rowdy engines remove NAME.
error-guest-no-bot = { $package } er ikke en bot: { $name } skal have metoderne plays og choose.
error-guest-illegal = Botten { $name } vil spille { $action }, som ikke er blandt dens lovlige træk.
error-seat-label = »{ $label }« kan ikke sætte sig: en plads er you, you=NAME eller en bot, med højst { $most } synlige tegn.
error-seat-setting = »{ $label }« kan ikke sætte sig. Adskil en bots indstillinger med +: { $joined }
error-seat-count = { $game } kan ikke spilles af { $seats }. Muligt: { $known }.
error-starter = Plads { $starter } kan ikke begynde { $game }.
error-deck-and-ruling = Et eget sæt passer ikke sammen med { $name }={ $option } i { $game }.
error-no-deck = { $game } har intet sæt at vælge.
error-deck-missing = { $name }=custom i { $game } kræver et sæt: --deck FILE eller linjen Deck øverst i et referat.
error-no-game = Der er ikke nævnt noget spil. Spillene er { $known }.
error-seed = En startværdi har 1 til { $most } synlige tegn, ingen mellemrum omkring og ligner ikke et salt fulgt af en startværdi.
error-nothing-to-resume = Der er intet uafsluttet parti i { $path }.
error-nothing-saved = Der er intet gemt parti i { $path }.
error-no-such-save = Der er intet gemt parti nummer { $number } ({ $count ->
    [0] intet er gemt
    [one] der er ét
   *[other] der er { $count }
}): »rowdy saves --all« viser dem.
error-resume-alone = Et gemt parti har sin egen opstilling: --resume passer ikke sammen med { $name }.
error-resume-eyes = { $path } er referatet fra én plads. Kun et fuldt referat kan fortsættes.
error-resume-over = Partiet i { $path } er slut. Se det med: rowdy replay "{ $path }"
error-eyes = »{ $text }« er ingens blik: nævn en plads fra 1 til { $seats }, all eller spectator.
error-review-nobody = Ingens træk kan bedømmes: en tilskuers referat siger ikke, hvad spillerne vidste, og midt i et parti bedømmes trækkene fra en plads kun med »--seat N«, for det viser, hvad dens kort var gode til.
error-review-seat = Der er ingen plads { $seat }: nævn en fra 1 til { $seats }.
error-review-other-seat = Trækkene fra plads { $seat } kan ikke bedømmes: dette referat fortæller, hvad plads { $eyes } vidste.
error-review-sims = Antallet af simulationer skal være fra 1 til { $most }.
error-depth = Dybden skal være fra 1 til { $most }.

error-solve-elsewhere = Filerne havnede ikke i { $path }, sådan som denne computer ser den: nævn med --out en mappe, som alle noder deler.
error-ray-missing = Hertil skal Ray være installeret. Installér det med: pip install "rowdy[ray]"
error-ray-unreachable = Der er ingen Ray-klynge på { $address }: { $reason }
error-ray-no-node = Ingen node i klyngen har denne kode ({ $digest }): installér den samme version af Rowdy på dem alle.
error-ray-lost = Et stykke arbejde gik tabt { $count ->
        [one] { $count } gang
       *[other] { $count } gange
    }, fordi noden eller processen døde. Det, der er færdigt, er gemt.
error-arena-bots = En arena skal have mindst to bots, for eksempel: rowdy arena xoxo greedy random
error-arena-no-bot = Der er ingen bot »{ $name }«. Der er { $known }.
error-arena-games = Antallet af partier skal være fra { $least }, som er én runde, til { $most }.
error-arena-until = »{ $text }« er ikke en bredde: angiv det halve interval i procent, fra 0.1% til 50%, for eksempel 4%.
error-arena-line = Linje { $line } i { $path } hører ikke til i en arenas log: { $cause }
error-no-json = det er ikke JSON.
error-match-form = det er ikke en kamp. En kamp nævner game, edition, rulings, bots efter plads og seed.
error-result-form = det er ikke resultatet af en kamp.
error-arena-other = { $path } er loggen fra en anden arena ({ $name }: { $there } der, { $here } her). Nævn en anden fil med --log.
error-arena-other-code = { $path } blev spillet med en anden kode end denne Rowdys, så partierne kan ikke blandes med nye. Begynd forfra med --fresh, eller nævn en anden fil med --log.
error-arena-other-match = Linje { $line } i { $path } er en kamp, som denne arena ikke spiller. Nævn en anden fil med --log.
error-arena-unwritable = { $path } kan ikke bruges som log: { $reason }. Nævn en anden fil med --log.
error-arena-busy = En anden arena skriver i { $path }: vent på den, eller nævn en anden fil med --log.
error-study-games = Antallet af partier med hvert valg skal være fra { $least } til { $most }.
error-study-no-rulings = { $game } har ingen husregler at sammenligne.
error-study-none = Der følger ingen undersøgelse af { $game } med Rowdy. Lav en: rowdy study { $game } --rulings
error-study-out-alone = --out skriver det, der måles, så det kræver --rulings.
error-study-unwritable = Undersøgelsen kan ikke skrives i { $path }: der kan ikke ligge en fil.
error-match-line = Linje { $line } kan ikke spilles: { $cause }
error-play-matches-alone = Kampe har deres egen opstilling: --play-matches passer ikke sammen med { $name }.
error-bot-failed = { $bot } svigtede på plads { $seat } i kampen med startværdi { $seed }: { $reason }
error-bot-illegal = { $bot } lavede et ulovligt træk på plads { $seat } i kampen med startværdi { $seed }: { $move }
error-worker-died = En arbejdsproces stoppede uventet ({ $how }). Alle færdige partier er i loggen: samme kommando fortsætter derfra.
error-plot-ending = { $path } kan ikke være et billede: navnet skal ende på .svg eller .png.
error-plot-folder = Mappen til { $path } findes ikke.
error-picture-at = Der er intet trin { $at }: de går fra 0 til { $last }.
error-gif-missing = En GIF kræver resvg-py og Pillow. Installér dem med: pip install resvg-py pillow
error-gif-no-font = En GIF skal bruge en af disse skrifttyper at skrive med: { $known }. Installér en.
error-gif-terminal = En GIF kan ikke læses her. Send den til en fil: rowdy picture --gif > game.gif
error-plot-missing = Billeder kræver Matplotlib. Installér det med: pip install matplotlib
error-plot-unwritable = Billedet { $path } kan ikke skrives: { $reason }.

error-no-perfect-play = Perfekt spil er ikke kendt for { $game }. Det er det for { $known }.
error-no-need-to-solve = { $game } skal ikke løses: det er lille og bliver gennemsøgt helt, hver gang der spørges.
error-workers = Tallet for --workers skal være fra 1 til { $most }.
error-solve-files = { $path } kan ikke bruges: { $reason }. Tjek mappen, eller nævn en anden med --out.
error-solve-space = Der er ikke plads i { $path }: { $reason }. Færdige lag er gemt: skaf plads (1,1 GB i alt), og kør samme kommando igen, eller nævn en anden mappe med --out.
error-solve-memory = Der er ikke hukommelse nok: der skal bruges cirka 1 GB. Færdige lag er gemt: samme kommando fortsætter derfra.
error-solution-foreign = { $path } er ikke en del af en løsning. Flyt den, og kør »rowdy solve« igen.
error-solution-unreadable = Løsningen i { $path } kan ikke læses: { $reason }.
error-solution-damaged = { $path } er beskadiget: kontrolsummen passer ikke. Slet den, og kør »rowdy solve« igen; kom den med Rowdy, så installér Rowdy igen.
error-solution-version = { $path } har version { $found }, men denne Rowdy læser version { $known }. Slet den, og kør »rowdy solve« igen.
error-solution-other = { $path } rummer et andet lag eller andre husregler ({ $found }) end det, der hører til der ({ $wanted }). Flyt den, og kør »rowdy solve« igen.
error-not-solved = Med disse husregler ({ $variant }) er { $game } ikke løst på denne computer: kør »rowdy solve { $game }« én gang, med samme --ruling.
error-explore-back = »{ $text }« er ikke et antal trin: b 3 går tre tilbage.

error-record-header = Linje { $line }: »{ $text }« hører ikke til øverst i et referat.
error-record-header-twice = Linje { $line }: { $text } står der to gange.
error-record-header-missing = Det er ikke et referat: linjen { $text } mangler øverst.
error-record-version = Linje { $line }: dette referat har version { $text }; disse versioner kan læses: { $known }.
error-record-field = »{ $text }« kan ikke være { $name } i et referat.
error-record-game = Dette { $game } har ikke den sædvanlige størrelse, så et referat kan ikke rumme det.
error-record-seats = Linje { $line }: »{ $text }« nævner ikke pladser.
error-record-players = { $players } kan ikke være de { $seats } pladser i et referat: hver er en linje på højst 40 tegn uden komma.
error-record-value = Linje { $line }: »{ $text }« er ikke en værdi for { $name }.
error-record-line = Linje { $line }, ved »{ $text }«: { $cause }
error-record-after-end = Spillet er allerede slut.
error-record-answer = Her bliver alle spurgt, om de vil vise kort: der skal stå et svar som 1!- eller 2!red.
error-record-turn-number = Her begynder spillets linje { $number }: nummeret skal være { $number } eller udelades.
error-record-turn-same-line = Her begynder turen for en anden plads: den skal have en linje for sig.
error-record-turn-split = Det hører stadig til turen på linjen før: skriv en tur på én linje.
error-record-turn-unfinished = Linjen før er ikke færdig: { $due ->
    [answer] plads { $seat } har endnu ikke sagt, om der vises kort.
    [move] plads { $seat } har endnu ikke lavet sit træk.
   *[chance] der skal endnu tages et kort, eller den øverste brik i en bunke skal vises.
}
error-record-comment = »{ $text }« kan ikke være en kommentar: det er én linje på højst { $most } tegn uden tuborgklammer.
error-record-comment-form = En kommentar er ord i tuborgklammer på én linje.
error-record-place = Ved { $at } kan der ikke tilføjes { $what ->
    [comment] en kommentar
   *[variation] en variant
}: rækken af træk har steder fra 0 til { $last }.
error-record-variation-open = En variant slutter på den linje, hvor den begynder: der mangler en slutparentes.
error-record-variation-close = Der er ingen åben variant her.
error-record-variation-early = En variant står efter det træk, den erstatter: der er ikke noget endnu.
error-record-variation-empty = Der er intet træk i denne variant.
error-record-turn-empty = Der er intet træk efter nummeret.
error-not-seen-so = { $move } passer ikke til dette blik: egne kort er åbne, andres er ikke.
error-record-result = Linje { $line }: resultatet er angivet som »{ $text }«, men partiet endte »{ $known }«.
error-record-not-over = Linje { $line }: resultatet er angivet som »{ $text }«, men partiet er ikke slut.
error-record-seed-early = Linje { $line }: kun referatet af et færdigt parti har en startværdi og et salt.
error-record-seed-other = Linje { $line }: startværdien passer ikke til referatets segl.
error-record-eyes = Dette referat er fra { $eyes }: andre så andre ting.
error-record-nonces = { $nonces } kan ikke være noncer for { $seats } pladser: hver er 32 til 64 cifre 0 til 9 og a til f, eller - for ingen.
error-record-resigned = { $resigned } kan ikke have givet op: nævn nogle af de { $seats } pladser i rækkefølge, så mindst én er tilbage.
error-record-resigned-late = Linje { $line }: ingen kan give op i et parti, der er slut efter reglerne.
error-record-salt-alone = Linje { $line }: et salt betyder intet uden startværdi og segl.
error-record-seed-eyes = Dette referat er fra { $eyes }: kun referatet af hele partiet har en startværdi og et salt.
error-record-position-practice = Et parti fra en stilling er altid øvelse: linjen »Practice: yes« mangler.
error-position-unknown = »{ $text }« har ukendte kort: der kan kun spilles fra en fuld stilling.
error-position-not-seen-so = »{ $text }« passer ikke til dette blik på stillingen: egne kort er åbne, andres er ikke.
error-position-over = I »{ $text }« er spillet allerede slut: der er intet tilbage at spille.
error-position-alone = Den, der stiller en stilling i { $game } op, kender alle kort i den, så derfra kan kun ét menneske spille, med bots.
error-no-lesson = { $game } har ingen lektion.
error-no-lesson-step = Der er intet trin »{ $step }« i denne lektion; der er { $known }.
error-lesson-moves = Det er for meget til én tur: højst { $most } træk.
error-salt = Et salt er 64 cifre 0 til 9 og a til f.
error-nonce = »{ $text }« er ikke en nonce: en nonce er 32 til 64 cifre 0 til 9 og a til f.
error-verify-nonce = »{ $text }« er ikke noncen fra en plads: skriv den som i --nonce 1=0f… med 32 til 64 cifre 0 til 9 og a til f.
error-verify-nonce-files = En nonce hører til ét parti: nævn kun ét referat sammen med --nonce.
error-verify-server = »{ $text }« er ikke et link til et bord: kopiér et fra dets side, for eksempel det til tilskuere, med alt efter #.
error-verify-server-failed = { $server } gav ikke sit referat: { $reason }.
error-verify-seat = Der er ingen plads { $seat } i dette referat: nævn en fra 1 til { $seats }.


## Errors at the door of the server

error-name-length = Et navn har 1 til { $most } tegn.
error-name-sign = »{ $sign }« kan ikke være i et navn; bogstaver, cifre, mellemrum og - ' . kan.
error-name-letters = »{ $name }« kan ikke være et navn: der skal være bogstaver eller cifre, med kun få accenter på hvert.
error-name-dotted = »{ $name }« ligner en webadresse: sæt et mellemrum efter hvert punktum.
error-name-digits = Et navn har højst { $most } cifre.
error-name-reserved = »{ $name }« kan ikke være et menneskes navn her: vælg et andet.
error-names-alike = To spillere ville hedde »{ $name }«: vælg navne, der ser forskellige ud.
error-no-key = Det kræver en nøgle, sendt som »Authorization: Bearer KEY«: det er det, der står efter # i linket til en plads.
error-body-type = Indholdet af denne forespørgsel skal være af typen { $kind }.
error-body-size = Indholdet af denne forespørgsel er for stort: der læses højst { $most } byte.
error-body-form = Indholdet af denne forespørgsel kan ikke læses: { $reason }
error-body-text = Indholdet af denne forespørgsel er ikke UTF-8-tekst.
error-body-end = Forespørgslen brød af, før alt indhold var nået frem.
error-eyes-closed = Så længe partiet er i gang, kan du kun se det, som du ser det ved bordet.
error-internal = Noget gik galt her. Prøv igen.
error-no-such-page = Her er ingenting.
error-wrong-method = Denne adresse tager ikke imod den slags forespørgsler.
error-too-busy = Serveren har for travlt lige nu. Prøv igen om { $seconds } s.
error-too-often = Det var lidt for tit. Prøv igen om { $seconds } s.
error-qr-link = Kun links til denne server tegnes som kode.
error-grace-range = Ventetiden er 0 til { $most } sekunder.
error-keep-range = Borde kan gemmes i 1 til { $most } dage.
error-proxy-address = »{ $text }« er ikke adressen på en proxy: skriv en IP-adresse som 10.0.0.2 eller et netværk som 10.0.0.0/8.
error-root-path = »{ $text }« er ikke en mappe: skriv den som /rowdy, kun med bogstaver, cifre og - . _ ~.
error-metrics-address = »{ $text }« er ikke et sted til måltal: skriv en port som 9765 eller en adresse og en port som 10.0.0.2:9765.
error-metrics-missing = Måltal kræver en pakke mere. Installér den med: pip install "rowdy[metrics]"
error-metrics-unreachable = Måltal kan ikke vises på { $place }: { $reason }
error-port = En port er et tal fra 0 til { $most }; 0 står for en vilkårlig ledig.
error-port-none = Ingen port er ledig fra { $port } og op.
error-port-denied = Denne computer lader dig ikke bruge port { $port }: vælg en over 1023.

## Errors: where tables are kept

error-store-url = Det er ikke adressen på en database. Nævn en fil, eller skriv den som postgresql://user:password@host/name, med %40 for et @ i adgangskoden.
error-store-dialect = Borde kan ikke gemmes i { $name }. Nævn en fil eller en adresse, der begynder med sqlite:/// eller postgresql://.
error-store-driver = PostgreSQL kræver en pakke mere. Installér den med: pip install "rowdy[postgres]"
error-store-unreachable = Kan ikke nå { $place }: { $reason }
error-store-unwritable = Borde kan ikke gemmes i { $place }: { $reason }. Nævn et andet sted med --db.
error-store-foreign = { $place } rummer andet end Rowdys borde, så det røres ikke. Nævn et andet sted med --db.
error-store-newer = { $place } er lavet af en nyere Rowdy: databasen har version { $found }, men denne Rowdy kender { $known }. Opdatér Rowdy, eller nævn et andet sted med --db.
error-store-busy = En anden server gemmer sine borde i { $place }. Stop den først, eller nævn et andet sted med --db.


## Errors: bots and hints of the live table

error-thinker-failed = Der er ikke noget tip lige nu. Prøv igen om et øjeblik.

## Lessons

learn-greeting = { $game }: lektionen
learn-help = { $orders ->
    [yes] Skriv et træk med dets nummer eller i notation, og »behold KORT« eller »vis KORT« for at beholde eller vise et kort; desuden spring, tilbage og stop.
   *[no] Skriv et træk med dets nummer eller i notation; desuden spring, tilbage og stop.
}
learn-step = { $step } af { $steps }: { $title }
learn-prompt = Dit træk:
learn-again = Prøv igen.
learn-left = Fortsæt, når du har lyst: rowdy learn { $game }
lesson-rival = { $form ->
    [mid] den anden spiller
   *[base] Den anden spiller
}
lesson-any-title = { $step }
lesson-any-say = Find det rigtige træk.
lesson-any-right = Sådan.
lesson-any-wrong = Ikke endnu.
lesson-any-endgame-title = Spil nu færdigt
lesson-any-endgame-say = Den letteste bot spiller mod dig; du må fortryde alt, hvad du vil.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = To sider på hver brik
lesson-rubik-place-say = Du er X, og dine brikker er **blå på den ene side og grønne på den anden**. Vælg en side, og sæt den første brik på et hvilket som helst felt.
lesson-rubik-place-right = Der ligger den. Kun den allerførste tur er så kort.

lesson-rubik-flip-title = Vend først
lesson-rubik-flip-say = Fra nu af begynder hver tur med en vending: en af den anden spillers brikker **glider over på et tomt felt ved siden af og vendes om**. Vend O’et på b3.
lesson-rubik-flip-right = Den gled væk og viser sin anden side. Efter vendingen ville du sætte en af dine egne brikker.

lesson-rubik-break-title = En vending bryder en række
lesson-rubik-break-say = O har tre hvide brikker på stribe. **Vend en af dem væk**, før rækken kan gøre skade.
lesson-rubik-break-right = Rækken er brudt. En brik, der vendes, forlader både sit felt og sin farve.
lesson-rubik-break-stays = Rækken på { $squares } er der stadig. Vend en af dens egne brikker.

lesson-rubik-row-title = Tre i samme farve
lesson-rubik-row-say = En række er tre af dine brikker ved siden af hinanden, lige eller på skrå, **alle med samme side opad**. Du har to blå: sæt den tredje.
lesson-rubik-row-right = Det er en række. Men den vinder først, når den ikke længere kan slippe væk, som du skal se.
lesson-rubik-row-sides = { $squares } er tre af dine, men de viser ikke alle samme side.
lesson-rubik-row-no-row = Det giver ingen række. Se efter, hvor tre blå brikker ville ligge ved siden af hinanden.

lesson-rubik-lock-title = Luk din række inde
lesson-rubik-lock-say = Du har tre på stribe. De tæller først, når **intet felt ved siden af er tomt**, for ellers kan en brik stadig glide væk: luk det sidste hul.
lesson-rubik-lock-right = Lukket inde og vundet! Ingen af rækkens brikker kan vendes mere.
lesson-rubik-lock-gap = Ikke endnu: en brik på { $squares } kan stadig glide væk.

lesson-rubik-push-title = En vending kan også vinde
lesson-rubik-push-say = Din grønne række har ét hul tilbage, og det er dig, der skal vende. **Skub en af den anden spillers brikker ind i hullet**, så behøver du ikke engang sætte en selv.
lesson-rubik-push-right = Vundet med en vending! Uanset hvis brik der fylder hullet, er din række lukket inde.
lesson-rubik-push-gap = Ikke endnu: en brik på { $squares } kan stadig glide væk. Hvilket O ligger lige ved siden af hullet?

lesson-rubik-endgame-title = Spil nu færdigt
lesson-rubik-endgame-say = Du er X, og med gode vendinger **kan du vinde her**. Den letteste bot spiller O; du må fortryde alt, hvad du vil.

# XOXO²

lesson-xoxo2-place-title = To sider på hver stjerne
lesson-xoxo2-place-say = Stjernerne er dine, **grønne på den ene side og røde på den anden**. Vælg en side, og sæt den første stjerne på et hvilket som helst felt.
lesson-xoxo2-place-right = Der ligger den. Kun den allerførste tur er så kort.

lesson-xoxo2-flip-title = Vend først
lesson-xoxo2-flip-say = Fra nu af begynder hver tur med en vending: en sekskant **glider over på et tomt felt ved siden af og vendes om**. Vend den på c3.
lesson-xoxo2-flip-right = Den gled væk og viser sin anden side. Efter vendingen ville du sætte en af dine egne stjerner.

lesson-xoxo2-break-title = Bryd den, eller tab
lesson-xoxo2-break-say = Tre grønne sekskanter står på stribe, og denne vending er din eneste chance: **en række, der overlever den, vinder**. Bryd rækken.
lesson-xoxo2-break-right = Lige i tide. En brik, der vendes, forlader både sit felt og sin farve.
lesson-xoxo2-break-stays = Rækken på { $squares } har overlevet din vending, og så har den vundet. Vend en af dens egne sekskanter.

lesson-xoxo2-row-title = Tre i samme farve
lesson-xoxo2-row-say = En række er tre af dine stjerner ved siden af hinanden, lige eller på skrå, **alle med samme side opad**. To røde ligger på skrå: sæt den tredje.
lesson-xoxo2-row-right = Det er en række. Den vinder kun, hvis den overlever den anden spillers næste vending, og det ville denne ikke.
lesson-xoxo2-row-sides = { $squares } er tre af dine, men de viser ikke alle samme side.
lesson-xoxo2-row-no-row = Det giver ingen række. Se efter, hvor tre røde stjerner ville ligge ved siden af hinanden.

lesson-xoxo2-closed-title = En række, der ikke kan slippe væk
lesson-xoxo2-closed-say = Du kan gøre en af to rækker færdig, men en stjerne med et tomt felt ved siden af kan vendes ud. **Vælg den række, der bliver**.
lesson-xoxo2-closed-right = Vundet! Ingen stjerne i rækken har et tomt felt ved siden af, så ingen vending kan røre den.
lesson-xoxo2-closed-breaks = En række, men ikke længe: { $squares } kan vendes ud af den.
lesson-xoxo2-closed-sides = { $squares } er tre af dine, men de viser ikke alle samme side.
lesson-xoxo2-closed-no-row = Det giver ingen række. Der er to at gøre færdige: øverst og nederst.

lesson-xoxo2-two-title = To rækker på én gang
lesson-xoxo2-two-say = **Én vending bryder én række, så lav to**. Der er et felt, hvor en enkelt stjerne gør begge færdige.
lesson-xoxo2-two-right = Vundet! Uanset hvilken række vendingen bryder, er den anden der stadig.
lesson-xoxo2-two-one = Det er kun én række, og en stjerne på { $squares } kan vendes ud af den.
lesson-xoxo2-two-sides = { $squares } er tre af dine, men de viser ikke alle samme side.
lesson-xoxo2-two-no-row = Det giver ingen række. Find det felt, hvor to grønne rækker mødes.

lesson-xoxo2-endgame-title = Spil nu færdigt
lesson-xoxo2-endgame-say = Stjernerne er dine, og med gode vendinger **kan du vinde her**. Den letteste bot spiller sekskanterne; du må fortryde alt, hvad du vil.

# XOXO

lesson-xoxo-lay-title = En af to brikker
lesson-xoxo-lay-say = I hver tur lægger du én brik: **den øverste fra din egen bunke eller fra fællesbunken**. Den skal ved siden af en brik, der ligger der, og alle skal kunne være inden for tre gange tre.
lesson-xoxo-lay-right = Det er en hel tur. Det betyder noget, hvor en brik ligger, for alle bygger på den samme spilleflade.

lesson-xoxo-line-title = En linje til dit mål
lesson-xoxo-line-say = Dine kort er hemmelige mål. Du har rød: læg en rød brik, så **tre røde ligger på linje**.
lesson-xoxo-line-right = Tre røde, og dit kort er vist. Den, der først har vist alle sine kort, vinder.
lesson-xoxo-line-apart = En rød brik, men ikke på linje med de to andre. De ligger over hinanden.
lesson-xoxo-line-other = Den brik er ikke rød. En af de to, du kan vælge, er det.

lesson-xoxo-cover-title = Der ligger ni brikker: nu dækker du
lesson-xoxo-cover-say = Spillefladen er fuld, så **nu dækker en brik en anden**, bare ikke den, der sidst blev lagt. Du har trekant: dæk en brik, så tre trekanter ligger på linje.
lesson-xoxo-cover-right = Det, der lå under, er væk, og din linje er færdig. De andres linjer forsvinder på samme måde.
lesson-xoxo-cover-other = Den brik viser et hjerte. Den anden af de to er en trekant.
lesson-xoxo-cover-apart = En trekant, men ingen linje på tre. To ligger over hinanden til højre.

lesson-xoxo-backs-title = Læs bagsiderne
lesson-xoxo-backs-say = På bagsiden af den anden spillers kort **står der kun form**, så farver behøver du ikke tænke på. Find den linje, der kun mangler én til af sin form, og ødelæg den.
lesson-xoxo-backs-right = Ødelagt. En brik på det rette sted fortæller ingen, hvad du selv har på hånden.
lesson-xoxo-backs-gave = Nu viser { $squares } samme form: det kan være lige det, den anden spiller mangler.
lesson-xoxo-backs-open = Linjen { $squares } mangler stadig kun én brik. Læg en anden form dér.

lesson-xoxo-hold-title = Skjul, hvor langt du er
lesson-xoxo-hold-say = Du har to kort tilbage, og viste du rød nu, ville det advare den anden spiller. **Tryk på rød**, så du beholder det lidt endnu, og gør så linjen færdig med en rød brik.
lesson-xoxo-hold-right = Linjen er færdig, og ingen ved det. Kommer dit sidste mål også, viser du begge på én gang og vinder.
lesson-xoxo-hold-told = Dit røde kort blev vist, og alle ved, at du kun mangler ét. Tryk først på det for at beholde det.
lesson-xoxo-hold-other = Det giver ingen linje med tre røde. To ligger over hinanden.

lesson-xoxo-show-title = Vis i tide
lesson-xoxo-show-say = Du har beholdt to kort, og et af dem har sin linje nu. Den anden spiller kan dække den om et øjeblik: **tryk på det kort for at vise det nu**.
lesson-xoxo-show-right = I sikkerhed: et kort, der er vist, forbliver vist, også når linjen dækkes.
lesson-xoxo-show-no-line = Der er ingen linje til det kort, så intet kunne vises. Se på kolonnen med tre røde.

lesson-xoxo-endgame-title = Spil nu færdigt
lesson-xoxo-endgame-say = Du mangler ét kort, og den anden spiller to: **tre blå brikker på linje** giver dig sejren. Den letteste bot spiller mod dig; du må fortryde alt, hvad du vil.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = Et kort pr. tur
lesson-djeco-lay-say = Du er rød, med krydset. I hver tur **spiller du ét kort på et tomt felt**, så alt kan være inden for tre gange tre, og tager så et nyt. Spil et hvilket som helst kort.
lesson-djeco-lay-right = Et kort spillet og et nyt taget. Kortene på din hånd kan være røde eller blå, uanset hvilken farve du spiller.

lesson-djeco-line-title = Tre røde, en jeton
lesson-djeco-line-say = Hver gang **tre røde kort ligger på linje**, får du en jeton; tallene betyder intet for det. Gør linjen færdig.
lesson-djeco-line-right = En jeton til dig. Du skal have fem, og to flere end den anden spiller.
lesson-djeco-line-rival = Det kort er blåt: det hjælper den anden spiller, ikke dig.
lesson-djeco-line-apart = Det gør ingen linje færdig. To røde kort ligger ved siden af hinanden, og der er plads til et tredje.

lesson-djeco-stack-title = Samme tal, ovenpå
lesson-djeco-stack-say = En blå 5’er ligger midt i din linje. Et kort må også lægges **oven på et med samme tal**, uanset farverne: tag feltet tilbage.
lesson-djeco-stack-right = Kun det øverste kort tæller, så nu er linjen rød, og jetonen er din.
lesson-djeco-stack-other = Den blå 5’er ligger stadig øverst. Du har et rødt kort med samme tal.

lesson-djeco-yellow-title = Gult rydder et felt
lesson-djeco-yellow-say = To blå kort ligger ved siden af hinanden, og et tredje ville give en linje. Brug dit gule kort til at **rydde et af dem væk**.
lesson-djeco-yellow-right = Væk, med alt, hvad der lå under. Gult rydder også et af dine egne kort, hvis det hjælper.
lesson-djeco-yellow-helped = { $squares } er nu alle blå, og den anden spiller får jetonen for det.
lesson-djeco-yellow-threat = På { $squares } mangler blå stadig kun ét kort.
lesson-djeco-yellow-use = Det spærrer linjen foreløbig. Men dette trin handler om det gule kort: ryd et blåt med det.

lesson-djeco-green-title = Grønt rydder en linje
lesson-djeco-green-say = Flere linjer mangler kun ét blåt kort på et tomt felt. Dit grønne kort **rydder en hel række, kolonne eller diagonal**, hvor der ligger tre kort: vælg en, der stopper dem alle.
lesson-djeco-green-right = Tre felter fejet rene. Der er kun to grønne kort i bunken, så gem dem til sådan et øjeblik.
lesson-djeco-green-helped = { $squares } er nu alle blå, og den anden spiller får jetonen for det.
lesson-djeco-green-threat = På { $squares } mangler blå stadig kun ét kort. Grønt rydder alle tre på én gang.
lesson-djeco-green-use = Det spærrer en linje foreløbig. Men dette trin handler om det grønne kort: ryd en hel linje med det.

lesson-djeco-rival-title = Modspillerens farve, dit problem
lesson-djeco-rival-say = Du har kun blå kort på hånden, og du skal spille. **Jetonen går til farvens ejer**, uanset hvem der lægger kortet: læg et, hvor det ikke gør skade.
lesson-djeco-rival-right = Ingen jeton til blå. Nogle gange er det bedste kort det, der hjælper mindst.
lesson-djeco-rival-helped = { $squares } er nu alle blå: jetonen går til den anden spiller, selv om du lagde kortet.

lesson-djeco-endgame-title = Spil nu færdigt
lesson-djeco-endgame-say = Du har tre jetoner, den anden spiller to: **kom først til fem**. Den letteste bot spiller blå; du må fortryde alt, hvad du vil.

## Puzzles

help-puzzle-short = løs dagens opgave eller andre
help-puzzle =
    Løs dagens opgave: én for alle, den samme her og på siden. Nævn et id for en
    bestemt opgave, eller et spil eller et tema for en, der er tæt på din rating. Hver
    opgave har netop ét svar, og det er bevist.

    Skriv træk i notation eller deres numre; tip, løsning, forfra, træk og stop
    virker altid. Rating og stime gemmes på denne computer.

    Eksempler:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = id for en opgave, for eksempel et, som nogen har givet dig
help-puzzle-endless = den ene opgave efter den anden, tæt på din rating
help-puzzle-game = kun opgaver i dette spil
help-puzzle-theme = kun opgaver med dette tema: { $themes }
help-puzzle-date = opgaven for en anden dag, for eksempel 2026-12-24
help-puzzle-seed = vælg opgaver ud fra denne startværdi for at få de samme igen
help-puzzle-export = skriv rating, stime og det, du har set, i en fil, til en anden enhed eller siden
help-puzzle-import = læs sådan en fil; den erstatter det, der er gemt her
help-puzzles-short = lav, bevis og tæl opgaver
help-puzzles =
    make    lad bots spille partier, og find de stillinger, hvor netop én tur virker;
            hver af dem bekræftes af en søgning mere, før den tæller
    prove   bekræft alle opgaver i et spil én gang til, eller dem i en fil
    spread  tegn, hvor svære opgaverne i alle spil er, som SVG

    Stopper du make, fortsætter det, hvor det slap: det, hvert parti giver, gemmes med
    det samme. Det går hurtigt, når spillet er løst (rowdy solve GAME), og langsomt før.

    Eksempler:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove eller spread
help-puzzles-games = hvor mange partier der spilles i alt, tidligere kørsler talt med (standard: 1000)
help-puzzles-seed = navnet på kørslen; samme navn finder de samme opgaver (standard: 1)
help-puzzles-out = hvor opgaverne eller billedet skal hen; et navn, der ender på .xz, pakker dem
help-puzzles-set = en fil med opgaver, der skal bevises, i stedet for dem, der er

puzzle-theme-row = Vinderrække
puzzle-theme-win-2 = Sejr i to
puzzle-theme-win-3 = Sejr i tre
puzzle-theme-win-4 = Sejr i fire
puzzle-theme-hold = Eneste tur
puzzle-theme-save = Red uafgjort
puzzle-theme-sure = Sikker sejr
puzzle-theme-safe = Sikkert spil
puzzle-theme-holds = Skjult kort
puzzle-title-row = Vind i denne tur
puzzle-title-rubik-row = Luk rækken inde
puzzle-title-xoxo2-row = Find rækken, der overlever
puzzle-title-win-2 = Vind i to ture
puzzle-title-win-3 = Vind i tre ture
puzzle-title-win-4 = Vind i fire ture
puzzle-title-hold = Kun én tur holder
puzzle-title-save = Red uafgjort
puzzle-title-sure = Hvilken brik vinder, uanset hvad modspilleren har?
puzzle-title-safe = Hvilket træk er sikkert, uanset hvad modspilleren har?
puzzle-title-holds = Hvilket kort kan modspilleren stadig have?
puzzle-say-win = Du er { $player }. Af { $turns } ture er der én, der vinder.
puzzle-say-draw = Du er { $player }. Af { $turns } ture er der én, der ikke taber.
puzzle-say-xoxo-sure = Hvert kort findes én gang, og alle viser straks, hvad de kan. Med én af brikkerne vinder du alene i denne tur, uanset hvad modspilleren har på hånden.
puzzle-say-xoxo-holds = Hvert kort findes én gang, og alle viser straks, hvad de kan. Ét af disse kort kan modspilleren have på hånden, de andre ikke.
puzzle-say-djeco-safe = Kun efter ét af trækkene kan modspilleren ikke vinde med det næste kort, uanset hvad der er på hånden.
puzzle-say-djeco-holds = Modspilleren har lige meldt pas, og den, der kan spille, skal. Ét af disse kort kan modspilleren have på hånden, de andre ikke.
puzzle-say-any = Netop ét svar er rigtigt, uanset hvad de andre har.
puzzle-rival = { $form ->
    [mid] modspilleren
   *[base] Modspilleren
}
puzzle-of-the-day = Dagens opgave, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] meget let
    [2] let
    [3] middelsvær
    [4] svær
   *[5] meget svær
}
puzzle-head = { $game } · { $difficulty } (opgave { $id })
puzzle-help = Skriv træk eller deres numre; eller tip, løsning, forfra, træk, stop.
puzzle-prompt = Dit svar:
puzzle-then = { $first }, og så { $then }
puzzle-more = Rigtigt. Svaret fra modspilleren: { $reply }. { $count ->
        [one] Én tur mangler endnu.
       *[other] { $count } ture mangler endnu.
    }
puzzle-right = Løst!
puzzle-wrong = Ikke den.
puzzle-hint-first = Det begynder sådan: { $move }
puzzle-hint-square = Se på { $squares }.
puzzle-hint-not = Ikke { $option }.
puzzle-solution = Svaret: { $moves }
puzzle-refuted-now = Svaret fra modspilleren vinder: { $moves }.
puzzle-refuted-loss = Svaret fra modspilleren vinder { $count ->
        [one] med det samme
       *[other] i { $count } ture
    }: { $moves }.
puzzle-refuted-draw = Svaret fra modspilleren holder uafgjort: { $moves }.
puzzle-refuted-slow = Det vinder også, men senere: i { $count ->
        [one] én tur mere.
       *[other] { $count } ture mere.
    }
puzzle-counterexample-sure = Ikke hvis modspilleren har dette: { $cards }.
puzzle-counterexample-safe = Med dette vinder modspilleren: { $cards }.
puzzle-counterexample-xoxo-holds = Det kort er dit, ligger åbent, eller der ligger en linje til det: så var det blevet vist.
puzzle-counterexample-djeco-holds = Det kort kunne modspilleren have spillet og havde så ikke meldt pas.
puzzle-counterexample-any = Et andet svar er rigtigt.
puzzle-rating = Din rating: { $rating } ({ $change })
puzzle-again-same = Den her har du lavet før, så den tæller ikke igen.
puzzle-left = Kom tilbage, når du har lyst: rowdy puzzle
puzzle-share = Rowdys opgave { $day } (samling { $version })
puzzle-streak = { $count ->
        [one] { $count } dag i træk
       *[other] { $count } dage i træk
    }
puzzle-exported = Gemt i { $path }.
puzzle-imported = Læst: rating { $rating }, { $count ->
        [one] én opgave
       *[other] { $count } opgaver
    } klaret.
page-puzzles = Opgaver
page-puzzles-say = Én om dagen for alle, og tusindvis til. Hver opgave har netop ét svar, og det er bevist.
page-puzzle-today = Dagens opgave
page-puzzle-practice = Øv dig
page-puzzle-mode = Hvilke opgaver
page-puzzle-game = Spil
page-puzzle-theme = Tema
page-puzzle-any-game = Alle spil
page-puzzle-any-theme = Alle temaer
page-puzzle-answers = Svar
page-puzzle-hint = Tip
page-puzzle-solution = Løsning
page-puzzle-again = Igen
page-puzzle-next = Næste opgave
page-puzzle-more = Flere opgaver
page-puzzle-show = Vis den
page-puzzle-days = { $count ->
        [one] { $count } dag i træk
       *[other] { $count } dage i træk
    }
page-puzzle-share-text = Det kan du dele
page-puzzle-progress = Dine resultater
page-puzzle-rating = Din rating: { $rating }
page-puzzle-solved = Løst i første forsøg: { $solved } af { $tries }
page-puzzle-best = Længste stime af dage: { $best }
page-puzzle-kept = Alt dette gemmes kun på denne enhed.
page-puzzle-export = Gem som fil
page-puzzle-import = Indlæs en fil
page-puzzle-import-wrong = Den fil indeholder ingen resultater af opgaver.
page-puzzle-done = Den her har du lavet før, så den tæller ikke igen.
page-puzzle-change = Din rating: { $rating } ({ $change })
puzzles-begin = Opgaver i { $game }, kørsel »{ $seed }«; det, der findes, gemmes i { $path }.
puzzles-resumed = { $count ->
        [one] Ét parti
       *[other] { $count } partier
    } var spillet i forvejen; det fortsætter derfra.
puzzles-stopped = Stoppet efter { $count ->
        [one] ét parti
       *[other] { $count } partier
    }. Samme kommando fortsætter.
puzzles-progress = { $count } af { $total }
puzzles-count = { $count ->
        [one] Én opgave
       *[other] { $count } opgaver
    }
puzzles-written = Skrevet: { $path }, { $bytes } byte.
puzzles-proved = { $game }: { $count ->
        [one] den ene opgave er bevist.
       *[other] alle { $count } opgaver er bevist.
    }
error-puzzle-line = Linje { $line } er ikke en opgave i { $game }: den skal være tema|rating|stilling|ture|valg.
error-puzzle-position = Ingen er i tur i { $position }, så det er ikke en opgave.
error-puzzle-journal = { $path } hører til en anden kørsel eller er beskadiget.
error-puzzle-progress = Den fil rummer ingen resultater af opgaver.
error-puzzle-moves = Et forsøg har højst { $most } træk.
error-puzzle-not-wrong = Det forsøg er ikke forkert.
error-puzzle-games = Nævn med --games, hvor mange partier der skal spilles, mindst ét.
error-puzzle-out = Nævn med --out, hvor billedet skal hen.
error-puzzle-date = { $text } er ikke en dato; skriv den som 2026-12-24.
error-puzzle-unknown = { $name } er ukendt her; kendt er { $known }.
error-puzzle-wrong = En opgave er forkert: { $why } ({ $line })
error-no-puzzle = Der er ingen opgave { $id }.
error-no-such-puzzles = Sådanne opgaver er der ikke. { $games } { $themes }
error-no-puzzle-making = Der kan ikke laves opgaver i { $game }: det er ikke løst, og dets kit slutter sig ikke til noget.
error-not-an-answer = { $text } er ikke blandt svarene: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Hemmelige mål, tre på stribe, og hver brik, du lægger, kan hjælpe en anden.

aim-xoxo = Du har hemmelige kort, hvert med en farve, en form eller et ansigt. Når tre brikker på stribe alle har det, må du vise kortet; den, der først har vist alle sine kort, vinder.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Vind med tre på stribe til hvert af dine mål.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## Det skal I bruge

    To til fire spillere fra syv år og et kvarter.

    - 48 brikker, alle forskellige. Hver viser en af fire farver (rød, blå, grøn, gul), en af fire former (cirkel, firkant, trekant, hjerte) og et af fire ansigter (smil, blink, overraskelse, gnavpot).
    - 12 målkort, ét for hver farve, hver form og hvert ansigt. Kortets bagside røber kun, hvad slags det er: farve, form eller ansigt.

    Der er 64 mulige brikker. { $deck ->
        [custom] I spiller med 48, I selv har valgt (husregel *deck*).
       *[balanced] Vi spiller med 48 af dem, valgt, så hver farve, hver form og hvert ansigt er på 12 brikker (husregel *deck*).
    }

    ## Sådan stiller I op

    - Bland brikkerne, og giv hver spiller en bunke for sig: { $piles ->
        [en] 12 brikker til hver ved to spillere, 8 ved tre, 6 ved fire (husregel *piles*). De andre 24 er fællesbunken.
       *[de] 12 brikker til hver ved to spillere, 10 ved tre, 8 ved fire (husregel *piles*). De andre 24, 18 eller 16 er fællesbunken.
    }
    - Alle bunker ligger med forsiden opad. Alle kan se den øverste brik i hver bunke, og hvor mange brikker den har; ingen kan se, hvad der ligger under.
    - Bland målkortene, og del dem ud med bagsiden opad: tre til hver ved to eller tre spillere, to ved fire. Resten lægges væk, uden at nogen ser dem.
    - Hold dine kort, så de andre kun ser bagsiderne. De ved, hvad slags hvert af dine kort er, men ikke hvilket.
    - Vælg, hvem der begynder. Turen går med uret.

    ![cards]

    ## Din tur

    Læg præcis én brik: den øverste fra din egen bunke eller den øverste fra fællesbunken.

    - Den første brik begynder spillefladen.
    - Indtil der ligger ni brikker, lægges hver brik på et tomt felt kant mod kant med en brik på bordet. Spillefladen bliver aldrig bredere eller højere end tre.
    - Fra den tiende brik dækker hver brik en anden på spillefladen. Den brik, der blev lagt i turen lige før, må ikke dækkes, så den tiende må ikke dække den niende.

    ![grow]

    ![wide]

    ![cover]

    ## At vise kort

    Du må vise et målkort, uanset hvis tur det er, så længe dets farve, form eller ansigt er på alle tre brikker i en række, kolonne eller diagonal.

    - Kun de øverste brikker tæller. En linje tæller, så snart dens tre brikker ligger der, også før spillefladen er fuld. Bryder en ny brik den, er den væk.
    - En linje bliver aldrig brugt op. Den kan gælde for flere af dine kort og for de andres kort med.
    - Efter hver brik bliver alle, der stadig har kort på hånden, spurgt, også dem, der intet har at vise, så spørgsmålet ikke røber noget.
    - Vælg i hemmelighed: så mange kort, der passer, som du vil, eller ingen. Ingen behøver vise et kort.
    - Når alle har valgt, vendes de valgte kort op på samme tid. De bliver liggende åbne.
    - Har nogen vist et kort, og går spillet videre, bliver alle spurgt igen. Når ingen viser noget, begynder den næste tur.

    ![lines]

    ![shared]

    ![broken]

    ## Slut

    - Viser du dit sidste kort, vinder du med det samme. Alle, der gør det i samme øjeblik, deler sejren.
    - Spillet slutter også, når en bunke er brugt op, en spillers egen eller fællesbunken: dens sidste brik er lagt. Den, der har vist flest kort, vinder.
    - { $last_window ->
        [no] Ved den sidste brik kan der ikke vises kort mere: kortene tælles med det samme (husregel *last_window*).
       *[yes] Før kortene tælles, bliver alle spurgt som ellers, og et sidste kort, der vises nu, vinder stadig med det samme (husregel *last_window*).
    }
    - Står flere lige med flest viste kort, går I rundt om bordet i turenes rækkefølge og begynder efter den spiller, der tømte bunken. Den første af dem, I kommer til, vinder. Den, der tømte bunken, kommer sidst. Sådan er det også, hvis ingen har vist et kort.

example-xoxo-aim = På b3, c3 og d3 ligger tre hjerter: den, der har hjertekortet, må vise det.
example-xoxo-cards = Dine egne kort kan du se; af de andres ser du bagsiderne, som kun røber, hvad slags de er. Du vælger mellem to brikker: den øverste i din bunke og den øverste i fællesbunken.
example-xoxo-grow = Der ligger tre brikker. Den næste må lægges på ethvert mærket felt: ved siden af en brik, og alt inden for tre gange tre.
example-xoxo-wide = Nu er spillefladen tre bred. Den kan stadig vokse op eller ned, men ikke mere til siderne.
example-xoxo-cover = Spillefladen er fuld, og den næste brik dækker en anden. Kun brikken på c2 må ikke dækkes: den blev lagt i turen lige før.
example-xoxo-lines = Tre linjer: rød på b4, c4 og d4, en farve; trekant på b3, c3 og d3, en form; blink på b2, c2 og d2, et ansigt.
example-xoxo-shared = Én linje til to kort: b3, c3 og d3 er alle blå, og alle er hjerter.
example-xoxo-broken = En blå brik dækker den røde på d4. Linjen med rød er væk; de to andre tæller stadig.

typing-xoxo =
    Felter har et bogstav for kolonnen, fra venstre, og et tal for rækken, nedefra. Den første brik ligger på `c3`, midten af felterne `a1` til `e5`.

    - `own@c3` lægger den øverste brik fra din egen bunke på c3.
    - `draw@b3` lægger den øverste brik fra fællesbunken på b3.
    - `behold rød` beholder et kort, `vis rød` lader det blive vist igen. Beholder du det ikke, vises et kort af sig selv, så snart dets linje er færdig.

    En brik skrives som farve, form og ansigt med de engelske forbogstaver: `rss` er en rød firkant med et overrasket ansigt. Farver: `r` rød, `b` blå, `g` grøn, `y` gul. Former: `c` cirkel, `s` firkant, `t` trekant, `h` hjerte. Ansigter: `j` smil, `w` blink, `s` overraskelse, `g` gnavpot.


## XOXO: house rules

ruling-piles = Hvor mange brikker er der i hver spillers egen bunke?
ruling-piles-de = 12 til hver ved to spillere, 10 ved tre, 8 ved fire; fællesbunken har 24, 18 eller 16.
ruling-piles-en = 12 til hver ved to spillere, 8 ved tre, 6 ved fire; fællesbunken har altid 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 eller 8 brikker ved to, tre eller fire spillere
says-xoxo-piles-en = 12, 8 eller 6 brikker ved to, tre eller fire spillere

ruling-deck = Hvilke 48 af de 64 mulige brikker er med?
ruling-deck-balanced = En jævn blanding: hver farve, hver form og hvert ansigt er på 12 brikker, hvert par (for eksempel rød og hjerte) på 3. Nummerér de fire farver, former og ansigter 0 til 3, som de står i reglerne: de 16 brikker, hvis tre tal lagt sammen kan deles med 4, er ikke med.
ruling-deck-custom = Din egen liste med 48 forskellige brikker.

ruling-last_window = Må der stadig vises kort ved den brik, der tømmer en bunke?
ruling-last_window-yes = Ja: alle bliver spurgt som efter enhver anden brik, og et sidste kort, der vises da, vinder med det samme.
ruling-last_window-no = Nej: de kort, der allerede er vist, tælles straks.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Begge lader spillet slutte med det samme, og begge lader dig vise et kort når som helst. Det engelske lyder lidt mere som nej, da det tæller de kort, der er vist, når bunken slipper op; det tyske er løsere.

## XOXO: decisions

decision-xoxo-one-card-a-value = Der er præcis ét målkort for hver farve, hver form og hvert ansigt. Regelhæfterne siger kun, hvor mange kort der er og af hvilke slags, og tolv kort passer én til én med tolv værdier.
decision-xoxo-any-number = Du må vise så mange kort, du vil, i samme øjeblik. Regelhæfterne lader det stå åbent, og ved et rigtigt bord forhindrer intet dig i at vende to op på én gang.
decision-xoxo-early-lines = En linje tæller, så snart dens tre brikker ligger der, også før spillefladen er fuld. Regelhæfterne forbyder det ikke, og en linje er en linje.
decision-xoxo-tie-among-tied = Står det lige, afgøres det kun mellem dem, der står lige. Det siger det tyske regelhæfte; det engelske udelader ordene, og uden dem kunne en med færre kort vinde.
decision-xoxo-top-before-window = Bunkens nye øverste brik ses, før nogen bliver bedt om at vise kort. Også ved et rigtigt bord ses den, så snart brikken over den er taget.

## XOXO: editions

edition-xoxo-de = det tyske regelhæfte
edition-xoxo-en = det engelske regelhæfte (mindre bunker ved tre og fire spillere)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason; so are all messages of this kind.
decided-xoxo-last_card = ved at nogen viser sit sidste kort
decided-xoxo-pile = med en tom bunke
decided-xoxo-pile_tie = med en tom bunke og lige mange kort


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Få tre af dine brikker på stribe, alle med samme side opad. Har du stadig tre på stribe, efter at den anden spiller har vendt en af dine brikker, vinder du.
   *[enclosed] Få tre af dine brikker på stribe, alle med samme side opad og uden et tomt felt ved siden af nogen af dem. Så kan ingen vende dem væk, og du vinder.
}
short-aim-flip = { $row ->
    [survives] Vind med tre ens på stribe, der overlever en vending.
   *[enclosed] Vind med tre ens på stribe uden hul ved siden af.
}

flip-turn =
    - **Vend først.** Tag en hvilken som helst af modspillerens brikker, flyt den til et tomt felt kant mod kant med dens eget, og vend den om. Det skal du, hvis du kan, også hvis det hjælper modspilleren. Spring det kun over, hvis ingen af modspillerens brikker har et tomt felt ved siden af.
    - **Sæt så.** Tag en af dine egne brikker ved siden af brættet, og sæt den på et hvilket som helst tomt felt, med den side opad, du vil. Det skal du også, selv hvis det hjælper modspilleren. Det felt, vendingen lige har gjort tomt, er tilladt.

    ![flip]

    ![place]

flip-winning =
    En **række** er tre af én spillers brikker, alle med samme side opad, på tre felter ved siden af hinanden i en lige linje: vandret, lodret eller på skrå. Brættet har 24 sådanne linjer. Fire på linje tæller som to rækker.

    ![sides]

    { $row ->
        [survives]
            Du vinder, når du har en række, og modspilleren siden har haft sin vending eller slet ikke kan vende (husregel *row*). Spillet slutter, så snart det er sikkert:

            - I slutningen af din tur, hvis du har en række, og modspilleren slet ikke kan vende.
            - I slutningen af din tur, hvis modspilleren kan vende, men du efter **hver** mulig vending har en række: en gammel eller en ny, som vendingen selv laver.
            - Ellers lige efter modspillerens vending, hvis du så har en række. Så sættes der ingen brik.

            En række, som modspilleren stadig kan bryde, vinder altså ikke endnu. To rækker, hvoraf kun den ene kan brydes, vinder. En række, som modspilleren kunne have brudt, men ikke brød, vinder efter vendingen; det gør også en række, som modspilleren lavede for dig uden at være nødt til det. I kan aldrig vinde begge to på én gang.

            ![breakable]

            ![survived]

            ![two]

            ## Slut

            Er alle seksten brikker på brættet, og har ingen vundet, slutter spillet uden vinder.
       *[enclosed]
            En række er **lukket inde**, når intet felt kant mod kant med nogen af dens tre brikker er tomt. Så kan ingen af dens brikker vendes. Brættets kant gør ingen skade; det gør kun tomme felter.

            - Har du en række, der er lukket inde, vinder du med det samme, både efter en vending og efter at en brik er sat, og uanset hvem der lavede trækket (husregel *row*).
            - Vinder en vending spillet, sættes der ingen brik mere.
            - En række, der ikke er lukket inde, vinder ikke endnu.
            - Giver én vending eller én sat brik begge spillere en række, der er lukket inde, før alle seksten brikker er på brættet, { $both_rows ->
                [mover] vinder den spiller, der lavede trækket
                [opponent] vinder den spiller, der ikke lavede trækket
               *[draw] ender spillet uafgjort
            } (husregel *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## Slut

            Når alle seksten brikker er på brættet, er spillet slut. Har kun én spiller en række, har den spiller vundet; et fuldt bræt lukker alle rækker inde. Har ingen af spillerne en række, eller har begge, ender spillet uafgjort.
    }

flip-example-aim = { $row ->
    [survives] Den sidste brik blev sat på d1. Uanset hvad der vendes nu, bliver rækken på a1, b1 og c1: det vinder.
   *[enclosed] Den sidste brik blev sat på d1. Rækken på a1, b1 og c1 har ikke længere et tomt felt ved siden af: det vinder.
}
flip-example-flip = Vendingen: en af modspillerens brikker flyttes fra b3 til b4 og vendes om, så den viser sin anden side.
flip-example-place = Så sætter du en af dine egne brikker, her på b3, det felt, vendingen lige har gjort tomt.
flip-example-sides = Det er ikke en række: b2, c2 og d2 tilhører én spiller, men de viser ikke alle samme side.
flip-example-open = En række på b2, c2 og d2, men den er ikke lukket inde: a2, b1, c3, d1 og d3 ved siden af er tomme. Den vinder ikke endnu.
flip-example-enclosing = Vendingen fra d2 til d1 fylder det sidste hul ved siden af rækken på a1, b1 og c1. Rækkens ejer vinder med det samme, selv om den anden spiller vendte.
flip-example-both = Brikken, der sættes på b2, lukker to rækker inde på én gang: en på a1, a2 og a3, den anden på c1, c2 og c3. { $both_rows ->
    [mover] Efter husreglen vinder den, der satte den.
    [opponent] Efter husreglen vinder den anden spiller.
   *[draw] Spillet ender uafgjort.
}
flip-example-breakable = Rækken på b2, c2 og d2 vinder ikke endnu: en vending fra d2 til d3 bryder den.
flip-example-survived = Modspilleren vender fra a4 til a3 og lader rækken på b2, c2 og d2 være. Den har overlevet vendingen og vinder; der sættes ingen brik mere.
flip-example-two = Brikken, der sættes på a4, laver to rækker og kan ikke selv vendes. En vending kan kun bryde den ene af de to: det vinder med det samme.

flip-no-flip = Er ingen vending mulig, er en tur kun den satte brik, for eksempel `a@d1`. Afslutter vendingen spillet, er turen kun vendingen.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Vend modspillerens, sæt din egen, og luk tre på stribe inde, før de smutter.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## Det skal I bruge

    To spillere og cirka ti minutter (vores skøn).

    - Et bræt på fire gange fire felter.
    - 16 tosidede brikker, otte til hver spiller. Den ene spiller har brikkerne med X, med en blå og en grøn side. Den anden har dem med O, med en gul og en hvid side.

    ## Sådan stiller I op

    Brættet er tomt, og hver spiller har sine otte brikker ved siden af. X begynder.

    ## Din tur

    I den allerførste tur sætter X kun én brik, med den side opad, X vil, på et hvilket som helst felt. Derefter har hver tur to dele, i denne rækkefølge.

    { flip-turn }

    ## Sådan vinder du

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
    Felter har et bogstav for kolonnen, `a` til `d` fra venstre, og et tal for rækken, `1` til `4` nedefra. X har brikkerne `A` (blå side opad) og `B` (grøn side opad); O har `a` (gul side opad) og `b` (hvid side opad).

    - `B@b3` sætter et X med den grønne side opad på b3. Det kunne være den første tur.
    - `b3-b4` vender brikken på b3 over på b4.
    - `b3-b4 a@d1` er en hel tur for O: vend, og sæt så.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Hvilken række vinder spillet?
ruling-row-enclosed = En, der er lukket inde: intet felt kant mod kant med nogen af dens tre brikker er tomt.
ruling-row-survives = En, der overlever modspillerens vending: du har en række, og modspilleren har siden haft sin vending eller kan slet ikke vende.
says-rubik-row-enclosed = en række, der er lukket inde
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = en række, der overlever vendingen
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = Det tyske regelhæfte hører til Rubik’s Tac Toe, det nederlandske til XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Hvem vinder, hvis ét træk lukker en række inde for begge spillere, før alle brikker er sat?
ruling-both_rows-draw = Ingen: spillet ender uafgjort.
ruling-both_rows-mover = Den spiller, der lavede trækket.
ruling-both_rows-opponent = Den anden spiller, der ikke lavede trækket.
ruling-rubik-both_rows-source = Det taler kun om to rækker, når alle brikker er sat, og kalder det uafgjort. Alt dette betyder kun noget, hvor en række skal være lukket inde for at vinde.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = En række ligger på felter ved siden af hinanden: det siger kun det nederlandske regelhæfte, det til XOXO², og vi gør det samme i begge spil. Fire på linje tæller også, for de rummer rækker på tre.
decision-rubik-last-step = En række vinder kun, hvis den ikke kan brydes eller ikke blev brudt. Det mål, som det nederlandske regelhæfte nævner i begyndelsen, ville lade enhver række vinde med det samme, men dets sidste trin kræver mere, og uden det ville vendinger næsten ikke betyde noget.
decision-rubik-unbroken = En række, som modspilleren kunne have brudt, men ikke brød, vinder efter vendingen, og det gør også en, som modspilleren lavede for dig uden at være nødt til det. Det nederlandske regelhæfte taler kun om rækker, der ikke kan brydes, og om tvungne vendinger; når vendingen er lavet, er chancen for at bryde rækken forspildt.

## Rubik’s Tac Toe: editions

edition-rubik-de = det tyske regelhæfte

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = med en række, der vinder
decided-rubik-both_rows = med rækker for begge på én gang
decided-rubik-full = med alle brikker sat og ingen række


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Tre på stribe er let. Er de der stadig efter modspillerens vending?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## Det skal I bruge

    To spillere og cirka ti minutter (vores skøn).

    - Et bræt på fire gange fire felter.
    - 16 tosidede kort, her kaldt brikker, otte til hver spiller. Den ene spiller har stjernerne, den anden sekskanterne. Hver brik har en grøn og en rød side.

    ## Sådan stiller I op

    Brættet er tomt, og hver spiller har sine otte brikker ved siden af. Stjernen begynder.

    ## Din tur

    I den allerførste tur sætter stjernen kun én brik, med en valgfri side opad, på et hvilket som helst felt. Derefter har hver tur to dele, i denne rækkefølge.

    { flip-turn }

    ## Sådan vinder du

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
    Felter har et bogstav for kolonnen, `a` til `d` fra venstre, og et tal for rækken, `1` til `4` nedefra. Stjernen har brikkerne `A` (grøn side opad) og `B` (rød side opad); sekskanten har `a` (grøn side opad) og `b` (rød side opad).

    - `B@b3` sætter en stjerne med den røde side opad på b3. Det kunne være den første tur.
    - `b3-b4` vender brikken på b3 over på b4.
    - `b3-b4 a@d1` er en hel tur for sekskanten: vend, og sæt så.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = En række ligger på felter ved siden af hinanden, som det nederlandske regelhæfte siger, og fire på linje tæller også, for de rummer rækker på tre.
decision-xoxo2-last-step = En række vinder kun, hvis den ikke kan brydes eller ikke blev brudt. Det mål, som regelhæftet nævner i begyndelsen, ville lade enhver række vinde med det samme, men dets sidste trin kræver mere, og uden det ville vendinger næsten ikke betyde noget.
decision-xoxo2-unbroken = En række, som modspilleren kunne have brudt, men ikke brød, vinder efter vendingen, og det gør også en, som modspilleren lavede for dig uden at være nødt til det. Regelhæftet taler kun om rækker, der ikke kan brydes, og om tvungne vendinger; når vendingen er lavet, er chancen for at bryde rækken forspildt.
decision-xoxo2-anywhere = Brikken må sættes på et hvilket som helst tomt felt. Én sætning i regelhæftet kunne læses som »på det felt, der lige er forladt«; vi opfatter det felt som tilladt, ikke som det eneste.
decision-xoxo2-star-starts = Stjernen begynder: sådan viser billederne i regelhæftet det.

## XOXO²: editions

edition-xoxo2-nl = det nederlandske regelhæfte

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Tre på stribe, igen og igen: læg, stabl, ryd, og pas på, hvem du hjælper.

aim-djeco = { $scorer ->
    [maker] Hver gang du spiller et kort, der giver tre i samme farve på stribe, får du en jeton.
   *[owner] Hver gang tre kort i din farve ender på stribe, får du en jeton.
} Den, der først har mindst { $target } af dem og mindst to flere end den anden, vinder.
short-aim-djeco = { $scorer ->
    [maker] Tre i én farve på stribe giver dig en jeton.
   *[owner] Tre i din farve på stribe giver dig en jeton.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## Det skal I bruge

    To spillere fra seks til nioghalvfems år og cirka et kvarter (vores skøn).

    - 18 røde og 18 blå farvekort, hvert med et tal (husregel *numbers*). { $numbers-text }
    - 6 gule og 2 grønne ryd-kort uden tal. De tager kort væk fra bordet: et gult fra ét felt, et grønt fra en hel linje.
    - 24 jetoner.

    ## Sådan stiller I op

    - Før kortene deles ud, får hver spiller en farve. Her har plads 1 rød og plads 2 blå.
    - Aftal, hvor mange jetoner der skal til for at vinde: her { $target } (husregel *target*).
    - Bland alle 44 kort, og del fem ud til hver. Resten er bunken, med bagsiden opad.
    - Den yngste begynder. Her vælger I, hvilken plads der begynder.
    - Kortene på hånden er hemmelige. Alle må se, hvor mange kort der er på hver hånd og i bunken, kortene, der er lagt til side, stablerne og jetonerne.

    ## Din tur

    Spil ét kort, tag jetonerne, se, om spillet er slut, og tag så et kort, hvis bunken har et. Du skal spille, hvis du kan, også hvis der kun er et ryd-kort eller et kort i den anden farve tilbage, og også hvis det hjælper modspilleren. Du kan spille et kort på en af disse måder.

    - **Læg et rødt eller blåt kort på et tomt felt.** { $grid ->
        [fixed] Firkanten er de tre gange tre felter fra `b2` til `d4`, og de kan alle bruges (husregel *grid*). Kortet behøver ikke røre et andet.
       *[floating] Alle felter, der er brugt, siden bordet sidst var tomt, skal kunne være i en firkant på tre gange tre (husregel *grid*). Et felt, der er ryddet, regnes stadig for brugt. Kortet behøver ikke røre et andet. Når bordet er tømt, begynder det næste kort i midten igen.
    }
    - **Stabl et rødt eller blåt kort** oven på et kort med samme tal, uanset farverne.
    - **Ryd et felt med et gult kort:** { $yellow ->
        [some] et eller flere kort fra toppen af én stabel, så mange du vil, lægges til side sammen med det gule kort (husregel *yellow*).
       *[stack] hele stablen dér lægges til side sammen med det gule kort (husregel *yellow*).
    }
    - **Ryd en linje med et grønt kort:** alle tre stabler i en række, kolonne eller diagonal uden huller lægges til side sammen med det grønne kort. Farverne betyder ikke noget.

    En fuld firkant afslutter ikke spillet. På et tomt bord kan hverken gule eller grønne kort spilles.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Jetoner

    Kun de øverste kort tæller. Hver gang tre kort i samme farve ender i en række, kolonne eller diagonal, { $scorer ->
        [maker] tager **den, der spillede kortet**, en jeton, uanset farven
       *[owner] tager **farvens ejer** en jeton, uanset hvem der spillede kortet
    } (husregel *scorer*). En tur gør højst ét øverste kort til et andet, så alle nye linjer i en tur har samme farve.

    - Kortene bliver liggende. En linje, der var der før og stadig er der, giver ikke noget igen. En linje, der blev brudt og laves på ny, giver én igen.
    - Gør ét kort flere linjer færdige, { $lines ->
        [one] giver de én jeton tilsammen
       *[each] giver hver af dem en jeton
    } (husregel *lines*).
    - { $yellow ->
        [some] Afdækker et gult kort et andet kort, så en linje kommer frem, giver den en jeton som enhver anden, uanset farven.
       *[stack] At rydde giver ikke noget: ingen linje kan komme frem på den måde.
    }
    - Er der færre jetoner tilbage, end der skulle gives, tages resten.

    ![helping]

    ![double]

    ## Hvis du ikke kan spille

    - Har du intet kort, der kan spilles, eller slet ingen kort, men modspilleren kan spille, går turen videre. Du tager intet kort. Det røber lidt om din hånd, og det er helt i orden.
    - Kan ingen af jer spille, tager I hver ét kort, den, der er i tur, først. Så ser I efter igen, og så videre. Den, der er i tur, spiller, hvis det går; ellers gør den anden.
    - Den, der spiller et kort, tager et nyt som ellers. En hånd må blive så stor, den vil.

    ## Slut

    - Den første spiller med mindst { $target ->
        [one] én jeton
       *[other] { $target } jetoner
    } **og** mindst to flere end den anden vinder med det samme, uanset hvis tur det er.
    - Kan ingen af jer spille, og er der ingen kort tilbage at tage, slutter spillet: flest jetoner vinder, lige mange er uafgjort.
    - Er alle 24 jetoner delt ud, er spillet uafgjort: det kan kun være med tolv til hver, for ved enhver anden fordeling er spillet vundet før.
    - { $discard ->
        [recycle] Er bunken tom, når der skal tages et kort, blandes kortene, der er lagt til side, til en ny bunke; er der heller ingen af dem, tages der ikke noget (husregel *discard*). For at kortene ikke skal gå rundt for evigt, slutter spillet, når der er spillet 300 kort: flest jetoner vinder, lige mange er uafgjort.
       *[out] Kort, der er lagt til side, er ude af spillet, også når bunken er tom (husregel *discard*).
    }

example-djeco-aim = Den røde 4’er på d3 giver tre røde kort på stribe: rød tager en jeton.
example-djeco-floating = Der ligger to kort. Det næste må lægges på ethvert mærket felt, så længe alle kan være i en firkant på tre gange tre.
example-djeco-fixed = Firkanten ligger fast fra starten: det næste kort må lægges på ethvert af dens tomme felter.
example-djeco-stack = Den blå 5’er må ligge på den røde 5’er, for tallene er ens. Fra nu af regnes c3 for blå.
example-djeco-yellow-stack = Et gult kort rydder c3: begge kort dér lægges til side.
example-djeco-yellow-some = Et gult kort tager ét kort af stablen på c3: den røde 5’er under tæller igen.
example-djeco-green = Et grønt kort rydder linjen fra b2 til d4, uanset farverne.
example-djeco-helping = { $scorer ->
    [maker] Rød har kun et blåt kort tilbage, og det passer kun på d3. Det giver en blå linje på b3, c3 og d3, og jetonen går til rød, som spillede det.
   *[owner] Rød har kun et blåt kort tilbage, og det passer kun på d3. Det giver en blå linje på b3, c3 og d3, og blå tager en jeton for den.
}
example-djeco-double = { $lines ->
    [one] Den røde 3’er på d3 gør to linjer færdige, vandret og lodret. Tilsammen giver de én jeton.
   *[each] Den røde 3’er på d3 gør to linjer færdige, vandret og lodret: to jetoner.
}

typing-djeco =
    Felter har et bogstav for kolonnen, fra venstre, og et tal for rækken, nedefra. { $grid ->
        [fixed] Firkanten er `b2` til `d4`, og det første kort må lægges på ethvert af dens felter.
       *[floating] Det første kort ligger på `c3`, midten af felterne `a1` til `e5`.
    }

    - `r7@c3` lægger den røde 7’er på c3; `b7@c3` stabler så den blå 7’er ovenpå.
    - { $yellow ->
        [some] `y2@b3` tager de to øverste kort af stablen på b3 med et gult kort.
       *[stack] `y@b3` rydder b3 med et gult kort.
    }
    - `g@b2-d4` rydder linjen fra b2 til d4 med et grønt kort.
    - `pass` siger, at du ikke kan spille noget kort. Så er det dit eneste træk, og ellers er det aldrig tilladt.


## Djeco Tic Tac Toe: house rules

ruling-target = Hvor mange jetoner skal der til for at vinde?
# $n is a number from 1 to 12.
ruling-target-n = Jetoner for at vinde: mindst { $n }, med et forspring på mindst to.

ruling-numbers = Hvilke tal står på de 18 kort i hver farve?
ruling-numbers-1-9x2 = Hvert tal fra 1 til 9 to gange, ens for begge farver.
ruling-numbers-1-6x3 = Hvert tal fra 1 til 6 tre gange, ens for begge farver: højere stabler.
ruling-numbers-custom = Din egen liste med 18 tal, ens for begge farver.

ruling-yellow = Hvad rydder et gult kort?
ruling-yellow-stack = Hele stablen på ét felt.
ruling-yellow-some = Et eller flere kort fra toppen af én stabel, så mange du vil.
says-djeco-yellow-stack = hele stablen
says-djeco-yellow-some = et eller flere kort

ruling-scorer = Hvem får jetonen for en linje?
ruling-scorer-owner = Farvens ejer, uanset hvem der spillede kortet.
ruling-scorer-maker = Den, der spillede det kort, som gav linjen, uanset farven.
says-djeco-scorer-owner = målet er linjer i ens egen farve
ruling-djeco-scorer-source = Det portugisiske og det danske taler om linjer i samme farve. Og en note i alle fem giver jetonen til den spiller, der laver en linje, men siger også, at det hjælper den anden at spille den andens farve.

ruling-lines = Hvad hvis ét kort gør flere linjer i samme farve færdige?
ruling-lines-each = Hver af linjerne giver en jeton.
ruling-lines-one = De giver én jeton tilsammen.
says-djeco-lines-each = en jeton, hver gang der laves en linje

ruling-discard = Hvad hvis bunken er tom, når der skal tages et kort?
ruling-discard-out = Kort, der er lagt til side, er ude af spillet, og der tages ikke noget.
ruling-discard-recycle = Kortene, der er lagt til side, blandes til en ny bunke, hvis der er nogen; spillet slutter senest efter 300 kort.
says-djeco-discard-out = kort, der er lagt til side, er ude af spillet

ruling-grid = Ligger firkanten på tre gange tre fast fra starten?
ruling-grid-floating = Nej: den tager form omkring kortene, og det første kort ligger på c3.
ruling-grid-fixed = Ja: den består af felterne b2 til d4, og det første kort lægges på et hvilket som helst af dem.
ruling-djeco-grid-source = Alle fem taler om en firkant, man tænker sig.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Ethvert kort, der kan spilles, er godt nok, og et gult eller grønt kort skal spilles, hvis intet andet kan spilles. En note i alle fem regelhæfter lyder, som om hver tur krævede et rødt eller blåt kort, men deres egne lister over, hvad man kan spille, siger noget andet.
decision-djeco-owner-by-default = Vælger I ikke andet, går jetonen til farvens ejer, i alle udgaver. Regelhæfterne kan læses på begge måder, men alle siger, at det hjælper den anden at spille den andens farve, og kun sådan gør det det.
decision-djeco-four-directions = Linjer, der giver jetoner, går vandret, lodret og langs begge diagonaler. Regelhæfterne siger det kun om det grønne kort, og det russiske nævner dér kun rækker; én slags linje til det hele er lettere at se.
decision-djeco-pass-draws-nothing = Er kun én spiller blokeret, melder den spiller pas og tager intet kort. Regelhæfterne taler kun om et spil, der er blokeret for begge; et kort for hvert pas ville være en gave.
decision-djeco-cleared-binds = Et felt, der er ryddet, hører stadig til firkanten på tre gange tre, indtil bordet er tomt. Regelhæfterne taler om én firkant, man tænker sig, og det var den ikke, hvis den vandrede.
decision-djeco-our-ends = Spillet slutter også, når ingen af spillerne kan spille, og bunken er tom, og når den sidste jeton er taget. Regelhæfterne nævner kun det aftalte antal jetoner, men ethvert spil skal slutte.
decision-djeco-light-scores = Hvor et gult kort må tage nogle af kortene i en stabel, kan en linje af øverste kort komme frem, og den giver en jeton, uanset farven. Tre i samme farve er endt på linje, og det er det, der tæller.
decision-djeco-one-a-turn = Man tager ét kort pr. tur, et grønt kort kræver, at alle tre felter er fyldt, og et gult kort tager fra ét felt. De løsere ord i det svenske regelhæfte, og i det russiske om det grønne kort, regner vi for smuttere.
decision-djeco-turns-are-cards = De 300 ture, hvorefter et spil med genbrugte kort slutter, er spillede kort; et pas tæller ikke, for der sker intet på bordet. Den, der ikke kan spille, siger det med et pas, så ingen skal gætte, hvorfor turen går videre.

## Djeco Tic Tac Toe: editions

edition-djeco-it = det italienske regelhæfte
edition-djeco-pt = det portugisiske regelhæfte
edition-djeco-sv = det svenske regelhæfte (et gult kort tager et eller flere kort af en stabel)
edition-djeco-da = det danske regelhæfte (et gult kort tager et eller flere kort af en stabel)
edition-djeco-ru = det russiske regelhæfte (et gult kort tager et eller flere kort af en stabel)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = med jetoner nok
decided-djeco-tokens = med alle jetoner delt ud
decided-djeco-turns = efter 300 kort
decided-djeco-blocked = uden at nogen kan spille

## A live table

open-seat = en ledig plads
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = begynder
level-easy = let
level-casual = afslappet
level-medium = middel
level-skilled = øvet
level-advanced = avanceret
level-strong = stærk
level-greedy = grådig
level-random = tilfældig
level-perfect = perfekt
level-mcts = søgning
waiting-for-people = { $count ->
    [one] Venter på én spiller til.
   *[other] Venter på { $count } spillere til.
}
told-sat = { $you ->
    [yes] Du sætter dig.
   *[no] { $who } sætter sig.
}
told-undo-asked = { $you ->
    [yes] Du vil gerne fortryde dit sidste træk.
   *[no] { $who } vil gerne fortryde sit sidste træk.
}
told-undo-granted = { $you ->
    [yes] Du siger ja.
   *[no] { $who } siger ja.
}
told-undo-refused = { $you ->
    [yes] Du vil hellere spille videre.
   *[no] { $who } vil hellere spille videre.
}
told-undone = Fortrudt. Fra nu af er runden øvelse.
told-resigned = { $you ->
    [yes] Du giver op.
   *[no] { $who } giver op.
}
told-left = { $you ->
    [yes] Du forlader bordet.
   *[no] { $who } forlader bordet.
}
told-back = { $you ->
    [yes] Du er tilbage.
   *[no] { $who } er tilbage.
}
told-again = { $you ->
    [yes] Du vil gerne spille en runde til.
   *[no] { $who } vil gerne spille en runde til.
}
told-sits-in = { $you ->
    [yes] { $bot } træder til for dig, til du kommer tilbage.
   *[no] { $bot } træder til for { $who } indtil videre.
}
told-bot-came = { $bot } tager den ledige plads.
reaction-hello = { $you ->
    [yes] Du vinker.
   *[no] { $who } vinker.
}
reaction-thanks = { $you ->
    [yes] Du siger tak.
   *[no] { $who } siger tak.
}
reaction-well-played = { $you ->
    [yes] Du siger: godt spillet!
   *[no] { $who } siger: godt spillet!
}
reaction-clap = { $you ->
    [yes] Du klapper.
   *[no] { $who } klapper.
}
reaction-laugh = { $you ->
    [yes] Du ler.
   *[no] { $who } ler.
}
reaction-wow = { $you ->
    [yes] Du er imponeret.
   *[no] { $who } er imponeret.
}
reaction-oops = { $you ->
    [yes] Du siger: ups!
   *[no] { $who } siger: ups!
}
reaction-thinking = { $you ->
    [yes] Du tænker.
   *[no] { $who } tænker.
}
error-stale = Der er sket noget imens: se lige en gang til.
error-too-many-side-commands = Det var nok skift, fortrydelser og farveller til én runde ({ $most }): spil videre.
error-undo-away = { $name } er væk og kan ikke sige ja, så intet fortrydes.
error-rounds-full = Dette bord har haft { $most } runder: åbn et nyt.
error-only-watching = Du ser med: det kan kun spillere gøre.
error-not-begun = Spillet er ikke begyndt endnu.
error-game-over = Spillet er slut.
error-not-over = Spillet er ikke slut endnu.
error-bot-plays-here = Her spiller en bot.
error-no-such-card = Du har ikke kortet »{ $card }«.
error-has-left = Du har allerede forladt bordet.
error-sit-first = Sæt dig først.
error-is-here = Du er ved bordet.
error-chair-taken = Pladsen er optaget.
error-name-taken = Nogen ved bordet hedder allerede { $name }.
error-no-such-seat = Der er ingen plads { $seat }.
error-only-host = Det kan kun den, der åbnede bordet, gøre.
error-still-here = { $name } er her stadig.
error-undo-nothing = Du har intet træk at fortryde.
error-undo-told = Det kan ikke fortrydes: nogen har set et nyt kort eller en ny brik siden.
error-undo-not-asked = Ingen har spurgt dig, om et træk må fortrydes.
error-undo-waits = En anden, der vil fortryde et træk, venter på svar.
error-asked-already = Du har allerede bedt om en runde til; de andre bliver også spurgt.
error-no-such-round = Der er ingen runde { $round }; den sidste er { $most }.
error-no-person = Mindst én plads skal være til et menneske.
error-no-table = Dette bord findes ikke, eller linket er forkert.
error-not-saved = Det kunne ikke gemmes, så det tæller ikke. Prøv igen.
error-too-fast = Det gik for hurtigt: vent et øjeblik.
error-unreadable-message = Denne besked kan ikke læses.
error-too-many-messages = Der kom for mange beskeder på én gang, så forbindelsen blev lukket. Genindlæs siden.
error-too-unreadable = For mange beskeder kunne ikke læses, så forbindelsen blev lukket. Genindlæs siden.
error-server-stops = Serveren lukker ned. Alt er gemt.
error-table-deleted = Dette bord er slettet.
error-seat-renewed = Pladsen har en ny nøgle, så den er lukket i dette vindue. Ældre links til den virker ikke længere.
error-code-used = Nogen har allerede taget pladsen. Skulle den være din, så bed om en ny kode på den store skærm.
error-only-screen = Kun en skærm, der har åbnet bordet og ikke selv har en plads, kan vise koder til pladser.
error-store-down = Serveren kan ikke nå sine borde lige nu. Prøv igen om et minut.
error-only-here = Det kan kun gøres på den computer, der kører serveren.
error-no-network = Der blev ikke fundet nogen adresse, hvor andre enheder kan nå denne computer.
error-table-unreadable = Dette bord kan ikke læses. Den, der kører serveren, finder mere i dens log.
error-game-failed = Selve spillet er gået i stykker, så det kan ikke fortsætte her. Den, der kører serveren, finder mere i dens log.
error-too-many-tabs = Pladsen er åben i for mange vinduer: luk et af dem først.
error-too-many-watching = Bordet har så mange tilskuere, som det kan tage. Prøv igen senere.
error-no-hint = Der er ikke noget tip lige nu.
error-hint-asked = Det tip, du bad om, er på vej.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] Du spiller { $move }.
   *[no] { $who } spiller { $move }.
}
chance-any = Tilfældet
ask-any = dit træk
help-any = Skriv et træk, som det står på listen, eller dets nummer.
position-any = Stilling: { $position }
player-any = Spiller { $seat }
picture-ask-any = { $you ->
    [yes] Din tur.
   *[no] I tur: { $who }.
}
picture-then-any = Vælg nu hvor.
error-any = Det går ikke ({ $code }).
reason-any-win = { $winner } vandt ({ $reason }).
reason-any-shared = { $winner } delte sejren ({ $reason }).
reason-any-draw = Uafgjort ({ $reason }).
error-guest-game-failed = Spillet { $name } fra pakken { $package } kan ikke indlæses: { $reason }
error-guest-game-unfit = Spillet { $name } fra pakken { $package } kan ikke bruges: { $reason }
error-guest-game-broke = Spillet { $name } fra pakken { $package } er gået i stykker: { $reason }
error-no-sampling = { $game } skjuler kort og giver ingen måde at gætte dem på, så ingen bot kan tænke frem i det: random, greedy, beginner og easy spiller det.
error-windows-need-orders = { $game } spørger flere spillere på én gang uden stående ordrer; ved et bord på nettet ville tiden til et svar røbe noget, så det spilles kun i terminalen.

### Same as in English: typed-start, page-theme-auto, page-new-levels, page-new-bot, page-menu, page-react-clap, page-react-wow, page-react-thinking, page-fair-salt, page-explore-link, page-review-stop, bots-name, replay-comment, arena-log, arena-bot, arena-elo, game-djeco, bot-named, bot-numbered, page-read-diagonal
