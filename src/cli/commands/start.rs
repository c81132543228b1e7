//! `start`: both players start at the same time.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use chongkak::ask::{Ready, SolveStart, StartBy, StartFound};
use chongkak::control::StopReason;
use chongkak::language::Language;
use chongkak::moves::Game;
use chongkak::search::MEMORY;
use chongkak::start::{JointTurn, Lockstep, Next, Tie};
use chongkak::tables::OpenTables;

use crate::cli::args::{PageFile, PositionArgs, number};
use crate::cli::page::{self, Scene};
use crate::cli::records::{JointPlayRecord, StartRecord};
use crate::cli::{CliError, Session, Status, position_input, table_folder, watched};

/// Solves a first round that both players start together, or proves bounds
///
/// Both players drop one seed per tick. Without --exact and --bounds the value is proven if that
/// takes at most --states joint positions, and at most a million positions of the solver for each
/// round that follows. Otherwise search trees prove bounds for every pair of first choices. The
/// bounds always hold; with more than one thread they may differ a little from run to run.
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  chongkak start --holes 3 --seeds 2
  chongkak start --rules congklak-six --holes 3 --seeds 3 --tie a --format json
  chongkak start --bounds --trees 4 --time 60
  chongkak start play --holes 3 --seeds 2 --line "A3 B3 / coin A" --html joint.html"#)]
#[command(subcommand_precedence_over_arg = true)]
pub struct Start {
    #[command(subcommand)]
    pub command: Option<StartCommand>,
    #[command(flatten)]
    pub place: PositionArgs,
    /// Who is first when both players land, or stop, in the same tick: A, B, or by a fair coin
    #[arg(long, value_name = "a|b|coin", default_value = "coin", global = true, value_parser = tie())]
    pub tie: Tie,
    /// Proves the value, however long it takes
    #[arg(long)]
    pub exact: bool,
    /// Proves bounds for every pair of first choices by search trees, without trying to prove the
    /// value
    #[arg(long, alias = "estimate", conflicts_with = "exact")]
    pub bounds: bool,
    /// Maximum joint positions in a proof [default: 200000, or with --exact as many as fit into
    /// 2048 MiB or --memory]
    #[arg(long, hide_short_help = true, value_name = "N", conflicts_with = "bounds",
          value_parser = number::<u32>(1..))]
    pub states: Option<u32>,
    /// For a proof: the folder of endgame tables (see `tables build`), or `none` for no tables
    /// [default: the installed tables, see `tables install`]
    #[arg(long, value_name = "DIR|none", conflicts_with = "bounds")]
    pub tables: Option<PathBuf>,
    /// For bounds: number of search trees for every pair of first choices
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = SolveStart::default().trees, conflicts_with = "exact",
          value_parser = number::<u32>(1..=10_000))]
    pub trees: u32,
    /// For bounds: iterations of each tree
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = SolveStart::default().plays, conflicts_with = "exact",
          value_parser = number::<u32>(1..=10_000_000))]
    pub iterations: u32,
    #[arg(long, value_name = "N", conflicts_with = "exact",
          value_parser = number::<u64>(1..=1_000_000_000_000), help = format!(
        "For bounds: maximum positions for the value of a later turn; one third of the trees \
         visits half as many, another third a quarter [default: {}]",
        SolveStart::NODES
    ))]
    pub nodes: Option<u64>,
    /// For bounds: the random seed
    #[arg(long, value_name = "N", default_value_t = SolveStart::default().seed, conflicts_with = "exact",
          value_parser = number::<u64>(..))]
    pub seed: u64,
    /// Number of likely lines to show for a proven value
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = SolveStart::default().lines,
          value_parser = number::<usize>(0..=1000))]
    pub lines: usize,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Subcommand)]
pub enum StartCommand {
    /// Plays a line of joint choices, tick by tick
    #[command(after_help = "Examples:
  chongkak start play --holes 3 --seeds 2 --line 'A2 B2 / A1 B1 / coin A'
  chongkak start play --line 'A3 B7' --html joint.html")]
    Play {
        #[command(flatten)]
        place: PositionArgs,
        /// The choices, with a / between ticks: "A3 B7 / A1" (both players, then A alone); "coin A"
        /// or "coin B" where it matters who is first in a tie
        #[arg(long, value_name = "LINE")]
        line: String,
        #[command(flatten)]
        page: PageFile,
    },
}

fn tie() -> impl TypedValueParser<Value = Tie> {
    PossibleValuesParser::new(Tie::ALL.iter().map(|tie| tie.name()))
        .map(|name| name.parse().expect("a possible value"))
}

pub fn run(args: &Start, session: &mut Session<'_>) -> Result<Status, CliError> {
    if let Some(command) = &args.command {
        expect_nothing_before_play(args)?;
        return play(command, args.tie, session);
    }
    let page = page::file(&args.page, &args.place, session)?;
    let tables = match args.bounds {
        true => OpenTables::empty(),
        false => table_folder::from_option(args.tables.as_deref()),
    };
    let question = question(args, session);
    position_input::each(&args.place, session, |task, session| {
        let model = lockstep(task, args.tie)?;
        let table = table_folder::endgame(&tables, task, session)?;
        let ready = Ready::default().with_endgame(table.as_deref());
        let found = watched(session, |control| question.answer(&model, &ready, control))??;
        let record = StartRecord::new(&question, &model, &found, session.provenance(task));
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || Ok((record.title(), record.scenes(&model)?)))?;
        Ok(match (&found, found.stopped()) {
            // Reaching the limits is normal for bounds of trees, but there must be some bounds.
            (StartFound::Bounded(found), Some(reason))
                if found.trees > 0 && reason != StopReason::Interrupted =>
            {
                Status::Done
            }
            (_, stopped) => Status::after(stopped),
        })
    })
}

/// Builds the question from the arguments, for any position.
fn question(args: &Start, session: &Session<'_>) -> SolveStart {
    let by = match args {
        Start { exact: true, .. } => StartBy::Value,
        Start { bounds: true, .. } => StartBy::Bounds,
        _ => StartBy::Either,
    };
    let states = args.states.map(|states| states.try_into());
    let states = states.map(|states| states.unwrap_or(usize::MAX));
    // Joint positions get half of the memory, the searches of rounds the other half.
    let half = |usual: usize| session.memory_or(2 * usual) / 2;
    let fit = || SolveStart::states_in(half(SolveStart::MEMORY));
    let limits = match args.exact {
        true => session.limits().with_memory(half(MEMORY)),
        false => session.limits(),
    };
    SolveStart::default()
        .with_by(by)
        .with_states(states.or_else(|| args.exact.then(fit)))
        .with_lines(args.lines)
        .with_trees(args.trees)
        .with_plays(args.iterations)
        .with_seed(args.seed)
        .with_limits(limits.with_nodes(args.nodes))
}

/// Rejects arguments before `play`, which would be ignored.
fn expect_nothing_before_play(args: &Start) -> Result<(), CliError> {
    let limits = args.exact || args.bounds || args.states.is_some() || args.tables.is_some();
    if args.place.is_given() || limits || args.page.html.is_some() {
        let message = "start play: expected the position and --html after play, and no option of a \
                       proof or of bounds before it";
        return Err(CliError::input(message));
    }
    Ok(())
}

/// Returns the model, or the error of the position or the rules.
fn lockstep(task: &Game, tie: Tie) -> Result<Lockstep, CliError> {
    let model = Lockstep::new(task, tie);
    model.map_err(|error| CliError::whole(format_args!("position: {error}"), task.position()))
}

/// Shows a line of joint choices tick by tick.
fn play(args: &StartCommand, tie: Tie, session: &mut Session<'_>) -> Result<Status, CliError> {
    let StartCommand::Play { place, line, page } = args;
    let page = page::file(page, place, session)?;
    position_input::each(place, session, |task, session| {
        let model = lockstep(task, tie)?;
        let turn = JointTurn::read(&model, line).map_err(|error| {
            let span = error.span.clone().unwrap_or(0..0);
            CliError::input_at(format_args!("--line, {error}"), line, &span)
        })?;
        let record = JointPlayRecord::new(&turn, session.provenance(task));
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            let title = match turn.next {
                Next::Done(_) => page::played(line, 1, task.position(), Language::english()),
                _ if turn.ticks.is_empty() => "Both start together: no choice yet".to_owned(),
                _ => format!("Both start together: {line}"),
            };
            Ok((title, vec![Scene::of_joint_line("", &model, &turn.ticks, Language::english())?]))
        })?;
        Ok(Status::Done)
    })
}
