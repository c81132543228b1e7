//! The varied options, and playing under all their values together.

use std::cell::RefCell;

use crate::control::{Clock, StopReason};
use crate::options::no_value;
use crate::rules::{
    BETWEEN_ROUNDS, FORMS_OF_SETS, OPTION_NAMES, PartialRules, ROUND_OPTIONS, Rules, StoreLast,
    place,
};
use crate::text::Diagnostic;

/// The varied options, each by its place in [`OPTION_NAMES`], with its possible values.
#[derive(Clone, Debug)]
pub(super) struct Varied {
    options: Vec<(usize, Vec<String>)>,
}

/// A partial assignment: five bits for each varied option, the number of its value from 1, or 0 for
/// any value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cube(u128);

const BITS: u32 = 5;

impl Cube {
    /// The number of an option's value, from 0; `None` if any value is meant.
    pub fn value(self, option: usize) -> Option<usize> {
        let value = self.0 >> (BITS * index(option)) & ((1 << BITS) - 1);
        usize::try_from(value).expect("five bits").checked_sub(1)
    }

    /// Assigns a value to an option that had none.
    pub fn with(self, option: usize, value: usize) -> Cube {
        Cube(self.0 | u128::from(index(value) + 1) << (BITS * index(option)))
    }
}

fn index(number: usize) -> u32 {
    number.try_into().expect("a dozen options")
}

/// The options that can be varied: all except the board size and the forms of sets.
pub fn options() -> impl Iterator<Item = &'static str> {
    let shown = |option: &&str| !FORMS_OF_SETS.contains(option);
    ROUND_OPTIONS.into_iter().chain(BETWEEN_ROUNDS).filter(shown)
}

/// The values of an option: its names, or all valid numbers.
fn values(option: &str) -> Vec<String> {
    let names = Rules::values_of(option).expect("a known option");
    if !names.is_empty() {
        return names.iter().map(|&name| name.to_owned()).collect();
    }
    let rules = crate::rules::Preset::all()[0].rules;
    let numbers = (0..=u8::MAX).map(|number| number.to_string());
    numbers.filter(|number| rules.with(option, number).is_ok()).collect()
}

impl Varied {
    /// Varies all values of these options, or of all options if the list is empty. `stops` says
    /// whether a player may stop after a seed in the store, which only few rules allow.
    ///
    /// # Errors
    /// If an option does not exist or can't be varied.
    pub fn among(names: &[String], stops: bool) -> Result<Varied, Diagnostic> {
        let known = || options().collect::<Vec<_>>();
        if let Some(unknown) = names.iter().find(|name| !known().contains(&name.as_str())) {
            let expected = format!("some of {}", known().join(", "));
            return Err(no_value("among", unknown, expected));
        }
        let wanted = |name: &&str| names.is_empty() || names.iter().any(|o| o == name);
        let chosen: Vec<&str> = options().filter(wanted).collect();
        let varying = |&name: &&str| {
            let mut values = values(name);
            // No protected holes means the same as closed holes, so it is not a separate rule.
            if name == "max_protected" && chosen.contains(&"short") {
                values.retain(|value| value != "0");
            }
            if name == "store_last" && !stops {
                values.retain(|value| value != StoreLast::May.name());
            }
            (place(name), values)
        };
        Ok(Varied { options: chosen.iter().map(varying).collect() })
    }

    /// The number of varied options.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    pub fn name(&self, option: usize) -> &'static str {
        OPTION_NAMES[self.options[option].0]
    }

    pub fn values(&self, option: usize) -> &[String] {
        &self.options[option].1
    }

    /// Restricts the options and values to those that `keep` accepts, by their numbers. Returns the
    /// original numbers too.
    pub fn kept(&self, keep: impl Fn(usize, usize) -> bool) -> (Varied, Vec<(usize, Vec<usize>)>) {
        let mut options = Vec::new();
        let mut origins = Vec::new();
        for (option, (place, values)) in self.options.iter().enumerate() {
            let numbers = (0..values.len()).filter(|&value| keep(option, value));
            let numbers: Vec<usize> = numbers.collect();
            if numbers.is_empty() {
                continue;
            }
            options.push((*place, numbers.iter().map(|&at| values[at].clone()).collect()));
            origins.push((option, numbers));
        }
        (Varied { options }, origins)
    }

    /// Plays once for every combination of the options that are looked up, and passes each result
    /// on with the values it depends on.
    ///
    /// `play` must depend only on the options that it looks up. An option starts with its first
    /// value when it is first looked up; then the option looked up last gets its next value, and so
    /// on (depth-first). So the cubes are disjoint, and together they cover all combinations.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn explore<T>(
        &self,
        base: &Rules,
        mut play: impl FnMut(&RecordingRules<'_>) -> T,
        clock: &Clock<'_>,
        mut report: impl FnMut(Cube, T),
    ) -> Result<(), StopReason> {
        let mut rules = *base;
        let mut path: Vec<(usize, usize)> = Vec::new();
        for option in 0..self.options.len() {
            self.set(&mut rules, option, 0);
        }
        loop {
            clock.step()?;
            let recording = RecordingRules {
                varied: self,
                rules: &rules,
                looked_up: RefCell::new(path.iter().map(|step| step.0).collect()),
            };
            let result = play(&recording);
            let looked_up = recording.looked_up.into_inner();
            path.extend(looked_up[path.len()..].iter().map(|&option| (option, 0)));
            let cube = path
                .iter()
                .fold(Cube::default(), |cube, &(option, value)| cube.with(option, value));
            report(cube, result);
            loop {
                let Some((option, value)) = path.pop() else {
                    return Ok(());
                };
                if value + 1 < self.values(option).len() {
                    self.set(&mut rules, option, value + 1);
                    path.push((option, value + 1));
                    break;
                }
                self.set(&mut rules, option, 0);
            }
        }
    }

    /// Sets an option of the rules.
    pub fn set(&self, rules: &mut Rules, option: usize, value: usize) {
        let set = rules.set(self.name(option), &self.values(option)[value]);
        set.expect("a value of the option");
    }
}

/// Rules that record which of the varied options are looked up.
pub(super) struct RecordingRules<'a> {
    varied: &'a Varied,
    rules: &'a Rules,
    /// The options in the order of their first lookup.
    looked_up: RefCell<Vec<usize>>,
}

impl PartialRules for RecordingRules<'_> {
    fn open_at(&self, place: usize) -> &Rules {
        let mut options = self.varied.options.iter();
        if let Some(option) = options.position(|(varying, _)| *varying == place) {
            let mut looked_up = self.looked_up.borrow_mut();
            if !looked_up.contains(&option) {
                looked_up.push(option);
            }
        }
        self.rules
    }
}
