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

/// The left, upper, right and lower end of an outline.
fn extent(path: &str) -> [f64; 4] {
    let letters = path.match_indices(char::is_alphabetic);
    let mut starts: Vec<usize> = letters.map(|(at, _)| at).collect();
    starts.push(path.len());
    let ([mut x, mut y], mut ends) = ([0.0; 2], [f64::MAX, f64::MAX, f64::MIN, f64::MIN]);
    for pair in starts.windows(2) {
        let (letter, numbers) = path[pair[0]..pair[1]].split_at(1);
        let numbers = numbers.split_whitespace().map(|n| n.parse().unwrap());
        let numbers: Vec<f64> = numbers.collect();
        match (letter, &numbers[..]) {
            ("M" | "L", [to_x, to_y]) => (x, y) = (*to_x, *to_y),
            ("H", [to]) => x = *to,
            ("V", [to]) => y = *to,
            ("h", [by]) => x += by,
            ("a", [.., by_x, by_y]) => (x, y) = (x + by_x, y + by_y),
            ("z", []) => {}
            _ => panic!("{path}"),
        }
        ends = [
            ends[0].min(x),
            ends[1].min(y),
            ends[2].max(x),
            ends[3].max(y),
        ];
    }
    ends
}

/// What stands behind each of these beginnings, up to the end.
pub fn parts<'a>(text: &'a str, begin: &'a str, end: char) -> impl Iterator<Item = &'a str> {
    let parts = text.split(begin).skip(1);
    parts.map(move |part| part.split_once(end).unwrap().0)
}

/// The number at a pixel by the ticks of an axis, of which the labels are the numbers, or have
/// them by their order.
fn axis(ticks: &str, attribute: &str, scale: &Value) -> Option<impl Fn(f64) -> f64> {
    let texts: Vec<&str> = parts(ticks, ">", '<').collect();
    let mut known = Vec::new();
    for (number, (tick, label)) in (0..).zip(parts(ticks, attribute, '"').zip(texts)) {
        let label = match scale.as_str().unwrap() {
            "linear" => label.parse().unwrap(),
            "names" => f64::from(number),
            _ => return None,
        };
        known.push((tick.parse::<f64>().unwrap(), label));
    }
    let (first, last) = (known[0], known[known.len() - 1]);
    let slope = (last.1 - first.1) / (last.0 - first.0);
    Some(move |pixel: f64| first.1 + slope * (pixel - first.0))
}

/// Every mark lies within the frame, and where its numbers are between the ticks.
pub fn check_marks(svg: &str, figure: &Value) {
    let ticks = |class: &str| -> String {
        let ticks = parts(svg, class, '/');
        ticks.collect()
    };
    let (across, down) = (ticks("class=\"tick\""), ticks("class=\"tick end\""));
    let x = axis(&across, " x=\"", &figure["x"]["scale"]).unwrap();
    let y = axis(&down, " y=\"", &figure["y"]["scale"]);
    let mut outlines = parts(svg, "class=\"datum ", '/');
    for series in list(&figure["series"]) {
        for point in list(&series["points"]) {
            let outline = parts(outlines.next().unwrap(), "d=\"", '"').next().unwrap();
            let [left, top, right, bottom] = extent(outline);
            assert!(120.0 <= left && right <= 840.0, "{point}: {outline}");
            assert!(44.0 <= top && bottom <= 376.0, "{point}: {outline}");
            let near = |found: f64, expected: &Value, of: f64| {
                let off = (found - expected.as_f64().unwrap()).abs();
                assert!(off <= of, "{point}: {outline}: {found}");
            };
            // A pixel is rounded to a tenth.
            let pixel = (x(840.0) - x(120.0)) / 720.0;
            near(x(f64::midpoint(left, right)), &point["x"], pixel);
            let Some(y) = &y else { continue };
            // A label stands four pixels below its tick.
            let pixel = (y(44.0) - y(376.0)) / 332.0;
            let value = |pixels: f64| y(pixels + 4.0);
            if point["low"].is_i64() {
                near(value(bottom), &point["low"], pixel);
                near(value(top), &point["high"], pixel);
            } else if point["y"].is_null() {
                assert!(bottom > 364.0, "{point}: {outline}");
            } else if series["mark"] == "bar" {
                near(value(top), &point["y"], pixel);
                near(value(bottom), &Value::from(0), pixel);
            } else {
                near(value(f64::midpoint(top, bottom)), &point["y"], pixel);
            }
        }
    }
}
