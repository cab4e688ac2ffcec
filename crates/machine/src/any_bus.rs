//! A bus that is not known when the cores are compiled.

use arcadian_cpu::{Bus, Core, MachineCycle, RunCost};
use arcadian_isa::Processor;

use crate::{backplane::Backplane, lines::Lines};

/// What a processor is connected to, for runs that need not be fast: each access costs a call through a pointer. In return
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

/// Runs a core on a backplane.
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
