//! Rule sets: options by name, their sources, and the openings they lead to.

use chongkak::board::{Position, Setup, Side};
use chongkak::control::Control;
use chongkak::moves::{Game, Round, perft};
use chongkak::rules::{NextRound, OPTION_NAMES, Preset, ROUND_OPTIONS, Rules};

use crate::support::text_of;

#[test]
fn every_option_of_every_rule_set_says_what_it_rests_on() {
    for preset in Preset::all() {
        for option in OPTION_NAMES {
            let ground = preset.citation(option).unwrap();
            assert!(!ground.sentence.is_empty() || !ground.note.is_empty());
        }
    }
}

#[test]
fn a_mistyped_name_gets_the_likely_one() {
    let error = Preset::named("overbek").unwrap_err().to_string();
    assert!(error.ends_with("kalah (did you mean overbeck?)"), "{error}");
    assert!(!Preset::named("go").unwrap_err().to_string().contains("did you mean"));
}

#[test]
fn names_are_unique() {
    for preset in Preset::all() {
        assert!(std::ptr::eq(Preset::named(preset.name).unwrap(), preset));
    }
}

#[test]
fn every_option_reads_back_what_was_set() {
    for preset in Preset::all() {
        for name in OPTION_NAMES {
            let value = preset.rules.value(name).unwrap();
            let mut rules = Preset::all()[0].rules;
            rules.set(name, &value).unwrap();
            assert_eq!(rules.value(name).unwrap(), value, "{name}");
        }
    }
    assert_eq!(Preset::all()[0].rules.value("hole"), None);
}

#[test]
fn wrong_names_and_values_list_what_is_known() {
    let mut rules = Preset::all()[0].rules;
    let before = rules;
    let error =
        |rules: &mut Rules, option, value| rules.set(option, value).unwrap_err().to_string();
    assert!(error(&mut rules, "relay", "yes").contains("occupied, capture"));
    assert!(error(&mut rules, "occupied", "go").ends_with("expected relay or stop or bank"));
    for wrong in ["0", "19", "+7", "", "7.5", "300"] {
        assert!(error(&mut rules, "holes", wrong).ends_with("a number from 1 to 18"));
    }
    assert_eq!(rules, before);
}

fn opening(rules: &str, owned: u32) -> String {
    let rules = Preset::named(rules).unwrap().rules;
    rules.opening_owning(owned, Side::A).unwrap().to_string()
}

// The expected rows are worked out by hand from the texts' words.
#[test]
fn closed_holes_are_those_that_cannot_be_filled() {
    assert_eq!(opening("overbeck", 65), "x,x,9,9,9,9,9,9,9/2 9,9,9,9,9,9,9,9,9/16 A");
    assert_eq!(opening("congklak-six", 72 - 6), "6,6,6,6,6,6/30 x,x,x,x,x,6/0 A");
    // `fill = far` starts at hole 1.
    assert_eq!(opening("conglak-burnt", 20), "7,7,x,x,x,x,x/6 7,7,7,7,7,7,7/29 A");
}

#[test]
fn ngacang_holes_share_what_is_left_and_number_at_most_three() {
    // 40 = 5 x 7 + 5: two holes short, 3 seeds next to the filled ones and 2 beyond.
    assert_eq!(opening("congklak", 40), "2p,3p,7,7,7,7,7/0 7,7,7,7,7,7,7/9 A");
    // 20 = 2 x 7 + 6: five short, three protected with 2 each, two closed.
    assert_eq!(opening("congklak", 20), "x,x,2p,2p,2p,7,7/0 7,7,7,7,7,7,7/29 A");
    // 42 = 6 x 7: nothing left for the protected hole.
    assert_eq!(opening("congklak", 42), "0p,7,7,7,7,7,7/0 7,7,7,7,7,7,7/7 A");
}

#[test]
fn a_player_with_fewer_seeds_than_fill_a_hole_has_lost_the_set() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let error = |owned| rules.opening_owning(owned, Side::A).unwrap_err().to_string();
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
    // Neither has seeds in open holes: the last mover, or the opponent.
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

/// Lines of every length from some boards: their number depends on the rules of play.
fn lines(rules: &Rules) -> Vec<u64> {
    let boards =
        ["1,4,2/0 2,1,3/0 A", "0,5,1/2 1p,0,7/1 B", "x,3,2/0 2,0,4/3 A", "2,0,1/0 3,2,1/0 A"];
    let games = boards.map(|board| {
        let setup: Setup = board.parse().unwrap();
        Game::new(rules, &Position::new(&setup).unwrap()).unwrap()
    });
    // The result of the round in which the first hole is always played shows who gets what is left.
    let result = |game: &Game| {
        let mut round = Round::new(game);
        while let Some(hole) = round.position().legal().next() {
            round.play(hole).unwrap();
        }
        round.position().standing().unsigned_abs().into()
    };
    let counts = games.iter().flat_map(|game| {
        let count = |depth| perft(game, depth, Control::none()).unwrap();
        (1..9).map(count).chain([result(game)])
    });
    counts.collect()
}

/// The options that table files, unfinished enumerations and scripts treat as rules of a round are
/// exactly those that affect one. A new option must be classified.
#[test]
fn the_options_of_a_round_are_those_that_change_its_lines() {
    let presets = Preset::all().iter();
    let rules: Vec<Rules> = presets.map(|preset| preset.rules.sized(3, 3).unwrap()).collect();
    for name in OPTION_NAMES {
        let values = Rules::values_of(name).unwrap();
        let changes = rules.iter().any(|rules| {
            let known = lines(rules);
            let with = |value: &&str| lines(&rules.with(name, value).unwrap()) != known;
            values.iter().any(with)
        });
        assert_eq!(changes, ROUND_OPTIONS.contains(&name), "{name}");
    }
    let listed = format!("IN_A_ROUND = {ROUND_OPTIONS:?}\n");
    assert!(text_of("scripts/check-proof").contains(&listed), "{listed}");
}
