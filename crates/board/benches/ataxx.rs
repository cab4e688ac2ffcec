//! To be written.
fn main() {
    divan::main();
}
