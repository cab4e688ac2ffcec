//! The program to run: a memory image, or a source that is assembled.

use anyhow::{Context, Result, ensure};
use arcadian_asm::Assembly;
use arcadian_debugger::code::Source;
use arcadian_debugger::step::request::LinkedBinary;
use arcadian_files::{
    Files as _, LONGEST_SOURCE, escape,
    image::{self, Image, Purpose},
    intel_hex::{self, IntelHex},
    source,
};
use arcadian_isa::Processor;
use arcadian_machine::tape::{self, Code};
use arcadian_program::{self as binary, Options};

use super::ExecArgs;
use crate::files::{Disk, output};

/// The first bytes of a tape file: the length of a header block and its type. They identify a tape on standard input.
const TAPE_HEADER: [u8; 3] = [19, 0, 0];

pub struct Program {
    pub processor: Processor,
    content: Content,
}

enum Content {
    Image(Image),
    Hex(IntelHex),
    Linked(Box<LinkedBinary>),
    Source(Box<Assembly>),
}

impl Program {
    /// Reads an image, or assembles a source.
    pub fn read(args: &ExecArgs) -> Result<Self> {
        let is_source = image::is_named_as_source(&args.image) || args.syntax.dialect.is_some();
        if is_source && !args.raw {
            ensure!(args.load.is_none(), "--load is for an image; a source has its addresses: use ORG");
            ensure!(args.map.map.is_empty(), "--map is for a binary; a source has its symbols");
            let text = Disk.text(&args.image, "a source", LONGEST_SOURCE)?;
            let assembly = source::assemble(&Disk, &args.image, &text, args.cpu, &args.syntax.syntax())?;
            source::recognized(&assembly).iter().for_each(|note| output::note(note));
            return Ok(Program {
                processor: assembly.processor,
                content: Content::Source(Box::new(assembly)),
            });
        }
        ensure!(
            args.syntax.syntax().is_default(),
            "--org, --segment, -D and -I are for a source, and {} is not named as one; add --dialect NAME, or name it .asm or .s",
            escape::path(&args.image)
        );
        if let Some(linked) = binary::read(&Disk, &args.image, &options(args))? {
            linked.notes.iter().for_each(|note| output::note(note));
            let processor = processor(args, linked.processor)?;
            return Ok(Program { processor, content: Content::Linked(Box::new(linked)) });
        }
        if image::is_named_as_hex(&args.image) && !args.raw {
            ensure!(args.load.is_none(), "--load is for an image; an Intel HEX file has its addresses");
            let text = Disk.text(&args.image, "an Intel HEX file", LONGEST_SOURCE)?;
            let hex = intel_hex::read(&text)
                .with_context(|| format!("cannot load {}", escape::path(&args.image)))?;
            return Ok(Program { processor: processor(args, None)?, content: Content::Hex(hex) });
        }
        Ok(Program { processor: processor(args, None)?, content: Content::Image(read_image(args)?) })
    }

    /// Returns the bytes of a CP/M program.
    pub fn cpm_image(&self) -> Result<&[u8]> {
        match &self.content {
            Content::Image(image) => Ok(&image.bytes),
            Content::Hex(hex) => Ok(hex.parts.first().map_or(&[], |(_, bytes)| bytes)),
            Content::Linked(linked) => Ok(linked.parts.first().map_or(&[], |(_, bytes)| bytes)),
            Content::Source(assembly) => Ok(source::cpm_program(assembly)?),
        }
    }

    /// Returns the bytes to load and their addresses.
    pub fn code(&self, args: &ExecArgs) -> Result<Vec<Code<'_>>> {
        Ok(match &self.content {
            Content::Source(assembly) => vec![Code { address: assembly.origin, bytes: &assembly.image }],
            Content::Hex(hex) => {
                hex.parts.iter().map(|(address, bytes)| Code { address: *address, bytes }).collect()
            }
            Content::Linked(linked) => {
                linked.parts.iter().map(|(address, bytes)| Code { address: *address, bytes }).collect()
            }
            Content::Image(image) if args.spectrum && is_tape(args, &image.bytes) => {
                let code = tape::code(&image.bytes).with_context(|| {
                    format!("cannot load {}: it is not a tape image with code", escape::path(&args.image))
                })?;
                vec![Code { address: args.load.unwrap_or(code.address), ..code }]
            }
            Content::Image(image) => {
                let default = if args.spectrum { 0x8000 } else { 0 };
                let address = args.load.or(image.address).unwrap_or(default);
                vec![Code { address, bytes: &image.bytes }]
            }
        })
    }

    /// Returns the start address, if the program states it.
    pub fn start(&self) -> Option<u16> {
        match &self.content {
            Content::Image(_) | Content::Linked(_) => None,
            Content::Hex(hex) => hex.start.or_else(|| hex.parts.first().map(|(address, _)| *address)),
            Content::Source(assembly) => Some(assembly.start()),
        }
    }

    /// Returns the address of a label, of a line, or of a number.
    pub fn find(&self, place: &str) -> Result<u16> {
        let found = match &self.content {
            Content::Image(_) | Content::Hex(_) => Source::default().address_of(place),
            Content::Linked(linked) => linked.source.address_of(place),
            Content::Source(assembly) => Source::assembled(assembly).address_of(place),
        };
        found.with_context(|| format!("--call {}", escape::text(place)))
    }
}

/// Reads a memory image. A tape is one for `--spectrum` only, and a program for CP/M has its place only there.
fn read_image(args: &ExecArgs) -> Result<Image> {
    if args.raw || args.spectrum {
        return Ok(Image { address: None, bytes: image::read_raw(&Disk, &args.image)? });
    }
    let name = escape::path(&args.image);
    ensure!(
        args.cpm
            || args.load.is_some()
            || args.cpu == Some(Processor::Mos6502)
            || !has_extension(args, "com"),
        "cannot execute {name}: it is named as a program for CP/M; add --cpm, or --load ADDR for a program without a system"
    );
    let purpose = Purpose { verb: "execute", processor: args.cpu, has_raw: true };
    let image = image::read(&Disk, &args.image, purpose)?;
    if let Some(address) = image.address {
        ensure!(
            args.load.is_none(),
            "--load is for an image; {name} begins with its load address, {address:04X}"
        );
        output::note(&format!("{name} is loaded at {address:04X}, the address in its first two bytes"));
    }
    Ok(image)
}

/// Returns how the binary of the arguments is read with its map.
fn options(args: &ExecArgs) -> Options {
    Options {
        maps: args.map.map.clone(),
        source_dirs: args.map.source_dir.clone(),
        processor: args.cpu,
        load: if args.cpm { Some(binary::CPM_START) } else { args.load },
    }
}

/// Returns the processor of an image: the one in the arguments, or the one that its tools are for.
fn processor(args: &ExecArgs, known: Option<Processor>) -> Result<Processor> {
    args.cpu.or(known).with_context(|| {
        format!(
            "cannot execute {}: an image does not say for which processor it is; use --cpu 8080, z80 or 6502",
            escape::path(&args.image)
        )
    })
}

fn is_tape(args: &ExecArgs, image: &[u8]) -> bool {
    if escape::is_stream(&args.image) { image.starts_with(&TAPE_HEADER) } else { has_extension(args, "tap") }
}

fn has_extension(args: &ExecArgs, known: &str) -> bool {
    args.image.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known))
}
