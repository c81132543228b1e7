//! Lines of standard input as they come. Whoever waits for one can be interrupted.

use std::io::{self, BufRead, BufReader, ErrorKind, StdinLock};

use chongkak::control::Stop;

use super::interrupt;

/// Bytes of the longest line of what a person or a program writes position by position.
const LONGEST: usize = 1 << 20;

/// Bytes of a line after which no end of it is expected any more.
const ENDLESS: usize = 64 << 20;

/// Standard input, line by line.
pub struct Lines {
    input: BufReader<StdinLock<'static>>,
    /// Ends waiting too.
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

    /// Lines up to a signal or somebody who sets this.
    pub fn until(end: Stop) -> Lines {
        // As large as the buffer of the standard library at least, which is then never filled: so
        // what was read and not yet taken lies here.
        let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        Lines { input, end }
    }

    /// Reads the next line with its line break, or what is left of the last one. One that is too
    /// long is an error, and the last: it may never end.
    pub fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Next> {
        line.clear();
        self.read(line, LONGEST, LONGEST)
    }

    /// The same, but of a line that is longer than so many bytes the rest is dropped as it comes,
    /// unless it seems to have no end.
    pub fn next_within(&mut self, line: &mut Vec<u8>, most: usize) -> io::Result<Next> {
        line.clear();
        self.read(line, most, ENDLESS)
    }

    /// Keeps so many bytes of a line at most. One that is longer than `longest` is an error.
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
                let problem =
                    format!("a line of more than {longest} bytes, expected at most as many");
                return Err(io::Error::new(ErrorKind::InvalidData, problem));
            }
            if end.is_some() {
                return Ok(Next::Line);
            }
        }
    }

    /// Waits until there is something to read, or the end of it; false after a signal.
    ///
    /// A read goes on after a signal as if nothing had happened, so that a list could not be closed
    /// before the next line comes. Waiting without reading does not; and since a signal may also
    /// come just before it begins to wait, it looks up now and then.
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
                // Where nothing can be learnt by waiting, reading tells more.
                Ok(_) | Err(_) => return true,
            }
        }
    }

    #[cfg(not(unix))]
    fn is_ready(&self) -> bool {
        !interrupt::happened() && !self.end.is_set()
    }
}
