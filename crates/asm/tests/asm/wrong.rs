//! Wrong sources. Behind each wrong line stand the complaints about it, a line each: `;~ column severity: message; hint
//! [notes]`. Every complaint must be there, and no other.

use arcadian_asm::{Diagnostic, NoFiles, Options, assemble};

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(concat!(stringify!($name), ".asm"), include_str!(concat!("wrong/", stringify!($name), ".asm")));
        })*
    };
}

cases! { intel zilog mos expressions definitions structure places sheet no_processor }

const MARK: &str = ";~";

fn check(name: &str, text: &str) {
    let result = assemble(name, text, &Options::default(), &mut NoFiles);
    let complaints = match result {
        Ok(assembly) => assembly.warnings,
        Err(failure) => {
            assert_eq!(failure.omitted, 0);
            failure.diagnostics
        }
    };
    assert!(!complaints.is_empty(), "{name} has nothing wrong");
    assert_eq!(annotated(text, &complaints), text);
}

/// The text with the complaints where they belong, in the place of those it has.
fn annotated(text: &str, complaints: &[Diagnostic]) -> String {
    let mut out = String::new();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with(MARK)).peekable();
    while let Some((number, line)) = lines.next() {
        out += &format!("{line}\n");
        let next = lines.peek().map_or(usize::MAX, |(next, _)| *next);
        for complaint in
            complaints.iter().filter(|complaint| (number + 1..=next).contains(&complaint.place.line))
        {
            let shown = complaint.to_string();
            let (_, rest) = shown.split_once(':').unwrap();
            let (_, rest) = rest.split_once(':').unwrap();
            let (column, rest) = rest.split_once(':').unwrap();
            out += &format!("{MARK} {column}-{}{rest}\n", complaint.place.span.end);
        }
    }
    out
}

#[test]
fn many_errors_are_counted() {
    let failure = crate::run(arcadian_isa::Processor::Z80, &" FOO\n".repeat(250)).unwrap_err();
    assert_eq!((failure.diagnostics.len(), failure.omitted), (100, 150));
}
