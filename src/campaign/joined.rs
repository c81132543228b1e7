//! Joining the proofs of several positions of one round, so that what one of them proves about a
//! position serves all.

use std::collections::{BTreeMap, HashMap};

use super::claim::{Claim, bounded, each};
use crate::board::{Cells, Position, Side};
use crate::control::{Clock, StopReason};
use crate::moves::{LastSeed, Move, Outcome, legal_moves, trace};
use crate::record::{certain_leads, without_stores};
use crate::rules::Rules;
use crate::search::{Bounded, Proof, Unproven};

/// The known leads of a position. Its stores are empty, as in a proof file.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    leads: [Option<i32>; 2],
    /// The move by which the player to move reaches their lead.
    by: Option<Move>,
}

impl Line {
    /// Raises a lead if the claim is stronger. Returns whether the claim was stronger, and whether
    /// it was equal.
    fn strengthen(&mut self, claim: Claim) -> (bool, bool) {
        let known = &mut self.leads[claim.side.index()];
        let (weaker, same) = (*known < Some(claim.lead), *known == Some(claim.lead));
        *known = (*known).max(Some(claim.lead));
        (weaker, same)
    }
}

/// The height of a position. Every move lowers it, because it takes seeds out of play or moves them
/// forward in the mover's row.
type Height = (u32, u32);

/// Lines that the proof needs, of positions of one height, in the order in which they were
/// requested.
#[derive(Default)]
struct Level {
    places: HashMap<Position, usize>,
    lines: Vec<(Position, Line)>,
}

/// The combined bounds of several proofs.
pub(super) struct Joined {
    rules: Rules,
    lines: HashMap<Position, Line>,
    most: usize,
}

impl Joined {
    /// Number of lines between checks of the limits.
    const CHECK_INTERVAL: usize = 1 << 10;

    /// An empty collection for at most `most` positions.
    pub(super) fn new(rules: Rules, most: usize) -> Joined {
        Joined { rules, lines: HashMap::new(), most }
    }

    /// Adds a line of a proof or of the tree. Keeps the stronger of two bounds, and of moves that
    /// reach the same bound the first in the row, so the order of lines does not matter.
    pub(super) fn add(&mut self, found: &Bounded) -> Result<(), Unproven> {
        let (position, lead) = without_stores(&found.position);
        let line = self.lines.entry(position).or_default();
        for claim in Claim::all_of(found).map(|claim| claim.ahead(-lead)) {
            let (stronger, same) = line.strengthen(claim);
            if claim.side == position.mover() {
                let by = found.reached_by;
                match line.by {
                    Some(known) if same => line.by = by.map(|by| by.min(known)),
                    _ if stronger => line.by = by,
                    _ => {}
                }
            }
        }
        if self.lines.len() > self.most {
            return Err(Unproven::Positions(self.most));
        }
        Ok(())
    }

    /// Whether a line already implies a claim about a position.
    pub(super) fn knows(&self, position: &Position, claim: Claim) -> bool {
        let (position, lead) = without_stores(position);
        let line = self.lines.get(&position);
        line.is_some_and(|line| line.leads[claim.side.index()] >= Some(claim.ahead(-lead).lead))
    }

    /// Extracts the proof of claims about a position: only the lines that it needs, with no more in
    /// them than it needs. Positions are visited from high to low, so that everything required of a
    /// position is known before its moves are played.
    ///
    /// # Panics
    /// If the lines don't prove the claims.
    pub(super) fn proof(
        mut self,
        root: &Position,
        claims: &[Claim],
        clock: &Clock<'_>,
    ) -> Result<Proof, StopReason> {
        let (mut open, mut done) = (BTreeMap::new(), Vec::new());
        for &claim in claims {
            request(&mut open, &self.rules, root, claim);
        }
        while let Some((_, level)) = open.pop_last() {
            for (position, needed) in level.lines {
                let known = self.lines.remove(&position).expect("a line for each claim");
                let by = self.expand(&mut open, &position, needed, known);
                done.push(bounded(position, needed.leads, by));
                if done.len().is_multiple_of(Self::CHECK_INTERVAL)
                    && let Some(reason) = clock.ended()
                {
                    return Err(reason);
                }
            }
        }
        Ok(Proof::new(done.into_iter().rev()))
    }

    /// Requests what the position's bounds require of the positions after its moves. Returns the
    /// move that reaches the mover's bound.
    fn expand(
        &self,
        open: &mut BTreeMap<Height, Level>,
        position: &Position,
        needed: Line,
        known: Line,
    ) -> Option<Move> {
        let side = position.mover();
        let mut by = None;
        for claim in each(needed.leads) {
            let reached = claim.side == side;
            let made = known.by.filter(|_| reached);
            assert!(made.is_some() || !reached, "a move for a bound");
            by = by.or(made);
            for made in legal_moves(&self.rules, position) {
                if !reached || known.by == Some(made) {
                    let played = trace(&self.rules, position, made).expect("a legal move");
                    if played.outcome != Outcome::Over {
                        request(open, &self.rules, &played.after, claim);
                    }
                }
            }
        }
        by
    }
}

/// Requests a bound of a position, unless the seeds in play already decide it.
fn request(open: &mut BTreeMap<Height, Level>, rules: &Rules, position: &Position, claim: Claim) {
    let (position, lead) = without_stores(position);
    let claim = claim.ahead(-lead);
    if claim.follows(certain_leads(LastSeed::new(rules, position.field()), &position)) {
        return;
    }
    let level = open.entry(height(&position)).or_default();
    let next = level.lines.len();
    let place = *level.places.entry(position).or_insert(next);
    if place == next {
        level.lines.push((position, Line::default()));
    }
    level.lines[place].1.strengthen(claim);
}

/// The number of seeds in open holes, and their total distance from the stores.
fn height(position: &Position) -> Height {
    let (field, cells) = (position.field(), position.cells());
    let shape = field.shape();
    let mut way = 0;
    for side in Side::BOTH {
        let holes = shape.first(side)..shape.store(side);
        for cell in holes.filter(|cell| field.open_holes(side) >> cell & 1 == 1) {
            way += cells.get(cell) * (shape.store(side) - cell) as u32;
        }
    }
    let in_play = position.in_play(Side::A) + position.in_play(Side::B);
    (in_play, way)
}
