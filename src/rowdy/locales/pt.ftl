### Portuguese (of Portugal). One file holds all words that people read; the code knows only the ids.

## The language

# Its name for browsers and libraries: the code of the file, and a country where that is needed, as in pt-PT.
locale = pt-PT

## The command and its help

help-rowdy = Quatro jogos traquinas de três em linha, no teu terminal: XOXO, Rubik’s Tac Toe, XOXO² e o Tic Tac Toe da Djeco.
help-rowdy-end = Começa com «rowdy play», ou lê antes «rowdy rules GAME». «rowdy COMMAND --help» explica um comando.
try-help = «{ $command } --help» explica.
args-usage = uso:
args-positional = argumentos
args-options = opções
args-help = mostrar esta ajuda e sair
args-version = mostrar a versão e sair
args-missing = falta: { $names }
args-unknown = { $names } não existe aqui
args-without-value = { $name } precisa de um valor
args-no-choice = { $name } não pode ser { $value }; possíveis: { $choices }
args-no-number = { $name } tem de ser um número, não { $value }
args-with-value = { $name } não leva valor
help-play-short = jogar uma partida
help-play =
    Joga aqui uma partida: só tu contra bots, ou várias pessoas em frente a um ecrã.
    Sem GAME, perguntamos-te a que jogo queres jogar.

    Exemplos:
      rowdy play rubik
      rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en
      rowdy play djeco --ruling target=3 --ruling yellow=some --seed 7
      rowdy play --resume

    Escreve uma jogada pelo seu número ou em notação; ? explica como.
    A partida é guardada depois de cada jogada.
help-saves-short = listar as tuas partidas guardadas
help-saves =
    Lista as partidas guardadas aqui que ainda não acabaram: quem joga, de quem é a vez,
    quando se jogou pela última vez e onde está o ficheiro.

      rowdy saves
      rowdy play --resume 2
help-learn-short = aprender um jogo passo a passo
help-learn =
    Aprende um jogo em poucos passos num tabuleiro a sério: em cada passo há uma coisa
    para fazer, e no fim jogas contra o bot mais fácil. A lição continua onde ficou.

    Exemplos:
      rowdy learn rubik
      rowdy learn xoxo --step 1
help-learn-step = começar neste passo em vez do que vem a seguir
help-rules-short = mostrar as regras de um jogo
help-rules =
    Mostra as regras de um jogo, as regras da casa que podes escolher e o que o Rowdy faz
    onde os regulamentos nada dizem ou não são claros. As regras são as da edição e das
    regras da casa que indicares.

    Exemplos:
      rowdy rules rubik
      rowdy rules xoxo --edition en
      rowdy rules djeco --edition sv --ruling target=3
help-bots-short = listar os bots
help-bots =
    Lista os bots, com os jogos que sabem jogar e as suas definições.

    Indica um bot pelo nome, ou com definições depois de dois pontos, separadas por + ou
    por uma vírgula (em --seats só por +, porque aí as vírgulas separam os lugares). sims
    é o número de simulações por jogada, seconds o tempo que pode usar; para decidir se
    mostra cartas tem um décimo disso. Só com sims, decide sempre da mesma maneira.

    Exemplos:
      rowdy play xoxo --seats you,strong
      rowdy play djeco --seats you,mcts:sims=20000+seconds=2

    Também podem jogar bots feitos por ti: vê «Your own bot» em docs/bots.md.
help-engines-short = juntar bots que são programas em qualquer linguagem
help-engines =
    Os motores são bots escritos em qualquer linguagem: programas que falam o protocolo
    dos motores, uma linha por mensagem. Sem argumentos, lista os que foram juntados aqui.
    Um motor que se junta é um bot como os outros: para rowdy play, rowdy arena e as mesas
    de rowdy serve. Corre com as tuas permissões, por isso junta só aquilo em que confias.

      rowdy engines add middle node middle.js
      rowdy arena rubik middle random
      rowdy engines remove middle
help-prepare-short = compilar o código dos bots antes de jogar
help-prepare =
    Compila o código com que os bots pesquisam, para ninguém ter de esperar por isso a
    meio de uma partida. Demora cerca de um minuto, uma vez em cada computador e outra
    vez depois de uma atualização. O que já está compilado fica como está.
help-completion-short = completar comandos com Tab em bash, zsh ou fish
help-completion =
    Escreve o que faz com que Tab complete os comandos do rowdy, as opções, os jogos, as
    edições, as regras da casa e os bots. Numa shell já aberta:

      source <(rowdy completion bash)
      source <(rowdy completion zsh)
      rowdy completion fish | source

    Para o teres sempre, põe essa linha em ~/.bashrc, ~/.zshrc ou
    ~/.config/fish/config.fish.
help-completion-shell = a shell: { $shells }
help-man-short = escrever a página de manual
help-man =
    Escreve a página de manual, na língua escolhida.

      rowdy man | man -l -
man-commands = Comandos
help-games-short = listar os jogos
help-games = Lista os jogos, com o número de jogadores, a duração e as edições.
help-replay-short = rever passo a passo uma partida registada
help-replay =
    Revê uma partida registada: Enter para o passo seguinte, b para o anterior, um número
    para saltar para um passo, q para parar.
    Uma partida acabada vê-se com todas as cartas à mostra; uma partida a decorrer vê-se
    como a vê a única pessoa que joga ou, se não for só uma, como a vê quem assiste.
help-picture-short = desenhar uma posição de uma partida registada
help-picture =
    Desenha uma partida registada tal como a página: a última posição, ou outra, em SVG.
    Vê-se o mesmo que rowdy replay mostra.

      rowdy picture game.rowdy --at 12 > board.svg
      rowdy picture game.rowdy --gif > game.gif
help-review-short = avaliar as jogadas de uma partida registada
help-review =
    Percorre uma partida registada e avalia cada jogada: melhor, boa, imprecisão, erro
    ou erro grave, com uma jogada melhor e um resumo para cada jogador.

    Em rubik e xoxo2 os turnos são comparados com o jogo perfeito: um turno bom ganha mais
    tarde ou perde mais cedo do que o necessário, um erro transforma uma vitória em empate
    ou um empate em derrota, um erro grave uma vitória em derrota. Em xoxo e djeco as
    jogadas são avaliadas por uma pesquisa, a partir do que quem jogava podia saber
    naquele momento: uma jogada boa baixa as probabilidades de ganhar em menos de 3 %, uma
    imprecisão em menos de 8 %, um erro em menos de 20 %, um erro grave em mais.

    Exemplos:
      rowdy review game.rowdy
      rowdy review game.rowdy --seat 1 --sims 50000

    Numa partida a decorrer só se avaliam as jogadas da única pessoa que joga, ou as de
    --seat. O mesmo registo com as mesmas opções dá sempre a mesma análise. No JSON,
    before e after são as probabilidades, de 0 a 1, com a melhor jogada e com a que foi
    feita.
help-review-seat = avaliar só as jogadas deste lugar
help-sims = o número de simulações por jogada (predefinição: { $count })
help-search-seed = um número que fixa as escolhas ao acaso da pesquisa (predefinição: 0)
help-review-json = escrever a análise em JSON
help-verify-short = verificar se a distribuição de uma partida registada foi justa
help-verify =
    Verifica o registo de uma partida acabada: se é válido, se a sua semente é a que foi
    selada, e se cada carta e cada peça veio da semente e dos nonces.

    Uma mesa ao vivo sorteia uma semente secreta e mostra o selo dela, o SHA-256 de um sal
    e da semente. Depois cada lugar junta um nonce, um número ao acaso do seu próprio
    dispositivo, e todo o acaso vem da semente e dos nonces em conjunto. No fim mostra-se
    a semente, para qualquer pessoa poder refazer as contas.

    O que isto prova, se os lugares deram nonces: ninguém pôde escolher as cartas. Quem
    gere a mesa conhece a semente, mas fixou-a antes de os nonces serem dados; os outros
    não a conheciam. O que isto não prova: que ninguém espreitou. Quem conhece a semente
    pode conhecer todas as cartas. E se deste o teu nonce antes de outras pessoas, tens de
    confiar que a última a dar o seu não conhecia a semente: quem a conhecesse podia
    experimentar nonces até gostar das cartas.

    Só o acaso está selado. Os nomes num registo, as jogadas e a marca «Practice», que diz
    que algo foi desfeito, podem ser mudados por quem tiver o ficheiro: --server
    compara-os com o registo da própria mesa.

    Também se pode inventar um registo inteiro. Por isso, compara o selo dele com o que a
    mesa mostrou antes de dares o teu nonce, e o teu nonce com --nonce.

    Exemplos:
      rowdy verify game.rowdy
      rowdy verify game.rowdy --nonce 2=8c2f0d9b1e6a47358c2f0d9b1e6a4735
      rowdy verify game.rowdy --server 'https://games.example/table/…#…'

    O código de saída é 0 se tudo bate certo, 1 se algo não bate certo ou não pôde ser
    verificado, e 2 se um registo não se consegue ler.
help-verify-nonce = o nonce que o dispositivo deste lugar deu, para comparar; pode repetir-se
help-verify-server = um link para a mesa, por exemplo o de quem assiste: comparar o registo com o do servidor
help-verify-json = escrever os resultados em JSON, uma linha por registo
help-perft-short = contar de quantas maneiras uma partida pode continuar
help-perft =
    Conta as maneiras como uma partida pode continuar, para comparar dois programas que a
    joguem. As ações são as jogadas uma a uma, os resultados do acaso e as respostas à
    pergunta sobre que cartas mostrar. Um turno são todas as jogadas seguidas de um lugar,
    com o que o acaso e as perguntas acrescentam. As partidas acabadas não continuam.

    Exemplos:
      rowdy perft rubik 3
      rowdy perft xoxo2 2 --position "..../.B../..Bb/.... flip"
      rowdy perft djeco 2 --seed 7
help-solve-short = resolver um jogo: o jogo perfeito em cada posição
help-solve =
    Calcula a que leva o melhor jogo em cada posição de um jogo, e guarda o resultado.
    Depois, o jogo perfeito e «rowdy explore» consultam-no; sem ele também funcionam, só
    que mais devagar.

    Uma camada são todas as posições com o mesmo número de pedras; o cálculo anda para
    trás, de dezasseis pedras até nenhuma. Demora de segundos a minutos, e precisa de
    cerca de 1 GB de memória e 1,1 GB em disco. Se o parares, o mesmo comando continua:
    as camadas acabadas ficam guardadas. No fim mostra quantas posições são vitórias,
    empates e derrotas, e quanto valem o jogo e cada primeira jogada.

    Exemplos:
      rowdy solve rubik
      rowdy solve rubik --ruling both_rows=mover
      rowdy solve xoxo2 --workers 2 --out solutions
      rowdy solve rubik --every-ruling --ray 127.0.0.1:6379 --out /shared/solutions
help-every-ruling = resolver o jogo uma vez por cada conjunto de regras da casa que faça diferença
ray-solved = { $game }: resolvido pelo código { $code }
help-workers = quantos threads trabalham lado a lado (predefinição: um por núcleo)
help-out = a pasta para os ficheiros (predefinição: onde o Rowdy os procura)
help-arena-short = comparar bots em muitas partidas
help-arena =
    Põe bots a jogar muitas partidas uns contra os outros, e vê quem é melhor e por
    quanto.

    Uma ronda é uma semente ao acaso, jogada com os bots em cada lugar à vez, para que a
    sorte se compense. Com tantos BOTs como lugares, jogam juntos; com mais, joga cada
    combinação deles; com menos, o primeiro senta-se sozinho entre os outros, que ocupam
    os lugares que sobram. As pontuações Elo são em relação ao último BOT.

    Cada partida acabada vai logo para um diário. Se parares a arena, o mesmo comando
    continua, também com mais --games. Com --until, ela para assim que todas as quotas se
    conhecem bem o bastante pelos seus intervalos a 95 %, verificados depois de cada ronda
    a partir da 20.ª. Tantas verificações tornam os intervalos um pouco estreitos demais.

    Exemplos:
      rowdy arena xoxo strong greedy --until 4%
      rowdy arena xoxo strong greedy --seats 4 --games 800
      rowdy arena rubik perfect medium greedy random --plot bots.svg
      rowdy arena djeco mcts:sims=20000 mcts:sims=5000 --workers 8 --json

    Em vários computadores: um encontro são os bots por lugar, o jogo e a semente, numa
    linha de JSON, e os resultados podem juntar-se a um diário por qualquer ordem.
      rowdy arena xoxo strong greedy --log a.jsonl --list-matches > matches
      rowdy arena --play-matches matches >> a.jsonl
      rowdy arena xoxo strong greedy --log a.jsonl
help-arena-bot = um bot, por exemplo greedy
help-arena-games = jogar no máximo este número de partidas, em rondas inteiras (predefinição: { $number })
help-arena-until = parar quando cada quota se conhecer com esta margem ±, por exemplo 4%
help-arena-seed = uma palavra ou um número de onde vem todo o acaso (predefinição: 1)
help-ray = pôr a trabalhar o cluster Ray deste endereço, por exemplo 127.0.0.1:6379; cada nó precisa exatamente deste código
ray-refused = O nó { $node } não é usado: tem outro código ({ $reason }).
help-arena-workers = quantos processos jogam lado a lado (predefinição: um por núcleo); se forem mais do que os núcleos, os bots que pensam pelo relógio ficam mais fracos
help-arena-log = o diário (predefinição: um por cada competição, na pasta do Rowdy)
help-arena-fresh = recomeçar do princípio; o diário antigo fica com outro nome
help-arena-json = escrever todos os números em JSON; o progresso vai para o erro padrão
help-arena-plot = desenhar o resultado neste ficheiro, .svg ou .png; pode repetir-se
help-list-matches = escrever os encontros ainda por jogar, um por linha
help-play-matches = jogar os encontros deste ficheiro (- para a entrada padrão) e escrever uma linha por cada resultado
help-study-short = o que muda cada regra da casa de um jogo
help-study =
    Vê o que muda cada regra da casa de um jogo: quanto duram as partidas, quantas acabam
    empatadas, quanto vale começar, o que decide, e a que leva o jogo perfeito onde se
    conhece.

    Sem --rulings mostra o que vem com o Rowdy. Com --rulings, tudo é medido de novo: bots
    de um só nível jogam muitas partidas com cada opção, e o resto é como na edição. ± é o
    intervalo a 95 %. Uma diferença só é referida se for maior do que o acaso explica,
    tomadas em conjunto todas as comparações do estudo.

    Cada partida acabada vai logo para um diário. Se parares o estudo, o mesmo comando
    continua, também com mais --games.

    Exemplos:
      rowdy study rubik
      rowdy study djeco --rulings --games 200
      rowdy study xoxo --rulings --seats 4 --bot strong --workers 8
      rowdy study xoxo2 --rulings --json > xoxo2.json
help-study-rulings = medir de novo cada opção de cada regra da casa
help-study-seats = quantos jogam (predefinição: cada número que o jogo permite, um depois do outro)
help-study-bot = o bot que ocupa todos os lugares (predefinição: { $name })
help-study-games = quantas partidas jogar com cada opção (predefinição: { $number })
help-study-fresh = recomeçar do princípio; os diários antigos ficam com outros nomes
help-study-out = escrever o estudo neste ficheiro, em JSON
help-study-json = escrever o estudo em JSON; o progresso vai para o erro padrão
help-explore-short = ver a que leva o melhor jogo
help-explore =
    Percorre as posições de um jogo e vê a que leva o melhor jogo: quem ganha e em quantos
    turnos, todos os turnos a partir do melhor, e a linha principal.

    Exemplos:
      rowdy explore xoxo2
      rowdy explore rubik "..../.B../..Bb/.... flip"
      rowdy explore rubik --ruling both_rows=mover --json

    Escreve um número ou uma jogada para avançar, b para recuar; ? explica como. No JSON,
    value e distance são do ponto de vista de quem tem a vez: win, draw ou loss, e quantos
    turnos faltam para o fim (null para um empate que ainda está para vir, 0 para uma
    partida acabada); o mesmo vale para cada turno.
help-explore-position = a posição de partida, em notação (predefinição: o início do jogo)
help-json = escrever em JSON o valor, todos os turnos e a linha principal
help-game = um destes: { $games }
help-edition = o regulamento a seguir (rowdy games lista-os; o primeiro é a predefinição)
help-play-edition = o regulamento a seguir (rowdy games lista-os; predefinição: o da tua língua, senão o primeiro)
help-ruling = escolher uma regra da casa, por exemplo both_rows=mover; pode repetir-se (rowdy rules GAME lista-as)
help-deck = um ficheiro com um baralho teu: 48 peças para xoxo (rcj btw …), 18 números para djeco; # começa um comentário
help-seats = quem se senta onde: you, you=NAME, um bot como easy, medium ou strong (rowdy bots lista-os), ou partner, um bot tão forte como tu; o primeiro fica com o lugar 1 (predefinição: you,medium). As definições de um bot vêm depois do nome, separadas por +: strong:sims=5000+seconds=2
help-starter = o lugar que começa, em xoxo e djeco (predefinição: 1)
help-seed = uma palavra ou um número que fixa o acaso, para se poder distribuir outra vez a mesma partida (predefinição: uma semente secreta)
help-play-position = a posição de partida, em notação (predefinição: o início do jogo); uma partida assim conta como treino
help-resume = continuar uma partida guardada: um ficheiro, ou o seu número em «rowdy saves»; sem WHICH, a última que foi jogada
help-saves-all = listar também as partidas acabadas
help-save = guardar o registo neste ficheiro novo, e não entre as tuas partidas guardadas
help-plain = linhas simples sem caixas nem cores, para leitores de ecrã; é sempre assim quando a saída não é um terminal
help-lang = a língua, por exemplo de (predefinição: a de ROWDY_LANG, de LANGUAGE ou do sistema)
help-replay-file = o registo de uma partida (predefinição: a última que jogaste das que tens guardadas)
help-picture-at = o passo a desenhar, contado como em rowdy replay; 0 é a distribuição (predefinição: o último)
help-picture-gif = todos os passos até aí, num GIF animado
help-engines-do = o que fazer: add ou remove
help-engines-name = o nome com que o motor se senta à mesa
help-engines-command = o programa e os seus argumentos; põe -- antes deles se algum começar por um hífen
help-eyes = a vista de quem: o número de um lugar, all ou spectator
help-depth = até que profundidade contar
help-seat-count = o número de lugares
help-position = a posição a partir da qual contar, em notação (predefinição: o início do jogo)
help-perft-seed = a semente que decide o acaso, nos jogos que o têm (predefinição: 1)
help-every-chance = contar todos os resultados do acaso; de preferência com --position, porque desde o início são muitíssimos

## The server

help-serve-short = pôr pessoas a jogar no navegador
help-serve =
    Abre mesas para pessoas e bots, a que se chega com um navegador: neste computador e,
    com --lan, de qualquer ponto da mesma rede. Quem tiver o link de um lugar pode
    sentar-se lá, por isso dá-o só à pessoa a quem se destina.

    Cada jogada está em disco antes de alguém a ver. Ctrl-C faz parar o servidor; as
    partidas continuam quando ele voltar a ser iniciado.

    Exemplos:
      rowdy serve
      rowdy serve --lan
      rowdy serve --db postgresql://rowdy@localhost/rowdy --host-name play.example.org

    Atrás de um proxy que trate do https, indica o nome do host com --host-name; o proxy
    tem de passar Host, X-Forwarded-For e X-Forwarded-Proto. Se estiver noutro
    computador, indica o endereço dele com --proxy.
help-serve-port = a porta onde escutar; se estiver ocupada, a próxima que estiver livre (predefinição: { $number })
help-serve-lan = deixar entrar quem está na mesma rede, e mostrar o endereço e um código QR
help-serve-host-name = um nome pelo qual se chega a este servidor, por exemplo o de um proxy; pode repetir-se
help-serve-db = onde se guardam as mesas: um ficheiro, ou o URL de uma base de dados (predefinição: um ficheiro na pasta do Rowdy)
help-serve-workers = quantos processos pensam pelos bots (predefinição: um a menos do que os núcleos)
help-serve-grace = quantos segundos alguém pode estar ausente antes de os outros poderem pôr um bot no seu lugar (predefinição: { $number })
help-serve-keep = quantos dias se guarda uma mesa depois da última jogada (predefinição: { $number })
help-serve-proxy = o endereço ou a rede de um proxy em que se acredita quando diz de que endereço vem um pedido (predefinição com --host-name: este computador); pode repetir-se
help-serve-root-path = a pasta debaixo da qual um proxy mostra este servidor, por exemplo /rowdy
help-serve-metrics = dar métricas para o Prometheus nesta porta deste computador, ou em ADDRESS:PORT
help-serve-log = como se escreve o diário: text ou json (predefinição: text)
help-serve-log-requests = escrever no diário uma linha por cada pedido
help-serve-log-addresses = escrever no diário também os endereços de quem visita
help-serve-open = abrir um navegador (predefinição: onde houver ecrã)
serve-port-taken = A porta { $port } está ocupada, por isso usa-se a { $other }.
serve-here = Neste computador: { $address }
serve-network = Na tua rede: { $address }
serve-no-network = Este computador não tem endereço numa rede, por isso mais ninguém pode entrar.
serve-end = Carrega em Ctrl-C para parar o servidor.
serve-ending = A guardar tudo e a dizer adeus…
serve-ended = Todas as mesas estão guardadas: inicia de novo o servidor, e continuam.

## Copying tables

help-copy-short = copiar mesas de uma base de dados para outra
help-copy =
    Copia todas as mesas de um servidor, com as chaves dos seus lugares, de uma base de
    dados para outra: de um ficheiro para PostgreSQL, ou ao contrário. Cada mesa é
    verificada depois de chegar.

    Se for interrompido, inicia-o outra vez: continua onde ficou. As mesas em que se jogou
    desde a última vez recebem o que é novo; as mesas que na outra base de dados seguiram
    outro caminho ficam como estão. Faz parar o servidor antes da última cópia, para que
    não falte nada.

    Exemplos:
      rowdy copy tables.sqlite postgresql://rowdy@localhost/rowdy
      rowdy copy postgresql://rowdy@localhost/rowdy backup.sqlite
help-copy-from = a base de dados de onde se copia: um ficheiro, ou um URL
help-copy-to = a base de dados para onde se copia; se não existir, é criada
copy-progress = { $done } de { $total } mesas…
copy-done =
    { $tables ->
        [1] Uma mesa
       *[other] { $tables } mesas
    } com { $entries ->
        [1] uma entrada
       *[other] { $entries } entradas
    } em { $place }, tudo verificado. Copiadas agora: { $copied }.
copy-differs = A mesa { $table } fica como está: em { $place } seguiu outro caminho.
error-copy-failed = A mesa { $table } não chegou como foi enviada. Nada mudou no sítio de onde veio; tenta outra vez.
error-store-missing = Não há mesas em { $place }.
error-store-older = { $place } foi feito por um Rowdy mais antigo: tem a versão { $found }, e este precisa da { $known }. Inicia uma vez «rowdy serve» com ele, que o atualiza.

## Choosing a game

ask-which = Que jogo?
ask-which-prompt = Número ou nome (1 a { $count }):
ask-which-again = Escreve um número de 1 a { $count }, o nome entre parênteses, ou q para sair.

## At the table

greeting = Joga-se segundo: { $edition }; regras da casa alteradas: { $rulings }. Lugares: { $seats }.
greeting-position = A partida começa numa posição indicada por ti, por isso o registo diz «practice».
greeting-help = Escreve ? para teres ajuda.
log-empty = Ainda não aconteceu nada.
none = nenhuma
list-comma = { $first }, { $last }
list-and = { $first } e { $last }
name-you = Tu
name-player = Pessoa
name-numbered = { $name } { $seat }
prompt = { $name }: { $what }
ask-flip = vira uma pedra do oponente (um número, ou uma jogada como { $example }; ? ajuda)
ask-place = coloca uma pedra (um número, ou uma jogada como { $example }; ? ajuda)
ask-xoxo = põe uma das duas peças (um número, ou uma jogada como { $example }; ? ajuda)
ask-djeco = joga uma carta (um número, ou uma jogada como { $example }; ? ajuda)
ask-djeco-pass = não podes jogar nenhuma carta: escreve { $example } (? ajuda)
legal-moves = { $count ->
    [1] É possível uma jogada:
   *[other] São possíveis { $count } jogadas:
}
moves-folded = { $count ->
    [1] É possível uma jogada: «jogadas» mostra-a.
   *[other] São possíveis { $count } jogadas: «jogadas» lista-as.
}
back-to-board = Carrega em Enter para voltares ao tabuleiro.
go-on-reading = Carrega em Enter para continuares a ler.
pass-to = Agora é a vez de { $name }. { $name }, carrega em Enter quando mais ninguém estiver a olhar.
wiped = (Aqui o ecrã é limpo.)
since-your-turn = O que aconteceu:
undone = Jogada desfeita. A partir de agora o registo diz «practice».
saved = Guardado em { $path }
left = Partida guardada. Continua com: rowdy play --resume "{ $path }"
left-unsaved = Não foi possível guardar a partida.
cannot-save = Não é possível guardar a partida: { $reason }. Podes continuar a jogar sem guardar, ou tentar: guardar FICHEIRO
saved-elsewhere = Não se consegue escrever na pasta do costume: { $reason }. A partida está guardada em { $path }
save-open-elsewhere =
    Esta partida está aberta noutra janela, que fica com { $other }
    A tua continua a partir daqui em { $path }
save-two-windows =
    Esta partida continuou noutra janela, que fica com { $other }
    A tua continua a partir daqui em { $path }
saves-game = { $number }  { $game }: { $players }
saves-unreadable = { $number }  Não se consegue ler este ficheiro.
saves-turn = { $you ->
    [yes] é a tua vez
   *[no] é a vez de { $name }
}
saves-window = à espera das respostas
saves-none = Não há nenhuma partida por acabar em { $path }.
saves-more = { $count ->
    [1] Uma partida já acabou: rowdy saves --all também a lista.
   *[other] { $count } partidas já acabaram: rowdy saves --all também as lista.
}
saves-next = Continua uma pelo seu número: rowdy play --resume 1
cannot-read = Não se consegue ler { $path }: { $reason }.
record-at =
    Para a rever: rowdy replay "{ $path }"
    Para ver se as jogadas foram boas: rowdy review "{ $path }"
ask-end = Carrega em Enter para sair, ou escreve «histórico» para ler os turnos ou «desfazer» para voltares atrás uma jogada.
resume-new-seed = A semente selada desta partida não está neste computador, por isso o acaso continua a partir de uma nova.

help-flip =
    Primeiro vira uma pedra do oponente para uma casa vazia ao lado: b3-b4.
    Depois coloca uma das tuas: A@d1 ou B@d1 se jogaste primeiro, senão a@d1 ou b@d1; a letra é o lado que fica para cima.
    As duas coisas de uma vez: b3-b4 a@d1.
help-xoxo =
    own@c3 põe em c3 a peça de cima do teu monte pessoal, draw@c3 a peça de cima do monte comum.
    Uma peça escreve-se com a cor, a forma e a cara, pelas primeiras letras em inglês: rss é um quadrado vermelho com cara de surpresa. Cores: r vermelho, b azul, g verde, y amarelo. Formas: c círculo, s quadrado, t triângulo, h coração. Caras: j sorriso, w piscadela, s surpresa, g amuo.
    As tuas cartas mostram-se sozinhas assim que a linha delas está completa. «esconder vermelho» esconde uma carta, «mostrar vermelho» deixa que ela se mostre outra vez a partir da próxima peça; «esconder tudo» e «mostrar tudo» também servem.
help-djeco =
    r7@c3 joga um 7 vermelho em c3.
    { $yellow ->
        [some] y2@b3 retira as duas cartas de cima da pilha em b3 com uma carta amarela.
       *[stack] y@b3 retira uma pilha com uma carta amarela.
    }
    g@b2-d2 retira uma linha com uma carta verde. Escreve pass se não puderes jogar nada.
help-marks = No tabuleiro, ▸ ◂ marcam a última jogada e + marca onde podes jogar. No fim, [ ] marca a linha que decidiu.
help-marks-plain = De cada casa ouves o que lá está, se a última jogada foi lá, e se lá podes jogar. No fim ouves também que casas decidiram.
help-commands =
    Um número escolhe uma jogada da lista.
    Também podes escrever: jogadas (a lista), dica (o que faria quem joga bem), regras (como se joga), tabuleiro, histórico (os turnos até agora; histórico tudo: com todas as cartas e peças), desfazer (só contra bots), guardar [FICHEIRO], sair (guarda a partida; continuas mais tarde). Com Ctrl-C também não se perde nada.
more-rules = Todas as regras: rowdy rules { $game }. Uma lição: rowdy learn { $game }

# What can be typed for a command beside the English words, which always work: one word, or several with blanks between.
typed-help = ajuda
typed-rules = regras
typed-moves = jogadas
typed-hint = dica
typed-board = tabuleiro
typed-log = histórico historico
typed-undo = desfazer
typed-save = guardar
typed-quit = sair
typed-hold = esconder
typed-show = mostrar
typed-all = tudo todas
typed-skip = saltar
typed-back = atrás atras
typed-end = fim
typed-forward = frente
typed-start = início inicio
typed-turns = turnos
typed-solution = solução solucao
typed-again = recomeçar recomecar
help-typed-as = { $typed } ({ $command })
help-typed = As palavras inglesas também servem: { $commands }.

cell-empty = vazia
cell-last = última jogada
cell-won = linha vencedora
cell-target = possível

## What happened

event-flip = { $you ->
    [yes] Viras
   *[no] { $who } vira
} a pedra de { $source } para { $target }.
event-place = { $you ->
    [yes] Colocas
   *[no] { $who } coloca
} { $stone } em { $square }.
event-turn = { $you ->
    [yes] Viras a pedra de { $source } para { $target } e colocas
   *[no] { $who } vira a pedra de { $source } para { $target } e coloca
} { $stone } em { $square }.
event-lay = { $you ->
    [yes] Pões
   *[no] { $who } põe
} { $tile } em { $square }, { $source ->
    [own] { $you ->
        [yes] do teu monte
       *[no] do seu monte
    }
   *[draw] do monte comum
}.
event-reveal = { $you ->
    [yes] Mostras
   *[no] { $who } mostra
}: { $cards }!
event-top = { $you ->
    [yes] Em cima do teu monte está agora
   *[no] { $who } tem agora em cima do seu monte
} { $tile }.
event-draw-top = Em cima do monte comum está agora { $tile }.
event-deal = { $you ->
    [yes] Recebes
   *[no] { $who } recebe
} uma carta de objetivo: { $card }.
event-play = { $you ->
    [yes] Jogas
   *[no] { $who } joga
} { $card } em { $square }.
event-yellow = { $you ->
    [yes] Retiras
   *[no] { $who } retira
} { $count ->
    [0] a pilha de { $square }
    [1] a carta de cima de { $square }
   *[other] as { $count } cartas de cima de { $square }
} com uma carta amarela.
event-green = { $you ->
    [yes] Retiras
   *[no] { $who } retira
} a linha { $first }–{ $last } com uma carta verde.
event-pass = { $you ->
    [yes] Não podes jogar, por isso passas.
   *[no] { $who } não pode jogar e passa.
}
event-draw = { $you ->
    [yes] Vais ao baralho
   *[no] { $who } vai ao baralho
}: { $card }.
event-deck-empty = O baralho acabou. Quando ninguém puder jogar, ganha quem tiver mais fichas.

# $mover tells whether they go to whoever played the card, as the sentence before has named them.
# $lines is such as a2–b3–c4.
event-tokens = { $mover ->
    [yes] { $you ->
        [yes] Assim ganhas
       *[no] Assim ganha
    }
   *[no] { $you ->
        [yes] Ganhas
       *[no] { $who } ganha
    }
} { $count ->
    [1] uma ficha
   *[other] { $count } fichas
} ({ $lines })!

## What was achieved, and why a game ended so

# $line is such as a2–b3–c4, $stones such as "blue Xs".
# $count is the number of rows.
row-of-stones = { $count ->
    [1] três { $stones }
   *[other] em cada uma, três { $stones }
}
key-row-enclosed = { $line }: { row-of-stones }, e nenhuma casa vazia ao lado.
key-row-survived = { $line }: { row-of-stones }, que resistiram à viragem.
key-row-made = { $line }: { row-of-stones }. Foi a própria viragem que fez a linha.
key-row-unflippable = { $line }: { row-of-stones }, e não há nada que se possa virar.
key-row-unbreakable = { $line }: { row-of-stones }. Vire-se o que se virar, fica sempre uma linha de três.
key-row-forced = { $you ->
    [yes] Agora, vire-se o que se virar, fica uma linha de três para ti, por exemplo { $line }.
   *[no] Agora, vire-se o que se virar, fica uma linha de três para { $who }, por exemplo { $line }.
}
key-row-open = { $count ->
    [one] { $line } ainda não conta: há uma casa vazia ao lado.
   *[other] { $line } ainda não contam: há uma casa vazia ao lado de cada uma.
}
key-row-due = { $count ->
    [one] { $line }: três em linha! Será que resiste à viragem?
   *[other] { $line }: cada uma com três em linha! Será que uma resiste à viragem?
}
stones-rubik-A = X azuis
stones-rubik-B = X verdes
stones-rubik-a = O amarelos
stones-rubik-b = O brancos
stones-xoxo2-A = estrelas verdes
stones-xoxo2-B = estrelas vermelhas
stones-xoxo2-a = hexágonos verdes
stones-xoxo2-b = hexágonos vermelhos
# $count is the number of cards still to be shown.
key-shown = { $you ->
    [yes] Mostras { $cards }
   *[no] { $who } mostra { $cards }
}: { $count ->
    [0] não falta nenhuma carta!
    [1] falta uma carta!
   *[other] faltam { $count } cartas!
}
key-tokens = { $you ->
    [yes] Uma linha para ti
   *[no] Uma linha para { $who }
}: { $count ->
    [1] + 1 ficha
   *[other] + { $count } fichas
}
key-any = { $who } tem { $lines }

end-you-win = Ganhaste!
end-you-share = Partilhas a vitória com { $others }!
end-win = { $winner } ganha!
end-shared = { $winner } partilham a vitória!
end-draw = Empate!
# $count is the number of those who resigned.
end-resigned = { $you ->
    [yes] Desististe.
   *[no] { $who } { $count ->
        [1] desistiu
       *[other] desistiram
    }.
}
# $ruled is the house rule: draw, mover or opponent.
end-both_rows = { $ruled ->
    [mover] Uma jogada cercou uma linha de cada jogador: pela regra da casa, ganha quem a fez.
    [opponent] Uma jogada cercou uma linha de cada jogador: pela regra da casa, ganha quem não a fez.
   *[draw] As duas linhas estão cercadas, sem casas vazias ao lado, por isso ninguém ganha.
}
end-row = { $line }: { row-of-stones }.
end-flip-row = Uma linha de três conta.
end-flip-full = As dezasseis pedras estão no tabuleiro, e ninguém tem três em linha.
# $count is the number of tokens that the last card brought.
end-djeco-line = { $count ->
    [1] { $lines }: a linha da última ficha.
   *[other] { $lines }: as linhas das últimas fichas.
}
end-djeco-target = { $more } fichas a { $fewer }: pelo menos { $target }, e duas ou mais de avanço.
end-djeco-tokens = As fichas foram todas entregues: { $draw ->
    [yes] { $more } para cada lado.
   *[no] { $more } a { $fewer }.
}
end-djeco-turns = Cartas jogadas: { $turns }. Fichas: { $draw ->
    [yes] { $more } para cada lado.
   *[no] { $more } a { $fewer }.
}
end-djeco-blocked = Ninguém pode jogar, e já não há cartas no baralho. Fichas: { $draw ->
    [yes] { $more } para cada lado.
   *[no] { $more } a { $fewer }.
}
# $count is the number of cards.
end-xoxo-last_card = { $lines }: { $cards }. { $count ->
    [1] { $you ->
        [yes] Era a tua última carta.
       *[no] Era a última carta de { $who }.
    }
   *[other] { $you ->
        [yes] Eram as tuas últimas cartas.
       *[no] Eram as últimas cartas de { $who }.
    }
}
end-xoxo-pile = Acabou um monte, e quem mais cartas mostrou { $you ->
    [yes] foste tu
   *[no] foi { $who }
}: { $count }.
# The viewer among the names of others.
among-you = tu
end-xoxo-pile_tie = Acabou um monte, e há empate { $count ->
    [0] sem nenhuma carta mostrada
    [1] com uma carta mostrada
   *[other] com { $count } cartas mostradas
}: { $names }. Por isso, ganha quem jogaria primeiro: { $you ->
    [yes] tu
   *[no] { $who }
}.

# Names of pieces

# As the object of a sentence. $shape is circle, square, triangle or heart.
tile = { $shape ->
    [circle] um círculo
    [square] um quadrado
    [triangle] um triângulo
   *[heart] um coração
} { $colour } { $face }
card-back = { $kind }
kind-colour = cor
kind-shape = forma
kind-face = cara
value-red = vermelho
value-blue = azul
value-green = verde
value-yellow = amarelo
value-circle = círculo
value-square = quadrado
value-triangle = triângulo
value-heart = coração
value-joy = sorriso
value-wink = piscadela
value-surprise = surpresa
value-grumpy = amuo
colour-red = vermelho
colour-blue = azul
colour-green = verde
colour-yellow = amarelo
# As the object of a sentence, as all of these cards.
card-red = um { $number } vermelho
card-blue = um { $number } azul
card-yellow = uma carta amarela
card-green = uma carta verde
card-hidden = uma carta
# A card by itself. $colour is red, blue, yellow, green or hidden, $number is 0 for the last three.
card-label = { $colour ->
    [red] { $number } vermelho
    [blue] { $number } azul
    [yellow] carta amarela
    [green] carta verde
   *[hidden] carta
}

stone-rubik-A = X azul
stone-rubik-B = X verde
stone-rubik-a = O amarelo
stone-rubik-b = O branco
stone-xoxo2-A = estrela verde
stone-xoxo2-B = estrela vermelha
stone-xoxo2-a = hexágono verde
stone-xoxo2-b = hexágono vermelho
# A stone as the object of a sentence.
placed-rubik-A = um X azul
placed-rubik-B = um X verde
placed-rubik-a = um O amarelo
placed-rubik-b = um O branco
placed-xoxo2-A = uma estrela verde
placed-xoxo2-B = uma estrela vermelha
placed-xoxo2-a = um hexágono verde
placed-xoxo2-b = um hexágono vermelho
side-rubik-A = azul
side-rubik-B = verde
side-rubik-a = amarelo
side-rubik-b = branco
side-xoxo2-A = verde
side-xoxo2-B = vermelho
side-xoxo2-a = verde
side-xoxo2-b = vermelho

flip-supply = Pedras que restam: { $first } { $first_left } ({ $first_stones }), { $second } { $second_left } ({ $second_stones }).
xoxo-seat = quem
xoxo-pile = peças
xoxo-top = peça de cima
xoxo-cards = na mão
xoxo-shown = mostradas
xoxo-draw-pile = monte comum
order-hold = esconder
order-line = em linha
djeco-seat = lugar
djeco-colour = cor
djeco-tokens = fichas
djeco-hand = mão
djeco-side-red = vermelho ✕
djeco-side-blue = azul ○
djeco-red = vermelho, cruz
djeco-blue = azul, círculo
djeco-of = { $tokens } de { $target }
djeco-hidden = { $count ->
    [1] uma carta
   *[other] { $count } cartas
}
djeco-stack = { $top }{ $height ->
    [1] {""}
   *[other] , pilha de { $height }
}
djeco-beside = Cartas no baralho: { $deck }. Pote: { $discard }. Fichas que restam: { $left }.

## The table in the browser

picture-over = A partida acabou
picture-chance = Um momento: decide o acaso
picture-window = Agora podem mostrar-se cartas
picture-ask-first = { $you ->
    [yes] É a tua vez: põe no meio uma das duas peças
   *[no] { $who } vai pôr a primeira peça
}
picture-ask-lay = { $you ->
    [yes] É a tua vez: põe uma das duas peças
   *[no] { $who } vai pôr uma peça
}
picture-ask-cover = { $you ->
    [yes] É a tua vez: cobre uma peça com uma das duas
   *[no] { $who } vai cobrir uma peça
}
# $you is named where several people share a screen.
picture-ask-flip = { $you ->
    [yes] É a tua vez: vira uma pedra do oponente
    [named] É a vez de { $who }: vira uma pedra do oponente
   *[no] { $who } vai virar uma { $yours ->
        [yes] pedra tua
       *[no] pedra do oponente
    }
}
picture-ask-place = { $you ->
    [yes] É a tua vez: coloca uma pedra tua
    [named] É a vez de { $who }: coloca uma pedra tua
   *[no] { $who } vai colocar uma pedra
}
picture-ask-play = { $you ->
    [yes] Tens o { $side }: joga uma carta
   *[no] { $who } vai jogar uma carta
}
picture-ask-stead = { $you ->
    [yes] { $rival } não pode jogar, por isso joga tu uma carta
   *[no] { $who } joga uma carta, porque { $yours ->
        [yes] tu não podes
       *[no] { $rival } não pode
    } jogar
}
picture-ask-pass = É a tua vez: não tens cartas para jogar, por isso passa
picture-then-tile = Agora escolhe uma casa para ela
picture-then-cover = Agora escolhe a peça que vais cobrir
picture-then-flip = Agora escolhe a casa para onde a virar
picture-then-place = Agora escolhe uma casa vazia para ela

# $piece is tile, stone or card.
picture-can-lay = { $piece ->
    [any] podes jogar aqui
    [tile] podes pôr aqui uma peça
    [stone] podes colocar aqui uma pedra
   *[card] podes jogar aqui uma carta
}
picture-can-cover = dá para cobrir
picture-can-clear = dá para retirar
picture-can-cover-clear = dá para cobrir ou retirar
picture-can-flip = dá para virar
# $shape is circle, square, triangle or heart.
picture-tile = { $shape ->
    [circle] círculo
    [square] quadrado
    [triangle] triângulo
   *[heart] coração
} { $colour }, { $face }
face-joy = sorridente
face-wink = a piscar o olho
face-surprise = surpreendido
face-grumpy = amuado
picture-line = { $squares }: { $what }
picture-line-enclosed = { $squares }: { $what }; cercada

picture-show = Mostrar { $cards }
picture-show-nothing = Não mostrar nada
picture-pass = Passar
picture-yellow = { $count ->
    [1] Retirar a carta de cima
   *[other] Retirar as { $count } cartas de cima
}
picture-green = Retirar a linha { $first }–{ $last }

picture-tiles = { $count ->
    [1] uma peça
   *[other] { $count } peças
}
picture-own-pile = O teu monte
picture-draw-pile = Monte comum
picture-step-flip = Vira a do outro
picture-step-place = Coloca a tua
picture-goal-back = carta «{ $kind }», voltada para baixo
picture-goal-show = mostra-se assim que a sua linha estiver completa
picture-goal-hold = escondida
picture-left = { $count ->
    [1] resta { $count }
   *[other] restam { $count }
}
# $colour is red, blue, yellow or green, $number is 0 for the last two.
picture-card = { $colour ->
    [red] { $number } vermelho
    [blue] { $number } azul
    [yellow] Amarela
   *[green] Verde
}
picture-clear = retirar
picture-hint-middle = { $card }: joga no meio
picture-hint-lay = { $card }: joga num quadrado vazio
picture-hint-cover = { $card }: cobre um { $number }
picture-hint-lay-cover = { $card }: joga num quadrado vazio, ou cobre um { $number }
picture-hint-clear = { $colour ->
    [yellow] { $card }: retira uma pilha
   *[green] { $card }: retira uma linha cheia
}
picture-hint-none = { $card }: agora não se pode jogar
picture-deck = baralho { $deck }
picture-aim = meta: { $target } fichas, 2 a mais
picture-tokens-left = { $count ->
    [1] resta uma ficha
   *[other] restam { $count } fichas
}
picture-discard = pote
picture-seat-xoxo = { $tiles }; cartas na mão { $cards }, mostradas { $shown }
picture-seat-flip = { $sign }, { $first } e { $second }; { $count ->
    [1] resta uma pedra
   *[other] restam { $count } pedras
}
picture-seat-djeco = { $colour }; { $count ->
    [1] uma ficha
   *[other] { $count } fichas
} de { $target }; { $cards }

## The page

page-language = Português
page-looks = Língua e cores
page-theme = Claro ou escuro
page-theme-auto = Auto
page-theme-light = Claro
page-theme-dark = Escuro
page-home = Voltar a todos os jogos
page-back-to-lesson = Voltar à lição
page-back-to-game = Voltar ao jogo
page-no-script = Para jogares aqui, o JavaScript tem de estar ligado no teu navegador.
page-failed = Algo correu mal. Tenta outra vez.
page-offline-request = O servidor não responde. Tenta outra vez daqui a pouco.

# Home

page-tagline = Quatro jogos traquinas de três em linha
page-games = Jogos
page-players = { $players } jogadores
page-minutes = { $count ->
    [1] um minuto
   *[other] { $count } minutos
}
page-play = Jogar
page-play-named = Jogar { $game } contra um bot
page-set-up = Preparar…
page-set-up-named = Preparar { $game }
page-rules = Como se joga
page-rules-named = Como se joga { $game }
page-rules-by = Segundo: { $edition }
page-rules-changed = Regras da casa em vigor:
page-rules-here = (em vigor)
page-rules-set-up = Jogar
page-rules-print = Abrir numa página à parte
page-marks = O que significam as marcas
page-mark-choice = Traços roxos: podes escolher isto agora.
page-mark-last = Anel roxo: o que se fez por último. Números e setas: o que os outros fizeram desde a tua jogada, por ordem, e de onde veio.
page-mark-row = Barra: três em linha que vão juntas; se for tracejada, ainda não contam.
page-mark-circled = Rodeada: a linha de que se fala.
page-go-on = Continua as tuas partidas
page-just-now = agora mesmo
page-forget-named = Tirar { $game } desta lista
page-forgotten = { $game } já não está na lista.
page-forget-undo = Repor
page-finished = Partidas acabadas
page-against = contra { $names }
page-turn-yours = é a tua vez
page-turn-theirs = à espera de { $name }
page-turn-waiting = ainda não começou
page-result-won = vitória
page-result-lost = derrota
page-result-draw = empate
page-open-title = Continuar { $game }?
page-open-on = Continuar
page-open-new = Nova partida
page-join = Entrar numa mesa
page-join-say = Cola o link que te mandaram.
page-join-field = Link ou código
page-join-go = Entrar
page-join-wrong = Isto não é o link de uma mesa. Um link é assim: …/table/…#… e tem de estar completo.
page-record = Ver uma partida guardada
page-record-say = Revê passo a passo uma partida que alguém guardou.
page-record-choose = Escolher um ficheiro
page-record-size = Este ficheiro é grande demais para ser uma partida guardada.

# New game

page-new-edition = Edição
page-new-players = Quantos jogam?
page-new-seats = Quem joga?
page-new-seat = Lugar { $seat }
page-new-me = Eu
page-new-person = Outra pessoa neste dispositivo
page-new-friend = Outra pessoa, por link
page-new-friend-say = Quando a mesa abrir, recebes um link para mandar.
page-new-person-say = Passam o dispositivo uns aos outros; as cartas escondidas ficam escondidas.
page-new-levels = Bot
page-new-more-bots = Mais bots
page-new-bot = Bot: { $level }
page-new-level = Bot: { $level } ({ $step } de { $steps })
page-partner = Bot: parceiro, tão forte como tu
page-partner-say = Escolhe o nível de modo a que ganhes cerca de metade das partidas. Os teus resultados ficam neste dispositivo.
page-partner-begins = Começa como «{ $level }».
page-partner-now = { $count ->
    [1] Depois da tua última partida, joga como «{ $level }».
   *[other] Depois das tuas últimas { $count } partidas, joga como «{ $level }».
}
page-partner-forget = Esquecer os meus resultados
page-partner-stronger = Nova partida, parceiro mais forte
page-partner-weaker = Nova partida, parceiro mais fraco
page-new-starter = Quem começa?
page-new-starter-lot = À sorte
page-new-starter-seat = Lugar { $seat }: { $who }
page-new-rules = Regras da casa
page-new-rules-changed = { $count ->
    [1] uma alterada
   *[other] { $count } alteradas
}
page-new-books = { $count ->
    [1] regulamento { $books }
   *[other] regulamentos: { $books }
}
page-new-more = Mais
page-new-confirm = Pedir-me confirmação antes de cada jogada
page-new-hints = Permitir dicas, mesmo quando jogam várias pessoas
page-new-open = Abrir a mesa
page-warming = Os bots estão a aquecer: durante cerca de um minuto jogam de forma mais simples do que o costume, e o perfeito é lento.
page-warming-short = Os bots estão a aquecer

# The board

page-board = Tabuleiro
page-board-limit = Tudo tem de caber em 3 × 3 casas.
page-pieces = O que podes escolher
page-moves = Jogadas
page-draw-pile = Monte comum · { $tiles }
page-board-which = Qual?
page-board-cancel = Ainda não
page-read = O tabuleiro por palavras
page-read-squares = Casa a casa
page-read-pieces = O que há e onde
page-read-lines = Linha a linha
page-read-short = Em poucas palavras
page-read-piece = { $what }: { $squares }
page-read-empty = Vazias: { $squares }
page-read-nothing = vazia
page-read-row = Fila { $name }: { $squares }
page-read-column = Coluna { $name }: { $squares }
page-read-diagonal = Diagonal { $name }: { $squares }
page-read-keys = No próprio tabuleiro, as setas levam de casa em casa; Page Down e Page Up saltam para onde há alguma coisa.
page-goals = Os teus objetivos
page-goal-show = aberto
page-goal-hold = secreto
# What the order just given means, in one line below the board. $goal: red, heart, wink …
page-goal-held = { $goal }: fica em segredo, mesmo com três em linha.
page-goal-shown = { $goal }: mostra-se assim que houver três em linha.
page-goals-shown = Já mostrados

# The table

page-table-players = Quem joga
page-your-seat = O teu lugar
page-you = Tu
page-menu = Menu
page-log = O que aconteceu
page-log-short = Histórico
page-actions = O que podes fazer
page-undo = Desfazer
page-undo-waits = Estamos a perguntar aos outros se podes desfazer a jogada.
# $count is how many moves have not been shown yet.
page-next-step = Seguinte ({ $count })
page-repeat = Mostrar outra vez
page-hint = Dica
page-hint-waits = A pensar…
page-close = Fechar
page-cancel = Cancelar
page-try-again = Tentar outra vez
page-loading = Um momento…
page-title-turn = É a tua vez
page-steps = Os passos de um turno
page-title-turn-of = À espera de { $name }
page-watching = { $count } a assistir
page-you-watch = Estás a assistir
page-no-place = Neste navegador não tens lugar nesta mesa. Usa o link do teu lugar.
page-offline = Perdeu-se a ligação.
page-offline-soon = Ela volta sozinha.
page-offline-kept = A tua jogada fica aqui guardada e segue assim que a ligação voltar.
page-trail-from = O que foi posto desde o teu último turno veio daqui
page-read-all = Ler tudo
page-confirm-ask = Assim?
page-confirm-move = Fazer esta jogada
page-cancel-move = Mudar
page-consent-yes = De acordo
page-consent-no = Prefiro que não
page-bot-for-you = Um bot está a jogar por ti.
page-you-left = Saíste da mesa.
page-return = Voltar ao meu lugar
page-let-bot-play = Pôr um bot a jogar por { $name }
page-seat-turn = a jogar
page-seat-won = ganhou
page-seat-resigned = desistiu
page-seat-stand-in = joga um bot
page-seat-left = saiu
page-seat-away = ausente
page-seat-here = presente
page-seat-open = ainda livre
page-seat-number = Lugar { $number }

# Sitting down and waiting

page-name-title = Como te chamas?
page-names-title = Quem joga?
page-name = O teu nome
page-name-of = Lugar { $seat }
page-name-default = Visita
page-sit-down = Sentar-me
page-bot-takes-seat = Sentar aqui um bot
page-waiting-filled = { $count } de { $seats } à mesa
page-waiting-meanwhile = Entretanto, lê as regras.
page-link-this = O link deste lugar
page-link-friend = O link do convite { $number }
page-link-watch = O link para assistir
page-share = Partilhar…
page-reach-machine = Só os navegadores deste computador podem usar este link.
page-reach-network = Qualquer pessoa na tua rede local que tenha este link pode usá-lo.
page-reach-anyone = Qualquer pessoa que tenha este link pode usá-lo.
page-network-open = Abrir à rede local…
page-network-close = Fechar à rede local
page-network-title = Abrir à rede local?
page-network-say = Assim, outros dispositivos da tua rede podem chegar a este servidor, até o fechares ou até ele parar. Faz isto só numa rede em que confies.
page-network-yes = Abrir
page-copy = Copiar
page-copied = Copiado
page-copy-yourself = Copia-o à mão
page-qr = Código QR

# A table for a room

page-room = Na mesma sala
page-room-named = { $game } na mesma sala
page-room-say = Este ecrã passa a ser a mesa; joga-se com os telemóveis.
page-room-count = Quantas pessoas jogam?
page-new-room = Jogar na mesma sala
page-screen-wait = Lê um código com o telemóvel para te sentares.
page-screen-scan = Lê o código e senta-te
page-screen-code = Código QR do lugar { $number }
page-screen-sits = Alguém está a sentar-se…
page-screen-machine = Os telemóveis ainda não chegam a este computador.
page-screen-watch = assistir
page-screen-wins = { $count ->
    [1] uma partida ganha
   *[other] { $count } partidas ganhas
}
page-screen-full = Ecrã inteiro
page-screen-show = Mostrar à sala toda
page-screen-phone = Outro telemóvel…
page-screen-phone-title = Outro telemóvel para { $name }?
page-screen-phone-say = O telemóvel que tem agora este lugar fica de fora. Aparece aqui um código novo: quem o ler fica com o lugar.
page-screen-phone-yes = Mostrar um código novo
page-screen-no-place = Este navegador não pode mostrar a mesa. Usa o link para assistir.
page-hand-hide = Ocultar as minhas cartas
page-hand-hidden = As tuas cartas estão ocultas.
page-hand-show = Toca para as veres outra vez.

# One device, several people

page-pass-title = Agora é a vez de { $name }
page-pass-why = Passa o dispositivo a { $name }. Mais ninguém deve olhar agora.
page-pass-ready = Sou { $name }
page-pass-to = Passar a { $name }

# The menu

page-sound = Som
page-speed = Jogadas dos outros
page-speed-slow = Lentas
page-speed-normal = Normais
page-speed-fast = Rápidas
page-speed-step = Passo a passo
page-speed-none = Conforme vêm
page-windows = O teu lugar está aberto em { $count } janelas.
page-looked = Às { $time } alguém viu as tuas cartas a partir de outra janela: tem um link do teu lugar.
page-lock-seat = Deixá-lo só nesta janela
page-new-key-fold = Quem pode abrir o meu lugar
page-new-key = Fazer uma chave nova para o meu lugar
page-new-key-why = Uma chave nova deixa de fora todas as outras pessoas que tenham um link do teu lugar.
page-new-key-done = O teu lugar tem uma chave nova
page-new-key-say = Os links antigos já não funcionam. Para o abrires noutro dispositivo teu, usa este link:
page-new-key-link = O novo link do teu lugar
page-resign = Desistir…
page-resign-title = Desistir?
page-resign-say = Dás esta partida por perdida. Não dá para voltar atrás.
page-resign-yes = Desistir
page-leave = Sair da mesa…
page-leave-title = Sair da mesa?
page-leave-say = Os outros vão ver, e pode ficar um bot a jogar por ti. Podes voltar quando quiseres.
page-leave-yes = Sair
page-delete = Apagar a mesa…
page-delete-title = Apagar a mesa?
page-delete-say = Desaparece para todos, com as suas partidas e os registos.
page-delete-yes = Apagar
page-practice = Treino
page-about-table = Sobre esta mesa
page-about-sealed = Tudo foi baralhado antes da partida. No fim, este dispositivo verifica que nada foi trocado.
page-react = Reagir
page-react-hello = Olá!
page-react-thanks = Agradeço!
page-react-well-played = Bem jogado!
page-react-clap = Bravo!
page-react-laugh = Ah ah!
page-react-wow = Uau!
page-react-oops = Ups!
page-react-thinking = Hum…

# After the game

page-score-draws = { $count ->
    [1] um empate
   *[other] { $count } empates
}
page-rematch = Outra partida
page-wants-rematch = Com vontade de outra partida: { $names }
page-step-through = Rever
page-download = Descarregar o registo
page-fair = Como funciona?
page-fair-how = Antes da partida o servidor criou uma semente secreta e mostrou o selo dela, um código que não serve para nenhuma outra semente. Depois, cada dispositivo juntou um número seu, ao acaso. Foi com tudo isto em conjunto que se baralhou, por isso ninguém pôde escolher nada.
page-fair-commitment = Selo
page-fair-seed = Semente
page-fair-salt = Sal
page-fair-nonce = Número de { $name }
page-fair-check = Para verificares tu toda a distribuição, descarrega o registo e corre:
page-fair-own = Jogo limpo: este dispositivo ajudou a baralhar e verificou que nada foi trocado.
page-fair-sealed = Baralhado antes da partida; este dispositivo verificou que nada foi trocado.
page-fair-since = Este dispositivo chegou quando já estava tudo baralhado. Só pode dizer que desde então nada foi trocado.
page-fair-without = { $count ->
    [1] Não ajudou a baralhar, porque a partida começou sem ti.
   *[other] Não ajudou a baralhar por todos, porque a partida começou antes de estarem todos.
}
page-fair-wrong-seal = Atenção: esta não é a distribuição que foi selada no início. O servidor mudou-a. Não confies nesta partida!
page-fair-wrong-number = Atenção: o servidor deixou de fora o número que este dispositivo deu para a distribuição. Não confies nesta partida!
page-fair-practice = Treino: esta partida começou numa posição dada, ou houve jogadas desfeitas.

# Replay

page-replay = Passo a passo
page-replay-comment = com comentário
page-replay-deal = A partida começa.
page-replay-count = Passo { $step } de { $steps }
page-replay-first = Para o início
page-replay-back = Um passo atrás
page-replay-forward = Um passo à frente
page-replay-last = Para o fim
page-replay-slider = Passo
page-replay-another = Ver outra partida
page-eyes = Pelos olhos de quem?
page-eyes-all = Cartas à mostra
page-eyes-spectator = Quem assiste

# A lesson

page-learn = Aprender { $game }
page-learn-link = Aprender no tabuleiro
page-learn-count = Lição · { $step } de { $steps }
page-learn-skip = Saltar
page-learn-back = Atrás
page-learn-next = Seguinte
page-learn-again = Tentar outra vez
page-learn-play = Jogar até ao fim
page-learn-whole = Jogar uma partida inteira
page-learn-you = Tu
page-learn-rival = Oponente
page-learn-offer = É a primeira vez? Aprende um jogo em dois minutos
page-learn-offer-no = Agora não

## The explorer on the page

explore-title-win = { $how ->
    [all] Vitória em { $count ->
        [1] um turno
       *[other] { $count } turnos
    }, faças o que fizeres
    [one] Vitória em { $count ->
        [1] um turno
       *[other] { $count } turnos
    }, se descobrires o único turno que serve
   *[some] Vitória em { $count ->
        [1] um turno
       *[other] { $count } turnos
    }
}
explore-title-draw = { $how ->
    [all] Empate, faças o que fizeres
    [one] Empate, se descobrires o único turno que serve
   *[some] Empate
}
explore-title-loss = Derrota em { $count ->
    [1] um turno
   *[other] { $count } turnos
}, faças o que fizeres
explore-turns-possible = { $count ->
    [1] Aqui é possível um turno
   *[other] Aqui são possíveis { $count } turnos
}{ $groups ->
    [one] {""}
   *[other] , { $groups } sem contar imagens em espelho
}.
explore-turns-win = { $count ->
    [1] Um ganha.
   *[other] { $count } ganham.
}
explore-turns-draw = { $count ->
    [1] Um empata.
   *[other] { $count } empatam.
}
explore-turns-lose = { $count ->
    [1] Um perde, em { $slowest }.
   *[other] { $count } perdem, o mais lento em { $slowest }.
}
explore-due-flip = { $name } a jogar · passo 1: virar
explore-due-place = { $name } a jogar · colocar uma pedra
explore-due-move = { $name } a jogar
explore-leads-win = ganha em { $count }
explore-leads-draw = empate
explore-leads-loss = perde em { $count }
explore-holding = { $count ->
    [0] nenhum de { $turns } serve
    [1] um de { $turns } serve
   *[other] { $count } de { $turns } servem
}
explore-line-win = { $winner } ganha
explore-only-first = { $value ->
    [win] a única que ganha
   *[draw] a única que segura o empate
}
explore-only-one-of = { $value ->
    [win] começa o único turno que ganha
   *[draw] começa o único turno que segura o empate
}
explore-part-flip = Virar, depois colocar
explore-part-place = Só colocar
error-no-set-up = As posições de { $game } não se podem preparar à mão.
page-explore = Explorar
page-explore-named = Explorar { $game }
page-explore-title = { $game } · Explorar
page-explore-first = Para a primeira posição
page-explore-back = Atrás
page-explore-forward = À frente
page-explore-set-up = Preparar…
page-explore-link = Link
page-explore-link-field = Um link para esta posição
page-explore-choices = O que se pode fazer, a partir do melhor
page-explore-then = depois { $move }
page-explore-ways-say = de { $ways } maneiras, contando imagens em espelho
page-explore-line = O melhor jogo a partir daqui
page-explore-line-wait = Um momento…
page-explore-replies = O que o outro jogador pode responder
page-explore-tree = O caminho até aqui
page-explore-tree-start = Primeira posição
page-explore-rules = Regras da casa
page-explore-more = { $count ->
    [1] Mais uma
   *[other] Mais { $count }
}
page-explore-lay = Escolhe uma pedra e toca nas casas onde ela deve ficar. Um segundo toque tira-a.
page-explore-remove = Tirar
page-explore-due = O que se segue
page-explore-position = Posição em notação
page-explore-read = Ler
page-explore-show = Explorar esta
page-explore-cancel = Cancelar
page-explore-empty = Limpar o tabuleiro

## The review on the page

page-review = Análise
page-review-named = Análise · { $game }
page-review-exact = exata
page-review-by-search = por pesquisa
page-review-progress = Jogadas avaliadas: { $done } de { $total }
page-review-stop = Parar
page-review-stopped = Análise parada. Jogadas avaliadas: { $done } de { $total }.
page-review-failed = A análise interrompeu-se. Jogadas avaliadas: { $done } de { $total }.
page-review-go-on = Continuar
page-review-accuracy = { $name }: precisão { $accuracy }
page-review-accuracy-means = A precisão diz que parte das probabilidades de quem joga foi mantida por cada jogada, em média.
page-review-turn = turno { $turn } de { $turns }
page-review-heading = { $turn }. { $name }: { $label }
page-review-you = { $name } (tu)
page-review-better = Melhor: { $best }
page-review-curve = As probabilidades, turno a turno
page-review-wins = { $name } ganha
page-review-draw = empate
page-review-loses = { $name } perde
page-review-moments = O que decidiu
page-review-moves = Todas as jogadas
page-review-play = Continuar a jogar daqui
page-review-none = Abre uma partida acabada, ou o registo de uma.
page-review-nothing = Nenhum erro decidiu esta partida.
error-no-review = Essa análise já não existe. Pede-a outra vez.

## Lists and counts

games-id = id
games-name = jogo
games-players = jogadores
games-minutes = minutos
games-editions = edições
games-line = o que é
games-next = Joga com «rowdy play ID»; lê as regras com «rowdy rules ID».
marks-xoxo = Os teus objetivos mostram-se assim que a sua linha estiver feita. Toca num para o manteres secreto.
rules-typing = Como se escreve aqui uma jogada
rules-rulings = Regras da casa
rules-decisions = O que decidimos
rules-editions = Edições
rules-shown = Este é o jogo segundo: { $edition }; regras da casa alteradas: { $rulings }. Onde aparece entre parênteses o nome de uma regra da casa, podes escolher outra coisa: vê mais abaixo.
rules-own-cards = As tuas cartas
rules-other-cards = As cartas do outro jogador
rules-tokens = { $colour }: { $count ->
    [1] uma ficha
   *[other] { $count } fichas
}
rules-default = (predefinição: { $option })
rules-here = (aqui: { $option })
rules-book-says = { $says } ({ $books })
rules-number = { $number } { $text }
# $said is what the rulebooks say, each with their languages in brackets: “the whole stack (Italian, Portuguese); …”.
rules-books = Os regulamentos: { $said }.
# What a house rule changes. Each of these is a sentence by itself; several may follow each other.
# $winner is who can force a win.
consequence-solved = { $winner ->
    [first] Com jogo perfeito, quem começa consegue sempre ganhar.
    [second] Com jogo perfeito, quem joga em segundo consegue sempre ganhar.
   *[draw] Com jogo perfeito, ninguém consegue garantir a vitória.
}
consequence-usual = Esta é a regra habitual.
# $draws, $first and $fair are in percent.
consequence-figures = Com as regras habituais, uma partida dura cerca de { $moves } jogadas, { $drawn ->
    [none] nenhuma acaba empatada
    [few] quase nenhuma acaba empatada
   *[some] { $draws } % acabam empatadas
}, e quem começa fica com { $first } % dos pontos ({ $fair } % seria o justo).
consequence-length = { $change ->
    [more] As partidas duram cerca de { $percent } % mais do que é habitual.
   *[fewer] As partidas duram cerca de { $percent } % menos do que é habitual.
}
consequence-draws = { $change ->
    [more] Há mais empates: { $now } % das partidas, em vez dos habituais { $before } %.
   *[fewer] Há menos empates: { $now } % das partidas, em vez dos habituais { $before } %.
}
consequence-first = { $change ->
    [more] Começar vale mais: quem começa fica com { $now } % dos pontos, em vez dos habituais { $before } %.
   *[fewer] Começar vale menos: quem começa fica com { $now } % dos pontos, em vez dos habituais { $before } %.
}
# $reason is one of decided-…, such as “with an empty pile”.
consequence-reason = { $change ->
    [more] Há mais partidas que acabam { $reason }: { $now } %, em vez dos habituais { $before } %.
   *[fewer] Há menos partidas que acabam { $reason }: { $now } %, em vez dos habituais { $before } %.
}
consequence-no-difference = Entre bots, não encontrámos diferença em relação à regra habitual em { $games } partidas.
# $bot is a level, such as “medium”; $edition as in “German rulebook”.
consequence-measured = Os números vêm de { $games } partidas com cada opção, entre bots do nível «{ $bot }»; tudo o resto segundo: { $edition }.
# $text are some of the sentences above; $players is a list of numbers, such as “3 and 4”.
consequence-players = Com { $players } jogadores: { $text }
consequence-with-row-enclosed = Com linhas cercadas: { $text }
says-silent = nada sobre isto
says-players-agree = os jogadores combinam
says-unclear = pode ler-se de mais do que uma maneira
book-all = todos
book-de = alemão
book-en = inglês
book-nl = neerlandês
book-it = italiano
book-pt = português
book-sv = sueco
book-da = dinamarquês
book-ru = russo
bots-name = bot
bots-games = joga
bots-set = definições
bots-line = o que faz
bots-every = todos
bots-switches = Para experiências, também podes definir como pesquisam casual, medium, skilled, advanced, strong e mcts: { $settings }
bots-next = Joga com «rowdy play GAME --seats you,BOT».
bot-beginner = Joga como se fosse a primeira vez, e escapa-lhe muita coisa.
bot-easy = Joga à primeira vista, e de vez em quando escapa-lhe uma linha ou uma defesa.
bot-casual = Em algumas jogadas pensa à frente, e nas outras faz o que parece melhor.
bot-medium = Pensa um pouco à frente, mas distrai-se muitas vezes.
bot-skilled = Pensa à frente, mas distrai-se de vez em quando.
bot-advanced = Pensa bem à frente, mas às vezes ainda se engana.
bot-strong = Pensa à frente até um segundo, adivinha o que tens na mão, e nunca se distrai.
bot-partner = Fica com o nível contra o qual ganhas cerca de metade das partidas, pelas que acabaste no terminal.
# $level is one of the levels, such as “casual”; $games counts finished games of this kind.
partner-begins = O teu parceiro começa como «{ $level }». Pelos teus resultados, há de encontrar o nível contra o qual ganhas cerca de metade das partidas.
partner-plays = { $games ->
    [1] Pela tua última partida, o teu parceiro joga como «{ $level }».
   *[other] Pelas tuas últimas { $games } partidas, o teu parceiro joga como «{ $level }», para que ganhes cerca de metade.
}
bot-greedy = Faz o que parece melhor no momento, e nunca pensa à frente.
bot-random = Faz uma jogada permitida qualquer.
bot-perfect = Nunca comete um erro.
bot-mcts = A pesquisa pura, com que pensam os níveis de casual para cima.
bot-guest = De { $package }.
bot-engine = Um programa à parte, juntado neste computador.
engines-name = nome
engines-command = comando
engines-none = Não foi juntado nenhum motor. «rowdy engines --help» diz como.
engines-added = { $name } já está entre os bots ({ $called }). Experimenta: rowdy play --seats you,{ $name }
engines-removed = { $name } já não está entre os bots.
prepare-xoxo = XOXO
prepare-djeco = Djeco
prepare-flip = Rubik’s Tac Toe e XOXO²
prepare-perfect = jogo perfeito
prepare-line = A compilar ({ $number } de { $all }): { $what }
prepare-done = Compilado em { $seconds } s.
prepare-nothing = Já está tudo compilado.
prepare-no-compiler = O Numba não está instalado, por isso nada se pode compilar: os bots jogam na mesma, mas pensam de forma mais simples.
prepare-not-kept = Não se consegue escrever em { $path }: o que se compilasse não ficaria guardado, por isso nada foi compilado. Os bots jogam na mesma, mas ao princípio pensam de forma mais simples.
perft-from = A partir de: { $text }
perft-chance-all = Contam todos os resultados do acaso.
perft-chance-seed = O acaso é decidido pela semente { $seed }.
perft-actions = ações { $depth }: { $count } ({ $seconds } s)
perft-turns = turnos { $depth }: { $count } ({ $seconds } s)
replay-prompt = Passo { $at } de { $last } (Enter seguinte, b atrás, número, fim, q sair):
replay-help = Carrega em Enter para o passo seguinte, em b para o anterior, escreve um número para saltar, fim para o último, ou q para parar.
replay-comment = Nota: { $comment }
replay-step = Passo { $at }: { $move }
replay-deal = antes da primeira jogada
replay-no-more = A partida só tem { $last } passos: este é o fim.

## Perfect play

player-rubik-1 = X
player-rubik-2 = O
player-xoxo2-1 = Estrela
player-xoxo2-2 = Hexágono
verdict-draw = empate
verdict-win = { $winner } ganha em { $count ->
    [1] um turno
   *[other] { $count } turnos
}
label-win = { $winner } ganha em { $least }
label-win-range = { $winner } ganha em { $least } a { $most }
compiling = Um momento: a compilar. Só acontece uma vez neste computador.
preparing = O código está a ser compilado em segundo plano. Só acontece uma vez neste computador. Até lá, os bots que pesquisam pensam de forma mais simples, e o perfeito espera.
preparing-still = Ainda a compilar, ao fim de { $seconds } s.
prepared = Compilação acabada: a partir de agora os bots pensam com a força toda.
searching = Um momento: ainda a pesquisar.

solve-begin = A resolver { $game } com { $count ->
    [1] um thread
   *[other] { $count } threads
}.
solve-checking = a verificar
solve-found = { $count ->
    [1] Foi encontrada e verificada uma camada acabada
   *[other] Foram encontradas e verificadas { $count } camadas acabadas
}; continua-se com a camada { $stones }.
solve-found-all = As { $count } camadas já existiam e foram todas verificadas.
solve-layer = camada { $stones }
solve-rate = { $millions } milhões/s
solve-left = ainda { $time }
solve-line = Camada { $stones } feita: { $share } do total, { $rate }, { $left }
solve-interrupted = Parado. As camadas acabadas ficam guardadas: o mesmo comando continua a partir daí.
solve-stones = pedras
solve-positions = posições
solve-wins = vitórias
solve-draws = empates
solve-losses = derrotas
solve-in-all = ao todo
solve-counted = Posições no início de um turno, ganhas, empatadas ou perdidas para quem tem a vez; as imagens em espelho contam.
solve-value = Se ambos jogarem o melhor possível: { $value }.
solve-first-stone = primeira pedra
solve-first-squares = em
solve-first-value = leva a
solve-corner = canto
solve-edge = borda
solve-centre = centro
solve-cost = A resolução levou { $wall } s e { $cpu } segundos de CPU, sem o tempo para carregar ou compilar código: { $rate } milhões de posições por segundo de CPU, de { $positions } milhões. (As do início de um turno; as 32 imagens de cada uma, em espelho ou com todas as pedras de um jogador ao contrário, contam como uma.)
solve-memory = Usou no máximo { $size } GB de memória.
solve-used = A solução está em { $path } e passa a ser usada a partir de agora.
solve-elsewhere = A solução está em { $path }. O Rowdy só usa uma solução por si se ela estiver em { $usual }

explore-source-solution = As respostas vêm da solução em { $path }
explore-source-opening = As respostas vêm das primeiras camadas, que fazem parte do Rowdy, e de uma pesquisa.
explore-source-search = As respostas vêm de uma pesquisa.
explore-refused = A solução que está neste computador não é usada. { $reason }
explore-position = Posição: { $text }
explore-value = { $value }.
explore-value-draw = Empate.
explore-flips = Turno { $turn }: { $name } vira. Viragens a partir da melhor, cada uma pelo melhor turno que começa:
explore-places = Turno { $turn }: { $name } coloca uma pedra. Possibilidades, a partir da melhor:
explore-moves = Turno { $turn }: { $name } joga. Jogadas, a partir da melhor:
explore-turns = Turnos inteiros de { $name }, a partir do melhor:
explore-more = … mais { $count }
explore-all = «tudo» mostra a lista toda.
explore-only = única
explore-only-win = única: tudo o resto deita fora a vitória.
explore-only-draw = única: tudo o resto perde.
explore-only-turn-win = única: { $turn } é o único turno que mantém a vitória.
explore-only-turn-draw = única: { $turn } é o único turno que não perde.
explore-line = Linha principal
explore-prompt-flip = { $name } vira (Enter melhor, número, jogada, turnos, b atrás, ? ajuda, q sair):
explore-prompt-place = { $name } coloca uma pedra (Enter melhor, número, jogada, b atrás, ? ajuda, q sair):
explore-prompt-move = { $name } joga (Enter melhor, número, jogada, b atrás, ? ajuda, q sair):
explore-prompt-over = A partida acabou (b atrás, início, ? ajuda, q sair):
explore-over = Já não se pode jogar: a partida acabou. b volta atrás.
explore-last = Este é o último passo: não há mais nada à frente.
explore-first = Esta é a primeira posição: não há nada para trás.
explore-help =
    Enter continua com a primeira jogada da lista, um número com outra.
    Ou escreve uma jogada: uma viragem como b3-b4, uma pedra colocada como a@d1, ou um turno inteiro como b3-b4 a@d1.
    Escreve uma posição como ..../.B../..Bb/.... flip para ires até ela, ou início para ires para o início do jogo.
    b volta um passo atrás, b 3 três passos, f anda outra vez para a frente. turnos lista os turnos inteiros, tudo a lista toda, tabuleiro mostra tudo de novo.
    q sai.
explore-help-words =
    «X ganha em 5» quer dizer se ambos jogarem o melhor possível: quem ganha despacha-se, quem perde demora. Contam os turnos dos dois, incluindo este e o último.
    ×2 indica duas jogadas que vão dar ao mesmo: uma imagem em espelho, ou todas as pedras de um jogador ao contrário.
    «única» marca a única jogada, fora as imagens em espelho, que mantém uma vitória ou um empate.

## Hints and review

percent = { $number } %
hint-only = Só é possível uma jogada: { $move }.
hint-move = Dica: { $move }.
hint-win = { $count ->
    [1] Ganha já.
   *[other] Ganha em { $count } turnos, contando os dos dois{ $alone ->
        [yes] ; tudo o resto deita fora a vitória
       *[no] {""}
    }.
}
hint-draw = { $alone ->
    [yes] É o único turno que segura o empate.
   *[no] Segura o empate.
}
hint-loss = Contra o melhor jogo, todos os turnos perdem; este é o que aguenta mais, { $count } turnos, contando os dos dois.
hint-share = As tuas probabilidades depois dela: cerca de { $share }.
hint-line = Põe em linha: { $cards }.
hint-tokens = { $count ->
    [1] Dá-te uma ficha.
   *[other] Dá-te { $count } fichas.
}
hint-next = A seguir vêm: { $moves }.
hint-other = { $move } ({ $value })
hint-as-good = mais ou menos tão boa
hint-keep = Por agora é melhor esconder { $cards }: escreve primeiro «esconder { $order }».
hint-hold = Por agora é melhor esconder { $cards }: escolhe primeiro «{ page-goal-hold }».
move-flip = virar a pedra de { $source } para { $target }
move-place = colocar { $stone } em { $square }
move-play = jogar { $card } em { $square }
move-own = pôr em { $square } a peça de cima do { $form ->
    [their] próprio
   *[your] teu
} monte
move-draw = pôr em { $square } a peça de cima do monte comum
move-yellow = { $count ->
    [0] retirar a pilha de { $square } com uma carta amarela
    [1] retirar a carta de cima de { $square } com uma carta amarela
   *[other] retirar as { $count } cartas de cima de { $square } com uma carta amarela
}
move-green = retirar a linha { $first }–{ $last } com uma carta verde
move-pass = passar

mark-best = melhor
mark-good = boa
mark-inaccuracy = imprecisão
mark-mistake = erro
mark-blunder = erro grave
mark-forced = forçada
review-title = { $game }. Lugares: { $seats }.
review-exact = Cada turno é comparado com o jogo perfeito. «Vitória em 5» conta os turnos dos dois, incluindo este.
review-search = Cada jogada é avaliada por uma pesquisa de { $sims } simulações, a partir do que quem jogava podia saber naquele momento. As percentagens são as probabilidades de quem joga: uma vitória conta por inteiro, um empate ou uma vitória partilhada em parte.
review-playouts = Cada jogada é avaliada por { $sims } partidas jogadas ao acaso até ao fim, a partir do que quem jogava podia saber naquele momento{ $numba ->
    [missing] ; com o Numba instalado, uma pesquisa avaliaria melhor
   *[useless] {""}
}. As percentagens são as probabilidades de quem joga: uma vitória conta por inteiro, um empate ou uma vitória partilhada em parte.
review-progress = a avaliar
review-line = { $name }, { $move }: { $verdict }
review-show = mostrar { $cards }
review-show-nothing = não mostrar nada
review-best = melhor, { $value }
review-worse = { $mark }, { $value }; melhor { $best } ({ $better })
review-forced = forçada
review-draw = empate
review-win = vitória em { $count }
review-loss = derrota em { $count }
review-dropped = { $mark }: { $before } → { $after }
review-gave = { $before ->
    [win] { $after ->
        [draw] deixa fugir a vitória para um empate
       *[loss] transforma uma vitória em derrota
    }
   *[draw] deita fora o empate
}
review-slower = { $value ->
    [win] ainda ganha, mas em { $after } turnos e não em { $before }
   *[loss] perde em { $after } turnos, e não em { $before }
}
review-kept = { $count ->
    [1] { $value ->
        [win] a única que ganha
       *[draw] a única que segura o empate
    }
   *[other] { $value ->
        [win] uma das { $count } que ganham
       *[draw] uma das { $count } que seguram o empate
    }
}
claim-then = { $first }, depois { $second }
claim-missed-win = Dava para ganhar logo: { $moves }{ $row ->
    [yes] , o que faz { $line }
   *[no] {""}
}.
claim-gives-win = Agora { $rival } pode { $moves } e ganhar já{ $row ->
    [yes] {" "}com { $line }
   *[no] {""}
}.
claim-keeps = { $value ->
    [win] Isto teria mantido a vitória: { $moves }.
   *[draw] Isto teria segurado o empate: { $moves }.
}
claim-every-turn-loses = A partir daqui todos os turnos perdem{ $held ->
    [yes] ; o último que servia era { $moves }, no turno { $turn }
   *[no] {""}
}.
claim-makes-lines = { $own ->
    [yes] Isto fez várias linhas de uma vez, { $lines }, que valem { $count } fichas.
   *[no] Isto fez várias linhas de uma vez, { $lines }: { $count } fichas para { $who }.
}
claim-could-show = Aqui podia ter-se mostrado: { $cards }.
claim-suggests = { $more ->
    [yes] Por tudo o que { $witness } podia saber, isto tornou mais provável { $card } na mão de { $who }: { $before } → { $after }.
   *[no] Por tudo o que { $witness } podia saber, isto tornou menos provável { $card } na mão de { $who }: { $before } → { $after }.
}
claim-held = Nesse momento { $who } tinha na mão: { $cards }.
review-none = Ainda não há nenhuma jogada para avaliar.
review-stopped = { $count ->
    [0] Análise parada antes de qualquer jogada ser avaliada.
    [1] Análise parada depois de uma jogada. Até agora:
   *[other] Análise parada depois de { $count } jogadas. Até agora:
}
review-unfinished = A partida não acabou. Até agora:
review-seat = quem joga
review-accuracy = precisão
review-accuracy-means = A precisão diz que parte das probabilidades de quem joga foi mantida por cada jogada, em média.
review-course = As probabilidades de cada um, turno a turno:
review-course-plain = As probabilidades de cada um, turno a turno, em décimos:

## Verifying

verify-verdict-holds = Certo
verify-verdict-fails = Errado
verify-verdict-open = Não verificado
verify-verdict-aside = Nota
verify-line = { $verdict }: { $text }
verify-legal = A partida é válida: { $count } entre jogadas, respostas e resultados do acaso, e o resultado «{ $result }».
verify-illegal = A partida não é válida. { $cause }
verify-unfinished = Até agora a partida é válida ({ $count } entre jogadas, respostas e resultados do acaso), mas não acabou.
verify-position = A partida não começou no início, mas numa posição que alguém escolheu: não pode ter sido uma distribuição justa.
verify-sealed = A semente é a que foi fechada com o selo { $commitment }. Compara-o com o que te foi mostrado antes da partida.
verify-other-seed = A semente não é a que foi selada: não bate certo com o selo.
verify-seed-later = A semente só se mostra quando a partida acabar.
verify-eyes = Esta é a vista de um lugar ou de quem assiste, por isso não tem semente: tem-na o registo completo.
verify-no-seed = O registo não tem semente: perdeu-se ou foi cortada.
verify-no-commitment = A semente não foi selada: alguém pode tê-la escolhido, e com ela as cartas.
verify-dealt = { $count ->
    [1] O único resultado do acaso é o que a semente e os nonces dão.
   *[other] Os { $count } resultados do acaso são os que a semente e os nonces dão, pela mesma ordem.
}
verify-dealt-otherwise = O resultado do acaso número { $number } é { $found }, mas a semente e os nonces dão { $due }.
verify-not-dealt = O acaso só se pode recalcular a partir do registo completo, com a semente que foi selada.
verify-no-chance = Neste jogo não há acaso, por isso nada foi distribuído.
verify-nonces = { $count ->
    [1] O lugar { $seats } juntou
   *[other] Os lugares { $seats } juntaram
} um nonce à semente.
verify-no-nonces = Nenhum lugar juntou um nonce à semente: quem a fez podia ter escolhido as cartas.
verify-same-nonce = O nonce do lugar { $seat } é o que deste.
verify-other-nonce = O nonce do lugar { $seat } não é o que deste.
verify-not-sealed = A semente só sela o acaso. Os nomes, as jogadas e a marca «Practice» são o que o registo diz: --server compara-os com o registo da própria mesa.
verify-server-same = O servidor tem o mesmo registo desta partida.
verify-server-headers = O registo desta partida no servidor é diferente em: { $names }.
verify-server-turns = O registo desta partida no servidor tem outras jogadas.
verify-server-none = A mesa não tem nenhuma partida com este selo.
verify-server-later = Uma partida da mesa ainda está a decorrer, e o seu registo ainda não se mostra.
verify-end-whole = Tudo o que foi verificado bate certo.
verify-end-part = Não se encontrou nada de errado, mas nem tudo pôde ser verificado.
verify-end-wrong = Algo não bate certo: não foi assim que a partida foi distribuída e jogada.

## Comparing bots

arena-title = { $game }, { $seats } lugares: { $bots }
arena-most = No máximo { $count ->
    [1] uma partida
   *[other] { $count } partidas
}, em { $rounds } de { $matches }; semente { $seed }.
arena-rounds = { $count ->
    [1] uma ronda
   *[other] { $count } rondas
}
arena-games = { $count ->
    [1] Uma partida
   *[other] { $count } partidas
} em { $rounds }
arena-log = Diário: { $path }
arena-torn = A última linha estava incompleta e foi posta de lado.
arena-found = { $count ->
    [1] Uma partida já está no diário.
   *[other] { $count } partidas já estão no diário.
}
arena-no-compiler = Aqui falta o Numba, por isso estes bots pesquisam sem código compilado e jogam pior: { $bots }.
arena-aside = O diário antigo é agora { $path }
arena-shares = { $shares } ± { $width } %
arena-line = { $count } de { $goal } partidas: { $shares }; { $left }
arena-bot = bot
arena-won = ganhas
arena-shared = partilhadas
arena-lost = perdidas
arena-share = quota (%)
arena-fair = × justa
arena-elo = Elo
arena-mean = s/jogada
arena-longest = máx.
arena-points = { $games }. Uma partida vale um ponto, dividido depois de um empate ou de uma vitória partilhada; a quota é a de um lugar. ± é o intervalo a 95 %.
arena-elo-from = O Elo é em relação a { $bot }.
arena-nothing = Ainda não acabou nenhuma ronda, por isso não há nada para comparar.
arena-narrow = Conhecido bem o bastante: ± { $width } %; pediste ± { $wanted } %.
arena-wide = Ainda não conhecido bem o bastante: ± { $width } %; pediste ± { $wanted } %. Dá mais --games para continuar a partir daqui.
arena-interrupted = Parada. Todas as partidas acabadas estão no diário: o mesmo comando{ $fresh ->
    [yes] , sem --fresh,
   *[no] {""}
} continua a partir daí.
arena-rest = { $count ->
    [1] Uma partida pertence a uma ronda por acabar e ainda não conta.
   *[other] { $count } partidas pertencem a rondas por acabar e ainda não contam.
}
arena-plot = Imagem: { $path }
study-title = O que mudam as regras da casa em { $game }: { $edition }, { $bot } em cada lugar
study-most = { $count ->
    [1] Uma combinação
   *[other] { $count } combinações
}, { $games } partidas cada, semente { $seed }
study-setting = { $number } de { $all }: { $what }
# $rulings are the changed house rules, such as “piles=en”.
study-name = { $seats } lugares, alteradas: { $rulings }
study-written = Escrito: { $path }
study-about = O que mudam as regras da casa em { $game }: { $edition }
study-how = { $games } partidas com cada opção, { $bot } em cada lugar, semente { $seed }; Rowdy { $rowdy }, código { $code }. ± é o intervalo a 95 %. A quota do primeiro lugar é a sua parte dos pontos: cada partida dá um, dividido depois de um empate ou de uma vitória partilhada.
study-seats = ({ $seats } lugares)
study-option = opção
study-moves = jogadas
study-first = primeiro lugar
study-draws = empates
study-ends = como acabam as partidas
plot-share = quota dos pontos (%), intervalo a 95 %
plot-fair = quota justa
plot-elo = Elo acima de { $bot }, intervalo a 95 %
plot-about = { $games }, semente { $seed }

## Why nothing can be done where somebody points
why-over = A partida acabou.
# $who is a name.
why-not-your-turn = Ainda não é a tua vez: joga { FORM($who, "mid") }.
why-must-pass = Agora não tens cartas para jogar, por isso passa.
why-own-stone = Esta pedra é tua. Tens de virar uma do outro jogador.
why-no-stone = Aqui não há nenhuma pedra. Escolhe uma do outro jogador para virar.
why-no-room = Esta pedra não se pode virar: não tem nenhuma casa vazia ao lado.
why-flipped-already = Já viraste. Agora coloca uma pedra tua numa casa vazia.
why-flip-due = Primeiro vira uma pedra do outro jogador, depois coloca uma das tuas.
why-not-adjacent = Uma pedra vira-se para uma casa mesmo ao lado, nunca na diagonal.
why-occupied = { $square } está ocupada.
why-just-laid = Esta peça acabou de ser posta, por isso ainda não se pode cobrir.
why-display-not-full = Só se podem cobrir peças quando houver nove.
why-not-adjacent-tile = Uma peça tem de tocar noutra, lado com lado.
why-not-middle = Com a mesa vazia, começa-se no meio.
why-outside-field = Assim não cabia numa grelha de três por três.
why-off-field = As cartas só vão para os quadrados de { $first } a { $last }.
why-other-number = Aqui está um { $number }, e só outro { $number } o pode cobrir.
why-no-card-fits = Aqui está um { $number }, e não tens nenhuma carta que o possa cobrir.
why-nothing-there = Aqui não há nada para retirar.
why-line-not-filled = Uma carta verde retira uma linha de três quadrados cheios. Por este não passa nenhuma.
# $colour is red, blue, yellow or green, $number is 0 for the last two.
why-cannot-play = { $colour ->
    [red] O { $number } vermelho não se pode jogar agora: nenhum quadrado está vazio, e não há um { $number } para cobrir.
    [blue] O { $number } azul não se pode jogar agora: nenhum quadrado está vazio, e não há um { $number } para cobrir.
    [yellow] Agora não há nada para retirar com uma carta amarela.
   *[green] Agora não há nenhuma linha para retirar com uma carta verde.
}
why-any = Agora não dá.

## Errors: what and why

error-over = { $move } não se pode jogar: a partida acabou.
error-not-your-turn = { $move } não se pode jogar: não é a tua vez.
error-place-due = { $move } é uma viragem, mas agora é altura de colocar uma pedra, por exemplo A@d1 ou a@d1.
error-flip-due = { $move } coloca uma pedra, mas primeiro tens de virar uma do oponente, por exemplo { $flip }.
error-no-stone = { $move } não é possível: não há nenhuma pedra em { $square }.
error-own-stone = { $move } não é possível: a pedra em { $square } é tua, e só podes virar as do oponente.
error-not-adjacent = { $move } não é possível: { $square } não fica mesmo ao lado (as diagonais não contam).
error-occupied = { $move } não é possível: { $square } está ocupada.
error-not-your-stone = { $move } não é possível: essa pedra é do outro jogador.
error-off-board = { $square } não fica no tabuleiro.
error-no-window = { $move } não é possível: agora não se está a perguntar a ninguém se mostra cartas.
error-not-due = { $move } não pode sair agora por acaso.
error-chance-due = { $move } ainda não se pode jogar: primeiro é a vez do acaso.
error-window-open = { $move } ainda não se pode jogar: ainda se está a perguntar a todos se mostram cartas.
error-just-laid = { $move } não é possível: a peça em { $square } acabou de ser posta e não se pode cobrir.
error-display-not-full = { $move } não é possível: só se podem cobrir peças quando houver nove.
error-display-full = { $move } não é possível: já há nove peças, por isso a partir de agora cada peça cobre uma delas.
error-not-adjacent-tile = { $move } não é possível: { $square } não tem um lado em comum com uma peça.
error-not-middle = { $move } não é possível: com a mesa vazia, começa-se no meio, em c3.
error-outside-field = Assim não cabia numa grelha de três por três.
error-off-field = { $move } não é possível: { $square } não é um dos quadrados de { $first } a { $last }.
error-answered = Já respondeste.
error-no-line = { $card } não se pode mostrar: agora não há uma linha de três assim.
error-not-held = { $move } não é possível: { $card } não está na tua mão.
error-other-number = { $move } não é possível: a carta de cima em { $square } é { $top }, e só o mesmo número a pode cobrir.
error-yellow-count = { $move } não bate certo com a regra da casa: com yellow=stack escreve-se y@b3, com yellow=some é preciso o número de cartas, como em y2@b3.
error-nothing-there = { $move } não é possível: não há nada em { $square }.
error-too-many = { $move } não é possível: { $square } só tem { $height } { $height ->
    [1] carta
   *[other] cartas
}.
error-no-such-line = { $move } não indica uma linha de três.
error-line-not-filled = { $move } não é possível: essa linha tem quadrados vazios.
error-can-play = Tens uma carta para jogar, por isso não podes passar.
error-not-legal = { $move } não é possível agora.
error-not-an-action = { $move } não é uma ação deste jogo: usa parse_action para fazer uma a partir de um texto.
error-not-an-actor = { $actor } não faz parte desta partida: quem age é um lugar, de 0 a { $most }, ou o acaso.
error-hidden-hand = Aqui não se sabe o que pode fazer o lugar { $seat }: esta é a vista de outra pessoa, sem as cartas desse lugar.
error-unreadable-move = «{ $text }» não é uma jogada deste jogo.
error-part-of-move = «{ $text }» é só uma parte de uma jogada. Possíveis: { $moves }.
error-no-such-number = Não há nenhuma jogada { $text }: escreve um número de 1 a { $most }.
error-log-what = «{ $text }»: escreve «histórico» para veres os turnos até agora, ou «histórico tudo» para veres também todas as cartas e peças.
error-order-card = «{ $text }» não indica uma carta tua: { $known }, ou tudo.
undo-alone = Só podes desfazer jogadas quando és a única pessoa a jogar, contra bots.
undo-nothing = Não tens nenhuma jogada para desfazer.
error-save-where = Indica um ficheiro: guardar FICHEIRO
error-save-exists = { $path } já existe: indica um ficheiro novo.
error-ends-before = { $move } acaba a partida, por isso { $text } não pode vir a seguir.
error-save-failed = Não se consegue guardar em { $path }: { $reason }.

error-unreadable-position = Isto não é uma posição deste jogo: { $text }
error-position-order = Escreve esta posição pela ordem habitual: { $written }
error-perft-hidden = «{ $text }» tem cartas desconhecidas: só se pode contar a partir de uma posição completa.
error-stone-counts = Em «{ $text }» quem começou tem { $first } pedras e o outro jogador { $second }: quem começou deve ter as mesmas ou mais uma, e ninguém mais do que as que existem.
error-no-flip-exists = «{ $text }» diz flip, mas nenhuma pedra se pode virar: tem de dizer place.
error-unreadable-board = «{ $board }» não é um tabuleiro deste jogo.
error-unreadable-covered = Em «{ $text }» não se conseguem ler as peças cobertas.
error-unreadable-piles = «{ $piles }» não descreve os montes deste jogo.
error-unreadable-hands = «{ $hands }» não descreve as mãos deste jogo.
error-unreadable-cards = «{ $cards }» não se consegue ler como cartas.
error-unreadable-due = Em «{ $text }» a última parte, que diz o que se segue, não bate certo: { $due }
error-tile-count = Em «{ $text }» as peças dos montes, as da grelha e as cobertas não perfazem o baralho completo.
error-tile-twice = Em «{ $text }» há uma peça que aparece duas vezes.
error-tile-not-in-deck = Em «{ $text }» há uma peça que não faz parte do baralho.
error-pile-size = Um monte de { $size } é maior do que no início ({ $most }).
error-covered-early = Em «{ $text }» há peças cobertas, embora a grelha não esteja cheia.
error-last-tile = Em «{ $text }» a casa da última peça não bate certo com a grelha.
error-dealing = Em «{ $text }» as cartas dadas não batem certo com a ordem da distribuição.
error-hand-count = Em «{ $text }» um lugar tem cartas a mais ou a menos.
error-tiles-apart = Em «{ $text }» as peças da grelha não se tocam todas: cada uma põe-se ao lado de outra, lado com lado.
error-other-seat = Em «{ $text }» a vez é do lugar errado: depois de { $laid ->
    [1] uma peça
   *[other] { $laid } peças
}, é a vez do lugar { $seat }.
error-pile-turns = Em «{ $text }» o lugar { $seat } pôs { $own ->
    [1] uma peça
   *[other] { $own } peças
} do seu monte, mas { $turns ->
    [0] ainda não teve nenhum turno.
    [1] só teve um turno.
   *[other] só teve { $turns } turnos.
}
error-pile-used-up = Em «{ $text }» o monte vazio é o errado: a partida acaba com o primeiro, que é o do lugar { $seat } ou o monte comum.
error-pile-no-window = Em «{ $text }» ainda se podia mostrar uma carta com a peça que esvaziou um monte, o que a regra da casa last_window=no proíbe.
error-pile-tops = Em «{ $text }» os montes que vão mostrar a peça de cima não batem certo: depois da distribuição é monte a monte, mais tarde só o monte que foi usado.
error-shown-early = Em «{ $text }» a carta { $card } está à mostra, mas não pode ter havido uma linha de peças assim.
error-shown-last = Em «{ $text }» alguém mostrou a última carta, mas nenhuma dessas cartas tem uma linha.
error-card-twice = Em «{ $hands }» uma carta aparece duas vezes, ou há mais cartas de um tipo do que existem.
error-card-count = Em «{ $text }» há mais cartas do que o jogo tem: { $card }.
error-off-middle = Em «{ $text }» o meio, c3, nunca foi usado, mas a primeira carta vai sempre para lá.
error-off-middle-tile = Em «{ $text }» não há nenhuma peça no meio, em c3, mas a primeira vai sempre para lá.
error-used-off-field = Em «{ $text }» foi usado um quadrado fora da grelha de { $first } a { $last }.
error-used-though-empty = Em «{ $text }» há quadrados marcados como usados, mas a mesa está vazia, e então nenhum conta como usado.
error-unequal-stack = Em «{ $text }» há cartas empilhadas com números diferentes.
error-token-count = «{ $tokens }» não descreve as fichas deste jogo.
error-discard-cleared = Em «{ $text }» o pote não bate certo: uma carta amarela retira pelo menos uma carta, uma verde uma linha inteira, e sem elas nada se retira.
error-cards-played = Em «{ $text }» diz-se que { $played ->
    [1] foi jogada uma carta
   *[other] foram jogadas { $played } cartas
}, mas na mesa e no pote há { $lying ->
    [1] uma.
   *[other] { $lying }.
}
error-played-on = Em «{ $text }» diz-se que foram jogadas { $played } cartas, mas a partida acaba ao fim de { $most }.
error-squares-cleared = Em «{ $text }» há quadrados de onde se retiraram cartas, mas foram jogadas poucas cartas para isso.
error-other-starter = Em «{ $text }» ainda nada foi jogado, por isso tem de ser a vez do lugar { $seat }, que começa.
error-token-split = Em «{ $text }» as fichas não podem estar { $first }:{ $second } ao fim de { $played ->
    [1] uma carta
   *[other] { $played } cartas
}: a partida já teria acabado, ou houve turnos a menos.
error-line-unpaid = Em «{ $text }» há uma linha de uma só cor, mas ninguém tem a ficha dela.
error-passed-though = Em «{ $text }» o lugar { $seat } passou, mas podia ter jogado.
error-draws-due = Em «{ $text }» as idas ao baralho não batem certo ({ $draws }): quem jogou vai buscar uma carta e, se ninguém pode jogar, cada um vai buscar uma, a começar pelo lugar que tem a vez.
error-hands-unequal = Em «{ $text }» as mãos têm { $first } e { $second } cartas: enquanto houver baralho, ambas têm o mesmo número, fora as cartas que ainda se vão buscar.

error-deck-count = Linha { $line }: um baralho precisa de { $expected } entradas, este tem { $found }.
error-deck-tile = Linha { $line }: «{ $text }» não é uma peça. Uma peça é uma cor (r b g y), uma forma (c s t h) e uma cara (j w s g), por exemplo rcj.
error-deck-number = Linha { $line }: «{ $text }» não é um número de 1 a 99.
error-deck-duplicate = Linha { $line }: a peça { $text } já está na linha { $first }.
error-deck-twice = Linha { $line }: a peça { $text } aparece duas vezes.
error-file-too-large = { $path } é grande demais: leem-se no máximo { $most } bytes.
error-file-not-text = { $path } não é um ficheiro de texto.

error-unknown-game = Não há nenhum jogo «{ $name }». Os jogos são { $known }.
error-unknown-language = Não há a língua «{ $name }». As línguas são { $known }.
error-name-count = «{ $names }» não dá um nome a cada um dos { $seats } lugares.
error-no-such-viewer = Ninguém vê a partir do lugar { $viewer }: os lugares contam-se de 0 a { $most }, e None é quem assiste.
error-unknown-edition = { $game } não tem nenhuma edição «{ $name }». Tem { $known }.
error-unknown-ruling = { $game } não tem nenhuma regra da casa «{ $name }». Tem { $known }.
error-unknown-option = Em { $game }, { $name } não tem nenhuma opção «{ $option }». Tem { $known }.
error-ruling-needs = { $name } só conta em { $game } com { $other }={ $needed }.
error-ruling-form = «{ $text }» não é uma regra da casa: escreve-a como nome=opção.
error-ruling-twice = A regra da casa { $name } foi indicada duas vezes.
error-unknown-bot = Não há nenhum bot «{ $name }». Um lugar é you, you=NAME, ou um bot: { $known }.
error-bot-game = { $name } não joga { $game }. Os bots que o jogam são { $known }.
error-bot-parameter-form = «{ $text }» não é uma definição de { $name }: escreve-a como em strong:sims=5000, e várias separadas por + ou por uma vírgula.
error-bot-parameter-twice = { $key } foi indicado duas vezes para { $name }.
error-bot-parameter-renamed = «{ $key }» de { $name } chama-se agora «{ $now }»; os valores querem dizer o mesmo que antes.
error-bot-no-parameters = { $name } não tem definições.
error-bot-parameter = { $name } não tem a definição «{ $key }». Tem { $known }.
error-bot-sims = «{ $text }» não é um número de simulações de 1 a { $most }.
error-bot-seconds = «{ $text }» não é um número de segundos de { $least } a { $most }.
error-bot-setting = «{ $text }» não serve para { $key } de { $name }; a predefinição é { $default }.
error-compiler-broken = O Numba está instalado mas não se consegue carregar, por isso nada se pode compilar: os bots jogam na mesma, mas pensam de forma mais simples.
error-guest-failed = O bot { $name } ({ $package }) não funciona: { $reason }
error-engine-failed = O motor { $name } não joga: { $cause }
error-engine-given-up = Já não se pergunta nada ao motor { $name }, que falhou duas vezes seguidas: { $cause }
error-engine-start = não se consegue iniciar ({ $reason }).
error-engine-died = terminou (código de saída { $status }).
error-engine-silent = não deu resposta em { $seconds } segundos.
error-engine-talks = disse mais de { $most } bytes sem dar resposta.
error-engine-illegal = quer jogar «{ $move }», que não está entre as suas jogadas permitidas.
error-engine-name = «{ $name }» não pode ser o nome de um motor: já existe, é comprido demais, ou tem um dos caracteres : = + ,
error-engine-no-command = Não há aqui nenhum programa «{ $command }».
error-engine-unknown = Não há nenhum motor «{ $name }».
error-engine-arguments = Diz o que fazer: rowdy engines add NAME COMMAND, ou rowdy engines remove NAME.
error-guest-no-bot = { $package } não é um bot: { $name } precisa dos métodos plays e choose.
error-guest-illegal = O bot { $name } quer jogar { $action }, que não está entre as suas jogadas permitidas.
error-seat-label = «{ $label }» não se pode sentar: um lugar é you, you=NAME ou um bot, com no máximo { $most } caracteres visíveis.
error-seat-setting = «{ $label }» não se pode sentar. Separa as definições de um bot com +: { $joined }
error-seat-count = { $game } não se pode jogar com { $seats }. É possível com: { $known }.
error-starter = O lugar { $starter } não pode começar { $game }.
error-deck-and-ruling = Um baralho teu não combina com { $name }={ $option } em { $game }.
error-no-deck = { $game } não tem baralho para escolher.
error-deck-missing = { $name }=custom em { $game } precisa de um baralho: --deck FILE, ou o cabeçalho Deck num registo.
error-no-game = Não foi indicado nenhum jogo. Os jogos são { $known }.
error-seed = Uma semente tem 1 a { $most } caracteres visíveis, sem espaços à volta, e não se parece com um sal seguido de uma semente.
error-nothing-to-resume = Não há nenhuma partida por acabar em { $path }.
error-nothing-saved = Não há nenhuma partida guardada em { $path }.
error-no-such-save = Não há nenhuma partida guardada com o número { $number } ({ $count ->
    [0] não há nada guardado
    [1] há uma
   *[other] há { $count }
}): «rowdy saves --all» lista-as.
error-resume-alone = Uma partida guardada traz a sua própria preparação: --resume não combina com { $name }.
error-resume-eyes = { $path } é o registo de um lugar. Só se pode continuar um registo completo.
error-resume-over = A partida em { $path } acabou. Revê-a com: rowdy replay "{ $path }"
error-eyes = Não se pode ver pelos olhos de «{ $text }»: indica um lugar de 1 a { $seats }, all ou spectator.
error-review-nobody = Não se podem avaliar as jogadas de ninguém: o registo de quem assiste não diz o que os jogadores sabiam, e durante uma partida as jogadas de um lugar só se avaliam com «--seat N», porque isso mostra para que serviam as suas cartas.
error-review-seat = Não há nenhum lugar { $seat }: indica um de 1 a { $seats }.
error-review-other-seat = As jogadas do lugar { $seat } não se podem avaliar: este registo diz o que sabia o lugar { $eyes }.
error-review-sims = O número de simulações tem de ser de 1 a { $most }.
error-depth = A profundidade tem de ser de 1 a { $most }.

error-solve-elsewhere = Os ficheiros não foram escritos em { $path } tal como este computador o vê: indica com --out uma pasta que todos os nós partilhem.
error-ray-missing = Para isto é preciso ter o Ray instalado. Instala-o com: pip install "rowdy[ray]"
error-ray-unreachable = Não há nenhum cluster Ray em { $address }: { $reason }
error-ray-no-node = Nenhum nó do cluster tem este código ({ $digest }): instala em todos a mesma versão do Rowdy.
error-ray-lost = Um bocado de trabalho perdeu-se { $count } vezes, porque o seu nó ou o seu processo foi abaixo. O que está feito fica guardado.
error-arena-bots = Uma arena precisa de pelo menos dois bots, por exemplo: rowdy arena xoxo greedy random
error-arena-no-bot = Não há nenhum bot «{ $name }». Há { $known }.
error-arena-games = O número de partidas tem de ser de { $least }, que é uma ronda, a { $most }.
error-arena-until = «{ $text }» não é uma largura: indica metade do intervalo em percentagem, de 0.1% a 50%, por exemplo 4%.
error-arena-line = A linha { $line } de { $path } não pertence a um diário de arena: { $cause }
error-no-json = não é JSON.
error-match-form = não é um encontro. Um encontro indica jogo, edição, regras da casa, bots por lugar e semente.
error-result-form = não é o resultado de um encontro.
error-arena-other = { $path } é o diário de outra arena ({ $name }: { $there } ali, { $here } aqui). Indica outro ficheiro com --log.
error-arena-other-code = { $path } foi jogado com um código diferente do deste Rowdy, por isso as suas partidas não se podem misturar com novas. Recomeça com --fresh, ou indica outro ficheiro com --log.
error-arena-other-match = A linha { $line } de { $path } é um encontro que esta arena não joga. Indica outro ficheiro com --log.
error-arena-unwritable = Não se pode usar { $path } como diário: { $reason }. Indica outro ficheiro com --log.
error-arena-busy = Outra arena está a escrever em { $path }: espera que acabe, ou indica outro ficheiro com --log.
error-study-games = O número de partidas com cada opção tem de ser de { $least } a { $most }.
error-study-no-rulings = { $game } não tem regras da casa para comparar.
error-study-none = O Rowdy não traz nenhum estudo de { $game }. Faz um: rowdy study { $game } --rulings
error-study-out-alone = --out escreve o que se mede, por isso precisa de --rulings.
error-study-unwritable = Não se consegue escrever o estudo em { $path }: não é sítio para um ficheiro.
error-match-line = A linha { $line } não se pode jogar: { $cause }
error-play-matches-alone = Os encontros trazem a sua própria preparação: --play-matches não combina com { $name }.
error-bot-failed = { $bot } falhou no lugar { $seat } do encontro com a semente { $seed }: { $reason }
error-bot-illegal = { $bot } fez uma jogada proibida no lugar { $seat } do encontro com a semente { $seed }: { $move }
error-worker-died = Um processo terminou de repente ({ $how }). Todas as partidas acabadas estão no diário: o mesmo comando continua a partir daí.
error-plot-ending = { $path } não pode ser uma imagem: o nome tem de acabar em .svg ou .png.
error-plot-folder = A pasta de { $path } não existe.
error-picture-at = Não há nenhum passo { $at }: vão de 0 a { $last }.
error-gif-missing = Um GIF precisa de resvg-py e Pillow. Instala-os com: pip install resvg-py pillow
error-gif-no-font = Um GIF precisa de um destes tipos de letra para escrever: { $known }. Instala um.
error-gif-terminal = Um GIF não se lê aqui. Manda-o para um ficheiro: rowdy picture --gif > game.gif
error-plot-missing = As imagens precisam do Matplotlib. Instala-o com: pip install matplotlib
error-plot-unwritable = Não se consegue escrever a imagem { $path }: { $reason }.

error-no-perfect-play = Não se conhece o jogo perfeito para { $game }. Conhece-se para { $known }.
error-no-need-to-solve = { $game } não precisa de ser resolvido: é pequeno e é pesquisado por inteiro sempre que se pergunta.
error-workers = O número de processos tem de ser de 1 a { $most }.
error-solve-files = Não se pode usar { $path }: { $reason }. Verifica a pasta, ou indica outra com --out.
error-solve-space = Não há espaço em { $path }: { $reason }. As camadas acabadas ficam guardadas: arranja espaço (1,1 GB ao todo) e corre o mesmo comando outra vez, ou indica outra pasta com --out.
error-solve-memory = Não há memória que chegue: é preciso cerca de 1 GB. As camadas acabadas ficam guardadas: o mesmo comando continua a partir daí.
error-solution-foreign = { $path } não faz parte de uma solução. Muda-o de sítio e corre «rowdy solve» outra vez.
error-solution-unreadable = Não se consegue ler a solução em { $path }: { $reason }.
error-solution-damaged = { $path } está danificado: a soma de controlo não bate certo. Apaga-o e corre «rowdy solve» outra vez; se veio com o Rowdy, instala o Rowdy outra vez.
error-solution-version = { $path } tem a versão { $found }, mas este Rowdy lê a versão { $known }. Apaga-o e corre «rowdy solve» outra vez.
error-solution-other = { $path } tem uma camada ou regras da casa diferentes ({ $found }) das que ali deviam estar ({ $wanted }). Muda-o de sítio e corre «rowdy solve» outra vez.
error-not-solved = Com estas regras da casa ({ $variant }), { $game } não está resolvido neste computador: corre «rowdy solve { $game }» uma vez, com as mesmas --ruling.
error-explore-back = «{ $text }» não é um número de passos: b 3 volta três atrás.

error-record-header = Linha { $line }: «{ $text }» não é um cabeçalho de um registo.
error-record-header-twice = Linha { $line }: o cabeçalho { $text } aparece duas vezes.
error-record-header-missing = Isto não é um registo: falta o cabeçalho { $text }.
error-record-version = Linha { $line }: este registo tem a versão { $text }; versões que se podem ler: { $known }.
error-record-field = «{ $text }» não pode ser { $name } num registo.
error-record-game = { $game } não tem aqui o tamanho habitual, por isso não cabe num registo.
error-record-seats = Linha { $line }: «{ $text }» não indica lugares.
error-record-players = { $players } não podem ser os { $seats } lugares de um registo: cada um é uma linha de no máximo 40 caracteres, sem vírgulas.
error-record-value = Linha { $line }: «{ $text }» não é um valor para { $name }.
error-record-line = Linha { $line }, em «{ $text }»: { $cause }
error-record-after-end = A partida já acabou.
error-record-answer = Aqui pergunta-se a todos se mostram cartas: é precisa uma resposta como 1!- ou 2!red.
error-record-turn-number = Aqui começa a linha { $number } da partida: o número tem de ser { $number }, ou ficar de fora.
error-record-turn-same-line = Aqui começa o turno de outro lugar: precisa de uma linha só sua.
error-record-turn-split = Isto ainda pertence ao turno da linha anterior: escreve cada turno numa só linha.
error-record-turn-unfinished = A linha anterior não está completa: { $due ->
    [answer] o lugar { $seat } ainda não disse se mostra cartas.
    [move] o lugar { $seat } ainda tem de jogar.
   *[chance] ainda falta ir ao baralho buscar uma carta, ou mostrar a peça de cima de um monte.
}
error-record-comment = «{ $text }» não pode ser um comentário: é uma linha de no máximo { $most } caracteres, sem chavetas.
error-record-comment-form = Um comentário são palavras entre chavetas numa só linha.
error-record-place = { $what ->
    [comment] Um comentário
    [variation] Uma variante
   *[other] Isto
} não pode estar em { $at }: a sequência tem posições de 0 a { $last }.
error-record-variation-open = Uma variante acaba na linha em que começa: falta um parêntese a fechar.
error-record-variation-close = Aqui não há nenhuma variante aberta.
error-record-variation-early = Uma variante vem depois da jogada que substituiria: ainda não há nenhuma.
error-record-variation-empty = Não há nenhuma jogada nesta variante.
error-record-turn-empty = Não há nenhuma jogada depois do número.
error-not-seen-so = { $move } não bate certo com esta vista: as próprias cartas estão à mostra, as dos outros não.
error-record-result = Linha { $line }: o resultado indicado é «{ $text }», mas a partida acabou em «{ $known }».
error-record-not-over = Linha { $line }: o resultado indicado é «{ $text }», mas a partida ainda não acabou.
error-record-seed-early = Linha { $line }: só o registo de uma partida acabada tem semente e sal.
error-record-seed-other = Linha { $line }: a semente não bate certo com o selo do registo.
error-record-eyes = Este é o registo de { $eyes }: os outros viram outras coisas.
error-record-nonces = { $nonces } não podem ser os nonces de { $seats } lugares: cada um tem 32 a 64 dígitos de 0 a 9 e de a a f, ou - para nenhum.
error-record-resigned = { $resigned } não podem ter desistido: indica alguns dos { $seats } lugares por ordem, de modo a que fique pelo menos um.
error-record-resigned-late = Linha { $line }: ninguém pode desistir de uma partida que já acabou pelas regras.
error-record-salt-alone = Linha { $line }: um sal não quer dizer nada sem a sua semente e o seu selo.
error-record-seed-eyes = Este é o registo de { $eyes }: só o registo da partida inteira tem semente e sal.
error-record-position-practice = Uma partida a partir de uma posição é sempre treino: falta o cabeçalho «Practice: yes».
error-position-unknown = «{ $text }» tem cartas desconhecidas: só se pode jogar a partir de uma posição completa.
error-position-not-seen-so = «{ $text }» não bate certo com esta vista da posição: as próprias cartas estão à mostra, as dos outros não.
error-position-over = Em «{ $text }» a partida já acabou: não há mais nada para jogar.
error-position-alone = Quem prepara uma posição de { $game } conhece todas as cartas que lá estão, por isso só uma pessoa pode jogar a partir dela, com bots.
error-no-lesson = { $game } não tem lição.
error-no-lesson-step = Não há nenhum passo «{ $step }» nesta lição; há { $known }.
error-lesson-moves = Isso é demais para um turno: { $most } jogadas no máximo.
error-salt = Um sal tem 64 dígitos de 0 a 9 e de a a f.
error-nonce = «{ $text }» não é um nonce: um nonce tem 32 a 64 dígitos de 0 a 9 e de a a f.
error-verify-nonce = «{ $text }» não é o nonce de um lugar: escreve-o como em --nonce 1=0f… com 32 a 64 dígitos de 0 a 9 e de a a f.
error-verify-nonce-files = Um nonce pertence a uma só partida: com --nonce, indica um único registo.
error-verify-server = «{ $text }» não é o link de uma mesa: copia um da página dela, por exemplo o de quem assiste, com tudo o que vem depois do #.
error-verify-server-failed = { $server } não deu o registo: { $reason }.
error-verify-seat = Não há nenhum lugar { $seat } neste registo: indica um de 1 a { $seats }.


## Errors at the door of the server

error-name-length = Um nome tem 1 a { $most } caracteres.
error-name-sign = «{ $sign }» não pode fazer parte de um nome; letras, dígitos, espaços e - ' . podem.
error-name-letters = «{ $name }» não pode ser um nome: precisa de letras ou dígitos, com poucos acentos em cada um.
error-name-dotted = «{ $name }» parece um endereço da internet: põe um espaço depois de cada ponto.
error-name-digits = Um nome tem no máximo { $most } dígitos.
error-name-reserved = «{ $name }» não pode ser o nome de uma pessoa aqui: escolhe outro.
error-names-alike = Duas pessoas ficariam com o nome «{ $name }»: escolham nomes que se distingam.
error-no-key = Isto precisa de uma chave, enviada como «Authorization: Bearer KEY»: é o que vem depois do # no link de um lugar.
error-body-type = O corpo deste pedido tem de ser do tipo { $kind }.
error-body-size = O corpo deste pedido é grande demais: leem-se no máximo { $most } bytes.
error-body-form = Não se consegue ler o corpo deste pedido: { $reason }
error-body-text = O corpo deste pedido não é texto UTF-8.
error-body-end = O pedido interrompeu-se antes de chegar o corpo todo.
error-eyes-closed = Enquanto a partida decorre, só a podes ver como a vês à mesa.
error-internal = Algo correu mal aqui. Tenta outra vez.
error-no-such-page = Aqui não há nada.
error-wrong-method = Este endereço não aceita esse tipo de pedido.
error-too-busy = O servidor está demasiado ocupado. Tenta outra vez daqui a { $seconds } s.
error-too-often = Foram pedidos a mais. Tenta outra vez daqui a { $seconds } s.
error-qr-link = Só os links para este servidor se desenham como código.
error-grace-range = O tempo de espera é de 0 a { $most } segundos.
error-keep-range = As mesas podem guardar-se de 1 a { $most } dias.
error-proxy-address = «{ $text }» não é o endereço de um proxy: escreve um endereço IP como 10.0.0.2, ou uma rede como 10.0.0.0/8.
error-root-path = «{ $text }» não é uma pasta: escreve-a como /rowdy, só com letras, algarismos e - . _ ~.
error-metrics-address = «{ $text }» não é um sítio para métricas: escreve uma porta como 9765, ou um endereço e uma porta como 10.0.0.2:9765.
error-metrics-missing = As métricas precisam de mais um pacote. Instala-o com: pip install "rowdy[metrics]"
error-metrics-unreachable = Não é possível publicar métricas em { $place }: { $reason }
error-port = Uma porta é um número de 0 a { $most }; 0 quer dizer qualquer uma que esteja livre.
error-port-none = Não há nenhuma porta livre de { $port } para cima.
error-port-denied = Este computador não te deixa usar a porta { $port }: escolhe uma acima de 1023.

## Errors: where tables are kept

error-store-url = Isto não é o endereço de uma base de dados. Indica um ficheiro, ou escreve-o como postgresql://user:password@host/name, com %40 em vez de um @ na palavra-passe.
error-store-dialect = As mesas não se podem guardar em { $name }. Indica um ficheiro, ou um endereço que comece por sqlite:/// ou postgresql://.
error-store-driver = O PostgreSQL precisa de mais um pacote. Instala-o com: pip install "rowdy[postgres]"
error-store-unreachable = Não se consegue chegar a { $place }: { $reason }
error-store-unwritable = As mesas não se podem guardar em { $place }: { $reason }. Indica outro sítio com --db.
error-store-foreign = { $place } tem outra coisa que não as mesas do Rowdy, por isso fica como está. Indica outro sítio com --db.
error-store-newer = { $place } foi feito por um Rowdy mais recente: tem a versão { $found }, mas este conhece { $known }. Atualiza o Rowdy, ou indica outro sítio com --db.
error-store-busy = Outro servidor guarda as suas mesas em { $place }. Para-o primeiro, ou indica outro sítio com --db.


## Errors: bots and hints of the live table

error-thinker-failed = Agora não há dica. Tenta outra vez daqui a pouco.

## Lessons

learn-greeting = { $game }: a lição
learn-help = { $orders ->
    [yes] Escreve uma jogada pelo seu número ou em notação, e «esconder CARTA» ou «mostrar CARTA» para esconder ou mostrar uma carta; e também saltar, atrás e sair.
   *[no] Escreve uma jogada pelo seu número ou em notação; e também saltar, atrás e sair.
}
learn-step = { $step } de { $steps }: { $title }
learn-prompt = A tua jogada:
learn-again = Tenta outra vez.
learn-left = Continua quando quiseres: rowdy learn { $game }
lesson-rival = { $form ->
    [mid] o oponente
   *[base] O oponente
}
lesson-any-title = { $step }
lesson-any-say = Descobre a jogada certa.
lesson-any-right = É isso mesmo.
lesson-any-wrong = Ainda não.
lesson-any-endgame-title = Agora joga até ao fim
lesson-any-endgame-say = O bot mais fácil joga contra ti; podes desfazer tudo o que quiseres.

# What stands between ** is bold.

# Rubik’s Tac Toe

lesson-rubik-place-title = Cada pedra tem dois lados
lesson-rubik-place-say = Tens os X, e as tuas pedras são **azuis de um lado e verdes do outro**. Escolhe um lado e coloca a primeira pedra na casa que quiseres.
lesson-rubik-place-right = Lá está ela. Só o primeiríssimo turno é assim tão curto.

lesson-rubik-flip-title = Primeiro, virar
lesson-rubik-flip-say = A partir de agora cada turno começa com uma viragem: uma pedra do outro jogador **desliza para uma casa vazia ao lado e volta-se ao contrário**. Vira o O de b3.
lesson-rubik-flip-right = Deslizou e mostra o outro lado. Depois da viragem, colocavas uma pedra tua.

lesson-rubik-break-title = Virar quebra uma linha
lesson-rubik-break-say = O jogador O tem três pedras brancas em linha. **Vira uma delas para fora** antes que a linha faça estragos.
lesson-rubik-break-right = A linha está quebrada. Uma pedra que se vira perde o lugar e a cor.
lesson-rubik-break-stays = A linha em { $squares } ainda lá está. Vira uma das pedras dela.

lesson-rubik-row-title = Três da mesma cor
lesson-rubik-row-say = Uma linha são três pedras tuas lado a lado, a direito ou na diagonal, **todas a mostrar o mesmo lado**. Tens duas azuis: coloca a terceira.
lesson-rubik-row-right = Isso é uma linha. Mas só ganha quando já não puder fugir, como vais ver.
lesson-rubik-row-sides = Em { $squares } estão três pedras tuas, mas não mostram todas o mesmo lado.
lesson-rubik-row-no-row = Assim não se faz uma linha. Procura onde ficariam três pedras azuis lado a lado.

lesson-rubik-lock-title = Cerca a tua linha
lesson-rubik-lock-say = Tens três em linha. Mas só conta quando **não houver nenhuma casa vazia ao lado**, porque uma pedra ainda podia deslizar: fecha o último buraco.
lesson-rubik-lock-right = Cercada, e ganhaste! Já não se pode virar nenhuma pedra da linha.
lesson-rubik-lock-gap = Ainda não: uma pedra ainda pode deslizar de { $squares }.

lesson-rubik-push-title = Virar também ganha
lesson-rubik-push-say = À tua linha verde só falta fechar um buraco, e é a tua vez de virar. **Empurra para o buraco uma pedra do outro jogador**, e nem precisas de colocar nenhuma.
lesson-rubik-push-right = Ganhaste a virar! Seja de quem for a pedra que tapa o buraco, a tua linha está cercada.
lesson-rubik-push-gap = Ainda não: uma pedra ainda pode deslizar de { $squares }. Que O está mesmo ao lado do buraco?

lesson-rubik-endgame-title = Agora joga até ao fim
lesson-rubik-endgame-say = Tens os X e, com boas viragens, **podes ganhar**. O bot mais fácil joga com os O; podes desfazer tudo o que quiseres.

# XOXO²

lesson-xoxo2-place-title = Cada estrela tem dois lados
lesson-xoxo2-place-say = As estrelas são tuas, **verdes de um lado e vermelhas do outro**. Escolhe um lado e coloca a primeira estrela na casa que quiseres.
lesson-xoxo2-place-right = Lá está ela. Só o primeiríssimo turno é assim tão curto.

lesson-xoxo2-flip-title = Primeiro, virar
lesson-xoxo2-flip-say = A partir de agora cada turno começa com uma viragem: um hexágono **desliza para uma casa vazia ao lado e volta-se ao contrário**. Vira o de c3.
lesson-xoxo2-flip-right = Deslizou e mostra o outro lado. Depois da viragem, colocavas uma estrela tua.

lesson-xoxo2-break-title = Quebra-a, ou perdes
lesson-xoxo2-break-say = Há três hexágonos verdes em linha, e esta viragem é a tua única oportunidade: **uma linha que lhe resista ganha**. Quebra a linha.
lesson-xoxo2-break-right = Mesmo a tempo. Uma pedra que se vira perde o lugar e a cor.
lesson-xoxo2-break-stays = A linha em { $squares } resistiu à tua viragem, e por isso ganhou. Vira um dos hexágonos dela.

lesson-xoxo2-row-title = Três da mesma cor
lesson-xoxo2-row-say = Uma linha são três estrelas tuas lado a lado, a direito ou na diagonal, **todas a mostrar o mesmo lado**. Há duas vermelhas na diagonal: coloca a terceira.
lesson-xoxo2-row-right = Isso é uma linha. Só ganha se resistir à próxima viragem do outro jogador, e esta não resistia.
lesson-xoxo2-row-sides = Em { $squares } estão três estrelas tuas, mas não mostram todas o mesmo lado.
lesson-xoxo2-row-no-row = Assim não se faz uma linha. Procura onde ficariam três estrelas vermelhas lado a lado.

lesson-xoxo2-closed-title = Uma linha que não foge
lesson-xoxo2-closed-say = Podias acabar uma de duas linhas, mas uma estrela com uma casa vazia ao lado pode ser virada para fora. **Escolhe a linha que fica**.
lesson-xoxo2-closed-right = Ganhaste! Nenhuma estrela desta linha tem uma casa vazia ao lado, por isso nenhuma viragem lhe toca.
lesson-xoxo2-closed-breaks = Uma linha, mas por pouco tempo: uma estrela em { $squares } pode ser virada para fora.
lesson-xoxo2-closed-sides = Em { $squares } estão três estrelas tuas, mas não mostram todas o mesmo lado.
lesson-xoxo2-closed-no-row = Assim não se faz uma linha. Há duas para acabar: uma em cima e outra em baixo.

lesson-xoxo2-two-title = Duas linhas de uma vez
lesson-xoxo2-two-say = **Uma viragem quebra uma linha, por isso faz duas**. Há uma casa onde uma única estrela acaba as duas.
lesson-xoxo2-two-right = Ganhaste! Seja qual for a linha que a viragem quebre, a outra continua lá.
lesson-xoxo2-two-one = Isso é só uma linha, e uma estrela em { $squares } pode ser virada para fora.
lesson-xoxo2-two-sides = Em { $squares } estão três estrelas tuas, mas não mostram todas o mesmo lado.
lesson-xoxo2-two-no-row = Assim não se faz uma linha. Procura a casa onde se encontram duas linhas verdes.

lesson-xoxo2-endgame-title = Agora joga até ao fim
lesson-xoxo2-endgame-say = As estrelas são tuas e, com boas viragens, **podes ganhar**. O bot mais fácil joga com os hexágonos; podes desfazer tudo o que quiseres.

# XOXO

lesson-xoxo-lay-title = Uma de duas peças
lesson-xoxo-lay-say = Em cada turno pões uma peça: **a de cima do teu monte ou a de cima do monte comum**. Fica ao lado de uma peça que já lá está, e todas têm de caber em três por três.
lesson-xoxo-lay-right = Isso é um turno inteiro. O sítio onde pões a peça conta, porque todos constroem na mesma grelha.

lesson-xoxo-line-title = Uma linha para o teu objetivo
lesson-xoxo-line-say = As tuas cartas são objetivos secretos. Tens o vermelho: põe uma peça vermelha de modo a que **fiquem três vermelhas em linha**.
lesson-xoxo-line-right = Três vermelhas, e a tua carta mostra-se. Ganha quem mostrar primeiro todas as suas cartas.
lesson-xoxo-line-apart = Uma peça vermelha, mas não em linha com as outras duas. Elas estão uma por cima da outra.
lesson-xoxo-line-other = Essa peça não é vermelha. Das duas que podes escolher, uma é.

lesson-xoxo-cover-title = Nove peças: agora cobre-se
lesson-xoxo-cover-say = A grelha está cheia, por isso **agora uma peça cobre outra**, só não a última que foi posta. Tens o triângulo: cobre uma peça de modo a que fiquem três triângulos em linha.
lesson-xoxo-cover-right = O que estava por baixo desapareceu, e a tua linha está completa. As linhas dos outros desaparecem da mesma maneira.
lesson-xoxo-cover-other = Essa peça mostra um coração. A outra das duas é um triângulo.
lesson-xoxo-cover-apart = Um triângulo, mas não uma linha de três. À direita há dois, um por cima do outro.

lesson-xoxo-backs-title = Lê os versos
lesson-xoxo-backs-say = Os versos das cartas do outro jogador **dizem todos forma**, por isso as cores não te devem preocupar. Descobre a linha a que só falta mais uma forma igual, e estraga-a.
lesson-xoxo-backs-right = Estragada. Uma peça no sítio certo não diz a ninguém o que tens na mão.
lesson-xoxo-backs-gave = Agora { $squares } mostram a mesma forma: pode ser mesmo isso que falta ao outro jogador.
lesson-xoxo-backs-open = À linha { $squares } ainda só falta uma peça. Põe lá outra forma.

lesson-xoxo-hold-title = Esconde quanto te falta
lesson-xoxo-hold-say = Faltam-te duas cartas, e mostrar já o vermelho avisava o outro jogador. **Toca no vermelho** para o esconderes por agora, e depois acaba a linha dele com uma peça vermelha.
lesson-xoxo-hold-right = A linha está completa, e ninguém sabe. Se o teu último objetivo também aparecer, mostras os dois de uma vez e ganhas.
lesson-xoxo-hold-told = A tua carta vermelha mostrou-se, e todos sabem que só te falta mais uma. Toca nela primeiro para a esconderes.
lesson-xoxo-hold-other = Isso não faz uma linha de três vermelhas. Há duas, uma por cima da outra.

lesson-xoxo-show-title = Mostra a tempo
lesson-xoxo-show-say = Tens duas cartas escondidas, e uma delas já tem a sua linha. O outro jogador podia cobri-la daqui a nada: **toca nessa carta para a mostrares já**.
lesson-xoxo-show-right = A salvo: uma carta mostrada fica mostrada, mesmo que a linha seja coberta.
lesson-xoxo-show-no-line = Não há linha para essa carta, por isso nada se podia mostrar. Olha para a coluna de três vermelhas.

lesson-xoxo-endgame-title = Agora joga até ao fim
lesson-xoxo-endgame-say = Falta-te uma carta, e ao outro jogador duas: **três peças azuis em linha** dão-te a vitória. O bot mais fácil joga contra ti; podes desfazer tudo o que quiseres.

# Djeco Tic Tac Toe

lesson-djeco-lay-title = Uma carta por turno
lesson-djeco-lay-say = Tens o vermelho, com a cruz. Em cada turno **jogas uma carta num quadrado vazio**, de modo a que tudo caiba em três por três, e depois vais ao baralho buscar outra. Joga uma carta qualquer.
lesson-djeco-lay-right = Jogaste e foste ao baralho. As cartas da tua mão podem ser vermelhas ou azuis, seja qual for a tua cor.

lesson-djeco-line-title = Três vermelhas, uma ficha
lesson-djeco-line-say = Sempre que **três cartas vermelhas fiquem em linha**, recebes uma ficha; os números não contam para isso. Acaba a linha.
lesson-djeco-line-right = Uma ficha para ti. Precisas de cinco, e de mais duas do que o outro jogador.
lesson-djeco-line-rival = Essa carta é azul: ajuda o outro jogador, e não a ti.
lesson-djeco-line-apart = Isso não acaba nenhuma linha. Há duas cartas vermelhas lado a lado, e espaço para a terceira.

lesson-djeco-stack-title = O mesmo número, por cima
lesson-djeco-stack-say = Há um 5 azul no meio da tua linha. Uma carta também pode ir **para cima de outra com o mesmo número**, sejam quais forem as cores: recupera o quadrado.
lesson-djeco-stack-right = Só conta a carta de cima, por isso a linha agora é vermelha, e a ficha é tua.
lesson-djeco-stack-other = O 5 azul ainda está por cima. Tens uma carta vermelha com o mesmo número.

lesson-djeco-yellow-title = A amarela limpa um quadrado
lesson-djeco-yellow-say = Há duas cartas azuis lado a lado, e uma terceira fazia uma linha. Usa a tua carta amarela para **retirar uma delas**.
lesson-djeco-yellow-right = Já não está, nem o que havia por baixo. A amarela também retira uma carta tua, se isso ajudar.
lesson-djeco-yellow-helped = Agora { $squares } são todos azuis, e o outro jogador recebe a ficha por isso.
lesson-djeco-yellow-threat = Em { $squares }, ao azul ainda só falta uma carta.
lesson-djeco-yellow-use = Isso trava a linha por agora. Mas este passo é sobre a carta amarela: retira uma azul com ela.

lesson-djeco-green-title = A verde limpa uma linha
lesson-djeco-green-say = A várias linhas só falta uma carta azul num quadrado vazio. A tua carta verde **retira uma linha inteira, horizontal, vertical ou diagonal**, em que estejam três cartas: escolhe uma que as trave a todas.
lesson-djeco-green-right = Três quadrados limpinhos. Só há duas cartas verdes no baralho, por isso guarda-as para um momento assim.
lesson-djeco-green-helped = Agora { $squares } são todos azuis, e o outro jogador recebe a ficha por isso.
lesson-djeco-green-threat = Em { $squares }, ao azul ainda só falta uma carta. A verde retira as três de uma vez.
lesson-djeco-green-use = Isso trava uma linha por agora. Mas este passo é sobre a carta verde: retira uma linha inteira com ela.

lesson-djeco-rival-title = A cor é do outro, o problema é teu
lesson-djeco-rival-say = Só tens cartas azuis, e tens de jogar. **A ficha vai para quem tem a cor**, jogue quem jogar a carta: põe uma onde não faça mal.
lesson-djeco-rival-right = Nenhuma ficha para o azul. Às vezes a melhor carta é a que menos ajuda.
lesson-djeco-rival-helped = Agora { $squares } são todos azuis: a ficha vai para o outro jogador, apesar de teres sido tu a jogar a carta.

lesson-djeco-endgame-title = Agora joga até ao fim
lesson-djeco-endgame-say = Tens três fichas, o outro jogador duas: **chega primeiro às cinco**. O bot mais fácil joga com o azul; podes desfazer tudo o que quiseres.

## Puzzles

help-puzzle-short = resolver o desafio do dia, ou outros
help-puzzle =
    Resolve o desafio do dia: um para toda a gente, o mesmo aqui e na página. Indica um
    id para um certo desafio, ou um jogo ou um tema para um próximo da tua pontuação.
    Cada desafio tem exatamente uma solução, e isso está provado.

    Escreve jogadas em notação ou pelos seus números; dica, solução, recomeçar,
    jogadas e sair servem a qualquer momento. A pontuação e a série ficam neste computador.

    Exemplos:
      rowdy puzzle
      rowdy puzzle --theme win-2 --endless
      rowdy puzzle --export puzzles.json
help-puzzle-id = o id de um desafio, por exemplo um que alguém te disse
help-puzzle-endless = um desafio atrás do outro, próximos da tua pontuação
help-puzzle-game = só desafios deste jogo
help-puzzle-theme = só desafios deste tema: { $themes }
help-puzzle-date = o desafio de outro dia, por exemplo 2026-12-24
help-puzzle-seed = sortear desafios com esta semente, para ter outra vez os mesmos
help-puzzle-export = escrever num ficheiro a pontuação, a série e o que já viste, para outro dispositivo ou para a página
help-puzzle-import = ler um ficheiro desses; substitui o que está guardado aqui
help-puzzles-short = fazer, provar e contar desafios
help-puzzles =
    make    põe bots a jogar partidas e procura as posições em que serve exatamente um
            turno; cada uma é confirmada por uma segunda pesquisa antes de contar
    prove   confirma outra vez todos os desafios de um jogo, ou os de um ficheiro
    spread  desenha em SVG a dificuldade dos desafios de todos os jogos

    Se parares, continua onde ficou: o que cada partida dá é logo guardado. É rápido
    depois de o jogo estar resolvido (rowdy solve GAME), e lento antes.

    Exemplos:
      rowdy puzzles make rubik --games 2000 --seed 1 --out mine.txt
      rowdy puzzles make xoxo2 --games 2000 --ray 127.0.0.1:6379
      rowdy puzzles prove rubik --set mine.txt
      rowdy puzzles spread rubik --out spread.svg
help-puzzles-action = make, prove ou spread
help-puzzles-games = quantas partidas se jogam ao todo, contando as de antes (predefinição: 1000)
help-puzzles-seed = o nome da série de partidas; o mesmo nome encontra os mesmos desafios (predefinição: 1)
help-puzzles-out = para onde vão os desafios ou a imagem; um nome que acabe em .xz comprime-os
help-puzzles-set = um ficheiro de desafios a provar, em vez dos que já existem

puzzle-theme-row = Linha vencedora
puzzle-theme-win-2 = Vitória em dois
puzzle-theme-win-3 = Vitória em três
puzzle-theme-win-4 = Vitória em quatro
puzzle-theme-hold = Único turno
puzzle-theme-save = Salva o empate
puzzle-theme-sure = Vitória certa
puzzle-theme-safe = Jogar pelo seguro
puzzle-theme-holds = Carta escondida
puzzle-title-row = Ganha neste turno
puzzle-title-rubik-row = Fecha a linha
puzzle-title-xoxo2-row = Encontra a linha que resiste
puzzle-title-win-2 = Ganha em dois turnos
puzzle-title-win-3 = Ganha em três turnos
puzzle-title-win-4 = Ganha em quatro turnos
puzzle-title-hold = Só um turno segura o empate
puzzle-title-save = Salva o empate
puzzle-title-sure = Que peça ganha, tenha o oponente o que tiver?
puzzle-title-safe = Que jogada é segura, tenha o oponente o que tiver?
puzzle-title-holds = Que carta pode o oponente ainda ter?
puzzle-say-win = Jogas como { $player }. De { $turns } turnos, só um ganha.
puzzle-say-draw = Jogas como { $player }. De { $turns } turnos, só um não perde.
puzzle-say-xoxo-sure = Cada carta existe uma só vez, e toda a gente mostra logo o que pode. Com uma das peças ganhas neste turno sem partilhar a vitória, tenha o outro jogador o que tiver.
puzzle-say-xoxo-holds = Cada carta existe uma só vez, e toda a gente mostra logo o que pode. Uma destas cartas pode estar com o outro jogador, as restantes não.
puzzle-say-djeco-safe = Só depois de uma das jogadas é que o outro jogador não pode ganhar com a carta seguinte, tenha o que tiver.
puzzle-say-djeco-holds = O outro jogador acabou de passar, e quem pode jogar tem de jogar. Uma destas cartas pode estar na sua mão, as restantes não.
puzzle-say-any = Só uma resposta está certa, tenham os outros o que tiverem.
puzzle-rival = { $form ->
    [mid] o oponente
   *[base] O oponente
}
puzzle-of-the-day = Desafio do dia, { $day }
# How hard a puzzle is, from 1 to 5.
puzzle-difficulty = { $level ->
    [1] muito fácil
    [2] fácil
    [3] médio
    [4] difícil
   *[5] muito difícil
}
puzzle-head = { $game } · { $difficulty } (desafio { $id })
puzzle-help = Escreve jogadas ou os seus números; ou dica, solução, recomeçar, jogadas, sair.
puzzle-prompt = A tua resposta:
puzzle-then = { $first }, depois { $then }
puzzle-more = Certo. Resposta do oponente: { $reply }. { $count ->
        [1] Falta encontrar um turno.
       *[other] Falta encontrar { $count } turnos.
    }
puzzle-right = Resolvido!
puzzle-wrong = Não é isso.
puzzle-hint-first = Começa assim: { $move }
puzzle-hint-square = Olha para { $squares }.
puzzle-hint-not = Não é { $option }.
puzzle-solution = A solução: { $moves }
puzzle-refuted-now = A resposta é { $moves }, e o oponente já ganhou.
puzzle-refuted-loss = A resposta é { $moves }, e o oponente ganha { $count ->
        [1] logo.
       *[other] em { $count } turnos.
    }
puzzle-refuted-draw = A resposta é { $moves }, e o oponente pode segurar o empate.
puzzle-refuted-slow = Isso também ganha, mas mais tarde: daqui a { $count ->
        [1] mais um turno.
       *[other] mais { $count } turnos.
    }
puzzle-counterexample-sure = Não, se o oponente tiver isto: { $cards }.
puzzle-counterexample-safe = Com isto o oponente ganha: { $cards }.
puzzle-counterexample-xoxo-holds = Essa carta é tua, já está à mostra, ou há uma linha para ela: nesse caso o oponente tê-la-ia mostrado.
puzzle-counterexample-djeco-holds = Essa carta podia ter sido jogada, e então o oponente não teria passado.
puzzle-counterexample-any = A resposta certa é outra.
puzzle-rating = A tua pontuação: { $rating } ({ $change })
puzzle-again-same = Já tinhas acabado este desafio, por isso não conta outra vez.
puzzle-left = Volta quando quiseres: rowdy puzzle
puzzle-share = Desafio do Rowdy { $day } (coleção { $version })
puzzle-streak = { $count ->
        [1] { $count } dia seguido
       *[other] { $count } dias seguidos
    }
puzzle-exported = Guardado em { $path }.
puzzle-imported = Lido: pontuação { $rating }, { $count ->
        [1] um desafio acabado.
       *[other] { $count } desafios acabados.
    }
page-puzzles = Desafios
page-puzzles-say = Um por dia para toda a gente, e milhares mais. Cada um tem exatamente uma solução, e isso está provado.
page-puzzle-today = Desafio do dia
page-puzzle-practice = Treinar
page-puzzle-mode = Que desafios
page-puzzle-game = Jogo
page-puzzle-theme = Tema
page-puzzle-any-game = Todos
page-puzzle-any-theme = Todos
page-puzzle-answers = Respostas
page-puzzle-hint = Dica
page-puzzle-solution = Solução
page-puzzle-again = Repetir
page-puzzle-next = Próximo desafio
page-puzzle-more = Mais desafios
page-puzzle-show = Mostrar
page-puzzle-days = { $count ->
        [1] { $count } dia seguido
       *[other] { $count } dias seguidos
    }
page-puzzle-share-text = O que podes partilhar
page-puzzle-progress = Os teus resultados
page-puzzle-rating = Pontuação: { $rating }
page-puzzle-solved = Resolvidos à primeira: { $solved } de { $tries }
page-puzzle-best = Maior série de dias: { $best }
page-puzzle-kept = Tudo isto fica só neste dispositivo.
page-puzzle-export = Guardar em ficheiro
page-puzzle-import = Ler um ficheiro
page-puzzle-import-wrong = Esse ficheiro não tem resultados de desafios.
page-puzzle-done = Já tinhas acabado este desafio, por isso não conta outra vez.
page-puzzle-change = Pontuação { $rating } ({ $change })
puzzles-begin = Desafios de { $game }, série «{ $seed }»; o que se encontra fica guardado em { $path }.
puzzles-resumed = { $count ->
        [1] Uma partida já tinha sido jogada;
       *[other] { $count } partidas já tinham sido jogadas;
    } continua a partir daí.
puzzles-stopped = Parado depois de { $count ->
        [1] uma partida.
       *[other] { $count } partidas.
    } O mesmo comando continua.
puzzles-progress = { $count } de { $total }
puzzles-count = { $count ->
        [1] Um desafio
       *[other] { $count } desafios
    }
puzzles-written = Escrito: { $path }, { $bytes } bytes.
puzzles-proved = { $game }: todos os { $count } desafios provados.
error-puzzle-line = A linha { $line } não é um desafio de { $game }: devia ser tema|pontuação|posição|turnos|opções.
error-puzzle-position = Em { $position } não é a vez de ninguém, por isso não é um desafio.
error-puzzle-journal = { $path } é o diário de outra série de partidas, ou está danificado.
error-puzzle-progress = Esse ficheiro não tem resultados de desafios.
error-puzzle-moves = Uma tentativa tem no máximo { $most } jogadas.
error-puzzle-not-wrong = Essa tentativa não está errada.
error-puzzle-games = Diz com --games quantas partidas se devem jogar, pelo menos uma.
error-puzzle-out = Diz com --out para onde vai a imagem.
error-puzzle-date = { $text } não é uma data; escreve-a como 2026-12-24.
error-puzzle-unknown = Aqui não há «{ $name }»; há { $known }.
error-puzzle-wrong = Um desafio está errado: { $why } ({ $line })
error-no-puzzle = Não existe o desafio { $id }.
error-no-such-puzzles = Não existem desafios assim. { $games } { $themes }
error-no-puzzle-making = Não se podem fazer desafios de { $game }: não está resolvido, e o seu kit não deduz nada.
error-not-an-answer = { $text } não é uma das respostas: { $known }.

## XOXO: name and rules

game-xoxo = XOXO
game-xoxo-line = Objetivos secretos, três em linha, e cada peça que pões pode ajudar outra pessoa.

aim-xoxo = Tens cartas secretas, cada uma para uma cor, uma forma ou uma cara. Quando há três peças em linha com ela, podes mostrar essa carta; ganha quem mostrar primeiro todas as suas cartas.
# The aim in one short line below the board, until somebody has moved; on a small phone it has room for some fifty characters.
short-aim-xoxo = Para ganhar: três em linha por cada objetivo teu.

# The variables of the rules are the house rules in force, by name.
rules-xoxo =
    ## O que é preciso

    Dois a quatro jogadores a partir dos sete anos, e um quarto de hora.

    - 48 peças, todas diferentes. Cada uma mostra uma de quatro cores (vermelho, azul, verde, amarelo), uma de quatro formas (círculo, quadrado, triângulo, coração) e uma de quatro caras (sorriso, piscadela, surpresa, amuo).
    - 12 cartas de objetivo, uma para cada cor, cada forma e cada cara. O verso de uma carta diz só o seu tipo: cor, forma ou cara.

    Há 64 peças possíveis. { $deck ->
        [custom] Jogam com 48 à vossa escolha (regra da casa *deck*).
       *[balanced] Jogamos com 48 delas, escolhidas de modo a que cada cor, cada forma e cada cara esteja em 12 peças (regra da casa *deck*).
    }

    ## Preparação

    - Baralhem as peças e deem a cada jogador um monte pessoal: { $piles ->
        [en] 12 peças a cada um com dois jogadores, 8 com três, 6 com quatro (regra da casa *piles*). As outras 24 são o monte comum.
       *[de] 12 peças a cada um com dois jogadores, 10 com três, 8 com quatro (regra da casa *piles*). As outras 24, 18 ou 16 são o monte comum.
    }
    - Todos os montes ficam voltados para cima. Todos veem a peça de cima de cada monte e quantas peças ele tem; ninguém vê o que está por baixo.
    - Baralhem as cartas de objetivo e distribuam-nas voltadas para baixo: três a cada um com dois ou três jogadores, duas com quatro. As outras voltam para a caixa sem serem vistas.
    - Segura as tuas cartas de modo a que os outros só vejam os versos. Sabem o tipo de cada carta tua, mas não qual é.
    - Escolham quem começa. Joga-se no sentido dos ponteiros do relógio.

    ![cards]

    ## A tua vez

    Põe exatamente uma peça: a de cima do teu monte pessoal ou a de cima do monte comum.

    - A primeira peça começa a grelha.
    - Até haver nove peças, cada peça vai para uma casa vazia que tenha um lado em comum com uma peça da mesa. A grelha nunca passa de três de largura nem de três de altura.
    - A partir da décima, cada peça cobre uma peça da grelha. A peça posta no turno imediatamente anterior não se pode cobrir; por isso, a décima não pode cobrir a nona.

    ![grow]

    ![wide]

    ![cover]

    ## Mostrar cartas

    Podes mostrar uma carta de objetivo na vez de qualquer jogador, desde que a sua cor, forma ou cara esteja nas três peças de uma linha horizontal, vertical ou diagonal.

    - Só contam as peças de cima. Uma linha conta assim que as suas três peças lá estiverem, mesmo antes de a grelha estar cheia. Quando uma peça nova a quebra, acabou.
    - Uma linha nunca se gasta. Pode servir para várias cartas tuas, e também para cartas de outros jogadores.
    - Depois de cada peça, pergunta-se a todos os que ainda têm cartas, mesmo a quem não tem nada para mostrar, para que a pergunta não revele nenhum segredo.
    - Escolhe em segredo: quantas cartas quiseres das que servem, ou nenhuma. Ninguém tem de mostrar uma carta.
    - Quando todos tiverem escolhido, as cartas escolhidas mostram-se ao mesmo tempo. Ficam voltadas para cima.
    - Se alguém mostrou uma carta e a partida continua, pergunta-se outra vez a todos. Quando ninguém mostrar nada, começa o turno seguinte.

    ![lines]

    ![shared]

    ![broken]

    ## O fim

    - Se mostrares a tua última carta, ganhas logo. Todos os que o fizerem no mesmo momento partilham a vitória.
    - A partida também acaba quando se gasta um monte qualquer, pessoal ou comum: foi posta a sua última peça. Ganha quem tiver mostrado mais cartas.
    - { $last_window ->
        [no] Com essa última peça já não se pode mostrar nenhuma carta: as cartas contam-se logo (regra da casa *last_window*).
       *[yes] Antes de se contarem as cartas pergunta-se a todos como de costume, e uma última carta mostrada nesse momento ainda ganha logo (regra da casa *last_window*).
    }
    - Se houver empate no maior número de cartas, deem a volta à mesa pela ordem dos turnos, a partir de quem vem depois do jogador que esvaziou o monte. Ganha o primeiro dos empatados que encontrarem. Quem esvaziou o monte fica para o fim. É assim, mesmo que ninguém tenha mostrado cartas.

example-xoxo-aim = Em b3, c3 e d3 há três corações: quem tiver a carta do coração pode mostrá-la.
example-xoxo-cards = Vês as tuas próprias cartas; das dos outros só vês os versos, que dizem apenas o tipo. Escolhes entre duas peças: a de cima do teu monte e a de cima do monte comum.
example-xoxo-grow = Há três peças na mesa. A próxima pode ir para qualquer casa marcada: ao lado de uma peça, e tudo dentro de três por três.
example-xoxo-wide = Agora a grelha tem três de largura. Ainda pode crescer para cima ou para baixo, mas não para os lados.
example-xoxo-cover = A grelha está cheia, e a próxima peça cobre outra. Só a peça em c2 não se pode cobrir: foi posta no turno imediatamente anterior.
example-xoxo-lines = Três linhas: vermelho em b4, c4 e d4, uma cor; triângulo em b3, c3 e d3, uma forma; piscadela em b2, c2 e d2, uma cara.
example-xoxo-shared = Uma linha para duas cartas: b3, c3 e d3 são todas azuis, e todas são corações.
example-xoxo-broken = Uma peça azul cobre a vermelha em d4. A linha vermelha acabou; as outras duas ainda contam.

typing-xoxo =
    As casas têm uma letra para a coluna, a partir da esquerda, e um número para a fila, a partir de baixo. A primeira peça vai para `c3`, o meio das casas `a1` a `e5`.

    - `own@c3` põe em c3 a peça de cima do teu monte pessoal.
    - `draw@b3` põe em b3 a peça de cima do monte comum.
    - `esconder vermelho` esconde uma carta, `mostrar vermelho` deixa que ela se mostre outra vez. Se não a esconderes, uma carta mostra-se sozinha assim que a sua linha estiver completa.

    Uma peça escreve-se com a cor, a forma e a cara, pelas primeiras letras em inglês: `rss` é um quadrado vermelho com cara de surpresa. Cores: `r` vermelho, `b` azul, `g` verde, `y` amarelo. Formas: `c` círculo, `s` quadrado, `t` triângulo, `h` coração. Caras: `j` sorriso, `w` piscadela, `s` surpresa, `g` amuo.


## XOXO: house rules

ruling-piles = Quantas peças tem o monte pessoal de cada jogador?
ruling-piles-de = 12 para cada um com dois jogadores, 10 com três, 8 com quatro; o monte comum tem 24, 18 ou 16.
ruling-piles-en = 12 para cada um com dois jogadores, 8 com três, 6 com quatro; o monte comum tem sempre 24.
# What a rulebook says, to be put into rules-books; so are all messages of this kind.
says-xoxo-piles-de = 12, 10 ou 8 peças com dois, três ou quatro jogadores
says-xoxo-piles-en = 12, 8 ou 6 peças com dois, três ou quatro jogadores

ruling-deck = Que 48 das 64 peças possíveis entram no jogo?
ruling-deck-balanced = Uma mistura equilibrada: cada cor, forma e cara está em 12 peças, cada par (por exemplo, vermelho e coração) em 3. Numera as quatro cores, formas e caras de 0 a 3, pela ordem das regras: ficam de fora as 16 peças cujos três números somam um múltiplo de 4.
ruling-deck-custom = Uma lista tua, de 48 peças diferentes.

ruling-last_window = Ainda se podem mostrar cartas com a peça que esvazia um monte?
ruling-last_window-yes = Sim: pergunta-se a todos como depois de outra peça qualquer, e uma última carta mostrada nesse momento ganha logo.
ruling-last_window-no = Não: contam-se logo as cartas já mostradas.
# More about the rulebooks, after rules-books; not every house rule has such a message.
ruling-xoxo-last_window-source = Ambos acabam a partida de imediato, e ambos deixam mostrar uma carta em qualquer altura. O inglês soa um pouco mais a não, porque conta as cartas já mostradas quando o monte se gasta; o alemão é menos preciso.

## XOXO: decisions

decision-xoxo-one-card-a-value = Há exatamente uma carta de objetivo para cada cor, cada forma e cada cara. Os regulamentos só dão o número e os tipos das cartas, e doze cartas correspondem uma a uma a doze valores.
decision-xoxo-any-number = Podes mostrar quantas cartas quiseres no mesmo momento. Os regulamentos deixam isto em aberto, e numa mesa a sério nada te impede de mostrares duas de uma vez.
decision-xoxo-early-lines = Uma linha conta assim que as suas três peças lá estiverem, mesmo antes de a grelha estar cheia. Os regulamentos não o proíbem, e uma linha é uma linha.
decision-xoxo-tie-among-tied = Um empate resolve-se só entre os jogadores empatados. O regulamento alemão di-lo; o inglês omite essas palavras, e sem elas podia ganhar alguém com menos cartas.
decision-xoxo-top-before-window = A nova peça de cima de um monte vê-se antes de se perguntar a alguém se mostra cartas. Numa mesa a sério também se vê, assim que se tira a peça que estava por cima.

## XOXO: editions

edition-xoxo-de = Regulamento alemão
edition-xoxo-en = Regulamento inglês (montes mais pequenos com três e quatro jogadores)

## XOXO: how a game ended

# $winner is a name or a list of names, in all messages of this kind.
# How a game ended, to be put into consequence-reason; so are all messages of this kind.
decided-xoxo-last_card = com a última carta de alguém mostrada
decided-xoxo-pile = com um monte vazio
decided-xoxo-pile_tie = com um monte vazio e um empate


## Rubik’s Tac Toe and XOXO²: the rules they share

aim-flip = { $row ->
    [survives] Põe três pedras tuas em linha, todas a mostrar o mesmo lado. Se ainda tiveres três em linha depois de o outro jogador ter virado uma das tuas pedras, ganhas.
   *[enclosed] Põe três pedras tuas em linha, todas a mostrar o mesmo lado, sem nenhuma casa vazia ao lado delas. Então já ninguém as pode virar, e ganhas.
}
short-aim-flip = { $row ->
    [survives] Ganham três iguais em linha que resistam à viragem.
   *[enclosed] Para ganhar: três iguais em linha, sem buracos.
}

flip-turn =
    - **Primeiro, virar.** Pega numa pedra qualquer do teu oponente, muda-a para uma casa vazia que tenha um lado em comum com a dela, e volta-a ao contrário. Tens de o fazer se puderes, mesmo que isso ajude o teu oponente. Só não o fazes se nenhuma das pedras dele tiver uma casa vazia ao lado.
    - **Depois, colocar.** Coloca uma das pedras que tens fora do tabuleiro numa casa vazia qualquer, com o lado que quiseres para cima. Também tens de o fazer, mesmo que isso ajude o teu oponente. Podes usar a casa que a viragem acabou de deixar vazia.

    ![flip]

    ![place]

flip-winning =
    Uma **linha** são três pedras de um jogador, todas a mostrar o mesmo lado, em três casas seguidas a direito: na horizontal, na vertical ou na diagonal. O tabuleiro tem 24 linhas destas. Quatro seguidas contam como duas linhas.

    ![sides]

    { $row ->
        [survives]
            Ganhas quando tens uma linha e o teu oponente já fez depois disso a sua viragem, ou não pode fazer nenhuma (regra da casa *row*). A partida acaba assim que isto for certo:

            - No fim do teu turno, se tens uma linha e o teu oponente não pode virar nenhuma pedra.
            - No fim do teu turno, se o teu oponente pode virar, mas **qualquer** viragem que faça te deixa alguma linha: uma antiga, ou uma nova feita pela própria viragem.
            - Caso contrário, logo a seguir à viragem do teu oponente, se ela te deixar uma linha. Então já não se coloca nada.

            Por isso, uma linha que o teu oponente ainda possa quebrar não ganha nada, por agora. Duas linhas de que só uma se possa quebrar já ganham. Uma linha que o teu oponente podia ter quebrado, mas não quebrou, ganha depois da viragem dele; e o mesmo acontece com uma linha que ele te tenha feito sem precisar. Os dois nunca podem ganhar ao mesmo tempo.

            ![breakable]

            ![survived]

            ![two]

            ## O fim

            Se as dezasseis pedras estão no tabuleiro e ninguém ganhou, a partida acaba sem vencedor.
       *[enclosed]
            Uma linha está **cercada** quando nenhuma casa que tenha um lado em comum com uma das suas três pedras está vazia. Então nenhuma das suas pedras se pode virar. A borda do tabuleiro não faz mal; só as casas vazias fazem.

            - Se tens uma linha cercada, ganhas logo, tanto depois de uma viragem como depois de colocada uma pedra, seja de quem for essa jogada (regra da casa *row*).
            - Se uma viragem ganha a partida, já não se coloca nada.
            - Uma linha que não esteja cercada não ganha nada, por agora.
            - Se uma viragem ou uma pedra colocada der aos dois jogadores uma linha cercada antes de as dezasseis pedras estarem no tabuleiro, { $both_rows ->
                [mover] ganha quem fez essa jogada
                [opponent] ganha quem não fez essa jogada
               *[draw] a partida fica empatada
            } (regra da casa *both_rows*).

            ![open]

            ![enclosing]

            ![both]

            ## O fim

            Quando as dezasseis pedras estão no tabuleiro, a partida acaba. Se só um jogador tem uma linha, ganhou; um tabuleiro cheio cerca todas as linhas. Se nenhum dos dois tem uma linha, ou se os dois têm, a partida fica empatada.
    }

flip-example-aim = { $row ->
    [survives] A última pedra foi colocada em d1. Agora, vire-se o que se virar, a linha em a1, b1 e c1 fica: isso ganha.
   *[enclosed] A última pedra foi colocada em d1. A linha em a1, b1 e c1 já não tem nenhuma casa vazia ao lado: isso ganha.
}
flip-example-flip = A viragem: uma pedra do teu oponente passa de b3 para b4 e volta-se ao contrário, de modo a mostrar o outro lado.
flip-example-place = Depois colocas uma pedra tua, aqui em b3, a casa que a viragem acabou de deixar.
flip-example-sides = Isto não é uma linha: b2, c2 e d2 são do mesmo jogador, mas não mostram todas o mesmo lado.
flip-example-open = Uma linha em b2, c2 e d2, mas não está cercada: ao lado, a2, b1, c3, d1 e d3 estão vazias. Ainda não ganha nada.
flip-example-enclosing = A viragem de d2 para d1 tapa o último buraco ao lado da linha em a1, b1 e c1. Quem tem a linha ganha logo, embora a viragem tenha sido do outro jogador.
flip-example-both = A pedra colocada em b2 cerca duas linhas de uma vez: uma em a1, a2 e a3, a outra em c1, c2 e c3. { $both_rows ->
    [mover] Pela regra da casa, ganha quem a colocou.
    [opponent] Pela regra da casa, ganha o outro jogador.
   *[draw] A partida fica empatada.
}
flip-example-breakable = A linha em b2, c2 e d2 ainda não ganha nada: uma viragem de d2 para d3 quebra-a.
flip-example-survived = O oponente vira de a4 para a3 e deixa a linha em b2, c2 e d2 como está. Ela resistiu à viragem e ganha; já não se coloca nada.
flip-example-two = A pedra colocada em a4 faz duas linhas, e ela própria não se pode virar. Uma viragem só pode quebrar uma das duas: isso ganha logo.

flip-no-flip = Se nenhuma viragem for possível, um turno é só a pedra colocada, por exemplo `a@d1`. Se a viragem acabar a partida, o turno é só a viragem.

## Rubik’s Tac Toe: name and rules

game-rubik = Rubik’s Tac Toe
game-rubik-line = Vira uma pedra do outro, coloca uma tua, e cerca três em linha antes que te fujam.

aim-rubik = { aim-flip }
short-aim-rubik = { short-aim-flip }

rules-rubik =
    ## O que é preciso

    Dois jogadores e cerca de dez minutos (estimativa nossa).

    - Um tabuleiro de quatro por quatro casas.
    - 16 pedras com dois lados, oito para cada jogador. Um tem as pedras marcadas com X, com um lado azul e um lado verde. O outro tem as marcadas com O, com um lado amarelo e um lado branco.

    ## Preparação

    O tabuleiro está vazio, e cada jogador tem as suas oito pedras ao lado. X joga primeiro.

    ## A tua vez

    No primeiríssimo turno, X só coloca uma pedra, com um lado qualquer para cima, numa casa qualquer. A partir daí cada turno tem duas partes, por esta ordem.

    { flip-turn }

    ## Ganhar

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
    As casas têm uma letra para a coluna, de `a` a `d` a partir da esquerda, e um número para a fila, de `1` a `4` a partir de baixo. Quem joga com X tem as pedras `A` (lado azul para cima) e `B` (lado verde para cima); quem joga com O tem `a` (lado amarelo para cima) e `b` (lado branco para cima).

    - `B@b3` coloca em b3 um X com o lado verde para cima. Este podia ser o primeiro turno.
    - `b3-b4` vira a pedra de b3 para b4.
    - `b3-b4 a@d1` é um turno inteiro de O: virar, depois colocar.

    { flip-no-flip }


## Rubik’s Tac Toe and XOXO²: house rules

ruling-row = Que linha ganha a partida?
ruling-row-enclosed = Uma cercada: nenhuma casa que tenha um lado em comum com uma das suas três pedras está vazia.
ruling-row-survives = Uma que resiste à viragem do oponente: tens uma linha, e o oponente já teve depois disso a sua viragem, ou não pode ter nenhuma.
says-rubik-row-enclosed = uma linha cercada
says-xoxo2-row-enclosed = { says-rubik-row-enclosed }
says-rubik-row-survives = uma linha que resiste à viragem
says-xoxo2-row-survives = { says-rubik-row-survives }
ruling-rubik-row-source = O regulamento alemão é o de Rubik’s Tac Toe, o neerlandês o de XOXO².
ruling-xoxo2-row-source = { ruling-rubik-row-source }

ruling-both_rows = Quem ganha se uma jogada der aos dois jogadores uma linha cercada antes de todas as pedras estarem colocadas?
ruling-both_rows-draw = Ninguém: a partida fica empatada.
ruling-both_rows-mover = Quem fez essa jogada.
ruling-both_rows-opponent = O outro jogador, que não fez essa jogada.
ruling-rubik-both_rows-source = Só fala de duas linhas quando todas as pedras estão colocadas, e a isso chama empate. Tudo isto só conta onde ganham as linhas cercadas.
ruling-xoxo2-both_rows-source = { ruling-rubik-both_rows-source }

## Rubik’s Tac Toe: decisions

decision-rubik-adjacent = Uma linha fica em casas seguidas: só o regulamento neerlandês, o de XOXO², o diz, e fazemos o mesmo nos dois jogos. Quatro seguidas também contam, porque contêm linhas de três.
decision-rubik-last-step = Uma linha só ganha se não puder ser desfeita, ou se ninguém a desfez. Com o objetivo que o regulamento neerlandês indica no início, qualquer linha ganharia logo, mas o seu último passo pede mais, e sem isso as viragens quase não contariam.
decision-rubik-unbroken = Uma linha que o teu oponente podia ter quebrado, mas não quebrou, ganha depois da viragem dele, e o mesmo acontece com uma que ele te tenha feito sem precisar. O regulamento neerlandês só fala de linhas que não se podem desfazer e de viragens forçadas; feita a viragem, já passou a oportunidade de desfazer a linha.

## Rubik’s Tac Toe: editions

edition-rubik-de = Regulamento alemão

## Rubik’s Tac Toe: how a game ended

decided-rubik-row = com uma linha vencedora
decided-rubik-both_rows = com linhas dos dois jogadores ao mesmo tempo
decided-rubik-full = com todas as pedras colocadas e nenhuma linha


## XOXO²: name and rules

game-xoxo2 = XOXO²
game-xoxo2-line = Três em linha é fácil. Será que ainda lá estão depois da viragem do oponente?

aim-xoxo2 = { aim-flip }
short-aim-xoxo2 = { short-aim-flip }

rules-xoxo2 =
    ## O que é preciso

    Dois jogadores e cerca de dez minutos (estimativa nossa).

    - Um tabuleiro de quatro por quatro casas.
    - 16 cartas com dois lados, a que aqui chamamos pedras, oito para cada jogador. Um tem as estrelas, o outro os hexágonos. Cada pedra tem um lado verde e um lado vermelho.

    ## Preparação

    O tabuleiro está vazio, e cada jogador tem as suas oito pedras ao lado. A estrela joga primeiro.

    ## A tua vez

    No primeiríssimo turno, a estrela só coloca uma pedra, com um lado qualquer para cima, numa casa qualquer. A partir daí cada turno tem duas partes, por esta ordem.

    { flip-turn }

    ## Ganhar

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
    As casas têm uma letra para a coluna, de `a` a `d` a partir da esquerda, e um número para a fila, de `1` a `4` a partir de baixo. A estrela tem as pedras `A` (lado verde para cima) e `B` (lado vermelho para cima); o hexágono tem `a` (lado verde para cima) e `b` (lado vermelho para cima).

    - `B@b3` coloca em b3 uma estrela com o lado vermelho para cima. Este podia ser o primeiro turno.
    - `b3-b4` vira a pedra de b3 para b4.
    - `b3-b4 a@d1` é um turno inteiro do hexágono: virar, depois colocar.

    { flip-no-flip }


## XOXO²: decisions

decision-xoxo2-adjacent = Uma linha fica em casas seguidas, como diz o regulamento neerlandês, e quatro seguidas também contam, porque contêm linhas de três.
decision-xoxo2-last-step = Uma linha só ganha se não puder ser desfeita, ou se ninguém a desfez. Com o objetivo que o regulamento indica no início, qualquer linha ganharia logo, mas o seu último passo pede mais, e sem isso as viragens quase não contariam.
decision-xoxo2-unbroken = Uma linha que o teu oponente podia ter quebrado, mas não quebrou, ganha depois da viragem dele, e o mesmo acontece com uma que ele te tenha feito sem precisar. O regulamento só fala de linhas que não se podem desfazer e de viragens forçadas; feita a viragem, já passou a oportunidade de desfazer a linha.
decision-xoxo2-anywhere = A pedra pode ser colocada em qualquer casa vazia. Uma frase do regulamento podia ler-se como «na casa que acabou de ficar vazia»; para nós essa casa é permitida, mas não a única.
decision-xoxo2-star-starts = A estrela joga primeiro: é assim nas imagens do regulamento.

## XOXO²: editions

edition-xoxo2-nl = Regulamento neerlandês

## XOXO²: how a game ended

decided-xoxo2-row = { decided-rubik-row }
decided-xoxo2-both_rows = { decided-rubik-both_rows }
decided-xoxo2-full = { decided-rubik-full }


## Djeco Tic Tac Toe: name and rules

game-djeco = Djeco Tic Tac Toe
game-djeco-line = Três em linha, vezes sem conta: joga, empilha, retira, e vê bem quem ajudas.

aim-djeco = { $scorer ->
    [maker] Sempre que jogas uma carta que põe três da mesma cor em linha, recebes uma ficha.
   *[owner] Sempre que três cartas da tua cor ficam em linha, recebes uma ficha.
} Ganha quem primeiro tiver pelo menos { $target }, e pelo menos mais duas do que o outro jogador.
short-aim-djeco = { $scorer ->
    [maker] Três da mesma cor em linha dão-te uma ficha.
   *[owner] Três da tua cor em linha dão-te uma ficha.
}

# $numbers-text is a whole sentence, the one of house rule "numbers".
rules-djeco =
    ## O que é preciso

    Dois jogadores dos seis aos noventa e nove anos, e cerca de um quarto de hora (estimativa nossa).

    - 18 cartas vermelhas e 18 cartas azuis, cada uma com um número (regra da casa *numbers*). { $numbers-text }
    - 6 cartas de retirada amarelas e 2 verdes, sem número. Tiram cartas da mesa: uma amarela de uma posição, uma verde de uma linha inteira.
    - 24 fichas.

    ## Preparação

    - Antes da distribuição, cada jogador fica com uma cor. Aqui o lugar 1 tem o vermelho e o lugar 2 tem o azul.
    - Combinem quantas fichas são precisas para ganhar: aqui { $target } (regra da casa *target*).
    - Baralhem as 44 cartas todas e deem cinco a cada jogador. O resto é o baralho, voltado para baixo.
    - Começa o jogador mais novo. Aqui escolhes o lugar que começa.
    - As mãos são secretas. Todos podem ver quantas cartas têm cada mão e o baralho, o pote, as pilhas e as fichas.

    ## A tua vez

    Joga uma carta, fica com as fichas, vê se a partida acabou, e depois vai ao baralho buscar uma carta, se ainda houver. Tens de jogar se puderes, mesmo que só te reste uma carta de retirada ou uma carta da outra cor, e mesmo que isso ajude o teu oponente. Podes jogar uma carta de uma destas maneiras.

    - **Pôr uma carta vermelha ou azul num quadrado vazio.** { $grid ->
        [fixed] A grelha são os nove quadrados de `b2` a `d4`, e qualquer um deles serve (regra da casa *grid*). A carta não precisa de tocar noutra.
       *[floating] Todos os quadrados usados desde que a mesa esteve vazia pela última vez têm de caber numa grelha de três por três (regra da casa *grid*). Um quadrado de onde se retiraram as cartas ainda conta como usado. A carta não precisa de tocar noutra. Depois de a mesa ficar vazia, a próxima carta começa outra vez no meio.
    }
    - **Empilhar uma carta vermelha ou azul** em cima de uma carta com o mesmo número, sejam quais forem as cores.
    - **Limpar uma posição com uma carta amarela:** { $yellow ->
        [some] uma ou mais cartas de cima de uma pilha, as que quiseres, vão para o pote, com a carta amarela (regra da casa *yellow*).
       *[stack] toda a pilha que lá está vai para o pote, com a carta amarela (regra da casa *yellow*).
    }
    - **Limpar uma linha com uma carta verde:** as três pilhas de uma linha horizontal, vertical ou diagonal sem buracos vão para o pote, com a carta verde. As cores não contam.

    O pote são as cartas que saíram da mesa. Uma grelha cheia não acaba a partida. Com a mesa vazia não se pode jogar nenhuma carta amarela nem verde.

    ![{ $grid }]

    ![stack]

    ![yellow-{ $yellow }]

    ![green]

    ## Fichas

    Só contam as cartas de cima. Sempre que três cartas da mesma cor ficam em linha, na horizontal, na vertical ou na diagonal, { $scorer ->
        [maker] **quem jogou a carta** recebe uma ficha, seja qual for a cor
       *[owner] **quem tem essa cor** recebe uma ficha, jogue quem jogar a carta
    } (regra da casa *scorer*). Um turno troca no máximo uma carta de cima por outra, por isso todas as linhas novas de um turno têm a mesma cor.

    - As cartas ficam. Uma linha que já lá estava e continua não dá nada outra vez. Uma linha que foi quebrada e se faz de novo volta a dar uma ficha.
    - Se uma carta completa várias linhas, { $lines ->
        [one] dão uma ficha em conjunto
       *[each] cada uma delas dá uma ficha
    } (regra da casa *lines*).
    - { $yellow ->
        [some] Se uma carta amarela descobre uma carta e aparece uma linha, essa dá uma ficha como qualquer outra, em qualquer das cores.
       *[stack] Retirar não dá fichas: assim não pode aparecer nenhuma linha.
    }
    - Se restarem menos fichas do que as ganhas, recebem-se as que restam.

    ![helping]

    ![double]

    ## Se não puderes jogar

    - Se não tens nenhuma carta que se possa jogar, ou não tens nenhuma carta, mas o teu oponente pode jogar, a vez passa para ele. Não vais ao baralho. Isto diz alguma coisa sobre a tua mão, e não faz mal.
    - Se nenhum dos dois pode jogar, cada um vai ao baralho buscar uma carta, primeiro quem tem a vez. Depois veem de novo se alguém pode, e assim por diante. Quem tem a vez joga, se puder; se não, joga o outro.
    - Quem joga uma carta vai ao baralho como de costume. Uma mão pode crescer à vontade.

    ## O fim

    - Ganha logo o primeiro jogador com pelo menos { $target ->
        [1] uma ficha
       *[other] { $target } fichas
    } **e** pelo menos mais duas do que o outro, seja de quem for a vez.
    - Se nenhum dos dois pode jogar e já não há cartas no baralho, a partida acaba: ganha quem tiver mais fichas, e com as mesmas há empate.
    - Se as 24 fichas forem todas entregues, a partida fica empatada: só pode ser com doze para cada lado, porque com qualquer outra divisão alguém já teria ganho antes.
    - { $discard ->
        [recycle] Quando o baralho está vazio e é preciso ir buscar uma carta, o pote é baralhado e passa a ser o novo baralho; se também estiver vazio, não se vai buscar nada (regra da casa *discard*). Para que as cartas não andem às voltas para sempre, a partida acaba depois de jogadas 300 cartas: ganha quem tiver mais fichas, e com as mesmas há empate.
       *[out] O pote fica fora do jogo, mesmo quando o baralho está vazio (regra da casa *discard*).
    }

example-djeco-aim = O 4 vermelho em d3 faz três cartas vermelhas em linha: o vermelho recebe uma ficha.
example-djeco-floating = Há duas cartas na mesa. A próxima pode ir para qualquer quadrado marcado, desde que todas caibam numa grelha de três por três.
example-djeco-fixed = A grelha está fixa desde o início: a próxima carta pode ir para qualquer um dos seus quadrados vazios.
example-djeco-stack = O 5 azul pode ir para cima do 5 vermelho, porque os números são iguais. A partir de agora, c3 conta como azul.
example-djeco-yellow-stack = Uma carta amarela limpa c3: as duas cartas que lá estão vão para o pote.
example-djeco-yellow-some = Uma carta amarela tira uma carta da pilha em c3: o 5 vermelho que estava por baixo conta outra vez.
example-djeco-green = Uma carta verde retira a linha de b2 a d4, sejam quais forem as cores.
example-djeco-helping = { $scorer ->
    [maker] Ao vermelho só resta uma carta azul, e ela só cabe em d3. Faz uma linha azul em b3, c3 e d3, e a ficha vai para o vermelho, que a jogou.
   *[owner] Ao vermelho só resta uma carta azul, e ela só cabe em d3. Faz uma linha azul em b3, c3 e d3, e o azul recebe uma ficha por isso.
}
example-djeco-double = { $lines ->
    [one] O 3 vermelho em d3 completa duas linhas, na horizontal e na vertical. Em conjunto dão uma ficha.
   *[each] O 3 vermelho em d3 completa duas linhas, na horizontal e na vertical: duas fichas.
}

typing-djeco =
    Os quadrados têm uma letra para a coluna, a partir da esquerda, e um número para a fila, a partir de baixo. { $grid ->
        [fixed] A grelha vai de `b2` a `d4`, e a primeira carta pode ir para qualquer um dos seus quadrados.
       *[floating] A primeira carta vai para `c3`, o meio dos quadrados `a1` a `e5`.
    }

    - `r7@c3` joga o 7 vermelho em c3; `b7@c3` empilha depois o 7 azul em cima dele.
    - { $yellow ->
        [some] `y2@b3` retira as duas cartas de cima da pilha em b3 com uma carta amarela.
       *[stack] `y@b3` limpa b3 com uma carta amarela.
    }
    - `g@b2-d4` retira a linha de b2 a d4 com uma carta verde.
    - `pass` diz que não podes jogar nenhuma carta. É então a tua única jogada, e de outro modo nunca é permitida.


## Djeco Tic Tac Toe: house rules

ruling-target = Quantas fichas são precisas para ganhar?
# $n is a number from 1 to 12.
ruling-target-n = Fichas para ganhar: pelo menos { $n }, com um avanço de pelo menos duas.

ruling-numbers = Que números há nas 18 cartas de uma cor?
ruling-numbers-1-9x2 = Cada número de 1 a 9 duas vezes, o mesmo para as duas cores.
ruling-numbers-1-6x3 = Cada número de 1 a 6 três vezes, o mesmo para as duas cores: pilhas mais altas.
ruling-numbers-custom = Uma lista tua de 18 números, a mesma para as duas cores.

ruling-yellow = O que retira uma carta amarela?
ruling-yellow-stack = Toda a pilha de um quadrado.
ruling-yellow-some = Uma ou mais cartas de cima de uma pilha, as que quiseres.
says-djeco-yellow-stack = a pilha toda
says-djeco-yellow-some = uma ou mais cartas

ruling-scorer = Quem recebe a ficha por uma linha?
ruling-scorer-owner = Quem tem a cor dela, jogue quem jogar a carta.
ruling-scorer-maker = Quem jogou a carta que a fez, seja qual for a cor.
says-djeco-scorer-owner = o objetivo são linhas da própria cor
ruling-djeco-scorer-source = O português e o dinamarquês falam de linhas da mesma cor. E uma nota em todos os cinco dá a ficha ao jogador que faz uma linha, mas diz também que jogar a cor do outro ajuda o outro.

ruling-lines = E se uma carta completa várias linhas da mesma cor?
ruling-lines-each = Cada uma dessas linhas dá uma ficha.
ruling-lines-one = Dão uma ficha em conjunto.
says-djeco-lines-each = uma ficha sempre que se faz uma linha

ruling-discard = E se o baralho está vazio quando é preciso ir buscar uma carta?
ruling-discard-out = O pote fica fora do jogo, e não se vai buscar nada.
ruling-discard-recycle = O pote é baralhado e passa a ser o novo baralho, se tiver cartas; a partida acaba o mais tardar ao fim de 300 cartas.
says-djeco-discard-out = o pote fica fora do jogo

ruling-grid = A grelha de três por três está fixa desde o início?
ruling-grid-floating = Não: toma forma à volta das cartas, e a primeira carta vai para c3.
ruling-grid-fixed = Sim: são os quadrados de b2 a d4, e a primeira carta vai para qualquer um deles.
ruling-djeco-grid-source = Todos os cinco falam de um quadrado imaginário.

## Djeco Tic Tac Toe: decisions

decision-djeco-any-card = Qualquer carta que se possa jogar serve, e uma carta amarela ou verde tem de ser jogada se mais nada for possível. Uma nota em todos os cinco regulamentos lê-se como se cada turno precisasse de uma carta vermelha ou azul, mas as suas próprias listas de jogadas dizem outra coisa.
decision-djeco-owner-by-default = Se não escolheres outra coisa, a ficha vai para quem tem a cor, em todas as edições. Os regulamentos podem ler-se das duas maneiras, mas todos dizem que jogar a cor do outro ajuda o outro, e só assim é que ajuda.
decision-djeco-four-directions = As linhas que dão fichas vão na horizontal, na vertical e nas duas diagonais. Os regulamentos só o dizem para a carta verde, e aí o russo só fala de linhas horizontais; um só tipo de linha para tudo vê-se melhor.
decision-djeco-pass-draws-nothing = Se só um jogador está bloqueado, passa e não vai ao baralho. Os regulamentos só falam de uma partida bloqueada para os dois; uma carta por cada vez que se passa seria uma prenda.
decision-djeco-cleared-binds = Um quadrado de onde se retiraram as cartas continua a pertencer à grelha de três por três até a mesa ficar vazia. Os regulamentos falam de um só quadrado imaginário, e não seria um só se andasse a passear.
decision-djeco-our-ends = A partida também acaba quando nenhum dos dois pode jogar e o baralho está vazio, e quando se entrega a última ficha. Os regulamentos só referem o número de fichas combinado, mas qualquer partida tem de acabar.
decision-djeco-light-scores = Onde uma carta amarela pode tirar algumas cartas de uma pilha, uma linha de cartas de cima que assim apareça dá uma ficha, em qualquer das cores. Três da mesma cor ficaram em linha, e é isso que conta.
decision-djeco-one-a-turn = Vai-se buscar uma carta por turno, uma carta verde precisa das três posições ocupadas, e uma carta amarela tira de uma só posição. As palavras menos precisas do regulamento sueco, e do russo sobre a carta verde, tomam-se como lapsos.
decision-djeco-turns-are-cards = Os 300 turnos ao fim dos quais acaba uma partida em que o pote volta a ser baralho são cartas jogadas; passar não conta, porque nada acontece na mesa. Quem não pode jogar di-lo ao passar, para que ninguém tenha de adivinhar porque é que a vez muda.

## Djeco Tic Tac Toe: editions

edition-djeco-it = Regulamento italiano
edition-djeco-pt = Regulamento português
edition-djeco-sv = Regulamento sueco (uma carta amarela tira uma ou mais cartas de uma pilha)
edition-djeco-da = Regulamento dinamarquês (uma carta amarela tira uma ou mais cartas de uma pilha)
edition-djeco-ru = Regulamento russo (uma carta amarela tira uma ou mais cartas de uma pilha)

## Djeco Tic Tac Toe: how a game ended

decided-djeco-target = com fichas que chegam para ganhar
decided-djeco-tokens = com todas as fichas entregues
decided-djeco-turns = ao fim de 300 cartas
decided-djeco-blocked = sem ninguém poder jogar

## A live table

open-seat = um lugar livre
# $level is one of the messages below, or the name of a bot of another package.
bot-named = Bot ({ $level })
bot-numbered = Bot { $seat } ({ $level })
level-beginner = principiante
level-easy = fácil
level-casual = descontraído
level-medium = médio
level-skilled = hábil
level-advanced = avançado
level-strong = forte
level-greedy = guloso
level-random = ao acaso
level-perfect = perfeito
level-mcts = pesquisa
waiting-for-people = { $count ->
    [1] À espera de mais um jogador.
   *[other] À espera de mais { $count } jogadores.
}
told-sat = { $you ->
    [yes] Sentas-te à mesa.
   *[no] { $who } senta-se à mesa.
}
told-undo-asked = { $you ->
    [yes] Gostavas de desfazer a tua última jogada.
   *[no] { $who } gostava de desfazer a sua última jogada.
}
told-undo-granted = { $you ->
    [yes] Concordas.
   *[no] { $who } concorda.
}
told-undo-refused = { $you ->
    [yes] Preferes continuar a jogar.
   *[no] { $who } prefere continuar a jogar.
}
told-undone = Jogada desfeita. A partir de agora esta partida é treino.
told-resigned = { $you ->
    [yes] Desistes.
   *[no] { $who } desiste.
}
told-left = { $you ->
    [yes] Sais da mesa.
   *[no] { $who } sai da mesa.
}
told-back = { $you ->
    [yes] Voltas à mesa.
   *[no] { $who } volta à mesa.
}
told-again = { $you ->
    [yes] Gostavas de outra partida.
   *[no] { $who } gostava de outra partida.
}
told-sits-in = { $you ->
    [yes] { $bot } joga por ti até voltares.
   *[no] { $bot } joga por { $who } até que volte.
}
told-bot-came = { $bot } fica com o lugar livre.
reaction-hello = { $you ->
    [yes] Dizes olá.
   *[no] { $who } diz olá.
}
reaction-thanks = { $you ->
    [yes] Agradeces.
   *[no] { $who } agradece.
}
reaction-well-played = { $you ->
    [yes] Dizes: bem jogado!
   *[no] { $who } diz: bem jogado!
}
reaction-clap = { $you ->
    [yes] Bates palmas.
   *[no] { $who } bate palmas.
}
reaction-laugh = { $you ->
    [yes] Ris-te.
   *[no] { $who } ri-se.
}
reaction-wow = { $you ->
    [yes] Ficas de boca aberta.
   *[no] { $who } fica de boca aberta.
}
reaction-oops = { $you ->
    [yes] Dizes: ups!
   *[no] { $who } diz: ups!
}
reaction-thinking = { $you ->
    [yes] Estás a pensar.
   *[no] { $who } está a pensar.
}
error-stale = Entretanto aconteceu alguma coisa: vê outra vez.
error-too-many-side-commands = Já chega de mudanças, jogadas desfeitas e despedidas numa só partida ({ $most }): continua a jogar.
error-undo-away = { $name } não está presente e não pode concordar, por isso não se desfaz nada.
error-rounds-full = Esta mesa já teve { $most } partidas: abre uma nova.
error-only-watching = Estás a assistir: só quem joga pode fazer isso.
error-not-begun = A partida ainda não começou.
error-game-over = A partida acabou.
error-not-over = A partida ainda não acabou.
error-bot-plays-here = Aqui joga um bot.
error-no-such-card = Não tens a carta «{ $card }».
error-has-left = Já saíste da mesa.
error-sit-first = Senta-te primeiro.
error-is-here = Estás à mesa.
error-chair-taken = Este lugar está ocupado.
error-name-taken = Já há alguém à mesa com o nome { $name }.
error-no-such-seat = Não há nenhum lugar { $seat }.
error-only-host = Só a pessoa que abriu a mesa pode fazer isso.
error-still-here = { $name } ainda está aqui.
error-undo-nothing = Não tens nenhuma jogada para desfazer.
error-undo-told = Isso não se pode desfazer: entretanto alguém viu uma carta ou uma peça nova.
error-undo-not-asked = Ninguém te perguntou se pode desfazer uma jogada.
error-undo-waits = Há outro pedido para desfazer uma jogada à espera de resposta.
error-asked-already = Já pediste outra partida; também se está a perguntar aos outros.
error-no-such-round = Não há nenhuma partida { $round }; a última é a { $most }.
error-no-person = Pelo menos um lugar tem de ser para uma pessoa.
error-no-table = Esta mesa não existe, ou o link está errado.
error-not-saved = Não foi possível guardar isso, por isso não conta. Tenta outra vez.
error-too-fast = Foi depressa demais: espera um momento.
error-unreadable-message = Não se consegue ler esta mensagem.
error-too-many-messages = Chegaram mensagens a mais ao mesmo tempo, por isso a ligação foi fechada. Recarrega a página.
error-too-unreadable = Houve mensagens a mais que não se conseguiram ler, por isso a ligação foi fechada. Recarrega a página.
error-server-stops = O servidor está a parar. Está tudo guardado.
error-table-deleted = Esta mesa foi apagada.
error-seat-renewed = Este lugar tem uma chave nova, por isso está fechado nesta janela. Os links antigos já não funcionam.
error-code-used = Alguém já ficou com este lugar. Se era para ser teu, pede um código novo no ecrã grande.
error-only-screen = Só um ecrã que abriu a mesa e não tem lugar pode mostrar códigos de lugares.
error-store-down = Agora o servidor não consegue chegar às suas mesas. Tenta outra vez daqui a um minuto.
error-only-here = Isto só se pode fazer no computador onde corre o servidor.
error-no-network = Não se encontrou nenhum endereço pelo qual outros dispositivos pudessem chegar a este computador.
error-table-unreadable = Não se consegue ler esta mesa. Quem gere o servidor encontra mais no diário dele.
error-game-failed = O próprio jogo falhou, por isso não pode continuar aqui. Quem gere o servidor encontra mais no diário dele.
error-too-many-tabs = Este lugar está aberto em janelas a mais: fecha primeiro uma delas.
error-too-many-watching = Já não cabe mais ninguém a assistir a esta mesa. Tenta mais tarde.
error-no-hint = Agora não há dica.
error-hint-asked = A dica que pediste vem a caminho.

# Games of other packages, which may bring no words of their own

event-any = { $you ->
    [yes] Jogas { $move }.
   *[no] { $who } joga { $move }.
}
chance-any = Acaso
ask-any = a tua jogada
help-any = Escreve uma jogada tal como está na lista, ou o seu número.
position-any = Posição: { $position }
player-any = Lugar { $seat }
picture-ask-any = { $you ->
    [yes] É a tua vez.
   *[no] { $who } vai jogar.
}
picture-then-any = Agora escolhe onde.
error-any = Isso não é possível ({ $code }).
reason-any-win = { $winner ->
    [Tu] Ganhaste
   *[other] { $winner } ganhou
} ({ $reason }).
reason-any-shared = Vitória partilhada: { $winner } ({ $reason }).
reason-any-draw = Empate ({ $reason }).
error-guest-game-failed = Não se consegue carregar o jogo { $name } do pacote { $package }: { $reason }
error-guest-game-unfit = O jogo { $name } do pacote { $package } não se pode usar: { $reason }
error-guest-game-broke = O jogo { $name } do pacote { $package } falhou: { $reason }
error-no-sampling = { $game } esconde cartas e não dá maneira de as adivinhar, por isso nenhum bot consegue pensar à frente: jogam-no random, greedy, beginner e easy.
error-windows-need-orders = { $game } pergunta a vários jogadores ao mesmo tempo sem ordens dadas de antemão; numa mesa ao vivo, a demora de uma resposta revelaria alguma coisa, por isso só se joga no terminal.

### Same as in English: page-theme-auto, page-new-levels, page-new-bot, page-menu, page-react-clap, page-explore-link, bots-name, arena-bot, arena-elo, game-djeco, bot-named, bot-numbered, page-read-diagonal
