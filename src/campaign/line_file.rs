//! Files of lines that only ever grow: what was being written when a process died is cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use super::error::{CampaignError, Origin};
use super::finding::unsealed;

/// The message about a line whose checksum differs.
const CHANGED: &str = "it is not what was written (its checksum differs)";

/// The lines of a file, each with its line break and where it stands.
pub(super) fn lines<'a>(
    path: &Path,
    bytes: &'a [u8],
) -> impl Iterator<Item = (Origin, &'a [u8])> + use<'a> {
    let file = Arc::<Path>::from(path);
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    (1..).zip(lines).map(move |(number, bytes)| {
        let (file, line) = (Arc::clone(&file), Some(number));
        (Origin { file, line }, bytes)
    })
}

/// The bytes of a file; none if there is no such file.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, CampaignError> {
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(CampaignError::of(path)),
    }
}

/// Reads the whole lines of a campaign's own file, each without its checksum; true if something
/// stands behind them.
pub(super) fn each(
    path: &Path,
    mut take: impl FnMut(&str, &Origin) -> Result<(), CampaignError>,
) -> Result<bool, CampaignError> {
    let bytes = bytes(path)?;
    for (at, bytes) in lines(path, &bytes) {
        if !bytes.ends_with(b"\n") {
            return Ok(true);
        }
        let text = std::str::from_utf8(bytes).ok().and_then(unsealed);
        let text = text.ok_or_else(|| damaged(&at, CHANGED.to_owned()))?;
        take(&text, &at)?;
    }
    Ok(false)
}

pub(super) fn damaged(at: &Origin, what: String) -> CampaignError {
    CampaignError::Damaged { at: at.clone(), what }
}

/// Opens a file to put lines behind its last whole one.
pub(super) fn open_to_append(path: &Path) -> Result<File, CampaignError> {
    let open = || -> io::Result<File> {
        let whole = whole_lines(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole)?;
        file.sync_all()?;
        Ok(file)
    };
    open().map_err(CampaignError::of(path))
}

/// The bytes of a file up to its last line break.
fn whole_lines(path: &Path) -> io::Result<u64> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        read => read?,
    };
    let last = bytes.iter().rposition(|&byte| byte == b'\n');
    Ok(last.map_or(0, |last| last as u64 + 1))
}
