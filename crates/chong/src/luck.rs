//! Luck and skill: the effect of throws and choices on games, by exact values or by an estimate.
//!
//! A position before a throw has the value V to the player to throw: the chance to win if both play
//! perfectly from there on, a draw counting half. After the throw it has the value W of the best
//! way to play it, and the way that the player chooses leaves C.
//!
//! - The *luck* of the throw is W - V. Its mean over all throws is zero, whatever the players do.
//! - The *loss* by the choice is W - C, never negative.
//!
//! The chance that the choice leaves, 1 - C, is the V of the other player. So all terms of a game
//! add up:
//! ```text
//! result - start = (own luck - the other's luck) + (the other's loss - own loss)
//! ```
//! The first difference is due to throws, the second to choices. A result without the first has the
//! same mean as the result, and varies far less.
//!
//! **With an estimate** of positions, W is the best estimated chance among the ways to play the
//! throw, and V is the mean of W over all throws, so that the mean luck is zero however good the
//! estimate is. The V of the other player is no longer 1 - C: the second difference also contains
//! the corrections that the estimate makes from turn to turn.

use serde::{Deserialize, Serialize};

use crate::prices::Appraiser;
use crate::{ChongPosition, Dice, probability};
use chongkak_base::math::{Interval, Sample, even_mean};

/// The total effect of throws and choices on one player, in chances to win.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlayerLuck {
    /// The total luck.
    pub luck: f64,
    /// The total size of the luck, good and bad, throw by throw.
    pub swing: f64,
    /// The total loss by choices.
    pub loss: f64,
}

/// The effect of throws and choices in games. Unless stated otherwise, numbers are chances to win
/// of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LuckTotals {
    /// The number of games.
    pub games: u64,
    /// The total of the chances before the first throw, or after it if it was given.
    pub start: f64,
    /// The total of the results: 1 for a win, a half for a draw.
    pub result: f64,
    /// The effect of each player's throws and choices, in that player's chances.
    pub accounts: [PlayerLuck; 2],
    /// Results minus the chances at the start.
    gains: Sample,
    /// The player's luck minus the opponent's.
    throws: Sample,
    /// Gains minus that: the opponent's losses minus the player's, and the corrections of the
    /// estimate. The games in which the player throws first are a separate sample.
    choices: [Sample; 2],
    /// The total of the chances at the start, for the games in which each player throws first.
    starts: [f64; 2],
    /// The total gain of the winners, and the part of it due to throws.
    winners: [f64; 2],
}

/// Statistics of luck and choices in games. Chances are fractions of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LuckStatistics {
    /// The number of games.
    pub games: u64,
    /// The first player's result without luck, with the 95 % interval; without an interval before
    /// the player has thrown first twice, and second twice if the players change sides.
    pub adjusted: Interval,
    /// The size of each player's luck, good and bad, in a game.
    pub swing: [f64; 2],
    /// The chances that each player gives away in a game.
    pub loss: [f64; 2],
    /// The standard deviation of games from their mean.
    pub deviation: Deviation,
    /// The part of the winner's gain, from the chance at the start to 1, that is due to throws; the
    /// rest is due to choices and to the estimate's errors. Null if nobody won.
    pub winner_by_throws: Option<f64>,
}

/// Standard deviations over games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Deviation {
    /// The deviation of the result minus the chance at the start.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub gain: f64,
    /// The deviation of the effect of throws.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub throws: f64,
    /// The deviation of the effect of choices, and of the estimate's errors.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub choices: f64,
}

impl LuckStatistics {
    /// Rounds to multiples of 1/`parts`.
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
    /// Adds other games.
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

    /// Returns the statistics, or `None` for fewer than two games.
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
        // As for the choices, each side has the same weight.
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

/// Judges a game turn by turn.
pub(super) struct Judge<'a, 'b> {
    appraiser: &'a mut Appraiser<'b>,
    start: f64,
    /// The player who throws first.
    first: usize,
    accounts: [PlayerLuck; 2],
    /// Whether the next throw was given, rather than thrown.
    given: bool,
}

impl<'a, 'b> Judge<'a, 'b> {
    /// Starts a game in which this player, 0 or 1, throws first, or plays a given throw.
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

    /// Adds a turn of this player.
    pub(super) fn turn(
        &mut self,
        who: usize,
        before: &ChongPosition,
        throw: Dice,
        after: &ChongPosition,
    ) {
        let prices = self.appraiser.prices(before, throw, after);
        // Chances are half the values.
        let luck = match std::mem::take(&mut self.given) {
            true => 0.0,
            false => (prices.best - prices.before) / 2.0,
        };
        let account = &mut self.accounts[who];
        account.luck += luck;
        account.swing += luck.abs();
        account.loss += (prices.best - prices.left) / 2.0;
    }

    /// Returns the totals of the game, which ended with this value for player 0.
    pub(super) fn result(self, value: f64) -> LuckTotals {
        let [first, second] = self.accounts;
        let throws = first.luck - second.luck;
        let gain = probability(value) - self.start;
        // The winner gained what the first player gained or lost.
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
