//! How things look. Without colours too, everything that is marked is marked by a sign or by reverse video.

use ratatui::style::{Color, Modifier, Style};

use arcadian_desk::step::figure::Mark;

/// Whether colours may be used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// Whether they may.
    pub colours: bool,
}

impl Theme {
    fn style(self, colour: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.colours { style.fg(colour) } else { style }
    }

    /// The line at the top.
    pub fn header(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The title of a panel.
    pub fn title(self, has_focus: bool) -> Style {
        self.style(Color::Cyan, if has_focus { Modifier::BOLD } else { Modifier::empty() })
    }

    /// What is of less interest.
    pub fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The place where the program stands.
    pub fn here(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The line of the cursor.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    /// Labels.
    pub fn label(self) -> Style {
        self.style(Color::Green, Modifier::BOLD)
    }

    /// What changed.
    pub fn mark(self, mark: Mark) -> Style {
        match mark {
            Mark::Unchanged => Style::new(),
            Mark::SinceStart => self.style(Color::Cyan, Modifier::empty()),
            Mark::Last => self.style(Color::Yellow, Modifier::BOLD | Modifier::REVERSED),
        }
    }

    /// What went wrong.
    pub fn wrong(self) -> Style {
        self.style(Color::Red, Modifier::BOLD)
    }

    /// A key.
    pub fn key(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
