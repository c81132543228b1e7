//! The options: all that the texts leave open.
//!
//! `docs/CHONG.md` has what the texts say to each. A default is the choice of profile `content`.

use chongkak_base::options::{Number, named_values};

/// Most columns of a board: 3 x 28 holes.
pub const MAX_COLUMNS: u8 = 28;

/// Fewest columns: on 3 x 1 the kings would have no place.
pub const MIN_COLUMNS: u8 = 2;

/// Most dice.
pub const MAX_DICE: u8 = 4;

/// A number of columns.
pub type Columns = Number<MIN_COLUMNS, MAX_COLUMNS>;

/// A number of dice.
pub type DiceCount = Number<1, MAX_DICE>;

named_values! {
    /// The way of the king when it changes places.
    KingPath as "king_path" {
        /// Down its own home row: with the nearest soldier below it that is still there.
        Retreat = "retreat",
        /// Forward: with the nearest soldier above it; with two Chongs in the throw also with the
        /// nearest below it, by which it turns. Positions can then recur.
        Advance = "advance",
    }

    /// The condition of a step of a king that has more than one soldier, or none.
    KingBack as "king_back" {
        /// The first such step of a turn takes two Chongs of the throw, further ones one each.
        VoidFirst = "void_first",
        /// With a Chong, if the player's throw before had one too.
        TwoTurns = "two_turns",
    }

    /// The condition on which the king moves like a soldier.
    KingFree as "king_free" {
        /// By any die when one soldier is left; by any die from 2 on when none is left.
        OneSoldier = "one_soldier",
        /// And by any die from 2 on when no own soldier is in the middle row.
        OneOrNoBattle = "one_or_no_battle",
        /// By a single Chong when one soldier is left, and never by another die.
        ChongOnly = "chong_only",
        /// Never.
        Never = "never",
    }

    /// The places where a Chong takes a soldier.
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

    /// The fate of a soldier that would land on a king it can't take.
    KingCell as "king_cell" {
        /// It lies down beside the king until it moves on.
        Lie = "lie",
        /// It may not land there.
        Blocked = "blocked",
    }

    /// A further condition of a step by Chongs where the king is not free.
    KingStep as "king_step" {
        /// None.
        Any = "any",
        /// The king has turned or has nobody to change places with.
        NoPartner = "no_partner",
    }

    /// The piece that plays the other dice of the throw that opens.
    OpeningRest as "opening_rest" {
        /// The soldier that changed places first, die by die.
        EachDie = "each_die",
        /// The same soldier, in one jump by their sum, which is lost if it is not legal.
        Sum = "sum",
        /// Any piece.
        Free = "free",
    }

    /// The dice that must be played.
    Forced as "forced" {
        /// As long as one can be played one must be.
        Must = "must",
        /// None but the Chongs that open.
        MayStop = "may_stop",
        /// As many as possible.
        MaxDice = "max_dice",
    }

    /// The way to win, besides taking everything.
    ChongGoal as "goal" {
        /// Any piece on the last cell of its path.
        ReachAny = "reach_any",
        /// A soldier on the last cell of its path.
        ReachSoldier = "reach_soldier",
        /// No other; the player with more pieces wins a dead position.
        Annihilate = "annihilate",
    }

    /// A die that carries past the last cell.
    Overshoot as "overshoot" {
        /// Can't be played so.
        Exact = "exact",
        /// Carries to the last cell.
        Allowed = "allowed",
    }

    /// The soldiers that may use dice.
    Release as "release" {
        /// All.
        All = "all",
        /// Those above the king, as long as it is there and has not turned.
        Passed = "passed",
    }

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
