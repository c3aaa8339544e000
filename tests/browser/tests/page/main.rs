//! The page of `plyglot board` in a browser: `.ci/browser` builds what this needs.

mod analysis;
mod games;
mod interruptions;
mod matches;
mod records;
mod tabs;
