//! Runs the console blocks of the README from the project's root.

#[test]
fn readme() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the project's root");
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", std::path::Path::new(env!("CARGO_BIN_EXE_arcadian")));
    cases.case("README.md");
}
