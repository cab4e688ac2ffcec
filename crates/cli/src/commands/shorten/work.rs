//! The search on all cores, and its progress.

use std::{
    io::{IsTerminal, stderr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use arcadian_files::escape;
use arcadian_proof::cancellable;
use arcadian_shorten::{Part, Searched, ShortenError, Shortener};
use indicatif::{ProgressBar, ProgressStyle};

use super::ShortenArgs;
use crate::{files::output, terminal::deadline::Deadline};

pub struct Outcome {
    /// Whether Ctrl-C ended it.
    pub is_interrupted: bool,
    pub seconds: f64,
}

/// Runs a search until it is complete, the time limit expires, or Ctrl-C is pressed.
pub fn run(
    search: &mut Shortener,
    args: &ShortenArgs,
    deadline: &Deadline,
    interrupted: &AtomicBool,
) -> Result<Outcome> {
    let start = Instant::now();
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let progress = Progress::new(search);
    while search.parts() > 0 {
        progress.show(search);
        let Some(parts) = expand(search, threads, deadline.flag()) else { break };
        match cancellable(deadline.flag(), || search.absorb(parts)) {
            // What was found so far is reported.
            Ok(Err(error @ ShortenError::NoMemory)) => {
                output::note(&error.to_string());
                break;
            }
            Ok(result) => result?,
            Err(_) => break,
        }
    }
    Ok(Outcome {
        is_interrupted: interrupted.load(Ordering::Relaxed),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Expands all parts of the current stage. Returns `None` if the flag is set.
fn expand(search: &Shortener, threads: usize, is_expired: &Arc<AtomicBool>) -> Option<Vec<Part>> {
    let count = search.parts();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let Ok(part) = cancellable(is_expired, || search.expand(number)) else { break };
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, part));
        }
    };
    thread::scope(|scope| {
        // Without memory for another thread, there are fewer of them.
        (1..threads.min(count)).for_each(|_| drop(thread::Builder::new().spawn_scoped(scope, work)));
        work();
    });
    let mut parts = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.sort_by_key(|(number, _)| *number);
    (parts.len() == count).then(|| parts.into_iter().map(|(_, part)| part).collect())
}

const TICK: Duration = Duration::from_millis(100);
const TEMPLATE: &str = "{prefix} {msg} {wide_bar} {elapsed}";

pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub fn new(search: &Shortener) -> Self {
        let is_seen = stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = if is_seen { ProgressBar::new(1) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template(TEMPLATE);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        bar.set_prefix(escape::line(&search.given().name).into_owned());
        Progress { bar }
    }

    pub fn show(&self, search: &Shortener) {
        let Searched { progress, max_instructions, .. } = search.searched();
        let best = search.best().map_or(String::new(), |found| {
            format!(", best {} bytes, {} cycles", found.cost.bytes, found.cost.cycles)
        });
        self.bar.set_message(format!("{} of {max_instructions} instructions{best}", progress.length));
        self.bar.set_length(progress.prefixes as u64);
        self.bar.set_position(progress.expanded as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
