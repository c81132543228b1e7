//! `turns --hosts`: several processes on this machine find what one finds, and no process that is
//! lost, late or wrong leaves the others waiting.

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};

use crate::places::{Folders, Places, all_print, alone, ended};
use crate::support::{Folder, code, program, random_positions, send_interrupt, stderr, told};

const RULES: [&str; 5] = ["congklak", "overbeck", "dakon", "congklak-bank", "kalah"];

/// The arguments for a board, one of many.
fn question(place: usize, position: &str) -> Vec<String> {
    let rules = RULES[place % RULES.len()];
    let (threads, form) = [("1", "json"), ("2", "text"), ("1", "text")][place % 3];
    let mut args = vec![position, "--rules", rules, "--threads", threads];
    args.extend(["--format", form]);
    if place % 4 == 3 {
        args.extend(["--win-set", "--no-count"]);
    }
    args.into_iter().map(str::to_owned).collect()
}

/// Some with folders, of their own or in common.
#[test]
fn several_processes_print_what_one_prints() {
    let mut positions = random_positions(17, 10, 4, 30);
    positions.extend(random_positions(18, 30, 4, 24));
    let positions: Vec<_> = positions.iter().enumerate().collect();
    // They wait for each other most of the time.
    std::thread::scope(|scope| {
        for part in positions.chunks(10) {
            scope.spawn(move || {
                for &(place, position) in part {
                    let args = question(place, position);
                    let args: Vec<_> = args.iter().map(String::as_str).collect();
                    let expected = alone(&args);
                    assert_eq!(code(&expected), 0, "{args:?}: {}", stderr(&expected));
                    for (count, spills) in [(1, 7), (2, 4), (3, 5), (5, 6)] {
                        let places = Places::new(&format!("together-{place}-{count}"), count);
                        let told = format!("{args:?} in {count} processes");
                        let outputs = match place % 8 {
                            rest if rest == spills => places.run_in(&args, Folders::Same),
                            rest if rest + 4 == spills => places.run_in(&args, Folders::Own),
                            _ => places.run(&args),
                        };
                        all_print(&outputs, &expected, &told);
                        assert_eq!(places.left(), Vec::<String>::new(), "{told}");
                    }
                }
            });
        }
    });
}

/// On this board two lines are as short, and those who find them are different workers.
#[test]
fn of_lines_as_short_the_same_one_is_told() {
    let args = ["--holes", "6", "--seeds", "4", "--threads", "1"];
    let expected = alone(&args);
    assert_eq!(code(&expected), 0, "{}", stderr(&expected));
    for count in [2, 3] {
        let places = Places::new(&format!("together-ties-{count}"), count);
        all_print(&places.run(&args), &expected, "congklak 6 x 4");
    }
}

/// With little memory a worker sends what it has found many times in a layer.
#[test]
fn layers_may_be_sent_in_many_parts() {
    let small = ["--rules", "overbeck", "--holes", "5", "--seeds", "8"];
    let args = [&small[..], &["--memory", "8", "--threads", "1"]].concat();
    let args = [&args[..], &["--format", "json"]].concat();
    let expected = alone(&args);
    assert_eq!(code(&expected), 0, "{}", stderr(&expected));
    let places = Places::new("together-parts", 3);
    all_print(&places.run(&args), &expected, "overbeck 5 x 8");
}

const LONG: [&str; 6] = ["--holes", "7", "--seeds", "7", "--threads", "1"];

#[test]
fn a_lost_process_ends_the_others() {
    let places = Places::new("together-lost", 3);
    let is_open = |process: usize| TcpStream::connect(&places.addresses[process]).is_ok();
    let mut all = Vec::new();
    for process in [0, 1] {
        all.push(places.start(process, &LONG));
        while !is_open(process) {}
    }
    let mut last = places.start(2, &LONG);
    // They listen no longer when they have met all.
    while is_open(0) || is_open(1) {}
    last.kill().unwrap();
    last.wait().unwrap();
    for output in ended(all) {
        let (code, out, error) = told(&output);
        assert_eq!((code, out.as_str()), (4, ""), "{error}");
        let expected = format!("error: {} is lost: ", places.name(2));
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn all_end_at_a_limit_of_one() {
    let places = Places::new("together-limit", 3);
    let outputs = places.run(&[&LONG[..], &["--nodes", "30000", "--format", "json"]].concat());
    let found: serde_json::Value = serde_json::from_slice(&outputs[0].stdout).unwrap();
    assert_eq!(found["stopped"], "nodes");
    assert!(found["nodes"].as_u64().unwrap() >= 10_000);
    for output in &outputs {
        assert_eq!((code(output), stderr(output)), (3, String::new()));
    }
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let places = Places::new("together-late", 3);
    let args = [&LONG[..], &["--patience", "0.2"]].concat();
    let (code, out, error) = told(&ended(vec![places.start(0, &args)])[0]);
    assert_eq!((code, out.as_str()), (4, ""));
    let first = places.name(1);
    let expected = format!("error: {first} did not come within 0.2 s: nobody has called\n");
    assert_eq!(error, expected);
    let (code, _, error) = told(&ended(vec![places.start(2, &args)])[0]);
    assert_eq!(code, 4);
    let expected = format!("error: {} did not come within 0.2 s: ", places.name(0));
    assert!(error.starts_with(&expected), "{error}");
}

/// Also where the one it waits for holds the connection and says nothing.
#[cfg(unix)]
#[test]
fn who_waits_for_others_can_be_interrupted() {
    let places = Places::new("together-interrupted", 2);
    let silent = TcpListener::bind(&places.addresses[0]).unwrap();
    let second = places.start(1, &LONG);
    let _held = silent.accept().unwrap();
    let first = {
        let other = Places::new("together-interrupted-first", 2);
        let first = other.start(0, &LONG);
        while TcpStream::connect(&other.addresses[0]).is_err() {}
        (first, other.name(1))
    };
    for (child, missing) in [first, (second, places.name(0))] {
        send_interrupt(&child);
        let (code, out, error) = told(&ended(vec![child])[0]);
        let expected = format!("error: {missing} has not come: interrupted\n");
        assert_eq!((code, out, error), (130, String::new(), expected));
    }
}

#[test]
fn processes_with_different_tasks_say_what_differs() {
    let cases: [(&[&str], &str); 6] = [
        (&["--seeds", "5"], "position, 7x5 7x5"),
        (&["--target", "60"], "goal, 60 seeds"),
        (&["--no-count"], "count, no turns"),
        (&["--rules", "dakon"], "value of "),
        (&["--memory", "77"], "memory, 77 MiB"),
        (&["--spill", "never-made"], "place, folder"),
    ];
    for (place, (other, told_of)) in cases.into_iter().enumerate() {
        let places = Places::new(&format!("together-differs-{place}"), 2);
        let rest: Vec<&str> = match other[0] {
            "--seeds" => [&["--holes", "7", "--threads", "1"], other].concat(),
            _ => [&LONG[..], other].concat(),
        };
        let all = vec![places.start(0, &LONG), places.start(1, &rest)];
        let outputs = ended(all);
        for (process, output) in outputs.iter().enumerate() {
            let (code, out, error) = told(output);
            assert_eq!((code, out.as_str()), (2, ""), "{error}");
            let name = places.name(1 - process);
            assert!(error.starts_with(&format!("error: {name} has another ")), "{error}");
        }
        let what = told_of.split(',').next().unwrap();
        let error = stderr(&outputs[0]);
        assert!(error.contains(&format!("has another {what}")), "{error}");
    }
}

#[test]
fn strangers_are_not_heard() {
    let places = Places::new("together-stranger", 2);
    let args = ["--holes", "4", "--seeds", "4", "--threads", "1"];
    let first = places.start(0, &args);
    let mut stranger = loop {
        if let Ok(stream) = TcpStream::connect(&places.addresses[0]) {
            break stream;
        }
    };
    stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let outputs = ended(vec![first, places.start(1, &args)]);
    all_print(&outputs, &alone(&args), "with a stranger");
}

/// Those who say nothing are all heard at once, and keep nobody waiting.
#[test]
fn silent_strangers_do_not_use_up_the_time() {
    let places = Places::new("together-silent", 2);
    let args = ["--holes", "4", "--seeds", "4", "--threads", "1", "--patience", "20s"];
    let first = places.start(0, &args);
    let silent: Vec<_> = std::iter::repeat_with(|| TcpStream::connect(&places.addresses[0]))
        .filter_map(Result::ok)
        .take(8)
        .collect();
    let outputs = ended(vec![first, places.start(1, &args)]);
    drop(silent);
    all_print(&outputs, &alone(&args[..6]), "with silent strangers");
}

#[test]
fn a_place_that_is_taken_is_named() {
    let places = Places::new("together-taken", 2);
    let _taken = TcpListener::bind(&places.addresses[0]).unwrap();
    let (code, _, error) = told(&ended(vec![places.start(0, &LONG)])[0]);
    assert_eq!(code, 4);
    let expected = format!("error: {}: can't listen there: ", places.name(0));
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn wrong_lists_are_refused() {
    let folder = Folder::new("together-lists");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("hosts");
    let run = |rest: &[&str]| {
        let mut command = program();
        command.args(["turns", "--exhaustive", "--hosts"]).arg(&file);
        told(&command.args(rest).output().unwrap())
    };
    let first = ["--process", "0"];
    let cases: [(&str, &[&str], &str); 10] = [
        ("", &first, "line 1: nothing there: expected a line HOST:PORT"),
        ("a:1\n\nb:1\n", &first, "line 2: empty: expected HOST:PORT"),
        ("a:1\nb\n", &first, "line 2: b has no port: expected HOST:PORT"),
        (":1\n", &first, "line 1: :1 has no host: expected"),
        ("a:x\n", &first, "line 1: x is no port: expected a number from 1"),
        ("a:70000\n", &first, "line 1: 70000 is no port"),
        ("a:1 slots=2\n", &first, "line 1: more than one word"),
        ("a:1\na:2\na:1\n", &first, "line 3: a:1 stands in line 1 already"),
        (
            "a:1\na:2\n",
            &["--process", "2"],
            "the list has 2 processes: expected a number from 0 to 1",
        ),
        ("a:1\na:2\n", &[], "no --process: expected the number of this one, 0 to 1"),
    ];
    for (list, rest, expected) in cases {
        fs::write(&file, list).unwrap();
        let (code, out, error) = run(rest);
        assert_eq!((code, out.as_str()), (2, ""), "{list:?}: {error}");
        assert!(error.contains(expected), "{list:?}: {error}");
    }
    assert_eq!(run(&["--process", "-1"]).0, 2);
}
