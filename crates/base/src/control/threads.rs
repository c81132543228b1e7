//! Threads, as many as the machine gives.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{ResourceError, Zeros, free_addresses, unpoisoned};
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

/// The memory that a thread takes beside its stack when it begins, and more. The standard library
/// can't be refused it: it would end the thread before its work, and a thread that waits for that
/// work would wait for ever.
const BESIDE_STACK: usize = 2 << 20;

/// The memory that glibc reserves for the small allocations of a new thread, if there is so much:
/// then what the thread takes must lie beside it.
const ARENA: usize = 64 << 20;

/// Address space that stays free while threads are started, for what their work allocates: the
/// stacks would else take the last of it, and the first allocation would end the program.
const HEAP: usize = 16 << 20;

/// True if the machine has threads: a module of WebAssembly has the one that calls it. The work of
/// others is done there, one after the other.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

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
    if has_one_arena() {
        return Ok(());
    }
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
/// them. Where not so many threads can be started, those that can do the work.
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

/// The same, while the calling thread does something else.
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

/// The name of threads that share work.
const WORKER: &str = "worker";

/// Threads that were started and wait for their work.
struct Crew {
    threads: Vec<JoinHandle<()>>,
    /// Where each takes its work from.
    give: mpsc::Sender<ThreadBuilder>,
}

impl Crew {
    /// So many threads, or as many as can be started. (What rayon starts itself is all or nothing,
    /// and for the threads that all share there is only one attempt.)
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
                // It has what it takes beside its stack before the next one is started.
                Ok(thread) if is_ready.recv().is_ok() => crew.threads.push(thread),
                _ if !crew.threads.is_empty() => break,
                Ok(_) => return Err(ResourceError::thread(stack, "it ended at once")),
                Err(shortage) => return Err(shortage),
            }
        }
        drop(heap);
        Ok(crew)
    }

    /// Ends threads that got no work, and waits until what they took is free again.
    fn end(self) {
        drop(self.give);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// The environment variable of glibc with the number of places for small allocations. With one, it
/// reserves nothing for each thread.
pub const ARENAS: &str = "MALLOC_ARENA_MAX";

fn has_one_arena() -> bool {
    static ONE: OnceLock<bool> = OnceLock::new();
    *ONE.get_or_init(|| std::env::var_os(ARENAS).is_some_and(|number| number == "1"))
}

/// Refuses as [`room_for`] a thread beside others. Where the address space is limited glibc must have what it
/// reserves for each of them, and as much again while it looks for the right place: a thread that
/// has none asks for it with every allocation, and takes it from what comes later.
fn room_beside(others: usize, stack: usize) -> Result<(), ResourceError> {
    room_for(stack)?;
    if others > 0 && free_addresses().is_some() && !has_one_arena() {
        let needed = stack.saturating_add(BESIDE_STACK + 2 * ARENA);
        let room = Vec::<u8>::new().try_reserve_exact(needed);
        room.map_err(|error| ResourceError::thread(stack, error))?;
    }
    Ok(())
}

/// Tells that a thread has what it takes beside its stack. What is reserved for its allocations is
/// reserved with the first of them, so that has to come before.
fn tell_ready(ready: &mpsc::Sender<()>) {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(64)));
    let _ = ready.send(());
}

/// Keeps room for what the work of threads allocates, as long as the value lives.
fn room_for_heap(stack: usize) -> Result<Zeros, ResourceError> {
    Zeros::of(HEAP).map_err(|shortage| ResourceError::thread(stack, shortage))
}

/// Pools of threads that a process has at once: a search has threads of its own, those that all work
/// shares, and those that fill a table.
const POOLS: NonZeroUsize = NonZeroUsize::new(3).expect("more than none");

/// Returns how many of so many threads the system gives beside so many mebibytes of memory. They
/// are started, and end.
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

/// Threads that share work, or the caller's alone where the machine has no others.
pub struct Pool(Option<ThreadPool>);

impl Pool {
    /// The caller's thread alone.
    pub const fn alone() -> Pool {
        Pool(None)
    }

    /// The number of its threads.
    pub fn threads(&self) -> NonZeroUsize {
        let threads = self.0.as_ref().map_or(1, ThreadPool::current_num_threads);
        NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)
    }

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
pub fn pool(threads: NonZeroUsize, stack: usize) -> Result<Pool, ResourceError> {
    pool_of(threads, stack, WORKER, false)
}

/// A pool of exactly so many threads with so much stack.
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
        // A thread that waits for it takes it.
        let _ = crew.give.send(work);
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
        let crew = Crew::start(threads, SHALLOW, WORKER)?;
        let pool = ThreadPoolBuilder::new().num_threads(crew.threads.len());
        let pool = pool.spawn_handler(|work| {
            let _ = crew.give.send(work);
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
