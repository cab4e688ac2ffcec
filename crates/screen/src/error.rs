//! What can go wrong in an encoder.

/// A picture could not be turned into a file's bytes.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// From the PNG encoder.
    #[error("the picture could not be encoded as PNG; try a smaller zoom")]
    Png(#[from] ::png::EncodingError),
    /// From the GIF encoder.
    #[error("the recording could not be encoded as GIF; try a smaller zoom or a shorter recording")]
    Gif(#[from] ::gif::EncodingError),
}
