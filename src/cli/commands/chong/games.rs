//! `chong rollout` and `chong match`: games played to the end.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::{Dice, Games, Policy, Position, Tally};
use chongkak::control::StopReason;
use chongkak::math::Interval;

use super::args::{Match, Rollout};
use super::{Chosen, Head, each, given_throw, picture};
use crate::cli::{Failure, Record, Session, Status, watched};

#[derive(Serialize)]
struct RolloutRecord {
    #[serde(flatten)]
    head: Head,
    throw: Option<Dice>,
    policy: Policy,
    seed: u64,
    #[serde(flatten)]
    tally: Tally,
    /// That the player to throw wins, a draw as half; null before the first game.
    probability: Option<Interval>,
    stopped: Option<StopReason>,
}

#[derive(Serialize)]
struct MatchRecord {
    holes: u8,
    dice: u8,
    first: Policy,
    second: Policy,
    seed: u64,
    #[serde(flatten)]
    tally: Tally,
    /// The share of the games that the first player won, a draw as half.
    share: Option<Interval>,
    stopped: Option<StopReason>,
}

pub fn rollout(
    args: &Rollout,
    chosen: &Chosen,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let games = Games {
            rules: &task.rules,
            start: &task.placed.position,
            throw: given,
            policies: [args.policy; 2],
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
    chosen: &Chosen,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    let rules = chosen.rules;
    let games = Games {
        rules: &rules,
        start: &Position::start(&rules),
        throw: None,
        policies: [args.first, args.second],
        change: true,
        games: args.games,
        precision: 0.0,
        seed: args.seed,
    };
    let (tally, stopped) = watched(session, |control| games.play(control))?;
    session.out.record(&MatchRecord {
        holes: rules.columns.get(),
        dice: rules.dice.get(),
        first: args.first,
        second: args.second,
        seed: args.seed,
        tally,
        share: share(&tally),
        stopped,
    })?;
    Ok(Status::after(stopped))
}

/// To ten-thousandths: more would say more than is known.
fn share(tally: &Tally) -> Option<Interval> {
    tally.share().map(|share| share.rounded(10_000.0))
}

/// The results of games in words, and the limit that ended them.
fn results(
    text: &mut String,
    tally: &Tally,
    (winner, share): (impl std::fmt::Display, Option<Interval>),
    stopped: Option<StopReason>,
) -> std::fmt::Result {
    let (won, drawn, lost) = (tally.won, tally.drawn, tally.lost);
    let games = tally.games;
    writeln!(
        text,
        "\n{games} games: {won} won, {drawn} drawn, {lost} lost"
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
        let (first, second) = (self.first, self.second);
        let dice = if self.dice == 1 { "die" } else { "dice" };
        writeln!(
            text,
            "{first} against {second} on 3 x {} with {} {dice}; the players change sides, seed {}",
            self.holes, self.dice, self.seed
        )?;
        results(text, &self.tally, (first, self.share), self.stopped)
    }
}
