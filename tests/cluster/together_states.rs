//! States of turns in several processes: whatever ends the processes, the same command goes on and
//! prints what one process prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output};
use std::time::Duration;

use chongkak::math::Random;

use crate::places::{Folders, Places, all_print, alone, ended};
use crate::support::{code, send_interrupt, stderr, told};

/// A turn of 46,649 positions in 57 layers.
const MIDDLE: [&str; 10] =
    ["--rules", "congklak", "--holes", "5", "--seeds", "6", "--threads", "1", "--format", "json"];

/// One of 3,870,246,472 positions.
const LONG: [&str; 6] = ["--holes", "7", "--seeds", "7", "--threads", "1"];

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return all;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => all.push(path),
        }
    }
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The newest layer that a state is there of, in any part.
fn newest(places: &Places) -> Option<usize> {
    let layer = |path: PathBuf| name(&path).strip_prefix("state-")?.parse().ok();
    files(&places.folder.0).into_iter().filter_map(layer).max()
}

/// The others end with the name of the one that was killed, unless all was done before.
fn others_tell(places: &Places, killed: usize, outputs: &[Output], expected: &Output) {
    for (process, output) in outputs.iter().enumerate() {
        if process == killed {
            continue;
        }
        let (code, out, error) = told(output);
        if code == 0 {
            let text = if process == 0 { &expected.stdout[..] } else { &[] };
            assert_eq!(output.stdout, text, "process {process}");
            continue;
        }
        assert_eq!((code, out.as_str()), (4, ""), "{error}");
        assert!(error.contains(&places.name(killed)), "{error}");
    }
}

/// Kills a process at a moment, again and again, until the work has been done so many times over.
fn killed_and_resumed(label: &str, folders: Folders, counts: &[usize], kills: usize, seed: u64) {
    let expected = alone(&MIDDLE);
    assert_eq!(code(&expected), 0, "{}", stderr(&expected));
    let mut random = Random::new(seed, 0);
    let mut places = Places::new(label, counts[0]);
    let (mut killed, mut resumed) = (0, 0);
    while killed < kills {
        let count = counts[random.below(counts.len())];
        places.renew(count);
        let layer = newest(&places);
        let lock = places.of_process(0, folders).join("lock");
        let before = fs::read(&lock).ok();
        let mut all = places.start_in(&MIDDLE, folders);
        let victim = random.below(count);
        // A process lost before all have met is told by those that wait for others in vain.
        while fs::read(&lock).ok() == before && is_running(&mut all[victim]) {}
        if random.below(2) == 0 {
            // As soon as a state has appeared somewhere: that may be before the others have theirs.
            let after = layer.map_or(0, |layer| layer + 1) + random.below(20);
            while newest(&places).is_none_or(|l| l < after) && is_running(&mut all[victim]) {}
        } else {
            std::thread::sleep(Duration::from_millis(random.below(400) as u64));
        }
        all[victim].kill().unwrap();
        others_tell(&places, victim, &ended(all), &expected);
        killed += 1;
        resumed += usize::from(layer.is_some_and(|layer| layer > 0));
    }
    assert!(resumed > 0, "never gone on from a state");
    places.renew(counts[0]);
    all_print(&places.run_in(&MIDDLE, folders), &expected, label);
    assert_eq!(places.left(), Vec::<String>::new());
}

fn is_running(child: &mut Child) -> bool {
    child.try_wait().unwrap().is_none()
}

#[test]
fn after_a_kill_any_number_of_processes_goes_on() {
    killed_and_resumed("states-killed", Folders::Same, &[3, 1, 2, 5], 12, 3);
}

#[test]
fn after_a_kill_processes_go_on_in_folders_of_their_own() {
    killed_and_resumed("states-own", Folders::Own, &[3], 8, 4);
}

/// Leaves a turn of three processes at a limit.
fn interrupted(label: &str, nodes: &str) -> Places {
    let places = Places::new(label, 3);
    let args = [&MIDDLE[..], &["--nodes", nodes]].concat();
    for output in places.run_in(&args, Folders::Same) {
        assert_eq!((code(&output), stderr(&output)), (3, String::new()));
    }
    places
}

/// After a limit too, and after Ctrl-C: from the last layer that was whole.
#[test]
fn after_a_limit_other_numbers_of_processes_go_on() {
    let expected = alone(&MIDDLE);
    let mut places = interrupted("states-limit", "9000");
    let mut layer = newest(&places).unwrap();
    assert!(layer > 10, "{layer}");
    for (count, nodes) in [(2, "17000"), (5, "24000"), (5, "30000"), (1, "36000")] {
        places.renew(count);
        let args = [&MIDDLE[..], &["--nodes", nodes]].concat();
        for output in places.run_in(&args, Folders::Same) {
            assert_eq!((code(&output), stderr(&output)), (3, String::new()));
        }
        let now = newest(&places).unwrap();
        assert!(now > layer, "{count} processes went from {layer} to {now}");
        layer = now;
    }
    places.renew(3);
    all_print(&places.run_in(&MIDDLE, Folders::Same), &expected, "to the end");
    assert_eq!(places.left(), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_state() {
    let places = Places::new("states-interrupted", 2);
    let all = places.start_in(&LONG, Folders::Own);
    while newest(&places).is_none_or(|layer| layer < 5) {}
    send_interrupt(&all[1]);
    for output in ended(all) {
        assert_eq!(stderr(&output), "");
        assert!([3, 130].contains(&code(&output)), "{}", code(&output));
    }
    assert!(newest(&places).unwrap() >= 5);
}

/// The way back is found again if the work ends between the answers and the removal of all parts.
#[test]
fn answers_are_enough_when_other_parts_are_gone() {
    let expected = alone(&MIDDLE);
    let mut places = interrupted("states-answered", "30000");
    let all = places.start_in(&MIDDLE, Folders::Same);
    let folder = places.of_process(0, Folders::Same);
    let answers = |all: Vec<PathBuf>| all.into_iter().find(|path| name(path) == "answers");
    let copy = places.folder.0.join("copy");
    let mut kept = None;
    while kept.is_none() {
        if let Some(path) = answers(files(&folder)) {
            kept = fs::read(&path).ok().map(|bytes| (path, bytes));
        }
        // They are there for a moment only; the work is done again where that was missed.
        if kept.is_none() && answers(files(&folder)).is_none() && files(&folder).is_empty() {
            break;
        }
    }
    all_print(&ended(all), &expected, "at once");
    let (path, bytes) = kept.expect("the answers were seen");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, &bytes).unwrap();
    let _ = fs::remove_dir_all(copy);
    places.renew(2);
    all_print(&places.run_in(&MIDDLE, Folders::Same), &expected, "again");
    assert_eq!(places.left(), Vec::<String>::new());
    // It was these answers that were told, and damaged ones are none.
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let outputs = places.run_in(&MIDDLE, Folders::Same);
    for output in outputs {
        let (code, out, error) = told(&output);
        assert_eq!((code, out.as_str()), (4, ""));
        assert!(error.contains("answers: damaged"), "{error}");
    }
}

#[test]
fn a_damaged_state_is_told_and_never_used() {
    let mut places = interrupted("states-damaged", "9000");
    let folder = places.of_process(0, Folders::Same);
    let is_kept = |path: &PathBuf| name(path) != "lock";
    let state: Vec<_> = files(&folder).into_iter().filter(is_kept).collect();
    let good: Vec<_> = state.iter().map(|path| fs::read(path).unwrap()).collect();
    // The states, and some of the runs of each kind.
    let kinds = ["state-", ".waiting", ".done"];
    let of_kind = |kind: &str| {
        let has = |place: &usize| name(&state[*place]).contains(kind);
        let all: Vec<usize> = (0..state.len()).filter(has).collect();
        let step = (all.len() / 3).max(1);
        all.into_iter().step_by(step).take(3)
    };
    let restore = || {
        let _ = fs::remove_dir_all(&folder);
        for (path, bytes) in state.iter().zip(&good) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    };
    for place in kinds.into_iter().flat_map(of_kind) {
        let (path, bytes) = (&state[place], &good[place]);
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        let cut = bytes[..bytes.len() - 1].to_vec();
        for (how, bytes) in [("cut", Some(cut)), ("changed", Some(changed)), ("away", None)] {
            let name = name(path);
            if how == "changed" && name.ends_with(".done") {
                // It is read at the very end, if at all.
                continue;
            }
            restore();
            match bytes {
                Some(bytes) => fs::write(path, bytes).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            places.renew(3);
            for output in places.run_in(&MIDDLE, Folders::Same) {
                let (code, out, error) = told(&output);
                assert_eq!((code, out.as_str()), (4, ""), "{name} {how}");
                let part = path.parent().unwrap().file_name().unwrap();
                let part = part.to_str().unwrap();
                let told = error.contains(if how == "away" { part } else { &name });
                assert!(told && error.contains(part), "{name} {how}: {error}");
            }
        }
    }
    // A whole part is away; and then nothing is wrong with the rest.
    restore();
    let part = state[0].parent().unwrap();
    fs::remove_dir_all(part).unwrap();
    for output in places.run_in(&MIDDLE, Folders::Same) {
        let (code, _, error) = told(&output);
        assert_eq!(code, 4);
        assert!(error.contains(&format!("{}: not there", part.display())), "{error}");
    }
    restore();
    all_print(&places.run_in(&MIDDLE, Folders::Same), &alone(&MIDDLE), "restored");
}

#[test]
fn a_folder_is_for_one_enumeration_at_a_time() {
    let places = Places::new("states-busy", 2);
    let all = places.start_in(&LONG, Folders::Same);
    while newest(&places).is_none_or(|layer| layer < 3) {}
    let folder = places.of_process(0, Folders::Same);
    let spill = ["--spill", folder.to_str().unwrap()];
    let second = Places::new("states-second", 3);
    let args = [&LONG[..], &spill].concat();
    for output in second.run(&args) {
        let (code, out, error) = told(&output);
        assert_eq!((code, out.as_str()), (4, ""));
        assert!(error.contains("another process works in this folder"), "{error}");
    }
    let one = alone(&args);
    assert!(stderr(&one).contains("another process works in this folder"));
    let mut all = all;
    all[0].kill().unwrap();
    ended(all);
    // The state is of this turn, and of several processes.
    let other = [&MIDDLE[..], &spill].concat();
    for output in second.run(&other) {
        let (code, _, error) = told(&output);
        assert_eq!(code, 4);
        assert!(error.contains("of another enumeration, 7,7,7"), "{error}");
    }
    let one = alone(&args);
    assert_eq!(code(&one), 4);
    assert!(stderr(&one).contains("of another enumeration, by several"), "{}", stderr(&one));
}

#[test]
fn a_folder_of_one_process_is_refused() {
    let places = Places::new("states-of-one", 2);
    let folder = places.of_process(0, Folders::Same);
    let spill = ["--spill", folder.to_str().unwrap(), "--nodes", "9000"];
    let one = alone(&[&MIDDLE[..], &spill].concat());
    assert_eq!(code(&one), 3, "{}", stderr(&one));
    for output in places.run_in(&MIDDLE, Folders::Same) {
        let (code, _, error) = told(&output);
        assert_eq!(code, 4);
        assert!(error.contains("manifest: of another enumeration, by one"), "{error}");
    }
    let one = alone(&[&MIDDLE[..], &spill[..2]].concat());
    assert_eq!(one.stdout, alone(&MIDDLE).stdout);
}

/// The most memory that a process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// 2,160,112 positions: as records 69 MB, in runs 26 MB on disk for both processes.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_kept_to() {
    const LARGER: [&str; 8] =
        ["--rules", "congklak", "--holes", "6", "--seeds", "6", "--threads", "1"];
    let most = |label: &str, rest: &[&str]| {
        let places = Places::new(label, 2);
        let mut all = places.start_in(&[&LARGER[..], rest].concat(), Folders::Same);
        let mut most = 0;
        while is_running(&mut all[0]) {
            most = all.iter().filter_map(peak).max().unwrap_or(0).max(most);
            std::thread::sleep(Duration::from_millis(1));
        }
        for output in ended(all) {
            assert_eq!(stderr(&output), "");
        }
        most
    };
    // The program, with connections and threads, and next to nothing to do.
    let least = most("states-least", &["--memory", "8", "--nodes", "2"]);
    let tight = most("states-tight", &["--memory", "8"]);
    assert!(tight < least + (8 << 10), "{least} KiB, and with work {tight} KiB");
}
