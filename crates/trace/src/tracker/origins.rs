//! Where undefined values come from: memory that was never written, or an operation whose result is undefined.
//!
//! Only followed where an execution is known to end with a decision on such a value. Values are followed through
//! registers, memory, copies, calls and returns; of an operation with several undefined operands the first is told.

use std::collections::BTreeMap;

use ir::contract::argument::{memcpy, wait};
use ir::{Arg, FuncId, LocId, Op, Role, Src, Trap, VarPlace};

use super::Tracker;
use crate::cells::{self, Cell};
use crate::execution_view::{ExecutionView, Point, op_at};
use crate::types::Types;

/// Bytes of a copy that are looked at one by one.
const COPY_BYTES_MAX: u32 = 1 << 12;

/// Why a value is undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// A sentence.
    pub text: String,
    /// A place that belongs to it, and what happened there.
    pub place: Option<(&'static str, LocId)>,
}

#[derive(Default)]
pub(crate) struct Origins {
    /// By the uid of the frame and the slot.
    registers: BTreeMap<(u32, u32), Origin>,
    /// By object and offset, with the length.
    memory: BTreeMap<u32, BTreeMap<u32, (u32, Origin)>>,
    pending: Option<Cause>,
    /// Of what the last op was to decide on.
    pub decided: Option<Origin>,
}

/// An op that was announced, as far as undefined values are concerned.
struct Cause {
    uid: u32,
    point: Point,
    loc: LocId,
    /// A function that returns without a value.
    nothing: Option<FuncId>,
    /// Of the first operand that is undefined.
    operand: Option<Origin>,
    /// Of the arguments of a call.
    arguments: Vec<Option<Origin>>,
    /// Object, offset and bytes.
    reads: Option<(u32, u32, u32)>,
    writes: Option<(u32, u32, u32)>,
    /// Where a copy comes from.
    copies: Option<(u32, u32)>,
    /// Slots that get a value, and how many words it has.
    results: Vec<(u32, u32)>,
    /// The frame and slot that a returned value goes to.
    returns_to: Option<(u32, u32)>,
}

impl Origins {
    /// Objects got other numbers.
    pub(crate) fn rename(&mut self, number: &dyn Fn(u32) -> Option<u32>) {
        let old = std::mem::take(&mut self.memory);
        self.memory.extend(old.into_iter().filter_map(|(object, origins)| Some((number(object)?, origins))));
    }

    /// What was announced was not executed.
    pub(super) fn forget(&mut self) {
        self.pending = None;
    }

    fn remembered(&self, object: u32, offset: u32) -> Option<&Origin> {
        let (at, (len, origin)) = self.memory.get(&object)?.range(..=offset).next_back()?;
        (offset - at < *len).then_some(origin)
    }

    fn write(&mut self, object: u32, offset: u32, len: u32, origin: Option<Origin>) {
        let Some(origin) = origin else {
            if let Some(known) = self.memory.get_mut(&object) {
                known.retain(|at, (bytes, _)| *at + *bytes <= offset || offset + len <= *at);
            }
            return;
        };
        self.memory.entry(object).or_default().insert(offset, (len, origin));
    }
}

impl Tracker<'_> {
    /// An op was announced.
    pub(super) fn expect_origins(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let cause = self.origins.is_some().then(|| self.cause(execution, thread)).flatten();
        if let Some(origins) = &mut self.origins {
            origins.decided = cause.as_ref().and_then(|cause| cause.operand.clone());
            origins.pending = cause;
        }
    }

    fn cause(&self, execution: &dyn ExecutionView, thread: u32) -> Option<Cause> {
        let (frame, point) = execution.top(thread)?;
        let program = execution.program();
        let function = program.function(point.func);
        let op = op_at(program, point)?;
        let info = self.known.stack(thread).get(frame)?;
        let origin_of = |src: Src, words: u32| {
            let cells = execution.operand(thread, frame, src, words);
            cells::is_undefined(&cells).then(|| self.of_register(execution, (thread, frame), src)).flatten()
        };
        let (args, mut all): (&[Arg], Vec<Arg>) = match op {
            Op::Call { args, .. } | Op::CallIndirect { args, .. } | Op::Trap { args, .. } | Op::Math { args, .. } => {
                (function.args.get(args.range())?, function.args.clone())
            }
            _ => (&[], Vec::new()),
        };
        let arguments = args.iter().map(|arg| origin_of(arg.src, arg.words)).collect();
        let (mut operand, mut results) = (None, Vec::new());
        let mut copy = op;
        copy.operands(&mut all, &mut |role, raw| match role {
            Role::Write => results.push((*raw, words(op))),
            _ if operand.is_none() => operand = origin_of(Src(*raw), words(op)),
            _ => {}
        });
        let access = op.memory_access(&program.shapes);
        let place = access.and_then(|access| {
            let pointer = cells::pointer(&execution.address(thread, frame, &access))?;
            Some((pointer.object, pointer.offset, access.bytes))
        });
        // A wait looks at a word of memory.
        if let Op::Trap { trap: Trap::Wait, .. } = op
            && operand.is_none()
        {
            let word =
                args.get(wait::WORD).and_then(|arg| cells::pointer(&execution.operand(thread, frame, arg.src, 1)));
            operand = word.and_then(|word| self.of_memory(execution, thread, (word.object, word.offset, 4)));
        }
        let writes = super::changes::written(execution, thread, frame, op);
        let from = match op {
            Op::MemCopy { from, .. } => Some(from),
            Op::Trap { trap: Trap::Memcpy, .. } => args.get(memcpy::SRC).map(|arg| arg.src),
            _ => None,
        };
        let from = from.and_then(|from| cells::pointer(&execution.operand(thread, frame, from, 1)));
        Some(Cause {
            uid: info.uid,
            point,
            loc: self.users_line(execution, thread, self.source_map.loc_of(point, info.last_loc)),
            nothing: matches!(op, Op::ReturnVoid { .. }).then_some(info.func),
            operand,
            arguments,
            reads: place.filter(|_| writes.is_none() || !results.is_empty()),
            writes,
            copies: from.map(|pointer| (pointer.object, pointer.offset)),
            results,
            returns_to: matches!(op, Op::Return { .. } | Op::ReturnVoid { .. })
                .then(|| self.caller(execution, thread, frame))
                .flatten(),
        })
    }

    /// A line of the user's: that of the op, or the one that called the library.
    fn users_line(&self, execution: &dyn ExecutionView, thread: u32, loc: LocId) -> LocId {
        let own = execution.program().location(loc).is_some_and(|at| !self.source_map.is_folded(at));
        let spot = || self.spot(execution, thread).map(|spot| spot.loc);
        if own { loc } else { spot().unwrap_or(loc) }
    }

    /// Frame and slot that get what a frame returns.
    fn caller(&self, execution: &dyn ExecutionView, thread: u32, frame: usize) -> Option<(u32, u32)> {
        let caller = frame.checked_sub(1)?;
        let uid = self.known.stack(thread).get(caller)?.uid;
        let (Op::Call { dst, .. } | Op::CallIndirect { dst, .. }) =
            op_at(execution.program(), execution.frame(thread, caller)?)?
        else {
            return None;
        };
        Some((uid, dst.slot()?))
    }

    /// The op that was announced has been executed; its function may have been left or another one entered.
    pub(super) fn settle_origins(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let Some(cause) = self.origins.as_mut().and_then(|origins| origins.pending.take()) else { return };
        let stack = self.known.stack(thread);
        let mut registers = Vec::new();
        if let Some(frame) = stack.iter().position(|info| info.uid == cause.uid) {
            for (slot, words) in &cause.results {
                let cells = execution.operand(thread, frame, Src::slot(*slot), *words);
                let origin = cells::is_undefined(&cells).then(|| self.result(execution, thread, &cause)).flatten();
                registers.push(((cause.uid, *slot), origin));
            }
        }
        if let Some(to) = cause.returns_to {
            let nothing = cause.nothing.map(|func| Origin {
                text: format!("`{}` returns no value", execution.program().function(func).display_name),
                place: Some(("made", cause.loc)),
            });
            registers.push((to, cause.operand.clone().or(nothing)));
        }
        // A function that was entered has its arguments.
        if let Some(entered) = stack.last().filter(|info| info.uid != cause.uid && cause.returns_to.is_none()) {
            let params = &execution.program().function(entered.func).params;
            let pairs = params.iter().zip(&cause.arguments);
            registers.extend(pairs.map(|((slot, _), origin)| ((entered.uid, *slot), origin.clone())));
        }
        let written = self.written_origins(execution, thread, &cause);
        let Some(origins) = &mut self.origins else { return };
        for (register, origin) in registers {
            match origin {
                Some(origin) => origins.registers.insert(register, origin),
                None => origins.registers.remove(&register),
            };
        }
        for (object, offset, len, origin) in written {
            origins.write(object, offset, len, origin);
        }
    }

    fn written_origins(
        &self,
        execution: &dyn ExecutionView,
        thread: u32,
        cause: &Cause,
    ) -> Vec<(u32, u32, u32, Option<Origin>)> {
        let Some((object, offset, len)) = cause.writes else { return Vec::new() };
        let Some((from, start)) = cause.copies else {
            let cells = execution.cells(object, offset, len);
            return match cells::is_undefined(&cells) {
                // Memory that is undefined after a defined value was to be written: it has yet to be, in another
                // frame, if others may see it happen.
                true => cause.operand.iter().map(|origin| (object, offset, len, Some(origin.clone()))).collect(),
                false => vec![(object, offset, len, None)],
            };
        };
        let mut written = vec![(object, offset, len, None)];
        for (i, cell) in (0..len.min(COPY_BYTES_MAX)).zip(execution.cells(object, offset, len)) {
            if cell.undef != 0 {
                written.push((object, offset + i, 1, self.of_memory(execution, thread, (from, start + i, 1))));
            }
        }
        written
    }

    /// Why the result of an op is undefined.
    fn result(&self, execution: &dyn ExecutionView, thread: u32, cause: &Cause) -> Option<Origin> {
        match cause.reads {
            Some(place) => self.of_memory(execution, thread, place),
            None => cause.operand.clone().or_else(|| self.made(execution, cause)),
        }
    }

    /// The op itself has made it.
    fn made(&self, execution: &dyn ExecutionView, cause: &Cause) -> Option<Origin> {
        let what = match op_at(execution.program(), cause.point)? {
            Op::Add { .. } | Op::Sub { .. } | Op::Mul { .. } => "the result of signed arithmetic does not fit its type",
            Op::Shl { .. } | Op::LShr { .. } | Op::AShr { .. } => "a value is shifted too far",
            Op::FCast { .. } => "a number is converted to a type that it does not fit",
            // A variable that lives in a register begins so.
            Op::Mov { .. } | Op::MovN { .. } => return None,
            Op::Alloca { .. } | Op::LifetimeStart { .. } | Op::Call { .. } | Op::CallIndirect { .. } => return None,
            _ => "the result of an operation is undefined",
        };
        Some(Origin { text: what.into(), place: Some(("made", cause.loc)) })
    }

    /// Why a register is undefined.
    fn of_register(&self, execution: &dyn ExecutionView, (thread, frame): (u32, usize), src: Src) -> Option<Origin> {
        if src.is_constant() {
            return Some(Origin { text: "the compiler found that the value is never defined".into(), place: None });
        }
        let info = self.known.stack(thread).get(frame)?;
        let slot = u32::try_from(src.index()).ok()?;
        let known = self.origins.as_ref()?.registers.get(&(info.uid, slot)).cloned();
        known.or_else(|| {
            // A variable that lives in a register.
            let function = execution.program().function(info.func);
            let event = function.var_events.iter().find(|event| event.place == VarPlace::Value(src))?;
            let variable = function.variables.get(event.variable as usize).filter(|v| !v.name.is_empty())?;
            Some(Origin {
                text: format!("`{}` was never written", variable.name),
                place: Some(("declared", variable.loc)),
            })
        })
    }

    /// Why memory is undefined.
    fn of_memory(
        &self,
        execution: &dyn ExecutionView,
        thread: u32,
        (object, offset, bytes): (u32, u32, u32),
    ) -> Option<Origin> {
        let cells = execution.cells(object, offset, bytes);
        let first = (0..).zip(&cells).find(|(_, cell)| cell.undef != 0).map(|(i, _)| i)?;
        let known = self.origins.as_ref()?.remembered(object, offset + first).cloned();
        known.or_else(|| self.never_written(execution, thread, (object, offset, bytes), &cells))
    }

    fn never_written(
        &self,
        execution: &dyn ExecutionView,
        thread: u32,
        (object, offset, bytes): (u32, u32, u32),
        cells: &[Cell],
    ) -> Option<Origin> {
        let viewer = self.spot(execution, thread).map(|spot| (thread, spot.frame));
        let view = self.view(execution, viewer);
        let named = view.named(object, offset, bytes);
        let block = self.known.blocks.get(&object);
        let place = match &named {
            Some(named) => {
                let variable = named.owner.and_then(|(thread, frame, variable)| {
                    let info = self.known.stack(thread).get(frame)?;
                    execution.program().function(info.func).variables.get(variable)
                });
                variable.map(|variable| ("declared", variable.loc))
            }
            None => None,
        };
        let place = place.or_else(|| Some(("allocated", block?.allocated?)));
        let name = match &named {
            Some(named) => {
                let from = offset.checked_sub(named.at)?;
                let types = Types::new(execution.program());
                let lock = types.opaque_at(named.ty, from.into());
                let path = lock.clone().unwrap_or_else(|| view.renderer().path(named.ty, from, bytes));
                let (ty, at) = types.at(named.ty, from.into(), bytes.into());
                let whole = lock.is_some() || types.bytes(ty) <= u64::from(bytes);
                let part = match bytes {
                    _ if whole => String::new(),
                    1 => format!("byte {at} of "),
                    _ => format!("bytes {at} to {} of ", at + u64::from(bytes) - 1),
                };
                format!("{part}`{}`", named.name.with(&path))
            }
            None => format!("memory of {}", view.nameless(object)),
        };
        let text = match undefined_bits(cells) {
            Some(bits) => format!("{bits} of {name} were never written"),
            None => format!("{name} was never written"),
        };
        Some(Origin { text, place })
    }
}

/// How many words the operands of an op have.
fn words(op: Op) -> u32 {
    match op {
        Op::MovN { words, .. } | Op::SelectN { words, .. } | Op::Return { words, .. } => words,
        Op::LoadN { bytes, .. } | Op::StoreN { bytes, .. } => bytes.div_ceil(8),
        _ => 1,
    }
}

/// Which bits are undefined if not all are: `bits 3 to 5 of 32`.
fn undefined_bits(cells: &[Cell]) -> Option<String> {
    if cells.iter().all(|cell| cell.undef == 0xff) {
        return None;
    }
    let bits = cells.iter().flat_map(|cell| (0..8).map(|bit| cell.undef >> bit & 1 == 1));
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for (at, _) in bits.enumerate().filter(|(_, undefined)| *undefined) {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == at => *end = at,
            _ => ranges.push((at, at)),
        }
    }
    let spell = |(from, to): &(usize, usize)| if from == to { from.to_string() } else { format!("{from} to {to}") };
    let listed: Vec<String> = ranges.iter().take(4).map(spell).collect();
    let more = if ranges.len() > 4 { ", …" } else { "" };
    Some(format!("bits {}{more}", listed.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(undef: &[u8], expected: Option<&str>) {
        let cells: Vec<Cell> = undef.iter().map(|undef| Cell { undef: *undef, ..Cell::default() }).collect();
        assert_eq!(undefined_bits(&cells).as_deref(), expected);
    }

    #[test]
    fn bits_are_counted_from_the_lowest() {
        check(&[0xff, 0xff], None);
        check(&[0xff, 0], Some("bits 0 to 7"));
        check(&[0x38, 0], Some("bits 3 to 5"));
        check(&[0x80, 0x01, 0x10], Some("bits 7 to 8, 20"));
        check(&[0x55, 0x55], Some("bits 0, 2, 4, 6, …"));
    }
}
