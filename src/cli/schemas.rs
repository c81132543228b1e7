//! The JSON Schemas of the output of commands, generated from the record types for `scripts/make
//! schemas`. Doc comments on types and fields become descriptions.

use std::io::Write;
use std::process::ExitCode;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use chongkak::batch::Record;
use chongkak::protocol::{self, RpcError, envelope::Id};
use chongkak::rules::{OPTION_NAMES, Preset, Rules};

/// Prints all schemas, keyed by file name.
pub fn print(all: Vec<(&'static str, Value)>) -> ExitCode {
    let all = all.into_iter().map(|(name, schema)| (name.to_owned(), schema));
    match writeln!(std::io::stdout(), "{:#}", Value::from_iter(all)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Returns the schema of rule files, with the existing options, values and rule sets.
pub fn rule_file() -> Value {
    let written = include_str!("../../docs/rules.schema.json");
    let mut schema: Value = serde_json::from_str(written).expect("a schema");
    schema["properties"]["set"]["properties"] = OPTION_NAMES.map(option).into_iter().collect();
    schema["$defs"]["Option"]["enum"] = json!(OPTION_NAMES);
    let names: Vec<&str> = Preset::all().iter().map(|preset| preset.name).collect();
    schema["properties"]["base"]["enum"] = json!(names);
    schema
}

/// Returns the values of an option.
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

/// Returns the schema of a batch record. Each kind of result has certain methods, and results
/// stored by version 0.1 lack bounds.
pub fn batch() -> Value {
    let mut schema = schema::<Record>();
    schema["anyOf"][0]["properties"]["method"]["enum"] = json!(["solve", "winner", "at-least"]);
    let mut evaluated = schema["anyOf"][1]["properties"].take();
    evaluated["method"]["enum"] = json!(["eval"]);
    evaluated["at_least"] = json!({"not": {}, "description": "Absent for evaluations."});
    for fields in [&mut evaluated, &mut schema["$defs"]["MoveValue"]["properties"]] {
        fields["lower"]["type"] = json!(["integer", "null"]);
        fields["upper"]["type"] = json!(["integer", "null"]);
    }
    schema["anyOf"][1]["properties"] = evaluated;
    schema
}

/// Returns the schema of the values that `serve` reads and writes, with the parameters and results
/// of each method.
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
        "title": "Values that `chongkak serve` reads and writes, one per line",
        "anyOf": [one("request"), one("answer"), one("progress"), batch("request"), batch("answer")],
        "$defs": kinds,
    })
}

/// Returns the schema of a record; the type's description becomes the title.
pub fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(strict));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let description = schema.remove("description");
    let description = description.as_ref().and_then(Value::as_str).unwrap_or_default();
    schema.insert("title".to_owned(), json!(description.trim_end_matches('.')));
    // Some definitions belong to fields that this record never has.
    let whole = schema.as_value().to_string();
    if let Some(Value::Object(types)) = schema.get_mut("$defs") {
        types.retain(|name, _| whole.contains(&format!("\"#/$defs/{name}\"")));
    }
    schema.to_value()
}

/// Forbids additional fields, and null for optional fields; drops Rust number formats; makes each
/// description one line.
fn strict(schema: &mut Schema) {
    schema.remove("format");
    schema.remove("default");
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
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

/// Copies fields next to alternatives into each alternative, so that each is an ordinary object.
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
