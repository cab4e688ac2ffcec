//! Sheets as files: those of the examples and exercises, and the BASIC cartridge, whose image is that of its sources.

use std::fs;
use std::path::{Path, PathBuf};

use arcadian_asm::{Host, Included, NoFiles, Options, assemble};
use arcadian_proof::{
    CycleProof, Engine, Fate, Inputs, Mutant, Plan, Routine, Settings, SheetError, check_one_by_one,
};

use crate::support::Folder;

fn verdict(routine: &Routine) -> &'static str {
    assert_eq!(routine.specification_fault(), None, "{}", routine.file);
    match Settings::default().plan(routine).expect("a plan") {
        Plan::Examples(..) => "fails",
        Plan::Done(result) if result.failing.is_none() && routine.specification.has_only_examples() => {
            "examples hold"
        }
        _ if routine.specification.has_only_examples() => "examples hold, rest unproven",
        Plan::Done(result) if result.failing.is_some() => "fails",
        Plan::Done(result) if routine.matches_stated_cycles(&result, true) => "holds",
        Plan::Inductive(_, CycleProof::NotProven(_)) => "holds, cycles sampled",
        Plan::Inductive(result, _) if routine.matches_stated_cycles(&result, false) => "holds",
        Plan::Done(_) | Plan::Inductive(..) => "states wrong cycles",
        Plan::Failed(..) => "fails",
        Plan::Sweep(..) => "not proven",
    }
}

#[test]
fn examples_have_their_verdicts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let list = fs::read_to_string(root.join("index.txt")).expect("the list");
    let mut host = Folder(root.clone());
    for line in list.lines() {
        let (file, expected) = line.split_once('\t').expect("a file and a verdict");
        let text = fs::read_to_string(root.join(file)).expect(file);
        let routine = Routine::read(file, &text, &mut host, &[]).expect("a sheet");
        assert_eq!(verdict(&routine), expected, "{file}");
        if let Some(reference) = routine.reference() {
            assert_eq!(verdict(reference), "holds", "the reference of {file}");
        }
    }
    let count = |folder: &str| list.lines().filter(|line| line.starts_with(folder)).count();
    assert!(count("specifications") >= 10 && count("equivalences") >= 10 && count("wrong") >= 5);
    assert!(count("invariants") >= 5);
}

/// The line in whose place the instructions come.
const PLACE: &str = "        ; Your instructions come here.\n";

fn holds(file: &str, text: &str) -> bool {
    let routine = Routine::read(file, text, &mut NoFiles, arcadian_claims::all())
        .unwrap_or_else(|error| panic!("{file}: {error}"));
    if routine.exceeded_size().is_some() {
        return false;
    }
    assert_eq!(routine.specification_fault(), None, "{file}");
    match Settings::default().plan(&routine).expect("a plan") {
        Plan::Done(found) => found.failing.is_none() && routine.matches_stated_cycles(&found, true),
        Plan::Inductive(..) | Plan::Sweep(..) => panic!("{file} is not decided"),
        Plan::Failed(..) | Plan::Examples(..) => false,
    }
}

/// Returns the names of a folder's exercises and their solutions.
fn solutions(text: &str) -> Vec<(&str, &str)> {
    text.split("; ").skip(1).map(|part| part.split_once('\n').expect("a name and lines")).collect()
}

#[test]
fn exercises_are_solved_by_their_solutions_only() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (exercises, solved) in [
        ("examples/exercises/8080", include_str!("../solutions/8080.txt")),
        ("examples/exercises/z80", include_str!("../solutions/z80.txt")),
        ("examples/exercises/6502", include_str!("../solutions/6502.txt")),
        ("course/exercises/8080", include_str!("../solutions/course-8080.txt")),
        ("course/exercises/6502", include_str!("../solutions/course-6502.txt")),
    ] {
        let folder = crate_folder.join("../../docs").join(exercises);
        let solutions = solutions(solved);
        for (name, instructions) in &solutions {
            let file = folder.join(name).with_extension("asm");
            let given =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert_eq!(given.matches(PLACE).count(), 1, "{exercises} {name}");
            assert!(!holds(name, &given), "{exercises} {name} is solved as it is given");
            assert!(holds(name, &given.replace(PLACE, instructions)), "{exercises} {name}");
        }
        let files = fs::read_dir(&folder).expect("the folder").count();
        assert_eq!(files, solutions.len(), "{exercises}");
    }
}

/// Code that does without what a lesson teaches does not solve its exercise: a loop that does not test its counter first, copies instead of
/// calls, calculations instead of a table.
#[test]
fn an_exercise_needs_its_lesson() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/course/exercises");
    for (name, short) in solutions(include_str!("../solutions/course-lazy.txt")) {
        let exercise = fs::read_to_string(folder.join(name).with_extension("asm")).expect(name);
        assert!(!holds(name, &exercise.replace(PLACE, short)), "{name}");
    }
}

const MEAN: &str = "        ORG 100H\nMEAN:   ADD B\n        RAR\n        RET\n";
/// The carry of the sum is lost.
const WRONG: &str = "        ORG 100H\nMEAN:   ADD B\n        ORA A\n        RAR\n        RET\n";
/// Returns the sum of n bytes, and says in the carry whether n is 0.
const SUM: &str = "        ORG 100H\nMEAN:   MOV A,B\n        SUI 1\n        RC\n        XRA A\nLOOP:   ADD M\n        INX H\n        \
                   DCR B\n        JNZ LOOP\n        ORA A\n        RET\n";

const FIELDS: &str = ";! in: A = x, B = y\n;! out: A = z\n;! clobbers: F\n";
const SUM_FIELDS: &str =
    ";! in: HL -> text:4, B = n\n;! out: A = sum, CY = none\n;! clobbers: HL, B, F\n;! requires: n <= 4\n";

fn read(lines: &str, code: &str) -> Result<Routine, SheetError> {
    let text = format!(";! routine: MEAN\n;! cpu: 8080\n{lines}{code}");
    Routine::read("mean.asm", &text, &mut Folder("/".into()), &[])
}

fn verdict_on(lines: &str, code: &str) -> &'static str {
    let routine = read(lines, code).unwrap_or_else(|error| panic!("{lines}: {error}"));
    match Settings::default().plan(&routine).expect("a plan") {
        Plan::Examples(result, _) if result.failing.is_some() => "example fails",
        Plan::Examples(..) => panic!("more than the examples must be run"),
        Plan::Done(result) if result.failing.is_none() => "proven",
        Plan::Sweep(..) => "not proven",
        _ => "fails",
    }
}

#[test]
fn examples_are_run_first() {
    let cases = [
        (FIELDS, "x = 1, y = 255 => z = 128", MEAN, "proven"),
        (FIELDS, "y = 0FFH, x = $1 => z = 0x80 ; a comment", MEAN, "proven"),
        (FIELDS, "x = 'A', y = \"A\" => z = 'A'", MEAN, "proven"),
        (FIELDS, "x = -2, y = [2] => z = 128, z > 127, z = (x + y) / 2", MEAN, "proven"),
        (FIELDS, "x = 1, y = 255 => z = 128", WRONG, "example fails"),
        (FIELDS, "x = 3, y = 253 => z > 126", WRONG, "example fails"),
        // The fault is not in the example.
        (FIELDS, "x = 1, y = 1 => z = 1", WRONG, "proven"),
        (FIELDS, "x = 1, y = 1 => z = 1\n;! example: x = 1, y = 1 => z = 2", MEAN, "example fails"),
        (FIELDS, "x = MEAN - 0FFH, y = 3 => z = 2", MEAN, "proven"),
        // The clobbered flags are not listed.
        (";! in: A = x, B = y\n;! out: A = z\n", "x = 1, y = 1 => z = 1", MEAN, "example fails"),
        (SUM_FIELDS, "text = \"AB\", n = 2 => sum = 131, not none", SUM, "proven"),
        (SUM_FIELDS, "text = \";,\", n = 2 => sum = ';' + ',', none = false", SUM, "proven"),
        (SUM_FIELDS, "text = 1 << 24 | 5, n = 4 => sum = 6, not none", SUM, "proven"),
        (SUM_FIELDS, "text = \"\", n = 0 => sum = 255, none", SUM, "proven"),
        (SUM_FIELDS, "text = \"\", n = 0 => sum = 0, none", SUM, "example fails"),
        (SUM_FIELDS, "text = [1], n = 1 => sum = 1, none = false", SUM, "proven"),
    ];
    for (fields, example, code, expected) in cases {
        assert_eq!(verdict_on(&format!("{fields};! example: {example}\n"), code), expected, "{example}");
    }
}

#[test]
fn an_example_and_a_condition_must_both_hold() {
    let mean = ";! ensures: z = (x + y) / 2\n";
    let cases = [
        ("x = 3, y = 4 => z = 3", MEAN, "proven"),
        ("x = 3, y = 4 => z = 4", MEAN, "example fails"),
        // An example without outputs is an input of which the contract must be true.
        ("x = 1, y = 255", WRONG, "example fails"),
        ("x = 3, y = 4", WRONG, "fails"),
    ];
    for (example, code, expected) in cases {
        assert_eq!(
            verdict_on(&format!("{FIELDS}{mean};! example: {example}\n"), code),
            expected,
            "{example}"
        );
    }
}

#[test]
fn wrong_examples_are_errors_with_their_place() {
    let cases = [
        ("x = 1 => z = 1", "mean.asm:6:13: error: the example has no value for the input `y`"),
        ("x = 1, x = 2 => z = 1", "mean.asm:6:20: error: `x` has a value already"),
        (
            "x = 1, w = 2 => z = 1",
            "mean.asm:6:20: error: `w` is not an input field; the input fields are `x`, `y`",
        ),
        ("x = 256, y = 1 => z = 1", "mean.asm:6:17: error: this does not fit in the 1 bytes of the field"),
        ("x = -129, y = 1 => z = 1", "mean.asm:6:17: error: this does not fit in the 1 bytes of the field"),
        ("x = [1, 2], y = 1 => z = 1", "mean.asm:6:17: error: the field has 1 bytes, and the list 2"),
        ("x = \"AB\", y = 1 => z = 1", "mean.asm:6:17: error: the field has 1 bytes, and the list 2"),
        ("x = \"A, y = 1 => z = 1", "mean.asm:6:17: error: the text has no closing `\"`"),
        ("x = \"ä\", y = 1 => z = 1", "mean.asm:6:18: error: only ASCII characters can be in a text"),
        (
            "x = y, y = 1 => z = 1",
            "mean.asm:6:17: error: `y` is not a field, a variable or a symbol of the sheet",
        ),
        ("x = 1 / 0, y = 1 => z = 1", "mean.asm:6:21: error: division by zero"),
        ("x = 1, y = 1 => z", "mean.asm:6:29: error: this is a number, where a condition is expected"),
        (
            "x = 1, y = 1 => w = 2",
            "mean.asm:6:29: error: `w` is not a field, a variable or a symbol of the sheet",
        ),
        ("x = 1, y = 1 => z = 1 / 0", "mean.asm:6:37: error: division by zero"),
        ("x = 1, y = 1 =>", "mean.asm:6:26: error: no condition on the outputs follows"),
        ("x = 1, y = 1 => ; z = 1", "mean.asm:6:26: error: no condition on the outputs follows"),
        ("x = 1, y = 1 => z = 1 => z = 2", "mean.asm:6:35: error: unexpected `=>`"),
        ("x = 1, y = 1", "mean.asm:6:13: error: no `example` line says anything about the output `z`"),
        (
            "x = 1, y = 1 => x = 1",
            "mean.asm:6:13: error: no `example` line says anything about the output `z`",
        ),
        ("x, y => z = 1", "mean.asm:6:14: error: expected `=`"),
        ("1, 2 => z = 1", "mean.asm:6:13: error: expected the name of an input field"),
        ("", "mean.asm:6:1: error: `example` takes inputs and outputs, as in `x = 1, y = 2 => z = 3`"),
    ];
    for (example, expected) in cases {
        let error = read(&format!("{FIELDS};! example: {example}\n"), MEAN).expect_err(example);
        let error = error.to_string();
        assert!(error.starts_with(expected), "{example}: {error}");
    }
    let error = read(&format!("{SUM_FIELDS};! example: text = \"A\", n = 5 => sum = 65, not none\n"), SUM);
    let error = error.expect_err("5 is excluded").to_string();
    assert!(error.contains("this is not a valid input: `requires: n <= 4` is false"), "{error}");
}

#[test]
fn only_the_examples_are_run_if_asked_for() {
    let settings = Settings { method: arcadian_proof::Method::Examples, ..Settings::default() };
    let example = format!("{FIELDS};! example: x = 1, y = 1 => z = 1\n");
    let plan = settings.plan(&read(&example, WRONG).expect("a sheet"));
    assert!(matches!(plan, Ok(Plan::Examples(result, 1)) if result.failing.is_none()));
    let without = format!("{FIELDS};! ensures: z = (x + y) / 2\n");
    let error = settings.plan(&read(&without, MEAN).expect("a sheet")).expect_err("no examples");
    assert!(
        error.to_string().starts_with("cannot run the examples of MEAN: its header has no `example` lines")
    );
}

#[test]
fn examples_kill_mutants() {
    let examples =
        format!("{FIELDS};! example: x = 1, y = 255 => z = 128\n;! example: x = 0, y = 1 => z = 0\n");
    let routine = read(&examples, MEAN).expect("a sheet");
    let fates = Mutant::all(&routine).into_iter().map(|mutant| {
        let fate = mutant.verify(&routine, &Settings::default(), 3);
        (mutant.to_string(), fate)
    });
    let living: Vec<_> = fates.filter(|(_, fate)| *fate != Fate::Killed).map(|(name, _)| name).collect();
    // RAR and RRC differ in the carry only, which the routine may change, unless the sum has more than 8 bits.
    assert_eq!(living, ["0102.4"]);
}

/// The sheets whose diagrams grow too large, so that they are only sampled.
const SAMPLED: [&str; 1] = ["scaleword.asm"];

/// The sheets whose proof takes about a minute: one for each of 65,536 values. The everyday test samples them.
const SLOW: [&str; 1] = ["divword.asm"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roms").join(name)
}

/// The sources of the cartridge, and the constants of the machine.
struct Sources;

impl Host for Sources {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let own = Folder(folder("arcadian-basic")).source(name, from);
        own.or_else(|_| Folder(folder("bally")).source(name, from))
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        Err(format!("{name} is not available"))
    }
}

fn source(name: &str) -> String {
    fs::read_to_string(folder("arcadian-basic").join(name)).expect(name)
}

#[test]
fn the_image_is_the_assembled_sources() {
    let name = "arcadian-basic.asm";
    let assembly = match assemble(name, &source(name), &Options::default(), &mut Sources) {
        Ok(assembly) => assembly,
        Err(failure) => panic!("{}", failure.diagnostics[0]),
    };
    let path = folder("arcadian-basic").join("arcadian-basic.bin");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &assembly.image).expect("the folder");
    }
    let image = fs::read(path).expect("the image");
    assert_eq!(image.len(), 8192);
    assert!(assembly.image == image, "with UPDATE_EXPECT=1 this test writes it again");
}

fn sheets_of_the_cartridge() -> Vec<String> {
    let entries = fs::read_dir(folder("arcadian-basic")).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    names.filter(|name| name.ends_with(".asm") && source(name).starts_with(";! routine")).collect()
}

fn routine(name: &str) -> Routine {
    let routine = Routine::read(name, &source(name), &mut Sources, &[]).expect("a sheet");
    assert_eq!(routine.specification_fault(), None, "{name}");
    routine
}

fn assert_proven(name: &str) {
    match Settings::default().plan(&routine(name)).expect("a plan") {
        Plan::Done(result) | Plan::Inductive(result, _) => assert_eq!(result.failing, None, "{name}"),
        plan => panic!("{name} is not proven: {plan:?}"),
    }
}

fn assert_no_sample_fails(name: &str) {
    let Settings { seed, instruction_limit, .. } = Settings::default();
    let inputs = Inputs::Sampled(seed);
    let result = check_one_by_one(&routine(name), Engine::Own, inputs, 0..1 << 12, instruction_limit);
    assert_eq!(result.expect("inputs").failing, None, "{name}");
}

#[test]
fn sheets_of_the_cartridge_hold() {
    let (sampled, proven): (Vec<_>, Vec<_>) = sheets_of_the_cartridge()
        .into_iter()
        .partition(|name| SAMPLED.contains(&&**name) || SLOW.contains(&&**name));
    assert_eq!((sampled.len(), proven.len()), (2, 18));
    proven.iter().for_each(|name| assert_proven(name));
    sampled.iter().for_each(|name| assert_no_sample_fails(name));
}

#[test]
#[ignore = "takes a minute or two: cargo test -p arcadian-proof --test proof slow_sheets_of_the_cartridge -- --ignored"]
fn slow_sheets_of_the_cartridge_are_proven() {
    SLOW.iter().for_each(|name| assert_proven(name));
}
