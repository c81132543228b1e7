//! The records of `chong rollout` and `chong match`: games played to the end.

use std::fmt::Write;

use serde::Serialize;

use super::{Head, picture};
use crate::{ChongPolicy, Dice, GameTally, LuckStatistics};
use chongkak_base::control::StopReason;
use chongkak_base::math::{COUNTED, Interval};
use chongkak_base::text::Record;
use chongkak_base::text::numbers_in_words::counted;

/// The answer of `chongkak chong rollout`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RolloutRecord {
    #[serde(flatten)]
    pub head: Head,
    /// The throw; null if none was given.
    pub throw: Option<Dice>,
    /// The policy of both players.
    pub policy: ChongPolicy,
    /// The random seed.
    pub seed: u64,
    #[serde(flatten)]
    pub tally: GameTally,
    /// The share of games won by the player to throw, draws as half; null before the first game. No
    /// interval if all games were the same.
    pub share: Option<Interval>,
    /// True if the luck of each game was removed, by the estimate.
    pub without_luck: bool,
    /// The chance to win: the share, or the share without luck.
    pub probability: Option<Interval>,
    /// The limit that ended the work early; null if none did.
    pub stopped: Option<StopReason>,
}

/// The answer of `chongkak chong match`: the results of the games.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchRecord {
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 2, max = 28)))]
    pub holes: u8,
    /// Dice of a throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    pub dice: u8,
    /// The policy of the first player.
    pub first: String,
    /// The policy of the second player.
    pub second: String,
    /// The seed of the throws.
    pub seed: u64,
    #[serde(flatten)]
    pub tally: GameTally,
    /// The share of games won by the first player, draws as half; null before the first game. No
    /// interval if all games were the same.
    pub share: Option<Interval>,
    /// The effects of throws and choices; null if not requested, and with fewer than two games.
    pub luck: Option<LuckRecord>,
    /// The limit that ended the work; null if nothing was left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "interrupted", null])))]
    pub stopped: Option<StopReason>,
}

/// The effects of throws and choices.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LuckRecord {
    /// True if throws and choices were judged by exact values, false by the estimate.
    pub exact: bool,
    #[serde(flatten)]
    pub statistics: LuckStatistics,
}

/// Results are rounded to ten-thousandths: more digits would suggest more than is known.
pub const PARTS: f64 = 10_000.0;

pub fn share(tally: &GameTally) -> Option<Interval> {
    tally.share().map(|share| share.rounded(PARTS))
}

/// Formats a share, with its interval if it has one.
fn in_words(share: Interval) -> String {
    let mean = picture::percent(share.mean);
    match share.ends().map(|ends| ends.map(picture::percent)) {
        Some([low, high]) => format!("{mean} (95 %: {low} to {high})"),
        None => mean,
    }
}

/// Formats the results of games, the chance without luck if it was asked for, and the limit that
/// ended them.
fn results(
    text: &mut String,
    tally: &GameTally,
    (winner, share): (impl std::fmt::Display, Option<Interval>),
    probability: Option<Interval>,
    stopped: Option<StopReason>,
) -> std::fmt::Result {
    let (won, drawn, lost) = (tally.won, tally.drawn, tally.lost);
    let games = tally.games;
    writeln!(text, "\n{}: {won} won, {drawn} drawn, {lost} lost", counted(games, "game"))?;
    if let Some(share) = share {
        writeln!(text, "{winner} wins {}", in_words(share))?;
    }
    if let Some(probability) = probability {
        let probability = in_words(probability);
        writeln!(text, "without luck {winner} wins {probability}")?;
    }
    match tally.different {
        1 if games > 1 => writeln!(text, "one game, repeated: every game is the same")?,
        different if different < games.min(COUNTED as u64) => {
            writeln!(text, "{different} different games")?;
        }
        _ => {}
    }
    writeln!(text, "\nan estimate from play")?;
    match stopped {
        Some(limit) => writeln!(text, "stopped by: {limit}"),
        None => Ok(()),
    }
}

impl Record for RolloutRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&picture::board(&self.head.position));
        let throw = match &self.throw {
            Some(throw) => format!(", after the throw {throw}"),
            None => String::new(),
        };
        let (player, policy, seed) = (self.head.player, self.policy, self.seed);
        writeln!(text, "\n{player} to throw{throw}; both play by {policy}, random seed {seed}")?;
        let (share, chance) = ((player, self.share), self.probability);
        let chance = chance.filter(|_| self.without_luck);
        results(text, &self.tally, share, chance, self.stopped)
    }
}

impl Record for MatchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (first, second) = (&self.first, &self.second);
        let dice = if self.dice == 1 { "die" } else { "dice" };
        writeln!(
            text,
            "{first} against {second} on 3 x {} with {} {dice}; the players change sides, random seed {}",
            self.holes, self.dice, self.seed
        )?;
        results(text, &self.tally, (first, self.share), None, self.stopped)?;
        match &self.luck {
            Some(luck) => self.write_luck(text, luck),
            None => Ok(()),
        }
    }
}

impl MatchRecord {
    /// Writes the effects of throws and choices, all in percent of a game.
    fn write_luck(&self, text: &mut String, record: &LuckRecord) -> std::fmt::Result {
        let percent = picture::percent;
        let LuckRecord { exact, statistics: luck } = record;
        let (by, rest) = match exact {
            true => ("exact values", "choices"),
            false => ("the estimate", "choices and the estimate's errors"),
        };
        writeln!(text, "\nby {by}, in a game:")?;
        for (player, (swing, loss)) in
            [&self.first, &self.second].into_iter().zip(luck.swing.into_iter().zip(luck.loss))
        {
            let (swing, loss) = (percent(swing), percent(loss));
            writeln!(text, "{player}: good and bad luck {swing}, given away by choices {loss}")?;
        }
        let (first, adjusted) = (&self.first, in_words(luck.adjusted));
        writeln!(text, "without luck {first} wins {adjusted}")?;
        if let Some(by_throws) = luck.winner_by_throws {
            let [throws, others] = [by_throws, 1.0 - by_throws].map(percent);
            writeln!(
                text,
                "of the winners' gains, {throws} came from throws, {others} from {rest}"
            )?;
        }
        Ok(())
    }
}
