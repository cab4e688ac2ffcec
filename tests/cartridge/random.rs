//! Random programs and random keys. Nothing breaks the cartridge: with random bytes as a program and random keys it never executes anything
//! but its own code, never uses up its stack, and HALT always leads to the prompt.

use arcadian_bally::{Input, PadKey};
use arcadian_basic::{
    Basic, Dialect, Key, Line, Pause, key, scan_text,
    script::{self, Scripted},
};
use arcadian_play::bally::basic::BasicBally;

use super::{
    generator::{Dice, keys, program},
    pair::{Scenario, assert_equal, at_the_prompt},
    rotate::player_scenario,
};

fn scenario(seed: u64) -> Scenario {
    let mut dice = Dice::new(seed);
    Scenario {
        lines: program(&mut dice),
        is_run: true,
        keys: keys(&mut dice),
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
    const MORE: [&str; 15] = [
        "{ERASE}",
        "{ERASE}{ERASE}{ERASE}",
        "{GO}",
        "10{GO}",
        "10{PAUSE}{PAUSE}{PAUSE}{GO}",
        "{LIST}{GO}",
        "{RUN}{GO}",
        "LIST 10,2{GO}",
        "PRINT SZ{GO}",
        "A=7;",
        "0 PRINT 5{GO}",
        "{HALT}",
        "7{HALT}",
        "PRINT \"A\",{GO}",
        "A={GO}",
    ];
    /// The last carriage return of the program is overwritten, whose end is at 19992 − 2 × SZ.
    const DAMAGE: [&str; 3] = ["", "%(19990-2×SZ)=0{GO}", "%(19990-2×SZ)=16{GO}"];
    const EDITS: [&str; 6] = ["5 A=1{GO}", "10 B=2{GO}", "700 C=3{GO}", "690{GO}", "10{GO}", "LIST 600{GO}"];
    let mut dice = Dice::new(seed);
    let mut keys = String::new();
    for line in program(&mut dice) {
        keys += &line;
        keys += "{GO}";
        if dice.one_in(3) {
            keys += dice.pick(&MORE);
        }
    }
    keys += "RUN{GO}";
    keys += &self::keys(&mut dice);
    keys += "{HALT}";
    keys += dice.pick(&DAMAGE);
    (0..dice.below(4)).for_each(|_| keys += dice.pick(&EDITS));
    keys += dice.pick(&MORE);
    Scenario { keys, seed, budget: 4_000, ..Scenario::default() }
}

#[test]
fn random_scenarios_at_the_prompt() {
    (0..100).for_each(|seed| assert_equal(&format!("scenario {seed}"), &typed_scenario(seed)));
}

/// Commands, lines and errors at the prompt, with what may follow them: empty lines, unfinished lines, corrections, refused lines.
fn prompt_scenario(seed: u64) -> Scenario {
    const ENTRIES: [&str; 32] = [
        "{GO}",
        "{GO}",
        " {GO}",
        "{GO}{GO}",
        "7",
        "A",
        " ",
        "A={GO}",
        "A=1+{GO}",
        "PRINT 1÷0{GO}",
        " A=@(2000){GO}",
        "{PRINT}1 2{GO}",
        "{PRINT}{ERASE}B={GO}",
        "A=1;GOTO 77{GO}",
        "0 XX=1{GO}",
        "32768{GO}",
        "  40000 A=1{GO}",
        "99999999{GO}",
        "10 A={GO}",
        "10 PRINT A,{GO}",
        "10{GO}",
        "20 IF A NEXT I{GO}",
        "20{PAUSE}{PAUSE}{GO}",
        "RUN{GO}",
        "GOTO 20{GO}",
        "LIST{GO}",
        "{HALT}",
        "5{HALT}",
        "INPUT A{GO}1+{GO}2{GO}",
        "INPUT A{GO}7",
        "K=KP{GO}X",
        "A=((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))){GO}",
    ];
    const LONG: &str = "{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}{GOSUB}";
    let mut dice = Dice::new(seed);
    let mut keys: String = (0..1 + dice.below(6)).map(|_| dice.pick(&ENTRIES)).collect();
    if dice.one_in(8) {
        keys += &format!(
            "{}{LONG}{LONG}{}",
            dice.pick(&["10.", "\"", "7 \""]),
            dice.pick(&["{GO}", "{GO}{GO}", "{GO}5"])
        );
    }
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
fn random_lines(dice: &mut Dice) -> Vec<Line> {
    let count = 1 + dice.below(12) as u16;
    let line = |number| {
        let length = dice.below(40);
        Line { number: 10 * number, text: (0..length).map(|_| byte(dice)).collect() }
    };
    (1..=count).map(line).collect()
}

/// Returns a program that mostly runs without end, with some bytes changed.
fn damaged_program(dice: &mut Dice) -> Vec<Line> {
    let texts = program(dice).into_iter().map(|text| text.replace("400 STOP", "400 GOTO 10"));
    let mut lines: Vec<Line> = texts.filter_map(|text| scanned(&text)).collect();
    for _ in 0..dice.below(3) {
        let line = dice.below(lines.len());
        let text = &mut lines[line].text;
        let at = dice.below(text.len());
        text[at..].iter_mut().take(1).for_each(|old| *old = byte(dice));
    }
    lines
}

fn scanned(text: &str) -> Option<Line> {
    let (number, text) = text.split_once(' ')?;
    Some(Line { number: number.parse().ok()?, text: scan_text(text).ok()? })
}

fn byte(dice: &mut Dice) -> u8 {
    match dice.below(8) {
        0 => dice.below(256) as u8,
        1..=3 => 104 + dice.below(16) as u8,
        4 => b'0' + dice.below(10) as u8,
        5 => b'A' + dice.below(26) as u8,
        _ => SIGNS[dice.below(SIGNS.len())],
    }
}

/// Returns keys and handles, rarely two keys at once.
fn input(dice: &mut Dice) -> Input {
    let mut input = Input::default();
    for _ in 0..1 + usize::from(dice.one_in(8)) {
        let key = PadKey::at(dice.below(4) as u8, dice.below(6) as u8);
        key.into_iter().for_each(|key| input.press(key));
    }
    input.handles[0].up = dice.one_in(4);
    input.handles[1].trigger = dice.one_in(4);
    input
}

/// Returns whether the program was running when HALT was pressed.
pub(super) fn session(seed: u64) -> bool {
    let mut dice = Dice::new(seed);
    let mut basic = at_the_prompt();
    // A line that does not fit is refused, as at the prompt.
    let lines = if seed.is_multiple_of(4) { random_lines(&mut dice) } else { damaged_program(&mut dice) };
    let _stored = basic.load(&lines);
    basic.enter("RUN").expect("a command");
    for _ in 0..10 + dice.below(30) {
        basic.run_frames(&input(&mut dice), 4);
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
