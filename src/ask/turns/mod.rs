//! The harvests and the shortest lines of one turn.

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

/// The time between two saves of a state that a later run can go on from.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The longest search for a harvest to begin a proof with.
const BEFORE_PROOF: Duration = Duration::from_secs(5);

/// Positions that are visited at first: less than a tenth of a second, and all there are on many
/// boards.
const AT_FIRST: u64 = 100_000;

/// Positions of a beam's layer, if nothing was said: some twenty passes a second on 2 x 9 holes.
const WIDTH: NonZeroUsize = NonZeroUsize::new(1_000).expect("not 0");

/// Asks what one turn can bring: the most seeds, and the shortest lines to a number of them and to
/// the end of the set.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindTurns {
    /// The target of a line.
    pub target: Target,
    /// The goal of the proof, or the way to search.
    pub by: By,
    /// Positions that a beam keeps of a layer; none for the usual number.
    pub width: Option<NonZeroUsize>,
    /// The random seed of beams.
    pub seed: u64,
    /// A line of the turn for beams to improve.
    pub improve: Vec<Move>,
    /// True to search without what the opening book has.
    pub fresh: bool,
    /// The limits. Those of [`by`](Self::by) that prove go on without any.
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

/// The target of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// More than half of all seeds in the mover's store.
    #[default]
    Most,
    /// So many seeds in it.
    Store(u32),
    /// The end of the set.
    Set,
}

/// The goal of a proof, or the way to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// Proves what it can in a part of the time, and takes the best that beams find in the rest.
    #[default]
    Everything,
    /// Beams alone.
    Beams,
    /// Visits every position of the turn.
    Exhaustive,
    /// Proves which lines have the fewest moves and the fewest laps.
    Shortest,
    /// Proves the most seeds that the turn can win.
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

/// The receiver of what a search has found so far.
type Tell<'a> = &'a (dyn Fn(&Findings) + Sync);

impl FindTurns {
    /// Mebibytes of a search for whole turns, if nobody says otherwise.
    pub const MEMORY: usize = 4096;

    /// The seeds that a turn may be asked to bring into the mover's store, those in it included.
    #[must_use]
    pub fn targets(position: &Position) -> RangeInclusive<u32> {
        position.store(position.mover()) + 1..=position.total()
    }

    /// Returns the goal of a line from a position on.
    ///
    /// # Errors
    /// About the `target`, if the store holds as many seeds already, or there are not so many.
    pub fn goal(&self, game: &Game) -> Result<Goal, Diagnostic> {
        let position = game.position();
        let total = position.total();
        match self.target {
            Target::Set => Ok(Goal::Set { fill: game.rules().seeds.into() }),
            Target::Most => Ok(Goal::most_of(total)),
            Target::Store(seeds) if FindTurns::targets(position).contains(&seeds) => {
                Ok(Goal::Store(seeds))
            }
            Target::Store(seeds) => {
                let (mover, store) = (position.mover(), position.store(position.mover()));
                let expected = "more than that, and no more than there are";
                let found = format!("R{mover} holds {store} of the {total} seeds");
                let wrong =
                    Diagnostic::new(ErrorKind::BadValue, format!("{found}: expected {expected}"));
                Err(wrong.in_text(seeds.to_string()).expecting(expected).about("target"))
            }
        }
    }

    /// The limits that are kept: some time, if none were set and the search would not end by
    /// itself.
    #[must_use]
    pub fn kept_limits(&self) -> Limits {
        match self.by {
            By::Everything | By::Beams => self.limits.or_usual(),
            By::Exhaustive | By::Shortest | By::Harvest => self.limits,
        }
    }

    /// Finds what was asked for; every line brings by the plain rules what was found. `tell` gets
    /// what is found on the way.
    ///
    /// # Errors
    /// If no turn can reach the target, or memory or disk are lacking, or what is found is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: Tell<'_>,
    ) -> Result<Findings, Diagnostic> {
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
        // What is asked for by name is found by itself.
        let by_itself = match self.by {
            By::Everything | By::Harvest => self.fresh,
            By::Beams | By::Exhaustive | By::Shortest => true,
        };
        let mut findings = match by_itself {
            true => Findings::default(),
            false => Findings::of_book(game, search.goal),
        };
        findings.passes_book = by_itself && !self.fresh && known::opening(game).is_some();
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

/// The searches of a question.
struct Search<'a> {
    question: &'a FindTurns,
    game: &'a Game,
    goal: Goal,
    ready: &'a Ready<'a>,
    limits: Limits,
    control: Control<'a>,
    /// Counts what all searches together visit.
    clock: Clock<'a>,
    /// Told of what was found so far.
    tell: Tell<'a>,
}

impl Search<'_> {
    /// Finds what was asked for.
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

    /// Proves what it can in a part of the time, and takes the best that beams find in the rest.
    fn everything(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        if findings.is_settled(self.goal) {
            return Ok(());
        }
        match self.enumerate(None, self.at_first(), findings) {
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

    /// The largest harvest that is found in a short time, and then a proof that there is none
    /// larger, or one that is.
    fn prove_harvest(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        if findings.most_proven {
            return Ok(());
        }
        self.enumerate(None, self.at_first(), findings)?;
        if findings.complete || self.is_interrupted() {
            return Ok(());
        }
        let part = self.part(8);
        let time = part.time.min(BEFORE_PROOF);
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

    /// Beams for the largest harvest, and first for what is open of the short lines.
    fn beams(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        let set = Goal::Set { fill: self.game.rules().seeds.into() };
        // Not twice, if it is what was asked for.
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

    /// The folder that is ready.
    fn spill(&self) -> Option<Spill<'_>> {
        self.ready.spill.map(|folder| Spill { folder, every: SAVE_EVERY })
    }

    fn is_interrupted(&self) -> bool {
        self.control.stop.is_set()
    }

    /// A part of the time and of the nodes that are left; of few nodes one at least, if there is
    /// one.
    fn part(&self, part: u32) -> Control<'_> {
        let rest = self.clock.part();
        Control {
            time: rest.time / part,
            nodes: self.clock.left().map_or(u64::MAX, |left| left.div_ceil(part.into())),
            progress: self.control.progress,
            ..rest
        }
    }

    /// The limits of what is tried before anything else.
    fn at_first(&self) -> Control<'_> {
        let all = self.part(1);
        let nodes = all.nodes.min(AT_FIRST);
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
            // A proof of the harvest keeps its own state there.
            spill: self.spill().filter(|_| exhaustive),
        };
        findings.take_enumeration(layers, enumeration.run(self.game, control)?);
        (self.tell)(findings);
        Ok(())
    }

    /// Searches with a beam; tells meanwhile what it has found.
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
            // Nobody is shown a line that the plain rules don't confirm.
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

    /// The best line so far, in words.
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
