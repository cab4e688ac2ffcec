//! What a dialect has, for the table of the documentation.

use crate::syntax::lexis::Lexis;
use crate::syntax::table::{BareLabels, Local, Naming, Table};

/// Returns the features of a dialect with their spellings.
pub(crate) fn features(table: &Table) -> Vec<(&'static str, Vec<String>)> {
    let mut found = syntax(&table.lexis);
    found.extend(naming(&table.naming, &table.lexis));
    found.push(("Address of the statement", owned(table.here)));
    found.push(("Operators", table.operators().map(|row| row.0.to_owned()).collect()));
    found.push(("Prefix operators", table.prefixes().map(|row| row.0.to_owned()).collect()));
    found.push(("Functions", table.functions().map(|row| row.0.to_owned()).collect()));
    let mut words: Vec<(&'static str, Vec<String>)> = Vec::new();
    for (word, directive) in table.directives() {
        match words.iter_mut().find(|(feature, _)| *feature == directive.feature()) {
            Some((_, words)) => words.push(word.to_owned()),
            None => words.push((directive.feature(), vec![word.to_owned()])),
        }
    }
    found.extend(words);
    let fakes =
        table.fakes.iter().map(|(pattern, _)| pattern.split(' ').next().unwrap_or(pattern).to_owned());
    let mut fakes: Vec<String> = fakes.collect();
    fakes.dedup();
    found.push(("Instructions that stand for several", fakes));
    found.push(("Macro packages", owned(table.packages.iter().map(|row| &row.0))));
    found
}

fn owned<'a>(words: impl IntoIterator<Item = &'a &'static str>) -> Vec<String> {
    words.into_iter().map(|word| (*word).to_owned()).collect()
}

fn syntax(lexis: &Lexis) -> Vec<(&'static str, Vec<String>)> {
    let star = lexis.star.then(|| "* in column one".to_owned());
    let block = lexis.block.map(|(open, close)| format!("{open} {close}"));
    let prefixes = lexis.number_prefixes.iter().map(|(prefix, base)| format!("{prefix} ({base})"));
    let suffixes = lexis.number_suffixes.iter().map(|(suffix, base)| format!("{suffix} after ({base})"));
    vec![
        ("Comments", owned(lexis.comments).into_iter().chain(star).chain(block).collect()),
        ("Between statements", lexis.separator.map(String::from).into_iter().collect()),
        ("Blocks", if lexis.braces { vec!["{ }".to_owned()] } else { Vec::new() }),
        ("Numbers", prefixes.chain(suffixes).collect()),
    ]
}

fn naming(naming: &Naming, lexis: &Lexis) -> Vec<(&'static str, Vec<String>)> {
    let labels = match naming.bare_labels {
        BareLabels::Never => "NAME:",
        BareLabels::ColumnOne | BareLabels::OnlyInColumnOne => "NAME: or column one",
        BareLabels::Anywhere => "NAME",
    };
    let locals = naming.locals.iter().map(|(sign, local)| match local {
        Local::Label => format!("{sign}NAME"),
        Local::Zone => format!("{sign}NAME (in a zone)"),
    });
    let dollar = lexis.dollar_labels.then(|| "1$".to_owned());
    let unnamed = [(naming.colons, ": :+ :-"), (naming.signs, "+ -"), (naming.numbers, "1 1F 1B")];
    let unnamed = unnamed.into_iter().filter(|(has, _)| *has).map(|(_, text)| text.to_owned());
    let case = if naming.is_case_sensitive { "matters" } else { "is ignored" };
    vec![
        ("Case", vec![case.to_owned()]),
        ("Labels", vec![labels.to_owned()]),
        ("Local labels", locals.chain(dollar).collect()),
        ("Labels without names", unnamed.collect()),
    ]
}
