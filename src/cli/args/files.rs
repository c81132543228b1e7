//! Options of several commands that name a file to write.

use std::path::PathBuf;

use clap::Args;

/// A page to look at.
#[derive(Debug, Args)]
pub struct PageFile {
    /// Writes a page to look at: the board, every lap, the line; one file for any browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}
