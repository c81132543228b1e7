//! Sets of boards that are too large to be solved whole: from openings whose winner is known to
//! those from which a round can be brought to one of them.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::opening_values::{SetOpening, SetSolver, SetValue, SetValues};
use super::reply::greedy_beam;
use super::round_search::{Known, Spent, round_from};
use crate::board::{Position, Side};
use crate::control::{Budget, Clock, Control, StopReason};
use crate::known;
use crate::moves::{Game, trace};
use crate::rules::{Rules, StorePlace};
use crate::search::{SolveError, deep_pool};
use crate::text::plural;
use crate::turns::{Aim, Goal, Line};

impl SetSolver {
    /// Finds winners of more openings, from those that are known: one of a player's is an opening
    /// from which, whatever the other does, he can bring the round to the end of the set or to an
    /// opening that is his.
    ///
    /// `openings` are all that A starts, by the seeds that he owns; those in which he owns one of
    /// the numbers `asked` are looked at, if they have no value. Each question, of an opening and a
    /// player, is given up after `nodes_each` positions; so what is found are winners and rounds
    /// that they need *at most*, and what has no value is open. An opening won within k rounds
    /// rests on others won within fewer. If of all that are left neither player can force one that
    /// is his, and no question was given up, nobody can force the set from them. A value that is
    /// there is taken as it is. The limits of `control` are those of all openings together.
    ///
    /// An answer that is given up may follow from the value of the round, if that is
    /// [`known`](crate::known::of): often a player can end it with so many seeds that the set is
    /// his, whoever starts the next round.
    ///
    /// # Errors
    /// Where positions can recur within a round, or no thread can be started.
    ///
    /// # Panics
    /// If `openings` are not all openings of the rules.
    pub fn extend(
        &self,
        rules: &Rules,
        openings: Vec<SetOpening>,
        asked: &[u32],
        nodes_each: u64,
        control: Control<'_>,
    ) -> Result<SetValues, SolveError> {
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        let fill = u32::from(rules.seeds);
        let all = fill..=rules.total() - fill;
        assert!(
            openings.iter().map(|opening| opening.owned).eq(all),
            "all openings, by the seeds that A owns"
        );
        let wanted = NonZeroUsize::new(asked.len()).unwrap_or(NonZeroUsize::MIN);
        let wanted = self.threads.min(wanted);
        let parts = Budget::exactly(self.memory).divided(self.memory, wanted);
        let each = (nodes_each, parts.each);
        let pool = deep_pool(parts.at_once)?;
        Ok(pool.install(|| extended(rules, openings, asked, each, control)))
    }
}

/// The same, with the nodes and the mebibytes that one question may take.
fn extended(
    rules: &Rules,
    mut openings: Vec<SetOpening>,
    asked: &[u32],
    (nodes, memory): (u64, usize),
    control: Control<'_>,
) -> SetValues {
    let clock = Clock::new(control.quietly());
    let is_open = |o: &SetOpening| o.value.is_none() && asked.contains(&o.owned);
    // What is known from the start is won within a round at least.
    let mut rounds = 1;
    let stopped = loop {
        rounds += 1;
        let known = Known::new(rules, &openings, rounds - 1);
        let question = Question { known: &known, nodes, memory, clock: &clock };
        let open: Vec<_> = openings.iter_mut().filter(|o| is_open(o)).collect();
        let (before, progress) = (open.len(), control.progress);
        progress.start_phase(
            format!("openings, within {rounds} round{}", plural(&rounds)),
            Some(before as u64),
        );
        let neither = AtomicUsize::new(0);
        let stopped = open.into_par_iter().find_map_any(|opening| {
            let seen = question.seen(opening);
            progress.add(seen.is_ok().into());
            match seen {
                Ok((Some(by), _)) => {
                    let rounds = rounds.into();
                    opening.value = Some(SetValue::Won { by, rounds });
                }
                Ok((None, true)) => {
                    neither.fetch_add(1, Ordering::Relaxed);
                }
                Ok((None, false)) | Err(_) => {}
            }
            seen.err()
        });
        let left = openings.iter().filter(|o| is_open(o)).count();
        // What is won within as many rounds may help in the next pass.
        let later = |o: &SetOpening| matches!(o.value, Some(SetValue::Won { rounds: its, .. }) if its > (rounds - 1).into());
        let helps = left < before || openings.iter().any(later);
        if stopped.is_some() || left == 0 {
            break stopped;
        }
        if !helps {
            // None of them could be the first to be won.
            if openings.iter().filter(|o| o.value.is_none()).count() == neither.into_inner() {
                for opening in &mut openings {
                    opening.value.get_or_insert(SetValue::Endless);
                }
            }
            break None;
        }
    };
    SetValues { openings, rounds: rounds.into(), nodes: clock.nodes(), stopped }
}

/// First turns are looked at that bring up to so many seeds less than the best that is found.
const LESS: u32 = 20;

/// Positions that a beam keeps of a layer: a line in some hundredths of a second.
const WIDTH: usize = 1000;

/// The question about each open opening in one pass.
struct Question<'a> {
    known: &'a Known<'a>,
    /// What one search may take, in nodes and in mebibytes.
    nodes: u64,
    memory: usize,
    clock: &'a Clock<'a>,
}

impl Question<'_> {
    /// Searches an opening: the player who can force the set; if none is found, whether it is
    /// certain that neither can bring the round to what is known to be his.
    ///
    /// # Errors
    /// If a limit of all openings together is reached.
    fn seen(&self, opening: &SetOpening) -> Result<(Option<Side>, bool), StopReason> {
        let starter = opening.position.mover();
        for from in self.harvested(&opening.position)? {
            if self.can_force(starter, &from, self.nodes / 10)? == Some(true) {
                return Ok((Some(starter), false));
            }
        }
        let mut neither = true;
        for side in [starter.other(), starter] {
            match self.can_force(side, &opening.position, self.nodes)? {
                Some(true) => return Ok((Some(side), false)),
                Some(false) => {}
                None => neither = false,
            }
        }
        let by_value = || self.by_value(&opening.position);
        Ok((if neither { None } else { by_value() }, neither))
    }

    /// The player who has the set by what is known of the round's value: he can bring the round to
    /// an end with so many seeds that the set is his, whoever starts the next.
    fn by_value(&self, opening: &Position) -> Option<Side> {
        let game = Game::new(self.known.rules, opening).ok()?;
        let bounds = known::of(&game)?.bounds;
        let total = opening.total().cast_signed();
        Side::BOTH.into_iter().find(|&side| {
            let enough = self.known.enough(side).cast_signed();
            bounds.seen_by(side).lower >= 2 * enough - total
        })
    }

    /// Tells whether a player can force the set from a position of the round, if that is found
    /// within so many positions.
    fn can_force(
        &self,
        side: Side,
        from: &Position,
        nodes: u64,
    ) -> Result<Option<bool>, StopReason> {
        let mut round = round_from(self.known.rules, from);
        let control = Control { nodes, ..self.rest()? };
        let spent = Spent::new(control, self.memory);
        let can = round.can_force(side, self.known, None, &spent);
        match can {
            Err(reason @ (StopReason::Interrupted | StopReason::Time)) => Err(reason),
            // Not by its own limit.
            Err(StopReason::Nodes) if spent.clock.nodes() < nodes => Err(StopReason::Nodes),
            can => Ok(can.ok()),
        }
    }

    /// Positions to which the starter's first turn may lead, with many seeds in his store. A long
    /// first turn has too many ends for a search that begins at its start.
    fn harvested(&self, opening: &Position) -> Result<Vec<Position>, StopReason> {
        let Ok(game) = Game::new(self.known.rules, opening) else {
            return Ok(Vec::new());
        };
        let store = opening.store(opening.mover());
        let most = self.beam(&game, Aim::Harvest)?.store;
        let mut positions = Vec::new();
        for less in 0..LESS.min(most - store) {
            let found = self.beam(&game, Aim::Moves(Goal::Store(most - less)))?;
            let after = found.moves.iter().try_fold(*opening, |position, played| {
                Some(trace(self.known.rules, &position, played.hole)?.after)
            });
            positions.extend(after.filter(|p| !p.is_over() && !positions.contains(p)));
        }
        Ok(positions)
    }

    fn beam(&self, game: &Game, aim: Aim) -> Result<Line, StopReason> {
        let found = greedy_beam(game, WIDTH, aim, self.rest()?);
        match found.stopped {
            Some(reason) => Err(reason),
            None => Ok(found.line),
        }
    }

    /// Returns what is left of the limits of all openings together.
    fn rest(&self) -> Result<Control<'_>, StopReason> {
        match self.clock.ended() {
            Some(reason) => Err(reason),
            None => Ok(self.clock.part()),
        }
    }
}
