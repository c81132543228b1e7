//! Whole turns in the solver's proofs: what the player to move wins in his turn is his whatever
//! comes after it, and a narrow beam finds the long turns that a search move by move loses itself
//! in.

use super::driver::Driver;
use super::expansion::Expansion;
use super::findings::Goal;
use super::shared_state::Interrupt;
use super::shared_state::{Node, Shared};
use super::technique::{Technique, Techniques};
use super::transposition_table::TableBounds;
use super::value::Window;
use super::worker::Worker;
use crate::board::{Cells, Hole};
use crate::control::{Clock, NodeBudget, StopReason};
use crate::moves::{Kernel, State};
use crate::turns::{Turn, widening};

/// Positions of a layer in the widest beam through the first turn. Of 300 positions from played
/// rounds none was won in its first turn with 4,096 and not with 64.
const WIDEST: usize = 256;

/// The same for the turns inside the search.
const WIDEST_INSIDE: usize = 16;

/// Seeds in open holes from which on turns inside the search are searched by themselves.
const INSIDE_FROM: u32 = 32;

/// The turn that a proof begins with: up to where it decides the round, if no more is asked, or the
/// most that a narrow beam finds.
pub(super) fn first_turn<C: Cells>(
    kernel: &Kernel<C>,
    start: &State<C>,
    goal: Goal,
    techniques: Techniques,
    clock: &Clock<'_>,
) -> Turn {
    let total = start.cells.sum();
    let enough = match goal {
        Goal::Value => u32::MAX,
        // With h seeds of n he has at least h - (n - h) more than his opponent.
        Goal::Winner | Goal::AtLeast(_) => {
            let wanted = goal.wanted_by(start.mover).saturating_add_unsigned(total);
            u32::try_from(wanted.saturating_add(1).div_euclid(2)).unwrap_or(0)
        }
    };
    let mut budget = NodeBudget::new(clock);
    let used = techniques.has(Technique::Turns);
    let widest = if used { WIDEST } else { 1 };
    widening(kernel, start, widest, enough, &mut || budget.spend())
}

impl<C: Cells> Worker<'_, C> {
    /// Searches a position with which a turn begins: the turn by itself first, where that is
    /// likely to be enough. Without relays turns are too short for it to be worth the trouble.
    pub(super) fn search_turn(
        &mut self,
        node: &Node<C>,
        window: Window,
        expansion: &mut Expansion<C>,
    ) -> Result<i32, Interrupt> {
        let unknown = || self.shared.remembered(node).is_none();
        if self.shared.kernel.relays()
            && self.shared.techniques.has(Technique::Turns)
            && node.in_play >= INSIDE_FROM
            && unknown()
            && let Some(score) = self.turn_reaches(node, window.beta)?
        {
            return Ok(score);
        }
        self.search(node, window, expansion)
    }

    /// A score of at least `beta`, if the turn alone brings it.
    fn turn_reaches(&mut self, node: &Node<C>, beta: i32) -> Result<Option<i32>, Interrupt> {
        let (shared, state) = (self.shared, &node.state);
        let in_play = node.in_play.cast_signed();
        let Some(enough) = enough(shared, node, beta) else {
            return Ok(None);
        };
        let mut ended = None;
        let mut spend = || {
            self.check().map_err(|why| {
                ended = Some(why);
                StopReason::Interrupted
            })
        };
        let turn = widening(shared.kernel, state, WIDEST_INSIDE, enough, &mut spend);
        if let Some(why) = ended {
            return Err(why);
        }
        if turn.harvest < enough {
            return Ok(None);
        }
        let own = shared.won(state.cells, state.mover);
        let lower = 2 * (turn.harvest.cast_signed() - own) - in_play;
        if let Some(key) = node.key {
            let bounds = TableBounds { lower, ..TableBounds::of(node.in_play) };
            shared.table.put(key, bounds, WIDEST_INSIDE as u64);
        }
        Ok(Some(lower))
    }
}

impl<C: Cells> Driver<'_, C> {
    /// The first move of a turn that alone brings a score, if a beam finds one.
    pub(super) fn turn_to(&self, node: &Node<C>, score: i32) -> Option<Hole> {
        let shared = &self.shared;
        let used = shared.kernel.relays() && shared.techniques.has(Technique::Turns);
        if !used || node.in_play < INSIDE_FROM {
            return None;
        }
        let enough = enough(shared, node, score)?;
        let mut budget = NodeBudget::new(self.clock);
        let spend = &mut || budget.spend();
        let turn = widening(shared.kernel, &node.state, WIDEST, enough, spend);
        let first = turn.line.first().filter(|_| turn.harvest >= enough);
        first.map(|first| first.hole)
    }
}

/// The seeds that the mover must have won, with those he has, for his turn alone to bring a score;
/// none if no turn does, or every one.
fn enough<C: Cells>(shared: &Shared<'_, C>, node: &Node<C>, score: i32) -> Option<u32> {
    let in_play = node.in_play.cast_signed();
    // Who gains so much of what is in play is that far ahead when his opponent gains the rest.
    let gain = (score + in_play + 1).div_euclid(2);
    let own = shared.won(node.state.cells, node.state.mover);
    (0 < gain && gain <= in_play).then(|| (own + gain).cast_unsigned())
}
