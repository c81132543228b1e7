//! Work for one client, whose panic is no end of the others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::RpcError;

/// Does something for a client. If that panics, which is a fault of this program, he gets an error
/// and all others go on; standard error has the place.
pub fn guarded<T>(what: &str, work: impl FnOnce() -> Result<T, RpcError>) -> Result<T, RpcError> {
    // What is shared is behind locks or made anew, and nobody takes half of it for whole.
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
