//! One way through the code, followed again from its state with the memory that it really has.

use arcadian_parallel::{
    byte::Word,
    formula::{Formula, FormulaByte},
};

use super::{Way, measuring::Measuring};
use crate::{
    assignment::Assignment,
    counterexample::entry,
    execute::{Choices, execute},
    memory::Memory,
    path::{Exit, Path, Style, Surroundings},
    reason::Reason,
    setup::Setup,
};

impl Measuring<'_> {
    /// Follows one of these states, with the memory that it has, until it has taken a number of cycles.
    pub(super) fn way(
        &self,
        states: Formula,
        cycles: u64,
        surroundings: &mut Surroundings,
    ) -> Result<Way, Reason> {
        let wrong =
            || Reason::Disagreement("a state takes another way than the one it was found on".to_owned());
        let assignment = Assignment(states.witness().ok_or_else(wrong)?);
        let setup = Setup::of(surroundings.unknowns, &assignment);
        let mut surroundings = Surroundings {
            divides_by_duration: true,
            constant_memory: surroundings.constant_memory,
            ..Surroundings::unplaced(surroundings.unknowns, &[], Style::Merged, false)
        };
        let mut path = Path { at: self.placed.first, ..Path::start(surroundings.unknowns, Formula::TRUE) };
        path.fix(&assignment, &setup);
        let (mut steps, mut spent) = (Vec::new(), 0);
        while spent < cycles {
            let step = self.placed.code.step(path.at).ok_or_else(wrong)?;
            let address = self.placed.addresses.get(path.at).copied().unwrap_or(self.question.start);
            let calls = path.memory.calls;
            let done = execute(step, path, Choices::Of(&assignment), &mut surroundings);
            let is_own = |(address, _): &(Word<Formula>, FormulaByte)| {
                self.placed.own.contains(&assignment.word(*address))
            };
            if done.written.iter().any(is_own) {
                return Err(wrong());
            }
            let exit;
            (path, exit) = done.continued(step, surroundings.unknowns)?;
            let next = match exit {
                None => Some(path.at),
                Some(Exit::Jump(to)) => self.placed.number(assignment.word(to)),
                Some(_) => None,
            };
            path.at = next.unwrap_or(path.at);
            if path.memory.calls > calls {
                path.fix(&assignment, &setup);
                path.restore_return_addresses();
            }
            path.events.clear();
            path.stacks.clear();
            let now = path.costs.first().map_or(0, |cost| cost.cycles);
            steps.push((address, now - spent));
            spent = now;
            if next.is_none() {
                break;
            }
        }
        if spent != cycles {
            return Err(wrong());
        }
        let mut entry = entry(surroundings.unknowns, &assignment, &|_| true);
        entry.retain(|value| value.value != 0 && !value.is_constant);
        Ok(Way { cycles, steps, entry, setup })
    }
}

impl Path {
    /// Gives registers and memory the values of an assignment.
    fn fix(&mut self, assignment: &Assignment, setup: &Setup) {
        let core = self.core;
        self.core.combine(&core, |_, word, _| Word::Concrete(assignment.word(word)));
        let calls = self.memory.calls;
        let bytes = setup.states.get(calls).map_or(&[][..], |state| &state.memory);
        self.memory = Memory::of(calls, bytes);
    }
}
