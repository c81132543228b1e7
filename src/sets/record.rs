//! The text record of a set, which people read and write.

use std::fmt;

use super::set_game::ends_before_last;
use super::{PlayedRound, SetGame, SetStanding};
use crate::board::Side;
use crate::moves::Move;
use crate::rules::{Preset, Rules, SIZE_OPTIONS};
use crate::text::Tag;

/// A set as it was played, with only legal moves.
///
/// Its text form is a record that [`WrittenSet`](super::WrittenSet) reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRecord {
    /// The named rule set.
    pub preset: &'static str,
    /// The rules, including changed options.
    pub rules: Rules,
    /// Remarks.
    pub tags: Vec<Tag>,
    /// The rounds, at least one; the last may be unfinished.
    pub rounds: Vec<PlayedRound>,
    /// The winner; `None` if the set is unfinished.
    pub winner: Option<Side>,
}

/// The column after which the moves of a turn wrap to the next line.
const COLUMNS: usize = 96;

impl SetRecord {
    /// Creates the record of a set as far as it has been played.
    #[must_use]
    pub fn new(preset: &'static str, tags: Vec<Tag>, game: &SetGame) -> Self {
        SetRecord {
            preset,
            rules: *game.rules(),
            tags,
            rounds: game.rounds().to_vec(),
            winner: game.winner(),
        }
    }

    /// The standing of the set.
    ///
    /// # Panics
    /// If the record has no round.
    #[must_use]
    pub fn standing(&self) -> SetStanding {
        let round = self.rounds.last().expect("at least one round");
        SetStanding::of(&self.rules, &ends_before_last(&self.rounds), &round.after)
    }

    /// The options that differ from the named rule set, except the board size.
    ///
    /// # Panics
    /// If no rule set has the name.
    pub fn changed_options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let usual = Preset::named(self.preset).expect("a named rule set").rules;
        let changed = usual.differing(self.rules);
        let changed = changed.filter(|name| !SIZE_OPTIONS.contains(name));
        changed.map(|name| (name, self.rules.value(name).expect("a known option")))
    }
}

impl fmt::Display for SetRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules: {}", self.preset)?;
        writeln!(f, "holes: {}", self.rules.holes)?;
        writeln!(f, "seeds: {}", self.rules.seeds)?;
        for (name, value) in self.changed_options() {
            writeln!(f, "option: {name}={value}")?;
        }
        for Tag { name, text } in &self.tags {
            writeln!(f, "{name}: {text}")?;
        }
        for (number, round) in (1..).zip(&self.rounds) {
            writeln!(f, "\nround {number}: {}", round.opening)?;
            if let Some(line) = &round.start {
                writeln!(f, "start: {line}")?;
            }
            for remark in round.remarks_on(0) {
                writeln!(f, "# {remark}")?;
            }
            let mut number = 0;
            for turn in &round.turns {
                write_turn(f, turn, round, number)?;
                number += turn.len();
            }
            match round.result() {
                Some([a, b]) => writeln!(f, "result: {a} {b}")?,
                None => writeln!(f, "position: {}", round.after)?,
            }
        }
        writeln!(f, "\nset: {}", self.standing())
    }
}

/// Writes a turn, before which `before` moves of the round were played. A remark on a move ends its
/// line.
fn write_turn(
    f: &mut fmt::Formatter<'_>,
    turn: &[Move],
    round: &PlayedRound,
    before: usize,
) -> fmt::Result {
    let mut column = 0;
    let mut ends = false;
    for (number, played) in (before + 1..).zip(turn) {
        let word = played.to_string();
        let separator = match column {
            0 => "",
            _ if ends || column + 1 + word.len() > COLUMNS => "\n  ",
            _ => " ",
        };
        write!(f, "{separator}{word}")?;
        column = match separator {
            "\n  " => 2,
            separator => column + separator.len(),
        } + word.len();
        let mut remarks = round.remarks_on(number);
        let first = remarks.next();
        ends = first.is_some();
        if let Some(remark) = first {
            write!(f, "  # {remark}")?;
        }
        for remark in remarks {
            write!(f, "\n  # {remark}")?;
        }
    }
    writeln!(f)
}
