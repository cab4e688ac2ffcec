//! A machine with the listing loaded, operated by keys.

use arcadian_basic::{
    Basic, Dialect, Key, Line, Pause,
    key::{self, Event},
    listing::{Form, Listing, errata::Errata},
};
use std::sync::LazyLock;

const PRINTED: &str = arcadian_basic::rotate::LISTING;
const ERRATA: &str = arcadian_basic::rotate::ERRATA;

/// A number of statements greater than the game ever executes between two keys.
const BUDGET: u64 = 1_000_000;

/// The repaired listing.
static LISTING: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut listing = Listing::read(PRINTED, Form::Listing).expect("the listing can be read");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata apply");
    listing.lines()
});

/// Bally BASIC with ROTATE, and the keys pressed so far.
pub(super) struct Machine {
    pub(super) basic: Basic,
    events: Vec<Event>,
    /// The number of transcript lines already returned by [`new_output`](Self::new_output).
    returned: u64,
}

impl Machine {
    /// Creates a machine with the repaired listing, not yet running.
    pub(super) fn new(seed: u64) -> Self {
        let mut basic = Basic::new(Dialect::Bally, seed);
        basic.load(LISTING.iter()).expect("the listing fits");
        Self { basic, events: Vec::new(), returned: 0 }
    }

    /// Creates a machine with the listing, then enters further lines and commands; not yet running.
    pub(super) fn patched(seed: u64, lines: &[String]) -> Self {
        let mut machine = Self::new(seed);
        for line in lines {
            machine.basic.enter(line).expect("characters of the machine");
            assert_eq!(machine.basic.run(BUDGET), Pause::Prompt, "{line}");
        }
        machine
    }

    /// Executes RUN up to the first prompt.
    pub(super) fn start(&mut self) -> Pause {
        self.basic.enter("RUN").expect("a word of the machine");
        self.basic.run(BUDGET)
    }

    /// Presses a key and runs to the next prompt.
    pub(super) fn press(&mut self, key: Key) -> Pause {
        self.queue_key(key);
        self.basic.run(BUDGET)
    }

    /// Queues a key for the next run.
    pub(super) fn queue_key(&mut self, key: Key) {
        self.events.push(Event::Key(key));
        match key {
            Key::Halt => self.basic.halt(),
            _ => self.basic.press(key),
        }
    }

    /// Presses the keys of a script and runs to the prompt after the last.
    pub(super) fn keys(&mut self, script: &str) -> Pause {
        let events = key::parse(script).expect("a good script");
        let mut pause = self.basic.run(BUDGET);
        for event in events {
            let Event::Key(key) = event else { panic!("{event:?} is not a key") };
            pause = self.press(key);
        }
        pause
    }

    /// Returns all keys so far as a script for `arcadian run --keys`.
    pub(super) fn script(&self) -> String {
        key::write(&self.events)
    }

    /// Returns the lines printed since the last call. An unfinished line of a prompt is returned once.
    pub(super) fn new_output(&mut self) -> Vec<String> {
        let transcript = self.basic.transcript();
        let skipped = self.returned.saturating_sub(transcript.dropped()) as usize;
        let lines: Vec<String> = transcript.lines().skip(skipped).map(str::to_owned).collect();
        self.returned = transcript.dropped() + (skipped + lines.len()) as u64;
        lines
    }

    /// Returns the last printed line.
    pub(super) fn last_line(&self) -> &str {
        self.basic.transcript().lines().last().unwrap_or_default()
    }
}
