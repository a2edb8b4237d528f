//! Where every thread stands at the end, with the values of its variables.

use ir::{FuncId, LocId, Program};

use crate::execution_view::ExecutionView;
use crate::model::{Frame, Stack, Status, Variable};
use crate::naming::View;
use crate::tracker::Tracker;
use crate::types::library;

impl Tracker<'_> {
    /// One stack for each thread there ever was.
    pub(crate) fn stacks(&mut self, execution: &dyn ExecutionView) -> Vec<Stack> {
        let mut stacks: Vec<Stack> = (0..self.threads.len() as u32)
            .map(|thread| Stack { thread, status: Status::Ended, frames: Vec::new() })
            .collect();
        for number in execution.threads() {
            let index = self.index(number) as usize;
            if let Some(stack) = stacks.get_mut(index) {
                stack.frames = self.frames(execution, number);
                stack.status = match self.waiting(execution, number) {
                    Some(on) => Status::Waiting { on },
                    None => Status::Runnable,
                };
            }
        }
        stacks
    }

    fn frames(&mut self, execution: &dyn ExecutionView, thread: u32) -> Vec<Frame> {
        let points = execution.frames(thread);
        let mut frames = Vec::new();
        for (i, point) in points.iter().enumerate().rev() {
            let last = self.known.stack(thread).get(i).map_or(LocId(0), |info| info.last_loc);
            let loc = self.source_map.loc_of(*point, last);
            let chain: Vec<_> = self.source_map.chain(loc).collect();
            if chain.is_empty() {
                frames.push(self.bare_frame(execution, point.func));
            }
            for loc in chain {
                frames.push(self.frame(execution, (thread, i), point.func, loc));
            }
        }
        // What calls the first function of the user's is nobody's business, nor is what starts the program.
        match frames.iter().rposition(|frame| !frame.library) {
            Some(first) => frames.truncate(first + 1),
            None if points.first().is_some_and(|point| point.func == execution.program().entry) => {
                frames.pop();
            }
            None => {}
        }
        frames
    }

    /// A frame of a function without debug information.
    fn bare_frame(&self, execution: &dyn ExecutionView, func: FuncId) -> Frame {
        Frame {
            function: called(execution.program(), &execution.program().function(func).display_name),
            location: None,
            source: None,
            library: self.source_map.is_folded_function(func),
            variables: Vec::new(),
        }
    }

    /// The frame of a function, or of one inlined into it, that stands at `loc`.
    fn frame(&mut self, execution: &dyn ExecutionView, at: (u32, usize), func: FuncId, loc: LocId) -> Frame {
        let location = self.source_map.location(loc);
        let described = execution.program().location(loc);
        let library = described.is_none_or(|l| self.source_map.is_folded(l));
        let function = location.as_ref().map(|l| l.function.clone());
        let function = function.filter(|name| !name.is_empty());
        Frame {
            function: called(
                execution.program(),
                &function.unwrap_or_else(|| execution.program().function(func).display_name.clone()),
            ),
            source: self.source_map.source(loc),
            variables: match library {
                true => Vec::new(),
                false => self.variables(execution, at, loc),
            },
            location,
            library,
        }
    }

    /// The variables of the copy of a function that `loc` lies in.
    fn variables(&self, execution: &dyn ExecutionView, (thread, frame): (u32, usize), loc: LocId) -> Vec<Variable> {
        let program = execution.program();
        let view: View<'_> = self.view(execution, Some((thread, frame)));
        let copy = |loc: LocId| program.location(loc).map(|l| (l.function, l.inlined_at));
        let Some(info) = self.known.stack(thread).get(frame) else {
            return Vec::new();
        };
        let function = program.function(info.func);
        let mut variables: Vec<Variable> = Vec::new();
        for (state, described) in info.vars.iter().zip(&function.variables) {
            let opaque = view.renderer().types.is_opaque(described.ty);
            let shown = !described.name.is_empty() && !opaque && !view.is_hidden(described);
            if !shown || copy(described.loc) != copy(loc) {
                continue;
            }
            let cells = view.variable_cells(state, described.ty);
            if cells.is_empty() {
                continue;
            }
            let value = view.renderer().value(described.ty, &cells);
            // Of variables that hide each other the one declared last is shown.
            variables.retain(|variable| variable.name != described.name);
            variables.push(Variable { name: described.name.clone(), value });
        }
        variables
    }

    /// The user's globals that were changed, with their last values.
    pub(crate) fn changed_globals(&self, execution: &dyn ExecutionView) -> Vec<Variable> {
        let view = self.view(execution, None);
        let globals = self.globals.iter().filter_map(|object| {
            let named = view.named(*object, 0, 1)?;
            if view.renderer().types.is_opaque(named.ty) {
                return None;
            }
            let cells = execution.cells(*object, 0, u32::MAX);
            Some(Variable { name: named.name.with(""), value: view.renderer().value(named.ty, &cells) })
        });
        globals.collect()
    }
}

/// The name of a function in a list of calls.
fn called(program: &Program, name: &str) -> String {
    match program.rust {
        true => library::short_arguments(name),
        false => name.to_owned(),
    }
}
