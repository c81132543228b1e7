//! The curve of a page: whether its marks lie where their numbers are.

/// Returns the text behind each of these beginnings, up to the end.
fn parts<'a>(text: &'a str, begin: &'a str, end: char) -> impl Iterator<Item = &'a str> {
    let parts = text.split(begin).skip(1);
    parts.map(move |part| part.split_once(end).unwrap().0)
}

/// The number in an attribute, whatever its unit.
fn number(tag: &str, name: &str) -> Option<f64> {
    let value = parts(tag, &format!(" {name}=\""), '"').next()?.to_owned();
    Some(value.trim_end_matches('%').parse().unwrap())
}

/// The number at a place by the ticks of an axis, whose labels are the numbers.
fn axis(svg: &str, class: &str, attribute: &str) -> impl Fn(f64) -> f64 + use<> {
    let ticks = parts(svg, class, '/').map(|tick| {
        let label = parts(tick, ">", '<').next().unwrap();
        (number(tick, attribute).unwrap(), label.parse().unwrap())
    });
    let ticks: Vec<(f64, f64)> = ticks.collect();
    let ((first, low), (last, high)) = (ticks[0], ticks[ticks.len() - 1]);
    move |place| low + (high - low) / (last - first) * (place - first)
}

/// The ends of a mark along an axis: of a block, or of a disc without its radius.
fn ends(tag: &str, [start, length, centre]: [&str; 3]) -> [f64; 2] {
    match number(tag, start) {
        Some(at) => [at, at + number(tag, length).unwrap()],
        None => [number(tag, centre).unwrap(); 2],
    }
}

/// Every mark lies where its numbers are between the ticks, within the frame. Returns how many
/// there are.
pub fn check_marks(page: &str) -> usize {
    let svg = page.split("class=\"plot\"").nth(1).unwrap();
    let svg = svg.split("</svg>").next().unwrap();
    let x = axis(svg, "class=\"tick\"", "x");
    // A label stands four pixels below its tick.
    let below = axis(svg, "class=\"tick end\"", "y");
    let y = |pixels: f64| below(pixels + 4.0);
    let frame = parts(svg, "<rect class=\"frame\"", '/').next().unwrap();
    let [left, right] = ends(frame, ["x", "width", ""]);
    let [top, bottom] = ends(frame, ["y", "height", ""]);
    let marks: Vec<&str> = svg.split("class=\"datum ").skip(1).collect();
    for mark in &marks {
        let across = ends(mark, ["x", "width", "cx"]);
        let down = ends(mark, ["y", "height", "cy"]);
        assert!(left <= across[0] && across[1] <= right, "{mark}");
        assert!(top <= down[0] && down[1] <= bottom, "{mark}");
        let title = parts(mark, "<title>", '<').next().unwrap();
        let (place, value) = title.split_once(": ").unwrap();
        let [place, value]: [f64; 2] = [place, value].map(|text| text.parse().unwrap());
        let middle = x(f64::midpoint(across[0], across[1]));
        // A share is rounded to a thousandth of a hundredth, and so are the ticks.
        let off = (x(right) - x(left)) / 10_000.0;
        assert!((middle - place).abs() <= off, "{mark}");
        // A bar reaches from 0 to its value.
        let expected = match mark.starts_with("bar") {
            true => [value.max(0.0), value.min(0.0)],
            false => [value; 2],
        };
        let pixel = (y(top) - y(bottom)) / (bottom - top);
        for (found, expected) in down.map(y).into_iter().zip(expected) {
            assert!((found - expected).abs() <= pixel, "{mark}: {found}");
        }
    }
    marks.len()
}
