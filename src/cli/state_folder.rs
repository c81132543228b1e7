//! The folder of the user's state: games that are kept, and lines that were typed.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_native_strategy;

/// Names another folder.
pub const VARIABLE: &str = "CHONGKAK_GAMES";

/// The word that is written where no folder is to be used.
pub const NONE: &str = "none";

/// The folder, there or not; none if nothing is to be kept, or nobody knows where.
pub fn folder() -> Option<PathBuf> {
    named_or(VARIABLE, |user| {
        let state = user.state_dir().unwrap_or_else(|| user.data_dir());
        state.join("chongkak").join("games")
    })
}

/// The folder that a variable of the environment names, which may be none, or one of the user's.
pub fn named_or(variable: &str, own: impl FnOnce(&dyn BaseStrategy) -> PathBuf) -> Option<PathBuf> {
    match env::var_os(variable).filter(|named| !named.is_empty()) {
        Some(named) => (named != NONE).then(|| named.into()),
        None => choose_native_strategy().ok().map(|user| own(&user)),
    }
}
