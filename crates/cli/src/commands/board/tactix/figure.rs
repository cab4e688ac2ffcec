//! The figures of the article on TACTIX.

use arcadian_board::tactix::{FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout};
use clap::ValueEnum;

/// A figure with a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Figure {
    /// 4 × 4 in 2 bytes
    #[value(name = "2")]
    Two,
    /// 6 × 6 in 5 bytes
    #[value(name = "3")]
    Three,
    /// 5 × 5 in 4 bytes, first form
    #[value(name = "4")]
    Four,
    /// 5 × 5 in 4 bytes, better form
    #[value(name = "5")]
    Five,
}

impl Figure {
    /// All figures.
    pub const ALL: [Figure; 4] = [Figure::Two, Figure::Three, Figure::Four, Figure::Five];

    /// Returns the number of the figure.
    pub fn number(self) -> u8 {
        self as u8 + 2
    }

    /// Returns the layout.
    pub fn layout(self) -> &'static Layout {
        match self {
            Figure::Two => &FIGURE_2,
            Figure::Three => &FIGURE_3,
            Figure::Four => &FIGURE_4,
            Figure::Five => &FIGURE_5,
        }
    }

    /// Returns the title, as in `Figure 3, 6 × 6 in 5 bytes`.
    pub fn title(self) -> String {
        let size = self.layout().size();
        format!("Figure {}, {size} × {size} in {} bytes", self.number(), self.layout().byte_count())
    }
}
