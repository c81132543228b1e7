//! The board in the browser: files of a page over HTTP, and the line protocol over WebSocket.
//!
//! A thread reads a connection, another writes to it, and a third searches for it. That is enough
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

use access::Place;
use http::{RequestHead, Response, send_busy};
use registry::{Kind, Registry, Visit};

/// Refused connections that stay open for a while: where one is closed before its request has come,
/// the answer may be lost on the way.
const REFUSED: usize = 64;

/// The way to listen, and the place.
pub struct Listen {
    /// Nothing for the usual one.
    pub address: Option<SocketAddr>,
    /// True if other machines may connect.
    pub remote: bool,
    /// True if clients may name rule files of this machine.
    pub files: bool,
    /// The link that the page of a person begins with, behind # in its address; nothing if programs
    /// ask.
    pub page: Option<String>,
    /// True if the page is to be opened, if a person looks on.
    pub open: bool,
    /// The address to which its links lead, if any.
    pub site: Option<String>,
}

/// The state that all connections share.
struct ServerState {
    server: Arc<Server>,
    token: String,
    /// The address at which it listens.
    address: SocketAddr,
    /// The address to which links of the page lead; empty if there is none.
    site: String,
    registry: Arc<Registry>,
}

/// Listens until an interruption, or until a client shuts it down.
pub fn run(
    session: &mut Session<'_>,
    mut server: Server,
    listen: &Listen,
) -> Result<Status, CliError> {
    let _listening = Listening::begin();
    let (listener, address) = access::listener(listen.address, listen.remote)?;
    let registry = Arc::<Registry>::default();
    // It is ended by clients too.
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
    tell(session, listen, &server.url())?;
    if listen.address.is_none() && address != access::USUAL && std::io::stdout().is_terminal() {
        // A person finds the page not as he left it.
        let (usual, port) = (access::USUAL, address.port());
        session.message(format_args!(
            "note: {usual} is taken, perhaps by another board, so this one has port {port}: browsers keep \
             settings and games for each address"
        ));
    }
    start("accept", move || server.admit(&listener))?;
    Ok(registry.wait())
}

/// Prints the address: for a person at a terminal, to whom the page is opened, or for a program.
fn tell(session: &mut Session<'_>, listen: &Listen, url: &str) -> Result<(), CliError> {
    let link = listen.page.as_deref().unwrap_or_default();
    let url = match link {
        "" => url.to_owned(),
        // Links of the sowing games begin with their rules; those of chong don't.
        _ if link.starts_with("rules=") || link.starts_with("record=") => format!("{url}#{link}"),
        _ => format!("{}#{link}", url.replacen("/?token", "/chong?token", 1)),
    };
    let watched = std::io::stdout().is_terminal();
    let person = watched && listen.page.is_some() && session.common.format == Format::Text;
    match person {
        true => session.out.line(&url)?,
        false => session.out.line(&format!(r#"{{"url": "{url}"}}"#))?,
    }
    let end = "Ctrl-C ends the program.";
    if listen.open && watched {
        session.message(match open::that_detached(&url) {
            Ok(()) => format!("The page is opened in the browser. {end}"),
            Err(error) => format!("note: no browser could be opened: {error}"),
        });
    } else if person {
        session.message(format_args!("Open this address in a browser. {end}"));
    }
    Ok(())
}

impl ServerState {
    /// Takes in whoever comes, for ever. A connection has one descriptor, and those that were refused
    /// give theirs back where there is none left for the next one.
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
                // No room for another one just now.
                Err(_) if refused.pop_front().is_some() => {}
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Gives a connection a thread, if there is room.
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

    /// Answers a request, or talks to who makes a WebSocket of it.
    fn answer(&self, stream: &Arc<TcpStream>, head: &RequestHead, visit: &Visit) {
        let place = self.place(head);
        if !matches!(place, Place::Refused | Place::Former(_)) {
            visit.becomes(Kind::Request);
        }
        let answer = match place {
            Place::Refused => Response::new(403),
            Place::Former(name) => page_files::of_former(&name),
            Place::Socket => match socket::serve_socket(self, stream, head, visit) {
                Ok(()) => return,
                Err(refused) => refused,
            },
            _ if !head.reads() => Response::new(405).with("Allow", "GET, HEAD"),
            Place::File(name) => page_files::answer(&name, self, head),
        };
        answer.send(stream, Some(head));
    }
}
