//! The answer of a proof: questions that close in on the score, and then the best moves and a line.

use super::bounds::Bounds;
use super::driver::Driver;
use super::findings::{Goal, Solution};
use super::known::Known;
use super::shared_state::Interrupt;
use crate::board::Cells;
use crate::moves::State;
use crate::turns::Turn;

/// The knowledge of a search when it pauses, all from the mover's side.
pub(super) struct PartialSolution<'a> {
    /// The facts that were known before it, from A's side.
    pub known: Option<&'a Known>,
    /// The proven bounds of the score.
    pub score: Option<Bounds>,
    /// The score to ask about first, if there is a guess.
    pub guess: Option<i32>,
}

/// Returns what is known of the score before any question: the mover has what his turn brings.
pub(super) fn first_range<C: Cells>(
    driver: &Driver<'_, C>,
    start: &State<C>,
    turn: &Turn,
) -> Bounds {
    let (shared, side) = (&driver.shared, start.mover);
    let won = shared.won(start.cells, side) - shared.won(start.cells, side.other());
    let in_play = shared.node(start).in_play.cast_signed();
    Bounds {
        lower: turn.standing(start.cells.sum()) - won,
        upper: shared.static_bounds(start, in_play).upper,
    }
}

/// Finds the solution; none if the search pauses. `turn` is what the mover can win in his first
/// turn, `first` what is sure of the score.
pub(super) fn solution<C: Cells>(
    driver: &mut Driver<'_, C>,
    start: &State<C>,
    (turn, first): (&Turn, Bounds),
    goal: Goal,
    so_far: &mut PartialSolution<'_>,
) -> Option<Solution> {
    let shared = &driver.shared;
    let (root, side) = (shared.node(start), start.mover);
    // What is decided already, from the mover's side.
    let won = shared.won(start.cells, side) - shared.won(start.cells, side.other());
    let less = |bounds: Bounds, won: i32| Bounds {
        lower: bounds.lower.saturating_sub(won),
        upper: bounds.upper.saturating_sub(won),
    };
    let scores = |values: Bounds| less(values.seen_by(side), won);
    let values = |scores: Bounds| less(scores, -won).seen_by(side);
    let known = so_far.known;
    let score = so_far.score.get_or_insert_with(|| {
        let known = known.map(|known| scores(known.bounds));
        known.map_or(first, |known| known.and(first).unwrap_or(first))
    });
    let matters = scores(goal.matters());
    let wanted = goal.wanted_by(side).saturating_sub(won);
    let closed = score.close_in(matters, so_far.guess.unwrap_or(-won), |beta, score| {
        let Bounds { lower, upper } = values(score);
        let text = format!("proving the value, {lower:+} to {upper:+}; nodes");
        driver.clock.progress().announce(text);
        driver.clock.progress().improve(lower, upper);
        driver.probe(&root, beta)
    });
    let mut best = Vec::new();
    let line = closed.and_then(|()| {
        let Bounds { lower, upper } = *score;
        let known = known.filter(|known| known.bounds == values(*score));
        if lower == upper {
            best = match known {
                Some(known) if known.all_best => known.best.clone(),
                _ => driver.best_moves(&root, lower)?,
            };
            match known {
                Some(known) if !known.line.is_empty() => Ok(known.line.clone()),
                _ => {
                    let first = best.first().map(|best| best.hole);
                    driver.line(&root, lower, first, |_, _| false)
                }
            }
        } else if first.lower >= wanted {
            Ok(turn.line.clone())
        } else if lower >= wanted {
            // Enough: as far as this turn goes, and no farther than it must.
            driver.line(&root, wanted, None, |node, score| {
                node.state.mover != side || score <= -node.in_play.cast_signed()
            })
        } else {
            Ok(Vec::new())
        }
    });
    let (line, stopped) = match line {
        Ok(line) => (line, None),
        Err(Interrupt::By(reason)) => (Vec::new(), Some(reason)),
        Err(_) => return None,
    };
    Some(Solution {
        bounds: values(*score),
        best,
        line,
        nodes: driver.clock.nodes(),
        stopped,
        line_stopped: None,
    })
}
