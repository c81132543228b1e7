//! Damage of the log beside a store (`FILE-wal`), which SQLite takes for the log's end.
//!
//! The log is a head and frames, each a page with a checksum over all frames before it
//! (<https://www.sqlite.org/fileformat2.html#walformat>). SQLite reads as far as the checksums are
//! right. That is how the end is found after a kill, and behind the end lie frames of an earlier
//! round, which have other salts. But frames of this round behind a wrong one were written after
//! it: what was in them is lost.

use std::fs;
use std::io;
use std::path::Path;

use super::store::beside;
use crate::files::is_alone;

const HEAD: usize = 32;
const FRAME_HEAD: usize = 24;

/// The first word of a head: checksums of little-endian words; one more, of big-endian ones.
const MAGIC: u32 = 0x377f_0682;

/// Whether the log beside a store is damaged. While another process works with the store its log
/// changes, and is not looked at.
pub(super) fn is_damaged(store: &Path) -> io::Result<bool> {
    let alone = match fs::File::open(beside(store, ".lock")) {
        // Locked until it is read.
        Ok(lock) => is_alone(&lock)?.then_some(Some(lock)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(None),
        Err(error) => return Err(error),
    };
    let Some(_lock) = alone else {
        return Ok(false);
    };
    match fs::read(beside(store, "-wal")) {
        Ok(log) => Ok(has_damage(&log)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn has_damage(log: &[u8]) -> bool {
    // A head that was not finished has no frames.
    let Some((head, frames)) = log.split_at_checked(HEAD) else {
        return false;
    };
    let big_endian = match word(head, 0).wrapping_sub(MAGIC) {
        0 => false,
        1 => true,
        _ => return true,
    };
    let mut sum = checksum((0, 0), &head[..24], big_endian);
    if sum != (word(head, 24), word(head, 28)) {
        return true;
    }
    let page = word(head, 8) as usize;
    let salts = &head[16..24];
    let mut frames = frames.chunks_exact(FRAME_HEAD + page);
    let good = |frame: &[u8]| {
        sum = checksum(
            checksum(sum, &frame[..8], big_endian),
            &frame[FRAME_HEAD..],
            big_endian,
        );
        &frame[8..16] == salts && sum == (word(frame, 16), word(frame, 20))
    };
    // Behind the first that is wrong, which a kill may have left half written.
    frames.by_ref().map(good).any(|good| !good);
    frames.any(|frame| &frame[8..16] == salts)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn checksum(mut sum: (u32, u32), bytes: &[u8], big_endian: bool) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        let [one, two] = [0, 4].map(|at| {
            let word = word(pair, at);
            if big_endian { word } else { word.swap_bytes() }
        });
        sum.0 = sum.0.wrapping_add(one).wrapping_add(sum.1);
        sum.1 = sum.1.wrapping_add(two).wrapping_add(sum.0);
    }
    sum
}
