//! One turn: what a player can win before his opponent is to move.
//!
//! A move that ends in the own store goes on, and leaves at least a seed there. So the positions of
//! a turn, put in order by what the mover has won, form layers, and a position feeds only layers
//! above its own. They are worked off from below; a layer that has been worked off is forgotten,
//! but for the way to its positions. What has been won stays won: the best harvest is a proven
//! bound on the round, whatever was left out on the way.

use super::visited::{Places, Step, Steps};
use crate::board::Cells;
use crate::control::{Clock, Control, NodeBudget, StopReason};
use crate::moves::{Game, Kernel, Move, Outcome, State, holes, with_kernel};

/// The best turn that a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The most seeds that are the mover's for certain after moves of this turn: those in his
    /// store and his protected holes, and where the round is over those in his row.
    pub harvest: u32,
    /// The moves that bring them; empty if no move adds to what he has.
    pub line: Vec<Move>,
    /// True if no turn brings more.
    pub complete: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search early.
    pub stopped: Option<StopReason>,
}

impl Turn {
    /// The least result of the round for the mover, in seeds, on a board with `total` seeds: he
    /// keeps his harvest, and at worst all others go to his opponent.
    #[must_use]
    pub const fn standing(&self, total: u32) -> i32 {
        2 * self.harvest.cast_signed() - total.cast_signed()
    }
}

/// A plan to search a turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnSearch {
    /// Most positions of a layer, those won with so many seeds. The first to come stay: they come
    /// from the lowest layers and have the fewest moves behind them, so that the most are left.
    pub width: usize,
    /// A harvest that ends the search.
    pub enough: u32,
}

impl TurnSearch {
    /// Searches the turn of the player to move; a node is a position with all its moves. The answer
    /// is the same whenever no limit is reached.
    ///
    /// # Examples
    /// ```
    /// use chongkak::{Control, Game, Preset, Side, turns::TurnSearch};
    /// let rules = Preset::named("dakon").unwrap().rules;
    /// let search = TurnSearch { width: 4, enough: u32::MAX };
    /// let turn = search.search(&Game::opening(&rules, Side::A), Control::none());
    /// assert!(turn.harvest > 110 && turn.line.len() > 30);
    /// ```
    #[must_use]
    pub fn search(&self, game: &Game, control: Control<'_>) -> Turn {
        let position = game.position();
        if position.is_over() {
            return Turn {
                harvest: position.owned(position.mover()),
                complete: true,
                ..Turn::default()
            };
        }
        let clock = &Clock::new(control);
        let mut budget = NodeBudget::new(clock);
        let spend = &mut || budget.spend();
        with_kernel!(game.rules(), position, |kernel, start| {
            Beam::new(kernel, start, self.width, self.enough).search(spend)
        })
    }
}

/// Searches a turn with one width after the other up to `widest`, until the harvest is `enough`, no
/// turn brings more, or `spend`, which is asked at every position, says why to stop.
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

/// Returns what moves bring, up to the first that is not legal or ends the turn.
pub(crate) fn turn_of<C: Cells>(kernel: &Kernel<C>, start: &State<C>, moves: &[Move]) -> Turn {
    let mut beam = Beam::new(kernel, start, 1, u32::MAX);
    let mut line = Vec::new();
    for (number, played) in (1..).zip(moves) {
        let mut legal = holes(kernel.legal(&beam.start));
        if played.side != start.mover || legal.all(|hole| hole != played.hole) {
            break;
        }
        let result = kernel.play(&beam.start, played.hole.index());
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

/// The factor from a beam to the next, wider one: all before it cost a third of it.
pub(crate) const WIDEN: usize = 4;

/// A search of one turn in progress.
struct Beam<'a, C> {
    kernel: &'a Kernel<C>,
    start: State<C>,
    /// The mover's store and his protected holes; with them his row.
    safe: C,
    own: C,
    width: usize,
    enough: u32,
    /// The positions that wait, by what the mover has won.
    layers: Vec<Layer<C>>,
    steps: Steps,
    harvest: u32,
    /// The move that brought the harvest.
    last: Option<Step>,
    /// True if a position was turned away.
    cut: bool,
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
            own: C::mask(field.row(mover) | store),
            width,
            enough,
            layers: (0..=start.cells.sum()).map(|_| Layer::default()).collect(),
            steps: Steps::default(),
            harvest: start.cells.and(safe).sum(),
            last: None,
            cut: false,
        }
    }

    fn search(mut self, spend: &mut dyn FnMut() -> Result<(), StopReason>) -> Turn {
        let first = &mut self.layers[self.harvest as usize];
        if let Err(slot) = first.find(self.start.cells) {
            first.add(slot, self.start.cells, 0);
        }
        let mut nodes = 0;
        let stopped = self.work_off(|| {
            spend()?;
            nodes += 1;
            Ok(())
        });
        Turn {
            harvest: self.harvest,
            line: self.line(),
            complete: !self.cut && stopped.is_ok() && self.harvest < self.enough,
            nodes,
            stopped: stopped.err(),
        }
    }

    /// Tries all moves of all positions, layer by layer.
    fn work_off(
        &mut self,
        mut spend: impl FnMut() -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        for won in 0..self.layers.len() {
            // No position feeds its own layer, so it can be taken away.
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

    /// Tries all moves of a position.
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
                self.let_in(cells, won, step);
            }
        }
    }

    /// The seeds that are the mover's for certain after a move.
    fn kept(&self, cells: C, outcome: Outcome) -> u32 {
        let kept = match outcome {
            Outcome::Over => self.own,
            Outcome::Again | Outcome::Stop => self.safe,
        };
        cells.and(kept).sum()
    }

    /// Puts a position into its layer, unless it is there already or the layer is full.
    fn let_in(&mut self, cells: C, won: u32, step: Step) {
        let layer = &mut self.layers[won as usize];
        if let Err(slot) = layer.find(cells) {
            if layer.positions.len() < self.width {
                layer.add(slot, cells, self.steps.push(step));
            } else {
                self.cut = true;
            }
        }
    }

    /// The moves that brought the harvest.
    fn line(&self) -> Vec<Move> {
        let side = self.start.mover;
        let line = self.last.map_or(Vec::new(), |last| self.steps.line(last));
        line.into_iter().map(|hole| Move { side, hole }).collect()
    }
}

/// Positions in the order in which they came, none twice.
#[derive(Debug, Default)]
struct Layer<C> {
    /// With their numbers.
    positions: Vec<(C, u32)>,
    places: Places,
}

impl<C: Cells> Layer<C> {
    /// The place of a position, or the slot for it.
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
