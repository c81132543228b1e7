//! Searches one round for its consequences in the set: whether a player can force the set within a
//! number of rounds.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use foldhash::fast::FixedState;

use crate::board::{Cells, MAX_HOLES, Position, Side};
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::moves::{Kernel, Outcome, Played, State, with_kernel};
use crate::rules::Rules;
use crate::search::StackBound;

/// Who can force the set from each opening, as far as it is known.
pub(super) struct KnownWinners<'a> {
    pub(super) rules: &'a Rules,
    pub(super) total: u32,
    pub(super) fill: u32,
    /// By the starter's seeds minus those that fill a hole: whether the starter (true) or the other
    /// player can force the set.
    pub(super) starter_wins: Vec<Option<bool>>,
}

impl KnownWinners<'_> {
    /// The player who can force the set after a round that leaves A with `owned_by_a` seeds.
    pub(super) fn winner(&self, owned_by_a: u32, starter: Side) -> Option<Side> {
        if owned_by_a < self.fill {
            return Some(Side::B);
        }
        if self.total - owned_by_a < self.fill {
            return Some(Side::A);
        }
        let owned = match starter {
            Side::A => owned_by_a,
            Side::B => self.total - owned_by_a,
        };
        let wins = self.starter_wins[(owned - self.fill) as usize]?;
        Some(if wins { starter } else { starter.other() })
    }

    /// The minimum number of seeds at the end of a round from which on a player can force the set,
    /// whoever starts the next round.
    pub(super) fn winning_seeds(&self, side: Side) -> u32 {
        let is_his = |owned: &u32| {
            let owned_by_a = match side {
                Side::A => *owned,
                Side::B => self.total - owned,
            };
            let starters = Side::BOTH.into_iter();
            starters.map(|starter| self.winner(owned_by_a, starter)).all(|by| by == Some(side))
        };
        let least = (0..=self.total).rev().take_while(is_his).last();
        least.expect("owning all seeds wins the set")
    }
}

/// What the threads have used of the limits, including memory.
pub(super) struct Spent<'a> {
    pub(super) clock: Clock<'a>,
    cached: AtomicU64,
    /// Maximum bytes for cached positions.
    memory: u64,
}

impl<'a> Spent<'a> {
    /// Starts with `memory` mebibytes for cached positions.
    pub(super) fn new(control: Control<'a>, memory: usize) -> Spent<'a> {
        let memory = u64::try_from(memory).unwrap_or(u64::MAX).saturating_mul(1 << 20);
        Spent { clock: Clock::new(control), cached: AtomicU64::new(0), memory }
    }
}

/// The number of rounds within which a player can force the set from a position, and the number
/// within which it is impossible. There are fewer rounds than openings, so 16 bits suffice.
#[derive(Clone, Copy)]
struct Within {
    can: u16,
    cannot: u16,
}

impl Within {
    const UNKNOWN: Within = Within { can: u16::MAX, cannot: 0 };
}

/// The search of the rounds from one opening, for boards of any width: only the code that plays
/// moves is compiled for each width.
pub(super) trait RoundSearch: Send {
    /// Whether a player can force the set within `rounds` rounds.
    ///
    /// Without a number: whether the player can bring the round to a known win. The player's moves
    /// are then tried with a growing number of exceptions from the most likely move, until the win
    /// is found or no exception is left; the opponent plays everything. So an easy win is found
    /// soon.
    fn can_force(
        &mut self,
        side: Side,
        known: &KnownWinners<'_>,
        rounds: Option<u16>,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason>;
}

/// Creates the search of the rounds from an opening.
pub(super) fn round_from(rules: &Rules, opening: &Position) -> Box<dyn RoundSearch> {
    with_kernel!(rules, opening, |kernel, start| Box::new(CachedSearch {
        kernel: kernel.clone(),
        start: *start,
        memory: HashMap::default(),
    }))
}

/// A search with a cache that is kept from pass to pass.
struct CachedSearch<C> {
    kernel: Kernel<C>,
    start: State<C>,
    /// Results by position, for A and for B.
    memory: HashMap<State<C>, [Within; 2], FixedState>,
}

impl<C: Cells> RoundSearch for CachedSearch<C> {
    fn can_force(
        &mut self,
        side: Side,
        known: &KnownWinners<'_>,
        rounds: Option<u16>,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason> {
        let start = self.start;
        for exceptions in 0..u8::MAX {
            let mut search = ForceSearch {
                round: self,
                known,
                spent,
                budget: NodeBudget::new(&spent.clock),
                stack: StackBound::here(),
                side,
                rounds: rounds.unwrap_or(0),
                cached: 0,
                tried: HashMap::default(),
                skipped_move: false,
            };
            if rounds.is_some() {
                let can = search.can_force(&start)?;
                search.spend_memory()?;
                return Ok(can);
            }
            let can = search.tries(&start, exceptions)?;
            if can || !search.skipped_move {
                return Ok(can);
            }
        }
        // No round has needed this many exceptions.
        Err(StopReason::Depth)
    }
}

/// One question: can `side` force the set within `rounds` rounds?
struct ForceSearch<'a, C> {
    round: &'a mut CachedSearch<C>,
    known: &'a KnownWinners<'a>,
    spent: &'a Spent<'a>,
    budget: NodeBudget<'a>,
    stack: StackBound,
    side: Side,
    rounds: u16,
    /// Cached positions that are not yet counted in `spent`.
    cached: u64,
    /// For searches with exceptions, by position: a number of exceptions with which no win was
    /// found, or `None` for a win.
    tried: HashMap<State<C>, Option<u8>, FixedState>,
    /// Whether a move was left out because no exception was left.
    skipped_move: bool,
}

/// The moves of a position with their results.
type Children<C> = ArrayVec<Played<C>, { 2 * MAX_HOLES as usize }>;

impl<C: Cells> ForceSearch<'_, C> {
    fn can_force(&mut self, state: &State<C>) -> Result<bool, StopReason> {
        if let Some(certain) = self.certain(state.cells) {
            return Ok(certain);
        }
        let cached = self.round.memory.get(state);
        if let Some(within) = cached.map(|both| both[self.side.index()]) {
            if within.can <= self.rounds {
                return Ok(true);
            }
            if within.cannot >= self.rounds {
                return Ok(false);
            }
        }
        self.count()?;
        let own = state.mover == self.side;
        let mut can = !own;
        for played in self.children(state) {
            let after = match played.outcome {
                Outcome::Over => self.over(&played.state),
                Outcome::Again | Outcome::Stop => self.can_force(&played.state)?,
            };
            if after == own {
                can = own;
                break;
            }
        }
        self.cache(state, can);
        Ok(can)
    }

    /// Whether `side` is found to force the set if at most `exceptions` of its own choices differ
    /// from the first move.
    fn tries(&mut self, state: &State<C>, exceptions: u8) -> Result<bool, StopReason> {
        if let Some(certain) = self.certain(state.cells) {
            return Ok(certain);
        }
        match self.tried.get(state) {
            Some(None) => return Ok(true),
            Some(Some(most)) if *most >= exceptions => return Ok(false),
            _ => self.count()?,
        }
        let own = state.mover == self.side;
        let mut can = !own;
        for (number, played) in self.children(state).into_iter().enumerate() {
            let exceptional = own && number > 0;
            let Some(left) = exceptions.checked_sub(exceptional.into()) else {
                self.skipped_move = true;
                break;
            };
            let after = match played.outcome {
                Outcome::Over => self.over(&played.state),
                Outcome::Again | Outcome::Stop => self.tries(&played.state, left)?,
            };
            if after == own {
                can = own;
                break;
            }
        }
        if self.tried.insert(*state, (!can).then_some(exceptions)).is_none() {
            self.cached += 1;
        }
        Ok(can)
    }

    /// The result if it is certain already: a player with fewer seeds outside the opponent's store
    /// than fill a hole loses the set with this round.
    fn certain(&self, cells: C) -> Option<bool> {
        let outside = |side| self.known.total - self.round.kernel.store(cells, side);
        if outside(self.side) < self.known.fill {
            Some(true)
        } else if outside(self.side.other()) < self.known.fill {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the end of the round wins the set.
    fn over(&self, state: &State<C>) -> bool {
        let end = self.round.kernel.position(state, Outcome::Over);
        let owned = end.owned(Side::A);
        let starter = self.known.rules.next_starter(&end);
        self.known.winner(owned, starter) == Some(self.side)
    }

    /// Orders the moves by likely success: those that end the round, then those after which the
    /// player moves again, then the most seeds in the store.
    fn children(&self, state: &State<C>) -> Children<C> {
        let kernel = &self.round.kernel;
        let mut children: Children<C> =
            kernel.moves(state).map(|made| kernel.make(state, made)).collect();
        children.sort_by_key(|played| {
            let kind = match played.outcome {
                Outcome::Over => 0,
                Outcome::Again => 1,
                Outcome::Stop => 2,
            };
            let store = kernel.store(played.state.cells, state.mover);
            (kind, std::cmp::Reverse(store))
        });
        children
    }

    fn count(&mut self) -> Result<(), StopReason> {
        if self.stack.is_reached() {
            return Err(StopReason::Depth);
        }
        if self.budget.is_empty() {
            self.spend_memory()?;
        }
        self.budget.spend()
    }

    /// Counts the newly cached positions.
    fn spend_memory(&mut self) -> Result<(), StopReason> {
        // A map of n entries has up to 16/7 n slots, each with one byte of metadata.
        let bytes = 16 * (size_of::<(State<C>, [Within; 2])>() as u64 + 1) / 7;
        let positions = std::mem::take(&mut self.cached);
        let all = self.spent.cached.fetch_add(positions, Ordering::Relaxed) + positions;
        if all >= self.spent.memory / bytes { Err(StopReason::Memory) } else { Ok(()) }
    }

    fn cache(&mut self, state: &State<C>, can: bool) {
        let memory = &mut self.round.memory;
        let entry = memory.entry(*state).or_insert_with(|| {
            self.cached += 1;
            [Within::UNKNOWN; 2]
        });
        let within = &mut entry[self.side.index()];
        if can {
            within.can = self.rounds;
        } else {
            within.cannot = self.rounds;
        }
    }
}
