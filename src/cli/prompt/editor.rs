//! The line editor of a terminal: keys, history, completion.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::config::{BellStyle, Configurer};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Helper};

use super::Typed;
use super::completion;
use super::history;

pub struct Editor {
    editor: rustyline::Editor<Words, MemHistory>,
    /// The history file, if one is kept.
    history: Option<PathBuf>,
}

impl Editor {
    /// Creates an editor with the named history; `None` if the terminal does not support editing.
    pub fn new(history: &str) -> Option<Editor> {
        let config = Config::builder()
            .max_history_size(history::MOST)
            .ok()?
            .completion_type(CompletionType::List)
            // One Tab lists all completions.
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            .color_mode(ColorMode::Disabled)
            // Pasted lines are separate lines, as in a pipe.
            .bracketed_paste(false)
            .build();
        let lines = MemHistory::with_config(&config);
        let mut editor = rustyline::Editor::with_history(config, lines).ok()?;
        // Lines are written at once anyway, and some terminals display unknown sequences.
        editor.enable_synchronized_output(false);
        editor.set_helper(Some(Words::default()));
        let history = history::file(history);
        for line in history.iter().flat_map(|file| history::lines(file)) {
            editor.add_history_entry(line).ok()?;
        }
        Some(Editor { editor, history })
    }

    /// Reads a line; `phrases` are completed.
    pub fn read(&mut self, prompt: &str, phrases: &[String]) -> io::Result<Typed> {
        if let Some(words) = self.editor.helper_mut() {
            words.phrases = phrases.to_vec();
        }
        loop {
            return match self.editor.readline(prompt) {
                Ok(line) => Ok(Typed::Line(line)),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                // Ctrl-C clears the line if there is one.
                Err(ReadlineError::Interrupted) if self.has_text() => continue,
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
                // Invalid text becomes an unknown command.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    Ok(Typed::Line(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(error) => Err(io::Error::other(error)),
            };
        }
    }

    pub fn remember(&mut self, line: &str) {
        let line = line.trim();
        if history::is_kept(line)
            && self.editor.add_history_entry(line).unwrap_or(false)
            && let Some(file) = &self.history
        {
            let _ = history::append(file, line);
        }
    }

    fn has_text(&self) -> bool {
        let words = self.editor.helper();
        words.is_some_and(|words| words.has_text.get())
    }
}

/// The phrases to complete.
#[derive(Default)]
struct Words {
    phrases: Vec<String>,
    /// Whether the line has text; the editor does not report it on an interruption.
    has_text: Cell<bool>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        place: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completion::complete(&self.phrases, &line[..place]))
    }
}

impl Hinter for Words {
    type Hint = String;

    /// Returns no hint. The editor calls this whenever the line changes.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.has_text.set(!line.is_empty());
        None
    }
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
