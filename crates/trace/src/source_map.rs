//! From positions in the code to places in the user's source.
//!
//! Library code is folded: what happens in it happens at the line that called it. That goes for
//! the runtime, the C library, and the headers of the C++ and Rust libraries.

use std::cell::RefCell;
use std::collections::BTreeMap;

use ir::{DebugType, FuncId, LocId, Location, Program, SourceFile, TypeId};

use crate::execution_view::Point;
use crate::model;
use crate::source::{Sources, display_name};
use crate::types::Types;

/// Calls inlined into each other; deeper ones are not shown.
const INLINED_MAX: usize = 256;

/// A place in the user's code, as seen from a thread's stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    /// Index of the real frame, oldest first.
    pub frame: usize,
    pub func: FuncId,
    /// 0 if the function has no debug information.
    pub loc: LocId,
    /// User functions around it, inlined ones included.
    pub depth: u32,
}

pub(crate) struct SourceMap<'p> {
    program: &'p Program,
    folded: Vec<bool>,
    templates: bool,
    sources: Sources,
    /// Which types were found to hold pointers.
    lead_on: RefCell<BTreeMap<TypeId, bool>>,
    /// What global variables are called in the source.
    names: RefCell<BTreeMap<String, String>>,
}

impl<'p> SourceMap<'p> {
    pub(crate) fn new(program: &'p Program, sources: Sources) -> SourceMap<'p> {
        let folded = program.files.iter().map(SourceFile::is_system_header).collect();
        let is_made = |ty: &DebugType| matches!(ty, DebugType::Struct { arguments, .. } if !arguments.is_empty());
        let templates = program.debug_types.iter().any(is_made);
        SourceMap { program, folded, templates, sources, lead_on: RefCell::default(), names: RefCell::default() }
    }

    /// What a global variable is called in the source; a program of C++ has thousands, and each search for a name
    /// asks for all of them.
    pub(crate) fn source_name(&self, symbol: &str) -> String {
        let known = self.names.borrow().get(symbol).cloned();
        known.unwrap_or_else(|| {
            let name = ir::source_name(symbol);
            self.names.borrow_mut().insert(symbol.to_owned(), name.clone());
            name
        })
    }

    /// Can a value of this type hold pointers?
    pub(crate) fn leads_on(&self, ty: TypeId) -> bool {
        let known = self.lead_on.borrow().get(&ty).copied();
        known.unwrap_or_else(|| {
            let leads = Types::new(self.program).holds_pointers(ty);
            self.lead_on.borrow_mut().insert(ty, leads);
            leads
        })
    }

    /// Are there classes that templates were made into, such as containers?
    pub(crate) fn has_templates(&self) -> bool {
        self.templates
    }

    pub(crate) fn program(&self) -> &'p Program {
        self.program
    }

    pub(crate) fn is_folded(&self, location: &Location) -> bool {
        let folded = self.folded.get(location.file as usize);
        location.library || folded.copied().unwrap_or(false)
    }

    pub(crate) fn is_folded_function(&self, func: FuncId) -> bool {
        let function = self.program.function(func);
        let loc = self.program.location(function.loc);
        // A function without a line is the compiler's own.
        let start = || self.program.rust && function.name == "main";
        let of_rust = || loc.is_none() && (start() || ir::is_rust_library(&function.name));
        function.library || loc.is_some_and(|l| l.line == 0 || self.is_folded(l)) || of_rust()
    }

    /// The location of an op and those of the calls it was inlined through, innermost first.
    pub(crate) fn chain(&self, loc: LocId) -> impl Iterator<Item = LocId> + '_ {
        let outer = |loc: &LocId| Some(self.program.location(*loc)?.inlined_at);
        let chain = std::iter::successors(Some(loc), outer);
        chain.take_while(|l| l.0 != 0).take(INLINED_MAX)
    }

    /// Where an op stands. Ops without a line belong to the line before them, `last`.
    pub(crate) fn loc_of(&self, point: Point, last: LocId) -> LocId {
        let function = self.program.function(point.func);
        let own = function.locs.get(point.pc.index()).copied();
        let own = own.and_then(|loc| self.chain(loc).find(|loc| self.has_line(*loc)));
        own.unwrap_or(if last.0 != 0 { last } else { function.loc })
    }

    pub(crate) fn has_line(&self, loc: LocId) -> bool {
        self.program.location(loc).is_some_and(|l| l.line != 0)
    }

    /// The innermost of the user's places in one frame, and how many there are.
    fn user_places(&self, func: FuncId, loc: LocId) -> Option<(LocId, u32)> {
        if self.program.location(loc).is_none() {
            return (!self.is_folded_function(func)).then_some((LocId(0), 1));
        }
        let user = |l: &LocId| self.program.location(*l).is_some_and(|l| l.line != 0 && !self.is_folded(l));
        let mut places = self.chain(loc).filter(user);
        Some((places.next()?, 1 + places.count() as u32))
    }

    /// The innermost place in the user's code. `locs` are the locations of the frames, oldest
    /// first.
    pub(crate) fn spot(&self, locs: impl Iterator<Item = (FuncId, LocId)>) -> Option<Spot> {
        locs.enumerate().fold(None, |below, (frame, (func, loc))| self.spot_above(below, frame, func, loc))
    }

    /// The same if it is known for all frames below the innermost one.
    pub(crate) fn spot_above(&self, below: Option<Spot>, frame: usize, func: FuncId, loc: LocId) -> Option<Spot> {
        let Some((loc, count)) = self.user_places(func, loc) else { return below };
        let depth = below.map_or(0, |outer| outer.depth + 1) + count - 1;
        Some(Spot { frame, func, loc, depth })
    }

    /// A location in the form that traces have.
    pub(crate) fn location(&self, loc: LocId) -> Option<model::Location> {
        let location = self.program.location(loc)?;
        let file = self.program.files.get(location.file as usize)?;
        let function = self.program.texts.get(location.function as usize);
        Some(model::Location {
            file: display_name(file),
            line: location.line,
            column: location.column,
            function: function.cloned().unwrap_or_default(),
        })
    }

    /// The text of its line.
    pub(crate) fn source(&mut self, loc: LocId) -> Option<String> {
        let location = self.program.location(loc)?;
        let file = self.program.files.get(location.file as usize)?;
        self.sources.line(file, location.line)
    }

    /// The text of a line with its white space.
    pub(crate) fn raw_line(&mut self, file: &SourceFile, line: u32) -> Option<String> {
        self.sources.raw_line(file, line)
    }

    /// Whether two locations are on one line of one function's copy.
    pub(crate) fn same_line(&self, a: LocId, b: LocId) -> bool {
        let key = |loc| {
            let l: &Location = self.program.location(loc)?;
            Some((l.file, l.line, l.function, l.inlined_at))
        };
        a == b || key(a).is_some() && key(a) == key(b)
    }
}
