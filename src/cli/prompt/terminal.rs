//! The mode of the terminal on standard input. Systems without modes cannot hide input.

#[cfg(unix)]
use rustix::stdio::stdin;
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// A saved mode.
#[cfg(unix)]
pub type Mode = Termios;
#[cfg(not(unix))]
pub type Mode = ();

/// Returns the current mode; `None` without a terminal.
pub fn mode() -> Option<Mode> {
    #[cfg(unix)]
    {
        tcgetattr(stdin()).ok()
    }
    #[cfg(not(unix))]
    {
        None
    }
}

/// Restores a mode. A closed terminal needs none.
pub fn set(mode: &Mode) {
    #[cfg(unix)]
    let _ = tcsetattr(stdin(), OptionalActions::Now, mode);
    #[cfg(not(unix))]
    let () = *mode;
}

/// Returns whether the terminal was closed.
pub fn is_gone() -> bool {
    cfg!(unix) && mode().is_none()
}

/// Reads without echo if possible; `read` is passed whether the echo is off.
pub fn hidden<T>(read: impl FnOnce(bool) -> T) -> T {
    let before = mode().filter(hide);
    let read = read(before.is_some());
    if let Some(before) = before {
        set(&before);
    }
    read
}

/// Turns the echo off, except for the end of the line. Returns whether that worked.
#[cfg(unix)]
fn hide(mode: &Mode) -> bool {
    let mut silent = mode.clone();
    silent.local_modes.remove(LocalModes::ECHO);
    silent.local_modes.insert(LocalModes::ECHONL);
    tcsetattr(stdin(), OptionalActions::Now, &silent).is_ok()
}

#[cfg(not(unix))]
fn hide(_: &Mode) -> bool {
    false
}
