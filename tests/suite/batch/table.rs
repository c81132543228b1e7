//! Tables as input and output of `batch`, and fields that are passed through.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{
    Folder, batch_records, code, json_lines, python, random_positions, refused, run, run_with,
    stderr, stdout, timeless, words,
};

type Row = BTreeMap<String, String>;

/// Parses a table as Python does.
fn rows(folder: &Folder, table: &str) -> Vec<Row> {
    let file = folder.file("read.csv", table);
    let script = "import csv,json,sys\n\
                  for row in csv.DictReader(open(sys.argv[1], newline='')): print(json.dumps(row))";
    let read = python("-c").args([script, &file]).output().unwrap();
    let row = |line| serde_json::from_str(line).unwrap();
    stdout(&read).lines().map(row).collect()
}

fn table(folder: &Folder, wanted: i32, args: &[&str]) -> Vec<Row> {
    let output = run(&[&["batch"], args, &["--format", "csv", "--quiet"]].concat());
    assert_eq!(code(&output), wanted, "{}", stderr(&output));
    rows(folder, &stdout(&output))
}

fn column<'a>(rows: &'a [Row], name: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[name].as_str()).collect()
}

/// A table with unusual cells, written by Python, is printed unchanged, with the values of `solve`
/// under the rules of each row.
#[test]
fn a_table_becomes_a_table_in_its_order() {
    let folder = Folder::made("batch-table");
    let positions = random_positions(41, 60, 3, 14);
    let asked = folder.file("asked", &positions.join("\n"));
    let script = "import csv,random,sys\n\
        r=random.Random(42)\n\
        odd=['', ' ', ',', ';', '\"', '\"\"', 'a\"b', \"it's\", 'Ali, Baba', 'zwei\\nZeilen', 'ä\\tö', '7', '\\r\\n', '#']\n\
        out=csv.writer(open(sys.argv[2], 'w', newline='', encoding='utf-8'))\n\
        out.writerow(['note', 'id', 'position', 'rules', 'who, where'])\n\
        for n,line in enumerate(open(sys.argv[1])):\n  \
          odds=[''.join(r.choice(odd) for _ in range(3)) for _ in range(2)]\n  \
          out.writerow([odds[0], f'n{n}', line.strip(), ['', 'kalah', 'dakon'][n%3], odds[1]])";
    let file = folder.path("list.csv");
    assert!(python("-c").args([script, &asked, &file]).status().unwrap().success());
    let asked = rows(&folder, &std::fs::read_to_string(&file).unwrap());
    let found = table(&folder, 0, &[&file, "--threads", "2"]);
    assert_eq!(found.len(), 60);
    for name in ["note", "id", "position", "who, where"] {
        assert_eq!(column(&found, name), column(&asked, name), "{name}");
    }
    for (number, rules) in ["overbeck", "kalah", "dakon"].into_iter().enumerate() {
        let these = |rows: &[Row]| rows.iter().skip(number).step_by(3).cloned().collect::<Vec<_>>();
        let input = column(&these(&asked), "position").join("\n");
        let solved = run_with(&["solve", "-", "--rules", rules, "--format", "jsonl"], &input);
        let solved = json_lines(&stdout(&solved));
        let found = these(&found);
        let values: Vec<_> = solved.iter().map(|found| found["value"].to_string()).collect();
        assert_eq!(column(&found, "value"), values);
        assert!(column(&found, "rules").iter().all(|name| *name == rules));
        assert!(column(&found, "error").iter().all(|error| error.is_empty()));
    }
    // The store is next to the input: a second run searches nothing and prints the same.
    assert_eq!(table(&folder, 0, &[&file, "--summary", &folder.path("s.json")]), found);
    let summary = std::fs::read_to_string(folder.path("s.json")).unwrap();
    assert!(summary.contains("\"known\":60"), "{summary}");
    // The output can be input again: results are computed again, passed-through fields stay.
    let output = run(&["batch", &file, "--format", "csv", "--quiet"]);
    let printed = folder.file("printed.csv", &stdout(&output));
    let again = table(&folder, 0, &[&printed]);
    let lasting = |rows: &[Row]| -> Vec<Row> {
        let mut rows = rows.to_vec();
        rows.iter_mut().for_each(|row| drop(row.remove("seconds")));
        rows
    };
    assert_eq!(lasting(&again), lasting(&found));
}

/// The records are the same however a spreadsheet writes them.
#[test]
fn tables_of_all_kinds_are_read() {
    let folder = Folder::made("batch-kinds");
    let plain =
        "id,position,rules,note\n1,\"1,0,3/0 0,5,1/0 A\",kalah,x\n2,\"1,0,3/0 0,5,1/0 B\",,\n";
    let record = |id: &str, mover: &str, rules: &str, note: &str| json!({"id": id, "note": note, "position": format!("1,0,3/0 0,5,1/0 {mover}"), "rules": rules});
    let expected = [record("1", "A", "kalah", "x"), record("2", "B", "overbeck", "")];
    let semicolons =
        "id;position;rules;note\n1;1,0,3/0 0,5,1/0 A;kalah;x\n2;\"1,0,3/0 0,5,1/0 B\";;\n";
    let tabs = semicolons.replace(';', "\t");
    let rows_without = plain.split_once('\n').unwrap().1;
    let kinds = [
        ("a.csv", plain.to_owned()),
        ("b.txt", plain.to_owned()),
        ("c.csv", format!("\u{feff}{}", plain.replace('\n', "\r\n"))),
        ("d.csv", plain.trim_end().to_owned()),
        ("e.csv", semicolons.to_owned()),
        ("f", format!("sep=;\r\n{semicolons}")),
        ("g.tsv", tabs.clone()),
        ("h.TAB", tabs.clone()),
        ("i", tabs.replace('\n', "\r\n")),
        ("j.csv", plain.replace('\n', "\n\n,,,\n")),
        ("k.csv", format!(" ID , Position,RULES,note,,\n{rows_without}")),
        ("l.csv", plain.replace(",x\n", ",x,,,\n")),
        ("m.csv", plain.replace('\n', "\r")),
    ];
    for (name, text) in &kinds {
        let file = folder.file(name, text);
        let records = batch_records(0, &[&file, "--no-store"]);
        let told: Vec<Value> = (records.iter())
            .map(|record| {
                let told = ["id", "note", "position", "rules"].map(|name| (name, &record[name]));
                json!(BTreeMap::from(told))
            })
            .collect();
        assert_eq!(told, expected, "{name}");
    }
    // An explicit format overrides the file name.
    let odd = folder.file("odd.jsonl", &tabs);
    assert_eq!(batch_records(0, &[&odd, "--no-store", "--input", "tsv"]).len(), 2);
    let list = folder.file("list.csv", "1,0,3/0 0,5,1/0 A\n# a remark\n1,0,3/0 0,5,1/0 B\n");
    assert_eq!(batch_records(0, &[&list, "--no-store", "--input", "lines"]).len(), 2);
    // A single column needs no quotes.
    let one = folder.file("one.csv", "position\n1,0,3/0 0,5,1/0 A\n\"1,0,3/0 0,5,1/0 B\"\n");
    assert_eq!(batch_records(0, &[&one, "--no-store"]).len(), 2);
    let options = "position;set;holes\n1,0,3/0 0,5,1/0 A;lap=circuit lone=bank;\n1/0 1/0 A;;1\n";
    let options = batch_records(0, &[&folder.file("set.csv", options), "--no-store"]);
    assert_eq!(options[0]["set"], json!({"holes": 3, "lap": "circuit", "lone": "bank"}));
    assert_eq!(options[1]["set"], json!({"holes": 1}));
}

#[test]
fn a_bad_row_is_told_with_its_place_and_keeps_it() {
    let folder = Folder::made("batch-bad-rows");
    let good = |mover: &str| format!("\"1,0,3/0 0,5,1/0 {mover}\"");
    let input = format!(
        "id,position,rules,set,note\n1,{},,,a\n2,\"1,0,3/0 0,ä,1/0 A\",,,b\n3,1,0,3/0 0,5,1/0 A\n\
         4,\"1,0,3/0 0,5,1/0 A,,,d\n5,{},kalha,,e\n6,{},kalah,lap,f\n7,{},,lap=once,g\n8,,,,h\n\
         9,\"0,0/0 0,1/0 A\",,,\"two\nlines\"\n10,{},,,i\n",
        good("A"),
        good("A"),
        good("A"),
        good("A"),
        good("B")
    );
    let file = folder.file("bad.csv", &input);
    let output = run(&["batch", &file, "--format", "csv", "--no-store"]);
    let message = stderr(&output);
    assert_eq!(code(&output), 2, "{message}");
    let found = rows(&folder, &stdout(&output));
    assert_eq!(column(&found, "note"), ["a", "b", "", "", "e", "f", "g", "h", "two\nlines", "i"]);
    assert_eq!(column(&found, "id"), ["1", "2", "", "", "5", "6", "7", "8", "9", "10"]);
    assert_eq!(found[1]["position"], "1,0,3/0 0,ä,1/0 A");
    assert_eq!(found[2]["position"], "3,1,0,3/0 0,5,1/0 A", "the row as it is");
    let errors: Vec<bool> = column(&found, "error").iter().map(|e| e.is_empty()).collect();
    assert_eq!(errors, [true, false, false, false, false, false, false, false, false, true]);
    for (row, is_right) in found.iter().zip(&errors) {
        assert_eq!(row["error_kind"].is_empty(), *is_right, "{row:?}");
    }
    assert_eq!(found[1]["error_kind"], "bad-position");
    assert_eq!((found[0]["value"].as_str(), found[9]["value"].as_str()), ("4", "-8"));
    let wrong = [
        (3, 14, "hole B2: found \"ä\", expected a number of seeds"),
        (
            4,
            15,
            "6 cells, expected 5, one for each heading; a position contains commas and must be quoted",
        ),
        (5, 3, "an unclosed quote"),
        (6, 23, "column \"rules\": no rule set \"kalha\""),
        (7, 29, "column \"set\": found \"lap\", expected OPTION=VALUE"),
        (8, 24, "column \"set.lap\": found \"once\""),
        (9, 3, "expected a field \"position\""),
        (10, 4, "A is to move and has no open hole"),
    ];
    for (line, column, what) in wrong {
        let start = format!("error: {file}, line {line}, column {column}: ");
        let told = message.lines().find(|told| told.starts_with(&start));
        assert!(told.is_some_and(|told| told.contains(what)), "{start}{what}: {message}");
    }
    assert!(message.contains("2 positions: 2 solved, 0 open (0 already known), 8 bad lines"));
    // And as JSON lines, in the same places.
    let output = run(&["batch", &file, "--format", "jsonl", "--no-store"]);
    let records = json_lines(&stdout(&output));
    assert_eq!((records.len(), &records[9]["note"]), (10, &json!("i")));
    for (record, (line, column, _)) in records[1..9].iter().zip(wrong) {
        assert_eq!(record["line"], line);
        assert_eq!(record["error"]["at"], column, "{record}");
        assert!(record["error"]["expected"].is_string(), "{record}");
    }
}

#[test]
fn what_is_no_table_is_told() {
    let folder = Folder::made("batch-no-table");
    let told = |name: &str, text: &[u8]| {
        let file = folder.path(name);
        std::fs::write(&file, text).unwrap();
        refused(&["batch", &file, "--no-store"])
    };
    let without = told("a.csv", b"1,0,3/0 0,5,1/0 A\n");
    assert!(without.contains("expected a heading row with position"), "{without}");
    assert!(without.contains("--input lines"));
    let semicolon = told("b.tsv", b"id;position\n");
    assert!(semicolon.contains("found \"id;position\", expected a heading row"), "{semicolon}");
    assert!(told("c.csv", b"").contains("found nothing, expected a heading row"));
    assert!(told("d.csv", b"position,id\n").contains("no position"));
    let twice = told("e.csv", b"id,position,Position\n");
    assert!(
        twice.contains("a duplicate heading \"Position\", expected each heading once"),
        "{twice}"
    );
    let mixed = told("g.csv", b"\nposition,rules;x\n1,kalah;2\n");
    assert!(
        mixed.contains("line 2: the heading \"rules;x\"") && mixed.contains("a comma between"),
        "{mixed}"
    );
    assert!(told("h.csv", b"position\trules;x\n").contains("a tab between"));
    assert!(told("f.csv", b"note,position,note\n").contains("a duplicate heading \"note\""));
    let wide: Vec<u8> =
        "\u{feff}id\tposition\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(told("g.csv", &wide).contains("found UTF-16 text, expected UTF-8"));
    let latin = [&b"id,position,who\n1,\"1,0,3/0 0,5,1/0 A\",J"[..], b"\xfcrgen\n"].concat();
    let latin = told("h.csv", &latin);
    assert!(latin.contains("line 2, column 23: a cell that is not UTF-8 text"), "{latin}");
    for command in ["eval", "chong show", "verify x"] {
        let message = refused(&[words(command), vec!["--format", "csv"]].concat());
        assert!(message.contains("expected text, json or jsonl"), "{command}: {message}");
    }
}

#[test]
fn unknown_fields_are_passed_through() {
    let line = r#"{"id": 7, "position": "1,0,3/0 0,5,1/0 A", "source": {"page": 12}, "value": "old", "rule": "kalah"}"#;
    let second = r#"{"position": "1,0,3/0 0,5,1/0 B", "by": "Ali"}"#;
    let output = run_with(&["batch", "-", "--format", "jsonl"], &format!("{line}\n{second}\n"));
    let records = json_lines(&stdout(&output));
    assert_eq!((code(&output), &records[0]["source"]), (0, &json!({"page": 12})));
    assert_eq!((&records[0]["value"], &records[1]["by"]), (&json!(4), &json!("Ali")));
    assert_eq!(records[0]["rule"], "kalah");
    let message = stderr(&output);
    assert!(message.contains("\"rule\" is passed through; did you mean \"rules\"?"), "{message}");
    let folder = Folder::made("batch-fields");
    let file = folder.file("p.jsonl", &format!("{line}\n{second}\n"));
    let found = table(&folder, 0, &[&file]);
    assert_eq!(column(&found, "id"), ["7", ""]);
    assert_eq!(column(&found, "by"), ["", "Ali"]);
    assert_eq!(column(&found, "source"), ["page=12", ""]);
    // Records of one position name their rules.
    let args = "--rules dakon --set lone=stay --format jsonl";
    for command in ["solve", "eval --depth 2"] {
        let asked = format!("{command} 1,0,3/0:0,5,1/0:A {args}").replace(':', " ");
        let mut words = words(&asked);
        let at = words.iter().position(|word| word.starts_with("1,0,3")).unwrap();
        let position = words.drain(at..at + 3).collect::<Vec<_>>().join(" ");
        words.push(&position);
        let record = stdout(&run(&words));
        let again = run_with(&["batch", "-", "--format", "jsonl", "--quiet"], &record);
        let again = timeless(json_lines(&stdout(&again)));
        assert_eq!(again[0]["rules"], "dakon", "{}", record);
        assert_eq!(again[0]["set"], json!({"holes": 3, "lone": "stay"}));
        for field in ["known", "book", "ties", "threads"] {
            assert!(again[0].get(field).is_none(), "{field}");
        }
    }
}

/// The openings of a rule set, from the list to the table.
#[test]
fn openings_go_from_list_to_table() {
    let folder = Folder::made("batch-openings-table");
    let rules = ["--rules", "kalah", "--holes", "3", "--seeds", "2"];
    let list = run(&[&["batch", "openings", "--format", "csv"], &rules[..]].concat());
    let file = folder.file("openings.csv", &stdout(&list));
    let found = table(&folder, 0, &[&file]);
    let records = run(&[&["batch", "openings", "--format", "jsonl"], &rules[..]].concat());
    let records = folder.file("openings.jsonl", &stdout(&records));
    let records = batch_records(0, &[&records]);
    assert_eq!((found.len(), records.len()), (2 * 9, 2 * 9));
    for (row, record) in found.iter().zip(&records) {
        for name in ["position", "mover", "rules"] {
            assert_eq!(row[name], record[name].as_str().unwrap());
        }
        for name in ["owned", "value"] {
            assert_eq!(row[name], record[name].to_string());
        }
        assert_eq!(record["set"], json!({"holes": 3, "seeds": 2}));
    }
}
