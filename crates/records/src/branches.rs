//! Moves that are read one after the other, each at its place in a tree.

use crate::RecordedMove;

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
    /// move once more.
    pub(crate) fn moves(&self) -> Vec<RecordedMove> {
        self.moves_of(&self.roots, 0)
    }

    fn moves_of(&self, roots: &[usize], depth: usize) -> Vec<RecordedMove> {
        let (mut moves, mut next) = (Vec::new(), roots);
        while let Some((&first, others)) = next.split_first() {
            let node = &self.nodes[first];
            let line = |root: &usize| self.moves_of(std::slice::from_ref(root), depth + 1);
            let RecordedMove { line: number, text, .. } = &node.written;
            let again = |child: &usize| {
                let mut line = line(child);
                line.insert(
                    0,
                    RecordedMove { line: *number, text: text.clone(), ..RecordedMove::default() },
                );
                line
            };
            let mut variations = Vec::new();
            if depth < MAX_DEPTH {
                variations.extend(others.iter().map(line));
                let instead = if node.is_end { &node.children[..] } else { &[] };
                variations.extend(instead.iter().map(again));
            }
            moves.push(RecordedMove { variations, ..node.written.clone() });
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
        let moves = branches.moves();
        let texts =
            |moves: &[RecordedMove]| moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&moves), ["a", "b", "c"]);
        assert_eq!(texts(&moves[1].variations[0]), ["d", "e"]);
        assert_eq!(texts(&moves[1].variations[0][1].variations[0]), ["e", "y"]);
        assert_eq!(texts(&moves[0].variations[0]), ["f", "x"]);
    }
}
