//! One round searched for what follows it in the set: yes or no, within so many rounds.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use foldhash::fast::FixedState;

use crate::board::{Cells, MAX_HOLES, Position, Side};
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::moves::{Kernel, Outcome, Played, State, holes, with_kernel};
use crate::rules::Rules;
use crate::search::StackBound;

/// The knowledge of the openings so far: who can force the set from each.
pub(super) struct Known<'a> {
    pub(super) rules: &'a Rules,
    pub(super) total: u32,
    pub(super) fill: u32,
    /// By the seeds of the player who starts, less those that fill a hole: whether he (true) or
    /// the other can force the set.
    pub(super) starter_wins: Vec<Option<bool>>,
}

impl Known<'_> {
    /// The player who can force the set after a round in which A has come to own so many seeds.
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

    /// The least number of seeds at the end of a round with which, and with all larger ones, a
    /// player can force the set, whoever starts the next.
    pub(super) fn enough(&self, side: Side) -> u32 {
        let is_his = |owned: &u32| {
            let owned_by_a = match side {
                Side::A => *owned,
                Side::B => self.total - owned,
            };
            let starters = Side::BOTH.into_iter();
            starters.map(|starter| self.winner(owned_by_a, starter)).all(|by| by == Some(side))
        };
        let least = (0..=self.total).rev().take_while(is_his).last();
        least.expect("who owns all seeds has won the set")
    }
}

/// The part of the limits that the threads have used up, memory included.
pub(super) struct Spent<'a> {
    pub(super) clock: Clock<'a>,
    remembered: AtomicU64,
    /// Bytes for positions that are remembered.
    memory: u64,
}

impl<'a> Spent<'a> {
    /// With so many mebibytes for positions.
    pub(super) fn new(control: Control<'a>, memory: usize) -> Spent<'a> {
        let memory = u64::try_from(memory).unwrap_or(u64::MAX).saturating_mul(1 << 20);
        Spent { clock: Clock::new(control), remembered: AtomicU64::new(0), memory }
    }
}

/// Within how many rounds a player can force the set from a position, and within how many not.
/// There are fewer rounds than openings, and of these fewer than 16 bits hold.
#[derive(Clone, Copy)]
struct Within {
    can: u16,
    cannot: u16,
}

impl Within {
    const UNKNOWN: Within = Within { can: u16::MAX, cannot: 0 };
}

/// The search of the rounds from one opening, whatever the board: only what plays moves is compiled
/// for each of its widths.
pub(super) trait RoundSearch: Send {
    /// Tells whether a player can force the set within so many rounds.
    ///
    /// Without their number: whether he can bring the round to what is known to be his. He plays
    /// the likely moves, with ever more exceptions, until he has won or has none to play; the other
    /// plays everything. So what is soon won is soon seen.
    fn can_force(
        &mut self,
        side: Side,
        known: &Known<'_>,
        rounds: Option<u16>,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason>;
}

/// The search of the rounds from an opening.
pub(super) fn round_from(rules: &Rules, opening: &Position) -> Box<dyn RoundSearch> {
    with_kernel!(rules, opening, |kernel, start| Box::new(Remembering {
        kernel: kernel.clone(),
        start: *start,
        memory: HashMap::default(),
    }))
}

/// A search with what it remembers from pass to pass.
struct Remembering<C> {
    kernel: Kernel<C>,
    start: State<C>,
    /// By position, for A and for B.
    memory: HashMap<State<C>, [Within; 2], FixedState>,
}

impl<C: Cells> RoundSearch for Remembering<C> {
    fn can_force(
        &mut self,
        side: Side,
        known: &Known<'_>,
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
                remembered: 0,
                tried: HashMap::default(),
                left_out: false,
            };
            if rounds.is_some() {
                let can = search.can_force(&start)?;
                search.spend_memory()?;
                return Ok(can);
            }
            let can = search.tries(&start, exceptions)?;
            if can || !search.left_out {
                return Ok(can);
            }
        }
        // More exceptions than any round has needed.
        Err(StopReason::Depth)
    }
}

/// One question: can `side` force the set within so many rounds?
struct ForceSearch<'a, C> {
    round: &'a mut Remembering<C>,
    known: &'a Known<'a>,
    spent: &'a Spent<'a>,
    budget: NodeBudget<'a>,
    stack: StackBound,
    side: Side,
    rounds: u16,
    /// Positions that `spent` does not know of yet.
    remembered: u64,
    /// With exceptions, by position: so many were not seen to be enough; none if it is won.
    tried: HashMap<State<C>, Option<u8>, FixedState>,
    /// True if a move was left out for want of an exception.
    left_out: bool,
}

/// The moves of a position with what they lead to.
type Children<C> = ArrayVec<Played<C>, { MAX_HOLES as usize }>;

impl<C: Cells> ForceSearch<'_, C> {
    fn can_force(&mut self, state: &State<C>) -> Result<bool, StopReason> {
        if let Some(certain) = self.certain(state.cells) {
            return Ok(certain);
        }
        let remembered = self.round.memory.get(state);
        if let Some(within) = remembered.map(|both| both[self.side.index()]) {
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
        self.remember(state, can);
        Ok(can)
    }

    /// Tells whether `side` is seen to force the set when in his own choices he takes another than
    /// the first move so often at most.
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
                self.left_out = true;
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
            self.remembered += 1;
        }
        Ok(can)
    }

    /// The certain answer, whatever is played: who owns less outside the other's store than fills a
    /// hole has lost the set with this round.
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

    /// Tells whether the round's end brings the set.
    fn over(&self, state: &State<C>) -> bool {
        let kernel = &self.round.kernel;
        let owned = kernel.rows(state.cells)[Side::A.index()] + kernel.store(state.cells, Side::A);
        let end = kernel.position(state, Outcome::Over);
        let starter = self.known.rules.next_starter(&end);
        self.known.winner(owned, starter) == Some(self.side)
    }

    /// The moves, those first that are likely to decide it: the end of the round, then what goes
    /// on, then what brings most.
    fn children(&self, state: &State<C>) -> Children<C> {
        let kernel = &self.round.kernel;
        let mut children: Children<C> =
            holes(kernel.legal(state)).map(|hole| kernel.play(state, hole.index())).collect();
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

    /// Counts the positions that were remembered.
    fn spend_memory(&mut self) -> Result<(), StopReason> {
        // A map of n entries has up to 16/7 n places, each with a byte of its own.
        let bytes = 16 * (size_of::<(State<C>, [Within; 2])>() as u64 + 1) / 7;
        let positions = std::mem::take(&mut self.remembered);
        let all = self.spent.remembered.fetch_add(positions, Ordering::Relaxed) + positions;
        if all >= self.spent.memory / bytes { Err(StopReason::Memory) } else { Ok(()) }
    }

    fn remember(&mut self, state: &State<C>, can: bool) {
        let memory = &mut self.round.memory;
        let entry = memory.entry(*state).or_insert_with(|| {
            self.remembered += 1;
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
