//! The bounds that jobs hand to each other, in a file of the campaign's folder: a line for each job
//! that proved some.
//!
//! A bound in it is true by itself, whatever job found it and whatever ended that job: a search
//! hands on only what it has searched to the end, of a position whose value does not depend on the
//! way to it, under the rules and on the field of the campaign. Limits, goals, tables and horizons
//! are no part of it: they change which bounds are found, and none that is found. So lines may come
//! in any order, twice, and from other machines, and the file may be deleted: that costs nodes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::CampaignError;
use super::finding::{expect_rules, sealed, unsealed};
use super::line_file::{damaged, each, open_to_append};
use super::question::Question;
use crate::batch::{Method, read_line};
use crate::record::changed;
use crate::search::{Exchange, Exchanged};

/// The file of the bounds.
const BOUNDS: &str = "bounds.jsonl";

/// The format of its lines; another one if positions get other numbers.
const FORMAT: u32 = 1;

/// The start of a line.
const START: &str = "{\"bounds\":";

/// The part of a job's nodes that a proof must take for its bounds to be kept.
const PART: u64 = 4096;

/// The least nodes of such a proof: below it, a line costs more than the search.
const LEAST: u64 = 64;

/// Positions of which a run keeps bounds in memory, some 32 bytes each.
const MOST: usize = 1 << 22;

/// A line of the file, without its checksum.
#[derive(Serialize)]
struct Line<'a> {
    bounds: u32,
    position: String,
    rules: &'a str,
    set: BTreeMap<String, Value>,
    of: Vec<(u64, i32, i32, u8)>,
    version: &'a str,
}

/// The fields of a line that matter here.
#[derive(Deserialize)]
struct Fields {
    bounds: u32,
    of: Vec<(u64, i32, i32, u8)>,
}

/// The bounds of a folder, to which a run adds.
pub(super) struct BoundsFile {
    path: PathBuf,
    file: File,
}

impl BoundsFile {
    /// Opens that of a folder which this process alone writes to.
    pub(super) fn open(folder: &Path) -> Result<BoundsFile, CampaignError> {
        let path = path(folder);
        let file = open_to_append(&path)?;
        Ok(BoundsFile { path, file })
    }

    /// Writes what jobs have proven since the last time.
    pub(super) fn keep(
        &mut self,
        exchange: &Exchange,
        question: &Question,
    ) -> Result<(), CampaignError> {
        let new = exchange.take_new();
        if new.is_empty() {
            return Ok(());
        }
        self.write(&line(question, &new))
    }

    pub(super) fn write(&mut self, lines: &str) -> Result<(), CampaignError> {
        let written = self.file.write_all(lines.as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(CampaignError::of(&self.path))
    }
}

/// Reads the bounds that are in the folder of a campaign.
pub(super) fn known(folder: &Path, question: &Question) -> Result<Exchange, CampaignError> {
    let least = (question.job_nodes / PART).max(LEAST);
    let exchange = Exchange::new(least).holding(MOST);
    each(&path(folder), |text, at| {
        let all = read(text, question).map_err(|what| damaged(at, what))?;
        for found in all {
            if !exchange.add(&found) {
                let number = found.position;
                let what = format!("position {number}: bounds that can't be true");
                return Err(damaged(at, what));
            }
        }
        Ok(())
    })?;
    Ok(exchange)
}

/// The path of the bounds of a folder.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join(BOUNDS)
}

/// Tells whether a line is one of bounds, and no result.
pub(super) fn is_line(text: &str) -> bool {
    text.starts_with(START)
}

fn line(question: &Question, all: &[Exchanged]) -> String {
    let (preset, game) = (question.preset, &question.game);
    let line = Line {
        bounds: FORMAT,
        position: game.position().to_string(),
        rules: preset.name,
        set: changed(game.rules(), preset),
        of: all.iter().map(as_tuple).collect(),
        version: env!("CHONGKAK_VERSION"),
    };
    sealed(&serde_json::to_string(&line).expect("a line has a JSON form"))
}

fn as_tuple(found: &Exchanged) -> (u64, i32, i32, u8) {
    (found.position, found.lower, found.upper, found.effort)
}

/// Counts the bounds of a line that another campaign has written.
pub(super) fn sound(line: &str, question: &Question) -> Result<u64, String> {
    let text = unsealed(line).ok_or_else(|| "damaged: its checksum differs".to_owned())?;
    let all = read(&text, question)?;
    let known = Exchange::new(1);
    match all.iter().all(|found| known.add(found)) {
        true => Ok(all.len() as u64),
        false => Err("bounds that can't be true".to_owned()),
    }
}

/// The bounds of a line, without its checksum, for a campaign with this question.
pub(super) fn read(text: &str, question: &Question) -> Result<Vec<Exchanged>, String> {
    let base = question.variant();
    let job = read_line(text, 0, &base, Method::Solve).map_err(|error| error.to_string())?;
    let job = job.ok_or_else(|| "an empty line, expected bounds".to_owned())?;
    expect_rules(&job.game, base.rules())?;
    let [found, expected] = [&job.game, &question.game].map(|game| game.position().field());
    if found != expected {
        let position = job.game.position();
        return Err(format!(
            "bounds of a round with {position}, expected the closed and protected holes of the \
             campaign"
        ));
    }
    let fields: Fields = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if fields.bounds != FORMAT {
        let found = fields.bounds;
        return Err(format!("bounds of format {found}, expected {FORMAT}"));
    }
    let found = |(position, lower, upper, effort)| Exchanged { position, lower, upper, effort };
    Ok(fields.of.into_iter().map(found).collect())
}
