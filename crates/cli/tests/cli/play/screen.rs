//! The screen around the picture: the page of F1, footers, plain ASCII, colors.

use super::*;

/// Rules and keys are shown in parts that fit. The machine is stopped, and a recording is not changed.
#[test]
fn f1_shows_rules_and_keys() {
    const CONTROL_K: &str = "\x0b";
    let folder = Folder::with(&[]);
    for ((columns, rows), key, more) in
        [((100, 50), F1, ""), ((40, 24), "?", "Space=page 2/"), ((27, 12), CONTROL_K, "Space=page 2/")]
    {
        let args = ["play", "--seed", "1", "--speed", "max", "--graphics", "ascii", "--record", "game.keys"];
        let mut terminal = Terminal::start(&folder, (columns, rows), &args);
        terminal.wait_for_text("waits for a key");
        terminal.type_and_wait("1\r", "MOVE");
        let before = terminal.rows(rows.into());
        terminal.type_and_wait(key, "Robert Newman");
        if more.is_empty() {
            terminal.wait_for_text("any key goes back");
            terminal.wait_for_text("HALT: stops the program");
        }
        // Space turns the pages; at the end it closes the last one.
        for part in 2..30 {
            if !terminal.rows(rows.into()).concat().contains("Space=page") {
                break;
            }
            assert!(!more.is_empty());
            let next = format!("Space=page {part}/");
            terminal.wait_for_text(&next);
            terminal.type_keys(" ");
            terminal.wait_for("the next page", |screen| !screen.contents().contains(&next));
        }
        terminal.wait_for_text("any key goes back");
        terminal.type_keys(" ");
        terminal.wait_for("the same picture", |screen| crate::terminal::rows(screen, rows.into()) == before);
        // The way out works from the page, too.
        terminal.type_and_wait(key, "Robert Newman");
        terminal.leave("\x03");
        let keys = folder.read("game.keys");
        let recorded: Vec<_> = keys.lines().filter(|line| !line.starts_with("#!")).collect();
        assert_eq!(recorded, ["1{GO}"], "{columns} x {rows}");
    }
}

/// The page takes the place of a picture of graphics, which is erased and drawn again.
#[test]
fn f1_with_graphics() {
    let folder = folder();
    for (method, drawn, erased) in [("kitty", "\x1b_Ga=T", "\x1b_Ga=d"), ("sixel", "\x1bP0;1;0q", "\x1b[2J")]
    {
        let mut terminal = Terminal::start(&folder, SMALL, &["play", "x.bas", "--graphics", method]);
        terminal.wait_for_text("waits for a key");
        let count = |terminal: &Terminal, text: &str| {
            String::from_utf8_lossy(&terminal.bytes()).matches(text).count()
        };
        let before = (count(&terminal, drawn), count(&terminal, erased));
        terminal.type_and_wait(F1, "It reads single keys");
        assert_eq!(count(&terminal, drawn), before.0, "{method}");
        assert!(count(&terminal, erased) > before.1, "{method}");
        terminal.type_and_wait("x", "waits for a key");
        assert_eq!(count(&terminal, drawn), before.0 + 1, "{method}");
        terminal.leave("\x03");
    }
}

#[test]
fn the_way_out_is_in_every_footer() {
    let folder = Folder::with(&[("x.bas", "10 GOTO 10\n")]);
    for (args, state) in [
        (&["play"][..], "waits for a key"),
        (&["play", "x.bas"], "runs as in 1982"),
        (&["play", "--new"], "ready"),
    ] {
        for (columns, help) in [(80, "F1=help"), (40, "F1=help"), (27, "")] {
            let terminal = Terminal::start(&folder, (columns, 24), args);
            terminal.wait_for(&format!("{args:?} at {columns}"), |screen| {
                let text = screen.contents();
                text.contains(state) && text.contains("C leaves") && text.contains(help)
            });
            terminal.leave("\x03");
        }
    }
}

/// Without UTF-8, on old terminals and on request, all that is written is ASCII, and texts stay texts.
#[test]
fn ascii_only() {
    let program = "10 PRINT \"HELLO\",7÷2×1\n20 BOX 0,0,40,20,1\n30 K=KP;TV=K;GOTO 30\n";
    let folder = Folder::with(&[("x.bas", program)]);
    let posix = [("LC_ALL", "C")];
    let old = [("TERM", "vt100")];
    let console = [("LC_ALL", ""), ("LC_CTYPE", ""), ("LANG", ""), ("TERM", "linux")];
    let none = [];
    for (args, environment, keys, texts) in [
        (
            &["play", "x.bas"][..],
            &posix[..],
            &["/", F1, " ", "\x0b", "\x1b"][..],
            &["HELLO", "waits for a key", "###"][..],
        ),
        (&["play", "x.bas"], &old, &["/", F1], &["HELLO", "waits for a key", "###"]),
        (&["play", "x.bas", "--speed", "max"], &console, &["*"], &["HELLO", "| / divides |"]),
        (&["play", "x.bas", "--graphics", "ascii"], &none, &["/*"], &["HELLO", "Ctrl-C leaves"]),
        (&["play", "--sound", "off"], &posix, &["1\r", "\x14", "?", " ", " "], &["LEVEL"]),
        (&["bally", "--sound", "off"], &posix, &[F1, " "], &["^C leaves", "runs, "]),
        (&["bally", "--basic", "--graphics", "ascii"], &none, &["print 1/2\r", "\x0b"], &[">", "^C leaves"]),
        (&["bally", "--basic", "--sound", "off"], &old, &["7/2\r", "help\r"], &[">", "^S saves"]),
        (
            &["step", "T2CW", "--in", "board=1B2F"],
            &posix,
            &["ss", "?", "\x1b"],
            &[">0100", "->Code", "Registers"],
        ),
        (&["step", "x.bas"], &old, &["nnn"], &["PRINT \"HELLO\",7/2*1"]),
        (&["board", "halma", "play"], &posix, &["?"], &["select"]),
    ] {
        for size in [SMALL, (40, 24)] {
            let variables: Vec<_> =
                environment.iter().map(|(name, value)| (*name, std::ffi::OsStr::new(*value))).collect();
            let mut terminal = Terminal::start_with(&folder, size, args, &variables);
            for text in texts.iter().filter(|_| size.0 > 40) {
                terminal.wait_for_text(text);
            }
            terminal.wait_for("a screen", |screen| screen.contents().len() > 50);
            for key in keys {
                terminal.type_keys(key);
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
            let bytes = terminal.bytes();
            let foreign = bytes.iter().position(|byte| *byte > 0x7e);
            let shown =
                foreign.map(|at| String::from_utf8_lossy(&bytes[at.saturating_sub(60)..]).into_owned());
            assert_eq!(shown, None, "{args:?} {environment:?} {size:?}");
        }
    }
}

/// The terminals of DEC have no colors, whatever the environment says of other terminals.
#[test]
fn old_terminals_get_no_colors() {
    let folder = folder();
    let is_colored = |screen: &vt100::Screen| {
        let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
        let plain = vt100::Color::Default;
        cells.into_iter().any(|cell| cell.fgcolor() != plain || cell.bgcolor() != plain)
    };
    for (args, text) in [
        (&["play", "x.bas"][..], "leaves"),
        (&["step", "x.bas"], "quit"),
        (&["board", "halma", "play"], "quit"),
    ] {
        for (kind, expected) in [("vt100", false), ("xterm", true)] {
            let variables = [("TERM", kind), ("NO_COLOR", "")];
            let variables = variables.map(|(name, value)| (name, std::ffi::OsStr::new(value)));
            let terminal = Terminal::start_with(&folder, SMALL, args, &variables);
            terminal.wait_for(&format!("{args:?} as {kind}"), |screen| {
                screen.contents().contains(text) && is_colored(screen) == expected
            });
        }
    }
}
