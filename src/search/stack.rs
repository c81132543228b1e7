//! Threads with deep stacks, and a depth bound for searches on other threads.
//!
//! A search recurses once per move, each level takes some kilobytes of stack, and a line can be
//! thousands of moves long. Search threads therefore reserve far more stack than known rounds need;
//! only the part in use is ever touched. If the system grants less, the search stops at a bound
//! instead: it compares the address of a local variable with it, which works for every board and
//! every build.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use crate::control::{
    HAS_THREADS, Instant, Pool, ResourceError, free_addresses, has_limited_addresses, pool,
    unpoisoned, whole_pool,
};

/// Stack sizes of search threads in bytes, tried in this order until the system grants one to every
/// thread. The largest has room for 50,000 moves of about 10 kilobytes, the smallest for rounds on
/// small boards.
const STACKS: [usize; 3] = [512 << 20, 64 << 20, 8 << 20];
const SMALLEST: usize = 1 << 20;

/// Bytes that a search leaves free for the calls between two checks of its bound.
const RESERVE: usize = 256 << 10;

/// Bytes that a search may take on other threads. By default threads have at least two mebibytes of
/// stack; a WebAssembly module, which starts no threads, has four.
const OTHER_THREADS: usize = if HAS_THREADS { 512 << 10 } else { 2 << 20 };

thread_local! {
    /// The bound of a thread started here.
    static BOUND: Cell<Option<StackBound>> = const { Cell::new(None) };
}

/// The stack address below which a search must not go.
#[derive(Clone, Copy, Debug)]
pub struct StackBound {
    lowest: usize,
}

impl StackBound {
    /// The bound of this thread.
    pub fn here() -> StackBound {
        BOUND.get().unwrap_or_else(|| StackBound::below(OTHER_THREADS))
    }

    fn below(bytes: usize) -> StackBound {
        StackBound { lowest: address().saturating_sub(bytes) }
    }

    /// Whether a search has to return.
    #[inline(always)]
    pub fn is_reached(self) -> bool {
        address() < self.lowest
    }

    /// Sets the bound of this thread, which starts here with a stack of `stack` bytes.
    pub fn begin(stack: usize) {
        BOUND.set(Some(StackBound::below(stack - RESERVE)));
    }
}

/// The current stack address of this thread; the stack grows towards lower addresses.
#[inline(always)]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}

/// Runs `work` on a thread with a deep stack, or on the caller's thread if that has one or no other
/// can be started.
pub fn deeply<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static THREADS: DeepThreads = DeepThreads::new();
    match THREADS.needed() {
        Ok(Some(thread)) => THREADS.run_on(thread, work),
        _ => work(),
    }
}

/// Duration of work after which a thread is not kept: it may have touched much of its stack, and
/// starting a new thread is cheap compared with such work.
const LONG: Duration = Duration::from_millis(10);

/// Maximum number of idle threads.
const MAX_IDLE: usize = 16;

/// A pool of idle threads with deep stacks, since starting a thread takes longer than a small
/// search.
#[derive(Default)]
pub struct DeepThreads {
    idle: Mutex<Vec<Idle>>,
}

/// An idle thread and its process: a forked process has no copy of the thread.
struct Idle {
    thread: DeepPool,
    process: u32,
}

impl Idle {
    /// The thread, if it belongs to this process. A thread of another process can only be ended
    /// there, so it is leaked.
    fn own(self) -> Option<DeepPool> {
        if self.process == std::process::id() {
            return Some(self.thread);
        }
        std::mem::forget(self.thread);
        None
    }
}

impl DeepThreads {
    /// Creates an empty pool.
    #[must_use]
    pub const fn new() -> DeepThreads {
        DeepThreads { idle: Mutex::new(Vec::new()) }
    }

    /// Runs `work` on one of the threads, or on the caller's thread if that has a deep stack.
    ///
    /// # Errors
    /// If no thread can be started; `work` is not run then.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, ResourceError> {
        Ok(match self.needed()? {
            Some(thread) => self.run_on(thread, work),
            None => work(),
        })
    }

    /// Takes an idle thread or starts one; `None` if the caller's stack is deep.
    fn needed(&self) -> Result<Option<DeepPool>, ResourceError> {
        if BOUND.get().is_some() || !HAS_THREADS {
            return Ok(None);
        }
        let idle = self.list().and_then(|mut list| list.pop()).and_then(Idle::own);
        idle.map_or_else(|| deep_pool(NonZeroUsize::MIN), Ok).map(Some)
    }

    fn run_on<T: Send>(&self, thread: DeepPool, work: impl FnOnce() -> T + Send) -> T {
        let begun = Instant::now();
        let done = thread.install(work);
        // Keeps no thread if the address space is limited.
        if begun.elapsed() < LONG
            && !has_limited_addresses()
            && let Some(mut list) = self.list()
            && list.len() < MAX_IDLE
        {
            list.push(Idle { thread, process: std::process::id() });
        }
        done
    }

    /// The idle threads. After a fork the lock may stay held forever by a thread that only the
    /// parent has, so this gives up after some attempts.
    fn list(&self) -> Option<MutexGuard<'_, Vec<Idle>>> {
        let locked = || {
            let list = self.idle.try_lock().ok();
            if list.is_none() {
                std::thread::yield_now();
            }
            list
        };
        (0..100).find_map(|_| locked())
    }
}

impl Drop for DeepThreads {
    fn drop(&mut self) {
        let idle = unpoisoned(self.idle.get_mut());
        idle.drain(..).for_each(|idle| drop(idle.own()));
    }
}

/// Stack bytes of all threads started here that are alive or about to start.
static STACKS_TAKEN: AtomicUsize = AtomicUsize::new(0);

/// A reservation of stack space for some threads, for as long as they live.
struct Reservation(usize);

impl Reservation {
    /// Reserves stacks of this size. Fails if the address space is limited and all stacks together
    /// would exceed half of what nothing else takes: the rest is for tables.
    fn of(threads: NonZeroUsize, stack: usize) -> Option<Reservation> {
        let bytes = stack.saturating_mul(threads.get());
        let others = STACKS_TAKEN.fetch_add(bytes, Ordering::Relaxed);
        let room = Reservation(bytes);
        let left = free_addresses().and_then(|left| usize::try_from(left).ok());
        let fits = |left: usize| others.saturating_add(bytes) <= left.saturating_add(others) / 2;
        left.is_none_or(fits).then_some(room)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        STACKS_TAKEN.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Threads with deep stacks, or only the caller's thread.
pub(crate) struct DeepPool {
    pool: Pool,
    /// Dropped after the threads have ended.
    _room: Option<Reservation>,
}

impl DeepPool {
    /// Starts the threads of a search, at most `most`. For one thread, or if none can be started,
    /// it uses the caller's thread.
    pub(super) fn start(most: NonZeroUsize) -> DeepPool {
        let pool = (most.get() > 1).then(|| deep_pool(most).ok()).flatten();
        pool.unwrap_or(DeepPool { pool: Pool::alone(), _room: None })
    }

    /// Runs `work` on `threads` of them at the same time, and waits for all.
    pub(super) fn run(&self, threads: NonZeroUsize, work: &(dyn Fn() + Sync)) {
        self.broadcast(&|number| {
            if number < threads.get() {
                work();
            }
        });
    }
}

impl Deref for DeepPool {
    type Target = Pool;

    fn deref(&self) -> &Pool {
        &self.pool
    }
}

/// Starts a pool of `threads` threads with the deepest stacks that all of them can have; of fewer
/// threads if not all can be started even with the smallest stack.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn deep_pool(threads: NonZeroUsize) -> Result<DeepPool, ResourceError> {
    if !HAS_THREADS {
        let (pool, _room) = (pool(threads, RESERVE)?, None);
        return Ok(DeepPool { pool, _room });
    }
    let whole = |stack| {
        let room = Reservation::of(threads, stack)?;
        Some((whole_pool(threads, stack).ok()?, stack, Some(room)))
    };
    let (pool, stack, _room) = match STACKS.into_iter().find_map(whole) {
        Some(found) => found,
        None => (pool(threads, SMALLEST)?, SMALLEST, None),
    };
    pool.broadcast(&|_| StackBound::begin(stack));
    Ok(DeepPool { pool, _room })
}
