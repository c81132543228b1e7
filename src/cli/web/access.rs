//! The conditions of access: a client knows the token, and is no page of another site.
//!
//! A page of another site can send requests to this machine. So the token is random; `Origin` is
//! looked at, which such a page can't choose; and so is `Host`, since a name of another site may
//! be made to mean this machine after the page was loaded.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use chongkak::files::refusal;

use crate::cli::CliError;

use super::ServerState;
use super::http::RequestHead;

/// The address of pages if none is asked for. It is always the same, since browsers keep settings for
/// each address; no other program is registered for its port.
pub const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 16218);

const BYTES: usize = 16;

/// The place to which a request leads.
pub enum Place {
    /// Nowhere: it may not come in.
    Refused,
    /// To what has this name, by who reads it without the token: as an address of before has it, when
    /// the program was started another time.
    Former(String),
    Socket,
    /// To a file of this name, if there is one.
    File(String),
}

/// Listens at an address, or at the usual one, or at another port if that one can't be had. Refuses
/// what other machines can reach, unless that was asked for.
pub fn listener(
    address: Option<SocketAddr>,
    remote: bool,
) -> Result<(TcpListener, SocketAddr), CliError> {
    let Some(address) = address else {
        return bound(USUAL).or_else(|_| bound(SocketAddr::new(USUAL.ip(), 0)));
    };
    if !remote && !address.ip().is_loopback() {
        let found = format_args!("--listen {address}: other machines could connect");
        let expected = "a loopback address such as 127.0.0.1:0, or --allow-remote";
        return Err(CliError::unexpected(found, expected));
    }
    bound(address)
}

fn bound(address: SocketAddr) -> Result<(TcpListener, SocketAddr), CliError> {
    let told = |error: std::io::Error| {
        let why = match error.kind() {
            ErrorKind::AddrInUse => "another program listens there; port 0 takes any free one",
            ErrorKind::AddrNotAvailable => "this machine has no such address",
            ErrorKind::PermissionDenied => "the system allows it to others only",
            _ => &refusal(&error),
        };
        CliError::data(format_args!("--listen {address}: {why}"))
    };
    let listener = TcpListener::bind(address).map_err(told)?;
    let address = listener.local_addr().map_err(told)?;
    Ok((listener, address))
}

pub fn token() -> Result<String, CliError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| CliError::data(format_args!("no random token: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl ServerState {
    /// The address of the page.
    pub fn url(&self) -> String {
        // By this address the machine itself reaches the listener.
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let address = SocketAddr::new(ip, self.address.port());
        format!("http://{address}/?token={}", self.token)
    }

    /// Finds the place to which a request leads.
    pub fn place(&self, head: &RequestHead) -> Place {
        let host = head.only("host").filter(|host| self.is_named(host));
        let Some(host) = host.filter(|host| is_own_origin(head, host)) else {
            return Place::Refused;
        };
        // Some programs put the name of the server before the path.
        let named = head.target.strip_prefix("http://").and_then(|named| named.strip_prefix(host));
        let target = named.unwrap_or(&head.target);
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some(path) = path.strip_prefix('/') else {
            return Place::Refused;
        };
        let (first, below) = path.split_once('/').unwrap_or((path, ""));
        let mut tokens = query.split('&').filter_map(|pair| pair.strip_prefix("token="));
        let name = if self.is_token(first) {
            below
        } else if tokens.any(|token| self.is_token(token)) {
            path
        } else if head.reads() && !head.upgrades() {
            return Place::Former(path.to_owned());
        } else {
            return Place::Refused;
        };
        match head.upgrades() {
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

    /// Tells whether a name is that of this server: its address, or the name that every machine has
    /// for itself. A server that listens at all addresses of a machine doesn't know by which it was
    /// reached, but no page of another site has a bare address as its name.
    fn is_named(&self, host: &str) -> bool {
        let (own, port) = (self.address.ip(), self.address.port());
        let is_own = |host: &str| match host.parse::<SocketAddr>() {
            Ok(named) => named.port() == port && (named.ip() == own || own.is_unspecified()),
            Err(_) => {
                let local = own.is_loopback() || own.is_unspecified();
                local && host.eq_ignore_ascii_case(&format!("localhost:{port}"))
            }
        };
        // Browsers leave the usual port out.
        is_own(host) || port == 80 && is_own(&format!("{host}:80"))
    }
}

/// Tells whether it comes from no page, or from one of this server, of this name.
fn is_own_origin(head: &RequestHead, host: &str) -> bool {
    let none = head.all("origin").next().is_none();
    none || head.only("origin").and_then(|origin| origin.strip_prefix("http://")) == Some(host)
}
