//! The work of `bench`: commands, and the results that follow from the rules alone.
//!
//! A result is what the command finds of an opening: the leaves of `perft`, the value of `solve`
//! and `eval`, the winner of `solve --winner`, and of `tables build` the CRC-32 of the table's
//! entries. `tests/suite/bench.rs` confirms each without the code that is measured.

/// A command, without the program's name, and its result.
pub type Job = (&'static str, &'static str);

/// What is done, in this order. What is changed here changes the checksum.
#[rustfmt::skip] // a job a line
pub const JOBS: [Job; 29] = [
    ("perft 8 --rules overbeck", "15900786"),
    ("perft 10 --rules conglak", "48244728"),
    ("perft 9 --rules congklak-bank", "3342392"),
    ("perft 11 --rules kalah", "65870790"),
    ("solve --rules overbeck --holes 7 --seeds 4", "14"),
    ("solve --rules conglak --holes 6 --seeds 4", "44"),
    ("solve --rules conglak-burnt --holes 6 --seeds 3", "22"),
    ("solve --rules congklak-six --holes 6 --seeds 4", "46"),
    ("solve --rules congklak --holes 6 --seeds 3", "18"),
    ("solve --rules congklak-bank --holes 6 --seeds 3", "16"),
    ("solve --rules dakon --holes 8 --seeds 3", "36"),
    ("solve --rules kalah --holes 6 --seeds 3", "2"),
    ("solve --rules kalah --holes 5 --seeds 4", "10"),
    ("solve --rules kalah --set lone=bank --holes 5 --seeds 4", "12"),
    ("solve --rules kalah --set lone=bank --holes 6 --seeds 3", "2"),
    ("solve --rules kalah --set occupied=relay --set capture=none --holes 5 --seeds 4", "30"),
    ("solve --winner --rules overbeck", "A"),
    ("solve --winner --rules conglak", "A"),
    ("solve --winner --rules conglak-burnt", "A"),
    ("solve --winner --rules congklak-six", "A"),
    ("solve --winner --rules congklak", "A"),
    ("solve --winner --rules congklak-bank", "A"),
    ("solve --winner --rules dakon", "A"),
    ("eval --rules overbeck --holes 6 --seeds 3", "24"),
    ("eval --rules congklak --holes 6 --seeds 2", "12"),
    ("eval --rules kalah --holes 4 --seeds 4", "2"),
    ("tables build DIR --max 14 --rules kalah", "18f3aee3"),
    ("tables build DIR --max 12 --rules overbeck --holes 6", "ab613ce5"),
    ("tables build DIR --max 10 --rules conglak", "a0baecdb"),
];

/// The checksum of jobs with their results: the CRC-32 of a line `COMMAND = RESULT` each.
pub fn checksum<'a>(jobs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut crc = crc32fast::Hasher::new();
    for (command, result) in jobs {
        crc.update(format!("{command} = {result}\n").as_bytes());
    }
    format!("{:08x}", crc.finalize())
}
