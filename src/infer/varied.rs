//! Options that vary, and play under all their values at once.

use std::cell::RefCell;

use crate::control::{Clock, StopReason};
use crate::options::no_value;
use crate::rules::{BETWEEN_ROUNDS, OPTION_NAMES, PartialRules, ROUND_OPTIONS, Rules, place};
use crate::text::Diagnostic;

/// The options that vary, each by its place in [`OPTION_NAMES`], with the values that it may have.
#[derive(Clone, Debug)]
pub(super) struct Varied {
    options: Vec<(usize, Vec<String>)>,
}

/// Values of some options: five bits for each option that varies, its value's number from 1 on, 0
/// where any value is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cube(u64);

const BITS: u32 = 5;

impl Cube {
    /// The number of an option's value, from 0; none if any is meant.
    pub fn value(self, option: usize) -> Option<usize> {
        let value = self.0 >> (BITS * index(option)) & ((1 << BITS) - 1);
        usize::try_from(value).expect("five bits").checked_sub(1)
    }

    /// With a value of an option that had none.
    pub fn with(self, option: usize, value: usize) -> Cube {
        Cube(self.0 | u64::from(index(value) + 1) << (BITS * index(option)))
    }
}

fn index(number: usize) -> u32 {
    number.try_into().expect("a dozen options")
}

/// The options that can vary: all but the size of the board.
pub fn options() -> impl Iterator<Item = &'static str> {
    ROUND_OPTIONS.into_iter().chain(BETWEEN_ROUNDS)
}

/// The values of an option: its names, or all numbers that it takes.
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
    /// All values of these options; of all options if none is named.
    ///
    /// # Errors
    /// If there is no such option, or it is the size of the board.
    pub fn among(names: &[String]) -> Result<Varied, Diagnostic> {
        let known = || options().collect::<Vec<_>>();
        if let Some(unknown) = names.iter().find(|name| !known().contains(&name.as_str())) {
            let expected = format!("some of {}", known().join(", "));
            return Err(no_value("among", unknown, expected));
        }
        let wanted = |name: &&str| names.is_empty() || names.iter().any(|o| o == name);
        let chosen: Vec<&str> = options().filter(wanted).collect();
        let varying = |&name: &&str| {
            let mut values = values(name);
            // None protected is the same as closed, and no rule of its own beside that.
            if name == "max_protected" && chosen.contains(&"short") {
                values.retain(|value| value != "0");
            }
            (place(name), values)
        };
        Ok(Varied { options: chosen.iter().map(varying).collect() })
    }

    /// Counts the options that vary.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    pub fn name(&self, option: usize) -> &'static str {
        OPTION_NAMES[self.options[option].0]
    }

    pub fn values(&self, option: usize) -> &[String] {
        &self.options[option].1
    }

    /// The same with some options only, each with some values only, by their numbers.
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

    /// Plays once for every way in which the options that are looked up can be set, and hands on
    /// what came out, with the values on which it rests.
    ///
    /// The play must depend on nothing but the options that it looks up. The first value of an
    /// option is tried when it is looked up for the first time; then the last one looked up gets
    /// its next value, and so on. So no two of the cubes have a combination in common, and together
    /// they are all.
    ///
    /// # Errors
    /// If the clock ends it.
    pub fn explore<T>(
        &self,
        base: &Rules,
        mut play: impl FnMut(&Asking<'_>) -> T,
        clock: &Clock<'_>,
        mut hand_on: impl FnMut(Cube, T),
    ) -> Result<(), StopReason> {
        let mut rules = *base;
        let mut path: Vec<(usize, usize)> = Vec::new();
        for option in 0..self.options.len() {
            self.set(&mut rules, option, 0);
        }
        loop {
            clock.step()?;
            let asking = Asking {
                varied: self,
                rules: &rules,
                asked: RefCell::new(path.iter().map(|step| step.0).collect()),
            };
            let result = play(&asking);
            let asked = asking.asked.into_inner();
            path.extend(asked[path.len()..].iter().map(|&option| (option, 0)));
            let cube = path
                .iter()
                .fold(Cube::default(), |cube, &(option, value)| cube.with(option, value));
            hand_on(cube, result);
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

/// Rules that note which of the varying options are looked up.
pub(super) struct Asking<'a> {
    varied: &'a Varied,
    rules: &'a Rules,
    /// The options in the order in which they were first looked up.
    asked: RefCell<Vec<usize>>,
}

impl PartialRules for Asking<'_> {
    fn open_at(&self, place: usize) -> &Rules {
        let mut options = self.varied.options.iter();
        if let Some(option) = options.position(|(varying, _)| *varying == place) {
            let mut asked = self.asked.borrow_mut();
            if !asked.contains(&option) {
                asked.push(option);
            }
        }
        self.rules
    }
}
