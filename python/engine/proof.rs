//! Checking proofs by the plain rules.

use pyo3::prelude::*;

use chongkak::record::check_proof as check;

/// The content of a confirmed proof: the position, the bounds of its value, and the number of its
/// positions.
type Confirmed = (String, i32, i32, usize);

/// Checks the text of a proof. The second value is the first line that does not hold, with the
/// reason.
#[pyfunction]
pub fn check_proof(py: Python<'_>, text: &str) -> (Option<Confirmed>, Option<(u32, String)>) {
    match py.detach(|| check(text)) {
        Ok(found) => {
            let position = found.game.position().to_string();
            (Some((position, found.bounds.lower, found.bounds.upper, found.positions)), None)
        }
        Err(wrong) => (None, Some((wrong.line, wrong.to_string()))),
    }
}
