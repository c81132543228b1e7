//! Threads with a deep stack, and a bound for searches on those that have less.
//!
//! A search goes a level deeper with every move, takes some kilobytes of stack for it, and a line
//! can be thousands of moves long. So its threads reserve much more than known rounds need; only
//! what a line needs is ever touched. Where the system doesn't give so much a thread has less, and
//! a search knows where to turn back: it looks at the address of a local variable, which holds for
//! every board and every way of compiling.

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

/// Stacks of a search's thread, in bytes: the first that the system gives to every thread. The
/// largest has room for 50,000 moves of some 10 kilobytes, the smallest for as many as rounds on
/// small boards have.
const STACKS: [usize; 3] = [512 << 20, 64 << 20, 8 << 20];
const SMALLEST: usize = 1 << 20;

/// Bytes that a search leaves free, for what it calls between two looks at its bound.
const RESERVE: usize = 256 << 10;

/// Bytes that a search may take on a thread that was not started here. Threads have two mebibytes
/// or more if nothing else is set; the module of WebAssembly, which starts none, has four.
const ELSEWHERE: usize = if HAS_THREADS { 512 << 10 } else { 2 << 20 };

thread_local! {
    /// The bound of a thread that was started here.
    static BOUND: Cell<Option<StackBound>> = const { Cell::new(None) };
}

/// The depth on its thread's stack to which a search may go.
#[derive(Clone, Copy, Debug)]
pub struct StackBound {
    lowest: usize,
}

impl StackBound {
    /// The bound of this thread.
    pub fn here() -> StackBound {
        BOUND.get().unwrap_or_else(|| StackBound::below(ELSEWHERE))
    }

    fn below(bytes: usize) -> StackBound {
        StackBound { lowest: address().saturating_sub(bytes) }
    }

    /// Tells whether a search has to turn back.
    #[inline(always)]
    pub fn is_reached(self) -> bool {
        address() < self.lowest
    }

    /// From here on the bound of this thread, which begins here and has so much stack.
    pub fn begin(stack: usize) {
        BOUND.set(Some(StackBound::below(stack - RESERVE)));
    }
}

/// Returns where the stack of this thread has come to: it grows towards lower addresses.
#[inline(always)]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}

/// Does some work on a thread with a deep stack, or on the caller's if it is one or none can be
/// started.
pub fn deeply<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static THREADS: DeepThreads = DeepThreads::new();
    match THREADS.needed() {
        Ok(Some(thread)) => THREADS.run_on(thread, work),
        _ => work(),
    }
}

/// Work after which a thread is not kept: it may have touched much of its stack, and beside such
/// work it takes no time to start another one.
const LONG: Duration = Duration::from_millis(10);

/// The most threads that wait.
const MOST_WAITING: usize = 16;

/// Threads with deep stacks that did short work and wait for more, since starting one takes longer
/// than a small search.
#[derive(Default)]
pub struct DeepThreads {
    waiting: Mutex<Vec<Waiting>>,
}

/// A thread that waits, of one process: its forks have no copy of it.
struct Waiting {
    thread: DeepPool,
    process: u32,
}

impl Waiting {
    /// The thread, unless it is that of another process, where alone it can be ended.
    fn own(self) -> Option<DeepPool> {
        if self.process == std::process::id() {
            return Some(self.thread);
        }
        std::mem::forget(self.thread);
        None
    }
}

impl DeepThreads {
    /// None so far.
    #[must_use]
    pub const fn new() -> DeepThreads {
        DeepThreads { waiting: Mutex::new(Vec::new()) }
    }

    /// Does some work on one of them, or on the caller's thread if that has a deep stack.
    ///
    /// # Errors
    /// If none can be started; then nothing is done.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, ResourceError> {
        Ok(match self.needed()? {
            Some(thread) => self.run_on(thread, work),
            None => work(),
        })
    }

    /// A thread that has nothing to do, if the caller's stack is not deep.
    fn needed(&self) -> Result<Option<DeepPool>, ResourceError> {
        if BOUND.get().is_some() || !HAS_THREADS {
            return Ok(None);
        }
        let waiting = self.list().and_then(|mut list| list.pop()).and_then(Waiting::own);
        waiting.map_or_else(|| deep_pool(NonZeroUsize::MIN), Ok).map(Some)
    }

    fn run_on<T: Send>(&self, thread: DeepPool, work: impl FnOnce() -> T + Send) -> T {
        let begun = Instant::now();
        let done = thread.install(work);
        // Where addresses are scarce nobody keeps any.
        if begun.elapsed() < LONG
            && !has_limited_addresses()
            && let Some(mut list) = self.list()
            && list.len() < MOST_WAITING
        {
            list.push(Waiting { thread, process: std::process::id() });
        }
        done
    }

    /// Those that wait. In a fork another thread of the parent may hold them for ever.
    fn list(&self) -> Option<MutexGuard<'_, Vec<Waiting>>> {
        let locked = || {
            let list = self.waiting.try_lock().ok();
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
        let waiting = unpoisoned(self.waiting.get_mut());
        waiting.drain(..).for_each(|waiting| drop(waiting.own()));
    }
}

/// The bytes of the stacks that all threads of the process have which were started here, or are about
/// to have.
static STACKS_TAKEN: AtomicUsize = AtomicUsize::new(0);

/// Room for the stacks of some threads, as long as they live.
struct Room(usize);

impl Room {
    /// Room for stacks of this size, unless the address space is limited and all stacks together
    /// would take more than half of what is not taken by something else: the rest is for tables.
    fn of(threads: NonZeroUsize, stack: usize) -> Option<Room> {
        let bytes = stack.saturating_mul(threads.get());
        let others = STACKS_TAKEN.fetch_add(bytes, Ordering::Relaxed);
        let room = Room(bytes);
        let left = free_addresses().and_then(|left| usize::try_from(left).ok());
        let fits = |left: usize| others.saturating_add(bytes) <= left.saturating_add(others) / 2;
        left.is_none_or(fits).then_some(room)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        STACKS_TAKEN.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Threads with deep stacks, or the caller's alone.
pub(crate) struct DeepPool {
    pool: Pool,
    /// Given back after they have ended.
    _room: Option<Room>,
}

impl DeepPool {
    /// The threads of a search, which are started once: so many, the caller's alone for one, and
    /// where none can be started.
    pub(super) fn start(most: NonZeroUsize) -> DeepPool {
        let pool = (most.get() > 1).then(|| deep_pool(most).ok()).flatten();
        pool.unwrap_or(DeepPool { pool: Pool::alone(), _room: None })
    }

    /// Runs `work` on so many of them, each at the same time, and waits for all of them.
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

/// A pool of so many threads with stacks as deep as all of them can have; of fewer, if not all can
/// be started with the smallest.
///
/// # Errors
/// If none can be started.
pub(crate) fn deep_pool(threads: NonZeroUsize) -> Result<DeepPool, ResourceError> {
    if !HAS_THREADS {
        let (pool, _room) = (pool(threads, RESERVE)?, None);
        return Ok(DeepPool { pool, _room });
    }
    let whole = |stack| {
        let room = Room::of(threads, stack)?;
        Some((whole_pool(threads, stack).ok()?, stack, Some(room)))
    };
    let (pool, stack, _room) = match STACKS.into_iter().find_map(whole) {
        Some(found) => found,
        None => (pool(threads, SMALLEST)?, SMALLEST, None),
    };
    pool.broadcast(&|_| StackBound::begin(stack));
    Ok(DeepPool { pool, _room })
}
