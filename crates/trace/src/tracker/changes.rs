//! Variables that get other values: by writes to memory, and by debug records for registers.

use ir::contract::argument::memcpy;
use ir::{DebugType, LocId, Op, Src, Trap, TypeId, VarEvent, VarPlace};

use super::Tracker;
use crate::cells::{self, Cell};
use crate::diff::Diff;
use crate::execution_view::ExecutionView;
use crate::memory::VarState;
use crate::model::{Action, Change, Scope, Variable};
use crate::naming::{Base, Named};
use crate::render::containers::is_container;
use crate::render::{Target, World, is_half_changed};
use crate::types::Types;

/// Bytes of a write that are searched for pointers.
const POINTERS_BYTES_MAX: u32 = 4096;

/// The memory that an op is going to write: object, offset, bytes.
pub(super) fn written(execution: &dyn ExecutionView, thread: u32, frame: usize, op: Op) -> Option<(u32, u32, u32)> {
    let program = execution.program();
    let number = |src: Src| {
        let cells = execution.operand(thread, frame, src, 1);
        (!cells::is_undefined(&cells)).then(|| cells::number(&cells))
    };
    let operand = |src| execution.operand(thread, frame, src, 1);
    let access = op.memory_access(&program.shapes).filter(|access| access.write);
    let (pointer, bytes) = match op {
        _ if access.is_some() => {
            let access = access?;
            (execution.address(thread, frame, &access), access.bytes.into())
        }
        Op::MemCopy { to, len, .. } | Op::MemSet { to, len, .. } => (operand(to), number(len)?),
        Op::Trap { trap: Trap::Memcpy, args, .. } => {
            let func = execution.frame(thread, frame)?.func;
            let args = program.function(func).args.get(args.range())?;
            (operand(args[memcpy::DST].src), number(args[memcpy::SIZE].src)?)
        }
        _ => return None,
    };
    let pointer = cells::pointer(&pointer)?;
    let size = execution.object(pointer.object)?.bytes;
    let room = u128::from(size.saturating_sub(pointer.offset));
    Some((pointer.object, pointer.offset, bytes.min(room) as u32))
}

impl Tracker<'_> {
    /// The pending op has written.
    pub(crate) fn wrote(&mut self, execution: &dyn ExecutionView, object: u32, offset: u32, len: u32) {
        self.forget_misses(execution, object, offset, len);
        if self.effort.is_quiet() {
            if self.view(execution, None).is_users_global(object) {
                self.globals.insert(object);
            }
            return;
        }
        self.open_pending();
        let Some(pending) = &self.pending else { return };
        let Some(spot) = pending.spot else { return };
        let viewer = (pending.thread, spot.frame);
        let old = pending.old.clone();
        let Some(mut named) = self.view(execution, Some(viewer)).named(object, offset, len) else {
            return;
        };
        if named.scope == Scope::Global {
            self.globals.insert(object);
        }
        self.learn_block(object, &named);
        if !self.is_parameter(execution, &named) {
            narrow(Types::new(execution.program()), &mut named, offset, len);
        }
        let bytes = Types::new(execution.program()).bytes(named.ty);
        let bytes = match u32::try_from(bytes) {
            Ok(bytes) if bytes > 0 && offset + len <= named.at + bytes => bytes,
            // All that is known is what was written.
            _ => {
                named.ty = TypeId(0);
                named.name = named.name.plus(offset - named.at);
                named.at = offset;
                len
            }
        };
        let new = execution.cells(object, named.at, bytes);
        let before = before(&new, object, named.at, old, offset, len);
        let written = offset - named.at..offset - named.at + len;
        self.show_write(execution, viewer, (object, &named), (&before, &new), written);
    }

    /// Where a pointer was written, memory may have a name by now.
    fn forget_misses(&self, execution: &dyn ExecutionView, object: u32, offset: u32, len: u32) {
        if !self.known.misses.is_empty() && len >= 8 {
            self.known.misses.forget(&execution.cells(object, offset, len.min(POINTERS_BYTES_MAX)));
        }
    }

    fn show_write(
        &mut self,
        execution: &dyn ExecutionView,
        viewer: (u32, usize),
        (object, named): (u32, &Named),
        (old, new): (&[Cell], &[Cell]),
        written: std::ops::Range<u32>,
    ) {
        // What the user's own code writes is worth telling even if it changes nothing: it may undo
        // what another thread did.
        let (frame, line) = self.pending.as_ref().map_or((false, false), |pending| {
            (pending.frame == viewer.1, pending.spot.is_some_and(|spot| spot.loc == pending.loc))
        });
        // In a frame of the user's, what is on no line of the user's is the library's, put there by the optimiser.
        let user = frame && line;
        // Rust fills a block before anything leads to it; whatever does tells of its contents.
        if named.name.is_internal() && named.ty == TypeId(0) && execution.program().rust {
            return;
        }
        if named.name.is_internal() && (frame && !line || self.is_in_class_library(execution, viewer)) {
            if let Some(change) = self.expired(execution, object, named.at + written.start) {
                self.recorder.change(change);
            }
            return;
        }
        let view = self.view(execution, Some(viewer));
        if let Some((thread, frame, variable)) = named.owner {
            let value = view.renderer().value(named.ty, new);
            if self.argument(execution, thread, frame, variable, value) {
                return;
            }
        }
        if let Some(bits) = named.bits {
            self.show_bits(named, bits, old, new);
            return;
        }
        let view = self.view(execution, Some(viewer));
        let diff = Diff { renderer: view.renderer(), old, new };
        let written = u64::from(written.start)..u64::from(written.end);
        let mut differences = diff.differences(named.ty, written.clone());
        if differences.is_empty() && named.scope != Scope::Local && user {
            differences.extend(diff.same(named.ty, written));
        }
        for difference in differences {
            let name = named.name.with(&difference.path);
            // What is written on behalf of a container's change belongs to it.
            if self.is_in_touched(&name) {
                continue;
            }
            let container = difference.container.and_then(|(at, ty)| Some((u32::try_from(at).ok()? + named.at, ty)));
            let seen = container.and_then(|(at, ty)| self.was_container(object, at, ty, &difference.new));
            let old = seen.or(difference.old.filter(|old| !is_half_changed(old)));
            // A container that is in the middle of something looks the same for a while.
            if !user && old.as_ref() == Some(&difference.new) {
                continue;
            }
            let change = Change { name: name.clone(), old, new: difference.new, scope: named.scope };
            match container {
                Some((at, ty)) => {
                    self.recorder.container(change);
                    self.touched_container(object, at, ty, name);
                }
                None => self.recorder.change(change),
            }
        }
    }

    /// The last owner of what others still refer to by a `weak_ptr` has gone.
    fn expired(&self, execution: &dyn ExecutionView, object: u32, offset: u32) -> Option<Change> {
        const OWNERS: u32 = 8;
        let block = self.known.blocks.get(&object).filter(|_| offset == OWNERS)?;
        let table = cells::pointer(&execution.cells(object, 0, 8))?;
        let Target::Variable { name, .. } = self.view(execution, None).target(table.object) else { return None };
        let number = |at: u32, bytes: u32| cells::number(&execution.cells(object, at, bytes));
        // libstdc++ counts all owners as one more that is weak; libc++ counts from 0 on.
        let expired = match name.contains("_Sp_counted") {
            true => number(OWNERS, 4) == 0 && number(OWNERS + 4, 4) > 1,
            false => {
                name.contains("__shared_ptr_") && number(OWNERS, 8) == u64::MAX.into() && number(OWNERS + 8, 8) > 0
            }
        };
        let name = format!("owners of heap block #{}", block.number);
        expired.then(|| Change { name, old: Some("1".into()), new: "0".into(), scope: Scope::Heap })
    }

    /// Truth values that changed.
    fn show_bits(&mut self, named: &Named, (first, count): (u32, u32), old: &[Cell], new: &[Cell]) {
        for (i, (old, new)) in (0..).zip(old.iter().zip(new)) {
            let differs = |bit: &u32| (old.byte ^ new.byte | old.undef ^ new.undef) >> bit & 1 == 1;
            let is_one = |bit: &u32| first + i * 8 + bit < count;
            for bit in (0..8).filter(differs).filter(is_one) {
                let text = |cell: &Cell| (cell.undef >> bit & 1 == 0).then(|| (cell.byte >> bit & 1 == 1).to_string());
                let name = named.name.with(&format!("[{}]", first + i * 8 + bit));
                let new = text(new).unwrap_or_else(|| "?".into());
                if !self.is_in_touched(&name) {
                    self.recorder.change(Change { name, old: text(old), new, scope: named.scope });
                }
            }
        }
    }

    /// Is a function of the library of C++ or Rust at work for the viewer? What it does with memory that no variable
    /// leads to is its own business; the container is told of when it changes.
    fn is_in_class_library(&self, execution: &dyn ExecutionView, (thread, frame): (u32, usize)) -> bool {
        const NAMESPACES: [&str; 4] = ["_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx"];
        let inner = execution.frames(thread).into_iter().skip(frame + 1);
        let mut names = inner.map(|point| &execution.program().function(point.func).name);
        names.any(|name| NAMESPACES.iter().any(|namespace| name.starts_with(namespace)) || ir::is_rust_library(name))
    }

    fn is_parameter(&self, execution: &dyn ExecutionView, named: &Named) -> bool {
        let variable = named.owner.and_then(|(thread, frame, variable)| {
            let info = self.known.stack(thread).get(frame)?;
            execution.program().function(info.func).variables.get(variable)
        });
        variable.is_some_and(|variable| variable.parameter)
    }

    /// A pointer to its start tells what a heap block holds.
    fn learn_block(&mut self, object: u32, named: &Named) {
        if let Some(block) = self.known.blocks.get_mut(&object)
            && named.at == 0
            && block.ty == TypeId(0)
        {
            block.ty = named.ty;
        }
    }

    /// Shows the first value of a parameter where the function was entered. Tells whether it did.
    fn argument(
        &mut self,
        execution: &dyn ExecutionView,
        thread: u32,
        frame: usize,
        variable: usize,
        value: String,
    ) -> bool {
        let stack = self.known.stacks.get_mut(&thread);
        let Some(info) = stack.and_then(|s| s.get_mut(frame)) else {
            return false;
        };
        let function = execution.program().function(info.func);
        let Some(described) = function.variables.get(variable) else {
            return false;
        };
        // The parameters of an inlined function have no call to stand at.
        let location = execution.program().location(described.loc);
        let inlined = location.is_some_and(|l| l.inlined_at.0 != 0);
        let number = variable as u32;
        if !described.parameter || inlined || info.arguments.contains(&number) {
            return false;
        }
        let event = info.enter.and_then(|id| self.recorder.event(id));
        let Some(Action::Enter { arguments, .. }) = event.map(|e| &mut e.action) else {
            return false;
        };
        info.arguments.push(number);
        arguments.push(Variable { name: described.name.clone(), value });
        true
    }

    /// The debug records at the op a thread stands at.
    pub(super) fn variable_events(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let Some((frame, point)) = execution.top(thread) else { return };
        let stack = self.known.stacks.get_mut(&thread);
        let Some(info) = stack.and_then(|s| s.get_mut(frame)) else {
            return;
        };
        if info.arrived == Some(point.pc) {
            return;
        }
        info.arrived = Some(point.pc);
        let events = &execution.program().function(point.func).var_events;
        let from = events.partition_point(|event| event.pc < point.pc);
        for event in events[from..].iter().take_while(|event| event.pc == point.pc) {
            self.variable_event(execution, thread, frame, event);
        }
    }

    fn variable_event(&mut self, execution: &dyn ExecutionView, thread: u32, frame: usize, event: &VarEvent) {
        let variable = event.variable as usize;
        let Some(info) = self.known.stack(thread).get(frame) else {
            return;
        };
        let function = execution.program().function(info.func);
        let (Some(described), Some(old)) = (function.variables.get(variable), info.vars.get(variable)) else {
            return;
        };
        let viewer = Some((thread, frame));
        let view = self.view(execution, viewer);
        if view.is_hidden(described) || described.name.is_empty() {
            return;
        }
        let new = match event.place {
            VarPlace::Part { offset, bytes, .. } | VarPlace::PartGone { offset, bytes } => {
                let cells = view.variable_cells(old, described.ty);
                let new = part_found_at(execution, thread, frame, described.ty, event.place, cells);
                self.part_event(execution, (thread, frame), event, new, offset..offset + bytes);
                return;
            }
            place => found_at(execution, thread, frame, described.ty, place),
        };
        let moved = matches!((old, &new), (VarState::Memory { .. }, VarState::Memory { .. }));
        if let VarState::Value(cells) = &new {
            self.known.misses.forget(cells);
        }
        if self.effort.is_quiet() {
            if moved && *old != new {
                let old = old.clone();
                self.bury_variable(function, described, &old);
            }
            self.set_variable(thread, frame, variable, new);
            return;
        }
        let text = |state: &VarState| {
            let cells = view.variable_cells(state, described.ty);
            let text = view.renderer().value(described.ty, &cells);
            (text != "?").then_some(text)
        };
        // A variable that moves to other memory has not changed; it is another one, in a loop.
        let (before, after) = if moved { (None, None) } else { (text(old), text(&new)) };
        let name = described.name.clone();
        if moved && *old != new {
            let old = old.clone();
            self.bury_variable(function, described, &old);
        }
        self.set_variable(thread, frame, variable, new);
        let Some(after) = after.filter(|after| Some(after) != before.as_ref()) else {
            return;
        };
        if self.argument(execution, thread, frame, variable, after.clone()) {
            return;
        }
        // `this` of an inlined method is no news.
        if name == "this" {
            return;
        }
        self.open_assignment(execution, thread, frame, event.loc);
        self.recorder.change(Change { name, old: before, new: after, scope: Scope::Local });
    }

    /// A part of a variable that lives in registers got another value.
    fn part_event(
        &mut self,
        execution: &dyn ExecutionView,
        (thread, frame): (u32, usize),
        event: &VarEvent,
        new: Vec<Cell>,
        written: std::ops::Range<u32>,
    ) {
        let variable = event.variable as usize;
        if self.effort.is_quiet() {
            self.set_variable(thread, frame, variable, VarState::Value(new));
            return;
        }
        let Some(info) = self.known.stack(thread).get(frame) else { return };
        let function = execution.program().function(info.func);
        let (Some(described), Some(old)) = (function.variables.get(variable), info.vars.get(variable)) else { return };
        let view = self.view(execution, Some((thread, frame)));
        let mut before = view.variable_cells(old, described.ty);
        before.resize(new.len(), Cell::UNDEF);
        let diff = Diff { renderer: view.renderer(), old: &before, new: &new };
        let differences = match event.place {
            VarPlace::Part { .. } => diff.differences(described.ty, written.start.into()..written.end.into()),
            _ => Vec::new(),
        };
        let whole = view.renderer().value(described.ty, &new);
        let name = described.name.clone();
        self.set_variable(thread, frame, variable, VarState::Value(new));
        if differences.is_empty() || self.argument(execution, thread, frame, variable, whole) {
            return;
        }
        self.open_assignment(execution, thread, frame, event.loc);
        for difference in differences.into_iter().filter(|difference| difference.new != "?") {
            let name = format!("{name}{}", difference.path);
            self.recorder.change(Change { name, old: difference.old, new: difference.new, scope: Scope::Local });
        }
    }

    fn set_variable(&mut self, thread: u32, frame: usize, variable: usize, state: VarState) {
        let stack = self.known.stacks.get_mut(&thread);
        let info = stack.and_then(|s| s.get_mut(frame));
        if let Some(place) = info.and_then(|i| i.vars.get_mut(variable)) {
            *place = state;
        }
    }

    /// Opens the line that gave a variable its value: that of the assignment, or of the op before.
    fn open_assignment(&mut self, execution: &dyn ExecutionView, thread: u32, frame: usize, loc: LocId) {
        let Some(info) = self.known.stack(thread).get(frame) else {
            return;
        };
        let line = self.source_map.chain(loc).find(|l| self.source_map.has_line(*l));
        let line = line.unwrap_or(info.last_loc);
        let is_top = execution.frame_count(thread) == frame + 1;
        let spot = self.spot_at(execution, thread, (is_top && line.0 != 0).then_some(line));
        if let Some(spot) = spot {
            self.open_line(thread, spot);
        }
    }
}

/// Goes down to the smallest part that was written, so that not all of a large array need be
/// looked at. Unions stay whole: which member was meant is a question for the whole of them.
fn narrow(types: Types<'_>, named: &mut Named, offset: u32, len: u32) {
    const DEPTH_MAX: u32 = 16;
    for _ in 0..DEPTH_MAX {
        let text = |of| matches!(types.resolved(of), DebugType::Character { bits: 8, .. });
        let whole = match types.resolved(named.ty) {
            DebugType::Array { of, count } => text(*of) && *count > 0,
            DebugType::Struct { union, .. } => *union,
            _ => true,
        };
        if whole || types.is_opaque(named.ty) || is_container(types, named.ty) {
            return;
        }
        let at = u64::from(offset - named.at);
        let Some(part) = types.part_at(named.ty, at, len.into()) else {
            return;
        };
        if !part.path.is_empty() {
            named.name = Base::direct(named.name.with(&part.path));
        }
        named.at += (part.at_bit / 8) as u32;
        named.ty = part.ty;
    }
}

/// What `new` was before `old` was overwritten. Where that is not known, it was undefined.
fn before(new: &[Cell], object: u32, at: u32, old: Option<(u32, u32, Vec<Cell>)>, offset: u32, len: u32) -> Vec<Cell> {
    let mut before = new.to_vec();
    let mut put = |offset: u32, cell: Cell| {
        let index = offset.checked_sub(at).map(|i| i as usize);
        if let Some(place) = index.and_then(|i| before.get_mut(i)) {
            *place = cell;
        }
    };
    match old.filter(|(o, from, cells)| *o == object && *from <= offset && offset + len <= *from + cells.len() as u32) {
        Some((_, from, cells)) => {
            let range = (offset - from) as usize..(offset - from + len) as usize;
            let cells = cells[range].iter().enumerate();
            cells.for_each(|(i, cell)| put(offset + i as u32, *cell));
        }
        None => (0..len).for_each(|i| put(offset + i, Cell::UNDEF)),
    }
    before
}

/// The state of a variable that is found at `place`.
fn found_at(execution: &dyn ExecutionView, thread: u32, frame: usize, ty: TypeId, place: VarPlace) -> VarState {
    match place {
        VarPlace::Value(src) => {
            let bytes = usize::try_from(Types::new(execution.program()).bytes(ty)).unwrap_or(0);
            let words = u32::try_from(bytes.div_ceil(8)).unwrap_or(1).max(1);
            let mut cells = execution.operand(thread, frame, src, words);
            if bytes > 0 {
                cells.truncate(bytes);
            }
            VarState::Value(cells)
        }
        VarPlace::Gone | VarPlace::Part { .. } | VarPlace::PartGone { .. } => VarState::Unknown,
        VarPlace::Memory { pointer, offset } => {
            let pointer = cells::pointer(&execution.operand(thread, frame, pointer, 1));
            pointer.map_or(VarState::Unknown, |p| VarState::Memory {
                object: p.object,
                offset: p.offset.wrapping_add_signed(offset),
            })
        }
    }
}

/// The contents of a variable of which a part is found at `place`.
fn part_found_at(
    execution: &dyn ExecutionView,
    thread: u32,
    frame: usize,
    ty: TypeId,
    place: VarPlace,
    mut cells: Vec<Cell>,
) -> Vec<Cell> {
    let size = usize::try_from(Types::new(execution.program()).bytes(ty)).unwrap_or(0);
    cells.resize(size, Cell::UNDEF);
    let (offset, bytes, part) = match place {
        VarPlace::Part { value, offset, bytes } => {
            (offset, bytes, execution.operand(thread, frame, value, bytes.div_ceil(8)))
        }
        VarPlace::PartGone { offset, bytes } => (offset, bytes, vec![Cell::UNDEF; bytes as usize]),
        _ => return cells,
    };
    let places = cells.iter_mut().skip(offset as usize).take(bytes as usize);
    places.zip(part).for_each(|(place, cell)| *place = cell);
    cells
}
