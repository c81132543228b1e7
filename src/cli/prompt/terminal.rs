//! The mode of the terminal on standard input.

#[cfg(unix)]
pub use unix::{Mode, Silence, is_gone};

#[cfg(not(unix))]
pub use other::{Mode, Silence, is_gone};

#[cfg(unix)]
mod unix {
    use rustix::stdio::stdin;
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// A mode to go back to.
    pub struct Mode(Termios);

    impl Mode {
        /// The mode as it is; none if there is no terminal.
        pub fn now() -> Option<Mode> {
            tcgetattr(stdin()).ok().map(Mode)
        }

        /// Goes back to it.
        pub fn set(&self) {
            // A terminal that is gone needs no mode.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
        }
    }

    /// Tells whether there is no terminal any more.
    pub fn is_gone() -> bool {
        Mode::now().is_none()
    }

    /// While one lives, what is typed is not shown.
    pub struct Silence(Mode);

    impl Silence {
        /// None if it can't be hidden.
        pub fn begin() -> Option<Silence> {
            let before = Mode::now()?;
            let mut silent = before.0.clone();
            silent.local_modes.remove(LocalModes::ECHO);
            // The end of the line is shown all the same.
            silent.local_modes.insert(LocalModes::ECHONL);
            tcsetattr(stdin(), OptionalActions::Now, &silent).ok()?;
            Some(Silence(before))
        }
    }

    impl Drop for Silence {
        fn drop(&mut self) {
            self.0.set();
        }
    }
}

#[cfg(not(unix))]
mod other {
    /// A mode to go back to; here nothing is known of modes.
    pub struct Mode;

    impl Mode {
        pub fn now() -> Option<Mode> {
            None
        }

        pub fn set(&self) {}
    }

    /// Here nobody can tell.
    pub fn is_gone() -> bool {
        false
    }

    /// Here nothing can be hidden.
    pub struct Silence;

    impl Silence {
        pub fn begin() -> Option<Silence> {
            None
        }
    }
}
