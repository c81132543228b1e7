//! Extends known results on boards that are too large to solve all openings: from openings with a
//! known winner to openings from which a round can be brought to one of them.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::opening_values::{SetOpening, SetSolver, SetValue, SetValues};
use super::reply::greedy_beam;
use super::round_search::{KnownWinners, Spent, round_from};
use crate::board::{Position, Side};
use crate::control::{Budget, Clock, Control, StopReason};
use crate::known;
use crate::moves::{Game, trace};
use crate::rules::{Rules, StorePlace};
use crate::search::{SolveError, deep_pool};
use crate::text::plural;
use crate::turns::{Aim, Goal, Line};

impl SetSolver {
    /// Finds the winners of more openings from the known ones. A player wins an opening if,
    /// whatever the opponent does, the player can bring the round to the end of the set or to an
    /// opening that the player wins.
    ///
    /// `openings` are all openings that A starts, by A's seeds. Those whose number of seeds is in
    /// `asked` are searched, if they have no value. Each question, about an opening and a player,
    /// is abandoned after `nodes_each` positions, so the results are winners and the *maximum*
    /// number of rounds they need; openings without a value remain open. An opening won within k
    /// rounds depends on others won within fewer. If neither player can force a win from any of the
    /// remaining openings, and no question was abandoned, the set goes on forever from them. Given
    /// values are assumed to be true. The limits of `control` apply to all openings together.
    ///
    /// An abandoned question may still be answered by the round's value, if that is
    /// [`known`](crate::known::of): often a player can end the round with enough seeds to win the
    /// set, whoever starts the next round.
    ///
    /// # Errors
    /// If positions can recur within a round, or no thread can be started.
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

/// Extends the results, with the nodes and mebibytes that one question may take.
fn extended(
    rules: &Rules,
    mut openings: Vec<SetOpening>,
    asked: &[u32],
    (nodes, memory): (u64, usize),
    control: Control<'_>,
) -> SetValues {
    let clock = Clock::new(control.quietly());
    let is_open = |o: &SetOpening| o.value.is_none() && asked.contains(&o.owned);
    // Every given win takes at least one round, so new ones take at least two.
    let mut rounds = 1;
    let stopped = loop {
        rounds += 1;
        let known = KnownWinners::new(rules, &openings, rounds - 1);
        let question = Question { known: &known, nodes, memory, clock: &clock };
        let open: Vec<_> = openings.iter_mut().filter(|o| is_open(o)).collect();
        let (before, progress) = (open.len(), control.progress);
        progress.start_phase(
            format!("openings, within {rounds} round{}", plural(&rounds)),
            Some(before as u64),
        );
        let neither = AtomicUsize::new(0);
        let stopped = open.into_par_iter().find_map_any(|opening| {
            let found = question.search(opening);
            progress.add(found.is_ok().into());
            match found {
                Ok((Some(by), _)) => {
                    let rounds = rounds.into();
                    opening.value = Some(SetValue::Won { by, rounds });
                }
                Ok((None, true)) => {
                    neither.fetch_add(1, Ordering::Relaxed);
                }
                Ok((None, false)) | Err(_) => {}
            }
            found.err()
        });
        let left = openings.iter().filter(|o| is_open(o)).count();
        // Openings won within this many rounds may help in the next pass.
        let later = |o: &SetOpening| matches!(o.value, Some(SetValue::Won { rounds: its, .. }) if its > (rounds - 1).into());
        let helps = left < before || openings.iter().any(later);
        if stopped.is_some() || left == 0 {
            break stopped;
        }
        if !helps {
            // None of them can be the first to be won.
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

/// First turns are tried that bring up to this many seeds less than the best one found.
const MAX_LESS: u32 = 20;

/// Beam width: a line takes some hundredths of a second.
const WIDTH: usize = 1000;

/// The questions of one pass.
struct Question<'a> {
    known: &'a KnownWinners<'a>,
    /// The limits of one search, in nodes and in mebibytes.
    nodes: u64,
    memory: usize,
    clock: &'a Clock<'a>,
}

impl Question<'_> {
    /// Searches an opening. Returns the player who can force the set, and if none is found, whether
    /// it is certain that neither player can bring the round to a known win.
    ///
    /// # Errors
    /// If a limit of all openings together is reached.
    fn search(&self, opening: &SetOpening) -> Result<(Option<Side>, bool), StopReason> {
        let starter = opening.position.mover();
        for from in self.after_harvest(&opening.position)? {
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

    /// Returns the player who wins the set by the known value of the round: the player can end the
    /// round with enough seeds to win the set, whoever starts the next one.
    fn by_value(&self, opening: &Position) -> Option<Side> {
        let game = Game::new(self.known.rules, opening).ok()?;
        let bounds = known::of(&game)?.bounds;
        let total = opening.total().cast_signed();
        Side::BOTH.into_iter().find(|&side| {
            let enough = self.known.winning_seeds(side).cast_signed();
            bounds.seen_by(side).lower >= 2 * enough - total
        })
    }

    /// Whether a player can force the set from a position of the round, if that is found within
    /// `nodes` positions.
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
            // Stopped by the common limit, not by its own.
            Err(StopReason::Nodes) if spent.clock.nodes() < nodes => Err(StopReason::Nodes),
            can => Ok(can.ok()),
        }
    }

    /// Returns positions after first turns with many seeds in the starter's store. A long first
    /// turn has too many ends for a search from its start.
    fn after_harvest(&self, opening: &Position) -> Result<Vec<Position>, StopReason> {
        let Ok(game) = Game::new(self.known.rules, opening) else {
            return Ok(Vec::new());
        };
        let store = opening.store(opening.mover());
        let most = self.beam(&game, Aim::Harvest)?.store;
        let mut positions = Vec::new();
        for less in 0..MAX_LESS.min(most - store) {
            let found = self.beam(&game, Aim::Moves(Goal::Store(most - less)))?;
            let after = found.moves.iter().try_fold(*opening, |position, played| {
                Some(trace(self.known.rules, &position, *played)?.after)
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

    /// The remaining limits of all openings together.
    fn rest(&self) -> Result<Control<'_>, StopReason> {
        match self.clock.ended() {
            Some(reason) => Err(reason),
            None => Ok(self.clock.part()),
        }
    }
}
