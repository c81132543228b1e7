//! One place for the small allocations of all threads, where the address space is limited.
//!
//! glibc reserves 64 MiB for those of each thread. Under `ulimit -v` a few threads would take all
//! that there is, and the next allocation would end the program. The library reads its settings
//! before the program begins, so the program begins again.

#[cfg(target_os = "linux")]
pub fn begin_again() {
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
    // It only comes back if that can't be done: then fewer threads are started.
    let _ = again.args(arguments).env(ARENAS, "1").exec();
}

#[cfg(not(target_os = "linux"))]
pub const fn begin_again() {}
