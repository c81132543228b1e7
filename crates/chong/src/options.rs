//! The options: the points that the sources leave open.
//!
//! `docs/CHONG.md` quotes the sources for each. The defaults are those of profile `content`.

use chongkak_base::options::{Number, named_values};

/// The most columns of a board: 3 x 28 holes.
pub const MAX_COLUMNS: u8 = 28;

/// The fewest columns: 3 x 1 has no place for the kings.
pub const MIN_COLUMNS: u8 = 2;

/// The most dice.
pub const MAX_DICE: u8 = 4;

/// A number of columns.
pub type Columns = Number<MIN_COLUMNS, MAX_COLUMNS>;

/// A number of dice.
pub type DiceCount = Number<1, MAX_DICE>;

named_values! {
    /// The direction of the king when it changes places.
    KingPath as "king_path" {
        /// Down its own home row: with the nearest soldier still there below it.
        Retreat = "retreat",
        /// Forward: with the nearest soldier above it; if the throw has two Chongs, also with the
        /// nearest one below it, which turns the king. Positions can then recur.
        Advance = "advance",
    }

    /// The condition for a step of a king with more than one soldier, or with none.
    KingBack as "king_back" {
        /// The first such step of a turn takes two Chongs of the throw, further ones one each.
        VoidFirst = "void_first",
        /// With a Chong, if the player's previous throw had one too.
        TwoTurns = "two_turns",
    }

    /// When the king moves like a soldier.
    KingFree as "king_free" {
        /// By any die when one soldier is left; by any die from 2 on when none is left.
        OneSoldier = "one_soldier",
        /// Also by any die from 2 on when none of its own soldiers is in the middle row.
        OneOrNoBattle = "one_or_no_battle",
        /// Only by a single Chong, when one soldier is left.
        ChongOnly = "chong_only",
        /// Never.
        Never = "never",
    }

    /// Where a Chong takes a soldier.
    ChongTakes as "chong_takes" {
        /// On the last two holes of the mover's path.
        LastTwo = "last_two",
        /// Everywhere.
        Always = "always",
        /// Nowhere.
        Never = "never",
    }

    /// The moves that take a king that has turned.
    KingHit as "king_hit" {
        /// A soldier, by a Chong.
        Chong = "chong",
        /// A soldier, by any die.
        AnyDie = "any_die",
        /// No move.
        Never = "never",
    }

    /// What happens to a soldier that would land on a king it can't take.
    KingCell as "king_cell" {
        /// It lies down beside the king until it moves on.
        Lie = "lie",
        /// It may not land there.
        Blocked = "blocked",
    }

    /// A further condition for a step by Chongs when the king is not free.
    KingStep as "king_step" {
        /// None.
        Any = "any",
        /// The king has turned, or has no soldier to change places with.
        NoPartner = "no_partner",
    }

    /// How the other dice of the opening throw are played.
    OpeningRest as "opening_rest" {
        /// By the soldier that changed places first, die by die.
        EachDie = "each_die",
        /// By the same soldier, in one jump by their sum, which is lost if it is not legal.
        Sum = "sum",
        /// By any piece.
        Free = "free",
    }

    /// The dice that must be played.
    Forced as "forced" {
        /// One after the other, as long as any can be played.
        Must = "must",
        /// None except the Chongs that open.
        MayStop = "may_stop",
        /// As many as possible.
        MaxDice = "max_dice",
    }

    /// How to win, besides taking everything.
    ChongGoal as "goal" {
        /// Any piece on the last cell of its path.
        ReachAny = "reach_any",
        /// A soldier on the last cell of its path.
        ReachSoldier = "reach_soldier",
        /// No other; in a dead position the player with more pieces wins.
        Annihilate = "annihilate",
    }

    /// A die that goes past the last cell.
    Overshoot as "overshoot" {
        /// Can't be played.
        Exact = "exact",
        /// Stops on the last cell.
        Allowed = "allowed",
    }

    /// The soldiers that may use dice.
    Release as "release" {
        /// All.
        All = "all",
        /// Those that have passed the king, as long as it is there and has not turned.
        Passed = "passed",
    }

    /// A player. The text of a position follows A's path.
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    Player as "player" {
        /// Starts the game; written in capitals.
        A = "A",
        /// The other player.
        B = "B",
    }
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::A => Player::B,
            Player::B => Player::A,
        }
    }
}
