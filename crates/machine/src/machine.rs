//! A processor and its backplane, its registers by name, and the segments of a run.

use super::core::UnknownRegister;
use super::core::register;
use std::ops::ControlFlow;

use arcadian_cpu::{Bus, Register, StepCost};

use crate::{
    backplane::Backplane,
    core::MachineCore,
    memory::DeviceId,
    service::{Service, Services},
    until::{Budget, Hit, Reason, Stop, Until},
};

/// A machine: a processor core on a backplane.
#[derive(Clone, Debug)]
pub struct Machine<C: MachineCore> {
    /// The processor.
    pub core: C,
    /// Memory and devices.
    pub backplane: Backplane,
    services: Services<C>,
    pub(crate) refresh: Option<&'static Register<C>>,
    pub(crate) instructions: u64,
}

/// The state of a machine between two instructions of a run, as an observer sees it. During a run the machine's own
/// counters and core are stale.
#[derive(Clone, Copy, Debug)]
pub struct MachineView<'a, C: MachineCore> {
    /// The processor.
    pub core: &'a C,
    /// Memory and devices.
    pub backplane: &'a Backplane,
    /// The instructions executed since the machine was created.
    pub instructions: u64,
    /// The cycles since the machine was created.
    pub cycles: u64,
}

impl<C: MachineCore> Default for Machine<C> {
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

impl<C: MachineCore> Machine<C> {
    /// Creates a machine with 64 KB of RAM and no devices.
    pub fn new() -> Self {
        Machine::default()
    }

    /// Returns the instructions executed since the machine was created. Accepting an interrupt counts as one.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Returns the cycles since the machine was created.
    pub fn cycles(&self) -> u64 {
        self.backplane.now()
    }

    /// Sets the processor and the counters, as when a saved state is loaded into a new machine. `responding` is the device
    /// that supplies the rest of an instruction, if the processor was saved within an acknowledge sequence.
    pub fn resume(&mut self, core: C, instructions: u64, cycles: u64, responding: Option<DeviceId>) {
        self.core = core;
        self.instructions = instructions;
        self.backplane.resume(cycles, responding);
    }

    /// Pulses RESET. The devices are reset immediately, the processor in its next step.
    pub fn reset(&mut self) {
        self.backplane.reset();
    }

    /// Returns the byte at an address, without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    /// Returns the value of a register.
    pub fn register(&self, name: &str) -> Result<u16, UnknownRegister> {
        Ok((register::<C>(name)?.get)(&self.core))
    }

    /// Sets a register; an 8-bit register uses the low byte.
    pub fn set_register(&mut self, name: &str, value: u16) -> Result<(), UnknownRegister> {
        (register::<C>(name)?.set)(&mut self.core, value);
        Ok(())
    }

    /// Returns whether the processor is halted, and neither a pending interrupt or RESET nor a clocked device can wake it.
    pub fn is_halted_forever(&self) -> bool {
        self.core.is_halted()
            && !self.backplane.is_reset_pending()
            && self.core.is_halted_forever(&self.backplane)
    }

    /// Returns whether a service reads what is typed.
    pub fn has_keyboard(&self) -> bool {
        self.services.read_keyboard()
    }

    /// Adds services, operating system routines that the host performs, and writes a return instruction at each of their
    /// addresses.
    pub fn serve(&mut self, table: &[Service]) -> Result<(), UnknownRegister> {
        self.services.add(table, &mut self.backplane)
    }
}

/// Execution.
impl<C: MachineCore> Machine<C> {
    /// Executes one instruction, accepts one interrupt, or spends one cycle in RESET. A service at the program counter is
    /// performed first; if it ends the run, nothing is executed and the reason is returned as the error.
    pub fn step(&mut self) -> Result<StepCost, Reason> {
        let mut core = self.core;
        let reason = self.perform_service(&mut core);
        self.core = core;
        if let Some(reason) = reason {
            return Err(reason);
        }
        let (cost, _) = self.core.run_on(&mut self.backplane, 1, &[0; 1024], false);
        self.backplane.watches.hit = None;
        self.backplane.watches.forget_noted();
        self.instructions += 1;
        Ok(StepCost { cycles: cost.cycles as u32, accesses: cost.accesses as u32 })
    }

    /// Runs the machine until a stop condition is met.
    pub fn run(&mut self, until: &Until) -> Stop {
        self.run_with_budget(until, until.budget())
    }

    /// Runs the machine and calls `observe` before each instruction. `ControlFlow::Break` stops the run.
    pub fn run_with(
        &mut self,
        until: &Until,
        observe: impl FnMut(&MachineView<C>) -> ControlFlow<()>,
    ) -> Stop {
        self.run_with_budget_and_observer(until, until.budget(), observe)
    }

    /// Runs with this budget; the budget in `until` is ignored.
    pub(crate) fn run_with_budget(&mut self, until: &Until, budget: Budget) -> Stop {
        // A copy, because the segments borrow the machine.
        let services = self.services.addresses().clone();
        let stops = until.addresses.union(&services);
        let stop = self.run_segments(
            until,
            budget,
            |_, _, _| true,
            |core, backplane, limit| Segment::run(core, backplane, limit, &stops, until.traps),
        );
        self.backplane.watches.forget_noted();
        stop
    }

    /// Runs with this budget and an observer, one instruction per segment.
    pub(crate) fn run_with_budget_and_observer(
        &mut self,
        until: &Until,
        budget: Budget,
        mut observe: impl FnMut(&MachineView<C>) -> ControlFlow<()>,
    ) -> Stop {
        let before = self.instructions;
        self.run_segments(
            until,
            budget,
            |core, backplane, done| {
                let (instructions, cycles) = (before + done.instructions, backplane.now());
                observe(&MachineView { core, backplane, instructions, cycles }).is_continue()
            },
            |core, backplane, _| {
                backplane.watches.forget_noted();
                Segment::run(core, backplane, 1, &[0; 1024], until.traps)
            },
        )
    }

    /// Runs in segments. Between two of them, services are performed and stop conditions are checked. `goes_on` receives the
    /// totals so far and returns false to stop the run, before a service that the next run performs. `run_segment` receives
    /// the maximum number of instructions. It must stop at services and at `until.addresses`.
    fn run_segments(
        &mut self,
        until: &Until,
        budget: Budget,
        mut goes_on: impl FnMut(&C, &Backplane, &Stop) -> bool,
        mut run_segment: impl FnMut(&mut C, &mut Backplane, u64) -> Segment,
    ) -> Stop {
        // A local copy, which the compiler can keep in host registers.
        let mut core = self.core;
        self.backplane.clock.set_deadline(self.backplane.now().saturating_add(budget.cycles));
        self.backplane.watches.catches_rom_writes = until.stray_writes;
        let stop = budget.run_in_parts(|done| {
            if !goes_on(&core, &self.backplane, done) {
                return Stop::without_instructions(Reason::Requested);
            }
            if let Some(reason) = self.perform_service(&mut core) {
                return Stop::without_instructions(reason);
            }
            let limit = budget.instructions - done.instructions;
            let segment = run_segment(&mut core, &mut self.backplane, limit);
            let reason = self.stop_reason(&core, segment.is_self_jump, until).unwrap_or(Reason::Budget);
            Stop { reason, instructions: segment.instructions, cycles: segment.cycles }
        });
        self.backplane.clock.set_deadline(u64::MAX);
        self.core = core;
        self.instructions += stop.instructions;
        stop
    }

    #[inline(always)]
    fn perform_service(&mut self, core: &mut C) -> Option<Reason> {
        if self.services.contains(core.pc()) {
            self.services.perform(core, &mut self.backplane)
        } else {
            None
        }
    }

    #[inline(always)]
    fn stop_reason(&mut self, core: &C, is_self_jump: bool, until: &Until) -> Option<Reason> {
        if until.addresses.contains(core.pc()) {
            // The address of a jump to itself was reported before the jump.
            let trap = if is_self_jump { self.rare_stop_reason(core, true, until) } else { None };
            self.backplane.watches.hit = None;
            return trap.or(Some(Reason::Address(core.pc())));
        }
        if is_self_jump || core.is_halted() || self.backplane.watches.hit.is_some() {
            self.rare_stop_reason(core, is_self_jump, until)
        } else {
            None
        }
    }

    #[cold]
    #[inline(never)]
    fn rare_stop_reason(&mut self, core: &C, is_self_jump: bool, until: &Until) -> Option<Reason> {
        let hit = self.backplane.watches.hit.take().filter(|_| !until.is_replay);
        match hit {
            Some(Hit::RomWrite { address, value }) if until.stray_writes => {
                return Some(Reason::StrayWrite { address, value });
            }
            Some(Hit::Access { access, address, value }) => {
                return Some(Reason::Watched { access, address, value });
            }
            Some(Hit::Event) => return self.backplane.watches.last_event().map(Reason::Event),
            _ => {}
        }
        if core.is_halted() {
            let halted = !until.is_replay && core.is_halted_forever(&self.backplane);
            return halted.then(|| Reason::Halted(core.pc()));
        }
        let trapped = until.traps && is_self_jump && core.is_trapped(self.refresh, &self.backplane);
        trapped.then_some(Reason::Trap(core.pc()))
    }
}

pub(crate) struct Segment {
    pub(crate) instructions: u64,
    pub(crate) cycles: u64,
    /// Whether the last instruction jumped to itself.
    pub(crate) is_self_jump: bool,
}

impl Segment {
    /// Executes up to `limit` instructions, until the next one is at an address in `stops` or, if `stops_at_self_jump`, an
    /// instruction has jumped to itself.
    pub(crate) fn run<C: MachineCore>(
        core: &mut C,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
        stops_at_self_jump: bool,
    ) -> Self {
        let (cost, is_self_jump) = core.run_on(backplane, limit, stops, stops_at_self_jump);
        Segment { instructions: cost.instructions, cycles: cost.cycles, is_self_jump }
    }
}
