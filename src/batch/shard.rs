//! Dividing a batch among several machines.

use super::job::Job;
use crate::files::checksum;

/// One part of a batch that is divided among several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// The error message for an invalid shard.
const EXPECTED: &str = "expected I/N with I from 1 to N, such as 2/4";

impl std::str::FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let (number, of) = text.split_once('/').ok_or(EXPECTED)?;
        let count = |text: &str| {
            let digits = text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| digits).ok_or(EXPECTED)
        };
        let (number, of) = (count(number)?, count(of)?);
        if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(EXPECTED) }
    }
}

impl Shard {
    /// Whether a job belongs to this shard. The CRC-32 of the position's text, modulo the number of
    /// shards, is the shard's number minus one. So a position stays in its shard whatever else is
    /// in the input.
    #[must_use]
    pub fn has(self, job: &Job) -> bool {
        checksum(job.game.position().to_string().as_bytes()) % self.of == self.number - 1
    }

    /// Returns the shard's number and the number of shards, as part of a file name.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}-of-{}", self.number, self.of)
    }
}
