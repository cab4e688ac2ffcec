//! Occurrences of names: whatever has a name can be given another one without a change of the bytes.

use std::collections::BTreeSet;

use arcadian_asm::names::{Fixed, Names, Occurrence};
use arcadian_asm::{Assembly, Dialect, Options, assemble};

use crate::{Files, messages};

/// A source with its files; the first is the source itself.
#[derive(Clone)]
struct Case {
    title: String,
    options: Options,
    files: Vec<(String, String)>,
}

impl Case {
    fn assemble(&self) -> Result<Assembly, String> {
        let (name, text) = &self.files[0];
        let mut host = Files(self.files.iter().cloned().collect());
        assemble(name, text, &self.options, &mut host).map_err(|failure| messages(&failure).join("\n"))
    }

    fn line(&self, file: &str, number: usize) -> &str {
        let text = self.files.iter().find(|(name, _)| name == file).map_or("", |(_, text)| text);
        text.lines().nth(number - 1).unwrap_or("")
    }

    /// Returns the sources with another name for a class.
    fn renamed(&self, assembly: &Assembly, class: usize, new: &str) -> Case {
        let mut case = self.clone();
        for (index, file) in assembly.files.iter().enumerate() {
            let Some((_, text)) = case.files.iter_mut().find(|(name, _)| name == file) else { continue };
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let mut spans: Vec<_> =
                assembly.names.of_class(class).filter(|found| found.file == index).collect();
            spans.sort_by_key(|found| std::cmp::Reverse((found.line, found.span.start)));
            spans.dedup_by_key(|found| (found.line, found.span.start));
            for found in spans {
                lines[found.line - 1].replace_range(found.span.start + found.sign..found.span.end, new);
            }
            *text = lines.iter().map(|line| format!("{line}\n")).collect();
        }
        case
    }
}

fn is_same(one: &Assembly, other: &Assembly) -> bool {
    (&one.image, one.origin, one.entry, &one.segments)
        == (&other.image, other.origin, other.entry, &other.segments)
}

/// Renames everything that has a name, and back. Returns how many could be renamed, and what could not be, with the reason.
fn rename_all(case: &Case) -> (usize, Vec<String>) {
    let assembly = case.assemble().unwrap_or_else(|why| panic!("{}: {why}", case.title));
    let plain = Case { options: Options { has_names: false, ..case.options.clone() }, ..case.clone() };
    let plain = plain.assemble().unwrap_or_else(|why| panic!("{}: {why}", case.title));
    assert!(is_same(&assembly, &plain) && plain.names == Names::default(), "{}", case.title);
    let classes: BTreeSet<usize> = assembly.names.entities.iter().map(|entity| entity.class).collect();
    let (mut count, mut fixed) = (0, Vec::new());
    for class in classes {
        let found: Vec<_> = assembly.names.of_class(class).collect();
        let Some(first) = found.first() else { continue };
        let name = |found: &Occurrence| found.span.start + found.sign..found.span.end;
        let file = |index: usize| assembly.files[index].as_str();
        let written = case.line(file(first.file), first.line).get(name(first)).unwrap_or("");
        let why = assembly.names.fixed(class).map(|fixed| format!("{fixed:?}"));
        let why = why.or_else(|| {
            found.iter().any(|own| file(own.file).starts_with('<')).then(|| "built in".to_owned())
        });
        if let Some(why) = why {
            // The macros of packages are in no file of the case.
            if !written.is_empty() {
                fixed.push(format!("{written} {why}"));
            }
            continue;
        }
        for own in &found {
            let text = case.line(file(own.file), own.line).get(name(own));
            assert!(
                text.is_some_and(|text| text.eq_ignore_ascii_case(written)),
                "{}: {own:?} {written}",
                case.title
            );
        }
        let new = if written.ends_with('$') { "987$" } else { "renamed" };
        let place = format!("{}:{}: {written} ({})", case.title, first.line, found.len());
        let other = case.renamed(&assembly, class, new);
        let changed = other.assemble().unwrap_or_else(|why| panic!("{place}: {why}"));
        assert!(is_same(&assembly, &changed), "{place}: other bytes");
        let (before, after) = (assembly.names.shape(), changed.names.shape());
        let differs = before.iter().zip(&after).find(|(before, after)| before != after);
        assert!(before == after, "{place}: {differs:?}");
        let again = changed.names.at(first.file, first.line, first.span.start);
        let class = changed
            .names
            .entity(again.first().unwrap_or_else(|| panic!("{place} is lost")))
            .expect("what it is")
            .class;
        let is_cased =
            found.iter().all(|own| case.line(file(own.file), own.line).get(name(own)) == Some(written));
        if is_cased {
            assert_eq!(
                other.renamed(&changed, class, written).files,
                case.renamed(&assembly, usize::MAX, "").files,
                "{place}"
            );
        }
        count += 1;
    }
    (count, fixed)
}

fn case(title: &str, dialect: &str, text: &str) -> Case {
    let dialect = Dialect::named(dialect).expect("a dialect");
    let defines = vec![("outside".to_owned(), 0x40), ("_outside".to_owned(), 0x9000)];
    let defines = if dialect == Dialect::OWN { Vec::new() } else { defines };
    let origin = (dialect.name() == "ca65").then_some(0x1000);
    let options =
        Options { dialect, defines, origin, has_names: true, has_placeholders: true, ..Options::default() };
    Case { title: title.to_owned(), options, files: vec![(format!("{title}.asm"), text.to_owned())] }
}

/// Every name of the sources that the other tests assemble.
#[test]
fn every_name_can_be_changed() {
    let mut counts = Vec::new();
    macro_rules! rename {
        ($($folder:literal $dialect:literal $name:literal;)*) => {$(
            let text = include_str!(concat!($folder, $name, ".asm"));
            let (count, fixed) = rename_all(&case($name, $dialect, text));
            counts.push(format!("{} {count}: {}", $name, fixed.join(", ")));
        )*};
    }
    rename! {
        "dialects/right/" "acme" "acme";
        "dialects/right/" "acme" "acme_rules";
        "dialects/right/" "sdcc" "sdcc_rules";
        "dialects/right/" "sjasmplus" "sjasmplus_rules";
        "dialects/right/" "zmac" "zmac_rules";
        "dialects/right/" "ca65" "ca65";
        "dialects/right/" "m80" "m80";
        "dialects/right/" "sdcc" "sdcc";
        "dialects/right/" "sjasmplus" "sjasmplus";
        "dialects/right/" "sjasmplus" "sjasmplus_memory";
        "dialects/right/" "sjasmplus" "sjasmplus_words";
        "dialects/right/" "z88dk" "z88dk";
        "dialects/right/" "zmac" "zmac";
        "right/" "arcadian" "conditions";
        "right/" "arcadian" "directives";
        "right/" "arcadian" "intel";
        "right/" "arcadian" "macros";
        "right/" "arcadian" "mos";
        "right/" "arcadian" "numbers";
        "right/" "arcadian" "zilog";
    }
    insta::assert_snapshot!(counts.join("\n"));
}

#[test]
fn names_that_stand_nowhere_are_fixed() {
    let text = " .import other\n .export main\nmain: jsr other\n: jmp :-\n lda outside\n";
    let case = case("imports", "ca65", text);
    let assembly = case.assemble().expect("it assembles");
    let at = |line, byte| {
        let found = assembly.names.at(0, line, byte);
        let entity = found.first().and_then(|found| assembly.names.entity(found)).expect("a name");
        (entity.name.as_str(), assembly.names.fixed(entity.class))
    };
    assert_eq!(at(1, 9), ("other", Some(Fixed::Imported)));
    assert_eq!(at(2, 9), ("main", None));
    assert_eq!(at(3, 11), ("other", Some(Fixed::Imported)));
    assert_eq!(at(4, 0).1, Some(Fixed::Unnamed));
    assert_eq!(at(5, 5), ("outside", Some(Fixed::Outside)));
}
