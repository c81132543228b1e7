//! Expectimax: a search to a horizon in a game with chance, with the pruning called Star1 and
//! Star2.
//!
//! A window can be passed through a chance event because values are bounded: as soon as what is
//! known of the outcomes and the best (or worst) that the others can still bring is outside, the
//! rest needs no search. Star1 does that after each outcome. Star2 first looks at one choice
//! of each outcome in which a player decides: what he can choose is a bound of what he gets.
//!
//! Source: B. W. Ballard, The *-minimax search procedure for trees containing chance nodes,
//! Artificial Intelligence 21 (1983).

use super::mean::mean;
use super::table::{Known, Table};
use super::{Budget, ChanceGame, Decider, Expectation, Limits, Node, Range, StopReason};

/// How much of the tree is left out. The value is the same, up to rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Every outcome of every chance event is searched; decisions are cut as in alpha-beta.
    None,
    /// Windows pass through chance events.
    Star1,
    /// And one likely choice of every outcome is tried first.
    Star2,
}

/// A search within limits. It keeps its table from call to call.
pub struct Expectimax<'a, G: ChanceGame> {
    game: &'a G,
    pruning: Pruning,
    range: Range,
    budget: Budget<'a>,
    table: Option<Table<G::Key>>,
    nodes: u64,
}

/// A value, or a bound of it where it is outside of the window that was asked for.
#[derive(Clone, Copy)]
struct Score {
    value: f64,
    exact: bool,
}

/// What probes of a chance event bring.
enum Probed {
    /// Its value is outside of the window.
    Enough(Score),
    /// Bounds of its outcomes, and whether no estimate is in them.
    Bounds { exact: bool },
}

/// The values that are of interest: one that is at most `alpha` or at least `beta` may be a bound.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl<'a, G: ChanceGame> Expectimax<'a, G> {
    /// A search of a game. Of the limits `nodes`, `time` and `stop` hold for all calls together,
    /// and `memory` is that of the table; states are remembered if the game gives them keys.
    #[must_use]
    pub fn new(game: &'a G, pruning: Pruning, limits: Limits<'a>) -> Expectimax<'a, G> {
        let mut budget = Budget::new(limits);
        budget.enforce();
        Expectimax {
            game,
            pruning,
            range: game.range(),
            budget,
            table: (limits.memory > 0).then(|| Table::new(limits.memory)),
            nodes: 0,
        }
    }

    /// States visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a state with `depth` decisions to come before the estimate.
    ///
    /// # Errors
    /// The limit that ended the search; nothing is known then.
    pub fn value(&mut self, state: &G::State, depth: u32) -> Result<Expectation, StopReason> {
        let window = Window {
            alpha: f64::NEG_INFINITY,
            beta: f64::INFINITY,
        };
        self.look(state, depth, window).map(Score::told)
    }

    fn look(&mut self, state: &G::State, depth: u32, window: Window) -> Result<Score, StopReason> {
        self.budget.spend()?;
        self.nodes += 1;
        if let Some(value) = self.game.end(state) {
            return Ok(Score { value, exact: true });
        }
        if depth == 0 {
            let value = self.game.estimate(state);
            return Ok(Score {
                value,
                exact: false,
            });
        }
        let key = self.table.as_ref().and_then(|_| self.game.key(state));
        let known = key.and_then(|key| self.table.as_ref()?.get(&key, depth));
        if let Some(score) = known.and_then(|known| window.decided(known)) {
            return Ok(score);
        }
        // What follows can be much work, so the clock is looked at each time.
        self.budget.check()?;
        let score = match self.game.node(state) {
            Node::Decision(decider, choices) => self.decision(decider, &choices, depth, window)?,
            Node::Chance(outcomes) => self.chance(&outcomes, depth, window)?,
        };
        if let (Some(key), Some(table)) = (key, &mut self.table) {
            table.put(key, depth, window.found(score));
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
            // Nothing is better than the end of the range, whatever the others are. (What does not
            // change the window may only be a bound from the wrong side.)
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
        // Whether the bounds that the probes left behind rest on no estimate.
        let mut probed = true;
        if self.pruning == Pruning::Star2 {
            match self.probe(outcomes, depth, window, &mut bounds)? {
                Probed::Enough(score) => return Ok(score),
                Probed::Bounds { exact } => probed = exact,
            }
        }
        let mut exact = true;
        for (index, (_, outcome)) in outcomes.iter().enumerate() {
            let inner = match self.pruning {
                Pruning::None => Window {
                    alpha: f64::NEG_INFINITY,
                    beta: f64::INFINITY,
                },
                Pruning::Star1 | Pruning::Star2 => bounds.inner(index, window),
            };
            // A chance event is no decision: what follows it is as deep.
            let score = self.look(outcome, depth, inner)?;
            exact &= score.exact;
            if score.value <= inner.alpha {
                bounds.set(index, self.range.low.min(score.value), score.value);
                return Ok(bounds.failed_low(window, exact && probed));
            }
            if score.value >= inner.beta {
                bounds.set(index, score.value, self.range.high.max(score.value));
                return Ok(bounds.failed_high(window, exact && probed));
            }
            bounds.set(index, score.value, score.value);
        }
        Ok(bounds.mean(exact))
    }

    /// One choice of every outcome in which a player decides.
    fn probe(
        &mut self,
        outcomes: &[(u32, G::State)],
        depth: u32,
        window: Window,
        bounds: &mut Bounds,
    ) -> Result<Probed, StopReason> {
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
            let all = bounds.inner(index, window);
            let inner = match decider {
                Decider::Max => Window {
                    alpha: f64::NEG_INFINITY,
                    ..all
                },
                Decider::Min => Window {
                    beta: f64::INFINITY,
                    ..all
                },
            };
            let score = self.look(&choice, depth - 1, inner)?;
            exact &= score.exact;
            match decider {
                Decider::Max => bounds.lower(index, score.value),
                Decider::Min => bounds.upper(index, score.value),
            }
            if let Some(score) = bounds.outside(window, exact) {
                return Ok(Probed::Enough(score));
            }
        }
        Ok(Probed::Bounds { exact })
    }
}

impl Score {
    const fn told(self) -> Expectation {
        if self.exact {
            Expectation::Exact(self.value)
        } else {
            Expectation::Estimate(self.value)
        }
    }
}

impl Decider {
    fn prefers(self, this: f64, that: f64) -> bool {
        match self {
            Decider::Max => this > that,
            Decider::Min => this < that,
        }
    }

    const fn most(self, range: Range) -> f64 {
        match self {
            Decider::Max => range.high,
            Decider::Min => range.low,
        }
    }
}

impl Window {
    /// Whether a choice of this value is better than what the decider has elsewhere.
    fn changes(self, decider: Decider, value: f64) -> bool {
        match decider {
            Decider::Max => value > self.alpha,
            Decider::Min => value < self.beta,
        }
    }

    /// Takes in the value of a choice; true if the other choices don't matter any more.
    fn narrow(&mut self, decider: Decider, value: f64) -> bool {
        match decider {
            Decider::Max => self.alpha = self.alpha.max(value),
            Decider::Min => self.beta = self.beta.min(value),
        }
        self.alpha >= self.beta
    }

    /// What is known, if that is enough.
    fn decided(self, known: Known) -> Option<Score> {
        let exact = known.exact;
        let score = |value| Some(Score { value, exact });
        if known.lower >= known.upper || known.lower >= self.beta {
            score(known.lower)
        } else if known.upper <= self.alpha {
            score(known.upper)
        } else {
            None
        }
    }

    /// What a score from a search with this window says.
    fn found(self, Score { value, exact }: Score) -> Known {
        let lower = if value > self.alpha {
            value
        } else {
            f64::NEG_INFINITY
        };
        let upper = if value < self.beta {
            value
        } else {
            f64::INFINITY
        };
        Known {
            lower,
            upper,
            exact,
        }
    }
}

/// What is known of the outcomes of a chance event, one by one and as a sum.
struct Bounds {
    outcomes: Vec<Outcome>,
    total: f64,
    /// The sums of the weighted bounds.
    low: f64,
    high: f64,
}

struct Outcome {
    weight: u32,
    low: f64,
    high: f64,
}

impl Bounds {
    fn new<S>(outcomes: &[(u32, S)], range: Range) -> Bounds {
        let total = outcomes.iter().map(|(weight, _)| f64::from(*weight)).sum();
        let one = |(weight, _): &(u32, S)| Outcome {
            weight: *weight,
            low: range.low,
            high: range.high,
        };
        Bounds {
            outcomes: outcomes.iter().map(one).collect(),
            total,
            low: total * range.low,
            high: total * range.high,
        }
    }

    fn set(&mut self, index: usize, low: f64, high: f64) {
        let outcome = &mut self.outcomes[index];
        let weight = f64::from(outcome.weight);
        self.low += weight * (low - outcome.low);
        self.high += weight * (high - outcome.high);
        (outcome.low, outcome.high) = (low, high);
    }

    fn lower(&mut self, index: usize, low: f64) {
        let outcome = &self.outcomes[index];
        self.set(index, low.max(outcome.low), outcome.high);
    }

    fn upper(&mut self, index: usize, high: f64) {
        let outcome = &self.outcomes[index];
        self.set(index, outcome.low, high.min(outcome.high));
    }

    /// The window of one outcome: outside of it the mean is outside of `window`, whatever the
    /// other outcomes are worth.
    fn inner(&self, index: usize, window: Window) -> Window {
        let outcome = &self.outcomes[index];
        let weight = f64::from(outcome.weight);
        let others_high = self.high - weight * outcome.high;
        let others_low = self.low - weight * outcome.low;
        Window {
            alpha: (window.alpha * self.total - others_high) / weight,
            beta: (window.beta * self.total - others_low) / weight,
        }
    }

    fn outside(&self, window: Window, exact: bool) -> Option<Score> {
        if self.low >= window.beta * self.total {
            Some(self.failed_high(window, exact))
        } else if self.high <= window.alpha * self.total {
            Some(self.failed_low(window, exact))
        } else {
            None
        }
    }

    /// The mean is at most this. A score says by its place beside the window that it is a bound, so
    /// rounding must not carry it inside.
    fn failed_low(&self, window: Window, exact: bool) -> Score {
        let value = (self.high / self.total).min(window.alpha);
        Score { value, exact }
    }

    /// The mean is at least this.
    fn failed_high(&self, window: Window, exact: bool) -> Score {
        let value = (self.low / self.total).max(window.beta);
        Score { value, exact }
    }

    /// The mean, summed anew: the running sums have collected roundings.
    fn mean(&self, exact: bool) -> Score {
        let value = mean(self.outcomes.iter().map(|o| (o.weight, o.low)));
        Score { value, exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Random;

    #[test]
    #[allow(clippy::cast_precision_loss)]
    fn a_bound_of_a_mean_never_lies_inside_the_window() {
        let range = Range {
            low: -1.0,
            high: 1.0,
        };
        let mut random = Random::new(1, 0);
        let mut met = [0; 2];
        for _ in 0..20_000 {
            let outcomes: Vec<(u32, ())> = (0..1 + random.below(5))
                .map(|_| (1 + u32::try_from(random.below(9)).expect("below 9"), ()))
                .collect();
            let mut bounds = Bounds::new(&outcomes, range);
            for index in 0..outcomes.len() {
                let value = random.below(1000) as f64 / 499.5 - 1.0;
                bounds.set(index, value, value);
            }
            // Windows that begin or end where the mean lies, or a rounding beside it.
            let mean = bounds.mean(true).value;
            for edge in [mean.next_down(), mean, mean.next_up()] {
                let above = Window {
                    alpha: edge,
                    beta: f64::INFINITY,
                };
                let below = Window {
                    alpha: f64::NEG_INFINITY,
                    beta: edge,
                };
                if let Some(score) = bounds.outside(above, true) {
                    assert!(
                        score.value <= edge,
                        "{score:?} above {edge}",
                        score = score.value
                    );
                    met[0] += 1;
                }
                if let Some(score) = bounds.outside(below, true) {
                    assert!(
                        score.value >= edge,
                        "{score:?} below {edge}",
                        score = score.value
                    );
                    met[1] += 1;
                }
            }
        }
        assert!(met.iter().all(|met| *met > 10_000), "{met:?}");
    }
}
