//! The arguments of `serve` and `board`.

use std::net::SocketAddr;
use std::path::Path;

use clap::{Arg, Args};

use super::number_arguments::address;
use super::shared::{AS_DRAWN, PositionArgs, WithTables};

/// Answers JSON-RPC requests on standard input and output, or over WebSocket
///
/// Each line of standard input is a JSON value: a request, or an array of requests. Each line of
/// standard output is a JSON value too. At the end of the input the program cancels its searches
/// and ends.
///
/// With --listen each text message of a WebSocket is a JSON value. Standard output has one line,
/// {"url": …}, the address with its token. Clients without the token are refused. Ctrl-C ends the
/// program.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak serve
  chongkak serve --threads 1 --memory 64
  chongkak serve --listen localhost:0")]
pub struct Serve {
    /// Answers over WebSocket instead of standard input and output, at a loopback address such as
    /// localhost:0 (port 0 takes a free port); prints the address with the token that clients need
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Lets --listen take any address, so that other machines can connect; they can't name rule
    /// files
    #[arg(long, requires = "listen", conflicts_with = "allow_files")]
    pub allow_remote: bool,
    /// Lets the clients of --listen name rule files on this machine
    #[arg(long, requires = "listen")]
    pub allow_files: bool,
    #[command(flatten)]
    pub with: WithTables,
}

/// Serves the board as a local page, and opens it in a browser
///
/// A record opens at its first round. "Copy the link" on the page copies a link that begins with #.
/// Give it here, in quotes, to open the same board, or paste it into "Set up a position" on an open
/// page.
///
/// The page loads nothing from the network. Its address has a token, new at each start, that keeps
/// others out. Ctrl-C ends the program and its searches.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak board
  chongkak board --rules congklak --line 'A1 A3'
  chongkak board '0,5,1/0 3,0,1/0 B'
  chongkak board record.txt
  chongkak board '#rules=kalah&moves=A3&at=1'
  chongkak board --no-open --tables my-tables
  chongkak board --listen localhost:8080
  chongkak board --site https://example.org/board/")]
#[command(mut_args(with_own_help))]
pub struct Board {
    /// Plays these moves first: "A1 A7", "1. A1 A7", A1-A7, or 1,7 (the mover's holes)
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    #[command(flatten)]
    pub place: PositionArgs,
    /// The address of the page (port 0 takes a free port) [default: 127.0.0.1:16218, where the
    /// browser finds its settings and games again, or a free port if that one is taken]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Lets --listen take any address, so that other machines can connect; they can't name rule
    /// files
    #[arg(long)]
    pub allow_remote: bool,
    /// Prints the address of the page instead of opening a browser. Without a terminal this is
    /// always so, and the address is printed as JSON: {"url": "..."}
    #[arg(long)]
    pub no_open: bool,
    /// The address of a site with the board, to which the links copied from the page lead
    #[arg(long, hide_short_help = true, value_name = "URL", value_parser = site)]
    pub site: Option<String>,
    #[command(flatten)]
    pub with: WithTables,
}

/// Parses the address of a site. It is inserted into the page, so special characters are rejected.
fn site(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_graphic() && !"\"'<>&#?{}".contains(c);
    let known = ["https://", "http://"].iter().any(|kind| text.starts_with(kind));
    match known && text.chars().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("expected an address that begins with https://, without ? and #".to_owned()),
    }
}

/// Replaces the help of shared arguments that have another meaning here.
fn with_own_help(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "position" => arg.value_name("POSITION|RECORD|LINK").help(
            "What to open: a position, a record file (- reads a record from standard input), or a \
             link copied from the page [default: the opening]",
        ),
        "as_drawn" => arg.help(AS_DRAWN),
        _ => arg,
    }
}

impl Board {
    /// The part of the link after #, if the argument is a link.
    pub fn link(&self) -> Option<String> {
        let text = self.place.position.join(" ");
        if let Some((_, link)) = text.split_once('#') {
            return Some(link.to_owned());
        }
        text.starts_with("rules=").then_some(text)
    }

    /// The record file: a single argument that names an existing file or does not look like a
    /// position.
    pub fn record(&self) -> Option<&Path> {
        let [word] = self.place.position.as_slice() else {
            return None;
        };
        let file = Path::new(word);
        let named = word == "-" || file.is_file() || word.contains('.');
        named.then_some(file)
    }

    /// Whether the argument names its own rules, as a link and a record do.
    pub fn has_own_rules(&self) -> bool {
        self.link().is_some() || self.record().is_some()
    }
}
