//! Progress of long work, on standard error: a moving line on a terminal, a plain line now and
//! then elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a plain line is printed where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// A running report of what is being done.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    printed: Instant,
}

impl Progress {
    pub fn new(quiet: bool) -> Progress {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            bar.set_style(style.expect("a template that is known to be right"));
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
    pub fn say(&mut self, text: impl Fn() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(text());
        } else if !self.quiet && self.printed.elapsed() >= PLAIN_EVERY {
            self.printed = Instant::now();
            // Nobody may be listening, which is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", text());
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
