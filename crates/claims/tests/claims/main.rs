//! Tests of the bundled sheets: each is proven, the images are up to date, and the programs play.

mod programs;
mod sheets;
