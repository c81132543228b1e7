//! Threads with a deep stack, and a bound for searches on those that have less.
//!
//! A search goes a level deeper with every move, takes some kilobytes of stack for it, and a line
//! can be thousands of moves long. So its threads reserve much more than known rounds need; only
//! what a line needs is ever touched. Where the system doesn't give so much a thread has less, and
//! a search knows where to turn back: it looks at the address of a local variable, which holds for
//! every board and every way of compiling.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use crate::control::{
    HAS_THREADS, Pool, ResourceError, free_addresses, on_threads, pool, unpoisoned, whole_pool,
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
        StackBound {
            lowest: address().saturating_sub(bytes),
        }
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

/// The threads of a search, which are started once.
pub struct DeepThreads {
    /// None if the search has the caller's thread alone.
    pool: Option<Pool>,
    most: NonZeroUsize,
}

impl DeepThreads {
    /// So many, with deep stacks; the caller's alone for one thread, and where none can be started.
    pub fn start(most: NonZeroUsize) -> DeepThreads {
        let pool = (most.get() > 1).then(|| deep_pool(most).ok()).flatten();
        let most = pool.as_ref().map_or(NonZeroUsize::MIN, Pool::threads);
        DeepThreads { pool, most }
    }

    /// As many as there may be.
    pub const fn most(&self) -> NonZeroUsize {
        self.most
    }

    /// Runs `work` on so many of them, each at the same time, and waits for all of them.
    pub fn run(&self, threads: NonZeroUsize, work: &(dyn Fn() + Sync)) {
        match &self.pool {
            Some(pool) => pool.broadcast(&|number| {
                if number < threads.get() {
                    work();
                }
            }),
            None => work(),
        }
    }
}

/// Does some work on a thread with a deep stack, or on the caller's if it is one or none can be
/// started.
pub fn deeply<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> T {
    if BOUND.get().is_some() || !HAS_THREADS {
        return work();
    }
    let (work, result) = (Mutex::new(Some(work)), Mutex::new(None));
    let run = || {
        let work = unpoisoned(work.lock()).take();
        let done = work.map(|work| work());
        *unpoisoned(result.lock()) = done;
    };
    let started = |stack| {
        let work = |_| {
            StackBound::begin(stack);
            run();
        };
        on_threads(NonZeroUsize::MIN, stack, name, &work).is_ok()
    };
    if !stacks(NonZeroUsize::MIN).any(started) && !started(SMALLEST) {
        run();
    }
    let result = unpoisoned(result.into_inner());
    result.expect("the work was done once")
}

/// The stacks that so many threads may have. Where the address space is limited they take half of
/// what is left of it at most: the rest is for tables.
fn stacks(threads: NonZeroUsize) -> impl Iterator<Item = usize> {
    let left = free_addresses().and_then(|left| usize::try_from(left).ok());
    let fits = move |stack: &usize| {
        left.is_none_or(|left| stack.saturating_mul(threads.get()) <= left / 2)
    };
    STACKS.into_iter().filter(fits)
}

/// A pool of so many threads with stacks as deep as all of them can have; of fewer, if not all can
/// be started with the smallest.
///
/// # Errors
/// If none can be started.
pub fn deep_pool(threads: NonZeroUsize) -> Result<Pool, ResourceError> {
    if !HAS_THREADS {
        return pool(threads, RESERVE);
    }
    let whole = |stack| Some((whole_pool(threads, stack).ok()?, stack));
    let (pool, stack) = match stacks(threads).find_map(whole) {
        Some(found) => found,
        None => (pool(threads, SMALLEST)?, SMALLEST),
    };
    pool.broadcast(&|_| StackBound::begin(stack));
    Ok(pool)
}
