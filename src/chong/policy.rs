//! Ways of playing a throw: at random, by simple rules, by the guess, by search.

use std::fmt;
use std::str::FromStr;

use super::afters::Afters;
use super::chance_game::ThrowGame;
use super::lookahead;
use super::position::ChongPosition;
use super::throw::Dice;
use crate::control::{Clock, Control, whole_number};
use crate::math::Random;
use crate::text::PolicyError;

/// A way of choosing among the positions in which a turn can end. What it leaves equal is chosen
/// at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(with = "String"))]
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
    /// A gentle opponent, who sees what one turn takes: greedy, but two times in three random.
    Beginner,
    /// One who sees great mistakes: any way whose chance to win seems at most two fifths below that
    /// of the best; less on boards of more than twelve columns, where a game has more decisions.
    Player,
    /// One who sees smaller mistakes, too: any way that seems at most half as much below.
    Strong,
    /// Two decisions ahead, by all throws.
    Best,
}

/// The part of his chance to win, by the guess, that [`ChongPolicy::Player`] may give away with a
/// throw; `Strong` may give away half of that.
///
/// On larger boards it is less, by the square of the columns over twelve. Games are longer there,
/// 106 throws on 28 columns in place of 7, so that it adds up: with two fifths a throw he would
/// lose to [`ChongPolicy::Beginner`] from 18 columns on.
fn may_leave(columns: u8) -> f64 {
    let part = (12.0 / f64::from(columns)).min(1.0);
    0.4 * part * part
}

/// The names of those that take no number.
const NAMES: [(&str, ChongPolicy); 8] = [
    ("random", ChongPolicy::Random),
    ("greedy", ChongPolicy::Greedy),
    ("runner", ChongPolicy::Runner),
    ("guess", ChongPolicy::Guess),
    ("beginner", ChongPolicy::Beginner),
    ("player", ChongPolicy::Player),
    ("strong", ChongPolicy::Strong),
    ("best", ChongPolicy::Best),
];

/// The forms that a text may have.
const EXPECTED: &str = "random, greedy, runner, guess, one of the strengths beginner, player, \
    strong and best, or search:THROWS, such as search:32";

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

impl ChongPolicy {
    /// Tells whether it looks beyond the turn: then to judge a game takes no longer than to play
    /// it.
    #[must_use]
    pub const fn looks_ahead(self) -> bool {
        matches!(self, ChongPolicy::Search(_) | ChongPolicy::Best)
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
        let at_random = match self {
            ChongPolicy::Random => true,
            ChongPolicy::Beginner => random.below(3) > 0,
            _ => false,
        };
        if at_random {
            let ends = game.rules().ends(position, throw);
            // What leaves no choice takes no random number.
            let one = if ends.len() > 1 { random.below(ends.len()) } else { 0 };
            return ends[one].after;
        }
        let afters = match game.rules().afters(position, throw) {
            Afters::Won(after) => return after,
            Afters::Open(afters) if afters.len() == 1 => return afters[0],
            Afters::Open(afters) => afters,
        };
        let pieces = |after: &ChongPosition| {
            let army = after.mover;
            f64::from(army.count() + u32::from(army.king().is_some()))
        };
        let foremost =
            |after: &ChongPosition| f64::from(after.other.soldiers().checked_ilog2().unwrap_or(0));
        let may_leave = match self {
            ChongPolicy::Player => may_leave(game.rules().columns.get()),
            ChongPolicy::Strong => may_leave(game.rules().columns.get()) / 2.0,
            _ => 0.0,
        };
        let throws = match self {
            ChongPolicy::Search(throws) => throws,
            _ => u32::MAX,
        };
        match self {
            ChongPolicy::Random => unreachable!("it has chosen"),
            ChongPolicy::Greedy | ChongPolicy::Beginner => {
                near(&afters, random, 0.0, |after| -pieces(after))
            }
            ChongPolicy::Runner => near(&afters, random, 0.0, foremost),
            ChongPolicy::Guess | ChongPolicy::Strong | ChongPolicy::Player => {
                let guess = game.guess_near(&position.swapped());
                // Chances are halves of values.
                near(&afters, random, 2.0 * may_leave, |after| -guess(after))
            }
            ChongPolicy::Search(_) | ChongPolicy::Best => {
                let clock = Clock::new(control.quietly());
                lookahead::choose(game, position, &afters, throws, random, &clock)
            }
        }
    }
}

/// A position whose score is at most so much below the highest; one of them if there are several.
fn near(
    afters: &[ChongPosition],
    random: &mut Random,
    below: f64,
    score: impl Fn(&ChongPosition) -> f64,
) -> ChongPosition {
    let scores: Vec<f64> = afters.iter().map(score).collect();
    let least = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max) - below;
    let good: Vec<usize> = (0..afters.len()).filter(|at| scores[*at] >= least).collect();
    // A score may be no number; then all are alike.
    match good.len() {
        0 => afters[random.below(afters.len())],
        count => afters[good[random.below(count)]],
    }
}
