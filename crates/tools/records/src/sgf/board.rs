//! The games of SGF, and their cells.

use plyglot_core::game::{GameInfo, Side, squares};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    /// Two letters from the top left: `aa`.
    Letters,
    /// A letter and a number from the top.
    FromTop,
    FromBelow,
    /// A letter and a number in its column from below, as at Little Golem: `H3`.
    InColumn,
}

#[derive(Clone, Copy, Debug)]
struct BoardKind {
    name: &'static str,
    /// In the property `GM`; 0 for none.
    number: usize,
    /// The usual value of `SZ`.
    size: usize,
    points: Points,
}

const HEX: &str = "hex";
const ON_DISCS: &str = "othello";
/// The name of that game on other boards, before their size.
const RESIZED: &str = "flipello";
/// The sides of these boards, and the discs that each player has beside those on the board at first.
const DISCS: [(usize, usize); 2] = [(6, 22), (10, 96)];
const DISCS_AT_START: usize = 4;
const FIVE_IN_A_ROW: usize = 4;

/// Those of one number are told apart by the rules; the last has none.
const KINDS: [BoardKind; 8] = [
    BoardKind { name: "keryopente", number: FIVE_IN_A_ROW, size: 19, points: Points::Letters },
    BoardKind { name: "pente", number: FIVE_IN_A_ROW, size: 19, points: Points::Letters },
    BoardKind { name: "renju", number: FIVE_IN_A_ROW, size: 15, points: Points::Letters },
    BoardKind { name: "gomoku_exact", number: FIVE_IN_A_ROW, size: 15, points: Points::Letters },
    BoardKind { name: "gomoku", number: FIVE_IN_A_ROW, size: 15, points: Points::Letters },
    BoardKind { name: ON_DISCS, number: 2, size: 8, points: Points::FromTop },
    BoardKind { name: HEX, number: 11, size: 11, points: Points::FromTop },
    BoardKind { name: "havannah", number: 0, size: 8, points: Points::InColumn },
];

/// What follows the name of a game with a swap, before its size.
const SWAP: &str = "swap";

pub(super) fn with_swap(name: &str) -> String {
    let (base, size) = name.split_at(name.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    format!("{}{SWAP}{size}", base.trim_end_matches(SWAP))
}

/// The games of the property `GM`, from 1.
const NUMBERED: &str = "go othello chess gomoku morris backgammon xiangqi shogi loa ataxx hex \
    jungle neutron philosophers-football quadrature trax tantrix amazons octi gess twixt zertz \
    plateau yinsh punct gobblet hive exxit hnefatafl kuba tripples chase tumbling-down sahara byte \
    focus dvonn tamsk gipf kropki";

/// A square board, or a hexagon in a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    kind: BoardKind,
    side: usize,
    has_swap: bool,
    /// The names of cells in SGF, and those that players use.
    pub(super) own: Points,
    pub(super) shown: Points,
}

/// Letters name the columns.
const MAX_SIDE: usize = 26;

/// In the type of a game in GGF.
const FEWER_DISCS_WIN: char = 'a';

/// Whether a value of `GM` is that of GGF, which has a name where SGF has a number.
pub(super) fn is_ggf(number: &str) -> bool {
    number.starts_with(char::is_alphabetic)
}

/// The size that a root has in `SZ`. GGF has it in front of the board, `8 --*`, and in the type, `s8r20`.
fn written_size(value: impl Fn(&str) -> String) -> String {
    if !is_ggf(&value("GM")) {
        return value("SZ");
    }
    let all = ["SZ", "BO", "TY"].map(value);
    let written = all.iter().find(|written| !written.is_empty()).map_or("", String::as_str);
    let digits = written.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.chars().take_while(char::is_ascii_digit).collect()
}

/// A property with one value.
pub(super) struct NodeProperty {
    pub(super) name: String,
    pub(super) value: String,
}

impl NodeProperty {
    pub(super) fn new(name: &str, value: impl Into<String>) -> NodeProperty {
        NodeProperty { name: name.to_owned(), value: value.into() }
    }
}

impl Board {
    fn new(kind: BoardKind, size: usize) -> Option<Board> {
        let own = kind.points;
        let side = if own == Points::InColumn { (2 * size.min(MAX_SIDE)).max(1) - 1 } else { size };
        let is_from_top = kind.name == HEX || kind.name == ON_DISCS && size == kind.size;
        let shown = if is_from_top { Points::FromTop } else { Points::FromBelow };
        if !(1..=MAX_SIDE).contains(&side) {
            return None;
        }
        Some(Board { kind, side, has_swap: false, own, shown })
    }

    /// The board of a game whose records may be in SGF.
    pub(crate) fn of_game(info: &GameInfo) -> Option<Board> {
        let base = info.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let name = if base == RESIZED { ON_DISCS } else { base };
        let plain = name.strip_suffix(SWAP).unwrap_or(name);
        let &kind = KINDS.iter().find(|kind| kind.name == plain)?;
        let rows = info.start.split(' ').next()?.split('/').count();
        let size = if kind.points == Points::InColumn { rows.div_ceil(2) } else { rows };
        Some(Board { has_swap: plain != name, ..Board::new(kind, size)? })
    }

    /// The game of the properties of a first node, in lower case, and its board where SGF has one.
    pub(super) fn of_root(value: impl Fn(&str) -> String) -> (String, Option<Board>) {
        let number = value("GM");
        if number == ON_DISCS && value("TY").contains(FEWER_DISCS_WIN) {
            return (format!("anti{number}"), None);
        }
        let written_rules = value("RU");
        let rules = written_rules.trim_end_matches(SWAP).trim_end();
        let about = ["RU", "GN", "EV", "AP"].map(&value).join(" ");
        let event = value("EV");
        let name = match number.parse::<usize>() {
            Ok(FIVE_IN_A_ROW) => {
                let named = KINDS[..4].iter().find(|kind| about.contains(kind.name));
                named.map_or("gomoku", |kind| kind.name)
            }
            Ok(number) => NUMBERED.split(' ').nth(number.wrapping_sub(1)).unwrap_or("unknown"),
            Err(_) if !number.is_empty() => &number,
            Err(_) if KINDS.iter().any(|kind| kind.name == rules) => rules,
            Err(_) if !value("SO").contains("littlegolem") => "go",
            Err(_) if let Some(game) = game_of_event(&event) => game,
            Err(_) if rules == "lg" => "havannah",
            Err(_) => HEX,
        };
        let Some(&kind) = KINDS.iter().find(|kind| kind.name == name) else {
            return (name.to_owned(), None);
        };
        let written = written_size(&value);
        let size = if written.is_empty() { kind.size } else { written.parse().unwrap_or(0) };
        let base = if kind.name == ON_DISCS { RESIZED } else { kind.name };
        let mut name = kind.name.to_owned();
        if size != kind.size {
            name = format!("{base}{}", written.replace(':', "x"));
        }
        if rules != written_rules {
            name = with_swap(&name);
        }
        (name, Board::new(kind, size))
    }

    /// The properties that tell the game.
    pub(super) fn properties(&self) -> Vec<NodeProperty> {
        let BoardKind { name, number, .. } = self.kind;
        let size = if self.own == Points::InColumn { self.side.div_ceil(2) } else { self.side };
        let mut properties = vec![NodeProperty::new("SZ", size.to_string())];
        if number > 0 {
            properties.push(NodeProperty::new("GM", number.to_string()));
        }
        let mut rules = Vec::new();
        if number == 0 || KINDS[..4].iter().any(|kind| kind.name == name) {
            rules.push(name);
        }
        if self.has_swap {
            rules.push(SWAP);
        }
        if !rules.is_empty() {
            properties.push(NodeProperty::new("RU", rules.join(" ")));
        }
        properties
    }

    /// Whether Black moves first. In games without a number, the first player is White.
    pub(super) fn has_black_first(&self) -> bool {
        self.kind.number > 0
    }

    /// The rows of a file that are cut off below, in a hexagon.
    fn cut(&self, file: usize) -> usize {
        file.saturating_sub(self.side / 2)
    }

    /// The cell with a name, row by row from the top left.
    pub(super) fn cell(&self, points: Points, name: &str) -> Option<usize> {
        let name = name.to_ascii_lowercase();
        let (file, rank) = match *name.as_bytes() {
            [file @ b'a'..=b'z', row @ b'a'..=b'z'] => {
                (usize::from(file - b'a'), self.side.checked_sub(usize::from(row - b'a') + 1)?)
            }
            _ => {
                let (file, rank) = squares::parse_name(&name)?;
                match points {
                    Points::FromTop => (file, self.side.checked_sub(rank.checked_add(1)?)?),
                    Points::InColumn => (file, rank.checked_add(self.cut(file))?),
                    Points::Letters | Points::FromBelow => (file, rank),
                }
            }
        };
        if file >= self.side || rank >= self.side {
            return None;
        }
        Some((self.side - 1 - rank) * self.side + file)
    }

    pub(super) fn name(&self, points: Points, cell: usize) -> String {
        let file = cell % self.side;
        let row = cell / self.side;
        let rank = self.side - 1 - row;
        match points {
            Points::Letters => [file, row].iter().map(|&n| char::from(b'a' + n as u8)).collect(),
            Points::FromTop => squares::name(file, row),
            Points::FromBelow => squares::name(file, rank),
            Points::InColumn => {
                squares::name(file, rank.saturating_sub(self.cut(file))).to_ascii_uppercase()
            }
        }
    }

    /// A cell by the name that it has among other points.
    pub(super) fn renamed(&self, from: Points, to: Points, name: &str) -> Option<String> {
        Some(self.name(to, self.cell(from, name)?))
    }

    pub(super) fn rectangle(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let side = self.side;
        (from..=to).filter(move |cell| (from % side..=to % side).contains(&(cell % side)))
    }

    /// The letter on each cell of the empty board.
    pub(super) fn empty(&self) -> Vec<Option<char>> {
        let mut letters = vec![None; self.side * self.side];
        for (cell, letter) in letters.iter_mut().enumerate() {
            let rank = self.side - 1 - cell / self.side;
            let is_far = (cell % self.side).abs_diff(rank) > self.side / 2;
            if self.own == Points::InColumn && is_far {
                *letter = Some('*');
            }
        }
        letters
    }

    /// The position with these letters; `None` for the usual one.
    pub(super) fn position(&self, letters: &[Option<char>], to_move: Side) -> Option<String> {
        let rows = squares::print_rows(letters, self.side, |&letter| letter);
        let position = format!("{rows} {}", squares::side_letter(to_move));
        let is_empty = letters == self.empty() && to_move == Side::First;
        if is_empty || position == "8/8/8/3pP3/3Pp3/8/8/8 w" {
            return None;
        }
        let hands = self.hands(letters, to_move);
        Some(format!("{rows}{hands} {}", squares::side_letter(to_move)))
    }

    /// The discs that are left to each side, which games on the boards of [`DISCS`] write.
    fn hands(&self, letters: &[Option<char>], to_move: Side) -> String {
        let discs = DISCS.iter().find(|(side, _)| self.kind.name == ON_DISCS && *side == self.side);
        let Some(&(_, discs)) = discs else { return String::new() };
        let placed = letters.iter().flatten().count().saturating_sub(DISCS_AT_START);
        // Black has placed one more if it is White's turn.
        let of_black = (placed + usize::from(to_move == Side::Second)) / 2;
        let first = discs.saturating_sub(of_black);
        let second = discs.saturating_sub(placed - of_black);
        format!("[{}{}]", "P".repeat(first), "p".repeat(second))
    }

    pub(super) fn letters(&self, position: &str) -> Vec<Option<char>> {
        match squares::parse_rows(position, 0, [self.side; 2], "", Some) {
            Ok((letters, _)) => letters,
            Err(_) => self.empty(),
        }
    }
}

/// The game with which the event of a record of Little Golem begins, as in `havannah.mc.2010`: others
/// are titles of tournaments.
fn game_of_event(event: &str) -> Option<&str> {
    let game = event.split('.').next()?;
    let is_word = !game.is_empty() && game.chars().all(|c| c.is_ascii_alphanumeric());
    let is_known = KINDS.iter().any(|kind| kind.name == game);
    if is_known || is_word && game != event { Some(game) } else { None }
}
