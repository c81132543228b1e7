//! Measures the nets of chong, one decision ahead, against simple players and against the estimate
//! that was before them.
//!
//! usage: cargo run --release --example chong-strength -- games COLUMNS DICE GAMES [PROFILE]
//!        cargo run --release --example chong-strength -- loss PROFILE COLUMNS DICE
//!
//! `games` plays matches in which the players change sides after each game, and tells the time of a
//! decision. `loss` solves a small board and tells what each player's choices give away, in the
//! mean over positions of games: chances to win a choice, in per cent.

mod old_guess;

use std::io::{self, Write};
use std::time::Instant;

use chongkak::chong::{
    Afters, BoardSolver, ChongPolicy, ChongPosition, ChongRules, Dice, Profile, ThrowGame,
};
use chongkak::control::Control;
use chongkak::math::{Interval, Random};
use old_guess::OldGuess;
use rayon::prelude::*;

/// Games end as draws after so many throws.
const MOST_THROWS: u32 = 2000;

/// A player.
#[derive(Clone, Copy)]
enum Who {
    Policy(ChongPolicy),
    Old,
}

/// The players on one board.
struct Board<'a> {
    game: &'a ThrowGame<'a>,
    old: OldGuess,
}

impl Board<'_> {
    fn choose(
        &self,
        who: Who,
        position: &ChongPosition,
        throw: Dice,
        random: &mut Random,
    ) -> ChongPosition {
        match who {
            Who::Policy(policy) => {
                policy.choose(self.game, position, throw, random, Control::none())
            }
            Who::Old => match self.game.rules().afters(position, throw) {
                Afters::Won(after) => after,
                Afters::Open(afters) => {
                    let worth = |after: &ChongPosition| self.old.value(after);
                    let least =
                        afters.iter().min_by(|one, other| worth(one).total_cmp(&worth(other)));
                    *least.expect("every throw has an end")
                }
            },
        }
    }

    /// The result of one game for player 0, and the throws.
    fn play(&self, players: [Who; 2], number: u64) -> (f64, u32) {
        let rules = self.game.rules();
        let mut random = Random::new(36, number);
        let mut who = (number % 2) as usize;
        let mut position = ChongPosition::start(rules);
        for throws in 0..MOST_THROWS {
            if let Some(value) = position.verdict(rules) {
                let won = value > 0.0 && who == 0 || value < 0.0 && who == 1;
                return (f64::from(u8::from(won)), throws);
            }
            let all = 6_usize.pow(rules.dice.into());
            let throw = Dice::numbered(rules.dice, random.below(all));
            position = self.choose(players[who], &position, throw, &mut random);
            who = 1 - who;
        }
        (0.5, MOST_THROWS)
    }
}

fn rules_of(profile: &str, columns: &str, dice: &str) -> ChongRules {
    let columns = columns.parse().expect("a number of columns");
    let rules = Profile::named(profile).expect("a profile").rules(columns).expect("a board");
    rules.with("dice", dice).expect("a number of dice")
}

fn main() -> io::Result<()> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    match given[..] {
        ["games", columns, dice, games] => all_games(rules_of("content", columns, dice), games),
        ["games", columns, dice, games, profile] => {
            all_games(rules_of(profile, columns, dice), games)
        }
        ["loss", profile, columns, dice] => losses(rules_of(profile, columns, dice)),
        _ => panic!("expected games COLUMNS DICE GAMES [PROFILE], or loss PROFILE COLUMNS DICE"),
    }
}

#[allow(clippy::cast_precision_loss)]
fn all_games(rules: ChongRules, games: &str) -> io::Result<()> {
    let games: u64 = games.parse().expect("a number of games");
    let game = ThrowGame::new(&rules);
    let board = Board { game: &game, old: OldGuess::new(&rules) };
    let net = Who::Policy(ChongPolicy::Guess);
    let others = [
        ("greedy", Who::Policy(ChongPolicy::Greedy)),
        ("runner", Who::Policy(ChongPolicy::Runner)),
        ("random", Who::Policy(ChongPolicy::Random)),
        ("old guess", Who::Old),
    ];
    let mut out = io::stdout().lock();
    for (name, other) in others {
        let begun = Instant::now();
        let all: Vec<(f64, u32)> =
            (0..games).into_par_iter().map(|number| board.play([net, other], number)).collect();
        let won: f64 = all.iter().map(|one| one.0).sum();
        let throws: u32 = all.iter().map(|one| one.1).sum();
        let share = Interval::wilson(&[(games, won)]);
        let share = share.expect("some games");
        let [low, high] = share.ends().expect("some games");
        let time = begun.elapsed().as_secs_f64() * 1000.0 * rayon::current_num_threads() as f64;
        writeln!(
            out,
            "3 x {} {} dice, {name:9} {games} games: {:.1} ({:.1} to {:.1}), {:.1} throws, {:.3} ms each",
            rules.columns,
            rules.dice,
            100.0 * share.mean,
            100.0 * low,
            100.0 * high,
            f64::from(throws) / games as f64,
            time / f64::from(throws),
        )?;
    }
    Ok(())
}

/// Choices that are judged on a small board.
const CHOICES: usize = 4000;

fn losses(rules: ChongRules) -> io::Result<()> {
    let start = ChongPosition::start(&rules);
    let solver = BoardSolver::new(&rules, 4096);
    let solved = solver.solve(&start, Control::none()).expect("a small board");
    let game = ThrowGame::new(&rules);
    let board = Board { game: &game, old: OldGuess::new(&rules) };
    let players = [Who::Policy(ChongPolicy::Guess), Who::Policy(ChongPolicy::Best), Who::Old];
    let mut lost = [0.0; 3];
    let mut random = Random::new(36, 0);
    let (mut position, mut choices) = (start, 0);
    while choices < CHOICES {
        let throw = Dice::numbered(rules.dice, random.below(6_usize.pow(rules.dice.into())));
        if rules.ends(&position, throw).len() > 1 {
            choices += 1;
            let (_, best) = solved.best(&position, throw).expect("it goes on");
            for (lost, who) in lost.iter_mut().zip(players) {
                let after = board.choose(who, &position, throw, &mut random);
                *lost += (best + solved.value(&after).expect("it can be reached")) / 2.0;
            }
        }
        // Games between players of all kinds.
        let policies =
            [ChongPolicy::Guess, ChongPolicy::Greedy, ChongPolicy::Runner, ChongPolicy::Random];
        let who = Who::Policy(policies[random.below(4)]);
        position = board.choose(who, &position, throw, &mut random);
        if position.outcome(&rules).is_some() {
            position = start;
        }
    }
    let each = lost.map(|lost| 100.0 * lost / CHOICES as f64);
    writeln!(
        io::stdout(),
        "3 x {} {} dice: net {:.4}, two decisions ahead {:.4}, old guess {:.4}",
        rules.columns,
        rules.dice,
        each[0],
        each[1],
        each[2],
    )
}
