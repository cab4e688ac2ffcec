//! Projects: `init`, and the commands that take the project in the current folder.

use std::fs;

use crate::support::{Folder, ROUTINE};
#[cfg(unix)]
use crate::terminal::Terminal;

const FILES: [&str; 5] = [
    "arcadian.toml",
    "src/mean.asm",
    ".github/workflows/arcadian.yml",
    ".vscode/settings.json",
    ".vscode/launch.json",
];

#[test]
fn a_new_project_is_green() {
    for cpu in ["8080", "z80", "6502"] {
        let folder = Folder::with(&[]);
        let begun = folder.run(&["init", "--cpu", cpu]);
        assert_eq!((begun.status, begun.err.as_str()), (Some(0), ""), "{}", begun.out);
        for file in FILES {
            assert!(begun.out.contains(&format!("wrote {file}\n")), "{}", begun.out);
            assert!(!folder.read(file).is_empty());
        }
        let tested = folder.run(&["test"]);
        assert_eq!((tested.status, tested.err.as_str()), (Some(0), ""), "{}", tested.out);
        assert!(tested.out.starts_with("holds     src/mean.asm: mean, "), "{}", tested.out);
        // The same from a folder of the project, and by `verify`.
        let verified = folder.run(&["verify"]);
        assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    }
}

#[test]
fn existing_files_are_not_replaced() {
    let folder = Folder::with(&[("arcadian.toml", "cpu = \"z80\"\n")]);
    let args = ["init", "--cpu", "6502"];
    folder.run(&args).is_refused(&["arcadian.toml exist already", "--force"]);
    assert_eq!(folder.names(), ["arcadian.toml"]);
    assert_eq!(folder.read("arcadian.toml"), "cpu = \"z80\"\n");
    let forced = folder.run(&["init", "--cpu", "6502", "--force"]);
    assert_eq!(forced.status, Some(0), "{}", forced.err);
    assert!(folder.read("arcadian.toml").contains("cpu = \"6502\""));
}

/// Files of a folder, and what `init` says or writes of the processor, the folder of the build and the workflow.
const BEGINNINGS: [(&[(&str, &str)], &str); 41] = [
    (
        &[("Makefile", "all:\n\tsdcc -mz80 -o out/a.ihx a.c\n"), ("a.c", "")],
        "build-dir = \"out\"; - run: make",
    ),
    (
        &[("Makefile", "B := bin\nCC = sdcc -mz80\n\t$(CC) -o $(B)/a.ihx\n"), ("a.c", "")],
        "build-dir = \"bin\"",
    ),
    (
        &[("build.sh", "sdcc -mz80 a.c\n"), ("a.c", "")],
        "build-dir = \"build\"; Write the command; install -y sdcc",
    ),
    (&[("Makefile", "\tsdcc -mmcs51 a.c\n"), ("a.c", "")], "the 8051, which Makefile:1 names"),
    (&[("Makefile", "CC = sdcc\nF = -msm83\n"), ("a.c", "")], "the SM83, which Makefile:2 names"),
    (&[("Makefile", "CC = sdcc\n"), ("a.c", "")], "add --cpu 8080, z80 or 6502"),
    (
        &[("a.s", ".setcpu \"65C02\"\n.export _a\n.segment \"CODE\"\n_a: bra _a\n")],
        "the 65C02, which a.s:1 names",
    ),
    (
        &[("Makefile", "T = lynx\nall:\n\tcl65 -t $(T) lynx.c\n"), ("a.c", "")],
        "the 65SC02, which Makefile:3 names",
    ),
    (&[("Makefile", "\tcc65 --target apple2enh a.c\n"), ("a.c", "")], "the 65C02, which Makefile:1 names"),
    (&[("Makefile", "\tca65 -tpce a.s\n"), ("a.s", "")], "the HuC6280, which Makefile:1 names"),
    (&[("Makefile", "\tca65 --cpu 4510 a.s\n"), ("a.s", "")], "the 4510, which Makefile:1 names"),
    (&[("Makefile", "\tcl65 -t nes -o lynx pce.s\n"), ("pce.s", " lda $4510\n")], "cpu = \"6502\""),
    (&[("a.s", " .area _CODE\n_a::\n djnz _a\n ret\n")], "cpu = \"z80\""),
    (
        &[
            ("Makefile", "INC = -Ilib -I more\nall:\n\tsdcc -mz80 $(INC) a.c\n"),
            ("crt0.s", " .globl _main\n .area _CODE\n call _main\n ret\n"),
        ],
        "include = [\"lib\", \"more\"]; No routine that other modules call was found",
    ),
    (&[("a.s", " .export _a\n .segment \"CODE\"\n_a: rts\n")], "cpu = \"6502\""),
    // Comments, quotes, continued lines, other programs, the order of the lines.
    (
        &[
            (
                "Makefile",
                "\t# sdcc -Iold\n\tgcc -Ihost h.c && sdcc -mz80 -Iz \\\n\t\t-I\"b c\" -Ia a.c # -Ino\n",
            ),
            ("a.c", ""),
        ],
        "include = [\"z\", \"b c\", \"a\"]",
    ),
    (
        &[
            (
                "Makefile",
                "HF = -Ihost\nP = z80\nCC = sdcc\nD = inc\nI = -I${D}\nI += -I$(D)/x\nall:\n\t@$(CC) -m$(P) $(I) a.c\n",
            ),
            ("a.c", ""),
        ],
        "include = [\"inc\", \"inc/x\"]; cpu = \"z80\"",
    ),
    (&[("Makefile", "CC = sdcc\nCFLAGS = -mz80 -Iinc\n"), ("a.c", "")], "include = \"inc\""),
    (&[("Makefile", "CC = gcc\nCFLAGS = -Ihost\na:\n\tsdcc -mz80 a.c\n"), ("a.c", "")], "# include: "),
    (
        &[("Makefile", "PORT = stm8\n\tsdcc -m$(PORT) a.c # -mz80\n"), ("a.c", "")],
        "the STM8, which Makefile:2 names",
    ),
    (&[("Makefile", "\tsdcc -m$(PORT) a.c\n"), ("a.c", "")], "without a processor; Makefile:1: `-m$(PORT)`"),
    (
        &[("Makefile", "\tsdcc -mz80 $(addprefix -I,a b) -I $(TOP)/c -Id $(SRC)\n"), ("a.c", "")],
        "Makefile:1: `$(addprefix -I,a b)` cannot be read; Makefile:1: `-I$(TOP)/c` cannot be read; include = \"d\"",
    ),
    (
        &[("Makefile", "\t@cd src && sdcc -mz80 -I../inc a.c\n\tsdcc -Iown b.c\n"), ("a.c", "")],
        "include = [\"inc\", \"own\"]",
    ),
    (&[("Makefile", "\t$(CC) -mz80 -Iinc a.c\n"), ("a.c", "")], "Makefile:1: `$(CC) -Iinc` cannot be read"),
    (&[("build.sh", "I=\"-Ia -Ib\"\nsdcc -mz80 $I a.c\n"), ("a.c", "")], "include = [\"a\", \"b\"]"),
    (
        &[("Makefile", "A = $(B)$(B)\nB = $(A)$(A)\nC += $(C)-Ia\n\tsdcc -mz80 $(A) $(C)\n"), ("a.c", "")],
        "include = \"a\"",
    ),
    // Several commands, and conditions.
    (
        &[("Makefile", "\tsdcc -mz80 a.c\n\tsdcc -mstm8 b.c\n"), ("a.c", "")],
        "for several processors: the Z80 (Makefile:1), the STM8 (Makefile:2); add --cpu",
    ),
    (
        &[("Makefile", "\tca65 -t nes a.s\n\tca65 -t lynx b.s\n"), ("a.s", "")],
        "the 6502 (Makefile:1), the 65SC02 (Makefile:2)",
    ),
    (
        &[("Makefile", "ifdef X\nP = z80\nelse\nP = stm8\nendif\n\tsdcc -m$(P) a.c\n"), ("a.c", "")],
        "without a processor; Makefile:6: `-m$(P)` cannot be read",
    ),
    (&[("Makefile", "\tsdcc -mr2ka a.c\n"), ("a.c", "")], "the port r2ka of SDCC, which Makefile:1 names"),
    (&[("Makefile", "\tsdcc -mmos6502 a.c\n"), ("a.c", "")], "the port mos6502 of SDCC"),
    (&[("notes.txt", "sdcc -mstm8\n"), ("Makefile", "\tsdcc -mz80 a.c\n"), ("a.c", "")], "cpu = \"z80\""),
    // Folders in which commands run.
    (
        &[
            ("Makefile", "\tcd src\n\tsdcc -mz80 -Ia a.c\n\t(cd src && sdcc -Ib b.c); sdcc -Ic c.c\n"),
            ("a.c", ""),
        ],
        "include = [\"a\", \"src/b\", \"c\"]",
    ),
    (
        &[
            ("build.sh", "cd \"$(dirname $0)\"\npushd src\nsdcc -mz80 -Ia a.c\npopd\nsdcc -Ib b.c\n"),
            ("a.c", ""),
        ],
        "include = [\"src/a\", \"b\"]",
    ),
    (
        &[("build.bat", "cd /d src\r\n..\\sdcc.exe ^\r\n -mz80 ^\r\n -I..\\inc a.c\r\n"), ("a.c", "")],
        "include = \"inc\"",
    ),
    (&[("Makefile", "\tsdcc -mz80 -I~/inc a.c\n"), ("a.c", "")], "`-I~/inc` cannot be read; # include: "),
    (&[("Makefile", "\tca65 --include-dir inc a.s\n"), ("a.s", "")], "include = \"inc\""),
    // CMake runs commands in the folder of the build.
    (
        &[
            (
                "CMakeLists.txt",
                "set(CMAKE_C_COMPILER sdcc)\nset(CMAKE_C_FLAGS \"-mz80 -Iinc\" CACHE STRING \"\")\n",
            ),
            ("a.c", ""),
        ],
        "cpu = \"z80\"; CMakeLists.txt:2: `-Iinc` cannot be read; # include: ",
    ),
    (
        &[
            (
                "CMakeLists.txt",
                "add_custom_command(OUTPUT a.ihx\n COMMAND sdcc -mz80 # -mstm8\n -I${CMAKE_SOURCE_DIR}/inc a.c)\n",
            ),
            ("a.c", ""),
        ],
        "cpu = \"z80\"; include = \"inc\"",
    ),
    (
        &[("CMakeLists.txt", "set(CMAKE_C_COMPILER cl65)\nadd_compile_options(-t lynx)\n"), ("a.c", "")],
        "the 65SC02, which CMakeLists.txt:2 names",
    ),
    (
        &[
            (
                "CMakeLists.txt",
                "set(CMAKE_C_COMPILER cl65)\nset(CMAKE_C_FLAGS \"-t nes\")\ninclude_directories(inc)\n",
            ),
            ("a.c", ""),
        ],
        "cpu = \"6502\"; CMakeLists.txt:3: `include_directories` cannot be read",
    ),
];

#[test]
fn the_processor_and_the_build_are_recognized() {
    for (files, expected) in BEGINNINGS {
        let folder = Folder::with(files);
        let begun = folder.run(&["init"]);
        let written = if begun.status == Some(0) {
            let files = ["arcadian.toml", ".github/workflows/arcadian.yml", "contracts.txt"];
            begun.out + &files.map(|file| fs::read_to_string(folder.path(file)).unwrap_or_default()).concat()
        } else {
            begun.err
        };
        for part in expected.split("; ") {
            assert!(written.contains(part), "{files:?}: {part}: {written}");
        }
    }
}

#[test]
fn a_project_begins_again_as_it_states() {
    let folder = Folder::with(&[("arcadian.toml", "cpu = \"8080\"\n")]);
    let begun = folder.run(&["init", "--force"]);
    assert_eq!(begun.status, Some(0), "{}", begun.err);
    assert!(folder.read("arcadian.toml").contains("cpu = \"8080\""));
}

/// Questions are asked until there is an answer to them, and a file that is to be kept is kept.
#[test]
#[cfg(unix)]
fn questions_in_a_terminal() {
    let folder = Folder::with(&[]);
    fs::create_dir(folder.path(".vscode")).expect("a folder");
    fs::write(folder.path(".vscode/launch.json"), "mine").expect("a file");
    let mut terminal = Terminal::start(&folder, (200, 20), &["init"]);
    terminal.wait_for_text("Processor (8080, z80 or 6502)?");
    terminal.type_keys("z8\r");
    terminal.wait_for("the question again", |screen| screen.contents().matches("Processor (").count() == 2);
    terminal.type_keys("6502\r");
    terminal.wait_for_text("launch.json exists. Replace it (y or n)?");
    terminal.type_keys("n\r");
    terminal.wait_for_text("next: arcadian test");
    assert_eq!(folder.read(".vscode/launch.json"), "mine");
    assert!(folder.read("arcadian.toml").contains("cpu = \"6502\""));
}

#[test]
fn wrong_beginnings_are_refused() {
    let folder = Folder::with(&[("file", "x")]);
    folder.run(&["init"]).is_refused(&["--cpu 8080, z80 or 6502"]);
    folder.run(&["init", "file", "--cpu", "z80"]).is_refused(&["file", "name a folder"]);
    folder.run(&["init", "--cpu", "z80", "--dialect", "ca65"]).is_refused(&["ca65"]);
    assert_eq!(folder.names(), ["file"]);
}

/// A program of ca65 with its map, with a contract in its source.
#[test]
fn a_folder_of_cc65_is_recognized_and_verified() {
    let folder = Folder::with(&[]);
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/debug-data/ca65");
    for (file, to) in [
        ("start.s", "src"),
        ("square.s", "src"),
        ("sum.c", "src"),
        ("sum.bin", "build"),
        ("sum.dbg", "build"),
    ] {
        fs::create_dir_all(folder.path(to)).expect("a folder");
        fs::copy(format!("{examples}/{file}"), folder.path(to).join(file)).expect("a copy");
    }
    let begun = folder.run(&["init"]);
    assert_eq!((begun.status, begun.err.as_str()), (Some(0), ""), "{}", begun.out);
    assert!(begun.out.starts_with("found sources in src: "), "{}", begun.out);
    let project = folder.read("arcadian.toml");
    for line in [
        "cpu = \"6502\"",
        "dialect = \"ca65\"",
        "source-dir = \"src\"",
        "build-dir = \"build\"",
        "contract = \"contracts.txt\"",
    ] {
        assert!(project.lines().any(|own| own == line), "{line} in {project}");
    }
    let contracts = folder.read("contracts.txt");
    assert!(contracts.contains("; ;! routine: "), "{contracts}");
    let tested = folder.run(&["test"]);
    assert!(tested.out.contains("square"), "{}{}", tested.out, tested.err);
    assert_eq!(tested.status, Some(0), "{}{}", tested.out, tested.err);
}

#[test]
fn the_project_is_found_from_below() {
    let folder = Folder::with(&[("arcadian.toml", "sheets = \"lib\"\n")]);
    fs::create_dir_all(folder.path("lib/deep")).expect("a folder");
    fs::write(folder.path("lib/count.asm"), ROUTINE).expect("a file");
    let below = folder.run_in("lib/deep", &["test"]);
    assert_eq!(below.status, Some(0), "{}{}", below.out, below.err);
    assert!(below.out.contains("../../lib/count.asm"), "{}", below.out);
    let without = folder.run_in("lib/deep", &["verify", "--no-project"]);
    without.is_refused(&["no arcadian.toml", "--bundled", "arcadian init"]);
}

#[test]
fn a_path_that_is_missing_names_the_file_of_the_project() {
    let folder = Folder::with(&[("arcadian.toml", "sheets = \"lib\"\n")]);
    folder.run(&["test"]).is_refused(&["lib", "`sheets` in arcadian.toml"]);
}

/// What never reads the project, although it is wrong.
#[test]
fn help_never_reads_the_project() {
    let folder = Folder::with(&[("arcadian.toml", "\u{0}\n")]);
    for args in
        [&["help"][..], &["--version"], &["completions", "bash"], &["man", "test"], &["verify", "--help"]]
    {
        assert_eq!(folder.run(args).status, Some(0), "{args:?}");
    }
    folder.run(&["test"]).is_refused(&["arcadian.toml"]);
}

#[test]
fn encodings_of_the_file() {
    for (bytes, part) in
        [(&b"cpu = \"\xE9\"\n"[..], "is read as Windows-1252"), (b"\xFF\xFEc\0", "is read as UTF-16")]
    {
        let folder = Folder::with(&[("a.asm", " NOP\n")]);
        fs::write(folder.path("arcadian.toml"), bytes).expect("a file");
        let result = folder.run(&["asm", "a.asm"]);
        let is_told = result.err.contains("arcadian.toml") && result.err.contains(part);
        assert!(result.status == Some(2) && is_told, "{result:?}");
    }
}
