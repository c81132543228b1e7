//! Figures of reports: their points, and whether a drawing has each where its numbers are.

use std::collections::BTreeMap;

use serde_json::Value;

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The points of a figure by their place, with the name of their series.
pub fn points(figure: &Value) -> BTreeMap<u64, (String, Value)> {
    let mut all = BTreeMap::new();
    for series in list(&figure["series"]) {
        let name = series["name"].as_str().unwrap();
        for point in list(&series["points"]) {
            let x = point["x"].as_u64().unwrap();
            let known = all.insert(x, (name.to_owned(), point.clone()));
            assert!(known.is_none(), "{x} twice");
        }
    }
    all
}

/// What stands behind each of these beginnings, up to the end.
pub fn parts<'a>(text: &'a str, begin: &'a str, end: char) -> impl Iterator<Item = &'a str> {
    let parts = text.split(begin).skip(1);
    parts.map(move |part| part.split_once(end).unwrap().0)
}

/// The number at a place by the ticks of an axis, whose labels are the numbers; none if they lie by
/// their logarithms.
fn axis(ticks: &str, attribute: &str, scale: &str) -> Option<impl Fn(f64) -> f64 + use<>> {
    let labels = parts(ticks, ">", '<').map(|label| label.parse::<f64>().ok());
    let places = parts(ticks, attribute, '"');
    let places = places.map(|place| place.trim_end_matches('%').parse::<f64>().unwrap());
    let known: Vec<(f64, Option<f64>)> = places.zip(labels).collect();
    let ((first, low), (last, high)) = (known[0], known[known.len() - 1]);
    let (low, high) = match scale {
        "log" => return None,
        _ => (low.unwrap(), high.unwrap()),
    };
    let slope = (high - low) / (last - first);
    Some(move |place: f64| low + slope * (place - first))
}

/// The number in an attribute, whatever its unit.
fn number(tag: &str, name: &str) -> Option<f64> {
    let value = parts(tag, &format!(" {name}=\""), '"').next()?.to_owned();
    Some(value.trim_end_matches('%').parse().unwrap())
}

/// The ends of a mark along an axis: of a block, or of a disc without its radius.
fn ends(tag: &str, [start, length, centre]: [&str; 3]) -> [f64; 2] {
    match number(tag, start) {
        Some(at) => [at, at + number(tag, length).unwrap()],
        None => [number(tag, centre).unwrap(); 2],
    }
}

/// Every mark lies within the frame, and where its numbers are between the ticks.
pub fn check_marks(svg: &str, figure: &Value) {
    let ticks = |class: &str| -> String { parts(svg, class, '/').collect() };
    let x = axis(&ticks("class=\"tick\""), " x=\"", "linear").unwrap();
    let frame = parts(svg, "<rect class=\"frame\"", '/').next().unwrap();
    let [left, right] = ends(frame, ["x", "width", ""]);
    let [top, bottom] = ends(frame, ["y", "height", ""]);
    let mut tags = svg.split("class=\"datum ").skip(1);
    let mut parts_of_strip = BTreeMap::new();
    for series in list(&figure["series"]) {
        for point in list(&series["points"]) {
            let tag = tags.next().unwrap().split('>').next().unwrap();
            let across = ends(tag, ["x", "width", "cx"]);
            let down = ends(tag, ["y", "height", "cy"]);
            assert!(left <= across[0] && across[1] <= right, "{point}: {tag}");
            assert!(top <= down[0] && down[1] <= bottom, "{point}: {tag}");
            let near = |found: f64, expected: &Value, of: f64| {
                let off = (found - expected.as_f64().unwrap()).abs();
                assert!(off <= of, "{point}: {tag}: {found}");
            };
            // A share is rounded to a thousandth of a hundredth, and so are the ticks.
            let off = (x(right) - x(left)) / 10_000.0;
            near(x(f64::midpoint(across[0], across[1])), &point["x"], off);
            if figure["y"]["scale"] == "names" {
                near(x(across[1]) - x(across[0]), &Value::from(1), 2.0 * off);
                // A kind has its own height, by which it is told from the others.
                let part = down.map(|end| format!("{end:.1}"));
                let known = parts_of_strip.entry(part).or_insert(&series["name"]);
                assert_eq!(*known, &series["name"]);
                continue;
            }
            let scale = figure["y"]["scale"].as_str().unwrap();
            let Some(y) = axis(&ticks("class=\"tick end\""), " y=\"", scale) else {
                continue;
            };
            // A label stands four pixels below its tick.
            let pixel = (y(top) - y(bottom)) / (bottom - top);
            let value = |pixels: f64| y(pixels + 4.0);
            if point["low"].is_i64() {
                near(value(down[1]), &point["low"], pixel);
                near(value(down[0]), &point["high"], pixel);
            } else if point["y"].is_null() {
                assert!(down[1] > bottom - 12.0, "{point}: {tag}");
            } else if series["mark"] == "bar" {
                near(value(down[0]), &point["y"], pixel);
                near(value(down[1]), &Value::from(0), pixel);
            } else {
                near(value(down[0]), &point["y"], pixel);
            }
        }
    }
}

/// The legend names the kinds that have data, in a strip with all their places.
pub fn check_legend(page: &str, figure: &Value) {
    let entries = page.split("<li>").skip(1);
    let entries = entries.map(|entry| entry.split("</li>").next().unwrap());
    let entries: Vec<&str> = entries
        .map(|entry| entry.rsplit("</svg>").next().unwrap())
        .collect();
    let shown = list(&figure["series"]).iter();
    let shown = shown.filter(|series| !list(&series["points"]).is_empty());
    let expected: Vec<String> = shown
        .map(|series| {
            let name = series["name"].as_str().unwrap();
            if figure["y"]["scale"] != "names" {
                return name.to_owned();
            }
            let places = list(&series["points"]).iter();
            let places: Vec<String> = places.map(|point| point["x"].to_string()).collect();
            format!("{name}: {}", places.join(", "))
        })
        .collect();
    let entries: Vec<String> = entries.into_iter().map(unfolded).collect();
    assert_eq!(entries, expected);
}

/// A legend with every place of its ranges.
fn unfolded(entry: &str) -> String {
    let Some((name, ranges)) = entry.split_once(": ") else {
        return entry.to_owned();
    };
    let places = ranges.split(", ").flat_map(|range| {
        let ends: Vec<u32> = range
            .split("\u{2060}–\u{2060}")
            .map(|end| end.parse().unwrap())
            .collect();
        ends[0]..=ends[ends.len() - 1]
    });
    let places: Vec<String> = places.map(|place| place.to_string()).collect();
    format!("{name}: {}", places.join(", "))
}
