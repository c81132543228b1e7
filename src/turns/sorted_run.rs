//! Sorted records as bytes, in memory or in a file.
//!
//! A run is a sequence of blocks of up to 1,024 records. A block has a head of 32 bytes, numbers
//! little-endian: its length without the head (4 bytes), the number of records (4), the CRC-32 of
//! what follows the head (4), the key of the first record (16), and the CRC-32 of these 28 bytes
//! (4). Then for every record: its key less the one before (of the first: 0), the moves, the laps
//! less the moves, and, where lines are counted, the number of ways; each in groups of seven bits,
//! the lowest first, with the high bit set where more follow.

use super::key_codec::Key;
use super::turn_state::Record;
use crate::files::checksum;

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

/// A run as bytes.
#[derive(Debug)]
pub struct Encoded<K> {
    pub bytes: Vec<u8>,
    pub blocks: Vec<Block<K>>,
    pub records: u64,
    /// The key of its last record, if it has any.
    pub last: Option<K>,
}

#[cfg(feature = "cluster")]
impl<K> Encoded<K> {
    /// A run of nothing.
    pub const fn empty() -> Encoded<K> {
        Encoded { bytes: Vec::new(), blocks: Vec::new(), records: 0, last: None }
    }

    /// Adds a run all of whose keys are larger.
    pub fn append(&mut self, other: Encoded<K>) {
        let from = self.bytes.len() as u64;
        self.bytes.extend_from_slice(&other.bytes);
        let moved =
            other.blocks.into_iter().map(|block| Block { start: block.start + from, ..block });
        self.blocks.extend(moved);
        self.records += other.records;
        self.last = other.last.or(self.last.take());
    }
}

/// A block that is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Writes sorted records, with the ways if they are counted.
pub fn encode<K: Key>(records: &[Record<K>], counting: bool) -> Encoded<K> {
    let mut bytes = Vec::with_capacity(records.len() * 6);
    let mut blocks = Vec::with_capacity(records.len().div_ceil(BLOCK));
    for block in records.chunks(BLOCK) {
        let (first, start) = (block[0].key, bytes.len());
        bytes.extend_from_slice(&[0; HEAD]);
        let mut before = first;
        for record in block {
            put(record.key.minus(before).number(), &mut bytes);
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
        head[12..28].copy_from_slice(&first.number().to_le_bytes());
        let sum = checksum(&head[..28]);
        head[28..32].copy_from_slice(&sum.to_le_bytes());
        blocks.push(Block { first, start: start as u64, length: length + small(HEAD) });
    }
    Encoded {
        bytes,
        blocks,
        records: records.len() as u64,
        last: records.last().map(|record| record.key),
    }
}

fn small(length: usize) -> u32 {
    u32::try_from(length).expect("a block is small")
}

/// The block that a head at `start` announces, and its number of records.
pub fn announced<K: Key>(head: &[u8], start: u64) -> Result<(Block<K>, u64), Damaged> {
    let word = |place: usize| head[place..place + 4].try_into().map(u32::from_le_bytes);
    let length = word(0).map_err(|_| Damaged)?;
    let count = word(4).map_err(|_| Damaged)?;
    if head[28..HEAD] != checksum(&head[..28]).to_le_bytes() {
        return Err(Damaged);
    }
    let first: [u8; 16] = head[12..28].try_into().map_err(|_| Damaged)?;
    let first = K::of(u128::from_le_bytes(first)).ok_or(Damaged)?;
    let length = length.checked_add(HEAD as u32).ok_or(Damaged)?;
    if count == 0 || count as usize > BLOCK {
        return Err(Damaged);
    }
    let block = Block { first, start, length };
    Ok((block, count.into()))
}

/// A run that another process has sent.
#[cfg(feature = "cluster")]
pub fn received<K: Key>(bytes: Vec<u8>, counting: bool) -> Result<Encoded<K>, Damaged> {
    let (mut blocks, mut records, mut place) = (Vec::<Block<K>>::new(), 0, 0);
    while place < bytes.len() {
        let rest = &bytes[place..];
        let head = rest.get(..HEAD).ok_or(Damaged)?;
        let (block, count) = announced(head, place as u64)?;
        let body = rest.get(HEAD..block.length as usize).ok_or(Damaged)?;
        if checksum(body).to_le_bytes() != head[8..12] {
            return Err(Damaged);
        }
        place += block.length as usize;
        records += count;
        blocks.push(block);
    }
    let last = blocks.last().map(|block| {
        let from = block.start as usize;
        last_key(&bytes[from..], counting)
    });
    Ok(Encoded { last: last.transpose()?, bytes, blocks, records })
}

/// The key of the last record of a block.
pub fn last_key<K: Key>(bytes: &[u8], counting: bool) -> Result<K, Damaged> {
    let mut last = None;
    decode(bytes, counting, |record: Record<K>| last = Some(record.key))?;
    last.ok_or(Damaged)
}

/// Reads the records of a block.
pub fn decode<K: Key>(
    bytes: &[u8],
    counting: bool,
    mut show: impl FnMut(Record<K>),
) -> Result<(), Damaged> {
    let (head, mut rest) = bytes.split_at_checked(HEAD).ok_or(Damaged)?;
    let (block, count) = announced::<K>(head, 0)?;
    let sum = checksum(rest).to_le_bytes();
    if block.length as usize != bytes.len() || sum != head[8..12] {
        return Err(Damaged);
    }
    let mut key = block.first;
    for _ in 0..count {
        let more = K::of(take(&mut rest)?).ok_or(Damaged)?;
        key = key.plus(more);
        let moves = u16::try_from(take(&mut rest)?).map_err(|_| Damaged)?;
        let laps = u16::try_from(take(&mut rest)?).map_err(|_| Damaged)?;
        let laps = laps.checked_add(moves).ok_or(Damaged)?;
        let ways = if counting { take(&mut rest)? } else { 0 };
        show(Record { key, ways, moves, laps });
    }
    Ok(())
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
fn take(bytes: &mut &[u8]) -> Result<u128, Damaged> {
    let (mut low, mut shift) = (0_u64, 0_u32);
    loop {
        let (&byte, rest) = bytes.split_first().ok_or(Damaged)?;
        *bytes = rest;
        low |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return Ok(low.into());
        }
        if shift == 56 {
            return take_large(low, bytes);
        }
    }
}

#[cold]
fn take_large(low: u64, bytes: &mut &[u8]) -> Result<u128, Damaged> {
    let (mut number, mut shift) = (u128::from(low), 56_u32);
    loop {
        let (&byte, rest) = bytes.split_first().ok_or(Damaged)?;
        *bytes = rest;
        if shift > 126 || shift == 126 && byte & 0x7f > 3 {
            return Err(Damaged);
        }
        number |= u128::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return Ok(number);
        }
    }
}
