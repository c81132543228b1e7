//! The share of games that perfect play wins on solved boards, against the players of `chong match`
//! that decide at once.
//!
//! The players change sides after each game. The wins of perfect play there are those that any
//! search could win at most, and so they say how much of the game is decided by the dice.
//!
//! usage: cargo run --release --example chong-perfect [GAMES]     (a pair, default 20000)

use std::io::{self, Write};

use chongkak::chong::{BoardSolver, ChongPolicy, ChongPosition, Chooser, Games, Profile};
use chongkak::control::Control;

/// Profile, columns, dice.
const BOARDS: [(&str, u8, u8); 5] =
    [("content", 3, 2), ("content", 3, 4), ("content", 4, 1), ("blocked", 4, 2), ("blocked", 4, 4)];

const OPPONENTS: [ChongPolicy; 4] =
    [ChongPolicy::Random, ChongPolicy::Greedy, ChongPolicy::Runner, ChongPolicy::Guess];

fn main() -> io::Result<()> {
    let games = std::env::args().nth(1);
    let games = games.map_or(20_000, |text| text.parse().expect("a number of games"));
    let mut out = io::stdout().lock();
    writeln!(out, "board                    opponent  won by perfect play")?;
    for (profile, columns, dice) in BOARDS {
        let mut rules =
            Profile::named(profile).expect("a profile").rules(columns).expect("a board");
        rules.set("dice", &dice.to_string()).expect("a number of dice");
        let solver = BoardSolver::new(&rules, 4096);
        let start = ChongPosition::start(&rules);
        let solved = solver.solve(&start, Control::none()).expect("a small board");
        for opponent in OPPONENTS {
            let games = Games::new(&rules, &start, [Chooser::Perfect(&solved), opponent.into()])
                .with_change(true)
                .with_games(games)
                .with_seed(1933);
            let (tally, _) = games.play(Control::none());
            let share = tally.share().expect("games");
            let [low, high] = share.ends().expect("games that differ");
            let [mean, low, high] = [share.mean, low, high].map(|share| share * 100.0);
            writeln!(
                out,
                "{profile} 3 x {columns}, {dice} dice     {:8}  {mean:.1} % ({low:.1} to {high:.1})",
                opponent.to_string()
            )?;
        }
    }
    Ok(())
}
