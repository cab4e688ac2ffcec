//! No input breaks the machine: it keeps responding, and its byte counts stay consistent.

use arcadian_basic::{
    Basic, Controller, Dialect, Key, Line,
    key::Event,
    script::{Moment, drive},
    store::EMPTY,
};
use proptest::prelude::*;

/// Words and parts of BASIC, divided by bars.
const WORDS: &str = "PRINT |INPUT |GOTO |GOSUB |RETURN|IF |FOR |TO |STEP |NEXT |BOX |LINE |CLEAR|LIST|RUN|RND|STOP|TRACE|\
    LET |ABS(|CALL(|JX(|KN(|PX(|CX=|CY=|TV=|XY=|BC=|KP|SZ|RM|@(|*(|%(|&(|%(16400)=|%(16440)=|A|B|I|J|\
    I=1TO 9|(|)|,|;|:|\"|#|=|<|>|+|-|×|÷|0|1|7|10|20|30|100|32767|32768|.| |$|?";

/// Generates text that is often valid BASIC.
fn statement() -> impl Strategy<Value = String> {
    let word = prop::sample::select(WORDS.split('|').collect::<Vec<_>>());
    prop::collection::vec(word, 1..14).prop_map(|words| words.concat())
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => any::<u8>().prop_map(|code| Event::Key(Key::Code(code))),
        8 => prop::sample::select(b"0123456789A+@()\r\r\r".to_vec()).prop_map(|code| Event::Key(Key::Code(code))),
        1 => Just(Event::Key(Key::Halt)),
        1 => Just(Event::Key(Key::Pause)),
        1 => (0u64..5_000).prop_map(Event::At),
        1 => Just(Event::Prompt),
        1 => any::<u8>().prop_map(|code| Event::Hold(Some(Key::Code(code)))),
        1 => prop::sample::select(vec![None, Some(Key::Pause)]).prop_map(Event::Hold),
        1 => (0usize..6, any::<i8>()).prop_map(|(n, v)| Event::Controller(n, Controller { x: v, y: v, trigger: v > 0, knob: v })),
    ]
}

/// Checks that the free bytes and the cost of all lines add up to an empty machine's free bytes, and that the transcript is
/// bounded.
fn check_accounts(basic: &Basic) {
    let used: usize = basic.store().lines().map(|line| line.cost()).sum();
    assert_eq!(basic.store().free() + used, EMPTY);
    assert!(basic.transcript().lines().count() <= 10_001);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn any_program_with_any_keys(
        statements in prop::collection::vec(statement(), 1..12),
        events in prop::collection::vec(event(), 0..40),
        astro in any::<bool>(),
    ) {
        let mut basic = Basic::new(if astro { Dialect::Astro } else { Dialect::Bally }, 7);
        for (i, statement) in statements.iter().enumerate() {
            basic.enter(&format!("{} {statement}", 10 * (i + 1))).expect("machine characters");
            basic.run(100);
        }
        check_accounts(&basic);
        basic.enter("RUN").expect("machine characters");
        let poking = statements.iter().any(|statement| statement.contains('%'));
        drive(&mut basic, &events, 30_000, 997, &mut |basic: &Basic, _: Moment| {
            // A program that overwrites its own carriage returns has other lines than the entered ones.
            if !poking {
                check_accounts(basic);
            }
        });
    }

    #[test]
    fn any_text_as_a_command(text in "\\PC{0,80}") {
        let mut basic = Basic::new(Dialect::Bally, 7);
        if basic.enter(&text).is_ok() {
            basic.run(10_000);
        }
        check_accounts(&basic);
    }

    /// After pokes a program can contain any bytes. It can still be executed, listed and edited.
    #[test]
    fn any_bytes_as_a_program(bytes in prop::collection::vec(any::<u8>(), 1..200), number in 1u16..300) {
        let mut basic = Basic::new(Dialect::Bally, 7);
        basic.load(&[Line { number: 10, text: bytes }]).expect("it fits");
        for command in ["RUN", "LIST", "10 A=1", "20", "RUN"] {
            basic.enter(command).expect("machine characters");
            basic.run(3_000);
            basic.halt();
        }
        basic.enter(&format!("{number} PRINT 1")).expect("machine characters");
        basic.run(10);
    }

    /// The same seed and keys produce the same picture, however the run is divided into slices.
    #[test]
    fn slices_do_not_affect_the_result(
        statements in prop::collection::vec(statement(), 1..10),
        events in prop::collection::vec(event(), 0..20),
        slice in 1u64..500,
    ) {
        let run = |slice| {
            let mut basic = Basic::new(Dialect::Bally, 3);
            for (i, statement) in statements.iter().enumerate() {
                basic.enter(&format!("{} {statement}", 10 * (i + 1))).expect("machine characters");
            }
            basic.enter("RUN").expect("machine characters");
            let stopped = drive(&mut basic, &events, 5_000, slice, &mut |_, _| {});
            (stopped, basic.frame(), basic.statements(), basic.tstates(), basic.variables())
        };
        prop_assert_eq!(run(slice), run(u64::MAX));
    }
}

/// A machine that prints, recurses or loops forever uses bounded memory and keeps responding.
#[test]
fn endless_programs() {
    for program in [
        vec!["10 GOTO 10"],
        vec!["10 PRINT \"FOR EVER\",;GOTO 10"],
        vec!["10 PRINT A;GOTO 10"],
        vec!["10 TV=13;GOTO 10"],
        vec!["10 LINE 32767,-32767,3;LINE -32767,32767,3;GOTO 10"],
        vec!["10 BOX 0,0,32767,32767,3;GOTO 10"],
        vec!["10 FOR I=1TO 2STEP 0;NEXT I"],
        vec!["10 LIST 1;", "20 GOTO 10"],
        vec!["10 FOR I=1TO 9;FOR J=1TO 9;FOR I=1TO 9;GOTO 10"],
        vec!["10 %(16400)=%(16400)+1;GOTO 10"],
        vec!["10 RUN"],
        vec!["10 TRACE;GOTO 10"],
        vec!["10 CX=A,CY=A;TV=65;A=A+7;IF A>30000A=-30000", "20 GOTO 10"],
    ] {
        let mut basic = Basic::new(Dialect::Bally, 1);
        for line in &program {
            basic.enter(line).expect("machine characters");
        }
        basic.enter("RUN").expect("machine characters");
        basic.run(200_000);
        basic.halt();
        basic.enter("PRINT 1").expect("machine characters");
        basic.run(10);
        assert_eq!(basic.transcript().lines().last(), Some("       1"), "{program:?}");
        assert!(basic.transcript().lines().count() <= 10_001);
    }
}
