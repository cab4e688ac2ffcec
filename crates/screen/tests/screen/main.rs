//! Tests against simple models (single pixels, a terminal of cells) and independent decoders.

mod drawing;
mod files;
mod recognition;
mod terminals;
