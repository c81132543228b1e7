//! Access control: a client must know the token and must not be a page of another site.
//!
//! Pages of other sites can send requests to this machine, so the token is random. `Origin` is
//! checked, which such a page cannot choose, and so is `Host`, because a foreign host name may be
//! pointed at this machine after the page was loaded (DNS rebinding).

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use chongkak::files::refusal;

use crate::cli::CliError;

use super::ServerState;
use super::http::RequestHead;

/// The default address of pages. It is constant because browsers keep settings per address; its
/// port is registered for no other program.
pub const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 16218);

const BYTES: usize = 16;

/// Where a request leads.
pub enum Route {
    /// Access is denied.
    Refused,
    /// A file of this name without a valid token: an old address, from before the program was
    /// restarted.
    OldAddress(String),
    Socket,
    /// A file of this name, if it exists.
    File(String),
}

/// Listens on the given address, or the default one, or another port if the default is taken.
/// Rejects addresses that other machines can reach, unless `remote`.
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
    let failed = |error: std::io::Error| {
        let why = match error.kind() {
            ErrorKind::AddrInUse => "another program is using it; port 0 picks a free port",
            ErrorKind::AddrNotAvailable => "this machine has no such address",
            ErrorKind::PermissionDenied => "permission denied",
            _ => &refusal(&error),
        };
        CliError::data(format_args!("--listen {address}: {why}"))
    };
    let listener = TcpListener::bind(address).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

pub fn token() -> Result<String, CliError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| CliError::data(format_args!("no random token: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl ServerState {
    /// Returns the address of the page.
    pub fn url(&self) -> String {
        // The address at which this machine reaches the listener.
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let address = SocketAddr::new(ip, self.address.port());
        format!("http://{address}/?token={}", self.token)
    }

    /// Determines where a request leads.
    pub fn route(&self, head: &RequestHead) -> Route {
        let host = head.only("host").filter(|host| self.is_named(host));
        let Some(host) = host.filter(|host| is_own_origin(head, host)) else {
            return Route::Refused;
        };
        // Some programs send an absolute URL.
        let named = head.target.strip_prefix("http://").and_then(|named| named.strip_prefix(host));
        let target = named.unwrap_or(&head.target);
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some(path) = path.strip_prefix('/') else {
            return Route::Refused;
        };
        let (first, below) = path.split_once('/').unwrap_or((path, ""));
        let mut tokens = query.split('&').filter_map(|pair| pair.strip_prefix("token="));
        let name = if self.is_token(first) {
            below
        } else if tokens.any(|token| self.is_token(token)) {
            path
        } else if head.reads() && !head.upgrades() {
            return Route::OldAddress(path.to_owned());
        } else {
            return Route::Refused;
        };
        match head.upgrades() {
            true => Route::Socket,
            false => Route::File(name.to_owned()),
        }
    }

    /// Compares with the token in constant time.
    fn is_token(&self, given: &str) -> bool {
        let (given, token) = (given.as_bytes(), self.token.as_bytes());
        let differing = given.iter().zip(token).map(|(a, b)| a ^ b);
        given.len() == token.len() && differing.fold(0, |all, one| all | one) == 0
    }

    /// Returns whether a host name is that of this server: its address or `localhost`. A server
    /// that listens on all addresses does not know by which it was reached, but no foreign page has
    /// a bare address as its host name.
    fn is_named(&self, host: &str) -> bool {
        let (own, port) = (self.address.ip(), self.address.port());
        let is_own = |host: &str| match host.parse::<SocketAddr>() {
            Ok(named) => named.port() == port && (named.ip() == own || own.is_unspecified()),
            Err(_) => {
                let local = own.is_loopback() || own.is_unspecified();
                local && host.eq_ignore_ascii_case(&format!("localhost:{port}"))
            }
        };
        // Browsers omit the default port.
        is_own(host) || port == 80 && is_own(&format!("{host}:80"))
    }
}

/// Returns whether the request comes from no page, or from one of this server.
fn is_own_origin(head: &RequestHead, host: &str) -> bool {
    let none = head.all("origin").next().is_none();
    none || head.only("origin").and_then(|origin| origin.strip_prefix("http://")) == Some(host)
}
