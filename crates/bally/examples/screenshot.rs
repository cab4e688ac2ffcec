//! Runs the boot ROM's test card for a second and prints its picture, a character for each pixel.

use arcadian_bally::{Bally, Config, Input};

#[allow(clippy::print_stdout)]
fn main() {
    let mut bally = Bally::new(Config::default());
    for _ in 0..60 {
        bally.run_frame(&Input::default());
    }
    for row in bally.picture() {
        println!(
            "{}",
            row.map(|value| [' ', '.', 'o', '#'][usize::from(value)]).iter().collect::<String>().trim_end()
        );
    }
}
