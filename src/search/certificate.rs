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

use super::driver::Driver;
use super::findings::Solution;
use super::proof::{Bounded, Proof, Unproven};
use super::shared_state::Interrupt;
use super::shared_state::Node;
use crate::board::{Cells, Hole, Side};
use crate::moves::{Kernel, Move, Outcome, State};

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
    match collector.work(start, solution) {
        Ok(()) => {}
        Err(Incomplete::Interrupt(Interrupt::By(reason))) => {
            return Some(Err(Unproven::Stopped(reason)));
        }
        Err(Incomplete::Interrupt(_)) => return None,
        Err(Incomplete::Full) => return Some(Err(Unproven::Positions(most))),
    }
    let kernel = collector.driver.shared.kernel.clone();
    let positions = collector.done.into_iter().rev();
    let positions = positions.map(move |entry| entry.bounded(&kernel));
    Some(Ok(Proof::new(positions)))
}

/// A reason why collecting ends early.
enum Incomplete {
    Interrupt(Interrupt),
    /// There are more positions than allowed.
    Full,
}

impl From<Interrupt> for Incomplete {
    fn from(ended: Interrupt) -> Incomplete {
        Incomplete::Interrupt(ended)
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
    fn decided(self, lower: i32, upper: i32) -> Option<bool> {
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

/// Everything claimed of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Claims {
    at_least: Option<i16>,
    at_most: Option<i16>,
}

impl Claims {
    fn add(&mut self, claim: Claim) {
        let short = |score: i32| i16::try_from(score).expect("at most 1,023 seeds");
        match claim {
            Claim::AtLeast(score) => self.at_least = self.at_least.max(Some(short(score))),
            Claim::AtMost(score) => {
                let most = short(score);
                self.at_most = Some(self.at_most.map_or(most, |known| known.min(most)));
            }
        }
    }

    /// Tells whether a claim follows from these.
    fn imply(self, claim: Claim) -> bool {
        match claim {
            Claim::AtLeast(score) => self.at_least.is_some_and(|known| i32::from(known) >= score),
            Claim::AtMost(score) => self.at_most.is_some_and(|known| i32::from(known) <= score),
        }
    }
}

/// A position of the proof.
struct Entry<C> {
    state: State<C>,
    claims: Claims,
    /// The move that reaches at least what is claimed.
    by: Option<Hole>,
}

impl<C: Cells> Entry<C> {
    fn bounded(self, kernel: &Kernel<C>) -> Bounded {
        let position = kernel.position(&self.state, Outcome::Stop);
        let side = self.state.mover;
        // What lies in protected holes is the owner's already, and no part of the scores.
        let kept = |side| position.row(side).cast_signed() - position.in_play(side).cast_signed();
        let kept = kept(Side::A) - kept(Side::B);
        let value = |score: i16| kept + side.sign() * i32::from(score);
        let [least, most] = [self.claims.at_least, self.claims.at_most].map(|c| c.map(value));
        let (lower, upper) = match side {
            Side::A => (least, most),
            Side::B => (most, least),
        };
        Bounded { position, lower, upper, reached_by: self.by.map(|hole| Move { side, hole }) }
    }
}

/// Positions of one height whose claims are still to be proven, in the order in which they came.
struct Waiting<C> {
    places: HashMap<State<C>, u32>,
    positions: Vec<(State<C>, Claims)>,
}

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

    fn work(&mut self, start: &State<C>, solution: &Solution) -> Result<(), Incomplete> {
        let shared = &self.driver.shared;
        let (sign, won) = (start.mover.sign(), |side| shared.won(start.cells, side));
        let won = won(Side::A) - won(Side::B);
        let root = shared.node(start);
        let [a, b] =
            [solution.bounds.lower, solution.bounds.upper].map(|value| sign * (value - won));
        for claim in [Claim::AtLeast(a.min(b)), Claim::AtMost(a.max(b))] {
            if let Step::Rests(node, claim) = self.undecided(root, claim) {
                self.claim(&node, claim)?;
            }
        }
        while let Some((_, waiting)) = self.open.pop_last() {
            for (state, claims) in waiting.positions {
                let by = self.expand(&state, claims)?;
                self.waiting -= 1;
                self.done.push(Entry { state, claims, by });
                if self.done.len().is_multiple_of(Self::LOOK) {
                    self.driver.goes_on()?;
                }
            }
        }
        Ok(())
    }

    /// Makes claims of the positions after a position's moves from which its own claims follow.
    fn expand(&mut self, state: &State<C>, claims: Claims) -> Result<Option<Hole>, Incomplete> {
        let node = self.driver.shared.node(state);
        let mut by = None;
        if let Some(most) = claims.at_most {
            for hole in self.driver.likely_first(&node, most.into()) {
                match self.step(&node, hole, Claim::AtMost(most.into())) {
                    Step::Rests(after, claim) => self.claim(&after, claim)?,
                    Step::Decided(true) => {}
                    Step::Decided(false) => return Err(self.driver.shared.contradicted().into()),
                }
            }
        }
        if let Some(least) = claims.at_least {
            let (hole, step) = self.reaching(&node, least.into())?;
            if let Step::Rests(after, claim) = step {
                self.claim(&after, claim)?;
            }
            by = Some(hole);
        }
        Ok(by)
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
        for hole in self.driver.likely_to_reach(node, score) {
            if self.driver.reaches(node, hole.index(), score)?.is_some() {
                return Ok((hole, self.step(node, hole, claim)));
            }
        }
        Err(self.driver.shared.contradicted())
    }

    /// Returns what it may cost to prove a step, if it is known to hold: nothing, or nothing new,
    /// or the more the more seeds are left in play.
    fn price(&self, step: &Step<C>) -> Option<u32> {
        match step {
            Step::Decided(holds) => holds.then_some(0),
            Step::Rests(after, claim) => {
                let waiting = self.open.get(&self.height(after));
                let same = waiting.and_then(|waiting| {
                    let place = waiting.places.get(&self.bare(after).state)?;
                    Some(waiting.positions[*place as usize].1)
                });
                if same.is_some_and(|claims| claims.imply(*claim)) {
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
            let value = reader.value(state.cells, state.mover, state.last_turn)?;
            Some((value, value))
        });
        let (lower, upper) = exact.or_else(|| {
            let bounds = shared.remembered(node)?;
            Some((bounds.lower, bounds.upper))
        })?;
        claim.decided(lower, upper)
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
        let static_bounds =
            self.driver.shared.static_bounds(&node.state, node.in_play.cast_signed());
        match claim.decided(static_bounds.lower, static_bounds.upper) {
            Some(holds) => Step::Decided(holds),
            None => Step::Rests(node, claim),
        }
    }

    /// Adds a claim to those that are to be proven.
    fn claim(&mut self, node: &Node<C>, claim: Claim) -> Result<(), Incomplete> {
        let height = self.height(node);
        let state = self.bare(node).state;
        let level = self
            .open
            .entry(height)
            .or_insert_with(|| Waiting { places: HashMap::new(), positions: Vec::new() });
        let next = u32::try_from(level.positions.len()).expect("fewer positions than 2^32");
        let place = *level.places.entry(state).or_insert(next);
        if place == next {
            if self.waiting + self.done.len() >= self.most {
                return Err(Incomplete::Full);
            }
            self.waiting += 1;
            level.positions.push((state, Claims::default()));
        }
        level.positions[place as usize].1.add(claim);
        Ok(())
    }

    /// A node without what lies in the stores.
    fn bare(&self, node: &Node<C>) -> Node<C> {
        let cells = self.driver.shared.kernel.holes(node.state.cells);
        let state = node.state.with(cells);
        Node { state, ..*node }
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
