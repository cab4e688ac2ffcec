//! `board ataxx uai`: the engine, through real pipes.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::ARCADIAN;

const CORNERED: &str = "7/7/7/7/4ooo/4ooo/4oox x 0 1";

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
fn the_opening_of_a_session() {
    let mut engine = Engine::start();
    engine.send("uai");
    assert!(engine.line().starts_with("id name arcadian "));
    assert!(engine.line().starts_with("id author "));
    assert_eq!(engine.line(), "uaiok");
    engine.send("setoption name hash value 1\ndebug on\nisready");
    assert_eq!(engine.line(), "info string unknown command `debug`");
    assert_eq!(engine.line(), "readyok");
    engine.send("uainewgame\nposition startpos moves g2 a1a3\nperft 3\nquit");
    assert_eq!(engine.line(), "nodes 15807");
    engine.expect_exit();
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

/// A search or count without an explicit limit ends by itself, so later commands are answered.
#[test]
fn searches_and_counts_have_a_default_limit() {
    // `isready` is answered during the search or after it.
    let mut all = answers("position fen x6/7/7/7/7/7/7 x 0 1\ngo\nisready");
    all.sort();
    assert_eq!(all, ["bestmove 0000", "readyok"]);
    let all = answers("perft 99 nodes 1000\ngo depth 99 nodes 1000\ngo nodes 0\nperft 1");
    assert_eq!(all[0], "info string perft stopped at 1000 nodes; `perft 99 nodes N` counts further");
    assert_eq!(all.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert_eq!(all.last().map(String::as_str), Some("nodes 16"));
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
fn lines_all_at_once_are_answered_in_order() {
    let lines =
        format!("perft 4\nposition fen {CORNERED}\ngo depth 2\nposition startpos\nperft 2\nquit\nperft 1");
    let answers = answers(&lines);
    let results: Vec<_> = answers.iter().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(results, ["nodes 155888", "bestmove 0000", "nodes 256"]);
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
