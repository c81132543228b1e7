//! The columns of a `batch` table, its remarks, and leftover files.

use crate::support::{Folder, code, run, stderr, stdout};

const POSITIONS: [&str; 2] = ["\"1,0,3/0 0,5,1/0 A\"", "\"2,2,2/0 2,2,2/0 B\""];

/// The input columns are printed in their order; the results follow.
#[test]
fn a_table_keeps_the_order_of_its_columns() {
    let folder = Folder::made("batch-columns");
    let [one, two] = POSITIONS;
    let table = format!("note,position,id,more\nx,{one},7,y\n,{two},8,\nz,nothing,9,\n");
    let file = folder.file("list.csv", &table);
    let output = run(&["batch", &file, "--rules", "kalah", "--format", "csv"]);
    assert_eq!(code(&output), 2);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("note,position,id,more,rules,set,method,"), "{text}");
    assert_eq!(lines[0].matches("position").count(), 1);
    assert!(lines[1].starts_with(&format!("x,{one},7,y,kalah,")), "{text}");
    assert!(lines[2].starts_with(&format!(",{two},8,,kalah,")), "{text}");
    assert!(lines[3].starts_with("z,nothing,9,,,,"), "{text}");
    let cells = |line: &str| {
        let quoted = line.split('"').enumerate();
        let outside = quoted.filter(|(number, _)| number % 2 == 0);
        outside.map(|(_, part)| part.matches(',').count()).sum::<usize>()
    };
    assert_eq!(cells(lines[1]), cells(lines[0]));
    // Without headings there is no order to keep.
    let file = folder.file("list.txt", "1,0,3/0 0,5,1/0 A\n");
    let text = stdout(&run(&["batch", &file, "--no-store", "--format", "csv"]));
    assert!(text.starts_with("position,rules,"), "{text}");
}

#[test]
fn a_store_leaves_no_lock_and_quick_searches_are_not_called_slow() {
    let folder = Folder::made("batch-tidy");
    let file = folder.file("list.txt", "1,0,3/0 0,5,1/0 A\n");
    for _ in 0..2 {
        let output = run(&["batch", &file, "--rules", "kalah"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains("1 solved") && !told.contains("slow"), "{told}");
        let mut left: Vec<_> = std::fs::read_dir(&folder.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["list.txt", "list.txt.sqlite"]);
    }
}
