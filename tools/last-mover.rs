//! Proves who can move last in a round of Overbeck's rules, and with how many seeds, without any
//! code of the project.
//!
//! A, with FILLED filled holes of nine, starts against a full row. The program enumerates every end
//! of A's first turn. For each it searches to the end of the round whether B can force to move last
//! and to have at least SEEDS of the seeds that were in open holes at the start. It prints how many
//! ends there are, and every end from which B can't.
//!
//! usage: scripts/solve last-mover [FILLED [SEEDS]]

use std::collections::HashSet;

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

/// Whether B can force to move last, with at least `seeds`.
pub fn forces(state: &State, seeds: u32, closed: usize, memory: &mut Memory) -> bool {
    let all: u32 = state.cells.iter().map(|seeds| u32::from(*seeds)).sum();
    if all - u32::from(state.cells[STORES[0]]) < seeds {
        return false;
    }
    let place = state.place(memory.len());
    if let Some((_, known)) = memory[place].filter(|(kept, _)| kept == state) {
        return known;
    }
    let mut one = |(next, after): &(State, After)| match after {
        After::Over => next.mover == 1 && next.of_b() >= seeds,
        _ => forces(next, seeds, closed, memory),
    };
    let moves = state.moves(closed);
    let forced = if state.mover == 1 { moves.iter().any(&mut one) } else { moves.iter().all(one) };
    memory[place] = Some((*state, forced));
    forced
}

/// All ends of the first turn, and the positions of the turn.
fn ends(start: State, closed: usize) -> (Vec<State>, usize) {
    let (mut ends, mut seen, mut next) = (Vec::new(), HashSet::from([start]), vec![start]);
    let mut turn = 0;
    while let Some(state) = next.pop() {
        turn += 1;
        for (state, after) in state.moves(closed) {
            assert!(after != After::Over, "the first turn never ends the round");
            if seen.insert(state) {
                if after == After::Again { next.push(state) } else { ends.push(state) }
            }
        }
    }
    ends.sort_by_key(|end| u8::MAX - end.cells[STORES[0]]);
    (ends, turn)
}

fn prove(filled: usize, seeds: u32) {
    let closed = 9 - filled;
    let mut cells = [9; 20];
    cells[..closed].fill(0);
    for store in STORES {
        cells[store] = 0;
    }
    let (ends, turn) = ends(State { cells, mover: 0, is_final: false }, closed);
    println!("{filled} filled holes: {turn} positions of the first turn, {} ends", ends.len());
    let mut memory = vec![None; 1 << 21];
    let mut not = 0;
    for end in &ends {
        if !forces(end, seeds, closed, &mut memory) {
            not += 1;
            let [a, b] = [&end.cells[..10], &end.cells[10..]].map(|half| format!("{half:?}"));
            println!("not from A {a} B {b}");
        }
    }
    println!("B moves last with at least {seeds} seeds from all ends but {not}");
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (filled, seeds) = (numbers.next().unwrap_or(4), numbers.next().unwrap_or(6));
    assert!((1..=9).contains(&filled), "1 to 9 filled holes");
    // Lines are long, and the search is recursive.
    let thread = std::thread::Builder::new().stack_size(1 << 30);
    let work = thread.spawn(move || prove(filled as usize, seeds)).expect("a thread");
    work.join().expect("the search ends");
}
