//! The positions in which a turn can end, without the ways to them.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::options::Forced;
use super::position::ChongPosition;
use super::rules::ChongRules;
use super::throw::Dice;
use super::turn::ChongTurn;

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
