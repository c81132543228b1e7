//! The value of a round that both players start together.

use super::{Limits, Ready};
use crate::control::{Control, Instant, StopReason, settings};
use crate::search::{SolveError, Solver};
use crate::start::{Bounded, JointProof, JointSearch, Lockstep, Proven};

/// Asks what a round is worth that both players start together, and how each is to choose.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolveStart {
    /// The way to solve it.
    pub by: StartBy,
    /// Joint positions of a proof; none for as many as the mode has.
    pub states: Option<usize>,
    /// Likely lines of a proven value.
    pub lines: usize,
    /// Trees for every pair of first choices, where bounds are proven.
    pub trees: u32,
    /// Plays into each tree.
    pub plays: u32,
    /// The random seed of the trees.
    pub seed: u64,
    /// The limits. The nodes are those of each turn that follows a choice in a tree: a proof is
    /// limited by `states` and the time.
    pub limits: Limits,
}

settings!(SolveStart {
    with_by by (StartBy),
    with_states states (Option<usize>),
    with_lines lines (usize),
    with_trees trees (u32),
    with_plays plays (u32),
    with_seed seed (u64),
    with_limits limits (Limits),
});

impl Default for SolveStart {
    fn default() -> SolveStart {
        SolveStart {
            by: StartBy::default(),
            states: None,
            lines: 5,
            trees: 8,
            plays: 200,
            seed: 1,
            limits: Limits::default(),
        }
    }
}

/// The goal of a search of a joint start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartBy {
    /// The value, if that is quick; else bounds of it.
    #[default]
    Either,
    /// The value, however long it takes.
    Value,
    /// Bounds alone.
    Bounds,
}

/// The findings on a joint start.
#[derive(Clone, Debug, PartialEq)]
pub enum StartFound {
    /// By an induction over the joint turn, perhaps ended by a limit.
    Proven(Proven),
    /// By trees; without any, nothing but what holds for every play.
    Bounded(Bounded),
}

impl SolveStart {
    /// Positions that the solver visits for a turn that follows, if nobody says otherwise.
    pub const NODES: u64 = 4000;

    /// Mebibytes for the joint positions of a proof that was asked for, if nobody says otherwise.
    pub const MEMORY: usize = 2048;

    /// Bytes of a joint position.
    const STATE_BYTES: usize = 256;

    /// Joint positions of a proof that was not asked for, and the solver's positions of each value
    /// in it.
    const UNASKED: (usize, u64) = (200_000, 1_000_000);

    /// The joint positions of a proof that fit into so many mebibytes.
    #[must_use]
    pub const fn states_in(memory: usize) -> usize {
        (memory << 20) / SolveStart::STATE_BYTES
    }

    /// Proves the value, or bounds of it.
    ///
    /// # Errors
    /// Where the solver can't work, or the machine doesn't give what it needs.
    pub fn answer(
        &self,
        model: &Lockstep,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<StartFound, SolveError> {
        let began = Instant::now();
        // The nodes are those of each turn that follows.
        let control = self.limits.with_nodes(None).bound(control);
        let time = control.time;
        let mut proven = None;
        if self.by != StartBy::Bounds {
            let asked = self.by == StartBy::Value;
            // If it is not all that is asked for, something must be left of the time.
            let time = time / if asked { 1 } else { 2 };
            let found = self.proof(ready).prove(model, Control { time, ..control })?;
            if asked || matches!(found.stopped, None | Some(StopReason::Interrupted)) {
                return Ok(StartFound::Proven(found));
            }
            proven = Some(found);
        }
        let search = JointSearch {
            trees: self.trees,
            plays: self.plays,
            nodes: self.limits.nodes.unwrap_or(SolveStart::NODES),
            seed: self.seed,
            solver: self.solver(),
        };
        let time = time.saturating_sub(began.elapsed());
        let found = search.search(model, Control { time, ..control })?;
        Ok(match proven {
            // Not one tree for every pair.
            Some(proven) if found.trees == 0 && found.stopped.is_some() => {
                StartFound::Proven(Proven { stopped: found.stopped, ..proven })
            }
            _ => StartFound::Bounded(found),
        })
    }

    /// The proof that was asked for, or one that is tried before trees are grown.
    fn proof<'a>(&self, ready: &Ready<'a>) -> JointProof<'a> {
        let (states, nodes_each) = match self.by {
            StartBy::Value => (SolveStart::states_in(SolveStart::MEMORY), u64::MAX),
            StartBy::Either | StartBy::Bounds => SolveStart::UNASKED,
        };
        JointProof {
            nodes_each,
            states: self.states.unwrap_or(states),
            lines: self.lines,
            ..JointProof::new(Solver { endgame: ready.endgame, ..self.solver() })
        }
    }

    fn solver(&self) -> Solver<'static> {
        Solver { threads: self.limits.threads, memory: self.limits.memory, ..Solver::new() }
    }
}

impl StartFound {
    /// The limit that ended the work.
    #[must_use]
    pub const fn stopped(&self) -> Option<StopReason> {
        match self {
            StartFound::Proven(found) => found.stopped,
            StartFound::Bounded(found) => found.stopped,
        }
    }
}
