//! The players who can force the set from openings, as far as that is known.

use super::set_value::{SetOpening, SetValue};
use crate::board::Side;
use crate::rules::Rules;

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
