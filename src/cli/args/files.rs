//! Options of several commands that name a file to write.

use std::path::PathBuf;

use clap::Args;

/// An interactive page.
#[derive(Debug, Args)]
pub struct PageFile {
    /// Writes an interactive HTML page: the board, the line, every lap; one file for any browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}
