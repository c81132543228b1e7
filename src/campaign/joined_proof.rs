//! The proof of a campaign's answer. Results keep no proof, so the jobs that the answer rests on
//! are searched again, for the bound that is needed of each, and their proofs are joined.

use super::bounds_file;
use super::claim::Claim;
use super::error::CampaignError;
use super::folder::Campaign;
use super::job_loop::WorkerPool;
use super::joined::Joined;
use super::knowledge::{Knowledge, is_contradiction};
use super::proof_tree::static_bounds;
use super::run::Run;
use super::support::Support;
use crate::control::{Control, StopReason, unpoisoned};
use crate::search::{Proof, Solution, Solver, Unproven};

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
    busy: usize,
    searched: u64,
    nodes: u64,
    joined: Joined,
    ended: Option<Result<(), Interrupt>>,
}

enum Interrupt {
    Unproven(Unproven),
    Error(CampaignError),
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
) -> Result<Proven, CampaignError> {
    let game = campaign.question.game;
    let claims = campaign.tree.answer().ok_or_else(|| {
        let bounds = campaign.tree.bounds();
        CampaignError::Open {
            position: game.position().to_string(),
            lower: bounds.lower,
            upper: bounds.upper,
        }
    })?;
    let (mut joined, mut left) = (Joined::new(*game.rules(), most), Vec::new());
    let mut full = Ok(());
    for &claim in &claims {
        let support = campaign.tree.support(claim);
        full = full.and_then(|()| support.lines.iter().try_for_each(|line| joined.add(line)));
        left.extend(support.jobs);
    }
    let jobs = left.len() as u64;
    control.progress.start_phase("proving the jobs", Some(jobs));
    // Bounds of other jobs say where to look, and each is proven on the way; none comes to them, so
    // that the proof does not depend on which job ends first.
    let knowledge =
        Knowledge::new(bounds_file::known(campaign.folder(), &campaign.question)?.closed(), 0);
    let state = State {
        left,
        busy: 0,
        searched: 0,
        nodes: 0,
        joined,
        ended: full.err().map(|full| Err(Interrupt::Unproven(full))),
    };
    let pool = WorkerPool::new(run, game, (state, knowledge), control);
    let stopped = pool.work(&|| pool.prove(most), |state| state.ended.is_some())?;
    let state = unpoisoned(pool.state.into_inner());
    let proof = match state.ended {
        Some(Err(Interrupt::Error(error))) => return Err(error),
        Some(Err(Interrupt::Unproven(why))) => Err(why),
        Some(Ok(())) => {
            let proof = state.joined.proof(game.position(), &claims, &pool.clock);
            proof.map_err(Unproven::Stopped)
        }
        None => Err(Unproven::Stopped(stopped.unwrap_or(StopReason::Interrupted))),
    };
    let (mut lower, mut upper) = static_bounds(game.position());
    for claim in claims {
        match claim {
            Claim::AtLeast(least) => lower = lower.max(least),
            Claim::AtMost(most) => upper = upper.min(most),
        }
    }
    Ok(Proven { lower, upper, jobs: state.searched, nodes: state.nodes, proof })
}

impl WorkerPool<'_, State> {
    /// One thread's work: job after job, each with a proof of so many positions.
    fn prove(&self, most: usize) {
        let mut state = self.state();
        while state.ended.is_none() && !self.stop.is_set() {
            let Some(ground) = state.left.pop() else {
                if state.busy == 0 {
                    state.ended = Some(Ok(()));
                }
                break;
            };
            if !state.joined.knows(&ground.position, ground.claim) {
                state.busy += 1;
                drop(state);
                let found = self.search(&ground, most);
                state = self.state();
                state.busy -= 1;
                state.searched += 1;
                let joined = found.and_then(|found| join(&mut state, found));
                // What was cancelled says nothing.
                if let Err(ended) = joined
                    && !self.stop.is_set()
                {
                    state.ended = Some(Err(ended));
                }
            }
            self.clock.progress().add(1);
        }
        drop(state);
        self.changed.notify_all();
    }

    fn search(&self, ground: &Support, most: usize) -> Result<(Solution, Proof), Interrupt> {
        let game = self.game.at(ground.position);
        let at_least = match ground.claim {
            Claim::AtLeast(least) => least,
            Claim::AtMost(most) => most.saturating_add(1),
        };
        let known = Solver {
            exchange: (!self.run.alone).then_some(&self.knowledge.exchange),
            ..self.run.solver(at_least)
        };
        let mut proven = known.prove(&game, self.limits(), most);
        // A proof trusts none of them: where they can't be true it is found without.
        if proven.as_ref().is_err_and(is_contradiction) {
            let solver = self.run.solver(at_least);
            proven = solver.prove(&game, self.limits(), most);
        }
        let (found, proof) = proven.map_err(|error| Interrupt::Error(error.into()))?;
        let proof = proof.map_err(Interrupt::Unproven)?;
        if !ground.claim.follows(found.bounds.lower, found.bounds.upper) {
            return Err(Interrupt::Error(wrong(ground, &found)));
        }
        Ok((found, proof))
    }
}

fn join(state: &mut State, (found, proof): (Solution, Proof)) -> Result<(), Interrupt> {
    state.nodes += found.nodes;
    let mut lines = proof.positions();
    let joined = lines.try_for_each(|line| state.joined.add(&line));
    joined.map_err(Interrupt::Unproven)
}

/// The error that a result was not true.
fn wrong(ground: &Support, found: &Solution) -> CampaignError {
    let (position, by) = (ground.position.to_string(), ground.by.to_string());
    let search = "the search for its proof".to_owned();
    match ground.claim {
        Claim::AtLeast(lower) => CampaignError::Contradiction {
            position,
            lower,
            upper: found.bounds.upper,
            by_lower: by,
            by_upper: search,
        },
        Claim::AtMost(upper) => CampaignError::Contradiction {
            position,
            lower: found.bounds.lower,
            upper,
            by_lower: search,
            by_upper: by,
        },
    }
}
