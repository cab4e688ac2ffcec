//! Color bytes, with the hue in the high five bits (0 is gray) and the luminance in the low three.
//!
//! The formula is MAME's for the Astrocade's color circuit, an approximation of a console. MAME truncates and this
//! module rounds, so a channel may differ by one.

use std::f64::consts::FRAC_1_SQRT_2;

/// The brightness of the highest luminance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scale {
    /// As in MAME: luminance 7 is 14/15 of full brightness, so white is EEEEEE.
    #[default]
    Mame,
    /// Luminance 7 is full brightness: white is FFFFFF.
    Full,
}

impl Scale {
    fn brightness(self, luma: u8) -> f64 {
        match self {
            Scale::Mame => 2.0 * f64::from(luma) / 15.0,
            Scale::Full => f64::from(luma) / 7.0,
        }
    }
}

pub fn rgb(byte: u8, scale: Scale) -> [u8; 3] {
    let y = scale.brightness(byte & 7);
    let [red_less_y, blue_less_y] = chroma(byte >> 3);
    let (red, blue) = (y + red_less_y, y + blue_less_y);
    let green = (y - 0.299 * red - 0.114 * blue) / 0.587;
    [red, green, blue].map(|channel| (channel * 255.0).round().clamp(0.0, 255.0) as u8)
}

/// Returns R − Y and B − Y of a hue 0..=31.
fn chroma(hue: u8) -> [f64; 2] {
    match hue {
        0 => [0.0, 0.0],
        _ => [0.75 * sine(hue), 1.15 * sine(hue + QUARTER)],
    }
}

/// A quarter of the hue circle.
const QUARTER: u8 = 8;

/// The sines of a quarter circle in steps of 1/32 circle. A table, because the last bits of `f64::sin` depend on the
/// platform.
const SINES: [f64; QUARTER as usize + 1] = [
    0.0,
    0.195_090_322_016_128_28,
    0.382_683_432_365_089_8,
    0.555_570_233_019_602_2,
    FRAC_1_SQRT_2,
    0.831_469_612_302_545_2,
    0.923_879_532_511_286_7,
    0.980_785_280_403_230_4,
    1.0,
];

/// Returns the sine of an angle in units of 1/32 circle.
fn sine(angle: u8) -> f64 {
    let (quarter, step) = (angle / QUARTER % 4, usize::from(angle % QUARTER));
    let from_zero = if quarter % 2 == 0 { step } else { usize::from(QUARTER) - step };
    if quarter < 2 { SINES[from_zero] } else { -SINES[from_zero] }
}
