//! A debugger script for a BASIC program.
#![no_main]

use arcadian_basic::{Line, scan_text};
use arcadian_debugger::{
    Debugger,
    basic::{BasicProgram, Setup},
    command::{CommandSession, script},
};
use libfuzzer_sys::fuzz_target;

const LINES: [(u16, &str); 6] = [
    (10, "CLEAR ;FOR I=1TO 3;GOSUB 100;NEXT I"),
    (20, "IF A>99PRINT \"MANY\""),
    (30, "INPUT \"HOW MANY\"B"),
    (40, "K=KP;PRINT K;IF K=65GOTO 20"),
    (50, "STOP"),
    (100, "@(I)=I×I;A=A+@(I);PRINT I,@(I);RETURN"),
];

thread_local! {
    static PROGRAM: BasicProgram = program();
}

fn program() -> BasicProgram {
    let line = |(number, text)| Line { number, text: scan_text(text).expect("known characters") };
    let setup = Setup { lines: LINES.map(line).to_vec(), ..Setup::default() };
    BasicProgram::new(setup).expect("a short program")
}

fuzz_target!(|text: &str| {
    let mut debugger = Debugger::new(Box::new(PROGRAM.with(Clone::clone)));
    debugger.interrupt_when(|_| true);
    let mut session = CommandSession::new(debugger);
    for entry in script(&mut session, text) {
        let _ = entry.to_string();
    }
});
