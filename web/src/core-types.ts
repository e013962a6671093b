// Written by `TUZDIK_WRITE_TYPES=1 cargo test --lib core::typescript`; do not edit.

/** The calls by their names, with what each takes and answers. */
export interface Calls {
  /** What the program has: rule sets, engines, languages, files. */
  "hello": { args: NoArgs; result: Hello };
  /** Every text in the language of the request. */
  "texts": { args: NoArgs; result: { [key in string]: string } };
  /** The levels of play. */
  "levels": { args: NoArgs; result: Array<LevelView> };
  /** A position with its legal moves. */
  "position": { args: PositionArgs; result: Position };
  /** Plays a line as far as it is legal. */
  "line": { args: LineArgs; result: Line };
  /** Reads a move that a person typed. */
  "parse_move": { args: ParseArgs; result: NamedMove };
  /** Reads a line of an engine. */
  "info": { args: InfoArgs; result: Said };
  /** Reads many lines of an engine. */
  "infos": { args: InfosArgs; result: Array<Said> };
  /** Grades the moves of a game. */
  "grade": { args: GradeArgs; result: Graded };
  /** Checks a position that is being set up. */
  "edit": { args: EditArgs; result: Edited };
  /** Reads a FEN. */
  "fen": { args: FenArgs; result: FenView };
  /** The position with the other side to move, to see what that side would do. */
  "threat": { args: PositionArgs; result: FenView | null };
  /** A random set-up of a relay game. */
  "setup": { args: SetupArgs; result: Setup };
  /** Hides a number for the ritual. */
  "ritual.hide": { args: NoArgs; result: Hidden };
  /** Calls odd or even in the ritual. */
  "ritual.call": { args: RitualArgs; result: Opened };
  /** Takes in a piece of a large file. */
  "records.upload": { args: UploadArgs; result: Uploaded };
  /** Reads a file of game records and keeps it. */
  "records.read": { args: ReadArgs; result: ReadFile };
  /** A game of an open file. */
  "records.game": { args: GameArgs; result: GameView };
  /** Searches the games of an open file. */
  "records.search": { args: SearchArgs; result: Found };
  /** Writes games as text. */
  "records.write": { args: WriteArgs; result: Written };
  /** Keeps a file no longer. */
  "records.close": { args: HandleArgs; result: Done };
  /** What the games of an open file played in a position. */
  "explorer": { args: ExplorerArgs; result: Explored };
  /** What the book says of a position. */
  "book": { args: PositionArgs; result: BookView | null };
}

/**
 * What lies on the board after a move.
 */
export type After = { 
/**
 * Who moves next.
 */
side: Side, 
/**
 * Balls in each pit, from its owner's left.
 */
pits: [Array<number>, Array<number>], 
/**
 * Balls in each kazan.
 */
kazans: [number, number], 
/**
 * The number of the pit on the other side that each owns.
 */
tuzdiks: [number | null, number | null], };

/**
 * The end of a search.
 */
export type BestView = { 
/**
 * The move to play; null when the engine has none.
 */
best: NamedMove | null, 
/**
 * The reply that it expects.
 */
ponder: NamedMove | null, };

/**
 * A move of the book.
 */
export type BookMove = { 
/**
 * Its score for the player who makes it.
 */
score: ScoreView, 
/**
 * The same from South's view.
 */
south: ScoreView, 
/**
 * South's expected result, 0 to 1.
 */
chance: number, 
/**
 * The moves that the book expects, this one first.
 */
line: Array<NamedMove>, 
/**
 * Its text in the protocol.
 */
move: string, 
/**
 * Its text in game records.
 */
mark: string, };

/**
 * What the book says of a position.
 */
export type BookView = { 
/**
 * Positions of the book at or behind this one.
 */
positions: number, 
/**
 * Its moves, the best first.
 */
moves: Array<BookMove>, };

/**
 * How a score relates to the true one.
 */
export type Bound = "exact" | "lower" | "upper";

/**
 * A pit that is captured.
 */
export type Capture = { 
/**
 * Balls in it.
 */
balls: number, 
/**
 * The side on which it lies.
 */
side: Side, 
/**
 * Its number from its owner's left, from 1.
 */
pit: number, };

/**
 * The choice of sides beside the better one.
 */
export type ChoiceGrade = { 
/**
 * Which move of the game it is, from 1.
 */
ply: number, 
/**
 * The position before it.
 */
fen: string, 
/**
 * `south` or `north`.
 */
move: string, 
/**
 * The final margin, South's view.
 */
score: ScoreView, 
/**
 * What it cost in hundredths of a ball.
 */
loss_cp: number, 
/**
 * `??` or nothing.
 */
grade: string, 
/**
 * What follows the better choice.
 */
pv: Array<string>, };

/**
 * Nothing is answered but that it was done.
 */
export type Done = Record<symbol, never>;

/**
 * A position as it is being set up.
 */
export type EditArgs = { 
/**
 * The name of the rule set.
 */
variant: string, 
/**
 * Balls in each pit, South's and North's, each row from its owner's left.
 */
pits: [Array<number>, Array<number>], 
/**
 * Balls in each kazan.
 */
kazans: [number, number], 
/**
 * The number of the pit on the other side that each owns.
 */
tuzdiks: [number | null, number | null], 
/**
 * Who moves.
 */
side: Side, 
/**
 * The number of the next move; 1 without one.
 */
number?: number | null, 
/**
 * Whether the choice of sides is still to be made.
 */
choice?: boolean | null, };

/**
 * Whether a position that is being set up is one.
 */
export type Edited = { 
/**
 * The position, if it is one.
 */
fen: string | null, 
/**
 * What is impossible about it, a line each.
 */
problems: Array<string>, 
/**
 * How many balls are missing; negative where there are too many.
 */
missing: number, };

/**
 * An engine.
 */
export type EngineView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is this program.
 */
builtin: boolean, };

/**
 * What was played in a position.
 */
export type Explored = { 
/**
 * How many games had the position.
 */
total: number, 
/**
 * The moves that were played, the most frequent first.
 */
moves: Array<PlayedMove>, 
/**
 * The first of the games.
 */
games: Array<GameHead>, };

/**
 * A position that is looked up in a file.
 */
export type ExplorerArgs = { 
/**
 * The game up to the position.
 */
ref: GameRef, 
/**
 * What `records.read` answered.
 */
handle: number, 
/**
 * Only games of the player with this name.
 */
player?: string | null, };

/**
 * A FEN to be read.
 */
export type FenArgs = { 
/**
 * The name of the rule set.
 */
variant: string, 
/**
 * The text, in any form.
 */
text: string, };

/**
 * A position by its FEN.
 */
export type FenView = { 
/**
 * The FEN, in the form that is written.
 */
fen: string, 
/**
 * The name of the rule set.
 */
variant: string, };

/**
 * A position in the forms of FEN.
 */
export type Fens = { 
/**
 * PlayStrategy's.
 */
playstrategy: string, 
/**
 * That with plain counts; null where it cannot say what the position is.
 */
counts: string | null, };

/**
 * A format of game records.
 */
export type FormatName = "tgk" | "playok";

/**
 * The games that were found.
 */
export type Found = { 
/**
 * How many there are.
 */
total: number, 
/**
 * Those that are listed.
 */
games: Array<GameHead>, };

/**
 * A game of an open file.
 */
export type GameArgs = { 
/**
 * What `records.read` answered.
 */
handle: number, 
/**
 * The place of the game in the file, from 0.
 */
index: number, };

/**
 * How a game was played.
 */
export type GameGrade = { 
/**
 * The result; `*` for a game that goes on.
 */
result: string, 
/**
 * The kazans at the end by the rules.
 */
final_kazans?: [number, number], 
/**
 * How South played.
 */
south: SideGrade, 
/**
 * How North played.
 */
north: SideGrade, };

/**
 * A game of a file in a list.
 */
export type GameHead = { 
/**
 * Its place in the file, from 0.
 */
index: number, 
/**
 * Where and when it was played, as far as the tags tell.
 */
title: string, 
/**
 * The players, South and North.
 */
players: [string | null, string | null], 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * The name of the rule set.
 */
variant: string, 
/**
 * Moves of its main line.
 */
plies: number, 
/**
 * How many faults it has.
 */
errors: number, };

/**
 * A position with the game that led to it, which the rule of repetition needs.
 */
export type GameRef = { 
/**
 * The name of the rule set.
 */
variant: string, 
/**
 * The FEN that the game began with; the start position without one.
 */
start?: string | null, 
/**
 * The moves since then, in any spelling.
 */
moves: Array<string>, };

/**
 * A game to be written.
 */
export type GameToWrite = { 
/**
 * The name of the rule set.
 */
variant: string, 
/**
 * The FEN that it began with; the start position without one.
 */
start?: string | null, 
/**
 * Its tags.
 */
tags: { [key in string]: string }, 
/**
 * The result of a game that did not end by the rules.
 */
result?: string | null, 
/**
 * Its moves.
 */
tree: Tree, };

/**
 * A game with everything that the file says of it.
 */
export type GameView = { 
/**
 * What stands at its head.
 */
head: GameHead, 
/**
 * Its tags, without result, rule set and start.
 */
tags: { [key in string]: string }, 
/**
 * The FEN that it began with; null for the start position.
 */
start: string | null, 
/**
 * Its moves with variations, comments and marks.
 */
tree: Tree, 
/**
 * What is wrong with it.
 */
errors: Array<string>, };

/**
 * A game with the searches of its positions.
 */
export type GradeArgs = { 
/**
 * The whole game.
 */
ref: GameRef, 
/**
 * What the engine said of each position, the start first, one more than there are moves; of fewer
 * the moves between them are graded. What is said of a position in which the game is over does
 * not matter.
 */
searches: Array<Array<string>>, };

/**
 * A game with grades.
 */
export type Graded = { 
/**
 * The moves in their order.
 */
moves: Array<GradedMove>, 
/**
 * How each side played.
 */
summary: GameGrade, };

/**
 * A move with its grade; the members are those of `tuzdik analyse --json`.
 */
export type GradedMove = { "type": "move" } & MoveGrade | { "type": "choice" } & ChoiceGrade;

/**
 * An open file.
 */
export type HandleArgs = { 
/**
 * What `records.read` answered.
 */
handle: number, };

/**
 * What the program has.
 */
export type Hello = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * The rule sets.
 */
variants: Array<VariantView>, 
/**
 * The engines that a board can speak to.
 */
engines: Array<EngineView>, 
/**
 * The languages that there are texts in.
 */
languages: Array<LanguageView>, 
/**
 * The names of the files that the board opens with; `records.read` takes their index.
 */
files: Array<string>, };

/**
 * A number that was hidden.
 */
export type Hidden = { 
/**
 * For the call.
 */
ritual: number, 
/**
 * The SHA-256 sum of the sealed text, to be shown before the call.
 */
seal: string, };

/**
 * A move that is not legal.
 */
export type Illegal = { 
/**
 * Its place in the line, from 0.
 */
index: number, 
/**
 * What is wrong with it.
 */
reason: string, };

/**
 * A line of an engine that thinks about a position.
 */
export type InfoArgs = { 
/**
 * The game up to the position.
 */
ref: GameRef, 
/**
 * The line.
 */
line: string, };

/**
 * A line of thought; what the engine did not say is null.
 */
export type InfoView = { 
/**
 * Depth in plies.
 */
depth: number | null, 
/**
 * Deepest ply visited.
 */
seldepth: number | null, 
/**
 * Rank of the line, from 1.
 */
multipv: number, 
/**
 * Score from the view of the side to move.
 */
score: ScoreView | null, 
/**
 * The same from South's view.
 */
south: ScoreView | null, 
/**
 * How the score relates to the true one.
 */
bound: Bound, 
/**
 * Chances to win, draw and lose of the side to move, in thousandths; the engine's, else those
 * that go with the score in tuzdik.
 */
wdl: [number, number, number] | null, 
/**
 * South's expected result, 0 to 1.
 */
chance: number | null, 
/**
 * Whether the score is a forced result.
 */
proved: boolean, 
/**
 * Nodes visited.
 */
nodes: number | null, 
/**
 * Nodes a second.
 */
nps: number | null, 
/**
 * Milliseconds since the search began.
 */
time_ms: number | null, 
/**
 * Thousandths of the table in use.
 */
hashfull: number | null, 
/**
 * A message for people.
 */
string: string | null, 
/**
 * The line of play.
 */
moves: Array<NamedMove>, };

/**
 * Lines of an engine that thinks about a position.
 */
export type InfosArgs = { 
/**
 * The game up to the position.
 */
ref: GameRef, 
/**
 * The lines.
 */
lines: Array<string>, };

/**
 * Where a ball goes.
 */
export type Into = "pit" | "kazan";

/**
 * A language.
 */
export type LanguageView = { 
/**
 * Its code.
 */
code: string, 
/**
 * Its name for itself.
 */
name: string, };

/**
 * A level of play.
 */
export type LevelView = { 
/**
 * The number of the level, for the option `Skill Level`.
 */
level: number, 
/**
 * Its rating on the project's scale.
 */
elo: number, 
/**
 * Its name for people.
 */
text: string, };

/**
 * A line of play as far as it is legal.
 */
export type Line = { 
/**
 * Its moves.
 */
moves: Array<NamedMove>, 
/**
 * The position after them.
 */
end: Position, 
/**
 * The first move that is not legal.
 */
illegal: Illegal | null, };

/**
 * A line of play from a position on.
 */
export type LineArgs = { 
/**
 * The game up to the position.
 */
ref: GameRef, 
/**
 * The moves that follow.
 */
moves: Array<string>, };

/**
 * A line of play that was found.
 */
export type LineGrade = { 
/**
 * Its score, South's view.
 */
score: ScoreView, 
/**
 * Its moves as game records write them.
 */
pv: Array<string>, };

/**
 * A played move beside the best one.
 */
export type MoveGrade = { 
/**
 * Which move of the game it is, from 1.
 */
ply: number, 
/**
 * The number of the move.
 */
number: number, 
/**
 * `South` or `North`.
 */
side: string, 
/**
 * The position before it.
 */
fen: string, 
/**
 * The move as game records write it.
 */
move: string, 
/**
 * The score before it, South's view.
 */
score_before: ScoreView, 
/**
 * The score after it, South's view; absent for a move that ended the game.
 */
score_after?: ScoreView, 
/**
 * South's expected result before it.
 */
chance_before: number, 
/**
 * South's expected result after it.
 */
chance_after: number, 
/**
 * What it cost the mover of the expected result.
 */
loss: number, 
/**
 * The same in hundredths of a ball, where neither score is a forced result.
 */
loss_cp?: number, 
/**
 * `?!`, `?`, `??` or nothing.
 */
grade: string, 
/**
 * The depth of the search before it.
 */
depth: number, 
/**
 * The lines found before it, the best first.
 */
lines: Array<LineGrade>, };

/**
 * A move and what it does.
 */
export type MoveView = { 
/**
 * Its text in the protocol: `76`, `pass`, or in the ritual `south` or `north`.
 */
move: string, 
/**
 * Its text in game records: `36x` makes a tuzdik.
 */
mark: string, 
/**
 * The same as a sentence.
 */
text: string, 
/**
 * Who makes it.
 */
side: Side, 
/**
 * The pit that is sown.
 */
pit: number | null, 
/**
 * The pits that are lifted, one for each lap.
 */
lifted: Array<PitRef>, 
/**
 * The balls in the order in which they fall.
 */
steps: Array<Step>, 
/**
 * Where the last ball falls.
 */
landing: PitRef | null, 
/**
 * The pits that are captured after it, in order.
 */
captures: Array<Capture>, 
/**
 * All balls of these.
 */
captured: number, 
/**
 * The pit that becomes the mover's tuzdik.
 */
tuzdik: PitRef | null, 
/**
 * What lies on the board afterwards.
 */
after: After, };

/**
 * A move by its names.
 */
export type NamedMove = { 
/**
 * Its text in the protocol.
 */
move: string, 
/**
 * Its text in game records.
 */
mark: string, };

/**
 * Nothing is asked beside the call itself.
 */
export type NoArgs = Record<symbol, never>;

/**
 * What is called.
 */
export type OddEven = "odd" | "even";

/**
 * How a call went.
 */
export type Opened = { 
/**
 * What was called.
 */
called: OddEven, 
/**
 * Whether it was right, so that the caller chooses a side; otherwise the hider does.
 */
right: boolean, 
/**
 * The text that the seal is of: the number of counters, a blank and a random number.
 */
opened: string, };

/**
 * How a game ended.
 */
export type Outcome = { 
/**
 * Who won; nobody in a draw.
 */
winner: Side | null, 
/**
 * What ended it.
 */
reason: Reason, 
/**
 * The kazans with everything counted, South's and North's.
 */
kazans: [number, number], 
/**
 * The same as a sentence.
 */
text: string, };

/**
 * A move that a person typed.
 */
export type ParseArgs = { 
/**
 * The game up to the position.
 */
ref: GameRef, 
/**
 * The move, in any spelling.
 */
text: string, };

/**
 * A pit of the board.
 */
export type PitRef = { 
/**
 * The side on which it lies.
 */
side: Side, 
/**
 * Its number from its owner's left, from 1.
 */
pit: number, };

/**
 * A move that was played.
 */
export type PlayedMove = { 
/**
 * In how many games.
 */
count: number, 
/**
 * How many of them South won.
 */
south: number, 
/**
 * How many were drawn.
 */
draws: number, 
/**
 * How many North won.
 */
north: number, 
/**
 * Its text in the protocol.
 */
move: string, 
/**
 * Its text in game records.
 */
mark: string, };

/**
 * A position, with everything that a board needs to show it.
 */
export type Position = { 
/**
 * The name of the rule set.
 */
variant: string, 
/**
 * The position as FEN.
 */
fen: string, 
/**
 * The same in each form.
 */
fens: Fens, 
/**
 * Who moves; in the stage of the choice nobody does yet.
 */
side: Side, 
/**
 * How many moves were played since the start of the game.
 */
ply: number, 
/**
 * The number of the next move.
 */
number: number, 
/**
 * What the game waits for.
 */
stage: Stage, 
/**
 * How it ended, if it is over.
 */
outcome: Outcome | null, 
/**
 * The move that led here.
 */
last: MoveView | null, 
/**
 * The legal moves, none when the game is over.
 */
legal: Array<MoveView>, 
/**
 * How often the game has had this position, this time included.
 */
repetitions: number, 
/**
 * Balls in each pit, from its owner's left.
 */
pits: [Array<number>, Array<number>], 
/**
 * Balls in each kazan.
 */
kazans: [number, number], 
/**
 * The number of the pit on the other side that each owns.
 */
tuzdiks: [number | null, number | null], };

/**
 * Names a position.
 */
export type PositionArgs = { 
/**
 * The game up to the position.
 */
ref: GameRef, };

/**
 * A file to be read; exactly one of the first four is given.
 */
export type ReadArgs = { 
/**
 * Text.
 */
text?: string | null, 
/**
 * Bytes in base 64, for text whose encoding is not known.
 */
base64?: string | null, 
/**
 * A file that was sent in pieces.
 */
upload?: number | null, 
/**
 * A file that the board opened with, by its place in `hello`.
 */
file?: number | null, 
/**
 * The rule set of games that name none.
 */
variant?: string | null, };

/**
 * A file that was read.
 */
export type ReadFile = { 
/**
 * Under which it is kept.
 */
handle: number, 
/**
 * The format of its moves.
 */
format: FormatName, 
/**
 * What was assumed of the letters in it, if the file does not say it.
 */
encoding: string | null, 
/**
 * How many games it has.
 */
total: number, 
/**
 * The first of them; `records.search` lists the others.
 */
games: Array<GameHead>, };

/**
 * Why a game is over.
 */
export type Reason = "majority" | "no_moves" | "repetition" | "exhausted";

/**
 * A call.
 */
export type RitualArgs = { 
/**
 * What `ritual.hide` answered.
 */
ritual: number, 
/**
 * What is called; the program calls at random without it.
 */
says?: OddEven | null, };

/**
 * What a line of an engine says.
 */
export type Said = { "kind": "info" } & InfoView | { "kind": "bestmove" } & BestView | { "kind": "other" } | { "kind": "bad", 
/**
 * What is wrong with it.
 */
reason: string, };

/**
 * A score: `{"cp": 125}` in hundredths of a ball, or `{"mate": 3}` for a forced win in three of the
 * winner's moves.
 */
export type ScoreView = { "cp": number } | { "mate": number };

/**
 * Which games of a file are wanted.
 */
export type SearchArgs = { 
/**
 * What `records.read` answered.
 */
handle: number, 
/**
 * Words that all stand in the tags, in any letter case.
 */
text?: string | null, 
/**
 * A player of the game, by the whole name.
 */
player?: string | null, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result?: string | null, 
/**
 * How many games to pass over.
 */
from?: number | null, 
/**
 * How many games to list at most; 500 and no more.
 */
count?: number | null, };

/**
 * A random set-up.
 */
export type Setup = { 
/**
 * The position.
 */
fen: string, 
/**
 * What it follows from.
 */
seed: number, };

/**
 * A random set-up that is asked for.
 */
export type SetupArgs = { 
/**
 * The name of the rule set, one that sows in relays.
 */
variant: string, 
/**
 * What the set-up follows from; another one each time without it.
 */
seed?: number | null, 
/**
 * Fewest counters of a pit; 0 without it.
 */
least?: number | null, };

/**
 * One of the two players, and the row of pits that belongs to that player.
 */
export type Side = "south" | "north";

/**
 * How a side played.
 */
export type SideGrade = { 
/**
 * Moves.
 */
moves: number, 
/**
 * The mean of what a move cost of the expected result.
 */
mean_loss: number, 
/**
 * Moves with the grade `?!`.
 */
inaccuracies: number, 
/**
 * Moves with the grade `?`.
 */
mistakes: number, 
/**
 * Moves with the grade `??`.
 */
blunders: number, };

/**
 * What a game waits for.
 */
export type Stage = "choice" | "play";

/**
 * One ball of a sowing.
 */
export type Step = { 
/**
 * Whether it stays in that pit, or goes to the kazan of the pit's owner.
 */
into: Into, 
/**
 * Whose kazan that is.
 */
owner?: Side, 
/**
 * Which lap of the move it belongs to, from 0.
 */
lap: number, 
/**
 * The side on which it lies.
 */
side: Side, 
/**
 * Its number from its owner's left, from 1.
 */
pit: number, };

/**
 * A game with its variations, comments and marks. The first node is the start of the game, and every
 * other one names the node before it, which stands before it in the list. Of the nodes that follow one
 * and the same, the first in the list goes on in its line, the others begin variations.
 */
export type Tree = { 
/**
 * The start and the moves.
 */
nodes: Array<TreeNode>, };

/**
 * The start of a game, or a move.
 */
export type TreeNode = { 
/**
 * The place of the node before it in the list; null for the start.
 */
parent: number | null, 
/**
 * The move; empty for the start.
 */
move: string, 
/**
 * Its text in game records.
 */
mark: string, 
/**
 * The comment on the move, or at the start of the game.
 */
comment: string, 
/**
 * The comment before a move that begins a variation.
 */
before: string, 
/**
 * Marks by their numbers in PGN: 1 is `!`, 6 is `?!`.
 */
nags: Array<number>, 
/**
 * Marks as annotators write them; not read.
 */
glyphs: Array<string>, };

/**
 * A piece of a file.
 */
export type UploadArgs = { 
/**
 * Bytes in base 64.
 */
base64: string, 
/**
 * What was answered to the piece before; a new file without it.
 */
upload?: number | null, };

/**
 * What there is of a file.
 */
export type Uploaded = { 
/**
 * For the next piece, and for `records.read`.
 */
upload: number, 
/**
 * Bytes so far.
 */
bytes: number, };

/**
 * A rule set.
 */
export type VariantView = { 
/**
 * The name by which calls and engines know it.
 */
name: string, 
/**
 * The name for people.
 */
title: string, 
/**
 * Pits a side.
 */
pits: number, 
/**
 * Balls in each pit at the start.
 */
balls_per_pit: number, 
/**
 * All balls.
 */
balls: number, 
/**
 * Whether there are tuzdiks.
 */
tuzdiks: boolean, 
/**
 * Whether moves sow lap after lap.
 */
relay: boolean, 
/**
 * Whether a game begins with the ritual, after which there is nothing left to decide.
 */
ritual: boolean, 
/**
 * More than half of the balls.
 */
majority: number, 
/**
 * Whether the smaller kazan wins.
 */
giveaway: boolean, 
/**
 * The FEN of the start position.
 */
start: string, };

/**
 * Games to be written.
 */
export type WriteArgs = { 
/**
 * The games.
 */
games: Array<GameToWrite>, 
/**
 * The format of the moves.
 */
format: FormatName, };

/**
 * Games as text.
 */
export type Written = { 
/**
 * What a file of them holds.
 */
text: string, };
