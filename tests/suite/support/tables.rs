//! The command `tables`, and its files.

use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chongkak::board::{Field, HoleState, Mark, Pit, Setup, Side};
use chongkak::control::Control;
use chongkak::rules::Rules;
use chongkak::tables::{BuildError, Endgame, Layout, Placed};

use super::{Folder, next_threads, outcome, program};

pub const KALAH: [&str; 4] = ["--rules", "kalah", "--holes", "4"];
pub const POSITION: &str = "1,0,2,0/7 0,1,0,1/2 A";

pub fn tables_command(args: &[&str]) -> Command {
    let mut command = program();
    command.arg("tables").args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, standard output and standard error of `tables`.
pub fn tables(args: &[&str]) -> (i32, String, String) {
    outcome(&tables_command(args).output().unwrap())
}

pub fn build(folder: &Folder, max: &str, options: &[&str]) {
    let args = [&["build", folder.text(), "--max", max], options].concat();
    let (code, _, error) = tables(&args);
    assert_eq!((code, error), (0, String::new()), "{args:?}");
}

pub fn probe(folder: &Folder) -> (i32, String, String) {
    let options = ["--rules", "kalah", "--format", "json"];
    tables(&[&["probe", folder.text(), POSITION], &options[..]].concat())
}

/// The only table of a folder.
pub fn only_table(folder: &Folder) -> PathBuf {
    let files = folder.files();
    assert_eq!(files.len(), 1, "{:?}", files.keys());
    folder.0.join(files.keys().next().unwrap())
}

/// Corrects the checksums of a changed file.
pub fn seal(bytes: &mut [u8], level: usize, entries: Range<usize>) {
    let checksum = crc32fast::hash(&bytes[512 + entries.start..512 + entries.end]);
    bytes[72 + 4 * level..][..4].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..508]);
    bytes[508..512].copy_from_slice(&checksum.to_le_bytes());
}

/// A table in memory, each built on another number of threads.
pub fn endgame(
    rules: &Rules,
    field: Field,
    seeds: u32,
    control: Control<'_>,
) -> Result<Endgame, BuildError> {
    Endgame::build(rules, field, seeds, next_threads(), control)
}

/// The setup of an entry, with some seeds in the stores and the protected holes.
pub fn setup(layout: &Layout, placed: &Placed) -> Setup {
    let shape = layout.field.shape();
    let pit = |side, index| {
        let cell = shape.first(side) + index;
        let state = layout.field.state(cell);
        let order = layout.order(placed.mover);
        let place = order.iter().position(|&c| c == cell);
        let seeds = match (state, place) {
            (HoleState::Open, Some(place)) => placed.seeds[place],
            (HoleState::Protected, _) => cell as u32 % 3,
            _ => 0,
        };
        Pit { state, seeds }
    };
    Setup {
        rows: Side::BOTH.map(|side| (0..shape.holes()).map(|i| pit(side, i)).collect()),
        stores: [5, 0],
        mover: placed.mover,
        mark: if placed.last_turn { Mark::Final } else { Mark::None },
    }
}
