//! Luck and choices: what each did to games, by exact values or by an estimate.
//!
//! A position before a throw is worth V to the player to throw: his chance to win if both play
//! perfectly from there on, a draw counting half. After the throw it is worth W, that of the best
//! way to play it, and the way that he chooses leaves him C.
//!
//! - The *luck* of the throw is W - V. Its mean over all throws is zero, whoever plays.
//! - The *loss* by the choice is W - C, never below zero.
//!
//! The chance that he leaves, 1 - C, is the V of the other player. So all terms of a game add up:
//! ```text
//! result - start = (own luck - the other's luck) + (the other's loss - own loss)
//! ```
//! The first difference is what throws decided, the second what choices did. A result without the
//! first has the same mean as the result, and varies far less.
//!
//! **By an estimate** of positions W is the best chance by it among the ways to play the throw, and
//! V the mean of W over all throws, so that the mean of luck is zero whatever the estimate is
//! worth. The V of the other player is not 1 - C any more: the second difference has what the
//! estimate corrects itself by, turn by turn, beside what choices did.

use serde::{Deserialize, Serialize};

use crate::prices::Appraiser;
use crate::{ChongPosition, Dice, probability};
use chongkak_base::math::{Interval, Sample, even_mean};

/// The effect of throws and choices on one player, in chances to win, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlayerLuck {
    /// His luck.
    pub luck: f64,
    /// The size of his luck, throw by throw, good and bad.
    pub swing: f64,
    /// The chances that he gave away by his choices.
    pub loss: f64,
}

/// The effect of throws and choices in games. Everything is a chance to win of the first player, if
/// nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LuckTotals {
    /// The games.
    pub games: u64,
    /// His chance before the first throw, or after it if it was given, summed up.
    pub start: f64,
    /// His results, summed up: 1 for a win, a half for a draw.
    pub result: f64,
    /// The effect of each player's throws and choices, each in his own chances.
    pub accounts: [PlayerLuck; 2],
    /// Results less the chances at the start.
    gains: Sample,
    /// Luck, his less the other's.
    throws: Sample,
    /// Gains less that: losses, the other's less his, and what an estimate corrected itself by. The
    /// games in which he throws first are a sample of their own.
    choices: [Sample; 2],
    /// The chances at the start of the games of each, summed up.
    starts: [f64; 2],
    /// The gains of the winners of the games, and how much of them throws brought.
    winners: [f64; 2],
}

/// Statistics of luck and choices in games. A chance is a part of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LuckStatistics {
    /// Games.
    pub games: u64,
    /// The first player's result when luck is taken away, with the interval of 95 %; without one
    /// before he has thrown first twice, and second twice if he does.
    pub adjusted: Interval,
    /// The size of each player's luck, good and bad, in a game.
    pub swing: [f64; 2],
    /// The chances that each player gives away by his choices in a game.
    pub loss: [f64; 2],
    /// The distance of games from their mean (standard deviation).
    pub deviation: Deviation,
    /// The part of what the winner gained, from his chance at the start to 1, that throws brought;
    /// the rest is the choices', and the estimate's errors. None if nobody won.
    pub winner_by_throws: Option<f64>,
}

/// Standard deviations over games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// The deviation of the result less the chance at the start.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub gain: f64,
    /// The deviation of what throws did.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub throws: f64,
    /// The deviation of what choices did, and of the errors of the estimate.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub choices: f64,
}

impl LuckStatistics {
    /// Rounded to so many parts of 1.
    #[must_use]
    pub fn rounded(self, parts: f64) -> LuckStatistics {
        let round = |number: f64| (number * parts).round() / parts;
        let Deviation { gain, throws, choices } = self.deviation;
        LuckStatistics {
            adjusted: self.adjusted.rounded(parts),
            swing: self.swing.map(round),
            loss: self.loss.map(round),
            deviation: Deviation {
                gain: round(gain),
                throws: round(throws),
                choices: round(choices),
            },
            winner_by_throws: self.winner_by_throws.map(round),
            ..self
        }
    }
}

impl LuckTotals {
    /// Adds what other games say.
    pub fn add(&mut self, other: &LuckTotals) {
        self.games += other.games;
        self.start += other.start;
        self.result += other.result;
        for (own, others) in self.accounts.iter_mut().zip(other.accounts) {
            own.luck += others.luck;
            own.swing += others.swing;
            own.loss += others.loss;
        }
        self.gains.add(other.gains);
        self.throws.add(other.throws);
        for at in 0..2 {
            self.choices[at].add(other.choices[at]);
            self.starts[at] += other.starts[at];
            self.winners[at] += other.winners[at];
        }
    }

    /// Returns the figures of the games; none of fewer than two games.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn statistics(&self) -> Option<LuckStatistics> {
        if self.games < 2 {
            return None;
        }
        let choices = Interval::normal(&self.choices)?;
        let mut of_all = self.choices[0];
        of_all.add(self.choices[1]);
        let games = self.games as f64;
        // As the choices: each side counts as much as the other.
        let sides = self.choices.iter().zip(self.starts);
        let sides = sides.filter(|(choices, _)| choices.count > 0);
        let start = even_mean(sides.map(|(choices, start)| start / choices.count as f64))?;
        let [gained, by_throws] = self.winners;
        Some(LuckStatistics {
            games: self.games,
            adjusted: choices.each(|one| start + one),
            swing: self.accounts.map(|one| one.swing / games),
            loss: self.accounts.map(|one| one.loss / games),
            deviation: Deviation {
                gain: self.gains.deviation(),
                throws: self.throws.deviation(),
                choices: of_all.deviation(),
            },
            winner_by_throws: (gained > 0.0).then(|| by_throws / gained),
        })
    }
}

/// Judges a game, turn by turn.
pub(super) struct Judge<'a, 'b> {
    appraiser: &'a mut Appraiser<'b>,
    start: f64,
    /// The player who throws first.
    first: usize,
    accounts: [PlayerLuck; 2],
    /// True if nobody threw the throw that is next: it was given.
    given: bool,
}

impl<'a, 'b> Judge<'a, 'b> {
    /// A game in which this player, 0 or 1, throws first, or plays a throw that was given.
    pub(super) fn new(
        appraiser: &'a mut Appraiser<'b>,
        who: usize,
        position: &ChongPosition,
        given: Option<Dice>,
    ) -> Judge<'a, 'b> {
        let value = appraiser.worth(position, given);
        Judge {
            appraiser,
            start: probability(if who == 0 { value } else { -value }),
            first: who,
            accounts: Default::default(),
            given: given.is_some(),
        }
    }

    /// A turn of this player.
    pub(super) fn turn(
        &mut self,
        who: usize,
        before: &ChongPosition,
        throw: Dice,
        after: &ChongPosition,
    ) {
        let prices = self.appraiser.prices(before, throw, after);
        // Chances are halves of values.
        let luck = match std::mem::take(&mut self.given) {
            true => 0.0,
            false => (prices.best - prices.before) / 2.0,
        };
        let account = &mut self.accounts[who];
        account.luck += luck;
        account.swing += luck.abs();
        account.loss += (prices.best - prices.left) / 2.0;
    }

    /// The game, which ended with this value for player 0.
    pub(super) fn result(self, value: f64) -> LuckTotals {
        let [first, second] = self.accounts;
        let throws = first.luck - second.luck;
        let gain = probability(value) - self.start;
        // What the winner gained is what the first player gained, or what he lost.
        let winners = match value {
            0.0 => [0.0; 2],
            won => [gain * won, throws * won],
        };
        let mut choices = [Sample::default(); 2];
        choices[self.first] = Sample::of(gain - throws);
        let mut starts = [0.0; 2];
        starts[self.first] = self.start;
        LuckTotals {
            games: 1,
            start: self.start,
            result: probability(value),
            accounts: self.accounts,
            gains: Sample::of(gain),
            throws: Sample::of(throws),
            choices,
            starts,
            winners,
        }
    }
}
