//! The solved openings in `positions/`.

use std::collections::BTreeMap;

use chongkak::board::Side;
use chongkak::rules::{Preset, Rules};
use serde::Deserialize;

use super::{home, lines_of, sized};

/// Rule sets with a changed option: the name of the file, the rule set, the option.
const VARIANTS: [[&str; 4]; 1] = [["kalah-empty-capture", "kalah", "lone", "bank"]];

/// Changed options, with their values.
type Changes = BTreeMap<String, String>;

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Opening {
    pub rules: String,
    pub set: Changes,
    pub holes: u8,
    pub seeds: u8,
}

impl Opening {
    pub fn rules(&self) -> Rules {
        let mut rules = sized(&self.rules, self.holes, self.seeds);
        for (option, value) in &self.set {
            rules.set(option, value).unwrap();
        }
        rules
    }

    pub fn size(&self) -> (u8, u8) {
        (self.holes, self.seeds)
    }

    pub fn total(&self) -> i32 {
        2 * i32::from(self.holes) * i32::from(self.seeds)
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Solved {
    #[serde(flatten)]
    pub opening: Opening,
    pub position: String,
    pub value: i32,
    pub best: Vec<String>,
    pub nodes: u64,
}

impl Solved {
    /// Checks that a line of a file belongs there.
    pub fn check(&self, file: &str) {
        let opening = &self.opening;
        check_opening(file, opening, &self.position);
        assert!(self.value.abs() <= opening.total() && self.value % 2 == 0);
        assert!(self.nodes > 0);
        let legal: Vec<String> = (1..=opening.holes).map(|h| format!("A{h}")).collect();
        let best = legal.iter().filter(|m| self.best.contains(m));
        assert_eq!(best.collect::<Vec<_>>(), self.best.iter().collect::<Vec<_>>());
        assert!(!self.best.is_empty());
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Unsolved {
    #[serde(flatten)]
    pub opening: Opening,
    pub position: String,
    pub lower: i32,
    pub upper: i32,
    pub seconds: u32,
}

#[derive(Debug, Deserialize)]
pub struct Published {
    #[serde(flatten)]
    pub opening: Opening,
    pub value: Option<i32>,
    pub winner: Option<String>,
    pub source: String,
}

/// The rule sets by the names of their files, with the changed options.
pub fn rule_sets() -> BTreeMap<String, (String, Changes)> {
    let presets = Preset::all().iter().map(|preset| {
        let name = preset.name.to_owned();
        (name.clone(), (name, BTreeMap::new()))
    });
    let variants = VARIANTS.iter().map(|line| {
        let [name, rules, option, value] = line.map(str::to_owned);
        (name, (rules, BTreeMap::from([(option, value)])))
    });
    presets.chain(variants).collect()
}

pub fn solved(name: &str) -> Vec<Solved> {
    lines_of(&format!("positions/solved/{name}.jsonl"))
}

pub fn unsolved(name: &str) -> Vec<Unsolved> {
    lines_of(&format!("positions/unsolved/{name}.jsonl"))
}

pub fn check_opening(file: &str, opening: &Opening, position: &str) {
    let (rules, set) = rule_sets()[file].clone();
    assert_eq!((&opening.rules, &opening.set), (&rules, &set));
    let start = opening.rules().opening(Side::A);
    assert_eq!(start.to_string(), position, "{file}");
}

#[derive(Debug, Deserialize)]
pub struct Long {
    #[serde(flatten)]
    pub solved: Solved,
    pub seconds: u32,
    pub threads: u16,
    pub memory: u32,
    pub table: u8,
    #[expect(dead_code, reason = "it must be there, whatever it is")]
    table_seconds: u32,
}

/// Reads the long openings of a rule set, if there are any.
pub fn long_openings_of(name: &str) -> Vec<Long> {
    let path = format!("positions/long/{name}.jsonl");
    match home().join(&path).exists() {
        true => lines_of(&path),
        false => Vec::new(),
    }
}
