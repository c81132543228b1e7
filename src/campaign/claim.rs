//! Bounds of a value, one at a time, as each player sees them: what jobs prove and proofs join.

use crate::board::{Position, Side};
use crate::moves::Move;
use crate::search::{Bounded, Bounds};

/// A bound of a value: a player leads by at least so many seeds at the end of the round. He reaches
/// it by one of his moves; the other one has none that gets him beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub side: Side,
    pub lead: i32,
}

/// The lead that each player has for certain.
pub(super) const fn leads(bounds: Bounds) -> [i32; 2] {
    [bounds.lower, -bounds.upper]
}

impl Claim {
    /// Tells whether leads that are certain are enough for it.
    pub(super) const fn follows(self, leads: [i32; 2]) -> bool {
        leads[self.side.index()] >= self.lead
    }

    /// The same if A has so many seeds more.
    pub(super) const fn ahead(self, seeds: i32) -> Claim {
        Claim { lead: self.lead + self.side.sign() * seeds, ..self }
    }

    /// It and nothing else, of a position.
    pub(super) fn of(self, position: Position, reached_by: Option<Move>) -> Bounded {
        let mut leads = [None; 2];
        leads[self.side.index()] = Some(self.lead);
        bounded(position, leads, reached_by)
    }

    /// Those of a position in a proof.
    pub(super) fn all_of(found: &Bounded) -> impl Iterator<Item = Claim> + use<> {
        let leads = [found.lower, found.upper.map(|upper| -upper)];
        each(leads)
    }
}

/// The claims that leads are.
pub(super) fn each(leads: [Option<i32>; 2]) -> impl Iterator<Item = Claim> + use<> {
    let claims = Side::BOTH.into_iter().zip(leads);
    claims.filter_map(|(side, lead)| Some(Claim { side, lead: lead? }))
}

/// A position of a proof with these leads.
pub(super) fn bounded(
    position: Position,
    [lower, upper]: [Option<i32>; 2],
    reached_by: Option<Move>,
) -> Bounded {
    Bounded { position, lower, upper: upper.map(|lead| -lead), reached_by }
}
