//! The list of the processes that take part.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

/// The addresses of all processes, in order: `host:port`, none twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

/// An error of a list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct HostsError {
    /// The line, from 1.
    pub line: usize,
    /// The problem with it, and what was expected.
    pub problem: String,
    /// The part of the line that it is about.
    pub span: Range<usize>,
}

impl Hosts {
    /// Reads a list with an address a line.
    ///
    /// # Errors
    /// If a line is empty, is no address, or is there twice, or there is none.
    pub fn read(text: &str) -> Result<Hosts, HostsError> {
        let mut hosts: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |problem: String| HostsError { line: number, problem, span: 0..line.len() };
            let address = line.trim();
            if let Some(problem) = problem(address) {
                return Err(wrong(problem));
            }
            if let Some(first) = hosts.iter().position(|known| known == address) {
                let first = first + 1;
                return Err(wrong(format!(
                    "{address} stands in line {first} already: expected another port or host for \
                     each process"
                )));
            }
            hosts.push(address.to_owned());
        }
        if hosts.is_empty() {
            return Err(HostsError {
                line: 1,
                problem: "nothing there: expected a line HOST:PORT for each process".to_owned(),
                span: 0..0,
            });
        }
        Ok(Hosts(hosts))
    }

    /// The addresses.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// Tells what is wrong with an address, if anything.
fn problem(address: &str) -> Option<String> {
    const EXPECTED: &str = "expected HOST:PORT, such as 10.0.0.7:4000";
    if address.is_empty() {
        return Some(format!("empty: {EXPECTED}"));
    }
    if address.contains(char::is_whitespace) {
        return Some(format!("more than one word: {EXPECTED}"));
    }
    let Some((host, port)) = address.rsplit_once(':') else {
        return Some(format!("{address} has no port: {EXPECTED}"));
    };
    if host.is_empty() {
        return Some(format!("{address} has no host: {EXPECTED}"));
    }
    match port.parse::<u16>() {
        Ok(1..) => None,
        _ => Some(format!("{port} is no port: expected a number from 1 to 65535")),
    }
}
