//! The line protocol within a process: a request in, its answer out.

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use chongkak::VERSION;
use chongkak::control::{Budget, can_start, processors};
use chongkak::protocol::envelope::{Call, Id, Message, Refused, answer, read};
use chongkak::protocol::{self, EngineConfig, Notifier, Params, RpcError, cancels, guarded, quick};
use chongkak::rules::{RuleSet, RuleSets};
use chongkak::tables::OpenTables;

/// The word for no tables, in the place of a folder.
const NONE: &str = "none";

/// Answers requests.
#[pyclass(frozen)]
pub struct Service {
    engine: Arc<protocol::Engine>,
}

/// A request that takes time.
#[pyclass(frozen)]
pub struct Search {
    engine: Arc<protocol::Engine>,
    id: Id,
    search: protocol::Search,
}

/// The outcome of a request.
#[derive(IntoPyObject)]
pub enum Received {
    Answer(String),
    Search(Search),
}

#[pymethods]
impl Service {
    /// Creates a service whose default rules, tables and threads are those of the program.
    #[new]
    #[pyo3(signature = (threads=None, memory=None, tables=None))]
    fn new(
        threads: Option<u16>,
        memory: Option<u32>,
        tables: Option<PathBuf>,
    ) -> PyResult<Service> {
        let threads = match threads.map(usize::from) {
            None => processors(),
            Some(count) => NonZeroUsize::new(count)
                .ok_or_else(|| PyValueError::new_err("threads: found 0, expected 1 or more"))?,
        };
        let threads = can_start(threads, 0);
        let config = EngineConfig {
            threads,
            // Every search runs as soon as a thread is free.
            at_once: Some(threads),
            memory: match memory {
                Some(0) => {
                    let message = "memory: found 0, expected 1 MiB or more";
                    return Err(PyValueError::new_err(message));
                }
                memory => Budget::new(memory.map(|mib| mib as usize)),
            },
            time: None,
            open_tables: open_tables(tables.as_deref())?,
            rule_set: default_rules()?,
        };
        let engine = Arc::new(protocol::Engine::new(config));
        Ok(Service { engine })
    }

    /// The version of the engine.
    #[classattr]
    #[pyo3(name = "VERSION")]
    fn version() -> &'static str {
        VERSION
    }

    /// The number of searches that run at the same time.
    fn at_once(&self) -> usize {
        self.engine.at_once.get()
    }

    /// Answers a request, a value of the protocol. A request that takes time is returned as a
    /// search. An empty answer means that the request is valid but must be handled by the caller:
    /// `cancel`, `shutdown`.
    fn receive(&self, py: Python<'_>, request: &[u8]) -> Received {
        py.detach(|| self.answer_request(request))
    }

    /// The error of the installed tables, if any.
    fn problem(&self) -> Option<String> {
        let problem = self.engine.open_tables.problem();
        problem.map(|problem| problem.to_string())
    }
}

impl Service {
    fn answer_request(&self, request: &[u8]) -> Received {
        let call = match read(request) {
            Message::One(call) => call,
            Message::Batch(_) => Err(RpcError::request("found a batch, expected a request").into()),
        };
        let Call { id, method, params } = match call {
            Ok(call) => call,
            Err(Refused { id, problem }) => {
                return Received::Answer(answer(id.as_ref(), &Err(problem)));
            }
        };
        let engine = &*self.engine;
        let mut params = Params::new(params, engine);
        let found = match protocol::Search::read(&method, &mut params, engine) {
            Ok(None) if method == "cancel" => cancels(params).map(|_| String::new()),
            Ok(None) if method == "shutdown" => params.end().map(|()| String::new()),
            Ok(Some(search)) => match (params.end(), id.clone()) {
                (Ok(()), Some(id)) => {
                    let engine = Arc::clone(&self.engine);
                    return Received::Search(Search { engine, id, search });
                }
                (Ok(()), None) => Err(RpcError::request("id: found nothing, expected an id")),
                (Err(problem), _) => Err(problem),
            },
            Ok(None) => guarded(&method, || quick(&method, params, engine)),
            Err(problem) => Err(problem),
        };
        match found {
            Ok(result) if result.is_empty() => Received::Answer(result),
            found => Received::Answer(answer(id.as_ref(), &found)),
        }
    }
}

#[pymethods]
impl Search {
    /// Runs the search and returns the answer. Meanwhile `tell` is called with values of the
    /// protocol, in another thread.
    fn run(&self, py: Python<'_>, tell: Option<Py<PyAny>>) -> PyResult<String> {
        let send = |report: String| {
            // While Python shuts down, no caller is left.
            let called =
                Python::try_attach(|py| tell.as_ref().map(|tell| tell.call1(py, (report,))));
            if let Some(Some(Err(error))) = called {
                Python::attach(|py| error.write_unraisable(py, None));
            }
        };
        py.detach(|| {
            let work = || guarded("search", || self.run_search(&send));
            let found = self.engine.deeply(work);
            let found = found.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            Ok(answer(Some(&self.id), &found))
        })
    }

    /// Stops the search soon; its answer contains the result so far.
    fn cancel(&self) {
        self.search.stop.set();
    }
}

impl Search {
    fn run_search(&self, send: &(dyn Fn(String) + Sync)) -> Result<String, RpcError> {
        self.search.run(&self.engine, &Notifier::new(&self.id, send))
    }
}

/// Opens the tables of a folder, no tables, or those installed, as the program does.
fn open_tables(tables: Option<&Path>) -> PyResult<OpenTables> {
    let none = |named: &Path| named == Path::new(NONE);
    let opened = match tables {
        Some(named) if none(named) => OpenTables::empty(),
        Some(folder) => OpenTables::given(folder),
        None => match env::var_os("CHONGKAK_TABLES").filter(|named| !named.is_empty()) {
            Some(named) if none(Path::new(&named)) => OpenTables::empty(),
            Some(named) => OpenTables::installed(named),
            None => match etcetera::base_strategy::choose_native_strategy() {
                Ok(user) => OpenTables::installed(user.cache_dir().join("chongkak").join("tables")),
                Err(_) => OpenTables::empty(),
            },
        },
    };
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("tables: {error}"));
    opened.expect_folder().map_err(|error| wrong(&error))?;
    Ok(opened)
}

/// The default rules: those named in the environment, otherwise overbeck.
pub fn default_rules() -> PyResult<RuleSet> {
    let named = env::var("CHONGKAK_RULES").unwrap_or_default();
    let name = if named.is_empty() { "overbeck" } else { &named };
    let rules = RuleSets::new().named(name);
    rules.map_err(|error| PyValueError::new_err(format!("CHONGKAK_RULES: {}", error.shown())))
}
