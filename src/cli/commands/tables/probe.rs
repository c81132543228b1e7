//! `tables probe`: the exact value of a position.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use chongkak::board::Side;
use chongkak::moves::Game;
use chongkak::rules::StorePlace;
use chongkak::tables::{self, BuildError, Endgame, TableError, file_name};

use super::{folder, name};
use crate::cli::args::PositionArgs;
use crate::cli::words::{counted, signed};
use crate::cli::{CliError, Record, Session, Status, position_input};

/// The value of a position, looked up by `chongkak tables probe`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProbeRecord {
    /// The position.
    #[cfg_attr(feature = "schemas", schemars(with = "chongkak::board::Position"))]
    position: String,
    /// A's seeds minus B's at the end of the round.
    value: i32,
    /// True: the value is proven.
    exact: bool,
    /// Seeds in open holes.
    in_play: u32,
    /// The name of the table; null for a finished round, which needs none.
    table: Option<String>,
}

impl Record for ProbeRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(
            text,
            "{}\nvalue   {}, exact (A's seeds minus B's)",
            self.position,
            signed(self.value)
        )
    }
}

/// Looks up positions. A table stays open until another one is needed.
pub fn run(
    mut given: Option<&Path>,
    mut place: PositionArgs,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    // The folder is optional: the first argument is a position if it looks like one.
    if let Some(text) = given.filter(|first| !first.exists()).map(Path::to_string_lossy) {
        let of_row = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || ",/xp-".contains(c);
        let row = text.split(' ').next().unwrap_or_default();
        if !row.is_empty() && row.chars().all(of_row) {
            place.position.insert(0, text.into_owned());
            given = None;
        }
    }
    let opening = place.owned.is_some() || place.mover.is_some();
    if opening && !place.position.is_empty() {
        let found = "a position, and --owned or --mover, which choose an opening";
        return Err(CliError::unexpected(found, "one of the two"));
    }
    let folder = folder(given)?;
    let mut table = None;
    position_input::each(&place, session, |task, session| {
        // A position without a table does not stop the others.
        let record = probe(&folder, task, &mut table).map_err(CliError::passing)?;
        session.out.record(&record).map(|()| Status::Done)
    })
}

fn probe(
    folder: &Path,
    game: &Game,
    open: &mut Option<(String, Endgame)>,
) -> Result<ProbeRecord, CliError> {
    let (position, rules) = (game.position(), game.rules());
    let record = |value, in_play, table| ProbeRecord {
        position: position.to_string(),
        value,
        exact: true,
        in_play,
        table,
    };
    if position.is_over() {
        return Ok(record(position.standing(), 0, None));
    }
    if rules.store == StorePlace::Far {
        return Err(TableError::Build(BuildError::Recurring).into());
    }
    game.expect_choice()?;
    let field = position.field();
    let fits = |(_, table): &(String, Endgame)| table.fits(rules, field);
    if !open.as_ref().is_some_and(fits) {
        let path = tables::find(folder, rules, field)?;
        let table = path.map(|path| Ok::<_, TableError>((name(&path), tables::open_file(&path)?)));
        *open = table.transpose()?;
    }
    let Some((name, table)) = open else {
        let (folder, name) = (folder.display(), file_name(rules, field));
        let message = format!("{folder}: no table {name} for {position}");
        return Err(CliError::data(message));
    };
    let seeds = Side::BOTH.map(|side| position.in_play(side)).iter().sum();
    let Some(value) = table.value(position) else {
        let most = counted(table.seeds(), "seed");
        let message = format!("{name} covers up to {most} in play, but {position} has {seeds}");
        return Err(CliError::data(message));
    };
    Ok(record(value, seeds, Some(name.clone())))
}
