//! Random programs and random keys.

use super::{
    generator::{Dice, keys, program},
    pair::{Scenario, assert_equal},
    robust,
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
            let _is_running = robust::session(seed);
        }
        if seed.is_multiple_of(100) {
            assert_equal(&format!("game {seed}"), &player_scenario(seed));
        }
        if (seed + 1 - from).is_multiple_of(1_000) {
            println!("{} programs are equal", seed + 1 - from);
        }
    }
}
