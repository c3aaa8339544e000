//! How soon there is a board. It is printed, as a busy machine proves nothing.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::page::visit;
use plyglot_browser_tests::server::Server;
use serde_json::json;

#[test]
fn the_first_board_is_timed() {
    for game in ["chess", "cfour", "tictactoe", "surakarta", "flipello", "breakthrough", "ataxx"] {
        visit(Server::start(&["--game", game]), Look::DESK, |page| {
            let script = "return document.body.dataset.firstBoardMs";
            let cold = page.browser.script(script, json!([]));
            page.open();
            let warm = page.browser.script(script, json!([]));
            let number = |text: &serde_json::Value| text.as_str()?.parse::<u32>().ok();
            let (cold, warm) = (number(&cold).expect("ms"), number(&warm).expect("ms"));
            println!("{game}: first board after {cold} ms in a new browser, then {warm} ms");
        });
    }
}
