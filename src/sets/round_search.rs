//! One round searched for what follows it in the set: yes or no, within so many rounds.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use foldhash::fast::FixedState;

use super::known_openings::Known;
use crate::board::{Cells, MAX_HOLES, Position, Side};
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::moves::{Kernel, Outcome, Played, State, holes, with_kernel};
use crate::rules::Rules;
use crate::search::StackBound;

/// The part of the limits that the threads have used up, memory included.
pub(super) struct Spent<'a> {
    pub(super) clock: Clock<'a>,
    remembered: AtomicU64,
    /// Positions that may be remembered.
    most: u64,
}

impl<'a> Spent<'a> {
    /// With so many mebibytes for positions of so many bytes.
    pub(super) fn new(control: Control<'a>, memory: usize, bytes: u64) -> Spent<'a> {
        let memory = u64::try_from(memory).unwrap_or(u64::MAX);
        Spent {
            clock: Clock::new(control),
            remembered: AtomicU64::new(0),
            most: memory.saturating_mul(1 << 20) / bytes,
        }
    }

    /// Counts positions that were remembered.
    fn remember(&self, positions: u64) -> Result<(), StopReason> {
        let all = self.remembered.fetch_add(positions, Ordering::Relaxed) + positions;
        if all >= self.most { Err(StopReason::Memory) } else { Ok(()) }
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
pub(super) trait Round: Send {
    /// Tells whether a player can force the set within so many rounds.
    fn can_force(
        &mut self,
        side: Side,
        known: &Known<'_>,
        rounds: u16,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason>;

    /// Tells whether he can bring the round to what is known to be his. He plays the likely moves,
    /// with ever more exceptions, until he has won or has none to play; the other plays everything.
    /// So what is soon won is soon seen.
    fn finds(
        &mut self,
        side: Side,
        known: &Known<'_>,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason>;

    /// The player who can force the set within so many rounds.
    fn winner(
        &mut self,
        known: &Known<'_>,
        rounds: u16,
        spent: &Spent<'_>,
    ) -> Result<Option<Side>, StopReason> {
        for side in Side::BOTH {
            if self.can_force(side, known, rounds, spent)? {
                return Ok(Some(side));
            }
        }
        Ok(None)
    }

    /// Bytes that a remembered position takes at most.
    fn bytes(&self) -> u64;
}

/// The search of the rounds from an opening.
pub(super) fn round_from(rules: &Rules, opening: &Position) -> Box<dyn Round> {
    with_kernel!(rules, opening, |kernel, start| Box::new(RoundSearch {
        kernel: kernel.clone(),
        start: *start,
        memory: HashMap::default(),
    }))
}

/// A search with what it remembers from pass to pass.
struct RoundSearch<C> {
    kernel: Kernel<C>,
    start: State<C>,
    /// By position, for A and for B.
    memory: HashMap<State<C>, [Within; 2], FixedState>,
}

impl<C: Cells> Round for RoundSearch<C> {
    fn bytes(&self) -> u64 {
        // A map of n entries has up to 16/7 n places, each with a byte of its own.
        16 * (size_of::<(State<C>, [Within; 2])>() as u64 + 1) / 7
    }

    fn can_force(
        &mut self,
        side: Side,
        known: &Known<'_>,
        rounds: u16,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason> {
        let start = self.start;
        let mut search = self.search(side, known, rounds, spent);
        let can = search.can_force(&start)?;
        spent.remember(search.remembered)?;
        Ok(can)
    }

    fn finds(
        &mut self,
        side: Side,
        known: &Known<'_>,
        spent: &Spent<'_>,
    ) -> Result<bool, StopReason> {
        let start = self.start;
        for exceptions in 0..u8::MAX {
            let mut search = self.search(side, known, 0, spent);
            search.tried = HashMap::default();
            let can = search.tries(&start, exceptions)?;
            if can || !search.left_out {
                return Ok(can);
            }
        }
        // More exceptions than any round has needed.
        Err(StopReason::Depth)
    }
}

impl<C: Cells> RoundSearch<C> {
    fn search<'a>(
        &'a mut self,
        side: Side,
        known: &'a Known<'a>,
        rounds: u16,
        spent: &'a Spent<'a>,
    ) -> Search<'a, C> {
        Search {
            round: self,
            known,
            spent,
            budget: NodeBudget::new(&spent.clock),
            stack: StackBound::here(),
            side,
            rounds,
            remembered: 0,
            tried: HashMap::default(),
            left_out: false,
        }
    }
}

/// One question: can `side` force the set within so many rounds?
struct Search<'a, C> {
    round: &'a mut RoundSearch<C>,
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

impl<C: Cells> Search<'_, C> {
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
            self.spent.remember(std::mem::take(&mut self.remembered))?;
        }
        self.budget.spend()
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
