//! The methods that are answered at once.

use serde::Serialize;

use crate::ask::Variant;
use crate::board::{HoleState, Position, Side};
use crate::book::{self, DAKON_OPENINGS, Opening};
use crate::rules::{Preset, RuleSet};
use crate::search::MEMORY;

use super::Engine;
use super::chong::methods as chong;
use super::envelope::{self, Id, json};
use super::error::{RpcError, byte_at};
use super::game_request::GameRequest;
use super::lesson::lesson;
use super::params::{Form, Params};
use super::record::record;
use super::scene::{page, scene};
use super::start::start;
use crate::findings::{PlayRecord, Played, Provenance, RulesRecord, legal};
use crate::show::{drawing, picture};
use crate::text::harmless::harmless;

/// All methods.
pub const METHODS: [&str; 26] = [
    "info",
    "rules",
    "position",
    "show",
    "play",
    "scene",
    "page",
    "evaluate",
    "solve",
    "prove",
    "turns",
    "analyze",
    "choose",
    "book",
    "claims",
    "record",
    "start",
    "lesson",
    "cancel",
    "shutdown",
    "chong_rules",
    "chong_position",
    "chong_play",
    "chong_evaluate",
    "chong_analyze",
    "chong_choose",
];

/// Answers what is answered at once; `cancel` and `shutdown` are the business of who reads.
///
/// # Errors
/// If the parameters are wrong, or there is no such method.
pub fn quick(method: &str, params: Params, engine: &Engine) -> Result<String, RpcError> {
    let language = params.language;
    let answer = answer(method, params, engine);
    answer.map_err(|problem| problem.in_language(language))
}

fn answer(method: &str, params: Params, engine: &Engine) -> Result<String, RpcError> {
    match method {
        "info" => info(params, engine),
        "rules" => rules(params),
        "position" => position(params),
        "show" => show(params),
        "play" => play(params),
        "scene" => scene(params),
        "page" => page(params),
        "book" => book(params),
        "start" => start(params),
        "lesson" => Ok(json(&lesson(params)?)),
        "record" => record(params),
        "chong_rules" => chong::rules(params),
        "chong_position" => chong::position(params),
        "chong_play" => chong::play(params),
        _ => Err(RpcError::method(method, &METHODS)),
    }
}

/// The version of the protocol.
const PROTOCOL: u32 = 1;

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Info {
    /// The name of the program.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = "chongkak")))]
    name: &'static str,
    /// Its version.
    version: &'static str,
    /// The version of the protocol.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = 1)))]
    protocol: u32,
    /// The methods that it answers.
    #[cfg_attr(feature = "schemas", schemars(extend("items" = {"enum": METHODS})))]
    methods: &'static [&'static str],
    /// The names of the rule sets.
    rules: Vec<&'static str>,
    /// The rule set of a request that names none.
    default_rules: String,
    /// The most threads of a search.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    threads: usize,
    /// The number of parallel searches of a client that run at once.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    parallel: usize,
    /// The mebibytes of a search that asks for none, of most methods.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    memory: usize,
}

/// Answers what the program is and has.
fn info(params: Params, engine: &Engine) -> Result<String, RpcError> {
    params.end()?;
    Ok(json(&Info {
        name: env!("CARGO_PKG_NAME"),
        version: crate::VERSION,
        protocol: PROTOCOL,
        methods: &METHODS,
        rules: Preset::all().iter().map(|preset| preset.name).collect(),
        default_rules: engine.rule_set.name().to_owned(),
        threads: engine.sharing.all().get(),
        parallel: engine.parallel(),
        memory: engine.memory(None, MEMORY, false).of(engine.lender.all()),
    }))
}

/// True if a search was cancelled.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Cancelled {
    /// True if there was one of this name.
    pub cancelled: bool,
}

/// The search that is to be cancelled.
///
/// # Errors
/// If it is not named.
pub fn cancels(mut params: Params) -> Result<Id, RpcError> {
    let id = params.take("id", Form::Id, "The name of the request.");
    params.end()?;
    let expected = "the id of a search, a number or a text";
    let id = id.ok_or_else(|| RpcError::missing("id", expected))?;
    envelope::id(id.clone()).map_err(|_| RpcError::value("id", &id, expected))
}

/// The rules of a game, or of a file by its text, with what each option rests on.
fn rules(mut params: Params) -> Result<String, RpcError> {
    let variant = match params.alone("text", "A rule file, in TOML.")? {
        Some(text) => Variant::new(of_file(&text)?),
        None => GameRequest::take(&mut params)?.variant,
    };
    let language = params.language;
    params.end()?;
    Ok(json(&RulesRecord::new(&variant, language)))
}

fn of_file(text: &str) -> Result<RuleSet, RpcError> {
    RuleSet::read("text", text.as_bytes()).map_err(|error| {
        let at = (error.line > 0).then(|| byte_at(text, error.line, error.column));
        let problem = format!("{}{}", error.place(), error.problem());
        RpcError::wrong("text", None, at, problem, error.expected()).of_kind(error.kind)
    })
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PositionRecord {
    /// The position.
    position: Position,
    /// The player to move.
    mover: Side,
    /// True if the round is over.
    over: bool,
    /// A's row and store.
    a: SideRecord,
    /// B's row and store.
    b: SideRecord,
    /// The legal moves, in the order of the holes.
    moves: Vec<Played>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SideRecord {
    /// The holes in sowing order.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1, max = 18)))]
    holes: Vec<HoleRecord>,
    /// Seeds in the store.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    store: u32,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct HoleRecord {
    /// Seeds in it.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// The state of the hole: open, closed or protected.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["open", "closed", "protected"])))]
    state: &'static str,
}

/// The position after the line: every hole, and the legal moves.
fn position(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    params.end()?;
    let position = *asked.game.position();
    let setup = position.setup();
    let side = |side: Side| SideRecord {
        holes: (setup.rows[side.index()].iter())
            .map(|pit| HoleRecord { seeds: pit.seeds, state: state(pit.state) })
            .collect(),
        store: position.store(side),
    };
    Ok(json(&PositionRecord {
        position,
        mover: position.mover(),
        over: position.is_over(),
        a: side(Side::A),
        b: side(Side::B),
        moves: legal(&asked.game),
    }))
}

const fn state(state: HoleState) -> &'static str {
    match state {
        HoleState::Open => "open",
        HoleState::Closed => "closed",
        HoleState::Protected => "protected",
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// The position.
    position: Position,
    /// The board in lines of text.
    text: String,
    /// The board as a picture in SVG.
    svg: String,
}

/// The board after the line as a person would see it: in lines of text, and as a picture.
fn show(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let position = *asked.game.position();
    Ok(json(&Drawn {
        position,
        text: harmless(&picture::captioned(&position, language), false).into_owned(),
        svg: drawing::file(&position, language),
    }))
}

/// A line, its moves told lap by lap.
fn play(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    params.end()?;
    let provenance = Provenance::of(&asked.variant, &asked.start);
    Ok(json(&PlayRecord::new(&asked.start, asked.traces, false, true, provenance)))
}

/// The entry of the book, if the position is an opening in it.
fn book(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    params.end()?;
    let (rules, position) = (asked.game.rules(), asked.game.position());
    let is_it = |opening: &Opening| {
        let preset = Preset::named(&opening.rules).ok();
        let sized = preset.and_then(|preset| preset.rules.sized(opening.holes, opening.seeds).ok());
        opening.position == *position && sized.as_ref() == Some(rules)
    };
    let books = [asked.variant.preset().name, DAKON_OPENINGS];
    let mut openings = books.into_iter().filter_map(book::openings).flatten();
    Ok(json(&openings.find(is_it)))
}
