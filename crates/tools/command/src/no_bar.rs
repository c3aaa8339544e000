//! If there are no terminals, as in a browser.

pub struct Progress;

impl Progress {
    pub fn on_terminal() -> Progress {
        Progress
    }

    pub fn show(&self, _: u64, _: Option<u64>, _: impl FnOnce() -> String) {}

    pub fn wants_lines(&self) -> bool {
        true
    }

    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }

    pub fn end(&self) {}
}
