//! The text of `help`.

/// The commands, for people.
pub const TEXT: &str = "\
Tuzdik speaks the Universal Game Interface (UGI) and the UCI spellings of the same commands.

  ugi | uci                  introduces the engine and its options
  isready                    answers readyok when all settings are made
  setoption name N value V   sets an option
  uginewgame | ucinewgame    forgets earlier searches
  position startpos [moves 76 98 ...]
  position fen FEN [moves ...]
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [searchmoves ...]
     [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N]   (or wtime btime winc binc)
  stop, ponderhit            end a search; the pondered move was played
  query gameover | p1turn | result | fen | moves
  debug on | off             tells more
  quit

For people:
  d                          draws the board
  eval                       shows the static evaluation
  perft N                    counts the move sequences of N plies
  bench                      searches a fixed set of positions and prints the node count
  help                       this text

Example: position startpos moves 76 98
         go depth 12";
