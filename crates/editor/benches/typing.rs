//! The time from a key press in a source of 100,000 lines to its diagnostics: to those that the line has by itself, and to all. The source
//! fits into the memory of 64 KiB: of ten lines, five have bytes.

use arcadian_editor::lsp::server::Server;
use arcadian_files::NoFiles;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

const LINES: usize = 100_000;

/// A dialect: the first lines, and ten lines in which `~` is replaced by their number and `%` by a byte.
struct Dialect {
    name: &'static str,
    head: &'static str,
    group: &'static str,
}

const DIALECTS: [Dialect; 4] = [
    Dialect {
        name: "arcadian",
        head: " CPU Z80\n ORG 0\n",
        group: "; routine ~\n\nK~ EQU %\nM~ EQU K~*2+1\nR~:\n LD A,K~ AND 0FFH\n ADD A,B\n.L: DEC A\n INC HL\n RET ; ready\n",
    },
    Dialect {
        name: "ca65",
        head: " .setcpu \"6502\"\n .org 0\n",
        group: "; routine ~\n\nk~ = %\nm~ = k~*2+1\nr~:\n lda #k~\n clc\n@l: dex\n iny\n rts ; ready\n",
    },
    Dialect {
        name: "sdcc",
        head: " .module long\n .area _CODE (ABS)\n .org 0\n",
        group: "; routine ~\n\nk~ = %\nm~ = k~*2+1\n_r~::\n ld a,#k~\n add a,b\n1$: dec a\n inc hl\n ret ; ready\n",
    },
    Dialect {
        name: "sjasmplus",
        head: " device zxspectrum48\n org 0\n",
        group: "; routine ~\n\nk~ = %\nm~ equ k~*2+1\nr~:\n ld a,k~\n add a,b\n.l: dec a\n inc hl\n ret ; ready\n",
    },
];

impl Dialect {
    fn source(&self) -> String {
        let mut text = self.head.to_owned();
        for number in 0..LINES / 10 {
            let group =
                self.group.replace('~', &number.to_string()).replace('%', &(number % 256).to_string());
            text += &group;
        }
        text
    }
}

/// An unknown word is typed, and the change is undone.
#[divan::bench(args = DIALECTS.map(|dialect| dialect.name))]
fn errors_of_the_line(bencher: divan::Bencher<'_, '_>, name: &str) {
    let mut editor = Editor::of(name);
    bencher.bench_local(|| {
        editor.press(" xyz;", "; ");
        let sent = editor.messages();
        assert_eq!(sent.len(), 1, "version {}", editor.version);
        sent
    });
}

/// A character is added to a comment or removed.
#[divan::bench(args = DIALECTS.map(|dialect| dialect.name), sample_count = 10)]
fn all_diagnostics(bencher: divan::Bencher<'_, '_>, name: &str) {
    let mut editor = Editor::of(name);
    bencher.bench_local(|| {
        editor.press(";x", ";");
        editor.settle();
        editor.messages()
    });
}

struct Editor {
    server: Server,
    version: u64,
    /// The line that is edited, a comment.
    edited: usize,
}

impl Editor {
    fn of(name: &str) -> Self {
        let dialect = DIALECTS.iter().find(|dialect| dialect.name == name).expect("a dialect");
        let edited = dialect.head.lines().count() + LINES / 2;
        let mut editor = Editor { server: Server::new(), version: 1, edited };
        let initialize =
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
        editor.server.receive(initialize);
        let document =
            json!({"uri": "file:///long.asm", "languageId": "asm", "version": 1, "text": dialect.source()});
        editor.notify("textDocument/didOpen", json!({"textDocument": document}));
        editor.settle();
        editor.messages();
        editor
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.server.receive(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Changes the beginning of the line from one text to the other.
    fn press(&mut self, one: &str, other: &str) {
        self.version += 1;
        let (old, new) = if self.version == 2 {
            (";", one)
        } else if self.version.is_multiple_of(2) {
            (other, one)
        } else {
            (one, other)
        };
        let edited = self.edited;
        let column = |character: usize| json!({"line": edited, "character": character});
        let change = json!({"range": {"start": column(0), "end": column(old.len())}, "text": new});
        let document = json!({"uri": "file:///long.asm", "version": self.version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// Runs the analyses.
    fn settle(&mut self) {
        while let Some(job) = self.server.next_job() {
            let done = job.run(&NoFiles);
            self.server.finish(done);
        }
    }

    /// Returns the messages as they are sent.
    fn messages(&mut self) -> Vec<String> {
        self.server.drain().iter().map(Value::to_string).collect()
    }
}
