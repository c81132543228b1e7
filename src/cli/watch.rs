//! Runs long work with the time limit, Ctrl-C and a progress display.

use std::time::{Duration, Instant};

use chongkak::control::{self, Control, beside, fewer_processors};

use super::args::Common;
use super::error::CliError;
use super::interrupt::{self, Listening};
use super::progress_line::{MovingLine, Progress};
use super::session::{Session, message};

/// The interval between checks of the progress.
const EVERY: Duration = Duration::from_millis(20);

/// The time after which the reason for using few threads is printed.
const LONG: Duration = Duration::from_secs(1);

/// The time after which work without any limit prints that it has none.
const UNLIMITED: Duration = Duration::from_secs(10);

/// The message of work of unknown size without a limit.
const NO_LIMIT: &str = "no time limit is set, so this may never end; press Ctrl-C to stop, or set \
    a limit with --time";

/// Runs long work within the time limit, until an interruption, and shows its progress. Starts the
/// shared rayon threads first.
pub fn watched<T>(
    session: &Session<'_>,
    work: impl FnOnce(Control<'_>) -> T,
) -> Result<T, CliError> {
    session.start_threads()?;
    Ok(watched_beside(session.common, |control, _| work(control)))
}

/// Like `watched`, for work that needs no shared threads and prints results while the progress line
/// moves.
pub fn watched_beside<T>(common: &Common, work: impl FnOnce(Control<'_>, &MovingLine) -> T) -> T {
    let _listening = Listening::begin();
    let progress = control::Progress::new();
    let mut shown = Progress::new(common.quiet);
    let line = shown.line();
    let bounds = Control::none()
        .with_nodes(u64::MAX)
        .with_time(common.time.unwrap_or(Duration::MAX))
        .with_stop(interrupt::stop())
        .with_progress(&progress);
    let started = Instant::now();
    let mut reason = (!common.quiet && common.threads.is_none()).then(fewer_processors);
    let mut unlimited = (!common.quiet && common.time.is_none()).then_some(NO_LIMIT);
    let look = || {
        let standing = progress.standing();
        if started.elapsed() >= LONG
            && let Some(reason) = reason.take().flatten()
        {
            line.aside(|| message(reason));
        }
        if started.elapsed() >= UNLIMITED
            && standing.of.is_none()
            && let Some(remark) = unlimited.take()
        {
            line.aside(|| message(remark));
        }
        shown.show(standing);
        EVERY
    };
    beside(EVERY, look, || work(bounds, &line))
}
