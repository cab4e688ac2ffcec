//! The first half as lines that are entered, the rest as keys.
#![no_main]

use arcadian_basic::{Basic, Dialect, Key, key::Event, script::drive, store::EMPTY};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (String, Vec<u8>, bool)| {
    let (program, keys, astro) = input;
    let mut basic = Basic::new(if astro { Dialect::Astro } else { Dialect::Bally }, 1);
    for line in program.lines() {
        if basic.enter(line).is_ok() {
            basic.run(200);
        }
    }
    let _ = basic.enter("RUN");
    let events: Vec<Event> = keys.into_iter().map(|code| Event::Key(Key::Code(code))).collect();
    drive(&mut basic, &events, 20_000, 1_000, &mut |_, _| {});
    assert!(basic.store().free() <= EMPTY);
});
