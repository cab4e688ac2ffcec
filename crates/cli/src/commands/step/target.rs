//! The arguments that select the program to debug.

use std::path::PathBuf;

use arcadian_debugger::step::request::{Dialect, StepRequest};
use arcadian_files::{address, source::Linking};
use arcadian_isa::Processor;
use arcadian_play::bally::keys::Keypad;
use clap::Args;

use crate::files::{PartsArgs, TapeIn};
use crate::number::decimal;

/// The program, and its initial state.
#[derive(Args, Clone, Debug)]
pub struct TargetArgs {
    /// Routine (T2CW), sheet or source (.asm), BASIC program or `rotate`, or binary (with --cpu); - is standard input,
    /// whose content determines which of these it is; a cartridge is given by --cart, a ROM alone by --rom
    #[arg(required_unless_present_any = ["cart", "rom"], conflicts_with_all = ["cart", "rom"])]
    target: Option<PathBuf>,
    #[command(flatten)]
    parts: PartsArgs,
    /// Give the cartridge a tape port, as AstroBASIC has one, and play this recording (.wav) into it
    #[arg(long, value_name = "FILE", requires = "cart")]
    tape_in: Option<PathBuf>,
    /// Processor: 8080, z80 or 6502
    #[arg(long, value_name = "NAME")]
    cpu: Option<Processor>,
    /// Input of a routine in hexadecimal, byte 0 first; separate fields by commas, or repeat the option
    #[arg(long = "in", value_name = "FIELD=BYTES")]
    inputs: Vec<String>,
    /// Before the start: set REGISTER=VALUE, or execute a BASIC statement or numbered line; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Routine: place the data of a field, the stack pointer (SP or S) or the return address (`return`) elsewhere; separate by
    /// commas
    #[arg(long, value_name = "NAME=ADDR")]
    place: Vec<String>,
    /// Sheet: take the fields from another sheet with the same inputs and outputs, and compare the outputs with what it computes
    #[arg(long, value_name = "SHEET")]
    same_as: Option<PathBuf>,
    /// Machine code: set bytes of memory before the start; separate by commas
    #[arg(long, value_name = "ADDR=BYTES")]
    poke: Vec<String>,
    /// Binary: address of the first byte [default: 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    load: Option<u16>,
    /// Machine code: start address
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pc: Option<u16>,
    /// Binary: symbol file, as `asm --symbols` writes it
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Binary: debug data that its own tools wrote (.dbg of ld65, .noi, .cdb and .rst of SDCC, SLD of sjasmplus, labels of VICE);
    /// may be repeated [default: a file beside the binary with its name]
    #[arg(long, value_name = "FILE")]
    map: Vec<PathBuf>,
    /// Binary with a map: a folder with the sources that the map names; may be repeated [default: the folder of the map]
    #[arg(long, value_name = "DIR")]
    source_dir: Vec<PathBuf>,
    /// Source, or binary with a map: the routine to call: a label, FILE:LINE or an address
    #[arg(long, value_name = "PLACE", conflicts_with_all = ["pc", "cpm"])]
    call: Option<String>,
    /// Source, or binary with a map: call the routine at this label with the fields of its contract, as `verify` does
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["call", "cpm"])]
    routine: Option<String>,
    /// With --routine: addresses whose bytes do not change, as `verify --constant` has them; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range, requires = "routine")]
    constant: Vec<(u16, u16)>,
    /// Binary with a map: a file with contracts, for --routine
    #[arg(long, value_name = "FILE", requires = "routine")]
    contract: Option<PathBuf>,
    /// Source or binary: attach the ports and memory-mapped devices that this file describes (TOML), as with `exec`
    #[arg(long, value_name = "FILE")]
    devices: Option<PathBuf>,
    /// Source or binary: run as a CP/M program
    #[arg(long, conflicts_with_all = ["load", "pc"])]
    cpm: bool,
    /// Source or binary: give it a console: a call of FFD2 prints A, a call of FFCF reads into A
    #[arg(long, conflicts_with = "cpm")]
    console: bool,
    /// BASIC: bally (Bally BASIC, 1978) or astro (AstroBASIC, 1981) [default: from the program's header]; source: its syntax, as with
    /// `asm` [default: recognized by its statements]
    #[arg(long, value_name = "NAME", value_parser = Dialect::named)]
    dialect: Option<Dialect>,
    /// BASIC: ignore the errata file of a printed listing
    #[arg(long)]
    as_printed: bool,
    #[command(flatten)]
    linking: Linking,
    /// BASIC: keys for the program to read, such as '8{GO}AB'; cartridge: keys to press, such as '{AT 60}5' as in `bally --keys`;
    /// --cpm, --console: what is typed, such as 'DIR{ENTER}'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    keys: Vec<String>,
    /// Seed of RND, modulo 65536, and of random input fields [default: 1, or the first example]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
}

impl TryFrom<TargetArgs> for StepRequest {
    type Error = anyhow::Error;

    /// Reads the tape.
    fn try_from(args: TargetArgs) -> anyhow::Result<Self> {
        let tape = args.tape_in.as_deref().map(TapeIn::read).transpose()?;
        Ok(StepRequest {
            fitting: tape.map(|tape| tape.fitting),
            target: args.target.unwrap_or_default(),
            rom: args.parts.rom,
            cart: args.parts.cart,
            expansion: args.parts.expansion,
            handles: args.parts.handles,
            load_state: args.parts.load_state,
            keypad: args.parts.keypad.map(Keypad::from),
            keys_file: args.parts.keys_file,
            cpu: args.cpu,
            inputs: args.inputs,
            set: args.set,
            place: args.place,
            same_as: args.same_as,
            poke: args.poke,
            load: args.load,
            pc: args.pc,
            symbols: args.symbols,
            map: args.map,
            source_dir: args.source_dir,
            routine: args.routine,
            contract: args.contract,
            devices: args.devices,
            call: args.call,
            cpm: args.cpm,
            console: args.console,
            dialect: args.dialect,
            as_printed: args.as_printed,
            org: args.linking.org,
            segment: args.linking.segment,
            define: args.linking.define,
            include: args.linking.include,
            constant: args.constant,
            keys: args.keys,
            seed: args.seed,
        })
    }
}
