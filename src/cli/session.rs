//! What all commands share: the chosen rules, the options, the output.

use std::cell::OnceCell;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use chongkak::ask::{Limits, Variant};
use chongkak::control::{Budget, Parts, can_start, processors, start_threads};
use chongkak::findings::Provenance;
use chongkak::language::{Language, Sentence};
use chongkak::moves::Game;
use chongkak::rules::{Preset, RuleSet, RuleSets};
use chongkak::search::MEMORY;
use chongkak::sentence;
use chongkak::text::Diagnostic;

use super::args::Common;
use super::args::help::unused_options;
use super::args::rule_sets::ALL;
use super::commands::Command;
use super::error::CliError;
use super::harmless::harmless;
use super::output::Output;
use super::words::counted;

/// The environment variable that names the user's default rule set.
const OWN_DEFAULT: &str = "CHONGKAK_RULES";

/// The default rule set of `game`: the most familiar one.
const OF_GAMES: &str = "congklak";

/// The rules and options of one run of the program.
pub struct Session<'a> {
    pub common: &'a Common,
    /// The rules that were chosen.
    pub variant: Variant,
    /// True if a rule set was chosen, on the command line or by the environment.
    pub chosen: bool,
    /// True for `--rules all`.
    pub all_rules: bool,
    /// Where results go.
    pub out: Output,
    /// The language for players; everything else is English.
    pub language: &'static Language,
    /// The resources of the process, determined on demand.
    budget: OnceCell<Budget>,
    threads: OnceCell<NonZeroUsize>,
}

impl<'a> Session<'a> {
    /// Returns the session of a command. Commands that play no sowing game ignore the rule set and
    /// its options.
    pub fn new(common: &'a Common, command: &Command) -> Result<Session<'a>, CliError> {
        let sowing = !matches!(command, Command::Chong(_));
        let given = common.rules.as_deref();
        let all_rules = given == Some(ALL);
        if all_rules && !matches!(command, Command::Verify(_)) {
            let found = format_args!("--rules {ALL}: only verify tries all rule sets");
            return Err(CliError::unexpected(found, "a rule set or a rule file"));
        }
        let preset = &Preset::all()[0];
        let own = own_default().filter(|_| given.is_none() && command.asks_for_rules());
        let rule_set = match (given, &own) {
            (Some(name), _) if sowing && !all_rules => RuleSets::new().named(name)?,
            (None, Some(name)) => {
                let named = RuleSets::new().named(name).map_err(CliError::from);
                named.map_err(|failure| failure.about(OWN_DEFAULT))?
            }
            (None, None) if matches!(command, Command::Game(_)) => {
                RuleSets::shipped().named(OF_GAMES)?
            }
            _ => RuleSet::Shipped(preset),
        };
        let mut session = Session {
            common,
            variant: Variant::new(rule_set),
            chosen: given.is_some() || own.is_some(),
            all_rules,
            out: Output::new(common.format, common.color),
            language: command.language(),
            budget: OnceCell::new(),
            threads: OnceCell::new(),
        };
        if common.threads.is_some() {
            session.start_threads()?;
        }
        if sowing {
            session.apply_options()?;
        }
        if let Some(name) = own {
            session.message(format_args!("--rules {name}, from {OWN_DEFAULT}"));
        }
        Ok(session)
    }

    /// Chooses a rule set named by the command instead of `--rules`, then applies the options of
    /// the command line.
    pub fn choose(&mut self, rule_set: RuleSet) -> Result<(), CliError> {
        self.variant = Variant::new(rule_set);
        self.apply_options()
    }

    fn apply_options(&mut self) -> Result<(), CliError> {
        let common = self.common;
        let mut set = |option: &str, value: &str| self.variant.set(option, value);
        apply_set(&common.set, "lap=circuit", &mut set)?;
        for (option, value) in [("holes", &common.holes), ("seeds", &common.seeds)] {
            if let Some(value) = value {
                let result = set(option, value);
                let about = format_args!("--{option} {value}");
                result.map_err(|error| CliError::input_sentence(error.message).about(about))?;
            }
        }
        Ok(())
    }

    /// Rejects rules on the command line if something else determines them.
    pub fn expect_no_rules(&self, why: impl Into<Sentence>) -> Result<(), CliError> {
        let given: Sentence = match (&self.common.rules, self.variant.options_set().first()) {
            (Some(name), _) => format!("--rules {name}").into(),
            (None, Some(option)) => sentence!("game.refused.option", option = option.to_owned()),
            (None, None) => return Ok(()),
        };
        let why: Sentence = why.into();
        Err(CliError::input_sentence(sentence!("game.refused.no-rules", given = given, why = why)))
    }

    /// Returns the provenance of a result about a position that follows from the rules only.
    pub fn provenance(&self, game: &Game) -> Provenance {
        self.with_display_options(Provenance::of(&self.variant, game))
    }

    /// Returns the provenance of a result that belongs to no single position.
    pub fn provenance_of_rules(&self) -> Provenance {
        self.with_display_options(Provenance::under(&self.variant, self.variant.rules()))
    }

    fn with_display_options(&self, provenance: Provenance) -> Provenance {
        provenance.with_display_options(!self.common.no_board, self.common.threads.is_some())
    }

    /// Returns the search limits common to all commands.
    pub fn limits(&self) -> Limits {
        Limits::default()
            .with_time(self.common.time)
            .with_threads(self.threads())
            .with_memory(self.memory())
    }

    /// Returns the memory of a search in mebibytes.
    pub fn memory(&self) -> usize {
        self.memory_or(MEMORY)
    }

    /// Returns the memory in mebibytes, for work whose default differs from that of a search.
    pub fn memory_or(&self, usual: usize) -> usize {
        self.budget().alone(usual)
    }

    /// Returns the memory budget of the process, which all its work shares.
    pub fn budget(&self) -> &Budget {
        self.budget.get_or_init(|| {
            let budget = Budget::new(self.common.memory);
            if let Some(less) = budget.reduced() {
                let wish = self.common.memory.unwrap_or_default();
                self.message(format_args!(
                    "--memory {wish}: using only {less} MiB, three quarters of the memory free to \
                     this process"
                ));
            }
            budget
        })
    }

    /// Returns the maximum bytes of a table.
    pub fn largest(&self) -> u64 {
        (self.budget().largest() as u64).saturating_mul(1 << 20)
    }

    /// Returns the number of threads for parallel work: the requested number or all available
    /// processors, but at most as many as the system lets the process start.
    pub fn threads(&self) -> NonZeroUsize {
        *self.threads.get_or_init(|| {
            let given = self.common.threads.map(usize::from);
            let wanted = given.and_then(NonZeroUsize::new);
            let wanted = wanted.unwrap_or_else(processors);
            if wanted.get() == 1 {
                return wanted;
            }
            let started = can_start(wanted, self.memory());
            if started < wanted {
                let threads = counted(started.get() as u64, "thread");
                self.message(format_args!(
                    "{threads} instead of {wanted}: the system allows no more"
                ));
            }
            started
        })
    }

    /// Divides the memory among `wanted` single-threaded searches. Prints a message if fewer can
    /// run at the same time.
    pub fn divided(&self, wanted: NonZeroUsize) -> Parts {
        let parts = self.budget().divided(MEMORY, wanted);
        if parts.at_once < wanted {
            self.message(format_args!(
                "{} of {wanted} searches at a time, {} MiB each: together they may use {} MiB",
                parts.at_once,
                parts.each,
                self.budget().all()
            ));
        }
        parts
    }

    /// Starts the thread pool for parallel work.
    pub fn start_threads(&self) -> Result<(), CliError> {
        Ok(start_threads(self.threads())?)
    }

    /// Prints a message that matters, on a terminal or not, unless `--quiet` is given.
    pub fn message(&self, text: impl Display) {
        if !self.common.quiet {
            message(text);
        }
    }

    /// Prints the nodes and the time if standard error is a terminal.
    pub fn remark_effort(&self, nodes: u64, started: Instant) {
        if std::io::stderr().is_terminal() {
            let time = started.elapsed().as_secs_f64();
            self.message(format_args!("{} in {time:.2} s", counted(nodes, "node")));
        }
    }
}

/// Prints a message on standard error.
pub fn message(text: impl Display) {
    // Nothing can be done if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", harmless(&text.to_string(), false));
}

/// Rejects common options that would have no effect, in commands where they would mislead.
pub fn expect_no_idle(common: &Common, name: &str) -> Result<(), CliError> {
    if !["show", "moves", "play", "completions", "man"].contains(&name) {
        return Ok(());
    }
    let unused = unused_options(name).unwrap_or_default();
    let limits = [("time", common.time.is_some()), ("memory", common.memory.is_some())];
    let mut given = common.of_rules().into_iter().chain(limits);
    match given.find(|(option, given)| *given && unused.split(' ').any(|one| one == *option)) {
        Some((option, _)) => {
            let found = format_args!("--{option}: it has no effect in {name}");
            Err(CliError::unexpected(found, "none"))
        }
        None => Ok(()),
    }
}

/// Returns the default rule set that the environment names.
fn own_default() -> Option<String> {
    let name = std::env::var_os(OWN_DEFAULT)?;
    let name = name.to_string_lossy().into_owned();
    (!name.is_empty()).then_some(name)
}

/// Applies the values of `--set`. `example` is an option with a value.
pub fn apply_set(
    settings: &[String],
    example: &str,
    mut set: impl FnMut(&str, &str) -> Result<(), Diagnostic>,
) -> Result<(), CliError> {
    for text in settings {
        let Some((option, value)) = text.split_once('=') else {
            let expected = sentence!("faults.option.setting", example = example.to_owned());
            let problem = sentence!("faults.expected", expected = expected);
            return Err(CliError::input_sentence(problem).about(format_args!("--set {text}")));
        };
        let about = format_args!("--set {text}");
        set(option.trim(), value.trim())
            .map_err(|error| CliError::input_sentence(error.message).about(about))?;
    }
    Ok(())
}
