//! Enumerations of turns in a folder.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use chongkak::board::{Position, Side};
use chongkak::control::{Control, StopReason};
use chongkak::rules::Rules;
use chongkak::turns::{Enumeration, Goal, Measure, Spill, Turns, TurnsError};
use serde_json::Value;

use crate::support::{Folder, THREADS, enumerated, game, length, plan, sized, within};

/// A turn of 428,105 positions, as large as a test in a folder should be.
fn long_turn() -> (Rules, Position) {
    let rules = sized("overbeck", 5, 8);
    (rules, rules.opening(Side::B))
}

fn in_folder(goal: Goal, folder: &Path) -> Enumeration<'_> {
    let spill = Spill { folder, every: Duration::ZERO };
    Enumeration { spill: Some(spill), ..plan(goal, 2) }
}

fn up_to(nodes: u64, plan: &Enumeration<'_>, rules: &Rules, position: &Position) -> Turns {
    plan.run(&game(rules, position), within(nodes)).unwrap()
}

#[test]
fn memory_threads_and_folder_change_no_answer() {
    let (rules, position) = long_turn();
    let goal = Goal::most_of(position.total());
    for layers in [None, Some(Measure::Moves)] {
        for counting in [true, false] {
            let whole = Enumeration { layers, counting, ..plan(goal, 1) };
            let expected = enumerated(&whole, &rules, &position);
            for threads in &THREADS[1..] {
                let mut tight = whole;
                tight.memory = 8;
                tight.threads = NonZeroUsize::new(*threads).unwrap();
                assert_eq!(enumerated(&tight, &rules, &position), expected);
            }
            let folder = Folder::new(&format!("turns-{layers:?}-{counting}"));
            let spilled = Enumeration { layers, counting, ..in_folder(goal, &folder.0) };
            assert_eq!(enumerated(&spilled, &rules, &position), expected);
            assert_eq!(folder.names(), Vec::<String>::new(), "it is empty in the end");
        }
    }
}

/// The checkpoint of an interrupted run is valid, and a later run continues it.
#[test]
fn an_enumeration_goes_on_where_it_was_interrupted() {
    let (rules, position) = long_turn();
    let goal = Goal::most_of(position.total());
    let expected = enumerated(&plan(goal, 2), &rules, &position);
    let folder = Folder::new("turns-interrupted");
    let mut nodes = 0;
    for part in 1.. {
        let limited = in_folder(goal, &folder.0);
        // Each run gets a little further; between them, the leftovers of a kill: more than is
        // valid.
        nodes += 30_000 * part;
        let found = up_to(nodes, &limited, &rules, &position);
        if found.stopped.is_none() {
            assert!(part > 3);
            assert_eq!(found, expected);
            return;
        }
        assert_eq!(found.stopped, Some(StopReason::Nodes));
        assert!(!found.complete);
        let best = |turns: &Turns| turns.most.as_ref().map(|line| line.store);
        assert!(best(&found) <= best(&expected));
        if let Some(line) = &found.most {
            length(&rules, &position, line, 0);
        }
        for name in folder.names().iter().filter(|name| name.starts_with("layer-")) {
            let mut bytes = fs::read(folder.0.join(name)).unwrap();
            bytes.extend([7; 100]);
            fs::write(folder.0.join(name), bytes).unwrap();
        }
        fs::write(folder.0.join("layer-0081.waiting"), "begun after the last state").unwrap();
    }
}

#[test]
fn damaged_and_foreign_folders_are_refused_with_the_reason() {
    let (rules, position) = long_turn();
    let goal = Goal::most_of(position.total());
    let folder = Folder::new("turns-damaged");
    up_to(50_000, &in_folder(goal, &folder.0), &rules, &position);
    let go_on = |rules: &Rules, counting| {
        let plan = Enumeration { counting, ..in_folder(goal, &folder.0) };
        let found = plan.run(&game(rules, &position), Control::none());
        found.unwrap_err()
    };
    let other = go_on(&rules.with("seeds", 4).unwrap(), true);
    assert!(other.to_string().contains("seeds=8"), "{other}");
    assert!(matches!(other, TurnsError::Other { .. }), "{other}");
    assert!(matches!(go_on(&rules, false), TurnsError::Other { .. }));
    let lock = fs::File::open(folder.0.join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(go_on(&rules, true), TurnsError::Busy { .. }));
    drop(lock);
    // Every third valid file and the manifest: changed in the middle, cut, and removed.
    let manifest = fs::read_to_string(folder.0.join("manifest")).unwrap();
    let manifest: Value = serde_json::from_str(manifest.lines().next().unwrap()).unwrap();
    let runs = manifest[2].as_array().unwrap().iter().step_by(3);
    let files = runs.map(|of| {
        let (kind, layer) = (of["kind"].as_str().unwrap(), of["layer"].as_u64().unwrap());
        (format!("layer-{layer:04}.{kind}"), kind == "done")
    });
    let (state, mut damaged) = (folder.files(), 0);
    for (name, done) in files.chain([("manifest".to_owned(), false)]) {
        let good = &state[&name];
        let mut changed = good.clone();
        changed[good.len() / 2] ^= 1;
        // The records of an expanded layer are read again only at the very end.
        let changed = (!done).then_some(&changed[..]);
        let away = (name != "manifest").then_some(&[][..]);
        let cut = Some(&good[..good.len() - 1]);
        for bytes in [cut, changed, away].into_iter().flatten() {
            // A run that fails late has continued until then.
            for name in folder.names().iter().filter(|name| *name != "lock") {
                fs::remove_file(folder.0.join(name)).unwrap();
            }
            for (other, good) in state.iter().filter(|(other, _)| **other != name) {
                fs::write(folder.0.join(other), good).unwrap();
            }
            if !bytes.is_empty() {
                fs::write(folder.0.join(&name), bytes).unwrap();
            }
            let error = go_on(&rules, true);
            assert!(error.to_string().contains(&name), "{name}: {error}");
            damaged += 1;
        }
    }
    assert!(damaged > 10);
}
