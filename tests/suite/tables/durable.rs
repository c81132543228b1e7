//! Durable files and locked folders.

use std::fs;
use std::io::Write;

use chongkak::files::{FolderLock, Replace, refusal};

use crate::support::Folder;

#[test]
fn a_file_is_there_as_a_whole_or_as_it_was() {
    let folder = Folder::made("files-whole");
    let (path, draft) = (folder.0.join("file"), folder.0.join("draft"));
    let new = Replace::new(&path, &draft);
    new.write(b"old").unwrap();
    let mut file = new.create().unwrap();
    file.write_all(b"ne").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    file.write_all(b"w").unwrap();
    new.finish(&file).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(!draft.exists());
    // If it can't be renamed, nothing is left of it.
    let lost = Replace::new(folder.0.join("nowhere/file"), &draft);
    assert!(lost.write(b"lost").is_err());
    assert!(!draft.exists());
}

/// System errors are reported in words, without their numbers.
#[test]
fn refusals_have_no_number() {
    for number in 1..40 {
        let told = refusal(&std::io::Error::from_raw_os_error(number));
        assert!(!told.is_empty() && !told.contains("os error"), "{told}");
    }
}

#[test]
fn a_folder_has_one_holder_at_a_time() {
    let folder = Folder::made("files-lock");
    let first = FolderLock::take(&folder.0).unwrap();
    assert!(first.is_some());
    assert!(FolderLock::take(&folder.0).unwrap().is_none());
    drop(first);
    let second = FolderLock::take(&folder.0).unwrap().unwrap();
    second.remove().unwrap();
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}
