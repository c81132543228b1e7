//! A set as it was played.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Side;
use crate::sets::{PlayedRound, SetRecord, Tag};

use super::Record;

/// The record of a set, as `chongkak set play` and `chongkak set replay` print it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SetOutput<'a> {
    /// The name of the rule set.
    rules: &'static str,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    seeds: u8,
    /// The options that are not those of the named rule set.
    options: BTreeMap<&'static str, String>,
    /// The remarks at the head of the record.
    tags: &'a [Tag],
    /// The rounds that were begun.
    rounds: Vec<RoundOutput<'a>>,
    /// Who wins the set; null while it goes on.
    winner: Option<Side>,
    /// The limit that ended the play, or who is to move; null at the set's end.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = [
            "rounds", "time", "interrupted", "A is to move", "B is to move", null
        ]))
    )]
    stopped: Option<String>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RoundOutput<'a> {
    #[serde(flatten)]
    round: &'a PlayedRound,
    /// The seeds of A and B when the round is over; null while it isn't.
    #[cfg_attr(feature = "schemas", schemars(inner(range(max = 1023))))]
    result: Option<[u32; 2]>,
}

impl SetOutput<'_> {
    /// With the text for people.
    pub fn new(record: &SetRecord, stopped: Option<String>, text: String) -> SetOutput<'_> {
        let rounds = record.rounds.iter().map(|round| RoundOutput {
            round,
            result: round.result(),
        });
        SetOutput {
            rules: record.preset,
            holes: record.rules.holes.get(),
            seeds: record.rules.seeds.get(),
            options: record.changed_options().collect(),
            tags: &record.tags,
            rounds: rounds.collect(),
            winner: record.winner,
            stopped,
            text,
        }
    }
}

impl Record for SetOutput<'_> {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.text);
        Ok(())
    }
}
