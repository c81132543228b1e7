//! Campaigns: the same folder that the program reads and writes.

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

/// A campaign that was opened: what is known, and if it is to be written the folder for this process
/// alone.
#[pyclass(frozen)]
pub struct Campaign {
    /// None once it is closed.
    campaign: Mutex<Option<campaign::Campaign>>,
}

/// A question: the rule set, the options in which the rules differ, the position, whether only the
/// winner is asked for, the least value that is asked for, and the most nodes of a job.
type Asked = (String, Vec<(String, String)>, String, bool, Option<i32>, u64);

/// What came of results: new ones, known ones, and files that end in the midst of a line.
type Taken = (u64, u64, Vec<PathBuf>);

#[pymethods]
impl Campaign {
    /// Begins a campaign in a folder.
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

    /// Opens the campaign of a folder: to read what is there now, or to write.
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
    fn question(&self, py: Python<'_>) -> PyResult<Asked> {
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

    /// How it stands, as JSON.
    fn status(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |campaign| Ok(json(&campaign.standing())))
    }

    /// Tells whether the question is answered.
    fn answered(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |campaign| Ok(campaign.is_answered()))
    }

    /// The jobs that do most for an answer now, up to so many, as JSON. They count as being at work.
    fn tasks(&self, py: Python<'_>, count: u64) -> PyResult<Vec<String>> {
        self.with(py, |campaign| Ok(campaign.tasks(count)?.iter().map(json).collect()))
    }

    /// Takes in the results of files.
    fn add_files(&self, py: Python<'_>, files: Vec<PathBuf>) -> PyResult<Taken> {
        self.with(py, |campaign| {
            let added = campaign.add(&files)?;
            Ok((added.new, added.known, added.cut))
        })
    }

    /// Takes in results as lines of JSON.
    fn add_lines(&self, py: Python<'_>, lines: &str) -> PyResult<Taken> {
        self.with(py, |campaign| {
            let added = campaign.add_lines(lines)?;
            Ok((added.new, added.known, added.cut))
        })
    }

    /// Gives the folder back.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.locked().take()));
    }

    /// Leaves the folder to the process that this one was forked from.
    fn leave_to_parent(&self) {
        // Another thread of that process may have been at work with it, and is not here.
        if let Ok(mut campaign) = self.campaign.try_lock() {
            campaign.iter_mut().for_each(campaign::Campaign::leave_to_parent);
        }
    }
}

impl Campaign {
    fn locked(&self) -> MutexGuard<'_, Option<campaign::Campaign>> {
        self.campaign.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works with it while other threads of Python go on.
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

/// A position under a shipped rule set with options on top.
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

/// The exception for what is wrong.
pub fn refused(py: Python<'_>, wrong: Diagnostic) -> PyErr {
    let told = answer(None, &Err(RpcError::from(wrong)));
    let errors = py.import("chongkak.errors");
    let error = errors.and_then(|errors| errors.call_method1("refused_by", (told,)));
    error.map_or_else(|error| error, PyErr::from_value)
}
