//! Control files of the disassembler: lines `data FROM-TO`, `text FROM-TO`, `code FROM-TO` and `entry ADDR`.

use std::{ops, path::Path, rc::Rc};

use anyhow::Result;
use arcadian_asm::{Content, Range, did_you_mean, nearest};

use arcadian_files::{Files as _, address, diagnostic, escape};

use crate::files::Disk;

/// The maximum length of a control file in bytes.
const LONGEST: u64 = 1 << 20;
const KEYWORDS: [&str; 4] = ["code", "data", "text", "entry"];

/// Ranges and entries. Those from a file have a source location.
#[derive(Default)]
pub struct Control {
    pub ranges: Vec<(Range, Option<SourceSpan>)>,
    pub entries: Vec<(u16, Option<SourceSpan>)>,
}

pub struct SourceSpan {
    file: Rc<(String, String)>,
    span: ops::Range<usize>,
}

impl SourceSpan {
    pub fn error(&self, title: &str, help: Option<&str>) -> anyhow::Error {
        let (name, text) = &*self.file;
        diagnostic::render(name, text, self.span.clone(), title, help).into()
    }
}

impl Control {
    /// Returns the ranges without their locations.
    pub fn ranges(&self) -> Vec<Range> {
        self.ranges.iter().map(|(range, _)| *range).collect()
    }

    /// Returns the entries without their locations.
    pub fn entries(&self) -> Vec<u16> {
        self.entries.iter().map(|(entry, _)| *entry).collect()
    }

    /// Removes and returns the ranges and entries that begin in a part of a program.
    pub fn take(&mut self, (first, bytes): &(u16, Vec<u8>)) -> Control {
        let is_own =
            |address: u16| address.checked_sub(*first).is_some_and(|at| usize::from(at) < bytes.len());
        Control {
            ranges: self.ranges.extract_if(.., |(range, _)| is_own(range.first)).collect(),
            entries: self.entries.extract_if(.., |(entry, _)| is_own(*entry)).collect(),
        }
    }

    /// Adds the ranges and entries of a file.
    pub fn read(&mut self, path: &Path) -> Result<()> {
        let text = Disk.text(path, "a control file", LONGEST)?;
        self.parse(&escape::source_name(path), &text)
    }

    fn parse(&mut self, name: &str, text: &str) -> Result<()> {
        let file = Rc::new((name.to_owned(), text.to_owned()));
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let code = line.split(';').next().unwrap_or("");
            let words = words(code).map(|word| start + word.start..start + word.end);
            let places: Vec<SourceSpan> =
                words.map(|span| SourceSpan { file: Rc::clone(&file), span }).collect();
            self.add_line(text, places)?;
            start += line.len();
        }
        Ok(())
    }

    /// Adds the range or entry of a line, given as its words.
    fn add_line(&mut self, text: &str, words: Vec<SourceSpan>) -> Result<()> {
        let word = |place: &SourceSpan| text.get(place.span.clone()).unwrap_or("");
        let mut words = words.into_iter();
        let Some(keyword) = words.next() else { return Ok(()) };
        let name = word(&keyword).to_ascii_lowercase();
        let content = match name.as_str() {
            "code" => Some(Content::Code),
            "data" => Some(Content::Data),
            "text" => Some(Content::Text),
            "entry" => None,
            _ => return Err(unknown(&keyword, &name)),
        };
        let Some(value) = words.next() else {
            let needs =
                if content.is_some() { "addresses, as in F000-FFFF" } else { "an address, as in F000" };
            return Err(keyword.error(&format!("`{name}` needs {needs}"), None));
        };
        if let Some(more) = words.next() {
            return Err(more.error("the line should end here", Some("a semicolon starts a comment")));
        }
        let wrong = |why: String| value.error(&why, None);
        match content {
            Some(content) => {
                let (first, last) = address::range(word(&value)).map_err(wrong)?;
                self.ranges.push((Range { first, last, content }, Some(value)));
            }
            None => self.entries.push((address::parse(word(&value)).map_err(wrong)?, Some(value))),
        }
        Ok(())
    }
}

fn unknown(place: &SourceSpan, name: &str) -> anyhow::Error {
    let help = match nearest(name, KEYWORDS) {
        Some(near) => did_you_mean(near),
        None => "a line starts with code, data, text or entry".to_owned(),
    };
    place.error(&format!("unknown keyword `{name}`"), Some(&help))
}

fn words(line: &str) -> impl Iterator<Item = ops::Range<usize>> {
    let mut end = 0;
    let words = line.split_inclusive(char::is_whitespace).map(move |part| {
        let start = end;
        end += part.len();
        start..start + part.trim_end().len()
    });
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Control, String> {
        let mut control = Control::default();
        control.parse("x.ctl", text).map_err(|error| error.to_string())?;
        Ok(control)
    }

    #[test]
    fn lines_in_every_form() {
        let text =
            "; a game\n\ndata 4000-40FF ; the sprites\r\nTEXT\t$4100-411FH\r  code 0x4120-4FFF\nentry 4200";
        let control = parsed(text).expect("a control file");
        let range = |first, last, content| Range { first, last, content };
        let ranges = [
            range(0x4000, 0x40FF, Content::Data),
            range(0x4100, 0x411F, Content::Text),
            range(0x4120, 0x4FFF, Content::Code),
        ];
        assert_eq!((control.ranges(), control.entries()), (ranges.to_vec(), vec![0x4200]));
        assert!(parsed("").expect("nothing").ranges.is_empty());
    }

    #[test]
    fn mistakes_are_underlined() {
        for (text, message, underlined) in [
            ("dat 4000-40FF", "did you mean `data`?", "^^^"),
            ("÷\n", "a line starts with", "^"),
            ("code", "`code` needs addresses", "^^^^"),
            ("entry ; 4000", "`entry` needs an address", "^^^^^"),
            ("text 40-4F-50", "a range is FROM-TO", "^^^^^^^^"),
            ("\n\ndata 40FF-4000", "40FF is after 4000", "^^^^^^^^^"),
            ("entry 4000-40FF", "an address is hexadecimal", "^^^^^^^^^"),
            ("entry 4000 4001", "the line should end here", "^^^^"),
            ("data 0000-10000", "beyond FFFF", "^^^^^^^^^^"),
        ] {
            let Err(shown) = parsed(text) else { panic!("{text} was accepted") };
            let line = shown.lines().find(|line| line.contains('^')).unwrap_or_default();
            let marks = line.trim_start_matches(['|', ' ']);
            assert!(shown.contains(message) && marks == underlined, "{text}: {shown}");
        }
    }
}
