//! Rules of every command for the files that it writes: nothing that exists is lost.

use std::{collections::BTreeMap, fs};

use crate::{
    cases::write_files,
    support::{Folder, RunResult},
};

/// Commands that read IN and write OUT, each with the name of IN.
const COMMANDS: &str = include_str!("outputs/commands.txt");
/// Options that name a file which the command reads.
const READ: &str = include_str!("outputs/read.txt");
/// Outputs that are not tried here: of sessions in a terminal, of a program that records a tape, and of commands without an input.
const NOT_TRIED: &str = include_str!("outputs/not_tried.txt");

fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.lines().filter_map(|row| row.split_once(" | "))
}

/// Returns a folder with one of each input.
fn folder() -> Folder {
    let folder = Folder::with(&[]);
    write_files(include_str!("outputs/files.txt"), folder.root());
    for command in [
        "tape encode x.bas -o x.wav --leader 0.2",
        "tape encode x.bas -o x.prg",
        "bally --frames 1 --save-state x.state",
    ] {
        let result = run(&folder, command, "");
        assert_eq!(result.status, Some(0), "{command}: {}", result.err);
    }
    folder
}

fn run(folder: &Folder, command: &str, out: &str) -> RunResult {
    let args: Vec<_> = command.split(' ').map(|word| if word == "OUT" { out } else { word }).collect();
    folder.run(&args)
}

/// Returns the files by name.
pub(crate) fn contents(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let read = |name: String| fs::read(folder.path(&name)).map(|bytes| (name, bytes)).ok();
    folder.names().into_iter().filter_map(read).collect()
}

/// Calls a function with the words of each command that has no commands below it.
fn for_each_command(
    command: &clap::Command,
    words: &[&str],
    visit: &mut impl FnMut(&[&str], &clap::Command),
) {
    let mut has_commands = false;
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        has_commands = true;
        for_each_command(inner, &[words, &[inner.get_name()]].concat(), visit);
    }
    if !has_commands {
        visit(words, command);
    }
}

#[test]
fn every_option_that_writes_a_file_is_tried() {
    let mut missing = Vec::new();
    for_each_command(&arcadian::command(), &[], &mut |words, command| {
        let words = words.join(" ");
        for argument in command.get_arguments() {
            let is_path =
                argument.get_value_parser().type_id() == std::any::TypeId::of::<std::path::PathBuf>();
            let Some(long) = argument
                .get_long()
                .filter(|long| is_path && !READ.split_whitespace().any(|option| option == *long))
            else {
                continue;
            };
            let names = [
                format!("--{long} OUT"),
                argument.get_short().map_or(String::new(), |short| format!("-{short} OUT")),
            ];
            let is_tried = rows(COMMANDS).any(|(line, _)| {
                line.starts_with(&format!("{words} "))
                    && names.iter().any(|name| !name.is_empty() && line.contains(name))
            });
            if !is_tried && !rows(NOT_TRIED).any(|row| row == (&words, long)) {
                missing.push(format!("{words} --{long}"));
            }
        }
    });
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn an_output_does_not_replace_an_input() {
    let folder = folder();
    fs::create_dir(folder.path("d")).expect("a folder");
    for (command, input) in rows(COMMANDS) {
        let absolute = folder.path(input).to_str().expect("UTF-8").to_owned();
        let names = [input.to_owned(), format!("./{input}"), format!("d/../{input}"), absolute];
        let before = contents(&folder);
        for name in names {
            let result = run(&folder, command, &name);
            result.is_refused(&["error: cannot ", "this file", "; name another"]);
            assert!(before == contents(&folder), "{command} with {name}");
        }
    }
}

#[test]
#[cfg(unix)]
fn links_to_an_input_are_the_input() {
    let folder = folder();
    for (command, input) in rows(COMMANDS) {
        fs::hard_link(folder.path(input), folder.path("hard")).expect("a link");
        std::os::unix::fs::symlink(input, folder.path("soft")).expect("a link");
        let before = contents(&folder);
        for name in ["hard", "soft"] {
            run(&folder, command, name).is_refused(&["error: cannot ", "this file", "; name another"]);
        }
        assert!(before == contents(&folder), "{command}");
        ["hard", "soft"].iter().for_each(|name| fs::remove_file(folder.path(name)).expect("a link"));
    }
}

/// A source is assembled after its outputs are opened.
#[test]
fn an_included_file_is_an_input() {
    let folder = folder();
    for (option, out) in [("-o", "data.bin"), ("--listing", "more.inc")] {
        let before = contents(&folder);
        let result = folder.run(&["asm", "s.asm", option, out]);
        let message = format!("cannot read {out}: the command writes this file");
        assert!(result.status == Some(2) && result.err.contains(&message), "{}", result.err);
        assert!(before == contents(&folder), "{out}");
    }
}

#[test]
fn two_outputs_do_not_share_a_file() {
    let folder = folder();
    for (command, options) in [
        ("asm s.asm", &["-o", "--listing", "--symbols", "--sheet"][..]),
        ("run x.bas", &["--png", "--svg", "--gif"]),
        ("bally --frames 1", &["--screenshot", "--wav", "--gif", "--save-state"]),
    ] {
        for (at, first) in options.iter().enumerate() {
            for second in &options[at + 1..] {
                for (one, other) in [("new", "new"), ("new", "./new"), ("new", "NEW"), ("x.sym", "./x.sym")] {
                    let before = contents(&folder);
                    let both = format!("{command} {first} {one} {second} {other}");
                    run(&folder, &both, "").is_refused(&["another output goes to", one]);
                    assert!(before == contents(&folder), "{both}");
                }
            }
        }
    }
}

/// The shell opens the files of the standard streams.
#[test]
#[cfg(unix)]
fn redirected_streams_have_roles() {
    use std::process::{Command, Stdio};
    let folder = folder();
    let open = |name| fs::File::options().read(true).append(true).open(folder.path(name)).expect("a file");
    for (args, stdin, stdout, refused) in [
        (&["list", "x.bas"][..], None, Some("x.bas"), "cannot read x.bas: standard output"),
        (&["list", "-"], Some("x.bas"), Some("x.bas"), "cannot read <stdin>: standard output"),
        (&["tape", "encode", "-", "--raw", "-o", "x.prg"], Some("x.prg"), None, "reads this file as <stdin>"),
        (
            &["dis", "-", "--cpu", "z80", "-o", "./data.bin"],
            Some("data.bin"),
            None,
            "reads this file as <stdin>",
        ),
        (&["asm", "s.asm", "-o", "x.sym"], None, Some("x.sym"), "cannot write x.sym: standard output"),
    ] {
        let before = contents(&folder);
        let mut command = Command::new(crate::support::ARCADIAN);
        command.current_dir(folder.root()).args(args).stderr(Stdio::piped());
        command.stdin(stdin.map_or(Stdio::null(), |name| open(name).into()));
        command.stdout(stdout.map_or(Stdio::null(), |name| open(name).into()));
        let output = command.output().expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(refused), "{args:?}: {message}");
        assert!(before == contents(&folder), "{args:?}");
    }
}

#[test]
fn the_name_of_a_new_file_is_checked_before_the_run() {
    let folder = folder();
    for (name, message) in [
        ("new/", "not the name of a file"),
        ("no/new", "there is no folder no"),
        ("x.bas/new", "cannot write"),
    ] {
        run(&folder, "run x.bas --png OUT", name).is_refused(&["cannot write", message]);
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        fs,
        os::unix::{
            fs::{MetadataExt, PermissionsExt, symlink},
            process::ExitStatusExt,
        },
        process::{Command, Stdio},
        thread,
        time::Duration,
    };

    use super::{COMMANDS, contents, folder, rows, run};
    use crate::support::{ARCADIAN, Folder};

    fn set_mode(folder: &Folder, name: &str, mode: u32) {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).expect("a mode");
    }

    #[test]
    fn an_existing_file_keeps_its_mode_and_its_links() {
        /// A report, which `test` replaces; it replaces no other file.
        const FORMER: &str = "1 of 1 hold\n";
        let folder = folder();
        for (command, _) in rows(COMMANDS) {
            fs::write(folder.path("out"), FORMER).expect("a file");
            set_mode(&folder, "out", 0o640);
            let result = run(&folder, command, "out");
            let replaced = fs::metadata(folder.path("out")).expect("a file");
            assert_eq!(replaced.mode() & 0o7777, 0o640, "{command}");
            let complete = fs::read(folder.path("out")).expect("a file");
            assert!(complete != FORMER.as_bytes(), "{command}: {}", result.err);

            fs::write(folder.path("out"), FORMER.repeat(9_999)).expect("a file");
            fs::hard_link(folder.path("out"), folder.path("other")).expect("a link");
            let before = fs::metadata(folder.path("out")).expect("a file");
            run(&folder, command, "out");
            let after = fs::metadata(folder.path("out")).expect("a file");
            assert_eq!((before.ino(), after.nlink()), (after.ino(), 2), "{command}");
            assert!(fs::read(folder.path("other")).expect("a file") == complete, "{command}");
            ["out", "other"].iter().for_each(|name| fs::remove_file(folder.path(name)).expect("a file"));
        }
    }

    /// Only root can give a file to someone else.
    #[test]
    fn an_existing_file_keeps_its_owner() {
        let folder = folder();
        fs::write(folder.path("out"), "old").expect("a file");
        set_mode(&folder, "out", 0o600);
        let is_root = std::os::unix::fs::chown(folder.path("out"), Some(1_234), Some(1_235)).is_ok();
        let before = fs::metadata(folder.path("out")).expect("a file");
        run(&folder, "asm s.asm -o OUT", "out");
        let after = fs::metadata(folder.path("out")).expect("a file");
        assert_eq!((after.uid(), after.gid(), after.mode()), (before.uid(), before.gid(), before.mode()));
        assert!(!is_root || after.uid() == 1_234);
    }

    #[test]
    fn a_dangling_link_is_not_replaced() {
        let folder = folder();
        symlink("nowhere", folder.path("out")).expect("a link");
        symlink("loop", folder.path("loop")).expect("a link");
        for (command, _) in rows(COMMANDS) {
            run(&folder, command, "out")
                .is_refused(&["cannot write out", "link to nowhere, which does not exist"]);
            run(&folder, command, "loop").is_refused(&["cannot write loop"]);
        }
        assert_eq!(fs::read_link(folder.path("out")).expect("a link").to_str(), Some("nowhere"));
    }

    #[test]
    fn a_full_disk_names_the_file() {
        let folder = folder();
        let before = contents(&folder);
        for (command, _) in rows(COMMANDS) {
            let result = run(&folder, command, "/dev/full");
            assert_eq!(result.status, Some(2), "{command}");
            assert!(result.err.contains("error: cannot write /dev/full: No space left"), "{}", result.err);
        }
        assert!(before == contents(&folder));
    }

    /// A file that is too long for the limit of the process is an error, as a full disk is.
    #[test]
    fn a_limit_of_the_size_names_the_file() {
        let folder = folder();
        fs::write(folder.path("hard"), "old").expect("a file");
        fs::hard_link(folder.path("hard"), folder.path("other")).expect("a link");
        for name in ["x.sym", "new", "hard"] {
            let before = contents(&folder);
            let command = "ulimit -f 1; exec \"$0\" bally --frames 60 --wav \"$1\"";
            let output =
                Command::new("sh").args(["-c", command, ARCADIAN, name]).current_dir(folder.root()).output();
            let output = output.expect("a shell");
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{message}");
            assert!(message.starts_with(&format!("error: cannot write {name}: ")), "{message}");
            assert!(before == contents(&folder), "{name}");
        }
    }

    /// Starts a command that runs until it is killed, and kills it.
    fn interrupt(folder: &Folder, command: &str, signal: &str) {
        let mut process = Command::new(ARCADIAN);
        process.args(command.split(' ')).current_dir(folder.root()).stdout(Stdio::null());
        let mut process = process.spawn().expect("the program starts");
        thread::sleep(Duration::from_millis(150));
        let killed = Command::new("kill").args([signal, &process.id().to_string()]).status();
        assert!(killed.expect("kill starts").success());
        let ended = process.wait().expect("an end").signal();
        assert!(ended.is_some(), "{command}: {signal}");
    }

    /// A signal that asks for the end is like Ctrl-C: the output has what was done until then. The process ends by the signal.
    #[test]
    fn a_signal_leaves_no_temporary_files() {
        let folder = folder();
        let before = contents(&folder);
        for (command, output) in [
            ("exec loop.bin --cpu z80 --trace", "new"),
            ("exec loop.bin --cpu z80 --trace-limit 99999999 --trace", "x.sym"),
            ("run loop.bas --budget 9999999999 --gif", "new"),
            ("run loop.bas --budget 9999999999 --png", "x.sym"),
            ("bally --frames 999999999 --save-state", "new"),
        ] {
            let command = format!("{command} {output}");
            interrupt(&folder, &command, "-KILL");
            assert!(before == contents(&folder), "{command}: -KILL");
            for signal in ["-TERM", "-HUP"] {
                interrupt(&folder, &command, signal);
                match before.get(output) {
                    Some(old) => fs::write(folder.path(output), old).expect("a file"),
                    None => drop(fs::remove_file(folder.path(output))),
                }
                assert!(before == contents(&folder), "{command}: {signal}");
            }
        }
    }

    #[test]
    fn pipes_without_another_end_are_refused() {
        let folder = folder();
        let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
        assert!(made.expect("mkfifo starts").success());
        for command in include_str!("outputs/pipes.txt").lines() {
            run(&folder, command, "").is_refused(&["pipe", "no program writes to it"]);
        }
        run(&folder, "asm s.asm -o OUT", "pipe")
            .is_refused(&["cannot write pipe", "no program reads from it"]);
    }

    #[test]
    fn pipes_with_another_end_are_used() {
        let folder = folder();
        let shell = "mkfifo pipe; (sleep 0.2; cat x.bas > pipe) & \"$0\" list pipe; (sleep 0.2; cat pipe > copy) & \
                     \"$0\" asm s.asm --listing pipe > report; wait; cat copy";
        let output = Command::new("sh").args(["-c", shell, ARCADIAN]).current_dir(folder.root()).output();
        let text = String::from_utf8(output.expect("a shell").stdout).expect("UTF-8");
        assert!(text.starts_with(&folder.read("x.bas")) && text.contains("INCBIN"), "{text}");
    }

    /// Output that cannot be written is an error, also for the texts of the argument parser.
    #[test]
    fn a_full_standard_output_is_an_error() {
        for line in include_str!("outputs/texts.txt").lines() {
            let full = fs::File::options().write(true).open("/dev/full").expect("a device");
            let mut command = Command::new(ARCADIAN);
            let output = command
                .args(line.split_whitespace())
                .stdout(full)
                .stderr(Stdio::piped())
                .output()
                .expect("an end");
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{line}: {message}");
            assert!(
                message.contains("error: cannot write to standard output: No space left"),
                "{line}: {message}"
            );
        }
    }
}
