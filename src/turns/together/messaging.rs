//! The messages of a worker: records on their way to their owners, and the reports about a layer.

use std::sync::atomic::Ordering;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::shares::Shares;
use crate::cluster::{ClusterError, Member, Message, Until};
use crate::control::StopReason;
use crate::turns::TurnsError;
use crate::turns::key_codec::Key;
use crate::turns::run_store::{Kind, RunStore};
use crate::turns::sorted_run::{Encoded, encode, received};
use crate::turns::turn_state::{Record, merged};
use crate::turns::worker::{Sources, read_between};

/// The subject of news; the others are layers.
const NEWS: u32 = u32::MAX;

/// In the subject of records of a layer: it has been worked off.
const DONE: u32 = 1 << 31;

/// Bytes of a record that no record exceeds: its three numbers and the ways.
const LONGEST: usize = 48;

/// The mean length in bytes from which runs in memory are written as they are: shorter ones are
/// made one first, since each costs a look for each stretch of the layer.
const LONG: u64 = 1 << 16;

/// The message of a worker to the others about a layer.
#[derive(Serialize, Deserialize)]
pub(super) struct StageReport {
    /// Positions that it has worked off, once it is through.
    pub positions: u64,
    /// The limit that it has reached.
    pub stopped: Option<StopReason>,
}

/// The sending and receiving of a worker.
pub(super) struct Exchange<'a, K> {
    pub member: &'a mut Member,
    /// The store of the records that arrive.
    runs: &'a RunStore<K>,
    shares: Shares,
    /// Bytes that were sent in this round.
    sent: usize,
    /// The reports about the layer in work.
    news: Vec<StageReport>,
}

impl<'a, K: Key> Exchange<'a, K> {
    pub(super) fn new(member: &'a mut Member, runs: &'a RunStore<K>, shares: Shares) -> Self {
        Exchange { member, runs, shares, sent: 0, news: Vec::new() }
    }

    /// Sends sorted records of a layer to a worker. Before more is on the way than may be, others
    /// are waited for.
    pub(super) fn send(
        &mut self,
        to: usize,
        (kind, layer): (Kind, usize),
        records: &[Record<K>],
    ) -> Result<(), TurnsError> {
        let layer = u32::try_from(layer).expect("layers are few");
        let subject = match kind {
            Kind::Waiting => layer,
            Kind::Done => layer | DONE,
        };
        for part in records.chunks((self.shares.round / LONGEST / 2).max(1)) {
            let bytes = encode(part, self.runs.counts(kind)).bytes;
            if self.sent > 0 && self.sent + bytes.len() > self.shares.round {
                self.sent = 0;
                self.wait(Until::Round)?;
            }
            self.sent += bytes.len();
            self.member.send(to, subject, bytes);
        }
        Ok(())
    }

    /// Tells all workers the news of this one, and waits for theirs.
    pub(super) fn exchange(&mut self, news: &StageReport) -> Result<Vec<StageReport>, TurnsError> {
        self.member.send_all(NEWS, &written(news));
        self.end_stage()?;
        Ok(std::mem::take(&mut self.news))
    }

    /// Waits until everything has arrived that anyone has sent.
    pub(super) fn end_stage(&mut self) -> Result<(), TurnsError> {
        self.sent = 0;
        self.wait(Until::Stage)
    }

    /// The limit that another worker is known to have reached.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        limit_of(&self.news)
    }

    /// Waits, and takes in what arrives: runs go to the layers they wait for, and news are kept.
    pub(super) fn wait(&mut self, until: Until) -> Result<(), TurnsError> {
        let (runs, news, shares) = (self.runs, &mut self.news, &self.shares);
        let mut take = |Message { subject, bytes }| {
            if subject == NEWS {
                news.push(read(&bytes)?);
                return Ok(());
            }
            let kind = match subject & DONE {
                0 => Kind::Waiting,
                _ => Kind::Done,
            };
            let layer = Some((subject & !DONE) as usize).filter(|&layer| layer < runs.layers());
            let layer = layer.ok_or_else(garbled)?;
            let run = received(bytes, runs.counts(kind)).map_err(|_| garbled())?;
            runs.hold(kind, layer, run);
            settle(runs, shares.held, shares)
        };
        self.member.wait(until, &mut take)
    }

    /// Writes everything that is in memory to the files.
    pub(super) fn settle_all(&self) -> Result<(), TurnsError> {
        settle(self.runs, 0, &self.shares)
    }
}

/// Writes runs to files, those of the largest layers first, until no more than so many bytes are in
/// memory.
fn settle<K: Key>(runs: &RunStore<K>, most: u64, shares: &Shares) -> Result<(), TurnsError> {
    while runs.folder.is_some() && runs.in_memory.load(Ordering::Relaxed) > most {
        let kinds = [Kind::Waiting, Kind::Done].into_iter();
        let layers = kinds.flat_map(|kind| (0..runs.layers()).map(move |layer| (kind, layer)));
        let largest = layers.max_by_key(|&(kind, layer)| runs.held(kind, layer));
        let (kind, layer) = largest.expect("a turn has layers");
        settle_layer(runs, kind, layer, shares)?;
    }
    Ok(())
}

/// Writes what is in memory of a layer to its file, as one run.
fn settle_layer<K: Key>(
    runs: &RunStore<K>,
    kind: Kind,
    layer: usize,
    shares: &Shares,
) -> Result<(), TurnsError> {
    let bytes = runs.held(kind, layer);
    let held = runs.take_held(kind, layer);
    if bytes >= LONG * held.len() as u64 {
        for run in &held {
            runs.put(kind, layer, run.in_memory().expect("it was in memory"))?;
        }
        runs.forget(held);
        return Ok(());
    }
    let sources = Sources { layer, runs: held, gathered: Vec::new() };
    let mut whole = Encoded::empty();
    let mut stretch = Vec::new();
    let mut reader = runs.reader(kind, layer);
    for ends in sources.cuts(shares.stretch).windows(2) {
        stretch.clear();
        for run in &sources.runs {
            read_between(&mut reader, run, ends[0], ends[1], &mut stretch)?;
        }
        merged(&mut stretch);
        if !stretch.is_empty() {
            whole.append(encode(&stretch, runs.counts(kind)));
        }
    }
    runs.put(kind, layer, whole)?;
    runs.forget(sources.runs);
    Ok(())
}

/// The limit that workers tell of; the same one for all who hear of several.
pub(super) fn limit_of(news: &[StageReport]) -> Option<StopReason> {
    let stopped = news.iter().filter_map(|news| news.stopped);
    stopped.min_by_key(|reason| reason.name())
}

pub(super) fn written<T: Serialize>(what: &T) -> Vec<u8> {
    serde_json::to_vec(what).expect("findings have a JSON form")
}

pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, TurnsError> {
    serde_json::from_slice(bytes).map_err(|_| garbled())
}

/// The error for a message that no worker writes.
pub(super) fn garbled() -> TurnsError {
    TurnsError::Cluster(ClusterError::Garbled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every key comes from several runs, of one layer or another.
    fn filled(folder: Option<std::path::PathBuf>) -> RunStore<u64> {
        let store = RunStore::new(folder, true, 4);
        for run in 0..40_u64 {
            let record = |key: u64| Record {
                key: key * (run % 7 + 1),
                ways: u128::from(run) + 1,
                moves: 3,
                laps: 4,
            };
            let records: Vec<_> = (0..3000).map(record).collect();
            store.hold(Kind::Waiting, (run % 3) as usize, encode(&records, true));
        }
        store
    }

    fn records(store: &RunStore<u64>, layer: usize) -> Vec<Record<u64>> {
        let mut all = Vec::new();
        let mut reader = store.reader(Kind::Waiting, layer);
        for run in &store.layer(Kind::Waiting, layer).runs {
            read_between(&mut reader, run, None, None, &mut all).unwrap();
        }
        merged(&mut all);
        all
    }

    #[test]
    fn what_exceeds_its_share_goes_to_files_as_it_is() {
        let folder = std::env::temp_dir().join(format!("chongkak-mail-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (store, expected) = (filled(Some(folder.clone())), filled(None));
        let whole = store.in_memory.load(Ordering::Relaxed);
        let shares = Shares::of(16 << 20, (1, 2), 32, 7);
        for most in [whole, whole / 2, 0] {
            settle(&store, most, &shares).unwrap();
            let left = store.in_memory.load(Ordering::Relaxed);
            assert!(left <= most && (most < whole || left == whole));
            for layer in 0..4 {
                assert_eq!(records(&store, layer), records(&expected, layer), "{layer}");
            }
        }
        // Runs were made one: what is kept of their places has become less.
        assert!(store.layer(Kind::Waiting, 0).runs.len() < 3);
        let index = |store: &RunStore<u64>| store.index.load(Ordering::Relaxed);
        assert!(index(&store) < index(&expected));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
