### Dutch. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = nl

## The command and its help

help-rowdy = Vier eigenwijze varianten van drie op een rij, in je terminal: XOXO, Rubik’s Tac Toe, XOXO² en Tic Tac Toe van Djeco.
help-rowdy-end = Begin met “rowdy play”, of lees eerst “rowdy rules GAME”. “rowdy COMMAND --help” legt een opdracht uit.
try-help = “{ $command } --help” legt het uit.
args-usage = gebruik:
args-positional = argumenten
args-options = opties
args-help = deze hulp tonen
args-version = de versie tonen
args-missing = ontbreekt: { $names }
args-unknown = { $names } bestaat hier niet
args-without-value = { $name } heeft een waarde nodig
args-no-choice = { $name } kan niet { $value } zijn; mogelijk: { $choices }
args-no-number = { $name } moet een getal zijn, niet { $value }
args-with-value = { $name } krijgt geen waarde
help-play-short = een spel spelen
help-play =
    Speel hier een spel: in je eentje tegen bots, of met meerdere mensen aan één
    scherm. Zonder GAME krijg je de vraag welk spel.

    Voorbeelden:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Typ een zet met zijn nummer of in notatie; ? legt het uit. Na elke zet wordt de
    partij opgeslagen.
help-saves-short = je opgeslagen partijen tonen
help-saves =
    Toont de partijen die hier zijn opgeslagen en nog bezig zijn: wie er speelt, wie
    aan de beurt is, wanneer er voor het laatst is gespeeld en waar ze staan.

      rowdy saves
      rowdy play --resume 2
help-learn-short = een spel stap voor stap leren
help-learn =
    Leer een spel in een paar stappen op een echt bord, bij elke stap één ding om te
    doen, en op het eind speel je tegen de makkelijkste bot. De les gaat verder waar
    je was gebleven.

    Voorbeelden:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = begin met deze stap in plaats van met de volgende
help-rules-short = de regels van een spel tonen
help-rules =
    Toont de regels van een spel, de huisregels die je kunt kiezen, en wat Rowdy doet
    waar de regelboekjes zwijgen of onduidelijk zijn. Het zijn de regels van de editie
    en de huisregels die je noemt.

    Voorbeelden:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = de bots tonen
help-bots =
    Toont de bots, met de spellen die ze spelen en hun instellingen.

    Noem een bot alleen bij zijn naam, of met instellingen achter een dubbele punt,
    gescheiden door + of een komma (in --seats alleen door +, want komma’s scheiden
    daar de plekken). sims is het aantal simulaties per zet, seconds de tijd die hij
    mag nemen; om te beslissen of hij kaarten toont krijgt hij een tiende daarvan. Met
    alleen sims beslist hij altijd hetzelfde.

    Voorbeelden:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Je eigen bots kunnen ook meespelen: zie “Your own bot” in docs/bots.md.
help-engines-short = bots toevoegen die programma’s in een willekeurige taal zijn
help-engines =
    Engines zijn bots in een willekeurige programmeertaal: programma’s die het
    engineprotocol spreken, met één regel per bericht. Zonder argumenten zie je welke
    hier zijn toegevoegd. Een engine die is toegevoegd, is een bot als alle andere: voor
    rowdy play, rowdy arena en de tafels van rowdy serve. Hij draait met jouw rechten,
    dus voeg alleen toe wat je vertrouwt.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = de code van de bots compileren voordat je speelt
help-prepare =
    Compileert de code waarmee de bots zoeken, zodat niemand er tijdens een partij op
    hoeft te wachten. Dat duurt ongeveer een minuut, één keer op elke computer en
    opnieuw na een update. Wat al gecompileerd is, blijft zoals het is.
help-completion-short = opdrachten aanvullen met Tab in bash, zsh of fish
help-completion =
    Toont wat Tab de opdrachten van rowdy laat aanvullen, met hun opties, spellen,
    edities, huisregels en bots. In een shell die al draait:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    Wil je het altijd, zet die regel dan in ~/.bashrc, ~/.zshrc of
    ~/.config/fish/config.fish.
help-completion-shell = de shell: { $shells }
help-man-short = de handleiding tonen
help-man =
    Toont de handleiding (manpagina), in de gekozen taal.

      rowdy man | man -l -
man-commands = Opdrachten
help-games-short = de spellen tonen
help-games = Toont de spellen, met het aantal spelers, de speelduur en de edities.
help-replay-short = een partij stap voor stap terugkijken
help-replay =
    Kijk een partij stap voor stap terug: Enter voor de volgende stap, b voor de
    vorige, een getal om te springen, q om te stoppen. Een afgelopen partij zie je met
    alle kaarten open; een partij die nog bezig is zoals de enige mens aan tafel die
    ziet, of anders zoals een toeschouwer.
help-picture-short = een stelling uit een partij tekenen
help-picture =
    Tekent een partij zoals de pagina dat doet: de laatste stelling of een andere, als
    SVG. Je ziet wat ook rowdy replay toont.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = de zetten van een partij beoordelen
help-review =
    Loopt een opgeslagen partij na en beoordeelt elke zet: beste, goed,
    onnauwkeurig, fout of blunder, met de betere zet erbij en een overzicht per speler.

    In rubik en xoxo2 worden beurten vergeleken met perfect spel: een goede wint later
    of verliest eerder dan nodig, een fout maakt van winst een gelijkspel of van een
    gelijkspel verlies, een blunder van winst verlies. In xoxo en djeco oordeelt een
    zoekproces, naar wat de speler op dat moment kon weten: een goede zet verlaagt de
    winstkans met minder dan 3%, een onnauwkeurige met minder dan 8%, een fout met
    minder dan 20%, een blunder met meer.

    Voorbeelden:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    In een partij die nog bezig is worden alleen de zetten van de enige mens
    beoordeeld, of die van --seat. Hetzelfde verslag met dezelfde opties geeft altijd
    dezelfde analyse. In de JSON zijn before en after de kansen, van 0 tot 1, met
    de beste zet en met de zet die is gedaan.
help-review-seat = beoordeel alleen de zetten van deze plek
help-sims = het aantal simulaties per zet (standaard: { $count })
help-search-seed = een getal dat de willekeurige keuzes van het zoeken vastlegt (standaard: 0)
help-review-json = geef de analyse als JSON
help-verify-short = nagaan of een partij eerlijk gedeeld is
help-verify =
    Controleert het verslag van een afgelopen partij: of alles volgens de regels ging,
    of de startwaarde de verzegelde is, en of elke kaart en elke tegel uit de
    startwaarde en de nonces kwam.

    Een tafel in de browser trekt een geheime startwaarde en toont het zegel
    daarvan, de SHA-256 van een salt en de startwaarde. Daarna voegt elke plek een
    nonce toe, een willekeurig getal van het eigen apparaat, en alle toeval komt uit
    de startwaarde en de nonces samen. Aan het eind wordt de startwaarde getoond,
    zodat iedereen het kan narekenen.

    Wat dit bewijst, als er nonces zijn gegeven: niemand kon de kaarten uitkiezen. Wie
    de tafel beheert kent de startwaarde, maar legde die vast voordat de nonces kwamen;
    de anderen kenden die niet. Wat het niet bewijst: dat niemand heeft gekeken. Wie
    de startwaarde kent, kan alle kaarten kennen. En als jij je nonce gaf voordat
    anderen dat deden, moet je erop vertrouwen dat de laatste de startwaarde niet
    kende: anders konden daar nonces worden geprobeerd tot de kaarten bevielen.

    Alleen het toeval is verzegeld. De namen in een verslag, de zetten en de
    aantekening “Practice”, die zegt dat er iets is teruggenomen, kan iedereen die het
    bestand heeft veranderen: --server vergelijkt ze met het verslag van de tafel zelf.

    Ook een heel verslag kan verzonnen zijn. Vergelijk dus het zegel met wat de tafel
    toonde voordat jij je nonce gaf, en je nonce met --nonce.

    Voorbeelden:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    De exitcode is 0 als alles klopt, 1 als er iets niet klopt of niet te controleren
    was, en 2 als een verslag niet te lezen is.
help-verify-nonce = de nonce die het apparaat van deze plek heeft gegeven, om te vergelijken; mag meer dan één keer
help-verify-server = een link naar de tafel, bijvoorbeeld die voor toeschouwers: vergelijk het verslag met dat van de server
help-verify-json = geef de bevindingen als JSON, één regel per verslag
help-perft-short = tellen hoe een spel verder kan gaan
help-perft =
    Telt op hoeveel manieren een spel verder kan gaan, om twee programma’s te
    vergelijken die het spelen. Acties zijn losse zetten, uitkomsten van het toeval en
    antwoorden bij het tonen van kaarten. Een beurt is alles wat één plek achter elkaar
    doet, met wat het toeval en het tonen daaraan toevoegen. Afgelopen partijen gaan
    niet verder.

    Voorbeelden:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = een spel oplossen: perfect spel voor elke stelling
help-solve =
    Rekent uit waar het beste spel in elke stelling toe leidt, en bewaart de uitkomst.
    Perfect spel en “rowdy explore” zoeken het daar dan in op; zonder kan het ook,
    alleen langzamer.

    Een laag bestaat uit alle stellingen met evenveel stenen; het oplossen gaat terug
    van zestien stenen naar nul. Het duurt seconden tot minuten en vraagt ongeveer 1 GB
    geheugen en 1,1 GB op de schijf. Onderbreek je het, dan gaat dezelfde opdracht
    verder: lagen die klaar zijn, blijven bewaard. Aan het eind staat er hoeveel
    stellingen gewonnen, gelijk en verloren zijn, en wat het spel en elke eerste zet
    waard zijn.

    Voorbeelden:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = los het spel één keer op voor elke combinatie van huisregels die ertoe doet
ray-solved = { $game }: opgelost door code { $code }
help-workers = hoeveel threads er naast elkaar werken (standaard: één per kern)
help-out = de map voor de bestanden (standaard: waar Rowdy ze zoekt)
help-arena-short = bots vergelijken over veel partijen
help-arena =
    Laat bots veel partijen tegen elkaar spelen, en zie wie er beter is en hoeveel.

    Een ronde is één startwaarde, gespeeld met de bots om de beurt op elke plek, zodat
    geluk wegvalt. Zijn er evenveel BOTs als plekken, dan spelen ze samen; zijn het er
    meer, dan speelt elke keuze eruit; zijn het er minder, dan zit de eerste alleen
    tussen de anderen, die de overige plekken vullen. De Elo wordt gemeten vanaf de
    laatste BOT.

    Elke afgelopen partij gaat meteen in een log. Onderbreek je de arena, dan gaat
    dezelfde opdracht verder, ook met meer --games. Met --until stopt die zodra alle
    aandelen volgens hun 95%-intervallen goed genoeg bekend zijn, nagekeken na elke
    ronde vanaf de 20e. Door zo vaak na te kijken worden de intervallen iets te smal.

    Voorbeelden:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    Op meerdere computers: een wedstrijd is bots per plek, spel en startwaarde, als een
    regel JSON, en uitslagen kun je in elke volgorde aan een log toevoegen.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = een bot, bijvoorbeeld greedy
help-arena-games = speel hooguit zoveel partijen, in hele rondes (standaard: { $number })
help-arena-until = stop als elk aandeel op ± zoveel bekend is, bijvoorbeeld 4%
help-arena-seed = een woord of getal waar alle toeval uit komt (standaard: 1)
help-ray = laat het Ray-cluster op dit adres het doen, bijvoorbeeld 127.0.0.1:6379; elke node heeft precies deze code nodig
ray-refused = De node { $node } doet niet mee: hij heeft andere code ({ $reason }).
help-arena-workers = hoeveel processen er naast elkaar spelen (standaard: één per kern); met meer dan er kernen zijn worden bots die op de klok denken zwakker
help-arena-log = het log (standaard: één per krachtmeting, in de map van Rowdy)
help-arena-fresh = begin opnieuw; het oude log blijft bewaard onder een andere naam
help-arena-json = geef alle cijfers als JSON; de voortgang gaat naar de standaardfoutuitvoer
help-arena-plot = teken de uitslag in dit bestand, .svg of .png; mag meer dan één keer
help-list-matches = geef de wedstrijden die nog gespeeld moeten worden, één per regel
help-play-matches = speel de wedstrijden in dit bestand (- voor standaardinvoer) en geef voor elke uitslag een regel
help-study-short = wat elke huisregel van een spel verandert
help-study =
    Zie wat elke huisregel van een spel verandert: hoe lang partijen duren, hoe vaak
    ze gelijk eindigen, hoeveel beginnen waard is, wat beslist, en waar perfect spel
    toe leidt als dat bekend is.

    Zonder --rulings zie je wat bij Rowdy zit. Met --rulings wordt het opnieuw gemeten:
    bots van één niveau spelen met elke keuze veel partijen, de rest zoals in de
    editie. ± is het 95%-interval. Een verschil wordt alleen genoemd als het groter is
    dan toeval verklaart, alle vergelijkingen van het onderzoek samen genomen.

    Elke afgelopen partij gaat meteen in een log. Onderbreek je het onderzoek, dan gaat
    dezelfde opdracht verder, ook met meer --games.

    Voorbeelden:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = meet elke keuze van elke huisregel opnieuw
help-study-seats = hoeveel er spelen (standaard: elk aantal dat het spel toelaat, na elkaar)
help-study-bot = de bot die op alle plekken zit (standaard: { $name })
help-study-games = hoeveel partijen met elke keuze (standaard: { $number })
help-study-fresh = begin opnieuw; de oude logs blijven bewaard onder andere namen
help-study-out = schrijf het onderzoek naar dit bestand, als JSON
help-study-json = geef het onderzoek als JSON; de voortgang gaat naar de standaardfoutuitvoer
help-explore-short = zien waar het beste spel toe leidt
help-explore =
    Loop door de stellingen van een spel en zie waar het beste spel toe leidt: wie er
    wint en in hoeveel beurten, elke beurt, de beste eerst, en de hoofdvariant.

    Voorbeelden:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Typ een getal of een zet om verder te gaan, b om terug te gaan; ? legt het uit. In
    de JSON gelden value en distance voor wie aan de beurt is: win, draw of loss, en
    hoeveel beurten tot de partij eindigt (null voor een gelijkspel dat nog moet komen,
    0 voor een afgelopen partij); hetzelfde geldt voor elke beurt.
help-explore-position = de stelling om mee te beginnen, in notatie (standaard: het begin van het spel)
help-json = geef de waarde, alle beurten en de hoofdvariant als JSON
help-game = een van { $games }
help-edition = de spelregels waarmee je speelt (rowdy games toont ze; de eerste is de standaard)
help-play-edition = de spelregels waarmee je speelt (rowdy games toont ze; standaard: die in jouw taal, anders de eerste)
help-ruling = kies een huisregel, bijvoorbeeld both_rows=mover; mag meer dan één keer (rowdy rules GAME toont ze)
help-deck = een bestand met een eigen set: 48 tegels voor xoxo (rcj btw …), 18 getallen voor djeco; # begint een opmerking
help-seats = wie waar zit: you, you=NAME, een bot zoals easy, medium of strong (rowdy bots toont ze), of partner, een bot die zo sterk is als jij; de eerste heeft plek 1 (standaard: you,medium). De instellingen van een bot volgen op zijn naam, gescheiden door +: strong:sims=5000+seconds=2
help-starter = de plek die begint, in xoxo en djeco (standaard: 1)
help-seed = een woord of getal dat het toeval vastlegt, zodat dezelfde partij nog eens gedeeld kan worden (standaard: een geheime)
help-play-position = de stelling om mee te beginnen, in notatie (standaard: het begin van het spel); zo’n partij telt als oefening
help-resume = ga verder met een opgeslagen partij: een bestand, of het nummer in “rowdy saves”; zonder WHICH de laatst gespeelde
help-saves-all = toon ook partijen die afgelopen zijn
help-save = sla het verslag op in dit nieuwe bestand in plaats van bij je opgeslagen partijen
help-plain = gewone regels zonder kaders en kleuren, voor schermlezers; altijd zo als de uitvoer geen terminal is
help-lang = de taal, bijvoorbeeld de (standaard: die van ROWDY_LANG, LANGUAGE of de locale)
help-replay-file = het verslag van een partij (standaard: je opgeslagen partij die het laatst gespeeld is)
help-picture-at = de stap om te tekenen, geteld zoals rowdy replay dat doet; 0 is het delen (standaard: de laatste)
help-picture-gif = alle stappen tot daar als bewegende GIF
help-engines-do = wat er moet gebeuren: add (toevoegen) of remove (weghalen)
help-engines-name = de naam waaronder de engine aan tafel gaat
help-engines-command = het programma en zijn argumenten; zet er -- voor als er een met een streepje begint
help-eyes = door wiens ogen je kijkt: het nummer van een plek, all of spectator
help-depth = hoe diep er geteld wordt
help-seat-count = het aantal plekken
help-position = de stelling om vanaf te tellen, in notatie (standaard: het begin van het spel)
help-perft-seed = de startwaarde die over het toeval beslist, in spellen met toeval (standaard: 1)
help-every-chance = tel in plaats daarvan elke uitkomst van het toeval; het best met --position, want vanaf het begin zijn het er heel veel

## The server

help-serve-short = samen spelen in de browser
help-serve =
    Zet tafels klaar voor mensen en bots, te bereiken met een browser: op deze computer,
    en met --lan overal in hetzelfde netwerk. Iedereen met de link naar een plek kan
    daar gaan zitten, dus geef hem alleen aan de persoon voor wie hij bedoeld is.

    Elke zet staat op de schijf voordat iemand hem ziet. Ctrl-C stopt de server; de
    partijen gaan verder als hij weer start.

    Voorbeelden:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Noem achter een proxy die https afhandelt de host met --host-name; de proxy moet
    Host, X-Forwarded-For en X-Forwarded-Proto doorgeven. Staat hij op een andere
    computer, noem dan het adres ervan met --proxy.
help-serve-port = de poort; is die bezet, dan de volgende vrije (standaard: { $number })
help-serve-lan = laat anderen in hetzelfde netwerk meedoen, en toon het adres en een QR-code
help-serve-host-name = een naam waaronder anderen deze server bereiken, bijvoorbeeld die van een proxy; mag meer dan één keer
help-serve-db = waar de tafels bewaard worden: een bestand, of de URL van een database (standaard: een bestand in de map van Rowdy)
help-serve-workers = hoeveel processen voor bots denken (standaard: één minder dan er kernen zijn)
help-serve-grace = hoeveel seconden iemand weg mag zijn voordat de anderen een bot kunnen laten invallen (standaard: { $number })
help-serve-keep = hoeveel dagen een tafel na de laatste zet bewaard blijft (standaard: { $number })
help-serve-proxy = het adres of netwerk van een proxy die geloofd wordt als die zegt van welk adres een verzoek komt (standaard met --host-name: deze computer); mag meer dan één keer
help-serve-root-path = de map waaronder een proxy deze server toont, bijvoorbeeld /rowdy
help-serve-metrics = geef meetwaarden voor Prometheus op deze poort van deze computer, of op ADDRESS:PORT
help-serve-log = hoe het log geschreven wordt: text of json (standaard: text)
help-serve-log-requests = schrijf voor elk verzoek een regel in het log
help-serve-log-addresses = schrijf ook de adressen van bezoekers in het log
help-serve-open = open een browser (standaard: als er een scherm is)
serve-port-taken = Poort { $port } is bezet, daarom wordt het { $other }.
serve-here = Op deze computer: { $address }
serve-network = In je netwerk: { $address }
serve-no-network = Deze computer heeft geen adres in een netwerk, dus niemand anders kan meedoen.
serve-end = Druk op Ctrl-C om de server te stoppen.
serve-ending = Opslaan en afscheid nemen …
serve-ended = Alle tafels zijn bewaard: start de server weer, en ze gaan verder.

## Copying tables

help-copy-short = tafels van de ene database naar de andere kopiëren
help-copy =
    Kopieert alle tafels van een server, met de sleutels van hun plekken, van de ene
    database naar de andere: van een bestand naar PostgreSQL, of terug. Elke tafel
    wordt na aankomst gecontroleerd.

    Wordt het onderbroken, start het dan opnieuw: het gaat verder waar het was. Tafels
    waaraan sinds de vorige keer is doorgespeeld, krijgen erbij wat nieuw is; tafels die
    in de andere database anders verder zijn gegaan, blijven zoals ze zijn. Stop de
    server vóór de laatste keer kopiëren, zodat er niets ontbreekt.

    Voorbeelden:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = de database om uit te kopiëren: een bestand, of een URL
help-copy-to = de database om naartoe te kopiëren; is die er niet, dan wordt die gemaakt
copy-progress = { $done } van { $total } tafels …
copy-done =
    { $tables ->
        [one] Eén tafel
       *[other] { $tables } tafels
    } met { $entries ->
        [one] één regel
       *[other] { $entries } regels
    } in { $place }, gecontroleerd. Nu gekopieerd: { $copied }.
copy-differs = Tafel { $table } blijft zoals die is: in { $place } is die anders verdergegaan.
error-copy-failed = Tafel { $table } is niet aangekomen zoals die verstuurd is. Waar die vandaan kwam is niets veranderd; probeer het nog eens.
error-store-missing = Er zijn geen tafels in { $place }.
error-store-older = { $place } is gemaakt door een oudere Rowdy: het heeft versie { $found }, en deze heeft { $known } nodig. Start er één keer “rowdy serve” mee, dan wordt het bijgewerkt.

## Choosing a game

ask-which = Welk spel?
ask-which-prompt = Nummer of naam (1 t/m { $count }):
ask-which-again = Typ een getal van 1 t/m { $count }, de naam tussen haakjes, of q om te stoppen.

## At the table

greeting = Gespeeld volgens: { $edition }; veranderde huisregels: { $rulings }. Plekken: { $seats }.
greeting-position = De partij begint met een stelling van jou, dus staat er “practice” in het verslag.
greeting-help = Typ ? voor hulp.
log-empty = Er is nog niets gebeurd.
none = geen
list-comma = { $first }, { $last }
list-and = { $first } en { $last }
name-you = Jij
name-player = Speler
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = draai een steen van je tegenspeler om (een nummer, of een zet als { $example }; ? helpt)
ask-place = plaats een steen (een nummer, of een zet als { $example }; ? helpt)
ask-xoxo = leg een van de twee tegels (een nummer, of een zet als { $example }; ? helpt)
ask-djeco = speel een kaart (een nummer, of een zet als { $example }; ? helpt)
ask-djeco-pass = je kunt geen kaart spelen: typ { $example } (? helpt)
legal-moves = { $count ->
    [one] Er is één zet mogelijk:
   *[other] Er zijn { $count } zetten mogelijk:
}
moves-folded = { $count ->
    [one] Er is één zet mogelijk: “zetten” toont hem.
   *[other] Er zijn { $count } zetten mogelijk: “zetten” toont ze.
}
back-to-board = Druk op Enter om terug te gaan naar het bord.
go-on-reading = Druk op Enter om verder te lezen.
pass-to = Geef door aan { $name }. { $name }, druk op Enter als er verder niemand kijkt.
wiped = (Hier wordt het scherm gewist.)
since-your-turn = Wat er gebeurde:
undone = Teruggenomen. Vanaf nu staat er “practice” in het verslag.
saved = Opgeslagen in { $path }
left = Opgeslagen. Ga verder met: rowdy play --resume "{ $path }"
left-unsaved = De partij kon niet worden opgeslagen.
cannot-save = De partij kan niet worden opgeslagen: { $reason }. Je kunt doorspelen zonder op te slaan, of probeer: opslaan BESTAND
saved-elsewhere = In de gewone map kan niet worden geschreven: { $reason }. De partij is opgeslagen in { $path }
save-open-elsewhere =
    Deze partij is open in een ander venster. Daar blijft { $other }
    De jouwe gaat vanaf hier verder in { $path }
save-two-windows =
    Deze partij is in een ander venster doorgespeeld. Die zetten blijven in { $other }
    De jouwe gaat vanaf hier verder in { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Dit bestand is niet te lezen.
saves-turn = { $you ->
    [yes] jij bent aan de beurt
   *[no] { $name } is aan de beurt
}
saves-window = de spelers krijgen een vraag
saves-none = Er is geen partij in { $path } die nog bezig is.
saves-more = { $count ->
    [one] Eén partij is afgelopen: rowdy saves --all toont die ook.
   *[other] { $count } partijen zijn afgelopen: rowdy saves --all toont die ook.
}
saves-next = Ga verder met het nummer: rowdy play --resume 1
cannot-read = { $path } is niet te lezen: { $reason }.
record-at =
    Nog eens bekijken: rowdy replay "{ $path }"
    Zien hoe goed de zetten waren: rowdy review "{ $path }"
ask-end = Druk op Enter om te stoppen, of typ “verloop” om de beurten te lezen, of “terugnemen” om je laatste zet over te doen.
resume-new-seed = De verzegelde startwaarde van deze partij staat niet op deze computer, dus gaat het toeval verder met een nieuwe.

help-flip =
    Draai eerst een steen van je tegenspeler om naar een leeg vak ernaast: b3-b4.
    Plaats dan een eigen steen: A@d1 of B@d1 als jij begonnen bent, anders a@d1 of b@d1; de letter is de kant die boven ligt.
    Allebei tegelijk: b3-b4 a@d1.
help-xoxo =
    own@c3 legt de bovenste tegel van je eigen stapel op c3, draw@c3 de bovenste van de trekstapel.
    Een tegel schrijf je als kleur, vorm en gezicht, met de Engelse beginletters: rss is een rood vierkant met een verbaasd gezicht. Kleuren: r rood, b blauw, g groen, y geel. Vormen: c cirkel, s vierkant, t driehoek, h hart. Gezichten: j lach, w knipoog, s verbazing, g brompot.
    Je kaarten worden vanzelf getoond zodra hun lijn er ligt. “bewaren rood” bewaart een kaart, “tonen rood” geeft die vanaf de volgende tegel weer vrij; “bewaren alles” en “tonen alles” kunnen ook.
help-djeco =
    r7@c3 speelt een rode 7 op c3.
    { $yellow ->
        [some] y2@b3 haalt met een gele kaart de bovenste twee kaarten van de stapel op b3.
       *[stack] y@b3 haalt met een gele kaart een stapel weg.
    }
    g@b2-d2 haalt met een groene kaart een lijn weg. Typ pass als je niets kunt spelen.
help-marks = Op het bord staan ▸ ◂ om de laatste zet, en + waar je kunt spelen. Aan het eind staan [ ] om de lijn die besliste.
help-marks-plain = Van elk vak hoor je wat er ligt, of de laatste zet daar was en of je er kunt spelen. Aan het eind hoor je ook welke vakken beslisten.
help-commands =
    Een getal kiest een zet uit de lijst.
    Je kunt ook typen: zetten (de lijst), hint (wat een sterke speler zou doen), regels (hoe je speelt), bord, verloop (de beurten tot nu toe; verloop alles: met elke kaart en tegel), terugnemen (als je in je eentje tegen bots speelt), opslaan [BESTAND], stop (slaat op; later kun je verder). Ook met Ctrl-C gaat er niets verloren.
more-rules = Alle regels: rowdy rules { $game }. Een les: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = hulp
typed-rules = regels
typed-moves = zetten
typed-hint = hint
typed-board = bord
typed-log = verloop
typed-undo = terugnemen
typed-save = opslaan
typed-quit = stop
typed-hold = bewaren
typed-show = tonen
typed-all = alles
typed-skip = overslaan
typed-back = terug
typed-end = einde
typed-forward = vooruit
typed-start = begin
typed-turns = beurten
typed-solution = oplossing
typed-again = opnieuw
help-typed-as = { $typed } ({ $command })
help-typed = De Engelse woorden werken ook: { $commands }.

cell-empty = leeg
cell-last = laatste zet
cell-won = winnende lijn
cell-target = mogelijk

## What happened

event-flip = { $you ->
    [yes] Je draait
   *[no] { $who } draait
} de steen van { $source } om naar { $target }.
event-place = { $you ->
    [yes] Je plaatst
   *[no] { $who } plaatst
} { $stone } op { $square }.
event-turn = { $you ->
    [yes] Je draait de steen van { $source } om naar { $target } en plaatst
   *[no] { $who } draait de steen van { $source } om naar { $target } en plaatst
} { $stone } op { $square }.
event-lay = { $you ->
    [yes] Je legt
   *[no] { $who } legt
} { $tile } op { $square }, van { $source ->
    [own] { $you ->
        [yes] je
       *[no] de
    } eigen stapel
   *[draw] de trekstapel
}.
event-reveal = { $you ->
    [yes] Je toont
   *[no] { $who } toont
}: { $cards }!
event-top = { $you ->
    [yes] Op je stapel
   *[no] Op de stapel van { $who }
} ligt nu { $tile }.
event-draw-top = Op de trekstapel ligt nu { $tile }.
event-deal = { $you ->
    [yes] Je krijgt
   *[no] { $who } krijgt
} een doelkaart: { $card }.
event-play = { $you ->
    [yes] Je speelt
   *[no] { $who } speelt
} { $card } op { $square }.
event-yellow = { $you ->
    [yes] Je haalt
   *[no] { $who } haalt
} met een gele kaart { $count ->
    [0] de stapel op { $square }
    [one] de bovenste kaart op { $square }
   *[other] de bovenste { $count } kaarten op { $square }
} weg.
event-green = { $you ->
    [yes] Je haalt
   *[no] { $who } haalt
} met een groene kaart de lijn van { $first } tot { $last } weg.
event-pass = { $you ->
    [yes] Je kunt niets spelen en past.
   *[no] { $who } kan niets spelen en past.
}
event-draw = { $you ->
    [yes] Je trekt
   *[no] { $who } trekt
} { $card }.
event-deck-empty = Er is geen kaart meer om te trekken. Kan niemand meer spelen, dan winnen de meeste fiches.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] Goed voor
   *[no] { $you ->
        [yes] Je krijgt
       *[no] { $who } krijgt
    }
} { $count ->
    [one] een fiche
   *[other] { $count } fiches
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as "blue Xs".
# $count is the number of rows.
row-of-stones = { $count ->
    [one] drie { $stones }
   *[other] elk drie { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, en geen leeg vak ernaast.
key-row-survived = { $line }: { row-of-stones }. Ze hebben het omdraaien overleefd.
key-row-made = { $line }: { row-of-stones }. Het omdraaien zelf bracht ze bij elkaar.
key-row-unflippable = { $line }: { row-of-stones }, en er valt niets om te draaien.
key-row-unbreakable = { $line }: { row-of-stones }. Welke steen er ook omgaat, er blijft drie op een rij over.
key-row-forced = { $you ->
    [yes] Welke steen er nu ook omgaat, het wordt drie op een rij voor jou, bijvoorbeeld { $line }.
   *[no] Welke steen er nu ook omgaat, het wordt drie op een rij voor { $who }, bijvoorbeeld { $line }.
}
key-row-open = { $count ->
    [one] { $line } telt nog niet: ernaast is een vak leeg.
   *[other] { $line } tellen nog niet: naast elke rij is een vak leeg.
}
key-row-due = { $count ->
    [one] { $line }: drie op een rij! Overleeft die het omdraaien?
   *[other] { $line }: steeds drie op een rij! Overleeft er een het omdraaien?
}
stones-rubik-A = blauwe X’en
stones-rubik-B = groene X’en
stones-rubik-a = gele O’s
stones-rubik-b = witte O’s
stones-xoxo2-A = groene sterren
stones-xoxo2-B = rode sterren
stones-xoxo2-a = groene zeshoeken
stones-xoxo2-b = rode zeshoeken
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] Je toont { $cards }
   *[no] { $who } toont { $cards }
}: { $count ->
    [0] geen kaart meer over!
    [one] nog één kaart!
   *[other] nog { $count } kaarten!
}
key-tokens = { $you ->
    [yes] Een lijn voor jou
   *[no] Een lijn voor { $who }
}: { $count ->
    [one] + 1 fiche
   *[other] + { $count } fiches
}
key-any = { $who } heeft { $lines }

end-you-win = Je hebt gewonnen!
end-you-share = Je deelt de winst met { $others }!
end-win = { $winner } wint!
end-shared = { $winner } delen de winst!
end-draw = Gelijkspel!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] Je hebt opgegeven.
   *[no] { $who } { $count ->
        [one] heeft
       *[other] hebben
    } opgegeven.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] Eén zet sloot voor allebei een rij in: volgens de huisregel wint wie die zet deed.
    [opponent] Eén zet sloot voor allebei een rij in: volgens de huisregel wint de andere speler.
   *[draw] Beide rijen zijn ingesloten, zonder leeg vak ernaast, dus niemand wint.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = Drie op een rij telt.
end-flip-full = Alle zestien stenen liggen op het bord, en niemand heeft drie op een rij.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [one] { $lines }: de lijn voor de laatste fiche.
   *[other] { $lines }: de lijnen voor de laatste fiches.
}
end-djeco-target = { $more } tegen { $fewer } fiches: minstens { $target }, en twee of meer voorsprong.
end-djeco-tokens = Alle fiches zijn verdeeld: { $draw ->
    [yes] elk { $more }.
   *[no] { $more } tegen { $fewer }.
}
end-djeco-turns = Er zijn { $turns } kaarten gespeeld: { $draw ->
    [yes] elk evenveel fiches, { $more }.
   *[no] in fiches { $more } tegen { $fewer }.
}
end-djeco-blocked = Niemand kan spelen, en er is geen kaart meer om te trekken: { $draw ->
    [yes] elk evenveel fiches, { $more }.
   *[no] in fiches { $more } tegen { $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [one] { $you ->
        [yes] Dat was je laatste kaart.
       *[no] Dat was de laatste kaart van { $who }.
    }
   *[other] { $you ->
        [yes] Dat waren je laatste kaarten.
       *[no] Dat waren de laatste kaarten van { $who }.
    }
}
end-xoxo-pile = Een stapel is op, en { $you ->
    [yes] jij hebt
   *[no] { $who } heeft
} de meeste kaarten getoond: { $count }.
# The viewer among the names of others.
among-you = jij
end-xoxo-pile_tie = Een stapel is op, en { $names } hebben elk { $count ->
    [0] geen kaart
    [one] één kaart
   *[other] { $count } kaarten
} getoond. Van hen wint wie het eerst weer aan de beurt zou zijn: { $you ->
    [yes] jij
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
tile = { $shape ->
    [circle] een { FORM($face, "infl") } { FORM($colour, "infl") } cirkel
    [square] een { $face } { $colour } vierkant
    [triangle] een { FORM($face, "infl") } { FORM($colour, "infl") } driehoek
   *[heart] een { $face } { $colour } hart
}
card-back = een { $kind }
kind-colour = kleur
kind-shape = vorm
kind-face = gezicht
value-red = rood
value-blue = blauw
value-green = groen
value-yellow = geel
value-circle = cirkel
value-square = vierkant
value-triangle = driehoek
value-heart = hart
value-joy = lach
value-wink = knipoog
value-surprise = verbazing
value-grumpy = brompot
# [infl] is the adjective before a word with the article “de”: rode cirkel, but rood hart.
colour-red = { $form ->
    [infl] rode
   *[base] rood
}
colour-blue = { $form ->
    [infl] blauwe
   *[base] blauw
}
colour-green = { $form ->
    [infl] groene
   *[base] groen
}
colour-yellow = { $form ->
    [infl] gele
   *[base] geel
}
# As the object of a sentence, as all of these cards.
card-red = een rode { $number }
card-blue = een blauwe { $number }
card-yellow = een gele kaart
card-green = een groene kaart
card-hidden = een kaart
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] rode { $number }
    [blue] blauwe { $number }
    [yellow] gele kaart
    [green] groene kaart
   *[hidden] kaart
}

stone-rubik-A = blauwe X
stone-rubik-B = groene X
stone-rubik-a = gele O
stone-rubik-b = witte O
stone-xoxo2-A = groene ster
stone-xoxo2-B = rode ster
stone-xoxo2-a = groene zeshoek
stone-xoxo2-b = rode zeshoek
# A stone as the object of a sentence.
placed-rubik-A = een blauwe X
placed-rubik-B = een groene X
placed-rubik-a = een gele O
placed-rubik-b = een witte O
placed-xoxo2-A = een groene ster
placed-xoxo2-B = een rode ster
placed-xoxo2-a = een groene zeshoek
placed-xoxo2-b = een rode zeshoek
side-rubik-A = blauw
side-rubik-B = groen
side-rubik-a = geel
side-rubik-b = wit
side-xoxo2-A = groen
side-xoxo2-B = rood
side-xoxo2-a = groen
side-xoxo2-b = rood

flip-supply = Stenen over: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = wie
xoxo-pile = tegels
xoxo-top = boven op de stapel
xoxo-cards = kaarten in de hand
xoxo-shown = kaarten getoond
xoxo-draw-pile = trekstapel
order-hold = bewaren
order-line = lijn ligt er
djeco-seat = plek
djeco-colour = kleur
djeco-tokens = fiches
djeco-hand = hand
djeco-side-red = rood ✕
djeco-side-blue = blauw ○
djeco-red = rood, kruis
djeco-blue = blauw, ring
djeco-of = { $tokens } van { $target }
djeco-hidden = { $count ->
    [one] één kaart
   *[other] { $count } kaarten
}
djeco-stack = { $top }{ $height ->
    [one] {""}
   *[other] , { $height } hoog
}
djeco-beside = Kaarten in de trekstapel: { $deck }. Aflegstapel: { $discard }. Fiches over: { $left }.

## The table in the browser

picture-over = Het spel is afgelopen
picture-chance = Een ogenblik: er wordt getrokken
picture-window = Nu mogen er kaarten getoond worden
picture-ask-first = { $you ->
    [yes] Jouw beurt: leg een van de twee tegels in het midden
   *[no] { $who } is aan de beurt en legt de eerste tegel
}
picture-ask-lay = { $you ->
    [yes] Jouw beurt: leg een van de twee tegels
   *[no] { $who } is aan de beurt en legt een tegel
}
picture-ask-cover = { $you ->
    [yes] Jouw beurt: bedek een tegel met een van de twee
   *[no] { $who } is aan de beurt en bedekt een tegel
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Jouw beurt: draai een steen van { $rival } om
    [named] { $who } is aan de beurt: draai een steen van { $rival } om
   *[no] { $who } is aan de beurt en draait een { $yours ->
        [yes] van jouw stenen
       *[no] steen van { $rival }
    } om
}
picture-ask-place = { $you ->
    [yes] Jouw beurt: plaats een eigen steen
    [named] { $who } is aan de beurt: plaats een eigen steen
   *[no] { $who } is aan de beurt en plaatst een steen
}
picture-ask-play = { $you ->
    [yes] Jij bent { $side }: speel een kaart
   *[no] { $who } is aan de beurt en speelt een kaart
}
picture-ask-stead = { $you ->
    [yes] { $rival } kan niet spelen, dus speel jij een kaart
   *[no] { $yours ->
        [yes] Jij kunt
       *[no] { $rival } kan
    } niet spelen, dus speelt { $who } een kaart
}
picture-ask-pass = Jouw beurt: je kunt geen kaart spelen, dus pas
picture-then-tile = Kies er nu een vak voor
picture-then-cover = Kies nu de tegel die je bedekt
picture-then-flip = Kies nu het vak waar hij heen gaat
picture-then-place = Kies er nu een leeg vak voor

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] hier kun je spelen
    [tile] hier kan een tegel
    [stone] hier kan een steen
   *[card] hier kan een kaart
}
picture-can-cover = kan bedekt worden
picture-can-clear = kan weggehaald worden
picture-can-cover-clear = kan bedekt of weggehaald worden
picture-can-flip = kan omgedraaid worden
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] { FORM($colour, "infl") } cirkel
    [square] { $colour } vierkant
    [triangle] { FORM($colour, "infl") } driehoek
   *[heart] { $colour } hart
}, { $face }
face-joy = { $form ->
    [infl] lachende
   *[base] lachend
}
face-wink = { $form ->
    [infl] knipogende
   *[base] knipogend
}
face-surprise = { $form ->
    [infl] verbaasde
   *[base] verbaasd
}
face-grumpy = { $form ->
    [infl] brommerige
   *[base] brommerig
}
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; ingesloten

picture-show = Toon { $cards }
picture-show-nothing = Niets tonen
picture-pass = Passen
picture-yellow = { $count ->
    [one] Haal de bovenste kaart weg
   *[other] Haal de bovenste { $count } kaarten weg
}
picture-green = Haal de lijn van { $first } tot { $last } weg

picture-tiles = { $count ->
    [one] één tegel
   *[other] { $count } tegels
}
picture-own-pile = Jouw stapel
picture-draw-pile = Trek{ "\u00AD" }stapel
picture-step-flip = Draai om
picture-step-place = Plaats
picture-goal-back = doelkaart { $kind }, gedekt
picture-goal-show = wordt getoond zodra de lijn er ligt
picture-goal-hold = wordt bewaard
picture-left = { $count ->
    [0] geen meer
   *[other] nog { $count }
}
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Rode { $number }
    [blue] Blauwe { $number }
    [yellow] Geel
   *[green] Groen
}
picture-clear = weghalen
picture-hint-middle = { $card }: leg hem in het midden
picture-hint-lay = { $card }: leg hem op een leeg vak
picture-hint-cover = { $card }: leg hem op een { $number }
picture-hint-lay-cover = { $card }: leg hem op een leeg vak of op een { $number }
picture-hint-clear = { $colour ->
    [yellow] { $card }: haal een stapel weg
   *[green] { $card }: haal een volle lijn weg
}
picture-hint-none = { $card }: kan nu niet
picture-deck = trekstapel { $deck }
picture-aim = doel: { $target } fiches, 2 voor
picture-tokens-left = { $count ->
    [one] nog één fiche
   *[other] nog { $count } fiches
}
picture-discard = aflegstapel
picture-seat-xoxo = { $tiles }; { $cards } in de hand, { $shown } getoond
picture-seat-flip = { $sign }, { $first } en { $second }; { $count ->
    [one] nog één steen
   *[other] nog { $count } stenen
}
picture-seat-djeco = { $colour }; { $count ->
    [one] één fiche
   *[other] { $count } fiches
} van { $target }; { $cards }

## The page

page-language = Nederlands
page-looks = Taal en kleuren
page-theme = Licht of donker
page-theme-auto = Auto
page-theme-light = Licht
page-theme-dark = Donker
page-home = Terug naar alle spellen
page-back-to-lesson = Terug naar de les
page-back-to-game = Terug naar het spel
page-no-script = Om hier te spelen moet JavaScript aanstaan in je browser.
page-failed = Er ging iets mis. Probeer het nog eens.
page-offline-request = De server is niet te bereiken. Probeer het zo nog eens.

# Home

page-tagline = Vier eigenwijze varianten van drie op een rij
page-games = Spellen
page-players = { $players } spelers
page-minutes = { $count ->
    [one] één minuut
   *[other] { $count } minuten
}
page-play = Spelen
page-play-named = { $game } spelen tegen een bot
page-set-up = Instellen …
page-set-up-named = { $game } instellen
page-rules = Zo speel je
page-rules-named = Zo speel je { $game }
page-rules-by = Volgens: { $edition }
page-rules-changed = Deze huisregels gelden:
page-rules-here = (geldt hier)
page-rules-set-up = Spelen
page-rules-print = Openen als aparte pagina
page-marks = Wat de markeringen betekenen
page-mark-choice = Paarse streepjes: dit kun je nu kiezen.
page-mark-last = Paarse ring: wat het laatst gebeurde. Cijfers en pijlen: wat de anderen sinds jouw zet hebben gedaan, op volgorde, en waar het vandaan kwam.
page-mark-row = Balk: drie op een rij die bij elkaar horen; is hij gestreept, dan tellen ze nog niet.
page-mark-circled = Omcirkeld: de rij waar het over gaat.
page-go-on = Verder spelen
page-just-now = zojuist
page-forget-named = { $game } van deze lijst halen
page-forgotten = { $game } staat niet meer op de lijst.
page-forget-undo = Terugzetten
page-finished = Afgelopen partijen
page-against = tegen { $names }
page-turn-yours = jouw beurt
page-turn-theirs = { $name } is aan de beurt
page-turn-waiting = nog niet begonnen
page-result-won = gewonnen
page-result-lost = verloren
page-result-draw = gelijkspel
page-open-title = Verder met { $game }?
page-open-on = Verder
page-open-new = Nieuwe partij
page-join = Meespelen
page-join-say = Plak de link die je hebt gekregen.
page-join-field = Link of code
page-join-go = Meedoen
page-join-wrong = Dit is geen link naar een tafel. Een link ziet eruit als …/table/…#… en moet compleet zijn.
page-record = Een partij terugkijken
page-record-say = Ga stap voor stap door een partij die iemand heeft opgeslagen.
page-record-choose = Kies een bestand
page-record-size = Dit bestand is te groot voor een opgeslagen partij.

# New game

page-new-edition = Editie
page-new-players = Hoeveel spelers?
page-new-seats = Wie spelen er mee?
page-new-seat = Plek { $seat }
page-new-me = Ik
page-new-person = Nog iemand op dit apparaat
page-new-friend = Iemand met een link
page-new-friend-say = Je krijgt een link om door te geven zodra de tafel open is.
page-new-person-say = Jullie geven het apparaat door; verborgen kaarten blijven verborgen.
page-new-levels = Bot
page-new-more-bots = Meer bots
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } van { $steps })
page-partner = Bot: partner, zo sterk als jij
page-partner-say = Hij kiest zijn niveau zo dat je ongeveer de helft van je partijen wint. Je uitslagen blijven op dit apparaat.
page-partner-begins = Hij begint als “{ $level }”.
page-partner-now = { $count ->
    [one] Na je laatste partij speelt hij als “{ $level }”.
   *[other] Na je laatste { $count } partijen speelt hij als “{ $level }”.
}
page-partner-forget = Vergeet mijn uitslagen
page-partner-stronger = Nieuwe partij, partner sterker
page-partner-weaker = Nieuwe partij, partner zwakker
page-new-starter = Wie begint?
page-new-starter-lot = Het lot beslist
page-new-starter-seat = Plek { $seat }: { $who }
page-new-rules = Huisregels
page-new-rules-changed = { $count ->
    [one] één veranderd
   *[other] { $count } veranderd
}
page-new-books = { $count ->
    [one] regelboekje: { $books }
   *[other] regelboekjes: { $books }
}
page-new-more = Meer
page-new-confirm = Vraag het me voordat een zet telt
page-new-hints = Hints toestaan, ook als er meerdere mensen spelen
page-new-open = Open de tafel
page-warming = De bots warmen op: een minuut of zo spelen ze eenvoudiger dan anders, en de perfecte bot is traag.
page-warming-short = Bots warmen op

# The board

page-board = Speelbord
page-board-limit = Alles moet in 3 × 3 vakken passen.
page-pieces = Waaruit je kunt kiezen
page-moves = Zetten
page-draw-pile = Trek{ "\u00AD" }stapel · { $tiles }
page-board-which = Welke?
page-board-cancel = Toch niet
page-read = Het bord in woorden
page-read-squares = Vak voor vak
page-read-pieces = Wat waar ligt
page-read-lines = Lijn voor lijn
page-read-short = Kort verwoord
page-read-piece = { $what }: { $squares }
page-read-empty = Leeg: { $squares }
page-read-nothing = leeg
page-read-row = Rij { $name }: { $squares }
page-read-column = Kolom { $name }: { $squares }
page-read-diagonal = Diagonaal { $name }: { $squares }
page-read-keys = Op het bord zelf ga je met de pijltjestoetsen van vak naar vak; Page Down en Page Up springen naar waar iets ligt.
page-goals = Jouw doelen
page-goal-show = open
page-goal-hold = geheim
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: blijft geheim, ook bij drie op een rij.
page-goal-shown = { $goal }: getoond zodra er drie op een rij liggen.
page-goals-shown = Getoond

# The table

page-table-players = Spelers
page-your-seat = Jouw plek
page-you = Jij
page-menu = Menu
page-log = Wat er gebeurde
page-log-short = Verloop
page-actions = Wat je kunt doen
page-undo = Terug
page-undo-waits = De anderen krijgen de vraag of je de zet mag terugnemen.
# $count is how many moves have not been shown yet.
page-next-step = Verder ({ $count })
page-repeat = Laat nog eens zien
page-hint = Hint
page-hint-waits = Denkt na …
page-close = Sluiten
page-cancel = Annuleren
page-try-again = Nog eens proberen
page-loading = Een ogenblik …
page-title-turn = Jouw beurt
page-steps = De stappen van een beurt
page-title-turn-of = { $name } is aan de beurt
page-watching = { $count ->
    [one] { $count } kijkt mee
   *[other] { $count } kijken mee
}
page-you-watch = Je kijkt mee
page-no-place = Je hebt in deze browser geen plek aan deze tafel. Gebruik de link naar je plek.
page-offline = De verbinding is weg.
page-offline-soon = Die komt vanzelf terug.
page-offline-kept = Je zet is hier bewaard en wordt verstuurd zodra de verbinding terug is.
page-trail-from = Wat sinds je vorige beurt is gelegd, kwam hiervandaan
page-read-all = Lees alles
page-confirm-ask = Zo?
page-confirm-move = Doe deze zet
page-cancel-move = Verander
page-consent-yes = Goed
page-consent-no = Liever niet
page-bot-for-you = Er speelt een bot voor je.
page-you-left = Je bent van tafel gegaan.
page-return = Ga weer op je plek zitten
page-let-bot-play = Laat een bot spelen voor { $name }
page-seat-turn = aan de beurt
page-seat-won = gewonnen
page-seat-resigned = opgegeven
page-seat-stand-in = een bot valt in
page-seat-left = is weggegaan
page-seat-away = afwezig
page-seat-here = aanwezig
page-seat-open = nog vrij
page-seat-number = Plek { $number }

# Sitting down and waiting

page-name-title = Hoe heet je?
page-names-title = Wie spelen er mee?
page-name = Je naam
page-name-of = Plek { $seat }
page-name-default = Gast
page-sit-down = Ga zitten
page-bot-takes-seat = Zet hier een bot neer
page-waiting-filled = { $count ->
    [one] { $count } van { $seats } is er
   *[other] { $count } van { $seats } zijn er
}
page-waiting-meanwhile = Lees intussen de regels.
page-link-this = De link voor deze plek
page-link-friend = De link voor medespeler { $number }
page-link-watch = De link om mee te kijken
page-share = Delen …
page-reach-machine = Alleen browsers op deze computer kunnen deze link gebruiken.
page-reach-network = Iedereen in je lokale netwerk met deze link kan hem gebruiken.
page-reach-anyone = Iedereen met deze link kan hem gebruiken.
page-network-open = Lokaal netwerk toelaten …
page-network-close = Lokaal netwerk buitensluiten
page-network-title = Het lokale netwerk toelaten?
page-network-say = Andere apparaten in je netwerk kunnen deze server dan bereiken, tot je ze buitensluit of hij stopt. Doe dit alleen in een netwerk dat je vertrouwt.
page-network-yes = Toelaten
page-copy = Kopiëren
page-copied = Gekopieerd
page-copy-yourself = Kopieer het met de hand
page-qr = QR-code

# A table for a room

page-room = In één kamer
page-room-named = { $game } in één kamer
page-room-say = Dit scherm wordt de tafel; je speelt met je telefoon.
page-room-count = Hoeveel spelen er mee?
page-new-room = Speel in één kamer
page-screen-wait = Scan een code met je telefoon om te gaan zitten.
page-screen-scan = Scan en ga zitten
page-screen-code = QR-code voor plek { $number }
page-screen-sits = Er gaat iemand zitten …
page-screen-machine = Telefoons kunnen deze computer nog niet bereiken.
page-screen-watch = meekijken
page-screen-wins = { $count ->
    [one] één ronde gewonnen
   *[other] { $count } rondes gewonnen
}
page-screen-full = Volledig scherm
page-screen-show = Toon aan de hele kamer
page-screen-phone = Andere telefoon …
page-screen-phone-title = Een andere telefoon voor { $name }?
page-screen-phone-say = De telefoon die deze plek nu heeft, wordt buitengesloten. Hier verschijnt een nieuwe code: wie die scant, heeft de plek.
page-screen-phone-yes = Toon een nieuwe code
page-screen-no-place = Deze browser kan de tafel niet tonen. Gebruik de link om mee te kijken.
page-hand-hide = Verberg mijn kaarten
page-hand-hidden = Je kaarten zijn verborgen.
page-hand-show = Tik om ze weer te zien.

# One device, several people

page-pass-title = { $name } is aan de beurt
page-pass-why = Geef het apparaat aan { $name }. Niemand anders mag nu kijken.
page-pass-ready = Ik ben { $name }
page-pass-to = Geef door aan { $name }

# The menu

page-sound = Geluid
page-speed = Zetten van anderen
page-speed-slow = Langzaam
page-speed-normal = Gewoon
page-speed-fast = Snel
page-speed-step = Stap voor stap
page-speed-none = Meteen
page-windows = Je plek is in { $count } vensters open.
page-looked = Om { $time } keek iemand vanuit een ander venster in je kaarten: die heeft een link naar je plek.
page-lock-seat = Alleen in dit venster
page-new-key-fold = Wie mijn plek kan openen
page-new-key = Nieuwe sleutel voor mijn plek
page-new-key-why = Een nieuwe sleutel sluit iedereen buiten die verder nog een link naar je plek heeft.
page-new-key-done = Je plek heeft een nieuwe sleutel
page-new-key-say = Oudere links ernaartoe werken niet meer. Op een ander apparaat van jou open je je plek met deze link:
page-new-key-link = De nieuwe link naar je plek
page-resign = Opgeven …
page-resign-title = Opgeven?
page-resign-say = Je geeft deze partij op. Dat kun je niet terugnemen.
page-resign-yes = Opgeven
page-leave = Van tafel gaan …
page-leave-title = Van tafel gaan?
page-leave-say = De anderen zien het, en er kan een bot voor je spelen. Je kunt altijd terugkomen.
page-leave-yes = Weggaan
page-delete = Tafel verwijderen …
page-delete-title = De tafel verwijderen?
page-delete-say = Dan is de tafel voor iedereen weg, met alle partijen en verslagen.
page-delete-yes = Verwijderen
page-practice = Oefening
page-about-table = Over deze tafel
page-about-sealed = Alles is vóór de partij geschud. Als de ronde afgelopen is, controleert dit apparaat of er niets verwisseld is.
page-react = Reageer
page-react-hello = Hallo!
page-react-thanks = Bedankt!
page-react-well-played = Goed gespeeld!
page-react-clap = Bravo!
page-react-laugh = Haha!
page-react-wow = Wauw!
page-react-oops = Oeps!
page-react-thinking = Hm …

# After the game

page-score-draws = { $count ->
    [one] één gelijkspel
   *[other] { $count } keer gelijkspel
}
page-rematch = Nog een ronde
page-wants-rematch = Graag nog een ronde: { $names }
page-step-through = Stap voor stap
page-download = Verslag downloaden
page-fair = Hoe werkt dat?
page-fair-how = Vóór de partij bedacht de server een geheime startwaarde en toonde het zegel daarvan, een code die bij geen andere startwaarde past. Daarna voegde elk apparaat een eigen willekeurig getal toe. Hoe er geschud wordt, volgt uit dat alles samen, dus niemand kon iets uitkiezen.
page-fair-commitment = Zegel
page-fair-seed = Startwaarde
page-fair-salt = Salt
page-fair-nonce = Getal van { $name }
page-fair-check = Wil je zelf narekenen hoe er gedeeld is, download dan het verslag en voer uit:
page-fair-own = Eerlijk geschud: dit apparaat heeft meegeschud en gecontroleerd dat er niets verwisseld is.
page-fair-sealed = Vóór de partij geschud; dit apparaat heeft gecontroleerd dat er niets verwisseld is.
page-fair-since = Dit apparaat kwam er na het schudden bij. Het kan alleen zeggen dat er sindsdien niets verwisseld is.
page-fair-without = { $count ->
    [one] Het heeft niet meegeschud, want de partij begon zonder jou.
   *[other] Het heeft niet voor jullie allemaal meegeschud, want de partij begon voordat iedereen er was.
}
page-fair-wrong-seal = Let op: dit is niet wat aan het begin verzegeld werd. De server heeft het delen veranderd. Vertrouw deze partij niet!
page-fair-wrong-number = Let op: de server heeft het getal weggelaten dat dit apparaat voor het delen gaf. Vertrouw deze partij niet!
page-fair-practice = Oefening: deze ronde begon met een gegeven stelling, of er zijn zetten teruggenomen.

# Replay

page-replay = Stap voor stap
page-replay-comment = met opmerking
page-replay-deal = De partij begint.
page-replay-count = Stap { $step } van { $steps }
page-replay-first = Naar het begin
page-replay-back = Eén stap terug
page-replay-forward = Eén stap verder
page-replay-last = Naar het eind
page-replay-slider = Stap
page-replay-another = Een andere partij terugkijken
page-eyes = Door wiens ogen?
page-eyes-all = Alle kaarten open
page-eyes-spectator = Een toeschouwer

# A lesson

page-learn = { $game } leren
page-learn-link = Leer het op een bord
page-learn-count = Les · { $step } van { $steps }
page-learn-skip = Sla over
page-learn-back = Terug
page-learn-next = Verder
page-learn-again = Nog eens
page-learn-play = Speel het uit
page-learn-whole = Speel een heel spel
page-learn-you = Jij
page-learn-rival = Tegenspeler
page-learn-offer = Nieuw hier? Leer een spel in twee minuten
page-learn-offer-no = Nu niet

## The explorer on the page

explore-title-win = { $how ->
    [all] Gewonnen in { $count ->
        [one] één beurt
       *[other] { $count } beurten
    }, wat je ook doet
    [one] Gewonnen in { $count ->
        [one] één beurt
       *[other] { $count } beurten
    }, als je de enige goede beurt vindt
   *[some] Gewonnen in { $count ->
        [one] één beurt
       *[other] { $count } beurten
    }
}
explore-title-draw = { $how ->
    [all] Gelijkspel, wat je ook doet
    [one] Gelijkspel, als je de enige goede beurt vindt
   *[some] Gelijkspel
}
explore-title-loss = Verloren in { $count ->
    [one] één beurt
   *[other] { $count } beurten
}, wat je ook doet
explore-turns-possible = { $count ->
    [one] Hier is één beurt mogelijk
   *[other] Hier zijn { $count } beurten mogelijk
}{ $groups ->
    [one] {""}
   *[other] , { $groups } op spiegelbeelden na
}.
explore-turns-win = { $count ->
    [one] Eén wint.
   *[other] { $count } winnen.
}
explore-turns-draw = { $count ->
    [one] Eén houdt het gelijk.
   *[other] { $count } houden het gelijk.
}
explore-turns-lose = { $count ->
    [one] Eén verliest, in { $slowest }.
   *[other] { $count } verliezen, de langzaamste in { $slowest }.
}
explore-due-flip = { $name } is aan de beurt · stap 1: omdraaien
explore-due-place = { $name } is aan de beurt · plaats een steen
explore-due-move = { $name } is aan de beurt
explore-leads-win = wint in { $count }
explore-leads-draw = gelijkspel
explore-leads-loss = verloren in { $count }
explore-holding = { $count ->
    [0] geen van { $turns } is goed
    [one] één van { $turns } is goed
   *[other] { $count } van { $turns } zijn goed
}
explore-line-win = { $winner } wint
explore-only-first = { $value ->
    [win] de enige die wint
   *[draw] de enige die standhoudt
}
explore-only-one-of = { $value ->
    [win] begin van de enige beurt die wint
   *[draw] begin van de enige beurt die standhoudt
}
explore-part-flip = Omdraaien, dan plaatsen
explore-part-place = Alleen plaatsen
error-no-set-up = Stellingen van { $game } kun je niet met de hand opzetten.
page-explore = Verkennen
page-explore-named = { $game } verkennen
page-explore-title = { $game } · Ver{ "\u00AD" }kennen
page-explore-first = Naar de eerste stelling
page-explore-back = Terug
page-explore-forward = Vooruit
page-explore-set-up = Opzetten …
page-explore-link = Link
page-explore-link-field = Een link naar deze stelling
page-explore-choices = Wat er kan, het beste eerst
page-explore-then = dan { $move }
page-explore-ways-say = op { $ways } manieren, spiegelbeelden meegeteld
page-explore-line = Beste spel vanaf hier
page-explore-line-wait = Een ogenblik …
page-explore-replies = Wat het de andere speler laat
page-explore-tree = De weg hierheen
page-explore-tree-start = Eerste stelling
page-explore-rules = Huisregels
page-explore-more = { $count ->
    [one] Nog één
   *[other] Nog { $count }
}
page-explore-lay = Kies een steen en tik op de vakken waar hij moet liggen. Tik nog eens om hem weg te halen.
page-explore-remove = Weghalen
page-explore-due = Wat nu volgt
page-explore-position = Stelling in notatie
page-explore-read = Lezen
page-explore-show = Verken dit
page-explore-cancel = Annuleren
page-explore-empty = Bord leegmaken

## The review on the page

page-review = Analyse
page-review-named = Analyse · { $game }
page-review-exact = exact
page-review-by-search = door zoeken
page-review-progress = { $done } van { $total } zetten beoordeeld
page-review-stop = Stop
page-review-stopped = Gestopt na { $done } van { $total } zetten.
page-review-failed = De analyse brak af na { $done } van { $total } zetten.
page-review-go-on = Verder
page-review-accuracy = { $name }: nauwkeurigheid { $accuracy }
page-review-accuracy-means = De nauwkeurigheid zegt welk deel van de eigen kansen een speler per zet gemiddeld vasthield.
page-review-turn = beurt { $turn } van { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (jij)
page-review-better = Beter: { $best }
page-review-curve = De kansen, beurt voor beurt
page-review-wins = { $name } wint
page-review-draw = gelijkspel
page-review-loses = { $name } verliest
page-review-moments = Wat besliste
page-review-moves = Alle zetten
page-review-play = Speel vanaf hier verder
page-review-none = Open een afgelopen partij, of een verslag ervan.
page-review-nothing = Geen fout besliste deze partij.
error-no-review = Deze analyse is er niet meer. Vraag er opnieuw om.

## Lists and counts

games-id = id
games-name = spel
games-players = spelers
games-minutes = minuten
games-editions = edities
games-line = wat het is
games-next = Spelen: “rowdy play ID”; de regels lezen: “rowdy rules ID”.
marks-xoxo = Je doelen worden getoond zodra hun rij er ligt. Tik er een aan om het geheim te houden.
rules-typing = Zo typ je hier een zet
rules-rulings = Huisregels
rules-decisions = Wat wij hebben besloten
rules-editions = Edities
rules-shown = Dit is het spel volgens: { $edition }; veranderde huisregels: { $rulings }. Waar tussen haakjes een huisregel staat, kun je iets anders kiezen: zie hieronder.
rules-own-cards = Jouw kaarten
rules-other-cards = De kaarten van de andere speler
rules-tokens = { $colour }: { $count ->
    [one] één fiche
   *[other] { $count } fiches
}
rules-default = (standaard: { $option })
rules-here = (hier: { $option })
rules-book-says = { $says } ({ $books })
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: “the whole stack (Italian, Portuguese); …”.
rules-books = De regelboekjes: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] Met perfect spel kan de eerste speler de winst afdwingen.
    [second] Met perfect spel kan de tweede speler de winst afdwingen.
   *[draw] Met perfect spel kan niemand de winst afdwingen.
}
consequence-usual = Dit is de gewone regel.
# $draws, $first and $fair are in percent.
consequence-figures = Met de gewone regels duurt een partij ongeveer { $moves } zetten, { $drawn ->
    [none] eindigt er geen gelijk
    [few] eindigt er bijna geen gelijk
   *[some] eindigt { $draws }% gelijk
}, en krijgt de eerste speler { $first }% van de punten ({ $fair }% zou eerlijk zijn).
consequence-length = { $change ->
    [more] Partijen duren ongeveer { $percent }% langer dan anders.
   *[fewer] Partijen duren ongeveer { $percent }% korter dan anders.
}
consequence-draws = { $change ->
    [more] Er is vaker gelijkspel: in { $now }% van de partijen, anders in { $before }%.
   *[fewer] Er is minder vaak gelijkspel: in { $now }% van de partijen, anders in { $before }%.
}
consequence-first = { $change ->
    [more] Beginnen is meer waard: de eerste speler krijgt { $now }% van de punten, anders { $before }%.
   *[fewer] Beginnen is minder waard: de eerste speler krijgt { $now }% van de punten, anders { $before }%.
}
# $reason is one of decided-…, such as “with an empty pile”.
consequence-reason = { $change ->
    [more] Meer partijen eindigen { $reason }: { $now }%, anders { $before }%.
   *[fewer] Minder partijen eindigen { $reason }: { $now }%, anders { $before }%.
}
consequence-no-difference = Tussen bots vonden we in { $games } partijen geen verschil met de gewone regel.
# $bot is a level, such as “medium”; $edition as in “German rulebook”.
consequence-measured = De cijfers komen uit { $games } partijen met elke keuze, tussen bots van het niveau “{ $bot }”, verder volgens: { $edition }.
# $text are some of the sentences above; $players is a list of numbers, such as “3 and 4”.
consequence-players = Met { $players } spelers: { $text }
consequence-with-row-enclosed = Met ingesloten rijen: { $text }
says-silent = niets hierover
says-players-agree = de spelers spreken het af
says-unclear = op meer dan één manier te lezen
book-all = alle
book-de = Duits
book-en = Engels
book-nl = Nederlands
book-it = Italiaans
book-pt = Portugees
book-sv = Zweeds
book-da = Deens
book-ru = Russisch
bots-name = bot
bots-games = speelt
bots-set = instellingen
bots-line = wat hij doet
bots-every = alle
bots-switches = Om te experimenteren kun je ook instellen hoe casual, medium, skilled, advanced, strong en mcts zoeken: { $settings }
bots-next = Tegen een bot spelen: “rowdy play GAME --seats you,BOT”.
bot-beginner = Speelt alsof het de eerste keer is, en ziet veel over het hoofd.
bot-easy = Speelt op gevoel, en mist af en toe een lijn of een blokkade.
bot-casual = Denkt bij sommige zetten vooruit, en neemt bij de andere wat er het best uitziet.
bot-medium = Denkt een beetje vooruit, maar is vaak slordig.
bot-skilled = Denkt vooruit, maar is af en toe slordig.
bot-advanced = Denkt ver vooruit, maar vergist zich soms nog.
bot-strong = Denkt tot een seconde vooruit, raadt wat je in je hand hebt, en doet geen slordige zetten.
bot-partner = Neemt het niveau waartegen je ongeveer de helft van je partijen wint, naar wat je in de terminal hebt uitgespeeld.
# $level is one of the levels, such as “casual”; $games counts finished games of this kind.
partner-begins = Je partner begint als “{ $level }”. Met je uitslagen zoekt hij het niveau waartegen je ongeveer de helft van je partijen wint.
partner-plays = { $games ->
    [one] Na je laatste partij speelt je partner als “{ $level }”.
   *[other] Na je laatste { $games } partijen speelt je partner als “{ $level }”, zodat je er ongeveer de helft van wint.
}
bot-greedy = Neemt wat er nu het best uitziet, en denkt nooit vooruit.
bot-random = Speelt zomaar een geldige zet.
bot-perfect = Geeft nooit winst of gelijkspel weg.
bot-mcts = Het kale zoeken waarmee de niveaus vanaf casual denken.
bot-guest = Uit { $package }.
bot-engine = Een apart programma, toegevoegd op deze computer.
engines-name = naam
engines-command = opdracht
engines-none = Er zijn geen engines toegevoegd. “rowdy engines --help” vertelt hoe dat gaat.
engines-added = { $name } is toegevoegd ({ $called }). Probeer maar: rowdy play --seats you,{ $name }
engines-removed = { $name } is weggehaald.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe en XOXO²
prepare-perfect = perfect spel
prepare-line = Compileren ({ $number } van { $all }): { $what }
prepare-done = Gecompileerd in { $seconds } s.
prepare-nothing = Alles is al gecompileerd.
prepare-no-compiler = Numba is niet geïnstalleerd, dus er kan niets gecompileerd worden: de bots spelen wel, maar denken eenvoudiger.
prepare-not-kept = In { $path } kan niet geschreven worden, dus wat gecompileerd werd kon niet bewaard blijven, en er is niets gecompileerd. De bots spelen wel, maar denken eerst eenvoudiger.
perft-from = Vanaf: { $text }
perft-chance-all = Elke uitkomst van het toeval telt.
perft-chance-seed = Over het toeval beslist de startwaarde { $seed }.
perft-actions = acties { $depth }: { $count } ({ $seconds } s)
perft-turns = beurten { $depth }: { $count } ({ $seconds } s)
replay-prompt = Stap { $at } van { $last } (Enter verder, b terug, getal, einde, q stop):
replay-help = Druk op Enter voor de volgende stap, b voor de vorige, typ een getal om te springen, einde voor de laatste, of q om te stoppen.
replay-comment = Opmerking: { $comment }
replay-step = Stap { $at }: { $move }
replay-deal = vóór de eerste zet
replay-no-more = De partij heeft niet meer dan { $last } stappen: dit is het eind.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Ster
player-xoxo2-2 = Zeshoek
verdict-draw = gelijkspel
verdict-win = { $winner } wint in { $count ->
    [one] één beurt
   *[other] { $count } beurten
}
label-win = { $winner } wint in { $least }
label-win-range = { $winner } wint in { $least } tot { $most }
compiling = Een ogenblik: er wordt gecompileerd. Dat gebeurt op deze computer maar één keer.
preparing = Op de achtergrond wordt code gecompileerd. Dat gebeurt op deze computer maar één keer. Tot het klaar is denken bots die zoeken eenvoudiger, en wacht een perfecte bot.
preparing-still = Na { $seconds } s wordt er nog steeds gecompileerd.
prepared = Het compileren is klaar: vanaf nu denken de bots op volle kracht.
searching = Een ogenblik: er wordt nog gezocht.

solve-begin = { $game } wordt opgelost met { $count ->
    [one] één thread
   *[other] { $count } threads
}.
solve-checking = controleren
solve-found = { $count ->
    [one] Eén voltooide laag is
   *[other] { $count } voltooide lagen zijn
} gevonden en gecontroleerd; verder met laag { $stones }.
solve-found-all = Alle { $count } lagen waren er al, en zijn gecontroleerd.
solve-layer = laag { $stones }
solve-rate = { $millions } miljoen/s
solve-left = nog { $time }
solve-line = Laag { $stones } klaar: { $share } van alles, { $rate }, { $left }
solve-interrupted = Gestopt. Lagen die klaar zijn, blijven bewaard: dezelfde opdracht gaat daar verder.
solve-stones = stenen
solve-positions = stellingen
solve-wins = gewonnen
solve-draws = gelijk
solve-losses = verloren
solve-in-all = samen
solve-counted = Stellingen aan het begin van een beurt, gewonnen, gelijk of verloren voor wie aan de beurt is; spiegelbeelden tellen mee.
solve-value = Als beiden hun best spelen: { $value }.
solve-first-stone = eerste steen
solve-first-squares = op
solve-first-value = leidt tot
solve-corner = hoek
solve-edge = rand
solve-centre = midden
solve-cost = Het oplossen kostte { $wall } s en { $cpu } CPU-seconden, zonder de tijd om code te laden of te compileren: { $rate } miljoen stellingen per CPU-seconde, van { $positions } miljoen. (Die aan het begin van een beurt, de 32 beelden van elk, gespiegeld of met alle stenen van een speler op de andere kant, voor één geteld.)
solve-memory = Het nam hooguit { $size } GB geheugen.
solve-used = De oplossing staat in { $path } en wordt vanaf nu gebruikt.
solve-elsewhere = De oplossing staat in { $path }. Rowdy gebruikt een oplossing vanzelf als die hier staat: { $usual }

explore-source-solution = De antwoorden komen uit de oplossing in { $path }
explore-source-opening = De antwoorden komen uit de eerste lagen, die bij Rowdy zitten, en uit zoeken.
explore-source-search = De antwoorden komen uit zoeken.
explore-refused = De oplossing op deze computer wordt niet gebruikt. { $reason }
explore-position = Stelling: { $text }
explore-value = { $value }.
explore-value-draw = Gelijkspel.
explore-flips = Beurt { $turn }: { $name } draait een steen om. Mogelijkheden, beste eerst, elk naar de beste beurt die zo begint:
explore-places = Beurt { $turn }: { $name } plaatst een steen. Mogelijkheden, beste eerst:
explore-moves = Beurt { $turn }: { $name } is aan zet. Zetten, beste eerst:
explore-turns = Hele beurten van { $name }, beste eerst:
explore-more = … nog { $count }
explore-all = “alles” toont ze allemaal.
explore-only = enige
explore-only-win = enige: al het andere geeft de winst weg.
explore-only-draw = enige: al het andere verliest.
explore-only-turn-win = enige: alleen de beurt { $turn } houdt de winst vast.
explore-only-turn-draw = enige: alleen de beurt { $turn } verliest niet.
explore-line = Hoofdvariant
explore-prompt-flip = { $name } draait om (Enter beste, getal, zet, beurten, b terug, ? hulp, q stop):
explore-prompt-place = { $name } plaatst een steen (Enter beste, getal, zet, b terug, ? hulp, q stop):
explore-prompt-move = { $name } is aan zet (Enter beste, getal, zet, b terug, ? hulp, q stop):
explore-prompt-over = Het spel is afgelopen (b terug, begin, ? hulp, q stop):
explore-over = Er kan niets meer gespeeld worden: het spel is afgelopen. b gaat terug.
explore-last = Je bent bij de laatste stap: verder vooruit kan niet.
explore-first = Dit is de eerste stelling: verder terug kan niet.
explore-help =
    Enter gaat verder met de eerste zet van de lijst, een getal met een andere.
    Of typ een zet: omdraaien zoals b3-b4, plaatsen zoals a@d1, of een hele beurt zoals b3-b4 a@d1.
    Typ een stelling zoals ..../.B../..Bb/.... flip om daarheen te gaan, of begin om naar het begin van het spel te gaan.
    b gaat één stap terug, b 3 drie stappen, f weer vooruit. beurten toont hele beurten, alles de hele lijst, bord laat alles nog eens zien.
    q stopt.
explore-help-words =
    “X wint in 5” geldt als beiden hun best spelen: wie wint maakt haast, wie verliest rekt tijd. De beurten van beide spelers tellen, ook deze en de laatste.
    ×2 staat voor twee zetten die op hetzelfde neerkomen: een spiegelbeeld, of alle stenen van een speler op de andere kant.
    “enige” is de ene zet, op spiegelbeelden na, die winst of gelijkspel vasthoudt.

## Hints and review

percent = { $number }%
hint-only = Er is maar één zet mogelijk: { $move }.
hint-move = Hint: { $move }.
hint-win = { $count ->
    [one] Dat wint meteen.
   *[other] Dat wint in { $count } beurten, van beide spelers samen{ $alone ->
        [yes] ; al het andere geeft de winst weg
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] Het is de enige beurt die het gelijkspel vasthoudt.
   *[no] Dat houdt het gelijkspel vast.
}
hint-loss = Tegen het beste spel verliest elke beurt; deze houdt het langst vol, { $count } beurten, van beide spelers samen.
hint-share = Je kansen daarna: ongeveer { $share }.
hint-line = Dat maakt een lijn voor { $cards }.
hint-tokens = { $count ->
    [one] Dat levert je een fiche op.
   *[other] Dat levert je { $count } fiches op.
}
hint-next = Daarna het best: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = ongeveer even goed
hint-keep = Houd { $cards } voorlopig liever voor je: typ eerst “bewaren { $order }”.
hint-hold = Houd { $cards } voorlopig liever voor je: zet dat eerst op “{ page-goal-hold }”.
move-flip = de steen van { $source } omdraaien naar { $target }
move-place = { $stone } plaatsen op { $square }
move-play = { $card } spelen op { $square }
move-own = de bovenste tegel van { $form ->
    [their] de eigen
   *[your] je
} stapel op { $square } leggen
move-draw = de bovenste tegel van de trekstapel op { $square } leggen
move-yellow = { $count ->
    [0] de stapel op { $square } weghalen met een gele kaart
    [one] de bovenste kaart op { $square } weghalen met een gele kaart
   *[other] de bovenste { $count } kaarten op { $square } weghalen met een gele kaart
}
move-green = de lijn van { $first } tot { $last } weghalen met een groene kaart
move-pass = passen

mark-best = beste
mark-good = goed
mark-inaccuracy = onnauwkeurig
mark-mistake = fout
mark-blunder = blunder
mark-forced = gedwongen
review-title = { $game }. Plekken: { $seats }.
review-exact = Elke beurt wordt vergeleken met perfect spel. “Winst in 5” telt de beurten van beide spelers, ook deze.
review-search = Elke zet wordt beoordeeld door te zoeken met { $sims } simulaties, naar wat de speler op dat moment kon weten. De percentages zijn de kansen van de speler: winst telt helemaal, een gelijkspel of gedeelde winst voor een deel.
review-playouts = Elke zet wordt beoordeeld met { $sims } willekeurig uitgespeelde partijen, naar wat de speler op dat moment kon weten{ $numba ->
    [missing] ; met Numba erbij zou zoeken beter oordelen
   *[useless] {""}
}. De percentages zijn de kansen van de speler: winst telt helemaal, een gelijkspel of gedeelde winst voor een deel.
review-progress = beoordelen
review-line = { $name }, { $move }: { $verdict }
review-show = { $cards } tonen
review-show-nothing = niets tonen
review-best = beste, { $value }
review-worse = { $mark }, { $value }; beter { $best } ({ $better })
review-forced = gedwongen
review-draw = gelijkspel
review-win = winst in { $count }
review-loss = verlies in { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] liet de winst glippen: gelijkspel
       *[loss] maakte van winst verlies
    }
   *[draw] gaf het gelijkspel weg
}
review-slower = { $value ->
    [win] wint nog, in { $after } beurten in plaats van { $before }
   *[loss] verliest in { $after } beurten in plaats van { $before }
}
review-kept = { $count ->
    [one] { $value ->
        [win] de enige die wint
       *[draw] de enige die standhoudt
    }
   *[other] { $value ->
        [win] een van de { $count } die winnen
       *[draw] een van de { $count } die standhouden
    }
}
claim-then = { $first }, dan { $second }
claim-missed-win = Er was meteen te winnen met: { $moves }{ $row ->
    [yes] ; dat maakt { $line }
   *[no] {""}
}.
claim-gives-win = Nu kan { $rival } meteen winnen met: { $moves }{ $row ->
    [yes] ; dat maakt { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Dit had de winst vastgehouden: { $moves }.
   *[draw] Dit had het gelijkspel vastgehouden: { $moves }.
}
claim-every-turn-loses = Vanaf hier verliest elke beurt{ $held ->
    [yes] ; de laatste die standhield was { $moves } in beurt { $turn }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Dit maakte meerdere lijnen tegelijk, { $lines }, voor { $count } fiches.
   *[no] Dit maakte meerdere lijnen tegelijk, { $lines }: { $count } fiches voor { $who }.
}
claim-could-show = Hier had getoond kunnen worden: { $cards }.
claim-suggests = { $more ->
    [yes] Hierdoor werd { $card } in de hand van { $who } waarschijnlijker, naar alles wat { $witness } kon weten: { $before } → { $after }.
   *[no] Hierdoor werd { $card } in de hand van { $who } minder waarschijnlijk, naar alles wat { $witness } kon weten: { $before } → { $after }.
}
claim-held = { $who } had toen in de hand: { $cards }.
review-none = Er is nog geen zet om te beoordelen.
review-stopped = { $count ->
    [0] Gestopt voordat er een zet beoordeeld was.
    [one] Gestopt na één zet. Tot zover:
   *[other] Gestopt na { $count } zetten. Tot zover:
}
review-unfinished = De partij is nog niet afgelopen. Tot zover:
review-seat = speler
review-accuracy = nauwkeurigheid
review-accuracy-means = De nauwkeurigheid zegt welk deel van de eigen kansen een speler per zet gemiddeld vasthield.
review-course = De kansen van elke speler, beurt voor beurt:
review-course-plain = De kansen van elke speler, beurt voor beurt, in tienden:

## Verifying

verify-verdict-holds = Klopt
verify-verdict-fails = Klopt niet
verify-verdict-open = Niet gecontroleerd
verify-verdict-aside = Opmerking
verify-line = { $verdict }: { $text }
verify-legal = De partij ging volgens de regels: { $count } zetten, antwoorden en uitkomsten van het toeval, en de uitslag “{ $result }”.
verify-illegal = De partij ging niet volgens de regels. { $cause }
verify-unfinished = De partij ging tot zover volgens de regels ({ $count } zetten, antwoorden en uitkomsten van het toeval), maar is niet afgelopen.
verify-position = De partij begon niet bij het begin, maar met een stelling die iemand koos: die kan niet eerlijk gedeeld zijn.
verify-sealed = De startwaarde is die van het zegel { $commitment }. Vergelijk dat met wat je vóór de partij te zien kreeg.
verify-other-seed = De startwaarde is niet de verzegelde: die past niet bij het zegel.
verify-seed-later = De startwaarde wordt pas getoond als de partij afgelopen is.
verify-eyes = Dit is wat één plek of een toeschouwer zag, dus zonder startwaarde: die staat in het volledige verslag.
verify-no-seed = Het verslag heeft geen startwaarde: die is verloren of eruit geknipt.
verify-no-commitment = De startwaarde was niet verzegeld: iemand kan die hebben uitgekozen, en daarmee de kaarten.
verify-dealt = { $count ->
    [one] De ene uitkomst van het toeval is die uit de startwaarde en de nonces.
   *[other] Alle { $count } uitkomsten van het toeval zijn die uit de startwaarde en de nonces, in deze volgorde.
}
verify-dealt-otherwise = Uitkomst { $number } van het toeval is { $found }, maar de startwaarde en de nonces geven { $due }.
verify-not-dealt = Het toeval is alleen na te rekenen uit het volledige verslag met de verzegelde startwaarde.
verify-no-chance = In dit spel is geen toeval, dus er is niets gedeeld.
verify-nonces = { $count ->
    [one] Plek { $seats } heeft
   *[other] De plekken { $seats } hebben
} een nonce aan de startwaarde toegevoegd.
verify-no-nonces = Geen plek heeft een nonce aan de startwaarde toegevoegd: wie de startwaarde maakte, kan de kaarten hebben uitgekozen.
verify-same-nonce = Plek { $seat } heeft de nonce die jij hebt gegeven.
verify-other-nonce = Plek { $seat } heeft niet de nonce die jij hebt gegeven.
verify-not-sealed = Alleen het toeval is verzegeld. De namen, de zetten en de aantekening “Practice” zijn zoals het verslag zegt: --server vergelijkt ze met het verslag van de tafel zelf.
verify-server-same = De server heeft hetzelfde verslag van deze ronde.
verify-server-headers = Het verslag dat de server van deze ronde heeft, is anders in { $names }.
verify-server-turns = Het verslag dat de server van deze ronde heeft, bevat andere zetten.
verify-server-none = De tafel heeft geen ronde met dit zegel.
verify-server-later = Een ronde van de tafel is nog bezig, en het verslag daarvan wordt nog niet getoond.
verify-end-whole = Alles wat gecontroleerd is, klopt.
verify-end-part = Er is niets verkeerds gevonden, maar niet alles kon gecontroleerd worden.
verify-end-wrong = Er klopt iets niet: zo is de partij niet gedeeld en gespeeld.

## Comparing bots

arena-title = { $game }, { $seats } plekken: { $bots }
arena-most = Hooguit { $count ->
    [one] één partij
   *[other] { $count } partijen
}, in { $rounds } van { $matches }; startwaarde { $seed }.
arena-rounds = { $count ->
    [one] één ronde
   *[other] { $count } rondes
}
arena-games = { $count ->
    [one] Eén partij
   *[other] { $count } partijen
} in { $rounds }
arena-log = Log: { $path }
arena-torn = De laatste regel was niet compleet en is weggelaten.
arena-found = { $count ->
    [one] Er staat al één partij in het log.
   *[other] Er staan al { $count } partijen in het log.
}
arena-no-compiler = Numba ontbreekt hier, dus deze bots zoeken zonder gecompileerde code en spelen slechter: { $bots }.
arena-aside = Het oude log is nu { $path }
arena-shares = { $shares } ± { $width }%
arena-line = { $count } van { $goal } partijen: { $shares }; { $left }
arena-bot = bot
arena-won = gewonnen
arena-shared = gedeeld
arena-lost = verloren
arena-share = aandeel (%)
arena-fair = maal eerlijk
arena-elo = Elo
arena-mean = s per zet
arena-longest = langste
arena-points = { $games }. Een partij is één punt waard, verdeeld bij gelijkspel of gedeelde winst; het aandeel is dat van één plek. ± is het 95%-interval.
arena-elo-from = Elo telt vanaf { $bot }.
arena-nothing = Er is nog geen ronde klaar, dus er valt niets te vergelijken.
arena-narrow = Goed genoeg bekend: ± { $width }%; je vroeg ± { $wanted }%.
arena-wide = Nog niet goed genoeg bekend: ± { $width }%; je vroeg ± { $wanted }%. Geef meer --games om vanaf hier verder te gaan.
arena-interrupted = Gestopt. Alle afgelopen partijen staan in het log: dezelfde opdracht{ $fresh ->
    [yes] , zonder --fresh,
   *[no] {""}
} gaat daar verder.
arena-rest = { $count ->
    [one] Eén partij hoort bij een ronde die niet af is en telt nog niet mee.
   *[other] { $count } partijen horen bij rondes die niet af zijn en tellen nog niet mee.
}
arena-plot = Plaatje: { $path }
study-title = Wat de huisregels veranderen in { $game }: { $edition }, { $bot } op elke plek
study-most = { $count ->
    [one] Eén speelwijze
   *[other] { $count } speelwijzen
}, elk { $games } partijen, startwaarde { $seed }
study-setting = { $number } van { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = { $seats } plekken, veranderd: { $rulings }
study-written = Geschreven: { $path }
study-about = Wat de huisregels veranderen in { $game }: { $edition }
study-how = { $games } partijen met elke keuze, { $bot } op elke plek, startwaarde { $seed }; Rowdy { $rowdy }, code { $code }. ± is het 95%-interval. Het aandeel van de eerste plek is dat in de punten: elke partij geeft er één, verdeeld bij gelijkspel of gedeelde winst.
study-seats = ({ $seats } plekken)
study-option = keuze
study-moves = zetten
study-first = eerste plek
study-draws = gelijkspel
study-ends = hoe partijen eindigen
plot-share = aandeel in de punten (%), 95%-interval
plot-fair = eerlijk aandeel
plot-elo = Elo boven { $bot }, 95%-interval
plot-about = { $games }, startwaarde { $seed }

## Why nothing can be done where somebody points
why-over = Het spel is afgelopen.
# $who is a name.
why-not-your-turn = { $who } is aan de beurt.
why-must-pass = Je kunt nu geen kaart spelen, dus pas.
why-own-stone = Deze steen is van jou. Draai er een van de andere speler om.
why-no-stone = Hier ligt geen steen. Kies een steen van de andere speler.
why-no-room = Deze steen kun je niet omdraaien: geen vak ernaast is leeg.
why-flipped-already = Je hebt al omgedraaid. Plaats nu een eigen steen op een leeg vak.
why-flip-due = Draai eerst een steen van de andere speler om, plaats daarna een eigen steen.
why-not-adjacent = Een steen draai je om naar een vak er direct naast, nooit schuin.
why-occupied = { $square } is bezet.
why-just-laid = Deze tegel is net gelegd en mag nog niet bedekt worden.
why-display-not-full = Tegels bedekken kan pas als er negen liggen.
why-not-adjacent-tile = Een tegel moet een andere raken, zijkant tegen zijkant.
why-not-middle = Op een lege tafel begin je in het midden.
why-outside-field = Dat past niet in drie bij drie vakken.
why-off-field = Kaarten gaan alleen op de vakken van { $first } tot { $last }.
why-other-number = Hier ligt een { $number }, en alleen een { $number } mag erop.
why-no-card-fits = Hier ligt een { $number }, en je hebt geen kaart die erop mag.
why-nothing-there = Hier valt niets weg te halen.
why-line-not-filled = Een groene kaart haalt een lijn van drie volle vakken weg. Door dit vak loopt er geen.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] De rode { $number } kan nu niet: er is geen vak leeg, en er is geen { $number } om te bedekken.
    [blue] De blauwe { $number } kan nu niet: er is geen vak leeg, en er is geen { $number } om te bedekken.
    [yellow] Er valt nu niets weg te halen met een gele kaart.
   *[green] Er is nu geen lijn om weg te halen met een groene kaart.
}
why-any = Dat kan nu niet.

## Errors: what and why

error-over = { $move } kan niet: het spel is afgelopen.
error-not-your-turn = { $move } kan niet: je bent niet aan de beurt.
error-place-due = { $move } draait een steen om, maar nu moet je een steen plaatsen, zoals A@d1 of a@d1.
error-flip-due = { $move } plaatst een steen, maar eerst moet je een steen van je tegenspeler omdraaien, zoals { $flip }.
error-no-stone = { $move } kan niet: op { $square } ligt geen steen.
error-own-stone = { $move } kan niet: de steen op { $square } is van jou, en je mag alleen stenen van je tegenspeler omdraaien.
error-not-adjacent = { $move } kan niet: { $square } ligt er niet direct naast (schuin telt niet).
error-occupied = { $move } kan niet: { $square } is bezet.
error-not-your-stone = { $move } kan niet: dat is een steen van de andere speler.
error-off-board = { $square } ligt niet op het bord.
error-no-window = { $move } kan niet: er wordt nu niemand gevraagd kaarten te tonen.
error-not-due = { $move } kan nu niet door toeval komen.
error-chance-due = { $move } kan nog niet: eerst komt het toeval.
error-window-open = { $move } kan nog niet: iedereen krijgt nog de vraag om kaarten te tonen.
error-just-laid = { $move } kan niet: de tegel op { $square } is net gelegd en mag niet bedekt worden.
error-display-not-full = { $move } kan niet: tegels bedekken kan pas als er negen liggen.
error-display-full = { $move } kan niet: er liggen negen tegels, dus vanaf nu bedekt elke tegel er een van.
error-not-adjacent-tile = { $move } kan niet: { $square } grenst niet met een zijkant aan een tegel.
error-not-middle = { $move } kan niet: op een lege tafel begin je in het midden, op c3.
error-outside-field = Dat past niet in drie bij drie vakken.
error-off-field = { $move } kan niet: { $square } hoort niet bij de vakken van { $first } tot { $last }.
error-answered = Je hebt al geantwoord.
error-no-line = { $card } kan niet getoond worden: daar ligt nu geen lijn van drie voor.
error-not-held = { $move } kan niet: { $card } zit niet in je hand.
error-other-number = { $move } kan niet: boven op { $square } ligt { $top }, en alleen hetzelfde getal mag erop.
error-yellow-count = { $move } past niet bij de huisregel: met yellow=stack is het y@b3, met yellow=some hoort het aantal kaarten erbij, zoals in y2@b3.
error-nothing-there = { $move } kan niet: op { $square } ligt niets.
error-too-many = { $move } kan niet: op { $square } { $height ->
    [one] ligt maar { $height } kaart
   *[other] liggen maar { $height } kaarten
}.
error-no-such-line = { $move } noemt geen lijn van drie.
error-line-not-filled = { $move } kan niet: niet alle vakken van die lijn zijn gevuld.
error-can-play = Je kunt een kaart spelen, dus je mag niet passen.
error-not-legal = { $move } kan nu niet.
error-not-an-action = { $move } is geen actie van dit spel: gebruik parse_action om er een van een tekst te maken.
error-not-an-actor = { $actor } doet niet mee in dit spel: wie iets doet is een plek, van 0 t/m { $most }, of het toeval.
error-hidden-hand = Wat plek { $seat } mag doen is hier niet bekend: dit is wat iemand anders ziet, zonder de kaarten van die plek.
error-unreadable-move = “{ $text }” is geen zet in dit spel.
error-part-of-move = “{ $text }” is maar een deel van een zet. Mogelijk: { $moves }.
error-no-such-number = Er is geen zet { $text }: typ een getal van 1 t/m { $most }.
error-log-what = “{ $text }”: typ “verloop” voor de beurten tot nu toe, of “verloop alles” om ook elke kaart en tegel te zien.
error-order-card = “{ $text }” noemt geen kaart van jou: { $known }, of alles.
undo-alone = Je kunt alleen zetten terugnemen als je in je eentje tegen bots speelt.
undo-nothing = Je hebt geen zet om terug te nemen.
error-save-where = Noem een bestand: opslaan BESTAND
error-save-exists = { $path } bestaat al: noem een nieuw bestand.
error-ends-before = { $move } beëindigt het spel, dus { $text } kan er niet op volgen.
error-save-failed = Opslaan in { $path } lukt niet: { $reason }.

error-unreadable-position = Dit is geen stelling van dit spel: { $text }
error-position-order = Schrijf deze stelling in de gewone volgorde: { $written }
error-perft-hidden = In “{ $text }” zijn kaarten onbekend: alleen een volledige stelling kan geteld worden.
error-stone-counts = In “{ $text }” heeft de eerste speler { $first } stenen en de tweede { $second }: de eerste moet er evenveel of één meer hebben, en niemand meer dan er zijn.
error-no-flip-exists = “{ $text }” zegt flip, maar er kan geen steen omgedraaid worden: er moet place staan.
error-unreadable-board = “{ $board }” is geen bord van dit spel.
error-unreadable-covered = In “{ $text }” zijn de bedekte tegels niet te lezen.
error-unreadable-piles = “{ $piles }” beschrijft niet de stapels van dit spel.
error-unreadable-hands = “{ $hands }” beschrijft niet de handen van dit spel.
error-unreadable-cards = “{ $cards }” is niet als kaarten te lezen.
error-unreadable-due = In “{ $text }” past het laatste deel, dat zegt wat er moet gebeuren, niet: { $due }
error-tile-count = In “{ $text }” vormen de tegels in de stapels, die op het speelveld en de bedekte samen niet de hele set.
error-tile-twice = In “{ $text }” komt een tegel twee keer voor.
error-tile-not-in-deck = In “{ $text }” staat een tegel die niet in de set zit.
error-pile-size = Een stapel van { $size } is groter dan aan het begin ({ $most }).
error-covered-early = In “{ $text }” zijn tegels bedekt, terwijl het speelveld niet vol is.
error-last-tile = In “{ $text }” past het vak van de laatste tegel niet bij het speelveld.
error-dealing = In “{ $text }” passen de gedeelde kaarten niet bij de volgorde van delen.
error-hand-count = In “{ $text }” heeft een plek te weinig of te veel kaarten.
error-tiles-apart = In “{ $text }” raken de tegels van het speelveld elkaar niet allemaal: elke tegel ligt met een zijkant tegen een andere.
error-other-seat = In “{ $text }” is de verkeerde plek aan de beurt: na { $laid ->
    [one] één tegel
   *[other] { $laid } tegels
} is dat plek { $seat }.
error-pile-turns = In “{ $text }” heeft plek { $seat } van de eigen stapel { $own ->
    [one] één tegel
   *[other] { $own } tegels
} gelegd, maar { $turns ->
    [0] nog geen beurt gehad.
    [one] pas één beurt gehad.
   *[other] pas { $turns } beurten gehad.
}
error-pile-used-up = In “{ $text }” is de verkeerde stapel leeg: een partij eindigt met de eerste, en dat is die van plek { $seat } of de trekstapel.
error-pile-no-window = In “{ $text }” kan er nog een kaart getoond worden na de tegel die een stapel leegmaakte, terwijl de huisregel last_window=no dat verbiedt.
error-pile-tops = In “{ $text }” passen de stapels die hun bovenste tegel gaan tonen niet: na het delen gaat het stapel voor stapel, later alleen met de stapel die net gebruikt is.
error-shown-early = In “{ $text }” is { $card } getoond, maar daar kan geen lijn van tegels voor zijn geweest.
error-shown-last = In “{ $text }” heeft iemand de laatste kaart getoond, maar geen van die kaarten heeft een lijn.
error-card-twice = In “{ $hands }” komt een kaart twee keer voor, of zijn er meer van een soort dan er bestaan.
error-card-count = In “{ $text }” zijn er meer kaarten dan het spel heeft: { $card }.
error-off-middle = In “{ $text }” is het midden, c3, nooit gebruikt, maar de eerste kaart gaat altijd daarheen.
error-off-middle-tile = In “{ $text }” ligt er geen tegel in het midden, op c3, maar daar komt altijd de eerste.
error-used-off-field = In “{ $text }” is een vak gebruikt dat niet bij de vakken van { $first } tot { $last } hoort.
error-used-though-empty = In “{ $text }” staan vakken als gebruikt aangegeven, maar de tafel is leeg, en dan geldt er geen als gebruikt.
error-unequal-stack = In “{ $text }” liggen kaarten met verschillende getallen op elkaar.
error-token-count = “{ $tokens }” beschrijft niet de fiches van dit spel.
error-discard-cleared = In “{ $text }” past de aflegstapel niet: een gele kaart haalt minstens één kaart weg, een groene een hele lijn, en zonder die kaarten gaat er niets weg.
error-cards-played = In “{ $text }” { $played ->
    [one] zou één kaart
   *[other] zouden { $played } kaarten
} gespeeld zijn, maar op tafel en op de aflegstapel { $lying ->
    [one] ligt er één.
   *[other] liggen er { $lying }.
}
error-played-on = In “{ $text }” zouden { $played } kaarten gespeeld zijn, maar de partij eindigt na { $most }.
error-squares-cleared = In “{ $text }” zijn vakken leeggemaakt, maar daarvoor zijn te weinig kaarten gespeeld.
error-other-starter = In “{ $text }” is nog niets gespeeld, dus moet plek { $seat } aan de beurt zijn, want die begint.
error-token-split = In “{ $text }” kunnen de fiches na { $played ->
    [one] één kaart
   *[other] { $played } kaarten
} niet { $first }:{ $second } zijn: de partij was dan eerder afgelopen, of er waren te weinig beurten.
error-line-unpaid = In “{ $text }” is er een lijn van één kleur, maar niemand heeft er de fiche voor.
error-passed-though = In “{ $text }” heeft plek { $seat } gepast, maar had kunnen spelen.
error-draws-due = In “{ $text }” passen de te trekken kaarten niet ({ $draws }): wie gespeeld heeft trekt er een, en als niemand kan spelen trekken beiden er een, te beginnen met de plek die aan de beurt is.
error-hands-unequal = In “{ $text }” hebben de handen { $first } en { $second } kaarten: zolang de trekstapel kaarten heeft, hebben beiden er evenveel, op kaarten na die nog getrokken moeten worden.

error-deck-count = Regel { $line }: een set heeft { $expected } stuks nodig, deze heeft er { $found }.
error-deck-tile = Regel { $line }: “{ $text }” is geen tegel. Een tegel is een kleur (r b g y), een vorm (c s t h) en een gezicht (j w s g), zoals rcj.
error-deck-number = Regel { $line }: “{ $text }” is geen getal van 1 t/m 99.
error-deck-duplicate = Regel { $line }: de tegel { $text } staat al op regel { $first }.
error-deck-twice = Regel { $line }: de tegel { $text } staat er twee keer.
error-file-too-large = { $path } is te groot: er worden hooguit { $most } bytes gelezen.
error-file-not-text = { $path } is geen tekstbestand.

error-unknown-game = Er is geen spel “{ $name }”. De spellen zijn { $known }.
error-unknown-language = De taal “{ $name }” is er niet. De talen zijn { $known }.
error-name-count = “{ $names }” past niet bij { $seats } plekken: elke plek krijgt één naam.
error-no-such-viewer = Niemand kijkt vanaf plek { $viewer }: plekken tellen van 0 t/m { $most }, en None is een toeschouwer.
error-unknown-edition = { $game } heeft geen editie “{ $name }”. Wel: { $known }.
error-unknown-ruling = { $game } heeft geen huisregel “{ $name }”. Wel: { $known }.
error-unknown-option = In { $game } heeft { $name } geen keuze “{ $option }”. Wel: { $known }.
error-ruling-needs = { $name } doet er in { $game } alleen toe met { $other }={ $needed }.
error-ruling-form = “{ $text }” is geen huisregel: schrijf naam=keuze.
error-ruling-twice = De huisregel { $name } is twee keer gegeven.
error-unknown-bot = Er is geen bot “{ $name }”. Op een plek zit you, you=NAME, of een bot: { $known }.
error-bot-game = { $name } speelt geen { $game }. De bots daarvoor zijn { $known }.
error-bot-parameter-form = “{ $text }” is geen instelling van { $name }: schrijf het als in strong:sims=5000, meerdere gescheiden door + of een komma.
error-bot-parameter-twice = { $key } is twee keer gegeven voor { $name }.
error-bot-parameter-renamed = “{ $key }” van { $name } heet nu “{ $now }”; de waarden betekenen hetzelfde als eerst.
error-bot-no-parameters = { $name } heeft geen instellingen.
error-bot-parameter = { $name } heeft geen instelling “{ $key }”. Wel: { $known }.
error-bot-sims = “{ $text }” is geen aantal simulaties van 1 t/m { $most }.
error-bot-seconds = “{ $text }” is geen aantal seconden van { $least } t/m { $most }.
error-bot-setting = “{ $text }” past niet bij { $key } van { $name }; de standaard is { $default }.
error-compiler-broken = Numba is geïnstalleerd maar kan niet geladen worden, dus er kan niets gecompileerd worden: de bots spelen wel, maar denken eenvoudiger.
error-guest-failed = De bot { $name } ({ $package }) werkt niet: { $reason }
error-engine-failed = De engine { $name } speelt niet: { $cause }
error-engine-given-up = De engine { $name } krijgt geen vragen meer, want hij heeft twee keer achter elkaar gefaald: { $cause }
error-engine-start = hij kan niet gestart worden ({ $reason }).
error-engine-died = hij is geëindigd (exitcode { $status }).
error-engine-silent = hij gaf binnen { $seconds } seconden geen antwoord.
error-engine-talks = hij zei meer dan { $most } bytes zonder een antwoord.
error-engine-illegal = hij wil “{ $move }” spelen, en dat is geen geldige zet.
error-engine-name = “{ $name }” kan geen naam van een engine zijn: die is bezet, te lang, of er zit een van de tekens : = + , in.
error-engine-no-command = Er is hier geen programma “{ $command }”.
error-engine-unknown = Er is geen engine “{ $name }”.
error-engine-arguments = Zeg wat er moet gebeuren: rowdy engines add NAME COMMAND, of rowdy engines remove NAME.
error-guest-no-bot = { $package } is geen bot: { $name } heeft de methoden plays en choose nodig.
error-guest-illegal = De bot { $name } wil { $action } spelen, en dat is geen geldige zet.
error-seat-label = “{ $label }” kan niet gaan zitten: op een plek zit you, you=NAME of een bot, met hooguit { $most } afdrukbare tekens.
error-seat-setting = “{ $label }” kan niet gaan zitten. Scheid de instellingen van een bot met +: { $joined }
error-seat-count = { $game } kun je niet met { $seats } spelen. Mogelijk: { $known }.
error-starter = Plek { $starter } kan { $game } niet beginnen.
error-deck-and-ruling = Een eigen set gaat in { $game } niet samen met { $name }={ $option }.
error-no-deck = { $game } heeft geen set om te kiezen.
error-deck-missing = { $name }=custom heeft in { $game } een set nodig: --deck FILE, of de kopregel Deck in een verslag.
error-no-game = Er is geen spel genoemd. De spellen zijn { $known }.
error-seed = Een startwaarde heeft 1 tot { $most } afdrukbare tekens, zonder spaties eromheen, en lijkt niet op een salt met een startwaarde erachter.
error-nothing-to-resume = Er is geen partij in { $path } die nog bezig is.
error-nothing-saved = Er is geen opgeslagen partij in { $path }.
error-no-such-save = Er is geen opgeslagen partij met nummer { $number } ({ $count ->
    [0] er is niets opgeslagen
    [one] er is er één
   *[other] er zijn er { $count }
}): “rowdy saves --all” toont ze.
error-resume-alone = Een opgeslagen partij brengt eigen instellingen mee: --resume gaat niet samen met { $name }.
error-resume-eyes = { $path } is het verslag van één plek. Alleen met een volledig verslag kun je verder.
error-resume-over = De partij in { $path } is afgelopen. Terugkijken: rowdy replay "{ $path }"
error-eyes = Door de ogen van “{ $text }” kun je niet kijken: noem een plek van 1 t/m { $seats }, all of spectator.
error-review-nobody = Er zijn geen zetten te beoordelen: het verslag van een toeschouwer zegt niet wat de spelers wisten, en tijdens een partij worden de zetten van een plek alleen met “--seat N” beoordeeld, want dat laat zien waar de kaarten goed voor waren.
error-review-seat = Er is geen plek { $seat }: noem er een van 1 t/m { $seats }.
error-review-other-seat = De zetten van plek { $seat } zijn niet te beoordelen: dit verslag zegt wat plek { $eyes } wist.
error-review-sims = Het aantal simulaties moet minstens 1 en hooguit { $most } zijn.
error-depth = De diepte moet minstens 1 en hooguit { $most } zijn.

error-solve-elsewhere = De bestanden zijn niet geschreven in { $path } zoals deze computer dat ziet: noem met --out een map die alle nodes delen.
error-ray-missing = Hiervoor moet Ray geïnstalleerd zijn. Installeer het met: pip install "rowdy[ray]"
error-ray-unreachable = Op { $address } is geen Ray-cluster: { $reason }
error-ray-no-node = Geen node van het cluster heeft deze code ({ $digest }): installeer overal dezelfde versie van Rowdy.
error-ray-lost = Een stuk werk ging { $count } keer verloren, omdat de node of het proces ermee ophield. Wat klaar is, blijft bewaard.
error-arena-bots = Een arena heeft minstens twee bots nodig, bijvoorbeeld: rowdy arena xoxo greedy random
error-arena-no-bot = Er is geen bot “{ $name }”. Wel: { $known }.
error-arena-games = Het aantal partijen moet minstens { $least }, dat is één ronde, en hooguit { $most } zijn.
error-arena-until = “{ $text }” is geen breedte: geef de helft van het interval in procenten, van 0.1% tot 50%, bijvoorbeeld 4%.
error-arena-line = Regel { $line } van { $path } hoort niet in een log van een arena: { $cause }
error-no-json = het is geen JSON.
error-match-form = het is geen wedstrijd. Een wedstrijd noemt spel, editie, huisregels, bots per plek en startwaarde.
error-result-form = het is niet de uitslag van een wedstrijd.
error-arena-other = { $path } is het log van een andere arena ({ $name }: daar { $there }, hier { $here }). Noem een ander bestand met --log.
error-arena-other-code = { $path } is gespeeld met andere code dan die van deze Rowdy, dus de partijen kunnen niet met nieuwe gemengd worden. Begin opnieuw met --fresh, of noem een ander bestand met --log.
error-arena-other-match = Regel { $line } van { $path } is een wedstrijd die deze arena niet speelt. Noem een ander bestand met --log.
error-arena-unwritable = { $path } is niet als log te gebruiken: { $reason }. Noem een ander bestand met --log.
error-arena-busy = Een andere arena schrijft in { $path }: wacht daarop, of noem een ander bestand met --log.
error-study-games = Het aantal partijen met elke keuze moet minstens { $least } en hooguit { $most } zijn.
error-study-no-rulings = { $game } heeft geen huisregels om te vergelijken.
error-study-none = Bij Rowdy zit geen onderzoek van { $game }. Maak er een: rowdy study { $game } --rulings
error-study-out-alone = --out schrijft op wat er gemeten is, en heeft dus --rulings nodig.
error-study-unwritable = Het onderzoek kan niet naar { $path } geschreven worden: dat is geen plaats voor een bestand.
error-match-line = Regel { $line } kan niet gespeeld worden: { $cause }
error-play-matches-alone = Wedstrijden brengen eigen instellingen mee: --play-matches gaat niet samen met { $name }.
error-bot-failed = { $bot } faalde op plek { $seat } van de wedstrijd met startwaarde { $seed }: { $reason }
error-bot-illegal = { $bot } deed een ongeldige zet op plek { $seat } van de wedstrijd met startwaarde { $seed }: { $move }
error-worker-died = Een werkproces is onverwacht geëindigd ({ $how }). Alle afgelopen partijen staan in het log: dezelfde opdracht gaat daar verder.
error-plot-ending = { $path } kan geen plaatje zijn: de naam moet eindigen op .svg of .png.
error-plot-folder = De map van { $path } bestaat niet.
error-picture-at = Er is geen stap { $at }: ze gaan van 0 t/m { $last }.
error-gif-missing = Een GIF heeft resvg-py en Pillow nodig. Installeer ze met: pip install resvg-py pillow
error-gif-no-font = Een GIF heeft een van deze lettertypen nodig om mee te schrijven: { $known }. Installeer er een.
error-gif-terminal = Een GIF is hier niet te lezen. Stuur hem naar een bestand: rowdy picture --gif > game.gif
error-plot-missing = Plaatjes hebben Matplotlib nodig. Installeer het met: pip install matplotlib
error-plot-unwritable = Het plaatje { $path } kan niet geschreven worden: { $reason }.

error-no-perfect-play = Perfect spel is niet bekend voor { $game }. Wel voor { $known }.
error-no-need-to-solve = { $game } hoeft niet opgelost te worden: het spel is klein en wordt bij elke vraag helemaal doorzocht.
error-workers = Het aantal werkers moet minstens 1 en hooguit { $most } zijn.
error-solve-files = { $path } is niet te gebruiken: { $reason }. Kijk de map na, of noem een andere met --out.
error-solve-space = Geen ruimte in { $path }: { $reason }. Lagen die klaar zijn, blijven bewaard: maak ruimte (1,1 GB in totaal) en geef dezelfde opdracht nog eens, of noem een andere map met --out.
error-solve-memory = Er is niet genoeg geheugen: ongeveer 1 GB is nodig. Lagen die klaar zijn, blijven bewaard: dezelfde opdracht gaat daar verder.
error-solution-foreign = { $path } hoort niet bij een oplossing. Haal het weg en voer “rowdy solve” nog eens uit.
error-solution-unreadable = De oplossing in { $path } is niet te lezen: { $reason }.
error-solution-damaged = { $path } is beschadigd: de controlesom klopt niet. Verwijder het en voer “rowdy solve” nog eens uit; kwam het met Rowdy mee, installeer Rowdy dan opnieuw.
error-solution-version = { $path } heeft versie { $found }, maar deze Rowdy leest versie { $known }. Verwijder het en voer “rowdy solve” nog eens uit.
error-solution-other = { $path } bevat een andere laag of andere huisregels ({ $found }) dan daar horen ({ $wanted }). Haal het weg en voer “rowdy solve” nog eens uit.
error-not-solved = Met deze huisregels ({ $variant }) is { $game } op deze computer niet opgelost: voer één keer “rowdy solve { $game }” uit, met dezelfde --ruling.
error-explore-back = “{ $text }” is geen aantal stappen: b 3 gaat er drie terug.

error-record-header = Regel { $line }: “{ $text }” is geen kopregel van een verslag.
error-record-header-twice = Regel { $line }: de kopregel { $text } komt twee keer voor.
error-record-header-missing = Dit is geen verslag: de kopregel { $text } ontbreekt.
error-record-version = Regel { $line }: dit verslag heeft versie { $text }; te lezen zijn: { $known }.
error-record-field = “{ $text }” kan in een verslag niet { $name } zijn.
error-record-game = { $game } heeft hier niet de gewone grootte en past dus niet in een verslag.
error-record-seats = Regel { $line }: “{ $text }” noemt geen plekken.
error-record-players = { $players } kan niet de { $seats } plekken van een verslag zijn: elk is een regel van hooguit 40 tekens zonder komma’s.
error-record-value = Regel { $line }: “{ $text }” is geen waarde voor { $name }.
error-record-line = Regel { $line }, bij “{ $text }”: { $cause }
error-record-after-end = Het spel is al afgelopen.
error-record-answer = Hier wordt iedereen gevraagd kaarten te tonen: er is een antwoord nodig zoals 1!- of 2!red.
error-record-turn-number = Hier begint regel { $number } van de partij: het nummer moet { $number } zijn, of weggelaten worden.
error-record-turn-same-line = Hier begint de beurt van een andere plek: die krijgt een eigen regel.
error-record-turn-split = Dit hoort nog bij de beurt op de regel ervoor: schrijf een beurt op één regel.
error-record-turn-unfinished = De regel ervoor is niet af: { $due ->
    [answer] plek { $seat } heeft nog niet gezegd of er kaarten getoond worden.
    [move] plek { $seat } moet nog zetten.
   *[chance] er moet nog een kaart getrokken worden, of de bovenste tegel van een stapel zichtbaar worden.
}
error-record-comment = “{ $text }” kan geen opmerking zijn: dat is één regel van hooguit { $most } tekens zonder accolades.
error-record-comment-form = Een opmerking is tekst tussen accolades op één regel.
error-record-place = { $what ->
    [comment] Een opmerking
   *[variation] Een variant
} kan niet op { $at } staan: de reeks zetten heeft plaatsen van 0 t/m { $last }.
error-record-variation-open = Een variant eindigt op de regel waarop die begint: er ontbreekt een haakje sluiten.
error-record-variation-close = Hier staat geen variant open.
error-record-variation-early = Een variant staat achter de zet die hij zou vervangen: die is er nog niet.
error-record-variation-empty = In deze variant staat geen zet.
error-record-turn-empty = Achter het nummer staat geen zet.
error-not-seen-so = { $move } past niet bij wat hier te zien is: de eigen kaarten zijn open, die van anderen niet.
error-record-result = Regel { $line }: als uitslag staat er “{ $text }”, maar de partij eindigde met “{ $known }”.
error-record-not-over = Regel { $line }: als uitslag staat er “{ $text }”, maar de partij is nog niet afgelopen.
error-record-seed-early = Regel { $line }: alleen het verslag van een afgelopen partij heeft een startwaarde en een salt.
error-record-seed-other = Regel { $line }: de startwaarde past niet bij het zegel van het verslag.
error-record-eyes = Dit is het verslag van { $eyes }: anderen zagen andere dingen.
error-record-nonces = { $nonces } kunnen niet de nonces van { $seats } plekken zijn: elk is 32 tot 64 tekens 0-9 en a-f, of - voor geen.
error-record-resigned = { $resigned } kan niet opgegeven hebben: noem op volgorde enkele van de { $seats } plekken, zodat er minstens één overblijft.
error-record-resigned-late = Regel { $line }: niemand kan een partij opgeven die volgens de regels afgelopen is.
error-record-salt-alone = Regel { $line }: een salt betekent niets zonder startwaarde en zegel.
error-record-seed-eyes = Dit is het verslag van { $eyes }: alleen het verslag van de hele partij heeft een startwaarde en een salt.
error-record-position-practice = Een partij vanuit een stelling is altijd oefening: de kopregel “Practice: yes” ontbreekt.
error-position-unknown = In “{ $text }” zijn kaarten onbekend: een partij kan alleen vanuit een volledige stelling gespeeld worden.
error-position-not-seen-so = “{ $text }” past niet bij wat hier van de stelling te zien is: de eigen kaarten zijn open, die van anderen niet.
error-position-over = In “{ $text }” is het spel al afgelopen: er valt niets meer te spelen.
error-position-alone = Wie een stelling van { $game } opzet, kent alle kaarten erin, dus van daaruit kan maar één mens spelen, met bots.
error-no-lesson = { $game } heeft geen les.
error-no-lesson-step = Er is geen stap “{ $step }” in deze les; wel: { $known }.
error-lesson-moves = Dat is te veel voor één beurt: hooguit { $most } zetten.
error-salt = Een salt is 64 tekens 0-9 en a-f.
error-nonce = “{ $text }” is geen nonce: een nonce is 32 tot 64 tekens 0-9 en a-f.
error-verify-nonce = “{ $text }” is niet de nonce van een plek: schrijf het als in --nonce 1=0f… met 32 tot 64 tekens 0-9 en a-f.
error-verify-nonce-files = Een nonce hoort bij één partij: noem met --nonce maar één verslag.
error-verify-server = “{ $text }” is geen link naar een tafel: kopieer er een van de pagina van de tafel, zoals die voor toeschouwers, met alles achter de #.
error-verify-server-failed = { $server } gaf het verslag niet: { $reason }.
error-verify-seat = Er is geen plek { $seat } in dit verslag: noem er een van 1 t/m { $seats }.


## Errors at the door of the server

error-name-length = Een naam heeft 1 tot { $most } tekens.
error-name-sign = “{ $sign }” kan niet in een naam; letters, cijfers, spaties en - ' . wel.
error-name-letters = “{ $name }” kan geen naam zijn: er zijn letters of cijfers nodig, met maar een paar accenten op elk.
error-name-dotted = “{ $name }” lijkt op een webadres: zet een spatie achter elke punt.
error-name-digits = Een naam heeft hooguit { $most } cijfers.
error-name-reserved = “{ $name }” kan hier niet de naam van een mens zijn: kies een andere.
error-names-alike = Twee spelers zouden “{ $name }” heten: kies namen die er verschillend uitzien.
error-no-key = Hiervoor is een sleutel nodig, gestuurd als “Authorization: Bearer KEY”: het is wat in de link naar een plek achter de # staat.
error-body-type = De inhoud van dit verzoek moet van het type { $kind } zijn.
error-body-size = De inhoud van dit verzoek is te groot: er worden hooguit { $most } bytes gelezen.
error-body-form = De inhoud van dit verzoek is niet te lezen: { $reason }
error-body-text = De inhoud van dit verzoek is geen UTF-8-tekst.
error-body-end = Het verzoek brak af voordat de hele inhoud er was.
error-eyes-closed = Zolang de partij bezig is, kun je die alleen zien zoals aan tafel.
error-internal = Er ging hier iets mis. Probeer het nog eens.
error-no-such-page = Hier is niets.
error-wrong-method = Dit adres neemt dat soort verzoek niet aan.
error-too-busy = De server heeft het nu te druk. Probeer het over { $seconds } s nog eens.
error-too-often = Dat was iets te vaak. Probeer het over { $seconds } s nog eens.
error-qr-link = Alleen links naar deze server worden als code getekend.
error-grace-range = De wachttijd is 0 tot { $most } seconden.
error-keep-range = Tafels kunnen 1 tot { $most } dagen bewaard worden.
error-proxy-address = “{ $text }” is niet het adres van een proxy: schrijf een IP-adres als 10.0.0.2, of een netwerk als 10.0.0.0/8.
error-root-path = “{ $text }” is geen map: schrijf die als /rowdy, met alleen letters, cijfers en - . _ ~.
error-metrics-address = “{ $text }” is geen plaats voor meetwaarden: schrijf een poort als 9765, of een adres met een poort als 10.0.0.2:9765.
error-metrics-missing = Meetwaarden hebben nog een pakket nodig. Installeer het met: pip install "rowdy[metrics]"
error-metrics-unreachable = Op { $place } kunnen geen meetwaarden gegeven worden: { $reason }
error-port = Een poort is een getal van 0 t/m { $most }; 0 staat voor een willekeurige vrije.
error-port-none = Vanaf { $port } is er geen poort vrij.
error-port-denied = Op deze computer mag je poort { $port } niet gebruiken: kies er een boven 1023.

## Errors: where tables are kept

error-store-url = Dit is niet het adres van een database. Noem een bestand, of schrijf het als postgresql://user:password@host/name, met %40 voor een @ in het wachtwoord.
error-store-dialect = Tafels kunnen niet in { $name } bewaard worden. Noem een bestand, of een adres dat begint met sqlite:/// of postgresql://.
error-store-driver = PostgreSQL heeft nog een pakket nodig. Installeer het met: pip install "rowdy[postgres]"
error-store-unreachable = { $place } is niet te bereiken: { $reason }
error-store-unwritable = Tafels kunnen niet in { $place } bewaard worden: { $reason }. Noem iets anders met --db.
error-store-foreign = In { $place } staat iets anders dan tafels van Rowdy, dus Rowdy blijft eraf. Noem iets anders met --db.
error-store-newer = { $place } is gemaakt door een nieuwere Rowdy: het heeft versie { $found }, maar deze kent { $known }. Werk Rowdy bij, of noem iets anders met --db.
error-store-busy = Een andere server bewaart zijn tafels in { $place }. Stop die eerst, of noem iets anders met --db.


## Errors: bots and hints of the live table

error-thinker-failed = Er is nu even geen hint. Probeer het zo nog eens.

## Lessons

learn-greeting = { $game }: de les
learn-help = { $orders ->
    [yes] Typ een zet met zijn nummer of in notatie, en “bewaren KAART” of “tonen KAART” om een kaart te bewaren of te tonen; ook overslaan, terug en stop.
   *[no] Typ een zet met zijn nummer of in notatie; ook overslaan, terug en stop.
}
learn-step = { $step } van { $steps }: { $title }
learn-prompt = Jouw zet:
learn-again = Probeer het nog eens.
learn-left = Ga verder wanneer je wilt: rowdy learn { $game }
lesson-rival = de andere speler
lesson-any-title = { $step }
lesson-any-say = Vind de goede zet.
lesson-any-right = Dat is hem.
lesson-any-wrong = Nog niet.
lesson-any-endgame-title = Speel het nu uit
lesson-any-endgame-say = De makkelijkste bot speelt tegen je; je mag terugnemen wat je wilt.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = Elke steen heeft twee kanten
lesson-rubik-place-say = Jij bent X, en je stenen zijn **aan de ene kant blauw en aan de andere groen**. Kies een kant en plaats de eerste steen op een vak naar keuze.
lesson-rubik-place-right = Daar ligt hij. Alleen de allereerste beurt is zo kort.

lesson-rubik-flip-title = Eerst omdraaien
lesson-rubik-flip-say = Vanaf nu begint elke beurt met omdraaien: een steen van de andere speler **schuift naar een leeg vak ernaast en komt op zijn andere kant te liggen**. Draai de O op b3 om.
lesson-rubik-flip-right = Hij is opgeschoven en laat zijn andere kant zien. Na het omdraaien plaats je altijd een eigen steen.

lesson-rubik-break-title = Omdraaien verbreekt een rij
lesson-rubik-break-say = O heeft drie witte stenen op een rij. **Draai er een van om** voordat de rij kwaad kan.
lesson-rubik-break-right = De rij is verbroken. Een omgedraaide steen raakt zijn plaats en zijn kleur kwijt.
lesson-rubik-break-stays = De rij op { $squares } ligt er nog. Draai een steen van die rij zelf om.

lesson-rubik-row-title = Drie van één kleur
lesson-rubik-row-say = Een rij is drie van jouw stenen naast elkaar, recht of schuin, **allemaal met dezelfde kant boven**. Er liggen al twee blauwe: plaats de derde.
lesson-rubik-row-right = Dat is een rij. Maar die wint pas als hij niet meer weg kan, zoals je zult zien.
lesson-rubik-row-sides = Op { $squares } liggen er drie van jou, maar niet allemaal met dezelfde kant boven.
lesson-rubik-row-no-row = Dat maakt geen rij. Kijk waar drie blauwe stenen naast elkaar zouden liggen.

lesson-rubik-lock-title = Sluit je rij in
lesson-rubik-lock-say = Je hebt drie op een rij. Dat telt pas als **geen vak ernaast leeg is**, want een steen zou nog weg kunnen schuiven: dicht het laatste gat.
lesson-rubik-lock-right = Ingesloten, en gewonnen! Geen steen van de rij kan nog omgedraaid worden.
lesson-rubik-lock-gap = Nog niet: op { $squares } kan nog een steen wegschuiven.

lesson-rubik-push-title = Omdraaien kan ook winnen
lesson-rubik-push-say = Naast je groene rij is nog één gat, en jij mag omdraaien. **Duw een steen van de andere speler in het gat**, en je hoeft er zelf niet eens een te plaatsen.
lesson-rubik-push-right = Gewonnen door om te draaien! Van wie de steen in het gat ook is, je rij is ingesloten.
lesson-rubik-push-gap = Nog niet: op { $squares } kan nog een steen wegschuiven. Welke O ligt vlak naast het gat?

lesson-rubik-endgame-title = Speel het nu uit
lesson-rubik-endgame-say = Jij bent X, en met goed omdraaien **kun je dit winnen**. De makkelijkste bot speelt O; je mag terugnemen wat je wilt.

# XOXO²

lesson-xoxo2-place-title = Elke ster heeft twee kanten
lesson-xoxo2-place-say = De sterren zijn van jou, **aan de ene kant groen en aan de andere rood**. Kies een kant en plaats de eerste ster op een vak naar keuze.
lesson-xoxo2-place-right = Daar ligt hij. Alleen de allereerste beurt is zo kort.

lesson-xoxo2-flip-title = Eerst omdraaien
lesson-xoxo2-flip-say = Vanaf nu begint elke beurt met omdraaien: een zeshoek **schuift naar een leeg vak ernaast en komt op zijn andere kant te liggen**. Draai die op c3 om.
lesson-xoxo2-flip-right = Hij is opgeschoven en laat zijn andere kant zien. Na het omdraaien plaats je altijd een eigen ster.

lesson-xoxo2-break-title = Verbreken of verliezen
lesson-xoxo2-break-say = Er liggen drie groene zeshoeken op een rij, en nu omdraaien is je enige kans: **een rij die dat overleeft, wint**. Verbreek de rij.
lesson-xoxo2-break-right = Net op tijd. Een omgedraaide steen raakt zijn plaats en zijn kleur kwijt.
lesson-xoxo2-break-stays = De rij op { $squares } heeft je omdraaien overleefd, en heeft dus gewonnen. Draai een zeshoek van die rij zelf om.

lesson-xoxo2-row-title = Drie van één kleur
lesson-xoxo2-row-say = Een rij is drie van jouw sterren naast elkaar, recht of schuin, **allemaal met dezelfde kant boven**. Er liggen al twee rode schuin naast elkaar: plaats de derde.
lesson-xoxo2-row-right = Dat is een rij. Die wint alleen als hij de volgende beurt van de andere speler overleeft, en dat zou deze niet doen.
lesson-xoxo2-row-sides = Op { $squares } liggen er drie van jou, maar niet allemaal met dezelfde kant boven.
lesson-xoxo2-row-no-row = Dat maakt geen rij. Kijk waar drie rode sterren naast elkaar zouden liggen.

lesson-xoxo2-closed-title = Een rij die niet weg kan
lesson-xoxo2-closed-say = Je kunt een van twee rijen afmaken, maar een ster met een leeg vak ernaast kan eruit gedraaid worden. **Kies de rij die blijft**.
lesson-xoxo2-closed-right = Gewonnen! Geen ster van deze rij heeft een leeg vak naast zich, dus geen ervan kan omgedraaid worden.
lesson-xoxo2-closed-breaks = Een rij, maar niet voor lang: op { $squares } kan een ster eruit gedraaid worden.
lesson-xoxo2-closed-sides = Op { $squares } liggen er drie van jou, maar niet allemaal met dezelfde kant boven.
lesson-xoxo2-closed-no-row = Dat maakt geen rij. Er zijn er twee om af te maken: bovenaan en onderaan.

lesson-xoxo2-two-title = Twee rijen tegelijk
lesson-xoxo2-two-say = **Eén keer omdraaien verbreekt één rij, dus maak er twee**. Er is een vak waar één ster ze allebei afmaakt.
lesson-xoxo2-two-right = Gewonnen! Welke rij het omdraaien ook verbreekt, de andere blijft.
lesson-xoxo2-two-one = Dat is maar één rij, en op { $squares } kan een ster eruit gedraaid worden.
lesson-xoxo2-two-sides = Op { $squares } liggen er drie van jou, maar niet allemaal met dezelfde kant boven.
lesson-xoxo2-two-no-row = Dat maakt geen rij. Zoek het vak waar twee groene rijen samenkomen.

lesson-xoxo2-endgame-title = Speel het nu uit
lesson-xoxo2-endgame-say = De sterren zijn van jou, en met goed omdraaien **kun je dit winnen**. De makkelijkste bot speelt de zeshoeken; je mag terugnemen wat je wilt.

# XOXO

lesson-xoxo-lay-title = Een van twee tegels
lesson-xoxo-lay-say = Elke beurt leg je één tegel: **de bovenste van je eigen stapel of van de trekstapel**. Die komt naast een tegel die er al ligt, en samen passen ze in drie bij drie.
lesson-xoxo-lay-right = Dat is een hele beurt. Waar een tegel komt doet ertoe, want iedereen bouwt aan hetzelfde speelveld.

lesson-xoxo-line-title = Een lijn voor je doel
lesson-xoxo-line-say = Je kaarten zijn geheime doelen. Jij hebt rood: leg een rode tegel zo dat **er drie rode op één lijn liggen**.
lesson-xoxo-line-right = Drie keer rood, en je kaart is getoond. Wie het eerst alle eigen kaarten heeft getoond, wint.
lesson-xoxo-line-apart = Een rode tegel, maar niet op één lijn met de twee andere. Die liggen boven elkaar.
lesson-xoxo-line-other = Die tegel is niet rood. Een van de twee waaruit je kiest wel.

lesson-xoxo-cover-title = Er liggen negen tegels: nu bedek je
lesson-xoxo-cover-say = Het speelveld is vol, dus **een tegel bedekt nu een andere**, alleen niet de laatst gelegde. Jij hebt driehoek: bedek een tegel zo dat er drie driehoeken op één lijn liggen.
lesson-xoxo-cover-right = Wat eronder lag is weg, en je lijn is af. Zo verdwijnen ook lijnen van anderen.
lesson-xoxo-cover-other = Op die tegel staat een hart. De andere van de twee is een driehoek.
lesson-xoxo-cover-apart = Een driehoek, maar geen lijn van drie. Rechts liggen er twee boven elkaar.

lesson-xoxo-backs-title = Lees de achterkanten
lesson-xoxo-backs-say = Op de achterkant van de kaarten van de andere speler **staat overal vorm**, dus kleuren hoef je niet in de gaten te houden. Zoek de lijn waaraan nog maar één tegel van die vorm ontbreekt, en verstoor die.
lesson-xoxo-backs-right = Verstoord. Een tegel op de goede plaats verraadt niet wat je zelf hebt.
lesson-xoxo-backs-gave = Nu hebben { $squares } dezelfde vorm: misschien is dat net wat de andere speler nodig heeft.
lesson-xoxo-backs-open = Aan de lijn { $squares } ontbreekt nog maar één tegel. Leg daar een andere vorm.

lesson-xoxo-hold-title = Laat niet merken hoe ver je bent
lesson-xoxo-hold-say = Je hebt nog twee kaarten, en nu rood tonen zou de andere speler waarschuwen. **Tik op rood** om die kaart voorlopig te bewaren, en maak dan de lijn af met een rode tegel.
lesson-xoxo-hold-right = De lijn is af, en niemand weet het. Komt je laatste doel er ook bij, dan toon je ze allebei tegelijk en win je.
lesson-xoxo-hold-told = Je rode kaart is getoond, en iedereen weet dat je er nog maar één nodig hebt. Tik er eerst op om hem te bewaren.
lesson-xoxo-hold-other = Dat maakt geen lijn van drie keer rood. Er liggen er twee boven elkaar.

lesson-xoxo-show-title = Toon op tijd
lesson-xoxo-show-say = Je hebt twee kaarten bewaard, en voor een ervan ligt de lijn er nu. De andere speler zou die zo kunnen bedekken: **tik op die kaart om hem nu te tonen**.
lesson-xoxo-show-right = Veilig: een getoonde kaart blijft getoond, ook als de lijn bedekt wordt.
lesson-xoxo-show-no-line = Voor die kaart is er geen lijn, dus er kon niets getoond worden. Kijk naar de kolom met drie keer rood.

lesson-xoxo-endgame-title = Speel het nu uit
lesson-xoxo-endgame-say = Jij hebt nog één kaart nodig, en de andere speler twee: met **drie blauwe tegels op één lijn** win je. De makkelijkste bot speelt tegen je; je mag terugnemen wat je wilt.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = Elke beurt een kaart
lesson-djeco-lay-say = Jij bent rood, met het kruis. Elke beurt **speel je één kaart op een leeg vak**, zo dat alles in drie bij drie past, en dan trek je een nieuwe. Speel een kaart naar keuze.
lesson-djeco-lay-right = Gespeeld en getrokken. De kaarten in je hand kunnen rood of blauw zijn, welke kleur je ook hebt.

lesson-djeco-line-title = Drie keer rood, een fiche
lesson-djeco-line-say = Zodra er **drie rode kaarten op één lijn liggen**, krijg jij een fiche; de getallen doen er daarvoor niet toe. Maak de lijn af.
lesson-djeco-line-right = Een fiche voor jou. Je hebt er vijf nodig, en twee meer dan de andere speler.
lesson-djeco-line-rival = Die kaart is blauw: daarmee help je de andere speler, niet jezelf.
lesson-djeco-line-apart = Dat maakt geen lijn af. Er liggen twee rode kaarten naast elkaar, en er is plaats voor een derde.

lesson-djeco-stack-title = Zelfde getal, erbovenop
lesson-djeco-stack-say = Midden in je lijn ligt een blauwe 5. Een kaart mag ook **boven op een kaart met hetzelfde getal**, wat de kleuren ook zijn: pak het vak terug.
lesson-djeco-stack-right = Alleen de bovenste kaart telt, dus de lijn is nu rood, en de fiche is van jou.
lesson-djeco-stack-other = De blauwe 5 ligt nog bovenop. Je hebt een rode kaart met hetzelfde getal.

lesson-djeco-yellow-title = Geel maakt een vak leeg
lesson-djeco-yellow-say = Er liggen twee blauwe kaarten naast elkaar, en een derde zou een lijn maken. **Haal er een van weg** met je gele kaart.
lesson-djeco-yellow-right = Weg, met alles wat eronder lag. Met geel haal je ook een eigen kaart weg, als dat helpt.
lesson-djeco-yellow-helped = { $squares } zijn nu allemaal blauw, en de andere speler krijgt er de fiche voor.
lesson-djeco-yellow-threat = Op { $squares } heeft blauw nog maar één kaart nodig.
lesson-djeco-yellow-use = Dat blokkeert de lijn voorlopig. Maar deze stap gaat over de gele kaart: haal er een blauwe mee weg.

lesson-djeco-green-title = Groen haalt een lijn weg
lesson-djeco-green-say = Een paar lijnen missen nog maar één blauwe kaart op een leeg vak. Je groene kaart **haalt een hele rij, kolom of diagonaal weg** waarin drie kaarten liggen: kies er een die ze allemaal tegenhoudt.
lesson-djeco-green-right = Drie vakken schoongeveegd. Er zijn maar twee groene kaarten in het spel, dus bewaar ze voor zo’n moment.
lesson-djeco-green-helped = { $squares } zijn nu allemaal blauw, en de andere speler krijgt er de fiche voor.
lesson-djeco-green-threat = Op { $squares } heeft blauw nog maar één kaart nodig. Groen haalt ze alle drie tegelijk weg.
lesson-djeco-green-use = Dat blokkeert voorlopig een lijn. Maar deze stap gaat over de groene kaart: haal er een hele lijn mee weg.

lesson-djeco-rival-title = Andermans kleur, jouw probleem
lesson-djeco-rival-say = Je hebt alleen maar blauw, en je moet spelen. **De fiche gaat naar de eigenaar van de kleur**, wie de kaart ook legt: leg er een waar hij geen kwaad kan.
lesson-djeco-rival-right = Geen fiche voor blauw. Soms is de beste kaart de kaart die het minst helpt.
lesson-djeco-rival-helped = { $squares } zijn nu allemaal blauw: de fiche gaat naar de andere speler, al heb jij de kaart gelegd.

lesson-djeco-endgame-title = Speel het nu uit
lesson-djeco-endgame-say = Jij hebt drie fiches, de andere speler twee: **zorg dat je als eerste vijf hebt**. De makkelijkste bot speelt blauw; je mag terugnemen wat je wilt.

## Puzzles

help-puzzle-short = de puzzel van de dag oplossen, of andere
help-puzzle =
    Los de puzzel van de dag op: één voor iedereen, hier dezelfde als op de pagina.
    Noem een id voor een bepaalde puzzel, of een spel of thema voor een die bij je
    rating past. Elke puzzel heeft precies één oplossing, en dat is bewezen.

    Typ zetten in notatie of met hun nummer; hint, oplossing, opnieuw, zetten en
    stop kunnen altijd. Je rating en je reeks blijven op deze computer.

    Voorbeelden:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = de id van een puzzel, bijvoorbeeld een die iemand je heeft genoemd
help-puzzle-endless = de ene puzzel na de andere, passend bij je rating
help-puzzle-game = alleen puzzels van dit spel
help-puzzle-theme = alleen puzzels met dit thema: { $themes }
help-puzzle-date = de puzzel van een andere dag, bijvoorbeeld 2026-12-24
help-puzzle-seed = trek puzzels met deze startwaarde, om dezelfde nog eens te krijgen
help-puzzle-export = schrijf je rating, je reeks en wat je hebt gezien naar een bestand, voor een ander apparaat of de pagina
help-puzzle-import = lees zo’n bestand; het vervangt wat hier bewaard is
help-puzzles-short = puzzels maken, bewijzen en tellen
help-puzzles =
    make    laat bots partijen spelen en zoekt de stellingen waarin precies één beurt
            helpt; elke wordt door een tweede zoekproces bevestigd voordat die telt
    prove   bevestigt alle puzzels van een spel nog eens, of die van een bestand
    spread  tekent als SVG hoe moeilijk de puzzels van alle spellen zijn

    Het maken gaat verder waar het gestopt is: wat elke partij oplevert, wordt meteen
    bewaard. Het gaat snel als het spel opgelost is (rowdy solve GAME), en anders
    langzaam.

    Voorbeelden:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove of spread
help-puzzles-games = hoeveel partijen er in totaal gespeeld worden, eerdere keren meegeteld (standaard: 1000)
help-puzzles-seed = de naam van de reeks partijen; dezelfde naam vindt dezelfde puzzels (standaard: 1)
help-puzzles-out = waar de puzzels of het plaatje komen; een naam die op .xz eindigt pakt ze in
help-puzzles-set = een bestand met puzzels om te bewijzen, in plaats van die er al zijn

puzzle-theme-row = Winnende rij
puzzle-theme-win-2 = Winst in twee
puzzle-theme-win-3 = Winst in drie
puzzle-theme-win-4 = Winst in vier
puzzle-theme-hold = Enige beurt
puzzle-theme-save = Red het gelijkspel
puzzle-theme-sure = Zekere winst
puzzle-theme-safe = Veilig spelen
puzzle-theme-holds = Verborgen kaart
puzzle-title-row = Win in deze beurt
puzzle-title-rubik-row = Sluit de rij in
puzzle-title-xoxo2-row = Vind de rij die het overleeft
puzzle-title-win-2 = Win in twee beurten
puzzle-title-win-3 = Win in drie beurten
puzzle-title-win-4 = Win in vier beurten
puzzle-title-hold = Maar één beurt houdt stand
puzzle-title-save = Red het gelijkspel
puzzle-title-sure = Welke tegel wint, wat de ander ook heeft?
puzzle-title-safe = Wat is veilig, wat de ander ook heeft?
puzzle-title-holds = Welke kaart kan de ander nog hebben?
puzzle-say-win = Je speelt als { $player }. Van { $turns } beurten is er één die wint.
puzzle-say-draw = Je speelt als { $player }. Van { $turns } beurten is er één die niet verliest.
puzzle-say-xoxo-sure = Elke kaart is er maar één keer, en iedereen toont meteen wat kan. Met één tegel win je in deze beurt als enige, wat de andere speler ook heeft.
puzzle-say-xoxo-holds = Elke kaart is er maar één keer, en iedereen toont meteen wat kan. Een van deze kaarten kan de andere speler hebben, de overige niet.
puzzle-say-djeco-safe = Na precies één van je zetten kan de andere speler niet met de volgende kaart winnen, wat die ook in de hand heeft.
puzzle-say-djeco-holds = De andere speler heeft net gepast, en wie kan spelen, moet. Een van deze kaarten kan die hebben, de overige niet.
puzzle-say-any = Precies één antwoord is goed, wat de anderen ook hebben.
puzzle-rival = De ander
puzzle-of-the-day = Puzzel van de dag, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] heel makkelijk
    [2] makkelijk
    [3] gemiddeld
    [4] moeilijk
   *[5] heel moeilijk
}
puzzle-head = { $game } · { $difficulty } (puzzel { $id })
puzzle-help = Typ zetten of hun nummers; of hint, oplossing, opnieuw, zetten, stop.
puzzle-prompt = Jouw antwoord:
puzzle-then = { $first }, dan { $then }
puzzle-more = Goed. De ander antwoordt: { $reply }. { $count ->
        [one] Nog één beurt te vinden.
       *[other] Nog { $count } beurten te vinden.
    }
puzzle-right = Opgelost!
puzzle-wrong = Dat is hem niet.
puzzle-hint-first = Zo begint het: { $move }
puzzle-hint-square = Kijk naar { $squares }.
puzzle-hint-not = Deze valt af: { $option }.
puzzle-solution = De oplossing: { $moves }
puzzle-refuted-now = Het antwoord is { $moves }, en de ander heeft gewonnen.
puzzle-refuted-loss = Het antwoord is { $moves }, en de ander wint { $count ->
        [one] meteen.
       *[other] in { $count } beurten.
    }
puzzle-refuted-draw = Het antwoord is { $moves }, en de ander kan het gelijkspel vasthouden.
puzzle-refuted-slow = Dat wint ook, maar later: pas na nog { $count ->
        [one] één beurt.
       *[other] { $count } beurten.
    }
puzzle-counterexample-sure = Dat lukt niet als de ander dit heeft: { $cards }.
puzzle-counterexample-safe = Hiermee wint de ander: { $cards }.
puzzle-counterexample-xoxo-holds = Die kaart is van jou, ligt al open, of de lijn ervoor ligt er: dan had de ander hem getoond.
puzzle-counterexample-djeco-holds = Die kaart had de ander kunnen spelen, en dan was er niet gepast.
puzzle-counterexample-any = Een ander antwoord is goed.
puzzle-rating = Je rating: { $rating } ({ $change })
puzzle-again-same = Deze had je al eens af, dus hij telt niet nog een keer.
puzzle-left = Kom terug wanneer je wilt: rowdy puzzle
puzzle-share = Rowdy-puzzel { $day } (verzameling { $version })
puzzle-streak = { $count ->
        [one] { $count } dag op rij
       *[other] { $count } dagen op rij
    }
puzzle-exported = Bewaard in { $path }.
puzzle-imported = Gelezen: rating { $rating }, { $count ->
        [one] één puzzel
       *[other] { $count } puzzels
    } af.
page-puzzles = Puzzels
page-puzzles-say = Elke dag één voor iedereen, en duizenden meer. Elke puzzel heeft precies één oplossing, en dat is bewezen.
page-puzzle-today = Puzzel van de dag
page-puzzle-practice = Oefenen
page-puzzle-mode = Welke puzzels
page-puzzle-game = Spel
page-puzzle-theme = Thema
page-puzzle-any-game = Alle spellen
page-puzzle-any-theme = Alle thema’s
page-puzzle-answers = Antwoorden
page-puzzle-hint = Hint
page-puzzle-solution = Oplossing
page-puzzle-again = Opnieuw
page-puzzle-next = Volgende puzzel
page-puzzle-more = Meer puzzels
page-puzzle-show = Laat zien
page-puzzle-days = { $count ->
        [one] { $count } dag op rij
       *[other] { $count } dagen op rij
    }
page-puzzle-share-text = Wat je kunt delen
page-puzzle-progress = Jouw uitslagen
page-puzzle-rating = Rating: { $rating }
page-puzzle-solved = In één keer opgelost: { $solved } van { $tries }
page-puzzle-best = Langste reeks dagen: { $best }
page-puzzle-kept = Dit alles blijft alleen op dit apparaat.
page-puzzle-export = Opslaan als bestand
page-puzzle-import = Bestand lezen
page-puzzle-import-wrong = In dat bestand staan geen uitslagen van puzzels.
page-puzzle-done = Deze had je al eens af, dus hij telt niet nog een keer.
page-puzzle-change = Rating { $rating } ({ $change })
puzzles-begin = Puzzels van { $game }, reeks “{ $seed }”; wat gevonden wordt, wordt bewaard in { $path }.
puzzles-resumed = { $count ->
        [one] Eén partij was
       *[other] { $count } partijen waren
    } al gespeeld; vanaf daar gaat het verder.
puzzles-stopped = Gestopt na { $count ->
        [one] één partij
       *[other] { $count } partijen
    }. Dezelfde opdracht gaat verder.
puzzles-progress = { $count } van { $total }
puzzles-count = { $count ->
        [one] Eén puzzel
       *[other] { $count } puzzels
    }
puzzles-written = Geschreven: { $path }, { $bytes } bytes.
puzzles-proved = { $game }: alle { $count } puzzels bewezen.
error-puzzle-line = Regel { $line } is geen puzzel van { $game }: het moet thema|rating|stelling|beurten|keuzes zijn.
error-puzzle-position = In { $position } is niemand aan de beurt, dus het is geen puzzel.
error-puzzle-journal = { $path } hoort bij een andere reeks partijen, of is beschadigd.
error-puzzle-progress = In dat bestand staan geen uitslagen van puzzels.
error-puzzle-moves = Een poging heeft hooguit { $most } zetten.
error-puzzle-not-wrong = Die poging is niet fout.
error-puzzle-games = Zeg met --games hoeveel partijen er gespeeld moeten worden, minstens één.
error-puzzle-out = Zeg met --out waar het plaatje moet komen.
error-puzzle-date = { $text } is geen datum; schrijf die als 2026-12-24.
error-puzzle-unknown = { $name } is hier niet bekend; wel bekend: { $known }.
error-puzzle-wrong = Een puzzel klopt niet: { $why } ({ $line })
error-no-puzzle = Er is geen puzzel { $id }.
error-no-such-puzzles = Zulke puzzels zijn er niet. { $games } { $themes }
error-no-puzzle-making = Van { $game } kunnen geen puzzels gemaakt worden: het is niet opgelost, en zijn kit leidt niets af.
error-not-an-answer = { $text } is niet een van de antwoorden: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Geheime doelen, drie op een rij, en elke tegel die je legt kan een ander helpen.

aim-xoxo = Je hebt geheime kaarten, elk voor een kleur, een vorm of een gezicht. Als drie tegels op een rij het allemaal hebben, mag je die kaart tonen; wie het eerst alle eigen kaarten heeft getoond, wint.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Win met drie op een rij voor elk van je doelen.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## Wat je nodig hebt

    Twee tot vier spelers vanaf zeven jaar, en een kwartier.

    - 48 tegels, allemaal verschillend. Op elke tegel staat een van vier kleuren (rood, blauw, groen, geel), een van vier vormen (cirkel, vierkant, driehoek, hart) en een van vier gezichten (lach, knipoog, verbazing, brompot).
    - 12 doelkaarten, één voor elke kleur, elke vorm en elk gezicht. De achterkant van een kaart verraadt alleen de soort: kleur, vorm of gezicht.

    Er zijn 64 tegels mogelijk. { $deck ->
        [custom] Je speelt met 48 tegels naar eigen keuze (huisregel *deck*).
       *[balanced] We spelen met 48 daarvan, zo gekozen dat elke kleur, elke vorm en elk gezicht op 12 tegels staat (huisregel *deck*).
    }

    ## Klaarzetten

    - Schud de tegels en geef elke speler een eigen stapel: { $piles ->
        [en] elk 12 tegels met twee spelers, elk 8 met drie, elk 6 met vier (huisregel *piles*). De andere 24 zijn de trekstapel.
       *[de] elk 12 tegels met twee spelers, elk 10 met drie, elk 8 met vier (huisregel *piles*). De andere 24, 18 of 16 zijn de trekstapel.
    }
    - Alle stapels liggen open. Iedereen ziet van elke stapel de bovenste tegel en hoeveel tegels het zijn; niemand ziet wat eronder ligt.
    - Schud de doelkaarten en deel ze gedekt uit: elk drie met twee of drie spelers, elk twee met vier. De andere gaan ongezien terug.
    - Houd je kaarten zo dat de anderen alleen de achterkant zien. Zij weten van elk van je kaarten de soort, maar niet welke het is.
    - Kies wie begint. Er wordt met de klok mee gespeeld.

    ![cards]

    ## Jouw beurt

    Leg precies één tegel: de bovenste van je eigen stapel of de bovenste van de trekstapel.

    - Met de eerste tegel begint het speelveld.
    - Zolang er nog geen negen tegels liggen, komt elke tegel op een leeg vak dat met een zijkant aan een liggende tegel grenst. Het speelveld wordt nooit breder of hoger dan drie.
    - Vanaf de tiende tegel bedekt elke tegel er een van het speelveld. De tegel die in de beurt ervoor is gelegd, mag niet bedekt worden; de tiende mag dus niet op de negende.

    ![grow]

    ![wide]

    ![cover]

    ## Kaarten tonen

    Je mag een doelkaart tonen in de beurt van wie dan ook, zolang de kleur, de vorm of het gezicht op alle drie de tegels van een rij, kolom of diagonaal staat.

    - Alleen de bovenste tegels tellen. Een lijn telt zodra de drie tegels er liggen, ook voordat het speelveld vol is. Verbreekt een nieuwe tegel de lijn, dan is die weg.
    - Een lijn raakt nooit op. Je kunt er meerdere kaarten mee tonen, en anderen de hunne ook.
    - Na elke tegel krijgen alle spelers die nog kaarten hebben de vraag, ook wie niets te tonen heeft, zodat de vraag geen geheim verraadt.
    - Kies in het geheim: zoveel passende kaarten als je wilt, of geen. Niemand hoeft een kaart te tonen.
    - Als iedereen gekozen heeft, gaan de gekozen kaarten tegelijk open. Ze blijven open liggen.
    - Heeft iemand een kaart getoond en gaat het spel verder, dan krijgt iedereen de vraag opnieuw. Toont niemand meer iets, dan begint de volgende beurt.

    ![lines]

    ![shared]

    ![broken]

    ## Het einde

    - Toon je je laatste kaart, dan win je meteen. Iedereen die dat op hetzelfde moment doet, deelt de winst.
    - Het spel eindigt ook als een stapel op is, een eigen stapel of de trekstapel: de laatste tegel ervan is gelegd. Wie de meeste kaarten heeft getoond, wint.
    - { $last_window ->
        [no] Op die laatste tegel kan geen kaart meer getoond worden: de kaarten worden meteen geteld (huisregel *last_window*).
       *[yes] Voordat de kaarten geteld worden, krijgt iedereen de vraag zoals altijd, en wie nu de laatste eigen kaart toont, wint nog meteen (huisregel *last_window*).
    }
    - Hebben meerdere spelers de meeste kaarten, ga dan de tafel rond in de volgorde van de beurten, te beginnen na de speler die de stapel heeft leeggemaakt. De eerste van hen die je tegenkomt, wint. De speler die de stapel heeft leeggemaakt, komt als laatste. Dat geldt ook als niemand een kaart heeft getoond.

example-xoxo-aim = Op b3, c3 en d3 liggen drie harten: wie de hartkaart heeft, mag die tonen.
example-xoxo-cards = Je eigen kaarten zie je; van de kaarten van anderen zie je de achterkant, die alleen de soort verraadt. Je kiest uit twee tegels: de bovenste van je stapel en de bovenste van de trekstapel.
example-xoxo-grow = Er liggen drie tegels. De volgende mag op elk gemerkt vak: naast een tegel, en alles binnen drie bij drie.
example-xoxo-wide = Nu is het speelveld drie breed. Het kan nog naar boven of naar beneden groeien, maar niet meer opzij.
example-xoxo-cover = Het speelveld is vol, en de volgende tegel bedekt een andere. Alleen de tegel op c2 mag niet bedekt worden: die is in de beurt ervoor gelegd.
example-xoxo-lines = Drie lijnen: rood op b4, c4 en d4, een kleur; driehoek op b3, c3 en d3, een vorm; knipoog op b2, c2 en d2, een gezicht.
example-xoxo-shared = Eén lijn voor twee kaarten: b3, c3 en d3 zijn allemaal blauw, en het zijn allemaal harten.
example-xoxo-broken = Een blauwe tegel bedekt de rode op d4. De rode lijn is weg; de andere twee tellen nog.

typing-xoxo =
    Vakken hebben een letter voor de kolom, van links, en een cijfer voor de rij, van onderen. De eerste tegel komt op `c3`, het midden van de vakken `a1` t/m `e5`.

    - `own@c3` legt de bovenste tegel van je eigen stapel op c3.
    - `draw@b3` legt de bovenste tegel van de trekstapel op b3.
    - `bewaren rood` bewaart een kaart, `tonen rood` geeft hem weer vrij. Een kaart die je niet bewaart, wordt vanzelf getoond zodra de lijn er ligt.

    Een tegel schrijf je als kleur, vorm en gezicht, met de Engelse beginletters: `rss` is een rood vierkant met een verbaasd gezicht. Kleuren: `r` rood, `b` blauw, `g` groen, `y` geel. Vormen: `c` cirkel, `s` vierkant, `t` driehoek, `h` hart. Gezichten: `j` lach, `w` knipoog, `s` verbazing, `g` brompot.


## XOXO: house rules

ruling-piles = Hoeveel tegels heeft elke eigen stapel?
ruling-piles-de = Elk 12 met twee spelers, elk 10 met drie, elk 8 met vier; de trekstapel heeft er 24, 18 of 16.
ruling-piles-en = Elk 12 met twee spelers, elk 8 met drie, elk 6 met vier; de trekstapel heeft er altijd 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 of 8 tegels met twee, drie of vier spelers
says-xoxo-piles-en = 12, 8 of 6 tegels met twee, drie of vier spelers

ruling-deck = Welke 48 van de 64 mogelijke tegels doen mee?
ruling-deck-balanced = Een gelijke verdeling: elke kleur, vorm en elk gezicht staat op 12 tegels, elk paar (zeg rood en hart) op 3. Nummer de vier kleuren, vormen en gezichten van 0 t/m 3, in de volgorde van de regels: de 16 tegels waarvan de drie nummers samen een veelvoud van 4 zijn, doen niet mee.
ruling-deck-custom = Je eigen lijst van 48 verschillende tegels.

ruling-last_window = Mogen er nog kaarten getoond worden op de tegel die een stapel leegmaakt?
ruling-last_window-yes = Ja: iedereen krijgt de vraag zoals na elke andere tegel, en wie dan de laatste eigen kaart toont, wint meteen.
ruling-last_window-no = Nee: de kaarten die al getoond zijn, worden meteen geteld.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Volgens beide eindigt het spel meteen, en volgens beide mag je op elk moment een kaart tonen. Het Engelse klinkt iets meer als nee, want het telt de kaarten die getoond zijn als de stapel opraakt; het Duitse is losser.

## XOXO: decisions

decision-xoxo-one-card-a-value = Er is precies één doelkaart voor elke kleur, elke vorm en elk gezicht. De regelboekjes noemen alleen het aantal en de soorten van de kaarten, en twaalf kaarten passen één op één bij twaalf waarden.
decision-xoxo-any-number = Je mag zoveel kaarten als je wilt op hetzelfde moment tonen. De regelboekjes laten dat open, en aan een echte tafel houdt niets je tegen om er twee tegelijk open te leggen.
decision-xoxo-early-lines = Een lijn telt zodra de drie tegels er liggen, ook voordat het speelveld vol is. De regelboekjes verbieden het niet, en een lijn is een lijn.
decision-xoxo-tie-among-tied = Bij een gelijke stand gaat het alleen tussen de spelers die gelijk staan. Het Duitse regelboekje zegt dat; het Engelse laat die woorden weg, en dan zou iemand met minder kaarten kunnen winnen.
decision-xoxo-top-before-window = De nieuwe bovenste tegel van een stapel is te zien voordat iemand de vraag krijgt om een kaart te tonen. Ook aan een echte tafel zie je die zodra de tegel erboven is gepakt.

## XOXO: editions

edition-xoxo-de = Duitse spelregels
edition-xoxo-en = Engelse spelregels (kleinere stapels met drie en vier spelers)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason; so are all messages of this kind.
decided-xoxo-last_card = met iemands laatste kaart
decided-xoxo-pile = met een lege stapel
decided-xoxo-pile_tie = met een lege stapel en een gelijke stand


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Krijg drie van je stenen op een rij, allemaal met dezelfde kant boven. Heb je nog drie op een rij nadat de andere speler een van je stenen heeft omgedraaid, dan win je.
   *[enclosed] Krijg drie van je stenen op een rij, allemaal met dezelfde kant boven, zonder leeg vak ernaast. Dan kan niemand ze nog omdraaien, en win je.
}
short-aim-flip = { $row ->
    [survives] Win met drie gelijke die het omdraaien overleven.
   *[enclosed] Win met drie gelijke op een rij, geen gat ernaast.
}

flip-turn =
    - **Eerst omdraaien.** Neem een steen van je tegenspeler, welke je maar wilt, verplaats hem naar een leeg vak direct ernaast, niet schuin, en draai hem om. Je moet dit doen als het kan, ook als het je tegenspeler helpt. Je slaat het alleen over als geen enkele steen van je tegenspeler een leeg vak naast zich heeft.
    - **Dan plaatsen.** Plaats een van je eigen stenen van naast het speelbord op een leeg vak naar keuze, met welke kant boven je maar wilt. Ook dit moet je doen, zelfs als het je tegenspeler helpt. Het vak dat bij het omdraaien net leeg is geworden, mag ook.

    ![flip]

    ![place]

flip-winning =
    Een **rij** bestaat uit drie stenen van één speler, allemaal met dezelfde kant boven, op drie vakken naast elkaar in een rechte lijn: van links naar rechts, van boven naar beneden, of schuin. Het speelbord heeft 24 van zulke lijnen. Vier op één lijn tellen als twee rijen.

    ![sides]

    { $row ->
        [survives]
            Je wint als je een rij hebt en je tegenspeler daarna een steen heeft omgedraaid, of er geen kan omdraaien (huisregel *row*). Het spel eindigt zodra dit zeker is:

            - Aan het eind van je beurt, als je een rij hebt en je tegenspeler helemaal niets kan omdraaien.
            - Aan het eind van je beurt, als je tegenspeler wel kan omdraaien, maar je bij **elke** mogelijkheid daarvoor een rij overhoudt: een oude, of een nieuwe die door het omdraaien zelf ontstaat.
            - Anders meteen nadat je tegenspeler heeft omgedraaid, als je dan een rij hebt. Er wordt dan niets meer geplaatst.

            Een rij die je tegenspeler nog kan verbreken, wint dus nog niets. Twee rijen waarvan er maar één te verbreken is, winnen wel. Een rij die je tegenspeler had kunnen verbreken, maar niet verbrak, wint na het omdraaien; ook een rij die je tegenspeler zonder noodzaak voor je maakt. Allebei tegelijk winnen kan nooit.

            ![breakable]

            ![survived]

            ![two]

            ## Het einde

            Liggen alle zestien stenen op het speelbord en heeft niemand gewonnen, dan eindigt het spel: niemand wint.
       *[enclosed]
            Een rij is **ingesloten** als geen vak leeg is dat met een zijkant aan een van de drie stenen grenst. Dan kan geen van die stenen omgedraaid worden. De rand van het speelbord doet geen kwaad; lege vakken wel.

            - Heb je een ingesloten rij, dan win je meteen, na het omdraaien net zo goed als na het plaatsen, en wie die zet ook deed (huisregel *row*).
            - Is het spel met het omdraaien gewonnen, dan wordt er niets meer geplaatst.
            - Een rij die niet ingesloten is, wint nog niets.
            - Krijgen allebei de spelers door één keer omdraaien of één geplaatste steen een ingesloten rij voordat alle zestien stenen liggen, dan { $both_rows ->
                [mover] wint wie die zet deed
                [opponent] wint de andere speler, niet wie die zet deed
               *[draw] is het gelijkspel
            } (huisregel *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## Het einde

            Liggen alle zestien stenen op het speelbord, dan is het spel afgelopen. Heeft precies één speler een rij, dan heeft die gewonnen; op een vol speelbord is elke rij ingesloten. Heeft niemand een rij, of hebben ze er allebei een, dan is het gelijkspel.
    }

flip-example-aim = { $row ->
    [survives] De laatste steen is op d1 geplaatst. Welke steen er nu ook omgaat, de rij op a1, b1 en c1 blijft: gewonnen.
   *[enclosed] De laatste steen is op d1 geplaatst. De rij op a1, b1 en c1 heeft geen leeg vak meer naast zich: gewonnen.
}
flip-example-flip = Het omdraaien: een steen van je tegenspeler gaat van b3 naar b4 en wordt omgedraaid, zodat de andere kant boven ligt.
flip-example-place = Daarna plaats je een eigen steen, hier op b3, het vak dat bij het omdraaien net leeg werd.
flip-example-sides = Dit is geen rij: b2, c2 en d2 zijn van één speler, maar niet allemaal met dezelfde kant boven.
flip-example-open = Een rij op b2, c2 en d2, maar niet ingesloten: a2, b1, c3, d1 en d3 ernaast zijn leeg. Die wint nog niets.
flip-example-enclosing = Het omdraaien van d2 naar d1 vult het laatste gat naast de rij op a1, b1 en c1. Wie de rij heeft, wint meteen, al heeft de andere speler omgedraaid.
flip-example-both = De steen op b2 sluit twee rijen tegelijk in: een op a1, a2 en a3, de andere op c1, c2 en c3. { $both_rows ->
    [mover] Volgens de huisregel wint wie hem plaatste.
    [opponent] Volgens de huisregel wint de andere speler.
   *[draw] Het is gelijkspel.
}
flip-example-breakable = De rij op b2, c2 en d2 wint nog niets: met omdraaien van d2 naar d3 is die verbroken.
flip-example-survived = De tegenspeler draait de steen van a4 om naar a3 en laat de rij op b2, c2 en d2 zoals die is. De rij heeft het omdraaien overleefd en wint; er wordt niets meer geplaatst.
flip-example-two = De steen op a4 maakt twee rijen, en kan zelf niet omgedraaid worden. Omdraaien kan maar een van de twee verbreken: dat wint meteen.

flip-no-flip = Kan er niets omgedraaid worden, dan is een beurt alleen de geplaatste steen, zoals `a@d1`. Eindigt het spel met het omdraaien, dan is de beurt alleen dat.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Draai er een van de ander om, plaats er zelf een, en sluit drie op een rij in voor ze wegglippen.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## Wat je nodig hebt

    Twee spelers en ongeveer tien minuten (onze schatting).

    - Een speelbord van vier bij vier vakken.
    - 16 stenen met twee kanten, acht voor elke speler. De ene speler heeft de stenen met een X, met een blauwe en een groene kant. De andere heeft die met een O, met een gele en een witte kant.

    ## Klaarzetten

    Het speelbord is leeg en elke speler heeft de eigen acht stenen ernaast. X begint.

    ## Jouw beurt

    In de allereerste beurt plaatst X alleen één steen, met een kant naar keuze boven, op een vak naar keuze. Vanaf dan heeft elke beurt twee delen, in deze volgorde.

    { flip-turn }

    ## Winnen

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
    Vakken hebben een letter voor de kolom, `a` t/m `d` van links, en een cijfer voor de rij, `1` t/m `4` van onderen. X heeft de stenen `A` (blauwe kant boven) en `B` (groene kant boven); O heeft `a` (gele kant boven) en `b` (witte kant boven).

    - `B@b3` plaatst een X met de groene kant boven op b3. Dat kan de eerste beurt zijn.
    - `b3-b4` draait de steen op b3 om naar b4.
    - `b3-b4 a@d1` is een hele beurt van O: omdraaien, dan plaatsen.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Welke rij wint het spel?
ruling-row-enclosed = Een ingesloten rij: geen vak is leeg dat met een zijkant aan een van de drie stenen grenst.
ruling-row-survives = Een rij die het omdraaien van de tegenspeler overleeft: je hebt een rij, en je tegenspeler heeft daarna omgedraaid, of kan dat niet.
says-rubik-row-enclosed = een ingesloten rij
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = een rij die het omdraaien overleeft
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = Het Duitse regelboekje is dat van Rubik’s Tac Toe, het Nederlandse dat van XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Wie wint als één zet allebei de spelers een ingesloten rij geeft voordat alle stenen geplaatst zijn?
ruling-both_rows-draw = Niemand: het is gelijkspel.
ruling-both_rows-mover = Wie die zet deed.
ruling-both_rows-opponent = De andere speler, niet wie die zet deed.
ruling-rubik-both_rows-source = Het spreekt pas van twee rijen als alle stenen geplaatst zijn, en noemt dat gelijkspel. Dit alles doet er alleen toe waar ingesloten rijen winnen.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = Een rij ligt op vakken naast elkaar: alleen het Nederlandse regelboekje, dat van XOXO², zegt dat, en wij nemen hetzelfde voor beide spellen. Vier op één lijn telt ook, want daar zitten rijen van drie in.
decision-rubik-last-step = Een rij wint alleen als die niet ongedaan te maken is, of niet ongedaan is gemaakt. Met het doel dat het Nederlandse regelboekje aan het begin noemt, zou elke rij meteen winnen, maar de laatste stap vraagt meer, en zonder dat zou het omdraaien er nauwelijks toe doen.
decision-rubik-unbroken = Een rij die je tegenspeler had kunnen verbreken, maar niet verbrak, wint na het omdraaien, en ook een rij die je tegenspeler zonder noodzaak voor je maakte. Het Nederlandse regelboekje spreekt alleen van rijen die niet ongedaan te maken zijn en van gedwongen omdraaien; na het omdraaien is de kans om de rij ongedaan te maken voorbij.

## Rubik’s Tac Toe: editions

edition-rubik-de = Duitse spelregels

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = met een winnende rij
decided-rubik-both_rows = met rijen van beide spelers tegelijk
decided-rubik-full = met alle stenen geplaatst en geen rij


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Drie op een rij is makkelijk. Liggen ze er nog als je tegenspeler heeft omgedraaid?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## Wat je nodig hebt

    Twee spelers en ongeveer tien minuten (onze schatting).

    - Een speelbord van vier bij vier vakken.
    - 16 speelkaarten met twee kanten, hier stenen genoemd, acht voor elke speler. De ene speler heeft de sterren, de andere de zeshoeken. Elke steen heeft een groene en een rode kant: de achtergrondkleur.

    ## Klaarzetten

    Het speelbord is leeg en elke speler heeft de eigen acht stenen ernaast. De ster begint.

    ## Jouw beurt

    In de allereerste beurt plaatst de ster alleen één steen, met een kant naar keuze boven, op een vak naar keuze. Vanaf dan heeft elke beurt twee delen, in deze volgorde.

    { flip-turn }

    ## Winnen

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
    Vakken hebben een letter voor de kolom, `a` t/m `d` van links, en een cijfer voor de rij, `1` t/m `4` van onderen. De ster heeft de stenen `A` (groene kant boven) en `B` (rode kant boven); de zeshoek heeft `a` (groene kant boven) en `b` (rode kant boven).

    - `B@b3` plaatst een ster met de rode kant boven op b3. Dat kan de eerste beurt zijn.
    - `b3-b4` draait de steen op b3 om naar b4.
    - `b3-b4 a@d1` is een hele beurt van de zeshoek: omdraaien, dan plaatsen.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = Een rij ligt op vakken naast elkaar, zoals het Nederlandse regelboekje zegt, en vier op één lijn telt ook, want daar zitten rijen van drie in.
decision-xoxo2-last-step = Een rij wint alleen als die niet ongedaan te maken is, of niet ongedaan is gemaakt. Met het doel dat het regelboekje aan het begin noemt, zou elke rij meteen winnen, maar de laatste stap vraagt meer, en zonder dat zou het omdraaien er nauwelijks toe doen.
decision-xoxo2-unbroken = Een rij die je tegenspeler had kunnen verbreken, maar niet verbrak, wint na het omdraaien, en ook een rij die je tegenspeler zonder noodzaak voor je maakte. Het regelboekje spreekt alleen van rijen die niet ongedaan te maken zijn en van gedwongen omdraaien; na het omdraaien is de kans om de rij ongedaan te maken voorbij.
decision-xoxo2-anywhere = De steen mag op elk leeg vak geplaatst worden. Eén zin van het regelboekje kun je lezen als “op het vak dat net leeg is”; wij vatten dat op als een vak dat mag, niet als het enige.
decision-xoxo2-star-starts = De ster begint: zo staat het op de plaatjes in het regelboekje.

## XOXO²: editions

edition-xoxo2-nl = Nederlandse spelregels

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Drie op een rij, keer op keer: leg, stapel, haal weg, en let op wie je helpt.

aim-djeco = { $scorer ->
    [maker] Telkens als je een kaart speelt die drie van één kleur op een rij legt, krijg je een fiche.
   *[owner] Telkens als er drie kaarten van jouw kleur op een rij komen te liggen, krijg je een fiche.
} Wie er het eerst minstens { $target } heeft, en minstens twee meer dan de ander, wint.
short-aim-djeco = { $scorer ->
    [maker] Drie van één kleur op een rij: een fiche voor jou.
   *[owner] Drie van jouw kleur op een rij: een fiche voor jou.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## Wat je nodig hebt

    Twee spelers van zes tot negenennegentig jaar, en ongeveer een kwartier (onze schatting).

    - 18 rode kaarten en 18 blauwe kaarten, elk met een getal (huisregel *numbers*). { $numbers-text }
    - 6 gele en 2 groene weghaalkaarten, zonder getal. Daarmee haal je kaarten van tafel: met een gele van één vak, met een groene van een hele lijn.
    - 24 fiches.

    ## Klaarzetten

    - Vóór het delen krijgt elke speler een kleur. Hier heeft plek 1 rood en plek 2 blauw.
    - Spreek af met hoeveel fiches je wint: hier { $target } (huisregel *target*).
    - Schud alle 44 kaarten en geef elke speler er vijf. De rest is de gedekte trekstapel.
    - De jongste begint. Hier kies je welke plek begint.
    - De kaarten in de hand zijn geheim. Open voor iedereen zijn het aantal kaarten van elke hand en van de trekstapel, de aflegstapel, de stapels en de fiches.

    ## Jouw beurt

    Speel één kaart, pak de fiches, kijk of het spel afgelopen is, en trek dan een kaart als de trekstapel er nog heeft. Je moet spelen als het kan, ook als je alleen nog een weghaalkaart of een kaart van de andere kleur hebt, en ook als het je tegenspeler helpt. Je kunt een kaart op een van deze manieren spelen.

    - **Leg een rode of blauwe kaart op een leeg vak.** { $grid ->
        [fixed] Het speelveld bestaat uit de drie bij drie vakken van `b2` t/m `d4`, en elk daarvan mag (huisregel *grid*). De kaart hoeft geen andere te raken.
       *[floating] Alle vakken die gebruikt zijn sinds de tafel het laatst leeg was, moeten in een speelveld van drie bij drie passen (huisregel *grid*). Een vak dat is leeggemaakt, telt nog als gebruikt. De kaart hoeft geen andere te raken. Is de tafel leeg geworden, dan begint de volgende kaart weer in het midden.
    }
    - **Stapel een rode of blauwe kaart** boven op een kaart met hetzelfde getal, wat de kleuren ook zijn.
    - **Maak een vak leeg met een gele kaart:** { $yellow ->
        [some] een of meer van de bovenste kaarten van één stapel, zoveel je wilt, gaan naar de aflegstapel, met de gele kaart (huisregel *yellow*).
       *[stack] de hele stapel daar gaat naar de aflegstapel, met de gele kaart (huisregel *yellow*).
    }
    - **Haal een lijn weg met een groene kaart:** alle drie de stapels van een rij, kolom of diagonaal zonder gat gaan naar de aflegstapel, met de groene kaart. De kleuren doen er niet toe.

    Een vol speelveld beëindigt het spel niet. Op een lege tafel kun je geen gele of groene kaart spelen.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Fiches

    Alleen de bovenste kaarten tellen. Telkens als er drie kaarten van één kleur in een rij, kolom of diagonaal komen te liggen, pakt { $scorer ->
        [maker] **wie de kaart speelde** een fiche, wat de kleur ook is
       *[owner] de **eigenaar van die kleur** een fiche, wie de kaart ook speelde
    } (huisregel *scorer*). In een beurt verandert hooguit één bovenste kaart in een andere, dus alle nieuwe lijnen van een beurt hebben dezelfde kleur.

    - De kaarten blijven liggen. Een lijn die er al was en er nog is, levert niet opnieuw iets op. Een lijn die verbroken was en opnieuw gemaakt wordt, levert weer een fiche op.
    - Maakt één kaart meerdere lijnen af, dan { $lines ->
        [one] leveren ze samen één fiche op
       *[each] levert elke lijn een fiche op
    } (huisregel *lines*).
    - { $yellow ->
        [some] Komt er door een gele kaart een lijn tevoorschijn, dan levert die een fiche op als elke andere, in welke kleur ook.
       *[stack] Weghalen levert niets op: zo kan er geen lijn tevoorschijn komen.
    }
    - Zijn er minder fiches over dan verdiend, dan pak je wat er nog is.

    ![helping]

    ![double]

    ## Als je niet kunt spelen

    - Heb je geen kaart die gespeeld kan worden, of helemaal geen kaart, maar kan je tegenspeler wel spelen, dan gaat de beurt naar je tegenspeler. Je trekt niets. Dat verraadt iets over je hand, en dat geeft niet.
    - Kunnen jullie allebei niet spelen, dan trekken jullie elk een kaart, eerst de speler die aan de beurt is. Dan kijk je opnieuw, enzovoort. De speler die aan de beurt is speelt als dat kan; zo niet, dan speelt de ander.
    - Wie een kaart speelt, trekt zoals altijd. Er is geen grens aan het aantal kaarten in je hand.

    ## Het einde

    - De eerste speler met minstens { $target ->
        [one] één fiche
       *[other] { $target } fiches
    } **en** minstens twee meer dan de ander wint meteen, wie er ook aan de beurt is.
    - Kunnen jullie allebei niet spelen en is er geen kaart meer om te trekken, dan eindigt het spel: wie de meeste fiches heeft wint, evenveel is gelijkspel.
    - Zijn alle 24 fiches verdeeld, dan is het gelijkspel: dat kan alleen met elk twaalf, want bij elke andere verdeling is er al eerder gewonnen.
    - { $discard ->
        [recycle] Is de trekstapel leeg en moet er een kaart getrokken worden, dan wordt de aflegstapel geschud tot een nieuwe trekstapel; is die ook leeg, dan wordt er niets getrokken (huisregel *discard*). Om de kaarten niet eeuwig rond te laten gaan eindigt het spel nadat er 300 kaarten gespeeld zijn: wie de meeste fiches heeft wint, evenveel is gelijkspel.
       *[out] De aflegstapel blijft uit het spel, ook als de trekstapel leeg is (huisregel *discard*).
    }

example-djeco-aim = De rode 4 op d3 maakt drie rode kaarten op een rij: rood pakt een fiche.
example-djeco-floating = Er liggen twee kaarten. De volgende mag op elk gemerkt vak, zolang alles in een speelveld van drie bij drie past.
example-djeco-fixed = Het speelveld ligt vanaf het begin vast: de volgende kaart mag op elk leeg vak ervan.
example-djeco-stack = De blauwe 5 mag op de rode 5, want de getallen zijn gelijk. Vanaf nu telt c3 als blauw.
example-djeco-yellow-stack = Een gele kaart maakt c3 leeg: beide kaarten daar gaan naar de aflegstapel.
example-djeco-yellow-some = Een gele kaart haalt één kaart van de stapel op c3: de rode 5 eronder telt weer.
example-djeco-green = Een groene kaart haalt de lijn van b2 tot d4 weg, wat de kleuren ook zijn.
example-djeco-helping = { $scorer ->
    [maker] Rood heeft alleen nog een blauwe kaart, en die past alleen op d3. Dat maakt een blauwe lijn op b3, c3 en d3, en de fiche gaat naar rood, die hem speelde.
   *[owner] Rood heeft alleen nog een blauwe kaart, en die past alleen op d3. Dat maakt een blauwe lijn op b3, c3 en d3, en blauw pakt er een fiche voor.
}
example-djeco-double = { $lines ->
    [one] De rode 3 op d3 maakt twee lijnen af, van links naar rechts en van boven naar beneden. Samen leveren ze één fiche op.
   *[each] De rode 3 op d3 maakt twee lijnen af, van links naar rechts en van boven naar beneden: twee fiches.
}

typing-djeco =
    Vakken hebben een letter voor de kolom, van links, en een cijfer voor de rij, van onderen. { $grid ->
        [fixed] Het speelveld is `b2` t/m `d4`, en de eerste kaart mag op elk vak ervan.
       *[floating] De eerste kaart komt op `c3`, het midden van de vakken `a1` t/m `e5`.
    }

    - `r7@c3` legt de rode 7 op c3; `b7@c3` stapelt daar de blauwe 7 op.
    - { $yellow ->
        [some] `y2@b3` haalt met een gele kaart de bovenste twee kaarten van de stapel op b3.
       *[stack] `y@b3` maakt b3 leeg met een gele kaart.
    }
    - `g@b2-d4` haalt met een groene kaart de lijn van b2 tot d4 weg.
    - `pass` zegt dat je geen kaart kunt spelen. Het is dan je enige zet, en mag anders nooit.


## Djeco Tic Tac Toe: house rules

ruling-target = Met hoeveel fiches win je?
# $n is a number from 1 to 12.
ruling-target-n = Fiches om te winnen: minstens { $n }, met een voorsprong van minstens twee.

ruling-numbers = Welke getallen staan er op de 18 kaarten van een kleur?
ruling-numbers-1-9x2 = Elk getal van 1 t/m 9 twee keer, voor beide kleuren hetzelfde.
ruling-numbers-1-6x3 = Elk getal van 1 t/m 6 drie keer, voor beide kleuren hetzelfde: hogere stapels.
ruling-numbers-custom = Je eigen lijst van 18 getallen, voor beide kleuren hetzelfde.

ruling-yellow = Wat haalt een gele kaart weg?
ruling-yellow-stack = De hele stapel op één vak.
ruling-yellow-some = Een of meer van de bovenste kaarten van één stapel, zoveel je wilt.
says-djeco-yellow-stack = de hele stapel
says-djeco-yellow-some = een of meer kaarten

ruling-scorer = Wie krijgt de fiche voor een lijn?
ruling-scorer-owner = De eigenaar van de kleur, wie de kaart ook speelde.
ruling-scorer-maker = Wie de kaart speelde die de lijn maakte, wat de kleur ook is.
says-djeco-scorer-owner = het doel is lijnen van je eigen kleur
ruling-djeco-scorer-source = Het Portugese en het Deense spreken van lijnen van dezelfde kleur. En een opmerking in alle vijf geeft de fiche aan de speler die een lijn maakt, maar zegt ook dat je met de kleur van de ander de ander helpt.

ruling-lines = Wat als één kaart meerdere lijnen van één kleur afmaakt?
ruling-lines-each = Elk van die lijnen levert een fiche op.
ruling-lines-one = Samen leveren ze één fiche op.
says-djeco-lines-each = een fiche telkens als er een lijn gemaakt wordt

ruling-discard = Wat als de trekstapel leeg is en er een kaart getrokken moet worden?
ruling-discard-out = De aflegstapel blijft uit het spel, en er wordt niets getrokken.
ruling-discard-recycle = De aflegstapel wordt geschud tot een nieuwe trekstapel, als er kaarten liggen; het spel eindigt uiterlijk na 300 kaarten.
says-djeco-discard-out = de aflegstapel is uit het spel

ruling-grid = Ligt het speelveld van drie bij drie vanaf het begin vast?
ruling-grid-floating = Nee: het krijgt vorm rond de kaarten, en de eerste kaart komt op c3.
ruling-grid-fixed = Ja: het zijn de vakken b2 t/m d4, en de eerste kaart komt op een daarvan.
ruling-djeco-grid-source = Alle vijf spreken van een denkbeeldig vierkant.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Elke kaart die gespeeld kan worden is goed, en een gele of groene kaart moet gespeeld worden als niets anders kan. Een opmerking in alle vijf regelboekjes leest alsof elke beurt een rode of blauwe kaart vraagt, maar hun eigen opsommingen zeggen iets anders.
decision-djeco-owner-by-default = Als je niet anders kiest, gaat de fiche naar de eigenaar van de kleur, in elke editie. De regelboekjes kun je op beide manieren lezen, maar alle zeggen dat je met de kleur van de ander de ander helpt, en alleen zo is dat waar.
decision-djeco-four-directions = Lijnen voor fiches lopen van links naar rechts, van boven naar beneden en langs beide diagonalen. De regelboekjes zeggen dat alleen voor de groene kaart, en het Russische noemt daar alleen rijen; één soort lijn voor alles is makkelijker te zien.
decision-djeco-pass-draws-nothing = Zit maar één speler vast, dan past die en trekt niets. De regelboekjes spreken alleen van een spel dat voor allebei vastzit; een kaart voor elke keer passen zou een cadeautje zijn.
decision-djeco-cleared-binds = Een leeggemaakt vak hoort nog bij het speelveld van drie bij drie tot de tafel leeg is. De regelboekjes spreken van één denkbeeldig vierkant, en dat zou het niet zijn als het ging wandelen.
decision-djeco-our-ends = Het spel eindigt ook als geen van beide spelers kan spelen en de trekstapel leeg is, en als de laatste fiche gepakt is. De regelboekjes noemen alleen het afgesproken aantal fiches, maar elk spel moet een einde hebben.
decision-djeco-light-scores = Waar een gele kaart een deel van een stapel mag weghalen, levert een lijn van bovenste kaarten die tevoorschijn komt een fiche op, in welke kleur ook. Er liggen dan drie van één kleur op één lijn, en dat telt.
decision-djeco-one-a-turn = Je trekt één kaart per beurt, een groene kaart heeft drie volle vakken nodig, en een gele kaart haalt weg van één vak. De lossere woorden van het Zweedse regelboekje, en van het Russische over de groene kaart, zien we als slordigheden.
decision-djeco-turns-are-cards = De 300 beurten waarna een partij met geschudde aflegstapel eindigt, zijn gespeelde kaarten; passen telt niet, want er gebeurt niets op tafel. Wie niet kan spelen, zegt dat door te passen, zodat niemand hoeft te raden waarom de beurt doorgaat.

## Djeco Tic Tac Toe: editions

edition-djeco-it = Italiaanse spelregels
edition-djeco-pt = Portugese spelregels
edition-djeco-sv = Zweedse spelregels (een gele kaart haalt een of meer kaarten van een stapel)
edition-djeco-da = Deense spelregels (een gele kaart haalt een of meer kaarten van een stapel)
edition-djeco-ru = Russische spelregels (een gele kaart haalt een of meer kaarten van een stapel)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = met genoeg fiches
decided-djeco-tokens = met alle fiches verdeeld
decided-djeco-turns = na 300 kaarten
decided-djeco-blocked = doordat niemand kan spelen

## A live table

open-seat = een vrije plek
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = beginner
level-easy = makkelijk
level-casual = losjes
level-medium = gemiddeld
level-skilled = geoefend
level-advanced = gevorderd
level-strong = sterk
level-greedy = hebberig
level-random = willekeurig
level-perfect = perfect
level-mcts = zoeken
waiting-for-people = { $count ->
    [one] Wachten op nog één speler.
   *[other] Wachten op nog { $count } spelers.
}
told-sat = { $you ->
    [yes] Je gaat zitten.
   *[no] { $who } gaat zitten.
}
told-undo-asked = { $you ->
    [yes] Je wilt je laatste zet graag terugnemen.
   *[no] { $who } wil de laatste eigen zet graag terugnemen.
}
told-undo-granted = { $you ->
    [yes] Je vindt het goed.
   *[no] { $who } vindt het goed.
}
told-undo-refused = { $you ->
    [yes] Je speelt liever verder.
   *[no] { $who } speelt liever verder.
}
told-undone = Teruggenomen. Vanaf nu is deze ronde oefening.
told-resigned = { $you ->
    [yes] Je geeft op.
   *[no] { $who } geeft op.
}
told-left = { $you ->
    [yes] Je gaat van tafel.
   *[no] { $who } gaat van tafel.
}
told-back = { $you ->
    [yes] Je bent terug.
   *[no] { $who } is terug.
}
told-again = { $you ->
    [yes] Je wilt graag nog een ronde.
   *[no] { $who } wil graag nog een ronde.
}
told-sits-in = { $you ->
    [yes] { $bot } valt voor je in tot je terugkomt.
   *[no] { $bot } valt in voor { $who }, tot die terugkomt.
}
told-bot-came = { $bot } neemt de vrije plek.
reaction-hello = { $you ->
    [yes] Je zwaait.
   *[no] { $who } zwaait.
}
reaction-thanks = { $you ->
    [yes] Je zegt: bedankt!
   *[no] { $who } zegt: bedankt!
}
reaction-well-played = { $you ->
    [yes] Je zegt: goed gespeeld!
   *[no] { $who } zegt: goed gespeeld!
}
reaction-clap = { $you ->
    [yes] Je klapt.
   *[no] { $who } klapt.
}
reaction-laugh = { $you ->
    [yes] Je lacht.
   *[no] { $who } lacht.
}
reaction-wow = { $you ->
    [yes] Je bent onder de indruk.
   *[no] { $who } is onder de indruk.
}
reaction-oops = { $you ->
    [yes] Je zegt: oeps!
   *[no] { $who } zegt: oeps!
}
reaction-thinking = { $you ->
    [yes] Je denkt na.
   *[no] { $who } denkt na.
}
error-stale = Er is intussen iets gebeurd: kijk nog eens.
error-too-many-side-commands = Er is nu wel genoeg veranderd, teruggenomen en weggelopen voor één ronde ({ $most }): speel verder.
error-undo-away = { $name } is er niet en kan het niet goedvinden, dus er wordt niets teruggenomen.
error-rounds-full = Deze tafel heeft { $most } rondes gehad: open een nieuwe.
error-only-watching = Je kijkt mee: alleen spelers kunnen dat doen.
error-not-begun = De partij is nog niet begonnen.
error-game-over = Het spel is afgelopen.
error-not-over = Het spel is nog niet afgelopen.
error-bot-plays-here = Hier speelt een bot.
error-no-such-card = Je hebt de kaart “{ $card }” niet in je hand.
error-has-left = Je bent al van tafel gegaan.
error-sit-first = Ga eerst zitten.
error-is-here = Je zit aan tafel.
error-chair-taken = Deze plek is bezet.
error-name-taken = Er zit al iemand aan tafel die { $name } heet.
error-no-such-seat = Er is geen plek { $seat }.
error-only-host = Alleen wie de tafel heeft geopend kan dat doen.
error-still-here = { $name } is er nog.
error-undo-nothing = Je hebt geen zet om terug te nemen.
error-undo-told = Dat kan niet meer terug: intussen heeft iemand een nieuwe kaart of tegel gezien.
error-undo-not-asked = Niemand heeft je gevraagd een zet te laten terugnemen.
error-undo-waits = Een ander verzoek om een zet terug te nemen wacht nog op antwoord.
error-asked-already = Je hebt al om nog een ronde gevraagd; de anderen krijgen de vraag ook.
error-no-such-round = Er is geen ronde { $round }; de laatste is { $most }.
error-no-person = Minstens één plek moet voor een mens zijn.
error-no-table = Deze tafel bestaat niet, of de link klopt niet.
error-not-saved = Dat kon niet worden opgeslagen en telt dus niet. Probeer het nog eens.
error-too-fast = Dat ging te snel: wacht even.
error-unreadable-message = Dit bericht is niet te lezen.
error-too-many-messages = Er kwamen te veel berichten tegelijk, dus de verbinding is verbroken. Laad de pagina opnieuw.
error-too-unreadable = Te veel berichten waren niet te lezen, dus de verbinding is verbroken. Laad de pagina opnieuw.
error-server-stops = De server stopt. Alles is opgeslagen.
error-table-deleted = Deze tafel is verwijderd.
error-seat-renewed = Deze plek heeft een nieuwe sleutel en is in dit venster gesloten. Oudere links ernaartoe werken niet meer.
error-code-used = Iemand zit al op deze plek. Was die voor jou, vraag dan om een nieuwe code op het grote scherm.
error-only-screen = Alleen een scherm dat de tafel heeft geopend en zelf geen plek heeft, kan codes voor plekken tonen.
error-store-down = De server kan nu even niet bij de tafels. Probeer het over een minuut nog eens.
error-only-here = Dit kan alleen op de computer waar de server draait.
error-no-network = Er is geen adres gevonden waarop andere apparaten deze computer kunnen bereiken.
error-table-unreadable = Deze tafel is niet te lezen. Wie de server beheert, vindt meer in het log.
error-game-failed = Het spel zelf is vastgelopen en kan hier niet verder. Wie de server beheert, vindt meer in het log.
error-too-many-tabs = Deze plek is in te veel vensters open: sluit er eerst een.
error-too-many-watching = Er kunnen geen toeschouwers meer bij aan deze tafel. Probeer het later nog eens.
error-no-hint = Er is nu geen hint.
error-hint-asked = De hint waar je om vroeg is onderweg.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] Je speelt { $move }.
   *[no] { $who } speelt { $move }.
}
chance-any = Toeval
ask-any = jouw zet
help-any = Typ een zet zoals die in de lijst staat, of het nummer ervan.
position-any = Stelling: { $position }
player-any = Speler { $seat }
picture-ask-any = { $you ->
    [yes] Jouw beurt.
   *[no] { $who } is aan de beurt.
}
picture-then-any = Kies nu waar.
error-any = Dat kan niet ({ $code }).
reason-any-win = { $winner } wint ({ $reason }).
reason-any-shared = { $winner } delen de winst ({ $reason }).
reason-any-draw = Gelijkspel ({ $reason }).
error-guest-game-failed = Het spel { $name } van het pakket { $package } kan niet geladen worden: { $reason }
error-guest-game-unfit = Het spel { $name } van het pakket { $package } is niet te gebruiken: { $reason }
error-guest-game-broke = Het spel { $name } van het pakket { $package } is vastgelopen: { $reason }
error-no-sampling = { $game } verbergt kaarten en biedt geen manier om ze te raden, dus kan geen bot erin vooruitdenken: random, greedy, beginner en easy spelen het.
error-windows-need-orders = { $game } vraagt meerdere spelers tegelijk iets, zonder vaste opdrachten vooraf; aan een tafel in de browser zou het moment van een antwoord iets verraden, dus wordt het alleen in de terminal gespeeld.

### Same as in English: typed-hint, djeco-hand, page-theme-auto, page-new-levels, page-new-bot, page-menu, page-hint, page-react-clap, page-fair-salt, page-explore-link, page-review-exact, page-review-stop, bots-name, hint-move, mark-blunder, arena-log, arena-bot, arena-elo, game-djeco, bot-named, bot-numbered, level-beginner, level-perfect, page-puzzle-hint, page-puzzle-rating, page-puzzle-change
