//! The program to run: a memory image, or a source that is assembled.

use anyhow::{Context, Result, bail, ensure};
use arcadian_asm::Assembly;
use arcadian_files::{Files as _, LONGEST_SOURCE, escape, image, source};
use arcadian_isa::Processor;
use arcadian_machine::tape::{self, Code};

use super::ExecArgs;
use crate::files::Disk;

/// The first bytes of a tape file: the length of a header block and its type. They identify a tape on standard input.
const TAPE_HEADER: [u8; 3] = [19, 0, 0];

/// A program.
pub struct Program {
    pub processor: Processor,
    content: Content,
}

enum Content {
    Image(Vec<u8>),
    Source(Box<Assembly>),
}

impl Program {
    /// Reads an image, or assembles a source.
    pub fn read(args: &ExecArgs) -> Result<Self> {
        if image::is_named_as_source(&args.image) && !args.raw {
            ensure!(args.load.is_none(), "--load is for an image; a source has its addresses: use ORG");
            let text = Disk.text(&args.image, "a source", LONGEST_SOURCE)?;
            let assembly = source::assemble(&Disk, &args.image, &text, args.cpu)?;
            return Ok(Program {
                processor: assembly.processor,
                content: Content::Source(Box::new(assembly)),
            });
        }
        let image = image::read(&Disk, &args.image, "execute", args.raw)?;
        let Some(processor) = args.cpu else {
            bail!(
                "cannot execute {}: an image does not say for which processor it is; use --cpu 8080, z80 or 6502",
                escape::path(&args.image)
            )
        };
        Ok(Program { processor, content: Content::Image(image) })
    }

    /// Returns the bytes of a CP/M program.
    pub fn cpm_image(&self) -> Result<&[u8]> {
        match &self.content {
            Content::Image(image) => Ok(image),
            Content::Source(assembly) => Ok(source::cpm_program(assembly)?),
        }
    }

    /// Returns the bytes to load and their address.
    pub fn code(&self, args: &ExecArgs) -> Result<Code<'_>> {
        match &self.content {
            Content::Source(assembly) => Ok(Code { address: assembly.origin, bytes: &assembly.image }),
            Content::Image(image) if args.spectrum && is_tape(args, image) => {
                let code = tape::code(image).with_context(|| {
                    format!("cannot load {}: it is not a tape image with code", escape::path(&args.image))
                })?;
                Ok(Code { address: args.load.unwrap_or(code.address), ..code })
            }
            Content::Image(image) => {
                let address = args.load.unwrap_or(if args.spectrum { 0x8000 } else { 0 });
                Ok(Code { address, bytes: image })
            }
        }
    }

    /// Returns the start address, if the program states it.
    pub fn start(&self) -> Option<u16> {
        match &self.content {
            Content::Image(_) => None,
            Content::Source(assembly) => Some(assembly.start()),
        }
    }
}

fn is_tape(args: &ExecArgs, image: &[u8]) -> bool {
    if escape::is_stream(&args.image) {
        image.starts_with(&TAPE_HEADER)
    } else {
        args.image.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tap"))
    }
}
