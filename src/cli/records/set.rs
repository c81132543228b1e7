//! A set as it was played.

use std::collections::BTreeMap;

use serde::Serialize;

use chongkak::board::Side;
use chongkak::sets::{PlayedRound, SetRecord, Tag};

use crate::cli::Record;

/// The output of `set play` and `set replay`.
#[derive(Serialize)]
pub struct SetOutput<'a> {
    rules: &'static str,
    holes: u8,
    seeds: u8,
    /// The options that are not those of the named rule set.
    options: BTreeMap<&'static str, String>,
    /// The remarks at the head of the record.
    tags: &'a [Tag],
    rounds: Vec<RoundOutput<'a>>,
    /// `A`, `B`, or null while the set goes on.
    winner: Option<Side>,
    /// The reason why the play ended before the set's end.
    stopped: Option<String>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct RoundOutput<'a> {
    #[serde(flatten)]
    round: &'a PlayedRound,
    /// The seeds of A and B when the round is over; null while it isn't.
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
