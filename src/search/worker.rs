//! The solver's search: what a position is worth, proven, on several threads at once.
//!
//! Alpha-beta to the end of the round. All threads search the same position with the same window and
//! share the table; a thread puts off a move that another one is searching at the time, so that
//! they spread over the tree and find each other's results. Every score is a proven bound.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::control::StopReason;
use arrayvec::ArrayVec;

use super::ordered::Ordered;
use super::technique::{Technique, Techniques};
use super::transposition_table::{Bounds, Place, TranspositionTable};
use super::value::Window;
use crate::board::{Cells, InPlay, Ranking, Side};
use crate::moves::{Kernel, Outcome, State};
use crate::tables::Reader;

/// What all threads of a solver share.
pub(super) struct Shared<'a, C> {
    pub kernel: &'a Kernel<C>,
    pub ranking: Ranking<C>,
    pub table: &'a TranspositionTable<'a>,
    pub techniques: Techniques,
    /// Exact values of the positions with few seeds in play.
    pub endgame: Option<Reader<'a, C>>,
    /// Keys of positions that some thread is searching below a node it shares.
    pub busy: Vec<AtomicU64>,
    /// Ends the probe in progress: its answer is known, or a limit is reached.
    pub halt: AtomicBool,
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Another thread was first.
    Halted,
    /// It takes longer than an endgame table is worth waiting for: one is built, then it goes on.
    Paused,
    /// A limit.
    By(StopReason),
}

/// A position with what the search needs to know of it.
#[derive(Clone, Copy)]
pub(super) struct Node<C> {
    pub state: State<C>,
    /// Seeds in the open holes of both rows.
    pub in_play: u32,
    /// Its key in the table, if it has one.
    pub key: Option<u64>,
}

/// A move that needs a look: into the table, into the endgame table, or a search.
#[derive(Clone, Copy)]
pub(super) struct Child<C> {
    pub node: Node<C>,
    place: Lookup,
    pub index: u8,
    /// What the mover wins by it.
    pub gain: i32,
    goes_on: bool,
}

/// Where to look what a node is worth.
#[derive(Clone, Copy)]
enum Lookup {
    Endgame(u64),
    Table(Place),
    /// It has too many seeds for a key.
    Nowhere,
}

type Children<C> = ArrayVec<Child<C>, 18>;

/// The greatest number of moves in a line; no round comes near it.
const DEEPEST: u32 = 50_000;

/// Seeds in open holes from which on threads look out for each other.
const SHARED_FROM: u32 = 18;

impl<'a, C: Cells> Shared<'a, C> {
    const BUSY: usize = 1 << 12;

    /// The numbering of all positions that can follow one, and the bits of their keys.
    pub(super) fn ranking(kernel: &Kernel<C>, start: &State<C>) -> (Ranking<C>, u32) {
        let field = kernel.field();
        let in_play = Ranking::<C>::new(field, 0).in_play(start.cells).all;
        let ranking = Ranking::new(field, in_play.min(TranspositionTable::MOST));
        // Two bits below the rank: the mover where the players see different fields, the mark.
        let keys = ranking.below(ranking.most() + 1).max(2) << 2;
        (ranking, keys.ilog2() + 1)
    }

    pub(super) fn new(
        kernel: &'a Kernel<C>,
        ranking: Ranking<C>,
        table: &'a TranspositionTable<'a>,
        endgame: Option<Reader<'a, C>>,
        techniques: Techniques,
    ) -> Self {
        Shared {
            kernel,
            ranking,
            table,
            techniques,
            endgame,
            busy: (0..Self::BUSY).map(|_| AtomicU64::new(0)).collect(),
            halt: AtomicBool::new(false),
        }
    }

    /// The node of a position.
    #[inline]
    pub(super) fn node(&self, state: &State<C>) -> Node<C> {
        self.with_rank(state, &self.ranking.in_play(state.cells)).0
    }

    /// The node of a position, and its rank if it has one.
    #[inline]
    fn with_rank(&self, state: &State<C>, board: &InPlay<C>) -> (Node<C>, Option<u64>) {
        let in_play = board.all;
        let rank = (in_play <= self.ranking.most()).then(|| self.ranking.rank(board, state.mover));
        let key = rank.map(|rank| {
            let mover = u64::from(!self.ranking.is_symmetric() && state.mover == Side::B);
            rank << 2 | mover << 1 | u64::from(state.last_turn)
        });
        let node = Node {
            state: *state,
            in_play,
            key,
        };
        (node, rank)
    }

    /// The node of a position, and where to look what it is worth.
    #[inline]
    fn located(&self, state: &State<C>, board: &InPlay<C>) -> (Node<C>, Lookup) {
        let (node, rank) = self.with_rank(state, board);
        let (Some(rank), Some(key)) = (rank, node.key) else {
            return (node, Lookup::Nowhere);
        };
        let entry = self.endgame.as_ref();
        let entry = entry.and_then(|reader| reader.entry_of_rank(state, board, rank));
        let place = entry.map_or_else(|| Lookup::Table(self.table.place(key)), Lookup::Endgame);
        (node, place)
    }

    /// Seeds of a side that no move can take away: his store and his protected holes.
    #[inline]
    pub(super) fn won(&self, cells: C, side: Side) -> i32 {
        let rows = self.kernel.rows(cells)[side.index()];
        let open = self.ranking.in_play(cells).of(side);
        (self.kernel.store(cells, side) + rows - open).cast_signed()
    }

    pub(super) fn known(&self, node: &Node<C>) -> Bounds {
        let used = self.techniques.has(Technique::Table);
        let known = node
            .key
            .filter(|_| used)
            .and_then(|key| self.table.get(key));
        known.unwrap_or(Bounds::of(self.left(node.in_play)))
    }

    /// Whether the table's bounds of children are used.
    #[inline(always)]
    fn looks_up(&self) -> bool {
        self.techniques.has(Technique::Table) && self.techniques.has(Technique::ChildBounds)
    }

    /// The most that anybody can win where so many seeds are in play.
    #[inline(always)]
    fn left(&self, in_play: u32) -> u32 {
        if self.techniques.has(Technique::SeedsLeft) {
            in_play
        } else {
            in_play.max(TranspositionTable::MOST)
        }
    }

    /// The place of a move in the order in which moves are tried, the highest first: the one that
    /// was best before; then moves that go on (nearest to the store first); then those that win
    /// much and leave the opponent few replies, each of which would have to be searched.
    #[inline]
    pub(super) fn order(
        &self,
        after: &State<C>,
        index: u8,
        first: u8,
        gain: i32,
        goes_on: bool,
    ) -> i32 {
        let place = i32::from(index);
        if index == first && self.techniques.has(Technique::TableMove) {
            return i32::MAX;
        }
        if goes_on && self.techniques.has(Technique::GoingOn) {
            return 100_000 + place;
        }
        if goes_on || !self.techniques.has(Technique::Replies) {
            return 32 * gain + place;
        }
        let replies = self.kernel.legal(after).count_ones().cast_signed();
        32 * (gain - replies) + place
    }

    /// The value of a position in the endgame table, if it is there.
    pub(super) fn endgame_value(&self, state: &State<C>) -> Option<i32> {
        let board = self.ranking.in_play(state.cells);
        match (self.located(state, &board).1, &self.endgame) {
            (Lookup::Endgame(entry), Some(reader)) => Some(reader.at(entry)),
            _ => None,
        }
    }

    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.busy[key as usize % Self::BUSY].load(Ordering::Relaxed) == key + 1
    }

    pub(super) fn set_busy(&self, key: u64, busy: bool) {
        let word = if busy { key + 1 } else { 0 };
        self.busy[key as usize % Self::BUSY].store(word, Ordering::Relaxed);
    }
}

/// One thread of a solver.
pub(super) struct Worker<'a, C> {
    pub shared: &'a Shared<'a, C>,
    /// Whether there are others.
    pub alone: bool,
    pub nodes: u64,
    /// Asked now and then; an answer ends the search.
    pub limit: &'a (dyn Fn(u64) -> Option<Ended> + Sync),
}

impl<C: Cells> Worker<'_, C> {
    /// Nodes between looks at the limits.
    pub(super) const LOOK: u64 = 1 << 10;

    /// Nodes that the limits have not been told of.
    pub(super) fn unreported(&self) -> u64 {
        self.nodes % Self::LOOK
    }

    pub(super) fn check(&mut self, depth: u32) -> Result<(), Ended> {
        self.nodes += 1;
        if self.shared.halt.load(Ordering::Relaxed) {
            return Err(Ended::Halted);
        }
        if depth >= DEEPEST {
            return Err(Ended::By(StopReason::Depth));
        }
        if self.nodes.is_multiple_of(Self::LOOK)
            && let Some(ended) = (self.limit)(Self::LOOK)
        {
            return Err(ended);
        }
        Ok(())
    }

    /// Seeds the player to move will still win less those his opponent will: the value if it lies
    /// inside the window, else a bound on its side of it.
    pub(super) fn search(
        &mut self,
        node: &Node<C>,
        window: Window,
        depth: u32,
    ) -> Result<i32, Ended> {
        self.check(depth)?;
        let known = self.shared.known(node);
        if known.lower >= window.beta || known.lower == known.upper {
            return Ok(known.lower);
        }
        if known.upper <= window.alpha {
            return Ok(known.upper);
        }
        let window = Window {
            alpha: window.alpha.max(known.lower - 1),
            beta: window.beta.min(known.upper + 1),
        };
        let mut children = Ordered::new();
        let mut best = self.children(node, known.best, window, &mut children);
        if best.0 < window.beta {
            self.best_child(node, &children, window, depth, &mut best)?;
        }
        let (score, index) = best;
        if let Some(key) = node.key {
            let lower = if score > window.alpha {
                score
            } else {
                known.lower
            };
            let upper = if score < window.beta {
                score
            } else {
                known.upper
            };
            let bounds = Bounds {
                lower: lower.max(known.lower),
                upper: upper.min(known.upper),
                best: index,
            };
            self.shared.table.put(key, bounds);
        }
        Ok(score)
    }

    /// Searches the children in order, those that other threads are at last.
    fn best_child(
        &mut self,
        node: &Node<C>,
        children: &Ordered<Child<C>>,
        mut window: Window,
        depth: u32,
        best: &mut (i32, u8),
    ) -> Result<(), Ended> {
        let spreading = !self.alone && self.shared.techniques.has(Technique::Spreading);
        let sharing = spreading && node.in_play >= SHARED_FROM;
        let mut put_off = 0_u32;
        for round in 0..2 {
            for (number, child) in children.iter().enumerate() {
                let again = round == 1;
                if again != (put_off >> number & 1 == 1) {
                    continue;
                }
                window.alpha = window.alpha.max(best.0);
                let key = child.node.key.filter(|_| sharing && number > 0);
                if !again && key.is_some_and(|key| self.shared.is_busy(key)) {
                    put_off |= 1 << number;
                    continue;
                }
                if let Some(key) = key {
                    self.shared.set_busy(key, true);
                }
                let score = self.child(child, node.state.mover, window, depth);
                if let Some(key) = key {
                    self.shared.set_busy(key, false);
                }
                let score = score?;
                if score > best.0 {
                    *best = (score, child.index);
                    if score >= window.beta {
                        return Ok(());
                    }
                }
            }
            if put_off == 0 {
                break;
            }
        }
        Ok(())
    }

    fn child(
        &mut self,
        child: &Child<C>,
        mover: Side,
        window: Window,
        depth: u32,
    ) -> Result<i32, Ended> {
        let inner = window.less(child.gain);
        if child.node.state.mover == mover {
            Ok(child.gain + self.search(&child.node, inner, depth + 1)?)
        } else {
            Ok(child.gain - self.search_turn(&child.node, inner.turned(), depth + 1)?)
        }
    }

    /// The moves that need a search, in the order in which to try them, and the best score of
    /// those that don't: the round is over after them, a table decides them, or too few seeds are
    /// left to matter.
    #[inline]
    pub(super) fn children(
        &self,
        node: &Node<C>,
        first: u8,
        window: Window,
        ordered: &mut Ordered<Child<C>>,
    ) -> (i32, u8) {
        let mover = node.state.mover;
        let mut children = Children::new();
        let mut best = self.played(node, window, &mut children);
        if best.0 >= window.beta {
            return best;
        }
        // All words are read before any is looked at, so that the machine fetches them at once.
        let words: ArrayVec<u64, 18> = children.iter().map(|child| self.word(child)).collect();
        for (child, &word) in children.iter().zip(&words) {
            let known = self.bounds(child, word);
            let gain = child.gain;
            let (lower, upper) = if child.node.state.mover == mover {
                (gain + known.lower, gain + known.upper)
            } else {
                (gain - known.upper, gain - known.lower)
            };
            if lower >= window.beta {
                return (lower, child.index);
            }
            if lower == upper || upper <= window.alpha {
                if upper > best.0 {
                    best = (upper, child.index);
                }
                continue;
            }
            ordered.insert(self.order(child, first), *child);
        }
        best
    }

    /// Plays all moves. Of those that need no look the best score is returned.
    #[inline]
    fn played(&self, node: &Node<C>, window: Window, children: &mut Children<C>) -> (i32, u8) {
        let shared = self.shared;
        let mover = node.state.mover;
        let mut best = (i32::MIN, Bounds::NO_MOVE);
        let mut legal = shared.kernel.legal(&node.state);
        while legal != 0 {
            let index = legal.trailing_zeros() as u8;
            legal &= legal - 1;
            let played = shared.kernel.play(&node.state, usize::from(index));
            let board = shared.ranking.in_play(played.state.cells);
            // What leaves play is the mover's: in his store or in his protected holes.
            let gain = node.in_play.cast_signed() - board.all.cast_signed();
            let left = shared.left(board.all).cast_signed();
            let (lower, upper) = if played.outcome == Outcome::Over {
                let score = gain + board.standing(mover);
                (score, score)
            } else {
                (gain - left, gain + left)
            };
            if lower >= window.beta {
                return (lower, index);
            }
            if lower == upper || upper <= window.alpha {
                if upper > best.0 {
                    best = (upper, index);
                }
                continue;
            }
            let (node, place) = shared.located(&played.state, &board);
            children.push(Child {
                node,
                place,
                index,
                gain,
                goes_on: played.outcome == Outcome::Again,
            });
        }
        best
    }

    #[inline]
    fn word(&self, child: &Child<C>) -> u64 {
        match (child.place, &self.shared.endgame) {
            (Lookup::Table(place), _) if self.shared.looks_up() => self.shared.table.word(place),
            (Lookup::Endgame(entry), Some(reader)) => reader.at(entry).cast_unsigned().into(),
            _ => 0,
        }
    }

    /// What a word says of a child.
    #[inline]
    fn bounds(&self, child: &Child<C>, word: u64) -> Bounds {
        let known = match child.place {
            Lookup::Endgame(_) => {
                let value = (word as u32).cast_signed();
                return Bounds {
                    lower: value,
                    upper: value,
                    best: Bounds::NO_MOVE,
                };
            }
            Lookup::Table(place) => TranspositionTable::bounds(place, word),
            Lookup::Nowhere => None,
        };
        known.unwrap_or(Bounds::of(self.shared.left(child.node.in_play)))
    }

    #[inline]
    fn order(&self, child: &Child<C>, first: u8) -> i32 {
        let (after, goes_on) = (&child.node.state, child.goes_on);
        self.shared
            .order(after, child.index, first, child.gain, goes_on)
    }
}
