//! Signals: Ctrl-C and similar signals end a long computation, which then prints its result so far;
//! otherwise they end the program. The handlers need no thread, so the program can be ended even if
//! the system allows it no more threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
use signal_hook::flag;

use chongkak::control::Stop;

/// Set by the first signal.
static STOP: LazyLock<Stop> = LazyLock::new(Stop::new);
/// True if the next signal ends the program at once: no listener exists, or a signal came before.
static ARMED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// Set by Ctrl-C only, for callers that continue after it.
static CTRL_C: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Set by signals that end the program.
static ENDED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static LISTENING: AtomicUsize = AtomicUsize::new(0);

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;
/// The exit code after a failed allocation.
const NO_MEMORY: i32 = 4;

/// Installs the handlers. If that fails, a signal ends the program in the default way, which is no
/// worse. Signals are blocked meanwhile: a signal that arrived between the registration of a
/// handler and that of its action would be lost.
pub fn install() {
    #[cfg(unix)]
    let before = hold_back();
    install_handlers();
    #[cfg(unix)]
    if let Some(before) = before {
        // This was the mask before, so setting it cannot fail.
        let _ = before.thread_set_mask();
    }
}

/// Blocks all signals and returns the previous mask.
#[cfg(unix)]
fn hold_back() -> Option<nix::sys::signal::SigSet> {
    use nix::sys::signal::{SigSet, SigmaskHow};
    SigSet::all().thread_swap_mask(SigmaskHow::SIG_BLOCK).ok()
}

fn install_handlers() {
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        // The order matters: the first signal must not see the mark that it sets itself.
        let _ = flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&ARMED));
        let _ = flag::register(signal, Arc::clone(&ARMED));
        let _ = flag::register(signal, STOP.flag());
    }
    let _ = flag::register(SIGINT, Arc::clone(&CTRL_C));
    for signal in [SIGTERM].into_iter().chain(hangup()) {
        let _ = flag::register(signal, Arc::clone(&ENDED));
    }
    // Exceeding the file size limit is reported as a write error, like a full disk; without a
    // handler its signal would end the program.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // A failed allocation prints a message and aborts; it ends like other failures.
    let always = Arc::new(AtomicBool::new(true));
    let _ = flag::register_conditional_shutdown(SIGABRT, NO_MEMORY, always);
}

/// Returns the signal of a closed terminal, unless the program is to outlive it (`nohup`).
#[cfg(unix)]
fn hangup() -> Option<i32> {
    use signal_hook::consts::SIGHUP;
    // Linux lists the ignored signals; elsewhere the signal keeps its default action.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
const fn hangup() -> Option<i32> {
    None
}

/// While a value of this type exists, an interruption only sets the stop flag.
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

/// Returns whether Ctrl-C was pressed since the last call, and resets it: the next Ctrl-C does not
/// end the program. For callers that listen and handle Ctrl-C themselves.
pub fn take_ctrl_c() -> bool {
    let pressed = CTRL_C.swap(false, Ordering::SeqCst);
    if pressed {
        STOP.flag().store(false, Ordering::SeqCst);
        ARMED.store(false, Ordering::SeqCst);
    }
    pressed
}

/// Sends Ctrl-C to this process again, for the next listener.
pub fn resend_ctrl_c() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpid, kill_process};
        // A process may always send signals to itself.
        let _ = kill_process(getpid(), Signal::INT);
    }
}

/// Returns whether a signal came that ends the program with or without listeners; Ctrl-C does not.
pub fn is_terminated() -> bool {
    ENDED.load(Ordering::SeqCst)
}

/// Exits as after such a signal.
pub fn exit() -> ! {
    std::process::exit(INTERRUPTED)
}

/// Returns whether an interruption happened.
pub fn happened() -> bool {
    STOP.is_set()
}
