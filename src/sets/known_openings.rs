//! What is known of the openings of a set: who can force it from each.

use crate::board::{Position, Side};
use crate::rules::Rules;

/// The value of an opening with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// A player can force the set.
    Won {
        /// The player.
        by: Side,
        /// The rounds that it takes, the one that opens here included: he tries to win soon, the
        /// other to lose late.
        rounds: u32,
    },
    /// Neither can: the set goes round for ever.
    Endless,
}

impl SetValue {
    /// Tells whether it is won, but not within so many rounds.
    pub(super) fn takes_longer(self, than: u16) -> bool {
        matches!(self, SetValue::Won { rounds, .. } if rounds > than.into())
    }

    /// The value of the same opening with the players exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SetValue {
        match self {
            SetValue::Won { by, rounds } => SetValue::Won { by: by.other(), rounds },
            SetValue::Endless => SetValue::Endless,
        }
    }
}

/// An opening of a round that A starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetOpening {
    /// The seeds that A owns.
    pub owned: u32,
    /// The position, A to move.
    pub position: Position,
    /// Its value; none if a limit came first.
    pub value: Option<SetValue>,
}

/// The knowledge of the openings so far: who can force the set from each.
pub(super) struct Known<'a> {
    pub(super) rules: &'a Rules,
    pub(super) total: u32,
    pub(super) fill: u32,
    /// By the seeds of the player who starts, less those that fill a hole: whether he (true) or
    /// the other can force the set.
    starter_wins: Vec<Option<bool>>,
}

impl<'a> Known<'a> {
    /// Takes only those of the openings that are won within so many rounds.
    pub(super) fn new(rules: &'a Rules, openings: &[SetOpening], within: u16) -> Known<'a> {
        let starter_wins = openings.iter().map(|opening| match opening.value {
            Some(SetValue::Won { by, rounds }) if rounds <= within.into() => Some(by == Side::A),
            _ => None,
        });
        Known {
            rules,
            total: rules.total(),
            fill: rules.seeds.into(),
            starter_wins: starter_wins.collect(),
        }
    }

    /// The player who can force the set after a round in which A has come to own so many seeds.
    pub(super) fn winner(&self, owned_by_a: u32, starter: Side) -> Option<Side> {
        if owned_by_a < self.fill {
            return Some(Side::B);
        }
        if self.total - owned_by_a < self.fill {
            return Some(Side::A);
        }
        let owned = match starter {
            Side::A => owned_by_a,
            Side::B => self.total - owned_by_a,
        };
        let wins = self.starter_wins[(owned - self.fill) as usize]?;
        Some(if wins { starter } else { starter.other() })
    }

    /// The least number of seeds at the end of a round with which, and with all larger ones, a
    /// player can force the set, whoever starts the next.
    pub(super) fn enough(&self, side: Side) -> u32 {
        let is_his = |owned: &u32| {
            let owned_by_a = match side {
                Side::A => *owned,
                Side::B => self.total - owned,
            };
            let starters = Side::BOTH.into_iter();
            starters.map(|starter| self.winner(owned_by_a, starter)).all(|by| by == Some(side))
        };
        let least = (0..=self.total).rev().take_while(is_his).last();
        least.expect("who owns all seeds has won the set")
    }
}
