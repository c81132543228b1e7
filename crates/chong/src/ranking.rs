//! The ways to play a throw, ranked by what they are worth.

use crate::{ChongPosition, Dice, End, Moment, ThrowGame};
use chongkak_base::control::{Control, ResourceError, StopReason, settings};
use chongkak_base::math::Random;
use chongkak_base::math::chance::{Expectimax, Score};

/// The depth and the width of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Horizon {
    /// Decisions to look ahead, the one at hand included; at least 1.
    pub depth: u32,
    /// Throws to sample where the opponent throws next; 0 takes all of them by their weights.
    pub samples: u32,
    /// Ways to look at more than one decision ahead: the best by the guess.
    pub width: usize,
    /// The seed of the sample.
    pub seed: u64,
    /// Memory for positions that come again, in mebibytes, or none. A short search needs none: to
    /// clear it would take longer.
    pub memory: usize,
}

settings!(Horizon {
    with_samples samples (u32),
    with_width width (usize),
    with_seed seed (u64),
    with_memory memory (usize),
});

impl Horizon {
    /// So many decisions, over all throws and all ways, without memory.
    #[must_use]
    pub const fn new(depth: u32) -> Horizon {
        Horizon { depth, samples: 0, width: usize::MAX, seed: 1, memory: 0 }
    }
}

/// A value, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Valuation {
    /// Follows from the rules alone.
    Exact(f64),
    /// Rests on the guess, by all throws.
    Guess(f64),
    /// The mean over sampled throws, resting on the guess, with its standard error.
    Sampled {
        /// The mean.
        mean: f64,
        /// Its standard error from the sampling alone; infinite with one throw.
        error: f64,
    },
}

impl Valuation {
    /// The value, from -1 to 1.
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

/// A way to play a throw, with what it is worth to the player.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ranked {
    /// The end of the turn, and the shortest way to it.
    pub end: End,
    /// Its worth to the player who threw.
    pub worth: Valuation,
    /// Decisions looked ahead.
    pub depth: u32,
}

/// All ways to play a throw.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WayRanking {
    /// Those that were looked at farthest first, each part by worth.
    pub ways: Vec<Ranked>,
    /// Moments visited.
    pub nodes: u64,
    /// The limit that ended the search; the ways not yet looked at have the guess.
    pub stopped: Option<StopReason>,
}

impl WayRanking {
    /// Ranks the ways to play a throw. The control's nodes are moments, a guess of a way one of
    /// them: where there are not as many as ways none is made, and all count as even.
    ///
    /// It tells what it has found so far: by the guess first, then after each way that it has
    /// looked at.
    ///
    /// # Errors
    /// If there is not the memory of the horizon.
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
            let mut looking = Looking::new(game, horizon, control)?;
            for looked in 0..found.ways.len().min(horizon.width) {
                let way = &mut found.ways[looked];
                match looking.worth(&way.end.after) {
                    Ok(worth) => (way.worth, way.depth) = (worth.negated(), horizon.depth),
                    Err(reason) => {
                        found.stopped = Some(reason);
                        break;
                    }
                }
                // Guesses of different depth are not compared.
                sort(&mut found.ways[..=looked]);
                found.nodes = guessed + looking.search.nodes();
                tell(&found);
            }
            found.nodes = guessed + looking.search.nodes();
        }
        Ok(found)
    }

    /// The best way.
    #[must_use]
    pub fn best(&self) -> Option<&Ranked> {
        self.ways.first()
    }
}

fn sort(ways: &mut [Ranked]) {
    ways.sort_by(|one, other| other.worth.value().total_cmp(&one.worth.value()));
}

/// Throws that are sampled between two looks at the stop.
const MANY: u32 = 1 << 16;

/// Looks at positions before a throw, all with the same throws.
struct Looking<'a> {
    search: Expectimax<'a, ThrowGame<'a>>,
    depth: u32,
    sample: Vec<(u32, Dice)>,
}

impl<'a> Looking<'a> {
    fn new(
        game: &'a ThrowGame<'a>,
        horizon: Horizon,
        control: Control<'a>,
    ) -> Result<Looking<'a>, ResourceError> {
        let mut random = Random::new(horizon.seed, 0);
        let dice = game.rules().dice;
        let all = 6_usize.pow(dice.into());
        let mut sample: Vec<(u32, Dice)> = Vec::new();
        for number in 1..=horizon.samples {
            // Of a search that is stopped now nothing is used.
            if number % MANY == 0 && control.stop.is_set() {
                break;
            }
            let throw = Dice::numbered(dice, random.below(all));
            match sample.iter_mut().find(|(_, known)| *known == throw) {
                Some((times, _)) => *times += 1,
                None => sample.push((1, throw)),
            }
        }
        Ok(Looking {
            search: Expectimax::new(game, control).with_table(horizon.memory)?,
            depth: horizon.depth.saturating_sub(1),
            sample,
        })
    }

    /// The worth of a position before a throw to the player to throw.
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

/// The findings on a position before a throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Its worth to the player to throw.
    pub worth: Valuation,
    /// Decisions that were looked ahead; 0 is the guess alone.
    pub depth: u32,
    /// Moments visited.
    pub nodes: u64,
    /// The limit that ended the search.
    pub stopped: Option<StopReason>,
}

/// The worth of a position before a throw, by a search that looks one decision farther each time.
/// The control's nodes are moments. It tells what it has found so far: the guess first, then after
/// each depth.
///
/// # Errors
/// If there is not the memory of the horizon.
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
    let mut looking = Looking::new(game, horizon, control)?;
    for depth in 1..=horizon.depth {
        tell(&found);
        looking.depth = depth;
        match looking.worth(position) {
            Ok(worth) => (found.worth, found.depth) = (worth, depth),
            Err(reason) => {
                found.stopped = Some(reason);
                break;
            }
        }
        found.nodes = looking.search.nodes();
    }
    found.nodes = looking.search.nodes();
    Ok(found)
}
