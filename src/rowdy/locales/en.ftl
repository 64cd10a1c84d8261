### English. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = en

## The command and its help

help-rowdy = Four unruly games of three in a row, in your terminal: XOXO, Rubik’s Tac Toe, XOXO² and Djeco Tic Tac Toe.
help-rowdy-end = Start with "rowdy play", or read "rowdy rules GAME" first. "rowdy COMMAND --help" explains a command.
try-help = "{ $command } --help" explains.
args-usage = usage:
args-positional = arguments
args-options = options
args-help = show this help and exit
args-version = show the version and exit
args-missing = missing: { $names }
args-unknown = nothing here is called { $names }
args-without-value = { $name } needs a value
args-no-choice = { $name } cannot be { $value }; possible: { $choices }
args-no-number = { $name } must be a number, not { $value }
args-with-value = { $name } takes no value
help-play-short = play a game
help-play =
    Play a game here: alone against bots, or several people at one screen. Without GAME you are asked which.

    Examples:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Type a move by its number or in notation; ? explains. The game is saved after every move.
help-saves-short = list your saved games
help-saves =
    List the games saved here that still go on: who plays, whose turn it is, when it was played last, and where it lies.

      rowdy saves
      rowdy play --resume 2
help-learn-short = learn a game step by step
help-learn =
    Learn a game in a few steps on a real board, each with one thing to do, and in
    the end against the easiest bot. The lesson goes on where it was left.

    Examples:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = begin with this step instead of the one that comes next
help-rules-short = show the rules of a game
help-rules =
    Show the rules of a game, the house rules you can choose, and what Rowdy does
    where the rulebooks are silent or unclear. The rules are those of the edition
    and the house rules that you name.

    Examples:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = list the bots
help-bots =
    List the bots with the games they play and their settings.

    Name a bot alone, or with settings after a colon, separated by + or a comma (in
    --seats only by +, since commas separate the seats). sims is the number of
    simulations per move, seconds the time it may take; to decide whether to show
    cards it gets a tenth of that. With sims alone it always decides the same way.

    Examples:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Bots of your own can join in: see "Your own bot" in docs/bots.md.
help-engines-short = add bots that are programs in any language
help-engines =
    Engines are bots written in any language: programs that speak the engine protocol, a line a message. Without
    arguments, list those that have been added here. One that is added is a bot like others: for rowdy play, rowdy arena
    and the tables of rowdy serve. It runs with your rights, so add only what you trust.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = compile the bots’ code before you play
help-prepare =
    Compile the code that the bots search with, so that nobody has to wait for it
    during a game. This takes about a minute, once on each machine and again after
    an update. What has been compiled already is left alone.
help-completion-short = complete commands by Tab in bash, zsh or fish
help-completion =
    Print what makes Tab complete the commands of rowdy, their options, games, editions, house rules and bots.
    In a shell that has started:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    To have it always, put that line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.
help-completion-shell = the shell: { $shells }
help-man-short = print the manual page
help-man =
    Print the manual page, in the language chosen.

      rowdy man | man -l -
man-commands = Commands
help-games-short = list the games
help-games = List the games with their number of players, playing time and editions.
help-replay-short = step through a recorded game
help-replay =
    Step through a recorded game: Enter for the next step, b for the one before, a number to jump, q to stop.
    A finished game is shown with all cards open; a game in progress is shown as its only person sees it, or else as a
    spectator does.
help-picture-short = draw a position of a recorded game
help-picture =
    Draw a recorded game as the page does: its last position, or another one, as SVG. What is seen is what
    rowdy replay shows.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = judge the moves of a recorded game
help-review =
    Go through a recorded game and mark every move: best, good, inaccuracy, mistake
    or blunder, with the better one and a summary for each player.

    In rubik and xoxo2 turns are compared with perfect play: a good one wins later
    or loses sooner than necessary, a mistake turns a win into a draw or a draw into
    a loss, a blunder a win into a loss. In xoxo and djeco a search judges, from
    what the player could know at the time: a good move lowers the chances of
    winning by less than 3 %, an inaccuracy by less than 8 %, a mistake by less than
    20 %, a blunder by more.

    Examples:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    In a game in progress only the moves of its only person are judged, or those of
    --seat. The same record and options always give the same review. In the JSON,
    before and after are the chances, from 0 to 1, with the best move and with the
    one that was made.
help-review-seat = judge only this seat’s moves
help-sims = the number of simulations per move (default: { $count })
help-search-seed = a number that fixes the random choices of the search (default: 0)
help-review-json = print the review as JSON instead
help-verify-short = check that a recorded game was dealt fairly
help-verify =
    Check the record of a finished game: that it is legal, that its seed is the one
    that was sealed, and that every card and tile came from the seed and the nonces.

    A live table draws a secret seed and shows its commitment, the SHA-256 of a
    salt and the seed. Then each seat adds a nonce, a random number from its own
    device, and all chance comes from the seed and the nonces together. At the end
    the seed is shown, so that anyone can work it out again.

    What this proves, if seats gave nonces: nobody could choose the cards. Whoever
    runs the table knows the seed, but fixed it before the nonces were given; the
    others did not know it. What it does not prove: that nobody looked. Whoever
    knows the seed can know all the cards. And if you gave your nonce before others
    did, you must trust that the last one to give theirs did not know the seed:
    someone who did could try out nonces until they liked the cards.

    Only chance is sealed. The names in a record, the moves and the mark “Practice”,
    which says that something was taken back, could be changed by anyone who has the
    file: --server compares them with the table’s own record.

    A whole record can be made up, too. So compare its commitment with the one that
    the table showed before you gave your nonce, and your nonce with --nonce.

    Examples:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    The exit code is 0 if everything holds, 1 if something does not or could not be
    checked, and 2 if a record cannot be read.
help-verify-nonce = the nonce that this seat’s own device gave, to compare; may be given more than once
help-verify-server = a link to the table, such as the one for spectators: compare the record with the server’s
help-verify-json = print the findings as JSON, a line for each record
help-perft-short = count how a game can go on
help-perft =
    Count the ways a game can go on, to compare two programs that play it. Actions are single moves, chance outcomes and
    answers to reveal windows. A turn is all moves of one seat in a row with what chance and the windows add. Finished
    games have no continuation.

    Examples:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = solve a game: perfect play for every position
help-solve =
    Work out what best play leads to in every position of a game, and keep the
    result. Perfect play and "rowdy explore" then look things up in it; without it
    they work too, only more slowly.

    A layer is all positions with the same number of stones; solving works back from
    sixteen stones to none. It takes seconds to minutes, about 1 GB of memory and
    1.1 GB on disk. If you stop it, the same command carries on: finished layers are
    kept. At the end it shows how many positions are won, drawn and lost, and what
    the game and every first move are worth.

    Examples:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = solve the game once for each set of rulings that matters
ray-solved = { $game }: solved by code { $code }
help-workers = how many threads work side by side (default: one per core)
help-out = the folder for the files (default: where Rowdy looks for them)
help-arena-short = compare bots over many games
help-arena =
    Let bots play many games against each other, and see who is better and by how
    much.

    A round is one random seed, played with the bots on every seat in turn, so that
    luck cancels out. With as many BOTs as seats they play together; with more,
    every selection of them does; with fewer, the first sits alone among the others,
    who fill the remaining seats. Elo ratings are relative to the last BOT.

    Each finished game goes into a log at once. If you stop the arena, the same
    command carries on, also with more --games. With --until it stops as soon as all
    shares are known well enough by their 95 % intervals, checked after every round
    from the 20th on. So many checks make the intervals a little too narrow.

    Examples:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    On several machines: a match is bots by seat, game and seed, as a line of JSON,
    and results can be added to a log in any order.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = a bot, such as greedy
help-arena-games = play at most this many games, in whole rounds (default: { $number })
help-arena-until = stop when every share is known to ± this much, such as 4%
help-arena-seed = a word or number that all chance comes from (default: 1)
help-ray = let the Ray cluster at this address do it, such as 127.0.0.1:6379; every node needs this very code
ray-refused = The node { $node } is not used: it has other code ({ $reason }).
help-arena-workers = how many processes play side by side (default: one per core); with more than there are cores, bots that think by the clock get weaker
help-arena-log = the log (default: one for each contest, in Rowdy’s folder)
help-arena-fresh = start over; the old log is kept under another name
help-arena-json = print all figures as JSON; progress goes to standard error
help-arena-plot = draw the result in this file, .svg or .png; may be given more than once
help-list-matches = print the matches that are still to be played, one per line
help-play-matches = play the matches in this file (- for standard input) and print a line for each result
help-study-short = what each house rule of a game changes
help-study =
    See what each house rule of a game changes: how long games take, how often they
    are drawn, how much going first is worth, what decides, and what perfect play
    leads to where that is known.

    Without --rulings it shows what ships with Rowdy. With it, that is measured
    anew: bots of one level play many games with every option, all else being as in
    the edition. ± is the 95 % interval. A difference is mentioned only if it is larger
    than chance explains, all comparisons of the study taken together.

    Each finished game goes into a log at once. If you stop the study, the same
    command carries on, also with more --games.

    Examples:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = measure every option of every house rule anew
help-study-seats = how many play (default: every number that the game allows, one after the other)
help-study-bot = the bot that has all seats (default: { $name })
help-study-games = how many games to play with each option (default: { $number })
help-study-fresh = start over; the old logs are kept under other names
help-study-out = write the study to this file, as JSON
help-study-json = print the study as JSON; progress goes to standard error
help-explore-short = see what best play leads to
help-explore =
    Walk through the positions of a game and see what best play leads to: who wins
    and in how many turns, every turn, best first, and the main line.

    Examples:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Type a number or a move to go on, b to go back; ? explains. In the JSON, value
    and distance are for the player to move: win, draw or loss, and how many turns
    until the game ends (null for a draw still to come, 0 for a finished game); the
    same goes for each turn.
help-explore-position = the position to start from, in notation (default: the start of the game)
help-json = print the value, all turns and the main line as JSON instead
help-game = one of { $games }
help-edition = the rulebook to play by (rowdy games lists them; the first is the default)
help-play-edition = the rulebook to play by (rowdy games lists them; default: the one in your language, otherwise the first)
help-ruling = choose a house rule, such as both_rows=mover; may be given more than once (rowdy rules GAME lists them)
help-deck = a file with a deck of your own: 48 tiles for xoxo (rcj btw …), 18 numbers for djeco; # starts a comment
help-seats = who sits where: you, you=NAME, a bot such as easy, medium or strong (rowdy bots lists them), or partner, a bot as strong as you are; the first has seat 1 (default: you,medium). A bot’s settings follow its name, separated by +: strong:sims=5000+seconds=2
help-starter = the seat that starts, in xoxo and djeco (default: 1)
help-seed = a word or number that fixes chance, so that the same game can be dealt again (default: a secret one)
help-play-position = the position to start from, in notation (default: the start of the game); such a game counts as practice
help-resume = continue a saved game: a file, or its number in "rowdy saves"; without WHICH, the one played last
help-saves-all = list games that are over, too
help-save = save the record in this new file instead of among your saved games
help-plain = plain lines without boxes and colours, for screen readers; always used when the output is not a terminal
help-lang = the language, such as de (default: that of ROWDY_LANG, LANGUAGE or the locale)
help-replay-file = the record of a game (default: your saved game that was played last)
help-picture-at = the step to draw, as rowdy replay counts them; 0 is the deal (default: the last one)
help-picture-gif = all steps up to there as an animated GIF
help-engines-do = what to do: add or remove
help-engines-name = the name under which the engine sits down
help-engines-command = the program and its arguments; put -- before them if one begins with a dash
help-eyes = whose view to show: a seat’s number, all, or spectator
help-depth = how deep to count
help-seat-count = the number of seats
help-position = the position to count from, in notation (default: the start of the game)
help-perft-seed = the seed that decides chance, in games that have any (default: 1)
help-every-chance = count every outcome of chance instead; best with --position, as there are very many from the start

## The server

help-serve-short = let people play in their browsers
help-serve =
    Run tables for people and bots, to be reached with a browser: on this machine,
    and with --lan from anywhere in the same network. Anyone who has the link to a
    seat can sit there, so give it only to the person it is meant for.

    Every move is on disk before anybody sees it. Ctrl-C stops the server; the games
    continue when it is started again.

    Examples:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Behind a proxy that handles https, name the host with --host-name; the proxy
    must pass on Host, X-Forwarded-For and X-Forwarded-Proto. If it is on another
    machine, name its address with --proxy.
help-serve-port = the port to listen on; if it is taken, the next free one (default: { $number })
help-serve-lan = let others in the same network join, and show the address and a QR code
help-serve-host-name = a name by which others reach this server, such as that of a proxy; may be given more than once
help-serve-db = where tables are kept: a file, or the URL of a database (default: a file in Rowdy’s folder)
help-serve-workers = how many processes think for bots (default: one less than there are cores)
help-serve-grace = how many seconds somebody may be away before the others can let a bot stand in (default: { $number })
help-serve-keep = how many days a table is kept after its last move (default: { $number })
help-serve-proxy = the address or network of a proxy whose word on other addresses is taken (default, with --host-name: this machine); may be given more than once
help-serve-root-path = the folder below which a proxy shows this server, such as /rowdy
help-serve-metrics = serve metrics for Prometheus at this port of this machine, or at ADDRESS:PORT
help-serve-log = how the log is written: text or json (default: text)
help-serve-log-requests = write a line to the log for every request
help-serve-log-addresses = write the addresses of visitors to the log as well
help-serve-open = open a browser (default: where there is a screen)
serve-port-taken = Port { $port } is taken, so { $other } is used instead.
serve-here = On this machine: { $address }
serve-network = In your network: { $address }
serve-no-network = This machine has no address in a network, so nobody else can join.
serve-end = Press Ctrl-C to stop the server.
serve-ending = Saving and saying goodbye …
serve-ended = All tables are kept: start the server again, and they continue.

## Copying tables

help-copy-short = copy tables from one database to another
help-copy =
    Copy all tables of a server, with their seats’ keys, from one database to another:
    from a file to PostgreSQL, or back. Each table is checked after it has arrived.

    If it is stopped, start it again: it goes on where it was. Tables that have gone on
    since the last time get what is new; tables that have gone another way in the
    other database are left alone. Stop the server before the last copy, so that
    nothing is missing.

    Examples:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = the database to copy from: a file, or a URL
help-copy-to = the database to copy to; it is made if it is not there
copy-progress = { $done } of { $total } tables …
copy-done =
    { $tables ->
        [one] One table
       *[other] { $tables } tables
    } with { $entries ->
        [one] one entry
       *[other] { $entries } entries
    } in { $place }, checked. Copied now: { $copied }.
copy-differs = Table { $table } is left alone: in { $place } it has gone another way.
error-copy-failed = Table { $table } did not arrive as it was sent. Nothing was changed where it came from; try again.
error-store-missing = There are no tables in { $place }.
error-store-older = { $place } was made by an older Rowdy: it has version { $found }, and this one needs { $known }. Start “rowdy serve” with it once, which brings it up to date.

## Choosing a game

ask-which = Which game?
ask-which-prompt = Number or name (1 to { $count }):
ask-which-again = Please type a number from 1 to { $count }, the name in brackets, or q to leave.

## At the table

greeting = Played by the { $edition }; house rules changed: { $rulings }. Seats: { $seats }.
greeting-position = The game starts from a position that was set up, so the record says “practice”.
greeting-help = Type ? for help.
log-empty = Nothing has happened yet.
none = none
list-comma = { $first }, { $last }
list-and = { $first } and { $last }
name-you = You
name-player = Player
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = flip an opposing stone (a number, or a move like { $example }; ? for help)
ask-place = place a stone (a number, or a move like { $example }; ? for help)
ask-xoxo = lay one of the two tiles (a number, or a move like { $example }; ? for help)
ask-djeco = play a card (a number, or a move like { $example }; ? for help)
ask-djeco-pass = you cannot play any card: type { $example } (? for help)
legal-moves = { $count ->
    [one] One move is possible:
   *[other] { $count } moves are possible:
}
moves-folded = { $count ->
    [one] One move is possible: “moves” shows it.
   *[other] { $count } moves are possible: “moves” lists them.
}
back-to-board = Press Enter to go back to the board.
go-on-reading = Press Enter to read on.
pass-to = Pass to { $name }. { $name }, press Enter when nobody else is looking.
wiped = (Here the screen is wiped.)
since-your-turn = What happened:
undone = Taken back. From now on the record says “practice”.
saved = Saved in { $path }
left = Saved. Continue with: rowdy play --resume "{ $path }"
left-unsaved = The game could not be saved.
cannot-save = The game cannot be saved: { $reason }. You can play on unsaved, or try: save FILE
saved-elsewhere = The usual folder cannot be written to: { $reason }. The game is saved in { $path }
save-open-elsewhere =
    This game is open in another window, which keeps { $other }
    Yours goes on from here in { $path }
save-two-windows =
    This game was played on in another window, which keeps { $other }
    Yours goes on from here in { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  This file cannot be read.
saves-turn = { $you ->
    [yes] it is your turn
   *[no] it is { $name }’s turn
}
saves-window = the players are being asked
saves-none = There is no unfinished game in { $path }.
saves-more = { $count ->
    [one] One game is over: rowdy saves --all lists it, too.
   *[other] { $count } games are over: rowdy saves --all lists them, too.
}
saves-next = Continue one by its number: rowdy play --resume 1
cannot-read = Cannot read { $path }: { $reason }.
record-at =
    Watch it again: rowdy replay "{ $path }"
    See how good the moves were: rowdy review "{ $path }"
ask-end = Press Enter to leave, or type log to read the turns, or undo to take back your last move.
resume-new-seed = The sealed seed of this game is not on this machine, so chance continues from a new one.

help-flip =
    First flip an opposing stone to an empty square beside it: b3-b4.
    Then place one of your own: A@d1 or B@d1 for the first player, a@d1 or b@d1 for the second; the letter is the side that faces up.
    Both at once: b3-b4 a@d1.
help-xoxo =
    own@c3 lays the top tile of your personal pile on c3, draw@c3 the top tile of the draw pile.
    A tile is written as colour, shape and face, by first letters: rss is a red square with a surprised face.
    Your cards are shown automatically as soon as their line is complete. "hold red" keeps a card back, "show red" lets it be shown again from the next tile on; "hold all" and "show all" work too.
help-djeco =
    r7@c3 plays a red 7 on c3.
    { $yellow ->
        [some] y2@b3 takes the top two cards off the stack on b3 with a yellow card.
       *[stack] y@b3 clears a stack with a yellow card.
    }
    g@b2-d2 clears a line with a green card. Type pass if you cannot play anything.
help-marks = On the board, ▸ ◂ mark the last move and + marks where you can play. At the end [ ] marks the line that decided.
help-marks-plain = For each square you hear what is on it, whether the last move was there, and whether you can play there. At the end you also hear which squares decided.
help-commands =
    A number picks a move from the list.
    You can also type: moves (the list), hint (what a strong player would do), rules (how to play), board, log (the turns so far; log all: with every card and tile), undo (alone against bots), save [FILE], quit (saves; continue later). Ctrl-C loses nothing either.
more-rules = All rules: rowdy rules { $game }. A lesson: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = help
typed-rules = rules
typed-moves = moves
typed-hint = hint
typed-board = board
typed-log = log
typed-undo = undo
typed-save = save
typed-quit = quit
typed-hold = hold
typed-show = show
typed-all = all
typed-skip = skip
typed-back = back
typed-end = end
typed-forward = forward
typed-start = start
typed-turns = turns
typed-solution = solution
typed-again = again
help-typed-as = { $typed } ({ $command })
help-typed = Or in English: { $commands }.

cell-empty = empty
cell-last = last move
cell-won = winning line
cell-target = possible

## What happened

event-flip = { $you ->
    [yes] You flip
   *[no] { $who } flips
} the stone from { $source } to { $target }.
event-place = { $you ->
    [yes] You place
   *[no] { $who } places
} { $stone } on { $square }.
event-turn = { $you ->
    [yes] You flip the stone from { $source } to { $target } and place
   *[no] { $who } flips the stone from { $source } to { $target } and places
} { $stone } on { $square }.
event-lay = { $you ->
    [yes] You lay
   *[no] { $who } lays
} { $tile } on { $square }, from { $source ->
    [own] { $you ->
        [yes] your
       *[no] their
    } own pile
   *[draw] the draw pile
}.
event-reveal = { $you ->
    [yes] You show
   *[no] { $who } shows
}: { $cards }!
event-top = { $you ->
    [yes] Your pile
   *[no] { $who }’s pile
} now shows { $tile }.
event-draw-top = The draw pile now shows { $tile }.
event-deal = { $you ->
    [yes] You get
   *[no] { $who } gets
} an objective card: { $card }.
event-play = { $you ->
    [yes] You play
   *[no] { $who } plays
} { $card } on { $square }.
event-yellow = { $you ->
    [yes] You clear
   *[no] { $who } clears
} { $count ->
    [0] the stack on { $square }
    [one] the top card on { $square }
   *[other] the top { $count } cards on { $square }
} with a yellow card.
event-green = { $you ->
    [yes] You clear
   *[no] { $who } clears
} the line from { $first } to { $last } with a green card.
event-pass = { $you ->
    [yes] You cannot play, so you pass.
   *[no] { $who } cannot play and passes.
}
event-draw = { $you ->
    [yes] You draw
   *[no] { $who } draws
} { $card }.
event-deck-empty = No card is left to draw. When nobody can play any more, more tokens win.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] That earns
   *[no] { $you ->
        [yes] You earn
       *[no] { $who } earns
    }
} { $count ->
    [one] a token
   *[other] { $count } tokens
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as "blue Xs".
# $count is the number of rows.
row-of-stones = { $count ->
    [one] three { $stones }
   *[other] each three { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, and no empty square beside them.
key-row-survived = { $line }: { row-of-stones }. They survived the flip.
key-row-made = { $line }: { row-of-stones }. The flip itself brought them together.
key-row-unflippable = { $line }: { row-of-stones }, and there is nothing that could be flipped.
key-row-unbreakable = { $line }: { row-of-stones }. Whatever is flipped, a row of three is left.
key-row-forced = { $you ->
    [yes] Whatever is flipped now, it makes a row of three for you, such as { $line }.
   *[no] Whatever is flipped now, it makes a row of three for { $who }, such as { $line }.
}
key-row-open = { $count ->
    [one] { $line } does not count yet: there is an empty square beside it.
   *[other] { $line } do not count yet: there is an empty square beside each.
}
key-row-due = { $count ->
    [one] { $line }: three in a row! Will it survive the flip?
   *[other] { $line }: each three in a row! Will one survive the flip?
}
stones-rubik-A = blue Xs
stones-rubik-B = green Xs
stones-rubik-a = yellow Os
stones-rubik-b = white Os
stones-xoxo2-A = green stars
stones-xoxo2-B = red stars
stones-xoxo2-a = green hexagons
stones-xoxo2-b = red hexagons
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] You show { $cards }
   *[no] { $who } shows { $cards }
}: { $count ->
    [0] no card left!
    [one] one card to go!
   *[other] { $count } cards to go!
}
key-tokens = { $you ->
    [yes] A line for you
   *[no] A line for { $who }
}: { $count ->
    [one] + 1 token
   *[other] + { $count } tokens
}
key-any = { $who } has { $lines }

end-you-win = You win!
end-you-share = You share the win with { $others }!
end-win = { $winner } wins!
end-shared = { $winner } share the win!
end-draw = A draw!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] You have resigned.
   *[no] { $who } { $count ->
        [one] has
       *[other] have
    } resigned.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] One move enclosed a row for both: by house rule, whoever made it wins.
    [opponent] One move enclosed a row for both: by house rule, the other player wins.
   *[draw] Both rows are enclosed, with no empty square beside them, so nobody wins.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = A row of three counts.
end-flip-full = All sixteen stones are on the board, and nobody has three in a row.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [one] { $lines }: the line for the last token.
   *[other] { $lines }: the lines for the last tokens.
}
end-djeco-target = { $more } tokens to { $fewer }: that is at least { $target }, and two or more ahead.
end-djeco-tokens = All tokens are given out: { $draw ->
    [yes] { $more } each.
   *[no] { $more } to { $fewer }.
}
end-djeco-turns = { $turns } cards have been played: { $draw ->
    [yes] { $more } tokens each.
   *[no] { $more } tokens to { $fewer }.
}
end-djeco-blocked = Nobody can play, and no card is left to draw: { $draw ->
    [yes] { $more } tokens each.
   *[no] { $more } tokens to { $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [one] { $you ->
        [yes] That was your last card.
       *[no] That was { $who }’s last card.
    }
   *[other] { $you ->
        [yes] Those were your last cards.
       *[no] Those were { $who }’s last cards.
    }
}
end-xoxo-pile = A pile is used up, and { $you ->
    [yes] you have
   *[no] { $who } has
} shown the most cards: { $count }.
# The viewer among the names of others.
among-you = you
end-xoxo-pile_tie = A pile is used up, and { $names } have shown { $count ->
    [0] no card
    [one] one card
   *[other] { $count } cards
} each. Of these, whoever would have been next wins: { $you ->
    [yes] you
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
tile = a { $face } { $colour } { $shape }
card-back = a { $kind }
kind-colour = colour
kind-shape = shape
kind-face = face
value-red = red
value-blue = blue
value-green = green
value-yellow = yellow
value-circle = circle
value-square = square
value-triangle = triangle
value-heart = heart
value-joy = joy
value-wink = wink
value-surprise = surprise
value-grumpy = grumpy
colour-red = red
colour-blue = blue
colour-green = green
colour-yellow = yellow
# As the object of a sentence, as all of these cards.
card-red = a red { $number }
card-blue = a blue { $number }
card-yellow = a yellow card
card-green = a green card
card-hidden = a card
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] red { $number }
    [blue] blue { $number }
    [yellow] yellow card
    [green] green card
   *[hidden] card
}

stone-rubik-A = blue X
stone-rubik-B = green X
stone-rubik-a = yellow O
stone-rubik-b = white O
stone-xoxo2-A = green star
stone-xoxo2-B = red star
stone-xoxo2-a = green hexagon
stone-xoxo2-b = red hexagon
# A stone as the object of a sentence.
placed-rubik-A = a blue X
placed-rubik-B = a green X
placed-rubik-a = a yellow O
placed-rubik-b = a white O
placed-xoxo2-A = a green star
placed-xoxo2-B = a red star
placed-xoxo2-a = a green hexagon
placed-xoxo2-b = a red hexagon
side-rubik-A = blue
side-rubik-B = green
side-rubik-a = yellow
side-rubik-b = white
side-xoxo2-A = green
side-xoxo2-B = red
side-xoxo2-a = green
side-xoxo2-b = red

flip-supply = Stones left: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = whose
xoxo-pile = tiles
xoxo-top = top of the pile
xoxo-cards = cards held
xoxo-shown = cards shown
xoxo-draw-pile = draw pile
order-hold = hold
order-line = in line
djeco-seat = seat
djeco-colour = colour
djeco-tokens = tokens
djeco-hand = hand
djeco-side-red = red ✕
djeco-side-blue = blue ○
djeco-red = red, cross
djeco-blue = blue, ring
djeco-of = { $tokens } of { $target }
djeco-hidden = { $count ->
    [one] one card
   *[other] { $count } cards
}
djeco-stack = { $top }{ $height ->
    [one] {""}
   *[other] , { $height } high
}
djeco-beside = Deck: { $deck } cards. Discard: { $discard }. Tokens left: { $left }.

## The table in the browser

picture-over = The game is over
picture-chance = One moment: drawing
picture-window = Cards can be shown now
picture-ask-first = { $you ->
    [yes] Your turn: start in the middle with one of the two tiles
   *[no] Waiting for { $who } to lay the first tile
}
picture-ask-lay = { $you ->
    [yes] Your turn: lay one of the two tiles
   *[no] Waiting for { $who } to lay a tile
}
picture-ask-cover = { $you ->
    [yes] Your turn: cover a tile with one of the two
   *[no] Waiting for { $who } to cover a tile
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Your turn: flip one of their stones
    [named] { $who }’s turn: flip one of { $rival }’s stones
   *[no] Waiting for { $who } to flip one of { $yours ->
        [yes] your
       *[no] { $rival }’s
    } stones
}
picture-ask-place = { $you ->
    [yes] Your turn: place a stone of your own
    [named] { $who }’s turn: place a stone
   *[no] Waiting for { $who } to place a stone
}
picture-ask-play = { $you ->
    [yes] You are { $side }: play a card
   *[no] Waiting for { $who } to play a card
}
picture-ask-stead = { $you ->
    [yes] { $rival } cannot play, so you play a card instead
   *[no] { $yours ->
        [yes] You
       *[no] { $rival }
    } cannot play, so { $who } plays a card instead
}
picture-ask-pass = Your turn: you have no card to play, so pass
picture-then-tile = Now pick a square for it
picture-then-cover = Now pick the tile to cover
picture-then-flip = Now pick the square to flip it to
picture-then-place = Now pick an empty square for it

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] you can play here
    [tile] a tile can go here
    [stone] a stone can go here
   *[card] a card can go here
}
picture-can-cover = can be covered
picture-can-clear = can be cleared
picture-can-cover-clear = can be covered or cleared
picture-can-flip = can be flipped
# $shape is circle, square, triangle or heart.
picture-tile = { $colour } { $shape }, { $face }
face-joy = joyful
face-wink = winking
face-surprise = surprised
face-grumpy = grumpy
# A line of the board: its squares, and what lies there.
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; enclosed

picture-show = Show { $cards }
picture-show-nothing = Show nothing
picture-pass = Pass
picture-yellow = { $count ->
    [one] Take the top card
   *[other] Take the top { $count } cards
}
picture-green = Clear the line from { $first } to { $last }

picture-tiles = { $count ->
    [one] one tile
   *[other] { $count } tiles
}
picture-own-pile = Your pile
picture-draw-pile = Draw pile
picture-step-flip = Flip theirs
picture-step-place = Place yours
picture-goal-back = { $kind } card, face down
picture-goal-show = shown as soon as its line is complete
picture-goal-hold = held back
picture-left = { $count } left
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Red { $number }
    [blue] Blue { $number }
    [yellow] Yellow
   *[green] Green
}
picture-clear = clear
picture-hint-middle = { $card }: lay it in the middle
picture-hint-lay = { $card }: lay it on an empty square
picture-hint-cover = { $card }: cover { $number ->
    [8] an 8
   *[other] a { $number }
}
picture-hint-lay-cover = { $card }: lay it on an empty square, or cover { $number ->
    [8] an 8
   *[other] a { $number }
}
picture-hint-clear = { $colour ->
    [yellow] { $card }: clear a stack
   *[green] { $card }: clear a full line
}
picture-hint-none = { $card }: cannot be played now
picture-deck = deck { $deck }
picture-aim = to win: { $target } tokens, 2 ahead
picture-tokens-left = { $count ->
    [one] one token left
   *[other] { $count } tokens left
}
picture-discard = discard
picture-seat-xoxo = { $tiles }; { $cards } held, { $shown } shown
picture-seat-flip = { $sign }, { $first } and { $second }; { $count ->
    [one] one stone left
   *[other] { $count } stones left
}
picture-seat-djeco = { $colour }; { $count ->
    [one] one token
   *[other] { $count } tokens
} of { $target }; { $cards }

## The page

page-language = English
page-looks = Language and colours
page-theme = Light or dark
page-theme-auto = Auto
page-theme-light = Light
page-theme-dark = Dark
page-home = Back to all games
page-back-to-lesson = Back to the lesson
page-back-to-game = Back to the game
page-no-script = To play here, JavaScript must be switched on in your browser.
page-failed = Something went wrong. Try again.
page-offline-request = The server cannot be reached. Try again in a moment.

# Home

page-tagline = Four unruly games of three in a row
page-games = Games
page-players = { $players } players
page-minutes = { $count ->
    [one] one minute
   *[other] { $count } minutes
}
page-play = Play
page-play-named = Play { $game } against a bot
page-set-up = Set up …
page-set-up-named = Set up { $game }
page-rules = How to play
page-rules-named = How to play { $game }
page-rules-by = By the { $edition }
page-rules-changed = House rules in force:
page-rules-here = (in force)
page-rules-set-up = Play it
page-rules-print = Open as a page of its own
page-marks = What the marks mean
page-mark-choice = Purple dashes: you can choose this now.
page-mark-last = Purple ring: what was done last. Numbers and arrows: what the others have done since your move, in order, and where it came from.
page-mark-row = Bar: three in a row that belong together; if it is dashed, they do not count yet.
page-mark-circled = Encircled: the row that the sentence is about.
page-go-on = Continue your games
page-just-now = just now
page-forget-named = Remove { $game } from this list
page-forgotten = { $game } has been removed from the list.
page-forget-undo = Put back
page-finished = Finished games
page-against = against { $names }
page-turn-yours = your turn
page-turn-theirs = waiting for { $name }
page-turn-waiting = not begun yet
page-result-won = won
page-result-lost = lost
page-result-draw = drawn
page-open-title = Continue { $game }?
page-open-on = Continue
page-open-new = New game
page-join = Join a table
page-join-say = Paste the link that a friend sent you.
page-join-field = Link or code
page-join-go = Join
page-join-wrong = This is not a link to a table. A link looks like …/table/…#… and must be complete.
page-record = Watch a saved game
page-record-say = Step through a game that somebody saved.
page-record-choose = Choose a file
page-record-size = This file is too large to be a saved game.

# New game

page-new-edition = Edition
page-new-players = How many play?
page-new-seats = Who plays?
page-new-seat = Seat { $seat }
page-new-me = Me
page-new-person = Another person on this device
page-new-friend = A friend, by link
page-new-friend-say = You get a link to pass on once the table is open.
page-new-person-say = You pass the device around; hidden cards stay hidden.
page-new-levels = Bot
page-new-more-bots = More bots
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } of { $steps })
page-partner = Bot: partner, as strong as you are
page-partner-say = It picks its level so that you win about half of your games. Your results stay on this device.
page-partner-begins = It begins as “{ $level }”.
page-partner-now = { $count ->
    [one] After your last game it plays as “{ $level }”.
   *[other] After your last { $count } games it plays as “{ $level }”.
}
page-partner-forget = Forget my results
page-partner-stronger = New game, stronger partner
page-partner-weaker = New game, weaker partner
page-new-starter = Who starts?
page-new-starter-lot = Chosen at random
page-new-starter-seat = Seat { $seat }: { $who }
page-new-rules = House rules
page-new-rules-changed = { $count ->
    [one] one changed
   *[other] { $count } changed
}
page-new-books = { $count ->
    [one] { $books } rulebook
   *[other] { $books } rulebooks
}
page-new-more = More
page-new-confirm = Ask me before each move counts
page-new-hints = Allow hints, even when several people play
page-new-open = Open the table
page-warming = The bots are warming up: for a minute or so they play more simply than usual, and the perfect one is slow.
page-warming-short = Bots are warming up

# The board

page-board = Board
page-board-limit = All must fit into 3 × 3 squares.
page-pieces = What you can choose from
page-moves = Moves
page-draw-pile = Draw pile · { $tiles }
page-board-which = Which one?
page-board-cancel = Never mind
# The board in words. $name is that of a row, column or diagonal; $squares are squares, or what lies on them.
page-read = Read the board
page-read-squares = Square by square
page-read-pieces = Piece by piece
page-read-lines = Line by line
page-read-short = Short wording
page-read-piece = { $what }: { $squares }
page-read-empty = Empty: { $squares }
page-read-nothing = empty
page-read-row = Row { $name }: { $squares }
page-read-column = Column { $name }: { $squares }
page-read-diagonal = Diagonal { $name }: { $squares }
page-read-keys = On the board itself, the arrow keys lead from square to square, Page Down and Page Up from piece to piece.
page-goals = Your goals
page-goal-show = shows
page-goal-hold = secret
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: stays secret, even with three in a row.
page-goal-shown = { $goal }: shown as soon as three lie in a row.
page-goals-shown = Shown

# The table

page-table-players = Players
page-your-seat = Your seat
page-you = You
page-menu = Menu
page-log = What happened
page-log-short = Log
page-actions = What you can do
page-undo = Undo
page-undo-waits = The others are being asked whether you may take the move back.
# $count is how many moves have not been shown yet.
page-next-step = Next ({ $count })
page-repeat = Show me again
page-hint = Hint
page-hint-waits = Thinking …
page-close = Close
page-cancel = Cancel
page-try-again = Try again
page-loading = One moment …
page-title-turn = Your turn
page-steps = The steps of a turn
page-title-turn-of = Waiting for { $name }
page-watching = { $count } watching
page-you-watch = You are watching
page-no-place = You have no seat at this table in this browser. Use the link to your seat.
page-offline = The connection is lost.
page-offline-soon = It will come back by itself.
page-offline-kept = Your move is kept here and will be sent as soon as it is back.
page-trail-from = What was laid since your last turn came from here
page-read-all = Read all of it
page-confirm-ask = Like this?
page-confirm-move = Make this move
page-cancel-move = Change it
page-consent-yes = Agree
page-consent-no = Rather not
page-bot-for-you = A bot is playing for you.
page-you-left = You have left the table.
page-return = Take your seat back
page-let-bot-play = Let a bot play for { $name }
page-seat-turn = to move
page-seat-won = won
page-seat-resigned = resigned
page-seat-stand-in = a bot stands in
page-seat-left = has left
page-seat-away = away
page-seat-here = here
page-seat-open = still open
page-seat-number = Seat { $number }

# Sitting down and waiting

page-name-title = What shall we call you?
page-names-title = Who plays?
page-name = Your name
page-name-of = Seat { $seat }
page-name-default = Guest
page-sit-down = Sit down
page-bot-takes-seat = Let a bot sit here
page-waiting-filled = { $count ->
    [one] { $count } of { $seats } is here
   *[other] { $count } of { $seats } are here
}
page-waiting-meanwhile = Read the rules in the meantime.
page-link-this = The link for this seat
page-link-friend = The link for friend { $number }
page-link-watch = The link for watching
page-share = Share …
page-reach-machine = Only browsers on this machine can use this link.
page-reach-network = Anyone in your local network who has this link can use it.
page-reach-anyone = Anyone who has this link can use it.
page-network-open = Let the local network in …
page-network-close = Shut the local network out
page-network-title = Let the local network in?
page-network-say = Other devices in your network can then reach this server, until you shut them out or it stops. Only do this in a network that you trust.
page-network-yes = Let them in
page-copy = Copy
page-copied = Copied
page-copy-yourself = Please copy it by hand
page-qr = QR code

# A table for a room

page-room = In one room
page-room-named = { $game } in one room
page-room-say = This screen becomes the table, and everybody plays on their own phone.
page-room-count = How many people play?
page-new-room = Play in one room
page-screen-wait = Scan a code with your phone to sit down.
page-screen-scan = Scan to sit down
page-screen-code = QR code for seat { $number }
page-screen-sits = Somebody is sitting down …
page-screen-machine = Phones cannot reach this machine yet.
page-screen-watch = watch along
page-screen-wins = { $count ->
    [one] one round won
   *[other] { $count } rounds won
}
page-screen-full = Full screen
page-screen-show = Show it to the whole room
page-screen-phone = New phone …
page-screen-phone-title = Another phone for { $name }?
page-screen-phone-say = The phone that has this seat now is shut out. A new code appears here: whoever scans it has the seat.
page-screen-phone-yes = Show a new code
page-screen-no-place = This browser cannot show the table. Use the link for watching.
page-hand-hide = Hide my cards
page-hand-hidden = Your cards are hidden.
page-hand-show = Touch to see them again.

# One device, several people

page-pass-title = { $name } is next
page-pass-why = Pass the device to { $name }. Nobody else should look now.
page-pass-ready = I am { $name }
page-pass-to = Pass to { $name }

# The menu

page-sound = Sound
page-speed = Others’ moves
page-speed-slow = Slow
page-speed-normal = Normal
page-speed-fast = Fast
page-speed-step = Step by step
page-speed-none = As they come
page-windows = Your seat is open in { $count } windows.
page-looked = At { $time } somebody looked at your cards from another window: they have a link to your seat.
page-lock-seat = Lock it to this window
page-new-key-fold = Who can open my seat
page-new-key = Make a new key for my seat
page-new-key-why = A new key shuts out everybody else who has a link to your seat.
page-new-key-done = Your seat has a new key
page-new-key-say = Older links to it no longer work. To open it on another device of yours, use this link:
page-new-key-link = The new link to your seat
page-resign = Resign …
page-resign-title = Resign?
page-resign-say = You give up this game. You cannot take that back.
page-resign-yes = Resign
page-leave = Leave the table …
page-leave-title = Leave the table?
page-leave-say = The others will see it, and a bot may play for you. You can come back at any time.
page-leave-yes = Leave
page-delete = Delete the table …
page-delete-title = Delete the table?
page-delete-say = It will be gone for everybody, with its games and records.
page-delete-yes = Delete
page-practice = Practice
page-about-table = About this table
page-about-sealed = Everything was shuffled before the game began. When the round is over, this device checks that nothing was swapped.
page-react = React
page-react-hello = Hello!
page-react-thanks = Thanks!
page-react-well-played = Well played!
page-react-clap = Bravo!
page-react-laugh = Ha ha!
page-react-wow = Wow!
page-react-oops = Oops!
page-react-thinking = Hmm …

# After the game

page-score-draws = { $count ->
    [one] one draw
   *[other] { $count } draws
}
page-rematch = Another round
page-wants-rematch = Would like another round: { $names }
page-step-through = Step through
page-download = Download the record
page-fair = How does that work?
page-fair-how = Before the game the server made up a secret seed and showed its commitment, a code that fits no other seed. Then each device added a random number of its own. How everything is shuffled follows from all of these together, so nobody could choose what is dealt.
page-fair-commitment = Commitment
page-fair-seed = Seed
page-fair-salt = Salt
page-fair-nonce = { $name }’s number
page-fair-check = To check the whole deal yourself, download the record and run:
page-fair-own = Shuffled fairly: this device helped to shuffle, and has checked that nothing was swapped.
page-fair-sealed = Shuffled before the game began; this device has checked that nothing was swapped.
page-fair-since = This device came after the shuffling. All it can say is that nothing has been swapped since then.
page-fair-without = { $count ->
    [one] It did not help to shuffle, since the game began without you.
   *[other] It did not help to shuffle for all of you, since the game began without some of you.
}
page-fair-wrong-seal = Warning: this is not the deal that was sealed at the beginning. The server has changed it. Do not trust this game!
page-fair-wrong-number = Warning: the server left out the number that this device gave for the deal. Do not trust this game!
page-fair-practice = Practice: this round began from a given position, or moves were taken back.

# Replay

page-replay = Step by step
page-replay-comment = with a comment
page-replay-deal = The game begins.
page-replay-count = Step { $step } of { $steps }
page-replay-first = To the beginning
page-replay-back = One step back
page-replay-forward = One step forward
page-replay-last = To the end
page-replay-slider = Step
page-replay-another = Watch another game
page-eyes = Whose view?
page-eyes-all = All cards open
page-eyes-spectator = A spectator

# A lesson

page-learn = Learn { $game }
page-learn-link = Learn it on a board
page-learn-count = Lesson · { $step } of { $steps }
page-learn-skip = Skip
page-learn-back = Back
page-learn-next = Next
page-learn-again = Try again
page-learn-play = Play it out
page-learn-whole = Play a whole game
page-learn-you = You
page-learn-rival = Other player
page-learn-offer = New here? Learn a game in two minutes
page-learn-offer-no = Not now

## The explorer on the page

explore-title-win = { $how ->
    [all] Won in { $count ->
        [one] one turn
       *[other] { $count } turns
    }, whatever you do
    [one] Won in { $count ->
        [one] one turn
       *[other] { $count } turns
    }, if you find the one turn that holds
   *[some] Won in { $count ->
        [one] one turn
       *[other] { $count } turns
    }
}
explore-title-draw = { $how ->
    [all] Drawn, whatever you do
    [one] Drawn, if you find the one turn that holds
   *[some] Drawn
}
explore-title-loss = Lost in { $count ->
    [one] one turn
   *[other] { $count } turns
}, whatever you do
explore-turns-possible = { $count ->
    [one] One turn is possible here
   *[other] { $count } turns are possible here
}{ $groups ->
    [one] {""}
   *[other] , { $groups } up to mirror images
}.
explore-turns-win = { $count ->
    [one] One wins.
   *[other] { $count } win.
}
explore-turns-draw = { $count ->
    [one] One draws.
   *[other] { $count } draw.
}
explore-turns-lose = { $count ->
    [one] One loses, in { $slowest }.
   *[other] { $count } lose, the slowest in { $slowest }.
}
explore-due-flip = { $name } to move · step 1: flip theirs
explore-due-place = { $name } to move · place a stone
explore-due-move = { $name } to move
explore-leads-win = wins in { $count }
explore-leads-draw = draw
explore-leads-loss = lost in { $count }
explore-holding = { $count ->
    [0] none of { $turns } holds
    [one] one of { $turns } holds
   *[other] { $count } of { $turns } hold
}
explore-line-win = { $winner } wins
explore-only-first = { $value ->
    [win] the only one that wins
   *[draw] the only one that holds
}
explore-only-one-of = { $value ->
    [win] begins the only turn that wins
   *[draw] begins the only turn that holds
}
explore-part-flip = Flip, then place
explore-part-place = Place only
error-no-set-up = Positions of { $game } cannot be set up by hand.
page-explore = Explore
page-explore-named = Explore { $game }
page-explore-title = { $game } · Explore
page-explore-first = To the first position
page-explore-back = Back
page-explore-forward = Forward
page-explore-set-up = Set up …
page-explore-link = Link
page-explore-link-field = A link to this position
page-explore-choices = What can be done, best first
page-explore-then = then { $move }
page-explore-ways-say = in { $ways } ways, mirror images counted
page-explore-line = Best play from here
page-explore-line-wait = One moment …
page-explore-replies = What it leaves to the other player
page-explore-tree = The way here
page-explore-tree-start = First position
page-explore-rules = House rules
page-explore-more = { $count ->
    [one] One more
   *[other] { $count } more
}
page-explore-lay = Pick a stone, then tap the squares where it is to lie. A second tap takes it away.
page-explore-remove = Take away
page-explore-due = What is due
page-explore-position = Position in notation
page-explore-read = Read
page-explore-show = Explore this
page-explore-cancel = Cancel
page-explore-empty = Clear the board

## The review on the page

page-review = Review
page-review-named = Review · { $game }
page-review-exact = exact
page-review-by-search = by search
page-review-progress = Judged { $done } of { $total } moves
page-review-stop = Stop
page-review-stopped = Stopped after { $done } of { $total } moves.
page-review-failed = The review broke off after { $done } of { $total } moves.
page-review-go-on = Go on
page-review-accuracy = { $name }: accuracy { $accuracy }
page-review-accuracy-means = Accuracy is how much of a player’s chances each of their moves kept, on average.
page-review-turn = turn { $turn } of { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (you)
page-review-better = Better: { $best }
page-review-curve = The chances turn by turn
page-review-wins = { $name } wins
page-review-draw = draw
page-review-loses = { $name } loses
page-review-moments = What decided
page-review-moves = All moves
page-review-play = Play on from here
page-review-none = Open a finished game, or a record of one.
page-review-nothing = No mistake decided this game.
error-no-review = There is no such review any more. Ask for it again.

## Lists and counts

games-id = id
games-name = game
games-players = players
games-minutes = minutes
games-editions = editions
games-line = what it is
games-next = Play with "rowdy play ID"; read the rules with "rowdy rules ID".
marks-xoxo = Your goals are shown as soon as their line lies. Touch one to keep it secret.
rules-typing = How to type a move here
rules-rulings = House rules
rules-decisions = What we decided
rules-editions = Editions
rules-shown = This is the game by the { $edition }; house rules changed: { $rulings }. Where a house rule is named in brackets, you can choose something else: see below.
rules-own-cards = Your cards
rules-other-cards = The other player’s cards
rules-tokens = { $colour }: { $count ->
    [one] one token
   *[other] { $count } tokens
}
rules-default = (default: { $option })
rules-here = (here: { $option })
rules-book-says = { $says } ({ $books })
# $number is an option such as “3 tokens”, $text what comes of it.
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: “the whole stack (Italian, Portuguese); …”.
rules-books = The rulebooks: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] With perfect play the first player can force a win.
    [second] With perfect play the second player can force a win.
   *[draw] With perfect play nobody can force a win.
}
consequence-usual = This is the usual rule.
# $draws, $first and $fair are in percent.
consequence-figures = With the usual rules a game takes about { $moves } moves, { $drawn ->
    [none] no game is drawn
    [few] hardly any game is drawn
   *[some] { $draws } % of games are drawn
}, and the first player gets { $first } % of the points ({ $fair } % would be fair).
consequence-length = { $change ->
    [more] Games take about { $percent } % longer than usual.
   *[fewer] Games are about { $percent } % shorter than usual.
}
consequence-draws = { $change ->
    [more] There are more draws: { $now } % of the games, usually { $before } %.
   *[fewer] There are fewer draws: { $now } % of the games, usually { $before } %.
}
consequence-first = { $change ->
    [more] Going first is worth more: the first player gets { $now } % of the points, usually { $before } %.
   *[fewer] Going first is worth less: the first player gets { $now } % of the points, usually { $before } %.
}
# $reason is one of decided-…, such as “with an empty pile”.
consequence-reason = { $change ->
    [more] More games end { $reason }: { $now } %, usually { $before } %.
   *[fewer] Fewer games end { $reason }: { $now } %, usually { $before } %.
}
consequence-no-difference = Among bots we found no difference from the usual rule in { $games } games.
# $bot is a level, such as “medium”; $edition as in “German rulebook”.
consequence-measured = The figures come from { $games } games with each option, between bots of the level “{ $bot }”, all else by the { $edition }.
# $text are some of the sentences above; $players is a list of numbers, such as “3 and 4”.
consequence-players = With { $players } players: { $text }
consequence-with-row-enclosed = With enclosed rows: { $text }
says-silent = silent
says-players-agree = the players agree on it
says-unclear = open to more than one reading
book-all = all
book-de = German
book-en = English
book-nl = Dutch
book-it = Italian
book-pt = Portuguese
book-sv = Swedish
book-da = Danish
book-ru = Russian
bots-name = bot
bots-games = plays
bots-set = settings
bots-line = what it does
bots-every = all
bots-switches = To experiment, you can also set how casual, medium, skilled, advanced, strong and mcts search: { $settings }
bots-next = Play with "rowdy play GAME --seats you,BOT".
bot-beginner = Plays as if it were the first time, and overlooks a lot.
bot-easy = Plays at first sight, and overlooks a line or a block now and then.
bot-casual = Thinks ahead on some moves, and on the others takes what looks best.
bot-medium = Thinks ahead a little, but is often careless.
bot-skilled = Thinks ahead, but is careless now and then.
bot-advanced = Thinks well ahead, but still slips sometimes.
bot-strong = Thinks ahead for up to a second, guesses what you hold, and makes no careless moves.
bot-partner = Takes the level against which you win about half of your games, by those you have finished in the terminal.
# $level is one of the levels, such as “casual”; $games counts finished games of this kind.
partner-begins = Your partner begins as “{ $level }”. From your results it will find the level against which you win about half of your games.
partner-plays = { $games ->
    [one] By your last game, your partner plays as “{ $level }”.
   *[other] By your last { $games } games, your partner plays as “{ $level }”, so that you win about half of them.
}
bot-greedy = Takes what looks best right now, and never thinks ahead.
bot-random = Plays any legal move.
bot-perfect = Never makes a mistake: it knows the result of every move.
bot-mcts = The bare search that the levels from casual on think with.
bot-guest = From { $package }.
bot-engine = A program of its own, added on this machine.
engines-name = name
engines-command = command
engines-none = No engines have been added. “rowdy engines --help” tells how.
engines-added = { $name } is added ({ $called }). Try it: rowdy play --seats you,{ $name }
engines-removed = { $name } is removed.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe and XOXO²
prepare-perfect = perfect play
prepare-line = Compiling ({ $number } of { $all }): { $what }
prepare-done = Compiled in { $seconds } s.
prepare-nothing = Everything is compiled already.
prepare-no-compiler = Numba is not installed, so nothing can be compiled: the bots still play, but think more simply.
prepare-not-kept = { $path } cannot be written to, so what is compiled could not be kept, and nothing was. Bots still play, but think more simply at first.
perft-from = From: { $text }
perft-chance-all = Every outcome of chance counts.
perft-chance-seed = Chance is decided by the seed { $seed }.
perft-actions = actions { $depth }: { $count } ({ $seconds } s)
perft-turns = turns { $depth }: { $count } ({ $seconds } s)
replay-prompt = Step { $at } of { $last } (Enter next, b back, number, end, q quit):
replay-help = Press Enter for the next step, b for the one before, type a number to jump, end, or q to stop.
replay-comment = Note: { $comment }
replay-step = Step { $at }: { $move }
replay-deal = before the first move
replay-no-more = The game has no more than { $last } steps: this is its end.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Star
player-xoxo2-2 = Hexagon
verdict-draw = a draw
verdict-win = { $winner } wins in { $count ->
    [one] one turn
   *[other] { $count } turns
}
label-win = { $winner } wins in { $least }
label-win-range = { $winner } wins in { $least } to { $most }
compiling = One moment: compiling. This happens only once on this machine.
preparing = Code is being compiled in the background. This happens only once on this machine. Until it is done, bots that search think more simply, and a perfect one waits.
preparing-still = Still compiling after { $seconds } s.
prepared = Compiling is done: from now on the bots think at full strength.
searching = One moment: still searching.

solve-begin = Solving { $game } with { $count ->
    [one] one thread
   *[other] { $count } threads
}.
solve-checking = checking
solve-found = { $count ->
    [one] One finished layer was
   *[other] { $count } finished layers were
} found and checked; continuing with layer { $stones }.
solve-found-all = All { $count } layers were there already, and have been checked.
solve-layer = layer { $stones }
solve-rate = { $millions } million/s
solve-left = { $time } left
solve-line = Layer { $stones } done: { $share } of all, { $rate }, { $left }
solve-interrupted = Stopped. Finished layers are kept: the same command carries on from there.
solve-stones = stones
solve-positions = positions
solve-wins = wins
solve-draws = draws
solve-losses = losses
solve-in-all = in all
solve-counted = Positions at the start of a turn, won, drawn or lost for the player to move; mirror images are counted.
solve-value = If both play their best: { $value }.
solve-first-stone = first stone
solve-first-squares = on
solve-first-value = leads to
solve-corner = corner
solve-edge = edge
solve-centre = centre
solve-cost = Solving took { $wall } s and { $cpu } CPU-seconds, without the time to load or compile code: { $rate } million positions a CPU-second, of { $positions } million. (Those at the start of a turn, the 32 images of each, mirrored or with all stones of a player turned over, as one.)
solve-memory = It took { $size } GB of memory at most.
solve-used = The solution is in { $path } and is used from now on.
solve-elsewhere = The solution is in { $path }. Rowdy uses a solution without being told if it is in { $usual }

explore-source-solution = Answers come from the solution in { $path }
explore-source-opening = Answers come from the early layers that are part of Rowdy, and a search.
explore-source-search = Answers come from a search.
explore-refused = The solution on this machine is not used. { $reason }
explore-position = Position: { $text }
explore-value = { $value }.
explore-value-draw = A draw.
explore-flips = Turn { $turn }: { $name } flips. Flips, best first, each by the best turn it begins:
explore-places = Turn { $turn }: { $name } places a stone. Placements, best first:
explore-moves = Turn { $turn }: { $name } moves. Moves, best first:
explore-turns = Whole turns of { $name }, best first:
explore-more = … { $count } more
explore-all = "all" lists them all.
explore-only = only
explore-only-win = only: everything else gives the win away.
explore-only-draw = only: everything else loses.
explore-only-turn-win = only: { $turn } is the one turn that keeps the win.
explore-only-turn-draw = only: { $turn } is the one turn that does not lose.
explore-line = Main line
explore-prompt-flip = { $name } flips (Enter best, number, move, turns, b back, ? help, q quit):
explore-prompt-place = { $name } places a stone (Enter best, number, move, b back, ? help, q quit):
explore-prompt-move = { $name } moves (Enter best, number, move, b back, ? help, q quit):
explore-prompt-over = The game is over (b back, start, ? help, q quit):
explore-over = Nothing more can be played: the game is over. b goes back.
explore-last = You are at the last step: there is nothing to go forward to.
explore-first = This is the first position: there is nothing to go back to.
explore-help =
    Enter continues with the first move of the list, a number with another.
    Or type a move: a flip such as b3-b4, a placement such as a@d1, or a whole turn such as b3-b4 a@d1.
    Type a position such as ..../.B../..Bb/.... flip to go there, or start to go to the start of the game.
    b goes back one step, b 3 three steps, f forward again. turns lists whole turns, all the whole list, board shows everything again.
    q leaves.
explore-help-words =
    "X wins in 5" means if both play their best: the winner hurries, the loser delays. The turns of both players count, including this one and the last.
    ×2 stands for two moves that come to the same thing: a mirror image, or all stones of a player turned over.
    "only" marks the one move, apart from mirror images, that keeps a win or a draw.

## Hints and review

percent = { $number } %
hint-only = Only one move is possible: { $move }.
hint-move = Hint: { $move }.
hint-win = { $count ->
    [one] It wins at once.
   *[other] It wins in { $count } turns, counting both players’{ $alone ->
        [yes] ; everything else gives the win away
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] It is the only turn that holds the draw.
   *[no] It holds the draw.
}
hint-loss = Every turn loses against best play; this one holds out longest, { $count } turns, counting both players’.
hint-share = Your chances after it: about { $share }.
hint-line = It brings { $cards } into line.
hint-tokens = { $count ->
    [one] It earns you a token.
   *[other] It earns you { $count } tokens.
}
hint-next = Next best: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = about as good
hint-keep = Better keep { $cards } to yourself for now: type hold { $order } first.
hint-hold = Better keep { $cards } to yourself for now: set it to “{ page-goal-hold }” first.
move-flip = flip the stone from { $source } to { $target }
move-place = place { $stone } on { $square }
move-play = play { $card } on { $square }
move-own = lay the top tile of { $form ->
    [their] their own
   *[your] your
} pile on { $square }
move-draw = lay the top tile of the draw pile on { $square }
move-yellow = { $count ->
    [0] clear the stack on { $square } with a yellow card
    [one] clear the top card on { $square } with a yellow card
   *[other] clear the top { $count } cards on { $square } with a yellow card
}
move-green = clear the line from { $first } to { $last } with a green card
move-pass = pass

mark-best = best
mark-good = good
mark-inaccuracy = inaccuracy
mark-mistake = mistake
mark-blunder = blunder
mark-forced = forced
review-title = { $game }. Seats: { $seats }.
review-exact = Every turn is compared with perfect play. “Win in 5” counts the turns of both players, including this one.
review-search = Every move is judged by a search of { $sims } simulations, from what its player could know at the time. The percentages are the player’s chances: a win counts in full, a draw or a shared win in part.
review-playouts = Every move is judged by { $sims } random playouts, from what its player could know at the time{ $numba ->
    [missing] ; with Numba installed a search would judge better
   *[useless] {""}
}. The percentages are the player’s chances: a win counts in full, a draw or a shared win in part.
review-progress = judging
review-line = { $name }, { $move }: { $verdict }
review-show = show { $cards }
review-show-nothing = show nothing
review-best = best, { $value }
review-worse = { $mark }, { $value }; better { $best } ({ $better })
review-forced = forced
review-draw = draw
review-win = win in { $count }
review-loss = loss in { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] let the win slip to a draw
       *[loss] turned a win into a loss
    }
   *[draw] gave the draw away
}
review-slower = { $value ->
    [win] still wins, in { $after } turns, not { $before }
   *[loss] loses in { $after } turns, not { $before }
}
review-kept = { $count ->
    [one] { $value ->
        [win] the only one that wins
       *[draw] the only one that holds
    }
   *[other] { $value ->
        [win] one of { $count } that win
       *[draw] one of { $count } that hold
    }
}
claim-then = { $first }, then { $second }
claim-missed-win = There was a win at once: { $moves }{ $row ->
    [yes] , which makes { $line }
   *[no] {""}
}.
claim-gives-win = Now { $rival } can { $moves } and win at once{ $row ->
    [yes] {" "}with { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] This would have kept the win: { $moves }.
   *[draw] This would have held the draw: { $moves }.
}
claim-every-turn-loses = From here every turn loses{ $held ->
    [yes] ; the last that held was { $moves } in turn { $turn }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] This made several lines at once, { $lines }, for { $count } tokens.
   *[no] This made several lines at once, { $lines }: { $count } tokens for { $who }.
}
claim-could-show = { $cards } could have been shown here.
claim-suggests = { $more ->
    [yes] This made { $card } likelier in the hand of { $who }, by all that { $witness } could know: { $before } → { $after }.
   *[no] This made { $card } less likely in the hand of { $who }, by all that { $witness } could know: { $before } → { $after }.
}
claim-held = { $who } held { $cards } then.
review-none = There is no move to judge yet.
review-stopped = { $count ->
    [0] Stopped before any move was judged.
    [one] Stopped after one move. So far:
   *[other] Stopped after { $count } moves. So far:
}
review-unfinished = The game is not over. So far:
review-seat = player
review-accuracy = accuracy
review-accuracy-means = Accuracy is how much of the player’s chances a move kept, on average.
review-course = Each player’s chances, turn by turn:
review-course-plain = Each player’s chances, turn by turn, in tenths:

## Verifying

verify-verdict-holds = Holds
verify-verdict-fails = Does not hold
verify-verdict-open = Not checked
verify-verdict-aside = Note
verify-line = { $verdict }: { $text }
verify-legal = The game is legal: { $count } moves, answers and chance outcomes, and the result “{ $result }”.
verify-illegal = The game is not legal. { $cause }
verify-unfinished = The game is legal so far ({ $count } moves, answers and chance outcomes), but not over.
verify-position = The game did not begin at the start, but from a position that somebody chose: that cannot have been dealt fairly.
verify-sealed = The seed is the one that was sealed by the commitment { $commitment }. Compare it with what you were shown before the game.
verify-other-seed = The seed is not the one that was sealed: it does not fit the commitment.
verify-seed-later = The seed is shown only when the game is over.
verify-eyes = This is the view of one seat or of a spectator, so it has no seed: the full record has it.
verify-no-seed = The record has no seed: it was lost or cut out.
verify-no-commitment = The seed was not sealed: somebody may have chosen it, and with it the cards.
verify-dealt = { $count ->
    [one] The one chance outcome is the one that the seed and the nonces give.
   *[other] All { $count } chance outcomes are those that the seed and the nonces give, in order.
}
verify-dealt-otherwise = Chance outcome { $number } is { $found }, but the seed and the nonces give { $due }.
verify-not-dealt = Chance can be worked out again only from the full record with the seed that was sealed.
verify-no-chance = There is no chance in this game, so nothing was dealt.
verify-nonces = { $count ->
    [one] Seat { $seats } has
   *[other] Seats { $seats } have
} added a nonce to the seed.
verify-no-nonces = No seat added a nonce to the seed: whoever made it could have chosen the cards.
verify-same-nonce = The nonce of seat { $seat } is the one that you gave.
verify-other-nonce = The nonce of seat { $seat } is not the one that you gave.
verify-not-sealed = The seed seals chance alone. The names, the moves and the mark “Practice” are as the record says: --server compares them with the table’s own record.
verify-server-same = The server has the same record of this round.
verify-server-headers = The server’s record of this round differs in { $names }.
verify-server-turns = The server’s record of this round has other moves.
verify-server-none = The table has no round with this commitment.
verify-server-later = A round of the table is still going on, and its record is not shown yet.
verify-end-whole = Everything that was checked holds.
verify-end-part = Nothing wrong was found, but not everything could be checked.
verify-end-wrong = Something does not hold: this is not how the game was dealt and played.

## Comparing bots

arena-title = { $game }, { $seats } seats: { $bots }
arena-most = At most { $count ->
    [one] one game
   *[other] { $count } games
}, in { $rounds } of { $matches }; seed { $seed }.
arena-rounds = { $count ->
    [one] one round
   *[other] { $count } rounds
}
arena-games = { $count ->
    [one] One game
   *[other] { $count } games
} in { $rounds }
arena-log = Log: { $path }
arena-torn = Its last line was incomplete and has been dropped.
arena-found = { $count ->
    [one] One game is in the log already.
   *[other] { $count } games are in the log already.
}
arena-no-compiler = Numba is missing here, so these bots search without compiled code and play worse: { $bots }.
arena-aside = The old log is now { $path }
arena-shares = { $shares } ± { $width } %
arena-line = { $count } of { $goal } games: { $shares }; { $left }
arena-bot = bot
arena-won = won
arena-shared = shared
arena-lost = lost
arena-share = share (%)
arena-fair = times a fair share
arena-elo = Elo
arena-mean = s a move
arena-longest = longest
arena-points = { $games }. A game is worth one point, divided after a draw or a shared win; the share is that of one seat. ± is the 95 % interval.
arena-elo-from = Elo is relative to { $bot }.
arena-nothing = No round is finished yet, so there is nothing to compare.
arena-narrow = Known well enough: ± { $width } %; you asked for ± { $wanted } %.
arena-wide = Not known well enough yet: ± { $width } %; you asked for ± { $wanted } %. Give more --games to carry on from here.
arena-interrupted = Stopped. All finished games are in the log: the same command{ $fresh ->
    [yes] , without --fresh,
   *[no] {""}
} carries on from there.
arena-rest = { $count ->
    [one] One game belongs to an unfinished round and is not counted yet.
   *[other] { $count } games belong to unfinished rounds and are not counted yet.
}
arena-plot = Picture: { $path }
study-title = What the house rules change in { $game }: { $edition }, { $bot } on every seat
study-most = { $count ->
    [one] One setting
   *[other] { $count } settings
}, { $games } games each, seed { $seed }
study-setting = { $number } of { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = { $seats } seats, changed: { $rulings }
study-written = Written: { $path }
study-about = What the house rules change in { $game }: { $edition }
study-how = { $games } games with each option, { $bot } on every seat, seed { $seed }; Rowdy { $rowdy }, code { $code }. ± is the 95 % interval. The first seat’s share is its part of the points: each game gives one, divided after a draw or a shared win.
study-seats = ({ $seats } seats)
study-option = option
study-moves = moves
study-first = first seat
study-draws = draws
study-ends = how games end
plot-share = share of the points (%), 95 % interval
plot-fair = fair share
plot-elo = Elo above { $bot }, 95 % interval
plot-about = { $games }, seed { $seed }

## Why nothing can be done where somebody points
why-over = The game is over.
# $who is a name.
why-not-your-turn = It is { $who }’s turn.
why-must-pass = You have no card to play now, so pass.
why-own-stone = This stone is yours. You flip one of the other player’s.
why-no-stone = There is no stone here. Pick one of the other player’s to flip.
why-no-room = This stone cannot be flipped: no square beside it is empty.
why-flipped-already = You have made your flip. Now place a stone of your own on an empty square.
why-flip-due = First flip one of the other player’s stones, then place one of your own.
why-not-adjacent = A stone is flipped to a square right beside it, never diagonally.
why-occupied = { $square } is taken.
why-just-laid = This tile was laid just now, so it may not be covered yet.
why-display-not-full = Tiles can be covered only when nine lie on the table.
why-not-adjacent-tile = A tile must touch another one, edge to edge.
why-not-middle = On an empty table you start in the middle.
why-outside-field = That would not fit into three by three squares.
why-off-field = Cards only go on the squares from { $first } to { $last }.
why-other-number = { $number ->
    [8] There is an 8 here, and only an 8 may cover it.
   *[other] There is a { $number } here, and only a { $number } may cover it.
}
why-no-card-fits = There is { $number ->
    [8] an 8
   *[other] a { $number }
} here, and you have no card that may cover it.
why-nothing-there = There is nothing to clear here.
why-line-not-filled = A green card clears a line of three full squares. There is none through this one.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] Red { $number } cannot be played now: no square is empty, and there is no { $number } to cover.
    [blue] Blue { $number } cannot be played now: no square is empty, and there is no { $number } to cover.
    [yellow] There is nothing to clear with a yellow card now.
   *[green] There is no line to clear with a green card now.
}
why-any = That cannot be done now.

## Errors: what and why

error-over = { $move } cannot be played: the game is over.
error-not-your-turn = { $move } cannot be played: it is not your turn.
error-place-due = { $move } is a flip, but it is time to place a stone, such as A@d1 or a@d1.
error-flip-due = { $move } places a stone, but first you have to flip an opposing stone, such as { $flip }.
error-no-stone = { $move } is not possible: there is no stone on { $square }.
error-own-stone = { $move } is not possible: the stone on { $square } is your own, and you can only flip opposing stones.
error-not-adjacent = { $move } is not possible: { $square } is not directly beside it (diagonals do not count).
error-occupied = { $move } is not possible: { $square } is taken.
error-not-your-stone = { $move } is not possible: that is the other player’s stone.
error-off-board = { $square } is not on the board.
error-no-window = { $move } is not possible: nobody is being asked to show cards now.
error-not-due = { $move } cannot come up by chance now.
error-chance-due = { $move } cannot be played yet: chance comes first.
error-window-open = { $move } cannot be played yet: everybody is still being asked whether to show cards.
error-just-laid = { $move } is not possible: the tile on { $square } was laid just now and may not be covered.
error-display-not-full = { $move } is not possible: tiles can be covered only when nine lie on the table.
error-display-full = { $move } is not possible: there are nine tiles, so from now on each tile covers one of them.
error-not-adjacent-tile = { $move } is not possible: { $square } does not share an edge with a tile.
error-not-middle = { $move } is not possible: on an empty table you start in the middle, on c3.
error-outside-field = That would not fit into three by three squares.
error-off-field = { $move } is not possible: { $square } is not one of the squares from { $first } to { $last }.
error-answered = You have already answered.
error-no-line = { $card } cannot be shown: there is no line of three with it now.
error-not-held = { $move } is not possible: { $card } is not in your hand.
error-other-number = { $move } is not possible: the top card on { $square } is { $top }, and only the same number may cover it.
error-yellow-count = { $move } does not fit the house rule: with yellow=stack it is y@b3, with yellow=some it needs the number of cards, as in y2@b3.
error-nothing-there = { $move } is not possible: there is nothing on { $square }.
error-too-many = { $move } is not possible: { $square } has only { $height } { $height ->
    [one] card
   *[other] cards
}.
error-no-such-line = { $move } does not name a line of three.
error-line-not-filled = { $move } is not possible: some squares of that line are empty.
error-can-play = You have a card to play, so you may not pass.
error-not-legal = { $move } is not possible now.
error-not-an-action = { $move } is not an action of this game: use parse_action to make one from a text.
error-not-an-actor = { $actor } takes no part in this game: an actor is a seat, from 0 to { $most }, or chance.
error-hidden-hand = What seat { $seat } may do is unknown here: this is somebody else’s view, without the cards of that seat.
error-unreadable-move = “{ $text }” is not a move in this game.
error-part-of-move = “{ $text }” is only part of a move. Possible: { $moves }.
error-no-such-number = There is no move { $text }: type a number from 1 to { $most }.
error-log-what = “{ $text }”: type log for the turns so far, or log all for every card and tile as well.
error-order-card = “{ $text }” does not name a card of yours: { $known }, or all.
undo-alone = You can take moves back only when you are alone against bots.
undo-nothing = You have no move to take back.
error-save-where = Please name a file: save FILE
error-save-exists = { $path } exists already: name a new file.
error-ends-before = { $move } ends the game, so { $text } cannot follow.
error-save-failed = Cannot save in { $path }: { $reason }.

error-unreadable-position = This is not a position of this game: { $text }
error-position-order = Please write this position in the usual order: { $written }
error-perft-hidden = “{ $text }” has unknown cards: only a full position can be counted.
error-stone-counts = In “{ $text }” the first player has { $first } stones and the second { $second }: the first must have as many or one more, and nobody more than there are.
error-no-flip-exists = “{ $text }” says flip, but no stone can be flipped: it must say place.
error-unreadable-board = “{ $board }” is not a board of this game.
error-unreadable-covered = In “{ $text }” the covered tiles cannot be read.
error-unreadable-piles = “{ $piles }” does not describe the piles of this game.
error-unreadable-hands = “{ $hands }” does not describe the hands of this game.
error-unreadable-cards = “{ $cards }” cannot be read as cards.
error-unreadable-due = In “{ $text }” the last part, which says what is due, does not fit: { $due }
error-tile-count = In “{ $text }” the tiles in piles, display and covered do not add up to the deck.
error-tile-twice = In “{ $text }” a tile appears twice.
error-tile-not-in-deck = In “{ $text }” there is a tile that is not in the deck.
error-pile-size = A pile of { $size } is larger than at the start ({ $most }).
error-covered-early = In “{ $text }” tiles are covered though the display is not full.
error-last-tile = In “{ $text }” the square of the last tile does not fit the display.
error-dealing = In “{ $text }” the cards dealt do not fit the order of dealing.
error-hand-count = In “{ $text }” a seat has too few or too many cards.
error-tiles-apart = In “{ $text }” the tiles of the display do not all touch: each is laid next to another, side by side.
error-other-seat = In “{ $text }” it is the wrong seat’s turn: after { $laid ->
    [one] one tile
   *[other] { $laid } tiles
} it is the turn of seat { $seat }.
error-pile-turns = In “{ $text }” seat { $seat } has laid { $own ->
    [one] one tile
   *[other] { $own } tiles
} from its own pile, but has had { $turns ->
    [0] no turn yet.
    [one] only one turn.
   *[other] only { $turns } turns.
}
error-pile-used-up = In “{ $text }” the wrong pile is empty: a game ends with the first one, which is that of seat { $seat } or the draw pile.
error-pile-no-window = In “{ $text }” a card could still be shown on the tile that emptied a pile, which the ruling last_window=no forbids.
error-pile-tops = In “{ $text }” the piles about to show their tops do not fit: after the deal it is pile by pile, later only the pile just used.
error-shown-early = In “{ $text }” { $card } has been shown, but there cannot have been a line of tiles with that feature.
error-shown-last = In “{ $text }” somebody has shown the last card, but none of those cards has a line.
error-card-twice = In “{ $hands }” a card appears twice, or there are more of a kind than exist.
error-card-count = In “{ $text }” there are more cards than the game has: { $card }.
error-off-middle = In “{ $text }” the middle, c3, was never used, but the first card always goes there.
error-off-middle-tile = In “{ $text }” no tile is in the middle, on c3, but the first one always goes there.
error-used-off-field = In “{ $text }” a square outside the grid from { $first } to { $last } has been used.
error-used-though-empty = In “{ $text }” squares are marked as used, but the table is empty, and then none counts as used.
error-unequal-stack = In “{ $text }” cards with different numbers are stacked.
error-token-count = “{ $tokens }” does not describe the tokens of this game.
error-discard-cleared = In “{ $text }” the discard does not fit: a yellow card clears at least one card, a green one a whole line, and nothing is cleared without them.
error-cards-played = In “{ $text }” { $played ->
    [one] one card is
   *[other] { $played } cards are
} said to have been played, but { $lying ->
    [one] there is one
   *[other] there are { $lying }
} on the table and in the discard.
error-played-on = In “{ $text }” { $played } cards are said to have been played, but the game ends after { $most }.
error-squares-cleared = In “{ $text }” squares have been cleared, but too few cards have been played for that.
error-other-starter = In “{ $text }” nothing has been played yet, so it must be the turn of seat { $seat }, which starts.
error-token-split = In “{ $text }” the tokens cannot be { $first }:{ $second } after { $played ->
    [one] one card
   *[other] { $played } cards
}: the game would have ended before, or there were too few turns.
error-line-unpaid = In “{ $text }” there is a line of one colour, but nobody has the token for it.
error-passed-though = In “{ $text }” seat { $seat } has passed but could have played.
error-draws-due = In “{ $text }” the cards to be drawn do not fit ({ $draws }): whoever has played draws one, and if nobody can play both draw one, starting with the seat whose turn it is.
error-hands-unequal = In “{ $text }” the hands have { $first } and { $second } cards: as long as the deck has cards, both have the same number, apart from cards yet to be drawn.

error-deck-count = Line { $line }: a deck needs { $expected } entries, this one has { $found }.
error-deck-tile = Line { $line }: “{ $text }” is not a tile. A tile is a colour (r b g y), a shape (c s t h) and a face (j w s g), such as rcj.
error-deck-number = Line { $line }: “{ $text }” is not a number from 1 to 99.
error-deck-duplicate = Line { $line }: the tile { $text } is already on line { $first }.
error-deck-twice = Line { $line }: the tile { $text } is there twice.
error-file-too-large = { $path } is too large: at most { $most } bytes are read.
error-file-not-text = { $path } is not a text file.

error-unknown-game = There is no game “{ $name }”. The games are { $known }.
error-unknown-language = There are no words in “{ $name }”. The languages are { $known }.
error-name-count = “{ $names }” do not name { $seats } seats, one name each.
error-no-such-viewer = Nobody looks from seat { $viewer }: seats are counted from 0 to { $most }, and None is a spectator.
error-unknown-edition = { $game } has no edition “{ $name }”. It has { $known }.
error-unknown-ruling = { $game } has no house rule “{ $name }”. It has { $known }.
error-unknown-option = In { $game }, { $name } has no option “{ $option }”. It has { $known }.
error-ruling-needs = { $name } only matters in { $game } with { $other }={ $needed }.
error-ruling-form = “{ $text }” is not a house rule: write it as name=option.
error-ruling-twice = The house rule { $name } is given twice.
error-unknown-bot = There is no bot “{ $name }”. A seat is you, you=NAME, or a bot: { $known }.
error-bot-game = { $name } does not play { $game }. The bots for it are { $known }.
error-bot-parameter-form = “{ $text }” is not a setting of { $name }: write it as in strong:sims=5000, several separated by + or a comma.
error-bot-parameter-twice = { $key } is given twice for { $name }.
error-bot-parameter-renamed = “{ $key }” of { $name } is called “{ $now }” now; its values mean the same as before.
error-bot-no-parameters = { $name } has no settings.
error-bot-parameter = { $name } has no setting “{ $key }”. It has { $known }.
error-bot-sims = “{ $text }” is not a number of simulations from 1 to { $most }.
error-bot-seconds = “{ $text }” is not a number of seconds from { $least } to { $most }.
error-bot-setting = “{ $text }” does not fit { $key } of { $name }; the default is { $default }.
error-compiler-broken = Numba is installed but cannot be loaded, so nothing can be compiled: the bots still play, but think more simply.
error-guest-failed = The bot { $name } ({ $package }) does not work: { $reason }
error-engine-failed = The engine { $name } does not play: { $cause }
error-engine-given-up = The engine { $name } is not asked any more, as it has failed twice in a row: { $cause }
error-engine-start = it cannot be started ({ $reason }).
error-engine-died = it has ended (exit code { $status }).
error-engine-silent = it gave no answer within { $seconds } seconds.
error-engine-talks = it said more than { $most } bytes without an answer.
error-engine-illegal = it wants to play “{ $move }”, which is not among its legal moves.
error-engine-name = “{ $name }” cannot name an engine: it is taken, too long, or has one of the characters : = + , in it.
error-engine-no-command = There is no program “{ $command }” here.
error-engine-unknown = There is no engine “{ $name }”.
error-engine-arguments = Say what to do: rowdy engines add NAME COMMAND, or rowdy engines remove NAME.
error-guest-no-bot = { $package } is not a bot: { $name } needs the methods plays and choose.
error-guest-illegal = The bot { $name } wants to play { $action }, which is not among its legal moves.
error-seat-label = “{ $label }” cannot sit down: a seat is you, you=NAME or a bot, in at most { $most } printable characters.
error-seat-setting = “{ $label }” cannot sit down. Separate the settings of a bot by +: { $joined }
error-seat-count = { $game } cannot be played by { $seats }. Possible: { $known }.
error-starter = Seat { $starter } cannot start { $game }.
error-deck-and-ruling = A deck of your own does not go with { $name }={ $option } in { $game }.
error-no-deck = { $game } has no deck to choose.
error-deck-missing = { $name }=custom in { $game } needs a deck: --deck FILE, or the header Deck in a record.
error-no-game = No game was named. The games are { $known }.
error-seed = A seed has 1 to { $most } printable characters, no spaces around them, and does not look like a salt followed by a seed.
error-nothing-to-resume = There is no unfinished game in { $path }.
error-nothing-saved = There is no saved game in { $path }.
error-no-such-save = There is no saved game number { $number } ({ $count ->
    [0] nothing is saved
    [one] there is one
   *[other] there are { $count }
}): "rowdy saves --all" lists them.
error-resume-alone = A saved game has its own set-up: --resume does not go with { $name }.
error-resume-eyes = { $path } is the record of one seat. Only a full record can be continued.
error-resume-over = The game in { $path } is over. Watch it with: rowdy replay "{ $path }"
error-eyes = “{ $text }” is nobody’s view: name a seat from 1 to { $seats }, all, or spectator.
error-review-nobody = Nobody’s moves can be judged: a spectator’s record does not say what the players knew, and during a game the moves of a seat are judged only with "--seat N", since that shows what its cards were good for.
error-review-seat = There is no seat { $seat }: name one from 1 to { $seats }.
error-review-other-seat = The moves of seat { $seat } cannot be judged: this record tells what seat { $eyes } knew.
error-review-sims = The number of simulations must be from 1 to { $most }.
error-depth = The depth must be from 1 to { $most }.

error-solve-elsewhere = The files were not written to { $path } as this machine sees it: name a folder with --out that all nodes share.
error-ray-missing = For this Ray must be installed. Install it with: pip install "rowdy[ray]"
error-ray-unreachable = There is no Ray cluster at { $address }: { $reason }
error-ray-no-node = No node of the cluster has this code ({ $digest }): install the same version of Rowdy on all of them.
error-ray-lost = A piece of work was lost { $count } times, as its node or its process died. What is done is kept.
error-arena-bots = An arena needs at least two bots, such as: rowdy arena xoxo greedy random
error-arena-no-bot = There is no bot “{ $name }”. There are { $known }.
error-arena-games = The number of games must be from { $least }, which is one round, to { $most }.
error-arena-until = “{ $text }” is not a width: give half the interval in percent, from 0.1% to 50%, such as 4%.
error-arena-line = Line { $line } of { $path } does not belong in an arena log: { $cause }
error-no-json = it is not JSON.
error-match-form = it is not a match. A match names game, edition, rulings, bots by seat, and seed.
error-result-form = it is not the result of a match.
error-arena-other = { $path } is the log of another arena ({ $name }: { $there } there, { $here } here). Name another file with --log.
error-arena-other-code = { $path } was played with different code from this Rowdy’s, so its games cannot be mixed with new ones. Start over with --fresh, or name another file with --log.
error-arena-other-match = Line { $line } of { $path } is a match that this arena does not play. Name another file with --log.
error-arena-unwritable = Cannot use { $path } as a log: { $reason }. Name another file with --log.
error-arena-busy = Another arena is writing to { $path }: wait for it, or name another file with --log.
error-study-games = The number of games with each option must be from { $least } to { $most }.
error-study-no-rulings = { $game } has no house rules to compare.
error-study-none = No study of { $game } ships with Rowdy. Make one: rowdy study { $game } --rulings
error-study-out-alone = --out writes what is measured, so it needs --rulings.
error-study-unwritable = Cannot write the study to { $path }: that is no place for a file.
error-match-line = Line { $line } cannot be played: { $cause }
error-play-matches-alone = Matches have their own set-up: --play-matches does not go with { $name }.
error-bot-failed = { $bot } failed on seat { $seat } of the match with seed { $seed }: { $reason }
error-bot-illegal = { $bot } made an illegal move on seat { $seat } of the match with seed { $seed }: { $move }
error-worker-died = A worker process ended unexpectedly ({ $how }). All finished games are in the log: the same command carries on from there.
error-plot-ending = { $path } cannot be a picture: the name must end in .svg or .png.
error-plot-folder = The folder of { $path } does not exist.
error-picture-at = There is no step { $at }: they go from 0 to { $last }.
error-gif-missing = A GIF needs resvg-py and Pillow. Install them with: pip install resvg-py pillow
error-gif-no-font = A GIF needs one of these fonts to write with: { $known }. Install one.
error-gif-terminal = A GIF is nothing to read here. Send it to a file: rowdy picture --gif > game.gif
error-plot-missing = Pictures need Matplotlib. Install it with: pip install matplotlib
error-plot-unwritable = Cannot write the picture { $path }: { $reason }.

error-no-perfect-play = Perfect play is not known for { $game }. It is for { $known }.
error-no-need-to-solve = { $game } needs no solving: it is small, and searched whole whenever that is asked for.
error-workers = The number of workers must be from 1 to { $most }.
error-solve-files = Cannot use { $path }: { $reason }. Check the folder, or name another with --out.
error-solve-space = No room in { $path }: { $reason }. Finished layers are kept: make room (1.1 GB in all) and run the same command again, or name another folder with --out.
error-solve-memory = There is not enough memory: about 1 GB is needed. Finished layers are kept: the same command carries on from there.
error-solution-foreign = { $path } is not part of a solution. Move it away and run "rowdy solve" again.
error-solution-unreadable = The solution in { $path } cannot be read: { $reason }.
error-solution-damaged = { $path } is damaged: its checksum does not fit. Delete it and run "rowdy solve" again; if it came with Rowdy, install Rowdy again.
error-solution-version = { $path } has version { $found }, but this Rowdy reads version { $known }. Delete it and run "rowdy solve" again.
error-solution-other = { $path } holds a different layer or different house rules ({ $found }) from what belongs there ({ $wanted }). Move it away and run "rowdy solve" again.
error-not-solved = With these house rules ({ $variant }) { $game } is not solved on this machine: run "rowdy solve { $game }" once, with the same --ruling.
error-explore-back = “{ $text }” is not a number of steps: b 3 goes back three.

error-record-header = Line { $line }: “{ $text }” is not a header of a record.
error-record-header-twice = Line { $line }: the header { $text } appears twice.
error-record-header-missing = This is not a record: the header { $text } is missing.
error-record-version = Line { $line }: this record has version { $text }; versions that can be read: { $known }.
error-record-field = “{ $text }” cannot be { $name } in a record.
error-record-game = This { $game } does not have the usual size, so a record cannot hold it.
error-record-seats = Line { $line }: “{ $text }” does not name seats.
error-record-players = { $players } cannot be the { $seats } seats of a record: each is a line of at most 40 characters without commas.
error-record-value = Line { $line }: “{ $text }” is not a value for { $name }.
error-record-line = Line { $line }, at “{ $text }”: { $cause }
error-record-after-end = The game is already over.
error-record-answer = Everybody is being asked to show cards here: an answer such as 1!- or 2!red is needed.
error-record-turn-number = Line { $number } of the game begins here: the number must be { $number }, or be left out.
error-record-turn-same-line = The turn of another seat begins here: it needs a line of its own.
error-record-turn-split = This still belongs to the turn on the line before: write a turn on one line.
# $due is what the line lacks; $seat is the seat that owes it.
error-record-turn-unfinished = The line before is not finished: { $due ->
    [answer] seat { $seat } has not said yet whether it shows cards.
    [move] seat { $seat } is still to move.
   *[chance] a card is still to be drawn, or the top of a pile to be shown.
}
error-record-comment = “{ $text }” cannot be a comment: it is one line of at most { $most } characters without braces.
error-record-comment-form = A comment is words in braces on one line.
error-record-place = A { $what } cannot stand at { $at }: the line has places from 0 to { $last }.
error-record-variation-open = A variation ends on the line on which it begins: a closing parenthesis is missing.
error-record-variation-close = No variation is open here.
error-record-variation-early = A variation stands behind the move that it would replace: there is none yet.
error-record-variation-empty = There is no move in this variation.
error-record-turn-empty = There is no move after the number.
error-not-seen-so = { $move } does not fit this view: one’s own cards are open, those of others are not.
error-record-result = Line { $line }: the result is given as “{ $text }”, but the game ended “{ $known }”.
error-record-not-over = Line { $line }: the result is given as “{ $text }”, but the game is not over.
error-record-seed-early = Line { $line }: only the record of a finished game has a seed and a salt.
error-record-seed-other = Line { $line }: the seed does not fit the commitment of the record.
error-record-eyes = This is the record of { $eyes }: others saw other things.
error-record-nonces = { $nonces } cannot be the nonces of { $seats } seats: each is 32 to 64 digits 0 to 9 and a to f, or - for none.
error-record-resigned = { $resigned } cannot have resigned: name some of the { $seats } seats in order, so that at least one is left.
error-record-resigned-late = Line { $line }: nobody can resign from a game that is over by the rules.
error-record-salt-alone = Line { $line }: a salt means nothing without its seed and commitment.
error-record-seed-eyes = This is the record of { $eyes }: only the record of the whole game has a seed and a salt.
error-record-position-practice = A game from a position is always practice: the header “Practice: yes” is missing.
error-position-unknown = “{ $text }” has unknown cards: a game can only be played from a full position.
error-position-not-seen-so = “{ $text }” does not fit this view of the position: one’s own cards are open, those of others are not.
error-position-over = In “{ $text }” the game is over already: there is nothing left to play.
error-position-alone = Whoever sets up a position of { $game } knows all cards in it, so from there only one person can play, with bots.
error-no-lesson = { $game } has no lesson.
error-no-lesson-step = There is no step “{ $step }” in this lesson; there are { $known }.
error-lesson-moves = That is too much for one turn: { $most } moves at most.
error-salt = A salt is 64 digits 0 to 9 and a to f.
error-nonce = “{ $text }” is not a nonce: a nonce is 32 to 64 digits 0 to 9 and a to f.
error-verify-nonce = “{ $text }” is not the nonce of a seat: write it as in --nonce 1=0f… with 32 to 64 digits 0 to 9 and a to f.
error-verify-nonce-files = A nonce belongs to one game: with --nonce, name only one record.
error-verify-server = “{ $text }” is not a link to a table: copy one from its page, such as the one for spectators, with everything after the #.
error-verify-server-failed = { $server } did not give its record: { $reason }.
error-verify-seat = There is no seat { $seat } in this record: name one from 1 to { $seats }.


## Errors at the door of the server

error-name-length = A name has 1 to { $most } characters.
error-name-sign = “{ $sign }” cannot be part of a name; letters, digits, spaces and - ' . can.
error-name-letters = “{ $name }” cannot be a name: it needs letters or digits, with only a few accents on each.
error-name-dotted = “{ $name }” looks like a web address: put a space after each dot.
error-name-digits = A name has at most { $most } digits.
error-name-reserved = “{ $name }” cannot be a person’s name here: choose another.
error-names-alike = Two players would be called “{ $name }”: choose names that look different.
error-no-key = This needs a key, sent as “Authorization: Bearer KEY”: it is what the link to a seat has after the #.
error-body-type = The body of this request must be of the type { $kind }.
error-body-size = The body of this request is too large: at most { $most } bytes are read.
error-body-form = The body of this request cannot be read: { $reason }
error-body-text = The body of this request is not UTF-8 text.
error-body-end = The request broke off before all of its body had arrived.
error-eyes-closed = While the game is going on, you can see it only as you see it at the table.
error-internal = Something went wrong here. Try again.
error-no-such-page = There is nothing here.
error-wrong-method = This address does not take that kind of request.
error-too-busy = The server is too busy just now. Try again in { $seconds } s.
error-too-often = That was a little too often. Try again in { $seconds } s.
error-qr-link = Only links to this server are drawn as a code.
error-grace-range = The time to wait is 0 to { $most } seconds.
error-keep-range = Tables can be kept for 1 to { $most } days.
error-proxy-address = “{ $text }” is not the address of a proxy: write an IP address such as 10.0.0.2, or a network such as 10.0.0.0/8.
error-root-path = “{ $text }” is not a folder: write it as /rowdy, with letters, digits and - . _ ~ only.
error-metrics-address = “{ $text }” is not a place for metrics: write a port, such as 9765, or an address and a port, such as 10.0.0.2:9765.
error-metrics-missing = Metrics need one more package. Install it with: pip install "rowdy[metrics]"
error-metrics-unreachable = Metrics cannot be served at { $place }: { $reason }
error-port = A port is a number from 0 to { $most }; 0 stands for any that is free.
error-port-none = No port is free from { $port } up.
error-port-denied = This machine does not let you use port { $port }: choose one above 1023.

## Errors: where tables are kept

error-store-url = This is not the address of a database. Name a file, or write it as postgresql://user:password@host/name, with %40 for an @ in the password.
error-store-dialect = Tables cannot be kept in { $name }. Name a file, or an address that begins with sqlite:/// or postgresql://.
error-store-driver = PostgreSQL needs one more package. Install it with: pip install "rowdy[postgres]"
error-store-unreachable = Cannot reach { $place }: { $reason }
error-store-unwritable = Tables cannot be kept in { $place }: { $reason }. Name another place with --db.
error-store-foreign = { $place } holds something other than Rowdy’s tables, so it is left alone. Name another place with --db.
error-store-newer = { $place } was made by a newer Rowdy: it has version { $found }, but this one knows { $known }. Update Rowdy, or name another place with --db.
error-store-busy = Another server keeps its tables in { $place }. Stop it first, or name another place with --db.


## Errors: bots and hints of the live table

error-thinker-failed = There is no hint just now. Please try again in a moment.

## Lessons

learn-greeting = { $game }: the lesson
learn-help = { $orders ->
    [yes] Type a move by its number or in notation, and “hold CARD” or “show CARD” to keep a card or show it; also skip, back and quit.
   *[no] Type a move by its number or in notation; also skip, back and quit.
}
learn-step = { $step } of { $steps }: { $title }
learn-prompt = Your move:
learn-again = Try again.
learn-left = Go on whenever you like: rowdy learn { $game }
lesson-rival = the other player
lesson-any-title = { $step }
lesson-any-say = Find the right move.
lesson-any-right = That is it.
lesson-any-wrong = Not yet.
lesson-any-endgame-title = Now play it out
lesson-any-endgame-say = The easiest bot plays against you; you may take back whatever you like.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = Two sides to every stone
lesson-rubik-place-say = You are X, and your stones are **blue on one side and green on the other**. Pick a side and place the first stone on any square you like.
lesson-rubik-place-right = There it lies. Only the very first turn is as short as this.

lesson-rubik-flip-title = Flip first
lesson-rubik-flip-say = From now on each turn begins with a flip: one of the other player’s stones **slides to an empty square beside it and turns over**. Flip the O on b3.
lesson-rubik-flip-right = It slid away and shows its other side. After the flip you would place a stone of your own.

lesson-rubik-break-title = A flip breaks a row
lesson-rubik-break-say = O has three white stones in a row. **Flip one of them away** before the row can do any harm.
lesson-rubik-break-right = The row is broken. A stone that is flipped leaves its square and changes its colour.
lesson-rubik-break-stays = The row on { $squares } is still there. Flip one of its own stones.

lesson-rubik-row-title = Three of one colour
lesson-rubik-row-say = A row is three of your stones side by side, straight or diagonal, **all showing the same side**. You have two blue ones: place the third.
lesson-rubik-row-right = That is a row. But it wins only once it can no longer get away, as you will see.
lesson-rubik-row-sides = { $squares } are three of yours, but they do not all show the same side.
lesson-rubik-row-no-row = That makes no row. Look where three blue stones would lie side by side.

lesson-rubik-lock-title = Lock your row in
lesson-rubik-lock-say = You have three in a row. It only counts when **no square beside it is empty**, because a stone could still slide away: close the last gap.
lesson-rubik-lock-right = Enclosed, and won! No stone of the row can be flipped any more.
lesson-rubik-lock-gap = Not yet: a stone of the row can still be flipped away. Look at { $squares }.

lesson-rubik-push-title = A flip can win, too
lesson-rubik-push-say = Your green row has one gap left, and it is your turn to flip. **Push one of the other player’s stones into the gap**, and you need not even place one.
lesson-rubik-push-right = Won by a flip! Whoever’s stone it is that fills the gap, your row is enclosed.
lesson-rubik-push-gap = Not yet: { $squares } can still slide away. Which O is right beside the gap?

lesson-rubik-endgame-title = Now play it out
lesson-rubik-endgame-say = You are X, and with good flips **you can win this**. The easiest bot plays O; you may take back whatever you like.

# XOXO²

lesson-xoxo2-place-title = Two sides to every star
lesson-xoxo2-place-say = The stars are yours, **green on one side and red on the other**. Pick a side and place the first star on any square you like.
lesson-xoxo2-place-right = There it lies. Only the very first turn is as short as this.

lesson-xoxo2-flip-title = Flip first
lesson-xoxo2-flip-say = From now on each turn begins with a flip: one hexagon **slides to an empty square beside it and turns over**. Flip the one on c3.
lesson-xoxo2-flip-right = It slid away and shows its other side. After the flip you would place a star of your own.

lesson-xoxo2-break-title = Break it or lose
lesson-xoxo2-break-say = Three green hexagons stand in a row, and this flip is your only chance: **a row that survives it wins**. Break the row.
lesson-xoxo2-break-right = Just in time. A stone that is flipped leaves its square and changes its colour.
lesson-xoxo2-break-stays = The row on { $squares } has survived your flip, and so it has won. Flip one of its own hexagons.

lesson-xoxo2-row-title = Three of one colour
lesson-xoxo2-row-say = A row is three of your stars side by side, straight or diagonal, **all showing the same side**. Two red ones lie on a diagonal: place the third.
lesson-xoxo2-row-right = That is a row. It wins only if it survives the other player’s next flip, and this one would not.
lesson-xoxo2-row-sides = { $squares } are three of yours, but they do not all show the same side.
lesson-xoxo2-row-no-row = That makes no row. Look where three red stars would lie side by side.

lesson-xoxo2-closed-title = A row that cannot get away
lesson-xoxo2-closed-say = You could finish either of two rows, but a star with an empty square beside it can be flipped out. **Choose the row that stays**.
lesson-xoxo2-closed-right = Won! No star of this row has an empty square beside it, so no flip can touch it.
lesson-xoxo2-closed-breaks = A row, but not for long: { $squares } can be flipped out of it.
lesson-xoxo2-closed-sides = { $squares } are three of yours, but they do not all show the same side.
lesson-xoxo2-closed-no-row = That makes no row. There are two to finish: on top and at the bottom.

lesson-xoxo2-two-title = Two rows at once
lesson-xoxo2-two-say = **One flip breaks one row, so make two**. There is a square where a single star finishes both.
lesson-xoxo2-two-right = Won! Whichever row the flip breaks, the other one is still there.
lesson-xoxo2-two-one = That is only one row, and one flip breaks it. Look at { $squares }.
lesson-xoxo2-two-sides = { $squares } are three of yours, but they do not all show the same side.
lesson-xoxo2-two-no-row = That makes no row. Look for the square where two green rows meet.

lesson-xoxo2-endgame-title = Now play it out
lesson-xoxo2-endgame-say = The stars are yours, and with good flips **you can win this**. The easiest bot plays the hexagons; you may take back whatever you like.

# XOXO

lesson-xoxo-lay-title = One of two tiles
lesson-xoxo-lay-say = Each turn you lay one tile: **the top one of your own pile or of the draw pile**. It goes beside a tile that lies there, and all of them fit into three by three.
lesson-xoxo-lay-right = That is a whole turn. Where a tile goes matters, as everybody builds on the same display.

lesson-xoxo-line-title = A line for your goal
lesson-xoxo-line-say = Your cards are secret goals. You hold red: lay a red tile so that **three red ones lie in a line**.
lesson-xoxo-line-right = Three reds, and your card is shown. Whoever has shown all their cards first wins.
lesson-xoxo-line-apart = A red tile, but not in line with the two others. They stand one above the other.
lesson-xoxo-line-other = That tile is not red. One of the two to choose from is.

lesson-xoxo-cover-title = Nine tiles lie: now you cover
lesson-xoxo-cover-say = The display is full, so **a tile now covers another**, though not the one that was laid last. You hold triangle: cover a tile so that three triangles stand in a line.
lesson-xoxo-cover-right = What was below is gone, and your line is complete. Lines of the others vanish in the same way.
lesson-xoxo-cover-other = That tile shows a heart. The other one of the two is a triangle.
lesson-xoxo-cover-apart = A triangle, but no line of three. Two stand one above the other at the right.

lesson-xoxo-backs-title = Read the backs
lesson-xoxo-backs-say = The backs of the other player’s cards **all say shape**, so colours need not worry you. Find the line that only lacks one more of its shape, and spoil it.
lesson-xoxo-backs-right = Spoiled. A tile in the right place tells nobody what you hold yourself.
lesson-xoxo-backs-gave = Now { $squares } show the same shape: that may be just what the other player needs.
lesson-xoxo-backs-open = The line { $squares } still lacks only one tile. Put another shape there.

lesson-xoxo-hold-title = Hide how far you are
lesson-xoxo-hold-say = With two cards left, showing red now would warn the other player. **Touch red** so that you keep it for now, then finish its line with a red tile.
lesson-xoxo-hold-right = The line is complete, and nobody knows. If your last goal comes as well, you show both at once and win.
lesson-xoxo-hold-told = Your red card was shown, and everybody knows that you need only one more. Touch it first to keep it.
lesson-xoxo-hold-other = That makes no line of three reds. Two stand one above the other.

lesson-xoxo-show-title = Show in time
lesson-xoxo-show-say = You have kept two cards, and one of them has its line now. The other player could cover it in a moment: **touch that card to show it now**.
lesson-xoxo-show-right = Safe: a card that was shown stays shown, even when its line is covered.
lesson-xoxo-show-no-line = There is no line for that card, so nothing could be shown. Look at the column of three reds.

lesson-xoxo-endgame-title = Now play it out
lesson-xoxo-endgame-say = You need one more card, and the other player two: **three blue tiles in a line** win you the game. The easiest bot plays against you; you may take back whatever you like.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = A card a turn
lesson-djeco-lay-say = You are red, with the cross. Each turn you **play one card on an empty square**, so that everything fits into three by three, and then draw another. Play any card.
lesson-djeco-lay-right = Played and drawn. The cards in your hand can be red or blue, whichever colour is yours.

lesson-djeco-line-title = Three red, a token
lesson-djeco-line-say = Whenever **three red cards lie in a line**, you get a token; the numbers do not matter for that. Finish the line.
lesson-djeco-line-right = A token for you. You need five of them, and two more than the other player.
lesson-djeco-line-rival = That card is blue: it helps the other player, not you.
lesson-djeco-line-apart = That finishes no line. Two red cards lie side by side, and there is room for a third.

lesson-djeco-stack-title = Same number, on top
lesson-djeco-stack-say = A blue 5 sits in the middle of your line. A card may also go **on top of one with the same number**, whatever the colours: take the square back.
lesson-djeco-stack-right = Only the top card counts, so the line is red now, and the token is yours.
lesson-djeco-stack-other = The blue 5 is still on top. You hold a red card with the same number.

lesson-djeco-yellow-title = Yellow clears a square
lesson-djeco-yellow-say = Two blue cards lie side by side, and a third would make a line. Use your yellow card to **clear one of them away**.
lesson-djeco-yellow-right = Gone, with all that lay below it. Yellow also clears a card of your own, if that helps.
lesson-djeco-yellow-helped = { $squares } are all blue now, and the other player gets the token for it.
lesson-djeco-yellow-threat = On { $squares } blue still lacks only one card.
lesson-djeco-yellow-use = That blocks the line for now. But this step is about the yellow card: clear a blue one with it.

lesson-djeco-green-title = Green clears a line
lesson-djeco-green-say = Several lines lack only one blue card on an empty square. Your green card **clears a whole row, column or diagonal** in which three cards lie: choose one that stops them all.
lesson-djeco-green-right = Three squares swept clean. There are only two green cards in the deck, so keep them for such a moment.
lesson-djeco-green-helped = { $squares } are all blue now, and the other player gets the token for it.
lesson-djeco-green-threat = On { $squares } blue still lacks only one card. Green clears all three at once.
lesson-djeco-green-use = That blocks a line for now. But this step is about the green card: clear a whole line with it.

lesson-djeco-rival-title = Their colour, your problem
lesson-djeco-rival-say = You hold nothing but blue, and you have to play. **The token goes to the owner of the colour**, whoever lays the card: put one where it does no harm.
lesson-djeco-rival-right = No token for blue. Sometimes the best card is the one that helps least.
lesson-djeco-rival-helped = { $squares } are all blue now: the token goes to the other player, though you laid the card.

lesson-djeco-endgame-title = Now play it out
lesson-djeco-endgame-say = You have three tokens, the other player two: **get to five first**. The easiest bot plays blue; you may take back whatever you like.

## Puzzles

help-puzzle-short = solve the puzzle of the day, or others
help-puzzle =
    Solve the puzzle of the day: one for everybody, the same here and on the page.
    Name an id for a certain puzzle, or a game or a theme for one near your rating.
    Every puzzle has exactly one answer, and that is proved.

    Type moves in notation or by their numbers; hint, solution, again, moves and
    quit work at any time. Rating and streak are kept on this machine.

    Examples:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = the id of a puzzle, such as one that somebody told you
help-puzzle-endless = one puzzle after the other, near your rating
help-puzzle-game = only puzzles of this game
help-puzzle-theme = only puzzles of this theme: { $themes }
help-puzzle-date = the puzzle of another day, such as 2026-12-24
help-puzzle-seed = draw puzzles by this seed, to get the same ones again
help-puzzle-export = write rating, streak and what you have seen to a file, for another device or the page
help-puzzle-import = read such a file; it replaces what is kept here
help-puzzles-short = make, prove and count puzzles
help-puzzles =
    make    play games between bots and find the positions in which exactly one
            turn works; each is confirmed by a second search before it counts
    prove   confirm all puzzles of a game once more, or those of a file
    spread  draw how hard the puzzles of all games are, as an SVG

    Making goes on where it was stopped: what each game yields is kept at once. It is
    quick once the game is solved (rowdy solve GAME), and slow before.

    Examples:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove or spread
help-puzzles-games = how many games are played in all, earlier runs counted (default: 1000)
help-puzzles-seed = the name of the run; the same name finds the same puzzles (default: 1)
help-puzzles-out = where the puzzles or the picture go; a name that ends in .xz packs them
help-puzzles-set = a file of puzzles to prove, instead of those that there are

puzzle-theme-row = Winning row
puzzle-theme-win-2 = Win in two
puzzle-theme-win-3 = Win in three
puzzle-theme-win-4 = Win in four
puzzle-theme-hold = Only turn
puzzle-theme-save = Save the draw
puzzle-theme-sure = Sure win
puzzle-theme-safe = Safe play
puzzle-theme-holds = Hidden card
puzzle-title-row = Win in this turn
puzzle-title-rubik-row = Close the row
puzzle-title-xoxo2-row = Find the row that survives
puzzle-title-win-2 = Win in two turns
puzzle-title-win-3 = Win in three turns
puzzle-title-win-4 = Win in four turns
puzzle-title-hold = Only one turn holds
puzzle-title-save = Save the draw
puzzle-title-sure = Which tile wins whatever they hold?
puzzle-title-safe = Which play is safe whatever they hold?
puzzle-title-holds = Which card can they still hold?
puzzle-say-win = You are { $player }. Of { $turns } turns one wins.
puzzle-say-draw = You are { $player }. Of { $turns } turns one does not lose.
puzzle-say-xoxo-sure = There is only one of each card, and everybody shows what they can at once. One tile makes you the only winner in this turn, whatever the other player holds.
puzzle-say-xoxo-holds = There is only one of each card, and everybody shows what they can at once. One of these cards the other player can hold, the others not.
puzzle-say-djeco-safe = Exactly one of your moves keeps the other player from winning with their next card, whatever they hold.
puzzle-say-djeco-holds = The other player has just passed, and whoever can play must. One of these cards they can hold, the others not.
puzzle-say-any = Exactly one answer is right, whatever the others hold.
puzzle-rival = Rival
puzzle-of-the-day = Puzzle of the day, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] very easy
    [2] easy
    [3] medium
    [4] hard
   *[5] very hard
}
puzzle-head = { $game } · { $difficulty } (puzzle { $id })
puzzle-help = Type moves or their numbers; or hint, solution, again, moves, quit.
puzzle-prompt = Your answer:
puzzle-then = { $first }, then { $then }
puzzle-more = Right. They answer: { $reply }. { $count ->
        [one] One turn is left to find.
       *[other] { $count } turns are left to find.
    }
puzzle-right = Solved!
puzzle-wrong = Not this one.
puzzle-hint-first = It begins so: { $move }
puzzle-hint-square = Look at { $squares }.
puzzle-hint-not = Not { $option }.
puzzle-solution = The answer: { $moves }
puzzle-refuted-now = They answer: { $moves }. That wins for them.
puzzle-refuted-loss = They answer: { $moves }. Then they win in { $count ->
        [one] one turn.
       *[other] { $count } turns.
    }
puzzle-refuted-draw = They answer: { $moves }. Then it is a draw.
puzzle-refuted-slow = That wins too, but later: in { $count ->
        [one] one more turn.
       *[other] { $count } more turns.
    }
puzzle-counterexample-sure = Not if they hold { $cards }.
puzzle-counterexample-safe = With { $cards } they win.
puzzle-counterexample-xoxo-holds = They cannot hold that card: it is yours, it lies open, or its line is there and they would have shown it.
puzzle-counterexample-djeco-holds = That card they could have played, so they would not have passed.
puzzle-counterexample-any = Another answer is right.
puzzle-rating = Your rating: { $rating } ({ $change })
puzzle-again-same = You have finished this one before, so it does not count again.
puzzle-left = Come back whenever you like: rowdy puzzle
puzzle-share = Rowdy puzzle { $day } (set { $version })
puzzle-streak = { $count } days in a row
puzzle-exported = Kept in { $path }.
puzzle-imported = Read: rating { $rating }, { $count ->
        [one] one puzzle
       *[other] { $count } puzzles
    } finished.
page-puzzles = Puzzles
page-puzzles-say = One a day for everybody, and thousands more. Each has exactly one answer, and that is proved.
page-puzzle-today = Puzzle of the day
page-puzzle-practice = Practice
page-puzzle-mode = Which puzzles
page-puzzle-game = Game
page-puzzle-theme = Theme
page-puzzle-any-game = All games
page-puzzle-any-theme = All themes
page-puzzle-answers = Answers
page-puzzle-hint = Hint
page-puzzle-solution = Solution
page-puzzle-again = Again
page-puzzle-next = Next puzzle
page-puzzle-more = More puzzles
page-puzzle-show = Show it
page-puzzle-days = { $count ->
        [one] { $count } day in a row
       *[other] { $count } days in a row
    }
page-puzzle-share-text = What you can share
page-puzzle-progress = Your results
page-puzzle-rating = Rating: { $rating }
page-puzzle-solved = Solved at the first try: { $solved } of { $tries }
page-puzzle-best = Longest streak of days: { $best }
page-puzzle-kept = All this is kept on this device alone.
page-puzzle-export = Save as a file
page-puzzle-import = Read a file
page-puzzle-import-wrong = That file holds no results of puzzles.
page-puzzle-done = You have finished this one before, so it does not count again.
page-puzzle-change = Rating { $rating } ({ $change })
puzzles-begin = Puzzles of { $game }, run “{ $seed }”; found so far are kept in { $path }.
puzzles-resumed = { $count ->
        [one] One game was
       *[other] { $count } games were
    } played before; it goes on from there.
puzzles-stopped = { $count ->
        [one] Stopped after one game.
       *[other] Stopped after { $count } games.
    } The same command goes on.
puzzles-progress = { $count } of { $total }
puzzles-count = { $count ->
        [one] One puzzle
       *[other] { $count } puzzles
    }
puzzles-written = Written: { $path }, { $bytes } bytes.
puzzles-proved = { $game }: all { $count } puzzles proved.
error-puzzle-line = Line { $line } is no puzzle of { $game }: it should be theme|rating|position|turns|options.
error-puzzle-position = Nobody is to move in { $position }, so it is no puzzle.
error-puzzle-journal = { $path } is the journal of another run, or damaged.
error-puzzle-progress = That file holds no results of puzzles.
error-puzzle-moves = A try has at most { $most } moves.
error-puzzle-not-wrong = That try is not wrong.
error-puzzle-games = Say with --games how many games are to be played, one at least.
error-puzzle-out = Say with --out where the picture goes.
error-puzzle-date = { $text } is no date; write it like 2026-12-24.
error-puzzle-unknown = { $name } is not known here; known are { $known }.
error-puzzle-wrong = A puzzle is wrong: { $why } ({ $line })
error-no-puzzle = There is no puzzle { $id }.
error-no-such-puzzles = There are no such puzzles. { $games } { $themes }
error-no-puzzle-making = Puzzles of { $game } cannot be made: it is not solved, and its kit deduces nothing.
error-not-an-answer = { $text } is not among the answers: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Secret goals, three in a row, and every tile you lay may help somebody else.

aim-xoxo = You hold secret cards, each for a colour, a shape or a face. When three tiles in a row all have it, you may show that card; whoever has shown all their cards first wins.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = To win, get three in a row for each of your goals.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## What you need

    Two to four players aged seven or more, and a quarter of an hour.

    - 48 tiles, no two alike. Each shows one of four colours (red, blue, green, yellow), one of four shapes (circle, square, triangle, heart) and one of four faces (joy, wink, surprise, grumpy).
    - 12 objective cards, one for each colour, each shape and each face. The back of a card tells only its kind: colour, shape or face.

    There are 64 possible tiles. { $deck ->
        [custom] You play with 48 of your own choosing (house rule *deck*).
       *[balanced] We play with 48 of them, chosen so that every colour, every shape and every face is on 12 tiles (house rule *deck*).
    }

    ## Setting up

    - Shuffle the tiles and give each player a personal pile: { $piles ->
        [en] 12 tiles each with two players, 8 each with three, 6 each with four (house rule *piles*). The other 24 are the draw pile.
       *[de] 12 tiles each with two players, 10 each with three, 8 each with four (house rule *piles*). The other 24, 18 or 16 are the draw pile.
    }
    - All piles lie face up. Everyone sees the top tile of every pile and how many tiles it has; nobody sees what is below.
    - Shuffle the objective cards and deal them face down: three each with two or three players, two each with four. The others go back unseen.
    - Hold your cards so that the others see only the backs. They know the kind of each of your cards, but not which one it is.
    - Choose who starts. Play goes clockwise.

    ![cards]

    ## Your turn

    Lay exactly one tile: the top of your personal pile or the top of the draw pile.

    - The first tile starts the display.
    - Until there are nine tiles, each tile goes on an empty square that shares an edge with a tile on the table. The display never grows wider or higher than three.
    - From the tenth tile on, each tile covers a tile of the display. The tile laid in the turn just before may not be covered, so the tenth may not cover the ninth.

    ![grow]

    ![wide]

    ![cover]

    ## Showing cards

    You may show an objective card on anyone’s turn, as long as its colour, shape or face is on all three tiles of some row, column or diagonal.

    - Only the top tiles count. A line counts as soon as its three tiles are there, even before the display is full. Once a new tile breaks it, it is gone.
    - A line is never used up. It may serve several of your cards, and other players’ cards as well.
    - After every tile all players who still hold cards are asked, even those who have nothing to show, so that the question gives no secret away.
    - Choose in secret: any number of cards that fit, or none. Nobody has to show a card.
    - When all have chosen, the chosen cards are turned up together. They stay face up.
    - If someone showed a card and the game goes on, all are asked again. Once nobody shows anything, the next turn begins.

    ![lines]

    ![shared]

    ![broken]

    ## The end

    - If you show your last card, you win at once. All who do so at the same moment share the win.
    - The game also ends when any pile is used up, a personal one or the draw pile: its last tile has been laid. Whoever has shown the most cards wins.
    - { $last_window ->
        [no] On that last tile no card can be shown any more: the cards are counted at once (house rule *last_window*).
       *[yes] Before the cards are counted all are asked as usual, and a last card shown now still wins at once (house rule *last_window*).
    }
    - If players are tied for the most, go round the table in turn order, beginning after the player who emptied the pile. The first tied player you come to wins. The player who emptied the pile comes last. This is so even if nobody has shown a card.

example-xoxo-aim = On b3, c3 and d3 lie three hearts: whoever holds the heart card may show it.
example-xoxo-cards = Your own cards you see; of the others’ cards you see the backs, which tell only the kind. You choose between two tiles: the top of your pile and the top of the draw pile.
example-xoxo-grow = Three tiles lie. The next one may go on any square that is marked: beside a tile, and all within three by three.
example-xoxo-wide = Now the display is three wide. It can still grow up or down, but no further to the sides.
example-xoxo-cover = The display is full, and the next tile covers another. Only the tile on c2 may not be covered: it was laid in the turn just before.
example-xoxo-lines = Three lines: red on b4, c4 and d4, a colour; triangle on b3, c3 and d3, a shape; wink on b2, c2 and d2, a face.
example-xoxo-shared = One line for two cards: b3, c3 and d3 are all blue, and all of them are hearts.
example-xoxo-broken = A blue tile covers the red one on d4. The line of red is gone; the other two still count.

typing-xoxo =
    Squares have a letter for the column, from the left, and a number for the row, from the bottom. The first tile goes on `c3`, the middle of the squares `a1` to `e5`.

    - `own@c3` lays the top of your personal pile on c3.
    - `draw@b3` lays the top of the draw pile on b3.
    - `hold red` keeps a card back, `show red` lets it be shown again. Unless you hold it, a card is shown automatically as soon as its line is complete.

    A tile is written as colour, shape and face, by first letters: `rss` is a red square with a surprised face.


## XOXO: house rules

ruling-piles = How many tiles are in each player’s personal pile?
ruling-piles-de = 12 each for two players, 10 each for three, 8 each for four; the draw pile has 24, 18 or 16.
ruling-piles-en = 12 each for two players, 8 each for three, 6 each for four; the draw pile always has 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 or 8 tiles for two, three or four players
says-xoxo-piles-en = 12, 8 or 6 tiles for two, three or four players

ruling-deck = Which 48 of the 64 possible tiles are in the game?
ruling-deck-balanced = An even mix: every colour, shape and face is on 12 tiles, every pair (say red and heart) on 3. Number the four colours, shapes and faces 0 to 3, as listed in the rules: the 16 tiles whose three numbers add up to a multiple of 4 stay out.
ruling-deck-custom = Your own list of 48 different tiles.

ruling-last_window = May cards still be shown on the tile that empties a pile?
ruling-last_window-yes = Yes: all are asked as after any other tile, and a last card shown then wins at once.
ruling-last_window-no = No: the cards already shown are counted straight away.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Both end the game at once, and both let you show a card at any time. The English one sounds a little more like no, as it counts the cards that have been shown when the pile runs out; the German one is looser.

## XOXO: decisions

decision-xoxo-one-card-a-value = There is exactly one objective card for each colour, each shape and each face. The rulebooks give only the number and the kinds of the cards, and twelve cards fit twelve values one to one.
decision-xoxo-any-number = You may show any number of cards at the same moment. The rulebooks leave this open, and nothing stops you from turning up two at once at a real table.
decision-xoxo-early-lines = A line counts as soon as its three tiles are there, even before the display is full. The rulebooks do not forbid it, and a line is a line.
decision-xoxo-tie-among-tied = A tie is settled among the tied players only. The German rulebook says so; the English one leaves the words out, and without them someone with fewer cards could win.
decision-xoxo-top-before-window = The new top of a pile shows before anyone is asked to show a card. At a real table, too, it is seen as soon as the tile above it is taken.

## XOXO: editions

edition-xoxo-de = German rulebook
edition-xoxo-en = English rulebook (smaller piles for three and four players)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason; so are all messages of this kind.
decided-xoxo-last_card = with somebody’s last card shown
decided-xoxo-pile = with an empty pile
decided-xoxo-pile_tie = with an empty pile and a tie


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Get three of your stones in a row, all showing the same side. If you still have three in a row after the other player has flipped one of your stones, you win.
   *[enclosed] Get three of your stones in a row, all showing the same side, with no empty square beside any of them. Then nobody can flip them away, and you win.
}
short-aim-flip = { $row ->
    [survives] To win: three alike in a row that survive a flip.
   *[enclosed] To win: three alike in a row, no gap beside them.
}

flip-turn =
    - **First, flip.** Take any one of your opponent’s stones, move it to an empty square that shares an edge with its own, and turn it over. You must do this if you can, even if it helps your opponent. Leave it out only if none of their stones has an empty square beside it.
    - **Then, place.** Put one of your own stones from beside the board on any empty square, either side up. You must do this too, even if it helps your opponent. The square that the flip has just left empty is allowed.

    ![flip]

    ![place]

flip-winning =
    A **row** is three stones of one player, all showing the same side, on three squares next to each other in a straight line: across, up and down, or diagonal. The board has 24 such lines. Four in line count as two rows.

    ![sides]

    { $row ->
        [survives]
            You win when you have a row and your opponent has had their flip since, or can have none (house rule *row*). The game ends as soon as this is certain:

            - At the end of your turn, if you have a row and your opponent has no flip at all.
            - At the end of your turn, if your opponent has a flip, but **each** flip they could make leaves you some row: an old one, or a new one that the flip itself makes.
            - Otherwise right after your opponent’s flip, if it leaves you a row. Nothing is placed then.

            So a row that your opponent can still break wins nothing yet. Two rows of which only one can be broken do win. A row that your opponent could have broken, but did not, wins after their flip; so does a row that they made for you without need. Both players can never win at once.

            ![breakable]

            ![survived]

            ![two]

            ## The end

            If all sixteen stones are on the board and nobody has won, the game ends with no winner.
       *[enclosed]
            A row is **enclosed** when no square that shares an edge with any of its three stones is empty. None of its stones can be flipped then. The edge of the board does no harm; only empty squares do.

            - If you have an enclosed row, you win at once, after a flip as well as after a stone is placed, and whoever made that move (house rule *row*).
            - If a flip wins the game, nothing is placed any more.
            - A row that is not enclosed wins nothing, for now.
            - If one flip or one stone placed gives both players an enclosed row before all sixteen stones are on the board, { $both_rows ->
                [mover] the player who made that move wins
                [opponent] the player who did not make that move wins
               *[draw] the game is a draw
            } (house rule *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## The end

            When all sixteen stones are on the board, the game is over. If just one player has a row, that player has won; a full board encloses every row. If neither player has a row, or both have, the game is a draw.
    }

flip-example-aim = { $row ->
    [survives] The last stone was placed on d1. Whatever is flipped now, the row on a1, b1 and c1 stays: that wins.
   *[enclosed] The last stone was placed on d1. The row on a1, b1 and c1 has no empty square beside it any more: that wins.
}
flip-example-flip = The flip: a stone of your opponent’s moves from b3 to b4 and is turned over, so that it shows its other side.
flip-example-place = Then you place a stone of your own, here on b3, the square that the flip has just left.
flip-example-sides = This is no row: b2, c2 and d2 belong to one player, but they do not all show the same side.
flip-example-open = A row on b2, c2 and d2, but it is not enclosed: a2, b1, c3, d1 and d3 beside it are empty. It wins nothing yet.
flip-example-enclosing = The flip from d2 to d1 fills the last gap beside the row on a1, b1 and c1. Its owner wins at once, though the other player made the flip.
flip-example-both = The stone placed on b2 encloses two rows at once: one on a1, a2 and a3, the other on c1, c2 and c3. { $both_rows ->
    [mover] By house rule, whoever placed it wins.
    [opponent] By house rule, the other player wins.
   *[draw] The game is a draw.
}
flip-example-breakable = The row on b2, c2 and d2 wins nothing yet: a flip from d2 to d3 breaks it.
flip-example-survived = The opponent flips from a4 to a3 and leaves the row on b2, c2 and d2 as it is. It has survived the flip and wins; nothing is placed any more.
flip-example-two = The stone placed on a4 makes two rows, and cannot be flipped itself. A flip can break only one of the two: that wins at once.

flip-no-flip = If no flip is possible, a turn is just the stone placed, such as `a@d1`. If the flip ends the game, the turn is just the flip.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Flip theirs, place yours, and lock in three in a row before they slip away.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## What you need

    Two players and about ten minutes (our estimate).

    - A board of four by four squares.
    - 16 two-sided stones, eight for each player. One player has the stones marked X, with a blue side and a green side. The other has those marked O, with a yellow side and a white side.

    ## Setting up

    The board is empty and each player keeps their eight stones beside it. X plays first.

    ## Your turn

    In the very first turn X only places one stone, either side up, on any square. From then on every turn has two parts, in this order.

    { flip-turn }

    ## Winning

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
    Squares have a letter for the column, `a` to `d` from the left, and a number for the row, `1` to `4` from the bottom. X has the stones `A` (blue side up) and `B` (green side up); O has `a` (yellow side up) and `b` (white side up).

    - `B@b3` places an X with its green side up on b3. This could be the first turn.
    - `b3-b4` flips the stone on b3 over to b4.
    - `b3-b4 a@d1` is a whole turn of O: flip, then place.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Which row wins the game?
ruling-row-enclosed = An enclosed one: no square that shares an edge with any of its three stones is empty.
ruling-row-survives = One that survives the opponent’s flip: you have a row, and they have had their flip since, or can have none.
says-rubik-row-enclosed = an enclosed row
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = a row that survives the flip
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = The German rulebook is that of Rubik’s Tac Toe, the Dutch one that of XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Who wins if one move gives both players an enclosed row before all stones are placed?
ruling-both_rows-draw = Nobody: the game is a draw.
ruling-both_rows-mover = The player who made that move.
ruling-both_rows-opponent = The other player, who did not make that move.
ruling-rubik-both_rows-source = It speaks of two rows only once all stones are placed, and calls that a draw. All this matters only where enclosed rows win.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = A row is on squares next to each other: only the Dutch rulebook, that of XOXO², says so, and we take the same for both games. Four in line count too, since they hold rows of three.
decision-rubik-last-step = A row wins only if your opponent cannot undo it, or does not. The aim that the Dutch rulebook names at the beginning would let any row win at once, but its last step asks for more, and without that flips would hardly matter.
decision-rubik-unbroken = A row that your opponent could have broken, but did not, wins after their flip, and so does one that they made for you without having to. The Dutch rulebook speaks only of rows that cannot be undone and of forced flips; once the flip is made, the chance to undo the row is gone.

## Rubik’s Tac Toe: editions

edition-rubik-de = German rulebook

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = with a winning row
decided-rubik-both_rows = with rows of both players at once
decided-rubik-full = with all stones placed and no row


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Three in a row is easy. Will they still be there after your opponent’s flip?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## What you need

    Two players and about ten minutes (our estimate).

    - A board of four by four squares.
    - 16 two-sided cards, here called stones, eight for each player. One player has the stars, the other the hexagons. Every stone has a green side and a red side.

    ## Setting up

    The board is empty and each player keeps their eight stones beside it. The star plays first.

    ## Your turn

    In the very first turn the star only places one stone, either side up, on any square. From then on every turn has two parts, in this order.

    { flip-turn }

    ## Winning

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
    Squares have a letter for the column, `a` to `d` from the left, and a number for the row, `1` to `4` from the bottom. The star has the stones `A` (green side up) and `B` (red side up); the hexagon has `a` (green side up) and `b` (red side up).

    - `B@b3` places a star with its red side up on b3. This could be the first turn.
    - `b3-b4` flips the stone on b3 over to b4.
    - `b3-b4 a@d1` is a whole turn of the hexagon: flip, then place.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = A row is on squares next to each other, as the Dutch rulebook says, and four in line count too, since they hold rows of three.
decision-xoxo2-last-step = A row wins only if your opponent cannot undo it, or does not. The aim that the rulebook names at the beginning would let any row win at once, but its last step asks for more, and without that flips would hardly matter.
decision-xoxo2-unbroken = A row that your opponent could have broken, but did not, wins after their flip, and so does one that they made for you without having to. The rulebook speaks only of rows that cannot be undone and of forced flips; once the flip is made, the chance to undo the row is gone.
decision-xoxo2-anywhere = The stone may be placed on any empty square. One sentence of the rulebook could be read as “on the square just left”; we take that square as allowed, not as the only one.
decision-xoxo2-star-starts = The star plays first: the pictures in the rulebook show it so.

## XOXO²: editions

edition-xoxo2-nl = Dutch rulebook

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Three in a row, again and again: lay, stack, clear, and mind whom you help.

aim-djeco = { $scorer ->
    [maker] Whenever you play a card that puts three of one colour in a row, you get a token.
   *[owner] Whenever three cards of your colour end up in a row, you get a token.
} The first with at least { $target } of them, and at least two more than the other, wins.
short-aim-djeco = { $scorer ->
    [maker] Three of one colour in a row earn you a token.
   *[owner] Three of your colour in a row earn you a token.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## What you need

    Two players aged six to ninety-nine, and about a quarter of an hour (our estimate).

    - 18 red cards and 18 blue cards, each with a number (house rule *numbers*). { $numbers-text }
    - 6 yellow and 2 green removal cards, without a number. They take cards off the table: a yellow one from one position, a green one from a whole line.
    - 24 tokens.

    ## Setting up

    - Before the deal each player gets a colour. Here seat 1 has red and seat 2 has blue.
    - Agree how many tokens it takes to win: here { $target } (house rule *target*).
    - Shuffle all 44 cards and deal five to each player. The rest is the face-down deck.
    - The youngest starts. Here you choose the seat that starts.
    - Hands are secret. Open to all are how many cards each hand and the deck have, the discard, the stacks and the tokens.

    ## Your turn

    Play one card, take the tokens, see whether the game is over, then draw a card if the deck has one. You have to play if you can, even if only a removal card or a card of the other colour is left, and even if it helps your opponent. You can play a card in one of these ways.

    - **Lay a red or blue card on an empty square.** { $grid ->
        [fixed] The field is the three by three squares from `b2` to `d4`, and any of them will do (house rule *grid*). The card need not touch another one.
       *[floating] All squares used since the table was last empty must fit into a field of three by three (house rule *grid*). A square that was cleared still counts as used. The card need not touch another one. When the table has been emptied, the next card starts in the middle again.
    }
    - **Stack a red or blue card** on top of a card with the same number, whatever the colours.
    - **Clear a position with a yellow card:** { $yellow ->
        [some] one or more cards from the top of one stack, as many as you like, go to the discard, with the yellow card (house rule *yellow*).
       *[stack] the whole stack there goes to the discard, with the yellow card (house rule *yellow*).
    }
    - **Clear a line with a green card:** all three stacks of a row, column or diagonal with no gap go to the discard, with the green card. The colours do not matter.

    A full grid does not end the game. On an empty table no yellow or green card can be played.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Tokens

    Only the top cards count. Whenever three cards of one colour end up in a row, column or diagonal, { $scorer ->
        [maker] **whoever played the card** takes a token, whatever the colour
       *[owner] the **owner of that colour** takes a token, whoever played the card
    } (house rule *scorer*). A turn changes at most one top card to another, so all the new lines of a turn have the same colour.

    - The cards stay. A line that was there before and still is earns nothing again. A line that was broken and is made anew earns one again.
    - If one card completes several lines, { $lines ->
        [one] they earn one token together
       *[each] each of them earns a token
    } (house rule *lines*).
    - { $yellow ->
        [some] If a yellow card uncovers a card and a line comes to light, it earns a token like any other, in either colour.
       *[stack] Clearing earns nothing: no line can come to light that way.
    }
    - If there are fewer tokens left than earned, what is left is taken.

    ![helping]

    ![double]

    ## If you cannot play

    - If you have no card that can be played, or no card at all, but your opponent can play, the turn passes to them. You draw nothing. This tells a little about your hand, and that is all right.
    - If neither of you can play, each draws one card, the player whose turn it is first. Then you look again, and so on. The player whose turn it is plays if they can; if not, the other does.
    - Whoever plays a card draws as usual. A hand may grow as large as it likes.

    ## The end

    - The first player with at least { $target ->
        [one] one token
       *[other] { $target } tokens
    } **and** at least two more than the other wins at once, no matter whose turn it is.
    - If neither of you can play and no card is left to draw, the game ends: more tokens wins, equal is a draw.
    - If all 24 tokens are given out, the game is a draw: that can only be at twelve each, since any other split has been won before.
    - { $discard ->
        [recycle] When the deck is empty and a card is to be drawn, the discard is shuffled into a new deck; if it is empty too, nothing is drawn (house rule *discard*). So that the cards do not go round for ever, the game ends after 300 cards have been played: more tokens wins, equal is a draw.
       *[out] The discard stays out of the game, even when the deck is empty (house rule *discard*).
    }

example-djeco-aim = The red 4 on d3 makes three red cards in a row: red takes a token.
example-djeco-floating = Two cards lie. The next one may go on any square that is marked, as long as all of them fit into a field of three by three.
example-djeco-fixed = The field is fixed from the start: the next card may go on any of its empty squares.
example-djeco-stack = The blue 5 may lie on the red 5, since the numbers are the same. From now on c3 counts as blue.
example-djeco-yellow-stack = A yellow card clears c3: both cards there go to the discard.
example-djeco-yellow-some = A yellow card takes one card off the stack on c3: the red 5 below counts again.
example-djeco-green = A green card clears the line from b2 to d4, whatever the colours.
example-djeco-helping = { $scorer ->
    [maker] Red has only a blue card left, and it fits only on d3. It makes a blue line on b3, c3 and d3, and the token goes to red, who played it.
   *[owner] Red has only a blue card left, and it fits only on d3. It makes a blue line on b3, c3 and d3, and blue takes a token for it.
}
example-djeco-double = { $lines ->
    [one] The red 3 on d3 completes two lines, across and up and down. Together they earn one token.
   *[each] The red 3 on d3 completes two lines, across and up and down: two tokens.
}

typing-djeco =
    Squares have a letter for the column, from the left, and a number for the row, from the bottom. { $grid ->
        [fixed] The field is `b2` to `d4`, and the first card may go on any of its squares.
       *[floating] The first card goes on `c3`, the middle of the squares `a1` to `e5`.
    }

    - `r7@c3` lays the red 7 on c3; `b7@c3` then stacks the blue 7 on it.
    - { $yellow ->
        [some] `y2@b3` takes the top two cards off the stack on b3 with a yellow card.
       *[stack] `y@b3` clears b3 with a yellow card.
    }
    - `g@b2-d4` clears the line from b2 to d4 with a green card.
    - `pass` says that you cannot play any card. It is your only move then, and never allowed otherwise.


## Djeco Tic Tac Toe: house rules

ruling-target = How many tokens does it take to win?
# $n is a number from 1 to 12.
ruling-target-n = Tokens to win: at least { $n }, with a lead of at least two.

ruling-numbers = Which numbers are on the 18 cards of a colour?
ruling-numbers-1-9x2 = Every number from 1 to 9 twice, the same for both colours.
ruling-numbers-1-6x3 = Every number from 1 to 6 three times, the same for both colours: higher stacks.
ruling-numbers-custom = Your own list of 18 numbers, the same for both colours.

ruling-yellow = What does a yellow card clear?
ruling-yellow-stack = The whole stack on one square.
ruling-yellow-some = One or more cards from the top of one stack, as many as you like.
says-djeco-yellow-stack = the whole stack
says-djeco-yellow-some = one or more cards

ruling-scorer = Who gets the token for a line?
ruling-scorer-owner = The owner of its colour, whoever played the card.
ruling-scorer-maker = Whoever played the card that made it, whatever its colour.
says-djeco-scorer-owner = the aim is lines of your own colour
ruling-djeco-scorer-source = The Portuguese and the Danish one speak of lines of the same colour. And a note in all five gives the token to the player who makes a line, but also says that playing the other’s colour helps the other.

ruling-lines = What if one card completes several lines of one colour?
ruling-lines-each = Each of these lines earns a token.
ruling-lines-one = They earn one token together.
says-djeco-lines-each = a token whenever a line is made

ruling-discard = What if the deck is empty when a card is to be drawn?
ruling-discard-out = The discard stays out of the game, and nothing is drawn.
ruling-discard-recycle = The discard is shuffled into a new deck, if it has any cards; the game ends after 300 cards at the latest.
says-djeco-discard-out = the discard is out of the game

ruling-grid = Is the field of three by three fixed from the start?
ruling-grid-floating = No: it takes shape around the cards, and the first card goes on c3.
ruling-grid-fixed = Yes: it is the squares b2 to d4, and the first card goes on any of them.
ruling-djeco-grid-source = All five speak of an imagined square.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Any card that can be played will do, and a yellow or green card must be played if nothing else can. A note in all five rulebooks reads as if every turn needed a red or blue card, but their own lists of plays say otherwise.
decision-djeco-owner-by-default = Unless you choose otherwise, the token goes to the owner of the colour, in every edition. The rulebooks can be read both ways, but all say that playing the other’s colour helps the other, and only this way it does.
decision-djeco-four-directions = Lines for tokens go across, up and down, and along both diagonals. The rulebooks say so only for the green card, and the Russian one names only rows there; one kind of line for everything is easier to see.
decision-djeco-pass-draws-nothing = If only one player is blocked, they pass and draw nothing. The rulebooks speak only of a game that is blocked for both; a card for every pass would be a gift.
decision-djeco-cleared-binds = A square that was cleared still belongs to the field of three by three until the table is empty. The rulebooks speak of one imagined square, and it would not be one if it wandered.
decision-djeco-our-ends = The game also ends when neither player can play and the deck is empty, and when the last token is taken. The rulebooks name only the agreed number of tokens, but every game has to end.
decision-djeco-light-scores = Where a yellow card may take some cards of a stack, a line of top cards that comes to light earns a token, in either colour. Three of a colour have ended up in line, and that is what counts.
decision-djeco-one-a-turn = You draw one card a turn, a green card needs all three positions filled, and a yellow card takes from one position. The looser words of the Swedish rulebook, and of the Russian one on the green card, are taken as slips.
decision-djeco-turns-are-cards = The 300 turns after which a game with a recycled discard ends are cards played; passes do not count, since nothing happens on the table. A player who cannot play says so with a pass, so that nobody has to guess why the turn moves on.

## Djeco Tic Tac Toe: editions

edition-djeco-it = Italian rulebook
edition-djeco-pt = Portuguese rulebook
edition-djeco-sv = Swedish rulebook (a yellow card takes one or more cards off a stack)
edition-djeco-da = Danish rulebook (a yellow card takes one or more cards off a stack)
edition-djeco-ru = Russian rulebook (a yellow card takes one or more cards off a stack)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = with enough tokens won
decided-djeco-tokens = with all tokens given out
decided-djeco-turns = after 300 cards
decided-djeco-blocked = with nobody able to play

## A live table

open-seat = an open seat
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = beginner
level-easy = easy
level-casual = casual
level-medium = medium
level-skilled = skilled
level-advanced = advanced
level-strong = strong
level-greedy = greedy
level-random = random
level-perfect = perfect
level-mcts = search
waiting-for-people = { $count ->
    [one] Waiting for one more player.
   *[other] Waiting for { $count } more players.
}
told-sat = { $you ->
    [yes] You sit down.
   *[no] { $who } sits down.
}
told-undo-asked = { $you ->
    [yes] You would like to take back your last move.
   *[no] { $who } would like to take back their last move.
}
told-undo-granted = { $you ->
    [yes] You agree.
   *[no] { $who } agrees.
}
told-undo-refused = { $you ->
    [yes] You would rather play on.
   *[no] { $who } would rather play on.
}
told-undone = Taken back. From now on this round is practice.
told-resigned = { $you ->
    [yes] You resign.
   *[no] { $who } resigns.
}
told-left = { $you ->
    [yes] You leave the table.
   *[no] { $who } leaves the table.
}
told-back = { $you ->
    [yes] You are back.
   *[no] { $who } is back.
}
told-again = { $you ->
    [yes] You would like another round.
   *[no] { $who } would like another round.
}
told-sits-in = { $you ->
    [yes] { $bot } stands in for you until you come back.
   *[no] { $bot } stands in for { $who } until they come back.
}
told-bot-came = { $bot } takes the free seat.
reaction-hello = { $you ->
    [yes] You wave hello.
   *[no] { $who } waves hello.
}
reaction-thanks = { $you ->
    [yes] You say thanks.
   *[no] { $who } says thanks.
}
reaction-well-played = { $you ->
    [yes] You say: well played!
   *[no] { $who } says: well played!
}
reaction-clap = { $you ->
    [yes] You clap.
   *[no] { $who } claps.
}
reaction-laugh = { $you ->
    [yes] You laugh.
   *[no] { $who } laughs.
}
reaction-wow = { $you ->
    [yes] You are amazed.
   *[no] { $who } is amazed.
}
reaction-oops = { $you ->
    [yes] You say: oops!
   *[no] { $who } says: oops!
}
reaction-thinking = { $you ->
    [yes] You are thinking.
   *[no] { $who } is thinking.
}
error-stale = Something happened in the meantime: have another look.
error-too-many-side-commands = That was enough changes, take-backs and goodbyes for one round ({ $most }): play on.
error-undo-away = { $name } is away and cannot agree, so nothing is taken back.
error-rounds-full = This table has had { $most } rounds: please open a new one.
error-only-watching = You are watching: only players can do that.
error-not-begun = The game has not begun yet.
error-game-over = The game is over.
error-not-over = The game is not over yet.
error-bot-plays-here = A bot plays here.
error-no-such-card = You do not hold the card “{ $card }”.
error-has-left = You have already left the table.
error-sit-first = Sit down first.
error-is-here = You are at the table.
error-chair-taken = This seat is taken.
error-name-taken = Somebody at the table is already called { $name }.
error-no-such-seat = There is no seat { $seat }.
error-only-host = Only the person who opened the table can do that.
error-still-here = { $name } is still here.
error-undo-nothing = You have no move to take back.
error-undo-told = That cannot be taken back: somebody has seen a new card or tile since.
error-undo-not-asked = Nobody has asked for a move to be taken back.
error-undo-waits = Another request to take a move back is waiting for an answer.
error-asked-already = You have already asked for another round; the others are being asked, too.
error-no-such-round = There is no round { $round }; the last is { $most }.
error-no-person = At least one seat must be for a person.
error-no-table = This table does not exist, or the link is wrong.
error-not-saved = That could not be saved, so it does not count. Please try again.
error-too-fast = That was too fast: please wait a moment.
error-unreadable-message = This message cannot be read.
error-too-many-messages = Too many messages came at once, so the connection was closed. Please reload the page.
error-too-unreadable = Too many messages could not be read, so the connection was closed. Please reload the page.
error-server-stops = The server is shutting down. Everything is saved.
error-table-deleted = This table has been deleted.
error-seat-renewed = This seat has a new key, so it is closed in this window. Older links to it no longer work.
error-code-used = Somebody has already taken this seat. If it was to be yours, ask for a new code on the big screen.
error-only-screen = Only a screen that opened the table and has no seat itself can show codes for seats.
error-store-down = The server cannot reach its tables just now. Try again in a minute.
error-only-here = This can only be done on the machine that runs the server.
error-no-network = No address was found by which other devices could reach this machine.
error-table-unreadable = This table cannot be read. Whoever runs the server finds more in its log.
error-game-failed = The game itself has failed, so it cannot continue here. Whoever runs the server finds more in its log.
error-too-many-tabs = This seat is open in too many windows: close one of them first.
error-too-many-watching = This table has as many spectators as it can take. Try again later.
error-no-hint = There is no hint right now.
error-hint-asked = The hint you asked for is on its way.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] You play { $move }.
   *[no] { $who } plays { $move }.
}
chance-any = Chance
ask-any = your move
help-any = Type a move as it stands in the list, or its number.
position-any = Position: { $position }
player-any = Player { $seat }
picture-ask-any = { $you ->
    [yes] Your turn.
   *[no] { $who }’s turn.
}
picture-then-any = Now choose where.
error-any = That is not possible ({ $code }).
reason-any-win = { $winner } won ({ $reason }).
reason-any-shared = { $winner } shared the win ({ $reason }).
reason-any-draw = A draw ({ $reason }).
error-guest-game-failed = The game { $name } of the package { $package } cannot be loaded: { $reason }
error-guest-game-unfit = The game { $name } of the package { $package } cannot be used: { $reason }
error-guest-game-broke = The game { $name } of the package { $package } has failed: { $reason }
error-no-sampling = { $game } hides cards and gives no way to guess them, so no bot can think ahead in it: random, greedy, beginner and easy play it.
error-windows-need-orders = { $game } asks several players at once without standing orders; at a live table the time of an answer would give something away, so it is played only in the terminal.
