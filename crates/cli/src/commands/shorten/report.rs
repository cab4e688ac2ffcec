//! The search on all cores, its progress, and the report as text.

use std::{
    fmt::Write,
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
use arcadian_shorten::{Cost, Found, Part, Report, Searched, ShortenError, Shortener};
use indicatif::{ProgressBar, ProgressStyle};

use super::ShortenArgs;
use crate::{
    files::output,
    number::grouped,
    terminal::{self, deadline::Deadline},
};

pub fn print(search: &Shortener, outcome: &Outcome, args: &ShortenArgs) -> Result<()> {
    if args.json {
        let report = Report::new(search, outcome.is_interrupted, outcome.seconds);
        output::print_report(search.searched().is_complete, &report)
    } else {
        output::print(&text(search, outcome, args))
    }
}

fn text(search: &Shortener, outcome: &Outcome, args: &ShortenArgs) -> String {
    let routine = search.given();
    let Cost { bytes, cycles } = search.given_cost();
    let mut text = format!("{} {}: ", escape::line(&routine.name), routine.processor());
    let _ = match search.best() {
        Some(Found { cost, .. }) => {
            writeln!(text, "{bytes} -> {} bytes, {cycles} -> {} cycles", cost.bytes, cost.cycles)
        }
        None => writeln!(text, "{bytes} bytes, {cycles} cycles; nothing {} was found", better(args)),
    };
    let searched = search.searched();
    for (name, value) in rows(&searched, outcome, args) {
        push_row(&mut text, name, &value);
    }
    push_row(&mut text, "result", &verdict(search, &searched, args));
    match (search.best(), &args.output) {
        (Some(found), None) => text = text + "\n" + &found.sheet,
        (None, Some(path)) => {
            push_row(&mut text, "output", &format!("{} is not written", escape::path(path)));
        }
        _ => {}
    }
    text
}

fn better(args: &ShortenArgs) -> &'static str {
    match args.goal {
        super::GoalName::Bytes => "shorter",
        super::GoalName::Cycles => "faster",
    }
}

fn rows(searched: &Searched, outcome: &Outcome, args: &ShortenArgs) -> Vec<(&'static str, String)> {
    let progress = searched.progress;
    let constants: Vec<String> = searched.constants.iter().map(|byte| format!("{byte:02X}")).collect();
    let constants = match constants.len() {
        256 => "all bytes".to_owned(),
        _ => constants.join(" "),
    };
    let max = searched.max_instructions;
    let space = if args.windows {
        format!("every part of the code replaced by up to {max} instructions")
    } else {
        format!("up to {max} of {} instructions and a return", searched.operations)
    };
    let work = format!(
        "{} sequences, {} tests, {} proofs, {:.1} s",
        grouped(progress.tried),
        progress.tests,
        progress.proofs,
        outcome.seconds
    );
    let derived: Vec<String> = searched.derived.iter().map(|byte| format!("{byte:02X}")).collect();
    let derived = Some(("derived", derived.join(" "))).filter(|(_, bytes)| !bytes.is_empty());
    let rows = [("space", space), ("state", searched.state.join(" ")), ("constants", constants)];
    rows.into_iter().chain(derived).chain([("work", work)]).collect()
}

fn verdict(search: &Shortener, searched: &Searched, args: &ShortenArgs) -> String {
    let better = better(args);
    if !searched.is_complete {
        let length = searched.progress.length;
        if args.windows {
            return format!("cut off; there may be {better} code");
        }
        return format!("cut off at sequences of {length} instructions; there may be {better} code");
    }
    if !searched.is_optimal {
        let undecided = searched.progress.undecided;
        return format!("{undecided} candidates could not be proven; there may be {better} code");
    }
    let what = match (search.best().is_some(), args.windows) {
        (true, false) => "proven; nothing else in this space",
        (false, false) => "nothing in this space",
        (true, true) => "proven; no other replacement of a part with the same results",
        (false, true) => "no replacement of a part with the same results",
    };
    if searched.is_optimal_for_any_length {
        format!("{what} is {better}, and nothing longer is either")
    } else {
        format!("{what} is {better}")
    }
}

/// The width of the text, and of the names before the values.
const WIDTH: usize = 78;
const NAMES: usize = 12;

/// Adds a named value, in several lines if it is long.
fn push_row(text: &mut String, name: &str, value: &str) {
    let mut line = format!("  {name:<10}");
    for word in value.split(' ') {
        if line.len() + 1 + word.len() > WIDTH && line.len() > NAMES {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(NAMES);
        }
        let _ = write!(line, "{word} ");
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

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
        let bar = if terminal::shows_progress() { ProgressBar::new(1) } else { ProgressBar::hidden() };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_wrapped() {
        let mut text = String::new();
        push_row(&mut text, "constants", &"00 ".repeat(40));
        assert!(text.lines().count() == 2 && text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
