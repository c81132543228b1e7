//! `puzzles`: the puzzles of a set, with what is said about them; `puzzle`: a puzzle made from a
//! position.

use serde::Serialize;

use crate::ask::Variant;
use crate::control::{Control, StopReason};
use crate::language::Language;
use crate::moves::{Game, Move};
use crate::puzzles::{Kind, MakePuzzle, NoPuzzle, Puzzle, shipped};

use super::envelope::json;
use super::error::{RpcError, byte_at};
use super::game_request::{GameRequest, each_move, rule_set};
use super::params::{Form, Params};
use super::sowing::cancelled;

/// The puzzles of a set.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PuzzleSet {
    /// The puzzles, in the order of the set.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    puzzles: Vec<PuzzleTold>,
}

/// A puzzle with what is said about it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PuzzleTold {
    /// The puzzle as in a file.
    puzzle: Puzzle,
    /// The question.
    asked: String,
    /// Hints, each of which says more than the one before it.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    hints: Vec<String>,
    /// The number of hints that say nothing new after no move of the line, after one, and so on:
    /// their turns are over.
    spent: Vec<usize>,
    /// The solution.
    solution: String,
}

impl PuzzleTold {
    fn new(puzzle: Puzzle, language: &Language) -> PuzzleTold {
        let (asked, hints) = (puzzle.asked(language), puzzle.hints(language));
        let spent = (0..puzzle.moves.len()).map(|moves| puzzle.hints_before(moves, language));
        let (spent, solution) = (spent.collect(), puzzle.solution(language));
        PuzzleTold { asked, hints, spent, solution, puzzle }
    }
}

/// A puzzle that was made, or the reason why there is none.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MadePuzzle {
    /// The puzzle; null if there is none.
    made: Option<PuzzleTold>,
    /// Why there is none; null if there is one.
    why: Option<String>,
    /// The limit that ended the search; null if it finished.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = ["time", "nodes", "memory", "cancelled", null]))
    )]
    stopped: Option<StopReason>,
}

/// Answers `puzzles`.
pub fn puzzles(mut params: Params) -> Result<PuzzleSet, RpcError> {
    let language = params.language;
    let text = params.alone("text", "A file of puzzles, a JSON object a line.")?;
    let puzzles = match text {
        Some(text) => {
            params.end()?;
            read(&text)?
        }
        None => {
            let rules = rule_set(&mut params)?;
            params.end()?;
            let no_set = || {
                let found = rules.name();
                RpcError::value("rules", &found.into(), "rules with shipped puzzles")
            };
            shipped(rules.name()).ok_or_else(no_set)?
        }
    };
    let told = puzzles.into_iter().map(|puzzle| PuzzleTold::new(puzzle, language));
    Ok(PuzzleSet { puzzles: told.collect() })
}

/// Reads the puzzles of a file.
fn read(text: &str) -> Result<Vec<Puzzle>, RpcError> {
    Puzzle::read_all(text).map_err(|error| {
        let at = (error.line > 0).then(|| byte_at(text, error.line, error.column));
        let problem = format!("{}{}", error.place(), error.problem());
        RpcError::wrong("text", None, at, problem, error.expected()).of_kind(error.kind)
    })
}

/// A request to make a puzzle.
pub struct PuzzleSearch {
    variant: Variant,
    game: Game,
    question: MakePuzzle,
    language: &'static Language,
}

impl PuzzleSearch {
    /// Parses the parameters of `puzzle`.
    pub fn take(params: &mut Params) -> Result<PuzzleSearch, RpcError> {
        let GameRequest { variant, game, .. } = GameRequest::take(params)?;
        let kind = params.word("question", &Kind::NAMES, "The question; default: turn.")?;
        let kind = kind.map_or(Kind::Turn, |number| Kind::ALL[number]);
        let about = "With laps: the move that is asked about; default: the one with most laps.";
        let mut asked = None;
        each_move("move", params.take("move", Form::Text, about), |written| {
            let side = written.side.unwrap_or(game.position().mover());
            let played = Move { stops: written.stops, ..Move::new(side, written.hole) };
            asked = Some(played);
            game.play(played).map(drop)
        })?;
        let about = "With keep: the number of turns; default: 2.";
        let turns: Option<usize> = params.number("turns", 2..=4, about)?;
        let about = "Maximum number of positions to visit, for each move of the line.";
        let nodes: Option<u64> = params.number("nodes", 1..=u64::MAX, about)?;
        let question = MakePuzzle::new(kind)
            .with_asked(asked)
            .with_turns(turns.unwrap_or(*MakePuzzle::TURNS.start()))
            .with_nodes(nodes.unwrap_or(MakePuzzle::NODES));
        Ok(PuzzleSearch { variant, game, question, language: params.language })
    }

    /// Makes the puzzle, and returns it as JSON.
    pub fn run(&self, control: Control<'_>) -> Result<String, RpcError> {
        let made = self.question.answer(self.variant.preset(), &self.game, control);
        let made = made.map_err(RpcError::of_rules)?;
        let mut stopped = match &made {
            Err(NoPuzzle::Unproven { stopped, .. }) => Some(*stopped),
            _ => None,
        };
        cancelled(&mut stopped);
        let (made, why) = match made {
            Ok(puzzle) => (Some(PuzzleTold::new(puzzle, self.language)), None),
            Err(why) => (None, Some(why.told().in_language(self.language))),
        };
        Ok(json(&MadePuzzle { made, why, stopped }))
    }
}
