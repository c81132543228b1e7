//! Proven bounds of the maximum gain, against full enumerations.

use std::fs;
use std::num::NonZeroUsize;
use std::time::Duration;

use chongkak::board::{Position, Side};
use chongkak::control::{Control, StopReason};
use chongkak::record::replay_turn;
use chongkak::rules::Rules;
use chongkak::turns::{Enumeration, Goal, HarvestBound, HarvestProof, Spill, TurnsError};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{
    Folder, THREADS, any_board, any_threads, any_turn_rules, code, game, run, sized, stderr,
    stdout, within,
};

/// Memory in MiB.
const MEMORY: usize = 64;

fn proof(threads: usize, known: u32) -> HarvestProof<'static> {
    HarvestProof {
        memory: MEMORY,
        threads: NonZeroUsize::new(threads).unwrap(),
        known,
        spill: None,
    }
}

fn bound(
    proof: &HarvestProof<'_>,
    rules: &Rules,
    position: &Position,
    control: Control<'_>,
) -> HarvestBound {
    let bound = proof.run(&game(rules, position), control).unwrap();
    let told = format!("{position} {rules:?}");
    if let Some(line) = &bound.best {
        replay_turn(&crate::support::game(rules, position), line).unwrap();
        assert!(line.store > proof.known && line.store <= bound.upper, "{told}");
    }
    assert_eq!(bound.stopped.is_none(), bound.proven, "{told}");
    bound
}

/// The most seeds in the mover's store after the turn.
fn most(rules: &Rules, position: &Position) -> u32 {
    let all = Enumeration {
        memory: MEMORY,
        threads: NonZeroUsize::MIN,
        layers: None,
        goal: Goal::most_of(position.total()),
        counting: false,
        spill: None,
    };
    let turns = all.run(&game(rules, position), Control::none()).unwrap();
    assert!(turns.complete);
    let before = position.store(position.mover());
    turns.most.map_or(before, |line| line.store.max(before))
}

proptest! {
    #![proptest_config(crate::support::law(2_000))]

    #[test]
    fn the_bound_is_the_harvest(
        (rules, position) in (any_turn_rules(), any_board(5, 5)),
        threads in any_threads(),
    ) {
        let most = most(&rules, &position);
        let found = bound(&proof(threads, 0), &rules, &position, Control::none());
        prop_assert!(found.proven);
        prop_assert_eq!(found.upper, most);
        let best = found.best.map(|line| line.store);
        let before = position.store(position.mover());
        prop_assert_eq!(best.unwrap_or(before), most);
        // With the best line known nothing better is found, and the bound is the same.
        let again = bound(&proof(threads, most), &rules, &position, Control::none());
        prop_assert_eq!((again.upper, again.best, again.proven), (most, None, true));
    }

    #[test]
    fn a_bound_is_true_whatever_stops_the_proof(
        (rules, position) in (any_turn_rules(), any_board(5, 5)),
        nodes in 1..300u64,
        known in 0..20u32,
    ) {
        let most = most(&rules, &position);
        let proof = proof(1, most.saturating_sub(known));
        let found = bound(&proof, &rules, &position, within(nodes));
        prop_assert!(found.upper >= most);
        prop_assert!(!found.proven || found.upper == most);
        prop_assert!(found.stopped.is_none_or(|reason| reason == StopReason::Nodes));
    }
}

proptest! {
    #![proptest_config(crate::support::law(60))]

    /// With a folder, and the least possible memory, in as many runs as it takes: each continues
    /// from the checkpoint of the previous one.
    #[test]
    fn a_folder_and_interruptions_change_no_bound(
        (rules, position) in (any_turn_rules(), any_board(6, 4)),
        (threads, nodes, known) in (any_threads(), 1..400u64, 0..4u32),
    ) {
        let most = most(&rules, &position);
        let before = position.store(position.mover());
        let folder = Folder::made("harvest-random");
        let spilled = HarvestProof {
            memory: 1,
            spill: Some(Spill { folder: &folder.0, every: Duration::ZERO }),
            ..proof(threads, most.saturating_sub(known))
        };
        let mut uppers = vec![u32::MAX];
        // Work that was done before is counted again.
        for run in 1.. {
            let found = bound(&spilled, &rules, &position, within(nodes * run));
            prop_assert!(found.upper >= most && found.upper <= *uppers.last().unwrap());
            uppers.push(found.upper);
            if found.proven {
                prop_assert_eq!(found.upper, most);
                let best = found.best.map_or(spilled.known.max(before), |line| line.store);
                prop_assert_eq!(best, most.max(spilled.known));
                break;
            }
        }
        prop_assert_eq!(folder.names(), Vec::<String>::new());
    }
}

/// A turn of many layers, long enough for the two searches to meet in the middle: with one thread
/// and with three, in memory and in a folder, in one run and in many.
#[test]
fn a_long_turn_is_proven_in_parts() {
    let rules = sized("overbeck", 6, 6);
    let opening = rules.opening(Side::A);
    let folder = Folder::new("harvest-parts");
    for threads in THREADS {
        let spilled = HarvestProof {
            memory: 1,
            spill: Some(Spill { folder: &folder.0, every: Duration::ZERO }),
            ..proof(threads, 70)
        };
        let mut runs = 0;
        let whole = loop {
            runs += 1;
            let found = bound(&spilled, &rules, &opening, within(40_000 * runs));
            if found.proven {
                break found;
            }
            // The leftovers of a kill: more than is valid.
            let parts = folder.0.join("from-start");
            fs::write(parts.join("layer-0070.waiting"), "begun after the state").unwrap();
        };
        assert!(runs > 2, "{runs}");
        assert_eq!((whole.upper, whole.best), (70, None));
        assert_eq!(folder.names(), Vec::<String>::new(), "it is empty in the end");
    }
}

/// A folder of another turn, and one in use.
#[test]
fn a_folder_of_another_proof_is_refused() {
    let rules = sized("overbeck", 6, 6);
    let folder = Folder::new("harvest-other");
    let spilled = HarvestProof {
        spill: Some(Spill { folder: &folder.0, every: Duration::ZERO }),
        ..proof(1, 0)
    };
    let opening = rules.opening(Side::A);
    let manifest = folder.0.join("from-start/manifest");
    for run in 1.. {
        let found = bound(&spilled, &rules, &opening, within(20_000 * run));
        assert!(found.stopped.is_some());
        if fs::read_to_string(&manifest).unwrap().contains("\"upper\":71") {
            assert_eq!(found.upper, 71);
            break;
        }
    }
    let refused = |rules: &Rules| {
        let opening = rules.opening(Side::A);
        let run = spilled.run(&game(rules, &opening), Control::none());
        run.unwrap_err()
    };
    let other = refused(&sized("overbeck", 6, 5));
    assert!(matches!(other, TurnsError::Other { .. }), "{other}");
    let lock = fs::File::open(folder.0.join("from-start/lock")).unwrap();
    lock.lock().unwrap();
    let busy = refused(&rules);
    assert!(matches!(busy, TurnsError::Busy { .. }), "{busy}");
    drop(lock);
    let good = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, good.replace("\"upper\":", "\"upper\":1")).unwrap();
    let damaged = refused(&rules);
    assert!(matches!(damaged, TurnsError::Damaged { .. }), "{damaged}");
}

/// 70 of 72 seeds on 2 x 6: neither 71 nor 72 can be gained.
#[test]
fn harvests_of_full_openings_are_proven_from_both_ends() {
    for (name, holes, known, harvest) in
        [("overbeck", 6, 70, 70), ("overbeck", 5, 0, 46), ("overbeck", 4, 0, 30)]
    {
        let rules = sized(name, holes, holes);
        let opening = rules.opening(Side::A);
        let found = bound(&proof(2, known), &rules, &opening, Control::none());
        assert!(found.proven);
        assert_eq!(found.upper, harvest, "{name} {holes}");
        let refuted = found.steps.iter().filter(|step| step.reached == Some(false));
        assert_eq!(refuted.count() as u32, opening.total() - harvest);
    }
    let rules = sized("dakon", 5, 5);
    let opening = rules.opening(Side::A);
    let found = bound(&proof(2, 0), &rules, &opening, Control::none());
    assert_eq!(found.upper, most(&rules, &opening));
}

/// Boards from which everything can be gained on 2 x 7 holes, by the seeds outside: from an
/// independent count from the start of every board.
#[test]
fn boards_that_can_be_harvested_to_the_last_seed_are_few() {
    let rules = sized("overbeck", 7, 7);
    let opening = rules.opening(Side::A);
    let found = bound(&proof(2, 0), &rules, &opening, within(30_000));
    let counted: Vec<u64> = found.steps[0].boards.iter().map(|(_, boards)| *boards).collect();
    let known = [1, 8, 14, 29, 42, 78, 110, 199];
    let both = counted.len().min(known.len());
    assert!(both >= 5, "{counted:?}");
    assert_eq!(counted[..both], known[..both]);
}

/// A run that is short of memory or time says less, never anything false.
#[test]
fn little_memory_and_no_time_leave_true_bounds() {
    let rules = sized("overbeck", 6, 6);
    let opening = rules.opening(Side::A);
    let mut tight = proof(2, 70);
    tight.memory = 4;
    let found = bound(&tight, &rules, &opening, Control::none());
    assert!(found.upper >= 70 && (!found.proven || found.upper == 70));
    let control = Control::none().with_time(Duration::ZERO);
    let found = bound(&tight, &rules, &opening, control);
    assert_eq!((found.upper, found.stopped), (72, Some(StopReason::Time)));
}

/// The command line: a proof that the search for lines alone can't give.
#[test]
fn the_program_proves_a_harvest() {
    let args = [
        "turns",
        "--rules",
        "overbeck",
        "--holes",
        "6",
        "--seeds",
        "6",
        "--prove-harvest",
        "--nodes",
        "1000000",
        "--quiet",
        "--format",
        "json",
    ];
    let output = run(&args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let harvest = &record["harvest"];
    assert_eq!(record["complete"], false);
    assert_eq!(harvest["seeds"], 70);
    assert_eq!(harvest["upper"], 70);
    assert_eq!(harvest["proven"], true);
}
