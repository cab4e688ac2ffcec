//! The color support of the terminal, and the brightness of colors.

use arcadian_screen::{blocks::Depth, palette::Scale};
use clap::ValueEnum;

/// The brightness of colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Palette {
    /// As in MAME: white is EEEEEE
    #[default]
    Mame,
    /// White is FFFFFF
    Full,
}

impl From<Palette> for Scale {
    fn from(palette: Palette) -> Self {
        match palette {
            Palette::Mame => Scale::Mame,
            Palette::Full => Scale::Full,
        }
    }
}

/// Returns the color depth for block characters.
pub fn depth() -> Depth {
    let colors = std::env::var("COLORTERM").unwrap_or_default();
    let term = std::env::var("TERM").unwrap_or_default();
    if no_color() || term == "dumb" {
        Depth::None
    } else if ["truecolor", "24bit"].contains(&colors.as_str()) || term.ends_with("-direct") {
        Depth::TrueColor
    } else {
        Depth::Ansi16
    }
}

/// Returns whether the user disables colors (<https://no-color.org>).
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
