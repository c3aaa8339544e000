//! Ways to play a move: by clicks, by touch, by dragging, by keys.

use crate::page::Page;
use crate::process::wait_for;
use fantoccini::actions::{
    Actions, InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
    TouchActions,
};
use fantoccini::key::Key;
use serde_json::{Value, json};
use std::time::Duration;

/// How a person moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// With a mouse, cell by cell.
    Click,
    /// With a finger, cell by cell.
    Touch,
    /// With a mouse, from cell to cell. What has no origin is clicked.
    Drag,
    /// Only with the keyboard.
    Keys,
}

/// A legal move, as the server describes it.
#[derive(Clone, Debug)]
pub struct Move {
    pub name: String,
    pub from: Option<u64>,
    pub to: Option<u64>,
    /// The cell on which it puts a wall.
    pub wall: Option<u64>,
    /// The letter of the piece that it drops from a hand.
    pub held: Option<String>,
}

impl Move {
    pub fn all(position: &Value) -> Vec<Move> {
        let moves = position["moves"].as_array().expect("a list of moves");
        let read = |m: &Value| Move {
            name: m["name"].as_str().expect("a name").to_owned(),
            from: m["from"].as_u64(),
            to: m["to"].as_u64(),
            wall: m["wall"].as_u64(),
            held: m["piece"]["letter"]
                .as_str()
                .filter(|_| m["from"].is_null() && !position["hands"].is_null())
                .map(str::to_owned),
        };
        moves.iter().map(read).collect()
    }

    /// Whether the same cells are chosen for both, but for the wall.
    fn is_like(&self, other: &Move) -> bool {
        (self.from, self.to, &self.held) == (other.from, other.to, &other.held)
    }
}

impl Page {
    /// Plays one of these moves of the position on the board.
    #[track_caller]
    pub fn play(&self, hand: Hand, moves: &[Move], chosen: &Move) {
        let Some(to) = chosen.to else {
            return self.press(hand, &format!("#passes [data-move=\"{}\"]", chosen.name));
        };
        let cell = |number: u64| format!("#board [data-cell=\"{number}\"]");
        let held = chosen.held.as_ref().map(|letter| format!(".hand [data-held=\"{letter}\"]"));
        match (hand, chosen.from.map(cell).or(held.clone())) {
            (Hand::Drag, Some(from)) => self.drag(&from, &cell(to)),
            _ => {
                if let Some(held) = held {
                    self.press(hand, &held);
                    assert_eq!(self.property(&held, "ariaPressed"), "true", "{chosen:?}");
                }
                self.choose_cells(hand, chosen.from, to);
            }
        }
        let mut same: Vec<&Move> = moves.iter().filter(|m| m.is_like(chosen)).collect();
        if let Some(wall) = chosen.wall.filter(|wall| same.iter().any(|m| m.wall != Some(*wall))) {
            self.choose_cells(hand, None, wall);
            same.retain(|m| m.wall == chosen.wall);
        }
        let same = same.into_iter();
        let mut names: Vec<&str> = same.map(|m| &*m.name).collect();
        names.dedup();
        if names.len() > 1 {
            self.press(hand, &format!("#promotion [data-move=\"{}\"]", chosen.name));
        }
    }

    /// Chooses a cell, or two one after another.
    #[track_caller]
    fn choose_cells(&self, hand: Hand, from: Option<u64>, to: u64) {
        if hand == Hand::Keys {
            return self.type_cells(from, to);
        }
        if let Some(from) = from {
            self.point(hand, from);
            assert_eq!(self.shown().picked, Some(from));
        }
        let targets = self.shown().targets;
        assert!(targets.contains(&to), "{from:?} {to}: {targets:?}");
        self.point(hand, to);
    }

    /// Clicks or touches a cell.
    #[track_caller]
    pub fn point(&self, hand: Hand, cell: u64) {
        let at = self.centre(&format!("#board [data-cell=\"{cell}\"]"));
        self.point_at(hand, at);
    }

    #[track_caller]
    pub fn press(&self, hand: Hand, selector: &str) {
        wait_for(selector, || self.is_visible(selector).then_some(()));
        if hand == Hand::Keys {
            self.tab_to(selector);
            self.type_keys(&[Key::Enter]);
        } else {
            let at = self.centre(selector);
            self.point_at(hand, at);
        }
    }

    /// Presses Tab until what this selector finds has the focus.
    #[track_caller]
    pub fn tab_to(&self, selector: &str) {
        let script = "return document.activeElement?.matches(arguments[0]) ?? false";
        // More than the page has to stop at.
        for _ in 0..200 {
            if self.browser.script(script, json!([selector])) == true {
                return;
            }
            self.type_keys(&[Key::Tab]);
        }
        panic!("Tab does not reach {selector}");
    }

    #[track_caller]
    pub fn type_keys(&self, keys: &[Key]) {
        let characters = keys.iter().flat_map(|key| key.chars().next());
        self.type_text(&characters.collect::<String>());
    }

    #[track_caller]
    pub fn type_text(&self, text: &str) {
        let mut actions = KeyActions::new("keys".to_owned());
        for value in text.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.act(actions);
    }

    /// Goes to the cells by arrow keys, and chooses each.
    #[track_caller]
    fn type_cells(&self, from: Option<u64>, to: u64) {
        self.tab_to("#board [data-cell]");
        // Where they are seen: the board may be turned.
        let script = "
            const place = cell => [...cell.parentElement.children].indexOf(cell);
            const cell = number => document.querySelector(`#board [data-cell='${number}']`);
            return [document.activeElement, ...[...arguments].map(cell)]
                .map(cell => [place(cell), place(cell.parentElement)]);";
        let cells: Vec<Value> = from.into_iter().chain([to]).map(Value::from).collect();
        let found = self.browser.script(script, Value::Array(cells));
        let places = found.as_array().expect("a list of places");
        let number = |value: &Value| value.as_u64().expect("a number");
        let mut keys = Vec::new();
        for pair in places.windows(2) {
            for (i, less, more) in [(0, Key::Left, Key::Right), (1, Key::Up, Key::Down)] {
                let (a, b) = (number(&pair[0][i]), number(&pair[1][i]));
                let key = if a > b { less } else { more };
                keys.extend(std::iter::repeat_n(key, a.abs_diff(b) as usize));
            }
            keys.push(Key::Enter);
        }
        self.type_keys(&keys);
    }

    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let [a, b] = [from, to].map(|selector| self.centre(selector));
        let half = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        let actions = MouseActions::new("mouse".to_owned())
            .then(move_to(a))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(move_to(half))
            .then(move_to(b))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.act(actions);
    }

    #[track_caller]
    pub fn swipe(&self, from: &str, to: &str) {
        let [a, b] = [from, to].map(|selector| self.centre(selector));
        let actions = TouchActions::new("finger".to_owned())
            .then(move_to(a))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(move_to(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)))
            .then(move_to(b))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.act(actions);
    }

    #[track_caller]
    fn point_at(&self, hand: Hand, at: (f64, f64)) {
        let down = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
        let up = PointerAction::Up { button: MOUSE_BUTTON_LEFT };
        if hand == Hand::Touch {
            let touch = TouchActions::new("finger".to_owned());
            self.act(touch.then(move_to(at)).then(down).then(up));
        } else {
            let mouse = MouseActions::new("mouse".to_owned());
            self.act(mouse.then(move_to(at)).then(down).then(up));
        }
    }

    #[track_caller]
    fn act(&self, actions: impl Into<Actions>) {
        self.browser.run(async |client| client.perform_actions(actions).await);
    }

    /// The middle of what this selector finds, which must be on the screen.
    #[track_caller]
    fn centre(&self, selector: &str) -> (f64, f64) {
        let script = "
            const found = document.querySelector(arguments[0]);
            found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const { x, y, width, height } = found.getBoundingClientRect();
            return [x + width / 2, y + height / 2]";
        let found = self.browser.script(script, json!([selector]));
        let number = |i: usize| found[i].as_f64().unwrap_or_else(|| panic!("{selector}: {found}"));
        (number(0), number(1))
    }
}

fn move_to((x, y): (f64, f64)) -> PointerAction {
    PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y }
}
