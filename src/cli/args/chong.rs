//! The arguments of `chong`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};

use super::game::{Player, expected_too};
use super::number_arguments::number;
use super::shared::{language, language_of_terminal};

use chongkak::chong::{ChongPolicy, Profile};
use chongkak::language::Language;
use chongkak::text::Diagnostic;

/// Plays, judges and solves chong, with dice: show, moves, game, play, analyze, eval, solve,
/// rollout, match, rules
///
/// Each player has a soldier in every hole of his home row and a king; both run a race in opposite
/// directions, along home row, middle row and the enemy's row. A turn is a throw of four dice: each
/// moves a piece so many holes, and a soldier takes an enemy soldier where it lands. A 1 is the
/// Chong: a player does not move before his first one, and by it the king changes places with a
/// soldier behind it. A player wins when he has a piece on the last hole of his path, or has taken
/// all enemy pieces.
///
/// A position is the cells of A's path in three rows, who is to throw, and marks: "SSK|..k|sSs A
/// opened:A". Capitals are A's pieces: S soldier, K king, Q a king that has turned; two pieces in
/// one hole are in brackets, (Sk). opened:AB names the players who have thrown their first Chong.
/// Without a position: the start of 3 x 12, or 3 x --holes. A throw is faces with commas, 1 being
/// the Chong. A move such as 3:S1-4x is a die, a piece, and cells of the mover's own path from 0
/// on; 1:K3<>2 changes places, 1+1:K3-4 takes two Chongs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak chong moves --holes 3 --throw 1,2,3,4
  chongkak chong solve --holes 3 --dice 2
  chongkak chong eval --throw 1,3,3,6
  chongkak chong rollout --games 2000 --policy guess")]
pub struct Chong {
    #[command(subcommand)]
    pub command: ChongCommand,
    /// The profile: what the texts leave open, chosen together [default: content]
    #[arg(long, value_name = "NAME", global = true, help_heading = "Options of chong",
          value_parser = PossibleValuesParser::new(Profile::names()))]
    pub profile: Option<String>,
    /// Dice of a throw, 1 to 4 [default: 4]
    #[arg(long, value_name = "D", global = true, help_heading = "Options of chong")]
    pub dice: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum ChongCommand {
    /// Draws the board
    #[command(after_help = "Examples:
  chongkak chong show
  chongkak chong show 'SSK|..k|sSs A opened:A'")]
    Show(Place),
    /// Lists the ways to play a throw, or all throws with their numbers of ways
    #[command(after_help = "Examples:
  chongkak chong moves --holes 3 --throw 1,2,3,4
  chongkak chong moves 'SSK|..k|sSs A opened:A' --format json")]
    Moves {
        #[command(flatten)]
        place: Place,
        /// The throw, such as 1,3,3,6; without it, a list of all throws
        #[arg(long, value_name = "FACES")]
        throw: Option<String>,
    },
    /// Plays a game in the terminal: against the program, or another person
    ///
    /// Each turn shows the board, the throw, and the numbered ways to play it. Type a number, or
    /// moves (3:S3-6 2:S6-8); help lists the other commands: hint, eval, undo, redo, save. A throw
    /// belongs to its turn: undo does not change it. throw 3 5 takes real dice for one throw,
    /// --throws typed for all. Every turn is kept in a file, in the folder of `chongkak game`;
    /// --load goes on with the last game.
    #[command(after_help = "Examples:
  chongkak chong game --holes 3 --dice 2
  chongkak chong game --b guess --seed 7
  chongkak chong game --throws typed --a human --b human
  chongkak chong game --load")]
    Game(Game),
    /// Plays turns with given throws
    #[command(after_help = "Examples:
  chongkak chong play --holes 3 --turn '1,2,3,4 1:K3<>2 3:S3-6 2:S6-8'")]
    Play {
        #[command(flatten)]
        place: Place,
        /// A throw and the moves that play it: "1,2,3,4 1:K3<>2 3:S3-6 2:S6-8" (repeatable)
        #[arg(long = "turn", value_name = "TURN", required = true)]
        turns: Vec<String>,
    },
    /// Judges the turns of a game: what throws brought, and what choices gave away
    ///
    /// Judges each throw and each choice, in chances to win: the throw by what the best way to play
    /// it brings beside the mean over all throws, the choice by what it leaves beside the best way.
    #[command(after_help = "Examples:
  chongkak chong analyze game.txt
  chongkak chong analyze --holes 3 --exact --turn '1,2,3,4 1:K3<>2 4:S3-7'")]
    Analyze(Analyze),
    /// Ranks the ways to play a throw, or estimates the probability of winning
    #[command(after_help = "Examples:
  chongkak chong eval --throw 1,3,3,6
  chongkak chong eval --holes 3 --dice 2 --exact")]
    Eval(Eval),
    /// Proves the probability of winning on a small board
    #[command(after_help = "Examples:
  chongkak chong solve --holes 3 --dice 2
  chongkak chong solve 'SSK|..k|sSs A opened:A' --dice 2 --profile blocked")]
    Solve(Place),
    /// Plays games from a position to the end: an estimate with its 95 % interval
    #[command(after_help = "Examples:
  chongkak chong rollout --games 2000 --policy guess
  chongkak chong rollout --throw 1,3,3,6 --precision 0.02
  chongkak chong rollout --policy search:24 --games 200 --precision 0")]
    Rollout(Rollout),
    /// Plays many games between two policies
    #[command(after_help = "Examples:
  chongkak chong match --first guess --second greedy
  chongkak chong match --first search:24 --second guess --games 100
  chongkak chong match --first guess --second greedy --luck --games 200
  chongkak chong match --first perfect --second greedy --holes 3 --luck")]
    Match(Match),
    /// Shows the options, what the texts say, and the profiles
    #[command(after_help = "Examples:
  chongkak chong rules
  chongkak chong rules --profile dlp --format json")]
    Rules,
}

impl ChongCommand {
    /// The language of what a player reads: that of games.
    pub fn language(&self) -> &'static Language {
        match self {
            ChongCommand::Game(game) => game.language.unwrap_or_else(language_of_terminal),
            _ => Language::english(),
        }
    }
}

#[derive(Debug, Args)]
pub struct Place {
    /// The position; - reads positions from standard input, one a line [default: the start]
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
}

#[derive(Debug, Args)]
#[command(mut_arg("position", |it| it.help("The position [default: the start]")))]
pub struct Game {
    #[command(flatten)]
    pub place: Place,
    /// Player A: human, a strength (beginner, player, strong, best), or another policy of `chong
    /// match` [default: human, or whom the loaded record names]
    #[arg(long, value_name = "PLAYER")]
    pub a: Option<Player<ChongPolicy>>,
    /// Player B [default: best, or whom the loaded record names]
    #[arg(long, value_name = "PLAYER")]
    pub b: Option<Player<ChongPolicy>>,
    /// The thrower: the program, or you with real dice, whose faces you type [default: program, or
    /// as in the loaded record]
    #[arg(long, value_name = "BY")]
    pub throws: Option<Thrower>,
    /// The random seed of throws and policies [default: that of the loaded record, or a new one,
    /// which is told]
    #[arg(long, value_name = "N", value_parser = number::<u64>(..))]
    pub seed: Option<u64>,
    /// Takes up the game recorded in a file; without FILE the one that was played last
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<Option<PathBuf>>,
    /// The language of the game, such as ms or id [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, alias = "lang", value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
}

/// The thrower of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Thrower {
    /// The program
    Program,
    /// People, with real dice
    Typed,
}

/// The record of a game, or turns and the position that they begin with.
#[derive(Debug, Args)]
#[command(mut_arg("position", |it| it.value_name("FILE|POSITION").help(
    "The record of a game; - reads it from standard input. With --turn the position before the \
     turns [default: the start]"
)))]
pub struct Analyze {
    #[command(flatten)]
    pub place: Place,
    /// A throw and the moves that play it, in the place of a record (repeatable)
    #[arg(long = "turn", value_name = "TURN")]
    pub turns: Vec<String>,
    /// Solves the board first and judges by exact values (small boards; see `chong solve`)
    #[arg(long)]
    pub exact: bool,
}

#[derive(Debug, Args)]
pub struct Eval {
    #[command(flatten)]
    pub place: Place,
    /// The throw to play; without it, the position before the throw is evaluated
    #[arg(long, value_name = "FACES")]
    pub throw: Option<String>,
    /// Decisions to look ahead [default: 2 on up to 8 columns or with --throw, else 1]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,
    /// Throws to sample where the next player throws, 0 for all of them [default: 32, on up to 4
    /// columns 0; without --throw 0]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=1_000_000))]
    pub samples: Option<u32>,
    /// Ways to search more than one decision ahead: the best by the estimate
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u32>(1..))]
    pub width: u32,
    /// Maximum states to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    /// Solves the board first and gives exact values (small boards; see `chong solve`)
    #[arg(long, conflicts_with_all = ["depth", "samples", "width", "seed"])]
    pub exact: bool,
    /// The random seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = number::<u64>(..))]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct Rollout {
    #[command(flatten)]
    pub place: Place,
    /// The first throw of every game
    #[arg(long, value_name = "FACES")]
    pub throw: Option<String>,
    /// The policy of both players, as `chong match` has them
    #[arg(long, value_name = "POLICY", default_value = "guess")]
    pub policy: ChongPolicy,
    /// Takes the luck of each game away: fewer games are needed, and each takes longer; a policy
    /// that looks ahead does so in any case
    #[arg(long)]
    pub luck: bool,
    /// Maximum games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u64>(1..))]
    pub games: u64,
    /// Ends as soon as the 95 % interval is within plus or minus WIDTH
    #[arg(long, value_name = "WIDTH", default_value = "0.01", value_parser = precision)]
    pub precision: f64,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct Match {
    /// The first player's policy: random, greedy (takes most pieces), runner (moves the foremost
    /// soldier), guess (the best by the estimate), search:THROWS (two decisions ahead), a strength
    /// (beginner, player, strong, best), perfect (small boards, which are solved first)
    #[arg(long, value_name = "POLICY")]
    pub first: Contestant,
    /// The second player's policy
    #[arg(long, value_name = "POLICY")]
    pub second: Contestant,
    /// Tells what throws and choices decided, by the estimate; by exact values with --exact or a
    /// perfect player
    #[arg(long)]
    pub luck: bool,
    /// Solves the board first and judges luck by exact values (small boards; see `chong solve`)
    #[arg(long, requires = "luck")]
    pub exact: bool,
    /// Games to play; the players change sides after every game
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(1..))]
    pub games: u64,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
}

/// A player of `chong match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// He plays perfectly, by the exact values of the board.
    Perfect,
    /// He plays by a policy.
    Policy(ChongPolicy),
}

/// The word for perfect play.
const PERFECT: &str = "perfect";

impl FromStr for Contestant {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Contestant, Diagnostic> {
        if text == PERFECT {
            return Ok(Contestant::Perfect);
        }
        let policy = text.parse().map(Contestant::Policy);
        policy.map_err(|error| expected_too(text, &error, &format!("{PERFECT}, ")))
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Perfect => f.write_str(PERFECT),
            Contestant::Policy(policy) => policy.fmt(f),
        }
    }
}

fn precision(text: &str) -> Result<f64, String> {
    let width: Option<f64> = text.parse().ok();
    width
        .filter(|width| (0.0..=0.5).contains(width))
        .ok_or_else(|| "expected a number from 0 to 0.5, such as 0.01".to_owned())
}
