//! `same-as` and `ensures`: a sheet is compared with another one, or with conditions.

use serde_json::json;

use super::{HEAD, outcome, verify_sheet};
use crate::support::Folder;

const OLD: &str = "\
;! routine: OLD
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
OLD:    ADD  A
        RET
";

const NEW: &str = "\
;! routine: NEW
;! cpu: 8080
;! org: 0200H
;! in: A = x
;! out: A = y
;! clobbers: F, B
;! same-as: old.asm
NEW:    MOV  B,A
        ADD  B
        RET
";

/// The sheets may be compared by an option or by the header; what is kept differently is noted.
#[test]
fn a_sheet_is_compared_with_another() {
    let without = NEW.replace(";! same-as: old.asm\n", "");
    let folder = Folder::with(&[("old.asm", OLD), ("new.asm", NEW), ("plain.asm", &without)]);
    let expected = |file: &str| {
        format!(
            "{HEAD}NEW      8080 symbolic   256             3  19            3            holds\n  \
             note: old.asm keeps B; {file} may change that\n"
        )
    };
    let by_header = folder.run(&["verify", "new.asm"]);
    assert_eq!(outcome(&by_header), (Some(0), &*expected("new.asm"), ""));
    let by_option = folder.run(&["verify", "plain.asm", "--same-as", "old.asm"]);
    assert_eq!(outcome(&by_option), (Some(0), &*expected("plain.asm"), ""));
    folder.run(&["verify", "plain.asm"]).is_refused(&["plain.asm", "`;! same-as: FILE`"]);
    folder.run(&["verify", "--same-as", "old.asm"]).is_refused(&["ROUTINE"]);
    let report = folder.run(&["verify", "new.asm", "--json"]).json();
    let same_as = json!({ "name": "OLD", "file": "old.asm", "kept_only_there": ["B"], "kept_only_here": [] });
    assert_eq!(report["routines"][0]["same_as"], same_as);
}

/// An input shows the difference, and `step` compares with the same sheet.
#[test]
fn different_sheets_have_a_counterexample() {
    let wrong = NEW.replace("ADD  B", "ADC  B").replace(";! same-as: old.asm\n", "");
    let folder = Folder::with(&[("old.asm", OLD), ("new.asm", &wrong)]);
    let result = folder.run(&["verify", "new.asm", "--same-as", "old.asm"]);
    assert_eq!(result.status, Some(1), "{result:?}");
    let command =
        result.out.lines().find_map(|line| line.split_once("shown by   arcadian ")).expect("a command").1;
    assert!(command.starts_with("step new.asm --same-as old.asm --in x="), "{command}");
    let words: Vec<_> = command.split(' ').chain(["-c", "continue", "-c", "figure"]).collect();
    let shown = folder.run(&words);
    assert_eq!((shown.status, &*shown.err), (Some(0), ""));
    assert!(shown.out.contains("but OLD says"), "{}", shown.out);
}

/// A reference must itself be a function of its inputs, and sheets must not refer to each other in a circle.
#[test]
fn references_are_verified() {
    let vague = OLD.replace("ADD  A", "ADD  C");
    let folder = Folder::with(&[
        ("old.asm", &vague),
        ("new.asm", NEW),
        ("a.asm", &NEW.replace("old.asm", "b.asm")),
        ("b.asm", &NEW.replace("old.asm", "a.asm")),
        ("c.asm", &NEW.replace("old.asm", "none.asm")),
        ("d.asm", &NEW.replace(";! in: A = x", ";! in: A = z")),
    ]);
    let result = folder.run(&["verify", "new.asm"]);
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(result.out.contains("  OLD in old.asm, which it is compared with, fails:\n"), "{}", result.out);
    assert_eq!(
        folder.run(&["verify", "new.asm", "--json"]).json()["routines"][0]["of_reference"],
        json!(true)
    );
    folder.run(&["verify", "a.asm"]).is_refused(&[
        "b.asm:7:13",
        "`a.asm` is compared with this sheet",
        "^^^^^",
    ]);
    folder.run(&["verify", "c.asm"]).is_refused(&["cannot read the sheet `none.asm`"]);
    folder.run(&["verify", "d.asm"]).is_refused(&["cannot bind `A` to `z`: the fields are `x`"]);
}

#[test]
fn conditions_are_verified_and_errors_underlined() {
    let with = |line: &str| NEW.replace(";! same-as: old.asm", line);
    assert_eq!(verify_sheet(&with(";! ensures: y = 2 * x mod 256"), &[]).status, Some(0));
    let wrong = verify_sheet(&with(";! requires: x < 129\n;! ensures: y = 2 * x"), &[]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    for line in ["  given      x = 80\n", "  is         y = 00\n", "  it does not ensure `y = 2 * x`\n"] {
        assert!(wrong.out.contains(line), "{}", wrong.out);
    }
    let none = verify_sheet(&with(";! requires: x < 1 and x > 1\n;! ensures: y = x"), &[]);
    assert!(none.out.contains("FAILS\n  no input satisfies `requires`\n"), "{}", none.out);
    let silent = verify_sheet(&with(";! ensures: y <= 255"), &[]);
    assert!(silent.out.contains("`ensures` allows every value of the output `y`"), "{}", silent.out);
    let never = verify_sheet(&with(";! ensures: y = x + 256"), &[]);
    assert!(never.out.contains("no output satisfies all `ensures` lines for this input"), "{}", never.out);
    verify_sheet(&with(";! ensures: y = 2 * z"), &[]).is_refused(&["my.asm:7:21", "`z` is not a field", "^"]);
    verify_sheet(&with(";! ensures: x = 2"), &[]).is_refused(&["says anything about the output `y`"]);
    verify_sheet(&with(";! ensures: y = x\n;! oracle: f2_half"), &[]).is_refused(&["already says otherwise"]);
}
