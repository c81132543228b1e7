//! The program on a pseudo-terminal: input and screen.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{PROGRAM, code, python, stderr};

/// Runs the program on a terminal. Each step waits for a text, then does something: types keys,
/// sends a signal, or closes the terminal. Nothing is typed before the text appears. Reports the
/// exit code, all output, and whether the terminal echoes whole lines at the end.
const RUN: &str = r#"
import fcntl, json, os, pty, select, signal, struct, sys, termios
steps, columns, variables, args = *map(json.loads, sys.argv[1:4]), sys.argv[4:]
child, terminal = pty.fork()
if child == 0:
    # Under nohup it would be ignored, by the program too.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environ = {**os.environ, "TERM": "xterm", **variables}
    os.execvpe(args[0], args, {name: value for name, value in environ.items() if value != "-"})
shown, at, bytes = "", 0, b""
def read_on():
    global shown, bytes
    if not select.select([terminal], [], [], 60)[0]:
        os.kill(child, signal.SIGKILL)
        sys.exit(f"nothing more came; this was there: {shown}")
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # Linux: the program has ended
        piece = b""
    bytes += piece
    shown = bytes.decode(errors="ignore")
    return bool(piece)
for until, action in steps:
    while until not in shown[at:] and read_on():
        pass
    if until not in shown[at:]:
        sys.exit(f"{until!r} did not come; this was there: {shown}")
    at += shown[at:].index(until) + len(until)
    if isinstance(action, str):
        os.write(terminal, action.encode())
    elif action["do"] == "signal":
        os.kill(child, getattr(signal, action["name"]))
    else:
        os.close(terminal)
        terminal = None
while terminal and read_on():
    pass
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
lines = termios.ICANON | termios.ECHO
whole = bool(terminal) and termios.tcgetattr(terminal)[3] & lines == lines
print(json.dumps({"code": code, "shown": shown, "whole": whole}))
"#;

pub const CTRL_A: &str = "\u{1}";
pub const CTRL_C: &str = "\u{3}";
pub const CTRL_D: &str = "\u{4}";
pub const CTRL_E: &str = "\u{5}";
pub const CTRL_R: &str = "\u{12}";
pub const CTRL_U: &str = "\u{15}";
pub const CTRL_W: &str = "\u{17}";
pub const UP: &str = "\u{1b}[A";
pub const DOWN: &str = "\u{1b}[B";
pub const LEFT: &str = "\u{1b}[D";
pub const HOME: &str = "\u{1b}[H";
pub const END: &str = "\u{1b}[F";

/// A terminal that runs the program.
#[derive(Clone)]
pub struct Terminal {
    columns: usize,
    folder: PathBuf,
    variables: serde_json::Map<String, Value>,
    steps: Vec<Value>,
}

/// The state when the program ended.
#[derive(Debug, Deserialize)]
pub struct Shown {
    pub code: i32,
    /// All output, including cursor movements.
    shown: String,
    /// Whether the terminal is in line mode with echo.
    pub whole: bool,
    #[serde(skip)]
    columns: usize,
}

impl Terminal {
    /// A terminal of 60 columns, without colours, saved games or history.
    pub fn new() -> Terminal {
        let terminal = Terminal {
            columns: 60,
            folder: PathBuf::from("."),
            variables: serde_json::Map::new(),
            steps: Vec::new(),
        };
        let terminal = terminal.variable("CHONGKAK_TABLES", "none");
        let terminal = terminal.variable("CHONGKAK_GAMES", "none");
        let terminal = terminal.variable("LC_ALL", "C");
        terminal.variable("NO_COLOR", "1")
    }

    pub fn columns(mut self, columns: usize) -> Terminal {
        self.columns = columns;
        self
    }

    /// Sets the working folder of the program.
    pub fn folder(mut self, folder: &Path) -> Terminal {
        self.folder = folder.to_owned();
        self
    }

    /// Sets a variable, or removes it (`-`).
    pub fn variable(mut self, name: &str, value: &str) -> Terminal {
        self.variables.insert(name.to_owned(), value.into());
        self
    }

    /// Types keys as soon as a text appears after that of the last step.
    pub fn types(mut self, until: &str, keys: &str) -> Terminal {
        self.steps.push(json!([until, keys]));
        self
    }

    /// Waits for a text.
    pub fn waits(self, until: &str) -> Terminal {
        self.types(until, "")
    }

    /// Sends a signal as soon as a text appears.
    pub fn signals(mut self, until: &str, name: &str) -> Terminal {
        let action = json!({"do": "signal", "name": name});
        self.steps.push(json!([until, action]));
        self
    }

    /// Disconnects as soon as a text appears.
    pub fn closes(mut self, until: &str) -> Terminal {
        self.steps.push(json!([until, {"do": "close"}]));
        self
    }

    /// Runs the program.
    pub fn run(&self, args: &[&str]) -> Shown {
        let mut command = python("-c");
        let steps = Value::from(self.steps.clone()).to_string();
        let variables = Value::from(self.variables.clone()).to_string();
        let columns = self.columns.to_string();
        command.args([RUN, &steps, &columns, &variables, PROGRAM]);
        let output = command.args(args).current_dir(&self.folder).output();
        let output = output.unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let mut shown: Shown = serde_json::from_slice(&output.stdout).unwrap();
        shown.columns = self.columns;
        shown
    }
}

impl Shown {
    /// Whether anything but text and line ends was written.
    pub fn has_controls(&self) -> bool {
        let text = self.shown.replace("\r\n", "");
        text.contains(char::is_control)
    }

    /// Returns what a person sees, line by line, from first to last. A wrapped line is one line.
    pub fn screen(&self) -> String {
        let joined = |row: &String| row.chars().count() == self.columns;
        let rows = self.rows();
        let lines = rows.split_inclusive(|row| !joined(row));
        let lines = lines.map(|rows| rows.concat().trim_end().to_owned() + "\n");
        lines.collect()
    }

    /// The rows of the terminal, with the written blanks.
    ///
    /// # Panics
    /// If a line is wider than the terminal, or the output contains something that a terminal would
    /// show as garbage.
    pub fn rows(&self) -> Vec<String> {
        let mut screen = Screen::default();
        let mut text = self.shown.chars();
        while let Some(c) = text.next() {
            match c {
                '\r' => screen.column = 0,
                '\n' => screen.row += 1,
                '\u{1b}' => {
                    assert_eq!(text.next(), Some('['), "{:?}", self.shown);
                    let rest = text.as_str();
                    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
                    screen.control(rest[..end].parse().unwrap_or(1), text.nth(end).unwrap());
                }
                c => {
                    assert!(!c.is_control(), "{c:?} in {:?}", self.shown);
                    screen.put(c, self.columns);
                }
            }
        }
        screen.rows.iter().map(String::from_iter).collect()
    }
}

/// Characters in their places.
#[derive(Default)]
struct Screen {
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Screen {
    fn put(&mut self, c: char, columns: usize) {
        // After the last column the next character begins a row.
        if self.column == columns {
            (self.row, self.column) = (self.row + 1, 0);
        }
        let row = self.row();
        let column = self.column;
        let row = &mut self.rows[row];
        row.resize(row.len().max(column + 1), ' ');
        row[column] = c;
        self.column += 1;
    }

    fn row(&mut self) -> usize {
        let rows = self.rows.len().max(self.row + 1);
        self.rows.resize(rows, Vec::new());
        self.row
    }

    /// Executes the control sequences of the line editor.
    fn control(&mut self, number: usize, end: char) {
        match end {
            'A' => self.row -= number,
            'B' => self.row += number,
            'C' => self.column += number,
            'D' => self.column -= number,
            'K' => {
                let (row, column) = (self.row(), self.column);
                self.rows[row].truncate(column);
            }
            _ => panic!("a terminal may not know ESC [ {number} {end}"),
        }
    }
}
