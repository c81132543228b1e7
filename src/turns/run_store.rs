//! The runs of an enumeration: those that wait for their layer, and those of the layers
//! that have been worked off, through which the way back to a position leads.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::key_codec::Key;
use super::sorted_run::{Block, Encoded, decode};
use super::turn_state::Record;
use super::{STACK, TurnsError, at, damaged};
use crate::control::{on_threads, unpoisoned};

/// Files that are brought to disk at the same time.
const TOGETHER: usize = 8;

/// The purpose of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// To be worked off with its layer; positions may lie in several runs.
    Waiting,
    /// Worked off; a position of a layer lies in one run.
    Done,
}

/// A run of a layer.
#[derive(Debug)]
pub(super) struct Run<K> {
    place: Place,
    pub blocks: Vec<Block<K>>,
    pub records: u64,
    /// The key of its last record, if it has any.
    last: Option<K>,
}

#[derive(Debug)]
enum Place {
    Memory(Vec<u8>),
    /// In the layer's file, from here on.
    File(u64),
}

impl<K> Run<K> {
    /// A run of a layer's file, from `start` on.
    pub(super) const fn in_file(
        start: u64,
        blocks: Vec<Block<K>>,
        records: u64,
        last: Option<K>,
    ) -> Run<K> {
        Run { place: Place::File(start), blocks, records, last }
    }

    /// Its bytes, if it is in memory.
    #[cfg(feature = "cluster")]
    pub(super) fn in_memory(&self) -> Option<Encoded<K>>
    where
        K: Clone,
    {
        let Place::Memory(bytes) = &self.place else {
            return None;
        };
        Some(Encoded {
            bytes: bytes.clone(),
            blocks: self.blocks.clone(),
            records: self.records,
            last: self.last.clone(),
        })
    }

    /// Bytes that say where its blocks are.
    fn index(&self) -> u64 {
        (size_of::<Run<K>>() + self.blocks.len() * size_of::<Block<K>>()) as u64
    }

    /// Its place in its file and its length; none if it is in memory.
    pub(super) fn extent(&self) -> Option<(u64, u64)> {
        let length = self.blocks.iter().map(|block| u64::from(block.length));
        match self.place {
            Place::Memory(_) => None,
            Place::File(start) => Some((start, length.sum())),
        }
    }
}

/// The runs of a layer and their file.
#[derive(Debug)]
pub(super) struct LayerRuns<K> {
    pub runs: Vec<Run<K>>,
    /// The file if it has been opened for writing, and how much of it is used.
    file: Option<File>,
    pub used: u64,
    /// True if anything was written to it since it was last known to be on disk.
    unsynced: bool,
}

/// The runs of all layers.
#[derive(Debug)]
pub(super) struct RunStore<K> {
    /// The folder of the files; none if everything is in memory.
    pub folder: Option<PathBuf>,
    counting: bool,
    waiting: Vec<Mutex<LayerRuns<K>>>,
    done: Vec<Mutex<LayerRuns<K>>>,
    /// Bytes of runs in memory, and on disk.
    pub in_memory: AtomicU64,
    pub on_disk: AtomicU64,
    /// Bytes in memory that say where blocks are, of all runs.
    pub index: AtomicU64,
}

impl<K: Key> RunStore<K> {
    pub(super) fn new(folder: Option<PathBuf>, counting: bool, layers: usize) -> RunStore<K> {
        let empty = || {
            let empty = |_| LayerRuns { runs: Vec::new(), file: None, used: 0, unsynced: false };
            (0..layers).map(empty).map(Mutex::new).collect()
        };
        RunStore {
            folder,
            counting,
            waiting: empty(),
            done: empty(),
            in_memory: AtomicU64::new(0),
            on_disk: AtomicU64::new(0),
            index: AtomicU64::new(0),
        }
    }

    /// Layers there can be.
    pub(super) fn layers(&self) -> usize {
        self.waiting.len()
    }

    /// The runs of a layer, held as long as the guard is.
    pub(super) fn layer(&self, kind: Kind, layer: usize) -> MutexGuard<'_, LayerRuns<K>> {
        let layers = match kind {
            Kind::Waiting => &self.waiting,
            Kind::Done => &self.done,
        };
        unpoisoned(layers[layer].lock())
    }

    /// Tells whether runs of a kind have the number of ways: on the way back it is not needed.
    pub(super) fn counts(&self, kind: Kind) -> bool {
        self.counting && kind == Kind::Waiting
    }

    /// The file of a layer.
    pub(super) fn path(&self, kind: Kind, layer: usize) -> Option<PathBuf> {
        let name = match kind {
            Kind::Waiting => "waiting",
            Kind::Done => "done",
        };
        let folder = self.folder.as_ref()?;
        Some(folder.join(format!("layer-{layer:04}.{name}")))
    }

    /// Adds a run to a layer: to its file, if there is a folder.
    pub(super) fn put(&self, kind: Kind, layer: usize, run: Encoded<K>) -> Result<(), TurnsError> {
        let Some(path) = self.path(kind, layer) else {
            self.hold(kind, layer, run);
            return Ok(());
        };
        let length = run.bytes.len() as u64;
        let mut of_layer = self.layer(kind, layer);
        let start = of_layer.used;
        let mut write = || -> io::Result<()> {
            let file = match &mut of_layer.file {
                Some(file) => file,
                none => none.insert(File::options().create(true).append(true).open(&path)?),
            };
            file.write_all(&run.bytes)
        };
        at(&path, write())?;
        of_layer.used += length;
        of_layer.unsynced = true;
        self.on_disk.fetch_add(length, Ordering::Relaxed);
        self.push(&mut of_layer, Run::in_file(start, run.blocks, run.records, run.last));
        Ok(())
    }

    /// Adds a run to a layer, in memory.
    pub(super) fn hold(&self, kind: Kind, layer: usize, run: Encoded<K>) {
        let mut bytes = run.bytes;
        bytes.shrink_to_fit();
        self.in_memory.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let mut of_layer = self.layer(kind, layer);
        let run = Run {
            place: Place::Memory(bytes),
            blocks: run.blocks,
            records: run.records,
            last: run.last,
        };
        self.push(&mut of_layer, run);
    }

    fn push(&self, of_layer: &mut LayerRuns<K>, run: Run<K>) {
        self.index.fetch_add(run.index(), Ordering::Relaxed);
        of_layer.runs.push(run);
    }

    /// Takes over a run that was found in a layer's file, of which so much is used.
    pub(super) fn adopt(&self, kind: Kind, layer: usize, run: Run<K>, used: u64) {
        let mut of_layer = self.layer(kind, layer);
        self.on_disk.fetch_add(used - of_layer.used, Ordering::Relaxed);
        of_layer.used = used;
        self.push(&mut of_layer, run);
    }

    /// Bytes in memory of the runs of a layer.
    #[cfg(feature = "cluster")]
    pub(super) fn held(&self, kind: Kind, layer: usize) -> u64 {
        let of_layer = self.layer(kind, layer);
        let bytes = |run: &Run<K>| match &run.place {
            Place::Memory(bytes) => bytes.len() as u64,
            Place::File(_) => 0,
        };
        of_layer.runs.iter().map(bytes).sum()
    }

    /// Takes those runs of a layer out that are in memory.
    #[cfg(feature = "cluster")]
    pub(super) fn take_held(&self, kind: Kind, layer: usize) -> Vec<Run<K>> {
        let mut of_layer = self.layer(kind, layer);
        let is_held = |run: &mut Run<K>| matches!(run.place, Place::Memory(_));
        of_layer.runs.extract_if(.., is_held).collect()
    }

    /// Takes the runs of a layer out, to be worked off.
    pub(super) fn take(&self, layer: usize) -> Vec<Run<K>> {
        std::mem::take(&mut self.layer(Kind::Waiting, layer).runs)
    }

    /// Forgets the runs that were taken out.
    pub(super) fn forget(&self, runs: Vec<Run<K>>) {
        for run in runs {
            self.index.fetch_sub(run.index(), Ordering::Relaxed);
            if let Place::Memory(bytes) = run.place {
                self.in_memory.fetch_sub(bytes.len() as u64, Ordering::Relaxed);
            }
        }
    }

    /// Brings what has been written to disk for certain.
    pub(super) fn sync(&self) -> Result<(), TurnsError> {
        let mut files = Vec::new();
        for kind in [Kind::Waiting, Kind::Done] {
            for layer in 0..self.layers() {
                let mut of_layer = self.layer(kind, layer);
                if !std::mem::take(&mut of_layer.unsynced) {
                    continue;
                }
                // Closed too: many threads may have a store each, and open files are few.
                if let (Some(file), Some(path)) = (of_layer.file.take(), self.path(kind, layer)) {
                    files.push((path, file));
                }
            }
        }
        sync_all(&files)
    }

    /// Removes the file of a layer that has been worked off.
    pub(super) fn remove_waiting(&self, layer: usize) -> Result<(), TurnsError> {
        let mut of_layer = self.layer(Kind::Waiting, layer);
        of_layer.file = None;
        let path = self.path(Kind::Waiting, layer);
        let Some(path) = path.filter(|_| of_layer.used > 0) else {
            return Ok(());
        };
        self.on_disk.fetch_sub(of_layer.used, Ordering::Relaxed);
        of_layer.used = 0;
        at(&path, std::fs::remove_file(&path))
    }

    /// The record of a position in a layer that has been worked off, if it is there.
    pub(super) fn find(&self, layer: usize, key: K) -> Result<Option<Record<K>>, TurnsError> {
        let done = self.layer(Kind::Done, layer);
        let mut reader = self.reader(Kind::Done, layer);
        let mut found = None;
        for run in &done.runs {
            let before = run.blocks.partition_point(|block| block.first <= key);
            let within = run.last.is_some_and(|last| key <= last);
            if let Some(place) = before.checked_sub(1).filter(|_| within) {
                reader.read(run, &run.blocks[place], |record| {
                    if record.key == key {
                        found = Some(record);
                    }
                })?;
            }
            if found.is_some() {
                break;
            }
        }
        Ok(found)
    }

    /// A reader of the runs of one layer.
    pub(super) const fn reader(&self, kind: Kind, layer: usize) -> Reader<'_, K> {
        Reader { store: self, kind, layer, file: None, bytes: Vec::new() }
    }
}

/// Brings files to disk. What takes time is to wait for the disk, which can be told of several at
/// once.
fn sync_all(files: &[(PathBuf, File)]) -> Result<(), TurnsError> {
    let threads = NonZeroUsize::new(files.len().min(TOGETHER));
    let Some(threads) = threads else {
        return Ok(());
    };
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Ok(())));
    let work = |_| {
        while let Some((path, file)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = at(path, file.sync_data()) {
                *unpoisoned(failed.lock()) = Err(error);
            }
        }
    };
    match threads.get() {
        1 => work(0),
        _ => on_threads(threads, STACK, "sync", &work)?,
    }
    unpoisoned(failed.into_inner())
}

/// Reads runs of one layer, one block after the other.
pub(super) struct Reader<'a, K> {
    store: &'a RunStore<K>,
    kind: Kind,
    layer: usize,
    file: Option<File>,
    bytes: Vec<u8>,
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
        match &run.place {
            Place::Memory(bytes) => {
                let from = block.start as usize;
                let whole = decode(&bytes[from..from + length], counting, show);
                whole.expect("memory does not change");
                Ok(())
            }
            Place::File(start) => {
                let path = self.store.path(self.kind, self.layer);
                let path = path.expect("a run in a file has a file");
                self.bytes.resize(length, 0);
                let (file, bytes) = (&mut self.file, &mut self.bytes);
                let read = || -> io::Result<()> {
                    let file = match file {
                        Some(file) => file,
                        none => none.insert(File::open(&path)?),
                    };
                    file.seek(SeekFrom::Start(start + block.start))?;
                    file.read_exact(bytes)
                };
                at(&path, read())?;
                let whole = decode(&self.bytes, counting, show);
                whole.map_err(|_| damaged(&path, start + block.start))
            }
        }
    }
}
