//! The cores as machines use them, compiled once.
//!
//! A core is generic over its bus, so every crate that runs one compiles its own copy. What machines need is compiled here,
//! for the three processors, and the rest of the workspace calls it.

use arcadian_cpu::{Core, I8080, Mos6502, Register, RunCost, StepCost, Z80};

use crate::{addresses::is_in, backplane::Backplane, stuck};

/// A core that a [`Machine`](crate::Machine) can have: the 8080, the Z80 or the 6502.
pub trait MachineCore: Core {
    /// Executes one instruction.
    #[doc(hidden)]
    fn step_on(&mut self, backplane: &mut Backplane) -> StepCost;

    /// Executes up to `limit` instructions, until the next one is at an address in `stops`.
    #[doc(hidden)]
    fn run_on(&mut self, backplane: &mut Backplane, limit: u64, stops: &[u64; 1024]) -> RunCost;

    /// Executes up to `limit` instructions, until the next one is at an address in `stops` or an instruction jumps to itself.
    /// Returns whether one did.
    #[doc(hidden)]
    fn run_to_self_jump_on(
        &mut self,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
    ) -> (RunCost, bool);

    /// Returns whether the next instruction jumps to itself and changes nothing except `refresh`.
    #[doc(hidden)]
    fn is_trapped(&self, refresh: Option<&Register<Self>>, backplane: &Backplane) -> bool;

    /// Returns whether nothing can wake the halted processor.
    #[doc(hidden)]
    fn is_halted_forever(&self, backplane: &Backplane) -> bool;
}

macro_rules! machine_cores {
    ($($core:ty),*) => {
        $(impl MachineCore for $core {
            fn step_on(&mut self, backplane: &mut Backplane) -> StepCost {
                self.step(backplane)
            }

            fn run_on(&mut self, backplane: &mut Backplane, limit: u64, stops: &[u64; 1024]) -> RunCost {
                backplane.run_core(self, limit, |next| is_in(stops, next))
            }

            fn run_to_self_jump_on(
                &mut self,
                backplane: &mut Backplane,
                limit: u64,
                stops: &[u64; 1024],
            ) -> (RunCost, bool) {
                let mut pc = self.pc();
                let mut is_self_jump = false;
                let cost = backplane.run_core(self, limit, |next| {
                    is_self_jump = next == pc;
                    pc = next;
                    is_self_jump | is_in(stops, next)
                });
                (cost, is_self_jump)
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
