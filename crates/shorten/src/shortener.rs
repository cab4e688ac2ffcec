//! The search for one sheet, from its proof to the report.

use arcadian_isa::Instruction;
use arcadian_proof::{
    Bounds, CheckResult, CostRange, Counterexample, Engine, Routine, SpecificationFault, prove,
};
use serde::Serialize;

use crate::{
    engine::{TestCases, Tester},
    model::Model,
    operation::{Pool, return_instruction},
    options::{ConstantSet, Constants, Cost, Goal, Options, ShortenError, constants, derived, numbers},
    prover::{Found, INSTRUCTION_LIMIT, Prover, Seeds},
    search::{Progress, Search},
    sheet::{Code, Surroundings, Template},
    space::Expansion,
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
    tests: (TestCases, TestCases),
    search: Search,
    stage: Stage,
    /// The maximum number of instructions in the current search.
    max: usize,
    /// The inputs for candidates from outside the search, and the maximum number of instructions of their runs.
    inputs: Vec<Vec<u8>>,
    limit: u64,
    derived: Constants,
    pool: Pool,
    /// The result for the whole space: whether nothing in it and nothing longer is cheaper.
    whole: Option<Whole>,
    /// The code whose windows are searched, and the windows that are left.
    code: Code,
    windows: VecDeque<Range<usize>>,
    frame: Surroundings,
    /// The work of the searches before.
    done: Progress,
    best: Option<(Found, Routine)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The given code without some instructions, and known idioms.
    Seeds,
    /// Short sequences with constants derived from those of the code and the contract.
    Derived,
    Whole,
    /// Parts of the best code.
    Windows,
    Done,
}

#[derive(Clone, Copy, Debug)]
struct Whole {
    undecided: usize,
    excludes_longer: bool,
}

/// The result of one part of a stage.
#[derive(Clone, Debug, Default)]
pub struct Part(Expansion);

/// Code that was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equivalence {
    /// All code that satisfies the contract.
    Contract,
    /// Code with the same results as the given code, or as parts of it. Other code may satisfy the contract as well.
    #[serde(rename = "same-results")]
    Results,
}

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
    pub progress: Progress,
    /// The further immediate bytes that are tried in sequences of up to two or three instructions.
    pub derived: Vec<u8>,
    /// The property that candidates share with the given code.
    pub equivalence: Equivalence,
    /// Whether the whole space was searched.
    pub is_complete: bool,
    /// Whether nothing in the space is cheaper than the best code, the given one included.
    pub is_optimal: bool,
    /// Whether this is so for longer code from the same instructions as well.
    pub is_optimal_for_any_length: bool,
}

/// The maximum number of operations with which sequences of three derived constants are searched.
const SMALL_POOL: usize = 400;

/// The maximum number of bytes of an instruction.
const LONGEST_INSTRUCTION: usize = 4;

/// In windows that are searched without being asked for: the maximum number of their instructions, and of those that replace them.
const WINDOW_LENGTH: usize = 6;
const WINDOW_MAX: usize = 2;

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
        let Some(places) = given.fixed_output_places() else {
            return Err(ShortenError::StackResult(given.name));
        };
        let cost = proven_cost(&given)?;
        let is_functional = given.is_functional() == Some(true);
        let model = if is_functional || options.windows {
            Model::new(&given)?
        } else {
            Model::new(&given)?.judged_by_contract(places)
        };
        let constants = constants(&given, &options);
        let tester = Tester::new(&given, &model);
        let inputs = tester.some_inputs(&cost.cycles.min_input);
        let tests = tester.start(&cost.cycles.min_input)?;
        let no_return = || ShortenError::NoReturn(given.name.clone());
        let end = return_instruction(given.processor()).ok_or_else(no_return)?;
        let given_cost = Cost { bytes: given.size() as u32, cycles: cost.cycles.max as u32 };
        let pool = Pool::new(&model, &options, &constants);
        let (goal, max) = (options.goal, options.max_instructions);
        let costs = (given_cost, return_cost(end));
        let search = Search::new(model.clone(), pool.clone(), goal, max, tests.clone(), costs);
        let options_windows = options.windows;
        let template = Template::new(text, &given);
        let derived = match options.constants {
            ConstantSet::Common => derived(&numbers(text, &given), &constants),
            _ => Constants::default(),
        };
        let mut shortener = Shortener {
            given,
            given_cost,
            options,
            constants,
            template,
            end,
            model,
            tests,
            search,
            stage: if options_windows { Stage::Windows } else { Stage::Seeds },
            max,
            inputs,
            limit: 2 * cost.instructions.max + 16,
            derived,
            pool,
            whole: None,
            code: Code::default(),
            windows: VecDeque::new(),
            frame: Surroundings::default(),
            done: Progress::default(),
            best: None,
        };
        if shortener.options.windows {
            shortener.read_code(None)?;
            if !shortener.next_window() {
                shortener.stage = Stage::Done;
            }
        }
        Ok(shortener)
    }

    /// Proves the candidates that need no search.
    fn try_seeds(&mut self) {
        let note = note(&self.options);
        let mut seeds = Seeds {
            given: &self.given,
            template: &self.template,
            goal: self.options.goal,
            note: &note,
            inputs: &self.inputs,
            limit: self.limit,
            best: self.given_cost,
            proofs: 0,
        };
        let memory: Vec<String> = self.model.addresses().map(|address| self.hex(address)).collect();
        let shrunk = seeds.shrink();
        let best = seeds.idiom(&memory).or(shrunk);
        self.done.proofs += seeds.proofs;
        self.best = best;
    }

    fn hex(&self, address: u16) -> String {
        let digits = if address < 0x100 { 2 } else { 4 };
        self.given.processor().hex(address, digits).to_string()
    }

    fn best_cost(&self) -> Cost {
        self.best.as_ref().map_or(self.given_cost, |(found, _)| found.cost)
    }

    /// Goes to the next stage that has something to search.
    fn next_stage(&mut self) {
        loop {
            self.stage = match self.stage {
                Stage::Seeds => self.begin_derived(),
                Stage::Derived => self.begin_whole(),
                Stage::Whole => self.begin_windows(),
                Stage::Windows | Stage::Done => Stage::Done,
            };
            if self.stage == Stage::Done || self.search.parts() > 0 {
                return;
            }
        }
    }

    fn begin_derived(&mut self) -> Stage {
        if self.derived.bytes.is_empty() && self.derived.words.is_empty() {
            return self.begin_whole();
        }
        let with = |own: &[u8], more: &[u8]| own.iter().chain(more).copied().collect();
        let words = self.constants.words.iter().chain(&self.derived.words).copied().collect();
        let constants = Constants { bytes: with(&self.constants.bytes, &self.derived.bytes), words };
        let pool = Pool::new(&self.model, &self.options, &constants);
        let length = if pool.operations.len() <= SMALL_POOL { 3 } else { 2 };
        self.begin(pool, length.min(self.options.max_instructions));
        Stage::Derived
    }

    fn begin_whole(&mut self) -> Stage {
        self.begin(self.pool.clone(), self.options.max_instructions);
        Stage::Whole
    }

    fn begin(&mut self, pool: Pool, max: usize) {
        self.done = self.done.with(&self.search.progress);
        self.max = max;
        let costs = (self.best_cost(), return_cost(self.end));
        let tests = self.tests.clone();
        self.search = Search::new(self.model.clone(), pool, self.options.goal, max, tests, costs);
    }

    /// Starts with the windows of the best code, if it is longer than the sequences searched.
    fn begin_windows(&mut self) -> Stage {
        let undecided = self.search.progress.undecided;
        self.whole = Some(Whole { undecided, excludes_longer: self.search.excludes_longer() });
        self.max = self.options.max_instructions.min(WINDOW_MAX);
        let best = self.best.as_ref().map_or(&self.given, |(_, routine)| routine);
        match Code::read(best, &self.model, self.end) {
            Some(code) if code.len() > self.options.max_instructions => {
                self.windows = code.windows(WINDOW_LENGTH).into();
                self.code = code;
                if self.next_window() { Stage::Windows } else { Stage::Done }
            }
            _ => Stage::Done,
        }
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
        let length = if self.options.windows { usize::MAX } else { WINDOW_LENGTH };
        self.windows = self.code.windows(length).into();
        Ok(())
    }

    /// Starts the search of the next window. Returns whether there is one.
    fn next_window(&mut self) -> bool {
        while let Some(window) = self.windows.pop_front() {
            self.frame = self.code.frame(&window, return_cost(self.end));
            let model = self.model.with_required(self.code.live_after(window.end, &self.model));
            let pool = Pool::new(&model, &self.options, &self.constants);
            let (first, reserve) = self.tests.clone();
            let tests = (self.frame.tests(&model, first), self.frame.tests(&model, reserve));
            let costs = (self.code.cost(window), Cost::default());
            self.done = self.done.with(&self.search.progress);
            let max = self.max;
            self.search = Search::new(model, pool, self.options.goal, max, tests, costs);
            if self.search.parts() > 0 {
                return true;
            }
        }
        false
    }

    /// Returns the number of parts of the current stage; 0 if the search is complete.
    pub fn parts(&self) -> usize {
        match self.stage {
            Stage::Seeds => 1,
            Stage::Done => 0,
            Stage::Derived | Stage::Whole | Stage::Windows => self.search.parts(),
        }
    }

    pub fn expand(&self, part: usize) -> Part {
        match self.stage {
            Stage::Seeds | Stage::Done => Part::default(),
            Stage::Derived | Stage::Whole | Stage::Windows => Part(self.search.expand(part)),
        }
    }

    /// Takes the results of all parts of the current stage, in order, proves candidates and goes to the next stage.
    pub fn absorb(&mut self, parts: Vec<Part>) -> Result<(), ShortenError> {
        if self.stage == Stage::Seeds {
            self.try_seeds();
            self.next_stage();
            return Ok(());
        }
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
        self.best = better.clone().or(self.best.take());
        match (self.stage, better) {
            (Stage::Windows, Some((_, routine))) => {
                self.read_code(Some(&routine))?;
                if !self.next_window() {
                    self.stage = Stage::Done;
                }
            }
            (Stage::Windows, None) if self.search.parts() == 0 => {
                self.next_window();
            }
            _ => {}
        }
        if self.search.parts() == 0 {
            self.next_stage();
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

    pub fn given(&self) -> &Routine {
        &self.given
    }

    pub(crate) fn goal(&self) -> Goal {
        self.options.goal
    }

    pub fn given_cost(&self) -> Cost {
        self.given_cost
    }

    /// Returns the cheapest code so far, or `None` if none is cheaper than the given one.
    pub fn best(&self) -> Option<&Found> {
        self.best.as_ref().map(|(found, _)| found)
    }

    pub fn searched(&self) -> Searched {
        let progress = self.done.with(&self.search.progress);
        let is_complete = self.parts() == 0;
        let whole = self.whole.filter(|whole| whole.undecided == 0);
        // The instructions of a candidate are executed as they are. One that changes others of them may do something else.
        let longest = self.given.size().max(LONGEST_INSTRUCTION * (self.options.max_instructions + 1));
        let whole = whole.filter(|_| !self.model.may_change_code(&self.given, longest));
        let is_optimal =
            if self.options.windows { is_complete && progress.undecided == 0 } else { whole.is_some() };
        Searched {
            operations: self.pool.instructions(),
            derived: self.derived.bytes.clone(),
            constants: self.constants.bytes.clone(),
            max_instructions: self.options.max_instructions,
            state: self.model.names(),
            progress,
            equivalence: if self.options.windows { Equivalence::Results } else { Equivalence::Contract },
            is_complete,
            is_optimal,
            is_optimal_for_any_length: whole.is_some_and(|whole| whole.excludes_longer),
        }
    }
}

fn proven_cost(given: &Routine) -> Result<CostRange, ShortenError> {
    let name = || given.name.clone();
    if let Some(fault) = given.specification_fault() {
        return Err(ShortenError::Contract { name: name(), fault });
    }
    let result = prove(given, Bounds::default(), INSTRUCTION_LIMIT)
        .map_err(|error| ShortenError::NotProven { name: name(), error })?;
    if let Some(start) = &result.failing
        && let Ok(Some(found)) = Counterexample::explain(given, Engine::Own, INSTRUCTION_LIMIT, start)
        && found.is_of_absent_code()
    {
        return Err(ShortenError::Absent(name()));
    }
    if !given.matches_stated_cycles(&result, true) {
        return Err(ShortenError::WrongCycles(name()));
    }
    match result {
        CheckResult { failing: None, cost: Some(cost), .. } => Ok(cost),
        CheckResult { failing: Some(start), .. } => {
            Err(ShortenError::Wrong { name: name(), failing: Box::new(start) })
        }
        // No run has a cost, so there is no input.
        CheckResult { failing: None, cost: None, .. } => {
            Err(ShortenError::Contract { name: name(), fault: SpecificationFault::NoInput })
        }
    }
}

fn return_cost(end: Instruction) -> Cost {
    Cost { bytes: end.length().into(), cycles: end.cycles().base.into() }
}

fn note(options: &Options) -> String {
    let goal = match options.goal {
        Goal::Bytes => "bytes",
        Goal::Cycles => "cycles",
    };
    format!("Found by arcadian shorten --for {goal}, and proven.")
}
