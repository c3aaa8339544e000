//! The page of `plyglot board` in a browser: `.ci/browser` builds what this needs.

mod access;
mod analysis;
mod first_board;
mod frames;
mod games;
mod habits;
mod interruptions;
mod languages;
mod matches;
mod own_game;
mod players;
mod records;
mod rule_files;
mod site;
mod studies;
mod tabs;
mod workshop;
