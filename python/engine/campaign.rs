//! Campaigns, in the same folders as those of the program.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use chongkak::ask::{Start, Variant};
use chongkak::campaign::{self, Question};
use chongkak::moves::Game;
use chongkak::protocol::RpcError;
use chongkak::protocol::envelope::{answer, json};
use chongkak::rules::RuleSets;
use chongkak::search::Goal;
use chongkak::text::Diagnostic;

/// An open campaign. If it is open for writing, this process has its folder locked.
#[pyclass(frozen)]
pub struct Campaign {
    /// None after closing.
    campaign: Mutex<Option<campaign::Campaign>>,
}

/// A question: the rule set, the changed options, the position, whether only the winner is asked
/// for, the value to compare with, and the node limit of a job.
type QuestionFields = (String, Vec<(String, String)>, String, bool, Option<i32>, u64);

/// The outcome of adding results: the numbers of new and of known ones, and files whose last line
/// is incomplete.
type AddedCounts = (u64, u64, Vec<PathBuf>);

#[pymethods]
impl Campaign {
    /// Creates a campaign in a folder.
    #[staticmethod]
    fn create(
        py: Python<'_>,
        folder: PathBuf,
        rules: &str,
        options: Vec<(String, String)>,
        position: &str,
        goal: (bool, Option<i32>),
        job_nodes: u64,
    ) -> PyResult<()> {
        let goal = match goal {
            (true, _) => Goal::Winner,
            (false, Some(least)) => Goal::AtLeast(least),
            (false, None) => Goal::Value,
        };
        let create = || {
            let (variant, game) = game(rules, &options, position)?;
            let question = Question::new(variant.preset(), &game, goal, job_nodes)?;
            campaign::Campaign::create(&folder, &question)
        };
        py.detach(create).map_err(|wrong| refused(py, wrong))
    }

    /// Opens the campaign of a folder for reading or writing.
    #[staticmethod]
    fn open(py: Python<'_>, folder: PathBuf, write: bool) -> PyResult<Campaign> {
        let opened = py.detach(|| match write {
            true => campaign::Campaign::open_to_write(&folder),
            false => campaign::Campaign::open(&folder),
        });
        let opened = opened.map_err(|wrong| refused(py, wrong))?;
        Ok(Campaign { campaign: Mutex::new(Some(opened)) })
    }

    /// The question.
    fn question(&self, py: Python<'_>) -> PyResult<QuestionFields> {
        self.with(py, |campaign| {
            let question = campaign.question();
            let rules = question.game.rules();
            let variant = Variant::with(question.preset, rules);
            let value = |name: &str| (name.to_owned(), rules.value(name).unwrap_or_default());
            let options = variant.options_changed().into_iter().map(value).collect();
            let (winner, at_least) = match question.goal {
                Goal::AtLeast(least) => (false, Some(least)),
                goal => (matches!(goal, Goal::Winner), None),
            };
            let (name, position) = (question.preset.name, question.game.position());
            let job_nodes = question.job_nodes;
            Ok((name.to_owned(), options, position.to_string(), winner, at_least, job_nodes))
        })
    }

    /// The state of the campaign, as JSON.
    fn status(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |campaign| Ok(json(&campaign.standing())))
    }

    /// Whether the question is answered.
    fn answered(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |campaign| Ok(campaign.is_answered()))
    }

    /// Returns up to `count` jobs that contribute most to an answer, as JSON. They count as busy
    /// from then on.
    fn tasks(&self, py: Python<'_>, count: u64) -> PyResult<Vec<String>> {
        self.with(py, |campaign| Ok(campaign.tasks(count)?.iter().map(json).collect()))
    }

    /// Adds the results in files.
    fn add_files(&self, py: Python<'_>, files: Vec<PathBuf>) -> PyResult<AddedCounts> {
        self.with(py, |campaign| {
            let added = campaign.add(&files)?;
            Ok((added.new, added.known, added.cut))
        })
    }

    /// Adds results given as JSON lines.
    fn add_lines(&self, py: Python<'_>, lines: &str) -> PyResult<AddedCounts> {
        self.with(py, |campaign| {
            let added = campaign.add_lines(lines)?;
            Ok((added.new, added.known, added.cut))
        })
    }

    /// Closes the campaign and unlocks its folder.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.locked().take()));
    }

    /// Leaves the folder to the process from which this one was forked.
    fn leave_to_parent(&self) {
        // Another thread of that process may have been using it; that thread does not exist here.
        if let Ok(mut campaign) = self.campaign.try_lock() {
            campaign.iter_mut().for_each(campaign::Campaign::leave_to_parent);
        }
    }
}

impl Campaign {
    fn locked(&self) -> MutexGuard<'_, Option<campaign::Campaign>> {
        self.campaign.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work on the campaign while other threads of Python continue.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut campaign::Campaign) -> Result<T, Diagnostic> + Send,
    ) -> PyResult<T> {
        let worked = py.detach(|| self.locked().as_mut().map(work));
        let closed = || PyValueError::new_err("the campaign was closed");
        worked.ok_or_else(closed)?.map_err(|wrong| refused(py, wrong))
    }
}

/// Parses a position under a shipped rule set with changed options.
pub fn game(
    rules: &str,
    options: &[(String, String)],
    position: &str,
) -> Result<(Variant, Game), Diagnostic> {
    let mut variant = Variant::named(rules, &RuleSets::shipped())?;
    for (option, value) in options {
        variant.set(option, value)?;
    }
    let game = variant.game(&Start::at(position))?;
    Ok((variant, game))
}

/// Converts an error to a Python exception.
pub fn refused(py: Python<'_>, wrong: Diagnostic) -> PyErr {
    let answer = answer(None, &Err(RpcError::from(wrong)));
    let errors = py.import("chongkak.errors");
    let error = errors.and_then(|errors| errors.call_method1("refused_by", (answer,)));
    error.map_or_else(|error| error, PyErr::from_value)
}
