//! Debug information: locations, names, types and variables, read from LLVM's metadata.
//!
//! Everything is interned and numbered; number 0 is "nothing known" in every table. A module
//! without debug information gives empty tables, and metadata we do not understand is passed over:
//! nothing here can fail. Not read: fragments (a variable split into parts by the optimiser) and
//! location lists with several operands; such records come out without a value.

mod expression;
mod metadata;
#[cfg(test)]
mod tests;
mod types;

use std::collections::HashMap;

use crate::demangle::source_name;
use crate::llvm::Value;
use crate::program::{DebugType, LocId, Location, SourceFile, TypeId, Variable};
use crate::short::short_name;
use expression::Expression;
use metadata::{Kind, Node, RawRecord};
use types::Types;

/// What a function's debug information says.
pub(crate) struct FunctionDebug {
    /// None: only its symbol is known.
    pub display_name: Option<String>,
    pub loc: LocId,
    pub library: bool,
    /// The compiler may have moved code to where the source does not have it.
    pub optimised: bool,
}

/// A debug record: a variable has a new value or place.
pub(crate) struct DebugRecord {
    /// Index into what [`DebugReader::take_variables`] gives.
    pub variable: u32,
    /// None: the variable has no known value from here on, or none that we can tell.
    pub value: Option<Value>,
    /// `value` is the address of the variable, not its value.
    pub declare: bool,
    /// Bytes to add to the address.
    pub offset: i32,
}

/// The tables of a finished [`DebugReader`], as they stand in a program.
pub(crate) struct DebugTables {
    pub files: Vec<SourceFile>,
    pub locations: Vec<Location>,
    pub debug_types: Vec<DebugType>,
    pub texts: Vec<String>,
}

/// Reads the debug information of the modules of one context, which outlives it.
pub(crate) struct DebugReader {
    texts: Interner,
    files: Vec<SourceFile>,
    file_ids: HashMap<(String, String), u32>,
    files_of_nodes: HashMap<Node, u32>,
    locations: Vec<Location>,
    location_ids: HashMap<Location, LocId>,
    locations_of_nodes: HashMap<Node, LocId>,
    /// Functions by the scope that stands in locations.
    scopes: HashMap<Node, u32>,
    types: Types,
    variables: Vec<Variable>,
    /// By variable and inlined-at: each inlined copy has its own variables.
    variable_ids: HashMap<(Node, Option<Node>), u32>,
    expressions: HashMap<Node, Expression>,
}

impl DebugReader {
    pub(crate) fn new() -> DebugReader {
        let mut texts = Interner::default();
        texts.intern("");
        let nowhere = Location { file: 0, line: 0, column: 0, function: 0, inlined_at: LocId(0), library: false };
        DebugReader {
            texts,
            files: vec![SourceFile { directory: String::new(), name: String::new() }],
            file_ids: HashMap::new(),
            files_of_nodes: HashMap::new(),
            locations: vec![nowhere],
            location_ids: HashMap::new(),
            locations_of_nodes: HashMap::new(),
            scopes: HashMap::new(),
            types: Types::new(),
            variables: Vec::new(),
            variable_ids: HashMap::new(),
            expressions: HashMap::new(),
        }
    }

    /// Where an instruction stands in the source, with the calls it was inlined through.
    pub(crate) fn location(&mut self, instruction: Value) -> LocId {
        self.location_of(Node::of_instruction(instruction))
    }

    /// What is known about a function.
    pub(crate) fn function(&mut self, function: Value) -> FunctionDebug {
        let Some(subprogram) = Node::of_function(function) else {
            return FunctionDebug { display_name: None, loc: LocId(0), library: false, optimised: true };
        };
        let name = qualified_name(subprogram).unwrap_or_else(|| source_name(&function.name()));
        let location = Location {
            file: self.file(subprogram.operand(0)),
            line: subprogram.subprogram_line(),
            column: 0,
            function: self.texts.intern(&name),
            inlined_at: LocId(0),
            library: false,
        };
        let loc = self.add_location(location);
        let library = self.locations[loc.0 as usize].library;
        FunctionDebug { display_name: Some(name), loc, library, optimised: subprogram.is_optimised() }
    }

    /// Begins a new list of variables.
    pub(crate) fn begin_function(&mut self) {
        self.variables.clear();
        self.variable_ids.clear();
    }

    /// The debug records that stand before an instruction, in order.
    pub(crate) fn records(&mut self, instruction: Value) -> Vec<DebugRecord> {
        RawRecord::before(instruction).into_iter().map(|r| self.record(&r)).collect()
    }

    /// The variables of the records since [`DebugReader::begin_function`].
    pub(crate) fn take_variables(&mut self) -> Vec<Variable> {
        self.variable_ids.clear();
        std::mem::take(&mut self.variables)
    }

    /// Type and place of a global variable.
    pub(crate) fn global(&mut self, global: Value) -> (TypeId, LocId) {
        let Some(variable) = Node::of_global(global) else {
            return (TypeId(0), LocId(0));
        };
        let ty = self.types.read(variable.operand(VARIABLE_TYPE));
        let location = Location {
            file: self.file(variable.operand(VARIABLE_FILE)),
            line: variable.variable_line(),
            column: 0,
            function: 0,
            inlined_at: LocId(0),
            library: false,
        };
        (ty, self.add_location(location))
    }

    /// The number of a text.
    pub(crate) fn text(&mut self, s: &str) -> u32 {
        self.texts.intern(s)
    }

    pub(crate) fn finish(self) -> DebugTables {
        DebugTables {
            files: self.files,
            locations: self.locations,
            debug_types: self.types.finish(),
            texts: self.texts.texts,
        }
    }

    fn location_of(&mut self, node: Option<Node>) -> LocId {
        // Outermost last; each is numbered after the one it is inlined at.
        let mut chain = Vec::new();
        let mut inlined_at = LocId(0);
        let mut next = node;
        while let Some(node) = next {
            if let Some(known) = self.locations_of_nodes.get(&node) {
                inlined_at = *known;
                break;
            }
            chain.push(node);
            next = node.inlined_at();
        }
        for node in chain.into_iter().rev() {
            let Some((line, column)) = node.line_and_column() else {
                continue;
            };
            let scope = node.location_scope();
            let location = Location {
                file: self.file(scope.and_then(|s| s.operand(0))),
                line,
                column,
                function: self.function_of(scope),
                inlined_at,
                library: false,
            };
            inlined_at = self.add_location(location);
            self.locations_of_nodes.insert(node, inlined_at);
        }
        inlined_at
    }

    fn add_location(&mut self, mut location: Location) -> LocId {
        let file = &self.files[location.file as usize];
        location.library = is_library(&file.directory) || is_library(&file.name);
        let next = LocId(self.locations.len() as u32);
        let id = *self.location_ids.entry(location).or_insert(next);
        if id == next {
            self.locations.push(location);
        }
        id
    }

    fn file(&mut self, node: Option<Node>) -> u32 {
        let Some(node) = node.filter(|n| n.is(Kind::LLVMDIFileMetadataKind)) else {
            return 0;
        };
        if let Some(id) = self.files_of_nodes.get(&node) {
            return *id;
        }
        let name = node.string_operand(0).unwrap_or_default();
        let directory = match name.starts_with('/') {
            true => String::new(),
            false => node.string_operand(1).unwrap_or_default(),
        };
        let next = self.files.len() as u32;
        let key = (directory, name);
        let id = *self.file_ids.entry(key.clone()).or_insert(next);
        if id == next {
            let (directory, name) = key;
            self.files.push(SourceFile { directory, name });
        }
        self.files_of_nodes.insert(node, id);
        id
    }

    /// The name of the function that a scope lies in.
    fn function_of(&mut self, scope: Option<Node>) -> u32 {
        let Some(scope) = scope else {
            return 0;
        };
        if let Some(function) = self.scopes.get(&scope) {
            return *function;
        }
        let name = enclosing_subprogram(scope).and_then(qualified_name);
        let function = self.texts.intern(&name.unwrap_or_default());
        self.scopes.insert(scope, function);
        function
    }

    fn record(&mut self, record: &RawRecord) -> DebugRecord {
        let expression = match record.expression {
            None => Expression::Unknown,
            Some(node) => *self.expressions.entry(node).or_insert_with(|| Expression::parse(&node.expression())),
        };
        let variable = self.variable(record.variable, record.inlined_at);
        if let (Some(address), Some(offset)) = (record.stored_to, expression.stored_at()) {
            return DebugRecord { variable, value: Some(address), declare: true, offset: -offset };
        }
        let place = expression.place(record.declare);
        let (declare, offset) = place.unwrap_or((record.declare, 0));
        DebugRecord { variable, value: place.and_then(|_| record.value()), declare, offset }
    }

    fn variable(&mut self, node: Node, inlined_at: Option<Node>) -> u32 {
        if let Some(id) = self.variable_ids.get(&(node, inlined_at)) {
            return *id;
        }
        // `this` and its like have no file of their own.
        let scope = node.operand(VARIABLE_SCOPE);
        let file = node.operand(VARIABLE_FILE).or_else(|| scope?.operand(0));
        let location = Location {
            file: self.file(file),
            line: node.variable_line(),
            column: 0,
            function: self.function_of(scope),
            inlined_at: self.location_of(inlined_at),
            library: false,
        };
        let variable = Variable {
            name: node.string_operand(VARIABLE_NAME).unwrap_or_default(),
            ty: self.types.read(node.operand(VARIABLE_TYPE)),
            loc: self.add_location(location),
            parameter: node.is_parameter(),
        };
        let id = self.variables.len() as u32;
        self.variables.push(variable);
        self.variable_ids.insert((node, inlined_at), id);
        id
    }
}

/// Where the operands of variables stand (`DebugInfoMetadata.h` of LLVM 22).
const VARIABLE_SCOPE: u32 = 0;
const VARIABLE_NAME: u32 = 1;
const VARIABLE_FILE: u32 = 2;
const VARIABLE_TYPE: u32 = 3;

/// Likewise of scopes: subprograms, blocks, namespaces and types.
const SCOPE_PARENT: u32 = 1;
const SCOPE_NAME: u32 = 2;

/// Scopes nest at most this deep; what lies further out is not shown.
const SCOPE_DEPTH_MAX: usize = 64;

/// The build maps `runtime/` and `libc-stubs/` to names that start like this.
fn is_library(path: &str) -> bool {
    path.starts_with("<augur>")
}

/// Scopes from the innermost outwards.
fn scopes(node: Node) -> impl Iterator<Item = Node> {
    let parent = |scope: &Node| match scope.kind() {
        Kind::LLVMDIFileMetadataKind | Kind::LLVMDICompileUnitMetadataKind => None,
        _ => scope.operand(SCOPE_PARENT),
    };
    std::iter::successors(Some(node), parent).take(SCOPE_DEPTH_MAX)
}

fn enclosing_subprogram(scope: Node) -> Option<Node> {
    scopes(scope).find(|scope| scope.is(Kind::LLVMDISubprogramMetadataKind))
}

/// `space::Class::function` as C++ writes it; in C just the name. A lambda is known by its place.
fn qualified_name(subprogram: Node) -> Option<String> {
    let own = subprogram.string_operand(SCOPE_NAME)?;
    let nameless =
        |scope: Node| scope.is(Kind::LLVMDICompositeTypeMetadataKind) && scope.string_operand(SCOPE_NAME).is_none();
    if own == "operator()" && subprogram.operand(SCOPE_PARENT).is_some_and(nameless) {
        let file = subprogram.operand(0).and_then(|file| file.string_operand(0)).unwrap_or_default();
        let file = file.rsplit('/').next().unwrap_or_default();
        return Some(format!("lambda at {file}:{}", subprogram.subprogram_line()));
    }
    let class = "(anonymous)";
    let outer = scopes(subprogram).skip(1).filter_map(|scope| {
        let (name, otherwise) = match scope.kind() {
            Kind::LLVMDINamespaceMetadataKind => (SCOPE_NAME, "(anonymous namespace)"),
            Kind::LLVMDICompositeTypeMetadataKind => (SCOPE_NAME, class),
            Kind::LLVMDISubprogramMetadataKind => (SCOPE_NAME, ""),
            _ => return None,
        };
        Some(scope.string_operand(name).unwrap_or(otherwise.into()))
    });
    let mut parts: Vec<String> = outer.collect();
    parts.reverse();
    parts.push(own);
    Some(short_name(&parts.join("::")))
}

#[derive(Default)]
struct Interner {
    texts: Vec<String>,
    ids: HashMap<String, u32>,
}

impl Interner {
    fn intern(&mut self, text: &str) -> u32 {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(text.into());
        self.ids.insert(text.into(), id);
        id
    }
}
