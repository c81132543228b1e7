//! The solver's search: what a position is worth, proven, on several threads at once.
//!
//! Alpha-beta to the end of the round. All threads search the same position with the same window
//! and share the table; a thread puts off a move that another one is searching at the time, so that
//! they spread over the tree and find each other's results. Every score is a proven bound.
//!
//! Putting moves off is the idea of ABDADA: J.-C. Weill, "The ABDADA distributed minimax-search
//! algorithm", ICCA Journal 19(1), 1996. Here a position is marked by its key alone, and only where
//! many seeds are left. A thread also looks, after each move and now and then in between, whether
//! another one has decided a position above, and leaves what it searches below that.
//!
//! Under rules with relays a turn that begins is first searched by itself: what the player to move
//! wins in his turn is his whatever comes after it, and a narrow beam finds the long turns that a
//! search move by move loses itself in.

use std::sync::atomic::Ordering;

use super::bounds::{Bounds, Window};
use super::expansion::{Child, Expansion, Ordered};
use super::heuristic_table::NO_MOVE;
use super::shared_state::{Interrupt, Lookup, Node, Shared, Technique};
use super::stack::StackBound;
use crate::board::{Cells, Side};
use crate::control::{NodeBudget, StopReason};
use crate::moves::Outcome;
use crate::turns::widening;

/// Seeds in open holes from which on threads look out for each other.
const SHARED_FROM: u32 = 12;

/// Positions of a layer in the widest beam through a turn inside the search.
const WIDEST_INSIDE: usize = 16;

/// Seeds in open holes from which on turns inside the search are searched by themselves.
pub(super) const INSIDE_FROM: u32 = 32;

/// One thread of a solver.
pub(super) struct Worker<'a, C> {
    pub shared: &'a Shared<'a, C>,
    /// True if there are no others.
    pub alone: bool,
    pub budget: NodeBudget<'a>,
    /// Asked now and then, with the nodes that all have used; an answer ends the search.
    ended: &'a (dyn Fn(u64) -> Option<Interrupt> + Sync),
    /// The depth to which it may go.
    pub stack: StackBound,
    /// The nodes from the root to this one that other threads may be searching too.
    path: Vec<(Node<C>, Window)>,
    /// The place on the path to go back to, when another thread has decided the node there.
    decided: usize,
}

impl<'a, C: Cells> Worker<'a, C> {
    /// A worker of this thread.
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

    /// Pays for nodes, and looks whether the search is to end.
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

    /// The place of the highest node on the path that another thread has decided: what is searched
    /// below it is of no use any more.
    fn decided_above(&self) -> Option<usize> {
        let is_decided = |(node, window): &(Node<C>, Window)| {
            let known = self.shared.known(node);
            known.decide(*window).is_some()
        };
        self.path.iter().position(is_decided)
    }

    /// Tells whether other threads may be searching a node.
    fn is_shared(&self, node: &Node<C>) -> bool {
        !self.alone
            && node.in_play >= SHARED_FROM
            && self.shared.techniques.has(Technique::Spreading)
    }

    /// Searches a position with which a turn begins: the turn by itself first, where that is
    /// likely to be enough. Without relays turns are too short for it to be worth the trouble.
    pub(super) fn search_turn(
        &mut self,
        node: &Node<C>,
        window: Window,
        expansion: &mut Expansion<C>,
    ) -> Result<i32, Interrupt> {
        let unknown = || self.shared.remembered(node).is_none();
        if self.shared.kernel.relays()
            && self.shared.techniques.has(Technique::Turns)
            && node.in_play >= INSIDE_FROM
            && unknown()
            && let Some(score) = self.turn_reaches(node, window.beta)?
        {
            return Ok(score);
        }
        self.search(node, window, expansion)
    }

    /// A score of at least `beta`, if the turn alone brings it.
    fn turn_reaches(&mut self, node: &Node<C>, beta: i32) -> Result<Option<i32>, Interrupt> {
        let (shared, state) = (self.shared, &node.state);
        let in_play = node.in_play.cast_signed();
        let Some(enough) = enough(shared, node, beta) else {
            return Ok(None);
        };
        let mut ended = None;
        let mut spend = || {
            self.check().map_err(|why| {
                ended = Some(why);
                StopReason::Interrupted
            })
        };
        let turn = widening(shared.kernel, state, WIDEST_INSIDE, enough, &mut spend);
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
            shared.table.put(key, bounds, WIDEST_INSIDE as u64);
        }
        Ok(Some(lower))
    }

    /// Seeds the player to move will still win less those his opponent will: the value if it lies
    /// inside the window, else a bound on its side of it. The node may be expanded already, for
    /// this window or a wider one.
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
                // The table has the score, unless it had to make room meanwhile.
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

    /// Searches the children in order, those that other threads are at last.
    ///
    /// If the first is not good enough, another hardly ever is. From then on they are expanded one
    /// ahead, and from the beginning where that is expected.
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
        let mut put_off = 0_u32;
        for round in 0..2 {
            for (number, child) in children.iter().enumerate() {
                let again = round == 1;
                if again != (put_off >> number & 1 == 1) {
                    continue;
                }
                window.alpha = window.alpha.max(best);
                let key = child.node.key.filter(|_| sharing && number > 0);
                if !again && key.is_some_and(|key| self.shared.is_busy(key)) {
                    put_off |= 1 << number;
                    continue;
                }
                if let Some(key) = key {
                    self.shared.set_busy(key, true);
                }
                let is_all_node = *is_all_node || number > 0;
                // What was put off is not next to each other.
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
            if put_off == 0 {
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

    /// Expands the child at a place, if there is one and the table does not decide it.
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

    /// Finds the moves that need a search, in the order in which to try them. Returns the best
    /// score of those that don't, with its move: the round is over after them, a table decides
    /// them, or too few seeds are left to matter.
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
        // All words are read before any is looked at, so that the machine fetches them at once.
        let mut words = [0; 18];
        for (word, child) in words.iter_mut().zip(ordered.all()) {
            *word = self.fetch(child);
        }
        for (number, &word) in words.iter().enumerate().take(ordered.all().len()) {
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

    /// The best score of the moves that need no look, with its move; the others become children,
    /// and what tables may know of them is fetched.
    #[inline]
    fn played(
        &self,
        node: &Node<C>,
        window: Window,
        children: &mut Ordered<Child<C>>,
    ) -> (i32, u8) {
        let shared = self.shared;
        let mover = node.state.mover;
        let mut best = (i32::MIN, NO_MOVE);
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
                let Bounds { lower, upper } = shared.static_bounds(&played.state, left);
                if played.state.mover == mover {
                    (gain + lower, gain + upper)
                } else {
                    (gain - upper, gain - lower)
                }
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
            self.prefetch(place);
            let again = played.outcome == Outcome::Again;
            children.push(Child {
                node,
                place,
                index,
                gain,
                order: shared.order(&played.state, board.of(mover), index, gain, again),
            });
        }
        best
    }

    /// Asks for what a table may know of a child, which is looked at when all moves are played.
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

    /// Fetches what a table may know of a child, and reads it from an endgame table.
    #[inline]
    fn fetch(&self, child: &Child<C>) -> u64 {
        match (child.place, &self.shared.endgame) {
            (Lookup::Table(place), _) if self.shared.looks_up() => self.shared.table.fetch(place),
            (Lookup::Endgame(entry), Some(reader)) => reader.at(entry).cast_unsigned().into(),
            _ => 0,
        }
    }

    /// Returns what is known of a child for which this word was fetched.
    #[inline]
    fn bounds(&self, child: &Child<C>, word: u64) -> Bounds {
        let known = match child.place {
            Lookup::Endgame(_) => {
                let value = (word as u32).cast_signed();
                return Bounds::exact(value);
            }
            // An empty bucket knows nothing.
            Lookup::Table(place) if word != 0 => self.shared.table.get(place, child.node.in_play),
            Lookup::Table(_) | Lookup::Nowhere => None,
        };
        known.unwrap_or(Bounds::of_board(self.shared.left(child.node.in_play)))
    }
}

/// The seeds that the mover must have won, with those he has, for his turn alone to bring a score;
/// none if no turn does, or every one.
pub(super) fn enough<C: Cells>(shared: &Shared<'_, C>, node: &Node<C>, score: i32) -> Option<u32> {
    let in_play = node.in_play.cast_signed();
    // Who gains so much of what is in play is that far ahead when his opponent gains the rest.
    let gain = (score + in_play + 1).div_euclid(2);
    let own = shared.won(node.state.cells, node.state.mover);
    (0 < gain && gain <= in_play).then(|| (own + gain).cast_unsigned())
}
