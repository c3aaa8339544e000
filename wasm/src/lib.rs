//! Plyglot in WebAssembly: the answers to the page, and the dialogue of the protocol, without a
//! server.
//!
//! Four imports (`now` and `pause` are in `plyglot_core`) and two exports, with texts of UTF-8 in the
//! memory of this module, are all that it shares with its host, `page/instance.js`:
//!
//! 1. The host asks for room for a text with `room`, writes the question there, and calls `answer`.
//! 2. Until that returns, this module calls `begin` with the status, as in HTTP, and then `say` with
//!    each line of the answer. A search says many lines.
//!
//! There is one thread, so nothing else is answered meanwhile, but in a `pause` the host may say
//! that a search is to stop. A question is an object with `path`, as in the address of a request
//! to `plyglot board`, and `body`.

#![cfg(target_family = "wasm")]

mod engine;
mod positions;
mod worker;

use serde_json::Value as Json;
use std::cell::RefCell;
use worker::Worker;

#[link(wasm_import_module = "plyglot")]
unsafe extern "C" {
    /// The status of the answer that follows.
    #[link_name = "begin"]
    safe fn host_begin(status: u32);
    /// A line of the answer: a text in this module's memory.
    #[link_name = "say"]
    safe fn host_say(text: *const u8, bytes: usize);
}

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static WORKER: RefCell<Worker> = RefCell::new(Worker::new());
}

fn begin(status: u16) {
    host_begin(status.into());
}

fn say(line: &str) {
    host_say(line.as_ptr(), line.len());
}

fn say_json(value: &Json) {
    say(&value.to_string());
}

fn say_found(found: &Json) {
    begin(200);
    say_json(found);
}

/// Room for a question of this many bytes, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question in the room.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    let question = QUESTION.take();
    WORKER.with_borrow_mut(|worker| worker.answer(&question));
}
