//! Policies for playing a throw: at random, by simple rules, by the estimate, by search.

use std::fmt;
use std::str::FromStr;

use crate::{Afters, ChongPosition, Dice, ThrowGame};
use chongkak_base::control::{Clock, Control, whole_number};
use chongkak_base::math::Random;
use chongkak_base::text::{Diagnostic, ErrorKind};

/// A policy for choosing among the positions in which a turn can end. Ties are broken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(with = "String"))]
pub enum ChongPolicy {
    /// Any position, all equally likely.
    Random,
    /// A win; else one that leaves the opponent the fewest pieces.
    Greedy,
    /// A win; else one whose foremost soldier has come farthest.
    Runner,
    /// The best by the estimate after the turn: one decision deep.
    Guess,
    /// The best by a search two decisions deep, over this many throws of the opponent.
    Search(u32),
    /// An easy opponent that sees the captures of one turn: greedy, but random two times in three.
    Beginner,
    /// Avoids big mistakes: any way whose estimated chance to win is at most two fifths below that
    /// of the best; less on boards of more than twelve columns, where a game has more decisions.
    Player,
    /// Avoids smaller mistakes too: any way at most half as far below.
    Strong,
    /// Searches two decisions deep, over all throws.
    Best,
}

/// The estimated chance to win that [`ChongPolicy::Player`] may give away with a throw; `Strong`
/// may give away half of it.
///
/// On larger boards it shrinks with the square of the columns over twelve. Games are longer there,
/// 106 throws on 28 columns instead of 7, so losses add up: with two fifths a throw it would lose
/// to [`ChongPolicy::Beginner`] from 18 columns on.
fn tolerance(columns: u8) -> f64 {
    let part = (12.0 / f64::from(columns)).min(1.0);
    0.4 * part * part
}

/// The names of the policies without a number.
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

/// The accepted forms, for error messages.
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
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<ChongPolicy, Diagnostic> {
        let searched = || {
            let throws = whole_number(text.strip_prefix("search:")?)?;
            let throws = u32::try_from(throws).ok()?;
            (throws > 0).then_some(ChongPolicy::Search(throws))
        };
        let named = NAMES.iter().find(|(name, _)| *name == text);
        let policy = named.map(|(_, policy)| *policy).or_else(searched);
        policy.ok_or_else(|| {
            let found = format_args!("found {text:?}");
            Diagnostic::at(0..text.len(), found, EXPECTED).of_kind(ErrorKind::Syntax)
        })
    }
}

impl ChongPolicy {
    /// Whether it searches beyond the turn; then judging a game takes no longer than playing it.
    #[must_use]
    pub const fn looks_ahead(self) -> bool {
        matches!(self, ChongPolicy::Search(_) | ChongPolicy::Best)
    }

    /// Returns the position that it leaves.
    ///
    /// A search ended by the control uses what it has found; the caller discards such a game.
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
            // Without a choice no random number is drawn.
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
        let guessed = |random: &mut Random, tolerance: f64| {
            let guess = game.guess_near(&position.swapped());
            // Chances are half the values.
            near(&afters, random, 2.0 * tolerance, |after| -guess(after))
        };
        let search_two_ahead = |random: &mut Random, throws| {
            let clock = Clock::new(control.quietly());
            search_two_ahead(game, position, &afters, throws, random, &clock)
        };
        let columns = game.rules().columns.get();
        match self {
            ChongPolicy::Random => unreachable!("it has chosen"),
            ChongPolicy::Greedy | ChongPolicy::Beginner => {
                near(&afters, random, 0.0, |after| -pieces(after))
            }
            ChongPolicy::Runner => near(&afters, random, 0.0, foremost),
            ChongPolicy::Guess => guessed(random, 0.0),
            ChongPolicy::Strong => guessed(random, tolerance(columns) / 2.0),
            ChongPolicy::Player => guessed(random, tolerance(columns)),
            ChongPolicy::Search(throws) => search_two_ahead(random, throws),
            ChongPolicy::Best => search_two_ahead(random, u32::MAX),
        }
    }
}

/// Returns a random position among those whose score is at most `margin` below the highest.
fn near(
    afters: &[ChongPosition],
    random: &mut Random,
    margin: f64,
    score: impl Fn(&ChongPosition) -> f64,
) -> ChongPosition {
    let scores: Vec<f64> = afters.iter().map(score).collect();
    let least = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max) - margin;
    let good: Vec<usize> = (0..afters.len()).filter(|at| scores[*at] >= least).collect();
    // Scores may be NaN; then all count as equal.
    match good.len() {
        0 => afters[random.below(afters.len())],
        count => afters[good[random.below(count)]],
    }
}

/// The number of ways searched deeper than one decision: the best by the estimate.
const WIDTH: usize = 8;

/// Ways that seem worse than the best by more than this, in values from -1 to 1, are not searched.
const MARGIN: f64 = 0.3;

/// Throws between two comparisons of the ways.
const ROUND: usize = 14;

/// A way is dropped when it is this many standard errors of the difference behind.
const BEHIND: f64 = 3.0;

/// A way under comparison.
struct Candidate {
    after: ChongPosition,
    /// The value of each throw so far to the other player.
    replies: Vec<f64>,
}

/// Chooses two decisions deep: the turn, and the reply to each throw. Returns the position with the
/// best mean over all throws, or over a sample if there are more than `throws`; if the clock ends
/// the search, the best so far.
///
/// All ways get the same random draws, so the luck of the throws does not distinguish them. Ways
/// that fall clearly behind are dropped, and the remaining throws are played for those that are
/// close.
fn search_two_ahead(
    game: &ThrowGame<'_>,
    position: &ChongPosition,
    afters: &[ChongPosition],
    throws: u32,
    random: &mut Random,
    clock: &Clock<'_>,
) -> ChongPosition {
    let mut ways = candidates(game, position, afters);
    let throws = sample(game.throws(), throws, random);
    let mut played: Vec<f64> = Vec::new();
    for round in throws.chunks(ROUND) {
        if ways.len() == 1 {
            break;
        }
        for (weight, throw) in round {
            for way in &mut ways {
                if clock.step().is_err() {
                    return ways[0].after;
                }
                way.replies.push(game.best(&way.after, *throw).0);
            }
            played.push(*weight);
        }
        drop_behind(&mut ways, &played);
    }
    ways[0].after
}

/// Returns the best ways by the estimate, the best first.
fn candidates(
    game: &ThrowGame<'_>,
    position: &ChongPosition,
    afters: &[ChongPosition],
) -> Vec<Candidate> {
    let guess = game.guess_near(&position.swapped());
    let rated = afters.iter().map(|after| (guess(after), *after));
    let mut rated: Vec<(f64, ChongPosition)> = rated.collect();
    rated.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let most = rated[0].0 + MARGIN;
    let near = rated.into_iter().take(WIDTH).filter(|(guess, _)| *guess <= most);
    let candidate = |(_, after)| Candidate { after, replies: Vec::new() };
    near.map(candidate).collect()
}

/// Returns throws with their weights in shuffled order: all of them, or a sample of `wanted`, each
/// in proportion to its weight.
fn sample(all: &[(u32, Dice)], wanted: u32, random: &mut Random) -> Vec<(f64, Dice)> {
    let mut throws = all.to_vec();
    for last in (1..throws.len()).rev() {
        throws.swap(last, random.below(last + 1));
    }
    if wanted as usize >= throws.len() {
        let weighted = throws.into_iter().map(|(weight, throw)| (weight.into(), throw));
        return weighted.collect();
    }
    // Systematic sampling: every n-th of all equally likely throws, from a random start.
    let total: u32 = throws.iter().map(|(weight, _)| weight).sum();
    let mut drawn: Vec<(f64, Dice)> = Vec::new();
    let first = random.below(total as usize) as u64;
    let (mut below, mut number) = (0, 0);
    for (weight, throw) in throws {
        below += u64::from(weight) * u64::from(wanted);
        while number * u64::from(total) + first < below {
            drawn.push((1.0, throw));
            number += 1;
        }
    }
    for last in (1..drawn.len()).rev() {
        drawn.swap(last, random.below(last + 1));
    }
    drawn
}

/// Sorts the ways, the best first, and drops those clearly behind it.
fn drop_behind(ways: &mut Vec<Candidate>, weights: &[f64]) {
    let total: f64 = weights.iter().sum();
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        values.zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total
    };
    let worth = |way: &Candidate| mean(&mut way.replies.iter().copied());
    ways.sort_by(|one, other| worth(one).total_cmp(&worth(other)));
    let best = ways[0].replies.clone();
    let count = weights.len() as f64;
    ways.retain(|way| {
        let behind = || way.replies.iter().zip(&best).map(|(one, other)| one - other);
        let by = mean(&mut behind());
        let spread = mean(&mut behind().map(|one| (one - by) * (one - by)));
        by <= BEHIND * (spread / count).sqrt()
    });
}
