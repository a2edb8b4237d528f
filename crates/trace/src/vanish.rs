//! Where the last pointer to a lost block vanished: which op of the last transition it was.
//!
//! That a block is lost is noticed at the end of a transition, which may be long after. Once lost it stays lost, so
//! the transition is executed a few times, with looks at ever smaller distances.

use std::cell::RefCell;
use std::rc::Rc;

use machine::{
    Choice, Image, Kind, Life, Machine, ObjectId, ObjectKind, Observer, Pieces, Presumptions, Problem, ThreadId, Vm,
};
use search::{Path, StorePieces};
use store::{Store, StoreOptions};

/// Looks at one execution of the transition.
const LOOKS: u64 = 128;
/// Objects that are asked whether they are lost.
const CANDIDATES_MAX: usize = 1 << 12;

/// The op after which nothing led to the block any more: its number in the last transition, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vanish {
    pub op: u64,
    /// The block, by its number in that transition.
    pub object: u32,
}

/// Looks at some ops of a transition whether the block is lost.
#[derive(Default)]
struct Looks {
    object: u32,
    /// The first op to look before, and how many to go on.
    from: u64,
    every: u64,
    ops: u64,
    /// The first look that found it lost.
    lost: Option<u64>,
}

struct Prober(Rc<RefCell<Looks>>);

impl Observer for Prober {
    fn arrive(&mut self, vm: &Vm<'_>, _: ThreadId) {
        let mut looks = self.0.borrow_mut();
        looks.ops += 1;
        let due = looks.ops >= looks.from && (looks.ops - looks.from).is_multiple_of(looks.every.max(1));
        if due && looks.lost.is_none() && looks.object != 0 && is_lost(vm, ObjectId(looks.object)) {
            looks.lost = Some(looks.ops);
        }
    }

    fn wrote(&mut self, _: &Vm<'_>, _: ThreadId, _: ObjectId, _: u32, _: u32) {}
    fn output(&mut self, _: i32, _: &[u8]) {}
    fn thread_started(&mut self, _: &Vm<'_>, _: ThreadId, _: ThreadId) {}
}

fn is_lost(vm: &Vm<'_>, object: ObjectId) -> bool {
    let facts = vm.object_facts(object);
    facts.is_some_and(|facts| facts.kind == ObjectKind::Heap && facts.life == Life::Alive) && !vm.is_reached(object)
}

/// None if it cannot be told.
pub(crate) fn vanishing(
    image: &Image,
    presumptions: &Presumptions,
    (path, patient): (&Path, bool),
    problem: &Problem,
) -> Option<Vanish> {
    if problem.kind != Kind::Leak {
        return None;
    }
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let looks = Rc::new(RefCell::new(Looks::default()));
    let mut prober = Prober(Rc::clone(&looks));
    let mut machine = Machine::new(image, presumptions, &pieces as &dyn Pieces);
    let mut words = Vec::new();
    machine.reset();
    machine.save(ThreadId(0), &mut words).ok()?;
    machine.load(&words);
    let (last, before) = path.split_last()?;
    machine.vm.put_failures_off(true);
    for choice in before {
        machine.vm.take_findings();
        machine.transition(*choice).ok()?;
        machine.save(choice.thread, &mut words).ok()?;
        machine.load(&words);
    }
    machine.vm.observe_with(&mut prober);
    machine.vm.put_failures_off(patient);
    let mut execute = |choice: Choice| {
        machine.load(&words);
        machine.vm.take_findings();
        // However it ends.
        let _ = machine.transition(choice);
        lost_block(&machine.vm, problem)
    };
    let object = execute(*last)?;
    let all = looks.borrow().ops;
    let (mut from, mut to) = (1, all + 1);
    while from < to {
        let every = (to - from).div_ceil(LOOKS);
        *looks.borrow_mut() = Looks { object, from, every, ..Looks::default() };
        execute(*last);
        let lost = looks.borrow().lost;
        // Not lost when the last op was come to: then by that.
        let found = lost.unwrap_or(all + 1).min(to);
        (from, to) = if every == 1 { (found, found) } else { (from.max(found.saturating_sub(every)), found) };
    }
    Some(Vanish { op: from.checked_sub(1).filter(|op| *op > 0)?, object })
}

/// A block of the size that the problem speaks of and that is lost; the oldest.
fn lost_block(vm: &Vm<'_>, problem: &Problem) -> Option<u32> {
    let first = vm.program().first_dynamic();
    let size = |object: &u32| {
        let facts = vm.object_facts(ObjectId(*object));
        facts.is_some_and(|facts| problem.message.contains(&crate::describe::lost_bytes(facts.size)))
    };
    let objects = (first..).take_while(|object| vm.object_facts(ObjectId(*object)).is_some());
    objects.filter(size).take(CANDIDATES_MAX).find(|object| is_lost(vm, ObjectId(*object)))
}
