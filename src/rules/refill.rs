//! Between rounds: filling the holes again, and who starts.

use thiserror::Error;

use super::{Fill, Rules, Short, Starter};
use crate::board::{HoleState, Mark, Pit, Position, PositionError, Setup, Side};

/// What follows a finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRound {
    /// The opening of the next round.
    Opening(Position),
    /// The set is over: this player can't fill a hole.
    SetOver {
        /// The player who owns fewer than s seeds (A if both do).
        loser: Side,
    },
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// More seeds than the board has.
    #[error("A owns {owned} seeds: expected at most the {total} on the board")]
    Owned {
        /// The seeds A is to own.
        owned: u32,
        /// The seeds on a full board.
        total: u32,
    },
    /// A player can't fill a hole.
    #[error("{loser} owns {owned} seeds, fewer than the {seeds} that fill a hole: the set is over")]
    SetOver {
        /// The player.
        loser: Side,
        /// His seeds.
        owned: u32,
        /// Seeds that fill a hole.
        seeds: u8,
    },
    /// The refilled board can't be played (no seed lies in an open hole).
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The round is not over yet.
    #[error("the round is not over: expected a position marked \"over\"")]
    NotOver,
    /// The finished round's board has another size than the rules.
    #[error("the board has {found} holes a row: expected the {expected} of the rules")]
    Holes {
        /// Holes of the board.
        found: usize,
        /// Holes of the rules.
        expected: u8,
    },
}

impl Rules {
    /// The opening of a set's first round, `mover` starting.
    ///
    /// # Panics
    /// If the holes or seeds of the rules are not 1 to 18.
    #[must_use]
    pub fn opening(&self, mover: Side) -> Position {
        self.opening_owning(self.total() / 2, mover)
            .expect("a full row can be played")
    }

    /// The opening of a round in which A owns `owned` seeds and B the rest of the full board.
    ///
    /// # Errors
    /// If A would own more than the board has, or a player can't fill a hole.
    ///
    /// # Panics
    /// If the seeds of the rules are 0.
    ///
    /// # Examples
    /// Overbeck § 11: 97 seeds against 65.
    /// ```
    /// use chongkak::{board::Side, rules::Preset};
    /// let rules = Preset::named("overbeck").unwrap().rules;
    /// let opening = rules.opening_owning(97, Side::A).unwrap();
    /// assert_eq!(opening.to_string(), "9,9,9,9,9,9,9,9,9/16 x,x,9,9,9,9,9,9,9/2 A");
    /// ```
    pub fn opening_owning(&self, owned: u32, mover: Side) -> Result<Position, OpeningError> {
        let total = self.total();
        let rest = total
            .checked_sub(owned)
            .ok_or(OpeningError::Owned { owned, total })?;
        self.refilled([owned, rest], mover)
    }

    /// What follows a finished round: the next opening, or the end of the set.
    ///
    /// # Errors
    /// If the position isn't marked `over` or has another number of holes than the rules.
    pub fn next_round(&self, finished: &Position) -> Result<NextRound, OpeningError> {
        if !finished.is_over() {
            return Err(OpeningError::NotOver);
        }
        let found = finished.shape().holes();
        if found != usize::from(self.holes) {
            let expected = self.holes.get();
            return Err(OpeningError::Holes { found, expected });
        }
        let owned = Side::BOTH.map(|side| finished.owned(side));
        match self.refilled(owned, self.next_starter(finished)) {
            Ok(opening) => Ok(NextRound::Opening(opening)),
            Err(OpeningError::SetOver { loser, .. }) => Ok(NextRound::SetOver { loser }),
            Err(error) => Err(error),
        }
    }

    /// Who starts the round after this finished one.
    #[must_use]
    pub fn next_starter(&self, finished: &Position) -> Side {
        let last_mover = finished.mover();
        let round_winner = || match Side::BOTH.map(|side| finished.can_move(side)) {
            [true, false] => Side::A,
            [false, true] => Side::B,
            _ => last_mover,
        };
        match self.starter {
            Starter::LastMover => last_mover,
            Starter::MostSeeds => match finished.standing() {
                0 => last_mover,
                1.. => Side::A,
                _ => Side::B,
            },
            Starter::RoundWinner => round_winner(),
            Starter::RoundLoser => round_winner().other(),
        }
    }

    fn refilled(&self, owned: [u32; 2], mover: Side) -> Result<Position, OpeningError> {
        for side in Side::BOTH {
            let (owned, seeds) = (owned[side.index()], self.seeds);
            if owned < u32::from(seeds) {
                return Err(OpeningError::SetOver {
                    loser: side,
                    owned,
                    seeds: seeds.get(),
                });
            }
        }
        let [(row_a, store_a), (row_b, store_b)] = owned.map(|seeds| self.filled_row(seeds));
        let setup = Setup {
            rows: [row_a, row_b],
            stores: [store_a, store_b],
            mover,
            mark: Mark::None,
        };
        Ok(Position::new(&setup)?)
    }

    /// A row filled by a player who owns `owned` seeds, and what stays in his store.
    fn filled_row(&self, owned: u32) -> (Vec<Pit>, u32) {
        let (holes, seeds) = (u32::from(self.holes), u32::from(self.seeds));
        let filled = holes.min(owned / seeds);
        let rest = owned - filled * seeds;
        let protected = match self.short {
            Short::Closed => 0,
            Short::Ngacang => u32::from(self.max_protected).min(holes - filled),
        };
        // In the order of filling: the full holes, the protected ones, the closed ones.
        let pit = |place: u32| {
            let (state, seeds) = if place < filled {
                (HoleState::Open, seeds)
            } else if place < filled + protected {
                let nearer = place - filled;
                let share = rest / protected + u32::from(nearer < rest % protected);
                (HoleState::Protected, share)
            } else {
                (HoleState::Closed, 0)
            };
            Pit { state, seeds }
        };
        let mut row: Vec<Pit> = (0..holes).map(pit).collect();
        if self.fill == Fill::Near {
            row.reverse();
        }
        (row, if protected == 0 { rest } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    fn opening(rules: &str, owned: u32) -> String {
        let rules = Preset::named(rules).unwrap().rules;
        rules.opening_owning(owned, Side::A).unwrap().to_string()
    }

    // The expected rows are worked out by hand from the texts' words.
    #[test]
    fn closed_holes_are_those_that_cannot_be_filled() {
        assert_eq!(
            opening("overbeck", 65),
            "x,x,9,9,9,9,9,9,9/2 9,9,9,9,9,9,9,9,9/16 A"
        );
        assert_eq!(
            opening("congklak-six", 72 - 6),
            "6,6,6,6,6,6/30 x,x,x,x,x,6/0 A"
        );
        // `fill = far` begins at hole 1.
        assert_eq!(
            opening("conglak-burnt", 20),
            "7,7,x,x,x,x,x/6 7,7,7,7,7,7,7/29 A"
        );
    }

    #[test]
    fn ngacang_holes_share_what_is_left_and_number_at_most_three() {
        // 40 = 5 x 7 + 5: two holes short, 3 seeds next to the filled ones and 2 beyond.
        assert_eq!(
            opening("congklak", 40),
            "2p,3p,7,7,7,7,7/0 7,7,7,7,7,7,7/9 A"
        );
        // 20 = 2 x 7 + 6: five short, three protected with 2 each, two closed.
        assert_eq!(
            opening("congklak", 20),
            "x,x,2p,2p,2p,7,7/0 7,7,7,7,7,7,7/29 A"
        );
        // 42 = 6 x 7: nothing left for the protected hole.
        assert_eq!(
            opening("congklak", 42),
            "0p,7,7,7,7,7,7/0 7,7,7,7,7,7,7/7 A"
        );
    }

    #[test]
    fn a_player_with_fewer_seeds_than_fill_a_hole_has_lost_the_set() {
        let rules = Preset::named("overbeck").unwrap().rules;
        let error = |owned| {
            rules
                .opening_owning(owned, Side::A)
                .unwrap_err()
                .to_string()
        };
        assert!(error(8).starts_with("A owns 8 seeds"));
        assert!(error(154).starts_with("B owns 8 seeds"));
        assert!(error(163).starts_with("A owns 163 seeds: expected at most the 162"));
        assert!(rules.opening_owning(9, Side::B).is_ok());
    }

    fn next(rules: &str, finished: &str) -> String {
        let mut rules = Preset::named(rules).unwrap().rules;
        rules = rules.sized(2, 2).unwrap();
        let finished: Setup = finished.parse().unwrap();
        let finished = Position::new(&finished).unwrap();
        match rules.next_round(&finished).unwrap() {
            NextRound::Opening(position) => position.to_string(),
            NextRound::SetOver { loser } => format!("{loser} lost"),
        }
    }

    #[test]
    fn the_starter_follows_the_rule_set() {
        let finished = "0,1/3 0,0/4 B over";
        assert_eq!(next("overbeck", finished), "2,2/0 2,2/0 B");
        assert_eq!(next("conglak", finished), "2,2/0 2,2/0 A");
        assert_eq!(next("conglak-burnt", finished), "2,2/0 2,2/0 B");
        assert_eq!(next("dakon", finished), "2,2/0 2,2/0 B");
        assert_eq!(next("dakon", "0,1/4 0,0/3 B over"), "2,2/1 x,2/1 A");
        // Neither has seeds in open holes: the last mover, or his opponent.
        assert_eq!(next("conglak", "0,0/4 0,0/4 B over"), "2,2/0 2,2/0 B");
        assert_eq!(next("conglak-burnt", "0,0/4 0,0/4 B over"), "2,2/0 2,2/0 A");
        assert_eq!(next("overbeck", "0,1/6 0,0/1 A over"), "B lost");
    }

    #[test]
    fn seeds_are_neither_lost_nor_made_between_rounds() {
        for preset in Preset::all() {
            let rules = preset.rules;
            for owned in u32::from(rules.seeds)..=rules.total() - u32::from(rules.seeds) {
                let position = rules.opening_owning(owned, Side::B).unwrap();
                assert_eq!(position.owned(Side::A), owned);
                assert_eq!(position.total(), rules.total());
            }
        }
    }
}
