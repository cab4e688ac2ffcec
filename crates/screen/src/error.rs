//! Errors of the encoders.

/// A picture could not be encoded.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// From the PNG encoder.
    #[error("cannot encode the picture as PNG; try a smaller zoom")]
    Png(#[from] ::png::EncodingError),
    /// From the GIF encoder.
    #[error("cannot encode the recording as GIF; try a smaller zoom or a shorter recording")]
    Gif(#[source] ::gif::EncodingError),
    /// A GIF would be too large.
    #[error("a GIF cannot have {pixels} pixels of {zoom} dots in one direction: the limit is 65535 dots")]
    TooLarge {
        /// The width or height in pixels.
        pixels: usize,
        /// The dots of a pixel.
        zoom: u32,
    },
    /// A raster has another size than its recording.
    #[error(
        "cannot add a picture of {} × {} pixels to a recording of {} × {}",
        found.0, found.1, expected.0, expected.1
    )]
    Size {
        /// The width and height of the recording.
        expected: (usize, usize),
        /// Those of the picture.
        found: (usize, usize),
    },
    /// The encoded bytes could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

impl From<::gif::EncodingError> for EncodeError {
    fn from(error: ::gif::EncodingError) -> Self {
        match error {
            ::gif::EncodingError::Io(error) => EncodeError::Write(error),
            error => EncodeError::Gif(error),
        }
    }
}
