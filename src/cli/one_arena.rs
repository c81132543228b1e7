//! Restricts glibc to one memory arena where the address space is limited.
//!
//! glibc reserves 64 MiB of addresses per thread for small allocations. Under `ulimit -v` a few
//! threads would exhaust the limit, and the next allocation would end the program. glibc reads its
//! settings before `main`, so the program restarts itself.

#[cfg(target_os = "linux")]
pub fn restart() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use chongkak::control::{ARENAS, has_limited_addresses};

    if env::var_os(ARENAS).is_some() || !has_limited_addresses() {
        return;
    }
    let (Ok(program), mut arguments) = (env::current_exe(), env::args_os()) else {
        return;
    };
    let mut again = Command::new(program);
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    // `exec` returns only if it fails; then fewer threads are started.
    let _ = again.args(arguments).env(ARENAS, "1").exec();
}

#[cfg(not(target_os = "linux"))]
pub const fn restart() {}
