//! Machine code: a routine or a binary on one of the processors.

mod calls;
mod kept;
mod names;
mod rows;
mod source;
mod start;

use std::{collections::BTreeMap, ops::ControlFlow};

use arcadian_cpu::Core;
use arcadian_machine::{Change, History, Machine, Moment, Reason, Until};

use crate::debuggee::{
    Debuggee, End, Frame, Group, Kind, Line, Name, NoSpot, Refused, Row, Space, Spot, State, Target, Why,
};
use calls::Calls;
use kept::Kept;
use names::Names;

pub use source::Source;
pub use start::enter;

/// Machine code under the debugger.
#[derive(Debug)]
pub struct Code<C: Core> {
    history: History<C>,
    calls: Calls,
    kept: Kept,
    /// The subroutines as they were behind the changes made at some steps: no instruction tells of them.
    changed: BTreeMap<u64, Calls>,
    source: Source,
    names: Names<C>,
    home: Option<u16>,
    /// The step beyond which nothing would change any more, and why. The machine would go on counting.
    stuck: Option<(u64, End)>,
}

impl<C: Core> Code<C> {
    /// A machine as it stands, and what is known of its code. At `home` the program is over, as a routine is that has
    /// returned there.
    pub fn new(machine: Machine<C>, source: Source, home: Option<u16>) -> Self {
        let calls = Calls::new(&machine.core);
        let kept = Kept::new(machine.instructions(), &calls);
        let (history, names) = (History::new(machine), Names::new());
        Code { history, calls, kept, changed: BTreeMap::new(), source, names, home, stuck: None }
    }

    /// The machine, to look at.
    pub fn machine(&self) -> &Machine<C> {
        self.history.machine()
    }

    fn first(&self) -> u64 {
        self.history.recorded().0
    }

    fn is_home(&self) -> bool {
        self.home == Some(self.machine().core.pc())
    }

    /// Why nothing would change any more, if that is known.
    fn stuck(&self) -> Option<End> {
        self.stuck.as_ref().filter(|(step, _)| *step == self.history.now()).map(|(_, end)| end.clone())
    }

    fn until(&self) -> Until {
        let until = Until::halted().trap();
        self.home.into_iter().fold(until, Until::address)
    }

    /// Goes through what is recorded, or on into the new. The last state is looked at too.
    fn go(
        &mut self,
        steps: u64,
        is_recorded: bool,
        look: &mut dyn FnMut(&dyn State) -> bool,
    ) -> Option<Reason> {
        let (first, from) = (self.first(), self.history.now());
        let until = self.until().instructions(steps);
        let Code { history, calls, kept, changed, names, stuck, .. } = self;
        let mut observer = Observer { calls, kept, changed, names, first, from, look, asked: false };
        let reason = match is_recorded {
            true => {
                history.forward_with(steps, |moment| observer.before(moment));
                None
            }
            false => Some(history.run_with(&until, |moment| observer.before(moment)).reason),
        };
        let machine = history.machine();
        let last = Moment {
            core: &machine.core,
            backplane: &machine.backplane,
            instructions: machine.instructions(),
            cycles: machine.cycles(),
        };
        let _ = observer.before(&last);
        let asked = observer.asked;
        *stuck = match reason {
            Some(Reason::Trap(_)) => Some((machine.instructions(), End::Loop)),
            Some(Reason::Halted(_)) => Some((machine.instructions(), End::Halted)),
            _ => stuck.take(),
        };
        match reason {
            None | Some(Reason::Budget) if asked => Some(Reason::Asked),
            reason => reason,
        }
    }
}

/// Looks on: keeps the book of subroutines, and asks whoever wants to stop.
struct Observer<'a, C: Core> {
    calls: &'a mut Calls,
    kept: &'a mut Kept,
    changed: &'a BTreeMap<u64, Calls>,
    names: &'a Names<C>,
    first: u64,
    /// The step that has been seen.
    from: u64,
    look: &'a mut dyn FnMut(&dyn State) -> bool,
    asked: bool,
}

impl<C: Core> Observer<'_, C> {
    fn before(&mut self, moment: &Moment<C>) -> ControlFlow<()> {
        if moment.instructions == self.from {
            self.calls.settle(moment.core);
            return ControlFlow::Continue(());
        }
        self.from = moment.instructions;
        self.calls.step(moment.core, moment.backplane);
        if let Some(calls) = self.changed.get(&self.from) {
            *self.calls = calls.clone();
        }
        self.kept.pass(self.from, self.calls);
        let seen = Seen { moment, calls: self.calls, names: self.names, first: self.first };
        self.asked = (self.look)(&seen);
        if self.asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A machine in the middle of a run.
struct Seen<'a, C: Core> {
    moment: &'a Moment<'a, C>,
    calls: &'a Calls,
    names: &'a Names<C>,
    first: u64,
}

impl<C: Core> State for Seen<'_, C> {
    fn spot(&self) -> Spot {
        Spot(self.moment.core.pc().into())
    }

    fn now(&self) -> u64 {
        self.moment.instructions - self.first
    }

    fn clock(&self) -> u64 {
        self.moment.cycles
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn is_halted(&self) -> bool {
        self.moment.core.is_halted()
    }

    fn value(&self, name: Name) -> i64 {
        self.names.value(name, self)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        names::load(self.moment.backplane, space, index)
    }
}

impl<C: Core> Code<C> {
    /// Lets somebody look at the machine as it stands.
    fn seen<R>(&self, look: impl FnOnce(&Seen<C>) -> R) -> R {
        let machine = self.history.machine();
        let moment = Moment {
            core: &machine.core,
            backplane: &machine.backplane,
            instructions: machine.instructions(),
            cycles: machine.cycles(),
        };
        look(&Seen { moment: &moment, calls: &self.calls, names: &self.names, first: self.first() })
    }
}

impl<C: Core> State for Code<C> {
    fn spot(&self) -> Spot {
        self.seen(|seen| seen.spot())
    }

    fn now(&self) -> u64 {
        self.seen(|seen| seen.now())
    }

    fn clock(&self) -> u64 {
        self.seen(|seen| seen.clock())
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn is_halted(&self) -> bool {
        self.machine().core.is_halted()
    }

    fn value(&self, name: Name) -> i64 {
        self.seen(|seen| seen.value(name))
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        self.seen(|seen| seen.load(space, index))
    }
}

impl<C: Core> Debuggee for Code<C> {
    fn kind(&self) -> Kind {
        Kind::Code(C::PROCESSOR)
    }

    fn furthest(&self) -> u64 {
        let (first, last) = self.history.recorded();
        last - first
    }

    fn run(&mut self, steps: u64, look: &mut dyn FnMut(&dyn State) -> bool) -> Why {
        let again = steps.min(self.furthest() - self.now());
        if again > 0 && self.go(again, true, look) == Some(Reason::Asked) {
            return Why::Asked;
        }
        match (steps - again, self.stuck()) {
            (0, _) => Why::Steps,
            (_, Some(end)) => Why::End(end),
            _ if self.is_home() => Why::End(End::Returned),
            (more, None) => match self.go(more, false, look) {
                None | Some(Reason::Budget) => Why::Steps,
                Some(Reason::Asked) => Why::Asked,
                Some(Reason::Address(_)) => Why::End(End::Returned),
                Some(Reason::Halted(_)) => Why::End(End::Halted),
                Some(Reason::Trap(_)) => Why::End(End::Loop),
                Some(reason) => Why::End(End::Service(reason.to_string())),
            },
        }
    }

    fn seek(&mut self, step: u64) {
        let goal = self.first() + step.min(self.furthest());
        let Some((at, calls)) = self.kept.before(goal) else { return };
        // What is recorded reaches from the first to the furthest step, so there is no error.
        let _ = self.history.seek(at);
        self.calls = calls.clone();
        self.go(goal - self.history.now(), true, &mut |_| false);
    }

    fn name(&self, text: &str) -> Option<Name> {
        self.names.find(text)
    }

    fn constant(&self, text: &str) -> Option<i64> {
        self.source.symbol(text)
    }

    fn names(&self) -> Vec<String> {
        self.names.all().map(str::to_owned).chain(self.source.names()).collect()
    }

    fn find(&self, place: &str) -> Result<Spot, NoSpot> {
        self.source.find(place)
    }

    fn set(&mut self, target: Target, value: i64) -> Result<(), Refused> {
        let now = self.history.now();
        let mut changes = Vec::new();
        match target {
            Target::Name(name) => changes.push(self.names.change(name, value, self.machine())?),
            Target::Element(space, index) => {
                for (address, byte) in names::bytes(space, index, value)? {
                    changes.push(Change::Poke(address, byte));
                }
            }
        }
        changes.into_iter().for_each(|change| self.history.change(change));
        self.calls.settle(&self.history.machine().core);
        self.stuck = None;
        self.kept.change(now, &self.calls);
        self.changed.split_off(&now);
        self.changed.insert(now, self.calls.clone());
        Ok(())
    }

    fn frames(&self) -> Vec<Frame> {
        self.calls.frames(self.spot(), &self.source)
    }

    fn groups(&self) -> Vec<Group> {
        self.names.groups(self.machine())
    }

    fn code(&self, around: Spot, before: usize, behind: usize) -> Vec<Row> {
        rows::around(self.machine(), &self.source, around, before, behind)
    }

    fn all_code(&self) -> Vec<Spot> {
        self.source.all_code()
    }

    fn source(&self, spot: Spot) -> Option<Line> {
        self.source.line(spot)
    }

    fn spot_in(&self, file: &str, line: usize) -> Option<Spot> {
        self.source.spot_in(file, line)
    }

    fn end(&self) -> Option<End> {
        match self.is_halted() {
            true => Some(End::Halted),
            false => self.stuck().or(self.is_home().then_some(End::Returned)),
        }
    }

    fn printed(&self) -> Vec<String> {
        let printed = String::from_utf8_lossy(self.machine().backplane.printed.kept()).into_owned();
        printed.lines().map(str::to_owned).collect()
    }
}
