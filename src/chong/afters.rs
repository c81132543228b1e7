//! The positions in which a turn can end, without the ways to them: many times as fast.

use super::army::Army;
use super::options::Forced;
use super::position::ChongPosition;
use super::rules::ChongRules;
use super::throw::Dice;
use super::turn::ChongTurn;

/// A value that a mixture of all that is in it tells apart from most others.
trait Mixed: Copy + PartialEq {
    /// A number in which all of it is mixed.
    fn mixed(&self) -> u64;
}

/// A set, in the order in which its members were met.
struct Met<T> {
    members: Vec<T>,
    /// Numbers of members and one more, 0 where there is none; a power of two of them.
    slots: Vec<u32>,
}

impl<T: Mixed> Met<T> {
    fn new() -> Met<T> {
        Met {
            members: Vec::with_capacity(64),
            slots: vec![0; 128],
        }
    }

    /// Adds a member if it was not met before.
    #[inline]
    fn insert(&mut self, member: &T) {
        let mask = self.slots.len() - 1;
        let mut slot = member.mixed() as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.members[number as usize] == *member {
                return;
            }
            slot = (slot + 1) & mask;
        }
        self.members.push(*member);
        self.slots[slot] = self.members.len() as u32;
        if 2 * self.members.len() > self.slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 4 * self.slots.len() - 1;
        let mut slots = vec![0; mask + 1];
        for (number, member) in (1..).zip(&self.members) {
            let mut slot = member.mixed() as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number;
        }
        self.slots = slots;
    }
}

const ODD: [u64; 3] = [
    0x9E37_79B9_7F4A_7C15,
    0xBF58_476D_1CE4_E5B9,
    0x94D0_49BB_1331_11EB,
];

/// Both halves of a product.
#[inline]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn mix(mover: Army, other: Army, rest: u64) -> u64 {
    let [mover, other] = [mover.bits(), other.bits()];
    let mover = fold(mover as u64 ^ ODD[0], (mover >> 64) as u64 ^ ODD[1]);
    let other = fold(other as u64 ^ ODD[1], (other >> 64) as u64 ^ ODD[2]);
    fold(mover ^ rest, other.rotate_left(32) ^ ODD[2])
}

impl Mixed for ChongTurn {
    #[inline]
    fn mixed(&self) -> u64 {
        mix(self.mover, self.other, self.state_bits())
    }
}

impl Mixed for ChongPosition {
    #[inline]
    fn mixed(&self) -> u64 {
        mix(self.mover, self.other, 0)
    }
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
        let mut turns = Met::new();
        turns.insert(&self.begin(position, throw));
        // Turns that differ in what is left of the throw can end alike.
        let mut ended = Met::new();
        let (mut next, mut won) = (0, None);
        while next < turns.members.len() && won.is_none() {
            let turn = turns.members[next];
            let mut goes_on = false;
            self.sub_moves(&turn, |_, after| {
                goes_on = true;
                if after.won {
                    won = won.or(Some(self.end(&after)));
                } else {
                    turns.insert(&after);
                }
            });
            if !goes_on || self.may_stop(&turn) {
                ended.insert(&self.end(&turn));
            }
            next += 1;
        }
        match won {
            Some(after) => Afters::Won(after),
            None => Afters::Open(ended.members),
        }
    }
}
