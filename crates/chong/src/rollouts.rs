//! Plays games to the end: rollouts of one position, and matches.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::luck::Judge;
use crate::prices::{Appraiser, PriceList};
use crate::{
    BoardValues, ChongPolicy, ChongPosition, ChongRules, Dice, JudgedBy, LuckTotals, ThrowGame,
};
use chongkak_base::control::{Clock, Control, StopReason, settings};
use chongkak_base::math::{Different, Interval, Random};

/// Games between two checks of the result, and the least number for the precision to count.
const BATCH: u64 = 128;

/// The same for judged games, which take far longer.
const JUDGED_BATCH: u64 = 16;

/// After this many throws a game counts as drawn, because it is cyclic. Under `dlp` games of two
/// thousand throws still end: a player may wait hundreds of throws for the one that frees the king.
const MOST_THROWS: u32 = 10_000;

/// What chooses for a player in a game that is played to the end.
#[derive(Clone, Copy)]
pub enum Chooser<'a> {
    /// A policy.
    Policy(ChongPolicy),
    /// The best way by the exact values of a board, the first of equal ones. The values must
    /// contain the starts of the games.
    Perfect(&'a BoardValues),
}

impl From<ChongPolicy> for Chooser<'_> {
    fn from(policy: ChongPolicy) -> Self {
        Chooser::Policy(policy)
    }
}

impl Chooser<'_> {
    /// Returns the position after the choice.
    fn choose(
        self,
        game: &ThrowGame<'_>,
        position: &ChongPosition,
        throw: Dice,
        random: &mut Random,
        control: Control<'_>,
    ) -> ChongPosition {
        match self {
            Chooser::Policy(policy) => policy.choose(game, position, throw, random, control),
            Chooser::Perfect(solved) => {
                let (end, _) = solved.best(position, throw).expect("it can be reached");
                end.after
            }
        }
    }
}

/// Games from one position.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Games<'a> {
    /// The rules; the columns are those of the position.
    pub rules: &'a ChongRules,
    /// The position that every game starts from.
    pub start: &'a ChongPosition,
    /// The first throw, if it is given.
    pub throw: Option<Dice>,
    /// The player to throw first and the other; with `change`, in the first game.
    pub players: [Chooser<'a>; 2],
    /// Whether the two change sides after every game.
    pub change: bool,
    /// The most games to play.
    pub games: u64,
    /// If above 0, the games end when half the interval of the first player's share is at most this
    /// wide.
    pub precision: f64,
    /// The random seed.
    pub seed: u64,
}

settings!(Games<'a> {
    with_throw throw (Option<Dice>),
    with_change change (bool),
    with_games games (u64),
    with_precision precision (f64),
    with_seed seed (u64),
});

impl<'a> Games<'a> {
    /// Creates a hundred games of these players, the first of whom always throws first.
    #[must_use]
    pub const fn new(
        rules: &'a ChongRules,
        start: &'a ChongPosition,
        players: [Chooser<'a>; 2],
    ) -> Games<'a> {
        Games {
            rules,
            start,
            throw: None,
            players,
            change: false,
            games: 100,
            precision: 0.0,
            seed: 1,
        }
    }
}

/// The results of games, for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GameTally {
    /// Number of games played.
    pub games: u64,
    /// Number of distinct games among them: distinct in a throw, a choice, or who throws first. At
    /// most 524,288 are counted of those in which the first player throws first, and as many of the
    /// others.
    pub different: u64,
    /// Number of games won.
    pub won: u64,
    /// Number of games that ended in a draw, or were too long.
    pub drawn: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Number of throws in all games.
    pub throws: u64,
    /// The games in which the first player throws first, and the others: their number, and the
    /// points, two for a win.
    #[serde(skip)]
    sides: [(u64, u64); 2],
    /// Whether the games say nothing about other games, because they were all the same.
    #[serde(skip)]
    repeated: bool,
}

impl GameTally {
    /// The share of games won, draws as half, with the 95 % interval unless all games were the
    /// same; `None` before the first game.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn share(&self) -> Option<Interval> {
        let shares = self.sides.map(|(games, points)| (games, points as f64 / 2.0));
        let share = Interval::wilson(&shares)?;
        Some(match self.repeated {
            true => share.mean_alone(),
            false => share,
        })
    }

    /// Counts a game in which this player, 0 or 1, threw first, and which ended with this value for
    /// player 0.
    fn count(&mut self, first: usize, value: f64, throws: u32) {
        let (won, drawn) = (u64::from(value > 0.0), u64::from(value == 0.0));
        self.games += 1;
        self.won += won;
        self.drawn += drawn;
        self.lost += 1 - won - drawn;
        self.throws += u64::from(throws);
        let (games, points) = &mut self.sides[first];
        (*games, *points) = (*games + 1, *points + 2 * won + drawn);
    }
}

/// A game that was played.
struct Played {
    /// The player who threw first.
    first: usize,
    /// The value of the end for player 0.
    value: f64,
    throws: u32,
    /// A hash of the game, unique except with a probability of one in a million million.
    which: u64,
    luck: LuckTotals,
}

impl Games<'_> {
    /// Plays the games on all threads of the current pool. The control's nodes are throws.
    ///
    /// Every game has its own random numbers, so results do not depend on the threads. If a limit
    /// ends the work, which the result says, every game that was finished counts.
    #[must_use]
    pub fn play(&self, control: Control<'_>) -> (GameTally, Option<StopReason>) {
        let (tally, _, stopped) = self.played(None, control);
        (tally, stopped)
    }

    /// Plays the same games, and judges every throw and choice. The games end when the share
    /// without luck is precise enough.
    #[must_use]
    pub fn judged(
        &self,
        by: JudgedBy<'_>,
        control: Control<'_>,
    ) -> (GameTally, LuckTotals, Option<StopReason>) {
        self.played(Some(by), control)
    }

    /// Plays the games, and judges them if `by` says how.
    #[doc(hidden)]
    #[must_use]
    pub fn played(
        &self,
        by: Option<JudgedBy<'_>>,
        control: Control<'_>,
    ) -> (GameTally, LuckTotals, Option<StopReason>) {
        control.progress.start_phase("games", Some(self.games));
        let clock = Clock::new(control.quietly());
        let game = ThrowGame::new(self.rules);
        let prices = by.map(|by| PriceList::new(self.rules, by));
        let appraiser = || prices.as_ref().map(PriceList::appraiser);
        let (mut tally, mut luck) = (GameTally::default(), LuckTotals::default());
        let mut different = Different::default();
        let share = |tally: &GameTally, luck: &LuckTotals| match by {
            _ if tally.games < BATCH => None,
            None => tally.share(),
            Some(_) => luck.statistics().map(|luck| luck.adjusted),
        };
        let batch = by.map_or(BATCH, |_| JUDGED_BATCH);
        while tally.games < self.games && !self.is_enough(share(&tally, &luck)) {
            let batch = tally.games..self.games.min(tally.games + batch);
            let games = batch.into_par_iter().map_init(appraiser, |appraiser, number| {
                let one = self.one(&game, appraiser.as_mut(), number, &clock);
                control.progress.add(one.is_ok().into());
                one
            });
            let mut stopped = None;
            // In the order of the games, so that sums are rounded alike on any number of threads.
            for one in games.collect::<Vec<Result<Played, StopReason>>>() {
                match one {
                    Ok(one) => {
                        tally.count(one.first, one.value, one.throws);
                        different.add(one.first, one.which);
                        luck.add(&one.luck);
                    }
                    Err(reason) => stopped = Some(reason),
                }
            }
            tally.different = different.count();
            tally.repeated = !different.is_sample();
            if stopped.is_some() {
                return (tally, luck, stopped);
            }
        }
        (tally, luck, None)
    }

    /// Whether a share is precise enough.
    fn is_enough(&self, share: Option<Interval>) -> bool {
        let enough = |[low, high]: [f64; 2]| (high - low) / 2.0 <= self.precision;
        self.precision > 0.0 && share.and_then(Interval::ends).is_some_and(enough)
    }

    fn one(
        &self,
        game: &ThrowGame<'_>,
        appraiser: Option<&mut Appraiser<'_>>,
        number: u64,
        clock: &Clock<'_>,
    ) -> Result<Played, StopReason> {
        let mut random = Random::new(self.seed, number);
        let dice = self.rules.dice;
        let all = 6_usize.pow(dice.into());
        let first = usize::from(self.change && number % 2 == 1);
        let (mut who, mut which) = (first, DefaultHasher::new());
        let mut position = *self.start;
        let mut judge =
            appraiser.map(|appraiser| Judge::new(appraiser, who, &position, self.throw));
        let mut throws = 0;
        // Whether the previous throw let nobody move; at the start nothing is known, so it counts
        // as such.
        let mut passed = true;
        let result = loop {
            let over = match passed {
                true => position.outcome(self.rules),
                false => position.verdict(self.rules),
            };
            match over {
                Some(value) if who == 0 => break Some(value),
                Some(value) => break Some(-value),
                None if throws == MOST_THROWS => break None,
                None => {}
            }
            clock.step()?;
            let given = self.throw.filter(|_| throws == 0);
            let throw = given.unwrap_or_else(|| Dice::numbered(dice, random.below(all)));
            let before = position;
            let rest = clock.rest();
            position = self.players[who].choose(game, &position, throw, &mut random, rest);
            passed = position.swapped().has_the_pieces_of(&before);
            // A stopped search would have chosen differently.
            if let Some(reason) = clock.ended() {
                return Err(reason);
            }
            if let Some(judge) = &mut judge {
                judge.turn(who, &before, throw, &position);
            }
            (throw, &position).hash(&mut which);
            throws += 1;
            who = 1 - who;
        };
        let value = result.unwrap_or(0.0);
        let luck = judge.map(|judge| judge.result(value));
        Ok(Played { first, value, throws, which: which.finish(), luck: luck.unwrap_or_default() })
    }
}
