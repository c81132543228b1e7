//! How a move ends under the other rule sets.

use super::compare::game_under;
use crate::moves::{Game, Move, MoveTrace, Round};
use crate::rules::{Preset, ROUND_OPTIONS, Rules};
use crate::text::Diagnostic;

/// A move as other rule sets play it, where it leads to another position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Elsewhere {
    /// The rule sets that agree on this.
    pub rules: Vec<&'static str>,
    /// The options of these rule sets, with their values, that change the move: each of them alone,
    /// or only all together if none does so alone.
    pub options: Vec<(&'static str, String)>,
    /// The move.
    pub trace: MoveTrace,
}

/// Plays a legal move under the shipped rule sets, with their boards fitted to the position, and
/// returns those under which it leads to another position. Rule sets that don't allow the position
/// or the move are left out. Earlier positions are not considered (`store = far`). It plays at most
/// one move for each option of each rule set.
///
/// # Errors
/// If the move is not legal.
///
/// # Examples
/// Kalah has no relays.
/// ```
/// use chongkak::ask::elsewhere;
/// use chongkak::{Game, Preset, Side};
/// let game = Game::opening(&Preset::named("congklak").unwrap().rules, Side::A);
/// let fourth = game.legal_moves().nth(3).unwrap();
/// let found = elsewhere(&game, fourth).unwrap();
/// let kalah = found.iter().find(|one| one.rules.contains(&"kalah")).unwrap();
/// assert_eq!(kalah.options, [("occupied", "stop".to_owned())]);
/// assert_eq!(kalah.trace.laps.len(), 1);
/// ```
pub fn elsewhere(game: &Game, played: Move) -> Result<Vec<Elsewhere>, Diagnostic> {
    let here = Round::new(game).play(played)?;
    let rules = *game.rules();
    let mut all: Vec<Elsewhere> = Vec::new();
    for preset in Preset::all() {
        let other = |rules: &Rules| {
            let trace = Round::new(&game_under(game, rules).ok()?).play(played).ok()?;
            (trace.after != here.after).then_some(trace)
        };
        let Some(trace) = other(&preset.rules) else { continue };
        let differing = rules.differing(preset.rules);
        let differing: Vec<_> = (differing.filter(|option| ROUND_OPTIONS.contains(option)))
            .map(|option| (option, preset.rules.value(option).expect("an option")))
            .collect();
        let changes = |(option, value): &&(&'static str, String)| {
            rules.with(option, value).is_ok_and(|rules| other(&rules).is_some())
        };
        let alone: Vec<_> = differing.iter().filter(changes).cloned().collect();
        let options = if alone.is_empty() { differing } else { alone };
        let same = |one: &&mut Elsewhere| one.trace.after == trace.after && one.options == options;
        match all.iter_mut().find(same) {
            Some(group) => group.rules.push(preset.name),
            None => all.push(Elsewhere { rules: vec![preset.name], options, trace }),
        }
    }
    Ok(all)
}
