//! The log beside the store of a batch: its damage is told, and it stays small.

use std::fs;
use std::path::{Path, PathBuf};

use chongkak::batch::{Entry, Merge, Store, StoreError};
use chongkak::math::Random;

use crate::support::{Folder, code, random_positions, run, stderr, stdout};

fn entries(store: &Path) -> Result<Vec<Entry>, StoreError> {
    let stores = [Store::open_existing(store)?];
    let mut merge = Merge::new(&stores);
    Ok(std::iter::from_fn(|| merge.next_best().unwrap()).collect())
}

fn log_of(store: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", store.display()))
}

/// What a process that was killed leaves behind: a store and its log, with some results in each.
struct Killed {
    folder: Folder,
    store: PathBuf,
    log: Vec<u8>,
    /// Where the last frame of the log begins.
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
        // While it is open, as if it had been killed now.
        let store = folder.0.join("killed.sqlite");
        fs::copy(&running, folder.0.join("before.sqlite")).unwrap();
        let log = fs::read(log_of(&running)).unwrap();
        let page = u32::from_be_bytes(log[8..12].try_into().unwrap()) as usize;
        // Behind the frames of this round of the log lie those of the one before.
        let frames = log[32..].chunks(page + 24);
        let live = frames
            .take_while(|frame| frame[8..16] == log[16..24])
            .count();
        assert!(live > 3, "{live}");
        let last = 32 + (live - 1) * (page + 24);
        Killed {
            folder,
            store,
            log,
            last,
            rows,
        }
    }

    /// The store as it was, with another log.
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
fn a_damaged_log_is_told_or_harmless() {
    let killed = Killed::new("damaged");
    assert_eq!(entries(killed.with(&killed.log)).unwrap(), killed.rows);
    let mut random = Random::new(32, 0);
    let mut told = 0;
    for round in 0..200 {
        let mut log = killed.log.clone();
        // Every byte of the head now and then.
        let place = if round < 40 {
            round % 32
        } else {
            random.below(killed.last)
        };
        log[place] ^= 1 << random.below(8);
        match entries(killed.with(&log)) {
            Err(error) => {
                let message = error.to_string();
                assert!(
                    message.contains("the log beside it (-wal) is damaged"),
                    "{message}"
                );
                told += 1;
            }
            // Some bytes of the head of a frame say nothing that is read.
            Ok(rows) => assert_eq!(rows, killed.rows, "byte {place}"),
        }
    }
    assert!(told > 190, "{told}");
    // A log that ends too soon is what a kill leaves: the first results are there.
    for _ in 0..40 {
        let end = random.below(killed.last);
        let rows = entries(killed.with(&killed.log[..end])).unwrap();
        assert!(rows.iter().all(|row| killed.rows.contains(row)), "{end}");
    }
    let rest = entries(killed.with(&[])).unwrap();
    assert!(
        rest.len() < killed.rows.len(),
        "without its log it is a store"
    );
}

#[test]
fn a_batch_goes_on_from_what_a_damaged_log_leaves() {
    let killed = Killed::new("goes-on");
    for place in [3, killed.last / 2] {
        let mut log = killed.log.clone();
        log[place] ^= 1;
        let store = killed.with(&log).to_str().unwrap();
        let export = run(&["batch", "export", store]);
        assert_eq!((code(&export), stdout(&export)), (4, String::new()));
        assert!(stderr(&export).contains("is damaged, so that results written last are lost"));
        let file = killed.folder.path("p");
        let again = run(&["batch", &file, "--store", store]);
        assert_eq!((code(&again), stdout(&again).lines().count()), (0, 40));
        assert!(
            stderr(&again).contains("the log beside it (-wal) was damaged"),
            "{}",
            stderr(&again)
        );
        let (rows, again) = (
            entries(&killed.store).unwrap(),
            run(&["batch", &file, "--store", store]),
        );
        assert_eq!(rows.len(), killed.rows.len());
        assert!(!stderr(&again).contains("damaged") && stderr(&again).contains("40 known"));
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
        // As large as the store, or 50 pages, and what one row writes.
        let most = size(&path).max(50 * 4096) + (1 << 16);
        let log = size(&log_of(&path));
        assert!(log <= most, "{log} bytes after {number} rows, of {most}");
    }
    // Somebody else has it open, so that it is not removed.
    let file = killed.folder.path("p");
    let output = run(&["batch", &file, "--store", path.to_str().unwrap(), "--quiet"]);
    assert_eq!(code(&output), 0);
    assert_eq!(fs::metadata(log_of(&path)).unwrap().len(), 0);
    assert_eq!(store.count().unwrap(), 1040);
}
