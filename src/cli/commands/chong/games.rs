//! `chong rollout` and `chong match`: games played to the end.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::Serialize;

use chongkak::chong::{Games, Placed, Position, Tally};
use chongkak::math::Interval;

use super::args::{Match, Rollout};
use super::{Chosen, each, given_throw, picture};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::progress::{Progress, Stage};
use crate::cli::session::Session;
use crate::cli::watch::{why_stopped, with_watch};

#[derive(Serialize)]
struct RolloutRecord {
    position: String,
    player: String,
    throw: Option<String>,
    policy: String,
    seed: u64,
    #[serde(flatten)]
    results: Results,
    /// That the player to throw wins, a draw as half; null before the first game.
    probability: Option<Share>,
    stopped: Option<&'static str>,
    #[serde(skip)]
    placed: Placed,
}

#[derive(Serialize)]
struct MatchRecord {
    holes: u8,
    dice: u8,
    first: String,
    second: String,
    seed: u64,
    #[serde(flatten)]
    results: Results,
    /// The share of the games that the first player won, a draw as half.
    share: Option<Share>,
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct Results {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    throws: u64,
}

/// A mean with the interval of 95 %.
#[derive(Serialize)]
struct Share {
    mean: f64,
    low: f64,
    high: f64,
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
        let (tally, stopped) = play(&games, session);
        session.out.record(&RolloutRecord {
            position: task.placed.to_string(),
            player: task.placed.player.to_string(),
            throw: given.map(|throw| throw.to_string()),
            policy: args.policy.to_string(),
            seed: args.seed,
            results: results(&tally),
            probability: tally.share().map(share),
            stopped,
            placed: task.placed,
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
        start: &Position::start(rules.columns.get()),
        throw: None,
        policies: [args.first, args.second],
        change: true,
        games: args.games,
        precision: 0.0,
        seed: args.seed,
    };
    let (tally, stopped) = play(&games, session);
    session.out.record(&MatchRecord {
        holes: rules.columns.get(),
        dice: rules.dice.get(),
        first: args.first.to_string(),
        second: args.second.to_string(),
        seed: args.seed,
        results: results(&tally),
        share: tally.share().map(share),
        stopped,
    })?;
    Ok(Status::after(stopped))
}

/// Plays games within the limits of the session.
fn play(games: &Games<'_>, session: &Session<'_>) -> (Tally, Option<&'static str>) {
    let mut progress = Progress::new(session.common.quiet);
    let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let text = || {
        let (played, most) = (played.load(Ordering::Relaxed), games.games);
        Stage::counted(played, most, format!("{played} of at most {most} games"))
    };
    let tally = with_watch(session.common.time, &stop, &mut progress, text, || {
        games.play_counting(&stop, &played)
    });
    drop(progress);
    let complete = tally.games() == games.games || games.is_enough(&tally);
    (tally, if complete { None } else { why_stopped(&stop) })
}

const fn results(tally: &Tally) -> Results {
    Results {
        games: tally.games(),
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
        throws: tally.throws,
    }
}

/// To ten-thousandths: more would say more than is known.
fn share(interval: Interval) -> Share {
    let [mean, low, high] = [interval.mean, interval.low, interval.high]
        .map(|share| (share * 10_000.0).round() / 10_000.0);
    Share { mean, low, high }
}

impl Share {
    fn told(&self) -> String {
        let [mean, low, high] = [self.mean, self.low, self.high].map(picture::percent);
        format!("{mean} (95 %: {low} to {high})")
    }
}

impl Results {
    fn told(&self) -> String {
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        format!(
            "{} games: {won} won, {drawn} drawn, {lost} lost",
            self.games
        )
    }
}

fn end(text: &mut String, stopped: Option<&str>) -> std::fmt::Result {
    writeln!(text, "\nan estimate from play")?;
    match stopped {
        Some(limit) => writeln!(text, "stopped: {limit}"),
        None => Ok(()),
    }
}

impl Record for RolloutRecord {
    fn text(&self) -> String {
        let mut text = picture::board(&self.placed);
        self.write(&mut text).expect("a string takes text");
        text
    }
}

impl RolloutRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let throw = match &self.throw {
            Some(throw) => format!(", after the throw {throw}"),
            None => String::new(),
        };
        let (player, policy, seed) = (&self.player, &self.policy, self.seed);
        writeln!(
            text,
            "\n{player} to throw{throw}; both play by {policy}, seed {seed}\n"
        )?;
        writeln!(text, "{}", self.results.told())?;
        if let Some(share) = &self.probability {
            writeln!(text, "{player} wins {}", share.told())?;
        }
        end(text, self.stopped)
    }
}

impl Record for MatchRecord {
    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("a string takes text");
        text
    }
}

impl MatchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (first, second) = (&self.first, &self.second);
        let dice = if self.dice == 1 { "die" } else { "dice" };
        writeln!(
            text,
            "{first} against {second} on 3 x {} with {} {dice}; the players change sides, seed {}\n",
            self.holes, self.dice, self.seed
        )?;
        writeln!(text, "{}", self.results.told())?;
        if let Some(share) = &self.share {
            writeln!(text, "{first} wins {}", share.told())?;
        }
        end(text, self.stopped)
    }
}
