//! Results of the assembler of a compiler: whether it takes a listing, and the instructions and lengths of the lines.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
};

use arcadian_asm::{Failure, Fault, Host, Included, Options, Severity, SourceLocation, assemble};
use arcadian_isa::Row;
use arcadian_parallel::cancellation::is_cancelled;

use crate::listing::{
    compiler::{Compiler, without_comment},
    statement::{Conditions, Kind, Statement},
};

/// The lines of an assembled listing, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Assembled(HashMap<usize, Line>);

#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The number of its bytes.
    pub(crate) length: usize,
    /// Its instruction, if it is one of the processor and not of a macro.
    pub(crate) row: Option<&'static Row>,
}

/// The files that a listing includes are not read: they have names only, which may be defined in them.
struct EmptyFiles;

impl Host for EmptyFiles {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        Ok(Included { name: name.to_owned(), text: String::new() })
    }

    fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
        Ok(Vec::new())
    }

    fn is_cancelled(&self) -> bool {
        is_cancelled()
    }
}

impl Assembled {
    /// Assembles a listing. `elsewhere` are names of other modules that it need not declare.
    pub(crate) fn of(
        compiler: Compiler,
        (name, text): (&str, &str),
        statements: &[Statement],
        elsewhere: Vec<String>,
    ) -> Result<Assembled, Failure> {
        let Some(dialect) = compiler.dialect() else { return Ok(Assembled::default()) };
        let options = Options {
            processor: Some(compiler.processor()),
            defines: values_in_conditions(compiler, text, statements),
            dialect,
            has_placeholders: true,
            elsewhere,
            ..Options::default()
        };
        match assemble(name, &counted(compiler, text), &options, &mut EmptyFiles) {
            Ok(assembly) => {
                let mut assembled = Assembled::default();
                for line in assembly.lines.iter().filter(|line| !line.is_left_out) {
                    let found = assembled.0.entry(line.root_number()).or_default();
                    found.length += line.bytes.len();
                    found.row = line.row.filter(|_| line.depth == 0);
                }
                Ok(assembled)
            }
            Err(Failure { mut diagnostics, omitted }) => {
                // Where the linker places a section, and names of other modules, is not known here. ca65 refuses branches to the
                // latter, and sdasz80 leaves all to the linker that are not to the same section.
                let defined = defined(compiler, statements);
                let is_elsewhere = |place: &SourceLocation| {
                    let target = place.text.get(place.span.clone()).unwrap_or("");
                    let mut names =
                        dialect.names_in(target).into_iter().filter_map(|range| target.get(range));
                    names.any(|name| !defined.contains(name))
                };
                diagnostics.retain(|found| match found.fault {
                    Fault::Overlap(_) | Fault::PastEnd => false,
                    Fault::BranchRange { .. } if compiler == Compiler::Z88dk => {
                        !is_elsewhere(&found.location)
                    }
                    _ => found.severity == Severity::Error,
                });
                if diagnostics.is_empty() {
                    Ok(Assembled::default())
                } else {
                    Err(Failure { diagnostics, omitted })
                }
            }
        }
    }

    pub(crate) fn line(&self, number: usize) -> Option<&Line> {
        self.0.get(&number)
    }
}

/// Returns a text without the lines that a known condition of cc65 leaves out, and without these conditions: those for other
/// processors.
fn counted(compiler: Compiler, text: &str) -> Cow<'_, str> {
    if compiler != Compiler::Cc65 {
        return text.into();
    }
    let mut conditions = Conditions::default();
    let line = |line| {
        let is_left_out = conditions.leaves_out(compiler.syntax(), without_comment(line).trim());
        (if is_left_out { "" } else { line }).to_owned() + "\n"
    };
    text.lines().map(line).collect()
}

/// Returns the values of the names in conditions of z88dk that the listing does not define: that of the processor is 1.
fn values_in_conditions(compiler: Compiler, text: &str, statements: &[Statement]) -> Vec<(String, i32)> {
    let Some(dialect) = compiler.dialect().filter(|_| compiler == Compiler::Z88dk) else { return Vec::new() };
    let conditions = text.lines().map(|line| without_comment(line).trim()).filter_map(|line| {
        let (word, operands) = line.split_once(char::is_whitespace)?;
        (word.eq_ignore_ascii_case("if") || word.eq_ignore_ascii_case("elif")).then_some(operands)
    });
    let names = conditions.flat_map(|operands| {
        dialect.names_in(operands).into_iter().filter_map(move |range| operands.get(range))
    });
    let defined = defined(compiler, statements);
    let names: BTreeSet<&str> = names.chain(["__CPU_Z80__"]).filter(|name| !defined.contains(name)).collect();
    names.into_iter().map(|name| (name.to_owned(), i32::from(name == "__CPU_Z80__"))).collect()
}

/// Returns the names that a listing may use without declaring them: the assembler takes them as names of other modules. One that
/// the other listing defines is not among them: it was lost.
pub(crate) fn elsewhere(
    compiler: Compiler,
    text: &str,
    statements: &[Statement],
    defined_in_other: &BTreeSet<&str>,
) -> Vec<String> {
    let Some(dialect) = compiler.dialect().filter(|_| compiler.takes_undeclared(text)) else {
        return Vec::new();
    };
    let used = statements
        .iter()
        .filter(|statement| matches!(statement.kind, Kind::Code | Kind::Data | Kind::Constant))
        .flat_map(|statement| {
            dialect.names_in(statement.text).into_iter().filter_map(|range| statement.text.get(range))
        });
    let used: BTreeSet<&str> =
        used.filter(|name| !compiler.is_numbered(name) && !defined_in_other.contains(name)).collect();
    used.into_iter().map(str::to_owned).collect()
}

pub(crate) fn defined<'t>(compiler: Compiler, statements: &[Statement<'t>]) -> BTreeSet<&'t str> {
    let syntax = compiler.syntax();
    let is_directive = |word: &&str| {
        syntax.constants.iter().chain(syntax.public).any(|directive| directive.eq_ignore_ascii_case(word))
    };
    let name = |statement: &Statement<'t>| match statement.kind {
        Kind::Label(name) | Kind::Begin(name) => Some(name),
        Kind::Constant => {
            let words = statement.text.split(|c: char| c.is_whitespace() || matches!(c, '=' | ':'));
            words.filter(|word| !word.is_empty()).find(|word| !is_directive(word))
        }
        _ => None,
    };
    statements.iter().filter_map(name).collect()
}
