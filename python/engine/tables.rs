//! Building endgame tables in a folder.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use pyo3::prelude::*;

use chongkak::control::{Control, Stop, can_start, processors};
use chongkak::moves::Game;
use chongkak::tables::{BuildRequest, TableError, TableProblem, build};

use super::campaign::{game, refused};

/// A table to build for a kind of positions.
#[pyclass(frozen)]
pub struct TableBuild {
    folder: PathBuf,
    /// A position of the kind.
    game: Game,
    /// The maximum number of seeds in play.
    seeds: u32,
    threads: NonZeroUsize,
    stop: Stop,
}

#[pymethods]
impl TableBuild {
    #[new]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        rules: &str,
        options: Vec<(String, String)>,
        position: &str,
        seeds: u32,
        threads: Option<u16>,
    ) -> PyResult<TableBuild> {
        let (_, game) = game(rules, &options, position).map_err(|wrong| refused(py, wrong))?;
        let threads = threads.and_then(|count| NonZeroUsize::new(count.into()));
        let threads = can_start(threads.unwrap_or_else(processors), 0);
        Ok(TableBuild { folder, game, seeds, threads, stop: Stop::new() })
    }

    /// Builds the table unless it exists, and returns its file; None while another process builds
    /// in the folder.
    fn run(&self, py: Python<'_>) -> PyResult<Option<PathBuf>> {
        let request = BuildRequest {
            folder: &self.folder,
            rules: self.game.rules(),
            field: self.game.position().field(),
            seeds: self.seeds,
            memory: None,
            threads: self.threads,
            renew: false,
        };
        match py.detach(|| build(&request, Control::stopped_by(&self.stop))) {
            Ok(table) => Ok(Some(table.path)),
            Err(TableError::File { problem: TableProblem::Busy, .. }) => Ok(None),
            Err(wrong) => Err(refused(py, wrong.into())),
        }
    }

    /// Stops the build soon. Complete levels are kept, and a later build continues from there.
    fn cancel(&self) {
        self.stop.set();
    }
}
