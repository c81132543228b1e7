//! Compressed table files: the bytes of a table file as a zstd frame, and a checksum of the frame.
//!
//! zstd's own checksum is one of the content, so that some bits of a frame can change unseen where
//! they change nothing of it. The checksum behind the frame lets no change pass; it lies in a frame
//! of the kind that every zstd program skips.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};

use memmap2::Mmap;
use zstd::zstd_safe;

use super::build::{BuildError, BuildObserver};
use super::endgame::{Endgame, Values};
use super::folder::{PackedError, TableError, at};
use super::header::{HEADER, Header};
use super::layout::Layout;
use super::mapped;

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
pub(super) struct Packed {
    path: PathBuf,
    map: Mmap,
    pub header: Header,
    pub layout: Layout,
}

type Decoder<'a> = zstd::stream::read::Decoder<'static, &'a [u8]>;

impl Packed {
    /// Opens a file: what it is, and whether it was changed. The entries are not looked at.
    pub(super) fn open(path: &Path) -> Result<Packed, TableError> {
        let file = at(path, File::open(path))?;
        let map = at(path, mapped::map(&file))?;
        let wrong = |reason| TableError::packed(path, reason);
        if !map.starts_with(&MAGIC) {
            return Err(wrong(PackedError::Foreign));
        }
        let frame = map.len().saturating_sub(TRAILER);
        let sum = crc32fast::hash(&map[..frame]).to_le_bytes();
        if map[frame..] != [&SKIPPABLE[..], &sum].concat() {
            return Err(wrong(PackedError::Checksum));
        }
        let mut start = Vec::with_capacity(HEADER);
        let read = decoder(&map[..frame])
            .and_then(|decoder| decoder.take(HEADER as u64).read_to_end(&mut start));
        read.map_err(|error| wrong(PackedError::Content(error)))?;
        let header = Header::decode(&start).map_err(|reason| TableError::Header {
            path: path.to_owned(),
            reason,
        })?;
        let layout = header.layout().expect("checked with the header");
        let expected = HEADER as u64 + layout.positions();
        let size = zstd_safe::get_frame_content_size(&map[..frame]).ok();
        match size.flatten() {
            Some(found) if found == expected => {}
            found => {
                let found = found.unwrap_or(0);
                return Err(wrong(PackedError::Size { found, expected }));
            }
        }
        let path = path.to_owned();
        Ok(Packed {
            path,
            map,
            header,
            layout,
        })
    }

    /// Hands on the entries, from the first to the last, and checks them as those of a table that
    /// isn't compressed. What was handed on counts only if there is no error.
    pub(super) fn read(
        &self,
        mut take: impl FnMut(&[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let damaged = |error| TableError::packed(&self.path, PackedError::Content(error));
        let frame = &self.map[..self.map.len() - TRAILER];
        let mut decoder = decoder(frame).map_err(damaged)?;
        let mut buffer = vec![0; BLOCK];
        decoder.read_exact(&mut buffer[..HEADER]).map_err(damaged)?;
        for (level, &checksum) in (0..).zip(&self.header.checksums) {
            let entries = self.layout.level(level);
            let mut left = entries.end - entries.start;
            let mut sum = crc32fast::Hasher::new();
            while left > 0 {
                let size = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
                let block = &mut buffer[..size];
                decoder.read_exact(block).map_err(damaged)?;
                sum.update(block);
                take(block)?;
                left -= size as u64;
            }
            if sum.finalize() != checksum {
                let path = self.path.clone();
                return Err(TableError::Level { path, level });
            }
        }
        // The frame must end here, and zstd's checksum fit: only now it has been looked at.
        match decoder.read(&mut buffer).map_err(damaged)? {
            0 if decoder.get_ref().is_empty() => Ok(()),
            _ => Err(TableError::packed(&self.path, PackedError::Longer)),
        }
    }

    /// The table in memory.
    pub(super) fn unpack(self) -> Result<Endgame, TableError> {
        let (seeds, bytes) = (self.layout.seeds(), self.layout.positions());
        let too_large = || BuildError::Memory { seeds, bytes };
        let entries = usize::try_from(bytes).map_err(|_| too_large())?;
        let mut values = Vec::new();
        values.try_reserve_exact(entries).map_err(|_| too_large())?;
        self.read(|block| {
            values.extend(block.iter().map(|byte| AtomicI8::new(byte.cast_signed())));
            Ok(())
        })?;
        let values = Values::Memory(values);
        Ok(Endgame::from_parts(self.header.rules, self.layout, values))
    }

    /// Writes the file that is compressed here, and syncs it.
    pub(super) fn restore(&self, to: &Path, stop: &AtomicBool) -> Result<(), TableError> {
        let mut file = at(to, File::create(to))?;
        at(to, file.write_all(&self.header.encode()))?;
        self.read(|block| {
            go_on(stop)?;
            at(to, file.write_all(block))
        })?;
        at(to, file.sync_all())
    }
}

/// The frame, which must be the only one.
fn decoder(frame: &[u8]) -> io::Result<Decoder<'_>> {
    Ok(Decoder::with_buffer(frame)?.single_frame())
}

fn go_on(stop: &AtomicBool) -> Result<(), BuildError> {
    match stop.load(Ordering::Relaxed) {
        true => Err(BuildError::Interrupted),
        false => Ok(()),
    }
}

/// Compresses a table file into another file, and syncs it. With the same version of zstd the same
/// table always becomes the same bytes.
pub(super) fn pack(
    table: &Path,
    to: &Path,
    stop: &AtomicBool,
    observer: &dyn BuildObserver,
) -> Result<(), TableError> {
    let from = at(table, File::open(table))?;
    let size = at(table, from.metadata())?.len();
    let mut encoder = at(to, encoder(to, size))?;
    let mut buffer = Vec::with_capacity(BLOCK);
    let mut done = 0;
    while done < size {
        go_on(stop)?;
        buffer.clear();
        let block = (&from).take(BLOCK as u64).read_to_end(&mut buffer);
        if at(table, block)? == 0 {
            let path = table.to_owned();
            return Err(TableError::Length {
                path,
                found: done,
                expected: size,
            });
        }
        at(to, encoder.write_all(&buffer))?;
        done += buffer.len() as u64;
        observer.packed(done, size);
    }
    at(to, encoder.finish().and_then(Summed::finish))
}

fn encoder(to: &Path, size: u64) -> io::Result<zstd::Encoder<'static, Summed>> {
    let mut encoder = zstd::Encoder::new(Summed::new(File::create(to)?), LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(size))?;
    Ok(encoder)
}

/// A file that is being written, and the checksum of what was.
struct Summed {
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
}

impl Summed {
    fn new(file: File) -> Summed {
        Summed {
            file: BufWriter::with_capacity(BLOCK, file),
            sum: crc32fast::Hasher::new(),
        }
    }

    /// Adds the checksum and syncs the file.
    fn finish(mut self) -> io::Result<()> {
        self.file.write_all(&SKIPPABLE)?;
        self.file.write_all(&self.sum.finalize().to_le_bytes())?;
        self.file.into_inner()?.sync_all()
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
