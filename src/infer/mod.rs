//! Infers rules from evidence: finds the combinations of options that fit what is known about a
//! game.
//!
//! [`Evidence`] consists of claims and recorded sets. [`infer`] plays it under all combinations of
//! the varied options. Combinations that agree on all options looked up during a line share one
//! playthrough, so a statement that fails excludes them together.

mod case_walk;
mod conflict;
mod evidence;
mod observation;
mod small;
mod space;
mod varied;

use std::collections::{BTreeMap, HashMap};

pub use evidence::{Evidence, Statement};
pub use observation::{Observation, Outcomes};
pub use varied::options;

use serde::{Serialize, Serializer};

use crate::control::{Clock, Control, StopReason};
use crate::rules::Preset;
use crate::text::Diagnostic;
use space::{Set, Space};
use varied::{Cube, Varied};

/// The conclusions about the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Inference {
    /// Number of combinations of the options that make a difference.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub combinations: u64,
    /// Number of combinations under which all statements hold.
    pub fit: u64,
    /// The remaining values of every option, by its name.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "std::collections::BTreeMap<String, OptionLeft>")
    )]
    pub options: Vec<OptionLeft>,
    /// The smallest observations found that would narrow the rules further.
    pub decide: Vec<Observation>,
    /// If no combination fits: a smallest set of statements that can't hold together.
    pub conflict: Vec<Statement>,
}

/// The remaining values of an option, without its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "Left"))]
pub struct OptionLeft {
    /// The option's name.
    #[serde(skip)]
    pub name: &'static str,
    /// Values that occur in a fitting combination; all values if the option makes no difference.
    pub allowed: Vec<String>,
    /// The other values.
    pub excluded: Vec<Excluded>,
    /// Whether the option makes a difference to a statement.
    pub matters: bool,
}

fn by_name<S: Serializer>(options: &[OptionLeft], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter().map(|option| (option.name, option)))
}

/// A value that no fitting combination has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Excluded {
    /// The value.
    pub value: String,
    /// The first statement, in the order of the evidence, that excluded the last combination with
    /// this value.
    #[serde(flatten)]
    pub by: Statement,
}

/// A statement that fails under some rules: its case, its item, and the number of the set of these
/// rules.
type Failure = (usize, usize, usize);

/// Finds the rules that fit the evidence. The options `among` are varied, or all options if the
/// list is empty; other options and the board size are those of each claim or record. The value
/// `may` of `store_last` is tried only if the option is named, or a move or the rules of the evidence have it.
/// If a limit is reached, there are no conclusions. A node is one playthrough of a line.
///
/// # Errors
/// If an option does not exist, or is a board size.
///
/// # Examples
/// A move that ends in the player's own empty hole and captures the seeds opposite together with
/// its own.
/// ```
/// use chongkak::Control;
/// use chongkak::claims::ClaimFile;
/// use chongkak::infer::{Evidence, infer};
/// let text = r#"
///     source = "a game that was seen"
///     [[claim]]
///     id = "seen"
///     rules = "overbeck"
///     position = "1,0,3/0 0,5,1/0 A"
///     line = [{ play = "A1", gain = 6 }]
/// "#;
/// let mut evidence = Evidence::default();
/// for claim in ClaimFile::read(text).unwrap().claims {
///     evidence.add_claim("seen.toml", &claim).unwrap();
/// }
/// let found = infer(&evidence, &[], Control::none()).unwrap().unwrap();
/// let capture = found.options.iter().find(|option| option.name == "capture").unwrap();
/// assert_eq!(capture.allowed, ["both"]);
/// ```
pub fn infer(
    evidence: &Evidence,
    among: &[String],
    control: Control<'_>,
) -> Result<Result<Inference, StopReason>, Diagnostic> {
    let stops = evidence.may_stop() || among.iter().any(|option| option == "store_last");
    Ok(inferred(evidence, &Varied::among(among, stops)?, &Clock::new(control)))
}

fn inferred(
    evidence: &Evidence,
    varied: &Varied,
    clock: &Clock<'_>,
) -> Result<Inference, StopReason> {
    let (failures, space, sets) = failures(evidence, varied, false, clock)?;
    let (fitting, present, excluded) = narrowed(evidence, varied, &failures, &space, &sets);
    let fit = fitting.count();
    let left = |option: usize| {
        let axis = space.options().position(|axis| axis == option);
        let is_left = |value: usize| axis.is_none_or(|axis| present[axis][value]);
        let values = varied.values(option).iter().enumerate();
        let allowed = values.filter(|(value, _)| is_left(*value)).map(|(_, name)| name.clone());
        OptionLeft {
            name: varied.name(option),
            matters: axis.is_some(),
            allowed: allowed.collect(),
            excluded: axis.map_or_else(Vec::new, |axis| excluded[axis].clone()),
        }
    };
    let mut options: Vec<OptionLeft> = (0..varied.len()).map(left).collect();
    none_protected(&mut options);
    let base = evidence.cases.first().map_or(Preset::all()[0].rules, |case| case.rules);
    Ok(Inference {
        combinations: space.size().try_into().expect("a count"),
        fit,
        options,
        decide: match fit {
            0 => Vec::new(),
            _ => observation::deciding(varied, &space, &fitting, &base, clock)?,
        },
        conflict: match fit {
            0 => conflict_of(evidence, varied, clock)?,
            _ => Vec::new(),
        },
    })
}

/// Reports 0 protected holes as closed holes are reported. Where `short` is varied too, no
/// combination has 0 protected holes, because that means the same as closed; so 0 remains, or is
/// excluded by the same statement, as closed is.
fn none_protected(options: &mut [OptionLeft]) {
    let closed = |left: &OptionLeft| {
        let excluded = left.excluded.iter().find(|one| one.value == "closed");
        excluded.map(|one| one.by.clone())
    };
    let Some(excluded) = options.iter().find(|one| one.name == "short").map(closed) else {
        return;
    };
    let Some(most) = options.iter_mut().find(|one| one.name == "max_protected") else {
        return;
    };
    let value = "0".to_owned();
    match excluded {
        Some(by) => most.excluded.insert(0, Excluded { value, by }),
        None => most.allowed.insert(0, value),
    }
}

/// Returns the combinations that remain after all statements, the remaining values of every axis of
/// the space, and what excluded the others.
fn narrowed(
    evidence: &Evidence,
    varied: &Varied,
    failures: &[Failure],
    space: &Space,
    sets: &[Set],
) -> (Set, Vec<Vec<bool>>, Vec<Vec<Excluded>>) {
    let mut fit = Set::full(space.size());
    let mut present = space.present(&fit);
    let mut excluded = vec![Vec::new(); present.len()];
    for &(case, item, set) in failures {
        if !fit.subtract(&sets[set]) {
            continue;
        }
        let left = space.present(&fit);
        for (axis, option) in space.options().enumerate() {
            for (value, name) in varied.values(option).iter().enumerate() {
                if present[axis][value] && !left[axis][value] {
                    let by = evidence.cases[case].statement(item);
                    excluded[axis].push(Excluded { value: name.clone(), by });
                }
            }
        }
        present = left;
    }
    (fit, present, excluded)
}

/// Finds a smallest set of statements that can't hold together. Each statement is tested regardless
/// of earlier failures; only a move that can't be played ends a line.
fn conflict_of(
    evidence: &Evidence,
    varied: &Varied,
    clock: &Clock<'_>,
) -> Result<Vec<Statement>, StopReason> {
    let (failures, space, sets) = failures(evidence, varied, true, clock)?;
    let cover = conflict::smallest_cover(&sets, space.size(), clock)?;
    let chosen = cover.expect("no combination fits");
    let first = |set: usize| {
        let of_set = failures.iter().find(|statement| statement.2 == set);
        *of_set.expect("a set of some statement")
    };
    let mut statements: Vec<_> = chosen.into_iter().map(first).collect();
    statements.sort_unstable();
    let named = statements.into_iter();
    Ok(named.map(|(case, item, _)| evidence.cases[case].statement(item)).collect())
}

/// Plays all the evidence, each case to its first failure or to its end. Returns the failing
/// statements in order, the combinations of the options that make a difference, and the distinct
/// sets of combinations under which statements fail.
fn failures(
    evidence: &Evidence,
    varied: &Varied,
    all: bool,
    clock: &Clock<'_>,
) -> Result<(Vec<Failure>, Space, Vec<Set>), StopReason> {
    let mut statements = Vec::new();
    let mut numbers: HashMap<Vec<Cube>, usize> = HashMap::new();
    let mut cubes: Vec<Vec<Cube>> = Vec::new();
    for (number, case) in evidence.cases.iter().enumerate() {
        let mut failing: BTreeMap<usize, Vec<Cube>> = BTreeMap::new();
        varied.explore(
            &case.rules,
            |rules| case_walk::failures(case, rules, all),
            clock,
            |cube, items| {
                for item in items {
                    failing.entry(item).or_default().push(cube);
                }
            },
        )?;
        for (item, failing) in failing {
            let set = *numbers.entry(failing).or_insert_with_key(|failing| {
                cubes.push(failing.clone());
                cubes.len() - 1
            });
            statements.push((number, item, set));
        }
    }
    let names = |cubes: &[Cube], option: usize| {
        let mut cubes = cubes.iter();
        cubes.any(|cube| cube.value(option).is_some())
    };
    let named = |option: &usize| cubes.iter().any(|cubes| names(cubes, *option));
    let space = Space::new(varied, (0..varied.len()).filter(named));
    let sets: Vec<Set> = cubes.iter().map(|cubes| space.union(cubes)).collect();
    // An option that was looked up need not make a difference.
    let free = |option: &usize| {
        let mut both = cubes.iter().zip(&sets);
        both.all(|(cubes, set)| !names(cubes, *option) || space.is_free(set, *option))
    };
    let (irrelevant, relevant): (Vec<usize>, Vec<usize>) = space.options().partition(free);
    if irrelevant.is_empty() {
        return Ok((statements, space, sets));
    }
    let small = Space::new(varied, relevant.into_iter());
    let sets = sets.iter().map(|set| space.project(set, &small)).collect();
    Ok((statements, small, sets))
}
