//! Puzzles from rounds played at random, or from those of records.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::{Kind, MakePuzzle, NoPuzzle, Place, Puzzle};
use crate::board::{Position, Side};
use crate::control::{Clock, Control, StopReason, settings};
use crate::math::Random;
use crate::moves::{Game, Outcome, Round};
use crate::rules::Preset;
use crate::sets::{PlayedRound, SetGame, turn_positions};
use crate::text::Diagnostic;

/// Rounds or positions that are tried before the puzzles found are counted.
const BATCH: u64 = 64;

/// Plays rounds at random, and asks a question once in each; or asks it before each turn of
/// records.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FindPuzzles {
    /// The question.
    pub question: MakePuzzle,
    /// The number of puzzles to find.
    pub count: usize,
    /// The length of each puzzle; any by default.
    pub length: Option<usize>,
    /// Maximum seeds in play.
    pub in_play: u32,
    /// Maximum rounds to play.
    pub rounds: u64,
    /// The random seed.
    pub seed: u64,
}

settings!(FindPuzzles {
    with_count count (usize),
    with_length length (Option<usize>),
    with_in_play in_play (u32),
    with_rounds rounds (u64),
    with_seed seed (u64),
});

/// The puzzles that were found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundPuzzles {
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
    /// Rounds that were played, or positions that were tried.
    pub tried: u64,
    /// Positions of records in which not every value could be proven.
    pub undecided: u64,
    /// The limit that ended the search early.
    pub stopped: Option<StopReason>,
}

/// A position of a record.
#[derive(Clone, Debug)]
pub struct Candidate {
    preset: &'static Preset,
    game: Game,
    place: Place,
}

impl Candidate {
    /// The positions before the turns of a set, which is a record of a file.
    #[must_use]
    pub fn all(
        preset: &'static Preset,
        set: &SetGame,
        file: &str,
        number: usize,
    ) -> Vec<Candidate> {
        let of_round = |(at, round): (usize, &PlayedRound)| {
            let games = turn_positions(set, at).into_iter().take(round.turns.len());
            let place = move |turn| {
                let file = file.to_owned();
                Place { file, game: number, round: at + 1, turn }
            };
            (1..).zip(games).map(move |(turn, game)| Candidate { preset, game, place: place(turn) })
        };
        set.rounds().iter().enumerate().flat_map(of_round).collect()
    }
}

fn in_play(position: &Position) -> u32 {
    Side::BOTH.iter().map(|side| position.in_play(*side)).sum()
}

impl FindPuzzles {
    /// Default of the maximum seeds in play.
    pub const IN_PLAY: u32 = 24;

    /// Default of the maximum rounds to play.
    pub const ROUNDS: u64 = 100_000;

    /// Looks for ten puzzles of any length, with random seed 1.
    #[must_use]
    pub const fn new(question: MakePuzzle) -> FindPuzzles {
        FindPuzzles {
            question,
            count: 10,
            length: None,
            in_play: FindPuzzles::IN_PLAY,
            rounds: FindPuzzles::ROUNDS,
            seed: 1,
        }
    }

    /// Plays rounds from a position on all threads of the pool it is called in. Every round has its
    /// own random numbers and gives at most one puzzle, so the result doesn't depend on the
    /// threads.
    ///
    /// # Errors
    /// If positions can recur, or a search fails.
    pub fn answer(
        &self,
        preset: &Preset,
        start: &Game,
        control: Control<'_>,
    ) -> Result<FoundPuzzles, Diagnostic> {
        control.progress.start_phase("rounds", Some(self.rounds));
        let in_round = |number, clock: &Clock<'_>| self.in_round(preset, start, number, clock);
        let found = self.gather(self.rounds, control, in_round)?;
        let few = (found.puzzles.len() < self.count).then_some(StopReason::Nodes);
        Ok(FoundPuzzles { stopped: found.stopped.or(few), ..found })
    }

    /// Tries the positions of records in order, on all threads of the pool it is called in. Those
    /// without exactly one answer are passed over.
    ///
    /// # Errors
    /// If positions can recur, or a search fails.
    pub fn answer_in(
        &self,
        candidates: &[Candidate],
        control: Control<'_>,
    ) -> Result<FoundPuzzles, Diagnostic> {
        let within = |one: &&Candidate| in_play(one.game.position()) <= self.in_play;
        let candidates: Vec<&Candidate> = candidates.iter().filter(within).collect();
        let all = candidates.len() as u64;
        control.progress.start_phase("positions", Some(all));
        let undecided = AtomicU64::new(0);
        let found = self.gather(all, control, |number, clock| {
            let number = usize::try_from(number).expect("the number of a candidate");
            let Candidate { preset, game, place } = candidates[number];
            let made = self.question.answer(preset, game, clock.rest())?;
            if matches!(made, Err(NoPuzzle::Unproven { .. })) {
                undecided.fetch_add(1, Ordering::Relaxed);
            }
            let made = made.ok().filter(|puzzle| self.is_wanted(puzzle));
            Ok(made.map(|puzzle| Puzzle { place: Some(place.clone()), ..puzzle }))
        })?;
        Ok(FoundPuzzles { undecided: undecided.into_inner(), ..found })
    }

    fn is_wanted(&self, puzzle: &Puzzle) -> bool {
        self.length.is_none_or(|length| puzzle.length == length)
    }

    /// Tries the numbers from 0 in order until there are enough different puzzles.
    fn gather(
        &self,
        all: u64,
        control: Control<'_>,
        attempt: impl Fn(u64, &Clock<'_>) -> Result<Option<Puzzle>, Diagnostic> + Sync,
    ) -> Result<FoundPuzzles, Diagnostic> {
        let clock = Clock::new(control.quietly());
        let (mut puzzles, mut ids, mut tried) = (Vec::<Puzzle>::new(), HashSet::new(), 0);
        while tried < all && puzzles.len() < self.count {
            let batch = tried..all.min(tried + BATCH);
            tried = batch.end;
            let found = batch.into_par_iter().map(|number| {
                let puzzle = attempt(number, &clock)?;
                control.progress.add(1);
                Ok(puzzle)
            });
            let found = found.collect::<Result<Vec<_>, Diagnostic>>()?;
            if let Some(reason) = clock.ended() {
                return Ok(sorted(puzzles, tried, Some(reason)));
            }
            let missing = self.count - puzzles.len();
            let fresh = found.into_iter().flatten().filter(|puzzle| ids.insert(puzzle.id.clone()));
            puzzles.extend(fresh.take(missing));
        }
        Ok(sorted(puzzles, tried, None))
    }

    /// Plays a round at random, and asks the question at the beginning of one of its turns.
    fn in_round(
        &self,
        preset: &Preset,
        start: &Game,
        number: u64,
        clock: &Clock<'_>,
    ) -> Result<Option<Puzzle>, Diagnostic> {
        let mut random = Random::new(self.seed, number);
        let mut round = Round::new(start);
        let (mut begins, mut turns) = (true, Vec::new());
        while !round.position().is_over() {
            if clock.ended().is_some() {
                return Ok(None);
            }
            let position = round.position();
            let legal = round.game().legal_moves().filter(|made| !made.stops);
            let legal: Vec<_> = legal.collect();
            let is_choice = legal.len() > 1 || self.question.kind == Kind::Laps;
            if begins && in_play(position) <= self.in_play && is_choice {
                turns.push(*round.game());
            }
            let played = round.play(legal[random.below(legal.len())])?;
            begins = played.outcome != Outcome::Again;
        }
        if turns.is_empty() {
            return Ok(None);
        }
        let game = &turns[random.below(turns.len())];
        // A turn that alone keeps a result is the only best one, and is asked for first: a win that
        // other turns keep too can then be made close.
        let keeps = self.question.kind == Kind::Keep;
        let first = MakePuzzle {
            kind: if keeps { Kind::Turn } else { self.question.kind },
            ..self.question
        };
        let made = first.answer(preset, game, clock.rest())?.ok();
        let Some(puzzle) = made.filter(|puzzle| keeps || self.is_wanted(puzzle)) else {
            return Ok(None);
        };
        let close = made_close(game, &puzzle);
        if close.is_none() && !keeps {
            return Ok(Some(puzzle));
        }
        let made = self.question.answer(preset, &close.unwrap_or(*game), clock.rest())?.ok();
        Ok(made.filter(|puzzle| self.is_wanted(puzzle)))
    }
}

/// Moves seeds between the stores, so that the best turn just wins the round and no other turn
/// does; `None` if that is so already, or the stores have too few. Seeds in stores are never
/// played, so all values change by the same number.
fn made_close(game: &Game, puzzle: &Puzzle) -> Option<Game> {
    let mover = game.position().mover();
    let lead = mover.sign() * puzzle.value?;
    // The values of a position are all even or all odd, like the number of its seeds.
    let least = if lead % 2 == 0 { 2 } else { 1 };
    let given = (lead - least) / 2;
    if given == 0 {
        return None;
    }
    let mut setup = game.position().setup();
    for (side, more) in [(mover, -given), (mover.other(), given)] {
        let store = &mut setup.stores[side.index()];
        *store = store.checked_add_signed(more)?;
    }
    let position = Position::new(&setup).ok()?;
    Some(game.at(position))
}

/// Sorts puzzles by difficulty.
fn sorted(mut puzzles: Vec<Puzzle>, tried: u64, stopped: Option<StopReason>) -> FoundPuzzles {
    puzzles.sort_by(|one, other| {
        one.difficulty.total_cmp(&other.difficulty).then_with(|| one.id.cmp(&other.id))
    });
    FoundPuzzles { puzzles, tried, undecided: 0, stopped }
}
