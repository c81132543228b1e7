//! Output files of commands: existing files are kept, unless overwriting is requested.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::support::{Folder, PROGRAM, code, refused, run, run_with, shell, stderr, stdout};

/// A command that writes a file, the option that names it, the file extension, and the contents of
/// a file that the command reads, if any.
struct Writer {
    command: &'static [&'static str],
    option: &'static str,
    ending: &'static str,
    input: fn() -> Option<String>,
}

const BOARD: [&str; 6] = ["--rules", "kalah", "--holes", "2", "--seeds", "1"];

fn writers() -> Vec<Writer> {
    let of = |command, option, ending, input| Writer { command, option, ending, input };
    let none: fn() -> Option<String> = || None;
    let record: fn() -> Option<String> = || {
        let command = "set play --rules kalah --holes 2 --seeds 1 --a greedy --b greedy";
        let arguments: Vec<&str> = command.split(' ').collect();
        Some(stdout(&run(&arguments)))
    };
    let claims: fn() -> Option<String> =
        || Some(fs::read_to_string("positions/claims/dakon.toml").unwrap());
    let positions: fn() -> Option<String> = || Some("1,1/0 1,1/0 A\n".to_owned());
    vec![
        of(&["moves"], "--html", "html", none),
        of(&["play", "--line", "A1"], "--html", "html", none),
        of(&["eval", "--depth", "2"], "--html", "html", none),
        of(&["eval", "--depth", "2"], "--worksheet", "html", none),
        of(&["solve"], "--html", "html", none),
        of(&["solve"], "--proof", "proof", none),
        of(&["turns"], "--html", "html", none),
        of(&["start"], "--html", "html", none),
        of(&["start", "play", "--line", "A1 B1"], "--html", "html", none),
        of(&["show"], "--svg", "svg", none),
        of(&["analyze"], "--html", "html", record),
        of(&["set", "replay"], "--html", "html", record),
        of(&["verify"], "--html", "html", claims),
        of(&["batch"], "--summary", "json", positions),
    ]
}

impl Writer {
    /// The arguments up to the name of the file, which comes last.
    fn arguments<'a>(&'a self, input: Option<&'a str>) -> Vec<&'a str> {
        let mut arguments = self.command.to_vec();
        let reads_rules = ["analyze", "set", "verify"].contains(&self.command[0]);
        if !reads_rules {
            arguments.extend(BOARD);
        }
        if self.command[0] == "batch" {
            arguments.push("--no-store");
        }
        arguments.extend(input);
        // On several threads the number of nodes may vary.
        arguments.extend(["--threads", "1", "--quiet", self.option]);
        arguments
    }

    /// The name of the command, as on its manual page.
    fn name(&self) -> String {
        let words = self.command.iter().take_while(|word| !word.starts_with('-'));
        words.copied().collect::<Vec<_>>().join("-")
    }
}

const OLD: &str = "precious";

/// The existing file is kept and nothing is left next to it.
fn expect_kept(folder: &Folder, name: &str, text: &str, told: &str) {
    assert_eq!(folder.read(name), text, "{told}");
    let left: Vec<String> = folder.names();
    assert!(left.iter().all(|name| !name.contains(".part")), "{told}: {left:?}");
}

#[test]
fn a_file_that_is_there_stays() {
    let folder = Folder::made("new-files");
    for writer in writers() {
        let (option, ending) = (writer.option, writer.ending);
        let text = (writer.input)();
        let input = text.as_ref().map(|text| folder.file("input", text));
        let arguments = writer.arguments(input.as_deref());
        let asked = |path: &str, more: &[&str]| {
            let all = [&arguments[..], &[path], more].concat();
            all.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let refused = |path: &str, more: &[&str]| {
            let all = asked(path, more);
            refused(&all.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let done = |path: &str, more: &[&str]| {
            let all = asked(path, more);
            let output = run(&all.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(code(&output), 0, "{all:?}: {}", stderr(&output));
            stdout(&output)
        };
        let told = format!("{} {option}", writer.name());

        // An existing file.
        let name = format!("old.{ending}");
        let old = folder.file(&name, OLD);
        let message = refused(&old, &[]);
        let expected = "the file already exists, expected another name, or --force";
        assert!(message.contains(expected), "{told}: {message}");
        expect_kept(&folder, &name, OLD, &told);
        // Another extension, or none, although nothing exists.
        for other in ["new.pdf", "new"] {
            let message = refused(&folder.path(other), &[]);
            let expected = format!("expected a name that ends in .{ending}");
            assert!(message.contains(&expected), "{told}: {message}");
            assert!(!folder.0.join(other).exists(), "{told}");
        }
        // A folder.
        let message = refused(folder.text(), &["--force"]);
        assert!(message.contains("expected the name of a file"), "{told}: {message}");
        // An input file.
        if let Some(text) = &text {
            let name = format!("input.{ending}");
            let input = folder.file(&name, text);
            let arguments = [&writer.arguments(Some(&input))[..], &[&input, "--force"]].concat();
            let message = crate::support::refused(&arguments);
            assert!(message.contains("it is read by this command"), "{told}: {message}");
            expect_kept(&folder, &name, text, &told);
            fs::remove_file(input).unwrap();
        }
        // With --force.
        let answer = done(&old, &["--force"]);
        let new = folder.read(&name);
        assert!(new != OLD && !new.is_empty(), "{told}");
        assert!(!answer.is_empty(), "{told}");
        expect_kept(&folder, &name, &new, &told);
        // On standard output, instead of the answer.
        let shown = done("-", &[]);
        match writer.option {
            // It contains the time.
            "--summary" => assert!(shown.starts_with("{\"positions\":1,"), "{shown}"),
            _ => assert_eq!(shown, new, "{told}"),
        }
        fs::remove_file(old).unwrap();
        #[cfg(unix)]
        of_links(&folder, &format!("link.{ending}"), &told, &refused, &done);
    }
}

/// A link is followed to the file; a broken one is refused.
#[cfg(unix)]
fn of_links(
    folder: &Folder,
    name: &str,
    told: &str,
    refused: &dyn Fn(&str, &[&str]) -> String,
    done: &dyn Fn(&str, &[&str]) -> String,
) {
    let (target, link) = (folder.file("target", OLD), folder.path(name));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(refused(&link, &[]).contains("the file already exists"), "{told}");
    expect_kept(folder, "target", OLD, told);
    done(&link, &["--force"]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{told}");
    assert_ne!(folder.read("target"), OLD, "{told}");
    fs::remove_file(target).unwrap();
    for force in [&[][..], &["--force"]] {
        let message = refused(&link, force);
        assert!(message.contains("a broken link"), "{told}: {message}");
    }
    fs::remove_file(link).unwrap();
}

/// On a full disk (here: with a file size limit) the old file is kept.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_file() {
    let folder = Folder::made("new-files-full");
    for writer in writers() {
        let input = (writer.input)().map(|text| folder.file("input", &text));
        let name = format!("old.{}", writer.ending);
        let old = folder.file(&name, OLD);
        let arguments = writer.arguments(input.as_deref());
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
        let mut full = shell();
        full.args(["-c", script, "sh", PROGRAM]);
        let output = full.args(&arguments).args([&old, "--force"]).output().unwrap();
        let told = format!("{} {}: {}", writer.name(), writer.option, stderr(&output));
        assert_eq!(code(&output), 4, "{told}");
        assert!(told.contains("cannot be written"), "{told}");
        expect_kept(&folder, &name, OLD, &told);
    }
}

/// The manual pages list every option with a file. Those that write one are above.
#[test]
fn every_option_that_names_an_output_is_tried() {
    let folder = Folder::made("new-files-pages");
    assert_eq!(code(&run(&["man", folder.text(), "--quiet"])), 0);
    let mut found = BTreeSet::new();
    for page in folder.names() {
        let command = page.strip_suffix(".1").unwrap();
        let command = command.strip_prefix("chongkak-").unwrap_or(command).to_owned();
        for line in folder.read(&page).lines() {
            let line = line.replace("\\-", "-").replace("\\fR", "").replace("\\fI", "");
            let option = line.strip_prefix("\\fB").and_then(|line| line.strip_suffix(" <FILE>"));
            found.extend(option.map(|option| (command.clone(), option.to_owned())));
        }
    }
    // These name a file that is read.
    found.retain(|(_, option)| !["--from", "--rows"].contains(&option.as_str()));
    let tried = writers().into_iter().map(|one| (one.name(), one.option.to_owned()));
    assert_eq!(found, tried.collect());
}

/// `man` keeps all existing pages too.
#[test]
fn manual_pages_that_are_there_stay() {
    let folder = Folder::made("new-files-man");
    folder.file("chongkak-solve.1", OLD);
    let message = refused(&["man", folder.text()]);
    assert!(message.contains("chongkak-solve.1: the file already exists"), "{message}");
    assert_eq!(folder.names(), ["chongkak-solve.1"]);
    assert_eq!(code(&run(&["man", folder.text(), "--force", "--quiet"])), 0);
    assert_ne!(folder.read("chongkak-solve.1"), OLD);
    assert!(folder.names().len() > 20);
}

/// Standard output has room for one file.
#[test]
fn one_file_goes_to_standard_output() {
    let both = [&["solve", "--html", "-", "--proof", "-"][..], &BOARD].concat();
    let message = refused(&both);
    assert!(message.contains("standard output already receives the file of --html"), "{message}");
}

/// The file behind standard input counts as an input file too.
#[cfg(target_os = "linux")]
#[test]
fn what_standard_input_comes_from_stays() {
    let folder = Folder::made("new-files-input");
    let input = folder.file("input.json", "1,1/0 1,1/0 A\n");
    let script = "exec \"$0\" batch - --rules kalah --quiet --force --summary \"$1\" < \"$1\"";
    let output = shell().args(["-c", script, PROGRAM, &input]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("it is read by this command"), "{}", stderr(&output));
    assert_eq!(folder.read("input.json"), "1,1/0 1,1/0 A\n");
}

/// Drafts of killed writers are removed when the file is next written; those of other processes are
/// kept.
#[test]
fn drafts_of_killed_writers_go() {
    let folder = Folder::made("new-files-drafts");
    let old = SystemTime::now() - Duration::from_secs(60);
    let names =
        ["a.svg.123.part", "a.svg.124.part", "a.svg.125.part", "a.svg.x.part", "b.svg.1.part"];
    let files = names.map(|name| {
        let path = folder.file(name, "half");
        let file = fs::File::options().append(true).open(path).unwrap();
        file.set_modified(old).unwrap();
        file
    });
    // One is being written, and one has just been started.
    files[1].lock().unwrap();
    files[2].set_modified(SystemTime::now()).unwrap();
    let svg = folder.path("a.svg");
    let show = [&["show", "--quiet", "--svg", &svg][..], &BOARD].concat();
    assert_eq!(code(&run(&show)), 0);
    let mut left = folder.names();
    left.sort();
    assert_eq!(left, ["a.svg", "a.svg.124.part", "a.svg.125.part", "a.svg.x.part", "b.svg.1.part"]);
}

/// Without a terminal a game can't ask the player: the file is kept, and the game continues. The
/// file to which the game was saved before may be replaced.
#[test]
fn a_game_replaces_no_other_file() {
    let folder = Folder::made("new-files-game");
    let (old, new) = (folder.file("old.txt", OLD), folder.path("new.txt"));
    let typed = format!("save {old}\nsave {new}\nA1\nsave {new}\nsave -\nquit\n");
    let game = [&["game", "--a", "human", "--b", "human"][..], &BOARD].concat();
    let output = run_with(&game, &typed);
    let told = stdout(&output);
    assert!(told.contains(&format!("error: {old} already exists and was not changed")), "{told}");
    assert_eq!(folder.read("old.txt"), OLD);
    assert_eq!(told.matches("saved as").count(), 2, "{told}");
    let record = folder.read("new.txt");
    assert!(record.contains("A1"), "{record}");
    assert!(told.contains(&record), "{told}");
    for (language, stays) in [("ms", "dibiarkan"), ("id", "dibiarkan")] {
        let game = [&game[..], &["--language", language]].concat();
        let told = stdout(&run_with(&game, &format!("save {old}\n")));
        assert!(told.contains(stays), "{told}");
    }
}

/// An input folder contains files that its proof never replaces, nor through a link.
#[cfg(unix)]
#[test]
fn the_files_of_a_campaign_stay() {
    let folder = Folder::made("new-file-campaign");
    let own = folder.path("open");
    let begun = run(&[&["campaign", "new", &own], &BOARD[..]].concat());
    assert_eq!(code(&begun), 0, "{}", stderr(&begun));
    assert_eq!(code(&run(&["campaign", "run", &own, "-q"])), 0);
    let proof = folder.path("open/campaign.proof");
    let results = folder.path("open/results.sqlite");
    let before = std::fs::read(&results).unwrap();
    std::os::unix::fs::symlink(&results, folder.path("link.proof")).unwrap();
    let told = refused(&["campaign", "proof", &own, &folder.path("link.proof"), "--force"]);
    assert!(told.contains("it is read by this command"), "{told}");
    assert_eq!(std::fs::read(&results).unwrap(), before);
    // Its own proof may be replaced.
    for more in [&[][..], &["--force"]] {
        let made = run(&[&["campaign", "proof", &own, &proof][..], more].concat());
        assert_eq!(code(&made), 0, "{}", stderr(&made));
    }
}

/// The same batch continues with its own summary; another file is kept.
#[test]
fn a_batch_replaces_its_own_summary() {
    let folder = Folder::made("new-file-summary");
    let file = folder.file("positions", "1,0/0 1,1/0 A\n");
    let (summary, other) = (folder.path("sum.json"), folder.file("other.json", "{\"solved\": 1}"));
    for known in [0, 1] {
        let args = ["batch", &file, "--rules", "kalah", "--summary", &summary];
        let done = run(&args);
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        let told: Value = serde_json::from_str(&folder.read("sum.json")).unwrap();
        assert_eq!(told["known"], known);
    }
    let told = refused(&["batch", &file, "--rules", "kalah", "--summary", &other]);
    assert!(told.contains("the file already exists"), "{told}");
    // One file for two things, though neither is there.
    let both = folder.path("both.json");
    let args = ["batch", &file, "--rules", "kalah", "--store", &both, "--summary", &both];
    let told = refused(&args);
    assert!(told.contains("it is read by this command"), "{told}");
    assert!(refused(&["batch", &file, "--store", "-"]).contains("expected the name of a file"));
}
