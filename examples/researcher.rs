//! Asks what an option of the rules is worth: the same openings are solved with each of its values.
//!
//! ```sh
//! cargo run --release --example researcher
//! ```

use std::error::Error;
use std::io::Write;

use chongkak::Control;
use chongkak::ask::{Ready, Solve, Start, Variant};
use chongkak::rules::RuleSets;

/// Solves and tells; public so that the tests can run it.
///
/// # Errors
/// If standard output can't be written.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let conglak = Variant::named("conglak", &RuleSets::shipped())?;
    writeln!(out, "seeds  value with lone = bank, with lone = stay")?;
    for seeds in ["1", "2", "3"] {
        let mut values = Vec::new();
        for lone in ["bank", "stay"] {
            let mut variant = conglak.clone();
            for (option, value) in [("holes", "3"), ("seeds", seeds), ("lone", lone)] {
                variant.set(option, value)?;
            }
            let game = variant.game(&Start::opening())?;
            let answer = Solve::default().answer(&game, &Ready::nothing(), Control::none())?;
            values.push(answer.found.value().ok_or("not proven")?);
        }
        writeln!(out, "{seeds:>5}  {:+} {:+}", values[0], values[1])?;
        assert!(values.iter().all(|value| value.unsigned_abs() <= 18));
    }
    Ok(())
}
