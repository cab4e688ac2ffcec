//! `rules`: rules of our own in each format, judged by hand, half of them wrong in one corner. Reports are in
//! `tests/commands/rules.trycmd`.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{Folder, RunResult};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");

fn rules(args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["rules"][..], args].concat())
}

/// Returns the verdict about a rule in the words of the file of expectations.
fn verdict(rule: &Value) -> String {
    let text = |name: &str| rule[name].as_str().unwrap_or_default().to_owned();
    match text("verdict").as_str() {
        "proven" => "proven".to_owned(),
        "conditional" if rule["tail_calls"] == true => {
            "proven for routines that take nothing from the stack".to_owned()
        }
        "conditional" if rule["stack_apart"] == true && rule["dead"] == serde_json::json!([]) => {
            "proven if no pointer leads to the stack".to_owned()
        }
        "conditional" => format!("proven if {} dead", names(&rule["dead"])),
        "refuted" if rule["unstated"] != serde_json::json!([]) => {
            format!("refuted unless {} dead", names(&rule["unstated"]))
        }
        "says-nothing" => format!("says nothing of {}", names(&rule["unstated"])),
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
        let found = report["files"][0]["rules"].as_array().expect("rules");
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

#[test]
fn the_page_has_every_rule_and_escapes_texts() {
    let folder = Folder::with(&[("a&b.def", RULE)]);
    let result = folder.run(&["rules", "a&b.def", "--html", "report.html"]);
    assert_eq!(result.status, Some(1), "{result:?}");
    let page = folder.read("report.html");
    for part in [
        "<h2>a&amp;b.def</h2>",
        "<tr id=\"1\"><td>1<td>proven if PV and N are dead",
        "cp 0x00",
        "<a href=\"arcadian.html#compare?cpu=Z80&amp;old=%09cp%200x00%0A&amp;new=%09or%20a%0A\">",
        "</table>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let args = ["rules", "a&b.def", "--html", "other.html", "--page", "https://example.org/a.html"];
    assert_eq!(folder.run(&args).status, Some(1));
    let page = folder.read("other.html");
    assert!(page.contains("<a href=\"https://example.org/a.html#compare?cpu=Z80"), "{page}");
}

/// Each rule is a line of the JSON object, which is written when the rule is judged.
#[test]
fn json_has_a_line_for_each_rule() {
    let folder = Folder::with(&[("a.def", &format!("{RULE}\n{RULE}")), ("b.def", RULE)]);
    let result = folder.run(&["rules", "a.def", "b.def", "--format", "sdcc", "--json"]);
    let report = result.json();
    let count = |number: usize| report["files"][number]["rules"].as_array().map(Vec::len);
    assert_eq!([count(0), count(1)], [Some(2), Some(1)], "{}", result.out);
    assert_eq!(
        (&report["conditional"], &report["ok"], &report["processor"]),
        (&3.into(), &false.into(), &"Z80".into())
    );
    let rules = result.out.lines().filter(|line| line.starts_with('{') && line.contains("\"verdict\":"));
    for line in rules.clone() {
        let rule = line.trim_end_matches(',').trim_end_matches("]}");
        serde_json::from_str::<Value>(rule).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    assert_eq!(rules.count(), 3, "{}", result.out);
}

#[cfg(target_os = "linux")]
mod time {
    use std::{
        fs,
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
}
