//! The proof of a campaign's answer. Results keep no proof, so the jobs that the answer rests on
//! are searched again, for the bound that is needed of each, and their proofs are joined.

use std::sync::Mutex;

use super::claim::{Claim, leads};
use super::error::contradiction;
use super::folder::{Campaign, Run};
use super::joined::Joined;
use super::proof_tree::static_bounds;
use super::support::Support;
use crate::board::Side;
use crate::control::{Clock, Control, on_threads, unpoisoned};
use crate::search::{Bounds, Goal, Proof, Solution, Solver, Unproven};
use crate::text::{Diagnostic, ErrorKind};

/// The stack of a thread; a search that needs more takes it itself.
const STACK: usize = 1 << 21;

/// An answer with its proof.
#[derive(Debug)]
pub struct Proven {
    /// Proven: the value is at least this; as much as the question needs.
    pub lower: i32,
    /// Proven: it is at most this.
    pub upper: i32,
    /// Jobs that were searched again.
    pub jobs: u64,
    /// Positions that they visited.
    pub nodes: u64,
    /// The proof of both bounds, unless a limit ended it.
    pub proof: Result<Proof, Unproven>,
}

/// The state that the threads share.
struct State {
    /// Jobs that nobody has taken.
    left: Vec<Support>,
    searched: u64,
    nodes: u64,
    joined: Joined,
    /// Why it ended early: there is no proof, or an error.
    ended: Option<Result<Unproven, Diagnostic>>,
}

/// Proves the answer of a campaign: the bounds that its question needs, by positions that follow
/// from each other move by move, as [`prove`](crate::search::Solver::prove) of the solver does for
/// one search.
///
/// Each job that the answer rests on is searched again, without a limit of its own; a node is a
/// position visited. `most` is the largest number of positions that the
/// proof, and what is joined on the way, may have; a position takes some 300 bytes.
///
/// # Errors
/// If the question is open, or a search finds that a result is wrong, or the machine doesn't give
/// what it needs.
pub fn prove(
    campaign: &Campaign,
    run: Run<'_>,
    most: usize,
    control: Control<'_>,
) -> Result<Proven, Diagnostic> {
    let game = campaign.question().game;
    let claims = campaign.tree.answer().ok_or_else(|| {
        let (position, Bounds { lower, upper }) = (game.position(), campaign.tree.bounds());
        let message =
            format!("{position}: the question is open: the value is from {lower:+} to {upper:+}");
        Diagnostic::new(ErrorKind::Stopped, message)
    })?;
    let (mut joined, mut left) = (Joined::new(*game.rules(), most), Vec::new());
    let mut full = Ok(());
    for &claim in &claims {
        let (lines, jobs) = campaign.tree.support(claim);
        full = full.and_then(|()| lines.iter().try_for_each(|line| joined.add(line)));
        left.extend(jobs);
    }
    control.progress.start_phase("proving the jobs", Some(left.len() as u64));
    let (rules, field) = (game.rules(), game.position().field());
    let table = run.tables.table(rules, field)?;
    let clock = Clock::new(control);
    let ended = full.err().map(Ok);
    let state = Mutex::new(State { left, searched: 0, nodes: 0, joined, ended });
    let next = || {
        let mut state = unpoisoned(state.lock());
        let State { left, joined, .. } = &mut *state;
        let done = left.len();
        // What is known of other jobs' proofs is not searched.
        let known = |ground: &Support| joined.knows(&ground.position, ground.claim);
        while left.last().is_some_and(known) {
            left.pop();
        }
        clock.progress().add((done - left.len()) as u64);
        state.ended.is_none().then(|| state.left.pop())?
    };
    let search = |ground: &Support| -> Result<(Solution, Result<Proof, Unproven>), Diagnostic> {
        let Claim { side, lead } = ground.claim;
        let at_least = if side == Side::A { lead } else { 1 - lead };
        let solver = Solver {
            goal: Goal::AtLeast(at_least),
            memory: run.memory,
            endgame: table.as_deref(),
            ..Solver::new()
        };
        let (found, proof) = solver.prove(&game.at(ground.position), clock.part(), most)?;
        match proof.is_err() || ground.claim.follows(leads(found.bounds)) {
            true => Ok((found, proof)),
            false => Err(wrong(ground, &found)),
        }
    };
    let work = |_| {
        while let Some(ground) = next() {
            let found = search(&ground);
            let mut state = unpoisoned(state.lock());
            state.searched += 1;
            let ended = match found {
                Ok((_, Err(why))) => Some(Ok(why)),
                Ok((found, Ok(proof))) => {
                    state.nodes += found.nodes;
                    let mut lines = proof.positions();
                    lines.try_for_each(|line| state.joined.add(&line)).err().map(Ok)
                }
                Err(error) => Some(Err(error)),
            };
            if ended.is_some() && state.ended.is_none() {
                state.ended = ended;
                // No node is left for the others.
                let _ = clock.pay(u64::MAX);
            }
            clock.progress().add(1);
        }
    };
    on_threads(run.parallel, STACK, "job", &work)?;
    let state = unpoisoned(state.into_inner());
    let proof = match state.ended {
        Some(Err(error)) => return Err(error),
        Some(Ok(why)) => Err(why),
        None => {
            let proof = state.joined.proof(game.position(), &claims, &clock);
            proof.map_err(Unproven::Stopped)
        }
    };
    let mut proven = leads(static_bounds(game.position()));
    for Claim { side, lead } in claims {
        proven[side.index()] = lead.max(proven[side.index()]);
    }
    let (lower, upper) = (proven[0], -proven[1]);
    Ok(Proven { lower, upper, jobs: state.searched, nodes: state.nodes, proof })
}

/// The error that a result was not true.
fn wrong(ground: &Support, found: &Solution) -> Diagnostic {
    let mut leads = leads(found.bounds);
    let mut by = ["the search for its proof"; 2];
    let side = ground.claim.side.index();
    (leads[side], by[side]) = (ground.claim.lead, &ground.by);
    let bounds = Bounds { lower: leads[0], upper: -leads[1] };
    contradiction(&ground.position, bounds, by)
}
