### Russian. One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = ru

## The command and its help

help-rowdy = Четыре озорные игры «три в ряд» в твоём терминале: XOXO, Rubik’s Tac Toe, XOXO² и Tic Tac Toe от Djeco.
help-rowdy-end = Начни с «rowdy play» или сначала прочти «rowdy rules GAME». О каждой команде расскажет «rowdy COMMAND --help».
try-help = Подробности: { $command } --help
args-usage = вызов:
args-positional = аргументы
args-options = параметры
args-help = показать эту справку
args-version = показать версию
args-missing = не хватает: { $names }
args-unknown = неизвестно: { $names }
args-without-value = { $name }: нужно значение
args-no-choice = { $name }: { $value } не подходит; возможно: { $choices }
args-no-number = { $name }: нужно число, а не { $value }
args-with-value = { $name }: значение не нужно
help-play-short = сыграть партию
help-play =
    Сыграть партию прямо здесь: в одиночку против ботов или компанией за одним
    экраном.
    Если GAME не указать, Rowdy спросит, во что играть.

    Примеры:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Вводи номер хода или сам ход в нотации; ? всё объяснит. Партия сохраняется после
    каждого хода.
help-saves-short = показать сохранённые партии
help-saves =
    Показать сохранённые здесь партии, которые ещё не закончены: кто играет, чей
    ход, когда играли в последний раз и где лежит файл.

      rowdy saves
      rowdy play --resume 2
help-learn-short = освоить игру шаг за шагом
help-learn =
    Освоить игру за несколько шагов на настоящей доске: на каждом шаге одно задание,
    а в конце партия с самым лёгким ботом. Урок продолжается с того места, где он
    прервался.

    Примеры:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = начать с этого шага, а не со следующего по порядку
help-rules-short = показать правила игры
help-rules =
    Показать правила игры, домашние правила на выбор и то, как Rowdy поступает там,
    где печатные правила молчат или неясны. Правила показываются для того издания и
    тех домашних правил, которые ты укажешь.

    Примеры:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = показать ботов
help-bots =
    Показать ботов: в какие игры они играют и какие у них настройки.

    Назови бота просто по имени или с настройками после двоеточия, через + или запятую
    (в --seats только через +, ведь запятые разделяют места). sims — число симуляций
    на ход, seconds — сколько времени бот может думать; чтобы решить, показывать ли
    карты, ему даётся десятая часть этого. С одной настройкой sims бот всегда решает
    одинаково.

    Примеры:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Можно добавить и своих ботов: смотри «Your own bot» в docs/bots.md.
help-engines-short = добавить ботов — программы на любом языке
help-engines =
    Движки — это боты, написанные на любом языке: программы, которые общаются по
    протоколу движков, по строке на сообщение. Без аргументов команда показывает
    движки, добавленные здесь. Добавленный движок — такой же бот, как другие: для
    rowdy play, rowdy arena и столов rowdy serve. Он работает с твоими правами, так
    что добавляй только то, чему доверяешь.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = скомпилировать код ботов до игры
help-prepare =
    Скомпилировать код, которым боты ищут ходы, чтобы во время игры никому не
    пришлось ждать. Это занимает около минуты: один раз на каждом компьютере и снова
    после обновления. Что уже скомпилировано, остаётся как есть.
help-completion-short = дополнять команды клавишей Tab в bash, zsh или fish
help-completion =
    Напечатать то, что позволяет клавише Tab дополнять команды rowdy, их параметры,
    игры, издания, домашние правила и ботов. В уже запущенной оболочке:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    Чтобы так было всегда, впиши эту строку в ~/.bashrc, ~/.zshrc или
    ~/.config/fish/config.fish.
help-completion-shell = оболочка: { $shells }
help-man-short = напечатать страницу руководства
help-man =
    Напечатать страницу руководства на выбранном языке.

      rowdy man | man -l -
man-commands = Команды
help-games-short = показать игры
help-games = Показать игры: сколько игроков, сколько длится партия, какие есть издания.
help-replay-short = просмотреть записанную партию по шагам
help-replay =
    Просмотреть записанную партию по шагам: Enter — следующий шаг, b — предыдущий,
    число — перейти к шагу, q — выйти. Законченная партия показывается с открытыми
    картами; неоконченная — так, как её видит единственный человек за столом, а иначе —
    как её видит зритель.
help-picture-short = нарисовать позицию записанной партии
help-picture =
    Нарисовать записанную партию так же, как на странице: последнюю позицию или
    другую, в формате SVG. Видно то же, что показывает rowdy replay.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = разобрать ходы записанной партии
help-review =
    Пройти по записанной партии и оценить каждый ход: лучший, хороший, неточность,
    ошибка или зевок, с ходом получше и с итогом для каждого игрока.

    В rubik и xoxo2 ходы сравниваются с идеальной игрой: хороший ход выигрывает позже
    или проигрывает раньше, чем нужно; ошибка превращает победу в ничью или ничью в
    поражение, зевок — победу в поражение. В xoxo и djeco судит поиск, по тому, что
    игрок мог тогда знать: хороший ход снижает шансы на победу меньше чем на 3 %,
    неточность — меньше чем на 8 %, ошибка — меньше чем на 20 %, зевок — сильнее.

    Примеры:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    В неоконченной партии оцениваются только ходы единственного человека за столом
    или ходы места --seat. Одна и та же запись с теми же параметрами всегда даёт один
    и тот же разбор. В JSON поля before и after — это шансы от 0 до 1 с лучшим ходом
    и с тем, который был сделан.
help-review-seat = оценить ходы только этого места
help-sims = число симуляций на ход (по умолчанию: { $count })
help-search-seed = число, которое задаёт случайный выбор при поиске (по умолчанию: 0)
help-review-json = напечатать разбор в формате JSON
help-verify-short = проверить, что раздача в записанной партии была честной
help-verify =
    Проверить запись законченной партии: что она идёт по правилам, что её зерно — то
    самое, которое было запечатано, и что каждая карта и каждая плитка получены из
    зерна и нонсов.

    Стол в браузере выбирает тайное зерно и показывает его печать — SHA-256 от соли
    и зерна. Затем каждое место добавляет нонс, случайное число со своего
    устройства, и все случайности берутся из зерна и нонсов вместе. В конце зерно
    показывают, и каждый может всё пересчитать.

    Что это доказывает, если места дали нонсы: никто не мог подобрать карты. Кто
    держит стол, знает зерно, но закрепил его до того, как появились нонсы;
    остальные зерна не знали. Чего это не доказывает: что никто не подсматривал. Кто
    знает зерно, может знать все карты. А если твой нонс дан раньше других, остаётся
    верить, что давший нонс последним не знал зерна: иначе можно было бы перебирать
    нонсы, пока карты не понравятся.

    Запечатаны только случайности. Имена в записи, ходы и пометку «Practice»,
    которая значит, что какой-то ход брали назад, может изменить любой, у кого есть
    файл: --server сравнивает их с записью самого стола.

    И целую запись можно выдумать. Поэтому сравни её печать с той, которую стол
    показывал до твоего нонса, а свой нонс проверь с помощью --nonce.

    Примеры:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    Код завершения: 0 — всё сходится, 1 — что-то не сходится или не удалось
    проверить, 2 — какую-то запись нельзя прочесть.
help-verify-nonce = нонс, который дало устройство этого места, для сравнения; можно указать несколько раз
help-verify-server = ссылка на стол, например для зрителей: сравнить запись с той, что у сервера
help-verify-json = напечатать результаты в формате JSON, по строке на запись
help-perft-short = посчитать, как может продолжаться игра
help-perft =
    Посчитать, сколькими способами может продолжаться игра, чтобы сравнить две
    программы, которые в неё играют. Действия — это отдельные ходы, случайные исходы
    и ответы в окнах показа. Ход — всё, что одно место делает подряд, вместе с тем,
    что добавляют случай и окна. У законченных партий продолжения нет.

    Примеры:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = решить игру: идеальная игра в каждой позиции
help-solve =
    Вычислить, к чему ведёт лучшая игра в каждой позиции, и сохранить результат.
    Идеальная игра и «rowdy explore» потом просто смотрят в него; без него они тоже
    работают, только медленнее.

    Слой — это все позиции с одинаковым числом фишек; решение идёт назад, от
    шестнадцати фишек к нулю. На это уходят секунды или минуты, около 1 ГБ памяти и
    1,1 ГБ на диске. Если прервать, та же команда продолжит: готовые слои
    сохраняются. В конце видно, сколько позиций выигранных, ничейных и проигранных и
    чего стоят игра и каждый первый ход.

    Примеры:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = решить игру по разу для каждого сочетания домашних правил, которое что-то меняет
ray-solved = { $game }: решено, код { $code }
help-workers = сколько потоков работают одновременно (по умолчанию: по одному на ядро)
help-out = папка для файлов (по умолчанию: там, где их ищет Rowdy)
help-arena-short = сравнить ботов во многих партиях
help-arena =
    Дать ботам сыграть друг с другом много партий и увидеть, кто лучше и насколько.

    Раунд — это одно случайное зерно, с которым боты по очереди сидят на каждом
    месте, чтобы везение уравнялось. Если BOT столько же, сколько мест, они играют
    вместе; если больше — играют все их сочетания; если меньше — первый сидит один
    среди остальных, которые занимают прочие места. Рейтинг Эло отсчитывается от
    последнего BOT.

    Каждая законченная партия сразу попадает в журнал. Если прервать арену, та же
    команда продолжит, в том числе с большим --games. С --until она остановится, как
    только все доли известны достаточно точно по их 95-процентным интервалам; это
    проверяется после каждого раунда, начиная с 20-го. Из-за стольких проверок
    интервалы получаются чуть уже, чем следует.

    Примеры:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    На нескольких компьютерах: матч — это боты по местам, игра и зерно, одна строка
    JSON, а результаты можно добавлять в журнал в любом порядке.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = бот, например greedy
help-arena-games = сыграть не больше стольких партий, целыми раундами (по умолчанию: { $number })
help-arena-until = остановиться, когда каждая доля известна с точностью до ± стольких процентов, например 4%
help-arena-seed = слово или число, из которого берутся все случайности (по умолчанию: 1)
help-ray = поручить это кластеру Ray по этому адресу, например 127.0.0.1:6379; на каждом узле нужен точно такой же код
ray-refused = Узел { $node } не участвует: на нём другой код ({ $reason }).
help-arena-workers = сколько процессов играют одновременно (по умолчанию: по одному на ядро); если их больше, чем ядер, боты, которые думают по часам, играют слабее
help-arena-log = журнал (по умолчанию: свой для каждого состязания, в папке Rowdy)
help-arena-fresh = начать заново; старый журнал сохранится под другим именем
help-arena-json = напечатать все числа в формате JSON; ход работы идёт в стандартный поток ошибок
help-arena-plot = нарисовать результат в этот файл, .svg или .png; можно указать несколько раз
help-list-matches = напечатать матчи, которые ещё надо сыграть, по одному в строке
help-play-matches = сыграть матчи из этого файла (- для стандартного ввода) и напечатать по строке на каждый результат
help-study-short = что меняет каждое домашнее правило игры
help-study =
    Узнать, что меняет каждое домашнее правило игры: сколько длятся партии, как часто
    бывает ничья, насколько выгодно ходить первым, чем решается дело и к чему ведёт
    идеальная игра, если это известно.

    Без --rulings показывается то, что поставляется с Rowdy. С ним всё измеряется
    заново: боты одного уровня играют много партий с каждым вариантом, а остальное —
    как в издании. ± — это 95-процентный интервал. Разница упоминается, только если
    она больше, чем можно объяснить случаем, с учётом всех сравнений вместе.

    Каждая законченная партия сразу попадает в журнал. Если прервать исследование, та
    же команда продолжит, в том числе с большим --games.

    Примеры:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = измерить заново каждый вариант каждого домашнего правила
help-study-seats = сколько игроков (по умолчанию: любое число, которое допускает игра, одно за другим)
help-study-bot = бот, который сидит на всех местах (по умолчанию: { $name })
help-study-games = сколько партий играть с каждым вариантом (по умолчанию: { $number })
help-study-fresh = начать заново; старые журналы сохранятся под другими именами
help-study-out = записать исследование в этот файл в формате JSON
help-study-json = напечатать исследование в формате JSON; ход работы идёт в стандартный поток ошибок
help-explore-short = узнать, к чему ведёт лучшая игра
help-explore =
    Пройтись по позициям игры и узнать, к чему ведёт лучшая игра: кто победит и за
    сколько ходов, все ходы, начиная с лучшего, и главный вариант.

    Примеры:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Введи номер или ход, чтобы идти дальше, b — чтобы вернуться; ? всё объяснит. В JSON
    поля value и distance относятся к тому, чей ход: победа, ничья или поражение и
    через сколько ходов партия закончится (null — ничья ещё впереди, 0 — партия
    закончена); то же у каждого хода.
help-explore-position = позиция, с которой начать, в нотации (по умолчанию: начало партии)
help-json = напечатать оценку, все ходы и главный вариант в формате JSON
help-game = одна из игр: { $games }
help-edition = по каким печатным правилам играть (их список даёт rowdy games; первое издание — по умолчанию)
help-play-edition = правила, по которым идёт игра (rowdy games перечисляет их; по умолчанию — на твоём языке, иначе первые)
help-ruling = выбрать домашнее правило, например both_rows=mover; можно указать несколько раз (их список даёт rowdy rules GAME)
help-deck = файл со своим набором: 48 плиток для xoxo (rcj btw …), 18 чисел для djeco; с # начинается комментарий
help-seats = кто где сидит: you, you=NAME, бот, например easy, medium или strong (их список даёт rowdy bots), или partner — бот, равный тебе по силе; первый сидит на месте 1 (по умолчанию: you,medium). Настройки бота идут после имени, через +: strong:sims=5000+seconds=2
help-starter = место, которое начинает, в xoxo и djeco (по умолчанию: 1)
help-seed = слово или число, которое задаёт все случайности, чтобы ту же партию можно было раздать ещё раз (по умолчанию: тайное)
help-play-position = позиция, с которой начать, в нотации (по умолчанию: начало партии); такая партия считается тренировкой
help-resume = продолжить сохранённую партию: файл или её номер в «rowdy saves»; без WHICH — ту, в которую играли последней
help-saves-all = показать и законченные партии
help-save = сохранять запись в этот новый файл, а не среди сохранённых партий
help-plain = простые строки без рамок и цветов, для программ чтения с экрана; так всегда, если вывод идёт не в терминал
help-lang = язык, например de (по умолчанию: из ROWDY_LANG, LANGUAGE или локали)
help-replay-file = запись партии (по умолчанию: сохранённая партия, в которую играли последней)
help-picture-at = шаг, который нарисовать, по счёту rowdy replay; 0 — раздача (по умолчанию: последний)
help-picture-gif = все шаги до этого места в виде анимированного GIF
help-engines-do = что сделать: add (добавить) или remove (убрать)
help-engines-name = имя, под которым движок садится за стол
help-engines-command = программа и её аргументы; поставь перед ними --, если какой-то начинается с дефиса
help-eyes = чьими глазами смотреть: номер места, all (все карты) или spectator (зритель)
help-depth = на какую глубину считать
help-seat-count = число мест
help-position = позиция, от которой считать, в нотации (по умолчанию: начало партии)
help-perft-seed = зерно, из которого берутся случайности в играх, где они есть (по умолчанию: 1)
help-every-chance = считать каждый случайный исход; лучше вместе с --position, ведь с начала партии их очень много

## The server

help-serve-short = играть вместе в браузере
help-serve =
    Держать столы для людей и ботов, доступные через браузер: на этом компьютере, а с
    --lan — из любого места в той же сети. Кто знает ссылку на место, может его
    занять, так что давай её только тому, для кого она.

    Каждый ход записан на диск до того, как его кто-нибудь увидит. Ctrl-C
    останавливает сервер; партии продолжатся, когда он запустится снова.

    Примеры:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    За прокси, который отвечает за https, назови хост с помощью --host-name; прокси
    должен передавать Host, X-Forwarded-For и X-Forwarded-Proto. Если он на другом
    компьютере, назови его адрес с помощью --proxy.
help-serve-port = порт; если он занят — следующий свободный (по умолчанию: { $number })
help-serve-lan = пустить за стол других из той же сети; покажет адрес и QR-код
help-serve-host-name = имя, по которому другие находят этот сервер, например имя прокси; можно указать несколько раз
help-serve-db = где хранить столы: файл или URL базы данных (по умолчанию: файл в папке Rowdy)
help-serve-workers = сколько процессов думают за ботов (по умолчанию: на один меньше, чем ядер)
help-serve-grace = через сколько секунд отсутствия остальные могут посадить на место бота (по умолчанию: { $number })
help-serve-keep = сколько дней хранить стол после последнего хода (по умолчанию: { $number })
help-serve-proxy = адрес или сеть прокси, которому можно верить, с каких адресов приходят запросы (по умолчанию, если есть --host-name: этот компьютер); можно указать несколько раз
help-serve-root-path = папка, под которой прокси показывает этот сервер, например /rowdy
help-serve-metrics = отдавать метрики для Prometheus на этом порту этого компьютера или на ADDRESS:PORT
help-serve-log = как писать журнал: text или json (по умолчанию: text)
help-serve-log-requests = записывать в журнал каждый запрос отдельной строкой
help-serve-log-addresses = записывать в журнал и адреса посетителей
help-serve-open = открыть браузер (по умолчанию: там, где есть экран)
serve-port-taken = Порт { $port } занят, вместо него — { $other }.
serve-here = На этом компьютере: { $address }
serve-network = В твоей сети: { $address }
serve-no-network = У этого компьютера нет адреса в сети, так что больше никто не сможет играть.
serve-end = Ctrl-C останавливает сервер.
serve-ending = Столы сохраняются…
serve-ended = Все столы сохранены: запусти сервер снова, и они продолжатся.

## Copying tables

help-copy-short = скопировать столы из одной базы данных в другую
help-copy =
    Скопировать все столы сервера вместе с ключами мест из одной базы данных в другую:
    из файла в PostgreSQL или обратно. Каждый стол после переноса проверяется.

    Если прервать, запусти ещё раз: копирование продолжится с того же места. Столы, за
    которыми с прошлого раза играли, получат новое; столы, которые в другой базе
    пошли иначе, останутся как есть. Перед последним копированием останови сервер,
    чтобы ничего не пропало.

    Примеры:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = база данных, из которой копировать: файл или URL
help-copy-to = база данных, в которую копировать; если её нет, она будет создана
copy-progress = Столы: { $done } из { $total }…
copy-done =
    { $tables ->
        [1] Один стол
        [one] { $tables } стол
        [few] { $tables } стола
        [many] { $tables } столов
       *[other] { $tables } столов
    } и { $entries ->
        [1] одна запись журнала
        [one] { $entries } запись журнала
        [few] { $entries } записи журнала
        [many] { $entries } записей журнала
       *[other] { $entries } записей журнала
    } в { $place }, всё проверено. Сейчас скопировано: { $copied }.
copy-differs = Стол { $table } остаётся как есть: в { $place } партия за ним пошла иначе.
error-copy-failed = Стол { $table } дошёл не таким, каким был отправлен. Там, откуда он взят, ничего не изменилось; попробуй ещё раз.
error-store-missing = В { $place } нет столов.
error-store-older = { $place } создан более старым Rowdy: версия { $found }, а этому нужна { $known }. Запусти с ним один раз «rowdy serve», и он обновится.

## Choosing a game

ask-which = Во что играем?
ask-which-prompt = Номер или название (от 1 до { $count }):
ask-which-again = Введи число от 1 до { $count }, название в скобках или q, чтобы выйти.

## At the table

greeting = Издание: { $edition }; изменённые домашние правила: { $rulings }. Места: { $seats }.
greeting-position = Партия начинается с твоей позиции, поэтому в записи стоит «practice».
greeting-help = Введи ?, чтобы получить справку.
log-empty = Пока ничего не произошло.
none = нет
list-comma = { $first }, { $last }
list-and = { $first } и { $last }
name-you = Ты
name-player = Игрок
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = переверни фишку противника (номер или ход вроде { $example }; ? — справка)
ask-place = поставь фишку (номер или ход вроде { $example }; ? — справка)
ask-xoxo = положи одну из двух плиток (номер или ход вроде { $example }; ? — справка)
ask-djeco = сыграй карту (номер или ход вроде { $example }; ? — справка)
ask-djeco-pass = ни одну карту сыграть нельзя: введи { $example } (? — справка)
legal-moves = { $count ->
    [one] Возможен { $count } ход:
    [few] Возможны { $count } хода:
    [many] Возможно { $count } ходов:
   *[other] Возможно { $count } ходов:
}
moves-folded = { $count ->
    [one] Возможен { $count } ход: список покажет слово «ходы».
    [few] Возможны { $count } хода: список покажет слово «ходы».
    [many] Возможно { $count } ходов: список покажет слово «ходы».
   *[other] Возможно { $count } ходов: список покажет слово «ходы».
}
back-to-board = Нажми Enter, чтобы вернуться к доске.
go-on-reading = Нажми Enter, чтобы читать дальше.
pass-to = Теперь ходит { $name }. { $name }, нажми Enter, когда никто больше не смотрит.
wiped = (Здесь экран очищается.)
since-your-turn = Что произошло:
undone = Ход взят назад. Теперь в записи стоит «practice».
saved = Сохранено в { $path }
left = Сохранено. Продолжить: rowdy play --resume "{ $path }"
left-unsaved = Партию не удалось сохранить.
cannot-save = Партию нельзя сохранить: { $reason }. Можно играть дальше без сохранения или попробовать: сохранить ФАЙЛ
saved-elsewhere = В обычную папку нельзя писать: { $reason }. Партия сохранена в { $path }
save-open-elsewhere =
    Эта партия открыта в другом окне, там остаётся { $other }
    Твоя продолжается отсюда в { $path }
save-two-windows =
    Эту партию продолжили в другом окне, там остаётся { $other }
    Твоя продолжается отсюда в { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Этот файл нельзя прочесть.
saves-turn = { $you ->
    [yes] твой ход
   *[no] ходит { $name }
}
saves-window = игроков спрашивают о картах
saves-none = В { $path } нет неоконченных партий.
saves-more = { $count ->
    [one] Ещё { $count } партия закончена: полный список даёт rowdy saves --all.
    [few] Ещё { $count } партии закончены: полный список даёт rowdy saves --all.
    [many] Ещё { $count } партий закончено: полный список даёт rowdy saves --all.
   *[other] Ещё { $count } партий закончено: полный список даёт rowdy saves --all.
}
saves-next = Продолжить партию по номеру: rowdy play --resume 1
cannot-read = Не удаётся прочесть { $path }: { $reason }.
record-at =
    Посмотреть ещё раз: rowdy replay "{ $path }"
    Узнать, насколько хороши были ходы: rowdy review "{ $path }"
ask-end = Нажми Enter, чтобы выйти, или введи «журнал», чтобы прочитать ходы, или «вернуть», чтобы взять последний ход назад.
resume-new-seed = Запечатанного зерна этой партии на этом компьютере нет, поэтому дальше берётся новое.

help-flip =
    Сначала переверни фишку противника на пустую клетку рядом: b3-b4.
    Потом поставь свою: A@d1 или B@d1, если первый ход был твой, иначе a@d1 или b@d1; буква — это сторона, которая смотрит вверх.
    Всё сразу: b3-b4 a@d1.
help-xoxo =
    own@c3 кладёт на c3 верхнюю плитку твоей личной стопки, draw@c3 — верхнюю плитку общей стопки.
    Плитка записывается цветом, формой и лицом, по первым буквам английских слов: rss — красный квадрат с удивлённым лицом. Цвета: r красный, b синий, g зелёный, y жёлтый. Формы: c круг, s квадрат, t треугольник, h сердце. Лица: j радость, w подмигивание, s удивление, g недовольство.
    Твои карты показываются сами, как только готова их линия. «придержать красный» придерживает карту, «показать красный» снова разрешает её показать, начиная со следующей плитки; работают и «придержать все», «показать все».
help-djeco =
    r7@c3 кладёт красную 7 на c3.
    { $yellow ->
        [some] y2@b3 снимает жёлтой картой две верхние карты со стопки на b3.
       *[stack] y@b3 убирает стопку жёлтой картой.
    }
    g@b2-d2 убирает линию зелёной картой. Введи pass, если сыграть нечего.
help-marks = На доске ▸ ◂ отмечают последний ход, а + показывает, куда можно ходить. В конце [ ] отмечают решающую линию.
help-marks-plain = О каждой клетке слышно, что на ней лежит, был ли там последний ход и можно ли туда ходить. В конце слышно и то, какие клетки решили дело.
help-commands =
    Число выбирает ход из списка.
    Ещё можно ввести: ходы (список), подсказка (как сыграл бы сильный игрок), правила (как играть), доска, журнал (все ходы с начала; журнал все — со всеми картами и плитками), вернуть (взять ход назад, если играешь только с ботами), сохранить [ФАЙЛ], выход (партия сохранится; потом можно продолжить). С Ctrl-C тоже ничего не пропадёт.
more-rules = Все правила: rowdy rules { $game }. Урок: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = помощь
typed-rules = правила
typed-moves = ходы
typed-hint = подсказка
typed-board = доска
typed-log = журнал
typed-undo = вернуть
typed-save = сохранить
typed-quit = выход
typed-hold = придержать
typed-show = показать
typed-all = все
typed-skip = пропустить
typed-back = назад
typed-end = конец
typed-forward = вперёд
typed-start = начало
typed-turns = целиком
typed-solution = ответ
typed-again = заново
help-typed-as = { $typed } ({ $command })
help-typed = Английские слова тоже работают: { $commands }.

cell-empty = пусто
cell-last = последний ход
cell-won = победная линия
cell-target = можно

## What happened

event-flip = { $you ->
    [yes] Ты переворачиваешь
   *[no] { $who } переворачивает
} фишку с { $source } на { $target }.
event-place = { $you ->
    [yes] Ты ставишь
   *[no] { $who } ставит
} { $stone } на { $square }.
event-turn = { $you ->
    [yes] Ты переворачиваешь фишку с { $source } на { $target } и ставишь
   *[no] { $who } переворачивает фишку с { $source } на { $target } и ставит
} { $stone } на { $square }.
event-lay = { $you ->
    [yes] Ты кладёшь
   *[no] { $who } кладёт
} { $tile } на { $square } { $source ->
    [own] из своей стопки
   *[draw] из общей стопки
}.
event-reveal = { $you ->
    [yes] Ты показываешь
   *[no] { $who } показывает
}: { $cards }!
event-top = { $you ->
    [yes] Теперь на твоей стопке сверху { $tile }.
   *[no] { $who }: теперь на стопке сверху { $tile }.
}
event-draw-top = Теперь на общей стопке сверху { $tile }.
event-deal = { $you ->
    [yes] Ты получаешь
   *[no] { $who } получает
} карту цели: { $card }.
event-play = { $you ->
    [yes] Ты кладёшь
   *[no] { $who } кладёт
} { FORM($card, "acc") } на { $square }.
event-yellow = { $you ->
    [yes] Ты убираешь
   *[no] { $who } убирает
} жёлтой картой { $count ->
    [0] стопку на { $square }
    [1] верхнюю карту на { $square }
    [one] { $count } верхнюю карту на { $square }
    [few] { $count } верхние карты на { $square }
    [many] { $count } верхних карт на { $square }
   *[other] { $count } верхних карт на { $square }
}.
event-green = { $you ->
    [yes] Ты убираешь
   *[no] { $who } убирает
} зелёной картой линию от { $first } до { $last }.
event-pass = { $you ->
    [yes] Тебе нечего сыграть: ты пропускаешь ход.
   *[no] { $who } не может сыграть и пропускает ход.
}
event-draw = { $you ->
    [yes] Ты берёшь
   *[no] { $who } берёт
} { FORM($card, "acc") }.
event-deck-empty = Карты в колоде кончились. Когда никто не сможет ходить, победит тот, у кого больше жетонов.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] Это приносит
   *[no] { $you ->
        [yes] Ты получаешь
       *[no] { $who } получает
    }
} { $count ->
    [1] жетон
    [one] { $count } жетон
    [few] { $count } жетона
    [many] { $count } жетонов
   *[other] { $count } жетонов
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as «синих крестика»; here it stands in the form that follows «три».
# $count is the number of rows.
row-of-stones = { $count ->
    [1] три { $stones }
    [one] по три { $stones }
    [few] по три { $stones }
    [many] по три { $stones }
   *[other] по три { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, и рядом ни одной пустой клетки.
key-row-survived = { $line }: { row-of-stones }. Переворот их не разбил.
key-row-made = { $line }: { row-of-stones }. Их свёл вместе сам переворот.
key-row-unflippable = { $line }: { row-of-stones }, и переворачивать больше нечего.
key-row-unbreakable = { $line }: { row-of-stones }. Что ни переверни, ряд из трёх останется.
key-row-forced = { $you ->
    [yes] Что теперь ни переверни, у тебя получится ряд из трёх, например { $line }.
   *[no] { $who } получает ряд из трёх, что теперь ни переверни: например, { $line }.
}
key-row-open = { $count ->
    [one] { $line } пока не считается: рядом есть пустая клетка.
    [few] { $line } пока не считаются: рядом с каждым рядом есть пустая клетка.
    [many] { $line } пока не считаются: рядом с каждым рядом есть пустая клетка.
   *[other] { $line } пока не считаются: рядом с каждым рядом есть пустая клетка.
}
key-row-due = { $count ->
    [one] { $line }: три в ряд! Выдержит ли ряд переворот?
    [few] { $line }: по три в ряд! Выдержит ли хоть один ряд переворот?
    [many] { $line }: по три в ряд! Выдержит ли хоть один ряд переворот?
   *[other] { $line }: по три в ряд! Выдержит ли хоть один ряд переворот?
}
stones-rubik-A = синих крестика
stones-rubik-B = зелёных крестика
stones-rubik-a = жёлтых нолика
stones-rubik-b = белых нолика
stones-xoxo2-A = зелёные звезды
stones-xoxo2-B = красные звезды
stones-xoxo2-a = зелёных шестиугольника
stones-xoxo2-b = красных шестиугольника
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] Ты показываешь { $cards }
   *[no] { $who } показывает { $cards }
}: { $count ->
    [0] карт больше нет!
    [one] осталась { $count } карта!
    [few] остались { $count } карты!
    [many] осталось { $count } карт!
   *[other] осталось { $count } карт!
}
key-tokens = { $you ->
    [yes] Твоя линия
   *[no] Линию получает { $who }
}: { $count ->
    [one] + { $count } жетон
    [few] + { $count } жетона
    [many] + { $count } жетонов
   *[other] + { $count } жетонов
}
key-any = { $who }: есть { $lines }

end-you-win = Победа за тобой!
end-you-share = Победа общая: ты, а с тобой { $others }!
end-win = { $winner } побеждает!
end-shared = { $winner } делят победу!
end-draw = Ничья!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] Ты сдаёшься.
   *[no] { $who } { $count ->
        [1] сдаётся
        [one] сдаются
        [few] сдаются
        [many] сдаются
       *[other] сдаются
    }.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] Один ход окружил по ряду у обоих: по домашнему правилу побеждает тот, кто его сделал.
    [opponent] Один ход окружил по ряду у обоих: по домашнему правилу побеждает другой игрок.
   *[draw] Оба ряда окружены, рядом нет пустых клеток, поэтому не побеждает никто.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = Ряд из трёх засчитан.
end-flip-full = Все шестнадцать фишек на доске, и трёх в ряд нет ни у кого.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [1] { $lines }: эта линия дала последний жетон.
    [one] { $lines }: эти линии дали последние жетоны.
    [few] { $lines }: эти линии дали последние жетоны.
    [many] { $lines }: эти линии дали последние жетоны.
   *[other] { $lines }: эти линии дали последние жетоны.
}
end-djeco-target = Счёт по жетонам { $more }:{ $fewer } — не меньше { $target } и перевес хотя бы в два.
end-djeco-tokens = Все жетоны розданы: { $draw ->
    [yes] поровну, по { $more }.
   *[no] счёт { $more }:{ $fewer }.
}
end-djeco-turns = Сыграно карт: { $turns }. { $draw ->
    [yes] Жетонов поровну, по { $more }.
   *[no] Счёт по жетонам { $more }:{ $fewer }.
}
end-djeco-blocked = Никто не может сыграть, и брать больше нечего. { $draw ->
    [yes] Жетонов поровну, по { $more }.
   *[no] Счёт по жетонам { $more }:{ $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [1] { $you ->
        [yes] Это твоя последняя карта.
       *[no] { $who }: это последняя карта.
    }
    [one] { $you ->
        [yes] Это твои последние карты.
       *[no] { $who }: это последние карты.
    }
    [few] { $you ->
        [yes] Это твои последние карты.
       *[no] { $who }: это последние карты.
    }
    [many] { $you ->
        [yes] Это твои последние карты.
       *[no] { $who }: это последние карты.
    }
   *[other] { $you ->
        [yes] Это твои последние карты.
       *[no] { $who }: это последние карты.
    }
}
end-xoxo-pile = Одна из стопок кончилась, и впереди { $you ->
    [yes] ты
   *[no] { $who }
}: показано карт — { $count }.
# The viewer among the names of others.
among-you = ты
end-xoxo-pile_tie = Одна из стопок кончилась, и счёт равный: { $names } — { $count ->
    [0] ни одной показанной карты
    [one] по { $count } показанной карте
    [few] по { $count } показанные карты
    [many] по { $count } показанных карт
   *[other] по { $count } показанных карт
}. Из них побеждает тот, кому раньше ходить: { $you ->
    [yes] ты
   *[no] { $who }
}.

# Names of pieces

# Nominative and accusative are the same here. $shape is circle, square, triangle or heart; only «сердце» is neuter.
tile = { $shape ->
    [circle] { $face } { $colour } круг
    [square] { $face } { $colour } квадрат
    [triangle] { $face } { $colour } треугольник
   *[heart] { FORM($face, "neut") } { FORM($colour, "neut") } сердце
}
card-back = { $kind }
kind-colour = цвет
kind-shape = форма
kind-face = лицо
value-red = красный
value-blue = синий
value-green = зелёный
value-yellow = жёлтый
value-circle = круг
value-square = квадрат
value-triangle = треугольник
value-heart = сердце
value-joy = радость
value-wink = подмигивание
value-surprise = удивление
value-grumpy = недовольство
colour-red = { $form ->
    [neut] красное
   *[masc] красный
}
colour-blue = { $form ->
    [neut] синее
   *[masc] синий
}
colour-green = { $form ->
    [neut] зелёное
   *[masc] зелёный
}
colour-yellow = { $form ->
    [neut] жёлтое
   *[masc] жёлтый
}
# By itself, as on a button; "acc" as the object of a sentence. So have all of these cards.
card-red = { $form ->
    [acc] красную { $number }
   *[nom] красная { $number }
}
card-blue = { $form ->
    [acc] синюю { $number }
   *[nom] синяя { $number }
}
card-yellow = { $form ->
    [acc] жёлтую карту
   *[nom] жёлтая карта
}
card-green = { $form ->
    [acc] зелёную карту
   *[nom] зелёная карта
}
card-hidden = { $form ->
    [acc] карту
   *[nom] карта
}
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] красная { $number }
    [blue] синяя { $number }
    [yellow] жёлтая карта
    [green] зелёная карта
   *[hidden] карта
}

stone-rubik-A = синий крестик
stone-rubik-B = зелёный крестик
stone-rubik-a = жёлтый нолик
stone-rubik-b = белый нолик
stone-xoxo2-A = зелёная звезда
stone-xoxo2-B = красная звезда
stone-xoxo2-a = зелёный шестиугольник
stone-xoxo2-b = красный шестиугольник
# A stone as the object of a sentence (accusative).
placed-rubik-A = синий крестик
placed-rubik-B = зелёный крестик
placed-rubik-a = жёлтый нолик
placed-rubik-b = белый нолик
placed-xoxo2-A = зелёную звезду
placed-xoxo2-B = красную звезду
placed-xoxo2-a = зелёный шестиугольник
placed-xoxo2-b = красный шестиугольник
side-rubik-A = синяя
side-rubik-B = зелёная
side-rubik-a = жёлтая
side-rubik-b = белая
side-xoxo2-A = зелёная
side-xoxo2-B = красная
side-xoxo2-a = зелёная
side-xoxo2-b = красная

flip-supply = Осталось фишек: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = кто
xoxo-pile = плиток
xoxo-top = верх стопки
xoxo-cards = карты в руке
xoxo-shown = показанные карты
xoxo-draw-pile = общая стопка
order-hold = придержать
order-line = есть линия
djeco-seat = место
djeco-colour = цвет
djeco-tokens = жетоны
djeco-hand = карты
djeco-side-red = красный ✕
djeco-side-blue = синий ○
djeco-red = красный, крестик
djeco-blue = синий, нолик
djeco-of = { $tokens } из { $target }
djeco-hidden = { $count ->
    [one] { $count } карта
    [few] { $count } карты
    [many] { $count } карт
   *[other] { $count } карт
}
djeco-stack = { $top }{ $height ->
    [1] {""}
    [one] , в стопке { $height } карта
    [few] , в стопке { $height } карты
    [many] , в стопке { $height } карт
   *[other] , в стопке { $height } карт
}
djeco-beside = Карт в колоде: { $deck }. Сброс: { $discard }. Осталось жетонов: { $left }.

## The table in the browser

picture-over = Партия закончена
picture-chance = Минутку: раздаём
picture-window = Сейчас можно показать карты
picture-ask-first = { $you ->
    [yes] Твой ход: положи в середину одну из двух плиток
   *[no] { $who } кладёт первую плитку
}
picture-ask-lay = { $you ->
    [yes] Твой ход: положи одну из двух плиток
   *[no] { $who } кладёт плитку
}
picture-ask-cover = { $you ->
    [yes] Твой ход: накрой плитку одной из двух
   *[no] { $who } накрывает плитку
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] Твой ход: переверни фишку противника
    [named] Ходит { $who }: переверни фишку противника
   *[no] { $who } переворачивает { $yours ->
        [yes] твою фишку
       *[no] фишку противника
    }
}
picture-ask-place = { $you ->
    [yes] Твой ход: поставь свою фишку
    [named] Ходит { $who }: поставь свою фишку
   *[no] { $who } ставит фишку
}
picture-ask-play = { $you ->
    [yes] Твой цвет — { $side }: сыграй карту
   *[no] { $who } играет карту
}
picture-ask-stead = { $you ->
    [yes] { $rival } не может сыграть, поэтому карту играешь ты
   *[no] { $yours ->
        [yes] Тебе нечего сыграть
       *[no] { $rival } не может сыграть
    }, поэтому карту играет { $who }
}
picture-ask-pass = Твой ход: сыграть нечего, пропусти ход
picture-then-tile = Теперь выбери для неё клетку
picture-then-cover = Теперь выбери плитку, которую накроешь
picture-then-flip = Теперь выбери клетку, куда её перевернуть
picture-then-place = Теперь выбери для неё пустую клетку

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] сюда можно ходить
    [tile] сюда можно положить плитку
    [stone] сюда можно поставить фишку
   *[card] сюда можно положить карту
}
picture-can-cover = можно накрыть
picture-can-clear = можно убрать
picture-can-cover-clear = можно накрыть или убрать
picture-can-flip = можно перевернуть
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] { $colour } круг, { $face }
    [square] { $colour } квадрат, { $face }
    [triangle] { $colour } треугольник, { $face }
   *[heart] { FORM($colour, "neut") } сердце, { FORM($face, "neut") }
}
face-joy = { $form ->
    [neut] радостное
   *[masc] радостный
}
face-wink = { $form ->
    [neut] подмигивающее
   *[masc] подмигивающий
}
face-surprise = { $form ->
    [neut] удивлённое
   *[masc] удивлённый
}
face-grumpy = { $form ->
    [neut] недовольное
   *[masc] недовольный
}
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; ряд окружён

picture-show = Показать: { $cards }
picture-show-nothing = Ничего не показывать
picture-pass = Пропустить
picture-yellow = { $count ->
    [1] Снять верхнюю карту
    [one] Снять { $count } верхнюю карту
    [few] Снять { $count } верхние карты
    [many] Снять { $count } верхних карт
   *[other] Снять { $count } верхних карт
}
picture-green = Убрать линию от { $first } до { $last }

picture-tiles = { $count ->
    [one] { $count } плитка
    [few] { $count } плитки
    [many] { $count } плиток
   *[other] { $count } плиток
}
picture-own-pile = Твоя стопка
picture-draw-pile = Общая стопка
picture-step-flip = Переверни чужую
picture-step-place = Поставь свою
picture-goal-back = карта цели ({ $kind }), рубашкой вверх
picture-goal-show = показывается, как только готова её линия
picture-goal-hold = придержана
picture-left = { $count ->
    [0] больше нет
    [one] ещё { $count }
    [few] ещё { $count }
    [many] ещё { $count }
   *[other] ещё { $count }
}
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] Красная { $number }
    [blue] Синяя { $number }
    [yellow] Жёлтая
   *[green] Зелёная
}
picture-clear = убрать
picture-hint-middle = { $card }: положи в середину
picture-hint-lay = { $card }: положи на пустую клеточку
picture-hint-cover = { $card }: положи на другую { $number }
picture-hint-lay-cover = { $card }: положи на пустую клеточку или на другую { $number }
picture-hint-clear = { $colour ->
    [yellow] { $card }: убери стопку
   *[green] { $card }: убери полную линию
}
picture-hint-none = { $card }: сейчас сыграть нельзя
picture-deck = колода { $deck }
picture-aim = до { $target } жетонов, отрыв 2
picture-tokens-left = { $count ->
    [one] остался { $count } жетон
    [few] осталось { $count } жетона
    [many] осталось { $count } жетонов
   *[other] осталось { $count } жетонов
}
picture-discard = сброс
picture-seat-xoxo = { $tiles }; в руке { $cards }, показано { $shown }
picture-seat-flip = { $sign }, стороны: { $first } и { $second }; { $count ->
    [one] осталась { $count } фишка
    [few] осталось { $count } фишки
    [many] осталось { $count } фишек
   *[other] осталось { $count } фишек
}
picture-seat-djeco = { $colour }; { $count ->
    [one] { $count } жетон
    [few] { $count } жетона
    [many] { $count } жетонов
   *[other] { $count } жетонов
} из { $target }; { $cards }

## The page

page-language = Русский
page-looks = Язык и цвета
page-theme = Светлая или тёмная
page-theme-auto = Авто
page-theme-light = Светлая
page-theme-dark = Тёмная
page-home = Назад ко всем играм
page-back-to-lesson = Назад к уроку
page-back-to-game = Назад к игре
page-no-script = Чтобы играть здесь, включи в браузере JavaScript.
page-failed = Что-то пошло не так. Попробуй ещё раз.
page-offline-request = Сервер недоступен. Попробуй чуть позже.

# Home

page-tagline = Четыре озорные игры «три в ряд»
page-games = Игры
page-players = игроков: { $players }
page-minutes = { $count ->
    [one] { $count } минута
    [few] { $count } минуты
    [many] { $count } минут
   *[other] { $count } минут
}
page-play = Играть
page-play-named = Сыграть в { $game } с ботом
page-set-up = Настроить…
page-set-up-named = Настроить { $game }
page-rules = Как играть
page-rules-named = Как играть в { $game }
page-rules-by = Издание: { $edition }
page-rules-changed = Действуют домашние правила:
page-rules-here = (действует)
page-rules-set-up = Играть
page-rules-print = Открыть отдельной страницей
page-marks = Что значат пометки
page-mark-choice = Фиолетовый пунктир: это можно выбрать сейчас.
page-mark-last = Фиолетовое кольцо: что было сделано последним. Числа и стрелки: что сделали другие после твоего хода, по порядку, и откуда это взялось.
page-mark-row = Полоса: три в ряд, которые связаны друг с другом; если она пунктирная, они пока не считаются.
page-mark-circled = Обведено: ряд, о котором идёт речь.
page-go-on = Продолжить партии
page-just-now = только что
page-forget-named = Убрать { $game } из этого списка
page-forgotten = Партия убрана из списка: { $game }.
page-forget-undo = Вернуть
page-finished = Законченные партии
page-against = против: { $names }
page-turn-yours = твой ход
page-turn-theirs = ходит { $name }
page-turn-waiting = ещё не началась
page-result-won = победа
page-result-lost = поражение
page-result-draw = ничья
page-open-title = Продолжить { $game }?
page-open-on = Продолжить
page-open-new = Новая партия
page-join = Сесть за стол
page-join-say = Вставь ссылку, которую тебе прислали.
page-join-field = Ссылка или код
page-join-go = Сесть
page-join-wrong = Это не ссылка на стол. Ссылка выглядит как …/table/…#… и должна быть целой.
page-record = Посмотреть сохранённую партию
page-record-say = Пройди по шагам партию, которую кто-то сохранил.
page-record-choose = Выбрать файл
page-record-size = Этот файл слишком большой для сохранённой партии.

# New game

page-new-edition = Издание
page-new-players = Сколько игроков?
page-new-seats = Кто играет?
page-new-seat = Место { $seat }
page-new-me = Я
page-new-person = Ещё один человек за этим устройством
page-new-friend = Кто-то по ссылке
page-new-friend-say = Ссылка появится, как только откроется стол: передай её дальше.
page-new-person-say = Устройство передают по кругу; тайные карты остаются тайными.
page-new-levels = Бот
page-new-more-bots = Другие боты
page-new-bot = Бот: { $level }
page-new-level = Бот: { $level } ({ $step } из { $steps })
page-partner = Бот: партнёр, равный тебе по силе
page-partner-say = Он выбирает уровень так, чтобы победы доставались тебе примерно в половине партий. Твои результаты остаются на этом устройстве.
page-partner-begins = Он начинает с уровня «{ $level }».
page-partner-now = { $count ->
    [one] Учтена { $count } последняя партия. Он играет на уровне «{ $level }».
    [few] Учтены { $count } последние партии. Он играет на уровне «{ $level }».
    [many] Учтено { $count } последних партий. Он играет на уровне «{ $level }».
   *[other] Учтено { $count } последних партий. Он играет на уровне «{ $level }».
}
page-partner-forget = Забыть мои результаты
page-partner-stronger = Новая партия, партнёр посильнее
page-partner-weaker = Новая партия, партнёр послабее
page-new-starter = Кто начинает?
page-new-starter-lot = По жребию
page-new-starter-seat = Место { $seat }: { $who }
page-new-rules = Домашние правила
page-new-rules-changed = { $count ->
    [one] изменено { $count }
    [few] изменено { $count }
    [many] изменено { $count }
   *[other] изменено { $count }
}
page-new-books = { $count ->
    [one] Печатные правила: { $books }
    [few] Печатные правила: { $books }
    [many] Печатные правила: { $books }
   *[other] Печатные правила: { $books }
}
page-new-more = Ещё
page-new-confirm = Переспрашивать перед каждым ходом
page-new-hints = Разрешить подсказки, даже если играют несколько человек
page-new-open = Открыть стол
page-warming = Боты разминаются: примерно минуту они играют проще обычного, а идеальный бот думает долго.
page-warming-short = Боты разминаются

# The board

page-board = Доска
page-board-limit = Всё должно уместиться в 3 × 3.
page-pieces = Из чего выбирать
page-moves = Ходы
page-draw-pile = Общая стопка · { $tiles }
page-board-which = Что выбрать?
page-board-cancel = Не сейчас
page-read = Доска словами
page-read-squares = По клеткам
page-read-pieces = Что где лежит
page-read-lines = По линиям
page-read-short = Коротко
page-read-piece = { $what }: { $squares }
page-read-empty = Пусто: { $squares }
page-read-nothing = пусто
page-read-row = Строка { $name }: { $squares }
page-read-column = Столбец { $name }: { $squares }
page-read-diagonal = Диагональ { $name }: { $squares }
page-read-keys = На самой доске стрелки ведут с клетки на клетку, а Page Down и Page Up — туда, где что-то лежит.
page-goals = Твои цели
page-goal-show = открыто
page-goal-hold = тайно
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: останется в тайне даже при трёх в ряд.
page-goal-shown = { $goal }: покажется, как только лягут три в ряд.
page-goals-shown = Показаны

# The table

page-table-players = Игроки
page-your-seat = Твоё место
page-you = Ты
page-menu = Меню
page-log = Что произошло
page-log-short = Журнал
page-actions = Что можно сделать
page-undo = Назад
page-undo-waits = Остальных спрашивают, можно ли тебе взять ход назад.
# $count is how many moves have not been shown yet.
page-next-step = Дальше ({ $count })
page-repeat = Покажи ещё раз
page-hint = Совет
page-hint-waits = Думаю…
page-close = Закрыть
page-cancel = Отмена
page-try-again = Попробовать ещё раз
page-loading = Минутку…
page-title-turn = Твой ход
page-steps = Шаги хода
page-title-turn-of = Ходит { $name }
page-watching = { $count ->
    [one] { $count } зритель
    [few] { $count } зрителя
    [many] { $count } зрителей
   *[other] { $count } зрителей
}
page-you-watch = Ты смотришь
page-no-place = В этом браузере у тебя нет места за этим столом. Открой ссылку на своё место.
page-offline = Связь пропала.
page-offline-soon = Она вернётся сама.
page-offline-kept = Твой ход сохранён здесь и уйдёт, как только она вернётся.
page-trail-from = Отсюда взято то, что положили после твоего прошлого хода
page-read-all = Прочитать всё
page-confirm-ask = Так?
page-confirm-move = Сделать этот ход
page-cancel-move = Изменить
page-consent-yes = Согласиться
page-consent-no = Лучше не надо
page-bot-for-you = За тебя играет бот.
page-you-left = Сейчас ты не за столом.
page-return = Вернуться на своё место
page-let-bot-play = { $name }: пусть играет бот
page-seat-turn = ходит
page-seat-won = победа
page-seat-resigned = сдаётся
page-seat-stand-in = играет бот
page-seat-left = не за столом
page-seat-away = нет на связи
page-seat-here = на связи
page-seat-open = свободно
page-seat-number = Место { $number }

# Sitting down and waiting

page-name-title = Как тебя зовут?
page-names-title = Кто играет?
page-name = Твоё имя
page-name-of = Место { $seat }
page-name-default = Гость
page-sit-down = Сесть
page-bot-takes-seat = Посадить сюда бота
page-waiting-filled = За столом { $count } из { $seats }
page-waiting-meanwhile = А пока прочитай правила.
page-link-this = Ссылка на это место
page-link-friend = Ссылка для друга { $number }
page-link-watch = Ссылка для зрителей
page-share = Поделиться…
page-reach-machine = Эта ссылка работает только в браузерах на этом компьютере.
page-reach-network = Эта ссылка работает у всех в твоей локальной сети, кто её знает.
page-reach-anyone = Эта ссылка работает у всех, кто её знает.
page-network-open = Впустить локальную сеть…
page-network-close = Закрыть для локальной сети
page-network-title = Впустить локальную сеть?
page-network-say = Тогда другие устройства в твоей сети смогут заходить на этот сервер, пока ты его не закроешь или он не остановится. Делай так только в сети, которой доверяешь.
page-network-yes = Впустить
page-copy = Копировать
page-copied = Скопировано
page-copy-yourself = Скопируй вручную
page-qr = QR-код

# A table for a room

page-room = В одной комнате
page-room-named = { $game } в одной комнате
page-room-say = Этот экран становится столом, а играют с телефонов.
page-room-count = Сколько человек играет?
page-new-room = Играть в одной комнате
page-screen-wait = Отсканируй код телефоном, чтобы сесть за стол.
page-screen-scan = Отсканируй и садись
page-screen-code = QR-код для места { $number }
page-screen-sits = Кто-то садится…
page-screen-machine = Телефоны пока не могут найти этот компьютер.
page-screen-watch = смотреть со всеми
page-screen-wins = { $count ->
    [one] { $count } победа
    [few] { $count } победы
    [many] { $count } побед
   *[other] { $count } побед
}
page-screen-full = Во весь экран
page-screen-show = Показать всей комнате
page-screen-phone = Новый телефон…
page-screen-phone-title = Новый телефон: { $name }?
page-screen-phone-say = Телефон, у которого это место сейчас, больше не сможет играть. Здесь появится новый код: кто его отсканирует, тому и место.
page-screen-phone-yes = Показать новый код
page-screen-no-place = Этот браузер не может показать стол. Открой ссылку для зрителей.
page-hand-hide = Спрятать мои карты
page-hand-hidden = Твои карты спрятаны.
page-hand-show = Коснись, чтобы снова их увидеть.

# One device, several people

page-pass-title = Теперь ходит { $name }
page-pass-why = Передай устройство дальше, сейчас ходит { $name }. Остальным лучше не смотреть.
page-pass-ready = Это я, { $name }
page-pass-to = Передать: { $name }

# The menu

page-sound = Звук
page-speed = Чужие ходы
page-speed-slow = Медленно
page-speed-normal = Обычно
page-speed-fast = Быстро
page-speed-step = По шагам
page-speed-none = Сразу
page-windows = Окон, где открыто твоё место: { $count }.
page-looked = В { $time } кто-то смотрел на твои карты из другого окна: у кого-то есть ссылка на твоё место.
page-lock-seat = Оставить только это окно
page-new-key-fold = Кто может открыть моё место
page-new-key = Сделать новый ключ к моему месту
page-new-key-why = С новым ключом сюда не попадёт никто другой, у кого есть ссылка на твоё место.
page-new-key-done = У твоего места новый ключ
page-new-key-say = Старые ссылки на него больше не работают. Чтобы открыть его на другом своём устройстве, возьми эту ссылку:
page-new-key-link = Новая ссылка на твоё место
page-resign = Сдаться…
page-resign-title = Сдаться?
page-resign-say = Ты отдаёшь эту партию. Вернуть её будет нельзя.
page-resign-yes = Сдаться
page-leave = Встать из-за стола…
page-leave-title = Встать из-за стола?
page-leave-say = Остальные это увидят, и за тебя может сыграть бот. Вернуться можно в любой момент.
page-leave-yes = Встать
page-delete = Удалить стол…
page-delete-title = Удалить стол?
page-delete-say = Он пропадёт для всех, вместе с партиями и записями.
page-delete-yes = Удалить
page-practice = Тренировка
page-about-table = Об этом столе
page-about-sealed = Всё перемешали ещё до партии. Когда раунд закончится, это устройство проверит, что ничего не подменили.
page-react = Реакция
page-react-hello = Привет!
page-react-thanks = Спасибо!
page-react-well-played = Отличная игра!
page-react-clap = Браво!
page-react-laugh = Ха-ха!
page-react-wow = Ого!
page-react-oops = Ой!
page-react-thinking = Хм…

# After the game

page-score-draws = { $count ->
    [one] { $count } ничья
    [few] { $count } ничьи
    [many] { $count } ничьих
   *[other] { $count } ничьих
}
page-rematch = Ещё раунд
page-wants-rematch = За новый раунд: { $names }
page-step-through = По шагам
page-download = Скачать запись
page-fair = Как это работает?
page-fair-how = Перед партией сервер загадал тайное зерно и показал его печать — код, который не подходит ни к какому другому зерну. Потом каждое устройство добавило своё случайное число. Перемешивали по всем этим числам вместе, поэтому никто не мог ничего подобрать.
page-fair-commitment = Печать
page-fair-seed = Зерно
page-fair-salt = Соль
page-fair-nonce = { $name }: число
page-fair-check = Чтобы перепроверить всю раздачу, скачай запись и выполни:
page-fair-own = Всё честно: это устройство помогло перемешать и проверило, что ничего не подменили.
page-fair-sealed = Перемешано до партии; это устройство проверило, что ничего не подменили.
page-fair-since = Это устройство появилось, когда всё уже было перемешано. Оно может сказать только, что с тех пор ничего не подменили.
page-fair-without = { $count ->
    [1] Оно не перемешивало: партия началась без тебя.
    [one] Оно перемешивало не за всех вас: партия началась, когда собрались не все.
    [few] Оно перемешивало не за всех вас: партия началась, когда собрались не все.
    [many] Оно перемешивало не за всех вас: партия началась, когда собрались не все.
   *[other] Оно перемешивало не за всех вас: партия началась, когда собрались не все.
}
page-fair-wrong-seal = Внимание: это не та раздача, которую запечатали вначале. Сервер её изменил. Не верь этой партии!
page-fair-wrong-number = Внимание: сервер не учёл число, которое это устройство дало для раздачи. Не верь этой партии!
page-fair-practice = Тренировка: этот раунд начался с заданной позиции, или ходы брали назад.

# Replay

page-replay = По шагам
page-replay-comment = с комментарием
page-replay-deal = Партия начинается.
page-replay-count = Шаг { $step } из { $steps }
page-replay-first = В начало
page-replay-back = На шаг назад
page-replay-forward = На шаг вперёд
page-replay-last = В конец
page-replay-slider = Шаг
page-replay-another = Посмотреть другую партию
page-eyes = Чьими глазами?
page-eyes-all = Карты открыты
page-eyes-spectator = Зритель

# A lesson

page-learn = Учимся играть: { $game }
page-learn-link = Учиться на доске
page-learn-count = Урок · { $step } из { $steps }
page-learn-skip = Пропустить
page-learn-back = Назад
page-learn-next = Дальше
page-learn-again = Ещё раз
page-learn-play = Доиграть
page-learn-whole = Сыграть целую партию
page-learn-you = Ты
page-learn-rival = Противник
page-learn-offer = Впервые здесь? Освой игру за две минуты
page-learn-offer-no = Не сейчас

## The explorer on the page

explore-title-win = { $how ->
    [all] Победа за { $count ->
        [one] { $count } ход
        [few] { $count } хода
        [many] { $count } ходов
       *[other] { $count } ходов
    }, как ни играй
    [one] Победа за { $count ->
        [one] { $count } ход
        [few] { $count } хода
        [many] { $count } ходов
       *[other] { $count } ходов
    }, если найти единственный верный ход
   *[some] Победа за { $count ->
        [one] { $count } ход
        [few] { $count } хода
        [many] { $count } ходов
       *[other] { $count } ходов
    }
}
explore-title-draw = { $how ->
    [all] Ничья, как ни играй
    [one] Ничья, если найти единственный верный ход
   *[some] Ничья
}
explore-title-loss = Поражение через { $count ->
    [one] { $count } ход
    [few] { $count } хода
    [many] { $count } ходов
   *[other] { $count } ходов
}, как ни играй
explore-turns-possible = { $count ->
    [one] Здесь возможен { $count } ход
    [few] Здесь возможны { $count } хода
    [many] Здесь возможно { $count } ходов
   *[other] Здесь возможно { $count } ходов
}{ $groups ->
    [1] {""}
    [one] , без зеркальных отражений — { $groups }
    [few] , без зеркальных отражений — { $groups }
    [many] , без зеркальных отражений — { $groups }
   *[other] , без зеркальных отражений — { $groups }
}.
explore-turns-win = { $count ->
    [one] Выигрывает { $count }.
    [few] Выигрывают { $count }.
    [many] Выигрывают { $count }.
   *[other] Выигрывают { $count }.
}
explore-turns-draw = { $count ->
    [one] Ведёт к ничьей { $count }.
    [few] Ведут к ничьей { $count }.
    [many] Ведут к ничьей { $count }.
   *[other] Ведут к ничьей { $count }.
}
explore-turns-lose = { $count ->
    [1] Проигрывает { $count }, за { $slowest }.
    [one] Проигрывает { $count }, самый долгий — за { $slowest }.
    [few] Проигрывают { $count }, самый долгий — за { $slowest }.
    [many] Проигрывают { $count }, самый долгий — за { $slowest }.
   *[other] Проигрывают { $count }, самый долгий — за { $slowest }.
}
explore-due-flip = Ходит { $name } · шаг 1: перевернуть чужую
explore-due-place = Ходит { $name } · поставить фишку
explore-due-move = Ходит { $name }
explore-leads-win = победа за { $count }
explore-leads-draw = ничья
explore-leads-loss = поражение через { $count }
explore-holding = { $count ->
    [0] верных ходов нет (из { $turns })
    [one] верных ходов: { $count } из { $turns }
    [few] верных ходов: { $count } из { $turns }
    [many] верных ходов: { $count } из { $turns }
   *[other] верных ходов: { $count } из { $turns }
}
explore-line-win = { $winner } побеждает
explore-only-first = { $value ->
    [win] единственный, который выигрывает
   *[draw] единственный, который удерживает ничью
}
explore-only-one-of = { $value ->
    [win] с него начинается единственный выигрывающий ход
   *[draw] с него начинается единственный ход, который удерживает ничью
}
explore-part-flip = Перевернуть, потом поставить
explore-part-place = Только поставить
error-no-set-up = Позиции нельзя расставить вручную: { $game }.
page-explore = Анализ
page-explore-named = Анализ: { $game }
page-explore-title = { $game } · Анализ
page-explore-first = К первой позиции
page-explore-back = Назад
page-explore-forward = Вперёд
page-explore-set-up = Расставить…
page-explore-link = Ссылка
page-explore-link-field = Ссылка на эту позицию
page-explore-choices = Что можно сделать, начиная с лучшего
page-explore-then = затем { $move }
page-explore-ways-say = способов вместе с зеркальными отражениями: { $ways }
page-explore-line = Лучшая игра отсюда
page-explore-line-wait = Минутку…
page-explore-replies = Что остаётся другому игроку
page-explore-tree = Путь сюда
page-explore-tree-start = Первая позиция
page-explore-rules = Домашние правила
page-explore-more = { $count ->
    [one] Ещё { $count }
    [few] Ещё { $count }
    [many] Ещё { $count }
   *[other] Ещё { $count }
}
page-explore-lay = Выбери фишку и коснись клеток, где она должна лежать. Второе касание её убирает.
page-explore-remove = Убрать
page-explore-due = Что делать
page-explore-position = Позиция в нотации
page-explore-read = Прочесть
page-explore-show = Анализировать
page-explore-cancel = Отмена
page-explore-empty = Очистить доску

## The review on the page

page-review = Разбор
page-review-named = Разбор · { $game }
page-review-exact = точно
page-review-by-search = поиском
page-review-progress = Оценено ходов: { $done } из { $total }
page-review-stop = Стоп
page-review-stopped = Остановлено. Оценено ходов: { $done } из { $total }.
page-review-failed = Разбор прервался. Оценено ходов: { $done } из { $total }.
page-review-go-on = Дальше
page-review-accuracy = { $name }: точность { $accuracy }
page-review-accuracy-means = Точность показывает, какую часть своих шансов игрок в среднем сохраняет за ход.
page-review-turn = ход { $turn } из { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (ты)
page-review-better = Лучше: { $best }
page-review-curve = Шансы ход за ходом
page-review-wins = { $name }: победа
page-review-draw = ничья
page-review-loses = { $name }: поражение
page-review-moments = Что решило партию
page-review-moves = Все ходы
page-review-play = Играть отсюда
page-review-none = Открой законченную партию или её запись.
page-review-nothing = Ошибки эту партию не решили.
error-no-review = Такого разбора больше нет. Запроси его снова.

## Lists and counts

games-id = id
games-name = игра
games-players = игроки
games-minutes = минуты
games-editions = издания
games-line = о чём она
games-next = Играть: «rowdy play ID»; прочесть правила: «rowdy rules ID».
marks-xoxo = Твои цели показываются, как только ляжет их ряд. Коснись цели, чтобы оставить её в тайне.
rules-typing = Как вводить ходы здесь
rules-rulings = Домашние правила
rules-decisions = Что решили мы
rules-editions = Издания
rules-shown = Так играют в этом издании: { $edition }; изменённые домашние правила: { $rulings }. Где в скобках названо домашнее правило, можно выбрать другое: смотри ниже.
rules-own-cards = Твои карты
rules-other-cards = Карты противника
rules-tokens = { $colour }: { $count ->
    [one] { $count } жетон
    [few] { $count } жетона
    [many] { $count } жетонов
   *[other] { $count } жетонов
}
rules-default = (по умолчанию: { $option })
rules-here = (здесь: { $option })
rules-book-says = { $says } ({ $books })
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: «всю стопку (итальянские, португальские); …».
rules-books = Печатные правила: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] При идеальной игре первый игрок может добиться победы.
    [second] При идеальной игре второй игрок может добиться победы.
   *[draw] При идеальной игре победы не может добиться никто.
}
consequence-usual = Это обычное правило.
# $draws, $first and $fair are in percent.
consequence-figures = При обычных правилах ходов в партии примерно { $moves }, { $drawn ->
    [none] ничьих не бывает
    [few] ничьих почти не бывает
   *[some] ничьих { $draws } %
}, а первый игрок набирает { $first } % очков (поровну было бы { $fair } %).
consequence-length = { $change ->
    [more] Партии примерно на { $percent } % длиннее обычного.
   *[fewer] Партии примерно на { $percent } % короче обычного.
}
consequence-draws = { $change ->
    [more] Ничьих больше: { $now } % партий, обычно { $before } %.
   *[fewer] Ничьих меньше: { $now } % партий, обычно { $before } %.
}
consequence-first = { $change ->
    [more] Первый ход стоит больше: первый игрок набирает { $now } % очков, обычно { $before } %.
   *[fewer] Первый ход стоит меньше: первый игрок набирает { $now } % очков, обычно { $before } %.
}
# $reason is one of decided-…, such as «с пустой стопкой».
consequence-reason = { $change ->
    [more] Больше партий заканчивается { $reason }: { $now } %, обычно { $before } %.
   *[fewer] Меньше партий заканчивается { $reason }: { $now } %, обычно { $before } %.
}
consequence-no-difference = У ботов мы не нашли отличий от обычного правила (сыграно партий: { $games }).
# $bot is a level, such as «средний»; $edition as in «немецкие правила».
consequence-measured = Партий с каждым вариантом: { $games }. Играли боты уровня «{ $bot }», всё остальное — как в издании «{ $edition }».
# $text are some of the sentences above; $players is a list of numbers, such as «3 и 4».
consequence-players = Для { $players } игроков: { $text }
consequence-with-row-enclosed = С окружёнными рядами: { $text }
says-silent = молчат
says-players-agree = игроки договариваются сами
says-unclear = можно понять по-разному
book-all = все
book-de = немецкие
book-en = английские
book-nl = нидерландские
book-it = итальянские
book-pt = португальские
book-sv = шведские
book-da = датские
book-ru = русские
bots-name = бот
bots-games = игры
bots-set = настройки
bots-line = что делает
bots-every = все
bots-switches = Для опытов можно настроить и то, как ищут casual, medium, skilled, advanced, strong и mcts: { $settings }
bots-next = Сыграть с ботом: «rowdy play GAME --seats you,BOT».
bot-beginner = Играет будто в первый раз и многое упускает.
bot-easy = Играет с первого взгляда и порой не замечает линию или защиту.
bot-casual = Над некоторыми ходами думает, в остальных берёт то, что выглядит лучше всего.
bot-medium = Думает немного наперёд, но часто бывает невнимателен.
bot-skilled = Думает наперёд, но порой бывает невнимателен.
bot-advanced = Думает далеко наперёд, но иногда всё же ошибается.
bot-strong = Думает над ходом до секунды, угадывает, что у тебя в руке, и всегда внимателен.
bot-partner = Берёт уровень, против которого ты побеждаешь примерно в половине партий, — по тем, что закончены в терминале.
# $level is one of the levels, such as «любитель»; $games counts finished games of this kind.
partner-begins = Твой партнёр начинает с уровня «{ $level }». По твоим результатам он найдёт уровень, против которого ты побеждаешь примерно в половине партий.
partner-plays = { $games ->
    [one] Учтено последних партий: { $games }. Твой партнёр играет на уровне «{ $level }».
    [few] Учтено последних партий: { $games }. Твой партнёр играет на уровне «{ $level }», чтобы тебе доставалась примерно половина побед.
    [many] Учтено последних партий: { $games }. Твой партнёр играет на уровне «{ $level }», чтобы тебе доставалась примерно половина побед.
   *[other] Учтено последних партий: { $games }. Твой партнёр играет на уровне «{ $level }», чтобы тебе доставалась примерно половина побед.
}
bot-greedy = Берёт то, что прямо сейчас выглядит лучше всего, и никогда не думает наперёд.
bot-random = Делает любой разрешённый ход.
bot-perfect = Никогда не упускает ни победы, ни ничьей.
bot-mcts = Голый поиск, которым думают уровни начиная с casual.
bot-guest = Из пакета { $package }.
bot-engine = Отдельная программа, добавленная на этом компьютере.
engines-name = имя
engines-command = команда
engines-none = Движков пока нет. Как их добавить, расскажет «rowdy engines --help».
engines-added = Движок добавлен: { $name } ({ $called }). Попробуй: rowdy play --seats you,{ $name }
engines-removed = Движок убран: { $name }.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe и XOXO²
prepare-perfect = идеальная игра
prepare-line = Компиляция ({ $number } из { $all }): { $what }
prepare-done = Скомпилировано за { $seconds } с.
prepare-nothing = Всё уже скомпилировано.
prepare-no-compiler = Numba не установлена, поэтому компилировать нечем: боты всё равно играют, но думают проще.
prepare-not-kept = В { $path } нельзя писать: скомпилированное пропало бы, поэтому ничего не скомпилировано. Боты всё равно играют, но поначалу думают проще.
perft-from = Отсюда: { $text }
perft-chance-all = Считается каждый случайный исход.
perft-chance-seed = Случайности берутся из зерна { $seed }.
perft-actions = действия { $depth }: { $count } ({ $seconds } с)
perft-turns = ходы { $depth }: { $count } ({ $seconds } с)
replay-prompt = Шаг { $at } из { $last } (Enter дальше, b назад, число, конец, q выход):
replay-help = Нажми Enter для следующего шага, b для предыдущего, введи число, чтобы перейти к шагу, конец — к последнему, q — чтобы выйти.
replay-comment = Примечание: { $comment }
replay-step = Шаг { $at }: { $move }
replay-deal = до первого хода
replay-no-more = Всего шагов в партии { $last }: это её конец.

## Perfect play

player-rubik-1 = Крестик
player-rubik-2 = Нолик
player-xoxo2-1 = Звезда
player-xoxo2-2 = Шестиугольник
verdict-draw = ничья
verdict-win = { $winner } побеждает за { $count ->
    [one] { $count } ход
    [few] { $count } хода
    [many] { $count } ходов
   *[other] { $count } ходов
}
label-win = { $winner } побеждает за { $least }
label-win-range = { $winner } побеждает за { $least }–{ $most }
compiling = Минутку: идёт компиляция. На этом компьютере это нужно только один раз.
preparing = Код компилируется в фоне. На этом компьютере это нужно только один раз. Пока это не закончено, боты, которые ищут ходы, думают проще, а идеальный ждёт.
preparing-still = Компиляция всё ещё идёт: прошло { $seconds } с.
prepared = Компиляция закончена: теперь боты думают в полную силу.
searching = Минутку: поиск ещё идёт.

solve-begin = Решаем { $game }: { $count ->
    [one] { $count } поток
    [few] { $count } потока
    [many] { $count } потоков
   *[other] { $count } потоков
}.
solve-checking = проверка
solve-found = { $count ->
    [one] Найден и проверен { $count } готовый слой
    [few] Найдены и проверены { $count } готовых слоя
    [many] Найдено и проверено { $count } готовых слоёв
   *[other] Найдено и проверено { $count } готовых слоёв
}; дальше слой { $stones }.
solve-found-all = Все слои ({ $count }) уже были и проверены.
solve-layer = слой { $stones }
solve-rate = { $millions } млн/с
solve-left = осталось { $time }
solve-line = Слой { $stones } готов: { $share } от всего, { $rate }, { $left }
solve-interrupted = Остановлено. Готовые слои сохранены: та же команда продолжит с этого места.
solve-stones = фишки
solve-positions = позиции
solve-wins = победы
solve-draws = ничьи
solve-losses = поражения
solve-in-all = всего
solve-counted = Позиции в начале хода — выигранные, ничейные и проигранные для того, чей ход; зеркальные отражения тоже считаются.
solve-value = Если оба играют наилучшим образом: { $value }.
solve-first-stone = первая фишка
solve-first-squares = куда
solve-first-value = итог
solve-corner = угол
solve-edge = край
solve-centre = центр
solve-cost = Решение заняло { $wall } с и { $cpu } процессорных секунд, не считая загрузки и компиляции кода: { $rate } млн позиций за процессорную секунду, всего { $positions } млн. (Считаются позиции в начале хода; 32 образа позиции — зеркальные и с перевёрнутыми фишками одного игрока — это одна.)
solve-memory = Памяти понадобилось не больше { $size } ГБ.
solve-used = Решение лежит в { $path } и отныне используется.
solve-elsewhere = Решение лежит в { $path }. Rowdy сам находит решение, если оно лежит здесь: { $usual }

explore-source-solution = Ответы — из решения в { $path }
explore-source-opening = Ответы — из первых слоёв, которые входят в Rowdy, и из поиска.
explore-source-search = Ответы — из поиска.
explore-refused = Решение на этом компьютере не используется. { $reason }
explore-position = Позиция: { $text }
explore-value = { $value }.
explore-value-draw = Ничья.
explore-flips = Ход { $turn }: { $name } переворачивает. Перевороты, начиная с лучшего, каждый — по лучшему ходу, который с него начинается:
explore-places = Ход { $turn }: { $name } ставит фишку. Куда, начиная с лучшего:
explore-moves = Ход { $turn }: ходит { $name }. Ходы, начиная с лучшего:
explore-turns = { $name }: ходы целиком, начиная с лучшего:
explore-more = … ещё { $count }
explore-all = «все» покажет все.
explore-only = только он
explore-only-win = только он: всё остальное упускает победу.
explore-only-draw = только он: всё остальное проигрывает.
explore-only-turn-win = только он: лишь ход { $turn } сохраняет победу.
explore-only-turn-draw = только он: лишь ход { $turn } не проигрывает.
explore-line = Главный вариант
explore-prompt-flip = { $name } переворачивает (Enter лучший, номер, ход, целиком, b назад, ? справка, q выход):
explore-prompt-place = { $name } ставит фишку (Enter лучший, номер, ход, b назад, ? справка, q выход):
explore-prompt-move = Ходит { $name } (Enter лучший, номер, ход, b назад, ? справка, q выход):
explore-prompt-over = Партия закончена (b назад, начало, ? справка, q выход):
explore-over = Больше ходов нет: партия закончена. b вернёт назад.
explore-last = Это последний шаг: вперёд идти некуда.
explore-first = Это первая позиция: назад идти некуда.
explore-help =
    Enter делает первый ход из списка, номер — другой.
    Или введи ход: переворот вроде b3-b4, фишку вроде a@d1 или ход целиком вроде b3-b4 a@d1.
    Введи позицию вроде ..../.B../..Bb/.... flip, чтобы перейти к ней, или начало, чтобы перейти к началу партии.
    b возвращает на шаг, b 3 — на три шага, f снова идёт вперёд. целиком — показать ходы целиком, все — весь список, доска — всё ещё раз.
    q выходит.
explore-help-words =
    «Крестик побеждает за 5» — это если оба играют наилучшим образом: победитель спешит, проигравший тянет. Считаются ходы обоих игроков, с этим и последним.
    ×2 означает два хода, которые сводятся к одному: зеркальное отражение или все фишки одного игрока перевёрнуты.
    «только он» — единственный ход, не считая зеркальных отражений, который сохраняет победу или ничью.

## Hints and review

percent = { $number } %
hint-only = Возможен только один ход: { $move }.
hint-move = Подсказка: { $move }.
hint-win = { $count ->
    [1] Это сразу выигрывает.
    [one] Это выигрывает за { $count } ход, считая ходы обоих{ $alone ->
        [yes] ; всё остальное упускает победу
       *[no] {""}
    }.
    [few] Это выигрывает за { $count } хода, считая ходы обоих{ $alone ->
        [yes] ; всё остальное упускает победу
       *[no] {""}
    }.
    [many] Это выигрывает за { $count } ходов, считая ходы обоих{ $alone ->
        [yes] ; всё остальное упускает победу
       *[no] {""}
    }.
   *[other] Это выигрывает за { $count } ходов, считая ходы обоих{ $alone ->
        [yes] ; всё остальное упускает победу
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] Только этот ход удерживает ничью.
   *[no] Это удерживает ничью.
}
hint-loss = Против лучшей игры проигрывает любой ход; этот держится дольше всех, { $count ->
    [one] { $count } ход
    [few] { $count } хода
    [many] { $count } ходов
   *[other] { $count } ходов
}, считая ходы обоих.
hint-share = Твои шансы после этого хода: примерно { $share }.
hint-line = Получится три в ряд для карт: { $cards }.
hint-tokens = { $count ->
    [1] Это принесёт тебе жетон.
    [one] Это принесёт тебе { $count } жетон.
    [few] Это принесёт тебе { $count } жетона.
    [many] Это принесёт тебе { $count } жетонов.
   *[other] Это принесёт тебе { $count } жетонов.
}
hint-next = Дальше по силе: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = примерно то же
hint-keep = Пока лучше не показывать: { $cards }. Сначала введи «придержать { $order }».
hint-hold = Пока лучше не показывать: { $cards }. Сначала поставь «{ page-goal-hold }».
move-flip = перевернуть фишку с { $source } на { $target }
move-place = поставить { $stone } на { $square }
move-play = сыграть { FORM($card, "acc") } на { $square }
move-own = положить верхнюю плитку своей стопки на { $square }
move-draw = положить верхнюю плитку общей стопки на { $square }
move-yellow = { $count ->
    [0] убрать жёлтой картой стопку на { $square }
    [1] убрать жёлтой картой верхнюю карту на { $square }
    [one] убрать жёлтой картой { $count } верхнюю карту на { $square }
    [few] убрать жёлтой картой { $count } верхние карты на { $square }
    [many] убрать жёлтой картой { $count } верхних карт на { $square }
   *[other] убрать жёлтой картой { $count } верхних карт на { $square }
}
move-green = убрать зелёной картой линию от { $first } до { $last }
move-pass = пропустить ход

mark-best = лучший
mark-good = хороший
mark-inaccuracy = неточность
mark-mistake = ошибка
mark-blunder = зевок
mark-forced = вынужденный
review-title = { $game }. Места: { $seats }.
review-exact = Каждый ход сравнивается с идеальной игрой. «Победа за 5» считает ходы обоих игроков, включая этот.
review-search = Каждый ход оценивает поиск (симуляций: { $sims }) по тому, что игрок мог тогда знать. Проценты — это шансы игрока: победа считается целиком, ничья и общая победа — частью.
review-playouts = Каждый ход оценивают партии, доигранные наугад (их { $sims }), по тому, что игрок мог тогда знать{ $numba ->
    [missing] ; с Numba поиск судил бы точнее
   *[useless] {""}
}. Проценты — это шансы игрока: победа считается целиком, ничья и общая победа — частью.
review-progress = оценка
review-line = { $name }, { $move }: { $verdict }
review-show = показать { $cards }
review-show-nothing = ничего не показывать
review-best = лучший, { $value }
review-worse = { $mark }, { $value }; лучше { $best } ({ $better })
review-forced = вынужденный
review-draw = ничья
review-win = победа за { $count }
review-loss = поражение через { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] победа превратилась в ничью
       *[loss] победа превратилась в поражение
    }
   *[draw] ничья упущена
}
review-slower = { $value ->
    [win] всё ещё победа, но ходов { $after }, а можно было { $before }
   *[loss] поражение: ходов { $after }, а можно было { $before }
}
review-kept = { $count ->
    [1] { $value ->
        [win] единственный, который выигрывает
       *[draw] единственный, который удерживает ничью
    }
    [one] { $value ->
        [win] один из выигрывающих (их { $count })
       *[draw] один из тех, что удерживают ничью (их { $count })
    }
    [few] { $value ->
        [win] один из выигрывающих (их { $count })
       *[draw] один из тех, что удерживают ничью (их { $count })
    }
    [many] { $value ->
        [win] один из выигрывающих (их { $count })
       *[draw] один из тех, что удерживают ничью (их { $count })
    }
   *[other] { $value ->
        [win] один из выигрывающих (их { $count })
       *[draw] один из тех, что удерживают ничью (их { $count })
    }
}
claim-then = { $first }, затем { $second }
claim-missed-win = Можно было сразу выиграть: { $moves }{ $row ->
    [yes] ; это даёт { $line }
   *[no] {""}
}.
claim-gives-win = Теперь { $rival } может сразу выиграть: { $moves }{ $row ->
    [yes] ; это даёт { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Победу сохранило бы вот что: { $moves }.
   *[draw] Ничью удержало бы вот что: { $moves }.
}
claim-every-turn-loses = Отсюда проигрывает любой ход{ $held ->
    [yes] ; последний, который ещё спасал: { $moves } (ход { $turn })
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Получилось сразу несколько линий: { $lines }; жетонов за это — { $count }.
   *[no] Получилось сразу несколько линий: { $lines }; жетонов за это — { $count }, их получает { $who }.
}
claim-could-show = Здесь можно было показать: { $cards }.
claim-suggests = { $more ->
    [yes] Судя по всему, что знает { $witness }, теперь вероятнее, что { $who } держит карту «{ $card }»: { $before } → { $after }.
   *[no] Судя по всему, что знает { $witness }, теперь менее вероятно, что { $who } держит карту «{ $card }»: { $before } → { $after }.
}
claim-held = Вот что держит в этот момент { $who }: { $cards }.
review-none = Пока оценивать нечего.
review-stopped = { $count ->
    [0] Остановлено до первого оценённого хода.
    [one] Остановлено. Оценён { $count } ход:
    [few] Остановлено. Оценено { $count } хода:
    [many] Остановлено. Оценено { $count } ходов:
   *[other] Остановлено. Оценено { $count } ходов:
}
review-unfinished = Партия не закончена. Пока так:
review-seat = игрок
review-accuracy = точность
review-accuracy-means = Точность показывает, какую часть своих шансов игрок в среднем сохраняет за ход.
review-course = Шансы каждого игрока, ход за ходом:
review-course-plain = Шансы каждого игрока, ход за ходом, в десятых долях:

## Verifying

verify-verdict-holds = Сходится
verify-verdict-fails = Не сходится
verify-verdict-open = Не проверено
verify-verdict-aside = К сведению
verify-line = { $verdict }: { $text }
verify-legal = Партия идёт по правилам: ходов, ответов и случайных исходов — { $count }, результат «{ $result }».
verify-illegal = Партия идёт не по правилам. { $cause }
verify-unfinished = Партия пока идёт по правилам (ходов, ответов и случайных исходов — { $count }), но не закончена.
verify-position = Партия началась не с начала, а с позиции, которую кто-то выбрал: честной раздачей это быть не может.
verify-sealed = Зерно то самое, которое запечатано печатью { $commitment }. Сравни её с той, что тебе показали перед партией.
verify-other-seed = Зерно не то, которое было запечатано: оно не подходит к печати.
verify-seed-later = Зерно показывают, только когда партия закончена.
verify-eyes = Это вид с одного места или глазами зрителя, поэтому зерна здесь нет: оно есть в полной записи.
verify-no-seed = В записи нет зерна: оно пропало или его вырезали.
verify-no-commitment = Зерно не было запечатано: возможно, его кто-то подобрал, а с ним и карты.
verify-dealt = { $count ->
    [1] Единственный случайный исход — тот, который дают зерно и нонсы.
    [one] Все случайные исходы ({ $count }) — те, которые дают зерно и нонсы, и в том же порядке.
    [few] Все случайные исходы ({ $count }) — те, которые дают зерно и нонсы, и в том же порядке.
    [many] Все случайные исходы ({ $count }) — те, которые дают зерно и нонсы, и в том же порядке.
   *[other] Все случайные исходы ({ $count }) — те, которые дают зерно и нонсы, и в том же порядке.
}
verify-dealt-otherwise = Случайный исход { $number } — { $found }, а зерно и нонсы дают { $due }.
verify-not-dealt = Случайности можно пересчитать только по полной записи с запечатанным зерном.
verify-no-chance = В этой игре нет случайностей, так что ничего не раздавали.
verify-nonces = { $count ->
    [1] Место { $seats } добавило
    [one] Места { $seats } добавили
    [few] Места { $seats } добавили
    [many] Места { $seats } добавили
   *[other] Места { $seats } добавили
} к зерну свой нонс.
verify-no-nonces = Ни одно место не добавило к зерну нонс: кто его выбирал, мог подобрать карты.
verify-same-nonce = Нонс места { $seat } — тот самый, который ты называешь.
verify-other-nonce = Нонс места { $seat } — не тот, который ты называешь.
verify-not-sealed = Запечатаны только случайности. Имена, ходы и пометка «Practice» — такие, как говорит запись: --server сравнивает их с записью самого стола.
verify-server-same = У сервера такая же запись этого раунда.
verify-server-headers = Запись этого раунда у сервера отличается: { $names }.
verify-server-turns = В записи этого раунда у сервера другие ходы.
verify-server-none = У стола нет раунда с такой печатью.
verify-server-later = Один раунд за этим столом ещё идёт, и его запись пока не показывают.
verify-end-whole = Всё, что проверено, сходится.
verify-end-part = Ничего неверного не найдено, но проверить удалось не всё.
verify-end-wrong = Что-то не сходится: партию раздали и сыграли не так.

## Comparing bots

arena-title = { $game }, мест { $seats }: { $bots }
arena-most = Не больше { $count ->
    [one] { $count } партии
    [few] { $count } партий
    [many] { $count } партий
   *[other] { $count } партий
}; { $rounds }, партий в раунде — { $matches }; зерно { $seed }.
arena-rounds = { $count ->
    [one] { $count } раунд
    [few] { $count } раунда
    [many] { $count } раундов
   *[other] { $count } раундов
}
arena-games = { $count ->
    [one] { $count } партия
    [few] { $count } партии
    [many] { $count } партий
   *[other] { $count } партий
}, { $rounds }
arena-log = Журнал: { $path }
arena-torn = Его последняя строка была неполной и отброшена.
arena-found = { $count ->
    [one] В журнале уже есть { $count } партия.
    [few] В журнале уже есть { $count } партии.
    [many] В журнале уже есть { $count } партий.
   *[other] В журнале уже есть { $count } партий.
}
arena-no-compiler = Здесь нет Numba, поэтому эти боты ищут без скомпилированного кода и играют хуже: { $bots }.
arena-aside = Старый журнал теперь лежит в { $path }
arena-shares = { $shares } ± { $width } %
arena-line = Партий { $count } из { $goal }: { $shares }; { $left }
arena-bot = бот
arena-won = победы
arena-shared = общие
arena-lost = поражения
arena-share = доля (%)
arena-fair = × равной
arena-elo = Эло
arena-mean = с на ход
arena-longest = дольше всего
arena-points = { $games }. Партия стоит одно очко, при ничьей или общей победе оно делится; доля — это доля одного места. ± — 95-процентный интервал.
arena-elo-from = Эло отсчитывается от бота { $bot }.
arena-nothing = Ни один раунд ещё не закончен, так что сравнивать нечего.
arena-narrow = Известно достаточно точно: ± { $width } %, требовалось ± { $wanted } %.
arena-wide = Известно ещё недостаточно точно: ± { $width } %, требовалось ± { $wanted } %. Дай больше --games, чтобы продолжить отсюда.
arena-interrupted = Остановлено. Все законченные партии в журнале: та же команда{ $fresh ->
    [yes] , но без --fresh,
   *[no] {""}
} продолжит с этого места.
arena-rest = { $count ->
    [one] { $count } партия — из незаконченных раундов и пока не считается.
    [few] { $count } партии — из незаконченных раундов и пока не считаются.
    [many] { $count } партий — из незаконченных раундов и пока не считаются.
   *[other] { $count } партий — из незаконченных раундов и пока не считаются.
}
arena-plot = Рисунок: { $path }
study-title = { $game }, { $edition }: что меняют домашние правила; на всех местах { $bot }
study-most = { $count ->
    [one] { $count } вариант
    [few] { $count } варианта
    [many] { $count } вариантов
   *[other] { $count } вариантов
}, партий с каждым — { $games }, зерно { $seed }
study-setting = { $number } из { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = мест { $seats }, изменено: { $rulings }
study-written = Записано: { $path }
study-about = { $game }, { $edition }: что меняют домашние правила
study-how = Партий с каждым вариантом — { $games }, на всех местах { $bot }, зерно { $seed }; Rowdy { $rowdy }, код { $code }. ± — 95-процентный интервал. Доля первого места — его часть очков: каждая партия даёт одно, при ничьей или общей победе оно делится.
study-seats = (мест: { $seats })
study-option = вариант
study-moves = ходы
study-first = первое место
study-draws = ничьи
study-ends = чем кончаются партии
plot-share = доля очков (%), 95-процентный интервал
plot-fair = равная доля
plot-elo = Эло относительно { $bot }, 95-процентный интервал
plot-about = { $games }, зерно { $seed }

## Why nothing can be done where somebody points
why-over = Партия закончена.
# $who is a name.
why-not-your-turn = Сейчас ходит { $who }.
why-must-pass = Сейчас тебе нечего сыграть: пропусти ход.
why-own-stone = Эта фишка твоя. Переворачивают чужую.
why-no-stone = Здесь нет фишки. Выбери фишку противника.
why-no-room = Эту фишку не перевернуть: рядом нет пустой клетки.
why-flipped-already = Переворот уже сделан. Теперь поставь свою фишку на пустую клетку.
why-flip-due = Сначала переверни фишку противника, потом поставь свою.
why-not-adjacent = Фишку переворачивают на соседнюю клетку, но не по диагонали.
why-occupied = Клетка { $square } занята.
why-just-laid = Эту плитку положили только что, накрывать её пока нельзя.
why-display-not-full = Накрывать плитки можно, только когда их девять.
why-not-adjacent-tile = Плитка должна прилегать к другой, сторона к стороне.
why-not-middle = На пустом столе начинают с середины.
why-outside-field = Так не поместится в квадрат три на три.
why-off-field = Карты кладут только на клеточки от { $first } до { $last }.
why-other-number = Здесь { $number }, и накрыть её может только другая { $number }.
why-no-card-fits = Здесь { $number }, и у тебя нет карты, чтобы её накрыть.
why-nothing-there = Здесь нечего убирать.
why-line-not-filled = Зелёная карта убирает линию из трёх занятых клеточек. Через эту такой нет.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] Красную { $number } сейчас сыграть нельзя: пустых клеточек нет, и накрыть нечего.
    [blue] Синюю { $number } сейчас сыграть нельзя: пустых клеточек нет, и накрыть нечего.
    [yellow] Жёлтой карте сейчас нечего убирать.
   *[green] Зелёной карте сейчас не найти полной линии.
}
why-any = Сейчас так нельзя.

## Errors: what and why

error-over = { $move } сыграть нельзя: партия закончена.
error-not-your-turn = { $move } сыграть нельзя: сейчас не твой ход.
error-place-due = { $move } — это переворот, а пора ставить фишку, например A@d1 или a@d1.
error-flip-due = { $move } ставит фишку, но сначала надо перевернуть фишку противника, например { $flip }.
error-no-stone = { $move } не получится: на { $square } нет фишки.
error-own-stone = { $move } не получится: фишка на { $square } твоя, а переворачивать можно только чужие.
error-not-adjacent = { $move } не получится: клетка { $square } не рядом (диагональ не считается).
error-occupied = { $move } не получится: клетка { $square } занята.
error-not-your-stone = { $move } не получится: это фишка противника.
error-off-board = Клетки { $square } на доске нет.
error-no-window = { $move } не получится: сейчас никого не спрашивают о картах.
error-not-due = { $move } сейчас не может выпасть.
error-chance-due = { $move } пока сыграть нельзя: сначала слово за случаем.
error-window-open = { $move } пока сыграть нельзя: всех ещё спрашивают, показывать ли карты.
error-just-laid = { $move } не получится: плитку на { $square } положили только что, накрывать её нельзя.
error-display-not-full = { $move } не получится: накрывать плитки можно, только когда их девять.
error-display-full = { $move } не получится: плиток уже девять, теперь каждая новая накрывает одну из них.
error-not-adjacent-tile = { $move } не получится: у клетки { $square } нет общей стороны с плиткой.
error-not-middle = { $move } не получится: на пустом столе начинают с середины, с c3.
error-outside-field = Так не поместится в квадрат три на три.
error-off-field = { $move } не получится: { $square } не входит в квадрат от { $first } до { $last }.
error-answered = Твой ответ уже есть.
error-no-line = { $card } показать нельзя: сейчас для этой карты нет трёх в ряд.
error-not-held = { $move } не получится: карты { $card } нет у тебя в руке.
error-other-number = { $move } не получится: верхняя карта на { $square } — { $top }, а накрыть её может только карта с тем же числом.
error-yellow-count = { $move } не подходит к домашнему правилу: с yellow=stack это y@b3, а с yellow=some нужно число карт, как в y2@b3.
error-nothing-there = { $move } не получится: на { $square } ничего нет.
error-too-many = { $move } не получится: на { $square } только { $height } { $height ->
    [one] карта
    [few] карты
    [many] карт
   *[other] карт
}.
error-no-such-line = { $move } не называет линию из трёх клеточек.
error-line-not-filled = { $move } не получится: в этой линии есть пустые клеточки.
error-can-play = У тебя есть что сыграть, поэтому пропускать ход нельзя.
error-not-legal = { $move } сейчас не получится.
error-not-an-action = { $move } — не действие этой игры: сделай его из текста с помощью parse_action.
error-not-an-actor = { $actor } не участвует в этой игре: действовать может место от 0 до { $most } или случай.
error-hidden-hand = Что может сделать место { $seat }, здесь неизвестно: это взгляд с другого места, и этих карт оттуда не видно.
error-unreadable-move = «{ $text }» — не ход в этой игре.
error-part-of-move = «{ $text }» — только часть хода. Можно: { $moves }.
error-no-such-number = Хода { $text } нет: введи число от 1 до { $most }.
error-log-what = «{ $text }»: введи «журнал», чтобы увидеть ходы, или «журнал все» — ещё и все карты и плитки.
error-order-card = «{ $text }» — не одна из твоих карт: { $known } или все.
undo-alone = Брать ходы назад можно, только когда играешь с одними ботами.
undo-nothing = У тебя нет хода, который можно взять назад.
error-save-where = Назови файл: сохранить ФАЙЛ
error-save-exists = { $path } уже существует: назови новый файл.
error-ends-before = { $move } заканчивает партию, так что { $text } уже не сыграть.
error-save-failed = Не удаётся сохранить в { $path }: { $reason }.

error-unreadable-position = Это не позиция этой игры: { $text }
error-position-order = Запиши эту позицию в обычном порядке: { $written }
error-perft-hidden = В «{ $text }» есть неизвестные карты: считать можно только от полной позиции.
error-stone-counts = В «{ $text }» фишек у первого игрока { $first }, у второго { $second }: у первого должно быть столько же или на одну больше, и ни у кого — больше, чем есть.
error-no-flip-exists = В «{ $text }» стоит flip, но перевернуть нечего: должно стоять place.
error-unreadable-board = «{ $board }» — не доска этой игры.
error-unreadable-covered = В «{ $text }» не прочесть накрытые плитки.
error-unreadable-piles = «{ $piles }» не описывает стопки этой игры.
error-unreadable-hands = «{ $hands }» не описывает карты на руках в этой игре.
error-unreadable-cards = «{ $cards }» не прочесть как карты.
error-unreadable-due = В «{ $text }» не подходит последняя часть, которая говорит, что делать: { $due }
error-tile-count = В «{ $text }» плитки в стопках, в раскладе и накрытые вместе не составляют набора.
error-tile-twice = В «{ $text }» одна плитка встречается дважды.
error-tile-not-in-deck = В «{ $text }» есть плитка не из набора.
error-pile-size = Стопка из { $size } больше, чем в начале ({ $most }).
error-covered-early = В «{ $text }» есть накрытые плитки, хотя расклад не полон.
error-last-tile = В «{ $text }» клетка последней плитки не подходит к раскладу.
error-dealing = В «{ $text }» розданные карты не подходят к порядку раздачи.
error-hand-count = В «{ $text }» у какого-то места слишком мало или слишком много карт.
error-tiles-apart = В «{ $text }» плитки расклада не все соприкасаются: каждую кладут к другой, сторона к стороне.
error-other-seat = В «{ $text }» ходит не то место: плиток положено { $laid }, значит, ходит место { $seat }.
error-pile-turns = В «{ $text }» место { $seat } положило из своей стопки { $own ->
    [one] { $own } плитку
    [few] { $own } плитки
    [many] { $own } плиток
   *[other] { $own } плиток
}, а { $turns ->
    [0] ходов у него ещё не было.
    [1] ход у него был только один.
   *[other] ходов у него было только { $turns }.
}
error-pile-used-up = В «{ $text }» пуста не та стопка: партия кончается с первой пустой, а это стопка места { $seat } или общая.
error-pile-no-window = В «{ $text }» карту ещё можно показать после плитки, которая опустошила стопку, а домашнее правило last_window=no это запрещает.
error-pile-tops = В «{ $text }» не подходят стопки, которым пора показать верх: после раздачи — одна за другой, потом только та, из которой взяли.
error-shown-early = В «{ $text }» карта { $card } показана, но линии плиток с этим признаком быть не могло.
error-shown-last = В «{ $text }» кто-то показал последнюю карту, но ни для одной из этих карт нет линии.
error-card-twice = В «{ $hands }» карта встречается дважды, или карт одного вида больше, чем бывает.
error-card-count = В «{ $text }» карт больше, чем есть в игре: { $card }.
error-off-middle = В «{ $text }» середина, c3, ни разу не занята, а первая карта всегда ложится туда.
error-off-middle-tile = В «{ $text }» в середине, на c3, нет плитки, а первая всегда ложится туда.
error-used-off-field = В «{ $text }» занята клеточка вне квадрата от { $first } до { $last }.
error-used-though-empty = В «{ $text }» клеточки отмечены как занятые, но стол пуст, а тогда занятой не считается ни одна.
error-unequal-stack = В «{ $text }» друг на друге лежат карты с разными числами.
error-token-count = «{ $tokens }» не описывает жетоны этой игры.
error-discard-cleared = В «{ $text }» не подходит сброс: жёлтая карта убирает хотя бы одну карту, зелёная — целую линию, а без них ничего не убирают.
error-cards-played = В «{ $text }» сказано, что сыграно карт { $played }, а на столе и в сбросе их { $lying }.
error-played-on = В «{ $text }» число сыгранных карт — { $played }, но партия кончается, когда их { $most }.
error-squares-cleared = В «{ $text }» клеточки освобождены, но карт для этого сыграно слишком мало.
error-other-starter = В «{ $text }» ещё ничего не сыграно, поэтому ходить должно место { $seat }: оно начинает.
error-token-split = В «{ $text }» счёт по жетонам не может быть { $first }:{ $second }, когда сыграно карт { $played }: партия кончилась бы раньше, или ходов было слишком мало.
error-line-unpaid = В «{ $text }» есть линия одного цвета, но жетона за неё ни у кого нет.
error-passed-though = В «{ $text }» место { $seat } пропустило ход, хотя могло сыграть.
error-draws-due = В «{ $text }» не подходят карты, которые надо взять ({ $draws }): кто сыграл, берёт одну, а если сыграть не может никто, оба берут по одной, начиная с того места, чей ход.
error-hands-unequal = В «{ $text }» карт в руках { $first } и { $second }: пока в колоде есть карты, в руках их поровну, не считая тех, что ещё надо взять.

error-deck-count = Строка { $line }: в наборе должно быть { $expected }, а здесь { $found }.
error-deck-tile = Строка { $line }: «{ $text }» — не плитка. Плитка — это цвет (r b g y), форма (c s t h) и лицо (j w s g), например rcj.
error-deck-number = Строка { $line }: «{ $text }» — не число от 1 до 99.
error-deck-duplicate = Строка { $line }: плитка { $text } уже есть в строке { $first }.
error-deck-twice = Строка { $line }: плитка { $text } указана дважды.
error-file-too-large = Файл { $path } слишком большой: читается не больше { $most } байт.
error-file-not-text = { $path } — не текстовый файл.

error-unknown-game = Игры «{ $name }» нет. Есть такие: { $known }.
error-unknown-language = Языка «{ $name }» нет. Есть такие: { $known }.
error-name-count = «{ $names }» — это не по имени на каждое из мест (их { $seats }).
error-no-such-viewer = С места { $viewer } никто не смотрит: места считаются от 0 до { $most }, а None — это зритель.
error-unknown-edition = У { $game } нет издания «{ $name }». Есть такие: { $known }.
error-unknown-ruling = У { $game } нет домашнего правила «{ $name }». Есть такие: { $known }.
error-unknown-option = У { $game } для { $name } нет варианта «{ $option }». Есть такие: { $known }.
error-ruling-needs = { $name } в { $game } имеет значение только при { $other }={ $needed }.
error-ruling-form = «{ $text }» — не домашнее правило: пиши имя=вариант, например target=3.
error-ruling-twice = Домашнее правило { $name } указано дважды.
error-unknown-bot = Бота «{ $name }» нет. Место — это you, you=NAME или бот: { $known }.
error-bot-game = { $name } не играет в { $game }. Для неё есть боты: { $known }.
error-bot-parameter-form = «{ $text }» — не настройка бота { $name }: пиши как в strong:sims=5000, несколько — через + или запятую.
error-bot-parameter-twice = { $key } для бота { $name } указано дважды.
error-bot-parameter-renamed = Настройка «{ $key }» бота { $name } теперь называется «{ $now }»; её значения значат то же, что раньше.
error-bot-no-parameters = У бота { $name } нет настроек.
error-bot-parameter = У бота { $name } нет настройки «{ $key }». Есть такие: { $known }.
error-bot-sims = «{ $text }» — не число симуляций от 1 до { $most }.
error-bot-seconds = «{ $text }» — не число секунд от { $least } до { $most }.
error-bot-setting = «{ $text }» не подходит для { $key } бота { $name }; по умолчанию { $default }.
error-compiler-broken = Numba установлена, но не загружается, поэтому компилировать нечем: боты всё равно играют, но думают проще.
error-guest-failed = Бот { $name } ({ $package }) не работает: { $reason }
error-engine-failed = Движок { $name } не играет: { $cause }
error-engine-given-up = Движок { $name } больше не спрашивают, потому что он дважды подряд не справился: { $cause }
error-engine-start = он не запускается ({ $reason }).
error-engine-died = он завершился (код завершения { $status }).
error-engine-silent = он не ответил вовремя (секунд: { $seconds }).
error-engine-talks = он сказал больше { $most } байт, но так и не ответил.
error-engine-illegal = он хочет сыграть «{ $move }», а такого хода среди разрешённых нет.
error-engine-name = «{ $name }» не может быть именем движка: оно занято, слишком длинно или содержит один из знаков : = + ,
error-engine-no-command = Программы «{ $command }» здесь нет.
error-engine-unknown = Движка «{ $name }» нет.
error-engine-arguments = Скажи, что сделать: rowdy engines add NAME COMMAND или rowdy engines remove NAME.
error-guest-no-bot = { $package } — не бот: у { $name } должны быть методы plays и choose.
error-guest-illegal = Бот { $name } хочет сыграть { $action }, а такого хода среди разрешённых нет.
error-seat-label = «{ $label }» не может сесть за стол: место — это you, you=NAME или бот, не длиннее { $most } печатных знаков.
error-seat-setting = «{ $label }» не может сесть за стол. Разделяй настройки бота знаком +: { $joined }
error-seat-count = В { $game } нельзя играть с таким числом игроков: { $seats }. Можно: { $known }.
error-starter = Место { $starter } не может начинать в { $game }.
error-deck-and-ruling = Свой набор не сочетается с { $name }={ $option } в { $game }.
error-no-deck = В { $game } нет набора на выбор.
error-deck-missing = Для { $name }=custom в { $game } нужен набор: --deck FILE или заголовок Deck в записи.
error-no-game = Игра не названа. Есть такие: { $known }.
error-seed = В зерне от 1 до { $most } печатных знаков, без пробелов по краям, и оно не похоже на соль, за которой идёт зерно.
error-nothing-to-resume = В { $path } нет неоконченных партий.
error-nothing-saved = В { $path } нет сохранённых партий.
error-no-such-save = Сохранённой партии с номером { $number } нет ({ $count ->
    [0] не сохранено ничего
    [one] есть { $count }
    [few] есть { $count }
    [many] есть { $count }
   *[other] есть { $count }
}): их список даёт «rowdy saves --all».
error-resume-alone = У сохранённой партии свои настройки: --resume не сочетается с { $name }.
error-resume-eyes = { $path } — запись с одного места. Продолжить можно только полную запись.
error-resume-over = Партия в { $path } закончена. Посмотреть её: rowdy replay "{ $path }"
error-eyes = Глазами «{ $text }» не посмотреть: назови место от 1 до { $seats }, all или spectator.
error-review-nobody = Оценивать здесь некого: запись зрителя не говорит, что знали игроки, а пока партия идёт, ходы места оцениваются только с «--seat N», ведь это показывает, на что годились его карты.
error-review-seat = Места { $seat } нет: назови место от 1 до { $seats }.
error-review-other-seat = Ходы места { $seat } оценить нельзя: эта запись говорит о том, что знало место { $eyes }.
error-review-sims = Число симуляций должно быть от 1 до { $most }.
error-depth = Глубина должна быть от 1 до { $most }.

error-solve-elsewhere = Файлы записаны не в { $path }, каким его видит этот компьютер: назови с помощью --out папку, общую для всех узлов.
error-ray-missing = Для этого нужен Ray. Установи его: pip install "rowdy[ray]"
error-ray-unreachable = По адресу { $address } нет кластера Ray: { $reason }
error-ray-no-node = Ни на одном узле кластера нет этого кода ({ $digest }): установи на всех одну и ту же версию Rowdy.
error-ray-lost = Часть работы пропала { $count ->
        [one] { $count } раз
        [few] { $count } раза
        [many] { $count } раз
       *[other] { $count } раз
    }: её узел или процесс неожиданно завершился. Всё готовое сохранено.
error-arena-bots = На арене нужны хотя бы два бота, например: rowdy arena xoxo greedy random
error-arena-no-bot = Бота «{ $name }» нет. Есть такие: { $known }.
error-arena-games = Число партий должно быть от { $least }, это один раунд, до { $most }.
error-arena-until = «{ $text }» — не ширина: укажи половину интервала в процентах, от 0.1% до 50%, например 4%.
error-arena-line = Строка { $line } в { $path } — не из журнала арены: { $cause }
error-no-json = это не JSON.
error-match-form = это не матч. Матч называет игру, издание, домашние правила, ботов по местам и зерно.
error-result-form = это не результат матча.
error-arena-other = { $path } — журнал другой арены ({ $name }: там { $there }, здесь { $here }). Назови другой файл с помощью --log.
error-arena-other-code = { $path } сыгран с другим кодом, чем у этого Rowdy, так что его партии нельзя смешивать с новыми. Начни заново с --fresh или назови другой файл с помощью --log.
error-arena-other-match = Строка { $line } в { $path } — матч, которого на этой арене не играют. Назови другой файл с помощью --log.
error-arena-unwritable = Вести журнал в { $path } нельзя: { $reason }. Назови другой файл с помощью --log.
error-arena-busy = Другая арена пишет в { $path }: дождись её или назови другой файл с помощью --log.
error-study-games = Число партий с каждым вариантом должно быть от { $least } до { $most }.
error-study-no-rulings = В { $game } нет домашних правил, которые можно сравнить.
error-study-none = Исследования { $game } в Rowdy нет. Проведи его: rowdy study { $game } --rulings
error-study-out-alone = --out записывает измеренное, поэтому нужен --rulings.
error-study-unwritable = Записать исследование в { $path } нельзя: там не место для файла.
error-match-line = Строку { $line } сыграть нельзя: { $cause }
error-play-matches-alone = У матчей свои настройки: --play-matches не сочетается с { $name }.
error-bot-failed = { $bot } не справился на месте { $seat } в матче с зерном { $seed }: { $reason }
error-bot-illegal = { $bot } сделал запрещённый ход на месте { $seat } в матче с зерном { $seed }: { $move }
error-worker-died = Рабочий процесс неожиданно завершился ({ $how }). Все законченные партии в журнале: та же команда продолжит с этого места.
error-plot-ending = { $path } не может быть рисунком: имя должно кончаться на .svg или .png.
error-plot-folder = Папки для { $path } не существует.
error-picture-at = Шага { $at } нет: они идут от 0 до { $last }.
error-gif-missing = Для GIF нужны resvg-py и Pillow. Установи их: pip install resvg-py pillow
error-gif-no-font = Для GIF нужен один из этих шрифтов: { $known }. Установи какой-нибудь.
error-gif-terminal = GIF здесь не прочесть. Направь его в файл: rowdy picture --gif > game.gif
error-plot-missing = Для рисунков нужен Matplotlib. Установи его: pip install matplotlib
error-plot-unwritable = Не удаётся записать рисунок { $path }: { $reason }.

error-no-perfect-play = Для { $game } идеальная игра неизвестна. Она известна для { $known }.
error-no-need-to-solve = Решать { $game } не нужно: игра маленькая и при каждом вопросе просматривается целиком.
error-workers = Число рабочих процессов должно быть от 1 до { $most }.
error-solve-files = Использовать { $path } нельзя: { $reason }. Проверь папку или назови другую с помощью --out.
error-solve-space = В { $path } нет места: { $reason }. Готовые слои сохранены: освободи место (всего нужно 1,1 ГБ) и запусти ту же команду снова или назови другую папку с помощью --out.
error-solve-memory = Не хватает памяти: нужен примерно 1 ГБ. Готовые слои сохранены: та же команда продолжит с этого места.
error-solution-foreign = { $path } — не часть решения. Убери его оттуда и запусти «rowdy solve» снова.
error-solution-unreadable = Решение в { $path } нельзя прочесть: { $reason }.
error-solution-damaged = { $path } повреждён: контрольная сумма не сходится. Удали его и запусти «rowdy solve» снова; если он пришёл с Rowdy, установи Rowdy заново.
error-solution-version = У { $path } версия { $found }, а этот Rowdy читает версию { $known }. Удали его и запусти «rowdy solve» снова.
error-solution-other = В { $path } другой слой или другие домашние правила ({ $found }), чем должны быть ({ $wanted }). Убери его оттуда и запусти «rowdy solve» снова.
error-not-solved = С этими домашними правилами ({ $variant }) игра { $game } на этом компьютере не решена: запусти один раз «rowdy solve { $game }» с тем же --ruling.
error-explore-back = «{ $text }» — не число шагов: b 3 возвращает на три.

error-record-header = Строка { $line }: «{ $text }» — не заголовок записи.
error-record-header-twice = Строка { $line }: заголовок { $text } встречается дважды.
error-record-header-missing = Это не запись: нет заголовка { $text }.
error-record-version = Строка { $line }: у этой записи версия { $text }; прочесть можно такие: { $known }.
error-record-field = «{ $text }» не может стоять в записи как { $name }.
error-record-game = У этой игры необычный размер ({ $game }), поэтому в запись она не поместится.
error-record-seats = Строка { $line }: «{ $text }» не называет места.
error-record-players = { $players } не подходит для мест записи (их { $seats }): каждое — строка не длиннее 40 знаков без запятых.
error-record-value = Строка { $line }: «{ $text }» — не значение для { $name }.
error-record-line = Строка { $line }, у «{ $text }»: { $cause }
error-record-after-end = Партия уже закончена.
error-record-answer = Здесь всех спрашивают, показать ли карты: нужен ответ вроде 1!- или 2!red.
error-record-turn-number = Здесь начинается строка партии { $number }: номер должен быть { $number }, или его надо опустить.
error-record-turn-same-line = Здесь начинается ход другого места: ему нужна своя строка.
error-record-turn-split = Это ещё относится к ходу в предыдущей строке: пиши ход в одной строке.
error-record-turn-unfinished = Предыдущая строка не закончена: { $due ->
    [answer] место { $seat } ещё не ответило, показывает ли карты.
    [move] место { $seat } ещё должно сходить.
   *[chance] ещё надо взять карту или открыть верхнюю плитку стопки.
}
error-record-comment = «{ $text }» не может быть комментарием: это одна строка не длиннее { $most } знаков без фигурных скобок.
error-record-comment-form = Комментарий — это слова в фигурных скобках в одной строке.
error-record-place = { $what ->
    [comment] Комментарий
   *[variation] Вариант
} нельзя добавить на место { $at }: в этой цепочке ходов есть места от 0 до { $last }.
error-record-variation-open = Вариант кончается в той строке, где начался: не хватает закрывающей скобки.
error-record-variation-close = Здесь не открыт ни один вариант.
error-record-variation-early = Вариант стоит за ходом, который он заменил бы: хода ещё нет.
error-record-variation-empty = В этом варианте нет хода.
error-record-turn-empty = После номера нет хода.
error-not-seen-so = { $move } не подходит к тому, что здесь видно: свои карты открыты, чужие — нет.
error-record-result = Строка { $line }: результат указан как «{ $text }», а партия закончилась так: «{ $known }».
error-record-not-over = Строка { $line }: результат указан как «{ $text }», но партия ещё не закончена.
error-record-seed-early = Строка { $line }: зерно и соль есть только в записи законченной партии.
error-record-seed-other = Строка { $line }: зерно не подходит к печати в записи.
error-record-eyes = Это запись с одной точки зрения ({ $eyes }): другие видели другое.
error-record-nonces = { $nonces } не могут быть нонсами мест (их { $seats }): каждый — от 32 до 64 знаков, 0–9 и a–f, или - если его нет.
error-record-resigned = { $resigned } не могут сдаться: назови по порядку какие-то из мест (их { $seats }), чтобы осталось хотя бы одно.
error-record-resigned-late = Строка { $line }: нельзя сдаться в партии, которая закончена по правилам.
error-record-salt-alone = Строка { $line }: соль ничего не значит без своего зерна и печати.
error-record-seed-eyes = Это запись с одной точки зрения ({ $eyes }): зерно и соль есть только в записи всей партии.
error-record-position-practice = Партия с заданной позиции — всегда тренировка: нет заголовка «Practice: yes».
error-position-unknown = В «{ $text }» есть неизвестные карты: играть можно только с полной позиции.
error-position-not-seen-so = «{ $text }» не подходит к тому, что видно в этой позиции: свои карты открыты, чужие — нет.
error-position-over = В «{ $text }» партия уже закончена: играть больше нечего.
error-position-alone = Кто расставляет позицию в { $game }, знает в ней все карты, поэтому оттуда может играть только один человек, с ботами.
error-no-lesson = Для { $game } нет урока.
error-no-lesson-step = Шага «{ $step }» в этом уроке нет; есть такие: { $known }.
error-lesson-moves = Это слишком много для одного хода: действий не больше { $most }.
error-salt = Соль — это 64 знака, 0–9 и a–f.
error-nonce = «{ $text }» — не нонс: нонс — это от 32 до 64 знаков, 0–9 и a–f.
error-verify-nonce = «{ $text }» — не нонс места: пиши как в --nonce 1=0f…, от 32 до 64 знаков, 0–9 и a–f.
error-verify-nonce-files = Нонс относится к одной партии: вместе с --nonce назови только одну запись.
error-verify-server = «{ $text }» — не ссылка на стол: скопируй её со страницы стола, например ссылку для зрителей, со всем, что идёт после #.
error-verify-server-failed = { $server } не отдаёт запись: { $reason }.
error-verify-seat = Места { $seat } в этой записи нет: назови место от 1 до { $seats }.


## Errors at the door of the server

error-name-length = В имени от 1 до { $most } знаков.
error-name-sign = «{ $sign }» не может быть в имени; можно буквы, цифры, пробелы и - ' .
error-name-letters = «{ $name }» не может быть именем: нужны буквы или цифры, и не слишком много значков над ними.
error-name-dotted = «{ $name }» похоже на адрес сайта: ставь пробел после каждой точки.
error-name-digits = Цифр в имени — не больше { $most }.
error-name-reserved = «{ $name }» не может быть здесь именем человека: выбери другое.
error-names-alike = Два игрока звались бы «{ $name }»: выберите имена, которые не спутать.
error-no-key = Здесь нужен ключ в виде «Authorization: Bearer KEY»: это то, что в ссылке на место стоит после #.
error-body-type = Тело этого запроса должно иметь тип { $kind }.
error-body-size = Тело этого запроса слишком большое: читается не больше { $most } байт.
error-body-form = Тело этого запроса не прочесть: { $reason }
error-body-text = Тело этого запроса — не текст в UTF-8.
error-body-end = Запрос оборвался раньше, чем пришло всё его тело.
error-eyes-closed = Пока партия идёт, её можно видеть только так, как ты видишь её за столом.
error-internal = Здесь что-то пошло не так. Попробуй ещё раз.
error-no-such-page = Здесь ничего нет.
error-wrong-method = Этот адрес не принимает такие запросы.
error-too-busy = Сервер сейчас слишком занят. Попробуй ещё раз через { $seconds } с.
error-too-often = Слишком часто. Попробуй ещё раз через { $seconds } с.
error-qr-link = В виде кода рисуются только ссылки на этот сервер.
error-grace-range = Ждать можно от 0 до { $most } секунд.
error-keep-range = Хранить столы можно от 1 до { $most } дней.
error-proxy-address = «{ $text }» — не адрес прокси: пиши IP-адрес, например 10.0.0.2, или сеть, например 10.0.0.0/8.
error-root-path = «{ $text }» — не папка: пиши её как /rowdy, только из букв, цифр и знаков - . _ ~
error-metrics-address = «{ $text }» — не место для метрик: пиши порт, например 9765, или адрес и порт, например 10.0.0.2:9765.
error-metrics-missing = Для метрик нужен ещё один пакет. Установи его: pip install "rowdy[metrics]"
error-metrics-unreachable = Отдавать метрики на { $place } не получается: { $reason }
error-port = Порт — это число от 0 до { $most }; 0 значит любой свободный.
error-port-none = Начиная с { $port }, свободных портов нет.
error-port-denied = Этот компьютер не даёт занять порт { $port }: выбери порт выше 1023.

## Errors: where tables are kept

error-store-url = Это не адрес базы данных. Назови файл или пиши postgresql://user:password@host/name, с %40 вместо @ в пароле.
error-store-dialect = Хранить столы в { $name } нельзя. Назови файл или адрес, который начинается с sqlite:/// или postgresql://.
error-store-driver = Для PostgreSQL нужен ещё один пакет. Установи его: pip install "rowdy[postgres]"
error-store-unreachable = Не удаётся связаться с { $place }: { $reason }
error-store-unwritable = Хранить столы в { $place } нельзя: { $reason }. Назови другое место с помощью --db.
error-store-foreign = В { $place } лежит что-то другое, не столы Rowdy, поэтому там ничего не тронуто. Назови другое место с помощью --db.
error-store-newer = { $place } создан более новым Rowdy: версия { $found }, а этот знает { $known }. Обнови Rowdy или назови другое место с помощью --db.
error-store-busy = В { $place } хранит столы другой сервер. Сначала останови его или назови другое место с помощью --db.


## Errors: bots and hints of the live table

error-thinker-failed = Подсказки сейчас нет. Попробуй чуть позже.

## Lessons

learn-greeting = { $game }: урок
learn-help = { $orders ->
    [yes] Вводи номер хода или сам ход в нотации, а «придержать КАРТУ» или «показать КАРТУ» — чтобы придержать или показать карту; ещё есть слова: пропустить, назад и выход.
   *[no] Вводи номер хода или сам ход в нотации; ещё есть слова: пропустить, назад и выход.
}
learn-step = { $step } из { $steps }: { $title }
learn-prompt = Твой ход:
learn-again = Попробуй ещё раз.
learn-left = Продолжай, когда захочешь: rowdy learn { $game }
lesson-rival = противник
lesson-any-title = { $step }
lesson-any-say = Найди верный ход.
lesson-any-right = Верно.
lesson-any-wrong = Пока нет.
lesson-any-endgame-title = Теперь доиграй
lesson-any-endgame-say = Против тебя играет самый лёгкий бот; любой ход можно взять назад.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = У каждой фишки две стороны
lesson-rubik-place-say = Ты играешь крестиками, и твои фишки **с одной стороны синие, а с другой зелёные**. Выбери сторону и поставь первую фишку на любую клетку.
lesson-rubik-place-right = Готово. Таким коротким бывает только самый первый ход.

lesson-rubik-flip-title = Сначала переверни
lesson-rubik-flip-say = Теперь каждый ход начинается с переворота: одна фишка противника **переезжает на пустую клетку рядом и переворачивается**. Переверни нолик на b3.
lesson-rubik-flip-right = Он переехал и показывает другую сторону. После переворота тебе пора ставить свою фишку.

lesson-rubik-break-title = Переворот разбивает ряд
lesson-rubik-break-say = У ноликов три белые фишки в ряд. **Переверни одну из них**, пока этот ряд не натворил бед.
lesson-rubik-break-right = Ряд разбит. Перевёрнутая фишка теряет и место, и цвет.
lesson-rubik-break-stays = Ряд { $squares } всё ещё на месте. Переверни фишку из него самого.

lesson-rubik-row-title = Три одного цвета
lesson-rubik-row-say = Ряд — это три твои фишки рядом, прямо или наискосок, **и все одной стороной вверх**. Две синие у тебя есть: поставь третью.
lesson-rubik-row-right = Это ряд. Но побеждает он, только когда его фишкам уже никуда не деться: сейчас увидишь.
lesson-rubik-row-sides = { $squares } — три твои фишки, но лежат они не все одной стороной вверх.
lesson-rubik-row-no-row = Ряда не вышло. Посмотри, где три синие фишки встанут рядом.

lesson-rubik-lock-title = Запри свой ряд
lesson-rubik-lock-say = У тебя три в ряд. Они считаются, только когда **рядом нет ни одной пустой клетки**, ведь фишка ещё может уехать: закрой последнюю дырку.
lesson-rubik-lock-right = Ряд окружён, победа! Ни одну фишку в нём больше не перевернуть.
lesson-rubik-lock-gap = Пока нет: ещё есть фишка, которая может уехать ({ $squares }).

lesson-rubik-push-title = Переворот тоже может победить
lesson-rubik-push-say = У твоего зелёного ряда осталась одна дырка, и тебе пора переворачивать. **Задвинь в неё фишку противника**, и даже ставить ничего не придётся.
lesson-rubik-push-right = Победа одним переворотом! Чья бы фишка ни закрыла дырку, твой ряд окружён.
lesson-rubik-push-gap = Пока нет: { $squares } ещё можно сдвинуть. Какой нолик стоит прямо у дырки?

lesson-rubik-endgame-title = Теперь доиграй
lesson-rubik-endgame-say = Ты играешь крестиками и хорошими переворотами **можешь победить**. Ноликами играет самый лёгкий бот; любой ход можно взять назад.

# XOXO²

lesson-xoxo2-place-title = У каждой звезды две стороны
lesson-xoxo2-place-say = Звёзды твои, **с одной стороны зелёные, а с другой красные**. Выбери сторону и поставь первую звезду на любую клетку.
lesson-xoxo2-place-right = Готово. Таким коротким бывает только самый первый ход.

lesson-xoxo2-flip-title = Сначала переверни
lesson-xoxo2-flip-say = Теперь каждый ход начинается с переворота: один шестиугольник **переезжает на пустую клетку рядом и переворачивается**. Переверни тот, что на c3.
lesson-xoxo2-flip-right = Он переехал и показывает другую сторону. После переворота тебе пора ставить свою звезду.

lesson-xoxo2-break-title = Разбей, а то проиграешь
lesson-xoxo2-break-say = Три зелёных шестиугольника стоят в ряд, и этот переворот — твой единственный шанс: **ряд, который его выдержит, побеждает**. Разбей ряд.
lesson-xoxo2-break-right = Как раз вовремя. Перевёрнутая фишка теряет и место, и цвет.
lesson-xoxo2-break-stays = Ряд { $squares } выдержал твой переворот и поэтому победил. Переверни шестиугольник из него самого.

lesson-xoxo2-row-title = Три одного цвета
lesson-xoxo2-row-say = Ряд — это три твои звезды рядом, прямо или наискосок, **и все одной стороной вверх**. Две красные уже лежат наискосок: поставь третью.
lesson-xoxo2-row-right = Это ряд. Он побеждает, только если выдержит следующий переворот противника, а этот не выдержал бы.
lesson-xoxo2-row-sides = { $squares } — три твои звезды, но лежат они не все одной стороной вверх.
lesson-xoxo2-row-no-row = Ряда не вышло. Посмотри, где три красные звезды встанут рядом.

lesson-xoxo2-closed-title = Ряд, которому никуда не деться
lesson-xoxo2-closed-say = Можно закончить любой из двух рядов, но звезду, рядом с которой есть пустая клетка, могут перевернуть и увести. **Выбери ряд, который останется**.
lesson-xoxo2-closed-right = Победа! Ни у одной звезды этого ряда нет рядом пустой клетки, так что переворот его не тронет.
lesson-xoxo2-closed-breaks = Ряд, но ненадолго: его можно разбить переворотом ({ $squares }).
lesson-xoxo2-closed-sides = { $squares } — три твои звезды, но лежат они не все одной стороной вверх.
lesson-xoxo2-closed-no-row = Ряда не вышло. Закончить можно один из двух: наверху или внизу.

lesson-xoxo2-two-title = Два ряда сразу
lesson-xoxo2-two-say = **Один переворот разбивает один ряд, так что построй два**. Есть клетка, где одна звезда заканчивает оба.
lesson-xoxo2-two-right = Победа! Какой бы ряд ни разбил переворот, другой останется.
lesson-xoxo2-two-one = Это только один ряд, и его можно разбить переворотом ({ $squares }).
lesson-xoxo2-two-sides = { $squares } — три твои звезды, но лежат они не все одной стороной вверх.
lesson-xoxo2-two-no-row = Ряда не вышло. Поищи клетку, где сходятся два зелёных ряда.

lesson-xoxo2-endgame-title = Теперь доиграй
lesson-xoxo2-endgame-say = Звёзды твои, и хорошими переворотами **ты можешь победить**. Шестиугольниками играет самый лёгкий бот; любой ход можно взять назад.

# XOXO

lesson-xoxo-lay-title = Одна из двух плиток
lesson-xoxo-lay-say = В свой ход ты кладёшь одну плитку: **верхнюю из своей стопки или из общей**. Она ложится рядом с другой плиткой, и все вместе умещаются в квадрат три на три.
lesson-xoxo-lay-right = Вот и весь ход. Важно, куда ложится плитка: все строят один и тот же расклад.

lesson-xoxo-line-title = Линия для твоей цели
lesson-xoxo-line-say = Твои карты — тайные цели. У тебя есть «красный»: положи красную плитку так, чтобы **три красные лежали в ряд**.
lesson-xoxo-line-right = Три красные, и твоя карта показана. Кто первым покажет все свои карты, побеждает.
lesson-xoxo-line-apart = Плитка красная, но не в ряд с двумя другими. Они лежат одна над другой.
lesson-xoxo-line-other = Эта плитка не красная. Красная — одна из двух на выбор.

lesson-xoxo-cover-title = Лежат девять плиток: теперь накрывай
lesson-xoxo-cover-say = Расклад полон, так что **теперь плитка накрывает другую**, только не ту, что положили последней. У тебя есть «треугольник»: накрой плитку так, чтобы три треугольника лежали в ряд.
lesson-xoxo-cover-right = Что было внизу, пропало, а твоя линия готова. Так же исчезают и чужие линии.
lesson-xoxo-cover-other = На этой плитке сердце. Треугольник — другая из двух.
lesson-xoxo-cover-apart = Треугольник, но не три в ряд. Два лежат справа, один над другим.

lesson-xoxo-backs-title = Читай рубашки
lesson-xoxo-backs-say = На рубашках карт противника **везде стоит «форма»**, так что о цветах можно не беспокоиться. Найди линию, которой не хватает только одной такой же формы, и испорти её.
lesson-xoxo-backs-right = Испорчена. Плитка в нужном месте никому не выдаёт, что у тебя в руке.
lesson-xoxo-backs-gave = Теперь на { $squares } одна форма: возможно, как раз это и нужно противнику.
lesson-xoxo-backs-open = Линии { $squares } всё ещё не хватает только одной плитки. Положи туда другую форму.

lesson-xoxo-hold-title = Скрой, сколько тебе осталось
lesson-xoxo-hold-say = Осталось две карты, и если показать «красный» сейчас, противник насторожится. **Коснись карты «красный»**, чтобы пока её придержать, а потом закончи её линию красной плиткой.
lesson-xoxo-hold-right = Линия готова, и никто об этом не знает. Если сложится и последняя цель, ты покажешь обе сразу и победишь.
lesson-xoxo-hold-told = Твоя карта «красный» показана, и все знают, что тебе нужна только одна. Сначала коснись её, чтобы придержать.
lesson-xoxo-hold-other = Трёх красных в ряд не вышло. Две лежат одна над другой.

lesson-xoxo-show-title = Покажи вовремя
lesson-xoxo-show-say = У тебя придержаны две карты, и для одной из них уже есть линия. Противник может вот-вот её накрыть: **коснись этой карты, чтобы показать её сейчас**.
lesson-xoxo-show-right = Надёжно: показанная карта остаётся показанной, даже если её линию накроют.
lesson-xoxo-show-no-line = Для этой карты линии нет, так что показать ничего нельзя. Посмотри на столбец из трёх красных.

lesson-xoxo-endgame-title = Теперь доиграй
lesson-xoxo-endgame-say = Тебе нужна ещё одна карта, противнику — две: **три синие плитки в ряд** принесут тебе победу. Против тебя играет самый лёгкий бот; любой ход можно взять назад.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = По карте за ход
lesson-djeco-lay-say = Твой цвет — красный, с крестиком. В каждый ход ты **кладёшь карту на пустую клеточку**, так, чтобы всё умещалось в квадрат три на три, а потом берёшь новую. Сыграй любую карту.
lesson-djeco-lay-right = Карта сыграна, новая взята. Карты в руке бывают и красные, и синие, какой бы цвет ни был твоим.

lesson-djeco-line-title = Три красные — жетон
lesson-djeco-line-say = Каждый раз, когда **три красные карты лежат в ряд**, ты получаешь жетон; числа тут не важны. Закончи линию.
lesson-djeco-line-right = Жетон твой. Всего нужно пять, и на два больше, чем у противника.
lesson-djeco-line-rival = Эта карта синяя: она помогает противнику, а не тебе.
lesson-djeco-line-apart = Линии не вышло. Две красные карты лежат рядом, и есть место для третьей.

lesson-djeco-stack-title = То же число — сверху
lesson-djeco-stack-say = Посреди твоей линии лежит синяя 5. Карту можно положить и **поверх карты с тем же числом**, каких бы они ни были цветов: верни себе клеточку.
lesson-djeco-stack-right = Считается только верхняя карта, так что линия теперь красная, и жетон твой.
lesson-djeco-stack-other = Сверху всё ещё синяя 5. У тебя есть красная карта с тем же числом.

lesson-djeco-yellow-title = Жёлтая освобождает клеточку
lesson-djeco-yellow-say = Две синие карты лежат рядом, и с третьей выйдет линия. Возьми жёлтую карту и **убери одну из них**.
lesson-djeco-yellow-right = Убрана, вместе со всем, что лежало под ней. Жёлтая убирает и твою собственную карту, если это на пользу.
lesson-djeco-yellow-helped = { $squares } теперь все синие, и противник получает за это жетон.
lesson-djeco-yellow-threat = На { $squares } синим всё ещё не хватает только одной карты.
lesson-djeco-yellow-use = Пока это мешает линии. Но этот шаг — про жёлтую карту: убери ею синюю.

lesson-djeco-green-title = Зелёная убирает линию
lesson-djeco-green-say = Нескольким линиям не хватает только одной синей карты на пустой клеточке. Твоя зелёная карта **убирает целую строку, столбец или диагональ**, где лежат три карты: выбери ту, что остановит их все.
lesson-djeco-green-right = Три клеточки свободны. Зелёных карт в колоде всего две, так что береги их для такого случая.
lesson-djeco-green-helped = { $squares } теперь все синие, и противник получает за это жетон.
lesson-djeco-green-threat = На { $squares } синим всё ещё не хватает только одной карты. Зелёная убирает все три сразу.
lesson-djeco-green-use = Пока это мешает одной линии. Но этот шаг — про зелёную карту: убери ею целую линию.

lesson-djeco-rival-title = Цвет чужой, забота твоя
lesson-djeco-rival-say = У тебя одни синие карты, а играть надо. **Жетон получает хозяин цвета**, кто бы ни положил карту: положи её туда, где она не навредит.
lesson-djeco-rival-right = Синим — никакого жетона. Иногда лучшая карта — та, что меньше всех помогает.
lesson-djeco-rival-helped = { $squares } теперь все синие: жетон получает противник, хотя карта сыграна тобой.

lesson-djeco-endgame-title = Теперь доиграй
lesson-djeco-endgame-say = У тебя три жетона, у противника два: **набери пять раньше него**. Синими играет самый лёгкий бот; любой ход можно взять назад.

## Puzzles

help-puzzle-short = решить задачу дня или другие задачи
help-puzzle =
    Решить задачу дня: она одна для всех, здесь и на странице. Назови код, чтобы
    получить определённую задачу, или игру либо тему — тогда задача будет близка к
    твоему рейтингу. У каждой задачи ровно один ответ, и это доказано.

    Вводи ходы в нотации или их номера; подсказка, ответ, заново, ходы и выход
    работают в любой момент. Рейтинг и серия хранятся на этом компьютере.

    Примеры:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = код задачи, например тот, который тебе кто-то назвал
help-puzzle-endless = одна задача за другой, близко к твоему рейтингу
help-puzzle-game = только задачи этой игры
help-puzzle-theme = только задачи на эту тему: { $themes }
help-puzzle-date = задача другого дня, например 2026-12-24
help-puzzle-seed = выбирать задачи по этому зерну, чтобы снова получить те же
help-puzzle-export = записать рейтинг, серию и пройденные задачи в файл, для другого устройства или для страницы
help-puzzle-import = прочесть такой файл; он заменит то, что хранится здесь
help-puzzles-short = составить, доказать и посчитать задачи
help-puzzles =
    make    сыграть партии между ботами и найти позиции, в которых годится ровно
            один ход; каждую подтверждает второй поиск, и только потом она считается
    prove   ещё раз подтвердить все задачи игры или задачи из файла
    spread  нарисовать в SVG, насколько трудны задачи всех игр

    Если прервать, составление потом продолжится с того же места: всё, что даёт
    партия, сразу сохраняется. Это быстро, когда игра решена (rowdy solve GAME), а до
    того медленно.

    Примеры:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove или spread
help-puzzles-games = сколько всего партий сыграть, считая прежние прогоны (по умолчанию: 1000)
help-puzzles-seed = имя прогона; с тем же именем найдутся те же задачи (по умолчанию: 1)
help-puzzles-out = куда записать задачи или рисунок; если имя кончается на .xz, задачи будут сжаты
help-puzzles-set = файл с задачами, которые надо доказать, вместо уже имеющихся

puzzle-theme-row = Победный ряд
puzzle-theme-win-2 = Победа за два
puzzle-theme-win-3 = Победа за три
puzzle-theme-win-4 = Победа за четыре
puzzle-theme-hold = Единственный ход
puzzle-theme-save = Спаси ничью
puzzle-theme-sure = Верная победа
puzzle-theme-safe = Безопасный ход
puzzle-theme-holds = Скрытая карта
puzzle-title-row = Победи этим ходом
puzzle-title-rubik-row = Окружи ряд
puzzle-title-xoxo2-row = Найди ряд, который выдержит переворот
puzzle-title-win-2 = Победи за два хода
puzzle-title-win-3 = Победи за три хода
puzzle-title-win-4 = Победи за четыре хода
puzzle-title-hold = Не проигрывает только один ход
puzzle-title-save = Спаси ничью
puzzle-title-sure = Какая плитка побеждает при любых картах противника?
puzzle-title-safe = Какой ход безопасен при любых картах противника?
puzzle-title-holds = Какая карта ещё может быть у противника?
puzzle-say-win = Ты — { $player }. Возможных ходов: { $turns }, выигрывает один.
puzzle-say-draw = Ты — { $player }. Возможных ходов: { $turns }, не проигрывает один.
puzzle-say-xoxo-sure = Каждая карта есть в одном экземпляре, и каждый сразу показывает всё, что может. С одной из плиток этим ходом побеждаешь только ты, какие бы карты ни были у противника.
puzzle-say-xoxo-holds = Каждая карта есть в одном экземпляре, и каждый сразу показывает всё, что может. Одна из этих карт может быть у противника, остальные — нет.
puzzle-say-djeco-safe = Только после одного из ходов противник не сможет победить следующей картой, что бы ни было у него на руках.
puzzle-say-djeco-holds = Противник только что пропустил ход, а кто может сыграть, тот обязан. Одна из этих карт может быть у него на руках, остальные — нет.
puzzle-say-any = Верен ровно один ответ, что бы ни было у других.
puzzle-rival = Противник
puzzle-of-the-day = Задача дня, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] очень лёгкая
    [2] лёгкая
    [3] средняя
    [4] трудная
   *[5] очень трудная
}
puzzle-head = { $game } · { $difficulty } (задача { $id })
puzzle-help = Вводи ходы или их номера; ещё есть слова: подсказка, ответ, заново, ходы и выход.
puzzle-prompt = Твой ответ:
puzzle-then = { $first }, затем { $then }
puzzle-more = Верно. Противник отвечает: { $reply }. { $count ->
        [1] Осталось найти один ход.
        [one] Осталось найти { $count } ход.
        [few] Осталось найти { $count } хода.
        [many] Осталось найти { $count } ходов.
       *[other] Осталось найти { $count } ходов.
    }
puzzle-right = Решено!
puzzle-wrong = Нет, не то.
puzzle-hint-first = Начало такое: { $move }
puzzle-hint-square = Посмотри сюда: { $squares }.
puzzle-hint-not = Можно вычеркнуть { FORM($option, "acc") }.
puzzle-solution = Ответ: { $moves }
puzzle-refuted-now = Противник отвечает: { $moves } — и это победа.
puzzle-refuted-loss = Противник отвечает: { $moves } — и побеждает { $count ->
        [1] сразу.
        [one] за { $count } ход.
        [few] за { $count } хода.
        [many] за { $count } ходов.
       *[other] за { $count } ходов.
    }
puzzle-refuted-draw = Противник отвечает: { $moves } — и может удержать ничью.
puzzle-refuted-slow = Это тоже выигрывает, но позже: { $count ->
        [1] нужен ещё один ход.
        [one] нужен ещё { $count } ход.
        [few] нужно ещё { $count } хода.
        [many] нужно ещё { $count } ходов.
       *[other] нужно ещё { $count } ходов.
    }
puzzle-counterexample-sure = Не сработает, если у противника { $cards }.
puzzle-counterexample-safe = Противник победит, если сыграет { FORM($cards, "acc") }.
puzzle-counterexample-xoxo-holds = Эта карта твоя, уже открыта, или её линия лежит на столе: тогда противник её бы показал.
puzzle-counterexample-djeco-holds = Эту карту противник мог бы сыграть и не стал бы пропускать ход.
puzzle-counterexample-any = Верен другой ответ.
puzzle-rating = Твой рейтинг: { $rating } ({ $change })
puzzle-again-same = Эта задача уже пройдена, поэтому второй раз не считается.
puzzle-left = Возвращайся, когда захочешь: rowdy puzzle
puzzle-share = Задача Rowdy { $day } (сборник { $version })
puzzle-streak = { $count ->
        [one] { $count } день подряд
        [few] { $count } дня подряд
        [many] { $count } дней подряд
       *[other] { $count } дней подряд
    }
puzzle-exported = Сохранено в { $path }.
puzzle-imported = Прочитано: рейтинг { $rating }, { $count ->
        [1] пройдена одна задача.
        [one] пройдена { $count } задача.
        [few] пройдены { $count } задачи.
        [many] пройдено { $count } задач.
       *[other] пройдено { $count } задач.
    }
page-puzzles = Задачи
page-puzzles-say = Одна в день для всех и тысячи других. У каждой ровно один ответ, и это доказано.
page-puzzle-today = Задача дня
page-puzzle-practice = Тренировка
page-puzzle-mode = Какие задачи
page-puzzle-game = Игра
page-puzzle-theme = Тема
page-puzzle-any-game = Все игры
page-puzzle-any-theme = Все темы
page-puzzle-answers = Ответы
page-puzzle-hint = Совет
page-puzzle-solution = Ответ
page-puzzle-again = Заново
page-puzzle-next = Дальше
page-puzzle-more = Ещё задачи
page-puzzle-show = Покажи
page-puzzle-days = { $count ->
        [one] { $count } день подряд
        [few] { $count } дня подряд
        [many] { $count } дней подряд
       *[other] { $count } дней подряд
    }
page-puzzle-share-text = Чем можно поделиться
page-puzzle-progress = Твои результаты
page-puzzle-rating = Рейтинг: { $rating }
page-puzzle-solved = Решено с первой попытки: { $solved } из { $tries }
page-puzzle-best = Самая длинная серия дней: { $best }
page-puzzle-kept = Всё это хранится только на этом устройстве.
page-puzzle-export = Сохранить в файл
page-puzzle-import = Прочесть файл
page-puzzle-import-wrong = В этом файле нет результатов решения задач.
page-puzzle-done = Эта задача уже пройдена, поэтому второй раз не считается.
page-puzzle-change = Рейтинг { $rating } ({ $change })
puzzles-begin = Задачи для { $game }, прогон «{ $seed }»; найденные хранятся в { $path }.
puzzles-resumed = { $count ->
        [1] Одна партия уже сыграна
        [one] { $count } партия уже сыграна
        [few] { $count } партии уже сыграны
        [many] { $count } партий уже сыграно
       *[other] { $count } партий уже сыграно
    }; продолжаем с этого места.
puzzles-stopped = Остановлено, сыграно партий: { $count }. Та же команда продолжит.
puzzles-progress = { $count } из { $total }
puzzles-count = { $count ->
        [1] Одна задача
        [one] { $count } задача
        [few] { $count } задачи
        [many] { $count } задач
       *[other] { $count } задач
    }
puzzles-written = Записано: { $path }, байт: { $bytes }.
puzzles-proved = { $game }: доказаны все задачи, их { $count }.
error-puzzle-line = Строка { $line } — не задача для { $game }: в ней должно быть тема|рейтинг|позиция|ходы|варианты.
error-puzzle-position = В { $position } никто не ходит, значит, это не задача.
error-puzzle-journal = { $path } — журнал другого прогона, или он повреждён.
error-puzzle-progress = В этом файле нет результатов решения задач.
error-puzzle-moves = Ходов в попытке — не больше { $most }.
error-puzzle-not-wrong = В этой попытке нет ошибки.
error-puzzle-games = Укажи с помощью --games, сколько партий сыграть, хотя бы одну.
error-puzzle-out = Укажи с помощью --out, куда записать рисунок.
error-puzzle-date = { $text } — не дата; пиши её как 2026-12-24.
error-puzzle-unknown = «{ $name }» здесь нет. Есть такие: { $known }.
error-puzzle-wrong = Задача неверна: { $why } ({ $line })
error-no-puzzle = Задачи { $id } нет.
error-no-such-puzzles = Таких задач нет. { $games } { $themes }
error-no-puzzle-making = Для { $game } задачи составить нельзя: игра не решена, и её kit не умеет делать выводы.
error-not-an-answer = { $text } нет среди ответов: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Тайные цели, три в ряд, и каждая твоя плитка может помочь кому-то другому.

aim-xoxo = У тебя есть тайные карты, каждая — на цвет, форму или лицо. Когда три плитки в ряд подходят к карте, её можно показать; кто первым покажет все свои карты, побеждает.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Собери три в ряд для каждой своей цели.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## Что нужно

    От двух до четырёх игроков от семи лет и четверть часа.

    - 48 плиток, все разные. На каждой один из четырёх цветов (красный, синий, зелёный, жёлтый), одна из четырёх форм (круг, квадрат, треугольник, сердце) и одно из четырёх лиц (радость, подмигивание, удивление, недовольство).
    - 12 карт целей, по одной на каждый цвет, каждую форму и каждое лицо. Рубашка карты говорит только о её виде: цвет, форма или лицо.

    Всего возможны 64 плитки. { $deck ->
        [custom] Вы играете с 48 из них по своему выбору (домашнее правило *deck*).
       *[balanced] Мы играем с 48 из них: они выбраны так, что каждый цвет, каждая форма и каждое лицо есть на 12 плитках (домашнее правило *deck*).
    }

    ## Подготовка

    - Перемешайте плитки и дайте каждому личную стопку: { $piles ->
        [en] вдвоём по 12 плиток, втроём по 8, вчетвером по 6 (домашнее правило *piles*). Остальные 24 — общая стопка.
       *[de] вдвоём по 12 плиток, втроём по 10, вчетвером по 8 (домашнее правило *piles*). Остальные 24, 18 или 16 — общая стопка.
    }
    - Все стопки лежат лицом вверх. Все видят верхнюю плитку каждой стопки и сколько в ней плиток; что под ней, не видит никто.
    - Перемешайте карты целей и раздайте их рубашкой вверх: вдвоём и втроём по три, вчетвером по две. Остальные уберите не глядя.
    - Держи карты так, чтобы другие видели только рубашки. Они знают вид каждой твоей карты, но не знают, какая именно это карта.
    - Выберите, кто начинает. Ходят по часовой стрелке.

    ![cards]

    ## Твой ход

    Положи ровно одну плитку: верхнюю из своей личной стопки или верхнюю из общей.

    - Первая плитка начинает расклад.
    - Пока плиток меньше девяти, каждая ложится на пустую клетку, у которой есть общая сторона с лежащей плиткой. Расклад не бывает шире или выше трёх.
    - Начиная с десятой, каждая плитка накрывает плитку расклада. Плитку, положенную прямо перед этим, накрывать нельзя, так что десятая не может накрыть девятую.

    ![grow]

    ![wide]

    ![cover]

    ## Показ карт

    Карту цели можно показать в любой ход, чей бы он ни был, пока её цвет, форма или лицо есть на всех трёх плитках какой-нибудь строки, столбца или диагонали.

    - Считаются только верхние плитки. Линия считается, как только лежат три её плитки, даже если расклад ещё не полон. Если новая плитка её разорвёт, линии больше нет.
    - Линия не расходуется. Она может послужить нескольким твоим картам и картам других игроков тоже.
    - После каждой плитки спрашивают всех, у кого ещё есть карты, даже тех, кому показать нечего: так вопрос не выдаёт тайн.
    - Выбирай тайно: сколько угодно подходящих карт или ни одной. Показывать карту никто не обязан.
    - Когда все выбрали, выбранные карты открывают вместе. Они остаются лежать лицом вверх.
    - Если кто-то показал карту, а игра продолжается, всех спрашивают снова. Когда никто ничего не показывает, начинается следующий ход.

    ![lines]

    ![shared]

    ![broken]

    ## Конец игры

    - Если ты показываешь последнюю карту, ты сразу побеждаешь. Все, кто делает это одновременно, делят победу.
    - Игра кончается и тогда, когда кончилась любая стопка, личная или общая: положена её последняя плитка. Побеждает тот, кто показал больше всего карт.
    - { $last_window ->
        [no] На этой последней плитке показывать карты уже нельзя: их сразу считают (домашнее правило *last_window*).
       *[yes] Перед подсчётом всех спрашивают как обычно, и кто теперь покажет последнюю карту, по-прежнему сразу побеждает (домашнее правило *last_window*).
    }
    - Если больше всех карт показали сразу несколько игроков, идите вокруг стола в порядке ходов, начиная со следующего за тем, кто опустошил стопку. Побеждает первый из них, кто встретится. Тот, кто опустошил стопку, идёт последним. Это верно и тогда, когда никто не показал ни одной карты.

example-xoxo-aim = На b3, c3 и d3 лежат три сердца: у кого есть карта «сердце», может её показать.
example-xoxo-cards = Свои карты ты видишь; у чужих видишь рубашки, а они говорят только о виде. Выбирай из двух плиток: верхней в своей стопке и верхней в общей.
example-xoxo-grow = Лежат три плитки. Следующую можно положить на любую отмеченную клетку: рядом с плиткой и чтобы всё умещалось в три на три.
example-xoxo-wide = Теперь ширина расклада — три. Он ещё может расти вверх или вниз, но уже не в стороны.
example-xoxo-cover = Расклад полон, и следующая плитка накрывает другую. Нельзя накрыть только плитку на c2: её положили прямо перед этим.
example-xoxo-lines = Три линии: «красный» на b4, c4 и d4 — цвет; «треугольник» на b3, c3 и d3 — форма; «подмигивание» на b2, c2 и d2 — лицо.
example-xoxo-shared = Одна линия для двух карт: b3, c3 и d3 все синие, и все они — сердца.
example-xoxo-broken = Синяя плитка накрывает красную на d4. Красной линии больше нет; две другие ещё считаются.

typing-xoxo =
    У клетки есть буква столбца, считая слева, и номер строки, считая снизу. Первая плитка ложится на `c3`, в середину клеток от `a1` до `e5`.

    - `own@c3` кладёт на c3 верхнюю плитку твоей личной стопки.
    - `draw@b3` кладёт на b3 верхнюю плитку общей стопки.
    - `придержать красный` придерживает карту, `показать красный` снова разрешает её показать. Если карту не придержать, она показывается сама, как только готова её линия.

    Плитка записывается цветом, формой и лицом, по первым буквам английских слов: `rss` — красный квадрат с удивлённым лицом. Цвета: `r` красный, `b` синий, `g` зелёный, `y` жёлтый. Формы: `c` круг, `s` квадрат, `t` треугольник, `h` сердце. Лица: `j` радость, `w` подмигивание, `s` удивление, `g` недовольство.


## XOXO: house rules

ruling-piles = Сколько плиток в личной стопке каждого игрока?
ruling-piles-de = Вдвоём по 12, втроём по 10, вчетвером по 8; в общей стопке 24, 18 или 16.
ruling-piles-en = Вдвоём по 12, втроём по 8, вчетвером по 6; в общей стопке всегда 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 или 8 плиток для двух, трёх или четырёх игроков
says-xoxo-piles-en = 12, 8 или 6 плиток для двух, трёх или четырёх игроков

ruling-deck = Какие 48 из 64 возможных плиток участвуют в игре?
ruling-deck-balanced = Ровная смесь: каждый цвет, форма и лицо есть на 12 плитках, каждая пара (скажем, красный и сердце) — на 3. Пронумеруй четыре цвета, формы и лица от 0 до 3 в том порядке, как в правилах: 16 плиток, у которых сумма трёх чисел делится на 4, не участвуют.
ruling-deck-custom = Свой список из 48 разных плиток.

ruling-last_window = Можно ли ещё показывать карты на плитке, которая опустошает стопку?
ruling-last_window-yes = Да: всех спрашивают, как после любой другой плитки, и кто при этом покажет последнюю карту, сразу побеждает.
ruling-last_window-no = Нет: сразу считают уже показанные карты.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = По обоим игра кончается сразу, и по обоим карту можно показать в любой момент. Английские чуть больше склоняются к «нет», ведь они считают карты, показанные к тому времени, как стопка кончилась; в немецких сказано не так строго.

## XOXO: decisions

decision-xoxo-one-card-a-value = На каждый цвет, каждую форму и каждое лицо есть ровно одна карта цели. Печатные правила называют только число и виды карт, а двенадцать карт подходят к двенадцати признакам одна к одному.
decision-xoxo-any-number = В один момент можно показать сколько угодно карт. Печатные правила об этом молчат, а за настоящим столом ничто не мешает открыть сразу две.
decision-xoxo-early-lines = Линия считается, как только лежат три её плитки, даже если расклад ещё не полон. Печатные правила этого не запрещают, а линия есть линия.
decision-xoxo-tie-among-tied = Равный счёт разрешается только между теми, у кого он равный. Немецкие правила так и говорят; в английских этих слов нет, а без них мог бы победить кто-то, у кого карт меньше.
decision-xoxo-top-before-window = Новый верх стопки виден раньше, чем кого-либо спросят о картах. И за настоящим столом его видно, как только взяли плитку над ним.

## XOXO: editions

edition-xoxo-de = немецкие правила
edition-xoxo-en = английские правила (стопки поменьше для трёх и четырёх игроков)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason (after «партий заканчивается»); so are all messages of this kind.
decided-xoxo-last_card = показом чьей-то последней карты
decided-xoxo-pile = из-за пустой стопки
decided-xoxo-pile_tie = из-за пустой стопки при равном счёте


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Выстрой три свои фишки в ряд, все одной стороной вверх. Если у тебя есть три в ряд и после того, как противник перевернул одну из твоих фишек, ты побеждаешь.
   *[enclosed] Выстрой три свои фишки в ряд, все одной стороной вверх, и чтобы рядом с ними не было пустых клеток. Тогда их никто не перевернёт, и ты побеждаешь.
}
short-aim-flip = { $row ->
    [survives] Цель: три одинаковые в ряд, стойкие к перевороту.
   *[enclosed] Цель: три одинаковые в ряд, и рядом нет пустот.
}

flip-turn =
    - **Сначала переверни.** Возьми любую фишку противника, передвинь её на пустую клетку, у которой есть общая сторона с её клеткой, и переверни. Если это возможно, так нужно сделать, даже если это поможет противнику. Пропусти это, только если ни у одной его фишки нет рядом пустой клетки.
    - **Потом поставь.** Поставь одну из своих фишек, лежащих у доски, на любую пустую клетку, любой стороной вверх. Это тоже нужно сделать, даже если это поможет противнику. Можно и на клетку, которая только что освободилась при перевороте.

    ![flip]

    ![place]

flip-winning =
    Что такое **ряд**? Это три фишки одного игрока, все одной стороной вверх, на трёх соседних клетках по прямой: по горизонтали, по вертикали или по диагонали. Таких линий на доске 24. Четыре подряд считаются за два ряда.

    ![sides]

    { $row ->
        [survives]
            Ты побеждаешь, когда у тебя есть ряд, а противник с тех пор уже сделал переворот или не может сделать ни одного (домашнее правило *row*). Партия кончается, как только это ясно:

            - В конце твоего хода, если у тебя есть ряд, а противник не может сделать ни одного переворота.
            - В конце твоего хода, если у противника есть переворот, но **каждый** возможный оставляет тебе какой-нибудь ряд: старый или новый, который сам переворот и создаёт.
            - Иначе сразу после переворота противника, если он оставляет тебе ряд. Тогда ничего не ставят.

            Значит, ряд, который противник ещё может разбить, пока не побеждает. Два ряда, из которых разбить можно только один, побеждают. Ряд, который противник мог разбить, но не разбил, побеждает после его переворота; так же и ряд, который он без нужды составил для тебя. Победить одновременно оба игрока не могут.

            ![breakable]

            ![survived]

            ![two]

            ## Конец игры

            Если все шестнадцать фишек на доске и никто не победил, партия кончается без победителя.
       *[enclosed]
            Ряд **окружён**, когда заняты все клетки, у которых есть общая сторона с какой-нибудь из трёх его фишек. Тогда ни одну из них не перевернуть. Край доски не мешает; мешают только пустые клетки.

            - Если у тебя есть окружённый ряд, ты сразу побеждаешь: и после переворота, и после поставленной фишки, чей бы это ни был ход (домашнее правило *row*).
            - Если победу приносит переворот, ставить больше ничего не надо.
            - Ряд, который не окружён, пока ничего не даёт.
            - Если один переворот или одна поставленная фишка даёт окружённый ряд обоим игрокам, пока на доске не все шестнадцать фишек, { $both_rows ->
                [mover] побеждает игрок, который сделал этот ход
                [opponent] побеждает игрок, который этого хода не делал
               *[draw] партия кончается вничью
            } (домашнее правило *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## Конец игры

            Когда все шестнадцать фишек на доске, партия закончена. Если ряд есть только у одного игрока, он победил: полная доска окружает любой ряд. Если ряда нет ни у кого или он есть у обоих, это ничья.
    }

flip-example-aim = { $row ->
    [survives] Последнюю фишку поставили на d1. Что теперь ни переверни, ряд на a1, b1 и c1 останется: это победа.
   *[enclosed] Последнюю фишку поставили на d1. У ряда на a1, b1 и c1 больше нет пустых соседних клеток: это победа.
}
flip-example-flip = Переворот: фишка противника переходит с b3 на b4 и переворачивается, так что видна её другая сторона.
flip-example-place = Потом ты ставишь свою фишку, здесь — на b3, на клетку, которая только что освободилась.
flip-example-sides = Это не ряд: b2, c2 и d2 принадлежат одному игроку, но лежат не все одной стороной вверх.
flip-example-open = Ряд на b2, c2 и d2, но он не окружён: рядом пустые a2, b1, c3, d1 и d3. Он пока ничего не даёт.
flip-example-enclosing = Переворот с d2 на d1 закрывает последнюю дырку у ряда на a1, b1 и c1. Его хозяин сразу побеждает, хотя переворот сделал другой игрок.
flip-example-both = Фишка, поставленная на b2, окружает сразу два ряда: один на a1, a2 и a3, другой на c1, c2 и c3. { $both_rows ->
    [mover] По домашнему правилу побеждает тот, кто её поставил.
    [opponent] По домашнему правилу побеждает другой игрок.
   *[draw] Это ничья.
}
flip-example-breakable = Ряд на b2, c2 и d2 пока ничего не даёт: переворот с d2 на d3 разбивает его.
flip-example-survived = Противник переворачивает фишку с a4 на a3 и не трогает ряд на b2, c2 и d2. Ряд выдержал переворот и побеждает; ставить больше ничего не надо.
flip-example-two = Фишка, поставленная на a4, создаёт два ряда, и саму её не перевернуть. Переворот может разбить только один из двух: это сразу победа.

flip-no-flip = Если переворот невозможен, ход — это одна поставленная фишка, например `a@d1`. Если переворот заканчивает партию, ход — это один переворот.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Переверни чужую, поставь свою и запри три в ряд, пока они не ускользнули.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## Что нужно

    Два игрока и минут десять (по нашей оценке).

    - Доска четыре на четыре клетки.
    - 16 двусторонних фишек, по восемь на игрока. У одного игрока фишки с крестиком (X): одна сторона синяя, другая зелёная. У другого — с ноликом (O): одна сторона жёлтая, другая белая.

    ## Подготовка

    Доска пуста, свои восемь фишек каждый держит рядом с ней. Первыми ходят крестики.

    ## Твой ход

    Самым первым ходом крестики только ставят одну фишку, любой стороной вверх, на любую клетку. После этого в каждом ходе две части, в таком порядке.

    { flip-turn }

    ## Победа

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
    У клетки есть буква столбца, от `a` до `d` слева направо, и номер строки, от `1` до `4` снизу вверх. У крестика фишки `A` (синей стороной вверх) и `B` (зелёной стороной вверх); у нолика — `a` (жёлтой стороной вверх) и `b` (белой стороной вверх).

    - `B@b3` ставит крестик зелёной стороной вверх на b3. Таким может быть первый ход.
    - `b3-b4` переворачивает фишку с b3 на b4.
    - `b3-b4 a@d1` — ход нолика целиком: перевернуть, потом поставить.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Какой ряд побеждает?
ruling-row-enclosed = Окружённый: заняты все клетки, у которых есть общая сторона с какой-нибудь из трёх его фишек.
ruling-row-survives = Тот, что выдержал переворот противника: у тебя есть ряд, а противник с тех пор уже сделал переворот или не может сделать ни одного.
says-rubik-row-enclosed = окружённый ряд
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = ряд, который выдержал переворот
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = Немецкие правила — от Rubik’s Tac Toe, нидерландские — от XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Кто побеждает, если один ход даёт окружённый ряд обоим игрокам, пока поставлены не все фишки?
ruling-both_rows-draw = Никто: это ничья.
ruling-both_rows-mover = Игрок, который сделал этот ход.
ruling-both_rows-opponent = Другой игрок, который этого хода не делал.
ruling-rubik-both_rows-source = О двух рядах они говорят, только когда поставлены все фишки, и называют это ничьей. Всё это важно лишь там, где побеждают окружённые ряды.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = Ряд занимает соседние клетки: так говорят только нидерландские правила, от XOXO², и мы принимаем это для обеих игр. Четыре подряд тоже считаются: в них есть ряды из трёх.
decision-rubik-last-step = Ряд побеждает, только если его нельзя разбить или его не разбили. По цели, которую нидерландские правила называют в начале, сразу побеждал бы любой ряд, но последний шаг в них требует большего, а без этого перевороты мало что значили бы.
decision-rubik-unbroken = Ряд, который противник мог разбить, но не разбил, побеждает после его переворота, как и ряд, который он без нужды составил для тебя. Нидерландские правила говорят только о рядах, которые нельзя разбить, и о вынужденных переворотах; но переворот сделан — и возможность разбить ряд упущена.

## Rubik’s Tac Toe: editions

edition-rubik-de = немецкие правила

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = победным рядом
decided-rubik-both_rows = рядами сразу у обоих игроков
decided-rubik-full = без ряда, когда поставлены все фишки


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Три в ряд — это легко. Но останутся ли они после переворота противника?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## Что нужно

    Два игрока и минут десять (по нашей оценке).

    - Доска четыре на четыре клетки.
    - 16 двусторонних карт — здесь мы зовём их фишками, — по восемь на игрока. У одного игрока звёзды, у другого шестиугольники. У каждой фишки одна сторона зелёная, другая красная.

    ## Подготовка

    Доска пуста, свои восемь фишек каждый держит рядом с ней. Первыми ходят звёзды.

    ## Твой ход

    Самым первым ходом звёзды только ставят одну фишку, любой стороной вверх, на любую клетку. После этого в каждом ходе две части, в таком порядке.

    { flip-turn }

    ## Победа

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
    У клетки есть буква столбца, от `a` до `d` слева направо, и номер строки, от `1` до `4` снизу вверх. У звезды фишки `A` (зелёной стороной вверх) и `B` (красной стороной вверх); у шестиугольника — `a` (зелёной стороной вверх) и `b` (красной стороной вверх).

    - `B@b3` ставит звезду красной стороной вверх на b3. Таким может быть первый ход.
    - `b3-b4` переворачивает фишку с b3 на b4.
    - `b3-b4 a@d1` — ход шестиугольника целиком: перевернуть, потом поставить.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = Ряд занимает соседние клетки, как говорят нидерландские правила; четыре подряд тоже считаются: в них есть ряды из трёх.
decision-xoxo2-last-step = Ряд побеждает, только если его нельзя разбить или его не разбили. По цели, которую правила называют в начале, сразу побеждал бы любой ряд, но последний шаг в них требует большего, а без этого перевороты мало что значили бы.
decision-xoxo2-unbroken = Ряд, который противник мог разбить, но не разбил, побеждает после его переворота, как и ряд, который он без нужды составил для тебя. Печатные правила говорят только о рядах, которые нельзя разбить, и о вынужденных переворотах; но переворот сделан — и возможность разбить ряд упущена.
decision-xoxo2-anywhere = Фишку можно ставить на любую пустую клетку. Одну фразу правил можно понять как «на только что освободившуюся клетку»; мы считаем, что эту клетку можно занять, но она не единственная.
decision-xoxo2-star-starts = Первой ходит звезда: так на рисунках в печатных правилах.

## XOXO²: editions

edition-xoxo2-nl = нидерландские правила

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Три в ряд, снова и снова: клади, накрывай, убирай — и смотри, кому помогаешь.

aim-djeco = { $scorer ->
    [maker] Каждый раз, когда твоя карта выстраивает три карты одного цвета в ряд, ты получаешь жетон.
   *[owner] Каждый раз, когда три карты твоего цвета оказываются в ряд, ты получаешь жетон.
} Побеждает тот, кто первым наберёт жетонов не меньше { $target } и хотя бы на два больше противника.
short-aim-djeco = { $scorer ->
    [maker] Три карты одного цвета в ряд — тебе жетон.
   *[owner] Три карты твоего цвета в ряд — тебе жетон.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## Что нужно

    Два игрока от шести до девяноста девяти лет и около четверти часа (по нашей оценке).

    - 18 красных и 18 синих «цветных» карт, на каждой число (домашнее правило *numbers*). { $numbers-text }
    - 6 жёлтых и 2 зелёные «карты возврата», без числа. Они убирают карты со стола: жёлтая — с одной клеточки, зелёная — с целой линии.
    - 24 жетона.

    ## Подготовка

    - До раздачи каждый игрок получает цвет. Здесь у места 1 красный, у места 2 синий.
    - Договоритесь, сколько жетонов нужно для победы: здесь { $target } (домашнее правило *target*).
    - Перемешайте все 44 карты и раздайте каждому по пять. Остальные — колода, рубашкой вверх.
    - Начинает самый младший. Здесь можно выбрать место, которое начинает.
    - Карты в руке тайные. Всем видно, сколько карт в каждой руке и в колоде, сброс, стопки и жетоны.

    ## Твой ход

    Сыграй одну карту, возьми жетоны, посмотри, не кончилась ли партия, потом возьми карту, если колода не пуста. Если сыграть можно, играть обязательно, даже если осталась только карта возврата или карта чужого цвета и даже если она поможет противнику. Сыграть карту можно одним из этих способов.

    - **Положи красную или синюю карту на пустую клеточку.** { $grid ->
        [fixed] Квадрат — это три на три клеточки от `b2` до `d4`, и подойдёт любая (домашнее правило *grid*). Касаться другой карты не обязательно.
       *[floating] Все клеточки, занятые с тех пор, как стол был пуст в последний раз, должны умещаться в квадрат три на три (домашнее правило *grid*). Клеточка, с которой карты убрали, всё ещё считается занятой. Касаться другой карты не обязательно. Когда стол опустел, следующая карта снова ложится в середину.
    }
    - **Накрой красной или синей картой** карту с тем же числом, каких бы они ни были цветов.
    - **Освободи клеточку жёлтой картой:** { $yellow ->
        [some] одна или несколько верхних карт одной стопки, сколько захочешь, уходят в сброс вместе с жёлтой картой (домашнее правило *yellow*).
       *[stack] вся стопка оттуда уходит в сброс вместе с жёлтой картой (домашнее правило *yellow*).
    }
    - **Убери линию зелёной картой:** все три стопки строки, столбца или диагонали без пустых клеточек уходят в сброс вместе с зелёной картой. Цвета не важны.

    Полный квадрат партию не заканчивает. На пустом столе ни жёлтую, ни зелёную карту сыграть нельзя.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Жетоны

    Считаются только верхние карты. Каждый раз, когда три карты одного цвета оказываются в строке, столбце или на диагонали, { $scorer ->
        [maker] жетон берёт **тот, кто сыграл карту**, каким бы ни был цвет
       *[owner] жетон берёт **хозяин этого цвета**, кто бы ни сыграл карту
    } (домашнее правило *scorer*). За ход не больше одной верхней карты сменяется другой, поэтому все новые линии хода одного цвета.

    - Карты остаются лежать. Линия, которая была и осталась, второй раз ничего не приносит. Линия, которую разорвали и составили заново, снова приносит жетон.
    - Если одна карта завершает несколько линий, { $lines ->
        [one] они вместе приносят один жетон
       *[each] каждая из них приносит жетон
    } (домашнее правило *lines*).
    - { $yellow ->
        [some] Если жёлтая карта открывает другую карту и появляется линия, она приносит жетон, как любая другая, любого цвета.
       *[stack] За убранные карты жетонов не дают: линия так появиться не может.
    }
    - Если жетонов осталось меньше, чем заработано, берут сколько осталось.

    ![helping]

    ![double]

    ## Если сыграть нечего

    - Если у тебя нет карты, которую можно сыграть, или нет карт вообще, а противник сыграть может, ход переходит к нему. Ты ничего не берёшь. Это немного выдаёт твои карты, но ничего страшного.
    - Если сыграть не может никто, каждый берёт по карте, сначала тот, чей ход. Потом смотрят снова, и так далее. Играет тот, чей ход, если может; если нет — другой.
    - Кто сыграл карту, берёт новую как обычно. Карт в руке может быть сколько угодно.

    ## Конец игры

    - Кто первым наберёт жетонов не меньше { $target } **и** хотя бы на два больше другого, сразу побеждает, чей бы ни был ход.
    - Если сыграть не может никто и брать больше нечего, партия кончается: побеждает тот, у кого жетонов больше, а поровну — ничья.
    - Если розданы все 24 жетона, это ничья: такое бывает, только когда у каждого по двенадцать, ведь при любом другом счёте кто-то победил бы раньше.
    - { $discard ->
        [recycle] Если колода пуста, а надо взять карту, сброс перемешивают, и он становится новой колодой; если пуст и он, ничего не берут (домашнее правило *discard*). Чтобы карты не ходили по кругу вечно, партия кончается, когда сыграно 300 карт: побеждает тот, у кого жетонов больше, а поровну — ничья.
       *[out] Сброс в игру не возвращается, даже если колода пуста (домашнее правило *discard*).
    }

example-djeco-aim = С красной 4 на d3 в ряд лежат три красные карты: красный берёт жетон.
example-djeco-floating = Лежат две карты. Следующую можно положить на любую отмеченную клеточку, лишь бы все умещались в квадрат три на три.
example-djeco-fixed = Квадрат задан с самого начала: следующую карту можно положить на любую его пустую клеточку.
example-djeco-stack = Синюю 5 можно положить на красную 5, ведь числа одинаковые. Теперь c3 считается синей.
example-djeco-yellow-stack = Жёлтая карта освобождает c3: обе карты оттуда уходят в сброс.
example-djeco-yellow-some = Жёлтая карта снимает одну карту со стопки на c3: снова считается красная 5 под ней.
example-djeco-green = Зелёная карта убирает линию от b2 до d4, какими бы ни были цвета.
example-djeco-helping = { $scorer ->
    [maker] У красного осталась только синяя карта, и подходит она только на d3. Она завершает синюю линию на b3, c3 и d3, и жетон получает красный: карту сыграл он.
   *[owner] У красного осталась только синяя карта, и подходит она только на d3. Она завершает синюю линию на b3, c3 и d3, и жетон за неё берёт синий.
}
example-djeco-double = { $lines ->
    [one] Красная 3 на d3 завершает две линии, строку и столбец. Вместе они приносят один жетон.
   *[each] Красная 3 на d3 завершает две линии, строку и столбец: два жетона.
}

typing-djeco =
    У клеточки есть буква столбца, считая слева, и номер строки, считая снизу. { $grid ->
        [fixed] Квадрат — это клеточки от `b2` до `d4`, и первую карту можно положить на любую из них.
       *[floating] Первая карта ложится на `c3`, в середину клеточек от `a1` до `e5`.
    }

    - `r7@c3` кладёт красную 7 на c3; `b7@c3` потом накрывает её синей 7.
    - { $yellow ->
        [some] `y2@b3` снимает жёлтой картой две верхние карты со стопки на b3.
       *[stack] `y@b3` освобождает b3 жёлтой картой.
    }
    - `g@b2-d4` убирает зелёной картой линию от b2 до d4.
    - `pass` говорит, что сыграть тебе нечего. Тогда это твой единственный ход, а в остальное время так ходить нельзя.


## Djeco Tic Tac Toe: house rules

ruling-target = Сколько жетонов нужно для победы?
# $n is a number from 1 to 12.
ruling-target-n = Жетонов для победы: не меньше { $n }, с перевесом хотя бы в два.

ruling-numbers = Какие числа на 18 картах одного цвета?
ruling-numbers-1-9x2 = Каждое число от 1 до 9 дважды, одинаково для обоих цветов.
ruling-numbers-1-6x3 = Каждое число от 1 до 6 трижды, одинаково для обоих цветов: стопки выше.
ruling-numbers-custom = Свой список из 18 чисел, одинаковый для обоих цветов.

ruling-yellow = Что убирает жёлтая карта?
ruling-yellow-stack = Всю стопку с одной клеточки.
ruling-yellow-some = Одну или несколько верхних карт одной стопки, сколько захочешь.
says-djeco-yellow-stack = всю стопку
says-djeco-yellow-some = одну или несколько карт

ruling-scorer = Кто получает жетон за линию?
ruling-scorer-owner = Хозяин её цвета, кто бы ни сыграл карту.
ruling-scorer-maker = Тот, кто сыграл завершающую карту, каким бы ни был цвет.
says-djeco-scorer-owner = цель — линии своего цвета
ruling-djeco-scorer-source = Португальские и датские говорят о линиях одного цвета. А примечание во всех пяти отдаёт жетон игроку, который составил линию, но говорит и то, что карта чужого цвета помогает другому.

ruling-lines = Что, если одна карта завершает несколько линий одного цвета?
ruling-lines-each = Каждая из этих линий приносит жетон.
ruling-lines-one = Вместе они приносят один жетон.
says-djeco-lines-each = жетон за каждую составленную линию

ruling-discard = Что, если надо взять карту, а колода пуста?
ruling-discard-out = Сброс в игру не возвращается, и никто ничего не берёт.
ruling-discard-recycle = Сброс перемешивают в новую колоду, если карты в нём есть; партия кончается самое позднее после 300 карт.
says-djeco-discard-out = сброс выходит из игры

ruling-grid = Задан ли квадрат три на три с самого начала?
ruling-grid-floating = Нет: он складывается вокруг карт, и первая карта ложится на c3.
ruling-grid-fixed = Да: это клеточки от b2 до d4, и первая карта ложится на любую из них.
ruling-djeco-grid-source = Все пять говорят о воображаемом квадрате.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Подойдёт любая карта, которую можно сыграть, а жёлтую или зелёную надо сыграть, если больше нечего. Примечание во всех пяти правилах звучит так, будто каждый ход нужна красная или синяя карта, но их же перечни ходов говорят другое.
decision-djeco-owner-by-default = Если не выбрать иначе, жетон получает хозяин цвета, в любом издании. Правила можно понять и так и так, но все говорят, что карта чужого цвета помогает другому, а это верно только при таком чтении.
decision-djeco-four-directions = Линии для жетонов идут по строкам, по столбцам и по обеим диагоналям. Печатные правила говорят так только о зелёной карте, а русские называют там только строки; один вид линий для всего проще увидеть.
decision-djeco-pass-draws-nothing = Если ходить не может только один игрок, он пропускает ход и ничего не берёт. Печатные правила говорят лишь об игре, в которой ходить не может никто; карта за каждый пропуск была бы подарком.
decision-djeco-cleared-binds = Клеточка, с которой карты убрали, остаётся частью квадрата три на три, пока стол не опустеет. Правила говорят об одном воображаемом квадрате, а он не был бы одним, если бы бродил по столу.
decision-djeco-our-ends = Партия кончается и тогда, когда сыграть не может никто, а колода пуста, и тогда, когда взят последний жетон. Печатные правила называют только условленное число жетонов, но каждая партия должна когда-то кончиться.
decision-djeco-light-scores = Там, где жёлтая карта может снять часть стопки, открывшаяся линия верхних карт приносит жетон, любого цвета. Три карты одного цвета оказались в ряд, а это и считается.
decision-djeco-one-a-turn = За ход берут одну карту, зелёной карте нужны все три занятые клеточки, а жёлтая убирает с одной клеточки. Более вольные слова шведских правил, а о зелёной карте и русских, мы считаем оговорками.
decision-djeco-turns-are-cards = 300 ходов, после которых кончается партия с возвращаемым сбросом, — это сыгранные карты; пропуски не считаются, ведь на столе ничего не происходит. Кто не может сыграть, говорит об этом пропуском, чтобы никому не пришлось гадать, почему ход перешёл дальше.

## Djeco Tic Tac Toe: editions

edition-djeco-it = итальянские правила
edition-djeco-pt = португальские правила
edition-djeco-sv = шведские правила (жёлтая карта снимает со стопки одну или несколько карт)
edition-djeco-da = датские правила (жёлтая карта снимает со стопки одну или несколько карт)
edition-djeco-ru = русские правила (жёлтая карта снимает со стопки одну или несколько карт)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = с нужным числом жетонов
decided-djeco-tokens = с последним розданным жетоном
decided-djeco-turns = после 300 карт
decided-djeco-blocked = тем, что никто не может сыграть

## A live table

open-seat = свободное место
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Бот ({ $level })
bot-numbered = Бот { $seat } ({ $level })
level-beginner = новичок
level-easy = лёгкий
level-casual = любитель
level-medium = средний
level-skilled = умелый
level-advanced = опытный
level-strong = сильный
level-greedy = жадный
level-random = случайный
level-perfect = идеальный
level-mcts = поиск
waiting-for-people = { $count ->
    [one] Ждём ещё { $count } игрока.
    [few] Ждём ещё { $count } игроков.
    [many] Ждём ещё { $count } игроков.
   *[other] Ждём ещё { $count } игроков.
}
told-sat = { $you ->
    [yes] Ты садишься за стол.
   *[no] { $who } садится за стол.
}
told-undo-asked = { $you ->
    [yes] Ты хочешь взять последний ход назад.
   *[no] { $who } хочет взять последний ход назад.
}
told-undo-granted = { $you ->
    [yes] Ты соглашаешься.
   *[no] { $who } соглашается.
}
told-undo-refused = { $you ->
    [yes] Ты предпочитаешь играть дальше.
   *[no] { $who } предпочитает играть дальше.
}
told-undone = Ход взят назад. Теперь этот раунд — тренировка.
told-resigned = { $you ->
    [yes] Ты сдаёшься.
   *[no] { $who } сдаётся.
}
told-left = { $you ->
    [yes] Ты встаёшь из-за стола.
   *[no] { $who } встаёт из-за стола.
}
told-back = { $you ->
    [yes] Ты снова за столом.
   *[no] { $who } снова за столом.
}
told-again = { $you ->
    [yes] Ты хочешь ещё раунд.
   *[no] { $who } хочет ещё раунд.
}
told-sits-in = { $you ->
    [yes] { $bot } играет за тебя, пока ты не вернёшься.
   *[no] { $bot } играет, пока на своё место не вернётся { $who }.
}
told-bot-came = { $bot } занимает свободное место.
reaction-hello = { $you ->
    [yes] Ты машешь рукой.
   *[no] { $who } машет рукой.
}
reaction-thanks = { $you ->
    [yes] Ты говоришь спасибо.
   *[no] { $who } говорит спасибо.
}
reaction-well-played = { $you ->
    [yes] Ты говоришь: отличная игра!
   *[no] { $who } говорит: отличная игра!
}
reaction-clap = { $you ->
    [yes] Ты хлопаешь.
   *[no] { $who } хлопает.
}
reaction-laugh = { $you ->
    [yes] Ты смеёшься.
   *[no] { $who } смеётся.
}
reaction-wow = { $you ->
    [yes] Ты удивляешься.
   *[no] { $who } удивляется.
}
reaction-oops = { $you ->
    [yes] Ты говоришь: ой!
   *[no] { $who } говорит: ой!
}
reaction-thinking = { $you ->
    [yes] Ты думаешь.
   *[no] { $who } думает.
}
error-stale = За это время что-то произошло: посмотри ещё раз.
error-too-many-side-commands = Хватит перемен, взятых назад ходов и прощаний на один раунд ({ $most }): играй дальше.
error-undo-away = { $name } не на связи и не может согласиться, так что назад ничего не берётся.
error-rounds-full = Раундов за этим столом было уже { $most }: открой, пожалуйста, новый.
error-only-watching = Ты зритель: это могут делать только игроки.
error-not-begun = Партия ещё не началась.
error-game-over = Партия закончена.
error-not-over = Партия ещё не закончена.
error-bot-plays-here = Здесь играет бот.
error-no-such-card = Карты «{ $card }» у тебя нет.
error-has-left = Ты уже не за столом.
error-sit-first = Сначала сядь за стол.
error-is-here = Ты за столом.
error-chair-taken = Это место занято.
error-name-taken = За столом уже есть { $name }.
error-no-such-seat = Места { $seat } нет.
error-only-host = Это может сделать только тот, кто открыл стол.
error-still-here = { $name } всё ещё здесь.
error-undo-nothing = У тебя нет хода, который можно взять назад.
error-undo-told = Это назад не взять: с тех пор кто-то увидел новую карту или плитку.
error-undo-not-asked = Никто не просит тебя разрешить взять ход назад.
error-undo-waits = Другая просьба взять ход назад ещё ждёт ответа.
error-asked-already = Твоя просьба о новом раунде уже есть; остальных тоже спрашивают.
error-no-such-round = Раунда { $round } нет; последний — { $most }.
error-no-person = Хотя бы одно место должно быть для человека.
error-no-table = Этого стола нет, или ссылка неверна.
error-not-saved = Это не удалось сохранить, так что оно не считается. Попробуй ещё раз.
error-too-fast = Слишком быстро: подожди немного.
error-unreadable-message = Это сообщение нельзя прочесть.
error-too-many-messages = Сообщений сразу пришло слишком много, и соединение закрыто. Обнови страницу.
error-too-unreadable = Слишком много сообщений не удалось прочесть, и соединение закрыто. Обнови страницу.
error-server-stops = Сервер останавливается. Всё сохранено.
error-table-deleted = Этот стол удалён.
error-seat-renewed = У этого места новый ключ, поэтому в этом окне оно закрыто. Старые ссылки на него больше не работают.
error-code-used = Это место уже кто-то занял. Если оно предназначалось тебе, попроси новый код на большом экране.
error-only-screen = Показывать коды мест может только экран, который открыл стол и сам места не занимает.
error-store-down = Сервер сейчас не может добраться до своих столов. Попробуй ещё раз через минуту.
error-only-here = Это можно сделать только на компьютере, где работает сервер.
error-no-network = Не нашлось адреса, по которому другие устройства могли бы найти этот компьютер.
error-table-unreadable = Этот стол нельзя прочесть. Кто держит сервер, узнает больше из его журнала.
error-game-failed = Сбой в самой игре, продолжить здесь нельзя. Кто держит сервер, узнает больше из его журнала.
error-too-many-tabs = Это место открыто в слишком многих окнах: сначала закрой одно из них.
error-too-many-watching = Больше зрителей этот стол не вместит. Попробуй позже.
error-no-hint = Сейчас подсказки нет.
error-hint-asked = Подсказка, о которой ты просишь, уже в пути.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] Ты играешь { $move }.
   *[no] { $who } играет { $move }.
}
chance-any = Случай
ask-any = твой ход
help-any = Введи ход так, как он стоит в списке, или его номер.
position-any = Позиция: { $position }
player-any = Игрок { $seat }
picture-ask-any = { $you ->
    [yes] Твой ход.
   *[no] Ходит { $who }.
}
picture-then-any = Теперь выбери куда.
error-any = Так нельзя ({ $code }).
reason-any-win = Победа: { $winner } ({ $reason }).
reason-any-shared = Общая победа: { $winner } ({ $reason }).
reason-any-draw = Ничья ({ $reason }).
error-guest-game-failed = Игра { $name } из пакета { $package } не загружается: { $reason }
error-guest-game-unfit = Игру { $name } из пакета { $package } использовать нельзя: { $reason }
error-guest-game-broke = Игра { $name } из пакета { $package } дала сбой: { $reason }
error-no-sampling = В { $game } есть скрытые карты и нет способа их угадывать, поэтому ни один бот не может думать в ней наперёд: играют random, greedy, beginner и easy.
error-windows-need-orders = { $game } спрашивает сразу нескольких игроков, но без заранее данных указаний; за столом в браузере время ответа что-то выдавало бы, поэтому играть в неё можно только в терминале.

### Same as in English: game-djeco
