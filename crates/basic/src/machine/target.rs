//! What assignments, INPUT, FOR and NEXT set.

use super::{
    Basic,
    stack::{ActiveLoop, ReturnAddress},
};
use crate::{
    Why,
    op::{Indexed, Target},
};

impl Basic {
    /// Sets a target; returns whether program bytes were overwritten.
    pub(super) fn set(&mut self, target: Target, value: i16) -> bool {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)] = value,
            Target::Device(device) => self.set_device(device, value),
            Target::Indexed(kind) => {
                let address = self.operands.pop();
                match kind {
                    Indexed::Memory => return self.poke_word(address, value),
                    Indexed::Port => self.set_port(address, value),
                    Indexed::At | Indexed::Star => {
                        self.store.set_word(address as usize, value);
                        self.update_scroll_cost();
                    }
                }
            }
        }
        false
    }

    pub(super) fn target_value(&self, target: Target) -> i16 {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)],
            Target::Device(device) => self.device(device),
            Target::Indexed(_) => 0,
        }
    }

    /// Executes NEXT; returns where the loop continues, or `None` when it is over. An overflow ends the loop and
    /// leaves the variable unchanged. Evidence: patb.
    #[inline]
    pub(super) fn next(&mut self, variable: Target) -> Result<Option<ReturnAddress>, Why> {
        let ActiveLoop { limit, step, back } = self.stack.unwind_to_loop(variable)?;
        let next = self.target_value(variable).checked_add(step);
        if let Some(value) = next {
            self.set(variable, value);
        }
        let continues = next.is_some_and(|value| if step < 0 { value >= limit } else { value <= limit });
        if !continues {
            self.stack.pop();
        }
        Ok(continues.then_some(back))
    }
}
