//! Schemas of the requests and answers of `serve`. Parameters are found by calling the methods.

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::ask::SEEDS_AHEAD;
use crate::book::Opening;
use crate::tables::OpenTables;
use crate::text::{ErrorKind, Tag};

use super::chong::{chong_request as chong_game, methods as chong, slow_methods};
use super::game_request::GameRequest;
use super::methods::METHODS;
use super::params::{Declared, Form, declared};
use super::{Engine, EngineConfig, Params, Search};
use super::{claims, lesson, methods, puzzles, record, scene, sowing, start};
use crate::chong::findings::rules::ChongRulesRecord;
use crate::control::Budget;
use crate::findings::RulesRecord;

/// The answers of `chongkak serve` by method, except those in the format of a command.
#[expect(dead_code, reason = "only its schema is used")]
#[derive(JsonSchema)]
pub struct Results {
    /// Information on the program.
    info: methods::Info,
    /// A rule set with all its options.
    rules: RulesRecord,
    /// The position after the line.
    position: methods::PositionRecord,
    /// The position after the line, drawn.
    show: methods::Drawn,
    /// The legal moves under other rule sets.
    elsewhere: methods::MovesElsewhere,
    /// The line, as a page shows it.
    scene: scene::Shown,
    /// The line as a complete page.
    page: scene::Page,
    /// The entry of the opening book; null if the position is not an opening in it.
    book: Option<Opening>,
    /// What is proven about a position, with the proof.
    prove: sowing::Proved,
    /// The list of shipped claim files, or one file.
    claims: claims::Claims,
    /// A set that was read or written.
    record: record::SetText<'static>,
    /// A joint turn.
    start: start::Started,
    /// The lessons, one lesson, or an attempt at a step.
    lesson: lesson::Lessons,
    /// The puzzles of a set.
    puzzles: puzzles::PuzzleSet,
    /// A puzzle that was made.
    puzzle: puzzles::MadePuzzle,
    /// The turn that a policy chooses.
    choose: sowing::Chosen,
    /// The rules of chong.
    chong_rules: ChongRulesRecord,
    /// A position of chong with the possible ends of a turn.
    chong_position: chong::PositionRecord,
    /// Turns of chong, played.
    chong_play: chong::Played,
    /// The turn that a policy chooses in chong.
    chong_choose: slow_methods::ChoiceRecord,
    /// Whether there was such a search.
    cancel: methods::Cancelled,
    /// No value.
    shutdown: (),
}

/// The schemas of the values of the protocol: requests, answers, errors and progress. `types` are
/// the definitions of an [`Id`](super::envelope::Id) and an [`RpcError`](super::RpcError).
pub fn envelope(types: Map<String, Value>) -> Map<String, Value> {
    let version = json!({
        "type": "string", "description": "The version of JSON-RPC.", "const": "2.0",
    });
    let id = json!({"$ref": "#/$defs/id"});
    let named = json!({"$ref": "#/$defs/id", "description": "The ID of the request."});
    let object = |about: &str, properties: Value, required: &[&str], open: bool| {
        json!({
            "type": "object", "properties": properties, "required": required,
            "description": about, "additionalProperties": open,
        })
    };
    let request = json!({
        "jsonrpc": version,
        "id": {"anyOf": [id], "description": "Absent in a notification."},
        "method": {"type": "string", "description": "The name of the method.", "enum": METHODS},
        "params": {
            "type": ["object"], "additionalProperties": true,
            "description": "The parameters of the method, as defined in params.",
        },
    });
    let result = json!({
        "jsonrpc": version,
        "id": named,
        "result": {"description": "The result of the method, as defined in results."},
    });
    let error = json!({
        "jsonrpc": version,
        "id": {
            "anyOf": [id, {"type": "null"}], "description": "Null if the ID could not be read.",
        },
        "error": {"$ref": "#/$defs/RpcError", "description": "The error."},
    });
    let so_far = json!({
        "id": named,
        "seconds": {"type": "number", "minimum": 0, "description": "The time since the search started."},
        "nodes_per_second": {
            "type": "integer", "description": "The speed of the search.", "minimum": 0,
        },
    });
    let about = "Also contains the fields of the result so far.";
    let progress = json!({
        "jsonrpc": version,
        "method": {"type": "string", "description": "The name of the notification.", "const": "progress"},
        "params": object(about, so_far, &["id", "seconds", "nodes_per_second"], true),
    });
    let about = "A request, or a notification if there is no id.";
    let mut all = Map::new();
    let mut add = |name: &str, schema: Value| drop(all.insert(name.to_owned(), schema));
    add("request", object(about, request, &["jsonrpc", "method"], false));
    // The first definition is that of an ID. (Removing it by name would change the order.)
    let mut types = types.into_iter();
    types.next().into_iter().for_each(|(name, schema)| add(&name, schema));
    add("result", object("An answer.", result, &["jsonrpc", "id", "result"], false));
    add("error", object("An answer without a result.", error, &["jsonrpc", "id", "error"], false));
    types.for_each(|(name, schema)| add(&name, schema));
    let about = "The result of a search so far.";
    add("progress", object(about, progress, &["jsonrpc", "method", "params"], false));
    all
}

/// Returns the schemas of the parameters of the two games, and of each method by name.
pub fn parameters() -> (Map<String, Value>, Map<String, Value>) {
    let config = EngineConfig {
        threads: 1024.try_into().expect("more than none"),
        memory: Budget::new(None),
        at_once: None,
        time: None,
        open_tables: OpenTables::empty(),
        rule_set: crate::rules::RuleSet::Shipped(&crate::rules::Preset::all()[0]),
    };
    let engine = Engine::new(config);
    let of = |read: fn(&mut Params)| declared(|| read(&mut Params::new(Map::new(), &engine)));
    let games = [
        ("game", of(|params| drop(GameRequest::take(params)))),
        ("chonggame", of(|params| drop(chong_game::ChongRequest::take(params)))),
    ];
    let methods = METHODS.into_iter().map(|method| {
        let (all, required) = parameters_of(method, &engine);
        let names = |all: &[Declared]| all.iter().map(|(name, ..)| *name).collect::<Vec<_>>();
        let has = |game: &&(&str, Vec<Declared>)| {
            let all = names(&all);
            names(&game.1).iter().all(|name| all.contains(name))
        };
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        let mut own = all.clone();
        if let Some((name, game)) = games.iter().find(has) {
            schema.insert("allOf".to_owned(), json!([{"$ref": format!("#/$defs/{name}")}]));
            own.retain(|(name, ..)| !names(game).contains(name));
        }
        schema.insert("properties".to_owned(), properties(&own));
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        if let Some((name, ..)) = own.iter().find(|(_, form, _)| matches!(form, Form::Alone)) {
            let names = [*name, "language"];
            let alone = json!({*name: {"propertyNames": {"enum": names}}});
            schema.insert("dependentSchemas".to_owned(), alone);
        }
        schema.insert("unevaluatedProperties".to_owned(), json!(false));
        (method.to_owned(), schema.into())
    });
    let methods = methods.collect();
    let game = |(name, all): &(&str, Vec<Declared>)| {
        let schema = json!({"type": "object", "properties": properties(all)});
        ((*name).to_owned(), schema)
    };
    (games.iter().map(game).collect(), methods)
}

/// Lists the parameters of a method, and the required ones.
fn parameters_of(method: &str, engine: &Engine) -> (Vec<Declared>, Vec<String>) {
    let mut given = Map::new();
    loop {
        let mut missing = None;
        let all = declared(|| {
            let mut params = Params::new(given.clone(), engine);
            let read = match method {
                "cancel" => methods::cancels(params).map(drop),
                "shutdown" => params.end(),
                _ => match Search::read(method, &mut params, engine) {
                    Ok(None) => methods::quick(method, params, engine).map(drop),
                    read => read.map(drop),
                },
            };
            missing = read.err();
        });
        let Some(problem) = missing else {
            return (all, given.keys().cloned().collect());
        };
        assert_eq!(problem.data.kind, ErrorKind::Missing, "{method}: {problem:?}");
        let param = problem.data.param.expect("what is missing").param;
        let example = match param.as_str() {
            "policy" => json!("strong"),
            "throw" => json!("1,2,3,4"),
            _ => json!(1),
        };
        given.insert(param, example);
    }
}

fn properties(all: &[Declared]) -> Value {
    let property = |(name, form, about): &Declared| {
        let mut schema = schema(*form);
        schema["description"] = json!(about);
        ((*name).to_owned(), schema)
    };
    all.iter().map(property).collect::<Map<_, _>>().into()
}

fn schema(form: Form) -> Value {
    let text = json!({"type": "string"});
    let moves = || json!({"type": ["string", "array"], "items": text});
    match form {
        Form::Text | Form::Alone => text,
        Form::Flag => json!({"type": "boolean"}),
        Form::Number(least, u64::MAX) => json!({"type": "integer", "minimum": least}),
        Form::Number(least, most) => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        Form::SeedsAhead => {
            let (least, most) = (SEEDS_AHEAD.start(), SEEDS_AHEAD.end());
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        Form::Seconds => json!({"type": ["number", "null"], "exclusiveMinimum": 0}),
        Form::OneOf(words) => json!({"enum": words}),
        Form::Size => json!({"type": ["string", "integer"]}),
        Form::Options => {
            json!({"type": "object", "additionalProperties": schema(Form::Size)})
        }
        Form::Moves => moves(),
        Form::Turns => json!({"type": "array", "items": text}),
        Form::Start => json!({"type": ["string", "null"]}),
        Form::Rounds => {
            let (mut start, mut line) = (schema(Form::Start), moves());
            start["description"] = json!("A joint turn that starts the round.");
            line["description"] = json!("The moves.");
            let mut remarks = schema(Form::Remarks);
            remarks["description"] = json!("Remarks on the moves.");
            let fields = json!({"start": start, "line": line, "remarks": remarks});
            let round = json!({
                "type": "object", "properties": fields, "additionalProperties": false,
            });
            json!({"type": "array", "items": round})
        }
        Form::Tags => {
            let fields = json!({
                "name": {"enum": Tag::NAMES, "description": "The kind of remark."},
                "text": {"type": "string", "pattern": r"^[^#\n\r]*$", "description": "A text of one line."},
            });
            let tag = json!({
                "type": "object", "properties": fields, "required": ["name", "text"],
                "additionalProperties": false,
            });
            json!({"type": "array", "items": tag})
        }
        Form::Remarks => {
            let fields = json!({
                "move": {"type": "integer", "minimum": 0, "description": "The number of the move; 0 for the start."},
                "text": {"type": "string", "pattern": r"^[^\n\r]*$", "description": "A text of one line."},
            });
            let remark = json!({
                "type": "object", "properties": fields, "required": ["move", "text"],
                "additionalProperties": false,
            });
            json!({"type": "array", "items": remark})
        }
        Form::Id => json!({"$ref": "#/$defs/id"}),
    }
}

/// Returns the schemas of the results by method: those of commands, or parts of that of
/// [`Results`].
pub fn results() -> Map<String, Value> {
    let of = |method: &str| match method {
        "play" | "solve" | "turns" | "analyze" => format!("{method}.schema.json"),
        "evaluate" => "eval.schema.json".to_owned(),
        "chong_evaluate" => "chong-eval.schema.json".to_owned(),
        "chong_analyze" => "chong-analyze.schema.json".to_owned(),
        _ => format!("serve-results.schema.json#/properties/{method}"),
    };
    let methods = METHODS.into_iter();
    let mut all: Map<_, _> =
        methods.map(|method| (method.to_owned(), json!({"$ref": of(method)}))).collect();
    all["scene"]["properties"] = json!({"scene": {
        "description": "Unlike on a page, there is one scene, and it contains only the line.",
        "properties": {
            "notes": {"maxItems": 0}, "facts": {"maxItems": 0}, "table": {"type": "null"},
            "board": {"const": 0},
        },
    }});
    all
}
