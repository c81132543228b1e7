//! Observations that would narrow the rules: small positions with different results under rules
//! that all fit.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::small::{boards, finished, refills};
use super::space::{Set, Space};
use super::varied::{Cube, RecordingRules, Varied};
use crate::board::Position;
use crate::control::{Clock, StopReason};
use crate::moves::{Move, Outcome, trace_by};
use crate::rules::{PartialRules, ROUND_OPTIONS, Rules, Short, next_in_words};
use crate::text::joined;

/// A position and a move, or a finished round and what follows it, that would narrow the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Observation {
    /// The position: one to play in, or a finished round.
    pub position: Position,
    /// The move to play; null where the next round is what counts.
    #[serde(rename = "move")]
    pub played: Option<Move>,
    /// The outcomes under fitting rules, each with what it would tell.
    #[cfg_attr(feature = "schemas", schemars(length(min = 2)))]
    pub outcomes: Vec<Outcomes>,
    /// The options for which it would exclude a value.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub decides: Vec<&'static str>,
    /// The seeds that fill a hole, where the next round is what counts.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub seeds: Option<u8>,
}

/// A possible outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Outcomes {
    /// The position after the move, without the mark `final`, which is not visible on a board; or
    /// the opening of the next round, or `set lost by A`.
    pub after: String,
    /// The last cells of the laps; null for a next round.
    pub lands: Option<String>,
    /// How the move ends; null for a next round.
    pub outcome: Option<Outcome>,
    /// The remaining values of every option that it would narrow.
    pub values: BTreeMap<&'static str, Vec<String>>,
}

/// Whether each value of every option remains.
type Left = Vec<Vec<bool>>;

/// The undecided options, with their fitting combinations.
struct Open {
    varied: Varied,
    space: Space,
    fit: Set,
    /// Whether each option is still undecided by any observation.
    undecided: Vec<bool>,
}

/// Finds the smallest observations that narrow every undecided option, as far as there are any.
pub(super) fn deciding(
    varied: &Varied,
    space: &Space,
    fit: &Set,
    base: &Rules,
    clock: &Clock<'_>,
) -> Result<Vec<Observation>, StopReason> {
    let in_round = |name: &str| ROUND_OPTIONS.contains(&name);
    let base = fitting_rules(varied, space, fit, base);
    let mut found = Vec::new();
    let mut open = Open::new(varied, space, fit, in_round);
    for position in boards() {
        if open.is_decided() {
            break;
        }
        for hole in position.legal() {
            let side = position.mover();
            let rules = base.fitted_to(&position);
            found.extend(open.observe(&rules, &position, Some(Move::new(side, hole)), clock)?);
        }
    }
    let protects = protects(varied, space, fit, &base);
    let between = |name: &str| match name {
        // No position shows how a set starts.
        "first_round" => false,
        // Irrelevant where unfilled holes are closed.
        "max_protected" => protects,
        _ => !in_round(name),
    };
    let mut open = Open::new(varied, space, fit, between);
    for (rules, owned) in refills(&base) {
        if open.is_decided() {
            break;
        }
        for position in finished(&rules, owned, open.is_undecided("starter")) {
            found.extend(open.observe(&rules, &position, None, clock)?);
        }
    }
    Ok(found)
}

/// Whether holes are protected under some fitting rules.
fn protects(varied: &Varied, space: &Space, fit: &Set, base: &Rules) -> bool {
    let Some(short) = (0..varied.len()).find(|&option| varied.name(option) == "short") else {
        return base.short == Short::Ngacang;
    };
    let left = space.options().zip(space.present(fit));
    let left = left.filter(|(option, _)| *option == short).map(|(_, left)| left).next();
    let ngacang = varied.values(short).iter().position(|value| value == Short::Ngacang.name());
    left.is_none_or(|left| ngacang.is_some_and(|value| left[value]))
}

/// Returns some fitting rules.
fn fitting_rules(varied: &Varied, space: &Space, fit: &Set, base: &Rules) -> Rules {
    let mut rules = *base;
    let some = fit.iter().next().expect("some combination fits");
    for option in space.options() {
        let value = space.value(some, option).expect("an axis");
        varied.set(&mut rules, option, value);
    }
    rules
}

/// The result of a move as an onlooker sees it.
fn seen(rules: &impl PartialRules, position: &Position, played: Option<Move>) -> Outcomes {
    let values = BTreeMap::new();
    let Some(played) = played else {
        let after = next_in_words(rules, position);
        return Outcomes { after, lands: None, outcome: None, values };
    };
    let trace = trace_by(rules, position, &played.into()).expect("a legal move");
    let after = trace.after.to_string();
    Outcomes {
        after: after.trim_end_matches(" final").to_owned(),
        lands: Some(joined(trace.laps.iter().map(|lap| lap.last), " ")),
        outcome: Some(trace.outcome),
        values,
    }
}

impl Open {
    /// Collects the undecided options among those that `asked` accepts.
    fn new(varied: &Varied, space: &Space, fit: &Set, asked: impl Fn(&str) -> bool) -> Open {
        let present: BTreeMap<usize, Vec<bool>> = space.options().zip(space.present(fit)).collect();
        // If an option is not an axis, all its values fit.
        let fits = |option: usize, value: usize| present.get(&option).is_none_or(|p| p[value]);
        let several = |option: usize| {
            let fitting = (0..varied.values(option).len()).filter(|&value| fits(option, value));
            asked(varied.name(option)) && fitting.count() > 1
        };
        let (kept, origins) = varied.kept(|option, value| several(option) && fits(option, value));
        let value = |at: usize, (option, numbers): &(usize, Vec<usize>)| {
            let value = space.value(at, *option)?;
            numbers.iter().position(|&number| number == value)
        };
        let cube = |at: usize| {
            let values = origins.iter().map(|origin| value(at, origin)).enumerate();
            let values = values.filter_map(|(option, value)| Some((option, value?)));
            values.fold(Cube::default(), |cube, (option, value)| cube.with(option, value))
        };
        let members: BTreeSet<Cube> = fit.iter().map(cube).collect();
        let space = Space::new(&kept, 0..kept.len());
        let fit = space.union(&Vec::from_iter(members));
        Open { undecided: vec![true; kept.len()], varied: kept, space, fit }
    }

    /// Whether an option is still undecided.
    fn is_undecided(&self, name: &str) -> bool {
        let mut options = 0..self.varied.len();
        options.any(|option| self.undecided[option] && self.varied.name(option) == name)
    }

    fn is_decided(&self) -> bool {
        !self.undecided.contains(&true)
    }

    /// Observes a move under all fitting rules; returns an observation if it decides something new.
    fn observe(
        &mut self,
        rules: &Rules,
        position: &Position,
        played: Option<Move>,
        clock: &Clock<'_>,
    ) -> Result<Option<Observation>, StopReason> {
        let outcomes = self.outcomes(rules, position, played, clock)?;
        let narrows =
            |option: usize| outcomes.iter().any(|(_, left)| left[option].contains(&false));
        let decides: Vec<usize> = (0..self.varied.len()).filter(|&o| narrows(o)).collect();
        if !decides.iter().any(|&option| self.undecided[option]) {
            return Ok(None);
        }
        for &option in &decides {
            self.undecided[option] = false;
        }
        let names = decides.iter().map(|&option| self.varied.name(option));
        Ok(Some(Observation {
            position: *position,
            played,
            decides: names.collect(),
            outcomes: outcomes
                .into_iter()
                .map(|(seen, left)| self.with_values(seen, &left))
                .collect(),
            seeds: played.is_none().then(|| rules.seeds.get()),
        }))
    }

    /// Returns the outcomes under fitting rules, each with the values of every option that lead to
    /// it.
    fn outcomes(
        &self,
        rules: &Rules,
        position: &Position,
        played: Option<Move>,
        clock: &Clock<'_>,
    ) -> Result<Vec<(Outcomes, Left)>, StopReason> {
        let mut classes: Vec<(Outcomes, Vec<Cube>)> = Vec::new();
        let look = |rules: &RecordingRules<'_>| seen(rules, position, played);
        let gather = |cube, seen: Outcomes| match classes.iter_mut().find(|class| class.0 == seen) {
            Some(class) => class.1.push(cube),
            None => classes.push((seen, vec![cube])),
        };
        self.varied.explore(rules, look, clock, gather)?;
        if classes.len() < 2 {
            return Ok(Vec::new());
        }
        // The fitting values of every option within some cubes.
        let left = |cubes: &[Cube]| {
            let mut set = self.space.union(cubes);
            set.intersect(&self.fit);
            self.space.present(&set)
        };
        let outcomes = classes.into_iter().map(|(seen, cubes)| (seen, left(&cubes)));
        // Outcomes that no fitting rules produce are dropped.
        let happens = |left: &Left| left.iter().all(|values| values.contains(&true));
        Ok(outcomes.filter(|(_, left)| happens(left)).collect())
    }

    /// Adds the remaining values of every option that an outcome narrows.
    fn with_values(&self, seen: Outcomes, left: &Left) -> Outcomes {
        let narrowed = (0..self.varied.len()).filter(|&option| left[option].contains(&false));
        let values = narrowed.map(|option| {
            let values = self.varied.values(option).iter().zip(&left[option]);
            let values = values.filter(|(_, left)| **left).map(|(value, _)| value.clone());
            (self.varied.name(option), values.collect())
        });
        Outcomes { values: values.collect(), ..seen }
    }
}
