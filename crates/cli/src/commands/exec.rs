//! `exec`: runs a binary on one of the processors.

mod console;
mod trace;

use std::{io::Write, ops::Range, path::PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_debugger::step::subject::set_registers;
use arcadian_files::{
    address::{self, Setting, setting},
    escape,
};
use arcadian_isa::Processor;
use arcadian_machine::{
    Machine, MachineCore, Reason, Stop, TracedCore, Until, cpm,
    devices::{Feedback, Permuter},
    register,
    service::{CONSOLE, SPECTRUM},
    tape::{self, Code},
};
use arcadian_program::{
    Options, Program, devices,
    ending::{Cause, Ending, Goal, RunReport, Sentry},
};
use clap::Args;

use crate::{
    files::{Disk, ExitStatus, open, output},
    number::decimal,
    terminal,
};
use console::{Keys, PrintDecoder};
use trace::{Monitor, Trace};

const EXEC_HELP: &str = "\
Without --until, --trap or --cpm the program runs until it returns as a routine does (RET, RTS), halts (HLT, HALT, JAM), or has \
used up the budget. The return address is 0000, or FFFF if the image contains 0000. There is none if --set sets the stack pointer, \
or if the image contains the top of the stack. A run also ends in empty memory, and on a 6502 at a BRK while the vector at FFFE is 0000.

A binary with the debug data of its own tools (--map, or a file beside it: docs/debug-data.md) is loaded where the map says, and \
--routine takes its labels. The return of the routine that is called ends the run.

In a terminal a long run shows its progress; Ctrl-C stops it and shows the registers, a second Ctrl-C ends the process at once.

An assembler source (.asm) is assembled first: it has its processor and addresses, and starts at the operand of END or at its first instruction.

--cpm loads a CP/M program at 0100 and ends at 0000. The BDOS has the console functions 1, 2, 6, 9, 10, 11 and 12. Input is standard \
input, in a terminal line by line, or the text of --keys. At its end the program gets Ctrl-Z once; if it waits for more, the run ends. --console is for programs without a system: a call of FFD2 prints A, a call of FFCF reads \
a byte into A, with the same input. --spectrum loads a program of the z80test suite at \
8000 or at the address in its tape file (.tap), prints through 0010, and ends at 0000. Control characters that a CP/M program \
prints, other than line ends and tabs, are escaped as in \\u{1b}.

Examples:
  arcadian exec hello.com --cpu 8080 --cpm
  arcadian exec tactix.asm --cpm --keys 'w{ENTER}y{ENTER}'
  arcadian exec routine.bin --cpu 6502 --load 0300 --set A=1B
  arcadian exec 6502_functional_test.bin --cpu 6502 --entry 0400 --trap
  arcadian exec game.bin --map game.dbg --routine _square --set A=05 --expect A=19
  arcadian exec z80full.tap --cpu z80 --spectrum
  arcadian exec turn.bin --cpu z80 --load 4000H --set A=1B,HL=8000 --trace - --dump 8000:16

Addresses and the values of --set and --expect are hexadecimal: 0100, $100, 0x100 or 100H; #256 is decimal. Counts are decimal: 16, $10, 0x10 or 10H.

Exit status: 0 the run ended as requested: at --until, at a jump to itself or at a HLT or HALT with --trap, at the end of a CP/M \
program, or without these options by returning; 1 it ended otherwise, as by a halt, a JAM or the budget, or a register \
has another value than --expect states; 2 bad arguments or unreadable files; 130 (SIGINT) stopped by Ctrl-C.";

/// The default budget in instructions: about half a minute.
const BUDGET: u64 = 10_000_000_000;
/// The number of instructions between reads of the printed bytes. It is small because the machine's print buffer is bounded.
const SLICE: u64 = 1 << 13;
/// The number of lines of a trace that are kept in memory.
const TRACED_SLICE: u64 = 1 << 8;

/// The arguments of `exec`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = EXEC_HELP)]
pub struct ExecArgs {
    /// Image file, or assembler source (.asm); - is standard input
    pub image: PathBuf,
    #[command(flatten)]
    pub program: Options,
    /// Address of the first instruction [default: the first byte, or the reset vector of a 6502 image that contains it]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub entry: Option<u16>,
    /// Call the routine at this place: a label, FILE:LINE or an address; the run ends when it returns
    #[arg(long, value_name = "PLACE", conflicts_with_all = ["entry", "cpm", "spectrum"])]
    pub routine: Option<String>,
    /// Set registers before the start, as in A=3,B=5; may be repeated
    #[arg(long, value_name = "REG=VALUE", value_parser = setting)]
    pub set: Vec<Setting>,
    /// Fail unless registers have these values at the end, as in A=05; may be repeated
    #[arg(long, value_name = "REG=VALUE", value_parser = expected)]
    pub expect: Vec<(String, u16)>,
    /// Run a CP/M program, with the console functions of the BDOS at 0005
    #[arg(long, conflicts_with_all = ["spectrum", "load", "entry"])]
    pub cpm: bool,
    /// Give the program a console: a call of FFD2 prints A, a call of FFCF reads into A
    #[arg(long, conflicts_with_all = ["cpm", "spectrum"])]
    pub console: bool,
    /// What is typed at the console, such as 'DIR{ENTER}' [default: standard input]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub keys: Option<String>,
    /// Run a program of the z80test suite, with the print routine at 0010 and all ports reading BF
    #[arg(long)]
    pub spectrum: bool,
    /// Stop before the instruction at this address; may be repeated
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub until: Vec<u16>,
    /// Stop at a jump to itself; it and a halt are then the requested end
    #[arg(long)]
    pub trap: bool,
    /// Maximum number of instructions
    #[arg(long, value_name = "N", default_value_t = BUDGET, allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub max_instructions: u64,
    /// Read-only addresses; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub read_only: Vec<(u16, u16)>,
    /// Attach a byte at this address whose bit 0 drives the interrupt line and bit 1 the NMI line
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub feedback: Option<u16>,
    /// Attach the byte-permuting device at this address: write a byte; read it plain, by table 1, by table 2, nibbles swapped
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub permuter: Option<u16>,
    /// Attach the ports and memory-mapped devices that this file describes (TOML)
    #[arg(long, value_name = "FILE")]
    pub devices: Option<PathBuf>,
    /// Value that input ports return [default: FF; with --spectrum BF]
    #[arg(long, value_name = "BYTE", value_parser = byte)]
    pub port_value: Option<u8>,
    /// Write a line per instruction: address, bytes, text, registers afterward, cycles; - is standard output
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Maximum number of lines of --trace [default: 1000000 in a file, no limit on standard output]
    #[arg(long, value_name = "N", requires = "trace", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub max_trace_lines: Option<u64>,
    /// Show memory at the end; may be repeated
    #[arg(long, value_name = "ADDR:LENGTH", value_parser = region)]
    pub dump: Vec<(u16, u16)>,
    /// Report as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Run the image even if it is a text file
    #[arg(long)]
    pub raw: bool,
}

fn expected(text: &str) -> Result<(String, u16), String> {
    setting(text).map(|Setting { name, value, .. }| (name, value))
}

fn byte(text: &str) -> Result<u8, String> {
    address::hexadecimal(text, "a byte")
}

fn region(text: &str) -> Result<(u16, u16), String> {
    let (at, length) = text.split_once(':').ok_or("memory is shown as ADDR:LENGTH, as in 8000:16")?;
    let length = decimal::<u16>(1..=65535)(length).map_err(|why| format!("the length: {why}"));
    Ok((address::parse(at)?, length?))
}

pub fn run(args: &ExecArgs) -> Result<ExitStatus> {
    ensure!(
        args.keys.is_none() || args.cpm || args.console,
        "--keys is for a program that reads a console; add --cpm or --console"
    );
    let program = read(args)?;
    match program.processor()? {
        Processor::I8080 => execute::<I8080>(args, &program),
        Processor::Z80 => execute::<Z80>(args, &program),
        Processor::Mos6502 => execute::<Mos6502>(args, &program),
    }
}

fn execute<C: TracedCore>(args: &ExecArgs, program: &Program) -> Result<ExitStatus> {
    for (name, _) in &args.expect {
        register::<C>(name)?;
    }
    let (mut machine, loaded) = build::<C>(args, program)?;
    let sentry = trace::sentry(&mut machine, args, &loaded)?;
    let screen = PrintDecoder::new(args.spectrum, args.json);
    let monitor = Monitor::new(args.trace.as_ref().is_some_and(|path| path.as_os_str() == "-"))?;
    let keys = Keys::new(&mut machine.backplane.keyboard, args.keys.as_deref())?;
    let mut run = Run { args, sentry, screen, monitor, keys };
    let (stop, cause) = match Trace::create(args)? {
        Some(mut trace) => {
            let traced = |machine: &mut Machine<C>, until: &Until| trace.run(machine, until);
            let stop = run.in_slices(&mut machine, TRACED_SLICE, traced)?;
            trace.finish()?;
            stop
        }
        None => run.in_slices(&mut machine, SLICE, |machine, until| Ok(machine.run(until)))?,
    };
    run.monitor.erase();
    let goal = Goal {
        ends_at_0: args.cpm || args.spectrum,
        trap: args.trap,
        has_addresses: !args.until.is_empty(),
        budget: args.max_instructions,
    };
    let ending = Ending { cause, processor: C::PROCESSOR, goal };
    let mut report = RunReport::new(&machine, &stop, &ending, &args.dump, run.screen.kept());
    let is_expected = report.expect(&machine, &args.expect)?;
    run.screen.end()?;
    if args.json {
        output::print_report(ending.is_success() && is_expected, &report)?;
    } else {
        output::print(&report.to_string())?;
    }
    if ending.cause == Cause::Interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::of(ending.is_success() && is_expected))
}

struct Run<'a> {
    args: &'a ExecArgs,
    sentry: Sentry,
    screen: PrintDecoder,
    monitor: Monitor,
    keys: Keys,
}

impl Run<'_> {
    /// Runs in slices, and shows the printed bytes after each slice. Returns the sum of the slices, and why the run ended.
    fn in_slices<C: MachineCore>(
        &mut self,
        machine: &mut Machine<C>,
        slice: u64,
        mut run: impl FnMut(&mut Machine<C>, &Until) -> Result<Stop>,
    ) -> Result<(Stop, Cause)> {
        let mut until = until(self.args);
        until.addresses = self.sentry.addresses::<C>();
        let mut cause = None;
        let total = until.budget().try_run_in_parts(|done| {
            until.instructions = slice.min(self.args.max_instructions - done.instructions);
            let mut stop = run(machine, &until)?;
            let is_read = self.show(machine)?;
            cause = self.cause(machine, &mut until, stop.reason, is_read)?;
            stop.reason = if cause.is_some() { Reason::Requested } else { Reason::Budget };
            let total = done.then(stop);
            let is_due = done.instructions / SLICE != total.instructions / SLICE;
            if cause.is_none() && is_due && !self.screen.is_in_line() {
                self.monitor.progress(&total, machine.core.pc());
            }
            Ok::<_, anyhow::Error>(stop)
        })?;
        Ok((total, cause.unwrap_or(Cause::Machine(Reason::Budget))))
    }

    /// Shows what was printed. Returns whether standard output is still open.
    fn show<C: MachineCore>(&mut self, machine: &mut Machine<C>) -> Result<bool> {
        let count = machine.backplane.printed.count();
        let bytes = machine.backplane.printed.take();
        if !bytes.is_empty() {
            self.monitor.erase();
        }
        self.screen.show(bytes, count)
    }

    /// Returns why the run ends after a slice, or `None` if it goes on.
    fn cause<C: MachineCore>(
        &mut self,
        machine: &mut Machine<C>,
        until: &mut Until,
        reason: Reason,
        is_read: bool,
    ) -> Result<Option<Cause>> {
        Ok(match reason {
            Reason::Budget if self.monitor.is_interrupted() => Some(Cause::Interrupted),
            Reason::Budget => (!is_read).then_some(Cause::Machine(Reason::Requested)),
            Reason::NeedsInput | Reason::PollsInput => {
                self.monitor.erase();
                let keyboard = &mut machine.backplane.keyboard;
                self.keys.type_for(keyboard, reason, &self.monitor)?
            }
            Reason::Address(at) => {
                let cause = self.sentry.judge(machine, at);
                if cause.is_none() && self.sentry.expect_code(at) {
                    until.addresses = self.sentry.addresses::<C>();
                }
                cause
            }
            _ => Some(Cause::Machine(reason)),
        })
    }
}

/// Returns the stop conditions without the addresses, which are those of the [`Sentry`].
fn until(args: &ExecArgs) -> Until {
    let start = if args.cpm { cpm::until() } else { Until::halted() };
    let start = start.instructions(args.max_instructions);
    if args.trap { start.trap() } else { start }
}

/// Creates the machine and loads the program. Returns also the addresses of its parts.
fn build<C: MachineCore>(args: &ExecArgs, program: &Program) -> Result<(Machine<C>, Vec<Range<usize>>)> {
    let mut machine = Machine::<C>::new();
    let name = escape::path(&args.image);
    let mut loaded = Vec::new();
    if args.cpm {
        let image = program.cpm_image()?;
        cpm::prepare(&mut machine, image).with_context(|| format!("cannot run {name}"))?;
        loaded.push(usize::from(cpm::START)..usize::from(cpm::START) + image.len());
    } else {
        if args.console {
            machine.serve(CONSOLE)?;
        }
        let (code, first) = code(args, program)?;
        for Code { address, bytes } in code {
            let fits = machine.backplane.load(address, bytes);
            fits.with_context(|| format!("cannot load {name}: it does not fit into the memory"))?;
            loaded.push(usize::from(address)..usize::from(address) + bytes.len());
        }
        let find = |place: &str| {
            program.source.address_of(place).with_context(|| format!("--routine {}", escape::text(place)))
        };
        let called = args.routine.as_deref().map(find).transpose()?;
        machine.core.set_pc(called.or(args.entry).unwrap_or(first));
    }
    if args.spectrum {
        ensure!(C::PROCESSOR == Processor::Z80, "--spectrum is for the Z80");
        machine.serve(SPECTRUM)?;
        // The final return pops 0000 from the empty memory above the stack.
        machine.set_register("SP", 0xFFFC)?;
    }
    let port = args.port_value.unwrap_or(if args.spectrum { 0xBF } else { 0xFF });
    machine.backplane.set_ports(0..=0xFF, port);
    attach_devices(args, &mut machine)?;
    if let Some(path) = &args.devices {
        let devices = devices::read(&Disk, path)?;
        devices.iter().try_for_each(|device| device.attach(&mut machine.backplane))?;
    }
    set_registers(&mut machine, &args.set)?;
    Ok((machine, loaded))
}

fn attach_devices<C: MachineCore>(args: &ExecArgs, machine: &mut Machine<C>) -> Result<()> {
    for (from, to) in &args.read_only {
        machine.backplane.rom(*from..=*to)?;
    }
    if let Some(at) = args.feedback {
        // The device starts with no interrupt, whatever byte the image has at this address.
        machine.backplane.device(at..=at, Feedback::default())?;
    }
    if let Some(at) = args.permuter {
        let Some(last) = at.checked_add(3) else {
            bail!("cannot attach --permuter at {at:04X}: the device needs four addresses")
        };
        machine.backplane.device(at..=last, Permuter::default())?;
    }
    Ok(())
}

/// Writes text of a program to standard output. Returns whether it is still open.
fn write_out(text: &str) -> Result<bool> {
    let _ = std::io::stdout().flush();
    output::send(text)
}

/// The first bytes of a tape file: the length of a header block and its type. They identify a tape on standard input.
const TAPE_HEADER: [u8; 3] = [19, 0, 0];
/// The load address of a program of the z80test suite.
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
