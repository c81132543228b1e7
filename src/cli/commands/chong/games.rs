//! `chong rollout` and `chong match`: games played to the end.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::findings::{Head, picture};
use chongkak::chong::{
    BoardValues, ChongPolicy, ChongPosition, ChongTask, Chooser, ChosenRules, Dice, GameTally,
    Games, LuckStatistics, LuckTotals, PlacedPosition,
};
use chongkak::control::StopReason;
use chongkak::math::Interval;

use super::args::{Contestant, Match, Rollout};
use super::{each, given_throw, solve};
use crate::cli::words::counted;
use crate::cli::{CliError, Record, Session, Status, watched};

/// The answer of `chongkak chong rollout`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RolloutRecord {
    #[serde(flatten)]
    head: Head,
    /// The throw; null if none was given.
    throw: Option<Dice>,
    /// The policy of both players.
    policy: ChongPolicy,
    /// The random seed.
    seed: u64,
    #[serde(flatten)]
    tally: GameTally,
    /// The chance that the player to throw wins, a draw as half; null before the first game.
    probability: Option<Interval>,
    /// The limit that ended the work early; null if none did.
    stopped: Option<StopReason>,
}

/// The answer of `chongkak chong match`: the results of the games.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchRecord {
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 2, max = 28)))]
    holes: u8,
    /// Dice of a throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    dice: u8,
    /// The policy of the first player.
    first: String,
    /// The policy of the second player.
    second: String,
    /// The seed of the throws.
    seed: u64,
    #[serde(flatten)]
    tally: GameTally,
    /// The share of the games that the first player won, a draw as half; null before the first
    /// game.
    share: Option<Interval>,
    /// The effects of throws and choices; null if they were not asked for, and of fewer than two
    /// games.
    luck: Option<LuckStatistics>,
    /// The limit that ended the work; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "interrupted", null])))]
    stopped: Option<StopReason>,
}

pub fn rollout(
    args: &Rollout,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let games = Games {
            rules: &task.rules,
            start: &task.placed.position,
            throw: given,
            players: [args.policy.into(); 2],
            change: false,
            games: args.games,
            precision: args.precision,
            seed: args.seed,
        };
        let (tally, stopped) = watched(session, |control| games.play(control))?;
        session.out.record(&RolloutRecord {
            head: task.head(),
            throw: given,
            policy: args.policy,
            seed: args.seed,
            tally,
            probability: share(&tally),
            stopped,
        })?;
        Ok(Status::after(stopped))
    })
}

pub fn contest(
    args: &Match,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let (rules, start) = (chosen.rules, ChongPosition::start(&chosen.rules));
    let both = [args.first, args.second];
    let solved = match args.luck || both.contains(&Contestant::Perfect) {
        true => Some(solved(chosen, session)?),
        false => None,
    };
    let games = Games {
        rules: &rules,
        start: &start,
        throw: None,
        players: both.map(|one| chooser(one, solved.as_ref())),
        change: true,
        games: args.games,
        precision: 0.0,
        seed: args.seed,
    };
    let judge = solved.as_ref().filter(|_| args.luck);
    let (tally, luck, stopped) = watched(session, |control| match judge {
        Some(solved) => games.judged(solved, control),
        None => {
            let (tally, stopped) = games.play(control);
            (tally, LuckTotals::default(), stopped)
        }
    })?;
    let luck = luck.reckoning();
    session.out.record(&MatchRecord {
        holes: rules.columns.get(),
        dice: rules.dice.get(),
        first: args.first.to_string(),
        second: args.second.to_string(),
        seed: args.seed,
        tally,
        share: share(&tally),
        luck: luck.map(|luck| luck.rounded(10_000.0)),
        stopped,
    })?;
    Ok(Status::after(stopped))
}

/// The exact values of the board.
fn solved(chosen: &ChosenRules, session: &Session<'_>) -> Result<BoardValues, CliError> {
    let task = ChongTask {
        placed: PlacedPosition::start(&chosen.rules),
        rules: chosen.rules,
    };
    solve::solve(&task, session)?.map_err(CliError::from)
}

/// The player of a match; the board was solved if one plays perfectly.
fn chooser(contestant: Contestant, solved: Option<&BoardValues>) -> Chooser<'_> {
    match contestant {
        Contestant::ChongPolicy(policy) => policy.into(),
        Contestant::Perfect => Chooser::Perfect(solved.expect("the board was solved")),
    }
}

/// To ten-thousandths: more would say more than is known.
fn share(tally: &GameTally) -> Option<Interval> {
    tally.share().map(|share| share.rounded(10_000.0))
}

/// The results of games in words, and the limit that ended them.
fn results(
    text: &mut String,
    tally: &GameTally,
    (winner, share): (impl std::fmt::Display, Option<Interval>),
    stopped: Option<StopReason>,
) -> std::fmt::Result {
    let (won, drawn, lost) = (tally.won, tally.drawn, tally.lost);
    let games = tally.games;
    writeln!(
        text,
        "\n{}: {won} won, {drawn} drawn, {lost} lost",
        counted(games, "game")
    )?;
    if let Some(Interval { mean, low, high }) = share {
        let [mean, low, high] = [mean, low, high].map(picture::percent);
        writeln!(text, "{winner} wins {mean} (95 %: {low} to {high})")?;
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
        writeln!(
            text,
            "\n{player} to throw{throw}; both play by {policy}, seed {seed}"
        )?;
        results(text, &self.tally, (player, self.probability), self.stopped)
    }
}

impl Record for MatchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (first, second) = (&self.first, &self.second);
        let dice = if self.dice == 1 { "die" } else { "dice" };
        writeln!(
            text,
            "{first} against {second} on 3 x {} with {} {dice}; the players change sides, seed {}",
            self.holes, self.dice, self.seed
        )?;
        results(text, &self.tally, (first, self.share), self.stopped)?;
        match &self.luck {
            Some(luck) => self.write_luck(text, luck),
            None => Ok(()),
        }
    }
}

impl MatchRecord {
    /// Says what throws and choices did. All numbers are percents of a game.
    fn write_luck(&self, text: &mut String, luck: &LuckStatistics) -> std::fmt::Result {
        let percent = picture::percent;
        writeln!(text, "\nby exact values, in a game:")?;
        for (player, (swing, loss)) in [&self.first, &self.second]
            .into_iter()
            .zip(luck.swing.into_iter().zip(luck.loss))
        {
            let (swing, loss) = (percent(swing), percent(loss));
            writeln!(
                text,
                "{player}: luck and bad luck {swing}, given away by choices {loss}"
            )?;
        }
        let Interval { mean, low, high } = luck.adjusted;
        let [mean, low, high] = [mean, low, high].map(percent);
        let first = &self.first;
        writeln!(
            text,
            "without luck {first} wins {mean} (95 %: {low} to {high})"
        )?;
        if let Some(by_throws) = luck.winner_by_throws {
            let [throws, choices] = [by_throws, 1.0 - by_throws].map(percent);
            writeln!(
                text,
                "of what winners gained throws brought {throws}, choices {choices}"
            )?;
        }
        Ok(())
    }
}
