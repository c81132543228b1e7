//! The board in the browser: page files over HTTP, and the line protocol over WebSocket.
//!
//! Each connection has one thread that reads, one that writes and one that searches. That suffices
//! for the few windows that a person opens, and needs no event loop.

mod access;
mod http;
mod page_files;
mod registry;
mod socket;

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::cli::interrupt::Listening;
use crate::cli::output::Format;
use crate::cli::serve::{Server, start};
use crate::cli::session::Session;
use crate::cli::{CliError, Status};

use access::Route;
use http::{RequestHead, Response, send_busy};
use registry::{Kind, Registry, Visit};

/// The number of refused connections that stay open for a while: if one is closed before its
/// request arrives, the response may be lost.
const REFUSED: usize = 64;

/// How and where to listen.
pub struct Listen {
    /// `None` for the default address.
    pub address: Option<SocketAddr>,
    /// Whether other machines may connect.
    pub remote: bool,
    /// Whether clients may name rule files on this machine.
    pub files: bool,
    /// The start of the page for a person, after # in its address; `None` for programs.
    pub page: Option<String>,
    /// Whether to open the page, if standard output is a terminal.
    pub open: bool,
    /// The address for links of the page, if any.
    pub site: Option<String>,
}

/// The state that all connections share.
struct ServerState {
    server: Arc<Server>,
    token: String,
    /// The address it listens on.
    address: SocketAddr,
    /// The address for links of the page; empty if there is none.
    site: String,
    registry: Arc<Registry>,
}

/// Serves until an interruption, or until a client shuts it down.
pub fn run(
    session: &mut Session<'_>,
    mut server: Server,
    listen: &Listen,
) -> Result<Status, CliError> {
    let _listening = Listening::begin();
    let (listener, address) = access::listener(listen.address, listen.remote)?;
    let registry = Arc::<Registry>::default();
    // Clients can stop it too.
    server.stop = registry.stop.clone();
    if !listen.files {
        server.engine = server.engine.without_files();
    }
    let server = Arc::new(ServerState {
        server: Arc::new(server),
        token: access::token()?,
        address,
        site: listen.site.clone().unwrap_or_default(),
        registry: Arc::clone(&registry),
    });
    print_address(session, listen, &server.url())?;
    if listen.address.is_none() && address != access::USUAL && std::io::stdout().is_terminal() {
        // The person's settings belong to the default address.
        let (usual, port) = (access::USUAL, address.port());
        session.message(format_args!(
            "note: {usual} is taken, perhaps by another board, so this one uses port {port}: browsers keep \
             settings and games for each address"
        ));
    }
    start("accept", move || server.admit(&listener))?;
    Ok(registry.wait())
}

/// Prints the address: for a person at a terminal, and opens the page; or for a program.
fn print_address(session: &mut Session<'_>, listen: &Listen, url: &str) -> Result<(), CliError> {
    let link = listen.page.as_deref().unwrap_or_default();
    let url = match link {
        "" => url.to_owned(),
        // Links of sowing games begin with their rules or record; those of chong do not.
        _ if link.starts_with("rules=") || link.starts_with("record=") => format!("{url}#{link}"),
        _ => format!("{}#{link}", url.replacen("/?token", "/chong?token", 1)),
    };
    let watched = std::io::stdout().is_terminal();
    let person = watched && listen.page.is_some() && session.common.format == Format::Text;
    match person {
        true => session.out.line(&url)?,
        false => session.out.line(&format!(r#"{{"url": "{url}"}}"#))?,
    }
    let end = "Press Ctrl-C to stop.";
    if listen.open && watched {
        session.message(match open::that_detached(&url) {
            Ok(()) => format!("The page opens in your browser. {end}"),
            Err(error) => format!("note: no browser could be opened: {error}"),
        });
    } else if person {
        session.message(format_args!("Open this address in a browser. {end}"));
    }
    Ok(())
}

impl ServerState {
    /// Accepts connections forever. A connection uses one descriptor; refused ones are closed if
    /// descriptors run out.
    fn admit(self: &Arc<Self>, listener: &TcpListener) {
        let mut refused = VecDeque::with_capacity(REFUSED);
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    let stream = Arc::new(stream);
                    if !self.receive(&stream) {
                        send_busy(&stream);
                        if refused.len() == REFUSED {
                            refused.pop_front();
                        }
                        refused.push_back(stream);
                    }
                }
                // Out of descriptors.
                Err(_) if refused.pop_front().is_some() => {}
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Starts a thread for a connection, if there is room.
    fn receive(self: &Arc<Self>, stream: &Arc<TcpStream>) -> bool {
        let Some(visit) = self.registry.visit(stream) else {
            return false;
        };
        let (server, stream) = (Arc::clone(self), Arc::clone(stream));
        let answer = move || match RequestHead::read(&stream) {
            Ok(head) => server.answer(&stream, &head, &visit),
            Err(Some(code)) => Response::new(code).send(&stream, None),
            Err(None) => {}
        };
        start("connection", answer).is_ok()
    }

    /// Answers a request or serves a WebSocket.
    fn answer(&self, stream: &Arc<TcpStream>, head: &RequestHead, visit: &Visit) {
        let route = self.route(head);
        if !matches!(route, Route::Refused | Route::OldAddress(_)) {
            visit.set_kind(Kind::Request);
        }
        let answer = match route {
            Route::Refused => Response::new(403),
            Route::OldAddress(name) => page_files::old_address(&name),
            Route::Socket => match socket::serve_socket(self, stream, head, visit) {
                Ok(()) => return,
                Err(refused) => refused,
            },
            _ if !head.reads() => Response::new(405).with("Allow", "GET, HEAD"),
            Route::File(name) => page_files::answer(&name, self, head),
        };
        answer.send(stream, Some(head));
    }
}
