//! A puzzle from a position, if the question has only one answer there.

use std::collections::BTreeMap;
use std::fmt;

use super::{Puzzle, Question, blank};
use crate::ask::{Evaluate, Limits, Ready};
use crate::control::{Control, StopReason, settings};
use crate::diagnostic;
use crate::language::Sentence;
use crate::moves::{Ending, Game, Move, MoveTrace, Outcome, Round, trace};
use crate::rules::{Preset, StoreLast, StorePlace};
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
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Turn, Kind::Laps, Kind::Store];

    /// Their names.
    pub const NAMES: [&str; 3] = ["turn", "laps", "store"];

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
    /// Maximum positions to visit for each move of the turn.
    pub nodes: u64,
}

settings!(MakePuzzle {
    with_asked asked (Option<Move>),
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
    /// These moves are equally good, after some moves of the turn.
    Several { moves: Vec<Move>, after: Vec<Move> },
    /// Not all values could be proven.
    Unproven { stopped: StopReason, after: Vec<Move> },
    /// No move ends in the store.
    NoStore,
    /// These moves all end in the store.
    Stores(Vec<Move>),
    /// No move has more than one lap.
    OneLap,
}

impl NoPuzzle {
    /// Explains it.
    #[must_use]
    pub fn told(&self) -> Sentence {
        let moves = |moves: &[Move]| joined(moves, ", ");
        match self {
            NoPuzzle::Over => sentence!("puzzles.none.over"),
            NoPuzzle::Forced(only) => sentence!("puzzles.none.forced", only = only.to_string()),
            NoPuzzle::Several { moves: good, after } if after.is_empty() => {
                sentence!("puzzles.none.several", moves = moves(good))
            }
            NoPuzzle::Several { moves: good, after } => {
                sentence!("puzzles.none.several-after", moves = moves(good), after = moves(after))
            }
            NoPuzzle::Unproven { .. } => sentence!("puzzles.none.unproven"),
            NoPuzzle::NoStore => sentence!("puzzles.none.no-store"),
            NoPuzzle::Stores(all) => sentence!("puzzles.none.stores", moves = moves(all)),
            NoPuzzle::OneLap => sentence!("puzzles.none.one-lap"),
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

impl MakePuzzle {
    /// Default of the maximum positions to visit for each move of the turn.
    pub const NODES: u64 = 200_000;

    /// Asks a kind of question.
    #[must_use]
    pub const fn new(kind: Kind) -> MakePuzzle {
        MakePuzzle { kind, asked: None, nodes: MakePuzzle::NODES }
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
        let all = legal(game);
        match &all[..] {
            [] => Ok(Err(NoPuzzle::Over)),
            [only] if self.kind != Kind::Laps => Ok(Err(NoPuzzle::Forced(only.played))),
            _ => match self.kind {
                Kind::Turn => self.turn(preset, game, control),
                Kind::Laps => Ok(self.laps(preset, game, &all)),
                Kind::Store => Ok(store(preset, game, &all)),
            },
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
        Ok(Puzzle {
            length: asked.laps.len(),
            difficulty: tenths(log2(asked.laps.len())),
            ..blank(preset, game, Question::Laps, vec![asked.played])
        })
    }

    /// Follows the best moves of the turn, as long as there is only one each time.
    fn turn(
        &self,
        preset: &Preset,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Result<Puzzle, NoPuzzle>, Diagnostic> {
        if game.rules().store == StorePlace::Far {
            return Err(SolveError::Recurs.into());
        }
        if game.rules().store_last == StoreLast::May {
            return Err(diagnostic!(Unsupported, "faults.search.stops"));
        }
        let sign = game.position().mover().sign();
        let (mut round, mut moves) = (Round::new(game), Vec::new());
        let (mut all_values, mut total) = (Vec::new(), 0.0);
        // The best that the mover can get by another turn.
        let mut second = i32::MIN;
        loop {
            let values = match self.values(round.game(), control)? {
                Ok(values) => values,
                Err(stopped) => {
                    return Ok(Err(NoPuzzle::Unproven { stopped, after: moves }));
                }
            };
            let lead = |value: &i32| sign * value;
            let best = values.values().map(lead).max().expect("a legal move");
            let good = values.iter().filter(|(_, value)| lead(value) == best);
            let good: Vec<Move> = good.map(|(played, _)| *played).collect();
            let [played] = good[..] else {
                return Ok(Err(NoPuzzle::Several { moves: good, after: moves }));
            };
            let others = values.values().map(lead).filter(|lead| *lead < best);
            second = others.fold(second, i32::max);
            let all = legal(round.game());
            let chosen = all.iter().find(|one| one.played == played);
            total += difficulty(&all, chosen.expect("one of the legal moves"));
            let outcome = round.play(played.hole)?.outcome;
            moves.push(played);
            all_values.push(values);
            if outcome == Outcome::Again {
                continue;
            }
            let question = match best {
                1.. if second <= 0 => Question::Win,
                0 => Question::Draw,
                _ => Question::Best,
            };
            return Ok(Ok(Puzzle {
                length: moves.len(),
                value: Some(sign * best),
                values: all_values,
                difficulty: tenths(total),
                ..blank(preset, game, question, moves)
            }));
        }
    }

    /// Proves the values of all legal moves.
    fn values(
        &self,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Result<BTreeMap<Move, i32>, StopReason>, Diagnostic> {
        let limits = Limits::default().with_nodes(Some(self.nodes)).with_memory(MEMORY);
        let question =
            Evaluate::default().with_every_move(true).with_fresh(true).with_limits(limits);
        let found = question.answer(game, &Ready::nothing(), control, None)?.found;
        let exact = |one: &crate::search::MoveEvaluation| Some((one.played, one.bounds.value()?));
        let values: Option<_> = found.moves.iter().map(exact).collect();
        Ok(values.ok_or(found.stopped.unwrap_or(StopReason::Nodes)))
    }
}

fn store(preset: &Preset, game: &Game, all: &[MoveTrace]) -> Result<Puzzle, NoPuzzle> {
    let ends: Vec<&MoveTrace> = all.iter().filter(|one| one.ending == Ending::Store).collect();
    match ends[..] {
        [] => Err(NoPuzzle::NoStore),
        [only] => Ok(Puzzle {
            length: only.laps.len(),
            difficulty: tenths(difficulty(all, only)),
            ..blank(preset, game, Question::Store, vec![only.played])
        }),
        _ => Err(NoPuzzle::Stores(ends.iter().map(|one| one.played).collect())),
    }
}
