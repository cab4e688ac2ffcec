//! Many machines set up for a routine, and what they left held against what they should have.

use arcadian_cpu::{Core, Register};

use crate::{
    binding::Spot,
    many::Many,
    memory::Memory,
    names::Names,
    routine::{HOME, Routine},
    ways::Group,
};

/// A routine with what it points to at one place.
pub(crate) struct Stage<'a> {
    pub(crate) routine: &'a Routine,
    pub(crate) placement: u16,
    names: &'static Names,
}

type Row<C, D> = &'static Register<C, D>;

/// The register with a name that the processor has.
fn row<D: Many, C: Core<D>>(name: &str) -> Option<Row<C, D>> {
    C::register(name)
}

fn get<D: Many, C: Core<D>>(core: &C, name: &str) -> D {
    row::<D, C>(name).map_or(0.into(), |row| D::split((row.get)(core)).1)
}

fn set<D: Many, C: Core<D>>(core: &mut C, name: &str, value: D) {
    if let Some(row) = row::<D, C>(name) {
        (row.set)(core, D::join(0.into(), value));
    }
}

impl<'a> Stage<'a> {
    /// A stage; none for a processor that runs no sheets.
    pub(crate) fn new(routine: &'a Routine, placement: u16) -> Option<Self> {
        Some(Stage { routine, placement, names: Names::of(routine.processor())? })
    }

    /// The registers that hold nothing certain at the beginning, in order.
    pub(crate) fn registers(&self) -> &'static [&'static str] {
        self.names.bytes
    }

    /// A register that holds a value by chance, as far as the routine must cope with any.
    pub(crate) fn free<D: Many>(&self, register: &str, value: D) -> D {
        if register == self.names.flag_register {
            value & self.names.free_flags.into() | self.names.fixed_flags.into()
        } else {
            value
        }
    }

    /// Machines before the routine, but for their inputs: registers hold `others`, pointers point, the stack is there.
    pub(crate) fn prepare<D: Many, C: Core<D>>(&self, memory: &mut Memory<D>, others: &[D]) -> C {
        let mut core = C::default();
        for (name, value) in self.registers().iter().zip(others) {
            set(&mut core, name, self.free(name, *value));
        }
        for (pointer, number) in self.routine.binding.pointers.iter().zip(0..) {
            let [low, high] = Routine::slot(self.placement, number).to_le_bytes();
            self.give(&mut core, memory, pointer.spots[0], low.into());
            self.give(&mut core, memory, pointer.spots[1], high.into());
        }
        self.push_home(&mut core, memory);
        core.set_pc(self.routine.entry);
        core
    }

    /// Gives machines their inputs.
    pub(crate) fn feed<D: Many, C: Core<D>>(&self, core: &mut C, memory: &mut Memory<D>, input: &[D]) {
        for (spot, byte) in &self.routine.binding.inputs {
            self.give(core, memory, *spot, input[*byte]);
        }
    }

    fn push_home<D: Many, C: Core<D>>(&self, core: &mut C, memory: &mut Memory<D>) {
        // The 6502 leaves the address before the next instruction, and points below what it left.
        let (register, top, address, pointer) = match row::<D, C>("SP") {
            Some(register) => (Some(register), 0xF000_u16, HOME, 0xEFFE_u16),
            None => (row("S"), 0x0200, HOME.wrapping_sub(1), 0x00FD),
        };
        let [high, low] = address.to_be_bytes();
        memory.put(top - 1, high.into());
        memory.put(top - 2, low.into());
        if let Some(register) = register {
            (register.set)(core, pointer.into());
        }
    }

    fn give<D: Many, C: Core<D>>(&self, core: &mut C, memory: &mut Memory<D>, spot: Spot, value: D) {
        match (spot, Routine::address(spot, self.placement)) {
            (Spot::Register(name), _) => set(core, name, value),
            (Spot::Flag(n), _) => {
                let others = get::<D, C>(core, self.names.flag_register) & (!(1_u8 << n)).into();
                set(core, self.names.flag_register, others | D::place(value.bit(0), n));
            }
            (_, Some(address)) => memory.put(address, value),
            (_, None) => {}
        }
    }

    /// Those for whom something is not as it should be, of a group that came back.
    pub(crate) fn wrong<D: Many, C: Core<D>>(
        &self,
        memory: &mut Memory<D>,
        start: &C,
        group: &Group<C, D>,
        expected: &[D],
    ) -> D::Bit {
        let mut right = D::Bit::from(true);
        for (spot, byte) in &self.routine.binding.outputs {
            right = right & self.found(memory, &group.core, *spot).equals(expected[*byte]);
        }
        for name in self.registers() {
            let kept = self.routine.kept(self.names, name);
            if kept != 0 {
                let changed = get::<D, C>(start, name) ^ get::<D, C>(&group.core, name);
                right = right & (changed & kept.into()).is_zero();
            }
        }
        for (address, before, now) in memory.written() {
            if !self.routine.may_change(address, self.placement) {
                right = right & before.equals(now);
            }
        }
        let (high, low) = D::split(group.core.stack());
        let (home_high, home_low) = D::split(D::offset(start.stack(), 2));
        group.who & !(right & high.equals(home_high) & low.equals(home_low))
    }

    /// What a group left at a place.
    pub(crate) fn found<D: Many, C: Core<D>>(&self, memory: &mut Memory<D>, core: &C, spot: Spot) -> D {
        match (spot, Routine::address(spot, self.placement)) {
            (Spot::Register(name), _) => get(core, name),
            (Spot::Flag(n), _) => D::place(get::<D, C>(core, self.names.flag_register).bit(n), 0),
            (_, Some(address)) => memory.look(address),
            (_, None) => 0.into(),
        }
    }
}
