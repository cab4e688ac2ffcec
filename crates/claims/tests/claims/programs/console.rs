//! A program at its console, and the short programs that show how routines are called.

use arcadian_asm::Assembly;
use arcadian_cpu::{I8080, Mos6502};
use arcadian_isa::Processor;
use arcadian_machine::{
    Call, CallFrame, Machine, MachineCore, Reason, Until, cpm, register, service::CONSOLE,
};

/// The address to which a program without an operating system returns.
const RETURN: u16 = 0xFFF0;
/// The maximum number of instructions between two lines, and of a call. Solving the 4 × 4 board takes 16 million.
const LIMIT: u64 = 50_000_000;

/// A program on a machine.
pub(crate) struct Console<C: MachineCore> {
    pub(crate) machine: Machine<C>,
    program: Assembly,
}

/// Assembles a bundled program or another source of it, by its name without folder and extension.
pub(crate) fn assembled(processor: Processor, name: &str) -> Assembly {
    let folder = if processor == Processor::Mos6502 { "6502" } else { "8080" };
    let file = format!("programs/{folder}/{name}.asm");
    let source =
        arcadian_claims::PROGRAMS.iter().chain(arcadian_claims::PARTS).find(|source| source.file == file);
    arcadian_claims::program(source.expect("a bundled source")).expect("no mistakes")
}

impl<C: MachineCore> Console<C> {
    /// Loads a program, ready to start.
    pub(crate) fn load(name: &str) -> Self {
        let program = assembled(C::PROCESSOR, name);
        let mut machine = Machine::<C>::new();
        if C::PROCESSOR == Processor::I8080 {
            assert_eq!((program.origin, program.start()), (cpm::START, cpm::START));
            cpm::prepare(&mut machine, &program.image).expect("it fits");
        } else {
            machine.serve(CONSOLE).expect("a register A");
            machine.backplane.load(program.origin, &program.image).expect("it fits");
            let frame = CallFrame::new(C::PROCESSOR, CallFrame::initial_stack(C::PROCESSOR), RETURN);
            frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
            machine.set_register(C::PROCESSOR.stack_pointer(), frame.stack).expect("a stack pointer");
            machine.core.set_pc(program.start());
        }
        Self { machine, program }
    }

    /// Types some lines, and runs until the program waits for another one or ends. Returns what it printed, with the lines.
    pub(crate) fn type_lines(&mut self, lines: &[&str]) -> String {
        for byte in lines.iter().flat_map(|line| line.bytes().chain([b'\r'])) {
            self.machine.backplane.keyboard.push(byte);
        }
        let mut printed = Vec::new();
        let until = Until::halted().address(0).address(RETURN).instructions(1000);
        for _ in 0..LIMIT / 1000 {
            let reason = self.machine.run(&until).reason;
            printed.extend_from_slice(self.machine.backplane.printed.take());
            match reason {
                Reason::Budget => {}
                Reason::NeedsInput | Reason::Address(0 | RETURN) | Reason::Ended => {
                    return String::from_utf8(printed).expect("ASCII").replace('\r', "");
                }
                other => panic!("{other:?} at {:04X}", self.machine.core.pc()),
            }
        }
        panic!("no line is read within {LIMIT} instructions")
    }

    pub(crate) fn address(&self, name: &str) -> u16 {
        let symbol = self.program.symbol(name).unwrap_or_else(|| panic!("no {name}"));
        u16::try_from(symbol.value).expect("an address")
    }

    /// Returns the bytes from the address of a name on.
    pub(crate) fn bytes<const N: usize>(&self, name: &str) -> [u8; N] {
        let first = self.address(name);
        std::array::from_fn(|offset| self.machine.peek(first + offset as u16))
    }

    /// Calls a routine of the program with bytes in registers.
    pub(crate) fn call(&mut self, routine: &str, registers: &[(&str, u8)]) {
        let inputs: Vec<_> = registers
            .iter()
            .map(|(name, byte)| (register::<C>(name).expect("a register"), u16::from(*byte)))
            .collect();
        let call = Call::new(self.address(routine)).expect("a stack pointer").budget(LIMIT);
        call.run(&mut self.machine, &inputs).expect("it returns");
    }

    /// Returns the byte in a register.
    pub(crate) fn register(&self, name: &str) -> u8 {
        self.machine.register(name).expect("a register") as u8
    }

    pub(crate) fn carry(&self) -> bool {
        let flags = if C::PROCESSOR == Processor::Mos6502 { "P" } else { "F" };
        self.register(flags) & 1 != 0
    }
}

/// Each program, and what it prints on both processors.
const PRINTED: &[(&str, &str)] = &[
    ("layouts", "2F1B F1B2 1B2F B2F1 \nLEAST: 1B2F \n"),
    (
        "keys",
        "BCDHFGEPIJKLAMNO\nBCDHFGKEIJLPAMNO\nBCDHFGKEIJNLAMOP\nBCDHFJGEINKLAMOP\nBCGDFJEHINKLAMOP\n\
         BCGDFJEHAIKLMNOP\nBCGDAFEHIJKLMNOP\nBFCDAEGHIJKLMNOP\nABCDEFGHIJKLMNOP IN ORDER\n",
    ),
    ("rook", "0000000000200400 KEY 0042\n"),
    ("halma", "41 42 43 51 53 61 62 63 \n"),
    ("ataxx", "03 02 1F\n"),
];

#[test]
fn examples_print_the_same_on_both_processors() {
    for (name, expected) in PRINTED {
        assert_eq!(Console::<I8080>::load(name).type_lines(&[]), *expected, "{name}");
        assert_eq!(Console::<Mos6502>::load(name).type_lines(&[]), *expected, "{name}");
    }
}

/// TACTIX and its texts are in the class of 1 KB, without the table that it makes.
#[test]
fn sizes_of_the_programs() {
    for (name, sizes) in [("tactix", [1127, 1222]), ("rotate", [971, 929])] {
        let size = |processor| assembled(processor, name).size;
        assert_eq!([size(Processor::I8080), size(Processor::Mos6502)], sizes, "{name}");
    }
}
