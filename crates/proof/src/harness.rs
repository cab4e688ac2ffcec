//! The verification harness: sets up the initial state of many machines and checks the postconditions.

use arcadian_cpu::{Core, Register};
use arcadian_machine::CallFrame;

use crate::{
    binding::{ParamLocation, pointee_address},
    memory::Memory,
    parallel::ParallelDomain,
    path_group::PathGroup,
    registers::RegisterMap,
    routine::{RETURN_ADDRESS, Routine},
};

/// A routine with the data that its pointers point to at a fixed address.
pub(crate) struct Harness<'a> {
    pub(crate) routine: &'a Routine,
    pub(crate) placement: u16,
    registers: &'static RegisterMap,
}

fn descriptor<D: ParallelDomain, C: Core<D>>(name: &str) -> Option<&'static Register<C, D>> {
    C::register(name)
}

fn get<D: ParallelDomain, C: Core<D>>(core: &C, name: &str) -> D {
    descriptor::<D, C>(name).map_or(0.into(), |register| D::split((register.get)(core)).1)
}

fn set<D: ParallelDomain, C: Core<D>>(core: &mut C, name: &str, value: D) {
    if let Some(register) = descriptor::<D, C>(name) {
        (register.set)(core, D::join(0.into(), value));
    }
}

impl<'a> Harness<'a> {
    /// Creates a harness, or `None` if sheets for the routine's processor cannot be verified.
    pub(crate) fn new(routine: &'a Routine, placement: u16) -> Option<Self> {
        Some(Harness { routine, placement, registers: RegisterMap::of(routine.processor())? })
    }

    /// Returns the names of the registers that are unconstrained unless they hold an input.
    pub(crate) fn registers(&self) -> &'static [&'static str] {
        self.registers.bytes
    }

    /// Turns an arbitrary byte into a valid initial value: some flags are fixed on entry.
    pub(crate) fn valid_on_entry<D: ParallelDomain>(&self, register: &str, value: D) -> D {
        if register == self.registers.flag_register {
            value & self.registers.unconstrained_flags.into() | self.registers.set_flags.into()
        } else {
            value
        }
    }

    /// Sets up everything but the inputs: the values of unconstrained registers, the pointers and the stack. Returns
    /// the core at the entry point.
    pub(crate) fn prepare<D: ParallelDomain, C: Core<D>>(
        &self,
        memory: &mut Memory<D>,
        register_values: &[D],
    ) -> C {
        let mut core = C::default();
        for (name, value) in self.registers().iter().zip(register_values) {
            set(&mut core, name, self.valid_on_entry(name, *value));
        }
        for (pointer, number) in self.routine.binding.pointers.iter().zip(0..) {
            let [low, high] = pointee_address(self.placement, number).to_le_bytes();
            self.store(&mut core, memory, pointer.bytes[0], low.into());
            self.store(&mut core, memory, pointer.bytes[1], high.into());
        }
        self.push_return_address(&mut core, memory);
        core.set_pc(self.routine.entry);
        core
    }

    /// Stores the inputs. `input` holds the bytes of the claim's input fields.
    pub(crate) fn store_input<D: ParallelDomain, C: Core<D>>(
        &self,
        core: &mut C,
        memory: &mut Memory<D>,
        input: &[D],
    ) {
        for (location, byte) in &self.routine.binding.inputs {
            self.store(core, memory, *location, input[*byte]);
        }
    }

    fn push_return_address<D: ParallelDomain, C: Core<D>>(&self, core: &mut C, memory: &mut Memory<D>) {
        let stack = CallFrame::initial_stack(C::PROCESSOR);
        let frame = CallFrame::new(C::PROCESSOR, stack, RETURN_ADDRESS);
        frame.bytes.into_iter().for_each(|(address, byte)| memory.initialize(address, byte.into()));
        if let Some(register) = descriptor::<D, C>(CallFrame::stack_register(C::PROCESSOR)) {
            (register.set)(core, frame.stack.into());
        }
    }

    fn store<D: ParallelDomain, C: Core<D>>(
        &self,
        core: &mut C,
        memory: &mut Memory<D>,
        location: ParamLocation,
        value: D,
    ) {
        match (location, location.address(self.placement)) {
            (ParamLocation::Register(name), _) => set(core, name, value),
            (ParamLocation::Flag(n), _) => {
                let others = get::<D, C>(core, self.registers.flag_register) & (!(1_u8 << n)).into();
                set(core, self.registers.flag_register, others | D::place(value.bit(0), n));
            }
            (_, Some(address)) => memory.initialize(address, value),
            (_, None) => {}
        }
    }

    /// Returns the machines of a returned group that violate a postcondition. `before` is the core on entry and
    /// `expected` holds the bytes of the claim's output fields.
    pub(crate) fn violations<D: ParallelDomain, C: Core<D>>(
        &self,
        memory: &mut Memory<D>,
        before: &C,
        group: &PathGroup<C, D>,
        expected: &[D],
    ) -> D::Bit {
        let mut holds = D::Bit::from(true);
        for (location, byte) in &self.routine.binding.outputs {
            holds = holds & self.load(memory, &group.core, *location).equals(expected[*byte]);
        }
        for name in self.registers() {
            let preserved = self.routine.preserved_bits(self.registers, name);
            if preserved != 0 {
                let changed = get::<D, C>(before, name) ^ get::<D, C>(&group.core, name);
                holds = holds & (changed & preserved.into()).is_zero();
            }
        }
        for (address, before, now) in memory.written() {
            if !self.routine.may_change(address, self.placement) {
                holds = holds & before.equals(now);
            }
        }
        if self.routine.preserves_interrupt_enable(self.registers) {
            holds = holds & !memory.executed_ei_or_di;
        }
        holds = holds & !memory.accessed_port;
        let (high, low) = D::split(group.core.stack());
        let (expected_high, expected_low) = D::split(D::offset(before.stack(), 2));
        group.mask & !(holds & high.equals(expected_high) & low.equals(expected_low))
    }

    fn load<D: ParallelDomain, C: Core<D>>(
        &self,
        memory: &mut Memory<D>,
        core: &C,
        location: ParamLocation,
    ) -> D {
        match (location, location.address(self.placement)) {
            (ParamLocation::Register(name), _) => get(core, name),
            (ParamLocation::Flag(n), _) => {
                D::place(get::<D, C>(core, self.registers.flag_register).bit(n), 0)
            }
            (_, Some(address)) => memory.load(address),
            (_, None) => 0.into(),
        }
    }
}
