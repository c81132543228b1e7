//! The effects of the options in which two rules differ.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use super::{Evaluate, Limits, Ready, Start, Variant};
use crate::board::Position;
use crate::control::{Control, StopReason, settings};
use crate::moves::{Game, Move, MoveTrace, Round, divergence};
use crate::rules::{ROUND_OPTIONS, Rules};
use crate::search::Evaluation;
use crate::text::{Diagnostic, ErrorKind};

/// Asks what each option changes in which two rules, X and Y, differ: the shortest line at whose
/// end X, and X with this option of Y alone, have left different positions.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CompareRules {
    /// True if values are asked for too: under X, under Y, and under X with each option.
    pub values: bool,
    /// The limits of each search, for a line or for a value; [`NODES`](Self::NODES) if nothing else
    /// is said.
    pub limits: Limits,
}

settings!(CompareRules {
    with_values values (bool),
    with_limits limits (Limits),
});

/// The differences of two rules, X and Y.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The positions where the lines begin, under X and under Y.
    pub games: [Game; 2],
    /// The values there under X and under Y, if they were asked for.
    pub values: Option<[Evaluation; 2]>,
    /// The options in which they differ, each alone.
    pub effects: Vec<Effect>,
}

/// The effect of one option of Y alone.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Effect {
    /// The option.
    pub option: &'static str,
    /// Its values in X and in Y.
    pub settings: [String; 2],
    /// The line, or why there is none.
    pub parted: Result<Parted, NoLine>,
    /// Moves played in the search of the line.
    pub nodes: u64,
    /// The position where the other line begins, under X with this option; none if that changes no
    /// round, or there is no such game.
    pub game: Option<Game>,
    /// The value under X with this option, if values were asked for.
    pub value: Option<Evaluation>,
}

/// A line at whose end rules have parted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parted {
    /// The moves under X, and under X with the option; none where the openings differ.
    pub moves: Vec<[MoveTrace; 2]>,
    /// The positions after it.
    pub after: [Position; 2],
}

/// The reason why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "Reason"))]
#[serde(rename_all = "lowercase")]
pub enum NoLine {
    /// The option is about what lies between rounds.
    Outside,
    /// The position says how many holes there are.
    Board,
    /// The board of the option does not have the opening that is asked for.
    Opening,
    /// No line from the position parts the rules.
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
    /// The usual most moves of the search of a line, and positions of that of a value.
    pub const NODES: u64 = 1_000_000;

    /// Compares the rules of `x` with `y`, from a position or an opening on, by options in their
    /// order. An opening is that of each rules; a position is the same under all, whatever board
    /// they are for. Lines are played by the plain rules.
    ///
    /// # Errors
    /// If the start is none of `x` and `y`, a position can't be evaluated, or what is found is
    /// wrong.
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
        // Whatever stands at the start must be a position of both.
        let under_y = here(&game, y).map_err(|error| {
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

/// The very position under other rules, whatever board those are for.
fn here(game: &Game, rules: &Rules) -> Result<Game, Diagnostic> {
    let position = game.position();
    Game::new(&rules.fitted_to(position), position)
}

/// Finds the effect of an option of Y alone.
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
        false => here(game, &rules).ok(),
    };
    let Some(changed) = changed else {
        return Ok(none(NoLine::Opening, None));
    };
    if game.position() == changed.position() && !ROUND_OPTIONS.contains(&option) {
        // What lies between rounds changes no value of one.
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

/// Plays a line by the plain rules: they must part at its end, and not before.
fn parted(games: [&Game; 2], line: &[Move]) -> Result<Parted, Diagnostic> {
    let wrong = |problem: &dyn Display| Diagnostic::fault(games[0].position(), problem);
    let mut rounds = games.map(Round::new);
    let mut moves = Vec::new();
    for played in line {
        let [one, other] = &mut rounds;
        let play = |round: &mut Round| round.play(played.hole);
        let traces = (play(one), play(other));
        let refused = |error: Diagnostic| wrong(&error);
        moves.push([traces.0.map_err(refused)?, traces.1.map_err(refused)?]);
    }
    let after = rounds.map(|round| *round.position());
    let before = moves.split_last().map_or(&[][..], |(_, before)| before);
    let too_early = before.iter().any(|[one, other]| one.after != other.after);
    if after[0] == after[1] || too_early {
        return Err(wrong(&"the rules do not part at the end of the line"));
    }
    Ok(Parted { moves, after })
}
