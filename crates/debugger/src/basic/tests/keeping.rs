//! How much is remembered.

use super::*;

/// However long it runs, the checkpoints take what they may, and the nearest is near.
#[test]
fn memory_is_bounded() {
    let mut program = forgetful(setup("10 PRINT\n20 A=RND(30000)\n30 GOTO 10"), 16);
    for _ in 0..100 {
        run(&mut program, 500);
        let (count, bytes) = program.history.kept();
        assert!(count >= 2 && bytes <= 100_000, "{count} take {bytes}");
    }
    let here = program.history.now().clone();
    for step in [0, 49_999, 25_000, 24_999, 50_000] {
        program.seek(step);
        assert_eq!(program.now(), step);
        assert!(program.history.kept().1 <= 100_000);
    }
    assert!(*program.history.now() == here);
}

/// Statements that draw thousands of characters are kept closer together.
#[test]
fn slow_statements_are_kept_closer() {
    let slow = format!("10 PRINT \"{}\",\n20 GOTO 10", "X".repeat(1_700));
    let counts = ["10 A=A+1\n20 A=A-1\n30 GOTO 10", &slow].map(|text| {
        let mut program = program(text);
        run(&mut program, 400);
        program.history.kept().0
    });
    assert_eq!(counts[0], 1);
    assert!(counts[1] > 5, "{counts:?}");
}

/// What a change made untrue is not kept.
#[test]
fn a_change_forgets_what_comes_later() {
    let mut program = forgetful(setup("10 A=A+1\n20 GOTO 10"), 4);
    run(&mut program, 40);
    let before = program.history.kept().0;
    program.seek(8);
    set(&mut program, "A", -100).expect("a variable");
    assert!(program.history.kept().0 < before);
    run(&mut program, 40);
    program.seek(20);
    assert_eq!(value(&program, "A"), -94);
}
