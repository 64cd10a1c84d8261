// The messages and requests of the server as types, generated from its classes by scripts/typedefs.py.
// @ts-check
export {};

/**
 * @typedef {object} About
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {string} edition
 * @property {string} edition_say
 * @property {RulingView[]} rulings
 * @property {boolean} [host]
 * @property {boolean} [confirm]
 * @property {boolean} [hidden]
 * @property {boolean} [chance]
 * @property {number} [grace]
 */

/**
 * @typedef {object} Answer
 * @property {"answer"} type
 * @property {string} id
 * @property {boolean} ok
 * @property {number} n
 * @property {string} [code]
 * @property {string} [say]
 * @property {TableView} [view]
 * @property {HintView} [hint]
 * @property {Picture} [preview]
 * @property {WhyNot} [why]
 * @property {Step[]} [recap]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} BoardCell
 * @property {string} square
 * @property {string} name
 * @property {TileLook | StoneLook | StackLook | TextLook} [piece]
 * @property {boolean} [last]
 * @property {boolean} [line]
 * @property {boolean} [open]
 * @property {string} [idle_name]
 * @property {string} [what]
 */

/**
 * @typedef {object} BoardPicture
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {BoardCell[]} cells
 */

/**
 * @typedef {object} BotOffer
 * @property {string} name
 * @property {string} say
 * @property {string} level
 */

/**
 * @typedef {object} Bye
 * @property {"bye"} type
 * @property {string} code
 * @property {string} say
 */

/**
 * @typedef {object} CardLook
 * @property {"card"} type
 * @property {string} colour
 * @property {number} [number]
 * @property {"square" | "line"} [clears]
 */

/**
 * @typedef {object} CodeShown
 * @property {string} code
 * @property {string} key
 */

/**
 * @typedef {object} CodesGiven
 * @property {SeatCode[]} codes
 */

/**
 * @typedef {object} CodesWanted
 * @property {number} [renew]
 */

/**
 * @typedef {object} ConsentCommand
 * @property {"consent"} do
 * @property {string} id
 * @property {number} seen
 * @property {boolean} yes
 */

/**
 * @typedef {object} Curve
 * @property {number} seat
 * @property {string} name
 * @property {(number | null)[]} shares
 */

/**
 * @typedef {object} DjecoBeside
 * @property {"djeco"} type
 * @property {string} label
 * @property {string} name
 * @property {string} aim
 * @property {number} deck
 * @property {number} left
 * @property {CardLook[]} [discard]
 * @property {string} [discard_label]
 */

/**
 * @typedef {object} DjecoSeat
 * @property {"djeco"} type
 * @property {string} name
 * @property {string} label
 * @property {string} colour
 * @property {string} sign
 * @property {number} tokens
 * @property {number} target
 * @property {number} held
 * @property {CardLook[]} [hand]
 * @property {string} [side]
 */

/**
 * @typedef {object} DrawnLine
 * @property {string[]} squares
 * @property {string} name
 * @property {number} [owner]
 * @property {string[]} [features]
 * @property {boolean} [enclosed]
 * @property {boolean} [pending]
 * @property {string} [colour]
 */

/**
 * @typedef {object} EditionOffer
 * @property {string} name
 * @property {string} say
 * @property {Record<string, string>} options
 */

/**
 * @typedef {object} Entered
 * @property {string} as
 * @property {number | null} chair
 */

/**
 * @typedef {object} Exploration
 * @property {string} position
 * @property {Picture} picture
 * @property {string} due
 * @property {string} [title]
 * @property {string[]} [say]
 * @property {Worth} [worth]
 * @property {Record<string, Worth>} [values]
 * @property {ExploredChoice[]} [choices]
 * @property {string} [holding]
 * @property {number} [kept]
 * @property {number} [turns]
 * @property {number} [turn]
 * @property {string[]} [moves]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} ExploreWanted
 * @property {string} [position]
 * @property {string[]} [moves]
 * @property {Record<string, string>} [rulings]
 */

/**
 * @typedef {object} ExploredAhead
 * @property {ExploredTurn[]} line
 * @property {string} end
 * @property {ReplyCount[]} replies
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} ExploredChoice
 * @property {string[]} moves
 * @property {Worth} worth
 * @property {string} [then]
 * @property {number} [ways]
 * @property {string} [only]
 */

/**
 * @typedef {object} ExploredTurn
 * @property {number} number
 * @property {string[]} moves
 */

/**
 * @typedef {object} ExplorerPlan
 * @property {string} game
 * @property {string} title
 * @property {ExplorerRuling[]} rulings
 * @property {Piece[]} pieces
 * @property {MenuItem[]} parts
 */

/**
 * @typedef {object} ExplorerRuling
 * @property {string} name
 * @property {string} say
 * @property {MenuItem[]} options
 * @property {string} default
 * @property {[string, string] | null} needs
 */

/**
 * @typedef {object} FlipSeat
 * @property {"flip"} type
 * @property {string} name
 * @property {string} label
 * @property {number} left
 * @property {string} sign
 * @property {[StoneLook, StoneLook]} sides
 */

/**
 * @typedef {object} ForeignText
 * @property {(string | number)[]} at
 * @property {TextPart[]} parts
 */

/**
 * @typedef {object} Goal
 * @property {string} kind
 * @property {string} label
 * @property {string} name
 * @property {string} [value]
 * @property {"show" | "hold"} [order]
 * @property {boolean} [line]
 */

/**
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {number} n
 * @property {About} about
 * @property {TableView} view
 * @property {LogLine[]} log
 * @property {Here} here
 * @property {number} [windows]
 * @property {number} [looked]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} Here
 * @property {"here"} type
 * @property {boolean[]} here
 * @property {number[]} [away]
 * @property {number} [watching]
 */

/**
 * @typedef {object} HintCommand
 * @property {"hint"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} HintView
 * @property {string[]} say
 * @property {string[]} [moves]
 */

/**
 * @typedef {object} HouseRuleOffer
 * @property {string} name
 * @property {string} say
 * @property {string} default
 * @property {OptionOffer[]} options
 * @property {string} source
 * @property {Record<string, string | null>} books
 * @property {[string, string] | null} needs
 */

/**
 * @typedef {object} KeyEvent
 * @property {number} seat
 * @property {string} say
 * @property {string[][]} [lines]
 * @property {Goal[]} [cards]
 */

/**
 * @typedef {object} KeyGiven
 * @property {string} link
 */

/**
 * @typedef {object} KeyShown
 * @property {string} key
 */

/**
 * @typedef {object} KeyWanted
 * @property {string} key
 * @property {string} [tab]
 */

/**
 * @typedef {object} LeaveCommand
 * @property {"leave"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} LessonAnswer
 * @property {"more" | "right" | "wrong"} verdict
 * @property {Picture} picture
 * @property {string} [say]
 * @property {string[]} [squares]
 * @property {([string, string])[]} [arrows]
 * @property {string} [why]
 * @property {string} [lang]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} LessonPlan
 * @property {string} game
 * @property {string} title
 * @property {number} seat
 * @property {LessonStepView[]} steps
 */

/**
 * @typedef {object} LessonStepView
 * @property {string} name
 * @property {string} title
 * @property {string} say
 * @property {TableWanted} [table]
 * @property {string} [title_lang]
 * @property {string} [say_lang]
 */

/**
 * @typedef {object} LinkShown
 * @property {string} text
 */

/**
 * @typedef {object} LogLine
 * @property {number} n
 * @property {string[]} say
 * @property {number} [deal]
 * @property {number} [quiet]
 * @property {number} [seat]
 * @property {KeyEvent[]} [keys]
 * @property {string} [turn]
 */

/**
 * @typedef {object} Looked
 * @property {"looked"} type
 * @property {number} at
 */

/**
 * @typedef {object} MenuItem
 * @property {string} name
 * @property {string} say
 */

/**
 * @typedef {object} NetworkView
 * @property {"machine" | "network" | "anyone"} reach
 * @property {string} [address]
 * @property {boolean} [can_open]
 * @property {boolean} [can_close]
 */

/**
 * @typedef {object} NetworkWanted
 * @property {boolean} open
 */

/**
 * @typedef {object} Offer
 * @property {string} id
 * @property {string} name
 * @property {string} say
 * @property {number[]} seats
 * @property {number} minutes
 * @property {EditionOffer[]} editions
 * @property {HouseRuleOffer[]} rulings
 * @property {string | null} deck
 * @property {BotOffer[]} bots
 * @property {boolean} lesson
 * @property {boolean} explore
 * @property {Record<string, string>} [usual]
 * @property {string} [measured]
 * @property {string} [usual_rule]
 */

/**
 * @typedef {object} OfferedMove
 * @property {string} move
 * @property {string} [piece]
 * @property {string} [source]
 * @property {string} [target]
 * @property {string[]} [squares]
 * @property {string} [name]
 */

/**
 * @typedef {object} OptionOffer
 * @property {string} name
 * @property {string} say
 * @property {Record<string, string>} [results]
 */

/**
 * @typedef {object} OrderCommand
 * @property {"order"} do
 * @property {string} id
 * @property {number} seen
 * @property {string} card
 * @property {"show" | "hold"} order
 */

/**
 * @typedef {object} OutcomeView
 * @property {number[]} winners
 * @property {string} reason
 * @property {string} say
 * @property {string} seed
 * @property {string} salt
 * @property {string[]} [nonces]
 * @property {string} [title]
 * @property {string} [to_you]
 * @property {string[]} [why]
 */

/**
 * @typedef {object} Picture
 * @property {string} ask
 * @property {number | null} turn
 * @property {BoardPicture} board
 * @property {(XoxoSeat | FlipSeat | DjecoSeat | PlainSeat)[]} seats
 * @property {XoxoBeside | DjecoBeside | PlainBeside} [beside]
 * @property {string} [then]
 * @property {OfferedMove[]} [moves]
 * @property {Piece[]} [pieces]
 * @property {DrawnLine[]} [lines]
 * @property {WonLine[]} [won]
 * @property {TurnStep[]} [steps]
 */

/**
 * @typedef {object} Piece
 * @property {string} key
 * @property {TileLook | StoneLook | CardLook | TextLook} look
 * @property {string} label
 * @property {string} name
 * @property {boolean} [can]
 * @property {string} [hint]
 */

/**
 * @typedef {object} PileLook
 * @property {number} size
 * @property {string} label
 * @property {string} name
 * @property {TileLook} [top]
 */

/**
 * @typedef {object} PingCommand
 * @property {"ping"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} PlainBeside
 * @property {"plain"} type
 * @property {string[]} lines
 */

/**
 * @typedef {object} PlainSeat
 * @property {"plain"} type
 * @property {string} name
 */

/**
 * @typedef {object} PlayCommand
 * @property {"play"} do
 * @property {string} id
 * @property {number} seen
 * @property {string} move
 */

/**
 * @typedef {object} PreviewCommand
 * @property {"preview"} do
 * @property {string} id
 * @property {number} seen
 * @property {string} move
 */

/**
 * @typedef {object} PuzzleAnswer
 * @property {"more" | "right" | "wrong"} verdict
 * @property {Picture} picture
 * @property {string} [say]
 * @property {number} [found]
 * @property {Picture} [before]
 * @property {boolean} [refutable]
 * @property {string} [why]
 */

/**
 * @typedef {object} PuzzleHint
 * @property {string} say
 * @property {string[]} [squares]
 */

/**
 * @typedef {object} PuzzleLine
 * @property {string} say
 * @property {PuzzleStep[]} [steps]
 */

/**
 * @typedef {object} PuzzlePlan
 * @property {MenuItem[]} games
 * @property {Record<string, MenuItem[]>} themes
 * @property {number} set
 */

/**
 * @typedef {object} PuzzleStep
 * @property {Picture} picture
 * @property {string} say
 */

/**
 * @typedef {object} PuzzleTried
 * @property {string[]} [moves]
 * @property {string} [piece]
 * @property {string} [square]
 */

/**
 * @typedef {object} PuzzleView
 * @property {string} id
 * @property {string} game
 * @property {string} name
 * @property {string} theme
 * @property {number} rating
 * @property {string} difficulty
 * @property {string} title
 * @property {string} say
 * @property {number} seat
 * @property {number} turns
 * @property {Picture} picture
 * @property {MenuItem[]} [options]
 * @property {string} [share]
 */

/**
 * @typedef {object} PuzzleWanted
 * @property {string} [day]
 * @property {string} [id]
 * @property {string[]} [games]
 * @property {string[]} [themes]
 * @property {number} [near]
 * @property {string[]} [seen]
 */

/**
 * @typedef {object} ReactCommand
 * @property {"react"} do
 * @property {string} id
 * @property {number} seen
 * @property {"hello" | "thanks" | "well-played" | "clap" | "laugh" | "wow" | "oops" | "thinking"} reaction
 */

/**
 * @typedef {object} Reacted
 * @property {"reacted"} type
 * @property {number} seat
 * @property {string} reaction
 * @property {string} say
 */

/**
 * @typedef {object} RecapCommand
 * @property {"recap"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} Refusal
 * @property {string} code
 * @property {string} say
 */

/**
 * @typedef {object} RematchCommand
 * @property {"rematch"} do
 * @property {string} id
 * @property {number} seen
 * @property {string} nonce
 */

/**
 * @typedef {object} Replay
 * @property {string} game
 * @property {string} edition
 * @property {string[]} names
 * @property {string} eyes
 * @property {ReplayStep[]} steps
 * @property {boolean} [practice]
 * @property {number[]} [winners]
 * @property {string} [outcome]
 * @property {string} [title]
 * @property {string[]} [why]
 * @property {number} [you]
 * @property {boolean} [hidden]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} ReplayStep
 * @property {string[]} say
 * @property {Picture} picture
 * @property {string} [move]
 * @property {number} [seat]
 * @property {number} [quiet]
 * @property {string} [turn]
 * @property {string} [explore]
 * @property {string[]} [comments]
 */

/**
 * @typedef {object} ReplyCount
 * @property {string[]} moves
 * @property {string} say
 * @property {Worth} worth
 * @property {number} kept
 * @property {number} turns
 */

/**
 * @typedef {object} ResignCommand
 * @property {"resign"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} ReturnCommand
 * @property {"return"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} ReviewMove
 * @property {number} turn
 * @property {number} step
 * @property {number} seat
 * @property {string} name
 * @property {string} move
 * @property {"best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced"} mark
 * @property {string} sign
 * @property {string} label
 * @property {string} [best]
 * @property {string[]} [say]
 * @property {WonLine[]} [lines]
 * @property {([string, string])[]} [arrows]
 * @property {number} [after]
 * @property {string} [explore]
 * @property {TableWanted} [table]
 */

/**
 * @typedef {object} ReviewView
 * @property {string} id
 * @property {"running" | "stopped" | "done" | "failed"} state
 * @property {string} game
 * @property {string} title
 * @property {string} how
 * @property {boolean} exact
 * @property {number} done
 * @property {number} total
 * @property {number} first
 * @property {ReviewMove[]} moves
 * @property {SeatReview[]} [seats]
 * @property {Curve[]} [curves]
 * @property {number[]} [moments]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} RulingView
 * @property {string} name
 * @property {string} option
 * @property {string} say
 */

/**
 * @typedef {object} ScoreView
 * @property {number[]} wins
 * @property {number} [draws]
 */

/**
 * @typedef {object} SeatCode
 * @property {number} chair
 * @property {string} link
 */

/**
 * @typedef {object} SeatConnections
 * @property {"windows"} type
 * @property {number} windows
 */

/**
 * @typedef {object} SeatGiven
 * @property {string} who
 * @property {string} [link]
 */

/**
 * @typedef {object} SeatReview
 * @property {number} seat
 * @property {string} name
 * @property {string} [accuracy]
 */

/**
 * @typedef {object} SeatView
 * @property {string} name
 * @property {"person" | "bot" | "open"} kind
 * @property {string} [bot]
 * @property {boolean} [left]
 * @property {boolean} [resigned]
 * @property {boolean} [again]
 * @property {string} [nonce]
 * @property {number} [chair]
 */

/**
 * @typedef {object} SeatWanted
 * @property {"me" | "friend" | "bot"} who
 * @property {string} [bot]
 */

/**
 * @typedef {object} SetUpAnswer
 * @property {Picture} picture
 * @property {Record<string, string>} cells
 * @property {string} part
 * @property {string} [position]
 * @property {string} [refused]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} SetUpWanted
 * @property {Record<string, string>} [cells]
 * @property {string} [part]
 * @property {string} [position]
 * @property {Record<string, string>} [rulings]
 */

/**
 * @typedef {object} SitCommand
 * @property {"sit"} do
 * @property {string} id
 * @property {number} seen
 * @property {string} name
 * @property {string} nonce
 */

/**
 * @typedef {object} SitInCommand
 * @property {"sit-in"} do
 * @property {string} id
 * @property {number} seen
 * @property {number} seat
 * @property {string} [bot]
 */

/**
 * @typedef {object} StackLook
 * @property {"stack"} type
 * @property {CardLook} top
 * @property {number} height
 * @property {CardLook[]} cards
 */

/**
 * @typedef {object} Step
 * @property {"step"} type
 * @property {number} n
 * @property {string[]} say
 * @property {TableView} view
 * @property {string} [answers]
 * @property {number} [deal]
 * @property {number} [quiet]
 * @property {number} [seat]
 * @property {KeyEvent[]} [keys]
 * @property {string} [turn]
 * @property {ForeignText[]} [foreign]
 */

/**
 * @typedef {object} StoneLook
 * @property {"stone"} type
 * @property {number} owner
 * @property {string} side
 * @property {string} sign
 * @property {string} colour
 */

/**
 * @typedef {object} TableOpened
 * @property {string} table
 * @property {string} commitment
 * @property {Entered[]} entered
 * @property {SeatGiven[]} seats
 * @property {string} watch
 * @property {string} [host]
 */

/**
 * @typedef {object} TableView
 * @property {string} phase
 * @property {number} round
 * @property {string} say
 * @property {SeatView[]} seats
 * @property {string[]} can
 * @property {number} [you]
 * @property {Picture} [picture]
 * @property {UndoView} [undo]
 * @property {OutcomeView} [outcome]
 * @property {Trail[]} [trail]
 * @property {ScoreView} [score]
 * @property {boolean} [practice]
 * @property {string} [aim]
 * @property {string} [commitment]
 * @property {string} [next_commitment]
 */

/**
 * @typedef {object} TableWanted
 * @property {string} game
 * @property {SeatWanted[]} seats
 * @property {string} [edition]
 * @property {Record<string, string>} [rulings]
 * @property {string[]} [deck]
 * @property {number} [starter]
 * @property {boolean} [confirm]
 * @property {boolean} [hints]
 * @property {string} [position]
 */

/**
 * @typedef {object} TextLook
 * @property {"sign"} type
 * @property {string} text
 */

/**
 * @typedef {object} TextPart
 * @property {string} text
 * @property {string} [lang]
 */

/**
 * @typedef {object} TileLook
 * @property {"tile"} type
 * @property {string} colour
 * @property {string} shape
 * @property {string} face
 */

/**
 * @typedef {object} Trail
 * @property {number} seat
 * @property {string[]} squares
 * @property {string} [origin]
 */

/**
 * @typedef {object} Tried
 * @property {string[]} [moves]
 * @property {string} [piece]
 * @property {string} [square]
 */

/**
 * @typedef {object} Trouble
 * @property {"trouble"} type
 * @property {string} code
 * @property {string} say
 */

/**
 * @typedef {object} TurnStep
 * @property {string} label
 * @property {boolean} [due]
 */

/**
 * @typedef {object} UndoCommand
 * @property {"undo"} do
 * @property {string} id
 * @property {number} seen
 */

/**
 * @typedef {object} UndoView
 * @property {number} seat
 * @property {string} say
 * @property {number[]} [waits_for]
 */

/**
 * @typedef {object} Warming
 * @property {boolean} warming
 */

/**
 * @typedef {object} WhyCommand
 * @property {"why"} do
 * @property {string} id
 * @property {number} seen
 * @property {string} [piece]
 * @property {string} [square]
 */

/**
 * @typedef {object} WhyNot
 * @property {string} code
 * @property {string} say
 */

/**
 * @typedef {object} WonLine
 * @property {string[]} squares
 * @property {number} seat
 * @property {string} [name]
 */

/**
 * @typedef {object} Worth
 * @property {string} say
 * @property {string} sign
 * @property {string} label
 * @property {"win" | "draw" | "loss"} value
 * @property {number} [distance]
 */

/**
 * @typedef {object} XoxoBeside
 * @property {"xoxo"} type
 * @property {PileLook} draw
 */

/**
 * @typedef {object} XoxoSeat
 * @property {"xoxo"} type
 * @property {string} name
 * @property {PileLook} pile
 * @property {Goal[]} [cards]
 * @property {Goal[]} [shown]
 */

/** @typedef {TileLook | StoneLook | CardLook | StackLook | TextLook} Look */

/** @typedef {XoxoSeat | FlipSeat | DjecoSeat | PlainSeat} SeatPicture */

/** @typedef {XoxoBeside | DjecoBeside | PlainBeside} Beside */

/** @typedef {Hello | Step | Answer | Here | SeatConnections | Looked | Reacted | Trouble | Bye} Message */

/** @typedef {SitCommand | PlayCommand | OrderCommand | UndoCommand | ConsentCommand | ResignCommand | SitInCommand | LeaveCommand | ReturnCommand | RematchCommand | HintCommand | PingCommand | PreviewCommand | ReactCommand | RecapCommand | WhyCommand} Request */
