//! Tables that games have in common: each is made once, and stays for as long as the program runs.

use super::lookups::{self, Answers, Direction, Lines, Lookup, Parts};
use super::walks::{BoardWalk, Size};
use crate::set::Set;
use plyglot_support::lock;
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The most bytes of all tables while games from files still get further ones. SECURITY.md says
/// what games take.
pub(crate) const MAX_BYTES: usize = 256 << 20;

static BYTES: AtomicUsize = AtomicUsize::new(0);

/// The tables of all games whose squares fit into a set.
pub(super) struct Shared<S: 'static>(Mutex<CachedTables<S>>);

type SizedWalks<S> = (Vec<BoardWalk<S>>, Size);

struct CachedTables<S: 'static> {
    rows: HashSet<&'static [S]>,
    lookups: HashMap<Answers<S>, &'static [Lookup<S>]>,
    parts: HashMap<(SizedWalks<S>, Direction), Parts<S>>,
    lines: HashMap<SizedWalks<S>, Option<Lines<S>>>,
}

/// The tables of all games with sets of this type.
pub(super) fn shared<S: Set + Hash>() -> &'static Shared<S> {
    static BY_TYPE: Mutex<Vec<&'static (dyn Any + Send + Sync)>> = Mutex::new(Vec::new());
    let mut all = lock(&BY_TYPE);
    let known = all.iter().copied().find_map(|tables| tables.downcast_ref::<Shared<S>>());
    known.unwrap_or_else(|| {
        let tables: &'static Shared<S> = Box::leak(Box::new(Shared::new()));
        all.push(tables);
        tables
    })
}

/// A new table would take more bytes than the limit allows.
pub(super) struct TooLarge;

fn count(bytes: usize, limit: usize) -> Result<(), TooLarge> {
    if BYTES.load(Relaxed).saturating_add(bytes) > limit {
        return Err(TooLarge);
    }
    BYTES.fetch_add(bytes, Relaxed);
    Ok(())
}

impl<S: Set + Hash> Shared<S> {
    fn new() -> Shared<S> {
        Shared(Mutex::new(CachedTables {
            rows: HashSet::new(),
            lookups: HashMap::new(),
            parts: HashMap::new(),
            lines: HashMap::new(),
        }))
    }

    pub(super) fn row(&self, row: Vec<S>, limit: usize) -> Result<&'static [S], TooLarge> {
        lock(&self.0).row(row, limit)
    }

    pub(super) fn parts(
        &self,
        walks: &[BoardWalk<S>],
        size: Size,
        direction: Direction,
        limit: usize,
    ) -> Result<Parts<S>, TooLarge> {
        let mut known = lock(&self.0);
        let key = ((walks.to_vec(), size), direction);
        if let Some(parts) = known.parts.get(&key) {
            return Ok(parts.clone());
        }
        count(size_of_val(walks), limit)?;
        let (leaps, others) = lookups::answers(walks, size, direction);
        let mut all = leaps.all();
        for answers in &others {
            all.iter_mut().zip(answers.all()).for_each(|(all, more)| *all |= more);
        }
        let parts = Parts {
            all: known.row(all, limit)?,
            leaps: known.row(leaps.all(), limit)?,
            lookups: others
                .into_iter()
                .map(|answers| known.lookups(answers, limit))
                .collect::<Result<_, _>>()?,
        };
        known.parts.insert(key, parts.clone());
        Ok(parts)
    }

    pub(super) fn lines(
        &self,
        walks: &[BoardWalk<S>],
        size: Size,
        limit: usize,
    ) -> Result<Option<Lines<S>>, TooLarge> {
        let mut known = lock(&self.0);
        let key = (walks.to_vec(), size);
        if let Some(lines) = known.lines.get(&key) {
            return Ok(lines.clone());
        }
        count(size_of_val(walks), limit)?;
        let lines = match lookups::lines(walks, size) {
            Some((sources, between, hurdles)) => {
                let sources = known.row(sources, limit)?;
                let between = known.row(between, limit)?;
                Some(Lines::new(sources, between, hurdles))
            }
            None => None,
        };
        known.lines.insert(key, lines.clone());
        Ok(lines)
    }
}

impl<S: Set + Hash> CachedTables<S> {
    fn lookups(
        &mut self,
        answers: Answers<S>,
        limit: usize,
    ) -> Result<&'static [Lookup<S>], TooLarge> {
        if let Some(&lookups) = self.lookups.get(&answers) {
            return Ok(lookups);
        }
        count(answers.bytes(), limit)?;
        let mut lookups = Vec::new();
        for (mask, row) in answers.rows() {
            lookups.push(Lookup { mask, answers: self.row(row, limit)? });
        }
        let lookups: &'static [Lookup<S>] = Box::leak(lookups.into_boxed_slice());
        self.lookups.insert(answers, lookups);
        Ok(lookups)
    }

    fn row(&mut self, row: Vec<S>, limit: usize) -> Result<&'static [S], TooLarge> {
        if let Some(&known) = self.rows.get(row.as_slice()) {
            return Ok(known);
        }
        count(size_of_val(row.as_slice()), limit)?;
        let row: &'static [S] = Box::leak(row.into());
        self.rows.insert(row);
        Ok(row)
    }
}
