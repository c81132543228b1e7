//! Compressed table files in a build without zstd: there are none.

use std::path::Path;

use super::error::{PackedError, TableError, at};
use super::header::Header;
use crate::control::Clock;
use crate::files::Replace;

/// What there can't be.
pub(super) enum Packed {}

impl Packed {
    pub(super) fn open(path: &Path, _: &Clock<'_>) -> Result<(Packed, Header), TableError> {
        at(path, Err(PackedError::Unsupported))
    }

    pub(super) fn read(
        &self,
        _: &Path,
        _: &Header,
        _: &mut dyn FnMut(&[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        match *self {}
    }
}

pub(super) fn pack(_: &Path, to: &Replace, _: &Clock<'_>) -> Result<(), TableError> {
    at(to.path(), Err(PackedError::Unsupported))
}
