//! The trace: a line for each executed instruction, with its address, bytes and text, and the registers after it.

use std::fmt::Write;

use arcadian_cpu::{I8080, Mos6502, Register, Z80};
use arcadian_isa::{CycleKind, hex};

use crate::{
    core::MachineCore,
    machine::Machine,
    until::{Reason, Stop, Until},
};

/// A core whose runs can be traced. What a trace needs is compiled here, because it is executed for each instruction.
pub trait TracedCore: MachineCore {
    /// Formats the registers as one line, such as `A=12 HL=8000`. Registers that are halves of a pair are left out.
    fn register_line(&self) -> String;

    /// Runs a machine, and appends a line for each instruction. It also ends after an instruction that prints, so that its output
    /// can be shown after its line.
    fn run_traced(machine: &mut Machine<Self>, until: &Until, lines: &mut String) -> Stop;
}

macro_rules! traced_cores {
    ($($core:ty),*) => {
        $(impl TracedCore for $core {
            fn register_line(&self) -> String {
                let mut line = String::new();
                write_registers(self, &mut line);
                line
            }

            fn run_traced(machine: &mut Machine<Self>, until: &Until, lines: &mut String) -> Stop {
                run_with_lines(machine, until, lines)
            }
        })*
    };
}

traced_cores!(I8080, Z80, Mos6502);

fn write_registers<C: MachineCore>(core: &C, line: &mut String) {
    let has_pairs = C::register("BC").is_some();
    let is_shown = |register: &&Register<C>| !has_pairs || register.bits == 16 || is_unpaired(register.name);
    for (number, register) in C::REGISTERS.iter().filter(is_shown).enumerate() {
        line.push_str(if number > 0 { " " } else { "" });
        line.push_str(register.name);
        line.push('=');
        push_hex((register.get)(core), register.bits, line);
    }
}

/// Returns whether an 8-bit register of the Z80 is in no pair.
fn is_unpaired(name: &str) -> bool {
    matches!(name, "I" | "R")
}

/// Formatting macros take most of the time of a trace.
fn push_hex(value: u16, bits: u32, line: &mut String) {
    for shift in (0..bits).step_by(4).rev() {
        line.push(char::from(b"0123456789ABCDEF"[usize::from(value >> shift & 0xF)]));
    }
}

fn run_with_lines<C: MachineCore>(machine: &mut Machine<C>, until: &Until, lines: &mut String) -> Stop {
    let printed = machine.backplane.printed.count();
    let mut one = until.clone();
    let mut total = Stop { reason: Reason::Budget, instructions: 0, cycles: 0 };
    while total.reason == Reason::Budget
        && total.instructions < until.instructions
        && total.cycles < until.cycles
        && machine.backplane.printed.count() == printed
    {
        one.instructions = 1;
        one.cycles = until.cycles - total.cycles;
        let start = TraceStart::of(machine);
        let stop = machine.run(&one);
        if stop.instructions > 0 {
            start.write_line(machine, stop.cycles, lines);
        }
        total = total.then(stop);
    }
    total
}

/// The state before an instruction.
struct TraceStart {
    pc: u16,
    stack: u16,
    bytes: [u8; 4],
    /// Whether a device requests an interrupt.
    is_interrupt_pending: bool,
}

impl TraceStart {
    fn of<C: MachineCore>(machine: &Machine<C>) -> Self {
        let pc = machine.core.pc();
        let bytes = [0, 1, 2, 3].map(|offset| machine.peek(pc.wrapping_add(offset)));
        let is_interrupt_pending = machine.backplane.is_irq_active() || machine.backplane.is_nmi_pending();
        Self { pc, stack: machine.core.stack(), bytes, is_interrupt_pending }
    }

    /// Appends the line, with its end, after the instruction took this number of cycles.
    fn write_line<C: MachineCore>(&self, machine: &Machine<C>, cycles: u64, line: &mut String) {
        self.write_instruction(C::PROCESSOR, machine.core.stack() != self.stack, line);
        write_registers(&machine.core, line);
        let _ = writeln!(line, "  {cycles}");
    }

    fn write_instruction(&self, processor: arcadian_isa::Processor, moves_stack: bool, line: &mut String) {
        push_hex(self.pc, 16, line);
        let _ = match processor.decode(&self.bytes) {
            // An interrupt is a separate step. A changed stack pointer reveals it.
            Ok(found) if self.is_interrupt_pending && moves_stack && !found.row.bus.has(CycleKind::Push) => {
                write!(line, "  {:<11}  {:<20}  ", "", "(interrupt)")
            }
            Ok(found) => {
                let bytes = hex::bytes(&found.bytes()).to_string();
                write!(line, "  {bytes:<11}  {:<20}  ", found.at(self.pc).to_string())
            }
            Err(_) => write!(line, "  {:<11}  {:<20}  ", "", ""),
        };
    }
}
