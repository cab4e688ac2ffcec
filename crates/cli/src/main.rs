//! The program `arcadian`. The implementation is in the library crate.

fn main() -> std::process::ExitCode {
    arcadian::main()
}
