//! Long work under control: the time limit, Ctrl-C, and progress meanwhile.

use std::time::{Duration, Instant};

use chongkak::control::{self, Control, beside, fewer_processors};

use super::args::Common;
use super::error::CliError;
use super::interrupt::{self, Listening};
use super::progress_line::{MovingLine, Progress};
use super::session::{Session, message};

/// The time between two looks at the standing.
const EVERY: Duration = Duration::from_millis(20);

/// The time from which on work is long: then a reason for few threads is worth a line.
const LONG: Duration = Duration::from_secs(1);

/// The time after which work without any limit says that it has none.
const UNLIMITED: Duration = Duration::from_secs(10);

/// What work says of which nobody knows how much there is, and to which nobody has set an end.
const NO_LIMIT: &str = "no time limit is set: this goes on until it is done, which may be never; \
    Ctrl-C ends it, and --time sets a limit";

/// Does long work under control: within the time limit that was given, until an interruption, and
/// saying meanwhile where it stands. The shared threads of rayon are there when it begins.
pub fn watched<T>(
    session: &Session<'_>,
    work: impl FnOnce(Control<'_>) -> T,
) -> Result<T, CliError> {
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
