//! `turns`: what one turn can bring.

mod asked;
mod findings;
mod record;
mod scenes;
#[cfg(feature = "cluster")]
mod together;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

#[cfg(feature = "cluster")]
use chongkak::cluster::ClusterError;
use chongkak::control::Control;
use chongkak::moves::{Game, Move};
use chongkak::record::replay_turn;
use chongkak::turns::{
    Aim, BeamOrder, BeamSearch, Enumeration, Found, Goal, HarvestProof, LayersBy, Line, Spill,
    TurnsError,
};

pub use asked::targets;

use crate::cli::commands::written;
use crate::cli::words::counted;
use crate::cli::{Failure, Session, Status, Terms, args, input, page, watched};
use findings::Findings;
pub use record::TurnsRecord;

/// Memory of an enumeration in mebibytes, if nothing else was asked for.
pub const MEMORY: usize = 2048;

/// Time for a position, if no other limit was asked for and nothing is to be proven.
const TIME: Duration = Duration::from_secs(5);

/// How often a state is saved that a later run can go on from.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Positions that are visited at first: less than a tenth of a second, and all there are on many
/// boards.
const AT_FIRST: u64 = 100_000;

/// Positions of a beam's layer, if nothing was said: some twenty passes a second on 2 x 9 holes.
const WIDTH: usize = 1_000;

pub fn run(args: &args::Turns, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_one(&args.place, "--spill", args.spill.as_deref(), "a folder")?;
    #[cfg(feature = "cluster")]
    let together = together::cluster(args)?;
    #[cfg(feature = "cluster")]
    let prints = together.as_ref().is_none_or(|cluster| cluster.process == 0);
    #[cfg(not(feature = "cluster"))]
    let prints = true;
    let page = match prints {
        true => page::file(&args.page, &args.place)?,
        false => None,
    };
    input::each(&args.place, session, |task, session| {
        let (goal, line) = (asked::goal(args, task)?, asked::known_line(args, task)?);
        let findings = watched(session, |control| {
            let search = Search {
                args,
                game: *task,
                session,
                control,
                started: Instant::now(),
                goal,
                line,
                tell: &|_| (),
                hurry: false,
                #[cfg(feature = "cluster")]
                together: together.as_ref(),
            };
            search.findings()
        })??;
        let status = match Status::after(findings.stopped) {
            Status::Limit if !args.proves() => Status::Done,
            status => status,
        };
        if !prints {
            return Ok(status);
        }
        let record = record_of(args, session, task, &findings)?;
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            scenes::of(&findings, task, goal)
        })?;
        Ok(status)
    })
}

/// The record of what a turn can bring, found within limits; meanwhile that of what was found so
/// far is told.
pub fn record(
    args: &args::Turns,
    session: &Session<'_>,
    game: &Game,
    control: Control<'_>,
    tell: &(dyn Fn(TurnsRecord) + Sync),
) -> Result<TurnsRecord, Failure> {
    let search = Search {
        args,
        game: *game,
        session,
        control,
        started: Instant::now(),
        goal: asked::goal(args, game)?,
        line: Vec::new(),
        tell: &|findings| {
            let record = record_of(args, session, game, findings);
            record.into_iter().for_each(tell);
        },
        hurry: true,
        #[cfg(feature = "cluster")]
        together: None,
    };
    record_of(args, session, game, &search.findings()?)
}

fn record_of(
    args: &args::Turns,
    session: &Session<'_>,
    game: &Game,
    findings: &Findings,
) -> Result<TurnsRecord, Failure> {
    let control = Control {
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: time(args, session),
        ..Control::none()
    };
    let memory = Some(session.memory_or(MEMORY));
    let terms = Terms::new(session, game).limited(session, &control, None, memory);
    let goal = asked::goal(args, game)?;
    Ok(TurnsRecord::new(findings, game.position(), goal, terms))
}

struct Search<'a> {
    args: &'a args::Turns,
    game: Game,
    session: &'a Session<'a>,
    control: Control<'a>,
    started: Instant,
    goal: Goal,
    line: Vec<Move>,
    /// Whether an interruption ends it at once, with the lines that were found before.
    hurry: bool,
    /// Told of what was found so far.
    tell: &'a (dyn Fn(&Findings) + Sync),
    #[cfg(feature = "cluster")]
    together: Option<&'a chongkak::cluster::Cluster>,
}

impl Search<'_> {
    /// Finds what was asked for; every line brings by the plain rules what was found.
    fn findings(&self) -> Result<Findings, Failure> {
        let args = self.args;
        // What is asked for by name is found by itself.
        let by_itself = args.fresh || args.exhaustive || args.shortest || args.beam.is_some();
        let mut findings = match by_itself {
            true => Findings::default(),
            false => Findings::of_book(&self.game, self.goal),
        };
        findings.complete = self.game.position().is_over();
        if !findings.complete {
            self.run(&mut findings)?;
        }
        for line in findings.lines() {
            let replayed = replay_turn(&self.game, line);
            replayed.map_err(|error| Failure::fault(self.game.position(), error))?;
        }
        Ok(findings)
    }

    /// Finds what was asked for.
    fn run(&self, findings: &mut Findings) -> Result<(), Failure> {
        if self.args.exhaustive {
            self.enumerate(LayersBy::Store, self.part(1), findings)?;
        } else if self.args.shortest {
            self.enumerate(LayersBy::Moves, self.part(2), findings)?;
            self.enumerate(LayersBy::Laps, self.part(1), findings)?;
        } else if self.args.prove_harvest {
            self.prove_harvest(findings)?;
        } else if self.args.beam.is_some() {
            self.beams(findings)?;
        } else {
            self.everything(findings)?;
        }
        Ok(())
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
        let time = part.time.min(TIME);
        self.beam(Aim::Harvest, Control { time, ..part }, findings)?;
        if findings.most_proven || self.is_interrupted() {
            return Ok(());
        }
        let proof = HarvestProof {
            memory: self.session.memory_or(MEMORY),
            threads: self.session.threads(),
            known: findings.most.as_ref().map_or(0, |line| line.store),
            spill: self.spill(),
        };
        findings.take_bound(proof.run(&self.game, self.part(1))?);
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

    /// The folder that was named.
    fn spill(&self) -> Option<Spill<'_>> {
        let folder = self.args.spill.as_deref()?;
        let every = SAVE_EVERY;
        Some(Spill { folder, every })
    }

    fn is_interrupted(&self) -> bool {
        self.control.stop.is_set()
    }

    /// The limits, with a part of the time that is left.
    fn part(&self, part: u32) -> Control<'_> {
        let args = self.args;
        Control {
            nodes: args.nodes.unwrap_or(u64::MAX),
            time: time(args, self.session).saturating_sub(self.started.elapsed()) / part,
            ..self.control
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
        let enumeration = Enumeration {
            memory: self.session.memory_or(MEMORY),
            threads: self.session.threads(),
            layers,
            goal: self.goal,
            counting: !self.args.no_count,
            hurry: self.hurry,
            // A proof of the harvest keeps its own state there.
            spill: self.spill().filter(|_| self.args.exhaustive),
        };
        #[cfg(feature = "cluster")]
        if let Some(cluster) = self.together {
            let found = enumeration.run_together(&self.game, control, cluster)?;
            findings.take_enumeration(layers, found);
            return Ok(());
        }
        findings.take_enumeration(layers, enumeration.run(&self.game, control)?);
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
        let args = self.args;
        let named = args.order.as_deref().and_then(BeamOrder::named);
        let search = BeamSearch {
            memory: self.session.memory_or(MEMORY),
            threads: self.session.threads(),
            width: NonZeroUsize::new(args.beam.unwrap_or(WIDTH)).expect("not 0"),
            order: named.unwrap_or(BeamOrder::all()[0]),
            aim,
            seed: args.seed,
            restarts: true,
            line: &self.line,
        };
        let found = search.search(&self.game, control, &mut |found| {
            // Nobody is shown a line that the plain rules don't confirm.
            let line = self.line_of(found);
            if replay_turn(&self.game, &line).is_ok() {
                let seeds = counted(found.harvest, "seed");
                let length = record::counted(found.line.len(), found.laps);
                let moves = written(&line.moves);
                let best = format!("best so far {seeds} in {length}: {moves}; positions");
                control.progress.say(best);
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

/// The time limit: some time, if none was given and the search would not end by itself.
fn time(args: &args::Turns, session: &Session<'_>) -> Duration {
    match session.common.time {
        None if !args.proves() && args.nodes.is_none() => TIME,
        given => given.unwrap_or(Duration::MAX),
    }
}

impl From<TurnsError> for Failure {
    fn from(error: TurnsError) -> Failure {
        match error {
            TurnsError::TooLarge { .. } | TurnsError::Line { .. } => Failure::input(error),
            #[cfg(feature = "cluster")]
            TurnsError::Cluster(ClusterError::Differs { .. }) => Failure::input(error),
            #[cfg(feature = "cluster")]
            TurnsError::Cluster(ClusterError::Interrupted { .. }) => {
                Failure::new(Status::Interrupted, error)
            }
            TurnsError::Other { .. } => {
                let hint = "give another folder, or empty this one";
                Failure::data(format!("{error}; {hint}"))
            }
            _ => Failure::data(error),
        }
    }
}
