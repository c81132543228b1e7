//! What one turn can bring.

mod findings;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use thiserror::Error;

use super::{Limits, Part, Ready, Wrong};
use crate::board::Position;
use crate::control::{Clock, Control, Failed};
use crate::known;
use crate::moves::{Game, Move};
use crate::record::{NotReplayed, replay_turn};
use crate::text::plural;
use crate::turns::{
    Aim, BeamOrder, BeamSearch, Enumeration, Found, Goal, HarvestProof, LayersBy, Line, Spill,
    TurnsError,
};

pub use findings::Findings;

/// How often a state is saved that a later run can go on from.
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
pub struct FindTurns {
    /// What a line is to reach.
    pub target: Target,
    /// What is to be proven, or how to search.
    pub by: By,
    /// Positions that a beam keeps of a layer; none for the usual number.
    pub width: Option<NonZeroUsize>,
    /// The positions that it keeps, and its layers.
    pub order: BeamOrder,
    /// The random seed of beams.
    pub seed: u64,
    /// A line of the turn for beams to improve.
    pub improve: Vec<Move>,
    /// Whether to search without what the opening book has.
    pub fresh: bool,
    /// Whether an interruption ends it at once, with the lines that were found before.
    pub hurry: bool,
    /// The limits. Those of [`by`](Self::by) that prove go on without any.
    pub limits: Limits,
}

/// What a line is to reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// More than half of all seeds in the mover's store.
    #[default]
    Most,
    /// So many seeds in it.
    Store(u32),
    /// The end of the set.
    Set,
}

/// What is to be proven, or how to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// What can be proven in a part of the time, and the best that beams find in the rest.
    #[default]
    Everything,
    /// Beams alone.
    Beams,
    /// Visits every position of the turn.
    Exhaustive {
        /// Whether turns are counted.
        counting: bool,
    },
    /// Proves which lines have the fewest moves and the fewest laps.
    Shortest,
    /// Proves the most seeds that the turn can win.
    Harvest,
}

/// Why it was not found out what a turn can bring.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoTurns {
    /// No turn can reach the target.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// A search has no answer.
    #[error(transparent)]
    Turns(#[from] TurnsError),
    /// The plain rules don't confirm what was found.
    #[error(transparent)]
    NotReplayed(#[from] NotReplayed),
}

impl NoTurns {
    /// The same as what any question may end with, unless the question is wrong.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn of(self, game: &Game) -> Result<Failed, Wrong> {
        match self {
            NoTurns::Wrong(wrong) => Err(wrong),
            NoTurns::Turns(error) => Ok(error.into()),
            error => Ok(Failed::fault(game.position(), error)),
        }
    }
}

impl Default for FindTurns {
    fn default() -> FindTurns {
        FindTurns {
            target: Target::Most,
            by: By::Everything,
            width: None,
            order: BeamOrder::all()[0],
            seed: 1,
            improve: Vec::new(),
            fresh: false,
            hurry: false,
            limits: Limits {
                memory: FindTurns::MEMORY,
                ..Limits::default()
            },
        }
    }
}

/// Whom a search tells what it has found so far.
type Tell<'a> = &'a (dyn Fn(&Findings) + Sync);

impl FindTurns {
    /// Mebibytes for the positions of a turn, if nobody says otherwise.
    pub const MEMORY: usize = 2048;

    /// The seeds that a turn may be asked to bring into the mover's store, those in it included.
    #[must_use]
    pub fn targets(position: &Position) -> RangeInclusive<u32> {
        position.store(position.mover()) + 1..=position.total()
    }

    /// What a line is to reach from a position on.
    ///
    /// # Errors
    /// If the store holds as many seeds already, or there are not so many.
    pub fn goal(&self, game: &Game) -> Result<Goal, Wrong> {
        let position = game.position();
        let total = position.total();
        match self.target {
            Target::Set => Ok(Goal::Set {
                fill: game.rules().seeds.into(),
            }),
            Target::Most => Ok(Goal::most_of(total)),
            Target::Store(seeds) if FindTurns::targets(position).contains(&seeds) => {
                Ok(Goal::Store(seeds))
            }
            Target::Store(seeds) => {
                let (mover, store) = (position.mover(), position.store(position.mover()));
                let expected = "more than that, and no more than there are".to_owned();
                Err(Wrong {
                    part: Part::Target,
                    text: seeds.to_string(),
                    span: None,
                    message: format!(
                        "R{mover} holds {store} of the {total} seeds: expected {expected}"
                    ),
                    expected,
                })
            }
        }
    }

    /// The limits that are kept: some time, if none were set and the search would not end by
    /// itself.
    #[must_use]
    pub fn kept_limits(&self) -> Limits {
        match self.by {
            By::Everything | By::Beams => self.limits.or_usual(),
            By::Exhaustive { .. } | By::Shortest | By::Harvest => self.limits,
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
        tell: &(dyn Fn(&Findings) + Sync),
    ) -> Result<Findings, NoTurns> {
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
            By::Beams | By::Exhaustive { .. } | By::Shortest => true,
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
            replay_turn(game, line)?;
        }
        Ok(findings)
    }
}

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
            By::Exhaustive { .. } => self.enumerate(LayersBy::Store, self.part(1), findings),
            By::Shortest => {
                self.enumerate(LayersBy::Moves, self.part(2), findings)?;
                self.enumerate(LayersBy::Laps, self.part(1), findings)
            }
            By::Harvest => self.prove_harvest(findings),
            By::Beams => self.beams(findings),
            By::Everything => self.everything(findings),
        }
    }

    /// What can be proven in a part of the time, and the best that beams find in the rest.
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
        let set = Goal::Set {
            fill: self.game.rules().seeds.into(),
        };
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
            nodes: self
                .clock
                .left()
                .map_or(u64::MAX, |left| left.div_ceil(part.into())),
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
        let exhaustive = matches!(self.question.by, By::Exhaustive { .. });
        let enumeration = Enumeration {
            memory: self.limits.memory,
            threads: self.limits.threads,
            layers,
            goal: self.goal,
            counting: self.question.by != By::Exhaustive { counting: false },
            hurry: self.question.hurry,
            // A proof of the harvest keeps its own state there.
            spill: self.spill().filter(|_| exhaustive),
        };
        #[cfg(feature = "cluster")]
        if let Some(cluster) = self.ready.cluster {
            let found = enumeration.run_together(self.game, control, cluster)?;
            findings.take_enumeration(layers, found);
            return Ok(());
        }
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
            order: question.order,
            aim,
            seed: question.seed,
            restarts: true,
            line: &question.improve,
        };
        let found = search.search(self.game, control, &mut |found| {
            // Nobody is shown a line that the plain rules don't confirm.
            let line = self.line_of(found);
            if replay_turn(self.game, &line).is_ok() {
                control.progress.say(best_so_far(found));
                let mut so_far = findings.clone();
                so_far.take_beam(aim, self.goal, found, line);
                (self.tell)(&so_far);
            }
        })?;
        findings.take_beam(aim, self.goal, &found, self.line_of(&found));
        Ok(())
    }

    fn line_of(&self, found: &Found) -> Line {
        let position = self.game.position();
        Line {
            moves: found.line.clone(),
            laps: found.laps,
            store: position.store(position.mover()) + found.harvest,
        }
    }
}

/// The best line so far, in words.
fn best_so_far(found: &Found) -> String {
    let (seeds, laps) = (found.harvest, found.laps);
    let count = found.line.len();
    let s = if count == 1 { "" } else { "s" };
    let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
    let length = format!("{count} move{s}, {laps} lap{}", plural(&laps));
    format!(
        "best so far {seeds} seeds in {length}: {}; positions",
        line.join(" ")
    )
}
