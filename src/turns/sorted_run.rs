//! Sorted records as bytes, in memory or in a file.
//!
//! A run is a sequence of blocks of up to 1,024 records. A block has a head of 32 bytes, numbers
//! little-endian: its length without the head (4 bytes), the number of records (4), the CRC-32 of
//! what follows the head (4), the key of the first record (16), and the CRC-32 of these 28 bytes
//! (4). Then for every record: its key less the one before (of the first: 0), the moves, the laps
//! less the moves, and, where lines are counted, the number of ways; each in groups of seven bits,
//! the lowest first, with the high bit set where more follow.

use super::key_codec::Key;
use crate::files::checksum;

/// A position of a turn with the ways that lead to it from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<K> {
    /// The key of the position.
    pub key: K,
    /// Lines that lead to it; the largest number stands for itself and all larger ones.
    pub ways: u128,
    /// The fewest moves to it.
    pub moves: u16,
    /// The fewest laps to it, not necessarily with the fewest moves.
    pub laps: u16,
}

impl<K: Key> Record<K> {
    /// The position a turn begins with.
    pub const fn start(key: K) -> Record<K> {
        Record { key, ways: 1, moves: 0, laps: 0 }
    }
}

/// Joins neighbours of the same position.
pub fn join_neighbours<K: Key>(records: &mut Vec<Record<K>>) {
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

/// Records of a block: a block is the least that is read.
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
    /// Its bytes; none if it lies in a file.
    pub bytes: Vec<u8>,
    /// Its place in the file.
    pub start: u64,
    pub blocks: Vec<Block<K>>,
    pub records: u64,
}

impl<K: Key> Run<K> {
    /// The beginning of a run in a file.
    pub const fn at(start: u64) -> Run<K> {
        Run { bytes: Vec::new(), start, blocks: Vec::new(), records: 0 }
    }

    /// The key of its first record.
    pub fn first(&self) -> Option<K> {
        self.blocks.first().map(|block| block.first)
    }

    /// Its bytes, in memory or in the file.
    pub fn length(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.start + u64::from(block.length))
    }
}

/// Writes sorted records, with the ways if they are counted.
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

/// The block that a head at `start` announces, and its number of records; none if it is damaged.
pub fn announced<K: Key>(head: &[u8], start: u64) -> Option<(Block<K>, u64)> {
    let word = |place: usize| head[place..place + 4].try_into().map(u32::from_le_bytes).ok();
    let (length, count) = (word(0)?, word(4)?);
    let whole = head[28..HEAD] == checksum(&head[..28]).to_le_bytes();
    let first = K::of(u128::from_le_bytes(head[12..28].try_into().ok()?))?;
    let length = length.checked_add(HEAD as u32)?;
    let whole = whole && (1..=BLOCK).contains(&(count as usize));
    whole.then_some((Block { first, start, length }, count.into()))
}

/// Reads the records of a block; none if it is damaged.
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
