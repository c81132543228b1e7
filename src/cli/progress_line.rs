//! Progress of long work, on standard error: a moving line on a terminal, with a bar, the rate and
//! the time left where it is known how much there is to do; a plain line now and then elsewhere.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use chongkak::control::ProgressSnapshot;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::harmless::harmless;

/// The time between two plain lines where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// The template where the amount of work is not known.
const OPEN: &str = "{spinner} {elapsed} {msg}";
/// The template where it is known.
const COUNTED: &str = "{spinner} {elapsed} [{bar:24}] {msg} ({rate}, {eta} left)";

/// A running report of what is being done.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    printed: Instant,
    last: ProgressSnapshot,
    /// Since when its stage lasts, as far as was seen, and what was done of it then.
    since: (Instant, u64),
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
            last: ProgressSnapshot::default(),
            since: (Instant::now(), 0),
        }
    }

    /// Shows where the work stands.
    pub fn show(&mut self, standing: ProgressSnapshot) {
        let begins = standing.of != self.last.of || standing.done < self.last.done;
        if begins {
            self.since = (Instant::now(), standing.done);
        }
        if let Some(bar) = &self.bar {
            if begins {
                // Another part of the work, which has a rate of its own.
                match standing.of {
                    Some(of) => bar.set_length(of),
                    None => bar.unset_length(),
                }
                bar.set_style(style(if standing.of.is_some() { COUNTED } else { OPEN }));
                bar.reset_eta();
            }
            if let Some(of) = standing.of {
                bar.set_position(standing.done.min(of));
            }
            bar.set_message(in_words(&standing));
        } else if !self.quiet && self.printed.elapsed() >= PLAIN_EVERY {
            self.printed = Instant::now();
            let (since, before) = self.since;
            let left = standing.of.map(|of| of.saturating_sub(standing.done));
            let pace = pace(standing.done - before, left, since.elapsed().as_secs_f64());
            // Nobody may be listening, which is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}{pace}", in_words(&standing));
        }
        self.last = standing;
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

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.expect("a template that is known to be right");
    let style = style.progress_chars("=> ");
    style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        // If it can't be written there is no line to write it to.
        let _ = out.write_str(&rate(state.per_sec()));
    })
}

/// A standing in words.
fn in_words(standing: &ProgressSnapshot) -> String {
    let ProgressSnapshot {
        stage, done, of, ..
    } = standing;
    // It may name what is in a file.
    let stage = harmless(stage, false);
    match of {
        Some(of) => format!("{stage}: {} of {}", count(*done), count(*of)),
        None if *done > 0 => format!("{stage}: {}", count(*done)),
        None => stage.into_owned(),
    }
}

/// Says how fast so much was done in so many seconds, and how long what is left will take, as the
/// bar does by itself: for where there is no bar.
fn pace(done: u64, left: Option<u64>, seconds: f64) -> String {
    let Some(left) = left.filter(|_| done > 0) else {
        return String::new();
    };
    let per_second = done as f64 / seconds.max(1e-3);
    let left = left as f64 / per_second;
    format!(", {}, {left:.0} s left", rate(per_second))
}

/// Rates of some a minute up to millions a second.
fn rate(per_second: f64) -> String {
    match per_second {
        0.0..0.1 => format!("{:.1}/min", 60.0 * per_second),
        0.1..1e4 => format!("{per_second:.1}/s"),
        1e4..1e6 => format!("{:.1} thousand/s", per_second / 1e3),
        _ => format!("{:.1} million/s", per_second / 1e6),
    }
}

/// A number as people read it: in whole up to 9,999, then in thousands and millions.
fn count(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.0} thousand", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} million", number as f64 / 1e6),
        _ => format!("{:.2} billion", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_has_the_rate_and_the_time_left() {
        assert_eq!(pace(0, Some(90), 20.0), "");
        assert_eq!(pace(40, Some(50), 20.0), ", 2.0/s, 25 s left");
        assert_eq!(pace(1, Some(89), 20.0), ", 3.0/min, 1780 s left");
    }

    #[test]
    fn what_a_file_says_is_not_obeyed() {
        let standing = ProgressSnapshot {
            stage: "claim\u{1b}[2J\u{1b}[31m".into(),
            of: Some(2),
            ..ProgressSnapshot::default()
        };
        let told = "claim\u{241b}[2J\u{241b}[31m: 0 of 2";
        assert_eq!(in_words(&standing), told);
    }
}
