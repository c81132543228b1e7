//! Progress of long work, on standard error: a moving line on a terminal, with a bar, the rate and
//! the time left where it is known how much there is to do; a plain line now and then elsewhere.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// How often a plain line is printed where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// Where the amount of work is not known.
const OPEN: &str = "{spinner} {elapsed} {msg}";
/// Where it is.
const COUNTED: &str = "{spinner} {elapsed} [{bar:24}] {msg} ({rate}, {eta} left)";

/// Where the work stands.
pub struct Stage {
    text: String,
    /// What the bar says by itself, for where there is none.
    pace: String,
    /// How much is done, and of how much.
    count: Option<(u64, u64)>,
}

impl Stage {
    /// So much is done of so much, which the text says too.
    pub fn counted(done: u64, of: u64, text: String) -> Stage {
        Stage {
            text,
            pace: String::new(),
            count: (of > 0).then_some((done.min(of), of)),
        }
    }

    /// With the rate and the time left, for plain lines.
    pub fn at_a_pace_of(self, pace: String) -> Stage {
        Stage { pace, ..self }
    }
}

impl From<String> for Stage {
    fn from(text: String) -> Stage {
        Stage {
            text,
            pace: String::new(),
            count: None,
        }
    }
}

/// A running report of what is being done.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    printed: Instant,
}

impl Progress {
    pub fn new(quiet: bool) -> Progress {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::no_length().with_style(style(OPEN));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Progress {
            bar,
            quiet,
            printed: Instant::now(),
        }
    }

    /// Says where the work stands.
    pub fn say<S: Into<Stage>>(&mut self, standing: impl Fn() -> S) {
        if let Some(bar) = &self.bar {
            show(bar, standing().into());
        } else if !self.quiet && self.printed.elapsed() >= PLAIN_EVERY {
            self.printed = Instant::now();
            // Nobody may be listening, which is no reason to stop.
            let Stage { text, pace, .. } = standing().into();
            let _ = writeln!(std::io::stderr(), "{text}{pace}");
        }
    }

    /// The line, for work that prints results while it moves.
    pub fn line(&self) -> MovingLine {
        MovingLine(self.bar.clone())
    }
}

/// The line of progress on a terminal, if there is one.
pub struct MovingLine(Option<ProgressBar>);

impl MovingLine {
    /// Prints something without being in the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn show(bar: &ProgressBar, Stage { text, count, .. }: Stage) {
    let length = count.map(|(_, of)| of);
    if bar.length() != length {
        // Another part of the work, which has a rate of its own.
        match length {
            Some(of) => bar.set_length(of),
            None => bar.unset_length(),
        }
        bar.set_style(style(if count.is_some() { COUNTED } else { OPEN }));
        bar.reset_eta();
    }
    if let Some((done, _)) = count {
        bar.set_position(done);
    }
    bar.set_message(text);
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.expect("a template that is known to be right");
    style.progress_chars("=> ").with_key("rate", rate)
}

/// Rates of some a minute up to millions a second.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let rate = state.per_sec();
    // If it can't be written there is no line to write it to.
    let _ = match rate {
        0.0..0.1 => write!(out, "{:.1}/min", 60.0 * rate),
        0.1..1e4 => write!(out, "{rate:.1}/s"),
        1e4..1e6 => write!(out, "{:.1} thousand/s", rate / 1e3),
        _ => write!(out, "{:.1} million/s", rate / 1e6),
    };
}

/// A number as people read it: in whole up to 9,999, then in thousands and millions.
pub fn count(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.0} thousand", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} million", number as f64 / 1e6),
        _ => format!("{:.2} billion", number as f64 / 1e9),
    }
}
