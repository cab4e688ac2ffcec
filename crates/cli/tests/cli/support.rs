//! Helpers for running the program.

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const ARCADIAN: &str = env!("CARGO_BIN_EXE_arcadian");

/// A sheet that holds.
pub(crate) const ROUTINE: &str = include_str!("count_from_input.asm");

/// Returns the sections of a data file, each of which begins with `==== NAME`, by their names.
pub(crate) fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n\n==== ").skip(1).map(|section| section.split_once('\n').expect("a name and a text"))
}

/// Returns an input of the tests with time limits.
#[cfg(unix)]
pub(crate) fn slow_input(name: &str) -> &'static str {
    let mut all = sections(include_str!("../deadline/inputs.txt"));
    all.find_map(|(known, text)| (known == name).then_some(text)).expect(name)
}

/// Returns a listing of SDCC with functions that take long to compare with those of its other version.
#[cfg(unix)]
pub(crate) fn slow_listing(functions: usize, turns: usize, is_new: bool) -> String {
    let mut text = "\t.module slow\n\t.optsdcc -mz80\n\t.area _CODE\n".to_owned();
    for number in 0..functions {
        text += &format!("_f{number}::\n");
        for turn in 0..turns {
            text += "\tld\ta, (hl)\n\tinc\thl\n\tadd\ta, b\n\tld\t(de), a\n\tinc\tde\n";
            text += if is_new && turn % 3 == 0 { "\tor\ta, a\n" } else { "" };
        }
        text += "\tret\n";
    }
    text
}

/// A temporary folder with the files of a test. The program runs in it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        files.iter().for_each(|(name, text)| fs::write(folder.path(name), text).expect("a test's file"));
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file that the program wrote")
    }

    /// Returns the sorted names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).expect("the folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Runs the program without a terminal.
    pub(crate) fn run(&self, args: &[&str]) -> RunResult {
        self.feed(args, b"")
    }

    /// Runs the program in a folder below.
    pub(crate) fn run_in(&self, below: &str, args: &[&str]) -> RunResult {
        let output =
            Command::new(ARCADIAN).current_dir(self.path(below)).args(args).stdin(Stdio::null()).output();
        RunResult::from(output.expect("the program starts"))
    }

    /// Runs the program with these bytes on standard input.
    pub(crate) fn feed(&self, args: &[impl AsRef<OsStr>], input: &[u8]) -> RunResult {
        RunResult::from(self.output(args, input))
    }

    /// Runs the program, and presses Ctrl-C when it has computed for a while. Until then it ends without a word, because there is nothing
    /// to say.
    #[cfg(target_os = "linux")]
    pub(crate) fn interrupt(&self, args: &[&str]) -> Output {
        self.interrupt_after(args, 20)
    }

    /// Presses Ctrl-C after some hundredths of a second of processor time.
    #[cfg(target_os = "linux")]
    pub(crate) fn interrupt_after(&self, args: &[&str], hundredths: u64) -> Output {
        let mut command = Command::new(ARCADIAN);
        command.current_dir(self.root()).args(args).stdin(Stdio::null());
        let child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let ticks = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
            let (_, fields) = stat.rsplit_once(") ").expect("the process runs");
            fields.split(' ').nth(11).and_then(|user| user.parse::<u64>().ok()).expect("its time")
        };
        while ticks() < hundredths {
            thread::yield_now();
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill starts").success());
        child.wait_with_output().expect("its end")
    }

    /// Runs the program and returns its raw output, which need not be text.
    pub(crate) fn output(&self, args: &[impl AsRef<OsStr>], input: &[u8]) -> Output {
        let mut command = Command::new(ARCADIAN);
        command.current_dir(self.root()).args(args).env_remove("NO_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let mut pipe = process.stdin.take().expect("a pipe");
        thread::scope(|scope| {
            // Writing fails if the program exits without reading.
            scope.spawn(move || drop(pipe.write_all(input)));
            process.wait_with_output().expect("the program ends")
        })
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RunResult {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for RunResult {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl RunResult {
    /// Parses standard output as one JSON object.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns whether the program refused its input: status 2, no output except the report of --json, and an error without colors.
    pub(crate) fn is_refusal(&self) -> bool {
        let is_reported = || self.json()["error"]["message"].is_string();
        let is_message = self.err.starts_with("error: ") && !self.err.contains('\x1b');
        self.status == Some(2) && (self.out.is_empty() || is_reported()) && is_message
    }

    /// Checks that the program refused its input with a message that has all these parts.
    #[track_caller]
    pub(crate) fn is_refused(&self, parts: &[&str]) {
        assert!(self.is_refusal(), "{self:?}");
        parts.iter().for_each(|part| assert!(self.err.contains(part), "`{part}` in {}", self.err));
    }
}
