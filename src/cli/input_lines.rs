//! Lines of standard input as they arrive. Waiting for a line can be interrupted.

use std::io::{self, BufRead, BufReader, ErrorKind, StdinLock};

use chongkak::control::Stop;

use super::interrupt;

/// Maximum bytes of a line that a person or a program writes position by position.
const LONGEST: usize = 1 << 20;

/// Bytes after which a line is considered endless.
const ENDLESS: usize = 64 << 20;

/// Standard input, line by line.
pub struct Lines {
    input: BufReader<StdinLock<'static>>,
    /// Also ends the waiting.
    end: Stop,
}

/// The next event of the input.
pub enum Next {
    Line,
    /// The end of the input.
    End,
    Interrupted,
}

impl Lines {
    pub fn new() -> Lines {
        Lines::until(Stop::new())
    }

    /// Reads lines until a signal arrives or `end` is set.
    pub fn until(end: Stop) -> Lines {
        // At least as large as the buffer of the standard library, so that buffer is never filled
        // and all unread input is here.
        let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        Lines { input, end }
    }

    /// Reads the next line with its line break, or the rest of the last line. A line that is too
    /// long is an error and ends the input, because it may never end.
    pub fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Next> {
        line.clear();
        self.read(line, LONGEST, LONGEST)
    }

    /// Reads the next line and drops all bytes after the first `most`. An endless line is an error.
    pub fn next_within(&mut self, line: &mut Vec<u8>, most: usize) -> io::Result<Next> {
        line.clear();
        self.read(line, most, ENDLESS)
    }

    /// Keeps at most `most` bytes of a line. A line longer than `longest` is an error.
    fn read(&mut self, line: &mut Vec<u8>, most: usize, longest: usize) -> io::Result<Next> {
        let mut come = 0;
        loop {
            if self.input.buffer().is_empty() && !self.is_ready() {
                return Ok(Next::Interrupted);
            }
            let found = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                found => found?,
            };
            if found.is_empty() {
                return Ok(if line.is_empty() { Next::End } else { Next::Line });
            }
            let end = found.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(found.len(), |at| at + 1);
            let kept = taken.min(most - line.len());
            line.extend_from_slice(&found[..kept]);
            self.input.consume(taken);
            come += taken;
            if come > longest {
                let problem = format!("line too long, expected at most {longest} bytes");
                return Err(io::Error::new(ErrorKind::InvalidData, problem));
            }
            if end.is_some() {
                return Ok(Next::Line);
            }
        }
    }

    /// Waits until there is input to read, or its end. Returns `false` after a signal.
    ///
    /// A blocking read resumes after a signal, so a list could not be closed before the next line
    /// arrives. Polling does not resume. It wakes up regularly because a signal may arrive just
    /// before it starts waiting.
    #[cfg(unix)]
    fn is_ready(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        use rustix::io::Errno;

        const EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        loop {
            if interrupt::happened() || self.end.is_set() {
                return false;
            }
            let mut input = [PollFd::new(self.input.get_ref(), PollFlags::IN)];
            match poll(&mut input, Some(&EVERY)) {
                Ok(0) | Err(Errno::INTR) => {}
                // If polling fails, reading reports the error.
                Ok(_) | Err(_) => return true,
            }
        }
    }

    #[cfg(not(unix))]
    fn is_ready(&self) -> bool {
        !interrupt::happened() && !self.end.is_set()
    }
}
