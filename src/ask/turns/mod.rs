//! The harvests and the shortest lines of one turn.

mod goal_search;
mod joined_findings;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use super::{Limits, Ready};
use crate::board::Position;
use crate::control::{Clock, Control, settings};
use crate::known;
use crate::moves::{Game, Move};
use crate::record::replay_turn;
use crate::text::{Diagnostic, ErrorKind};
use crate::turns::Goal;

use goal_search::Search;
pub use joined_findings::Findings;

/// Asks what one turn can bring: the most seeds, and the shortest lines to a number of them and to
/// the end of the set.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindTurns {
    /// The target of a line.
    pub target: Target,
    /// The goal of the proof, or the way to search.
    pub by: By,
    /// Positions that a beam keeps of a layer; none for the usual number.
    pub width: Option<NonZeroUsize>,
    /// The random seed of beams.
    pub seed: u64,
    /// A line of the turn for beams to improve.
    pub improve: Vec<Move>,
    /// True to search without what the opening book has.
    pub fresh: bool,
    /// The limits. Those of [`by`](Self::by) that prove go on without any.
    pub limits: Limits,
}

settings!(FindTurns {
    with_target target (Target),
    with_by by (By),
    with_width width (Option<NonZeroUsize>),
    with_seed seed (u64),
    with_improve improve (Vec<Move>),
    with_fresh fresh (bool),
    with_limits limits (Limits),
});

/// The target of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// More than half of all seeds in the mover's store.
    #[default]
    Most,
    /// So many seeds in it.
    Store(u32),
    /// The end of the set.
    Set,
}

/// The goal of a proof, or the way to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// Proves what it can in a part of the time, and takes the best that beams find in the rest.
    #[default]
    Everything,
    /// Beams alone.
    Beams,
    /// Visits every position of the turn.
    Exhaustive,
    /// Proves which lines have the fewest moves and the fewest laps.
    Shortest,
    /// Proves the most seeds that the turn can win.
    Harvest,
}

impl Default for FindTurns {
    fn default() -> FindTurns {
        FindTurns {
            target: Target::Most,
            by: By::Everything,
            width: None,
            seed: 1,
            improve: Vec::new(),
            fresh: false,
            limits: Limits { memory: FindTurns::MEMORY, ..Limits::default() },
        }
    }
}

/// The receiver of what a search has found so far.
type Tell<'a> = &'a (dyn Fn(&Findings) + Sync);

impl FindTurns {
    /// Mebibytes of a search for whole turns, if nobody says otherwise.
    pub const MEMORY: usize = 4096;

    /// The seeds that a turn may be asked to bring into the mover's store, those in it included.
    #[must_use]
    pub fn targets(position: &Position) -> RangeInclusive<u32> {
        position.store(position.mover()) + 1..=position.total()
    }

    /// Returns the goal of a line from a position on.
    ///
    /// # Errors
    /// About the `target`, if the store holds as many seeds already, or there are not so many.
    pub fn goal(&self, game: &Game) -> Result<Goal, Diagnostic> {
        let position = game.position();
        let total = position.total();
        match self.target {
            Target::Set => Ok(Goal::Set { fill: game.rules().seeds.into() }),
            Target::Most => Ok(Goal::most_of(total)),
            Target::Store(seeds) if FindTurns::targets(position).contains(&seeds) => {
                Ok(Goal::Store(seeds))
            }
            Target::Store(seeds) => {
                let (mover, store) = (position.mover(), position.store(position.mover()));
                let expected = "more than that, and no more than there are";
                let found = format!("R{mover} holds {store} of the {total} seeds");
                let wrong =
                    Diagnostic::new(ErrorKind::BadValue, format!("{found}: expected {expected}"));
                Err(wrong.in_text(seeds.to_string()).expecting(expected).about("target"))
            }
        }
    }

    /// The limits that are kept: some time, if none were set and the search would not end by
    /// itself.
    #[must_use]
    pub fn kept_limits(&self) -> Limits {
        match self.by {
            By::Everything | By::Beams => self.limits.or_usual(),
            By::Exhaustive | By::Shortest | By::Harvest => self.limits,
        }
    }

    /// Finds what was asked for; every line brings by the plain rules what was found. `tell` gets
    /// what is found on the way.
    ///
    /// # Errors
    /// If no turn can reach the target, or memory or disk are lacking, or what is found is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: Tell<'_>,
    ) -> Result<Findings, Diagnostic> {
        let search = Search {
            question: self,
            game,
            goal: self.goal(game)?,
            ready,
            limits: self.kept_limits(),
            control,
            clock: Clock::new(self.kept_limits().bound(control)),
            tell,
        };
        // What is asked for by name is found by itself.
        let by_itself = match self.by {
            By::Everything | By::Harvest => self.fresh,
            By::Beams | By::Exhaustive | By::Shortest => true,
        };
        let mut findings = match by_itself {
            true => Findings::default(),
            false => Findings::of_book(game, search.goal),
        };
        findings.passes_book = by_itself && !self.fresh && known::opening(game).is_some();
        findings.complete = game.position().is_over();
        if !findings.complete {
            search.run(&mut findings)?;
        }
        findings.share_lines(game, search.goal);
        for line in findings.lines() {
            let end = replay_turn(game, line);
            end.map_err(|error| Diagnostic::fault(game.position(), error))?;
        }
        Ok(findings)
    }
}
