//! Expectimax: depth-limited search of a game with chance, with Star1 and Star2 pruning.
//!
//! Because values are bounded, a chance event can be cut off: as soon as the known outcomes, with
//! the best (or worst) possible values for the rest, fall outside the window, the rest needs no
//! search. Star1 checks this after each outcome. Star2 first probes one choice of each outcome in
//! which a player decides: the value of that choice is a bound of the outcome.
//!
//! Sources: B. W. Ballard, The *-minimax search procedure for trees containing chance nodes,
//! Artificial Intelligence 21 (1983); T. Hauk, M. Buro and J. Schaeffer, Rediscovering *-minimax
//! search, Computers and Games (2004).

use std::ops::ControlFlow;

use super::event_bounds::Bounds;
use super::memo::Table;
use super::window::{Score, Window};
use super::{Certified, ChanceGame, Decider, Node};
use crate::control::{Clock, Control, ResourceError, StopReason};

/// A search within limits. It keeps its table between calls.
pub struct Expectimax<'a, G: ChanceGame> {
    game: &'a G,
    range: Certified,
    clock: Clock<'a>,
    table: Option<Table<G::Key>>,
}

impl<'a, G: ChanceGame> Expectimax<'a, G> {
    /// Creates a search of a game. One control covers all calls; its nodes are states.
    #[must_use]
    pub fn new(game: &'a G, control: Control<'a>) -> Expectimax<'a, G> {
        Expectimax { game, range: game.range(), clock: Clock::new(control), table: None }
    }

    /// Adds a table of this many MiB for the states that the game gives keys, or none for 0.
    ///
    /// # Errors
    /// If the memory can't be allocated.
    pub fn with_table(mut self, mebibytes: usize) -> Result<Expectimax<'a, G>, ResourceError> {
        let table = (mebibytes > 0).then(|| Table::new(mebibytes));
        self.table = table.transpose()?;
        Ok(self)
    }

    /// Returns the number of visited states.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.clock.nodes()
    }

    /// Returns the value of a state, with `depth` decisions before the estimate.
    ///
    /// # Errors
    /// The limit that ended the search, without any result.
    pub fn value(&mut self, state: &G::State, depth: u32) -> Result<Score, StopReason> {
        self.look(state, depth, Window::ALL)
    }

    fn look(&mut self, state: &G::State, depth: u32, window: Window) -> Result<Score, StopReason> {
        self.clock.spend()?;
        if let Some(value) = self.game.end(state) {
            return Ok(Score { value, exact: true });
        }
        if depth == 0 {
            return Ok(Score { value: self.game.estimate(state), exact: false });
        }
        let key = self.table.as_ref().and_then(|_| self.game.key(state));
        let known = key.and_then(|key| self.table.as_ref()?.get(&key, depth));
        if let Some(score) = known.and_then(|(known, exact)| window.decided(known, exact)) {
            return Ok(score);
        }
        // The rest can be expensive, so the clock is read every time.
        if let Some(reason) = self.clock.ended() {
            return Err(reason);
        }
        let score = match self.game.node(state) {
            Node::Decision(decider, choices) => self.decision(decider, &choices, depth, window)?,
            Node::Chance(outcomes) => self.chance(&outcomes, depth, window)?,
        };
        if let (Some(key), Some(table)) = (key, &mut self.table) {
            table.put(key, depth, window.found(score.value), score.exact);
        }
        Ok(score)
    }

    fn decision(
        &mut self,
        decider: Decider,
        choices: &[G::State],
        depth: u32,
        mut window: Window,
    ) -> Result<Score, StopReason> {
        let mut best: Option<Score> = None;
        let mut exact = true;
        for choice in choices {
            let score = self.look(choice, depth - 1, window)?;
            exact &= score.exact;
            if best.is_none_or(|best| decider.prefers(score.value, best.value)) {
                best = Some(score);
            }
            // Nothing beats the end of the range, so the other choices don't matter. (A value that
            // does not change the window may only be a bound from the wrong side.)
            let better = window.changes(decider, score.value);
            if score.exact && better && !decider.prefers(decider.most(self.range), score.value) {
                return Ok(score);
            }
            if window.narrow(decider, score.value) {
                break;
            }
        }
        let value = best.expect("a decision has a choice").value;
        Ok(Score { value, exact })
    }

    fn chance(
        &mut self,
        outcomes: &[(u32, G::State)],
        depth: u32,
        window: Window,
    ) -> Result<Score, StopReason> {
        let mut bounds = Bounds::new(outcomes, self.range);
        // Whether the bounds from the probes contain no estimate.
        let probed = match self.probe(outcomes, depth, window, &mut bounds)? {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(exact) => exact,
        };
        let mut exact = true;
        for (index, (_, outcome)) in outcomes.iter().enumerate() {
            let inner = bounds.inner(index, window);
            // A chance event is not a decision and does not count towards the depth.
            let score = self.look(outcome, depth, inner)?;
            exact &= score.exact;
            if score.value <= inner.alpha {
                bounds.set(index, self.range.lower.min(score.value), score.value);
                return Ok(bounds.failed_low(window, exact && probed));
            }
            if score.value >= inner.beta {
                bounds.set(index, score.value, self.range.upper.max(score.value));
                return Ok(bounds.failed_high(window, exact && probed));
            }
            bounds.set(index, score.value, score.value);
        }
        Ok(bounds.mean(exact))
    }

    /// Searches one choice of each outcome in which a player decides. Breaks with a score outside
    /// the window; else continues, saying whether the bounds contain no estimate.
    fn probe(
        &mut self,
        outcomes: &[(u32, G::State)],
        depth: u32,
        window: Window,
        bounds: &mut Bounds,
    ) -> Result<ControlFlow<Score, bool>, StopReason> {
        let mut exact = true;
        for (index, (_, outcome)) in outcomes.iter().enumerate() {
            if self.game.end(outcome).is_some() {
                continue;
            }
            let Some((decider, choice)) = self.game.likely(outcome) else {
                continue;
            };
            let useful = match decider {
                Decider::Max => window.beta < f64::INFINITY,
                Decider::Min => window.alpha > f64::NEG_INFINITY,
            };
            if !useful {
                continue;
            }
            let mut inner = bounds.inner(index, window);
            match decider {
                Decider::Max => inner.alpha = f64::NEG_INFINITY,
                Decider::Min => inner.beta = f64::INFINITY,
            }
            let score = self.look(&choice, depth - 1, inner)?;
            exact &= score.exact;
            match decider {
                Decider::Max => bounds.lower(index, score.value),
                Decider::Min => bounds.upper(index, score.value),
            }
            if let Some(score) = bounds.outside(window, exact) {
                return Ok(ControlFlow::Break(score));
            }
        }
        Ok(ControlFlow::Continue(exact))
    }
}
