//! `rules diff`: what the options change in which two rule sets differ.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use chongkak::ask::{Evaluate, Limits, Ready};
use chongkak::board::Position;
use chongkak::control::Control;
use chongkak::moves::{Game, MoveTrace};
use chongkak::rules::{OPTION_NAMES, RuleSet, RuleSets, Rules};
use chongkak::tables::Shelf;

use super::effect::{Effect, Reason, Values, Worth, worth};
use crate::cli::args::{Place, RulesDiff};
use crate::cli::style::{MOVE, STRONG};
use crate::cli::words::{counted, laps, what_follows};
use crate::cli::{Failure, Record, Session, Status, input, interrupt, picture, shelf, watched};

/// What the options change in which two rule sets differ, as `chongkak rules diff` finds it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DiffRecord {
    /// The options in which they differ, each alone.
    options: Vec<Effect>,
    /// The name of X.
    x: String,
    /// The name of Y.
    y: String,
    /// Where the lines begin.
    position: Position,
    /// Values of the position under X and Y as a whole; null where they are not asked for.
    values: Option<Values>,
    #[serde(skip)]
    heading: String,
}

pub fn run(args: &RulesDiff, session: &mut Session<'_>) -> Result<Status, Failure> {
    if let Some(name) = &session.common.rules {
        let found = format_args!("--rules {name}: the rule sets are X and Y");
        return Err(Failure::unexpected(found, "none"));
    }
    let rule_sets = RuleSets::new();
    let [x, y] = [rule_sets.named(&args.x)?, rule_sets.named(&args.y)?];
    session.choose(y.clone())?;
    let rules_y = *session.variant.rules();
    session.choose(x.clone())?;
    let tables = shelf::asked(args.with.tables.as_deref());
    input::each(&args.place, session, |game, session| {
        let diff = Diff {
            args,
            names: [called(&x), called(&y)],
            rules: [*session.variant.rules(), rules_y],
            start: Start::of(&args.place, game),
            tables: &tables,
            session,
        };
        let record = diff.record()?;
        session.out.record(&record)?;
        Ok(match interrupt::happened() {
            true => Status::Interrupted,
            false => record.status(),
        })
    })
}

/// The name of a rule set; of one from a file with the path.
fn called(rule_set: &RuleSet) -> String {
    match rule_set {
        RuleSet::Shipped(preset) => preset.name.to_owned(),
        RuleSet::Own(file) => format!("{} ({})", file.name, file.path),
    }
}

/// Where lines begin: at a position, or at an opening, which rules may change.
enum Start<'a> {
    Position(&'a Game),
    Opening(&'a Place, &'a Game),
}

impl<'a> Start<'a> {
    fn of(place: &'a Place, game: &'a Game) -> Start<'a> {
        match place.position.is_empty() {
            true => Start::Opening(place, game),
            false => Start::Position(game),
        }
    }

    const fn game(&self) -> &Game {
        match self {
            Start::Position(game) | Start::Opening(_, game) => game,
        }
    }

    /// The position under other rules.
    fn under(&self, rules: &Rules) -> Result<Game, Failure> {
        match self {
            Start::Opening(place, _) => input::opening(place, rules),
            Start::Position(game) => here(game, rules),
        }
    }
}

/// The very position under other rules, whatever board those are for.
fn here(game: &Game, rules: &Rules) -> Result<Game, Failure> {
    let position = game.position();
    Game::new(&rules.fitted_to(position), position)
        .map_err(|error| Failure::whole(&error, position).expecting(error.expected()))
}

struct Diff<'a> {
    args: &'a RulesDiff,
    names: [String; 2],
    rules: [Rules; 2],
    start: Start<'a>,
    tables: &'a Shelf,
    session: &'a Session<'a>,
}

impl Diff<'_> {
    fn record(&self) -> Result<DiffRecord, Failure> {
        let game = self.start.game();
        // Whatever stands at the start must be a position of both.
        let under_y = here(game, &self.rules[1])?;
        let differ = |option: &&str| self.rules[0].value(option) != self.rules[1].value(option);
        let options = OPTION_NAMES.into_iter().filter(differ);
        let (options, values) = watched(self.session, |control| {
            let values = self.args.values.then(|| {
                let of = |game| self.worth(game, control);
                Ok::<Values, Failure>(Values {
                    x: of(game)?,
                    y: of(&under_y)?,
                })
            });
            let values = values.transpose()?;
            let effect = |option| self.effect(option, values.as_ref(), control);
            let options: Result<Vec<Effect>, Failure> = options.map(effect).collect();
            options.map(|options| (options, values))
        })??;
        let [x, y] = self.names.clone();
        Ok(DiffRecord {
            options,
            heading: self.heading(),
            x,
            y,
            position: *game.position(),
            values,
        })
    }

    /// What comes of an option of Y alone.
    fn effect(
        &self,
        option: &'static str,
        values: Option<&Values>,
        control: Control<'_>,
    ) -> Result<Effect, Failure> {
        let value = |rules: &Rules| rules.value(option).expect("an option");
        let [x, y] = self.rules.each_ref().map(value);
        let mut effect = Effect::new(option, &x, &y);
        if option == "holes" && matches!(self.start, Start::Position(_)) {
            effect.reason = Some(Reason::Board);
            return Ok(effect);
        }
        let rules = self.rules[0].with(option, y).map_err(Failure::input)?;
        let Ok(changed) = self.start.under(&rules) else {
            effect.reason = Some(Reason::Opening);
            return Ok(effect);
        };
        let nodes = self.args.nodes;
        let limited = Control { nodes, ..control };
        effect.search([self.start.game(), &changed], limited)?;
        effect.value = match values {
            // What lies between rounds changes no value of one.
            Some(values) if effect.reason == Some(Reason::Outside) => Some(values.x.clone()),
            Some(_) => Some(self.worth(&changed, control)?),
            None => None,
        };
        Ok(effect)
    }

    fn worth(&self, game: &Game, control: Control<'_>) -> Result<Worth, Failure> {
        let endgame = shelf::endgame(self.tables, game, self.session)?;
        let question = Evaluate {
            limits: Limits {
                nodes: Some(self.args.nodes),
                ..self.session.limits()
            },
            ..Evaluate::default()
        };
        let ready = Ready {
            endgame: endgame.as_deref(),
            ..Ready::default()
        };
        worth(game, &question, &ready, control)
    }

    /// The two rule sets and the position, for people.
    fn heading(&self) -> String {
        let position = self.start.game().position();
        let [x, y] = &self.names;
        let board = match self.session.common.no_board {
            true => format!("board   {position}\n"),
            false => format!("\n{}", picture::captioned(position)),
        };
        format!("X       {x}\nY       {y}\n{board}")
    }
}

impl DiffRecord {
    fn status(&self) -> Status {
        let of = |effect: &Effect| match effect.reason {
            Some(Reason::Nodes | Reason::Time) => Status::Limit,
            Some(Reason::Interrupted) => Status::Interrupted,
            _ => Status::Done,
        };
        self.options.iter().map(of).max().unwrap_or(Status::Done)
    }
}

impl Record for DiffRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.heading);
        let values = self
            .values
            .iter()
            .flat_map(|both| [("X", &both.x), ("Y", &both.y)]);
        for (name, worth) in values {
            writeln!(text, "value   under {name}: {}", worth.in_words)?;
        }
        if self.options.is_empty() {
            writeln!(text, "\nX and Y have the same options")?;
        }
        for effect in &self.options {
            let (option, x, y) = (effect.option, shown(&effect.x), shown(&effect.y));
            writeln!(text, "\n{STRONG}{option}: {x} in X, {y} in Y{STRONG:#}")?;
            effect.write(text, &y)?;
        }
        Ok(())
    }
}

/// The value of an option as it is written.
fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

impl Effect {
    fn write(&self, text: &mut String, y: &str) -> std::fmt::Result {
        let nodes = counted(self.nodes, "node");
        match self.reason {
            None => {}
            Some(Reason::Outside) => {
                writeln!(
                    text,
                    "line    none: it changes what comes before or after a round"
                )?;
            }
            Some(Reason::Board) => writeln!(text, "line    none: the position has its own board")?,
            Some(Reason::Opening) => writeln!(text, "line    none: there is no such opening")?,
            Some(Reason::Never) => {
                writeln!(
                    text,
                    "line    none: no line from here parts the rules ({nodes})"
                )?;
            }
            Some(Reason::Nodes) => writeln!(text, "line    none within {nodes}")?,
            Some(Reason::Time) => writeln!(text, "line    none within the time ({nodes})")?,
            Some(Reason::Interrupted) => writeln!(text, "line    none so far ({nodes})")?,
        }
        if let (Some(x), Some(after_y)) = (self.after_x, self.after_y) {
            if self.traces.is_empty() {
                writeln!(text, "parted  at once: the openings differ")?;
            }
            for (number, traces) in (1..).zip(&self.traces) {
                write_move(text, number, traces, &format!("{} = {y}", self.option))?;
            }
            writeln!(text, "X       {x}\n{:<8}{after_y}", "changed")?;
        }
        if let Some(worth) = &self.value {
            writeln!(
                text,
                "value   X with {} = {y}: {}",
                self.option, worth.in_words
            )?;
        }
        Ok(())
    }
}

/// A move lap by lap: once as far as it goes alike under both rules.
fn write_move(
    text: &mut String,
    number: usize,
    traces: &[MoveTrace; 2],
    changed: &str,
) -> std::fmt::Result {
    let played = traces[0].played;
    let told = traces.each_ref().map(|trace| {
        let end = format!("     gains {}; {}", trace.gain, what_follows(trace));
        laps(trace) + &end
    });
    let lines = told.each_ref().map(|told| told.lines().collect::<Vec<_>>());
    let [one, other] = &lines;
    let pairs = one.iter().zip(other);
    let alike = pairs.take_while(|(one, other)| one == other).count();
    writeln!(text, "{number:>3}. {MOVE}{played}{MOVE:#}")?;
    in_short(text, &one[..alike])?;
    if one == other {
        return Ok(());
    }
    let then = if alike > 0 { "then " } else { "" };
    for (under, lines) in [("in X", one), (&format!("with {changed}"), other)] {
        writeln!(text, "     {then}{MOVE}{under}{MOVE:#}")?;
        in_short(text, &lines[alike..])?;
    }
    Ok(())
}

/// Lines, of many only the first and the last ones.
fn in_short(text: &mut String, lines: &[&str]) -> std::fmt::Result {
    const SHOWN: usize = 3;
    let left_out = lines.len().saturating_sub(2 * SHOWN);
    for (number, line) in lines.iter().enumerate() {
        if left_out < 2 || !(SHOWN..SHOWN + left_out).contains(&number) {
            writeln!(text, "{line}")?;
        } else if number == SHOWN {
            writeln!(text, "     … {left_out} more laps")?;
        }
    }
    Ok(())
}
