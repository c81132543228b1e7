//! The folder of the user's state: saved games and the input history.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_native_strategy;

/// The environment variable that names another folder.
pub const VARIABLE: &str = "CHONGKAK_GAMES";

/// The value that means no folder.
pub const NONE: &str = "none";

/// Returns the folder, which may not exist; `None` if nothing is to be kept or no home folder is
/// known.
pub fn folder() -> Option<PathBuf> {
    named_or(VARIABLE, |user| {
        let state = user.state_dir().unwrap_or_else(|| user.data_dir());
        state.join("chongkak").join("games")
    })
}

/// Returns the folder that an environment variable names (`none` for no folder), or else the user's
/// own.
pub fn named_or(variable: &str, own: impl FnOnce(&dyn BaseStrategy) -> PathBuf) -> Option<PathBuf> {
    match env::var_os(variable).filter(|named| !named.is_empty()) {
        Some(named) => (named != NONE).then(|| named.into()),
        None => choose_native_strategy().ok().map(|user| own(&user)),
    }
}
