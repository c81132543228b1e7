//! A check of whether results can be written at all: standard output may be closed from the start
//! (`>&-`), or open for reading alone.
//!
//! The standard library opens what is closed as `/dev/null`, before `main`, and takes it for
//! written what such a descriptor refuses; so results would be lost without a word. Afterwards
//! nothing tells its `/dev/null` from that of a caller who wants no output: Python's
//! `subprocess.DEVNULL` and the `ignore` of Node open it for reading and writing too, and only the
//! shell's `>/dev/null` for writing alone. So it is looked at before the standard library starts,
//! as a constructor, which may do no more than ask the system and keep the answer.

#[cfg(unix)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{OFlags, fcntl_getfl};

    static UNWRITABLE: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            let mode = fcntl_getfl(rustix::stdio::stdout());
            let writable = mode.is_ok_and(|mode| mode.intersects(OFlags::WRONLY | OFlags::RDWR));
            UNWRITABLE.store(!writable, Ordering::Relaxed);
        }
    }

    pub fn unwritable() -> bool {
        UNWRITABLE.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod at_start {
    pub const fn unwritable() -> bool {
        false
    }
}

use super::error::CliError;

/// Refuses to begin what nobody could read.
pub fn expect_open() -> Result<(), CliError> {
    if at_start::unwritable() {
        let message = "standard output: it is closed, expected a file, a pipe or /dev/null";
        return Err(CliError::data(message));
    }
    Ok(())
}
