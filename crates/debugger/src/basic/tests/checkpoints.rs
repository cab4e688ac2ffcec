//! The number and size of checkpoints.

use super::*;

/// Checkpoints stay below their limit in long runs, and every step can still be reached.
#[test]
fn memory_is_bounded() {
    let mut program = with_limits(setup("10 PRINT\n20 A=RND(30000)\n30 GOTO 10"), 16);
    for _ in 0..100 {
        run(&mut program, 500);
        let (count, bytes) = program.history.checkpoints();
        assert!(count >= 2 && bytes <= 100_000, "{count} take {bytes}");
    }
    let here = program.history.state().clone();
    for step in [0, 49_999, 25_000, 24_999, 50_000] {
        program.seek(step);
        assert_eq!(program.steps(), step);
        assert!(program.history.checkpoints().1 <= 100_000);
    }
    assert!(*program.history.state() == here);
}

/// Statements that draw thousands of characters have checkpoints at shorter intervals.
#[test]
fn slow_statements_have_more_checkpoints() {
    let slow = format!("10 PRINT \"{}\",\n20 GOTO 10", "X".repeat(1_700));
    let counts = ["10 A=A+1\n20 A=A-1\n30 GOTO 10", &slow].map(|text| {
        let mut program = program(text);
        run(&mut program, 400);
        program.history.checkpoints().0
    });
    assert_eq!(counts[0], 1);
    assert!(counts[1] > 5, "{counts:?}");
}

#[test]
fn a_change_discards_later_checkpoints() {
    let mut program = with_limits(setup("10 A=A+1\n20 GOTO 10"), 4);
    run(&mut program, 40);
    let before = program.history.checkpoints().0;
    program.seek(8);
    set(&mut program, "A", -100).expect("a variable");
    assert!(program.history.checkpoints().0 < before);
    run(&mut program, 40);
    program.seek(20);
    assert_eq!(value(&program, "A"), -94);
}
