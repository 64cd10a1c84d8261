### Italian. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = it

## The command and its help

help-rowdy = Quattro giochi scatenati di tre in fila, nel tuo terminale: XOXO, Rubik’s Tac Toe, XOXO² e il Tic Tac Toe di Djeco.
help-rowdy-end = Comincia con «rowdy play», oppure leggi prima «rowdy rules GAME». «rowdy COMMAND --help» spiega un comando.
try-help = «{ $command } --help» lo spiega.
args-usage = uso:
args-positional = argomenti
args-options = opzioni
args-help = mostra questo aiuto
args-version = mostra la versione
args-missing = manca: { $names }
args-unknown = qui { $names } non esiste
args-without-value = { $name } vuole un valore
args-no-choice = { $name } non può essere { $value }; possibili: { $choices }
args-no-number = { $name } deve essere un numero, non { $value }
args-with-value = { $name } non vuole un valore
help-play-short = gioca una partita
help-play =
    Gioca qui una partita: contro i bot, oppure in più persone davanti a uno schermo.
    Senza GAME ti viene chiesto a che cosa vuoi giocare.

    Esempi:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Scrivi una mossa con il suo numero o in notazione; ? spiega come.
    La partita viene salvata dopo ogni mossa.
help-saves-short = elenca le tue partite salvate
help-saves =
    Elenca le partite salvate qui che non sono finite: chi gioca, a chi tocca, quando si è
    giocato l’ultima volta e dove si trova il file.

      rowdy saves
      rowdy play --resume 2
help-learn-short = impara un gioco passo per passo
help-learn =
    Impara un gioco in pochi passi su un tabellone vero: in ogni passo c’è una cosa sola
    da fare, e alla fine giochi contro il bot più facile. La lezione riparte da dove
    l’hai lasciata.

    Esempi:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = comincia da questo passo invece che dal prossimo
help-rules-short = mostra le regole di un gioco
help-rules =
    Mostra le regole di un gioco, le regole di casa che puoi scegliere e che cosa fa
    Rowdy dove i regolamenti tacciono o non sono chiari. Le regole sono quelle
    dell’edizione e delle regole di casa che indichi.

    Esempi:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = elenca i bot
help-bots =
    Elenca i bot, con i giochi che conoscono e le loro impostazioni.

    Indica un bot da solo, oppure con le impostazioni dopo due punti, separate da + o
    da una virgola (in --seats solo da +, perché lì le virgole separano i posti). sims
    è il numero di simulazioni per mossa, seconds il tempo che può usare; per decidere
    se mostrare le carte ne ha un decimo. Con il solo sims decide sempre allo stesso modo.

    Esempi:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Possono giocare anche bot fatti da te: vedi «Your own bot» in docs/bots.md.
help-engines-short = aggiungi bot che sono programmi in qualsiasi linguaggio
help-engines =
    I motori sono bot scritti in qualsiasi linguaggio: programmi che parlano il protocollo
    dei motori, una riga per messaggio. Senza argomenti, elenca quelli aggiunti qui. Un
    motore aggiunto è un bot come gli altri: per rowdy play, rowdy arena e i tavoli di
    rowdy serve. Funziona con i tuoi permessi, quindi aggiungi solo ciò di cui ti fidi.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = compila il codice dei bot prima di giocare
help-prepare =
    Compila il codice con cui i bot cercano le mosse, così nessuno deve aspettare durante
    una partita. Ci vuole circa un minuto, una volta su ogni computer e di nuovo dopo un
    aggiornamento. Ciò che è già compilato resta com’è.
help-completion-short = completa i comandi con Tab in bash, zsh o fish
help-completion =
    Stampa ciò che serve perché Tab completi i comandi di rowdy, le opzioni, i giochi,
    le edizioni, le regole di casa e i bot. In una shell già aperta:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    Per averlo sempre, metti quella riga in ~/.bashrc, ~/.zshrc o
    ~/.config/fish/config.fish.
help-completion-shell = la shell: { $shells }
help-man-short = stampa la pagina di manuale
help-man =
    Stampa la pagina di manuale, nella lingua scelta.

      rowdy man | man -l -
man-commands = Comandi
help-games-short = elenca i giochi
help-games = Elenca i giochi, con il numero di giocatori, la durata e le edizioni.
help-replay-short = rivedi una partita registrata passo per passo
help-replay =
    Rivedi una partita registrata: Invio per il passo seguente, b per quello prima, un
    numero per saltare a un passo, q per smettere.
    Una partita finita si vede con tutte le carte scoperte; una ancora in corso si vede
    come la vede l’unica persona che gioca, altrimenti come la vede chi guarda.
help-picture-short = disegna una posizione di una partita registrata
help-picture =
    Disegna una partita registrata come fa la pagina: l’ultima posizione o un’altra, in
    SVG. Si vede ciò che mostra rowdy replay.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = valuta le mosse di una partita registrata
help-review =
    Ripercorre una partita registrata e dà un voto a ogni mossa: migliore, buona,
    imprecisione, errore o errore grave, con la mossa migliore e un riepilogo per ogni
    giocatore.

    In rubik e xoxo2 i turni si confrontano con il gioco perfetto: uno buono vince più
    tardi o perde prima del necessario, un errore trasforma una vittoria in pareggio o un
    pareggio in sconfitta, un errore grave una vittoria in sconfitta. In xoxo e djeco
    giudica una ricerca, da ciò che chi giocava poteva sapere in quel momento: una mossa
    buona abbassa le probabilità di vincere di meno del 3%, un’imprecisione di meno
    dell’8%, un errore di meno del 20%, un errore grave di più.

    Esempi:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    In una partita ancora in corso si valutano solo le mosse dell’unica persona che
    gioca, o quelle di --seat. La stessa registrazione con le stesse opzioni dà sempre la
    stessa analisi. Nel JSON, before e after sono le probabilità, da 0 a 1, con la mossa
    migliore e con quella fatta.
help-review-seat = valuta solo le mosse di questo posto
help-sims = il numero di simulazioni per mossa (di norma: { $count })
help-search-seed = un numero che fissa le scelte casuali della ricerca (di norma: 0)
help-review-json = stampa invece l’analisi in JSON
help-verify-short = controlla che in una partita registrata le carte siano state date onestamente
help-verify =
    Controlla la registrazione di una partita finita: che sia regolare, che il suo seme
    sia quello sigillato e che ogni carta e ogni tessera venga dal seme e dai nonce.

    Un tavolo nel browser sorteggia un seme segreto e ne mostra il sigillo, cioè lo
    SHA-256 di un sale e del seme. Poi ogni posto aggiunge un nonce, un numero
    casuale del proprio dispositivo, e tutto il caso viene dal seme e dai nonce
    insieme. Alla fine il seme viene mostrato, così chiunque può rifare i conti.

    Che cosa dimostra, se i posti hanno dato dei nonce: nessuno poteva scegliere le carte.
    Chi gestisce il tavolo conosce il seme, ma lo ha fissato prima che i nonce arrivassero;
    gli altri non lo conoscevano. Che cosa non dimostra: che nessuno abbia guardato. Chi
    conosce il seme può conoscere tutte le carte. E se hai dato il tuo nonce prima di altri,
    devi fidarti che l’ultimo a darlo non conoscesse il seme: conoscendolo, si possono
    provare tanti nonce finché le carte non piacciono.

    Solo il caso è sigillato. I nomi in una registrazione, le mosse e il segno «Practice»,
    che dice che qualcosa è stato annullato, può cambiarli chiunque abbia il file:
    --server li confronta con la registrazione del tavolo.

    Anche un’intera registrazione può essere inventata. Perciò confronta il suo sigillo
    con quello che il tavolo ti ha mostrato prima che dessi il tuo nonce, e il tuo nonce
    con --nonce.

    Esempi:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    Il codice di uscita è 0 se tutto torna, 1 se qualcosa non torna o non si è potuto
    controllare, e 2 se una registrazione non si può leggere.
help-verify-nonce = il nonce dato dal dispositivo di questo posto, da confrontare; si può ripetere
help-verify-server = un link al tavolo, per esempio quello per chi guarda: confronta la registrazione con quella del server
help-verify-json = stampa i risultati in JSON, una riga per registrazione
help-perft-short = conta in quanti modi può continuare una partita
help-perft =
    Conta i modi in cui una partita può continuare, per confrontare due programmi che la
    giocano. Le azioni sono le singole mosse, gli esiti del caso e le risposte alle
    domande su quali carte mostrare. Un turno è l’insieme delle mosse di fila di un posto,
    con ciò che il caso e le domande vi aggiungono. Le partite finite non continuano.

    Esempi:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = risolvi un gioco: il gioco perfetto in ogni posizione
help-solve =
    Calcola a che cosa porta il gioco migliore in ogni posizione di un gioco e conserva
    il risultato. Poi il gioco perfetto e «rowdy explore» lo consultano; senza funzionano
    lo stesso, solo più lentamente.

    Uno strato è l’insieme delle posizioni con lo stesso numero di pedine; si procede a
    ritroso da sedici pedine a nessuna. Ci vogliono da qualche secondo a qualche minuto,
    circa 1 GB di memoria e 1,1 GB su disco. Se lo fermi, lo stesso comando riprende da
    lì: gli strati finiti restano. Alla fine mostra quante posizioni sono vinte,
    pareggiate e perse, e quanto valgono il gioco e ogni prima mossa.

    Esempi:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = risolvi il gioco una volta per ogni combinazione di regole di casa che conta
ray-solved = { $game }: risolto dal codice { $code }
help-workers = quanti thread lavorano in parallelo (di norma: uno per core)
help-out = la cartella per i file (di norma: dove Rowdy li cerca)
help-arena-short = confronta i bot su molte partite
help-arena =
    Fai giocare ai bot molte partite l’uno contro l’altro, e guarda chi è più bravo e di
    quanto.

    Un giro è un seme casuale, giocato con i bot a turno su ogni posto, così la fortuna si
    compensa. Se i BOT sono tanti quanti i posti, giocano insieme; se sono di più, gioca
    ogni loro combinazione; se sono di meno, il primo siede da solo fra gli altri, che
    occupano i posti restanti. I punteggi Elo sono relativi all’ultimo BOT.

    Ogni partita finita va subito in un registro. Se fermi l’arena, lo stesso comando
    riprende da lì, anche con più --games. Con --until si ferma appena tutte le quote sono
    note abbastanza bene secondo i loro intervalli al 95%, controllati dopo ogni giro dal
    ventesimo in poi. Tanti controlli rendono gli intervalli un po’ troppo stretti.

    Esempi:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    Su più computer: un incontro è fatto dei bot per posto, del gioco e del seme, in una
    riga di JSON, e i risultati si possono aggiungere al registro in qualsiasi ordine.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = un bot, per esempio greedy
help-arena-games = gioca al massimo queste partite, in giri interi (di norma: { $number })
help-arena-until = fermati quando ogni quota è nota con questo margine ±, per esempio 4%
help-arena-seed = una parola o un numero da cui viene tutto il caso (di norma: 1)
help-ray = affida il lavoro al cluster Ray a questo indirizzo, per esempio 127.0.0.1:6379; ogni nodo deve avere proprio questo codice
ray-refused = Il nodo { $node } non partecipa: ha un altro codice ({ $reason }).
help-arena-workers = quanti processi giocano in parallelo (di norma: uno per core); se sono più dei core, i bot che pensano a tempo diventano più deboli
help-arena-log = il registro (di norma: uno per ogni confronto, nella cartella di Rowdy)
help-arena-fresh = ricomincia da capo; il vecchio registro resta con un altro nome
help-arena-json = stampa tutte le cifre in JSON; l’avanzamento va sullo standard error
help-arena-plot = disegna il risultato in questo file, .svg o .png; si può ripetere
help-list-matches = stampa gli incontri ancora da giocare, uno per riga
help-play-matches = gioca gli incontri di questo file (- per lo standard input) e stampa una riga per ogni risultato
help-study-short = che cosa cambia ogni regola di casa
help-study =
    Guarda che cosa cambia ogni regola di casa di un gioco: quanto durano le partite,
    quante finiscono in pareggio, quanto vale cominciare, che cosa decide, e a che cosa
    porta il gioco perfetto dove lo si conosce.

    Senza --rulings mostra lo studio incluso in Rowdy. Con --rulings misura tutto di nuovo:
    bot di un solo livello giocano molte partite con ogni opzione, e il resto è come
    nell’edizione. ± è l’intervallo al 95%. Una differenza è citata solo se è più grande
    di quanto spieghi il caso, considerati insieme tutti i confronti dello studio.

    Ogni partita finita va subito in un registro. Se fermi lo studio, lo stesso comando
    riprende da lì, anche con più --games.

    Esempi:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = misura di nuovo ogni opzione di ogni regola di casa
help-study-seats = in quanti si gioca (di norma: ogni numero che il gioco permette, uno dopo l’altro)
help-study-bot = il bot che occupa tutti i posti (di norma: { $name })
help-study-games = quante partite giocare con ogni opzione (di norma: { $number })
help-study-fresh = ricomincia da capo; i vecchi registri restano con altri nomi
help-study-out = scrivi lo studio in questo file, in JSON
help-study-json = stampa lo studio in JSON; l’avanzamento va sullo standard error
help-explore-short = guarda a che cosa porta il gioco migliore
help-explore =
    Percorri le posizioni di un gioco e guarda a che cosa porta il gioco migliore: chi
    vince e in quanti turni, tutti i turni possibili dal migliore in giù, e la variante
    principale.

    Esempi:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Scrivi un numero o una mossa per andare avanti, b per tornare indietro; ? spiega come.
    Nel JSON, value e distance valgono per chi ha il turno: win, draw o loss, e quanti
    turni mancano alla fine (null per un pareggio ancora da raggiungere, 0 per una partita
    finita); lo stesso vale per ogni turno.
help-explore-position = la posizione da cui partire, in notazione (di norma: l’inizio della partita)
help-json = stampa invece in JSON il valore, tutti i turni e la variante principale
help-game = uno fra { $games }
help-edition = il regolamento da seguire (rowdy games li elenca; il primo è quello usato di norma)
help-play-edition = il regolamento con cui si gioca (rowdy games li elenca; di norma quello nella tua lingua, se c’è, altrimenti il primo)
help-ruling = scegli una regola di casa, per esempio both_rows=mover; si può ripetere (rowdy rules GAME le elenca)
help-deck = un file con un mazzo tuo: 48 tessere per xoxo (rcj btw …), 18 numeri per djeco; # comincia un commento
help-seats = chi siede dove: you, you=NAME, un bot come easy, medium o strong (rowdy bots li elenca), oppure partner, un bot forte quanto te; il primo ha il posto 1 (di norma: you,medium). Le impostazioni di un bot seguono il nome, separate da +: strong:sims=5000+seconds=2
help-starter = il posto che comincia, in xoxo e djeco (di norma: 1)
help-seed = una parola o un numero che fissa il caso, così la stessa partita si può distribuire di nuovo (di norma: uno segreto)
help-play-position = la posizione da cui partire, in notazione (di norma: l’inizio della partita); una partita così vale come prova
help-resume = continua una partita salvata: un file, o il suo numero in «rowdy saves»; senza WHICH, l’ultima giocata
help-saves-all = elenca anche le partite finite
help-save = salva la registrazione in questo nuovo file invece che fra le tue partite salvate
help-plain = righe semplici senza riquadri né colori, per i lettori di schermo; sempre così quando l’uscita non è un terminale
help-lang = la lingua, per esempio de (di norma: quella di ROWDY_LANG, di LANGUAGE o del sistema)
help-replay-file = la registrazione di una partita (di norma: l’ultima che hai giocato fra le tue salvate)
help-picture-at = il passo da disegnare, contato come in rowdy replay; 0 è la distribuzione (di norma: l’ultimo)
help-picture-gif = tutti i passi fino a lì in una GIF animata
help-engines-do = che cosa fare: add o remove
help-engines-name = il nome con cui il motore si siede al tavolo
help-engines-command = il programma e i suoi argomenti; mettici davanti -- se uno comincia con un trattino
help-eyes = dal punto di vista di chi: il numero di un posto, all o spectator
help-depth = fino a che profondità contare
help-seat-count = il numero di posti
help-position = la posizione da cui contare, in notazione (di norma: l’inizio della partita)
help-perft-seed = il seme che decide il caso, nei giochi che ne hanno (di norma: 1)
help-every-chance = conta invece ogni esito del caso; meglio con --position, perché dall’inizio sono tantissimi

## The server

help-serve-short = fai giocare le persone nel browser
help-serve =
    Apri tavoli per persone e bot, da raggiungere con un browser: su questo computer, e
    con --lan da ovunque nella stessa rete. Chiunque abbia il link a un posto può sedersi
    lì, quindi dallo solo alla persona a cui è destinato.

    Ogni mossa è su disco prima che qualcuno la veda. Ctrl-C ferma il server; le partite
    continuano quando lo riavvii.

    Esempi:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Dietro un proxy che gestisce https, indica il nome dell’host con --host-name; il proxy
    deve passare Host, X-Forwarded-For e X-Forwarded-Proto. Se è su un altro computer,
    indica il suo indirizzo con --proxy.
help-serve-port = la porta su cui ascoltare; se è occupata, la prossima libera (di norma: { $number })
help-serve-lan = fai entrare chi è nella stessa rete, e mostra l’indirizzo e un codice QR
help-serve-host-name = un nome con cui gli altri raggiungono questo server, per esempio quello di un proxy; si può ripetere
help-serve-db = dove conservare i tavoli: un file o l’URL di un database (di norma: un file nella cartella di Rowdy)
help-serve-workers = quanti processi pensano per i bot (di norma: uno meno dei core)
help-serve-grace = dopo quanti secondi di assenza gli altri possono mettere un bot al posto di qualcuno (di norma: { $number })
help-serve-keep = per quanti giorni un tavolo resta dopo l’ultima mossa (di norma: { $number })
help-serve-proxy = l’indirizzo o la rete di un proxy a cui si crede quando dice da dove arriva una richiesta (di norma, con --host-name: questo computer); si può ripetere
help-serve-root-path = la cartella sotto cui un proxy mostra questo server, per esempio /rowdy
help-serve-metrics = offri metriche per Prometheus su questa porta di questo computer, o su ADDRESS:PORT
help-serve-log = come scrivere il registro: text o json (di norma: text)
help-serve-log-requests = scrivi nel registro una riga per ogni richiesta
help-serve-log-addresses = scrivi nel registro anche gli indirizzi di chi visita
help-serve-open = apri un browser (di norma: dove c’è uno schermo)
serve-port-taken = La porta { $port } è occupata, quindi si usa la { $other }.
serve-here = Su questo computer: { $address }
serve-network = Nella tua rete: { $address }
serve-no-network = Questo computer non ha un indirizzo in una rete, quindi nessun altro può partecipare.
serve-end = Premi Ctrl-C per fermare il server.
serve-ending = Salvo tutto e saluto…
serve-ended = Tutti i tavoli sono al sicuro: riavvia il server e continuano.

## Copying tables

help-copy-short = copia i tavoli da un database a un altro
help-copy =
    Copia tutti i tavoli di un server, con le chiavi dei loro posti, da un database a un
    altro: da un file a PostgreSQL, o viceversa. Ogni tavolo è controllato all’arrivo.

    Se si ferma, avvialo di nuovo: riprende da dov’era. I tavoli che nel frattempo sono
    andati avanti ricevono ciò che è nuovo; quelli che nell’altro database hanno preso
    un’altra strada restano come sono. Ferma il server prima dell’ultima copia, così non
    manca nulla.

    Esempi:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = il database da cui copiare: un file o un URL
help-copy-to = il database in cui copiare; se non c’è, viene creato
copy-progress = { $done } di { $total } tavoli…
copy-done =
    { $tables ->
        [one] Un tavolo
       *[other] { $tables } tavoli
    } con { $entries ->
        [one] una voce
       *[other] { $entries } voci
    } in { $place }, controllo riuscito. Copiati ora: { $copied }.
copy-differs = Il tavolo { $table } resta com’è: in { $place } ha preso un’altra strada.
error-copy-failed = Il tavolo { $table } non è arrivato com’era partito. Là da dove viene non è cambiato nulla; riprova.
error-store-missing = In { $place } non ci sono tavoli.
error-store-older = { $place } è stato creato da un Rowdy più vecchio: ha la versione { $found }, e a questo serve la { $known }. Usalo una volta con «rowdy serve», che lo aggiorna.

## Choosing a game

ask-which = Quale gioco?
ask-which-prompt = Numero o nome (da 1 a { $count }):
ask-which-again = Scrivi un numero da 1 a { $count }, il nome fra parentesi, oppure q per uscire.

## At the table

greeting = Si gioca secondo: { $edition }; regole di casa cambiate: { $rulings }. Posti: { $seats }.
greeting-position = La partita parte da una posizione scelta da te, perciò la registrazione dice «practice».
greeting-help = Scrivi ? per avere aiuto.
log-empty = Non è ancora successo nulla.
none = nessuna
list-comma = { $first }, { $last }
list-and = { $first } e { $last }
name-you = Tu
name-player = Giocatore
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = ribalta una pedina avversaria (un numero o una mossa come { $example }; ? per aiuto)
ask-place = metti una pedina (un numero o una mossa come { $example }; ? per aiuto)
ask-xoxo = posa una delle due tessere (un numero o una mossa come { $example }; ? per aiuto)
ask-djeco = gioca una carta (un numero o una mossa come { $example }; ? per aiuto)
ask-djeco-pass = non puoi giocare nessuna carta: scrivi { $example } (? per aiuto)
legal-moves = { $count ->
    [one] È possibile una mossa:
   *[other] Sono possibili { $count } mosse:
}
moves-folded = { $count ->
    [one] È possibile una mossa: «mosse» la mostra.
   *[other] Sono possibili { $count } mosse: «mosse» le elenca.
}
back-to-board = Premi Invio per tornare al tabellone.
go-on-reading = Premi Invio per continuare a leggere.
pass-to = Ora tocca a { $name }. { $name }, premi Invio quando nessun altro guarda.
wiped = (Qui lo schermo viene ripulito.)
since-your-turn = Che cosa è successo:
undone = Mossa annullata. D’ora in poi la registrazione dice «practice».
saved = Salvata in { $path }
left = Partita salvata. Continua con: rowdy play --resume "{ $path }"
left-unsaved = Non è stato possibile salvare la partita.
cannot-save = La partita non si può salvare: { $reason }. Puoi continuare senza salvare, oppure provare con: salva FILE
saved-elsewhere = Nella solita cartella non si può scrivere: { $reason }. La partita è salvata in { $path }
save-open-elsewhere =
    Questa partita è aperta in un’altra finestra, che tiene { $other }
    La tua continua da qui in { $path }
save-two-windows =
    Questa partita è andata avanti in un’altra finestra, che tiene { $other }
    La tua continua da qui in { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Questo file non si può leggere.
saves-turn = { $you ->
    [yes] tocca a te
   *[no] tocca a { $name }
}
saves-window = si aspettano le risposte
saves-none = In { $path } non ci sono partite da finire.
saves-more = { $count ->
    [one] Una partita è finita: rowdy saves --all elenca anche quella.
   *[other] { $count } partite sono finite: rowdy saves --all elenca anche quelle.
}
saves-next = Continuane una con il suo numero: rowdy play --resume 1
cannot-read = Non si può leggere { $path }: { $reason }.
record-at =
    Per rivederla: rowdy replay "{ $path }"
    Per vedere quanto erano buone le mosse: rowdy review "{ $path }"
ask-end = Premi Invio per uscire, oppure scrivi «cronaca» per leggere i turni o «annulla» per rifare la tua ultima mossa.
resume-new-seed = Il seme sigillato di questa partita non è su questo computer, quindi il caso continua da uno nuovo.

help-flip =
    Prima ribalta una pedina avversaria su una casella vuota accanto: b3-b4.
    Poi metti una pedina tua: A@d1 o B@d1 se hai cominciato tu, altrimenti a@d1 o b@d1; la lettera è il lato che sta sopra.
    Tutto insieme: b3-b4 a@d1.
help-xoxo =
    own@c3 posa in c3 la tessera in cima alla tua pila personale, draw@c3 quella in cima alla pila comune.
    Una tessera si scrive con colore, forma e faccina, usando le iniziali inglesi: rss è un quadrato rosso con la faccina sorpresa. Colori: r rosso, b blu, g verde, y giallo. Forme: c cerchio, s quadrato, t triangolo, h cuore. Faccine: j sorriso, w occhiolino, s sorpresa, g broncio.
    Le tue carte si mostrano da sole appena la loro fila è completa. «tieni rosso» tiene per te una carta, «mostra rosso» permette di nuovo di mostrarla dalla prossima tessera in poi; funzionano anche «tieni tutte» e «mostra tutte».
help-djeco =
    r7@c3 gioca un 7 rosso in c3.
    { $yellow ->
        [some] y2@b3 toglie le due carte in cima alla pila in b3 con una carta gialla.
       *[stack] y@b3 toglie una pila con una carta gialla.
    }
    g@b2-d2 toglie una fila con una carta verde. Scrivi pass se non puoi giocare nulla.
help-marks = Sul tabellone ▸ ◂ segnano l’ultima mossa e + segna dove puoi giocare. Alla fine [ ] segna la fila decisiva.
help-marks-plain = Per ogni casella senti che cosa c’è, se l’ultima mossa è stata lì e se lì puoi giocare. Alla fine senti anche quali caselle sono state decisive.
help-commands =
    Un numero sceglie una mossa dall’elenco.
    Puoi anche scrivere: mosse (l’elenco), consiglio (che cosa farebbe chi gioca bene), regole (come si gioca), tabellone, cronaca (i turni fin qui; cronaca tutte: con tutte le carte e le tessere), annulla (solo contro i bot), salva [FILE], esci (salva la partita; continui quando vuoi). Anche con Ctrl-C non si perde nulla.
more-rules = Tutte le regole: rowdy rules { $game }. Una lezione: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = aiuto
typed-rules = regole
typed-moves = mosse
typed-hint = consiglio
typed-board = tabellone
typed-log = cronaca
typed-undo = annulla
typed-save = salva
typed-quit = esci
typed-hold = tieni
typed-show = mostra
typed-all = tutte
typed-skip = salta
typed-back = indietro
typed-end = fine
typed-forward = avanti
typed-start = inizio
typed-turns = turni
typed-solution = soluzione
typed-again = ricomincia
help-typed-as = { $typed } ({ $command })
help-typed = Funzionano anche le parole inglesi: { $commands }.

cell-empty = vuota
cell-last = ultima mossa
cell-won = fila vincente
cell-target = possibile

## What happened

event-flip = { $you ->
    [yes] Ribalti
   *[no] { $who } ribalta
} la pedina da { $source } su { $target }.
event-place = { $you ->
    [yes] Metti
   *[no] { $who } mette
} { $stone } in { $square }.
event-turn = { $you ->
    [yes] Ribalti la pedina da { $source } su { $target } e metti
   *[no] { $who } ribalta la pedina da { $source } su { $target } e mette
} { $stone } in { $square }.
event-lay = { $you ->
    [yes] Posi
   *[no] { $who } posa
} { $tile } in { $square }, { $source ->
    [own] { $you ->
        [yes] dalla tua pila
       *[no] dalla propria pila
    }
   *[draw] dalla pila comune
}.
event-reveal = { $you ->
    [yes] Mostri
   *[no] { $who } mostra
}: { $cards }!
event-top = { $you ->
    [yes] In cima alla tua pila
   *[no] In cima alla pila di { $who }
} ora c’è { $tile }.
event-draw-top = In cima alla pila comune ora c’è { $tile }.
event-deal = { $you ->
    [yes] Ricevi
   *[no] { $who } riceve
} una carta obiettivo: { $card }.
event-play = { $you ->
    [yes] Giochi
   *[no] { $who } gioca
} { $card } in { $square }.
event-yellow = { $you ->
    [yes] Togli
   *[no] { $who } toglie
} { $count ->
    [0] la pila in { $square }
    [one] la carta in cima alla pila in { $square }
   *[other] le { $count } carte in cima alla pila in { $square }
} con una carta gialla.
event-green = { $you ->
    [yes] Togli
   *[no] { $who } toglie
} la fila { $first }–{ $last } con una carta verde.
event-pass = { $you ->
    [yes] Non puoi giocare, quindi passi.
   *[no] { $who } non può giocare e passa.
}
event-draw = { $you ->
    [yes] Peschi
   *[no] { $who } pesca
} { $card }.
event-deck-empty = Non ci sono più carte da pescare. Quando nessuno può più giocare, vince chi ha più gettoni.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] { $you ->
        [yes] Così guadagni
       *[no] Così guadagna
    }
   *[no] { $you ->
        [yes] Guadagni
       *[no] { $who } guadagna
    }
} { $count ->
    [one] un gettone
   *[other] { $count } gettoni
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as "blue Xs".
# $count is the number of rows.
row-of-stones = { $count ->
    [one] tre { $stones }
   *[other] ogni volta tre { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, e accanto nessuna casella vuota.
key-row-survived = { $line }: { row-of-stones }. Hanno resistito al ribaltamento.
key-row-made = { $line }: { row-of-stones }. È stato proprio il ribaltamento a riunire la fila.
key-row-unflippable = { $line }: { row-of-stones }, e non c’è nulla che si possa ribaltare.
key-row-unbreakable = { $line }: { row-of-stones }. Qualunque pedina si ribalti, resta una fila di tre.
key-row-forced = { $you ->
    [yes] Ora qualunque ribaltamento fa una fila di tre per te, per esempio { $line }.
   *[no] Ora qualunque ribaltamento fa una fila di tre per { $who }, per esempio { $line }.
}
key-row-open = { $count ->
    [one] { $line } non conta ancora: accanto c’è una casella vuota.
   *[other] { $line } non contano ancora: accanto a ciascuna c’è una casella vuota.
}
key-row-due = { $count ->
    [one] { $line }: tre in fila! Resisterà al ribaltamento?
   *[other] { $line }: tre in fila ciascuna! Ne resisterà una al ribaltamento?
}
stones-rubik-A = X blu
stones-rubik-B = X verdi
stones-rubik-a = O gialle
stones-rubik-b = O bianche
stones-xoxo2-A = stelle verdi
stones-xoxo2-B = stelle rosse
stones-xoxo2-a = esagoni verdi
stones-xoxo2-b = esagoni rossi
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] Mostri { $cards }
   *[no] { $who } mostra { $cards }
}: { $count ->
    [0] nessuna carta rimasta!
    [one] manca una carta!
   *[other] mancano { $count } carte!
}
key-tokens = { $you ->
    [yes] Una fila per te
   *[no] Una fila per { $who }
}: { $count ->
    [one] + 1 gettone
   *[other] + { $count } gettoni
}
key-any = { $who } ha { $lines }

end-you-win = Hai vinto!
end-you-share = Condividi la vittoria con { $others }!
end-win = { $winner } vince!
end-shared = { $winner } condividono la vittoria!
end-draw = Pareggio!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] Hai abbandonato la partita.
   *[no] { $who } { $count ->
        [one] ha
       *[other] hanno
    } abbandonato la partita.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] Una mossa ha circondato una fila per entrambi: per la regola di casa vince chi l’ha fatta.
    [opponent] Una mossa ha circondato una fila per entrambi: per la regola di casa vince chi non l’ha fatta.
   *[draw] Entrambe le file sono circondate, senza caselle vuote accanto, quindi nessuno vince.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = Una fila di tre conta.
end-flip-full = Tutte e sedici le pedine sono sul tabellone, e nessuno ha tre in fila.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [one] { $lines }: la fila per l’ultimo gettone.
   *[other] { $lines }: le file per gli ultimi gettoni.
}
end-djeco-target = { $more } gettoni a { $fewer }: almeno { $target }, e due o più di vantaggio.
end-djeco-tokens = Tutti i gettoni sono assegnati: { $draw ->
    [yes] { $more } a testa.
   *[no] { $more } a { $fewer }.
}
end-djeco-turns = Carte giocate: { $turns }. Gettoni: { $draw ->
    [yes] { $more } a testa.
   *[no] { $more } a { $fewer }.
}
end-djeco-blocked = Nessuno può giocare, e non ci sono più carte da pescare. Gettoni: { $draw ->
    [yes] { $more } a testa.
   *[no] { $more } a { $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [one] { $you ->
        [yes] Era la tua ultima carta.
       *[no] Era l’ultima carta di { $who }.
    }
   *[other] { $you ->
        [yes] Erano le tue ultime carte.
       *[no] Erano le ultime carte di { $who }.
    }
}
end-xoxo-pile = Una pila è finita, e { $you ->
    [yes] hai
   *[no] { $who } ha
} mostrato più carte di tutti: { $count }.
# The viewer among the names of others.
among-you = tu
end-xoxo-pile_tie = Una pila è finita, con { $count ->
    [0] nessuna carta mostrata
    [one] una carta mostrata
   *[other] { $count } carte mostrate
} a testa: { $names }. A parità vince chi avrebbe giocato prima: { $you ->
    [yes] tu
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
tile = { $shape ->
    [circle] un cerchio
    [square] un quadrato
    [triangle] un triangolo
   *[heart] un cuore
} { $colour } { $face }
card-back = { $kind }
kind-colour = colore
kind-shape = forma
kind-face = faccina
value-red = rosso
value-blue = blu
value-green = verde
value-yellow = giallo
value-circle = cerchio
value-square = quadrato
value-triangle = triangolo
value-heart = cuore
value-joy = sorriso
value-wink = occhiolino
value-surprise = sorpresa
value-grumpy = broncio
colour-red = rosso
colour-blue = blu
colour-green = verde
colour-yellow = giallo
# As the object of a sentence, as all of these cards.
card-red = un { $number } rosso
card-blue = un { $number } blu
card-yellow = una carta gialla
card-green = una carta verde
card-hidden = una carta
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] rosso { $number }
    [blue] blu { $number }
    [yellow] carta gialla
    [green] carta verde
   *[hidden] carta
}

stone-rubik-A = X blu
stone-rubik-B = X verde
stone-rubik-a = O gialla
stone-rubik-b = O bianca
stone-xoxo2-A = stella verde
stone-xoxo2-B = stella rossa
stone-xoxo2-a = esagono verde
stone-xoxo2-b = esagono rosso
# A stone as the object of a sentence.
placed-rubik-A = una X blu
placed-rubik-B = una X verde
placed-rubik-a = una O gialla
placed-rubik-b = una O bianca
placed-xoxo2-A = una stella verde
placed-xoxo2-B = una stella rossa
placed-xoxo2-a = un esagono verde
placed-xoxo2-b = un esagono rosso
side-rubik-A = blu
side-rubik-B = verde
side-rubik-a = giallo
side-rubik-b = bianco
side-xoxo2-A = verde
side-xoxo2-B = rosso
side-xoxo2-a = verde
side-xoxo2-b = rosso

flip-supply = Pedine rimaste: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = chi
xoxo-pile = tessere
xoxo-top = in cima
xoxo-cards = in mano
xoxo-shown = mostrate
xoxo-draw-pile = pila comune
order-hold = tieni
order-line = fila pronta
djeco-seat = posto
djeco-colour = colore
djeco-tokens = gettoni
djeco-hand = mano
djeco-side-red = rosso ✕
djeco-side-blue = blu ○
djeco-red = rosso, croce
djeco-blue = blu, cerchio
djeco-of = { $tokens } su { $target }
djeco-hidden = { $count ->
    [one] una carta
   *[other] { $count } carte
}
djeco-stack = { $top }{ $height ->
    [one] {""}
   *[other] , pila di { $height }
}
djeco-beside = Carte nel mazzo: { $deck }. Carte scartate: { $discard }. Gettoni rimasti: { $left }.

## The table in the browser

picture-over = La partita è finita
picture-chance = Un momento: si pesca
picture-window = Ora si possono mostrare carte
picture-ask-first = { $you ->
    [yes] Tocca a te: posa al centro una delle due tessere
   *[no] Aspettiamo che { $who } posi la prima tessera
}
picture-ask-lay = { $you ->
    [yes] Tocca a te: posa una delle due tessere
   *[no] Aspettiamo che { $who } posi una tessera
}
picture-ask-cover = { $you ->
    [yes] Tocca a te: copri una tessera con una delle due
   *[no] Aspettiamo che { $who } copra una tessera
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Tocca a te: ribalta una pedina di { $rival }
    [named] Tocca a { $who }: ribalta una pedina di { $rival }
   *[no] Aspettiamo che { $who } ribalti una { $yours ->
        [yes] tua pedina
       *[no] pedina di { $rival }
    }
}
picture-ask-place = { $you ->
    [yes] Tocca a te: metti una tua pedina
    [named] Tocca a { $who }: metti una tua pedina
   *[no] Aspettiamo che { $who } metta una pedina
}
picture-ask-play = { $you ->
    [yes] Hai il { $side }: gioca una carta
   *[no] Aspettiamo che { $who } giochi una carta
}
picture-ask-stead = { $you ->
    [yes] { $rival } non può giocare, quindi gioca tu una carta
   *[no] { $yours ->
        [yes] Non puoi giocare
       *[no] { $rival } non può giocare
    }, quindi è { $who } a giocare una carta
}
picture-ask-pass = Tocca a te: non hai carte da giocare, quindi passa
picture-then-tile = Ora scegli una casella
picture-then-cover = Ora scegli la tessera da coprire
picture-then-flip = Ora scegli la casella su cui ribaltarla
picture-then-place = Ora scegli una casella vuota

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] qui puoi giocare
    [tile] qui può andare una tessera
    [stone] qui può andare una pedina
   *[card] qui può andare una carta
}
picture-can-cover = si può coprire
picture-can-clear = si può togliere
picture-can-cover-clear = si può coprire o togliere
picture-can-flip = si può ribaltare
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] cerchio
    [square] quadrato
    [triangle] triangolo
   *[heart] cuore
} { $colour }, { $face }
face-joy = sorridente
face-wink = che fa l’occhiolino
face-surprise = sorpreso
face-grumpy = imbronciato
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; circondata

picture-show = Mostra { $cards }
picture-show-nothing = Non mostrare nulla
picture-pass = Passa
picture-yellow = { $count ->
    [one] Togli la carta in cima
   *[other] Togli le { $count } carte in cima
}
picture-green = Togli la fila { $first }–{ $last }

picture-tiles = { $count ->
    [one] una tessera
   *[other] { $count } tessere
}
picture-own-pile = La tua pila
picture-draw-pile = Pila comune
picture-step-flip = Ribalta la sua
picture-step-place = Metti la tua
picture-goal-back = carta «{ $kind }», coperta
picture-goal-show = si mostra appena la sua fila è completa
picture-goal-hold = la tieni per te
picture-left = { $count ->
    [one] ne resta { $count }
   *[other] ne restano { $count }
}
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Rosso { $number }
    [blue] Blu { $number }
    [yellow] Gialla
   *[green] Verde
}
picture-clear = togli
picture-hint-middle = { $card }: mettilo al centro
picture-hint-lay = { $card }: mettilo su una casella vuota
picture-hint-cover = { $card }: copri un { $number }
picture-hint-lay-cover = { $card }: mettilo su una casella vuota o copri un { $number }
picture-hint-clear = { $colour ->
    [yellow] { $card }: togli una pila
   *[green] { $card }: togli una fila completa
}
picture-hint-none = { $card }: ora non si può giocare
picture-deck = mazzo { $deck }
picture-aim = per vincere: { $target } gettoni, 2 in più
picture-tokens-left = { $count ->
    [one] resta un gettone
   *[other] restano { $count } gettoni
}
picture-discard = scarti
picture-seat-xoxo = { $tiles }; carte in mano { $cards }, mostrate { $shown }
picture-seat-flip = { $sign }, { $first } e { $second }; { $count ->
    [one] resta una pedina
   *[other] restano { $count } pedine
}
picture-seat-djeco = { $colour }; { $count ->
    [one] un gettone
   *[other] { $count } gettoni
} su { $target }; { $cards }

## The page

page-language = Italiano
page-looks = Lingua e colori
page-theme = Chiaro o scuro
page-theme-auto = Auto
page-theme-light = Chiaro
page-theme-dark = Scuro
page-home = Torna a tutti i giochi
page-back-to-lesson = Torna alla lezione
page-back-to-game = Torna alla partita
page-no-script = Per giocare qui, JavaScript deve essere attivo nel tuo browser.
page-failed = Qualcosa è andato storto. Riprova.
page-offline-request = Il server non risponde. Riprova fra un momento.

# Home

page-tagline = Quattro giochi scatenati di tre in fila
page-games = Giochi
page-players = { $players } giocatori
page-minutes = { $count ->
    [one] un minuto
   *[other] { $count } minuti
}
page-play = Gioca
page-play-named = Gioca a { $game } contro un bot
page-set-up = Prepara…
page-set-up-named = Prepara { $game }
page-rules = Come si gioca
page-rules-named = Come si gioca a { $game }
page-rules-by = Secondo: { $edition }
page-rules-changed = Regole di casa in uso:
page-rules-here = (in uso)
page-rules-set-up = Gioca
page-rules-print = Apri come pagina a sé
page-marks = Che cosa significano i segni
page-mark-choice = Tratteggio viola: ora puoi scegliere questo.
page-mark-last = Anello viola: l’ultima cosa fatta. Numeri e frecce: che cosa hanno fatto gli altri dopo la tua mossa, in ordine, e da dove viene.
page-mark-row = Barra: tre in fila che vanno insieme; se è tratteggiata, non contano ancora.
page-mark-circled = Cerchiata: la fila di cui si parla.
page-go-on = Continua le tue partite
page-just-now = poco fa
page-forget-named = Togli { $game } da questo elenco
page-forgotten = { $game } non è più nell’elenco.
page-forget-undo = Rimetti
page-finished = Partite finite
page-against = contro { $names }
page-turn-yours = tocca a te
page-turn-theirs = tocca a { $name }
page-turn-waiting = non ancora cominciata
page-result-won = vinta
page-result-lost = persa
page-result-draw = pari
page-open-title = Continuare { $game }?
page-open-on = Continua
page-open-new = Nuova partita
page-join = Unisciti a un tavolo
page-join-say = Incolla il link che hai ricevuto.
page-join-field = Link o codice
page-join-go = Entra
page-join-wrong = Questo non è il link di un tavolo. Un link somiglia a …/table/…#… e deve essere completo.
page-record = Guarda una partita salvata
page-record-say = Rivedi passo per passo una partita che qualcuno ha salvato.
page-record-choose = Scegli un file
page-record-size = Questo file è troppo grande per essere una partita salvata.

# New game

page-new-edition = Edizione
page-new-players = In quanti si gioca?
page-new-seats = Chi gioca?
page-new-seat = Posto { $seat }
page-new-me = Io
page-new-person = Un’altra persona su questo dispositivo
page-new-friend = Un’altra persona, con un link
page-new-friend-say = Quando il tavolo è aperto ricevi un link da mandare.
page-new-person-say = Vi passate il dispositivo; le carte nascoste restano nascoste.
page-new-levels = Bot
page-new-more-bots = Altri bot
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } di { $steps })
page-partner = Bot: compagno, forte quanto te
page-partner-say = Sceglie il suo livello in modo che tu vinca circa metà delle partite. I tuoi risultati restano su questo dispositivo.
page-partner-begins = Comincia come «{ $level }».
page-partner-now = { $count ->
    [one] Dopo la tua ultima partita gioca come «{ $level }».
   *[other] Dopo le tue ultime { $count } partite gioca come «{ $level }».
}
page-partner-forget = Dimentica i miei risultati
page-partner-stronger = Nuova partita, compagno più forte
page-partner-weaker = Nuova partita, compagno più debole
page-new-starter = Chi comincia?
page-new-starter-lot = A sorte
page-new-starter-seat = Posto { $seat }: { $who }
page-new-rules = Regole di casa
page-new-rules-changed = { $count ->
    [one] una cambiata
   *[other] { $count } cambiate
}
page-new-books = { $count ->
    [one] regolamento { $books }
   *[other] regolamenti: { $books }
}
page-new-more = Altro
page-new-confirm = Chiedimi conferma prima di ogni mossa
page-new-hints = Permetti i consigli anche quando si gioca in più persone
page-new-open = Apri il tavolo
page-warming = I bot si stanno scaldando: per un minuto o poco più giocano in modo più semplice del solito, e quello perfetto è lento.
page-warming-short = I bot si scaldano

# The board

page-board = Tabellone
page-board-limit = Tutto deve stare in 3 × 3 caselle.
page-pieces = Fra che cosa puoi scegliere
page-moves = Mosse
page-draw-pile = Pila comune · { $tiles }
page-board-which = Quale?
page-board-cancel = Non ancora
page-read = Il tabellone a parole
page-read-squares = Casella per casella
page-read-pieces = Che cosa c’è, e dove
page-read-lines = Fila per fila
page-read-short = In breve
page-read-piece = { $what }: { $squares }
page-read-empty = Vuote: { $squares }
page-read-nothing = vuota
page-read-row = Riga { $name }: { $squares }
page-read-column = Colonna { $name }: { $squares }
page-read-diagonal = Diagonale { $name }: { $squares }
page-read-keys = Sul tabellone le frecce portano da una casella all’altra; Pag giù e Pag su saltano dove c’è qualcosa.
page-goals = I tuoi obiettivi
page-goal-show = aperto
page-goal-hold = segreto
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: resta un segreto, anche con tre in fila.
page-goal-shown = { $goal }: si mostra appena ce ne sono tre in fila.
page-goals-shown = Già mostrati

# The table

page-table-players = Chi gioca
page-your-seat = Il tuo posto
page-you = Tu
page-menu = Menu
page-log = Che cosa è successo
page-log-short = Cronaca
page-actions = Che cosa puoi fare
page-undo = Annulla
page-undo-waits = Si sta chiedendo agli altri se puoi annullare la mossa.
# $count is how many moves have not been shown yet.
page-next-step = Avanti ({ $count })
page-repeat = Fammi rivedere
page-hint = Spunto
page-hint-waits = Ci penso…
page-close = Chiudi
page-cancel = Lascia stare
page-try-again = Riprova
page-loading = Un momento…
page-title-turn = Tocca a te
page-steps = Le parti di un turno
page-title-turn-of = Tocca a { $name }
page-watching = { $count ->
    [one] { $count } persona guarda
   *[other] { $count } persone guardano
}
page-you-watch = Stai guardando
page-no-place = In questo browser non hai un posto a questo tavolo. Usa il link del tuo posto.
page-offline = La connessione è caduta.
page-offline-soon = Tornerà da sola.
page-offline-kept = La tua mossa è conservata qui e partirà appena la connessione torna.
page-trail-from = Ciò che è stato posato dopo il tuo ultimo turno veniva da qui
page-read-all = Leggi tutto
page-confirm-ask = Così va bene?
page-confirm-move = Fai questa mossa
page-cancel-move = Cambia
page-consent-yes = D’accordo
page-consent-no = Meglio di no
page-bot-for-you = Un bot sta giocando per te.
page-you-left = Hai lasciato il tavolo.
page-return = Riprendi il tuo posto
page-let-bot-play = Fai giocare un bot per { $name }
page-seat-turn = di turno
page-seat-won = ha vinto
page-seat-resigned = ha abbandonato
page-seat-stand-in = gioca un bot
page-seat-left = ha lasciato
page-seat-away = assente
page-seat-here = presente
page-seat-open = ancora libero
page-seat-number = Posto { $number }

# Sitting down and waiting

page-name-title = Come ti chiami?
page-names-title = Chi gioca?
page-name = Il tuo nome
page-name-of = Posto { $seat }
page-name-default = Ospite
page-sit-down = Siediti
page-bot-takes-seat = Fai sedere qui un bot
page-waiting-filled = { $count } su { $seats } al tavolo
page-waiting-meanwhile = Intanto leggi le regole.
page-link-this = Il link per questo posto
page-link-friend = Il link per l’invito { $number }
page-link-watch = Il link per guardare
page-share = Condividi…
page-reach-machine = Questo link funziona solo nei browser di questo computer.
page-reach-network = Chiunque sia nella tua rete locale e abbia questo link può usarlo.
page-reach-anyone = Chiunque abbia questo link può usarlo.
page-network-open = Apri alla rete locale…
page-network-close = Chiudi alla rete locale
page-network-title = Aprire alla rete locale?
page-network-say = Gli altri dispositivi della tua rete potranno raggiungere questo server, finché non lo chiudi o non si ferma. Fallo solo in una rete di cui ti fidi.
page-network-yes = Apri
page-copy = Copia
page-copied = Copiato
page-copy-yourself = Copialo a mano
page-qr = Codice QR

# A table for a room

page-room = Nella stessa stanza
page-room-named = { $game } nella stessa stanza
page-room-say = Questo schermo diventa il tavolo; si gioca con i telefoni.
page-room-count = Quante persone giocano?
page-new-room = Gioca nella stessa stanza
page-screen-wait = Inquadra un codice con il telefono per sederti.
page-screen-scan = Inquadra per sederti
page-screen-code = Codice QR per il posto { $number }
page-screen-sits = Qualcuno si sta sedendo…
page-screen-machine = I telefoni non possono ancora raggiungere questo computer.
page-screen-watch = guarda anche tu
page-screen-wins = { $count ->
    [one] una partita vinta
   *[other] { $count } partite vinte
}
page-screen-full = Schermo intero
page-screen-show = Mostralo a tutta la stanza
page-screen-phone = Nuovo telefono…
page-screen-phone-title = Un altro telefono per { $name }?
page-screen-phone-say = Il telefono che ora ha questo posto viene escluso. Qui appare un nuovo codice: chi lo inquadra ha il posto.
page-screen-phone-yes = Mostra un nuovo codice
page-screen-no-place = Questo browser non può mostrare il tavolo. Usa il link per guardare.
page-hand-hide = Nascondi le mie carte
page-hand-hidden = Le tue carte sono nascoste.
page-hand-show = Tocca per rivederle.

# One device, several people

page-pass-title = Ora tocca a { $name }
page-pass-why = Passa il dispositivo a { $name }. Nessun altro deve guardare adesso.
page-pass-ready = Sono { $name }
page-pass-to = Passa a { $name }

# The menu

page-sound = Suono
page-speed = Mosse altrui
page-speed-slow = Lente
page-speed-normal = Normali
page-speed-fast = Veloci
page-speed-step = Passo per passo
page-speed-none = Come arrivano
page-windows = Il tuo posto è aperto in { $count } finestre.
page-looked = Alle { $time } qualcuno ha guardato le tue carte da un’altra finestra: ha un link al tuo posto.
page-lock-seat = Tienilo solo in questa finestra
page-new-key-fold = Chi può aprire il mio posto
page-new-key = Fai una nuova chiave per il mio posto
page-new-key-why = Una nuova chiave esclude chiunque altro abbia un link al tuo posto.
page-new-key-done = Il tuo posto ha una nuova chiave
page-new-key-say = I vecchi link non funzionano più. Per aprirlo su un altro tuo dispositivo usa questo link:
page-new-key-link = Il nuovo link al tuo posto
page-resign = Abbandona…
page-resign-title = Abbandonare?
page-resign-say = Rinunci a questa partita. Non si può tornare indietro.
page-resign-yes = Abbandona
page-leave = Lascia il tavolo…
page-leave-title = Lasciare il tavolo?
page-leave-say = Gli altri lo vedranno, e un bot potrà giocare per te. Puoi tornare quando vuoi.
page-leave-yes = Lascia
page-delete = Elimina il tavolo…
page-delete-title = Eliminare il tavolo?
page-delete-say = Sparirà per tutti, con le sue partite e le registrazioni.
page-delete-yes = Elimina
page-practice = Prova
page-about-table = Questo tavolo
page-about-sealed = Tutto è stato mescolato prima della partita. Alla fine questo dispositivo controlla che nulla sia stato scambiato.
page-react = Reagisci
page-react-hello = Ciao!
page-react-thanks = Grazie!
page-react-well-played = Ben giocata!
page-react-clap = Evviva!
page-react-laugh = Ah ah!
page-react-wow = Wow!
page-react-oops = Ops!
page-react-thinking = Mmm…

# After the game

page-score-draws = { $count ->
    [one] un pareggio
   *[other] { $count } pareggi
}
page-rematch = Un’altra partita
page-wants-rematch = Sì a un’altra partita: { $names }
page-step-through = Rivedi
page-download = Scarica la registrazione
page-fair = Come funziona?
page-fair-how = Prima della partita il server ha creato un seme segreto e ne ha mostrato il sigillo, un codice che non corrisponde a nessun altro seme. Poi ogni dispositivo ha aggiunto un suo numero casuale. Si mescola in base a tutto questo insieme, quindi nessuno ha potuto scegliere nulla.
page-fair-commitment = Sigillo
page-fair-seed = Seme
page-fair-salt = Sale
page-fair-nonce = Numero di { $name }
page-fair-check = Per controllare da te l’intera distribuzione, scarica la registrazione ed esegui:
page-fair-own = Mescolato senza trucchi: questo dispositivo ha aiutato a mescolare e ha controllato che nulla sia stato scambiato.
page-fair-sealed = Mescolato prima della partita; questo dispositivo ha controllato che nulla sia stato scambiato.
page-fair-since = Questo dispositivo è arrivato quando tutto era già mescolato. Può dire soltanto che da allora nulla è stato scambiato.
page-fair-without = { $count ->
    [one] Non ha aiutato a mescolare, perché la partita è cominciata senza di te.
   *[other] Non ha aiutato a mescolare per tutti voi, perché la partita è cominciata senza qualcuno di voi.
}
page-fair-wrong-seal = Attenzione: questa non è la distribuzione sigillata all’inizio. Il server l’ha cambiata. Non fidarti di questa partita!
page-fair-wrong-number = Attenzione: il server ha lasciato fuori il numero che questo dispositivo ha dato per la distribuzione. Non fidarti di questa partita!
page-fair-practice = Prova: questa partita è cominciata da una posizione data, o qualche mossa è stata annullata.

# Replay

page-replay = Passo per passo
page-replay-comment = con un commento
page-replay-deal = La partita comincia.
page-replay-count = Passo { $step } di { $steps }
page-replay-first = All’inizio
page-replay-back = Un passo indietro
page-replay-forward = Un passo avanti
page-replay-last = Alla fine
page-replay-slider = Passo
page-replay-another = Guarda un’altra partita
page-eyes = Con gli occhi di chi?
page-eyes-all = Carte scoperte
page-eyes-spectator = Chi guarda

# A lesson

page-learn = Impara { $game }
page-learn-link = Impara giocando
page-learn-count = Lezione · { $step } di { $steps }
page-learn-skip = Salta
page-learn-back = Indietro
page-learn-next = Avanti
page-learn-again = Riprova
page-learn-play = Gioca fino alla fine
page-learn-whole = Gioca una partita intera
page-learn-you = Tu
page-learn-rival = Chi ti sfida
page-learn-offer = Prima volta qui? Impara un gioco in due minuti
page-learn-offer-no = Non ora

## The explorer on the page

explore-title-win = { $how ->
    [all] Vinta in { $count ->
        [one] un turno
       *[other] { $count } turni
    }, qualunque cosa tu faccia
    [one] Vinta in { $count ->
        [one] un turno
       *[other] { $count } turni
    }, se trovi l’unico turno giusto
   *[some] Vinta in { $count ->
        [one] un turno
       *[other] { $count } turni
    }
}
explore-title-draw = { $how ->
    [all] Pareggio, qualunque cosa tu faccia
    [one] Pareggio, se trovi l’unico turno giusto
   *[some] Pareggio
}
explore-title-loss = Persa in { $count ->
    [one] un turno
   *[other] { $count } turni
}, qualunque cosa tu faccia
explore-turns-possible = { $count ->
    [one] Qui è possibile un turno
   *[other] Qui sono possibili { $count } turni
}{ $groups ->
    [one] {""}
   *[other] , { $groups } senza contare le immagini speculari
}.
explore-turns-win = { $count ->
    [one] Uno vince.
   *[other] { $count } vincono.
}
explore-turns-draw = { $count ->
    [one] Uno pareggia.
   *[other] { $count } pareggiano.
}
explore-turns-lose = { $count ->
    [one] Uno perde, in { $slowest }.
   *[other] { $count } perdono, il più lento in { $slowest }.
}
explore-due-flip = Tocca a { $name } · prima parte: ribaltare
explore-due-place = Tocca a { $name } · mettere una pedina
explore-due-move = Tocca a { $name }
explore-leads-win = vince in { $count }
explore-leads-draw = pareggio
explore-leads-loss = perde in { $count }
explore-holding = { $count ->
    [0] nessun turno giusto su { $turns }
    [one] un turno giusto su { $turns }
   *[other] { $count } turni giusti su { $turns }
}
explore-line-win = { $winner } vince
explore-only-first = { $value ->
    [win] l’unica mossa che vince
   *[draw] l’unica mossa che non perde
}
explore-only-one-of = { $value ->
    [win] comincia l’unico turno che vince
   *[draw] comincia l’unico turno che non perde
}
explore-part-flip = Ribaltare, poi mettere
explore-part-place = Solo mettere
error-no-set-up = Le posizioni di { $game } non si possono preparare a mano.
page-explore = Esplora
page-explore-named = Esplora { $game }
page-explore-title = { $game } · Esplora
page-explore-first = Alla prima posizione
page-explore-back = Indietro
page-explore-forward = Avanti
page-explore-set-up = Prepara…
page-explore-link = Link
page-explore-link-field = Un link a questa posizione
page-explore-choices = Che cosa si può fare, dal meglio in giù
page-explore-then = poi { $move }
page-explore-ways-say = in { $ways } modi, contando le immagini speculari
page-explore-line = Il gioco migliore da qui
page-explore-line-wait = Un momento…
page-explore-replies = Che cosa lascia all’avversario
page-explore-tree = La strada fin qui
page-explore-tree-start = Prima posizione
page-explore-rules = Regole di casa
page-explore-more = { $count ->
    [one] Ancora 1
   *[other] Ancora { $count }
}
page-explore-lay = Scegli una pedina, poi tocca le caselle dove metterla. Con un secondo tocco la togli.
page-explore-remove = Togli
page-explore-due = Che cosa tocca fare
page-explore-position = Posizione in notazione
page-explore-read = Leggi
page-explore-show = Esplora questa
page-explore-cancel = Lascia stare
page-explore-empty = Svuota il tabellone

## The review on the page

page-review = Analisi
page-review-named = Analisi · { $game }
page-review-exact = esatta
page-review-by-search = con una ricerca
page-review-progress = Mosse valutate: { $done } di { $total }
page-review-stop = Ferma
page-review-stopped = Analisi fermata. Mosse valutate: { $done } di { $total }.
page-review-failed = L’analisi si è interrotta. Mosse valutate: { $done } di { $total }.
page-review-go-on = Continua
page-review-accuracy = { $name }: precisione { $accuracy }
page-review-accuracy-means = La precisione dice quanta parte delle proprie probabilità chi gioca ha conservato, in media, a ogni mossa.
page-review-turn = turno { $turn } di { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (tu)
page-review-better = Meglio: { $best }
page-review-curve = Le probabilità turno per turno
page-review-wins = { $name } vince
page-review-draw = pareggio
page-review-loses = { $name } perde
page-review-moments = Che cosa ha deciso
page-review-moves = Tutte le mosse
page-review-play = Continua a giocare da qui
page-review-none = Apri una partita finita, o la sua registrazione.
page-review-nothing = Nessun errore ha deciso questa partita.
error-no-review = Questa analisi non c’è più. Chiedila di nuovo.

## Lists and counts

games-id = id
games-name = gioco
games-players = giocatori
games-minutes = minuti
games-editions = edizioni
games-line = che cos’è
games-next = Gioca con «rowdy play ID»; leggi le regole con «rowdy rules ID».
marks-xoxo = I tuoi obiettivi si mostrano appena la loro fila è completa. Toccane uno per tenerlo segreto.
rules-typing = Come si scrive qui una mossa
rules-rulings = Regole di casa
rules-decisions = Che cosa abbiamo deciso
rules-editions = Edizioni
rules-shown = Questo è il gioco secondo: { $edition }; regole di casa cambiate: { $rulings }. Dove fra parentesi c’è il nome di una regola di casa, potete scegliere altro: vedi sotto.
rules-own-cards = Le tue carte
rules-other-cards = Le carte dell’avversario
rules-tokens = { $colour }: { $count ->
    [one] un gettone
   *[other] { $count } gettoni
}
rules-default = (di norma: { $option })
rules-here = (qui: { $option })
rules-book-says = { $says } ({ $books })
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: “the whole stack (Italian, Portuguese); …”.
rules-books = I regolamenti: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] Con il gioco perfetto, chi comincia può vincere di sicuro.
    [second] Con il gioco perfetto, chi non comincia può vincere di sicuro.
   *[draw] Con il gioco perfetto, nessuno può essere sicuro di vincere.
}
consequence-usual = Questa è la regola normale.
# $draws, $first and $fair are in percent.
consequence-figures = Con le regole normali una partita dura circa { $moves } mosse; pareggi: { $drawn ->
    [none] nessuno
    [few] quasi nessuno
   *[some] { $draws }%
}; punti a chi comincia: { $first }% ({ $fair }% sarebbe equo).
consequence-length = { $change ->
    [more] Le partite sono più lunghe del solito (circa { $percent }% in più).
   *[fewer] Le partite sono più corte del solito (circa { $percent }% in meno).
}
consequence-draws = { $change ->
    [more] Ci sono più pareggi: { $now }% delle partite, di solito { $before }%.
   *[fewer] Ci sono meno pareggi: { $now }% delle partite, di solito { $before }%.
}
consequence-first = { $change ->
    [more] Cominciare vale di più: punti a chi comincia { $now }%, di solito { $before }%.
   *[fewer] Cominciare vale di meno: punti a chi comincia { $now }%, di solito { $before }%.
}
# $reason is one of decided-…, such as “with an empty pile”.
consequence-reason = { $change ->
    [more] Più partite finiscono { $reason }: { $now }%, di solito { $before }%.
   *[fewer] Meno partite finiscono { $reason }: { $now }%, di solito { $before }%.
}
consequence-no-difference = Fra i bot non abbiamo trovato differenze dalla regola normale in { $games } partite.
# $bot is a level, such as “medium”; $edition as in “German rulebook”.
consequence-measured = Le cifre vengono da { $games } partite con ogni opzione, fra bot di livello «{ $bot }»; tutto il resto è secondo: { $edition }.
# $text are some of the sentences above; $players is a list of numbers, such as “3 and 4”.
consequence-players = Con { $players } giocatori: { $text }
consequence-with-row-enclosed = Con le file circondate: { $text }
says-silent = nulla in proposito
says-players-agree = lo decidono i giocatori
says-unclear = si può leggere in più modi
book-all = tutti
book-de = tedesco
book-en = inglese
book-nl = olandese
book-it = italiano
book-pt = portoghese
book-sv = svedese
book-da = danese
book-ru = russo
bots-name = bot
bots-games = gioca a
bots-set = impostazioni
bots-line = che cosa fa
bots-every = tutti
bots-switches = Per fare esperimenti puoi anche impostare come cercano casual, medium, skilled, advanced, strong e mcts: { $settings }
bots-next = Gioca con «rowdy play GAME --seats you,BOT».
bot-beginner = Gioca come se fosse la prima volta, e gli sfugge molto.
bot-easy = Gioca d’istinto, e ogni tanto gli sfugge una fila o una difesa.
bot-casual = In alcune mosse guarda avanti, nelle altre prende ciò che sembra meglio.
bot-medium = Guarda un po’ avanti, ma si distrae spesso.
bot-skilled = Guarda avanti, ma ogni tanto si distrae.
bot-advanced = Guarda molto avanti, ma qualche volta sbaglia ancora.
bot-strong = Ragiona fino a un secondo, indovina che cosa hai in mano e non si distrae mai.
bot-partner = Prende il livello contro cui vinci circa metà delle partite, secondo quelle che hai finito nel terminale.
# $level is one of the levels, such as “casual”; $games counts finished games of this kind.
partner-begins = Il tuo compagno comincia come «{ $level }». Dai tuoi risultati troverà il livello contro cui vinci circa metà delle partite.
partner-plays = { $games ->
    [one] Secondo la tua ultima partita, il tuo compagno gioca come «{ $level }».
   *[other] Secondo le tue ultime { $games } partite, il tuo compagno gioca come «{ $level }», così ne vinci circa metà.
}
bot-greedy = Prende ciò che al momento sembra meglio, e non guarda mai avanti.
bot-random = Gioca una mossa qualsiasi fra quelle permesse.
bot-perfect = Non spreca mai una vittoria o un pareggio.
bot-mcts = La ricerca pura, quella con cui pensano i livelli da casual in su.
bot-guest = Da { $package }.
bot-engine = Un programma a sé, aggiunto su questo computer.
engines-name = nome
engines-command = comando
engines-none = Non è stato aggiunto nessun motore. «rowdy engines --help» spiega come fare.
engines-added = { $name } è fra i bot ({ $called }). Provalo: rowdy play --seats you,{ $name }
engines-removed = { $name } non è più fra i bot.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe e XOXO²
prepare-perfect = gioco perfetto
prepare-line = Compilazione ({ $number } di { $all }): { $what }
prepare-done = Compilato in { $seconds } s.
prepare-nothing = È già tutto compilato.
prepare-no-compiler = Numba non è installato, quindi non si può compilare nulla: i bot giocano lo stesso, ma pensano in modo più semplice.
prepare-not-kept = In { $path } non si può scrivere: ciò che si compila non si potrebbe conservare, quindi non si è compilato nulla. I bot giocano lo stesso, ma all’inizio pensano in modo più semplice.
perft-from = Da: { $text }
perft-chance-all = Conta ogni esito del caso.
perft-chance-seed = Il caso è deciso dal seme { $seed }.
perft-actions = azioni { $depth }: { $count } ({ $seconds } s)
perft-turns = turni { $depth }: { $count } ({ $seconds } s)
replay-prompt = Passo { $at } di { $last } (Invio avanti, b indietro, numero, fine, q esci):
replay-help = Premi Invio per il passo seguente, b per quello prima, scrivi un numero per saltare a un passo, fine per l’ultimo o q per smettere.
replay-comment = Nota: { $comment }
replay-step = Passo { $at }: { $move }
replay-deal = prima della prima mossa
replay-no-more = La partita ha solo { $last } passi: questa è la fine.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Stella
player-xoxo2-2 = Esagono
verdict-draw = pareggio
verdict-win = { $winner } vince in { $count ->
    [one] un turno
   *[other] { $count } turni
}
label-win = { $winner } vince in { $least }
label-win-range = { $winner } vince in { $least }–{ $most }
compiling = Un momento: compilazione in corso. Succede una volta sola su questo computer.
preparing = Il codice viene compilato in secondo piano. Succede una volta sola su questo computer. Fino ad allora i bot che cercano pensano in modo più semplice, e quello perfetto aspetta.
preparing-still = Compilazione ancora in corso dopo { $seconds } s.
prepared = Compilazione finita: d’ora in poi i bot pensano a piena forza.
searching = Un momento: la ricerca non è ancora finita.

solve-begin = Risolvo { $game } con { $count ->
    [one] un thread
   *[other] { $count } thread
}.
solve-checking = controllo
solve-found = { $count ->
    [one] Trovato e controllato uno strato finito
   *[other] Trovati e controllati { $count } strati finiti
}; si continua con lo strato { $stones }.
solve-found-all = Tutti i { $count } strati c’erano già e sono stati controllati.
solve-layer = strato { $stones }
solve-rate = { $millions } milioni/s
solve-left = ancora { $time }
solve-line = Strato { $stones } finito: { $share } del totale, { $rate }, { $left }
solve-interrupted = Fermato. Gli strati finiti restano: lo stesso comando riprende da lì.
solve-stones = pedine
solve-positions = posizioni
solve-wins = vinte
solve-draws = pari
solve-losses = perse
solve-in-all = in tutto
solve-counted = Posizioni all’inizio di un turno, vinte, pari o perse per chi ha il turno; le immagini speculari sono contate.
solve-value = Se entrambi giocano al meglio: { $value }.
solve-first-stone = prima pedina
solve-first-squares = dove
solve-first-value = porta a
solve-corner = angolo
solve-edge = bordo
solve-centre = centro
solve-cost = La soluzione ha richiesto { $wall } s e { $cpu } secondi di CPU, senza il tempo per caricare o compilare il codice: { $rate } milioni di posizioni per secondo di CPU, su { $positions } milioni. (Quelle all’inizio di un turno; le 32 immagini di ognuna, speculari o con tutte le pedine di un giocatore girate, contano come una.)
solve-memory = Ha usato al massimo { $size } GB di memoria.
solve-used = La soluzione è in { $path } e d’ora in poi viene usata.
solve-elsewhere = La soluzione è in { $path }. Rowdy ne usa una senza che glielo si dica se si trova in { $usual }

explore-source-solution = Le risposte vengono dalla soluzione in { $path }
explore-source-opening = Le risposte vengono dai primi strati, inclusi in Rowdy, e da una ricerca.
explore-source-search = Le risposte vengono da una ricerca.
explore-refused = La soluzione su questo computer non viene usata. { $reason }
explore-position = Posizione: { $text }
explore-value = { $value }.
explore-value-draw = Pareggio.
explore-flips = Turno { $turn }: { $name } ribalta. Ribaltamenti dal migliore in giù, ognuno con il miglior turno che comincia:
explore-places = Turno { $turn }: { $name } mette una pedina. Possibilità, dalla migliore in giù:
explore-moves = Turno { $turn }: { $name } muove. Mosse, dalla migliore in giù:
explore-turns = Turni interi di { $name }, dal migliore in giù:
explore-more = … ancora { $count }
explore-all = «tutte» mostra l’elenco completo.
explore-only = unica
explore-only-win = unica: tutto il resto butta via la vittoria.
explore-only-draw = unica: tutto il resto perde.
explore-only-turn-win = unica: { $turn } è il solo turno che conserva la vittoria.
explore-only-turn-draw = unica: { $turn } è il solo turno che non perde.
explore-line = Variante principale
explore-prompt-flip = { $name } ribalta (Invio migliore, numero, mossa, turni, b indietro, ? aiuto, q esci):
explore-prompt-place = { $name } mette una pedina (Invio migliore, numero, mossa, b indietro, ? aiuto, q esci):
explore-prompt-move = { $name } muove (Invio migliore, numero, mossa, b indietro, ? aiuto, q esci):
explore-prompt-over = La partita è finita (b indietro, inizio, ? aiuto, q esci):
explore-over = Non si può più giocare: la partita è finita. b torna indietro.
explore-last = Questo è l’ultimo passo: più avanti non c’è nulla.
explore-first = Questa è la prima posizione: più indietro non c’è nulla.
explore-help =
    Invio continua con la prima mossa dell’elenco, un numero con un’altra.
    Oppure scrivi una mossa: un ribaltamento come b3-b4, una pedina messa come a@d1, o un turno intero come b3-b4 a@d1.
    Scrivi una posizione come ..../.B../..Bb/.... flip per andarci, o inizio per l’inizio della partita.
    b torna indietro di un passo, b 3 di tre, f va di nuovo avanti. turni elenca i turni interi, tutte mostra l’elenco completo, tabellone rimostra tutto.
    q esce.
explore-help-words =
    «X vince in 5» vale se entrambi giocano al meglio: chi vince si affretta, chi perde rimanda. Si contano i turni di entrambi, compresi questo e l’ultimo.
    ×2 indica due mosse che sono la stessa cosa: un’immagine speculare, o tutte le pedine di un giocatore girate.
    «unica» segna la sola mossa, a parte le immagini speculari, che conserva una vittoria o un pareggio.

## Hints and review

percent = { $number }%
hint-only = È possibile una sola mossa: { $move }.
hint-move = Consiglio: { $move }.
hint-win = { $count ->
    [one] Vince subito.
   *[other] Vince in { $count } turni, contando quelli di entrambi{ $alone ->
        [yes] ; tutto il resto butta via la vittoria
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] È il solo turno che salva il pareggio.
   *[no] Salva il pareggio.
}
hint-loss = Contro il gioco migliore ogni turno perde; questo resiste più a lungo, { $count } turni contando quelli di entrambi.
hint-share = Le tue probabilità dopo questa mossa: circa { $share }.
hint-line = Mette in fila: { $cards }.
hint-tokens = { $count ->
    [one] Ti fa guadagnare un gettone.
   *[other] Ti fa guadagnare { $count } gettoni.
}
hint-next = A seguire: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = circa altrettanto buona
hint-keep = Per ora è meglio tenere per te { $cards }: prima scrivi «tieni { $order }».
hint-hold = Per ora è meglio tenere per te { $cards }: prima scegli «{ page-goal-hold }».
move-flip = ribaltare la pedina da { $source } su { $target }
move-place = mettere { $stone } in { $square }
move-play = giocare { $card } in { $square }
move-own = posare in { $square } la tessera in cima alla { $form ->
    [their] propria
   *[your] tua
} pila
move-draw = posare in { $square } la tessera in cima alla pila comune
move-yellow = { $count ->
    [0] togliere la pila in { $square } con una carta gialla
    [one] togliere la carta in cima alla pila in { $square } con una carta gialla
   *[other] togliere le { $count } carte in cima alla pila in { $square } con una carta gialla
}
move-green = togliere la fila { $first }–{ $last } con una carta verde
move-pass = passare

mark-best = migliore
mark-good = buona
mark-inaccuracy = imprecisione
mark-mistake = errore
mark-blunder = errore grave
mark-forced = obbligata
review-title = { $game }. Posti: { $seats }.
review-exact = Ogni turno è confrontato con il gioco perfetto. «Vittoria in 5» conta i turni di entrambi, compreso questo.
review-search = Ogni mossa è valutata con una ricerca di { $sims } simulazioni, da ciò che chi giocava poteva sapere in quel momento. Le percentuali sono le probabilità di chi gioca: una vittoria conta per intero, un pareggio o una vittoria condivisa in parte.
review-playouts = Ogni mossa è valutata con { $sims } partite giocate a caso fino in fondo, da ciò che chi giocava poteva sapere in quel momento{ $numba ->
    [missing] ; con Numba installato una ricerca giudicherebbe meglio
   *[useless] {""}
}. Le percentuali sono le probabilità di chi gioca: una vittoria conta per intero, un pareggio o una vittoria condivisa in parte.
review-progress = analisi
review-line = { $name }, { $move }: { $verdict }
review-show = mostrare { $cards }
review-show-nothing = non mostrare nulla
review-best = migliore, { $value }
review-worse = { $mark }, { $value }; meglio { $best } ({ $better })
review-forced = obbligata
review-draw = pareggio
review-win = vittoria in { $count }
review-loss = sconfitta in { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] lascia sfuggire la vittoria: pareggio
       *[loss] trasforma una vittoria in sconfitta
    }
   *[draw] butta via il pareggio
}
review-slower = { $value ->
    [win] vince ancora, ma in { $after } turni, non in { $before }
   *[loss] perde, e in { $after } invece che in { $before } turni
}
review-kept = { $count ->
    [one] { $value ->
        [win] l’unica che vince
       *[draw] l’unica che non perde
    }
   *[other] { $value ->
        [win] una delle { $count } che vincono
       *[draw] una delle { $count } che non perdono
    }
}
claim-then = { $first }, poi { $second }
claim-missed-win = Si poteva vincere subito: { $moves }{ $row ->
    [yes] , che fa { $line }
   *[no] {""}
}.
claim-gives-win = Ora { $rival } può { $moves } e vincere subito{ $row ->
    [yes] {" "}con { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Questo avrebbe conservato la vittoria: { $moves }.
   *[draw] Questo avrebbe salvato il pareggio: { $moves }.
}
claim-every-turn-loses = Da qui ogni turno perde{ $held ->
    [yes] ; l’ultimo che ancora non perdeva era { $moves }, al turno { $turn }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Così si fanno più file insieme, { $lines }, per { $count } gettoni.
   *[no] Così si fanno più file insieme, { $lines }: { $count } gettoni per { $who }.
}
claim-could-show = Qui si poteva mostrare: { $cards }.
claim-suggests = { $more ->
    [yes] Per tutto ciò che { $witness } poteva sapere, questo ha reso più probabile { $card } in mano a { $who }: { $before } → { $after }.
   *[no] Per tutto ciò che { $witness } poteva sapere, questo ha reso meno probabile { $card } in mano a { $who }: { $before } → { $after }.
}
claim-held = In quel momento { $who } aveva in mano: { $cards }.
review-none = Non c’è ancora nessuna mossa da valutare.
review-stopped = { $count ->
    [0] Analisi fermata prima di valutare una mossa.
    [one] Analisi fermata dopo una mossa. Finora:
   *[other] Analisi fermata dopo { $count } mosse. Finora:
}
review-unfinished = La partita non è finita. Finora:
review-seat = chi gioca
review-accuracy = precisione
review-accuracy-means = La precisione dice quanta parte delle proprie probabilità chi gioca ha conservato, in media, a ogni mossa.
review-course = Le probabilità di ognuno, turno per turno:
review-course-plain = Le probabilità di ognuno, turno per turno, in decimi:

## Verifying

verify-verdict-holds = Corretto
verify-verdict-fails = Non corretto
verify-verdict-open = Non controllato
verify-verdict-aside = Nota
verify-line = { $verdict }: { $text }
verify-legal = La partita è regolare: { $count } fra mosse, risposte ed esiti del caso, e il risultato «{ $result }».
verify-illegal = La partita non è regolare. { $cause }
verify-unfinished = Fin qui la partita è regolare ({ $count } fra mosse, risposte ed esiti del caso), ma non è finita.
verify-position = La partita non è cominciata dall’inizio, ma da una posizione scelta da qualcuno: non può essere stata distribuita onestamente.
verify-sealed = Il seme è quello chiuso dal sigillo { $commitment }. Confrontalo con ciò che ti è stato mostrato prima della partita.
verify-other-seed = Il seme non è quello sigillato: non corrisponde al sigillo.
verify-seed-later = Il seme si mostra solo quando la partita è finita.
verify-eyes = Questa è la vista di un posto o di chi guarda, quindi non ha il seme: ce l’ha la registrazione completa.
verify-no-seed = La registrazione non ha il seme: è andato perso o è stato tagliato.
verify-no-commitment = Il seme non era sigillato: qualcuno può averlo scelto, e con il seme le carte.
verify-dealt = { $count ->
    [one] L’unico esito del caso è quello che danno il seme e i nonce.
   *[other] Tutti i { $count } esiti del caso sono quelli che danno il seme e i nonce, nell’ordine.
}
verify-dealt-otherwise = L’esito del caso numero { $number } è { $found }, ma il seme e i nonce danno { $due }.
verify-not-dealt = Il caso si può ricalcolare solo dalla registrazione completa con il seme sigillato.
verify-no-chance = In questo gioco il caso non c’entra, quindi non è stato distribuito nulla.
verify-nonces = { $count ->
    [one] Il posto { $seats } ha
   *[other] I posti { $seats } hanno
} aggiunto un nonce al seme.
verify-no-nonces = Nessun posto ha aggiunto un nonce al seme: chi lo ha creato poteva scegliere le carte.
verify-same-nonce = Il nonce del posto { $seat } è quello che hai dato.
verify-other-nonce = Il nonce del posto { $seat } non è quello che hai dato.
verify-not-sealed = Il seme sigilla solo il caso. I nomi, le mosse e il segno «Practice» sono come dice la registrazione: --server li confronta con quella del tavolo.
verify-server-same = Il server ha la stessa registrazione di questa partita.
verify-server-headers = La registrazione di questa partita sul server è diversa in: { $names }.
verify-server-turns = La registrazione di questa partita sul server ha altre mosse.
verify-server-none = Il tavolo non ha nessuna partita con questo sigillo.
verify-server-later = Una partita del tavolo è ancora in corso, e la sua registrazione non si mostra ancora.
verify-end-whole = Tutto ciò che è stato controllato torna.
verify-end-part = Non si è trovato nulla di sbagliato, ma non tutto si è potuto controllare.
verify-end-wrong = Qualcosa non torna: non è così che la partita è stata distribuita e giocata.

## Comparing bots

arena-title = { $game }, { $seats } posti: { $bots }
arena-most = Al massimo { $count ->
    [one] una partita
   *[other] { $count } partite
}, in { $rounds } da { $matches }; seme { $seed }.
arena-rounds = { $count ->
    [one] un giro
   *[other] { $count } giri
}
arena-games = { $count ->
    [one] Una partita
   *[other] { $count } partite
} in { $rounds }
arena-log = Registro: { $path }
arena-torn = L’ultima riga era incompleta ed è stata scartata.
arena-found = { $count ->
    [one] Una partita è già nel registro.
   *[other] { $count } partite sono già nel registro.
}
arena-no-compiler = Qui manca Numba, quindi questi bot cercano senza codice compilato e giocano peggio: { $bots }.
arena-aside = Il vecchio registro ora è { $path }
arena-shares = { $shares } ± { $width }%
arena-line = { $count } di { $goal } partite: { $shares }; { $left }
arena-bot = bot
arena-won = vinte
arena-shared = condivise
arena-lost = perse
arena-share = quota (%)
arena-fair = × equa
arena-elo = Elo
arena-mean = s a mossa
arena-longest = max
arena-points = { $games }. Una partita vale un punto, diviso dopo un pareggio o una vittoria condivisa; la quota è quella di un posto. ± è l’intervallo al 95%.
arena-elo-from = L’Elo è relativo a { $bot }.
arena-nothing = Nessun giro è ancora finito, quindi non c’è nulla da confrontare.
arena-narrow = Noto abbastanza bene: ± { $width }%; hai chiesto ± { $wanted }%.
arena-wide = Non ancora noto abbastanza bene: ± { $width }%; hai chiesto ± { $wanted }%. Dai più --games per continuare da qui.
arena-interrupted = Fermata. Tutte le partite finite sono nel registro: lo stesso comando{ $fresh ->
    [yes] , senza --fresh,
   *[no] {""}
} riprende da lì.
arena-rest = { $count ->
    [one] Una partita fa parte di un giro non finito e non è ancora contata.
   *[other] { $count } partite fanno parte di giri non finiti e non sono ancora contate.
}
arena-plot = Immagine: { $path }
study-title = Che cosa cambiano le regole di casa in { $game }: { $edition }, { $bot } su ogni posto
study-most = { $count ->
    [one] Una combinazione
   *[other] { $count } combinazioni
}, { $games } partite ciascuna, seme { $seed }
study-setting = { $number } di { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = { $seats } posti, cambiate: { $rulings }
study-written = Scritto: { $path }
study-about = Che cosa cambiano le regole di casa in { $game }: { $edition }
study-how = { $games } partite con ogni opzione, { $bot } su ogni posto, seme { $seed }; Rowdy { $rowdy }, codice { $code }. ± è l’intervallo al 95%. La quota del primo posto è la sua parte dei punti: ogni partita ne dà uno, diviso dopo un pareggio o una vittoria condivisa.
study-seats = ({ $seats } posti)
study-option = opzione
study-moves = mosse
study-first = primo posto
study-draws = pareggi
study-ends = come finiscono le partite
plot-share = quota dei punti (%), intervallo al 95%
plot-fair = quota equa
plot-elo = Elo sopra { $bot }, intervallo al 95%
plot-about = { $games }, seme { $seed }

## Why nothing can be done where somebody points
why-over = La partita è finita.
# $who is a name.
why-not-your-turn = Tocca a { $who }.
why-must-pass = Ora non hai carte da giocare, quindi passa.
why-own-stone = Questa pedina è tua. Si ribalta una pedina dell’avversario.
why-no-stone = Qui non c’è nessuna pedina. Scegline una dell’avversario da ribaltare.
why-no-room = Questa pedina non si può ribaltare: accanto non ha nessuna casella vuota.
why-flipped-already = Hai già ribaltato. Ora metti una tua pedina su una casella vuota.
why-flip-due = Prima ribalta una pedina dell’avversario, poi metti una delle tue.
why-not-adjacent = Una pedina si ribalta su una casella proprio accanto, mai in diagonale.
why-occupied = { $square } è occupata.
why-just-laid = Questa tessera è appena stata posata, quindi non si può ancora coprire.
why-display-not-full = Le tessere si possono coprire solo quando sono nove.
why-not-adjacent-tile = Una tessera deve toccarne un’altra, lato contro lato.
why-not-middle = Sul tavolo vuoto si comincia dal centro.
why-outside-field = Così non starebbe in una griglia di tre per tre.
why-off-field = Le carte vanno solo sulle caselle da { $first } a { $last }.
why-other-number = Qui c’è un { $number }, e solo un altro { $number } può coprirlo.
why-no-card-fits = Qui c’è un { $number }, e non hai carte che possano coprirlo.
why-nothing-there = Qui non c’è nulla da togliere.
why-line-not-filled = Una carta verde toglie una fila di tre caselle piene. Qui non ne passa nessuna.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] Un { $number } rosso ora non si può giocare: nessuna casella è vuota, e non c’è un { $number } da coprire.
    [blue] Un { $number } blu ora non si può giocare: nessuna casella è vuota, e non c’è un { $number } da coprire.
    [yellow] Ora non c’è nulla da togliere con una carta gialla.
   *[green] Ora non c’è nessuna fila da togliere con una carta verde.
}
why-any = Ora non si può fare.

## Errors: what and why

error-over = { $move } non si può giocare: la partita è finita.
error-not-your-turn = { $move } non si può giocare: non tocca a te.
error-place-due = { $move } è un ribaltamento, ma ora bisogna mettere una pedina, per esempio A@d1 o a@d1.
error-flip-due = { $move } mette una pedina, ma prima devi ribaltarne una avversaria, per esempio { $flip }.
error-no-stone = { $move } non è possibile: in { $square } non c’è nessuna pedina.
error-own-stone = { $move } non è possibile: la pedina in { $square } è tua, e puoi ribaltare solo quelle avversarie.
error-not-adjacent = { $move } non è possibile: { $square } non è proprio accanto (le diagonali non contano).
error-occupied = { $move } non è possibile: { $square } è occupata.
error-not-your-stone = { $move } non è possibile: quella pedina è dell’avversario.
error-off-board = { $square } non è sul tabellone.
error-no-window = { $move } non è possibile: ora non si chiede a nessuno di mostrare carte.
error-not-due = Ora { $move } non può uscire per caso.
error-chance-due = { $move } non si può ancora giocare: prima tocca al caso.
error-window-open = { $move } non si può ancora giocare: si sta ancora chiedendo a tutti se mostrare carte.
error-just-laid = { $move } non è possibile: la tessera in { $square } è appena stata posata e non si può coprire.
error-display-not-full = { $move } non è possibile: le tessere si possono coprire solo quando sono nove.
error-display-full = { $move } non è possibile: le tessere sono nove, quindi d’ora in poi ogni tessera ne copre una.
error-not-adjacent-tile = { $move } non è possibile: { $square } non ha un lato in comune con una tessera.
error-not-middle = { $move } non è possibile: sul tavolo vuoto si comincia dal centro, in c3.
error-outside-field = Così non starebbe in una griglia di tre per tre.
error-off-field = { $move } non è possibile: { $square } non è una delle caselle da { $first } a { $last }.
error-answered = Hai già risposto.
error-no-line = { $card } non si può mostrare: ora non c’è una fila di tre così.
error-not-held = { $move } non è possibile: non hai in mano { $card }.
error-other-number = { $move } non è possibile: in { $square } la carta in cima è { $top }, e solo lo stesso numero può coprirla.
error-yellow-count = { $move } non va d’accordo con la regola di casa: con yellow=stack si scrive y@b3, con yellow=some ci vuole il numero di carte, come in y2@b3.
error-nothing-there = { $move } non è possibile: in { $square } non c’è nulla.
error-too-many = { $move } non è possibile: in { $square } { $height ->
    [one] c’è solo { $height } carta
   *[other] ci sono solo { $height } carte
}.
error-no-such-line = { $move } non indica una fila di tre.
error-line-not-filled = { $move } non è possibile: alcune caselle di quella fila sono vuote.
error-can-play = Hai una carta da giocare, quindi non puoi passare.
error-not-legal = { $move } ora non è possibile.
error-not-an-action = { $move } non è un’azione di questo gioco: usa parse_action per farne una da un testo.
error-not-an-actor = { $actor } non partecipa a questa partita: agisce un posto, da 0 a { $most }, o il caso.
error-hidden-hand = Qui non si sa che cosa può fare il posto { $seat }: questa è la vista di qualcun altro, senza le carte di quel posto.
error-unreadable-move = «{ $text }» non è una mossa di questo gioco.
error-part-of-move = «{ $text }» è solo una parte di una mossa. Possibili: { $moves }.
error-no-such-number = Non c’è nessuna mossa { $text }: scrivi un numero da 1 a { $most }.
error-log-what = «{ $text }»: scrivi «cronaca» per i turni fin qui, o «cronaca tutte» per vedere anche ogni carta e ogni tessera.
error-order-card = «{ $text }» non indica una tua carta: { $known }, oppure tutte.
undo-alone = Le mosse si possono annullare solo se gli altri sono tutti bot.
undo-nothing = Non hai mosse da annullare.
error-save-where = Indica un file: salva FILE
error-save-exists = { $path } esiste già: indica un nuovo file.
error-ends-before = { $move } fa finire la partita, quindi dopo non può venire { $text }.
error-save-failed = Non si può salvare in { $path }: { $reason }.

error-unreadable-position = Questa non è una posizione di questo gioco: { $text }
error-position-order = Scrivi questa posizione nel solito ordine: { $written }
error-perft-hidden = «{ $text }» ha carte sconosciute: si può contare solo da una posizione completa.
error-stone-counts = In «{ $text }» chi comincia ha { $first } pedine e l’altro { $second }: chi comincia deve averne altrettante o una di più, e nessuno più di quante ce ne sono.
error-no-flip-exists = «{ $text }» dice flip, ma nessuna pedina si può ribaltare: deve dire place.
error-unreadable-board = «{ $board }» non è un tabellone di questo gioco.
error-unreadable-covered = In «{ $text }» le tessere coperte non si possono leggere.
error-unreadable-piles = «{ $piles }» non descrive le pile di questo gioco.
error-unreadable-hands = «{ $hands }» non descrive le mani di questo gioco.
error-unreadable-cards = «{ $cards }» non si può leggere come carte.
error-unreadable-due = In «{ $text }» l’ultima parte, che dice che cosa tocca fare, non va bene: { $due }
error-tile-count = In «{ $text }» le tessere nelle pile, quelle nella griglia e quelle coperte non formano insieme tutto il mazzo.
error-tile-twice = In «{ $text }» una tessera compare due volte.
error-tile-not-in-deck = In «{ $text }» c’è una tessera che non è nel mazzo.
error-pile-size = Una pila di { $size } è più grande che all’inizio ({ $most }).
error-covered-early = In «{ $text }» ci sono tessere coperte anche se la griglia non è piena.
error-last-tile = In «{ $text }» la casella dell’ultima tessera non va d’accordo con la griglia.
error-dealing = In «{ $text }» le carte distribuite non seguono l’ordine di distribuzione.
error-hand-count = In «{ $text }» un posto ha troppe carte o troppo poche.
error-tiles-apart = In «{ $text }» le tessere della griglia non si toccano tutte: ognuna si posa accanto a un’altra, lato contro lato.
error-other-seat = In «{ $text }» tocca al posto sbagliato: dopo { $laid ->
    [one] una tessera
   *[other] { $laid } tessere
} tocca al posto { $seat }.
error-pile-turns = In «{ $text }» il posto { $seat } ha posato dalla propria pila più tessere ({ $own }) dei turni che ha avuto ({ $turns }).
error-pile-used-up = In «{ $text }» è vuota la pila sbagliata: la partita finisce con la prima, che è quella del posto { $seat } o la pila comune.
error-pile-no-window = In «{ $text }» si potrebbe ancora mostrare una carta dopo la tessera che ha esaurito una pila, ma la regola di casa last_window=no lo vieta.
error-pile-tops = In «{ $text }» le pile che stanno per mostrare la cima non vanno bene: dopo la distribuzione si va pila per pila, poi solo quella appena usata.
error-shown-early = In «{ $text }» è stata mostrata la carta { $card }, ma non può esserci stata una fila di tessere così.
error-shown-last = In «{ $text }» qualcuno ha mostrato l’ultima carta, ma nessuna di quelle carte ha una fila.
error-card-twice = In «{ $hands }» una carta compare due volte, o ci sono più carte di un tipo di quante ne esistano.
error-card-count = In «{ $text }» ci sono più carte di quante ne ha il gioco: { $card }.
error-off-middle = In «{ $text }» il centro, c3, non è mai stato usato, ma la prima carta va sempre lì.
error-off-middle-tile = In «{ $text }» non c’è nessuna tessera al centro, in c3, ma la prima va sempre lì.
error-used-off-field = In «{ $text }» è stata usata una casella che non è fra quelle da { $first } a { $last }.
error-used-though-empty = In «{ $text }» ci sono caselle segnate come usate, ma il tavolo è vuoto, e allora nessuna conta come usata.
error-unequal-stack = In «{ $text }» ci sono carte con numeri diversi una sull’altra.
error-token-count = «{ $tokens }» non descrive i gettoni di questo gioco.
error-discard-cleared = In «{ $text }» gli scarti non vanno bene: una carta gialla toglie almeno una carta, una verde un’intera fila, e senza di loro non si toglie nulla.
error-cards-played = In «{ $text }» { $played ->
    [one] sarebbe stata giocata una carta
   *[other] sarebbero state giocate { $played } carte
}, ma sul tavolo e negli scarti { $lying ->
    [one] ce n’è una.
   *[other] ce ne sono { $lying }.
}
error-played-on = In «{ $text }» sarebbero state giocate { $played } carte, ma la partita finisce dopo { $most }.
error-squares-cleared = In «{ $text }» ci sono caselle svuotate, ma si sono giocate troppo poche carte perché sia successo.
error-other-starter = In «{ $text }» non si è ancora giocato nulla, quindi deve toccare al posto { $seat }, che comincia.
error-token-split = In «{ $text }» i gettoni non possono essere { $first }:{ $second } dopo { $played ->
    [one] una carta
   *[other] { $played } carte
}: la partita sarebbe finita prima, o i turni sono stati troppo pochi.
error-line-unpaid = In «{ $text }» c’è una fila di un solo colore, ma nessuno ha il gettone per quella fila.
error-passed-though = In «{ $text }» il posto { $seat } ha passato ma avrebbe potuto giocare.
error-draws-due = In «{ $text }» le carte da pescare non vanno bene ({ $draws }): chi ha giocato ne pesca una, e se nessuno può giocare entrambi ne pescano una, a cominciare dal posto a cui tocca.
error-hands-unequal = In «{ $text }» le mani hanno { $first } e { $second } carte: finché il mazzo ha carte, entrambe ne hanno lo stesso numero, a parte quelle ancora da pescare.

error-deck-count = Riga { $line }: un mazzo ha bisogno di { $expected } voci, questo ne ha { $found }.
error-deck-tile = Riga { $line }: «{ $text }» non è una tessera. Una tessera è un colore (r b g y), una forma (c s t h) e una faccina (j w s g), per esempio rcj.
error-deck-number = Riga { $line }: «{ $text }» non è un numero da 1 a 99.
error-deck-duplicate = Riga { $line }: la tessera { $text } è già alla riga { $first }.
error-deck-twice = Riga { $line }: la tessera { $text } compare due volte.
error-file-too-large = { $path } è troppo grande: si leggono al massimo { $most } byte.
error-file-not-text = { $path } non è un file di testo.

error-unknown-game = Non c’è nessun gioco «{ $name }». I giochi sono { $known }.
error-unknown-language = Non ci sono testi in «{ $name }». Le lingue sono { $known }.
error-name-count = «{ $names }» non dà un nome a ognuno dei { $seats } posti.
error-no-such-viewer = Nessuno guarda dal posto { $viewer }: i posti vanno da 0 a { $most }, e None è chi guarda soltanto.
error-unknown-edition = { $game } non ha nessuna edizione «{ $name }». Ha { $known }.
error-unknown-ruling = { $game } non ha nessuna regola di casa «{ $name }». Ha { $known }.
error-unknown-option = In { $game }, { $name } non ha nessuna opzione «{ $option }». Ha { $known }.
error-ruling-needs = In { $game }, { $name } conta solo con { $other }={ $needed }.
error-ruling-form = «{ $text }» non è una regola di casa: scrivila come nome=opzione.
error-ruling-twice = La regola di casa { $name } è indicata due volte.
error-unknown-bot = Non c’è nessun bot «{ $name }». Un posto è you, you=NAME o un bot: { $known }.
error-bot-game = { $name } non gioca a { $game }. I bot adatti sono { $known }.
error-bot-parameter-form = «{ $text }» non è un’impostazione di { $name }: scrivila come in strong:sims=5000; se sono più d’una, separale con + o una virgola.
error-bot-parameter-twice = { $key } è indicato due volte per { $name }.
error-bot-parameter-renamed = «{ $key }» di { $name } ora si chiama «{ $now }»; i valori significano lo stesso di prima.
error-bot-no-parameters = { $name } non ha impostazioni.
error-bot-parameter = { $name } non ha nessuna impostazione «{ $key }». Ha { $known }.
error-bot-sims = «{ $text }» non è un numero di simulazioni da 1 a { $most }.
error-bot-seconds = «{ $text }» non è un numero di secondi da { $least } a { $most }.
error-bot-setting = «{ $text }» non va bene per { $key } di { $name }; di norma è { $default }.
error-compiler-broken = Numba è installato ma non si può caricare, quindi non si può compilare nulla: i bot giocano lo stesso, ma pensano in modo più semplice.
error-guest-failed = Il bot { $name } ({ $package }) non funziona: { $reason }
error-engine-failed = Il motore { $name } non gioca: { $cause }
error-engine-given-up = Il motore { $name } non viene più interrogato, perché ha fallito due volte di fila: { $cause }
error-engine-start = non si può avviare ({ $reason }).
error-engine-died = si è chiuso (codice di uscita { $status }).
error-engine-silent = non ha risposto entro { $seconds } secondi.
error-engine-talks = ha detto più di { $most } byte senza dare una risposta.
error-engine-illegal = vuole giocare «{ $move }», che non è fra le sue mosse permesse.
error-engine-name = «{ $name }» non può essere il nome di un motore: è già preso, è troppo lungo o contiene : = + o una virgola.
error-engine-no-command = Qui non c’è nessun programma «{ $command }».
error-engine-unknown = Non c’è nessun motore «{ $name }».
error-engine-arguments = Di’ che cosa fare: rowdy engines add NAME COMMAND, oppure rowdy engines remove NAME.
error-guest-no-bot = { $package } non è un bot: a { $name } servono i metodi plays e choose.
error-guest-illegal = Il bot { $name } vuole giocare { $action }, che non è fra le sue mosse permesse.
error-seat-label = «{ $label }» non può sedersi: un posto è you, you=NAME o un bot, con al massimo { $most } caratteri stampabili.
error-seat-setting = «{ $label }» non può sedersi. Separa con + le impostazioni di un bot: { $joined }
error-seat-count = A { $game } non si può giocare in { $seats }. Possibile: { $known }.
error-starter = Il posto { $starter } non può cominciare a { $game }.
error-deck-and-ruling = In { $game } un mazzo tuo non va insieme a { $name }={ $option }.
error-no-deck = { $game } non ha un mazzo da scegliere.
error-deck-missing = { $name }=custom in { $game } ha bisogno di un mazzo: --deck FILE, o l’intestazione Deck in una registrazione.
error-no-game = Non è stato indicato nessun gioco. I giochi sono { $known }.
error-seed = Un seme ha da 1 a { $most } caratteri stampabili, senza spazi all’inizio o alla fine, e non somiglia a un sale seguito da un seme.
error-nothing-to-resume = In { $path } non ci sono partite da finire.
error-nothing-saved = In { $path } non ci sono partite salvate.
error-no-such-save = Non c’è nessuna partita salvata con il numero { $number } ({ $count ->
    [0] non ce n’è nessuna
    [one] ce n’è una
   *[other] ce ne sono { $count }
}): «rowdy saves --all» le elenca.
error-resume-alone = Una partita salvata ha già tutto: --resume non va insieme a { $name }.
error-resume-eyes = { $path } è la registrazione di un solo posto. Si può continuare solo una registrazione completa.
error-resume-over = La partita in { $path } è finita. Rivedila con: rowdy replay "{ $path }"
error-eyes = «{ $text }» non è il punto di vista di nessuno: indica un posto da 1 a { $seats }, all o spectator.
error-review-nobody = Non si possono valutare le mosse di nessuno: la registrazione di chi guarda non dice che cosa sapeva chi giocava, e durante una partita le mosse di un posto si valutano solo con «--seat N», perché questo rivela a che cosa servivano le sue carte.
error-review-seat = Non c’è nessun posto { $seat }: indicane uno da 1 a { $seats }.
error-review-other-seat = Le mosse del posto { $seat } non si possono valutare: questa registrazione dice che cosa sapeva il posto { $eyes }.
error-review-sims = Il numero di simulazioni deve andare da 1 a { $most }.
error-depth = La profondità deve andare da 1 a { $most }.

error-solve-elsewhere = I file non sono stati scritti in { $path } come lo vede questo computer: indica con --out una cartella che tutti i nodi condividono.
error-ray-missing = Per questo serve Ray. Installalo con: pip install "rowdy[ray]"
error-ray-unreachable = All’indirizzo { $address } non c’è un cluster Ray: { $reason }
error-ray-no-node = Nessun nodo del cluster ha questo codice ({ $digest }): installa ovunque la stessa versione di Rowdy.
error-ray-lost = { $count ->
        [one] Una parte del lavoro è andata persa { $count } volta
       *[other] Una parte del lavoro è andata persa { $count } volte
    }, perché il suo nodo o il suo processo si è chiuso all’improvviso. Ciò che è fatto resta.
error-arena-bots = Per un’arena servono almeno due bot, per esempio: rowdy arena xoxo greedy random
error-arena-no-bot = Non c’è nessun bot «{ $name }». Ci sono { $known }.
error-arena-games = Il numero di partite deve andare da { $least }, cioè un giro, a { $most }.
error-arena-until = «{ $text }» non è un margine: indica metà dell’intervallo in percento, da 0.1% a 50%, per esempio 4%.
error-arena-line = La riga { $line } di { $path } non c’entra con il registro di un’arena: { $cause }
error-no-json = non è JSON.
error-match-form = non è un incontro. Un incontro indica gioco, edizione, regole di casa, bot per posto e seme.
error-result-form = non è il risultato di un incontro.
error-arena-other = { $path } è il registro di un’altra arena ({ $name }: là { $there }, qui { $here }). Indica un altro file con --log.
error-arena-other-code = { $path } è stato giocato con un codice diverso da quello di questo Rowdy, quindi le sue partite non si possono mescolare con quelle nuove. Ricomincia con --fresh, o indica un altro file con --log.
error-arena-other-match = La riga { $line } di { $path } è un incontro che questa arena non gioca. Indica un altro file con --log.
error-arena-unwritable = { $path } non si può usare come registro: { $reason }. Indica un altro file con --log.
error-arena-busy = Un’altra arena sta scrivendo in { $path }: aspetta che finisca, o indica un altro file con --log.
error-study-games = Il numero di partite con ogni opzione deve andare da { $least } a { $most }.
error-study-no-rulings = { $game } non ha regole di casa da confrontare.
error-study-none = Con Rowdy non c’è uno studio di { $game }. Fanne uno: rowdy study { $game } --rulings
error-study-out-alone = --out scrive ciò che si misura, quindi ha bisogno di --rulings.
error-study-unwritable = Lo studio non si può scrivere in { $path }: lì non può stare un file.
error-match-line = La riga { $line } non si può giocare: { $cause }
error-play-matches-alone = Gli incontri hanno già tutto: --play-matches non va insieme a { $name }.
error-bot-failed = { $bot } non ha funzionato al posto { $seat } dell’incontro con seme { $seed }: { $reason }
error-bot-illegal = { $bot } ha fatto una mossa non permessa al posto { $seat } dell’incontro con seme { $seed }: { $move }
error-worker-died = Un processo si è chiuso all’improvviso ({ $how }). Tutte le partite finite sono nel registro: lo stesso comando riprende da lì.
error-plot-ending = { $path } non può essere un’immagine: il nome deve finire in .svg o .png.
error-plot-folder = La cartella di { $path } non esiste.
error-picture-at = Non c’è nessun passo { $at }: vanno da 0 a { $last }.
error-gif-missing = Per una GIF servono resvg-py e Pillow. Installali con: pip install resvg-py pillow
error-gif-no-font = Per una GIF serve uno di questi caratteri: { $known }. Installane uno.
error-gif-terminal = Una GIF qui non si può leggere. Mandala in un file: rowdy picture --gif > game.gif
error-plot-missing = Per le immagini serve Matplotlib. Installalo con: pip install matplotlib
error-plot-unwritable = L’immagine { $path } non si può scrivere: { $reason }.

error-no-perfect-play = Il gioco perfetto non è noto per { $game }. Lo è per { $known }.
error-no-need-to-solve = { $game } non va risolto: è piccolo, e a ogni domanda viene esplorato per intero.
error-workers = Il numero di processi deve andare da 1 a { $most }.
error-solve-files = { $path } non si può usare: { $reason }. Controlla la cartella, o indicane un’altra con --out.
error-solve-space = Non c’è spazio in { $path }: { $reason }. Gli strati finiti restano: fai spazio (1,1 GB in tutto) ed esegui di nuovo lo stesso comando, o indica un’altra cartella con --out.
error-solve-memory = La memoria non basta: serve circa 1 GB. Gli strati finiti restano: lo stesso comando riprende da lì.
error-solution-foreign = { $path } non fa parte di una soluzione. Spostalo ed esegui di nuovo «rowdy solve».
error-solution-unreadable = La soluzione in { $path } non si può leggere: { $reason }.
error-solution-damaged = { $path } è danneggiato: la somma di controllo non corrisponde. Eliminalo ed esegui di nuovo «rowdy solve»; se è arrivato con Rowdy, installa di nuovo Rowdy.
error-solution-version = { $path } ha la versione { $found }, ma questo Rowdy legge la versione { $known }. Eliminalo ed esegui di nuovo «rowdy solve».
error-solution-other = { $path } contiene uno strato diverso o regole di casa diverse ({ $found }) da ciò che dovrebbe esserci ({ $wanted }). Spostalo ed esegui di nuovo «rowdy solve».
error-not-solved = Con queste regole di casa ({ $variant }) { $game } non è risolto su questo computer: esegui una volta «rowdy solve { $game }» con lo stesso --ruling.
error-explore-back = «{ $text }» non è un numero di passi: b 3 torna indietro di tre.

error-record-header = Riga { $line }: «{ $text }» non è un’intestazione di una registrazione.
error-record-header-twice = Riga { $line }: l’intestazione { $text } compare due volte.
error-record-header-missing = Questa non è una registrazione: manca l’intestazione { $text }.
error-record-version = Riga { $line }: questa registrazione ha la versione { $text }; versioni che si possono leggere: { $known }.
error-record-field = «{ $text }» non può essere { $name } in una registrazione.
error-record-game = { $game } qui non ha le dimensioni normali, quindi una registrazione non può contenerlo.
error-record-seats = Riga { $line }: «{ $text }» non indica dei posti.
error-record-players = { $players } non possono essere i { $seats } posti di una registrazione: ognuno è una riga di al massimo 40 caratteri senza virgole.
error-record-value = Riga { $line }: «{ $text }» non è un valore per { $name }.
error-record-line = Riga { $line }, a «{ $text }»: { $cause }
error-record-after-end = La partita è già finita.
error-record-answer = Qui si chiede a tutti di mostrare carte: ci vuole una risposta come 1!- o 2!red.
error-record-turn-number = Qui comincia la riga { $number } della partita: il numero deve essere { $number }, o mancare.
error-record-turn-same-line = Qui comincia il turno di un altro posto: ci vuole una riga a parte.
error-record-turn-split = Questo fa ancora parte del turno della riga prima: scrivi un turno su una riga sola.
error-record-turn-unfinished = La riga precedente non è completa: { $due ->
    [answer] il posto { $seat } non ha ancora detto se mostra carte.
    [move] il posto { $seat } deve ancora giocare.
   *[chance] c’è ancora una carta da pescare, o la tessera in cima a una pila da scoprire.
}
error-record-comment = «{ $text }» non può essere un commento: un commento è una riga di al massimo { $most } caratteri senza parentesi graffe.
error-record-comment-form = Un commento è fatto di parole fra parentesi graffe su una riga sola.
error-record-place = { $what ->
    [comment] Un commento
   *[variation] Una variante
} non può stare in { $at }: la riga ha posizioni da 0 a { $last }.
error-record-variation-open = Una variante finisce sulla riga in cui comincia: manca una parentesi chiusa.
error-record-variation-close = Qui non c’è nessuna variante aperta.
error-record-variation-early = Una variante sta dopo la mossa che sostituirebbe: qui non ce n’è ancora nessuna.
error-record-variation-empty = In questa variante non c’è nessuna mossa.
error-record-turn-empty = Dopo il numero non c’è nessuna mossa.
error-not-seen-so = { $move } non va d’accordo con questa vista: le proprie carte sono scoperte, quelle degli altri no.
error-record-result = Riga { $line }: il risultato dato è «{ $text }», ma la partita è finita con «{ $known }».
error-record-not-over = Riga { $line }: il risultato dato è «{ $text }», ma la partita non è finita.
error-record-seed-early = Riga { $line }: solo la registrazione di una partita finita ha un seme e un sale.
error-record-seed-other = Riga { $line }: il seme non corrisponde al sigillo della registrazione.
error-record-eyes = Questa è la registrazione di { $eyes }: gli altri hanno visto altro.
error-record-nonces = { $nonces } non possono essere i nonce di { $seats } posti: ognuno ha da 32 a 64 cifre da 0 a 9 e da a ad f, oppure - se manca.
error-record-resigned = { $resigned } non può indicare chi ha abbandonato: nomina in ordine alcuni dei { $seats } posti, in modo che ne resti almeno uno.
error-record-resigned-late = Riga { $line }: nessuno può abbandonare una partita già finita secondo le regole.
error-record-salt-alone = Riga { $line }: un sale non significa nulla senza il suo seme e il suo sigillo.
error-record-seed-eyes = Questa è la registrazione di { $eyes }: solo quella dell’intera partita ha un seme e un sale.
error-record-position-practice = Una partita da una posizione data vale sempre come prova: manca l’intestazione «Practice: yes».
error-position-unknown = «{ $text }» ha carte sconosciute: si può giocare solo da una posizione completa.
error-position-not-seen-so = «{ $text }» non va d’accordo con questa vista della posizione: le proprie carte sono scoperte, quelle degli altri no.
error-position-over = In «{ $text }» la partita è già finita: non c’è più nulla da giocare.
error-position-alone = Chi prepara una posizione di { $game } ne conosce tutte le carte, quindi da lì può giocare una persona sola, con i bot.
error-no-lesson = { $game } non ha una lezione.
error-no-lesson-step = In questa lezione non c’è nessun passo «{ $step }»; ci sono { $known }.
error-lesson-moves = È troppo per un turno: al massimo { $most } mosse.
error-salt = Un sale ha 64 cifre da 0 a 9 e da a ad f.
error-nonce = «{ $text }» non è un nonce: un nonce ha da 32 a 64 cifre da 0 a 9 e da a ad f.
error-verify-nonce = «{ $text }» non è il nonce di un posto: scrivilo come in --nonce 1=0f… con 32-64 cifre da 0 a 9 e da a ad f.
error-verify-nonce-files = Un nonce appartiene a una sola partita: con --nonce indica una sola registrazione.
error-verify-server = «{ $text }» non è un link a un tavolo: copiane uno dalla sua pagina, per esempio quello per guardare, con tutto ciò che segue #.
error-verify-server-failed = { $server } non ha dato la sua registrazione: { $reason }.
error-verify-seat = In questa registrazione non c’è nessun posto { $seat }: indicane uno da 1 a { $seats }.


## Errors at the door of the server

error-name-length = Un nome ha da 1 a { $most } caratteri.
error-name-sign = «{ $sign }» non può far parte di un nome; lettere, cifre, spazi e - ' . sì.
error-name-letters = «{ $name }» non può essere un nome: servono lettere o cifre, con pochi accenti su ognuna.
error-name-dotted = «{ $name }» sembra un indirizzo web: metti uno spazio dopo ogni punto.
error-name-digits = Un nome ha al massimo { $most } cifre.
error-name-reserved = Qui «{ $name }» non può essere il nome di una persona: scegline un altro.
error-names-alike = Due persone si chiamerebbero «{ $name }»: scegliete nomi che si distinguano.
error-no-key = Qui serve una chiave, inviata come «Authorization: Bearer KEY»: è ciò che nel link a un posto sta dopo il #.
error-body-type = Il corpo di questa richiesta deve essere di tipo { $kind }.
error-body-size = Il corpo di questa richiesta è troppo grande: si leggono al massimo { $most } byte.
error-body-form = Il corpo di questa richiesta non si può leggere: { $reason }
error-body-text = Il corpo di questa richiesta non è testo UTF-8.
error-body-end = La richiesta si è interrotta prima che arrivasse tutto il corpo.
error-eyes-closed = Finché la partita è in corso, puoi vederla solo come la vedi al tavolo.
error-internal = Qui qualcosa è andato storto. Riprova.
error-no-such-page = Qui non c’è nulla.
error-wrong-method = Questo indirizzo non accetta richieste di quel tipo.
error-too-busy = Il server ora è troppo occupato. Riprova fra { $seconds } s.
error-too-often = Un po’ troppo spesso. Riprova fra { $seconds } s.
error-qr-link = Solo i link a questo server si disegnano come codice.
error-grace-range = Il tempo di attesa va da 0 a { $most } secondi.
error-keep-range = I tavoli si possono conservare da 1 a { $most } giorni.
error-proxy-address = «{ $text }» non è l’indirizzo di un proxy: scrivi un indirizzo IP come 10.0.0.2, o una rete come 10.0.0.0/8.
error-root-path = «{ $text }» non è una cartella: scrivila come /rowdy, solo con lettere, cifre e - . _ ~
error-metrics-address = «{ $text }» non è un luogo per le metriche: scrivi una porta, come 9765, o un indirizzo e una porta, come 10.0.0.2:9765.
error-metrics-missing = Per le metriche serve un altro pacchetto. Installalo con: pip install "rowdy[metrics]"
error-metrics-unreachable = Le metriche non si possono offrire su { $place }: { $reason }
error-port = Una porta è un numero da 0 a { $most }; 0 indica una qualsiasi libera.
error-port-none = Da { $port } in su non c’è nessuna porta libera.
error-port-denied = Questo computer non ti lascia usare la porta { $port }: scegline una sopra 1023.

## Errors: where tables are kept

error-store-url = Questo non è l’indirizzo di un database. Indica un file, o scrivilo come postgresql://user:password@host/name, con %40 al posto di una @ nella password.
error-store-dialect = I tavoli non si possono conservare in { $name }. Indica un file, o un indirizzo che cominci con sqlite:/// o postgresql://.
error-store-driver = Per PostgreSQL serve un altro pacchetto. Installalo con: pip install "rowdy[postgres]"
error-store-unreachable = Non si può raggiungere { $place }: { $reason }
error-store-unwritable = I tavoli non si possono conservare in { $place }: { $reason }. Indica un altro luogo con --db.
error-store-foreign = { $place } contiene qualcosa di diverso dai tavoli di Rowdy, quindi resta com’è. Indica un altro luogo con --db.
error-store-newer = { $place } è stato creato da un Rowdy più nuovo: ha la versione { $found }, ma questo conosce la { $known }. Aggiorna Rowdy, o indica un altro luogo con --db.
error-store-busy = Un altro server conserva i suoi tavoli in { $place }. Prima fermalo, o indica un altro luogo con --db.


## Errors: bots and hints of the live table

error-thinker-failed = Ora non c’è un consiglio. Riprova fra un momento.

## Lessons

learn-greeting = { $game }: la lezione
learn-help = { $orders ->
    [yes] Scrivi una mossa con il suo numero o in notazione, e «tieni CARTA» o «mostra CARTA» per tenere o mostrare una carta; inoltre salta, indietro ed esci.
   *[no] Scrivi una mossa con il suo numero o in notazione; inoltre salta, indietro ed esci.
}
learn-step = { $step } di { $steps }: { $title }
learn-prompt = La tua mossa:
learn-again = Riprova.
learn-left = Continua quando vuoi: rowdy learn { $game }
lesson-rival = chi ti sfida
lesson-any-title = { $step }
lesson-any-say = Trova la mossa giusta.
lesson-any-right = Proprio così.
lesson-any-wrong = Non ancora.
lesson-any-endgame-title = Ora gioca fino alla fine
lesson-any-endgame-say = Contro di te gioca il bot più facile; puoi annullare tutto ciò che vuoi.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = Ogni pedina ha due lati
lesson-rubik-place-say = Hai le X, e le tue pedine sono **blu da un lato e verdi dall’altro**. Scegli un lato e metti la prima pedina su una casella qualsiasi.
lesson-rubik-place-right = Eccola lì. Solo il primissimo turno è così corto.

lesson-rubik-flip-title = Prima si ribalta
lesson-rubik-flip-say = D’ora in poi ogni turno comincia con un ribaltamento: una pedina dell’avversario **scivola su una casella vuota accanto e si gira**. Ribalta la O in b3.
lesson-rubik-flip-right = È scivolata via e mostra l’altro lato. Dopo aver ribaltato si mette una propria pedina.

lesson-rubik-break-title = Ribaltare rompe una fila
lesson-rubik-break-say = O ha tre pedine bianche in fila. **Ribaltane una** prima che la fila faccia danni.
lesson-rubik-break-right = La fila è rotta. Una pedina ribaltata lascia il suo posto e il suo colore.
lesson-rubik-break-stays = La fila in { $squares } c’è ancora. Ribalta una delle sue pedine.

lesson-rubik-row-title = Tre dello stesso colore
lesson-rubik-row-say = Una fila è fatta di tre tue pedine vicine, dritte o in diagonale, **che mostrano tutte lo stesso lato**. Ne hai due blu: metti la terza.
lesson-rubik-row-right = Questa è una fila. Ma vince solo quando non può più scappare, come vedrai.
lesson-rubik-row-sides = In { $squares } ci sono tre tue pedine, ma non mostrano tutte lo stesso lato.
lesson-rubik-row-no-row = Così non fai una fila. Cerca dove starebbero vicine tre pedine blu.

lesson-rubik-lock-title = Circonda la tua fila
lesson-rubik-lock-say = Hai tre in fila. Ma conta solo quando **accanto non c’è nessuna casella vuota**, perché una pedina potrebbe ancora scivolare via: chiudi l’ultimo buco.
lesson-rubik-lock-right = Circondata, e hai vinto! Nessuna pedina della fila si può più ribaltare.
lesson-rubik-lock-gap = Non ancora: da { $squares } una pedina può ancora scivolare via.

lesson-rubik-push-title = Si vince anche ribaltando
lesson-rubik-push-say = Accanto alla tua fila verde resta un solo buco, e tocca a te ribaltare. **Spingi nel buco una pedina dell’avversario**, e non devi nemmeno metterne una.
lesson-rubik-push-right = Hai vinto ribaltando! Non importa di chi è la pedina che chiude il buco: la tua fila è circondata.
lesson-rubik-push-gap = Non ancora: da { $squares } una pedina può ancora scivolare via. Quale O è proprio accanto al buco?

lesson-rubik-endgame-title = Ora gioca fino alla fine
lesson-rubik-endgame-say = Hai le X, e ribaltando bene **puoi vincere**. Il bot più facile ha le O; puoi annullare tutto ciò che vuoi.

# XOXO²

lesson-xoxo2-place-title = Ogni stella ha due lati
lesson-xoxo2-place-say = Le stelle sono tue, **verdi da un lato e rosse dall’altro**. Scegli un lato e metti la prima stella su una casella qualsiasi.
lesson-xoxo2-place-right = Eccola lì. Solo il primissimo turno è così corto.

lesson-xoxo2-flip-title = Prima si ribalta
lesson-xoxo2-flip-say = D’ora in poi ogni turno comincia con un ribaltamento: un esagono **scivola su una casella vuota accanto e si gira**. Ribalta quello in c3.
lesson-xoxo2-flip-right = È scivolato via e mostra l’altro lato. Dopo aver ribaltato si mette una propria stella.

lesson-xoxo2-break-title = Rompila o perdi
lesson-xoxo2-break-say = Ci sono tre esagoni verdi in fila, e questo ribaltamento è la tua unica occasione: **una fila che gli resiste vince**. Rompi la fila.
lesson-xoxo2-break-right = Appena in tempo. Una pedina ribaltata lascia il suo posto e il suo colore.
lesson-xoxo2-break-stays = La fila in { $squares } ha resistito al tuo ribaltamento, e così ha vinto. Ribalta uno dei suoi esagoni.

lesson-xoxo2-row-title = Tre dello stesso colore
lesson-xoxo2-row-say = Una fila è fatta di tre tue stelle vicine, dritte o in diagonale, **che mostrano tutte lo stesso lato**. Due rosse sono in diagonale: metti la terza.
lesson-xoxo2-row-right = Questa è una fila. Vince solo se resiste al prossimo ribaltamento dell’avversario, e questa non resisterebbe.
lesson-xoxo2-row-sides = In { $squares } ci sono tre tue stelle, ma non mostrano tutte lo stesso lato.
lesson-xoxo2-row-no-row = Così non fai una fila. Cerca dove starebbero vicine tre stelle rosse.

lesson-xoxo2-closed-title = Una fila che non può scappare
lesson-xoxo2-closed-say = Potresti completare due file, ma una stella con una casella vuota accanto si può ribaltare, e addio fila. **Scegli la fila che resta**.
lesson-xoxo2-closed-right = Hai vinto! Nessuna stella di questa fila ha una casella vuota accanto, quindi nessun ribaltamento può toccarla.
lesson-xoxo2-closed-breaks = Una fila, ma non per molto: ribaltando si rompe ({ $squares }).
lesson-xoxo2-closed-sides = In { $squares } ci sono tre tue stelle, ma non mostrano tutte lo stesso lato.
lesson-xoxo2-closed-no-row = Così non fai una fila. Ce ne sono due da completare: una in alto e una in basso.

lesson-xoxo2-two-title = Due file in una volta
lesson-xoxo2-two-say = **Un ribaltamento rompe una fila sola, quindi fanne due**. C’è una casella dove una sola stella le completa entrambe.
lesson-xoxo2-two-right = Hai vinto! Qualunque fila rompa il ribaltamento, l’altra c’è ancora.
lesson-xoxo2-two-one = Questa è una fila sola, e ribaltando si rompe ({ $squares }).
lesson-xoxo2-two-sides = In { $squares } ci sono tre tue stelle, ma non mostrano tutte lo stesso lato.
lesson-xoxo2-two-no-row = Così non fai una fila. Cerca la casella dove si incontrano due file verdi.

lesson-xoxo2-endgame-title = Ora gioca fino alla fine
lesson-xoxo2-endgame-say = Le stelle sono tue, e ribaltando bene **puoi vincere**. Il bot più facile ha gli esagoni; puoi annullare tutto ciò che vuoi.

# XOXO

lesson-xoxo-lay-title = Una tessera su due
lesson-xoxo-lay-say = A ogni turno posi una tessera: **quella in cima alla tua pila o alla pila comune**. Va accanto a una tessera già posata, e tutte devono stare in una griglia di tre per tre.
lesson-xoxo-lay-right = Questo è un turno intero. Il punto in cui posi conta, perché tutti costruiscono la stessa griglia.

lesson-xoxo-line-title = Una fila per il tuo obiettivo
lesson-xoxo-line-say = Le tue carte sono obiettivi segreti. Hai il rosso: posa una tessera rossa in modo che **ce ne siano tre rosse in fila**.
lesson-xoxo-line-right = Tre rosse, e la tua carta è mostrata. Chi mostra tutte le proprie carte prima degli altri vince.
lesson-xoxo-line-apart = Una tessera rossa, ma non in fila con le altre due. Sono una sopra l’altra.
lesson-xoxo-line-other = Quella tessera non è rossa. Una delle due fra cui scegliere lo è.

lesson-xoxo-cover-title = Nove tessere: ora si copre
lesson-xoxo-cover-say = La griglia è piena, quindi **ora una tessera ne copre un’altra**, ma non l’ultima posata. Hai il triangolo: copri una tessera in modo che ci siano tre triangoli in fila.
lesson-xoxo-cover-right = Ciò che c’era sotto è sparito, e la tua fila è completa. Allo stesso modo spariscono le file degli altri.
lesson-xoxo-cover-other = Quella tessera mostra un cuore. L’altra delle due è un triangolo.
lesson-xoxo-cover-apart = Un triangolo, ma non una fila di tre. Ce ne sono due uno sopra l’altro, a destra.

lesson-xoxo-backs-title = Leggi i dorsi
lesson-xoxo-backs-say = I dorsi delle carte dell’avversario **dicono tutti «forma»**, quindi i colori non devono preoccuparti. Trova la fila a cui manca una sola forma uguale, e rovinala.
lesson-xoxo-backs-right = Rovinata. Una tessera al posto giusto non dice a nessuno che cosa hai in mano tu.
lesson-xoxo-backs-gave = Ora { $squares } mostrano la stessa forma: forse è proprio ciò che serve all’avversario.
lesson-xoxo-backs-open = Alla fila { $squares } manca ancora una tessera sola. Mettici un’altra forma.

lesson-xoxo-hold-title = Nascondi a che punto sei
lesson-xoxo-hold-say = Hai ancora due carte: mostrare adesso il rosso metterebbe in guardia l’avversario. **Tocca il rosso** per tenerlo ancora, poi completa la sua fila con una tessera rossa.
lesson-xoxo-hold-right = La fila è completa, e nessuno lo sa. Se arriva anche l’ultimo obiettivo, li mostri tutti e due insieme e vinci.
lesson-xoxo-hold-told = La tua carta rossa è stata mostrata, e tutti sanno che te ne manca una sola. Prima toccala per tenerla.
lesson-xoxo-hold-other = Così non fai una fila di tre rosse. Ce ne sono due una sopra l’altra.

lesson-xoxo-show-title = Mostra in tempo
lesson-xoxo-show-say = Hai tenuto due carte, e ora una ha la sua fila. L’avversario potrebbe coprirla fra un attimo: **tocca quella carta per mostrarla adesso**.
lesson-xoxo-show-right = Al sicuro: una carta mostrata resta mostrata, anche se la sua fila viene coperta.
lesson-xoxo-show-no-line = Per quella carta non c’è una fila, quindi non si è potuto mostrare nulla. Guarda la colonna con tre rosse.

lesson-xoxo-endgame-title = Ora gioca fino alla fine
lesson-xoxo-endgame-say = A te manca una carta, all’avversario due: con **tre tessere blu in fila** vinci la partita. Contro di te gioca il bot più facile; puoi annullare tutto ciò che vuoi.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = Una carta per turno
lesson-djeco-lay-say = Hai il rosso, con la croce. A ogni turno **giochi una carta su una casella vuota**, in modo che tutto stia in una griglia di tre per tre, e poi ne peschi un’altra. Gioca una carta qualsiasi.
lesson-djeco-lay-right = Una giocata, una pescata. Le carte nella tua mano possono essere rosse o blu, qualunque colore tu abbia.

lesson-djeco-line-title = Tre rosse, un gettone
lesson-djeco-line-say = Ogni volta che **tre carte rosse sono in fila**, ricevi un gettone; i numeri per questo non contano. Completa la fila.
lesson-djeco-line-right = Un gettone per te. Te ne servono cinque, e due più dell’avversario.
lesson-djeco-line-rival = Quella carta è blu: aiuta l’avversario, non te.
lesson-djeco-line-apart = Così non completi una fila. Due carte rosse sono vicine, e c’è posto per una terza.

lesson-djeco-stack-title = Stesso numero, sopra
lesson-djeco-stack-say = In mezzo alla tua fila c’è un 5 blu. Una carta può anche andare **sopra una con lo stesso numero**, qualunque sia il colore: riprenditi la casella.
lesson-djeco-stack-right = Conta solo la carta in cima, quindi ora la fila è rossa, e il gettone è tuo.
lesson-djeco-stack-other = In cima c’è ancora il 5 blu. Hai in mano una carta rossa con lo stesso numero.

lesson-djeco-yellow-title = La gialla libera una casella
lesson-djeco-yellow-say = Due carte blu sono vicine, e una terza farebbe una fila. Con la tua carta gialla **togline una**.
lesson-djeco-yellow-right = Sparita, con tutto ciò che c’era sotto. Una gialla toglie anche una carta tua, se serve.
lesson-djeco-yellow-helped = Ora { $squares } sono tutte blu, e il gettone va all’avversario.
lesson-djeco-yellow-threat = In { $squares } al blu manca ancora una carta sola.
lesson-djeco-yellow-use = Così la fila per ora è bloccata. Ma qui si tratta della carta gialla: usala per togliere una carta blu.

lesson-djeco-green-title = La verde toglie una fila
lesson-djeco-green-say = A più file manca solo una carta blu su una casella vuota. La tua carta verde **toglie un’intera riga, colonna o diagonale** con tre carte: scegline una che le fermi tutte.
lesson-djeco-green-right = Tre caselle ripulite. Nel mazzo ci sono solo due carte verdi: tienile per momenti così.
lesson-djeco-green-helped = Ora { $squares } sono tutte blu, e il gettone va all’avversario.
lesson-djeco-green-threat = In { $squares } al blu manca ancora una carta sola. La verde ne toglie tre in una volta.
lesson-djeco-green-use = Così una fila per ora è bloccata. Ma qui si tratta della carta verde: usala per togliere un’intera fila.

lesson-djeco-rival-title = Il suo colore, il tuo problema
lesson-djeco-rival-say = Hai in mano solo carte blu, e devi giocare. **Il gettone va a chi ha quel colore**, chiunque giochi la carta: mettine una dove non fa danni.
lesson-djeco-rival-right = Nessun gettone per il blu. A volte la carta migliore è quella che aiuta di meno.
lesson-djeco-rival-helped = Ora { $squares } sono tutte blu: il gettone va all’avversario, anche se la carta l’hai giocata tu.

lesson-djeco-endgame-title = Ora gioca fino alla fine
lesson-djeco-endgame-say = Tu hai tre gettoni, l’avversario due: **arriva prima tu a cinque**. Il bot più facile ha il blu; puoi annullare tutto ciò che vuoi.

## Puzzles

help-puzzle-short = risolvi il rompicapo del giorno, o altri
help-puzzle =
    Risolvi il rompicapo del giorno: uno per tutti, lo stesso qui e sulla pagina.
    Indica un codice per un certo rompicapo, o un gioco o un tema per averne uno vicino
    al tuo punteggio. Ogni rompicapo ha esattamente una soluzione, ed è dimostrato.

    Scrivi le mosse in notazione o con il loro numero; consiglio, soluzione,
    ricomincia, mosse ed esci funzionano sempre. Il punteggio e la serie restano su questo computer.

    Esempi:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = il codice di un rompicapo, per esempio uno che ti hanno detto
help-puzzle-endless = un rompicapo dopo l’altro, vicino al tuo punteggio
help-puzzle-game = solo rompicapi di questo gioco
help-puzzle-theme = solo rompicapi su questo tema: { $themes }
help-puzzle-date = il rompicapo di un altro giorno, per esempio 2026-12-24
help-puzzle-seed = scegli i rompicapi con questo seme, per riavere gli stessi
help-puzzle-export = scrivi in un file il punteggio, la serie e ciò che hai visto, per un altro dispositivo o per la pagina
help-puzzle-import = leggi un file così; sostituisce ciò che c’è qui
help-puzzles-short = crea, dimostra e conta i rompicapi
help-puzzles =
    make    fa giocare partite fra bot e trova le posizioni in cui va bene esattamente
            un turno; ognuna è confermata da una seconda ricerca prima di contare
    prove   conferma ancora una volta tutti i rompicapi di un gioco, o quelli di un file
    spread  disegna in un SVG quanto sono difficili i rompicapi di tutti i giochi

    Se lo fermi, poi riprende da dov’era: ciò che dà ogni partita è conservato subito.
    È veloce quando il gioco è risolto (rowdy solve GAME), prima è lento.

    Esempi:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove o spread
help-puzzles-games = quante partite giocare in tutto, comprese quelle delle volte precedenti (di norma: 1000)
help-puzzles-seed = il nome della ricerca; lo stesso nome trova gli stessi rompicapi (di norma: 1)
help-puzzles-out = dove mettere i rompicapi o l’immagine; se il nome finisce in .xz, i rompicapi sono compressi
help-puzzles-set = un file di rompicapi da dimostrare, al posto di quelli che ci sono

puzzle-theme-row = Fila vincente
puzzle-theme-win-2 = Vittoria in due
puzzle-theme-win-3 = Vittoria in tre
puzzle-theme-win-4 = Vittoria in quattro
puzzle-theme-hold = Turno unico
puzzle-theme-save = Salva il pareggio
puzzle-theme-sure = Vittoria certa
puzzle-theme-safe = Mossa sicura
puzzle-theme-holds = Carta nascosta
puzzle-title-row = Vinci in questo turno
puzzle-title-rubik-row = Circonda la fila
puzzle-title-xoxo2-row = Trova la fila che resiste
puzzle-title-win-2 = Vinci in due turni
puzzle-title-win-3 = Vinci in tre turni
puzzle-title-win-4 = Vinci in quattro turni
puzzle-title-hold = Un solo turno non perde
puzzle-title-save = Salva il pareggio
puzzle-title-sure = Quale tessera vince, qualunque carta abbia l’avversario?
puzzle-title-safe = Quale mossa è sicura, qualunque carta abbia l’avversario?
puzzle-title-holds = Quale carta può ancora avere l’avversario?
puzzle-say-win = Il tuo segno: { $player }. Su { $turns } turni possibili, uno vince.
puzzle-say-draw = Il tuo segno: { $player }. Su { $turns } turni possibili, uno non perde.
puzzle-say-xoxo-sure = Ogni carta c’è una volta sola, e tutti mostrano subito ciò che possono. C’è una sola tessera con cui in questo turno vinci soltanto tu, qualunque carta abbia l’avversario.
puzzle-say-xoxo-holds = Ogni carta c’è una volta sola, e tutti mostrano subito ciò che possono. Una di queste carte può averla l’avversario, le altre no.
puzzle-say-djeco-safe = Dopo una sola di queste mosse l’avversario non può vincere con la prossima carta, qualunque cosa abbia in mano.
puzzle-say-djeco-holds = L’avversario ha appena passato, e chi può giocare deve farlo. Una di queste carte può averla in mano, le altre no.
puzzle-say-any = Una sola risposta è giusta, qualunque cosa abbiano gli altri.
puzzle-rival = Chi ti sfida
puzzle-of-the-day = Rompicapo del giorno, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] molto facile
    [2] facile
    [3] medio
    [4] difficile
   *[5] molto difficile
}
puzzle-head = { $game } · { $difficulty } (rompicapo { $id })
puzzle-help = Scrivi le mosse o i loro numeri; oppure consiglio, soluzione, ricomincia, mosse, esci.
puzzle-prompt = La tua risposta:
puzzle-then = { $first }, poi { $then }
puzzle-more = Giusto. L’avversario risponde: { $reply }. { $count ->
        [one] Resta da trovare un turno.
       *[other] Restano da trovare { $count } turni.
    }
puzzle-right = Risolto!
puzzle-wrong = Non è quella giusta.
puzzle-hint-first = Comincia così: { $move }
puzzle-hint-square = Guarda qui: { $squares }.
puzzle-hint-not = Puoi escludere: { $option }.
puzzle-solution = La soluzione: { $moves }
puzzle-refuted-now = L’avversario risponde: { $moves }, e ha vinto.
puzzle-refuted-loss = L’avversario risponde: { $moves }, e vince { $count ->
        [one] subito.
       *[other] in { $count } turni.
    }
puzzle-refuted-draw = L’avversario risponde: { $moves }, e può salvare il pareggio.
puzzle-refuted-slow = Vince anche così, ma più tardi: { $count ->
        [one] serve ancora un turno.
       *[other] servono ancora { $count } turni.
    }
puzzle-counterexample-sure = Non funziona se l’avversario ha: { $cards }.
puzzle-counterexample-safe = L’avversario vince con { $cards }.
puzzle-counterexample-xoxo-holds = Quella carta è tua, è già scoperta, o la sua fila è sul tavolo: allora l’avversario l’avrebbe mostrata.
puzzle-counterexample-djeco-holds = Quella carta l’avversario avrebbe potuto giocarla, e allora non avrebbe passato.
puzzle-counterexample-any = È giusta un’altra risposta.
puzzle-rating = Il tuo punteggio: { $rating } ({ $change })
puzzle-again-same = Questo lo avevi già finito, quindi non conta di nuovo.
puzzle-left = Torna quando vuoi: rowdy puzzle
puzzle-share = Rompicapo di Rowdy { $day } (raccolta { $version })
puzzle-streak = { $count ->
        [one] { $count } giorno di fila
       *[other] { $count } giorni di fila
    }
puzzle-exported = Salvato in { $path }.
puzzle-imported = Letto: punteggio { $rating }, { $count ->
        [one] un rompicapo finito.
       *[other] { $count } rompicapi finiti.
    }
page-puzzles = Rompicapi
page-puzzles-say = Uno al giorno per tutti, e altri a migliaia. Ognuno ha esattamente una soluzione, ed è dimostrato.
page-puzzle-today = Rompicapo del giorno
page-puzzle-practice = Allenamento
page-puzzle-mode = Quali rompicapi
page-puzzle-game = Gioco
page-puzzle-theme = Tema
page-puzzle-any-game = Tutti i giochi
page-puzzle-any-theme = Tutti i temi
page-puzzle-answers = Risposte
page-puzzle-hint = Consiglio
page-puzzle-solution = Soluzione
page-puzzle-again = Riprova
page-puzzle-next = Il prossimo
page-puzzle-more = Altri rompicapi
page-puzzle-show = Fammi vedere
page-puzzle-days = { $count ->
        [one] { $count } giorno di fila
       *[other] { $count } giorni di fila
    }
page-puzzle-share-text = Ciò che puoi condividere
page-puzzle-progress = I tuoi risultati
page-puzzle-rating = Punteggio: { $rating }
page-puzzle-solved = Risolti al primo tentativo: { $solved } di { $tries }
page-puzzle-best = Serie di giorni più lunga: { $best }
page-puzzle-kept = Tutto questo resta solo su questo dispositivo.
page-puzzle-export = Salva in un file
page-puzzle-import = Leggi un file
page-puzzle-import-wrong = In questo file non ci sono risultati di rompicapi.
page-puzzle-done = Questo lo avevi già finito, quindi non conta di nuovo.
page-puzzle-change = Punteggio { $rating } ({ $change })
puzzles-begin = Rompicapi di { $game }, ricerca «{ $seed }»; quelli trovati finora sono in { $path }.
puzzles-resumed = { $count ->
        [one] Una partita era già stata giocata
       *[other] { $count } partite erano già state giocate
    }; si riprende da lì.
puzzles-stopped = { $count ->
        [one] Fermato dopo una partita.
       *[other] Fermato dopo { $count } partite.
    } Lo stesso comando riprende da lì.
puzzles-progress = { $count } di { $total }
puzzles-count = { $count ->
        [one] Un rompicapo
       *[other] { $count } rompicapi
    }
puzzles-written = Scritto: { $path }, { $bytes } byte.
puzzles-proved = { $game }: tutti i rompicapi dimostrati ({ $count }).
error-puzzle-line = La riga { $line } non è un rompicapo di { $game }: dovrebbe essere tema|punteggio|posizione|turni|scelte.
error-puzzle-position = In { $position } non tocca a nessuno, quindi non è un rompicapo.
error-puzzle-journal = { $path } è il registro di un’altra ricerca, o è danneggiato.
error-puzzle-progress = In questo file non ci sono risultati di rompicapi.
error-puzzle-moves = Un tentativo ha al massimo { $most } mosse.
error-puzzle-not-wrong = Questo tentativo non è sbagliato.
error-puzzle-games = Indica con --games quante partite giocare, almeno una.
error-puzzle-out = Indica con --out dove mettere l’immagine.
error-puzzle-date = { $text } non è una data; scrivila come 2026-12-24.
error-puzzle-unknown = Qui non c’è «{ $name }»; ci sono { $known }.
error-puzzle-wrong = Un rompicapo è sbagliato: { $why } ({ $line })
error-no-puzzle = Non c’è nessun rompicapo { $id }.
error-no-such-puzzles = Non ci sono rompicapi così. { $games } { $themes }
error-no-puzzle-making = Non si possono creare rompicapi di { $game }: non è risolto, e il suo kit non deduce nulla.
error-not-an-answer = { $text } non è fra le risposte: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Obiettivi segreti, tre in fila, e ogni tessera che posi può aiutare qualcun altro.

aim-xoxo = Hai in mano carte segrete, ognuna per un colore, una forma o una faccina. Quando tre tessere in fila ce l’hanno tutte, puoi mostrare quella carta; chi mostra tutte le proprie carte prima degli altri vince.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Per vincere: tre in fila per ogni tuo obiettivo.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## Che cosa serve

    Da due a quattro giocatori dai sette anni in su, e un quarto d’ora.

    - 48 tessere, tutte diverse. Ognuna mostra uno di quattro colori (rosso, blu, verde, giallo), una di quattro forme (cerchio, quadrato, triangolo, cuore) e una di quattro faccine (sorriso, occhiolino, sorpresa, broncio).
    - 12 carte obiettivo, una per ogni colore, ogni forma e ogni faccina. Il dorso di una carta dice solo di che tipo è: colore, forma o faccina.

    Le tessere possibili sono 64. { $deck ->
        [custom] Giocate con 48 scelte da voi (regola di casa *deck*).
       *[balanced] Noi giochiamo con 48, scelte in modo che ogni colore, ogni forma e ogni faccina sia su 12 tessere (regola di casa *deck*).
    }

    ## Preparazione

    - Mescolate le tessere e date a ognuno una pila personale: { $piles ->
        [en] 12 tessere a testa in due, 8 a testa in tre, 6 a testa in quattro (regola di casa *piles*). Le altre 24 sono la pila comune.
       *[de] 12 tessere a testa in due, 10 a testa in tre, 8 a testa in quattro (regola di casa *piles*). Le altre 24, 18 o 16 sono la pila comune.
    }
    - Tutte le pile sono scoperte. Tutti vedono la tessera in cima a ogni pila e quante tessere ha; nessuno vede che cosa c’è sotto.
    - Mescolate le carte obiettivo e distribuitele coperte: tre a testa in due o in tre, due a testa in quattro. Le altre tornano nella scatola senza che nessuno le guardi.
    - Tieni le tue carte in modo che gli altri vedano solo i dorsi. Conoscono il tipo di ogni tua carta, ma non quale sia.
    - Scegliete chi comincia. Si gioca in senso orario.

    ![cards]

    ## Il tuo turno

    Posa esattamente una tessera: quella in cima alla tua pila personale o quella in cima alla pila comune.

    - La prima tessera dà inizio alla griglia.
    - Finché non ce ne sono nove, ogni tessera va su una casella vuota che ha un lato in comune con una tessera già sul tavolo. La griglia non diventa mai più larga o più alta di tre.
    - Dalla decima in poi, ogni tessera ne copre una della griglia. Quella posata nel turno appena prima non si può coprire, quindi la decima non può coprire la nona.

    ![grow]

    ![wide]

    ![cover]

    ## Mostrare le carte

    Puoi mostrare una carta obiettivo nel turno di chiunque, finché il suo colore, la sua forma o la sua faccina è su tutte e tre le tessere di una riga, di una colonna o di una diagonale.

    - Contano solo le tessere in cima. Una fila conta appena ci sono le sue tre tessere, anche prima che la griglia sia piena. Quando una nuova tessera la rompe, non c’è più.
    - Una fila non si consuma mai. Può servire a più carte tue, e anche a quelle degli altri.
    - Dopo ogni tessera si chiede a tutti quelli che hanno ancora carte in mano, anche a chi non ha nulla da mostrare, così la domanda non rivela nessun segreto.
    - Scegli in segreto: tutte le carte che vuoi fra quelle che hanno la loro fila, oppure nessuna. Nessuno è obbligato a mostrare una carta.
    - Quando tutti hanno scelto, le carte scelte si scoprono insieme. Da lì in poi restano scoperte.
    - Se qualcuno ha mostrato una carta e la partita continua, si chiede di nuovo a tutti. Quando nessuno mostra più nulla, comincia il turno seguente.

    ![lines]

    ![shared]

    ![broken]

    ## La fine

    - Se mostri la tua ultima carta, vinci subito. Chi lo fa nello stesso momento condivide la vittoria.
    - La partita finisce anche quando una pila qualsiasi è esaurita, una personale o quella comune: la sua ultima tessera è stata posata. Vince chi ha mostrato più carte.
    - { $last_window ->
        [no] Su quest’ultima tessera non si può più mostrare nessuna carta: si contano subito le carte (regola di casa *last_window*).
       *[yes] Prima di contare le carte si chiede a tutti come al solito, e chi mostra adesso la sua ultima carta vince ancora subito (regola di casa *last_window*).
    }
    - Se più giocatori sono in parità, si fa il giro del tavolo nell’ordine dei turni, a cominciare da chi viene dopo il giocatore che ha esaurito la pila. Vince il primo fra quelli in parità. Chi ha esaurito la pila viene per ultimo. Vale anche se nessuno ha mostrato carte.

example-xoxo-aim = In b3, c3 e d3 ci sono tre cuori: chi ha la carta del cuore può mostrarla.
example-xoxo-cards = Le tue carte le vedi; di quelle degli altri vedi i dorsi, che dicono solo il tipo. Scegli fra due tessere: quella in cima alla tua pila e quella in cima alla pila comune.
example-xoxo-grow = Ci sono tre tessere. La prossima può andare su ogni casella segnata: accanto a una tessera, e tutto in tre per tre.
example-xoxo-wide = Ora la griglia è larga tre. Può ancora crescere in alto o in basso, ma non più di lato.
example-xoxo-cover = La griglia è piena, e la prossima tessera ne copre un’altra. Solo quella in c2 non si può coprire: è stata posata nel turno appena prima.
example-xoxo-lines = Tre file: rosso in b4, c4 e d4, un colore; triangolo in b3, c3 e d3, una forma; occhiolino in b2, c2 e d2, una faccina.
example-xoxo-shared = Una fila per due carte: b3, c3 e d3 sono tutte blu, e sono tutte cuori.
example-xoxo-broken = Una tessera blu copre quella rossa in d4. La fila rossa non c’è più; le altre due contano ancora.

typing-xoxo =
    Le caselle hanno una lettera per la colonna, da sinistra, e un numero per la riga, dal basso. La prima tessera va in `c3`, al centro delle caselle da `a1` a `e5`.

    - `own@c3` posa in c3 la tessera in cima alla tua pila personale.
    - `draw@b3` posa in b3 la tessera in cima alla pila comune.
    - `tieni rosso` tiene per te una carta, `mostra rosso` permette di nuovo di mostrarla. Se non la tieni, una carta si mostra da sola appena la sua fila è completa.

    Una tessera si scrive con colore, forma e faccina, usando le iniziali inglesi: `rss` è un quadrato rosso con la faccina sorpresa. Colori: `r` rosso, `b` blu, `g` verde, `y` giallo. Forme: `c` cerchio, `s` quadrato, `t` triangolo, `h` cuore. Faccine: `j` sorriso, `w` occhiolino, `s` sorpresa, `g` broncio.


## XOXO: house rules

ruling-piles = Quante tessere ha ogni pila personale?
ruling-piles-de = 12 a testa in due, 10 a testa in tre, 8 a testa in quattro; la pila comune ne ha 24, 18 o 16.
ruling-piles-en = 12 a testa in due, 8 a testa in tre, 6 a testa in quattro; la pila comune ne ha sempre 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 o 8 tessere in due, tre o quattro
says-xoxo-piles-en = 12, 8 o 6 tessere in due, tre o quattro

ruling-deck = Con quali 48 delle 64 tessere possibili si gioca?
ruling-deck-balanced = Un miscuglio equilibrato: ogni colore, forma e faccina è su 12 tessere, ogni coppia (per esempio rosso e cuore) su 3. Numera i quattro colori, le forme e le faccine da 0 a 3, nell’ordine delle regole: restano fuori le 16 tessere i cui tre numeri danno come somma un multiplo di 4.
ruling-deck-custom = Un tuo elenco di 48 tessere diverse.

ruling-last_window = Si possono ancora mostrare carte sulla tessera che esaurisce una pila?
ruling-last_window-yes = Sì: si chiede a tutti come dopo ogni altra tessera, e chi mostra allora la sua ultima carta vince subito.
ruling-last_window-no = No: si contano subito le carte già mostrate.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Entrambi fanno finire la partita subito, ed entrambi permettono di mostrare una carta in qualsiasi momento. Quello inglese suona un po’ più come un no, perché conta le carte già mostrate quando la pila si esaurisce; quello tedesco è meno preciso.

## XOXO: decisions

decision-xoxo-one-card-a-value = C’è esattamente una carta obiettivo per ogni colore, ogni forma e ogni faccina. I regolamenti dicono solo quante sono le carte e di che tipo, e dodici carte corrispondono una a una a dodici valori.
decision-xoxo-any-number = Nello stesso momento puoi mostrare tutte le carte che vuoi. I regolamenti lo lasciano aperto, e a un tavolo vero nulla ti impedisce di scoprirne due insieme.
decision-xoxo-early-lines = Una fila conta appena ci sono le sue tre tessere, anche prima che la griglia sia piena. I regolamenti non lo vietano, e una fila è una fila.
decision-xoxo-tie-among-tied = Una parità si risolve solo fra chi è in parità. Il regolamento tedesco lo dice; quello inglese omette queste parole, e senza di esse potrebbe vincere chi ha meno carte.
decision-xoxo-top-before-window = La nuova cima di una pila si vede prima che si chieda a qualcuno di mostrare una carta. Anche a un tavolo vero la si vede appena si prende la tessera che stava sopra.

## XOXO: editions

edition-xoxo-de = Regolamento tedesco
edition-xoxo-en = Regolamento inglese (pile più piccole in tre e in quattro)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason; so are all messages of this kind.
decided-xoxo-last_card = con l’ultima carta mostrata da qualcuno
decided-xoxo-pile = con una pila esaurita
decided-xoxo-pile_tie = con una pila esaurita e una parità


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Metti tre tue pedine in fila, tutte con lo stesso lato in vista. Se hai ancora tre in fila dopo che l’avversario ha ribaltato una tua pedina, vinci.
   *[enclosed] Metti tre tue pedine in fila, tutte con lo stesso lato in vista e senza caselle vuote accanto. Allora nessuno può più ribaltarle, e vinci.
}
short-aim-flip = { $row ->
    [survives] Tre uguali in fila che resistono: vinci.
   *[enclosed] Tre uguali in fila, senza buchi accanto: vinci.
}

flip-turn =
    - **Prima ribalta.** Prendi una pedina qualsiasi dell’avversario, spostala su una casella vuota che abbia un lato in comune con la sua, e girala. Se puoi, devi farlo, anche se aiuta l’avversario. Salta questa parte solo se nessuna delle sue pedine ha una casella vuota accanto.
    - **Poi metti.** Metti una delle tue pedine di riserva su una casella vuota qualsiasi, con il lato che vuoi in su. Anche questo devi farlo, pure se aiuta l’avversario. Va bene anche la casella che il ribaltamento ha appena lasciato vuota.

    ![flip]

    ![place]

flip-winning =
    Una **fila** è fatta di tre pedine di un giocatore, tutte con lo stesso lato in vista, su tre caselle vicine in linea retta: in orizzontale, in verticale o in diagonale. Sul tabellone ci sono 24 linee così. Quattro in linea valgono due file.

    ![sides]

    { $row ->
        [survives]
            Vinci quando hai una fila e da allora l’avversario ha già ribaltato, o non può farlo (regola di casa *row*). La partita finisce appena è sicuro:

            - Alla fine del tuo turno, se hai una fila e l’avversario non può ribaltare nulla.
            - Alla fine del tuo turno, se l’avversario può ribaltare, ma **ogni** ribaltamento possibile ti lascia una fila: una vecchia, o una nuova che nasce proprio dal ribaltamento.
            - Altrimenti subito dopo il ribaltamento dell’avversario, se ti lascia una fila. Allora non si mette più nulla.

            Quindi una fila che l’avversario può ancora rompere non vince ancora. Due file di cui se ne può rompere una sola vincono. Una fila che l’avversario avrebbe potuto rompere, ma non ha rotto, vince dopo il suo ribaltamento; e così una fila che ti ha fatto senza necessità. I due giocatori non possono mai vincere insieme.

            ![breakable]

            ![survived]

            ![two]

            ## La fine

            Se tutte e sedici le pedine sono sul tabellone e nessuno ha vinto, la partita finisce senza vincitori.
       *[enclosed]
            Una fila è **circondata** quando nessuna casella che ha un lato in comune con una delle sue tre pedine è vuota. Allora nessuna delle sue pedine si può ribaltare. Il bordo del tabellone non dà fastidio: contano solo le caselle vuote.

            - Se hai una fila circondata vinci subito, dopo un ribaltamento come dopo che si è messa una pedina, e chiunque abbia fatto quella mossa (regola di casa *row*).
            - Se la partita si vince con un ribaltamento, non si mette più nulla.
            - Una fila che non è circondata per ora non vince nulla.
            - Se un ribaltamento o una pedina messa dà a entrambi una fila circondata prima che tutte e sedici le pedine siano sul tabellone, { $both_rows ->
                [mover] vince chi ha fatto quella mossa
                [opponent] vince chi non ha fatto quella mossa
               *[draw] la partita è un pareggio
            } (regola di casa *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## La fine

            Quando tutte e sedici le pedine sono sul tabellone, la partita è finita. Se solo uno dei due ha una fila, ha vinto: un tabellone pieno circonda ogni fila. Se nessuno dei due ha una fila, o se ce l’hanno entrambi, è un pareggio.
    }

flip-example-aim = { $row ->
    [survives] L’ultima pedina è stata messa in d1. Qualunque cosa si ribalti ora, la fila in a1, b1 e c1 resta: è la vittoria.
   *[enclosed] L’ultima pedina è stata messa in d1. La fila in a1, b1 e c1 non ha più caselle vuote accanto: è la vittoria.
}
flip-example-flip = Il ribaltamento: una pedina dell’avversario passa da b3 su b4 e si gira, così mostra l’altro lato.
flip-example-place = Poi metti una tua pedina, qui in b3, la casella che il ribaltamento ha appena lasciato.
flip-example-sides = Questa non è una fila: b2, c2 e d2 sono dello stesso giocatore, ma non mostrano tutte lo stesso lato.
flip-example-open = Una fila in b2, c2 e d2, ma non è circondata: accanto sono vuote a2, b1, c3, d1 e d3. Per ora non vince nulla.
flip-example-enclosing = Il ribaltamento da d2 su d1 chiude l’ultimo buco accanto alla fila in a1, b1 e c1. Chi ha la fila vince subito, anche se a ribaltare è stato l’avversario.
flip-example-both = La pedina messa in b2 circonda due file in una volta: una in a1, a2 e a3, l’altra in c1, c2 e c3. { $both_rows ->
    [mover] Per la regola di casa vince chi l’ha messa.
    [opponent] Per la regola di casa vince chi non l’ha messa.
   *[draw] La partita è un pareggio.
}
flip-example-breakable = La fila in b2, c2 e d2 per ora non vince nulla: un ribaltamento da d2 su d3 la rompe.
flip-example-survived = L’avversario ribalta da a4 su a3 e lascia com’è la fila in b2, c2 e d2. La fila ha resistito al ribaltamento e vince; non si mette più nulla.
flip-example-two = La pedina messa in a4 fa due file, e lei stessa non si può ribaltare. Un ribaltamento può rompere solo una delle due: si vince subito.

flip-no-flip = Se non si può ribaltare nulla, un turno è solo la pedina messa, per esempio `a@d1`. Se il ribaltamento fa finire la partita, il turno è solo il ribaltamento.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Ribalta le sue, metti le tue, e blocca tre in fila prima che scappino.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## Che cosa serve

    Due giocatori e circa dieci minuti (stima nostra).

    - Un tabellone di quattro per quattro caselle.
    - 16 pedine a due lati, otto a testa. Uno ha le pedine con la X, con un lato blu e uno verde. L’altro ha quelle con la O, con un lato giallo e uno bianco.

    ## Preparazione

    Il tabellone è vuoto e ognuno tiene accanto le proprie otto pedine. Comincia X.

    ## Il tuo turno

    Nel primissimo turno X mette soltanto una pedina, con il lato che vuole in su, su una casella qualsiasi. Da lì in poi ogni turno ha due parti, in quest’ordine.

    { flip-turn }

    ## Come si vince

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
    Le caselle hanno una lettera per la colonna, da `a` a `d` da sinistra, e un numero per la riga, da `1` a `4` dal basso. X ha le pedine `A` (lato blu in su) e `B` (lato verde in su); O ha `a` (lato giallo in su) e `b` (lato bianco in su).

    - `B@b3` mette in b3 una X con il lato verde in su. Potrebbe essere il primo turno.
    - `b3-b4` ribalta la pedina in b3 su b4.
    - `b3-b4 a@d1` è un turno intero di O: ribaltare, poi mettere.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Quale fila vince la partita?
ruling-row-enclosed = Una fila circondata: nessuna casella che ha un lato in comune con una delle sue tre pedine è vuota.
ruling-row-survives = Una che resiste al ribaltamento dell’avversario: hai una fila, e da allora l’avversario ha già ribaltato, o non può farlo.
says-rubik-row-enclosed = una fila circondata
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = una fila che resiste al ribaltamento
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = Il regolamento tedesco è quello di Rubik’s Tac Toe, quello olandese è di XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Chi vince se una mossa dà a entrambi una fila circondata prima che tutte le pedine siano sul tabellone?
ruling-both_rows-draw = Nessuno: la partita è un pareggio.
ruling-both_rows-mover = Chi ha fatto quella mossa.
ruling-both_rows-opponent = Chi non ha fatto quella mossa.
ruling-rubik-both_rows-source = Parla di due file solo quando tutte le pedine sono sul tabellone, e lo chiama pareggio. Tutto questo conta solo dove vincono le file circondate.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = Una fila sta su caselle vicine: lo dice solo il regolamento olandese, quello di XOXO², e noi lo prendiamo per entrambi i giochi. Valgono anche quattro in linea, perché contengono file di tre.
decision-rubik-last-step = Una fila vince solo se non si può disfare, o se nessuno l’ha disfatta. Lo scopo che il regolamento olandese indica all’inizio farebbe vincere subito qualsiasi fila, ma il suo ultimo passo chiede di più, e senza questo, ribaltare conterebbe poco.
decision-rubik-unbroken = Una fila che l’avversario avrebbe potuto rompere, ma non ha rotto, vince dopo il suo ribaltamento, e così pure una che ti ha fatto senza esservi obbligato. Il regolamento olandese parla solo di file che non si possono disfare e di ribaltamenti obbligati; fatto il ribaltamento, l’occasione di disfare la fila è passata.

## Rubik’s Tac Toe: editions

edition-rubik-de = Regolamento tedesco

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = con una fila vincente
decided-rubik-both_rows = con file di entrambi insieme
decided-rubik-full = con tutte le pedine sul tabellone e nessuna fila


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Tre in fila è facile. Ci saranno ancora dopo il ribaltamento dell’avversario?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## Che cosa serve

    Due giocatori e circa dieci minuti (stima nostra).

    - Un tabellone di quattro per quattro caselle.
    - 16 carte a due lati, che qui chiamiamo pedine, otto a testa. Uno ha le stelle, l’altro gli esagoni. Ogni pedina ha un lato verde e uno rosso.

    ## Preparazione

    Il tabellone è vuoto e ognuno tiene accanto le proprie otto pedine. Comincia la stella.

    ## Il tuo turno

    Nel primissimo turno la stella mette soltanto una pedina, con il lato che vuole in su, su una casella qualsiasi. Da lì in poi ogni turno ha due parti, in quest’ordine.

    { flip-turn }

    ## Come si vince

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
    Le caselle hanno una lettera per la colonna, da `a` a `d` da sinistra, e un numero per la riga, da `1` a `4` dal basso. La stella ha le pedine `A` (lato verde in su) e `B` (lato rosso in su); l’esagono ha `a` (lato verde in su) e `b` (lato rosso in su).

    - `B@b3` mette in b3 una stella con il lato rosso in su. Potrebbe essere il primo turno.
    - `b3-b4` ribalta la pedina in b3 su b4.
    - `b3-b4 a@d1` è un turno intero dell’esagono: ribaltare, poi mettere.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = Una fila sta su caselle vicine, come dice il regolamento olandese, e valgono anche quattro in linea, perché contengono file di tre.
decision-xoxo2-last-step = Una fila vince solo se non si può disfare, o se nessuno l’ha disfatta. Lo scopo che il regolamento indica all’inizio farebbe vincere subito qualsiasi fila, ma il suo ultimo passo chiede di più, e senza questo, ribaltare conterebbe poco.
decision-xoxo2-unbroken = Una fila che l’avversario avrebbe potuto rompere, ma non ha rotto, vince dopo il suo ribaltamento, e così pure una che ti ha fatto senza esservi obbligato. Il regolamento parla solo di file che non si possono disfare e di ribaltamenti obbligati; fatto il ribaltamento, l’occasione di disfare la fila è passata.
decision-xoxo2-anywhere = La pedina si può mettere su qualsiasi casella vuota. Una frase del regolamento si potrebbe leggere come «sulla casella appena lasciata»; per noi quella casella è permessa, non è l’unica.
decision-xoxo2-star-starts = Comincia la stella: le figure del regolamento mostrano così.

## XOXO²: editions

edition-xoxo2-nl = Regolamento olandese

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Tre in fila, ancora e ancora: gioca, impila, togli, e attenzione a chi aiuti.

aim-djeco = { $scorer ->
    [maker] Ogni volta che giochi una carta che mette in fila tre carte dello stesso colore, ricevi un gettone.
   *[owner] Ogni volta che tre carte del tuo colore finiscono in fila, ricevi un gettone.
} Vince chi arriva prima ad averne almeno { $target }, e almeno due più dell’altro.
short-aim-djeco = { $scorer ->
    [maker] Tre di un colore in fila: un gettone per te.
   *[owner] Tre del tuo colore in fila: un gettone per te.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## Che cosa serve

    Due giocatori dai sei ai novantanove anni, e circa un quarto d’ora (stima nostra).

    - 18 carte «colore» rosse e 18 blu, ognuna con un numero (regola di casa *numbers*). { $numbers-text }
    - 6 carte ritiro gialle e 2 verdi, senza numero. Tolgono carte dal tavolo: una gialla da una posizione, una verde da un’intera fila.
    - 24 gettoni.

    ## Preparazione

    - Prima di distribuire, ognuno riceve un colore. Qui il posto 1 ha il rosso e il posto 2 il blu.
    - Decidete quanti gettoni servono per vincere: qui { $target } (regola di casa *target*).
    - Mescolate tutte le 44 carte e datene cinque a testa. Le altre, coperte, sono il mazzo.
    - Comincia chi è più giovane. Qui scegliete voi il posto che comincia.
    - Le carte in mano sono segrete. Tutti vedono quante carte hanno ogni mano e il mazzo, gli scarti, le pile e i gettoni.

    ## Il tuo turno

    Gioca una carta, prendi i gettoni, guarda se la partita è finita, poi pesca una carta se il mazzo ne ha. Se puoi giocare, devi farlo, anche se ti resta solo una carta ritiro o una carta dell’altro colore, e anche se aiuta l’avversario. Puoi giocare una carta in uno di questi modi.

    - **Metti una carta rossa o blu su una casella vuota.** { $grid ->
        [fixed] La griglia è formata dalle nove caselle da `b2` a `d4`, e una qualsiasi va bene (regola di casa *grid*). La carta non deve toccarne per forza un’altra.
       *[floating] Tutte le caselle usate dall’ultima volta che il tavolo era vuoto devono stare in una griglia di tre per tre (regola di casa *grid*). Una casella liberata conta ancora come usata. La carta non deve toccarne per forza un’altra. Quando il tavolo torna vuoto, la carta seguente ricomincia dal centro.
    }
    - **Impila una carta rossa o blu** sopra una carta con lo stesso numero, qualunque siano i colori.
    - **Libera una posizione con una carta gialla:** { $yellow ->
        [some] una o più carte dalla cima di una pila, quante vuoi, vanno negli scarti insieme alla carta gialla (regola di casa *yellow*).
       *[stack] l’intera pila che sta lì va negli scarti insieme alla carta gialla (regola di casa *yellow*).
    }
    - **Togli una fila con una carta verde:** tutte e tre le pile di una riga, colonna o diagonale senza buchi vanno negli scarti insieme alla carta verde. I colori non contano.

    Una griglia piena non fa finire la partita. Su un tavolo vuoto non si può giocare nessuna carta gialla o verde.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## I gettoni

    Contano solo le carte in cima. Ogni volta che tre carte dello stesso colore finiscono in una riga, in una colonna o in una diagonale, { $scorer ->
        [maker] **chi ha giocato la carta** prende un gettone, qualunque sia il colore
       *[owner] **chi ha quel colore** prende un gettone, chiunque abbia giocato la carta
    } (regola di casa *scorer*). In un turno al massimo una carta in cima viene sostituita da un’altra, quindi tutte le nuove file di un turno hanno lo stesso colore.

    - Le carte restano. Una fila che c’era già e c’è ancora non fa guadagnare altro. Una fila rotta e poi rifatta vale di nuovo un gettone.
    - Se una carta completa più file, { $lines ->
        [one] valgono insieme un gettone
       *[each] ognuna vale un gettone
    } (regola di casa *lines*).
    - { $yellow ->
        [some] Se una carta gialla ne scopre un’altra e viene alla luce una fila, questa vale un gettone come ogni altra, per l’uno o per l’altro colore.
       *[stack] Togliere carte non fa guadagnare nulla: in quel modo non può venire alla luce nessuna fila.
    }
    - Se restano meno gettoni di quelli guadagnati, si prendono quelli che restano.

    ![helping]

    ![double]

    ## Se non puoi giocare

    - Se non hai carte che si possano giocare, o non hai più carte, ma l’avversario può giocare, tocca all’avversario. Tu non peschi nulla. Questo rivela qualcosa della tua mano, e va bene così.
    - Se nessuno dei due può giocare, ognuno pesca una carta, prima chi ha il turno. Poi si guarda di nuovo, e così via. Gioca chi ha il turno, se può; altrimenti gioca l’altro.
    - Chi gioca una carta pesca come al solito. Non c’è limite alle carte che si hanno in mano.

    ## La fine

    - Chi arriva ad avere almeno { $target ->
        [one] un gettone
       *[other] { $target } gettoni
    } **e** almeno due più dell’altro vince subito, di chiunque sia il turno.
    - Se nessuno dei due può giocare e non ci sono più carte da pescare, la partita finisce: vince chi ha più gettoni, a parità è un pareggio.
    - Se tutti i 24 gettoni sono assegnati, la partita è un pareggio: può succedere solo con dodici a testa, perché con ogni altra divisione qualcuno ha già vinto prima.
    - { $discard ->
        [recycle] Quando il mazzo è vuoto e bisogna pescare, gli scarti si mescolano e formano un nuovo mazzo; se non ce ne sono, non si pesca nulla (regola di casa *discard*). Perché le carte non girino all’infinito, la partita finisce dopo 300 carte giocate: vince chi ha più gettoni, a parità è un pareggio.
       *[out] Gli scarti restano fuori dal gioco, anche quando il mazzo è vuoto (regola di casa *discard*).
    }

example-djeco-aim = Il 4 rosso in d3 mette in fila tre carte rosse: il rosso prende un gettone.
example-djeco-floating = Ci sono due carte. La prossima può andare su ogni casella segnata, purché tutte stiano in una griglia di tre per tre.
example-djeco-fixed = La griglia è fissa dall’inizio: la prossima carta può andare su una qualsiasi delle sue caselle vuote.
example-djeco-stack = Il 5 blu può andare sopra il 5 rosso, perché il numero è lo stesso. D’ora in poi c3 conta come blu.
example-djeco-yellow-stack = Una carta gialla libera c3: entrambe le carte che stavano lì vanno negli scarti.
example-djeco-yellow-some = Una carta gialla toglie una carta dalla pila in c3: il 5 rosso che sta sotto conta di nuovo.
example-djeco-green = Una carta verde toglie la fila da b2 a d4, qualunque siano i colori.
example-djeco-helping = { $scorer ->
    [maker] Al rosso resta solo una carta blu, che può andare solo in d3. Fa una fila blu in b3, c3 e d3, e il gettone va al rosso, che l’ha giocata.
   *[owner] Al rosso resta solo una carta blu, che può andare solo in d3. Fa una fila blu in b3, c3 e d3, e il blu prende un gettone.
}
example-djeco-double = { $lines ->
    [one] Il 3 rosso in d3 completa due file, in orizzontale e in verticale. Insieme valgono un gettone.
   *[each] Il 3 rosso in d3 completa due file, in orizzontale e in verticale: due gettoni.
}

typing-djeco =
    Le caselle hanno una lettera per la colonna, da sinistra, e un numero per la riga, dal basso. { $grid ->
        [fixed] La griglia va da `b2` a `d4`, e la prima carta può andare su una qualsiasi delle sue caselle.
       *[floating] La prima carta va in `c3`, al centro delle caselle da `a1` a `e5`.
    }

    - `r7@c3` gioca il 7 rosso in c3; `b7@c3` poi ci impila sopra il 7 blu.
    - { $yellow ->
        [some] `y2@b3` toglie le due carte in cima alla pila in b3 con una carta gialla.
       *[stack] `y@b3` libera b3 con una carta gialla.
    }
    - `g@b2-d4` toglie la fila da b2 a d4 con una carta verde.
    - `pass` dice che non puoi giocare nessuna carta. In quel caso è la tua sola mossa, e altrimenti non è mai permessa.


## Djeco Tic Tac Toe: house rules

ruling-target = Quanti gettoni servono per vincere?
# $n is a number from 1 to 12.
ruling-target-n = Gettoni per vincere: almeno { $n }, con almeno due di vantaggio.

ruling-numbers = Quali numeri ci sono sulle 18 carte di un colore?
ruling-numbers-1-9x2 = Ogni numero da 1 a 9 due volte, uguale per entrambi i colori.
ruling-numbers-1-6x3 = Ogni numero da 1 a 6 tre volte, uguale per entrambi i colori: pile più alte.
ruling-numbers-custom = Un tuo elenco di 18 numeri, uguale per entrambi i colori.

ruling-yellow = Che cosa toglie una carta gialla?
ruling-yellow-stack = L’intera pila su una casella.
ruling-yellow-some = Una o più carte dalla cima di una pila, quante ne vuoi.
says-djeco-yellow-stack = l’intera pila
says-djeco-yellow-some = una o più carte

ruling-scorer = Chi riceve il gettone per una fila?
ruling-scorer-owner = Chi ha il suo colore, chiunque abbia giocato la carta.
ruling-scorer-maker = Chi ha giocato la carta che l’ha fatta, qualunque sia il colore.
says-djeco-scorer-owner = lo scopo sono file del proprio colore
ruling-djeco-scorer-source = Quello portoghese e quello danese parlano di file dello stesso colore. E una nota in tutti e cinque dà il gettone a chi fa una fila, ma dice anche che giocare il colore dell’altro aiuta l’altro.

ruling-lines = E se una carta completa più file dello stesso colore?
ruling-lines-each = Ognuna di queste file vale un gettone.
ruling-lines-one = Insieme valgono un gettone.
says-djeco-lines-each = un gettone ogni volta che si fa una fila

ruling-discard = E se il mazzo è vuoto quando bisogna pescare?
ruling-discard-out = Gli scarti restano fuori dal gioco, e non si pesca nulla.
ruling-discard-recycle = Gli scarti, se ce ne sono, si mescolano e formano un nuovo mazzo; la partita finisce al più tardi dopo 300 carte.
says-djeco-discard-out = gli scarti sono fuori dal gioco

ruling-grid = La griglia di tre per tre è fissa dall’inizio?
ruling-grid-floating = No: prende forma intorno alle carte, e la prima carta va in c3.
ruling-grid-fixed = Sì: sono le caselle da b2 a d4, e la prima carta va su una qualsiasi di esse.
ruling-djeco-grid-source = Tutti e cinque parlano di una griglia immaginaria.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Va bene qualsiasi carta che si possa giocare, e una gialla o una verde va giocata se non c’è altro. Una nota in tutti e cinque i regolamenti suona come se ogni turno richiedesse una carta rossa o blu, ma i loro stessi elenchi di mosse dicono altro.
decision-djeco-owner-by-default = Se non scegliete altro, in ogni edizione il gettone va a chi ha quel colore. I regolamenti si possono leggere in due modi, ma tutti dicono che giocare il colore dell’altro aiuta l’altro, e solo così è vero.
decision-djeco-four-directions = Le file per i gettoni vanno in orizzontale, in verticale e lungo le due diagonali. I regolamenti lo dicono solo per la carta verde, e quello russo lì nomina solo le righe; un solo tipo di fila per tutto è più facile da vedere.
decision-djeco-pass-draws-nothing = Se solo uno dei due è bloccato, passa e non pesca nulla. I regolamenti parlano solo di una partita bloccata per entrambi; una carta per ogni volta che si passa sarebbe un regalo.
decision-djeco-cleared-binds = Una casella liberata fa ancora parte della griglia di tre per tre finché il tavolo non è vuoto. I regolamenti parlano di una sola griglia immaginaria, e non sarebbe una sola se si spostasse.
decision-djeco-our-ends = La partita finisce anche quando nessuno dei due può giocare e il mazzo è vuoto, e quando si prende l’ultimo gettone. I regolamenti nominano solo il numero di gettoni deciso prima, ma ogni partita deve finire.
decision-djeco-light-scores = Dove una carta gialla può togliere alcune carte di una pila, una fila di carte in cima che viene alla luce vale un gettone, per l’uno o per l’altro colore. Tre carte dello stesso colore sono finite in fila, ed è questo che conta.
decision-djeco-one-a-turn = Si pesca una carta per turno, una carta verde richiede tutte e tre le posizioni occupate, e una gialla toglie da una sola posizione. Le parole meno precise del regolamento svedese, e di quello russo sulla carta verde, le prendiamo per sviste.
decision-djeco-turns-are-cards = I 300 turni dopo cui finisce una partita in cui gli scarti tornano in gioco sono carte giocate; le volte in cui si passa non contano, perché sul tavolo non succede nulla. Chi non può giocare lo dice passando, così nessuno deve indovinare perché il turno va avanti.

## Djeco Tic Tac Toe: editions

edition-djeco-it = Regolamento italiano
edition-djeco-pt = Regolamento portoghese
edition-djeco-sv = Regolamento svedese (una carta gialla toglie una o più carte da una pila)
edition-djeco-da = Regolamento danese (una carta gialla toglie una o più carte da una pila)
edition-djeco-ru = Regolamento russo (una carta gialla toglie una o più carte da una pila)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = con abbastanza gettoni vinti
decided-djeco-tokens = con tutti i gettoni assegnati
decided-djeco-turns = dopo 300 carte
decided-djeco-blocked = con nessuno che può giocare

## A live table

open-seat = un posto libero
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = principiante
level-easy = facile
level-casual = rilassato
level-medium = medio
level-skilled = abile
level-advanced = esperto
level-strong = forte
level-greedy = ingordo
level-random = a caso
level-perfect = perfetto
level-mcts = ricerca
waiting-for-people = { $count ->
    [one] Manca ancora una persona.
   *[other] Mancano ancora { $count } persone.
}
told-sat = { $you ->
    [yes] Ti siedi al tavolo.
   *[no] { $who } si siede al tavolo.
}
told-undo-asked = { $you ->
    [yes] Vorresti annullare la tua ultima mossa.
   *[no] { $who } vorrebbe annullare la propria ultima mossa.
}
told-undo-granted = { $you ->
    [yes] Per te va bene.
   *[no] Per { $who } va bene.
}
told-undo-refused = { $you ->
    [yes] Preferisci andare avanti.
   *[no] { $who } preferisce andare avanti.
}
told-undone = Mossa annullata. D’ora in poi questa partita è una prova.
told-resigned = { $you ->
    [yes] Abbandoni la partita.
   *[no] { $who } abbandona la partita.
}
told-left = { $you ->
    [yes] Lasci il tavolo.
   *[no] { $who } lascia il tavolo.
}
told-back = { $you ->
    [yes] Torni al tavolo.
   *[no] { $who } torna al tavolo.
}
told-again = { $you ->
    [yes] Vorresti un’altra partita.
   *[no] { $who } vorrebbe un’altra partita.
}
told-sits-in = { $you ->
    [yes] { $bot } gioca per te finché non torni.
   *[no] { $bot } gioca al posto di { $who } fino al suo ritorno.
}
told-bot-came = { $bot } prende il posto libero.
reaction-hello = { $you ->
    [yes] Saluti tutti.
   *[no] { $who } saluta tutti.
}
reaction-thanks = { $you ->
    [yes] Dici grazie.
   *[no] { $who } dice grazie.
}
reaction-well-played = { $you ->
    [yes] Dici: ben giocata!
   *[no] { $who } dice: ben giocata!
}
reaction-clap = { $you ->
    [yes] Fai un applauso.
   *[no] { $who } fa un applauso.
}
reaction-laugh = { $you ->
    [yes] Ridi.
   *[no] { $who } ride.
}
reaction-wow = { $you ->
    [yes] Resti a bocca aperta.
   *[no] { $who } resta a bocca aperta.
}
reaction-oops = { $you ->
    [yes] Dici: ops!
   *[no] { $who } dice: ops!
}
reaction-thinking = { $you ->
    [yes] Ci pensi su.
   *[no] { $who } ci pensa su.
}
error-stale = Nel frattempo è successo qualcosa: guarda di nuovo.
error-too-many-side-commands = Per una partita bastano così i cambi, le mosse annullate e i saluti ({ $most }): ora si gioca.
error-undo-away = { $name } non è al tavolo e non può dare il consenso, quindi non si annulla nulla.
error-rounds-full = A questo tavolo si sono già giocate { $most } partite: aprine uno nuovo.
error-only-watching = Stai guardando: può farlo solo chi gioca.
error-not-begun = La partita non è ancora cominciata.
error-game-over = La partita è finita.
error-not-over = La partita non è ancora finita.
error-bot-plays-here = Qui gioca un bot.
error-no-such-card = Non hai in mano la carta «{ $card }».
error-has-left = Hai già lasciato il tavolo.
error-sit-first = Prima siediti.
error-is-here = Sei già al tavolo.
error-chair-taken = Questo posto è occupato.
error-name-taken = Al tavolo qualcuno si chiama già { $name }.
error-no-such-seat = Non c’è nessun posto { $seat }.
error-only-host = Può farlo solo chi ha aperto il tavolo.
error-still-here = { $name } è ancora al tavolo.
error-undo-nothing = Non hai mosse da annullare.
error-undo-told = Non si può annullare: da allora qualcuno ha visto una nuova carta o una nuova tessera.
error-undo-not-asked = Nessuno ti ha chiesto il permesso di annullare una mossa.
error-undo-waits = Un’altra richiesta di annullare una mossa aspetta una risposta.
error-asked-already = Hai già chiesto un’altra partita; si sta chiedendo anche agli altri.
error-no-such-round = Non c’è nessuna partita { $round }; l’ultima è la { $most }.
error-no-person = Almeno un posto deve essere per una persona.
error-no-table = Questo tavolo non esiste, o il link è sbagliato.
error-not-saved = Non si è potuto salvare, quindi non vale. Riprova.
error-too-fast = Troppo in fretta: aspetta un momento.
error-unreadable-message = Questo messaggio non si può leggere.
error-too-many-messages = Sono arrivati troppi messaggi insieme, quindi la connessione è stata chiusa. Ricarica la pagina.
error-too-unreadable = Troppi messaggi non si potevano leggere, quindi la connessione è stata chiusa. Ricarica la pagina.
error-server-stops = Il server si sta fermando. È tutto salvato.
error-table-deleted = Questo tavolo è stato eliminato.
error-seat-renewed = Questo posto ha una nuova chiave, quindi in questa finestra è chiuso. I vecchi link non funzionano più.
error-code-used = Qualcuno ha già preso questo posto. Se doveva essere tuo, chiedi un nuovo codice sullo schermo grande.
error-only-screen = Solo uno schermo che ha aperto il tavolo e non ha un posto può mostrare i codici dei posti.
error-store-down = Il server ora non riesce a raggiungere i suoi tavoli. Riprova fra un minuto.
error-only-here = Si può fare solo sul computer su cui gira il server.
error-no-network = Non si è trovato un indirizzo con cui altri dispositivi possano raggiungere questo computer.
error-table-unreadable = Questo tavolo non si può leggere. Chi gestisce il server trova di più nel registro.
error-game-failed = Il gioco stesso ha smesso di funzionare, quindi qui non può continuare. Chi gestisce il server trova di più nel registro.
error-too-many-tabs = Questo posto è aperto in troppe finestre: prima chiudine una.
error-too-many-watching = A questo tavolo non c’è più posto per chi vuole guardare. Riprova più tardi.
error-no-hint = Ora non c’è un consiglio.
error-hint-asked = Il consiglio che hai chiesto sta arrivando.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] Giochi { $move }.
   *[no] { $who } gioca { $move }.
}
chance-any = Caso
ask-any = la tua mossa
help-any = Scrivi una mossa come sta nell’elenco, o il suo numero.
position-any = Posizione: { $position }
player-any = Giocatore { $seat }
picture-ask-any = { $you ->
    [yes] Tocca a te.
   *[no] Tocca a { $who }.
}
picture-then-any = Ora scegli dove.
error-any = Non è possibile ({ $code }).
reason-any-win = { $winner ->
    [Tu] Hai
   *[other] { $winner } ha
} vinto ({ $reason }).
reason-any-shared = Vittoria condivisa: { $winner } ({ $reason }).
reason-any-draw = Pareggio ({ $reason }).
error-guest-game-failed = Il gioco { $name } del pacchetto { $package } non si può caricare: { $reason }
error-guest-game-unfit = Il gioco { $name } del pacchetto { $package } non si può usare: { $reason }
error-guest-game-broke = Il gioco { $name } del pacchetto { $package } ha smesso di funzionare: { $reason }
error-no-sampling = { $game } nasconde carte e non offre un modo di indovinarle, quindi nessun bot può guardare avanti: ci giocano random, greedy, beginner ed easy.
error-windows-need-orders = { $game } fa domande a più giocatori insieme senza ordini dati in anticipo; a un tavolo nel browser il tempo di una risposta rivelerebbe qualcosa, quindi ci si gioca solo nel terminale.

### Same as in English: page-theme-auto, page-new-levels, page-new-bot, page-menu, page-react-wow, page-explore-link, bots-name, arena-bot, arena-elo, game-djeco, bot-named, bot-numbered
