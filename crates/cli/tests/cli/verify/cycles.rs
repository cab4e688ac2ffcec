//! Stated cycles.

use serde_json::json;

use super::{verify, verify_sheet};
use crate::support::Folder;

/// The routine rejects the input with the fewest cycles early, but not the one with the most.
#[test]
fn inputs_with_the_fewest_and_the_most_cycles() {
    let result = verify(&["TTAKE", "--cpu", "8080", "--times"]);
    let shown: Vec<_> = result.out.lines().skip(2).collect();
    assert!(
        matches!(shown[..], [least, most] if least.starts_with("  22 cycles with number = ")
        && most.starts_with("  166 cycles with number = ") && most.contains(", board = ")),
        "{}",
        result.out
    );
    let report = verify(&["RSPEC", "--cpu", "6502", "--times", "--json"]).json();
    let at = &report["routines"][0]["cycles_at"];
    let position = |which: &str| u8::from_str_radix(at[which]["position"].as_str().expect("a byte"), 16);
    let is_in_the_last_column = position("min").is_ok_and(|position| position % 4 == 0 || position > 15);
    assert!(is_in_the_last_column, "{at}");
    assert!(position("max").is_ok_and(|position| position % 4 != 0 && position < 16), "{at}");
}

/// A round takes 25 cycles. With n = 0 there is none.
const TRIANGLE: &str = "\
;! routine: TRIANGLE
;! cpu: 8080
;! org: 0100H
;! in: C = n
;! out: HL = sum
;! clobbers: A, B, C, F
;! ensures: sum = n * (n + 1) / 2
;! at: LOOP: C = i, HL = so_far
;! invariant: 0 < i <= n
;! invariant: so_far = n * (n + 1) / 2 - i * (i + 1) / 2
;! decreases: i
;! remaining: 25 * i + 10
;! cycles: 37-6416
TRIANGLE:
        LXI  H,0
        MVI  B,0
        MOV  A,C
        ORA  A
        RZ
LOOP:   DAD  B
        DCR  C
        JNZ  LOOP
        RET
";

/// What every reader of the verdict sees if the stated cycles of a proven routine are not proven.
#[test]
fn stated_cycles_that_are_only_sampled_do_not_hold() {
    let without = TRIANGLE.replace(";! remaining: 25 * i + 10\n", "");
    let cases = [
        (without.clone(), "no `remaining` lines"),
        (without.replace("37-6416", "30-7000"), "no `remaining` lines"),
        (TRIANGLE.replace("25 * i + 10", "25 * i + 10, 25 * i + 11"), "from the entry to LOOP"),
        (
            TRIANGLE.replace("25 * i + 10", "20 * i + 10, 25 * i + 5"),
            "to the return, a run can take fewer or more",
        ),
    ];
    for (sheet, reason) in &cases {
        let result = verify_sheet(sheet, &[]);
        assert_eq!((result.status, &*result.err), (Some(1), ""), "{}", result.out);
        let [_, row, sampled, why, ..] = result.out.lines().collect::<Vec<_>>()[..] else {
            panic!("{}", result.out)
        };
        assert!(row.ends_with(" holds, cycles sampled"), "{row}");
        assert_eq!(sampled, "  cycles and instructions are those of random inputs");
        assert!(why.starts_with("  the stated cycles are not proven: ") && why.contains(reason), "{why}");
        assert_eq!(verify_sheet(sheet, &["--accept-sampled"]).status, Some(0));
        let result = verify_sheet(sheet, &["--json"]);
        assert_eq!(result.status, Some(1));
        let report = result.json();
        let routine = &report["routines"][0];
        assert_eq!(
            (&report["ok"], &routine["ok"], &routine["sampled"]),
            (&json!(false), &json!(false), &json!(true))
        );
        assert_eq!(
            (&routine["verdict"], &routine["cycles_sampled"]),
            (&json!("holds, cycles sampled"), &json!(true))
        );
        assert!(routine["no_cycle_proof"].as_str().is_some_and(|why| why.contains(reason)), "{routine}");
    }
    // Also if no run shows the cycles, because all are longer than the limit.
    let limited =
        verify_sheet(&without.replace("ensures", "requires: n > 99\n;! ensures"), &["--budget", "20"]);
    assert_eq!(limited.status, Some(1), "{}", limited.out);
    assert!(limited.out.contains(" holds, cycles sampled\n"), "{}", limited.out);
    let folder = Folder::with(&[("one.asm", TRIANGLE), ("other.asm", &without)]);
    let both = folder.run(&["verify", "one.asm", "other.asm"]);
    assert_eq!(both.status, Some(1));
    assert!(both.out.ends_with("2 routines: not all hold, 1 sampled\n"), "{}", both.out);
}
