//! Threads: how they come into being, what they are called, what they wait for.

use ir::contract::argument::wait;
use ir::{Op, Src, Trap};
use machine::Condition;

use super::Tracker;
use crate::cells;
use crate::execution_view::{ExecutionView, Point, Storage, op_at};
use crate::model::{Note, Thread, Wait};
use crate::render::World;
use crate::types::{Types, library, rust};

/// Bytes of a thread's argument that are searched for its start routine.
const ARGUMENT_BYTES_MAX: u32 = 256;

/// What the user asks for threads by; others are the library's own.
const STARTERS: [&str; 2] = ["pthread_create", "thrd_create"];

/// Longest text taken from the runtime.
const TEXT_BYTES_MAX: u32 = 256;

impl Tracker<'_> {
    pub(crate) fn thread_started(&mut self, execution: &dyn ExecutionView, creator: u32, thread: u32) {
        self.open_pending();
        let spot = self.pending.as_ref().and_then(|pending| pending.spot);
        let index = self.threads.len() as u32;
        let program = execution.program();
        let asked = |point: &Point| STARTERS.contains(&program.function(point.func).name.as_str());
        if !execution.frames(creator).iter().any(asked) {
            self.couriers.insert(index);
        }
        self.threads.push(Thread {
            number: thread,
            name: self.start_routine(execution, thread).unwrap_or_default(),
            creator: Some(self.index(creator)),
            created: spot.and_then(|spot| self.source_map.location(spot.loc)),
            created_in: self.recorder.step_index(),
        });
        self.indices.insert(thread, index);
        self.known.threads.insert(thread, index);
        self.known.stacks.remove(&thread);
        self.note(Note::ThreadStarted { thread: index });
    }

    /// The first user function that a thread runs gives it its name.
    pub(super) fn name_thread(&mut self, thread: u32, function: &str) {
        let index = self.index(thread) as usize;
        if let Some(thread) = self.threads.get_mut(index)
            && thread.name.is_empty()
        {
            thread.name = function.into();
        }
    }

    /// The user function that a new thread is going to run: its first function, or one that the
    /// argument of the runtime's wrapper points to.
    fn start_routine(&self, execution: &dyn ExecutionView, thread: u32) -> Option<String> {
        let program = execution.program();
        let first = execution.frames(thread).first()?.func;
        if !self.source_map.is_folded_function(first) {
            return Some(program.function(first).display_name.clone());
        }
        let (slot, _) = *program.function(first).params.first()?;
        let argument = cells::pointer(&execution.operand(thread, 0, Src::slot(slot), 1))?;
        let contents = execution.cells(argument.object, argument.offset, ARGUMENT_BYTES_MAX);
        contents.chunks_exact(8).find_map(|word| {
            let func = program.function_of_object(cells::pointer(word)?.object)?;
            let function = program.function(func);
            (!self.source_map.is_folded_function(func)).then(|| function.display_name.clone())
        })
    }

    /// How the wait that a thread is at compares, and where it names its owners.
    fn owners_of_wait(execution: &dyn ExecutionView, thread: u32) -> Option<(Condition, cells::Pointer)> {
        let (frame, point) = execution.top(thread)?;
        let Op::Trap { trap: Trap::Wait, args, .. } = op_at(execution.program(), point)? else { return None };
        let args = execution.program().function(point.func).args.get(args.range())?;
        let value = |i: usize| execution.operand(thread, frame, args[i].src, 1);
        Some((Condition::read(|i| cells::number(&value(i)) as u64), cells::pointer(&value(wait::OWNER))?))
    }

    /// The condition variable that a thread waits on, if nobody has woken it. Who was woken while its mutex is held
    /// stays where it is for a while.
    pub(super) fn sleeps_on(&self, execution: &dyn ExecutionView, thread: u32) -> Option<cells::Pointer> {
        let (frame, point) = execution.top(thread)?;
        let Op::Trap { trap: Trap::Wait, args, .. } = op_at(execution.program(), point)? else { return None };
        let args = execution.program().function(point.func).args.get(args.range())?;
        let at = |i: usize| cells::pointer(&execution.operand(thread, frame, args[i].src, 1));
        let word = at(wait::WORD)?;
        let cells = execution.cells(word.object, word.offset, 4);
        at(wait::OBJECT).filter(|_| cells.len() == 4 && cells::number(&cells) == 0)
    }

    /// The object that a thread waits for and cannot go on without.
    pub(crate) fn waited_for(&self, execution: &dyn ExecutionView, thread: u32) -> Option<cells::Pointer> {
        let (frame, point) = execution.top(thread)?;
        let Op::Trap { trap: Trap::Wait, args, .. } = op_at(execution.program(), point)? else { return None };
        let args = execution.program().function(point.func).args.get(args.range())?;
        let value = |i: usize| execution.operand(thread, frame, args[i].src, 1);
        let word = cells::pointer(&value(wait::WORD))?;
        let cells = execution.cells(word.object, word.offset, 4);
        let condition = Condition::read(|i| cells::number(&value(i)) as u64);
        let holds = cells.len() == 4 && condition.holds(cells::number(&cells) as u64);
        (!holds).then(|| cells::pointer(&value(wait::OBJECT))).flatten()
    }

    /// Does another thread wait for all of what this one wants a share of, so that it may have to wait
    /// behind it?
    fn is_behind_another(execution: &dyn ExecutionView, thread: u32) -> bool {
        let place = Self::owners_of_wait(execution, thread).map(|(_, place)| place);
        let mut others = execution.threads().into_iter().filter_map(|other| Self::owners_of_wait(execution, other));
        others.any(|(condition, owners)| !condition.queues() && Some(owners) == place)
    }

    /// Is a thread of Rust's in `thread::park`, or in what channels do?
    fn is_parked(&self, execution: &dyn ExecutionView, thread: u32) -> bool {
        const PARKER: &str = "std::sys::sync::thread_parking::";
        let program = execution.program();
        let is_parker = |text: &String| text.starts_with(PARKER);
        execution.frames(thread).into_iter().any(|point| {
            let function = program.function(point.func);
            let loc = function.locs.get(point.pc.index()).copied().unwrap_or(function.loc);
            let mut inlined = self.source_map.chain(loc).filter_map(|loc| program.location(loc));
            let names = inlined.any(|location| program.texts.get(location.function as usize).is_some_and(is_parker));
            names || is_parker(&function.display_name)
        })
    }

    /// What a thread waits for, if it cannot go on.
    pub(crate) fn waiting(&self, execution: &dyn ExecutionView, thread: u32) -> Option<Wait> {
        let (frame, point) = execution.top(thread)?;
        let op = op_at(execution.program(), point)?;
        let Op::Trap { trap: Trap::Wait, args, .. } = op else {
            return None;
        };
        let args = execution.program().function(point.func).args.get(args.range())?;
        let value = |i: usize| execution.operand(thread, frame, args[i].src, 1);
        let at = |i: usize| cells::pointer(&value(i));
        let read = |i: usize| {
            let pointer = at(i)?;
            let cells = execution.cells(pointer.object, pointer.offset, 4);
            (cells.len() == 4).then(|| cells::number(&cells) as u32)
        };
        let condition = Condition::read(|i| cells::number(&value(i)) as u64);
        let queues = condition.queues() && read(wait::OWNER).is_some_and(machine::may_queue);
        if condition.holds(read(wait::WORD)?.into()) && !(queues && Self::is_behind_another(execution, thread)) {
            return None;
        }
        let spot = self.spot(execution, thread);
        let view = self.view(execution, spot.map(|spot| (thread, spot.frame)));
        let what = at(wait::WHAT).map(|p| view.cells(p.object, p.offset, TEXT_BYTES_MAX));
        let what = what.unwrap_or_default();
        let what: Vec<u8> = what.iter().map(|c| c.byte).take_while(|b| *b != 0).collect();
        let named = at(wait::OBJECT).filter(|p| view.object(p.object).is_some_and(|o| o.storage != Storage::Internal));
        let object = named.and_then(|pointer| {
            let name = view.address_name(pointer.object, pointer.offset);
            name.or_else(|| view.stream(pointer.object)).or_else(|| {
                let own = view.is_librarys(pointer.object);
                (!own).then(|| view.renderer().value(ir::TypeId(0), &value(wait::OBJECT)))
            })
        });
        let words_before = |bytes: u32| {
            let pointer = at(wait::OWNER)?;
            let cells = execution.cells(pointer.object, pointer.offset.checked_sub(bytes)?, 4);
            (cells.len() == 4).then(|| cells::number(&cells) as u32)
        };
        let owners = read(wait::OWNER).and_then(|word| machine::owners(word, words_before));
        let owner = owners.and_then(|owners| owners.first()).map(|thread| thread.0);
        let owner = owner.or_else(|| rust::holder(read(wait::WORD)?.into()));
        let of_rust = at(wait::OBJECT).filter(|_| what == b"futex").and_then(|pointer| {
            let named = view.named(pointer.object, pointer.offset, 1)?;
            let offset = pointer.offset.checked_sub(named.at)?;
            library::waited_for(Types::new(execution.program()), named.ty, offset.into())
        });
        let object = object.map(|name| match of_rust {
            Some(_) => library::without_futex(&name).to_owned(),
            None => name,
        });
        let parks = || of_rust.is_none() && what == b"futex" && self.is_parked(execution, thread);
        if execution.program().rust && parks() {
            return Some(Wait { what: "somebody to unpark it".into(), object: None, owner: None });
        }
        Some(Wait {
            what: of_rust.map_or_else(|| String::from_utf8_lossy(&what).into_owned(), str::to_owned),
            object,
            owner: owner.and_then(|owner| self.indices.get(&owner).copied()),
        })
    }
}
