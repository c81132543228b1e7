//! The curve of the values over the turns.

use super::AnalysisRecord;
use crate::search::Value;
use crate::sets::AnalysedTurn;
use crate::show::plot::{Curve, Mark, Series};

impl AnalysisRecord {
    /// The values over the turns, if any were analysed.
    pub fn curve(&self) -> Option<Curve> {
        let turns = &self.found.turns;
        (!turns.is_empty()).then(|| curve(turns))
    }
}

fn curve(turns: &[AnalysedTurn]) -> Curve {
    let mut points: [Vec<[i32; 2]>; 3] = Default::default();
    let mut rounds = Vec::new();
    let mut x = 0;
    for (index, turn) in turns.iter().enumerate() {
        x += 1;
        points[kind(turn.before.value)].push([x, turn.before.value.seeds()]);
        if turn.turn == 1 || index == 0 {
            rounds.push(format!("round {} from {x}", turn.round));
        }
        let next = turns.get(index + 1);
        if next.is_none_or(|next| next.round != turn.round) {
            x += 1;
            let kind = if turn.end.is_over() { 2 } else { kind(turn.after.value) };
            points[kind].push([x, turn.after.value.seeds()]);
        }
    }
    let [proven, estimated, results] = points;
    let series = |name, mark, points| Series { name, mark, points };
    Curve {
        title: "What the position was worth, turn by turn",
        caption: format!(
            "A's seeds less B's at the end of the round, with best play from there{}.",
            match rounds.len() {
                1 => String::new(),
                _ => format!(": {}", rounds.join(", ")),
            }
        ),
        x: "position, from turn to turn",
        y: "A's seeds less B's",
        series: vec![
            series("result of a round", Mark::Bar, results),
            series("proven", Mark::Disc, proven),
            series("estimated", Mark::Hollow, estimated),
        ],
    }
}

/// The series of a value.
const fn kind(value: Value) -> usize {
    match value {
        Value::Exact(_) => 0,
        Value::Estimate(_) => 1,
    }
}
