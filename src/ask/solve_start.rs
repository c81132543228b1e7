//! The value of a round with a joint start.

use super::{Limits, Ready};
use crate::control::{Control, Instant, StopReason, settings};
use crate::search::{SolveError, Solver};
use crate::start::{Bounded, JointProof, JointSearch, Lockstep, Proven};

/// Solves a joint start: finds the value of the round and how each player should choose.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolveStart {
    /// The method.
    pub by: StartBy,
    /// Maximum number of joint positions of a proof; none for the default of the mode.
    pub states: Option<usize>,
    /// Number of likely lines to report for a proven value.
    pub lines: usize,
    /// Trees for each pair of first choices, when proving bounds.
    pub trees: u32,
    /// Number of plays in each tree.
    pub plays: u32,
    /// The random seed of the trees.
    pub seed: u64,
    /// The limits. The node limit applies to each turn that follows a choice in a tree; a proof is
    /// limited by `states` and by time.
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

/// What to find about a joint start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartBy {
    /// The value if it can be found quickly, otherwise bounds.
    #[default]
    Either,
    /// The value, however long it takes.
    Value,
    /// Only bounds.
    Bounds,
}

/// The result for a joint start.
#[derive(Clone, Debug, PartialEq)]
pub enum StartFound {
    /// A proof by induction over the joint turn; a limit may have ended it early.
    Proven(Proven),
    /// Bounds from trees; without any tree, only the bounds that always hold.
    Bounded(Bounded),
}

impl SolveStart {
    /// Default node limit for each turn that follows.
    pub const NODES: u64 = 4000;

    /// Default memory for the joint positions of a requested proof, in mebibytes.
    pub const MEMORY: usize = 2048;

    /// Size of a joint position in bytes.
    const STATE_BYTES: usize = 256;

    /// Limits of the quick proof that is tried before bounds: joint positions, and solver nodes per
    /// value.
    const QUICK_PROOF: (usize, u64) = (200_000, 1_000_000);

    /// How many joint positions of a proof fit into this many mebibytes.
    #[must_use]
    pub const fn states_in(memory: usize) -> usize {
        (memory << 20) / SolveStart::STATE_BYTES
    }

    /// Proves the value or bounds.
    ///
    /// # Errors
    /// If the solver does not support the game, or the machine lacks resources.
    pub fn answer(
        &self,
        model: &Lockstep,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<StartFound, SolveError> {
        let began = Instant::now();
        // The node limit applies to each turn that follows, not to the whole computation.
        let control = self.limits.with_nodes(None).bound(control);
        let time = control.time;
        let mut proven = None;
        if self.by != StartBy::Bounds {
            let value_only = self.by == StartBy::Value;
            // Unless only the proof was requested, half of the time is kept for the bounds.
            let time = time / if value_only { 1 } else { 2 };
            let found = self.proof(ready).prove(model, Control { time, ..control })?;
            if value_only || matches!(found.stopped, None | Some(StopReason::Interrupted)) {
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
            // Not even one tree for each pair.
            Some(proven) if found.trees == 0 && found.stopped.is_some() => {
                StartFound::Proven(Proven { stopped: found.stopped, ..proven })
            }
            _ => StartFound::Bounded(found),
        })
    }

    /// The settings of the requested proof, or of the quick one before trees are grown.
    fn proof<'a>(&self, ready: &Ready<'a>) -> JointProof<'a> {
        let (states, nodes_each) = match self.by {
            StartBy::Value => (SolveStart::states_in(SolveStart::MEMORY), u64::MAX),
            StartBy::Either | StartBy::Bounds => SolveStart::QUICK_PROOF,
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
    /// The limit that ended the search early.
    #[must_use]
    pub const fn stopped(&self) -> Option<StopReason> {
        match self {
            StartFound::Proven(found) => found.stopped,
            StartFound::Bounded(found) => found.stopped,
        }
    }
}
