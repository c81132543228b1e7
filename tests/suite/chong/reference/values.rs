//! Values by value iteration.

use std::collections::{BTreeMap, BTreeSet};

use chongkak::chong::{ChongGoal, ChongRules};

use super::{Board, Ends, can_move, ends};

/// All throws of this many dice, one for each way they can fall.
pub fn all_throws(dice: u8) -> Vec<Vec<u8>> {
    (0..dice).fold(vec![Vec::new()], |throws, _| {
        let more = |throw: &Vec<u8>| {
            let throw = throw.clone();
            (1..=6).map(move |face| [throw.clone(), vec![face]].concat())
        };
        throws.iter().flat_map(more).collect()
    })
}

/// The ends to which every position can lead, for each way the dice can fall.
pub type Graph = BTreeMap<Board, Vec<Ends>>;

/// Everything reachable from a board.
pub fn graph(start: &Board, rules: &ChongRules) -> Graph {
    let throws = all_throws(rules.dice.get());
    let (mut graph, mut todo) = (Graph::new(), vec![start.clone()]);
    while let Some(board) = todo.pop() {
        if graph.contains_key(&board) {
            continue;
        }
        let after: Vec<Ends> = throws.iter().map(|throw| ends(&board, throw, rules)).collect();
        let next = after.iter().flatten().filter(|(_, won)| !won).map(|(next, _)| next.clone());
        todo.extend(next.collect::<BTreeSet<_>>());
        graph.insert(board, after);
    }
    graph
}

/// Positions by number, in strongly connected groups: the positions of a group lead to each other,
/// and otherwise only to those of earlier groups.
fn groups(next: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reached = |from: usize| {
        let mut reached = vec![false; next.len()];
        let mut todo = vec![from];
        while let Some(place) = todo.pop() {
            if !std::mem::replace(&mut reached[place], true) {
                todo.extend(&next[place]);
            }
        }
        reached
    };
    // Positions that lead to each other reach the same set; a position that can't lead back reaches
    // a smaller one.
    let mut groups: BTreeMap<(usize, Vec<bool>), Vec<usize>> = BTreeMap::new();
    for place in 0..next.len() {
        let reached = reached(place);
        let count = reached.iter().filter(|reached| **reached).count();
        groups.entry((count, reached)).or_default().push(place);
    }
    groups.into_values().collect()
}

/// Values of all positions, and the number of positions: plain value iteration from 0, the value of
/// endless play, group by group.
///
/// All at once would be another game, cut off as a draw after that many turns: there a player can
/// pass until shortly before the end, and then make moves that are good only near the end.
pub fn values(rules: &ChongRules) -> (BTreeMap<Board, f64>, usize) {
    let graph = graph(&Board::start(rules.columns.get()), rules);
    let index: BTreeMap<&Board, usize> = graph.keys().zip(0..).collect();
    // The outcomes of a throw, a win or its ends, with the number of equivalent throws.
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
    let all = |throws: &BTreeMap<Option<Vec<usize>>, f64>| {
        let to = throws.keys().flatten();
        to.flatten().copied().collect::<BTreeSet<usize>>()
    };
    let next: Vec<BTreeSet<usize>> = edges.iter().map(all).collect();
    let dead: Vec<Option<f64>> = graph.keys().map(|board| dead_value(board, rules)).collect();
    let mut values: Vec<f64> = dead.iter().map(|value| value.unwrap_or(0.0)).collect();
    let step = |values: &[f64], place: usize| {
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
        sum / edges[place].values().sum::<f64>()
    };
    for group in groups(&next) {
        for _ in 0..20_000 {
            let after: Vec<f64> = group.iter().map(|place| step(&values, *place)).collect();
            let mut moved = 0.0_f64;
            for (place, value) in group.iter().zip(after) {
                moved = moved.max((value - values[*place]).abs());
                values[*place] = value;
            }
            if moved < 1e-15 {
                break;
            }
        }
    }
    let count = graph.len();
    (graph.into_keys().zip(values).collect(), count)
}

/// The value of a position in which neither player has a move for any throw, whatever was thrown
/// before, by the number of pieces.
pub fn dead_value(board: &Board, rules: &ChongRules) -> Option<f64> {
    if can_move(board, rules) || can_move(&board.clone().swapped(), rules) {
        return None;
    }
    Some(match rules.goal {
        ChongGoal::Annihilate => match board.own.pieces().cmp(&board.other.pieces()) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        },
        _ => 0.0,
    })
}
