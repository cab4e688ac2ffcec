//! A processor and what it is plugged into.

use std::ops::ControlFlow;

use arcadian_cpu::{Bus, Core, Register, StepCost};

use crate::{
    backplane::Backplane,
    leg::Leg,
    registers::{UnknownRegister, register},
    service::{Service, Services},
    stuck,
    until::{Reason, Stop, Until},
    watch::Noted,
};

/// A whole machine.
#[derive(Clone, Debug)]
pub struct Machine<C: Core> {
    /// The processor.
    pub core: C,
    /// Memory and devices.
    pub backplane: Backplane,
    services: Services<C>,
    pub(crate) refresh: Option<&'static Register<C>>,
    pub(crate) instructions: u64,
}

/// A machine between two instructions of a run, to look at.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a, C: Core> {
    /// The processor.
    pub core: &'a C,
    /// Memory and devices.
    pub backplane: &'a Backplane,
    /// Instructions executed since the machine was made.
    pub instructions: u64,
    /// Cycles since it was made.
    pub cycles: u64,
}

impl<C: Core> Default for Machine<C> {
    fn default() -> Self {
        Machine {
            core: C::default(),
            backplane: Backplane::default(),
            services: Services::default(),
            refresh: C::register("R"),
            instructions: 0,
        }
    }
}

impl<C: Core> Machine<C> {
    /// A machine of nothing but RAM.
    pub fn new() -> Self {
        Machine::default()
    }

    /// Instructions executed since it was made; accepting an interrupt counts as one.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Cycles since it was made.
    pub fn cycles(&self) -> u64 {
        self.backplane.now()
    }

    /// Pulls RESET for a moment: the devices follow at once, the processor with its next step.
    pub fn reset(&mut self) {
        self.backplane.reset();
    }

    /// A byte, without a device noticing.
    pub fn peek(&self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    /// The value of a register.
    pub fn register(&self, name: &str) -> Result<u16, UnknownRegister> {
        Ok((register::<C>(name)?.get)(&self.core))
    }

    /// Gives a register a value; one of eight bits takes the low ones.
    pub fn set_register(&mut self, name: &str, value: u16) -> Result<(), UnknownRegister> {
        (register::<C>(name)?.set)(&mut self.core, value);
        Ok(())
    }

    /// Adds services and plants a return at each of their addresses.
    pub fn serve(&mut self, table: &[Service]) -> Result<(), UnknownRegister> {
        self.services.add(table, &mut self.backplane)
    }
}

/// Running.
impl<C: Core> Machine<C> {
    /// Executes one instruction, accepts one interrupt, or spends a moment in RESET. A service that ends the run gives its reason instead.
    pub fn step(&mut self) -> Result<StepCost, Reason> {
        if let Some(reason) = self.serve_at(&{ self.core }) {
            return Err(reason);
        }
        let step = self.core.step(&mut self.backplane);
        self.backplane.watch.noted = None;
        self.instructions += 1;
        Ok(step)
    }

    /// Runs.
    pub fn run(&mut self, until: &Until) -> Stop {
        self.go(until, until.instructions, until.cycles)
    }

    /// Runs while `look` looks on, before each instruction, and may ask to stop.
    pub fn run_with(&mut self, until: &Until, look: impl FnMut(&Moment<C>) -> ControlFlow<()>) -> Stop {
        self.go_with(until, until.instructions, until.cycles, look)
    }

    /// Runs with a budget of its own.
    pub(crate) fn go(&mut self, until: &Until, instructions: u64, cycles: u64) -> Stop {
        let leg = if until.traps { Leg::until_again } else { Leg::long };
        // A copy of them, because the legs have the machine.
        let services = self.services.marks().clone();
        let marks = until.addresses.with(&services);
        self.legs(until, instructions, cycles, |core, backplane, most, _| {
            Some(leg(core, backplane, most, &marks))
        })
    }

    /// Runs with a budget of its own and someone who looks on.
    pub(crate) fn go_with(
        &mut self,
        until: &Until,
        instructions: u64,
        cycles: u64,
        mut look: impl FnMut(&Moment<C>) -> ControlFlow<()>,
    ) -> Stop {
        let before = self.instructions;
        self.legs(until, instructions, cycles, |core, backplane, _, done| {
            let (instructions, cycles) = (before + done.instructions, backplane.now());
            let moment = Moment { core, backplane, instructions, cycles };
            look(&moment).is_continue().then(|| Leg::single(core, backplane))
        })
    }

    /// Goes on leg by leg. A leg goes at most as far as it is told, and ends where a service is to act or the run may.
    fn legs(
        &mut self,
        until: &Until,
        instructions: u64,
        cycles: u64,
        mut leg: impl FnMut(&mut C, &mut Backplane, u64, &Stop) -> Option<Leg>,
    ) -> Stop {
        let mut stop = Stop { reason: Reason::Budget, instructions: 0, cycles: 0 };
        // A copy on the stack, which the compiler may keep in the host's registers.
        let mut core = self.core;
        self.backplane.clock.set_deadline(self.backplane.now().saturating_add(cycles));
        self.backplane.watch.strays = until.stray_writes;
        while stop.instructions < instructions && stop.cycles < cycles {
            if let Some(reason) = self.serve_at(&core) {
                stop.reason = reason;
                break;
            }
            let most = instructions - stop.instructions;
            let Some(leg) = leg(&mut core, &mut self.backplane, most, &stop) else {
                stop.reason = Reason::Asked;
                break;
            };
            stop.instructions += leg.instructions;
            stop.cycles += leg.cycles;
            if let Some(reason) = self.arrived(&core, leg.again, until) {
                stop.reason = reason;
                break;
            }
        }
        self.backplane.clock.set_deadline(u64::MAX);
        self.core = core;
        self.instructions += stop.instructions;
        stop
    }

    #[inline(always)]
    fn serve_at(&mut self, core: &C) -> Option<Reason> {
        if self.services.at(core.pc()) { self.services.perform(core, &mut self.backplane) } else { None }
    }

    #[inline(always)]
    fn arrived(&mut self, core: &C, again: bool, until: &Until) -> Option<Reason> {
        if until.addresses.contains(core.pc()) {
            self.backplane.watch.noted = None;
            return Some(Reason::Address(core.pc()));
        }
        if again || core.is_halted() || self.backplane.watch.noted.is_some() {
            self.rare(core, again, until)
        } else {
            None
        }
    }

    #[cold]
    #[inline(never)]
    fn rare(&mut self, core: &C, again: bool, until: &Until) -> Option<Reason> {
        let noted = self.backplane.watch.noted.take().filter(|_| !until.replay);
        match noted {
            Some(Noted::Stray { address, value }) if until.stray_writes => {
                return Some(Reason::StrayWrite { address, value });
            }
            Some(Noted::Watched { access, address, value }) => {
                return Some(Reason::Watched { access, address, value });
            }
            _ => {}
        }
        if core.is_halted() {
            let halted = !until.replay && stuck::halted(core, &self.backplane);
            return halted.then(|| Reason::Halted(core.pc()));
        }
        let trapped = until.traps && again && stuck::trapped(core, self.refresh, &self.backplane);
        trapped.then_some(Reason::Trap(core.pc()))
    }
}
