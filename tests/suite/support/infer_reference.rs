//! The reference implementation of `infer`: random evidence of a hidden rule set, and every
//! combination of options tried on it by checking the claims.

use std::collections::{BTreeMap, BTreeSet};

use chongkak::board::{Cell, Position, Side};
use chongkak::claims::{Claim, ClaimFile, Verdict, check};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::{Game, Round};
use chongkak::rules::{NextRound, Preset, RoundEnd, Rules};
use chongkak::search::Evaluator;

/// Values of some options, by name.
pub type Combination = Vec<(&'static str, String)>;

/// A made-up claim, with its statements separate.
#[derive(Clone)]
pub struct Told {
    pub id: String,
    rules: Rules,
    start: String,
    moves: Vec<(String, Vec<(&'static str, String)>)>,
    end: Vec<(&'static str, String)>,
}

/// All values of an option that varies with others. Zero protected holes equal closed ones, and are
/// left out where both vary.
pub fn values_of(option: &str, others: &[&'static str]) -> Vec<String> {
    let least = u8::from(others.contains(&"short"));
    match Rules::values_of(option).unwrap() {
        [] => (least..=18).map(|number| number.to_string()).collect(),
        names => names.iter().map(|&name| name.to_owned()).collect(),
    }
}

/// Every combination of the values of some options.
pub fn combinations(options: &[&'static str]) -> Vec<Combination> {
    let mut all = vec![Vec::new()];
    for &option in options {
        let values = values_of(option, options);
        let with = |so_far: Combination| {
            let more = |value: &String| [&so_far[..], &[(option, value.clone())]].concat();
            values.iter().map(more).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// Rules with the values of a combination.
pub fn with(rules: &Rules, combination: &Combination) -> Rules {
    let mut rules = *rules;
    for (option, value) in combination {
        rules.set(option, value).unwrap();
    }
    rules
}

/// Some turns by these rules from a random position on a small board, with some statements about
/// them.
pub fn random_told(id: &str, rules: &Rules, random: &mut Random) -> Told {
    let rules = rules.sized(1 + random.below(4) as u8, 1 + random.below(3) as u8).unwrap();
    let mover = Side::BOTH[random.below(2)];
    let seeds = u32::from(rules.seeds.get());
    let owned = seeds + random.below((rules.total() - 2 * seeds) as usize + 1) as u32;
    let opening = rules.opening_owning(owned, mover).unwrap();
    let (start, position) = match random.below(3) {
        0 => (format!("owned = {owned}\nmover = \"{mover}\""), opening),
        _ => {
            let position = random_position(&rules, random);
            (format!("position = \"{position}\""), position)
        }
    };
    let mut told = Told { id: id.to_owned(), rules, start, moves: Vec::new(), end: Vec::new() };
    if random.below(4) == 0 {
        told.end.push(("opening", quoted(position)));
    }
    let mut round = Round::new(&Game::new(&rules, &position).unwrap());
    for _ in 0..1 + random.below(6) {
        if round.position().is_over() {
            break;
        }
        told.play(&mut round, random);
    }
    told.finish(&round, random);
    told
}

/// A position with a few seeds, or a finished round.
fn random_position(rules: &Rules, random: &mut Random) -> Position {
    loop {
        let mut row = || {
            let pits = (0..rules.holes.get()).map(|_| match random.below(12) {
                0 => "x".to_owned(),
                1 => format!("{}p", random.below(3)),
                seeds => (seeds.saturating_sub(4)).to_string(),
            });
            pits.collect::<Vec<_>>().join(",")
        };
        let rows = [row(), row()];
        // Only `end = stalled` has final turns.
        let last = if rules.end == RoundEnd::Stalled { " final" } else { "" };
        let mark = ["", "", "", last, " over"][random.below(5)];
        let text = format!("{}/3 {}/4 {}{mark}", rows[0], rows[1], Side::BOTH[random.below(2)]);
        if let Ok(position) = Position::new(&text.parse().unwrap()) {
            return position;
        }
    }
}

fn quoted(text: impl std::fmt::Display) -> String {
    format!("\"{text}\"")
}

impl Told {
    /// A move, and statements about it.
    fn play(&mut self, round: &mut Round, random: &mut Random) {
        let before = *round.position();
        let holes: Vec<_> = before.legal().collect();
        let empty = (1..=before.shape().holes() as u8)
            .find(|number| holes.iter().all(|hole| hole.to_string() != number.to_string()));
        if let (Some(empty), 0) = (empty, random.below(8)) {
            let told = vec![("illegal", "true".to_owned())];
            self.moves.push((format!("{}{empty}", before.mover()), told));
        }
        let hole = holes[random.below(holes.len())];
        let trace = round.play(hole).unwrap();
        let lands: Vec<_> = trace.laps.iter().map(|lap| lap.last.to_string()).collect();
        let all = [
            ("lands", quoted(lands.join(" "))),
            ("outcome", quoted(trace.outcome)),
            ("gain", trace.gain.to_string()),
            ("captured", trace.captured.to_string()),
            ("after", quoted(trace.after)),
        ];
        let said = all.into_iter().filter(|_| random.below(3) == 0).collect();
        self.moves.push((trace.played.to_string(), said));
    }

    fn finish(&mut self, round: &Round, random: &mut Random) {
        let position = round.position();
        if random.below(3) == 0 {
            self.end.push(("after", quoted(position)));
        }
        if position.is_over() {
            let next = match round.game().rules().next_round(position).unwrap() {
                NextRound::Opening(opening) => opening.to_string(),
                NextRound::SetOver { loser } => format!("set lost by {loser}"),
            };
            self.end.push(("next_round", quoted(next)));
        }
        if self.moves.is_empty() && self.end.is_empty() {
            let cell = |hole| Cell::Hole(position.mover(), hole).to_string();
            let legal: Vec<_> = position.legal().map(cell).collect();
            self.end.push(("legal", quoted(legal.join(" "))));
        }
    }

    /// The claim: complete, or with one statement only and the moves up to it.
    pub fn claim(&self, only: Option<&(Option<u64>, &'static str)>) -> Claim {
        let keep = |number: Option<u64>, what: &str| {
            what == "illegal" || only.is_none_or(|only| only.0 == number && only.1 == what)
        };
        let last = only.and_then(|only| only.0);
        let steps =
            (1..).zip(&self.moves).take_while(|(number, _)| last.is_none_or(|l| *number <= l));
        let steps = steps.map(|(number, (played, said))| {
            let said = said.iter().filter(|(what, _)| keep(Some(number), what));
            let said: String = said.map(|(what, value)| format!(", {what} = {value}")).collect();
            format!("{{ play = \"{played}\"{said} }}")
        });
        let line = steps.collect::<Vec<_>>().join(", ");
        let end = self.end.iter().filter(|(what, _)| keep(None, what));
        let end: String = end.map(|(what, value)| format!("{what} = {value}\n")).collect();
        let set = combination_of(&self.rules);
        let text = format!(
            "source = \"s\"\n[[claim]]\nid = \"{}\"\nrules = \"overbeck\"\nset = {{ {set} }}\n\
             {}\nline = [{line}]\n{end}",
            self.id, self.start
        );
        let mut file = ClaimFile::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        file.claims.remove(0)
    }

    /// The statements in the order in which they are checked.
    pub fn statements(&self) -> Vec<(Option<u64>, &'static str)> {
        let ends = |wanted: &'static [&str]| {
            let said = wanted.iter().filter(|what| self.end.iter().any(|said| said.0 == **what));
            said.map(|what| (None, *what))
        };
        let moves = (1..).zip(&self.moves).flat_map(|(number, (_, said))| {
            let said = said.iter().filter(|said| said.0 != "illegal");
            let said = said.map(move |said| (Some(number), said.0));
            std::iter::once((Some(number), "legality")).chain(said)
        });
        let last = self.start.contains(" final").then_some((None, "position"));
        last.into_iter()
            .chain(ends(&["opening", "legal"]))
            .chain(moves)
            .chain(ends(&["after", "next_round"]))
            .collect()
    }

    /// The first statement that is false under these options; `None` if all are true. A claim that
    /// is invalid under these options fails before its first statement.
    pub fn first_failure(&self, claim: &Claim, combination: &Combination) -> Option<usize> {
        let refuted = refuted(claim, combination)?;
        let found = self
            .statements()
            .iter()
            .position(|(number, what)| (*number, *what) == (refuted.0, refuted.1.as_str()));
        Some(found.expect("a statement of the claim"))
    }
}

/// The options of rules as a TOML table.
fn combination_of(rules: &Rules) -> String {
    let names = chongkak::rules::OPTION_NAMES.iter();
    let pairs = names.map(|name| {
        let value = rules.value(name).unwrap();
        let number = value.parse::<u8>().is_ok();
        let value = if number { value } else { quoted(value) };
        format!("{name} = {value}")
    });
    pairs.collect::<Vec<_>>().join(", ")
}

/// Finds what refutes a claim under a combination of options: the number of the move, and the
/// statement.
pub fn refuted(claim: &Claim, combination: &Combination) -> Option<(Option<u64>, String)> {
    let mut claim = claim.clone();
    for (option, value) in combination {
        let value = match value.parse() {
            Ok(number) => chongkak::claims::Setting::Number(number),
            Err(_) => chongkak::claims::Setting::Text(value.clone()),
        };
        claim.set.insert((*option).to_owned(), value);
    }
    match check(&claim, &Evaluator::new(), Control::none()) {
        Ok(Verdict::Holds(_)) => None,
        Ok(Verdict::Refuted(found)) => Some((found.move_number, found.what)),
        // A position with a mark that these rules don't have.
        Err(error) if error.subject.as_deref() == Some("position") => {
            Some((None, "position".to_owned()))
        }
        // The rest of it can't be checked.
        Err(error) if error.subject.as_deref() == Some("line") => None,
        other => panic!("{other:?}"),
    }
}

/// Tries every combination: `None` if everything fits, else the first claim and statement that
/// fail.
pub fn tried(all: &[Told], combinations: &[Combination]) -> Vec<Option<(usize, usize)>> {
    let claims: Vec<_> = all.iter().map(|told| told.claim(None)).collect();
    let first = |combination: &Combination| {
        let mut pairs = (0..).zip(all.iter().zip(&claims));
        pairs.find_map(|(number, (told, claim))| {
            told.first_failure(claim, combination).map(|at| (number, at))
        })
    };
    combinations.iter().map(first).collect()
}

/// The options that matter for some claim, for any values of the others.
pub fn deciding_options(
    all: &[Told],
    options: &[&'static str],
    combinations: &[Combination],
) -> BTreeSet<&'static str> {
    let mut deciding = BTreeSet::new();
    for told in all {
        let claim = told.claim(None);
        let fails: Vec<_> = combinations
            .iter()
            .map(|combination| told.first_failure(&claim, combination))
            .collect();
        for &option in options {
            // Combinations that differ in nothing else have the same result.
            let mut seen: BTreeMap<Combination, BTreeSet<Option<usize>>> = BTreeMap::new();
            for (combination, fail) in combinations.iter().zip(&fails) {
                let mut others = combination.clone();
                others.retain(|(name, _)| *name != option);
                seen.entry(others).or_default().insert(*fail);
            }
            if seen.values().any(|fails| fails.len() > 1) {
                deciding.insert(option);
            }
        }
    }
    deciding
}

/// Random rules, including every option of play and refill.
pub fn random_rules(random: &mut Random) -> Rules {
    let mut rules = Preset::all()[0].rules;
    for option in chongkak::infer::options() {
        let values = values_of(option, &["short"]);
        rules.set(option, &values[random.below(values.len())]).unwrap();
    }
    rules
}
