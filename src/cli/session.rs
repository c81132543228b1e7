//! What all commands share: the rules chosen, the options, the output.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use chongkak::control::start_threads;
use chongkak::rules::{Preset, Rules};
use chongkak::search::Solver;

use super::args::Common;
use super::failure::Failure;
use super::output::Output;
use super::words::counted;

/// Memory of a search's table in mebibytes, if nothing else was asked for.
const MEMORY: usize = 256;

/// The rules and options of one run.
pub struct Session<'a> {
    /// The common options.
    pub common: &'a Common,
    /// The named rule set.
    pub preset: &'static Preset,
    /// Its rules with what was set on top of them.
    pub rules: Rules,
    /// Whether the number of holes was given and not only the rule set's.
    pub holes_given: bool,
    /// The names of the options that were set.
    pub changed: Vec<String>,
    /// Whether it was said that standard input is not read.
    pub input_remarked: bool,
    /// Where results go.
    pub out: Output,
}

impl<'a> Session<'a> {
    /// The session of a command; the rule set and its options are left alone if it plays no sowing
    /// game.
    pub fn new(common: &'a Common, sowing: bool) -> Result<Session<'a>, Failure> {
        let preset = match &common.rules {
            Some(name) => Preset::named(name).map_err(Failure::input)?,
            None => &Preset::all()[0],
        };
        let mut session = Session {
            common,
            preset,
            rules: preset.rules,
            holes_given: false,
            changed: Vec::new(),
            input_remarked: false,
            out: Output::new(common.format, common.color),
        };
        if common.threads.is_some() {
            session.start_threads()?;
        }
        if sowing {
            session.apply_options()?;
        }
        Ok(session)
    }

    fn apply_options(&mut self) -> Result<(), Failure> {
        let common = self.common;
        let changed = &mut self.changed;
        let mut set = |option: &str, value: &str| {
            changed.push(option.to_owned());
            self.rules.set(option, value)
        };
        apply_set(&common.set, "lap=circuit", &mut set)?;
        for (option, value) in [("holes", &common.holes), ("seeds", &common.seeds)] {
            if let Some(value) = value {
                let result = set(option, value);
                let about = format_args!("--{option} {value}");
                result.map_err(|error| Failure::input(error).about(about))?;
            }
        }
        self.holes_given = self.changed.iter().any(|option| option == "holes");
        Ok(())
    }

    /// The rule set with the options that were set on top of it.
    pub fn rules_in_words(&self) -> String {
        let mut text = format!("Rules: {}, {}", self.preset.name, self.preset.title);
        for option in &self.changed {
            let value = self.rules.value(option).unwrap_or_default();
            text.push_str(&format!("; {option} {value}"));
        }
        text
    }

    /// Refuses rules where something else says which they are.
    pub fn expect_no_rules(&self, why: &str) -> Result<(), Failure> {
        let given = match (&self.common.rules, self.changed.first()) {
            (Some(name), _) => format!("--rules {name}"),
            (None, Some(option)) => format!("the option {option}"),
            (None, None) => return Ok(()),
        };
        Err(Failure::input(format!("{given}: {why}, expected none")))
    }

    /// Memory of a search's table in mebibytes.
    pub fn memory(&self) -> usize {
        self.memory_or(MEMORY)
    }

    /// Memory in mebibytes, where more or less than for a search is usual.
    pub fn memory_or(&self, usual: usize) -> usize {
        let given = self.common.memory;
        given.map_or(usual, |mib| usize::try_from(mib).unwrap_or(usize::MAX))
    }

    /// Threads for work that is done in parallel.
    pub fn threads(&self) -> NonZeroUsize {
        let given = self.common.threads.map(usize::from);
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        given.and_then(NonZeroUsize::new).unwrap_or_else(cores)
    }

    /// A solver with these threads and this memory.
    pub fn solver(&self) -> Solver<'static> {
        Solver {
            threads: self.threads(),
            memory: self.memory(),
            ..Solver::new()
        }
    }

    /// Starts the threads that work done in parallel shares: as many as were asked for, or one
    /// where the system does not give so many.
    pub fn start_threads(&self) -> Result<(), Failure> {
        Ok(start_threads(self.threads())?)
    }

    /// Says something that may matter, terminal or not.
    pub fn message(&self, text: impl Display) {
        if !self.common.quiet {
            // If nobody listens there is nothing to say.
            let _ = writeln!(std::io::stderr(), "{text}");
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

/// Sets what `--set` asks for. The example is an option with a value.
pub fn apply_set<E: Display>(
    asked: &[String],
    example: &str,
    mut set: impl FnMut(&str, &str) -> Result<(), E>,
) -> Result<(), Failure> {
    for text in asked {
        let Some((option, value)) = text.split_once('=') else {
            let message = format!("--set {text}: expected OPTION=VALUE, such as {example}");
            return Err(Failure::input(message));
        };
        set(option.trim(), value.trim())
            .map_err(|error| Failure::input(error).about(format_args!("--set {text}")))?;
    }
    Ok(())
}
