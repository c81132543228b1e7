//! Trains one net, from scratch or from that of another board.

use chongkak::chong::{ChongPolicy, ChongRules, Net, ThrowGame};
use chongkak::math::Random;

use super::float_net::{FloatNet, Lesson};
use super::lessons::lessons;

/// The training schedule of one board.
#[derive(Clone, Copy)]
pub struct Plan {
    pub columns: u8,
    /// Number of positions to play.
    pub positions: usize,
    /// The weight of each further step when a lesson looks ahead.
    pub trace: f32,
    /// The share of games with fewer than four dice, in percent.
    pub fewer_dice: usize,
    /// The share of games against a simple player, in percent.
    pub simple: usize,
    /// The initial learning rate.
    pub rate: f32,
}

/// The size of the replay buffer: small enough to forget positions of a weaker player.
const KEPT: usize = 100_000;
/// How often each position is used, about.
const USES: usize = 8;
/// The batch size.
const BATCH: usize = 128;
/// Positions that are played between training rounds.
pub const ROUND: usize = 1024;
/// The final learning rate, as a fraction of the initial one.
const LAST_RATE: f32 = 0.03;

/// Trains a net.
pub fn train(
    plan: &Plan,
    known: Option<&FloatNet>,
    seed: u64,
    tell: &dyn Fn(usize, f32),
) -> FloatNet {
    let mut random = Random::new(seed, plan.columns.into());
    let mut net = match known {
        Some(known) => known.stretched(plan.columns),
        None => FloatNet::new(plan.columns, &mut random),
    };
    let rules = [1, 2, 3, 4].map(|dice: u8| {
        let rules = ChongRules::new(plan.columns).expect("a board");
        rules.with("dice", dice.to_string()).expect("a number of dice")
    });
    let mut kept: Vec<Lesson> = Vec::new();
    let (mut played, mut next) = (0, 0);
    while played < plan.positions {
        let mut new = Vec::new();
        let weights = net.exact();
        let games = rules
            .each_ref()
            .map(|rules| ThrowGame::with_net(rules, Net::new(rules, weights.clone())));
        while new.len() < ROUND {
            let dice = dice(plan, &mut random);
            let players = players(plan, &mut random);
            lessons(&games[dice], players, plan.trace, &mut random, &mut new);
        }
        played += new.len();
        for lesson in &new {
            if kept.len() < KEPT {
                kept.push(*lesson);
            } else {
                kept[next % KEPT] = *lesson;
            }
            next += 1;
        }
        let done = (played as f32 / plan.positions as f32).min(1.0);
        let rate = plan.rate * (1.0 - (1.0 - LAST_RATE) * done);
        let mut loss = 0.0;
        let steps = new.len() * USES / BATCH;
        for _ in 0..steps {
            let chosen: Vec<&Lesson> =
                (0..BATCH).map(|_| &kept[random.below(kept.len())]).collect();
            let nets = games.each_ref().map(|game| game.net());
            loss += net.learn(&nets, chosen.into_iter(), rate);
        }
        tell(played, loss / steps as f32);
    }
    net
}

/// Chooses the number of dice of a game, minus one. Games with few dice are long, so there are few
/// of them.
fn dice(plan: &Plan, random: &mut Random) -> usize {
    if random.below(100) >= plan.fewer_dice {
        return 3;
    }
    [0, 1, 1, 2, 2, 2][random.below(6)]
}

/// Chooses the players of a game: usually the net on both sides.
fn players(plan: &Plan, random: &mut Random) -> [Option<ChongPolicy>; 2] {
    const OTHERS: [ChongPolicy; 3] =
        [ChongPolicy::Greedy, ChongPolicy::Runner, ChongPolicy::Random];
    if random.below(100) >= plan.simple {
        return [None, None];
    }
    let other = Some(OTHERS[random.below(OTHERS.len())]);
    if random.below(2) == 0 { [other, None] } else { [None, other] }
}
