//! Sets and the values of their rounds.

use chongkak::board::Side;
use chongkak::rules::Preset;
use chongkak::sets::{TableEntry, table};
use serde_json::Value;

use crate::support::lines_of;

/// The least and most seeds that A owns at the end of a round, by the record of its kind of
/// openings.
fn recorded_end(kinds: &[Value], entry: &TableEntry, total: u32) -> u32 {
    let number = |value: &Value| value.as_i64().unwrap();
    let owned = i64::from(entry.owned);
    let kind = kinds
        .iter()
        .find(|kind| (number(&kind["owned"][0])..=number(&kind["owned"][1])).contains(&owned));
    let kind = kind.unwrap();
    // One more seed in A's store is one less in B's.
    let more = 2 * (owned - number(&kind["owned"][0]));
    u32::try_from((i64::from(total) + number(&kind["value"]) + more) / 2).unwrap()
}

/// Round values alone decide sets: a player wins the set by ending the round with so many seeds
/// that each possible next opening is won in fewer rounds.
#[test]
fn the_values_of_rounds_agree_with_the_tables() {
    let mut decided = Vec::new();
    for preset in Preset::all() {
        let (entries, rules) = (table(preset.name).unwrap(), preset.rules);
        let kinds: Vec<Value> = lines_of(&format!("positions/rounds/{}.jsonl", preset.name));
        let (total, fill) = (rules.total(), u32::from(rules.seeds));
        for entry in &entries {
            let is_won = |by: Side, owned: u32, starter: Side| {
                let of = |side| {
                    if side == Side::A { owned } else { total - owned }
                };
                let next = entries.iter().find(|next| next.owned == of(starter));
                match of(by) {
                    few if few < fill => false,
                    most if total - most < fill => true,
                    _ => next.is_some_and(|next| {
                        let winner = if by == starter { Side::A } else { Side::B };
                        next.winner() == Some(winner) && next.rounds < entry.rounds
                    }),
                }
            };
            let end = recorded_end(&kinds, entry, total);
            for (by, mut ends) in [(Side::A, end..=total), (Side::B, 0..=end)] {
                if ends.all(|owned| Side::BOTH.iter().all(|side| is_won(by, owned, *side))) {
                    let name = format!("{} {}", preset.name, entry.owned);
                    assert_eq!(entry.winner(), Some(by), "{name}");
                    decided.push(name);
                }
            }
        }
    }
    // Among them are sets that no search has decided.
    let kalah = (16..=32).map(|owned| format!("kalah {owned}"));
    let overbeck = (45..=51).map(|owned| format!("overbeck {owned}"));
    assert!(kalah.chain(overbeck).all(|name| decided.contains(&name)));
    // As stated in docs/SETS.md.
    assert_eq!(decided.len(), 597);
}
