//! The shares of the memory of a process.
//!
//! With M bytes for a process of T threads, m = M / T for a worker, and P workers in all:
//!
//! - runs in memory and the places of all blocks: m / 2; with a folder m / 8 for the runs, which
//!   may be there twice while they are written, and m / 4 for the places;
//! - messages on the way, in all processes together: M / 4, so that even if all were for one
//!   process it could hold them. A worker has three rounds under way, so a round has
//!   M / (4 · 3 · P) bytes;
//! - records that were found and not yet sent: m / 16, and as many from the stretch in work;
//! - the stretch in work, what is sorted to be sent, and buffers: the last eighth.

use crate::cluster::UNDER_WAY;

/// The most that a worker may gather for each worker: longer messages save nothing.
const GATHERED: usize = 1 << 17;

/// The shares of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shares {
    /// Bytes of runs in memory from which they are written to files.
    pub held: u64,
    /// Bytes of runs in memory and of the places of blocks at which the search ends.
    pub most: u64,
    /// Bytes of messages in a round.
    pub round: usize,
    /// Records that may be gathered before they are sent.
    pub gathered: usize,
    /// Records of a layer that are worked off at once.
    pub stretch: usize,
}

impl Shares {
    /// The shares in so many bytes, with records of a size, of each of which so many may follow.
    pub(super) fn of(
        bytes: usize,
        (threads, peers): (usize, usize),
        record: usize,
        follow: usize,
    ) -> Shares {
        let own = bytes / threads;
        let records = own / 16 / record;
        Shares {
            held: own as u64 / 8,
            most: own as u64 / 2,
            round: (bytes / 4 / UNDER_WAY / peers).max(1 << 10),
            gathered: records.clamp(1 << 10, GATHERED.saturating_mul(peers)),
            stretch: (records / follow).max(1 << 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_no_more_than_there_is() {
        for mebibytes in [16, 100, 2048, 1 << 20] {
            for (threads, peers) in [(1, 1), (1, 2), (2, 6), (8, 128), (64, 64)] {
                for (record, follow) in [(32, 7), (48, 18)] {
                    let bytes = mebibytes << 20;
                    let shares = Shares::of(bytes, (threads, peers), record, follow);
                    // Everything that all workers of the cluster can have on the way at once.
                    let messages = peers * UNDER_WAY * shares.round;
                    let worker = shares.most as usize
                        + (shares.gathered + shares.stretch * follow) * record
                        + 2 * shares.stretch * record;
                    assert!(
                        threads * worker + messages <= bytes || mebibytes / threads < 16,
                        "{mebibytes} MiB, {threads} of {peers}: {shares:?}"
                    );
                }
            }
        }
    }
}
