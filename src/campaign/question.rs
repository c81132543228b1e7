//! The question of a campaign.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::CampaignError;
use crate::ask::Variant;
use crate::batch::{Method, read_line};
use crate::control::Control;
use crate::moves::Game;
use crate::record::changed;
use crate::rules::{Preset, StorePlace};
use crate::search::{Evaluator, Goal, SolveError};

/// The format of a campaign's folder.
const FORMAT: u32 = 2;

/// The format without a limit for jobs that are asked again.
const WITHOUT_GROWTH: u32 = 1;

/// The most nodes of a job that is asked again, as a factor of those that it has at first.
const GROWTH: u64 = 4;

/// Nodes of the search that says where to ask first.
const ESTIMATE: u64 = 20_000;

/// The question of a campaign, and how large its jobs may be.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The rule set by which the rules are called.
    pub preset: &'static Preset,
    /// The position with its rules.
    pub game: Game,
    /// The goal of the proof.
    pub goal: Goal,
    /// The most nodes of a job.
    pub job_nodes: u64,
    /// The most nodes of a job that is asked again: each time twice as many as before. A position
    /// whose job took so many in vain is taken apart.
    pub most_nodes: u64,
    /// The number to ask about first: a guess at the value. It changes the work and not the answer.
    pub estimate: i32,
}

/// The question as it is kept.
#[derive(Serialize, Deserialize)]
struct StoredQuestion {
    campaign: u32,
    position: String,
    rules: String,
    set: BTreeMap<String, Value>,
    goal: String,
    at_least: Option<i32>,
    job_nodes: u64,
    most_nodes: Option<u64>,
    estimate: i32,
    version: String,
}

impl Question {
    /// A question about a position; a short search guesses at its value.
    ///
    /// # Errors
    /// If the round is over, positions can recur, or the machine doesn't give what a search needs.
    pub fn new(
        preset: &'static Preset,
        game: &Game,
        goal: Goal,
        job_nodes: u64,
    ) -> Result<Question, CampaignError> {
        if game.rules().store == StorePlace::Far {
            return Err(SolveError::Recurs.into());
        }
        if game.position().is_over() {
            return Err(SolveError::Over.into());
        }
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

    /// Returns the rules by which lines of this campaign are read.
    pub(super) fn variant(&self) -> Variant {
        Variant::with(self.preset, self.game.rules())
    }

    /// Its JSON form.
    pub(super) fn json(&self) -> String {
        let (goal, at_least) = match self.goal {
            Goal::Value => ("value", None),
            Goal::Winner => ("winner", None),
            Goal::AtLeast(least) => ("at-least", Some(least)),
        };
        let kept = StoredQuestion {
            campaign: FORMAT,
            position: self.game.position().to_string(),
            rules: self.preset.name.to_owned(),
            set: changed(self.game.rules(), self.preset),
            goal: goal.to_owned(),
            at_least,
            job_nodes: self.job_nodes,
            most_nodes: Some(self.most_nodes),
            estimate: self.estimate,
            version: env!("CHONGKAK_VERSION").to_owned(),
        };
        serde_json::to_string(&kept).expect("a question has a JSON form")
    }

    /// The question of a JSON form, or what is wrong with it.
    pub(super) fn read(json: &str) -> Result<Question, String> {
        let kept: StoredQuestion = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let most_nodes = match (kept.campaign, kept.most_nodes) {
            (WITHOUT_GROWTH, None) => kept.job_nodes,
            (FORMAT, Some(most)) if most >= kept.job_nodes => most,
            (FORMAT, _) => return Err("most_nodes: expected job_nodes or more".to_owned()),
            (found, _) => {
                return Err(format!(
                    "a campaign of format {found}, expected format {FORMAT} or {WITHOUT_GROWTH}"
                ));
            }
        };
        let preset = Preset::named(&kept.rules).map_err(|error| error.to_string())?;
        let base = Variant::of(preset);
        let job = read_line(json, 1, &base, Method::Solve).map_err(|error| error.to_string())?;
        let job = job.ok_or_else(|| "no position".to_owned())?;
        let goal = match (kept.goal.as_str(), kept.at_least) {
            ("value", None) => Goal::Value,
            ("winner", None) => Goal::Winner,
            ("at-least", Some(least)) => Goal::AtLeast(least),
            (goal, _) => return Err(format!("goal {goal:?}, expected value, winner or at-least")),
        };
        Ok(Question {
            preset,
            game: job.game,
            goal,
            job_nodes: kept.job_nodes,
            most_nodes,
            estimate: kept.estimate,
        })
    }
}
