//! Single bounds of a value, from each player's point of view. Jobs prove them and proofs combine
//! them.

use crate::board::{Position, Side};
use crate::moves::Move;
use crate::search::{Bounded, Bounds};

/// A bound on a value: a player leads by at least `lead` seeds at the end of the round. If this
/// player is to move, one move reaches the bound; otherwise no move of the opponent escapes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub side: Side,
    pub lead: i32,
}

/// The leads that bounds guarantee, for A and for B.
pub(super) const fn leads(bounds: Bounds) -> [i32; 2] {
    [bounds.lower, -bounds.upper]
}

impl Claim {
    /// Whether guaranteed leads imply the claim.
    pub(super) const fn follows(self, leads: [i32; 2]) -> bool {
        leads[self.side.index()] >= self.lead
    }

    /// The claim if A has `seeds` more seeds.
    pub(super) const fn ahead(self, seeds: i32) -> Claim {
        Claim { lead: self.lead + self.side.sign() * seeds, ..self }
    }

    /// A position of a proof with only this claim.
    pub(super) fn of(self, position: Position, reached_by: Option<Move>) -> Bounded {
        let mut leads = [None; 2];
        leads[self.side.index()] = Some(self.lead);
        bounded(position, leads, reached_by)
    }

    /// The claims of a position of a proof.
    pub(super) fn all_of(found: &Bounded) -> impl Iterator<Item = Claim> + use<> {
        let leads = [found.lower, found.upper.map(|upper| -upper)];
        each(leads)
    }
}

/// Converts leads into claims.
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
