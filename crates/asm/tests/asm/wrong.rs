//! Sources with errors. After each wrong line come its diagnostics, one per line: `;~ column severity: message; hint
//! [notes]`. The list must be complete.
//!
//! After a change of messages, this command rewrites the files. Review them before committing:
//!
//! ```sh
//! cargo test -p arcadian-asm --test asm wrong::rewrite -- --ignored
//! ```

use arcadian_asm::{Diagnostic, NoFiles, Options, Severity, assemble};
use arcadian_isa::Processor;

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(concat!(stringify!($name), ".asm"), include_str!(concat!("wrong/", stringify!($name), ".asm")));
        })*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

cases! { intel zilog mos foreign_intel foreign_zilog foreign_mos expressions definitions structure places sheet no_processor
wrong_processor wrong_directive }

const MARK: &str = ";~";

fn check(name: &str, text: &str) {
    let diagnostics = diagnostics(name, text);
    assert!(!diagnostics.is_empty(), "{name} has no errors");
    assert_eq!(annotated(text, &diagnostics), text);
}

#[test]
#[ignore = "writes the expectations instead of checking them"]
#[expect(clippy::disallowed_methods, reason = "the test cases are files")]
fn rewrite() {
    for name in NAMES {
        let path = format!("{}/tests/asm/wrong/{name}.asm", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, annotated(&text, &diagnostics(&format!("{name}.asm"), &text))).unwrap();
    }
}

fn diagnostics(name: &str, text: &str) -> Vec<Diagnostic> {
    match assemble(name, text, &Options::default(), &mut NoFiles) {
        Ok(assembly) => assembly.warnings,
        Err(failure) => {
            assert_eq!(failure.omitted, 0);
            failure.diagnostics
        }
    }
}

/// Returns the text with the diagnostics after their lines, replacing those already there.
fn annotated(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with(MARK)).peekable();
    while let Some((number, line)) = lines.next() {
        out += &format!("{line}\n");
        let next = lines.peek().map_or(usize::MAX, |(next, _)| *next);
        for diagnostic in
            diagnostics.iter().filter(|found| (number + 1..=next).contains(&found.location.line))
        {
            let shown = diagnostic.to_string();
            let (_, rest) = shown.split_once(':').unwrap();
            let (_, rest) = rest.split_once(':').unwrap();
            let (column, rest) = rest.split_once(':').unwrap();
            out += &format!("{MARK} {column}-{}{rest}\n", diagnostic.location.span.end);
        }
    }
    out
}

#[test]
fn many_errors_are_counted() {
    let failure = crate::run(Processor::Z80, &" FOO\n".repeat(250)).unwrap_err();
    assert_eq!((failure.diagnostics.len(), failure.omitted), (100, 150));
}

#[test]
fn warnings_do_not_hide_an_error() {
    let early: String = (0..120).map(|number| format!(" LDA N{number}\n")).collect();
    let late: String = (0..120).map(|number| format!("N{number} = {number}\n")).collect();
    let source = format!("{early}{late}");
    let assembly = crate::run(Processor::Mos6502, &source).unwrap();
    assert_eq!((assembly.warnings.len(), assembly.omitted), (100, 20));
    let failure = crate::run(Processor::Mos6502, &format!("{source} LDA #300\n")).unwrap_err();
    let errors: Vec<_> =
        failure.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert_eq!((errors.len(), errors[0].location.line), (1, 241));
    assert_eq!((failure.diagnostics.len(), failure.omitted), (100, 21));
}

/// Suggestions are searched for reported names only.
#[test]
fn unreported_names_cost_no_suggestions() {
    let count = 13_000;
    let lines = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<String>();
    let forward = lines(&|number| format!("LABEL{number} LDA LABEL{}\n", count - 1 - number));
    assert!(crate::run(Processor::Mos6502, &forward).is_ok());
    let undefined = lines(&|number| format!("LABEL{number} LDA NOLABEL{number}\n"));
    let failure = crate::run(Processor::Mos6502, &undefined).unwrap_err();
    assert_eq!((failure.diagnostics.len(), failure.omitted), (100, count - 100));
    let macros = lines(&|number| format!("MAC{number} MACRO\n ENDM\n"));
    let misspelled = lines(&|number| format!(" MAK{number}\n"));
    let failure = crate::run(Processor::Mos6502, &format!("{macros}{misspelled}")).unwrap_err();
    assert_eq!((failure.diagnostics.len(), failure.omitted), (100, count - 100));
}
