//! Certificates: collects positions from which the proven bounds follow one move at a time, so that
//! they can be checked by the rules alone, without trusting a search.
//!
//! The first claims are the bounds of the root. A lower bound for the player to move follows from
//! one move, an upper bound from all of them. Each move passes its claim on to the position after
//! it, until the round is over or the seeds in play decide the claim. Positions are expanded in
//! order of decreasing seeds, so the strongest claim about a position is known before its moves are
//! examined, and each position is in the proof once.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::bounds::Bounds;
use super::driver::Driver;
use super::findings::Solution;
use super::shared_state::{Interrupt, Node};
use crate::board::{Cells, Position, Side};
use crate::control::StopReason;
use crate::moves::{Kernel, Move, Outcome, State};

/// A position and its bounds in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Bounded {
    /// The position; its stores are empty.
    pub position: Position,
    /// The round's result from this position, in A's seeds minus B's, is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i32>,
    /// The result is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i32>,
    /// The move by which the player to move reaches a bound: the lower bound for A, the upper for
    /// B.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub reached_by: Option<Move>,
}

/// A proof of the bounds of a [`Solution`](super::Solution).
///
/// Every bound of every position follows in one move from the rules, the bounds of earlier
/// positions, and the seeds in play: no player wins more than the seeds in open holes, and under
/// some rules not even all of them (docs/RULES.md).
#[non_exhaustive]
pub struct Proof {
    positions: Box<dyn ExactSizeIterator<Item = Bounded> + Send>,
}

impl Proof {
    /// Creates a proof from its positions.
    pub(crate) fn new(positions: impl ExactSizeIterator<Item = Bounded> + Send + 'static) -> Proof {
        Proof { positions: Box::new(positions) }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the bounds follow without any position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions, each after those it depends on.
    pub fn positions(self) -> impl ExactSizeIterator<Item = Bounded> + Send {
        self.positions
    }
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("len", &self.len()).finish()
    }
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unproven {
    /// A limit ended the search or the collecting of the proof.
    #[error("stopped by: {0}")]
    Stopped(StopReason),
    /// The proof would have more positions than allowed.
    #[error("more than {0} positions")]
    Positions(usize),
}

/// Collects the proof of a solution; `None` if the search pauses.
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

/// Why the collecting ended early; `None` if the search pauses.
impl From<Interrupt> for Option<Unproven> {
    fn from(ended: Interrupt) -> Option<Unproven> {
        match ended {
            Interrupt::By(reason) => Some(Unproven::Stopped(reason)),
            _ => None,
        }
    }
}

/// A claim about a position's score: the seeds that the player to move will still win minus those
/// of the opponent.
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

    /// Whether the claim holds, if the bounds decide it.
    fn decided(self, Bounds { lower, upper }: Bounds) -> Option<bool> {
        (self.holds(lower) == self.holds(upper)).then(|| self.holds(lower))
    }

    /// The claim that remains after a gain.
    fn less(self, gain: i32) -> Claim {
        match self {
            Claim::AtLeast(score) => Claim::AtLeast(score - gain),
            Claim::AtMost(score) => Claim::AtMost(score - gain),
        }
    }

    /// The claim from the opponent's side.
    fn turned(self) -> Claim {
        match self {
            Claim::AtLeast(score) => Claim::AtMost(-score),
            Claim::AtMost(score) => Claim::AtLeast(-score),
        }
    }
}

/// A position of the proof, its joined claims, and the move that reaches the lower one.
type Entry<C> = (State<C>, Bounds, Option<Move>);

fn bounded<C: Cells>((state, claims, reached_by): Entry<C>, kernel: &Kernel<C>) -> Bounded {
    let (position, side) = (kernel.position(&state, Outcome::Stop), state.mover);
    // Seeds in protected holes are won already, so scores do not include them.
    let kept = |side| position.row(side).cast_signed() - position.in_play(side).cast_signed();
    let kept = kept(Side::A) - kept(Side::B);
    let Bounds { lower, upper } = claims.seen_by(side);
    let value = |score: i32| Bounds::of_board(1023).contains(score).then(|| kept + score);
    Bounded { position, lower: value(lower), upper: value(upper), reached_by }
}

/// The open positions of one height in insertion order, with their claims, and the index of each.
type Waiting<C> = (Vec<(State<C>, Bounds)>, HashMap<State<C>, u32>);

/// Seeds in play, and their distance to the stores. Every move lowers it: a move takes seeds out of
/// play, or moves them forward in the mover's own row. (A sowing that passes the end of the row
/// drops a seed in the store.)
type Height = (u32, u32);

/// What a move means for a claim.
enum Step<C> {
    /// The claim is decided: the round is over, or the seeds in play decide it.
    Decided(bool),
    /// The claim depends on this claim about the position after the move.
    DependsOn(Node<C>, Claim),
}

struct Collector<'s, 'a, C> {
    driver: &'s mut Driver<'a, C>,
    open: BTreeMap<Height, Waiting<C>>,
    waiting: usize,
    done: Vec<Entry<C>>,
    most: usize,
}

impl<C: Cells> Collector<'_, '_, C> {
    /// Positions between checks of the limits: about a millisecond.
    const CHECK_INTERVAL: usize = 1 << 10;

    fn work(&mut self, start: &State<C>, solution: &Solution) -> Result<(), Option<Unproven>> {
        let shared = &self.driver.shared;
        let won = shared.won(start.cells, Side::A) - shared.won(start.cells, Side::B);
        let root = shared.node(start);
        let Bounds { lower, upper } = solution.bounds.less(won).seen_by(start.mover);
        for claim in [Claim::AtLeast(lower), Claim::AtMost(upper)] {
            if let Step::DependsOn(node, claim) = self.undecided(root, claim) {
                self.claim(&node, claim)?;
            }
        }
        while let Some((_, (positions, _))) = self.open.pop_last() {
            for (state, claims) in positions {
                let by = self.expand(&state, claims)?;
                self.waiting -= 1;
                self.done.push((state, claims, by));
                if self.done.len().is_multiple_of(Self::CHECK_INTERVAL) {
                    self.driver.check_limits()?;
                }
            }
        }
        Ok(())
    }

    /// Adds claims about the positions after a position's moves, from which its own claims follow.
    fn expand(
        &mut self,
        state: &State<C>,
        claims: Bounds,
    ) -> Result<Option<Move>, Option<Unproven>> {
        let node = self.driver.shared.node(state);
        let Bounds { lower: least, upper: most } = claims;
        if most < i32::MAX {
            for made in self.driver.likely_first(&node, most) {
                match self.step(&node, made, Claim::AtMost(most)) {
                    Step::DependsOn(after, claim) => self.claim(&after, claim)?,
                    Step::Decided(true) => {}
                    Step::Decided(false) => return Err(self.driver.shared.contradicted().into()),
                }
            }
        }
        if least == i32::MIN {
            return Ok(None);
        }
        let (made, step) = self.reaching(&node, least)?;
        if let Step::DependsOn(after, claim) = step {
            self.claim(&after, claim)?;
        }
        Ok(Some(made))
    }

    /// Chooses a move that reaches a score, and prefers cheap proofs. It takes a move that the
    /// tables prove; if they prove none, it searches again.
    fn reaching(&mut self, node: &Node<C>, score: i32) -> Result<(Move, Step<C>), Interrupt> {
        let moves = self.driver.likely_first(node, score);
        let claim = Claim::AtLeast(score);
        let known = moves.iter().filter_map(|&made| {
            let step = self.step(node, made, claim);
            self.cost(&step).map(|cost| (cost, made, step))
        });
        if let Some((_, made, step)) = known.min_by_key(|&(cost, ..)| cost) {
            return Ok((made, step));
        }
        let (made, _) = self.driver.reaching(node, score)?;
        Ok((made, self.step(node, made, claim)))
    }

    /// Estimates the cost of proving a step, if it is known to hold: nothing if it is decided,
    /// little if another claim implies it, otherwise more with more seeds in play.
    fn cost(&self, step: &Step<C>) -> Option<u32> {
        match step {
            Step::Decided(holds) => holds.then_some(0),
            Step::DependsOn(after, claim) => {
                let waiting = self.open.get(&self.height(after));
                let same = waiting.and_then(|(positions, places)| {
                    let place = places.get(&self.without_stores(after))?;
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

    /// Whether a claim holds, if the tables decide it.
    fn known(&self, node: &Node<C>, claim: Claim) -> Option<bool> {
        let (shared, state) = (&self.driver.shared, &node.state);
        let exact = shared.endgame.as_ref().and_then(|reader| {
            reader.value(state.cells, state.mover, state.last_turn).map(Bounds::exact)
        });
        claim.decided(exact.or_else(|| shared.remembered(node))?)
    }

    fn step(&self, node: &Node<C>, made: Move, claim: Claim) -> Step<C> {
        let (shared, mover) = (&self.driver.shared, node.state.mover);
        let played = shared.kernel.make(&node.state, made);
        let claim = claim.less(shared.gain(node.state.cells, played.state.cells, mover));
        if played.outcome == Outcome::Over {
            return Step::Decided(claim.holds(shared.kept(played.state.cells, mover)));
        }
        let after = shared.node(&played.state);
        let same = played.state.mover == mover;
        self.undecided(after, if same { claim } else { claim.turned() })
    }

    /// Wraps a claim about a node, unless the seeds in play decide it.
    fn undecided(&self, node: Node<C>, claim: Claim) -> Step<C> {
        let shared = &self.driver.shared;
        match claim.decided(shared.static_bounds(&node.state, node.in_play.cast_signed())) {
            Some(holds) => Step::Decided(holds),
            None => Step::DependsOn(node, claim),
        }
    }

    /// Adds a claim that is to be proven.
    fn claim(&mut self, node: &Node<C>, claim: Claim) -> Result<(), Option<Unproven>> {
        let (height, state) = (self.height(node), self.without_stores(node));
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

    /// The state of a node with empty stores.
    fn without_stores(&self, node: &Node<C>) -> State<C> {
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
