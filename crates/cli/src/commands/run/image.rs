//! The size of pictures in files, and its arguments.

use anyhow::{Result, bail};
use arcadian_screen::Zoom;

use clap::{Args, ValueEnum};

use crate::number::decimal;
use crate::terminal::modes::Palette;

/// Options for pictures in files.
#[derive(Args, Debug)]
pub struct ImageArgs {
    /// Pixel aspect ratio: 6:7 as on a television, or square
    #[arg(long, value_enum, default_value_t)]
    pub aspect: Aspect,
    /// Size: 1 (960 × 616) or 2 for tv, 1 to 16 dots per pixel for square [default: tv 1, square 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u32>(0..=u32::MAX.into()))]
    pub scale: Option<u32>,
    /// Brightness of colors
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
}

/// A pixel aspect ratio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Aspect {
    /// 6:7, as on a television
    #[default]
    Tv,
    /// 1:1
    Square,
}

/// Returns the number of dots per pixel in each direction.
pub fn zoom(image: &ImageArgs) -> Result<Zoom> {
    let (default, most, sizes) = match image.aspect {
        Aspect::Tv => (1, Zoom::MAX / Zoom::TV.y(), "1 or 2 with --aspect tv, 1 to 16 with --aspect square"),
        Aspect::Square => (4, Zoom::MAX, "1 to 16 with --aspect square"),
    };
    let scale = image.scale.unwrap_or(default);
    if !(1..=most).contains(&scale) {
        bail!("`{scale}` is not a valid --scale ({sizes})");
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
