//! The program to run, which can be on a tape.

use anyhow::{Context, Result};
use arcadian_files::escape;
use arcadian_machine::tape::{self, Code};
use arcadian_program::{Options, Program};

use super::ExecArgs;
use crate::files::open;

/// The first bytes of a tape file: the length of a header block and its type. They identify a tape on standard input.
const TAPE_HEADER: [u8; 3] = [19, 0, 0];
/// Where a program of the z80test suite is loaded.
const SPECTRUM_START: u16 = 0x8000;

/// Reads the program. A tape is one for `--spectrum` only.
pub fn read(args: &ExecArgs) -> Result<Program> {
    let load = args.program.load.or(args.spectrum.then_some(SPECTRUM_START));
    let options = Options {
        load,
        is_raw: args.raw || args.spectrum,
        has_raw: true,
        runs: true,
        is_cpm: args.cpm,
        ..args.program.clone()
    };
    open(&args.image, &options)
}

/// Returns the bytes to load and their addresses, and the address at which the program starts.
pub fn code<'a>(args: &ExecArgs, program: &'a Program) -> Result<(Vec<Code<'a>>, u16)> {
    if let [(_, bytes)] = &*program.parts
        && args.spectrum
        && is_tape(args, bytes)
    {
        let code = tape::code(bytes)
            .with_context(|| format!("cannot load {}: it is not a tape image with code", program.name))?;
        let address = args.program.load.unwrap_or(code.address);
        return Ok((vec![Code { address, ..code }], address));
    }
    let parts = program.parts.iter().map(|(address, bytes)| Code { address: *address, bytes });
    Ok((parts.collect(), program.start()))
}

fn is_tape(args: &ExecArgs, image: &[u8]) -> bool {
    if escape::is_stream(&args.image) {
        return image.starts_with(&TAPE_HEADER);
    }
    args.image.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tap"))
}
