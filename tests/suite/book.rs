//! The opening book: every line replayed by the slow twin, bounds tried, small openings searched through
//! by the twin, the page and the scripts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chongkak::book;

use chongkak::board::Side;
use chongkak::book::{
    AtLeast, DAKON_OPENINGS, DakonOpening, Goal, Line, Opening, System, within_reach,
};
use chongkak::rules::{Preset, Rules};

use crate::command_line::{code, stderr, stdout};
use crate::corpus::home;
use crate::documents::python;
use crate::twin::Twin;

/// An opening with all that is said of it, whatever book it is in.
struct Case {
    rules: Rules,
    start: Twin,
    kind: (String, [u8; 2]),
    harvest: Line,
    goals: [Goal; 2],
    system: Option<System>,
}

impl Case {
    fn of_round(opening: &Opening) -> Case {
        Case {
            rules: Preset::named(&opening.rules).unwrap().rules,
            start: Twin::read(&opening.position),
            kind: (opening.rules.clone(), opening.filled),
            harvest: opening.harvest.clone(),
            goals: [opening.round.clone(), opening.set.clone()],
            system: opening.system.clone(),
        }
    }

    fn of_dakon(opening: &DakonOpening) -> Case {
        let rules = Preset::named(&opening.rules).unwrap().rules;
        let rules = rules.sized(opening.holes, opening.seeds).unwrap();
        Case {
            rules,
            start: Twin::read(&opening.position),
            kind: (DAKON_OPENINGS.to_owned(), opening.filled),
            harvest: opening.harvest.clone(),
            goals: [opening.winning.clone(), opening.more.clone()],
            system: None,
        }
    }

    /// All lines that are recorded.
    fn lines(&self) -> Vec<&Line> {
        let goals = self.goals.iter();
        let goals = goals.flat_map(|goal| [&goal.shortest, &goal.fewest_laps]);
        let system = self.system.iter();
        let mut lines = vec![&self.harvest];
        lines.extend(goals.flatten());
        for system in system {
            lines.push(&system.harvest);
            lines.extend([&system.round, &system.set].into_iter().flatten());
        }
        lines
    }

    /// Whether a move has reached a goal: the rules of winning in words of the twin.
    fn reached(&self, goal: &Goal, after: &Twin) -> bool {
        let Some(target) = goal.target else {
            let fill = u32::from(self.rules.seeds);
            let rows = |p: usize| after.rows[p].iter().map(|h| h.seeds).sum::<u32>();
            let left = rows(0) + rows(1) + after.stores[1];
            return left < fill || after.mark == "over" && rows(1) + after.stores[1] < fill;
        };
        after.stores[0] >= target
    }

    /// The position, the laps and whether the turn goes on after each move of a line.
    fn played(&self, line: &str) -> Vec<(Twin, u32, bool)> {
        let mut now = self.start.clone();
        let mut laps = 0;
        let play = |name: &str| {
            assert_eq!(now.mover, 0, "{line}: a turn of A");
            let hole = name.strip_prefix('A').unwrap().parse::<usize>().unwrap() - 1;
            assert!(now.choices(0).contains(&hole), "{line}: {name}");
            let played = now.play(&self.rules, hole);
            laps += played.lands.len() as u32;
            now = played.after;
            (now.clone(), laps, played.outcome == "again")
        };
        let steps: Vec<_> = line.split(' ').map(play).collect();
        let ends = steps.iter().position(|(_, _, goes_on)| !goes_on);
        assert!(ends.is_none_or(|at| at + 1 == steps.len()), "{line}");
        steps
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for preset in Preset::all() {
        let openings = book::openings(preset.name).unwrap();
        cases.extend(openings.iter().map(Case::of_round));
    }
    cases.extend(book::dakon_openings().iter().map(Case::of_dakon));
    cases
}

#[test]
fn there_is_a_book_of_every_rule_set_and_no_other_file() {
    let names: BTreeSet<_> = book::names().map(str::to_owned).collect();
    let presets = Preset::all().iter().map(|preset| preset.name);
    let expected: BTreeSet<_> = presets.chain([DAKON_OPENINGS]).map(str::to_owned).collect();
    assert_eq!(names, expected);
    for entry in std::fs::read_dir(home().join("positions/book")).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(path.extension().unwrap(), "jsonl");
        assert!(names.contains(path.file_stem().unwrap().to_str().unwrap()));
    }
    assert!(book::openings(DAKON_OPENINGS).is_none());
}

#[test]
fn the_openings_are_those_that_the_refill_produces() {
    for preset in Preset::all() {
        let rules = preset.rules;
        let seeds = u32::from(rules.seeds);
        let mut expected = Vec::new();
        for owned in seeds..=rules.total() - seeds {
            // Of Overbeck's set one of each kind: nobody has loose seeds but a full row's owner.
            if preset.name == "overbeck" && !owned.is_multiple_of(seeds) {
                continue;
            }
            let position = rules.opening_owning(owned, Side::A).unwrap().to_string();
            let holes = |owned: u32| (owned / seeds).min(rules.holes.into()) as u8;
            let filled = [owned, rules.total() - owned].map(holes);
            expected.push((owned, filled, position));
        }
        let book = book::openings(preset.name).unwrap();
        let found = book.iter().map(|o| (o.owned, o.filled, o.position.clone()));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{}", preset.name);
        for opening in book {
            let size = (opening.rules.as_str(), opening.holes, opening.seeds);
            assert_eq!(size, (preset.name, rules.holes.get(), rules.seeds.get()));
            assert_eq!(opening.round.target, Some(rules.total() / 2 + 1));
            assert_eq!(opening.set.target, None);
        }
    }
    // § 11 and § 12: 1 to 9 holes against 9, 9 against 8 to 1.
    let kinds: Vec<_> = book::openings("overbeck").unwrap();
    let kinds: BTreeSet<_> = kinds.iter().map(|opening| opening.filled).collect();
    assert_eq!(kinds.len(), 17);
}

#[test]
fn the_full_openings_of_dakon_have_both_thresholds() {
    let book = book::dakon_openings();
    let sizes: Vec<_> = book.iter().map(|opening| opening.holes).collect();
    assert_eq!(sizes, (2..=18).collect::<Vec<_>>());
    for opening in book {
        let n = u32::from(opening.holes);
        let row = vec![n.to_string(); n as usize].join(",");
        assert_eq!(opening.position, format!("{row}/0 {row}/0 A"));
        assert_eq!((opening.seeds, opening.owned), (opening.holes, n * n));
        let targets = [opening.winning.target, opening.more.target];
        assert_eq!(targets, [Some(2 * n * n - n), Some(2 * n * n - n + 1)]);
        // As published: none for three holes, some for every other size.
        assert_eq!(opening.winning.impossible, n == 3);
        assert_eq!(opening.winning.shortest.is_some(), n != 3);
        assert!(n != 3 || opening.winning.at_least.is_none());
    }
}

/// What a line says of itself, and that no recorded line is better than what is recorded as the best.
#[test]
fn every_line_is_replayed_by_the_twin() {
    let mut replayed = 0;
    for case in cases() {
        let store = case.start.stores[0];
        for line in case.lines() {
            let steps = case.played(&line.line);
            let (last, laps, _) = steps.last().unwrap();
            let found = (last.stores[0] - store, steps.len() as u32, *laps);
            assert_eq!(found, (line.seeds, line.moves, line.laps), "{line:?}");
            for (number, (after, laps, _)) in (1..).zip(&steps) {
                assert!(after.stores[0] - store <= case.harvest.seeds, "{line:?}");
                for goal in case.goals.iter().filter(|goal| case.reached(goal, after)) {
                    assert!(!goal.impossible, "{line:?}");
                    let fewest = [&goal.shortest, &goal.fewest_laps].map(|l| l.as_ref().unwrap());
                    assert!(number >= fewest[0].moves && *laps >= fewest[1].laps);
                }
            }
            replayed += 1;
        }
        for goal in &case.goals {
            for line in [&goal.shortest, &goal.fewest_laps].into_iter().flatten() {
                let steps = case.played(&line.line);
                let at = steps.iter().position(|step| case.reached(goal, &step.0));
                assert_eq!(at, Some(steps.len() - 1), "{line:?}");
            }
        }
    }
    assert!(replayed > 1000, "{replayed} lines");
}

#[test]
fn what_is_called_proven_agrees_with_the_bounds() {
    let mut most: HashMap<_, u32> = HashMap::new();
    let mut proven = Vec::new();
    for case in cases() {
        let text = case.start.text();
        let all = within_reach(&text);
        let Line { seeds, .. } = case.harvest;
        assert!(
            seeds <= all && (seeds < all || case.harvest.proven),
            "{text}"
        );
        let best = most.entry(case.kind.clone()).or_default();
        *best = seeds.max(*best);
        if case.harvest.proven {
            proven.push((case.kind, seeds));
        }
        for goal in &case.goals {
            let lines = [&goal.shortest, &goal.fewest_laps];
            assert_eq!(goal.impossible, goal.at_least.is_none(), "{text}");
            assert_eq!(lines[0].is_some(), lines[1].is_some(), "{text}");
            let (Some(least), [Some(shortest), Some(fewest)]) =
                (goal.at_least, lines.map(Option::as_ref))
            else {
                continue;
            };
            assert!(
                !goal.impossible && shortest.moves <= fewest.moves && fewest.laps <= shortest.laps
            );
            assert!(least.moves <= shortest.moves && least.laps <= fewest.laps);
            assert_eq!(shortest.proven, least.moves == shortest.moves, "{text}");
            assert_eq!(fewest.proven, least.laps == fewest.laps, "{text}");
        }
    }
    // Openings of a kind have the same turns.
    assert!(proven.len() > 100);
    for (kind, seeds) in proven {
        assert_eq!(most[&kind], seeds, "{kind:?}");
    }
}

#[test]
fn the_system_is_overbecks() {
    let mut searched = 0;
    for opening in book::openings("overbeck").unwrap() {
        let [a, b] = opening.filled;
        assert_eq!(opening.system.is_some(), a == 9);
        let Some(system) = &opening.system else {
            continue;
        };
        // A1, then opposite the opponent's last hole, then the second to the right each time.
        let holes = std::iter::once(1).chain((2..=b).rev().step_by(2));
        let moves: Vec<_> = holes.map(|hole| format!("A{hole}")).collect();
        assert_eq!(system.line, moves.join(" "));
        let case = Case::of_round(&opening);
        let steps = case.played(&system.line);
        let (after, laps, goes_on) = steps.last().unwrap();
        let found = (
            steps.len() as u32,
            *laps,
            after.stores[0] - case.start.stores[0],
        );
        assert_eq!(found, (system.moves, system.laps, system.seeds));
        assert!(*goes_on && !(system.set_impossible && system.set.is_some()));
        // What is left of it against one hole is little enough to be searched through.
        let rest = Case {
            start: after.clone(),
            ..Case::of_round(&opening)
        };
        if let Some((harvest, goals)) = searched_through(&rest, 1_000) {
            let round = goals[0][0].map(|moves| (system.moves + moves, true));
            let recorded = system.round.as_ref();
            assert_eq!(recorded.map(|line| (line.moves, line.proven)), round);
            assert_eq!(system.set_impossible, goals[1][0].is_none());
            let most = (system.seeds + harvest, true);
            assert_eq!((system.harvest.seeds, system.harvest.proven), most);
            searched += 1;
        }
        let lines = [
            Some(&system.harvest),
            system.round.as_ref(),
            system.set.as_ref(),
        ];
        let begins = format!("{} ", system.line);
        for line in lines.into_iter().flatten() {
            assert!(line.line.starts_with(&begins), "{line:?}");
        }
        for (line, goal) in [(&system.round, &opening.round), (&system.set, &opening.set)] {
            let end = |line: &Line| case.played(&line.line).pop().unwrap().0;
            assert!(
                line.as_ref()
                    .is_none_or(|line| case.reached(goal, &end(line)))
            );
        }
    }
    assert!(searched > 0);
}

/// The best of all turns of an opening, by the twin: position by position, in the order of the store.
/// None if there are more than so many positions.
fn searched_through(case: &Case, most: usize) -> Option<(u32, [[Option<u32>; 2]; 2])> {
    let mut waiting = BTreeMap::from([(
        case.start.stores[0],
        HashMap::from([(case.start.clone(), [0, 0])]),
    )]);
    let (mut harvest, mut goals) = (0, [[None; 2]; 2]);
    let mut count = 0;
    while let Some((_, layer)) = waiting.pop_first() {
        count += layer.len();
        if count > most {
            return None;
        }
        for (position, lengths) in layer {
            for hole in position.choices(0) {
                let played = position.play(&case.rules, hole);
                let lengths = [lengths[0] + 1, lengths[1] + played.lands.len() as u32];
                let store = played.after.stores[0];
                harvest = harvest.max(store - case.start.stores[0]);
                for (best, goal) in goals.iter_mut().zip(&case.goals) {
                    if case.reached(goal, &played.after) {
                        shorten(best, lengths);
                    }
                }
                if played.outcome == "again" {
                    let layer = waiting.entry(store).or_default();
                    let known = layer.entry(played.after).or_insert(lengths);
                    *known = [0, 1].map(|m| known[m].min(lengths[m]));
                }
            }
        }
    }
    Some((harvest, goals))
}

fn shorten(best: &mut [Option<u32>; 2], lengths: [u32; 2]) {
    for (best, length) in best.iter_mut().zip(lengths) {
        *best = Some(best.map_or(length, |known| known.min(length)));
    }
}

#[test]
fn small_openings_searched_through_by_the_twin_give_the_same() {
    let (mut searched, mut reached) = (0, 0);
    for case in cases() {
        let Some((harvest, goals)) = searched_through(&case, 1_000) else {
            continue;
        };
        let text = case.start.text();
        assert_eq!(
            (harvest, true),
            (case.harvest.seeds, case.harvest.proven),
            "{text}"
        );
        for (lengths, goal) in goals.into_iter().zip(&case.goals) {
            let shortest = goal.shortest.as_ref().map(|line| (line.moves, line.proven));
            let fewest = goal
                .fewest_laps
                .as_ref()
                .map(|line| (line.laps, line.proven));
            let recorded = [shortest, fewest];
            let expected = lengths.map(|length| length.map(|length| (length, true)));
            assert_eq!(recorded, expected, "{text}");
            assert_eq!(goal.impossible, lengths[0].is_none(), "{text}");
            reached += usize::from(lengths[0].is_some());
        }
        searched += 1;
    }
    assert!(searched > 100 && reached > 10, "{searched}, {reached}");
}

/// The twin tries all lines of so many moves; bounds must hold, and what is proven must be found.
#[test]
fn the_twin_finds_no_shorter_lines() {
    let mut met = 0;
    for case in cases().iter().filter(|case| case.start.rows[0].len() <= 9) {
        let mut layer = BTreeSet::from([case.start.text()]);
        let mut first = [None; 2];
        let mut moves = 0;
        while layer.len() <= 200 && !layer.is_empty() {
            moves += 1;
            let mut next = BTreeSet::new();
            for position in layer.iter().map(|text| Twin::read(text)) {
                for hole in position.choices(0) {
                    let played = position.play(&case.rules, hole);
                    for (first, goal) in first.iter_mut().zip(&case.goals) {
                        if case.reached(goal, &played.after) {
                            first.get_or_insert(moves);
                        }
                    }
                    if played.outcome == "again" {
                        next.insert(played.after.text());
                    }
                }
            }
            layer = next;
        }
        for (first, goal) in first.into_iter().zip(&case.goals) {
            let text = case.start.text();
            let shortest = goal.shortest.as_ref().map(|line| line.moves);
            if let Some(first) = first {
                assert!(goal.at_least.unwrap().moves <= first, "{text}");
                assert_eq!(shortest, Some(first), "{text}");
                met += 1;
            }
            assert!(first.is_some() || shortest.is_none_or(|shortest| shortest > moves));
        }
    }
    assert!(met > 20, "{met} goals within these moves");
}

/// The sentences of docs/BOOK.md on the system and on what the tables show.
#[test]
fn what_the_page_says_is_so() {
    let book = |name: &str| book::openings(name).unwrap();
    for preset in Preset::all() {
        let n = preset.rules.holes.get();
        let mut lost = 0;
        for opening in book(preset.name) {
            let (name, full) = (preset.name, opening.filled[0] == n);
            let won = opening.round.shortest.as_ref();
            assert!(won.map_or(opening.round.impossible, |line| line.proven));
            if name == "kalah" {
                assert!(won.is_none() && opening.set.impossible && opening.harvest.seeds <= 2);
                continue;
            }
            if full && won.is_none() {
                assert!(name == "conglak-burnt" && opening.filled[1] == 1);
                assert!(opening.set.shortest.is_some());
                lost += 1;
            }
            assert!(opening.filled != [n, n] || opening.set.shortest.is_some());
            let from = match name {
                "overbeck" => 3,
                "congklak-six" | "congklak-bank" => 4,
                "dakon" | "conglak-burnt" => 5,
                _ => n,
            };
            assert!(
                full || (won.is_some() == (opening.filled[0] >= from)),
                "{opening:?}"
            );
        }
        assert_eq!(lost, if preset.name == "conglak-burnt" { 4 } else { 0 });
    }
    let most_when_short = |name: &str, holes| {
        let short = book(name).into_iter();
        let short = short.filter(|opening| (1..=holes).contains(&opening.filled[0]));
        assert!(short.clone().all(|opening| opening.harvest.proven));
        short.map(|opening| opening.harvest.seeds).max()
    };
    for name in ["conglak", "congklak"] {
        assert_eq!(most_when_short(name, 6), Some(18));
        let six = book(name).into_iter().filter(|o| o.filled[0] == 6);
        assert!(six.map(|o| o.harvest.seeds).all(|seeds| seeds == 10));
    }
    assert_eq!(most_when_short("congklak-bank", 6), Some(91));
    for opening in book("overbeck") {
        let [a, b] = opening.filled;
        let all = within_reach(&opening.position);
        assert!(b > 3 || opening.harvest.seeds == all);
        assert!(a > 4 || opening.set.impossible);
        let Some(system) = opening.system else {
            continue;
        };
        let [best, with_it] = [opening.round.shortest, system.round].map(Option::unwrap);
        assert!(best.proven && with_it.proven);
        assert!((1..=4).contains(&(with_it.moves - best.moves)));
        if b == 1 {
            assert_eq!(
                (all, system.harvest.seeds, system.harvest.proven),
                (90, 13, true)
            );
            assert!(system.set_impossible && opening.set.shortest.is_some());
        } else {
            assert!(opening.harvest.seeds - system.harvest.seeds <= 3);
        }
    }
}

// --- the command ---

fn chongkak(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chongkak"));
    command.args(arguments).output().unwrap()
}

#[test]
fn the_command_gives_what_the_files_have() {
    for name in book::names() {
        let output = chongkak(&["book", name, "--format", "jsonl"]);
        let file = home().join(format!("positions/book/{name}.jsonl"));
        let values = |text: &str| {
            let values = text.lines().map(|line| serde_json::from_str(line).unwrap());
            values.collect::<Vec<serde_json::Value>>()
        };
        let recorded = values(&std::fs::read_to_string(file).unwrap());
        assert_eq!(values(&stdout(&output)), recorded, "{name}");
        let whole = stdout(&chongkak(&["book", name, "--format", "json"]));
        let whole: serde_json::Value = serde_json::from_str(&whole).unwrap();
        assert_eq!(whole["openings"], serde_json::Value::from(recorded));
    }
}

#[test]
fn the_table_has_an_opening_a_row_and_the_lines_below() {
    let text = stdout(&chongkak(&["book", "--owned", "99", "--lines"]));
    let openings = book::openings("overbeck").unwrap();
    let opening = openings.iter().find(|o| o.owned == 99).unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let case = Case::of_round(opening);
    for line in case.lines() {
        assert!(words.contains(&line.line), "{text}");
    }
    for (name, count) in [("kalah", 41), ("overbeck", 17), (DAKON_OPENINGS, 17)] {
        let table = stdout(&chongkak(&["book", name]));
        let rows = table.lines().filter(|line| line.contains(" : "));
        assert_eq!(rows.count(), count, "{table}");
    }
    let wrong = chongkak(&["book", "--owned", "97"]);
    assert_eq!(code(&wrong), 2);
    assert!(stderr(&wrong).contains("expected one of 9, 18, 27"));
    assert_eq!(code(&chongkak(&["book", "kalah", "--set", "lone=bank"])), 2);
    assert_eq!(code(&chongkak(&["book", "chess"])), 2);
}

// --- the page and the scripts ---

fn script(path: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = python(path).args(arguments).output().unwrap();
    (code(&output), stdout(&output), stderr(&output))
}

#[test]
fn the_page_shows_what_is_recorded() {
    let (status, told, errors) = script(&home().join("scripts/book-page"), &["--check"]);
    assert_eq!(status, 0, "{told}{errors}");
}

#[test]
fn the_script_makes_checks_and_improves_a_book() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let _ = std::fs::remove_dir_all(&folder);
    let path: PathBuf = folder.join("scripts/make-book");
    std::fs::create_dir_all(folder.join("scripts/book")).unwrap();
    for file in ["make-book", "book/opening.py", "book/search.py"] {
        let file = Path::new("scripts").join(file);
        std::fs::copy(home().join(&file), folder.join(&file)).unwrap();
    }
    let run = |arguments: &[&str]| {
        let program = ["--program", env!("CARGO_BIN_EXE_chongkak")];
        script(&path, &[&program, arguments].concat())
    };
    let file = folder.join("positions/book/kalah.jsonl");
    let (status, told, errors) = run(&["kalah", "--time", "1"]);
    // The others are of the same kinds: what is proven of one is proven of all.
    assert_eq!((status, told.lines().count()), (0, 26), "{told}{errors}");
    let text = std::fs::read_to_string(&file).unwrap();
    let made = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let all = |o: Opening| (o.position, o.harvest, o.round, o.set);
    let made: Vec<_> = made.map(all).collect();
    let shipped = book::openings("kalah").unwrap().into_iter().map(all);
    assert_eq!(made, shipped.collect::<Vec<_>>());
    // All is proven, so there is nothing left to do.
    assert_eq!(run(&["kalah", "--time", "2", "--again"]).1, "");
    assert_eq!(run(&["kalah", "--check"]).0, 0);
    let wrong = text.replacen("\"laps\": 2", "\"laps\": 3", 1);
    assert_ne!(wrong, text);
    std::fs::write(&file, &wrong).unwrap();
    let (status, _, errors) = run(&["kalah", "--check"]);
    assert_eq!(status, 1);
    assert!(errors.contains("is not as recorded"), "{errors}");
    // What is known of the winning openings is forgotten, and found again.
    let size = ["dakon-openings", "--holes", "4", "--time", "1"];
    assert_eq!(run(&size).0, 0);
    let file = folder.join("positions/book/dakon-openings.jsonl");
    let read = || {
        let text = std::fs::read_to_string(&file).unwrap();
        serde_json::from_str::<DakonOpening>(text.trim()).unwrap()
    };
    let made = read();
    let shortest = made.winning.shortest.as_ref().unwrap();
    assert_eq!((shortest.moves, shortest.proven), (12, true));
    let mut poorer = made.clone();
    poorer.winning.at_least = Some(AtLeast { moves: 1, laps: 1 });
    (poorer.winning.shortest, poorer.winning.fewest_laps) = (None, None);
    std::fs::write(&file, serde_json::to_string(&poorer).unwrap() + "\n").unwrap();
    assert_eq!(run(&[&size[..], &["--again"]].concat()).0, 0);
    assert_eq!(read().winning, made.winning);
    // A line that nobody could find, below a bound, stops the script.
    let shorter = serde_json::to_string(&made)
        .unwrap()
        .replace("\"at_least\":{\"moves\":12,", "\"at_least\":{\"moves\":13,");
    std::fs::write(&file, shorter + "\n").unwrap();
    let (status, _, errors) = run(&[&size[..], &["--again"]].concat());
    assert!(
        status == 1 && errors.contains("is shorter than what was proven"),
        "{errors}"
    );
    assert_eq!(run(&["no-such-game"]).0, 2);
}
