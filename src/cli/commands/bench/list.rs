//! The jobs of `bench`: commands, and the results that follow from the rules.
//!
//! A result is what the command finds for an opening: the leaves of `perft`, the value of `solve`
//! and `eval`, the winner of `solve --winner`, and for `tables build` the CRC-32 of the table's
//! entries. `tests/suite/command/bench.rs` confirms each without the measured code.

/// The jobs in order, one `COMMAND = RESULT` per line, without the program's name. A change here
/// changes the checksum.
const JOBS: &str = include_str!("jobs.txt");

/// A command and its result.
pub type Job = (&'static str, &'static str);

/// Returns the jobs whose command contains a text.
pub fn jobs(word: &str) -> Vec<Job> {
    let jobs = JOBS.lines().filter_map(|line| line.split_once(" = "));
    jobs.filter(|(command, _)| command.contains(word)).collect()
}

/// Returns the checksum of jobs with their results: the CRC-32 of one line `COMMAND = RESULT` each.
pub fn checksum<'a>(jobs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut crc = crc32fast::Hasher::new();
    for (command, result) in jobs {
        crc.update(format!("{command} = {result}\n").as_bytes());
    }
    format!("{:08x}", crc.finalize())
}
