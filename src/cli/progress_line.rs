//! Progress of long work, on standard error. On a terminal it is a moving line, with a bar, the
//! rate and the remaining time if the total is known; elsewhere a plain line from time to time.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use chongkak::control::ProgressSnapshot;
use indicatif::{ProgressBar, ProgressStyle};

use super::harmless::harmless;

/// The interval between plain lines without a terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// The template if the total is unknown.
const OPEN: &str = "{spinner} {elapsed} {msg}";
/// The template if the total is known.
const COUNTED: &str = "{spinner} {elapsed} [{bar:24}] {msg}";

/// The time after which a stage can estimate its duration.
const SETTLED: Duration = Duration::from_secs(1);
/// The growth of an estimate from which it counts only as a lower bound.
const LONGER: f64 = 1.25;

/// Shows the progress of work.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    printed: Instant,
    last: ProgressSnapshot,
    /// When the current stage was first seen, and how much was done then.
    since: (Instant, u64),
    /// The first estimate of the total seconds of the stage.
    promised: Option<f64>,
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
            promised: None,
        }
    }

    /// Shows the current progress.
    pub fn show(&mut self, standing: ProgressSnapshot) {
        let begins = standing.of != self.last.of || standing.done < self.last.done;
        if begins {
            (self.since, self.promised) = ((Instant::now(), standing.done), None);
        }
        if let Some(bar) = self.bar.clone() {
            if begins {
                // A new stage has its own rate.
                match standing.of {
                    Some(of) => bar.set_length(of),
                    None => bar.unset_length(),
                }
                bar.set_style(style(if standing.of.is_some() { COUNTED } else { OPEN }));
            }
            if let Some(of) = standing.of {
                bar.set_position(standing.done.min(of));
            }
            bar.set_message(self.in_words_with_pace(&standing));
        } else if !self.quiet && self.printed.elapsed() >= PLAIN_EVERY {
            self.printed = Instant::now();
            // A closed standard error is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", self.in_words_with_pace(&standing));
        }
        self.last = standing;
    }

    /// Formats the progress, with rate and remaining time.
    fn in_words_with_pace(&mut self, standing: &ProgressSnapshot) -> String {
        let (since, before) = self.since;
        let done = standing.done.saturating_sub(before);
        let left = standing.of.map(|of| of.saturating_sub(standing.done));
        let pace = left.and_then(|left| pace(&mut self.promised, done, left, since.elapsed()));
        let pace = pace.map_or_else(String::new, |pace| format!(" ({pace})"));
        in_words(standing) + &pace
    }

    /// Returns the moving line, for work that also prints results.
    pub fn line(&self) -> MovingLine {
        MovingLine(self.bar.clone())
    }
}

/// The progress line on a terminal, if there is one.
pub struct MovingLine(Option<ProgressBar>);

impl MovingLine {
    /// Prints without disturbing the progress line.
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
    let style = style.expect("a valid template");
    style.progress_chars("=> ")
}

fn in_words(standing: &ProgressSnapshot) -> String {
    let ProgressSnapshot { stage, done, of, .. } = standing;
    // The stage may contain text from a file.
    let stage = harmless(stage, false);
    match of {
        Some(of) => format!("{stage}: {} of {}", count(*done), count(*of)),
        None if *done > 0 => format!("{stage}: {}", count(*done)),
        None => stage.into_owned(),
    }
}

/// Formats the rate and the remaining time of a stage. Returns nothing before any work is done.
/// Omits the remaining time if the parts take longer and longer than first estimated.
fn pace(promised: &mut Option<f64>, done: u64, left: u64, time: Duration) -> Option<String> {
    if done == 0 {
        return None;
    }
    let per_second = done as f64 / time.as_secs_f64().max(1e-3);
    let left = left as f64 / per_second;
    let whole = time.as_secs_f64() + left;
    if time >= SETTLED {
        promised.get_or_insert(whole);
    }
    let rate = rate(per_second);
    let longer = promised.is_some_and(|promised| whole > LONGER * promised);
    Some(match longer {
        true => rate,
        false => format!("{rate}, {} left", span(left)),
    })
}

/// Formats a duration.
fn span(seconds: f64) -> String {
    match seconds {
        0.0..100.0 => format!("{seconds:.0}s"),
        100.0..6e3 => format!("{:.0}m", seconds / 60.0),
        6e3..3e5 => format!("{:.0}h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86400.0),
    }
}

/// Formats a rate, from a few per minute to millions per second.
fn rate(per_second: f64) -> String {
    match per_second {
        0.0..0.1 => format!("{:.1}/min", 60.0 * per_second),
        0.1..1e4 => format!("{per_second:.1}/s"),
        1e4..1e6 => format!("{:.1} thousand/s", per_second / 1e3),
        _ => format!("{:.1} million/s", per_second / 1e6),
    }
}

/// Formats a number: in full up to 9,999, then in thousands, millions and billions.
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

    fn pace(done: u64, left: u64, seconds: u64) -> Option<String> {
        super::pace(&mut None, done, left, Duration::from_secs(seconds))
    }

    #[test]
    fn progress_has_the_rate_and_the_time_left() {
        assert_eq!(pace(40, 50, 20).unwrap(), "2.0/s, 25s left");
        assert_eq!(pace(1, 89, 20).unwrap(), "3.0/min, 30m left");
        assert_eq!(pace(1, 8999, 20).unwrap(), "3.0/min, 50h left");
        assert_eq!(pace(1, 89_999, 20).unwrap(), "3.0/min, 21 days left");
    }

    #[test]
    fn from_nothing_no_time_is_told() {
        assert_eq!(pace(0, 90, 20), None);
        let mut shown = Progress::new(true);
        let mut standing =
            ProgressSnapshot { stage: "lines".into(), of: Some(64), ..ProgressSnapshot::default() };
        assert_eq!(shown.in_words_with_pace(&standing), "lines: 0 of 64");
        standing.done = 1;
        let text = shown.in_words_with_pace(&standing);
        assert!(text.starts_with("lines: 1 of 64 (") && text.ends_with(" left)"));
    }

    #[test]
    fn an_estimate_that_grows_is_none() {
        let mut promised = None;
        let mut of = |done, left, seconds| {
            super::pace(&mut promised, done, left, Duration::from_secs(seconds))
        };
        // As `set solve` on a full board: easy openings first.
        assert_eq!(of(50, 95, 6).unwrap(), "8.3/s, 11s left");
        assert_eq!(of(52, 93, 7).unwrap(), "7.4/s, 13s left");
        assert_eq!(of(60, 85, 28).unwrap(), "2.1/s");
        assert_eq!(of(60, 85, 54).unwrap(), "1.1/s");
    }

    #[test]
    fn what_a_file_says_is_not_obeyed() {
        let standing = ProgressSnapshot {
            stage: "claim\u{1b}[2J\u{1b}[31m".into(),
            of: Some(2),
            ..ProgressSnapshot::default()
        };
        let text = "claim\u{241b}[2J\u{241b}[31m: 0 of 2";
        assert_eq!(in_words(&standing), text);
    }
}
