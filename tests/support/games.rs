//! What holds of each game of the library.

macro_rules! games {
    ($then:ident $($argument:ident)?) => {
        $then! { $($argument)? {
            chess: plyglot_games::chess::Chess,
            connect_four: plyglot_games::connect4::ConnectFour,
            tic_tac_toe: plyglot_core::game::tictactoe::TicTacToe,
            surakarta: plyglot_games::surakarta::Surakarta,
            othello: plyglot_games::othello::Othello,
            breakthrough: plyglot_games::breakthrough::Breakthrough,
            ataxx: plyglot_games::ataxx::Ataxx,
        } }
    };
}

/// Makes tests of `check::<G>`, one for each game.
macro_rules! each_game {
    ($check:ident) => {
        games!(each_game $check);
    };
    ($check:ident { $($name:ident: $game:ty,)* }) => {
        mod $check {
            $(#[test]
            fn $name() {
                super::$check::<$game>();
            })*
        }
    };
}

macro_rules! names {
    ({ $($name:ident: $game:ty,)* }) => {
        [$(<$game as plyglot_core::game::Notation>::info(()).name),*]
    };
}
