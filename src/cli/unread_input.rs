//! Text that waits on standard input for a command that does not read it.
//!
//! It is never read without `-`: a loop of the shell may own it, or a pipe may stay open for ever.
//! But whoever pipes positions into a command and forgets the `-` would get an answer about
//! something else. So one remark says so.

use super::session::Session;

/// Remarks once that standard input has text, if it has: bytes of a file, or of a pipe, that are
/// there now.
pub fn remark(session: &mut Session<'_>) {
    if !session.input_remarked && is_waiting() {
        session.input_remarked = true;
        session
            .message("note: standard input is not read without -, which reads positions from it");
    }
}

#[cfg(unix)]
fn is_waiting() -> bool {
    use rustix::fs::{FileType, SeekFrom, fstat, seek};

    let input = rustix::stdio::stdin();
    let Ok(told) = fstat(input) else { return false };
    match FileType::from_raw_mode(told.st_mode) {
        // What is behind the place up to which others have read.
        FileType::RegularFile => {
            let place = seek(input, SeekFrom::Current(0)).unwrap_or(0);
            u64::try_from(told.st_size).is_ok_and(|size| place < size)
        }
        FileType::Fifo | FileType::Socket => rustix::io::ioctl_fionread(input).is_ok_and(|n| n > 0),
        _ => false,
    }
}

#[cfg(not(unix))]
const fn is_waiting() -> bool {
    false
}
