//! Both versions of a listing on another emulator: whether their functions do the same from many states.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arcadian_asm::{Assembly, Fault, Host, Included, Options, SymbolKind, assemble};
use arcadian_isa::Processor;
use arcadian_peers::{Iz80, Mos6502, Peer};

use super::{Dialect, Random};

/// The addresses of code and of the first other section.
const CODE: u16 = 0x1000;
const OTHERS: u16 = 0x3000;
/// The address of the first name of another module.
const ELSEWHERE: i32 = 0xE000;
/// The stack grows down from here; the caller's part is above.
const STACK: u16 = 0xF800;
/// The return address of a function.
const HOME: u16 = 0xFFF0;
/// The cells of cc65 that pass nothing.
const SCRATCH: [&str; 9] = ["regsave", "ptr1", "ptr2", "ptr3", "ptr4", "tmp1", "tmp2", "tmp3", "tmp4"];

/// Two versions of a program, with the names of other modules at the same addresses.
pub(crate) struct Pair {
    dialect: Dialect,
    versions: [Version; 2],
    /// The first version with its code elsewhere: what differs there is an address, or a byte at one, and nothing that a program may use.
    /// Once it is moved by a few bytes, because there may be code after the end of the first version in the second one.
    moved: [Version; 2],
    /// The names of other modules.
    elsewhere: BTreeMap<u16, String>,
    /// Variables, which called functions change.
    variables: Vec<u16>,
    void: BTreeSet<String>,
}

struct Version {
    bytes: HashMap<u16, u8>,
    functions: BTreeMap<String, u16>,
    /// The global names by their addresses.
    names: BTreeMap<u16, String>,
}

struct NoIncludes;

impl Host for NoIncludes {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        Ok(Included { name: name.to_owned(), text: String::new() })
    }

    fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
        Err("there is none".to_owned())
    }
}

/// Assembles a version. Names that are not defined become those of other modules.
fn assembled(
    dialect: Dialect,
    text: &str,
    segments: &[(String, u16)],
    defines: &[(String, i32)],
) -> Option<Assembly> {
    let mut options = Options {
        dialect: arcadian_asm::Dialect::named(dialect.assembler())?,
        has_placeholders: true,
        segments: segments.to_vec(),
        defines: defines.to_vec(),
        origin: Some(0x100),
        ..Options::default()
    };
    for _ in 0..20 {
        match assemble("listing", text, &options, &mut NoIncludes) {
            Ok(assembly) => return Some(assembly),
            Err(failure) => {
                let undefined = failure.diagnostics.iter().filter_map(|found| match &found.fault {
                    Fault::Undefined(name) => Some(name.clone()),
                    _ => None,
                });
                let before = options.elsewhere.len();
                options.elsewhere.extend(undefined);
                if options.elsewhere.len() == before {
                    return None;
                }
            }
        }
    }
    None
}

fn sections(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if [".area", ".segment", "section"].iter().any(|directive| directive.eq_ignore_ascii_case(word)) {
            let name = rest.trim().trim_matches('"').split_whitespace().next().unwrap_or("").to_owned();
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    all
}

impl Pair {
    /// Returns `None` if a version cannot be assembled.
    pub(crate) fn new(dialect: Dialect, texts: [&str; 2]) -> Option<Pair> {
        let names = sections(texts[0]);
        let is_code = |name: &str| name.to_ascii_lowercase().contains("code") && !name.contains("_CODE_");
        let place = |(number, name): (usize, &String)| {
            let address = if is_code(name) { CODE } else { OTHERS + 0x200 * number as u16 };
            (name.clone(), address)
        };
        let segments: Vec<(String, u16)> = names.iter().enumerate().map(place).collect();
        let first = texts.map(|text| assembled(dialect, text, &segments, &[]));
        let [Some(one), Some(other)] = first else { return None };
        let mut cells = BTreeSet::new();
        let mut elsewhere = BTreeSet::new();
        for symbol in one.symbols.values().chain(other.symbols.values()) {
            if symbol.line.is_none() && symbol.kind == SymbolKind::Constant {
                if symbol.value < 0x100 {
                    cells.insert(&symbol.name)
                } else {
                    elsewhere.insert(&symbol.name)
                };
            }
        }
        let elsewhere: Vec<&&String> = elsewhere.difference(&cells).collect();
        let mut defines: Vec<(String, i32)> = Vec::new();
        defines.extend(cells.iter().enumerate().map(|(at, name)| ((**name).clone(), 0x80 + 4 * at as i32)));
        defines.extend(
            elsewhere.iter().enumerate().map(|(at, name)| ((**name).clone(), ELSEWHERE + 16 * at as i32)),
        );
        let again = texts.map(|text| assembled(dialect, text, &segments, &defines));
        let [Some(one), Some(other)] = again else { return None };
        let variables = one.symbols.values().filter_map(|symbol| {
            let address = u16::try_from(symbol.value).ok()?;
            let is_variable = one.byte_at(address).is_none() && (OTHERS..0xE000).contains(&address);
            (symbol.kind == SymbolKind::Label && is_variable).then_some(address)
        });
        let is_void = |text: &str, name: &str| {
            let name = name.trim_start_matches('_');
            [format!("void {name}("), format!("void {name} ("), format!("void __near__ {name} (")].iter().any(
                |words| text.lines().any(|line| line.trim_start().starts_with(';') && line.contains(words)),
            )
        };
        let versions = [&one, &other].map(Version::of);
        let moved = |by: u16| -> Option<Version> {
            let placed = segments
                .iter()
                .map(|(name, at)| (name.clone(), at + if *at == CODE { by } else { by & 0x40 | 0x20 }));
            let placed: Vec<(String, u16)> = placed.collect();
            Some(Version::of(&assembled(dialect, texts[0], &placed, &defines)?))
        };
        let moved = [moved(0x175)?, moved(0x0C)?];
        let void = versions[0]
            .functions
            .keys()
            .filter(|name| texts.iter().all(|text| is_void(text, name)))
            .cloned()
            .collect();
        Some(Pair {
            dialect,
            variables: variables.collect(),
            void,
            versions,
            moved,
            elsewhere: defines
                .iter()
                .filter_map(|(name, address)| Some((u16::try_from(*address).ok()?, name.clone())))
                .collect(),
        })
    }

    /// Returns whether both have the same bytes at the same places.
    pub(crate) fn is_equal(&self) -> bool {
        let [one, other] = &self.versions;
        one.bytes == other.bytes && one.functions == other.functions
    }

    /// Runs the functions of both. Returns the number of states that were run, or how they differ.
    pub(crate) fn run(&self, states: u64) -> Result<u64, String> {
        let mut count = 0;
        for (name, start) in &self.versions[0].functions {
            let Some(other_start) = self.versions[1].functions.get(name) else {
                return Err(format!("{name} is missing"));
            };
            for seed in 0..states {
                let one = self.outcome(&self.versions[0], *start, name, seed, 3_000);
                // What ends in one version must end in the other, even if it takes longer.
                let other = self.outcome(&self.versions[1], *other_start, name, seed, 9_000);
                match (one, other) {
                    (Outcome::Outside, _) | (_, Outcome::Outside) | (Outcome::Endless, _) => {}
                    (one, other) if one == other => count += 1,
                    (one, other) => {
                        let is_same = |moved: &Version| {
                            let start = moved.functions.get(name).copied().unwrap_or(0);
                            self.outcome(moved, start, name, seed, 3_000) == one
                        };
                        if self.moved.iter().all(is_same) {
                            return Err(format!("{name} from state {seed}: {one:?}, {other:?}"));
                        }
                    }
                }
            }
        }
        Ok(count)
    }

    fn outcome(&self, version: &Version, start: u16, name: &str, seed: u64, most: usize) -> Outcome {
        let bytes = &version.bytes;
        let mut memory = Memory {
            image: bytes,
            written: HashMap::new(),
            seed,
            has_frames: false,
            floor: STACK,
            is_outside: false,
            events: Vec::new(),
        };
        let mut cpu = Cpu::new(self.dialect);
        cpu.begin(&mut memory, Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1));
        cpu.emulator.set_pc(start);
        if self.dialect == Dialect::Cc65 {
            // The compiler's stack is apart from the variables.
            for (at, name) in &self.elsewhere {
                match name.as_str() {
                    "sp" => memory.put_word(*at, 0xC000 + (seed as u16 & 0xFF)),
                    name if name.starts_with("ptr") => {
                        memory.put_word(*at, 0xA000 + (memory.any(u32::from(*at) + 0x1_0000) as u16));
                    }
                    _ => {}
                }
            }
        }
        for _ in 0..most {
            if memory.is_outside {
                return Outcome::Outside;
            }
            let at = cpu.emulator.pc();
            if at == HOME {
                return self.end(version, cpu, memory, name);
            }
            if let Some(callee) = self.elsewhere.get(&at) {
                self.call(version, &mut cpu, &mut memory, callee, seed);
                continue;
            }
            if !bytes.contains_key(&at) {
                return Outcome::Lost(memory.events);
            }
            cpu.step(&mut memory);
        }
        Outcome::Endless
    }

    /// Notes a call of a function of another module. It changes registers and variables, and returns.
    fn call(&self, version: &Version, cpu: &mut Cpu, memory: &mut Memory, callee: &str, seed: u64) {
        let is_library = !callee.starts_with('_');
        let registers = version.named(&cpu.passed(is_library));
        let seen = self.visible(memory, cpu.emulator.stack(), is_library);
        memory.events.push((callee.to_owned(), registers, seen));
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9) ^ memory.events.len() as u64 ^ 0x5555);
        for variable in &self.variables {
            if random.below(3) == 0 {
                memory.written.insert(*variable, random.byte());
            }
        }
        if self.dialect == Dialect::Cc65 {
            for (at, name) in self.elsewhere.range(..0x100) {
                if name != "sp" {
                    memory.written.insert(*at, random.byte());
                    memory.written.insert(at + 1, 0xB0 | random.byte() & 3);
                }
            }
        }
        cpu.return_with(memory, random);
    }

    fn end(&self, version: &Version, cpu: Cpu, memory: Memory, name: &str) -> Outcome {
        let is_void = self.void.contains(name);
        let registers = version.named(&cpu.returned(is_void));
        let stack = cpu.emulator.stack();
        let seen = self.visible(&memory, stack, is_void);
        Outcome::Ended(memory.events, registers, seen)
    }

    /// Returns the memory that another function may use.
    fn visible(&self, memory: &Memory, stack: u16, is_void: bool) -> Vec<(u16, u8)> {
        let is_dead = |at: u16| match self.dialect {
            Dialect::Cc65 => {
                let cell =
                    self.elsewhere.range(..=at).next_back().filter(|(from, _)| at - *from < 4 && at < 0x100);
                let is_cell = cell
                    .is_some_and(|(_, name)| SCRATCH.contains(&name.as_str()) || name == "sreg" && is_void);
                is_cell || (0x100..0x200).contains(&at)
            }
            _ => (STACK - 0x400..STACK).contains(&at) || at < stack && at >= STACK - 0x400,
        };
        let changed = memory.written.iter().filter(|(at, value)| {
            let before = memory.image.get(at).copied().unwrap_or_else(|| memory.any(u32::from(**at)));
            **value != before && !is_dead(**at)
        });
        let mut all: Vec<(u16, u8)> = changed.map(|(at, value)| (*at, *value)).collect();
        all.sort_unstable();
        all
    }
}

impl Version {
    fn of(assembly: &Assembly) -> Version {
        let mut bytes = HashMap::new();
        for (start, part) in assembly.parts() {
            bytes.extend(part.iter().enumerate().map(|(at, byte)| (start.wrapping_add(at as u16), *byte)));
        }
        let functions = assembly.symbols.values().filter_map(|symbol| {
            let address = u16::try_from(symbol.value).ok()?;
            let is_code = assembly.line_at(address).is_some_and(|line| line.row.is_some());
            let is_global = symbol.name.starts_with('_') && !symbol.name.contains(['.', ':']);
            (symbol.kind == SymbolKind::Label && is_code && is_global).then(|| (symbol.name.clone(), address))
        });
        let names = assembly.symbols.values().filter_map(|symbol| {
            let is_global = !symbol.name.contains(['.', ':', '$']) && symbol.kind == SymbolKind::Label;
            is_global.then_some((u16::try_from(symbol.value).ok()?, symbol.name.clone()))
        });
        Version { functions: functions.collect(), names: names.collect(), bytes }
    }

    /// Returns words with the addresses of names as names: these may be elsewhere in another version.
    fn named(&self, words: &[u16]) -> Vec<Word> {
        let named = |word: &u16| {
            let (at, name) = self.names.range(..=word).next_back().filter(|(at, _)| word - *at < 32)?;
            Some((name.clone(), word - at))
        };
        words.iter().map(|word| Word { number: *word, place: named(word) }).collect()
    }
}

/// A call: the name of the function, the registers, and the memory that it sees.
type Event = (String, Vec<Word>, Vec<(u16, u8)>);

/// A word, and its distance from the name before it. Any number can be near a name in one of two versions.
#[derive(Clone, Debug)]
struct Word {
    number: u16,
    place: Option<(String, u16)>,
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.number == other.number || self.place.is_some() && self.place == other.place
    }
}

impl Eq for Word {}

impl From<u16> for Word {
    fn from(number: u16) -> Word {
        Word { number, place: None }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// The function returned: calls, registers, memory.
    Ended(Vec<Event>, Vec<Word>, Vec<(u16, u8)>),
    /// Execution left the code of the function.
    Lost(Vec<Event>),
    Endless,
    /// The state is not one of compiled code: it writes to its code, or reaches its own stack by a pointer.
    Outside,
}

struct Memory<'i> {
    image: &'i HashMap<u16, u8>,
    written: HashMap<u16, u8>,
    seed: u64,
    /// Whether the stack is compiled code's own, as it is on the Z80.
    has_frames: bool,
    /// The stack pointer before the instruction.
    floor: u16,
    is_outside: bool,
    events: Vec<Event>,
}

impl Memory<'_> {
    /// Returns the byte of memory of which nothing is known.
    fn any(&self, place: u32) -> u8 {
        let mixed = (u64::from(place) << 20 ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let [few, byte, ..] = mixed.to_be_bytes();
        match few & 7 {
            0 => 0,
            1 => byte & 0x83,
            _ => byte,
        }
    }

    fn value(&self, at: u16) -> u8 {
        let known = self.written.get(&at).or_else(|| self.image.get(&at)).copied();
        known.unwrap_or_else(|| self.any(u32::from(at)))
    }

    fn put_word(&mut self, at: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.written.insert(at, low);
        self.written.insert(at + 1, high);
    }

    fn word(&self, at: u16) -> u16 {
        u16::from_le_bytes([self.value(at), self.value(at.wrapping_add(1))])
    }
}

impl arcadian_peers::Memory for Memory<'_> {
    fn read(&mut self, at: u16) -> u8 {
        self.is_outside |= self.has_frames && (STACK - 0x400..self.floor).contains(&at);
        self.value(at)
    }

    fn write(&mut self, at: u16, value: u8) {
        self.is_outside |= self.image.contains_key(&at);
        if self.has_frames {
            let below = self.floor.saturating_sub(2);
            // The return address.
            self.is_outside |= (STACK - 0x400..below).contains(&at) || (STACK..STACK + 2).contains(&at);
        }
        self.written.insert(at, value);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.events.push(("in".to_owned(), vec![Word::from(port)], Vec::new()));
        self.any(0x2_0000 + self.events.len() as u32)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.events.push((
            "out".to_owned(),
            vec![Word::from(port), Word::from(u16::from(value))],
            Vec::new(),
        ));
    }
}

struct Cpu {
    emulator: Box<dyn Peer>,
    dialect: Dialect,
}

impl Cpu {
    fn new(dialect: Dialect) -> Cpu {
        let emulator: Box<dyn Peer> = match Iz80::new(dialect.processor()) {
            Some(cpu) => Box::new(cpu),
            None => Box::new(Mos6502::default()),
        };
        Cpu { emulator, dialect }
    }

    /// Sets the state on entry. The start is set by the caller of this function through the return address.
    fn begin(&mut self, memory: &mut Memory, mut random: Random) {
        let cpu = &mut self.emulator;
        if self.dialect == Dialect::Cc65 {
            cpu.set(&[("A", random.value()), ("X", random.value()), ("Y", random.value())]);
            cpu.set(&[("P", random.byte() & 0xC3)]);
            cpu.set_stack(0x1F0);
            memory.put_word(0x1F1, HOME - 1);
        } else {
            for name in ["A", "F", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL"] {
                cpu.set(&[(name, random.value())]);
            }
            // Pointers lead to memory without code.
            for name in ["H", "D", "IXH", "IYH"] {
                if random.below(2) == 0 {
                    cpu.set(&[(name, 0x80 | random.byte() & 0x3F)]);
                }
            }
            cpu.set_stack(STACK);
            memory.put_word(STACK, HOME);
            memory.has_frames = true;
        }
    }

    fn step(&mut self, memory: &mut Memory) {
        memory.floor = self.emulator.stack();
        self.emulator.step(memory);
    }

    fn words(&self, pairs: &[[&str; 2]]) -> Vec<u16> {
        let value = |name: &str| self.emulator.get(name).unwrap_or(0);
        pairs.iter().map(|[high, low]| u16::from_be_bytes([value(high), value(low)])).collect()
    }

    /// Returns what passes to a called function.
    fn passed(&self, is_library: bool) -> Vec<u16> {
        match self.dialect {
            Dialect::Sdcc if !is_library => self.words(&[["", "A"], ["D", "E"], ["H", "L"], ["IXH", "IXL"]]),
            Dialect::Sdcc | Dialect::Z88dk => {
                self.words(&[["", "A"], ["B", "C"], ["D", "E"], ["H", "L"], ["IXH", "IXL"]])
            }
            Dialect::Cc65 => self.words(&[["X", "A"], ["", "Y"]]),
        }
    }

    /// Returns what passes back to the caller.
    fn returned(&self, is_void: bool) -> Vec<u16> {
        let mut all = match self.dialect {
            Dialect::Cc65 if is_void => Vec::new(),
            Dialect::Cc65 => self.words(&[["X", "A"]]),
            _ if is_void => self.words(&[["IXH", "IXL"]]),
            Dialect::Sdcc => self.words(&[["", "A"], ["D", "E"], ["H", "L"], ["IXH", "IXL"]]),
            Dialect::Z88dk => self.words(&[["", "A"], ["B", "C"], ["D", "E"], ["H", "L"], ["IXH", "IXL"]]),
        };
        all.push(self.emulator.stack());
        all
    }

    /// Returns from a function that changes all registers but the frame pointer.
    fn return_with(&mut self, memory: &mut Memory, mut random: Random) {
        let cpu = &mut self.emulator;
        let stack = cpu.stack();
        if self.dialect == Dialect::Cc65 {
            let at = |by: u8| 0x100 | u16::from((stack as u8).wrapping_add(by));
            let to = u16::from_le_bytes([memory.value(at(1)), memory.value(at(2))]);
            cpu.set_stack(at(2));
            cpu.set(&[("A", random.value()), ("X", random.value()), ("Y", random.value())]);
            cpu.set(&[("P", random.byte() & 0xC3)]);
            cpu.set_pc(to.wrapping_add(1));
        } else {
            for name in ["A", "F", "B", "C", "D", "E", "H", "L", "IYH", "IYL"] {
                cpu.set(&[(name, random.value())]);
            }
            cpu.set_stack(stack.wrapping_add(2));
            cpu.set_pc(memory.word(stack));
        }
    }
}

impl Dialect {
    fn assembler(self) -> &'static str {
        match self {
            Dialect::Sdcc => "sdcc",
            Dialect::Z88dk => "z88dk",
            Dialect::Cc65 => "ca65",
        }
    }

    fn processor(self) -> Processor {
        if self == Dialect::Cc65 { Processor::Mos6502 } else { Processor::Z80 }
    }
}
