//! Divides a linked program of several modules of the page into files: the code and data of each module, and what several of them share.
//! The linker keeps its relocations (`--emit-relocs`), which say what each function and each piece of data refers to.
//!
//! A file is a WebAssembly module. It imports from the files whose modules are a superset of its own, and all use the memory and the table of
//! the first one. Addresses and places in the table stay as the linker has given them.

use std::{collections::BTreeSet, ops::Range};

use anyhow::{Context, Result, bail, ensure};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    FunctionSection, GlobalSection, ImportSection, MemorySection, Module, TableSection, TypeSection,
    reencode::{self, Reencode, RoundtripReencoder},
};
use wasmparser::{
    DataKind, ElementItems, ElementKind, ExternalKind, FunctionBody, KnownCustom, Linking, Operator, Parser,
    Payload, RelocationType, SymbolInfo, Validator,
};

/// A file and its modules. A name of an export of the program is that of a module, a point, and the name in the file.
pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) modules: &'static [&'static str],
}

/// The name under which files import from each other.
const SHARED: &str = "shared";
/// Data of other files, or zeros, that are not worth a segment of their own, in bytes.
const GAP: usize = 8;

/// Divides a program. The first file has all modules, and each set of modules comes before its subsets.
pub(crate) fn divide(wasm: &[u8], files: &[File]) -> Result<Vec<Vec<u8>>> {
    let program = Program::read(wasm)?;
    let owners = Owners::of(&program, files)?;
    let divided: Vec<_> =
        (0..files.len()).map(|file| program.file(&owners, files, file)).collect::<Result<_>>()?;
    for (file, bytes) in files.iter().zip(&divided) {
        Validator::new().validate_all(bytes).with_context(|| format!("{} is not valid", file.name))?;
    }
    Ok(divided)
}

/// What the linker made.
#[derive(Default)]
struct Program<'a> {
    types: Option<wasmparser::TypeSectionReader<'a>>,
    memories: Option<wasmparser::MemorySectionReader<'a>>,
    tables: Option<wasmparser::TableSectionReader<'a>>,
    globals: Option<wasmparser::GlobalSectionReader<'a>>,
    /// The type of each function.
    functions: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    exports: Vec<(&'a str, u32)>,
    /// The functions of the table, each with its place.
    elements: Vec<(u32, u32)>,
    segments: Vec<Segment<'a>>,
    symbols: Vec<Symbol>,
    /// The places in the file that refer to a symbol, in order.
    references: Vec<(u64, usize)>,
}

struct Segment<'a> {
    address: u32,
    bytes: &'a [u8],
    /// The place of the bytes in the file.
    start: u64,
}

enum Symbol {
    Function(usize),
    Data { segment: usize, range: Range<usize> },
    Other,
}

impl<'a> Program<'a> {
    fn read(wasm: &'a [u8]) -> Result<Self> {
        let mut program = Program::default();
        let mut sections = Vec::new();
        let mut relocations = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload.context("the linker's program cannot be read")?;
            sections.extend(payload.as_section().map(|(_, range)| range.start));
            match payload {
                Payload::TypeSection(types) => program.types = Some(types),
                Payload::MemorySection(memories) => program.memories = Some(memories),
                Payload::TableSection(tables) => program.tables = Some(tables),
                Payload::GlobalSection(globals) => program.globals = Some(globals),
                Payload::FunctionSection(functions) => {
                    program.functions = functions.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::CodeSectionEntry(body) => program.bodies.push(body),
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            program.exports.push((export.name, export.index));
                        }
                    }
                }
                Payload::ElementSection(elements) => program.read_elements(elements)?,
                Payload::DataSection(segments) => program.read_segments(segments)?,
                Payload::ImportSection(_) | Payload::StartSection { .. } => {
                    bail!("a module of the page imports nothing and starts nothing")
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Linking(linking) => program.read_symbols(linking)?,
                    KnownCustom::Reloc(reader) => relocations.push(reader),
                    _ => {}
                },
                _ => {}
            }
        }
        for reader in relocations {
            let section = sections.get(reader.section_index() as usize);
            let start = *section.context("relocations of an unknown section")?;
            for entry in reader.entries() {
                let entry = entry?;
                // These have the index of a type.
                if entry.ty != RelocationType::TypeIndexLeb {
                    program.references.push((start + u64::from(entry.offset), entry.index as usize));
                }
            }
        }
        program.references.sort_unstable();
        Ok(program)
    }

    fn read_elements(&mut self, elements: wasmparser::ElementSectionReader) -> Result<()> {
        for element in elements {
            let element = element?;
            let ElementKind::Active { offset_expr, .. } = element.kind else { bail!("a passive element") };
            let ElementItems::Functions(functions) = element.items else {
                bail!("an element of expressions")
            };
            let first = constant(&offset_expr)?;
            for (place, function) in (first..).zip(functions) {
                self.elements.push((place, function?));
            }
        }
        Ok(())
    }

    fn read_segments(&mut self, segments: wasmparser::DataSectionReader<'a>) -> Result<()> {
        for segment in segments {
            let segment = segment?;
            let DataKind::Active { offset_expr, .. } = &segment.kind else { bail!("a passive segment") };
            let address = constant(offset_expr)?;
            let start = segment.range.end - segment.data.len() as u64;
            self.segments.push(Segment { address, bytes: segment.data, start });
        }
        Ok(())
    }

    fn read_symbols(&mut self, linking: wasmparser::LinkingSectionReader) -> Result<()> {
        for subsection in linking.subsections() {
            let Linking::SymbolTable(symbols) = subsection? else { continue };
            for symbol in symbols {
                self.symbols.push(match symbol? {
                    SymbolInfo::Func { index, .. } => Symbol::Function(index as usize),
                    SymbolInfo::Data { symbol: Some(data), .. } => {
                        let start = data.offset as usize;
                        let range = start..start + data.size as usize;
                        Symbol::Data { segment: data.index as usize, range }
                    }
                    _ => Symbol::Other,
                });
            }
        }
        ensure!(!self.symbols.is_empty(), "the linker's program has no symbols");
        Ok(())
    }

    /// Returns the symbols to which places in the file refer.
    fn referred(&self, places: Range<u64>) -> impl Iterator<Item = usize> {
        let start = self.references.partition_point(|(place, _)| *place < places.start);
        let after = self.references[start..].iter().take_while(move |(place, _)| *place < places.end);
        after.map(|(_, symbol)| *symbol)
    }
}

/// Returns the value of an offset.
fn constant(expression: &wasmparser::ConstExpr) -> Result<u32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value.cast_unsigned()),
        _ => bail!("an offset that is not a constant"),
    }
}

/// The modules that reach a function or a byte, a bit for each.
type Users = u32;

/// The file of each function and of each byte of data.
struct Owners {
    functions: Vec<usize>,
    /// Of each segment, by byte; none for bytes to which nothing refers.
    data: Vec<Vec<Option<usize>>>,
}

impl Owners {
    fn of(program: &Program, files: &[File]) -> Result<Self> {
        let all = files.first().context("there are no files")?.modules;
        let mut functions: Vec<Users> = vec![0; program.functions.len()];
        let mut data: Vec<Vec<Users>> =
            program.segments.iter().map(|segment| vec![0; segment.bytes.len()]).collect();
        for (bit, module) in all.iter().enumerate() {
            let roots = program.exports.iter().filter(|(name, _)| own_name(name, module).is_some());
            let reached = reached(program, roots.map(|(_, function)| *function as usize).collect());
            ensure!(!reached.functions.is_empty(), "the program has no module {module}");
            reached.functions.iter().for_each(|function| functions[*function] |= 1 << bit);
            for symbol in reached.data {
                if let Symbol::Data { segment, range } = &program.symbols[symbol] {
                    data[*segment][range.clone()].iter_mut().for_each(|users| *users |= 1 << bit);
                }
            }
        }
        let sets: Vec<Users> = files
            .iter()
            .map(|file| {
                all.iter().rev().fold(0, |set, module| set << 1 | Users::from(file.modules.contains(module)))
            })
            .collect();
        // The last set that contains the users is the smallest.
        let file = |users: Users| sets.iter().rposition(|set| set & users == users);
        Ok(Owners {
            functions: functions
                .into_iter()
                .map(|users| file(users).filter(|_| users != 0).unwrap_or(0))
                .collect(),
            data: data
                .into_iter()
                .map(|bytes| bytes.into_iter().map(|users| file(users).filter(|_| users != 0)).collect())
                .collect(),
        })
    }
}

#[derive(Default)]
struct Reached {
    functions: BTreeSet<usize>,
    /// Indexes of symbols.
    data: BTreeSet<usize>,
}

fn reached(program: &Program, mut functions: Vec<usize>) -> Reached {
    let mut reached = Reached::default();
    let mut data = Vec::new();
    loop {
        let places = if let Some(function) = functions.pop() {
            if !reached.functions.insert(function) {
                continue;
            }
            program.bodies[function].range()
        } else if let Some(symbol) = data.pop() {
            let Symbol::Data { segment, range } = &program.symbols[symbol] else { continue };
            if !reached.data.insert(symbol) {
                continue;
            }
            let start = program.segments[*segment].start;
            start + range.start as u64..start + range.end as u64
        } else {
            return reached;
        };
        for symbol in program.referred(places) {
            match program.symbols.get(symbol) {
                Some(Symbol::Function(function)) => functions.push(*function),
                Some(Symbol::Data { .. }) => data.push(symbol),
                _ => {}
            }
        }
    }
}

/// Returns the name of an export in the file of its module.
fn own_name<'a>(export: &'a str, module: &str) -> Option<&'a str> {
    export.strip_prefix(module)?.strip_prefix('.')
}

/// Gives functions the indexes that they have in a file.
struct Renumbered<'a> {
    indexes: &'a [Option<u32>],
}

impl Reencode for Renumbered<'_> {
    type Error = anyhow::Error;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<anyhow::Error>> {
        let index = self.indexes.get(function as usize).copied().flatten();
        index.ok_or_else(|| {
            reencode::Error::UserError(anyhow::anyhow!("function {function} is in another file"))
        })
    }
}

impl Program<'_> {
    fn file(&self, owners: &Owners, files: &[File], file: usize) -> Result<Vec<u8>> {
        let own = |function: &usize| owners.functions[*function] == file;
        let functions: Vec<usize> = (0..self.functions.len()).filter(own).collect();
        let (called, elsewhere) = self.calls(owners, file);
        let mut indexes = vec![None; self.functions.len()];
        for (index, function) in (0..).zip(called.iter().chain(&functions)) {
            indexes[*function] = Some(index);
        }
        let mut types = TypeSection::new();
        let mut round = RoundtripReencoder;
        if let Some(section) = self.types.clone() {
            round.parse_type_section(&mut types, section)?;
        }
        let mut module = Module::new();
        module.section(&types);
        if file > 0 {
            module.section(&self.imports(&called)?);
        }
        let mut declared = FunctionSection::new();
        functions.iter().for_each(|function| {
            declared.function(self.functions[*function]);
        });
        module.section(&declared);
        if file == 0 {
            self.add_owned(&mut module)?;
        }
        let mut exports = ExportSection::new();
        if file == 0 {
            exports.export("memory", ExportKind::Memory, 0);
        }
        if file == 0 && files.len() > 1 {
            exports.export("table", ExportKind::Table, 0);
            exports.export("stack", ExportKind::Global, 0);
        }
        for function in &elsewhere {
            exports.export(&function.to_string(), ExportKind::Func, indexes[*function].unwrap_or_default());
        }
        // The last file of a module is its own.
        let is_own =
            |module: &&&str| files.iter().rposition(|file| file.modules.contains(module)) == Some(file);
        for module in files[file].modules.iter().filter(is_own) {
            for (export, function) in &self.exports {
                if let Some(name) = own_name(export, module) {
                    let index = indexes[*function as usize].context("an export in another file")?;
                    exports.export(name, ExportKind::Func, index);
                }
            }
        }
        module.section(&exports).section(&self.elements(&indexes, owners, file));
        let mut code = CodeSection::new();
        let mut renumbered = Renumbered { indexes: &indexes };
        for function in &functions {
            let body = self.bodies[*function].clone();
            renumbered.parse_function_body(&mut code, body).map_err(|error| anyhow::anyhow!("{error}"))?;
        }
        module.section(&code).section(&self.data(owners, file));
        Ok(module.finish())
    }

    /// Returns the functions of other files that a file calls, and those of its own that others call.
    fn calls(&self, owners: &Owners, file: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (mut called, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
        for (function, body) in self.bodies.iter().enumerate() {
            for symbol in self.referred(body.range()) {
                let Some(Symbol::Function(other)) = self.symbols.get(symbol) else { continue };
                match (owners.functions[function] == file, owners.functions[*other] == file) {
                    (true, false) => called.insert(*other),
                    (false, true) => elsewhere.insert(*other),
                    _ => continue,
                };
            }
        }
        (called, elsewhere)
    }

    fn imports(&self, called: &BTreeSet<usize>) -> Result<ImportSection> {
        let mut round = RoundtripReencoder;
        let mut imports = ImportSection::new();
        let memory = self.memories.clone().and_then(|section| section.into_iter().next());
        let memory = memory.context("the program has no memory")??;
        imports.import(SHARED, "memory", round.memory_type(memory)?);
        let table = self.tables.clone().and_then(|section| section.into_iter().next());
        let table = table.context("the program has no table")??;
        imports.import(SHARED, "table", round.table_type(table.ty)?);
        let global = self.globals.clone().and_then(|section| section.into_iter().next());
        let global = global.context("the program has no stack pointer")??;
        imports.import(SHARED, "stack", round.global_type(global.ty)?);
        for function in called {
            imports.import(SHARED, &function.to_string(), EntityType::Function(self.functions[*function]));
        }
        Ok(imports)
    }

    /// Adds what only the first file has.
    fn add_owned(&self, module: &mut Module) -> Result<()> {
        let mut round = RoundtripReencoder;
        let (mut tables, mut memories) = (TableSection::new(), MemorySection::new());
        let mut globals = GlobalSection::new();
        if let Some(section) = self.tables.clone() {
            round.parse_table_section(&mut tables, section)?;
        }
        if let Some(section) = self.memories.clone() {
            round.parse_memory_section(&mut memories, section)?;
        }
        if let Some(section) = self.globals.clone() {
            round.parse_global_section(&mut globals, section)?;
        }
        module.section(&tables).section(&memories).section(&globals);
        Ok(())
    }

    /// Returns the functions of a file that are in the table.
    fn elements(&self, indexes: &[Option<u32>], owners: &Owners, file: usize) -> ElementSection {
        let own: Vec<(u32, u32)> = self
            .elements
            .iter()
            .filter(|(_, function)| owners.functions[*function as usize] == file)
            .filter_map(|(place, function)| Some((*place, indexes[*function as usize]?)))
            .collect();
        let mut elements = ElementSection::new();
        for run in own.chunk_by(|(place, _), (next, _)| place + 1 == *next) {
            let functions: Vec<u32> = run.iter().map(|(_, function)| *function).collect();
            let offset = ConstExpr::i32_const(run[0].0.cast_signed());
            elements.active(None, &offset, Elements::Functions(functions.into()));
        }
        elements
    }

    fn data(&self, owners: &Owners, file: usize) -> DataSection {
        let mut data = DataSection::new();
        for (segment, owners) in self.segments.iter().zip(&owners.data) {
            let is_needed = |at: &usize| owners[*at] == Some(file) && segment.bytes[*at] != 0;
            let needed: Vec<usize> = (0..segment.bytes.len()).filter(is_needed).collect();
            // Memory has zeros. What another file owns in a gap is the same there.
            for run in needed.chunk_by(|at, next| next - at <= GAP) {
                let range = run[0]..run[run.len() - 1] + 1;
                let offset = ConstExpr::i32_const((segment.address + range.start as u32).cast_signed());
                data.active(0, &offset, segment.bytes[range].iter().copied());
            }
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder::{CustomSection, Function, GlobalType, MemoryType, RefType, TableType, ValType};
    use wasmparser::TypeRef;

    use super::*;

    const FILES: [File; 3] = [
        File { name: "both", modules: &["one", "two"] },
        File { name: "one", modules: &["one"] },
        File { name: "two", modules: &["two"] },
    ];

    /// The types of relocations of a call, of an address in the code, and of a place in the table in the data.
    const CALL: u8 = 0;
    const ADDRESS: u8 = 4;
    const PLACE: u8 = 2;

    /// The functions, each with what it refers to: symbols 0 to 4 are the functions, 5 and 6 pieces of data.
    const BODIES: [&[(u8, u8)]; 5] =
        [&[(CALL, 2)], &[(CALL, 3)], &[(CALL, 3), (ADDRESS, 6)], &[(ADDRESS, 5)], &[]];

    /// Returns a program as the linker leaves it. The first piece of data refers to function 4, which is in the table.
    fn linked() -> Vec<u8> {
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        let (mut in_code, mut at) = (Vec::new(), 1);
        for body in BODIES {
            functions.function(0);
            let mut function = Function::new([]);
            at += 2;
            for (kind, symbol) in body {
                // The linker takes five bytes for each number.
                let number = [symbol | 0x80, 0x80, 0x80, 0x80, 0];
                let (before, after): (u8, &[u8]) = if *kind == CALL { (0x10, &[]) } else { (0x41, &[0x1A]) };
                function.raw([before]).raw(number).raw(after.iter().copied());
                in_code.extend([*kind, at + 1, *symbol]);
                in_code.extend((*kind == ADDRESS).then_some(0));
                at += 6 + after.len() as u8;
            }
            function.instructions().end();
            at += 1;
            code.function(&function);
        }
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let (mut tables, mut memories, mut globals) =
            (TableSection::new(), MemorySection::new(), GlobalSection::new());
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: None,
            shared: false,
        });
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        globals.global(
            GlobalType { val_type: ValType::I32, mutable: true, shared: false },
            &ConstExpr::i32_const(64),
        );
        let mut exports = ExportSection::new();
        exports.export("one.run", ExportKind::Func, 0).export("two.run", ExportKind::Func, 1);
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions(Cow::Borrowed(&[4])));
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(8), [1, 0, 0, 0, 7, 9]);
        let mut symbols = vec![7];
        (0..5).for_each(|function| symbols.extend([0, 0x10, function]));
        symbols.extend([1, 0, 1, b'a', 0, 0, 4, 1, 0, 1, b'b', 0, 4, 1]);
        let linking = [&[2, 8, symbols.len() as u8], &symbols[..]].concat();
        let count = BODIES.iter().map(|body| body.len() as u8).sum();
        let in_code = [&[7, count], &in_code[..]].concat();
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables).section(&memories).section(&globals);
        module.section(&exports).section(&elements).section(&code).section(&data);
        // Segment 0 has six bytes before its contents.
        for (name, contents) in
            [("linking", &linking[..]), ("reloc.CODE", &in_code), ("reloc.DATA", &[8, 1, PLACE, 6, 4])]
        {
            module.section(&CustomSection { name: name.into(), data: contents.into() });
        }
        module.finish()
    }

    /// Returns what a file imports and exports, how many functions it has, and its elements and data.
    fn described(wasm: &[u8]) -> String {
        let mut parts: Vec<String> = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.expect("a section") {
                Payload::ImportSection(imports) => parts.extend(imports.into_imports().map(|import| {
                    let import = import.expect("an import");
                    let kind = if matches!(import.ty, TypeRef::Func(_)) { "function " } else { "" };
                    format!("from {}: {kind}{}", import.module, import.name)
                })),
                Payload::ExportSection(exports) => parts.extend(
                    exports
                        .into_iter()
                        .map(|export| format!("to others: {}", export.expect("an export").name)),
                ),
                Payload::CodeSectionStart { count, .. } => parts.push(format!("functions: {count}")),
                Payload::ElementSection(elements) => parts.push(format!("elements: {}", elements.count())),
                Payload::DataSection(data) => parts.extend(
                    data.into_iter().map(|segment| format!("data: {:?}", segment.expect("a segment").data)),
                ),
                _ => {}
            }
        }
        parts.join(", ")
    }

    #[test]
    fn a_file_has_what_its_modules_reach_and_no_other_one() {
        let divided = divide(&linked(), &FILES).expect("it can be divided");
        let described: Vec<_> = divided.iter().map(|file| described(file)).collect();
        assert_eq!(
            described,
            [
                "to others: memory, to others: table, to others: stack, to others: 3, elements: 1, functions: 2, data: [1]",
                "from shared: memory, from shared: table, from shared: stack, from shared: function 3, to others: run, elements: 0, functions: 2, data: [7]",
                "from shared: memory, from shared: table, from shared: stack, from shared: function 3, to others: run, elements: 0, functions: 1",
            ]
        );
    }

    #[test]
    fn a_module_that_is_not_there_is_an_error() {
        let files = [File { name: "three", modules: &["three"] }];
        let error = divide(&linked(), &files).map(drop).expect_err("there is no module three");
        assert_eq!(error.to_string(), "the program has no module three");
    }
}
