//! The command line program.

#[macro_use(row)]
extern crate chongkak;

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
