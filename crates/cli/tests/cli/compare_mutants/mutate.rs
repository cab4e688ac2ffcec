//! Kinds of damage to a listing. Some have no meaning, such as other comments.

use std::ops::Range;

use super::{Dialect, Random};

/// A listing as lines.
pub(crate) struct Source<'t> {
    pub(crate) dialect: Dialect,
    pub(crate) lines: Vec<&'t str>,
}

/// A kind of damage. It returns the damaged text, or `None` if the chosen place does not have what it damages.
pub(crate) type Kind = (&'static str, fn(&Source, &mut Random) -> Option<String>);

pub(crate) const KINDS: &[Kind] = &[
    ("code line lost", |source, random| source.without(source.any(random, Source::code)?)),
    ("code line doubled", |source, random| source.doubled(source.any(random, Source::code)?)),
    ("code lines swapped", |source, random| {
        let at = source.any(random, Source::code)?;
        let next = source.code().into_iter().find(|next| *next > at)?;
        source.swapped(at, next)
    }),
    ("code line moved", |source, random| {
        let (at, to) = (source.any(random, Source::code)?, source.any(random, Source::code)?);
        source.with_moved(at, to)
    }),
    ("code line replaced", |source, random| {
        let (at, other) = (source.any(random, Source::code)?, source.any(random, Source::code)?);
        source.with_statement(at, source.statement(other).1)
    }),
    ("jump retargeted", |source, random| source.with_other_label(random, Source::jumps)),
    ("condition changed", |source, random| {
        source.with_other_word(
            random,
            Source::jumps,
            "Z>NZ NZ>Z C>NC NC>C PO>PE P>M z>nz nz>z c>nc nc>c beq>bne bne>beq bcc>bcs bcs>bcc \
             bpl>bmi bmi>bpl jeq>jne jne>jeq bvc>bvs",
        )
    }),
    ("number changed by one", |source, random| source.with_other_number(random, Source::code, |n| n + 1)),
    ("top bit of a number changed", |source, random| {
        source.with_other_number(random, Source::code, |n| n ^ 0x80)
    }),
    ("number is zero", |source, random| source.with_other_number(random, Source::code, |_| 0)),
    ("precedence of an expression", |source, random| {
        let at = source.any(random, Source::code)?;
        let (range, number) = pick(random, numbers(source.dialect, source.lines[at]))?;
        let more = pick(random, vec!["+1<<2", "|1&6", "*2+1", "-1&15"])?;
        source.with(at, range, &format!("{number}{more}"))
    }),
    ("high byte of a sum", |source, random| {
        let at = source.any(random, Source::code)?;
        let from = source.lines[at].find('#')?;
        let name = pick(random, source.names())?;
        let sign = pick(random, vec!["<", ">"])?;
        let sum =
            if random.below(2) == 0 { format!("#{sign}{name}+1") } else { format!("#{sign}({name}+1)") };
        source.with(at, from..source.lines[at].len(), &sum)
    }),
    ("data line lost", |source, random| source.without(source.any(random, Source::data)?)),
    ("data line doubled", |source, random| source.doubled(source.any(random, Source::data)?)),
    ("data lines swapped", |source, random| {
        let (at, other) = (source.any(random, Source::data)?, source.any(random, Source::data)?);
        source.swapped(at, other)
    }),
    ("data line moved", |source, random| {
        let (at, to) = (source.any(random, Source::data)?, random.below(source.lines.len()));
        source.with_moved(at, to)
    }),
    ("number of data changed", |source, random| source.with_other_number(random, Source::data, |n| n + 1)),
    ("size of data changed", |source, random| {
        source.with_other_word(
            random,
            Source::data,
            ".db>.dw .dw>.db .byte>.word .addr>.byte .word>.byte defb>defw defw>defb .ds>.blkw",
        )
    }),
    ("table entry changed", |source, random| source.with_other_label(random, Source::tables)),
    ("string changed", |source, random| {
        let at = source.any(random, Source::strings)?;
        let quote = source.lines[at].find('"')? + 1;
        source.with(at, quote..quote + 1, pick(random, vec!["#", "L", "0", "_"])?)
    }),
    ("blank in a string", |source, random| {
        let at = source.any(random, Source::strings)?;
        let blank = source.lines[at].find("\"")? + 1;
        source.with(at, blank..blank, pick(random, vec![" ", "  ", "; "])?)
    }),
    ("label lost", |source, random| {
        let at = source.any(random, Source::labels)?;
        source.with_whole(at, source.statement(at).1)
    }),
    ("label renamed where it is", |source, random| {
        let at = source.any(random, Source::labels)?;
        let (range, _) = source.label(at)?;
        source.with(at, range, &source.new_label(random))
    }),
    ("label renamed where it is used", |source, random| {
        let at = source.any(random, Source::label_uses)?;
        let (range, _) = pick(random, source.labels_in(at))?;
        source.with(at, range, &source.new_label(random))
    }),
    ("label renamed everywhere", |source, random| {
        let at = source.any(random, Source::labels)?;
        let (_, old) = source.label(at)?;
        let new = source.new_label(random);
        let lines = source.lines.iter().map(|line| replaced(source.dialect, line, &old, &new));
        Some(joined(&lines.collect::<Vec<String>>()))
    }),
    ("label moved", |source, random| {
        let at = source.any(random, Source::labels)?;
        let to = (at + random.below(9)).saturating_sub(4).min(source.lines.len() - 1);
        let mut lines = source.texts();
        let (label, rest) = source.statement(at);
        lines[at] = rest.to_owned();
        lines.insert(to, label.to_owned());
        Some(joined(&lines))
    }),
    ("label doubled", |source, random| {
        let at = source.any(random, Source::labels)?;
        source.with_line_at(random.below(source.lines.len()), source.statement(at).0)
    }),
    ("labels exchanged", |source, random| {
        let (at, other) = (source.any(random, Source::labels)?, source.any(random, Source::labels)?);
        let ((range, one), (other_range, two)) = (source.label(at)?, source.label(other)?);
        let mut lines = source.texts();
        lines[at].replace_range(range, &two);
        lines[other].replace_range(other_range, &one);
        (at != other).then(|| joined(&lines))
    }),
    ("function lost", |source, random| {
        let (from, to) = pick(random, source.functions())?;
        let mut lines = source.texts();
        lines.drain(from..to);
        Some(joined(&lines))
    }),
    ("function renamed", |source, random| {
        let at = source.any(random, Source::globals)?;
        let (range, name) = source.label(at)?;
        source.with(at, range, &(name + "2"))
    }),
    ("functions exchanged", |source, random| {
        let functions = source.functions();
        let at = random.below(functions.len().max(2) - 1);
        let ((from, middle), (next, to)) = (*functions.get(at)?, *functions.get(at + 1)?);
        if middle != next {
            return None;
        }
        let mut lines = source.texts();
        lines[from..to].rotate_left(middle - from);
        Some(joined(&lines))
    }),
    ("name no longer public", |source, random| {
        let at = source.any(random, Source::exports)?;
        match source.lines[at].find("::") {
            Some(colons) => source.with(at, colons..colons + 2, ":"),
            None => source.without(at),
        }
    }),
    ("another name public", |source, random| {
        let at = source.any(random, Source::exports)?;
        let name = pick(random, source.names())?;
        let words = words(source.dialect, source.lines[at]);
        let (range, _) = words.into_iter().next_back()?;
        source.with(at, range, &name)
    }),
    ("section changed", |source, random| {
        let (at, other) = (source.any(random, Source::sections)?, source.any(random, Source::sections)?);
        source.with_whole(at, source.lines[other])
    }),
    ("section lost", |source, random| source.without(source.any(random, Source::sections)?)),
    ("section moved", |source, random| {
        let at = source.any(random, Source::sections)?;
        let to = random.below(source.lines.len());
        let mut lines = source.texts();
        let line = lines.remove(at);
        lines.insert(to.min(lines.len()), line);
        Some(joined(&lines))
    }),
    ("setting lost", |source, random| source.without(source.any(random, Source::settings)?)),
    ("type in a comment changed", |source, random| {
        let comments = |source: &Source| {
            source.where_line(|line| line.trim_start().starts_with(';') && line.contains('('))
        };
        let at = source.any(random, comments)?;
        let line = source.lines[at];
        let changed = if line.contains("void ") {
            line.replacen("void ", "int ", 1)
        } else {
            line.replacen("unsigned char ", "void ", 1).replacen("int ", "void ", 1)
        };
        source.with_whole(at, &changed)
    }),
    ("comment added", |source, random| {
        source.with_line_at(random.below(source.lines.len()), "; another comment: void f(void); L0002")
    }),
    ("other blanks", |source, random| {
        let at = random.below(source.lines.len());
        source.with_whole(at, &source.lines[at].replace('\t', "    "))
    }),
    ("register changed", |source, random| {
        source.with_other_word(
            random,
            Source::code,
            "a>b b>c c>b d>e e>d h>l l>h hl>de de>hl bc>de x>y y>x lda>ldx sta>stx ldx>ldy tay>tax \
             ix>iy",
        )
    }),
    ("instruction changed", |source, random| {
        source.with_other_word(
            random,
            Source::code,
            "add>adc adc>add sub>sbc sbc>sub and>or or>xor xor>and cp>sub inc>dec dec>inc push>pop \
             pop>push call>jp jp>call jr>jp ret>nop srl>sra rlca>rla lda>eor clc>sec sec>clc asl>lsr \
             iny>dey inx>dex cmp>adc jsr>jmp jmp>jsr rts>rti sta>lda eor>ora ora>and tya>txa",
        )
    }),
    ("offset changed", |source, random| {
        let at = source.any(random, Source::name_uses)?;
        let (range, _) = pick(random, source.names_in(at))?;
        source.with(at, range.end..range.end, pick(random, vec!["+1", "-1", "+2"])?)
    }),
    ("name of something else", |source, random| {
        let at = source.any(random, Source::name_uses)?;
        let (range, _) = pick(random, source.names_in(at))?;
        let other = pick(random, source.names())?;
        source.with(at, range, &other)
    }),
    ("case of a name changed", |source, random| {
        let at = source.any(random, Source::name_uses)?;
        let (range, name) = pick(random, source.names_in(at))?;
        source.with(at, range, &name.to_uppercase())
    }),
    ("low and high byte exchanged", |source, random| {
        let uses = |source: &Source| source.where_line(|line| line.contains("#<") || line.contains("#>"));
        let at = source.any(random, uses)?;
        let line = source.lines[at];
        let changed =
            if line.contains("#<") { line.replacen("#<", "#>", 1) } else { line.replacen("#>", "#<", 1) };
        source.with_whole(at, &changed)
    }),
    ("mark of a constant lost", |source, random| {
        let uses = |source: &Source| {
            source.code().into_iter().filter(|at| source.lines[*at].contains('#')).collect()
        };
        let at = source.any(random, uses)?;
        let mark = source.lines[at].find('#')?;
        source.with(at, mark..mark + 1, "")
    }),
    ("exported name renamed", |source, random| {
        let at = source.any(random, Source::exports)?;
        let (range, _) = words(source.dialect, source.lines[at]).into_iter().next_back()?;
        source.with(at, range.end..range.end, "2")
    }),
    ("rest of line added", |source, random| {
        let at = random.below(source.lines.len());
        let line = source.lines[at];
        let end = line.find(';').unwrap_or(line.len());
        let end = line.get(..end)?.trim_end().len();
        let rest =
            pick(random, vec![" junk", ",", ",a", " 5", "+", "+1", "(a)", " (a)", ":", "=5", " #1", "\""])?;
        if end == 0 { None } else { source.with(at, end..end, rest) }
    }),
    ("jump out of range", |source, random| {
        let at = source.any(random, Source::code)?;
        let far = "\tnop\n".repeat(150);
        source.with_line_at(at, far.trim_end_matches('\n'))
    }),
    ("block moved", |source, random| {
        let labels = source.labels();
        let from = random.below(labels.len().max(2) - 1);
        let (start, end) = (*labels.get(from)?, *labels.get(from + 1)?);
        let to = *labels.get(random.below(labels.len()))?;
        if (start..end).contains(&to) || to == end {
            return None;
        }
        let mut lines = source.texts();
        let block: Vec<String> = lines.drain(start..end).collect();
        let to = if to > start { to - block.len() } else { to };
        lines.splice(to..to, block);
        Some(joined(&lines))
    }),
    ("data between code", |source, random| {
        let data = match source.dialect {
            Dialect::Sdcc => "\t.db 0x00",
            Dialect::Cc65 => "\t.byte $EA",
            Dialect::Z88dk => "\tdefb 0",
        };
        source.with_line_at(source.any(random, Source::code)?, data)
    }),
];

/// The lines that a kind of damage can have.
type Places<'t> = fn(&Source<'t>) -> Vec<usize>;

impl<'t> Source<'t> {
    pub(crate) fn new(dialect: Dialect, text: &str) -> Source<'_> {
        Source { dialect, lines: text.lines().collect() }
    }

    fn texts(&self) -> Vec<String> {
        self.lines.iter().map(|line| (*line).to_owned()).collect()
    }

    fn any(&self, random: &mut Random, places: impl Fn(&Self) -> Vec<usize>) -> Option<usize> {
        pick(random, places(self))
    }

    fn where_line(&self, is: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| is(self.lines[*at])).collect()
    }

    /// Returns a line's label with its colon, and the rest.
    pub(crate) fn statement(&self, at: usize) -> (&str, &str) {
        let line = self.lines[at];
        let end = self.label(at).map_or(0, |(range, _)| {
            range.end + line[range.end..].bytes().take_while(|byte| *byte == b':').count()
        });
        line.split_at(end)
    }

    /// Returns where a line's label is, and its name.
    fn label(&self, at: usize) -> Option<(Range<usize>, String)> {
        let line = self.lines[at];
        if let Some(name) = line.trim_start().strip_prefix(".proc") {
            let name = name.trim().split(':').next()?.trim();
            let from = line.find(name)?;
            return Some((from..from + name.len(), name.to_owned()));
        }
        if self.dialect == Dialect::Z88dk {
            let name = line.strip_prefix('.')?.split_whitespace().next()?;
            return Some((1..1 + name.len(), name.to_owned()));
        }
        let end = line.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')))?;
        (end > 0 && line[end..].starts_with(':')).then(|| (0..end, line[..end].to_owned()))
    }

    fn word(&self, at: usize) -> &str {
        self.statement(at).1.split_whitespace().next().unwrap_or("")
    }

    pub(crate) fn code(&self) -> Vec<usize> {
        let other =
            "section module include c_line global extern public defb defw defm defs defc if else endif";
        let is_code = |at: &usize| {
            let word = self.word(*at);
            let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
            is_word
                && !other.split(' ').any(|other| word.eq_ignore_ascii_case(other))
                && !self.lines[*at].contains('=')
        };
        (0..self.lines.len()).filter(is_code).collect()
    }

    fn data(&self) -> Vec<usize> {
        let directives = ".db .dw .ds .ascii .byte .word .addr .res defb defw defm defs";
        (0..self.lines.len()).filter(|at| directives.split(' ').any(|word| word == self.word(*at))).collect()
    }

    fn strings(&self) -> Vec<usize> {
        self.data().into_iter().filter(|at| self.lines[*at].contains('"')).collect()
    }

    fn tables(&self) -> Vec<usize> {
        self.data().into_iter().filter(|at| !self.labels_in(*at).is_empty()).collect()
    }

    fn labels(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| self.label(*at).is_some()).collect()
    }

    fn globals(&self) -> Vec<usize> {
        let is_global = |at: &usize| self.label(*at).is_some_and(|(_, name)| name.starts_with('_'));
        (0..self.lines.len()).filter(is_global).collect()
    }

    fn jumps(&self) -> Vec<usize> {
        let jumps = ["jp", "jr", "djnz", "call", "ret", "jmp", "jsr"];
        let is_jump = |at: &usize| {
            let word = self.word(*at);
            jumps.contains(&word)
                || word.starts_with('b') && word.len() == 3 && word != "bit"
                || word.starts_with('j')
        };
        self.code().into_iter().filter(is_jump).collect()
    }

    fn label_uses(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| !self.labels_in(*at).is_empty()).collect()
    }

    fn name_uses(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| !self.names_in(*at).is_empty()).collect()
    }

    fn sections(&self) -> Vec<usize> {
        self.where_line(|line| {
            let line = line.trim_start().to_ascii_lowercase();
            [".area", ".segment", "section"].iter().any(|word| line.starts_with(word))
        })
    }

    fn exports(&self) -> Vec<usize> {
        self.where_line(|line| {
            let start = line.trim_start().to_ascii_lowercase();
            line.contains("::") || [".globl", ".export", "global"].iter().any(|word| start.starts_with(word))
        })
    }

    fn settings(&self) -> Vec<usize> {
        self.where_line(|line| {
            let line = line.trim_start().to_ascii_lowercase();
            let words = ".module .optsdcc .setcpu .smart .autoimport .importzp .import .macpack .case .fopt \
                .proc .endproc module include c_line";
            words.split(' ').any(|word| line.starts_with(word))
        })
    }

    /// Returns the lines of functions: from a global label to the next one.
    fn functions(&self) -> Vec<(usize, usize)> {
        let globals = self.globals();
        let ends = globals.iter().skip(1).copied().chain([self.lines.len()]);
        globals.iter().copied().zip(ends).collect()
    }

    fn label_names(&self) -> Vec<String> {
        self.labels().into_iter().filter_map(|at| self.label(at)).map(|(_, name)| name).collect()
    }

    /// Returns the words of a line after its label.
    fn words_in(&self, at: usize) -> impl Iterator<Item = (Range<usize>, String)> {
        let start = self.statement(at).0.len();
        words(self.dialect, self.lines[at]).into_iter().filter(move |(range, _)| range.start >= start)
    }

    fn labels_in(&self, at: usize) -> Vec<(Range<usize>, String)> {
        let known = self.label_names();
        self.words_in(at).filter(|(_, word)| known.contains(word)).collect()
    }

    /// Returns the uses of global names in a line of code or data.
    fn names_in(&self, at: usize) -> Vec<(Range<usize>, String)> {
        if !self.code().contains(&at) && !self.data().contains(&at) {
            return Vec::new();
        }
        self.words_in(at).filter(|(_, word)| word.starts_with('_')).collect()
    }

    /// Returns all global names.
    fn names(&self) -> Vec<String> {
        let words = self.lines.iter().flat_map(|line| words(self.dialect, line));
        words.map(|(_, word)| word).filter(|word| word.starts_with('_') && !word.ends_with('_')).collect()
    }

    fn new_label(&self, random: &mut Random) -> String {
        let number = 40 + random.below(60);
        match self.dialect {
            Dialect::Sdcc => format!("{number:05}$"),
            Dialect::Cc65 => format!("L{number:04}"),
            Dialect::Z88dk => format!("i_{number}"),
        }
    }

    fn with(&self, at: usize, range: Range<usize>, new: &str) -> Option<String> {
        let mut lines = self.texts();
        lines[at].replace_range(range, new);
        Some(joined(&lines))
    }

    fn with_whole(&self, at: usize, new: &str) -> Option<String> {
        self.with(at, 0..self.lines[at].len(), new)
    }

    fn with_statement(&self, at: usize, new: &str) -> Option<String> {
        self.with_whole(at, &format!("{}{new}", self.statement(at).0))
    }

    fn with_line_at(&self, at: usize, line: &str) -> Option<String> {
        let mut lines = self.texts();
        lines.insert(at, line.to_owned());
        Some(joined(&lines))
    }

    fn doubled(&self, at: usize) -> Option<String> {
        self.with_line_at(at, self.statement(at).1)
    }

    /// Moves a line without its label.
    fn with_moved(&self, at: usize, to: usize) -> Option<String> {
        let (label, line) = self.statement(at);
        let mut lines = self.texts();
        lines[at] = label.to_owned();
        lines.insert(to, line.to_owned());
        Some(joined(&lines))
    }

    /// Leaves out a line but its label.
    fn without(&self, at: usize) -> Option<String> {
        self.with_whole(at, if self.word(at).starts_with(".proc") { "" } else { self.statement(at).0 })
    }

    fn swapped(&self, at: usize, other: usize) -> Option<String> {
        let mut lines = self.texts();
        let (one, two) = (self.statement(at), self.statement(other));
        lines[at] = format!("{}{}", one.0, two.1);
        lines[other] = format!("{}{}", two.0, one.1);
        Some(joined(&lines))
    }

    fn with_other_label(&self, random: &mut Random, places: Places<'t>) -> Option<String> {
        let at = self.any(random, places)?;
        let (range, _) = pick(random, self.labels_in(at))?;
        let other = pick(random, self.label_names())?;
        self.with(at, range, &other)
    }

    /// Exchanges a word by a table of pairs `old>new`.
    fn with_other_word(&self, random: &mut Random, places: Places<'t>, table: &str) -> Option<String> {
        let pairs = || table.split(' ').filter_map(|pair| pair.split_once('>'));
        let at = self.any(random, places)?;
        let other =
            |(range, word): (Range<usize>, String)| Some((range, pairs().find(|(from, _)| *from == word)?.1));
        let (range, to) = pick(random, self.words_in(at).filter_map(other).collect())?;
        self.with(at, range, to)
    }

    fn with_other_number(
        &self,
        random: &mut Random,
        places: Places<'t>,
        change: fn(u32) -> u32,
    ) -> Option<String> {
        let at = self.any(random, places)?;
        let (range, number) = pick(random, numbers(self.dialect, self.lines[at]))?;
        let changed = change(number);
        let text = match self.dialect {
            Dialect::Cc65 => format!("${changed:02X}"),
            _ => format!("0x{changed:02x}"),
        };
        self.with(at, range, &text)
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn pick<T>(random: &mut Random, mut all: Vec<T>) -> Option<T> {
    (!all.is_empty()).then(|| all.swap_remove(random.below(all.len())))
}

/// Returns the words of a line before its comment, without those in strings.
fn words(dialect: Dialect, line: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut is_quoted = false;
    let mut start = None;
    let is_part =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '.') || c == '$' && dialect == Dialect::Sdcc;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        is_quoted ^= c == '"';
        match (is_part(c) && !is_quoted, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from..at, line[from..at].to_owned()));
                start = None;
            }
            _ => {}
        }
        if c == ';' && !is_quoted {
            break;
        }
    }
    found
}

fn numbers(dialect: Dialect, line: &str) -> Vec<(Range<usize>, u32)> {
    let number = |(range, word): (Range<usize>, String)| {
        if dialect == Dialect::Cc65 && line[..range.start].ends_with('$') {
            let value = u32::from_str_radix(&word, 16).ok()?;
            return Some((range.start - 1..range.end, value));
        }
        let hexadecimal = word.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
        Some((range, hexadecimal.or_else(|| word.parse().ok())?))
    };
    words(dialect, line).into_iter().filter_map(number).collect()
}

fn replaced(dialect: Dialect, line: &str, old: &str, new: &str) -> String {
    let mut text = line.to_owned();
    for (range, word) in words(dialect, line).into_iter().rev() {
        if word == old {
            text.replace_range(range, new);
        } else if word.strip_prefix('.') == Some(old) && dialect == Dialect::Z88dk {
            text.replace_range(range.start + 1..range.end, new);
        }
    }
    text
}
