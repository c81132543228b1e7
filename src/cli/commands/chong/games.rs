//! `chong rollout` and `chong match`: games played to the end.

use chongkak::chong::findings::games::{LuckRecord, MatchRecord, PARTS, RolloutRecord, share};
use chongkak::chong::{
    BoardValues, ChongPosition, Chooser, ChosenRules, Games, JudgedBy, ThrowGame,
};

use super::args::{Contestant, Match, Rollout};
use super::{each, given_throw, solve, task};
use crate::cli::{CliError, Session, Status, watched};

pub fn rollout(
    args: &Rollout,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        let games = Games::new(&task.rules, &task.placed.position, [args.policy.into(); 2])
            .with_throw(given)
            .with_games(args.games)
            .with_precision(args.precision)
            .with_seed(args.seed);
        let without_luck = args.luck || args.policy.looks_ahead();
        let game = ThrowGame::new(&task.rules);
        let judge = without_luck.then_some(JudgedBy::Estimate(&game));
        let (tally, luck, stopped) = watched(session, |control| games.played(judge, control))?;
        let luck =
            luck.statistics().map(|luck| luck.adjusted.each(|chance| chance.clamp(0.0, 1.0)));
        session.out.record(&RolloutRecord {
            head: task.head(),
            throw: given,
            policy: args.policy,
            seed: args.seed,
            tally,
            share: share(&tally),
            without_luck,
            probability: luck.map_or_else(|| share(&tally), |chance| Some(chance.rounded(PARTS))),
            stopped,
        })?;
        Ok(Status::after(stopped))
    })
}

pub fn contest(
    args: &Match,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let (rules, start) = (chosen.rules, ChongPosition::start(&chosen.rules));
    let both = [args.first, args.second];
    let solved = match args.exact || both.contains(&Contestant::Perfect) {
        true => Some(solve(&task(None, chosen)?, None, session)??),
        false => None,
    };
    let games = Games::new(&rules, &start, both.map(|one| chooser(one, solved.as_ref())))
        .with_change(true)
        .with_games(args.games)
        .with_seed(args.seed);
    let game = ThrowGame::new(&rules);
    let judge = args.luck.then(|| JudgedBy::of(solved.as_ref(), &game));
    let (tally, luck, stopped) = watched(session, |control| games.played(judge, control))?;
    let luck = luck
        .statistics()
        .map(|luck| LuckRecord { exact: solved.is_some(), statistics: luck.rounded(PARTS) });
    session.out.record(&MatchRecord {
        holes: rules.columns.get(),
        dice: rules.dice.get(),
        first: args.first.to_string(),
        second: args.second.to_string(),
        seed: args.seed,
        tally,
        share: share(&tally),
        luck,
        stopped,
    })?;
    Ok(Status::after(stopped))
}

/// Returns a player of a match. A perfect player needs the solved board.
fn chooser(contestant: Contestant, solved: Option<&BoardValues>) -> Chooser<'_> {
    match contestant {
        Contestant::Policy(policy) => policy.into(),
        Contestant::Perfect => Chooser::Perfect(solved.expect("the board was solved")),
    }
}
