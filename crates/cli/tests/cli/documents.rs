//! Runs the console blocks of the README and of the pages in `docs` from the project's root, compares the README's table of commands with
//! the program's, and the list of pages and the lessons of the course with the files. Runs the commands of the pages in `tests/commands`,
//! too. There, a block `asm NAME`, `toml NAME` and so on is a file in the folder in which the commands of its page run; a block
//! `bytes NAME` has its bytes, `copy PATH` is a copy of a file of the project, `copy PATH as NAME` also of a folder.
//! `man`: the sections of its pages, and the commands that they name.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::support::{ARCADIAN, Folder, RunResult};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGES: [&str; 4] = ["docs", "docs/boards", "docs/course", "docs/notes"];

#[test]
fn console_blocks() {
    // The only test in this program that depends on the folder.
    std::env::set_current_dir(ROOT).expect("the project's root");
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", Path::new(ARCADIAN)).case("README.md");
    PAGES.iter().for_each(|folder| _ = cases.case(format!("{folder}/*.md")));
}

/// A block that shows a command with its output is a console block, which the test above runs.
#[test]
fn every_command_with_output_is_run() {
    PAGES.iter().flat_map(|folder| files_in(folder, "md")).for_each(|(page, text)| check(&page, &text));
}

/// Returns the files of a folder of the project whose names end in `extension`, with their texts.
fn files_in(folder: &str, extension: &str) -> Vec<(String, String)> {
    let entries = Path::new(ROOT).join(folder).read_dir().expect(folder);
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    let named = paths.map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (format!("{folder}/{name}"), fs::read_to_string(&path).expect("a text"))
    });
    named.collect()
}

#[test]
fn every_page_is_listed_by_reader() {
    let list = |name| fs::read_to_string(Path::new(ROOT).join("docs").join(name)).expect(name);
    let lists = list("README.md") + &list("course.md");
    for (page, _) in PAGES.iter().flat_map(|folder| files_in(folder, "md")) {
        let link = page.trim_start_matches("docs/");
        assert!(link == "README.md" || lists.contains(&format!("({link})")), "docs/README.md has no {link}");
    }
}

/// A lesson shows its code as the file has it, for each processor, and names two exercises.
#[test]
fn lessons_show_the_files_of_the_course() {
    let lessons = files_in("docs/course", "md");
    assert_eq!(lessons.len(), 12);
    for (lesson, text) in &lessons {
        let shown = ["8080", "6502"].map(|processor| {
            let links = text.matches(&format!("](exercises/{processor}/")).count();
            assert_eq!(links, 2, "{lesson}: exercises for the {processor}");
            let codes = files_in(&format!("docs/course/{processor}"), "asm");
            codes.iter().filter(|(_, code)| text.contains(&format!("```asm\n{code}```\n"))).count()
        });
        assert!(shown.iter().all(|count| *count > 0), "{lesson} shows {shown:?} files");
        assert_eq!(
            shown.iter().sum::<usize>(),
            text.matches("```asm\n").count(),
            "{lesson}: a block is not a file"
        );
    }
    for processor in ["8080", "6502"] {
        for (file, _) in files_in(&format!("docs/course/exercises/{processor}"), "asm") {
            let link = format!("]({})", file.trim_start_matches("docs/course/"));
            let lessons = lessons.iter().filter(|(_, text)| text.contains(&link));
            assert_eq!(lessons.count(), 1, "lessons that name {file}");
        }
    }
}

fn check(page: &str, text: &str) {
    let mut language = None;
    for (number, line) in text.lines().enumerate() {
        match (language, line.strip_prefix("```")) {
            (None, opening) => language = opening,
            (Some(_), Some("")) => language = None,
            (Some(language), _) => {
                let is_run = language == "console" || !line.starts_with("$ ");
                assert!(is_run, "{page}:{}: in a block of kind `{language}`: {line}", number + 1);
            }
        }
    }
}

#[test]
fn every_command_is_in_the_table() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let command = arcadian::command();
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name();
        let is_hidden = command.is_hide_set();
        let row = format!("| `arcadian {name}");
        let has_row = readme.lines().any(|line| line.starts_with(&row));
        assert!(is_hidden || has_row, "README.md has no row for {name}");
    }
}

/// A block of a page that is a file: its kind, its name and its text.
pub(crate) type Block<'p> = (&'p str, &'p str, &'p str);

/// Returns the blocks of a page that are files.
fn files(page: &str) -> Vec<Block<'_>> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let files = blocks.filter_map(|block| {
        let (head, text) = block.split_once('\n').unwrap_or((block, ""));
        let (kind, name) = head.split_once(' ')?;
        Some((kind, name, text))
    });
    files.collect()
}

/// Writes the files of a block into the folder of its page.
pub(crate) fn write((kind, name, text): &Block, folder: &Path) {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    };
    if *kind == "bytes" {
        let byte = |digits| u8::from_str_radix(digits, 16).expect("bytes");
        return write(name, &text.split_whitespace().map(byte).collect::<Vec<u8>>());
    }
    if *kind != "copy" {
        return write(name, format!("{text}\n").as_bytes());
    }
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = name.rsplit('/').next().expect("a name");
    let (from, to) = name.split_once(" as ").unwrap_or((name, file));
    if project.join(from).is_file() {
        return write(to, &fs::read(project.join(from)).expect(name));
    }
    for entry in fs::read_dir(project.join(from)).expect(from) {
        let entry = entry.expect("an entry");
        let file = format!("{to}/{}", entry.file_name().to_string_lossy());
        write(&file, &fs::read(entry.path()).expect("a file"));
    }
}

/// Returns the words of a command line; a word in quotation marks is one of them.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

/// Checks that the refused commands of a page write nothing but a message on standard error: a page shows both streams as one, and no
/// files.
fn refusals(page: &str, folder: &Path) {
    let files = || fs::read_dir(folder).expect("a folder").count();
    for command in page.split("\n$ arcadian").skip(1) {
        let Some((line, _)) = command.split_once("\n? 2\nerror: ") else { continue };
        let before = files();
        let run = Command::new(ARCADIAN).args(words(line)).current_dir(folder).stdin(Stdio::null()).output();
        let run = RunResult::from(run.expect("the program starts"));
        run.is_refused(&[]);
        assert_eq!(files(), before, "arcadian{line}");
    }
}

#[test]
fn commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands");
    // A page runs beside its files.
    let copies = tempfile::tempdir().expect("a temporary folder");
    let names: Vec<_> =
        fs::read_dir(&root).expect("the pages").map(|page| page.expect("a page").file_name()).collect();
    for name in &names {
        let page = fs::read_to_string(root.join(name)).expect("a page");
        let copy = copies.path().join(name);
        let folder = copy.with_extension("in");
        fs::create_dir(&folder).expect("a folder");
        files(&page).iter().for_each(|block| write(block, &folder));
        fs::write(copy, page).expect("a copy");
    }
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", Path::new(ARCADIAN)).case(copies.path().join("*.trycmd"));
    cases.run();
    for name in &names {
        let page = copies.path().join(name);
        refusals(&fs::read_to_string(&page).expect("a copy"), &page.with_extension("in"));
    }
    // TRYCMD=overwrite has changed the copies.
    for name in &names {
        let copy = fs::read_to_string(copies.path().join(name)).expect("a copy");
        if fs::read_to_string(root.join(name)).expect("a page") != copy {
            fs::write(root.join(name), copy).expect("a page");
        }
    }
}

#[test]
fn pictures_of_boards_fit_eighty_columns() {
    let page = include_str!("../commands/board.trycmd");
    for line in page.lines().filter(|line| !line.starts_with("$ ")) {
        // A position is one word of any length.
        let fits = line.chars().count() <= 80 || line.contains('/');
        assert!(fits && line == line.trim_end(), "`{line}`");
    }
}

/// Returns the names of the pages that a page refers to, such as `arcadian-tape`.
fn references(page: &str) -> Vec<String> {
    let words = page.split(|c: char| c.is_whitespace() || c == ',');
    let names = words.filter_map(|word| word.strip_suffix("(1)"));
    names.map(|name| name.replace("\\fB", "").replace("\\fR", "").replace("\\-", "-")).collect()
}

fn print(folder: &Folder, name: &str) -> RunResult {
    let words: Vec<_> = name.split('-').skip(1).collect();
    folder.run(&[&["man"][..], &words].concat())
}

#[test]
fn every_page_can_be_printed_and_refers_only_to_such_pages() {
    let folder = Folder::with(&[]);
    let mut names = vec!["arcadian".to_owned()];
    let mut at = 0;
    while let Some(name) = names.get(at).cloned() {
        let page = print(&folder, &name);
        assert_eq!((page.status, page.err.as_str()), (Some(0), ""), "{name}");
        let title = format!(".TH {name} 1  \"arcadian {}\" \"arcadian manual\"\n", env!("CARGO_PKG_VERSION"));
        assert!(page.out.contains(&title), "{name}: {}", page.out);
        let new: Vec<_> = references(&page.out).into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(new);
        at += 1;
    }
    for name in ["arcadian-bally", "arcadian-tape-decode", "arcadian-shorten", "arcadian-board-tactix-show"] {
        assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
    }
    // --all writes the same pages.
    let result = folder.run(&["man", "--all", "share/man1"]);
    assert_eq!((result.status, result.out.as_str(), result.err.as_str()), (Some(0), "", ""));
    let entries = fs::read_dir(folder.path("share/man1")).expect("the directory");
    let mut files: Vec<_> =
        entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
    files.sort();
    let mut expected: Vec<_> = names.iter().map(|name| format!("{name}.1")).collect();
    expected.sort();
    assert_eq!(files, expected);
    for name in &names {
        assert_eq!(folder.read(&format!("share/man1/{name}.1")), print(&folder, name).out, "{name}");
    }
}

/// The help of each command names the same commands as its page.
#[test]
fn every_command_of_the_help_has_a_page() {
    fn check(folder: &Folder, words: &[&str]) {
        let help = folder.run(&[words, &["--help"]].concat()).out;
        let Some((_, commands)) = help.split_once("Commands:\n") else { return };
        let page = folder.run(&[&["man"], words].concat());
        for line in commands.lines().take_while(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().expect("a name");
            let all = [words, &[name]].concat();
            if name != "help" {
                assert!(references(&page.out).contains(&format!("arcadian-{}", all.join("-"))), "{all:?}");
                check(folder, &all);
            }
            assert_eq!(folder.run(&[&["man"], &all[..]].concat()).status, Some(0), "{all:?}");
        }
    }
    check(&Folder::with(&[]), &[]);
}

#[test]
fn pages_have_sections_for_examples_and_exit_status() {
    let page = Folder::with(&[]).run(&["man", "shorten"]).out;
    let sections: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    assert_eq!(
        sections,
        ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"EXIT STATUS\"", "\"SEE ALSO\""]
    );
    assert!(page.contains(".nf\narcadian shorten my.asm   "), "{page}");
}

#[test]
fn an_unknown_command_has_no_page() {
    let folder = Folder::with(&[("file", "")]);
    folder.run(&["man", "dance"]).is_refused(&["there is no command `dance`", "`arcadian help`"]);
    folder
        .run(&["man", "tape", "decod"])
        .is_refused(&["`tape decod`; did you mean `decode`?", "`arcadian help tape`"]);
    folder.run(&["man", "--all", "file/man"]).is_refused(&["cannot create the directory file/man"]);
}

/// groff is not installed everywhere.
#[test]
fn groff_has_no_warnings() {
    let folder = Folder::with(&[]);
    folder.run(&["man", "--all", "man"]);
    let groff = |page: &Path| {
        let mut command = Command::new("groff");
        command.args(["-man", "-Tutf8", "-ww", "-z", "-Kutf8"]).arg(page).stderr(Stdio::piped()).output()
    };
    for entry in fs::read_dir(folder.path("man")).expect("the directory") {
        let path = entry.expect("a file").path();
        let Ok(output) = groff(&path) else { return };
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{path:?}");
    }
}
