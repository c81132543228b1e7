//! Ctrl-C: ends a long computation, which then prints what it has; elsewhere, the program.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static LISTENING: AtomicBool = AtomicBool::new(false);

/// Installs the handler.
pub fn install() {
    // Without a handler the signal ends the program in the ordinary way, which is no worse.
    let _ = ctrlc::set_handler(|| {
        let again = STOP.swap(true, Ordering::SeqCst);
        if again || !LISTENING.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// While it lives, an interruption only sets the flag.
pub struct Listening;

impl Listening {
    /// Begins to listen.
    pub fn begin() -> Listening {
        LISTENING.store(true, Ordering::SeqCst);
        Listening
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.store(false, Ordering::SeqCst);
    }
}

/// The flag that an interruption sets.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether there was an interruption.
pub fn happened() -> bool {
    STOP.load(Ordering::SeqCst)
}
