//! `solve`: the exact value of a round.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use clap::builder::PossibleValuesParser;

use chongkak::ask::{self, Ready};
use chongkak::search::Technique;
use chongkak::text::Diagnostic;

use crate::cli::args::{PageFile, PositionAndLine, ProofTarget, WithTables, number};
use crate::cli::records::SolveRecord;
use crate::cli::{
    CliError, Session, Status, page, position_input, proof_file, table_folder, watched,
};

/// Proves the value of a position by searching to the end of the round
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak solve --rules conglak --holes 4 --seeds 3
  chongkak solve --winner
  chongkak solve --rules conglak --holes 4 --seeds 3 --at-least 10
  chongkak solve --rules kalah --holes 3 --seeds 2 --proof kalah.proof
  chongkak solve --rules conglak --holes 4 --seeds 3 --html solve.html")]
pub struct Solve {
    #[command(flatten)]
    pub from: PositionAndLine,
    #[command(flatten)]
    pub asked: ProofTarget,
    #[command(flatten)]
    pub with: WithTables,
    /// Maximum positions to visit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    /// Searches without the built-in values and first turns
    #[arg(long)]
    pub fresh: bool,
    /// Writes a proof for the independent checker `scripts/check-proof`
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Maximum positions in the proof; each takes 100 to 400 bytes of memory
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 4_000_000, requires = "proof",
          value_parser = number::<u32>(1..))]
    pub proof_positions: u32,
    /// Turns off a technique of the search, to measure its effect (repeatable)
    #[arg(long, hide_short_help = true, value_name = "TECHNIQUE",
          value_parser = PossibleValuesParser::new(
              Technique::ALL.iter().map(|technique| technique.name()).chain([ENDGAME])))]
    pub without: Vec<String>,
    #[command(flatten)]
    pub page: PageFile,
}

/// The value of `--without` for the endgame table that a long search builds.
const ENDGAME: &str = "endgame";

pub fn run(args: &Solve, session: &mut Session<'_>) -> Result<Status, CliError> {
    let page = page::file(&args.page, &args.from.place, session)?;
    position_input::expect_one(&args.from.place, "--proof", args.proof.as_deref(), "a proof")?;
    let table_folder = table_folder::from_option(args.with.tables.as_deref());
    let question = question(args, session);
    let most = usize::try_from(args.proof_positions).unwrap_or(usize::MAX);
    position_input::each_after(&args.from, session, |task, line, session| {
        let inputs = args.with.tables.as_deref();
        let file = args.proof.as_deref().map(|path| {
            proof_file::new("--proof", path, args.page.force, inputs.as_slice(), session)
        });
        let file = file.transpose()?;
        let table = table_folder::endgame(&table_folder, task, session)?;
        let ready = Ready::default().with_endgame(table.as_deref()).with_line(line);
        let started = Instant::now();
        let provenance = session.provenance(task).limited(&question.limits);
        let found = watched(session, |control| {
            let Some(file) = &file else {
                let answer = question.answer(task, &ready, control);
                return answer.map(|answer| (answer, Ok(None)));
            };
            let (answer, proof) = question.prove(task, &ready, control, most)?;
            let bounds = (answer.found.bounds.lower, answer.found.bounds.upper);
            let kept = proof_file::write(file, task, bounds, proof, control, started);
            Ok::<_, Diagnostic>((answer, kept.map(Some)))
        })?;
        let (answer, proof) = found?;
        let (nodes, stopped) = (answer.found.nodes, answer.found.stopped);
        let is_known = answer.knowledge.has_value();
        let mut record = SolveRecord::new(task, question.goal, answer, provenance);
        // The findings are shown even if the proof cannot be written.
        let unkept = proof.map(|proof| record.proof = proof);
        table_folder::report_problem(&table_folder, session.common.quiet);
        if !is_known {
            session.remark_effort(nodes, started);
        }
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            Ok((record.title(), vec![record.scene(task)?]))
        })?;
        let status = Status::after(stopped);
        unkept.map(|()| status)
    })
}

/// Builds the question from the arguments.
fn question(args: &Solve, session: &Session<'_>) -> ask::Solve {
    let mut question = ask::Solve::default()
        .with_goal(args.asked.goal())
        // Measuring a technique needs a search.
        .with_fresh(args.fresh || !args.without.is_empty())
        .with_limits(session.limits().with_nodes(args.nodes));
    for name in &args.without {
        match name.parse() {
            Ok(technique) => question.techniques = question.techniques.without(technique),
            // The only other value is the endgame table.
            Err(_) => question.endgame_after = Some(u64::MAX),
        }
    }
    question
}
