//! The search for one sheet, from its proof to the report.

use arcadian_asm::NoFiles;
use arcadian_isa::{Instruction, Mode, Operand, Row};
use arcadian_proof::{Bounds, CheckResult, CostRange, InitialState, Routine, SpecificationFault, prove};

use crate::{
    cost::Cost,
    error::ShortenError,
    model::Model,
    operation::{Constants, Pool, return_instruction},
    options::{COMMON_CONSTANTS, COMMON_WORDS, ConstantSet, Options},
    samples::{Sample, Sampler, Samples},
    search::{Judge, Judgment, Progress, Search},
    sheet::{Cycles, Step, Template},
    space::Expansion,
    window::{Code, Frame},
};
use std::{collections::VecDeque, ops::Range};

/// A search for cheaper code with the contract of a sheet.
///
/// The search is divided into stages, and a stage into parts that are independent of each other: expand all parts, on any
/// number of threads, then hand them over in order. The result does not depend on the threads.
#[derive(Debug)]
pub struct Shortener {
    given: Routine,
    given_cost: Cost,
    options: Options,
    constants: Constants,
    template: Template,
    end: Instruction,
    /// The model of the contract; that of the search has other required bits in a window.
    model: Model,
    samples: (Samples, Samples),
    search: Search,
    /// The code whose windows are searched, and the windows that are left.
    code: Code,
    windows: VecDeque<Range<usize>>,
    frame: Frame,
    /// The work of the searches before.
    done: Progress,
    best: Option<Found>,
}

/// Proven code that is cheaper than the given code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The complete sheet.
    pub sheet: String,
    /// Its cost.
    pub cost: Cost,
    /// The minimum and maximum of its cycles.
    pub cycles: (u64, u64),
    /// The instructions, the return included, as text.
    pub instructions: Vec<String>,
}

/// The result of one part of a stage.
#[derive(Clone, Debug, Default)]
pub struct Part(Expansion);

/// What code was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// All code that satisfies the contract.
    Contract,
    /// Code with the same results as the given code, or as parts of it. Other code may satisfy the contract as well.
    Results,
}

/// What was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The number of instructions with operands from which candidates are made.
    pub operations: usize,
    /// The immediate bytes.
    pub constants: Vec<u8>,
    /// The maximum number of instructions before the return.
    pub max_instructions: usize,
    /// The state that candidates use: registers, and memory in hexadecimal.
    pub state: Vec<String>,
    /// The progress.
    pub progress: Progress,
    /// What candidates have in common with the given code.
    pub equivalence: Equivalence,
    /// Whether the whole space was searched.
    pub is_complete: bool,
    /// Whether nothing in the space is cheaper than the best code, the given one included.
    pub is_optimal: bool,
    /// Whether this is so for longer code from the same instructions as well.
    pub is_optimal_for_any_length: bool,
}

/// The maximum number of instructions that a run of the given routine takes, for its proof.
const INSTRUCTION_LIMIT: u64 = 1_000_000;

impl Shortener {
    /// Reads and proves a sheet and prepares the search. `name` is the file name used in errors.
    pub fn new(text: &str, given: Routine, options: Options) -> Result<Shortener, ShortenError> {
        if given.has_pointers() {
            return Err(ShortenError::Pointers(given.name));
        }
        if given.has_stack_arguments() {
            return Err(ShortenError::StackArguments(given.name));
        }
        if given.device_address().is_some() {
            return Err(ShortenError::Device(given.name));
        }
        let cost = proven_cost(&given)?;
        let is_functional = given.is_functional() == Some(true);
        let model = match is_functional || options.windows {
            true => Model::new(&given)?,
            false => Model::new(&given)?.judged_by_contract(&given),
        };
        let constants = constants(&given, &options);
        let samples = Sampler::new(&given, &model).start(&cost.cycles.min_input)?;
        let no_return = || ShortenError::NoReturn(given.name.clone());
        let end = return_instruction(given.processor()).ok_or_else(no_return)?;
        let given_cost = Cost { bytes: given.size() as u32, cycles: cost.cycles.max as u32 };
        let pool = Pool::new(&model, &options, &constants);
        let (goal, max) = (options.goal, options.max_instructions);
        let costs = (given_cost, return_cost(end));
        let search = Search::new(model.clone(), pool, goal, max, samples.clone(), costs);
        let template = Template::new(text, &given);
        let mut shortener = Shortener {
            given,
            given_cost,
            options,
            constants,
            template,
            end,
            model,
            samples,
            search,
            code: Code::default(),
            windows: VecDeque::new(),
            frame: Frame::default(),
            done: Progress::default(),
            best: None,
        };
        if shortener.options.windows {
            shortener.read_code(None)?;
            shortener.next_window();
        }
        Ok(shortener)
    }

    /// Reads the code whose windows are searched: that of the given sheet or of a better one.
    fn read_code(&mut self, better: Option<&Routine>) -> Result<(), ShortenError> {
        let code = Code::read(better.unwrap_or(&self.given), &self.model, self.end);
        let not_straight = || ShortenError::NotStraight(self.given.name.clone());
        self.code = match (code, better) {
            (Some(code), _) => code,
            // A branch has replaced the window, and what is left cannot be divided.
            (None, Some(_)) => Code::default(),
            (None, None) => return Err(not_straight()),
        };
        self.windows = self.code.windows().into();
        Ok(())
    }

    /// Starts the search of the next window, if there is one.
    fn next_window(&mut self) {
        while let Some(window) = self.windows.pop_front() {
            self.frame = self.code.frame(&window, return_cost(self.end));
            let model = self.model.with_required(self.code.live_after(window.end, &self.model));
            let pool = Pool::new(&model, &self.options, &self.constants);
            let (first, reserve) = self.samples.clone();
            let samples = (self.frame.samples(&model, first), self.frame.samples(&model, reserve));
            let costs = (self.code.cost(window), Cost::default());
            self.done = self.done.with(&self.search.progress);
            let max = self.options.max_instructions;
            self.search = Search::new(model, pool, self.options.goal, max, samples, costs);
            if self.search.parts() > 0 {
                break;
            }
        }
    }

    /// Returns the number of parts of the current stage; 0 if the search is complete.
    pub fn parts(&self) -> usize {
        self.search.parts()
    }

    /// Expands a part of the current stage.
    pub fn expand(&self, part: usize) -> Part {
        Part(self.search.expand(part))
    }

    /// Takes the results of all parts of the current stage, in order, proves candidates and goes to the next stage.
    pub fn absorb(&mut self, parts: Vec<Part>) -> Result<(), ShortenError> {
        let parts = parts.into_iter().map(|Part(expansion)| expansion).collect();
        let mut prover = Prover {
            given: &self.given,
            model: &self.model,
            template: &self.template,
            frame: &self.frame,
            end: self.end,
            note: note(&self.options),
            found: None,
        };
        self.search.absorb(parts, &mut prover)?;
        let better = prover.found;
        if let Some((found, _)) = &better {
            self.best = Some(found.clone());
        }
        if !self.options.windows {
            return Ok(());
        }
        match better {
            Some((_, routine)) => {
                self.read_code(Some(&routine))?;
                self.next_window();
            }
            None if self.search.parts() == 0 => self.next_window(),
            None => {}
        }
        Ok(())
    }

    /// Runs the search to its end on this thread.
    pub fn run(&mut self) -> Result<(), ShortenError> {
        while self.parts() > 0 {
            let parts = (0..self.parts()).map(|part| self.expand(part)).collect();
            self.absorb(parts)?;
        }
        Ok(())
    }

    /// Returns the given routine.
    pub fn given(&self) -> &Routine {
        &self.given
    }

    /// Returns the cost of the given code.
    pub fn given_cost(&self) -> Cost {
        self.given_cost
    }

    /// Returns the cheapest code so far, or `None` if none is cheaper than the given one.
    pub fn best(&self) -> Option<&Found> {
        self.best.as_ref()
    }

    /// Returns what was searched so far.
    pub fn searched(&self) -> Searched {
        let progress = self.done.with(&self.search.progress);
        let is_complete = self.parts() == 0;
        let is_optimal = is_complete && progress.undecided == 0;
        Searched {
            operations: self.search.pool.instructions(),
            constants: self.constants.bytes.clone(),
            max_instructions: self.options.max_instructions,
            state: self.search.model.names(),
            progress,
            equivalence: match self.options.windows {
                true => Equivalence::Results,
                false => Equivalence::Contract,
            },
            is_complete,
            is_optimal,
            is_optimal_for_any_length: is_optimal && !self.options.windows && self.search.excludes_longer(),
        }
    }
}

/// Proves the given routine and returns its cost.
fn proven_cost(given: &Routine) -> Result<CostRange, ShortenError> {
    let name = || given.name.clone();
    if let Some(fault) = given.specification_fault() {
        return Err(ShortenError::Contract { name: name(), fault });
    }
    let result = prove(given, Bounds::default(), INSTRUCTION_LIMIT)
        .map_err(|error| ShortenError::NotProven { name: name(), error })?;
    if !given.matches_stated_cycles(&result, true) {
        return Err(ShortenError::WrongCycles(name()));
    }
    match result {
        CheckResult { failing: None, cost: Some(cost) } => Ok(cost),
        CheckResult { failing: Some(start), .. } => {
            Err(ShortenError::Wrong { name: name(), failing: Box::new(start) })
        }
        // No run has a cost, so there is no input.
        CheckResult { failing: None, cost: None } => {
            Err(ShortenError::Contract { name: name(), fault: SpecificationFault::NoInput })
        }
    }
}

fn return_cost(end: Instruction) -> Cost {
    Cost { bytes: end.length().into(), cycles: end.cycles().base.into() }
}

fn note(options: &Options) -> String {
    let goal = match options.goal {
        crate::Goal::Bytes => "bytes",
        crate::Goal::Cycles => "cycles",
    };
    format!("Found by arcadian shorten --for {goal}, and proven.")
}

/// Returns the immediate operands: those of the options and those of the given code.
fn constants(given: &Routine, options: &Options) -> Constants {
    let mut bytes = match &options.constants {
        ConstantSet::Common => COMMON_CONSTANTS.to_vec(),
        ConstantSet::All => (0..=0xFF).collect(),
        ConstantSet::List(bytes) => bytes.clone(),
    };
    let mut words = COMMON_WORDS.to_vec();
    for line in &given.assembly.lines {
        let Some(row) = line.row else { continue };
        let Ok(instruction) = given.processor().decode(&line.bytes) else { continue };
        if has_immediate_byte(row) {
            bytes.push(instruction.value as u8);
        } else if has_immediate_word(row) {
            words.push(instruction.value);
        }
    }
    bytes.sort_unstable();
    bytes.dedup();
    words.sort_unstable();
    words.dedup();
    Constants { bytes, words }
}

fn has_immediate_byte(row: &Row) -> bool {
    row.operands().iter().any(|operand| matches!(operand, Operand::Byte | Operand::Mos(Mode::Immediate)))
}

fn has_immediate_word(row: &Row) -> bool {
    matches!(row.operands(), [Operand::Reg(_), Operand::Word])
}

/// Proves candidates against the contract of the given sheet.
struct Prover<'a> {
    given: &'a Routine,
    model: &'a Model,
    template: &'a Template,
    frame: &'a Frame,
    end: Instruction,
    note: String,
    found: Option<(Found, Routine)>,
}

impl Judge for Prover<'_> {
    fn judge(&mut self, _: Cost, operations: &[u16], pool: &Pool) -> Judgment {
        let step = |number: &u16| {
            let operation = &pool.operations[usize::from(*number)];
            Step { instruction: operation.instruction, kind: operation.kind }
        };
        let Frame { before, after, .. } = self.frame;
        let inside = operations.iter().map(step);
        let steps: Vec<Step> = before.iter().copied().chain(inside).chain(after.iter().copied()).collect();
        let text = self.template.sheet(&steps, self.end, None);
        let Some(candidate) = self.read(&text) else { return Judgment::Undecided };
        match prove(&candidate, Bounds::default(), INSTRUCTION_LIMIT) {
            Ok(CheckResult { failing: Some(start), .. }) => Judgment::Refuted(Box::new(start)),
            Ok(CheckResult { failing: None, cost: Some(cost) }) => {
                self.accept(&steps, &candidate, (cost.cycles.min, cost.cycles.max))
            }
            _ => Judgment::Undecided,
        }
    }

    fn sample(&mut self, start: &InitialState) -> Result<Sample, ShortenError> {
        let sample = Sampler::new(self.given, self.model).sample(start)?;
        let samples = self.frame.samples(self.model, Samples::new(vec![sample]));
        samples.all.into_iter().next().ok_or_else(|| ShortenError::NoReturn(self.given.name.clone()))
    }
}

impl Prover<'_> {
    /// Reads a sheet for the contract of the given one. It includes no files.
    fn read(&self, text: &str) -> Option<Routine> {
        self.given.read_like("candidate.asm", text, &mut NoFiles).ok()
    }

    /// Completes the sheet of a proven candidate.
    fn accept(&mut self, steps: &[Step], candidate: &Routine, cycles: Cycles) -> Judgment {
        let text = self.template.sheet(steps, self.end, Some((cycles, &self.note)));
        let complete = self.read(&text).filter(|complete| complete.image() == candidate.image());
        let Some(complete) = complete else { return Judgment::Undecided };
        let cost = Cost { bytes: complete.size() as u32, cycles: cycles.1 as u32 };
        let instructions = complete.assembly.lines.iter().filter(|line| line.row.is_some());
        let instructions = instructions.map(|line| source(&line.text)).collect();
        let sheet = complete.assembly.sheet_text();
        self.found = Some((Found { sheet, cost, cycles, instructions }, complete));
        let Cost { bytes, cycles } = self.frame.cost;
        Judgment::Proven(Cost { bytes: cost.bytes - bytes, cycles: cost.cycles.saturating_sub(cycles) })
    }
}

/// Returns an instruction without the label before it.
fn source(line: &str) -> String {
    let text = line.split_once(": ").map_or(line, |(_, text)| text);
    text.trim().to_owned()
}
