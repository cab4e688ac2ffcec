//! Workflow commands of GitHub Actions,
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>.

use std::fmt::Write;

use super::{Status, Suite, text};

/// Returns the report for people, then an annotation for each case that did not pass.
pub(super) fn write(suite: &Suite) -> String {
    let mut commands = String::new();
    text::write(suite).lines().for_each(|line| commands += &plain(line));
    for case in suite.wrong() {
        let level = if matches!(case.status, Status::Failed | Status::Invalid) { "error" } else { "warning" };
        let _ = writeln!(
            commands,
            "::{level} file={},line={},title={}::{}",
            property(&case.file()),
            case.line,
            property(&case.title()),
            data(&[case.message.as_str(), case.details.trim_end()].join("\n"))
        );
    }
    commands
}

/// Returns a line that is not a command, whatever it contains.
fn plain(line: &str) -> String {
    let line = line.replace("##[", "## [");
    let mark = if line.trim_start().starts_with("::") { "| " } else { "" };
    format!("{mark}{line}\n")
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.trim_end().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
