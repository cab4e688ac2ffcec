//! Runs the console blocks of the pages in `docs` from the project's root.

#[test]
fn pages() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the project's root");
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", std::path::Path::new(env!("CARGO_BIN_EXE_arcadian")));
    cases.case("docs/boards.md").case("docs/boards/*.md").case("docs/verify.md").case("docs/stepping.md");
    cases.case("docs/arcadian-basic.md").case("docs/bally-machine.md");
    cases.case("docs/assembler.md").case("docs/shorten.md").case("docs/first-program.md");
    cases.case("docs/five-minutes.md").case("docs/tapes.md");
}
