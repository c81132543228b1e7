//! Ranks the ways to play a throw by their values.

use crate::{ChongPosition, Dice, End, Moment, ThrowGame};
use chongkak_base::control::{Control, ResourceError, StopReason, settings};
use chongkak_base::math::Random;
use chongkak_base::math::chance::{Expectimax, Score};

/// The depth and the width of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Horizon {
    /// Search depth in decisions, including the one at hand; at least 1.
    pub depth: u32,
    /// The number of throws to sample where the opponent throws next; 0 takes all of them by
    /// weight.
    pub samples: u32,
    /// The number of ways to search deeper than one decision: the best by the estimate.
    pub width: usize,
    /// The random seed of the sample.
    pub seed: u64,
    /// Memory of the transposition table in MiB, or 0 for none. A short search needs none, because
    /// clearing it would take longer.
    pub memory: usize,
}

settings!(Horizon {
    with_samples samples (u32),
    with_width width (usize),
    with_seed seed (u64),
    with_memory memory (usize),
});

impl Horizon {
    /// Searches this many decisions deep, over all throws and ways, without a transposition table.
    #[must_use]
    pub const fn new(depth: u32) -> Horizon {
        Horizon { depth, samples: 0, width: usize::MAX, seed: 1, memory: 0 }
    }
}

/// A value with its certainty.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Valuation {
    /// Exact by the rules.
    Exact(f64),
    /// Based on the estimate, over all throws.
    Guess(f64),
    /// The mean over sampled throws, based on the estimate, with its standard error.
    Sampled {
        /// The mean.
        mean: f64,
        /// Its standard error from sampling alone; infinite with one throw.
        error: f64,
    },
}

impl Valuation {
    /// Returns the value, from -1 to 1.
    #[must_use]
    pub const fn value(self) -> f64 {
        match self {
            Valuation::Exact(value) | Valuation::Guess(value) => value,
            Valuation::Sampled { mean, .. } => mean,
        }
    }

    fn negated(self) -> Valuation {
        match self {
            Valuation::Exact(value) => Valuation::Exact(-value),
            Valuation::Guess(value) => Valuation::Guess(-value),
            Valuation::Sampled { mean, error } => Valuation::Sampled { mean: -mean, error },
        }
    }
}

/// A way to play a throw, with its value to the player.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ranked {
    /// The end of the turn, with the shortest way to it.
    pub end: End,
    /// The value to the player who threw.
    pub worth: Valuation,
    /// Search depth in decisions.
    pub depth: u32,
}

/// A ranking of all ways to play a throw.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WayRanking {
    /// The ways that were searched deepest come first, each group sorted by value.
    pub ways: Vec<Ranked>,
    /// The number of states visited.
    pub nodes: u64,
    /// The limit that ended the search; the remaining ways have their estimate.
    pub stopped: Option<StopReason>,
}

impl WayRanking {
    /// Ranks the ways to play a throw. The control's nodes are states, and the estimate of a way
    /// counts as one: with fewer nodes than ways none is estimated, and all count as even.
    ///
    /// Reports intermediate results: first by the estimate, then after each searched way.
    ///
    /// # Errors
    /// If the memory of the horizon can't be allocated.
    pub fn of(
        game: &ThrowGame<'_>,
        position: &ChongPosition,
        throw: Dice,
        horizon: Horizon,
        control: Control<'_>,
        tell: &mut dyn FnMut(&WayRanking),
    ) -> Result<WayRanking, ResourceError> {
        let ends = game.rules().ends(position, throw);
        let all = ends.len() as u64;
        let guessed = if all <= control.nodes { all } else { 0 };
        let guess = game.guess_near(&position.swapped());
        let ends = ends.into_iter().map(|end| {
            let worth = match end.won {
                true => Valuation::Exact(1.0),
                false if guessed == 0 => Valuation::Guess(0.0),
                false => Valuation::Guess(-guess(&end.after)),
            };
            let depth = u32::from(guessed > 0);
            Ranked { end, worth, depth }
        });
        let mut ways: Vec<Ranked> = ends.collect();
        sort(&mut ways);
        let mut found = WayRanking {
            ways,
            nodes: guessed,
            stopped: (guessed < all).then_some(StopReason::Nodes),
        };
        let control = Control { nodes: control.nodes - guessed, ..control };
        if found.stopped.is_none() && horizon.depth > 1 && !found.ways[0].end.won {
            tell(&found);
            let mut evaluation = Evaluation::new(game, horizon, control)?;
            for looked in 0..found.ways.len().min(horizon.width) {
                let way = &mut found.ways[looked];
                match evaluation.worth(&way.end.after) {
                    Ok(worth) => (way.worth, way.depth) = (worth.negated(), horizon.depth),
                    Err(reason) => {
                        found.stopped = Some(reason);
                        break;
                    }
                }
                // Values of different depths are not compared.
                sort(&mut found.ways[..=looked]);
                found.nodes = guessed + evaluation.search.nodes();
                tell(&found);
            }
            found.nodes = guessed + evaluation.search.nodes();
        }
        Ok(found)
    }

    /// Returns the best way.
    #[must_use]
    pub fn best(&self) -> Option<&Ranked> {
        self.ways.first()
    }
}

fn sort(ways: &mut [Ranked]) {
    ways.sort_by(|one, other| other.worth.value().total_cmp(&one.worth.value()));
}

/// Sampled throws between two checks of the stop.
const MANY: u32 = 1 << 16;

/// Evaluates positions before a throw, all with the same sample of throws.
struct Evaluation<'a> {
    search: Expectimax<'a, ThrowGame<'a>>,
    depth: u32,
    sample: Vec<(u32, Dice)>,
}

impl<'a> Evaluation<'a> {
    fn new(
        game: &'a ThrowGame<'a>,
        horizon: Horizon,
        control: Control<'a>,
    ) -> Result<Evaluation<'a>, ResourceError> {
        let mut random = Random::new(horizon.seed, 0);
        let dice = game.rules().dice;
        let all = 6_usize.pow(dice.into());
        let mut sample: Vec<(u32, Dice)> = Vec::new();
        for number in 1..=horizon.samples {
            // A stopped search uses none of this.
            if number % MANY == 0 && control.stop.is_set() {
                break;
            }
            let throw = Dice::numbered(dice, random.below(all));
            match sample.iter_mut().find(|(_, known)| *known == throw) {
                Some((times, _)) => *times += 1,
                None => sample.push((1, throw)),
            }
        }
        Ok(Evaluation {
            search: Expectimax::new(game, control).with_table(horizon.memory)?,
            depth: horizon.depth.saturating_sub(1),
            sample,
        })
    }

    /// Returns the value of a position before a throw to the player to throw.
    fn worth(&mut self, position: &ChongPosition) -> Result<Valuation, StopReason> {
        let moment = Moment::before(*position);
        if self.sample.is_empty() {
            return Ok(match self.search.value(&moment, self.depth)? {
                Score { value, exact: true } => Valuation::Exact(value),
                Score { value, exact: false } => Valuation::Guess(value),
            });
        }
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for (times, throw) in &self.sample {
            let moment = Moment { throw: Some(*throw), ..moment };
            let value = self.search.value(&moment, self.depth)?.value;
            let times = f64::from(*times);
            sum += times * value;
            squares += times * value * value;
            count += times;
        }
        let mean = sum / count;
        let variance = (squares - sum * mean).max(0.0) / (count - 1.0);
        let error = (variance / count).sqrt();
        let error = if count > 1.0 { error } else { f64::INFINITY };
        Ok(Valuation::Sampled { mean, error })
    }
}

/// The evaluation of a position before a throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The value to the player to throw.
    pub worth: Valuation,
    /// Search depth in decisions; 0 is the estimate alone.
    pub depth: u32,
    /// The number of states visited.
    pub nodes: u64,
    /// The limit that ended the search.
    pub stopped: Option<StopReason>,
}

/// Evaluates a position before a throw by iterative deepening. The control's nodes are states.
/// Reports intermediate results: first the estimate, then after each depth.
///
/// # Errors
/// If the memory of the horizon can't be allocated.
pub fn expected(
    game: &ThrowGame<'_>,
    position: &ChongPosition,
    horizon: Horizon,
    control: Control<'_>,
    tell: &mut dyn FnMut(&Expected),
) -> Result<Expected, ResourceError> {
    let guess = match position.outcome(game.rules()) {
        Some(value) => Valuation::Exact(value),
        None => Valuation::Guess(game.guess(position)),
    };
    let mut found = Expected { worth: guess, depth: 0, nodes: 0, stopped: None };
    let mut evaluation = Evaluation::new(game, horizon, control)?;
    for depth in 1..=horizon.depth {
        tell(&found);
        evaluation.depth = depth;
        match evaluation.worth(position) {
            Ok(worth) => (found.worth, found.depth) = (worth, depth),
            Err(reason) => {
                found.stopped = Some(reason);
                break;
            }
        }
        found.nodes = evaluation.search.nodes();
    }
    found.nodes = evaluation.search.nodes();
    Ok(found)
}
