//! The size of pictures in files, and the arguments that say it.

use anyhow::{Result, bail};
use arcadian_screen::Zoom;

use clap::{Args, ValueEnum};

use crate::terminal::color::Palette;

/// How pictures are written to files.
#[derive(Args, Debug)]
pub struct ImageArgs {
    /// Shape of a pixel: 6:7 as on a television, or square
    #[arg(long, value_enum, default_value_t)]
    pub aspect: Aspect,
    /// Size: tv 1 (960 × 616) or 2; square 1 to 16 dots a pixel [default: tv 1, square 4]
    #[arg(long, value_name = "N")]
    pub scale: Option<u32>,
    /// How bright the colours are
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
}

/// The shape of a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Aspect {
    /// 6 wide to 7 high
    #[default]
    Tv,
    /// As wide as high
    Square,
}

/// Dots of a file for each pixel.
pub fn zoom(image: &ImageArgs) -> Result<Zoom> {
    let (default, most, sizes) = match image.aspect {
        Aspect::Tv => (1, Zoom::MAX / Zoom::TV.y(), "--aspect tv has 1 and 2, --aspect square 1 to 16"),
        Aspect::Square => (4, Zoom::MAX, "--aspect square has 1 to 16"),
    };
    let scale = image.scale.unwrap_or(default);
    if !(1..=most).contains(&scale) {
        bail!("`{scale}` is not a valid --scale: {sizes}");
    }
    Ok(match image.aspect {
        Aspect::Tv => Zoom::new(Zoom::TV.x() * scale, Zoom::TV.y() * scale),
        Aspect::Square => Zoom::square(scale),
    })
}

impl From<Aspect> for arcadian_screen::Aspect {
    fn from(aspect: Aspect) -> Self {
        match aspect {
            Aspect::Tv => Self::Tv,
            Aspect::Square => Self::Square,
        }
    }
}
