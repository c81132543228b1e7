//! Proofs of a game's positions from earlier searches, for the searches that come after them.

use std::collections::HashMap;

use crate::board::{Position, Side};
use crate::control::Control;
use crate::known;
use crate::moves::{Game, Move, Round};
use crate::record::replay_line;
use crate::rules::StorePlace;
use crate::search::{Bounds, Evaluation, Known, Solver};

/// Nodes of the search that values the end of a turn of the book: few seeds are left there.
const AT_THE_END: u64 = 20_000;

/// The proofs that searches have made of positions under one rule set: a player who follows a line
/// of best play keeps its proof, though no search would find it again within the same limits.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    positions: HashMap<Position, Known>,
    /// The openings of which is taken in what ships.
    begun: Vec<Position>,
}

impl Proven {
    /// Returns what was proven of a position.
    #[must_use]
    pub fn of(&self, game: &Game) -> Option<&Known> {
        self.positions.get(game.position())
    }

    /// Takes in what ships of an opening, as far as it holds of the positions of a game that began
    /// there and in which these moves were played; returns the nodes that it took, at most a
    /// quarter of the limit.
    ///
    /// Before the first move that is nothing: what ships of the opening is known without this.
    pub fn take_in(&mut self, opening: &Game, line: &[Move], control: Control<'_>) -> u64 {
        if line.is_empty() {
            return 0;
        }
        let spent = self.begin(opening, control);
        self.follow(opening, line);
        spent
    }

    /// Takes in what ships of an opening: its value holds of the positions on its line of best
    /// play, and while it is open a turn of the book brings its player what that turn ends with.
    /// That costs some thousand nodes where the value is open, at most a quarter of the limit;
    /// returns how many.
    fn begin(&mut self, opening: &Game, control: Control<'_>) -> u64 {
        let position = *opening.position();
        if opening.rules().store != StorePlace::Near || self.begun.contains(&position) {
            return 0;
        }
        self.begun.push(position);
        let Some(known) = known::of(opening) else {
            return 0;
        };
        self.positions.insert(position, known.clone());
        match known.value() {
            Some(value) => {
                if ends_with(opening, &known.line, value) {
                    self.learn_line(opening, &known.line, known.bounds, 0, known.source);
                }
                0
            }
            None => self.learn_turn(opening, &known, control),
        }
    }

    /// Takes in a turn of the book: who plays it is sure of what its end is worth.
    fn learn_turn(&mut self, opening: &Game, known: &Known, control: Control<'_>) -> u64 {
        let turn = known::first_turn(opening).unwrap_or_default();
        let nodes = AT_THE_END.min(control.nodes / 4);
        let end = replay_line(opening, &turn);
        let (Ok(end), 1..) = (end, nodes) else {
            return 0;
        };
        let control = Control { nodes, ..control.quietly() };
        let solver = Solver { memory: 1, ..Solver::new() };
        let end = opening.at(end);
        let Ok(found) = solver.solve(&end, control) else {
            return 0;
        };
        let mover = opening.position().mover();
        let sure = turn_bounds(mover, found.bounds, known.bounds);
        let mut round = Round::new(opening);
        for played in &turn {
            self.join(round.position(), sure, &[], known::BOOK);
            if round.play(played.hole).is_err() {
                return found.nodes;
            }
        }
        self.join(end.position(), found.bounds, &[], known::BOOK);
        found.nodes
    }

    /// Carries what is proven along the moves of a game. Who moves can reach what he comes to, so
    /// his position is worth that to him at least, and what he comes to is worth no more.
    pub fn follow(&mut self, opening: &Game, line: &[Move]) {
        if opening.rules().store != StorePlace::Near {
            return;
        }
        let mut round = Round::new(opening);
        let mut path = vec![*round.position()];
        for played in line {
            if round.play(played.hole).is_err() {
                break;
            }
            path.push(*round.position());
        }
        let steps = path.windows(2).zip(line);
        for (pair, _) in steps.clone().rev() {
            let (before, after) = (&pair[0], &pair[1]);
            let Some(known) = self.positions.get(after) else {
                continue;
            };
            let (bounds, source) = (at_least(before.mover(), known.bounds), known.source);
            self.join(before, bounds, &[], source);
        }
        for (pair, played) in steps {
            let (before, after) = (&pair[0], &pair[1]);
            let Some(known) = self.positions.get(before) else {
                continue;
            };
            let (bounds, source) = (after_move(known, before.mover(), *played), known.source);
            self.join(after, bounds, &[], source);
        }
    }

    /// Joins what a search says of a position with what was proven of those after its moves.
    pub(super) fn narrow(&self, game: &Game, found: &mut Evaluation) {
        if self.positions.is_empty() {
            return;
        }
        for of_move in &mut found.moves {
            let mut round = Round::new(game);
            if round.play(of_move.played.hole).is_err() {
                continue;
            }
            let known = self.positions.get(round.position());
            if let Some(both) = known.and_then(|known| of_move.bounds.and(known.bounds)) {
                of_move.bounds = both;
                of_move.value = both.with_estimate(of_move.value.seeds());
            }
        }
        let mover = game.position().mover();
        let moves = found.moves.iter();
        let moves = moves.map(|of_move| of_move.bounds.seen_by(mover));
        let best = moves
            .reduce(|a, b| Bounds { lower: a.lower.max(b.lower), upper: a.upper.max(b.upper) });
        let both = best.and_then(|best| found.bounds.and(best.seen_by(mover)));
        // What follows from the moves alone has no line to show for it yet.
        let shown = |both: &Bounds| found.bounds.value().is_some() || both.value().is_none();
        found.bounds = both.filter(shown).unwrap_or(found.bounds);
    }

    /// Takes in what a search has proven of a position, of those after its moves, and of those on
    /// the lines that lead to the end of the round.
    pub fn learn(&mut self, game: &Game, found: &Evaluation) {
        // Where positions can recur, what is proven of one depends on the way to it.
        if game.rules().store != StorePlace::Near {
            return;
        }
        self.join(game.position(), found.bounds, &[], known::SEARCH);
        for of_move in &found.moves {
            let bounds = of_move.bounds;
            let whole = bounds.value().is_some_and(|value| ends_with(game, &of_move.line, value));
            if whole {
                // The position itself has this value only if no other move is better.
                let best = found.bounds == bounds;
                let skipped = usize::from(!best);
                self.learn_line(game, &of_move.line, bounds, skipped, known::SEARCH);
            } else {
                let mut round = Round::new(game);
                if round.play(of_move.played.hole).is_ok() {
                    self.join(round.position(), bounds, &[], known::SEARCH);
                }
            }
        }
    }

    /// All positions of a line of best play have its value, but the first `skipped` of them.
    fn learn_line(
        &mut self,
        game: &Game,
        line: &[Move],
        value: Bounds,
        skipped: usize,
        source: &'static str,
    ) {
        let mut round = Round::new(game);
        for (number, played) in line.iter().enumerate() {
            if number >= skipped {
                self.join(round.position(), value, &line[number..], source);
            }
            if round.play(played.hole).is_err() {
                return;
            }
        }
    }

    /// Joins what is proven of a position with what was. What contradicts it is left out: the
    /// search that finds it out says so.
    fn join(&mut self, position: &Position, bounds: Bounds, line: &[Move], source: &'static str) {
        let all = Bounds::of_board(position.total());
        if all.and(bounds) == Some(all) {
            // The board says as much.
            return;
        }
        let known = self.positions.entry(*position).or_insert_with(|| Known {
            bounds: all,
            best: Vec::new(),
            all_best: false,
            line: Vec::new(),
            source,
        });
        let both = known.bounds.and(bounds).unwrap_or(known.bounds);
        if both != known.bounds {
            (known.bounds, known.source) = (both, source);
        }
        if let (true, [first, ..]) = (known.line.is_empty(), line) {
            if !known.best.contains(first) {
                known.best.push(*first);
            }
            known.line = line.to_vec();
            known.source = source;
        }
    }
}

/// Returns what is known of a position after a move: a best one keeps the value, and one that is
/// none brings less.
fn after_move(known: &Known, mover: Side, played: Move) -> Bounds {
    match known.value() {
        Some(value) if known.best.contains(&played) => Bounds::exact(value),
        Some(value) if known.all_best && !known.best.is_empty() => {
            // All results of a round are even, or all are odd.
            at_most(mover, Bounds::exact(value - 2 * mover.sign()))
        }
        _ => at_most(mover, known.bounds),
    }
}

/// The best move is one that can still reach what is proven of the position, and is worth as much.
/// Where no estimate is above what is proven it is one that is proven to reach that, if there is
/// such: who plays it keeps the proof.
pub(super) fn choose_again(mover: Side, found: &mut Evaluation) {
    let all = found.bounds;
    let least = all.seen_by(mover).lower;
    let first = found.best();
    let reaching = found.moves.iter_mut();
    let reaching: Vec<_> =
        reaching.filter(|of_move| of_move.bounds.seen_by(mover).upper >= least).collect();
    let alone = reaching.len() == 1;
    let best = reaching.into_iter().max_by_key(|of_move| {
        let seeds = of_move.value.seeds();
        let worth = |seeds: i32| mover.sign() * seeds;
        let within = worth(seeds.clamp(all.lower, all.upper));
        let sure = of_move.bounds.seen_by(mover).lower >= least;
        (within, sure, worth(seeds), Some(of_move.played) == first)
    });
    let Some(best) = best else {
        return;
    };
    if alone {
        best.bounds = best.bounds.and(all).unwrap_or(best.bounds);
        best.value = best.bounds.with_estimate(best.value.seeds());
    }
    found.value = all.with_estimate(best.value.seeds());
    found.line.clone_from(&best.line);
}

/// Returns the sure bounds of a position whose player can come to one that is worth so much.
const fn at_least(mover: Side, worth: Bounds) -> Bounds {
    match mover {
        Side::A => Bounds { upper: Bounds::ALL.upper, ..worth },
        Side::B => Bounds { lower: Bounds::ALL.lower, ..worth },
    }
}

/// Returns the sure bounds of a position to which the player of one that is worth so much can come.
const fn at_most(mover: Side, worth: Bounds) -> Bounds {
    at_least(mover.other(), worth)
}

/// Returns the sure bounds of the positions of a turn that ends with so much, in a position that is
/// worth no more than `all`.
fn turn_bounds(mover: Side, end: Bounds, all: Bounds) -> Bounds {
    let least = at_least(mover, end);
    least.and(at_most(mover, all)).unwrap_or(least)
}

/// Tells whether a line leads to the end of the round with this result.
fn ends_with(game: &Game, line: &[Move], value: i32) -> bool {
    replay_line(game, line).is_ok_and(|end| end.is_over() && end.standing() == value)
}
