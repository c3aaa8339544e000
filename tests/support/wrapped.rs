//! A game in a struct around it: the rules and the notation are the inner game's, and a test or
//! a tool changes the rest. The names of the traits and their types are those of the caller.

/// `impl Game` for a struct around a game.
macro_rules! wrap_rules {
    ([$($generics:tt)*] $outer:ty, $inner:ty) => {
        impl<$($generics)*> Game for $outer {
            type Move = <$inner as Game>::Move;
            const ALTERNATING: bool = <$inner as Game>::ALTERNATING;
            const REPEATS: bool = <$inner as Game>::REPEATS;

            fn side(&self) -> Side {
                self.0.side()
            }
            fn decided(&self) -> Option<Outcome> {
                self.0.decided()
            }
            fn stalled(&self) -> Outcome {
                self.0.stalled()
            }
            fn moves(&self, which: Which, visit: impl FnMut(Self::Move)) {
                self.0.moves(which, visit);
            }
            fn count(&self) -> u64 {
                self.0.count()
            }
            fn tactical(&self, m: Self::Move) -> bool {
                self.0.tactical(m)
            }
            fn play(&mut self, m: Self::Move) {
                self.0.play(m);
            }
            fn key(&self) -> u64 {
                self.0.key()
            }
            fn irreversible(&self, m: Self::Move) -> bool {
                self.0.irreversible(m)
            }
            fn repetition(&self, earlier: &[u64]) -> Option<Outcome> {
                self.0.repetition(earlier)
            }
            fn pack(m: Self::Move) -> u32 {
                <$inner as Game>::pack(m)
            }
            fn find(&self, packed: u32) -> Option<Self::Move> {
                self.0.find(packed)
            }
        }
    };
}

/// `impl Notation` for a struct around a game: `$make` is its constructor, `$info` its
/// [`GameInfo`]. If the type has several games, `$rules_of` are the `$rules` of a position, from
/// which the other two follow.
macro_rules! wrap_notation {
    ([$($generics:tt)*] $outer:ty, $inner:ty, $make:expr, $info:expr) => {
        wrap_notation!([$($generics)*] $outer, $inner, (), |_| (), |inner, ()| ($make)(inner), |()| $info);
    };
    ([$($generics:tt)*] $outer:ty, $inner:ty, $rules:ty, $rules_of:expr, $make:expr, $info:expr) => {
        impl<$($generics)*> Notation for $outer {
            type Rules = $rules;

            fn info(rules: $rules) -> &'static GameInfo {
                ($info)(rules)
            }
            fn rules(&self) -> $rules {
                ($rules_of)(self)
            }
            fn parse_with(rules: $rules, text: &str) -> Result<Self, TextError> {
                <$inner>::parse(text).map(|inner| ($make)(inner, rules))
            }
            fn print(&self) -> String {
                self.0.print()
            }
            fn identity(&self) -> String {
                self.0.identity()
            }
            fn print_move(&self, m: Self::Move) -> String {
                self.0.print_move(m)
            }
            fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
                self.0.parse_move(text)
            }
            fn set_option(&mut self, name: &str, value: &str) {
                self.0.set_option(name, value);
            }
            fn picture(&self) -> Option<Picture> {
                self.0.picture()
            }
            fn move_cells(&self, m: Self::Move) -> MoveCells {
                self.0.move_cells(m)
            }
        }
    };
}
