//! The options in which the sowing games differ, each a small type with its values by name.

use crate::board::{MAX_HOLES, Position};
use crate::options::{Number, named_values, options};
use crate::text::Diagnostic;

/// A number of holes or of seeds in a hole.
pub type Count = Number<1, MAX_HOLES>;

named_values! {
    /// The place of a player's store on his sowing path.
    StorePlace as "store" {
        /// Behind his own row: A1 … An, RA, B1 … Bn.
        Near = "near",
        /// Behind the opponent's row: A1 … An, B1 … Bn, RA. Positions can then recur.
        Far = "far",
    }

    /// The consequence of a last seed in the own store.
    StoreLast as "store_last" {
        /// The player moves again if he can.
        Again = "again",
        /// The turn ends.
        Stop = "stop",
    }

    /// The consequence of a last seed in an open hole that held seeds.
    Occupied as "occupied" {
        /// The hole is lifted and sown on.
        Relay = "relay",
        /// The turn ends.
        Stop = "stop",
        /// Its seeds go to the own store, and the player goes on as from his store.
        Bank = "bank",
    }

    /// The rows in whose empty holes a last seed captures.
    CaptureIn as "capture_in" {
        /// The player's own row.
        Own = "own",
        /// Both rows: in the opponent's row it takes from the player's own hole opposite.
        Either = "either",
    }

    /// The prize of a last seed in an empty hole that captures, from the open hole opposite.
    Capture as "capture" {
        /// The seeds opposite and the last seed.
        Both = "both",
        /// The seeds opposite; the last seed stays.
        Opposite = "opposite",
        /// No capture.
        None = "none",
    }

    /// The place of a last seed in an empty hole that could capture, with nothing opposite.
    Lone as "lone" {
        /// It stays.
        Stay = "stay",
        /// It goes to the own store.
        Bank = "bank",
    }

    /// The way that a move must have gone before it captures.
    LapCondition as "lap" {
        /// No condition.
        None = "none",
        /// Through the opponent's row and back into the own one.
        Passed = "passed",
        /// A full circuit: to the hole the move started from, or beyond it.
        Circuit = "circuit",
    }

    /// The condition on which a round is over, judged at the end of a turn.
    RoundEnd as "end" {
        /// A player has no open hole with seeds.
        SideEmpty = "side-empty",
        /// The opponent had nothing to play, and a last turn gave him nothing (Overbeck § 9).
        Stalled = "stalled",
        /// The player who should move next cannot.
        MoverStuck = "mover-stuck",
        /// No open hole has seeds. A player without seeds passes.
        BoardEmpty = "board-empty",
    }

    /// The owner of the seeds that are left in open holes when a round is over.
    Rest as "rest" {
        /// The player in whose row they are. They stay there.
        Owner = "owner",
        /// The opponent of that player: the one who has run out of seeds.
        Opponent = "opponent",
        /// The player who moved last.
        LastMover = "last-mover",
        /// Nobody: they leave the game.
        Nobody = "nobody",
    }

    /// The state of holes that a player cannot fill for the next round.
    Short as "short" {
        /// They are closed.
        Closed = "closed",
        /// Up to `max_protected` are protected and share what is left; the others are closed.
        Ngacang = "ngacang",
    }

    /// The hole at which filling the holes for a round begins.
    Fill as "fill" {
        /// At hole n, next to the own store.
        Near = "near",
        /// At hole 1.
        Far = "far",
    }

    /// The player who starts the next round.
    Starter as "starter" {
        /// The player who moved last.
        LastMover = "last-mover",
        /// The player who owns more seeds; in a tie the one who moved last.
        MostSeeds = "most-seeds",
        /// The player with seeds left in open holes; if neither or both, the one who moved last.
        RoundWinner = "round-winner",
        /// The opponent of the one that `round-winner` names.
        RoundLoser = "round-loser",
    }

    /// The beginning of the first round of a set.
    FirstRound as "first_round" {
        /// Both players sow at the same time.
        Together = "together",
        /// One player starts.
        OneStarts = "one-starts",
    }
}

/// The rules of the sowing games as one table: groups of options, each option with its type and
/// the value that it has where no file sets it.
macro_rules! rules {
    (
        $(#[$meta:meta])*
        pub struct Rules;
        $(
            $(#[$group_meta:meta])*
            $group:ident {
                $($(#[$field_meta:meta])* $field:ident: $type:ty = $plain:expr,)+
            }
        )+
    ) => {
        options! {
            $(#[$meta])*
            pub struct Rules, of "",
            board {}
            options { $($($(#[$field_meta])* $field: $type,)+)+ }
        }

        $(
            $(#[$group_meta])*
            pub const $group: [&str; [$(stringify!($field)),+].len()] = [$(stringify!($field)),+];
        )+

        /// The values of options that no file sets.
        pub(super) const PLAIN: Rules = Rules { $($($field: $plain,)+)+ };

        impl Rules {
            /// The options that have other values in these rules, in the order of
            /// [`OPTION_NAMES`].
            pub(crate) fn differing(self, other: Rules) -> impl Iterator<Item = &'static str> {
                let differs = [$($(self.$field != other.$field),+),+];
                let options = OPTION_NAMES.into_iter().zip(differs);
                options.filter_map(|(option, differs)| differs.then_some(option))
            }
        }

        /// The options as the plain rules and the refill look them up, at the moment when they
        /// matter.
        ///
        /// [`Rules`] answer with their fields, and the compiler sees through the call. A reader
        /// that notes what it is asked for learns on which options a move depended.
        #[allow(dead_code, reason = "not every option is looked up in play")]
        pub(crate) trait PartialRules {
            /// The rules, of which the option at this place of [`OPTION_NAMES`] is about to be
            /// read.
            fn open_at(&self, option: usize) -> &Rules;

            $($(
                fn $field(&self) -> $type {
                    self.open_at(const { place(stringify!($field)) }).$field
                }
            )+)+
        }
    };
}

rules! {
    /// The options of a game, complete.
    ///
    /// The options do not depend on the round being played: the holes and seeds are those of a full
    /// board.
    ///
    /// # Examples
    /// ```
    /// use chongkak::rules::{LapCondition, Preset};
    /// let mut rules = Preset::named("conglak").unwrap().rules;
    /// rules.set("lap", "circuit").unwrap();
    /// assert_eq!(rules.lap, LapCondition::Circuit);
    /// assert!(rules.set("lap", "twice").is_err());
    /// ```
    pub struct Rules;

    /// The options that are the size of the board.
    SIZE_OPTIONS {
        /// Holes in a row (n).
        holes: Count = Count::new(7).unwrap(),
        /// Seeds that fill a hole at the start of a round (s).
        seeds: Count = Count::new(7).unwrap(),
    }

    /// The options of play within a round, besides the sizes of the board.
    ROUND_OPTIONS {
        /// Place of the store on the path.
        store: StorePlace = StorePlace::Near,
        /// A last seed in the own store.
        store_last: StoreLast = StoreLast::Again,
        /// A last seed in an open hole that held seeds.
        occupied: Occupied = Occupied::Relay,
        /// The rows in whose empty holes a last seed captures.
        capture_in: CaptureIn = CaptureIn::Own,
        /// The prize of a capture.
        capture: Capture = Capture::Both,
        /// A last seed with nothing to take.
        lone: Lone = Lone::Stay,
        /// The condition of a capture.
        lap: LapCondition = LapCondition::None,
        /// The end of a round.
        end: RoundEnd = RoundEnd::Stalled,
        /// The owner of the seeds that are left.
        rest: Rest = Rest::Owner,
    }

    /// The options of what lies between rounds: how the next one begins.
    BETWEEN_ROUNDS {
        /// Holes that cannot be filled.
        short: Short = Short::Closed,
        /// Most holes that `short = ngacang` protects.
        max_protected: Number<0, MAX_HOLES> = Number::new(3).unwrap(),
        /// The hole at which filling begins.
        fill: Fill = Fill::Near,
        /// The player who starts the next round.
        starter: Starter = Starter::LastMover,
        /// The first round of a set.
        first_round: FirstRound = FirstRound::Together,
    }
}

/// Options that are younger than files of version 0.2, the oldest first. Files leave one out while
/// it has its value in [`PLAIN`], under which games are what they were without it. (One of a round
/// has that value first: heads of tables have 0 for it.)
pub(crate) const LATER: [&str; 2] = ["capture_in", "rest"];

impl Rules {
    /// The same game on boards with so many holes a row and seeds a hole.
    ///
    /// # Errors
    /// If they are not 1 to 18.
    pub fn sized(self, holes: u8, seeds: u8) -> Result<Rules, Diagnostic> {
        let (holes, seeds) = (Count::of("holes", holes)?, Count::of("seeds", seeds)?);
        Ok(Rules { holes, seeds, ..self })
    }

    /// The same game on the board of a position.
    #[must_use]
    pub fn fitted_to(self, position: &Position) -> Rules {
        let holes = Count::of("holes", position.shape().holes());
        Rules { holes: holes.expect("a position has 1 to 18 holes a row"), ..self }
    }

    /// The options that files name, with their values, in the order of [`OPTION_NAMES`].
    #[doc(hidden)]
    pub fn kept(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.kept_but(&LATER)
    }

    /// All options with their values, but for those of some that have no other than in [`PLAIN`].
    fn kept_but(&self, some: &[&str]) -> impl Iterator<Item = (&'static str, String)> {
        let told = |option| (option, self.value(option).expect("an option"));
        let all = OPTION_NAMES.into_iter().map(told);
        all.filter(|(option, value)| {
            !some.contains(option) || PLAIN.value(option).as_ref() != Some(value)
        })
    }

    /// Tells whether rounds from one position are the same under both rules.
    pub(crate) fn plays_as(self, other: Rules) -> bool {
        let mut differing = self.differing(other);
        !differing.any(|option| ROUND_OPTIONS.contains(&option))
    }

    /// Seeds on a full board: 2 n s.
    #[must_use]
    pub fn total(&self) -> u32 {
        2 * u32::from(self.holes.get()) * u32::from(self.seeds.get())
    }
}

impl PartialRules for Rules {
    #[inline]
    fn open_at(&self, _: usize) -> &Rules {
        self
    }
}

/// The place of an option in [`OPTION_NAMES`].
pub(crate) const fn place(name: &str) -> usize {
    let mut place = 0;
    while !same(OPTION_NAMES[place].as_bytes(), name.as_bytes()) {
        place += 1;
    }
    place
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_leave_out_what_is_as_it_was_before_an_option() {
        let kept = |rules: Rules, some: &[&str]| {
            let named = rules.kept_but(some).map(|(option, _)| option);
            named.collect::<Vec<_>>()
        };
        let without = |option| OPTION_NAMES.into_iter().filter(move |name| *name != option);
        assert_eq!(kept(PLAIN, &[]), OPTION_NAMES);
        assert!(kept(PLAIN, &["lap"]).into_iter().eq(without("lap")));
        let changed = PLAIN.with("lap", "passed").unwrap();
        assert_eq!(kept(changed, &["lap"]), OPTION_NAMES);
        assert!(kept(PLAIN, &["seeds"]).into_iter().eq(without("seeds")));
    }
}
