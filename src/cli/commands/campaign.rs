//! `campaign`: a proof made of many searches.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use chongkak::campaign::{self, Campaign, CampaignStatus, Question, Run};
use chongkak::control::StopReason;
use chongkak::language::Language;
use chongkak::record::RulesRecord;
use chongkak::search::Goal;
use chongkak::tables::OpenTables;

use crate::cli::args::{
    self, CampaignAdd, CampaignNew, CampaignProof, CampaignRun, CampaignTasks, WithTables,
};
use crate::cli::records::ProofRecord;
use crate::cli::style::{BOUNDS, PROVEN};
use crate::cli::watch::watched_beside;
use crate::cli::words::{counted, signed};
use crate::cli::{
    CliError, Record, Session, Status, picture, position_input, proof_file, table_folder, words,
};

pub fn run(args: &args::Campaign, session: &mut Session<'_>) -> Result<Status, CliError> {
    if !matches!(args, args::Campaign::New(_)) {
        session.expect_no_rules("a campaign has its own rules")?;
    }
    match args {
        args::Campaign::New(args) => begin(args, session),
        args::Campaign::Tasks(args) => tasks(args, session),
        args::Campaign::Add(args) => add(args, session),
        args::Campaign::Status(of) => show(&Campaign::open(&of.folder)?, None, None, session),
        args::Campaign::Run(args) => work(args, session),
        args::Campaign::Proof(args) => prove(args, session),
    }
}

fn begin(args: &CampaignNew, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.place.position.join(" ").trim() == "-" {
        let found = "campaign new: - reads any number of positions";
        return Err(CliError::unexpected(found, "the position as an argument"));
    }
    position_input::each(&args.place, session, |game, session| {
        position_input::expect_under_way(game)?;
        let question =
            Question::new(session.variant.preset(), game, args.asked.goal(), args.job_nodes)?;
        Campaign::create(&args.folder, &question)?;
        show(&Campaign::open(&args.folder)?, None, None, session)
    })
}

fn tasks(args: &CampaignTasks, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut campaign = Campaign::open(&args.of.folder)?;
    session.out.expect_lines();
    let tasks = campaign.tasks(args.count)?;
    if tasks.is_empty() {
        session.message("no job is left: the question is answered");
    }
    for task in tasks {
        session.out.record(&task)?;
    }
    Ok(Status::Done)
}

fn add(args: &CampaignAdd, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut campaign = Campaign::open_to_write(&args.of.folder)?;
    let added = campaign.add(&args.files)?;
    for file in &added.cut {
        let what = "ends in the middle of a line; that line is ignored";
        session.message(format_args!("{}: {what}", file.display()));
    }
    let (new, known) = (counted(added.new, "new result"), added.known);
    session.message(format_args!("{new}, {known} already known"));
    show(&campaign, None, None, session)
}

fn work(args: &CampaignRun, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut campaign = Campaign::open_to_write(&args.of.folder)?;
    let tables = tables(&args.with, &campaign, session)?;
    let most = args.jobs.unwrap_or(u64::MAX);
    let run = parallel(args.parallel, most, &tables, session);
    let stopped = watched_beside(session.common, |control, _| {
        campaign::run(&mut campaign, run, control.with_nodes(most))
    })?;
    // Reaching the requested number of jobs needs no message.
    let stopped = stopped.filter(|stopped| *stopped != StopReason::Nodes);
    let status = show(&campaign, stopped, None, session)?;
    Ok(match campaign.is_answered() {
        true => status,
        false => status.max(Status::Limit),
    })
}

fn prove(args: &CampaignProof, session: &mut Session<'_>) -> Result<Status, CliError> {
    if args.jobs.is_some() {
        let found = "--jobs: it is now called --parallel";
        return Err(CliError::unexpected(found, "--parallel N"));
    }
    let folder = &args.of.folder;
    let campaign = Campaign::open(folder)?;
    let path = args.file.clone();
    let path = path.unwrap_or_else(|| folder.join("campaign.proof"));
    let inputs = [Some(folder.as_path()), args.with.tables.as_deref()];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().collect();
    let force = args.force;
    let file = proof_file::new("campaign proof", &path, force, &inputs, session)?;
    let tables = tables(&args.with, &campaign, session)?;
    let run = parallel(args.parallel, u64::MAX, &tables, session);
    let most = usize::try_from(args.proof_positions).unwrap_or(usize::MAX);
    let started = Instant::now();
    let proof = watched_beside(session.common, |control, _| {
        let proven = campaign::prove(&campaign, run, most, control)?;
        let (jobs, nodes) = (counted(proven.jobs, "job"), counted(proven.nodes, "node"));
        session.message(format_args!("{jobs} proven again, {nodes}"));
        let (game, bounds) = (&campaign.question().game, (proven.lower, proven.upper));
        proof_file::write(&file, game, bounds, proven.proof, control, started)
    })?;
    show(&campaign, None, Some(proof), session)
}

/// Returns how to run at most `most` jobs: parallel jobs share the memory.
fn parallel<'a>(
    requested: Option<u16>,
    most: u64,
    tables: &'a OpenTables,
    session: &Session<'_>,
) -> Run<'a> {
    let parallel = requested.and_then(|requested| NonZeroUsize::new(requested.into()));
    let parallel = parallel.unwrap_or_else(|| session.threads());
    let most = usize::try_from(most).ok().and_then(NonZeroUsize::new);
    let parts = session.divided(most.map_or(parallel, |most| most.min(parallel)));
    Run { parallel: parts.at_once, memory: parts.each, tables }
}

/// Opens the endgame tables for all jobs, with a message if there is none.
fn tables(
    with: &WithTables,
    campaign: &Campaign,
    session: &Session<'_>,
) -> Result<OpenTables, CliError> {
    let tables = table_folder::from_option(with.tables.as_deref());
    table_folder::endgame(&tables, &campaign.question().game, session)?;
    Ok(tables)
}

fn show(
    campaign: &Campaign,
    stopped: Option<StopReason>,
    proof: Option<ProofRecord>,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    session.out.record(&StandingRecord {
        standing: campaign.standing(),
        question: *campaign.question(),
        stopped,
        proof,
    })?;
    Ok(Status::after(stopped))
}

/// The state of a campaign: the answer of `chongkak campaign status`, and of `new`, `add`, `run`
/// and `proof`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StandingRecord {
    #[serde(flatten)]
    standing: CampaignStatus,
    #[serde(skip)]
    question: Question,
    #[serde(skip)]
    stopped: Option<StopReason>,
    /// The proof, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}

impl StandingRecord {
    /// Returns the question, and its answer as far as known.
    fn question(&self) -> (String, &'static str) {
        let CampaignStatus { lower, upper, .. } = self.standing;
        match self.question.goal {
            Goal::Value if lower == upper => ("the value".to_owned(), "known"),
            Goal::Value => ("the value".to_owned(), "open"),
            Goal::Winner => {
                let answer = match (lower, upper) {
                    (1.., _) => "A",
                    (_, ..0) => "B",
                    (0, 0) => "nobody",
                    _ => "open",
                };
                ("who wins".to_owned(), answer)
            }
            Goal::AtLeast(least) => {
                let answer = match (lower, upper) {
                    (lower, _) if lower >= least => "yes",
                    (_, upper) if upper < least => "no",
                    _ => "open",
                };
                let wording = format!("whether the value is at least {}", signed(least));
                (wording, answer)
            }
        }
    }
}

impl Record for StandingRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (question, standing) = (&self.question, &self.standing);
        let rules = RulesRecord::new(question.preset, question.game.rules());
        writeln!(text, "{}", picture::wrapped("rules   ", &rules.to_string()))?;
        writeln!(text, "board   {}", standing.position)?;
        let (wording, answer) = self.question();
        writeln!(text, "asked   {wording}: {answer}")?;
        let [lower, upper] = [standing.lower, standing.upper].map(signed);
        match standing.exact {
            true => {
                let result = picture::result_in_words(standing.lower, Language::english());
                writeln!(text, "value   {PROVEN}{lower}{PROVEN:#}, proven: {result}")?;
            }
            false => writeln!(
                text,
                "value   from {BOUNDS}{lower}{BOUNDS:#} to {BOUNDS}{upper}{BOUNDS:#}, proven bounds"
            )?,
        }
        let why = words::stopped_by(self.stopped);
        writeln!(
            text,
            "jobs    {} open, {} settled; {}{why}",
            counted(standing.open, "position"),
            standing.proven,
            counted(standing.nodes, "node"),
        )?;
        if let Some(proof) = &self.proof {
            writeln!(text, "{proof}")?;
        }
        Ok(())
    }
}
