//! What the crate promises, held against plain models: a pixel at a time, a terminal of cells, foreign decoders.

mod blocks;
mod characters;
mod colors;
mod drawing;
mod files;
mod font;
mod model;
mod recognition;
mod terminals;
