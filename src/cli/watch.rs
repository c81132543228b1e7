//! Long work that knows a stop flag: the time limit, Ctrl-C, and progress meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use chongkak::control::{self, Control, Shortage, Standing};

use super::failure::Failure;
use super::interrupt::{self, Listening};
use super::progress::{Progress, Stage, count};
use super::session::Session;

/// How often the standing is looked at.
const EVERY: Duration = Duration::from_millis(100);

/// Does long work under control: within the time limit that was given, until an
/// interruption, and saying meanwhile where it stands. The
/// shared threads of rayon are there when it begins.
pub fn watched<T>(
    session: &Session<'_>,
    work: impl FnOnce(Control<'_>) -> T,
) -> Result<T, Failure> {
    session.start_threads()?;
    let _listening = Listening::begin();
    let progress = control::Progress::new();
    let mut shown = Progress::new(session.common.quiet);
    let bounds = Control {
        nodes: u64::MAX,
        time: session.common.time.unwrap_or(Duration::MAX),
        stop: interrupt::stop(),
        progress: &progress,
    };
    let (working, done) = mpsc::channel::<()>();
    Ok(std::thread::scope(|scope| {
        let (progress, shown) = (&progress, &mut shown);
        let look = move || {
            while done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                shown.say(|| stage(&progress.standing()));
            }
        };
        // Without a thread that looks on the work is done all the same.
        let _ = std::thread::Builder::new().spawn_scoped(scope, look);
        let result = work(bounds);
        drop(working);
        result
    }))
}

/// A standing in words, with its bar.
fn stage(standing: &Standing) -> Stage {
    let Standing { stage, done, .. } = standing;
    match standing.of {
        Some(of) => Stage::counted(
            *done,
            of,
            format!("{stage}: {} of {}", count(*done), count(of)),
        ),
        None if *done > 0 => Stage::from(format!("{stage}: {}", count(*done))),
        None => Stage::from(stage.to_string()),
    }
}

impl From<Shortage> for Failure {
    fn from(shortage: Shortage) -> Failure {
        Failure::data(shortage)
    }
}

/// Does the work, says where it stands with `text`, and sets `stop` when the time is up or at an
/// interruption.
pub fn with_watch<T: Send, S: Into<Stage>>(
    limit: Option<Duration>,
    stop: &AtomicBool,
    progress: &mut Progress,
    text: impl Fn() -> S,
    work: impl FnOnce() -> T + Send,
) -> T {
    let _listening = Listening::begin();
    let started = Instant::now();
    let (done, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            // The receiver waits for this, or has given up because the work panicked.
            let _ = done.send(());
            result
        });
        while finished.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
            let late = limit.is_some_and(|limit| started.elapsed() >= limit);
            if late || interrupt::happened() {
                stop.store(true, Ordering::Relaxed);
            }
            progress.say(&text);
        }
        worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
