//! Standard input and output as the transport, with one value per line.

use std::io::{self, Write};
use std::sync::Arc;

use super::connection::{Connection, LONGEST};
use super::{Server, start};
use crate::cli::input_lines::{Lines, Next};
use crate::cli::interrupt::{self, Listening};
use crate::cli::{CliError, Status, position_input};

/// Answers the lines of standard input until it ends.
pub fn run(server: Server) -> Result<Status, CliError> {
    let _listening = Listening::begin();
    let connection = Arc::new(Connection::new(Arc::new(server)));
    let mut output = output()?;
    let writing = Arc::clone(&connection);
    // This thread may block on a pipe that is not read; then it is not joined.
    start("writer", move || {
        writing.queue.write_with(|_, mut message| {
            message.push('\n');
            output.write_all(message.as_bytes())?;
            output.flush()
        });
    })?;
    let working = connection.start()?;
    let read = read(&connection);
    connection.close();
    for thread in working {
        let _ = thread.join();
    }
    connection.queue.end()?;
    read
}

/// Reads lines until the input ends or an interruption.
fn read(connection: &Connection) -> Result<Status, CliError> {
    let mut lines = Lines::until(connection.queue.gone.clone());
    let mut line = Vec::new();
    // One more byte to detect a line that is too long, and one for its end.
    let most = LONGEST + 2;
    while !connection.is_closed() {
        let next = lines.next_within(&mut line, most);
        match next.map_err(|error| position_input::unread(&error))? {
            Next::Line => connection.receive(line.strip_suffix(b"\n").unwrap_or(&line)),
            Next::End => break,
            Next::Interrupted if interrupt::happened() => return Ok(Status::Interrupted),
            // The reader is gone, which is not an error.
            Next::Interrupted => break,
        }
    }
    Ok(Status::Done)
}

/// Returns standard output without the lock of the standard library: at exit the program would wait
/// for the lock while the output is blocked.
#[cfg(unix)]
fn output() -> io::Result<impl Write + Send + 'static> {
    use std::os::fd::AsFd;

    let own = io::stdout().as_fd().try_clone_to_owned()?;
    Ok(std::fs::File::from(own))
}

#[cfg(not(unix))]
fn output() -> io::Result<impl Write + Send + 'static> {
    Ok(io::stdout())
}
