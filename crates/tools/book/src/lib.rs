//! `plyglot book`: what is known of a game, as a folder of pages.
//!
//! * `folder`: where the pages are. `html`: how they are written.
//! * `author`: what all chapters need. `parts`: the chapters, each by the functions behind the tool
//!   that prints the same: `games`, `survey`, `solve` and `analyse`.
//!
//! [`run`] writes a page as soon as its chapter is known, and then all others again, so that links
//! always lead to all pages that are there.

#![allow(missing_docs)]

mod author;
mod folder;
mod html;
mod parts;

use anyhow::{Result, ensure};
use author::{Author, Chapter, ShowProgress};
use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use folder::BookFolder;
use html::{Entry, Html, PageLink};
use plyglot_command::arguments::{
    GameArgs, HashArgs, OptionError, RunArgs, Streams, offer_plain_games, tool, within,
};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_engine::Registry;
use plyglot_support::text::capitalised;
use plyglot_train::survey::Plan;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const USUAL_GAMES: u64 = 40;

struct ChapterKind {
    /// Its name as an argument, and that of its page.
    name: &'static str,
    file: &'static str,
    title: &'static str,
    write: fn(&Author<'_>, ShowProgress<'_>) -> Result<Chapter>,
}

static KINDS: [ChapterKind; 8] = [
    ChapterKind { name: "rules", file: "rules.html", title: "Rules", write: parts::rules::chapter },
    ChapterKind {
        name: "play",
        file: "play.html",
        title: "What happens in play",
        write: parts::play::chapter,
    },
    ChapterKind {
        name: "openings",
        file: "openings.html",
        title: "Openings",
        write: parts::openings::chapter,
    },
    ChapterKind {
        name: "sample",
        file: "sample.html",
        title: "A game with a review",
        write: parts::sample::chapter,
    },
    ChapterKind {
        name: "puzzles",
        file: "puzzles.html",
        title: "Puzzles",
        write: parts::puzzles::chapter,
    },
    ChapterKind {
        name: "endings",
        file: "endings.html",
        title: "Endings",
        write: parts::endings::chapter,
    },
    ChapterKind {
        name: "worth",
        file: "worth.html",
        title: "What pieces are worth",
        write: parts::strength::pieces,
    },
    ChapterKind {
        name: "levels",
        file: "levels.html",
        title: "Levels",
        write: parts::strength::levels,
    },
];

/// Write all that is known of a game as a folder of pages
#[derive(Args, Debug)]
#[command(after_help = "\
Equal players play --games games, as in `survey`, with --nodes a move and up to 16 times as many. The \
book has the rules, what happened in these games, the best first moves, one game with a review, up to \
20 puzzles from different games, tables of endings, what pieces are worth, and ratings of the levels. \
Exchanges of pieces have 5 times as many games each, and levels half as many, which take longest. The \
first page has the most important of all others, or why a game cannot have one. With equal options \
and without --hours, the pages are the same at every run. Ctrl-C leaves the pages that are finished.")]
struct BookOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Folder for the pages: a new one, or that of an earlier book, which is replaced
    #[arg(long, value_name = "DIR", default_value = "book", value_parser = value_parser!(PathBuf))]
    out: PathBuf,
    /// Chapters to write, such as rules,puzzles: of rules, play, openings, sample, puzzles, endings, worth and levels [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    chapters: Vec<String>,
    /// Games of each kind
    #[arg(long, value_name = "N", default_value_t = USUAL_GAMES, value_parser = within::<u64>(2..=100_000))]
    games: u64,
    /// Nodes per move of the weakest players
    #[arg(long, value_name = "N", default_value_t = Plan::default().nodes, value_parser = within::<u64>(1..=1_000_000))]
    nodes: u64,
    /// Begin no chapter after N hours
    #[arg(long, value_name = "N", value_parser = within::<f64>(0.0..=1e6))]
    hours: Option<f64>,
    #[command(flatten)]
    hash: HashArgs<64>,
    #[command(flatten)]
    run: RunArgs,
}

pub fn command(registry: &Registry) -> Command {
    offer_plain_games(BookOptions::augment_args(tool("book")), registry)
}

impl BookOptions {
    /// The chapters that are wanted, in the order of the book.
    fn kinds(&self) -> Result<Vec<&'static ChapterKind>, OptionError> {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        let stranger = self.chapters.iter().find(|name| !known.contains(&name.as_str()));
        if let Some(name) = stranger {
            return Err(OptionError::unknown("--chapters", name, &known));
        }
        let is_wanted = |kind: &&ChapterKind| {
            self.chapters.is_empty() || self.chapters.iter().any(|name| name == kind.name)
        };
        Ok(KINDS.iter().filter(is_wanted).collect())
    }

    fn time(&self) -> Option<Duration> {
        self.hours.map(|hours| Duration::from_secs_f64(3600.0 * hours))
    }

    fn plan(&self) -> Plan {
        // Whole pairs.
        let games = self.games.next_multiple_of(2);
        Plan { games, nodes: self.nodes, seed: self.run.seed(), ..Plan::default() }
    }
}

/// Writes the book that the arguments describe. An interrupt or a request to terminate ends it with
/// the pages that are finished.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let options = BookOptions::from_arg_matches(matches)?;
    let kinds = options.kinds().map_err(clap::Error::from)?;
    let game = registry.chosen(&options.game.name)?;
    let folder = BookFolder::open(&options.out)?;
    let author = Author {
        registry,
        game,
        plan: options.plan(),
        threads: options.run.threads(),
        mib: options.hash.mib,
        own: OnceCell::new(),
        interrupt: interrupt::watch(Remainder::State)?,
    };
    let mut output = streams.output;
    let mut book = Book { author: &author, folder, chapters: Vec::new() };
    book.write_first()?;
    let started = Instant::now();
    for kind in kinds {
        if options.time().is_some_and(|time| started.elapsed() >= time) {
            book.add(kind, Chapter::Missing("there was no time left for it".to_owned()))?;
            continue;
        }
        let progress = &output.progress;
        let show_progress =
            |done: u64, all: u64| progress.show(done, Some(all), || kind.title.to_owned());
        show_progress(0, 1);
        let chapter = (kind.write)(&author, &show_progress)?;
        // It may lack what was still to be found.
        if author.is_interrupted() {
            break;
        }
        book.add(kind, chapter)?;
        if book.has(kind) {
            output.say(&book.folder.path(kind.file).display().to_string())?;
        }
    }
    output.progress.end();
    ensure!(!author.is_interrupted(), "interrupted");
    book.remove_others()?;
    output.say(&book.folder.path(FIRST).display().to_string())
}

const FIRST: &str = "index.html";

struct Book<'a> {
    author: &'a Author<'a>,
    folder: BookFolder,
    chapters: Vec<Finished>,
}

struct Finished {
    kind: &'static ChapterKind,
    /// What the first page says of it: the chapter in brief, or why it is missing.
    words: String,
    page: Option<Html>,
}

impl Book<'_> {
    fn add(&mut self, kind: &'static ChapterKind, chapter: Chapter) -> Result<()> {
        let finished = match chapter {
            Chapter::Page { html, brief } => Finished { kind, words: brief, page: Some(html) },
            Chapter::Missing(why) => Finished { kind, words: why, page: None },
        };
        self.chapters.push(finished);
        self.write_all()
    }

    /// Writes all pages so far, each of which leads to the others.
    fn write_all(&self) -> Result<()> {
        for Finished { kind, page, .. } in &self.chapters {
            if let Some(html) = page {
                self.write(kind.file, html, Some(kind.title))?;
            }
        }
        self.write_first()
    }

    /// Removes the pages of an earlier book to which the first page does not lead.
    fn remove_others(&self) -> Result<()> {
        for kind in KINDS.iter().filter(|kind| !self.has(kind)) {
            self.folder.remove(kind.file)?;
        }
        Ok(())
    }

    fn has(&self, kind: &ChapterKind) -> bool {
        self.chapters.iter().any(|chapter| chapter.kind.name == kind.name && chapter.page.is_some())
    }

    fn write_first(&self) -> Result<()> {
        let Author { registry, game, plan, .. } = self.author;
        let text = registry.rules_text(game);
        let mut html = Html::default();
        if !text.about.is_empty() {
            html.paragraph(&text.about);
        }
        self.author.board(&mut html, &*game.open(), "Start position");
        html.section("What there is to know");
        html.contents(self.chapters.iter().map(|Finished { kind, words, page }| Entry {
            file: kind.file,
            title: kind.title,
            words,
            is_there: page.is_some(),
        }));
        html.section("How it was made");
        html.paragraph(&format!(
            "The program played games against itself, {} of most kinds, and looked at {} to {} positions \
             before a move. All but the rules, and endings of which every position was valued, is a guess \
             from these games and from searches. Bounds in brackets hold the true value with a chance of \
             95 %. The seed of all that is random is {}.",
            plan.games,
            plan.nodes,
            plan.nodes << plan.doublings,
            plan.seed
        ));
        self.write(FIRST, &html, None)
    }

    fn write(&self, file: &str, html: &Html, title: Option<&str>) -> Result<()> {
        let Author { registry, game, .. } = self.author;
        let mut others = Vec::new();
        for Finished { kind, .. } in self.chapters.iter().filter(|chapter| chapter.page.is_some()) {
            others.push(PageLink { file: kind.file, title: kind.title });
        }
        let program = registry.program().to_string();
        let page = html.page(&capitalised(game.entry.info.title), title, &others, &program);
        self.folder.write(file, &page)
    }
}
