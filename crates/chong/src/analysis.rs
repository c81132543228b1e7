//! Judges the turns of a game one by one: the luck of each throw, and the loss by each choice.

use serde::Serialize;

use crate::prices::{Appraiser, PriceList};
use crate::{
    ChongPosition, ChongRules, End, JudgedBy, PlacedPosition, PlayedTurn, Player, SubMove,
    probability,
};
use chongkak_base::control::{Clock, Control, StopReason};

/// A turn with the luck of its throw and the loss by its choice. Chances to win are those of its
/// player; a draw counts half.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct JudgedTurn {
    /// The position before the throw.
    pub position: PlacedPosition,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub turn: PlayedTurn,
    /// A way that gives nothing away: the one played if no other is better.
    pub best: Vec<SubMove>,
    /// The chance before the throw.
    pub before: f64,
    /// The chance after the throw, by the best way.
    pub thrown: f64,
    /// The chance after the way that was played.
    pub left: f64,
    /// The luck of the throw: `thrown` minus `before`.
    pub luck: f64,
    /// The loss by the choice: `thrown` minus `left`.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    pub loss: f64,
    /// The maximum error of luck and loss, null if not proven. With the estimate, the larger change
    /// of `thrown` and `left` when all throws after the way are examined.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    pub error: Option<f64>,
}

/// A judged game.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedGame {
    /// The turns that were judged.
    pub turns: Vec<JudgedTurn>,
    /// A's chance before the first throw.
    pub start: f64,
    /// A's result, or A's chance before the next throw.
    pub result: f64,
    /// The limit that ended the work; `None` if all turns were judged.
    pub stopped: Option<StopReason>,
}

impl JudgedGame {
    /// Judges consecutive turns from a position, and reports what it has found after each. The
    /// control's nodes are turns.
    #[must_use]
    pub fn of(
        rules: &ChongRules,
        first: &PlacedPosition,
        turns: &[PlayedTurn],
        by: JudgedBy<'_>,
        control: Control<'_>,
        tell: &mut dyn FnMut(&JudgedGame),
    ) -> JudgedGame {
        let list = PriceList::new(rules, by);
        let mut judge = list.appraiser();
        control.progress.start_phase("turns", Some(turns.len() as u64));
        let clock = Clock::new(control);
        let start = judge.chance_of_a(first);
        let mut game = JudgedGame { turns: Vec::new(), start, result: start, stopped: None };
        let mut placed = *first;
        for turn in turns {
            if let Err(reason) = clock.step() {
                game.stopped = Some(reason);
                break;
            }
            game.turns.push(judge.judged(placed, turn));
            placed = turn.after;
            game.result = judge.chance_of_a(&placed);
            tell(&game);
        }
        game
    }

    /// The estimate's corrections from turn to turn, in A's chances: the result minus the start,
    /// the luck and the losses. Zero with exact values.
    #[must_use]
    pub fn corrections(&self) -> f64 {
        let [of_a, of_b] = [Player::A, Player::B].map(|player| self.luck_and_loss(player));
        self.result - self.start - (of_a.0 - of_b.0) - (of_b.1 - of_a.1)
    }

    /// Returns the total luck and loss of a player.
    #[must_use]
    pub fn luck_and_loss(&self, player: Player) -> (f64, f64) {
        let own = self.turns.iter().filter(|one| one.turn.player == player);
        own.fold((0.0, 0.0), |(luck, loss), one| (luck + one.luck, loss + one.loss))
    }
}

impl Appraiser<'_> {
    fn chance_of_a(&mut self, placed: &PlacedPosition) -> f64 {
        let chance = probability(self.worth(&placed.position, None));
        match placed.player {
            Player::A => chance,
            Player::B => 1.0 - chance,
        }
    }

    fn judged(&mut self, placed: PlacedPosition, turn: &PlayedTurn) -> JudgedTurn {
        let (before, after) = (&placed.position, &turn.after.position);
        let prices = self.prices(before, turn.throw, after);
        let best = (prices.left < prices.best).then(|| self.best_end(before, turn));
        let error = match self.list.by {
            JudgedBy::Exact(solved) => solved.error(),
            JudgedBy::Estimate(_) => {
                let chosen = self.correction(after, prices.left);
                let best = best.as_ref().filter(|best| !best.won);
                let best = best.map(|best| self.correction(&best.after, prices.best));
                Some(chosen.max(best.unwrap_or(0.0)) / 2.0)
            }
        };
        let [before, thrown, left] =
            [prices.before, prices.best.max(prices.left), prices.left].map(probability);
        JudgedTurn {
            position: placed,
            turn: turn.clone(),
            best: best.map_or_else(|| turn.way.clone(), |best| best.way),
            before,
            thrown,
            left,
            luck: thrown - before,
            loss: thrown - left,
            error,
        }
    }

    /// Returns the best way to play the throw of a turn.
    fn best_end(&self, before: &ChongPosition, turn: &PlayedTurn) -> End {
        let left = |end: &End| match (end.won, self.list.by) {
            (true, _) => 1.0,
            (_, JudgedBy::Exact(solved)) => -solved.value(&end.after).expect("it can be reached"),
            (_, JudgedBy::Estimate(estimate)) => -estimate.value(&end.after),
        };
        let ends = self.list.rules.ends(before, turn.throw).into_iter();
        let best = ends.rev().max_by(|one, other| left(one).total_cmp(&left(other)));
        best.expect("there is a way to play every throw")
    }

    /// Returns how much the value after a turn changes when all following throws are examined.
    fn correction(&mut self, after: &ChongPosition, left: f64) -> f64 {
        (left + self.worth(after, None)).abs()
    }
}
