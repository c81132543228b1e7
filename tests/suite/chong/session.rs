//! Games of people and policies: nothing is lost, and everything can be undone.

use chongkak::chong::{
    Awaited, ChongPolicy, ChongRecord, ChongRules, Dice, GameSession, Happened, Horizon,
    OPTION_NAMES, PlacedPosition, Profile, ThrowGame, Throws, WayRanking,
};
use chongkak::control::{Control, Stop};
use chongkak::math::Random;

use super::reference::{self, Board};

/// Two players, `None` for a person.
type Table = [Option<ChongPolicy>; 2];

/// Rules of a small board: some options changed.
fn any_rules(random: &mut Random) -> ChongRules {
    let mut rules = ChongRules::new(2 + u8::try_from(random.below(3)).unwrap()).unwrap();
    let dice = 1 + random.below(4);
    rules.set("dice", &dice.to_string()).unwrap();
    for _ in 0..random.below(4) {
        let option = OPTION_NAMES[1 + random.below(OPTION_NAMES.len() - 1)];
        let values = ChongRules::values_of(option).unwrap();
        rules.set(option, values[random.below(values.len())]).unwrap();
    }
    rules
}

fn any_throw(rules: &ChongRules, random: &mut Random) -> Dice {
    Dice::numbered(rules.dice, random.below(6_usize.pow(rules.dice.into())))
}

fn begun(rules: &ChongRules, table: Table, throws: Throws) -> GameSession {
    GameSession::new(rules, PlacedPosition::start(rules), table, 7, throws)
}

fn record(game: &GameSession) -> ChongRecord {
    game.record(&Profile::all()[0], Vec::new())
}

fn go_on(game: &mut GameSession) {
    while game.go_on(Control::none()).is_some() {}
}

/// Formats a way of the throw as it is typed.
fn any_way(game: &GameSession, random: &mut Random) -> String {
    let ends = game.ends();
    let way = &ends[random.below(ends.len())].way;
    let moves: Vec<String> = way.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// Types a throw or a way, whichever is due; returns `false` if the game is over.
fn type_something(game: &mut GameSession, random: &mut Random) -> bool {
    match game.awaited() {
        Awaited::Nothing(_) => return false,
        Awaited::Throw(_) => {
            let throw = any_throw(game.rules(), random);
            game.throw(throw).unwrap();
        }
        Awaited::Turn(..) => {
            let way = any_way(game, random);
            game.decide(&way).unwrap();
        }
    }
    true
}

/// In any state the record is complete: continuing it gives the same game.
fn is_kept(game: &GameSession, table: Table) {
    let record = record(game);
    let read = ChongRecord::read(&record.to_string()).unwrap();
    assert_eq!(read, record, "{record}");
    let again = GameSession::resume(&read, table, 7, read.throws);
    assert_eq!(awaited(&again), awaited(game));
    assert_eq!(self::record(&again), record);
    assert_eq!(again.placed(), game.placed());
}

/// The reference implementation plays the same turns.
fn is_legal(record: &ChongRecord) {
    let mut board = Board::of(&record.first.position);
    for turn in &record.turns {
        let faces: Vec<u8> = turn.throw.faces().collect();
        let after = Board::of(&turn.after.position);
        let ends = reference::ends(&board, &faces, &record.rules);
        assert!(ends.iter().any(|(end, _)| *end == after), "{record}");
        board = after;
    }
}

/// Describes the next decision, ignoring the source of throws.
fn awaited(game: &GameSession) -> String {
    match game.awaited() {
        Awaited::Turn(player, thrown) => format!("{player} {}", thrown.throw),
        other => format!("{other:?}"),
    }
}

const TABLES: [Table; 5] = [
    [None, Some(ChongPolicy::Greedy)],
    [Some(ChongPolicy::Random), None],
    [None, None],
    [None, Some(ChongPolicy::Search(2))],
    [Some(ChongPolicy::Guess), Some(ChongPolicy::Runner)],
];

#[test]
fn whatever_is_typed_the_record_has_the_game() {
    let (mut typed, mut wrong, mut back, mut forth, mut over) = (0, 0, 0, 0, 0);
    for seed in 0..25 {
        let mut random = Random::new(seed, 0);
        let rules = any_rules(&mut random);
        let table = TABLES[random.below(TABLES.len())];
        let throws = [Throws::Typed, Throws::Seed(seed)][random.below(2)];
        let mut game = begun(&rules, table, throws);
        for _ in 0..24 {
            go_on(&mut game);
            let before = game.clone();
            match random.below(10) {
                0 | 1 => back += usize::from(game.undo()),
                2 | 3 => forth += usize::from(game.redo().is_some()),
                4 => {
                    for text in ["1:K9<>8 foo", "7:S1-2", "9"] {
                        assert!(game.decide(text).is_err());
                        assert_eq!(game, before);
                        wrong += 1;
                    }
                }
                5 => {
                    let throw = any_throw(&rules, &mut random);
                    over += usize::from(game.throw(throw).is_err());
                }
                _ => match type_something(&mut game, &mut random) {
                    true => typed += 1,
                    false => over += 1,
                },
            }
            is_kept(&game, table);
        }
        // With more dice the reference implementation is slow.
        if rules.dice.get() < 3 {
            is_legal(&record(&game));
        }
    }
    assert!(typed > 75 && wrong > 75, "{typed} {wrong}");
    assert!(back > 25 && forth > 5 && over > 5, "{back} {forth} {over}");
}

/// A player who throws with real dice from here on did not type the earlier throws: undo goes back
/// to turns of people, and past those of the program.
#[test]
fn other_dice_leave_what_was_thrown_as_it_was() {
    let mut taken_back = 0;
    for seed in 0..20 {
        let mut random = Random::new(seed, 2);
        let mut game = begun(&any_rules(&mut random), TABLES[0], Throws::Seed(seed));
        for _ in 0..6 {
            go_on(&mut game);
            type_something(&mut game, &mut random);
        }
        let kept = record(&game);
        let mut back = GameSession::resume(&kept, TABLES[0], 7, Throws::Typed);
        assert_eq!(record(&back).throws, Throws::Typed);
        while back.undo() {
            assert!(game.undo());
            assert_eq!(back.placed(), game.placed(), "{kept}");
            taken_back += 1;
        }
        assert!(!game.undo(), "{kept}");
    }
    assert!(taken_back > 30, "{taken_back}");
}

/// Undo goes back to the last decision of a person, with that person's throw; redo goes forward,
/// with the same throws and the same answers.
#[test]
fn what_is_taken_back_comes_again() {
    let mut checked = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed, 1);
        let rules = any_rules(&mut random);
        let table = TABLES[random.below(4)];
        let throws = [Throws::Typed, Throws::Seed(seed)][random.below(2)];
        let mut game = begun(&rules, table, throws);
        // The places where a person was to play a throw.
        let mut stations = Vec::new();
        go_on(&mut game);
        for _ in 0..30 {
            if let Awaited::Turn(..) = game.awaited() {
                stations.push(record(&game));
            }
            if !type_something(&mut game, &mut random) {
                break;
            }
            go_on(&mut game);
        }
        let end = record(&game);
        let mut seen = vec![end.clone()];
        while game.undo() {
            seen.push(record(&game));
            // With typed throws undo also goes back to a throw that was typed for a policy, which
            // must be typed again.
            go_on(&mut game);
            assert_eq!(seen.last(), Some(&record(&game)), "{end}");
        }
        let first = seen.last().cloned();
        seen.reverse();
        let decided: Vec<&ChongRecord> =
            seen.iter().filter(|record| record.throw.is_some()).collect();
        let stations: Vec<&ChongRecord> = stations.iter().collect();
        let last = stations.len().min(decided.len());
        assert_eq!(decided[..last], stations[..last]);
        assert!(decided.len() >= stations.len(), "{end}");
        assert_eq!(Some(&record(&game)), first.as_ref());
        // And forward again.
        for station in &seen[1..] {
            assert!(game.redo().is_some());
            assert_eq!(record(&game), *station);
            checked += 1;
        }
        assert_eq!(game.redo(), None);
        assert_eq!(record(&game), end);
    }
    assert!(checked > 200, "{checked}");
}

/// A position in which nobody wins at once, with two dice.
fn long_game() -> (ChongRules, PlacedPosition) {
    let rules = ChongRules::new(6).unwrap().with("dice", 2).unwrap();
    let first = PlacedPosition::parse("SSSSSS|K....k|ssssss A opened:AB", &rules).unwrap();
    (rules, first)
}

/// Undo gives no better throw: those of the program belong to the turn, whatever is played.
#[test]
fn another_way_meets_the_same_throws() {
    let (rules, first) = long_game();
    let mut others = 0;
    for seed in 0..30 {
        let mut game = GameSession::new(&rules, first, [None, None], 7, Throws::Seed(seed));
        let thrown = |game: &mut GameSession| {
            let mut thrown = Vec::new();
            while let Some(happened) = game.go_on(Control::none()) {
                if let Happened::Thrown(_, made) = happened {
                    thrown.push(made.throw);
                }
            }
            thrown
        };
        thrown(&mut game);
        let mut all: Vec<(String, Vec<Dice>)> = Vec::new();
        for end in game.ends().iter().filter(|end| !end.won) {
            let way: Vec<String> = end.way.iter().map(ToString::to_string).collect();
            game.decide(&way.join(" ")).unwrap();
            all.push((way.join(" "), thrown(&mut game)));
            assert!(game.undo());
        }
        for two in all.windows(2) {
            assert_ne!(two[0].0, two[1].0);
            // One of them may force a pass, so that there are more throws.
            let both = two[0].1.len().min(two[1].1.len());
            assert_eq!(two[0].1[..both], two[1].1[..both]);
            others += 1;
        }
    }
    assert!(others > 20, "{others}");
}

/// A mistyped throw can be retyped: one's own at once, another player's after `undo`.
#[test]
fn a_mistyped_throw_can_be_mended() {
    let rules = ChongRules::new(3).unwrap();
    let throw = |text: &str| text.parse().unwrap();
    let mut game = begun(&rules, [None, Some(ChongPolicy::Greedy)], Throws::Typed);
    game.throw(throw("2,2,3,4")).unwrap();
    // The only way is a pass, but it is not played automatically.
    assert_eq!(game.go_on(Control::none()), None);
    // Example E6 of the rules: one way.
    game.throw(throw("1,3,6,6")).unwrap();
    game.decide("1:K3<>2 3:S3-6").unwrap();
    game.throw(throw("1,6,6,6")).unwrap();
    go_on(&mut game);
    assert_eq!(game.turns().len(), 2);
    assert!(game.undo());
    let mended = game.clone();
    assert_eq!((game.turns().len(), game.thrown()), (1, None));
    game.throw(throw("2,6,6,6")).unwrap();
    go_on(&mut game);
    assert_eq!(game.turns().len(), 2);
    assert_eq!(game.redo(), None);
    // The same throw again changes nothing.
    let mut game = mended;
    game.throw(throw("1,6,6,6")).unwrap();
    assert!(game.redo().is_some());
    assert!(game.undo() && game.undo() && !game.undo());
    assert_eq!(game.thrown().unwrap().throw, throw("1,3,6,6"));
}

/// A stopped policy moves at once, by the best it has found.
#[test]
fn a_policy_that_is_stopped_moves() {
    let (rules, first) = long_game();
    let policies = [Some(ChongPolicy::Search(20)), None];
    let stop = Stop::new();
    stop.set();
    let mut others = 0;
    for (_, throw) in Dice::all(rules.dice) {
        let mut game = GameSession::new(&rules, first, policies, 7, Throws::Typed);
        game.throw(throw).unwrap();
        let mut stopped = game.clone();
        go_on(&mut game);
        let control = Control::none().with_stop(&stop);
        assert!(matches!(stopped.go_on(control), Some(Happened::Played(_))));
        let plain = ThrowGame::new(&rules);
        let sight = Horizon::new(1).with_width(1);
        let (now, tell) = (Control::none(), &mut |_: &_| {});
        let sight = WayRanking::of(&plain, &first.position, throw, sight, now, tell).unwrap();
        let best = sight.best().unwrap().end.after;
        assert_eq!(stopped.placed().position, best, "{throw}");
        others += usize::from(game.placed().position != best);
    }
    assert!(others > 0, "the search changes nothing");
}
