//! The searches that find what a turn can bring.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::{By, FindTurns, Findings, Tell};
use crate::ask::{Limits, Ready};
use crate::control::{Clock, Control};
use crate::moves::{Game, Move};
use crate::record::replay_turn;
use crate::text::plural;
use crate::turns::{
    Aim, BeamSearch, Enumeration, Goal, HarvestProof, LayersBy, Line, Spill, TurnsError,
};

/// The time between two saves of a state that a later run can go on from.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The longest search for a harvest to begin a proof with.
const BEFORE_PROOF: Duration = Duration::from_secs(5);

/// Positions that are visited at first: less than a tenth of a second, and all there are on many
/// boards.
const AT_FIRST: u64 = 100_000;

/// Positions of a beam's layer, if nothing was said: some twenty passes a second on 2 x 9 holes.
const WIDTH: NonZeroUsize = NonZeroUsize::new(1_000).expect("not 0");

/// The searches of a question.
pub(super) struct Search<'a> {
    pub(super) question: &'a FindTurns,
    pub(super) game: &'a Game,
    pub(super) goal: Goal,
    pub(super) ready: &'a Ready<'a>,
    pub(super) limits: Limits,
    pub(super) control: Control<'a>,
    /// Counts what all searches together visit.
    pub(super) clock: Clock<'a>,
    /// Told of what was found so far.
    pub(super) tell: Tell<'a>,
}

impl Search<'_> {
    /// Finds what was asked for.
    pub(super) fn run(&self, findings: &mut Findings) -> Result<(), TurnsError> {
        match self.question.by {
            By::Exhaustive => self.enumerate(LayersBy::Store, self.part(1), findings),
            By::Shortest => {
                self.enumerate(LayersBy::Moves, self.part(2), findings)?;
                self.enumerate(LayersBy::Laps, self.part(1), findings)
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
        match self.enumerate(LayersBy::Store, self.at_first(), findings) {
            Err(TurnsError::TooLarge { .. }) => return self.beams(findings),
            enumerated => enumerated?,
        }
        if !findings.complete && !self.is_interrupted() {
            self.enumerate(LayersBy::Moves, self.part(4), findings)?;
            self.enumerate(LayersBy::Laps, self.part(4), findings)?;
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
        self.enumerate(LayersBy::Store, self.at_first(), findings)?;
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
        let folder = self.ready.spill?;
        let every = SAVE_EVERY;
        Some(Spill { folder, every })
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
        layers: LayersBy,
        control: Control<'_>,
        findings: &mut Findings,
    ) -> Result<(), TurnsError> {
        let exhaustive = self.question.by == By::Exhaustive;
        let enumeration = Enumeration {
            memory: self.limits.memory,
            threads: self.limits.threads,
            layers,
            goal: self.goal,
            counting: layers == LayersBy::Store,
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
        let s = if count == 1 { "" } else { "s" };
        let line: Vec<String> = found.moves.iter().map(Move::to_string).collect();
        let length = format!("{count} move{s}, {} lap{}", found.laps, plural(&found.laps));
        format!("best so far {seeds} seeds in {length}: {}; positions", line.join(" "))
    }
}
