//! Beam search through one turn: what a player can win before the opponent is to move.
//!
//! A move that ends in the own store continues the turn and leaves at least one seed there. So the
//! positions of a turn, ordered by what the mover has won, form layers, and a position feeds only
//! higher layers. Layers are processed from the lowest up; a processed layer is dropped, except for
//! the moves that led to its positions. Seeds once won stay won: the maximum gain found is a proven
//! bound on the round, even if positions were pruned.

use crate::board::{Cells, Hole};
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::moves::{Game, Kernel, Move, Outcome, State, holes, with_kernel};

/// The best turn found by a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The maximum seeds that the mover certainly owns after moves of this turn: those in the store
    /// and protected holes, and also those in the row if the round is over.
    pub harvest: u32,
    /// The moves that bring them; empty if no move adds any.
    pub line: Vec<Move>,
    /// Whether it is proven that no turn brings more.
    pub complete: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search early.
    pub stopped: Option<StopReason>,
}

impl Turn {
    /// The minimum result of the round for the mover, in seeds, on a board with `total` seeds: the
    /// mover keeps the harvest, and at worst all others go to the opponent.
    #[must_use]
    pub const fn standing(&self, total: u32) -> i32 {
        2 * self.harvest.cast_signed() - total.cast_signed()
    }
}

/// Searches the turn of the player to move. A node is a position with all its moves. The result is
/// deterministic if no limit is reached.
///
/// Each layer, the positions with the same number of seeds won, keeps at most `most` positions. The
/// first ones stay: they come from the lowest layers and have the fewest moves behind them, so the
/// most moves are left to them. A harvest of `enough` ends the search.
///
/// # Examples
/// ```
/// use chongkak::{Control, Game, Preset, Side, turns::search_turn};
/// let rules = Preset::named("dakon").unwrap().rules;
/// let turn = search_turn(&Game::opening(&rules, Side::A), 4, u32::MAX, Control::none());
/// assert!(turn.harvest > 110 && turn.line.len() > 30);
/// ```
#[must_use]
pub fn search_turn(game: &Game, most: usize, enough: u32, control: Control<'_>) -> Turn {
    let position = game.position();
    if position.is_over() {
        let harvest = position.owned(position.mover());
        return Turn { harvest, complete: true, ..Turn::default() };
    }
    let clock = &Clock::new(control);
    let mut budget = NodeBudget::new(clock);
    let spend = &mut || budget.spend();
    with_kernel!(game.rules(), position, |kernel, start| {
        Beam::new(kernel, start, most, enough).search(spend)
    })
}

/// Searches a turn with increasing widths up to `widest`, until the harvest is `enough`, no turn
/// brings more, or `spend`, which is called for every position, returns a reason to stop.
pub(crate) fn widening<C: Cells>(
    kernel: &Kernel<C>,
    start: &State<C>,
    widest: usize,
    enough: u32,
    spend: &mut dyn FnMut() -> Result<(), StopReason>,
) -> Turn {
    let mut best = Beam::new(kernel, start, 1, enough).search(spend);
    let mut width = WIDEN;
    while width <= widest && best.harvest < enough && !best.complete && best.stopped.is_none() {
        let mut wider = Beam::new(kernel, start, width, enough).search(spend);
        wider.nodes += best.nodes;
        if wider.harvest <= best.harvest {
            (wider.harvest, wider.line) = (best.harvest, best.line);
        }
        best = wider;
        width *= WIDEN;
    }
    best
}

/// Searches a turn with one width.
pub(crate) fn beam<C: Cells>(
    kernel: &Kernel<C>,
    start: &State<C>,
    width: usize,
    spend: &mut dyn FnMut() -> Result<(), StopReason>,
) -> Turn {
    Beam::new(kernel, start, width, u32::MAX).search(spend)
}

/// Returns the harvest of the given moves, up to the first that is illegal or ends the turn.
pub(crate) fn turn_of<C: Cells>(kernel: &Kernel<C>, start: &State<C>, moves: &[Move]) -> Turn {
    let mut beam = Beam::new(kernel, start, 1, u32::MAX);
    let mut line = Vec::new();
    for (number, played) in (1..).zip(moves) {
        let mut legal = holes(kernel.legal(&beam.start));
        if played.side != start.mover || legal.all(|hole| hole != played.hole) {
            break;
        }
        let result = kernel.make(&beam.start, *played);
        let won = beam.kept(result.state.cells, result.outcome);
        if won > beam.harvest {
            (beam.harvest, line) = (won, moves[..number].to_vec());
        }
        if result.outcome != Outcome::Again {
            break;
        }
        beam.start = result.state;
    }
    let harvest = beam.harvest;
    Turn { harvest, line, ..Turn::default() }
}

/// The factor between beam widths: with 4, all narrower beams together cost a third of the next.
pub(crate) const WIDEN: usize = 4;

/// A search of one turn in progress.
struct Beam<'a, C> {
    kernel: &'a Kernel<C>,
    start: State<C>,
    /// The mover's store and protected holes.
    safe: C,
    width: usize,
    enough: u32,
    /// The frontier, by the seeds the mover has won.
    layers: Vec<Layer<C>>,
    steps: Steps,
    harvest: u32,
    /// The last move of the best line.
    last: Option<Step>,
    /// Whether a position was pruned.
    pruned: bool,
}

impl<'a, C: Cells> Beam<'a, C> {
    fn new(kernel: &'a Kernel<C>, start: &State<C>, width: usize, enough: u32) -> Self {
        let (field, mover) = (kernel.field(), start.mover);
        let store = 1 << field.shape().store(mover);
        let safe = C::mask(field.row(mover) & !field.open_holes(mover) | store);
        Beam {
            kernel,
            start: *start,
            safe,
            width,
            enough,
            layers: (0..=start.cells.sum()).map(|_| Layer::default()).collect(),
            steps: Steps::default(),
            harvest: start.cells.and(safe).sum(),
            last: None,
            pruned: false,
        }
    }

    fn search(mut self, spend: &mut dyn FnMut() -> Result<(), StopReason>) -> Turn {
        let first = &mut self.layers[self.harvest as usize];
        if let Err(slot) = first.find(self.start.cells) {
            first.add(slot, self.start.cells, 0);
        }
        let mut nodes = 0;
        let stopped = self.process_all(|| {
            spend()?;
            nodes += 1;
            Ok(())
        });
        Turn {
            harvest: self.harvest,
            line: self.line(),
            complete: !self.pruned && stopped.is_ok() && self.harvest < self.enough,
            nodes,
            stopped: stopped.err(),
        }
    }

    /// Expands all positions, layer by layer.
    fn process_all(
        &mut self,
        mut spend: impl FnMut() -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        for won in 0..self.layers.len() {
            // No position feeds its own layer, so the layer can be taken out.
            let layer = std::mem::take(&mut self.layers[won]);
            for (cells, number) in layer.positions {
                if self.harvest >= self.enough {
                    return Ok(());
                }
                spend()?;
                self.expand(cells, number);
            }
        }
        Ok(())
    }

    /// Expands a position.
    fn expand(&mut self, cells: C, from: u32) {
        let state = self.start.with(cells);
        for hole in holes(self.kernel.legal(&state)) {
            let played = self.kernel.play(&state, hole.index());
            let (cells, step) = (played.state.cells, Step { from, hole });
            let won = self.kept(cells, played.outcome);
            if won > self.harvest {
                (self.harvest, self.last) = (won, Some(step));
            }
            if played.outcome == Outcome::Again {
                self.insert(cells, won, step);
            }
        }
    }

    /// The seeds that the mover certainly owns after a move.
    fn kept(&self, cells: C, outcome: Outcome) -> u32 {
        let mover = self.start.mover;
        let left = match outcome {
            Outcome::Over => self.kernel.rest_of(cells, mover, mover),
            Outcome::Again | Outcome::Stop => 0,
        };
        cells.and(self.safe).sum() + left
    }

    /// Puts a position into its layer, unless it is already there or the layer is full.
    fn insert(&mut self, cells: C, won: u32, step: Step) {
        let layer = &mut self.layers[won as usize];
        if let Err(slot) = layer.find(cells) {
            if layer.positions.len() < self.width {
                layer.add(slot, cells, self.steps.push(step));
            } else {
                self.pruned = true;
            }
        }
    }

    /// The moves of the best line.
    fn line(&self) -> Vec<Move> {
        let side = self.start.mover;
        let line = self.last.map_or(Vec::new(), |last| self.steps.line(last));
        line.into_iter().map(|hole| Move::new(side, hole)).collect()
    }
}

/// Distinct positions in insertion order.
#[derive(Debug, Default)]
struct Layer<C> {
    /// The positions with their numbers.
    positions: Vec<(C, u32)>,
    places: BoardIndex,
}

impl<C: Cells> Layer<C> {
    /// The index of a position, or the free slot for it.
    fn find(&mut self, cells: C) -> Result<usize, usize> {
        if !self.places.has_room(self.positions.len()) {
            self.grow();
        }
        self.places.find(cells, |place| self.positions[place].0)
    }

    fn add(&mut self, slot: usize, cells: C, number: u32) {
        self.places.set(slot, self.positions.len());
        self.positions.push((cells, number));
    }

    fn grow(&mut self) {
        self.places.clear(2 * self.positions.len());
        for (place, (cells, _)) in self.positions.iter().enumerate() {
            let slot = self.places.find(*cells, |place| self.positions[place].0);
            self.places.set(slot.expect_err("no position twice"), place);
        }
    }
}

/// A move of the turn, and the number of the position it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub from: u32,
    pub hole: Hole,
}

/// The last move to every position, by the position's number. The turn starts at position 0.
#[derive(Debug)]
pub(super) struct Steps(Vec<Step>);

impl Default for Steps {
    fn default() -> Steps {
        let (from, hole) = (0, Hole::at(0));
        Steps(vec![Step { from, hole }])
    }
}

impl Steps {
    /// Adds the position that a step leads to, and returns its number.
    pub(super) fn push(&mut self, step: Step) -> u32 {
        let number = u32::try_from(self.0.len()).expect("memory ends first");
        self.0.push(step);
        number
    }

    /// Adds the positions of a layer, and returns the number of the first.
    pub(super) fn extend(&mut self, steps: impl Iterator<Item = Step>) -> u32 {
        let first = u32::try_from(self.0.len()).expect("memory ends first");
        self.0.extend(steps);
        first
    }

    /// The holes of all moves up to a step.
    pub(super) fn line(&self, last: Step) -> Vec<Hole> {
        let mut line = vec![last.hole];
        let mut number = last.from;
        while number > 0 {
            let step = self.0[number as usize];
            line.push(step.hole);
            number = step.from;
        }
        line.reverse();
        line
    }
}

/// A hash index into a list of boards, with open addressing: each slot holds the index of a board
/// plus one, in the first free slot from the board's hash on. At most half of the slots are in use;
/// whole boards are compared.
#[derive(Debug, Default)]
pub(super) struct BoardIndex {
    slots: Vec<u32>,
}

impl BoardIndex {
    /// Clears the index, and makes room for `boards` boards.
    pub(super) fn clear(&mut self, boards: usize) {
        self.slots.clear();
        self.slots.resize((2 * boards).next_power_of_two().max(8), 0);
    }

    /// Whether there is room for one more board.
    #[inline]
    pub(super) const fn has_room(&self, boards: usize) -> bool {
        2 * boards < self.slots.len()
    }

    /// The index of a board in the list, or the free slot for it.
    #[inline]
    pub(super) fn find<C: Cells>(&self, cells: C, at: impl Fn(usize) -> C) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = cells.mix() as usize & mask;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if at(place as usize) == cells {
                return Ok(place as usize);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    /// Assigns a free slot to the board at an index.
    #[inline]
    pub(super) fn set(&mut self, slot: usize, place: usize) {
        self.slots[slot] = u32::try_from(place + 1).expect("memory ends first");
    }
}
