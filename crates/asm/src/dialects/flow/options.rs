//! OPT: options of the assembler that a source sets.

use crate::dialects::engine::Engine;
use crate::dialects::flow::SourceOptions;
use crate::dialects::syntax::statement::Statement;
use crate::syntax::scan::slice;

impl Engine<'_> {
    /// OPT push reset --syntax=a
    pub(crate) fn set_options(&mut self, statement: &Statement<'_>) {
        let start = statement.operation_span().end;
        for word in slice(statement.text, start..statement.text.len()).split_ascii_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "push" => self.pass.option_stack.push(self.pass.options),
                "pop" => self.pass.options = self.pass.option_stack.pop().unwrap_or_default(),
                "reset" => self.pass.options = SourceOptions::default(),
                "--dirbol" => self.pass.options.directives_in_column_one = true,
                "--reversepop" => self.pass.options.reverse_pop = true,
                other => {
                    if let Some(letters) = other.strip_prefix("--syntax=") {
                        self.pass.options.double_commas = letters.contains('a');
                    }
                }
            }
        }
    }
}
