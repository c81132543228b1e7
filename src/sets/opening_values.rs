//! The values of a set's openings: who can force the set, and within how many rounds.
//!
//! Seeds are not counted here. A round is played for its consequence: the set is won or lost, or
//! the next round has an opening whose value is known or not. A player *can force the set within
//! one round* by leaving the opponent with fewer seeds than fill a hole; and within k rounds by
//! bringing the round to the end of the set or to an opening from which the player can force it
//! within k - 1. So the openings are searched repeatedly, with k = 1, 2, …, until a pass finds
//! nothing new (retrograde analysis). From the openings that remain neither player can force the
//! set, so each can keep the other from it, and the set goes on forever.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::round_search::{KnownWinners, RoundSearch, Spent, round_from};
use crate::board::{Position, Side};
use crate::control::{Control, StopReason};
use crate::rules::{Rules, StorePlace};
use crate::search::{SolveError, deep_pool};
use crate::text::plural;

/// The value of an opening with best play by both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// A player can force the set.
    Won {
        /// The player.
        by: Side,
        /// The number of rounds, including the one that starts here, if the winner plays for a
        /// quick win and the loser for a late loss.
        rounds: u32,
    },
    /// Neither player can force the set: it goes on forever.
    Endless,
}

impl SetValue {
    /// The value of the opening with the players exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SetValue {
        match self {
            SetValue::Won { by, rounds } => SetValue::Won { by: by.other(), rounds },
            SetValue::Endless => SetValue::Endless,
        }
    }
}

/// The opening of a round that A starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetOpening {
    /// The seeds that A owns.
    pub owned: u32,
    /// The position, A to move.
    pub position: Position,
    /// The value; `None` if a limit came first.
    pub value: Option<SetValue>,
}

impl<'a> KnownWinners<'a> {
    /// Keeps only the openings that are won within `within` rounds.
    pub(super) fn new(rules: &'a Rules, openings: &[SetOpening], within: u16) -> KnownWinners<'a> {
        let starter_wins = openings.iter().map(|opening| match opening.value {
            Some(SetValue::Won { by, rounds }) if rounds <= within.into() => Some(by == Side::A),
            _ => None,
        });
        KnownWinners {
            rules,
            total: rules.total(),
            fill: rules.seeds.into(),
            starter_wins: starter_wins.collect(),
        }
    }
}

/// The values of all openings of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetValues {
    /// The openings that A starts, by A's seeds. Those that B starts are the same with the players
    /// exchanged; see [`value`](Self::value).
    pub openings: Vec<SetOpening>,
    /// Number of rounds searched ahead.
    pub rounds: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search early; [`StopReason::Depth`] if a round needs more stack
    /// than the system grants.
    pub stopped: Option<StopReason>,
}

impl SetValues {
    /// Returns the value of the opening in which A owns `owned` seeds and `mover` starts; `None` if
    /// a limit came first or there is no such opening.
    #[must_use]
    pub fn value(&self, owned: u32, mover: Side) -> Option<SetValue> {
        let total = self.openings.first()?.position.total();
        let own = match mover {
            Side::A => owned,
            Side::B => total.checked_sub(owned)?,
        };
        let opening = self.openings.iter().find(|opening| opening.owned == own)?;
        match mover {
            Side::A => opening.value,
            Side::B => opening.value.map(SetValue::mirrored),
        }
    }
}

/// The settings for solving a set.
#[derive(Clone, Copy, Debug)]
pub struct SetSolver {
    /// Memory for cached positions in mebibytes.
    pub memory: usize,
    /// Number of threads; each searches one opening at a time.
    pub threads: NonZeroUsize,
}

impl SetSolver {
    /// Finds the value of every opening. The result does not depend on the number of threads.
    ///
    /// Suitable for small boards: each round is searched for its consequences in the set, including
    /// the stores.
    ///
    /// # Errors
    /// If positions can recur within a round, or no thread can be started.
    ///
    /// # Panics
    /// Never: all openings can be filled.
    ///
    /// # Examples
    /// On 2 x 1 holes with 1 seed each, neither player can capture: the starter's only move takes
    /// the seed to the store, and the round ends with one seed each.
    /// ```
    /// use std::num::NonZeroUsize;
    /// use chongkak::{board::Side, control::Control, rules::Preset};
    /// use chongkak::sets::{SetSolver, SetValue};
    /// let rules = Preset::named("kalah").unwrap().rules.sized(1, 1).unwrap();
    /// let solver = SetSolver { memory: 1, threads: NonZeroUsize::MIN };
    /// let values = solver.solve(&rules, Control::none()).unwrap();
    /// assert_eq!(values.value(1, Side::A), Some(SetValue::Endless));
    /// ```
    pub fn solve(&self, rules: &Rules, control: Control<'_>) -> Result<SetValues, SolveError> {
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        let fill = u32::from(rules.seeds);
        let opening = |owned| {
            let position = rules.opening_owning(owned, Side::A);
            position.expect("both players can fill a hole")
        };
        let openings = (fill..=rules.total() - fill).map(|owned| SetOpening {
            owned,
            position: opening(owned),
            value: None,
        });
        let pool = deep_pool(self.threads)?;
        Ok(pool.install(|| self.passes(rules, openings.collect(), control)))
    }

    /// Searches the openings in passes with one more round each.
    fn passes(
        &self,
        rules: &Rules,
        mut openings: Vec<SetOpening>,
        control: Control<'_>,
    ) -> SetValues {
        let round = |opening: &SetOpening| round_from(rules, &opening.position);
        let mut rounds: Vec<Box<dyn RoundSearch>> = openings.iter().map(round).collect();
        // Progress counts openings, not positions.
        let spent = Spent::new(control.quietly(), self.memory);
        let progress = control.progress;
        let mut pass: u16 = 0;
        let stopped = loop {
            pass += 1;
            let known = KnownWinners::new(rules, &openings, pass - 1);
            let open = openings.iter().filter(|opening| opening.value.is_none());
            let stage = format!("openings, {pass} round{} ahead", plural(&pass));
            progress.start_phase(stage, Some(open.count() as u64));
            let found: Vec<Result<Option<Side>, StopReason>> = rounds
                .par_iter_mut()
                .zip(&openings)
                .map(|(round, opening)| match opening.value {
                    Some(_) => Ok(None),
                    None => {
                        for side in Side::BOTH {
                            if round.can_force(side, &known, Some(pass), &spent)? {
                                progress.add(1);
                                return Ok(Some(side));
                            }
                        }
                        progress.add(1);
                        Ok(None)
                    }
                })
                .collect();
            // Results found before a limit are valid, because all earlier passes were complete.
            for (opening, by) in openings.iter_mut().zip(&found) {
                if let Ok(Some(by)) = *by {
                    opening.value = Some(SetValue::Won { by, rounds: pass.into() });
                }
            }
            if let Some(reason) = found.iter().find_map(|found| found.err()) {
                break Some(reason);
            }
            if found.iter().all(|found| *found == Ok(None)) {
                for opening in &mut openings {
                    opening.value.get_or_insert(SetValue::Endless);
                }
                break None;
            }
        };
        SetValues { openings, rounds: pass.into(), nodes: spent.clock.nodes(), stopped }
    }
}
