//! Certificates: collecting the positions from which proven bounds follow one move at a time, so
//! that they can be checked by the rules alone, without trusting a search.
//!
//! The bounds of the root are what is claimed first. A bound that the player to move must reach
//! follows from one of his moves, a bound that he can't get beyond follows from all of them; each
//! move hands its claim on to the position after it, until the round is over or there are too few
//! seeds left in play to matter. Claims are worked off from positions with many seeds to those
//! with few, so that of every position the strongest claim is known before its moves are looked
//! at: each position is in the proof once.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::bounds::Bounds;
use super::driver::Driver;
use super::findings::Solution;
use super::shared_state::{Interrupt, Node};
use crate::board::{Cells, Hole, Position, Side};
use crate::control::StopReason;
use crate::moves::{Kernel, Move, Outcome, State};

/// A position with what a proof says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Bounded {
    /// The position; its stores are empty.
    pub position: Position,
    /// The round's result from there on, in seeds of A less seeds of B, is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i32>,
    /// It is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i32>,
    /// The move by which the player to move reaches his bound: the lower one of A, the upper of B.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub reached_by: Option<Move>,
}

/// A proof of the bounds of a [`Solution`](super::Solution).
///
/// Every bound of every position follows by one move from the rules, the bounds of positions
/// before it, and the seeds in play: nobody wins more than the seeds that lie in open holes, and
/// under some rules not even all of them (docs/RULES.md).
#[non_exhaustive]
pub struct Proof {
    positions: Box<dyn ExactSizeIterator<Item = Bounded> + Send>,
}

impl Proof {
    /// A proof with these positions.
    pub(crate) fn new(positions: impl ExactSizeIterator<Item = Bounded> + Send + 'static) -> Proof {
        Proof { positions: Box::new(positions) }
    }

    /// Counts its positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Tells whether the bounds follow without any position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions, each behind those it rests on.
    pub fn positions(self) -> impl ExactSizeIterator<Item = Bounded> + Send {
        self.positions
    }
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("len", &self.len()).finish()
    }
}

/// A reason why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unproven {
    /// A limit ended the search, or the collecting of the proof.
    #[error("stopped by: {0}")]
    Stopped(StopReason),
    /// The proof has more positions than were allowed.
    #[error("more than {0} positions")]
    Positions(usize),
}

/// Collects the proof of a solution; none if the search pauses.
pub(super) fn collect<C: Cells>(
    driver: &mut Driver<'_, C>,
    start: &State<C>,
    solution: &Solution,
    most: usize,
) -> Option<Result<Proof, Unproven>> {
    if let Some(reason) = solution.stopped {
        return Some(Err(Unproven::Stopped(reason)));
    }
    let mut collector =
        Collector { driver, open: BTreeMap::new(), waiting: 0, done: Vec::new(), most };
    if let Err(unproven) = collector.work(start, solution) {
        return unproven.map(Err);
    }
    let kernel = collector.driver.shared.kernel.clone();
    let positions = collector.done.into_iter().rev();
    Some(Ok(Proof::new(positions.map(move |entry| bounded(entry, &kernel)))))
}

/// What ends the collecting early; none if the search pauses.
impl From<Interrupt> for Option<Unproven> {
    fn from(ended: Interrupt) -> Option<Unproven> {
        match ended {
            Interrupt::By(reason) => Some(Unproven::Stopped(reason)),
            _ => None,
        }
    }
}

/// A statement about a position: seeds the player to move will still win, less those his opponent
/// will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    AtLeast(i32),
    AtMost(i32),
}

impl Claim {
    fn holds(self, score: i32) -> bool {
        match self {
            Claim::AtLeast(least) => score >= least,
            Claim::AtMost(most) => score <= most,
        }
    }

    /// Tells whether the claim holds, if bounds decide it.
    fn decided(self, Bounds { lower, upper }: Bounds) -> Option<bool> {
        (self.holds(lower) == self.holds(upper)).then(|| self.holds(lower))
    }

    /// Returns what must hold of the rest once so much is won.
    fn less(self, gain: i32) -> Claim {
        match self {
            Claim::AtLeast(score) => Claim::AtLeast(score - gain),
            Claim::AtMost(score) => Claim::AtMost(score - gain),
        }
    }

    /// The same as the opponent sees it.
    fn turned(self) -> Claim {
        match self {
            Claim::AtLeast(score) => Claim::AtMost(-score),
            Claim::AtMost(score) => Claim::AtLeast(-score),
        }
    }
}

/// A position of the proof, everything claimed of its score, and the move that reaches at least
/// what is claimed.
type Entry<C> = (State<C>, Bounds, Option<Hole>);

fn bounded<C: Cells>((state, claims, by): Entry<C>, kernel: &Kernel<C>) -> Bounded {
    let (position, side) = (kernel.position(&state, Outcome::Stop), state.mover);
    // What lies in protected holes is the owner's already, and no part of the scores.
    let kept = |side| position.row(side).cast_signed() - position.in_play(side).cast_signed();
    let kept = kept(Side::A) - kept(Side::B);
    let Bounds { lower, upper } = claims.seen_by(side);
    let value = |score: i32| Bounds::of_board(1023).contains(score).then(|| kept + score);
    let reached_by = by.map(|hole| Move { side, hole });
    Bounded { position, lower: value(lower), upper: value(upper), reached_by }
}

/// Positions of one height whose claims are still to be proven, in the order in which they came, and
/// the place of each.
type Waiting<C> = (Vec<(State<C>, Bounds)>, HashMap<State<C>, u32>);

/// Every move leads to a lower height: it takes seeds out of play, or it moves them forward in the
/// mover's own row. (Past the end of his row a hand leaves a seed in his store.)
type Height = (u32, u32);

/// The outcome of a move for a claim.
enum Step<C> {
    /// The claim is decided: the round is over, or the seeds in play decide it.
    Decided(bool),
    /// It is this claim of the position after the move.
    Rests(Node<C>, Claim),
}

struct Collector<'s, 'a, C> {
    driver: &'s mut Driver<'a, C>,
    open: BTreeMap<Height, Waiting<C>>,
    waiting: usize,
    done: Vec<Entry<C>>,
    most: usize,
}

impl<C: Cells> Collector<'_, '_, C> {
    /// Positions between looks at the limits: about a millisecond.
    const LOOK: usize = 1 << 10;

    fn work(&mut self, start: &State<C>, solution: &Solution) -> Result<(), Option<Unproven>> {
        let shared = &self.driver.shared;
        let won = shared.won(start.cells, Side::A) - shared.won(start.cells, Side::B);
        let root = shared.node(start);
        let Bounds { lower, upper } = solution.bounds.less(won).seen_by(start.mover);
        for claim in [Claim::AtLeast(lower), Claim::AtMost(upper)] {
            if let Step::Rests(node, claim) = self.undecided(root, claim) {
                self.claim(&node, claim)?;
            }
        }
        while let Some((_, (positions, _))) = self.open.pop_last() {
            for (state, claims) in positions {
                let by = self.expand(&state, claims)?;
                self.waiting -= 1;
                self.done.push((state, claims, by));
                if self.done.len().is_multiple_of(Self::LOOK) {
                    self.driver.goes_on()?;
                }
            }
        }
        Ok(())
    }

    /// Makes claims of the positions after a position's moves from which its own claims follow.
    fn expand(
        &mut self,
        state: &State<C>,
        claims: Bounds,
    ) -> Result<Option<Hole>, Option<Unproven>> {
        let node = self.driver.shared.node(state);
        let Bounds { lower: least, upper: most } = claims;
        if most < i32::MAX {
            for hole in self.driver.likely_first(&node, most) {
                match self.step(&node, hole, Claim::AtMost(most)) {
                    Step::Rests(after, claim) => self.claim(&after, claim)?,
                    Step::Decided(true) => {}
                    Step::Decided(false) => return Err(self.driver.shared.contradicted().into()),
                }
            }
        }
        if least == i32::MIN {
            return Ok(None);
        }
        let (hole, step) = self.reaching(&node, least)?;
        if let Step::Rests(after, claim) = step {
            self.claim(&after, claim)?;
        }
        Ok(Some(hole))
    }

    /// A move that reaches a score: if there is a choice one that costs little. What the search
    /// still knows decides first; what it has forgotten it is asked again.
    fn reaching(&mut self, node: &Node<C>, score: i32) -> Result<(Hole, Step<C>), Interrupt> {
        let moves = self.driver.likely_first(node, score);
        let claim = Claim::AtLeast(score);
        let known = moves.iter().filter_map(|&hole| {
            let step = self.step(node, hole, claim);
            self.price(&step).map(|price| (price, hole, step))
        });
        if let Some((_, hole, step)) = known.min_by_key(|&(price, ..)| price) {
            return Ok((hole, step));
        }
        let (hole, _) = self.driver.reaching(node, score)?;
        Ok((hole, self.step(node, hole, claim)))
    }

    /// Returns what it may cost to prove a step, if it is known to hold: nothing, or nothing new,
    /// or the more the more seeds are left in play.
    fn price(&self, step: &Step<C>) -> Option<u32> {
        match step {
            Step::Decided(holds) => holds.then_some(0),
            Step::Rests(after, claim) => {
                let waiting = self.open.get(&self.height(after));
                let same = waiting.and_then(|(positions, places)| {
                    let place = places.get(&self.bare(after))?;
                    Some(positions[*place as usize].1)
                });
                let implied = same.is_some_and(|claims| match *claim {
                    Claim::AtLeast(score) => claims.lower >= score,
                    Claim::AtMost(score) => claims.upper <= score,
                });
                if implied {
                    return Some(1);
                }
                (self.known(after, *claim) == Some(true)).then_some(2 + after.in_play)
            }
        }
    }

    /// Returns what the tables say of a claim.
    fn known(&self, node: &Node<C>, claim: Claim) -> Option<bool> {
        let (shared, state) = (&self.driver.shared, &node.state);
        let exact = shared.endgame.as_ref().and_then(|reader| {
            reader.value(state.cells, state.mover, state.last_turn).map(Bounds::exact)
        });
        claim.decided(exact.or_else(|| shared.remembered(node))?)
    }

    fn step(&self, node: &Node<C>, hole: Hole, claim: Claim) -> Step<C> {
        let (shared, mover) = (&self.driver.shared, node.state.mover);
        let played = shared.kernel.play(&node.state, hole.index());
        let claim = claim.less(shared.gain(node.state.cells, played.state.cells, mover));
        if played.outcome == Outcome::Over {
            return Step::Decided(claim.holds(shared.kept(played.state.cells, mover)));
        }
        let after = shared.node(&played.state);
        let same = played.state.mover == mover;
        self.undecided(after, if same { claim } else { claim.turned() })
    }

    /// A claim of a node, unless the seeds in play decide it.
    fn undecided(&self, node: Node<C>, claim: Claim) -> Step<C> {
        let shared = &self.driver.shared;
        match claim.decided(shared.static_bounds(&node.state, node.in_play.cast_signed())) {
            Some(holds) => Step::Decided(holds),
            None => Step::Rests(node, claim),
        }
    }

    /// Adds a claim to those that are to be proven.
    fn claim(&mut self, node: &Node<C>, claim: Claim) -> Result<(), Option<Unproven>> {
        let (height, state) = (self.height(node), self.bare(node));
        let (positions, places) = self.open.entry(height).or_default();
        let next = u32::try_from(positions.len()).expect("fewer positions than 2^32");
        let place = *places.entry(state).or_insert(next);
        if place == next {
            if self.waiting + self.done.len() >= self.most {
                return Err(Some(Unproven::Positions(self.most)));
            }
            self.waiting += 1;
            positions.push((state, Bounds::ALL));
        }
        let claims = &mut positions[place as usize].1;
        match claim {
            Claim::AtLeast(score) => claims.lower = claims.lower.max(score),
            Claim::AtMost(score) => claims.upper = claims.upper.min(score),
        }
        Ok(())
    }

    /// The state of a node without what lies in the stores.
    fn bare(&self, node: &Node<C>) -> State<C> {
        node.state.with(self.driver.shared.kernel.holes(node.state.cells))
    }

    fn height(&self, node: &Node<C>) -> Height {
        let field = self.driver.shared.kernel.field();
        let shape = field.shape();
        let mut way = 0;
        for side in Side::BOTH {
            let open = field.open_holes(side);
            for cell in (shape.first(side)..shape.store(side)).filter(|cell| open >> cell & 1 == 1)
            {
                way += node.state.cells.get(cell) * (shape.store(side) - cell) as u32;
            }
        }
        (node.in_play, way)
    }
}
