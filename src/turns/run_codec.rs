//! Runs of positions as bytes.
//!
//! A run is a sequence of blocks of up to 1,024 sorted records, in memory or in a file. A block has
//! a head of 32 bytes, with numbers in little-endian order: its length without the head (4 bytes),
//! the number of records (4), the CRC-32 of what follows the head (4), the key of the first record
//! (16), and the CRC-32 of these 28 bytes (4). Then, for every record: the difference of its key
//! from the previous one (0 for the first), the moves, the laps minus the moves, and, if turns are
//! counted, the number of ways. Each is a variable-length integer: groups of seven bits, lowest
//! first, with the high bit set where more follow.

use super::key_codec::Key;
use crate::files::checksum;

/// A position of a turn, with the lines that lead to it from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<K> {
    /// The key of the position.
    pub key: K,
    /// Number of lines that lead to it, saturating.
    pub ways: u128,
    /// Minimum number of moves to it.
    pub moves: u16,
    /// Minimum number of laps to it, not necessarily in the line with the fewest moves.
    pub laps: u16,
}

impl<K: Key> Record<K> {
    /// The record of a position at which a search starts.
    pub const fn start(key: K) -> Record<K> {
        Record { key, ways: 1, moves: 0, laps: 0 }
    }
}

/// Deduplicates sorted records: merges neighbours with the same key.
pub fn merge_duplicates<K: Key>(records: &mut Vec<Record<K>>) {
    records.dedup_by(|other, kept| {
        let same = other.key == kept.key;
        if same {
            kept.ways = kept.ways.saturating_add(other.ways);
            kept.moves = kept.moves.min(other.moves);
            kept.laps = kept.laps.min(other.laps);
        }
        same
    });
}

/// Records per block; blocks are read as a whole.
pub const BLOCK: usize = 1 << 10;

/// Bytes before the records of a block.
pub const HEAD: usize = 32;

/// A block of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<K> {
    /// The key of its first record.
    pub first: K,
    /// Its place from the start of the run.
    pub start: u64,
    /// Its bytes with the head.
    pub length: u32,
}

/// A run, in memory or in a file.
#[derive(Debug)]
pub struct Run<K> {
    /// The bytes; empty if the run is in a file.
    pub bytes: Vec<u8>,
    /// The place in the file.
    pub start: u64,
    pub blocks: Vec<Block<K>>,
    pub records: u64,
}

impl<K: Key> Run<K> {
    /// Creates an empty run at a place in a file.
    pub const fn at(start: u64) -> Run<K> {
        Run { bytes: Vec::new(), start, blocks: Vec::new(), records: 0 }
    }

    /// The key of its first record.
    pub fn first(&self) -> Option<K> {
        self.blocks.first().map(|block| block.first)
    }

    /// The length in bytes, in memory or in the file.
    pub fn length(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.start + u64::from(block.length))
    }
}

/// Encodes sorted records, with the ways if they are counted.
pub fn encode<K: Key>(records: &[Record<K>], counting: bool) -> Run<K> {
    let mut bytes = Vec::with_capacity(records.len() * 6);
    let mut blocks = Vec::with_capacity(records.len().div_ceil(BLOCK));
    for block in records.chunks(BLOCK) {
        let (first, start) = (block[0].key, bytes.len());
        bytes.extend_from_slice(&[0; HEAD]);
        let mut before = first;
        for record in block {
            put((record.key - before).into(), &mut bytes);
            put(record.moves.into(), &mut bytes);
            put((record.laps - record.moves).into(), &mut bytes);
            if counting {
                put(record.ways, &mut bytes);
            }
            before = record.key;
        }
        let sum = checksum(&bytes[start + HEAD..]);
        let length = small(bytes.len() - start - HEAD);
        let head = &mut bytes[start..start + HEAD];
        head[0..4].copy_from_slice(&length.to_le_bytes());
        head[4..8].copy_from_slice(&small(block.len()).to_le_bytes());
        head[8..12].copy_from_slice(&sum.to_le_bytes());
        head[12..28].copy_from_slice(&Into::<u128>::into(first).to_le_bytes());
        let sum = checksum(&head[..28]);
        head[28..32].copy_from_slice(&sum.to_le_bytes());
        blocks.push(Block { first, start: start as u64, length: length + small(HEAD) });
    }
    Run { bytes, start: 0, blocks, records: records.len() as u64 }
}

fn small(length: usize) -> u32 {
    u32::try_from(length).expect("a block is small")
}

/// Decodes a block head at `start` and its number of records; `None` if it is damaged.
pub fn announced<K: Key>(head: &[u8], start: u64) -> Option<(Block<K>, u64)> {
    let word = |place: usize| head[place..place + 4].try_into().map(u32::from_le_bytes).ok();
    let (length, count) = (word(0)?, word(4)?);
    let whole = head[28..HEAD] == checksum(&head[..28]).to_le_bytes();
    let first = K::of(u128::from_le_bytes(head[12..28].try_into().ok()?))?;
    let length = length.checked_add(HEAD as u32)?;
    let whole = whole && (1..=BLOCK).contains(&(count as usize));
    whole.then_some((Block { first, start, length }, count.into()))
}

/// Decodes the records of a block; `None` if it is damaged.
pub fn decode<K: Key>(bytes: &[u8], counting: bool, mut show: impl FnMut(Record<K>)) -> Option<()> {
    let (head, mut rest) = bytes.split_at_checked(HEAD)?;
    let (block, count) = announced::<K>(head, 0)?;
    let sum = checksum(rest).to_le_bytes();
    if block.length as usize != bytes.len() || sum != head[8..12] {
        return None;
    }
    let mut key = block.first;
    for _ in 0..count {
        key = key + K::of(take(&mut rest)?)?;
        let moves = u16::try_from(take(&mut rest)?).ok()?;
        let laps = u16::try_from(take(&mut rest)?).ok()?.checked_add(moves)?;
        let ways = if counting { take(&mut rest)? } else { 0 };
        show(Record { key, ways, moves, laps });
    }
    Some(())
}

#[inline]
fn put(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 1 << 64 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    let mut number = number as u64;
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn take(bytes: &mut &[u8]) -> Option<u128> {
    let (mut low, mut shift) = (0_u64, 0_u32);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        low |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return Some(low.into());
        }
        if shift == 56 {
            return take_large(low, bytes);
        }
    }
}

#[cold]
fn take_large(low: u64, bytes: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (u128::from(low), 56_u32);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if shift > 126 || shift == 126 && byte & 0x7f > 3 {
            return None;
        }
        number |= u128::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return Some(number);
        }
    }
}
