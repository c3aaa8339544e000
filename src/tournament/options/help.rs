//! What `plyglot match --help` says.

/// The text of `plyglot match --help`.
pub const HELP: &str = "\
Usage: plyglot match --engine cmd=A ... --engine cmd=B ... [OPTION...]

Plays engines against each other, in any game, and says which is stronger.
Words are those of fastchess and cutechess-cli; --word and -word are the same.

  plyglot match --engine cmd=new --engine cmd=old --each tc=10+0.1 \\
      --openings random plies=8 balance=80 --rounds 500 --concurrency 2

The engines
  --engine KEY=VALUE...    an engine, twice or more; the first stands first
  --each KEY=VALUE...      for every engine that does not say otherwise
      cmd=PROGRAM          the program
      name=NAME            in tables and records [the program's name]
      args='A B', arg=A    its arguments
      dir=FOLDER           where it runs
      proto=uci|ugi        what it speaks [uci]
      option.NAME=VALUE    an option to set
      tc=[MOVES/]BASE[+INCREMENT]
                           a clock: 10+0.1, 40/60+0.6 (seconds), 5:00+3, inf
      st=SECONDS           a fixed time for each move
      nodes=N, depth=N     other limits; limits combine
      timemargin=MS        how far time may be overstepped [0]
      ponder=true|false    whether it thinks in its opponents' time [false]
      startup=SECONDS      how long it may take to say uciok [10, or
                           --patience if that is less]

The match
  --game NAME              chess, chess960, cfour, tictactoe, surakarta ...;
                           any game if all engines speak UGI [chess] (also
                           --variant)
  --tournament TYPE        roundrobin, or gauntlet: the first against all
                           others [roundrobin]
  --rounds N               how often every two engines meet [2; with --sprt
                           50000]
  --games 1|2              games at each meeting; 2: sides exchanged [2]
  --repeat [1|2]           both games with the same opening (2, which is the
                           rule) or each with its own (1)
  --concurrency N          games at the same time [1]
  --ponder                 ponder=true for every engine that does not say
                           otherwise
  --recover                accepted: engines that failed are always started
                           again for their next game
  --check-mate-pvs         warn of lines of forced results that do not lead
                           there in the plies that they claim
  --check-bestmoves        warn of moves other than the last line's first
  --patience SECONDS       how long an engine may take for what no clock
                           counts [60]
  --seed N                 from which everything random follows [1]
                           (also --srand)

Openings [the start position]
  --openings file=FILE [format=epd|pgn|fen] [order=random|sequential]
             [start=N] [plies=N]
                           a book; its format is that of its extension, plies
                           cuts games of PGN short
  --openings random [plies=8] [balance=80]
                           random moves to positions that a short search
                           values at 80 centi-units at most; all different

When games and the match end early
  --draw [movenumber=34] [movecount=8] [score=20]
                           from move 34 on, 8 moves of both within 20 of 0
  --resign [movecount=3] [score=600] [twosided=false]
                           3 moves of the loser at -600 or worse
  --maxmoves N             a draw after N moves of both [off]
  --sprt elo0=A elo1=B [alpha=0.05] [beta=0.05] [model=normalized|logistic]
                           a sequential test between the first two engines

Files
  --pgnout FILE            the games as PGN, appended
  --json FILE              the games as lines of JSON, appended
  --resume FILE            go on with the match of such a file, and write it
  --log FILE               all that engines and referee say to each other
  --report FILE            curves of score and test, .svg or .html
  --event NAME             the name of the event in records";
