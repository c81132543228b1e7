//! The ways to play a throw: the distinct positions in which a turn can end.

use std::collections::HashSet;
use std::iter;

use foldhash::fast::FixedState;

use crate::{ChongPosition, ChongRules, ChongTurn, Dice, Forced, Piece, SubMove};

/// A set of visited states.
type Seen<K> = HashSet<K, FixedState>;

/// A position in which a turn can end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct End {
    /// The position, seen by the other player, who throws next.
    pub after: ChongPosition,
    /// Whether the turn wins the game.
    pub won: bool,
    /// The shortest way to it; of several, the first in the order of sub-moves.
    pub way: Vec<SubMove>,
}

/// How a state was first reached: the index of the previous one, and the sub-move.
struct Visited {
    turn: ChongTurn,
    from: usize,
    by: Option<SubMove>,
    ends: bool,
}

impl ChongRules {
    /// Returns all positions in which a turn with this throw can end: wins first, then in the order
    /// in which they are found, by sub-moves. There is at least one; a pass is an end without a
    /// sub-move.
    ///
    /// # Examples
    /// A player can't move before the first Chong.
    /// ```
    /// # mod chongkak { pub use chongkak_chong as chong; }
    /// use chongkak::chong::{ChongPosition, ChongRules};
    /// let rules = ChongRules::new(12).unwrap();
    /// let ends = rules.ends(&ChongPosition::start(&rules), "2,3,4,6".parse().unwrap());
    /// assert_eq!(ends.len(), 1);
    /// assert!(ends[0].way.is_empty());
    /// ```
    #[must_use]
    pub fn ends(&self, position: &ChongPosition, throw: Dice) -> Vec<End> {
        let reached = self.reach(self.begin(position, throw));
        let left = reached.iter().filter(|one| one.ends).map(|one| one.turn.left.count());
        let least = match self.forced {
            Forced::Must | Forced::MayStop => u32::MAX,
            Forced::MaxDice => left.min().unwrap_or(0),
        };
        let mut ends: Seen<(ChongPosition, bool)> = Seen::default();
        let mut found: Vec<End> = Vec::new();
        for one in &reached {
            let kept = one.ends && (one.turn.won || one.turn.left.count() <= least);
            let after = self.end(&one.turn);
            if kept && ends.insert((after, one.turn.won)) {
                let steps = iter::successors(Some(one), |one| Some(&reached[one.from]));
                let mut way: Vec<SubMove> = steps.map_while(|one| one.by).collect();
                way.reverse();
                found.push(End { after, won: one.turn.won, way });
            }
        }
        found.sort_by_key(|end| !end.won);
        found
    }

    /// Searches everything reachable in a turn, breadth first.
    fn reach(&self, start: ChongTurn) -> Vec<Visited> {
        let mut reached = vec![Visited { turn: start, from: 0, by: None, ends: false }];
        let mut seen = Seen::from_iter([start]);
        let mut next = 0;
        while next < reached.len() {
            let turn = reached[next].turn;
            let mut goes_on = false;
            self.sub_moves(&turn, |by, turn| {
                goes_on = true;
                if seen.insert(turn) {
                    reached.push(Visited { turn, from: next, by: Some(by), ends: false });
                }
            });
            reached[next].ends = !goes_on || self.may_stop(&turn);
            next += 1;
        }
        reached
    }
}

/// The positions in which a turn can end, or one win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Afters {
    /// A way wins; this is the position after it.
    Won(ChongPosition),
    /// No way wins. The distinct positions, seen by the other player, in the order of
    /// [`ends`](ChongRules::ends).
    Open(Vec<ChongPosition>),
}

impl ChongRules {
    /// Returns the positions in which a turn with this throw can end, as in [`ends`](Self::ends).
    #[must_use]
    pub fn afters(&self, position: &ChongPosition, throw: Dice) -> Afters {
        if self.forced == Forced::MaxDice {
            let ends = self.ends(position, throw);
            return match ends[0].won {
                true => Afters::Won(ends[0].after),
                false => Afters::Open(ends.into_iter().map(|end| end.after).collect()),
            };
        }
        let mut turns = vec![self.begin(position, throw)];
        let mut met = Seen::from_iter(turns.iter().copied());
        // Turns with different dice left can end in the same position.
        let mut ended = Seen::default();
        let mut open = Vec::new();
        let (mut next, mut won) = (0, None);
        while next < turns.len() && won.is_none() {
            let turn = turns[next];
            let mut goes_on = false;
            self.sub_moves(&turn, |_, after| {
                goes_on = true;
                if after.won {
                    won = won.or(Some(self.end(&after)));
                } else if met.insert(after) {
                    turns.push(after);
                }
            });
            let after = self.end(&turn);
            if (!goes_on || self.may_stop(&turn)) && ended.insert(after) {
                open.push(after);
            }
            next += 1;
        }
        match won {
            Some(after) => Afters::Won(after),
            None => Afters::Open(open),
        }
    }

    /// Calls `visit` for the end of every way to play a throw, with `None` for a win, until it
    /// returns `false`, as this function does then. An end may be visited more than once.
    ///
    /// Moves of different soldiers usually lead to the same position in either order, so one order
    /// is enough: after its other moves, a tried move *sleeps* until a move on which it depends
    /// (sleep sets: P. Godefroid, *Partial-Order Methods for the Verification of Concurrent
    /// Systems*, LNCS 1032, 1996). This saves moves, not positions.
    pub(super) fn visit_ends(
        &self,
        position: &ChongPosition,
        throw: Dice,
        visit: &mut impl FnMut(Option<ChongPosition>) -> bool,
    ) -> bool {
        if self.forced == Forced::MaxDice {
            let ends = self.ends(position, throw);
            return ends.into_iter().all(|end| visit((!end.won).then_some(end.after)));
        }
        self.visit_from(&self.begin(position, throw), None, visit)
    }

    /// Whether a throw lets the player do nothing, so that nothing changes.
    pub(super) fn is_forced_pass(&self, position: &ChongPosition, throw: Dice) -> bool {
        let turn = self.begin(position, throw);
        let mut passes = turn.mover == position.mover;
        if passes {
            self.sub_moves(&turn, |_, _| passes = false);
        }
        passes
    }

    /// Visits the ends of all continuations of a turn. `behind` is the last move, with the moves that
    /// slept before it.
    fn visit_from(
        &self,
        turn: &ChongTurn,
        behind: Option<(&Asleep, &SubMove)>,
        visit: &mut impl FnMut(Option<ChongPosition>) -> bool,
    ) -> bool {
        if turn.won {
            return visit(None);
        } else if turn.left.is_empty() {
            return visit(Some(self.end(turn)));
        }
        let mut asleep = behind.map_or(Asleep::NONE, |(asleep, by)| asleep.after(by, self));
        let (mut ends, mut more) = (true, true);
        self.sub_moves(turn, |by, next| {
            ends = false;
            if more && !asleep.has(&by) {
                more = self.visit_from(&next, Some((&asleep, &by)), visit);
                asleep.add(&by);
            }
        });
        let ends = ends || self.may_stop(turn);
        more && (!ends || visit(Some(self.end(turn))))
    }

    /// Returns the value to the mover of the best way to play a throw, 1 if it wins, given the
    /// value of resulting positions.
    pub(super) fn best_worth(
        &self,
        position: &ChongPosition,
        throw: Dice,
        worth: &mut impl FnMut(ChongPosition) -> f64,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        self.visit_ends(position, throw, &mut |after| {
            best = best.max(after.map_or(1.0, &mut *worth));
            best < 1.0
        });
        best
    }
}

/// Soldier moves that need not be tried, because another order covers them: for each face, a bit
/// for each starting cell.
#[derive(Clone, Copy)]
struct Asleep([u128; 6]);

impl Asleep {
    const NONE: Asleep = Asleep([0; 6]);

    /// Returns the face, from 0, of a move that can sleep: a soldier's move by one die.
    fn face(by: &SubMove) -> Option<usize> {
        let face = by.dice.bits().trailing_zeros() / 4;
        let by_one = by.piece == Piece::Soldier && by.dice.bits() == 1 << (4 * face);
        by_one.then_some(face as usize)
    }

    fn has(&self, by: &SubMove) -> bool {
        Asleep::face(by).is_some_and(|face| self.0[face] >> by.from & 1 == 1)
    }

    fn add(&mut self, by: &SubMove) {
        if let Some(face) = Asleep::face(by) {
            self.0[face] |= 1 << by.from;
        }
    }

    /// Returns the moves that still sleep after a move: those of other soldiers, to other cells.
    /// Everything depends on the king.
    fn after(&self, by: &SubMove, rules: &ChongRules) -> Asleep {
        // With overshooting, several dice reach the last cell.
        if Asleep::face(by).is_none() || by.to == rules.last() {
            return Asleep::NONE;
        }
        let mut asleep = *self;
        for (face, cells) in (1..).zip(&mut asleep.0).filter(|(_, cells)| **cells != 0) {
            let to_the_same = by.to.checked_sub(face).map_or(0, |from| 1 << from);
            *cells &= !(1 << by.from | to_the_same);
        }
        asleep
    }
}
