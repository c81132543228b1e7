//! The folder of the user's state: games that are kept, and lines that were typed.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy;

/// Names another folder.
pub const VARIABLE: &str = "CHONGKAK_GAMES";

/// The word that is written where no game is to be kept.
const NONE: &str = "none";

/// The folder, there or not; none if nothing is to be kept, or nobody knows where.
pub fn folder() -> Option<PathBuf> {
    match env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        Some(named) => (named != NONE).then(|| named.into()),
        None => {
            let user = etcetera::base_strategy::choose_native_strategy().ok()?;
            let state = user.state_dir().unwrap_or_else(|| user.data_dir());
            Some(state.join("chongkak").join("games"))
        }
    }
}
