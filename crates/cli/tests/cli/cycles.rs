//! `cycles`: parts of a source by arguments and comments, and refused input. The engine has tests of its own.

use serde_json::Value;

use crate::support::Folder;

const SOURCE: &str = "\
        CPU  z80
        ORG  4000H
SIZE    EQU  4
START:  CALL DRAW
        RET
;! cycles: <= 300
;! requires: B <= SIZE, B > 0
DRAW:   LD   A,(HL)
        INC  HL
        DJNZ DRAW
        RET
";

#[test]
fn budgets_of_a_source_hold_or_fail() {
    let folder = Folder::with(&[("a.asm", SOURCE), ("b.asm", &SOURCE.replace("<= 300", "<= 90"))]);
    let run = folder.run(&["cycles", "a.asm"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(
        run.out.contains("DRAW             return           31-109        <= 300        holds"),
        "{}",
        run.out
    );
    let run = folder.run(&["cycles", "b.asm"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(
        run.out.contains("has not ended after 91")
            && run.out.contains("        3      39    10          DJNZ DRAW"),
        "{}",
        run.out
    );
    // The same as cases of a build server.
    let run = folder.run(&["test", "."]);
    let heads: Vec<&str> = run.out.lines().filter(|line| !line.starts_with(' ')).collect();
    let expected = [
        "holds     a.asm: cycles of DRAW, Z80",
        "FAILS     b.asm: cycles of DRAW, Z80",
        "1 of 2 hold, 1 failed",
    ];
    assert_eq!((run.status, &heads[..]), (Some(1), &expected[..]), "{}", run.out);
    let run = folder.run(&["test", "b.asm", "--format", "github"]);
    assert!(run.out.contains("file=b.asm,line=6"), "{}", run.out);
}

#[test]
fn arguments_name_a_part() {
    let folder = Folder::with(&[("a.asm", SOURCE)]);
    let run = folder.run(&["cycles", "a.asm", "--from", "draw", "--requires", "B = 2", "--json"]);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let part = &report["parts"][0];
    assert_eq!(
        (part["cycles"]["min"].as_u64(), part["cycles"]["max"].as_u64()),
        (Some(57), Some(57)),
        "{report}"
    );
    assert_eq!(
        (report["ok"].as_bool(), part["worst"]["entry"]["BC"].as_u64()),
        (Some(true), Some(0x200)),
        "{report}"
    );
    let run = folder.run(&["cycles", "a.asm", "--most", "1"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    // Without comments it is what is called.
    let plain = Folder::with(&[("a.asm", &SOURCE.replace(";!", ";"))]);
    let run = plain.run(&["cycles", "a.asm", "--time-limit", "20"]);
    assert!(run.out.lines().nth(1).is_some_and(|line| line.starts_with("START ")), "{}", run.out);
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    let folder = Folder::with(&[
        ("a.asm", SOURCE),
        ("typo.asm", &SOURCE.replace("cycles:", "cycels:")),
        ("broken.asm", " CPU z80\n LDD A\n"),
        ("data.asm", " CPU z80\n DB 1\n"),
        ("none.asm", " NOP\n"),
    ]);
    for (args, expected) in [
        (&["a.asm", "--from", "DRWA"][..], "did you mean `DRAW`?"),
        (&["a.asm", "--from", "SIZE"], "`SIZE` is a constant of the source; a label is expected"),
        (&["a.asm", "--requires", "B >"], "B >\n"),
        (&["a.asm", "--requires", "Q1 > 1"], "`Q1` is neither"),
        (&["typo.asm"], "--> typo.asm:6:1"),
        (&["broken.asm"], "broken.asm:2:6"),
        (&["data.asm"], "has no code"),
        (&["none.asm"], "does not name a processor"),
        (&["missing.asm"], "missing.asm"),
    ] {
        let run = folder.run(&[&["cycles"][..], args].concat());
        assert_eq!(run.status, Some(2), "{args:?}: {run:?}");
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
    }
}
