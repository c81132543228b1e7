//! Numbers and times as arguments, and the errors for wrong ones.

use crate::support::{code, json_of, refused, run, stdout, words};

/// Returns clap's text after "invalid value … for …: ".
fn problem(args: &[&str]) -> String {
    let message = refused(args);
    let (_, problem) = message.split_once(">': ").unwrap_or_else(|| panic!("{message}"));
    problem.lines().next().unwrap().to_owned()
}

#[test]
fn a_number_may_be_written_in_several_ways_everywhere() {
    let nodes = |number: &str| {
        let mut found = json_of(&["eval", "--nodes", number, "--threads", "1", "--quiet"]);
        found.as_object_mut().unwrap().remove("limits");
        found
    };
    let plain = nodes("2000");
    assert!(plain["nodes"].as_u64().unwrap() <= 2000);
    for same in ["2e3", "2k", "2_000", "2,000"] {
        assert_eq!(nodes(same), plain, "{same}");
    }
    // Each of them was refused.
    for args in [
        "perft 1e0 --threads 1e0 --memory 1k",
        "show --owned 8.1e1",
        "turns --holes 3 --seeds 2 --target 0.9e1 --beam 1k --seed 1e1 --nodes 1M",
        "match --holes 3 --seeds 2 --first search:1k --second search:1ms --rounds 1e0 --seed 1e1",
        "set table kalah --owned 4e0",
        "start --holes 2 --seeds 1 --states 1k --lines 1e0",
        "chong eval --holes 2 --dice 1 --nodes 1e3 --width 1e1 --samples 1e1 --seed 1e1",
        "chong match --first search:1e1 --second random --games 1e0 --holes 2 --dice 1",
        "chong rollout --holes 2 --dice 1 --games 1e1 --precision 0.5",
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        assert_ne!(code(&run(&args)), 2, "{args:?}");
    }
}

#[test]
fn a_time_may_have_a_unit() {
    for time in ["0.001", "0.001s", "1ms", "2e-3"] {
        assert_eq!(code(&run(&["eval", "--time", time])), 0, "{time}");
    }
    let expected = "expected a time above 0, such as 5, 0.5, 5s, 2m or 500ms";
    for time in ["0", "-1", "-0.5", "5 s", "1d", "soon", "nan"] {
        assert_eq!(problem(&["eval", "--time", time]), expected, "{time}");
    }
}

#[test]
fn memory_may_have_a_unit() {
    let memory = |text: &str| {
        let found = json_of(&["eval", "--memory", text, "--depth", "1", "--threads", "1"]);
        found["limits"]["memory"].as_u64().unwrap()
    };
    for (text, mebibytes) in [
        ("20", 20),
        ("20MB", 19),
        ("20 MB", 19),
        ("20mb", 19),
        ("20MiB", 20),
        ("2,000 kB", 1),
        ("1 MiB", 1),
    ] {
        assert_eq!(memory(text), mebibytes, "{text}");
    }
    let expected = "expected a whole number of mebibytes from 1 to 1048576, or a size such as 20MB, \
                    1 GB or 1GiB";
    for wrong in ["0", "-1", "1MB", "20M", "1 G", "2000000GB", "much", "B", "MB", "1 TB"] {
        assert_eq!(problem(&["eval", "--memory", wrong]), expected, "{wrong}");
    }
    let install = ["tables", "install", "--quiet", "--rules", "kalah", "--max-bytes"];
    for wrong in ["1GBB", "20 M B", "MB"] {
        let told = problem(&[&install[..], &[wrong]].concat());
        assert!(told.contains("such as 20000000, 20M or 20MB"), "{told}");
    }
}

#[test]
fn a_wrong_number_is_told_what_was_expected() {
    let many = "expected a whole number of at least 1; a million may be written 1000000, 1,000,000, \
                1M or 1e6";
    for args in [
        ["solve", "--nodes", "1.5"],
        ["solve", "--nodes", "0"],
        ["eval", "--nodes", "-1"],
        ["turns", "--beam", "0"],
    ] {
        assert_eq!(problem(&args), many, "{args:?}");
    }
    for (args, expected) in [
        (["eval", "--depth", "-1"], "expected a whole number from 1 to 1000"),
        (["eval", "--threads", "0"], "expected a whole number from 1 to 1024"),
        (["show", "--owned", "-3"], "expected a whole number of seeds"),
        (["show", "--owned", "many"], "expected a whole number of seeds"),
    ] {
        assert_eq!(problem(&args), expected, "{args:?}");
    }
    assert_eq!(problem(&["perft", "-1"]), "expected a whole number from 0 to 1000");
}

#[test]
fn a_policy_takes_a_number_or_a_time() {
    let shown = |policy: &str| {
        let size = ["match", "--holes", "2", "--seeds", "1", "--rounds", "1"];
        let args = [&size[..], &["--first", policy, "--second", "random"]].concat();
        json_of(&args)["first"].as_str().unwrap().to_owned()
    };
    assert_eq!(shown("search:1M"), "search:1000000");
    assert_eq!(shown("search:500ms"), "search:0.5s");
    assert_eq!(shown("search:1m/random"), "search:60s/random");
    for wrong in ["search:", "search:0", "search:0s", "search:0.5", "search:-1", "search:1d"] {
        let message = refused(&["match", "--first", wrong, "--second", "random"]);
        assert!(message.contains("search:20k or search:0.5s"), "{message}");
    }
}

/// The help describes the notations of positions and lines.
#[test]
fn help_tells_the_easy_ways_to_write() {
    let help = |command: &str| stdout(&run(&[command, "--help"]));
    let main = stdout(&run(&["--help"])).replace('\n', " ");
    assert!(main.contains("The mover may be left out"), "{main}");
    assert!(main.contains("With --as-drawn the rows"), "{main}");
    assert!(help("show").contains("chongkak show --as-drawn"));
    assert!(help("play").contains("\"1. A1 A7\", A1-A7"));
    // If standard input has the typed commands, it has no positions.
    for (command, reads) in [("moves", true), ("game", false)] {
        let told = help(command);
        assert_eq!(told.contains("reads positions from"), reads, "{told}");
    }
}

/// For an option that a command does not have, the error says which command has it.
#[test]
fn an_unknown_option_is_told_where_it_belongs() {
    for (args, tip) in [
        (
            &["solve", "--depth", "5"][..],
            "--depth is an option of `eval`, `analyze`, `batch`, `batch export`, and others",
        ),
        (&["batch", "--csv"], "--csv is an option of `batch export`"),
        (&["eval", "--winner"], "--winner is an option of `solve`, `batch`"),
        (&["set", "play", "--html", "x"], "`analyze`, and others"),
        (&["eval", "--nodez", "5"], "a similar argument exists: '--nodes'"),
    ] {
        let message = refused(args);
        assert!(message.contains(&format!("tip: {tip}")) || message.contains(tip), "{message}");
        assert!(!message.contains("'-- "), "{message}");
        assert!(message.contains(&format!("Usage: chongkak {}", args[0])), "{message}");
    }
    let diff = &["rules", "diff", "kalah", "dakon", "--frob"];
    for args in [&["eval", "--frob"][..], &["--frob"], &["eval", "-1"], diff] {
        let message = refused(args);
        assert!(!message.contains("tip:"), "{message}");
    }
}

/// An option without effect is refused, and an effective one is accepted.
#[test]
fn no_option_is_silently_without_effect() {
    for (command, option) in [
        ("show", "--time 1"),
        ("show", "--memory 9"),
        ("moves", "--memory 9"),
        ("play --line A1", "--time 1"),
        ("completions bash", "--rules kalah"),
        ("completions bash", "--set lap=circuit"),
        ("man target/never-made", "--holes 3"),
    ] {
        let told = refused(&words(&format!("{command} {option}")));
        let (option, _) = option.split_once(' ').unwrap();
        assert!(told.contains(&format!("{option}: it has no effect")), "{told}");
    }
    let shown = stdout(&run(&words("show --holes 3 --no-board")));
    assert_eq!(shown, "9,9,9/0 9,9,9/0 A\n");
}
