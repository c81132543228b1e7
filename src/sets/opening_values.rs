//! The values of the openings of a set: who can force the set, and in how many rounds.
//!
//! Seeds are not counted here. A round is a game for what follows it: the set won or lost, or an
//! opening of the next round, whose value is known or not. Say a player *can force the set within
//! k rounds*. Within one round that is so if he can bring the other below the seeds that fill a
//! hole; within k rounds, if he can bring the round to the end of the set or to an opening from
//! which he can force it within k - 1. So the openings are gone over again and again, with k = 1,
//! 2, …, until nothing new is won. Whatever is left goes round for ever: neither can force the
//! set, so each can keep the other from it.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::round_search::{Known, RoundSearch, Spent, round_from};
use crate::board::{Position, Side};
use crate::control::{Control, StopReason};
use crate::rules::{Rules, StorePlace};
use crate::search::{SolveError, deep_pool};
use crate::text::plural;

/// The value of an opening with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// A player can force the set.
    Won {
        /// The player.
        by: Side,
        /// The rounds that it takes, the one that opens here included: he tries to win soon, the
        /// other to lose late.
        rounds: u32,
    },
    /// Neither can: the set goes round for ever.
    Endless,
}

impl SetValue {
    /// The value of the same opening with the players exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SetValue {
        match self {
            SetValue::Won { by, rounds } => SetValue::Won { by: by.other(), rounds },
            SetValue::Endless => SetValue::Endless,
        }
    }
}

/// An opening of a round that A starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetOpening {
    /// The seeds that A owns.
    pub owned: u32,
    /// The position, A to move.
    pub position: Position,
    /// Its value; none if a limit came first.
    pub value: Option<SetValue>,
}

impl<'a> Known<'a> {
    /// Takes only those of the openings that are won within so many rounds.
    pub(super) fn new(rules: &'a Rules, openings: &[SetOpening], within: u16) -> Known<'a> {
        let starter_wins = openings.iter().map(|opening| match opening.value {
            Some(SetValue::Won { by, rounds }) if rounds <= within.into() => Some(by == Side::A),
            _ => None,
        });
        Known {
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
    /// The openings that A starts, by the seeds that he owns. Those that B starts are the same
    /// with the players exchanged; see [`value`](Self::value).
    pub openings: Vec<SetOpening>,
    /// Rounds that were looked ahead.
    pub rounds: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended it before everything was known; [`StopReason::Depth`] if a round is
    /// longer than the stack that the machine gives.
    pub stopped: Option<StopReason>,
}

impl SetValues {
    /// The value of the opening in which A owns `owned` seeds and `mover` starts; none if a limit
    /// came first, or if there is no such opening.
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

/// A plan to solve a set.
#[derive(Clone, Copy, Debug)]
pub struct SetSolver {
    /// Mebibytes for the positions of the rounds.
    pub memory: usize,
    /// Threads that search, an opening each.
    pub threads: NonZeroUsize,
}

impl SetSolver {
    /// Finds the value of every opening. The answer does not depend on the number of threads.
    ///
    /// For small boards: each round is searched for its consequences in the set, stores included.
    ///
    /// # Errors
    /// Where positions can recur within a round, or no thread can be started.
    ///
    /// # Panics
    /// Never: all of the openings can be filled.
    ///
    /// # Examples
    /// On 2 x 1 holes with 1 seed nobody can take anything: the starter's only move takes the seed
    /// to his store, and the round is over with one seed each.
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

    /// Goes over the openings with ever more rounds.
    fn passes(
        &self,
        rules: &Rules,
        mut openings: Vec<SetOpening>,
        control: Control<'_>,
    ) -> SetValues {
        let round = |opening: &SetOpening| round_from(rules, &opening.position);
        let mut rounds: Vec<Box<dyn RoundSearch>> = openings.iter().map(round).collect();
        // Openings are counted and not the positions of their rounds.
        let spent = Spent::new(control.quietly(), self.memory);
        let progress = control.progress;
        let mut pass: u16 = 0;
        let stopped = loop {
            pass += 1;
            let known = Known::new(rules, &openings, pass - 1);
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
            // What was found before a limit counts: the passes before this one were complete.
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
