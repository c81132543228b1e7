//! Ways of playing a throw: at random, by simple rules, by the guess, by search.

use std::fmt;
use std::str::FromStr;

use super::chance_game::ThrowGame;
use super::ends::End;
use super::position::ChongPosition;
use super::ranking::{Horizon, WayRanking};
use super::throw::Dice;
use crate::control::{Control, whole_number};
use crate::math::Random;
use crate::text::PolicyError;

/// A way of choosing among the positions in which a turn can end. What it leaves equal is chosen
/// at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub enum ChongPolicy {
    /// Any, all equally likely.
    Random,
    /// One that wins; else one that leaves the opponent the fewest pieces.
    Greedy,
    /// One that wins; else one whose foremost soldier has come farthest.
    Runner,
    /// The best by the guess after the turn: one decision ahead.
    Guess,
    /// The best by a search two decisions ahead, over so many throws of the opponent.
    Search(u32),
}

/// The names of those that take no number.
const NAMES: [(&str, ChongPolicy); 4] = [
    ("random", ChongPolicy::Random),
    ("greedy", ChongPolicy::Greedy),
    ("runner", ChongPolicy::Runner),
    ("guess", ChongPolicy::Guess),
];

/// The forms that a text may have.
const EXPECTED: &str = "random, greedy, runner, guess or search:THROWS, such as search:32";

impl fmt::Display for ChongPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMES.iter().find(|(_, policy)| policy == self)) {
            (ChongPolicy::Search(throws), _) => write!(f, "search:{throws}"),
            (_, named) => f.write_str(named.expect("all others have a name").0),
        }
    }
}

impl FromStr for ChongPolicy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<ChongPolicy, PolicyError> {
        let searched = || {
            let throws = whole_number(text.strip_prefix("search:")?)?;
            let throws = u32::try_from(throws).ok()?;
            (throws > 0).then_some(ChongPolicy::Search(throws))
        };
        let named = NAMES.iter().find(|(name, _)| *name == text);
        let policy = named.map(|(_, policy)| *policy).or_else(searched);
        policy.ok_or_else(|| PolicyError {
            found: text.to_owned(),
            at: 0,
            expected: EXPECTED.into(),
        })
    }
}

/// The candidates that a searching player looks at two decisions ahead.
const WIDTH: usize = 8;

impl ChongPolicy {
    /// Tells whether it looks beyond the turn: then to judge a game takes no longer than to play it.
    #[must_use]
    pub const fn looks_ahead(self) -> bool {
        matches!(self, ChongPolicy::Search(_))
    }

    /// The position that he leaves.
    ///
    /// A search that the control ends chooses by what it has; the caller throws such a game away.
    #[must_use]
    pub fn choose(
        self,
        game: &ThrowGame<'_>,
        position: &ChongPosition,
        throw: Dice,
        random: &mut Random,
        control: Control<'_>,
    ) -> ChongPosition {
        let ends = game.rules().ends(position, throw);
        if ends.len() == 1 {
            return ends[0].after;
        }
        let pieces = |end: &End| {
            let army = end.after.mover;
            f64::from(army.count() + u32::from(army.king().is_some()))
        };
        let foremost = |end: &End| end.after.other.cells().last().map_or(0.0, f64::from);
        match self {
            ChongPolicy::Random => ends[random.below(ends.len())].after,
            ChongPolicy::Greedy => best(&ends, random, |end| -pieces(end)),
            ChongPolicy::Runner => best(&ends, random, foremost),
            ChongPolicy::Guess => best(&ends, random, |end| -game.guess(&end.after)),
            ChongPolicy::Search(throws) => {
                let horizon = Horizon {
                    depth: 2,
                    samples: throws,
                    width: WIDTH,
                    seed: random.next(),
                    memory: 0,
                };
                let (control, tell) = (control.quietly(), &mut |_: &_| {});
                let ranking = WayRanking::of(game, position, throw, horizon, control, tell);
                let ranking = ranking.expect("no memory is asked for");
                let best = ranking.best();
                best.map_or(ends[0].after, |ranked| ranked.end.after)
            }
        }
    }
}

/// The end with the highest score, wins first; one of them if there are several.
fn best(ends: &[End], random: &mut Random, score: impl Fn(&End) -> f64) -> ChongPosition {
    let score = |end: &End| if end.won { f64::INFINITY } else { score(end) };
    let scores: Vec<f64> = ends.iter().map(score).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let good: Vec<usize> = (0..ends.len()).filter(|i| scores[*i] >= most).collect();
    ends[good[random.below(good.len())]].after
}
