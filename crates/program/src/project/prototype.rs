//! Functions of C as contracts: the places of their parameters and results in the calling conventions of cc65 and SDCC.

use arcadian_proof::is_keyword;

/// A function with plain types: integers and pointers.
pub(super) struct Prototype {
    /// The bytes of the result; 0 for `void`.
    result: u32,
    parameters: Vec<Parameter>,
}

struct Parameter {
    name: String,
    size: u32,
    is_pointer: bool,
}

/// The lines of a contract: keys and values.
pub(super) type Lines = Vec<(&'static str, String)>;

/// The integer types of both compilers without `signed` and `unsigned`, by their bytes.
const TYPES: [(u32, &[&str]); 3] = [
    (1, &["char", "uint8_t", "int8_t", "bool", "_Bool"]),
    (2, &["short", "short int", "int", "uint16_t", "int16_t", "size_t"]),
    (4, &["long", "long int", "uint32_t", "int32_t"]),
];

/// Words that change nothing about the places.
const IGNORED: [&str; 9] =
    ["const", "volatile", "register", "static", "extern", "inline", "__fastcall__", "fastcall", "__near__"];

/// The registers that a function of SDCC may change.
const SDCC_CLOBBERS: [&str; 5] = ["A", "F", "BC", "DE", "HL"];

/// The memory of cc65's runtime that a function may change: what follows `sp` up to the bank of registers.
const CC65_RUNTIME: &str = "(sp+2:18)";

/// The bytes of the data that a proposed contract has for a pointer: the type does not say it.
const DATA: u32 = 16;

impl Prototype {
    /// Reads the line with which the definition of a function begins. Returns `None` if it does not have all parameters, or if a type
    /// or an attribute decides where they are.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (head, rest) = line.split_once('(')?;
        let (inside, after) = rest.split_once(')')?;
        let is_plain = after.split('{').next().is_some_and(|attributes| attributes.trim().is_empty());
        let result = Parameter::read(head).filter(|_| is_plain)?;
        let is_void = |text: &str| text.trim() == "void" || text.trim().is_empty();
        let parameters = if is_void(inside) {
            Vec::new()
        } else {
            inside.split(',').map(Parameter::read).collect::<Option<_>>()?
        };
        let is_named = parameters.iter().all(|parameter: &Parameter| parameter.size > 0);
        is_named.then_some(Prototype { result: result.size, parameters })
    }

    /// Returns the contract of a function of cc65: the last parameter is in A, or A and X, the others are on the stack of the runtime,
    /// the first one highest, and the function removes them (cc65, "The calling convention").
    pub(super) fn of_cc65(&self) -> Option<Lines> {
        let (last, pushed) = match self.parameters.split_last() {
            Some((last, pushed)) => (Some(last), pushed),
            None => (None, &[][..]),
        };
        let mut terms = Vec::new();
        let mut distance = 0;
        for parameter in pushed.iter().rev() {
            terms.push(parameter.on_stack("(sp)", distance));
            distance += parameter.size;
        }
        terms.reverse();
        let register = |size: u32| ["A", "A/X"].get(size.checked_sub(1)? as usize).copied();
        terms.extend(
            last.map(|last| Some(last.term(register(last.size)?))).into_iter().collect::<Option<Vec<_>>>()?,
        );
        let out = if self.result == 0 { "" } else { register(self.result)? };
        let runtime = last.map(|_| CC65_RUNTIME);
        let clobbers = ["A", "X", "Y", "P"].into_iter().filter(|name| !out.contains(name)).chain(runtime);
        let mut lines = vec![("in", terms.join(", "))];
        if last.is_some() {
            lines.push(("stack", "(sp)".to_owned()));
        }
        if distance > 0 {
            lines.push(("pops", distance.to_string()));
        }
        Some(self.finish(lines, out, &clobbers.collect::<Vec<_>>()))
    }

    /// Returns the contract of a function of SDCC for the Z80 in its calling convention 1: the first parameter is in A, HL or HLDE, the
    /// second one in L or DE where these are free, the others are on the stack. The function removes them unless its result has more
    /// than two bytes (SDCC, "Z80 calling conventions").
    pub(super) fn of_sdcc(&self) -> Option<Lines> {
        let mut terms = Vec::new();
        let mut distance = 2;
        let sizes: Vec<u32> = self.parameters.iter().map(|parameter| parameter.size).collect();
        for (number, parameter) in self.parameters.iter().enumerate() {
            let register = match (number, &sizes[..=number]) {
                (0, [1]) => "A",
                (0, [2]) => "HL",
                (0, [4]) => "DE/HL",
                (1, [1, 1]) => "L",
                (1, [1 | 2, 2]) => "DE",
                _ => "",
            };
            if register.is_empty() {
                terms.push(parameter.on_stack("SP", distance));
                distance += parameter.size;
            } else {
                terms.push(parameter.term(register));
            }
        }
        let out = match self.result {
            0 => "",
            1 => "A",
            2 => "DE",
            4 => "DE/HL",
            _ => return None,
        };
        let clobbers = SDCC_CLOBBERS.into_iter().filter(|name| !out.split('/').any(|own| own == *name));
        let mut lines = vec![("in", terms.join(", "))];
        if distance > 2 && self.result <= 2 {
            lines.push(("pops", (distance - 2).to_string()));
        }
        Some(self.finish(lines, out, &clobbers.chain(["IY"]).collect::<Vec<_>>()))
    }

    /// Adds the lines about the result.
    fn finish(&self, mut lines: Lines, out: &str, clobbers: &[&str]) -> Lines {
        lines.retain(|(_, value)| !value.is_empty());
        let value = self.parameters.iter().find(|parameter| !parameter.is_pointer);
        let ensures = match (out, value) {
            ("", _) => "true".to_owned(),
            (_, Some(value)) => format!("result = {}", value.name),
            (_, None) => "result = 0".to_owned(),
        };
        if !out.is_empty() {
            lines.push(("out", format!("{out} = result")));
        }
        lines.extend([("clobbers", clobbers.join(", ")), ("ensures", ensures)]);
        lines
    }
}

impl Parameter {
    /// Reads a declaration such as `const unsigned char *text`.
    fn read(text: &str) -> Option<Self> {
        let is_pointer = text.contains(['*', '[']);
        let without_length = text.split('[').next().unwrap_or_default();
        let words = without_length.split(|c: char| c.is_whitespace() || c == '*');
        let words: Vec<&str> = words.filter(|word| !word.is_empty() && !IGNORED.contains(word)).collect();
        let (name, kind) = words.split_last()?;
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let size = if is_pointer { 2 } else { size(kind)? };
        let name =
            if is_keyword(name) || *name == "result" { format!("{name}_") } else { (*name).to_owned() };
        (is_name && !kind.is_empty()).then_some(Parameter { name, size, is_pointer })
    }

    /// Returns the term for a place at a distance from a stack pointer.
    fn on_stack(&self, pointer: &str, distance: u32) -> String {
        let distance = if distance == 0 { String::new() } else { format!("+{distance}") };
        let size = if self.is_pointer || self.size == 1 { String::new() } else { format!(":{}", self.size) };
        self.term(&format!("({pointer}{distance}{size})"))
    }

    /// Returns the term that says where it is.
    fn term(&self, place: &str) -> String {
        if self.is_pointer {
            format!("{place} -> {}:{DATA}", self.name)
        } else {
            format!("{place} = {}", self.name)
        }
    }
}

/// Returns the bytes of a type; 0 for `void`.
fn size(kind: &[&str]) -> Option<u32> {
    let is_sign = |word: &&str| ["signed", "unsigned"].contains(word);
    let rest: Vec<&str> = kind.iter().copied().filter(|word| !is_sign(word)).collect();
    match rest.join(" ").as_str() {
        "void" => Some(0),
        "" if !kind.is_empty() => Some(2),
        name => TYPES.iter().find(|(_, names)| names.contains(&name)).map(|(size, _)| *size),
    }
}

#[cfg(test)]
mod tests {
    use super::Prototype;

    /// A definition, and its contracts with cc65 and with SDCC.
    const CASES: [[&str; 3]; 6] = [
        [
            "uint8_t half(uint8_t x) {",
            "in: A = x; stack: (sp); out: A = result; clobbers: X, Y, P, (sp+2:18); ensures: result = x",
            "in: A = x; out: A = result; clobbers: F, BC, DE, HL, IY; ensures: result = x",
        ],
        [
            "unsigned int __fastcall__ f(const char *p, int n, unsigned char in) { return 1; }",
            "in: ((sp)+2) -> p:16, ((sp):2) = n, A = in_; stack: (sp); pops: 4; out: A/X = result; clobbers: Y, P, (sp+2:18); ensures: result = n",
            "in: HL -> p:16, DE = n, (SP+2) = in_; pops: 1; out: DE = result; clobbers: A, F, BC, HL, IY; ensures: result = n",
        ],
        [
            "void f(unsigned char a, unsigned char b, unsigned short c)",
            "in: ((sp)+1) = a, ((sp)) = b, A/X = c; stack: (sp); pops: 2; clobbers: A, X, Y, P, (sp+2:18); ensures: true",
            "in: A = a, L = b, (SP+2:2) = c; pops: 2; clobbers: A, F, BC, DE, HL, IY; ensures: true",
        ],
        [
            "long f(int a, char b)",
            "",
            "in: HL = a, (SP+2) = b; out: DE/HL = result; clobbers: A, F, BC, IY; ensures: result = a",
        ],
        [
            "bool ready(void) {",
            "out: A = result; clobbers: X, Y, P; ensures: result = 0",
            "out: A = result; clobbers: F, BC, DE, HL, IY; ensures: result = 0",
        ],
        ["void f(uint32_t x)", "", "in: DE/HL = x; clobbers: A, F, BC, DE, HL, IY; ensures: true"],
    ];

    #[test]
    fn parameters_are_where_the_compiler_passes_them() {
        let text = |lines: Option<super::Lines>| {
            let lines = lines.unwrap_or_default();
            lines.iter().map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join("; ")
        };
        for [line, cc65, sdcc] in CASES {
            let prototype = Prototype::read(line).expect("plain types");
            assert_eq!(text(prototype.of_cc65()), cc65, "{line}");
            assert_eq!(text(prototype.of_sdcc()), sdcc, "{line}");
        }
    }

    /// What decides where parameters are, or may.
    #[test]
    fn other_definitions_are_left_open() {
        for line in [
            "uint8_t f(uint8_t x) __z88dk_fastcall {",
            "void __cdecl__ f(char x)",
            "int f(int x, ...)",
            "void f(struct point p)",
            "void f(float x)",
            "word f(word x)",
            "void f(int x,",
            "void f(void (*done)(void))",
        ] {
            assert!(Prototype::read(line).is_none(), "{line}");
        }
    }
}
