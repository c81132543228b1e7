//! Long work that knows a stop flag: the time limit, Ctrl-C, and progress meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::interrupt::{self, Listening};
use super::progress::{Progress, Stage};

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

/// Why the work ended early, if it did: an interruption, or the time.
pub fn why_stopped(stop: &AtomicBool) -> Option<&'static str> {
    match (interrupt::happened(), stop.load(Ordering::Relaxed)) {
        (true, _) => Some("interrupted"),
        (false, true) => Some("time"),
        (false, false) => None,
    }
}
