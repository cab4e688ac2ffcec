//! Tests against simple models (single pixels, a terminal of cells) and independent decoders.

mod blocks;
mod characters;
mod colors;
mod drawing;
mod files;
mod font;
mod model;
mod rasters;
mod recognition;
mod terminals;
