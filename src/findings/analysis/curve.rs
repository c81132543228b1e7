//! The curve of values over the turns.

use super::AnalysisRecord;
use crate::search::Value;
use crate::show::page::Curve;

impl AnalysisRecord {
    /// Returns the values over the turns, if any were analysed.
    pub fn curve(&self) -> Option<Curve> {
        let turns = &self.found.turns;
        if turns.is_empty() {
            return None;
        }
        let mut points = Vec::new();
        let mut rounds = Vec::new();
        let mut x = 0;
        for (index, turn) in turns.iter().enumerate() {
            x += 1;
            points.push((x, turn.before.value.seeds(), kind(turn.before.value)));
            if turn.turn == 1 || index == 0 {
                rounds.push(format!("round {} from {x}", turn.round));
            }
            let next = turns.get(index + 1);
            if next.is_none_or(|next| next.round != turn.round) {
                x += 1;
                let kind = if turn.end.is_over() { "result" } else { kind(turn.after.value) };
                points.push((x, turn.after.value.seeds(), kind));
            }
        }
        let names = [["result", "result of a round"], ["proven", "proven"], ["about", "estimated"]];
        let there = |[kind, _]: &[&str; 2]| points.iter().any(|point| point.2 == *kind);
        Some(Curve {
            title: "What the position was worth, turn by turn",
            caption: format!(
                "A's seeds minus B's at the end of the round, with best play from there{}.",
                match rounds.len() {
                    1 => String::new(),
                    _ => format!(": {}", rounds.join(", ")),
                }
            ),
            told: "The table below has all values",
            axes: ["position, from turn to turn", "A's seeds minus B's", "kind"],
            numbers: "The numbers",
            kinds: names.into_iter().filter(there).collect(),
            points,
        })
    }
}

/// Returns the kind of a value, as the page names it.
const fn kind(value: Value) -> &'static str {
    match value {
        Value::Exact(_) => "proven",
        Value::Estimate(_) => "about",
    }
}
