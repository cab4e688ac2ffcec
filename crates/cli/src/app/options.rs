//! The options of all commands: the heading of each in the help, its short form, its older names, and what people type instead of it.
//! An option is the same in every command, so it stands here once. `COMMAND.OPTION` is an option whose meaning differs in one command.

use arcadian_asm::Dialect;
use arcadian_files::escape;
use std::collections::BTreeMap;

use clap::{
    Arg, ArgMatches, Command, Error,
    builder::{PossibleValuesParser, Resettable},
    error::ErrorKind,
};

/// A heading of the help, and the options below it.
type Group = (&'static str, &'static [&'static str]);

#[rustfmt::skip]
const HEADINGS: &[Group] = &[
    ("Program", &["new", "dialect", "encoding", "as-printed", "cpu", "load", "segment", "define", "include", "map", "source-dir",
        "symbols", "contract", "constant", "raw", "rom", "cart", "basic", "expansion", "load-state", "listing", "library",
        "control", "code", "data", "text", "trace-code", "exercise", "same-as", "list", "claims", "line", "part", "only", "bundled", "force"]),
    ("Start", &["routine", "entry", "to", "set", "in", "place", "poke", "seed", "keys", "keys-file", "type", "tape-in",
        "go", "script", "command", "cpm", "console", "spectrum", "requires"]),
    ("Machine", &["engine", "handles", "keypad", "pen", "read-only", "feedback", "permuter", "devices", "port-value",
        "speed", "leader", "line-pause"]),
    ("Question", &["live", "dead", "volatile", "stack", "tail-calls", "convention", "infer", "method", "accept-sampled",
        "mutants", "for", "constants", "undocumented", "windows", "no-branches", "max-cycles", "coverage", "cost", "repair",
        "walk", "known"]),
    ("Limits", &["until", "trap", "frames", "stop", "samples", "max-statements", "max-instructions", "max-steps",
        "max-instances", "max-trace-lines", "max-moves", "time-limit", "threads", "gif-seconds", "memory", "shard"]),
    ("Report", &["json", "format", "screen", "details", "times", "way", "steps", "bytes", "as", "dump", "expect", "settle", "join"]),
    ("Files to write", &["output", "hex", "save", "asm.listing", "asm.symbols", "sheet", "trace", "html", "page", "write", "write-known",
        "png", "svg", "gif", "wav", "screenshot", "save-state", "all", "record", "tape-out"]),
    ("Picture and sound", &["graphics", "palette", "aspect", "scale", "sound", "database"]),
    ("Connection", &["port", "no-token", "stdio"]),
    ("Everywhere", &["color", "quiet", "no-project"]),
];

/// The short forms. `-v` is more about each result, whatever a command can tell.
#[rustfmt::skip]
const SHORT: &[(&str, char)] = &[
    ("threads", 'j'),
    ("output", 'o'),
    ("quiet", 'q'),
    ("details", 'v'),
    ("times", 'v'),
    ("way", 'v'),
    ("steps", 'v'),
    ("define", 'D'),
    ("include", 'I'),
    ("command", 'c'),
];

/// The former names, which still work.
#[rustfmt::skip]
const FORMER: &[(&str, &[&str])] = &[
    ("engine", &["on"]),
    ("entry", &["pc", "from"]),
    ("exec.routine", &["call"]),
    ("load", &["org"]),
    ("read-only", &["rom"]),
    ("verify.constant", &["rom"]),
    ("dead", &["clobbers"]),
    ("max-statements", &["budget"]),
    ("max-instructions", &["budget"]),
    ("shorten.max-instructions", &["max"]),
    ("max-steps", &["budget"]),
    ("max-instances", &["instances"]),
    ("max-trace-lines", &["trace-limit"]),
    ("max-cycles", &["most"]),
    ("max-moves", &["limit"]),
    ("details", &["verbose"]),
    ("times", &["verbose"]),
    ("way", &["verbose"]),
    ("steps", &["verbose"]),
];

/// The options whose values are separated by commas or given by repeating the option.
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "exec.set", "segment", "define", "until", "dump", "read-only", "constant", "code", "data", "text",
    "dis.entry", "volatile", "verify.routine", "line", "repair", "live", "dead", "constants", "expect",
];

/// The options that `-h` shows of the commands with many; `--help` shows all.
#[rustfmt::skip]
const BRIEF: &[(&str, &[&str])] = &[
    ("play", &["new", "seed", "keys", "engine", "speed", "sound", "record", "graphics"]),
    ("run", &["new", "seed", "keys", "keys-file", "engine", "max-statements", "screen", "json", "png", "gif", "wav"]),
    ("bally", &["cart", "basic", "keys", "frames", "json", "screenshot", "sound"]),
    ("asm", &["cpu", "dialect", "load", "define", "include", "output", "listing", "sheet"]),
    ("dis", &["cpu", "load", "map", "trace-code", "entry", "data", "symbols", "bytes", "output"]),
    ("exec", &["cpu", "load", "routine", "entry", "set", "cpm", "trace", "json"]),
    ("verify", &["routine", "cpu", "contract", "method", "time-limit", "threads", "times", "list", "json"]),
    ("test", &["cpu", "dialect", "contract", "time-limit", "threads", "accept-sampled", "format", "output", "json"]),
    ("compare", &["cpu", "listing", "live", "dead", "requires", "steps", "time-limit", "json"]),
    ("cycles", &["cpu", "dialect", "entry", "to", "requires", "max-cycles", "way", "time-limit", "json"]),
    ("rules", &["dialect", "cpu", "details", "known", "time-limit", "threads", "html", "json"]),
    ("shorten", &["routine", "cpu", "for", "max-instructions", "time-limit", "threads", "output", "json"]),
    ("step", &["cpu", "load", "routine", "entry", "in", "set", "keys", "command", "coverage"]),
];

/// What people type, and the options that they can mean, the likeliest first.
#[rustfmt::skip]
const INSTEAD: &[(&str, &[&str])] = &[
    ("format", &["json"]),
    ("seconds", &["time-limit", "gif-seconds", "max-statements", "max-instructions"]),
    ("symbols", &["map"]),
    ("routine", &["entry"]),
    ("timeout", &["time-limit", "max-instructions", "max-statements", "max-steps"]),
    ("time", &["time-limit"]),
    ("limit", &["time-limit", "max-instructions", "max-statements", "max-steps"]),
    ("jobs", &["threads"]),
    ("cores", &["threads"]),
    ("cycles", &["max-cycles", "cost", "max-instructions"]),
    ("instructions", &["max-instructions", "max-steps"]),
    ("out", &["output", "png", "write", "record"]),
    ("outfile", &["output", "png", "write"]),
    ("output", &["png", "write", "record"]),
    ("file", &["output", "keys-file"]),
    ("in", &["set", "keys"]),
    ("input", &["in", "keys", "set"]),
    ("reg", &["set"]),
    ("register", &["set"]),
    ("set", &["in"]),
    ("origin", &["load"]),
    ("address", &["load", "entry"]),
    ("start", &["entry", "routine"]),
    ("breakpoint", &["until", "command"]),
    ("break", &["until", "command"]),
    ("syntax", &["dialect"]),
    ("target", &["cpu", "engine"]),
    ("processor", &["cpu"]),
    ("arch", &["cpu"]),
    ("define-symbol", &["define"]),
    ("include-dir", &["include"]),
    ("size", &["for"]),
    ("optimize", &["for"]),
    ("silent", &["quiet"]),
    ("report", &["format", "html", "json"]),
    ("junit", &["format junit"]),
    ("sarif", &["format sarif"]),
    ("tap", &["format tap"]),
    ("at", &["load", "entry", "place"]),
    ("entry", &["routine"]),
    ("pc", &["routine"]),
    ("from", &["routine"]),
    ("call", &["routine", "entry"]),
    ("sym", &["symbols", "map"]),
    ("lst", &["listing"]),
    ("base", &["load"]),
    ("clobber", &["dead"]),
    ("stdin", &["keys"]),
    ("verbose", &["details", "times", "way", "steps", "json"]),
    ("no-color", &["color"]),
    ("colour", &["color"]),
];

/// What people type as an option of a command (or of any, if it is empty), and the command that does it.
#[rustfmt::skip]
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("test", "routine", "one routine is verified by: arcadian verify FILE --routine NAME"),
    ("asm", "verbose", "each line with its bytes: arcadian asm FILE --listing -"),
    ("exec", "verbose", "each instruction as it is executed: arcadian exec FILE --trace -"),
    ("dis", "verbose", "the bytes of each instruction: arcadian dis FILE --bytes"),
    ("test", "verbose", "the details of one file: arcadian verify FILE -v"),
    ("verify", "junit", "reports for build servers: arcadian test FILE --format junit"),
    ("", "debug", "the debugger is a command: arcadian step FILE"),
    ("", "gdb", "the debugger is a command: arcadian step FILE"),
    ("", "disassemble", "the disassembler is a command: arcadian dis FILE"),
    ("compare", "routine", "the functions of two listings are compared by: arcadian compare --listing OLD NEW"),
    ("play", "json", "a run with a report as JSON: arcadian run FILE --json"),
    ("shorten", "clobbers", CONTRACT),
    ("shorten", "dead", CONTRACT),
    ("verify", "clobbers", CONTRACT),
    ("verify", "dead", CONTRACT),
    ("asm", "run", "a source is run by: arcadian exec FILE"),
    ("verify", "cycles", BUDGET),
    ("test", "cycles", BUDGET),
    ("shorten", "cycles", "the slowest path counts with: --for cycles"),
    ("compare", "cycles", "the report has the cycles; those of one program: arcadian cycles FILE"),
    ("verify", "set", INPUT),
    ("verify", "in", INPUT),
    ("test", "set", INPUT),
    ("test", "in", INPUT),
    ("compare", "load", PLACE),
    ("compare", "org", PLACE),
];

/// What people type as an option of a command that has none like it.
const ABSENT: &[(&[&str], &str)] = &[
    (&["output", "out", "outfile"], "the result goes to standard output: > FILE writes it to a file"),
    (&["jobs", "threads", "cores"], "this command does one thing at a time; leave the option out"),
    (&["verbose"], "this command has no more details; leave the option out"),
];

const BUDGET: &str =
    "a budget is in the contract: `;! cycles: <= 100`; other code is measured by: arcadian cycles FILE";
const INPUT: &str = "every input is verified; one is stepped through by: arcadian step FILE --in FIELD=BYTES";
const PLACE: &str = "the code itself states its address: ORG 8000H";

const CONTRACT: &str = "what a routine may change is in its contract: `;! clobbers: F`";

/// Returns the name of an option that people type as one letter.
pub fn spelled(name: &str) -> &str {
    match name {
        "v" => "verbose",
        "o" => "output",
        "j" => "jobs",
        name => name,
    }
}

/// Returns where a wrong option of a command is found.
pub fn elsewhere(wrong: &str, command: &Command) -> Option<&'static str> {
    let is = |of: &str| of.is_empty() || of == command.get_name();
    ELSEWHERE.iter().find(|(of, typed, _)| is(of) && *typed == wrong).map(|(_, _, sentence)| *sentence)
}

/// Returns what to do without an option that a command lacks.
pub fn absent(wrong: &str) -> Option<&'static str> {
    ABSENT.iter().find(|(typed, _)| typed.contains(&wrong)).map(|(_, sentence)| *sentence)
}

/// Returns whether a command has an option for the file that it writes.
pub fn has_output(command: &Command) -> bool {
    command.get_arguments().any(|option| option.get_long() == Some("output"))
}

/// Gives every option of a command, and of the commands in it, what the tables say.
pub fn complete(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let names: Vec<String> = command.get_arguments().filter_map(long).collect();
    let command = command.mut_args(|option| match long(&option) {
        Some(long) => completed(option, &name, &long, &names),
        None => option,
    });
    command.mut_subcommands(complete)
}

fn long(option: &Arg) -> Option<String> {
    option.get_long().map(str::to_owned)
}

fn completed(option: Arg, command: &str, name: &str, names: &[String]) -> Arg {
    let mut option = option;
    if option.get_help_heading().is_none()
        && let Some(heading) = heading(command, name)
    {
        option = option.help_heading(heading);
    }
    if let Some((_, short)) = SHORT.iter().find(|(known, _)| *known == name) {
        option = option.short(*short);
    }
    let former = in_table(FORMER, command, name).unwrap_or_default();
    option = option.aliases(former.iter().copied().filter(|alias| !names.iter().any(|name| name == alias)));
    if is_in(LISTS, command, name) {
        option = option.value_delimiter(',');
    }
    let is_rare = in_table(BRIEF, "", command).is_some_and(|brief| !brief.contains(&name))
        || heading(command, name) == Some("Everywhere");
    if is_rare { option.hide_short_help(true) } else { option }
}

/// Returns the heading of an option; `None` for the commands of `board`, which have few.
fn heading(command: &str, name: &str) -> Option<&'static str> {
    let own = HEADINGS.iter().find(|(_, names)| names.contains(&&*format!("{command}.{name}")));
    let found = own.or_else(|| HEADINGS.iter().find(|(_, names)| names.contains(&name)));
    found.map(|(heading, _)| *heading)
}

/// Returns the row of an option of a command, or the row of the option in all commands.
fn in_table(
    table: &[(&str, &'static [&'static str])],
    command: &str,
    name: &str,
) -> Option<&'static [&'static str]> {
    let own = format!("{command}.{name}");
    let row = table
        .iter()
        .find(|(known, _)| *known == own)
        .or_else(|| table.iter().find(|(known, _)| *known == name));
    row.map(|(_, values)| *values)
}

fn is_in(list: &[&str], command: &str, name: &str) -> bool {
    list.contains(&name) || list.contains(&&*format!("{command}.{name}"))
}

/// Refuses two values of an option for the same name, such as `-D X=1 -D X=2`. Of such a pair the last would count without a word.
pub fn refuse_repeats(command: &Command, matches: &ArgMatches) -> Result<(), Error> {
    if let Some((name, inner)) = matches.subcommand() {
        return command.find_subcommand(name).map_or(Ok(()), |command| refuse_repeats(command, inner));
    }
    for option in command.get_arguments().filter(|option| is_named(option)) {
        let raw = matches.try_get_raw(option.get_id().as_str()).ok().flatten().into_iter().flatten();
        let texts: Vec<String> = raw.map(escape::os_text).collect();
        let mut values: BTreeMap<String, &str> = BTreeMap::new();
        for (name, value) in
            texts.iter().flat_map(|text| text.split(',')).filter_map(|part| part.split_once('='))
        {
            // The names of symbols differ by their case.
            let is_symbol = option.get_long() == Some("define");
            let key = if is_symbol { name.to_owned() } else { name.trim().to_ascii_uppercase() };
            if let Some(first) = values.insert(key, value) {
                let option = option.get_long().unwrap_or_default();
                let message = format!("--{option}: {name} is given twice, as {first} and as {value}");
                return Err(command.clone().error(ErrorKind::ValueValidation, message));
            }
        }
    }
    Ok(())
}

/// Whether the values of an option have names. Each --in can be another run.
fn is_named(option: &Arg) -> bool {
    option.get_long() != Some("in")
        && option.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains('=')))
}

/// Makes the help of `-h`, which fits one screen: the options that are used most, one line each, without headings.
pub fn brief(command: Command) -> Command {
    let command = if command.has_subcommands() && command.get_name() == "arcadian" {
        let is_rare = |inner: &Command| ["completions", "man", "lsp", "dap"].contains(&inner.get_name());
        let command = command.mut_subcommands(|inner| {
            let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
            let is_long = about.len() > ABOUT_WIDTH;
            let first = about.rsplit_once(", ").map_or(&*about, |(first, _)| first);
            let inner = if is_long { inner.about(first.to_owned()) } else { inner };
            if is_rare(&inner) { inner.hide(true) } else { inner }
        });
        command.disable_help_subcommand(true).about(ABOUT).help_template(TEMPLATE)
    } else {
        command.after_help("All options, with examples: --help")
    };
    let command = command.mut_args(|option| {
        let Some(help) = option.get_help().map(ToString::to_string) else { return option };
        let values = option.get_possible_values();
        let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
        let first = clause(&help);
        let listed = format!("{first}: {}", names.join(", "));
        let takes_values = option.get_action().takes_values();
        let is_listed = takes_values && names.len() > 1 && listed.len() <= BRIEF_WIDTH;
        let help = if is_listed { listed } else { first.to_owned() };
        let option = option.help_heading(Resettable::Reset);
        option.help(help).hide_possible_values(takes_values).hide_default_value(takes_values)
    });
    command.mut_subcommands(brief)
}

/// What `arcadian -h` shows: at most 24 lines of 80 columns.
const ABOUT: &str = "Emulator, debugger and verifier for game code of 1976-82";
const TEMPLATE: &str = "{about}\n\n{usage-heading} {usage}\n\n{subcommands}\n\n`arcadian help COMMAND` explains a command, `arcadian --help` has the rest.\n";
/// The width of a text beside a command in a terminal of 80 columns.
const ABOUT_WIDTH: usize = 69;

/// The width of a text beside an option in a terminal of 80 columns.
const BRIEF_WIDTH: usize = 50;

/// Returns the text before the first remark.
fn clause(help: &str) -> &str {
    let ends = ["; ", ". ", " [default", ", which "].iter().filter_map(|end| help.find(end));
    &help[..ends.min().unwrap_or(help.len())]
}

/// Returns the present name of an option, for a former one.
pub fn present(former: &str, command: &Command) -> Option<&'static str> {
    let has = |name: &str| command.get_arguments().any(|option| option.get_long() == Some(name));
    let short = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let rows = FORMER.iter().filter(|(_, names)| names.contains(&former));
    rows.map(|(name, _)| short(name)).find(|name| has(name))
}

/// Returns the option of a command that a wrong one means.
pub fn instead(wrong: &str, command: &Command) -> Option<&'static str> {
    let has = |meant: &&&str| {
        let name = meant.split(' ').next();
        command.get_arguments().any(|option| option.get_long() == name)
    };
    let (_, meant) = INSTEAD.iter().find(|(typed, _)| *typed == wrong)?;
    meant.iter().find(has).copied()
}

/// Gives options and arguments the values that a shell completes. They are read by their own parsers, which know more spellings.
pub fn completing(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_args(|option| {
        let values = values(&name, option.get_long());
        if values.is_empty() { option } else { option.value_parser(PossibleValuesParser::new(values)) }
    });
    command.mut_subcommands(completing)
}

/// The commands that read BASIC; `step` reads it as well.
const OF_BASIC: &[&str] = &["play", "run", "probe", "sz", "list", "encode"];

fn values(command: &str, option: Option<&str>) -> Vec<&'static str> {
    match (command, option) {
        (_, Some("cpu")) => ["8080", "z80", "6502"].to_vec(),
        ("compare", Some("dialect")) => ["sdcc", "z88dk", "cc65"].to_vec(),
        ("rules", Some("dialect")) => ["sdcc", "copt", "mdl", "equivalences", "zxbasic"].to_vec(),
        (_, Some("dialect")) if OF_BASIC.contains(&command) => ["bally", "astro"].to_vec(),
        (_, Some("dialect")) => Dialect::all().map(Dialect::name).collect(),
        ("verify" | "step" | "shorten", None) => routines(),
        ("play" | "run" | "sz" | "list", None) => ["rotate"].to_vec(),
        _ => Vec::new(),
    }
}

/// Returns the names of the bundled routines. They are needed once in a run, up to its end.
fn routines() -> Vec<&'static str> {
    let mut names: Vec<&str> = arcadian_claims::sheets()
        .filter_map(|sheet| sheet.file.rsplit('/').next()?.strip_suffix(".asm"))
        .map(|name| &*name.to_uppercase().leak())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{arguments, commands};

    /// Calls `check` with each command and each of its own options.
    fn each(mut check: impl FnMut(&Command, &Arg, &str)) {
        let mut program = arguments::command();
        program.build();
        for command in commands(&program) {
            for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
                option.get_long().into_iter().for_each(|name| check(command, option, name));
            }
        }
    }

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
    const BEGIN: &str = "<!-- made by a test from the parsers -->\n";

    /// An option: its form, the texts of its help, and its commands.
    type Row = (String, Vec<String>, Vec<String>);

    /// Returns the tables of all options: each with the commands that have it.
    fn tables() -> String {
        let mut rows: BTreeMap<(usize, String), Row> = BTreeMap::new();
        each(|command, option, name| {
            let heading = option.get_help_heading();
            let group =
                HEADINGS.iter().position(|(title, _)| Some(*title) == heading).unwrap_or(HEADINGS.len());
            let words = command.get_bin_name().unwrap_or_default().trim_start_matches("arcadian").trim();
            // An option of all commands of `board` stands there once.
            if option.is_global_set() && words.starts_with("board ") && heading != Some("Everywhere") {
                return;
            }
            let value = option.get_value_names().filter(|_| option.get_action().takes_values());
            let value = value.map_or(String::new(), |names| format!(" {}", names.join(" ")));
            let short = option.get_short().map_or(String::new(), |short| format!("`-{short}`, "));
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let row = rows
                .entry((group, name.to_owned()))
                .or_insert_with(|| (format!("{short}`--{name}{value}`"), Vec::new(), Vec::new()));
            row.1.push(clause(&help).replace('|', "\\|"));
            if !words.is_empty() || heading != Some("Everywhere") {
                row.2.push(if words.is_empty() { "arcadian".to_owned() } else { words.to_owned() });
            }
        });
        let mut text = String::new();
        for (group, title) in HEADINGS.iter().map(|(title, _)| *title).chain(["Games and boards"]).enumerate()
        {
            text += &format!("\n## {title}\n\n| option | commands | meaning |\n|---|---|---|\n");
            for (_, (option, help, commands)) in rows
                .iter()
                .filter(|((of, name), _)| *of == group && !["help", "version"].contains(&name.as_str()))
            {
                let commands = if title == "Everywhere" { "all".to_owned() } else { commands.join(", ") };
                // Of several texts the one of most commands.
                let uses = |text: &&String| help.iter().filter(|other| other == text).count();
                let help = help.iter().rev().max_by_key(uses).map_or("", String::as_str);
                text += &format!("| {option} | {commands} | {help} |\n");
            }
        }
        text
    }

    #[test]
    fn the_page_of_options_is_right() {
        let page = std::fs::read_to_string(PAGE).unwrap();
        let (rules, table) = page.split_once(BEGIN).expect("the rules stand above the tables");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            return std::fs::write(PAGE, format!("{rules}{BEGIN}{}", tables())).unwrap();
        }
        assert!(table == tables(), "`cargo xtask accept arcadian` writes docs/options.md");
    }

    #[test]
    fn every_option_has_a_heading() {
        let mut without = Vec::new();
        each(|command, option, name| {
            let is_own = command.get_display_name().is_some_and(|name| name.contains("board"));
            if option.get_help_heading().is_none() && !is_own && !["help", "version"].contains(&name) {
                without.push(format!("{} --{name}", command.get_name()));
            }
        });
        assert!(without.is_empty(), "{without:?}");
    }

    /// Each row of a table is about an option that exists.
    #[test]
    fn tables_name_options() {
        let mut known = std::collections::BTreeSet::new();
        each(|command, _, name| {
            known.extend([name.to_owned(), format!("{}.{name}", command.get_name())]);
        });
        let of_groups = HEADINGS.iter().flat_map(|(_, names)| names.iter());
        let of_brief = BRIEF.iter().flat_map(|(_, names)| names.iter());
        let of_instead = INSTEAD.iter().flat_map(|(_, names)| names.iter());
        let rows = FORMER.iter().map(|(name, _)| name).chain(SHORT.iter().map(|(name, _)| name)).chain(LISTS);
        let wrong: Vec<_> = of_groups
            .chain(of_brief)
            .chain(of_instead)
            .chain(rows)
            .filter(|name| !known.contains(name.split(' ').next().unwrap_or_default()))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// A former name leads to the option, in every command that has it.
    #[test]
    fn former_names_work() {
        let mut count = 0;
        each(|command, option, name| {
            let taken =
                |alias: &&&str| command.get_arguments().any(|other| other.get_long() == Some(**alias));
            for alias in
                in_table(FORMER, command.get_name(), name).unwrap_or_default().iter().filter(|a| !taken(a))
            {
                assert!(option.get_all_aliases().is_some_and(|all| all.contains(alias)), "{name}: {alias}");
                count += 1;
            }
        });
        assert!(count > 30, "{count}");
    }

    /// What has a name or is a list is taken by commas and by repeats, and no name twice.
    #[test]
    fn lists_are_repeated_and_names_are_not() {
        let program = arguments::command();
        let (mut wrong, mut count) = (Vec::new(), 0);
        each(|command, option, name| {
            let value =
                option.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
            let is_list =
                ["LIST", "SET", "CELLS", "FROM-TO", "ADDR:LENGTH"].contains(&value) || is_named(option);
            if !is_list || !option.get_action().takes_values() {
                return;
            }
            count += 1;
            if !matches!(option.get_action(), clap::ArgAction::Append) {
                wrong.push(format!("{} --{name} is not repeated", command.get_name()));
            }
            if is_named(option) {
                let words = command.get_bin_name().unwrap_or_default().split(' ').map(str::to_owned);
                let twice =
                    ["x", "--cpu=z80", &format!("--{name}=A=1"), &format!("--{name}=A=2")].map(str::to_owned);
                let matches = program.clone().try_get_matches_from(words.chain(twice));
                let refused = matches.map(|matches| refuse_repeats(&program, &matches).is_err());
                if refused.as_ref().is_ok_and(|is_refused| !is_refused) {
                    wrong.push(format!("{} --{name} takes a name twice", command.get_name()));
                }
            }
        });
        assert!(wrong.is_empty() && count > 20, "{count}: {wrong:#?}");
    }

    #[test]
    fn short_help_fits_one_screen() {
        let mut program = brief(arguments::command()).term_width(80);
        program.build();
        let mut long = BTreeMap::new();
        for command in commands(&program) {
            let lines = command.clone().term_width(80).render_help().to_string().lines().count();
            if lines > 24 {
                long.insert(command.get_name().to_owned(), lines);
            }
        }
        assert!(long.is_empty(), "{long:?}");
        assert!(crate::app::FIRST_STEPS.lines().all(|line| line.len() <= 80));
    }
}
