//! Threads, as many as the machine gives.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use super::unpoisoned;

/// Something that the machine does not give, or has not kept. It is no fault of the input, and
/// nothing was lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// No thread can be started.
    #[error("no thread can be started, with {} MiB of stack: {reason}", stack >> 20)]
    Thread {
        /// The stack that it reserves, in bytes.
        stack: usize,
        /// The reason that the system gives.
        reason: String,
    },
    /// Memory can't be had.
    #[error("{mebibytes} MiB of memory can't be had: {reason}; expected at least as much")]
    Memory {
        /// The amount that was asked for.
        mebibytes: usize,
        /// The reason that the system gives.
        reason: String,
    },
    /// An endgame table has wrong values: no game can have them all.
    #[error("an endgame table is damaged: its values contradict each other; build it again")]
    Damaged,
}

impl ResourceError {
    /// No thread can be started.
    fn thread(stack: usize, reason: impl ToString) -> ResourceError {
        let reason = reason.to_string();
        ResourceError::Thread { stack, reason }
    }

    /// So much memory can't be had.
    pub(crate) fn memory(mebibytes: usize, reason: impl ToString) -> ResourceError {
        let reason = reason.to_string();
        ResourceError::Memory { mebibytes, reason }
    }
}

/// The memory that a thread takes beside its stack when it begins, and more. The standard library
/// can't be refused it: it would end the thread before its work, and a thread that waits for that
/// work would wait for ever.
const BESIDE_STACK: usize = 2 << 20;

/// The memory that glibc reserves for the small allocations of a new thread, if there is so much:
/// then what the thread takes must lie beside it.
const ARENA: usize = 64 << 20;

/// True if the machine has threads: a module of WebAssembly has the one that calls it. The work of
/// others is done there, one after the other.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Refuses a thread for which there is no room.
///
/// # Errors
/// If the system doesn't give so much stack and what a thread takes beside it.
pub fn room_for(stack: usize) -> Result<(), ResourceError> {
    let room = |bytes: usize| {
        let room = Vec::<u8>::new().try_reserve_exact(bytes);
        room.map_err(|error| ResourceError::thread(stack, error))
    };
    let needed = stack.saturating_add(BESIDE_STACK);
    room(needed)?;
    // Where that may leave the thread too little there is not enough.
    let arena = |bytes: usize| bytes.saturating_add(ARENA);
    match room(arena(stack)) {
        Ok(()) => room(arena(needed)),
        Err(_) => Ok(()),
    }
}

/// The stack of a thread that looks up now and then.
const LOOKING: usize = 1 << 20;

/// Works, and meanwhile looks up now and then in a thread beside it, after a time for the first and
/// then after the time that each look gives. Without such a thread, if the system gives none, the
/// work is done all the same.
pub fn beside<T>(
    mut wait: Duration,
    mut look: impl FnMut() -> Duration + Send,
    work: impl FnOnce() -> T,
) -> T {
    let (working, done) = mpsc::channel::<()>();
    let (begun, has_begun) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let looks = move || {
            drop(begun);
            while done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = look();
            }
        };
        if room_for(LOOKING).is_ok() {
            let thread = std::thread::Builder::new().stack_size(LOOKING);
            let _ = thread.spawn_scoped(scope, looks);
            // It has what it takes to begin before the work looks for room of its own.
            let _ = has_begun.recv();
        }
        let result = work();
        drop(working);
        result
    })
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
) -> Result<(), ResourceError> {
    beside_threads(threads, stack, name, work, &mut || ())
}

/// The same, while the calling thread does something else.
///
/// # Errors
/// If none can be started; then nothing is done.
pub(crate) fn beside_threads(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    work: &(dyn Fn(usize) + Sync),
    beside: &mut dyn FnMut(),
) -> Result<(), ResourceError> {
    if !HAS_THREADS {
        work(0);
        beside();
        return Ok(());
    }
    // Nobody begins before all have what they take beside their stacks: else one could take the
    // room that was there for the next.
    let gate = Mutex::new(());
    std::thread::scope(|scope| {
        let closed = gate.lock();
        for number in 0..threads.get() {
            let thread = std::thread::Builder::new().stack_size(stack);
            let thread = thread.name(format!("{name}-{number}"));
            // One for each, which ends if the thread dies before it is ready.
            let (ready, is_ready) = mpsc::channel();
            let gate = &gate;
            let run = move || {
                let _ = ready.send(());
                drop(gate.lock());
                work(number);
            };
            let started = room_for(stack).and_then(|()| {
                let thread = thread.spawn_scoped(scope, run);
                thread.map_err(|error| ResourceError::thread(stack, error))
            });
            match started {
                Ok(_) => {
                    let _ = is_ready.recv();
                }
                Err(shortage) if number == 0 => return Err(shortage),
                Err(_) => break,
            }
        }
        drop(closed);
        beside();
        Ok(())
    })
}

/// Threads for a pool, as many as can be started up to so many: how many, and where each takes its
/// work from. (What rayon starts itself is all or nothing, and for the threads that all share there
/// is only one attempt.)
fn started(
    threads: NonZeroUsize,
    stack: usize,
) -> Result<(usize, mpsc::Sender<ThreadBuilder>), ResourceError> {
    let (give, take) = mpsc::channel::<ThreadBuilder>();
    let take = Arc::new(Mutex::new(take));
    let mut started = 0;
    while started < threads.get() {
        let take = Arc::clone(&take);
        let run = move || {
            let work = unpoisoned(take.lock()).recv();
            if let Ok(work) = work {
                work.run();
            }
        };
        let thread = room_for(stack).and_then(|()| {
            let thread = std::thread::Builder::new().stack_size(stack);
            let thread = thread.name(format!("worker-{started}")).spawn(run);
            thread.map_err(|error| ResourceError::thread(stack, error))
        });
        match thread {
            Ok(_) => started += 1,
            Err(shortage) if started == 0 => return Err(shortage),
            Err(_) => break,
        }
    }
    Ok((started, give))
}

/// Threads that share work, or the caller's alone where the machine has no others.
pub(crate) struct Pool(Option<ThreadPool>);

impl Pool {
    /// Does some work, whose parts that are done in parallel are done by these threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Does the same work on each of them at the same time, with their numbers from 0 on.
    pub fn broadcast(&self, work: &(dyn Fn(usize) + Sync)) {
        match &self.0 {
            Some(pool) => drop(pool.broadcast(|at| work(at.index()))),
            None => work(0),
        }
    }
}

/// A pool of so many threads with so much stack, or of as many as can be started.
///
/// # Errors
/// If none can be started.
pub(crate) fn pool(threads: NonZeroUsize, stack: usize) -> Result<Pool, ResourceError> {
    if !HAS_THREADS {
        return Ok(Pool(None));
    }
    let (threads, give) = started(threads, stack)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    // Each thread lives until it has taken its work.
    let pool = pool.spawn_handler(|work| {
        // A thread that waits for it takes it.
        let _ = give.send(work);
        Ok(())
    });
    let pool = pool.build();
    let pool = pool.map_err(|error| ResourceError::thread(stack, error))?;
    Ok(Pool(Some(pool)))
}

/// The stack of threads for work that is not deep.
const SHALLOW: usize = 1 << 21;

/// Does work in parallel on so many threads of its own, or on as many as can be started.
///
/// # Errors
/// If none can be started.
pub fn with_threads<T: Send>(
    threads: NonZeroUsize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ResourceError> {
    Ok(pool(threads, SHALLOW)?.install(work))
}

/// Starts the threads that work done in parallel shares (those of rayon): so many, or as many as
/// can be started. Only the first call starts any, and none if they are there already.
///
/// # Errors
/// If none can be started.
pub fn start_threads(threads: NonZeroUsize) -> Result<(), ResourceError> {
    if !HAS_THREADS {
        return Ok(());
    }
    static STARTED: OnceLock<Result<(), ResourceError>> = OnceLock::new();
    let start = || {
        let (threads, give) = started(threads, SHALLOW)?;
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.spawn_handler(|work| {
            let _ = give.send(work);
            Ok(())
        });
        // Its only error is that they are there.
        let _ = pool.build_global();
        Ok(())
    };
    STARTED.get_or_init(start).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_in_parallel_has_the_threads_that_it_is_given() {
        for count in [1, 3] {
            let threads = NonZeroUsize::new(count).expect("there is one at least");
            assert_eq!(with_threads(threads, rayon::current_num_threads), Ok(count));
        }
    }
}
