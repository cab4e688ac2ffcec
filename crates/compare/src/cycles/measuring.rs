//! All ways through the code, with what they cost.

use std::collections::BTreeSet;

use arcadian_parallel::{
    byte::Word,
    cancellation::is_cancelled,
    formula::{self, Formula, FormulaByte},
};

use super::{Answer, Call, Ending, Question, Time, Way};
use crate::{
    code::{BEYOND, Placed, Step, decode},
    execute::{Executed, execute},
    explore::Open,
    operand::Choices,
    path::{Callee, Cost, Event, Exit, Path, Style, Surroundings},
    reason::Reason,
    unknowns::{Unknowns, literal},
};

/// The greatest number of different durations that are told apart at one place.
const MOST_DURATIONS: usize = 2048;

pub(super) enum Measured {
    Known(Answer),
    /// There is code at this address that was not decoded.
    Leads(u16),
}

pub(super) fn measure_placed(
    question: &Question,
    placed: &Placed,
    states: Formula,
    unknowns: &mut Unknowns,
    forgets_memory: bool,
) -> Result<Measured, Reason> {
    let constant_memory =
        |address: u16| placed.own.contains(&address).then(|| (question.program.byte)(address)).flatten();
    let mut measuring = Measuring { question, placed, calls: BTreeSet::new(), leads: None };
    let mut surroundings = Surroundings {
        divides_by_duration: true,
        forgets_memory,
        constant_memory: &constant_memory,
        ..Surroundings::unplaced(unknowns, &[], Style::Merged, true)
    };
    let time = measuring.time(states, &mut surroundings)?;
    let Measuring { calls, leads, .. } = measuring;
    Ok(match leads {
        Some(address) => Measured::Leads(address),
        None => Measured::Known(Answer { time, calls }),
    })
}

pub(super) struct Measuring<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) placed: &'a Placed,
    calls: BTreeSet<Call>,
    /// The address of code that was not decoded.
    leads: Option<u16>,
}

struct Ended {
    mask: Formula,
    cost: Cost,
    ending: Ending,
}

impl Measuring<'_> {
    fn time(&mut self, states: Formula, surroundings: &mut Surroundings) -> Result<Time, Reason> {
        let start = Path { at: self.placed.first, ..Path::start(surroundings.unknowns, states) };
        let mut open = Open { paths: vec![(start, Vec::new())], merges: true, tells_pointers: true };
        let (mut ended, mut executed) = (Vec::new(), 0);
        while let Some((path, choices)) = open.pop().filter(|_| self.leads.is_none()) {
            let Some(step) = self.placed.code.step(path.at) else {
                let ending = if path.at == BEYOND { Ending::Beyond } else { Ending::End };
                ended.extend(costs(&path, ending));
                continue;
            };
            executed += 1;
            self.check(step, &path, executed, open.paths.len())?;
            let done = execute(step, path.clone(), Choices::First(&choices), surroundings);
            for forked in (choices.len()..done.choices.len()).rev() {
                let mut other = done.choices[..=forked].to_vec();
                other[forked] = !other[forked];
                open.paths.push((path.clone(), other));
            }
            let is_return = done.is_return(surroundings.unknowns);
            let (path, exit) = self.continued(step, done, surroundings)?;
            if let Some(way) = self.exceeding(&path, surroundings)? {
                return Ok(Time::Over(Box::new(way)));
            }
            match exit.map(|exit| self.ending(step, exit, is_return)) {
                Some(Continued::No(ending)) => ended.extend(costs(&path, ending)),
                Some(Continued::At(at)) => open.push(Path { at, ..path }),
                None => open.push(path),
            }
        }
        self.within(ended, surroundings)
    }

    fn check(&self, step: &Step, path: &Path, executed: u64, paths: usize) -> Result<(), Reason> {
        let limits = self.question.limits;
        if is_cancelled() {
            Err(Reason::Time)
        } else if formula::failure().is_some() {
            Err(Reason::Size)
        } else if path.costs.len() > MOST_DURATIONS {
            Err(Reason::Durations { line: step.line, limit: MOST_DURATIONS })
        } else if paths > limits.paths {
            Err(Reason::Paths(limits.paths))
        } else if executed > limits.instructions {
            Err(Reason::Steps(limits.instructions))
        } else {
            Ok(())
        }
    }

    /// Returns the path after an instruction. What only a comparison needs is forgotten, so that more paths meet.
    fn continued(
        &mut self,
        step: &Step,
        done: Executed,
        surroundings: &mut Surroundings,
    ) -> Result<(Path, Option<Exit>), Reason> {
        let own = &self.placed.own;
        let is_own = |(address, _): &(Word<Formula>, FormulaByte)| {
            literal(*address).is_some_and(|address| own.contains(&address))
        };
        if done.written.iter().any(is_own) {
            return Err(Reason::OwnCode { line: step.line });
        }
        let (mut path, exit) = done.continued(step, surroundings.unknowns)?;
        for event in path.events.drain(..) {
            if let Event::Call(callee, _) = event {
                let address = match callee {
                    Callee::Routine(address) => literal(address),
                    Callee::Interrupt => None,
                };
                self.calls.insert(Call { line: step.line, address });
            }
        }
        path.keep_private(&self.ranges(), path.mask);
        path.keep_return_addresses_apart();
        path.keep_saved_stack_apart(surroundings.unknowns.entry.stack());
        for list in [&mut path.accessed, &mut path.pushed, &mut path.returned, &mut path.stacks] {
            list.clear();
        }
        Ok((path, exit))
    }

    /// Returns the first and last addresses of the parts of the code.
    fn ranges(&self) -> Vec<(u16, u16)> {
        let mut ranges: Vec<(u16, u16)> = Vec::new();
        for address in &self.placed.own {
            match ranges.last_mut() {
                Some((_, last)) if last.checked_add(1) == Some(*address) => *last = *address,
                _ => ranges.push((*address, *address)),
            }
        }
        ranges
    }

    /// Returns a way that has exceeded the budget, if there is one on a path.
    fn exceeding(&self, path: &Path, surroundings: &mut Surroundings) -> Result<Option<Way>, Reason> {
        let Some(budget) = self.question.budget else { return Ok(None) };
        let over = path.costs.iter().filter(|cost| cost.cycles > budget);
        for cost in over {
            let states = cost.mask & path.mask;
            if !states.is_never() {
                return self.way(states, cost.cycles, surroundings).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns where a path goes on that has left the code in the eyes of its last instruction.
    fn ending(&mut self, step: &Step, exit: Exit, is_return: bool) -> Continued {
        let Exit::Jump(to) = exit else {
            return Continued::No(if exit == Exit::Stop { Ending::Stop } else { Ending::End });
        };
        let Some(address) = literal(to) else {
            return Continued::No(if is_return {
                Ending::Return
            } else {
                Ending::Computed { line: step.line }
            });
        };
        if let Some(number) = self.placed.number(address) {
            return Continued::At(number);
        }
        if decode(self.question.program, address).is_some() {
            self.leads.get_or_insert(address);
        }
        Continued::No(Ending::Jump(address))
    }

    /// Returns the extremes of all ways.
    fn within(&self, mut ended: Vec<Ended>, surroundings: &mut Surroundings) -> Result<Time, Reason> {
        ended.sort_by_key(|end| end.cost.cycles);
        let is_possible = |end: &&Ended| !(end.mask & end.cost.mask).is_never();
        let (least, most) = (ended.iter().find(is_possible), ended.iter().rev().find(is_possible));
        let (Some(least), Some(most)) = (least, most) else { return Err(Reason::Apart) };
        let mut ends = BTreeSet::new();
        for end in &ended {
            if !ends.contains(&end.ending) && is_possible(&end) {
                ends.insert(end.ending);
            }
        }
        let mut way = |end: &Ended| {
            let states = end.mask & end.cost.mask;
            self.way(states, end.cost.cycles, surroundings).map(Box::new)
        };
        Ok(Time::Within { least: way(least)?, most: way(most)?, ends })
    }
}

fn costs(path: &Path, ending: Ending) -> impl Iterator<Item = Ended> {
    path.costs.iter().map(move |cost| Ended { mask: path.mask, cost: *cost, ending })
}

enum Continued {
    /// At the instruction with this number.
    At(usize),
    No(Ending),
}
