//! The rules of a game: a rule set with changed options.

use crate::rules::{OPTION_NAMES, Preset, RuleSet, RuleSets, Rules};
use crate::text::Diagnostic;

/// A rule set, shipped or from a file, with changed options.
#[derive(Clone, Debug)]
pub struct Variant {
    rule_set: RuleSet,
    rules: Rules,
    set: Vec<String>,
}

impl Variant {
    /// An unchanged rule set.
    #[must_use]
    pub fn new(rule_set: RuleSet) -> Variant {
        Variant { rules: rule_set.rules(), rule_set, set: Vec::new() }
    }

    /// An unchanged shipped rule set.
    #[must_use]
    pub fn of(preset: &'static Preset) -> Variant {
        Variant::new(RuleSet::Shipped(preset))
    }

    /// A shipped rule set changed to match `rules`. The number of holes always counts as changed.
    #[must_use]
    pub fn with(preset: &'static Preset, rules: &Rules) -> Variant {
        let set =
            |option: &&str| *option == "holes" || rules.value(option) != preset.rules.value(option);
        let set = OPTION_NAMES.into_iter().filter(set);
        Variant { set: set.map(str::to_owned).collect(), rules: *rules, ..Variant::of(preset) }
    }

    /// Finds a rule set by name, or by file where rule files are allowed.
    ///
    /// # Errors
    /// If there is no such rule set or file.
    pub fn named(name: &str, rule_sets: &RuleSets) -> Result<Variant, Diagnostic> {
        Ok(Variant::new(rule_sets.named(name)?))
    }

    /// Sets an option, including `holes` and `seeds`.
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

    /// The shipped rule set on which the rule set is based; results are named after it.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        self.rule_set.preset()
    }

    /// The rules including all changed options.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The names of the changed options, in the order in which they were set.
    #[must_use]
    pub fn options_set(&self) -> &[String] {
        &self.set
    }

    /// Whether an option was set explicitly, even to the rule set's own value.
    #[must_use]
    pub fn sets(&self, option: &str) -> bool {
        self.set.iter().any(|set| set == option)
    }

    /// The options in which a rule file differs from the shipped rule set on which it is based, and
    /// the options that were set.
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
