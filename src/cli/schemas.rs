//! The JSON Schemas of what commands print, from the declarations of their records: what
//! `scripts/make schemas` writes. Comments on types and fields are their descriptions.

use std::io::Write;
use std::process::ExitCode;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use chongkak::batch::Record;
use chongkak::protocol::{self, RpcError, envelope::Id};
use chongkak::rules::{OPTION_NAMES, Preset, Rules};

/// Prints each schema by the name of its file.
pub fn print(all: Vec<(&'static str, Value)>) -> ExitCode {
    let all = all.into_iter().map(|(name, schema)| (name.to_owned(), schema));
    match writeln!(std::io::stdout(), "{:#}", Value::from_iter(all)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The schema of rule files, with the options, their values and the rule sets that there are.
pub fn rule_file() -> Value {
    let written = include_str!("../../docs/rules.schema.json");
    let mut schema: Value = serde_json::from_str(written).expect("a schema");
    schema["properties"]["set"]["properties"] = OPTION_NAMES.map(option).into_iter().collect();
    schema["$defs"]["Option"]["enum"] = json!(OPTION_NAMES);
    let names: Vec<&str> = Preset::all().iter().map(|preset| preset.name).collect();
    schema["properties"]["base"]["enum"] = json!(names);
    schema
}

/// The values of an option.
fn option(name: &str) -> (String, Value) {
    let values = match Rules::values_of(name).expect("an option") {
        [] => {
            let rules = Preset::all()[0].rules;
            let takes = |number: &u8| rules.with(name, number).is_ok();
            let (least, most) = ((0..=u8::MAX).find(takes), (0..=u8::MAX).rfind(takes));
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        names => json!({"enum": names}),
    };
    (name.to_owned(), values)
}

/// A record of a batch. Each kind of findings is of some methods; and what a store has from version
/// 0.1 lacks bounds.
pub fn batch() -> Value {
    let mut schema = schema::<Record>();
    schema["anyOf"][0]["properties"]["method"]["enum"] = json!(["solve", "winner", "at-least"]);
    let mut evaluated = schema["anyOf"][1]["properties"].take();
    evaluated["method"]["enum"] = json!(["eval"]);
    evaluated["at_least"] = json!({"not": {}, "description": "None of an evaluation."});
    for fields in [&mut evaluated, &mut schema["$defs"]["MoveValue"]["properties"]] {
        fields["lower"]["type"] = json!(["integer", "null"]);
        fields["upper"]["type"] = json!(["integer", "null"]);
    }
    schema["anyOf"][1]["properties"] = evaluated;
    schema
}

/// The values that `serve` reads and writes, and the parameters and results by the methods.
pub fn serve() -> Value {
    let (games, params) = protocol::parameters();
    let mut types = schema::<(Id, RpcError)>();
    let one = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let batch = |name: &str| json!({"type": "array", "items": one(name), "minItems": 1});
    let Value::Object(defined) = types["$defs"].take() else {
        unreachable!("they are types of their own");
    };
    let mut kinds = protocol::envelope_schema(defined);
    let of_method = |method: &String| {
        json!({
            "if": {"properties": {"method": {"const": method}}},
            "then": {"properties": {"params": {"$ref": format!("#/$defs/params/{method}")}}},
        })
    };
    kinds["request"]["allOf"] = params.keys().map(of_method).collect();
    kinds.extend(games);
    kinds.insert("answer".to_owned(), json!({"anyOf": [one("result"), one("error")]}));
    kinds.insert("params".to_owned(), params.into());
    kinds.insert("results".to_owned(), protocol::results().into());
    json!({
        "$schema": types["$schema"],
        "title": "What `chongkak serve` reads and writes: values a line",
        "anyOf": [one("request"), one("answer"), one("progress"), batch("request"), batch("answer")],
        "$defs": kinds,
    })
}

/// The schema of a record, with what is said of the whole as its title.
pub fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(strict));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let said = schema.remove("description");
    let said = said.as_ref().and_then(Value::as_str).unwrap_or_default();
    schema.insert("title".to_owned(), json!(said.trim_end_matches('.')));
    // Some stand for fields that this record never has.
    let whole = schema.as_value().to_string();
    if let Some(Value::Object(types)) = schema.get_mut("$defs") {
        types.retain(|name, _| whole.contains(&format!("\"#/$defs/{name}\"")));
    }
    schema.to_value()
}

/// An object has no other fields than those that are named, and null for none that it may lack; a
/// number has no type of the program's; a description is one line.
fn strict(schema: &mut Schema) {
    schema.remove("format");
    schema.remove("default");
    if let Some(Value::String(said)) = schema.get_mut("description") {
        *said = said.replace('\n', " ");
    }
    spread(schema);
    let required = schema.get("required").cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = schema.get_mut("properties") else {
        return;
    };
    for (name, field) in fields {
        let always = required.as_array().is_some_and(|all| all.contains(&json!(name)));
        if !always {
            never_null(field);
        }
    }
    let others = schema.ensure_object().entry("additionalProperties");
    others.or_insert(json!(false));
}

/// Fields beside alternatives go into each of these: each is an object like any other then.
fn spread(schema: &mut Schema) {
    let kinds = |key| Some((key, schema.get(key)?.as_array()?.clone()));
    let kinds = ["oneOf", "anyOf"].into_iter().find_map(kinds);
    let (Some((key, mut kinds)), true) = (kinds, schema.get("properties").is_some()) else {
        return;
    };
    let mut whole = Map::new();
    for part in ["type", "properties", "required"] {
        whole.extend(schema.remove(part).map(|value| (part.to_owned(), value)));
    }
    if let Some(passed) = schema.remove("unevaluatedProperties") {
        whole.insert("additionalProperties".to_owned(), passed);
    }
    for kind in &mut kinds {
        let mut object = whole.clone();
        for (part, own) in kind.as_object_mut().into_iter().flatten() {
            match (object.get_mut(part), &own) {
                (Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more.clone()),
                (Some(Value::Array(names)), Value::Array(more)) => names.extend(more.clone()),
                _ => drop(object.insert(part.clone(), own.take())),
            }
        }
        *kind = object.into();
    }
    schema.insert(key.to_owned(), kinds.into());
}

fn never_null(field: &mut Value) {
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|one| one != "null");
    }
    if let Some(Value::Array(kinds)) = field.get_mut("anyOf") {
        kinds.retain(|one| one["type"] != "null");
    }
}
