//! `rules`: rules of our own in each format, judged by hand, half of them wrong in one corner; divided and interrupted runs. The rest is in
//! `tests/cases/rules.txt` and `tests/commands/rules.trycmd`.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{ARCADIAN, Folder, RunResult};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");

fn rules(args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["rules"][..], args].concat())
}

/// Returns the verdict about a rule in the words of the file of expectations.
fn verdict(rule: &Value) -> String {
    let text = |name: &str| rule[name].as_str().unwrap_or_default().to_owned();
    match text("verdict").as_str() {
        "proven" => "proven".to_owned(),
        "if_dead" if rule["tail_calls"] == true => {
            "proven for routines that take nothing from the stack".to_owned()
        }
        "if_dead" if rule["stack_apart"] == true && rule["dead"] == serde_json::json!([]) => {
            "proven if no pointer leads to the stack".to_owned()
        }
        "if_dead" => format!("proven if {} dead", names(&rule["dead"])),
        "refuted" if rule["unstated"] != serde_json::json!([]) => {
            format!("refuted unless {} dead", names(&rule["unstated"]))
        }
        "says_nothing" => format!("says nothing of {}", names(&rule["unstated"])),
        "refuted" | "shadowed" => "refuted".to_owned(),
        _ => "not decided".to_owned(),
    }
}

/// Returns a list of registers and flags, sorted.
fn names(list: &Value) -> String {
    let mut names: Vec<_> = list.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    names.sort_unstable();
    names.join(", ")
}

/// Returns an expectation with flags without their register, sorted.
fn expected(text: &str) -> String {
    const FLAGS: &str = "S, Z, HF, PV, N, CY";
    let mut verdicts =
        [("proven if ", " dead"), ("refuted unless ", " dead"), ("says nothing of ", "")].into_iter();
    let list = |(verdict, end): (&'static str, &'static str)| {
        Some(((verdict, end), text.strip_prefix(verdict)?.strip_suffix(end)?))
    };
    let Some(((verdict, end), list)) = verdicts.find_map(list) else { return text.to_owned() };
    let names = list.split(", ").flat_map(|name| if name == "F" { FLAGS } else { name }.split(", "));
    let mut names: Vec<_> = names.map(|name| name.strip_prefix("F.").unwrap_or(name)).collect();
    names.sort_unstable();
    format!("{verdict}{}{end}", names.join(", "))
}

#[test]
fn judged_rules() {
    let text = fs::read_to_string(Path::new(FOLDER).join("expected.txt")).expect("the expectations");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let cases: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    let mut names: Vec<&str> = cases.iter().map(|case| case[0]).collect();
    names.dedup();
    let mut wrong = Vec::new();
    for name in names {
        let path = Path::new(FOLDER).join(name);
        let result = rules(&[&path.to_string_lossy(), "--json"]);
        let report = result.json();
        let found = report["rules"].as_array().expect("rules");
        for case in cases.iter().filter(|case| case[0] == name) {
            let number: usize = case[2].parse().expect("the number of a rule");
            let rule = found.get(number - 1);
            let answer = rule.map_or("missing".to_owned(), verdict);
            if answer != expected(case[3]) {
                let reason = rule.map(|rule| rule["text"].to_string()).unwrap_or_default();
                wrong.push(format!("{name}:{}: expected {}; {answer}: {reason}", case[1], case[3]));
            }
        }
    }
    assert!(cases.len() >= 100, "{} rules", cases.len());
    assert!(wrong.is_empty(), "of {}:\n{}", cases.len(), wrong.join("\n"));
}

const RULE: &str = "replace {\n\tcp\ta, #0x00\n} by {\n\tor\ta, a\n}\n";

/// A rule that stores in another order, which matters if both addresses are the same.
const WRONG: &str =
    "replace {\n\tld\t(hl), #0x01\n\tld\t(de), a\n} by {\n\tld\t(de), a\n\tld\t(hl), #0x01\n}\n";
const RIGHT: &str = "replace {\n\tld\ta, a\n} by {\n}\n";

/// Rules in three files, two of them in folders.
fn project() -> Folder {
    let folder = Folder::with(&[("a&b.def", RULE), ("notes.def", "no rule\n"), ("rules.md", RULE)]);
    for (path, text) in [
        ("lib/peeph.def", format!("{RIGHT}\n{WRONG}\n{RULE}")),
        ("lib/deep/z80rules.1", "\tnop\n=\n\n".to_owned()),
    ] {
        let path = folder.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// A signal that asks for the end does what Ctrl-C does.
#[cfg(unix)]
#[test]
fn a_signal_writes_what_was_judged() {
    use std::{
        io::{BufRead as _, BufReader},
        os::unix::process::ExitStatusExt as _,
        process::{Command, Stdio},
    };

    use rustix::process::{Pid, Signal, kill_process};

    let slow = "\tld\t%1, %2\n\tadd\thl, de\n\tld\t%3, %4\n";
    let slow = format!("replace {{\n{slow}}} by {{\n{slow}\tnop\n}}\n");
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = Folder::with(&[("a.def", &format!("{RULE}{slow}"))]);
        let mut child = Command::new(ARCADIAN)
            .args(["rules", "a.def", "--threads", "1", "--html", "report.html"])
            .current_dir(folder.root())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        assert!(lines.map_while(Result::ok).any(|line| line.contains("proven if PV and N are dead")));
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        assert_eq!(child.wait().expect("its end").signal(), Some(signal.as_raw()));
        let page = folder.read("report.html");
        assert!(page.contains("<b>proven</b> if PV and N are dead"), "{signal:?}: {page}");
    }
}

/// Each rule is a line of the JSON object, which is written when the rule is judged.
#[test]
fn json_has_a_line_for_each_rule() {
    let folder = Folder::with(&[("a.def", &format!("{RULE}\n{RULE}")), ("b.def", RULE)]);
    let result = folder.run(&["rules", "a.def", "b.def", "--format", "sdcc", "--json"]);
    let report = result.json();
    let of = |name: &str| {
        report["rules"].as_array().expect("rules").iter().filter(|rule| rule["file"] == name).count()
    };
    assert_eq!([of("a.def"), of("b.def")], [2, 1], "{}", result.out);
    assert_eq!(
        (&report["conditional"], &report["ok"], &report["cpu"]),
        (&3.into(), &false.into(), &"Z80".into())
    );
    let rules = result.out.lines().filter(|line| line.starts_with('{') && line.contains("\"verdict\":"));
    for line in rules.clone() {
        let rule = line.trim_end_matches(',');
        let rule: Value = serde_json::from_str(rule).unwrap_or_else(|error| panic!("{error}: {line}"));
        // The same text has the same name.
        assert_eq!(rule["id"], report["rules"][0]["id"], "{line}");
    }
    assert_eq!(rules.count(), 3, "{}", result.out);
}

/// What does not depend on the time that a run takes.
fn timeless(report: &str) -> String {
    let mut report: Value = serde_json::from_str(report).unwrap_or_else(|error| panic!("{error}: {report}"));
    report["seconds"] = 0.into();
    for list in ["rules", "cases"] {
        report[list].as_array_mut().into_iter().flatten().for_each(|item| item["seconds"] = 0.into());
    }
    report.to_string()
}

const PARTS: [&str; 3] = ["1.json", "2.json", "3.json"];

fn divide(folder: &Folder, command: &str, paths: &[&str]) {
    for (part, name) in ["1/3", "2/3", "3/3"].iter().zip(PARTS) {
        let result = folder.run(&[&[command, "--shard", part, "--json", "-o", name][..], paths].concat());
        assert!(result.status.is_some_and(|status| status < 2), "{result:?}");
        let is_empty = !folder.read(name).contains("\"verdict\"");
        assert_eq!(result.err.contains("no rule is in part"), is_empty && command == "rules", "{result:?}");
    }
}

#[test]
fn parts_join_to_the_report_of_the_whole() {
    let folder = project();
    let paths = ["a&b.def", "lib"];
    divide(&folder, "rules", &paths);
    let whole = folder.run(&[&["rules", "--json"][..], &paths].concat());
    let joined = folder.run(&[&["rules", "--json", "--join"][..], &PARTS].concat());
    assert_eq!(
        (joined.status, timeless(&joined.out)),
        (whole.status, timeless(&whole.out)),
        "{}",
        joined.err
    );
    for format in ["text", "tap", "sarif", "github"] {
        let whole = folder.run(&[&["rules", "--format", format, "--details"][..], &paths].concat());
        let joined =
            folder.run(&[&["rules", "--format", format, "--details", "--join"][..], &PARTS].concat());
        assert_eq!((joined.status, joined.out), (whole.status, whole.out), "{format}");
    }
    let rules = whole.json()["rules"].as_array().map(Vec::len);
    let part = |name: &str| -> Value { serde_json::from_str(&folder.read(name)).expect("JSON") };
    let sizes = PARTS.map(|name| part(name)["rules"].as_array().map_or(0, Vec::len));
    assert_eq!((rules, sizes.iter().sum::<usize>()), (Some(5), 5), "{sizes:?}");
    // A whole report in another format.
    assert_eq!(folder.run(&["rules", "lib", "--json", "-o", "lib.json"]).status, Some(1));
    let whole = folder.run(&["rules", "lib"]);
    assert_eq!(folder.run(&["rules", "--join", "lib.json"]).out, whole.out);
}

#[test]
fn known_findings_of_a_divided_run() {
    let folder = project();
    let joined = |more: &[&str]| folder.run(&[&["rules", "--join"][..], &PARTS, more].concat()).status;
    assert_eq!(folder.run(&["rules", "lib", "--write-known", "known.txt"]).status, Some(0));
    divide(&folder, "rules", &["lib"]);
    assert_eq!((joined(&[]), joined(&["--known", "known.txt"])), (Some(1), Some(0)));
    assert_eq!(joined(&["--write-known", "joined.txt"]), Some(0));
    assert_eq!(folder.read("joined.txt"), folder.read("known.txt"));
    divide(&folder, "rules", &["lib", "--known", "known.txt"]);
    assert_eq!(joined(&[]), Some(0));
    // The rules in other lines are still in the files.
    divide(&folder, "rules", &["lib/peeph.def", "--line", "1"]);
    let of_line = folder.run(&[&["rules", "--known", "known.txt", "--join"][..], &PARTS].concat());
    assert!(!of_line.out.contains("not in the files"), "{of_line:?}");
    assert_eq!(joined(&["--write-known", "joined.txt"]), Some(2));
    let known = folder.read("known.txt");
    let finding = known.lines().find(|line| !line.starts_with('#')).expect("a finding");
    let digits = finding.chars().take_while(|c| *c != ' ').count();
    for changed in [
        // Another verdict, a rule that is gone, and one that has another text now.
        known.replace("refuted  ", "undecided  "),
        format!("{known}aaaaaaaaaaaa  refuted\n"),
        known.replace(finding, &format!("{}{}", "a".repeat(digits), &finding[digits..])),
    ] {
        fs::write(folder.path("changed.txt"), &changed).expect("a file");
        divide(&folder, "rules", &["lib", "--known", "changed.txt"]);
        let whole = folder.run(&["rules", "lib", "--known", "changed.txt", "--format", "json"]).json();
        let of_parts = folder.run(&[&["rules", "--json", "--join"][..], &PARTS].concat());
        assert_eq!((of_parts.status, &of_parts.json()["known_changed"]), (Some(1), &whole["known_changed"]));
        assert_eq!(joined(&["--known", "known.txt"]), Some(0), "{changed}");
        assert_eq!(joined(&["--write-known", "joined.txt"]), Some(0), "{changed}");
    }
    fs::write(folder.path("arcadian.toml"), "known = \"known.txt\"\n").expect("a file");
    divide(&folder, "rules", &["lib"]);
    assert!(PARTS.iter().any(|part| folder.read(part).contains("\"known\":true")));
    assert_eq!(joined(&[]), Some(0));
}

/// 0 all proven, 1 something is wrong, 2 something cannot be judged.
#[test]
fn the_exit_status_says_whether_it_could_be_judged() {
    let unreadable = "replace {\n\tnop\n} by\n";
    let folder = Folder::with(&[
        ("right.def", RIGHT),
        ("unreadable.def", &format!("{RIGHT}{unreadable}")),
        ("both.def", &format!("{RIGHT}{unreadable}{WRONG}")),
    ]);
    let report = folder.run(&["rules", "unreadable.def", "--json"]).json();
    assert_eq!(report["rules"][1]["source"], unreadable.trim_end(), "the whole rule");
    for (file, status) in [("right.def", 0), ("unreadable.def", 2), ("both.def", 1)] {
        assert_eq!(folder.run(&["rules", file]).status, Some(status), "{file}");
        let result = folder.run(&["rules", file, "--write-known", "known.txt"]);
        assert_eq!(result.status, Some(0), "{file}: {result:?}");
        assert_eq!(folder.run(&["rules", file, "--known", "known.txt"]).status, Some(0), "{file}");
        let changed =
            folder.read("known.txt").replace("refuted  ", "undecided  ").replace("unreadable  ", "refuted  ");
        fs::write(folder.path("known.txt"), changed).expect("a file");
        assert_eq!(
            folder.run(&["rules", file, "--known", "known.txt"]).status,
            Some(status.min(1)),
            "{file}"
        );
    }
}

#[test]
fn a_part_knows_the_rules_before_its_own() {
    let of = |operand: &str| WRONG.replace("#0x01", operand);
    let first = of("%1").replace("\n}\n", "\n} if same(%1 'b' 'c' 'd' 'e')\n");
    let others = ["b", "c", "d", "e"].map(of).concat();
    let folder = Folder::with(&[("peeph.def", &format!("{first}{others}"))]);
    divide(&folder, "rules", &["peeph.def"]);
    let whole = folder.run(&["rules", "peeph.def"]);
    assert_eq!(whole.out.matches("shadowed by the rule in line 1").count(), 4, "{}", whole.out);
    assert_eq!(folder.run(&[&["rules", "--join"][..], &PARTS].concat()).out, whole.out);
}

#[cfg(target_os = "linux")]
mod time {
    use std::{
        fs,
        io::Read,
        os::unix::process::ExitStatusExt,
        process::{Child, Command, ExitStatus, Stdio},
        thread,
        time::Duration,
    };

    use crate::support::Folder;

    /// Ticks of the clock of Linux per second.
    const TICKS: u64 = 100;

    fn start(folder: &Folder, args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arcadian"));
        command.current_dir(folder.root()).arg("rules").args(args).stdout(Stdio::null());
        command.spawn().expect("the program starts")
    }

    /// Waits for the end; returns the processor time in seconds, rounded down.
    fn wait(mut child: Child) -> (ExitStatus, u64) {
        loop {
            let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
            let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
            if fields[0] == "Z" {
                let ticks = |field: usize| fields[field].parse::<u64>().expect("a number");
                return (child.wait().expect("a status"), (ticks(11) + ticks(12)) / TICKS);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Rules that take long to match, to compare, or both.
    fn hard() -> Vec<String> {
        let repeated =
            |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
        let loads = |count: usize| repeated(count, &|n| format!("\tld\t%{}, %{}\n", 2 * n, 2 * n + 1));
        let product =
            |count: usize| repeated(count, &|_| "\tadd hl,hl\n\tjr nc,ASMPC+3\n\tadd hl,de\n".to_owned());
        let stores = |count: usize| {
            repeated(count, &|n| {
                format!("\tld (%{n}),a\n\tadd a,(ix+%{n})\n\tld (hl),a\n\tinc hl\n\tld a,(%{})\n", n + 1)
            })
        };
        let mut rules = Vec::new();
        for count in 4..9 {
            rules.push(format!("replace {{\n{}}} by {{\n{}\tnop\n}}\n", loads(count), loads(count)));
            rules.push(format!(
                "\tld h,%1\n\tld l,0\n{}=\n\tld l,0\n\tld h,%1\n{}\tnop\n",
                product(count),
                product(count)
            ));
            rules.push(format!("{}=\n{}\tnop\n", stores(count), stores(count)));
            let templates = |code: &str| code.replace('%', "$");
            rules
                .push(format!("REPLACE {{{{\n{0}}}}}\nWITH {{{{\n{0} nop\n}}}}\n", templates(&loads(count))));
        }
        rules
    }

    #[test]
    fn the_time_limit_holds_for_hard_rules() {
        let rules = hard();
        assert_eq!(rules.len(), 20);
        for rule in rules {
            let folder = Folder::with(&[("hard", &rule)]);
            let (status, seconds) = wait(start(&folder, &["hard", "--time-limit", "1", "--threads", "1"]));
            assert!(status.code().is_some_and(|code| code < 2), "{status:?}: {rule}");
            assert!(seconds < 3, "{seconds} s of processor time:\n{rule}");
        }
    }

    #[test]
    fn the_first_ctrl_c_ends_thousands_of_rules() {
        let folder = Folder::with(&[("many.def", &hard()[8].repeat(3_000))]);
        let child = start(&folder, &["many.def", "--threads", "2"]);
        // The signal is listened to once a rule is judged.
        thread::sleep(Duration::from_secs(1));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill starts").success());
        let (status, seconds) = wait(child);
        assert_eq!(status.signal(), Some(2), "{status:?}");
        assert!(seconds < 5, "{seconds} s of processor time");
    }

    #[test]
    fn after_ctrl_c_the_reports_have_what_is_done() {
        let folder = Folder::with(&[("many.def", &super::RULE.repeat(5_000))]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_arcadian"));
        command.current_dir(folder.root()).args(["rules", "many.def", "--html", "a.html", "--json"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut out = child.stdout.take().expect("its output");
        let mut text = String::new();
        thread::sleep(Duration::from_secs(1));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill starts").success());
        out.read_to_string(&mut text).expect("the rest");
        let status = child.wait().expect("a status");
        assert_eq!(status.signal(), Some(2), "{status:?}");
        let page = folder.read("a.html");
        assert!(
            page.contains("The run was interrupted after ") && page.contains(" of 5000 rules"),
            "{}",
            &page[..2000]
        );
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let count = report["rules"].as_array().map_or(0, Vec::len);
        assert!(report["interrupted"] == true && report["ok"] == false, "{report}");
        assert!((1..5_000).contains(&count), "{count}");
        fs::write(folder.path("a.json"), text).expect("a file");
        let joined = folder.run(&["rules", "--join", "a.json"]);
        assert!(joined.err.contains("a.json is not complete"), "{}", joined.err);
    }
}
