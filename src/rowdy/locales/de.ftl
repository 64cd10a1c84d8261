### German. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = de

## The command and its help

help-rowdy = Vier freche Spiele um drei in einer Reihe, in deinem Terminal: XOXO, Rubik’s Tac Toe, XOXO² und Tic Tac Toe von Djeco.
help-rowdy-end = Fang mit „rowdy play“ an, oder lies vorher „rowdy rules GAME“. „rowdy COMMAND --help“ erklärt einen Befehl.
try-help = „{ $command } --help“ erklärt es.
args-usage = Aufruf:
args-positional = Angaben
args-options = Optionen
args-help = diese Hilfe zeigen
args-version = die Version zeigen
args-missing = es fehlt: { $names }
args-unknown = { $names } gibt es hier nicht
args-without-value = { $name } braucht einen Wert
args-no-choice = { $name } kann nicht { $value } sein; möglich: { $choices }
args-no-number = { $name } muss eine Zahl sein, nicht { $value }
args-with-value = { $name } nimmt keinen Wert
help-play-short = ein Spiel spielen
help-play =
    Hier ein Spiel spielen: allein gegen Bots oder zu mehreren an einem Bildschirm. Ohne
    GAME wirst du gefragt, welches.

    Beispiele:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Gib einen Zug mit seiner Nummer oder in Notation ein; ? erklärt es. Nach jedem Zug
    wird gespeichert.
help-saves-short = deine gespeicherten Partien auflisten
help-saves =
    Die hier gespeicherten Partien, die noch laufen: wer spielt, wer dran ist, wann
    zuletzt gespielt wurde und wo sie liegen.

      rowdy saves
      rowdy play --resume 2
help-learn-short = ein Spiel Schritt für Schritt lernen
help-learn =
    Lerne ein Spiel in wenigen Schritten auf einem echten Brett, jeder mit einer
    Aufgabe, und am Ende gegen den leichtesten Bot. Die Lektion geht dort weiter,
    wo du aufgehört hast.

    Beispiele:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = mit diesem Schritt anfangen statt mit dem nächsten
help-rules-short = die Regeln eines Spiels zeigen
help-rules =
    Zeigt die Regeln eines Spiels, die Hausregeln zur Auswahl und wie Rowdy spielt,
    wo die Regelhefte schweigen oder unklar sind. Es sind die Regeln der Ausgabe und
    der Hausregeln, die du angibst.

    Beispiele:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = die Bots auflisten
help-bots =
    Listet die Bots auf, mit ihren Spielen und Einstellungen.

    Ein Bot steht allein oder mit Einstellungen nach einem Doppelpunkt, mehrere durch
    + oder Komma getrennt (in --seats nur durch +, weil Kommas dort die Plätze
    trennen). sims ist die Zahl der Simulationen je Zug, seconds die Bedenkzeit; für
    die Frage, ob er Karten herzeigt, bekommt er ein Zehntel davon. Mit sims allein
    entscheidet er immer gleich.

    Beispiele:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Auch deine eigenen Bots können mitspielen: siehe „Your own bot“ in docs/bots.md.
help-engines-short = Bots hinzufügen, die Programme in beliebigen Sprachen sind
help-engines =
    Engines sind Bots in beliebigen Programmiersprachen: Programme, die das
    Engine-Protokoll sprechen, eine Zeile je Nachricht. Ohne Angaben werden die
    aufgelistet, die hier schon hinzugefügt sind. Eine hinzugefügte Engine ist ein Bot
    wie alle anderen: für rowdy play, rowdy arena und die Tische von rowdy serve. Sie
    läuft mit deinen Rechten: Füg nur Programme hinzu, denen du vertraust.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = den Code der Bots vor dem Spielen übersetzen
help-prepare =
    Übersetzt den Code, mit dem die Bots suchen, damit im Spiel niemand darauf warten
    muss. Das dauert etwa eine Minute, einmal auf jedem Rechner und nach jedem Update
    wieder. Was schon übersetzt ist, bleibt, wie es ist.
help-completion-short = Befehle mit Tab ergänzen, in bash, zsh oder fish
help-completion =
    Gibt aus, womit Tab die Befehle von rowdy ergänzt, dazu ihre Optionen, Spiele,
    Ausgaben, Hausregeln und Bots. In einer laufenden Shell:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    Damit es immer da ist, schreib diese Zeile in ~/.bashrc, ~/.zshrc oder
    ~/.config/fish/config.fish.
help-completion-shell = die Shell: { $shells }
help-man-short = die Handbuchseite ausgeben
help-man =
    Gibt die Handbuchseite aus, in der gewählten Sprache.

      rowdy man | man -l -
man-commands = Befehle
help-games-short = die Spiele auflisten
help-games = Listet die Spiele auf, mit Personenzahl, Dauer und Ausgaben.
help-replay-short = eine aufgezeichnete Partie durchgehen
help-replay =
    Geht eine aufgezeichnete Partie Schritt für Schritt durch: Enter weiter, b zurück,
    eine Zahl springt, q beendet. Eine beendete Partie wird mit offenen Karten gezeigt;
    eine laufende so, wie der einzige Mensch darin sie sieht, oder so, wie man sie beim
    Zuschauen sieht.
help-picture-short = eine Stellung einer aufgezeichneten Partie zeichnen
help-picture =
    Zeichnet eine aufgezeichnete Partie wie die Seite: ihre letzte Stellung oder eine
    andere, als SVG. Zu sehen ist, was auch rowdy replay zeigt.

      rowdy picture partie.rowdy --at 12 > brett.svg
      rowdy picture partie.rowdy --gif > partie.gif
help-review-short = die Züge einer aufgezeichneten Partie beurteilen
help-review =
    Geht eine aufgezeichnete Partie durch und bewertet jeden Zug: bester, gut,
    ungenau, Fehler oder Patzer, mit dem besseren Zug und einem Überblick für
    jeden Platz.

    In rubik und xoxo2 werden Züge mit perfektem Spiel verglichen: Ein guter Zug gewinnt
    später oder verliert früher als nötig, ein Fehler macht aus einem Sieg ein
    Unentschieden oder aus einem Unentschieden eine Niederlage, ein Patzer aus einem
    Sieg eine Niederlage. In xoxo und djeco urteilt eine Suche nach dem, was man auf
    diesem Platz zu dem Zeitpunkt wissen konnte: Ein guter Zug senkt die Gewinnchance um
    weniger als 3 %, ein ungenauer um weniger als 8 %, ein Fehler um weniger als 20 %,
    ein Patzer um mehr.

    Beispiele:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    In einer laufenden Partie werden nur die Züge des einzigen Menschen beurteilt,
    oder die von --seat. Dieselbe Aufzeichnung wird mit denselben Optionen immer
    gleich beurteilt. Im JSON sind before und after die Chancen, von 0 bis 1, mit
    dem besten und mit dem gespielten Zug.
help-review-seat = nur die Züge dieses Platzes beurteilen
help-sims = wie viele Simulationen die Suche je Zug macht (Vorgabe: { $count })
help-search-seed = eine Zahl, die die zufälligen Entscheidungen der Suche festlegt (Vorgabe: 0)
help-review-json = die Beurteilung als JSON ausgeben
help-verify-short = prüfen, ob in einer aufgezeichneten Partie fair ausgeteilt wurde
help-verify =
    Prüft die Aufzeichnung einer beendeten Partie: ob sie regelgerecht ist, ob ihr
    Startwert der versiegelte ist und ob jede Karte und jedes Plättchen aus dem
    Startwert und den Nonces kam.

    Ein Live-Tisch zieht einen geheimen Startwert und zeigt sein Siegel, den SHA-256
    von Salz und Startwert. Dann steuert jeder Platz eine Nonce bei, eine Zufallszahl
    vom eigenen Gerät, und aller Zufall kommt aus Startwert und Nonces zusammen. Am
    Ende wird der Startwert gezeigt, und alle können nachrechnen.

    Was das beweist, wenn Plätze Nonces gegeben haben: Niemand konnte sich die Karten
    aussuchen. Wer den Tisch betreibt, kennt den Startwert, hat ihn aber festgelegt,
    bevor die Nonces kamen; die anderen kannten ihn nicht. Was es nicht beweist: dass
    niemand hingesehen hat. Wer den Startwert kennt, kann alle Karten kennen. Und wer
    seine Nonce vor anderen gab, muss darauf vertrauen, dass die Person, die ihre
    zuletzt gab, den Startwert nicht kannte: Sonst hätte sie Nonces durchprobieren
    können, bis ihr die Karten gefielen.

    Versiegelt ist nur der Zufall. Die Namen in einer Aufzeichnung, die Züge und der
    Vermerk „Practice“, der sagt, dass etwas zurückgenommen wurde, können alle ändern,
    die die Datei haben: --server vergleicht sie mit der Aufzeichnung des Tisches
    selbst.

    Auch eine ganze Aufzeichnung kann erfunden sein. Vergleiche darum ihr Siegel mit
    dem, das der Tisch vor deiner Nonce gezeigt hat, und deine Nonce mit --nonce.

    Beispiele:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    Der Exit-Code ist 0, wenn alles stimmt, 1, wenn etwas nicht stimmt oder nicht
    geprüft werden konnte, und 2, wenn eine Aufzeichnung nicht lesbar ist.
help-verify-nonce = die Nonce, die das Gerät dieses Platzes gegeben hat, zum Vergleichen; mehrfach möglich
help-verify-server = ein Link zum Tisch, etwa der zum Zuschauen: die Aufzeichnung mit der des Servers vergleichen
help-verify-json = die Ergebnisse als JSON ausgeben, eine Zeile je Aufzeichnung
help-perft-short = zählen, wie ein Spiel weitergehen kann
help-perft =
    Zählt, auf wie viele Arten ein Spiel weitergehen kann, um zwei Programme zu
    vergleichen, die es spielen. Aktionen sind einzelne Schritte, Ergebnisse des Zufalls
    und Antworten beim Herzeigen. Ein Zug sind alle Schritte eines Platzes am Stück, mit
    dem, was Zufall und Herzeigen hinzufügen. Beendete Partien gehen nicht weiter.

    Beispiele:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = ein Spiel lösen: perfektes Spiel für jede Stellung
help-solve =
    Rechnet aus, wohin bestes Spiel in jeder Stellung führt, und speichert das
    Ergebnis. Perfektes Spiel und „rowdy explore“ schlagen dann darin nach; ohne geht es
    auch, nur langsamer.

    Eine Schicht sind alle Stellungen mit gleich vielen Steinen; gelöst wird von
    sechzehn Steinen zurück bis zu keinem. Das dauert Sekunden bis Minuten und
    braucht etwa 1 GB Speicher und 1,1 GB auf der Platte. Hältst du es an, macht
    derselbe Befehl weiter: Fertige Schichten bleiben. Am Ende steht da, wie viele
    Stellungen gewonnen, unentschieden und verloren sind und was das Spiel und
    jeder erste Zug wert sind.

    Beispiele:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = das Spiel einmal für jeden Satz Hausregeln lösen, der etwas ändert
ray-solved = { $game }: gelöst von Code { $code }
help-workers = wie viele Threads nebeneinander arbeiten (Vorgabe: einer je Kern)
help-out = der Ordner für die Dateien (Vorgabe: wo Rowdy sie sucht)
help-arena-short = Bots über viele Partien vergleichen
help-arena =
    Lässt Bots viele Partien gegeneinander spielen und zeigt, wer um wie viel besser
    ist.

    Eine Runde ist ein Startwert des Zufalls, gespielt mit den Bots reihum auf
    jedem Platz, damit sich das Glück ausgleicht. Sind es so viele BOTs wie Plätze,
    spielen sie zusammen; sind es mehr, dann in jeder Auswahl; sind es weniger,
    sitzt der erste allein unter den anderen, die die übrigen Plätze füllen.
    Elo-Zahlen zählen vom letzten BOT aus.

    Jede fertige Partie steht sofort im Protokoll. Hältst du die Arena an, macht
    derselbe Befehl weiter, auch mit mehr --games. Mit --until hört sie auf, sobald
    alle Anteile nach ihren 95-%-Intervallen genau genug bekannt sind; nachgesehen
    wird nach jeder Runde ab der 20. Weil so oft nachgesehen wird, sind die
    Intervalle ein wenig zu schmal.

    Beispiele:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    Auf mehreren Rechnern: Ein Match sind Bots nach Plätzen, Spiel und Startwert,
    als eine Zeile JSON, und Ergebnisse kommen in beliebiger Reihenfolge ins Protokoll.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = ein Bot, etwa greedy
help-arena-games = höchstens so viele Partien, in ganzen Runden (Vorgabe: { $number })
help-arena-until = aufhören, wenn jeder Anteil auf ± so viel bekannt ist, etwa 4%
help-arena-seed = ein Wort oder eine Zahl, woraus aller Zufall kommt (Vorgabe: 1)
help-ray = den Ray-Cluster an dieser Adresse rechnen lassen, etwa 127.0.0.1:6379; jeder Knoten braucht genau diesen Code
ray-refused = Der Knoten { $node } rechnet nicht mit: Er hat anderen Code ({ $reason }).
help-arena-workers = wie viele Prozesse nebeneinander spielen (Vorgabe: einer je Kern); sind es mehr als Kerne, werden Bots schwächer, die nach der Uhr denken
help-arena-log = das Protokoll (Vorgabe: eines je Wettkampf, in Rowdys Ordner)
help-arena-fresh = neu anfangen; das alte Protokoll bleibt unter anderem Namen
help-arena-json = alle Zahlen als JSON ausgeben; der Fortschritt geht in die Fehlerausgabe
help-arena-plot = das Ergebnis in diese Datei zeichnen, .svg oder .png; mehrfach möglich
help-list-matches = die noch zu spielenden Matches ausgeben, je eine Zeile
help-play-matches = die Matches in dieser Datei (- für die Standardeingabe) spielen und zu jedem Ergebnis eine Zeile ausgeben
help-study-short = was jede Hausregel eines Spiels ändert
help-study =
    Zeigt, was jede Hausregel eines Spiels ändert: wie lange Partien dauern, wie
    viele unentschieden enden, was es wert ist anzufangen, was entscheidet, und
    wohin perfektes Spiel führt, wo man das weiß.

    Ohne --rulings siehst du, was Rowdy mitbringt. Mit --rulings wird neu gemessen: Bots
    einer Stufe spielen mit jeder Wahl viele Partien, sonst wie in der Ausgabe. ± ist
    das 95-%-Intervall. Ein Unterschied wird nur genannt, wenn er größer ist, als der
    Zufall erklären kann, alle Vergleiche der Studie zusammengenommen.

    Jede fertige Partie steht sofort im Protokoll. Hältst du die Studie an, macht
    derselbe Befehl weiter, auch mit mehr --games.

    Beispiele:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = jede Wahl jeder Hausregel neu messen
help-study-seats = wie viele mitspielen (Vorgabe: nacheinander jede Zahl, die das Spiel erlaubt)
help-study-bot = der Bot auf allen Plätzen (Vorgabe: { $name })
help-study-games = so viele Partien mit jeder Wahl (Vorgabe: { $number })
help-study-fresh = neu anfangen; die alten Protokolle bleiben unter anderem Namen
help-study-out = die Studie als JSON in diese Datei schreiben
help-study-json = die Studie als JSON ausgeben; der Fortschritt geht in die Fehlerausgabe
help-explore-short = sehen, wohin bestes Spiel führt
help-explore =
    Geht durch die Stellungen eines Spiels und zeigt, wohin bestes Spiel führt: wer
    in wie vielen Zügen gewinnt, jeden Zug, den besten zuerst, und die Hauptvariante.

    Beispiele:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Mit einer Zahl oder einem Zug geht es weiter, mit b zurück; ? erklärt es. Im
    JSON gelten value und distance für die Seite am Zug: win, draw oder loss, und
    in wie vielen Zügen das Spiel endet (null bei einem noch offenen
    Unentschieden, 0 nach dem Ende); ebenso bei jedem Zug.
help-explore-position = die Stellung, mit der es anfängt, in Notation (Vorgabe: der Anfang)
help-json = Wert, alle Züge und die Hauptvariante als JSON ausgeben
help-game = eines von { $games }
help-edition = das Regelheft, nach dem gespielt wird (rowdy games listet sie auf; Vorgabe: das erste)
help-play-edition = das Regelheft, nach dem gespielt wird (rowdy games listet sie auf; Vorgabe: das in deiner Sprache, sonst das erste)
help-ruling = eine Hausregel wählen, etwa both_rows=mover; mehrfach möglich (rowdy rules GAME listet sie auf)
help-deck = eine Datei mit eigenem Kartensatz: 48 Plättchen für xoxo (rcj btw …), 18 Zahlen für djeco; # beginnt einen Kommentar
help-seats = wer wo sitzt: you, you=NAME, ein Bot wie easy, medium oder strong (rowdy bots listet sie auf) oder partner, ein Bot, der so stark ist wie du; wer zuerst genannt ist, hat Platz 1 (Vorgabe: you,medium). Einstellungen folgen dem Namen des Bots, mit + dazwischen: strong:sims=5000+seconds=2
help-starter = der Platz, der anfängt, in xoxo und djeco (Vorgabe: 1)
help-seed = ein Wort oder eine Zahl, die den Zufall festlegt, damit noch einmal genauso ausgeteilt werden kann (Vorgabe: geheim)
help-play-position = die Stellung, mit der die Partie beginnt, in Notation (Vorgabe: der Anfang); sie gilt als Übung
help-resume = eine gespeicherte Partie fortsetzen: eine Datei oder ihre Nummer aus „rowdy saves“; ohne WHICH die zuletzt gespielte
help-saves-all = auch beendete Partien auflisten
help-save = die Aufzeichnung in dieser neuen Datei speichern statt bei deinen gespeicherten Partien
help-plain = schlichte Zeilen ohne Rahmen und Farben, für Vorleseprogramme; immer so, wenn die Ausgabe nicht in ein Terminal geht
help-lang = die Sprache, etwa en (Vorgabe: die von ROWDY_LANG, LANGUAGE oder der Locale)
help-replay-file = die Aufzeichnung einer Partie (Vorgabe: die zuletzt gespielte deiner gespeicherten)
help-picture-at = der Schritt, gezählt wie von rowdy replay; 0 ist das Austeilen (Vorgabe: der letzte)
help-picture-gif = alle Schritte bis dahin als bewegtes GIF
help-engines-do = was zu tun ist: add fügt hinzu, remove nimmt weg
help-engines-name = der Name, unter dem die Engine am Tisch sitzt
help-engines-command = das Programm und seine Angaben; davor --, wenn eine davon mit einem Bindestrich beginnt
help-eyes = wessen Sicht: die Nummer eines Platzes, all oder spectator
help-depth = wie tief gezählt wird
help-seat-count = die Zahl der Plätze
help-position = die Stellung, ab der gezählt wird, in Notation (Vorgabe: der Anfang)
help-perft-seed = der Startwert, der in Spielen mit Zufall entscheidet (Vorgabe: 1)
help-every-chance = stattdessen jedes Ergebnis des Zufalls zählen; am besten mit --position, denn vom Anfang aus sind es sehr viele

## The server

help-serve-short = im Browser zusammen spielen
help-serve =
    Betreibt Tische für Menschen und Bots, erreichbar mit einem Browser: auf diesem
    Rechner, und mit --lan für alle im selben Netz. Wer den Link zu einem Platz hat,
    kann dort sitzen; gib ihn also nur der Person, für die er ist.

    Jeder Zug ist auf der Platte, bevor ihn jemand sieht. Ctrl-C beendet den Server;
    die Partien gehen weiter, wenn er wieder startet.

    Beispiele:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Hinter einem Proxy, der https übernimmt, nenne den Host mit --host-name; der
    Proxy muss Host, X-Forwarded-For und X-Forwarded-Proto weitergeben. Steht er auf
    einem anderen Rechner, nenne seine Adresse mit --proxy.
help-serve-port = der Port; ist er belegt, der nächste freie (Vorgabe: { $number })
help-serve-lan = andere im selben Netz mitspielen lassen; zeigt die Adresse und einen QR-Code
help-serve-host-name = ein Name, unter dem andere diesen Server erreichen, etwa der eines Proxys; mehrfach möglich
help-serve-db = wo die Tische liegen: eine Datei oder die URL einer Datenbank (Vorgabe: eine Datei in Rowdys Ordner)
help-serve-workers = wie viele Prozesse für Bots denken (Vorgabe: einer weniger als Kerne)
help-serve-grace = wie viele Sekunden jemand weg sein darf, bevor die anderen einen Bot einspringen lassen können (Vorgabe: { $number })
help-serve-keep = wie viele Tage ein Tisch nach dem letzten Zug bleibt (Vorgabe: { $number })
help-serve-proxy = Adresse oder Netz eines Proxys, dem geglaubt wird, von wem eine Anfrage kommt (Vorgabe mit --host-name: dieser Rechner); mehrfach möglich
help-serve-root-path = der Ordner, unter dem ein Proxy diesen Server zeigt, etwa /rowdy
help-serve-metrics = Messwerte für Prometheus an diesem Port dieses Rechners, oder an ADRESSE:PORT
help-serve-log = wie das Protokoll geschrieben wird: text oder json (Vorgabe: text)
help-serve-log-requests = jede Anfrage mit einer Zeile ins Protokoll schreiben
help-serve-log-addresses = auch die Adressen der Besucher ins Protokoll schreiben
help-serve-open = einen Browser öffnen (Vorgabe: wo es einen Bildschirm gibt)
serve-port-taken = Port { $port } ist belegt, darum ist es jetzt { $other }.
serve-here = Auf diesem Rechner: { $address }
serve-network = In deinem Netz: { $address }
serve-no-network = Dieser Rechner hat keine Adresse in einem Netz, also kann sonst niemand mitspielen.
serve-end = Ctrl-C beendet den Server.
serve-ending = Tische werden gespeichert …
serve-ended = Alle Tische bleiben erhalten: Starte den Server wieder, und sie gehen weiter.

## Tische kopieren

help-copy-short = Tische von einer Datenbank in eine andere kopieren
help-copy =
    Kopiert alle Tische eines Servers mit den Schlüsseln ihrer Plätze von einer
    Datenbank in eine andere: aus einer Datei nach PostgreSQL oder zurück. Jeder Tisch
    wird geprüft, wenn er angekommen ist.

    Wird das Kopieren unterbrochen, starte es noch einmal: Es geht weiter, wo es
    aufgehört hat. Tische, an denen seit dem letzten Mal gespielt wurde, bekommen das
    Neue dazu; an Tischen, die in der anderen Datenbank anders weitergegangen sind,
    ändert sich nichts. Beende den Server vor dem letzten Kopieren, damit nichts fehlt.

    Beispiele:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy sicherung.sqlite
help-copy-from = die Datenbank, aus der kopiert wird: eine Datei oder eine URL
help-copy-to = die Datenbank, in die kopiert wird; gibt es sie nicht, wird sie angelegt
copy-progress = { $done } von { $total } Tischen …
copy-done =
    { $tables ->
        [one] Ein Tisch
       *[other] { $tables } Tische
    } mit { $entries ->
        [one] einem Eintrag
       *[other] { $entries } Einträgen
    } in { $place }, geprüft. Jetzt kopiert: { $copied }.
copy-differs = Tisch { $table } bleibt, wie er ist: In { $place } ist er anders weitergegangen.
error-copy-failed = Tisch { $table } ist nicht so angekommen, wie er abgeschickt wurde. Wo er herkam, ist nichts geändert; versuch es noch einmal.
error-store-missing = In { $place } sind keine Tische.
error-store-older = { $place } stammt von einem älteren Rowdy: Die Datenbank hat Version { $found }, gebraucht wird { $known }. Starte einmal „rowdy serve“ damit, das bringt sie auf den neuen Stand.

## Choosing a game

ask-which = Welches Spiel?
ask-which-prompt = Nummer oder Name (1 bis { $count }):
ask-which-again = Bitte gib eine Zahl von 1 bis { $count } ein, den Namen in Klammern, oder q zum Verlassen.

## At the table

greeting = Gespielt wird nach: { $edition }; geänderte Hausregeln: { $rulings }. Plätze: { $seats }.
greeting-position = Die Partie beginnt mit einer Stellung von dir, darum steht „practice“ in der Aufzeichnung.
greeting-help = Mit ? bekommst du Hilfe.
log-empty = Bisher ist nichts passiert.
none = keine
list-comma = { $first }, { $last }
list-and = { $first } und { $last }
name-you = Du
name-player = Person
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = Flippe einen gegnerischen Stein (Nummer oder Zug wie { $example }; ? hilft)
ask-place = Setze einen Stein (Nummer oder Zug wie { $example }; ? hilft)
ask-xoxo = Lege eines der beiden Plättchen (Nummer oder Zug wie { $example }; ? hilft)
ask-djeco = Spiele eine Karte (Nummer oder Zug wie { $example }; ? hilft)
ask-djeco-pass = Du kannst keine Karte spielen: Gib { $example } ein (? hilft)
legal-moves = { $count ->
    [one] Ein Zug ist möglich:
   *[other] { $count } Züge sind möglich:
}
moves-folded = { $count ->
    [one] Ein Zug ist möglich: „züge“ zeigt ihn.
   *[other] { $count } Züge sind möglich: „züge“ listet sie auf.
}
back-to-board = Mit Enter geht es zurück zum Brett.
go-on-reading = Mit Enter geht es weiter.
pass-to = Jetzt ist { $name } am Zug. { $name }, drück Enter, wenn sonst niemand hinschaut.
wiped = (Hier wird der Bildschirm gelöscht.)
since-your-turn = Was passiert ist:
undone = Zurückgenommen. Von jetzt an steht „practice“ in der Aufzeichnung.
saved = Gespeichert in { $path }
left = Gespeichert. Weiter geht es mit: rowdy play --resume "{ $path }"
left-unsaved = Die Partie konnte nicht gespeichert werden.
cannot-save = Die Partie kann nicht gespeichert werden: { $reason }. Du kannst ungespeichert weiterspielen, oder versuch es mit: speichern DATEI
saved-elsewhere = Der übliche Ordner ist nicht beschreibbar: { $reason }. Die Partie liegt jetzt in { $path }
save-open-elsewhere =
    Diese Partie ist in einem anderen Fenster offen. Dort bleibt { $other }
    Deine geht von hier an weiter in { $path }
save-two-windows =
    Diese Partie wurde in einem anderen Fenster weitergespielt. Dessen Züge bleiben in { $other }
    Deine geht von hier an weiter in { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Diese Datei ist nicht lesbar.
saves-turn = { $you ->
    [yes] du bist dran
   *[no] { $name } ist dran
}
saves-window = gerade wird gefragt
saves-none = In { $path } liegt keine Partie, die noch läuft.
saves-more = { $count ->
    [one] Eine Partie ist beendet: rowdy saves --all listet auch sie auf.
   *[other] { $count } Partien sind beendet: rowdy saves --all listet auch sie auf.
}
saves-next = Weiter geht es mit der Nummer: rowdy play --resume 1
cannot-read = { $path } kann nicht gelesen werden: { $reason }.
record-at =
    Noch einmal ansehen: rowdy replay "{ $path }"
    Sehen, wie gut die Züge waren: rowdy review "{ $path }"
ask-end = Drück Enter zum Verlassen, oder gib „verlauf“ ein, um die Züge zu lesen, oder „zurücknehmen“, wenn du deinen letzten Zug anders machen willst.
resume-new-seed = Der versiegelte Startwert dieser Partie liegt nicht auf diesem Rechner, darum geht der Zufall mit einem neuen weiter.

help-flip =
    Flippe zuerst einen gegnerischen Stein auf ein leeres Feld daneben: b3-b4.
    Setze dann einen eigenen: A@d1 oder B@d1, wenn du angefangen hast, sonst a@d1 oder b@d1; der Buchstabe ist die Seite, die oben liegt.
    Beides auf einmal: b3-b4 a@d1.
help-xoxo =
    own@c3 legt das oberste Plättchen deines persönlichen Stapels auf c3, draw@c3 das oberste vom allgemeinen Stapel.
    Ein Plättchen schreibt sich als Farbe, Form und Gesicht, mit den englischen Anfangsbuchstaben: rss ist ein rotes Quadrat mit staunendem Gesicht. Farben: r Rot, b Blau, g Grün, y Gelb. Formen: c Kreis, s Quadrat, t Dreieck, h Herz. Gesichter: j Freude, w Zwinkern, s Staunen, g Griesgram.
    Deine Zielkarten werden von selbst hergezeigt, sobald eine Linie dafür liegt. „behalten rot“ behält eine Karte, „zeigen rot“ gibt sie ab dem nächsten Plättchen wieder frei; auch „behalten alle“ und „zeigen alle“ gehen.
help-djeco =
    r7@c3 spielt eine rote 7 auf c3.
    { $yellow ->
        [some] y2@b3 nimmt mit einer gelben Karte die obersten zwei Karten vom Stapel auf b3.
       *[stack] y@b3 räumt einen Stapel mit einer gelben Karte ab.
    }
    g@b2-d2 räumt eine Linie mit einer grünen Karte ab. Gib pass ein, wenn du nichts spielen kannst.
help-marks = Auf dem Brett stehen ▸ ◂ um den letzten Zug, und + steht, wo du spielen kannst. Am Ende stehen [ ] um die Felder, die entschieden haben.
help-marks-plain = Zu jedem Feld hörst du, was dort liegt, ob der letzte Zug dort war und ob du dort spielen kannst. Am Ende hörst du auch, welche Felder entschieden haben.
help-commands =
    Eine Zahl wählt einen Zug aus der Liste.
    Außerdem: züge (die Liste), tipp (was gute Spieler tun würden), regeln (wie man spielt), brett, verlauf (die Züge bis jetzt; verlauf alle: mit allen Karten und Plättchen), zurücknehmen (allein gegen Bots), speichern [DATEI], ende (speichern und aufhören; später geht es weiter). Auch mit Ctrl-C geht nichts verloren.
more-rules = Alle Regeln: rowdy rules { $game }. Eine Lektion: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = hilfe
typed-rules = regeln
typed-moves = züge
typed-hint = tipp
typed-board = brett
typed-log = verlauf
typed-undo = zurücknehmen
typed-save = speichern
typed-quit = ende
typed-hold = behalten
typed-show = zeigen
typed-all = alle
typed-skip = weiter
typed-back = zurück
typed-end = schluss
typed-forward = vor
typed-start = anfang
typed-turns = ganze
typed-solution = lösung
typed-again = nochmal
help-typed-as = { $typed } ({ $command })
help-typed = Die englischen Wörter gehen auch: { $commands }.

cell-empty = leer
cell-last = letzter Zug
cell-won = gewinnt
cell-target = möglich

## What happened

event-flip = { $you ->
    [yes] Du flippst
   *[no] { $who } flippt
} den Stein von { $source } nach { $target }.
event-place = { $you ->
    [yes] Du setzt
   *[no] { $who } setzt
} { $stone } auf { $square }.
event-turn = { $you ->
    [yes] Du flippst den Stein von { $source } nach { $target } und setzt
   *[no] { $who } flippt den Stein von { $source } nach { $target } und setzt
} { $stone } auf { $square }.
event-lay = { $you ->
    [yes] Du legst
   *[no] { $who } legt
} { $tile } { $source ->
    [own] { $you ->
        [yes] von deinem
       *[no] vom eigenen
    } Stapel
   *[draw] vom allgemeinen Stapel
} auf { $square }.
event-reveal = { $you ->
    [yes] Du zeigst her
   *[no] { $who } zeigt her
}: { $cards }!
event-top = { $you ->
    [yes] Dein Stapel
   *[no] Der Stapel von { FORM($who, "dat") }
} zeigt jetzt { $tile }.
event-draw-top = Der allgemeine Stapel zeigt jetzt { $tile }.
event-deal = { $you ->
    [yes] Du bekommst
   *[no] { $who } bekommt
} eine Zielkarte: { $card }.
event-play = { $you ->
    [yes] Du spielst
   *[no] { $who } spielt
} { $card } auf { $square }.
event-yellow = { $you ->
    [yes] Du räumst
   *[no] { $who } räumt
} mit einer gelben Karte { $count ->
    [0] den Stapel auf { $square }
    [one] die oberste Karte auf { $square }
   *[other] die obersten { $count } Karten auf { $square }
} ab.
event-green = { $you ->
    [yes] Du räumst
   *[no] { $who } räumt
} mit einer grünen Karte die Linie von { $first } bis { $last } ab.
event-pass = { $you ->
    [yes] Du kannst nichts spielen und passt.
   *[no] { $who } kann nichts spielen und passt.
}
event-draw = { $you ->
    [yes] Du ziehst
   *[no] { $who } zieht
} { $card }.
event-deck-empty = Es gibt keine Karte mehr zu ziehen. Wenn niemand mehr spielen kann, gewinnen mehr Chips.

# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] Das bringt
   *[no] { $you ->
        [yes] Du bekommst
       *[no] { $who } bekommt
    }
} { $count ->
    [one] einen Chip
   *[other] { $count } Chips
} ({ $lines })!

## What was achieved, and why a game ended so

# $count is the number of rows.
row-of-stones = { $count ->
    [one] drei { $stones }
   *[other] je drei { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, und kein leeres Feld daneben.
key-row-survived = { $line }: { row-of-stones }. Sie haben das Flippen überstanden.
key-row-made = { $line }: { row-of-stones }. Erst das Flippen hat sie zusammengebracht.
key-row-unflippable = { $line }: { row-of-stones }, und es gibt nichts, was noch zu flippen wäre.
key-row-unbreakable = { $line }: { row-of-stones }. Egal was geflippt wird, eine Dreierreihe bleibt.
key-row-forced = { $you ->
    [yes] Egal was jetzt geflippt wird, es gibt eine Dreierreihe für dich, etwa { $line }.
   *[no] Egal was jetzt geflippt wird, es gibt eine Dreierreihe für { FORM($who, "acc") }, etwa { $line }.
}
key-row-open = { $count ->
    [one] { $line } zählt noch nicht: Daneben ist ein Feld leer.
   *[other] { $line } zählen noch nicht: Neben jeder ist ein Feld leer.
}
key-row-due = { $count ->
    [one] { $line }: drei in einer Reihe! Übersteht sie das Flippen?
   *[other] { $line }: je drei in einer Reihe! Übersteht eine davon das Flippen?
}
stones-rubik-A = blaue X
stones-rubik-B = grüne X
stones-rubik-a = gelbe O
stones-rubik-b = weiße O
stones-xoxo2-A = grüne Sterne
stones-xoxo2-B = rote Sterne
stones-xoxo2-a = grüne Sechsecke
stones-xoxo2-b = rote Sechsecke
key-shown = { $you ->
    [yes] Du zeigst { $cards }
   *[no] { $who } zeigt { $cards }
}: { $count ->
    [0] keine Karte mehr!
    [one] noch eine Karte!
   *[other] noch { $count } Karten!
}
key-tokens = { $you ->
    [yes] Eine Linie für dich
   *[no] Eine Linie für { FORM($who, "acc") }
}: { $count ->
    [one] + 1 Chip
   *[other] + { $count } Chips
}
key-any = { $who } hat { $lines }

end-you-win = Du gewinnst!
end-you-share = Du teilst dir den Sieg mit { $others }!
end-win = { $winner } gewinnt!
end-shared = { $winner } teilen sich den Sieg!
end-draw = Unentschieden!
end-resigned = { $you ->
    [yes] Du hast aufgegeben.
   *[no] { $who } { $count ->
        [one] hat
       *[other] haben
    } aufgegeben.
}
end-both_rows = { $ruled ->
    [mover] Ein Zug hat für beide eine Reihe eingekreist: Nach der Hausregel gewinnt, wer ihn gemacht hat.
    [opponent] Ein Zug hat für beide eine Reihe eingekreist: Nach der Hausregel gewinnt die andere Seite.
   *[draw] Beide Reihen sind eingekreist, kein Feld daneben ist leer: Darum gewinnt niemand.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = Eine Dreierreihe zählt.
end-flip-full = Alle sechzehn Steine liegen, und niemand hat drei in einer Reihe.
end-djeco-line = { $count ->
    [one] { $lines }: die Linie für den letzten Chip.
   *[other] { $lines }: die Linien für die letzten Chips.
}
end-djeco-target = { $more } zu { $fewer } Chips: Das sind mindestens { $target }, mit zwei oder mehr Vorsprung.
end-djeco-tokens = Alle Chips sind vergeben: { $draw ->
    [yes] je { $more }.
   *[no] { $more } zu { $fewer }.
}
end-djeco-turns = { $turns } Karten sind gespielt: { $draw ->
    [yes] je { $more } Chips.
   *[no] { $more } zu { $fewer } Chips.
}
end-djeco-blocked = Niemand kann spielen, und es ist keine Karte mehr zu ziehen: { $draw ->
    [yes] je { $more } Chips.
   *[no] { $more } zu { $fewer } Chips.
}
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [one] { $you ->
        [yes] Das war deine letzte Karte.
       *[no] Das war die letzte Karte von { FORM($who, "dat") }.
    }
   *[other] { $you ->
        [yes] Das waren deine letzten Karten.
       *[no] Das waren die letzten Karten von { FORM($who, "dat") }.
    }
}
end-xoxo-pile = Ein Stapel ist leer, und { $you ->
    [yes] du hast
   *[no] { $who } hat
} die meisten Karten hergezeigt: { $count }.
among-you = du
end-xoxo-pile_tie = Ein Stapel ist leer, und es herrscht Gleichstand { $count ->
    [0] ohne hergezeigte Karte
    [one] mit je einer hergezeigten Karte
   *[other] mit je { $count } hergezeigten Karten
}: { $names }. Von diesen gewinnt, wer als Nächstes dran gewesen wäre: { $you ->
    [yes] du
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
tile = { $shape ->
    [circle] einen { $face }en { $colour }en Kreis
    [square] ein { $face }es { $colour }es Quadrat
    [triangle] ein { $face }es { $colour }es Dreieck
   *[heart] ein { $face }es { $colour }es Herz
}
# The kind as it stands below.
card-back = { $kind ->
    [Gesicht] ein
   *[other] eine
} { $kind }
kind-colour = Farbe
kind-shape = Form
kind-face = Gesicht
value-red = Rot
value-blue = Blau
value-green = Grün
value-yellow = Gelb
value-circle = Kreis
value-square = Quadrat
value-triangle = Dreieck
value-heart = Herz
value-joy = Freude
value-wink = Zwinkern
value-surprise = Staunen
value-grumpy = Griesgram
colour-red = rot
colour-blue = blau
colour-green = grün
colour-yellow = gelb
# As the object of a sentence, as all of these cards.
card-red = eine rote { $number }
card-blue = eine blaue { $number }
card-yellow = eine gelbe Karte
card-green = eine grüne Karte
card-hidden = eine Karte
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] rote { $number }
    [blue] blaue { $number }
    [yellow] gelbe Karte
    [green] grüne Karte
   *[hidden] Karte
}

stone-rubik-A = blaues X
stone-rubik-B = grünes X
stone-rubik-a = gelbes O
stone-rubik-b = weißes O
stone-xoxo2-A = grüner Stern
stone-xoxo2-B = roter Stern
stone-xoxo2-a = grünes Sechseck
stone-xoxo2-b = rotes Sechseck
# A stone as the object of a sentence.
placed-rubik-A = ein blaues X
placed-rubik-B = ein grünes X
placed-rubik-a = ein gelbes O
placed-rubik-b = ein weißes O
placed-xoxo2-A = einen grünen Stern
placed-xoxo2-B = einen roten Stern
placed-xoxo2-a = ein grünes Sechseck
placed-xoxo2-b = ein rotes Sechseck
side-rubik-A = blau
side-rubik-B = grün
side-rubik-a = gelb
side-rubik-b = weiß
side-xoxo2-A = grün
side-xoxo2-B = rot
side-xoxo2-a = grün
side-xoxo2-b = rot

flip-supply = Steine übrig: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = wer
xoxo-pile = Plättchen
xoxo-top = oben auf dem Stapel
xoxo-cards = verdeckte Karten
xoxo-shown = hergezeigt
xoxo-draw-pile = allgemeiner Stapel
order-hold = behalten
order-line = Linie liegt
djeco-seat = Platz
djeco-colour = Farbe
djeco-tokens = Chips
djeco-hand = Handkarten
djeco-side-red = Rot ✕
djeco-side-blue = Blau ○
djeco-red = rot, Kreuz
djeco-blue = blau, Kreis
djeco-of = { $tokens } von { $target }
djeco-hidden = { $count ->
    [one] eine Karte
   *[other] { $count } Karten
}
djeco-stack = { $top }{ $height ->
    [one] {""}
   *[other] , { $height } hoch
}
djeco-beside = Nachziehstapel: { $deck } Karten. Ablage: { $discard }. Chips übrig: { $left }.

## The table in the browser

picture-over = Das Spiel ist aus
picture-chance = Einen Moment: Es wird gezogen
picture-window = Jetzt dürfen Karten hergezeigt werden
picture-ask-first = { $you ->
    [yes] Du bist am Zug: Leg eines der beiden Plättchen in die Mitte
   *[no] { $who } ist am Zug und legt das erste Plättchen
}
picture-ask-lay = { $you ->
    [yes] Du bist am Zug: Leg eines der beiden Plättchen
   *[no] { $who } ist am Zug und legt ein Plättchen
}
picture-ask-cover = { $you ->
    [yes] Du bist am Zug: Deck ein Plättchen mit einem der beiden ab
   *[no] { $who } ist am Zug und deckt ein Plättchen ab
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Du bist am Zug: Flippe einen gegnerischen Stein
    [named] { $who } ist am Zug: Flippe einen gegnerischen Stein
   *[no] { $who } ist am Zug und flippt einen { $yours ->
        [yes] deiner Steine
       *[no] gegnerischen Stein
    }
}
picture-ask-place = { $you ->
    [yes] Du bist am Zug: Setze einen eigenen Stein
    [named] { $who } ist am Zug: Setze einen eigenen Stein
   *[no] { $who } ist am Zug und setzt einen Stein
}
picture-ask-play = { $you ->
    [yes] Du bist { $side }: Spiel eine Karte
   *[no] { $who } ist am Zug und spielt eine Karte
}
picture-ask-stead = { $you ->
    [yes] { $rival } kann nicht spielen, darum spielst du eine Karte
   *[no] { $who } spielt eine Karte, denn { $yours ->
        [yes] du kannst
       *[no] { $rival } kann
    } nicht spielen
}
picture-ask-pass = Du bist am Zug: Keine Karte ist spielbar, du musst passen
picture-then-tile = Wähl jetzt ein Feld dafür
picture-then-cover = Wähl jetzt das Plättchen, das du abdeckst
picture-then-flip = Wähl jetzt das Feld, auf das du ihn flippst
picture-then-place = Wähl jetzt ein leeres Feld dafür

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] hier kannst du spielen
    [tile] hier passt ein Plättchen hin
    [stone] hier passt ein Stein hin
   *[card] hier passt eine Karte hin
}
picture-can-cover = kann abgedeckt werden
picture-can-clear = kann abgeräumt werden
picture-can-cover-clear = kann abgedeckt oder abgeräumt werden
picture-can-flip = kann geflippt werden
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] { $colour }er Kreis
    [square] { $colour }es Quadrat
    [triangle] { $colour }es Dreieck
   *[heart] { $colour }es Herz
}, { $face }
face-joy = freudig
face-wink = zwinkernd
face-surprise = staunend
face-grumpy = griesgrämig
# A line of the board: its squares, and what lies there.
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; eingekreist

picture-show = { $cards } herzeigen
picture-show-nothing = Nichts herzeigen
picture-pass = Passen
picture-yellow = { $count ->
    [one] Die oberste Karte nehmen
   *[other] Die obersten { $count } Karten nehmen
}
picture-green = Die Linie von { $first } bis { $last } abräumen

picture-tiles = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
}
picture-own-pile = Dein Stapel
picture-draw-pile = Allge{ "\u00AD" }meiner Stapel
picture-step-flip = Stein flippen
picture-step-place = Stein setzen
picture-goal-back = Zielkarte { $kind }, verdeckt
picture-goal-show = wird hergezeigt, sobald eine Linie dafür liegt
picture-goal-hold = bleibt verdeckt
picture-left = { $count ->
    [0] keiner mehr
   *[other] noch { $count }
}
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Rot { $number }
    [blue] Blau { $number }
    [yellow] Gelb
   *[green] Grün
}
picture-clear = räumen
picture-hint-middle = { $card }: in die Mitte legen
picture-hint-lay = { $card }: auf ein leeres Feld legen
picture-hint-cover = { $card }: auf eine { $number } legen
picture-hint-lay-cover = { $card }: auf ein leeres Feld oder auf eine { $number } legen
picture-hint-clear = { $colour ->
    [yellow] { $card }: einen Stapel abräumen
   *[green] { $card }: eine volle Linie abräumen
}
picture-hint-none = { $card }: gerade nicht spielbar
picture-deck = Nachziehstapel { $deck }
picture-aim = Ziel: { $target } Chips, 2 voraus
picture-tokens-left = { $count ->
    [one] noch ein Chip
   *[other] noch { $count } Chips
}
picture-discard = Ablage
picture-seat-xoxo = { $tiles }; { $cards } verdeckt, { $shown } hergezeigt
picture-seat-flip = { $sign }, { $first } und { $second }; { $count ->
    [one] noch ein Stein
   *[other] noch { $count } Steine
}
picture-seat-djeco = { $colour }; { $count ->
    [one] ein Chip
   *[other] { $count } Chips
} von { $target }; { $cards }

## The page

page-language = Deutsch
page-looks = Sprache und Farben
page-theme = Hell oder dunkel
page-theme-auto = System
page-theme-light = Hell
page-theme-dark = Dunkel
page-home = Zurück zu allen Spielen
page-back-to-lesson = Zurück zur Lektion
page-back-to-game = Zurück zum Spiel
page-no-script = Zum Spielen muss in deinem Browser JavaScript eingeschaltet sein.
page-failed = Da ist etwas schiefgegangen. Versuch es noch einmal.
page-offline-request = Der Server ist nicht zu erreichen. Versuch es gleich noch einmal.

# Home

page-tagline = Vier freche Spiele um drei in einer Reihe
page-games = Spiele
page-players = { $players } Personen
page-minutes = { $count ->
    [one] eine Minute
   *[other] { $count } Minuten
}
page-play = Spielen
page-play-named = { $game } gegen einen Bot spielen
page-set-up = Einrichten …
page-set-up-named = { $game } einrichten
page-rules = So wird gespielt
page-rules-named = So wird gespielt: { $game }
page-rules-by = Nach: { $edition }
page-rules-changed = Es gelten diese Hausregeln:
page-rules-here = (gilt hier)
page-rules-set-up = Spielen
page-rules-print = Als eigene Seite öffnen
page-marks = Was die Markierungen bedeuten
page-mark-choice = Violett gestrichelt: Das kannst du jetzt wählen.
page-mark-last = Violetter Ring: was zuletzt getan wurde. Zahlen und Pfeile: was die anderen seit deinem Zug getan haben, der Reihe nach, und woher es kam.
page-mark-row = Balken: drei in einer Reihe, die zusammengehören; ist er gestrichelt, zählen sie noch nicht.
page-mark-circled = Eingekreist: die Reihe, von der die Rede ist.
page-go-on = Weiterspielen
page-just-now = gerade eben
page-forget-named = { $game } aus dieser Liste nehmen
page-forgotten = { $game } steht nicht mehr in der Liste.
page-forget-undo = Zurückholen
page-finished = Beendete Partien
page-against = gegen { $names }
page-turn-yours = du bist am Zug
page-turn-theirs = { $name } ist am Zug
page-turn-waiting = noch nicht begonnen
page-result-won = gewonnen
page-result-lost = verloren
page-result-draw = unentschieden
page-open-title = { $game } weiterspielen?
page-open-on = Weiterspielen
page-open-new = Neue Partie
page-join = Mitspielen
page-join-say = Füge den Link ein, den du bekommen hast.
page-join-field = Link oder Code
page-join-go = Los
page-join-wrong = Das ist kein Link zu einem Tisch. Er sieht aus wie …/table/…#… und muss vollständig sein.
page-record = Eine Partie ansehen
page-record-say = Geh Schritt für Schritt durch eine gespeicherte Partie.
page-record-choose = Datei wählen
page-record-size = Diese Datei ist zu groß für eine gespeicherte Partie.

# New game

page-new-edition = Ausgabe
page-new-players = Wie viele spielen mit?
page-new-seats = Wer spielt mit?
page-new-seat = Platz { $seat }
page-new-me = Ich
page-new-person = Noch jemand an diesem Gerät
page-new-friend = Jemand mit einem Link
page-new-friend-say = Den Link zum Weitergeben bekommst du, sobald der Tisch offen ist.
page-new-person-say = Ihr gebt das Gerät weiter; verdeckte Karten bleiben verdeckt.
page-new-levels = Bot
page-new-more-bots = Mehr Bots
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } von { $steps })
page-partner = Bot: Partner, so stark wie du
page-partner-say = Er wählt seine Stufe so, dass du etwa jede zweite Partie gewinnst. Deine Ergebnisse bleiben auf diesem Gerät.
page-partner-begins = Er fängt mit „{ $level }“ an.
page-partner-now = { $count ->
    [one] Nach deiner letzten Partie spielt er „{ $level }“.
   *[other] Nach deinen letzten { $count } Partien spielt er „{ $level }“.
}
page-partner-forget = Meine Ergebnisse vergessen
page-partner-stronger = Neue Partie, Partner stärker
page-partner-weaker = Neue Partie, Partner schwächer
page-new-starter = Wer fängt an?
page-new-starter-lot = Auslosen
page-new-starter-seat = Platz { $seat }: { $who }
page-new-rules = Hausregeln
page-new-rules-changed = { $count ->
    [one] eine geändert
   *[other] { $count } geändert
}
page-new-books = { $count ->
    [one] Regelheft: { $books }
   *[other] Regelhefte: { $books }
}
page-new-more = Weiteres
page-new-confirm = Vor jedem Zug nachfragen
page-new-hints = Tipps erlauben, auch wenn mehrere mitspielen
page-new-open = Tisch eröffnen
page-warming = Die Bots wärmen sich auf: Eine Minute oder so spielen sie einfacher als sonst, und der perfekte braucht lange.
page-warming-short = Bots wärmen sich auf

# The board

page-board = Spielbrett
page-board-limit = Alles muss in 3 × 3 Felder passen.
page-pieces = Zur Auswahl
page-moves = Züge
page-draw-pile = Allge{ "\u00AD" }meiner Stapel · { $tiles }
page-board-which = Welche davon?
page-board-cancel = Doch nicht
page-read = Spielbrett in Worten
page-read-squares = Feld für Feld
page-read-pieces = Was wo liegt
page-read-lines = Linie für Linie
page-read-short = Kurz gefasst
page-read-piece = { $what }: { $squares }
page-read-empty = Leer: { $squares }
page-read-nothing = leer
page-read-row = Zeile { $name }: { $squares }
page-read-column = Spalte { $name }: { $squares }
page-read-diagonal = Diagonale { $name }: { $squares }
page-read-keys = Auf dem Spielbrett selbst führen die Pfeiltasten von Feld zu Feld; „Bild ab“ und „Bild auf“ springen dorthin, wo etwas liegt.
page-goals = Deine Ziele
page-goal-show = offen
page-goal-hold = geheim
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: bleibt auch bei einer Dreierreihe geheim.
page-goal-shown = { $goal }: wird bei einer Dreierreihe gezeigt.
page-goals-shown = Gezeigt

# The table

page-table-players = Alle am Tisch
page-your-seat = Dein Platz
page-you = Du
page-menu = Menü
page-log = Verlauf
page-log-short = Verlauf
page-actions = Was du tun kannst
page-undo = Rückgängig
page-undo-waits = Die anderen werden gefragt, ob du den Zug zurücknehmen darfst.
# $count is how many moves have not been shown yet.
page-next-step = Weiter ({ $count })
page-repeat = Zeig es mir noch einmal
page-hint = Tipp
page-hint-waits = Denkt nach …
page-close = Schließen
page-cancel = Abbrechen
page-try-again = Noch einmal versuchen
page-loading = Einen Moment …
page-title-turn = Du bist am Zug
page-steps = Die Schritte eines Zugs
page-title-turn-of = { $name } ist am Zug
page-watching = { $count ->
    [one] { $count } schaut zu
   *[other] { $count } schauen zu
}
page-you-watch = Du schaust zu
page-no-place = In diesem Browser hast du an diesem Tisch keinen Platz. Nimm den Link zu deinem Platz.
page-offline = Die Verbindung ist unterbrochen.
page-offline-soon = Sie kommt von selbst zurück.
page-offline-kept = Dein Zug ist gespeichert und wird gesendet, sobald sie wieder da ist.
page-trail-from = Von hier kommt, was seit deinem letzten Zug gelegt wurde
page-read-all = Alles lesen
page-confirm-ask = So?
page-confirm-move = So ziehen
page-cancel-move = Ändern
page-consent-yes = Einverstanden
page-consent-no = Lieber nicht
page-bot-for-you = Ein Bot spielt gerade für dich.
page-you-left = Du hast den Tisch verlassen.
page-return = Platz wieder einnehmen
page-let-bot-play = Einen Bot für { $name } spielen lassen
page-seat-turn = am Zug
page-seat-won = gewonnen
page-seat-resigned = hat aufgegeben
page-seat-stand-in = ein Bot springt ein
page-seat-left = ist gegangen
page-seat-away = nicht da
page-seat-here = ist da
page-seat-open = noch frei
page-seat-number = Platz { $number }

# Sitting down and waiting

page-name-title = Wie heißt du?
page-names-title = Wer spielt mit?
page-name = Dein Name
page-name-of = Platz { $seat }
page-name-default = Gast
page-sit-down = Hinsetzen
page-bot-takes-seat = Einen Bot hinsetzen
page-waiting-filled = { $count ->
    [one] { $count } von { $seats } ist da
   *[other] { $count } von { $seats } sind da
}
page-waiting-meanwhile = Lies inzwischen die Regeln.
page-link-this = Der Link für diesen Platz
page-link-friend = Der Link für Platz { $number }
page-link-watch = Der Link zum Zuschauen
page-share = Teilen …
page-reach-machine = Diesen Link können nur Browser auf diesem Rechner öffnen.
page-reach-network = Wer in deinem lokalen Netz diesen Link hat, kann ihn öffnen.
page-reach-anyone = Wer diesen Link hat, kann ihn öffnen.
page-network-open = Das lokale Netz hereinlassen …
page-network-close = Das lokale Netz aussperren
page-network-title = Das lokale Netz hereinlassen?
page-network-say = Andere Geräte in deinem Netz erreichen dann diesen Server, bis du sie aussperrst oder er beendet wird. Tu das nur in einem Netz, dem du vertraust.
page-network-yes = Hereinlassen
page-copy = Kopieren
page-copied = Kopiert
page-copy-yourself = Bitte von Hand kopieren
page-qr = QR-Code

# Ein Tisch für alle im Raum

page-room = In einem Raum
page-room-named = { $game } in einem Raum
page-room-say = Dieser Bildschirm wird der Tisch; gespielt wird mit den Handys.
page-room-count = Wie viele spielen mit?
page-new-room = In einem Raum spielen
page-screen-wait = Scanne einen Code mit deinem Handy und setz dich.
page-screen-scan = Scannen und hinsetzen
page-screen-code = QR-Code für Platz { $number }
page-screen-sits = Hier setzt sich gerade jemand …
page-screen-machine = Handys erreichen diesen Rechner noch nicht.
page-screen-watch = mitschauen
page-screen-wins = { $count ->
    [one] eine Runde gewonnen
   *[other] { $count } Runden gewonnen
}
page-screen-full = Vollbild
page-screen-show = Für alle im Raum zeigen
page-screen-phone = Neues Handy …
page-screen-phone-title = Ein anderes Handy für { $name }?
page-screen-phone-say = Das Handy, das diesen Platz jetzt hat, wird ausgesperrt. Hier erscheint ein neuer Code: Wer ihn scannt, hat den Platz.
page-screen-phone-yes = Neuen Code zeigen
page-screen-no-place = Dieser Browser kann den Tisch nicht zeigen. Nimm den Link zum Zuschauen.
page-hand-hide = Karten verstecken
page-hand-hidden = Deine Karten sind verdeckt.
page-hand-show = Tippe, um sie wieder zu sehen.

# One device, several people

page-pass-title = { $name } ist am Zug
page-pass-why = Gib das Gerät an { $name } weiter. Sonst sollte jetzt niemand hinsehen.
page-pass-ready = Ich bin { $name }
page-pass-to = Weiter an { $name }

# The menu

page-sound = Ton
page-speed = Züge der anderen
page-speed-slow = Langsam
page-speed-normal = Normal
page-speed-fast = Schnell
page-speed-step = Schritt für Schritt
page-speed-none = Sofort
page-windows = Dein Platz ist in { $count } Fenstern offen.
page-looked = Um { $time } hat jemand in einem anderen Fenster in deine Karten gesehen: Diese Person hat einen Link zu deinem Platz.
page-lock-seat = Nur in diesem Fenster offen lassen
page-new-key-fold = Wer meinen Platz öffnen kann
page-new-key = Neuer Schlüssel für meinen Platz
page-new-key-why = Ein neuer Schlüssel sperrt alle anderen aus, die einen Link zu deinem Platz haben.
page-new-key-done = Dein Platz hat einen neuen Schlüssel
page-new-key-say = Ältere Links zu ihm gelten nicht mehr. Auf einem anderen Gerät öffnest du ihn mit diesem Link:
page-new-key-link = Der neue Link zu deinem Platz
page-resign = Aufgeben …
page-resign-title = Aufgeben?
page-resign-say = Du gibst diese Partie auf. Das lässt sich nicht zurücknehmen.
page-resign-yes = Aufgeben
page-leave = Tisch verlassen …
page-leave-title = Den Tisch verlassen?
page-leave-say = Die anderen sehen das, und ein Bot darf für dich spielen. Du kannst jederzeit zurückkommen.
page-leave-yes = Verlassen
page-delete = Tisch löschen …
page-delete-title = Den Tisch löschen?
page-delete-say = Er ist dann für alle weg, mit seinen Partien und Aufzeichnungen.
page-delete-yes = Löschen
page-practice = Übung
page-about-table = Über diesen Tisch
page-about-sealed = Alles wurde vor dem Spiel gemischt. Wenn die Runde vorbei ist, prüft dieses Gerät, dass nichts vertauscht wurde.
page-react = Reagieren
page-react-hello = Hallo!
page-react-thanks = Danke!
page-react-well-played = Gut gespielt!
page-react-clap = Toll!
page-react-laugh = Haha!
page-react-wow = Wow!
page-react-oops = Hoppla!
page-react-thinking = Hm …

# After the game

page-score-draws = { $count ->
    [one] ein Unentschieden
   *[other] { $count } Unentschieden
}
page-rematch = Noch eine Runde
page-wants-rematch = Für noch eine Runde: { $names }
page-step-through = Durchgehen
page-download = Aufzeichnung speichern
page-fair = Wie geht das?
page-fair-how = Vor dem Spiel hat sich der Server einen geheimen Startwert ausgedacht und dessen Siegel gezeigt, einen Code, der zu keinem anderen Startwert passt. Dann hat jedes Gerät eine eigene Zufallszahl beigesteuert. Wie gemischt wird, ergibt sich aus allem zusammen; niemand konnte sich also etwas aussuchen.
page-fair-commitment = Siegel
page-fair-seed = Startwert
page-fair-salt = Salz
page-fair-nonce = Zahl von { $name }
page-fair-check = Um das Austeilen selbst zu prüfen, speichere die Aufzeichnung und führe aus:
page-fair-own = Fair gemischt: Dieses Gerät hat mitgemischt und geprüft, dass nichts vertauscht wurde.
page-fair-sealed = Vor dem Spiel gemischt; dieses Gerät hat geprüft, dass nichts vertauscht wurde.
page-fair-since = Dieses Gerät kam erst nach dem Mischen dazu. Es kann nur sagen, dass seitdem nichts vertauscht wurde.
page-fair-without = { $count ->
    [one] Es hat nicht mitgemischt, denn das Spiel hat ohne dich angefangen.
   *[other] Es hat nicht für euch alle mitgemischt, denn das Spiel hat nicht auf alle gewartet.
}
page-fair-wrong-seal = Achtung: Ausgeteilt wurde nicht, was am Anfang versiegelt war. Der Server hat es geändert. Vertraut dieser Partie nicht!
page-fair-wrong-number = Achtung: Der Server hat die Zahl weggelassen, die dieses Gerät zum Austeilen beigesteuert hat. Vertraut dieser Partie nicht!
page-fair-practice = Übung: Diese Runde begann mit einer vorgegebenen Stellung, oder Züge wurden zurückgenommen.

# Replay

page-replay = Schritt für Schritt
page-replay-comment = mit Kommentar
page-replay-deal = Das Spiel beginnt.
page-replay-count = Schritt { $step } von { $steps }
page-replay-first = An den Anfang
page-replay-back = Einen Schritt zurück
page-replay-forward = Einen Schritt weiter
page-replay-last = Ans Ende
page-replay-slider = Schritt
page-replay-another = Eine andere Partie ansehen
page-eyes = Wessen Sicht?
page-eyes-all = Alle Karten offen
page-eyes-spectator = Beim Zuschauen

# A lesson

page-learn = { $game } lernen
page-learn-link = Auf dem Brett lernen
page-learn-count = Lektion · { $step } von { $steps }
page-learn-skip = Auslassen
page-learn-back = Zurück
page-learn-next = Weiter
page-learn-again = Noch einmal
page-learn-play = Zu Ende spielen
page-learn-whole = Ein ganzes Spiel spielen
page-learn-you = Du
page-learn-rival = Gegner
page-learn-offer = Neu hier? Lern ein Spiel in zwei Minuten
page-learn-offer-no = Jetzt nicht

## Der Erkunder auf der Seite

explore-title-win = { $how ->
    [all] Gewonnen in { $count ->
        [one] einem Zug
       *[other] { $count } Zügen
    }, egal was du tust
    [one] Gewonnen in { $count ->
        [one] einem Zug
       *[other] { $count } Zügen
    }, wenn du den einen Zug findest, der hält
   *[some] Gewonnen in { $count ->
        [one] einem Zug
       *[other] { $count } Zügen
    }
}
explore-title-draw = { $how ->
    [all] Unentschieden, egal was du tust
    [one] Unentschieden, wenn du den einen Zug findest, der hält
   *[some] Unentschieden
}
explore-title-loss = Verloren in { $count ->
    [one] einem Zug
   *[other] { $count } Zügen
}, egal was du tust
explore-turns-possible = { $count ->
    [one] Hier ist ein Zug möglich
   *[other] Hier sind { $count } Züge möglich
}{ $groups ->
    [one] {""}
   *[other] , { $groups } bis auf Spiegelbilder
}.
explore-turns-win = { $count ->
    [one] Einer gewinnt.
   *[other] { $count } gewinnen.
}
explore-turns-draw = { $count ->
    [one] Einer hält unentschieden.
   *[other] { $count } halten unentschieden.
}
explore-turns-lose = { $count ->
    [one] Einer verliert, in { $slowest }.
   *[other] { $count } verlieren, der langsamste in { $slowest }.
}
explore-due-flip = { $name } ist am Zug · Schritt 1: fremden Stein flippen
explore-due-place = { $name } ist am Zug · Stein setzen
explore-due-move = { $name } ist am Zug
explore-leads-win = gewinnt in { $count }
explore-leads-draw = unentschieden
explore-leads-loss = verloren in { $count }
explore-holding = { $count ->
    [0] keiner von { $turns } hält
    [one] einer von { $turns } hält
   *[other] { $count } von { $turns } halten
}
explore-line-win = { $winner } gewinnt
explore-only-first = { $value ->
    [win] das Einzige, was gewinnt
   *[draw] das Einzige, was hält
}
explore-only-one-of = { $value ->
    [win] beginnt den einzigen Zug, der gewinnt
   *[draw] beginnt den einzigen Zug, der hält
}
explore-part-flip = Flippen, dann setzen
explore-part-place = Nur setzen
error-no-set-up = Stellungen von { $game } kann man nicht von Hand aufbauen.
page-explore = Erkunden
page-explore-named = { $game } erkunden
page-explore-title = { $game } · Erkunden
page-explore-first = Zur ersten Stellung
page-explore-back = Zurück
page-explore-forward = Vor
page-explore-set-up = Aufbauen …
page-explore-link = Link
page-explore-link-field = Ein Link zu dieser Stellung
page-explore-choices = Was möglich ist, das Beste zuerst
page-explore-then = dann { $move }
page-explore-ways-say = auf { $ways } Arten, Spiegelbilder mitgezählt
page-explore-line = Bestes Spiel ab hier
page-explore-line-wait = Einen Moment …
page-explore-replies = Was die andere Seite antworten kann
page-explore-tree = Der Weg hierher
page-explore-tree-start = Erste Stellung
page-explore-rules = Hausregeln
page-explore-more = { $count ->
    [one] Noch eine
   *[other] Noch { $count }
}
page-explore-lay = Such einen Stein aus und tippe auf die Felder, auf denen er liegen soll. Noch ein Tippen nimmt ihn wieder weg.
page-explore-remove = Wegnehmen
page-explore-due = Was ansteht
page-explore-position = Stellung in Notation
page-explore-read = Lesen
page-explore-show = Das erkunden
page-explore-cancel = Abbrechen
page-explore-empty = Brett leeren

## Die Analyse auf der Seite

page-review = Analyse
page-review-named = Analyse · { $game }
page-review-exact = exakt
page-review-by-search = per Suche
page-review-progress = { $done } von { $total } Zügen beurteilt
page-review-stop = Anhalten
page-review-stopped = Nach { $done } von { $total } Zügen angehalten.
page-review-failed = Die Analyse brach nach { $done } von { $total } Zügen ab.
page-review-go-on = Weiter
page-review-accuracy = { $name }: Genauigkeit { $accuracy }
page-review-accuracy-means = Genauigkeit ist, wie viel von den eigenen Chancen ein Zug im Schnitt bewahrt hat.
page-review-turn = Zug { $turn } von { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (du)
page-review-better = Besser: { $best }
page-review-curve = Die Chancen Zug um Zug
page-review-wins = { $name } gewinnt
page-review-draw = unentschieden
page-review-loses = { $name } verliert
page-review-moments = Was entschieden hat
page-review-moves = Alle Züge
page-review-play = Von hier weiterspielen
page-review-none = Öffne eine beendete Partie oder eine Aufzeichnung davon.
page-review-nothing = Kein Fehler hat diese Partie entschieden.
error-no-review = Diese Analyse gibt es nicht mehr. Starte sie noch einmal.

## Lists and counts

games-id = ID
games-name = Spiel
games-players = Personen
games-minutes = Minuten
games-editions = Ausgaben
games-line = worum es geht
games-next = Spielen: „rowdy play ID“; Regeln lesen: „rowdy rules ID“.
marks-xoxo = Deine Ziele werden gezeigt, sobald ihre Reihe liegt. Tippe eines an, um es geheim zu halten.
rules-typing = So gibst du hier Züge ein
rules-rulings = Hausregeln
rules-decisions = Was wir entschieden haben
rules-editions = Ausgaben
rules-shown = Das ist das Spiel nach: { $edition }; geänderte Hausregeln: { $rulings }. Wo in Klammern eine Hausregel steht, könnt ihr etwas anderes wählen: siehe unten.
rules-own-cards = Deine Karten
rules-other-cards = Die Karten der anderen Person
rules-tokens = { $colour }: { $count ->
    [one] ein Chip
   *[other] { $count } Chips
}
rules-default = (Vorgabe: { $option })
rules-here = (hier: { $option })
rules-book-says = { $says } ({ $books })
# $number is an option such as “3 tokens”, $text what comes of it.
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: „der ganze Stapel (italienisch, portugiesisch); …“.
rules-books = Die Regelhefte: { $said }.
consequence-solved = { $winner ->
    [first] Spielen beide perfekt, kann die Seite, die anfängt, den Sieg erzwingen.
    [second] Spielen beide perfekt, kann die Seite, die nicht anfängt, den Sieg erzwingen.
   *[draw] Spielen beide perfekt, kann niemand den Sieg erzwingen.
}
consequence-usual = Das ist die übliche Regel.
consequence-figures = Mit den üblichen Regeln dauert eine Partie etwa { $moves } Züge, { $drawn ->
    [none] keine endet unentschieden
    [few] kaum eine endet unentschieden
   *[some] { $draws } % enden unentschieden
}, und wer anfängt, holt { $first } % der Punkte ({ $fair } % wären gerecht).
consequence-length = { $change ->
    [more] Partien dauern etwa { $percent } % länger als sonst.
   *[fewer] Partien sind etwa { $percent } % kürzer als sonst.
}
consequence-draws = { $change ->
    [more] Mehr Partien enden unentschieden: { $now } %, sonst { $before } %.
   *[fewer] Weniger Partien enden unentschieden: { $now } %, sonst { $before } %.
}
consequence-first = { $change ->
    [more] Anfangen ist mehr wert: Wer anfängt, holt { $now } % der Punkte, sonst { $before } %.
   *[fewer] Anfangen ist weniger wert: Wer anfängt, holt { $now } % der Punkte, sonst { $before } %.
}
consequence-reason = { $change ->
    [more] Mehr Partien enden { $reason }: { $now } %, sonst { $before } %.
   *[fewer] Weniger Partien enden { $reason }: { $now } %, sonst { $before } %.
}
consequence-no-difference = Unter Bots fanden wir in { $games } Partien keinen Unterschied zur üblichen Regel.
consequence-measured = Die Zahlen stammen aus { $games } Partien mit jeder Wahl, unter Bots der Stufe „{ $bot }“, sonst nach der Ausgabe „{ $edition }“.
consequence-players = Mit { $players } Personen: { $text }
consequence-with-row-enclosed = Mit eingekreisten Reihen: { $text }
says-silent = nichts dazu
says-players-agree = ihr einigt euch darauf
says-unclear = verschieden zu lesen
book-all = alle
book-de = deutsch
book-en = englisch
book-nl = niederländisch
book-it = italienisch
book-pt = portugiesisch
book-sv = schwedisch
book-da = dänisch
book-ru = russisch
bots-name = Bot
bots-games = spielt
bots-set = Einstellungen
bots-line = was er tut
bots-every = alle
bots-switches = Zum Ausprobieren lässt sich auch einstellen, wie casual, medium, skilled, advanced, strong und mcts suchen: { $settings }
bots-next = Gegen einen spielen: „rowdy play GAME --seats you,BOT“.
bot-beginner = Spielt wie beim ersten Mal und übersieht viel.
bot-easy = Spielt auf den ersten Blick und übersieht hin und wieder eine Reihe oder das Blocken.
bot-casual = Denkt bei manchen Zügen voraus und nimmt sonst, was am besten aussieht.
bot-medium = Denkt ein wenig voraus, ist aber oft unachtsam.
bot-skilled = Denkt voraus, ist aber ab und zu unachtsam.
bot-advanced = Denkt weit voraus, patzt aber manchmal noch.
bot-strong = Denkt bis zu einer Sekunde voraus, schätzt, was du auf der Hand hast, und ist nie unachtsam.
bot-partner = Nimmt die Stufe, gegen die du etwa jede zweite Partie gewinnst, nach denen, die du im Terminal beendet hast.
# $level ist eine der Stufen, etwa „locker“; $games zählt die beendeten Spiele dieser Art.
partner-begins = Dein Partner fängt mit „{ $level }“ an. Aus deinen Ergebnissen findet er die Stufe, gegen die du etwa jede zweite Partie gewinnst.
partner-plays = { $games ->
    [one] Nach deiner letzten Partie spielt dein Partner „{ $level }“.
   *[other] Nach deinen letzten { $games } Partien spielt dein Partner „{ $level }“, damit du etwa jede zweite gewinnst.
}
bot-greedy = Nimmt, was gerade am besten aussieht, und denkt nie voraus.
bot-random = Spielt irgendeinen erlaubten Zug.
bot-perfect = Macht nie einen Fehler.
bot-mcts = Nur die Suche, mit der die Stufen ab casual denken.
bot-guest = Aus { $package }.
bot-engine = Ein eigenes Programm, das auf diesem Rechner hinzugefügt wurde.
engines-name = Name
engines-command = Befehl
engines-none = Noch ist kein Programm hinzugefügt. „rowdy engines --help“ sagt, wie das geht.
engines-added = { $name } ist dabei ({ $called }). Probier es aus: rowdy play --seats you,{ $name }
engines-removed = { $name } ist nicht mehr dabei.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe und XOXO²
prepare-perfect = perfektes Spiel
prepare-line = Wird übersetzt ({ $number } von { $all }): { $what }
prepare-done = Übersetzt in { $seconds } s.
prepare-nothing = Alles ist schon übersetzt.
prepare-no-compiler = Numba ist nicht installiert, also lässt sich nichts übersetzen: Die Bots spielen trotzdem, denken aber einfacher.
prepare-not-kept = { $path } ist nicht beschreibbar: Was übersetzt würde, ginge wieder verloren, also wurde nichts übersetzt. Die Bots spielen trotzdem, denken anfangs aber einfacher.
perft-from = Ab: { $text }
perft-chance-all = Jedes Ergebnis des Zufalls zählt.
perft-chance-seed = Über den Zufall entscheidet der Startwert { $seed }.
perft-actions = Aktionen { $depth }: { $count } ({ $seconds } s)
perft-turns = Züge { $depth }: { $count } ({ $seconds } s)
replay-prompt = Schritt { $at } von { $last } (Enter weiter, b zurück, Zahl, schluss ans Ende, q aufhören):
replay-help = Drück Enter für den nächsten Schritt, b für den davor, gib eine Zahl ein, um zu springen, schluss für den letzten, oder q, um aufzuhören.
replay-comment = Anmerkung: { $comment }
replay-step = Schritt { $at }: { $move }
replay-deal = vor dem ersten Zug
replay-no-more = Mehr als { $last } Schritte hat die Partie nicht: Hier ist ihr Ende.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Stern
player-xoxo2-2 = Sechseck
verdict-draw = unentschieden
verdict-win = { $winner } gewinnt in { $count ->
    [one] einem Zug
   *[other] { $count } Zügen
}
label-win = { $winner } gewinnt in { $least }
label-win-range = { $winner } gewinnt in { $least } bis { $most }
compiling = Einen Moment: Code wird übersetzt. Das ist auf diesem Rechner nur einmal nötig.
preparing = Im Hintergrund wird Code übersetzt. Das ist auf diesem Rechner nur einmal nötig. Bis dahin denken Bots, die suchen, einfacher, und ein perfekter wartet.
preparing-still = Nach { $seconds } s wird immer noch übersetzt.
prepared = Der Code ist übersetzt: Ab jetzt denken die Bots mit ganzer Kraft.
searching = Einen Moment: Die Suche läuft noch.

solve-begin = { $game } wird gelöst, mit { $count ->
    [one] einem Thread
   *[other] { $count } Threads
}.
solve-checking = wird geprüft
solve-found = { $count ->
    [one] Eine fertige Schicht wurde
   *[other] { $count } fertige Schichten wurden
} gefunden und geprüft; weiter mit Schicht { $stones }.
solve-found-all = Alle { $count } Schichten lagen schon da und sind geprüft.
solve-layer = Schicht { $stones }
solve-rate = { $millions } Mio./s
solve-left = noch { $time }
solve-line = Schicht { $stones } fertig: { $share } von allem, { $rate }, { $left }
solve-interrupted = Angehalten. Fertige Schichten bleiben: Derselbe Befehl macht dort weiter.
solve-stones = Steine
solve-positions = Stellungen
solve-wins = Siege
solve-draws = Unentschieden
solve-losses = Niederlagen
solve-in-all = zusammen
solve-counted = Stellungen am Anfang eines Zuges, gewonnen, unentschieden oder verloren für die Seite am Zug; Spiegelbilder zählen mit.
solve-value = Wenn beide bestmöglich spielen: { $value }.
solve-first-stone = erster Stein
solve-first-squares = auf
solve-first-value = führt zu
solve-corner = Ecke
solve-edge = Rand
solve-centre = Mitte
solve-cost = Das Lösen hat { $wall } s und { $cpu } CPU-Sekunden gebraucht, ohne die Zeit, Code zu laden oder zu übersetzen: { $rate } Millionen Stellungen je CPU-Sekunde, von { $positions } Millionen. (Gezählt am Anfang eines Zuges, die 32 Bilder einer Stellung, gespiegelt oder mit allen Steinen einer Seite gewendet, als eine.)
solve-memory = Es hat höchstens { $size } GB Speicher gebraucht.
solve-used = Die Lösung liegt in { $path } und wird ab jetzt benutzt.
solve-elsewhere = Die Lösung liegt in { $path }. Von selbst benutzt Rowdy eine Lösung, wenn sie hier liegt: { $usual }

explore-source-solution = Die Antworten kommen aus der Lösung in { $path }
explore-source-opening = Die Antworten kommen aus den frühen Schichten, die zu Rowdy gehören, und aus einer Suche.
explore-source-search = Die Antworten kommen aus einer Suche.
explore-refused = Die Lösung auf diesem Rechner wird nicht benutzt. { $reason }
explore-position = Stellung: { $text }
explore-value = { $value }.
explore-value-draw = Unentschieden.
explore-flips = Zug { $turn }: { $name } flippt. Mögliche Steine zum Flippen, bester zuerst, jeder nach dem besten Zug, der so beginnt:
explore-places = Zug { $turn }: { $name } setzt einen Stein. Möglichkeiten, beste zuerst:
explore-moves = Zug { $turn }: { $name } ist am Zug. Züge, bester zuerst:
explore-turns = Ganze Züge von { $name }, bester zuerst:
explore-more = … { $count } weitere
explore-all = „alle“ zeigt alle.
explore-only = einzig
explore-only-win = einzig: Alles andere verschenkt den Sieg.
explore-only-draw = einzig: Alles andere verliert.
explore-only-turn-win = einzig: Nur { $turn } hält den Sieg fest.
explore-only-turn-draw = einzig: Nur { $turn } verliert nicht.
explore-line = Hauptvariante
explore-prompt-flip = { $name } flippt (Enter bester, Zahl, Zug, ganze Züge, b zurück, ? Hilfe, q aufhören):
explore-prompt-place = { $name } setzt (Enter bester, Zahl, Zug, b zurück, ? Hilfe, q aufhören):
explore-prompt-move = { $name } zieht (Enter bester, Zahl, Zug, b zurück, ? Hilfe, q aufhören):
explore-prompt-over = Das Spiel ist aus (b zurück, anfang, ? Hilfe, q aufhören):
explore-over = Hier kann nichts mehr gespielt werden: Das Spiel ist aus. b geht zurück.
explore-last = Du bist beim letzten Schritt: Weiter vor geht es nicht.
explore-first = Das ist die erste Stellung: Weiter zurück geht es nicht.
explore-help =
    Enter geht mit dem ersten Zug der Liste weiter, eine Zahl mit einem anderen.
    Oder gib einen Zug ein: einen Flip wie b3-b4, einen gesetzten Stein wie a@d1 oder einen ganzen Zug wie b3-b4 a@d1.
    Mit einer Stellung wie ..../.B../..Bb/.... flip kommst du dorthin, mit anfang an den Anfang des Spiels.
    b geht einen Schritt zurück, b 3 drei, f wieder vor. ganze listet ganze Züge auf, alle die ganze Liste, brett zeigt alles noch einmal.
    q hört auf.
explore-help-words =
    „X gewinnt in 5“ gilt, wenn beide bestmöglich spielen: Wer gewinnt, eilt, wer verliert, zögert es hinaus. Die Züge beider Seiten zählen, auch der jetzige und der letzte.
    ×2 steht für zwei Züge, die auf dasselbe hinauslaufen: ein Spiegelbild, oder alle Steine einer Seite gewendet.
    „einzig“ ist der eine Zug, von Spiegelbildern abgesehen, der Sieg oder Unentschieden festhält.

## Hints and review

percent = { $number } %
hint-only = Nur ein Zug ist möglich: { $move }.
hint-move = Tipp: { $move }.
hint-win = { $count ->
    [one] Das gewinnt sofort.
   *[other] Das gewinnt in { $count } Zügen, die Züge beider Seiten gezählt{ $alone ->
        [yes] ; alles andere verschenkt den Sieg
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] Nur das hält das Unentschieden.
   *[no] Das hält das Unentschieden.
}
hint-loss = Gegen bestes Spiel verliert jeder Zug; dieser hält am längsten durch, { $count } Züge, die Züge beider Seiten gezählt.
hint-share = Deine Chancen danach: etwa { $share }.
hint-line = Damit liegt eine Dreierreihe für { $cards }.
hint-tokens = { $count ->
    [one] Das bringt dir einen Chip.
   *[other] Das bringt dir { $count } Chips.
}
hint-next = Die nächstbesten: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = etwa gleich gut
hint-keep = Behalte { $cards } vorerst lieber für dich: Gib zuerst „behalten { $order }“ ein.
hint-hold = Behalte { $cards } vorerst lieber für dich: Stell sie zuerst auf „{ page-goal-hold }“.
move-flip = den Stein von { $source } nach { $target } flippen
move-place = { $stone } auf { $square } setzen
move-play = { $card } auf { $square } spielen
move-own = das oberste Plättchen { $form ->
    [their] des eigenen
   *[your] deines
} Stapels auf { $square } legen
move-draw = das oberste Plättchen des allgemeinen Stapels auf { $square } legen
move-yellow = { $count ->
    [0] den Stapel auf { $square } mit einer gelben Karte abräumen
    [one] die oberste Karte auf { $square } mit einer gelben Karte abräumen
   *[other] die obersten { $count } Karten auf { $square } mit einer gelben Karte abräumen
}
move-green = die Linie von { $first } bis { $last } mit einer grünen Karte abräumen
move-pass = passen

mark-best = bester
mark-good = gut
mark-inaccuracy = ungenau
mark-mistake = Fehler
mark-blunder = Patzer
mark-forced = erzwungen
review-title = { $game }. Plätze: { $seats }.
review-exact = Jeder Zug wird mit perfektem Spiel verglichen. „Sieg in 5“ zählt die Züge beider Seiten, auch diesen.
review-search = Jeden Zug beurteilt eine Suche mit { $sims } Simulationen, nach dem, was man auf dem Platz damals wissen konnte. Die Prozente sind die Chancen: Ein Sieg zählt ganz, ein Unentschieden oder geteilter Sieg zum Teil.
review-playouts = Jeden Zug beurteilen { $sims } zufällig zu Ende gespielte Partien, nach dem, was man auf dem Platz damals wissen konnte{ $numba ->
    [missing] ; mit Numba würde eine Suche besser urteilen
   *[useless] {""}
}. Die Prozente sind die Chancen: Ein Sieg zählt ganz, ein Unentschieden oder geteilter Sieg zum Teil.
review-progress = wird beurteilt
review-line = { $name }, { $move }: { $verdict }
review-show = { $cards } herzeigen
review-show-nothing = nichts herzeigen
review-best = bester, { $value }
review-worse = { $mark }, { $value }; besser { $best } ({ $better })
review-forced = erzwungen
review-draw = unentschieden
review-win = Sieg in { $count }
review-loss = Niederlage in { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] ließ den Sieg zum Unentschieden werden
       *[loss] machte aus einem Sieg eine Niederlage
    }
   *[draw] gab das Unentschieden her
}
review-slower = { $value ->
    [win] gewinnt noch, in { $after } statt { $before } Zügen
   *[loss] verliert in { $after } statt { $before } Zügen
}
review-kept = { $count ->
    [one] { $value ->
        [win] das Einzige, was gewinnt
       *[draw] das Einzige, was hält
    }
   *[other] { $value ->
        [win] einer von { $count }, die gewinnen
       *[draw] einer von { $count }, die halten
    }
}
claim-then = { $first }, dann { $second }
claim-missed-win = Sofort zu gewinnen war mit: { $moves }{ $row ->
    [yes] ; das ergibt { $line }
   *[no] {""}
}.
claim-gives-win = Jetzt gewinnt { $rival } sofort mit: { $moves }{ $row ->
    [yes] ; das ergibt { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Das hätte den Sieg gerettet: { $moves }.
   *[draw] Das hätte das Unentschieden gerettet: { $moves }.
}
claim-every-turn-loses = Ab hier verliert jeder Zug{ $held ->
    [yes] ; der letzte, der hielt, war { $moves } in Zug { $turn }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Das ergab mehrere Linien auf einmal, { $lines }, für { $count } Chips.
   *[no] Das ergab mehrere Linien auf einmal, { $lines }: { $count } Chips für { $who }.
}
claim-could-show = Hier hätte man zeigen können: { $cards }.
claim-suggests = { $more ->
    [yes] Das machte { $card } bei { $who } wahrscheinlicher, nach allem, was { $witness } wissen konnte: { $before } → { $after }.
   *[no] Das machte { $card } bei { $who } unwahrscheinlicher, nach allem, was { $witness } wissen konnte: { $before } → { $after }.
}
claim-held = { $who } hielt da: { $cards }.
review-none = Es gibt noch keinen Zug zu beurteilen.
review-stopped = { $count ->
    [0] Angehalten, bevor ein Zug beurteilt war.
    [one] Angehalten nach einem Zug. Bis dahin:
   *[other] Angehalten nach { $count } Zügen. Bis dahin:
}
review-unfinished = Die Partie ist noch nicht zu Ende. Bis jetzt:
review-seat = wer
review-accuracy = Genauigkeit
review-accuracy-means = Genauigkeit ist, wie viel von den eigenen Chancen ein Zug im Schnitt bewahrt hat.
review-course = Die Chancen aller, Zug um Zug:
review-course-plain = Die Chancen aller, Zug um Zug, in Zehnteln:

## Verifying

verify-verdict-holds = Stimmt
verify-verdict-fails = Stimmt nicht
verify-verdict-open = Nicht geprüft
verify-verdict-aside = Hinweis
verify-line = { $verdict }: { $text }
verify-legal = Die Partie ist regelgerecht: { $count } Züge, Antworten und Ergebnisse des Zufalls, und das Ergebnis „{ $result }“.
verify-illegal = Die Partie ist nicht regelgerecht. { $cause }
verify-unfinished = Die Partie ist bis jetzt regelgerecht ({ $count } Züge, Antworten und Ergebnisse des Zufalls), aber nicht zu Ende.
verify-position = Die Partie begann nicht am Anfang, sondern mit einer Stellung, die jemand ausgesucht hat: Die kann nicht fair ausgeteilt worden sein.
verify-sealed = Der Startwert ist der, den das Siegel { $commitment } versiegelt hat. Vergleiche es mit dem, was dir vor der Partie gezeigt wurde.
verify-other-seed = Der Startwert ist nicht der versiegelte: Er passt nicht zum Siegel.
verify-seed-later = Der Startwert wird erst gezeigt, wenn die Partie zu Ende ist.
verify-eyes = Das ist die Sicht eines Platzes oder vom Zuschauen, also ohne Startwert: Er steht in der vollständigen Aufzeichnung.
verify-no-seed = In der Aufzeichnung steht kein Startwert: Er ist verloren oder herausgeschnitten.
verify-no-commitment = Der Startwert war nicht versiegelt: Vielleicht hat ihn jemand ausgesucht, und mit ihm die Karten.
verify-dealt = { $count ->
    [one] Das eine Ergebnis des Zufalls ist das, was Startwert und Nonces ergeben.
   *[other] Alle { $count } Ergebnisse des Zufalls sind die, die Startwert und Nonces ergeben, in dieser Reihenfolge.
}
verify-dealt-otherwise = Ergebnis { $number } des Zufalls ist { $found }, aber Startwert und Nonces ergeben { $due }.
verify-not-dealt = Der Zufall lässt sich nur aus der vollständigen Aufzeichnung mit dem versiegelten Startwert nachrechnen.
verify-no-chance = In diesem Spiel gibt es keinen Zufall, also wurde nichts ausgeteilt.
verify-nonces = { $count ->
    [one] Platz { $seats } hat
   *[other] Die Plätze { $seats } haben
} eine Nonce zum Startwert beigesteuert.
verify-no-nonces = Kein Platz hat eine Nonce zum Startwert beigesteuert: Wer ihn gemacht hat, könnte damit die Karten ausgesucht haben.
verify-same-nonce = Die Nonce von Platz { $seat } ist die, die du genannt hast.
verify-other-nonce = Die Nonce von Platz { $seat } ist nicht die, die du genannt hast.
verify-not-sealed = Versiegelt ist nur der Zufall. Die Namen, was gespielt wurde und der Vermerk „Practice“ sind so, wie die Aufzeichnung sie angibt: --server vergleicht sie mit der des Tisches.
verify-server-same = Der Server hat dieselbe Aufzeichnung dieser Runde.
verify-server-headers = Die Aufzeichnung des Servers von dieser Runde unterscheidet sich in { $names }.
verify-server-turns = In der Aufzeichnung des Servers von dieser Runde stehen andere Züge.
verify-server-none = Der Tisch hat keine Runde mit diesem Siegel.
verify-server-later = Eine Runde des Tisches läuft noch, und ihre Aufzeichnung wird noch nicht gezeigt.
verify-end-whole = Alles, was geprüft wurde, stimmt.
verify-end-part = Nichts Falsches gefunden, aber nicht alles ließ sich prüfen.
verify-end-wrong = Etwas stimmt nicht: So wurde die Partie nicht ausgeteilt und gespielt.

## Comparing bots

arena-title = { $game }, { $seats } Plätze: { $bots }
arena-most = Höchstens { $count ->
    [one] eine Partie
   *[other] { $count } Partien
}, in { $rounds } zu je { $matches }; Startwert { $seed }.
# Always follows „in“.
arena-rounds = { $count ->
    [one] einer Runde
   *[other] { $count } Runden
}
arena-games = { $count ->
    [one] Eine Partie
   *[other] { $count } Partien
} in { $rounds }
arena-log = Protokoll: { $path }
arena-torn = Die letzte Zeile darin war unvollständig und wurde gestrichen.
arena-found = { $count ->
    [one] Eine Partie steht schon im Protokoll.
   *[other] { $count } Partien stehen schon im Protokoll.
}
arena-no-compiler = Hier fehlt Numba, also suchen diese Bots ohne übersetzten Code und spielen schlechter: { $bots }.
arena-aside = Das alte Protokoll ist jetzt { $path }
arena-shares = { $shares } ± { $width } %
arena-line = { $count } von { $goal } Partien: { $shares }; { $left }
arena-bot = Bot
arena-won = gewonnen
arena-shared = geteilt
arena-lost = verloren
arena-share = Anteil (%)
arena-fair = × fair
arena-elo = Elo
arena-mean = s je Zug
arena-longest = längster
arena-points = { $games }. Eine Partie gibt einen Punkt, geteilt bei Unentschieden oder gemeinsamem Sieg; der Anteil gilt für einen Platz. ± ist das 95-%-Intervall.
arena-elo-from = Elo zählt von { $bot } aus.
arena-nothing = Noch ist keine Runde fertig, also gibt es nichts zu vergleichen.
arena-narrow = Genau genug bekannt: ± { $width } %, verlangt war ± { $wanted } %.
arena-wide = Noch nicht genau genug bekannt: ± { $width } %, verlangt war ± { $wanted } %. Mit mehr --games geht es von hier weiter.
arena-interrupted = Angehalten. Alle fertigen Partien stehen im Protokoll: Derselbe Befehl{ $fresh ->
    [yes] , ohne --fresh,
   *[no] {""}
} macht dort weiter.
arena-rest = { $count ->
    [one] Eine Partie gehört zu einer unfertigen Runde und zählt noch nicht.
   *[other] { $count } Partien gehören zu unfertigen Runden und zählen noch nicht.
}
arena-plot = Bild: { $path }
study-title = Was die Hausregeln in { $game } ändern: { $edition }, { $bot } auf jedem Platz
study-most = { $count ->
    [one] Eine Spielweise
   *[other] { $count } Spielweisen
}, je { $games } Partien, Startwert { $seed }
study-setting = { $number } von { $all }: { $what }
study-name = { $seats } Plätze, geändert: { $rulings }
study-written = Geschrieben: { $path }
study-about = Was die Hausregeln in { $game } ändern: { $edition }
study-how = { $games } Partien mit jeder Wahl, { $bot } auf jedem Platz, Startwert { $seed }; Rowdy { $rowdy }, Code { $code }. ± ist das 95-%-Intervall. Der Anteil des ersten Platzes ist der an den Punkten: Jede Partie gibt einen, geteilt bei Unentschieden oder gemeinsamem Sieg.
study-seats = ({ $seats } Plätze)
study-option = Wahl
study-moves = Züge
study-first = erster Platz
study-draws = unentschieden
study-ends = wie Partien enden
plot-share = Anteil an den Punkten (%), 95-%-Intervall
plot-fair = fairer Anteil
plot-elo = Elo über { $bot }, 95-%-Intervall
plot-about = { $games }, Startwert { $seed }

## Why nothing can be done where somebody points
why-over = Das Spiel ist aus.
# $who is a name.
why-not-your-turn = { $who } ist am Zug.
why-must-pass = Du kannst gerade keine Karte spielen, also musst du passen.
why-own-stone = Das ist dein eigener Stein. Flippe einen gegnerischen.
why-no-stone = Hier liegt kein Stein. Wähl einen gegnerischen zum Flippen.
why-no-room = Dieser Stein lässt sich nicht flippen: Kein Feld neben ihm ist leer.
why-flipped-already = Geflippt hast du schon. Setz jetzt einen eigenen Stein auf ein leeres Feld.
why-flip-due = Flippe zuerst einen gegnerischen Stein, dann setz einen eigenen.
why-not-adjacent = Ein Stein wird auf ein Feld direkt daneben geflippt, nie schräg.
why-occupied = { $square } ist besetzt.
why-just-laid = Dieses Plättchen wurde gerade erst gelegt und darf noch nicht abgedeckt werden.
why-display-not-full = Abgedeckt wird erst, wenn neun Plättchen liegen.
why-not-adjacent-tile = Ein Plättchen muss ein anderes berühren, Kante an Kante.
why-not-middle = Auf dem leeren Tisch fängst du in der Mitte an.
why-outside-field = Die Auslage würde größer als drei mal drei.
why-off-field = Karten kommen nur auf die Felder von { $first } bis { $last }.
why-other-number = Hier liegt eine { $number }, und nur eine { $number } darf darauf.
why-no-card-fits = Hier liegt eine { $number }, und keine deiner Karten darf darauf.
why-nothing-there = Hier gibt es nichts abzuräumen.
why-line-not-filled = Eine grüne Karte räumt eine Linie aus drei vollen Feldern ab, und durch dieses geht keine.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] Die rote { $number } geht gerade nicht: Kein Feld ist leer, und nirgends liegt obenauf eine { $number }.
    [blue] Die blaue { $number } geht gerade nicht: Kein Feld ist leer, und nirgends liegt obenauf eine { $number }.
    [yellow] Für eine gelbe Karte gibt es gerade nichts abzuräumen.
   *[green] Für eine grüne Karte gibt es gerade keine Linie abzuräumen.
}
why-any = Das geht gerade nicht.

## Errors: what and why

error-over = { $move } geht nicht: Das Spiel ist aus.
error-not-your-turn = { $move } geht nicht: Du bist nicht am Zug.
error-place-due = { $move } ist ein Flip, aber jetzt wird ein Stein gesetzt, etwa mit A@d1 oder a@d1.
error-flip-due = { $move } setzt einen Stein, aber zuerst muss ein gegnerischer geflippt werden, etwa mit { $flip }.
error-no-stone = { $move } geht nicht: Auf { $square } liegt kein Stein.
error-own-stone = { $move } geht nicht: Der Stein auf { $square } gehört dir, und flippen darfst du nur gegnerische.
error-not-adjacent = { $move } geht nicht: { $square } liegt nicht direkt daneben (schräg zählt nicht).
error-occupied = { $move } geht nicht: { $square } ist besetzt.
error-not-your-stone = { $move } geht nicht: Das ist ein gegnerischer Stein.
error-off-board = { $square } liegt nicht auf dem Brett.
error-no-window = { $move } geht nicht: Gerade wird niemand gefragt, ob Karten hergezeigt werden.
error-not-due = { $move } kann der Zufall jetzt nicht bringen.
error-chance-due = { $move } geht noch nicht: Zuerst kommt der Zufall.
error-window-open = { $move } geht noch nicht: Alle werden noch gefragt, ob sie Karten herzeigen.
error-just-laid = { $move } geht nicht: Das Plättchen auf { $square } wurde gerade erst gelegt und darf nicht abgedeckt werden.
error-display-not-full = { $move } geht nicht: Abgedeckt wird erst, wenn neun Plättchen liegen.
error-display-full = { $move } geht nicht: Es liegen neun Plättchen, also deckt jedes weitere eines davon ab.
error-not-adjacent-tile = { $move } geht nicht: { $square } grenzt mit keiner Kante an ein Plättchen, das schon liegt.
error-not-middle = { $move } geht nicht: Auf dem leeren Tisch fängst du in der Mitte an, auf c3.
error-outside-field = Das würde nicht in drei mal drei Felder passen.
error-off-field = { $move } geht nicht: { $square } gehört nicht zu den Feldern von { $first } bis { $last }.
error-answered = Du hast schon geantwortet.
error-no-line = { $card } kann nicht hergezeigt werden: Gerade liegt keine Linie dafür.
error-not-held = { $move } geht nicht: { $card } ist nicht auf deiner Hand.
error-other-number = { $move } geht nicht: Auf { $square } liegt { $top }, und nur die gleiche Zahl darf darauf.
error-yellow-count = { $move } passt nicht zur Hausregel: Bei yellow=stack heißt es y@b3, bei yellow=some gehört die Zahl der Karten dazu, wie in y2@b3.
error-nothing-there = { $move } geht nicht: Auf { $square } liegt nichts.
error-too-many = { $move } geht nicht: Auf { $square } { $height ->
    [one] liegt nur eine Karte
   *[other] liegen nur { $height } Karten
}.
error-no-such-line = { $move } nennt keine Linie aus drei Feldern.
error-line-not-filled = { $move } geht nicht: Nicht alle Felder dieser Linie sind belegt.
error-can-play = Du kannst spielen, also darfst du nicht passen.
error-not-legal = { $move } geht jetzt nicht.
error-not-an-action = { $move } ist keine Aktion dieses Spiels: Mit parse_action wird ein Text dazu.
error-not-an-actor = { $actor } spielt hier nicht mit: Es muss ein Platz von 0 bis { $most } oder der Zufall sein.
error-hidden-hand = Was Platz { $seat } tun darf, ist hier nicht bekannt: Das ist die Sicht von jemand anderem, ohne die Karten dieses Platzes.
error-unreadable-move = „{ $text }“ ist kein Zug in diesem Spiel.
error-part-of-move = „{ $text }“ ist nur ein Teil eines Zugs. Möglich: { $moves }.
error-no-such-number = Es gibt keinen Zug { $text }: Gib eine Zahl von 1 bis { $most } ein.
error-log-what = „{ $text }“: Gib „verlauf“ ein für die Züge bis jetzt, oder „verlauf alle“, um auch jede Karte und jedes Plättchen zu sehen.
error-order-card = „{ $text }“ ist keine deiner Karten: { $known }, oder alle.
undo-alone = Zurücknehmen geht nur allein gegen Bots.
undo-nothing = Du hast keinen Zug zum Zurücknehmen.
error-save-where = Sag, wohin: speichern DATEI
error-save-exists = { $path } gibt es schon: Nenne eine neue Datei.
error-ends-before = { $move } beendet das Spiel, also kann { $text } nicht folgen.
error-save-failed = In { $path } kann nicht gespeichert werden: { $reason }.

error-unreadable-position = Das ist keine Stellung dieses Spiels: { $text }
error-position-order = Schreib diese Stellung bitte in der üblichen Reihenfolge: { $written }
error-perft-hidden = „{ $text }“ hat unbekannte Karten: Nur eine vollständige Stellung lässt sich zählen.
error-stone-counts = In „{ $text }“ hat die erste Seite { $first } Steine und die zweite { $second }: Die erste muss gleich viele haben oder einen mehr, und keine mehr, als es gibt.
error-no-flip-exists = „{ $text }“ sagt flip, aber kein Stein lässt sich flippen: Es muss place heißen.
error-unreadable-board = „{ $board }“ ist kein Brett dieses Spiels.
error-unreadable-covered = In „{ $text }“ lassen sich die abgedeckten Plättchen nicht lesen.
error-unreadable-piles = „{ $piles }“ sind keine Stapel dieses Spiels.
error-unreadable-hands = „{ $hands }“ sind keine Handkarten dieses Spiels.
error-unreadable-cards = „{ $cards }“ lässt sich nicht als Karten lesen.
error-unreadable-due = In „{ $text }“ passt der letzte Teil nicht, der sagt, was ansteht: { $due }
error-tile-count = In „{ $text }“ ergeben Stapel, Auslage und abgedeckte Plättchen zusammen nicht den ganzen Satz.
error-tile-twice = In „{ $text }“ kommt ein Plättchen zweimal vor.
error-tile-not-in-deck = In „{ $text }“ kommt ein Plättchen vor, das nicht zum Satz gehört.
error-pile-size = Ein Stapel mit { $size } ist größer als am Anfang ({ $most }).
error-covered-early = In „{ $text }“ sind Plättchen abgedeckt, obwohl die Auslage nicht voll ist.
error-last-tile = In „{ $text }“ passt das Feld des letzten Plättchens nicht zur Auslage.
error-dealing = In „{ $text }“ passen die ausgeteilten Karten nicht zur Reihenfolge beim Austeilen.
error-hand-count = In „{ $text }“ hat ein Platz zu wenige oder zu viele Karten.
error-tiles-apart = In „{ $text }“ berühren sich nicht alle Plättchen der Auslage: Jedes wird neben ein anderes gelegt, Kante an Kante.
error-other-seat = In „{ $text }“ ist der falsche Platz am Zug: Nach { $laid ->
    [one] einem Plättchen
   *[other] { $laid } Plättchen
} ist es Platz { $seat }.
error-pile-turns = In „{ $text }“ hat Platz { $seat } vom eigenen Stapel { $own ->
    [one] ein Plättchen
   *[other] { $own } Plättchen
} gelegt, war aber { $turns ->
    [0] noch gar nicht am Zug.
    [one] erst einmal am Zug.
   *[other] erst { $turns }-mal am Zug.
}
error-pile-used-up = In „{ $text }“ ist der falsche Stapel leer: Mit dem ersten endet das Spiel, und das ist der von Platz { $seat } oder der allgemeine Stapel.
error-pile-no-window = In „{ $text }“ könnte nach dem Plättchen, das einen Stapel geleert hat, noch eine Karte hergezeigt werden; das schließt die Hausregel last_window=no aus.
error-pile-tops = In „{ $text }“ passen die Stapel nicht, deren oberstes Plättchen gleich sichtbar wird: Nach dem Austeilen geht es Stapel für Stapel, später ist es nur der, von dem gerade gelegt wurde.
error-shown-early = In „{ $text }“ ist { $card } hergezeigt, aber eine Linie mit diesem Kriterium kann es noch nicht gegeben haben.
error-shown-last = In „{ $text }“ hat jemand die letzte Karte hergezeigt, aber keine dieser Karten hat eine Linie.
error-card-twice = In „{ $hands }“ steht eine Karte zweimal, oder es sind mehr von einer Art, als es gibt.
error-card-count = In „{ $text }“ sind mehr Karten, als das Spiel hat: { $card }.
error-off-middle = In „{ $text }“ wurde die Mitte, c3, nie benutzt, aber dort liegt immer die erste Karte.
error-off-middle-tile = In „{ $text }“ liegt kein Plättchen in der Mitte, auf c3, aber dort liegt immer das erste.
error-used-off-field = In „{ $text }“ ist ein Feld benutzt, das nicht zu denen von { $first } bis { $last } gehört.
error-used-though-empty = In „{ $text }“ gelten Felder als benutzt, aber der Tisch ist leer, und dann ist keines benutzt.
error-unequal-stack = In „{ $text }“ liegen Karten mit verschiedenen Zahlen aufeinander.
error-token-count = „{ $tokens }“ sind keine Chips dieses Spiels.
error-discard-cleared = In „{ $text }“ passt die Ablage nicht: Eine gelbe Karte räumt mindestens eine Karte ab, eine grüne eine ganze Linie, und ohne sie wird nichts abgeräumt.
error-cards-played = In „{ $text }“ { $played ->
    [one] soll eine Karte
   *[other] sollen { $played } Karten
} gespielt sein, aber { $lying ->
    [one] eine liegt
   *[other] { $lying } liegen
} auf dem Tisch und in der Ablage.
error-played-on = In „{ $text }“ sollen { $played } Karten gespielt sein, aber nach { $most } ist das Spiel zu Ende.
error-squares-cleared = In „{ $text }“ sind Felder abgeräumt, aber dafür sind zu wenige Karten gespielt.
error-other-starter = In „{ $text }“ ist noch nichts gespielt, also muss Platz { $seat } am Zug sein, denn der fängt an.
error-token-split = In „{ $text }“ können die Chips nach { $played ->
    [one] einer Karte
   *[other] { $played } Karten
} nicht { $first }:{ $second } stehen: Das Spiel wäre vorher zu Ende gewesen, oder es waren zu wenige Züge.
error-line-unpaid = In „{ $text }“ liegt eine Linie in einer Farbe, aber den Chip dafür hat niemand.
error-passed-though = In „{ $text }“ hat Platz { $seat } gepasst, hätte aber spielen können.
error-draws-due = In „{ $text }“ passen die Karten nicht, die zu ziehen sind ({ $draws }): Wer gespielt hat, zieht eine, und wenn niemand spielen kann, ziehen beide eine, zuerst der Platz am Zug.
error-hands-unequal = In „{ $text }“ haben die beiden { $first } und { $second } Karten auf der Hand: Solange der Nachziehstapel Karten hat, sind es gleich viele, bis auf die, die noch zu ziehen sind.

error-deck-count = Zeile { $line }: Ein Satz braucht { $expected } Einträge, dieser hat { $found }.
error-deck-tile = Zeile { $line }: „{ $text }“ ist kein Plättchen. Ein Plättchen ist Farbe (r b g y), Form (c s t h) und Gesicht (j w s g), etwa rcj.
error-deck-number = Zeile { $line }: „{ $text }“ ist keine Zahl von 1 bis 99.
error-deck-duplicate = Zeile { $line }: Das Plättchen { $text } steht schon in Zeile { $first }.
error-deck-twice = Zeile { $line }: Das Plättchen { $text } steht zweimal da.
error-file-too-large = { $path } ist zu groß: Höchstens { $most } Bytes werden gelesen.
error-file-not-text = { $path } ist keine Textdatei.

error-unknown-game = Es gibt kein Spiel „{ $name }“. Die Spiele sind { $known }.
error-unknown-language = In „{ $name }“ gibt es keine Texte. Die Sprachen sind { $known }.
error-name-count = „{ $names }“ sind nicht genau die Namen von { $seats } Plätzen.
error-no-such-viewer = Von Platz { $viewer } schaut niemand: Plätze zählen von 0 bis { $most }, und None schaut nur zu.
error-unknown-edition = { $game } hat keine Ausgabe „{ $name }“. Es gibt { $known }.
error-unknown-ruling = { $game } hat keine Hausregel „{ $name }“. Es gibt { $known }.
error-unknown-option = Bei { $name } in { $game } gibt es „{ $option }“ nicht. Es gibt { $known }.
error-ruling-needs = { $name } spielt in { $game } nur mit { $other }={ $needed } eine Rolle.
error-ruling-form = „{ $text }“ ist keine Hausregel: Schreib sie als Name=Wahl.
error-ruling-twice = Die Hausregel { $name } steht zweimal da.
error-unknown-bot = Es gibt keinen Bot „{ $name }“. Auf einem Platz sitzt you, you=NAME oder ein Bot: { $known }.
error-bot-game = { $name } spielt { $game } nicht. Die Bots dafür sind { $known }.
error-bot-parameter-form = „{ $text }“ ist keine Einstellung für { $name }: Schreib sie wie in strong:sims=5000, mehrere mit + oder Komma dazwischen.
error-bot-parameter-twice = { $key } steht für { $name } zweimal da.
error-bot-parameter-renamed = „{ $key }“ von { $name } heißt jetzt „{ $now }“; die Werte bedeuten dasselbe wie vorher.
error-bot-no-parameters = { $name } hat keine Einstellungen.
error-bot-parameter = { $name } hat keine Einstellung „{ $key }“. Es gibt { $known }.
error-bot-sims = „{ $text }“ ist keine Zahl von Simulationen von 1 bis { $most }.
error-bot-seconds = „{ $text }“ ist keine Zeit in Sekunden von { $least } bis { $most }.
error-bot-setting = „{ $text }“ passt nicht zu { $key } von { $name }; die Vorgabe ist { $default }.
error-compiler-broken = Numba ist installiert, lässt sich aber nicht laden, also lässt sich nichts übersetzen: Die Bots spielen trotzdem, denken aber einfacher.
error-guest-failed = Der Bot { $name } ({ $package }) funktioniert nicht: { $reason }
error-engine-failed = Die Engine { $name } spielt nicht: { $cause }
error-engine-given-up = Die Engine { $name } wird nicht mehr gefragt, denn sie hat zweimal nacheinander versagt: { $cause }
error-engine-start = Sie lässt sich nicht starten ({ $reason }).
error-engine-died = Sie hat sich beendet (Code { $status }).
error-engine-silent = Sie hat { $seconds } Sekunden lang nicht geantwortet.
error-engine-talks = Sie hat mehr als { $most } Bytes geredet, ohne zu antworten.
error-engine-illegal = Sie will „{ $move }“ spielen, und das ist nicht erlaubt.
error-engine-name = „{ $name }“ kann keine Engine heißen: Der Name ist vergeben, zu lang oder enthält eines der Zeichen : = + ,.
error-engine-no-command = Ein Programm „{ $command }“ gibt es hier nicht.
error-engine-unknown = Eine Engine „{ $name }“ gibt es nicht.
error-engine-arguments = Sag, was zu tun ist: rowdy engines add NAME BEFEHL oder rowdy engines remove NAME.
error-guest-no-bot = { $package } ist kein Bot: { $name } braucht die Methoden plays und choose.
error-guest-illegal = Der Bot { $name } will { $action } spielen, und das ist nicht erlaubt.
error-seat-label = „{ $label }“ kann sich nicht setzen: Auf einem Platz sitzt you, you=NAME oder ein Bot, mit höchstens { $most } druckbaren Zeichen.
error-seat-setting = „{ $label }“ kann sich nicht setzen. Zwischen den Einstellungen eines Bots steht +: { $joined }
error-seat-count = { $game } geht nicht mit { $seats } am Tisch. Möglich: { $known }.
error-starter = Platz { $starter } kann { $game } nicht anfangen.
error-deck-and-ruling = Ein eigener Satz verträgt sich nicht mit { $name }={ $option } in { $game }.
error-no-deck = Für { $game } lässt sich kein eigener Satz wählen.
error-deck-missing = { $name }=custom in { $game } braucht einen Satz: --deck FILE, oder die Kopfzeile Deck in einer Aufzeichnung.
error-no-game = Es wurde kein Spiel genannt. Die Spiele sind { $known }.
error-seed = Ein Startwert hat 1 bis { $most } druckbare Zeichen, ohne Leerzeichen darum herum, und sieht nicht aus wie ein Salz mit einem Startwert dahinter.
error-nothing-to-resume = In { $path } liegt keine unfertige Partie.
error-nothing-saved = In { $path } liegt keine gespeicherte Partie.
error-no-such-save = Eine gespeicherte Partie Nummer { $number } gibt es nicht ({ $count ->
    [0] keine ist gespeichert
    [one] es gibt eine
   *[other] es gibt { $count }
}): „rowdy saves --all“ listet sie auf.
error-resume-alone = Eine gespeicherte Partie kennt ihre Einstellungen selbst: --resume verträgt sich nicht mit { $name }.
error-resume-eyes = { $path } ist die Aufzeichnung eines einzelnen Platzes. Nur mit einer vollständigen geht es weiter.
error-resume-over = Die Partie in { $path } ist zu Ende. Ansehen: rowdy replay "{ $path }"
error-eyes = „{ $text }“ ist niemandes Sicht: Nenne einen Platz von 1 bis { $seats }, all oder spectator.
error-review-nobody = Hier lassen sich keine Züge beurteilen: Eine Aufzeichnung vom Zuschauen sagt nicht, was auf den Plätzen bekannt war, und in einer laufenden Partie werden die Züge eines Platzes nur mit „--seat N“ beurteilt, denn das zeigt, wozu seine Karten gut waren.
error-review-seat = Es gibt keinen Platz { $seat }: Nenne einen von 1 bis { $seats }.
error-review-other-seat = Die Züge von Platz { $seat } lassen sich nicht beurteilen: Diese Aufzeichnung sagt, was Platz { $eyes } wusste.
error-review-sims = Die Zahl der Simulationen muss zwischen 1 und { $most } liegen.
error-depth = Die Tiefe muss zwischen 1 und { $most } liegen.

error-solve-elsewhere = Die Dateien liegen nicht in { $path }, so wie dieser Rechner den Ordner sieht: Nenne mit --out einen Ordner, den alle Knoten teilen.
error-ray-missing = Dafür muss Ray installiert sein. Installier es mit: pip install "rowdy[ray]"
error-ray-unreachable = An { $address } ist kein Ray-Cluster: { $reason }
error-ray-no-node = Kein Knoten des Clusters hat diesen Code ({ $digest }): Installier überall dieselbe Version von Rowdy.
error-ray-lost = Ein Stück Arbeit ging { $count }-mal verloren, weil sein Knoten oder sein Prozess starb. Was fertig ist, bleibt.
error-arena-bots = Eine Arena braucht mindestens zwei Bots, etwa: rowdy arena xoxo greedy random
error-arena-no-bot = Es gibt keinen Bot „{ $name }“. Es gibt { $known }.
error-arena-games = Die Zahl der Partien muss zwischen { $least }, das ist eine Runde, und { $most } liegen.
error-arena-until = „{ $text }“ ist keine Breite: Gib das halbe Intervall in Prozent an, von 0.1% bis 50%, etwa 4%.
error-arena-line = Zeile { $line } von { $path } gehört nicht in das Protokoll einer Arena: { $cause }
error-no-json = Sie ist kein JSON.
error-match-form = Sie ist kein Match. Ein Match nennt game, edition, rulings, bots nach Plätzen und seed.
error-result-form = Sie ist kein Ergebnis eines Matches.
error-arena-other = { $path } ist das Protokoll einer anderen Arena ({ $name }: dort { $there }, hier { $here }). Nenne mit --log eine andere Datei.
error-arena-other-code = { $path } wurde mit anderem Code gespielt als dem von diesem Rowdy, also lassen sich die Partien nicht mit neuen mischen. Fang mit --fresh neu an, oder nenne mit --log eine andere Datei.
error-arena-other-match = Zeile { $line } von { $path } ist ein Match, das diese Arena nicht spielt. Nenne mit --log eine andere Datei.
error-arena-unwritable = { $path } lässt sich nicht als Protokoll benutzen: { $reason }. Nenne mit --log eine andere Datei.
error-arena-busy = Eine andere Arena schreibt gerade in { $path }: Warte auf sie, oder nenne mit --log eine andere Datei.
error-study-games = Die Zahl der Partien mit jeder Wahl muss zwischen { $least } und { $most } liegen.
error-study-no-rulings = { $game } hat keine Hausregeln zum Vergleichen.
error-study-none = Zu { $game } bringt Rowdy keine Studie mit. Mach selbst eine: rowdy study { $game } --rulings
error-study-out-alone = --out schreibt, was gemessen wird, und braucht deshalb --rulings.
error-study-unwritable = Die Studie kann nicht nach { $path } geschrieben werden: Dort kann keine Datei liegen.
error-match-line = Zeile { $line } lässt sich nicht spielen: { $cause }
error-play-matches-alone = Matches kennen ihre Einstellungen selbst: --play-matches verträgt sich nicht mit { $name }.
error-bot-failed = { $bot } ist auf Platz { $seat } im Match mit Startwert { $seed } gescheitert: { $reason }
error-bot-illegal = { $bot } wollte auf Platz { $seat } im Match mit Startwert { $seed } etwas, das nicht erlaubt ist: { $move }
error-worker-died = Ein Arbeitsprozess wurde unerwartet beendet ({ $how }). Alle fertigen Partien stehen im Protokoll: Derselbe Befehl macht dort weiter.
error-plot-ending = { $path } kann kein Bild sein: Der Name muss auf .svg oder .png enden.
error-plot-folder = Den Ordner von { $path } gibt es nicht.
error-picture-at = Schritt { $at } gibt es nicht: Es geht von 0 bis { $last }.
error-gif-missing = Ein GIF braucht resvg-py und Pillow. Installiere sie mit: pip install resvg-py pillow
error-gif-no-font = Ein GIF braucht zum Schreiben eine dieser Schriften: { $known }. Installiere eine davon.
error-gif-terminal = Ein GIF kann hier niemand lesen. Schick es in eine Datei: rowdy picture --gif > partie.gif
error-plot-missing = Bilder brauchen Matplotlib. Installiere es mit: pip install matplotlib
error-plot-unwritable = Das Bild { $path } lässt sich nicht schreiben: { $reason }.

error-no-perfect-play = Für { $game } ist das perfekte Spiel nicht bekannt. Bekannt ist es für { $known }.
error-no-need-to-solve = { $game } muss nicht gelöst werden: Das Spiel ist klein und wird bei jeder Frage ganz durchsucht.
error-workers = Die Zahl für --workers muss zwischen 1 und { $most } liegen.
error-solve-files = { $path } lässt sich nicht benutzen: { $reason }. Prüf den Ordner, oder nenne mit --out einen anderen.
error-solve-space = Kein Platz in { $path }: { $reason }. Fertige Schichten bleiben: Schaff Platz (1,1 GB insgesamt) und gib denselben Befehl noch einmal ein, oder nenne mit --out einen anderen Ordner.
error-solve-memory = Der Speicher reicht nicht: Etwa 1 GB wird gebraucht. Fertige Schichten bleiben: Derselbe Befehl macht dort weiter.
error-solution-foreign = { $path } gehört zu keiner Lösung. Leg die Datei woandershin und starte „rowdy solve“ noch einmal.
error-solution-unreadable = Die Lösung in { $path } lässt sich nicht lesen: { $reason }.
error-solution-damaged = { $path } ist beschädigt: Die Prüfsumme stimmt nicht. Lösche die Datei und starte „rowdy solve“ noch einmal; kam sie mit Rowdy, installiere Rowdy neu.
error-solution-version = { $path } hat Version { $found }, und dieses Rowdy liest Version { $known }. Lösche die Datei und starte „rowdy solve“ noch einmal.
error-solution-other = { $path } enthält eine andere Schicht oder andere Hausregeln ({ $found }), als dorthin gehören ({ $wanted }). Leg die Datei woandershin und starte „rowdy solve“ noch einmal.
error-not-solved = Mit diesen Hausregeln ({ $variant }) ist { $game } auf diesem Rechner nicht gelöst: Starte einmal „rowdy solve { $game }“, mit demselben --ruling.
error-explore-back = „{ $text }“ ist keine Zahl von Schritten: b 3 geht drei zurück.

error-record-header = Zeile { $line }: „{ $text }“ ist keine Kopfzeile einer Aufzeichnung.
error-record-header-twice = Zeile { $line }: Die Kopfzeile { $text } steht zweimal da.
error-record-header-missing = Das ist keine Aufzeichnung: Die Kopfzeile { $text } fehlt.
error-record-version = Zeile { $line }: Diese Aufzeichnung hat Version { $text }; lesbar sind: { $known }.
error-record-field = „{ $text }“ kann in einer Aufzeichnung nicht als { $name } stehen.
error-record-game = Das ist kein { $game } in der üblichen Größe: Eine Aufzeichnung kann es nicht wiedergeben.
error-record-seats = Zeile { $line }: „{ $text }“ sind keine Plätze.
error-record-players = { $players } können nicht die { $seats } Plätze einer Aufzeichnung sein: Jeder ist eine Zeile mit höchstens 40 Zeichen, ohne Komma.
error-record-value = Zeile { $line }: „{ $text }“ ist kein Wert für { $name }.
error-record-line = Zeile { $line }, bei „{ $text }“: { $cause }
error-record-after-end = Das Spiel ist schon aus.
error-record-answer = Hier sind alle gefragt, ob sie Karten herzeigen: Es braucht eine Antwort wie 1!- oder 2!red.
error-record-turn-number = Hier beginnt Zeile { $number } der Partie: Die Nummer muss { $number } sein oder fehlen.
error-record-turn-same-line = Hier beginnt der Zug eines anderen Platzes: Er braucht eine eigene Zeile.
error-record-turn-split = Das gehört noch zum Zug in der Zeile davor: Schreib einen Zug in eine Zeile.
error-record-turn-unfinished = Die Zeile davor ist nicht vollständig: { $due ->
    [answer] Platz { $seat } hat noch nicht gesagt, ob Karten hergezeigt werden.
    [move] Platz { $seat } ist noch am Zug.
   *[chance] Erst wird noch eine Karte gezogen, oder das oberste Plättchen eines Stapels wird sichtbar.
}
error-record-comment = „{ $text }“ kann kein Kommentar sein: Das ist eine Zeile mit höchstens { $most } Zeichen ohne geschweifte Klammern.
error-record-comment-form = Ein Kommentar steht in geschweiften Klammern auf einer Zeile.
error-record-place = Bei { $at } kann { $what ->
    [comment] kein Kommentar
   *[variation] keine Variante
} dazukommen: Die Zugfolge hat Stellen von 0 bis { $last }.
error-record-variation-open = Eine Variante endet auf der Zeile, auf der sie beginnt: Eine schließende Klammer fehlt.
error-record-variation-close = Hier ist keine Variante offen.
error-record-variation-early = Eine Variante steht hinter dem Zug, den sie ersetzt: Hier gibt es noch keinen.
error-record-variation-empty = In dieser Variante steht kein Zug.
error-record-turn-empty = Auf die Nummer folgt kein Zug.
error-not-seen-so = { $move } passt nicht zu dieser Sicht: Eigene Karten sind offen, die der anderen nicht.
error-record-result = Zeile { $line }: Als Ergebnis steht da „{ $text }“, aber die Partie endete mit „{ $known }“.
error-record-not-over = Zeile { $line }: Als Ergebnis steht da „{ $text }“, aber die Partie ist noch nicht zu Ende.
error-record-seed-early = Zeile { $line }: Startwert und Salz stehen nur in der Aufzeichnung einer beendeten Partie.
error-record-seed-other = Zeile { $line }: Der Startwert passt nicht zum Siegel der Aufzeichnung.
error-record-eyes = Das ist die Aufzeichnung von { $eyes }: Andere haben anderes gesehen.
error-record-nonces = { $nonces } können nicht die Nonces von { $seats } Plätzen sein: Jede hat 32 bis 64 Ziffern 0 bis 9 und a bis f, oder - für keine.
error-record-resigned = { $resigned } können nicht aufgegeben haben: Nenne einige der { $seats } Plätze der Reihe nach, sodass mindestens einer bleibt.
error-record-resigned-late = Zeile { $line }: In einer Partie, die nach den Regeln zu Ende ist, kann niemand mehr aufgeben.
error-record-salt-alone = Zeile { $line }: Ein Salz sagt nichts ohne seinen Startwert und sein Siegel.
error-record-seed-eyes = Das ist die Aufzeichnung von { $eyes }: Startwert und Salz hat nur die der ganzen Partie.
error-record-position-practice = Eine Partie ab einer Stellung gilt immer als Übung: Die Kopfzeile „Practice: yes“ fehlt.
error-position-unknown = „{ $text }“ hat unbekannte Karten: Gespielt wird nur ab einer vollständigen Stellung.
error-position-not-seen-so = „{ $text }“ passt nicht zu dieser Sicht der Stellung: Eigene Karten sind offen, die der anderen nicht.
error-position-over = In „{ $text }“ ist die Partie schon vorbei: Da gibt es nichts mehr zu spielen.
error-position-alone = Wer eine Stellung von { $game } aufbaut, kennt alle Karten darin; von dort kann also nur eine Person spielen, mit Bots.
error-no-lesson = Für { $game } gibt es keine Lektion.
error-no-lesson-step = Einen Schritt „{ $step }“ hat diese Lektion nicht; es gibt { $known }.
error-lesson-moves = Das ist zu viel für einen Zug: Höchstens { $most } Schritte gehen.
error-salt = Ein Salz hat 64 Ziffern 0 bis 9 und a bis f.
error-nonce = „{ $text }“ ist keine Nonce: Die hat 32 bis 64 Ziffern 0 bis 9 und a bis f.
error-verify-nonce = „{ $text }“ ist keine Nonce eines Platzes: Schreib sie wie in --nonce 1=0f… mit 32 bis 64 Ziffern 0 bis 9 und a bis f.
error-verify-nonce-files = Eine Nonce gehört zu einer Partie: Nenne mit --nonce nur eine Aufzeichnung.
error-verify-server = „{ $text }“ ist kein Link zu einem Tisch: Kopiere einen von seiner Seite, etwa den zum Zuschauen, mit allem, was auf das # folgt.
error-verify-server-failed = { $server } hat seine Aufzeichnung nicht herausgegeben: { $reason }.
error-verify-seat = In dieser Aufzeichnung gibt es keinen Platz { $seat }: Nenne einen von 1 bis { $seats }.


## Errors at the door of the server

error-name-length = Ein Name hat 1 bis { $most } Zeichen.
error-name-sign = „{ $sign }“ darf in keinem Namen stehen: Buchstaben, Ziffern, Leerzeichen und - ' . dürfen.
error-name-letters = „{ $name }“ kann kein Name sein: Er braucht Buchstaben oder Ziffern, mit höchstens ein paar Akzenten an jedem.
error-name-dotted = „{ $name }“ sieht aus wie eine Webadresse: Setz hinter jeden Punkt ein Leerzeichen.
error-name-digits = Ein Name hat höchstens { $most } Ziffern.
error-name-reserved = „{ $name }“ kann hier niemand heißen: Such dir einen anderen Namen aus.
error-names-alike = Zwei würden „{ $name }“ heißen: Wählt Namen, die verschieden aussehen.
error-no-key = Dafür braucht es einen Schlüssel als „Authorization: Bearer SCHLÜSSEL“: das, was im Link zu einem Platz hinter dem # steht.
error-body-type = Der Inhalt dieser Anfrage muss vom Typ { $kind } sein.
error-body-size = Der Inhalt dieser Anfrage ist zu groß: Höchstens { $most } Bytes werden gelesen.
error-body-form = Der Inhalt dieser Anfrage lässt sich nicht lesen: { $reason }
error-body-text = Der Inhalt dieser Anfrage ist kein Text in UTF-8.
error-body-end = Die Anfrage brach ab, bevor alles da war.
error-eyes-closed = Solange die Partie läuft, kannst du sie nur mit deinen eigenen Augen sehen.
error-internal = Hier ist etwas schiefgegangen. Versuch es noch einmal.
error-no-such-page = Hier ist nichts.
error-wrong-method = Diese Adresse nimmt solche Anfragen nicht an.
error-too-busy = Der Server hat gerade zu viel zu tun. Versuch es in { $seconds } s wieder.
error-too-often = Das war ein bisschen zu oft. Versuch es in { $seconds } s wieder.
error-qr-link = Nur Links zu diesem Server werden als Code gezeichnet.
error-grace-range = Die Wartezeit ist 0 bis { $most } Sekunden.
error-keep-range = Tische lassen sich 1 bis { $most } Tage aufbewahren.
error-proxy-address = „{ $text }“ ist keine Adresse eines Proxys: Schreib eine IP-Adresse wie 10.0.0.2 oder ein Netz wie 10.0.0.0/8.
error-root-path = „{ $text }“ ist kein Ordner: Schreib ihn wie /rowdy, nur mit Buchstaben, Ziffern und - . _ ~.
error-metrics-address = „{ $text }“ ist kein Ort für Messwerte: Schreib einen Port wie 9765 oder eine Adresse mit Port wie 10.0.0.2:9765.
error-metrics-missing = Für Messwerte fehlt noch ein Paket. Installier es mit: pip install "rowdy[metrics]"
error-metrics-unreachable = Messwerte lassen sich an { $place } nicht anbieten: { $reason }
error-port = Ein Port ist eine Zahl von 0 bis { $most }; 0 steht für irgendeinen freien.
error-port-none = Ab { $port } ist kein Port frei.
error-port-denied = Dieser Rechner gibt dir Port { $port } nicht: Nimm einen über 1023.

## Errors: where tables are kept

error-store-url = Das ist keine Adresse einer Datenbank. Nenne eine Datei, oder schreib sie wie postgresql://user:password@host/name, mit %40 für ein @ im Passwort.
error-store-dialect = In { $name } lassen sich keine Tische aufbewahren. Nenne eine Datei, oder eine Adresse, die mit sqlite:/// oder postgresql:// beginnt.
error-store-driver = PostgreSQL braucht noch ein Paket. Installiere es mit: pip install "rowdy[postgres]"
error-store-unreachable = { $place } ist nicht erreichbar: { $reason }
error-store-unwritable = In { $place } lassen sich keine Tische aufbewahren: { $reason }. Nenne mit --db einen anderen Ort.
error-store-foreign = { $place } enthält etwas anderes als Rowdys Tische und bleibt darum unberührt. Nenne mit --db einen anderen Ort.
error-store-newer = { $place } stammt von einem neueren Rowdy: Die Datenbank hat Version { $found }, aber dieses Rowdy kennt { $known }. Aktualisiere Rowdy, oder nenne mit --db einen anderen Ort.
error-store-busy = Ein anderer Server bewahrt seine Tische in { $place } auf. Beende ihn zuerst, oder nenne mit --db einen anderen Ort.


## Errors: bots and hints of the live table

error-thinker-failed = Gerade ist kein Tipp zu haben. Bitte versuch es gleich noch einmal.

## Lessons

learn-greeting = { $game }: die Lektion
learn-help = { $orders ->
    [yes] Gib einen Zug als Nummer oder in Notation ein, und „behalten KARTE“ oder „zeigen KARTE“, um eine Karte zu behalten oder herzuzeigen; außerdem weiter, zurück und ende.
   *[no] Gib einen Zug als Nummer oder in Notation ein; außerdem weiter, zurück und ende.
}
learn-step = { $step } von { $steps }: { $title }
learn-prompt = Dein Zug:
learn-again = Versuch es noch einmal.
learn-left = Mach weiter, wann du magst: rowdy learn { $game }
lesson-rival = { $form ->
    [dat] deinem Gegner
    [acc] deinen Gegner
   *[nom] Dein Gegner
}
lesson-any-title = { $step }
lesson-any-say = Finde den richtigen Zug.
lesson-any-right = Genau so.
lesson-any-wrong = Noch nicht.
lesson-any-endgame-title = Und jetzt im Ernst
lesson-any-endgame-say = Gegen dich spielt der leichteste Bot; du darfst zurücknehmen, so viel du magst.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = Jeder Stein hat zwei Seiten
lesson-rubik-place-say = Du bist X, und deine Steine sind **auf einer Seite blau und auf der anderen grün**. Such dir eine Seite aus und setz den ersten Stein auf irgendein Feld.
lesson-rubik-place-right = Da liegt er. So kurz ist nur der allererste Zug.

lesson-rubik-flip-title = Erst flippen
lesson-rubik-flip-say = Ab jetzt beginnt jeder Zug damit, dass du einen gegnerischen Stein flippst: Er **rutscht auf ein leeres Feld daneben und dreht sich um**. Flippe das O auf b3.
lesson-rubik-flip-right = Er ist weggerutscht und zeigt seine andere Seite. Nach dem Flippen würdest du einen eigenen Stein setzen.

lesson-rubik-break-title = Flippen bricht Reihen auf
lesson-rubik-break-say = O hat drei weiße Steine in einer Reihe. **Flippe einen davon weg**, bevor die Reihe Schaden anrichtet.
lesson-rubik-break-right = Die Reihe ist aufgebrochen. Ein geflippter Stein verliert seinen Platz und seine Farbe.
lesson-rubik-break-stays = Die Reihe auf { $squares } ist noch da. Flippe einen Stein aus ihr heraus.

lesson-rubik-row-title = Drei in einer Farbe
lesson-rubik-row-say = Eine Reihe sind drei deiner Steine nebeneinander, gerade oder schräg, **alle mit derselben Seite nach oben**. Zwei blaue hast du: Setz den dritten.
lesson-rubik-row-right = Das ist eine Reihe. Sie gewinnt aber erst, wenn sie nicht mehr wegkann, wie du gleich siehst.
lesson-rubik-row-sides = { $squares } sind drei von dir, aber sie zeigen nicht alle dieselbe Seite.
lesson-rubik-row-no-row = Das gibt keine Reihe. Schau, wo drei blaue Steine nebeneinander lägen.

lesson-rubik-lock-title = Kreis deine Reihe ein
lesson-rubik-lock-say = Du hast drei in einer Reihe. Sie zählt erst, wenn **kein Feld neben ihr leer ist**, denn sonst könnte ein Stein noch wegrutschen: Schließ die letzte Lücke.
lesson-rubik-lock-right = Eingekreist und gewonnen! Kein Stein der Reihe lässt sich mehr flippen.
lesson-rubik-lock-gap = Noch nicht: Von { $squares } kann immer noch ein Stein wegrutschen.

lesson-rubik-push-title = Auch Flippen kann gewinnen
lesson-rubik-push-say = Deine grüne Reihe hat nur noch eine Lücke, und du bist mit Flippen dran. **Schieb einen gegnerischen Stein in die Lücke**, dann brauchst du nicht einmal mehr zu setzen.
lesson-rubik-push-right = Durch Flippen gewonnen! Egal wessen Stein die Lücke füllt, deine Reihe ist eingekreist.
lesson-rubik-push-gap = Noch nicht: Von { $squares } kann noch ein Stein wegrutschen. Welches O liegt direkt neben der Lücke?

lesson-rubik-endgame-title = Und jetzt im Ernst
lesson-rubik-endgame-say = Du bist X, und wenn du gut flippst, **kannst du das gewinnen**. Der leichteste Bot spielt O; du darfst zurücknehmen, so viel du magst.

# XOXO²

lesson-xoxo2-place-title = Jeder Stern hat zwei Seiten
lesson-xoxo2-place-say = Dir gehören die Sterne, **auf einer Seite grün und auf der anderen rot**. Such dir eine Seite aus und setz den ersten Stern auf irgendein Feld.
lesson-xoxo2-place-right = Da liegt er. So kurz ist nur der allererste Zug.

lesson-xoxo2-flip-title = Erst flippen
lesson-xoxo2-flip-say = Ab jetzt beginnt jeder Zug damit, dass du ein Sechseck flippst: Es **rutscht auf ein leeres Feld daneben und dreht sich um**. Flippe das auf c3.
lesson-xoxo2-flip-right = Es ist weggerutscht und zeigt seine andere Seite. Nach dem Flippen würdest du einen eigenen Stern setzen.

lesson-xoxo2-break-title = Aufbrechen oder verlieren
lesson-xoxo2-break-say = Drei grüne Sechsecke stehen in einer Reihe, und dieser Flip ist deine einzige Chance: **Eine Reihe, die ihn übersteht, gewinnt**. Brich die Reihe auf.
lesson-xoxo2-break-right = Gerade noch rechtzeitig. Was geflippt wird, verliert seinen Platz und seine Farbe.
lesson-xoxo2-break-stays = Die Reihe auf { $squares } hat deinen Flip überstanden und damit gewonnen. Flippe ein Sechseck aus ihr heraus.

lesson-xoxo2-row-title = Drei in einer Farbe
lesson-xoxo2-row-say = Eine Reihe sind drei deiner Sterne nebeneinander, gerade oder schräg, **alle mit derselben Seite nach oben**. Zwei rote liegen schräg: Setz den dritten.
lesson-xoxo2-row-right = Das ist eine Reihe. Sie gewinnt nur, wenn sie den nächsten gegnerischen Flip übersteht, und diese würde das nicht.
lesson-xoxo2-row-sides = { $squares } sind drei von dir, aber sie zeigen nicht alle dieselbe Seite.
lesson-xoxo2-row-no-row = Das gibt keine Reihe. Schau, wo drei rote Sterne nebeneinander lägen.

lesson-xoxo2-closed-title = Eine Reihe, die nicht wegkann
lesson-xoxo2-closed-say = Du könntest eine von zwei Reihen fertig machen, aber ein Stern mit einem leeren Feld daneben lässt sich herausflippen. **Nimm die Reihe, die bleibt**.
lesson-xoxo2-closed-right = Gewonnen! Kein Stern dieser Reihe hat ein leeres Feld neben sich, also kommt kein Flip an sie heran.
lesson-xoxo2-closed-breaks = Eine Reihe, aber nicht lange: Von { $squares } lässt sich ein Stern herausflippen.
lesson-xoxo2-closed-sides = { $squares } sind drei von dir, aber sie zeigen nicht alle dieselbe Seite.
lesson-xoxo2-closed-no-row = Das gibt keine Reihe. Zwei warten darauf, fertig zu werden: eine oben, eine unten.

lesson-xoxo2-two-title = Zwei Reihen auf einmal
lesson-xoxo2-two-say = **Ein Flip bricht eine Reihe auf, also mach zwei**. Es gibt ein Feld, auf dem ein einziger Stern beide fertig macht.
lesson-xoxo2-two-right = Gewonnen! Egal welche Reihe der Flip aufbricht, die andere ist noch da.
lesson-xoxo2-two-one = Das ist nur eine Reihe, und ein Stern auf { $squares } kann herausgeflippt werden.
lesson-xoxo2-two-sides = { $squares } sind drei von dir, aber sie zeigen nicht alle dieselbe Seite.
lesson-xoxo2-two-no-row = Das gibt keine Reihe. Such das Feld, auf dem sich zwei grüne Reihen treffen.

lesson-xoxo2-endgame-title = Und jetzt im Ernst
lesson-xoxo2-endgame-say = Dir gehören die Sterne, und wenn du gut flippst, **kannst du das gewinnen**. Der leichteste Bot spielt die Sechsecke; du darfst zurücknehmen, so viel du magst.

# XOXO

lesson-xoxo-lay-title = Eines von zwei Plättchen
lesson-xoxo-lay-say = In jedem Zug legst du ein Plättchen: **das oberste von deinem Stapel oder vom allgemeinen**. Es kommt neben eines, das schon liegt, und alle zusammen passen in drei mal drei Felder.
lesson-xoxo-lay-right = Das ist schon ein ganzer Zug. Wohin ein Plättchen kommt, ist wichtig, denn alle bauen an derselben Auslage.

lesson-xoxo-line-title = Eine Linie für dein Ziel
lesson-xoxo-line-say = Deine Zielkarten sind geheim. Du hast Rot: Leg ein rotes Plättchen so, dass **drei rote in einer Linie liegen**.
lesson-xoxo-line-right = Dreimal Rot, und deine Karte ist hergezeigt. Wer zuerst alle Karten hergezeigt hat, gewinnt.
lesson-xoxo-line-apart = Ein rotes Plättchen, aber nicht in einer Linie mit den beiden anderen. Die liegen übereinander.
lesson-xoxo-line-other = Dieses Plättchen ist nicht rot. Eines der beiden zur Auswahl ist es.

lesson-xoxo-cover-title = Neun liegen: Jetzt wird abgedeckt
lesson-xoxo-cover-say = Die Auslage ist voll, also **deckt ein Plättchen jetzt ein anderes ab**, nur nicht das zuletzt gelegte. Du hast Dreieck: Deck eines so ab, dass drei Dreiecke in einer Linie stehen.
lesson-xoxo-cover-right = Was darunter lag, ist weg, und deine Linie liegt. Genauso verschwinden die Linien der anderen.
lesson-xoxo-cover-other = Dieses Plättchen zeigt ein Herz. Das andere der beiden ist ein Dreieck.
lesson-xoxo-cover-apart = Ein Dreieck, aber keine drei in einer Linie. Rechts stehen zwei übereinander.

lesson-xoxo-backs-title = Lies die Rückseiten
lesson-xoxo-backs-say = Auf den Rückseiten der gegnerischen Karten **steht überall Form**, um Farben musst du dich also nicht kümmern. Such die Linie, der nur noch ein Plättchen ihrer Form fehlt, und verhindere sie.
lesson-xoxo-backs-right = Verhindert. Ein Plättchen am richtigen Platz verrät niemandem, was du selbst hast.
lesson-xoxo-backs-gave = Jetzt zeigen { $squares } dieselbe Form: Vielleicht ist das genau, was deinem Gegner fehlt.
lesson-xoxo-backs-open = Der Linie { $squares } fehlt immer noch nur ein Plättchen. Leg dort eine andere Form hin.

lesson-xoxo-hold-title = Verrat nicht, wie weit du bist
lesson-xoxo-hold-say = Du hast noch zwei Karten, und Rot jetzt herzuzeigen wäre eine Warnung. **Tipp auf Rot**, damit du die Karte erst einmal behältst, und mach dann die Linie mit einem roten Plättchen fertig.
lesson-xoxo-hold-right = Die Linie liegt, und niemand weiß davon. Kommt dein letztes Ziel dazu, zeigst du beide auf einmal her und gewinnst.
lesson-xoxo-hold-told = Deine rote Karte wurde hergezeigt, und alle wissen, dass dir nur noch eine fehlt. Tipp sie vorher an, um sie zu behalten.
lesson-xoxo-hold-other = Das gibt keine Linie aus drei roten. Zwei liegen übereinander.

lesson-xoxo-show-title = Zeig rechtzeitig her
lesson-xoxo-show-say = Du hast zwei Karten behalten, und für eine davon liegt eine Linie. Gleich könnte sie abgedeckt werden: **Tipp diese Karte an**, um sie jetzt herzuzeigen.
lesson-xoxo-show-right = In Sicherheit: Was hergezeigt ist, bleibt hergezeigt, auch wenn die Linie abgedeckt wird.
lesson-xoxo-show-no-line = Für diese Karte liegt keine Linie, also konnte nichts hergezeigt werden. Schau auf die Spalte mit den drei roten.

lesson-xoxo-endgame-title = Und jetzt im Ernst
lesson-xoxo-endgame-say = Dir fehlt noch eine Karte, deinem Gegner fehlen zwei: **Drei blaue Plättchen in einer Linie**, und du gewinnst. Gegen dich spielt der leichteste Bot; du darfst zurücknehmen, so viel du magst.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = In jedem Zug eine Karte
lesson-djeco-lay-say = Du bist Rot, mit dem Kreuz. In jedem Zug **spielst du eine Karte, auf ein leeres Feld**, sodass alles in drei mal drei Felder passt, und ziehst dann eine nach: Spiel irgendeine Karte.
lesson-djeco-lay-right = Gespielt und nachgezogen. Auf der Hand kannst du rote und blaue Karten haben, egal welche Farbe du spielst.

lesson-djeco-line-title = Dreimal Rot gibt einen Chip
lesson-djeco-line-say = Immer wenn **drei rote Karten in einer Linie liegen**, bekommst du einen Chip; die Zahlen sind dafür egal. Mach die Linie fertig.
lesson-djeco-line-right = Ein Chip für dich. Du brauchst fünf davon und zwei mehr als dein Gegner.
lesson-djeco-line-rival = Diese Karte ist blau: Sie hilft deinem Gegner, nicht dir.
lesson-djeco-line-apart = Das macht keine Linie fertig. Zwei rote Karten liegen nebeneinander, und für eine dritte ist Platz.

lesson-djeco-stack-title = Gleiche Zahl, oben drauf
lesson-djeco-stack-say = Mitten in deiner Linie liegt eine blaue 5. Eine Karte darf auch **auf eine mit derselben Zahl**, welche Farbe sie auch hat: Hol dir das Feld zurück.
lesson-djeco-stack-right = Nur die oberste Karte zählt, also ist die Linie jetzt rot, und der Chip gehört dir.
lesson-djeco-stack-other = Die blaue 5 liegt immer noch oben. Du hast eine rote Karte mit derselben Zahl.

lesson-djeco-yellow-title = Gelb räumt ein Feld frei
lesson-djeco-yellow-say = Zwei blaue Karten liegen nebeneinander, und eine dritte gäbe eine Linie. **Räum eine davon mit deiner gelben Karte weg**.
lesson-djeco-yellow-right = Weg, mit allem, was darunter lag. Gelb räumt auch eine eigene Karte weg, wenn das hilft.
lesson-djeco-yellow-helped = { $squares } sind jetzt alle blau, und dafür bekommt dein Gegner den Chip.
lesson-djeco-yellow-threat = Auf { $squares } fehlt Blau immer noch nur eine Karte.
lesson-djeco-yellow-use = Das hilft erst einmal. Hier geht es aber um die gelbe Karte: Räum damit eine blaue weg.

lesson-djeco-green-title = Grün räumt eine Linie ab
lesson-djeco-green-say = Mehreren Linien fehlt nur noch eine blaue Karte auf einem leeren Feld. Deine grüne Karte **räumt eine ganze Zeile, Spalte oder Diagonale ab**, in der drei Karten liegen: Nimm eine, die alle stoppt.
lesson-djeco-green-right = Drei Felder leer gefegt. Es gibt nur zwei grüne Karten, also heb sie dir für so einen Moment auf.
lesson-djeco-green-helped = { $squares } sind jetzt alle blau, und dafür bekommt dein Gegner den Chip.
lesson-djeco-green-threat = Auf { $squares } fehlt Blau immer noch nur eine Karte. Grün räumt alle drei auf einmal ab.
lesson-djeco-green-use = Das hilft erst einmal. Hier geht es aber um die grüne Karte: Räum damit eine ganze Linie ab.

lesson-djeco-rival-title = Fremde Farbe auf deiner Hand
lesson-djeco-rival-say = Du hast nur blaue Karten, und spielen musst du. **Den Chip bekommt, wem die Farbe gehört**, egal wer die Karte legt: Leg eine dorthin, wo sie nichts anrichtet.
lesson-djeco-rival-right = Kein Chip für Blau. Manchmal ist die beste Karte die, die am wenigsten hilft.
lesson-djeco-rival-helped = { $squares } sind jetzt alle blau: Der Chip geht an deinen Gegner, obwohl du die Karte gelegt hast.

lesson-djeco-endgame-title = Und jetzt im Ernst
lesson-djeco-endgame-say = Du hast drei Chips, dein Gegner zwei: **Sei zuerst bei fünf**. Der leichteste Bot spielt Blau; du darfst zurücknehmen, so viel du magst.

## Puzzles

help-puzzle-short = das Rätsel des Tages lösen, oder andere
help-puzzle =
    Hier löst du das Rätsel des Tages: eines für alle, hier und auf der Seite dasselbe.
    Nenne eine Kennung für ein bestimmtes Rätsel, oder ein Spiel oder Thema für
    eines nahe deiner Wertung. Jedes Rätsel hat genau eine Lösung, das ist bewiesen.

    Gib Züge in Notation oder ihre Nummern ein; tipp, lösung, nochmal, züge und
    ende gehen jederzeit. Wertung und Serie bleiben auf diesem Rechner.

    Beispiele:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export raetsel.json
help-puzzle-id = die Kennung eines Rätsels, etwa eine, die dir jemand genannt hat
help-puzzle-endless = ein Rätsel nach dem anderen, nahe deiner Wertung
help-puzzle-game = nur Rätsel dieses Spiels
help-puzzle-theme = nur Rätsel dieses Themas: { $themes }
help-puzzle-date = das Rätsel eines anderen Tages, etwa 2026-12-24
help-puzzle-seed = Rätsel nach diesem Startwert ziehen, um dieselben noch einmal zu bekommen
help-puzzle-export = Wertung, Serie und Gesehenes in eine Datei schreiben, für ein anderes Gerät oder die Seite
help-puzzle-import = so eine Datei lesen; sie ersetzt, was hier steht
help-puzzles-short = Rätsel machen, beweisen und zählen
help-puzzles =
    make    lässt Bots Partien spielen und findet die Stellungen, in denen genau ein
            Zug hilft; jede bestätigt eine zweite Suche, bevor sie zählt
    prove   bestätigt alle Rätsel eines Spiels noch einmal, oder die einer Datei
    spread  zeichnet als SVG, wie schwer die Rätsel aller Spiele sind

    Nach einem Abbruch geht es da weiter, wo es aufgehört hat: Was eine Partie ergibt,
    wird sofort festgehalten. Es geht schnell, sobald das Spiel gelöst ist (rowdy solve
    GAME), vorher langsam.

    Beispiele:
      rowdy puzzles make rubik --games 2000 --seed 1 --out meine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set meine.txt
      rowdy puzzles spread rubik --out streuung.svg
help-puzzles-action = make, prove oder spread
help-puzzles-games = wie viele Partien im Ganzen gespielt werden, frühere Läufe mitgezählt (Vorgabe: 1000)
help-puzzles-seed = der Name des Laufs; derselbe Name findet dieselben Rätsel (Vorgabe: 1)
help-puzzles-out = wohin die Rätsel oder das Bild kommen; ein Name mit .xz am Ende packt sie
help-puzzles-set = eine Datei mit Rätseln, die bewiesen werden, statt der vorhandenen

puzzle-theme-row = Siegreihe
puzzle-theme-win-2 = Sieg in zwei
puzzle-theme-win-3 = Sieg in drei
puzzle-theme-win-4 = Sieg in vier
puzzle-theme-hold = Einziger Zug
puzzle-theme-save = Rette das Unentschieden
puzzle-theme-sure = Sicherer Sieg
puzzle-theme-safe = Sicher gespielt
puzzle-theme-holds = Verdeckte Karte
puzzle-title-row = Gewinne in diesem Zug
puzzle-title-rubik-row = Kreise die Reihe ein
puzzle-title-xoxo2-row = Finde die Reihe, die bleibt
puzzle-title-win-2 = Gewinne in zwei Zügen
puzzle-title-win-3 = Gewinne in drei Zügen
puzzle-title-win-4 = Gewinne in vier Zügen
puzzle-title-hold = Nur ein Zug hält
puzzle-title-save = Rette das Unentschieden
puzzle-title-sure = Welches Plättchen gewinnt, egal was dein Gegner hat?
puzzle-title-safe = Welcher Zug ist sicher, egal was dein Gegner hat?
puzzle-title-holds = Welche Karte kann dein Gegner noch haben?
puzzle-say-win = Du spielst { $player }. Von { $turns } Zügen gewinnt einer.
puzzle-say-draw = Du spielst { $player }. Von { $turns } Zügen verliert einer nicht.
puzzle-say-xoxo-sure = Jede Karte gibt es einmal, und alle zeigen sofort her, was sie können. Mit nur einem Plättchen gewinnst du in diesem Zug allein, egal welche Karten dein Gegner hat.
puzzle-say-xoxo-holds = Jede Karte gibt es einmal, und alle zeigen sofort her, was sie können. Eine dieser Karten kann dein Gegner haben, die anderen nicht.
puzzle-say-djeco-safe = Nur nach einem dieser Züge kann dein Gegner nicht mit der nächsten Karte gewinnen, egal was er auf der Hand hat.
puzzle-say-djeco-holds = Dein Gegner hat gerade gepasst, und wer spielen kann, muss. Eine dieser Karten kann er auf der Hand haben, die anderen nicht.
puzzle-say-any = Genau eine Antwort stimmt, egal was die anderen haben.
puzzle-rival = { $form ->
    [dat] deinem Gegner
    [acc] deinen Gegner
   *[nom] Dein Gegner
}
puzzle-of-the-day = Rätsel des Tages, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] sehr leicht
    [2] leicht
    [3] mittelschwer
    [4] schwer
   *[5] sehr schwer
}
puzzle-head = { $game } · { $difficulty } (Rätsel { $id })
puzzle-help = Gib Züge oder ihre Nummern ein; oder tipp, lösung, nochmal, züge, ende.
puzzle-prompt = Deine Antwort:
puzzle-then = { $first }, dann { $then }
puzzle-more = Richtig. Dein Gegner antwortet: { $reply }. { $count ->
        [one] Ein Zug ist noch zu finden.
       *[other] { $count } Züge sind noch zu finden.
    }
puzzle-right = Gelöst!
puzzle-wrong = Das ist es nicht.
puzzle-hint-first = So fängt es an: { $move }
puzzle-hint-square = Schau auf { $squares }.
puzzle-hint-not = Nicht { $option }.
puzzle-solution = Die Lösung: { $moves }
puzzle-refuted-now = Dein Gegner antwortet: { $moves }. Damit hat er gewonnen.
puzzle-refuted-loss = Dein Gegner antwortet: { $moves }. Damit gewinnt er { $count ->
        [one] sofort.
       *[other] in { $count } Zügen.
    }
puzzle-refuted-draw = Dein Gegner antwortet: { $moves }. Damit hält er unentschieden.
puzzle-refuted-slow = Das gewinnt auch, aber später: in { $count ->
        [one] einem weiteren Zug.
       *[other] { $count } weiteren Zügen.
    }
puzzle-counterexample-sure = Nicht, wenn dein Gegner das hat: { $cards }.
puzzle-counterexample-safe = Damit gewinnt dein Gegner: { $cards }.
puzzle-counterexample-xoxo-holds = Diese Karte hast du selbst, oder sie liegt offen, oder es liegt eine Linie für sie: Dann wäre sie schon hergezeigt.
puzzle-counterexample-djeco-holds = Diese Karte hätte dein Gegner spielen können und dann nicht gepasst.
puzzle-counterexample-any = Eine andere Antwort ist richtig.
puzzle-rating = Deine Wertung: { $rating } ({ $change })
puzzle-again-same = Das hattest du schon einmal fertig, also zählt es nicht noch einmal.
puzzle-left = Komm wieder, wann du magst: rowdy puzzle
puzzle-share = Rowdy-Rätsel { $day } (Sammlung { $version })
puzzle-streak = { $count ->
        [one] { $count } Tag in Folge
       *[other] { $count } Tage in Folge
    }
puzzle-exported = Steht in { $path }.
puzzle-imported = Gelesen: Wertung { $rating }, { $count ->
        [one] ein Rätsel
       *[other] { $count } Rätsel
    } fertig.
page-puzzles = Rätsel
page-puzzles-say = Eines am Tag für alle, und Tausende mehr. Jedes hat genau eine Lösung, und das ist bewiesen.
page-puzzle-today = Rätsel des Tages
page-puzzle-practice = Üben
page-puzzle-mode = Welche Rätsel
page-puzzle-game = Spiel
page-puzzle-theme = Thema
page-puzzle-any-game = Alle Spiele
page-puzzle-any-theme = Alle Themen
page-puzzle-answers = Antworten
page-puzzle-hint = Tipp
page-puzzle-solution = Lösung
page-puzzle-again = Nochmal
page-puzzle-next = Nächstes Rätsel
page-puzzle-more = Mehr Rätsel
page-puzzle-show = Zeig es
page-puzzle-days = { $count ->
        [one] { $count } Tag in Folge
       *[other] { $count } Tage in Folge
    }
page-puzzle-share-text = Was du teilen kannst
page-puzzle-progress = Deine Ergebnisse
page-puzzle-rating = Wertung: { $rating }
page-puzzle-solved = Beim ersten Versuch gelöst: { $solved } von { $tries }
page-puzzle-best = Längste Serie in Tagen: { $best }
page-puzzle-kept = All das bleibt nur auf diesem Gerät.
page-puzzle-export = Als Datei sichern
page-puzzle-import = Datei lesen
page-puzzle-import-wrong = In dieser Datei stehen keine Ergebnisse von Rätseln.
page-puzzle-done = Das hattest du schon einmal fertig, also zählt es nicht noch einmal.
page-puzzle-change = Wertung { $rating } ({ $change })
puzzles-begin = Rätsel für { $game }, Lauf „{ $seed }“; was gefunden wird, steht in { $path }.
puzzles-resumed = { $count ->
        [one] Eine Partie war
       *[other] { $count } Partien waren
    } schon gespielt; es geht von da weiter.
puzzles-stopped = { $count ->
        [one] Nach einer Partie angehalten.
       *[other] Nach { $count } Partien angehalten.
    } Derselbe Befehl macht weiter.
puzzles-progress = { $count } von { $total }
puzzles-count = { $count ->
        [one] Ein Rätsel
       *[other] { $count } Rätsel
    }
puzzles-written = Geschrieben: { $path }, { $bytes } Bytes.
puzzles-proved = { $game }: alle { $count } Rätsel bewiesen.
error-puzzle-line = Zeile { $line } ist kein Rätsel für { $game }: Sie soll Thema|Wertung|Stellung|Züge|Auswahl sein.
error-puzzle-position = In { $position } ist niemand am Zug, also ist das kein Rätsel.
error-puzzle-journal = { $path } gehört zu einem anderen Lauf oder ist beschädigt.
error-puzzle-progress = In dieser Datei stehen keine Ergebnisse von Rätseln.
error-puzzle-moves = Ein Versuch hat höchstens { $most } Züge.
error-puzzle-not-wrong = Dieser Versuch ist nicht falsch.
error-puzzle-games = Sag mit --games, wie viele Partien gespielt werden sollen, mindestens eine.
error-puzzle-out = Sag mit --out, wohin das Bild soll.
error-puzzle-date = { $text } ist kein Datum; schreib es wie 2026-12-24.
error-puzzle-unknown = { $name } ist hier nicht bekannt; bekannt sind { $known }.
error-puzzle-wrong = Ein Rätsel ist falsch: { $why } ({ $line })
error-no-puzzle = Ein Rätsel { $id } gibt es nicht.
error-no-such-puzzles = Solche Rätsel gibt es nicht. { $games } { $themes }
error-no-puzzle-making = Für { $game } lassen sich keine Rätsel machen: Es ist nicht gelöst, und sein Kit schließt nichts.
error-not-an-answer = { $text } ist keine der Antworten: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Geheime Ziele, drei in einer Reihe, und jedes Plättchen hilft vielleicht jemand anderem.

aim-xoxo = Du hast geheime Karten, jede für eine Farbe, eine Form oder ein Gesicht. Liegen drei Plättchen in einer Reihe, die es alle zeigen, darfst du die Karte herzeigen; wer zuerst alle Karten hergezeigt hat, gewinnt.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Ziel: eine Dreierreihe für jede deiner Karten.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## Was ihr braucht

    Zwei bis vier Personen ab sieben Jahren und eine Viertelstunde.

    - 48 Plättchen, alle verschieden. Jedes zeigt eine von vier Farben (Rot, Blau, Grün, Gelb), eine von vier Formen (Kreis, Quadrat, Dreieck, Herz) und eines von vier Gesichtern (Freude, Zwinkern, Staunen, Griesgram).
    - 12 Zielkarten, eine für jede Farbe, jede Form und jedes Gesicht. Die Rückseite einer Karte verrät nur ihre Art: Farbe, Form oder Gesicht.

    Möglich wären 64 Plättchen. { $deck ->
        [custom] Ihr spielt mit 48 davon, die ihr selbst gewählt habt (Hausregel *deck*).
       *[balanced] Wir spielen mit 48 davon, so gewählt, dass jede Farbe, jede Form und jedes Gesicht auf 12 Plättchen steht (Hausregel *deck*).
    }

    ## Aufbau

    - Mischt die Plättchen und gebt allen einen persönlichen Stapel: { $piles ->
        [en] zu zweit je 12 Plättchen, zu dritt je 8, zu viert je 6 (Hausregel *piles*). Die übrigen 24 sind der allgemeine Stapel.
       *[de] zu zweit je 12 Plättchen, zu dritt je 10, zu viert je 8 (Hausregel *piles*). Die übrigen 24, 18 oder 16 sind der allgemeine Stapel.
    }
    - Alle Stapel liegen offen. Alle sehen das oberste Plättchen jedes Stapels und wie viele Plättchen er hat; niemand sieht, was darunter liegt.
    - Mischt die Zielkarten und teilt sie verdeckt aus: zu zweit und zu dritt je drei, zu viert je zwei. Die anderen kommen ungesehen zurück in die Schachtel.
    - Halte deine Karten so, dass die anderen nur die Rückseiten sehen. Sie kennen die Art jeder deiner Karten, aber nicht, welche es ist.
    - Bestimmt, wer anfängt. Gespielt wird im Uhrzeigersinn.

    ![cards]

    ## Dein Zug

    Lege genau ein Plättchen: das oberste deines persönlichen Stapels oder das oberste des allgemeinen Stapels.

    - Das erste Plättchen beginnt die Auslage.
    - Bis neun Plättchen liegen, kommt jedes auf ein leeres Feld, das mit einer Kante an ein liegendes Plättchen grenzt. Die Auslage wird nie breiter oder höher als drei.
    - Ab dem zehnten deckt jedes Plättchen eines der Auslage ab. Das Plättchen aus dem Zug gerade davor darf nicht abgedeckt werden, das zehnte darf also nicht auf das neunte.

    ![grow]

    ![wide]

    ![cover]

    ## Karten herzeigen

    Du darfst eine Zielkarte herzeigen, egal wer am Zug ist, solange ihre Farbe, ihre Form oder ihr Gesicht auf allen drei Plättchen einer Zeile, Spalte oder Diagonale zu sehen ist.

    - Nur die obersten Plättchen zählen. Eine Linie zählt, sobald ihre drei Plättchen liegen, auch wenn die Auslage noch nicht voll ist. Unterbricht ein neues Plättchen sie, ist sie weg.
    - Eine Linie wird nie verbraucht. Sie kann für mehrere deiner Karten gelten und für die der anderen auch.
    - Nach jedem Plättchen werden alle gefragt, die noch Karten haben, auch wer keine herzeigen kann. So verrät die Frage kein Geheimnis.
    - Wähle geheim: beliebig viele passende Karten, oder keine. Niemand muss eine Karte herzeigen.
    - Haben alle gewählt, werden die gewählten Karten gemeinsam hergezeigt. Sie bleiben offen liegen.
    - Hat jemand eine Karte hergezeigt und das Spiel geht weiter, werden alle noch einmal gefragt. Zeigt niemand mehr etwas her, beginnt der nächste Zug.

    ![lines]

    ![shared]

    ![broken]

    ## Ende

    - Zeigst du deine letzte Karte her, gewinnst du sofort. Alle, die das im selben Moment tun, teilen sich den Sieg.
    - Das Spiel endet auch, wenn irgendein Stapel aufgebraucht ist, ein persönlicher oder der allgemeine: Sein letztes Plättchen ist gelegt. Wer die meisten Karten hergezeigt hat, gewinnt.
    - { $last_window ->
        [no] Nach diesem letzten Plättchen kann keine Karte mehr hergezeigt werden: Die Karten werden gleich gezählt (Hausregel *last_window*).
       *[yes] Bevor die Karten gezählt werden, werden alle wie sonst gefragt, und wer jetzt noch die letzte Karte herzeigt, gewinnt sofort (Hausregel *last_window*).
    }
    - Bei Gleichstand wird in Zugreihenfolge um den Tisch gezählt, angefangen nach der Person, die den Stapel geleert hat. Wer von denen mit Gleichstand zuerst kommt, gewinnt. Die Person, die den Stapel geleert hat, kommt zuletzt. Das gilt auch, wenn niemand eine Karte hergezeigt hat.

example-xoxo-aim = Auf b3, c3 und d3 liegen drei Herzen: Wer die Zielkarte „Herz“ hat, darf sie herzeigen.
example-xoxo-cards = Deine eigenen Karten siehst du; von denen der anderen siehst du die Rückseiten, und die verraten nur die Art. Du wählst zwischen zwei Plättchen: dem obersten deines Stapels und dem obersten des allgemeinen Stapels.
example-xoxo-grow = Drei Plättchen liegen da. Das nächste darf auf jedes markierte Feld: neben ein Plättchen, und alles zusammen höchstens drei mal drei.
example-xoxo-wide = Jetzt ist die Auslage drei Felder breit. Nach oben und unten kann sie noch wachsen, zur Seite nicht mehr.
example-xoxo-cover = Die Auslage ist voll, und das nächste Plättchen deckt ein anderes ab. Nur das auf c2 darf nicht abgedeckt werden: Es wurde gerade erst gelegt.
example-xoxo-lines = Drei Linien: Rot auf b4, c4 und d4, eine Farbe; Dreieck auf b3, c3 und d3, eine Form; Zwinkern auf b2, c2 und d2, ein Gesicht.
example-xoxo-shared = Eine Linie für zwei Karten: b3, c3 und d3 sind alle blau, und alle sind Herzen.
example-xoxo-broken = Ein blaues Plättchen deckt das rote auf d4 ab. Die rote Linie ist weg, die beiden anderen gelten noch.

typing-xoxo =
    Felder haben einen Buchstaben für die Spalte, von links, und eine Zahl für die Zeile, von unten. Das erste Plättchen liegt auf `c3`, der Mitte der Felder `a1` bis `e5`.

    - `own@c3` legt das oberste Plättchen deines persönlichen Stapels auf c3.
    - `draw@b3` legt das oberste Plättchen des allgemeinen Stapels auf b3.
    - `behalten rot` behält eine Karte, `zeigen rot` gibt sie wieder frei. Behältst du sie nicht, wird eine Karte von selbst hergezeigt, sobald eine Linie dafür liegt.

    Ein Plättchen schreibt sich als Farbe, Form und Gesicht, mit den englischen Anfangsbuchstaben: `rss` ist ein rotes Quadrat mit staunendem Gesicht. Farben: `r` Rot, `b` Blau, `g` Grün, `y` Gelb. Formen: `c` Kreis, `s` Quadrat, `t` Dreieck, `h` Herz. Gesichter: `j` Freude, `w` Zwinkern, `s` Staunen, `g` Griesgram.


## XOXO: house rules

ruling-piles = Wie viele Plättchen sind in jedem persönlichen Stapel?
ruling-piles-de = Zu zweit je 12, zu dritt je 10, zu viert je 8; der allgemeine Stapel hat 24, 18 oder 16.
ruling-piles-en = Zu zweit je 12, zu dritt je 8, zu viert je 6; der allgemeine Stapel hat immer 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 oder 8 Plättchen zu zweit, zu dritt oder zu viert
says-xoxo-piles-en = 12, 8 oder 6 Plättchen zu zweit, zu dritt oder zu viert

ruling-deck = Welche 48 der 64 möglichen Plättchen sind im Spiel?
ruling-deck-balanced = Eine gleichmäßige Mischung: jede Farbe, jede Form und jedes Gesicht auf 12 Plättchen, jedes Paar (etwa Rot und Herz) auf 3. Nummeriert die vier Farben, Formen und Gesichter von 0 bis 3, wie sie in den Regeln stehen: Die 16 Plättchen, deren drei Zahlen zusammen ein Vielfaches von 4 ergeben, bleiben draußen.
ruling-deck-custom = Eure eigene Liste von 48 verschiedenen Plättchen.

ruling-last_window = Dürfen noch Karten hergezeigt werden, wenn ein Plättchen einen Stapel leert?
ruling-last_window-yes = Ja: Alle werden gefragt wie nach jedem anderen Plättchen, und wer dabei die letzte Karte herzeigt, gewinnt sofort.
ruling-last_window-no = Nein: Die schon hergezeigten Karten werden gleich gezählt.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Beide lassen das Spiel sofort enden, und in beiden darf man jederzeit eine Karte herzeigen. Das englische klingt etwas mehr nach Nein, denn es zählt die Karten, die hergezeigt sind, wenn der Stapel zu Ende geht; das deutsche ist weniger genau.

## XOXO: decisions

decision-xoxo-one-card-a-value = Es gibt genau eine Zielkarte für jede Farbe, jede Form und jedes Gesicht. Die Regelhefte nennen nur Zahl und Arten der Karten, und zwölf Karten passen eins zu eins zu zwölf Werten.
decision-xoxo-any-number = Du darfst im selben Moment beliebig viele Karten herzeigen. Die Regelhefte lassen das offen, und am echten Tisch hindert dich auch nichts daran, zwei auf einmal umzudrehen.
decision-xoxo-early-lines = Eine Linie zählt, sobald ihre drei Plättchen liegen, auch wenn die Auslage noch nicht voll ist. Die Regelhefte verbieten es nicht, und eine Linie ist eine Linie.
decision-xoxo-tie-among-tied = Ein Gleichstand wird nur unter denen entschieden, die gleichauf liegen. Das deutsche Regelheft sagt es so; im englischen fehlen die Worte, und ohne sie könnte jemand mit weniger Karten gewinnen.
decision-xoxo-top-before-window = Das neue oberste Plättchen eines Stapels ist zu sehen, bevor jemand gefragt wird, ob Karten hergezeigt werden. Auch am echten Tisch sieht man es, sobald das darüber weggenommen ist.

## XOXO: editions

edition-xoxo-de = deutsches Regelheft
edition-xoxo-en = englisches Regelheft (kleinere Stapel zu dritt und zu viert)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind. "Du" is name-you.
decided-xoxo-last_card = durch eine letzte hergezeigte Karte
decided-xoxo-pile = mit einem leeren Stapel
decided-xoxo-pile_tie = mit einem leeren Stapel und Gleichstand


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Bring drei deiner Steine in eine Reihe, alle mit derselben Seite nach oben. Hast du immer noch drei in einer Reihe, nachdem dein Gegner einen deiner Steine geflippt hat, gewinnst du.
   *[enclosed] Bring drei deiner Steine in eine Reihe, alle mit derselben Seite nach oben, und neben keinem von ihnen darf ein Feld leer sein. Dann kann sie niemand mehr wegflippen, und du gewinnst.
}
short-aim-flip = { $row ->
    [survives] Ziel: drei gleiche in Reihe, auch nach einem Flip.
   *[enclosed] Ziel: drei gleiche in Reihe, daneben nichts leer.
}

flip-turn =
    - **Erst flippen.** Nimm irgendeinen Stein deines Gegners, versetze ihn auf ein leeres Feld, das mit einer Kante an seines grenzt, und wende ihn dabei. Wenn du das kannst, musst du es tun, auch wenn es deinem Gegner hilft. Es entfällt nur, wenn neben keinem der gegnerischen Steine ein Feld leer ist.
    - **Dann setzen.** Nimm einen deiner Steine, die neben dem Brett liegen, und setze ihn auf ein beliebiges leeres Feld, mit beliebiger Seite nach oben. Auch das musst du tun, selbst wenn es deinem Gegner hilft. Das Feld, das beim Flippen gerade frei wurde, ist erlaubt.

    ![flip]

    ![place]

flip-winning =
    Eine **Reihe** sind drei Steine derselben Person, alle mit derselben Seite nach oben, auf drei benachbarten Feldern in gerader Linie: waagerecht, senkrecht oder diagonal. Das Brett hat 24 solche Linien. Vier in einer Linie zählen als zwei Reihen.

    ![sides]

    { $row ->
        [survives]
            Du gewinnst, wenn du eine Reihe hast und dein Gegner seitdem geflippt hat oder nichts flippen kann (Hausregel *row*). Das Spiel endet, sobald das feststeht:

            - Am Ende deines Zuges, wenn du eine Reihe hast und dein Gegner gar nichts flippen kann.
            - Am Ende deines Zuges, wenn dein Gegner zwar flippen kann, dir aber **jeder** mögliche Flip irgendeine Reihe lässt: eine alte, oder eine neue, die erst dabei entsteht.
            - Sonst gleich nach dem Flip deines Gegners, wenn er dir eine Reihe lässt. Gesetzt wird dann nichts mehr.

            Eine Reihe, die dein Gegner noch aufbrechen kann, gewinnt also noch nichts. Zwei Reihen, von denen nur eine aufgebrochen werden kann, gewinnen schon. Eine Reihe, die dein Gegner hätte aufbrechen können und nicht aufgebrochen hat, gewinnt nach dem Flip; ebenso eine, die er ohne Not für dich gebildet hat. Beide zugleich können nie gewinnen.

            ![breakable]

            ![survived]

            ![two]

            ## Ende

            Liegen alle sechzehn Steine und niemand hat gewonnen, endet das Spiel ohne Sieg.
       *[enclosed]
            Eine Reihe ist **eingekreist**, wenn kein Feld leer ist, das mit einer Kante an einen ihrer drei Steine grenzt. Dann lässt sich keiner ihrer Steine flippen. Der Rand des Bretts schadet nicht; das tun nur leere Felder.

            - Hast du eine eingekreiste Reihe, gewinnst du sofort, nach dem Flippen ebenso wie nach dem Setzen, und egal, wer es war (Hausregel *row*).
            - Entscheidet ein Flip das Spiel, wird nichts mehr gesetzt.
            - Eine Reihe, die nicht eingekreist ist, gewinnt noch nichts.
            - Bekommen durch einen Flip oder beim Setzen beide eine eingekreiste Reihe, bevor alle sechzehn Steine liegen, { $both_rows ->
                [mover] gewinnt, wer geflippt oder gesetzt hat
                [opponent] gewinnt die andere Seite
               *[draw] geht das Spiel unentschieden aus
            } (Hausregel *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## Ende

            Wenn alle sechzehn Steine liegen, ist das Spiel aus. Hat nur eine Seite eine Reihe, hat sie gewonnen; ein volles Brett kreist jede Reihe ein. Hat keine Seite eine Reihe, oder haben beide eine, geht es unentschieden aus.
    }

flip-example-aim = { $row ->
    [survives] Der letzte Stein wurde auf d1 gesetzt. Egal was jetzt geflippt wird, die Reihe auf a1, b1 und c1 bleibt: gewonnen.
   *[enclosed] Der letzte Stein wurde auf d1 gesetzt. Neben der Reihe auf a1, b1 und c1 ist jetzt kein Feld mehr leer: gewonnen.
}
flip-example-flip = Der Flip: Ein Stein deines Gegners wird von b3 nach b4 versetzt und gewendet, sodass er seine andere Seite zeigt.
flip-example-place = Dann setzt du einen eigenen Stein, hier auf b3, das Feld, das der Flip gerade frei gemacht hat.
flip-example-sides = Das ist keine Reihe: b2, c2 und d2 gehören zwar derselben Person, zeigen aber nicht alle dieselbe Seite.
flip-example-open = Eine Reihe auf b2, c2 und d2, aber sie ist nicht eingekreist: Daneben sind a2, b1, c3, d1 und d3 leer. Noch gewinnt sie nicht.
flip-example-enclosing = Der Flip von d2 nach d1 füllt die letzte Lücke neben der Reihe auf a1, b1 und c1. Wem sie gehört, gewinnt sofort, auch wenn die andere Seite geflippt hat.
flip-example-both = Der Stein, der auf b2 gesetzt wird, kreist zwei Reihen auf einmal ein: die auf a1, a2 und a3 und die auf c1, c2 und c3. { $both_rows ->
    [mover] Nach der Hausregel gewinnt, wer ihn gesetzt hat.
    [opponent] Nach der Hausregel gewinnt die andere Person.
   *[draw] Das Spiel endet unentschieden.
}
flip-example-breakable = Die Reihe auf b2, c2 und d2 gewinnt noch nicht: Ein Flip von d2 nach d3 bricht sie auf.
flip-example-survived = Der Gegner flippt von a4 nach a3 und lässt die Reihe auf b2, c2 und d2, wie sie ist. Sie hat den Flip überstanden und gewinnt; gesetzt wird nicht mehr.
flip-example-two = Der Stein, der auf a4 gesetzt wurde, macht zwei Reihen fertig und lässt sich selbst nicht flippen. Ein Flip kann nur eine der beiden aufbrechen: sofort gewonnen.

flip-no-flip = Lässt sich nichts flippen, besteht ein Zug nur aus dem Setzen, etwa `a@d1`. Endet das Spiel mit dem Flip, besteht er nur daraus.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Flippe einen fremden Stein, setze einen eigenen, und kreise drei in einer Reihe ein, bevor sie dir entwischen.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## Was ihr braucht

    Zwei Personen und etwa zehn Minuten (unsere Schätzung).

    - Ein Brett mit vier mal vier Feldern.
    - 16 Steine mit zwei Farbseiten, acht für jede Person. Die eine hat die Steine mit X, mit einer blauen und einer grünen Seite. Die andere hat die mit O, mit einer gelben und einer weißen Seite.

    ## Aufbau

    Das Brett ist leer, und beide haben ihre acht Steine neben sich liegen. X fängt an.

    ## Dein Zug

    Im allerersten Zug setzt X nur einen Stein, mit beliebiger Seite nach oben, auf ein beliebiges Feld. Danach hat jeder Zug zwei Teile, in dieser Reihenfolge.

    { flip-turn }

    ## Gewinnen

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
    Felder haben einen Buchstaben für die Spalte, `a` bis `d` von links, und eine Zahl für die Zeile, `1` bis `4` von unten. X hat die Steine `A` (blaue Seite oben) und `B` (grüne Seite oben); O hat `a` (gelbe Seite oben) und `b` (weiße Seite oben).

    - `B@b3` setzt ein X mit der grünen Seite nach oben auf b3. Das könnte der erste Zug sein.
    - `b3-b4` flippt den Stein von b3 nach b4.
    - `b3-b4 a@d1` ist ein ganzer Zug von O: flippen, dann setzen.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Welche Reihe gewinnt das Spiel?
ruling-row-enclosed = Eine eingekreiste: Kein Feld ist leer, das mit einer Kante an einen ihrer drei Steine grenzt.
ruling-row-survives = Eine, die den gegnerischen Flip übersteht: Du hast eine Reihe, und dein Gegner hat seitdem geflippt oder kann nichts flippen.
says-rubik-row-enclosed = eine eingekreiste Reihe
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = eine Reihe, die den Flip übersteht
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = Das deutsche Regelheft ist das von Rubik’s Tac Toe, das niederländische das von XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Wer gewinnt, wenn ein Flip oder ein gesetzter Stein beiden eine eingekreiste Reihe bringt, bevor alle Steine liegen?
ruling-both_rows-draw = Niemand: Das Spiel geht unentschieden aus.
ruling-both_rows-mover = Wer geflippt oder gesetzt hat.
ruling-both_rows-opponent = Die andere Seite.
ruling-rubik-both_rows-source = Erst wenn alle Steine liegen, spricht es von zwei Reihen und nennt das unentschieden. All das spielt nur eine Rolle, wo eingekreiste Reihen gewinnen.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = Eine Reihe liegt auf benachbarten Feldern: Nur das niederländische Regelheft, das von XOXO², sagt das, und wir halten es in beiden Spielen so. Vier in einer Linie zählen auch, denn darin stecken Dreierreihen.
decision-rubik-last-step = Eine Reihe gewinnt nur, wenn sie nicht aufgebrochen werden kann oder nicht aufgebrochen wurde. Nach dem Ziel, das das niederländische Regelheft am Anfang nennt, würde jede Reihe sofort gewinnen, aber sein letzter Schritt verlangt mehr, und sonst käme es auf das Flippen kaum an.
decision-rubik-unbroken = Eine Reihe, die dein Gegner hätte aufbrechen können und nicht aufgebrochen hat, gewinnt nach dem Flip, und ebenso eine, die er ohne Not für dich gebildet hat. Das niederländische Regelheft spricht nur von Reihen, die nicht rückgängig zu machen sind, und von erzwungenen Flips; nach dem Flip ist es zum Aufbrechen zu spät.

## Rubik’s Tac Toe: editions

edition-rubik-de = deutsches Regelheft

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = mit einer Reihe, die gewinnt
decided-rubik-both_rows = mit Reihen beider Seiten zugleich
decided-rubik-full = ohne Reihe, wenn alle Steine liegen


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Drei in einer Reihe sind leicht. Aber liegen sie noch, wenn dein Gegner geflippt hat?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## Was ihr braucht

    Zwei Personen und etwa zehn Minuten (unsere Schätzung).

    - Ein Brett mit vier mal vier Feldern.
    - 16 Karten mit zwei Seiten, hier Steine genannt, acht für jede Person. Die eine hat die Sterne, die andere die Sechsecke. Jeder Stein hat eine grüne Seite und eine rote.

    ## Aufbau

    Das Brett ist leer, und beide haben ihre acht Steine neben sich liegen. Der Stern fängt an.

    ## Dein Zug

    Im allerersten Zug setzt der Stern nur einen Stein, mit beliebiger Seite nach oben, auf ein beliebiges Feld. Danach hat jeder Zug zwei Teile, in dieser Reihenfolge.

    { flip-turn }

    ## Gewinnen

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
    Felder haben einen Buchstaben für die Spalte, `a` bis `d` von links, und eine Zahl für die Zeile, `1` bis `4` von unten. Der Stern hat die Steine `A` (grüne Seite oben) und `B` (rote Seite oben); das Sechseck hat `a` (grüne Seite oben) und `b` (rote Seite oben).

    - `B@b3` setzt einen Stern mit der roten Seite nach oben auf b3. Das könnte der erste Zug sein.
    - `b3-b4` flippt den Stein von b3 nach b4.
    - `b3-b4 a@d1` ist ein ganzer Zug des Sechsecks: flippen, dann setzen.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = Eine Reihe liegt auf benachbarten Feldern, wie das niederländische Regelheft sagt, und vier in einer Linie zählen auch, denn darin stecken Dreierreihen.
decision-xoxo2-last-step = Eine Reihe gewinnt nur, wenn sie nicht aufgebrochen werden kann oder nicht aufgebrochen wurde. Nach dem Ziel, das das Regelheft am Anfang nennt, würde jede Reihe sofort gewinnen, aber sein letzter Schritt verlangt mehr, und sonst käme es auf das Flippen kaum an.
decision-xoxo2-unbroken = Eine Reihe, die dein Gegner hätte aufbrechen können und nicht aufgebrochen hat, gewinnt nach dem Flip, und ebenso eine, die er ohne Not für dich gebildet hat. Das Regelheft spricht nur von Reihen, die nicht rückgängig zu machen sind, und von erzwungenen Flips; nach dem Flip ist es zum Aufbrechen zu spät.
decision-xoxo2-anywhere = Der Stein darf auf jedes leere Feld gesetzt werden. Ein Satz im Regelheft lässt sich als „auf das gerade verlassene Feld“ lesen; für uns ist dieses Feld erlaubt, aber nicht das einzige.
decision-xoxo2-star-starts = Der Stern fängt an: Die Bilder im Regelheft zeigen es so.

## XOXO²: editions

edition-xoxo2-nl = niederländisches Regelheft

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Drei in einer Reihe, immer wieder: legen, stapeln, abräumen, und pass auf, wem du hilfst.

aim-djeco = { $scorer ->
    [maker] Immer wenn durch deine Karte drei einer Farbe in einer Reihe liegen, bekommst du einen Chip.
   *[owner] Immer wenn drei Karten deiner Farbe neu in einer Reihe liegen, bekommst du einen Chip.
} Wer zuerst mindestens { $target } davon hat, und mindestens zwei mehr als die andere Person, gewinnt.
short-aim-djeco = { $scorer ->
    [maker] Jede Dreierreihe, die du legst, bringt einen Chip.
   *[owner] Jede Dreierreihe deiner Farbe bringt einen Chip.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## Was ihr braucht

    Zwei Personen von sechs bis neunundneunzig Jahren und etwa eine Viertelstunde (unsere Schätzung).

    - 18 rote und 18 blaue Karten, jede mit einer Zahl (Hausregel *numbers*). { $numbers-text }
    - 6 gelbe und 2 grüne Räumkarten, ohne Zahl. Sie nehmen Karten vom Tisch: eine gelbe von einem Feld, eine grüne von einer ganzen Linie.
    - 24 Chips.

    ## Aufbau

    - Vor dem Geben bekommen beide eine Farbe. Hier hat Platz 1 Rot und Platz 2 Blau.
    - Einigt euch darauf, wie viele Chips zum Sieg reichen: hier { $target } (Hausregel *target*).
    - Mischt alle 44 Karten und gebt beiden je fünf. Der Rest ist der verdeckte Nachziehstapel.
    - Wer jünger ist, fängt an. Hier wählt ihr den Platz, der anfängt.
    - Die Handkarten sind geheim. Alle dürfen wissen, wie viele Karten jede Hand und der Nachziehstapel haben, was in der Ablage und in den Stapeln liegt und wer wie viele Chips hat.

    ## Dein Zug

    Spiele eine Karte, nimm die Chips, seht nach, ob das Spiel aus ist, und zieh dann eine Karte, wenn noch eine im Nachziehstapel ist. Wenn du spielen kannst, musst du es, auch wenn nur noch eine Räumkarte oder eine Karte der anderen Farbe übrig ist, und auch wenn es deinem Gegner hilft. Auf diese Arten kannst du eine Karte spielen.

    - **Eine rote oder blaue Karte auf ein leeres Feld legen.** { $grid ->
        [fixed] Gespielt wird auf drei mal drei Feldern von `b2` bis `d4`, und jedes davon ist erlaubt (Hausregel *grid*). Die Karte muss keine andere berühren.
       *[floating] Alle Felder, die benutzt wurden, seit der Tisch zuletzt leer war, müssen in drei mal drei Felder passen (Hausregel *grid*). Ein abgeräumtes Feld gilt weiter als benutzt. Die Karte muss keine andere berühren. Ist der Tisch leergeräumt, beginnt die nächste Karte wieder in der Mitte.
    }
    - **Eine rote oder blaue Karte stapeln,** auf eine Karte mit derselben Zahl, egal in welchen Farben.
    - **Ein Feld mit einer gelben Karte abräumen:** { $yellow ->
        [some] Eine oder mehrere Karten oben von einem Stapel, so viele du willst, kommen in die Ablage, mit der gelben Karte (Hausregel *yellow*).
       *[stack] Der ganze Stapel dort kommt in die Ablage, mit der gelben Karte (Hausregel *yellow*).
    }
    - **Eine Linie mit einer grünen Karte abräumen:** Alle drei Stapel einer lückenlosen Zeile, Spalte oder Diagonale kommen in die Ablage, mit der grünen Karte. Auf die Farben kommt es nicht an.

    Sind alle neun Felder voll, geht das Spiel weiter. Auf einem leeren Tisch kann keine gelbe oder grüne Karte gespielt werden.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Chips

    Nur die obersten Karten zählen. Immer wenn drei Karten einer Farbe neu in einer Zeile, Spalte oder Diagonale liegen, nimmt sich einen Chip, { $scorer ->
        [maker] **wer die Karte gespielt hat**, egal in welcher Farbe
       *[owner] **wem diese Farbe gehört**, egal, wer die Karte gespielt hat
    } (Hausregel *scorer*). Ein Zug macht höchstens aus einer obersten Karte eine andere, darum sind alle neuen Linien eines Zuges von derselben Farbe.

    - Die Karten bleiben liegen. Eine Linie, die schon da war und noch da ist, bringt nichts mehr. Eine Linie, die unterbrochen war und neu entsteht, bringt wieder einen Chip.
    - Schließt eine Karte mehrere Linien, { $lines ->
        [one] bringen sie zusammen einen Chip
       *[each] bringt jede einen Chip
    } (Hausregel *lines*).
    - { $yellow ->
        [some] Legt eine gelbe Karte eine andere frei und kommt dabei eine Linie zum Vorschein, bringt auch sie einen Chip, egal in welcher Farbe.
       *[stack] Abräumen bringt nichts: Dabei kann keine Linie zum Vorschein kommen.
    }
    - Sind weniger Chips übrig als verdient, wird der Rest genommen.

    ![helping]

    ![double]

    ## Wenn du nicht spielen kannst

    - Hast du keine spielbare Karte oder gar keine mehr, aber dein Gegner kann spielen, dann ist dein Gegner am Zug. Du ziehst nichts. Das verrät ein wenig über deine Hand, und das ist in Ordnung.
    - Könnt ihr beide nicht spielen, zieht ihr je eine Karte, zuerst die Person am Zug. Dann seht ihr wieder nach, und so weiter. Wer am Zug ist, spielt, wenn es geht; wenn nicht, spielt die andere Person.
    - Wer eine Karte spielt, zieht wie sonst. Eine Hand darf beliebig groß werden.

    ## Ende

    - Wer als Erstes mindestens { $target ->
        [one] einen Chip
       *[other] { $target } Chips
    } **und** mindestens zwei mehr als die andere Person hat, gewinnt sofort, egal, wer am Zug ist.
    - Könnt ihr beide nicht spielen und ist keine Karte mehr zu ziehen, endet das Spiel: Wer mehr Chips hat, gewinnt; bei gleich vielen ist es unentschieden.
    - Sind alle 24 Chips vergeben, ist es unentschieden: Das geht nur mit je zwölf, denn bei jeder anderen Verteilung ist das Spiel vorher gewonnen.
    - { $discard ->
        [recycle] Ist der Nachziehstapel leer, wenn eine Karte gezogen werden soll, wird die Ablage zu einem neuen gemischt; ist auch sie leer, wird nichts gezogen (Hausregel *discard*). Damit die Karten nicht ewig kreisen, endet das Spiel nach 300 gespielten Karten: Wer mehr Chips hat, gewinnt; bei gleich vielen ist es unentschieden.
       *[out] Die Ablage bleibt aus dem Spiel, auch wenn der Nachziehstapel leer ist (Hausregel *discard*).
    }

example-djeco-aim = Mit der roten 4 auf d3 liegen drei rote Karten in einer Reihe: Rot bekommt einen Chip.
example-djeco-floating = Zwei Karten liegen da. Die nächste darf auf jedes markierte Feld, solange alle zusammen auf drei mal drei Felder passen.
example-djeco-fixed = Das Spielfeld steht von Anfang an fest: Die nächste Karte darf auf jedes freie Feld davon.
example-djeco-stack = Die blaue 5 darf auf die rote 5, denn die Zahl ist gleich. Ab jetzt zählt c3 als blau.
example-djeco-yellow-stack = Eine gelbe Karte räumt c3 ab: Beide Karten dort kommen in die Ablage.
example-djeco-yellow-some = Eine gelbe Karte nimmt eine Karte vom Stapel auf c3: Die rote 5 darunter zählt wieder.
example-djeco-green = Eine grüne Karte räumt die Linie von b2 bis d4 ab, ganz gleich, welche Farben dort liegen.
example-djeco-helping = { $scorer ->
    [maker] Rot hat nur noch eine blaue Karte, und die passt nur auf d3. Damit entsteht auf b3, c3 und d3 eine blaue Linie, und den Chip bekommt Rot, weil Rot sie gelegt hat.
   *[owner] Rot hat nur noch eine blaue Karte, und die passt nur auf d3. Damit entsteht auf b3, c3 und d3 eine blaue Linie, und Blau bekommt dafür einen Chip.
}
example-djeco-double = { $lines ->
    [one] Die rote 3 auf d3 schließt zwei Linien ab, eine quer und eine von oben nach unten. Zusammen bringen sie einen Chip.
   *[each] Die rote 3 auf d3 schließt zwei Linien ab, eine quer und eine von oben nach unten: zwei Chips.
}

typing-djeco =
    Felder haben einen Buchstaben für die Spalte, von links, und eine Zahl für die Zeile, von unten. { $grid ->
        [fixed] Gespielt wird auf `b2` bis `d4`, und die erste Karte darf auf jedes dieser Felder.
       *[floating] Die erste Karte liegt auf `c3`, der Mitte der Felder `a1` bis `e5`.
    }

    - `r7@c3` legt die rote 7 auf c3; `b7@c3` stapelt dann die blaue 7 darauf.
    - { $yellow ->
        [some] `y2@b3` nimmt mit einer gelben Karte die obersten zwei Karten vom Stapel auf b3.
       *[stack] `y@b3` räumt b3 mit einer gelben Karte ab.
    }
    - `g@b2-d4` räumt die Linie von b2 bis d4 mit einer grünen Karte ab.
    - `pass` sagt, dass du keine Karte spielen kannst. Dann ist es dein einziger Zug, und sonst ist es nie erlaubt.


## Djeco Tic Tac Toe: house rules

ruling-target = Wie viele Chips reichen zum Sieg?
# $n is a number from 1 to 12.
ruling-target-n = Chips zum Sieg: mindestens { $n }, mit mindestens zwei Vorsprung.

ruling-numbers = Welche Zahlen stehen auf den 18 Karten einer Farbe?
ruling-numbers-1-9x2 = Jede Zahl von 1 bis 9 zweimal, in beiden Farben gleich.
ruling-numbers-1-6x3 = Jede Zahl von 1 bis 6 dreimal, in beiden Farben gleich: höhere Stapel.
ruling-numbers-custom = Eure eigene Liste von 18 Zahlen, in beiden Farben gleich.

ruling-yellow = Was räumt eine gelbe Karte ab?
ruling-yellow-stack = Den ganzen Stapel auf einem Feld.
ruling-yellow-some = Eine oder mehrere Karten oben von einem Stapel, so viele du willst.
says-djeco-yellow-stack = der ganze Stapel
says-djeco-yellow-some = eine oder mehrere Karten

ruling-scorer = Wer bekommt den Chip für eine Linie?
ruling-scorer-owner = Wem ihre Farbe gehört, egal, wer die Karte gespielt hat.
ruling-scorer-maker = Wer die Karte gespielt hat, durch die sie entstanden ist, egal in welcher Farbe.
says-djeco-scorer-owner = Ziel sind Linien der eigenen Farbe
ruling-djeco-scorer-source = Das portugiesische und das dänische sprechen von Linien derselben Farbe. Und eine Anmerkung in allen fünf gibt den Chip der Person, die eine Linie bildet, sagt aber auch, dass die fremde Farbe der anderen Seite hilft.

ruling-lines = Was, wenn eine Karte mehrere Linien einer Farbe schließt?
ruling-lines-each = Jede dieser Linien bringt einen Chip.
ruling-lines-one = Sie bringen zusammen einen Chip.
says-djeco-lines-each = ein Chip, wann immer eine Linie entsteht

ruling-discard = Was, wenn der Nachziehstapel leer ist und eine Karte gezogen werden soll?
ruling-discard-out = Die Ablage bleibt aus dem Spiel, und nichts wird gezogen.
ruling-discard-recycle = Die Ablage wird zu einem neuen Nachziehstapel gemischt, wenn sie Karten hat; das Spiel endet spätestens nach 300 Karten.
says-djeco-discard-out = die Ablage ist aus dem Spiel

ruling-grid = Stehen die drei mal drei Felder von Anfang an fest?
ruling-grid-floating = Nein: Sie ergeben sich um die Karten herum, und die erste Karte liegt auf c3.
ruling-grid-fixed = Ja: Es sind die Felder b2 bis d4, und die erste Karte kommt auf irgendeines davon.
ruling-djeco-grid-source = Alle fünf sprechen von einem gedachten Quadrat.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Jede spielbare Karte ist erlaubt, und eine gelbe oder grüne muss gespielt werden, wenn nichts anderes geht. Eine Anmerkung in allen fünf Regelheften klingt, als brauchte jeder Zug eine rote oder blaue Karte, aber ihre eigenen Listen dessen, was man spielen kann, sagen es anders.
decision-djeco-owner-by-default = Wenn ihr nichts anderes wählt, bekommt den Chip, wem die Farbe gehört, in jeder Ausgabe. Die Regelhefte lassen sich so und so lesen, aber alle sagen, dass die fremde Farbe der anderen Seite hilft, und das stimmt nur so.
decision-djeco-four-directions = Linien für Chips laufen waagerecht, senkrecht und auf beiden Diagonalen. Die Regelhefte sagen das nur bei der grünen Karte, und das russische nennt dort nur Zeilen; eine Art Linie für alles ist leichter zu sehen.
decision-djeco-pass-draws-nothing = Kann nur eine Seite nicht spielen, passt sie und zieht nichts. Die Regelhefte sprechen nur davon, dass beide nicht weiterkönnen; eine Karte für jedes Passen wäre ein Geschenk.
decision-djeco-cleared-binds = Ein abgeräumtes Feld gehört weiter zu den drei mal drei Feldern, bis der Tisch leer ist. Die Regelhefte sprechen von einem gedachten Quadrat, und das wäre keines, wenn es wanderte.
decision-djeco-our-ends = Das Spiel endet auch, wenn beide nicht spielen können und der Nachziehstapel leer ist, und wenn der letzte Chip vergeben ist. Die Regelhefte nennen nur die vereinbarte Zahl von Chips, aber jedes Spiel muss einmal enden.
decision-djeco-light-scores = Wo eine gelbe Karte einige Karten eines Stapels nehmen darf, kann eine Linie aus obersten Karten zum Vorschein kommen, und die bringt einen Chip, egal in welcher Farbe. Drei einer Farbe liegen neu in einer Linie, und darauf kommt es an.
decision-djeco-one-a-turn = Du ziehst eine Karte je Zug, für eine grüne Karte müssen alle drei Felder belegt sein, und eine gelbe nimmt von einem Feld. Die ungenaueren Worte im schwedischen Regelheft, und im russischen bei der grünen Karte, halten wir für Versehen.
decision-djeco-turns-are-cards = Die 300 Züge, nach denen ein Spiel mit neu gemischter Ablage endet, sind gespielte Karten; Passen zählt nicht, denn auf dem Tisch geschieht dabei nichts. Wer nicht spielen kann, sagt es durch Passen, damit niemand rätseln muss, warum es weitergeht.

## Djeco Tic Tac Toe: editions

edition-djeco-it = italienisches Regelheft
edition-djeco-pt = portugiesisches Regelheft
edition-djeco-sv = schwedisches Regelheft (eine gelbe Karte nimmt eine oder mehrere Karten oben von einem Stapel)
edition-djeco-da = dänisches Regelheft (eine gelbe Karte nimmt eine oder mehrere Karten oben von einem Stapel)
edition-djeco-ru = russisches Regelheft (eine gelbe Karte nimmt eine oder mehrere Karten oben von einem Stapel)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = mit genügend Chips
decided-djeco-tokens = mit dem letzten vergebenen Chip
decided-djeco-turns = nach 300 Karten
decided-djeco-blocked = damit, dass niemand mehr spielen kann

## A live table

open-seat = ein freier Platz
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = Anfänger
level-easy = leicht
level-casual = locker
level-medium = mittel
level-skilled = geübt
level-advanced = fortgeschritten
level-strong = stark
level-greedy = gierig
level-random = zufällig
level-perfect = perfekt
level-mcts = Suche
waiting-for-people = { $count ->
    [one] Es fehlt noch eine Person.
   *[other] Es fehlen noch { $count } Personen.
}
told-sat = { $you ->
    [yes] Du setzt dich.
   *[no] { $who } setzt sich.
}
told-undo-asked = { $you ->
    [yes] Du möchtest deinen letzten Zug zurücknehmen.
   *[no] { $who } möchte den letzten eigenen Zug zurücknehmen.
}
told-undo-granted = { $you ->
    [yes] Du bist einverstanden.
   *[no] { $who } ist einverstanden.
}
told-undo-refused = { $you ->
    [yes] Du möchtest lieber weiterspielen.
   *[no] { $who } möchte lieber weiterspielen.
}
told-undone = Zurückgenommen. Ab jetzt ist diese Runde Übung.
told-resigned = { $you ->
    [yes] Du gibst auf.
   *[no] { $who } gibt auf.
}
told-left = { $you ->
    [yes] Du verlässt den Tisch.
   *[no] { $who } verlässt den Tisch.
}
told-back = { $you ->
    [yes] Du bist zurück.
   *[no] { $who } ist zurück.
}
told-again = { $you ->
    [yes] Du möchtest noch eine Runde.
   *[no] { $who } möchte noch eine Runde.
}
told-sits-in = { $you ->
    [yes] { $bot } springt für dich ein, bis du wiederkommst.
   *[no] { $bot } springt vorerst für { $who } ein.
}
told-bot-came = { $bot } nimmt den freien Platz.
reaction-hello = { $you ->
    [yes] Du winkst.
   *[no] { $who } winkt.
}
reaction-thanks = { $you ->
    [yes] Du sagst danke.
   *[no] { $who } sagt danke.
}
reaction-well-played = { $you ->
    [yes] Du sagst: Gut gespielt!
   *[no] { $who } sagt: Gut gespielt!
}
reaction-clap = { $you ->
    [yes] Du klatschst.
   *[no] { $who } klatscht.
}
reaction-laugh = { $you ->
    [yes] Du lachst.
   *[no] { $who } lacht.
}
reaction-wow = { $you ->
    [yes] Du staunst.
   *[no] { $who } staunt.
}
reaction-oops = { $you ->
    [yes] Du sagst: Hoppla!
   *[no] { $who } sagt: Hoppla!
}
reaction-thinking = { $you ->
    [yes] Du denkst nach.
   *[no] { $who } denkt nach.
}
error-stale = Inzwischen ist etwas passiert: Schau noch einmal hin.
error-too-many-side-commands = Das waren genug Änderungen, Rücknahmen und Abschiede für eine Runde ({ $most }): Spiel weiter.
error-undo-away = { $name } ist nicht da und kann nicht zustimmen, darum wird nichts zurückgenommen.
error-rounds-full = An diesem Tisch gab es { $most } Runden: Eröffne bitte einen neuen.
error-only-watching = Du schaust zu: Das geht nur, wenn du mitspielst.
error-not-begun = Das Spiel hat noch nicht angefangen.
error-game-over = Das Spiel ist aus.
error-not-over = Das Spiel ist noch nicht aus.
error-bot-plays-here = Hier spielt ein Bot.
error-no-such-card = Du hast die Karte „{ $card }“ nicht.
error-has-left = Du hast den Tisch schon verlassen.
error-sit-first = Setz dich zuerst.
error-is-here = Du sitzt am Tisch.
error-chair-taken = Dieser Platz ist besetzt.
error-name-taken = Am Tisch heißt schon jemand { $name }.
error-no-such-seat = Es gibt keinen Platz { $seat }.
error-only-host = Das darf nur, wer den Tisch eröffnet hat.
error-still-here = { $name } ist noch da.
error-undo-nothing = Du hast keinen Zug zum Zurücknehmen.
error-undo-told = Das lässt sich nicht zurücknehmen: Seitdem hat jemand eine neue Karte oder ein neues Plättchen gesehen.
error-undo-not-asked = Niemand hat dich gefragt, ob ein Zug zurückgenommen werden darf.
error-undo-waits = Eine andere Bitte um Rücknahme wartet noch auf Antwort.
error-asked-already = Du hast schon um noch eine Runde gebeten; die anderen werden auch gefragt.
error-no-such-round = Es gibt keine Runde { $round }; die letzte ist { $most }.
error-no-person = Mindestens ein Platz muss für einen Menschen sein.
error-no-table = Diesen Tisch gibt es nicht, oder der Link stimmt nicht.
error-not-saved = Das ließ sich nicht speichern und zählt darum nicht. Bitte versuch es noch einmal.
error-too-fast = Das war zu schnell: Warte einen Moment.
error-unreadable-message = Diese Nachricht lässt sich nicht lesen.
error-too-many-messages = Es kamen zu viele Nachrichten auf einmal, darum wurde die Verbindung geschlossen. Bitte lade die Seite neu.
error-too-unreadable = Zu viele Nachrichten ließen sich nicht lesen, darum wurde die Verbindung geschlossen. Bitte lade die Seite neu.
error-server-stops = Der Server wird gerade beendet. Alles ist gespeichert.
error-table-deleted = Dieser Tisch wurde gelöscht.
error-seat-renewed = Dieser Platz hat einen neuen Schlüssel und ist darum in diesem Fenster geschlossen. Ältere Links zu ihm gelten nicht mehr.
error-code-used = Diesen Platz hat schon jemand. Sollte es deiner sein, lass dir am großen Bildschirm einen neuen Code geben.
error-only-screen = Codes für Plätze zeigt nur ein Bildschirm, der den Tisch eröffnet hat und selbst keinen Platz hat.
error-store-down = Der Server kommt gerade nicht an seine Tische heran. Versuch es in einer Minute wieder.
error-only-here = Das geht nur auf dem Rechner, auf dem der Server läuft.
error-no-network = Es fand sich keine Adresse, unter der andere Geräte diesen Rechner erreichen.
error-table-unreadable = Dieser Tisch lässt sich nicht lesen. Wer den Server betreibt, findet mehr in dessen Protokoll.
error-game-failed = Das Spiel selbst hat versagt, also geht es hier nicht weiter. Wer den Server betreibt, findet mehr in dessen Protokoll.
error-too-many-tabs = Dieser Platz ist in zu vielen Fenstern offen: Schließ erst eines davon.
error-too-many-watching = An diesem Tisch schauen schon so viele zu, wie möglich ist. Versuch es später noch einmal.
error-no-hint = Gerade gibt es keinen Tipp.
error-hint-asked = Der Tipp, um den du gebeten hast, ist unterwegs.

# Spiele aus anderen Paketen, die vielleicht keine eigenen Worte mitbringen

event-any = { $you ->
    [yes] Du spielst { $move }.
   *[no] { $who } spielt { $move }.
}
chance-any = Der Zufall
ask-any = dein Zug
help-any = Gib einen Zug ein, wie er in der Liste steht, oder seine Nummer.
position-any = Stellung: { $position }
player-any = Person { $seat }
picture-ask-any = { $you ->
    [yes] Du bist am Zug.
   *[no] { $who } ist am Zug.
}
picture-then-any = Wähle jetzt, wohin.
error-any = Das geht nicht ({ $code }).
reason-any-win = { $winner ->
    [Du] Du hast
   *[other] { $winner } hat
} gewonnen ({ $reason }).
reason-any-shared = Geteilter Sieg: { $winner } ({ $reason }).
reason-any-draw = Unentschieden ({ $reason }).
error-guest-game-failed = Das Spiel { $name } aus dem Paket { $package } lässt sich nicht laden: { $reason }
error-guest-game-unfit = Das Spiel { $name } aus dem Paket { $package } ist nicht zu gebrauchen: { $reason }
error-guest-game-broke = Das Spiel { $name } aus dem Paket { $package } ist gescheitert: { $reason }
error-no-sampling = { $game } hat verdeckte Karten und sagt nicht, wie man sie errät, darum kann kein Bot vorausdenken: random, greedy, beginner und easy spielen es.
error-windows-need-orders = { $game } fragt mehrere zugleich und kennt keine Anweisungen im Voraus; an einem Live-Tisch würde die Bedenkzeit etwas verraten, darum gibt es das Spiel nur im Terminal.

### Same as in English: page-new-levels, page-new-bot, page-speed-normal, page-react-wow, page-explore-link, arena-elo, game-djeco, bot-named, bot-numbered
