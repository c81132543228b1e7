//! The solver's search: proven bounds of a position, on several threads.
//!
//! Alpha-beta to the end of the round. All threads search the same position with the same window
//! and share the transposition table. A thread defers a move that another thread is searching, so
//! the threads spread over the tree and find each other's results. Every score is a proven bound.
//!
//! Deferring moves is the idea of ABDADA: J.-C. Weill, "The ABDADA distributed minimax-search
//! algorithm", ICCA Journal 19(1), 1996. Here a position is marked busy by its key alone, and only
//! while many seeds are left. After each move, and from time to time in between, a thread also
//! checks whether another thread has decided a position above, and if so abandons the search below
//! it.
//!
//! Under rules with relays, a beam search first looks at the turn by itself: what the mover wins in
//! it is safe whatever follows, and a narrow beam finds long turns in which a move-by-move search
//! gets lost.

use std::sync::atomic::Ordering;

use arrayvec::ArrayVec;

use super::bounds::{Bounds, Window};
use super::expansion::{Child, Expansion, MAX_MOVES, Ordered};
use super::heuristic_table::NO_MOVE;
use super::shared_state::{Interrupt, Lookup, Node, Shared, Technique};
use super::stack::StackBound;
use crate::board::{Cells, Side};
use crate::control::{NodeBudget, StopReason};
use crate::moves::{Move, Outcome, Played};
use crate::turns::widening;

/// Seeds in play from which threads avoid each other's moves.
const SHARED_FROM: u32 = 12;

/// Maximum beam width through a turn inside the search.
const MAX_INNER_WIDTH: usize = 16;

/// Seeds in play from which the search runs a beam through the turn first.
pub(super) const INNER_TURN_SEEDS: u32 = 32;

/// One thread of a solver.
pub(super) struct Worker<'a, C> {
    pub shared: &'a Shared<'a, C>,
    /// Whether it is the only thread.
    pub alone: bool,
    pub budget: NodeBudget<'a>,
    /// Polled with the nodes used by all threads; a result ends the search.
    ended: &'a (dyn Fn(u64) -> Option<Interrupt> + Sync),
    /// The limit of this thread's stack.
    pub stack: StackBound,
    /// The nodes from the root to this one that other threads may be searching too.
    path: Vec<(Node<C>, Window)>,
    /// The place on the path to return to, after another thread has decided the node there.
    decided: usize,
}

impl<'a, C: Cells> Worker<'a, C> {
    /// Creates a worker for this thread.
    pub(super) fn new(
        shared: &'a Shared<'a, C>,
        alone: bool,
        budget: NodeBudget<'a>,
        ended: &'a (dyn Fn(u64) -> Option<Interrupt> + Sync),
    ) -> Worker<'a, C> {
        Worker {
            shared,
            alone,
            budget,
            ended,
            stack: StackBound::here(),
            path: Vec::new(),
            decided: 0,
        }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Interrupt> {
        if self.budget.is_empty() {
            self.fill()?;
        }
        self.budget.draw();
        if self.shared.halt.load(Ordering::Relaxed) {
            return Err(Interrupt::Halted);
        }
        if self.stack.is_reached() {
            return Err(Interrupt::By(StopReason::Depth));
        }
        Ok(())
    }

    /// Refills the budget, and checks whether the search should end.
    #[cold]
    fn fill(&mut self) -> Result<(), Interrupt> {
        let (is_due, used) = (self.budget.is_due(), self.budget.used() + 1);
        self.budget.fill().map_err(Interrupt::By)?;
        if is_due && let Some(ended) = (self.ended)(used) {
            self.budget.draw();
            return Err(ended);
        }
        if is_due && let Some(place) = self.decided_above() {
            self.budget.draw();
            self.decided = place;
            return Err(Interrupt::Decided);
        }
        Ok(())
    }

    /// Returns the place of the highest node on the path that another thread has decided. Searching
    /// below it is useless.
    fn decided_above(&self) -> Option<usize> {
        let is_decided = |(node, window): &(Node<C>, Window)| {
            let known = self.shared.known(node);
            known.decide(*window).is_some()
        };
        self.path.iter().position(is_decided)
    }

    /// Whether other threads may be searching a node.
    fn is_shared(&self, node: &Node<C>) -> bool {
        !self.alone
            && node.in_play >= SHARED_FROM
            && self.shared.techniques.has(Technique::Spreading)
    }

    /// Searches a position at the start of a turn, with a beam search through the turn first where
    /// that is likely to be enough. Without relays turns are too short for it to pay.
    pub(super) fn search_turn(
        &mut self,
        node: &Node<C>,
        window: Window,
        expansion: &mut Expansion<C>,
    ) -> Result<i32, Interrupt> {
        let unknown = || self.shared.remembered(node).is_none();
        if self.shared.kernel.relays()
            && self.shared.techniques.has(Technique::Turns)
            && node.in_play >= INNER_TURN_SEEDS
            && unknown()
            && let Some(score) = self.turn_reaches(node, window.beta)?
        {
            return Ok(score);
        }
        self.search(node, window, expansion)
    }

    /// Returns a score of at least `beta`, if the turn reaches it by itself.
    fn turn_reaches(&mut self, node: &Node<C>, beta: i32) -> Result<Option<i32>, Interrupt> {
        let (shared, state) = (self.shared, &node.state);
        let in_play = node.in_play.cast_signed();
        let Some(enough) = harvest_needed(shared, node, beta) else {
            return Ok(None);
        };
        let mut ended = None;
        let mut spend = || {
            self.check().map_err(|why| {
                ended = Some(why);
                StopReason::Interrupted
            })
        };
        let turn = widening(shared.kernel, state, MAX_INNER_WIDTH, enough, &mut spend);
        if let Some(why) = ended {
            return Err(why);
        }
        if turn.harvest < enough {
            return Ok(None);
        }
        let own = shared.won(state.cells, state.mover);
        let lower = 2 * (turn.harvest.cast_signed() - own) - in_play;
        if let Some(key) = node.key {
            let bounds = Bounds { lower, ..Bounds::of_board(node.in_play) };
            shared.table.put(key, bounds, MAX_INNER_WIDTH as u64);
        }
        Ok(Some(lower))
    }

    /// Returns the seeds that the player to move will still win minus those of the opponent: the
    /// value if it lies inside the window, otherwise a bound on its side of the window. The node
    /// may already be expanded, for this window or a wider one.
    pub(super) fn search(
        &mut self,
        node: &Node<C>,
        window: Window,
        expansion: &mut Expansion<C>,
    ) -> Result<i32, Interrupt> {
        self.check()?;
        let known = self.shared.known(node);
        if let Some(score) = known.decide(window) {
            return Ok(score);
        }
        let window = Window {
            alpha: window.alpha.max(known.lower - 1),
            beta: window.beta.min(known.upper + 1),
        };
        let before = self.budget.spent();
        let (mut score, _) = self.children(node, window, expansion);
        if score < window.beta {
            let place = self.path.len();
            if self.is_shared(node) {
                self.path.push((*node, window));
            }
            let found = self.best_child(node, expansion, window, score);
            let is_shared = self.path.len() > place;
            self.path.truncate(place);
            if is_shared && found == Err(Interrupt::Decided) && self.decided == place {
                // The table has the score, unless it has been replaced meanwhile.
                return self.search(node, window, &mut Expansion::none());
            }
            score = found?;
        }
        if let Some(key) = node.key {
            let lower = if score > window.alpha { score } else { known.lower };
            let upper = if score < window.beta { score } else { known.upper };
            let bounds = Bounds { lower: lower.max(known.lower), upper: upper.min(known.upper) };
            let nodes = self.budget.spent() - before;
            self.shared.table.put(key, bounds, nodes);
        }
        Ok(score)
    }

    /// Searches the children in move order; those that other threads are searching come last.
    ///
    /// If the first child does not cause a cutoff, the others rarely do. From then on children are
    /// expanded one ahead, to prefetch their table entries; at an expected all-node this starts
    /// with the first child.
    fn best_child(
        &mut self,
        node: &Node<C>,
        Expansion { children, is_all_node, .. }: &Expansion<C>,
        mut window: Window,
        mut best: i32,
    ) -> Result<i32, Interrupt> {
        let (sharing, whole) = (self.is_shared(node), window);
        let mover = node.state.mover;
        let mut expansions = [Expansion::none(), Expansion::none()];
        let mut deferred = 0_u64;
        for round in 0..2 {
            for (number, child) in children.iter().enumerate() {
                let again = round == 1;
                if again != (deferred >> number & 1 == 1) {
                    continue;
                }
                window.alpha = window.alpha.max(best);
                let key = child.node.key.filter(|_| sharing && number > 0);
                if !again && key.is_some_and(|key| self.shared.is_busy(key)) {
                    deferred |= 1 << number;
                    continue;
                }
                if let Some(key) = key {
                    self.shared.set_busy(key, true);
                }
                let is_all_node = *is_all_node || number > 0;
                // Deferred children are not adjacent, so they are not expanded ahead.
                if is_all_node && !again {
                    self.expand(children, number, mover, window, &mut expansions);
                    self.expand(children, number + 1, mover, window, &mut expansions);
                }
                let expansion = expansions[number % 2].of(number);
                expansion.is_all_node = is_all_node == (child.node.state.mover == mover);
                let score = self.child(child, mover, window, expansion);
                if let Some(key) = key {
                    self.shared.set_busy(key, false);
                }
                best = best.max(score?);
                if best >= window.beta {
                    return Ok(best);
                }
                if sharing && let Some(score) = self.shared.known(node).decide(whole) {
                    return Ok(score);
                }
            }
            if deferred == 0 {
                break;
            }
        }
        Ok(best)
    }

    fn child(
        &mut self,
        child: &Child<C>,
        mover: Side,
        window: Window,
        expansion: &mut Expansion<C>,
    ) -> Result<i32, Interrupt> {
        let inner = child.window(mover, window);
        if child.node.state.mover == mover {
            Ok(child.gain + self.search(&child.node, inner, expansion)?)
        } else {
            Ok(child.gain - self.search_turn(&child.node, inner, expansion)?)
        }
    }

    /// Expands the child at a place, unless there is none or the table decides it.
    #[inline]
    fn expand(
        &self,
        children: &Ordered<Child<C>>,
        place: usize,
        mover: Side,
        window: Window,
        expansions: &mut [Expansion<C>; 2],
    ) {
        let expansion = expansions[place % 2].of(place);
        if let Some(child) = children.at(place).filter(|_| !expansion.is_made) {
            let window = child.window(mover, window);
            let known = self.shared.known(&child.node);
            if known.lower < window.beta && known.upper > window.alpha {
                self.play_all(&child.node, window, expansion);
            }
        }
    }

    /// Collects the moves that need a search, in move order. Returns the best score and move among
    /// the rest: moves that end the round, that a table decides, or after which too few seeds are
    /// left to matter.
    #[inline]
    pub(super) fn children(
        &self,
        node: &Node<C>,
        window: Window,
        expansion: &mut Expansion<C>,
    ) -> (i32, u8) {
        if !expansion.is_made {
            self.play_all(node, window, expansion);
        }
        let mover = node.state.mover;
        let mut best = expansion.best;
        if best.0 >= window.beta {
            return best;
        }
        let ordered = &mut expansion.children;
        // All words are read before any is used, so that their memory latencies overlap.
        let words = ordered.all().iter().map(|child| self.fetch(child));
        let words: ArrayVec<u64, MAX_MOVES> = words.collect();
        for (number, &word) in words.iter().enumerate() {
            let child = &ordered.all()[number];
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
            ordered.place(number, child.order);
        }
        best
    }

    /// Plays all moves of a node.
    #[inline]
    fn play_all(&self, node: &Node<C>, window: Window, expansion: &mut Expansion<C>) {
        expansion.is_made = true;
        expansion.best = self.played(node, window, &mut expansion.children);
    }

    /// Plays the moves. Returns the best score and move among those that need no table lookup; the
    /// others become children, and their table entries are prefetched.
    #[inline]
    fn played(
        &self,
        node: &Node<C>,
        window: Window,
        children: &mut Ordered<Child<C>>,
    ) -> (i32, u8) {
        let kernel = self.shared.kernel;
        let mut best = (i32::MIN, NO_MOVE);
        let mut legal = kernel.legal(&node.state);
        while legal != 0 {
            let index = legal.trailing_zeros() as u8;
            legal &= legal - 1;
            let played = kernel.play(&node.state, usize::from(index));
            if !self.takes(node, &played, index, window, &mut best, children) {
                return best;
            }
            if kernel.may_stop()
                && !self.takes_stop(node, &played, index, window, &mut best, children)
            {
                return best;
            }
        }
        best
    }

    /// Takes a move with a stop, if the player may stop after it.
    #[cold]
    #[inline(never)]
    fn takes_stop(
        &self,
        node: &Node<C>,
        played: &Played<C>,
        index: u8,
        window: Window,
        best: &mut (i32, u8),
        children: &mut Ordered<Child<C>>,
    ) -> bool {
        let stopped = self.shared.kernel.stopped(&node.state, played);
        stopped.is_none_or(|stopped| {
            self.takes(node, &stopped, index | Move::STOPS, window, best, children)
        })
    }

    /// Takes a move as the best so far or as a child. Returns whether others are needed: not if this
    /// one reaches the end of the window.
    #[inline(always)]
    fn takes(
        &self,
        node: &Node<C>,
        played: &Played<C>,
        index: u8,
        window: Window,
        best: &mut (i32, u8),
        children: &mut Ordered<Child<C>>,
    ) -> bool {
        let (shared, mover) = (self.shared, node.state.mover);
        let board = shared.ranking.in_play(played.state.cells);
        // Seeds that leave play are the mover's: in the store or in protected holes.
        let gain = node.in_play.cast_signed() - board.all.cast_signed();
        let left = shared.left(board.all).cast_signed();
        let (lower, upper) = if played.outcome == Outcome::Over {
            let score = gain + shared.balance(&board, mover);
            (score, score)
        } else {
            let Bounds { lower, upper } = shared.static_bounds(&played.state, left);
            if played.state.mover == mover {
                (gain + lower, gain + upper)
            } else {
                (gain - upper, gain - lower)
            }
        };
        if lower >= window.beta {
            *best = (lower, index);
            return false;
        }
        if lower == upper || upper <= window.alpha {
            if upper > best.0 {
                *best = (upper, index);
            }
            return true;
        }
        let (node, place) = shared.located(&played.state, &board);
        self.prefetch(place);
        let again = played.outcome == Outcome::Again;
        let hole = index & !Move::STOPS;
        children.push(Child {
            node,
            place,
            index,
            gain,
            order: shared.order(&played.state, board.of(mover), hole, gain, again),
        });
        true
    }

    /// Prefetches a child's table entry, which is read after all moves are played.
    #[inline]
    fn prefetch(&self, place: Lookup) {
        match (place, &self.shared.endgame) {
            (Lookup::Table(place), _) if self.shared.looks_up() => {
                self.shared.table.prefetch(place)
            }
            (Lookup::Endgame(entry), Some(reader)) => reader.prefetch(entry),
            _ => {}
        }
    }

    /// Loads a child's bucket, or reads its value from the endgame table.
    #[inline]
    fn fetch(&self, child: &Child<C>) -> u64 {
        match (child.place, &self.shared.endgame) {
            (Lookup::Table(place), _) if self.shared.looks_up() => self.shared.table.fetch(place),
            (Lookup::Endgame(entry), Some(reader)) => reader.at(entry).cast_unsigned().into(),
            _ => 0,
        }
    }

    /// The bounds of a child, given the word that was fetched for it.
    #[inline]
    fn bounds(&self, child: &Child<C>, word: u64) -> Bounds {
        let known = match child.place {
            Lookup::Endgame(_) => {
                let value = (word as u32).cast_signed();
                return Bounds::exact(value);
            }
            // An empty bucket has no entry.
            Lookup::Table(place) if word != 0 => self.shared.table.get(place, child.node.in_play),
            Lookup::Table(_) | Lookup::Nowhere => None,
        };
        known.unwrap_or(Bounds::of_board(self.shared.left(child.node.in_play)))
    }
}

/// The seeds that the mover must own for the turn to reach `score` by itself, including those
/// already won; `None` if no turn can, or every turn does.
pub(super) fn harvest_needed<C: Cells>(
    shared: &Shared<'_, C>,
    node: &Node<C>,
    score: i32,
) -> Option<u32> {
    let in_play = node.in_play.cast_signed();
    // Gaining `gain` of the seeds in play reaches the score even if the opponent gains the rest.
    let gain = (score + in_play + 1).div_euclid(2);
    let own = shared.won(node.state.cells, node.state.mover);
    (0 < gain && gain <= in_play).then(|| (own + gain).cast_unsigned())
}
