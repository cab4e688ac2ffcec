//! The cases of tests/language, the example programs, keys that are pressed and held while a program runs, what is written to the
//! sound ports and when, and the time of statements that write memory.

use std::{fmt::Write, fs, path::Path};

use arcadian_basic::{Basic, Dialect, SoundWrite, script::Scripted};
use arcadian_play::probe::case::Case;
use arcadian_screen::recognize;

use super::pair::{Scenario, assert_equal, at_the_prompt, cartridge, describe, difference, interpreter};
use crate::language::all_cases;

/// Cases with a line or command that is refused without being typed, because it does not fit.
const ONLY_TYPED: [&str; 3] = [
    "a higher line number is HOW",
    "a line that does not fit is SORRY and nothing changes",
    "a direct command of 96 bytes is SORRY",
];

/// Cases that stop a running program with HALT. The cartridge sees it at the end of a line, the interpreter at the end of a
/// statement, so the numbers of statements differ.
const HALTED: [&str; 3] = ["HALT drops the waiting keys", "HALT stops a running program", "HALT stops LIST"];

/// Returns the first difference between interpreter and cartridge, if they can be compared.
fn difference_of(case: &Case, scenario: &Scenario) -> Option<String> {
    (!HALTED.contains(&&*case.name)).then(|| difference(scenario)).flatten()
}

fn scenario(case: &Case) -> Scenario {
    Scenario {
        lines: case.program.clone(),
        commands: case.commands.clone(),
        is_run: !case.no_run,
        keys: case.keys.clone(),
        seed: 1,
        budget: 100_000,
    }
}

/// Compares the cartridge with the expectations of a case.
fn check(case: &Case) -> Result<(), String> {
    let (mut basic, outcome) = cartridge(&scenario(case))?;
    let equal = |what: &str, found: &str, expected: &str| {
        if found == expected {
            Ok(())
        } else {
            Err(format!("{what}: found {found:?}, expected {expected:?}"))
        }
    };
    if !case.printed.is_empty() {
        equal("printed", &outcome.results.printed.join("\n"), &case.printed.join("\n"))?;
    }
    if !case.screen.is_empty() {
        let text = recognize::text(&outcome.results.picture).join("\n");
        equal(
            "screen",
            text.trim_end_matches(['>', '\n']),
            case.screen.join("\n").trim_end_matches(['>', '\n']),
        )?;
    }
    let stopped = describe(&outcome.stopped);
    let expected = case.error.as_deref().or(case.stopped.as_deref()).unwrap_or("end");
    equal("stopped", &stopped.to_lowercase(), &expected.to_lowercase())?;
    for (name, value) in &case.values {
        let before = basic.printed().count();
        basic.enter(&format!("PRINT #1,{name}")).map_err(|error| error.to_string())?;
        basic.run_until(u64::MAX);
        let shown: String = basic.printed().skip(before).collect();
        equal(name, &shown, value)?;
    }
    Ok(())
}

/// Runs all cases and collects what is wrong.
fn run_cases(wrong: impl Fn(&Case) -> Option<String>) {
    let (mut count, mut failures) = (0, String::new());
    // The cartridge is Bally BASIC.
    for (place, case) in all_cases().into_iter().filter(|(_, case)| case.dialect == Dialect::Bally) {
        count += 1;
        wrong(&case).into_iter().for_each(|reason| {
            let _ = writeln!(failures, "{place}\n    {reason}");
        });
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count > 150, "only {count} cases were run");
}

#[test]
fn every_case_of_the_language() {
    run_cases(|case| {
        let is_only_typed = ONLY_TYPED.contains(&&*case.name);
        (!is_only_typed).then(|| check(case).err().or_else(|| difference_of(case, &scenario(case)))).flatten()
    });
}

#[test]
fn every_case_typed_at_the_prompt() {
    run_cases(|case| difference_of(case, &scenario(case).typed()));
}

#[test]
fn example_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "bas") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a program");
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        for (seed, keys) in [
            (1, "50{GO}25{GO}12{GO}{ERASE}7{GO}"),
            (70_000, "A{GO}{GO}99999{GO}50{GO}75{GO}"),
            (3, "{AT 40}{JX1=1}{AT 400}{JX1=-1}{AT 700}{JX1=0}{AT 720}{TR1=1}"),
        ] {
            let scenario = Scenario {
                lines: lines.clone(),
                is_run: true,
                keys: keys.to_owned(),
                seed,
                budget: 4_000,
                ..Scenario::default()
            };
            assert_equal(&path.display().to_string(), &scenario);
        }
        count += 1;
    }
    assert_eq!(count, 9);
}

const PROGRAM: [&str; 3] = ["10 FOR I=1TO 9;PRINT I,&(23);NEXT I", "20 LIST", "30 K=KP;PRINT K"];

/// Without HALT, which the cartridge sees at the end of a line, the interpreter at the end of a statement.
#[test]
fn keys_at_a_number_of_statements() {
    let scripts = [
        "{AT 3}A",
        "{AT 3}APRINT 5{GO}",
        "{AT 60}AB{GO}",
        "{AT 3}ABC{GO}{PROMPT}",
        "{AT 5}{HOLD 7}{AT 12}{RELEASE}A",
        "{AT 5}{HOLD PAUSE}{AT 25}{RELEASE}A",
        "{AT 29}{HOLD PAUSE}{AT 29}{RELEASE}A",
        "{AT 29}{HOLD PAUSE}{HALT}PRINT 5{GO}",
        "{AT 5}{HOLD 7}{RESET}PRINT 5{GO}",
    ];
    for keys in scripts {
        let lines = PROGRAM.map(str::to_owned).to_vec();
        let scenario = Scenario {
            lines,
            is_run: true,
            keys: keys.to_owned(),
            seed: 1,
            budget: 1_000,
            ..Scenario::default()
        };
        assert_eq!(difference(&scenario), None, "{keys}");
    }
}

/// The name of the written memory, the text of line 10, and a statement that line 20 repeats.
const PROGRAMS: [(&str, &str, &str); 15] = [
    ("nothing", "", "A=I"),
    ("the picture alone", "", "%(18000)=2;%(18000)=8"),
    ("the same bits of the program", "", "%(18000)=5;%(18000)=5"),
    ("bits of the program in one byte", "", "%(18000)=1;%(18000)=4"),
    ("bits of the program in two bytes", "", "%(18000)=257;%(18000)=1028"),
    ("a variable", "", "%(20000)=1;%(20000)=2"),
    ("@(0)", "", "%(19992)=1;%(19992)=2"),
    ("no memory", "", "%(0)=1;%(-20000)=2"),
    ("the text window, no change", "", "%(-23576)=257;%(-23576)=257"),
    ("the text window, one byte", "", "%(-23576)=1;%(-23576)=4"),
    ("the text window, two bytes", "", "%(-23576)=257;%(-23576)=1028"),
    ("a remark", ".AAAAAAAA", "%(-24570)=RND(3)+16705"),
    ("a remark by the screen", ".AAAAAAAA", "%(16396)=RND(3)×4"),
    ("a list", ".AAAAAAAA", "%(-24570)=RND(3)+16705,%(-24568)=RND(3)+16705,A=1"),
    ("a list that is called", ".AAAAAAAA", "GOSUB 40"),
];

/// The interpreter estimates the time of statements from measurements of the cartridge.
fn timed_scenario(remark: &str, statement: &str) -> Scenario {
    let lines = [
        format!("10 {remark}"),
        format!("20 FOR I=1TO 200;{statement};NEXT I;STOP"),
        "40 %(-24570)=RND(3)+16705,%(-24568)=RND(3)+16705;RETURN".to_owned(),
    ];
    let lines = lines.into_iter().filter(|line| line != "10 ").collect();
    Scenario { lines, is_run: true, seed: 1, budget: 10_000, ..Scenario::default() }
}

#[test]
fn writes_to_memory_take_the_time_of_the_cartridge() {
    for (name, remark, statement) in PROGRAMS {
        let scenario = timed_scenario(remark, statement);
        let (_, interpreter) = interpreter(&scenario).expect("characters of the machine");
        let (_, cartridge) = cartridge(&scenario).expect("characters of the machine");
        assert_eq!(interpreter.results.statements, cartridge.results.statements, "{name}");
        let ratio = interpreter.results.tstates as f64 / cartridge.results.tstates as f64;
        assert!(
            (0.95..1.05).contains(&ratio),
            "{name}: the interpreter takes {ratio:.3} of the cartridge's time"
        );
    }
}

const BUDGET: u64 = 20_000;
/// The volumes of the tones A and B.
const VOLUMES: u8 = 22;

fn in_the_interpreter(program: &[&str]) -> Vec<SoundWrite> {
    let mut basic = Basic::new(Dialect::Bally, 1);
    program.iter().for_each(|line| basic.enter(line).expect("a good line"));
    basic.listen();
    basic.enter("RUN").expect("a good line");
    basic.run_until(BUDGET);
    basic.take_sound()
}

fn in_the_cartridge(program: &[&str]) -> Vec<SoundWrite> {
    let mut basic = at_the_prompt();
    program.iter().for_each(|line| basic.enter(line).expect("a good line"));
    let start = basic.tstates();
    basic.listen();
    basic.enter("RUN").expect("a good line");
    basic.run_until(BUDGET);
    let at = |write: SoundWrite| SoundWrite { tstates: write.tstates.saturating_sub(start), ..write };
    let mut writes: Vec<_> = basic.take_sound().into_iter().map(at).collect();
    // The note of the prompt ends.
    let is_end = |write: &SoundWrite| (write.port, write.value) == (VOLUMES, 0);
    if writes.get(8).is_some_and(is_end) {
        writes.remove(8);
    }
    writes.split_off(8)
}

/// Asserts the same writes in the same order, and times that differ by at most a frame and 3 %.
fn assert_sounds_equal(name: &str, program: &[&str]) {
    let (one, other) = (in_the_interpreter(program).split_off(8), in_the_cartridge(program));
    let values =
        |writes: &[SoundWrite]| writes.iter().map(|write| (write.port, write.value)).collect::<Vec<_>>();
    assert_eq!(values(&one), values(&other), "{name}");
    assert!(one.len() > 3, "{name}: {one:?}");
    for (one, other) in one.iter().zip(&other) {
        let allowed = 30_000 + other.tstates * 3 / 100;
        assert!(one.tstates.abs_diff(other.tstates) <= allowed, "{name}: {one:?} {other:?}");
    }
}

#[test]
fn the_same_ports_are_written() {
    assert_sounds_equal(
        "characters",
        &["10 PRINT \"HELLO, WORLD\"", "20 PRINT 5÷2", "30 FOR I=1TO 200;NEXT I"],
    );
    assert_sounds_equal("LIST", &["10 .A REMARK", "20 LIST"]);
    assert_sounds_equal("TV", &["10 TV=65;TV=116;TV=31;TV=13;FOR I=1TO 99;NEXT I"]);
    assert_sounds_equal(
        "melody",
        &["10 NT=5;FOR I=60TO 72;MU=I;NEXT I", "20 MU=0;MU=-5;MU=300;MU=65;NT=0;MU=66"],
    );
    assert_sounds_equal(
        "no note",
        &["10 NT=0;PRINT \"QUIET\";&(16)=1;&(17)=2;&(18)=3;&(19)=4;&(20)=261;&(23)=0"],
    );
    assert_sounds_equal("volume", &["10 NT=9;PRINT \"A\";&(22)=136;FOR I=1TO 500;NEXT I;PRINT \"B\""]);
    assert_sounds_equal(
        "volume after the note",
        &["10 NT=2;MU=70;FOR I=1TO 500;NEXT I;&(22)=9;NT=0;PRINT \"B\""],
    );
    assert_sounds_equal("error", &["10 GOTO 99"]);
    assert_sounds_equal("INPUT", &["10 INPUT \"NAME\"A"]);
}

/// As published players do: notes in a remark, three tones, a loop as delay.
#[test]
fn a_three_tone_player_writes_its_song() {
    let song = "1 .0123456789ABCDEFGHIJKLMN";
    let player = [
        song,
        "14 NT=0",
        "15 &(16)=49;&(21)=15;&(22)=136",
        "20 FOR C=-24573TO -24554STEP 4",
        "30 &(17)=%(C)÷256+127;&(18)=%(C+1)÷256+127;&(19)=%(C+2)÷256+127;FOR D=1TO (%(C+3)÷255)÷5;NEXT D",
        "40 NEXT C",
        "50 &(21)=0;&(22)=0;NT=3",
    ];
    assert_sounds_equal("player", &player);
    let tones =
        in_the_interpreter(&player).into_iter().filter(|write| write.port == 17).map(|write| write.value);
    // The high byte of the word is the second character of each four, and 127.
    assert_eq!(tones.skip(1).collect::<Vec<_>>(), [b'1', b'5', b'9', b'D', b'H'].map(|byte| byte + 127));
}
