//! Manual pages, from the arguments and help texts of the commands.

use clap::Command;
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

/// Introductions of the paragraphs of examples and of the exit status.
const EXAMPLES: &str = "Examples:\n";
const EXIT_STATUS: &str = "Exit status: ";

/// Returns a command and the commands in it, in the order of their help.
pub fn commands(command: &Command) -> Vec<&Command> {
    let inner = described(command).flat_map(commands);
    [command].into_iter().chain(inner).collect()
}

/// Returns the commands in a command. clap's `help` has its text in every page already.
fn described(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}

fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

pub fn file_name(command: &Command) -> String {
    format!("{}.1", title(command))
}

pub fn page(command: &Command) -> String {
    let help = Help::of(command);
    let source = concat!("arcadian ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("arcadian manual");
    let mut sections = vec![
        rendered(|out| man.render_title(out)),
        section(|out| man.render_name_section(out)),
        section(|out| man.render_synopsis_section(out)),
        section(|out| man.render_description_section(out)),
        help.description(),
    ];
    if command.get_arguments().next().is_some() {
        sections.push(section(|out| man.render_options_section(out)));
    }
    sections.extend([commands_section(command), help.examples(), help.exit_status(), see_also(command)]);
    sections.concat()
}

/// Returns what `clap_mangen` writes.
fn rendered(render: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = render(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns a section without the definitions that `clap_mangen` repeats before each.
fn section(render: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let text = rendered(render);
    text.find(".SH").map_or_else(String::new, |start| text[start..].to_owned())
}

fn commands_section(command: &Command) -> String {
    let mut roff = Roff::new();
    for (number, inner) in described(command).enumerate() {
        if number == 0 {
            roff.control("SH", ["COMMANDS"]);
        }
        roff.control("TP", []);
        roff.text([bold(title(inner)), roman("(1)")]);
        roff.text([roman(inner.get_about().map(ToString::to_string).unwrap_or_default())]);
    }
    roff.to_roff()
}

/// Returns the section that names the command that a command belongs to.
fn see_also(command: &Command) -> String {
    let name = title(command);
    let words = command.get_bin_name().unwrap_or(name);
    let Some((outer, _)) = words.rsplit_once(' ') else { return String::new() };
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]).text([bold(outer.replace(' ', "-")), roman("(1)")]);
    roff.to_roff()
}

/// The text after the options in a command's help, by paragraphs.
struct Help {
    paragraphs: Vec<String>,
}

impl Help {
    fn of(command: &Command) -> Self {
        let text = command.get_after_long_help().or(command.get_after_help());
        let text = text.map(ToString::to_string).unwrap_or_default();
        // `See --help for …` is for the short help only.
        let is_reference = |text: &&str| text.starts_with("See ") && text.contains("--help");
        let paragraphs =
            text.split("\n\n").map(str::trim_end).filter(|text| !text.is_empty() && !is_reference(text));
        Self { paragraphs: paragraphs.map(str::to_owned).collect() }
    }

    /// Returns the paragraphs that continue the description.
    fn description(&self) -> String {
        let mut roff = Roff::new();
        let is_other = |text: &&String| !text.starts_with(EXAMPLES) && !text.starts_with(EXIT_STATUS);
        for paragraph in self.paragraphs.iter().filter(is_other) {
            roff.control("PP", []);
            for line in paragraph.lines() {
                roff.text([roman(line)]);
            }
        }
        roff.to_roff()
    }

    /// Returns the section of examples, whose lines keep their form.
    fn examples(&self) -> String {
        let mut roff = Roff::new();
        for examples in self.paragraphs.iter().filter_map(|text| text.strip_prefix(EXAMPLES)) {
            roff.control("SH", ["EXAMPLES"]).control("nf", []);
            for line in examples.lines() {
                roff.text([roman(line.trim_start())]);
            }
            roff.control("fi", []);
        }
        roff.to_roff()
    }

    fn exit_status(&self) -> String {
        let mut roff = Roff::new();
        for text in self.paragraphs.iter().filter_map(|text| text.strip_prefix(EXIT_STATUS)) {
            roff.control("SH", ["EXIT STATUS"]).text([roman(text)]);
        }
        roff.to_roff()
    }
}
