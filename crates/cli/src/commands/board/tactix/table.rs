//! Computes the table of a board: in memory, in a file, or with some of it in memory.
//!
//! The parts of a table whose numbers have equally many bits set need none of each other, so threads compute them at once. A part
//! is kept in memory if there is room. The first parts, which most others need, are computed first.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Context, Result, ensure};
use arcadian_board::tactix::{Census, Counter, Sieve};
use arcadian_files::escape;

use super::database::{Database, Digest, Game, digest, table_digest};
use crate::{memory, terminal::Progress};

/// Memory of a part in work beyond its words: a block of another part, as words and as bytes.
const OVERHEAD: u64 = 4 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub threads: usize,
    /// The number of parts that are kept in memory.
    pub kept: usize,
    /// The memory that it takes, in bytes.
    pub bytes: u64,
}

impl Plan {
    /// Plans for a game and this memory. Without a file, memory has to hold all parts.
    pub fn new(game: Game, memory: u64, has_file: bool) -> Result<Self> {
        let sieve = game.shape.sieve(game.rule);
        let (parts, part) = (sieve.parts(), 8 * sieve.part_words() as u64);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let whole = |threads: usize| part * parts as u64 + OVERHEAD * threads as u64;
        if memory >= whole(1) {
            let threads = cores.min(((memory - whole(0)) / OVERHEAD) as usize);
            return Ok(Self { threads, kept: parts, bytes: whole(threads) });
        }
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let (allowed, all, least) = (memory >> 20, megabytes(whole(1)), megabytes(part + OVERHEAD));
        let game = game.title();
        ensure!(
            has_file,
            "cannot solve {game}: it takes {all} MB of memory, and {allowed} MB may be used; with --database FILE, {least} MB are enough"
        );
        ensure!(
            memory >= part + OVERHEAD,
            "cannot solve {game}: it takes at least {least} MB of memory, and {allowed} MB may be used; allow more"
        );
        let threads = cores.min((memory / (part + OVERHEAD)) as usize);
        let kept = ((memory - OVERHEAD * threads as u64) / part) as usize - threads;
        Ok(Self { threads, kept, bytes: part * (kept + threads) as u64 + OVERHEAD * threads as u64 })
    }
}

/// The computed part of a table.
pub struct Table {
    game: Game,
    plan: Plan,
    sieve: Sieve,
    counter: Counter,
    kept: Vec<OnceLock<Vec<u64>>>,
    kept_count: AtomicUsize,
    digests: Mutex<Vec<Digest>>,
    file: Option<Mutex<Database>>,
    /// Whether Ctrl-C was pressed.
    interrupted: Arc<AtomicBool>,
}

impl Table {
    /// Creates a table without parts, or with those of a file.
    pub fn new(game: Game, plan: Plan, file: Option<Database>, interrupted: Arc<AtomicBool>) -> Self {
        let sieve = game.shape.sieve(game.rule);
        Self {
            game,
            plan,
            counter: Counter::new(&game.shape),
            kept: (0..sieve.parts()).map(|_| OnceLock::new()).collect(),
            kept_count: AtomicUsize::new(0),
            digests: Mutex::new(vec![[0; 32]; game.blocks()]),
            file: file.map(Mutex::new),
            interrupted,
            sieve,
        }
    }

    /// Computes the parts that are missing, checks the others, and counts the P-positions. Returns `None` if it was interrupted.
    pub fn complete(&self, progress: &Progress) -> Result<Option<Census>> {
        let mut census = self.counter.nothing();
        let done = AtomicUsize::new(0);
        for layer in 0..=self.kept.len().ilog2() {
            let parts: Vec<usize> = (0..self.kept.len()).filter(|part| part.count_ones() == layer).collect();
            let next = AtomicUsize::new(0);
            let work = || self.work(&parts, &next, || self.show(progress, &done));
            let results: Vec<Result<Census>> = thread::scope(|scope| {
                // Without memory for another thread, there are fewer of them.
                let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
                let others: Vec<_> = (1..self.plan.threads).filter_map(start).collect();
                let mut results = vec![work()];
                results.extend(others.into_iter().filter_map(|other| other.join().ok()));
                results
            });
            for result in results {
                census.add(&result?);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        Ok(Some(census))
    }

    fn show(&self, progress: &Progress, done: &AtomicUsize) {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.show(|| format!("{}: part {done} of {}", self.game.title(), self.kept.len()));
    }

    /// Takes parts until there are no more, or until an error or an interruption.
    fn work(&self, parts: &[usize], next: &AtomicUsize, shown: impl Fn()) -> Result<Census> {
        let mut census = self.counter.nothing();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            if self.interrupted.load(Ordering::Relaxed) {
                break;
            }
            let result = self.part(*part);
            if result.is_err() {
                next.store(parts.len(), Ordering::Relaxed);
            }
            census.add(&result?);
            shown();
        }
        Ok(census)
    }

    fn part(&self, part: usize) -> Result<Census> {
        let blocks = self.blocks_of(part);
        let known = self
            .file()
            .filter(|file| file.has(blocks.clone()))
            .map(|file| file.digests()[blocks.clone()].to_vec());
        let (words, digests) = match known {
            Some(digests) => (self.stored_part(part, true)?, digests),
            None => self.compute(part)?,
        };
        lock(&self.digests)[blocks].copy_from_slice(&digests);
        let census = self.counter.count(part, &words);
        if self.kept_count.fetch_add(1, Ordering::Relaxed) < self.plan.kept {
            // Each part is computed once, so the place is empty.
            let _ = self.kept[part].set(words);
        }
        Ok(census)
    }

    fn compute(&self, part: usize) -> Result<(Vec<u64>, Vec<Digest>)> {
        let mut words = memory::zeroed(self.sieve.part_words())?;
        let size = self.game.block_words().min(words.len());
        for source in self.sieve.sources(part) {
            for (number, block) in self.blocks_of(source).enumerate() {
                match self.kept[source].get() {
                    Some(kept) => self.sieve.strike(
                        part,
                        source,
                        number * size,
                        &kept[number * size..][..size],
                        &mut words,
                    ),
                    None => {
                        self.sieve.strike(
                            part,
                            source,
                            number * size,
                            &self.block(block, false)?,
                            &mut words,
                        );
                    }
                }
            }
        }
        self.sieve.settle(part, &mut words);
        let digests: Vec<Digest> = words.chunks(size).map(digest).collect();
        if let Some(mut file) = self.file() {
            file.write(self.blocks_of(part).start, &words, &digests)?;
        }
        Ok((words, digests))
    }

    fn stored_part(&self, part: usize, checked: bool) -> Result<Vec<u64>> {
        let mut words = memory::with_room(self.sieve.part_words())?;
        for block in self.blocks_of(part) {
            words.extend(self.block(block, checked)?);
        }
        Ok(words)
    }

    fn block(&self, block: usize, checked: bool) -> Result<Vec<u64>> {
        self.file().context("a part is neither in memory nor in a file")?.read(block, checked)
    }

    fn blocks_of(&self, part: usize) -> std::ops::Range<usize> {
        let blocks = self.sieve.part_words() / self.game.block_words();
        part * blocks..(part + 1) * blocks
    }

    fn file(&self) -> Option<MutexGuard<'_, Database>> {
        self.file.as_ref().map(lock)
    }

    /// Returns whether a position is a P-position. The table must be complete.
    pub fn is_losing(&self, position: u64) -> Result<bool> {
        let (word, size) = ((position / 64) as usize, self.sieve.part_words());
        let content = match self.kept[word / size].get() {
            Some(words) => words[word % size],
            None => self.block(word / self.game.block_words(), false)?[word % self.game.block_words()],
        };
        Ok(content >> (position % 64) & 1 != 0)
    }

    /// Returns the SHA-256 of the digests of all blocks.
    pub fn digest(&self) -> Digest {
        table_digest(&lock(&self.digests))
    }

    /// Completes the file, if it is not complete, and gives it its name.
    pub fn finish(&self, path: &Path) -> Result<()> {
        match self.file() {
            Some(mut file) if !file.is_complete() => file.finish(path),
            _ => Ok(()),
        }
    }

    pub fn parts_in_file(&self) -> (usize, usize) {
        let file = self.file();
        let is_there = |part: &usize| file.as_ref().is_some_and(|file| file.has(self.blocks_of(*part)));
        ((0..self.kept.len()).filter(is_there).count(), self.kept.len())
    }
}

/// Opens the database of a game for [`Table`]: a complete one, an interrupted one, or a new one.
pub fn open(path: &Path, game: Game, is_rebuilt: bool) -> Result<Database> {
    let partial = partial(path);
    let found = match (is_rebuilt, path.exists(), partial.exists()) {
        (false, true, _) => Database::open(path, false)?,
        (false, false, true) => Database::open(&partial, true)?,
        _ => return Database::create(&partial, game),
    };
    ensure!(
        found.game() == game,
        "the database {} is of {}, not of {}; name another file, or replace it with --rebuild",
        escape::path(path),
        found.game().title(),
        game.title()
    );
    Ok(found)
}

/// Returns the name of a database that is being computed.
pub fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
