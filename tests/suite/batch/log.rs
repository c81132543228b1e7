//! The log next to the store of a batch: damage costs only the results after it, and it stays
//! small.

use std::fs;
use std::path::{Path, PathBuf};

use chongkak::batch::{Entry, Merge, Store};
use chongkak::math::Random;
use chongkak::text::Diagnostic;

use crate::support::{Folder, code, random_positions, run, stderr, stdout};

fn entries(store: &Path) -> Result<Vec<Entry>, Diagnostic> {
    let stores = [Store::open_existing(store)?];
    let mut merge = Merge::new(&stores);
    Ok(std::iter::from_fn(|| merge.next_best().unwrap()).collect())
}

fn log_of(store: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", store.display()))
}

/// The remains of a killed process: a store and its log, with some results in each.
struct Killed {
    folder: Folder,
    store: PathBuf,
    log: Vec<u8>,
    /// The byte at which the last frame of the log begins.
    last: usize,
    rows: Vec<Entry>,
}

impl Killed {
    fn new(name: &str) -> Killed {
        let folder = Folder::made(&format!("batch-log-{name}"));
        let file = folder.file("p", &random_positions(31, 40, 3, 12).join("\n"));
        let done = run(&["batch", &file, "--quiet"]);
        assert_eq!((code(&done), stderr(&done)), (0, String::new()));
        let rows = entries(&folder.0.join("p.sqlite")).unwrap();
        let running = folder.0.join("running.sqlite");
        let mut store = Store::open(&running).unwrap();
        rows.iter().for_each(|row| store.keep([row]).unwrap());
        // Copied while open, as if it were killed now.
        let store = folder.0.join("killed.sqlite");
        fs::copy(&running, folder.0.join("before.sqlite")).unwrap();
        let log = fs::read(log_of(&running)).unwrap();
        let page = u32::from_be_bytes(log[8..12].try_into().unwrap()) as usize;
        // Behind the frames of this round of the log are those of the previous one.
        let frames = log[32..].chunks(page + 24);
        let live = frames.take_while(|frame| frame[8..16] == log[16..24]).count();
        assert!(live > 3, "{live}");
        let last = 32 + (live - 1) * (page + 24);
        Killed { folder, store, log, last, rows }
    }

    /// Restores the store with another log.
    fn with(&self, log: &[u8]) -> &Path {
        for ending in ["-shm", ".lock"] {
            let _ = fs::remove_file(format!("{}{ending}", self.store.display()));
        }
        fs::copy(self.folder.0.join("before.sqlite"), &self.store).unwrap();
        fs::write(log_of(&self.store), log).unwrap();
        &self.store
    }
}

#[test]
fn a_damaged_log_costs_no_more_than_what_is_behind() {
    let killed = Killed::new("damaged");
    assert_eq!(entries(killed.with(&killed.log)).unwrap(), killed.rows);
    let mut random = Random::new(32, 0);
    let mut most = 0;
    for round in 0..100 {
        let mut log = killed.log.clone();
        let place = random.below(killed.last);
        match round % 2 {
            // A kill leaves a log that ends early.
            0 => log.truncate(place),
            _ => log[place] ^= 1 << random.below(8),
        }
        let rows = entries(killed.with(&log)).unwrap();
        assert!(rows.iter().all(|row| killed.rows.contains(row)), "{place}");
        most = most.max(rows.len());
    }
    assert!(most > killed.rows.len() / 2, "{most}");
    let rest = entries(killed.with(&[])).unwrap();
    assert!(rest.len() < killed.rows.len(), "without its log it is a store");
}

#[test]
fn a_batch_goes_on_from_what_a_damaged_log_leaves() {
    let killed = Killed::new("goes-on");
    let file = killed.folder.path("p");
    for place in [3, killed.last / 2] {
        let mut log = killed.log.clone();
        log[place] ^= 1;
        let store = killed.with(&log).to_str().unwrap();
        for _ in 0..2 {
            let again = run(&["batch", &file, "--store", store]);
            assert_eq!((code(&again), stdout(&again).lines().count()), (0, 40));
        }
        let rows = entries(&killed.store).unwrap();
        assert_eq!(rows.len(), killed.rows.len());
    }
}

#[test]
fn the_log_of_a_store_stays_small_and_is_empty_at_the_end() {
    let killed = Killed::new("small");
    let path = killed.folder.0.join("long.sqlite");
    let mut store = Store::open(&path).unwrap();
    let one = &killed.rows[0];
    for number in 0..1000 {
        let mut row = one.clone();
        row.key.position = format!("{:08}", number * 7919 % 1000);
        store.keep([&row]).unwrap();
        let size = |path: &Path| fs::metadata(path).unwrap().len();
        // At most as large as the store, or 50 pages, plus what one row writes.
        let most = size(&path).max(50 * 4096) + (1 << 16);
        let log = size(&log_of(&path));
        assert!(log <= most, "{log} bytes after {number} rows, of {most}");
    }
    // Another connection keeps it open, so that it is not removed.
    let file = killed.folder.path("p");
    let output = run(&["batch", &file, "--store", path.to_str().unwrap(), "--quiet"]);
    assert_eq!(code(&output), 0);
    assert_eq!(fs::metadata(log_of(&path)).unwrap().len(), 0);
    assert_eq!(store.count().unwrap(), 1040);
}
