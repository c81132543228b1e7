//! Standard input and output as the transport: a value a line.

use std::io::{self, Write};
use std::sync::Arc;

use super::connection::{Connection, LONGEST};
use super::{Server, start};
use crate::cli::input_lines::{Lines, Next};
use crate::cli::interrupt::{self, Listening};
use crate::cli::{CliError, Status, position_input};

/// Answers the lines of standard input, until they end.
pub fn run(server: Server) -> Result<Status, CliError> {
    let _listening = Listening::begin();
    let connection = Arc::new(Connection::new(Arc::new(server)));
    let mut output = output()?;
    let writing = Arc::clone(&connection);
    // It may hang in a pipe that nobody reads: then nobody waits for it.
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

/// Reads line after line: the end of them ends the program, and so does an interruption.
fn read(connection: &Connection) -> Result<Status, CliError> {
    let mut lines = Lines::until(connection.queue.gone.clone());
    let mut line = Vec::new();
    // A byte more, by which a line is seen to be too long, and its end.
    let most = LONGEST + 2;
    while !connection.is_closed() {
        let next = lines.next_within(&mut line, most);
        match next.map_err(|error| position_input::unread(&error))? {
            Next::Line => connection.receive(line.strip_suffix(b"\n").unwrap_or(&line)),
            Next::End => break,
            Next::Interrupted if interrupt::happened() => return Ok(Status::Interrupted),
            // Nobody reads any more: that is quiet.
            Next::Interrupted => break,
        }
    }
    Ok(Status::Done)
}

/// Standard output, without the lock of the standard library: who ends the program would wait for
/// it as long as nobody reads.
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
