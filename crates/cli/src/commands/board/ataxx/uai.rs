//! The engine, controlled by the Universal Ataxx Interface.
//!
//! A thread reads lines, and the engine executes them in order. A search polls the queue of lines, so that it can respond to
//! `isready`, `stop` and `quit`.

use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read},
    mem,
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use arcadian_board::ataxx::{
    Move, Position, Uncounted, Walls,
    uai::{self, Command, DEEPEST, GO_NODES, Go, LONGEST_LINE, UaiError},
};
use arcadian_games::{
    ataxx,
    search::{Found, Settings, Watch},
};

use crate::files::{ExitStatus, input::LineFeeds, output};

/// The capacity of the queue of lines.
const WAITING: usize = 256;
/// The maximum number of lines deferred during a search. More lines end the search, so that a later `stop` or `quit` is read.
const MOST_DEFERRED: usize = 10_000;
/// The time that a bounded search may take after `quit` or the end of the input: a script that writes all its lines at once expects
/// answers.
const GRACE: Duration = Duration::from_secs(1);

type Line = Result<Command, UaiError>;

/// Answers lines until `quit`, the end of the input, or a closed output.
pub fn run() -> Result<ExitStatus> {
    let mut engine = Engine::new(listen());
    while let Some(line) = engine.next() {
        match line {
            Ok(command) => engine.answer(command),
            Err(error) => engine.say(&format!("info string {error}")),
        }
    }
    engine.error.map_or(Ok(ExitStatus::Holds), Err)
}

fn listen() -> Receiver<Line> {
    let (sender, lines) = mpsc::sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = BufReader::new(LineFeeds::new(io::stdin().lock()));
        while let Some(line) = read(&mut input) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Reads the next line. The rest of a line that is too long is skipped, so that memory is bounded.
fn read(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    let found = input.by_ref().take(most).read_until(b'\n', &mut bytes).ok()?;
    match bytes.last() {
        Some(b'\n') => Some(uai::parse(&String::from_utf8_lossy(&bytes))),
        Some(_) if found > LONGEST_LINE => input.skip_until(b'\n').ok().map(|_| Err(UaiError::Long)),
        Some(_) => Some(uai::parse(&String::from_utf8_lossy(&bytes))),
        None => None,
    }
}

struct Engine {
    lines: Receiver<Line>,
    /// Lines deferred during a search.
    deferred: VecDeque<Line>,
    position: Position,
    is_over: bool,
    /// The time at which the input ended.
    ended: Option<Instant>,
    /// An error of standard output.
    error: Option<anyhow::Error>,
}

impl Engine {
    fn new(lines: Receiver<Line>) -> Self {
        let position = Position::start(Walls::default());
        Self { lines, deferred: VecDeque::new(), position, is_over: false, ended: None, error: None }
    }

    fn next(&mut self) -> Option<Line> {
        if self.is_over {
            return None;
        }
        self.deferred.pop_front().or_else(|| self.lines.recv().ok())
    }

    /// Writes a line. A closed output ends the engine.
    fn say(&mut self, line: &str) {
        match output::send(&format!("{line}\n")) {
            Ok(is_read) => self.is_over |= !is_read,
            Err(error) => (self.is_over, self.error) = (true, Some(error)),
        }
    }

    fn answer(&mut self, command: Command) {
        match command {
            Command::Uai => {
                self.say(concat!("id name arcadian ", env!("CARGO_PKG_VERSION")));
                self.say("id author the arcadian project");
                self.say("uaiok");
            }
            Command::IsReady => self.say("readyok"),
            Command::NewGame => self.position = Position::start(Walls::default()),
            Command::Position(position) => self.position = position,
            Command::Go(go) => self.search(&go),
            Command::Perft { depth, nodes } => self.count(depth, nodes),
            Command::Quit => self.is_over = true,
            Command::Stop | Command::Nothing => {}
        }
    }

    fn search(&mut self, go: &Go) {
        let position = self.position;
        let mut watcher = Watcher::new(self, go.time(position.side), go.is_infinite);
        let nodes = go.node_limit(position.side);
        let settings = Settings { depth: go.depth.unwrap_or(DEEPEST), nodes, ..Settings::default() };
        let found = ataxx::search(&position, settings, &mut watcher);
        watcher.wait();
        if go.has_default_bound(position.side) && found.nodes >= nodes {
            self.say(&format!(
                "info string stopped after {GO_NODES} positions; `go nodes N`, `movetime N` or `infinite` searches longer"
            ));
        }
        let best = found.line.first().unwrap_or(&Move::Pass);
        self.say(&format!("bestmove {best}"));
    }

    fn count(&mut self, depth: u8, limit: u64) {
        let position = self.position;
        let mut watcher = Watcher::new(self, None, false);
        match position.perft_until(depth, limit, &mut || watcher.is_enough()) {
            Ok(nodes) => self.say(&format!("nodes {nodes}")),
            Err(Uncounted::Stopped) => self.say("info string perft was stopped"),
            Err(Uncounted::TooMany) => self.say(&format!(
                "info string perft stopped at {limit} nodes; `perft {depth} nodes N` counts further"
            )),
        }
    }
}

/// Watches the clock and the input during a search.
struct Watcher<'a> {
    engine: &'a mut Engine,
    start: Instant,
    end: Option<Instant>,
    /// Whether only input can end the search.
    is_infinite: bool,
    is_stopped: bool,
    /// Whether another search is deferred. Later lines belong to that search.
    is_followed: bool,
}

impl<'a> Watcher<'a> {
    fn new(engine: &'a mut Engine, time: Option<u64>, is_infinite: bool) -> Self {
        let start = Instant::now();
        let end = time.and_then(|time| start.checked_add(Duration::from_millis(time)));
        let earlier = mem::take(&mut engine.deferred);
        let mut watcher = Self { engine, start, end, is_infinite, is_stopped: false, is_followed: false };
        earlier.into_iter().for_each(|line| watcher.handle(line));
        watcher
    }

    /// Answers a line, or defers it until after the search.
    fn handle(&mut self, line: Line) {
        match line {
            Ok(Command::IsReady) => self.engine.say("readyok"),
            Ok(Command::Stop) if !self.is_followed => self.is_stopped = true,
            Ok(Command::Quit) if !self.is_followed => self.engine.is_over = true,
            line => {
                self.is_followed |= matches!(line, Ok(Command::Go(_) | Command::Perft { .. }));
                self.engine.deferred.push_back(line);
            }
        }
    }

    fn poll(&mut self) {
        while !self.is_full() {
            match self.engine.lines.try_recv() {
                Ok(line) => self.handle(line),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.engine.ended.get_or_insert_with(Instant::now);
                    return self.is_stopped |= self.is_infinite;
                }
            }
        }
    }

    fn is_full(&self) -> bool {
        self.engine.deferred.len() >= MOST_DEFERRED
    }

    fn must_stop(&self) -> bool {
        let is_late = self.end.is_some_and(|end| Instant::now() >= end);
        let is_past_grace = |since: Instant| since.elapsed() >= GRACE;
        let is_abandoned = self.engine.is_over && (self.is_infinite || is_past_grace(self.start))
            || self.engine.ended.is_some_and(is_past_grace);
        self.is_stopped || is_late || is_abandoned || self.is_full() || (self.is_infinite && self.is_followed)
    }

    /// Waits for the end of an infinite search that has completed early.
    fn wait(&mut self) {
        while self.is_infinite && !self.must_stop() {
            match self.engine.lines.recv() {
                Ok(line) => self.handle(line),
                Err(_) => self.is_stopped = true,
            }
        }
    }
}

impl Watch<Move> for Watcher<'_> {
    fn is_enough(&mut self) -> bool {
        self.poll();
        self.must_stop()
    }

    fn found(&mut self, found: &Found<Move>) {
        let time = self.start.elapsed().as_millis();
        let speed = u128::from(found.nodes) * 1000 / time.max(1);
        let line: Vec<_> = found.line.iter().map(Move::to_string).collect();
        let Found { depth, score, nodes, .. } = found;
        let line = line.join(" ");
        self.engine.say(&format!(
            "info depth {depth} score cs {score} nodes {nodes} time {time} nps {speed} pv {line}"
        ));
    }
}
