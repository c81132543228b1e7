//! Several processes on this machine that work together.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::{Folder, code, program, stderr, stdout};

/// The folders where processes keep what memory does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folders {
    /// All in the same folder.
    Same,
    /// Each in one of its own.
    Own,
}

/// A port that no other test of this program has been given. The system gives none of these to
/// those who connect (Linux: from 32,768 on): an attempt to connect must not take the place of
/// somebody who is still to come.
fn port() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    12_000 + (std::process::id().wrapping_mul(997).wrapping_add(next)) % 20_000
}

/// Places on this machine that were free a moment ago, and the file that lists them.
pub struct Places {
    pub folder: Folder,
    pub addresses: Vec<String>,
}

impl Places {
    pub fn new(name: &str, count: usize) -> Places {
        let folder = Folder::made(name);
        let mut places = Places { folder, addresses: Vec::new() };
        places.renew(count);
        places
    }

    /// Takes so many other places.
    pub fn renew(&mut self, count: usize) {
        let address = |_| {
            let free = |address: &String| TcpListener::bind(address).is_ok();
            let next = || format!("127.0.0.1:{}", port());
            std::iter::repeat_with(next).find(free).unwrap()
        };
        self.addresses = (0..count).map(address).collect();
        fs::write(self.file(), self.addresses.join("\n")).unwrap();
    }

    pub fn file(&self) -> PathBuf {
        self.folder.0.join("hosts")
    }

    /// Names a process as messages do.
    pub fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.addresses[process])
    }

    /// Starts a process.
    pub fn start(&self, process: usize, args: &[&str]) -> Child {
        let mut command = program();
        command.args(["turns", "--exhaustive"]).args(args);
        command.arg("--hosts").arg(self.file());
        command.args(["--process", &process.to_string()]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// The folder in which a process keeps its part.
    pub fn of_process(&self, process: usize, folders: Folders) -> PathBuf {
        self.folder.0.join(match folders {
            Folders::Same => "spill".to_owned(),
            Folders::Own => format!("spill-{process}"),
        })
    }

    /// Starts all processes, with folders.
    pub fn start_in(&self, args: &[&str], folders: Folders) -> Vec<Child> {
        let start = |process| {
            let folder = self.of_process(process, folders);
            let folder = folder.to_str().unwrap();
            self.start(process, &[args, &["--spill", folder]].concat())
        };
        (0..self.addresses.len()).map(start).collect()
    }

    pub fn run_in(&self, args: &[&str], folders: Folders) -> Vec<Output> {
        ended(self.start_in(args, folders))
    }

    /// Runs all processes.
    pub fn run(&self, args: &[&str]) -> Vec<Output> {
        let all = (0..self.addresses.len()).map(|process| self.start(process, args));
        let all: Vec<_> = all.collect();
        ended(all)
    }

    /// Lists what lies in the folders of the processes, by its path below them.
    pub fn left(&self) -> Vec<String> {
        let mut all = Vec::new();
        for name in self.folder.names().iter().filter(|name| *name != "hosts") {
            for entry in fs::read_dir(self.folder.0.join(name)).unwrap() {
                let entry = entry.unwrap().file_name().into_string().unwrap();
                all.push(format!("{name}/{entry}"));
            }
        }
        all.sort();
        all
    }
}

pub fn ended(all: Vec<Child>) -> Vec<Output> {
    all.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

/// The output of one process by itself.
pub fn alone(args: &[&str]) -> Output {
    let mut command = program();
    command.args(["turns", "--exhaustive"]).args(args);
    command.output().unwrap()
}

/// All processes end well, the first prints this, and the others nothing.
pub fn all_print(outputs: &[Output], expected: &Output, told: &str) {
    // All at once: what the first says may follow from what happened to another.
    let said: Vec<_> = outputs.iter().map(stderr).collect();
    assert!(said.iter().all(String::is_empty), "{said:?}, {told}");
    for (process, output) in outputs.iter().enumerate() {
        assert_eq!(code(output), code(expected), "process {process}, {told}");
        let text = if process == 0 { stdout(expected) } else { String::new() };
        assert_eq!(stdout(output), text, "process {process}, {told}");
    }
}
