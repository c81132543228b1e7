//! The search itself: negamax with alpha-beta, null windows and a table.
//!
//! Scores are seeds still to be won, from the side of the player to move. A move that goes on
//! leaves the same player to move, so his score is his gain plus the score after it; a move that
//! passes the turn changes the sign. Every score says whether it is proven: a cut-off needs the
//! proof of one move, a full or failing node the proof of all its moves.

use super::estimate::estimate;
use super::limits::{Budget, Limits, StopReason};
use super::ordered::Ordered;
use super::table::{Entry, Table};
use super::value::{Score, Window};
use crate::board::{Cells, Side};
use crate::moves::{Kernel, Outcome, Played, State};

/// A move and the position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child<C> {
    pub index: u8,
    /// What the mover's store gained.
    gain: i32,
    played: Played<C>,
}

/// A search under way.
pub(super) struct Search<'a, C, const RELAY: bool> {
    pub kernel: &'a Kernel<C, RELAY>,
    table: Table<C>,
    pub budget: Budget<'a>,
    /// Keys of the positions on the way here, where they can recur.
    pub path: Vec<C>,
}

impl<'a, C: Cells, const RELAY: bool> Search<'a, C, RELAY> {
    pub(super) fn new(kernel: &'a Kernel<C, RELAY>, limits: Limits<'a>) -> Self {
        Search {
            kernel,
            table: Table::new(limits.memory),
            budget: Budget::new(limits),
            path: Vec::new(),
        }
    }

    /// The score of a position, looking `depth` moves ahead. With a `line` the window is open and
    /// the line of best play is put there.
    pub(super) fn score(
        &mut self,
        state: &State<C>,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, StopReason> {
        self.budget.spend()?;
        let [own, other] = self.rows_of(state);
        let left = (own + other).cast_signed();
        // No player can win more than what is left in the holes.
        if left <= window.alpha {
            return Ok(Score::proven(left));
        }
        if -left >= window.beta {
            return Ok(Score::proven(-left));
        }
        let key = self.kernel.key(state);
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(score) = self.cut(&entry, window, depth, line.is_some())
        {
            if let Some(line) = line {
                line.clear();
                line.push(entry.best);
            }
            return Ok(score);
        }
        if depth == 0 {
            return Ok(Score::estimated(estimate(own, other)));
        }
        if self.kernel.repeats() {
            self.path.push(key);
        }
        let first = known.map_or(Entry::NO_MOVE, |entry| entry.best);
        let result = self.best_child(state, depth, window, first, line);
        if self.kernel.repeats() {
            self.path.pop();
        }
        let (score, best) = result?;
        self.table.put(key, Entry::new(score, window, depth, best));
        Ok(score)
    }

    /// What the table decides. On the principal line only proven values count, so that the line
    /// is as long as the search is deep.
    fn cut(&self, entry: &Entry, window: Window, depth: u32, on_line: bool) -> Option<Score> {
        if self.kernel.repeats() || (on_line && (!entry.proven || entry.best == Entry::NO_MOVE)) {
            return None;
        }
        entry.decides(window, depth)
    }

    fn best_child(
        &mut self,
        state: &State<C>,
        depth: u32,
        mut window: Window,
        first: u8,
        mut line: Option<&mut Vec<u8>>,
    ) -> Result<(Score, u8), StopReason> {
        let mut children = Ordered::new();
        self.children(state, first, &mut children);
        let mut best = (Score::proven(i32::MIN), Entry::NO_MOVE);
        let mut all_proven = true;
        let mut below = Vec::new();
        for (number, child) in children.iter().enumerate() {
            let mut score = if number == 0 || line.is_none() {
                let sub = line.is_some().then_some(&mut below);
                self.child(child, state.mover, depth, window, sub)?
            } else {
                self.child(child, state.mover, depth, Window::null(window.alpha), None)?
            };
            let open = window.alpha < score.seeds && score.seeds < window.beta;
            if line.is_some() && number > 0 && open {
                score = self.child(child, state.mover, depth, window, Some(&mut below))?;
            }
            all_proven &= score.proven;
            if score.seeds <= best.0.seeds {
                continue;
            }
            best = (score, child.index);
            if score.seeds >= window.beta {
                return Ok(best);
            }
            if score.seeds > window.alpha {
                window.alpha = score.seeds;
                if let Some(line) = line.as_deref_mut() {
                    line.clear();
                    line.push(child.index);
                    line.append(&mut below);
                }
            }
        }
        best.0.proven = all_proven;
        Ok(best)
    }

    /// The score of a move of `mover` with `depth` moves to go, itself included.
    pub(super) fn child(
        &mut self,
        child: &Child<C>,
        mover: Side,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, StopReason> {
        let after = &child.played.state;
        let rows = self.kernel.rows(after.cells);
        let kept = rows[mover.index()].cast_signed() - rows[mover.other().index()].cast_signed();
        if child.played.outcome == Outcome::Over || self.recurs(after) {
            if let Some(line) = line {
                line.clear();
            }
            return Ok(Score::proven(child.gain + kept));
        }
        let inner = window.less(child.gain);
        let score = if after.mover == mover {
            self.score(after, depth - 1, inner, line)?
        } else {
            let theirs = self.score(after, depth - 1, inner.turned(), line)?;
            Score {
                seeds: -theirs.seeds,
                ..theirs
            }
        };
        Ok(Score {
            seeds: child.gain + score.seeds,
            ..score
        })
    }

    fn recurs(&self, state: &State<C>) -> bool {
        self.kernel.repeats() && self.path.contains(&self.kernel.key(state))
    }

    /// Seeds in the row of the player to move, and in the other one.
    fn rows_of(&self, state: &State<C>) -> [u32; 2] {
        let rows = self.kernel.rows(state.cells);
        [rows[state.mover.index()], rows[state.mover.other().index()]]
    }

    /// All legal moves in the order in which to try them: the table's, then those that go on
    /// (nearest to the store first), then by what they gain.
    pub(super) fn children(&self, state: &State<C>, first: u8, children: &mut Ordered<Child<C>>) {
        let before = self.kernel.store(state.cells, state.mover);
        let mut legal = self.kernel.legal(state);
        while legal != 0 {
            let index = legal.trailing_zeros();
            legal &= legal - 1;
            let played = self.kernel.play(state, index as usize);
            let store = self.kernel.store(played.state.cells, state.mover);
            let gain = (store - before).cast_signed();
            let order = if index == u32::from(first) {
                i32::MAX
            } else if played.outcome == Outcome::Again {
                2048 + index.cast_signed()
            } else {
                gain
            };
            let child = Child {
                index: index as u8,
                gain,
                played,
            };
            children.insert(order, child);
        }
    }
}
