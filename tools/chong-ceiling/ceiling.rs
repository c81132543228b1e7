//! An upper bound on the chance of any player against an opponent that wins if it can: games up to
//! the player's first choice, and what the opponent's next throw then does whatever is chosen.

use std::collections::HashMap;

use chongkak::chong::{Afters, Army, ChongPolicy, ChongPosition, Dice, ThrowGame, probability};
use chongkak::control::Control;
use chongkak::math::Random;

/// Plays games under the profile `content`.
pub struct Ceiling<'a> {
    game: &'a ThrowGame<'a>,
    /// It wins if it can.
    opponent: ChongPolicy,
    throws: Vec<(u32, Dice)>,
    sure: HashMap<Army, f64>,
}

/// Armies that are remembered, so that memory stays small.
const REMEMBERED: usize = 1 << 16;

impl<'a> Ceiling<'a> {
    pub fn new(game: &'a ThrowGame<'a>, opponent: ChongPolicy) -> Ceiling<'a> {
        let throws = Dice::all(game.rules().dice);
        Ceiling { game, opponent, throws, sure: HashMap::new() }
    }

    /// Plays a game from this position, in which the player throws first if `mine`, up to the end
    /// or the player's first choice. Returns two numbers whose means over games are at least the
    /// chance of every player: the first takes a choice for a win, the second lets the opponent
    /// throw once more.
    pub fn of(&mut self, start: ChongPosition, mine: bool, random: &mut Random) -> [f64; 2] {
        let rules = self.game.rules();
        let all = 6_usize.pow(rules.dice.into());
        let (mut position, mut mine) = (start, mine);
        loop {
            if let Some(value) = position.outcome(rules) {
                return [probability(if mine { value } else { -value }); 2];
            }
            let throw = Dice::numbered(rules.dice, random.below(all));
            position = match (mine, rules.afters(&position, throw)) {
                (true, Afters::Won(_)) => return [1.0; 2],
                (_, Afters::Open(ways)) if ways.len() == 1 => ways[0],
                (true, Afters::Open(ways)) => {
                    let chances = ways.iter().map(|way| 1.0 - self.sure_to_win(way.mover));
                    return [1.0, chances.fold(0.0, f64::max)];
                }
                _ => self.opponent.choose(self.game, &position, throw, random, Control::none()),
            };
            mine = !mine;
        }
    }

    /// Returns the chance of throws by which an army wins at once, whatever the other player has:
    /// one soldier runs home. Other throws may win too.
    pub fn sure_to_win(&mut self, army: Army) -> f64 {
        if self.sure.len() >= REMEMBERED {
            self.sure.clear();
        }
        let (rules, throws) = (self.game.rules(), &self.throws);
        let last = 3 * rules.columns.get() - 1;
        *self.sure.entry(army).or_insert_with(|| {
            let wins = |throw: Dice| {
                let dice: Vec<u8> = throw.faces().collect();
                army.opened() && army.cells().any(|from| goes_home(last, army, from, &dice))
            };
            let weights = throws.iter().filter(|(_, throw)| wins(*throw)).map(|one| one.0);
            f64::from(weights.sum::<u32>()) / 6_f64.powi(rules.dice.get().into())
        })
    }
}

/// Whether a soldier can go from this cell to the last by some of the dice. Its own side's pieces
/// stop it, and an enemy may stop a Chong, except on the last two cells.
fn goes_home(last: u8, army: Army, from: u8, dice: &[u8]) -> bool {
    (0..dice.len()).any(|at| {
        let (die, to) = (dice[at], from + dice[at]);
        if to > last || army.on(to) || (die == 1 && to + 1 < last) {
            return false;
        }
        let rest = [&dice[..at], &dice[at + 1..]].concat();
        to == last || goes_home(last, army, to, &rest)
    })
}
