//! What is typed, line by line: with a prompt on a terminal, without one elsewhere.

use std::io::{IsTerminal, stdin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use chongkak::control::{Control, Stop, room_for};

use crate::cli::interrupt::{self, Listening};
use crate::cli::lines::{Lines, Next};
use crate::cli::{Failure, Session, input};

/// How often the keys are looked at while the program thinks.
const EVERY: Duration = Duration::from_millis(20);

/// The stack of the thread that looks.
const STACK: usize = 1 << 20;

/// What came.
pub enum Typed {
    /// A line.
    Line(String),
    /// Nothing more.
    End,
    /// Ctrl-C at the prompt.
    Interrupted,
    /// A signal that ends the program.
    Ended,
}

/// Where lines come from.
pub struct Prompt {
    lines: Lines,
    /// On a terminal Ctrl-C is heard; elsewhere it ends the program, which has kept the game.
    listening: Option<Listening>,
}

impl Prompt {
    pub fn new() -> Prompt {
        Prompt {
            lines: Lines::new(),
            listening: stdin().is_terminal().then(Listening::begin),
        }
    }

    /// The next line, behind a prompt if it is typed.
    pub fn read(&mut self, prompt: &str, session: &mut Session<'_>) -> Result<Typed, Failure> {
        if self.listening.is_some() {
            session.out.text(prompt)?;
        }
        let mut bytes = Vec::new();
        let next = self.lines.next(&mut bytes);
        let next = next.map_err(|error| Failure::input(format!("standard input: {error}")))?;
        if self.listening.is_some() && !matches!(next, Next::Line) {
            // The prompt's line is left.
            session.out.text("\n")?;
        }
        Ok(match next {
            // What is no text is no command either: the game goes on.
            Next::Line => match input::line_of(&bytes) {
                Ok(line) => Typed::Line(line.to_owned()),
                Err(_) => Typed::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
            },
            Next::End => Typed::End,
            Next::Interrupted if interrupt::take_key() => Typed::Interrupted,
            Next::Interrupted => Typed::Ended,
        })
    }

    /// Lets the program think: on a terminal until Ctrl-C. Says how often that was pressed.
    pub fn think<T>(&self, limits: Control<'_>, work: impl FnOnce(Control<'_>) -> T) -> (T, usize) {
        if self.listening.is_none() {
            return (work(limits), 0);
        }
        let (stop, pressed) = (Stop::new(), AtomicUsize::new(0));
        let look = || {
            if interrupt::take_key() {
                pressed.fetch_add(1, Ordering::Relaxed);
                stop.set();
            } else if interrupt::happened() {
                stop.set();
            }
        };
        let (working, done) = mpsc::channel::<()>();
        let found = std::thread::scope(|scope| {
            let look = &look;
            if room_for(STACK).is_ok() {
                let thread = std::thread::Builder::new().stack_size(STACK);
                let _ = thread.spawn_scoped(scope, move || {
                    while done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                        look();
                    }
                });
            }
            let stop = &stop;
            let found = work(Control { stop, ..limits });
            drop(working);
            found
        });
        look();
        (found, pressed.into_inner())
    }
}
