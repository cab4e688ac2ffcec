//! `board`: help, pipes and databases of ROTATE, and whole boards of TACTIX: certificates and databases, interrupted and damaged ones.
//! The rest is in `tests/cases/board.txt`, `tests/commands/board.trycmd` and `board_refused.trycmd`.
//! `board ataxx uai`: the engine, through real pipes.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::{ARCADIAN, Folder, RunResult};

const GAMES: [&str; 6] = ["tactix", "rotate", "rook", "bishop", "halma", "ataxx"];

fn board(game: &str, args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["board", game][..], args].concat())
}

/// Returns the names under `Commands:`, except `help`.
fn commands(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Continuation lines are indented further.
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn every_command_has_help() {
    let helps = |result: &RunResult| {
        assert_eq!((result.status, result.err.as_str()), (Some(0), ""), "{}", result.out);
        assert!(result.out.contains("Usage: arcadian board"), "{}", result.out);
    };
    let all = Folder::with(&[]).run(&["board", "--help"]);
    helps(&all);
    assert_eq!(commands(&all.out), GAMES);
    for game in GAMES {
        let result = board(game, &["--help"]);
        helps(&result);
        let commands = commands(&result.out);
        assert!(commands.contains(&"show"), "{}", result.out);
        commands.iter().for_each(|command| helps(&board(game, &[command, "--help"])));
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for game in GAMES {
        let mut child = Command::new(ARCADIAN)
            .args(["board", game, "show"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{game}");
    }
}

#[test]
fn nine_turns_equal_a_special_move_for_every_pair() {
    let result = board("rotate", &["special"]);
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> =
        result.out.lines().skip(1).take(12).map(|line| line.split_whitespace().collect()).collect();
    let pairs =
        ["1-2", "2-3", "3-4", "5-6", "6-7", "7-8", "9-10", "10-11", "11-12", "13-14", "14-15", "15-16"];
    for (row, pair) in rows.iter().zip(pairs) {
        // Pair, turns, words; nine positions; nine keys.
        assert_eq!((row[0], row[1], row.len()), (pair, "9", 3 + 9 + 9), "{row:?}");
    }
}

#[test]
fn a_pattern_database_of_rotate_is_made_once_and_checked() {
    let folder = Folder::with(&[]);
    let run = |args: &[&str]| folder.run(&[&["board", "rotate"][..], args].concat());
    let made = run(&["database", "x.patterns", "--letters", "4", "--special"]);
    assert_eq!((made.status, made.out.as_str()), (Some(0), ""), "{}", made.err);
    assert!(made.err.contains("4 letters, clockwise turns with a special move, 43700 bytes"), "{}", made.err);
    let puzzle = "BCDHFGEPIJKLAMNO";
    let solved = run(&["solve", puzzle, "--special", "--database", "x.patterns"]);
    assert_eq!(solved, run(&["solve", puzzle, "--special"]));
    let other = run(&["solve", puzzle, "--both", "--database", "x.patterns"]);
    other.is_refused(&["is for clockwise turns with a special move", "make one with the same options"]);
    let path = folder.path("x.patterns");
    let mut bytes = fs::read(&path).expect("the database");
    bytes[9_999] ^= 1;
    fs::write(&path, &bytes).expect("a file");
    let damaged = run(&["solve", puzzle, "--special", "--database", "x.patterns"]);
    damaged.is_refused(&["`arcadian board rotate database` makes one", "its checksum does not agree"]);
    assert_eq!(fs::read(&path).expect("the database"), bytes, "it is not replaced");
    run(&["solve", puzzle, "--database", "/dev/null"]).is_refused(&["not a pattern database"]);
}

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/boards/tactix");
/// The bytes of a header before the digests, and the place of the mark that a database is complete.
const HEADER: usize = 64;
const COMPLETE: usize = 11;

fn solve(folder: &Folder, args: &[&str]) -> RunResult {
    folder.run(&[&["board", "tactix", "solve"][..], args].concat())
}

/// Solves a board into `a.tactix` and returns its bytes.
fn database(folder: &Folder, size: &str) -> Vec<u8> {
    let result = solve(folder, &[size, "--rule", "misere", "--database", "a.tactix"]);
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""), "{size}");
    assert_eq!(folder.names(), ["a.tactix"]);
    fs::read(folder.path("a.tactix")).expect("the database")
}

#[test]
fn certificates_are_what_the_program_prints() {
    let folder = Folder::with(&[]);
    for size in 1..=5 {
        let path = Path::new(PAGES).join(format!("{size}x{size}.json"));
        let stated = fs::read_to_string(path).expect("a certificate");
        for text in [size.to_string(), format!("{size}x{size}")] {
            let result = solve(&folder, &[&text, "--json", "--memory", "64"]);
            assert_eq!((result.status, result.out), (Some(0), stated.clone()), "{text}");
        }
    }
}

#[test]
#[ignore = "needs Python 3.10: cargo test -p arcadian --test cli certificates_pass_the_checker -- --ignored"]
fn certificates_pass_the_checker() {
    let folder = Folder::with(&[]);
    database(&folder, "5");
    let check = |args: &[&str]| {
        let mut command = Command::new("python3");
        let output = command.current_dir(PAGES).arg("check.py").args(args).output().expect("python3 starts");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for size in 1..=4 {
        let (holds, text) = check(&[&format!("{size}x{size}.json")]);
        assert!(holds && text.contains("holds"), "{size}: {text}");
    }
    let path = folder.path("a.tactix");
    let path = path.to_str().expect("a path in UTF-8");
    let (holds, text) = check(&["5x5.json", path, "--blocks", "all"]);
    assert!(holds && text.contains("verified 33554432 of 33554432 positions"), "{text}");
    assert!(!check(&["4x4.json", path]).0, "a database of another board");
}

/// A database of which only some parts were computed is continued, whatever memory there is, with the same result.
#[test]
fn an_interrupted_database_is_continued() {
    for (size, memory) in [("4x6", "64"), ("4x6", "5"), ("4x7", "9")] {
        let folder = Folder::with(&[]);
        let complete = database(&folder, size);
        let mut partial = complete.clone();
        partial[COMPLETE] = 0;
        // The table digest, and the digests of every part but the first ones.
        partial[16..48].fill(0);
        partial[HEADER + 32 * 3..HEADER + 32 * 16].fill(0);
        fs::remove_file(folder.path("a.tactix")).expect("the database is there");
        fs::write(folder.path("a.tactix.partial"), partial).expect("a file");
        let result =
            solve(&folder, &[size, "--rule", "misere", "--database", "a.tactix", "--memory", memory]);
        assert_eq!((result.status, result.err.as_str()), (Some(0), ""), "{size}, {memory}");
        assert_eq!(folder.names(), ["a.tactix"]);
        assert!(fs::read(folder.path("a.tactix")).expect("the database") == complete, "{size}, {memory}");
    }
}

#[test]
fn a_damaged_database_is_refused_and_rebuilt_only_if_asked() {
    let folder = Folder::with(&[]);
    let complete = database(&folder, "4x6");
    let last = complete.len() - 1;
    let flipped = |at: usize| {
        let mut bytes = complete.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damaged = [
        (flipped(0), "not a database of TACTIX"),
        (flipped(8), "header is damaged"),
        (flipped(20), "header is damaged"),
        (flipped(HEADER), "header is damaged"),
        (flipped(last), "block 63 of a.tactix is damaged"),
        (complete[..last].to_vec(), "cannot read block 63"),
        (complete[..100].to_vec(), "cut off"),
        (Vec::new(), "not a database of TACTIX"),
    ];
    let args = ["4x6", "--rule", "misere", "--database", "a.tactix"];
    for (bytes, part) in damaged {
        fs::write(folder.path("a.tactix"), &bytes).expect("a file");
        solve(&folder, &args).is_refused(&[part]);
        assert!(fs::read(folder.path("a.tactix")).expect("the file") == bytes, "changed: {part}");
        let rebuilt = solve(&folder, &[&args[..], &["--rebuild"]].concat());
        assert_eq!(rebuilt.status, Some(0), "{part}: {}", rebuilt.err);
        assert!(fs::read(folder.path("a.tactix")).expect("the database") == complete, "{part}");
    }
    let other = ["3x8", "--rule", "misere", "--database", "a.tactix"];
    solve(&folder, &other).is_refused(&["is of 4 × 6, misère, not of 3 × 8, misère", "--rebuild"]);
}

/// A program that may use less memory than a table takes reports how much the table takes, or how much there is.
#[cfg(target_os = "linux")]
#[test]
fn tables_beyond_a_limit_are_refused() {
    let folder = Folder::with(&[]);
    for (limit, args, parts) in [
        ("-v 2000000", "tactix solve 6", ["it takes 8196 MB of memory", "MB are enough"]),
        ("-d 1500000", "tactix solve 6", ["it takes 8196 MB of memory", "MB are enough"]),
        ("-v 2000000", "tactix solve 6 --memory 8000", ["--memory 8000: only ", "to this process"]),
        (
            "-v 60000",
            "tactix solve 5 --numbers",
            ["numbers of 5 × 5, normal", "32 MB of memory cannot be allocated"],
        ),
        (
            "-v 250000",
            "rotate database a.patterns --letters 8",
            ["248 MB of memory cannot be allocated", "fewer letters"],
        ),
    ] {
        let mut command = Command::new("sh");
        let script = format!("ulimit {limit}; exec \"$0\" board {args}");
        command.current_dir(folder.root()).args(["-c", &script, ARCADIAN]);
        let result = RunResult::from(command.output().expect("a shell"));
        result.is_refused(&parts);
        assert_eq!(folder.names(), [""; 0], "{args}");
    }
}

struct Engine {
    process: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(ARCADIAN);
        command.args(["board", "ataxx", "uai"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let from = BufReader::new(process.stdout.take().expect("a pipe"));
        Self { to: process.stdin.take(), process, from }
    }

    fn send(&mut self, lines: &str) {
        let to = self.to.as_mut().expect("an open pipe");
        to.write_all(format!("{lines}\n").as_bytes()).expect("the engine reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("lines");
        line.trim_end().to_owned()
    }

    /// Returns the first line that starts with a word.
    fn wait_for(&mut self, word: &str) -> String {
        loop {
            match self.line() {
                line if line.starts_with(word) => return line,
                line => assert_ne!(line, "", "the engine ended before it said {word}"),
            }
        }
    }

    fn ask(&mut self, lines: &str, word: &str) -> String {
        self.send(lines);
        self.wait_for(word)
    }

    /// Closes the input, and checks that the engine exits in time.
    fn expect_exit(mut self) {
        self.to = None;
        let start = Instant::now();
        let status = self.process.wait().expect("an end");
        assert!(status.success() && start.elapsed() < Duration::from_secs(20), "{status}");
    }
}

/// Sends all lines at once, and returns the answers.
fn answers(lines: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send(lines);
    engine.to = None;
    let answers = engine.from.by_ref().lines().map(|line| line.expect("a line")).collect();
    engine.expect_exit();
    answers
}

#[test]
fn a_search_reports_its_results() {
    let answers = answers("position fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\ngo depth 3");
    assert_eq!(answers.len(), 4);
    for (depth, line) in (1..).zip(&answers[..3]) {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(&words[..4], ["info", "depth", &depth.to_string(), "score"]);
        assert!(words.windows(2).any(|pair| pair[0] == "nodes" && pair[1].parse::<u64>().is_ok()), "{line}");
        assert!(words.windows(2).any(|pair| pair[0] == "time" && pair[1].parse::<u64>().is_ok()), "{line}");
        assert_eq!(words.iter().skip_while(|word| **word != "pv").count(), 1 + depth, "{line}");
    }
    let best = answers[2].split(" pv ").nth(1).and_then(|line| line.split(' ').next());
    assert_eq!(answers[3].strip_prefix("bestmove "), best);
}

#[test]
fn a_search_is_stopped() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite");
    engine.wait_for("info depth 3");
    assert_eq!(engine.ask("isready", "readyok"), "readyok");
    assert!(engine.ask("stop", "bestmove").len() > "bestmove ".len());
    assert!(engine.ask("go movetime 30", "bestmove").len() > "bestmove ".len());
    assert!(engine.ask("go btime 500 wtime 500 binc 10 winc 10 movestogo 5", "bestmove").len() > 10);
    assert!(engine.ask("go nodes 5000", "bestmove").len() > "bestmove ".len());
    engine.send("go infinite");
    engine.wait_for("info depth 2");
    engine.send("quit");
    engine.expect_exit();
}

/// An infinite search waits for `stop` even after it has completed, and another search ends it.
#[test]
fn an_infinite_search_waits() {
    let mut engine = Engine::start();
    engine.send("position fen x6/7/7/7/7/7/7 x 0 1\ngo infinite");
    assert_eq!(engine.ask("isready", ""), "readyok");
    assert_eq!(engine.ask("stop", ""), "bestmove 0000");
    engine.send("go infinite\nposition startpos\ngo depth 1");
    assert_eq!(engine.line(), "bestmove 0000");
    assert!(engine.wait_for("bestmove").starts_with("bestmove "));
    engine.send("go infinite");
    engine.expect_exit();
}

#[test]
fn counts_are_stopped() {
    let mut engine = Engine::start();
    engine.send("perft 99\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.send("stop");
    assert_eq!(engine.line(), "info string perft was stopped");
    engine.send("perft 99\nquit");
    engine.expect_exit();
}

/// Nobody waits for the answers when the input has ended.
#[test]
fn the_end_of_the_input_ends_long_work() {
    for work in ["go movetime 3600000", "go nodes 999999999999999", "perft 99 nodes 999999999999999"] {
        let answers = answers(&format!("{work}\n{work}\nperft 99\nisready"));
        assert_eq!(answers.iter().filter(|line| *line == "readyok").count(), 1, "{work}: {answers:?}");
    }
}

/// `stop` takes effect even after more lines than can be deferred.
#[test]
fn stop_takes_effect_after_many_lines() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.wait_for("info depth 2");
    engine.send(&format!("{}stop", "position startpos\n".repeat(20_000)));
    engine.wait_for("bestmove");
    engine.send("isready\nquit");
    engine.wait_for("readyok");
    engine.expect_exit();
}

#[test]
fn hostile_lines() {
    let long = "x".repeat(300_000);
    let lines = format!(
        "position\nposition fen\nposition fen 8/8 x 0 1\nposition startpos moves a1a9\nposition startpos moves d4\n\
         go depth -1\ngo nodes z\ngo movetime\nperft\nperft -1\n{long}\n\u{0}\u{1b}[31m\ngo wtime -5 btime 0\nisready"
    );
    let answers = answers(&lines);
    assert_eq!(answers.iter().filter(|line| *line == "readyok").count(), 1);
    assert_eq!(answers.iter().filter(|line| line.starts_with("bestmove ")).count(), 4);
    assert!(answers.iter().all(|line| line.bytes().all(|byte| byte >= b' ') && line.len() < 200));
    let has_answer = |text: &str| assert!(answers.iter().any(|line| line.contains(text)), "{text}");
    has_answer("a position is `startpos` or `fen` and a FEN");
    has_answer("character 1: `8` is not a cell");
    has_answer("d4 is not a legal move of x here");
    has_answer("the depth of `perft` is a number from 0 to 99");
    has_answer("the line is ignored: it has more than 65536 bytes");
}

/// The rest of a line that is too long is skipped.
#[test]
fn the_rest_of_a_long_line_is_not_a_command() {
    let longest = format!("isready {}", "x".repeat(65_536 - 8));
    let longer = format!("position startpos {}quit", " ".repeat(65_536 - 18));
    let answers = answers(&format!("{longest}\n{longer}\nuai"));
    assert_eq!(answers[0], "readyok");
    assert_eq!(answers[1], "info string the line is ignored: it has more than 65536 bytes");
    assert!(answers.ends_with(&["uaiok".to_owned()]), "{answers:?}");
}
