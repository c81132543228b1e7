//! `match`: two ways of playing against each other.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use chongkak::control::Stop;
use chongkak::matches::{Deeds, Match, Tally};

use chongkak::math::Interval;

use super::columns;
use crate::cli::args::Contest;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::output::Record;
use crate::cli::progress::{Progress, Stage};
use crate::cli::session::Session;
use crate::cli::watch::{why_stopped, with_watch};

#[derive(Serialize)]
struct MatchRecord {
    position: String,
    first: String,
    second: String,
    keep_sides: bool,
    seed: u64,
    rounds: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Null where there are too few rounds to say.
    result: Option<IntervalRecord>,
    score: Option<IntervalRecord>,
    players: [DeedsRecord; 2],
    /// The limit that ended the match.
    stopped: Option<&'static str>,
}

#[derive(Serialize)]
struct IntervalRecord {
    mean: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct DeedsRecord {
    turns: u64,
    moves: u64,
    gained: u64,
    going_on: u64,
    captures: u64,
    captured: u64,
    last: u64,
    last_and_won: u64,
}

pub fn run(args: &Contest, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::each(&args.place, session, |task, session| {
        one(args, task, session)
    })
}

fn one(args: &Contest, task: &Task, session: &mut Session<'_>) -> Result<Status, Failure> {
    task.expect_under_way()?;
    let contest = Match {
        rules: &task.rules,
        start: &task.position,
        policies: [args.first, args.second],
        keep_sides: args.keep_sides,
        rounds: args.rounds,
        seed: args.seed,
    };
    let mut progress = Progress::new(session.common.quiet);
    let (played, stop) = (AtomicU64::new(0), Stop::new());
    let text = || {
        let (played, all) = (played.load(Ordering::Relaxed), args.rounds);
        Stage::counted(played, all, format!("{played} of {all} rounds"))
    };
    let flag = stop.as_flag();
    let tally = with_watch(session.common.time, flag, &mut progress, text, || {
        contest.play_counting(&stop, &played)
    })?;
    drop(progress);
    let complete = tally.rounds == args.rounds;
    let stopped = if complete { None } else { why_stopped(flag) };
    session.out.record(&record(args, task, &tally, stopped))?;
    Ok(Status::after(stopped))
}

fn record(
    args: &Contest,
    task: &Task,
    tally: &Tally,
    stopped: Option<&'static str>,
) -> MatchRecord {
    MatchRecord {
        position: task.position.to_string(),
        first: args.first.to_string(),
        second: args.second.to_string(),
        keep_sides: args.keep_sides,
        seed: args.seed,
        rounds: tally.rounds,
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
        result: tally.result().map(|i| rounded(i, 100.0)),
        score: tally.score().map(|i| rounded(i, 10_000.0)),
        players: tally.deeds.map(deeds),
        stopped,
    }
}

/// To hundredths or ten-thousandths: more would say more than is known.
fn rounded(interval: Interval, parts: f64) -> IntervalRecord {
    let [mean, low, high] =
        [interval.mean, interval.low, interval.high].map(|x| (x * parts).round() / parts);
    IntervalRecord { mean, low, high }
}

const fn deeds(deeds: Deeds) -> DeedsRecord {
    DeedsRecord {
        turns: deeds.turns,
        moves: deeds.moves,
        gained: deeds.gained,
        going_on: deeds.going_on,
        captures: deeds.captures,
        captured: deeds.captured,
        last: deeds.last,
        last_and_won: deeds.last_and_won,
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
        let sides = if self.keep_sides {
            format!("{} is A", self.first)
        } else {
            "the players change sides".to_owned()
        };
        writeln!(text, "{}", self.position)?;
        writeln!(
            text,
            "{} against {}, {} rounds, {sides}, seed {}\n",
            self.first, self.second, self.rounds, self.seed
        )?;
        writeln!(text, "won     {}", self.won)?;
        writeln!(text, "drawn   {}", self.drawn)?;
        writeln!(text, "lost    {}", self.lost)?;
        if let (Some(result), Some(score)) = (&self.result, &self.score) {
            writeln!(
                text,
                "score   {:.1} % of the rounds (95 %: {:.1} to {:.1})",
                100.0 * score.mean,
                100.0 * score.low,
                100.0 * score.high
            )?;
            writeln!(
                text,
                "result  {:+.2} seeds a round (95 %: {:+.2} to {:+.2})",
                result.mean, result.low, result.high
            )?;
        }
        let rows = [&self.first, &self.second].into_iter().zip(&self.players);
        let rows = rows.map(|(name, deeds)| deeds.row(name, self.rounds));
        let headings = [
            "a round", "turns", "moves", "gains", "going on", "captures", "seeds",
        ];
        let table = columns(&headings, rows.collect(), &[1, 2, 3, 4, 5, 6]);
        write!(text, "\n{table}\nan estimate from play\n")?;
        if let Some(limit) = self.stopped {
            writeln!(text, "stopped: {limit}")?;
        }
        Ok(())
    }
}

impl DeedsRecord {
    /// What a player did in a round on average.
    fn row(&self, name: &str, rounds: u64) -> Vec<String> {
        let counts = [
            self.turns,
            self.moves,
            self.gained,
            self.going_on,
            self.captures,
            self.captured,
        ];
        #[allow(clippy::cast_precision_loss)]
        let mean = |count: u64| format!("{:.2}", count as f64 / rounds.max(1) as f64);
        let means = counts.into_iter().map(mean);
        [name.to_owned()].into_iter().chain(means).collect()
    }
}
