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
    /// The file of the history, if it is kept.
    history: Option<PathBuf>,
}

impl Editor {
    /// An editor with the history of that name; none where there is nothing to edit on.
    pub fn new(history: &str) -> Option<Editor> {
        let config = Config::builder()
            .max_history_size(history::MOST)
            .ok()?
            .completion_type(CompletionType::List)
            // One Tab shows what there is.
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            .color_mode(ColorMode::Disabled)
            // Pasted lines are lines, as in a pipe.
            .bracketed_paste(false)
            .build();
        let lines = MemHistory::with_config(&config);
        let mut editor = rustyline::Editor::with_history(config, lines).ok()?;
        // A line is written at once, and some terminals show what they don't know.
        editor.enable_synchronized_output(false);
        editor.set_helper(Some(Words::default()));
        let history = history::file(history);
        for line in history.iter().flat_map(|file| history::lines(file)) {
            editor.add_history_entry(line).ok()?;
        }
        Some(Editor { editor, history })
    }

    /// Reads a line, with phrases that can be completed.
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
                // What is no text is no command, and answered as such.
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

/// The words that can be completed.
#[derive(Default)]
struct Words {
    phrases: Vec<String>,
    /// True if there is text in the line. The editor does not say so when it is interrupted.
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

    /// No hint; but whenever the line changes, this is asked for one.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.has_text.set(!line.is_empty());
        None
    }
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
