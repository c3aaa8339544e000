//! Files of rules in which one node of a search takes long: the engine hears `stop` and `quit` all the
//! same, and its clock.

use crate::support::engine::Engine;
use crate::support::folder::Folder;
use std::time::Duration;

/// Kings beside kings on twelve files, each with more ways to capture than can be counted.
const JUMPS: &str = "\
[jumps]
maxFile = 12
maxRank = 10
customPiece1 = m:mF
customPiece2 = k:mQ
jumpCaptures = m:Q k:Q
startFen = 1m1m1m1m1m1m/K9K1/1m1m1m1m1m1m/12/1m1m1m1m1m1m/1K4KK1K2/Km1m1mKmKm1m/2KKK3K3/1m1m1m1m1m1m/2K5K3 w
stalemateValue = loss
";

/// Queens beside queens, each of whose moves may wall any square.
const WALLS: &str = "\
[walls]
maxFile = 12
maxRank = 10
queen = q
startFen = qqqqqqqqqqqq/qqqqqqqqqqqq/12/12/12/12/12/12/QQQQQQQQQQQQ/QQQQQQQQQQQQ w
wallingRule = duck
stalemateValue = loss
";

/// Far less than a search that hears nothing takes, and far more than one that does on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn searches_of_hostile_rules_hear_the_clock_stop_and_quit() {
    let folder = Folder::new("hostile_rules");
    for (name, rules) in [("jumps", JUMPS), ("walls", WALLS)] {
        let file = folder.file(&format!("{name}.ini"));
        std::fs::write(&file, rules).expect("a folder that can be written to");
        let mut engine = Engine::start_with(&["--variants", &file]);
        engine.patience = PATIENCE;
        engine.send("go movetime 100");
        engine.until("bestmove");
        engine.send("go infinite");
        engine.send("stop");
        engine.until("bestmove");
        engine.send("go infinite");
        engine.send("quit");
        while engine.try_line().is_some() {}
    }
}
