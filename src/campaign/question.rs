//! The question of a campaign.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::{Value, json};

use super::error::refused;
use crate::ask::Variant;
use crate::batch::{Method, read_line};
use crate::control::Control;
use crate::files::{Replace, checksum, fault};
use crate::moves::Game;
use crate::record::changed;
use crate::rules::{Preset, StorePlace};
use crate::search::{Evaluator, Goal, SolveError};
use crate::text::Diagnostic;

/// The file of the question.
const QUESTION: &str = "campaign.json";

/// The format of a campaign's folder.
const FORMAT: u64 = 3;

/// The field of the checksum, which comes last.
const CHECKSUM_FIELD: &str = ",\"sum\":";

/// How a question in the formats of version 0.2 begins.
const OLD_FORMATS: [&str; 2] = ["{\"campaign\":1,", "{\"campaign\":2,"];

/// The limit of repeated jobs, as a factor of the initial limit.
const GROWTH: u64 = 4;

/// Nodes of the search that estimates the value.
const ESTIMATE: u64 = 20_000;

/// The question of a campaign, and the size of its jobs.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The rule set after which the rules are named.
    pub preset: &'static Preset,
    /// The position with its rules.
    pub game: Game,
    /// The goal of the proof.
    pub goal: Goal,
    /// The node limit of a first job.
    pub job_nodes: u64,
    /// The node limit of repeated jobs. Each repetition doubles the limit. If a job fails with this
    /// limit, its position is expanded.
    pub most_nodes: u64,
    /// The value to ask about first, an estimate. It affects the amount of work but not the answer.
    pub estimate: i32,
}

impl Question {
    /// Creates a question about a position; a short search estimates its value.
    ///
    /// # Errors
    /// If the round is over, positions can recur, or the machine lacks resources.
    pub fn new(
        preset: &'static Preset,
        game: &Game,
        goal: Goal,
        job_nodes: u64,
    ) -> Result<Question, Diagnostic> {
        if game.rules().store == StorePlace::Far {
            return Err(SolveError::Recurs.into());
        }
        if game.position().is_over() {
            return Err(SolveError::Over.into());
        }
        game.expect_choice()?;
        let within = Control { nodes: ESTIMATE, ..Control::none() };
        let found = Evaluator::new().evaluate(game, within)?;
        Ok(Question {
            preset,
            game: *game,
            goal,
            job_nodes,
            most_nodes: job_nodes.saturating_mul(GROWTH),
            estimate: found.value.seeds(),
        })
    }

    /// Returns the rules for reading lines of this campaign.
    pub(super) fn variant(&self) -> Variant {
        Variant::with(self.preset, self.game.rules())
    }

    /// Writes the question into a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Diagnostic> {
        let (goal, at_least) = match self.goal {
            Goal::Value => ("value", None),
            Goal::Winner => ("winner", None),
            Goal::AtLeast(least) => ("at-least", Some(least)),
        };
        let kept = json!({
            "campaign": FORMAT,
            "position": self.game.position().to_string(),
            "rules": self.preset.name,
            "set": changed(self.game.rules(), self.preset),
            "goal": goal,
            "at_least": at_least,
            "job_nodes": self.job_nodes,
            "most_nodes": self.most_nodes,
            "estimate": self.estimate,
            "version": env!("CHONGKAK_VERSION"),
        });
        let kept = kept.to_string();
        let (open, sum) = (kept.trim_end_matches('}'), checksum(kept.as_bytes()));
        let path = folder.join(QUESTION);
        let file = Replace::new(&path, folder.join("campaign.json.draft"));
        file.write(format!("{open}{CHECKSUM_FIELD}{sum}}}\n").as_bytes()).map_err(refused(&path))
    }

    /// Reads the question of a folder.
    pub(super) fn read(folder: &Path) -> Result<Question, Diagnostic> {
        let path = folder.join(QUESTION);
        let json = match fs::read_to_string(&path) {
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                let problem = "no campaign here, expected a folder made by `campaign new`";
                return Err(fault(folder, problem));
            }
            read => read.map_err(refused(&path))?,
        };
        if json.starts_with(OLD_FORMATS[0]) || json.starts_with(OLD_FORMATS[1]) {
            let problem = "a campaign of version 0.2: create a new one in another folder with \
                           `campaign new`, then add the results.jsonl of this folder with \
                           `campaign add`";
            return Err(fault(folder, problem));
        }
        Question::of(&json).map_err(|what| {
            Diagnostic::data(format_args!("{}, line 1: damaged: {what}", path.display()))
        })
    }

    /// Parses the JSON form of a question.
    fn of(json: &str) -> Result<Question, String> {
        let kept: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let (open, sum) =
            json.trim_end_matches(['}', '\n']).rsplit_once(CHECKSUM_FIELD).unwrap_or_default();
        let is_whole = sum == checksum(format!("{open}}}").as_bytes()).to_string();
        let job = read_line(json, 1, &Variant::of(&Preset::all()[0]), Method::Solve);
        let job = job.map_err(|error| error.to_string())?.filter(|_| is_whole);
        let (Some(job), Some(FORMAT)) = (job, kept["campaign"].as_u64()) else {
            return Err("the file was changed (its checksum differs)".to_owned());
        };
        let goal = match (kept["at_least"].as_i64(), kept["goal"].as_str()) {
            (Some(least), _) => Goal::AtLeast(least as i32),
            (None, Some("winner")) => Goal::Winner,
            _ => Goal::Value,
        };
        Ok(Question {
            preset: job.preset,
            game: job.game,
            goal,
            job_nodes: kept["job_nodes"].as_u64().unwrap_or_default(),
            most_nodes: kept["most_nodes"].as_u64().unwrap_or_default(),
            estimate: kept["estimate"].as_i64().unwrap_or_default() as i32,
        })
    }
}
