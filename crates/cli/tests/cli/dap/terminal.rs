//! `dap` in a terminal.

use crate::{support::Folder, terminal::Terminal};

#[test]
fn it_says_what_it_waits_for_and_how_to_quit() {
    let mut terminal = Terminal::start(&Folder::with(&[]), (100, 24), &["dap"]);
    terminal.wait_for_text("waiting on standard input for an editor");
    terminal.wait_for_text("Ctrl-D");
    terminal.type_keys("\x04");
    assert!(terminal.wait_for_exit().success());
}
