//! How often perfect play wins on solved boards, against the players of `chong match` that decide
//! at once.
//!
//! The players change sides after each game. What perfect play wins there is what any search
//! could win at most, and so says how much of the game is decided by the dice.
//!
//! usage: cargo run --release --example chong-perfect [GAMES]     (a pair, default 20000)

use std::io::{self, Write};

use chongkak::chong::{Dice, Game, Policy, Position, Profile, Rules, Solved, Solver};
use chongkak::control::Control;
use chongkak::math::{Interval, Random};

/// Profile, columns, dice.
const BOARDS: [(&str, u8, u8); 5] = [
    ("content", 3, 2),
    ("content", 3, 4),
    ("content", 4, 1),
    ("blocked", 4, 2),
    ("blocked", 4, 4),
];

const OPPONENTS: [Policy; 4] = [
    Policy::Random,
    Policy::Greedy,
    Policy::Runner,
    Policy::Guess,
];

/// Throws after which a game counts as drawn.
const MOST_THROWS: u32 = 2000;

fn main() -> io::Result<()> {
    let games = std::env::args().nth(1);
    let games = games.map_or(20_000, |text| text.parse().expect("a number of games"));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "board                    opponent  won by perfect play"
    )?;
    for (profile, columns, dice) in BOARDS {
        let mut rules = Profile::named(profile)
            .expect("a profile")
            .rules(columns)
            .expect("a board");
        rules
            .set("dice", &dice.to_string())
            .expect("a number of dice");
        let solver = Solver {
            rules: &rules,
            memory: 4096,
        };
        let solved = solver
            .solve(&Position::start(&rules), Control::none())
            .expect("a small board");
        for opponent in OPPONENTS {
            let won = (0..games).map(|number| one(&rules, &solved, opponent, number));
            let share = Interval::wilson(games, won.sum()).expect("games");
            let [mean, low, high] = [share.mean, share.low, share.high].map(|share| share * 100.0);
            writeln!(
                out,
                "{profile} 3 x {columns}, {dice} dice     {:8}  {mean:.1} % ({low:.1} to {high:.1})",
                opponent.to_string()
            )?;
        }
    }
    Ok(())
}

/// What the perfect player gets of one game: 1, 0, or a half.
fn one(rules: &Rules, solved: &Solved, opponent: Policy, number: u64) -> f64 {
    let game = Game::new(rules);
    let mut random = Random::new(1933, number);
    let throws = 6_usize.pow(rules.dice.into());
    let mut perfect = number.is_multiple_of(2);
    let mut position = Position::start(rules);
    for _ in 0..MOST_THROWS {
        if let Some(won) = position.verdict(rules) {
            return if (won > 0.0) == perfect { 1.0 } else { 0.0 };
        }
        let throw = Dice::numbered(rules.dice, random.below(throws));
        position = if perfect {
            best(rules, solved, &position, throw)
        } else {
            opponent.choose(&game, &position, throw, &mut random, Control::none())
        };
        perfect = !perfect;
    }
    0.5
}

/// The end of the turn that is worth least to the other player.
fn best(rules: &Rules, solved: &Solved, position: &Position, throw: Dice) -> Position {
    let ends = rules.ends(position, throw);
    if ends[0].won {
        return ends[0].after;
    }
    let value = |after: &Position| solved.value(after).expect("it can be reached");
    let ends = ends.iter().map(|end| end.after);
    ends.min_by(|one, other| value(one).total_cmp(&value(other)))
        .expect("a turn has an end")
}
