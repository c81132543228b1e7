//! An estimate of one's own in the search, beside the one that is built in:
//!
//! ```sh
//! cargo run --release --example estimate
//! ```

use std::error::Error;
use std::io::Write;

use chongkak::ask::{Evaluate, Limits, Ready};
use chongkak::search::Estimate;
use chongkak::{Control, Game, Position};

/// Half of the seeds in his row will be the mover's; all others are shared alike.
struct HalfTheRow;

impl Estimate for HalfTheRow {
    fn estimate(&self, position: &Position) -> i32 {
        position.in_play(position.mover()).cast_signed() / 2
    }
}

/// Searches with both and tells; public so that the tests can run it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let game: Game = "congklak 7,7,7,7,7,7,7/0 7,7,7,7,7,7,7/0 A".parse()?;
    let limits = Limits::default().with_depth(6);
    let question = Evaluate::default().with_fresh(true).with_limits(limits);
    let built_in = Ready::nothing();
    for (name, ready) in [("built in", built_in), ("mine", built_in.with_estimate(&HalfTheRow))] {
        let found = question.answer(&game, &ready, Control::none(), None)?.found;
        let best = found.best().ok_or("the round is over")?;
        writeln!(out, "{name:>8}: {best}, {} for A at the end of the round", found.value)?;
    }
    Ok(())
}
