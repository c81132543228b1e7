//! Proofs of several positions of one round, joined: what is known of a position in one of them
//! serves all.

use std::collections::{BTreeMap, HashMap};

use super::claim::{Claim, bounded, each};
use crate::board::{Cells, Hole, Position, Side};
use crate::control::{Clock, StopReason};
use crate::moves::{LastSeed, Move, Outcome, trace};
use crate::record::{bare, certain_leads};
use crate::rules::Rules;
use crate::search::{Bounded, Proof, Unproven};

/// The leads that are known of a position: with its stores empty, as in the file.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    leads: [Option<i32>; 2],
    /// The move by which the player to move reaches his.
    by: Option<Hole>,
}

impl Line {
    /// Makes sure that a bound is at least as strong; whether it was weaker, or as strong.
    fn strengthen(&mut self, claim: Claim) -> (bool, bool) {
        let known = &mut self.leads[claim.side.index()];
        let (weaker, same) = (*known < Some(claim.lead), *known == Some(claim.lead));
        *known = (*known).max(Some(claim.lead));
        (weaker, same)
    }
}

/// Every move leads to a lower height: it takes seeds out of play, or forward in the mover's row.
type Height = (u32, u32);

/// Lines that must be in the proof, of positions of one height, in the order in which they came.
#[derive(Default)]
struct Level {
    places: HashMap<Position, usize>,
    lines: Vec<(Position, Line)>,
}

/// The bounds of several proofs together.
pub(super) struct Joined {
    rules: Rules,
    lines: HashMap<Position, Line>,
    most: usize,
}

impl Joined {
    /// Lines between looks at the limits.
    const LOOK: usize = 1 << 10;

    /// Makes one without bounds, for so many positions at most.
    pub(super) fn new(rules: Rules, most: usize) -> Joined {
        Joined { rules, lines: HashMap::new(), most }
    }

    /// Adds a line, of a proof or of the tree. Of two bounds the stronger one stays, and of moves
    /// that reach the same one the first in the row: the order in which lines come is no matter.
    pub(super) fn add(&mut self, found: &Bounded) -> Result<(), Unproven> {
        let (position, lead) = bare(&found.position);
        let line = self.lines.entry(position).or_default();
        for claim in Claim::all_of(found).map(|claim| claim.ahead(-lead)) {
            let (stronger, same) = line.strengthen(claim);
            if claim.side == position.mover() {
                let by = found.reached_by.map(|played| played.hole);
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

    /// Tells whether a line says as much of a position already.
    pub(super) fn knows(&self, position: &Position, claim: Claim) -> bool {
        let (position, lead) = bare(position);
        let line = self.lines.get(&position);
        line.is_some_and(|line| line.leads[claim.side.index()] >= Some(claim.ahead(-lead).lead))
    }

    /// The proof of bounds of a position: of all lines those that it needs, with no more in them
    /// than it needs. Positions are looked at from many seeds to few, so that all that is asked of
    /// one is known before its moves are played.
    ///
    /// # Panics
    /// If the lines don't prove it.
    pub(super) fn proof(
        mut self,
        root: &Position,
        claims: &[Claim],
        clock: &Clock<'_>,
    ) -> Result<Proof, StopReason> {
        let (mut open, mut done) = (BTreeMap::new(), Vec::new());
        for &claim in claims {
            ask(&mut open, &self.rules, root, claim);
        }
        while let Some((_, level)) = open.pop_last() {
            for (position, needed) in level.lines {
                let known = self.lines.remove(&position).expect("a line for each claim");
                let by = self.expand(&mut open, &position, needed, known);
                done.push(bounded(position, needed.leads, by));
                if done.len().is_multiple_of(Self::LOOK)
                    && let Some(reason) = clock.ended()
                {
                    return Err(reason);
                }
            }
        }
        Ok(Proof::new(done.into_iter().rev()))
    }

    /// Asks of the positions after a position's moves what its own bounds rest on. The move that
    /// reaches the mover's bound.
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
            let hole = known.by.filter(|_| reached);
            assert!(hole.is_some() || !reached, "a move for a bound");
            by = by.or(hole);
            for hole in position.legal() {
                if !reached || known.by == Some(hole) {
                    let played = trace(&self.rules, position, hole).expect("a legal move");
                    if played.outcome != Outcome::Over {
                        ask(open, &self.rules, &played.after, claim);
                    }
                }
            }
        }
        by.map(|hole| Move { side, hole })
    }
}

/// Asks for a bound of a position, unless the seeds in play decide it.
fn ask(open: &mut BTreeMap<Height, Level>, rules: &Rules, position: &Position, claim: Claim) {
    let (position, lead) = bare(position);
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

/// Seeds in open holes, and how far they are from the stores.
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
