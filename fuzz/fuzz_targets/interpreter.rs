//! Text up to a NUL as lines to enter, the rest as keys.
#![no_main]

use arcadian_basic::{Basic, Dialect, Key, key::Event, script::drive, store::EMPTY};
use arcadian_fuzz::choice_and_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    let (program, keys) = text.split_once('\0').unwrap_or((text, ""));
    let mut basic = Basic::new(if choice & 1 == 0 { Dialect::Bally } else { Dialect::Astro }, 1);
    for line in program.lines() {
        if basic.enter(line).is_ok() {
            basic.run(100);
        }
    }
    let _ = basic.enter("RUN");
    let events: Vec<Event> = keys.bytes().map(|code| Event::Key(Key::Code(code))).collect();
    drive(&mut basic, &events, 1_000, 500, &mut |_, _| {});
    assert!(basic.store().free() <= EMPTY);
});
