//! Thread pools that survive limits on memory and threads.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{ResourceError, Zeros, free_addresses, unpoisoned};
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

/// Memory that a new thread takes besides its stack, rounded up. The standard library can't be
/// refused this memory: it would abort the thread before its work, and a thread waiting for that
/// work would wait forever.
const BESIDE_STACK: usize = 2 << 20;

/// Memory that glibc reserves for the small allocations of a new thread, if available; the thread's
/// other memory must fit beside it.
const ARENA: usize = 64 << 20;

/// Address space kept free while threads start, for the allocations of their work. Otherwise the
/// stacks could take the last of it, and the first allocation would abort the program.
const HEAP: usize = 16 << 20;

/// Whether the machine has threads. A WebAssembly module has only the calling thread, which does
/// the work of all others in turn.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Checks that there is room for one more thread.
///
/// # Errors
/// If the system refuses this stack, or what a thread takes besides it.
pub fn room_for(stack: usize) -> Result<(), ResourceError> {
    let room = |bytes: usize| {
        let room = Vec::<u8>::new().try_reserve_exact(bytes);
        room.map_err(|error| ResourceError::thread(stack, error))
    };
    let needed = stack.saturating_add(BESIDE_STACK);
    room(needed)?;
    if has_one_arena() {
        return Ok(());
    }
    // Fails as well if the arena might leave the thread too little.
    let arena = |bytes: usize| bytes.saturating_add(ARENA);
    match room(arena(stack)) {
        Ok(()) => room(arena(needed)),
        Err(_) => Ok(()),
    }
}

/// The stack of a watching thread.
const LOOKING: usize = 1 << 20;

/// Works, and meanwhile calls `look` now and then on another thread: first after `wait`, then after
/// the time that each call returns. If the system refuses the thread, the work is done without it.
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
            // Waits for the thread to have its memory before the work allocates.
            let _ = has_begun.recv();
        }
        let result = work();
        drop(working);
        result
    })
}

/// Runs `work` with the numbers from 0 on, each on its own thread with this stack, and waits for
/// all of them. If fewer threads can be started, those do the work.
///
/// # Errors
/// If none can be started.
pub fn on_threads(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    work: &(dyn Fn(usize) + Sync),
) -> Result<(), ResourceError> {
    pool_of(threads, stack, name, false).map(|pool| pool.broadcast(work))
}

/// Runs `work` as [`on_threads`] does, and `beside` on the calling thread meanwhile.
///
/// # Errors
/// If none can be started; then nothing is done.
pub fn beside_threads(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    work: &(dyn Fn(usize) + Sync),
    beside: &mut dyn FnMut(),
) -> Result<(), ResourceError> {
    match pool_of(threads, stack, name, false)?.0 {
        Some(pool) => pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, at| work(at.index()));
            beside();
        }),
        None => {
            work(0);
            beside();
        }
    }
    Ok(())
}

/// The name of worker threads.
const WORKER: &str = "worker";

/// Threads that were started and wait for their work.
struct Crew {
    threads: Vec<JoinHandle<()>>,
    /// Sends work to the threads.
    give: mpsc::Sender<ThreadBuilder>,
}

impl Crew {
    /// Starts this many threads, or as many as possible. (rayon itself starts all or none, and
    /// allows only one attempt for the global pool.)
    fn start(threads: NonZeroUsize, stack: usize, name: &str) -> Result<Crew, ResourceError> {
        let heap = room_for_heap(stack)?;
        let (give, take) = mpsc::channel::<ThreadBuilder>();
        let take = Arc::new(Mutex::new(take));
        let mut crew = Crew { threads: Vec::new(), give };
        while crew.threads.len() < threads.get() {
            let take = Arc::clone(&take);
            let (ready, is_ready) = mpsc::channel();
            let run = move || {
                tell_ready(&ready);
                let work = unpoisoned(take.lock()).recv();
                if let Ok(work) = work {
                    work.run();
                }
            };
            let thread = room_beside(crew.threads.len(), stack).and_then(|()| {
                let thread = std::thread::Builder::new().stack_size(stack);
                let thread = thread.name(format!("{name}-{}", crew.threads.len()));
                let thread = thread.spawn(run);
                thread.map_err(|error| ResourceError::thread(stack, error))
            });
            match thread {
                // Starts the next thread only when this one has the memory that it needs besides
                // its stack.
                Ok(thread) if is_ready.recv().is_ok() => crew.threads.push(thread),
                _ if !crew.threads.is_empty() => break,
                Ok(_) => return Err(ResourceError::thread(stack, "it ended at once")),
                Err(shortage) => return Err(shortage),
            }
        }
        drop(heap);
        Ok(crew)
    }

    /// Ends threads that got no work, and waits until their memory is free again.
    fn end(self) {
        drop(self.give);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// The glibc environment variable for the number of malloc arenas. With one arena, glibc reserves
/// nothing per thread.
pub const ARENAS: &str = "MALLOC_ARENA_MAX";

fn has_one_arena() -> bool {
    static ONE: OnceLock<bool> = OnceLock::new();
    *ONE.get_or_init(|| std::env::var_os(ARENAS).is_some_and(|number| number == "1"))
}

/// Checks, like [`room_for`], that there is room for a thread beside others. With a limited address
/// space, glibc needs its reservation for each of them, and as much again while it aligns one: a
/// thread without an arena retries with every allocation, and takes the memory from later ones.
fn room_beside(others: usize, stack: usize) -> Result<(), ResourceError> {
    room_for(stack)?;
    if others > 0 && free_addresses().is_some() && !has_one_arena() {
        let needed = stack.saturating_add(BESIDE_STACK + 2 * ARENA);
        let room = Vec::<u8>::new().try_reserve_exact(needed);
        room.map_err(|error| ResourceError::thread(stack, error))?;
    }
    Ok(())
}

/// Signals that a thread has the memory that it needs besides its stack. The first allocation
/// reserves the arena, so it has to come before the signal.
fn tell_ready(ready: &mpsc::Sender<()>) {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(64)));
    let _ = ready.send(());
}

/// Reserves room for the allocations of the threads' work, as long as the value lives.
fn room_for_heap(stack: usize) -> Result<Zeros, ResourceError> {
    Zeros::of(HEAP).map_err(|shortage| ResourceError::thread(stack, shortage))
}

/// Concurrent thread pools of a process: a search has its own threads, the global pool, and those
/// that fill a table.
const POOLS: NonZeroUsize = NonZeroUsize::new(3).expect("more than none");

/// Returns how many of these threads the system grants beside this many MiB of memory. The threads
/// are started and ended.
#[must_use]
pub fn can_start(threads: NonZeroUsize, mebibytes: usize) -> NonZeroUsize {
    if threads.get() == 1 || !HAS_THREADS {
        return threads;
    }
    let _memory = Zeros::of(mebibytes.saturating_mul(1 << 20));
    let started = Crew::start(threads.saturating_mul(POOLS), SHALLOW, WORKER).map_or(0, |crew| {
        let started = crew.threads.len();
        crew.end();
        started / POOLS
    });
    NonZeroUsize::new(started).unwrap_or(NonZeroUsize::MIN)
}

/// A thread pool, or only the caller's thread where the machine has no others.
pub struct Pool(Option<ThreadPool>);

impl Pool {
    /// Creates a pool of only the caller's thread.
    pub const fn alone() -> Pool {
        Pool(None)
    }

    /// Returns the number of its threads.
    pub fn threads(&self) -> NonZeroUsize {
        let threads = self.0.as_ref().map_or(1, ThreadPool::current_num_threads);
        NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)
    }

    /// Runs some work, whose parallel parts run on these threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Runs the work on all threads at the same time, with their numbers from 0 on.
    pub fn broadcast(&self, work: &(dyn Fn(usize) + Sync)) {
        match &self.0 {
            Some(pool) => drop(pool.broadcast(|at| work(at.index()))),
            None => work(0),
        }
    }
}

/// Creates a pool of this many threads with this stack, or of as many as can be started.
///
/// # Errors
/// If none can be started.
pub fn pool(threads: NonZeroUsize, stack: usize) -> Result<Pool, ResourceError> {
    pool_of(threads, stack, WORKER, false)
}

/// Creates a pool of exactly this many threads with this stack.
///
/// # Errors
/// If not all can be started.
pub fn whole_pool(threads: NonZeroUsize, stack: usize) -> Result<Pool, ResourceError> {
    pool_of(threads, stack, WORKER, true)
}

fn pool_of(
    threads: NonZeroUsize,
    stack: usize,
    name: &str,
    all: bool,
) -> Result<Pool, ResourceError> {
    if !HAS_THREADS {
        return Ok(Pool::alone());
    }
    let crew = Crew::start(threads, stack, name)?;
    if all && crew.threads.len() < threads.get() {
        let started = crew.threads.len();
        crew.end();
        let reason = format!("{started} of {threads} were started");
        return Err(ResourceError::thread(stack, reason));
    }
    let pool = ThreadPoolBuilder::new().num_threads(crew.threads.len());
    // Each thread lives until it has taken its work.
    let pool = pool.spawn_handler(|work| {
        // A waiting thread takes it.
        let _ = crew.give.send(work);
        Ok(())
    });
    let pool = pool.build();
    let pool = pool.map_err(|error| ResourceError::thread(stack, error))?;
    Ok(Pool(Some(pool)))
}

/// The stack of threads without deep recursion.
const SHALLOW: usize = 1 << 21;

/// Runs work in parallel on this many new threads, or on as many as can be started.
///
/// # Errors
/// If none can be started.
pub fn with_threads<T: Send>(
    threads: NonZeroUsize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ResourceError> {
    Ok(pool(threads, SHALLOW)?.install(work))
}

/// Starts rayon's global threads: this many, or as many as possible. Only the first call starts
/// any.
///
/// # Errors
/// If none can be started.
pub fn start_threads(threads: NonZeroUsize) -> Result<(), ResourceError> {
    if !HAS_THREADS {
        return Ok(());
    }
    static STARTED: OnceLock<Result<(), ResourceError>> = OnceLock::new();
    let start = || {
        let crew = Crew::start(threads, SHALLOW, WORKER)?;
        let pool = ThreadPoolBuilder::new().num_threads(crew.threads.len());
        let pool = pool.spawn_handler(|work| {
            let _ = crew.give.send(work);
            Ok(())
        });
        // It fails only if the pool exists already.
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
