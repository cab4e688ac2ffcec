//! The size of pictures in files.

use anyhow::{Result, bail};
use arcadian_screen::Zoom;

use crate::args::{Aspect, Image};

/// Dots of a file for each pixel.
pub fn zoom(image: &Image) -> Result<Zoom> {
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
