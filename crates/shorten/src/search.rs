//! The search: levels of prefixes of increasing length, in stages of independent parts.
//!
//! Prefixes that lead to the same state in all tests are equivalent, and only the cheapest is kept. This cannot hide a solution
//! altogether: if a dropped prefix has a completion that solves the task, the same completion of the prefix kept instead passes
//! the tests and costs no more. So if no candidate below some cost passes the tests, no solution costs less. A candidate that
//! passes the tests but is refuted gives a new test, and the search starts again with it, as in counterexample-guided synthesis.

use std::ops::Range;

use arcadian_parallel::cancellation::is_cancelled;
use arcadian_proof::InitialState;

use crate::{
    engine::{TestCase, TestCases},
    model::Model,
    operation::{Pool, cheapest},
    options::{Cost, Goal, ShortenError},
    space::{self, Expansion, Level, NO_OPERATION, Node, Passed, Space, Table},
};

#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) model: Model,
    pub(crate) pool: Pool,
    goal: Goal,
    max: usize,
    tests: TestCases,
    reserve: TestCases,
    covers: Vec<Vec<u64>>,
    levels: Vec<Level>,
    table: Table,
    /// The cost of the return.
    end: Cost,
    cheapest: Cost,
    bound: u64,
    /// The number of nodes of the last level that have been expanded.
    expanded: usize,
    next: Level,
    pub(crate) progress: Progress,
    /// Whether equivalent prefixes are dropped.
    prunes: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of instructions executed on the tests: each ends a different sequence.
    pub tried: u64,
    /// The length of the candidates that are searched now, in instructions.
    pub length: usize,
    /// The number of prefixes of the level that have been expanded.
    pub expanded: usize,
    /// The number of prefixes of the level.
    pub prefixes: usize,
    /// The number of tests that decide which states are equal.
    pub tests: usize,
    /// The number of times that the search started again with more tests.
    pub restarts: usize,
    /// The number of candidates that were given to the prover.
    pub proofs: usize,
    /// The number of candidates that pass the tests and could be neither proven nor refuted.
    pub undecided: usize,
}

impl Progress {
    /// Returns the progress of a search after others.
    pub(crate) fn with(self, next: &Progress) -> Progress {
        Progress {
            tried: self.tried + next.tried,
            restarts: self.restarts + next.restarts,
            proofs: self.proofs + next.proofs,
            undecided: self.undecided + next.undecided,
            ..*next
        }
    }
}

pub(crate) enum ProofResult {
    Proven(Cost),
    Refuted(Box<InitialState>),
    Undecided,
}

/// Proves candidates and makes tests of the states that refute them.
pub(crate) trait Judge {
    /// Judges a candidate of a cost, the return not included.
    fn judge(&mut self, cost: Cost, operations: &[u16], pool: &Pool) -> ProofResult;
    fn test(&mut self, start: &InitialState) -> Result<TestCase, ShortenError>;
}

/// The number of prefixes in a part and of parts in a stage. They determine what is found, so they do not depend on the threads.
const PART: usize = 64;
const PARTS: usize = 64;

impl Search {
    pub(crate) fn new(
        model: Model,
        pool: Pool,
        goal: Goal,
        max: usize,
        (tests, reserve): (TestCases, TestCases),
        (given, end): (Cost, Cost),
    ) -> Search {
        let mut search = Search {
            covers: space::covers(&pool.operations),
            cheapest: cheapest(&pool.operations),
            model,
            pool,
            goal,
            max,
            tests,
            reserve,
            levels: Vec::new(),
            table: Table::default(),
            end,
            bound: goal.key(given),
            expanded: 0,
            next: Level::default(),
            progress: Progress::default(),
            prunes: true,
        };
        search.restart();
        search
    }

    fn restart(&mut self) {
        let root = Node { parent: 0, operation: NO_OPERATION, cost: Cost::default(), left: 0, floor: 0 };
        self.levels = vec![Level { nodes: vec![root], states: Vec::new() }];
        self.table.clear();
        self.next = Level::default();
        self.expanded = 0;
        self.note_progress();
    }

    fn note_progress(&mut self) {
        self.progress.length = self.levels.len();
        self.progress.expanded = self.expanded;
        self.progress.prefixes = self.levels.last().map_or(0, |level| level.nodes.len());
        self.progress.tests = self.tests.all.len();
    }

    /// Returns the number of independent parts of the current stage; 0 if the search is complete.
    pub(crate) fn parts(&self) -> usize {
        if self.is_complete() { 0 } else { self.stage().len().div_ceil(PART) }
    }

    fn is_complete(&self) -> bool {
        self.levels.len() > self.max
    }

    /// The nodes of the current stage.
    fn stage(&self) -> Range<usize> {
        let all = self.levels.last().map_or(0, |level| level.nodes.len());
        self.expanded..all.min(self.expanded + PART * PARTS)
    }

    fn space(&self) -> Space<'_> {
        Space {
            model: &self.model,
            operations: &self.pool.operations,
            relevant: self.pool.relevant,
            tests: &self.tests,
            reserve: &self.reserve,
            goal: self.goal,
            levels: &self.levels,
            table: &self.table,
            bound: self.bound,
            end: self.end,
            cheapest: self.cheapest,
            max: self.max,
            prunes: self.prunes,
            covers: &self.covers,
        }
    }

    pub(crate) fn expand(&self, part: usize) -> Expansion {
        let stage = self.stage();
        let first = stage.start + part * PART;
        self.space().expand(first..stage.end.min(first + PART))
    }

    /// Takes the results of all parts of the current stage, in order. Returns the cost of the candidate that was proven, if
    /// there is one.
    pub(crate) fn absorb(
        &mut self,
        parts: Vec<Expansion>,
        judge: &mut dyn Judge,
    ) -> Result<Option<Cost>, ShortenError> {
        self.make_room(&parts)?;
        let (mut passed, mut refuted) = (Vec::new(), Vec::new());
        let end = self.stage().end;
        for part in parts {
            self.progress.tried += part.tried;
            passed.extend(part.passed);
            refuted.extend(part.refuted);
            if let Some(level) = self.levels.last_mut() {
                level.states.extend(part.states);
            }
            self.keep(part.children);
        }
        self.expanded = end;
        let (proven, is_refuted) = self.judge(passed, judge)?;
        let worse = |cost: &Cost| self.goal.key(*cost + self.end) < self.bound;
        let mut tests: Vec<usize> =
            refuted.iter().filter(|(cost, _)| worse(cost)).map(|(_, test)| *test).collect();
        tests.sort_unstable();
        tests.dedup();
        for test in &tests {
            self.tests.add(self.reserve.all[*test].clone());
        }
        if is_refuted || !tests.is_empty() {
            self.progress.restarts += 1;
            self.restart();
        } else {
            self.advance();
        }
        Ok(proven)
    }

    fn make_room(&mut self, parts: &[Expansion]) -> Result<(), ShortenError> {
        let children = parts.iter().map(|part| part.children.len()).sum();
        let states = parts.iter().map(|part| part.states.len()).sum();
        let no_memory = |_| ShortenError::NoMemory;
        self.table.try_reserve(children).map_err(|_| ShortenError::NoMemory)?;
        self.next.nodes.try_reserve(children).map_err(no_memory)?;
        self.levels.last_mut().map_or(Ok(()), |level| level.states.try_reserve(states)).map_err(no_memory)
    }

    fn keep(&mut self, children: Vec<(u128, Node)>) {
        for (hash, node) in children {
            let key = self.goal.key(node.cost);
            let known = self.table.entry(hash).or_insert(u64::MAX);
            if *known > key || !self.prunes {
                *known = key;
                self.next.nodes.push(node);
            }
        }
    }

    /// Goes to the next level if this one is done.
    fn advance(&mut self) {
        let is_done = self.levels.last().is_none_or(|level| self.expanded >= level.nodes.len());
        if is_done {
            self.levels.push(std::mem::take(&mut self.next));
            self.expanded = 0;
            // Without prefixes the longer levels are empty too.
            while self.levels.len() <= self.max
                && self.levels.last().is_some_and(|level| level.nodes.is_empty())
            {
                self.levels.push(Level::default());
            }
        }
        self.note_progress();
    }

    /// Gives candidates to the prover, the cheapest first, until one is proven. Returns its cost, and whether a cheaper one was
    /// refuted.
    fn judge(
        &mut self,
        mut passed: Vec<Passed>,
        judge: &mut dyn Judge,
    ) -> Result<(Option<Cost>, bool), ShortenError> {
        passed.sort_by_key(|passed| self.goal.key(passed.cost));
        let mut is_refuted = false;
        for Passed { cost, operations } in passed {
            // What was found so far does not count.
            if is_cancelled() {
                break;
            }
            if self.goal.key(cost + self.end) >= self.bound {
                break;
            }
            if is_refuted && self.space().fails(&operations, &self.tests) {
                continue;
            }
            self.progress.proofs += 1;
            match judge.judge(cost, &operations, &self.pool) {
                // A branch that crosses a page takes longer than the tables say without the address.
                ProofResult::Proven(cost) if self.goal.key(cost) >= self.bound => {}
                ProofResult::Proven(cost) => {
                    self.bound = self.goal.key(cost);
                    return Ok((Some(cost), is_refuted));
                }
                ProofResult::Refuted(start) => {
                    let mut tests = self.tests.clone();
                    tests.add(judge.test(&start)?);
                    if self.space().fails(&operations, &tests) {
                        self.tests = tests;
                        is_refuted = true;
                    } else {
                        // The tests do not show the fault, so a new search would find the same candidate. The states of the levels
                        // are those of the tests so far.
                        self.progress.undecided += 1;
                    }
                }
                ProofResult::Undecided => self.progress.undecided += 1,
            }
        }
        Ok((None, is_refuted))
    }

    /// Returns whether no longer code can be cheaper than the best.
    pub(crate) fn excludes_longer(&self) -> bool {
        let count = self.max as u32 + 1;
        let Cost { bytes, cycles } = self.cheapest;
        let least = Cost { bytes: bytes * count, cycles: cycles * count } + self.end;
        self.goal.key(least) >= self.bound
    }
}

#[cfg(test)]
mod tests {
    use arcadian_claims::{BundledFiles, all};
    use arcadian_proof::{Random, Routine};
    use proptest::prelude::*;

    use super::*;
    use crate::{
        engine::Tester,
        options::{Constants, Options},
    };

    /// Takes every candidate that passes the tests for a solution.
    struct Credulous(Cost);

    impl Judge for Credulous {
        fn judge(&mut self, cost: Cost, _: &[u16], _: &Pool) -> ProofResult {
            ProofResult::Proven(cost + self.0)
        }

        fn test(&mut self, _: &InitialState) -> Result<TestCase, ShortenError> {
            Err(ShortenError::NoReturn(String::new()))
        }
    }

    fn model(cpu: &str, terms: &str) -> Model {
        let sheet =
            format!(";! routine: RUN\n;! cpu: {cpu}\n;! org: 0300H\n{terms};! oracle: f2_half\nRUN: NOP\n");
        Model::new(&Routine::read("r.asm", &sheet, &mut BundledFiles, all()).unwrap()).unwrap()
    }

    fn models() -> [Model; 3] {
        [
            model("8080", ";! in: HL = board\n;! out: HL = board\n;! clobbers: A, F\n"),
            model("z80", ";! in: HL = board\n;! out: HL = board\n;! clobbers: B, F\n"),
            model(
                "6502",
                ";! in: A = board.0, X = board.1\n;! out: A = board.0, X = board.1\n;! clobbers: P\n",
            ),
        ]
    }

    fn texts(model: &Model, options: &Options) -> Vec<String> {
        let constants = Constants { bytes: vec![0x01], words: vec![0x1234] };
        let pool = Pool::new(model, options, &constants);
        pool.operations.iter().map(|operation| operation.instruction.to_string()).collect()
    }

    /// The space of each processor has these instructions and not those.
    #[test]
    fn the_instructions_of_a_contract() {
        let expected = [
            (
                "MOV A,H; DAD H; ADI 01H; LXI H,1234H; RNC; JNZ 0000H; DAA; STC; SBB A",
                "MOV A,A; MOV A,B; MOV A,M; PUSH H; EI; HLT; JMP 0000H; NOP; INX SP; CNZ 0000H; IN 00H",
            ),
            (
                "LD B,H; RET NC; JR Z,$+2; JP PE,0000H; SRL L; ADD HL,HL; INC HL; BIT 7,H; CCF",
                "LD A,H; DJNZ $+2; EXX; LD B,IXH; IM 0; LDI; LD SP,HL; SLL B; EX DE,HL; CP H",
            ),
            (
                "TAX; BCC *+2; ADC #$01; INX; LSR A; CPX #$01; CLC; CLV; BVS *+2",
                "TAY; PHA; SED; SEI; BRK; JMP $0000; STA $00; CLD; NOP; TSX; AXS #$01",
            ),
        ];
        for (model, (present, absent)) in models().iter().zip(expected) {
            let texts = texts(model, &Options::default());
            for text in present.split("; ") {
                assert!(texts.iter().any(|other| other == text), "{text} is missing: {texts:?}");
            }
            for text in absent.split("; ") {
                assert!(texts.iter().all(|other| other != text), "{text} is in the space");
            }
        }
        let undocumented = Options { undocumented: true, branches: false, ..Options::default() };
        let [_, z80, mos6502] = models().map(|model| texts(&model, &undocumented));
        assert!(z80.contains(&"SLL B".to_owned()) && !z80.contains(&"RET NC".to_owned()));
        assert!(mos6502.contains(&"AXS #$01".to_owned()) && !mos6502.contains(&"BCC *+2".to_owned()));
        assert!(!mos6502.contains(&"LXA #$01".to_owned()), "it is unstable");
    }

    /// The data flow of instructions: what the resources of some parts depend on.
    #[test]
    fn data_flow() {
        let [intel, zilog, mos] = models();
        let part = |model: &Model, name: &str| {
            model.names().iter().position(|other| other == name).unwrap_or_else(|| panic!("{name}"))
        };
        let sources = |model: &Model, code: &[u8], name: &str| {
            let instruction = model.processor.decode(code).unwrap();
            let effects = model.effects(&instruction.bytes()).unwrap();
            let resource = model.resource(part(model, name), 0);
            effects.flow.iter().find(|(other, _)| *other == resource).map(|(_, sources)| *sources)
        };
        let resources = |model: &Model, names: &[&str]| {
            names.iter().fold(0, |all, name| all | 1 << model.resource(part(model, name), 0))
        };
        type Case<'a> = (&'a Model, &'a [u8], &'a str, Option<&'a [&'a str]>);
        let cases: [Case<'_>; 9] = [
            (&intel, &[0xAF], "A", Some(&[])),             // XRA A
            (&intel, &[0x6F], "L", Some(&["A"])),          // MOV L,A
            (&intel, &[0x6F], "A", None),                  // MOV L,A
            (&intel, &[0x17], "A", Some(&["A", "F"])),     // RAL: bit 0 of F is the carry
            (&intel, &[0x29], "H", Some(&["H", "L"])),     // DAD H
            (&intel, &[0x37], "F", Some(&[])),             // STC
            (&zilog, &[0xCB, 0xC4], "H", Some(&["H"])),    // SET 0,H
            (&zilog, &[0x23], "H", Some(&["H", "L"])),     // INC HL
            (&mos, &[0x69, 0x01], "A", Some(&["A", "P"])), // ADC #$01
        ];
        for (model, code, name, expected) in cases {
            assert_eq!(
                sources(model, code, name),
                expected.map(|names| resources(model, names)),
                "{code:02X?} {name}"
            );
        }
    }

    /// Runs a search for what a sequence of operations computes, and returns the least cost.
    fn least(
        model: &Model,
        pool: &Pool,
        goal: Goal,
        target: &[u16],
        prunes: bool,
        seed: u64,
    ) -> Option<Cost> {
        let mut random = Random::new(seed);
        let entries: Vec<Vec<u8>> =
            (0..12).map(|_| (0..model.in_scope).map(|_| random.next_u8()).collect()).collect();
        let test = |entry: &Vec<u8>| TestCase { entry: entry.clone(), result: entry.clone(), allowed: None };
        let tests = TestCases::new(entries.iter().map(test).collect());
        let (given, end) = (Cost { bytes: 1000, cycles: 1000 }, Cost { bytes: 1, cycles: 10 });
        let max = target.len().max(1);
        let new = |tests: TestCases| {
            let reserve = tests.clone();
            let mut search =
                Search::new(model.clone(), pool.clone(), goal, max, (tests, reserve), (given, end));
            search.prunes = prunes;
            search
        };
        let results = new(tests).space().run(target);
        let test =
            |(entry, result): (&Vec<u8>, Vec<u8>)| TestCase { entry: entry.clone(), result, allowed: None };
        let tests = TestCases::new(entries.iter().zip(results).map(test).collect());
        complete(&mut new(tests), end)
    }

    /// Runs a search to its end, and returns the least cost.
    fn complete(search: &mut Search, end: Cost) -> Option<Cost> {
        let mut least = None;
        while search.parts() > 0 {
            let parts = (0..search.parts()).map(|part| search.expand(part)).collect();
            least = search.absorb(parts, &mut Credulous(end)).unwrap().or(least);
        }
        least
    }

    /// Takes no candidate for a solution, and gives tests that do not show why.
    struct Unfair(Vec<u8>);

    impl Judge for Unfair {
        fn judge(&mut self, _: Cost, _: &[u16], _: &Pool) -> ProofResult {
            let sheet = ";! routine: RUN\n;! cpu: 8080\n;! org: 0300H\n;! in: HL = board\n;! out: HL = board\n\
                         ;! oracle: f2_half\nRUN: RET\n";
            let routine = Routine::read("r.asm", sheet, &mut BundledFiles, all()).unwrap();
            ProofResult::Refuted(Box::new(routine.state_on_entry(vec![0; 2], 0)))
        }

        fn test(&mut self, _: &InitialState) -> Result<TestCase, ShortenError> {
            self.0[0] = self.0[0].wrapping_add(1);
            Ok(TestCase { entry: self.0.clone(), result: self.0.clone(), allowed: None })
        }
    }

    /// The levels have the states of the tests so far: a test that a candidate passes is not one of them.
    #[test]
    fn a_test_that_shows_nothing_is_not_kept() {
        let model = &models()[0];
        let constants = Constants { bytes: vec![1], words: Vec::new() };
        let pool = Pool::new(model, &Options::default(), &constants);
        let parts = model.in_scope;
        // A full block of tests of which each wants what is there.
        let test = |n: u8| TestCase { entry: vec![n; parts], result: vec![n; parts], allowed: None };
        let tests = TestCases::new((0..16).map(test).collect());
        let (given, end) = (Cost { bytes: 1000, cycles: 1000 }, Cost { bytes: 1, cycles: 10 });
        let mut search =
            Search::new(model.clone(), pool, Goal::Bytes, 2, (tests.clone(), tests), (given, end));
        let mut unfair = Unfair(vec![0xA0; parts]);
        while search.parts() > 0 {
            let parts = (0..search.parts()).map(|part| search.expand(part)).collect();
            assert!(search.absorb(parts, &mut unfair).unwrap().is_none());
        }
        // The search starts again with each test that is kept.
        let Progress { undecided, tests, restarts, .. } = search.progress;
        assert!(undecided > 1 && tests == 16 + restarts, "{:?}", search.progress);
    }

    /// Contracts that allow several results.
    const SEVERAL: [(&str, &str, &str); 6] = [
        ("z80", "in: B = x;out: A = p, C = q;clobbers: F;ensures: p = x or q = x", "LD A,B;LD C,A;RET"),
        ("z80", "in: A = x;out: A = z, CY = c;clobbers: F;ensures: c implies z <= x", "AND A;RET"),
        (
            "8080",
            "in: A = x, B = y;out: A = z;clobbers: C, F;ensures: (z + x) mod 16 = y mod 16",
            "MOV C,A;MOV A,B;SUB C;RET",
        ),
        ("8080", "in: H = x, L = y;out: H = p, L = q;clobbers: A, F;ensures: p <= q", "MVI H,0;RET"),
        (
            "6502",
            "in: A = x, (10H) = y;out: X = p, (10H) = q;clobbers: A, P;ensures: p = y or q = x",
            "STA $10;RTS",
        ),
        ("6502", "in: A = x;out: A = z, Z = f;clobbers: P;ensures: f or z > x", "LDA #0;RTS"),
    ];

    /// Returns the model of such a contract, and its tests.
    fn several((cpu, contract, code): (&str, &str, &str)) -> (Model, TestCases, TestCases) {
        let header: String = contract.split(';').map(|line| format!(";! {line}\n")).collect();
        let code = code.replace(';', "\n ");
        let sheet = format!(";! routine: RUN\n;! cpu: {cpu}\n;! org: 0300H\n{header}RUN:\n {code}\n");
        let routine = Routine::read("r.asm", &sheet, &mut BundledFiles, all()).unwrap();
        assert_eq!(routine.is_functional(), Some(false), "{sheet}");
        let places = routine.fixed_output_places().unwrap();
        let model = Model::new(&routine).unwrap().judged_by_contract(places);
        let (first, reserve) = Tester::new(&routine, &model).start(&[]).unwrap();
        (model, first, reserve)
    }

    fn some_operations(model: &Model, random: &mut Random) -> Pool {
        let constants = Constants { bytes: vec![0x01, 0x80], words: vec![0x0001] };
        let mut pool = Pool::new(model, &Options::default(), &constants);
        while pool.operations.len() > 24 {
            pool.operations.remove(random.below(pool.operations.len() as u32) as usize);
        }
        pool
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn pruning_keeps_the_least_cost_of_several_results(
            contract in 0..SEVERAL.len(), seed: u64, max in 1..4_usize, is_cycles: bool,
        ) {
            let (model, first, reserve) = several(SEVERAL[contract]);
            let pool = some_operations(&model, &mut Random::new(seed));
            let goal = if is_cycles { Goal::Cycles } else { Goal::Bytes };
            let (given, end) = (Cost { bytes: 1000, cycles: 1000 }, Cost { bytes: 1, cycles: 10 });
            let least = |prunes| {
                let tests = (first.clone(), reserve.clone());
                let mut search = Search::new(model.clone(), pool.clone(), goal, max, tests, (given, end));
                search.prunes = prunes;
                complete(&mut search, end)
            };
            prop_assert_eq!(least(false).map(|cost| goal.key(cost)), least(true).map(|cost| goal.key(cost)));
        }

        /// Pruning loses no cheaper candidate: the exhaustive search finds none either.
        #[test]
        fn pruning_keeps_the_least_cost(cpu in 0..3_usize, seed: u64, length in 1..4_usize, is_cycles: bool) {
            let model = &models()[cpu];
            let mut random = Random::new(seed);
            let pool = some_operations(model, &mut random);
            let plain: Vec<u16> = (0..pool.operations.len() as u16)
                .filter(|n| pool.operations[usize::from(*n)].kind == crate::operation::Kind::Plain)
                .collect();
            prop_assume!(!plain.is_empty());
            let target: Vec<u16> =
                (0..length).map(|_| plain[random.below(plain.len() as u32) as usize]).collect();
            let goal = if is_cycles { Goal::Cycles } else { Goal::Bytes };
            let all = least(model, &pool, goal, &target, false, seed);
            let pruned = least(model, &pool, goal, &target, true, seed);
            prop_assert_eq!(all.map(|cost| goal.key(cost)), pruned.map(|cost| goal.key(cost)));
        }
    }
}
