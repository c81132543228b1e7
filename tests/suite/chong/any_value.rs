//! Arbitrary input for chong: impossible armies, throws of other dice, any limits.

use chongkak::chong::{
    Army, BoardSolver, ChongPolicy, ChongPosition, ChongRules, Columns, Dice, DiceCount, Expected,
    Games, HIDDEN, Horizon, JudgedBy, Moment, Net, NetWeights, PlacedPosition, Profile, ThrowGame,
    WayRanking, expected, potential, probability,
};
use chongkak::control::Control;
use chongkak::math::Random;
use proptest::prelude::*;

use super::any_rules;

fn any_army() -> impl Strategy<Value = Army> {
    let sparse = prop::collection::vec(0..84_u32, 0..7);
    let soldiers = prop_oneof![
        4 => sparse.prop_map(|cells| cells.into_iter().fold(0, |all, cell| all | 1_u128 << cell)),
        1 => any::<u128>(),
    ];
    let king = prop_oneof![3 => (0..84_u8).prop_map(Some), 1 => any::<Option<u8>>()];
    (soldiers, king, any::<[bool; 3]>()).prop_map(|(soldiers, king, [opened, turned, primed])| {
        let mut army = Army::new(soldiers, king);
        if opened {
            army = army.with_opened();
        }
        if turned {
            army = army.with_turned();
        }
        army.with_primed(primed)
    })
}

fn any_dice() -> impl Strategy<Value = Dice> {
    (1..=4_u8, any::<usize>())
        .prop_map(|(dice, number)| Dice::numbered(DiceCount::new(dice).unwrap(), number))
}

fn nodes(nodes: u64) -> Control<'static> {
    Control::none().with_nodes(nodes)
}

fn everything(rules: &ChongRules, position: ChongPosition, throw: Dice, number: u32) {
    let _ = (position.verdict(rules), position.outcome(rules), position.swapped());
    let _ = (position.is_dead(rules), position.dead_value(rules), potential(rules, &position));
    for army in [position.mover, position.other] {
        for cell in [0, 83, 84, 127, 128, u8::MAX] {
            let _ = (army.king_on(cell), army.soldier_on(cell), army.on(cell));
        }
        let _ = (army.soldier_sum(), army.cells().count(), army.king(), army.is_gone());
    }
    let turn = rules.begin(&position, throw);
    rules.sub_moves(&turn, |_, next| {
        let _ = (rules.end(&next), rules.may_stop(&next));
    });
    let _ = rules.ends(&position, throw);
    let game = ThrowGame::new(rules);
    let _ = (game.guess(&position), Net::built_in(rules).features(&position));
    let placed = PlacedPosition::start(rules).after(position);
    let _ = (placed.to_string(), placed.armies());
    let horizon = Horizon::new(number % 3)
        .with_samples(number % 4)
        .with_width(usize::try_from(number % 5).unwrap())
        .with_seed(number.into())
        .with_memory(1);
    let control = nodes(50);
    let _ = WayRanking::of(&game, &position, throw, horizon, control, &mut |_| {})
        .map(|found| found.best().cloned());
    let _: Result<Expected, _> = expected(&game, &position, horizon, control, &mut |_| {});
    let _ = Moment::before(position);
    for policy in ["random", "greedy", "runner", "guess", "search:2", "player"] {
        let policy: ChongPolicy = policy.parse().unwrap();
        let games = Games::new(rules, &position, [policy.into(), ChongPolicy::Random.into()])
            .with_throw((number.is_multiple_of(2)).then_some(throw))
            .with_change(true)
            .with_games(2)
            .with_precision(f64::from(number) / 7.0)
            .with_seed(number.into());
        let (tally, _) = games.play(nodes(20));
        let _ = tally.share();
        let (_, luck, _) = games.judged(JudgedBy::Estimate(&game), nodes(20));
        let _ = luck.statistics();
        let mut random = Random::new(number.into(), 0);
        let _ = policy.choose(&game, &position, throw, &mut random, nodes(20));
    }
    let _ = BoardSolver::new(rules, 1).solve(&position, nodes(2_000));
}

proptest! {
    #![proptest_config(crate::support::law(50))]

    #[test]
    fn armies_that_no_game_has(
        rules in any_rules(2..=28), mover in any_army(), other in any_army(), throw in any_dice(),
        number in any::<u32>(),
    ) {
        everything(&rules, ChongPosition { mover, other }, throw, number);
    }
}

proptest! {
    // The largest boards take longest: looking ahead there takes a second.
    #![proptest_config(crate::support::law(25))]

    #[test]
    fn positions_of_other_boards(
        rules in any_rules(2..=28), columns in 2..=28_u8, throw in any_dice(), number in any::<u32>(),
    ) {
        let others = ChongRules::new(columns).unwrap();
        everything(&rules, ChongPosition::start(&others), throw, number);
    }
}

#[test]
fn numbers_and_texts_of_any_kind() {
    for number in 0..=u8::MAX {
        let rules = ChongRules::new(number);
        assert_eq!(rules.is_ok(), Columns::new(number).is_some());
        let Ok(rules) = rules else {
            continue;
        };
        for profile in Profile::all() {
            let _ = (profile.rules(number), profile.rules(number.wrapping_add(9)));
        }
        let built_in = NetWeights::built_in(number);
        let weights = NetWeights {
            bias: [f32::NAN; HIDDEN],
            output: [f32::INFINITY; HIDDEN],
            constant: f32::MIN,
            ..built_in
        };
        let _ = Net::new(&rules, weights).value(&ChongPosition::start(&rules));
        for text in ["", " ", "0", "7", "1,2,3,4,5", "☃", "a/b", "search:99999999999"] {
            let _ = (
                text.parse::<Dice>(),
                PlacedPosition::parse(text, &rules),
                text.parse::<ChongPolicy>(),
            );
        }
        for cell in [0, 83, 84, u8::MAX] {
            let _ = PlacedPosition::start(&rules).hole(cell);
        }
    }
    let _ = (probability(f64::NAN), probability(f64::INFINITY));
}
