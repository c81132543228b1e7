//! The best turn by trying all moves of the twin.

use std::collections::HashMap;

use chongkak::board::Position;
use chongkak::rules::Rules;
use chongkak::turns::{Aim, Goal};

use super::Twin;

/// A line by its worth: the lower the better, the first number before the second.
pub type TwinCost = (i64, usize, usize);

/// Tells whether a goal is reached in a position; `over` is true if the round is over there.
pub fn goal_reached(goal: Goal, at: &Twin, player: usize, over: bool) -> bool {
    let store = at.stores[player];
    let row: u32 = at.rows[player].iter().map(|hole| hole.seeds).sum();
    match goal {
        Goal::Store(seeds) => store >= seeds,
        Goal::Set { fill } => at.total() - store < fill || over && at.total() - store - row < fill,
    }
}

/// The question of the twin's search: how good a line is that ends here, if it is one at all, and
/// how much worse each move makes it.
pub struct TwinQuestion {
    pub aim: Aim,
    pub player: usize,
}

impl TwinQuestion {
    pub fn here(&self, at: &Twin, over: bool, moved: bool) -> Option<TwinCost> {
        let goal = |goal| (moved && goal_reached(goal, at, self.player, over)).then_some((0, 0, 0));
        match self.aim {
            Aim::Harvest => Some((-i64::from(at.stores[self.player]), 0, 0)),
            Aim::Moves(aim) | Aim::Laps(aim) => goal(aim),
        }
    }

    pub fn after(&self, (first, second, third): TwinCost, laps: usize) -> TwinCost {
        match self.aim {
            Aim::Harvest => (first, second + 1, third + laps),
            Aim::Moves(_) => (first + 1, second + laps, 0),
            Aim::Laps(_) => (first + laps as i64, second + 1, 0),
        }
    }

    /// The best that moves from here on bring.
    pub fn best(
        &self,
        rules: &Rules,
        at: &Twin,
        moved: bool,
        known: &mut HashMap<(Twin, bool), Option<TwinCost>>,
    ) -> Option<TwinCost> {
        if let Some(&cost) = known.get(&(at.clone(), moved)) {
            return cost;
        }
        let mut best = self.here(at, false, moved);
        for hole in at.choices(self.player) {
            let told = at.play(rules, hole);
            let rest = if told.outcome == "again" {
                self.best(rules, &told.after, true, known)
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

pub fn twin_best(rules: &Rules, position: &Position, aim: Aim) -> Option<TwinCost> {
    let twin = Twin::read(&position.to_string());
    let player = twin.mover;
    let best = TwinQuestion { aim, player }.best(rules, &twin, false, &mut HashMap::new())?;
    let before = i64::from(twin.stores[player]);
    Some(match aim {
        Aim::Harvest => (best.0 + before, best.1, best.2),
        _ => best,
    })
}
