//! The cores as machines use them, compiled once.
//!
//! A core is generic over its bus, so every crate that runs one compiles its own copy. What machines need is compiled here,
//! for the three processors, and the rest of the workspace calls it. Each copy of a core takes seconds to compile.

use arcadian_cpu::{Core, I8080, Mos6502, Register, RunCost, Z80};

use crate::{
    addresses::is_in,
    any_bus::{self, AnyBus, run_on_backplane},
    backplane::Backplane,
    stuck,
};

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
                any_bus::run_on_any(self, bus, limit, stop)
            }

            fn is_trapped(&self, refresh: Option<&Register<Self>>, backplane: &Backplane) -> bool {
                stuck::is_trapped(self, refresh, backplane)
            }

            fn is_halted_forever(&self, backplane: &Backplane) -> bool {
                stuck::is_halted_forever(self, backplane)
            }
        })*
    };
}

machine_cores!(I8080, Z80, Mos6502);
