//! Questions about the state at the position of a session.

use ir::{LocId, SourceFile};

use super::Session;
use super::probe::{Mark, Watched};
use crate::execution_view::ExecutionView;
use crate::expression::{Evaluator, Expression, Printed, parse};
use crate::model::{Location, Output, Stack, Thread, Variable};
use crate::watch::VmView;

/// A frame of a thread, or of a function inlined into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameAt {
    pub function: String,
    pub location: Option<Location>,
    pub library: bool,
    /// Index of the real frame, oldest first.
    frame: usize,
    pub(super) loc: LocId,
}

impl FrameAt {
    pub(super) fn frame(&self) -> usize {
        self.frame
    }
}

/// A heap block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub number: u32,
    pub bytes: u32,
    /// As the program reaches it; None if no variable leads to it.
    pub name: Option<String>,
    /// What it holds, as far as is known.
    pub ty: Option<String>,
    pub value: Option<String>,
    pub allocated: Option<Location>,
    /// It was freed, and something still points to it.
    pub freed: bool,
}

impl Session<'_> {
    /// Every thread there ever was.
    pub fn threads(&self) -> Vec<Thread> {
        let mut threads = self.tracker.borrow().threads.clone();
        for (i, thread) in threads.iter_mut().enumerate() {
            if thread.name.is_empty() {
                thread.name = format!("thread {i}");
            }
        }
        threads
    }

    /// Where each of them stands, by index.
    pub fn stacks(&self) -> Vec<Stack> {
        self.tracker.borrow_mut().stacks(&VmView::new(&self.machine.vm))
    }

    /// The machine's number of a thread that has not ended.
    pub(super) fn number(&self, thread: u32) -> Option<u32> {
        let alive = VmView::new(&self.machine.vm).threads();
        let tracker = self.tracker.borrow();
        alive.into_iter().find(|number| tracker.indices.get(number) == Some(&thread))
    }

    /// The frames of a thread in the order in which its stack has them.
    pub fn frames(&self, thread: u32) -> Vec<FrameAt> {
        let Some(number) = self.number(thread) else { return Vec::new() };
        let tracker = self.tracker.borrow();
        let execution = VmView::new(&self.machine.vm);
        let program = self.machine.vm.program();
        let mut frames = Vec::new();
        for (i, point) in execution.frames(number).into_iter().enumerate().rev() {
            let last = tracker.known.stack(number).get(i).map_or(LocId(0), |info| info.last_loc);
            let loc = tracker.source_map.loc_of(point, last);
            let name = |location: &Option<Location>| {
                let own = location.as_ref().map(|l| l.function.clone()).filter(|name| !name.is_empty());
                own.unwrap_or_else(|| program.function(point.func).display_name.clone())
            };
            let before = frames.len();
            for loc in tracker.source_map.chain(loc) {
                let location = tracker.source_map.location(loc);
                let library = program.location(loc).is_none_or(|l| tracker.source_map.is_folded(l));
                frames.push(FrameAt { function: name(&location), location, library, frame: i, loc });
            }
            if frames.len() == before {
                let library = tracker.source_map.is_folded_function(point.func);
                frames.push(FrameAt { function: name(&None), location: None, library, frame: i, loc: LocId(0) });
            }
        }
        frames
    }

    pub(super) fn frame_uid(&self, thread: u32, frame: &FrameAt) -> Option<(u32, u32)> {
        let number = self.number(thread)?;
        let uid = self.tracker.borrow().known.stack(number).get(frame.frame)?.uid;
        Some((number, uid))
    }

    fn evaluate<R>(&self, at: Option<(u32, &FrameAt)>, with: impl FnOnce(&Evaluator<'_>) -> R) -> R {
        let viewer = at.and_then(|(thread, frame)| Some((self.number(thread)?, frame.frame)));
        let tracker = self.tracker.borrow();
        let execution = VmView::new(&self.machine.vm);
        let loc = at.map_or(LocId(0), |(_, frame)| frame.loc);
        with(&Evaluator { view: tracker.view(&execution, viewer), loc })
    }

    pub(super) fn parsed(&self, text: &str, at: Option<(u32, &FrameAt)>) -> Result<Expression, String> {
        self.evaluate(at, |evaluator| parse(text, &|name| evaluator.is_type(name)))
    }

    /// The value of an expression, as seen from a frame of a thread.
    pub fn print(&self, text: &str, at: Option<(u32, &FrameAt)>) -> Result<Printed, String> {
        self.evaluate(at, |evaluator| evaluator.show(&parse(text, &|name| evaluator.is_type(name))?))
    }

    // ---- watched expressions ----

    /// Has the value of an expression looked at wherever a thread comes to another line. `thread` and `frame` say
    /// where its names are looked up; it is forgotten when that frame is left. Returns its number.
    pub fn watch(&mut self, text: &str, at: Option<(u32, &FrameAt)>) -> Result<usize, String> {
        let expression = self.parsed(text, at)?;
        let uid = at.and_then(|(thread, frame)| self.frame_uid(thread, frame));
        let loc = at.map_or(ir::LocId(0), |(_, frame)| frame.loc);
        let mut notes = self.notes.borrow_mut();
        notes.watches.push(Some(Watched { expression, frame: uid, loc, last: None }));
        Ok(notes.watches.len() - 1)
    }

    pub fn unwatch(&mut self, number: usize) {
        if let Some(watch) = self.notes.borrow_mut().watches.get_mut(number) {
            *watch = None;
        }
    }

    // ---- memory and names ----

    /// The members of a struct, or of what a pointer points to.
    pub fn members(&self, text: &str, arrow: bool, at: Option<(u32, &FrameAt)>) -> Vec<String> {
        self.evaluate(at, |evaluator| {
            let parsed = parse(text, &|name| evaluator.is_type(name));
            parsed.and_then(|expression| evaluator.members(&expression, arrow)).unwrap_or_default()
        })
    }

    /// The user's global variables.
    pub fn globals(&self) -> Vec<Variable> {
        let tracker = self.tracker.borrow();
        let execution = VmView::new(&self.machine.vm);
        let view = tracker.view(&execution, None);
        let objects = (0..).zip(&self.machine.vm.program().globals).filter(|(_, global)| !global.constant);
        let objects = objects.filter_map(|(i, _)| ir::Program::FIRST_GLOBAL.checked_add(i));
        let mut all: Vec<Variable> = objects
            .filter_map(|object| {
                let named = view.named(object, 0, 1)?;
                let known = named.ty != ir::TypeId(0) && !view.renderer().types.is_opaque(named.ty);
                let cells = if known { execution.cells(object, 0, u32::MAX) } else { return None };
                Some(Variable { name: named.name.with(""), value: view.renderer().value(named.ty, &cells) })
            })
            .collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// The heap blocks that exist, and those that were freed and are still pointed to.
    pub fn heap(&self, at: Option<(u32, &FrameAt)>) -> Vec<Block> {
        self.evaluate(at, |evaluator| {
            let view = &evaluator.view;
            let tracker = self.tracker.borrow();
            let mut blocks: Vec<Block> = view
                .known
                .blocks
                .iter()
                .filter_map(|(object, block)| {
                    let facts = view.object(*object)?;
                    let named = view.named(*object, 0, 1).filter(|named| !named.name.is_internal());
                    let known = named.as_ref().filter(|named| named.at == 0).map(|named| named.ty);
                    let ty = known.filter(|ty| ty.0 != 0).unwrap_or(block.ty);
                    let types = view.renderer().types;
                    let bytes = u32::try_from(types.bytes(ty)).unwrap_or(u32::MAX);
                    let shown = facts.alive && ty.0 != 0 && bytes <= facts.bytes;
                    let cells = || view.execution.cells(*object, 0, bytes);
                    Some(Block {
                        number: block.number,
                        bytes: block.bytes,
                        name: named.map(|named| named.name.with("")),
                        ty: (ty.0 != 0).then(|| types.spelt(ty)),
                        value: shown.then(|| view.renderer().value(ty, &cells())),
                        allocated: block.allocated.and_then(|loc| tracker.source_map.location(loc)),
                        freed: !facts.alive,
                    })
                })
                .collect();
            blocks.sort_by_key(|block| block.number);
            blocks
        })
    }

    /// What the program has printed.
    pub fn output(&self) -> Vec<Output> {
        let output = &self.tracker.borrow().output;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        output.iter().map(|(fd, bytes)| Output { fd: *fd, text: text(bytes) }).collect()
    }

    /// Where a line stands that a thread came to.
    pub fn location(&self, mark: &Mark) -> Option<Location> {
        self.tracker.borrow().source_map.location(mark.loc)
    }

    /// The text of a source line.
    pub fn source_line(&self, file: &str, line: u32) -> Option<String> {
        let program = self.machine.vm.program();
        let found = program.files.iter().find(|known| known.name == file)?;
        self.tracker.borrow_mut().source_map.raw_line(found, line)
    }

    /// The user's source files, as reports name them.
    pub fn files(&self) -> Vec<String> {
        let tracker = self.tracker.borrow();
        let is_users = |l: &&ir::Location| l.line != 0 && !tracker.source_map.is_folded(l);
        let program = self.machine.vm.program();
        let used = program.locations.iter().filter(is_users);
        let files = used.filter_map(|l| program.files.get(usize::try_from(l.file).ok()?));
        let mut names: Vec<String> = files.map(|file: &SourceFile| file.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The lines of a file that have code.
    pub fn lines_with_code(&self, file: &str) -> Vec<u32> {
        let program = self.machine.vm.program();
        let is_it = |l: &&ir::Location| {
            let known = usize::try_from(l.file).ok().and_then(|at| program.files.get(at));
            l.line != 0 && l.function != 0 && known.is_some_and(|known| known.name == file)
        };
        let mut lines: Vec<u32> = program.locations.iter().filter(is_it).map(|l| l.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The user's functions and where they begin.
    pub fn functions(&self) -> Vec<(String, Option<Location>)> {
        let tracker = self.tracker.borrow();
        let program = self.machine.vm.program();
        let ids = (0..).map(ir::FuncId).zip(&program.functions);
        let users = ids.filter(|(id, _)| !tracker.source_map.is_folded_function(*id));
        users.map(|(_, f)| (f.display_name.clone(), tracker.source_map.location(f.loc))).collect()
    }

    /// Names that an expression may begin with, as seen from a frame.
    pub fn names(&self, thread: u32, frame: &FrameAt) -> Vec<String> {
        let stacks = self.tracker.borrow_mut().stacks(&VmView::new(&self.machine.vm));
        let stack = stacks.into_iter().find(|stack| stack.thread == thread);
        let own = stack.into_iter().flat_map(|stack| stack.frames).find(|own| own.location == frame.location);
        let locals = own.into_iter().flat_map(|frame| frame.variables).map(|variable| variable.name);
        locals.chain(self.globals().into_iter().map(|variable| variable.name)).collect()
    }
}
