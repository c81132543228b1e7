//! Running the program from outside.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::home;

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_chongkak");

/// The program without input, independent of the environment: no colour settings, endgame tables,
/// games, default rules or language of the user.
pub fn program() -> Command {
    let mut command = without_tables(PROGRAM);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null());
    command
}

/// A shell that runs the program.
pub fn shell() -> Command {
    without_tables("sh")
}

fn without_tables(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("CHONGKAK_TABLES", "none");
    command.env("CHONGKAK_GAMES", "none");
    command.env_remove("CHONGKAK_RULES").env("LC_ALL", "C");
    command
}

pub fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

pub fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = piped(args);
    // A program that refuses its arguments may have exited before it read anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// A game played from lines, and saved in a folder.
pub fn played(folder: &str, args: &[&str], typed: &str) -> Output {
    let mut command = program();
    command.env("CHONGKAK_GAMES", folder).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

/// A game in a pipe that Ctrl-C ends once something is saved in its file.
pub fn ended_when_kept(file: &Path, args: &[&str], typed: &str) -> Output {
    let mut command = program();
    command.env("CHONGKAK_GAMES", file.parent().unwrap()).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let typing = child.stdin.as_mut().unwrap();
    typing.write_all(typed.as_bytes()).unwrap();
    typing.flush().unwrap();
    while !file.metadata().is_ok_and(|file| file.len() > 0) {
        std::thread::sleep(Duration::from_millis(5));
    }
    send_interrupt(&child);
    child.wait_with_output().unwrap()
}

/// A game printed on a page: its arguments, the input after the prompts, and all answers.
pub fn transcript(page: &str, command: &str) -> (String, Vec<String>, String) {
    let page = std::fs::read_to_string(home().join(page)).unwrap();
    let block = page.split(&format!("```text\n$ {command}")).nth(1).unwrap();
    let (args, shown) = block.split_once("```").unwrap().0.split_once('\n').unwrap();
    let (mut typed, mut told) = (Vec::new(), String::new());
    for line in shown.lines() {
        match line.split_once("> ") {
            Some(("A" | "B" | "throw of A" | "throw of B", line)) => typed.push(line.to_owned()),
            _ => told += &format!("{line}\n"),
        }
    }
    // Quotes are for the shell.
    let args = format!("{command}{args}").replacen("chongkak ", "", 1);
    let args = args.replace('\'', "");
    (args, typed, told)
}

/// A run with pipes for all its streams.
pub fn piped(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Returns the output of a run that Ctrl-C ends after a fifth of a second of processor time (without
/// /proc 0.3 s by the clock, and three seconds at most): long enough to be at work, and the answer
/// doesn't depend on it.
pub fn interrupted(args: &[&str]) -> Output {
    let child = piped(args);
    for waited in 1..=100 {
        std::thread::sleep(Duration::from_millis(30));
        if ticks(child.id()).map_or(waited >= 10, |ticks| ticks >= 20) {
            break;
        }
    }
    send_interrupt(&child);
    child.wait_with_output().unwrap()
}

/// The processor time of a process in hundredths of a second, where the system has /proc.
fn ticks(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The program's name, in parentheses, may have blanks; the times are 12th and 13th after it.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    fields.get(11..13)?.iter().map(|time| time.parse::<u64>().ok()).sum()
}

pub fn send_interrupt(child: &Child) {
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &pid]).status();
    assert!(kill.unwrap().success());
}

/// Returns the messages of a run whose output is not read.
pub fn unread(args: &[&str]) -> Output {
    let mut child = piped(args);
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Exit code, standard output and standard error.
pub fn outcome(output: &Output) -> (i32, String, String) {
    (code(output), stdout(output), stderr(output))
}

/// Returns the JSON document that a run printed.
pub fn parsed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the JSON document of a run that must succeed without messages.
pub fn json_of(args: &[&str]) -> Value {
    json_ending(0, args)
}

/// Returns the JSON document of a run that must exit with this code without messages.
pub fn json_ending(expected: i32, args: &[&str]) -> Value {
    let output = run(&[args, &["--format", "json"]].concat());
    let ended = (code(&output), stderr(&output));
    assert_eq!(ended, (expected, String::new()), "{args:?}");
    parsed(&output)
}

/// Parses JSON lines.
pub fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap();
    text.lines().map(parse).collect()
}

/// Returns the message of a run that must fail with wrong input, without any result.
pub fn refused(args: &[&str]) -> String {
    let (code, out, error) = outcome(&run(args));
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
    error
}

/// Splits a command line without quotes into words.
pub fn words(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}
