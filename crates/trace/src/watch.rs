//! The machine as a [`Scene`], and the tracker as its observer.

use std::cell::RefCell;
use std::rc::Rc;

use ir::{Program, Src};
use machine::{Inspected, Life, ObjectId, ObjectKind, Observer, ThreadId, Vm};

use crate::cells::{self, Cell};
use crate::scene::{ObjectFacts, Point, Scene, Storage};
use crate::tracker::Tracker;

/// A machine, seen as a scene.
pub struct VmScene<'v, 'a> {
    vm: &'v Vm<'a>,
    /// The object that was looked at last: there are often several looks at one.
    last: RefCell<Option<(u32, Inspected)>>,
}

impl<'v, 'a> VmScene<'v, 'a> {
    pub fn new(vm: &'v Vm<'a>) -> VmScene<'v, 'a> {
        VmScene { vm, last: RefCell::new(None) }
    }

    fn inspected<T>(&self, object: u32, look: impl FnOnce(&Inspected) -> T) -> Option<T> {
        let mut last = self.last.borrow_mut();
        if !matches!(&*last, Some((known, _)) if *known == object) {
            *last = Some((object, self.vm.inspect(ObjectId(object))?));
        }
        last.as_ref().map(|(_, inspected)| look(inspected))
    }
}

impl Scene for VmScene<'_, '_> {
    fn program(&self) -> &Program {
        self.vm.program()
    }

    fn threads(&self) -> Vec<u32> {
        self.vm.thread_ids().map(|thread| thread.0).collect()
    }

    fn frames(&self, thread: u32) -> Vec<Point> {
        if !self.vm.thread_ids().any(|id| id.0 == thread) {
            return Vec::new();
        }
        let frames = self.vm.thread(ThreadId(thread)).frames.iter();
        let point = |frame: &machine::Frame| Point { func: frame.func, pc: frame.pc };
        frames.map(point).collect()
    }

    fn operand(&self, thread: u32, frame: usize, src: Src, words: u32) -> Vec<Cell> {
        let index = src.index()..src.index() + words as usize;
        let source = match src.is_constant() {
            true => self.vm.program().constants.get(index),
            false => {
                let thread = self.vm.thread(ThreadId(thread));
                let base = thread.frames.get(frame).map(|f| f.base as usize);
                base.and_then(|base| thread.registers.get(base + index.start..base + index.end))
            }
        };
        let spelt = source.unwrap_or(&[]).iter().map(|word| self.vm.spell(*word));
        spelt.flat_map(cells::of_word).collect()
    }

    fn object(&self, object: u32) -> Option<ObjectFacts> {
        self.inspected(object, |inspected| ObjectFacts {
            storage: match inspected.kind {
                ObjectKind::Global | ObjectKind::Constant => Storage::Static,
                ObjectKind::Code => Storage::Code,
                ObjectKind::Stack => Storage::Stack,
                ObjectKind::Heap => Storage::Heap,
                ObjectKind::Internal | ObjectKind::Varargs => Storage::Internal,
            },
            alive: inspected.life == Life::Alive,
            bytes: inspected.size,
        })
    }

    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell> {
        let cells = self.inspected(object, |inspected| {
            let end = offset.saturating_add(len).min(inspected.size) as usize;
            let start = offset as usize;
            let first = start / 8;
            let words = inspected.words.iter().take(end.div_ceil(8)).skip(first);
            let cells = words.flat_map(|word| cells::of_word(*word));
            let count = end.saturating_sub(start);
            cells.skip(start - first * 8).take(count).collect()
        });
        cells.unwrap_or_default()
    }

    fn thread_locals(&self, thread: u32) -> Vec<(u32, u32)> {
        self.vm.thread(ThreadId(thread)).locals.clone()
    }
}

/// Passes on what the machine announces. The machine keeps it for as long as it lives, so the
/// tracker is shared with whoever drives the machine.
pub struct Watch<'p>(pub Rc<RefCell<Tracker<'p>>>);

impl Observer for Watch<'_> {
    fn arrive(&mut self, vm: &Vm<'_>, thread: ThreadId) {
        let mut tracker = self.0.borrow_mut();
        tracker.arrive(&VmScene::new(vm), thread.0);
    }

    fn wrote(&mut self, vm: &Vm<'_>, _: ThreadId, object: ObjectId, offset: u32, len: u32) {
        let mut tracker = self.0.borrow_mut();
        tracker.wrote(&VmScene::new(vm), object.0, offset, len);
    }

    fn output(&mut self, fd: i32, bytes: &[u8]) {
        self.0.borrow_mut().output(fd, bytes);
    }

    fn thread_started(&mut self, vm: &Vm<'_>, creator: ThreadId, thread: ThreadId) {
        let mut tracker = self.0.borrow_mut();
        tracker.thread_started(&VmScene::new(vm), creator.0, thread.0);
    }
}
