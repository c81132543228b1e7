//! The input that is typed, line by line: on a terminal with a prompt, keys, a history and
//! completion; elsewhere as it comes.

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

/// The time between two looks at the keys while the program thinks.
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
    /// On a terminal Ctrl-C is heard; elsewhere it ends the program, which has kept the game.
    listening: Option<Listening>,
    /// On a terminal that can move its cursor.
    editor: Option<Editor>,
}

impl Prompt {
    /// Lines with a history of that name, which goes on where the last program ended.
    pub fn new(history: &str) -> Prompt {
        let is_typed = stdin().is_terminal();
        let is_edited = is_typed && stdout().is_terminal() && moves_its_cursor();
        Prompt {
            lines: Lines::new(),
            listening: is_typed.then(Listening::begin),
            editor: is_edited.then(|| Editor::new(history)).flatten(),
        }
    }

    /// Tells whether somebody types, who can be asked.
    pub fn is_typed(&self) -> bool {
        self.listening.is_some()
    }

    /// The next command, which is remembered. Tab completes the phrases, which are written as in a
    /// help text: `undo`, `trace on|off`, `save FILE`, and the moves.
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

    /// The same for the answer to a question: nobody wants it again.
    pub fn answer(
        &mut self,
        prompt: &str,
        phrases: &[String],
        session: &mut Session<'_>,
    ) -> Result<Typed, CliError> {
        let Some(editor) = &mut self.editor else {
            return self.plain(prompt, session);
        };
        if interrupt::take_key() {
            return Ok(Typed::Interrupted);
        }
        if interrupt::happened() {
            return Ok(Typed::Ended);
        }
        let mode = terminal::mode();
        // The editor waits for a key and for nothing else. It hears Ctrl-C, unless that came just
        // before it began.
        let look = || {
            if interrupt::take_key() {
                interrupt::repeat_key();
            } else if interrupt::ended() {
                if let Some(mode) = &mode {
                    terminal::set(mode);
                }
                interrupt::end();
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

    /// A line that nobody is to see, on a terminal that can hide it; it is not remembered.
    pub fn unseen(&mut self, prompt: &str, session: &mut Session<'_>) -> Result<Typed, CliError> {
        if self.listening.is_none() {
            return self.plain(prompt, session);
        }
        terminal::hidden(|is_hidden| match is_hidden {
            true => self.plain(&say!(session.language, "game.unseen", prompt = prompt), session),
            false => self.plain(prompt, session),
        })
    }

    /// The next line as it comes, behind a prompt if it is typed.
    fn plain(&mut self, prompt: &str, session: &mut Session<'_>) -> Result<Typed, CliError> {
        if self.listening.is_some() {
            session.out.text(prompt)?;
        }
        let mut bytes = Vec::new();
        let next = self.lines.next(&mut bytes);
        // A pipe was no terminal before.
        if self.listening.is_some() && is_gone() {
            return Ok(Typed::Ended);
        }
        let next = next.map_err(|error| position_input::unread(&error))?;
        if self.listening.is_some() && !matches!(next, Next::Line) {
            // The prompt's line is left.
            session.out.text("\n")?;
        }
        Ok(match next {
            // What is no text is no command either: the game goes on.
            Next::Line => match position_input::line_of(&bytes) {
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
            EVERY
        };
        let stop = &stop;
        let found = beside(EVERY, look, || work(limits.with_stop(stop)));
        look();
        (found, pressed.into_inner())
    }
}

/// Tells whether the terminal knows more than lines.
fn moves_its_cursor() -> bool {
    let plain = |name: &str| ["", "dumb", "cons25", "emacs"].contains(&name);
    cfg!(not(unix)) || env::var("TERM").is_ok_and(|name| !plain(&name))
}
