//! Follows all ways through a part.

use arcadian_cpu::Domain;
use arcadian_isa::{Control, Processor};
use arcadian_parallel::{
    any_core::AnyCore,
    cancellation::is_cancelled,
    formula::{self, Formula, FormulaByte},
};

use crate::{
    code::{Code, Destination, RETURNING},
    execute::{Choices, Executed, execute},
    path::{Callee, End, Exit, Limits, Path, Style, Surroundings},
    reason::Reason,
    unknowns::Unknowns,
};

/// Follows all paths of a part from all states in a mask.
pub(crate) fn explore(
    code: &Code,
    surroundings: &mut Surroundings,
    mask: Formula,
    limits: Limits,
) -> Result<Vec<End>, Reason> {
    let start = Path::start(surroundings.unknowns, mask);
    let mut open = Open { paths: vec![(start, Vec::new())], merges: surroundings.style == Style::Merged };
    let (mut ends, mut steps) = (Vec::new(), 0);
    while let Some((path, choices)) = open.pop() {
        steps += 1;
        check(steps, open.paths.len() + ends.len(), limits)?;
        let Some(step) = code.step(path.at) else {
            ends.push(End { path, exit: Exit::End });
            continue;
        };
        let executed = execute(step, path.clone(), Choices::First(&choices), surroundings);
        for forked in (choices.len()..executed.choices.len()).rev() {
            let mut other = executed.choices[..=forked].to_vec();
            other[forked] = !other[forked];
            open.paths.push((path.clone(), other));
        }
        let (path, exit) = executed.continued(step, surroundings.unknowns);
        match exit {
            Some(exit) => ends.push(End { path, exit }),
            None => open.push(path),
        }
    }
    Ok(ends)
}

/// What is still to be executed: paths, with the choices that the next instruction begins with.
struct Open {
    paths: Vec<(Path, Vec<bool>)>,
    merges: bool,
}

impl Open {
    /// Adds a path. If it meets another one, they become one.
    fn push(&mut self, path: Path) {
        let is_met = |(other, choices): &(Path, Vec<bool>)| choices.is_empty() && path.meets(other);
        let met = self.paths.iter().position(|other| self.merges && is_met(other));
        let path = match met {
            Some(number) => self.paths.swap_remove(number).0.merge(path),
            None => path,
        };
        self.paths.push((path, Vec::new()));
    }

    /// Removes the next path. Where paths are merged it is the one that is the farthest back, so that it can catch up with others.
    fn pop(&mut self) -> Option<(Path, Vec<bool>)> {
        if !self.merges {
            return self.paths.pop();
        }
        let (number, _) = self.paths.iter().enumerate().min_by_key(|(_, (path, _))| path.at)?;
        Some(self.paths.swap_remove(number))
    }
}

/// With more paths than these too much work is rather a matter of branches than of a loop.
const FEW_PATHS: usize = 20;

fn check(steps: u64, paths: usize, limits: Limits) -> Result<(), Reason> {
    if is_cancelled() {
        Err(Reason::Time)
    } else if formula::failure().is_some() {
        Err(Reason::Size)
    } else if paths > limits.paths || steps > limits.instructions && paths > FEW_PATHS {
        Err(Reason::Paths(limits.paths))
    } else if steps > limits.instructions {
        Err(Reason::Steps(limits.instructions))
    } else {
        Ok(())
    }
}

impl Executed {
    /// Returns the path after an instruction, and where it leaves the part if it does.
    pub(crate) fn continued(self, step: &crate::code::Step, unknowns: &mut Unknowns) -> (Path, Option<Exit>) {
        let mut path = self.path;
        let next = path.at.saturating_add(1);
        let is_taken = self.pc != step.next();
        let exit = match (step.control, step.target) {
            (Control::Branch, Some(destination)) if is_taken => {
                path.core.set_jump_target(destination);
                match destination {
                    Destination::Inside(index) => path.at = index,
                    Destination::Outside(address) => return (path, Some(Exit::Jump(address))),
                    Destination::TailCall(address) => {
                        path.call(Callee::Routine(address), self.stack, unknowns);
                        path.at = RETURNING;
                    }
                }
                None
            }
            (Control::Call, Some(Destination::Outside(address))) if is_taken => {
                path.call(Callee::Routine(address), self.stack, unknowns);
                path.at = next;
                None
            }
            (Control::Restart(address), _) => {
                path.call(Callee::Routine(address.into()), self.stack, unknowns);
                path.at = next;
                None
            }
            (Control::Wait, _) => {
                path.call(Callee::Interrupt, self.stack, unknowns);
                path.at = next;
                None
            }
            (Control::Computed, _) if self.jump.is_some() => self.jump.map(|address| {
                // RTS continues after the address that it pulls.
                let is_rts = step.row.mnemonic == "RTS";
                Exit::Jump(if is_rts { FormulaByte::offset(address, 1) } else { address })
            }),
            _ if path.core.is_halted() => Some(Exit::Stop),
            // A block instruction that repeats leaves PC where it is.
            (Control::Ordinary, _) if is_taken => None,
            _ => {
                path.at = next;
                None
            }
        };
        if !path.stacks.contains(&path.core.stack()) {
            path.stacks.push(path.core.stack());
        }
        (path, exit)
    }
}

/// What a jump leaves in a register that programs cannot read directly.
trait JumpTarget {
    fn set_jump_target(&mut self, destination: Destination);
}

impl JumpTarget for AnyCore<FormulaByte> {
    /// WZ holds the target of the last jump of the Z80; a branch is executed with another one.
    fn set_jump_target(&mut self, destination: Destination) {
        if let (Processor::Z80, Destination::Outside(address)) = (self.processor(), destination) {
            let (high, low) = FormulaByte::split(address);
            self.set("WZH", high);
            self.set("WZL", low);
        }
    }
}
