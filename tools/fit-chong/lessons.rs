//! Games of a net with itself and with simple players, as training data.

use chongkak::chong::{Afters, ChongPolicy, ChongPosition, ChongRules, Dice, Net, ThrowGame};
use chongkak::control::Control;
use chongkak::math::Random;

use super::float_net::{Lesson, logistic};

/// Games lost or drawn by endless play end after this many throws.
const MOST_THROWS: usize = 400;

/// One turn of a game.
struct Turn {
    position: ChongPosition,
    /// The chance to win of the player to throw, after the throw, playing by the net.
    best: f32,
    /// Whether the player did so, so that the result is a useful target.
    followed: bool,
}

/// Plays one game, and returns a lesson for each turn: the chance to win that the net sees after
/// the throw, combined with later ones, weighted by `trace` for each further step.
pub fn lessons(
    game: &ThrowGame<'_>,
    players: [Option<ChongPolicy>; 2],
    trace: f32,
    random: &mut Random,
    lessons: &mut Vec<Lesson>,
) {
    let rules = game.rules();
    let (turns, end) = played(game, players, random);
    let mut after = end;
    for turn in turns.into_iter().rev() {
        let target = match (turn.followed, after) {
            (true, Some(after)) => (1.0 - trace) * turn.best + trace * (1.0 - after),
            _ => turn.best,
        };
        lessons.push(Lesson { position: turn.position, dice: rules.dice.get(), target });
        after = Some(target);
    }
}

/// Plays a game, and returns its turns and the value of its end, if it has one, to the player who
/// would throw next.
fn played(
    game: &ThrowGame<'_>,
    players: [Option<ChongPolicy>; 2],
    random: &mut Random,
) -> (Vec<Turn>, Option<f32>) {
    let rules = game.rules();
    let all = 6_usize.pow(rules.dice.into());
    let mut position = ChongPosition::start(rules);
    let mut turns = Vec::new();
    for number in 0..MOST_THROWS {
        if number % 16 == 15 && position.is_dead(rules) {
            return (turns, Some(0.5));
        }
        let throw = Dice::numbered(rules.dice, random.below(all));
        let (best, after) = best(rules, game.net(), &position, throw);
        let policy = players[number % 2];
        let next = match policy {
            Some(policy) => policy.choose(game, &position, throw, random, Control::none()),
            None => after,
        };
        turns.push(Turn { position, best, followed: next == after });
        if next.verdict(rules).is_some() {
            return (turns, Some(0.0));
        }
        position = next;
    }
    (turns, None)
}

/// Returns the best way by the net: the chance that it leaves, and the position.
fn best(
    rules: &ChongRules,
    net: &Net,
    position: &ChongPosition,
    throw: Dice,
) -> (f32, ChongPosition) {
    match rules.afters(position, throw) {
        Afters::Won(after) => (1.0, after),
        Afters::Open(afters) => {
            let known = net.first_layer(&position.swapped());
            let odds = |after: &ChongPosition| net.output_from(&known, after);
            let rated = afters.iter().map(|after| (odds(after), *after));
            let least = rated.min_by(|one, other| one.0.total_cmp(&other.0));
            let (odds, after) = least.expect("there is an end");
            (1.0 - logistic(odds), after)
        }
    }
}
