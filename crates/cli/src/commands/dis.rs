//! `dis`: disassembles a memory image. Control files say what is code: lines `data FROM-TO`, `text FROM-TO`, `code FROM-TO` and
//! `entry ADDR`.

use std::{
    ops,
    path::{Path, PathBuf},
    rc::Rc,
};

use anyhow::{Context, Result, anyhow};
use arcadian_asm::{Content, Disassembly, DisassemblyError, Range, Row, did_you_mean, nearest, source};
use arcadian_files::{FileKind, Files as _, LONGEST_SOURCE, address, diagnostic, escape, intel_hex};
use arcadian_isa::{Processor, hex};
use arcadian_program::{Kind, Options};
use clap::Args;
use serde_json::{Value, json};

use crate::files::{Disk, ExitStatus, open, output, pending::Pending};

const DIS_HELP: &str = "\
The output always assembles to the same bytes.

By default all bytes are disassembled as code. --data, --text and --code set the type of a range. --trace-code follows jumps, \
calls and branches from the entries; among the bytes that it does not reach, six or more printable characters in a row are text \
and the others are data. Without an entry, tracing starts at the first byte, or at the vectors of a 6502 image that contains \
them. A control file contains the same options as lines: `data FROM-TO`, `text FROM-TO`, `code FROM-TO`, `entry ADDR`; a \
semicolon starts a comment.

Examples:
  arcadian dis game.bin --cpu z80 --load 4000H
  arcadian dis game.bin --cpu 8080 --load 0100 --symbols game.sym -o game.asm
  arcadian dis game.bin --cpu z80 --load 4000 --trace-code --text 4800-48FF
  arcadian dis game.bin --cpu 6502 --load C000 --control game.ctl

Addresses are hexadecimal: 0100, $100, 0x100 or 100H.";

/// The arguments of `dis`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = DIS_HELP)]
pub struct DisArgs {
    /// Image, Intel HEX, or a binary with a map; - is standard input
    pub image: PathBuf,
    /// Processor: 8080, z80 or 6502; required unless the map names it
    #[arg(long, value_name = "NAME")]
    pub cpu: Option<Processor>,
    /// Address of the first byte [default: the one that its map or a .prg states, 0100 for a .com, else 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub load: Option<u16>,
    /// Binary: debug data that its own tools wrote, which says where it is loaded; may be repeated [default: a file beside the binary
    /// with its name]
    #[arg(long, value_name = "FILE")]
    pub map: Vec<PathBuf>,
    /// Range of code; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub code: Vec<(u16, u16)>,
    /// Range of data; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub data: Vec<(u16, u16)>,
    /// Range of text; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub text: Vec<(u16, u16)>,
    /// Trace the code from its entries; the rest is data or text
    #[arg(long)]
    pub trace_code: bool,
    /// Trace the code from this address (implies --trace-code); may be repeated
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub entry: Vec<u16>,
    /// Read ranges and entries from a control file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub control: Vec<PathBuf>,
    /// Symbol file, as `asm --symbols` writes it
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Show address and bytes after each line
    #[arg(long)]
    pub bytes: bool,
    /// Disassemble the image even if it is a text file
    #[arg(long)]
    pub raw: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Report everything as one JSON object
    #[arg(long, conflicts_with = "output")]
    pub json: bool,
}

pub fn run(args: &DisArgs) -> Result<ExitStatus> {
    let options = Options {
        cpu: args.cpu,
        load: args.load,
        map: args.map.clone(),
        is_raw: args.raw,
        has_raw: true,
        ..Options::default()
    };
    let is_readable = escape::is_stream(&args.image) || Disk.kind(&args.image) == FileKind::File;
    if is_readable && Kind::of(&Disk, &args.image, &options) == Kind::Source {
        return Err(options.text_instead(&args.image).into());
    }
    let program = open(&args.image, &options)?;
    if program.assembly().is_some() {
        return Err(options.text_instead(&args.image).into());
    }
    let cpu = program.processor()?;
    let symbols = args.symbols.as_deref().map(symbols).transpose()?.unwrap_or_default();
    let mut control = merged_control(args)?;
    let traces = args.trace_code || !control.entries.is_empty();
    let pending = args.output.as_deref().map(Pending::new).transpose()?;
    // Banks of a binary with a map can have the same addresses.
    let parts = intel_hex::joined(&program.parts).map_or(program.parts.clone(), |(parts, _)| parts);
    let (first, others) = parts.split_first().context("there is nothing to disassemble")?;
    let of_others = others.iter().map(|part| (part, control.take(part))).collect::<Vec<_>>();
    let is_whole = others.is_empty();
    let (mut text, mut report) = (String::new(), Vec::new());
    for ((origin, bytes), control) in [(first, control)].into_iter().chain(of_others) {
        let (ranges, entries) = (control.ranges(), control.entries());
        // A label of another part has no name here.
        let inside = |value: i32| {
            value
                .checked_sub((*origin).into())
                .is_some_and(|at| usize::try_from(at).is_ok_and(|at| at < bytes.len()))
        };
        let symbols: Vec<_> =
            symbols.iter().filter(|(_, value)| is_whole || inside(*value)).cloned().collect();
        let how = Disassembly {
            origin: *origin,
            symbols: &symbols,
            ranges: &ranges,
            trace: traces.then_some(&entries),
            columns: args.bytes,
        };
        let source = source(cpu, bytes, &how)
            .map_err(|error| located(&error, &control))
            .with_context(|| format!("cannot disassemble {}", escape::path(&args.image)))?;
        report.push(json!({ "origin": origin, "bytes": bytes.len(), "lines": source.rows.iter().map(row).collect::<Vec<_>>() }));
        let is_first = text.is_empty();
        let part = source.to_string();
        let lines = part.lines().filter(|line| is_first || !line.trim_start().starts_with("CPU "));
        lines.for_each(|line| text += &format!("{line}\n"));
    }
    match pending {
        Some(file) => file.finish(text.as_bytes()).map(|()| ExitStatus::Holds),
        None => output::answer(ExitStatus::Holds, &text, json!({ "cpu": cpu.to_string(), "parts": report })),
    }
}

fn row(row: &Row<'_>) -> Value {
    let bytes = hex::bytes(row.bytes).to_string();
    json!({ "address": row.address, "bytes": bytes, "label": row.label, "text": row.text })
}

/// Merges the ranges and entries of the options and of the control files.
fn merged_control(args: &DisArgs) -> Result<Control> {
    let mut control = Control::default();
    let options = [(&args.code, Content::Code), (&args.data, Content::Data), (&args.text, Content::Text)];
    for (ranges, content) in options {
        let ranges = ranges.iter().map(|(first, last)| Range { first: *first, last: *last, content });
        control.ranges.extend(ranges.map(|range| (range, None)));
    }
    control.entries.extend(args.entry.iter().map(|entry| (*entry, None)));
    args.control.iter().try_for_each(|path| control.read(path))?;
    Ok(control)
}

/// Converts an error, and adds the line of the control file that caused it.
fn located(error: &DisassemblyError, control: &Control) -> anyhow::Error {
    let place: Option<&SourceSpan> = match error {
        DisassemblyError::TooLong { .. } => None,
        DisassemblyError::Outside { index, .. } | DisassemblyError::Overlap { index, .. } => {
            control.ranges.get(*index).and_then(|(_, place)| place.as_ref())
        }
        DisassemblyError::EntryOutside { index, .. } | DisassemblyError::EntryInData { index, .. } => {
            control.entries.get(*index).and_then(|(_, place)| place.as_ref())
        }
    };
    match place {
        Some(place) => place.error(&error.to_string(), None),
        None => anyhow!("{error}"),
    }
}

fn symbols(path: &Path) -> Result<Vec<(String, i32)>> {
    let text = Disk.text(path, "a symbol file", LONGEST_SOURCE)?;
    arcadian_asm::read_symbols(&text).with_context(|| format!("cannot read {}", escape::path(path)))
}

/// The maximum length of a control file in bytes.
const LONGEST: u64 = 1 << 20;
const KEYWORDS: [&str; 4] = ["code", "data", "text", "entry"];

/// Ranges and entries. Those from a file have a source location.
#[derive(Default)]
pub struct Control {
    pub ranges: Vec<(Range, Option<SourceSpan>)>,
    pub entries: Vec<(u16, Option<SourceSpan>)>,
}

pub struct SourceSpan {
    file: Rc<(String, String)>,
    span: ops::Range<usize>,
}

impl SourceSpan {
    pub fn error(&self, title: &str, help: Option<&str>) -> anyhow::Error {
        let (name, text) = &*self.file;
        diagnostic::render(name, text, self.span.clone(), title, help).into()
    }
}

impl Control {
    /// Returns the ranges without their locations.
    pub fn ranges(&self) -> Vec<Range> {
        self.ranges.iter().map(|(range, _)| *range).collect()
    }

    /// Returns the entries without their locations.
    pub fn entries(&self) -> Vec<u16> {
        self.entries.iter().map(|(entry, _)| *entry).collect()
    }

    /// Removes and returns the ranges and entries that begin in a part of a program.
    pub fn take(&mut self, (first, bytes): &(u16, Vec<u8>)) -> Control {
        let is_own =
            |address: u16| address.checked_sub(*first).is_some_and(|at| usize::from(at) < bytes.len());
        Control {
            ranges: self.ranges.extract_if(.., |(range, _)| is_own(range.first)).collect(),
            entries: self.entries.extract_if(.., |(entry, _)| is_own(*entry)).collect(),
        }
    }

    /// Adds the ranges and entries of a file.
    pub fn read(&mut self, path: &Path) -> Result<()> {
        let text = Disk.text(path, "a control file", LONGEST)?;
        self.parse(&escape::source_name(path), &text)
    }

    fn parse(&mut self, name: &str, text: &str) -> Result<()> {
        let file = Rc::new((name.to_owned(), text.to_owned()));
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let code = line.split(';').next().unwrap_or("");
            let words = words(code).map(|word| start + word.start..start + word.end);
            let places: Vec<SourceSpan> =
                words.map(|span| SourceSpan { file: Rc::clone(&file), span }).collect();
            self.add_line(text, places)?;
            start += line.len();
        }
        Ok(())
    }

    /// Adds the range or entry of a line, given as its words.
    fn add_line(&mut self, text: &str, words: Vec<SourceSpan>) -> Result<()> {
        let word = |place: &SourceSpan| text.get(place.span.clone()).unwrap_or("");
        let mut words = words.into_iter();
        let Some(keyword) = words.next() else { return Ok(()) };
        let name = word(&keyword).to_ascii_lowercase();
        let content = match name.as_str() {
            "code" => Some(Content::Code),
            "data" => Some(Content::Data),
            "text" => Some(Content::Text),
            "entry" => None,
            _ => return Err(unknown(&keyword, &name)),
        };
        let Some(value) = words.next() else {
            let needs =
                if content.is_some() { "addresses, as in F000-FFFF" } else { "an address, as in F000" };
            return Err(keyword.error(&format!("`{name}` needs {needs}"), None));
        };
        if let Some(more) = words.next() {
            return Err(more.error("the line should end here", Some("a semicolon starts a comment")));
        }
        let wrong = |why: String| value.error(&why, None);
        match content {
            Some(content) => {
                let (first, last) = address::range(word(&value)).map_err(wrong)?;
                self.ranges.push((Range { first, last, content }, Some(value)));
            }
            None => self.entries.push((address::parse(word(&value)).map_err(wrong)?, Some(value))),
        }
        Ok(())
    }
}

fn unknown(place: &SourceSpan, name: &str) -> anyhow::Error {
    let help = match nearest(name, KEYWORDS) {
        Some(near) => did_you_mean(near),
        None => "a line starts with code, data, text or entry".to_owned(),
    };
    place.error(&format!("unknown keyword `{name}`"), Some(&help))
}

fn words(line: &str) -> impl Iterator<Item = ops::Range<usize>> {
    let mut end = 0;
    let words = line.split_inclusive(char::is_whitespace).map(move |part| {
        let start = end;
        end += part.len();
        start..start + part.trim_end().len()
    });
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Control, String> {
        let mut control = Control::default();
        control.parse("x.ctl", text).map_err(|error| error.to_string())?;
        Ok(control)
    }

    #[test]
    fn lines_in_every_form() {
        let text =
            "; a game\n\ndata 4000-40FF ; the sprites\r\nTEXT\t$4100-411FH\r  code 0x4120-4FFF\nentry 4200";
        let control = parsed(text).expect("a control file");
        let range = |first, last, content| Range { first, last, content };
        let ranges = [
            range(0x4000, 0x40FF, Content::Data),
            range(0x4100, 0x411F, Content::Text),
            range(0x4120, 0x4FFF, Content::Code),
        ];
        assert_eq!((control.ranges(), control.entries()), (ranges.to_vec(), vec![0x4200]));
        assert!(parsed("").expect("nothing").ranges.is_empty());
    }

    #[test]
    fn mistakes_are_underlined() {
        for (text, message, underlined) in [
            ("dat 4000-40FF", "did you mean `data`?", "^^^"),
            ("÷\n", "a line starts with", "^"),
            ("code", "`code` needs addresses", "^^^^"),
            ("entry ; 4000", "`entry` needs an address", "^^^^^"),
            ("text 40-4F-50", "a range is FROM-TO", "^^^^^^^^"),
            ("\n\ndata 40FF-4000", "40FF is after 4000", "^^^^^^^^^"),
            ("entry 4000-40FF", "an address is hexadecimal", "^^^^^^^^^"),
            ("entry 4000 4001", "the line should end here", "^^^^"),
            ("data 0000-10000", "10000 is hexadecimal here and does not fit", "^^^^^^^^^^"),
        ] {
            let Err(shown) = parsed(text) else { panic!("{text} was accepted") };
            let line = shown.lines().find(|line| line.contains('^')).unwrap_or_default();
            let marks = line.trim_start_matches(['|', ' ']);
            assert!(shown.contains(message) && marks == underlined, "{text}: {shown}");
        }
    }
}
