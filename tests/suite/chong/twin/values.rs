//! Values by going over all positions again and again.

use std::collections::{BTreeMap, BTreeSet};

use chongkak::chong::{Goal, Rules};

use super::{Board, Ends, can_move, ends};

/// All throws of so many dice, one for each way they can fall.
pub fn all_throws(dice: u8) -> Vec<Vec<u8>> {
    (0..dice).fold(vec![Vec::new()], |throws, _| {
        let more = |throw: &Vec<u8>| {
            let throw = throw.clone();
            (1..=6).map(move |face| [throw.clone(), vec![face]].concat())
        };
        throws.iter().flat_map(more).collect()
    })
}

/// What every position can lead to: for each way the dice can fall the ends.
pub type Graph = BTreeMap<Board, Vec<Ends>>;

/// Everything that can be reached from a board.
pub fn graph(start: &Board, rules: &Rules) -> Graph {
    let throws = all_throws(rules.dice.get());
    let (mut graph, mut todo) = (Graph::new(), vec![start.clone()]);
    while let Some(board) = todo.pop() {
        if graph.contains_key(&board) {
            continue;
        }
        let after: Vec<Ends> = throws
            .iter()
            .map(|throw| ends(&board, throw, rules))
            .collect();
        let next = after
            .iter()
            .flatten()
            .filter(|(_, won)| !won)
            .map(|(next, _)| next.clone());
        todo.extend(next.collect::<BTreeSet<_>>());
        graph.insert(board, after);
    }
    graph
}

/// Values of all positions by plain value iteration from 0: the game cut off as a draw after more
/// and more turns. With the number of positions that were found.
pub fn values(rules: &Rules) -> (BTreeMap<Board, f64>, usize) {
    let graph = graph(&Board::start(rules.columns.get()), rules);
    let index: BTreeMap<&Board, usize> = graph.keys().zip(0..).collect();
    // What a throw brings: a win, or where it leads; with the number of throws that bring the same.
    let edges: Vec<BTreeMap<Option<Vec<usize>>, f64>> = graph
        .values()
        .map(|throws| {
            let mut alike = BTreeMap::new();
            for ends in throws {
                let wins = ends.iter().any(|(_, won)| *won);
                let to = ends.iter().map(|(next, _)| index[next]);
                *alike.entry((!wins).then(|| to.collect())).or_insert(0.0) += 1.0;
            }
            alike
        })
        .collect();
    let dead: Vec<Option<f64>> = graph.keys().map(|board| dead_value(board, rules)).collect();
    let mut values: Vec<f64> = dead.iter().map(|value| value.unwrap_or(0.0)).collect();
    for _ in 0..20_000 {
        let mut moved = 0.0_f64;
        let next: Vec<f64> = (0..values.len())
            .map(|place| {
                if let Some(value) = dead[place] {
                    return value;
                }
                let best = |to: &Vec<usize>| {
                    let values = to.iter().map(|next| -values[*next]);
                    values.fold(-1.0, f64::max)
                };
                let worth = |to: &Option<Vec<usize>>| to.as_ref().map_or(1.0, best);
                let throws = edges[place].iter();
                let sum: f64 = throws.map(|(to, count)| count * worth(to)).sum();
                let value = sum / edges[place].values().sum::<f64>();
                moved = moved.max((value - values[place]).abs());
                value
            })
            .collect();
        values = next;
        if moved < 1e-15 {
            break;
        }
    }
    let count = graph.len();
    (graph.into_keys().zip(values).collect(), count)
}

/// The value of a position in which neither player has a move for any throw, whatever was thrown
/// before, by the number of pieces.
pub fn dead_value(board: &Board, rules: &Rules) -> Option<f64> {
    if can_move(board, rules) || can_move(&board.clone().swapped(), rules) {
        return None;
    }
    Some(match rules.goal {
        Goal::Annihilate => match board.own.pieces().cmp(&board.other.pieces()) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        },
        _ => 0.0,
    })
}
