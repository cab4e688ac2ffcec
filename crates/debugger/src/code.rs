//! Machine code: a routine or a binary on one of the processors. A step is an instruction.

mod call_stack;
mod execution;
mod rows;

use std::{collections::BTreeMap, ops::Range};

use arcadian_isa::Processor;
use arcadian_machine::{
    Addresses, CallFrame, Change, DeviceEvent, History, Machine, MachineCore, UnknownRegister,
};
use arcadian_program::ending::{Caller, Sentry};

use crate::debuggee::{
    CodeRow, Debuggee, End, EventKind, Group, Language, Location, LocationError, Lvalue, Outcome, PressError,
    Screen, SetError, SourceLine, Space, StackFrame, State, ValueId,
};
use call_stack::{CallCheckpoints, CallStack};
use rows::Names;
use rows::{View, moment};

pub use arcadian_program::source::Source;
pub use execution::{Hardware, HardwareValue, typed};

#[derive(Debug)]
pub struct MachineCode<C: MachineCore> {
    history: History<C>,
    calls: CallStack,
    checkpoints: CallCheckpoints,
    /// The call stack after each change from outside, by step. It cannot be derived from instructions.
    changed: BTreeMap<u64, CallStack>,
    source: Source,
    names: Names<C>,
    /// What ends the program, and the addresses at which it is asked.
    sentry: Option<Sentry>,
    stops: Addresses,
    hardware: Option<Box<dyn Hardware<C>>>,
    /// The step at which the machine can change no more, and why. The machine itself would continue to count.
    dead_end: Option<(u64, End)>,
}

impl<C: MachineCore> MachineCode<C> {
    /// Starts debugging a machine in its current state. The program ends when it returns to `return_address`, which is at the top of
    /// the stack. Stop conditions of the machine are removed; those of the debugger count.
    pub fn new(machine: Machine<C>, source: Source, return_address: Option<u16>) -> Self {
        let everywhere = 0..usize::from(u16::MAX) + 1;
        let caller = |address| Sentry::new(Vec::new(), Some(Caller::of(&machine, address)), &[everywhere]);
        let sentry = return_address.map(caller);
        MachineCode::with(machine, source, sentry)
    }

    /// Starts debugging a machine in its current state, with what ends the program.
    pub fn ending_by(machine: Machine<C>, source: Source, sentry: Sentry) -> Self {
        MachineCode::with(machine, source, Some(sentry))
    }

    /// Starts debugging a machine with hardware that expressions and breakpoints can refer to. The program has no end, but
    /// stops when it runs away.
    pub fn on_hardware(machine: Machine<C>, source: Source, hardware: Box<dyn Hardware<C>>) -> Self {
        let input = hardware.input_since(None, &machine);
        let mut program = MachineCode::with(machine, source, None);
        program.names = Names::new(hardware.values());
        program.hardware = Some(hardware);
        program.history.note_events();
        input.into_iter().for_each(|change| program.history.change(change));
        program
    }

    /// Without hardware, so that the compiler does not put the methods of the only one into all programs.
    fn with(machine: Machine<C>, source: Source, sentry: Option<Sentry>) -> Self {
        let calls = CallStack::new(&machine.core);
        let checkpoints = CallCheckpoints::new(machine.instructions(), &calls);
        let mut history = History::new(machine);
        history.clear_watchpoints();
        MachineCode {
            history,
            calls,
            checkpoints,
            changed: BTreeMap::new(),
            source,
            names: Names::new(&[]),
            stops: sentry.as_ref().map(Sentry::addresses::<C>).unwrap_or_default(),
            sentry,
            hardware: None,
            dead_end: None,
        }
    }

    fn machine(&self) -> &Machine<C> {
        self.history.machine()
    }

    /// Returns how many instructions the machine had executed when its history started.
    fn first(&self) -> u64 {
        self.history.recorded().0
    }

    fn has_returned(&self) -> bool {
        self.sentry.as_ref().is_some_and(|sentry| sentry.has_returned(self.machine()))
    }

    fn dead_end(&self) -> Option<End> {
        self.dead_end.as_ref().filter(|(step, _)| *step == self.history.now()).map(|(_, end)| end.clone())
    }

    /// Returns whether code on hardware is halted for good, or at an address where there is no memory. A pending RESET ends
    /// that.
    fn has_run_away(&self) -> bool {
        let machine = self.machine();
        let is_unmapped = |hardware: &dyn Hardware<C>| hardware.unmapped().contains(machine.core.pc());
        self.hardware.as_deref().is_some_and(|hardware| machine.is_halted_forever() || is_unmapped(hardware))
            && !machine.backplane.is_reset_pending()
    }
}

impl<C: MachineCore> MachineCode<C> {
    fn view<R>(&self, read: impl FnOnce(&View<C>) -> R) -> R {
        let moment = moment(self.history.machine());
        let hardware = self.hardware.as_deref();
        read(&View { moment: &moment, calls: &self.calls, names: &self.names, hardware, first: self.first() })
    }
}

impl<C: MachineCore> State for MachineCode<C> {
    fn location(&self) -> Location {
        self.view(|view| view.location())
    }

    fn steps(&self) -> u64 {
        self.view(|view| view.steps())
    }

    fn cycles(&self) -> u64 {
        self.view(|view| view.cycles())
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn is_halted(&self) -> bool {
        self.view(|view| view.is_halted())
    }

    fn value(&self, id: ValueId) -> i64 {
        self.view(|view| view.value(id))
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        self.view(|view| view.load(space, index))
    }

    fn screen(&self) -> Option<Screen> {
        self.view(|view| view.screen())
    }

    fn events(&self) -> &[DeviceEvent] {
        self.machine().backplane.events()
    }
}

impl<C: MachineCore> Debuggee for MachineCode<C> {
    fn language(&self) -> &'static Language {
        self.hardware.as_ref().map_or_else(|| rows::of(C::PROCESSOR), |hardware| hardware.language())
    }

    fn processor(&self) -> Option<Processor> {
        Some(C::PROCESSOR)
    }

    fn event_kinds(&self) -> &'static [EventKind] {
        self.hardware.as_ref().map_or(&[], |hardware| hardware.event_kinds())
    }

    fn recorded(&self) -> u64 {
        let (first, last) = self.history.recorded();
        last - first
    }

    fn run(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        let replayed = steps.min(self.recorded() - self.steps());
        if replayed > 0 && self.replay(replayed, observe) == Outcome::Stopped {
            return Outcome::Stopped;
        }
        match (steps - replayed, self.end()) {
            (0, _) => Outcome::Done,
            (_, Some(end)) => Outcome::Ended(end),
            (more, None) => self.execute(more, observe),
        }
    }

    fn seek(&mut self, step: u64) {
        let goal = self.first() + step.min(self.recorded());
        let Some((at, calls)) = self.checkpoints.last_before(goal) else { return };
        // Every step between the first and the last is recorded, so this cannot fail.
        let _ = self.history.seek(at);
        self.calls = calls.clone();
        self.replay(goal - self.history.now(), &mut |_| false);
    }

    fn resolve(&self, name: &str) -> Option<ValueId> {
        // A label of the program counts before a value of the hardware that is called the same.
        self.names.find(name).filter(|id| !(self.names.is_hardware(*id) && self.source.has_label(name)))
    }

    fn symbol(&self, name: &str) -> Option<i64> {
        self.source.symbol(name)
    }

    fn names(&self) -> Vec<String> {
        self.names.all().map(str::to_owned).chain(self.source.names()).collect()
    }

    fn find_locations(&self, text: &str) -> Result<Vec<Location>, LocationError> {
        Ok(self.source.find(text)?.into_iter().map(at).collect())
    }

    fn location_name(&self, location: Location) -> String {
        format!("{:04X}", location.0 as u16)
    }

    fn location_names(&self) -> Vec<String> {
        self.names().into_iter().filter(|name| self.find_location(name).is_ok()).collect()
    }

    fn location_at(&self, address: u16) -> Option<Location> {
        Some(Location(address.into()))
    }

    fn address(&self, location: Location) -> Option<u16> {
        u16::try_from(location.0).ok()
    }

    fn set(&mut self, target: Lvalue, value: i64) -> Result<(), SetError> {
        let changes = match target {
            Lvalue::Value(id) => vec![self.names.change(id, value, self.machine())?],
            Lvalue::Element(space, index) => {
                let bytes = rows::bytes(space, index, value)?;
                bytes.into_iter().map(|(address, byte)| Change::Poke(address, byte)).collect()
            }
        };
        self.change(changes);
        Ok(())
    }

    fn press(&mut self, keys: &str) -> Result<(), PressError> {
        let changes = match &mut self.hardware {
            Some(hardware) => hardware.press(keys, self.history.machine())?,
            None if self.history.machine().has_keyboard() => {
                typed(keys)?.into_iter().map(Change::Type).collect()
            }
            None => return Err(PressError::NoKeyboard),
        };
        self.change(changes);
        Ok(())
    }

    fn frames(&self) -> Vec<StackFrame> {
        self.calls.frames(self.location(), &self.source)
    }

    fn groups(&self) -> Vec<Group> {
        self.names.groups(self.machine(), self.hardware.as_deref())
    }

    fn stack(&self) -> Option<Range<u32>> {
        let pointer = u32::from(self.machine().core.stack());
        Some(match C::PROCESSOR {
            // The stack pointer of the 6502 points to the next free byte, and the stack is confined to page 1.
            Processor::Mos6502 => pointer + 1..0x200,
            Processor::I8080 | Processor::Z80 => pointer..0x1_0000,
        })
    }

    fn rows(&self, around: Location, before: usize, after: usize) -> Vec<CodeRow> {
        rows::around(self.machine(), &self.source, around, before, after)
    }

    fn all_locations(&self) -> Vec<Location> {
        self.source.code().into_iter().map(at).collect()
    }

    fn source_line(&self, location: Location) -> Option<SourceLine> {
        let (file, line) = self.source.line(u16::try_from(location.0).ok()?)?;
        Some(SourceLine { file: file.to_owned(), line: line.number, column: line.column })
    }

    fn source_lines(&self) -> Vec<(String, usize)> {
        self.source.lines_with_code()
    }

    fn locations_in_source(&self, file: &str, line: usize) -> Option<(usize, Vec<Location>)> {
        let (line, starts) = self.source.starts_in_line(file, line)?;
        Some((line, starts.iter().copied().map(at).collect()))
    }

    fn end(&self) -> Option<End> {
        match &self.hardware {
            Some(hardware) => {
                let is_end = self.has_run_away() && !hardware.has_reset_after(self.cycles());
                is_end.then(|| self.ran_away())
            }
            None if self.machine().is_halted_forever() => Some(End::Halted),
            None => self.dead_end().or(self.has_returned().then_some(End::Returned)),
        }
    }

    fn output(&self) -> Vec<String> {
        let printed = String::from_utf8_lossy(self.machine().backplane.printed.as_slice()).into_owned();
        printed.lines().map(str::to_owned).collect()
    }
}

fn at(address: u16) -> Location {
    Location(address.into())
}

/// Sets the program counter to `entry` and pushes `return_address` on the stack, which is at its usual place.
pub fn enter<C: MachineCore>(
    machine: &mut Machine<C>,
    entry: u16,
    return_address: u16,
) -> Result<(), UnknownRegister> {
    let frame = CallFrame::new(C::PROCESSOR, CallFrame::initial_stack(C::PROCESSOR), return_address);
    frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
    machine.set_register(C::PROCESSOR.stack_pointer(), frame.stack)?;
    machine.core.set_pc(entry);
    Ok(())
}
