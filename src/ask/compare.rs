//! The effect of each option in which two rule sets differ.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use super::{Evaluate, Limits, Ready, Start, Variant};
use crate::board::Position;
use crate::control::{Control, StopReason, settings};
use crate::moves::{Game, Move, MoveTrace, Round, divergence};
use crate::rules::{ROUND_OPTIONS, Rules};
use crate::search::Evaluation;
use crate::text::{Diagnostic, ErrorKind};

/// Compares two rules, X and Y. For each option in which they differ, finds the shortest line that
/// leads to different positions under X and under X with this one option of Y.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CompareRules {
    /// True to also evaluate the position under X, under Y, and under X with each option.
    pub values: bool,
    /// The limits of each search, for a line or a value; by default [`NODES`](Self::NODES).
    pub limits: Limits,
}

settings!(CompareRules {
    with_values values (bool),
    with_limits limits (Limits),
});

/// The differences between two rules, X and Y.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The starting positions under X and under Y.
    pub games: [Game; 2],
    /// Their values, if requested.
    pub values: Option<[Evaluation; 2]>,
    /// The options in which X and Y differ, each by itself.
    pub effects: Vec<Effect>,
}

/// The effect of a single option of Y.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Effect {
    /// The option.
    pub option: &'static str,
    /// Its settings in X and in Y.
    pub settings: [String; 2],
    /// The line, or the reason why there is none.
    pub parted: Result<Parted, NoLine>,
    /// Moves played while searching for the line.
    pub nodes: u64,
    /// The starting position under X with this option; none if the option does not affect a round
    /// or no such game exists.
    pub game: Option<Game>,
    /// The value under X with this option, if requested.
    pub value: Option<Evaluation>,
}

/// A line after which two rules have led to different positions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parted {
    /// The moves under X, and under X with the option; empty if the openings differ.
    pub moves: Vec<[MoveTrace; 2]>,
    /// The positions after the line.
    pub after: [Position; 2],
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "Reason"))]
#[serde(rename_all = "lowercase")]
pub enum NoLine {
    /// The option matters only between rounds.
    Outside,
    /// The option only changes the holes with which a round may begin.
    First,
    /// The position fixes the number of holes.
    Board,
    /// The requested opening does not exist on the option's board.
    Opening,
    /// No line from the position leads to different positions.
    Never,
    /// The node limit was reached first.
    Nodes,
    /// The time limit was reached first.
    Time,
    /// The search was interrupted.
    Interrupted,
}

impl From<StopReason> for NoLine {
    fn from(stopped: StopReason) -> NoLine {
        match stopped {
            StopReason::Interrupted | StopReason::Cancelled => NoLine::Interrupted,
            StopReason::Time => NoLine::Time,
            StopReason::Nodes | StopReason::Depth | StopReason::Memory => NoLine::Nodes,
        }
    }
}

impl Default for CompareRules {
    fn default() -> CompareRules {
        CompareRules { values: false, limits: Limits::default().with_nodes(CompareRules::NODES) }
    }
}

impl CompareRules {
    /// Default limit of moves in the search for a line, and of nodes in the search for a value.
    pub const NODES: u64 = 1_000_000;

    /// Compares the rules of `x` with `y` from a position or an opening, option by option. An
    /// opening is set up under each of the rules. A position is the same under all of them, even if
    /// it does not fit their board. Lines are played by the plain rules.
    ///
    /// # Errors
    /// If the start is invalid under `x` or `y`, a position can't be evaluated, or a result fails
    /// verification.
    ///
    /// # Examples
    /// ```
    /// use chongkak::ask::{CompareRules, Ready, Start, Variant};
    /// use chongkak::{Control, Preset};
    /// let kalah = Variant::of(Preset::named("kalah").unwrap());
    /// let other = kalah.rules().with("capture", "none").unwrap();
    /// let ready = Ready::nothing();
    /// let question = CompareRules::default();
    /// let found = question.answer(&kalah, &other, &Start::opening(), &ready, Control::none());
    /// let effect = &found.unwrap().effects[0];
    /// assert_eq!((effect.option, effect.parted.is_ok()), ("capture", true));
    /// ```
    pub fn answer(
        &self,
        x: &Variant,
        y: &Rules,
        start: &Start<'_>,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<Comparison, Diagnostic> {
        let game = x.game(start)?;
        // The start must be valid under both rules.
        let under_y = game_under(&game, y).map_err(|error| {
            error.in_text(game.position().to_string()).of_kind(ErrorKind::BadValue)
        })?;
        let evaluate = Evaluate { limits: self.limits, ..Evaluate::default() };
        let value =
            |game: &Game| evaluate.answer(game, ready, control, None).map(|answer| answer.found);
        let values = match self.values {
            true => Some([value(&game)?, value(&under_y)?]),
            false => None,
        };
        let under_x = values.as_ref().map(|[x, _]| x);
        let effects = x.rules().differing(*y).map(|option| {
            let settings = [x.rules(), y].map(|rules| rules.value(option).expect("an option"));
            effect(option, settings, (&game, start), under_x, self.limits.bound(control), &value)
        });
        let effects = effects.collect::<Result<_, _>>()?;
        Ok(Comparison { games: [game, under_y], values, effects })
    }
}

/// The same position under other rules, with their board fitted to it.
pub(super) fn game_under(game: &Game, rules: &Rules) -> Result<Game, Diagnostic> {
    let position = game.position();
    Game::new(&rules.fitted_to(position), position)
}

/// Finds the effect of a single option of Y.
fn effect(
    option: &'static str,
    settings: [String; 2],
    (game, start): (&Game, &Start<'_>),
    under_x: Option<&Evaluation>,
    limited: Control<'_>,
    value: &dyn Fn(&Game) -> Result<Evaluation, Diagnostic>,
) -> Result<Effect, Diagnostic> {
    let rules = game.rules();
    let none = |reason, value| Effect {
        option,
        settings: settings.clone(),
        parted: Err(reason),
        nodes: 0,
        game: None,
        value,
    };
    let is_opening = matches!(start, Start::Opening { .. });
    if option == "holes" && !is_opening {
        return Ok(none(NoLine::Board, None));
    }
    let rules = rules.with(option, &settings[1])?;
    let changed = match is_opening {
        true => start.game(&rules, true).ok(),
        false => game_under(game, &rules).ok(),
    };
    let Some(changed) = changed else {
        return Ok(none(NoLine::Opening, None));
    };
    if game.position() == changed.position() && !ROUND_OPTIONS.contains(&option) {
        if game.first_hole() != changed.first_hole() {
            let value = under_x.map(|_| value(&changed)).transpose()?;
            return Ok(Effect { game: Some(changed), ..none(NoLine::First, value) });
        }
        // An option between rounds does not change the value of a round.
        return Ok(none(NoLine::Outside, under_x.cloned()));
    }
    let (found, nodes) = divergence(game, &changed, limited);
    let parted = match found {
        Ok(Some(line)) => Ok(parted([game, &changed], &line)?),
        Ok(None) => Err(NoLine::Never),
        Err(stopped) => Err(stopped.into()),
    };
    let value = under_x.map(|_| value(&changed)).transpose()?;
    Ok(Effect { parted, nodes, game: Some(changed), ..none(NoLine::Never, value) })
}

/// Plays a line by the plain rules and verifies that they part at its end and not before.
fn parted(games: [&Game; 2], line: &[Move]) -> Result<Parted, Diagnostic> {
    let wrong = |problem: &dyn Display| Diagnostic::fault(games[0].position(), problem);
    let mut rounds = games.map(Round::new);
    let mut moves = Vec::new();
    for played in line {
        let [one, other] = &mut rounds;
        // A stop that only one of the rules allows is no stop under the other.
        let play = |round: &mut Round| round.play(*played).or_else(|_| round.play(played.hole));
        let traces = (play(one), play(other));
        let as_fault = |error: Diagnostic| wrong(&error);
        moves.push([traces.0.map_err(as_fault)?, traces.1.map_err(as_fault)?]);
    }
    let after = rounds.map(|round| *round.position());
    let before = moves.split_last().map_or(&[][..], |(_, before)| before);
    let too_early = before.iter().any(|[one, other]| one.after != other.after);
    if after[0] == after[1] || too_early {
        return Err(wrong(&"the rules do not first differ at the end of the line"));
    }
    Ok(Parted { moves, after })
}
