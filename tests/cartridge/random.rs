//! Random programs and random keys. Nothing breaks the cartridge: with random bytes as a program and random keys it never executes anything
//! but its own code, never uses up its stack, and HALT always leads to the prompt.

use arcadian_bally::{Input, PadKey};
use arcadian_basic::{
    Basic, Dialect, Key, Line, Pause, key, scan_text,
    script::{self, Scripted},
};
use arcadian_play::bally::basic::BasicBally;

use super::{
    generator::{fill, program},
    grammar::Random,
    pair::{Scenario, assert_equal, at_the_prompt},
    rotate::player_scenario,
};

fn scenario(seed: u64) -> Scenario {
    let random = Random::new(seed);
    Scenario {
        lines: program(&random),
        is_run: true,
        keys: fill(&random, "{keys}"),
        seed: seed % 70_000,
        budget: 4_000,
        ..Scenario::default()
    }
}

#[test]
fn random_programs() {
    (0..300).for_each(|seed| assert_equal(&format!("program {seed}"), &scenario(seed)));
}

/// Everything is typed at the prompt: lines with mistakes and corrections, lines that change others, commands.
fn typed_scenario(seed: u64) -> Scenario {
    let random = Random::new(seed);
    let mut keys = String::new();
    for line in program(&random) {
        keys += &format!("{line}{{GO}}");
        if random.one_in(3) {
            keys += &fill(&random, "{more}");
        }
    }
    keys += &fill(&random, "RUN\\{GO\\}{keys}\\{HALT\\}{damage}{edits}{more}");
    Scenario { keys, seed, budget: 4_000, ..Scenario::default() }
}

#[test]
fn random_scenarios_at_the_prompt() {
    (0..100).for_each(|seed| assert_equal(&format!("scenario {seed}"), &typed_scenario(seed)));
}

fn prompt_scenario(seed: u64) -> Scenario {
    let keys = fill(&Random::new(seed), "{entries}");
    Scenario { keys, seed, budget: 1_000, ..Scenario::default() }
}

/// PAUSE types no code of a stored line that only a poke can put there.
#[test]
fn any_code_in_a_line_that_is_edited() {
    for code in 0..=255 {
        let word = i16::from_le_bytes([code, b'B']);
        let keys = format!(
            "10 PRINT 7{{GO}}%(-24574)={word}{{GO}}10{{PAUSE}}{{PAUSE}}{{GO}}LIST{{GO}}10{{PAUSE}}{{ERASE}}{{ERASE}}X{{GO}}LIST{{GO}}"
        );
        assert_equal(&format!("code {code}"), &Scenario { keys, budget: 1_000, ..Scenario::default() });
    }
}

#[test]
fn random_entries_at_the_prompt() {
    (0..1_000).for_each(|seed| assert_equal(&format!("entries {seed}"), &prompt_scenario(seed)));
}

/// `FROM=1000 COUNT=100000 cargo test --release -p arcadian-tests --test all a_hundred_thousand -- --ignored --nocapture`
#[test]
#[expect(clippy::print_stdout, reason = "a long run shows its progress")]
#[ignore = "takes a quarter of an hour; the environment variables FROM and COUNT select the programs"]
fn a_hundred_thousand_random_programs() {
    let number =
        |name, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (from, count): (u64, u64) = (number("FROM", 1_000), number("COUNT", 100_000));
    for seed in from..from + count {
        assert_equal(&format!("program {seed}"), &scenario(seed));
        assert_equal(&format!("entries {seed}"), &prompt_scenario(seed));
        if seed.is_multiple_of(10) {
            assert_equal(&format!("scenario {seed}"), &typed_scenario(seed));
            let _is_running = session(seed);
        }
        if seed.is_multiple_of(100) {
            assert_equal(&format!("game {seed}"), &player_scenario(seed));
        }
        if (seed + 1 - from).is_multiple_of(1_000) {
            println!("{} programs are equal", seed + 1 - from);
        }
    }
}

/// Bytes that are not words, digits or letters.
const SIGNS: &[u8] = b"\"()+-@*%&,;:=#<>.$ \x1F\x0D";

/// Returns random lines: bytes of any kind, most of them words, digits, letters and signs.
fn random_lines(random: &Random) -> Vec<Line> {
    let count = 1 + random.below(12) as u16;
    let line = |number| {
        let length = random.below(40);
        Line { number: 10 * number, text: (0..length).map(|_| byte(random)).collect() }
    };
    (1..=count).map(line).collect()
}

/// Returns a program that mostly runs without end, with some bytes changed.
fn damaged_program(random: &Random) -> Vec<Line> {
    let texts = program(random).into_iter().map(|text| text.replace("400 STOP", "400 GOTO 10"));
    let mut lines: Vec<Line> = texts.filter_map(|text| scanned(&text)).collect();
    for _ in 0..random.below(3) {
        let line = random.below(lines.len());
        let text = &mut lines[line].text;
        let at = random.below(text.len());
        text[at..].iter_mut().take(1).for_each(|old| *old = byte(random));
    }
    lines
}

fn scanned(text: &str) -> Option<Line> {
    let (number, text) = text.split_once(' ')?;
    Some(Line { number: number.parse().ok()?, text: scan_text(text).ok()? })
}

fn byte(random: &Random) -> u8 {
    match random.below(8) {
        0 => random.below(256) as u8,
        1..=3 => 104 + random.below(16) as u8,
        4 => b'0' + random.below(10) as u8,
        5 => b'A' + random.below(26) as u8,
        _ => SIGNS[random.below(SIGNS.len())],
    }
}

/// Returns keys and handles, rarely two keys at once.
fn input(random: &Random) -> Input {
    let mut input = Input::default();
    for _ in 0..1 + usize::from(random.one_in(8)) {
        let key = PadKey::at(random.below(4) as u8, random.below(6) as u8);
        key.into_iter().for_each(|key| input.press(key));
    }
    input.handles[0].up = random.one_in(4);
    input.handles[1].trigger = random.one_in(4);
    input
}

/// Returns whether the program was running when HALT was pressed.
pub(super) fn session(seed: u64) -> bool {
    let random = Random::new(seed);
    let mut basic = at_the_prompt();
    // A line that does not fit is refused, as at the prompt.
    let lines = if seed.is_multiple_of(4) { random_lines(&random) } else { damaged_program(&random) };
    let _stored = basic.load(&lines);
    basic.enter("RUN").expect("a command");
    for _ in 0..10 + random.below(30) {
        basic.run_frames(&input(&random), 4);
        basic.run_frames(&Input::default(), 4);
    }
    let is_running = basic.run_until(basic.statements()) != Pause::Prompt;
    basic.set_typed(true);
    // A shift may have been tapped last: it applies to the first one.
    basic.press(Key::Halt);
    basic.press(Key::Halt);
    check(&mut basic, seed);
    is_running
}

/// After HALT the prompt waits, and a command is executed.
fn check(basic: &mut BasicBally, seed: u64) {
    assert_eq!(basic.runaway(), None, "seed {seed}: the code runs away");
    let limit = basic.statements() + 1_000;
    assert_eq!(basic.run_until(limit), Pause::Prompt, "seed {seed}: HALT does not lead to the prompt");
    assert!(basic.unused_stack() >= 8, "seed {seed}: {} bytes of the stack are left", basic.unused_stack());
    basic.enter("A=1234").expect("a command");
    assert_eq!((basic.run_until(limit + 10), basic.variables()[0]), (Pause::Prompt, 1234), "seed {seed}");
}

#[test]
fn random_bytes_and_keys() {
    let running = (0..150).filter(|seed| session(*seed)).count();
    assert!(running > 10, "only {running} programs were running");
}

/// A byte is left after the last carriage return. A line typed after it once moved all memory.
#[test]
fn lines_are_stored_after_a_lost_carriage_return() {
    for (text, typed) in [
        (&b"\r"[..], "800 A=1{GO}"),
        (b"\r", "80 A=1{GO}"),
        (b"A=1\rB", "90{GO}90 B=2{GO}"),
        (b"\r\r\r", "10 C=3{GO}"),
    ] {
        let line = Line { number: 80, text: text.to_vec() };
        let mut basic = at_the_prompt();
        basic.load(std::slice::from_ref(&line)).expect("it fits");
        let mut interpreter = Basic::new(Dialect::Bally, 1);
        interpreter.load(&[line]).expect("it fits");
        let keys = key::parse(typed).expect("keys");
        script::drive(&mut basic, &keys, 1_000, 1_000, &mut |_, _| {});
        script::drive(&mut interpreter, &keys, 1_000, 1_000, &mut |_, _| {});
        assert_eq!(basic.runaway(), None, "{text:?}");
        assert_eq!(basic.free(), interpreter.store().free(), "{text:?}");
        assert_eq!(basic.lines(), interpreter.store().lines().collect::<Vec<_>>(), "{text:?}");
    }
}
