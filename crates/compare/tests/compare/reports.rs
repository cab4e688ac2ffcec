//! Random pairs: what a report names as different differs on an independent emulator from the state that it names, and where parts
//! are said to be the same they do the same there. The emulators are iz80 and mos6502; this file shares no code with the comparison.

use std::collections::BTreeSet;

use arcadian_asm::{NoFiles, Options, assemble, fragment::read_fragment};
use arcadian_compare::{
    Answer, Counterexample, EventValue, ExitValue, Limits, Outcome, Question, Reason, StackApart, Verdict,
    compare, conditions,
};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};
use arcadian_peers::{Iz80, Memory, Mos6502 as PeerMos6502, Peer};

/// Statements of random code, separated by `|`. `@` is the end of the code.
const Z80_LINES: &str = "PUSH BC|PUSH HL|PUSH AF|POP BC|POP DE|POP HL|INC SP|DEC SP|LD (HL),A|LD (DE),A|LD A,(HL)|\
    LD B,(IX+1)|LD (IY-1),C|INC HL|DEC DE|LD (N),HL|LD BC,(N)|ADD A,(HL)|SBC A,B|LD A,C|LD H,D|EX DE,HL|\
    EXX|JP Z,@|JR C,@|RET NC|CALL SUB|CALL Z,SUB|XOR A|CP 80H|RLD|LDI|OUT (5),A|IN A,(6)";
const I8080_LINES: &str = "PUSH B|PUSH H|PUSH PSW|POP B|POP D|POP H|INX SP|DCX SP|MOV M,A|STAX D|MOV A,M|LDAX B|INX H|DCX D|\
    SHLD N|LHLD N|ADD M|SBB B|MOV A,C|MOV H,D|XCHG|JZ @|JC @|RNC|CALL SUB|CZ SUB|XRA A|CPI 80H|DAA|\
    SBB M|OUT 5|IN 6";
const MOS6502_LINES: &str = "PHA|PHP|PLA|PLP|TSX|STA ($10),Y|STA $20,X|LDA ($12),Y|LDA ($10,X)|STA $0180,X|INX|DEY|INC $10|\
    LDX $13|ADC $20|SBC #3|TAX|TYA|BEQ @|BCS @|BMI @|JSR SUB|CMP #$80|ROR A|ORA $0100,Y|STX $11|\
    EOR #$FF|CLC";

/// Statements that make an address of the stack pointer. No pointer leads to the stack in `--stack apart`, but these may.
const FROM_STACK: &[&str] = &["TSX", "STA $0180,X", "ORA $0100,Y"];

/// A generator after Marsaglia.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    fn lines(&mut self, processor: Processor, is_apart: bool) -> Vec<&'static str> {
        let all = match processor {
            I8080 => I8080_LINES,
            Z80 => Z80_LINES,
            Mos6502 => MOS6502_LINES,
        };
        let all: Vec<_> = all.split('|').filter(|line| !is_apart || !FROM_STACK.contains(line)).collect();
        (0..1 + self.below(5)).map(|_| all[self.below(all.len())]).collect()
    }

    /// Returns code like this, or other code.
    fn similar(&mut self, processor: Processor, is_apart: bool, old: &[&'static str]) -> Vec<&'static str> {
        let mut new = old.to_vec();
        let (one, other) = (self.below(old.len()), self.below(old.len()));
        match self.below(5) {
            0 => drop(new.remove(one)),
            1 => new.swap(one, other),
            2 => new[one] = self.lines(processor, is_apart)[0],
            3 => new.insert(one, self.lines(processor, is_apart)[0]),
            _ => new = self.lines(processor, is_apart),
        }
        new
    }
}

/// Returns the source of some statements, with a routine if they call it.
fn source(processor: Processor, lines: &[&str]) -> String {
    let mut text: String = lines.iter().map(|line| format!(" {}\n", line.replace('@', "LAST"))).collect();
    if lines.iter().any(|line| line.contains("SUB")) {
        text += match processor {
            I8080 => " JMP LAST\nSUB: MOV M,B\n INR B\n RET\n",
            Z80 => " JP LAST\nSUB: LD (HL),B\n INC B\n RET\n",
            Mos6502 => " JMP LAST\nSUB: STA ($14),Y\n INY\n RTS\n",
        };
    }
    text + "LAST:\n"
}

/// A state on entry. Memory that is not listed has a value that depends on its address and a number.
#[derive(Clone)]
struct State {
    registers: Vec<(String, u16)>,
    memory: Vec<(u16, u8)>,
    rest: Option<u64>,
    constants: Vec<(String, u16)>,
    inputs: Vec<u8>,
}

impl State {
    fn of(found: &Counterexample) -> State {
        let state = &found.setup.states[0];
        State {
            registers: state.registers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
            memory: state.memory.clone(),
            rest: None,
            constants: found.setup.constants.clone(),
            inputs: found.setup.inputs.clone(),
        }
    }

    /// Returns a state with pointers that are often near each other.
    fn random(processor: Processor, random: &mut Random) -> State {
        let near = 0x2000 + random.below(0x100) as u16;
        let mut word = |_: usize| match random.below(3) {
            0 => near.wrapping_add(random.below(9) as u16).wrapping_sub(4),
            1 => u16::from_be_bytes([random.byte(), random.byte()]),
            _ => 0x3000 + random.below(4) as u16,
        };
        let mut words: Vec<u16> = (0..20).map(&mut word).collect();
        let mut registers = Vec::new();
        let halves: &[&str] = match processor {
            I8080 => &["A", "F", "B", "C", "D", "E", "H", "L"],
            Z80 => &[
                "A", "F", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL", "B'", "C'", "D'", "E'",
                "H'", "L'",
            ],
            Mos6502 => &["A", "X", "Y", "P", "S"],
        };
        for pair in halves.chunks(2) {
            let bytes = words.pop().unwrap_or(0).to_be_bytes();
            registers
                .extend(pair.iter().zip(bytes).map(|(name, byte)| ((*name).to_owned(), u16::from(byte))));
        }
        let mut memory = Vec::new();
        if processor == Mos6502 {
            // The pointers in the zero page lead to the stack, or near each other.
            for cell in [0x10_u16, 0x12, 0x14] {
                let to = if random.below(2) == 0 { 0x0100 + random.below(256) as u16 } else { near };
                let [low, high] = to.to_le_bytes();
                memory.extend([(cell, low), (cell + 1, high)]);
            }
        } else {
            registers.push(("SP".to_owned(), near));
        }
        let constants = vec![("N".to_owned(), words.pop().unwrap_or(0)), ("$".to_owned(), 0x7100)];
        let inputs = (0..4).map(|_| random.byte()).collect();
        State { registers, memory, rest: Some(random.0), constants, inputs }
    }

    fn constant(&self, name: &str) -> Option<u16> {
        self.constants.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    fn register(&self, name: &str) -> u16 {
        self.registers.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value)
    }
}

/// Memory with code, and what is seen of accesses.
struct World {
    memory: Vec<u8>,
    code: std::ops::Range<u16>,
    /// The next byte of the instruction to be fetched, and the number of those that are left.
    fetch: (u16, u16),
    is_stack_access: bool,
    touches_code: bool,
    /// The addresses that instructions for the stack wrote, or pulled a return address from, and those that others accessed.
    stack: BTreeSet<u16>,
    accessed: BTreeSet<u16>,
    is_return: bool,
    written: BTreeSet<u16>,
    inputs: Vec<u8>,
    next_input: usize,
    port_bits: u16,
    events: Vec<EventValue>,
}

impl World {
    fn note(&mut self, address: u16, is_write: bool) {
        self.touches_code |= self.code.contains(&address);
        match self.is_stack_access {
            true if is_write || self.is_return => drop(self.stack.insert(address)),
            true => {}
            false => drop(self.accessed.insert(address)),
        }
    }
}

impl Memory for World {
    fn read(&mut self, address: u16) -> u8 {
        if self.fetch.1 > 0 && address == self.fetch.0 {
            self.fetch = (address.wrapping_add(1), self.fetch.1 - 1);
            return self.memory[usize::from(address)];
        }
        self.note(address, false);
        self.memory[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.note(address, true);
        self.written.insert(address);
        self.memory[usize::from(address)] = value;
    }

    fn input(&mut self, port: u16) -> u8 {
        self.events.push(EventValue::Input(port & self.port_bits));
        self.next_input += 1;
        self.inputs.get(self.next_input - 1).copied().unwrap_or(0)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.events.push(EventValue::Output(port & self.port_bits, value));
    }
}

struct Ended {
    processor: Processor,
    registers: Vec<(&'static str, u8)>,
    stack: u16,
    /// The values that the stack pointer has had.
    stacks: BTreeSet<u16>,
    exit: ExitValue,
    world: World,
}

impl Ended {
    fn component(&self, name: &str) -> u16 {
        let register =
            |name: &str| self.registers.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let flag = self.processor.flags().iter().find(|(known, _)| *known == name);
        let holder = register(if self.processor == Mos6502 { "P" } else { "F" }).unwrap_or(0);
        match (name, flag) {
            ("SP", _) => self.stack,
            (_, Some((_, bit))) => u16::from(holder >> bit & 1),
            _ => u16::from(register(name).unwrap_or_else(|| panic!("{name}"))),
        }
    }

    /// Returns whether an address is below the stack pointer, as deep as one of two parts has used it as a stack.
    fn is_free(&self, address: u16, other: &Ended) -> bool {
        let below = |value: u16| match self.processor {
            Mos6502 => i16::from(self.stack.wrapping_sub(value).to_le_bytes()[0].cast_signed()),
            _ => self.stack.wrapping_sub(value).cast_signed(),
        };
        let depth = self.stacks.iter().chain(&other.stacks).map(|value| below(*value)).max().unwrap_or(0);
        match self.processor {
            Mos6502 => address >> 8 == 1 && (0..depth).contains(&below(address)),
            _ => (1..=depth).contains(&below(address)),
        }
    }
}

fn emulator(processor: Processor, state: &State, start: u16) -> Box<dyn Peer> {
    let mut cpu: Box<dyn Peer> = match Iz80::new(processor) {
        Some(cpu) => Box::new(cpu),
        None => Box::new(PeerMos6502::default()),
    };
    let registers: Vec<_> =
        state.registers.iter().map(|(name, value)| (name.as_str(), *value as u8)).collect();
    cpu.set(&registers);
    if processor != Mos6502 {
        cpu.set_stack(state.register("SP"));
    }
    cpu.set_pc(start);
    cpu
}

/// Runs code from a state, at an address where it does not access itself. Returns nothing if there is no such address.
fn run(processor: Processor, text: &str, state: &State) -> Option<Ended> {
    let bases = state.constant("$").map_or(vec![0x7100, 0xB300, 0x5500], |base| vec![base]);
    bases.into_iter().find_map(|base| run_at(processor, text, state, base))
}

fn run_at(processor: Processor, text: &str, state: &State, base: u16) -> Option<Ended> {
    let names: String = state.constant("N").map_or(String::new(), |value| format!("N EQU {value}\n"));
    let options = Options { processor: Some(processor), ..Options::default() };
    let assembly = assemble("test", &format!("{names} ORG {base}\n{text}"), &options, &mut NoFiles).ok()?;
    let image: Vec<u8> = (base..=u16::MAX).map_while(|address| assembly.byte_at(address)).collect();
    let code = base..base.checked_add(image.len() as u16)?;
    let unknown = |address: usize| {
        state.rest.map_or(0, |seed| ((address as u64 ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8)
    };
    let mut memory: Vec<u8> = (0..0x1_0000).map(unknown).collect();
    for (address, value) in state.memory.iter().rev() {
        memory[usize::from(*address)] = *value;
    }
    memory[usize::from(base)..][..image.len()].copy_from_slice(&image);
    let mut world = World {
        memory,
        code: code.clone(),
        fetch: (0, 0),
        is_stack_access: false,
        is_return: false,
        touches_code: false,
        stack: BTreeSet::new(),
        accessed: BTreeSet::new(),
        written: BTreeSet::new(),
        inputs: state.inputs.clone(),
        next_input: 0,
        port_bits: if processor == I8080 { 0xFF } else { 0xFFFF },
        events: Vec::new(),
    };
    let mut cpu = emulator(processor, state, code.start);
    let mut stacks = BTreeSet::from([cpu.stack()]);
    for _ in 0..1000 {
        let pc = cpu.pc();
        if !code.contains(&pc) || world.touches_code {
            break;
        }
        let instruction = processor.decode(&image[usize::from(pc - base)..]).ok()?;
        let name = instruction.row.mnemonic;
        let is_return = matches!(name, "RET" | "RTS" | "RNC");
        world.fetch = (pc, instruction.length().into());
        world.is_return = is_return;
        world.is_stack_access = is_return
            || matches!(name, "PUSH" | "POP" | "CALL" | "CZ" | "PHA" | "PHP" | "PLA" | "PLP" | "JSR");
        cpu.step(&mut world);
        stacks.insert(cpu.stack());
    }
    let (pc, stack) = (cpu.pc(), cpu.stack());
    let exit = if pc == code.end { ExitValue::End } else { ExitValue::Jump(pc) };
    let is_known = !code.contains(&pc) && !world.touches_code;
    is_known.then_some(Ended { processor, registers: cpu.registers(), stack, stacks, exit, world })
}

/// Checks that what an outcome names is so, and that it differs.
fn check_outcome(pair: &str, named: [&Outcome; 2], ended: [&Ended; 2]) {
    let [(old, old_end), (new, new_end)] = [(named[0], ended[0]), (named[1], ended[1])];
    let is_empty = |outcome: &Outcome| *outcome == Outcome::default();
    assert!(!(is_empty(old) && is_empty(new)), "{pair}: nothing is named");
    for (outcome, end) in [(old, old_end), (new, new_end)] {
        for value in &outcome.components {
            assert_eq!(value.value, end.component(&value.name), "{pair}: {}", value.name);
        }
        for (address, value) in &outcome.memory {
            assert_eq!(*value, end.world.memory[usize::from(*address)], "{pair}: ({address:04X})");
        }
        assert!(
            outcome.exit.is_none_or(|exit| exit == end.exit),
            "{pair}: {:?} {:?}",
            outcome.exit,
            end.exit
        );
    }
    for (one, other) in old.components.iter().zip(&new.components) {
        assert_eq!(one.name, other.name, "{pair}");
        assert_ne!(one.value, other.value, "{pair}: {}", one.name);
    }
    for ((address, one), (_, other)) in old.memory.iter().zip(&new.memory) {
        assert_ne!(one, other, "{pair}: ({address:04X})");
        let is_free = old_end.is_free(*address, new_end) && new_end.is_free(*address, old_end);
        assert!(!is_free, "{pair}: ({address:04X}) is below both stack pointers");
    }
    if old.exit.is_some() || new.exit.is_some() {
        assert_ne!(old.exit, new.exit, "{pair}");
    }
    if !old.events.is_empty() || !new.events.is_empty() {
        assert_eq!((&old.events, &new.events), (&old_end.world.events, &new_end.world.events), "{pair}");
        assert_ne!(old.events, new.events, "{pair}");
    }
}

/// Returns what differs at the end: registers and flags, and other things.
fn differing(old: &Ended, new: &Ended, names: &[&str]) -> (Vec<String>, bool) {
    let differs = |name: &&&str| old.component(name) != new.component(name);
    let components = names.iter().filter(differs).map(|name| (**name).to_owned()).collect();
    let cell = |end: &Ended, address: u16| end.world.memory[usize::from(address)];
    let written = old.world.written.union(&new.world.written);
    let memory = written
        .filter(|address| !(old.is_free(**address, new) && new.is_free(**address, old)))
        .any(|address| cell(old, *address) != cell(new, *address));
    (components, memory || old.exit != new.exit || old.world.events != new.world.events)
}

/// Returns whether a pointer leads to what is pushed, in one of two parts.
fn has_pointer_to_stack(old: &Ended, new: &Ended) -> bool {
    [old, new].into_iter().any(|end| !end.world.stack.is_disjoint(&end.world.accessed))
}

/// The registers and flags that are compared on the emulators, without those that have two names.
fn names(processor: Processor) -> Vec<&'static str> {
    let flags = processor.flags().iter().map(|(name, _)| *name);
    let documented = flags.filter(|name| processor != Z80 || !matches!(*name, "X" | "Y" | "YF" | "XF"));
    let registers: &[&str] = match processor {
        I8080 => &["A", "B", "C", "D", "E", "H", "L", "SP"],
        Z80 => &[
            "A", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL", "SP", "B'", "C'", "D'", "E'",
            "H'", "L'",
        ],
        Mos6502 => &["A", "X", "Y", "S"],
    };
    // On the 6502 no flag has the name of a register, on the others C is a register and CY the flag.
    registers.iter().copied().chain(documented).collect()
}

#[derive(Debug, Default)]
struct Counts {
    counterexamples: usize,
    registers_only: usize,
    runs: usize,
    needs: usize,
}

fn check(processor: Processor, seed: u64, pairs: usize, stack_apart: StackApart) -> Counts {
    let (mut random, mut counts) = (Random(seed), Counts::default());
    let is_apart = stack_apart != StackApart::No;
    for _ in 0..pairs {
        let old_lines = random.lines(processor, is_apart);
        let new_lines = random.similar(processor, is_apart, &old_lines);
        let texts = [source(processor, &old_lines), source(processor, &new_lines)];
        let read = |text: &str| {
            read_fragment("code", text, processor).unwrap_or_else(|error| panic!("{text}{error}"))
        };
        let (old, new) = (read(&texts[0]), read(&texts[1]));
        let mut question = Question::new(&old, &new);
        question.trials = 16;
        question.limits =
            Limits { nodes: 60_000, gates: 30_000, conflicts: 2_000, tried: 1 << 18, ..Limits::default() };
        question.stack_apart = stack_apart;
        question.infers = true;
        if processor == Mos6502 {
            // The emulator has another decimal mode.
            question.requires = conditions("D = 0").expect("a condition");
        }
        let answer = compare(&question);
        let pair = format!("{processor} {stack_apart:?}\n{}---\n{}", texts[0], texts[1]);
        if let Verdict::Undecided(reason) = &answer.verdict {
            let is_fault = matches!(reason, Reason::Disagreement(_) | Reason::Unproven);
            assert!(!is_fault, "{pair}: {reason}");
        }
        check_answer(&pair, processor, &texts, &answer, is_apart, &mut counts);
        check_states(&pair, processor, &texts, &answer, is_apart, &mut random, &mut counts);
        for needs in &answer.needs {
            question.requires.extend(conditions(&needs.join(", ")).expect("conditions"));
            let again = compare(&question).verdict;
            let is_same = matches!(&again, Verdict::Same | Verdict::Undecided(_));
            assert!(is_same, "{pair}: {needs:?}: {again:?}");
            question.requires.truncate(usize::from(processor == Mos6502));
            counts.needs += 1;
        }
    }
    counts
}

/// Checks the state that an answer names.
fn check_answer(
    pair: &str,
    processor: Processor,
    texts: &[String; 2],
    answer: &Answer,
    is_apart: bool,
    counts: &mut Counts,
) {
    let (found, dead) = match &answer.verdict {
        Verdict::SameIf { counterexample, dead } => (counterexample, Some(dead)),
        Verdict::Different { counterexample, .. } => (counterexample, None),
        _ => return,
    };
    let state = State::of(found);
    let [Some(old), Some(new)] = [0, 1].map(|n| run(processor, &texts[n], &state)) else { return };
    // A return address that was overwritten can lead into the part, which is assumed not to be.
    let is_inside = |outcome: &Outcome, end: &Ended| matches!(outcome.exit, Some(ExitValue::Jump(to)) if (end.world.code.start..=end.world.code.end).contains(&to));
    if is_inside(&found.old, &old) || is_inside(&found.new, &new) {
        return;
    }
    check_outcome(pair, [&found.old, &found.new], [&old, &new]);
    if let Some(dead) = dead {
        let is_dead = |name: &String| dead.iter().any(|component| component.name == name);
        assert!(found.old.components.iter().all(|value| is_dead(&value.name)), "{pair}: {:?}", found.old);
        assert!(found.old.memory.is_empty() && found.old.exit.is_none(), "{pair}: {:?}", found.old);
        counts.registers_only += 1;
    }
    let has_pointer = is_apart && has_pointer_to_stack(&old, &new);
    assert!(!has_pointer, "{pair}: a pointer leads to the stack: {:?} {:?}", state.registers, found.memory);
    counts.counterexamples += 1;
}

/// Checks from random states that no more differs than an answer says.
fn check_states(
    pair: &str,
    processor: Processor,
    texts: &[String; 2],
    answer: &Answer,
    is_apart: bool,
    random: &mut Random,
    counts: &mut Counts,
) {
    let dead: Vec<&str> = match &answer.verdict {
        Verdict::Same => Vec::new(),
        Verdict::SameIf { dead, .. } => dead.iter().map(|component| component.name).collect(),
        _ => return,
    };
    let names: Vec<&str> = names(processor).into_iter().filter(|name| !dead.contains(name)).collect();
    for _ in 0..40 {
        let mut state = State::random(processor, random);
        if let Some((_, flags)) = state.registers.iter_mut().find(|(name, _)| name == "P") {
            *flags &= 0xC7;
        }
        let [Some(old), Some(new)] = [0, 1].map(|n| run(processor, &texts[n], &state)) else { continue };
        if is_apart && has_pointer_to_stack(&old, &new) {
            continue;
        }
        let found = differing(&old, &new, &names);
        assert_eq!(found, (Vec::new(), false), "{pair}: {:?} {:?}", state.registers, state.constants);
        counts.runs += 1;
    }
}

/// The number of pairs for each processor and each assumption.
const PAIRS: usize = 200;

fn counts(processor: Processor, seed: u64, stack_apart: StackApart) {
    let counts = check(processor, seed, PAIRS, stack_apart);
    // Almost all states can be repeated, and all kinds of answers occur.
    let is_enough = counts.counterexamples > PAIRS / 2
        && counts.registers_only > PAIRS / 20
        && counts.runs > PAIRS
        && counts.needs > PAIRS / 20;
    assert!(is_enough, "{counts:?}");
}

#[test]
fn reports_are_true_on_the_8080() {
    counts(I8080, 1976, StackApart::No);
}

#[test]
fn reports_are_true_on_the_8080_with_its_stack_apart() {
    counts(I8080, 1977, StackApart::Pushed);
}

#[test]
fn reports_are_true_on_the_z80() {
    counts(Z80, 1978, StackApart::No);
}

#[test]
fn reports_are_true_on_the_z80_with_its_stack_apart() {
    counts(Z80, 1979, StackApart::Pushed);
}

#[test]
fn reports_are_true_on_the_6502() {
    counts(Mos6502, 1980, StackApart::No);
}

#[test]
fn reports_are_true_on_the_6502_with_its_stack_apart() {
    counts(Mos6502, 1981, StackApart::Pushed);
}
