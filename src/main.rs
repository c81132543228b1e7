//! The command line program.

fn main() -> std::process::ExitCode {
    chongkak::run()
}
