//! Compressed table files: the bytes of a table file as a zstd frame, and a checksum of the frame.
//!
//! zstd's own checksum is one of the content, so that some bits of a frame can change unseen where
//! they change nothing of it. The checksum behind the frame lets no change pass; it lies in a frame
//! of the kind that every zstd program skips.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use zstd::zstd_safe;

use super::build::go_on;
use super::error::{PackedError, TableError, TableProblem, at};
use super::header::{HEADER, Header};
use super::mapped::{self, Mmap};
use super::source::sum;
use crate::control::Clock;
use crate::files::{Checksum, Replace, open_regular};

/// What zstd is asked for: higher levels take longer than building the table.
const LEVEL: i32 = 9;

/// How a zstd frame begins.
const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

/// How the skippable frame begins: its own magic number, and its length of 4 bytes.
const SKIPPABLE: [u8; 8] = [0x5C, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];

/// Bytes behind the frame: the skippable one with the checksum.
const TRAILER: usize = SKIPPABLE.len() + 4;

/// Bytes that are read in one go. What zstd writes may depend on it.
const BLOCK: usize = 1 << 20;

/// A compressed table file whose checksum fits.
pub(super) struct Packed(Mmap);

type Decoder<'a> = zstd::stream::read::Decoder<'static, &'a [u8]>;

impl Packed {
    /// Opens a file: what it is, and whether it was changed. The entries are not looked at.
    pub(super) fn open(path: &Path, clock: &Clock<'_>) -> Result<(Packed, Header), TableError> {
        let file = at(path, open_regular(path))?;
        let map = at(path, mapped::map(&file))?;
        let wrong = |reason| TableProblem::from(reason).of(path);
        if !map.starts_with(&MAGIC) {
            return Err(wrong(PackedError::Foreign));
        }
        let frame = map.len().saturating_sub(TRAILER);
        let sum = sum(&map[..frame], clock)?.to_le_bytes();
        if map[frame..] != [&SKIPPABLE[..], &sum].concat() {
            return Err(wrong(PackedError::Checksum));
        }
        let mut start = Vec::with_capacity(HEADER);
        let read = decoder(&map[..frame])
            .and_then(|decoder| decoder.take(HEADER as u64).read_to_end(&mut start));
        read.map_err(|error| wrong(PackedError::Content(error)))?;
        let header = at(path, Header::decode(&start))?;
        let expected = HEADER as u64 + header.checked_layout().positions();
        let size = zstd_safe::get_frame_content_size(&map[..frame]).ok();
        match size.flatten() {
            Some(found) if found == expected => {}
            found => {
                let found = found.unwrap_or(0);
                return Err(wrong(PackedError::Size { found, expected }));
            }
        }
        Ok((Packed(map), header))
    }

    /// Hands on the entries, from the first to the last, and checks them as those of a table that
    /// isn't compressed.
    pub(super) fn read(
        &self,
        path: &Path,
        header: &Header,
        take: &mut dyn FnMut(&[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let wrong = |reason| TableProblem::from(reason).of(path);
        let damaged = |error| wrong(PackedError::Content(error));
        let layout = header.checked_layout();
        let frame = &self.0[..self.0.len() - TRAILER];
        let mut decoder = decoder(frame).map_err(damaged)?;
        let mut buffer = vec![0; BLOCK];
        decoder.read_exact(&mut buffer[..HEADER]).map_err(damaged)?;
        for (level, &checksum) in (0..).zip(&header.checksums) {
            let entries = layout.level(level);
            let mut left = entries.end - entries.start;
            let mut sum = Checksum::new();
            while left > 0 {
                let size = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
                let block = &mut buffer[..size];
                decoder.read_exact(block).map_err(damaged)?;
                sum.update(block);
                take(block)?;
                left -= size as u64;
            }
            if sum.finalize() != checksum {
                return Err(TableProblem::Level(level).of(path));
            }
        }
        // The frame must end here, and zstd's checksum fit: only now it has been looked at.
        match decoder.read(&mut buffer).map_err(damaged)? {
            0 if decoder.get_ref().is_empty() => Ok(()),
            _ => Err(wrong(PackedError::Longer)),
        }
    }
}

/// The frame, which must be the only one.
fn decoder(frame: &[u8]) -> io::Result<Decoder<'_>> {
    Ok(Decoder::with_buffer(frame)?.single_frame())
}

/// Compresses a table file into another file. With the same version of zstd the same table always
/// becomes the same bytes.
pub(super) fn pack(table: &Path, to: &Replace, clock: &Clock<'_>) -> Result<(), TableError> {
    let from = at(table, open_regular(table))?;
    let size = at(table, from.metadata())?.len();
    let mut encoder = at(to.path(), encoder(to, size))?;
    let mut buffer = Vec::with_capacity(BLOCK);
    let mut done = 0;
    clock.progress().begin("bytes compressed", Some(size));
    while done < size {
        go_on(clock)?;
        buffer.clear();
        let block = (&from).take(BLOCK as u64).read_to_end(&mut buffer);
        if at(table, block)? == 0 {
            let (found, expected) = (done, size);
            return Err(TableProblem::Length { found, expected }.of(table));
        }
        at(to.path(), encoder.write_all(&buffer))?;
        done += buffer.len() as u64;
        clock.progress().set(done);
    }
    let file = encoder.finish().and_then(Summed::finish);
    at(to.path(), file.and_then(|file| to.finish(&file)))
}

fn encoder(to: &Replace, size: u64) -> io::Result<zstd::Encoder<'static, Summed>> {
    let mut encoder = zstd::Encoder::new(Summed::new(to.create()?), LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(size))?;
    Ok(encoder)
}

/// A file that is being written, and the checksum of what was.
struct Summed {
    file: BufWriter<File>,
    sum: Checksum,
}

impl Summed {
    fn new(file: File) -> Summed {
        Summed {
            file: BufWriter::with_capacity(BLOCK, file),
            sum: Checksum::new(),
        }
    }

    /// Adds the checksum.
    fn finish(mut self) -> io::Result<File> {
        self.file.write_all(&SKIPPABLE)?;
        self.file.write_all(&self.sum.finalize().to_le_bytes())?;
        Ok(self.file.into_inner()?)
    }
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
