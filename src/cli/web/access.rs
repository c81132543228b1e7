//! The conditions of access: a client knows the token, and is no page of another site.
//!
//! A page of another site can send requests to this machine. So the token is random; `Origin` is
//! looked at, which such a page can't choose; and so is `Host`, since a name of another site may
//! be made to mean this machine after the page was loaded.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use crate::cli::CliError;

use super::address;
use super::request_head::RequestHead;

/// Bytes of the token.
const BYTES: usize = 16;

/// The conditions that a request must meet.
pub struct Access {
    token: String,
    /// The address at which the server listens.
    address: SocketAddr,
}

/// The place to which a request leads.
pub enum Place {
    /// Nowhere: it may not come in.
    Refused,
    /// To what has this name, by who reads it without the token: as an address of before has it, when
    /// the program was started another time.
    Former(String),
    /// To a WebSocket.
    Socket,
    /// To a file of this name, if there is one.
    File(String),
}

impl Access {
    /// A new token for a server at an address.
    pub fn new(address: SocketAddr) -> Result<Access, CliError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|error| CliError::data(format_args!("no random token: {error}")))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Access { token, address })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", address::own(self.address), self.token)
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Finds the place to which a request leads.
    pub fn place(&self, head: &RequestHead) -> Place {
        let target = target(head);
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some(path) = path.strip_prefix('/') else {
            return Place::Refused;
        };
        let (first, below) = path.split_once('/').unwrap_or((path, ""));
        let known = query
            .split('&')
            .filter_map(|pair| pair.strip_prefix("token="))
            .any(|token| self.is_token(token));
        if !self.is_host(head) || !is_own_origin(head) {
            return Place::Refused;
        }
        let name = match (self.is_token(first), known) {
            (true, _) => below,
            (false, true) => path,
            (false, false) if is_read(head) => return Place::Former(path.to_owned()),
            (false, false) => return Place::Refused,
        };
        match head.has("upgrade", "websocket") {
            true => Place::Socket,
            false => Place::File(name.to_owned()),
        }
    }

    /// Tells whether it is the token, in a time that says nothing of how much of it is right.
    fn is_token(&self, given: &str) -> bool {
        let (given, token) = (given.as_bytes(), self.token.as_bytes());
        let differing = given.iter().zip(token).map(|(a, b)| a ^ b);
        given.len() == token.len() && differing.fold(0, |all, one| all | one) == 0
    }

    /// Tells whether the request names this server: by its address, or by the name that every
    /// machine has for itself. A server that listens at all addresses of a machine doesn't know by
    /// which it was reached, but no page of another site has a bare address as its name.
    fn is_host(&self, head: &RequestHead) -> bool {
        let Some((name, port)) = head.only("host").map(split_host) else {
            return false;
        };
        // Browsers leave the usual port out.
        if port.unwrap_or("80") != self.address.port().to_string() {
            return false;
        }
        let own = self.address.ip();
        let local = own.is_loopback() || own.is_unspecified();
        match read_ip(name) {
            Some(ip) => ip == own || own.is_unspecified(),
            None => local && name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// The target without the name of the server, which some programs put before it. It must be the
/// one that is named besides.
fn target(head: &RequestHead) -> &str {
    let named = head.target.strip_prefix("http://");
    let own = named.zip(head.only("host"));
    own.and_then(|(named, host)| named.strip_prefix(host)).unwrap_or(&head.target)
}

/// Tells whether somebody opens it to read it.
fn is_read(head: &RequestHead) -> bool {
    ["GET", "HEAD"].contains(&head.method.as_str()) && !head.has("upgrade", "websocket")
}

/// Tells whether it comes from no page, or from one of this server.
fn is_own_origin(head: &RequestHead) -> bool {
    match head.all("origin").count() {
        0 => true,
        1 => {
            let own = head.only("host").map(|host| format!("http://{host}"));
            head.only("origin").map(str::to_owned) == own
        }
        _ => false,
    }
}

/// A name and a port.
fn split_host(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        // The colons of an address are within brackets.
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (host, None),
    }
}

/// An address as it stands in place of a name.
fn read_ip(name: &str) -> Option<IpAddr> {
    let six = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    match six {
        Some(six) => six.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => name.parse().ok().filter(IpAddr::is_ipv4),
    }
}
