//! Values proven by earlier searches of a game, for later searches of the same game.

use std::collections::HashMap;

use crate::board::{Position, Side};
use crate::known;
use crate::moves::{Game, Move, Round};
use crate::record::replay_line;
use crate::rules::StorePlace;
use crate::search::{Bounds, Evaluation, Known};

/// Values of positions proven by searches under one rule set. A player who follows a line of best
/// play keeps its proof, even where no search within the same limits would find it again.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    positions: HashMap<Position, Known>,
    /// The openings whose shipped data was added.
    begun: Vec<Position>,
}

impl Proven {
    /// Returns what was proven about a position.
    #[must_use]
    pub fn of(&self, game: &Game) -> Option<&Known> {
        self.positions.get(game.position())
    }

    /// Adds the shipped data on an opening, as far as it applies to the positions of a game that
    /// started there and in which these moves were played.
    ///
    /// Does nothing before the first move, because the opening's own data is known without this.
    pub fn take_in(&mut self, opening: &Game, line: &[Move]) {
        if !line.is_empty() {
            self.begin(opening);
            self.follow(opening, line);
        }
    }

    /// Adds the shipped data on an opening. A proven value holds for all positions on its line of
    /// best play.
    fn begin(&mut self, opening: &Game) {
        let position = *opening.position();
        if opening.rules().store != StorePlace::Near || self.begun.contains(&position) {
            return;
        }
        self.begun.push(position);
        if let Some(known) = known::of(opening) {
            self.positions.insert(position, known.clone());
            if known.value().is_some_and(|value| ends_with(opening, &known.line, value)) {
                self.learn_line(opening, &known.line, known.bounds, 0, known.source);
            }
        }
    }

    /// Carries bounds along the moves of a game. A position is worth at least as much to its mover
    /// as the position after any move, and the latter is worth at most as much as the former.
    pub fn follow(&mut self, opening: &Game, line: &[Move]) {
        if opening.rules().store != StorePlace::Near {
            return;
        }
        let mut round = Round::new(opening);
        let mut path = vec![*round.position()];
        for played in line {
            if round.play(*played).is_err() {
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

    /// Combines the result of a search with what was proven about the positions after its moves.
    pub(super) fn narrow(&self, game: &Game, found: &mut Evaluation) {
        if self.positions.is_empty() {
            return;
        }
        for of_move in &mut found.moves {
            let mut round = Round::new(game);
            if round.play(of_move.played).is_err() {
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
        // A value that follows only from the moves has no line to show yet, so it is left out.
        let shown = |both: &Bounds| found.bounds.value().is_some() || both.value().is_none();
        found.bounds = both.filter(shown).unwrap_or(found.bounds);
    }

    /// Adds what a search has proven about a position, about the positions after its moves, and
    /// about those on lines that lead to the end of the round.
    pub fn learn(&mut self, game: &Game, found: &Evaluation) {
        // If positions can recur, a proof may depend on the path to the position.
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
                if round.play(of_move.played).is_ok() {
                    self.join(round.position(), bounds, &[], known::SEARCH);
                }
            }
        }
    }

    /// Adds the value for all positions on a line of best play except the first `skipped`.
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
            if round.play(*played).is_err() {
                return;
            }
        }
    }

    /// Combines new bounds of a position with the known ones. Contradictory bounds are ignored
    /// here; the search that discovers a contradiction reports it.
    fn join(&mut self, position: &Position, bounds: Bounds, line: &[Move], source: &'static str) {
        let all = Bounds::of_board(position.total());
        if all.and(bounds) == Some(all) {
            // The size of the board already implies these bounds.
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

/// The bounds of the position after a move. A best move keeps the value; any other move loses some
/// of it.
fn after_move(known: &Known, mover: Side, played: Move) -> Bounds {
    match known.value() {
        Some(value) if known.best.contains(&played) => Bounds::exact(value),
        Some(value) if known.all_best => {
            // The results of a round are all even or all odd.
            at_most(mover, Bounds::exact(value - 2 * mover.sign()))
        }
        _ => at_most(mover, known.bounds),
    }
}

/// Chooses the best move among those that can still reach the position's proven bound, by value. If
/// no estimate exceeds that bound, prefers a move that is proven to reach it, so that whoever plays
/// it keeps the proof.
pub(super) fn choose_best_move(mover: Side, found: &mut Evaluation) {
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

/// Bounds of a position whose mover can reach a position with these bounds.
const fn at_least(mover: Side, worth: Bounds) -> Bounds {
    match mover {
        Side::A => Bounds { upper: Bounds::ALL.upper, ..worth },
        Side::B => Bounds { lower: Bounds::ALL.lower, ..worth },
    }
}

/// Bounds of a position that the mover of a position with these bounds can reach.
const fn at_most(mover: Side, worth: Bounds) -> Bounds {
    at_least(mover.other(), worth)
}

/// Whether a line leads to the end of the round with this result.
fn ends_with(game: &Game, line: &[Move], value: i32) -> bool {
    replay_line(game, line).is_ok_and(|end| end.is_over() && end.standing() == value)
}
