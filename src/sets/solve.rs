//! What the openings of a set are worth: who can force the set, and in how many rounds.
//!
//! Seeds are not counted here. A round is a game for what follows it: the set won or lost, or an
//! opening of the next round, whose worth is known or not. Say a player *can force the set within
//! k rounds*. Within one round that is so if he can bring the other below the seeds that fill a
//! hole; within k rounds, if he can bring the round to the end of the set or to an opening from
//! which he can force it within k - 1. So the openings are gone over again and again, with k = 1,
//! 2, …, until nothing new is won. Whatever is left goes round for ever: neither can force the
//! set, so each can keep the other from it.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;
use foldhash::fast::FixedState;
use rayon::prelude::*;

use crate::board::{Cells, MAX_HOLES, Position, Side};
use crate::moves::{Kernel, KernelVisitor, Outcome, Played, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::search::{Limits, SolveError, StopReason};

/// What an opening is worth with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// A player can force the set.
    Won {
        /// The player.
        by: Side,
        /// The rounds that it takes, the one that opens here included: he tries to win soon, the
        /// other to lose late.
        rounds: u32,
    },
    /// Neither can: the set goes round for ever.
    Endless,
}

impl SetValue {
    /// The worth of the same opening with the players exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SetValue {
        match self {
            SetValue::Won { by, rounds } => SetValue::Won {
                by: by.other(),
                rounds,
            },
            SetValue::Endless => SetValue::Endless,
        }
    }
}

/// An opening of a round that A starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetOpening {
    /// The seeds that A owns.
    pub owned: u32,
    /// The position, A to move.
    pub position: Position,
    /// What it is worth; none if a limit came first.
    pub value: Option<SetValue>,
}

/// What all openings of a set are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetValues {
    /// The openings that A starts, by the seeds that he owns. Those that B starts are the same
    /// with the players exchanged; see [`value`](Self::value).
    pub openings: Vec<SetOpening>,
    /// Rounds that were looked ahead.
    pub rounds: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended it before everything was known.
    pub stopped: Option<StopReason>,
}

impl SetValues {
    /// The worth of the opening in which A owns `owned` seeds and `mover` starts; none if a limit
    /// came first, or if there is no such opening.
    #[must_use]
    pub fn value(&self, owned: u32, mover: Side) -> Option<SetValue> {
        let total = self.openings.first()?.position.total();
        let own = match mover {
            Side::A => owned,
            Side::B => total.checked_sub(owned)?,
        };
        let opening = self.openings.iter().find(|opening| opening.owned == own)?;
        match mover {
            Side::A => opening.value,
            Side::B => opening.value.map(SetValue::mirrored),
        }
    }
}

/// How to solve a set.
#[derive(Clone, Copy, Debug)]
pub struct SetSolver<'a> {
    /// Limits. The depth is not used.
    pub limits: Limits<'a>,
    /// Threads that search, an opening each.
    pub threads: NonZeroUsize,
}

/// Stack of a thread: the search goes as deep as a round is long. Only what it needs is touched.
const STACK: usize = 512 << 20;

impl SetSolver<'_> {
    /// Finds what every opening is worth. The answer does not depend on the number of threads.
    ///
    /// For small boards: each round is searched for its consequences in the set, stores included.
    ///
    /// # Errors
    /// Where positions can recur within a round.
    ///
    /// # Panics
    /// If the holes or seeds of the rules are not 1 to 18, or no thread can be started.
    ///
    /// # Examples
    /// On 2 x 1 holes with 1 seed nobody can take anything: the starter's only move takes the seed to
    /// his store, and the round is over with one seed each.
    /// ```
    /// use std::{num::NonZeroUsize, sync::atomic::AtomicBool};
    /// use chongkak::sets::{SetSolver, SetValue};
    /// use chongkak::{board::Side, rules::Preset, search::Limits};
    /// let mut rules = Preset::named("kalah").unwrap().rules;
    /// (rules.holes, rules.seeds) = (1, 1);
    /// let stop = AtomicBool::new(false);
    /// let solver = SetSolver { limits: Limits::none(&stop), threads: NonZeroUsize::MIN };
    /// let values = solver.solve(&rules).unwrap();
    /// assert_eq!(values.value(1, Side::A), Some(SetValue::Endless));
    /// ```
    pub fn solve(&self, rules: &Rules) -> Result<SetValues, SolveError> {
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        let fill = u32::from(rules.seeds);
        let opening = |owned| {
            let position = rules.opening_owning(owned, Side::A);
            position.expect("both players can fill a hole")
        };
        let openings = (fill..=rules.total() - fill).map(|owned| SetOpening {
            owned,
            position: opening(owned),
            value: None,
        });
        let passes = Passes {
            rules,
            limits: self.limits,
            openings: openings.collect(),
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.get())
            .stack_size(STACK)
            .build()
            .expect("threads can be started");
        Ok(pool.install(|| with_kernel(rules, &rules.opening(Side::A), passes)))
    }
}

/// Goes over the openings with ever more rounds.
struct Passes<'a> {
    rules: &'a Rules,
    limits: Limits<'a>,
    openings: Vec<SetOpening>,
}

impl KernelVisitor for Passes<'_> {
    type Output = SetValues;

    fn visit<C: Cells, const RELAY: bool>(self, _: &Kernel<C, RELAY>, _: &State<C>) -> SetValues {
        let Passes {
            rules,
            limits,
            mut openings,
        } = self;
        // A map of n entries has up to 16/7 n places, each with a byte of its own.
        let bytes = 16 * (size_of::<(State<C>, [Within; 2])>() + 1) / 7;
        let spent = Spent::new(limits, bytes as u64);
        let mut rounds: Vec<RoundSearch<C, RELAY>> = openings
            .iter()
            .map(|opening| RoundSearch::new(rules, &opening.position))
            .collect();
        let mut pass: u16 = 0;
        let stopped = loop {
            pass += 1;
            let known = Known::new(rules, &openings);
            let found: Vec<Result<Option<Side>, StopReason>> = rounds
                .par_iter_mut()
                .zip(&openings)
                .map(|(round, opening)| match opening.value {
                    Some(_) => Ok(None),
                    None => round.winner(&known, pass, &spent),
                })
                .collect();
            // What was found before a limit counts: the passes before this one were complete.
            for (opening, by) in openings.iter_mut().zip(&found) {
                if let Ok(Some(by)) = *by {
                    opening.value = Some(SetValue::Won {
                        by,
                        rounds: pass.into(),
                    });
                }
            }
            if let Some(reason) = found.iter().find_map(|found| found.err()) {
                break Some(reason);
            }
            if found.iter().all(|found| *found == Ok(None)) {
                for opening in &mut openings {
                    opening.value.get_or_insert(SetValue::Endless);
                }
                break None;
            }
        };
        SetValues {
            openings,
            rounds: pass.into(),
            nodes: spent.nodes.load(Ordering::Relaxed),
            stopped,
        }
    }
}

/// What is known of the openings so far: who can force the set from each.
struct Known<'a> {
    rules: &'a Rules,
    total: u32,
    fill: u32,
    /// By the seeds of the player who starts, less those that fill a hole: whether he (true) or
    /// the other can force the set.
    starter_wins: Vec<Option<bool>>,
}

impl<'a> Known<'a> {
    fn new(rules: &'a Rules, openings: &[SetOpening]) -> Known<'a> {
        let starter_wins = openings.iter().map(|opening| match opening.value {
            Some(SetValue::Won { by, .. }) => Some(by == Side::A),
            Some(SetValue::Endless) | None => None,
        });
        Known {
            rules,
            total: rules.total(),
            fill: rules.seeds.into(),
            starter_wins: starter_wins.collect(),
        }
    }

    /// Who can force the set after a round in which A has come to own so many seeds.
    fn winner(&self, owned_by_a: u32, starter: Side) -> Option<Side> {
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
}

/// What the threads have used up of the limits.
struct Spent<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: AtomicU64,
    remembered: AtomicU64,
    /// Bytes that a remembered position takes at most.
    bytes: u64,
}

impl<'a> Spent<'a> {
    /// Nodes between looks at the limits.
    const LOOK: u64 = 1024;

    fn new(limits: Limits<'a>, bytes: u64) -> Spent<'a> {
        Spent {
            limits,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            remembered: AtomicU64::new(0),
            bytes,
        }
    }

    /// Counts nodes and positions that were remembered.
    fn add(&self, nodes: u64, remembered: u64) -> Result<(), StopReason> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let remembered = self.remembered.fetch_add(remembered, Ordering::Relaxed) + remembered;
        let memory = u64::try_from(self.limits.memory).unwrap_or(u64::MAX);
        if self.limits.stop.load(Ordering::Relaxed) {
            Err(StopReason::Interrupted)
        } else if nodes > self.limits.nodes {
            Err(StopReason::Nodes)
        } else if self.started.elapsed() >= self.limits.time {
            Err(StopReason::Time)
        } else if (remembered * self.bytes) >> 20 >= memory {
            Err(StopReason::Memory)
        } else {
            Ok(())
        }
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
    const UNKNOWN: Within = Within {
        can: u16::MAX,
        cannot: 0,
    };
}

/// The search of the rounds from one opening, with what it remembers from pass to pass.
struct RoundSearch<C, const RELAY: bool> {
    kernel: Kernel<C, RELAY>,
    start: State<C>,
    /// By position, for A and for B.
    memory: HashMap<State<C>, [Within; 2], FixedState>,
}

impl<C: Cells, const RELAY: bool> RoundSearch<C, RELAY> {
    fn new(rules: &Rules, opening: &Position) -> Self {
        RoundSearch {
            kernel: Kernel::new(rules, opening.field()),
            start: State::of(opening),
            memory: HashMap::default(),
        }
    }

    /// Who can force the set within so many rounds.
    fn winner(
        &mut self,
        known: &Known<'_>,
        rounds: u16,
        spent: &Spent<'_>,
    ) -> Result<Option<Side>, StopReason> {
        for side in Side::BOTH {
            spent.add(0, 0)?;
            let start = self.start;
            let mut search = Search {
                round: self,
                known,
                spent,
                side,
                rounds,
                nodes: 0,
                remembered: 0,
            };
            let can = search.can_force(&start)?;
            spent.add(search.nodes, search.remembered)?;
            if can {
                return Ok(Some(side));
            }
        }
        Ok(None)
    }
}

/// One question: can `side` force the set within so many rounds?
struct Search<'a, C, const RELAY: bool> {
    round: &'a mut RoundSearch<C, RELAY>,
    known: &'a Known<'a>,
    spent: &'a Spent<'a>,
    side: Side,
    rounds: u16,
    nodes: u64,
    remembered: u64,
}

/// The moves of a position with what they lead to.
type Children<C> = ArrayVec<Played<C>, { MAX_HOLES as usize }>;

impl<C: Cells, const RELAY: bool> Search<'_, C, RELAY> {
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

    /// What is certain whatever is played: who owns less outside the other's store than fills a
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

    /// Whether the round's end brings the set.
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
        let mut children: Children<C> = (0..usize::from(MAX_HOLES))
            .filter(|index| kernel.legal(state) >> index & 1 == 1)
            .map(|index| kernel.play(state, index))
            .collect();
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
        self.nodes += 1;
        if self.nodes < Spent::LOOK {
            return Ok(());
        }
        let (nodes, remembered) = (self.nodes, self.remembered);
        (self.nodes, self.remembered) = (0, 0);
        self.spent.add(nodes, remembered)
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
