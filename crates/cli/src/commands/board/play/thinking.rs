//! The program's thinking, in a thread of its own, so that keys work meanwhile.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

use arcadian_games::{Choice, Task};

/// A search that is running. Dropping it stops the search.
#[derive(Debug)]
pub struct Thinking {
    answer: Receiver<Option<Choice>>,
    is_enough: Arc<AtomicBool>,
    /// Whether a hint is wanted, not a move of the program.
    pub is_hint: bool,
    start: Instant,
}

/// The time for a hint. A move of the program has none: the same game must be the same on every machine.
const HINT: Duration = Duration::from_secs(3);

impl Thinking {
    /// Starts a search.
    pub fn start(task: Task, is_hint: bool) -> io::Result<Self> {
        let (sender, answer) = mpsc::channel();
        let is_enough = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_enough);
        thread::Builder::new().name("player".to_owned()).spawn(move || {
            // Nobody may want the answer any more.
            let _ = sender.send(task.choose(&mut || flag.load(Ordering::Relaxed)));
        })?;
        Ok(Self { answer, is_enough, is_hint, start: Instant::now() })
    }

    /// Returns the answer if the search has ended. It has none if it failed.
    pub fn answer(&self) -> Option<Option<Choice>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }

    /// Returns whether the time for a hint is over.
    pub fn is_overdue(&self) -> bool {
        self.is_hint && self.start.elapsed() > HINT
    }

    /// Ends the search soon, with the best move so far.
    pub fn hurry(&self) {
        self.is_enough.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.hurry();
    }
}
