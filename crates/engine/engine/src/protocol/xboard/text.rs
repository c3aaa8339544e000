//! Text that is sent to XBoard.

use crate::protocol::dialogue::{Dialogue, UciOption};
use crate::protocol::spelling::MoveSpelling;
use crate::{GameOver, SearchInfo, Value};
use plyglot_core::game::GameInfo;
use plyglot_support::text::per_second;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A forced mate in N moves is this plus N.
const MATE: i32 = 100_000;

pub(crate) fn features(dialogue: &Dialogue) -> String {
    let Dialogue { registry, options, .. } = dialogue;
    let mut text = format!(
        "feature done=0\n\
         feature myname=\"{}\"\n\
         feature ping=1 setboard=1 usermove=1 playother=1 analyze=1 nps=1 setup=1\n\
         feature memory=1 smp=1 debug=1\n\
         feature draw=0 colors=0 sigint=0 reuse=1 san=0\n\
         feature variants=\"{}\"\n",
        registry.program(),
        registry.names().join(","),
    );
    let options: Vec<String> = options.iter().filter_map(UciOption::xboard).collect();
    if options.iter().any(|option| option.starts_with("SyzygyPath ")) {
        text += "feature egt=\"syzygy\"\n";
    }
    for option in options {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "feature option=\"{option}\"");
    }
    text + "feature done=1"
}

/// The games whose boards XBoard 4.9 has itself. A setup by the engine would replace their hands
/// and pieces.
const KNOWN: [&str; 24] = [
    "3check",
    "asean",
    "atomic",
    "berolina",
    "capablanca",
    "courier",
    "crazyhouse",
    "falcon",
    "giveaway",
    "gothic",
    "grand",
    "janus",
    "knightmate",
    "losers",
    "makruk",
    "nocastle",
    "seirawan",
    "shatranj",
    "shogi",
    "spartan",
    "suicide",
    "twokings",
    "wildcastle",
    "xiangqi",
];

pub(crate) fn setup(info: &GameInfo) -> Option<String> {
    if KNOWN.contains(&info.name) { None } else { setup_of(info.board?, info.piece_table) }
}

/// The same from the description of a board ([`GameInfo::board`]) and its pieces.
fn setup_of(board: &str, table: Option<&str>) -> Option<String> {
    let (numbers, start) = board.split_once(" startpos ")?;
    let words: Vec<&str> = numbers.split_whitespace().collect();
    let ["files", files, "ranks", ranks, "pocket", pocket, "template", template] = words[..] else {
        return None;
    };
    // Without a table, the template's is used.
    let table = table.unwrap_or("-");
    let hand = match pocket.parse() {
        Ok(0) => kinds_in_hand(start),
        Ok(size) => size,
        Err(_) => return None,
    };
    Some(format!("setup ({table}) {files}x{ranks}+{hand}_{template} {start}"))
}

/// The kinds of pieces that a hand has room for, by the start position: none without hands, else
/// all but the king.
fn kinds_in_hand(start: &str) -> usize {
    let Some((board, _)) = start.split_once('[') else { return 0 };
    let board = board.to_ascii_uppercase();
    board.chars().filter(|c| c.is_ascii_uppercase() && *c != 'K').collect::<BTreeSet<char>>().len()
}

/// A line of thinking: depth, score, time in centiseconds, nodes, deepest ply, nodes per second,
/// hits in tables, and the moves.
pub(crate) fn thinking(info: &SearchInfo, spelling: MoveSpelling) -> String {
    let SearchInfo { depth, seldepth, value, nodes, time, tbhits, pv, .. } = info;
    let score = match *value {
        Value::Centi(centi) => centi,
        Value::End(plies) if plies > 0 => MATE + Value::moves_of(plies),
        Value::End(plies) => -MATE + Value::moves_of(plies),
    };
    let time_cs = time.as_millis() / 10;
    let nps = per_second(*nodes, *time);
    let mut line = format!("{depth} {score} {time_cs} {nodes} {seldepth} {nps} {tbhits}\t");
    let line_moves: Vec<_> = pv.iter().map(|name| spelling.shown(name)).collect();
    line.push_str(&line_moves.join(" "));
    line
}

/// The same of a search in the opponent's time, which begins after this reply.
pub(crate) fn pondering(info: &SearchInfo, reply: &str, spelling: MoveSpelling) -> String {
    thinking(info, spelling).replacen('\t', &format!("\t({}) ", spelling.shown(reply)), 1)
}

/// The answer to `.`: time, nodes and depth so far.
pub(crate) fn status(info: &SearchInfo, legal_moves: usize) -> String {
    let SearchInfo { depth, nodes, time, .. } = info;
    format!("stat01: {} {nodes} {depth} 0 {legal_moves}", time.as_millis() / 10)
}

pub(crate) fn game_end(over: &GameOver) -> String {
    format!("{} {{{}}}", over.result.text(), over.ending.reason())
}

/// A move of UCI, as XBoard writes it where castling may stand as in its `record`: where kings
/// castle with any rook.
pub(crate) fn move_text(spelling: MoveSpelling, name: &str, record: Option<&str>) -> String {
    match record.map(|record| record.trim_end_matches(['+', '#'])) {
        Some(record) if record.starts_with("O-O") => record.to_owned(),
        _ => spelling.shown(name).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_board_is_set_up_by_its_description() {
        let board = "files 3 ranks 3 pocket 1 template fairy startpos 3/3/3[PPPPPppppp] w - - 0 1";
        let expected = "setup (-) 3x3+1_fairy 3/3/3[PPPPPppppp] w - - 0 1";
        assert_eq!(setup_of(board, None).as_deref(), Some(expected));
        let own = setup_of(board, Some("P.....p....."));
        assert_eq!(own, Some(expected.replace("(-)", "(P.....p.....)")));
        assert_eq!(setup_of("files 3", None), None);
        let mini = "files 5 ranks 5 pocket 0 template fairy startpos rbsgk/4p/5/P4/KGSBR[-] w 0 1";
        let expected = "setup (-) 5x5+5_fairy rbsgk/4p/5/P4/KGSBR[-] w 0 1";
        assert_eq!(setup_of(mini, None).as_deref(), Some(expected));
        let mut known = GameInfo::new("shogi", "3/3/3");
        known.board = Some(board);
        assert_eq!(setup(&known), None);
    }

    #[test]
    fn thinking_has_the_fields_of_the_protocol() {
        let mut info = SearchInfo {
            depth: 9,
            seldepth: 15,
            value: Value::Centi(-12),
            nodes: 48_299,
            time: Duration::from_millis(500),
            tbhits: 3,
            pv: ["e2e4", "e7e5"].map(str::to_owned).to_vec(),
            ..SearchInfo::default()
        };
        assert_eq!(thinking(&info, MoveSpelling::Uci), "9 -12 50 48299 15 96598 3\te2e4 e7e5");
        for (plies, score) in [(1, 100_001), (5, 100_003), (-4, -100_002)] {
            info.value = Value::End(plies);
            let line = thinking(&info, MoveSpelling::Uci);
            assert!(line.starts_with(&format!("9 {score} 50 ")), "{line}");
        }
    }
}
