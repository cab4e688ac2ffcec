//! Hostile runs of every command that writes files: outputs that are inputs, links, devices, signals, limits. No file is lost.
//!
//! The runs are those of a seed. `ARCADIAN_HOSTILE_RUNS` and `ARCADIAN_HOSTILE_SEED` choose how many there are, and which:
//!
//! ```sh
//! ARCADIAN_HOSTILE_RUNS=100000 cargo test -p arcadian --test cli hostile
//! ```
#![allow(clippy::print_stderr, reason = "a long run says what it has done")]

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    fs,
    io::Read,
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
        process::ExitStatusExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::cases::{unescaped, write_files};

const ARCADIAN: &str = env!("CARGO_BIN_EXE_arcadian");
/// The runs of every `cargo test`.
const RUNS: u64 = 200;
/// The runs at a time. Most of the time, they wait.
const THREADS: usize = 8;
/// The time in which a run ends, generous for slow machines.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The signal of a process without memory.
const ABORTED: i32 = 6;
/// The content of a file that no command has written.
const PRECIOUS: &str = "the only copy\n";

/// The commands. `IN:name` is a link or a path to an input, `OUT` an output; both are chosen at random.
const COMMANDS: &str = include_str!("hostile/commands.txt");
/// The names of outputs, with escapes. `*` is the folder's path.
const OUTPUTS: &str = include_str!("hostile/outputs.txt");

fn commands() -> Vec<&'static str> {
    COMMANDS.lines().collect()
}

/// Returns the names of outputs as bytes; one is not UTF-8.
fn output_names() -> Vec<Vec<u8>> {
    let names = OUTPUTS.lines().map(|name| unescaped(name).into_bytes());
    names.chain([b"\xff\xfe".to_vec()]).collect()
}

/// Random numbers (xorshift64*), the same for a seed on every system.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        random
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit as u64) as usize
    }

    fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[derive(Debug)]
struct Run {
    command: &'static str,
    args: Vec<OsString>,
    inputs: Vec<OsString>,
    outputs: Vec<OsString>,
    /// Limits of the shell: `ulimit` with its arguments.
    limit: Option<&'static str>,
    signal: Option<(Signal, Duration)>,
}

impl Run {
    fn new(random: &mut Random, folder: &Path) -> Self {
        let command = *random.choose(&commands());
        let (args, inputs, outputs) = (Vec::new(), Vec::new(), Vec::new());
        let mut run = Self { command, args, inputs, outputs, limit: None, signal: None };
        for word in command.split(' ') {
            let arg = match word.strip_prefix("IN:") {
                Some(name) => {
                    run.inputs.push(input(random, folder, name));
                    run.inputs[run.inputs.len() - 1].clone()
                }
                None if word == "OUT" => {
                    let names = output_names();
                    let name = random.choose(&names);
                    // Such a run takes a second.
                    let is_rare = name == b"pipe" && random.below(30) > 0;
                    let name = if is_rare { &names[0] } else { name };
                    run.outputs.push(output(folder, name));
                    output(folder, name)
                }
                None => word.into(),
            };
            run.args.push(arg);
        }
        run.limit = *random.choose(&[
            None,
            None,
            None,
            Some("ulimit -f 0"),
            Some("ulimit -f 1"),
            Some("ulimit -f 8"),
            // A build for tests has code of more than 30 MB.
            Some("ulimit -v 60000"),
            Some("ulimit -v 90000"),
        ]);
        let signal = random.choose(&[None, None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::INT)]);
        let most = *random.choose(&[4_000, 12_000, 50_000]);
        run.signal = signal.map(|signal| (signal, Duration::from_micros(random.below(most) as u64)));
        run
    }

    fn start(&self, folder: &Path) -> Child {
        let mut command = match self.limit {
            Some(limit) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\""), ARCADIAN]);
                shell
            }
            None => Command::new(ARCADIAN),
        };
        command
            .args(&self.args)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// Runs the command. Returns its status and its messages.
    fn run(&self, folder: &Path) -> (ExitStatus, String) {
        let mut child = self.start(folder);
        let mut out = child.stdout.take().expect("a pipe");
        let mut err = child.stderr.take().expect("a pipe");
        let out = thread::spawn(move || drop(std::io::copy(&mut out, &mut std::io::sink())));
        let err = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = err.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        if let Some((signal, delay)) = self.signal {
            thread::sleep(delay);
            let _ = kill_process(Pid::from_child(&child), signal);
        }
        let end = Instant::now() + TIMEOUT;
        let status = loop {
            match child.try_wait().expect("a status") {
                Some(status) => break status,
                None if Instant::now() > end => {
                    let _ = child.kill();
                    panic!("it does not end: {self:?}");
                }
                None => thread::sleep(Duration::from_micros(300)),
            }
        };
        out.join().expect("no panic");
        (status, err.join().expect("no panic"))
    }
}

/// Returns an input under one of its names.
fn input(random: &mut Random, folder: &Path, name: &str) -> OsString {
    for (link, make) in [("input-hard", hard_link as fn(&Path, &Path)), ("input-soft", soft_link)] {
        let _ = fs::remove_file(folder.join(link));
        make(&folder.join(name), &folder.join(link));
    }
    match random.below(6) {
        0 => format!("./{name}").into(),
        1 => folder.join(name).into(),
        2 => "input-hard".into(),
        3 => "input-soft".into(),
        _ => name.into(),
    }
}

fn hard_link(from: &Path, to: &Path) {
    fs::hard_link(from, to).expect("a link");
}

fn soft_link(from: &Path, to: &Path) {
    symlink(from, to).expect("a link");
}

fn output(folder: &Path, name: &[u8]) -> OsString {
    match name.strip_prefix(b"*/") {
        Some(name) => folder.join(OsStr::from_bytes(name)).into(),
        None => OsString::from_vec(name.to_vec()),
    }
}

/// Returns what a command writes if nothing disturbs it.
fn written(command: &str, inputs: &[OsString], folder: &Path) -> Vec<Vec<u8>> {
    let mut outputs = Vec::new();
    let mut inputs = inputs.iter();
    let args = command.split(' ').map(|word| {
        if word == "OUT" {
            outputs.push(folder.join(format!("complete-{}", outputs.len())));
            return outputs[outputs.len() - 1].clone().into();
        }
        match word.strip_prefix("IN:") {
            Some(name) => inputs.next().cloned().unwrap_or(name.into()),
            None => word.into(),
        }
    });
    let args: Vec<OsString> = args.collect();
    if command.contains("tables") {
        fs::create_dir(&outputs[0]).expect("a folder");
    }
    let output = Command::new(ARCADIAN).args(args).current_dir(folder).output().expect("the program");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
    let contents = outputs.iter().filter_map(|path| fs::read(path).ok()).collect();
    for path in outputs {
        if fs::remove_file(&path).is_err() {
            fs::remove_dir_all(path).expect("a folder");
        }
    }
    contents
}

/// The metadata and the content of a file.
#[derive(Clone, Debug, PartialEq)]
struct State {
    mode: u32,
    owner: (u32, u32),
    links: u64,
    /// The bytes of a file, the target of a link.
    content: Vec<u8>,
}

/// Returns everything in a folder and in its folders.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, State> {
    let mut states = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let found = fs::symlink_metadata(&path).expect("a file");
        let content = if found.is_file() {
            fs::read(&path).expect("a file")
        } else if found.is_symlink() {
            fs::read_link(&path).expect("a link").into_os_string().into_vec()
        } else {
            Vec::new()
        };
        let links = if found.is_dir() { 0 } else { found.nlink() };
        if found.is_dir() {
            states.extend(snapshot(&path));
        }
        states.insert(path, State { mode: found.mode(), owner: (found.uid(), found.gid()), links, content });
    }
    states
}

/// A folder with inputs, and with files that no command should lose.
struct Folder {
    _parent: tempfile::TempDir,
    root: PathBuf,
    inputs: Vec<(String, Vec<u8>)>,
    /// For each command, what it writes.
    complete: BTreeMap<&'static str, Vec<Vec<u8>>>,
}

impl Folder {
    fn new() -> Self {
        let parent = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(parent.path()).expect("a folder").join("work");
        fs::create_dir(&root).expect("a folder");
        write_files(include_str!("outputs/files.txt"), &root);
        for command in [
            "tape encode x.bas -o x.wav --leader 0.1 --line-pause 0",
            "tape encode x.bas -o x.prg",
            "bally --frames 1 --save-state x.state",
        ] {
            let output = Command::new(ARCADIAN).args(command.split(' ')).current_dir(&root).output();
            assert!(output.expect("the program").status.success(), "{command}");
        }
        let names = fs::read_dir(&root).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let read = |name: OsString| {
            let bytes = fs::read(root.join(&name)).expect("a file");
            (name.into_string().expect("UTF-8"), bytes)
        };
        let inputs = names.map(read).collect();
        let complete =
            commands().into_iter().map(|command| (command, written(command, &[], &root))).collect();
        Self { _parent: parent, root, inputs, complete }
    }

    fn restore(&self) {
        let at = |name: &str| self.root.join(name);
        for entry in fs::read_dir(&self.root).expect("a folder") {
            let path = entry.expect("an entry").path();
            let found = fs::symlink_metadata(&path).expect("a file").file_type();
            if found.is_dir() {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
                fs::remove_dir_all(path).expect("a folder");
            } else if !found.is_fifo() {
                fs::remove_file(path).expect("a file");
            }
        }
        self.inputs.iter().for_each(|(name, bytes)| fs::write(at(name), bytes).expect("a file"));
        ["d", "closed"].iter().for_each(|name| fs::create_dir(at(name)).expect("a folder"));
        for (name, mode) in
            [("old", 0o644), ("secret", 0o600), ("readonly", 0o400), ("hard", 0o664), ("closed/old", 0o644)]
        {
            fs::write(at(name), PRECIOUS).expect("a file");
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).expect("a mode");
        }
        fs::hard_link(at("hard"), at("hard2")).expect("a link");
        for (target, name) in [("old", "soft"), ("nowhere", "dangling"), ("loop", "loop")] {
            symlink(target, at(name)).expect("a link");
        }
        fs::set_permissions(at("closed"), fs::Permissions::from_mode(0o555)).expect("a mode");
        if !at("pipe").exists() {
            let made = Command::new("mkfifo").arg(at("pipe")).status();
            assert!(made.expect("mkfifo starts").success());
        }
    }
}

/// Returns how a run ended, if it is not one of the ends that are allowed.
fn bad_end(run: &Run, status: ExitStatus, err: &str) -> Option<String> {
    let is_allowed = match (status.code(), status.signal()) {
        (Some(code), _) => code <= 2,
        (None, Some(signal)) => {
            run.signal.is_some_and(|(sent, _)| sent.as_raw() == signal)
                || run.limit.is_some() && signal == ABORTED
        }
        _ => false,
    };
    // With too little memory, the program is not even loaded.
    let is_loaded = run.limit.is_none() || !err.contains("shared libraries");
    if err.contains("panicked") {
        return Some("it panics".to_owned());
    }
    (!is_allowed && is_loaded).then(|| format!("it ends with {status}"))
}

/// Returns the device and the number of a file.
fn inode(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).map(|found| (found.dev(), found.ino())).ok()
}

/// Returns whether a picture has its beginning and its end.
fn is_picture(content: &[u8]) -> bool {
    let ends: [(&[u8], &[u8]); 3] =
        [(b"\x89PNG", b"IEND\xAEB`\x82"), (b"GIF89a", b";"), (b"<svg", b"</svg>\n")];
    ends.iter().any(|(start, end)| content.starts_with(start) && content.ends_with(end))
}

fn loss(run: &Run, folder: &Folder, before: &BTreeMap<PathBuf, State>, status: ExitStatus) -> Option<String> {
    let after = snapshot(&folder.root);
    let outputs: Vec<_> = run.outputs.iter().map(|name| folder.root.join(name)).collect();
    let is_output = |path: &Path| {
        outputs.iter().any(|output| {
            let is_table = run.command.contains("tables") && path.parent().and_then(inode) == inode(output);
            is_table || output == path || inode(output) == inode(path)
        })
    };
    let is_input = |path: &Path| {
        let named = run.args.iter().filter(|arg| !run.outputs.contains(arg)).map(|arg| folder.root.join(arg));
        let included = ["more.inc", "data.bin"].map(|name| folder.root.join(name));
        let included = included.into_iter().filter(|_| run.command.contains("s.asm"));
        named.chain(included).any(|input| inode(&input) == inode(path))
    };
    let is_complete = |path: &Path, content: &[u8]| {
        let is_other = run.command.contains("tables") || path.extension() == Some(OsStr::new("prg"));
        // A signal ends a run, and what there is until then is written: the beginning of a trace, or the picture at that time.
        let is_stopped = |command| status.signal().is_some() && run.command.starts_with(command);
        let is_one_of = |all: &[Vec<u8>]| {
            all.iter().any(|whole| whole == content || is_stopped("exec ") && whole.starts_with(content))
        };
        // Listings have the names of files.
        is_other
            || is_stopped("run ") && is_picture(content)
            || is_one_of(&folder.complete[run.command])
            || is_one_of(&written(run.command, &run.inputs, &folder.root))
    };
    for (path, old) in before {
        let Some(new) = after.get(path) else { return Some(format!("{path:?} is gone")) };
        if new == old {
            continue;
        }
        if !is_output(path) || is_input(path) {
            return Some(format!("{path:?} has changed"));
        }
        if (new.mode, new.owner, new.links) != (old.mode, old.owner, old.links) {
            return Some(format!("{path:?} has another mode or owner, or lost a link"));
        }
        if !is_complete(path, &new.content) {
            return Some(format!("{path:?} is not complete"));
        }
        if run.outputs.len() == 1 && status.code() == Some(2) {
            return Some(format!("{path:?} has changed in a run that failed"));
        }
    }
    let mut new = after.iter().filter(|(path, _)| !before.contains_key(*path));
    let wrong = new.find(|(path, state)| !is_output(path) || !is_complete(path, &state.content));
    wrong.map(|(path, _)| format!("{path:?} remains"))
}

fn number(name: &str) -> Option<u64> {
    env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
}

/// Runs some seeds. Returns the number of runs by status, or what was lost.
fn run(seeds: impl Iterator<Item = u64>) -> Result<BTreeMap<i32, u64>, String> {
    let folder = Folder::new();
    let mut statuses = BTreeMap::new();
    for seed in seeds {
        folder.restore();
        let run = Run::new(&mut Random::new(seed), &folder.root);
        let before = snapshot(&folder.root);
        let (status, err) = run.run(&folder.root);
        let fault = bad_end(&run, status, &err).or_else(|| loss(&run, &folder, &before, status));
        if let Some(fault) = fault {
            return Err(format!(
                "ARCADIAN_HOSTILE_SEED={seed} ARCADIAN_HOSTILE_RUNS=1: {fault}\n{run:?}\n{err}"
            ));
        }
        *statuses.entry(status.code().unwrap_or(128 + status.signal().unwrap_or(0))).or_insert(0) += 1;
    }
    Ok(statuses)
}

#[test]
fn no_file_is_lost() {
    let runs = number("ARCADIAN_HOSTILE_RUNS").unwrap_or(RUNS);
    let first = number("ARCADIAN_HOSTILE_SEED").unwrap_or(1);
    let results: Vec<_> = thread::scope(|scope| {
        let start = |at| scope.spawn(move || run((first + at..first + runs).step_by(THREADS)));
        let threads: Vec<_> = (0..runs.min(THREADS as u64)).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut statuses = BTreeMap::new();
    for (status, count) in
        results.into_iter().flat_map(|result| result.unwrap_or_else(|fault| panic!("{fault}")))
    {
        *statuses.entry(status).or_insert(0) += count;
    }
    // Runs of every kind have happened.
    assert!(runs < RUNS || statuses.len() >= 4, "{statuses:?}");
    eprintln!("runs by exit status: {statuses:?}");
}
