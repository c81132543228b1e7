//! Many positions at once, as rows of numbers in the bytes of NumPy arrays. The work releases
//! Python's lock and uses all processors.
//!
//! A row consists of A's holes, A's store, B's holes, B's store and the mover, as 16-bit numbers. A
//! hole is its number of seeds; a closed hole is -1, and a protected hole is -2 minus its seeds.
//! The mover is 0 for A and 1 for B, plus 2 if the turn is final, plus 4 if the round is over.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use chongkak::board::{HoleState, Mark, Pit, Position, Setup, Side};
use chongkak::control::processors;
use chongkak::moves::{Game, Outcome, effects};
use chongkak::search::estimates;

use super::board::{Board, Rules};

/// Number of rows that a thread takes at a time.
const PART: usize = 4096;

/// A closed hole.
const CLOSED: i16 = -1;

/// An empty protected hole.
const PROTECTED: i16 = -2;

/// The marks that multiples of 2 in the mover's number stand for.
const MARKS: [Mark; 3] = [Mark::None, Mark::Final, Mark::Over];

/// The bytes of arrays, or the number of the first row that is not a position under the rules.
#[derive(IntoPyObject)]
pub enum Found {
    Wrong(usize),
    Arrays(Vec<Py<PyByteArray>>),
}

/// The contribution of some rows to each array, or the number of the first invalid row.
type Part<const ARRAYS: usize> = Result<[Vec<u8>; ARRAYS], usize>;

/// Converts positions to rows. All must have the size of the first.
#[pyfunction]
pub fn array_rows(py: Python<'_>, boards: Vec<Bound<'_, Board>>) -> Found {
    let mut rows = Vec::new();
    let position = |board: &Bound<'_, Board>| *board.get().game.position();
    let size = boards.first().map(|board| position(board).shape());
    for (number, board) in boards.iter().enumerate() {
        let position = position(board);
        if Some(position.shape()) != size {
            return Found::Wrong(number);
        }
        let from = rows.len();
        rows.resize(from + bytes_of_row(position.shape().holes()), 0);
        write(&position, &mut rows[from..]);
    }
    joined(py, vec![Ok([rows])])
}

/// Returns the effect of every move by row and hole of the mover: whether it is legal and whether
/// the mover moves again (one byte each), its gain and captured seeds (16 bits each), and, if
/// requested, the row after it.
#[pyfunction]
pub fn array_moves(
    py: Python<'_>,
    rules: &Rules,
    rows: &[u8],
    holes: usize,
    sized: bool,
    after: bool,
) -> Found {
    let row = bytes_of_row(holes);
    let moves = |part: &[u8]| -> Part<5> {
        let (rules, positions) = positions(&rules.rules, part, row, sized)?;
        let places = positions.len() * holes;
        let [mut legal, mut again] = [(); 2].map(|()| vec![0; places]);
        let [mut gain, mut captured] = [(); 2].map(|()| vec![0; 2 * places]);
        let mut rows_after = vec![0; if after { places * row } else { 0 }];
        effects(&rules, &positions, |number, effect| {
            // A move with a stop has no place of its own.
            if effect.played.stops {
                return;
            }
            let place = number * holes + effect.played.hole.index();
            legal[place] = 1;
            again[place] = u8::from(effect.outcome == Outcome::Again);
            put(&mut gain, place, effect.gain as i16);
            put(&mut captured, place, effect.captured as i16);
            if after {
                write(&effect.after, &mut rows_after[place * row..][..row]);
            }
        });
        Ok([legal, again, gain, captured, rows_after])
    };
    let parts = py.detach(|| in_parallel(rows, row, moves));
    joined(py, parts)
}

/// Estimates each row as at the horizon of a search, from A's point of view (16 bits).
#[pyfunction]
pub fn array_estimates(
    py: Python<'_>,
    rules: &Rules,
    rows: &[u8],
    holes: usize,
    sized: bool,
) -> Found {
    let row = bytes_of_row(holes);
    let worth = |part: &[u8]| -> Part<1> {
        let (rules, positions) = positions(&rules.rules, part, row, sized)?;
        let mut worth = vec![0; 2 * positions.len()];
        for (number, estimate) in estimates(&rules, &positions).into_iter().enumerate() {
            put(&mut worth, number, estimate as i16);
        }
        Ok([worth])
    };
    let parts = py.detach(|| in_parallel(rows, row, worth));
    joined(py, parts)
}

const fn bytes_of_row(holes: usize) -> usize {
    2 * (2 * holes + 3)
}

/// Processes parts of the rows in parallel on all processors. Results are in the order of the rows.
fn in_parallel<T: Send + Sync>(
    rows: &[u8],
    row: usize,
    work: impl Fn(&[u8]) -> T + Sync,
) -> Vec<T> {
    let parts = rows.chunks(PART * row).map(|part| (part, OnceLock::new()));
    let parts: Vec<(&[u8], OnceLock<T>)> = parts.collect();
    let next = AtomicUsize::new(0);
    let take = || {
        while let Some((part, done)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let _ = done.set(work(part));
        }
    };
    // Uses its own threads, because those of a pool would not exist after a fork.
    thread::scope(|scope| {
        for _ in 1..processors().get().min(parts.len()) {
            // If a thread can't be started, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, take);
        }
        take();
    });
    parts.into_iter().map(|(_, done)| done.into_inner().expect("all parts were taken")).collect()
}

/// Joins the parts of each array.
fn joined<const ARRAYS: usize>(py: Python<'_>, parts: Vec<Part<ARRAYS>>) -> Found {
    let mut arrays: [Vec<u8>; ARRAYS] = std::array::from_fn(|_| Vec::new());
    for (number, part) in parts.into_iter().enumerate() {
        match part {
            Err(row) => return Found::Wrong(PART * number + row),
            Ok(part) => arrays.iter_mut().zip(part).for_each(|(array, part)| array.extend(part)),
        }
    }
    Found::Arrays(arrays.iter().map(|array| PyByteArray::new(py, array).unbind()).collect())
}

/// Parses rows into positions, and fits the rules to their size; or returns the number of the first
/// invalid row.
fn positions(
    rules: &chongkak::Rules,
    rows: &[u8],
    row: usize,
    sized: bool,
) -> Result<(chongkak::Rules, Vec<Position>), usize> {
    let (mut rules, mut positions) = (*rules, Vec::with_capacity(rows.len() / row));
    for (number, row) in rows.chunks_exact(row).enumerate() {
        let position = read(row).ok_or(number)?;
        if !sized {
            rules = rules.fitted_to(&position);
        }
        Game::new(&rules, &position).map_err(|_| number)?;
        positions.push(position);
    }
    Ok((rules, positions))
}

fn read(row: &[u8]) -> Option<Position> {
    let numbers: Vec<i16> = row.as_chunks().0.iter().map(|&two| i16::from_ne_bytes(two)).collect();
    let (&mover, cells) = numbers.split_last()?;
    let half = |cells: &[i16]| {
        let (&store, holes) = cells.split_last()?;
        let pits: Vec<Pit> = holes.iter().map(|&hole| pit(hole)).collect();
        Some((pits, u32::try_from(store).ok()?))
    };
    let (a, b) = cells.split_at(cells.len() / 2);
    let ((a, store_a), (b, store_b)) = (half(a)?, half(b)?);
    let mover = usize::try_from(mover).ok()?;
    let setup = Setup {
        rows: [a, b],
        stores: [store_a, store_b],
        mover: Side::BOTH[mover % 2],
        mark: *MARKS.get(mover / 2)?,
    };
    Position::new(&setup).ok()
}

fn pit(number: i16) -> Pit {
    let (state, seeds) = match number {
        CLOSED => (HoleState::Closed, 0),
        ..=PROTECTED => (HoleState::Protected, PROTECTED - number),
        seeds => (HoleState::Open, seeds),
    };
    Pit { state, seeds: seeds.unsigned_abs().into() }
}

fn write(position: &Position, row: &mut [u8]) {
    let (shape, field) = (position.shape(), position.field());
    for cell in 0..shape.cells() {
        let seeds = position.seeds(shape.cell(cell)) as i16;
        let number = match field.state(cell) {
            HoleState::Open => seeds,
            HoleState::Closed => CLOSED,
            HoleState::Protected => PROTECTED - seeds,
        };
        put(row, cell, number);
    }
    let mark = MARKS.iter().position(|&mark| mark == position.mark());
    let mover = position.mover().index() + 2 * mark.expect("one of the marks");
    put(row, shape.cells(), mover as i16);
}

fn put(numbers: &mut [u8], place: usize, number: i16) {
    numbers[2 * place..][..2].copy_from_slice(&number.to_ne_bytes());
}
