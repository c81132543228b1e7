//! The state shared by the threads of a search: the rules, the tables, and the numbering of
//! positions.

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
        /// The transposition table.
        Table = "table",
        /// Table lookup of all children before any is searched.
        ChildBounds = "child-bounds",
        /// The bound given by the seeds in play: no player wins more than those.
        SeedsLeft = "seeds-left",
        /// Under some rules no player wins the last seeds (only together with `seeds-left`).
        LastSeed = "last-seed",
        /// Move ordering that prefers moves which leave the opponent few replies.
        Replies = "replies",
        /// Beam search through whole turns, before the search and inside it.
        Turns = "turns",
        /// A first guess at the value for the null-window searches.
        Guess = "guess",
        /// Threads defer moves that other threads are searching.
        Spreading = "spreading",
    }
}

/// The techniques that a solver uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Techniques {
    off: u16,
}

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques { off: 0 };

    /// Removes a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques { off: self.off | 1 << technique as u8 }
    }

    /// Whether a technique is used.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.off >> technique as u8 & 1 == 0
    }
}

/// The state shared by all threads of a search.
pub(super) struct Shared<'a, C> {
    pub kernel: &'a Kernel<C>,
    pub ranking: Ranking<C>,
    pub table: TranspositionTable<'a>,
    pub techniques: Techniques,
    /// The endgame table, if there is one.
    pub endgame: Option<Reader<'a, C>>,
    /// Keys of the positions that some thread is searching below a shared node.
    busy: Vec<AtomicU64>,
    /// Set to end the search in progress: its result is known, or a limit is reached.
    pub halt: AtomicBool,
    /// Whether two results of the search contradict each other.
    contradicted: AtomicBool,
}

/// A position with what the search needs about it.
#[derive(Clone, Copy)]
pub(super) struct Node<C> {
    pub state: State<C>,
    /// Seeds in the open holes of both rows.
    pub in_play: u32,
    /// Its key in the transposition table, if it has one.
    pub key: Option<u64>,
}

/// Where to look up a node's bounds.
#[derive(Clone, Copy)]
pub(super) enum Lookup {
    Endgame(u64),
    Table(Place),
    /// Nowhere: the node has too many seeds for a key.
    Nowhere,
}

impl<'a, C: Cells> Shared<'a, C> {
    /// Slots for the keys of busy positions: a power of two.
    const BUSY: usize = 1 << 14;

    /// Returns the ranking of all positions that can follow `start`, and the number of bits of
    /// their keys.
    pub(super) fn ranking(kernel: &Kernel<C>, start: &State<C>) -> (Ranking<C>, u32) {
        let field = kernel.field();
        let open = Side::BOTH.map(|side| field.open_holes(side));
        let in_play = start.cells.and(C::mask(open[0] | open[1])).sum();
        let most = TranspositionTable::max_seeds(kernel.all_seeds_count());
        let ranking = Ranking::new(field, in_play.min(most));
        // Two bits below the rank: the mover, if the field is not symmetric, and the mark.
        let keys = ranking.below(ranking.most() + 1).max(2) << 2;
        (ranking, keys.ilog2() + 1)
    }

    /// Creates the shared state. A single thread (`alone`) needs no slots for busy positions.
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

    /// Ends a search that finds no move to a score that it has proven. This happens only if an
    /// endgame table or another given fact has wrong values.
    pub(super) fn contradicted(&self) -> Interrupt {
        self.contradicted.store(true, Ordering::Relaxed);
        Interrupt::Paused
    }

    /// Returns an error if the search has contradicted itself.
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

    /// The node of a position, and where to look up its bounds.
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

    /// Seeds of a side that no move can take away: those in the store and in protected holes.
    #[inline]
    pub(super) fn won(&self, cells: C, side: Side) -> i32 {
        let rows = self.kernel.rows(cells)[side.index()];
        let open = self.ranking.in_play(cells).of(side);
        (self.kernel.store(cells, side) + rows - open).cast_signed()
    }

    /// What a side adds to its won seeds by a move.
    #[inline]
    pub(super) fn gain(&self, before: C, after: C, side: Side) -> i32 {
        self.won(after, side) - self.won(before, side)
    }

    /// The seeds in play that the player who moved last gets minus those that the opponent gets, if
    /// the round is over.
    #[inline]
    pub(super) fn kept(&self, cells: C, last_mover: Side) -> i32 {
        self.balance(&self.ranking.in_play(cells), last_mover)
    }

    /// The seeds in play in a side's row minus those in the other row: what it keeps if the round is
    /// over because a position recurs.
    pub(super) fn rows_kept(&self, cells: C, side: Side) -> i32 {
        self.ranking.in_play(cells).standing(side)
    }

    /// As [`kept`](Self::kept), by the seeds in play.
    #[inline]
    pub(super) fn balance(&self, board: &InPlay<C>, last_mover: Side) -> i32 {
        let own = board.of(last_mover).cast_signed();
        self.kernel.rest().balance(own, board.all.cast_signed() - own)
    }

    /// Tightens bounds of a score to its parity, that of `number`, if values have one.
    #[inline]
    pub(super) fn even_as(&self, bounds: Bounds, number: i32) -> Bounds {
        if self.kernel.all_seeds_count() { bounds.even_as(number) } else { bounds }
    }

    /// The table's bounds of a node, if any.
    #[inline]
    pub(super) fn remembered(&self, node: &Node<C>) -> Option<Bounds> {
        let key = node.key.filter(|_| self.techniques.has(Technique::Table))?;
        self.table.get(self.table.place(key), node.in_play)
    }

    /// The best known bounds of a node.
    #[inline]
    pub(super) fn known(&self, node: &Node<C>) -> Bounds {
        let known = self.remembered(node);
        known.unwrap_or(Bounds::of_board(self.left(node.in_play)))
    }

    /// Whether children are looked up in the table.
    #[inline(always)]
    pub(super) fn looks_up(&self) -> bool {
        self.techniques.has(Technique::Table) && self.techniques.has(Technique::ChildBounds)
    }

    /// The maximum that a player can win with `in_play` seeds in play.
    #[inline(always)]
    pub(super) fn left(&self, in_play: u32) -> u32 {
        if self.techniques.has(Technique::SeedsLeft) {
            in_play
        } else {
            // Keeps the parity of the seeds in play, which values share.
            in_play.max(TranspositionTable::MAX_SEEDS - (in_play + 1) % 2)
        }
    }

    /// The minimum and maximum score of a position with `left` seeds in play, without a search. A
    /// seed that one player gets counts twice, because the other does not get it.
    #[inline(always)]
    pub(super) fn static_bounds(&self, state: &State<C>, left: i32) -> Bounds {
        let (own, others) = if self.techniques.has(Technique::LastSeed) {
            self.kernel.static_bounds(state)
        } else {
            (0, 0)
        };
        Bounds { lower: 2 * own.cast_signed() - left, upper: left - 2 * others.cast_signed() }
    }

    /// The rank of a move in the move ordering, highest first. Moves that win much and leave the
    /// opponent few replies come first, because each reply would have to be searched; a move after
    /// which the player moves again leaves none. Two seeds count as much as three replies. Ties go
    /// to moves that leave more seeds in the mover's own holes (`own`), then to those nearest to
    /// the store.
    #[inline]
    pub(super) fn order(
        &self,
        after: &State<C>,
        own: u32,
        index: u8,
        gain: i32,
        moves_again: bool,
    ) -> i32 {
        let mut order = 3 * gain + i32::from(moves_again);
        if !moves_again && self.techniques.has(Technique::Replies) {
            order -= 2 * self.kernel.legal(after).count_ones().cast_signed();
        }
        // Rounded, so that a single seed makes no difference.
        order << 11 | (own.min(127) << 4 & !31).cast_signed() | i32::from(index)
    }

    /// The value of a position in the endgame table, if it is covered.
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

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// Another thread has finished the same search.
    Halted,
    /// Another thread has decided a node on the path.
    Decided,
    /// The search should pause.
    Paused,
    /// The transposition table should grow.
    Crowded,
    /// A limit was reached.
    By(StopReason),
}
