//! The arguments of `puzzles`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use chongkak::language::Language;
use chongkak::moves::Move;
use chongkak::puzzles::{FindPuzzles, Kind, MakePuzzle};

use super::number_arguments::number;
use super::shared::{PositionAndLine, language};

#[derive(Debug, Subcommand)]
pub enum Puzzles {
    /// Finds puzzles in rounds played at random, or in records, and sorts them by difficulty
    ///
    /// Each round, from the opening on, gives at most one puzzle, at the beginning of one of its turns. If the stores have
    /// enough seeds, some are moved from one to the other, so that the best turn just wins. The exit
    /// code is 3 if fewer puzzles were found than wanted. Of records, every position before a turn
    /// that has at most --in-play seeds is tried as it was played, in order, under the rules of the
    /// record. Any number of puzzles may be found; the exit code is 3 if positions were left
    /// undecided. A bad record is reported, the others are still searched, and the exit code is 2.
    #[command(after_help = "Examples:
  chongkak puzzles find --rules congklak --count 2
  chongkak puzzles find --rules kalah --length 3 --count 2 --format jsonl > puzzles.jsonl
  chongkak puzzles find --rules conglak --question laps --length 5 --count 2
  chongkak puzzles find --rules kalah --holes 4 --question keep --in-play 14 --count 1
  chongkak puzzles find games.txt --format jsonl > puzzles.jsonl")]
    Find(FindArgs),
    /// Makes a puzzle from a position, if its question has only one answer there
    ///
    /// The exit code is 1 if there is no such puzzle, and 3 if not every value could be proven.
    #[command(after_help = "Examples:
  chongkak puzzles make --rules congklak '0,1,0,0,2,0,1/40 0,0,3,0,1,0,0/50 A'
  chongkak puzzles make --question laps --move A3
  chongkak puzzles make --question store '1,1,1/0 2,0,1/0 A'")]
    Make {
        #[command(flatten)]
        from: PositionAndLine,
        #[command(flatten)]
        asked: Asked,
        /// With --question laps: the move that is asked about [default: the one with most laps]
        #[arg(long = "move", value_name = "MOVE")]
        played: Option<Move>,
    },
    /// Answers each puzzle of a set anew and compares the answers
    #[command(after_help = "Examples:
  chongkak puzzles check kalah
  chongkak puzzles find --rules kalah --count 2 --format jsonl | chongkak puzzles check -")]
    Check {
        /// A rule set, whose shipped puzzles are taken, or a file; - reads standard input
        #[arg(value_name = "SET")]
        source: PathBuf,
        /// Maximum positions to visit for each move of a turn
        #[arg(long, value_name = "N", default_value_t = MakePuzzle::NODES,
              value_parser = number::<u64>(1..))]
        nodes: u64,
    },
    /// Asks the puzzles of a set, one after the other
    ///
    /// Type a move, several, or a number of laps. `hint` says a little more each time, and in the
    /// end the solution.
    #[command(after_help = "Examples:
  chongkak puzzles play kalah
  chongkak puzzles play puzzles.jsonl --from 5 --language ms")]
    Play(PuzzleSet),
    /// Writes a page to print: the puzzles, lines to write on, and on a sheet of their own the
    /// answers
    #[command(after_help = "Examples:
  chongkak puzzles page kalah kalah.html
  chongkak puzzles page congklak six.html --from 11 --count 6 --language ms")]
    Page {
        #[command(flatten)]
        puzzles: PuzzleSet,
        /// The page; - writes to standard output
        #[arg(value_name = "PAGE")]
        page: PathBuf,
        /// Maximum puzzles to print [default: all]
        #[arg(long, value_name = "N", value_parser = number::<usize>(1..))]
        count: Option<usize>,
        /// Overwrites an existing file
        #[arg(long)]
        force: bool,
    },
}

#[derive(Debug, Args)]
pub struct FindArgs {
    /// Takes the rounds of records instead: files, folders (their *.txt files), or - for standard
    /// input
    #[arg(value_name = "RECORD", conflicts_with_all = ["rounds", "seed"])]
    pub records: Vec<String>,
    #[command(flatten)]
    pub asked: Asked,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<usize>(1..=100_000))]
    pub count: usize,
    /// The moves of the turn, or with laps and store the laps of the move [default: any number]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..))]
    pub length: Option<usize>,
    /// Maximum seeds in play
    #[arg(long, value_name = "N", default_value_t = FindPuzzles::IN_PLAY,
          value_parser = number::<u32>(1..))]
    pub in_play: u32,
    /// Maximum rounds to play
    #[arg(long, value_name = "N", default_value_t = FindPuzzles::ROUNDS,
          value_parser = number::<u64>(1..))]
    pub rounds: u64,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
}

/// The question of a puzzle.
#[derive(Debug, Args)]
pub struct Asked {
    /// The question: turn (which is the only best turn?), laps (how many does a move have?), store
    /// (which is the only move that ends in the store?), or keep (which turns, one after the other,
    /// are the only ones that keep the win or the draw?)
    #[arg(long, value_name = "QUESTION", default_value = Kind::NAMES[0],
          value_parser = PossibleValuesParser::new(Kind::NAMES))]
    pub question: String,
    /// With --question keep: the number of turns, 2 to 4; the other player answers with best turns
    #[arg(long, value_name = "N", default_value_t = *MakePuzzle::TURNS.start(),
          value_parser = number::<usize>(2..=4))]
    pub turns: usize,
    /// Maximum positions to visit for each move of the turn
    #[arg(long, value_name = "N", default_value_t = MakePuzzle::NODES,
          value_parser = number::<u64>(1..))]
    pub nodes: u64,
}

impl Asked {
    pub fn question(&self) -> MakePuzzle {
        let kind = Kind::named(&self.question).expect("one of the possible values");
        MakePuzzle::new(kind).with_turns(self.turns).with_nodes(self.nodes)
    }
}

#[derive(Debug, Args)]
pub struct PuzzleSet {
    /// A rule set, whose shipped puzzles are taken, or a file with a JSON object a line
    #[arg(value_name = "SET")]
    pub source: PathBuf,
    /// The number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..))]
    pub from: usize,
    /// The language: en, ms or id [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, alias = "lang", value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
}
