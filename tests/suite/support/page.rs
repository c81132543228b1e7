//! Pages that show lines: their data and their drawings.

use std::collections::BTreeMap;

use chongkak::rules::{OPTION_NAMES, Rules};
use serde_json::Value;

/// The data that a page has for its scripts.
pub fn data(page: &str) -> Value {
    let (_, behind) = page.split_once(r#"id="data">"#).unwrap();
    let (data, _) = behind.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

/// The options that specify any rules.
pub fn options(rules: &Rules) -> Vec<String> {
    let names = OPTION_NAMES.iter().filter(|name| **name != "holes");
    names
        .flat_map(|name| ["--set".to_owned(), format!("{name}={}", rules.value(name).unwrap())])
        .collect()
}

/// The same for a request of the line protocol.
pub fn set_of(rules: &Rules) -> Value {
    let names = OPTION_NAMES.iter().filter(|name| **name != "holes");
    let option = |name: &&str| ((*name).to_owned(), rules.value(name).unwrap().into());
    Value::Object(names.map(option).collect())
}

/// Returns the contents of the cells of a position, in the order of a page, and of two empty hands.
pub fn places(position: &str) -> Vec<u32> {
    let rows = position.split_whitespace().take(2);
    let cells = rows.flat_map(|row| row.split(['/', ',']));
    let seeds = cells.map(|cell| cell.trim_end_matches('p').parse().unwrap_or(0));
    seeds.chain([0, 0]).collect()
}

pub fn numbers(list: &Value) -> Vec<u32> {
    let numbers = list.as_array().unwrap().iter();
    numbers.map(|n| n.as_u64().unwrap().try_into().unwrap()).collect()
}

/// Moves the seeds of a stage, one action after the other.
pub fn carry(lying: &mut [u32], stage: &Value) {
    for tick in stage["ticks"].as_array().unwrap() {
        for action in tick.as_array().unwrap() {
            let action = numbers(action);
            let place = |n: usize| usize::try_from(action[n]).unwrap();
            lying[place(0)] -= action[2];
            lying[place(1)] += action[2];
        }
    }
}

/// Counts the tags of an XML text by name; they must be properly nested.
pub fn tags(text: &str) -> BTreeMap<&str, usize> {
    let mut open = Vec::new();
    let mut count = BTreeMap::new();
    for part in text.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        *count.entry(name).or_default() += 1;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} not closed");
    count
}
