//! Arguments of what answers programs and browsers.

use std::net::SocketAddr;

use clap::Args;

use super::numbers::address;
use super::shared::WithTables;

/// The engine for other programs.
#[derive(Debug, Args)]
pub struct Serve {
    /// Answers over WebSocket in place of standard input and output: at a loopback address such as
    /// localhost:0 (port 0: any free one), which is printed with the token that a client needs
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Lets --listen take any address, so that other machines can connect; they name no rule files
    #[arg(long, requires = "listen")]
    pub allow_remote: bool,
    #[command(flatten)]
    pub with: WithTables,
}

/// The board in the browser.
#[derive(Debug, Args)]
pub struct Board {
    /// Where the page is served (port 0: any free one)
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0", value_parser = address)]
    pub listen: SocketAddr,
    /// Lets --listen take any address, so that other machines can connect; they name no rule files
    #[arg(long)]
    pub allow_remote: bool,
    /// Prints the address of the page and opens no browser; so it is without a terminal
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub with: WithTables,
}
