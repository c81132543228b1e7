//! One turn: what a player can win before his opponent is to move.
//!
//! A move that ends in the own store goes on, and leaves at least a seed there. So the positions of a
//! turn, put in order by what the mover has won, form layers, and a position feeds only layers
//! above its own. They are worked off from below; a layer that has been worked off is forgotten,
//! but for the way to its positions. What has been won stays won: the best harvest is a
//! proven bound on the round, whatever was left out on the way.

use crate::board::{Cells, Hole, Position};
use crate::control::{Budget, Limits, StopReason};
use crate::moves::{Kernel, KernelVisitor, Move, Outcome, State, holes, with_kernel};
use crate::rules::Rules;

/// What a search of a turn has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The most seeds that are the mover's for certain after moves of this turn: those in his
    /// store and his protected holes, and where the round is over those in his row.
    pub harvest: u32,
    /// The moves that bring them; empty if no move adds to what he has.
    pub line: Vec<Move>,
    /// Whether no turn brings more.
    pub complete: bool,
    /// Positions visited.
    pub nodes: u64,
    /// What ended the search before it was through.
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

/// How to search a turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnSearch<'a> {
    /// Limits. The depth and the memory are not used: memory is a matter of the width.
    pub limits: Limits<'a>,
    /// Most positions of a layer, those won with so many seeds. The first to come stay: they come
    /// from the lowest layers and have the fewest moves behind them, so that the most are left.
    pub width: usize,
    /// A harvest that ends the search.
    pub enough: u32,
}

impl TurnSearch<'_> {
    /// Searches the turn of the player to move. The answer is the same whenever no limit is
    /// reached.
    ///
    /// # Panics
    /// If the rules don't allow the position (see [`Rules::check`]), or it is over.
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use chongkak::board::Side;
    /// use chongkak::rules::Preset;
    /// use chongkak::control::Limits;
    /// use chongkak::turns::TurnSearch;
    /// let rules = Preset::named("dakon").unwrap().rules;
    /// let stop = AtomicBool::new(false);
    /// let search = TurnSearch { limits: Limits::none(&stop), width: 4, enough: u32::MAX };
    /// let turn = search.search(&rules, &rules.opening(Side::A));
    /// assert!(turn.harvest > 110 && turn.line.len() > 30);
    /// ```
    #[must_use]
    pub fn search(&self, rules: &Rules, position: &Position) -> Turn {
        rules.check(position).expect("a position the rules allow");
        with_kernel(rules, position, *self)
    }
}

impl KernelVisitor for TurnSearch<'_> {
    type Output = Turn;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Turn {
        let mut budget = Budget::new(self.limits);
        budget.enforce();
        Beam::new(kernel, start, self.width, self.enough).search(&mut || budget.spend())
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

/// How much wider the next beam is: what came before it costs a third of it.
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
    /// The way to every position that was let in, by its number.
    log: Vec<Step>,
    harvest: u32,
    /// The move that brought the harvest.
    last: Option<Step>,
    /// Whether a position was turned away.
    cut: bool,
}

/// A move of the turn and the number of the position it was made from.
#[derive(Clone, Copy)]
struct Step {
    from: u32,
    hole: Hole,
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
            log: Vec::new(),
            harvest: start.cells.and(safe).sum(),
            last: None,
            cut: false,
        }
    }

    fn search(mut self, spend: &mut dyn FnMut() -> Result<(), StopReason>) -> Turn {
        let nowhere = Step {
            from: 0,
            hole: Hole::at(0),
        };
        self.let_in(self.start.cells, self.harvest, nowhere);
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
        let state = State {
            cells,
            ..self.start
        };
        for hole in holes(self.kernel.legal(&state)) {
            let played = self.kernel.play(&state, hole.index());
            let (cells, step) = (played.state.cells, Step { from, hole });
            let kept = match played.outcome {
                Outcome::Over => self.own,
                Outcome::Again | Outcome::Stop => self.safe,
            };
            let won = cells.and(kept).sum();
            if won > self.harvest {
                (self.harvest, self.last) = (won, Some(step));
            }
            if played.outcome == Outcome::Again {
                self.let_in(cells, won, step);
            }
        }
    }

    /// Puts a position into its layer, unless it is there already or the layer is full.
    fn let_in(&mut self, cells: C, won: u32, step: Step) {
        let number = u32::try_from(self.log.len()).expect("memory ends first");
        match self.layers[won as usize].insert(cells, number, self.width) {
            Entry::New => self.log.push(step),
            Entry::Known => {}
            Entry::Full => self.cut = true,
        }
    }

    /// The moves that brought the harvest.
    fn line(&self) -> Vec<Move> {
        let side = self.start.mover;
        let mut line = Vec::new();
        let mut next = self.last;
        while let Some(Step { from, hole }) = next {
            line.push(Move { side, hole });
            // The turn begins with position 0.
            next = (from > 0).then(|| self.log[from as usize]);
        }
        line.reverse();
        line
    }
}

/// Positions in the order in which they came, none twice: whole boards are compared.
#[derive(Debug, Default)]
struct Layer<C> {
    /// With their numbers.
    positions: Vec<(C, u32)>,
    /// Where to look for a position: its place in the list plus one, at the first free slot from
    /// the one its mix names. Never more than half of the slots are taken.
    slots: Vec<u32>,
}

/// What became of a position that was to go into a layer.
enum Entry {
    New,
    Known,
    Full,
}

impl<C: Cells> Layer<C> {
    fn insert(&mut self, cells: C, number: u32, width: usize) -> Entry {
        if 2 * self.positions.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(cells);
        if self.slots[slot] > 0 {
            return Entry::Known;
        }
        if self.positions.len() >= width {
            return Entry::Full;
        }
        self.positions.push((cells, number));
        self.slots[slot] = u32::try_from(self.positions.len()).expect("memory ends first");
        Entry::New
    }

    /// The slot of a position, or the free one that would be its own.
    fn slot(&self, cells: C) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = cells.mix() as usize & mask;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if self.positions[place as usize].0 == cells {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots.clear();
        self.slots
            .resize((4 * self.positions.len()).next_power_of_two().max(8), 0);
        for place in 0..self.positions.len() {
            let slot = self.slot(self.positions[place].0);
            self.slots[slot] = place as u32 + 1;
        }
    }
}
