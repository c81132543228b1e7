//! The mode of the terminal on standard input. Where the system has none there is nothing to hide.

#[cfg(unix)]
use rustix::stdio::stdin;
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// A mode to go back to.
#[cfg(unix)]
pub type Mode = Termios;
#[cfg(not(unix))]
pub type Mode = ();

/// The mode as it is; none if there is no terminal.
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

/// Goes back to a mode. A terminal that is gone needs none.
pub fn set(mode: &Mode) {
    #[cfg(unix)]
    let _ = tcsetattr(stdin(), OptionalActions::Now, mode);
    #[cfg(not(unix))]
    let () = *mode;
}

/// Tells whether there is no terminal any more.
pub fn is_gone() -> bool {
    cfg!(unix) && mode().is_none()
}

/// Reads something that is not shown while it is typed, if that can be: it is told whether so.
pub fn hidden<T>(read: impl FnOnce(bool) -> T) -> T {
    let before = mode().filter(hide);
    let read = read(before.is_some());
    if let Some(before) = before {
        set(&before);
    }
    read
}

/// Shows nothing but the end of the line; whether that could be done.
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
