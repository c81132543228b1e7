//! The proven values of joint starts on full boards (positions/start), and their numbers in
//! docs/RESULTS.md and docs/START.md.

use serde_json::Value;

use crate::support::{has_numbers, json_of, lines_of, text_of};

const RESULTS: &str = "docs/RESULTS.md";

/// The recorded bounds of a board: of every pair of first holes, and of the value.
struct Bounds {
    pairs: Vec<Vec<[f64; 2]>>,
    value: [f64; 2],
}

fn bounds(rules: &str, tie: &str) -> Bounds {
    let lines: Vec<Value> = lines_of("positions/start/bounds.jsonl");
    let line = lines.iter().find(|x| x["rules"] == rules && x["tie"] == tie);
    let line = line.unwrap_or_else(|| panic!("{rules} {tie}"));
    let of =
        |field: &str| -> Vec<Vec<f64>> { serde_json::from_value(line[field].clone()).unwrap() };
    let rows = of("lower").into_iter().zip(of("upper"));
    let pairs = |(low, high): (Vec<f64>, Vec<f64>)| {
        low.into_iter().zip(high).map(|(a, b)| [a, b]).collect()
    };
    Bounds {
        pairs: rows.map(pairs).collect(),
        value: serde_json::from_value(line["value"].clone()).unwrap(),
    }
}

/// On a board with equal rows an exchanged pair has the opposite value.
#[test]
fn recorded_bounds_are_as_the_board_is() {
    for rules in ["congklak-six", "overbeck"] {
        let found = bounds(rules, "coin");
        for (i, row) in found.pairs.iter().enumerate() {
            for (j, [low, high]) in row.iter().enumerate() {
                assert!(low <= high, "{rules} {i} {j}");
                assert_eq!(found.pairs[j][i], [-high, -low], "{rules} {i} {j}");
            }
        }
        assert_eq!(found.value, [0.0; 2]);
    }
    let [low, high] = bounds("congklak-six", "a").value;
    assert!(0.0 < low && low < high);
}

/// Finding 6: the best first hole by the bounds, and where it is on the board.
#[test]
fn the_best_hole_is_told_where_it_lies() {
    let Bounds { pairs, .. } = bounds("congklak-six", "coin");
    let holds = |row: &&Vec<[f64; 2]>| row.iter().all(|[low, _]| *low >= 0.0);
    assert_eq!(pairs.iter().filter(holds).count(), 1);
    let best = pairs.iter().position(|row| holds(&row)).unwrap();
    let name = format!("A{}", best + 1);
    // The store is after the last hole.
    assert_eq!(best, 0, "the hole farthest from the store");
    // Its seeds reach the store and no hole beyond, in one lap.
    let moves = json_of(&["moves", "--rules", "congklak-six"]);
    let moves = moves["moves"].as_array().unwrap();
    let played = moves.iter().find(|played| played["move"] == name.as_str());
    let played = played.unwrap();
    assert_eq!(played["lands"], serde_json::json!(["RA"]));
    assert_eq!(played["outcome"], "again");
    let mut wins: Vec<(f64, usize)> = pairs[best]
        .iter()
        .enumerate()
        .filter(|(hole, _)| *hole != best)
        .map(|(hole, [low, _])| (*low, hole + 1))
        .collect();
    wins.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (least, last) = (wins[1].0, wins[0].1);
    let [low, high] = bounds("congklak-six", "a").value;
    let (low, high) = (low.floor().to_string(), high.ceil().to_string());
    let told = [name, least.to_string(), format!("B{last}"), low, high];
    has_numbers(RESULTS, "6. ", &told);
}

/// Finding 6: which pairs are decided.
#[test]
fn the_pairs_that_are_decided_are_counted() {
    let Bounds { pairs, .. } = bounds("overbeck", "coin");
    let open: Vec<(usize, usize)> = (0..9)
        .flat_map(|i| (i + 1..9).map(move |j| (i, j)))
        .filter(|&(i, j)| pairs[i][j][0] <= 0.0 && pairs[i][j][1] >= 0.0)
        .collect();
    let [(i, j)] = open[..] else { panic!("{open:?}") };
    let [low, high] = pairs[j][i];
    let worst = |row: usize, but: &[usize]| {
        let others = (0..9).filter(|hole| *hole != row && !but.contains(hole));
        others.map(|hole| pairs[row][hole][0]).fold(f64::MAX, f64::min)
    };
    let (first, last) = (worst(0, &[8]), worst(8, &[0, 7]));
    let told = [
        "35".to_owned(),
        format!("A{}", i + 1),
        format!("B{}", j + 1),
        low.to_string(),
        format!("{high:+}"),
        first.to_string(),
        last.to_string(),
    ];
    has_numbers(RESULTS, "6. ", &told);
    // Stone, scissors and paper: A1 beats B8, A8 beats B9.
    assert!(pairs[0][7][0] > 0.0 && pairs[7][8][0] > 0.0);
}

/// The tables of docs/START.md, cell by cell.
#[test]
fn the_page_shows_what_is_recorded() {
    let text = text_of("docs/START.md");
    let number = |value: f64| match value == 0.0 {
        true => "0".to_owned(),
        false => format!("{value:+}"),
    };
    let cell = |[low, high]: [f64; 2]| match low == high {
        true => number(low),
        false => format!("{} to {}", number(low), number(high)),
    };
    let row = |name: &str| -> Vec<String> {
        let start = format!("\n| {name} |");
        let line = text.split(&start).nth(1).unwrap().lines().next().unwrap();
        let cells = line.trim_end_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let six = bounds("congklak-six", "coin").pairs;
    for (i, pairs) in six.iter().enumerate().take(5) {
        // The first table with such rows is that of six holes.
        let cells = row(&format!("A{}", i + 1));
        let shown: Vec<String> = pairs.iter().skip(i).map(|pair| cell(*pair)).collect();
        assert_eq!(cells[i..], shown, "A{}", i + 1);
    }
    let nine = bounds("overbeck", "coin").pairs;
    let later = text.split("## The first hole on Overbeck's board").nth(1).unwrap();
    for (i, with_a_sign) in [(0, "A1"), (7, "A8"), (8, "A9")] {
        let start = format!("\n| {with_a_sign} |");
        let line = later.split(&start).nth(1).unwrap().lines().next().unwrap();
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        for (shown, j) in cells.iter().zip([0, 7, 8]) {
            let [low, high] = nine[i][j];
            match (i, j) {
                (0, 8) | (8, 0) => assert_eq!(*shown, "not known"),
                _ => assert_eq!(*shown, cell([low, high])),
            }
        }
    }
    let tied = bounds("congklak-six", "a");
    let told: Vec<String> = [tied.value, tied.pairs[0][0], tied.pairs[0][5]]
        .iter()
        .flat_map(|[low, high]| [number(low.floor()), number(high.ceil())])
        .collect();
    has_numbers("docs/START.md", "The first hole on six holes", &told);
}
