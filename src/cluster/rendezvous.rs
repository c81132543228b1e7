//! The meeting of the processes before the work: everyone connects to those before it, waits for
//! those after it, and compares what is to be done.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::stream::{Watch, WatchedStream};
use super::{Cluster, ClusterError};

/// The settings that are compared: names, and the values that they have here.
pub(crate) type SharedSettings = Vec<(String, String)>;

/// The word by which processes of this program know each other.
const MAGIC: &str = "chongkak";

/// The longest greeting in bytes.
const LONGEST: u64 = 1 << 16;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// The time that someone who connects has for a greeting.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Callers who are heard at the same time; of more the oldest goes.
const CALLERS: usize = 256;

/// The time of an attempt to connect: where no process answers the system would try for minutes.
const ATTEMPT: Duration = Duration::from_secs(2);

/// The first message of a process.
#[derive(Serialize, Deserialize)]
struct Handshake {
    word: String,
    process: usize,
    terms: SharedSettings,
}

/// A meeting that is going on.
struct Rendezvous<'a> {
    cluster: &'a Cluster,
    terms: &'a SharedSettings,
    is_cancelled: &'a dyn Fn() -> bool,
    until: Instant,
    streams: Vec<Option<TcpStream>>,
}

/// Meets the other processes; a line to each, and none to this one.
pub(super) fn meet(
    cluster: &Cluster,
    terms: &SharedSettings,
    watch: &Arc<Watch>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Vec<Option<WatchedStream>>, ClusterError> {
    let addresses = cluster.hosts.addresses();
    let mut rendezvous = Rendezvous {
        cluster,
        terms,
        is_cancelled,
        until: Instant::now() + cluster.timeout,
        streams: addresses.iter().map(|_| None).collect(),
    };
    let here = cluster.process;
    if addresses.len() > 1 {
        let listener = TcpListener::bind(&addresses[here]).map_err(|source| {
            let name = cluster.name(here);
            ClusterError::Listen { name, source }
        })?;
        // First those before it: they may have to wait for it.
        for process in 0..here {
            rendezvous.streams[process] = Some(rendezvous.connect(process)?);
        }
        rendezvous.await_others(&listener)?;
    }
    let streams = rendezvous.streams.into_iter().enumerate();
    let lines = streams.map(|(process, stream)| {
        let new = |stream| {
            let (name, watch) = (cluster.name(process), Arc::clone(watch));
            WatchedStream::new(stream, name, watch, cluster.timeout)
        };
        stream.map(new).transpose()
    });
    lines.collect::<io::Result<_>>().map_err(|source| {
        let name = cluster.name(here);
        ClusterError::System { name, source }
    })
}

impl Rendezvous<'_> {
    fn late(&self, process: usize, reason: impl ToString) -> ClusterError {
        ClusterError::Late {
            name: self.cluster.name(process),
            timeout: self.cluster.timeout,
            reason: reason.to_string(),
        }
    }

    /// Checks that the wait for a process may go on.
    fn go_on(&self, process: usize) -> Result<(), ClusterError> {
        let name = || self.cluster.name(process);
        match (self.is_cancelled)() {
            true => Err(ClusterError::Interrupted { name: name() }),
            false => self.look_for_lost(),
        }
    }

    /// Connects to a process that was to listen.
    fn connect(&self, process: usize) -> Result<TcpStream, ClusterError> {
        loop {
            match self.try_to_connect(process) {
                Ok((stream, handshake)) => {
                    self.compare(process, &handshake)?;
                    return Ok(stream);
                }
                Err(error) if Instant::now() >= self.until => {
                    return Err(self.late(process, error));
                }
                Err(_) => {
                    self.go_on(process)?;
                    sleep(PAUSE);
                }
            }
        }
    }

    fn try_to_connect(&self, process: usize) -> io::Result<(TcpStream, Handshake)> {
        let stream = self.reach(&self.cluster.hosts.addresses()[process])?;
        self.send_handshake(&stream)?;
        let handshake = self.heard(&stream, self.left())?;
        Ok((stream, handshake))
    }

    /// The time that is left, enough for an attempt.
    fn left(&self) -> Duration {
        let left = self.until.saturating_duration_since(Instant::now());
        left.max(PAUSE)
    }

    /// Connects to the first of the places of an address that answers.
    fn reach(&self, address: &str) -> io::Result<TcpStream> {
        let mut last = ErrorKind::AddrNotAvailable.into();
        for place in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&place, self.left().min(ATTEMPT)) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn send_handshake(&self, mut stream: &TcpStream) -> io::Result<()> {
        let handshake = Handshake {
            word: MAGIC.to_owned(),
            process: self.cluster.process,
            terms: self.terms.clone(),
        };
        let mut text = serde_json::to_string(&handshake)?;
        text.push('\n');
        stream.write_all(text.as_bytes())
    }

    /// Waits for the processes after this one.
    fn await_others(&mut self, listener: &TcpListener) -> Result<(), ClusterError> {
        let here = self.cluster.process;
        let system = |source| {
            let name = self.cluster.name(here);
            ClusterError::System { name, source }
        };
        listener.set_nonblocking(true).map_err(system)?;
        // All of them are heard at once: strangers who are silent keep nobody waiting.
        let mut callers = Vec::new();
        loop {
            let missing = (here + 1..self.streams.len()).find(|&p| self.streams[p].is_none());
            let Some(missing) = missing else {
                return Ok(());
            };
            while let Ok((stream, _)) = listener.accept() {
                // Others may try any port: they are no concern of the computation.
                if let Ok(caller) = Caller::new(stream) {
                    callers.push(caller);
                }
            }
            callers.drain(..callers.len().saturating_sub(CALLERS));
            let mut known = Vec::new();
            callers.retain_mut(|caller| match caller.heard() {
                Ok(None) => Instant::now() < caller.until,
                Ok(Some(handshake)) => {
                    known.extend(caller.stream.take().map(|stream| (stream, handshake)));
                    false
                }
                Err(_) => false,
            });
            let nobody = known.is_empty();
            for (stream, handshake) in known {
                self.receive(stream, &handshake)?;
            }
            if nobody && Instant::now() >= self.until {
                return Err(self.late(missing, "nobody has called"));
            }
            if nobody {
                self.go_on(missing)?;
                sleep(PAUSE);
            }
        }
    }

    /// Takes in one of the processes.
    fn receive(&mut self, stream: TcpStream, handshake: &Handshake) -> Result<(), ClusterError> {
        let process = handshake.process;
        if stream.set_nonblocking(false).is_err() {
            return Ok(());
        }
        if self.send_handshake(&stream).is_err() {
            return Ok(());
        }
        let here = self.cluster.process;
        let taken = self.streams.get(process).is_none_or(Option::is_some);
        if taken || process <= here {
            let name = self.cluster.name(here);
            return Err(ClusterError::Differs {
                name: format!("who calls {name}"),
                what: "number".to_owned(),
                found: format!("process {process}"),
                expected: format!(
                    "each process from 0 to {} once, with the same list",
                    self.streams.len() - 1
                ),
            });
        }
        self.compare(process, handshake)?;
        self.streams[process] = Some(stream);
        Ok(())
    }

    /// Checks that a process is to do the same as this one.
    fn compare(&self, process: usize, handshake: &Handshake) -> Result<(), ClusterError> {
        let differs = |what: &str, found: &str, expected: &str| ClusterError::Differs {
            name: self.cluster.name(process),
            what: what.to_owned(),
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        if handshake.process != process {
            let (found, expected) = (handshake.process.to_string(), process.to_string());
            return Err(differs("number", &found, &expected));
        }
        for (what, expected) in self.terms {
            let there = handshake.terms.iter().find(|(name, _)| name == what);
            let found = there.map_or("none", |(_, found)| found);
            if found != expected {
                return Err(differs(what, found, expected));
            }
        }
        Ok(())
    }

    /// Looks whether a process that was there has gone again.
    fn look_for_lost(&self) -> Result<(), ClusterError> {
        for (process, stream) in self.streams.iter().enumerate() {
            let Some(stream) = stream else {
                continue;
            };
            let looked = stream.set_nonblocking(true);
            let gone = looked.is_ok() && matches!(stream.peek(&mut [0]), Ok(0));
            let back = stream.set_nonblocking(false);
            if gone || back.is_err() {
                return Err(ClusterError::Lost {
                    name: self.cluster.name(process),
                    reason: "it has closed the connection".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The greeting of another process, if all of it comes within a time.
    fn heard(&self, stream: &TcpStream, within: Duration) -> io::Result<Handshake> {
        let until = Instant::now() + within;
        stream.set_read_timeout(Some(PAUSE))?;
        let mut text = Vec::new();
        loop {
            if Instant::now() >= until || (self.is_cancelled)() {
                return Err(ErrorKind::TimedOut.into());
            }
            if let Some(handshake) = heard(stream, &mut text)? {
                return Ok(handshake);
            }
        }
    }
}

/// Someone who has connected, and has not said all of a greeting.
struct Caller {
    /// Taken when it has.
    stream: Option<TcpStream>,
    text: Vec<u8>,
    until: Instant,
}

impl Caller {
    fn new(stream: TcpStream) -> io::Result<Caller> {
        stream.set_nonblocking(true)?;
        Ok(Caller {
            stream: Some(stream),
            text: Vec::new(),
            until: Instant::now() + HANDSHAKE_TIMEOUT,
        })
    }

    /// The greeting, if all of it is there.
    fn heard(&mut self) -> io::Result<Option<Handshake>> {
        match &self.stream {
            Some(stream) => heard(stream, &mut self.text),
            None => Ok(None),
        }
    }
}

/// Reads on in a greeting: all of it, or none while more is to come.
fn heard(mut stream: &TcpStream, text: &mut Vec<u8>) -> io::Result<Option<Handshake>> {
    // Byte by byte: what follows the line is not for this reader.
    let mut byte = [0];
    while text.len() as u64 <= LONGEST {
        match stream.read_exact(&mut byte) {
            Ok(()) if byte == *b"\n" => {
                let handshake: Handshake = serde_json::from_slice(text)?;
                let known = handshake.word == MAGIC;
                let handshake = known.then_some(handshake);
                return handshake.map(Some).ok_or(ErrorKind::InvalidData.into());
            }
            Ok(()) => text.push(byte[0]),
            Err(error) if is_silence(&error) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::InvalidData.into())
}

/// Tells whether nothing has come in time, by the words of one system or another.
fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
