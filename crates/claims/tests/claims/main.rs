//! Tests of the bundled sheets: each is proven, the images are up to date, and the programs play.

/// The bundled programs: they play as the reference model says, on the cores and on other emulators.
mod programs {
    mod console;
    mod rotate;
    mod tactix;
}
mod sheets;
