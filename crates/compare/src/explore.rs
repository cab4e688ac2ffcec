//! Follows all paths through a part, and counts the steps.

use arcadian_asm::fragment::Fragment;
use arcadian_cpu::Domain;
use arcadian_isa::{Control, Processor};
use arcadian_parallel::{
    any_core::AnyCore,
    cancellation::is_cancelled,
    formula::{self, Formula, FormulaByte},
};

use crate::{
    code::{Code, Destination, RETURNING, Step},
    counterexample::{Stepped, Steps, Value},
    execute::{Executed, execute},
    operand::{Assignment, Choices},
    path::{Callee, End, Exit, Limits, Path, Style, Surroundings},
    reason::{Reason, is_stopped},
    returns::Landing,
    state::Component,
    unknowns::Unknowns,
};

/// Follows all paths of a part from all states in a mask.
pub(crate) fn explore(
    code: &Code,
    surroundings: &mut Surroundings,
    mask: Formula,
    limits: Limits,
) -> Result<Vec<End>, Reason> {
    // If formulas are too large, what they say about returns is not true.
    follow(code, surroundings, mask, limits)
        .map_err(|reason| if formula::failure().is_some() { Reason::Size } else { reason })
}

fn follow(
    code: &Code,
    surroundings: &mut Surroundings,
    mask: Formula,
    limits: Limits,
) -> Result<Vec<End>, Reason> {
    let start = Path::start(surroundings.unknowns, mask);
    let mut open = Open {
        paths: vec![(start, Vec::new())],
        merges: surroundings.style == Style::Merged,
        tells_pointers: surroundings.notes_accesses,
    };
    let (mut ends, mut steps) = (Vec::new(), 0);
    while let Some((path, choices)) = open.pop() {
        steps += 1;
        check(steps, open.paths.len() + ends.len(), limits)?;
        let Some(step) = code.step(path.at) else {
            path.check_returned()?;
            ends.push(End { path, exit: Exit::End });
            continue;
        };
        let mut executed = execute(step, path.clone(), Choices::First(&choices), surroundings);
        for forked in (choices.len()..executed.choices.len()).rev() {
            let mut other = executed.choices[..=forked].to_vec();
            other[forked] = !other[forked];
            open.paths.push((path.clone(), other));
        }
        if let (Some(_), Some(allowed)) = (executed.jump, surroundings.keeps_returns_apart) {
            // Where a changed return address leads need not be known.
            executed.path.keep_returns_apart(allowed);
            if executed.path.mask.is_never() {
                continue;
            }
        }
        let (path, exit) = executed.continued(step, surroundings.unknowns)?;
        match exit {
            Some(exit) => {
                if exit != Exit::Stop {
                    path.check_returned()?;
                }
                ends.push(End { path, exit });
            }
            None => open.push(path),
        }
    }
    Ok(ends)
}

/// Work list of an exploration: paths, with the choices that the next instruction begins with.
pub(crate) struct Open {
    pub(crate) paths: Vec<(Path, Vec<bool>)>,
    pub(crate) merges: bool,
    /// Whether addresses that are computed from the stack pointer are told from pointers.
    pub(crate) tells_pointers: bool,
}

impl Open {
    /// Adds a path. If it meets another one, they become one.
    pub(crate) fn push(&mut self, path: Path) {
        let is_met = |(other, choices): &(Path, Vec<bool>)| {
            choices.is_empty() && path.meets(other, self.tells_pointers)
        };
        let met = self.paths.iter().position(|other| self.merges && is_met(other));
        let path = match met {
            Some(number) => self.paths.swap_remove(number).0.merge(path),
            None => path,
        };
        self.paths.push((path, Vec::new()));
    }

    /// Removes the next path. Where paths are merged it is the one that is the farthest back, so that it can catch up with others. One
    /// in a routine of the part is where that was called.
    pub(crate) fn pop(&mut self) -> Option<(Path, Vec<bool>)> {
        if !self.merges {
            return self.paths.pop();
        }
        let (number, _) = self.paths.iter().enumerate().min_by_key(|(_, (path, _))| path.place())?;
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
    pub(crate) fn continued(
        mut self,
        step: &Step,
        unknowns: &mut Unknowns,
    ) -> Result<(Path, Option<Exit>), Reason> {
        if self.reads_called_refresh {
            return Err(Reason::Refresh { line: step.line });
        }
        let is_taken = self.pc != step.next();
        self.path.core.set_jump_target(step, is_taken);
        let exit = match (step.control, step.target) {
            (Control::Branch | Control::Call | Control::Restart(_), Some(destination)) if is_taken => {
                self.branched(step, destination, unknowns)?
            }
            (Control::Restart(address), _) => self.called(step, Callee::Routine(address.into()), unknowns),
            (Control::Wait, _) => self.called(step, Callee::Interrupt, unknowns),
            (Control::Computed, _) if self.jump.is_some() => self.jumped(step)?,
            _ if self.path.core.is_halted() => Some(Exit::Stop),
            // A block instruction that repeats leaves PC where it is.
            (Control::Ordinary, _) if is_taken => None,
            _ => {
                self.path.at = step.follower;
                None
            }
        };
        let mut path = self.path;
        if !path.stacks.contains(&path.core.stack()) {
            path.stacks.push(path.core.stack());
        }
        Ok((path, exit))
    }

    fn branched(
        &mut self,
        step: &Step,
        destination: Destination,
        unknowns: &mut Unknowns,
    ) -> Result<Option<Exit>, Reason> {
        let is_call = step.control != Control::Branch;
        if !is_call {
            self.path.add_cost(step.page_cycles, 0);
        }
        match destination {
            Destination::Inside(index) => {
                self.path.enter(step, self.stack, &self.written)?;
                self.path.at = index;
            }
            Destination::Outside(address) if is_call => {
                return Ok(self.called(step, Callee::Routine(address), unknowns));
            }
            Destination::Outside(address) => return Ok(Some(Exit::Jump(address))),
            Destination::TailCall(address) => {
                self.path.call(Callee::Routine(address), self.stack, unknowns);
                self.path.at = RETURNING;
            }
            Destination::LastCall(address, cycles) => {
                self.path.core.set_stack(self.stack);
                self.path.add_cost(cycles, 0);
                return Ok(Some(Exit::Jump(address)));
            }
        }
        Ok(None)
    }

    /// Calls something outside and continues after it.
    fn called(&mut self, step: &Step, callee: Callee, unknowns: &mut Unknowns) -> Option<Exit> {
        self.path.call(callee, self.stack, unknowns);
        self.path.at = step.follower;
        None
    }

    /// Follows a jump to a computed address.
    fn jumped(&mut self, step: &Step) -> Result<Option<Exit>, Reason> {
        match self.landing {
            Landing::Unknown => Err(Reason::ReturnAddress { line: step.line }),
            Landing::Return(frame) => {
                self.path.leave(frame);
                Ok(None)
            }
            // RTS continues after the address that it pulls.
            Landing::Outside => Ok(self.jump.map(|address| {
                let is_rts = step.row.mnemonic == "RTS";
                Exit::Jump(if is_rts { FormulaByte::offset(address, 1) } else { address })
            })),
        }
    }
}

/// Access to the register in which a jump leaves its target, and which programs cannot read directly.
trait JumpTarget {
    fn set_jump_target(&mut self, step: &Step, is_taken: bool);
}

impl JumpTarget for AnyCore<FormulaByte> {
    /// WZ of the Z80 holds the target of the last jump, also of one that has its address and was not taken. A branch is executed with
    /// another target.
    fn set_jump_target(&mut self, step: &Step, is_taken: bool) {
        let leaves_it = is_taken || step.bytes.len() == 3;
        if let (Processor::Z80, Some(address)) = (self.processor(), step.target_address.filter(|_| leaves_it))
        {
            let (high, low) = FormulaByte::split(address);
            self.set("WZH", high);
            self.set("WZL", low);
        }
    }
}

/// The maximum number of steps.
const LIMIT: usize = 500;

/// Follows a part from the state of an assignment.
pub(crate) fn steps(
    fragment: &Fragment,
    code: &Code,
    surroundings: &mut Surroundings,
    assignment: &Assignment,
    all: &[Component],
) -> Steps {
    let state = surroundings.unknowns.only(assignment);
    let mut path = Path::start(surroundings.unknowns, state);
    let mut steps = Vec::new();
    while let (Some(step), Some(instruction)) =
        (code.instructions.get(path.at), fragment.instructions.get(path.at))
    {
        if is_stopped() {
            return Steps { list: steps, is_complete: false };
        }
        let (line, text) = (instruction.line, instruction.text.clone());
        let before = path.clone();
        let executed = execute(step, path, Choices::Of(assignment), surroundings);
        let written = executed.written.clone();
        let Ok((after, exit)) = executed.continued(step, surroundings.unknowns) else {
            return Steps { list: steps, is_complete: false };
        };
        let value = |component: &Component| {
            let (before, after) = (
                assignment.component(*component, &before.core),
                assignment.component(*component, &after.core),
            );
            (before != after).then(|| Value::of(*component, after))
        };
        steps.push(Stepped {
            line,
            text,
            values: all.iter().filter_map(value).collect(),
            memory: written
                .iter()
                .map(|(address, value)| (assignment.word(*address), assignment.byte(*value)))
                .collect(),
            events: after
                .events
                .iter()
                .skip(before.events.len())
                .map(|event| event.value(assignment))
                .collect(),
        });
        path = after;
        let is_complete = exit.is_some();
        if is_complete || steps.len() == LIMIT {
            let is_complete = is_complete || path.at == code.instructions.len();
            return Steps { list: steps, is_complete };
        }
    }
    Steps { list: steps, is_complete: true }
}
