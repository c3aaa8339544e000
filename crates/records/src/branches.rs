//! Moves that are read one after the other, each at its place in a tree.

use crate::RecordedMove;

/// Variations in variations are kept to this depth; deeper ones are left out.
const MAX_DEPTH: usize = 64;

struct Node {
    written: RecordedMove,
    children: Vec<usize>,
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

    /// Goes back to the position after this many plies of the line.
    pub(crate) fn go_back(&mut self, plies: usize) {
        self.line.truncate(plies);
    }

    pub(crate) fn add(&mut self, written: RecordedMove) {
        let number = self.nodes.len();
        self.nodes.push(Node { written, children: Vec::new() });
        match self.line.last() {
            Some(&parent) => self.nodes[parent].children.push(number),
            None => self.roots.push(number),
        }
        self.line.push(number);
    }

    /// The last move of the line.
    pub(crate) fn last(&mut self) -> Option<&mut RecordedMove> {
        let last = *self.line.last()?;
        Some(&mut self.nodes[last].written)
    }

    /// The main line, with all others as variations.
    pub(crate) fn moves(&self) -> Vec<RecordedMove> {
        self.moves_of(&self.roots, 0)
    }

    fn moves_of(&self, roots: &[usize], depth: usize) -> Vec<RecordedMove> {
        let (mut moves, mut next) = (Vec::new(), roots);
        while let Some((&first, others)) = next.split_first() {
            let node = &self.nodes[first];
            let variations = if depth < MAX_DEPTH { others } else { &[] };
            let variations = variations
                .iter()
                .map(|other| self.moves_of(std::slice::from_ref(other), depth + 1));
            moves.push(RecordedMove { variations: variations.collect(), ..node.written.clone() });
            next = &node.children;
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
            branches.go_back(plies);
            branches.add(RecordedMove { text: text.to_owned(), ..RecordedMove::default() });
        };
        for (plies, text) in [(0, "a"), (1, "b"), (2, "c"), (1, "d"), (2, "e"), (0, "f"), (2, "x")]
        {
            add(plies, text);
        }
        let moves = branches.moves();
        let texts =
            |moves: &[RecordedMove]| moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&moves), ["a", "b", "c"]);
        assert_eq!(texts(&moves[1].variations[0]), ["d", "e"]);
        assert_eq!(texts(&moves[0].variations[0]), ["f", "x"]);
    }
}
