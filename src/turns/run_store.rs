//! The runs of an enumeration: the frontier by layer, and the processed layers, from which lines
//! are reconstructed.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use serde::{Deserialize, Serialize};

use super::key_codec::Key;
use super::run_codec::{Block, HEAD, Record, Run, announced, decode, encode};
use super::{STACK, TurnsError, at, damaged};
use crate::control::{on_threads, unpoisoned};
use crate::files;

/// Files synced at the same time.
const CONCURRENT_SYNCS: usize = 8;

/// The purpose of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// The frontier, to be expanded with its layer; a position may be in several runs.
    Waiting,
    /// Processed; each position of a layer is in one run, and runs are sorted by key.
    Done,
}

/// The runs of a layer and their file.
#[derive(Debug)]
pub(super) struct LayerRuns<K> {
    pub runs: Vec<Run<K>>,
    /// The file, if it has been written to since the last sync.
    file: Option<File>,
    /// Bytes of the file in use.
    used: u64,
}

impl<K: Key> LayerRuns<K> {
    fn push(&mut self, kind: Kind, run: Run<K>) {
        let place = match kind {
            Kind::Waiting => self.runs.len(),
            Kind::Done => self.runs.partition_point(|other| other.first() < run.first()),
        };
        self.runs.insert(place, run);
    }
}

/// The runs of all layers.
#[derive(Debug)]
pub(super) struct RunStore<K> {
    /// The folder of the files; `None` if everything is in memory.
    folder: Option<PathBuf>,
    counting: bool,
    layers: [Vec<Mutex<LayerRuns<K>>>; 2],
    /// Bytes of runs in memory and on disk.
    pub in_memory: AtomicU64,
    pub on_disk: AtomicU64,
}

/// The runs of a layer's file, each with its start and length.
#[derive(Serialize, Deserialize)]
pub(super) struct Extents {
    kind: Kind,
    layer: usize,
    runs: Vec<(u64, u64)>,
}

impl<K: Key> RunStore<K> {
    pub(super) fn new(folder: Option<&Path>, counting: bool, layers: usize) -> RunStore<K> {
        let empty = || LayerRuns { runs: Vec::new(), file: None, used: 0 };
        RunStore {
            folder: folder.map(Path::to_owned),
            counting,
            layers: [(); 2].map(|()| (0..layers).map(|_| Mutex::new(empty())).collect()),
            in_memory: AtomicU64::new(0),
            on_disk: AtomicU64::new(0),
        }
    }

    /// The maximum number of layers.
    pub(super) fn layers(&self) -> usize {
        self.layers[0].len()
    }

    /// Locks the runs of a layer.
    pub(super) fn layer(&self, kind: Kind, layer: usize) -> MutexGuard<'_, LayerRuns<K>> {
        unpoisoned(self.layers[kind as usize][layer].lock())
    }

    /// Whether runs of a kind store the number of ways, which reconstruction does not need.
    fn counts(&self, kind: Kind) -> bool {
        self.counting && kind == Kind::Waiting
    }

    /// The file of a layer.
    fn path(&self, kind: Kind, layer: usize) -> Option<PathBuf> {
        let name = match kind {
            Kind::Waiting => "waiting",
            Kind::Done => "done",
        };
        let folder = self.folder.as_ref()?;
        Some(folder.join(format!("layer-{layer:04}.{name}")))
    }

    /// Adds a run of sorted records to a layer, in its file if there is a folder.
    pub(super) fn put(
        &self,
        kind: Kind,
        layer: usize,
        records: &[Record<K>],
    ) -> Result<(), TurnsError> {
        if records.is_empty() {
            return Ok(());
        }
        let mut run = encode(records, self.counts(kind));
        let length = run.bytes.len() as u64;
        let Some(path) = self.path(kind, layer) else {
            run.bytes.shrink_to_fit();
            self.in_memory.fetch_add(length, Ordering::Relaxed);
            self.layer(kind, layer).push(kind, run);
            return Ok(());
        };
        let mut of_layer = self.layer(kind, layer);
        let mut write = || -> io::Result<()> {
            let file = match &mut of_layer.file {
                Some(file) => file,
                none => none.insert(File::options().create(true).append(true).open(&path)?),
            };
            file.write_all(&mem::take(&mut run.bytes))
        };
        at(&path, write())?;
        run.start = of_layer.used;
        of_layer.used += length;
        self.on_disk.fetch_add(length, Ordering::Relaxed);
        of_layer.push(kind, run);
        Ok(())
    }

    /// Takes the runs of a layer, to be expanded.
    pub(super) fn take(&self, layer: usize) -> Vec<Run<K>> {
        mem::take(&mut self.layer(Kind::Waiting, layer).runs)
    }

    /// Drops runs that were taken out.
    pub(super) fn drop_runs(&self, runs: Vec<Run<K>>) {
        let bytes = runs.iter().map(|run| run.bytes.len() as u64).sum();
        self.in_memory.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Syncs all written files to disk. Several files are synced at the same time, because most of
    /// the time is spent waiting for the disk.
    pub(super) fn sync(&self) -> Result<(), TurnsError> {
        let mut files = Vec::new();
        for kind in [Kind::Waiting, Kind::Done] {
            for layer in 0..self.layers() {
                // Also closes the file, to limit the number of open files.
                let file = self.layer(kind, layer).file.take();
                files.extend(file.zip(self.path(kind, layer)));
            }
        }
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(Ok(())));
        let work = |_| {
            while let Some((file, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(error) = at(path, file.sync_data()) {
                    *unpoisoned(failed.lock()) = Err(error);
                }
            }
        };
        if let Some(threads) = NonZeroUsize::new(files.len().min(CONCURRENT_SYNCS)) {
            on_threads(threads, STACK, "sync", &work)?;
        }
        unpoisoned(failed.into_inner())
    }

    /// Removes the frontier files of the layers before `layer`, which have been processed.
    pub(super) fn remove_before(&self, layer: usize) -> Result<(), TurnsError> {
        for layer in 0..layer {
            let used = mem::take(&mut self.layer(Kind::Waiting, layer).used);
            if let Some(path) = self.path(Kind::Waiting, layer).filter(|_| used > 0) {
                self.on_disk.fetch_sub(used, Ordering::Relaxed);
                at(&path, fs::remove_file(&path))?;
            }
        }
        Ok(())
    }

    /// Removes the layer files that a checkpoint does not list.
    pub(super) fn clear(&self, known: &[Extents]) -> Result<(), TurnsError> {
        let folder = self.folder.as_ref().expect("a checkpoint has a folder");
        let known: Vec<_> = known.iter().filter_map(|e| self.path(e.kind, e.layer)).collect();
        for entry in at(folder, fs::read_dir(folder))? {
            let name = at(folder, entry)?.file_name();
            let path = folder.join(&name);
            let name = name.to_string_lossy();
            let kind = name.ends_with(".waiting") || name.ends_with(".done");
            if kind && name.starts_with("layer-") && !known.contains(&path) {
                at(&path, files::remove(&path))?;
            }
        }
        Ok(())
    }

    /// The extents of all runs.
    pub(super) fn extents(&self) -> Vec<Extents> {
        let mut all = Vec::new();
        for kind in [Kind::Waiting, Kind::Done] {
            for layer in 0..self.layers() {
                let of_layer = self.layer(kind, layer);
                let mut runs: Vec<_> =
                    of_layer.runs.iter().map(|run| (run.start, run.length())).collect();
                runs.sort_unstable();
                if !runs.is_empty() {
                    all.push(Extents { kind, layer, runs });
                }
            }
        }
        all
    }

    /// Reads the block heads of all runs of a file, and truncates what follows them.
    pub(super) fn restore(&self, of: &Extents) -> Result<(), TurnsError> {
        let Extents { kind, layer, .. } = *of;
        let path = self.path(kind, layer).expect("a checkpoint has a folder");
        if layer >= self.layers() {
            return Err(damaged(&path, 0));
        }
        let mut file = at(&path, File::options().read(true).write(true).open(&path))?;
        let length = at(&path, file.metadata())?.len();
        let mut of_layer = self.layer(kind, layer);
        for &(start, bytes) in &of.runs {
            let end = start.checked_add(bytes).filter(|&end| end <= length);
            if end.is_none() || start != of_layer.used || bytes == 0 {
                return Err(damaged(&path, length));
            }
            let (mut run, mut place) = (Run::at(start), 0);
            while place < bytes {
                let mut head = [0; HEAD];
                at(&path, file.seek(SeekFrom::Start(start + place)))?;
                at(&path, file.read_exact(&mut head))?;
                let (block, count) =
                    announced(&head, place).ok_or_else(|| damaged(&path, start + place))?;
                place += u64::from(block.length);
                run.records += count;
                run.blocks.push(block);
            }
            if place != bytes {
                return Err(damaged(&path, start));
            }
            of_layer.used += bytes;
            of_layer.push(kind, run);
        }
        self.on_disk.fetch_add(of_layer.used, Ordering::Relaxed);
        at(&path, file.set_len(of_layer.used))
    }

    /// Looks up a position in a processed layer.
    pub(super) fn find(&self, layer: usize, key: K) -> Result<Option<Record<K>>, TurnsError> {
        self.reader(Kind::Done, layer).find(&self.layer(Kind::Done, layer), key)
    }

    /// A reader of the runs of one layer.
    pub(super) const fn reader(&self, kind: Kind, layer: usize) -> Reader<'_, K> {
        Reader {
            store: self,
            kind,
            layer,
            file: None,
            bytes: Vec::new(),
            open: None,
            records: Vec::new(),
        }
    }
}

/// Reads runs of one layer, one block after the other.
pub(super) struct Reader<'a, K> {
    store: &'a RunStore<K>,
    kind: Kind,
    layer: usize,
    file: Option<File>,
    bytes: Vec<u8>,
    /// The run and block of the last lookup, whose records are cached.
    open: Option<[usize; 2]>,
    records: Vec<Record<K>>,
}

impl<K: Key> Reader<'_, K> {
    /// Reads a block of a run.
    pub(super) fn read(
        &mut self,
        run: &Run<K>,
        block: &Block<K>,
        show: impl FnMut(Record<K>),
    ) -> Result<(), TurnsError> {
        let length = block.length as usize;
        let counting = self.store.counts(self.kind);
        let Some(path) = self.store.path(self.kind, self.layer) else {
            let from = block.start as usize;
            let whole = decode(&run.bytes[from..from + length], counting, show);
            whole.expect("memory does not change");
            return Ok(());
        };
        let place = run.start + block.start;
        self.bytes.resize(length, 0);
        let (file, bytes) = (&mut self.file, &mut self.bytes);
        let read = || -> io::Result<()> {
            let file = match file {
                Some(file) => file,
                none => none.insert(File::open(&path)?),
            };
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(bytes)
        };
        at(&path, read())?;
        decode(&self.bytes, counting, show).ok_or_else(|| damaged(&path, place))
    }

    /// Looks up a position in a processed layer; fast for keys in order.
    pub(super) fn find(
        &mut self,
        of: &LayerRuns<K>,
        key: K,
    ) -> Result<Option<Record<K>>, TurnsError> {
        let before = of.runs.partition_point(|run| run.first() <= Some(key));
        let Some(place) = before.checked_sub(1) else { return Ok(None) };
        let run = &of.runs[place];
        let block = run.blocks.partition_point(|block| block.first <= key) - 1;
        if self.open != Some([place, block]) {
            let mut records = mem::take(&mut self.records);
            records.clear();
            self.read(run, &run.blocks[block], |record| records.push(record))?;
            (self.records, self.open) = (records, Some([place, block]));
        }
        let found = self.records.binary_search_by_key(&key, |record| record.key);
        Ok(found.ok().map(|found| self.records[found]))
    }
}
