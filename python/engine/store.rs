//! Stores of results, as in batches of the program.

use std::mem;
use std::path::PathBuf;
use std::process;
use std::sync::Mutex;

use pyo3::prelude::*;

use chongkak::batch::{self, Merge, columns, in_words, place};
use chongkak::control::{Budget, processors, unpoisoned};
use chongkak::protocol::envelope::{Call, Message, answer, read};
use chongkak::protocol::{self, Engine, EngineConfig, Params, RpcError, StoredQuestion};
use chongkak::tables::OpenTables;
use chongkak::text::Diagnostic;
use serde_json::Value;

use super::service::default_rules;

/// An answer in the form of the protocol.
type Answer = String;

/// An open store, which looks up answers to requests and stores new ones.
#[pyclass(frozen)]
pub struct Store {
    /// None after closing.
    store: Mutex<Option<batch::Store>>,
    /// Parses requests; never searches.
    reader: Engine,
    /// The process that opened the store.
    process: u32,
}

#[pymethods]
impl Store {
    /// Opens a store, or creates it if there is none. The second value is an error of the file.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<(Option<Store>, Option<Answer>)> {
        let config = EngineConfig {
            threads: processors(),
            at_once: None,
            memory: Budget::new(None),
            time: None,
            open_tables: OpenTables::empty(),
            rule_set: default_rules()?,
        };
        Ok(match py.detach(|| batch::Store::open(&path)) {
            Ok(store) => {
                let store = Mutex::new(Some(store));
                let (reader, process) = (Engine::new(config), process::id());
                (Some(Store { store, reader, process }), None)
            }
            Err(fault) => (None, Some(refusal(fault))),
        })
    }

    /// Returns the stored answer to a request, or null.
    fn known(&self, py: Python<'_>, request: &[u8]) -> Answer {
        py.detach(|| answer(None, &self.with(|store| self.question(request)?.known(store))))
    }

    /// Stores the answer to a request, which took this many seconds.
    fn keep(&self, py: Python<'_>, request: &[u8], found: &str, seconds: f64) -> Answer {
        let kept = |store: &mut batch::Store| self.question(request)?.keep(store, found, seconds);
        py.detach(|| answer(None, &self.with(kept).map(|()| "null".to_owned())))
    }

    /// Closes the file.
    fn close(&self, py: Python<'_>) -> Answer {
        py.detach(|| {
            let closed = self.with(|store| Ok(store.release()?));
            if self.process == process::id() {
                unpoisoned(self.store.lock()).take();
            }
            answer(None, &closed.map(|()| "null".to_owned()))
        })
    }
}

impl Store {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut batch::Store) -> Result<T, RpcError>,
    ) -> Result<T, RpcError> {
        if self.process != process::id() {
            let owner = format_args!("the store belongs to process {}", self.process);
            return Err(RpcError::request(owner));
        }
        match unpoisoned(self.store.lock()).as_mut() {
            Some(store) => work(store),
            None => Err(RpcError::request("the store was closed")),
        }
    }

    fn question(&self, request: &[u8]) -> Result<StoredQuestion, RpcError> {
        let Message::One(call) = read(request) else {
            return Err(RpcError::request("found a batch, expected a request"));
        };
        let Call { method, params, .. } = call.map_err(|refused| refused.problem)?;
        let mut params = Params::new(params, &self.reader);
        let search = protocol::Search::read(&method, &mut params, &self.reader)?;
        params.end()?;
        match search {
            Some(search) => StoredQuestion::of(&search),
            None => Err(RpcError::method(&method, &["evaluate", "solve"])),
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // A forked process has a copy. SQLite must not close a connection of its parent.
        if self.process != process::id() {
            mem::forget(unpoisoned(self.store.get_mut()).take());
        }
    }
}

/// A cell of a table.
#[derive(IntoPyObject)]
pub enum Cell {
    Truth(bool),
    Whole(u64),
    Negative(i64),
    Number(f64),
    Text(String),
}

/// The named columns of a table; None is an empty cell.
type Columns = Vec<(&'static str, Vec<Option<Cell>>)>;

/// Reads the best results of several stores, in the columns of an export. The second value is an
/// error of a store.
#[pyfunction]
pub fn stored(py: Python<'_>, paths: Vec<PathBuf>) -> (Option<Columns>, Option<Answer>) {
    match py.detach(|| read_all(&paths)) {
        Ok(columns) => (Some(columns), None),
        Err(fault) => (None, Some(refusal(fault))),
    }
}

fn read_all(paths: &[PathBuf]) -> Result<Columns, Diagnostic> {
    let stores = paths.iter().map(|path| batch::Store::open_existing(path));
    let stores = stores.collect::<Result<Vec<_>, _>>()?;
    let places: Vec<String> = columns().iter().map(|column| place(column)).collect();
    let mut found: Columns = columns().iter().map(|column| (column.as_str(), Vec::new())).collect();
    let mut merge = Merge::new(&stores);
    while let Some(entry) = merge.next_best()? {
        let record = serde_json::to_value(entry.record()?);
        let record = record.expect("a record has a JSON form");
        for ((_, cells), place) in found.iter_mut().zip(&places) {
            cells.push(record.pointer(place).and_then(cell));
        }
    }
    Ok(found)
}

/// Converts a value to a cell. Values that an export as text leaves empty are None.
fn cell(value: &Value) -> Option<Cell> {
    match value {
        Value::Bool(truth) => Some(Cell::Truth(*truth)),
        Value::Number(number) => {
            let whole = number.as_u64().map(Cell::Whole);
            let whole = whole.or_else(|| number.as_i64().map(Cell::Negative));
            whole.or_else(|| number.as_f64().map(Cell::Number))
        }
        other => Some(in_words(other)).filter(|text| !text.is_empty()).map(Cell::Text),
    }
}

/// The error of a store, as an answer of the protocol.
fn refusal(fault: Diagnostic) -> Answer {
    answer(None, &Err(RpcError::from(fault)))
}
