//! Typed input, line by line: on a terminal with a prompt, key bindings, history and completion;
//! otherwise plain lines.

mod completion;
mod editor;
mod history;
mod terminal;

use std::env;
use std::io::{IsTerminal, stdin, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chongkak::control::{Control, Stop, beside};
use chongkak::say;

use crate::cli::input_lines::{Lines, Next};
use crate::cli::interrupt::{self, Listening};
use crate::cli::{CliError, Session, position_input};
pub use completion::{FILE, SWITCH};
use editor::Editor;
use terminal::is_gone;

/// The interval between checks for Ctrl-C while the program thinks.
const EVERY: Duration = Duration::from_millis(20);

/// The next event of the input.
pub enum Typed {
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C at the prompt.
    Interrupted,
    /// A signal that ends the program.
    Ended,
}

pub struct Prompt {
    lines: Lines,
    /// On a terminal, Ctrl-C is handled; elsewhere it ends the program, which has saved the game.
    listening: Option<Listening>,
    /// Used on a terminal that can move its cursor.
    editor: Option<Editor>,
}

impl Prompt {
    /// Creates a prompt with the named history, which persists between programs.
    pub fn new(history: &str) -> Prompt {
        let is_interactive = stdin().is_terminal();
        let is_edited = is_interactive && stdout().is_terminal() && moves_its_cursor();
        Prompt {
            lines: Lines::new(),
            listening: is_interactive.then(Listening::begin),
            editor: is_edited.then(|| Editor::new(history)).flatten(),
        }
    }

    /// Returns whether a person types and can answer questions.
    pub fn is_interactive(&self) -> bool {
        self.listening.is_some()
    }

    /// Reads a command and adds it to the history. Tab completes the phrases, which are written as
    /// in a help text: `undo`, `trace on|off`, `save FILE`, and the moves.
    pub fn command(
        &mut self,
        prompt: &str,
        phrases: &[String],
        session: &mut Session<'_>,
    ) -> Result<Typed, CliError> {
        let typed = self.answer(prompt, phrases, session)?;
        if let (Typed::Line(line), Some(editor)) = (&typed, &mut self.editor) {
            editor.remember(line);
        }
        Ok(typed)
    }

    /// Like `command`, but for the answer to a question, which does not enter the history.
    pub fn answer(
        &mut self,
        prompt: &str,
        phrases: &[String],
        session: &mut Session<'_>,
    ) -> Result<Typed, CliError> {
        let Some(editor) = &mut self.editor else {
            return self.plain(prompt, session);
        };
        if interrupt::take_ctrl_c() {
            return Ok(Typed::Interrupted);
        }
        if interrupt::happened() {
            return Ok(Typed::Ended);
        }
        let mode = terminal::mode();
        // The editor waits only for keys. It handles Ctrl-C unless it arrived just before the
        // editor started.
        let look = || {
            if interrupt::take_ctrl_c() {
                interrupt::resend_ctrl_c();
            } else if interrupt::is_terminated() {
                if let Some(mode) = &mode {
                    terminal::set(mode);
                }
                interrupt::exit();
            }
            EVERY
        };
        let typed = beside(EVERY, look, || editor.read(prompt, phrases));
        match typed {
            Err(_) | Ok(Typed::End) if is_gone() => Ok(Typed::Ended),
            Err(error) => Err(position_input::unread(&error)),
            Ok(typed) => Ok(typed),
        }
    }

    /// Reads a line that others must not see, without echo if the terminal supports that. It does
    /// not enter the history.
    pub fn hidden(&mut self, prompt: &str, session: &mut Session<'_>) -> Result<Typed, CliError> {
        if self.listening.is_none() {
            return self.plain(prompt, session);
        }
        terminal::hidden(|is_hidden| match is_hidden {
            true => self.plain(&say!(session.language, "game.unseen", prompt = prompt), session),
            false => self.plain(prompt, session),
        })
    }

    /// Reads a plain line, after a prompt on a terminal.
    fn plain(&mut self, prompt: &str, session: &mut Session<'_>) -> Result<Typed, CliError> {
        if self.listening.is_some() {
            session.out.text(prompt)?;
        }
        let mut bytes = Vec::new();
        let next = self.lines.next(&mut bytes);
        // A pipe never was a terminal.
        if self.listening.is_some() && is_gone() {
            return Ok(Typed::Ended);
        }
        let next = next.map_err(|error| position_input::unread(&error))?;
        if self.listening.is_some() && !matches!(next, Next::Line) {
            // Ends the line of the prompt.
            session.out.text("\n")?;
        }
        Ok(match next {
            // Invalid text is an unknown command, and the game continues.
            Next::Line => match position_input::line_of(&bytes) {
                Ok(line) => Typed::Line(line.to_owned()),
                Err(_) => Typed::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
            },
            Next::End => Typed::End,
            Next::Interrupted if interrupt::take_ctrl_c() => Typed::Interrupted,
            Next::Interrupted => Typed::Ended,
        })
    }

    /// Runs a search, on a terminal until Ctrl-C. Also returns how often Ctrl-C was pressed.
    pub fn think<T>(&self, limits: Control<'_>, work: impl FnOnce(Control<'_>) -> T) -> (T, usize) {
        if self.listening.is_none() {
            return (work(limits), 0);
        }
        let (stop, pressed) = (Stop::new(), AtomicUsize::new(0));
        let look = || {
            if interrupt::take_ctrl_c() {
                pressed.fetch_add(1, Ordering::Relaxed);
                stop.set();
            } else if interrupt::happened() {
                stop.set();
            }
            EVERY
        };
        let stop = &stop;
        let found = beside(EVERY, look, || work(limits.with_stop(stop)));
        look();
        (found, pressed.into_inner())
    }
}

/// Returns whether the terminal can do more than print lines.
fn moves_its_cursor() -> bool {
    let plain = |name: &str| ["", "dumb", "cons25", "emacs"].contains(&name);
    cfg!(not(unix)) || env::var("TERM").is_ok_and(|name| !plain(&name))
}
