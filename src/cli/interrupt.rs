//! Signals: Ctrl-C and its like end a long computation, which then prints what it has; elsewhere,
//! the program. They are handled without a thread of their own, so that a program to which the
//! system gives none can still be ended.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
use signal_hook::flag;

use chongkak::control::Stop;

/// Set by the first signal.
static STOP: LazyLock<Stop> = LazyLock::new(Stop::new);
/// True if the next signal ends the program at once: no listener is there, or there was a signal
/// already.
static ARMED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// Set by Ctrl-C alone, for whoever goes on after it.
static KEY: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Set by the signals that end the program.
static ENDED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static LISTENING: AtomicUsize = AtomicUsize::new(0);

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;
/// The exit code of a program to which the system gives no memory.
const NO_MEMORY: i32 = 4;

/// Installs the handlers. Where that fails a signal ends the program in the ordinary way, which is
/// no worse. Signals are held back meanwhile: one that came between a handler and what it is to do
/// would be lost.
pub fn install() {
    #[cfg(unix)]
    let before = hold_back();
    install_handlers();
    #[cfg(unix)]
    if let Some(before) = before {
        // It was the mask until now, so that it can be set.
        let _ = before.thread_set_mask();
    }
}

/// Holds all signals back; gives what was held back before.
#[cfg(unix)]
fn hold_back() -> Option<nix::sys::signal::SigSet> {
    use nix::sys::signal::{SigSet, SigmaskHow};
    SigSet::all().thread_swap_mask(SigmaskHow::SIG_BLOCK).ok()
}

fn install_handlers() {
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        // In this order: the first signal must not find its own mark.
        let _ = flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&ARMED));
        let _ = flag::register(signal, Arc::clone(&ARMED));
        let _ = flag::register(signal, STOP.flag());
    }
    let _ = flag::register(SIGINT, Arc::clone(&KEY));
    for signal in [SIGTERM].into_iter().chain(hangup()) {
        let _ = flag::register(signal, Arc::clone(&ENDED));
    }
    // A file that would be larger than the system lets it be is refused like one on a full disk,
    // which those who write know how to tell: the signal that comes with it must not end all.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // An allocation that fails says so and aborts; that is a failure like others.
    let always = Arc::new(AtomicBool::new(true));
    let _ = flag::register_conditional_shutdown(SIGABRT, NO_MEMORY, always);
}

/// The signal of a terminal that is closed, unless the program is to outlive it (`nohup`).
#[cfg(unix)]
fn hangup() -> Option<i32> {
    use signal_hook::consts::SIGHUP;
    // Linux says which signals are ignored; where nothing is said the signal keeps its own way.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
const fn hangup() -> Option<i32> {
    None
}

/// While one lives, an interruption only sets the stop.
pub struct Listening;

impl Listening {
    pub fn begin() -> Listening {
        LISTENING.fetch_add(1, Ordering::SeqCst);
        ARMED.store(happened(), Ordering::SeqCst);
        Listening
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if LISTENING.fetch_sub(1, Ordering::SeqCst) == 1 {
            ARMED.store(true, Ordering::SeqCst);
        }
    }
}

/// Returns the flag that an interruption sets.
pub fn stop() -> &'static Stop {
    &STOP
}

/// Tells whether Ctrl-C was pressed since this was last asked. Then it has no further effect, and
/// the next one does not end the program: for callers who listen and answer it themselves.
pub fn take_key() -> bool {
    let pressed = KEY.swap(false, Ordering::SeqCst);
    if pressed {
        STOP.flag().store(false, Ordering::SeqCst);
        ARMED.store(false, Ordering::SeqCst);
    }
    pressed
}

/// Sends Ctrl-C once more, to whoever hears it now.
pub fn repeat_key() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpid, kill_process};
        // A process may always send signals to itself.
        let _ = kill_process(getpid(), Signal::INT);
    }
}

/// Tells whether a signal came that ends the program with or without listeners: not Ctrl-C.
pub fn ended() -> bool {
    ENDED.load(Ordering::SeqCst)
}

/// Ends the program as such a signal does.
pub fn end() -> ! {
    std::process::exit(INTERRUPTED)
}

/// Tells whether there was an interruption.
pub fn happened() -> bool {
    STOP.is_set()
}
