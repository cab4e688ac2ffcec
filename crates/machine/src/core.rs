//! The cores as machines use them, compiled once, on a bus that is not known then; and the detection of one that is stuck.
//!
//! A core is generic over its bus, so every crate that runs one compiles its own copy. What machines need is compiled here,
//! for the three processors, and the rest of the workspace calls it. Each copy of a core takes seconds to compile.

use arcadian_cpu::{Bus, Core, I8080, MachineCycle, Mos6502, Register, RunCost, Z80};
use arcadian_isa::Processor;

use crate::{backplane::Backplane, lines::Lines, until::is_in};

/// A core that a [`Machine`](crate::Machine) can have: the 8080, the Z80 or the 6502.
pub trait MachineCore: Core {
    /// Executes up to `limit` instructions, until the next one is at an address in `stops` or, if `stops_at_self_jump`, an
    /// instruction has jumped to itself. Returns whether one did.
    #[doc(hidden)]
    fn run_on(
        &mut self,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
        stops_at_self_jump: bool,
    ) -> (RunCost, bool);

    /// Like [`Core::run`], on a bus that is not known when the cores are compiled.
    fn run_on_any(&mut self, bus: &mut dyn AnyBus, limit: u64, stop: &mut dyn FnMut(u16) -> bool) -> RunCost;

    /// Returns whether the next instruction jumps to itself and changes nothing except `refresh`.
    #[doc(hidden)]
    fn is_trapped(&self, refresh: Option<&Register<Self>>, backplane: &Backplane) -> bool;

    /// Returns whether nothing can wake the halted processor.
    #[doc(hidden)]
    fn is_halted_forever(&self, backplane: &Backplane) -> bool;
}

/// Whether there is a copy of the cores for plain backplanes. A web page, which downloads the code, does without.
const SPECIALIZES_PLAIN: bool = !cfg!(target_family = "wasm");

macro_rules! machine_cores {
    ($($core:ty),*) => {
        $(impl MachineCore for $core {
            fn run_on(
                &mut self,
                backplane: &mut Backplane,
                limit: u64,
                stops: &[u64; 1024],
                stops_at_self_jump: bool,
            ) -> (RunCost, bool) {
                // One copy of the core for both values of `stops_at_self_jump`: each takes seconds to compile. If self-jumps are
                // not looked for, the current address is above all others.
                let off = if stops_at_self_jump { 0 } else { 0x1_0000 };
                let mut current = u32::from(self.pc()) | off;
                let mut is_self_jump = false;
                let stop = |next| {
                    is_self_jump = current == u32::from(next);
                    current = u32::from(next) | off;
                    is_self_jump | is_in(stops, next)
                };
                let cost = if SPECIALIZES_PLAIN && backplane.is_plain() {
                    backplane.run_plain(self, limit, stop)
                } else {
                    run_on_backplane(self, backplane, limit, stop)
                };
                (cost, is_self_jump)
            }

            fn run_on_any(
                &mut self,
                bus: &mut dyn AnyBus,
                limit: u64,
                stop: &mut dyn FnMut(u16) -> bool,
            ) -> RunCost {
                run_on_any(self, bus, limit, stop)
            }

            fn is_trapped(&self, refresh: Option<&Register<Self>>, backplane: &Backplane) -> bool {
                is_trapped(self, refresh, backplane)
            }

            fn is_halted_forever(&self, backplane: &Backplane) -> bool {
                is_halted_forever(self, backplane)
            }
        })*
    };
}

machine_cores!(I8080, Z80, Mos6502);

/// The bus of a processor for runs that need not be fast: each access costs a call through a pointer. In return
/// the cores are compiled once for all such buses. See [`Bus`] for what the functions do.
pub trait AnyBus {
    /// Reads a byte.
    fn read(&mut self, address: u16) -> u8;

    /// Writes a byte.
    fn write(&mut self, address: u16, value: u8);

    /// Returns a byte without an access.
    fn peek(&self, address: u16) -> u8;

    /// Reads from a port.
    fn input(&mut self, port: u16) -> u8;

    /// Writes to a port.
    fn output(&mut self, port: u16, value: u8);

    /// Returns the lines that the processor sees.
    fn lines(&self) -> Lines {
        Lines::NONE
    }
}

/// The bus as the cores need it.
pub(crate) struct DynamicBus<'a>(pub(crate) &'a mut dyn AnyBus);

impl Bus for DynamicBus<'_> {
    fn read(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }

    fn peek(&self, address: u16) -> u8 {
        self.0.peek(address)
    }

    fn input(&mut self, port: u16) -> u8 {
        self.0.input(port)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.0.output(port, value);
    }

    fn irq(&mut self) -> bool {
        self.0.lines().irq
    }

    fn nmi(&mut self) -> bool {
        self.0.lines().nmi
    }

    fn is_nmi_active(&mut self) -> bool {
        self.0.lines().nmi
    }

    fn reset(&mut self) -> bool {
        self.0.lines().reset
    }

    fn overflow(&mut self) -> bool {
        self.0.lines().overflow
    }
}

/// The bus of the copy of a core that runs on any bus.
enum SharedBus<'a> {
    Backplane(&'a mut Backplane),
    Any(DynamicBus<'a>),
}

/// Whether a core has a copy of its own for backplanes with devices or watched addresses: the Z80 of the Bally, whose chips draw
/// while it runs. A web page, which downloads the code, does without.
const fn has_own_copy(processor: Processor) -> bool {
    matches!(processor, Processor::Z80) && !cfg!(target_family = "wasm")
}

pub(crate) fn run_on_backplane<C: Core>(
    core: &mut C,
    backplane: &mut Backplane,
    limit: u64,
    mut stop: impl FnMut(u16) -> bool,
) -> RunCost {
    if const { has_own_copy(C::PROCESSOR) } {
        core.run(backplane, limit, stop)
    } else {
        run(core, &mut SharedBus::Backplane(backplane), limit, &mut stop)
    }
}

/// Runs a core on a bus that is not known when the cores are compiled.
pub(crate) fn run_on_any<C: Core>(
    core: &mut C,
    bus: &mut dyn AnyBus,
    limit: u64,
    stop: &mut dyn FnMut(u16) -> bool,
) -> RunCost {
    run(core, &mut SharedBus::Any(DynamicBus(bus)), limit, stop)
}

fn run<C: Core>(core: &mut C, bus: &mut SharedBus, limit: u64, stop: &mut dyn FnMut(u16) -> bool) -> RunCost {
    core.run(bus, limit, stop)
}

macro_rules! forward {
    ($($name:ident(&mut self $(, $argument:ident: $type:ty)*) $(-> $result:ty)?;)*) => {
        $(#[inline(never)]
        fn $name(&mut self $(, $argument: $type)*) $(-> $result)? {
            match self {
                SharedBus::Backplane(bus) => Bus::$name(*bus $(, $argument)*),
                SharedBus::Any(bus) => bus.$name($($argument),*),
            }
        })*
    };
    ($($name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {
        $(#[inline(never)]
        fn $name(&self $(, $argument: $type)*) -> $result {
            match self {
                SharedBus::Backplane(bus) => Bus::$name(*bus $(, $argument)*),
                SharedBus::Any(bus) => bus.$name($($argument),*),
            }
        })*
    };
}

impl Bus for SharedBus<'_> {
    const IS_FAST: bool = false;

    forward! {
        read(&mut self, address: u16) -> u8;
        write(&mut self, address: u16, value: u8);
        fetch(&mut self, address: u16) -> u8;
        fetch_unused(&mut self, address: u16);
        read_unused(&mut self, address: u16);
        input(&mut self, port: u16) -> u8;
        output(&mut self, port: u16, value: u8);
        irq(&mut self) -> bool;
        nmi(&mut self) -> bool;
        is_nmi_active(&mut self) -> bool;
        reset(&mut self) -> bool;
        overflow(&mut self) -> bool;
        unstable(&mut self, typical: u8) -> u8;
        refresh(&mut self, counted: u8) -> u8;
        acknowledge(&mut self, first: bool) -> u8;
        supply(&mut self, pc: u16) -> u8;
        wait_states(&mut self, cycle: MachineCycle, address: u16) -> u16;
        elapse(&mut self, cycles: u32);
        ends_run(&mut self) -> bool;
    }
    forward! {
        peek(&self, address: u16) -> u8;
        may_have_active_line(&self) -> bool;
        is_clocked(&self) -> bool;
    }
}

/// A read-only view of the machine for a trial step. Writes and port accesses are only noted.
struct TrialBus<'a> {
    backplane: &'a Backplane,
    lines: Lines,
    has_effect: bool,
}

impl AnyBus for TrialBus<'_> {
    fn read(&mut self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    fn write(&mut self, _address: u16, _value: u8) {
        self.has_effect = true;
    }

    fn peek(&self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    fn input(&mut self, _port: u16) -> u8 {
        self.has_effect = true;
        0xFF
    }

    fn output(&mut self, _port: u16, _value: u8) {
        self.has_effect = true;
    }

    fn lines(&self) -> Lines {
        self.lines
    }
}

/// Returns whether a predicate holds after one step from the current state, with the current lines and with each line that a
/// clocked device may activate. It never holds if that may be RESET.
fn holds_after_step<C: Core>(core: &C, backplane: &Backplane, predicate: impl Fn(&C, bool) -> bool) -> bool {
    let clocked = backplane.clocked_lines();
    let additional = [
        Lines::NONE,
        Lines { irq: clocked.irq, ..Lines::NONE },
        Lines { nmi: clocked.nmi, ..Lines::NONE },
        Lines { overflow: clocked.overflow, ..Lines::NONE },
    ];
    !clocked.reset
        && additional.into_iter().all(|additional| {
            let mut next = *core;
            let mut trial = TrialBus { backplane, lines: backplane.lines() | additional, has_effect: false };
            run_on_any(&mut next, &mut trial, 1, &mut |_| true);
            predicate(&next, trial.has_effect)
        })
}

/// Returns whether the next instruction jumps to itself and changes nothing except R. Block instructions and `DJNZ` to itself
/// change a counter.
pub(crate) fn is_trapped<C: Core>(core: &C, refresh: Option<&Register<C>>, backplane: &Backplane) -> bool {
    holds_after_step(core, backplane, |next, has_effect| {
        let mut next = *next;
        if let Some(refresh) = refresh {
            (refresh.set)(&mut next, (refresh.get)(core));
        }
        next == *core && !has_effect
    })
}

/// Returns whether nothing can wake a halted processor.
pub(crate) fn is_halted_forever<C: Core>(core: &C, backplane: &Backplane) -> bool {
    holds_after_step(core, backplane, |next, _| next.is_halted())
}

/// The error for a name that is not a register of the processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a register of the {processor} ({known})")]
pub struct UnknownRegister {
    /// The name.
    pub name: String,
    /// The processor.
    pub processor: Processor,
    /// The names of its registers.
    pub known: String,
}

/// Returns the register with this name.
pub fn register<C: MachineCore>(name: &str) -> Result<&'static Register<C>, UnknownRegister> {
    C::register(name).ok_or_else(|| {
        let names: Vec<_> = C::REGISTERS.iter().map(|register| register.name).collect();
        UnknownRegister { name: name.to_owned(), processor: C::PROCESSOR, known: names.join(", ") }
    })
}

/// A register or a pair of 8-bit registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegisterOrPair<C: MachineCore> {
    high: Option<&'static Register<C>>,
    low: &'static Register<C>,
}

impl<C: MachineCore> RegisterOrPair<C> {
    /// Looks up a name. `DE` is the pair of D and E if the processor has no register with that name.
    pub(crate) fn find(name: &str) -> Result<Self, UnknownRegister> {
        match (register(name), name.split_at_checked(1)) {
            (Err(_), Some((high, low))) if name.len() == 2 => {
                Ok(RegisterOrPair { high: Some(register(high)?), low: register(low)? })
            }
            (whole, _) => Ok(RegisterOrPair { high: None, low: whole? }),
        }
    }

    pub(crate) fn get(&self, core: &C) -> u16 {
        let high = self.high.map_or(0, |high| (high.get)(core) << 8);
        high | (self.low.get)(core)
    }

    pub(crate) fn set(&self, core: &mut C, value: u16) {
        let [high, low] = value.to_be_bytes();
        match self.high {
            Some(register) => {
                (register.set)(core, high.into());
                (self.low.set)(core, low.into());
            }
            None => (self.low.set)(core, value),
        }
    }
}
