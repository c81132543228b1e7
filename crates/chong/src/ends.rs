//! The ways to play a throw: the distinct positions in which a turn can end.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use crate::{ChongPosition, ChongRules, ChongTurn, Dice, Forced, SubMove};

/// The set of what has been met.
type Seen<K> = HashSet<K, FixedState>;

/// A position in which a turn can end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct End {
    /// The position, seen by the other player, who throws next.
    pub after: ChongPosition,
    /// True if the turn has won the game.
    pub won: bool,
    /// The shortest way to it; of several the one that comes first in the order of sub-moves.
    pub way: Vec<SubMove>,
}

/// The way a turn was first reached: from which number, by what.
struct Reached {
    turn: ChongTurn,
    from: usize,
    by: Option<SubMove>,
    ends: bool,
}

impl ChongRules {
    /// All positions in which a turn with this throw can end, wins first, then in the order in
    /// which they are found: by sub-moves. There is at least one; a pass is an end without a
    /// sub-move.
    ///
    /// # Examples
    /// Nobody moves before his first Chong.
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
        let least = self.fewest_left(&reached);
        let mut ends: Seen<(ChongPosition, bool)> = Seen::default();
        let mut found: Vec<End> = Vec::new();
        for one in &reached {
            let kept = one.ends && (one.turn.won || one.turn.left.count() <= least);
            let after = self.end(&one.turn);
            if kept && ends.insert((after, one.turn.won)) {
                let way = way(&reached, one);
                found.push(End { after, won: one.turn.won, way });
            }
        }
        found.sort_by_key(|end| !end.won);
        found
    }

    /// The most dice that may be left over at the end of a turn that does not win.
    fn fewest_left(&self, reached: &[Reached]) -> u32 {
        let left = reached.iter().filter(|one| one.ends);
        match self.forced {
            Forced::Must | Forced::MayStop => u32::MAX,
            Forced::MaxDice => left.map(|one| one.turn.left.count()).min().unwrap_or(0),
        }
    }

    /// Everything that can be reached in a turn, level by level.
    fn reach(&self, start: ChongTurn) -> Vec<Reached> {
        let mut reached = vec![Reached { turn: start, from: 0, by: None, ends: false }];
        let mut seen = Seen::from_iter([start]);
        let mut next = 0;
        while next < reached.len() {
            let turn = reached[next].turn;
            let mut goes_on = false;
            self.sub_moves(&turn, |by, turn| {
                goes_on = true;
                if seen.insert(turn) {
                    reached.push(Reached { turn, from: next, by: Some(by), ends: false });
                }
            });
            reached[next].ends = !goes_on || self.may_stop(&turn);
            next += 1;
        }
        reached
    }
}

fn way(reached: &[Reached], end: &Reached) -> Vec<SubMove> {
    let mut way = Vec::new();
    let mut one = end;
    while let Some(by) = one.by {
        way.push(by);
        one = &reached[one.from];
    }
    way.reverse();
    way
}

/// The positions in which a turn can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Afters {
    /// Some way wins; this is a position that one leaves.
    Won(ChongPosition),
    /// None wins. The positions, each once and seen by the other player, in the order in which
    /// [`ends`](ChongRules::ends) has them.
    Open(Vec<ChongPosition>),
}

impl ChongRules {
    /// The positions in which a turn with this throw can end: those of [`ends`](Self::ends).
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
        let mut met: HashSet<ChongTurn, FixedState> = turns.iter().copied().collect();
        // Turns that differ in what is left of the throw can end alike.
        let mut ended: HashSet<ChongPosition, FixedState> = HashSet::default();
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
}
