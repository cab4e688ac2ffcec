//! Programs on tapes of Bally BASIC: recordings (`.wav`), and the bytes of a tape (`.prg`).

use std::path::{Path, PathBuf};

use arcadian_basic::{
    Basic, Dialect, LONGEST_LINE, Line,
    listing::{
        Form, Header, Listing,
        typed::{self, Typed},
        write::{Notation, write},
    },
    words::code,
};
use arcadian_tape::{Block, Encoder, Levels, WavDecoder, WavError, WavLevels};
use serde_json::{Value, json};

use crate::{
    Files, TapeNotes, container, count,
    error::{Context, Error, Result, refuse},
    escape,
};

/// The longest recording, in bytes: 25 minutes with 16 bits at 44,100 Hz.
pub const LONGEST_RECORDING: u64 = 1 << 27;
/// The most bytes of a tape: 40 minutes of sound.
pub const LONGEST_BYTES: u64 = 1 << 16;
/// The first bytes of a file that are enough to know its format.
const START: usize = 32;
const WAV: &[u8] = b"RIFF";
/// The length of a machine-code program that `:RUN` loads. Evidence: period.
const RUN_BYTES: usize = 128;
/// In a program without a long dropout at most one byte of this number is unreadable.
const MOST_UNREADABLE: usize = 4;
/// The characters of a command, and the commands, that a report shows.
const LONGEST_COMMAND: usize = 20;
const MOST_COMMANDS: usize = 5;
/// The characters of a line without a number that a message shows.
const LONGEST_ROW: usize = 60;
/// The most line numbers that a message lists.
const MOST_LISTED: usize = 12;

/// The form in which a file contains a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// Its sound, as a WAV file.
    Recording,
    Bytes,
}

impl Media {
    /// Returns the media of a file by its name: `.wav` or `.prg`.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_ascii_lowercase();
        match extension.to_str()? {
            "wav" => Some(Self::Recording),
            "prg" => Some(Self::Bytes),
            _ => None,
        }
    }
}

/// A part of a tape that was written at one time.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its place on the recording.
    pub block: Option<Block>,
    pub bytes: Vec<u8>,
    /// The bytes that could not be read.
    pub damaged: usize,
    /// The bytes of samples that the header of its recording states and the file does not have.
    pub missing: u64,
    pub typed: Typed,
}

impl Part {
    fn of_block(block: Block, missing: u64) -> Self {
        let bytes: Vec<_> = block.bytes.iter().map(|byte| (!byte.is_damaged).then_some(byte.value)).collect();
        let (values, damaged) = (block.values(), block.damaged());
        Self { block: Some(block), bytes: values, damaged, missing, typed: typed::read(&bytes) }
    }

    fn of_bytes(bytes: Vec<u8>) -> Self {
        let typed = typed::read(&bytes.iter().copied().map(Some).collect::<Vec<_>>());
        Self { block: None, bytes, damaged: 0, missing: 0, typed }
    }

    /// Returns whether the recording is all there, every byte was read, and what a program's bytes type.
    pub fn is_sound(&self) -> bool {
        self.missing == 0 && self.is_read()
    }

    fn is_read(&self) -> bool {
        let is_typed = self.typed.unreadable == 0 && self.typed.unnumbered.is_empty() && !self.is_cut_off();
        self.damaged == 0 && (is_typed || !self.is_program())
    }

    /// Returns whether the tape ends within a line.
    fn is_cut_off(&self) -> bool {
        self.is_program() && self.typed.is_cut_off
    }

    /// Returns whether there is a line of a program, and not only because random bytes have a number in them: few bytes are
    /// unreadable, or they are at most twice the bytes of the lines without damage. After a dropout it can take two lines until a byte
    /// begins where the reader expects it.
    pub fn is_program(&self) -> bool {
        let Typed { lines, damaged, unreadable, .. } = &self.typed;
        let whole = lines.iter().filter(|line| damaged.binary_search(&line.number).is_err());
        let whole: usize = whole.map(|line| line.text.len()).sum();
        !lines.is_empty() && (unreadable * MOST_UNREADABLE <= self.bytes.len() || *unreadable <= 2 * whole)
    }

    /// Returns the program as text. An error names a line that has no text.
    pub fn text(&self) -> Result<String> {
        let lines = &self.typed.lines;
        let text = write(lines, Dialect::Bally, &Header::default(), Notation::Text);
        let read = Listing::read(&text, Form::Text).map(|listing| listing.lines()).unwrap_or_default();
        match lines.iter().zip(&read).find(|(line, read)| line != read) {
            Some((line, _)) => refuse!(
                "line {} of the tape has keys that cannot be written as text; --raw keeps its bytes",
                line.number
            ),
            None => Ok(text),
        }
    }

    /// Returns what could not be read, and which lines later rows change, for a message.
    pub fn damage(&self) -> Option<String> {
        let unread = (!self.is_read()).then(|| self.unread());
        let lost = lost(self.missing);
        let Typed { replaced, deleted, .. } = &self.typed;
        let changed = [
            (replaced, "the tape has more than one; the later one counts"),
            (deleted, "a later row has the number alone, which deletes it"),
        ];
        let is_changed = |(numbers, _): &(&Vec<u16>, &str)| !numbers.is_empty() && self.is_program();
        let changed = changed
            .into_iter()
            .filter(is_changed)
            .map(|(numbers, what)| format!("{}: {what}", named(numbers)));
        let found: Vec<_> = unread.into_iter().chain(lost).chain(changed).collect();
        (!found.is_empty()).then(|| found.join("\n"))
    }

    fn unread(&self) -> String {
        let Typed { damaged, unnumbered, .. } = &self.typed;
        let lines = format!("{}: `?` stands for what could not be read", named(damaged));
        let shown = unnumbered.iter().take(MOST_LISTED);
        let rows: Vec<_> = shown.map(|row| format!("`{}`", start(row, LONGEST_ROW))).collect();
        let rows = format!("{} without a valid number: {}", count(unnumbered.len(), "line"), rows.join(", "));
        let cut = "the tape ends within the last line".to_owned();
        let found = [(!damaged.is_empty(), lines), (!unnumbered.is_empty(), rows), (self.is_cut_off(), cut)];
        let found: Vec<_> =
            found.into_iter().filter(|(is_found, _)| *is_found).map(|(_, text)| text).collect();
        if found.is_empty() || !self.is_program() {
            let bytes = count(self.damaged.max(self.typed.unreadable), "byte");
            return format!("{bytes} outside of lines could not be read");
        }
        found.join("\n")
    }

    /// Returns its place, its size and its content in one line.
    pub fn describe(&self) -> String {
        let Self { bytes, damaged, typed, .. } = self;
        let place = self.block.as_ref().map_or(String::new(), |block| {
            let span = block.span();
            format!(
                "{:.1} to {:.1} s, {:.0} baud, ",
                span.start,
                span.end,
                block.speed * f64::from(arcadian_tape::BAUD)
            )
        });
        let content = if self.is_program() {
            count(typed.lines.len(), "line")
        } else if bytes.len() == RUN_BYTES {
            "no program; :RUN loads as many bytes as machine code".to_owned()
        } else {
            "no program".to_owned()
        };
        let commands = if self.is_program() { &typed.commands[..] } else { &[] };
        let (shown, more) = commands.split_at(commands.len().min(MOST_COMMANDS));
        let shown = shown.iter().map(|command| format!(", then {}", start(command, LONGEST_COMMAND)));
        let more = (!more.is_empty()).then(|| format!(" and {} more", more.len()));
        let commands: String = shown.chain(more).collect();
        let damage = if *damaged > 0 { format!(", {damaged} of them not readable") } else { String::new() };
        format!("{place}{}{damage}: {content}{commands}", count(bytes.len(), "byte"))
    }

    fn json(&self) -> Value {
        json!({
            "start": self.block.as_ref().map(|block| block.span().start),
            "end": self.block.as_ref().map(|block| block.span().end),
            "speed": self.block.as_ref().map(|block| block.speed),
            "bytes": self.bytes.len(),
            "unreadable": self.damaged,
            "missing": self.missing,
            "lines": self.typed.lines.iter().map(Line::to_text).collect::<Vec<_>>(),
            "damaged_lines": self.typed.damaged,
            "replaced_lines": self.typed.replaced,
            "deleted_lines": self.typed.deleted,
            "unnumbered": self.typed.unnumbered,
            "commands": self.typed.commands,
        })
    }
}

/// Returns the first characters of a text, which show that there are more.
fn start(text: &str, longest: usize) -> String {
    let start: String = text.chars().take(longest).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    start + more
}

/// Returns what a recording lacks of the samples that its header states.
pub fn lost(missing: u64) -> Option<String> {
    (missing > 0).then(|| {
        format!(
            "the recording ends {missing} bytes before the end that its header states; what followed is lost"
        )
    })
}

/// Returns lines by their numbers: `lines 10, 20`.
fn named(numbers: &[u16]) -> String {
    let listed: Vec<_> = numbers.iter().take(MOST_LISTED).map(u16::to_string).collect();
    let more = if numbers.len() > MOST_LISTED { " and more" } else { "" };
    let noun = if numbers.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}{more}", listed.join(", "))
}

#[derive(Clone, Debug)]
pub struct Tape {
    pub parts: Vec<Part>,
}

impl Tape {
    pub fn read(files: &dyn Files, path: &Path) -> Result<Self> {
        let mut reader = TapeReader::new(path);
        files.pieces(path, "a tape", LONGEST_RECORDING, &mut |piece| reader.push(piece))?;
        reader.finish()
    }

    /// Returns a part by its number from 1, or else the first one with a program.
    pub fn part(&self, number: Option<usize>) -> Result<&Part> {
        match number {
            Some(number) => {
                let part = number.checked_sub(1).and_then(|at| self.parts.get(at));
                part.ok_or_else(|| {
                    Error::Message(format!(
                        "there is no part {number}: this tape has {}",
                        count(self.parts.len(), "part")
                    ))
                })
            }
            None => {
                let program = self.parts.iter().find(|part| part.is_program());
                let lost = self.parts.first().and_then(|part| lost(part.missing));
                let lost = lost.map_or_else(String::new, |lost| format!("; {lost}"));
                program.ok_or_else(|| Error::Message(format!("there is no program on this tape{lost}")))
            }
        }
    }

    /// Returns a table of the parts.
    pub fn describe(&self) -> String {
        let parts = self.parts.iter().enumerate();
        parts.map(|(at, part)| format!("part {}: {}\n", at + 1, part.describe())).collect()
    }

    /// Returns the JSON object of `tape decode --json`.
    pub fn json(&self) -> Value {
        json!({
            "ok": self.parts.iter().all(Part::is_sound),
            "parts": self.parts.iter().map(Part::json).collect::<Vec<_>>(),
        })
    }
}

/// Reads the file of a tape that comes piece by piece. A recording needs little memory.
pub struct TapeReader {
    path: PathBuf,
    /// The first bytes, until they are enough to know what the file is.
    start: Vec<u8>,
    content: Option<Content>,
}

enum Content {
    Recording(Box<WavDecoder>),
    /// The bytes of a tape, at most one more than is allowed.
    Bytes(Vec<u8>),
    /// A file with sound in this format.
    Other(&'static str),
}

impl Content {
    fn of(path: &Path, start: &[u8]) -> Self {
        let is_recording =
            || Media::of(path).map_or(start.starts_with(WAV), |media| media == Media::Recording);
        match container::format(start) {
            Some(format) => Self::Other(format),
            None if is_recording() => Self::Recording(Box::default()),
            None => Self::Bytes(Vec::new()),
        }
    }

    fn push(&mut self, piece: &[u8]) {
        match self {
            Self::Recording(decoder) => decoder.push(piece),
            Self::Bytes(bytes) => {
                let room = (LONGEST_BYTES as usize + 1).saturating_sub(bytes.len());
                bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            }
            Self::Other(_) => {}
        }
    }

    fn parts(self) -> Result<Vec<Part>, TapeError> {
        match self {
            Self::Recording(decoder) => {
                let missing = decoder.missing().unwrap_or(0);
                let blocks = decoder.finish()?.into_iter();
                let parts: Vec<_> = blocks.map(|block| Part::of_block(block, missing)).collect();
                if parts.is_empty() { Err(TapeError::NoTones) } else { Ok(parts) }
            }
            Self::Bytes(bytes) if bytes.len() as u64 > LONGEST_BYTES => Err(TapeError::TooLong),
            Self::Bytes(bytes) => Ok(vec![Part::of_bytes(bytes)]),
            Self::Other(format) => Err(TapeError::Format(format)),
        }
    }
}

impl TapeReader {
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), start: Vec::new(), content: None }
    }

    pub fn push(&mut self, piece: &[u8]) {
        if let Some(content) = &mut self.content {
            return content.push(piece);
        }
        self.start.extend_from_slice(piece);
        if self.start.len() >= START {
            self.begin();
        }
    }

    fn begin(&mut self) -> &mut Content {
        let start = std::mem::take(&mut self.start);
        let content = self.content.get_or_insert_with(|| Content::of(&self.path, &start));
        content.push(&start);
        content
    }

    /// Returns the tape. The file ends here.
    pub fn finish(mut self) -> Result<Tape> {
        self.begin();
        let Self { path, content, .. } = self;
        let parts = content.map_or(Err(TapeError::NoTones), Content::parts);
        parts.map(|parts| Tape { parts }).map_err(|error| error.of(&path))
    }
}

/// Reads a recording for a machine whose program knows its format: when its level changes. Also returns the number of bytes
/// that the file lacks.
pub fn levels(files: &dyn Files, path: &Path) -> Result<(Levels, u64)> {
    let (mut start, mut reader) = (Vec::new(), WavLevels::default());
    files.pieces(path, "a recording of a tape", LONGEST_RECORDING, &mut |piece| {
        start.extend(piece.iter().take(START.saturating_sub(start.len())));
        reader.push(piece);
    })?;
    match container::format(&start) {
        Some(format) => Err(TapeError::Format(format)),
        None => {
            let missing = reader.missing().unwrap_or(0);
            reader.finish().map(|levels| (levels, missing)).map_err(TapeError::Wav)
        }
    }
    .map_err(|error| error.of(path))
}

#[derive(Debug, thiserror::Error)]
enum TapeError {
    #[error(transparent)]
    Wav(#[from] WavError),
    #[error("it is longer than {} KB, so it is not the bytes of a tape", LONGEST_BYTES >> 10)]
    TooLong,
    #[error("it is {0}, not a WAV file")]
    Format(&'static str),
    #[error(
        "there are no bytes with 300 baud in it (tones of 1200 and 2400 Hz); a tape of AstroBASIC, with 2000 baud, is read by its cartridge (`bally --tape-in`)"
    )]
    NoTones,
}

impl TapeError {
    fn of(self, path: &Path) -> Error {
        let advice = match self {
            TapeError::Format(_) | TapeError::Wav(WavError::Compressed(_)) => {
                format!(": {}", container::conversion(path))
            }
            _ => String::new(),
        };
        Error::Message(format!("cannot read {} as a tape: {self}{advice}", escape::path(path)))
    }
}

/// The program of a tape, as text, and what a person should know of it.
pub(crate) fn program(files: &dyn Files, path: &Path) -> Result<(String, Option<TapeNotes>)> {
    let tape = Tape::read(files, path)?;
    let part = tape.part(None).with_context(|| format!("cannot read {}", escape::path(path)))?;
    let damage = part.damage().map(|damage| format!("warning: {}: {damage}", escape::path(path)));
    let programs = tape.parts.iter().filter(|part| part.is_program()).count();
    let more = (programs > 1).then(|| {
        format!(
            "note: there are {programs} programs on this tape, and this is the first; see `arcadian tape decode {}`",
            escape::argument(path)
        )
    });
    let notes: Vec<_> = damage.into_iter().chain(more).collect();
    let notes = TapeNotes { text: notes.join("\n"), is_whole: part.is_sound() };
    Ok((part.text()?, (!notes.text.is_empty()).then_some(notes)))
}

/// Returns warnings about what the machine does not take of a tape with a program.
pub fn warnings(bytes: &[u8]) -> Vec<String> {
    let part = Part::of_bytes(bytes.to_vec());
    if !part.is_program() {
        return Vec::new();
    }
    let name =
        |row: &[u8]| row.iter().take_while(|key| key.is_ascii_digit()).map(|key| char::from(*key)).collect();
    let rows = bytes.split(|key| *key == code::GO).filter(|row| row.len() > LONGEST_LINE);
    let long: Vec<String> = rows.map(name).take(MOST_LISTED).collect();
    let long = (!long.is_empty()).then(|| {
        format!(
            "the machine takes at most {LONGEST_LINE} keys of a line, and these have more: {}",
            long.join(", ")
        )
    });
    let full = Basic::new(Dialect::Bally, 0).load(&part.typed.lines).err().map(|error| error.to_string());
    part.damage().into_iter().chain(long).chain(full).collect()
}

/// Returns the bytes of a tape with a program.
pub fn bytes(lines: &[Line], dialect: Dialect) -> Result<Vec<u8>> {
    if dialect == Dialect::Astro {
        refuse!(
            "AstroBASIC cannot read this tape: it has a format of its own, with 2000 baud; --dialect bally writes a tape for Bally BASIC"
        );
    }
    if lines.is_empty() {
        refuse!("the program has no lines");
    }
    typed::write(lines).map_err(|number| Error::Message(format!("line {number} has bytes that no keys type")))
}

/// Returns a recording of a tape as a WAV file, and its length in seconds.
pub fn recording(bytes: &[u8], encoder: &Encoder) -> (Vec<u8>, f64) {
    let recording = encoder.encode(bytes);
    (recording.to_wav(), recording.seconds())
}
