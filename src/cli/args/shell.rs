//! The arguments of `completions` and `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Places for the script.
const COMPLETIONS: &str = "\
Examples:
  chongkak completions bash > ~/.local/share/bash-completion/completions/chongkak
  chongkak completions zsh > ~/.zfunc/_chongkak     (with fpath+=~/.zfunc before compinit)
  chongkak completions fish > ~/.config/fish/completions/chongkak.fish";

const MAN: &str = "\
Examples:
  chongkak man ~/.local/share/man/man1
  man chongkak-play";

#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = MAN)]
pub struct Man {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
