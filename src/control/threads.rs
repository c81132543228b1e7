//! Threads, as many as the machine gives.

use std::num::NonZeroUsize;

use thiserror::Error;

/// Something that the machine does not give. It is no fault of the input, and nothing was lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Shortage {
    /// No thread can be started.
    #[error("no thread can be started, with {} MiB of stack: {reason}", stack >> 20)]
    Thread {
        /// The stack that it reserves, in bytes.
        stack: usize,
        /// What the system says.
        reason: String,
    },
    /// Memory can't be had.
    #[error("{mebibytes} MiB of memory can't be had: {reason}; expected at least as much")]
    Memory {
        /// How much was asked for.
        mebibytes: usize,
        /// What the system says.
        reason: String,
    },
}

/// Runs `work` with the numbers from 0 on, each on a thread of so much stack, and waits for all of
/// them. Where not so many threads can be started, those that can do the work.
///
/// # Errors
/// If none can be started.
pub(crate) fn on_threads(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    work: impl Fn(usize) + Sync,
) -> Result<(), Shortage> {
    beside_threads(threads, stack, name, work, || ())
}

/// The same, while the calling thread does something else, which is what is returned.
///
/// # Errors
/// If none can be started; then nothing is done.
pub(crate) fn beside_threads<T>(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    work: impl Fn(usize) + Sync,
    beside: impl FnOnce() -> T,
) -> Result<T, Shortage> {
    std::thread::scope(|scope| {
        for number in 0..threads.get() {
            let thread = std::thread::Builder::new().stack_size(stack);
            let thread = thread.name(format!("{name}-{number}"));
            let work = &work;
            match thread.spawn_scoped(scope, move || work(number)) {
                Ok(_) => {}
                Err(error) if number == 0 => {
                    let reason = error.to_string();
                    return Err(Shortage::Thread { stack, reason });
                }
                Err(_) => break,
            }
        }
        Ok(beside())
    })
}

/// A pool of so many threads with so much stack, or of one where not so many can be started.
///
/// # Errors
/// If none can be started.
pub(crate) fn pool(threads: NonZeroUsize, stack: usize) -> Result<rayon::ThreadPool, Shortage> {
    let pool = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.stack_size(stack).build()
    };
    pool(threads.get()).or_else(|_| pool(1)).map_err(|error| {
        let reason = error.to_string();
        Shortage::Thread { stack, reason }
    })
}
