//! The parts that all commands share: the rules chosen, the options, the output.

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
use super::args::help::useless;
use super::args::rule_sets::ALL;
use super::commands::Command;
use super::error::CliError;
use super::harmless::harmless;
use super::output::Output;
use super::words::counted;

/// The environment variable with a default rule set of one's own.
const OWN_DEFAULT: &str = "CHONGKAK_RULES";

/// The rule set of `game`, if nothing else was asked for: what most people know.
const OF_GAMES: &str = "congklak";

/// The rules and options of one run.
pub struct Session<'a> {
    pub common: &'a Common,
    /// The rules that were chosen.
    pub variant: Variant,
    /// True if a rule set was chosen, on the command line or by the environment.
    pub chosen: bool,
    /// True if all rule sets were chosen in the place of one.
    pub all_rules: bool,
    /// The output to which results go.
    pub out: Output,
    /// The language of what a player reads; all else is in English.
    pub language: &'static Language,
    /// What the process may take, looked up when it is first asked for.
    budget: OnceCell<Budget>,
    threads: OnceCell<NonZeroUsize>,
}

impl<'a> Session<'a> {
    /// The session of a command; the rule set and its options are left alone if it plays no sowing
    /// game.
    pub fn new(common: &'a Common, command: &Command) -> Result<Session<'a>, CliError> {
        let sowing = !matches!(command, Command::Chong(_));
        let given = common.rules.as_deref();
        let all_rules = given == Some(ALL);
        if all_rules && !matches!(command, Command::Verify(_)) {
            let found = format_args!("--rules {ALL}: only verify tries all rule sets");
            return Err(CliError::unexpected(found, "the name of one, or a rule file"));
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
            session.message(format_args!("--rules {name}, because {OWN_DEFAULT} says so"));
        }
        Ok(session)
    }

    /// Chooses a rule set that the command names in another way than `--rules`; what is set on the
    /// command line comes on top.
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
                result.map_err(|error| CliError::input_said(error.message).about(about))?;
            }
        }
        Ok(())
    }

    /// Refuses rules where something else says which they are.
    pub fn expect_no_rules(&self, why: impl Into<Sentence>) -> Result<(), CliError> {
        let given: Sentence = match (&self.common.rules, self.variant.options_set().first()) {
            (Some(name), _) => format!("--rules {name}").into(),
            (None, Some(option)) => sentence!("game.refused.option", option = option.to_owned()),
            (None, None) => return Ok(()),
        };
        let why: Sentence = why.into();
        Err(CliError::input_said(sentence!("game.refused.no-rules", given = given, why = why)))
    }

    /// Returns the grounds of a result about a position that follows from the rules alone.
    pub fn provenance(&self, game: &Game) -> Provenance {
        self.shown(Provenance::of(&self.variant, game))
    }

    /// The same of what is of no single position.
    pub fn terms_of_rules(&self) -> Provenance {
        self.shown(Provenance::under(&self.variant, self.variant.rules()))
    }

    fn shown(&self, provenance: Provenance) -> Provenance {
        provenance.shown(!self.common.no_board, self.common.threads.is_some())
    }

    /// The limits of searches that are common to all commands.
    pub fn limits(&self) -> Limits {
        Limits::default()
            .with_time(self.common.time)
            .with_threads(self.threads())
            .with_memory(self.memory())
    }

    /// Memory of a search in mebibytes.
    pub fn memory(&self) -> usize {
        self.memory_or(MEMORY)
    }

    /// Memory in mebibytes, where more or less than for a search is usual.
    pub fn memory_or(&self, usual: usize) -> usize {
        self.budget().alone(usual)
    }

    /// The memory of the process, which all its work shares.
    pub fn budget(&self) -> &Budget {
        self.budget.get_or_init(|| {
            let budget = Budget::new(self.common.memory);
            if let Some(less) = budget.less_than_wished() {
                let wish = self.common.memory.unwrap_or_default();
                self.message(format_args!(
                    "--memory {wish}: only {less} MiB are used, three quarters of what is free to \
                     this process"
                ));
            }
            budget
        })
    }

    /// Bytes of the largest table that fits.
    pub fn largest(&self) -> u64 {
        (self.budget().largest() as u64).saturating_mul(1 << 20)
    }

    /// Threads for work that is done in parallel: those of the machine that the process may use, or
    /// as many as were asked for, and no more than can be started.
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
                    "{threads} in place of {wanted}: the system gives no more"
                ));
            }
            started
        })
    }

    /// The parts of so many searches of one thread each; says so where fewer run at once because of
    /// the memory.
    pub fn divided(&self, wanted: NonZeroUsize) -> Parts {
        let parts = self.budget().divided(MEMORY, wanted);
        if parts.at_once < wanted {
            self.message(format_args!(
                "{} of {wanted} searches at once, each with {} MiB, since all of them may take {} MiB",
                parts.at_once,
                parts.each,
                self.budget().all()
            ));
        }
        parts
    }

    /// Starts the threads that work done in parallel shares: as many as were asked for, or as the
    /// system gives.
    pub fn start_threads(&self) -> Result<(), CliError> {
        Ok(start_threads(self.threads())?)
    }

    /// Says something that may matter, terminal or not.
    pub fn message(&self, text: impl Display) {
        if !self.common.quiet {
            message(text);
        }
    }

    /// Tells a person at a terminal how much work was done.
    pub fn remark_effort(&self, nodes: u64, started: Instant) {
        if std::io::stderr().is_terminal() {
            let time = started.elapsed().as_secs_f64();
            self.message(format_args!("{} in {time:.2} s", counted(nodes, "node")));
        }
    }
}

/// Says something on standard error.
pub fn message(text: impl Display) {
    // If nobody listens there is nothing to say.
    let _ = writeln!(std::io::stderr(), "{}", harmless(&text.to_string(), false));
}

/// Refuses common options that would do nothing, in commands where they would mislead.
pub fn expect_no_idle(common: &Common, name: &str) -> Result<(), CliError> {
    if !["show", "moves", "play", "completions", "man"].contains(&name) {
        return Ok(());
    }
    let useless = useless(name).unwrap_or_default();
    let limits = [("time", common.time.is_some()), ("memory", common.memory.is_some())];
    let mut given = common.of_rules().into_iter().chain(limits);
    match given.find(|(option, given)| *given && useless.split(' ').any(|one| one == *option)) {
        Some((option, _)) => {
            let found = format_args!("--{option}: it does nothing in {name}");
            Err(CliError::unexpected(found, "none"))
        }
        None => Ok(()),
    }
}

/// The rule set that the environment names for commands to which none is given.
fn own_default() -> Option<String> {
    let name = std::env::var_os(OWN_DEFAULT)?;
    let name = name.to_string_lossy().into_owned();
    (!name.is_empty()).then_some(name)
}

/// Sets what `--set` asks for. The example is an option with a value.
pub fn apply_set(
    asked: &[String],
    example: &str,
    mut set: impl FnMut(&str, &str) -> Result<(), Diagnostic>,
) -> Result<(), CliError> {
    for text in asked {
        let Some((option, value)) = text.split_once('=') else {
            let expected = sentence!("faults.option.setting", example = example.to_owned());
            let problem = sentence!("faults.expected", expected = expected);
            return Err(CliError::input_said(problem).about(format_args!("--set {text}")));
        };
        let about = format_args!("--set {text}");
        set(option.trim(), value.trim())
            .map_err(|error| CliError::input_said(error.message).about(about))?;
    }
    Ok(())
}
