//! What searches of a game have proven of its positions, for the searches that come after them.

use std::collections::HashMap;

use crate::board::Position;
use crate::known;
use crate::moves::{Game, Move, Round};
use crate::record::replay_line;
use crate::rules::StorePlace;
use crate::search::{Bounds, Evaluation, Known};

/// What is called the source of what a search has proven.
const SEARCH: &str = "an earlier search";

/// What searches have proven of positions under one rule set: who follows a line of best play
/// keeps its proof, though no search would find it again within the same limits.
#[derive(Clone, Debug, Default)]
pub struct Proven(HashMap<Position, Known>);

impl Proven {
    /// What was proven of a position.
    #[must_use]
    pub fn of(&self, game: &Game) -> Option<&Known> {
        self.0.get(game.position())
    }

    /// What ships of an opening holds of the positions of a game that began there, as far as they
    /// lie on its line of best play.
    #[must_use]
    pub fn from_opening(opening: &Game) -> Proven {
        let mut proven = Proven::default();
        proven.begin(opening);
        proven
    }

    /// Takes in what ships of an opening.
    pub fn begin(&mut self, opening: &Game) {
        if let Some(known) = known::of(opening)
            && let Some(value) = known.value()
            && opening.rules().store == StorePlace::Near
            && ends_with(opening, &known.line, value)
        {
            self.learn_line(opening, &known.line, known.bounds, 0, known.source);
        }
    }

    /// Takes in what a search has proven of a position, of those after its moves, and of those on
    /// the lines that lead to the end of the round.
    pub fn learn(&mut self, game: &Game, found: &Evaluation) {
        // Where positions can recur, what is proven of one depends on the way to it.
        if game.rules().store != StorePlace::Near {
            return;
        }
        self.join(game.position(), found.bounds, &[], SEARCH);
        for of_move in &found.moves {
            let bounds = of_move.bounds;
            let whole = bounds
                .value()
                .is_some_and(|value| ends_with(game, &of_move.line, value));
            if whole {
                // The position itself has this value only if no other move is better.
                let best = found.bounds == bounds;
                let skipped = usize::from(!best);
                self.learn_line(game, &of_move.line, bounds, skipped, SEARCH);
            } else {
                let mut round = Round::new(game);
                if round.play(of_move.played.hole).is_ok() {
                    self.join(round.position(), bounds, &[], SEARCH);
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
        let known = self.0.entry(*position).or_insert_with(|| Known {
            bounds: Bounds::of_board(position.total()),
            best: Vec::new(),
            all_best: false,
            line: Vec::new(),
            source,
        });
        known.bounds = known.bounds.and(bounds).unwrap_or(known.bounds);
        if let (true, [first, ..]) = (known.line.is_empty(), line) {
            (known.best, known.line) = (vec![*first], line.to_vec());
            known.source = source;
        }
    }
}

/// Whether a line leads to the end of the round with this result.
fn ends_with(game: &Game, line: &[Move], value: i32) -> bool {
    replay_line(game, line).is_ok_and(|end| end.is_over() && end.standing() == value)
}
