//! Opening systems: a first hole and then a fixed step from hole to hole, where each move ends in
//! the own store.
//!
//! Overbeck gives one for a starter with a full row: hole 1, then hole k against k filled holes,
//! then always the second hole to the right. This module tries all rules of this form whose holes
//! are linear in the number of filled holes, on a family of openings, and keeps those that work.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use crate::board::{Hole, Position, Side};
use crate::control::{Clock, Control, StopReason};
use crate::moves::{Move, Outcome, trace};
use crate::rules::Rules;

/// The factors tried for the number of filled holes.
const FACTORS: [i32; 5] = [0, 1, -1, 2, -2];

/// Openings in which one player's number of filled holes takes all values and the other player's
/// row is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The starter has all n holes filled, and the opponent k of them, with k from 1 to n.
    FullStarter,
    /// The starter has a holes filled, with a from 1 to n - 1, and the opponent all n.
    ShortStarter,
}

impl Family {
    /// Both families, the full starter first.
    pub const ALL: [Family; 2] = [Family::FullStarter, Family::ShortStarter];

    /// The letter of the number that varies: `k` or `a`.
    pub const fn letter(self) -> char {
        match self {
            Family::FullStarter => 'k',
            Family::ShortStarter => 'a',
        }
    }

    /// The openings that A starts, each with the number that varies. The player with fewer holes
    /// has no loose seeds.
    pub fn openings(self, rules: &Rules) -> Vec<(i32, Position)> {
        let (holes, seeds) = (u32::from(rules.holes), u32::from(rules.seeds));
        let (last, owned): (u32, &dyn Fn(u32) -> u32) = match self {
            Family::FullStarter => (holes, &|k| rules.total() - seeds * k),
            Family::ShortStarter => (holes - 1, &|a| seeds * a),
        };
        let opening = |number| {
            let position = rules.opening_owning(owned(number), Side::A);
            (number.cast_signed(), position.expect("both fill a hole"))
        };
        (1..=last).map(opening).collect()
    }
}

/// A hole as a function of a number m: times · m + plus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The factor.
    pub times: i32,
    /// The number that is added.
    pub plus: i32,
}

impl Linear {
    /// The hole for a number; `None` if no board has such a hole.
    pub fn at(self, number: i32) -> Option<Hole> {
        let number = self.times.checked_mul(number)?.checked_add(self.plus)?;
        u8::try_from(number).ok().and_then(Hole::new)
    }

    /// Writes it as an expression of a letter: `k+1`, `2k-3`, `7`.
    pub fn text(self, letter: char) -> String {
        let term = match self.times {
            0 => return self.plus.to_string(),
            1 => letter.to_string(),
            -1 => format!("-{letter}"),
            times => format!("{times}{letter}"),
        };
        match self.plus {
            0 => term,
            plus => format!("{term}{plus:+}"),
        }
    }

    /// All functions that give a hole in a row of n holes for some number from 1 to n, simplest
    /// first.
    fn all(holes: i32) -> impl Iterator<Item = Linear> {
        let pluses = move |times: i32| {
            let reach = times * holes;
            (1 - reach.max(times))..=(holes - reach.min(times))
        };
        FACTORS
            .into_iter()
            .flat_map(move |times| pluses(times).map(move |plus| Linear { times, plus }))
    }
}

/// A system: an optional leading move, then a first hole, and from there always the same step to
/// the next hole, until that is not a filled hole of the starter or was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct System {
    /// The hole played before all others.
    pub lead: Option<Linear>,
    /// The first hole of the regular part.
    pub first: Linear,
    /// The step from a hole's number to the next one.
    pub step: i32,
}

impl System {
    /// Returns the system's line in an opening, if the system works there: all its holes exist and
    /// every move ends in the own store.
    pub fn line(&self, rules: &Rules, number: i32, opening: &Position) -> Option<Vec<Move>> {
        let (lead, first) = self.holes(number)?;
        line(rules, opening, lead, first, self.step)
    }

    /// The leading hole, if there is one, and the first hole of the regular part; `None` if no
    /// board has one of them.
    fn holes(&self, number: i32) -> Option<(Option<Hole>, Hole)> {
        let lead = match self.lead {
            None => None,
            Some(linear) => Some(linear.at(number)?),
        };
        Some((lead, self.first.at(number)?))
    }

    /// Describes the system, with a letter for the number: `A1, then A(k) and on by -2`.
    pub fn text(&self, letter: char) -> String {
        let name = |linear: Linear| match linear.times {
            0 => format!("A{}", linear.plus),
            _ => format!("A({})", linear.text(letter)),
        };
        let lead = self.lead.map(|lead| format!("{}, then ", name(lead)));
        let (lead, first) = (lead.unwrap_or_default(), name(self.first));
        format!("{lead}{first} and on by {:+}", self.step)
    }
}

/// A system and the consecutive openings for which it works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The system; of several with the same lines the simplest one: small factors first.
    pub system: System,
    /// The numbers of filled holes, without gaps, each with its line.
    pub lines: Vec<(i32, Vec<Move>)>,
}

impl Found {
    /// The number of moves in all lines.
    pub fn moves(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.len()).sum()
    }

    /// The number of lines that take the step. A step taken only once is not a rule.
    fn steps(&self) -> usize {
        let regular = 1 + usize::from(self.system.lead.is_some());
        let lines = self.lines.iter();
        lines.filter(|(_, line)| line.len() > regular).count()
    }

    /// Whether another system works for all these openings (and perhaps more), never with a shorter
    /// line, and has more moves in total.
    fn is_surpassed_by(&self, other: &Found) -> bool {
        let length = |number| other.lines.iter().find(|(m, _)| *m == number);
        let covered = |(number, line): &(i32, Vec<Move>)| {
            length(*number).is_some_and(|(_, theirs)| theirs.len() >= line.len())
        };
        other.moves() > self.moves() && self.lines.iter().all(covered)
    }
}

/// The lines of one opening of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Lines {
    /// The number of filled holes that varies in the family.
    pub number: i32,
    /// The opening.
    #[serde(rename = "position")]
    pub opening: Position,
    /// The first moves that end in the own store.
    pub going_on: Vec<Move>,
    /// The longest lines of a system's form, in the order of their holes; empty if no first move
    /// ends in the own store.
    pub longest: Vec<Vec<Move>>,
}

/// Returns the line of a system with known holes, if all its moves end in the own store.
fn line(
    rules: &Rules,
    opening: &Position,
    lead: Option<Hole>,
    first: Hole,
    step: i32,
) -> Option<Vec<Move>> {
    let filled: Vec<Hole> = opening.legal().collect();
    let mut holes: Vec<Hole> = lead.into_iter().collect();
    let mut next = Some(first);
    while let Some(hole) = next.filter(|hole| filled.contains(hole) && !holes.contains(hole)) {
        holes.push(hole);
        let onwards = i32::from(hole.number()).saturating_add(step);
        next = u8::try_from(onwards).ok().and_then(Hole::new);
    }
    // The regular part has at least its first hole.
    if !holes.contains(&first) || lead == Some(first) || step == 0 {
        return None;
    }
    let mut position = *opening;
    for &hole in &holes {
        position = after_store_move(rules, &position, hole)?;
    }
    let side = opening.mover();
    let moves = holes.into_iter().map(|hole| Move::new(side, hole));
    Some(moves.collect())
}

/// Returns the position after a move that ends in the own store; `None` after any other move, or if
/// the hole can't be lifted.
fn after_store_move(rules: &Rules, position: &Position, hole: Hole) -> Option<Position> {
    let played = trace(rules, position, hole)?;
    (played.outcome == Outcome::Again).then_some(played.after)
}

/// The complete lines of one opening, by lead, first hole and step.
type Table = HashMap<(Option<Hole>, Hole, i32), Vec<Move>>;

fn table(rules: &Rules, opening: &Position, clock: &Clock<'_>) -> Result<Table, StopReason> {
    let leads = starts(rules, opening).into_iter();
    let leads = [None].into_iter().chain(leads.map(|lead| Some(lead.hole)));
    let span = opening.shape().holes().cast_signed() - 1;
    let span = i32::try_from(span).expect("at most 18 holes").max(1);
    let mut table = Table::new();
    for lead in leads {
        clock.ended().map_or(Ok(()), Err)?;
        for first in opening.legal() {
            for step in -span..=span {
                if let Some(line) = line(rules, opening, lead, first, step) {
                    table.insert((lead, first, step), line);
                }
            }
        }
    }
    Ok(table)
}

/// The first moves that end in the own store.
fn starts(rules: &Rules, opening: &Position) -> Vec<Move> {
    let side = opening.mover();
    let ends = |hole: &Hole| after_store_move(rules, opening, *hole).is_some();
    let starts = opening.legal().filter(ends);
    starts.map(|hole| Move::new(side, hole)).collect()
}

/// Tries all systems on the openings of a family, whose numbers are 1, 2, 3 and so on. Returns the
/// longest lines of every opening, and the systems that no other surpasses: those for most openings
/// first, then those with most moves.
///
/// The search is exhaustive over leads, first holes (with factors from -2 to 2) and steps. It keeps
/// systems that work for at least `least` consecutive openings and take their step in at least two
/// of them. Cost: a few tenths of a second on 2 x 9 holes, some seconds on 2 x 18. It counts no
/// nodes.
///
/// # Errors
/// If the time is up or the search is stopped.
///
/// # Examples
/// On 2 x 9 holes, a starter with 5 to 8 filled holes starts with A(a+1) and continues with steps
/// of two holes.
/// ```
/// use chongkak::{Control, Preset, systems::{Family, search}};
/// let rules = Preset::named("overbeck").unwrap().rules;
/// let openings = Family::ShortStarter.openings(&rules);
/// let (_, found) = search(&rules, &openings, 4, Control::none()).unwrap();
/// let texts: Vec<String> = found.iter().map(|f| f.system.text('a')).collect();
/// assert!(texts.contains(&"A(a+1) and on by -2".to_owned()));
/// ```
pub fn search(
    rules: &Rules,
    openings: &[(i32, Position)],
    least: usize,
    control: Control<'_>,
) -> Result<(Vec<Lines>, Vec<Found>), StopReason> {
    let clock = Clock::new(control);
    let progress = control.progress;
    progress.start_phase("openings", Some(openings.len() as u64));
    let mut tables = Vec::new();
    for (_, opening) in openings {
        tables.push(table(rules, opening, &clock)?);
        progress.add(1);
    }
    let lines = openings.iter().zip(&tables).map(|((number, opening), t)| {
        let most = t.values().map(Vec::len).max();
        let longest = t.values().filter(|line| Some(line.len()) == most);
        let longest: BTreeSet<Vec<Move>> = longest.cloned().collect();
        Lines {
            number: *number,
            opening: *opening,
            going_on: starts(rules, opening),
            longest: longest.into_iter().collect(),
        }
    });
    let lines = lines.collect();
    let all = all_systems(rules, openings, &tables, least, control, &clock)?;
    let is_best = |one: &&Found| !all.iter().any(|other| one.is_surpassed_by(other));
    let mut systems: Vec<Found> = all.iter().filter(is_best).cloned().collect();
    systems.sort_by_key(|found| Reverse((found.lines.len(), found.moves())));
    Ok((lines, systems))
}

/// Returns all systems that work for enough consecutive openings, with each set of lines only once.
fn all_systems(
    rules: &Rules,
    openings: &[(i32, Position)],
    tables: &[Table],
    least: usize,
    control: Control<'_>,
    clock: &Clock<'_>,
) -> Result<Vec<Found>, StopReason> {
    let holes = i32::from(rules.holes);
    let mut found: Vec<Found> = Vec::new();
    let mut known = BTreeSet::new();
    let leads = [None].into_iter().chain(Linear::all(holes).map(Some));
    let leads: Vec<Option<Linear>> = leads.collect();
    let progress = control.progress;
    progress.start_phase("leading moves tried", Some(leads.len() as u64));
    for lead in leads {
        clock.ended().map_or(Ok(()), Err)?;
        progress.add(1);
        for first in Linear::all(holes) {
            for step in 1 - holes..holes {
                let system = System { lead, first, step };
                let hits = openings.iter().zip(tables).map(|((number, _), table)| {
                    let (lead, first) = system.holes(*number)?;
                    Some((*number, table.get(&(lead, first, step))?))
                });
                let hits: Vec<_> = hits.collect();
                for run in hits.split(Option::is_none).filter(|run| run.len() >= least.max(1)) {
                    let lines =
                        run.iter().flatten().map(|(number, line)| (*number, (*line).clone()));
                    let one = Found { system, lines: lines.collect() };
                    if one.steps() >= 2 && known.insert(one.lines.clone()) {
                        found.push(one);
                    }
                }
            }
        }
    }
    Ok(found)
}
