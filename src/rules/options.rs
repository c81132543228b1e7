//! The options in which the sowing games differ, each a small type with named values.

use crate::board::{MAX_HOLES, Position};
use crate::diagnostic;
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

    /// What follows a last seed in the player's own store.
    StoreLast as "store_last" {
        /// The player moves again if he can.
        Again = "again",
        /// The turn ends.
        Stop = "stop",
        /// The player moves again or ends the turn, as he likes.
        May = "may",
    }

    /// What follows a last seed in an open hole that held seeds.
    Occupied as "occupied" {
        /// The hole is lifted and sown on.
        Relay = "relay",
        /// The turn ends.
        Stop = "stop",
        /// Its seeds go to the player's store, and he continues as if the last seed fell there.
        Bank = "bank",
    }

    /// The rows in whose empty holes a last seed captures.
    CaptureIn as "capture_in" {
        /// The player's own row.
        Own = "own",
        /// Both rows: in the opponent's row it takes from the player's own hole opposite.
        Either = "either",
    }

    /// What a last seed in an empty hole captures from the open hole opposite.
    Capture as "capture" {
        /// The seeds opposite and the last seed itself.
        Both = "both",
        /// The seeds opposite; the last seed stays.
        Opposite = "opposite",
        /// No capture.
        None = "none",
    }

    /// What happens to a last seed in an empty hole that could capture, if nothing is opposite.
    Lone as "lone" {
        /// It stays.
        Stay = "stay",
        /// It goes to the player's store.
        Bank = "bank",
    }

    /// How far a move must have gone before it can capture.
    LapCondition as "lap" {
        /// No condition.
        None = "none",
        /// Through the opponent's row and back into the player's own.
        Passed = "passed",
        /// A full circuit: to the hole that the move started from, or beyond it.
        Circuit = "circuit",
    }

    /// The condition that ends a round, checked at the end of a turn.
    RoundEnd as "end" {
        /// A player has no open hole with seeds.
        SideEmpty = "side-empty",
        /// The opponent had no move, and one last turn of the player gave him none (Overbeck § 9).
        Stalled = "stalled",
        /// The player who should move next cannot.
        MoverStuck = "mover-stuck",
        /// No open hole has seeds. A player without seeds passes.
        BoardEmpty = "board-empty",
    }

    /// Who gets the seeds left in open holes when a round is over.
    Rest as "rest" {
        /// The player in whose row they are. They stay there.
        Owner = "owner",
        /// That player's opponent, who has run out of seeds.
        Opponent = "opponent",
        /// The player who moved last.
        LastMover = "last-mover",
        /// Neither player: they leave the game.
        Nobody = "nobody",
    }

    /// The state of holes that a player cannot fill for the next round.
    Short as "short" {
        /// They are closed.
        Closed = "closed",
        /// Up to `max_protected` are protected and share what is left; the others are closed.
        Ngacang = "ngacang",
    }

    /// The hole at which a player starts to fill his holes for a round.
    Fill as "fill" {
        /// At hole n, next to his store.
        Near = "near",
        /// At hole 1.
        Far = "far",
    }

    /// The player who starts the next round.
    Starter as "starter" {
        /// The player who moved last.
        LastMover = "last-mover",
        /// The player who owns more seeds, or the last to move in a tie.
        MostSeeds = "most-seeds",
        /// The player with seeds left in open holes, or the last to move if neither or both have.
        RoundWinner = "round-winner",
        /// The opponent of the player that `round-winner` selects.
        RoundLoser = "round-loser",
    }

    /// How the first round of a set begins.
    FirstRound as "first_round" {
        /// Both players sow at the same time.
        Together = "together",
        /// One player starts.
        OneStarts = "one-starts",
    }

    /// The holes that are filled at the start of a set.
    Layout as "layout" {
        /// All holes.
        Full = "full",
        /// Every other hole, counted round the board from hole 1 of the player who starts.
        Alternate = "alternate",
    }
}

/// Declares the rules of the sowing games as one table: groups of options, each option with its
/// type and its default.
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

        /// The default values of the options.
        pub(super) const PLAIN: Rules = Rules { $($($field: $plain,)+)+ };

        impl Rules {
            /// Returns the options whose values differ, in the order of [`OPTION_NAMES`].
            pub(crate) fn differing(self, other: Rules) -> impl Iterator<Item = &'static str> {
                let differs = [$($(self.$field != other.$field),+),+];
                let options = OPTION_NAMES.into_iter().zip(differs);
                options.filter_map(|(option, differs)| differs.then_some(option))
            }
        }

        /// Access to single options, looked up by the plain rules and the refill only when they
        /// matter.
        ///
        /// [`Rules`] returns its fields, and the calls are inlined. Another implementation can
        /// record which options a move depended on.
        #[allow(dead_code, reason = "not every option is looked up in play")]
        pub(crate) trait PartialRules {
            /// Returns the rules for reading the option at this index of [`OPTION_NAMES`].
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
    /// All options of a game.
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

    /// The options for the size of the board.
    SIZE_OPTIONS {
        /// Holes in a row (n).
        holes: Count = Count::new(7).unwrap(),
        /// Seeds that fill a hole at the start of a round (s).
        seeds: Count = Count::new(7).unwrap(),
    }

    /// The options of play within a round, except the size of the board.
    ROUND_OPTIONS {
        /// Place of the store on the path.
        store: StorePlace = StorePlace::Near,
        /// A last seed in the player's store.
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

    /// The options for how a round begins.
    BETWEEN_ROUNDS {
        /// Holes that cannot be filled.
        short: Short = Short::Closed,
        /// The maximum number of holes that `short = ngacang` protects.
        max_protected: Number<0, MAX_HOLES> = Number::new(3).unwrap(),
        /// The hole at which filling begins.
        fill: Fill = Fill::Near,
        /// The player who starts the next round.
        starter: Starter = Starter::LastMover,
        /// The first round of a set.
        first_round: FirstRound = FirstRound::Together,
        /// The holes that are filled at the start.
        layout: Layout = Layout::Full,
        /// The hole with which every round begins; 0 for any hole.
        first_hole: Number<0, MAX_HOLES> = Number::new(0).unwrap(),
        /// The number of rounds of which most win the set; 0 for a set that ends when a player
        /// can't fill a hole.
        best_of: Number<0, MAX_HOLES> = Number::new(0).unwrap(),
    }
}

/// The forms of sets: options that openings by owned seeds, and lines of play, don't show.
#[doc(hidden)]
pub const FORMS_OF_SETS: [&str; 3] = ["layout", "first_hole", "best_of"];

/// Options added after the files of version 0.2, the oldest first. Files omit such an option if it
/// has its default ([`PLAIN`]), which plays as games did before the option existed. (For an option
/// of a round the default must be its first value, because heads of tables have 0 for it.)
pub(crate) const LATER: [&str; 5] = ["capture_in", "rest", "layout", "first_hole", "best_of"];

impl Rules {
    /// Returns the same game with another number of holes a row and seeds a hole.
    ///
    /// # Errors
    /// If either is not from 1 to 18.
    pub fn sized(self, holes: u8, seeds: u8) -> Result<Rules, Diagnostic> {
        let (holes, seeds) = (Count::of("holes", holes)?, Count::of("seeds", seeds)?);
        Ok(Rules { holes, seeds, ..self })
    }

    /// Returns the same game on the board of a position.
    #[must_use]
    pub fn fitted_to(self, position: &Position) -> Rules {
        let holes = Count::of("holes", position.shape().holes());
        Rules { holes: holes.expect("a position has 1 to 18 holes a row"), ..self }
    }

    /// Returns the options that files store, with their values, in the order of [`OPTION_NAMES`].
    #[doc(hidden)]
    pub fn kept(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.kept_but(&LATER)
    }

    /// Returns all options with their values, except those in `some` that have their default.
    fn kept_but(&self, some: &[&str]) -> impl Iterator<Item = (&'static str, String)> {
        let with_value = |option| (option, self.value(option).expect("an option"));
        let all = OPTION_NAMES.into_iter().map(with_value);
        all.filter(|(option, value)| {
            !some.contains(option) || PLAIN.value(option).as_ref() != Some(value)
        })
    }

    /// Returns the seeds that a player needs for the next round; 0 in a set of which most rounds
    /// decide.
    pub(crate) fn seeds_to_go_on(&self) -> u32 {
        if self.best_of == 0 { self.seeds.into() } else { 0 }
    }

    /// Returns an error unless these options have their defaults, for what takes the others for
    /// granted.
    ///
    /// # Errors
    /// The first option with another value.
    #[doc(hidden)]
    pub fn expect_usual(&self, options: &[&'static str]) -> Result<(), Diagnostic> {
        let all = self.differing(PLAIN).find(|option| options.contains(option));
        let Some(option) = all else {
            return Ok(());
        };
        let [value, usual] = [self, &PLAIN].map(|rules| rules.value(option).expect("an option"));
        let wrong = diagnostic!(
            Unsupported,
            "faults.option.usual",
            option = option,
            value = value,
            usual = usual.clone()
        );
        Err(wrong.expecting(format!("{option} = {usual}")).about(option))
    }

    /// Whether rounds from any given position are the same under both rules.
    pub(crate) fn plays_as(self, other: Rules) -> bool {
        let mut differing = self.differing(other);
        !differing.any(|option| ROUND_OPTIONS.contains(&option))
    }

    /// Returns the number of seeds of a set: 2 n s, or n s if every other hole is filled.
    #[must_use]
    pub fn total(&self) -> u32 {
        total(self)
    }
}

impl PartialRules for Rules {
    #[inline]
    fn open_at(&self, _: usize) -> &Rules {
        self
    }
}

/// Same as [`Rules::total`], for partial rules.
pub(super) fn total(rules: &impl PartialRules) -> u32 {
    let half = u32::from(rules.holes()) * u32::from(rules.seeds());
    match rules.layout() {
        Layout::Full => 2 * half,
        Layout::Alternate => half,
    }
}

/// Returns the index of an option in [`OPTION_NAMES`].
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
