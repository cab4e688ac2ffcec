//! The parts that comments of a source state, the debug data of other tools, and projects.

use arcadian_asm::{Dialect, NoFiles, Options, assemble};
use arcadian_program::cycles::{Finding, routines, stated};

const HEAD: &str = " CPU z80\n ORG 4000H\n";

/// Returns the rows of the report, or the error with its line.
fn report(source: &str) -> String {
    let assembly = assemble("a.asm", source, &Options::default(), &mut NoFiles).expect(source);
    match stated(&assembly).into_iter().collect::<Result<Vec<_>, _>>() {
        Err(error) => error.to_string(),
        Ok(parts) => {
            let rows = parts.iter().map(|part| {
                let finding = Finding::of(&assembly, part);
                let line = finding.line().split_whitespace().collect::<Vec<_>>().join(" ");
                [vec![line], finding.notes()].concat().join(" / ")
            });
            rows.collect::<Vec<_>>().join("\n")
        }
    }
}

#[test]
fn comments_above_code() {
    let cases = [
        (";! cycles: 14\nA1: INC A\n RET\n", "A1 return 14 14 holds"),
        (
            " NOP ;! cycles: <= 13\n RET\n",
            "4000 return 14 or more <= 13 FAILS / <= 13 cycles are stated; a way through the code has not ended after 14",
        ),
        ("; first\n;! cycles: <= 14\n; a note\n\nA1:\n INC A\n RET\n", "A1 return 14 <= 14 holds"),
        (
            ";! cycles: 10-14\n INC A\n RET\n",
            "4000 return 14 10-14 FAILS / 10-14 cycles are stated; they are 14",
        ),
        (
            "A1: OR A\n;! cycles: <= 15\n;! cycles to .out: 7-12\n JR Z,.out\n.out: RET\n",
            "4001 return 17 or more <= 15 FAILS / <= 15 cycles are stated; a way through the code has not ended after 17\n\
             4001 .out 7-12 7-12 holds",
        ),
        (
            "N1 EQU 3\n;! requires: B <= N1, B > 0\n;! cycles: 18-44\nL1: DJNZ L1\n RET\n",
            "L1 return 18-44 18-44 holds",
        ),
        (
            "PUT EQU 5\n;! cycles: 27\n CALL PUT\n RET\n",
            "4000 return 27 27 not judged / 27 cycles are stated and cannot be judged: line 5 calls PUT, which the source does not have: \
             the cycles of that routine are not counted / up to a label before it they can be: `;! cycles to LABEL: <= 114`",
        ),
        (
            ";! cycles: <= 4\n HALT\n RET\n",
            "4000 return 14 or more <= 4 FAILS / <= 4 cycles are stated; a way through the code has not ended after 14 / \
             line 4 waits for an interrupt: the time until then is not counted",
        ),
        (
            ";! cycles: <= 40\n HALT\n RET\n",
            "4000 return 14 <= 40 not judged / <= 40 cycles are stated and cannot be judged: line 4 waits for an interrupt: \
             the time until then is not counted / up to a label before it they can be: `;! cycles to LABEL: <= 114`",
        ),
        (
            ";! cycles: <= 40\n JP (HL)\n",
            "4000 return 4 <= 40 not judged / <= 40 cycles are stated and cannot be judged: line 4 jumps to a computed address: \
             what follows is not counted / up to a label before it they can be: `;! cycles to LABEL: <= 114`",
        ),
        (
            ";! cycles: <= 40\n RST 10H\n RET\n",
            "4000 return 21 <= 40 not judged / <= 40 cycles are stated and cannot be judged: line 4 calls 0010, which the source does \
             not have: the cycles of that routine are not counted / up to a label before it they can be: `;! cycles to LABEL: <= 114`",
        ),
        (
            ";! cycles: <= 40\n;! cycles to WAIT: <= 4\n NOP\nWAIT: HALT\n JR WAIT\n",
            "4000 return 52 or more <= 40 FAILS / <= 40 cycles are stated; a way through the code has not ended after 52 / \
             line 6 waits for an interrupt: the time until then is not counted\n4000 WAIT 4 <= 4 holds",
        ),
        // What is left out states nothing; a macro states it where it is expanded.
        ("IF 0\n;! cycles: 1\n NOP\nELSE\n;! cycles: 10\nENDIF\n RET\n", "4000 return 10 10 holds"),
        ("M1 MACRO\n;! cycles: 14\n NOP\n ENDM\n RET\nA1: M1\n RET\n", "A1 return 14 14 holds"),
        (";! in: A = x\n;! cycles: 99\nA1: RET\n", ""),
        // Other comments that look alike.
        (";!!! Beware: slow\n;! really\n RET\n", ""),
        ("; no comment for us\n RET\n", ""),
        (";! cycles: 14\n DB 1\n RET\n", "a.asm:3: data or a constant follows this, in line 4"),
        (";! cycles: 14\nFIVE EQU 5\n RET\n", "a.asm:3: data or a constant follows this, in line 4"),
        (";! cycles: 10\nA1:\nFIVE EQU 5\n RET\n", "A1 return 10 10 holds"),
        (
            "M1 MACRO\n;! cycles: 14\n ENDM\nA1: M1\n RET\n",
            "a.asm:4: no instruction follows whose cycles this could state",
        ),
        (
            ";! cycles: fast\n RET\n",
            "a.asm:3: the cycles are a number, two as in 17-23, or a budget as in <= 114",
        ),
        (";! cycles to NOWHERE: 1\n RET\n", "a.asm:3: the source has no label `NOWHERE`"),
        (
            ";! cycels: 1\n RET\n",
            "a.asm:3: there is no key `cycels`; did you mean `cycles`? Above code, cycles are stated by `cycles`, `cycles to LABEL` and \
             `requires`",
        ),
        (";! cycles\n RET\n", "a.asm:3: a line with `;!` is `;! key: value`, as in `;! cycles: <= 114`"),
        (";! cycles: 1\n;! cycles: 2\n RET\n", "a.asm:4: the cycles of this part are stated twice"),
        (
            ";! requires: B > 0\n RET\n",
            "a.asm:3: `requires` belongs to a `cycles` line above the same code, and there is none",
        ),
        (
            ";! requires: B >\n;! cycles: 1\n RET\n",
            "a.asm:3: a register, a flag, a constant, a number or `(address)` is expected here",
        ),
        (
            ";! requires: FOO > 1\n;! cycles: 1\n RET\n",
            "a.asm:3: `FOO` is neither a register, nor a flag, nor a name of the source",
        ),
    ];
    let mut wrong = String::new();
    for (source, expected) in cases {
        let found = report(&format!("{HEAD}{source}"));
        if found != expected {
            wrong += &format!("{source}is  {found}\nnot {expected}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_header_of_a_sheet_is_not_about_what_follows() {
    let sheet = ";! routine: INC1\n;! cpu: z80\n;! in: A = x\n;! out: A = y\n;! cycles: 99\n";
    assert_eq!(
        report(&format!("{sheet}INC1: INC A\n;! cycles: 10\n RET\n")),
        "4001 return 10 10 holds".replace("4001", "0001")
    );
}

#[test]
fn routines_are_the_start_and_what_is_called() {
    let source = " CPU 6502\n * = $300\nMAIN: JSR ONE\n JSR $FFD2\n RTS\nTWO: NOP\nONE: LDA #1\n.in: RTS\n";
    let assembly = assemble("a.asm", source, &Options::default(), &mut NoFiles).expect(source);
    let names: Vec<String> = routines(&assembly).into_iter().map(|part| part.name).collect();
    assert_eq!(names, ["MAIN", "ONE"]);
}

/// A module of a program for ca65, whose other modules are not there: their names stand for addresses in the right page.
#[test]
fn names_of_other_modules_are_placeholders() {
    let source = "\
        .import put, table\n\
        .importzp ptr\n\
        .export main\n\
        .code\n\
        ;! cycles: <= 40\n\
        main: lda (ptr),y\n\
        sta ptr+1\n\
        lda table\n\
        jsr put\n\
        rts\n";
    let dialect = Dialect::named("ca65").expect("the dialect");
    let options = Options { dialect, has_placeholders: true, origin: Some(0x8000), ..Options::default() };
    let assembly = assemble("a.s", source, &options, &mut NoFiles).expect("a module");
    let [Ok(part)] = &stated(&assembly)[..] else { panic!("one budget") };
    let finding = Finding::of(&assembly, part);
    assert_eq!(finding.line(), "main             return           24-25         <= 40         not judged");
    assert_eq!(
        finding.notes()[0],
        "<= 40 cycles are stated and cannot be judged: line 9 calls put, which the source does not have: the cycles of that routine are \
         not counted"
    );
    let strict = Options { has_placeholders: false, ..options };
    assert!(assemble("a.s", source, &strict, &mut NoFiles).is_err());
}

mod formats;
mod memory;
mod project;
