//! Long work under control: the time limit, Ctrl-C, and progress meanwhile.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use chongkak::control::{self, Control, Shortage, Standing, room_for};

use super::args::Common;
use super::failure::Failure;
use super::interrupt::{self, Listening};
use super::progress::{MovingLine, Progress, Stage, count};
use super::session::Session;

/// How often the standing is looked at.
const EVERY: Duration = Duration::from_millis(20);

/// The stack of the thread that looks.
const STACK: usize = 1 << 20;

/// Does long work under control: within the time limit that was given, until an interruption, and
/// saying meanwhile where it stands. The shared threads of rayon are there when it begins.
pub fn watched<T>(
    session: &Session<'_>,
    work: impl FnOnce(Control<'_>) -> T,
) -> Result<T, Failure> {
    session.start_threads()?;
    Ok(watched_beside(session.common, |control, _| work(control)))
}

/// The same for work that needs no shared threads and prints while it lasts, beside the line that
/// moves.
pub fn watched_beside<T>(common: &Common, work: impl FnOnce(Control<'_>, &MovingLine) -> T) -> T {
    let _listening = Listening::begin();
    let progress = control::Progress::new();
    let mut shown = Progress::new(common.quiet);
    let line = shown.line();
    let bounds = Control {
        nodes: u64::MAX,
        time: common.time.unwrap_or(Duration::MAX),
        stop: interrupt::stop(),
        progress: &progress,
    };
    let (working, done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let (progress, shown) = (&progress, &mut shown);
        let look = move || {
            let mut pace = Pace::default();
            while done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let standing = progress.standing();
                pace.look(&standing);
                shown.say(|| stage(&standing, &pace));
            }
        };
        // Without a thread that looks on the work is done all the same.
        if room_for(STACK).is_ok() {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let _ = thread.spawn_scoped(scope, look);
        }
        let result = work(bounds, &line);
        drop(working);
        result
    })
}

/// A standing in words, with its bar.
fn stage(standing: &Standing, pace: &Pace) -> Stage {
    let Standing { stage, done, .. } = standing;
    match standing.of {
        Some(of) => {
            let words = format!("{stage}: {} of {}", count(*done), count(of));
            let seconds = pace.since.elapsed().as_secs_f64();
            let pace = in_words(done - pace.done, of.saturating_sub(*done), seconds);
            Stage::counted(*done, of, words).at_a_pace_of(pace)
        }
        None if *done > 0 => Stage::from(format!("{stage}: {}", count(*done))),
        None => Stage::from(stage.to_string()),
    }
}

/// Since when a stage lasts, as far as was seen.
struct Pace {
    since: Instant,
    /// What was done of it then.
    done: u64,
    last: Standing,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            since: Instant::now(),
            done: 0,
            last: Standing::default(),
        }
    }
}

impl Pace {
    fn look(&mut self, standing: &Standing) {
        if standing.of != self.last.of || standing.done < self.last.done {
            (self.since, self.done) = (Instant::now(), standing.done);
        }
        self.last = standing.clone();
    }
}

/// How fast so much was done in so many seconds, and how long what is left will take.
fn in_words(done: u64, left: u64, seconds: f64) -> String {
    if done == 0 {
        return String::new();
    }
    let rate = done as f64 / seconds.max(1e-3);
    let left = left as f64 / rate;
    if rate >= 0.1 {
        format!(", {rate:.1}/s, {left:.0} s left")
    } else {
        format!(", {:.1}/min, {left:.0} s left", 60.0 * rate)
    }
}

impl From<Shortage> for Failure {
    fn from(shortage: Shortage) -> Failure {
        Failure::data(shortage)
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn progress_has_the_rate_and_the_time_left() {
        assert_eq!(in_words(0, 90, 20.0), "");
        assert_eq!(in_words(40, 50, 20.0), ", 2.0/s, 25 s left");
        assert_eq!(in_words(1, 89, 20.0), ", 3.0/min, 1780 s left");
    }
}
