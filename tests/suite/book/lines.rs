//! The opening book: every line is replayed by the reference implementation, bounds are tested,
//! small openings are searched exhaustively.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chongkak::board::Side;
use chongkak::book;
use chongkak::book::{DAKON_OPENINGS, Line, within_reach};
use chongkak::rules::Preset;

use crate::support::{BookCase, Reference, book_cases, home};

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
}

#[test]
fn the_openings_are_those_that_the_refill_produces() {
    for preset in Preset::all() {
        let rules = preset.rules;
        let seeds = u32::from(rules.seeds);
        let mut expected = Vec::new();
        for owned in seeds..=rules.total() - seeds {
            // For Overbeck's set one of each kind: only the owner of a full row has loose seeds.
            if preset.name == "overbeck" && !owned.is_multiple_of(seeds) {
                continue;
            }
            let position = rules.opening_owning(owned, Side::A).unwrap().to_string();
            let holes = |owned: u32| (owned / seeds).min(rules.holes.into()) as u8;
            let filled = [owned, rules.total() - owned].map(holes);
            expected.push((owned, filled, position));
        }
        let book = book::openings(preset.name).unwrap();
        let found = book.iter().map(|o| (o.owned, o.filled, o.position.to_string()));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{}", preset.name);
        for opening in book {
            let size = (opening.rules.as_str(), opening.holes, opening.seeds);
            assert_eq!(size, (preset.name, rules.holes.get(), rules.seeds.get()));
            let targets = opening.goals.both().map(|goal| goal.target);
            assert_eq!(targets, [Some(rules.total() / 2 + 1), None]);
        }
    }
    // § 11 and § 12: 1 to 9 holes against 9, 9 against 8 to 1.
    let kinds: Vec<_> = book::openings("overbeck").unwrap();
    let kinds: BTreeSet<_> = kinds.iter().map(|opening| opening.filled).collect();
    assert_eq!(kinds.len(), 17);
}

#[test]
fn the_full_openings_of_dakon_have_both_thresholds() {
    let book = book::openings(DAKON_OPENINGS).unwrap();
    let sizes: Vec<_> = book.iter().map(|opening| opening.holes).collect();
    assert_eq!(sizes, (2..=18).collect::<Vec<_>>());
    for opening in book {
        let n = u32::from(opening.holes);
        let row = vec![n.to_string(); n as usize].join(",");
        assert_eq!(opening.position.to_string(), format!("{row}/0 {row}/0 A"));
        assert_eq!((opening.seeds, opening.owned), (opening.holes, n * n));
        let [winning, more] = opening.goals.both();
        assert_eq!([winning.target, more.target], [Some(2 * n * n - n), Some(2 * n * n - n + 1)]);
        // As published: none for three holes, some for every other size.
        assert_eq!(winning.impossible, n == 3);
        assert_eq!(winning.shortest.is_some(), n != 3);
        assert!(n != 3 || winning.at_least.is_none());
    }
}

/// Checks what a line says of itself, and that no recorded line is better than the recorded best.
#[test]
fn every_line_is_replayed_by_the_reference() {
    let mut replayed = 0;
    for case in book_cases() {
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
    for case in book_cases() {
        let text = case.start.text();
        let all = within_reach(&text.parse().unwrap());
        let Line { seeds, .. } = case.harvest;
        assert!(seeds <= all && (seeds < all || case.harvest.proven), "{text}");
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
        let case = BookCase::of("overbeck", &opening);
        let steps = case.played(&system.line);
        let (after, laps, goes_on) = steps.last().unwrap();
        let found = (steps.len() as u32, *laps, after.stores[0] - case.start.stores[0]);
        assert_eq!(found, (system.moves, system.laps, system.seeds));
        assert!(*goes_on && !(system.set_impossible && system.set.is_some()));
        // Against one hole the rest is small enough to be searched exhaustively.
        let rest = BookCase { start: after.clone(), ..BookCase::of("overbeck", &opening) };
        if let Some((harvest, goals)) = searched_through(&rest, 1_000) {
            let round = goals[0][0].map(|moves| (system.moves + moves, true));
            let recorded = system.round.as_ref();
            assert_eq!(recorded.map(|line| (line.moves, line.proven)), round);
            assert_eq!(system.set_impossible, goals[1][0].is_none());
            let most = (system.seeds + harvest, true);
            assert_eq!((system.harvest.seeds, system.harvest.proven), most);
            searched += 1;
        }
        let lines = [Some(&system.harvest), system.round.as_ref(), system.set.as_ref()];
        let begins = format!("{} ", system.line);
        for line in lines.into_iter().flatten() {
            assert!(line.line.starts_with(&begins), "{line:?}");
        }
        let lines = [&system.round, &system.set];
        for (line, goal) in lines.into_iter().zip(opening.goals.both()) {
            let end = |line: &Line| case.played(&line.line).pop().unwrap().0;
            assert!(line.as_ref().is_none_or(|line| case.reached(goal, &end(line))));
        }
    }
    assert!(searched > 0);
}

/// Returns the best of all turns of an opening by the reference implementation, position by
/// position, in the order of the store; `None` if there are more than `most` positions.
fn searched_through(case: &BookCase, most: usize) -> Option<(u32, [[Option<u32>; 2]; 2])> {
    let mut waiting =
        BTreeMap::from([(case.start.stores[0], HashMap::from([(case.start.clone(), [0, 0])]))]);
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
fn small_openings_searched_through_by_the_reference_give_the_same() {
    let (mut searched, mut reached) = (0, 0);
    for case in book_cases() {
        let Some((harvest, goals)) = searched_through(&case, 1_000) else {
            continue;
        };
        let text = case.start.text();
        assert_eq!((harvest, true), (case.harvest.seeds, case.harvest.proven), "{text}");
        for (lengths, goal) in goals.into_iter().zip(&case.goals) {
            let shortest = goal.shortest.as_ref().map(|line| (line.moves, line.proven));
            let fewest = goal.fewest_laps.as_ref().map(|line| (line.laps, line.proven));
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

/// The reference implementation tries all lines of this many moves: bounds must hold, and proven
/// results must be found.
#[test]
fn the_reference_finds_no_shorter_lines() {
    let mut met = 0;
    for case in book_cases().iter().filter(|case| case.start.rows[0].len() <= 9) {
        let mut layer = BTreeSet::from([case.start.text()]);
        let mut first = [None; 2];
        let mut moves = 0;
        while layer.len() <= 200 && !layer.is_empty() {
            moves += 1;
            let mut next = BTreeSet::new();
            for position in layer.iter().map(|text| Reference::read(text)) {
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

/// Checks the sentences of docs/BOOK.md on the system and on the tables.
#[test]
fn what_the_page_says_is_so() {
    let book = |name: &str| book::openings(name).unwrap();
    for preset in Preset::all() {
        let n = preset.rules.holes.get();
        let mut lost = 0;
        for opening in book(preset.name) {
            let (name, full) = (preset.name, opening.filled[0] == n);
            let [round, set] = opening.goals.both();
            let won = round.shortest.as_ref();
            assert!(won.map_or(round.impossible, |line| line.proven));
            if ["kalah", "chonka"].contains(&name) {
                assert!(set.impossible && opening.harvest.proven);
                assert!(won.is_none() || name == "chonka");
                continue;
            }
            if full && won.is_none() {
                assert!(name == "conglak-burnt" && opening.filled[1] == 1);
                assert!(set.shortest.is_some());
                lost += 1;
            }
            assert!(opening.filled != [n, n] || set.shortest.is_some());
            let from = match name {
                "overbeck" => 3,
                "congklak-six" | "congklak-bank" => 4,
                "dakon" | "conglak-burnt" | "sungka" => 5,
                _ => n,
            };
            assert!(full || (won.is_some() == (opening.filled[0] >= from)), "{opening:?}");
        }
        assert_eq!(lost, if preset.name == "conglak-burnt" { 4 } else { 0 });
    }
    for (name, most) in [("kalah", 2), ("chonka", 21)] {
        assert_eq!(book(name).iter().map(|opening| opening.harvest.seeds).max(), Some(most));
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
        let [round, set] = opening.goals.both();
        assert!(b > 3 || opening.harvest.seeds == all);
        assert!(a > 4 || set.impossible);
        let Some(system) = &opening.system else {
            continue;
        };
        let [best, with_it] = [&round.shortest, &system.round].map(|line| line.as_ref().unwrap());
        assert!(best.proven && with_it.proven);
        assert!((1..=4).contains(&(with_it.moves - best.moves)));
        if b == 1 {
            assert_eq!((all, system.harvest.seeds, system.harvest.proven), (90, 13, true));
            assert!(system.set_impossible && set.shortest.is_some());
        } else {
            assert!(opening.harvest.seeds - system.harvest.seeds <= 3);
        }
    }
}
