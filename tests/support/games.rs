//! What holds of each game of the library.

/// Makes tests of `check::<G>`, one for each game, and one more that no game is missing here.
macro_rules! each_game {
    ($check:ident) => {
        each_game!($check {
            chess: plyglot_games::chess::Chess,
            connect_four: plyglot_games::connect4::ConnectFour,
            tic_tac_toe: plyglot_core::game::tictactoe::TicTacToe,
            surakarta: plyglot_games::surakarta::Surakarta,
            othello: plyglot_games::othello::Othello,
            breakthrough: plyglot_games::breakthrough::Breakthrough,
            ataxx: plyglot_games::ataxx::Ataxx,
        });
    };
    ($check:ident { $($name:ident: $game:ty,)* }) => {
        mod $check {
            $(#[test]
            fn $name() {
                super::$check::<$game>();
            })*

            #[test]
            fn no_game_is_missing() {
                let names = [$(<$game as plyglot_core::game::Notation>::info(()).name),*];
                let registry = plyglot_games::standard();
                assert_eq!(registry.entries().iter().map(|e| e.info.name).collect::<Vec<_>>(), names);
            }
        }
    };
}
