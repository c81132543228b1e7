//! Isolates work for one client, so that a panic does not affect others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::RpcError;

/// Runs work for a client. A panic, which is a bug of this program, becomes an error for this
/// client, and the others continue. Standard error shows its location.
pub fn guarded<T>(what: &str, work: impl FnOnce() -> Result<T, RpcError>) -> Result<T, RpcError> {
    // Shared state is behind locks or rebuilt, so no half-updated state is used.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.unwrap_or_else(|_| Err(RpcError::fault(what)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let found = guarded::<()>("turns", || panic!("a fault that a test makes"));
        let problem = found.unwrap_err();
        assert_eq!(problem.code, -32603);
        assert!(problem.message.contains("turns"), "{}", problem.message);
        let found = guarded("turns", || Ok("1".to_owned()));
        assert_eq!(found.unwrap(), "1");
    }
}
