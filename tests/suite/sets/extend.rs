//! Sets of large boards: conclusions from openings whose winner is known.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use chongkak::board::Side;
use chongkak::control::{Control, Stop, StopReason};
use chongkak::rules::{Preset, Rules};
use chongkak::sets::{Proof, SetOpening, SetSolver, SetValue, SetValues, TableEntry, table};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;

use crate::support::{
    Reference, THREADS, json_ending, json_of, reference_owned, reference_starter, refused, sized,
    within,
};

const SOLVER: SetSolver = SetSolver { memory: 256, threads: NonZeroUsize::MIN };

/// More positions than any round of these boards has.
const ENOUGH: u64 = 10_000_000;

fn solved(rules: &Rules) -> SetValues {
    SOLVER.solve(rules, Control::none()).unwrap()
}

fn extended(rules: &Rules, openings: Vec<SetOpening>, nodes_each: u64) -> SetValues {
    let asked: Vec<u32> = openings.iter().map(|opening| opening.owned).collect();
    SOLVER.extend(rules, openings, &asked, nodes_each, Control::none()).unwrap()
}

/// The openings without the values to be forgotten; sets that nobody can force are never known.
fn forgotten(values: &SetValues, mut forget: impl FnMut(&SetOpening) -> bool) -> Vec<SetOpening> {
    let mut known = values.openings.clone();
    for opening in &mut known {
        let forget = forget(opening);
        let kept = |value: &SetValue| *value != SetValue::Endless && !forget;
        opening.value = opening.value.filter(kept);
    }
    known
}

/// Winner and rounds, if there is a winner.
fn won(opening: &SetOpening) -> Option<(Side, u32)> {
    match opening.value {
        Some(SetValue::Won { by, rounds }) => Some((by, rounds)),
        _ => None,
    }
}

/// The solver searches all rounds to their ends, and is compared with a reference implementation in
/// `sets.rs`.
#[test]
fn with_nodes_enough_every_opening_has_its_value() {
    let mut chance = StdRng::seed_from_u64(1);
    let (mut found, mut endless) = (0, 0);
    for preset in Preset::all() {
        for (holes, seeds) in [(1, 2), (2, 2), (2, 3), (3, 1), (3, 2)] {
            let rules = sized(preset.name, holes, seeds);
            let all = solved(&rules);
            for share in [0.0, 0.5] {
                let known = forgotten(&all, |_| chance.random_bool(1.0 - share));
                let values = extended(&rules, known.clone(), ENOUGH);
                assert_eq!(values.stopped, None);
                for ((one, before), true_one) in
                    values.openings.iter().zip(&known).zip(&all.openings)
                {
                    let place = format!("{rules:?} {}", one.position);
                    let Some((by, rounds)) = won(one) else {
                        assert_eq!(one.value, true_one.value, "{place}");
                        endless += 1;
                        continue;
                    };
                    // The number of rounds is an upper bound.
                    let (winner, least) = won(true_one).expect(&place);
                    assert!(by == winner && rounds >= least, "{place}");
                    match before.value {
                        Some(value) => assert_eq!(one.value, Some(value)),
                        None => found += 1,
                    }
                }
            }
        }
    }
    assert!(found > 200 && endless > 40, "{found} {endless}");
}

/// With few nodes less is found, and nothing false.
#[test]
fn with_few_nodes_what_is_found_is_true() {
    let mut found = 0;
    for (name, holes, seeds) in [("overbeck", 4, 3), ("conglak-burnt", 4, 3), ("dakon", 4, 3)] {
        let rules = sized(name, holes, seeds);
        let all = solved(&rules);
        for nodes_each in [1, 30, 1000] {
            let known = forgotten(&all, |opening| opening.owned % 3 > 0);
            let values = extended(&rules, known.clone(), nodes_each);
            let new = values.openings.iter().zip(&known).zip(&all.openings);
            for ((one, _), true_one) in new.filter(|((_, before), _)| before.value.is_none()) {
                if let Some((by, _)) = won(one) {
                    assert_eq!(Some(by), won(true_one).map(|(by, _)| by), "{}", one.position);
                    found += 1;
                }
            }
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn only_what_is_asked_for_is_looked_at() {
    let rules = sized("overbeck", 3, 3);
    let known = forgotten(&solved(&rules), |_| true);
    let values = SOLVER.extend(&rules, known, &[9], ENOUGH, Control::none()).unwrap();
    let of = values.openings.iter().filter(|one| one.value.is_some());
    assert!(of.map(|one| one.owned).all(|owned| owned == 9));
}

#[test]
fn limits_and_threads() {
    let rules = sized("overbeck", 4, 4);
    let known = || forgotten(&solved(&rules), |opening| opening.owned % 2 == 0);
    let asked: Vec<u32> = known().iter().map(|opening| opening.owned).collect();
    let on = |threads, control| {
        let threads = NonZeroUsize::new(threads).unwrap();
        let solver = SetSolver { threads, ..SOLVER };
        solver.extend(&rules, known(), &asked, 2000, control).unwrap()
    };
    assert_eq!(on(1, within(1000)).stopped, Some(StopReason::Nodes));
    let stop = Stop::new();
    stop.set();
    assert_eq!(on(1, Control::stopped_by(&stop)).stopped, Some(StopReason::Interrupted));
    for threads in &THREADS[1..] {
        assert_eq!(on(1, Control::none()), on(*threads, Control::none()));
    }
    let mut far = sized("overbeck", 2, 2);
    far.set("store", "far").unwrap();
    let openings = forgotten(&solved(&sized("overbeck", 2, 2)), |_| true);
    assert!(SOLVER.extend(&far, openings, &[4], 10, Control::none()).is_err());
}

/// An opening is proven again by those that are won within fewer rounds.
#[test]
fn the_command_proves_an_opening_of_the_table_anew() {
    let args = ["set", "solve", "--known", "--owned", "15", "--threads", "1"];
    let found = json_of(&args);
    let opening = &found["openings"][0];
    assert_eq!((&opening["owned"], &opening["winner"]), (&15.into(), &"B".into()));
    // Within three rounds: openings won within two help.
    let later = json_of(&[&args[..3], &["--owned", "35", "--threads", "1"]].concat());
    assert_eq!(later["openings"][0]["rounds"], 3);
    let turned = json_of(&[&args[..3], &["--owned", "147", "--mover", "B"]].concat());
    assert_eq!(turned["openings"][0]["winner"], "A");
    // The value of the round decides what no search finds.
    let kalah = [&args[..3], &["--rules", "kalah", "--owned", "24", "--nodes-each", "1"]].concat();
    assert_eq!(json_of(&kalah)["openings"][0]["winner"], "A");
    // A set that neither player can force, together with the others of that kind.
    let nobody = &[&args[..3], &["--rules", "congklak-bank", "--owned", "32"]].concat();
    assert_eq!(json_of(nobody)["openings"][0]["winner"], "nobody");
    let given_up = [&nobody[..], &["--nodes-each", "10"]].concat();
    assert_eq!(json_ending(3, &given_up)["openings"][0]["winner"], Value::Null);
    for (args, said) in [
        (&["set", "solve", "--known", "--holes", "5"][..], "--known"),
        (&["set", "solve", "--nodes-each", "5"], "--known"),
    ] {
        let message = refused(args);
        assert!(message.contains(said), "{message}");
    }
}

/// The winner according to the table after a round, by openings that are won within fewer rounds
/// than the entry.
fn reference_after(
    rules: &Rules,
    table: &[TableEntry],
    entry: &TableEntry,
    reference: &Reference,
) -> Option<usize> {
    let owned = reference_owned(reference);
    if let Some(loser) = (0..2).find(|&player| owned[player] < u32::from(rules.seeds)) {
        return Some(1 - loser);
    }
    let starter = reference_starter(rules, reference);
    let next = table.iter().find(|next| next.owned == owned[starter])?;
    let winner = next.winner().filter(|_| next.rounds < entry.rounds)?;
    Some(if winner == Side::A { starter } else { 1 - starter })
}

/// The reference implementation of the search: own moves by gain, other than the first one at most
/// `exceptions` times; all moves of the opponent. It has no certain bounds.
struct ReferenceSearch<'a> {
    rules: &'a Rules,
    after: &'a dyn Fn(&Reference) -> Option<usize>,
    player: usize,
    tried: HashMap<(Reference, u32), bool>,
}

impl ReferenceSearch<'_> {
    fn wins(&mut self, reference: &Reference, exceptions: u32) -> bool {
        if reference.mark == "over" {
            return (self.after)(reference) == Some(self.player);
        }
        if let Some(&known) = self.tried.get(&(reference.clone(), exceptions)) {
            return known;
        }
        let own = reference.mover == self.player;
        let mut moves: Vec<_> = reference
            .choices(reference.mover)
            .into_iter()
            .map(|choice| reference.play(self.rules, choice))
            .collect();
        moves.sort_by_key(|played| {
            let store = played.after.stores[reference.mover];
            (played.outcome == "stop", std::cmp::Reverse(store))
        });
        let most = if own { exceptions as usize + 1 } else { moves.len() };
        let mut outcomes = moves.iter().take(most).enumerate().map(|(number, played)| {
            let left = if own && number > 0 { exceptions - 1 } else { exceptions };
            self.wins(&played.after, left)
        });
        let wins = match own {
            true => outcomes.any(|wins| wins),
            false => outcomes.all(|wins| wins),
        };
        self.tried.insert((reference.clone(), exceptions), wins);
        wins
    }
}

/// Entries of the large boards with a short round, proven again by the reference implementation.
#[test]
fn the_reference_proves_openings_of_the_tables_too() {
    let mut proven = Vec::new();
    for preset in Preset::all() {
        let entries = table(preset.name).unwrap();
        let by_rounds = entries.iter().filter(|e| e.proof == Some(Proof::Rounds));
        // The loser has few seeds, and so short turns.
        let few = |entry: &&TableEntry| entry.owned < 2 * u32::from(entry.seeds);
        for entry in by_rounds.filter(few) {
            let after =
                |reference: &Reference| reference_after(&preset.rules, &entries, entry, reference);
            let mut search = ReferenceSearch {
                rules: &preset.rules,
                after: &after,
                player: entry.winner().unwrap().index(),
                tried: HashMap::new(),
            };
            let opening = Reference::read(&entry.position);
            let name = format!("{} {}", entry.rules, entry.owned);
            assert!((0..4).any(|exceptions| search.wins(&opening, exceptions)), "{name}");
            proven.push(name);
        }
    }
    assert!(proven.len() > 20, "{proven:?}");
}

/// The text of docs/SETS.md on the boards of the sources.
#[test]
fn the_words_on_large_boards_are_so() {
    // The most seeds with which A loses, and the fewest with which A wins.
    let numbers = [
        ("overbeck", 42, 45),
        ("conglak", 48, 49),
        ("conglak-burnt", 34, 35),
        ("congklak-six", 23, 24),
        ("congklak", 48, 49),
        ("congklak-bank", 29, 35),
        ("sungka", 34, 35),
        ("chonka", 34, 57),
        ("dakon", 39, 40),
        ("kalah", 23, 24),
    ];
    for (name, loses, wins) in numbers {
        let entries = table(name).unwrap();
        for entry in &entries {
            let winner = match entry.owned {
                owned if owned <= loses => Some("B"),
                owned if owned >= wins => Some("A"),
                _ if name == "chonka" => None,
                _ => Some("nobody"),
            };
            assert_eq!(entry.winner.as_deref(), winner, "{name} {}", entry.owned);
        }
        let half = Preset::named(name).unwrap().rules.total() / 2;
        assert!(wins <= half || name == "chonka", "{name}");
    }
    // A wins the round, and loses the set.
    for owned in 27..=42 {
        let overbeck = table("overbeck").unwrap();
        assert_eq!(overbeck[owned - 9].winner(), Some(Side::B));
    }
}
