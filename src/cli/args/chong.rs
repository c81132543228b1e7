//! The arguments of `chong`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};

use super::game::{Player, also_expected};
use super::number_arguments::number;
use super::shared::{language, language_of_terminal};

use chongkak::chong::{ChongPolicy, Profile};
use chongkak::language::Language;
use chongkak::text::Diagnostic;

/// Plays, analyses and solves chong, a race game with dice
///
/// Each player has a soldier in every hole of the home row, and a king. They race in opposite
/// directions along their home row, the middle row and the enemy's row. A turn is a throw of four
/// dice. Each die moves a piece that many holes, and a soldier takes an enemy soldier where it
/// lands. A 1 is the Chong: nobody moves before their first one, and with it the king changes
/// places with a soldier behind it. A player wins with a piece on the last hole of the path, or by
/// taking all enemy pieces.
///
/// A position gives the cells of A's path in three rows, the player to throw, and marks, such as
/// "SSK|..k|sSs A opened:A". Capitals are A's pieces: S is a soldier, K a king, Q a king that has
/// turned; (Sk) is two pieces in one hole. opened:AB names the players who have thrown their first
/// Chong. The default is the start on 3 x 12 holes, or 3 x --holes. A throw is a list of faces with
/// commas. A move such as 3:S1-4x gives the die, the piece, and cells of the mover's own path,
/// counted from 0; 1:K3<>2 changes places, and 1+1:K3-4 uses two Chongs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak chong moves --holes 3 --throw 1,2,3,4
  chongkak chong solve --holes 3 --dice 2
  chongkak chong eval --throw 1,3,3,6
  chongkak chong rollout --games 2000 --policy guess")]
pub struct Chong {
    #[command(subcommand)]
    pub command: ChongCommand,
    /// The profile: a choice for all options that the texts leave open [default: content]
    #[arg(long, value_name = "NAME", global = true, help_heading = "Options of chong",
          value_parser = PossibleValuesParser::new(Profile::names()))]
    pub profile: Option<String>,
    /// Dice per throw, 1 to 4 [default: 4]
    #[arg(long, value_name = "D", global = true, help_heading = "Options of chong")]
    pub dice: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum ChongCommand {
    /// Draws the board
    #[command(after_help = "Examples:
  chongkak chong show
  chongkak chong show 'SSK|..k|sSs A opened:A'")]
    Show(PositionArgs),
    /// Lists the ways to play a throw, or all throws with the number of ways to play each
    #[command(after_help = "Examples:
  chongkak chong moves --holes 3 --throw 1,2,3,4
  chongkak chong moves 'SSK|..k|sSs A opened:A' --format json")]
    Moves {
        #[command(flatten)]
        place: PositionArgs,
        /// The throw, such as 1,3,3,6; without it, all throws are listed
        #[arg(long, value_name = "FACES")]
        throw: Option<String>,
    },
    /// Plays a game in the terminal, against the program or another person
    ///
    /// Each turn shows the board, the throw, and the numbered ways to play it. Type a number, or
    /// moves (3:S3-6 2:S6-8); help lists the other commands, such as hint, eval, undo, redo, save.
    /// undo does not change the throw of a turn. throw 3 5 enters real dice for one throw, --throws
    /// typed for all. Every turn is saved in the folder of `chongkak game`; --load continues the
    /// last game.
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
        place: PositionArgs,
        /// A throw and its moves, such as "1,2,3,4 1:K3<>2 3:S3-6 2:S6-8" (repeatable)
        #[arg(long = "turn", value_name = "TURN", required = true)]
        turns: Vec<String>,
    },
    /// Judges the turns of a game: what the throws gained, and what the choices lost
    ///
    /// Gains and losses are in chances to win. A throw is judged by its best way to play, compared
    /// with the mean over all throws; a choice is compared with the best way to play the throw.
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
    Solve(PositionArgs),
    /// Estimates the probability of winning by playing games, with a 95 % interval
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
    /// Shows the options with their sentences in the texts, and the profiles
    #[command(after_help = "Examples:
  chongkak chong rules
  chongkak chong rules --profile dlp --format json")]
    Rules,
}

impl ChongCommand {
    /// The language of the texts for a player.
    pub fn language(&self) -> &'static Language {
        match self {
            ChongCommand::Game(game) => game.language.unwrap_or_else(language_of_terminal),
            _ => Language::english(),
        }
    }
}

#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position; - reads positions from standard input, one per line [default: the start]
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
}

#[derive(Debug, Args)]
#[command(mut_arg("position", |arg| arg.help("The position [default: the start]")))]
pub struct Game {
    #[command(flatten)]
    pub place: PositionArgs,
    /// Player A: human, a strength (beginner, player, strong, best), or another policy of `chong
    /// match` [default: human, or as in the loaded record]
    #[arg(long, value_name = "PLAYER")]
    pub a: Option<Player<ChongPolicy>>,
    /// Player B [default: best, or as in the loaded record]
    #[arg(long, value_name = "PLAYER")]
    pub b: Option<Player<ChongPolicy>>,
    /// Who throws: the program, or you with real dice, whose faces you type [default: program, or
    /// as in the loaded record]
    #[arg(long, value_name = "BY")]
    pub throws: Option<Thrower>,
    /// The random seed of throws and policies [default: as in the loaded record, or a new one,
    /// which is printed]
    #[arg(long, value_name = "N", value_parser = number::<u64>(..))]
    pub seed: Option<u64>,
    /// Continues the game recorded in FILE, or without FILE the last one that was played
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<Option<PathBuf>>,
    /// The language of the game: en, ms or id [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, alias = "lang", value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
}

/// Who throws the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Thrower {
    /// The program
    Program,
    /// People, with real dice
    Typed,
}

/// The record of a game, or turns and the position before them.
#[derive(Debug, Args)]
#[command(mut_arg("position", |arg| arg.value_name("FILE|POSITION").help(
    "The record of a game; - reads it from standard input. With --turn, the position before the \
     turns [default: the start]"
)))]
pub struct Analyze {
    #[command(flatten)]
    pub place: PositionArgs,
    /// A throw and its moves, instead of a record (repeatable)
    #[arg(long = "turn", value_name = "TURN")]
    pub turns: Vec<String>,
    /// Solves the board first and judges by exact values (small boards, see `chong solve`)
    #[arg(long)]
    pub exact: bool,
}

#[derive(Debug, Args)]
pub struct Eval {
    #[command(flatten)]
    pub place: PositionArgs,
    /// The throw to play; without it, the position before a throw is evaluated
    #[arg(long, value_name = "FACES")]
    pub throw: Option<String>,
    /// Decisions to look ahead [default: 2 on up to 8 columns or with --throw, else 1]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,
    /// Throws of the next player to sample, or 0 for all of them [default: 32, but 0 on up to 4
    /// columns or without --throw]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=1_000_000))]
    pub samples: Option<u32>,
    /// Ways to search deeper than one decision: the N with the best estimates
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u32>(1..))]
    pub width: u32,
    /// Maximum states to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    /// Solves the board first and shows exact values (small boards, see `chong solve`)
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
    pub place: PositionArgs,
    /// The first throw of every game
    #[arg(long, value_name = "FACES")]
    pub throw: Option<String>,
    /// The policy of both players (see `chong match`)
    #[arg(long, value_name = "POLICY", default_value = "guess")]
    pub policy: ChongPolicy,
    /// Subtracts the luck of each game, which needs fewer but slower games; always on for a policy
    /// that looks ahead
    #[arg(long)]
    pub luck: bool,
    /// Maximum games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u64>(1..))]
    pub games: u64,
    /// Ends as soon as the 95 % interval is at most plus or minus WIDTH
    #[arg(long, value_name = "WIDTH", default_value = "0.01", value_parser = precision)]
    pub precision: f64,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct Match {
    /// The first player's policy: random, greedy (takes most pieces), runner (moves the foremost
    /// soldier), guess (best by the estimate), search:THROWS (two decisions ahead), a strength
    /// (beginner, player, strong, best), or perfect (small boards, which are solved first)
    #[arg(long, value_name = "POLICY")]
    pub first: Contestant,
    /// The second player's policy
    #[arg(long, value_name = "POLICY")]
    pub second: Contestant,
    /// Shows how much throws and choices decided, by the estimate, or by exact values with --exact
    /// or a perfect player
    #[arg(long)]
    pub luck: bool,
    /// Solves the board first and judges luck by exact values (small boards, see `chong solve`)
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
    /// Plays by the exact values of the board.
    Perfect,
    /// Plays by a policy.
    Policy(ChongPolicy),
}

/// The name of [`Contestant::Perfect`].
const PERFECT: &str = "perfect";

impl FromStr for Contestant {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Contestant, Diagnostic> {
        if text == PERFECT {
            return Ok(Contestant::Perfect);
        }
        let policy = text.parse().map(Contestant::Policy);
        policy.map_err(|error| also_expected(text, &error, &format!("{PERFECT}, ")))
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
