//! What memory looks like at some moment, as a person would draw it: a box for the globals, one for each
//! call of a user function, one for each heap block, and arrows where pointers lead from one to another.
//!
//! Values are rendered by source type. Structs are taken apart, so that each pointer in them has a line
//! of its own; what the C++ library has inside its containers is not drawn. Everything is bounded.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ir::{DebugType, Program, TypeId};

use crate::cells::{self, Cell};
use crate::execution_view::ExecutionView;
use crate::memory::VarState;
use crate::model::{Drawn, Field, Picture, Place};
use crate::naming::View;
use crate::render::World as _;
use crate::render::containers::is_container;
use crate::tracker::Tracker;
use crate::types::Types;

/// Boxes of one picture, lines of one box, parts within parts.
const BOXES_MAX: usize = 60;
const FIELDS_MAX: usize = 32;
const DEPTH_MAX: u32 = 3;
/// Elements of a heap block.
const BLOCK_ELEMENTS_MAX: u32 = 32;
/// Longer arrays are one line.
const ELEMENTS_MAX: u64 = 8;

const GLOBALS: &str = "globals";

impl Tracker<'_> {
    pub(crate) fn picture(&self, execution: &dyn ExecutionView) -> Picture {
        let view = self.view(execution, None);
        let mut artist = Artist { view: &view, boxes: Vec::new(), waiting: VecDeque::new(), met: BTreeMap::new() };
        artist.globals();
        for number in execution.threads() {
            artist.frames(number, self.index(number));
        }
        artist.blocks();
        Picture { boxes: artist.boxes }
    }
}

struct Artist<'v> {
    view: &'v View<'v>,
    boxes: Vec<Drawn>,
    /// Heap blocks that something points to and that have no box yet.
    waiting: VecDeque<u32>,
    /// Those that something points to, and as what.
    met: BTreeMap<u32, TypeId>,
}

impl<'v> Artist<'v> {
    fn types(&self) -> Types<'v> {
        Types::new(self.view.program())
    }

    fn add(&mut self, id: String, title: String, place: Place, fields: Vec<Field>) {
        if self.boxes.len() < BOXES_MAX {
            self.boxes.push(Drawn { id, title, place, fields });
        }
    }

    fn globals(&mut self) {
        let program = self.view.program();
        let mut fields = Vec::new();
        for (object, global) in (Program::FIRST_GLOBAL..).zip(&program.globals) {
            let of_user = !global.library && !global.constant && !global.name.starts_with('.');
            if !of_user || global.ty == TypeId(0) || self.types().is_opaque(global.ty) {
                continue;
            }
            let cells = self.view.cells(object, 0, u32::MAX);
            self.take_apart(&ir::source_name(&global.name), global.ty, &cells, 0, &mut fields);
        }
        if !fields.is_empty() {
            self.add(GLOBALS.into(), "global variables".into(), Place::Globals, fields);
        }
    }

    /// The calls of user functions that a thread is in.
    fn frames(&mut self, number: u32, thread: u32) {
        let known = self.view.known;
        for (i, info) in known.stack(number).iter().enumerate() {
            if self.view.source_map.is_folded_function(info.func) {
                continue;
            }
            let view = View { viewer: Some((number, i)), ..*self.view };
            let function = self.view.program().function(info.func);
            let mut fields: Vec<Field> = Vec::new();
            for (state, variable) in info.vars.iter().zip(&function.variables) {
                let shown = !variable.name.is_empty() && !view.is_hidden(variable) && *state != VarState::Unknown;
                if !shown || self.types().is_opaque(variable.ty) {
                    continue;
                }
                let cells = view.variable_cells(state, variable.ty);
                self.take_apart(&variable.name, variable.ty, &cells, 0, &mut fields);
            }
            let title = format!("{}()", function.display_name);
            self.add(format!("f{}", info.uid), title, Place::Frame { thread }, fields);
        }
    }

    fn blocks(&mut self) {
        let known = self.view.known;
        let mut drawn = BTreeSet::new();
        // Those that nothing drawn points to come last, if it is known what they hold.
        let typed = known.blocks.iter().filter(|(object, block)| block.ty != TypeId(0) && self.is_alive(**object));
        let typed: Vec<u32> = typed.map(|(object, _)| *object).collect();
        loop {
            let next =
                self.waiting.pop_front().or_else(|| typed.iter().copied().find(|object| !drawn.contains(object)));
            let Some(object) = next else { break };
            if drawn.insert(object) {
                self.block(object);
            }
            if self.boxes.len() >= BOXES_MAX {
                break;
            }
        }
    }

    fn is_alive(&self, object: u32) -> bool {
        self.view.object(object).is_some_and(|facts| facts.alive)
    }

    fn block(&mut self, object: u32) {
        let Some(block) = self.view.known.blocks.get(&object) else { return };
        let (number, bytes, freed) = (block.number, block.bytes, !self.is_alive(object));
        let ty = match block.ty {
            TypeId(0) => self.met.get(&object).copied().unwrap_or(TypeId(0)),
            known => known,
        };
        let mut fields = Vec::new();
        let each = u32::try_from(self.types().bytes(ty)).unwrap_or(0);
        if each > 0 && !freed {
            let cells = self.view.cells(object, 0, bytes);
            match bytes / each {
                1 => self.take_apart("", ty, &cells, 0, &mut fields),
                count => {
                    for i in 0..count.min(BLOCK_ELEMENTS_MAX) {
                        let element = cells.get((i * each) as usize..).unwrap_or(&[]);
                        self.take_apart(&format!("[{i}]"), ty, element, 1, &mut fields);
                    }
                }
            }
        }
        let what = match self.types().resolved(ty) {
            DebugType::Struct { name, .. } if !name.is_empty() => format!("{name}, "),
            _ => String::new(),
        };
        let state = if freed { ", freed" } else { "" };
        let title = format!("#{number} ({what}{bytes} bytes{state})");
        self.add(format!("h{number}"), title, Place::Heap { freed }, fields);
    }

    /// The lines for a value: one, or those of its parts.
    fn take_apart(&mut self, name: &str, ty: TypeId, cells: &[Cell], depth: u32, fields: &mut Vec<Field>) {
        if fields.len() >= FIELDS_MAX || cells.is_empty() {
            return;
        }
        // What a value is wrapped in, such as std::atomic, does not count.
        let wrapped = self.types().wrapped(ty).is_some();
        if (depth < DEPTH_MAX || wrapped) && self.has_parts(ty) {
            for part in self.types().parts(ty) {
                let path = if name.is_empty() { part.path.trim_start_matches('.') } else { &part.path };
                let name = format!("{name}{path}");
                let Some(cells) = usize::try_from(part.at_bit / 8).ok().and_then(|at| cells.get(at..)) else {
                    continue;
                };
                match part.bits {
                    None => self.take_apart(&name, part.ty, cells, depth + u32::from(!wrapped), fields),
                    Some(bits) => {
                        let value = self.view.renderer().bit_field(part.ty, cells, part.at_bit % 8, bits);
                        fields.push(Field { name, value, to: None });
                    }
                }
            }
            return;
        }
        let name = if name.is_empty() { "value" } else { name };
        let to = match self.types().resolved(ty) {
            DebugType::Pointer { to } => self.target(*to, cells),
            _ => None,
        };
        fields.push(Field { name: name.into(), value: self.view.renderer().value(ty, cells), to });
    }

    fn has_parts(&self, ty: TypeId) -> bool {
        let types = self.types();
        match types.resolved(ty) {
            DebugType::Struct { union, .. } => !union && !types.is_opaque(ty) && !is_container(types, ty),
            DebugType::Array { of, count } => {
                let apart = match types.resolved(*of) {
                    DebugType::Pointer { .. } | DebugType::Struct { .. } => true,
                    _ => self.has_parts(*of),
                };
                apart && *count <= ELEMENTS_MAX && !types.is_opaque(*of)
            }
            _ => false,
        }
    }

    /// The box that a pointer leads to.
    fn target(&mut self, to: TypeId, cells: &[Cell]) -> Option<String> {
        let pointer = cells::pointer(cells.get(..8)?)?;
        let known = self.view.known;
        if let Some(block) = known.blocks.get(&pointer.object) {
            self.waiting.push_back(pointer.object);
            if pointer.offset == 0 {
                self.met.entry(pointer.object).or_insert(to);
            }
            return Some(format!("h{}", block.number));
        }
        let global = pointer.object.checked_sub(Program::FIRST_GLOBAL);
        if let Some(global) = global.and_then(|index| self.view.program().globals.get(index as usize)) {
            return (!global.library && !global.constant).then(|| GLOBALS.into());
        }
        let (thread, frame, _) = self.view.named(pointer.object, pointer.offset, 1)?.owner?;
        Some(format!("f{}", known.stack(thread).get(frame)?.uid))
    }
}
