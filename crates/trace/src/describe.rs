//! Messages of violations, with the user's names for the memory they speak of.

use ir::contract::argument::touch;
use ir::{LocId, Op, Trap, TypeId};
use machine::{Kind, Problem};

use crate::cells::{self, Cell};
use crate::execution_view::{ExecutionView, freed, op_at};
use crate::memory::Block;
use crate::render::{Target, World};
use crate::tracker::Tracker;

/// The runtime's variable whose first member points to the exception that a thread is busy with.
const EXCEPTIONS: &str = "augur_exceptions";

impl Tracker<'_> {
    /// The message with the memory it is about, and that alone.
    pub(crate) fn described(&self, execution: &dyn ExecutionView, problem: &Problem) -> (String, Option<String>) {
        let subject = match problem.kind {
            Kind::DataRace => self.accessed(execution, problem.thread.0),
            Kind::OutOfBounds
            | Kind::UseAfterFree
            | Kind::DeadStack
            | Kind::WriteToConstant
            | Kind::DoubleFree
            | Kind::InvalidFree => self.pointer(execution, problem.thread.0),
            Kind::Leak => self.leaked(problem).map(|block| self.lost_history(block)),
            _ => None,
        };
        let message = match &subject {
            None if matches!(problem.kind, Kind::UncaughtException | Kind::Abort) => {
                self.with_thrown(execution, problem).unwrap_or_else(|| problem.message.clone())
            }
            // Behind a semicolon stands what to do about it.
            Some(subject) => match problem.message.split_once("; ") {
                Some((what, advice)) => format!("{what} ({subject}); {advice}"),
                None => format!("{} ({subject})", problem.message),
            },
            None => problem.message.clone(),
        };
        (message, subject)
    }

    /// The message of the runtime says of what type an exception is, and what it tells of itself if it can. If it
    /// cannot, its value is told.
    fn with_thrown(&self, execution: &dyn ExecutionView, problem: &Problem) -> Option<String> {
        let thread = problem.thread.0;
        let is_exceptions = |index: u32| {
            let global = execution.program().thread_locals.get(index as usize);
            global.is_some_and(|global| global.library && global.name == EXCEPTIONS)
        };
        let locals = execution.thread_locals(thread);
        let (_, object) = locals.into_iter().find(|(index, _)| is_exceptions(*index))?;
        let newest = cells::pointer(&execution.cells(object, 0, 8))?;
        let thrown = self.view(execution, None).renderer().thrown_by(newest)?;
        let (before, after) = problem.message.split_once(&format!("an exception of type {}", thrown.full_name))?;
        let value = thrown.value.filter(|_| !after.starts_with(" (\"")).filter(|value| value != "{}");
        let value = value.map_or(String::new(), |value| format!(" ({value})"));
        Some(format!("{before}an exception of type {}{value}{after}", thrown.type_name))
    }

    /// The heap block that a leak is about, if there is only one that it can be.
    pub(crate) fn leaked(&self, problem: &Problem) -> Option<&Block> {
        if let Some(vanished) = &self.vanished {
            return Some(&vanished.block);
        }
        let is_lost = |block: &&Block| block.freed.is_none() && problem.message.contains(&lost_bytes(block.bytes));
        let mut vanished = self.known.leaked.iter().filter(is_lost);
        let first = vanished.next();
        if first.is_some() {
            return first.filter(|_| vanished.next().is_none());
        }
        let mut left = self.known.blocks.values().filter(is_lost);
        left.next().filter(|_| left.next().is_none())
    }

    /// The heap block that a problem is about.
    pub(crate) fn concerned(&self, execution: &dyn ExecutionView, problem: &Problem) -> Option<&Block> {
        match problem.kind {
            Kind::Leak => self.leaked(problem),
            Kind::UseAfterFree | Kind::DoubleFree | Kind::OutOfBounds | Kind::InvalidFree => {
                let (cells, _) = access(execution, problem.thread.0)?;
                self.known.blocks.get(&cells::pointer(&cells)?.object)
            }
            _ => None,
        }
    }

    /// The name of the memory that a thread is about to access.
    fn accessed(&self, execution: &dyn ExecutionView, thread: u32) -> Option<String> {
        let (cells, bytes) = access(execution, thread)?;
        let pointer = cells::pointer(&cells)?;
        let viewer = self.spot(execution, thread).map(|spot| (thread, spot.frame));
        let view = self.view(execution, viewer);
        let named = view.named(pointer.object, pointer.offset, bytes)?;
        let path = view.renderer().path(named.ty, pointer.offset - named.at, bytes);
        Some(named.name.with(&path))
    }

    /// The pointer that a thread is about to use.
    fn pointer(&self, execution: &dyn ExecutionView, thread: u32) -> Option<String> {
        let (cells, _) = access(execution, thread)?;
        let pointer = cells::pointer(&cells)?;
        if let Some(block) = self.known.blocks.get(&pointer.object) {
            return Some(self.history(block));
        }
        let viewer = self.spot(execution, thread).map(|spot| (thread, spot.frame));
        let view = self.view(execution, viewer);
        let nameless = matches!(view.target(pointer.object), Target::Nameless(_));
        (!nameless).then(|| view.renderer().value(TypeId(0), &cells))
    }

    /// A lost heap block, with what it holds.
    fn lost_history(&self, block: &Block) -> String {
        let history = self.history(block);
        match self.contents(block) {
            Some(contents) => history.replacen(',', &format!(" ({contents}),"), 1),
            None => history,
        }
    }

    /// A heap block and where it came from.
    fn history(&self, block: &Block) -> String {
        let at = |what: &str, loc: Option<LocId>| {
            let location = loc.and_then(|loc| self.source_map.location(loc));
            location.map_or(String::new(), |l| format!(", {what} at {}:{}", l.file, l.line))
        };
        let (allocated, freed) = (at("allocated", block.allocated), at("freed", block.freed));
        format!("heap block #{}{allocated}{freed}", block.number)
    }
}

/// How the machine's message speaks of a block of this size.
pub(crate) fn lost_bytes(bytes: u32) -> String {
    format!(" of {bytes} bytes ")
}

/// Pointer and length of the access that a thread is about to make.
fn access(execution: &dyn ExecutionView, thread: u32) -> Option<(Vec<Cell>, u32)> {
    let frames = execution.frames(thread);
    let frame = frames.len().checked_sub(1)?;
    let function = execution.program().function(frames[frame].func);
    let op = op_at(execution.program(), frames[frame])?;
    if let Some(access) = op.memory_access(&execution.program().shapes) {
        return Some((execution.address(thread, frame, &access), access.bytes));
    }
    let (src, bytes) = match op {
        Op::MemSet { to, .. } => (to, 1),
        Op::Trap { trap, args, .. } => {
            let position = freed(trap).or((trap == Trap::Touch).then_some(touch::POINTER))?;
            (function.args.get(args.range())?[position].src, 1)
        }
        _ => return None,
    };
    Some((execution.operand(thread, frame, src, 1), bytes))
}
