//! The findings of several searches of a turn together.

use chongkak::control::StopReason;
use chongkak::turns::{Aim, Found, Goal, HarvestBound, LayersBy, Line, Reached, Turns};

/// The best lines, what is proven of them, and what was counted.
#[derive(Default)]
pub struct Findings {
    /// Whether every position was met.
    pub complete: bool,
    pub positions: u64,
    pub stranded: u64,
    /// Positions by seeds gained, if they were enumerated so.
    pub layers: Vec<(u32, u64)>,
    /// Whole turns by seeds gained.
    pub turns: Option<Vec<(u32, u128)>>,
    pub most: Option<Line>,
    /// Whether no turn brings more.
    pub most_proven: bool,
    /// No turn ends with more seeds in the store, if that was asked.
    pub upper: Option<u32>,
    pub shortest: Option<Reached>,
    pub fewest_laps: Option<Reached>,
    /// The same where the set is won at once.
    pub set: [Option<Reached>; 2],
    /// Every line to the target has at least so many moves, and so many laps. None if no line
    /// reaches it.
    pub at_least: Option<[u32; 2]>,
    /// Positions visited by all searches; some by several.
    pub nodes: u64,
    pub stopped: Option<StopReason>,
}

impl Findings {
    /// All lines, to be replayed.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        let reached = [
            &self.shortest,
            &self.fewest_laps,
            &self.set[0],
            &self.set[1],
        ];
        let reached = reached.into_iter().flatten().map(|reached| &reached.line);
        self.most.iter().chain(reached)
    }

    /// Whether a question needs no further search.
    pub fn is_proven(&self, aim: Aim, goal: Goal) -> bool {
        let reached = match aim {
            Aim::Harvest => return self.most_proven,
            Aim::Moves(other) if other == goal => &self.shortest,
            Aim::Laps(other) if other == goal => &self.fewest_laps,
            Aim::Moves(_) => &self.set[0],
            Aim::Laps(_) => &self.set[1],
        };
        self.complete || reached.as_ref().is_some_and(|reached| reached.proven)
    }

    /// Takes in what an enumeration says.
    pub fn take_enumeration(&mut self, layers: LayersBy, found: Turns) {
        self.nodes += found.positions + found.stranded;
        self.complete |= found.complete;
        self.most_proven |= found.complete;
        self.take_most(found.most);
        self.stopped = found.stopped;
        if layers == LayersBy::Store {
            (self.positions, self.stranded) = (found.positions, found.stranded);
            (self.layers, self.turns) = (found.layers, found.turns);
        }
        let least = self.at_least.get_or_insert([1, 1]);
        match layers {
            LayersBy::Store => {}
            LayersBy::Moves => least[0] = least[0].max(found.no_shorter),
            LayersBy::Laps => least[1] = least[1].max(found.no_shorter),
        }
        let moves = |line: &Line| line.moves.len();
        let laps = |line: &Line| line.laps as usize;
        better(&mut self.shortest, found.shortest, moves);
        better(&mut self.fewest_laps, found.fewest_laps, laps);
        let [set_moves, set_laps] = found.set;
        better(&mut self.set[0], set_moves, moves);
        better(&mut self.set[1], set_laps, laps);
        if let Some(shortest) = self.shortest.as_ref().filter(|r| r.proven) {
            least[0] = moves(&shortest.line) as u32;
        }
        if let Some(fewest) = self.fewest_laps.as_ref().filter(|r| r.proven) {
            least[1] = fewest.line.laps;
        }
        if self.complete && self.shortest.is_none() {
            self.at_least = None;
        }
    }

    /// Takes in what a beam has found.
    pub fn take_beam(&mut self, aim: Aim, goal: Goal, found: &Found, line: Line) {
        self.nodes += found.nodes;
        self.stopped = found.stopped;
        if found.line.is_empty() {
            return;
        }
        let proven = found.complete;
        let reached = found.reached.then(|| Reached {
            line: line.clone(),
            proven,
        });
        self.take_most(Some(line));
        let moves = |line: &Line| line.moves.len();
        let laps = |line: &Line| line.laps as usize;
        match aim {
            Aim::Harvest => self.most_proven |= proven,
            Aim::Moves(other) if other == goal => better(&mut self.shortest, reached, moves),
            Aim::Laps(other) if other == goal => better(&mut self.fewest_laps, reached, laps),
            Aim::Moves(_) => better(&mut self.set[0], reached, moves),
            Aim::Laps(_) => better(&mut self.set[1], reached, laps),
        }
    }

    /// Takes in a bound of the harvest.
    pub fn take_bound(&mut self, bound: HarvestBound) {
        self.stopped = bound.stopped;
        self.most_proven |= bound.proven;
        self.upper = Some(bound.upper);
        self.positions += bound.steps.iter().map(|step| step.positions).sum::<u64>();
        self.take_most(bound.best);
    }

    fn take_most(&mut self, line: Option<Line>) {
        let known = self.most.as_ref().map(|line| line.store);
        if let Some(line) = line.filter(|line| known.is_none_or(|known| line.store > known)) {
            self.most = Some(line);
        }
    }
}

/// Keeps the shorter line; of equally long ones the one that is proven.
fn better(known: &mut Option<Reached>, new: Option<Reached>, length: impl Fn(&Line) -> usize) {
    let Some(new) = new else { return };
    let rank = |reached: &Reached| (length(&reached.line), !reached.proven);
    if known.as_ref().is_none_or(|known| rank(&new) < rank(known)) {
        *known = Some(new);
    }
}
