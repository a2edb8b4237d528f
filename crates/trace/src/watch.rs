//! The machine as an [`ExecutionView`], and the tracker as its observer.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ir::{Program, Src};
use machine::{Life, Maker, ObjectId, ObjectKind, Observer, ThreadId, Vm};

use crate::cells::{self, Cell};
use crate::execution_view::{ExecutionView, ObjectFacts, Point, Storage};
use crate::tracker::Tracker;

/// A machine, seen as a trace sees it.
pub(crate) struct VmView<'v, 'a> {
    vm: &'v Vm<'a>,
    threads: OnceCell<Vec<u32>>,
}

impl<'v, 'a> VmView<'v, 'a> {
    pub(crate) fn new(vm: &'v Vm<'a>) -> VmView<'v, 'a> {
        VmView { vm, threads: OnceCell::new() }
    }

    fn alive(&self) -> &[u32] {
        self.threads.get_or_init(|| self.vm.thread_ids().map(|thread| thread.0).collect())
    }

    fn thread(&self, thread: u32) -> Option<&machine::Thread> {
        self.vm.living_thread(ThreadId(thread))
    }
}

impl ExecutionView for VmView<'_, '_> {
    fn program(&self) -> &Program {
        self.vm.program()
    }

    fn threads(&self) -> Vec<u32> {
        self.alive().to_vec()
    }

    fn frames(&self, thread: u32) -> Vec<Point> {
        let frames = self.thread(thread).map_or(&[][..], |t| &t.frames);
        frames.iter().map(|frame| Point { func: frame.func, pc: frame.pc }).collect()
    }

    fn frame_count(&self, thread: u32) -> usize {
        self.thread(thread).map_or(0, |t| t.frames.len())
    }

    fn frame(&self, thread: u32, at: usize) -> Option<Point> {
        let frame = self.thread(thread)?.frames.get(at)?;
        Some(Point { func: frame.func, pc: frame.pc })
    }

    fn operand(&self, thread: u32, frame: usize, src: Src, words: u32) -> Vec<Cell> {
        let index = src.index()..src.index() + words as usize;
        let source = match src.is_constant() {
            true => self.vm.program().constants.get(index),
            false => self.thread(thread).and_then(|thread| {
                let base = thread.frames.get(frame)?.base as usize;
                thread.registers.get(base + index.start..base + index.end)
            }),
        };
        let spelt = source.unwrap_or(&[]).iter().map(|word| self.vm.spell(*word));
        spelt.flat_map(cells::of_word).collect()
    }

    fn object(&self, object: u32) -> Option<ObjectFacts> {
        let facts = self.vm.object_facts(ObjectId(object))?;
        Some(ObjectFacts {
            storage: match facts.kind {
                ObjectKind::Global | ObjectKind::Constant => Storage::Static,
                ObjectKind::Code => Storage::Code,
                ObjectKind::Stack => Storage::Stack,
                ObjectKind::Heap => Storage::Heap,
                ObjectKind::Lent if facts.maker == Maker::Mmap => Storage::Heap,
                ObjectKind::Internal | ObjectKind::Varargs | ObjectKind::Lent | ObjectKind::Unknown => {
                    Storage::Internal
                }
            },
            alive: facts.life == Life::Alive,
            bytes: facts.size,
        })
    }

    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell> {
        let Some(facts) = self.vm.object_facts(ObjectId(object)) else {
            return Vec::new();
        };
        let (start, end) = (offset as usize, offset.saturating_add(len).min(facts.size) as usize);
        let words = start / 8..end.div_ceil(8).max(start / 8);
        let words = self.vm.object_words(ObjectId(object), words);
        let cells = words.into_iter().flat_map(cells::of_word);
        cells.skip(start % 8).take(end.saturating_sub(start)).collect()
    }

    fn thread_locals(&self, thread: u32) -> Vec<(u32, u32)> {
        self.thread(thread).map_or(Vec::new(), |t| t.locals.clone())
    }
}

/// Passes on what the machine announces. The machine keeps it for as long as it lives, so the
/// tracker is shared with whoever drives the machine.
pub(crate) struct Watch<'p>(pub Rc<RefCell<Tracker<'p>>>);

impl Observer for Watch<'_> {
    fn announce(&mut self, ops: u64) {
        self.0.borrow_mut().announce(ops);
    }

    fn arrive(&mut self, vm: &Vm<'_>, thread: ThreadId) {
        let mut tracker = self.0.borrow_mut();
        tracker.arrive(&VmView::new(vm), thread.0);
    }

    fn wrote(&mut self, vm: &Vm<'_>, _: ThreadId, object: ObjectId, offset: u32, len: u32) {
        let mut tracker = self.0.borrow_mut();
        tracker.wrote(&VmView::new(vm), object.0, offset, len);
    }

    fn output(&mut self, fd: i32, bytes: &[u8]) {
        self.0.borrow_mut().output(fd, bytes);
    }

    fn thread_started(&mut self, vm: &Vm<'_>, creator: ThreadId, thread: ThreadId) {
        let mut tracker = self.0.borrow_mut();
        tracker.thread_started(&VmView::new(vm), creator.0, thread.0);
    }
}
