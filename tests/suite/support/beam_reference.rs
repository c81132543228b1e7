//! The best turn by brute force with the reference implementation.

use std::collections::HashMap;

use chongkak::board::Position;
use chongkak::rules::Rules;
use chongkak::turns::{Aim, Goal};

use super::Reference;

/// A line by its cost: lower is better, the first number before the second.
pub type ReferenceCost = (i64, usize, usize);

/// Whether a goal is reached in a position; `over` means that the round is over there.
pub fn goal_reached(goal: Goal, at: &Reference, player: usize, over: bool) -> bool {
    let store = at.stores[player];
    let row: u32 = at.rows[player].iter().map(|hole| hole.seeds).sum();
    match goal {
        Goal::Store(seeds) => store >= seeds,
        Goal::Set { fill } => at.total() - store < fill || over && at.total() - store - row < fill,
    }
}

/// The question of the search: the cost of a line that ends here, if it may, and the cost of each
/// move.
pub struct ReferenceQuestion {
    pub aim: Aim,
    pub player: usize,
}

impl ReferenceQuestion {
    pub fn here(&self, at: &Reference, over: bool, moved: bool) -> Option<ReferenceCost> {
        let goal = |goal| (moved && goal_reached(goal, at, self.player, over)).then_some((0, 0, 0));
        match self.aim {
            Aim::Harvest => Some((-i64::from(at.stores[self.player]), 0, 0)),
            Aim::Moves(aim) | Aim::Laps(aim) => goal(aim),
        }
    }

    pub fn after(&self, (first, second, third): ReferenceCost, laps: usize) -> ReferenceCost {
        match self.aim {
            Aim::Harvest => (first, second + 1, third + laps),
            Aim::Moves(_) => (first + 1, second + laps, 0),
            Aim::Laps(_) => (first + laps as i64, second + 1, 0),
        }
    }

    /// Returns the best result of moves from here on.
    pub fn best(
        &self,
        rules: &Rules,
        at: &Reference,
        moved: bool,
        known: &mut HashMap<(Reference, bool), Option<ReferenceCost>>,
    ) -> Option<ReferenceCost> {
        if let Some(&cost) = known.get(&(at.clone(), moved)) {
            return cost;
        }
        let mut best = self.here(at, false, moved);
        for hole in at.choices(self.player) {
            let told = at.play(rules, hole);
            let stopped = at.stop(rules, hole).filter(|stop| stop.outcome == "over");
            let rest = if told.outcome == "again" {
                let on = self.best(rules, &told.after, true, known);
                let stopped = stopped.and_then(|stop| self.here(&stop.after, true, true));
                on.into_iter().chain(stopped).min()
            } else {
                self.here(&told.after, told.outcome == "over", true)
            };
            let cost = rest.map(|rest| self.after(rest, told.lands.len()));
            best = best.into_iter().chain(cost).min();
        }
        known.insert((at.clone(), moved), best);
        best
    }
}

pub fn reference_best(rules: &Rules, position: &Position, aim: Aim) -> Option<ReferenceCost> {
    let reference = Reference::read(&position.to_string());
    let player = reference.mover;
    let best =
        ReferenceQuestion { aim, player }.best(rules, &reference, false, &mut HashMap::new())?;
    let before = i64::from(reference.stores[player]);
    Some(match aim {
        Aim::Harvest => (best.0 + before, best.1, best.2),
        _ => best,
    })
}
