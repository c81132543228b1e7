//! JSON values of requests and batch lines.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The greatest whole number up to which a double represents all.
pub const EXACT: f64 = 9_007_199_254_740_992.0;

/// Returns a whole number, including one written with a decimal point (`2.0`).
pub fn whole(value: &Value) -> Option<i128> {
    let written = |number: f64| {
        let fits = number.fract() == 0.0 && number.abs() <= EXACT;
        fits.then_some(number as i128)
    };
    let signed = value.as_i64().map(i128::from);
    let exact = signed.or_else(|| value.as_u64().map(i128::from));
    exact.or_else(|| written(value.as_f64()?))
}

/// Returns the value of an option, a string or a number, as text.
pub fn option_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => {
            Some(whole(value).map_or_else(|| number.to_string(), |whole| whole.to_string()))
        }
        _ => None,
    }
}

/// A JSON value without duplicate names in its objects. serde_json silently keeps the last
/// duplicate, which could answer another question than the one asked.
pub struct Unique(pub Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(Reader).map(Unique)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Unique(element)) = elements.next_element()? {
            all.push(element);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if all.contains_key(&name) {
                return Err(A::Error::custom(format_args!(
                    "found {name:?} twice in an object, expected every name once"
                )));
            }
            let Unique(value) = members.next_value()?;
            all.insert(name, value);
        }
        Ok(all.into())
    }
}
