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
