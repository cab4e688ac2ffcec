//! Constants defined in terms of others: chains of any length and order, cycles, and faults that reach other constants.

use arcadian_asm::Failure;
use arcadian_isa::Processor::I8080;

use crate::run;

fn messages(failure: &Failure) -> Vec<String> {
    failure.diagnostics.iter().map(ToString::to_string).collect()
}

/// Returns `count` definitions, each in terms of the next one, and the last one of all.
fn chain(count: usize, last: &str) -> Vec<String> {
    let link = |number: usize| format!("C{number} EQU C{}\n", number + 1);
    (0..count).map(link).chain([format!("C{count} EQU {last}\n")]).collect()
}

#[test]
fn chains_of_any_length_have_a_value() {
    for count in [1, 2, 199, 200, 201, 300, 30_000] {
        let forward = chain(count, "1234H").concat();
        let backward: String = chain(count, "1234H").into_iter().rev().collect();
        let (early, late) = (" LXI H,C0\n RET\n", " LXI D,C0\n");
        for definitions in [forward, backward] {
            let assembly = run(I8080, &format!("{early}{definitions}{late}")).unwrap();
            assert_eq!(assembly.image, [0x21, 0x34, 0x12, 0xC9, 0x11, 0x34, 0x12], "{count}");
        }
    }
}

/// A chain in which every second definition is below its use, so that no single pass in either order gives all values.
#[test]
fn chains_in_mixed_order_have_a_value() {
    let links = chain(1001, "7");
    let (even, odd): (Vec<_>, Vec<_>) =
        links.into_iter().enumerate().partition(|(number, _)| number % 2 == 0);
    let text = |links: Vec<(usize, String)>| links.into_iter().map(|(_, link)| link).collect::<String>();
    let source = format!("{}{} DB C0\n", text(even), text(odd));
    assert_eq!(run(I8080, &source).unwrap().image, [7]);
}

#[test]
fn cycles_of_any_length_are_reported() {
    for count in [1, 2, 6, 7, 200, 255, 256, 257, 30_000] {
        let mut definitions = chain(count - 1, "C0");
        for _ in 0..2 {
            let source = format!("{} LXI H,C0\n RET\n", definitions.concat());
            let failure = run(I8080, &source).unwrap_err();
            let [message] = &*messages(&failure) else { panic!("{count}: {failure}") };
            assert!(message.contains(" is defined in terms of itself: C"), "{message}");
            definitions.reverse();
        }
    }
}

#[test]
fn a_cycle_is_shown_by_its_members() {
    let message = |source: &str| run(I8080, source).unwrap_err().to_string();
    assert_eq!(
        message("X EQU X+1\n DB X\n"),
        "test.asm:1:7: error: `X` is defined in terms of itself: X -> X"
    );
    // A constant that only leads to a cycle is not a member.
    assert_eq!(
        message("IN2 EQU P\nQ EQU P\nP EQU 2*Q\n DB IN2\n"),
        "test.asm:2:7: error: `Q` is defined in terms of itself: Q -> P -> Q"
    );
    assert_eq!(
        message(&chain(99, "C0").concat()),
        "test.asm:1:8: error: `C0` is defined in terms of itself: \
         C0 -> C1 -> C2 -> C3 -> (95 more) -> C99 -> C0"
    );
}

/// Every fault in a definition is reported once, whatever refers to it, above or below.
#[test]
fn faults_reach_other_constants_and_are_reported() {
    let faults = [
        ("NOPE", "test.asm:2:8: error: `NOPE` is not defined"),
        ("1/0", "test.asm:2:9: error: division by zero"),
        ("LATER/ZERO", "test.asm:2:13: error: division by zero"),
        ("LATER SHL 99", "test.asm:2:14: error: the shift count is 99; it must be 0 to 31"),
        ("LATER*LATER*LATER", "test.asm:2:8: error: the result does not fit in 32 bits"),
        ("LATER+.none", "test.asm:2:14: error: `.none` is not defined"),
    ];
    for (value, expected) in faults {
        for user in ["C1 EQU C0\n", "C1 EQU C0+C0\nC2 EQU C1\n", ""] {
            let source =
                format!("\nC0 EQU {value}\n{user} LXI H,C0\n RET\n DW C1\nLATER EQU 9999\nZERO EQU 0\n");
            let source = if user.is_empty() { source.replace(" DW C1\n", "") } else { source };
            assert_eq!(messages(&run(I8080, &source).unwrap_err()), [expected], "{source}");
        }
    }
}

/// A forward reference to a variable has its last value, also through a constant.
#[test]
fn a_constant_can_be_defined_by_a_later_variable() {
    let source = "C0 EQU V+1\nV SET 4\n DB V\nV SET 6\n DB C0\n";
    assert_eq!(run(I8080, source).unwrap().image, [4, 7]);
}

#[test]
fn long_lines_of_macros_are_not_cut_off() {
    let line = format!(" DB 1{}\n", ",1".repeat(3000));
    let failure = run(I8080, &format!("LONG MACRO\n{line} ENDM\n LONG\n RET\n")).unwrap_err();
    let message = "in the expansion of the macro, this line has more than 4096 bytes";
    assert_eq!(
        failure.to_string(),
        format!("test.asm:4:2: error: {message} [test.asm:2: in the macro LONG]")
    );
}
