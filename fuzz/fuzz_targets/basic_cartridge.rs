//! The BASIC cartridge with any bytes as a program and any keys: it executes only its own code, keeps its stack, and HALT
//! leads to the prompt.
#![no_main]

use std::cell::RefCell;

use arcadian_bally::{Input, PadKey};
use arcadian_play::bally::basic::BasicBally;
use arcadian_basic::{Key, Line, Pause, script::Scripted};
use libfuzzer_sys::fuzz_target;

/// The most keys of an input.
const KEYS: usize = 16;

thread_local! {
    /// A machine at its first prompt.
    static STARTED: RefCell<Option<BasicBally>> = const { RefCell::new(None) };
}

fn at_the_prompt() -> BasicBally {
    STARTED.with_borrow_mut(|basic| basic.get_or_insert_with(|| BasicBally::new().expect("the cartridge")).clone())
}

/// Returns lines: byte 255 separates them.
fn lines(bytes: &[u8]) -> Vec<Line> {
    (1..).zip(bytes.split(|byte| *byte == 255)).map(|(number, text)| Line { number: 10 * number, text: text.into() }).collect()
}

/// Returns a key and a switch of a handle.
fn pad_input(byte: u8) -> Input {
    let mut input = Input::default();
    PadKey::all().nth(usize::from(byte & 31)).into_iter().for_each(|key| input.press(key));
    input.handles[0].up = byte & 32 != 0;
    input.handles[1].trigger = byte & 64 != 0;
    input
}

fuzz_target!(|input: &[u8]| {
    let Some((&count, rest)) = input.split_first() else { return };
    let (keys, program) = rest.split_at(rest.len().min(usize::from(count) % KEYS));
    let mut basic = at_the_prompt();
    // A line that does not fit is refused.
    let _stored = basic.load(&lines(program));
    basic.enter("RUN").expect("a command");
    for &byte in keys {
        basic.run_frames(&pad_input(byte), 4);
        basic.run_frames(&Input::default(), 4);
    }
    basic.set_typed(true);
    // A shift that was tapped applies to the first one.
    basic.press(Key::Halt);
    basic.press(Key::Halt);
    assert_eq!(basic.runaway(), None);
    let limit = basic.statements() + 1_000;
    assert_eq!(basic.run_until(limit), Pause::Prompt);
    assert!(basic.unused_stack() >= 8, "{} bytes of the stack are left", basic.unused_stack());
    basic.enter("A=1234").expect("a command");
    assert_eq!((basic.run_until(limit + 10), basic.variables()[0]), (Pause::Prompt, 1234));
});
