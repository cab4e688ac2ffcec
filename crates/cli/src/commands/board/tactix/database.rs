//! The table of a solved board in a file, and looking up positions in it.
//!
//! All numbers are little-endian. docs/boards/tactix.md describes the format for other programs.
//!
//! | bytes | content |
//! |---|---|
//! | 0-7 | `TACTIX1` and a line feed |
//! | 8, 9, 10, 11 | rows, columns, rule (0 normal, 1 misère), 1 if complete |
//! | 12-15 | number of blocks |
//! | 16-47 | of a complete table, the SHA-256 of the digests |
//! | 64-… | for each block, its SHA-256; zeros if it has not been computed |
//! | then | the blocks: 64 positions in each word, up to 2^17 words in each block |

use std::{
    collections::HashMap,
    fmt,
    fs::{File, OpenOptions},
    io::{Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_board::tactix::{Board, Move, Rule, Shape, Sieve, from_bytes, to_bytes};
use arcadian_files::escape;
use sha2::{Digest as _, Sha256};

const MAGIC: &[u8; 8] = b"TACTIX1\n";
const HEADER: u64 = 64;
const MOST_WORDS: usize = 1 << 17;
const REBUILD: &str = "--rebuild computes it again";

/// A SHA-256. That of a block that has not been computed is 0.
pub type Digest = [u8; 32];

/// A board and the rule for the last counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    pub shape: Shape,
    pub rule: Rule,
}

impl Game {
    /// Returns the number of words of a block, which divides a part.
    pub fn block_words(&self) -> usize {
        self.words().div_ceil(Sieve::parts_of(self.shape.squares())).min(MOST_WORDS)
    }

    pub fn words(&self) -> usize {
        1 << self.shape.squares().saturating_sub(6)
    }

    pub fn blocks(&self) -> usize {
        self.words() / self.block_words()
    }

    pub fn title(&self) -> String {
        format!("{}, {}", self.shape, name(self.rule))
    }
}

/// Returns the SHA-256 of the bytes of some words.
pub fn digest(words: &[u64]) -> Digest {
    Sha256::digest(to_bytes(words)).into()
}

/// Returns the SHA-256 of all digests, which identifies a table.
pub fn table_digest(digests: &[Digest]) -> Digest {
    Sha256::digest(digests.concat()).into()
}

#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    file: File,
    game: Game,
    digests: Vec<Digest>,
    is_complete: bool,
}

impl Database {
    /// Creates a database in which no block is computed.
    pub fn create(path: &Path, game: Game) -> Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", escape::path(path)))?;
        let digests = vec![[0; 32]; game.blocks()];
        let mut database = Self { path: path.to_owned(), file, game, digests, is_complete: false };
        database.write_header()?;
        Ok(database)
    }

    /// Opens a database and checks its header.
    pub fn open(path: &Path, is_written: bool) -> Result<Self> {
        let file = OpenOptions::new().read(true).write(is_written).open(path);
        let file = file.with_context(|| format!("cannot read {}", escape::path(path)))?;
        Self::read_header(path, file).with_context(|| format!("cannot use {}", escape::path(path)))
    }

    fn read_header(path: &Path, mut file: File) -> Result<Self> {
        let mut header = [0; HEADER as usize];
        let foreign = "it is not a database of TACTIX; name another file";
        file.read_exact(&mut header).ok().context(foreign)?;
        ensure!(header[..8] == *MAGIC, foreign);
        let shape = Shape::new(header[8].into(), header[9].into());
        let rule = [Rule::Normal, Rule::Misere].get(usize::from(header[10])).copied();
        let (Ok(shape), Some(rule)) = (shape, rule) else {
            bail!("its header is damaged; {REBUILD}");
        };
        let game = Game { shape, rule };
        let mut digests = vec![0; 32 * game.blocks()];
        file.read_exact(&mut digests).ok().with_context(|| format!("it is cut off; {REBUILD}"))?;
        let digests: Vec<Digest> =
            digests.chunks_exact(32).filter_map(|digest| digest.try_into().ok()).collect();
        let database = Self { path: path.to_owned(), file, game, digests, is_complete: header[11] != 0 };
        ensure!(
            !database.is_complete || header[16..48] == table_digest(&database.digests),
            "its header is damaged; {REBUILD}"
        );
        Ok(database)
    }

    pub fn game(&self) -> Game {
        self.game
    }

    /// Returns whether all blocks were computed and the file was closed.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub fn digests(&self) -> &[Digest] {
        &self.digests
    }

    /// Returns whether some blocks have been computed.
    pub fn has(&self, blocks: std::ops::Range<usize>) -> bool {
        self.digests[blocks].iter().all(|digest| *digest != [0; 32])
    }

    /// Reads a block. If it is `checked`, it must have its digest.
    pub fn read(&mut self, block: usize, checked: bool) -> Result<Vec<u64>> {
        let mut bytes = vec![0; 8 * self.game.block_words()];
        let read = self.seek(block).and_then(|()| Ok(self.file.read_exact(&mut bytes)?));
        read.with_context(|| {
            format!("cannot read block {block} of {}; {REBUILD}", escape::path(&self.path))
        })?;
        ensure!(
            !checked || Digest::from(Sha256::digest(&bytes)) == self.digests[block],
            "block {block} of {} is damaged: its SHA-256 is wrong; {REBUILD}",
            escape::path(&self.path)
        );
        Ok(from_bytes(&bytes))
    }

    /// Writes blocks, the first of which is `block`, and then their digests, so that an interrupted write leaves none.
    pub fn write(&mut self, block: usize, words: &[u64], digests: &[Digest]) -> Result<()> {
        let size = self.game.block_words();
        for (number, words) in words.chunks(size).enumerate() {
            let bytes = to_bytes(words);
            self.seek(block + number)
                .and_then(|()| Ok(self.file.write_all(&bytes)?))
                .with_context(|| self.unwritable())?;
        }
        self.digests[block..block + digests.len()].copy_from_slice(digests);
        let at = HEADER + 32 * block as u64;
        let written =
            self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(&digests.concat()));
        written.with_context(|| self.unwritable())
    }

    /// Completes the database, in which all blocks are computed, and gives it its name.
    pub fn finish(&mut self, path: &Path) -> Result<()> {
        self.is_complete = true;
        self.write_header()?;
        self.file.sync_all().with_context(|| self.unwritable())?;
        std::fs::rename(&self.path, path).with_context(|| format!("cannot write {}", escape::path(path)))?;
        self.path = path.to_owned();
        Ok(())
    }

    fn seek(&mut self, block: usize) -> Result<()> {
        let blocks = HEADER + 32 * self.digests.len() as u64;
        self.file.seek(SeekFrom::Start(blocks + 8 * (block * self.game.block_words()) as u64))?;
        Ok(())
    }

    fn write_header(&mut self) -> Result<()> {
        let mut header = MAGIC.to_vec();
        let shape = self.game.shape;
        header.extend([shape.rows() as u8, shape.columns() as u8, u8::from(self.game.rule == Rule::Misere)]);
        header.push(self.is_complete.into());
        header.extend((self.digests.len() as u32).to_le_bytes());
        header.extend(if self.is_complete { table_digest(&self.digests) } else { [0; 32] });
        header.resize(HEADER as usize, 0);
        header.extend(self.digests.concat());
        let written = self.file.rewind().and_then(|()| self.file.write_all(&header));
        written.with_context(|| self.unwritable())
    }

    fn unwritable(&self) -> String {
        format!("cannot write {}; what it has so far is kept", escape::path(&self.path))
    }
}

/// The blocks that were read.
struct Blocks<'a> {
    database: &'a mut Database,
    read: HashMap<usize, Vec<u64>>,
}

/// Looks up who wins a position, and how.
pub fn winner(database: &mut Database, board: &Board, path: &Path) -> Result<Winner> {
    let shape = database.game().shape;
    ensure!(
        (shape.rows(), shape.columns()) == (board.size(), board.size()),
        "the database {} is of {shape}, and the position has {size} × {size} squares; use one of that size",
        escape::path(path),
        size = board.size()
    );
    ensure!(
        database.is_complete(),
        "the database {} is not complete; solve its board first",
        escape::path(path)
    );
    let mut blocks = Blocks { database, read: HashMap::new() };
    let is_losing = blocks.is_losing(board.counters())?;
    let mut winning = Vec::new();
    for run in if is_losing { Vec::new() } else { board.moves() } {
        if blocks.is_losing(board.take(&run)?.counters())? {
            winning.push(run);
        }
    }
    Ok(Winner { is_losing, winning, any: board.moves().first().copied() })
}

/// Whether the player to move loses, the winning moves, and any move.
pub struct Winner {
    pub is_losing: bool,
    pub winning: Vec<Move>,
    pub any: Option<Move>,
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.winning.iter().map(ToString::to_string).collect();
        match (self.is_losing, self.any) {
            (false, Some(_)) => write!(f, "the player to move wins by {}", moves.join(" ")),
            (false, None) => write!(f, "the player to move has won"),
            (true, None) => write!(f, "the player to move has lost"),
            (true, Some(any)) => write!(f, "the player to move loses; every move loses, for example {any}"),
        }
    }
}

impl Blocks<'_> {
    fn is_losing(&mut self, position: u64) -> Result<bool> {
        let size = self.database.game().block_words();
        let (block, word) = ((position / 64) as usize / size, (position / 64) as usize % size);
        if !self.read.contains_key(&block) {
            self.read.insert(block, self.database.read(block, true)?);
        }
        Ok(self.read.get(&block).is_some_and(|words| words[word] >> (position % 64) & 1 != 0))
    }
}

pub fn name(rule: Rule) -> &'static str {
    match rule {
        Rule::Normal => "normal",
        Rule::Misere => "misère",
    }
}
