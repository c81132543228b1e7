//! The methods that are answered immediately.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ask::{self, Elsewhere, Variant};
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
use super::puzzles::puzzles;
use super::record::record;
use super::scene::{page, scene};
use super::start::start;
use crate::findings::{PlayRecord, Played, Provenance, RulesRecord, legal};
use crate::show::{drawing, picture};
use crate::text::harmless::harmless;

/// All methods.
pub const METHODS: [&str; 29] = [
    "info",
    "rules",
    "position",
    "elsewhere",
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
    "puzzles",
    "puzzle",
    "cancel",
    "shutdown",
    "chong_rules",
    "chong_position",
    "chong_play",
    "chong_evaluate",
    "chong_analyze",
    "chong_choose",
];

/// Answers a method that takes no time. `cancel` and `shutdown` are handled by the caller.
///
/// # Errors
/// If a parameter is invalid, or the method is unknown.
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
        "elsewhere" => elsewhere(params),
        "show" => show(params),
        "play" => play(params),
        "scene" => scene(params),
        "page" => page(params),
        "book" => book(params),
        "start" => start(params),
        "lesson" => Ok(json(&lesson(params)?)),
        "puzzles" => Ok(json(&puzzles(params)?)),
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
    /// The version of the program.
    version: &'static str,
    /// The version of the protocol.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = 1)))]
    protocol: u32,
    /// The methods of the protocol.
    #[cfg_attr(feature = "schemas", schemars(extend("items" = {"enum": METHODS})))]
    methods: &'static [&'static str],
    /// The names of the rule sets.
    rules: Vec<&'static str>,
    /// The default rule set of requests.
    default_rules: String,
    /// Maximum number of threads of a search.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    threads: usize,
    /// The number of parallel searches of one client that run at the same time.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    parallel: usize,
    /// Default memory of most searches, in mebibytes.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    memory: usize,
}

/// Answers `info`.
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

/// Whether a search was cancelled.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Cancelled {
    /// True if there was a search with this ID.
    pub cancelled: bool,
}

/// Parses the ID of the search to cancel.
///
/// # Errors
/// If the ID is missing or invalid.
pub fn cancels(mut params: Params) -> Result<Id, RpcError> {
    let id = params.take("id", Form::Id, "The ID of the request.");
    params.end()?;
    let expected = "the id of a search, a number or a string";
    let id = id.ok_or_else(|| RpcError::missing("id", expected))?;
    envelope::id(id.clone()).map_err(|_| RpcError::value("id", &id, expected))
}

/// Answers `rules`: the rules of a game or of a rule file given as text, with the source of each
/// option.
fn rules(mut params: Params) -> Result<String, RpcError> {
    let variant = match params.alone("text", "The text of a rule file, in TOML.")? {
        Some(text) => Variant::new(parse_rules(&text)?),
        None => GameRequest::take(&mut params)?.variant,
    };
    let language = params.language;
    params.end()?;
    Ok(json(&RulesRecord::new(&variant, language)))
}

fn parse_rules(text: &str) -> Result<RuleSet, RpcError> {
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
    /// The seeds in the hole.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    seeds: u32,
    /// The state of the hole: open, closed or protected.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["open", "closed", "protected"])))]
    state: &'static str,
}

/// Answers `position`: the holes of the position after the line, and the legal moves.
fn position(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    params.end()?;
    let position = *request.game.position();
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
        moves: legal(&request.game),
    }))
}

const fn state(state: HoleState) -> &'static str {
    match state {
        HoleState::Open => "open",
        HoleState::Closed => "closed",
        HoleState::Protected => "protected",
    }
}

/// The legal moves of a position under other rule sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MovesElsewhere {
    /// The position.
    position: Position,
    /// The legal moves, in the order of the holes.
    moves: Vec<MoveElsewhere>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct MoveElsewhere {
    /// The move under the rules of the request.
    here: Played,
    /// The move under the rule sets that lead to another position.
    elsewhere: Vec<ElsewhereRecord>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ElsewhereRecord {
    /// The names of the rule sets.
    rules: Vec<&'static str>,
    /// The options of these rule sets that change the move, with their values. Each of them changes
    /// it alone; if none does, they are all options of a round in which the rules differ.
    options: BTreeMap<&'static str, String>,
    /// The move.
    there: Played,
}

/// Answers `elsewhere`: how the legal moves after the line end under other rule sets.
fn elsewhere(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    params.end()?;
    let record = |one: Elsewhere| ElsewhereRecord {
        rules: one.rules,
        options: one.options.into_iter().collect(),
        there: Played::new(&one.trace),
    };
    // A stop after a move is no move of other rule sets.
    let moves = legal(&request.game).into_iter().filter(|here| !here.played.stops).map(|here| {
        let found = ask::elsewhere(&request.game, here.played).expect("a legal move");
        MoveElsewhere { here, elsewhere: found.into_iter().map(record).collect() }
    });
    Ok(json(&MovesElsewhere { position: *request.game.position(), moves: moves.collect() }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// The position.
    position: Position,
    /// The board as text.
    text: String,
    /// The board as SVG.
    svg: String,
}

/// Answers `show`: the board after the line, as text and as a picture.
fn show(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let position = *request.game.position();
    Ok(json(&Drawn {
        position,
        text: harmless(&picture::captioned(&position, language), false).into_owned(),
        svg: drawing::file(&position, language),
    }))
}

/// Answers `play`: a line, lap by lap.
fn play(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    params.end()?;
    let provenance = Provenance::of(&request.variant, &request.start);
    Ok(json(&PlayRecord::new(&request.start, request.traces, false, true, provenance)))
}

/// Answers `book`: the entry of the opening book, if the position is an opening in it.
fn book(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    params.end()?;
    let (rules, position) = (request.game.rules(), request.game.position());
    let is_it = |opening: &Opening| {
        let preset = Preset::named(&opening.rules).ok();
        let sized = preset.and_then(|preset| preset.rules.sized(opening.holes, opening.seeds).ok());
        opening.position == *position && sized.as_ref() == Some(rules)
    };
    let books = [request.variant.preset().name, DAKON_OPENINGS];
    let mut openings = books.into_iter().filter_map(book::openings).flatten();
    Ok(json(&openings.find(is_it)))
}
