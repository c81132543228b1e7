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

impl Shortage {
    /// So much memory can't be had.
    pub(crate) fn memory(mebibytes: usize, reason: impl ToString) -> Shortage {
        let reason = reason.to_string();
        Shortage::Memory { mebibytes, reason }
    }
}

/// Runs `work` with the numbers from 0 on, each on a thread of so much stack, and waits for all of
/// them. Where not so many threads can be started, those that can do the work. (`work` is no type
/// parameter: starting threads is a thousand lines of compiled code, and costs nothing beside
/// them.)
///
/// # Errors
/// If none can be started.
pub(crate) fn on_threads(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    work: &(dyn Fn(usize) + Sync),
) -> Result<(), Shortage> {
    std::thread::scope(|scope| {
        for number in 0..threads.get() {
            let thread = std::thread::Builder::new().stack_size(stack);
            let thread = thread.name(format!("{name}-{number}"));
            match thread.spawn_scoped(scope, move || work(number)) {
                Ok(_) => {}
                Err(error) if number == 0 => {
                    let reason = error.to_string();
                    return Err(Shortage::Thread { stack, reason });
                }
                Err(_) => break,
            }
        }
        Ok(())
    })
}

/// A pool of so many threads with so much stack, or of as many as can be started.
///
/// # Errors
/// If none can be started.
pub(crate) fn pool(threads: NonZeroUsize, stack: usize) -> Result<rayon::ThreadPool, Shortage> {
    let mut started = Vec::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .spawn_handler(|thread| {
            let builder = std::thread::Builder::new().stack_size(stack);
            started.push(builder.spawn(|| thread.run())?);
            Ok(())
        });
    pool.build().or_else(|error| {
        // They end, and give their stacks back, before as many are tried again.
        let fewer = NonZeroUsize::new(started.len());
        started.into_iter().for_each(|thread| drop(thread.join()));
        let reason = error.to_string();
        fewer.map_or(Err(Shortage::Thread { stack, reason }), |fewer| {
            self::pool(fewer, stack)
        })
    })
}
