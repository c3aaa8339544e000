//! The positions of some material.
//!
//! A table is made when those of all material are there that captures and promotions lead to. If
//! material leads back, as where captured pieces are dropped, one table has the values of both.

use super::graph::{Edge, Graph, MAX_NODES, MOVE_BYTES, NODE_BYTES, NodeRef};
use super::states::States;
use super::{first_best, valued_moves};
use crate::message::{EndingFacts, EndingProgress, EndingRequest, LongestWin, TableCounts};
use plyglot_core::game::endings::{
    EndgameTables, EndingRules, EndingTable, MAX_PLIES, Map, Material, Men, Numbering, closed,
};
use plyglot_core::game::random::mix;
use plyglot_core::game::{Exact, Knowledge, Notation, Side};
use plyglot_support::instant::Instant;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

const POSITIONS_PER_CHECK: u64 = 1 << 14;
/// The positions from which the memory is estimated.
const SAMPLES: u64 = 1 << 10;
/// The most numbers of a table for which each position is compared with all of its images: few
/// positions might not show that a map breaks the rules.
const MAX_SIZE_FOR_ALL_MAPS: u64 = 1 << 12;
/// A move to a position that no numbering has, among those that images are compared by.
const UNNUMBERED: u32 = u32::MAX >> 1;

/// The tables of a game, and the folder where they are kept.
pub(in crate::game_engine) struct Endings {
    folder: Option<PathBuf>,
    tables: EndgameTables,
}

/// Makes the table of a material, with all those that it needs, or finds it, and sums it up.
/// `None` if interrupted.
pub(in crate::game_engine) fn solve_ending<G: Notation + Knowledge>(
    prototype: &G,
    request: &EndingRequest<'_>,
    report: &mut dyn FnMut(&EndingProgress),
    known: &mut Option<Endings>,
) -> Result<Option<EndingFacts>, String> {
    let start = Instant::now();
    let rules = prototype.ending_rules()?;
    let material = Material::parse(&rules, request.material)?;
    let kept = known.take().filter(|it| it.folder.as_deref() == request.folder);
    let kept = kept.filter(|it| *it.tables.rules() == rules);
    let endings = match kept {
        Some(endings) => endings,
        None => Endings::open::<G>(prototype, rules, request.folder)?,
    };
    let Endings { tables, .. } = known.insert(endings);
    let mut builder = Builder { prototype, request, report, tables, made: Vec::new() };
    if builder.build(material)?.is_none() {
        return Ok(None);
    }
    let made = builder.made;
    let Summary { sides, ended, longest } = summary(tables, material, prototype);
    Ok(Some(EndingFacts {
        material: material.print(tables.rules()),
        sides,
        ended,
        longest,
        left_out: tables.rules().left_out.clone(),
        made,
        time: start.elapsed(),
    }))
}

impl Endings {
    fn open<G: Notation>(
        prototype: &G,
        rules: EndingRules,
        folder: Option<&Path>,
    ) -> Result<Endings, String> {
        let game = G::info(prototype.rules()).name;
        let tables = match folder {
            Some(folder) if folder.exists() => EndgameTables::in_folder(game, rules, folder)?,
            _ => EndgameTables::new(game, rules),
        };
        Ok(Endings { folder: folder.map(Path::to_owned), tables })
    }
}

/// Material whose values are worked out together, and the maps that seem to keep the rules.
struct Group {
    materials: Vec<Material>,
    maps: Vec<Map>,
}

impl Group {
    fn exchanges(&self) -> bool {
        self.maps.iter().any(|map| map.exchanges)
    }

    fn covers(&self, material: Material) -> bool {
        self.materials.contains(&material)
            || self.exchanges() && self.materials.contains(&material.exchanged())
    }

    fn join(&mut self, other: Group) {
        self.maps.retain(|map| other.maps.contains(map));
        self.maps = closed(std::mem::take(&mut self.maps));
        self.materials.extend(other.materials);
        if self.exchanges() {
            self.materials.iter_mut().for_each(|it| *it = (*it).max(it.exchanged()));
        }
        let mut seen = HashSet::new();
        self.materials.retain(|&material| seen.insert(material));
    }
}

enum Stop {
    Interrupted,
    Needs(Material),
    /// Only these maps keep the rules.
    Fewer(Vec<Map>),
    Refused(String),
}

struct Builder<'a, G> {
    prototype: &'a G,
    request: &'a EndingRequest<'a>,
    report: &'a mut dyn FnMut(&EndingProgress),
    tables: &'a mut EndgameTables,
    made: Vec<String>,
}

impl<G: Knowledge> Builder<'_, G> {
    fn build(&mut self, wanted: Material) -> Result<Option<()>, String> {
        let mut stack: Vec<Group> = Vec::new();
        while self.tables.table(wanted).is_none() || !stack.is_empty() {
            let Some(group) = stack.last_mut() else {
                stack.push(self.group(wanted, true));
                continue;
            };
            match Explorer::table(self.prototype, self.tables, self.request, self.report, group) {
                Ok(table) => {
                    self.tables.add(table, self.request.folder)?;
                    for material in &group.materials {
                        self.made.push(material.print(self.tables.rules()));
                    }
                    stack.pop();
                }
                Err(Stop::Interrupted) => return Ok(None),
                Err(Stop::Refused(expected)) => return Err(expected),
                Err(Stop::Fewer(maps)) => group.maps = maps,
                Err(Stop::Needs(material)) => {
                    let exchanges = group.exchanges();
                    match stack.iter().position(|group| group.covers(material)) {
                        Some(first) => {
                            let joined =
                                stack.split_off(first).into_iter().reduce(|mut all, of| {
                                    all.join(of);
                                    all
                                });
                            stack.extend(joined);
                        }
                        None => stack.push(self.group(material, exchanges)),
                    }
                }
            }
        }
        Ok(Some(()))
    }

    /// Material alone. Where sides are likely to be alike, those with more come first.
    fn group(&self, material: Material, are_alike: bool) -> Group {
        let usual = material.max(material.exchanged());
        let is_there = self.tables.table(usual).is_some();
        let material = if are_alike && !is_there { usual } else { material };
        Group { materials: vec![material], maps: Map::all(self.tables.rules()) }
    }
}

fn too_large() -> Stop {
    Stop::Refused("material with fewer positions".to_owned())
}

/// The positions of a group, and the moves between them.
struct Explorer<'a, G> {
    prototype: &'a G,
    tables: &'a EndgameTables,
    request: &'a EndingRequest<'a>,
    report: &'a mut dyn FnMut(&EndingProgress),
    numberings: Vec<Numbering>,
    /// For each numbering, where its numbers begin.
    starts: Vec<u64>,
    size: u64,
}

impl<'a, G: Knowledge> Explorer<'a, G> {
    fn table(
        prototype: &'a G,
        tables: &'a EndgameTables,
        request: &'a EndingRequest<'a>,
        report: &'a mut dyn FnMut(&EndingProgress),
        group: &Group,
    ) -> Result<EndingTable, Stop> {
        let mut numberings = Vec::new();
        let mut starts = Vec::new();
        let mut size = 0_u64;
        for &material in &group.materials {
            let numbering = Numbering::new(tables.rules(), material, group.maps.clone());
            let numbering = numbering.ok_or_else(too_large)?;
            starts.push(size);
            size = size.saturating_add(numbering.size());
            numberings.push(numbering);
        }
        if size >= MAX_NODES {
            return Err(too_large());
        }
        let mut explorer =
            Explorer { prototype, tables, request, report, numberings, starts, size };
        explorer.estimate()?;
        if let (Some(folder), Some(&first)) = (request.folder, group.materials.first()) {
            tables.check_folder(first, folder).map_err(Stop::Refused)?;
        }
        let graph = explorer.explore()?;
        let values = graph.solve(None, request.interrupt).map_err(Stop::Refused)?;
        let values = values.ok_or(Stop::Interrupted)?.into_iter().take(size as usize);
        EndingTable::new(explorer.numberings, values).ok_or_else(|| {
            Stop::Refused(format!("material with wins in less than {MAX_PLIES} plies"))
        })
    }

    fn name(&self) -> String {
        let rules = self.tables.rules();
        let names: Vec<String> =
            self.numberings.iter().map(|it| it.material().print(rules)).collect();
        names.join(" ")
    }

    fn check_interrupt(&self) -> Result<(), Stop> {
        if self.request.interrupt.load(Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Checks that the memory will do, by some positions.
    fn estimate(&mut self) -> Result<(), Stop> {
        self.check_interrupt()?;
        let mut states = States::new(self.size as u32);
        let mut graph = Graph::default();
        let step = (self.size / SAMPLES).max(1);
        let mut samples = 0;
        for number in (0..self.size).step_by(step as usize) {
            self.expand(number, &mut graph, &mut states)?;
            samples += 1;
        }
        let per_sample = |bytes: usize| bytes as u64 * self.size / samples.max(1);
        let bytes = self.size * NODE_BYTES as u64
            + per_sample(graph.moves() * MOVE_BYTES)
            + per_sample(states.bytes() + states.len() * NODE_BYTES);
        let material = self.name();
        let size = self.size;
        (self.report)(&EndingProgress { material, done: 0, size, bytes });
        self.check_memory(bytes)
    }

    fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        if bytes <= self.request.memory as u64 {
            return Ok(());
        }
        Err(Stop::Refused(format!(
            "material with fewer positions: {} needs some {} MiB, more than {} MiB of hash hold",
            self.name(),
            bytes.div_ceil(1 << 20),
            self.request.memory >> 20
        )))
    }

    fn explore(&mut self) -> Result<Graph, Stop> {
        let mut states = States::new(self.size as u32);
        let mut graph = Graph::default();
        for number in 0..self.size {
            self.expand(number, &mut graph, &mut states)?;
            let done = number + 1;
            if done.is_multiple_of(POSITIONS_PER_CHECK) {
                self.check(done, &graph, &states)?;
            }
        }
        while let Some(position) = states.next() {
            graph.expand(&position, |child| self.node_ref(child, &mut states))?;
            if (graph.len() as u64).is_multiple_of(POSITIONS_PER_CHECK) {
                self.check(self.size, &graph, &states)?;
            }
        }
        self.check(self.size, &graph, &states)?;
        Ok(graph)
    }

    fn check(&mut self, done: u64, graph: &Graph, states: &States<G>) -> Result<(), Stop> {
        self.check_interrupt()?;
        let positions = self.size as usize + states.len();
        let bytes = (graph.bytes(positions) + states.bytes()) as u64;
        let material = self.name();
        let size = self.size;
        (self.report)(&EndingProgress { material, done, size, bytes });
        if positions as u64 >= MAX_NODES || graph.moves() >= u32::MAX as usize {
            return Err(too_large());
        }
        self.check_memory(bytes)
    }

    /// Adds the position of a number. An image of it, another one each time, must have the same
    /// moves. Where there are few positions, all images must.
    fn expand(&self, number: u64, graph: &mut Graph, states: &mut States<G>) -> Result<(), Stop> {
        let Some((men, position)) = self.position(number) else {
            graph.skip();
            return Ok(());
        };
        let side = position.side();
        graph.expand(&position, |child| self.node_ref(child, states))?;
        let maps = self.numberings[0].maps();
        let others = maps.len() - 1;
        let checked = match others {
            0 => &[][..],
            _ if self.size <= MAX_SIZE_FOR_ALL_MAPS => &maps[1..],
            _ => {
                let other = 1 + mix(number) as usize % others;
                &maps[other..=other]
            }
        };
        for map in checked {
            if !self.keeps(map, side, &men, graph)? {
                return Err(Stop::Fewer(self.keeping(side, &men, graph)?));
            }
        }
        Ok(())
    }

    fn position(&self, number: u64) -> Option<(Men, G)> {
        let last = self.starts.iter().rposition(|&start| start <= number)?;
        let (side, men) = self.numberings[last].position(number - self.starts[last])?;
        Some((men, self.prototype.with_men(side, &men)?))
    }

    /// The maps that keep the moves of the last position of a graph.
    fn keeping(&self, side: Side, men: &Men, graph: &Graph) -> Result<Vec<Map>, Stop> {
        let mut maps = Vec::new();
        for map in self.numberings[0].maps() {
            if self.keeps(map, side, men, graph)? {
                maps.push(map.clone());
            }
        }
        Ok(closed(maps))
    }

    /// Whether a map keeps the moves of the last position of a graph.
    fn keeps(&self, map: &Map, side: Side, men: &Men, graph: &Graph) -> Result<bool, Stop> {
        let Some(image) = self.prototype.with_men(map.side(side), &map.men(*men)) else {
            return Ok(false);
        };
        let mut alone = Graph::default();
        alone.expand(&image, |child| match self.find(&child)? {
            Some(found) => Ok(found),
            None => Ok(NodeRef::Node(UNNUMBERED)),
        })?;
        let outline = |graph: &Graph| {
            let (children, known) = graph.last();
            let mut all: Vec<Edge> =
                children.iter().map(|child| child.at_most(self.size as u32)).collect();
            all.sort_unstable();
            (all, known)
        };
        Ok(outline(&alone) == outline(graph))
    }

    fn node_ref(&self, child: G, states: &mut States<G>) -> Result<NodeRef, Stop> {
        Ok(match self.find(&child)? {
            Some(found) => found,
            None => NodeRef::Node(states.number(child)),
        })
    }

    /// Where a position is; `None` if no numbering has it, as more than its men decides what comes.
    fn find(&self, child: &G) -> Result<Option<NodeRef>, Stop> {
        let Some(men) = child.men() else { return Ok(None) };
        let side = child.side();
        for (numbering, start) in self.numberings.iter().zip(&self.starts) {
            if let Some(number) = numbering.number(side, &men) {
                return Ok(Some(NodeRef::Node((start + number) as u32)));
            }
        }
        if let Some(value) = self.tables.value_of(side, &men) {
            return Ok(Some(NodeRef::Known(value)));
        }
        if let Some(outcome) = child.decided() {
            return Ok(Some(NodeRef::Known(Exact::from(outcome))));
        }
        let material = Material::new(&men);
        let is_covered = self.numberings.iter().any(|numbering| numbering.covers(material))
            || self.tables.table(material).is_some();
        if is_covered { Ok(None) } else { Err(Stop::Needs(material)) }
    }
}

#[derive(Default)]
struct Summary {
    /// By the side to move, how many positions are won, drawn and lost.
    sides: [TableCounts; 2],
    /// Those among them in which a side has won.
    ended: [TableCounts; 2],
    longest: Option<LongestWin>,
}

fn summary<G: Notation + Knowledge>(
    tables: &EndgameTables,
    material: Material,
    prototype: &G,
) -> Summary {
    let mut found = Summary::default();
    let mut max_plies = 0;
    let mut longest: Option<(Side, Men)> = None;
    let Some(table) = tables.table(material) else { return found };
    let Some(numbering) = table.numberings().iter().find(|it| it.covers(material)) else {
        return found;
    };
    table.each(numbering.material(), |side, men, value, images| {
        found.sides[side].add(value, images);
        if matches!(value, Exact::Win(0) | Exact::Loss(0)) {
            found.ended[side].add(value, images);
        }
        if let Exact::Win(plies) = value
            && plies > max_plies
        {
            max_plies = plies;
            longest = Some((side, *men));
        }
    });
    for sides in [&mut found.sides, &mut found.ended] {
        if numbering.is_level() {
            sides[1] = sides[0];
        }
        if numbering.material() != material {
            sides.reverse();
        }
    }
    if numbering.material() != material {
        let exchange = numbering.maps().iter().find(|map| map.exchanges);
        longest = longest.zip(exchange).map(|((side, men), map)| (map.side(side), map.men(men)));
    }
    found.longest = longest.and_then(|(side, men)| {
        let position = prototype.with_men(side, &men)?;
        Some(LongestWin {
            plies: max_plies,
            position: position.print(),
            line: line(tables, position),
        })
    });
    found
}

/// A line of best play to the end of the game.
fn line<G: Notation + Knowledge>(tables: &EndgameTables, mut position: G) -> Vec<String> {
    let mut line = Vec::new();
    while let Some((m, _)) = best_move(tables, &position)
        && line.len() <= usize::from(MAX_PLIES)
    {
        line.push(position.print_move(m));
        position.play(m);
        position.forget_path();
        // Not every game can forget its counters, which would end a long line.
        let anew = position.men().and_then(|men| position.with_men(position.side(), &men));
        position = anew.unwrap_or(position);
    }
    line
}

fn best_move<G: Knowledge>(tables: &EndgameTables, position: &G) -> Option<(G::Move, Exact)> {
    let value = |mut child: G| {
        child.forget_path();
        child.decided().map(Exact::from).or_else(|| tables.value(&child))
    };
    first_best(valued_moves(position, value))
}
