//! The exercises of `docs/examples/exercises`: none is solved as it is given, and each has a solution that holds.

use std::{fs, path::Path};

use arcadian_asm::NoFiles;
use arcadian_proof::{Plan, Routine, Settings};

/// The line in whose place the instructions come.
const PLACE: &str = "        ; Your instructions come here.\n";

fn holds(file: &str, text: &str) -> bool {
    let routine =
        Routine::read(file, text, &mut NoFiles, &[]).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert_eq!(routine.specification_fault(), None, "{file}");
    match Settings::default().plan(&routine).expect("a plan") {
        Plan::Done(found) => found.failing.is_none(),
        Plan::Inductive(..) | Plan::Sweep(..) => panic!("{file} is not decided"),
        Plan::Failed(..) | Plan::Examples(..) => false,
    }
}

/// Returns the names of a processor's exercises and their solutions.
fn solutions(text: &str) -> Vec<(&str, &str)> {
    text.split("; ").skip(1).map(|part| part.split_once('\n').expect("a name and lines")).collect()
}

#[test]
fn exercises_are_solved_by_their_solutions_only() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (processor, solved) in [
        ("8080", include_str!("../solutions/8080.txt")),
        ("z80", include_str!("../solutions/z80.txt")),
        ("6502", include_str!("../solutions/6502.txt")),
    ] {
        let folder = crate_folder.join("../../docs/examples/exercises").join(processor);
        let solutions = solutions(solved);
        for (name, instructions) in &solutions {
            let file = folder.join(name).with_extension("asm");
            let given =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert_eq!(given.matches(PLACE).count(), 1, "{processor} {name}");
            assert!(!holds(name, &given), "{processor} {name} is solved as it is given");
            assert!(holds(name, &given.replace(PLACE, instructions)), "{processor} {name}");
        }
        let files = fs::read_dir(&folder).expect("the folder").count();
        assert_eq!(files, solutions.len(), "exercises for the {processor}");
    }
}
