//! What the crate promises, held against plain models: a pixel at a time, a terminal of cells, foreign decoders.

mod characters;
mod drawing;
mod font;
mod model;
mod recognising;
