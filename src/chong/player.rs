//! The two players.

use crate::options::named_values;

named_values! {
    /// A player. A is the one whose path the text of a position follows.
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    Player as "player" {
        /// Starts the game; pieces in capitals.
        A = "A",
        /// The other.
        B = "B",
    }
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::A => Player::B,
            Player::B => Player::A,
        }
    }
}
