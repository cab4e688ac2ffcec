//! Sheets of the user: their contracts, and those that are refused.

use super::{RIGHT, WRONG, verify, verify_sheet};
use crate::support::Folder;

#[test]
fn the_whole_contract_is_verified() {
    let fails = |text: &str, message: &str| {
        let result = verify_sheet(text, &[]);
        assert_eq!((result.status, &*result.err), (Some(1), ""));
        assert!(result.out.contains(message), "{}", result.out);
    };
    fails(&RIGHT.replace("clobbers: A", "clobbers: F"), "neither in `out` nor in `clobbers`");
    fails(&WRONG.replace("RET", "JMP MYHALF"), "it does not return: an endless loop");
    fails(&WRONG.replace("ANI 0FEH", "STA 0C000H"), "C000");
    fails(&WRONG.replace("ANI 0FEH", "OUT 12H"), "it accesses port 12");
    fails(&WRONG.replace("ANI 0FEH", "MOV L,A\n        IN 0FEH\n        MOV A,L"), "it accesses port FE");
    fails(&WRONG.replace("ANI 0FEH", "EI"), "interrupts were disabled and are enabled");
    fails(&WRONG.replace("ANI 0FEH", "DI"), "interrupts were enabled and are disabled");
    fails(&WRONG.replace("ANI 0FEH", "DI\n        EI"), "interrupts were disabled and are enabled");
    let allowed = WRONG.replace("ANI 0FEH", "DI\n        EI").replace("clobbers: A, F", "clobbers: A, INTE");
    assert_eq!(verify_sheet(&allowed, &[]).status, Some(0));
    // These bytes of addresses and operands are not instructions.
    let far = "JMP  NEXT\n        ORG  0F3FBH\nNEXT:   MVI  B,0FBH\n        MVI  B,0F3H";
    let operands = WRONG.replace("ANI 0FEH", far).replace("clobbers: A, F", "clobbers: A, B");
    assert_eq!(verify_sheet(&operands, &[]).status, Some(0));
}

#[test]
fn wrong_sheets_are_refused() {
    for (from, to, message) in [
        ("0101  65", "0101  64", "the hand-assembled byte is 64, it should be 65"),
        (";! oracle: f2_half\n", "", "does not say what MYHALF must compute; add `;! ensures: CONDITION`"),
        ("f2_half", "f2_hafl", "`f2_hafl` is not a claim of the oracle; did you mean `f2_half`?"),
        ("f2_half", "chess", "`chess` is not a claim of the oracle; `arcadian verify --claims` lists them"),
        (
            "in: HL = board",
            "in: H = board.1",
            "byte 0 of `board` has no place; add a term for it to `;! in:`",
        ),
        (
            "out: HL = board",
            "out: L = board.0",
            "byte 1 of `board` has no place; add a term for it to `;! out:`",
        ),
        ("in: HL = board", "in: HL = bord", "cannot bind `HL` to `bord`: the fields are `board` (2 bytes)"),
        ("clobbers: A", "clobbers: X", "`X` is not a register"),
        (
            "in: HL = board",
            "in: HL = board, L = board.1",
            "cannot bind `L` twice: another term already uses it",
        ),
        (
            "out: HL = board",
            "out: HL = board, HL = board",
            "cannot bind `HL` twice: another term already uses it",
        ),
        (
            "clobbers: A",
            "clobbers: A, (MYHALF:65000)",
            "the sheet uses address EF00, which is reserved for the stack",
        ),
        ("routine: MYHALF", "routine: MINE", "the routine `MINE` is not a label"),
        ("cpu: 8080", "cpu: 8086", "`cpu` takes 8080, z80 or 6502"),
    ] {
        let sheet = RIGHT.replace(from, to);
        assert_ne!(sheet, RIGHT, "{from}");
        let result = verify_sheet(&sheet, &[]);
        result.is_refused(&[message, "my.asm"]);
        assert_eq!(result.err.matches("error: ").count(), 1, "{}", result.err);
    }
    verify_sheet("", &[]).is_refused(&["does not name a processor"]);
    verify_sheet("\tCPU 8080\nMINE:\tRET\n", &[]).is_refused(&["has no contract", "`;! routine: LABEL`"]);
}

/// One invalid sheet prevents the verification of all.
#[test]
fn all_sheets_are_read_before_the_first_is_verified() {
    let wrong = RIGHT.replace("0101  65", "0101  64");
    let folder = Folder::with(&[("right.asm", RIGHT), ("wrong.asm", &wrong)]);
    folder.run(&["verify", "right.asm", "wrong.asm"]).is_refused(&["wrong.asm:10:7"]);
    folder.run(&["verify", "T2CW", "T2CQ"]).is_refused(&["T2CQ"]);
}

#[test]
fn missing_and_unreadable_routines() {
    verify(&["T2HAFL"]).is_refused(&["there is no routine `T2HAFL`; did you mean T2HALF?"]);
    verify(&["QQQQQQQQ"]).is_refused(&["there is no routine `QQQQQQQQ`;"]);
    verify(&["none.asm"]).is_refused(&["cannot read none.asm"]);
    verify(&["."]).is_refused(&[". is a directory"]);
    verify_sheet("\0\u{1}", &[]).is_refused(&["my.asm is a binary file"]);
}
