//! The panel of displayed expressions, breakpoints and watchpoints.

use arcadian_debugger::debugger::Stoppoint;
use ratatui::text::Line;

use super::Content;
use crate::terminal::stepping::app::App;

pub(super) fn content(app: &App) -> Content {
    let shown = app.stepping.session.displayed().into_iter().map(Line::from);
    let stops = app.stepping.session.debugger().stoppoints().iter().map(|stop| Line::from(line(stop)));
    let mut lines: Vec<Line> = shown.chain(stops).collect();
    if lines.is_empty() {
        let hints = ["w displays a value", "Space sets a breakpoint"];
        lines.extend(hints.map(|hint| Line::styled(hint, app.theme.quiet())));
    }
    Content { title: "Watches and stops".to_owned(), lines, is_part: false }
}

fn line(Stoppoint { id, text, enabled, hits, .. }: &Stoppoint) -> String {
    let sign = if *enabled { '●' } else { '○' };
    let times = if *hits == 1 { "time" } else { "times" };
    format!("{sign} {id}: {text}, hit {hits} {times}")
}
