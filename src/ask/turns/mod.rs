//! The best harvest and the shortest lines of one turn.

mod joined_findings;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::{Limits, Ready};
use crate::board::Position;
use crate::control::{Clock, Control, settings};
use crate::known;
use crate::moves::{Game, Move};
use crate::record::replay_turn;
use crate::text::{Diagnostic, ErrorKind, plural};
use crate::turns::{
    Aim, BeamSearch, Enumeration, Goal, HarvestProof, Line, Measure, Spill, TurnsError,
};

pub use joined_findings::Findings;

/// Interval between checkpoints.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Maximum time for finding a first harvest before a proof.
const TIME_BEFORE_PROOF: Duration = Duration::from_secs(5);

/// Node limit of the first enumeration. It takes less than a tenth of a second and visits all
/// positions on many boards.
const QUICK_NODES: u64 = 100_000;

/// Default beam width: about twenty passes per second on 2 x 9 holes.
const WIDTH: NonZeroUsize = NonZeroUsize::new(1_000).expect("not 0");

/// Finds the most seeds that one turn can gain, and the shortest lines to a number of seeds and to
/// the end of the set.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindTurns {
    /// The target of the shortest lines.
    pub target: Target,
    /// What to prove, or how to search.
    pub by: By,
    /// The number of positions that a beam keeps in each layer; none for the default.
    pub width: Option<NonZeroUsize>,
    /// The random seed of the beam searches.
    pub seed: u64,
    /// A line of the turn that the beam searches try to improve.
    pub improve: Vec<Move>,
    /// True to search without the opening book.
    pub fresh: bool,
    /// The limits. By default, the modes of [`by`](Self::by) that prove something have none.
    pub limits: Limits,
}

settings!(FindTurns {
    with_target target (Target),
    with_by by (By),
    with_width width (Option<NonZeroUsize>),
    with_seed seed (u64),
    with_improve improve (Vec<Move>),
    with_fresh fresh (bool),
    with_limits limits (Limits),
});

/// The target of the shortest lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// More than half of all seeds in the mover's store.
    #[default]
    Most,
    /// This many seeds in the mover's store.
    Store(u32),
    /// The end of the set.
    Set,
}

/// What to prove, or how to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// Spends part of the time on proofs and the rest on beam searches.
    #[default]
    Everything,
    /// Only beam searches.
    Beams,
    /// Visits every position of the turn.
    Exhaustive,
    /// Proves the minimum number of moves and of laps.
    Shortest,
    /// Proves the maximum harvest.
    Harvest,
}

impl Default for FindTurns {
    fn default() -> FindTurns {
        FindTurns {
            target: Target::Most,
            by: By::Everything,
            width: None,
            seed: 1,
            improve: Vec::new(),
            fresh: false,
            limits: Limits { memory: FindTurns::MEMORY, ..Limits::default() },
        }
    }
}

/// Receives intermediate results of a search.
type Tell<'a> = &'a (dyn Fn(&Findings) + Sync);

impl FindTurns {
    /// Default memory of a search for whole turns, in mebibytes.
    pub const MEMORY: usize = 4096;

    /// The valid range of [`Target::Store`]: seeds in the mover's store, including those already
    /// there.
    #[must_use]
    pub fn targets(position: &Position) -> RangeInclusive<u32> {
        position.store(position.mover()) + 1..=position.total()
    }

    /// Returns the goal of a line from this position.
    ///
    /// # Errors
    /// With subject `target`, if the store already holds as many seeds, or the board has fewer.
    pub fn goal(&self, game: &Game) -> Result<Goal, Diagnostic> {
        let position = game.position();
        let total = position.total();
        match self.target {
            Target::Set => {
                game.rules().expect_usual(&["best_of"])?;
                Ok(Goal::Set { fill: game.rules().seeds_to_go_on() })
            }
            Target::Most => Ok(Goal::most_of(total)),
            Target::Store(seeds) if FindTurns::targets(position).contains(&seeds) => {
                Ok(Goal::Store(seeds))
            }
            Target::Store(seeds) => {
                let (mover, store) = (position.mover(), position.store(position.mover()));
                let expected = format!("more than that, and at most {total}");
                let found = format!("R{mover} holds {store} of the {total} seeds");
                let wrong =
                    Diagnostic::new(ErrorKind::BadValue, format!("{found}: expected {expected}"));
                Err(wrong.in_text(seeds.to_string()).expecting(expected).about("target"))
            }
        }
    }

    /// The limits that apply: by default some time, if the search would not end by itself.
    #[must_use]
    pub fn kept_limits(&self) -> Limits {
        match self.by {
            By::Everything | By::Beams => self.limits.or_usual(),
            By::Exhaustive | By::Shortest | By::Harvest => self.limits,
        }
    }

    /// Runs the search. All lines are verified by the plain rules. `tell` receives intermediate
    /// results.
    ///
    /// # Errors
    /// If no turn can reach the target, memory or disk space runs out, or a result is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: Tell<'_>,
    ) -> Result<Findings, Diagnostic> {
        game.expect_choice()?;
        let search = Search {
            question: self,
            game,
            goal: self.goal(game)?,
            ready,
            limits: self.kept_limits(),
            control,
            clock: Clock::new(self.kept_limits().bound(control)),
            tell,
        };
        // These modes find everything by themselves.
        let ignores_book = match self.by {
            By::Everything | By::Harvest => self.fresh,
            By::Beams | By::Exhaustive | By::Shortest => true,
        };
        let mut findings = match ignores_book {
            true => Findings::default(),
            false => Findings::from_opening_book(game, search.goal),
        };
        findings.passes_book = ignores_book && !self.fresh && known::opening(game).is_some();
        findings.complete = game.position().is_over();
        if !findings.complete {
            search.run(&mut findings)?;
        }
        findings.share_lines(game, search.goal);
        for line in findings.lines() {
            let end = replay_turn(game, line);
            end.map_err(|error| Diagnostic::fault(game.position(), error))?;
        }
        Ok(findings)
    }
}

/// The searches of one question.
struct Search<'a> {
    question: &'a FindTurns,
    game: &'a Game,
    goal: Goal,
    ready: &'a Ready<'a>,
    limits: Limits,
    control: Control<'a>,
    /// Counts the positions visited by all searches.
    clock: Clock<'a>,
    /// Receives intermediate results.
    tell: Tell<'a>,
}

impl Search<'_> {
    /// Runs the searches of the requested mode.
    fn run(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        match self.question.by {
            By::Exhaustive => self.enumerate(None, self.part(1), findings),
            By::Shortest => {
                self.enumerate(Some(Measure::Moves), self.part(2), findings)?;
                self.enumerate(Some(Measure::Laps), self.part(1), findings)
            }
            By::Harvest => self.prove_harvest(findings),
            By::Beams => self.beams(findings),
            By::Everything => self.everything(findings),
        }
    }

    /// Spends part of the time on proofs and the rest on beam searches.
    fn everything(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        if findings.is_settled(self.goal) {
            return Ok(());
        }
        match self.enumerate(None, self.quick_limits(), findings) {
            Err(TurnsError::TooLarge { .. }) => return self.beams(findings),
            enumerated => enumerated?,
        }
        if !findings.complete && !self.is_interrupted() {
            self.enumerate(Some(Measure::Moves), self.part(4), findings)?;
            self.enumerate(Some(Measure::Laps), self.part(4), findings)?;
            self.beams(findings)?;
        }
        Ok(())
    }

    /// Finds a large harvest in a short time, then proves that none is larger or finds one that is.
    fn prove_harvest(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        if findings.most_proven {
            return Ok(());
        }
        self.enumerate(None, self.quick_limits(), findings)?;
        if findings.complete || self.is_interrupted() {
            return Ok(());
        }
        let part = self.part(8);
        let time = part.time.min(TIME_BEFORE_PROOF);
        self.beam(Aim::Harvest, Control { time, ..part }, findings)?;
        if findings.most_proven || self.is_interrupted() {
            return Ok(());
        }
        let proof = HarvestProof {
            memory: self.limits.memory,
            threads: self.limits.threads,
            known: findings.most.as_ref().map_or(0, |line| line.store),
            spill: self.spill(),
        };
        findings.take_bound(proof.run(self.game, self.part(1))?);
        Ok(())
    }

    /// Runs beam searches for the short lines that are not yet proven, then for the largest
    /// harvest.
    fn beams(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        let set = Goal::Set { fill: self.game.rules().seeds_to_go_on() };
        // Skips the end of the set if it is the goal anyway.
        let other = (self.goal != set).then_some(set);
        for goal in [Some(self.goal), other].into_iter().flatten() {
            for aim in [Aim::Moves(goal), Aim::Laps(goal)] {
                if !findings.is_proven(aim, self.goal) && !self.is_interrupted() {
                    self.beam(aim, self.part(8), findings)?;
                }
            }
        }
        if self.is_interrupted() || findings.most_proven {
            return Ok(());
        }
        self.beam(Aim::Harvest, self.part(1), findings)
    }

    /// The folder for positions that don't fit into memory.
    fn spill(&self) -> Option<Spill<'_>> {
        self.ready.spill.map(|folder| Spill { folder, every: SAVE_EVERY })
    }

    fn is_interrupted(&self) -> bool {
        self.control.stop.is_set()
    }

    /// A fraction of the remaining time and nodes; at least one node if any are left.
    fn part(&self, part: u32) -> Control<'_> {
        let rest = self.clock.part();
        Control {
            time: rest.time / part,
            nodes: self.clock.left().map_or(u64::MAX, |left| left.div_ceil(part.into())),
            progress: self.control.progress,
            ..rest
        }
    }

    /// The limits of the first enumeration.
    fn quick_limits(&self) -> Control<'_> {
        let all = self.part(1);
        let nodes = all.nodes.min(QUICK_NODES);
        Control { nodes, ..all }
    }

    /// Enumerates the positions of the turn in layers.
    fn enumerate(
        &self,
        layers: Option<Measure>,
        control: Control<'_>,
        findings: &mut Findings,
    ) -> Result<(), TurnsError> {
        let exhaustive = self.question.by == By::Exhaustive;
        let enumeration = Enumeration {
            memory: self.limits.memory,
            threads: self.limits.threads,
            layers,
            goal: self.goal,
            counting: layers.is_none(),
            // A proof of the harvest keeps its own checkpoints there.
            spill: self.spill().filter(|_| exhaustive),
        };
        findings.take_enumeration(layers, enumeration.run(self.game, control)?);
        (self.tell)(findings);
        Ok(())
    }

    /// Runs a beam search and reports intermediate results.
    fn beam(
        &self,
        aim: Aim,
        control: Control<'_>,
        findings: &mut Findings,
    ) -> Result<(), TurnsError> {
        let question = self.question;
        let search = BeamSearch {
            memory: self.limits.memory,
            threads: self.limits.threads,
            width: question.width.unwrap_or(WIDTH),
            aim,
            seed: question.seed,
            restarts: true,
            line: &question.improve,
        };
        let found = search.search(self.game, control, &mut |found| {
            // Only lines that the plain rules confirm are reported.
            if replay_turn(self.game, &found.line).is_ok() {
                control.progress.announce(self.best_so_far(&found.line));
                let mut so_far = findings.clone();
                so_far.take_beam(aim, self.goal, found.clone());
                (self.tell)(&so_far);
            }
        })?;
        findings.take_beam(aim, self.goal, found);
        Ok(())
    }

    /// Describes the best line so far.
    fn best_so_far(&self, found: &Line) -> String {
        let position = self.game.position();
        let seeds = found.store - position.store(position.mover());
        let count = found.moves.len();
        let line: Vec<String> = found.moves.iter().map(Move::to_string).collect();
        let moves = format!("{count} move{}", plural(&count));
        let length = format!("{moves}, {} lap{}", found.laps, plural(&found.laps));
        format!("best so far {seeds} seeds in {length}: {}; positions", line.join(" "))
    }
}
