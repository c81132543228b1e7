//! Combining the results of several searches of a turn.

use crate::book;
use crate::control::StopReason;
use crate::known;
use crate::moves::{Game, Outcome, Round};
use crate::rules::StoreLast;
use crate::turns::{Aim, Found, Goal, HarvestBound, Line, Measure, Reached, Turns};

/// The best lines, what is proven about them, and counts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Findings {
    /// True if every position was visited.
    pub complete: bool,
    /// True if the search started from lines in the opening book.
    pub from_book: bool,
    /// True if the book contains this opening, but the search was asked not to use it.
    pub passes_book: bool,
    /// Number of positions of the turn that were visited.
    pub positions: u64,
    /// Number of further positions in which the mover could continue but has no hole to lift.
    pub stranded: u64,
    /// Number of positions by seeds gained, if they were enumerated in this order.
    pub layers: Vec<(u32, u64)>,
    /// Number of complete turns by seeds gained.
    pub turns: Option<Vec<(u32, u128)>>,
    /// The line with the largest harvest.
    pub most: Option<Line>,
    /// True if it is proven that no turn brings more.
    pub most_proven: bool,
    /// Proven upper bound on the seeds in the store at the end of a turn, if requested.
    pub upper: Option<u32>,
    /// The lines to the target with the fewest moves and the fewest laps, then the same for winning
    /// the set at once.
    pub reached: [Option<Reached>; 4],
    /// Proven minimum numbers of moves and laps of a line to the target. None if no line reaches
    /// it.
    pub at_least: Option<[u32; 2]>,
    /// The same minimums for lines that win the set, as far as the opening book gives them.
    pub set_at_least: Option<[u32; 2]>,
    /// Positions visited by all searches; some are counted several times.
    pub nodes: u64,
    /// Why the last search ended early.
    pub stopped: Option<StopReason>,
}

/// The index in `reached` of the line for an aim; none for the harvest.
fn place(aim: Aim, goal: Goal) -> Option<usize> {
    let of = |other| if other == goal { 0 } else { 2 };
    match aim {
        Aim::Harvest => None,
        Aim::Moves(other) => Some(of(other)),
        Aim::Laps(other) => Some(of(other) + 1),
    }
}

/// The length of a line in the measure of an index of `reached`.
fn length(place: usize, line: &Line) -> u32 {
    line.length([Measure::Moves, Measure::Laps][place % 2])
}

/// The shortest part of a line that reaches a goal of seeds in the store; none if it doesn't.
fn up_to(game: &Game, line: &Line, goal: Goal) -> Option<Line> {
    let Goal::Store(seeds) = goal else {
        return None;
    };
    let (mut round, mut laps) = (Round::new(game), 0);
    for (number, played) in (1..).zip(&line.moves) {
        let trace = round.play(*played).ok()?;
        laps += u32::try_from(trace.laps.len()).ok()?;
        let store = round.position().store(game.position().mover());
        if store >= seeds {
            let mut moves = line.moves[..number].to_vec();
            let may_stop = game.rules().store_last == StoreLast::May;
            moves[number - 1].stops |= may_stop && trace.outcome == Outcome::Again;
            return Some(Line { moves, laps, store });
        }
    }
    None
}

impl Findings {
    /// Reads the lines and bounds for a position from the opening book.
    pub(super) fn from_opening_book(game: &Game, goal: Goal) -> Findings {
        let mut findings = Findings::default();
        let Some(opening) = known::opening(game) else {
            return findings;
        };
        findings.from_book = true;
        let mover = game.position().mover();
        let store = game.position().store(mover);
        let line = |of: &book::Line| Line {
            moves: known::moves(&of.line, mover),
            laps: of.laps,
            store: store + of.seeds,
        };
        findings.most = Some(line(&opening.harvest));
        findings.most_proven = opening.harvest.proven;
        let set = Goal::Set { fill: game.rules().seeds_to_go_on() };
        let mut impossible = false;
        // The same opening may be in several books with different goals.
        let openings: Vec<_> = known::openings(game).collect();
        let goals = openings.iter().flat_map(|opening| opening.goals.both());
        // No turn wins a set of which most rounds decide.
        for of in goals.filter(|of| of.target.is_some() || set != Goal::Set { fill: 0 }) {
            let about = of.target.map_or(set, Goal::Store);
            let first = match about {
                _ if about == goal => 0,
                Goal::Set { .. } => 2,
                Goal::Store(fewer) => {
                    // A line that reaches more seeds also reaches fewer.
                    let more = matches!(goal, Goal::Store(seeds) if seeds > fewer);
                    if let Some(least) = of.at_least.as_ref().filter(|_| more) {
                        findings.raise_minimum([least.moves, least.laps]);
                    }
                    continue;
                }
            };
            let reached = |of: &book::Line| Reached { line: line(of), proven: of.proven };
            for (place, of) in (first..).zip([&of.shortest, &of.fewest_laps]) {
                findings.take_reached(place, of.as_ref().map(reached));
            }
            let least = of.at_least.as_ref();
            let least = least.map(|least| [least.moves, least.laps]);
            match first {
                0 => {
                    impossible = least.is_none();
                    least.into_iter().for_each(|least| findings.raise_minimum(least));
                }
                _ => findings.set_at_least = least,
            }
        }
        if impossible {
            findings.at_least = None;
        }
        findings
    }

    /// Records minimum numbers of moves and laps of a line to the target.
    fn raise_minimum(&mut self, least: [u32; 2]) {
        let known = self.at_least.unwrap_or([1, 1]);
        self.at_least = Some([0, 1].map(|place| known[place].max(least[place])));
    }

    /// Uses lines found for other aims that reach the target on the way, since they may be shorter.
    pub(super) fn share_lines(&mut self, game: &Game, goal: Goal) {
        let others = self.lines().filter_map(|line| up_to(game, line, goal));
        for line in others.collect::<Vec<_>>() {
            for place in [0, 1] {
                let (line, proven) = (line.clone(), false);
                self.take_reached(place, Some(Reached { line, proven }));
            }
        }
    }

    /// Whether every aim has a proven answer.
    pub(super) fn is_settled(&self, goal: Goal) -> bool {
        let goals = [Aim::Harvest, Aim::Moves(goal), Aim::Laps(goal)];
        let other = |place: usize| self.reached[place].as_ref().is_some_and(|r| r.proven);
        let others = matches!(goal, Goal::Set { .. }) || (other(2) && other(3));
        others && goals.into_iter().all(|aim| self.is_proven(aim, goal))
    }

    /// All lines, for verification.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Line> {
        let reached = self.reached.iter().flatten().map(|reached| &reached.line);
        self.most.iter().chain(reached)
    }

    /// Whether an aim needs no further search.
    pub(super) fn is_proven(&self, aim: Aim, goal: Goal) -> bool {
        let proven = |reached: &Reached| reached.proven;
        match place(aim, goal) {
            None => self.most_proven,
            Some(place) => self.complete || self.reached[place].as_ref().is_some_and(proven),
        }
    }

    /// Adds the result of an enumeration.
    pub(super) fn take_enumeration(&mut self, layers: Option<Measure>, found: Turns) {
        self.nodes += found.positions + found.stranded;
        self.complete |= found.complete;
        self.most_proven |= found.complete;
        self.take_most(found.most);
        self.stopped = found.stopped;
        if layers.is_none() {
            (self.positions, self.stranded) = (found.positions, found.stranded);
            (self.layers, self.turns) = (found.layers, found.turns);
        }
        for (place, reached) in found.reached.into_iter().enumerate() {
            self.take_reached(place, reached);
        }
        let mut least = self.at_least.unwrap_or([1, 1]);
        match layers {
            None => {}
            Some(Measure::Moves) => least[0] = least[0].max(found.no_shorter),
            Some(Measure::Laps) => least[1] = least[1].max(found.no_shorter),
        }
        for (place, least) in least.iter_mut().enumerate() {
            if let Some(reached) = self.reached[place].as_ref().filter(|r| r.proven) {
                *least = length(place, &reached.line);
            }
        }
        let none = self.complete && self.reached[0].is_none();
        self.at_least = (!none).then_some(least);
    }

    /// Adds the result of a beam search.
    pub(super) fn take_beam(&mut self, aim: Aim, goal: Goal, found: Found) {
        self.nodes += found.nodes;
        self.stopped = found.stopped;
        let line = found.line;
        if line.moves.is_empty() {
            return;
        }
        let proven = found.complete;
        self.take_most(Some(line.clone()));
        match place(aim, goal) {
            None => self.most_proven |= proven,
            Some(place) => self.take_reached(place, Some(Reached { line, proven })),
        }
    }

    /// Adds a bound on the harvest.
    pub(super) fn take_bound(&mut self, bound: HarvestBound) {
        self.stopped = bound.stopped;
        self.most_proven |= bound.proven;
        self.upper = Some(bound.upper);
        let positions = bound.steps.iter().map(|step| step.positions).sum::<u64>();
        self.positions += positions;
        self.nodes += positions;
        self.take_most(bound.best);
    }

    fn take_most(&mut self, line: Option<Line>) {
        let known = self.most.as_ref().map(|line| line.store);
        if let Some(line) = line.filter(|line| known.is_none_or(|known| line.store > known)) {
            self.most = Some(line);
        }
    }

    /// Keeps the shorter line. Of lines of equal length, keeps the proven one.
    fn take_reached(&mut self, place: usize, new: Option<Reached>) {
        let rank = |reached: &Reached| (length(place, &reached.line), !reached.proven);
        let known = &mut self.reached[place];
        if let Some(new) = new.filter(|new| known.as_ref().is_none_or(|k| rank(new) < rank(k))) {
            *known = Some(new);
        }
    }
}
