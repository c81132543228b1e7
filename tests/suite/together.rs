//! `turns --hosts`: several processes on this machine find what one finds, and no process that is
//! lost, late or wrong leaves the others waiting.

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};

use crate::support::{Folder, code, program, random_positions, stderr, stdout, told};

/// Places on this machine that were free a moment ago, and the file that lists them.
struct Places {
    folder: Folder,
    addresses: Vec<String>,
}

impl Places {
    fn new(name: &str, count: usize) -> Places {
        let folder = Folder::new(name);
        fs::create_dir_all(&folder.0).unwrap();
        // All at once, so that no two are the same.
        let free = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let free: Vec<_> = free.collect();
        let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
        let addresses: Vec<_> = free.iter().map(address).collect();
        let places = Places { folder, addresses };
        fs::write(places.file(), places.addresses.join("\n")).unwrap();
        places
    }

    fn file(&self) -> PathBuf {
        self.folder.0.join("hosts")
    }

    /// How messages call a process.
    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.addresses[process])
    }

    /// Starts a process.
    fn start(&self, process: usize, args: &[&str]) -> Child {
        let mut command = program();
        command.args(["turns", "--exhaustive"]).args(args);
        command.arg("--hosts").arg(self.file());
        command.args(["--process", &process.to_string()]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Runs all processes.
    fn run(&self, args: &[&str]) -> Vec<Output> {
        let all = (0..self.addresses.len()).map(|process| self.start(process, args));
        let all: Vec<_> = all.collect();
        ended(all)
    }
}

fn ended(all: Vec<Child>) -> Vec<Output> {
    all.into_iter()
        .map(|child| child.wait_with_output().unwrap())
        .collect()
}

/// The output of one process by itself.
fn alone(args: &[&str]) -> Output {
    let mut command = program();
    command.args(["turns", "--exhaustive"]).args(args);
    command.output().unwrap()
}

/// All processes end well, the first prints this, and the others nothing.
fn all_print(outputs: &[Output], expected: &Output, told: &str) {
    for (process, output) in outputs.iter().enumerate() {
        assert_eq!(stderr(output), "", "process {process}, {told}");
        assert_eq!(code(output), code(expected), "process {process}, {told}");
        let text = if process == 0 {
            stdout(expected)
        } else {
            String::new()
        };
        assert_eq!(stdout(output), text, "process {process}, {told}");
    }
}

const RULES: [&str; 5] = ["congklak", "overbeck", "dakon", "congklak-bank", "kalah"];

#[test]
fn several_processes_print_what_one_prints() {
    let positions = random_positions(17, 10, 4, 30);
    for (place, position) in positions.iter().enumerate() {
        let rules = RULES[place % RULES.len()];
        let (threads, form) = [("1", "json"), ("2", "text"), ("1", "text")][place % 3];
        let mut args = vec![position.as_str(), "--rules", rules];
        args.extend(["--threads", threads, "--format", form]);
        if place % 4 == 3 {
            args.extend(["--win-set", "--no-count"]);
        }
        let expected = alone(&args);
        assert_eq!(code(&expected), 0, "{args:?}: {}", stderr(&expected));
        for count in [1, 2, 3, 5] {
            let places = Places::new(&format!("together-{place}-{count}"), count);
            let told = format!("{args:?} in {count} processes");
            all_print(&places.run(&args), &expected, &told);
        }
    }
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

#[test]
fn processes_with_different_tasks_say_what_differs() {
    let cases: [(&[&str], &str); 4] = [
        (&["--seeds", "5"], "position, 7x5 7x5"),
        (&["--target", "60"], "goal, 60 seeds"),
        (&["--no-count"], "count, no turns"),
        (&["--rules", "dakon"], "value of "),
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
            assert!(
                error.starts_with(&format!("error: {name} has another ")),
                "{error}"
            );
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
        command
            .args(["turns", "--exhaustive", "--hosts"])
            .arg(&file);
        told(&command.args(rest).output().unwrap())
    };
    let first = ["--process", "0"];
    let cases: [(&str, &[&str], &str); 10] = [
        (
            "",
            &first,
            "line 1: nothing there: expected a line HOST:PORT",
        ),
        ("a:1\n\nb:1\n", &first, "line 2: empty: expected HOST:PORT"),
        (
            "a:1\nb\n",
            &first,
            "line 2: b has no port: expected HOST:PORT",
        ),
        (":1\n", &first, "line 1: :1 has no host: expected"),
        (
            "a:x\n",
            &first,
            "line 1: x is no port: expected a number from 1",
        ),
        ("a:70000\n", &first, "line 1: 70000 is no port"),
        ("a:1 slots=2\n", &first, "line 1: more than one word"),
        (
            "a:1\na:2\na:1\n",
            &first,
            "line 3: a:1 stands in line 1 already",
        ),
        (
            "a:1\na:2\n",
            &["--process", "2"],
            "the list has 2 processes: expected a number from 0 to 1",
        ),
        (
            "a:1\na:2\n",
            &[],
            "no --process: expected the number of this one, 0 to 1",
        ),
    ];
    for (list, rest, expected) in cases {
        fs::write(&file, list).unwrap();
        let (code, out, error) = run(rest);
        assert_eq!((code, out.as_str()), (2, ""), "{list:?}: {error}");
        assert!(error.contains(expected), "{list:?}: {error}");
    }
    let conflicts: [&[&str]; 2] = [&["--spill", "x"], &["--process", "-1"]];
    for rest in conflicts {
        assert_eq!(run(rest).0, 2, "{rest:?}");
    }
}
