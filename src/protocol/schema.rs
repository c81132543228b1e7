//! Schemas of requests and answers of `serve`: parameters are those that its methods take when
//! they are asked.

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
use super::{Engine, Means, Params, Search};
use super::{claims, lesson, methods, record, scene, sowing, start};
use crate::chong::findings::rules::ChongRulesRecord;
use crate::control::Budget;
use crate::findings::RulesRecord;

/// The answers of `chongkak serve`, by the methods: but for those that answer as a command does.
#[expect(dead_code, reason = "only its schema is of use")]
#[derive(JsonSchema)]
pub struct Results {
    /// The program.
    info: methods::Info,
    /// A rule set with all its options.
    rules: RulesRecord,
    /// The position after the line.
    position: methods::PositionRecord,
    /// The same, drawn.
    show: methods::Drawn,
    /// The line, as a page shows it.
    scene: scene::Shown,
    /// The same, as a page.
    page: scene::Page,
    /// The entry of the book; null if the position is no opening in it.
    book: Option<Opening>,
    /// What is proven of a position, with the proof.
    prove: sowing::Proved,
    /// The files that ship with the program, or a file that was asked for.
    claims: claims::Claims,
    /// A set, written or read.
    record: record::RecordTold<'static>,
    /// The turn with which both begin.
    start: start::Started,
    /// The lessons, one of them, or a try at a step.
    lesson: lesson::Lessons,
    /// The turn of a policy.
    choose: sowing::Chosen,
    /// The rules of chong.
    chong_rules: ChongRulesRecord,
    /// A position of chong with the ends of a turn.
    chong_position: chong::PositionRecord,
    /// Turns of chong, played.
    chong_play: chong::Played,
    /// The turn of a policy in chong.
    chong_choose: slow_methods::ChoiceRecord,
    /// True if there was such a search.
    cancel: methods::Cancelled,
    /// No value.
    shutdown: (),
}

/// The schemas of a value on its way, by what it is: what is read, and what is answered. `types` are
/// those of an [`Id`](super::envelope::Id) and an [`RpcError`](super::RpcError).
pub fn envelope(types: Map<String, Value>) -> Map<String, Value> {
    let version = json!({
        "type": "string", "description": "The version of JSON-RPC.", "const": "2.0",
    });
    let id = json!({"$ref": "#/$defs/id"});
    let named = json!({"$ref": "#/$defs/id", "description": "The name of the request."});
    let object = |about: &str, properties: Value, required: &[&str], open: bool| {
        json!({
            "type": "object", "properties": properties, "required": required,
            "description": about, "additionalProperties": open,
        })
    };
    let request = json!({
        "jsonrpc": version,
        "id": {"anyOf": [id], "description": "None of a notification."},
        "method": {"type": "string", "description": "The parameters.", "enum": METHODS},
        "params": {
            "type": ["object"], "additionalProperties": true,
            "description": "As params has them of the method.",
        },
    });
    let result = json!({
        "jsonrpc": version,
        "id": named,
        "result": {"description": "As results has it of the method."},
    });
    let error = json!({
        "jsonrpc": version,
        "id": {
            "anyOf": [id, {"type": "null"}], "description": "Null if it could not be read.",
        },
        "error": {"$ref": "#/$defs/RpcError", "description": "The mistake."},
    });
    let so_far = json!({
        "id": named,
        "seconds": {"type": "number", "minimum": 0, "description": "Since the search began."},
        "nodes_per_second": {
            "type": "integer", "description": "The speed of the search.", "minimum": 0,
        },
    });
    let about = "Besides these, the fields of the result so far.";
    let progress = json!({
        "jsonrpc": version,
        "method": {"type": "string", "description": "The findings.", "const": "progress"},
        "params": object(about, so_far, &["id", "seconds", "nodes_per_second"], true),
    });
    let about = "A request, or without an id a notification.";
    let mut all = Map::new();
    let mut add = |name: &str, schema: Value| drop(all.insert(name.to_owned(), schema));
    add("request", object(about, request, &["jsonrpc", "method"], false));
    // The first is that of an id. (To take it out by its name would change the order.)
    let mut types = types.into_iter();
    types.next().into_iter().for_each(|(name, schema)| add(&name, schema));
    add("result", object("An answer.", result, &["jsonrpc", "id", "result"], false));
    add(
        "error",
        object("The reason why there is none.", error, &["jsonrpc", "id", "error"], false),
    );
    types.for_each(|(name, schema)| add(&name, schema));
    let about = "The findings of a search so far.";
    add("progress", object(about, progress, &["jsonrpc", "method", "params"], false));
    all
}

/// The schemas of the parameters: of the two games, and of each method by its name.
pub fn parameters() -> (Map<String, Value>, Map<String, Value>) {
    let means = Means {
        threads: 1024.try_into().expect("more than none"),
        memory: Budget::new(None),
        at_once: None,
        time: None,
        open_tables: OpenTables::empty(),
        rule_set: crate::rules::RuleSet::Shipped(&crate::rules::Preset::all()[0]),
    };
    let engine = Engine::new(means);
    let of = |read: fn(&mut Params)| declared(|| read(&mut Params::new(Map::new(), &engine)));
    let games = [
        ("game", of(|params| drop(GameRequest::take(params)))),
        ("chonggame", of(|params| drop(chong_game::ChongRequest::take(params)))),
    ];
    let methods = METHODS.into_iter().map(|method| {
        let (all, required) = taken(method, &engine);
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

/// Lists the parameters of a method, and those of them that must be given.
fn taken(method: &str, engine: &Engine) -> (Vec<Declared>, Vec<String>) {
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
            start["description"] = json!("A joint turn with which both begin it.");
            line["description"] = json!("The moves.");
            let mut remarks = schema(Form::Remarks);
            remarks["description"] = json!("Remarks on its moves.");
            let fields = json!({"start": start, "line": line, "remarks": remarks});
            let round = json!({
                "type": "object", "properties": fields, "additionalProperties": false,
            });
            json!({"type": "array", "items": round})
        }
        Form::Tags => {
            let fields = json!({
                "name": {"enum": Tag::NAMES, "description": "What it tells of."},
                "text": {"type": "string", "pattern": r"^[^#\n\r]*$", "description": "Any text of one line."},
            });
            let tag = json!({
                "type": "object", "properties": fields, "required": ["name", "text"],
                "additionalProperties": false,
            });
            json!({"type": "array", "items": tag})
        }
        Form::Remarks => {
            let fields = json!({
                "move": {"type": "integer", "minimum": 0, "description": "The number of the move; 0: the beginning."},
                "text": {"type": "string", "pattern": r"^[^\n\r]*$", "description": "Any text of one line."},
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

/// The schemas of the results by the methods: those of commands, or in that of [`Results`].
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
        "description": "Other than on a page it is one alone, with no more than the line.",
        "properties": {
            "notes": {"maxItems": 0}, "facts": {"maxItems": 0}, "table": {"type": "null"},
            "board": {"const": 0},
        },
    }});
    all
}
