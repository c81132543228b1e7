//! Solving: proven bounds on a round's value, closed in by questions with a yes or a no.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::certificate::{Proof, Unproven};
use super::driver::Driver;
use super::technique::Techniques;
use crate::board::Position;
use crate::control::{Limits, StopReason};
use crate::moves::{Move, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value.
    Value,
    /// Who wins, or that nobody does.
    Winner,
}

/// What a solver has proven of a position, in seeds of A less seeds of B at the round's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The moves that reach the value, in hole order; empty if it isn't proven.
    pub best: Vec<Move>,
    /// If the value is proven: a line of best play to the end of the round. If only the winner is,
    /// and it is the player to move: moves of his turn that keep the win, to the end of the turn
    /// or up to where more than half of the seeds are his. Else empty.
    pub line: Vec<Move>,
    /// Positions visited, by all threads together.
    pub nodes: u64,
    /// What ended the search before its goal.
    pub stopped: Option<StopReason>,
}

impl Solution {
    /// The value, if it is proven.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Rules that can't be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// A value would depend on the way to a position.
    #[error(
        "store = far: positions can recur within a round, so a position has no value of its own: \
         expected store = near"
    )]
    Recurs,
}

/// Nodes after which an endgame table is built: by then the search has taken about as long as the
/// building will.
const WITHOUT_ENDGAME: u64 = 6_000_000;

/// How a solver is to work.
#[derive(Clone, Copy, Debug)]
pub struct Solver<'a> {
    /// Limits. The depth is not used.
    pub limits: Limits<'a>,
    /// Threads that search together.
    pub threads: NonZeroUsize,
    /// What is to be proven.
    pub goal: Goal,
    /// An endgame table to use. If it doesn't fit the rules and the field it is passed over.
    pub endgame: Option<&'a Endgame>,
    /// Nodes after which a search without an endgame table builds one.
    pub endgame_after: u64,
    /// What it uses to be fast.
    pub techniques: Techniques,
}

impl<'a> Solver<'a> {
    /// A solver on one thread for the value, without limits, and with 256 MiB for its table.
    #[must_use]
    pub const fn new(stop: &'a AtomicBool) -> Solver<'a> {
        Solver {
            limits: Limits::none(stop),
            threads: NonZeroUsize::MIN,
            goal: Goal::Value,
            endgame: None,
            endgame_after: WITHOUT_ENDGAME,
            techniques: Techniques::ALL,
        }
    }

    /// Proves the value of a position, or bounds on it within the limits.
    ///
    /// A beam through the mover's first turn gives a bound to begin with, and may be all it takes
    /// to prove a winner.
    /// Questions "is the value at least v?" close in on the value; each is searched to the end
    /// of the round by all threads together, over one table (see the limits' memory). What takes
    /// long gets an endgame table in memory (some 30 MB) unless one was given. The answer does not
    /// depend on the number of threads; the nodes do.
    ///
    /// # Errors
    /// Where positions can recur.
    ///
    /// # Panics
    /// If the rules don't allow the position (see [`Rules::check`]), or no thread can be started.
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use chongkak::board::Side;
    /// use chongkak::rules::Preset;
    /// use chongkak::search::Solver;
    /// let mut rules = Preset::named("overbeck").unwrap().rules;
    /// rules = rules.sized(4, 2).unwrap();
    /// let stop = AtomicBool::new(false);
    /// let solved = Solver::new(&stop).solve(&rules, &rules.opening(Side::A)).unwrap();
    /// assert_eq!(solved.value(), Some(6));
    /// ```
    pub fn solve(self, rules: &Rules, position: &Position) -> Result<Solution, SolveError> {
        self.run(rules, position, None)
            .map(|(solution, _)| solution)
    }

    /// Proves the value of a position, or bounds on it, and gives the proof: positions with bounds
    /// that follow from each other, so that they can be checked without this search.
    ///
    /// The proof is of both bounds of the solution. There is none where a limit ended the search,
    /// or ends the collecting, or where it has more than `most` positions; a position takes some
    /// 100 bytes, on boards of more than 255 seeds up to 400.
    ///
    /// # Errors
    /// Where positions can recur.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use chongkak::board::Side;
    /// use chongkak::rules::Preset;
    /// use chongkak::search::Solver;
    /// let mut rules = Preset::named("kalah").unwrap().rules;
    /// rules = rules.sized(2, 1).unwrap();
    /// let stop = AtomicBool::new(false);
    /// let opening = rules.opening(Side::A);
    /// let (solved, proof) = Solver::new(&stop).prove(&rules, &opening, 1000).unwrap();
    /// let last = proof.unwrap().positions().last().unwrap();
    /// assert_eq!(last.position, opening);
    /// assert_eq!((last.lower, last.upper), (solved.value(), solved.value()));
    /// ```
    pub fn prove(
        self,
        rules: &Rules,
        position: &Position,
        most: usize,
    ) -> Result<(Solution, Result<Proof, Unproven>), SolveError> {
        self.run(rules, position, Some(most))
            .map(|(solution, proof)| (solution, proof.expect("a proof was asked for")))
    }

    fn run(
        self,
        rules: &Rules,
        position: &Position,
        proof: Option<usize>,
    ) -> Result<(Solution, Option<Result<Proof, Unproven>>), SolveError> {
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        rules.check(position).expect("a position the rules allow");
        if position.is_over() {
            let solution = Solution {
                lower: position.standing(),
                upper: position.standing(),
                best: Vec::new(),
                line: Vec::new(),
                nodes: 0,
                stopped: None,
            };
            return Ok((solution, proof.map(|_| Ok(Proof::empty()))));
        }
        let endgame = self
            .endgame
            .filter(|table| table.fits(rules, position.field()));
        let solver = Solver { endgame, ..self };
        let driver = Driver {
            rules,
            solver,
            proof,
        };
        Ok(with_kernel(rules, position, driver))
    }
}
