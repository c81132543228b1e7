//! `match`: many rounds between two policies.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use chongkak::board::Position;
use chongkak::control::StopReason;
use chongkak::matches::{Match, PlayerStats, Policy, PolicyPlayer};
use chongkak::math::{COUNTED, Interval};

use crate::cli::args::{PositionArgs, WithTables, number};
use crate::cli::records::columns;
use crate::cli::words::counted;
use crate::cli::{
    CliError, Provenance, Record, Session, Status, position_input, table_folder, watched,
};

/// Plays many rounds between two policies
///
/// Strengths: beginner takes the move that gains most, but one time in four any move; player looks
/// at 100 positions before each move and takes any move that seems at most 2 seeds worse than the
/// best; strong looks at 500 positions and plays the best turn it has seen; best looks at 1,000,000
/// positions, which takes a second or two, and uses the installed endgame tables. With at most 32
/// seeds in play, best looks at all positions and makes no mistake.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak match --first biggest --second random
  chongkak match --first search:2000 --second greedy --rounds 100 --rules congklak
  chongkak match --first strong --second player --rounds 100")]
pub struct Contest {
    #[command(flatten)]
    pub place: PositionArgs,
    /// The first player's policy: random, biggest (pile), smallest, nearest (to the store),
    /// farthest, greedy (most seeds gained), search:N (within N positions), search:0.5s (within a
    /// time), or a strength (beginner, player, strong, best); or two of these, such as
    /// biggest/random, for the first move of each turn and for the other moves
    #[arg(long, value_name = "POLICY")]
    pub first: Policy,
    /// The second player's policy
    #[arg(long, value_name = "POLICY")]
    pub second: Policy,
    /// Rounds to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(1..))]
    pub rounds: u64,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
    /// Makes the first player A in every round, instead of changing sides after each round
    #[arg(long)]
    pub keep_sides: bool,
    #[command(flatten)]
    pub with: WithTables,
}

/// The answer of `chongkak match`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchRecord {
    /// The position in which every round begins.
    position: Position,
    /// The policy of the first player.
    first: String,
    /// The policy of the second player.
    second: String,
    /// True if the first player is A in all rounds.
    keep_sides: bool,
    /// The random seed.
    seed: u64,
    /// Rounds that were played.
    rounds: u64,
    /// Distinct rounds among them, which differ in a move or in the side of the first player; at
    /// most 524,288 are counted for each side.
    different: u64,
    /// Rounds that the first player won.
    won: u64,
    /// Rounds that ended in a draw.
    drawn: u64,
    /// Rounds that the first player lost.
    lost: u64,
    /// Mean result of a round in seeds: the first player's minus the second's. Both sides weigh the
    /// same; null before the first round. There is no interval if a side has fewer than two
    /// distinct rounds.
    result: Option<Interval>,
    /// The share of rounds that the first player won, a draw as half; otherwise as `result`.
    score: Option<Interval>,
    /// Sums over all rounds for both players, the first player first.
    players: [PlayerStats; 2],
    /// The limit that ended the match early; null if none did.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "interrupted", null])))]
    stopped: Option<StopReason>,
    #[serde(flatten)]
    provenance: Provenance,
}

pub fn run(args: &Contest, session: &mut Session<'_>) -> Result<Status, CliError> {
    let table_folder = table_folder::from_option(args.with.tables.as_deref());
    position_input::each(&args.place, session, |task, session| {
        position_input::expect_under_way(task)?;
        let endgame = table_folder::endgame(&table_folder, task, session)?;
        let player = |policy| PolicyPlayer::new(policy).with_endgame(endgame.as_deref());
        let [first, second] = [args.first, args.second].map(player);
        let contest = Match::new(task, [&first, &second])
            .with_keep_sides(args.keep_sides)
            .with_rounds(args.rounds)
            .with_seed(args.seed);
        let (tally, stopped) = watched(session, |control| contest.play(control))??;
        session.out.record(&MatchRecord {
            position: *task.position(),
            first: args.first.to_string(),
            second: args.second.to_string(),
            keep_sides: args.keep_sides,
            seed: args.seed,
            rounds: tally.rounds,
            different: tally.different(),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            // Rounded to the known precision.
            result: tally.result().map(|result| within(result, task.position().total())),
            score: tally.score().map(|score| score.rounded(10_000.0)),
            players: tally.players,
            stopped,
            provenance: session.provenance(task),
        })?;
        Ok(Status::after(stopped))
    })
}

/// Clamps the interval to what the board allows; with few rounds it may be wider.
fn within(result: Interval, total: u32) -> Interval {
    let most = f64::from(total);
    result.rounded(100.0).each(|seeds| seeds.clamp(-most, most))
}

impl Record for MatchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (first, second) = (&self.first, &self.second);
        let all = counted(self.rounds, "round");
        let sides = match self.keep_sides {
            true => format!("{first} is A"),
            false => "the players change sides".to_owned(),
        };
        text.push_str(&self.provenance.heading(&self.position));
        let seed = self.seed;
        writeln!(text, "{first} against {second}, {all}, {sides}, seed {seed}\n")?;
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        if let (Some(result), Some(score)) = (self.result, self.score) {
            writeln!(text, "won     {won}\ndrawn   {drawn}\nlost    {lost}")?;
            let score = known(score, |part| format!("{:.1}", 100.0 * part));
            let result = known(result, |seeds| format!("{seeds:+.2}"));
            let ([share, of_share], [seeds, of_seeds]) = (score, result);
            writeln!(text, "score   {share} % of the rounds{of_share}")?;
            writeln!(text, "result  {seeds} seeds a round{of_seeds}")?;
            self.write_means(text)?;
        } else {
            writeln!(text, "no round was finished")?;
        }
        if let Some(limit) = self.stopped {
            writeln!(text, "stopped by: {limit}")?;
        }
        Ok(())
    }
}

impl MatchRecord {
    /// Writes the means of what the players did in a round, and how large the sample is.
    fn write_means(&self, text: &mut String) -> std::fmt::Result {
        let rows = [&self.first, &self.second].into_iter().zip(&self.players);
        let rows = rows.map(|(name, stats)| means(name, stats, self.rounds));
        let headings = ["a round", "turns", "moves", "gains", "going on", "captures", "seeds"];
        let table = columns(&headings, rows.collect(), &[1, 2, 3, 4, 5, 6]);
        writeln!(text, "\n{table}")?;
        let different = self.different;
        let repeated = self.result.is_some_and(|result| result.ends().is_none());
        match (different, repeated) {
            _ if different >= self.rounds.min(COUNTED as u64) => {}
            (1, _) => return writeln!(text, "one round, repeated: {NO_SAMPLE}"),
            (2, true) if !self.keep_sides => {
                return writeln!(text, "one round on each side, repeated: {NO_SAMPLE}");
            }
            _ => writeln!(text, "{different} different rounds")?,
        }
        writeln!(text, "an estimate from play")
    }
}

/// Added if both players are deterministic and so repeat one round.
const NO_SAMPLE: &str = "these players always play it from this position";

/// Formats a number, and its interval if there is one.
fn known(number: Interval, in_words: impl Fn(f64) -> String) -> [String; 2] {
    let ends = number.ends().map(|ends| ends.map(&in_words));
    let interval = ends.map(|[low, high]| format!(" (95 %: {low} to {high})"));
    [in_words(number.mean), interval.unwrap_or_default()]
}

/// Returns a row of the player's mean counts per round.
fn means(name: &str, stats: &PlayerStats, rounds: u64) -> Vec<String> {
    let counts =
        [stats.turns, stats.moves, stats.gained, stats.going_on, stats.captures, stats.captured];
    #[allow(clippy::cast_precision_loss)]
    let mean = |count: u64| format!("{:.2}", count as f64 / rounds.max(1) as f64);
    let means = counts.into_iter().map(mean);
    [name.to_owned()].into_iter().chain(means).collect()
}
