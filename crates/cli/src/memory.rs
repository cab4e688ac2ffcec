//! Long computations: a thread of their own, so that keys work meanwhile, and the memory that the process may use.

use std::{
    fs, io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
};

use anyhow::{Context, Result, ensure};

/// The limit where the system does not say how much memory is available.
const UNKNOWN: u64 = 1 << 30;

/// Returns the memory that may be used, in bytes: what the user allows, or most of what is available.
pub fn allowed(megabytes: Option<u32>) -> Result<u64> {
    let available = available();
    let Some(megabytes) = megabytes else {
        return Ok(available.map_or(UNKNOWN, |available| available - available / 16));
    };
    let asked = u64::from(megabytes) << 20;
    if let Some(available) = available {
        let least = "use a smaller --memory, or end other programs";
        ensure!(
            asked <= available,
            "--memory {megabytes}: only {} MB are available to this process; {least}",
            available >> 20
        );
    }
    Ok(asked)
}

/// Allocates words that are 0. Most systems grant more than there is, but not all do, and not beyond a limit of the process.
pub fn zeroed(words: usize) -> Result<Vec<u64>> {
    let mut all = with_room(words)?;
    all.resize(words, 0);
    Ok(all)
}

pub fn with_room(words: usize) -> Result<Vec<u64>> {
    let mut all = Vec::new();
    let megabytes = (words >> 17).max(1);
    all.try_reserve_exact(words).with_context(|| {
        format!(
            "{megabytes} MB more of memory cannot be allocated; use a smaller --memory, with --database FILE if it does not \
             suffice, or allow this process more"
        )
    })?;
    Ok(all)
}

/// Sees while a computation runs whether most of the memory that was left at its start is used.
pub struct Watch {
    /// The bytes below which a computation should end: a search allocates its tables anew before it gives up the old ones.
    least: u64,
}

impl Watch {
    pub fn new() -> Watch {
        Watch { least: left(0).map_or(0, |left| left / 4) }
    }

    pub fn is_short(&self) -> bool {
        left(0).is_some_and(|left| left < self.least)
    }
}

/// Returns the memory in bytes that a computation on all cores can still use.
fn available() -> Option<u64> {
    /// The address space that the allocator reserves for a thread, and its stack.
    const THREAD: u64 = (64 + 8) << 20;
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    left(THREAD * cores)
}

/// Returns the memory in bytes that this process can still use, where Linux reports it: what is available, and what limits of the
/// process and of its control groups leave of it. `threads` bytes of the address space are kept for threads.
fn left(threads: u64) -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let available = kilobytes(&info, "MemAvailable:")?;
    Some([Some(available), of_limits(threads), of_groups()].into_iter().flatten().min().unwrap_or(available))
}

/// Returns the number of a line in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim_end().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// Returns what the limits of the address space and of data leave.
fn of_limits(threads: u64) -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let left = |(limit, used): (&str, &str)| {
        let most = limits.lines().find_map(|line| line.strip_prefix(limit))?.split_whitespace().next()?;
        // A limit that is not a number is `unlimited`.
        Some(most.parse::<u64>().ok()?.saturating_sub(kilobytes(&status, used)? + threads))
    };
    [("Max address space", "VmSize:"), ("Max data size", "VmData:")].into_iter().filter_map(left).min()
}

/// Returns what the memory limits of control groups leave, of version 2 and of version 1.
fn of_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mut least = None;
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, limit, usage) = if controllers.is_empty() {
            ("/sys/fs/cgroup", "memory.max", "memory.current")
        } else if controllers.split(',').any(|name| name == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
        } else {
            continue;
        };
        // In a container the path can be one outside it, and the root is its own group.
        let folder = Path::new(root).join(path.trim_start_matches('/'));
        for folder in folder.ancestors().take_while(|folder| folder.starts_with(root)) {
            let number = |name| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
            // `max` is not a number.
            let left = number(limit).map(|limit| limit.saturating_sub(number(usage).unwrap_or(0)));
            least = [least, left].into_iter().flatten().min();
        }
    }
    least
}

/// The computation of a thread. Dropping it stops the computation.
#[derive(Debug)]
pub struct Background<T> {
    result: Receiver<Option<T>>,
    is_enough: Arc<AtomicBool>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts a computation, which asks from time to time whether it is to stop.
    pub fn start(
        compute: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<T> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, result) = mpsc::channel();
        let is_enough = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_enough);
        thread::Builder::new().name("player".to_owned()).spawn(move || {
            // Nobody may want the result any more.
            let _ = sender.send(compute(&mut || flag.load(Ordering::Relaxed)));
        })?;
        Ok(Self { result, is_enough })
    }

    /// Returns the result if the computation has ended. There is none if it failed.
    pub fn result(&self) -> Option<Option<T>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}

impl<T> Background<T> {
    /// Ends the computation soon, with the best result so far.
    pub fn hurry(&self) {
        self.is_enough.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.hurry();
    }
}
