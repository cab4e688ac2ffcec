//! Runs a part from the state of a counterexample.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use arcadian_isa::Processor;
use arcadian_peers::Peer;

use super::{
    case::{Case, Exit, Expected},
    emulators::{Memory, Rustzx, robo6502},
    program::{Placed, Program},
};

/// The greatest number of instructions.
const LIMIT: usize = 200_000;

/// The effects of a part.
pub(super) struct Run {
    processor: Processor,
    exit: Exit,
    events: Vec<String>,
    /// The states before calls, and that at the end.
    states: Vec<Snapshot>,
}

struct Snapshot {
    registers: BTreeMap<&'static str, u16>,
    memory: Vec<u8>,
}

impl Run {
    pub(super) fn differs_from(&self, expected: &Expected, has_events: bool) -> Option<String> {
        if has_events && self.events != expected.events {
            return Some(format!("observed are {:?}, reported {:?}", self.events, expected.events));
        }
        if expected.exit.is_some_and(|exit| exit != self.exit) {
            return Some(format!("it continues at {:?}, reported {:?}", self.exit, expected.exit));
        }
        let differences = self.states.iter().map(|state| self.state_differs(state, expected));
        // A difference is that before one call or at the end.
        differences.min_by_key(|difference| difference.is_some()).flatten()
    }

    fn state_differs(&self, state: &Snapshot, expected: &Expected) -> Option<String> {
        let values = expected.values.iter().find_map(|(name, value)| {
            let found = state.value(self.processor, name);
            (found != Some(*value)).then(|| format!("{name} is {found:X?}, reported {value:X}"))
        });
        values.or_else(|| {
            expected.memory.iter().find_map(|(address, value)| {
                let found = state.memory[usize::from(*address)];
                (found != *value).then(|| format!("({address:04X}) is {found:02X}, reported {value:02X}"))
            })
        })
    }
}

impl Snapshot {
    /// Returns a register or flag.
    fn value(&self, processor: Processor, name: &str) -> Option<u16> {
        if let Some(value) = self.registers.get(name) {
            // The undocumented flags X and Y are not compared.
            return Some(if name == "F'" { value & 0xD7 } else { *value });
        }
        let (_, bit) = processor.flags().iter().find(|(flag, _)| *flag == name)?;
        let flags = self.registers.get("F").or_else(|| self.registers.get("P"))?;
        Some(flags >> bit & 1)
    }
}

pub(super) fn run(program: &Program, case: &Case) -> Result<Run> {
    let machine = emulator(case.processor)?;
    let memory = Memory {
        bytes: Vec::new(),
        inputs: case.setup.inputs.clone(),
        read_inputs: 0,
        volatile: case.volatile.clone(),
        events: Vec::new(),
    };
    let mut runner = Runner { program, case, machine, memory, states: Vec::new() };
    let start = program.instructions.first().map_or(program.end, |first| first.address);
    runner.begin(start, None)?;
    let exit = runner.run()?;
    runner.take_snapshot();
    let Runner { memory, states, .. } = runner;
    Ok(Run { processor: case.processor, exit, events: memory.events, states })
}

fn emulator(processor: Processor) -> Result<Box<dyn Peer>> {
    match processor {
        Processor::Z80 => Ok(Box::new(Rustzx::default())),
        Processor::Mos6502 => Ok(Box::new(robo6502())),
        Processor::I8080 => bail!("there is no second emulator of the 8080"),
    }
}

struct Runner<'a> {
    program: &'a Program,
    case: &'a Case,
    machine: Box<dyn Peer>,
    memory: Memory,
    states: Vec<Snapshot>,
}

impl Runner<'_> {
    /// Loads the state on entry, or that after the calls so far, in which a register can be another one.
    fn begin(&mut self, pc: u16, changed: Option<(String, u16)>) -> Result<()> {
        let Some(state) = self.case.setup.states.get(self.states.len()) else {
            bail!("the report has no state after call {}", self.states.len());
        };
        self.memory.bytes = vec![0; 0x1_0000];
        for placed in &self.program.instructions {
            self.memory.load(placed.address, &placed.bytes);
        }
        for (address, value) in &state.memory {
            self.memory.load(*address, &[*value]);
        }
        let mut registers = state.registers.clone();
        registers.extend(changed);
        // A processor that no longer waits or is stopped.
        self.machine = emulator(self.case.processor)?;
        let byte = |name: &str| registers.get(name).map_or(0, |value| value.to_le_bytes()[0]);
        let names = self.machine.registers().into_iter().map(|(name, _)| name).chain(["Q"]);
        let values: Vec<_> = names.map(|name| (name, byte(name))).collect();
        self.machine.set(&values);
        self.machine.set_stack(registers.get("SP").or(registers.get("S")).copied().unwrap_or(0));
        self.machine.set_pc(pc);
        Ok(())
    }

    fn run(&mut self) -> Result<Exit> {
        for _ in 0..LIMIT {
            let pc = self.machine.pc();
            let program = self.program;
            let Some(placed) = program.at(pc) else { return Ok(self.exit(pc)) };
            match placed.row.mnemonic {
                "HALT" => {
                    self.take_snapshot();
                    self.called("waits for an interrupt".to_owned(), placed)?;
                }
                "CALL" | "RST" | "JSR" if !placed.is_inside => self.call(placed)?,
                _ => _ = self.machine.step(&mut self.memory),
            }
            if self.machine.is_halted() {
                return Ok(Exit::Stop);
            }
        }
        bail!("more than {LIMIT} instructions are executed")
    }

    fn exit(&self, pc: u16) -> Exit {
        match self.program.outside.get(&pc) {
            _ if pc == self.program.end => Exit::End,
            Some(address) => Exit::Jump(*address),
            None => Exit::Jump(pc),
        }
    }

    fn take_snapshot(&mut self) {
        let bytes = self.machine.registers().into_iter().map(|(name, value)| (name, u16::from(value)));
        let mut registers: BTreeMap<_, _> = bytes.collect();
        if self.case.processor == Processor::Z80 {
            registers.insert("SP", self.machine.stack());
        }
        self.states.push(Snapshot { registers, memory: self.memory.bytes.clone() });
    }

    fn call(&mut self, placed: &Placed) -> Result<()> {
        self.take_snapshot();
        self.machine.step(&mut self.memory);
        let pc = self.machine.pc();
        if pc == placed.next() {
            // The condition does not hold.
            self.states.pop();
            return Ok(());
        }
        self.called(format!("calls {pc:04X}"), placed)
    }

    /// Continues after a call, in the state that the report has for it. The stack pointer is what it was.
    fn called(&mut self, event: String, placed: &Placed) -> Result<()> {
        self.memory.events.push(event);
        let name = if self.case.processor == Processor::Mos6502 { "S" } else { "SP" };
        let stack = self.states.last().and_then(|state| state.registers.get(name)).copied();
        self.begin(placed.next(), stack.map(|pointer| (name.to_owned(), pointer)))
    }
}
