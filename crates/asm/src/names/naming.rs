//! Noting which name stands for what, for editors.

use crate::assembly::Symbol;
use crate::flow::Parameter;
use crate::names::{
    Argument, Key, Later, NameKind, NameParts, Names, Role, Substitution, in_headers, parameter_key,
};
use crate::origins::{Origins, Place};
use crate::passes::Engine;
use crate::syntax::{Kind, MADE, Piece, Span, Statement, Token, tokens};

impl Engine<'_> {
    fn symbol_key(&self, full: &str) -> Key {
        (NameKind::Symbol, self.symbols.key(full).into_owned())
    }

    /// Returns the parts of a name and what each stands for, if the whole stands for `full`: `two::inner`, `gfx.draw.loop`.
    fn parts_of(&self, full: &str, written: &str) -> NameParts {
        let naming = &self.table.naming;
        let length = written.len();
        // A parameter that stands for another name is one of its own.
        let is_alias = |own: &String| self.pass.aliases.get(own).is_some_and(|other| other == full);
        let own = if self.pass.aliases.is_empty() { Vec::new() } else { self.own_candidates(written) };
        let own = own.into_iter().find(is_alias);
        let full = own.as_deref().unwrap_or(full);
        if self.is_local(written) {
            let sign = written.chars().next().filter(|first| !first.is_ascii_digit());
            return NameParts {
                sign: sign.map_or(0, char::len_utf8),
                ..NameParts::whole(self.symbol_key(full), length)
            };
        }
        let outermost = naming.outermost.and_then(|prefix| written.strip_prefix(prefix));
        let rest = outermost.filter(|rest| !rest.is_empty()).unwrap_or(written);
        let skip = written.len() - rest.len();
        if !full.ends_with(rest) {
            return NameParts { parts: vec![(self.symbol_key(full), skip..length)], sign: 0, length };
        }
        NameParts::path(full, (rest, skip), naming.separator, |full| self.symbol_key(full))
    }

    /// Notes that a name in the current statement stands for a symbol.
    pub(crate) fn note_name(&mut self, full: &str, token: &Token<'_>, role: Role) {
        if self.pass.names.is_on {
            let parts = self.parts_of(full, token.text);
            self.pass.names.note(parts, &token.span(), role);
        }
    }

    /// Notes that a name at a place stands for a symbol.
    pub(crate) fn note_name_at(&mut self, full: &str, written: &str, place: Option<Place>, role: Role) {
        if self.pass.names.is_on {
            let written = self.parts_of(full, written);
            self.pass.names.note_at(written, place, role);
        }
    }

    pub(crate) fn note_macro(&mut self, token: &Token<'_>, role: Role) {
        let key = self.macro_key(token.text);
        self.pass.names.note_kind(NameKind::Macro, &key, &token.span(), role);
    }

    /// Notes that two symbols are always called the same: a field of a structure, and that of something placed.
    pub(crate) fn link_names(&mut self, one: &str, other: &str) {
        if self.pass.names.is_on {
            let (one, other) = (self.symbol_key(one), self.symbol_key(other));
            self.pass.names.link(one, other);
        }
    }

    /// Notes a name of which only the end of the source says what it stands for.
    pub(crate) fn note_later(&mut self, written: &str, range: &Span, role: Role) {
        if self.pass.names.is_on {
            let candidates = self.candidates(written);
            self.pass.names.note_later(written, range, candidates, role);
        }
    }

    /// Notes that another module defines a name.
    pub(crate) fn note_import(&mut self, token: &Token<'_>) {
        self.note_name(token.text, token, Role::Use);
        let key = self.symbol_key(token.text);
        self.pass.names.import(key);
    }

    /// Notes a name that a condition asks for.
    pub(crate) fn note_test(&mut self, token: &Token<'_>) {
        if self.pass.defines.has(token.text) {
            self.pass.names.note_kind(NameKind::Text, token.text, &token.span(), Role::Use);
        } else if self.table.symbols_are_defined && self.macro_of(token.text).is_some() {
            self.note_macro(token, Role::Use);
        } else if self.table.symbols_are_defined {
            self.note_later(token.text, &token.span(), Role::Use);
        }
    }

    /// Notes the names of a statement that is left out.
    pub(crate) fn note_left_out(&mut self, found: &[Token<'_>]) {
        if !self.pass.names.is_on {
            return;
        }
        for token in found.iter().filter(|token| token.kind == Kind::Name) {
            self.note_one_left_out(token);
        }
    }

    fn note_one_left_out(&mut self, token: &Token<'_>) {
        if self.pass.defines.has(token.text) {
            self.pass.names.note_kind(NameKind::Text, token.text, &token.span(), Role::LeftOut);
        } else if self.is_macro_name(token.text) {
            self.note_macro(token, Role::LeftOut);
        } else if !self.words.is_register(token.text) {
            self.note_later(token.text, &token.span(), Role::LeftOut);
        }
    }

    /// Whether there is a macro with this name, however many arguments it takes.
    fn is_macro_name(&self, name: &str) -> bool {
        let key = self.macro_key(name);
        self.pass.macros.keys().any(|own| own.split(MADE).next() == Some(key.as_str()))
    }

    /// Notes the names of a statement that is read although a condition leaves it out.
    pub(crate) fn note_skipped(&mut self, statement: &Statement<'_>) {
        if self.pass.names.is_on {
            self.note_left_out(statement.tokens());
        }
    }

    /// Notes the names in what is kept for a macro or a repetition: its parameters, and what else they would stand for here.
    /// `is_text` says whether parameters are replaced as text.
    pub(crate) fn note_kept(
        &mut self,
        pieces: &[Piece],
        parameters: &[(String, Option<Place>)],
        is_text: bool,
    ) {
        if !self.pass.names.is_on {
            return;
        }
        let names: Vec<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
        // A parameter that is a symbol can be a local one.
        let sign = |engine: &Self, name: &str| usize::from(!is_text && engine.is_local(name));
        for (name, place) in parameters {
            let written = NameParts {
                sign: sign(self, name),
                ..NameParts::whole(parameter_key(name, *place), name.len())
            };
            self.pass.names.note_at(written, *place, Role::Definition);
        }
        let own = std::mem::take(&mut self.pass.names.origins);
        let substitution = Substitution::new(names, Vec::new(), self.table.parameters);
        for piece in pieces {
            self.pass.names.origins = piece.origins.clone();
            let mut found: Vec<(Span, usize)> = Vec::new();
            substitution.scan(&piece.text, &self.table.lexis, |part| {
                found.extend(part.argument.map(|index| (part.range, index)));
                true
            });
            let role = if is_text { Role::Use } else { Role::LeftOut };
            for (range, index) in &found {
                let Some((name, place)) = parameters.get(*index) else { continue };
                let written = NameParts {
                    sign: sign(self, name),
                    ..NameParts::whole(parameter_key(name, *place), range.len())
                };
                self.pass.names.note(written, range, role);
            }
            let is_other = |token: &&Token<'_>| {
                !found.iter().any(|(range, _)| range.start < token.end() && token.at < range.end)
            };
            let all = tokens(&piece.text, &self.table.lexis).unwrap_or_default();
            let others: Vec<Token<'_>> = all.iter().filter(is_other).copied().collect();
            self.note_left_out(&others);
        }
        self.pass.names.origins = own;
    }

    /// Notes the names of parameters in arguments that are written `PARAMETER=ARGUMENT`.
    pub(crate) fn note_named(&mut self, items: &[Argument], parameters: &[Parameter]) {
        let named = |item: &Argument| {
            let (name, value) = item.text.split_once('=')?;
            let written = name.trim();
            let parameter = parameters.iter().find(|parameter| parameter.name == written)?;
            let start = name.len() - name.trim_start().len();
            let place = item.origins.as_ref()?.place(&(start..start + written.len()));
            (!value.starts_with('=')).then_some((parameter, place))
        };
        let Some(all) = items.iter().map(named).collect::<Option<Vec<_>>>() else { return };
        for (Parameter { name, place: defined, .. }, place) in all {
            let written = NameParts::whole(parameter_key(name, *defined), name.len());
            self.pass.names.note_at(written, place, Role::Use);
        }
    }

    /// Returns the names of the last pass.
    pub(crate) fn all_names<'s>(&mut self, symbols: impl Iterator<Item = (&'s String, &'s Symbol)>) -> Names {
        if !self.pass.names.is_on {
            return Names::default();
        }
        for Later { candidates, written, place, role } in self.pass.names.take_later() {
            let found = candidates.iter().find(|full| self.symbols.exists(full));
            let is_declared = self.symbols.declaration(&written).is_some();
            match found {
                Some(full) => self.note_name_at(full, &written, place, role),
                None if is_declared => {
                    self.note_name_at(&written, &written, place, role);
                    let key = self.symbol_key(&written);
                    self.pass.names.import(key);
                }
                // A structure or a scope is no symbol.
                None => {
                    if let Some(full) = candidates.first() {
                        self.note_name_at(full, &written, place, Role::LeftOut);
                    }
                }
            }
        }
        let symbols: Vec<(&String, &Symbol)> = symbols.collect();
        for (word, place) in in_headers(&self.input.records, &self.input.files) {
            // As a contract finds them: by the exact name, else in any case.
            let upper = word.to_ascii_uppercase();
            let found =
                |key: &str| symbols.iter().find(|(own, _)| *own == key).map(|(_, symbol)| &symbol.name);
            if let Some(full) = found(&word).or_else(|| found(&upper)) {
                self.note_name_at(full, &word, Some(place), Role::Use);
            }
        }
        let keys: std::collections::HashMap<String, (String, String)> = symbols
            .iter()
            .map(|(key, symbol)| {
                (self.symbols.key(&symbol.name).into_owned(), ((*key).clone(), symbol.name.clone()))
            })
            .collect();
        let of = |key: &Key| if key.0 == NameKind::Symbol { keys.get(&key.1) } else { None };
        let shown = |key: &Key| {
            let text = key.1.split(['\n', MADE]).next().unwrap_or("");
            of(key).map_or_else(|| text.to_owned(), |(_, name)| name.clone())
        };
        std::mem::take(&mut self.pass.names).names(|key| of(key).map(|(key, _)| key.clone()), shown)
    }
}

/// Returns the origins of a text that stands in another one from `at` on.
pub(crate) fn moved(origins: Origins, at: usize) -> Origins {
    let mut moved = Origins::default();
    moved.append(at, origins);
    moved
}
