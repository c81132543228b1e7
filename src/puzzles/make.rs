//! A puzzle from a position, if the question has only one answer there.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use super::{Puzzle, Question, blank};
use crate::ask::{Evaluate, Limits, Ready};
use crate::board::Side;
use crate::control::{Control, StopReason, settings};
use crate::diagnostic;
use crate::language::Sentence;
use crate::moves::{Ending, Game, Move, MoveTrace, Outcome, Round, trace};
use crate::rules::{Preset, Rules, StoreLast, StorePlace};
use crate::search::SolveError;
use crate::sentence;
use crate::text::{Diagnostic, joined};

/// A kind of question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The only best turn.
    #[default]
    Turn,
    /// The number of laps of a move.
    Laps,
    /// The only move that ends in the store.
    Store,
    /// Several turns, each the only one that keeps the win or the draw.
    Keep,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Turn, Kind::Laps, Kind::Store, Kind::Keep];

    /// Their names.
    pub const NAMES: [&str; 4] = ["turn", "laps", "store", "keep"];

    /// Returns the kind with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .zip(Kind::NAMES)
            .find(|(_, known)| *known == name)
            .map(|(kind, _)| kind)
    }
}

/// Makes a puzzle from a position.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MakePuzzle {
    /// The kind of question.
    pub kind: Kind,
    /// The move whose laps are counted; by default the one with most laps.
    pub asked: Option<Move>,
    /// The number of turns that keep the result, 2 to 4.
    pub turns: usize,
    /// Maximum positions to visit for each move of the turn.
    pub nodes: u64,
}

settings!(MakePuzzle {
    with_asked asked (Option<Move>),
    with_turns turns (usize),
    with_nodes nodes (u64),
});

/// Memory of a search in mebibytes. It doesn't depend on the machine, so that the answer doesn't
/// either.
const MEMORY: usize = 64;

/// What `difficulty` counts for another move that gains more at once.
const TEMPTED: f64 = 2.0;

/// Why a position is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPuzzle {
    /// The round is over.
    Over,
    /// There is only one legal move.
    Forced(Move),
    /// These moves are all good enough for the question, after some moves of the line.
    Several { kind: Kind, moves: Vec<Move>, after: Vec<Move> },
    /// Not all values could be proven.
    Unproven { stopped: StopReason, after: Vec<Move> },
    /// No move ends in the store.
    NoStore,
    /// These moves all end in the store.
    Stores(Vec<Move>),
    /// No move has more than one lap.
    OneLap,
    /// The mover loses the round, so there is nothing to keep.
    Lost(Side),
    /// The round is over after these moves, before all turns.
    Ends(Vec<Move>),
    /// There is only one legal move in a later turn, after these moves.
    Follows { only: Move, after: Vec<Move> },
}

impl NoPuzzle {
    /// Explains it.
    #[must_use]
    pub fn told(&self) -> Sentence {
        let moves = |moves: &[Move]| joined(moves, ", ");
        match self {
            NoPuzzle::Over => sentence!("puzzles.none.over"),
            NoPuzzle::Forced(only) => sentence!("puzzles.none.forced", only = only.to_string()),
            NoPuzzle::Several { kind, moves: good, after } => {
                let (good, after) = (moves(good), moves(after));
                match (kind, &*after) {
                    (Kind::Keep, "") => sentence!("puzzles.none.keep", moves = good),
                    (Kind::Keep, _) => {
                        sentence!("puzzles.none.keep-after", moves = good, after = after)
                    }
                    (_, "") => sentence!("puzzles.none.several", moves = good),
                    _ => sentence!("puzzles.none.several-after", moves = good, after = after),
                }
            }
            NoPuzzle::Unproven { .. } => sentence!("puzzles.none.unproven"),
            NoPuzzle::NoStore => sentence!("puzzles.none.no-store"),
            NoPuzzle::Stores(all) => sentence!("puzzles.none.stores", moves = moves(all)),
            NoPuzzle::OneLap => sentence!("puzzles.none.one-lap"),
            NoPuzzle::Lost(side) => sentence!("puzzles.none.lost", side = side.to_string()),
            NoPuzzle::Ends(after) => sentence!("puzzles.none.ends", after = moves(after)),
            NoPuzzle::Follows { only, after } => {
                let only = only.to_string();
                sentence!("puzzles.none.follows", only = only, after = moves(after))
            }
        }
    }
}

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.told().fmt(f)
    }
}

/// The legal moves as played, in hole order, without those after which the player stops.
fn legal(game: &Game) -> Vec<MoveTrace> {
    let moves = game.legal_moves().filter(|made| !made.stops);
    moves.filter_map(|made| trace(game.rules(), game.position(), made)).collect()
}

/// The binary logarithm of a small number.
#[allow(clippy::cast_precision_loss)]
fn log2(number: usize) -> f64 {
    (number as f64).log2()
}

/// The difficulty of finding one move among the legal ones.
fn difficulty(all: &[MoveTrace], best: &MoveTrace) -> f64 {
    let tempted = all.iter().any(|other| other.gain > best.gain);
    log2(all.len()) + log2(best.laps.len()) + if tempted { TEMPTED } else { 0.0 }
}

/// Rounds to tenths, which no machine rounds differently.
fn tenths(sum: f64) -> f64 {
    (sum * 10.0).round() / 10.0
}

/// The moves of an answer while they are looked for.
struct Line {
    round: Round,
    moves: Vec<Move>,
    /// The values of all moves before each move of the mover.
    values: Vec<BTreeMap<Move, i32>>,
    difficulty: f64,
    /// What the mover gets by the last turn, and at most by another one.
    best: i32,
    second: i32,
}

impl Line {
    fn new(game: &Game) -> Line {
        let (moves, values, round) = (Vec::new(), Vec::new(), Round::new(game));
        Line { round, moves, values, difficulty: 0.0, best: 0, second: i32::MIN }
    }

    fn puzzle(self, preset: &Preset, game: &Game, question: Question, length: usize) -> Puzzle {
        Puzzle {
            value: Some(game.position().mover().sign() * self.best),
            values: self.values,
            difficulty: tenths(self.difficulty),
            ..blank(preset, game, question, self.moves, length)
        }
    }
}

impl MakePuzzle {
    /// Default of the maximum positions to visit for each move of the turn.
    pub const NODES: u64 = 200_000;

    /// The possible numbers of turns that keep the result; the first is the default.
    pub const TURNS: RangeInclusive<usize> = 2..=4;

    /// Asks a kind of question.
    #[must_use]
    pub const fn new(kind: Kind) -> MakePuzzle {
        MakePuzzle {
            kind,
            asked: None,
            turns: *MakePuzzle::TURNS.start(),
            nodes: MakePuzzle::NODES,
        }
    }

    /// Makes the puzzle, or says why there is none. Searches use one thread and none of the shipped
    /// values, so that the answer is the same everywhere.
    ///
    /// # Errors
    /// If the move that is asked about is illegal, positions can recur, or a search fails.
    pub fn answer(
        &self,
        preset: &Preset,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Result<Puzzle, NoPuzzle>, Diagnostic> {
        if let Some(asked) = self.asked {
            game.play(asked)?;
        }
        self.expect_rules(game.rules())?;
        let all = legal(game);
        match &all[..] {
            [] => Ok(Err(NoPuzzle::Over)),
            [only] if self.kind != Kind::Laps => Ok(Err(NoPuzzle::Forced(only.played))),
            _ => match self.kind {
                Kind::Turn => self.turn(preset, game, control),
                Kind::Keep => self.keep(preset, game, control),
                Kind::Laps => Ok(self.laps(preset, game, &all)),
                Kind::Store => Ok(store(preset, game, &all)),
            },
        }
    }

    /// Checks that the question can be answered under these rules.
    ///
    /// # Errors
    /// If its values can't be proven under them.
    pub fn expect_rules(&self, rules: &Rules) -> Result<(), Diagnostic> {
        match self.kind {
            Kind::Laps | Kind::Store => Ok(()),
            _ if rules.store == StorePlace::Far => Err(SolveError::Recurs.into()),
            _ if rules.store_last == StoreLast::May => {
                Err(diagnostic!(Unsupported, "faults.search.stops"))
            }
            _ => Ok(()),
        }
    }

    fn laps(&self, preset: &Preset, game: &Game, all: &[MoveTrace]) -> Result<Puzzle, NoPuzzle> {
        // Of several moves with most laps, the first.
        let most = all.iter().rev().max_by_key(|one| one.laps.len());
        let named =
            self.asked.and_then(|asked| all.iter().find(|one| one.played.hole == asked.hole));
        let asked = named.or(most).ok_or(NoPuzzle::Over)?;
        if asked.laps.len() == 1 && named.is_none() {
            return Err(NoPuzzle::OneLap);
        }
        let length = asked.laps.len();
        Ok(Puzzle {
            difficulty: tenths(log2(length)),
            ..blank(preset, game, Question::Laps, vec![asked.played], length)
        })
    }

    /// Asks for the only best turn.
    fn turn(
        &self,
        preset: &Preset,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Result<Puzzle, NoPuzzle>, Diagnostic> {
        let mut line = Line::new(game);
        if let Err(why) = self.only_turn(&mut line, control)? {
            return Ok(Err(why));
        }
        let question = match line.best {
            1.. if line.second <= 0 => Question::Win,
            0 => Question::Draw,
            _ => Question::Best,
        };
        let length = line.moves.len();
        Ok(Ok(line.puzzle(preset, game, question, length)))
    }

    /// Asks for several turns, each the only one that keeps the win or the draw. It is then also
    /// the only best one, and with best replies the value stays the same.
    fn keep(
        &self,
        preset: &Preset,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Result<Puzzle, NoPuzzle>, Diagnostic> {
        let (mover, mut line, mut turns) = (game.position().mover(), Line::new(game), 0);
        let wanted = self.turns.clamp(*MakePuzzle::TURNS.start(), *MakePuzzle::TURNS.end());
        loop {
            let position = line.round.position();
            let legal = legal(line.round.game());
            let found = match &legal[..] {
                [] => Err(NoPuzzle::Ends(line.moves.clone())),
                _ if position.mover() != mover => self.reply(&mut line, control)?,
                [only] => Err(NoPuzzle::Follows { only: only.played, after: line.moves.clone() }),
                _ => {
                    turns += 1;
                    self.only_turn(&mut line, control)?
                }
            };
            if let Err(why) = found {
                return Ok(Err(why));
            }
            if turns == wanted {
                return Ok(Ok(line.puzzle(preset, game, Question::Keep, wanted)));
            }
        }
    }

    /// Follows the moves of a turn, as long as only one of them is good enough each time.
    fn only_turn(
        &self,
        line: &mut Line,
        control: Control<'_>,
    ) -> Result<Result<(), NoPuzzle>, Diagnostic> {
        let mover = line.round.position().mover();
        // The best that the mover can get by another turn.
        line.second = i32::MIN;
        loop {
            let values = match self.values(line, control)? {
                Ok(values) => values,
                Err(why) => return Ok(Err(why)),
            };
            let lead = |value: &i32| mover.sign() * value;
            line.best = values.values().map(lead).max().expect("a legal move");
            let least = match self.kind {
                Kind::Keep if line.best < 0 => return Ok(Err(NoPuzzle::Lost(mover))),
                // A win or a draw is kept.
                Kind::Keep => line.best.min(1),
                _ => line.best,
            };
            let good = values.iter().filter(|(_, value)| lead(value) >= least);
            let good: Vec<Move> = good.map(|(played, _)| *played).collect();
            let [played] = good[..] else {
                let after = line.moves.clone();
                return Ok(Err(NoPuzzle::Several { kind: self.kind, moves: good, after }));
            };
            let others = values.values().map(lead).filter(|lead| *lead < line.best);
            line.second = others.fold(line.second, i32::max);
            let all = legal(line.round.game());
            let chosen = all.iter().find(|one| one.played == played);
            line.difficulty += difficulty(&all, chosen.expect("one of the legal moves"));
            line.moves.push(played);
            line.values.push(values);
            if line.round.play(played.hole)?.outcome != Outcome::Again {
                return Ok(Ok(()));
            }
        }
    }

    /// Plays the first best turn of the other player.
    fn reply(
        &self,
        line: &mut Line,
        control: Control<'_>,
    ) -> Result<Result<(), NoPuzzle>, Diagnostic> {
        let sign = line.round.position().mover().sign();
        loop {
            let values = match self.values(line, control)? {
                Ok(values) => values,
                Err(why) => return Ok(Err(why)),
            };
            let best = values.iter().rev().max_by_key(|(_, value)| sign * **value);
            let (played, _) = best.expect("a legal move");
            line.moves.push(*played);
            if line.round.play(played.hole)?.outcome != Outcome::Again {
                return Ok(Ok(()));
            }
        }
    }

    /// Proves the values of all legal moves after a line.
    fn values(
        &self,
        line: &Line,
        control: Control<'_>,
    ) -> Result<Result<BTreeMap<Move, i32>, NoPuzzle>, Diagnostic> {
        let limits = Limits::default().with_nodes(Some(self.nodes)).with_memory(MEMORY);
        let question =
            Evaluate::default().with_every_move(true).with_fresh(true).with_limits(limits);
        let found = question.answer(line.round.game(), &Ready::nothing(), control, None)?.found;
        let exact = |one: &crate::search::MoveEvaluation| Some((one.played, one.bounds.value()?));
        let values: Option<_> = found.moves.iter().map(exact).collect();
        let stopped = found.stopped.unwrap_or(StopReason::Nodes);
        Ok(values.ok_or_else(|| NoPuzzle::Unproven { stopped, after: line.moves.clone() }))
    }
}

fn store(preset: &Preset, game: &Game, all: &[MoveTrace]) -> Result<Puzzle, NoPuzzle> {
    let ends: Vec<&MoveTrace> = all.iter().filter(|one| one.ending == Ending::Store).collect();
    match ends[..] {
        [] => Err(NoPuzzle::NoStore),
        [only] => Ok(Puzzle {
            difficulty: tenths(difficulty(all, only)),
            ..blank(preset, game, Question::Store, vec![only.played], only.laps.len())
        }),
        _ => Err(NoPuzzle::Stores(ends.iter().map(|one| one.played).collect())),
    }
}
