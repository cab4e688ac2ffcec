//! The program `arcadian`; everything is in its library.

fn main() -> std::process::ExitCode {
    arcadian::main()
}
