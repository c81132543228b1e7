//! The proof of a campaign's answer. Results contain no proof, so the jobs behind the answer are
//! searched again, for the required bound of each, and their proofs are joined.

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

/// Stack size of a thread; a search that needs more allocates it itself.
const STACK: usize = 1 << 21;

/// An answer with its proof.
#[derive(Debug)]
pub struct Proven {
    /// Proven: the value is at least this, as far as the question needs.
    pub lower: i32,
    /// Proven: the value is at most this, as far as the question needs.
    pub upper: i32,
    /// Number of jobs searched again.
    pub jobs: u64,
    /// Positions visited by these searches.
    pub nodes: u64,
    /// The proof of both bounds, or the reason why there is none.
    pub proof: Result<Proof, Unproven>,
}

/// State shared by the threads.
struct State {
    /// Remaining jobs.
    left: Vec<Support>,
    searched: u64,
    nodes: u64,
    joined: Joined,
    /// Why the work ended early: there is no proof, or an error.
    ended: Option<Result<Unproven, Diagnostic>>,
}

/// Proves the answer of a campaign: the bounds that its question needs, by positions that follow
/// from each other move by move, as [`prove`](crate::search::Solver::prove) of the solver does for
/// one search.
///
/// Each job behind the answer is searched again without a limit of its own. A node is a position
/// visited. `most` limits the positions of the proof and of what is joined on the way; a position
/// takes about 300 bytes.
///
/// # Errors
/// If the question is open, a search refutes a result, or the machine lacks resources.
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
        // Bounds that the proofs of other jobs imply are not searched.
        let known = |support: &Support| joined.knows(&support.position, support.claim);
        while left.last().is_some_and(known) {
            left.pop();
        }
        clock.progress().add((done - left.len()) as u64);
        state.ended.is_none().then(|| state.left.pop())?
    };
    let search = |support: &Support| -> Result<(Solution, Result<Proof, Unproven>), Diagnostic> {
        let Claim { side, lead } = support.claim;
        let at_least = if side == Side::A { lead } else { 1 - lead };
        let solver = Solver {
            goal: Goal::AtLeast(at_least),
            memory: run.memory,
            endgame: table.as_deref(),
            ..Solver::new()
        };
        let (found, proof) = solver.prove(&game.at(support.position), clock.part(), most)?;
        match proof.is_err() || support.claim.follows(leads(found.bounds)) {
            true => Ok((found, proof)),
            false => Err(refuted(support, &found)),
        }
    };
    let work = |_| {
        while let Some(support) = next() {
            let found = search(&support);
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
                // Use up the nodes to end the other searches.
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

/// The error when a result is refuted.
fn refuted(support: &Support, found: &Solution) -> Diagnostic {
    let mut leads = leads(found.bounds);
    let mut by = ["the search for its proof"; 2];
    let side = support.claim.side.index();
    (leads[side], by[side]) = (support.claim.lead, &support.by);
    let bounds = Bounds { lower: leads[0], upper: -leads[1] };
    contradiction(&support.position, bounds, by)
}
