//! How the last pointer to a block vanishes, as seen just before the op that does it.

use ir::{LocId, Op};

use super::Tracker;
use crate::execution_view::{ExecutionView, op_at};
use crate::memory::Block;
use crate::types::Types;

/// What is said of a variable that keeps its value and has no use for it.
pub(crate) const UNUSED: &str = "is not used any more";

/// What was seen.
#[derive(Clone, Debug)]
pub(crate) struct Vanished {
    /// The index of the thread.
    pub thread: u32,
    pub loc: Option<LocId>,
    pub block: Block,
    /// A sentence about the last pointer.
    pub how: String,
}

impl Tracker<'_> {
    /// The next op was announced; looks closely if it is the one.
    pub(super) fn expect_vanishing(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let Some(vanish) = self.vanish.filter(|vanish| vanish.op == self.arrivals) else { return };
        let Some(block) = self.known.blocks.get(&vanish.object).cloned() else { return };
        let spot = self.spot(execution, thread);
        let how = self.how(execution, thread, vanish.object);
        self.vanished = Some(Vanished { thread: self.index(thread), loc: spot.map(|spot| spot.loc), block, how });
    }

    fn how(&self, execution: &dyn ExecutionView, thread: u32, object: u32) -> String {
        let holds = |from: u32| execution.cells(from, 0, u32::MAX).iter().any(|cell| cell.object == object);
        let Some(pending) = &self.pending else { return String::new() };
        let viewer = self.spot(execution, thread).map(|spot| (thread, spot.frame));
        let view = self.view(execution, viewer);
        if let Some(freed) = pending.frees {
            return match self.known.blocks.get(&freed) {
                Some(block) if holds(freed) => {
                    format!("its last pointer was in heap block #{}, which is freed", block.number)
                }
                _ => "what led to it is freed".into(),
            };
        }
        let written = op_at(execution.program(), pending.point)
            .and_then(|op| super::changes::written(execution, thread, pending.frame, op));
        if let Some((to, offset, len)) = written {
            let cells = execution.cells(to, offset, len);
            if cells.iter().any(|cell| cell.object == object) {
                let named = view.named(to, offset, len);
                let name = named.and_then(|named| {
                    let path = view.renderer().path(named.ty, offset.checked_sub(named.at)?, len);
                    Some(format!("`{}`", named.name.with(&path)))
                });
                let name = name.unwrap_or_else(|| "memory without a name".into());
                return format!("its last pointer, {name}, is overwritten");
            }
        }
        let variable = self.variable_to(execution, thread, object);
        let returns =
            matches!(op_at(execution.program(), pending.point), Some(Op::Return { .. } | Op::ReturnVoid { .. }));
        match (variable, returns) {
            (Some((name, function)), true) => format!("its last pointer, `{name}`, ends with {function}()"),
            (Some((name, _)), false) => format!("its last pointer, `{name}`, {UNUSED}"),
            (None, false) if written.is_some() => "what led to it is overwritten".into(),
            (None, true) => "the last pointer to it ends with the function that returns".into(),
            (None, false) => "the last pointer to it is not kept".into(),
        }
    }

    /// A variable of the thread that points to an object, and its function.
    fn variable_to(&self, execution: &dyn ExecutionView, thread: u32, object: u32) -> Option<(String, String)> {
        self.known.stack(thread).iter().rev().find_map(|info| {
            let function = execution.program().function(info.func);
            let view = self.view(execution, None);
            let mut variables = info.vars.iter().zip(&function.variables);
            let found = variables.find(|(state, variable)| {
                let named = !variable.name.is_empty() && !view.is_hidden(variable);
                named && view.variable_cells(state, variable.ty).iter().any(|cell| cell.object == object)
            });
            found.map(|(_, variable)| (variable.name.clone(), function.display_name.clone()))
        })
    }

    /// What a block holds, as far as pointers to it have shown: `struct node`.
    pub(crate) fn contents(&self, block: &Block) -> Option<String> {
        let types = Types::new(self.source_map.program());
        let bytes = types.bytes(block.ty);
        let count = u64::from(block.bytes).checked_div(bytes)?;
        let name = types.spelt(block.ty);
        Some(if count > 1 { format!("{count} × {name}") } else { name })
    }
}
