//! Rules from evidence: against the reference implementation, which tries every combination.

use std::collections::{BTreeMap, BTreeSet};

use chongkak::control::{Control, Stop, StopReason};
use chongkak::infer::{Evidence, Inference, infer, options};
use chongkak::math::Random;
use chongkak::rules::{ROUND_OPTIONS, Rules};

use crate::support::{
    Combination, Told, combinations, deciding_options, first_parting, random_rules, random_told,
    refuted, seeds, seen, some_cover, tried, values_of, with,
};

fn evidence_of(all: &[Told]) -> Evidence {
    let mut evidence = Evidence::default();
    for told in all {
        evidence.add_claim("f.toml", &told.claim(None)).unwrap();
    }
    evidence
}

fn inferred(all: &[Told], among: &[&'static str]) -> Inference {
    let among: Vec<String> = among.iter().map(|&name| name.to_owned()).collect();
    infer(&evidence_of(all), &among, Control::none()).unwrap().unwrap()
}

/// Some options, in the order in which they are shown.
fn some_options(random: &mut Random, count: usize) -> Vec<&'static str> {
    let mut names: Vec<_> = options().collect();
    while names.len() > count {
        names.remove(random.below(names.len()));
    }
    names
}

fn several(rules: &Rules, random: &mut Random) -> Vec<Told> {
    let count = 1 + random.below(4);
    (0..count).map(|number| random_told(&format!("c{number}"), rules, random)).collect()
}

/// A hidden rule set plays, and is among those that fit; counts, values, and the statement that
/// excludes each agree with the reference implementation.
#[test]
fn hidden_rules_are_kept_and_the_reference_agrees() {
    let (mut narrowed, mut tried) = (0, 0);
    for seed in seeds(1000) {
        let mut random = Random::new(seed, 1);
        let hidden = random_rules(&mut random);
        let all = several(&hidden, &mut random);
        let among = some_options(&mut random, 3);
        let found = inferred(&all, &among);
        assert_kept(&found, &hidden, seed);
        agrees_with_reference(&all, &among, &found, seed);
        narrowed += u32::from(found.fit < found.combinations);
        tried += 1;
    }
    assert!(narrowed > 3 * tried / 10, "{narrowed} of {tried}");
}

/// The same with all options at once, which are too many for the reference implementation.
#[test]
fn hidden_rules_are_kept_among_all_combinations() {
    let mut counts = BTreeSet::new();
    for seed in 0..60 {
        let mut random = Random::new(seed, 2);
        let hidden = random_rules(&mut random);
        let all = several(&hidden, &mut random);
        let found = inferred(&all, &[]);
        assert_kept(&found, &hidden, seed);
        counts.insert(found.combinations);
    }
    assert!(counts.iter().any(|&count| count > 10_000), "{counts:?}");
}

/// All options of play at once, with the reference implementation.
#[test]
fn the_reference_agrees_on_all_options_of_play() {
    for seed in 0..8 {
        let mut random = Random::new(seed, 3);
        let hidden = random_rules(&mut random);
        let all = several(&hidden, &mut random);
        let among = ROUND_OPTIONS;
        agrees_with_reference(&all, &among, &inferred(&all, &among), seed);
    }
}

/// Evidence of two rule sets at once: where none fits, the conflict is minimal.
#[test]
fn a_conflict_is_one_of_the_smallest() {
    let mut sizes = BTreeMap::new();
    for seed in 0..200 {
        let mut random = Random::new(seed, 4);
        let first = random_rules(&mut random);
        let among = some_options(&mut random, 3);
        let mut other = first;
        for option in &among {
            let value = random_rules(&mut random).value(option).unwrap();
            other.set(option, &value).unwrap();
        }
        let of = |rules: &Rules, id: &str, random: &mut Random| random_told(id, rules, random);
        let all = [
            of(&first, "a", &mut random),
            of(&other, "b", &mut random),
            of(&first, "c", &mut random),
            of(&other, "d", &mut random),
        ];
        let found = inferred(&all, &among);
        agrees_with_reference(&all, &among, &found, seed);
        if found.fit == 0 {
            let smallest = smallest_conflict(&all, &combinations(&among), &found, seed);
            *sizes.entry(smallest).or_insert(0) += 1;
        }
    }
    assert!(sizes.len() >= 2, "{sizes:?}");
}

fn assert_kept(found: &Inference, hidden: &Rules, seed: u64) {
    assert!(found.fit > 0, "seed {seed}: {found:?}");
    for option in &found.options {
        let value = hidden.value(option.name).unwrap();
        assert!(option.allowed.contains(&value), "seed {seed}, {}: {option:?}", option.name);
    }
    assert!(found.conflict.is_empty(), "seed {seed}");
}

/// Where both vary, zero protected holes equal closed ones; otherwise no combination has it.
/// Without this case.
fn without_none_protected(found: &Inference, seed: u64) -> Inference {
    let mut found = found.clone();
    let short = found.options.iter().find(|option| option.name == "short");
    let Some(short) = short.cloned() else {
        return found;
    };
    let most = found.options.iter_mut();
    for most in most.filter(|option| option.name == "max_protected") {
        let closed = short.excluded.iter().find(|one| one.value == "closed");
        let none = most.excluded.iter().find(|one| one.value == "0");
        assert_eq!(none.map(|one| &one.by), closed.map(|one| &one.by), "seed {seed}");
        let left = most.allowed.iter().filter(|value| *value == "0").count();
        assert_eq!(left, usize::from(closed.is_none()), "seed {seed}");
        most.excluded.retain(|one| one.value != "0");
        most.allowed.retain(|value| value != "0");
    }
    found
}

fn agrees_with_reference(all: &[Told], among: &[&'static str], found: &Inference, seed: u64) {
    let found = &without_none_protected(found, seed);
    let combinations = combinations(among);
    let tried = tried(all, &combinations);
    let deciding = deciding_options(all, among, &combinations);
    let matter: Vec<_> = found.options.iter().filter(|option| option.matters).collect();
    let names: BTreeSet<_> = matter.iter().map(|option| option.name).collect();
    assert_eq!(names, deciding, "seed {seed}");
    let size: usize = matter.iter().map(|o| o.allowed.len() + o.excluded.len()).product();
    assert_eq!(found.combinations, size as u64, "seed {seed}");
    let fitting: Vec<&Combination> = combinations
        .iter()
        .zip(&tried)
        .filter(|pair| pair.1.is_none())
        .map(|pair| pair.0)
        .collect();
    let copies = combinations.len() / size;
    assert_eq!(found.fit as usize * copies, fitting.len(), "seed {seed}");
    for option in &found.options {
        let has = |combination: &Combination, value: &str| {
            combination.iter().any(|(name, v)| *name == option.name && v == value)
        };
        let mut excluded = BTreeMap::new();
        let mut allowed = Vec::new();
        for value in values_of(option.name, among) {
            let fails = combinations.iter().zip(&tried).filter(|pair| has(pair.0, &value));
            let fails: Option<Vec<_>> = fails.map(|pair| *pair.1).collect();
            match fails.map(|fails| fails.into_iter().max().unwrap()) {
                None => allowed.push(value),
                Some((claim, at)) => {
                    let (number, what) = all[claim].statements()[at];
                    excluded.insert(value, (all[claim].id.clone(), number, what));
                }
            }
        }
        if !option.matters {
            // It has all its values, whatever fits.
            let values = values_of(option.name, among);
            assert_eq!(option.allowed, values, "seed {seed}, {}", option.name);
            assert!(option.excluded.is_empty(), "seed {seed}, {}", option.name);
            continue;
        }
        assert_eq!(option.allowed, allowed, "seed {seed}, {}", option.name);
        let places = option.excluded.iter().map(|value| {
            let by = &value.by;
            (value.value.clone(), (by.claim.clone(), by.move_number, by.what))
        });
        assert_eq!(places.collect::<BTreeMap<_, _>>(), excluded, "seed {seed}, {}", option.name);
    }
    for observation in &found.decide {
        tells_what_it_says(all, &fitting, observation, seed);
    }
    let base = all[0].claim(None).rules().unwrap();
    let open = found.options.iter().filter(|option| option.allowed.len() > 1 && found.fit > 0);
    for option in open.filter(|option| ROUND_OPTIONS.contains(&option.name)) {
        // The first one named for an option is the smallest one.
        if let Some(smallest) = first_parting(&base, &fitting, option.name) {
            let mut decide = found.decide.iter();
            let named = decide.find(|observation| observation.decides.contains(&option.name));
            let named = named.unwrap_or_else(|| panic!("seed {seed}: {}", option.name));
            let named = format!("{}: {}", named.position, named.played.unwrap());
            assert_eq!(named, smallest, "seed {seed}, {}", option.name);
        }
    }
}

/// Under every combination that fits, an observation has one of its outcomes, and the values listed
/// for an outcome are those of the combinations that produce it.
fn tells_what_it_says(
    all: &[Told],
    fitting: &[&Combination],
    observation: &chongkak::infer::Observation,
    seed: u64,
) {
    let base = all[0].claim(None).rules().unwrap();
    let mut left: Vec<BTreeMap<&str, BTreeSet<&str>>> =
        vec![BTreeMap::new(); observation.outcomes.len()];
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for combination in fitting {
        let rules = with(&base, combination);
        let played = observation.played.map(|played| played.to_string());
        let position = observation.position.to_string();
        let found = seen(&rules, &position, played.as_deref(), observation.seeds);
        let place = observation.outcomes.iter().position(|outcome| {
            (&outcome.after, &outcome.lands, &outcome.outcome) == (&found.0, &found.1, &found.2)
        });
        let place = place.unwrap_or_else(|| panic!("seed {seed}: {found:?} in {observation:?}"));
        for (option, value) in *combination {
            left[place].entry(option).or_default().insert(value);
            before.entry(option).or_default().insert(value);
        }
    }
    let mut decided = BTreeSet::new();
    for (left, outcome) in left.iter().zip(&observation.outcomes) {
        assert!(!left.is_empty(), "seed {seed}: {outcome:?} happens");
        for (option, values) in left {
            let narrowed = values.len() < before[option].len();
            let told = outcome.values.get(option);
            let told: Option<BTreeSet<&str>> =
                told.map(|values| values.iter().map(String::as_str).collect());
            // An observation of play says nothing about options between rounds, and vice versa.
            if let Some(told) = told {
                assert_eq!(&told, values, "seed {seed}, {option}: {observation:?}");
                assert!(narrowed, "seed {seed}");
                decided.insert(*option);
            } else if observation.decides.contains(option) {
                assert!(!narrowed, "seed {seed}, {option}: {observation:?}");
            }
        }
    }
    let decides: BTreeSet<&str> = observation.decides.iter().copied().collect();
    assert_eq!(decides, decided, "seed {seed}");
}

/// Tries sets of statements of growing size, and returns the size of the smallest that excludes
/// everything. Each statement is checked alone, with only the moves before it.
fn smallest_conflict(
    all: &[Told],
    combinations: &[Combination],
    found: &Inference,
    seed: u64,
) -> usize {
    let mut sets: Vec<BTreeSet<usize>> = Vec::new();
    let mut covered: BTreeSet<usize> = BTreeSet::new();
    let mut named = 0;
    for told in all {
        for statement in told.statements() {
            let claim = told.claim(Some(&statement));
            let fails = |combination: &Combination| {
                refuted(&claim, combination)
                    .is_some_and(|found| (found.0, found.1.as_str()) == statement)
            };
            let set: BTreeSet<usize> =
                (0..combinations.len()).filter(|&at| fails(&combinations[at])).collect();
            let is_this = |s: &&chongkak::infer::Statement| {
                (&s.claim, s.move_number, s.what) == (&told.id, statement.0, statement.1)
            };
            if found.conflict.iter().any(|s| is_this(&s)) {
                covered.extend(&set);
                named += 1;
            }
            if !set.is_empty() && !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    assert_eq!(named, found.conflict.len(), "seed {seed}: {:?}", found.conflict);
    assert_eq!(covered.len(), combinations.len(), "seed {seed}: {:?}", found.conflict);
    let size = (1..).find(|&size| some_cover(&sets, size, combinations.len())).unwrap();
    assert_eq!(found.conflict.len(), size, "seed {seed}: {:?}", found.conflict);
    size
}

#[test]
fn it_stops_when_it_is_told_to() {
    let told = random_told("a", &random_rules(&mut Random::new(1, 5)), &mut Random::new(1, 6));
    let stop = Stop::new();
    stop.set();
    let stopped = infer(&evidence_of(&[told]), &[], Control::stopped_by(&stop));
    assert_eq!(stopped, Ok(Err(StopReason::Interrupted)));
}
