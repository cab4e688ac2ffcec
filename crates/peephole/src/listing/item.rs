//! Instructions and data of a function.

use arcadian_asm::fragment::{Term, Unplaced, read_fragment};
use arcadian_isa::{Control, Mode, Row, row::is_conditional};

use crate::listing::{
    assembled::Line,
    compiler::Compiler,
    operands::{self, Names, Text, renamed},
    statement::{Kind, Statement, with_single_blanks},
};

/// An instruction, or data between instructions.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) line: usize,
    /// Its text as the compiler wrote it.
    pub(crate) text: String,
    pub(crate) body: Body,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    Code(Code),
    /// Data, with our names.
    Data(Text),
    /// A line that cannot be read, and why.
    Unread(String),
}

/// An instruction, or several for one of the compiler's assembler.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    /// The lines of our assembler.
    pub(crate) source: String,
    /// The instructions that are executed. For a long branch it is the short one.
    pub(crate) steps: Vec<Unplaced>,
    pub(crate) names: Vec<String>,
    pub(crate) control: Control,
    /// Whether the next item may follow a jump, a call or a return.
    pub(crate) is_conditional: bool,
    /// The target of a jump or a call, if that is a name.
    pub(crate) target: Option<String>,
    /// The number of its bytes.
    pub(crate) length: usize,
}

impl Item {
    pub(crate) fn new(compiler: Compiler, statement: &Statement, names: &mut Names) -> Item {
        Item::scoped(compiler, statement, &mut |name| names.name(name))
    }

    /// Reads an item; `name` returns our name for one of the compiler's.
    pub(crate) fn scoped(
        compiler: Compiler,
        statement: &Statement,
        name: &mut dyn FnMut(&str) -> String,
    ) -> Item {
        let text = with_single_blanks(statement.text);
        let body = match statement.kind {
            Kind::Code => Code::read(compiler, &text, name).map_or_else(Body::Unread, Body::Code),
            _ => Body::Data(Text::read(compiler, &text, name)),
        };
        Item { line: statement.line, text, body }
    }

    /// Compares it with what the compiler's assembler makes of its line.
    pub(crate) fn agree_with(&mut self, line: &Line) {
        if let Body::Code(code) = &mut self.body
            && let Err(why) = code.agree_with(line)
        {
            self.body = Body::Unread(why);
        }
    }

    pub(crate) fn code(&self) -> Option<&Code> {
        match &self.body {
            Body::Code(code) => Some(code),
            _ => None,
        }
    }

    pub(crate) fn rename(&mut self, name: &mut dyn FnMut(&str) -> String) {
        match &mut self.body {
            Body::Code(code) => {
                code.source = renamed(&code.source, name);
                code.names.iter_mut().for_each(|used| *used = name(used));
                code.target = code.target.take().map(|target| name(&target));
            }
            Body::Data(text) => text.rename(name),
            Body::Unread(_) => {}
        }
    }

    pub(crate) fn names(&self) -> Vec<&String> {
        match &self.body {
            Body::Code(code) => code.names.iter().collect(),
            Body::Data(text) => text.names().collect(),
            Body::Unread(_) => Vec::new(),
        }
    }
}

/// The branches of the 6502 that ca65's package `longbranch` writes as a branch around a jump, with the opposite branches.
///
/// Source of the facts: cc65 `doc/ca65.sgml`, `.MACPACK longbranch`.
const LONG_BRANCHES: &[(&str, &str, &str)] = &[
    ("jeq", "BEQ", "BNE"),
    ("jne", "BNE", "BEQ"),
    ("jcs", "BCS", "BCC"),
    ("jcc", "BCC", "BCS"),
    ("jmi", "BMI", "BPL"),
    ("jpl", "BPL", "BMI"),
    ("jvs", "BVS", "BVC"),
    ("jvc", "BVC", "BVS"),
];

impl Code {
    fn read(compiler: Compiler, text: &str, name: &mut dyn FnMut(&str) -> String) -> Result<Code, String> {
        let own = operands::in_own_syntax(compiler, text)?;
        let (source, simple) = match compiler {
            Compiler::Sdcc => (crate::rules::syntax::sdcc(&own, name), None),
            Compiler::Z88dk => (crate::rules::syntax::z88dk(&own, name), None),
            Compiler::Cc65 => mos6502(&own, name),
        };
        let read = |text: &str| {
            let failure = match read_fragment("line", text, compiler.processor()) {
                Ok(fragment) => return Ok(fragment),
                Err(failure) => failure,
            };
            Err(failure
                .diagnostics
                .first()
                .map_or_else(|| "it cannot be read".to_owned(), |first| first.fault.to_string()))
        };
        let whole = read(&source)?;
        let length = whole.instructions.iter().map(|step| usize::from(step.row.length)).sum();
        let fragment = simple.map_or(Ok(whole), |simple| read(&simple))?;
        let last = fragment.instructions.last().ok_or("there is no instruction")?;
        let control = Control::of(last.row);
        let has_target = matches!(control, Control::Branch | Control::Call);
        let target = match last.value[..] {
            [Term::Parameter(number)] if has_target => fragment.parameters.get(number).cloned(),
            _ => None,
        };
        let code = Code {
            source,
            control,
            is_conditional: is_conditional(last.row),
            target,
            length,
            names: fragment.parameters,
            steps: fragment.instructions,
        };
        let uses_place = text.split_once(' ').is_some_and(|(_, operands)| compiler.uses_place(operands));
        if uses_place && code.distance().is_none() {
            return Err("it depends on the address of the code".to_owned());
        }
        Ok(code)
    }
}

impl Code {
    /// Checks that this is the instruction that the compiler's assembler makes of the line, and takes its length.
    fn agree_with(&mut self, line: &Line) -> Result<(), String> {
        if line.length > 0 {
            self.length = line.length;
        }
        let (Some(row), [step]) = (line.row, &self.steps[..]) else { return Ok(()) };
        // Where a cell of the 6502 is does not matter, as long as no index is added to its address.
        let is_cell = |row: &Row| matches!(row.mode(), Mode::ZeroPage | Mode::Absolute);
        let is_same = (row.page, row.opcode) == (step.row.page, step.row.opcode)
            || row.mnemonic == step.row.mnemonic && is_cell(row) && is_cell(step.row);
        if is_same { Ok(()) } else { Err("its assembler reads another instruction".to_owned()) }
    }

    /// Returns the distance of a jump to a place that its text gives by it: 3 for `$+3`.
    pub(crate) fn distance(&self) -> Option<i64> {
        let place = self.place().filter(|_| self.control == Control::Branch && self.target.is_none())?;
        place.get(1..)?.parse().ok()
    }

    /// Returns `$+3` or `*+3`.
    fn place(&self) -> Option<&str> {
        let from = self.source.find(['$', '*'])?;
        self.source
            .get(from..)
            .map(str::trim)
            .filter(|place| place.get(1..2).is_some_and(|sign| matches!(sign, "+" | "-")))
    }

    /// Replaces the distance by a label.
    pub(crate) fn lead_to(&mut self, label: &str) {
        let place = self.place().map(str::to_owned).unwrap_or_default();
        self.source = self.source.replace(&place, label);
        self.target = Some(label.to_owned());
        self.names.push(label.to_owned());
    }
}

/// Returns the lines of our assembler for an instruction of ca65's, and those of the short branch for a long one.
fn mos6502(text: &str, name: &mut dyn FnMut(&str) -> String) -> (String, Option<String>) {
    let (mnemonic, operand) = text.split_once(' ').unwrap_or((text, ""));
    let operand = renamed(operand, name);
    match LONG_BRANCHES.iter().find(|(long, ..)| long.eq_ignore_ascii_case(mnemonic)) {
        Some((_, short, opposite)) => {
            (format!("\t{opposite} *+5\n\tJMP {operand}\n"), Some(format!("\t{short} {operand}\n")))
        }
        None => (format!("\t{mnemonic} {operand}").trim_end().to_owned() + "\n", None),
    }
}
