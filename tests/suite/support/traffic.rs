//! The traffic between `serve` and its clients, validated by the published schema.

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::text_of;

/// The schemas that the schema of `serve` refers to.
const REFERRED: [&str; 8] =
    ["serve-results", "play", "eval", "solve", "turns", "analyze", "chong-analyze", "chong-eval"];

/// A validator for each kind of value: `request`, `result`, `error`, `progress`, and
/// `params/METHOD`, `results/METHOD`.
static KINDS: LazyLock<HashMap<String, Validator>> = LazyLock::new(|| {
    let read = |name: &str| -> Value {
        let text = text_of(&format!("docs/schemas/{name}.schema.json"));
        serde_json::from_str(&text).unwrap()
    };
    let schema = read("serve");
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}"));
    let mut whole = schema["$defs"].clone();
    for name in REFERRED {
        let file = format!("{name}.schema.json");
        let mut own = read(name);
        own["$id"] = json!(file);
        whole[file] = own;
    }
    let methods = |of: &str| -> Vec<String> {
        let methods = schema["$defs"][of].as_object().unwrap().keys();
        methods.map(|method| format!("{of}/{method}")).collect()
    };
    let kinds = ["request", "result", "error", "progress"].map(str::to_owned);
    let kinds = kinds.into_iter().chain(methods("params")).chain(methods("results"));
    let validator = |kind: String| {
        let one = json!({"$ref": format!("#/$defs/{kind}"), "$defs": whole});
        let one = jsonschema::validator_for(&one).unwrap_or_else(|error| panic!("{kind}: {error}"));
        (kind, one)
    };
    kinds.map(validator).collect()
});

/// Whether a value is of a kind.
pub fn is_of(kind: &str, value: &Value) -> bool {
    KINDS[kind].is_valid(value)
}

fn expect(kind: &str, value: &Value) {
    if let Err(error) = KINDS[kind].validate(value) {
        panic!("{kind}: {error} at {}: {value}", error.instance_path());
    }
}

/// Checks what was received, given all that was sent.
pub fn check_traffic(sent: &[Value], received: &Value) {
    if let Value::Array(batch) = received {
        return batch.iter().for_each(|one| check_traffic(sent, one));
    }
    if received.get("error").is_some() {
        return expect("error", received);
    }
    let told = received.get("method").is_some();
    expect(if told { "progress" } else { "result" }, received);
    let found = if told { &received["params"] } else { &received["result"] };
    let id = if told { &found["id"] } else { &received["id"] };
    let request = request(sent, id);
    expect("request", request);
    let method = request["method"].as_str().unwrap();
    if let Some(params) = request.get("params") {
        expect(&format!("params/{method}"), params);
    }
    let mut found = found.clone();
    if told {
        let fields = found.as_object_mut().unwrap();
        fields.retain(|name, _| !["id", "seconds", "nodes_per_second"].contains(&name.as_str()));
    }
    expect(&format!("results/{method}"), &found);
}

/// Returns the last request with an id.
fn request<'a>(sent: &'a [Value], id: &Value) -> &'a Value {
    let each = sent.iter().rev().flat_map(|one| match one {
        Value::Array(batch) => batch.as_slice(),
        one => std::slice::from_ref(one),
    });
    let mut each = each.filter(|one| &one["id"] == id);
    each.next().unwrap_or_else(|| panic!("nobody asked {id}"))
}
