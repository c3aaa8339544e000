//! The values of positions by a plain search of all that come from them.

use plyglot_core::game::{Exact, Game, Notation};
use std::collections::HashMap;

/// The positions after each move, without what came before; none after the end.
pub fn after<G: Game>(position: &G) -> Vec<G> {
    let moves = if position.decided().is_some() { Vec::new() } else { position.legal_moves() };
    let play = |m| {
        let mut child = position.after(m);
        child.forget_path();
        child
    };
    moves.into_iter().map(play).collect()
}

/// The values of these positions and of all that come from them, by their texts: in turn those that
/// are decided within 0, 1, 2 and more plies.
pub fn plain_values<G: Notation>(positions: &[G]) -> HashMap<String, Exact> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut waiting = Vec::new();
    let mut number = |position: &G, waiting: &mut Vec<G>| {
        let next = numbers.len();
        let number = *numbers.entry(position.identity()).or_insert(next);
        if number == next {
            waiting.push(position.clone());
        }
        number
    };
    for position in positions {
        number(position, &mut waiting);
    }
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut values: Vec<Option<Exact>> = Vec::new();
    while let Some(position) = waiting.get(children.len()).cloned() {
        let next = after(&position);
        children.push(next.iter().map(|child| number(child, &mut waiting)).collect());
        values.push(position.status().map(Exact::from));
    }
    for plies in 1.. {
        let mut found = Vec::new();
        for (number, next) in children.iter().enumerate().filter(|&(at, _)| values[at].is_none()) {
            let mut all = next.iter().map(|&child| values[child]);
            if all.clone().any(|value| value == Some(Exact::Loss(plies - 1))) {
                found.push((number, Exact::Win(plies)));
            } else if all.all(|value| matches!(value, Some(Exact::Win(_)))) {
                found.push((number, Exact::Loss(plies)));
            }
        }
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|(number, value)| values[number] = Some(value));
    }
    let value = |(name, number): (String, usize)| (name, values[number].unwrap_or(Exact::Draw));
    numbers.into_iter().map(value).collect()
}
