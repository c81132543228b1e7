//! The common ground of the threads of a search: the rules, the tables, and how positions are known
//! by numbers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::bounds::Bounds;
use super::transposition_table::{Place, TranspositionTable};
use crate::board::{Cells, InPlay, Ranking, Side};
use crate::control::{ResourceError, StopReason};
use crate::moves::{Kernel, State};
use crate::options::named_values;
use crate::tables::Reader;

named_values! {
    /// A technique of the solver. None changes a value.
    Technique as "technique" {
        /// Bounds of positions met before.
        Table = "table",
        /// The table's bounds of the positions after all moves, before any of them is searched.
        ChildBounds = "child-bounds",
        /// The limit of the seeds in play: neither player wins more than those.
        SeedsLeft = "seeds-left",
        /// Under some rules nobody wins the last of them (in the search with `seeds-left` only).
        LastSeed = "last-seed",
        /// Moves that leave the opponent few replies come first.
        Replies = "replies",
        /// Whole turns, before the search and inside it.
        Turns = "turns",
        /// A guess at the value, where the questions begin.
        Guess = "guess",
        /// Threads put off each other's moves.
        Spreading = "spreading",
    }
}

/// The techniques that a solver uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Techniques {
    off: u16,
}

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques { off: 0 };

    /// These without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques { off: self.off | 1 << technique as u8 }
    }

    /// Tells whether one is used.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.off >> technique as u8 & 1 == 0
    }
}

/// The common ground of all threads of a search.
pub(super) struct Shared<'a, C> {
    pub kernel: &'a Kernel<C>,
    pub ranking: Ranking<C>,
    pub table: TranspositionTable<'a>,
    pub techniques: Techniques,
    /// Exact values of the positions with few seeds in play.
    pub endgame: Option<Reader<'a, C>>,
    /// Keys of positions that some thread is searching below a node it shares.
    busy: Vec<AtomicU64>,
    /// Ends the probe in progress: its answer is known, or a limit is reached.
    pub halt: AtomicBool,
    /// True if two answers of the search contradict each other.
    contradicted: AtomicBool,
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

/// The place to look up what a node is worth.
#[derive(Clone, Copy)]
pub(super) enum Lookup {
    Endgame(u64),
    Table(Place),
    /// It has too many seeds for a key.
    Nowhere,
}

impl<'a, C: Cells> Shared<'a, C> {
    /// Places for the keys that threads search: a power of two.
    const BUSY: usize = 1 << 14;

    /// The numbering of all positions that can follow one, and the bits of their keys.
    pub(super) fn ranking(kernel: &Kernel<C>, start: &State<C>) -> (Ranking<C>, u32) {
        let field = kernel.field();
        let open = Side::BOTH.map(|side| field.open_holes(side));
        let in_play = start.cells.and(C::mask(open[0] | open[1])).sum();
        let ranking = Ranking::new(field, in_play.min(TranspositionTable::MOST));
        // Two bits below the rank: the mover where the players see different fields, the mark.
        let keys = ranking.below(ranking.most() + 1).max(2) << 2;
        (ranking, keys.ilog2() + 1)
    }

    /// Those of one thread `alone` need no places to find each other.
    pub(super) fn new(
        kernel: &'a Kernel<C>,
        ranking: Ranking<C>,
        table: TranspositionTable<'a>,
        endgame: Option<Reader<'a, C>>,
        techniques: Techniques,
        alone: bool,
    ) -> Self {
        let busy = if alone { 1 } else { Self::BUSY };
        Shared {
            kernel,
            ranking,
            table,
            techniques,
            endgame,
            busy: (0..busy).map(|_| AtomicU64::new(0)).collect(),
            halt: AtomicBool::new(false),
            contradicted: AtomicBool::new(false),
        }
    }

    /// Ends a search that finds no move to a score which it has proven. The rules allow that only
    /// if it was told wrong values: those of an endgame table.
    pub(super) fn contradicted(&self) -> Interrupt {
        self.contradicted.store(true, Ordering::Relaxed);
        Interrupt::Paused
    }

    /// Refuses what a search has found after that.
    pub(super) fn expect_sound(&self) -> Result<(), ResourceError> {
        match self.contradicted.load(Ordering::Relaxed) {
            true => Err(ResourceError::Damaged),
            false => Ok(()),
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
        let node = Node { state: *state, in_play, key };
        (node, rank)
    }

    /// The node of a position, and where to look what it is worth.
    #[inline]
    pub(super) fn located(&self, state: &State<C>, board: &InPlay<C>) -> (Node<C>, Lookup) {
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

    /// Returns what a move of a side from one board to another adds to that.
    #[inline]
    pub(super) fn gain(&self, before: C, after: C, side: Side) -> i32 {
        self.won(after, side) - self.won(before, side)
    }

    /// Returns what a side keeps of the seeds in play, less what the other does, if the round is
    /// over.
    #[inline]
    pub(super) fn kept(&self, cells: C, side: Side) -> i32 {
        self.ranking.in_play(cells).standing(side)
    }

    /// Returns what the table says of a node.
    #[inline]
    pub(super) fn remembered(&self, node: &Node<C>) -> Option<Bounds> {
        let key = node.key.filter(|_| self.techniques.has(Technique::Table))?;
        self.table.get(self.table.place(key), node.in_play)
    }

    /// Returns what is known of a node.
    #[inline]
    pub(super) fn known(&self, node: &Node<C>) -> Bounds {
        let known = self.remembered(node);
        known.unwrap_or(Bounds::of_board(self.left(node.in_play)))
    }

    /// Tells whether the table's bounds of children are used.
    #[inline(always)]
    pub(super) fn looks_up(&self) -> bool {
        self.techniques.has(Technique::Table) && self.techniques.has(Technique::ChildBounds)
    }

    /// The most that a player can win where so many seeds are in play.
    #[inline(always)]
    pub(super) fn left(&self, in_play: u32) -> u32 {
        if self.techniques.has(Technique::SeedsLeft) {
            in_play
        } else {
            // Even if and only if the seeds in play are: so are values.
            in_play.max(TranspositionTable::MOST - (in_play + 1) % 2)
        }
    }

    /// The least and the most score of a position where so many seeds are left, without any search.
    /// A seed that one player gets counts twice: the other one does not get it.
    #[inline(always)]
    pub(super) fn static_bounds(&self, state: &State<C>, left: i32) -> Bounds {
        let (own, others) = if self.techniques.has(Technique::LastSeed) {
            self.kernel.static_bounds(state)
        } else {
            (0, 0)
        };
        Bounds { lower: 2 * own.cast_signed() - left, upper: left - 2 * others.cast_signed() }
    }

    /// The place of a move in the order in which moves are tried, the highest first: those that win
    /// much and leave the opponent few replies, each of which would have to be searched. A move
    /// that goes on leaves him none. Two seeds are worth three replies; of equal moves those come
    /// first that leave most seeds in the mover's own holes, `own`, and of these those nearest to
    /// the store.
    #[inline]
    pub(super) fn order(
        &self,
        after: &State<C>,
        own: u32,
        index: u8,
        gain: i32,
        goes_on: bool,
    ) -> i32 {
        let mut order = 3 * gain + i32::from(goes_on);
        if !goes_on && self.techniques.has(Technique::Replies) {
            order -= 2 * self.kernel.legal(after).count_ones().cast_signed();
        }
        // A seed more or less is no difference.
        order << 11 | (own.min(127) << 4 & !31).cast_signed() | i32::from(index)
    }

    /// The value of a position in the endgame table, if it is there.
    #[inline]
    pub(super) fn endgame_value(&self, state: &State<C>) -> Option<i32> {
        let board = self.ranking.in_play(state.cells);
        match (self.located(state, &board).1, &self.endgame) {
            (Lookup::Endgame(entry), Some(reader)) => Some(reader.at(entry)),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.busy_place(key).load(Ordering::Relaxed) == key + 1
    }

    #[inline]
    pub(super) fn set_busy(&self, key: u64, busy: bool) {
        let word = if busy { key + 1 } else { 0 };
        self.busy_place(key).store(word, Ordering::Relaxed);
    }

    #[inline]
    fn busy_place(&self, key: u64) -> &AtomicU64 {
        &self.busy[key as usize & (self.busy.len() - 1)]
    }
}

/// A reason why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// Another thread was first.
    Halted,
    /// Another thread has decided a node above.
    Decided,
    /// It takes longer than was to be spent on it for now.
    Paused,
    /// The table is small for it: it goes on with a larger one.
    Crowded,
    /// A limit.
    By(StopReason),
}
