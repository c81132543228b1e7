//! Proves what the second player can force in a round of Overbeck's rules, against every first turn of
//! the starter, without any code of the project.
//!
//! A, with FILLED filled holes of nine, starts against a full row. The program enumerates every end
//! of A's first turn. For each it searches to the end of the round whether B can force to have at
//! least SEEDS of the seeds that were in open holes at the start, and with `last` also to move last.
//! It prints how many ends there are, from how many B can't, and some of these.
//!
//! usage: scripts/solve first-turn FILLED SEEDS [last]

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The positions that each thread remembers, the ends that it takes at once, and those shown.
const MEMORY: usize = 1 << 22;
const BLOCK: usize = 1 << 12;
const SHOWN: usize = 10;

/// Cells: A1 to A9, A's store, B1 to B9, B's store.
const STORES: [usize; 2] = [9, 19];

/// A position, with the player to move and whether that turn is the final one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub cells: [u8; 20],
    pub mover: usize,
    pub is_final: bool,
}

/// What follows a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    Again,
    Turn,
    /// The round is over. The mover of the state moved last.
    Over,
}

/// Positions that were searched: one of each hash is kept.
pub type Memory = Vec<Option<(State, bool)>>;

/// What B wants.
#[derive(Clone, Copy)]
pub struct Aim {
    pub seeds: u32,
    /// Whether B must also move last.
    pub last: bool,
}

impl std::fmt::Display for Aim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = if self.last { "moves last with" } else { "gets" };
        write!(f, "B {what} at least {} seeds", self.seeds)
    }
}

impl State {
    fn row(player: usize) -> std::ops::Range<usize> {
        10 * player..10 * player + 9
    }

    fn can_move(&self, player: usize) -> bool {
        self.cells[State::row(player)].iter().any(|seeds| *seeds > 0)
    }

    /// Plays a hole. The first `closed` cells are holes that nobody plays.
    pub fn play(&mut self, mut at: usize, closed: usize) -> After {
        let (mover, other) = (self.mover, 1 - self.mover);
        let goes_on = loop {
            let mut hand = std::mem::take(&mut self.cells[at]);
            while hand > 0 {
                at = (at + 1) % 20;
                if at >= closed && at != STORES[other] {
                    self.cells[at] += 1;
                    hand -= 1;
                }
            }
            if at == STORES[mover] {
                break true;
            }
            if self.cells[at] == 1 {
                let facing = 18 - at.min(18);
                if State::row(mover).contains(&at) && self.cells[facing] > 0 {
                    self.cells[STORES[mover]] += self.cells[facing] + 1;
                    (self.cells[facing], self.cells[at]) = (0, 0);
                }
                break false;
            }
        };
        let can_move = self.can_move(mover);
        if goes_on && can_move {
            return After::Again;
        }
        if self.can_move(other) {
            (self.mover, self.is_final) = (other, !can_move);
            return After::Turn;
        }
        if self.is_final || !can_move {
            return After::Over;
        }
        self.is_final = true;
        After::Turn
    }

    /// All moves, the most promising first: those that end the round, then those after which the
    /// player moves again, then the most seeds.
    fn moves(&self, closed: usize) -> Vec<(State, After)> {
        let holes = State::row(self.mover).filter(|hole| self.cells[*hole] > 0);
        let mut all: Vec<_> = holes
            .map(|hole| {
                let mut state = *self;
                let after = state.play(hole, closed);
                (state, after)
            })
            .collect();
        all.sort_by_key(|(state, after)| {
            let kind = match after {
                After::Over => 0,
                After::Again => 1,
                After::Turn => 2,
            };
            (kind, u8::MAX - state.cells[STORES[self.mover]])
        });
        all
    }

    /// B's seeds, in the store and in the row.
    pub fn of_b(&self) -> u32 {
        self.cells[10..].iter().map(|seeds| u32::from(*seeds)).sum()
    }

    fn place(&self, size: usize) -> usize {
        let mut hash = self.mover as u64 * 2 + u64::from(self.is_final);
        for cell in self.cells {
            hash = (hash ^ u64::from(cell)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash as usize % size
    }
}

/// Whether B can force an aim.
pub fn forces(state: &State, aim: Aim, closed: usize, memory: &mut Memory) -> bool {
    let all: u32 = state.cells.iter().map(|seeds| u32::from(*seeds)).sum();
    let [a, b] = STORES.map(|store| u32::from(state.cells[store]));
    if all - a < aim.seeds {
        return false;
    }
    if b >= aim.seeds && !aim.last {
        return true;
    }
    let place = state.place(memory.len());
    if let Some((_, known)) = memory[place].filter(|(kept, _)| kept == state) {
        return known;
    }
    let mut one = |(next, after): &(State, After)| match after {
        After::Over => (next.mover == 1 || !aim.last) && next.of_b() >= aim.seeds,
        _ => forces(next, aim, closed, memory),
    };
    let moves = state.moves(closed);
    let forced = if state.mover == 1 { moves.iter().any(&mut one) } else { moves.iter().all(one) };
    memory[place] = Some((*state, forced));
    forced
}

/// Positions of the first turn, and its ends.
pub struct Reached {
    pub positions: HashSet<State>,
    pub ends: HashSet<State>,
}

impl Reached {
    /// Everything that a position of the turn leads to.
    pub fn from(start: State, closed: usize) -> Reached {
        let mut reached = Reached { positions: HashSet::from([start]), ends: HashSet::new() };
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            for (next, after) in state.moves(closed) {
                match after {
                    After::Again if reached.positions.insert(next) => open.push(next),
                    After::Again => {}
                    After::Turn => {
                        reached.ends.insert(next);
                    }
                    After::Over => panic!("the first turn never ends the round"),
                }
            }
        }
        reached
    }
}

/// The opening in which A has this many filled holes.
pub fn opening(filled: usize) -> State {
    let mut cells = [9; 20];
    cells[..9 - filled].fill(0);
    for store in STORES {
        cells[store] = 0;
    }
    State { cells, mover: 0, is_final: false }
}

/// Does numbered pieces of work on all cores, each thread with its own memory.
fn on_all_cores(pieces: usize, work: impl Fn(usize, &mut Memory) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let mine = || {
                let mut memory = vec![None; MEMORY];
                loop {
                    let piece = next.fetch_add(1, Relaxed);
                    if piece >= pieces {
                        break;
                    }
                    work(piece, &mut memory);
                }
            };
            // Lines are long, and the search is recursive.
            let thread = std::thread::Builder::new().stack_size(1 << 30);
            thread.spawn_scoped(scope, mine).expect("a thread");
        }
    });
}

fn prove(filled: usize, aim: Aim) {
    let closed = 9 - filled;
    let Reached { positions, ends } = Reached::from(opening(filled), closed);
    println!(
        "{filled} filled holes: {} positions of the first turn, {} ends",
        positions.len(),
        ends.len()
    );
    drop(positions);
    let mut ends = Vec::from_iter(ends);
    ends.sort_unstable_by_key(|end| (u8::MAX - end.cells[STORES[0]], end.cells));
    let blocks: Vec<_> = ends.chunks(BLOCK).collect();
    let fails = AtomicUsize::new(0);
    on_all_cores(blocks.len(), |block, memory| {
        for end in blocks[block] {
            if !forces(end, aim, closed, memory) && fails.fetch_add(1, Relaxed) < SHOWN {
                let [a, b] = [&end.cells[..10], &end.cells[10..]];
                println!("not from A {a:?} B {b:?}");
            }
        }
    });
    println!("{aim} from all ends but {}", fails.into_inner());
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| given.get(at).and_then(|text| text.parse().ok());
    let last = match given.get(2..).unwrap_or_default() {
        [] => Some(false),
        [word] if word == "last" => Some(true),
        _ => None,
    };
    let (Some(filled @ 1..=9), Some(seeds), Some(last)) = (number(0), number(1), last) else {
        eprintln!("expected: FILLED (1 to 9) SEEDS [last]");
        std::process::exit(2);
    };
    prove(filled as usize, Aim { seeds, last });
}
