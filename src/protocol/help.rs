//! What a person sees who asks what can be asked.

/// The answer to `help`.
pub(super) const HELP: &str = "\
Plyglot speaks UCI, one command a line. The most useful ones:

  setoption name UCI_Variant value GAME   choose the game (uci lists them)
  position startpos moves M1 M2 ...       set up the start position and play moves
  position fen TEXT moves M1 M2 ...       or any position; the word fen may be left out
  go depth 12                             search 12 plies deep
  go movetime 1000                        search for a second
  go nodes 100000                         search so many nodes
  go infinite                             search until 'stop'
  go perft 5                              count move sequences
  d                                       show the position
  flip                                    exchange the sides of the position
  path M                                  the points over which a move goes
  eval                                    show its static evaluation
  bench                                   run the benchmark of all games; bench GAME of one
  query result                            how the game ended, or none
  uci                                     show all options; ugi: speak UGI from now on
  quit                                    leave

Commands may also be given as arguments: plyglot --game connect4 go depth 14
protocol.md in the repository has the whole protocol.";
