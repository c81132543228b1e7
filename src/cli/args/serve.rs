//! Arguments of what answers programs and browsers.

use std::net::SocketAddr;
use std::path::Path;

use clap::{Arg, Args};

use super::number_arguments::address;
use super::shared::{AS_DRAWN, Place, WithTables};

/// Answers programs, a request a line: JSON-RPC on standard input and output, or over WebSocket
///
/// Every line of standard input is a JSON value: a request, or an array of them. Every line of
/// standard output is one too. The end of the input ends the program, and the searches that run.
///
/// With --listen each text message of a WebSocket is a value. Standard output has one line, {"url":
/// …}: the address of the page, with its token. Only clients with the token get in. Ctrl-C ends the
/// program.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak serve
  chongkak serve --threads 1 --memory 64
  chongkak serve --listen localhost:0")]
pub struct Serve {
    /// Answers over WebSocket in place of standard input and output: at a loopback address such as
    /// localhost:0 (port 0: any free one), which is printed with the token that a client needs
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Lets --listen take any address, so that other machines can connect; they name no rule files
    #[arg(long, requires = "listen", conflicts_with = "allow_files")]
    pub allow_remote: bool,
    /// Lets the clients of --listen name rule files of this machine
    #[arg(long, requires = "listen")]
    pub allow_files: bool,
    #[command(flatten)]
    pub with: WithTables,
}

/// Serves the board to a browser, and opens it there
///
/// A record opens at its first round. "Copy the link" on the page copies the part of its address
/// from # on. It opens the same board here, in quotes, or on a page that runs already, in "Set up a
/// position".
///
/// The page needs nothing from elsewhere. Its address has a token that is new at each start, so no
/// one else gets in. Ctrl-C ends the program, and the searches that run.
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
#[command(mut_args(told))]
pub struct Board {
    /// Opens with these moves played: "A1 A7", "1. A1 A7", A1-A7, or 1,7 for holes of the mover
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// The address of the page (port 0: any free one) [default: 127.0.0.1:16218, for whose pages a
    /// browser keeps settings and games; any free port if that one is taken]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Lets --listen take any address, so that other machines can connect; they name no rule files
    #[arg(long)]
    pub allow_remote: bool,
    /// Prints the address of the page and opens no browser; so it is without a terminal, where the
    /// address is a JSON object: {"url": "..."}
    #[arg(long)]
    pub no_open: bool,
    /// The address of the board as a site: links that the page copies lead there
    #[arg(long, hide_short_help = true, value_name = "URL", value_parser = site)]
    pub site: Option<String>,
    #[command(flatten)]
    pub with: WithTables,
}

/// Reads the address of a site, as it may stand in a page.
fn site(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_graphic() && !"\"'<>&#?{}".contains(c);
    let known = ["https://", "http://"].iter().any(|kind| text.starts_with(kind));
    match known && text.chars().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("expected an address that begins with https://, without ? and #".to_owned()),
    }
}

/// Says what the shared arguments mean here.
fn told(it: Arg) -> Arg {
    match it.get_id().as_str() {
        "position" => it.value_name("POSITION|RECORD|LINK").help(
            "What it opens with: a position, the file of a record (- reads one from standard \
             input), or a link that the page has copied [default: the opening]",
        ),
        "as_drawn" => it.help(AS_DRAWN),
        _ => it,
    }
}

impl Board {
    /// Returns the link that it opens with, if it is one: what stands behind # in it.
    pub fn link(&self) -> Option<String> {
        let text = self.place.position.join(" ");
        if let Some((_, link)) = text.split_once('#') {
            return Some(link.to_owned());
        }
        text.starts_with("rules=").then_some(text)
    }

    /// The file of a record: one that is there, or what is no position by its looks.
    pub fn record(&self) -> Option<&Path> {
        let [word] = self.place.position.as_slice() else {
            return None;
        };
        let file = Path::new(word);
        let named = word == "-" || file.is_file() || word.contains('.');
        named.then_some(file)
    }

    /// Tells whether what it opens with says by which rules it is.
    pub fn says_rules(&self) -> bool {
        self.link().is_some() || self.record().is_some()
    }
}
