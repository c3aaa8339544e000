//! Moves that are read one after the other, each at its place in a tree.

use crate::{Fault, RecordedMove};

/// Variations in variations are kept to this depth; deeper ones are left out.
const MAX_DEPTH: usize = 64;

struct Node {
    written: RecordedMove,
    children: Vec<usize>,
    /// Whether a line ended here: what follows is in place of its end.
    is_end: bool,
}

/// A tree of moves, and the line that is read.
#[derive(Default)]
pub(crate) struct Branches {
    nodes: Vec<Node>,
    roots: Vec<usize>,
    line: Vec<usize>,
}

impl Branches {
    pub(crate) fn plies(&self) -> usize {
        self.line.len()
    }

    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn has_next(&self) -> bool {
        let next = self.line.last().map_or(&self.roots, |&last| &self.nodes[last].children);
        !next.is_empty()
    }

    /// Ends the line, and goes back to the position after this many plies of it.
    pub(crate) fn go_back(&mut self, plies: usize) {
        if let Some(&last) = self.line.last() {
            self.nodes[last].is_end |= self.nodes[last].children.is_empty();
        }
        self.line.truncate(plies);
    }

    pub(crate) fn add(&mut self, written: RecordedMove) {
        let number = self.nodes.len();
        self.nodes.push(Node { written, children: Vec::new(), is_end: false });
        match self.line.last() {
            Some(&parent) => self.nodes[parent].children.push(number),
            None => self.roots.push(number),
        }
        self.line.push(number);
    }

    pub(crate) fn last(&mut self) -> Option<&mut RecordedMove> {
        let last = *self.line.last()?;
        Some(&mut self.nodes[last].written)
    }

    /// The main line, with all others as variations. Those in place of an end begin with the last
    /// move once more. What is too deep is told.
    pub(crate) fn moves(&self, faults: &mut Vec<Fault>) -> Vec<RecordedMove> {
        let mut lost = None;
        let moves = self.moves_of(&self.roots, 0, &mut lost);
        faults
            .extend(lost.map(|line| Fault::slight(line, "fewer variations in variations", "more")));
        moves
    }

    /// `lost` becomes the line of the first move whose variations are left out.
    fn moves_of(
        &self,
        roots: &[usize],
        depth: usize,
        lost: &mut Option<usize>,
    ) -> Vec<RecordedMove> {
        let mut moves = Vec::new();
        let mut next = roots;
        while let Some((&first, others)) = next.split_first() {
            let node = &self.nodes[first];
            let written = &node.written;
            let instead = if node.is_end { &node.children[..] } else { &[] };
            let mut variations = Vec::new();
            if depth == MAX_DEPTH {
                let is_lost = !others.is_empty() || !instead.is_empty();
                if is_lost {
                    lost.get_or_insert(written.line);
                }
            } else {
                for &other in others {
                    variations.push(self.moves_of(&[other], depth + 1, lost));
                }
                for &child in instead {
                    let text = written.text.clone();
                    let mut line = self.moves_of(&[child], depth + 1, lost);
                    let again =
                        RecordedMove { line: written.line, text, ..RecordedMove::default() };
                    line.insert(0, again);
                    variations.push(line);
                }
            }
            moves.push(RecordedMove { variations, ..written.clone() });
            next = if node.is_end { &[] } else { &node.children };
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_go_where_they_belong() {
        let mut branches = Branches::default();
        let mut add = |plies: usize, text: &str| {
            if plies < branches.plies() || text == "y" {
                branches.go_back(plies);
            }
            branches.add(RecordedMove { text: text.to_owned(), ..RecordedMove::default() });
        };
        for (plies, text) in
            [(0, "a"), (1, "b"), (2, "c"), (1, "d"), (2, "e"), (3, "y"), (0, "f"), (2, "x")]
        {
            add(plies, text);
        }
        let moves = branches.moves(&mut Vec::new());
        let texts =
            |moves: &[RecordedMove]| moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&moves), ["a", "b", "c"]);
        assert_eq!(texts(&moves[1].variations[0]), ["d", "e"]);
        assert_eq!(texts(&moves[1].variations[0][1].variations[0]), ["e", "y"]);
        assert_eq!(texts(&moves[0].variations[0]), ["f", "x"]);
    }
}
