//! By which rules a game is played: a rule set with options set on top of it.

use crate::rules::{OPTION_NAMES, Preset, RuleSet, RuleSets, Rules};
use crate::text::Diagnostic;

/// A rule set, shipped or from a file, with options set on top of it.
#[derive(Clone, Debug)]
pub struct Variant {
    rule_set: RuleSet,
    rules: Rules,
    set: Vec<String>,
}

impl Variant {
    /// A rule set as it is.
    #[must_use]
    pub fn new(rule_set: RuleSet) -> Variant {
        Variant { rules: rule_set.rules(), rule_set, set: Vec::new() }
    }

    /// A shipped rule set as it is.
    #[must_use]
    pub fn of(preset: &'static Preset) -> Variant {
        Variant::new(RuleSet::Shipped(preset))
    }

    /// A shipped rule set with the options of some rules set on top of it, the number of holes
    /// always.
    #[must_use]
    pub fn with(preset: &'static Preset, rules: &Rules) -> Variant {
        let set =
            |option: &&str| *option == "holes" || rules.value(option) != preset.rules.value(option);
        let set = OPTION_NAMES.into_iter().filter(set);
        Variant { set: set.map(str::to_owned).collect(), rules: *rules, ..Variant::of(preset) }
    }

    /// The rule set of a name, or of a file where those are read.
    ///
    /// # Errors
    /// If it is neither.
    pub fn named(name: &str, rule_sets: &RuleSets) -> Result<Variant, Diagnostic> {
        Ok(Variant::new(rule_sets.named(name)?))
    }

    /// Sets an option; `holes` and `seeds` are options too.
    ///
    /// # Errors
    /// If there is no such option, or it has no such value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), Diagnostic> {
        self.rules.set(option, value)?;
        self.set.push(option.to_owned());
        Ok(())
    }

    /// The rule set.
    #[must_use]
    pub const fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    /// The shipped rule set that it is or rests on, by which results name it.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        self.rule_set.preset()
    }

    /// The rules with all that was set.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The names of the options that were set on top of the rule set, in the order of that.
    #[must_use]
    pub fn options_set(&self) -> &[String] {
        &self.set
    }

    /// Tells whether an option was set, and has not only the rule set's value.
    #[must_use]
    pub fn sets(&self, option: &str) -> bool {
        self.set.iter().any(|set| set == option)
    }

    /// The options in which a rule file differs from the shipped rule set that it rests on, and
    /// those that were set.
    #[must_use]
    pub fn options_changed(&self) -> Vec<&str> {
        let file = self.rule_set.rules();
        let mut changed: Vec<&str> = file.differing(self.preset().rules).collect();
        for option in &self.set {
            if !changed.contains(&option.as_str()) {
                changed.push(option);
            }
        }
        changed
    }
}
