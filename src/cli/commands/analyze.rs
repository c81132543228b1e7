//! `analyze`: what each turn of a record or of a line cost.

pub mod input;
mod many;
mod print;
pub mod rows;

use std::path::{Path, PathBuf};

use clap::{Arg, Args};

use chongkak::ask::{Analyse, Ready};
use chongkak::language::Language;
use chongkak::moves::Game;
use chongkak::rules::{Preset, RuleSet, RuleSets};
use chongkak::sets::{SetGame, Tag, WrittenSet, records};

use self::rows::Rows;
use super::set;
use crate::cli::args::{AS_DRAWN, PageFile, PositionArgs, SearchLimits, number};
use crate::cli::new_file::STANDARD;
use crate::cli::output::Format;
use crate::cli::page::{self, Title};
use crate::cli::records::AnalysisRecord;
use crate::cli::words::counted;
use crate::cli::{CliError, NewFile, Session, Status, position_input, table_folder, watched};

/// Shows what each turn of a record or of a line lost, and the best turn instead
///
/// The positions before and after each turn are evaluated within the limits, from the end of a
/// round back to its beginning. Without a limit each position gets a second, or less in a long set.
/// The loss of a turn is proven if both values are. A joint turn at the start of a round is not
/// analysed, since it belongs to neither player. A limit does not change the exit code. After
/// Ctrl-C the turns analysed so far are shown, and the exit code is 130.
///
/// Several records give a table of games, or of turns with --table turns. They can be in several
/// files, in a folder (its *.txt files), or in one file, where each line `rules:` begins a record.
/// Games are analysed in parallel, one thread each, and stored when they are done, so the same
/// command continues after an interruption. A bad record is reported with its file and line. The
/// others are still analysed, and the exit code is 2.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak analyze record.txt --min-loss 3 --html analysis.html
  chongkak analyze '1,0,3/0 0,5,1/0 A' --line 'A1 B2' --nodes 1M
  chongkak analyze games --nodes 1M --format csv > games.csv
  chongkak analyze monday.txt tuesday.txt --table turns --blunders --store week.sqlite")]
#[command(mut_args(with_own_help))]
pub struct Analyze {
    /// The moves to analyse instead of a record, which may span several rounds
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    /// Numbers the holes in --line round the board: with rows of 6, A's are 1 to 6, B's 8 to 13
    #[arg(long, requires = "line")]
    pub ring: bool,
    #[command(flatten)]
    pub place: PositionArgs,
    /// Shows only turns that lost at least N seeds, proven or estimated
    ///
    /// JSON output and the sums include all turns.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u32>(0..))]
    pub min_loss: u32,
    /// Shows only turns that certainly made the result of the round worse
    ///
    /// They turn a win into none, or at least a draw into a loss. With several records, games
    /// without such a turn are hidden.
    #[arg(long)]
    pub blunders: bool,
    /// Prints a table with a row per game or turn
    ///
    /// The default is a report for one record, and a table of games for several.
    #[arg(long, value_name = "ROWS", value_enum, conflicts_with_all = ["line", "html"])]
    pub table: Option<Rows>,
    /// The store for analyses of several records
    ///
    /// The default is FILE.sqlite for a file with several records, analyses.sqlite in a folder, and
    /// otherwise none.
    #[arg(long, value_name = "FILE.sqlite", conflicts_with_all = ["line", "html"])]
    pub store: Option<PathBuf>,
    /// Stores no analyses
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
    #[command(flatten)]
    pub ahead: SearchLimits,
    /// Searches without the built-in values and first turns
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub page: PageFile,
}

/// Replaces the help of shared arguments that have another meaning here.
fn with_own_help(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "position" => arg.value_name("FILE|POSITION").help(
            "Records: files, folders, or - for standard input. With --line, the position where \
             the line begins, or - for positions [default: the opening]",
        ),
        "as_drawn" => arg.requires("line").help(AS_DRAWN),
        "owned" => arg
            .requires("line")
            .help("Starts --line from the opening in which A owns N seeds and B the rest"),
        "mover" => arg.requires("line").help("The player to move in the opening [default: A]"),
        "nodes" => arg.help("Maximum positions to visit for each evaluation"),
        _ => arg,
    }
}

pub fn run(args: &Analyze, session: &mut Session<'_>) -> Result<Status, CliError> {
    let Some(line) = &args.line else {
        return of_records(args, session);
    };
    if session.common.format == Format::Csv {
        let found = "--format csv: a line gives no table";
        return Err(CliError::unexpected(found, "text, json or jsonl"));
    }
    let line = position_input::line_of_board(line, args.ring, session)?;
    let moves = position_input::moves(&line)?;
    let page = page::file(&args.page, &args.place, session)?;
    position_input::each(&args.place, session, |task, session| {
        let mut game = SetGame::new(task);
        set::given(&mut game, &moves, &line)?;
        show(args, &[], &game, page.as_ref(), session)
    })
}

/// Analyses the records in the arguments. A single record gives a report, unless a table is
/// requested.
fn of_records(args: &Analyze, session: &mut Session<'_>) -> Result<Status, CliError> {
    let words = &args.place.position[..];
    if words.is_empty() {
        return Err(position_input::no_record("--line MOVES"));
    }
    session.expect_no_rules("the record names its rules")?;
    let is_table =
        args.table.is_some() || args.store.is_some() || session.common.format == Format::Csv;
    let all = match words {
        [word] if !Path::new(word).is_dir() => {
            let file = Path::new(word);
            let page = page::file_beside(&args.page, &[file], session)?;
            let bytes = position_input::bytes_of(file, input::LARGEST)?;
            if !is_table && records(&bytes).len() == 1 {
                return of_record(args, file, &bytes, page.as_ref(), session);
            }
            input::of_bytes(file, &bytes)
        }
        words => {
            let is_there = |word: &String| word == STANDARD || Path::new(word).exists();
            if words.len() > 1 && !words.iter().any(is_there) {
                let expected = "files of records, or a position with --line MOVES";
                return Err(CliError::unexpected(words.join(" "), expected));
            }
            input::read_all(words)
        }
    };
    if args.page.html.is_some() {
        let found = format_args!("{}: a page shows one record", page::HTML);
        return Err(CliError::unexpected(found, "one record, and no table"));
    }
    many::run(args, &all, session)
}

fn of_record(
    args: &Analyze,
    file: &Path,
    bytes: &[u8],
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let text = position_input::text(file, bytes, 1)?;
    let written = WrittenSet::read_with(text, &RuleSets::beside(file));
    let written = written.map_err(|error| set::record_files::wrong(file, &error))?;
    let (game, fault) = written.game_up_to_fault();
    let fault = fault.map(|error| set::record_files::wrong(file, &error));
    let turns = game.rounds().iter().map(|round| round.turns.len()).sum::<usize>();
    let mut status = Status::Done;
    if let Some(fault) = fault {
        if turns == 0 {
            return Err(fault);
        }
        status = fault.report();
        let turns = counted(turns as u64, "turn");
        session.message(format_args!("analysing the record up to the error: {turns}"));
    }
    let preset = Preset::named(written.preset).expect("the record has been read");
    session.choose(RuleSet::Shipped(preset))?;
    Ok(status.max(show(args, &written.tags, &game, page, session)?))
}

/// Analyses a set and shows the result.
fn show(
    args: &Analyze,
    tags: &[Tag],
    game: &SetGame,
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let tables = table_folder::from_option(args.ahead.with.tables.as_deref());
    let first = Game::new(game.rules(), &game.rounds()[0].opening);
    let first = first.expect("a set begins with a position of its rules");
    let question =
        Analyse::default().with_fresh(args.fresh).with_limits(args.ahead.within(session.limits()));
    let ready = Ready::default().with_tables(&tables);
    let provenance = session.provenance(&first).limited(&question.kept_limits(game));
    let found = watched(session, |control| question.answer(game, &ready, control, &mut |_| ()))?;
    table_folder::report_problem(&tables, session.common.quiet);
    let record = AnalysisRecord::new(args.min_loss, tags, game, found?, provenance);
    let record = record.showing_blunders(args.blunders);
    session.out.record(&record)?;
    if let Some(page) = page {
        let title = Title {
            result: record.title(),
            rules: page::rules(session.variant.preset(), game.rules()),
            position: Some(first.position().to_string()),
        };
        let scenes = record.scenes(game)?;
        let (curve, english) = (record.curve(), Language::english());
        page.write(&page::html(&title, scenes, curve.as_ref(), english))?;
    }
    Ok(Status::after(record.stopped))
}
