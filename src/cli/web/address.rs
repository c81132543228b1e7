//! Addresses to listen at.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, TcpListener};

use chongkak::files::refusal;

use crate::cli::CliError;

/// The address of pages if none is asked for. It is always the same, since browsers keep settings for
/// each address; no other program is registered for its port.
pub const USUAL: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 16218));

/// A listener at the usual address, or at another port if that one can't be had.
pub fn usual() -> Result<(TcpListener, SocketAddr), CliError> {
    bound(USUAL).or_else(|_| bound(SocketAddr::new(USUAL.ip(), 0)))
}

/// Refuses what other machines can reach, unless that was asked for.
pub fn check(address: SocketAddr, remote: bool) -> Result<(), CliError> {
    if remote || address.ip().is_loopback() {
        return Ok(());
    }
    let found = format_args!("--listen {address}: other machines could connect");
    let expected = "a loopback address such as 127.0.0.1:0, or --allow-remote";
    Err(CliError::unexpected(found, expected))
}

/// A listener at an address, and the address with its port.
pub fn bound(address: SocketAddr) -> Result<(TcpListener, SocketAddr), CliError> {
    let told = |error: std::io::Error| {
        let why = match error.kind() {
            ErrorKind::AddrInUse => {
                "another program listens there; port 0 takes any free one".to_owned()
            }
            ErrorKind::AddrNotAvailable => "this machine has no such address".to_owned(),
            ErrorKind::PermissionDenied => "the system allows it to others only".to_owned(),
            _ => refusal(&error),
        };
        CliError::data(format_args!("--listen {address}: {why}"))
    };
    let listener = TcpListener::bind(address).map_err(told)?;
    let address = listener.local_addr().map_err(told)?;
    Ok((listener, address))
}

/// The address by which this machine itself reaches a listener.
pub fn own(address: SocketAddr) -> SocketAddr {
    let ip = match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        _ => return address,
    };
    SocketAddr::new(ip, address.port())
}
