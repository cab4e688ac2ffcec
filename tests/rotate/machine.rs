//! A machine with the listing in it, driven key by key.

use arcadian_basic::{
    Basic, Dialect, Key, Line, Pause,
    key::{self, Event},
    listing::{Form, Listing, errata::Errata},
};
use std::sync::LazyLock;

const PRINTED: &str = arcadian_roms::ROTATE.listing;
const ERRATA: &str = arcadian_roms::ROTATE.errata;

/// More statements than the game ever needs between two keys.
const BUDGET: u64 = 1_000_000;

/// The listing, repaired.
static LISTING: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut listing = Listing::read(PRINTED, Form::Listing).expect("the listing can be read");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata apply");
    listing.lines()
});

/// Bally BASIC with ROTATE, and the keys it has been given.
pub(super) struct Machine {
    pub(super) basic: Basic,
    events: Vec<Event>,
    /// Lines of the transcript that have been handed out.
    heard: u64,
}

impl Machine {
    /// The listing as repaired, not yet running.
    pub(super) fn new(seed: u64) -> Self {
        let mut basic = Basic::new(Dialect::Bally, seed);
        basic.load(LISTING.iter()).expect("the listing fits");
        Self { basic, events: Vec::new(), heard: 0 }
    }

    /// The listing with lines entered over it and commands executed, not yet running.
    pub(super) fn patched(seed: u64, lines: &[String]) -> Self {
        let mut machine = Self::new(seed);
        for line in lines {
            machine.basic.enter(line).expect("characters of the machine");
            assert_eq!(machine.basic.run(BUDGET), Pause::Prompt, "{line}");
        }
        machine
    }

    /// RUN, up to the first question.
    pub(super) fn start(&mut self) -> Pause {
        self.basic.enter("RUN").expect("a word of the machine");
        self.basic.run(BUDGET)
    }

    /// One key, and on to the next question.
    pub(super) fn press(&mut self, key: Key) -> Pause {
        self.press_only(key);
        self.basic.run(BUDGET)
    }

    /// One key that is taken by the next run.
    pub(super) fn press_only(&mut self, key: Key) {
        self.events.push(Event::Key(key));
        match key {
            Key::Halt => self.basic.halt(),
            _ => self.basic.press(key),
        }
    }

    /// The keys of a script, and on to the question after the last.
    pub(super) fn keys(&mut self, script: &str) -> Pause {
        let events = key::parse(script).expect("a good script");
        let mut pause = self.basic.run(BUDGET);
        for event in events {
            let Event::Key(key) = event else { panic!("{event:?} is no key") };
            pause = self.press(key);
        }
        pause
    }

    /// All keys so far as a script for `arcadian run --keys`.
    pub(super) fn script(&self) -> String {
        key::write(&self.events)
    }

    /// What was put out since this was last asked; a line that a question left open is told once.
    pub(super) fn news(&mut self) -> Vec<String> {
        let transcript = self.basic.transcript();
        let known = self.heard.saturating_sub(transcript.dropped()) as usize;
        let news: Vec<String> = transcript.lines().skip(known).map(str::to_owned).collect();
        self.heard = transcript.dropped() + (known + news.len()) as u64;
        news
    }

    /// The line put out last.
    pub(super) fn last_line(&self) -> &str {
        self.basic.transcript().lines().last().unwrap_or_default()
    }
}
