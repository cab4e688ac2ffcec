//! Machine code: a routine or a binary on one of the processors. A step is an instruction.

mod call_checkpoints;
mod call_stack;
mod enter;
mod language;
mod names;
mod rows;
mod source;

use std::{
    collections::BTreeMap,
    ops::{ControlFlow, Range},
};

use arcadian_isa::Processor;
use arcadian_machine::{Change, History, Machine, MachineCore, MachineView, Reason, Until};

use crate::debuggee::{
    Debuggee, End, Frame, Group, Language, Location, LocationError, Lvalue, Outcome, Row, SetError,
    SourceLine, Space, State, ValueId,
};
use call_checkpoints::CallCheckpoints;
use call_stack::CallStack;
use names::Names;

pub use enter::{enter, enter_with};
pub use source::Source;

/// A machine code program under the debugger.
#[derive(Debug)]
pub struct MachineCode<C: MachineCore> {
    history: History<C>,
    calls: CallStack,
    checkpoints: CallCheckpoints,
    /// The call stack after each change from outside, by step. It cannot be derived from instructions.
    changed: BTreeMap<u64, CallStack>,
    source: Source,
    names: Names<C>,
    return_address: Option<u16>,
    /// The step at which the machine can change no more, and why. The machine itself would continue to count.
    dead_end: Option<(u64, End)>,
}

impl<C: MachineCore> MachineCode<C> {
    /// Starts debugging a machine in its current state. The program ends when it reaches `return_address`.
    pub fn new(machine: Machine<C>, source: Source, return_address: Option<u16>) -> Self {
        let calls = CallStack::new(&machine.core);
        let checkpoints = CallCheckpoints::new(machine.instructions(), &calls);
        let (history, names, changed) = (History::new(machine), Names::new(), BTreeMap::new());
        MachineCode { history, calls, checkpoints, changed, source, names, return_address, dead_end: None }
    }

    fn machine(&self) -> &Machine<C> {
        self.history.machine()
    }

    /// Returns how many instructions the machine had executed when recording started.
    fn first(&self) -> u64 {
        self.history.recorded().0
    }

    fn has_returned(&self) -> bool {
        self.return_address == Some(self.machine().core.pc())
    }

    fn dead_end(&self) -> Option<End> {
        self.dead_end.as_ref().filter(|(step, _)| *step == self.history.now()).map(|(_, end)| end.clone())
    }

    fn until(&self) -> Until {
        let until = Until::halted().trap();
        self.return_address.into_iter().fold(until, Until::address)
    }

    /// Replays recorded instructions.
    fn replay(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        let (mut observer, history) = self.observer(observe);
        history.forward_with(steps, |moment| observer.before(moment));
        match observer.finish(history) {
            true => Outcome::Stopped,
            false => Outcome::Done,
        }
    }

    /// Executes instructions beyond the recorded ones.
    fn execute(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        let until = self.until().instructions(steps);
        let (mut observer, history) = self.observer(observe);
        let reason = history.run_with(&until, |moment| observer.before(moment)).reason;
        let is_stopped = observer.finish(history);
        let outcome = outcome(reason, is_stopped);
        if let Outcome::Ended(end @ (End::SelfJump | End::Halted)) = &outcome {
            self.dead_end = Some((self.history.now(), end.clone()));
        }
        outcome
    }

    fn observer<'a>(
        &'a mut self,
        observe: &'a mut dyn FnMut(&dyn State) -> bool,
    ) -> (Observer<'a, C>, &'a mut History<C>) {
        let (first, seen) = (self.first(), self.history.now());
        let MachineCode { history, calls, checkpoints, changed, names, .. } = self;
        let observer =
            Observer { calls, checkpoints, changed, names, first, seen, observe, is_stopped: false };
        (observer, history)
    }
}

/// Returns the outcome of a run. `is_stopped` says that the observer stopped it, perhaps after its last instruction.
fn outcome(reason: Reason, is_stopped: bool) -> Outcome {
    match reason {
        Reason::Budget if is_stopped => Outcome::Stopped,
        Reason::Budget => Outcome::Done,
        Reason::Requested => Outcome::Stopped,
        Reason::Address(_) => Outcome::Ended(End::Returned),
        Reason::Halted(_) => Outcome::Ended(End::Halted),
        Reason::Trap(_) => Outcome::Ended(End::SelfJump),
        reason => Outcome::Ended(End::Service(reason.to_string())),
    }
}

/// Follows a run: maintains the call stack and passes each state on.
struct Observer<'a, C: MachineCore> {
    calls: &'a mut CallStack,
    checkpoints: &'a mut CallCheckpoints,
    changed: &'a BTreeMap<u64, CallStack>,
    names: &'a Names<C>,
    first: u64,
    /// The step of the last state that was observed.
    seen: u64,
    observe: &'a mut dyn FnMut(&dyn State) -> bool,
    is_stopped: bool,
}

impl<C: MachineCore> Observer<'_, C> {
    /// Observes the state before an instruction.
    fn before(&mut self, moment: &MachineView<C>) -> ControlFlow<()> {
        if moment.instructions == self.seen {
            self.calls.settle(moment.core);
            return ControlFlow::Continue(());
        }
        self.seen = moment.instructions;
        self.calls.step(moment.core, moment.backplane);
        if let Some(calls) = self.changed.get(&self.seen) {
            *self.calls = calls.clone();
        }
        self.checkpoints.record(self.seen, self.calls);
        let view = View { moment, calls: self.calls, names: self.names, first: self.first };
        self.is_stopped = (self.observe)(&view);
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Observes the state after the last instruction. Returns whether the observer stopped the run.
    fn finish(mut self, history: &History<C>) -> bool {
        let _ = self.before(&moment(history.machine()));
        self.is_stopped
    }
}

fn moment<C: MachineCore>(machine: &Machine<C>) -> MachineView<'_, C> {
    MachineView {
        core: &machine.core,
        backplane: &machine.backplane,
        instructions: machine.instructions(),
        cycles: machine.cycles(),
    }
}

/// The state of a machine during a run.
struct View<'a, C: MachineCore> {
    moment: &'a MachineView<'a, C>,
    calls: &'a CallStack,
    names: &'a Names<C>,
    first: u64,
}

impl<C: MachineCore> State for View<'_, C> {
    fn location(&self) -> Location {
        Location(self.moment.core.pc().into())
    }

    fn steps(&self) -> u64 {
        self.moment.instructions - self.first
    }

    fn cycles(&self) -> u64 {
        self.moment.cycles
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn is_halted(&self) -> bool {
        self.moment.core.is_halted()
    }

    fn value(&self, id: ValueId) -> i64 {
        self.names.value(id, self)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        names::load(self.moment.backplane, space, index)
    }
}

impl<C: MachineCore> MachineCode<C> {
    /// Passes the current state to a function.
    fn view<R>(&self, read: impl FnOnce(&View<C>) -> R) -> R {
        let moment = moment(self.history.machine());
        read(&View { moment: &moment, calls: &self.calls, names: &self.names, first: self.first() })
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
}

impl<C: MachineCore> Debuggee for MachineCode<C> {
    fn language(&self) -> &'static Language {
        language::of(C::PROCESSOR)
    }

    fn processor(&self) -> Option<Processor> {
        Some(C::PROCESSOR)
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
        match (steps - replayed, self.dead_end()) {
            (0, _) => Outcome::Done,
            (_, Some(end)) => Outcome::Ended(end),
            _ if self.has_returned() => Outcome::Ended(End::Returned),
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
        self.names.find(name)
    }

    fn symbol(&self, name: &str) -> Option<i64> {
        self.source.symbol(name)
    }

    fn names(&self) -> Vec<String> {
        self.names.all().map(str::to_owned).chain(self.source.names()).collect()
    }

    fn find_location(&self, text: &str) -> Result<Location, LocationError> {
        self.source.find(text)
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
        let now = self.history.now();
        let changes = match target {
            Lvalue::Value(id) => vec![self.names.change(id, value, self.machine())?],
            Lvalue::Element(space, index) => {
                let bytes = names::bytes(space, index, value)?;
                bytes.into_iter().map(|(address, byte)| Change::Poke(address, byte)).collect()
            }
        };
        changes.into_iter().for_each(|change| self.history.change(change));
        self.calls.settle(&self.history.machine().core);
        self.dead_end = None;
        self.checkpoints.replace_from(now, &self.calls);
        self.changed.split_off(&now);
        self.changed.insert(now, self.calls.clone());
        Ok(())
    }

    fn frames(&self) -> Vec<Frame> {
        self.calls.frames(self.location(), &self.source)
    }

    fn groups(&self) -> Vec<Group> {
        self.names.groups(self.machine())
    }

    fn stack(&self) -> Option<Range<u32>> {
        let pointer = u32::from(self.machine().core.stack());
        Some(match C::PROCESSOR {
            // The stack pointer of the 6502 points to the next free byte, and the stack is confined to page 1.
            Processor::Mos6502 => pointer + 1..0x200,
            Processor::I8080 | Processor::Z80 => pointer..0x1_0000,
        })
    }

    fn rows(&self, around: Location, before: usize, after: usize) -> Vec<Row> {
        rows::around(self.machine(), &self.source, around, before, after)
    }

    fn all_locations(&self) -> Vec<Location> {
        self.source.all_locations()
    }

    fn source_line(&self, location: Location) -> Option<SourceLine> {
        self.source.line(location)
    }

    fn location_in_source(&self, file: &str, line: usize) -> Option<Location> {
        self.source.location_in_line(file, line)
    }

    fn end(&self) -> Option<End> {
        match self.is_halted() {
            true => Some(End::Halted),
            false => self.dead_end().or(self.has_returned().then_some(End::Returned)),
        }
    }

    fn output(&self) -> Vec<String> {
        let printed = String::from_utf8_lossy(self.machine().backplane.printed.as_slice()).into_owned();
        printed.lines().map(str::to_owned).collect()
    }
}
