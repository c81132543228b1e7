//! The library's games: parsed, written, played move by move.

use chongkak::board::Cell;
use chongkak::rules::Preset;
use chongkak::{Game, Move, Position, Round, Side};
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// Random rounds under all rule sets: each game round-trips as text and as JSON, and plays like a
/// round.
#[test]
fn games_are_read_as_they_are_written_and_play_as_rounds_do() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut moves = 0;
    for preset in Preset::all() {
        for _ in 0..4 {
            let mut game = Game::opening(&preset.rules, Side::A);
            let mut round = Round::new(&game);
            for _ in 0..60 {
                let text = game.to_string();
                assert_eq!(text.parse::<Game>().as_ref(), Ok(&game), "{text}");
                let json = serde_json::to_string(&game).unwrap();
                assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);
                let position = *game.position();
                assert_eq!(position.to_string().parse::<Position>(), Ok(position));
                let legal: Vec<Move> = game.legal_moves().collect();
                let holes: Vec<_> = legal.iter().map(|played| played.hole).collect();
                assert_eq!(holes, position.legal().collect::<Vec<_>>());
                let Some(best) = legal.get(rng.random_range(0..legal.len().max(1))) else {
                    break;
                };
                assert_eq!(best.to_string().parse::<Move>().as_ref(), Ok(best));
                game = game.play(*best).unwrap();
                round.play(best.hole).unwrap();
                // Only a round knows that a position has occurred before.
                if game.position() != round.position() {
                    assert!(round.position().is_over(), "{text}: {best}");
                    break;
                }
                moves += 1;
            }
        }
    }
    assert!(moves > 500, "{moves}");
}

#[test]
fn options_that_differ_stand_behind_the_rule_set() {
    let text = "congklak,lap=circuit,store=far 1,0,3/0 0,5,1/0 B";
    let game: Game = text.parse().unwrap();
    assert_eq!(game.rules().value("lap").unwrap(), "circuit");
    assert_eq!(game.rules().value("store").unwrap(), "far");
    assert_eq!(game.to_string().parse::<Game>(), Ok(game));
}

#[test]
fn a_move_of_another_or_of_an_empty_hole_is_refused_with_the_legal_ones() {
    let game: Game = "kalah 0,1,2/0 1,1,1/0 A".parse().unwrap();
    for (played, problem) in
        [("B1", "A is to move"), ("A1", "holds no seeds"), ("A4", "a row has 3")]
    {
        let refused = game.play(played.parse().unwrap()).unwrap_err();
        assert!(refused.problem().to_string().contains(problem), "{played}: {refused}");
        assert_eq!(refused.expected(), "one of A2 A3");
    }
}

#[test]
fn texts_that_are_no_games_are_refused() {
    for (text, told) in [
        ("", "no rule set"),
        ("kala 1/0 1/0 A", "no rule set \"kala\""),
        ("kalah,lap 1/0 1/0 A", "expected OPTION=VALUE"),
        ("kalah,lap=often 1/0 1/0 A", "option lap"),
        ("kalah 1/0 1,1/0 A", "row A has 1"),
        ("kalah 1/0 q/0 A", "hole B1"),
    ] {
        let error = text.parse::<Game>().unwrap_err().to_string();
        assert!(error.contains(told), "{text:?}: {error}");
    }
    for word in ["", "A", "A0", "A01", "A19", "C1", "RC", "R", "7", "A+1", "ä1"] {
        assert!(word.parse::<Cell>().is_err(), "{word}");
    }
    for word in ["A7", "B18", "RA", "RB"] {
        assert_eq!(word.parse::<Cell>().unwrap().to_string(), word);
    }
}
