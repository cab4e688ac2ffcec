//! Diagnostics of a line before its document is analyzed; and the analysis of a changed text, which is that of the text.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, diagnostics, uri};

/// A dialect: its name, the first lines of a source, and lines that can follow them in any order, right ones and wrong ones.
struct Dialect {
    name: &'static str,
    head: &'static str,
    lines: &'static [&'static str],
}

const DIALECTS: [Dialect; 8] = [
    Dialect {
        name: "arcadian",
        head: " CPU Z80\n",
        lines: &[
            "",
            "; a comment",
            "A1: LD A,5",
            "B1: LD (HL),B1",
            " LD A,(A1",
            " LDX A",
            " XYZ",
            " JP A1",
            " JP NONE",
            "K EQU 3",
            " BIT K,A",
            " BIT 9,A",
            "M1 MACRO",
            " ENDM",
            " M1",
            " IF K",
            " ELSE",
            " ENDIF",
            ".L: DJNZ .L",
            " DB 'x",
            " DB 1,,2",
            " INCLUDE \"x.asm\"",
            " ORG 8000H",
            " END",
            "word",
        ],
    },
    Dialect {
        name: "ca65",
        head: " .setcpu \"6502\"\n .code\n",
        lines: &[
            "",
            "; a comment",
            "a1: lda #5",
            " sta a1,x",
            " lda (a1",
            " ldq #1",
            " xyz",
            " jmp none",
            "k = 3",
            ".macro m1 p",
            " lda p",
            ".endmacro",
            " m1 5",
            ".if k",
            ".else",
            ".endif",
            "@l: bne @l",
            ".proc p1",
            ".endproc",
            ".struct s1",
            "f1 .byte",
            ".endstruct",
            ".import far",
            " jsr far",
            ".define d1 5",
            " lda #d1",
            ".byte \"x",
            ".repeat 2",
            ".endrep",
            ".end",
        ],
    },
    Dialect {
        name: "sdcc",
        head: " .module m\n .area _CODE\n",
        lines: &[
            "",
            "; a comment",
            "_a::ld a,#5",
            " ld (hl),#_a",
            " ld a,(_a",
            " ldx a",
            " xyz",
            " jp none",
            "k = 3",
            "1$: djnz 1$",
            " .globl far",
            " call far",
            " .macro m1",
            " .endm",
            " m1",
            " .if k",
            " .else",
            " .endif",
            " .db 1,,2",
            " .ascii \"x",
            " .radix x",
        ],
    },
    Dialect {
        name: "sjasmplus",
        head: " device zxspectrum48\n org 32768\n",
        lines: &[
            "",
            "; a comment",
            "/* a comment",
            "*/",
            "a1: ld a,5",
            " ld (hl),a1",
            " ld a,(a1",
            " ldx a",
            " xyz",
            " jp none",
            "k equ 3",
            ".l: djnz .l",
            " macro m1",
            " endm",
            " m1",
            " struct s1",
            "f1 byte",
            " ends",
            " if k",
            " else",
            " endif",
            " dup 2",
            " edup",
            " db 1,,2",
            " db 'x",
            " define d1 5",
            " ld a,d1",
        ],
    },
    Dialect {
        name: "z88dk",
        head: " SECTION code\n",
        lines: &[
            "",
            "; a comment",
            ".a1",
            "a2: ld a,5",
            " ld a,(a2",
            " ldx a",
            " xyz",
            " jp none",
            " defc k = 3",
            " EXTERN far",
            " call far",
            "IF k",
            "ENDIF",
            " defb 1,,2",
            " defm \"x",
        ],
    },
    Dialect {
        name: "zmac",
        head: " org 100h\n",
        lines: &[
            "",
            "; a comment",
            "a1: ld a,5",
            " ld a,(a1",
            " ldx a",
            " xyz",
            " jp none",
            "k equ 3",
            "m1 macro",
            " endm",
            " m1",
            " if k",
            " endif",
            " db 1,,2",
            " db 'x",
        ],
    },
    Dialect {
        name: "m80",
        head: " .z80\n",
        lines: &[
            "",
            "; a comment",
            "a1: ld a,5",
            " ld a,(a1",
            " ldx a",
            " xyz",
            " jp none##",
            "k equ 3",
            " .radix 16",
            " db 0ff",
            "m1 macro",
            " endm",
            " m1",
            " if k",
            " endif",
            " rept 2",
            " .comment *",
            " db 1,,2",
            " end",
        ],
    },
    Dialect {
        name: "acme",
        head: " *= $1000\n",
        lines: &[
            "",
            "; a comment",
            "a1 lda #5",
            " lda (a1",
            " ldq #1",
            " xyz",
            " jmp none",
            "k = 3",
            "- dex",
            " bne -",
            "!macro m1 {",
            "}",
            " +m1",
            "!if k {",
            "} else {",
            "!byte 1,,2",
            "!text \"x",
            "!zone z1",
            "!for i, 1, 2 {",
        ],
    },
];

fn client(dialect: &Dialect) -> Client {
    let cpu = if ["acme", "ca65"].contains(&dialect.name) { "6502" } else { "z80" };
    let mut client = Client::with(json!({"initializationOptions": {"dialect": dialect.name, "cpu": cpu}}));
    client.server.drain();
    client
}

fn replace(client: &mut Client, version: i32, lines: std::ops::Range<usize>, new: &str) {
    let position = |line: usize| json!({"line": line, "character": 0});
    let range = json!({"start": position(lines.start), "end": position(lines.end)});
    client.change("x.asm", version, json!([{"range": range, "text": new}]));
}

fn list(messages: &[Value]) -> Vec<Value> {
    let is_about = |message: &&Value| message["method"] == "textDocument/publishDiagnostics";
    let last = messages.iter().rev().find(is_about);
    last.and_then(|message| message["params"]["diagnostics"].as_array().cloned()).unwrap_or_default()
}

#[test]
fn a_wrong_line_is_reported_before_the_analysis() {
    for (name, line, error) in [
        ("arcadian", " QQQ", "3:1-3:4 error assembler: the Z80 has no instruction `QQQ`"),
        ("arcadian", " LD A,(5", "missing closing parenthesis"),
        ("ca65", " qqq", "`qqq` is not a word of ca65"),
        ("sdcc", " qqq", "`qqq` is not a word of sdcc"),
        ("sjasmplus", " qqq", "`qqq` is not a word of sjasmplus"),
    ] {
        let dialect = DIALECTS.iter().find(|dialect| dialect.name == name).expect("a dialect");
        let mut client = client(dialect);
        client.open("x.asm", &format!("{}\n\n\n\n", dialect.head));
        replace(&mut client, 2, 3..3, &format!("{line}\n"));
        let sent = client.server.drain();
        assert_eq!(sent[0]["params"]["version"], 2, "{name}");
        let found = diagnostics(&sent, "x.asm");
        assert!(found.contains(error), "{name}: {found}");
    }
}

#[test]
fn an_error_moves_with_its_line_and_goes_with_it() {
    let mut client = Client::started();
    client.server.drain();
    client.open("x.asm", " CPU 8080\n XYZ\n NOP\n");
    replace(&mut client, 2, 0..0, "; a line\n");
    assert!(client.server.drain().is_empty(), "editors move errors by themselves");
    replace(&mut client, 3, 3..4, " QQQ\n");
    let found = diagnostics(&client.server.drain(), "x.asm");
    assert!(found.starts_with("2:1-2:4 error") && found.contains("\n3:1-3:4 error"), "{found}");
    replace(&mut client, 4, 2..3, " NOP\n");
    let found = diagnostics(&client.server.drain(), "x.asm");
    assert!(found.starts_with("3:1-3:4 error") && found.lines().count() == 1, "{found}");
    assert_eq!(diagnostics(&client.settle(), "x.asm"), found);
}

/// Replacements of lines: the first one, their number, and indices of new ones.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, Vec<prop::sample::Index>)>> {
    let new = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    prop::collection::vec((0_usize..12, 0_usize..3, new), 1..8)
}

proptest! {
    #[test]
    fn the_analysis_after_changes_is_that_of_the_text(
        dialect in 0..DIALECTS.len(),
        first in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        edits in edits(),
        is_settled in prop::collection::vec(any::<bool>(), 8),
    ) {
        let dialect = &DIALECTS[dialect];
        // No two lines are equal, so that it is clear which ones a change replaces.
        let mut count_of_lines = 0;
        let mut chosen = |indices: &[prop::sample::Index]| -> Vec<String> {
            let chosen = indices.iter().map(|index| {
                count_of_lines += 1;
                format!("{} ; {count_of_lines}", index.get(dialect.lines))
            });
            chosen.collect()
        };
        let mut lines: Vec<String> = dialect.head.lines().map(str::to_owned).collect();
        lines.extend(chosen(&first));
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut client = client(dialect);
        client.open("x.asm", &text(&lines));
        for (version, ((at, count, new), is_settled)) in (2..).zip(edits.into_iter().zip(is_settled)) {
            let at = at.min(lines.len());
            let end = (at + count).min(lines.len());
            let new = chosen(&new);
            replace(&mut client, version, at..end, &text(&new));
            lines.splice(at..end, new.iter().cloned());
            let early = list(&client.server.drain());
            if !is_settled {
                continue;
            }
            let last = list(&client.settle());
            let mut fresh = self::client(dialect);
            prop_assert_eq!(&last, &list(&fresh.open("x.asm", &text(&lines))), "{}", text(&lines));
            // An error that is reported at once is one of the analysis.
            let is_new = |found: &&Value| {
                let line = found["range"]["start"]["line"].as_u64().unwrap_or(0) as usize;
                (at..at + new.len()).contains(&line)
            };
            for found in early.iter().filter(is_new) {
                prop_assert!(last.contains(found), "{}\n{}\n{:#?}", found, text(&lines), last);
            }
        }
    }
}

#[test]
fn a_folder_of_included_files_can_be_named() {
    let options = json!({"initializationOptions": {"include": ["inc"]}, "rootUri": uri("")});
    let mut client = Client::with(options);
    client.files.0.insert("/project/inc/a.inc".into(), b" NOP\n".to_vec());
    client.server.drain();
    assert_eq!(diagnostics(&client.open("src/x.asm", " CPU 8080\n INCLUDE \"a.inc\"\n"), "src/x.asm"), "");
}

#[test]
fn names_of_other_modules_are_no_errors() {
    let mut client = Client::started();
    client.server.drain();
    let text = " .setcpu \"6502\"\n .import far\n jsr far\n jsr missing\n";
    let found = diagnostics(&client.open("x.s", text), "x.s");
    assert!(!found.contains("far") && found.contains("missing"), "{found}");
}
