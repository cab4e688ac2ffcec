//! The styles of the view. Marked items also have a sign or reverse video, so they are visible without colors.

use ratatui::style::{Color, Modifier, Style};

use arcadian_debugger::step::figure::Mark;

/// The styles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// Whether colors are used.
    pub colors: bool,
}

impl Theme {
    fn style(self, color: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.colors { style.fg(color) } else { style }
    }

    /// Returns the style of the title line.
    pub fn header(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of a panel title.
    pub fn title(self, has_focus: bool) -> Style {
        self.style(Color::Cyan, if has_focus { Modifier::BOLD } else { Modifier::empty() })
    }

    /// Returns the style of secondary text.
    pub fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Returns the style of the program counter.
    pub fn current(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of the cursor line.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    /// Returns the style of labels.
    pub fn label(self) -> Style {
        self.style(Color::Green, Modifier::BOLD)
    }

    /// Returns the style of a changed value.
    pub fn mark(self, mark: Mark) -> Style {
        match mark {
            Mark::Unchanged => Style::new(),
            Mark::SinceStart => self.style(Color::Cyan, Modifier::empty()),
            Mark::Last => self.style(Color::Yellow, Modifier::BOLD | Modifier::REVERSED),
        }
    }

    /// Returns the style of error messages.
    pub fn error(self) -> Style {
        self.style(Color::Red, Modifier::BOLD)
    }

    /// Returns the style of keys.
    pub fn key(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
