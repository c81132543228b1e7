//! A guess at a score, to begin the solver's questions with.
//!
//! A question far from the score costs nearly as much as one beside it, and what it proves is of
//! little use. So a short search with a horizon says where to ask first.

use std::sync::atomic::AtomicBool;

use super::alpha_beta::AlphaBeta;
use super::driver::Driver;
use super::heuristic::Estimator;
use super::heuristic_table::HeuristicTable;
use super::shared_state::Node;
use super::value::Window;
use super::worker::Worker;
use crate::board::Cells;
use crate::control::{MAX_DEPTH, NodeBudget};

/// Nodes after which no further iteration begins. More make a better guess, and save no more than
/// they cost.
const NODES: u64 = 250;

/// Its table has two to the power of this pairs of estimates: the last iteration has some four
/// times the nodes of the one before.
const TABLE_BITS: u32 = 10;

/// Guesses what the player to move will still win less what his opponent will: none where a limit
/// or the system's memory leaves no room for a guess.
pub(super) fn guess<C: Cells>(
    driver: &Driver<'_, C>,
    estimator: &Estimator<C>,
    node: &Node<C>,
) -> Option<i32> {
    let mut memory = HeuristicTable::<C>::memory(TABLE_BITS, 1).ok()?;
    let table = HeuristicTable::new(&mut memory);
    let halt = AtomicBool::new(false);
    let before = driver.clock.nodes();
    let mut score = None;
    for depth in 1..=MAX_DEPTH {
        let mut search = AlphaBeta {
            worker: Worker::new(&driver.shared, true, NodeBudget::new(driver.clock), &|_| None),
            table: &table,
            estimator,
            halt: &halt,
            path: Vec::new(),
        };
        let found = search.search(node, depth, Window::full(node.in_play), None);
        // What the budget has left goes back to the clock.
        drop(search);
        let found = found.ok()?;
        score = Some(found.seeds);
        if found.proven || driver.clock.nodes() - before > NODES {
            break;
        }
    }
    score
}
