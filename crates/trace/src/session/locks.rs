//! The locks that the program's variables hold or lead to, and who has them.
//!
//! A lock is known by its type. What it holds is read by the names of its members in the debug information; where
//! the C library hides them, only what threads wait for can be told.

use ir::{DebugType, TypeId};
use machine::{Owners, owners};

use super::Session;
use super::inspect::FrameAt;
use crate::cells;
use crate::execution_view::{ExecutionView, Storage};
use crate::model::{Stack, Status};
use crate::naming::View;
use crate::types::Types;
use crate::watch::VmView;

/// Locks that are listed.
const LOCKS_MAX: usize = 256;
/// Structs and arrays within each other.
const DEPTH_MAX: u32 = 4;

/// A lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    pub name: String,
    /// `mutex`, `read-write lock`, …
    pub what: &'static str,
    /// The threads that hold it, by index.
    pub held_by: Vec<u32>,
    /// The threads that wait for it.
    pub waiting: Vec<u32>,
    /// The number that a semaphore has.
    pub value: Option<u32>,
}

/// Name of the type, what it is, and the member that tells its owner or value.
const KINDS: &[(&str, &str, &[&str])] = &[
    ("pthread_mutex_t", "mutex", &["__data", "__owner"]),
    ("pthread_rwlock_t", "read-write lock", &["__data", "__pad4"]),
    ("pthread_cond_t", "condition variable", &[]),
    ("pthread_barrier_t", "barrier", &[]),
    ("sem_t", "semaphore", &[]),
    ("mtx_t", "mutex", &[]),
    ("cnd_t", "condition variable", &[]),
];

impl Session<'_> {
    pub fn locks(&self, at: Option<(u32, &FrameAt)>) -> Vec<Lock> {
        let stacks = self.stacks();
        let tracker = self.tracker.borrow();
        let execution = VmView::new(&self.machine.vm);
        let viewer = at.and_then(|(thread, frame)| Some((self.number(thread)?, frame.frame())));
        let view = tracker.view(&execution, viewer);
        let index = |number: u32| tracker.indices.get(&number).copied();
        let mut finder = Finder { view, index: &index, stacks: &stacks, found: Vec::new() };
        finder.search(&execution);
        finder.add_waited_for();
        let mut found = finder.found;
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }
}

struct Finder<'v> {
    view: View<'v>,
    index: &'v dyn Fn(u32) -> Option<u32>,
    stacks: &'v [Stack],
    found: Vec<Lock>,
}

impl Finder<'_> {
    /// Goes through globals, heap blocks and variables on the stacks.
    fn search(&mut self, execution: &VmView<'_, '_>) {
        let program = self.view.program();
        let globals = (ir::Program::FIRST_GLOBAL..program.first_code()).collect::<Vec<_>>();
        let blocks: Vec<u32> = self.view.known.blocks.keys().copied().collect();
        for object in globals.into_iter().chain(blocks) {
            let alive = self.view.object(object).is_some_and(|facts| facts.alive && facts.storage != Storage::Internal);
            if let Some(named) = self.view.named(object, 0, 1).filter(|_| alive) {
                self.walk(execution, (object, named.at), named.ty, &|path| named.name.with(path), "", 0);
            }
        }
        let stacks: Vec<(u32, usize, usize)> = self
            .view
            .known
            .stacks
            .iter()
            .flat_map(|(thread, stack)| {
                let frames = stack.iter().enumerate();
                frames.flat_map(move |(i, info)| (0..info.vars.len()).map(move |variable| (*thread, i, variable)))
            })
            .collect();
        for (thread, frame, variable) in stacks {
            let Some(info) = self.view.known.stack(thread).get(frame) else { continue };
            let function = program.function(info.func);
            let (Some(crate::memory::VarState::Memory { object, offset }), Some(described)) =
                (info.vars.get(variable), function.variables.get(variable))
            else {
                continue;
            };
            let name = format!("{}::{}", function.display_name, described.name);
            if !self.view.is_hidden(described) {
                self.walk(execution, (*object, *offset), described.ty, &|path| format!("{name}{path}"), "", 0);
            }
        }
    }

    fn walk(
        &mut self,
        execution: &VmView<'_, '_>,
        (object, at): (u32, u32),
        ty: TypeId,
        name: &dyn Fn(&str) -> String,
        path: &str,
        depth: u32,
    ) {
        let types = Types::new(self.view.program());
        if self.found.len() >= LOCKS_MAX || depth > DEPTH_MAX {
            return;
        }
        if let Some((_, what, members)) = kind(types, ty) {
            let lock = self.lock(execution, (object, at), ty, what, members);
            self.found.push(Lock { name: name(path), ..lock });
            let last = self.found.len() - 1;
            self.found[last].waiting = self.waiting(&self.found[last].name);
            return;
        }
        for part in types.parts(ty).into_iter().take(LOCKS_MAX) {
            let from = u32::try_from(part.at_bit / 8).ok().and_then(|from| at.checked_add(from));
            if let Some(from) = from.filter(|_| part.bits.is_none()) {
                let path = format!("{path}{}", part.path);
                self.walk(execution, (object, from), part.ty, name, &path, depth + 1);
            }
        }
    }

    fn lock(
        &self,
        execution: &VmView<'_, '_>,
        (object, at): (u32, u32),
        ty: TypeId,
        what: &'static str,
        members: &[&str],
    ) -> Lock {
        let word = |at: u32| {
            let cells = execution.cells(object, at, 4);
            (cells.len() == 4 && !cells::is_undefined(&cells)).then(|| u32::try_from(cells::number(&cells)).ok())?
        };
        let owner_at = offset_of(Types::new(self.view.program()), ty, members).and_then(|by| at.checked_add(by));
        let set = owner_at
            .filter(|_| !members.is_empty())
            .and_then(|owner_at| owners(word(owner_at)?, |before| word(owner_at.checked_sub(before)?)));
        let numbers = set.iter().flat_map(Owners::list).map(|thread| thread.0);
        Lock {
            name: String::new(),
            what,
            held_by: numbers.filter_map(self.index).collect(),
            waiting: Vec::new(),
            value: (what == "semaphore").then(|| word(at)).flatten(),
        }
    }

    /// Locks that threads wait for and no variable was found to hold.
    fn add_waited_for(&mut self) {
        for stack in self.stacks {
            let Status::Waiting { on } = &stack.status else { continue };
            let known = self.found.iter().any(|lock| lock.waiting.contains(&stack.thread));
            let Some((name, (_, what, _))) = on.object.as_ref().zip(KINDS.iter().find(|(_, what, _)| *what == on.what))
            else {
                continue;
            };
            if !known {
                let (name, held_by) = (format!("*{name}").replace("*&", ""), on.owner.into_iter().collect());
                self.found.push(Lock { name, what, held_by, waiting: vec![stack.thread], value: None });
            }
        }
    }

    /// Who waits for what is called so.
    fn waiting(&self, name: &str) -> Vec<u32> {
        let waits = |stack: &&Stack| match &stack.status {
            Status::Waiting { on } => {
                on.object.as_deref().and_then(|object| object.strip_prefix('&')).is_some_and(|object| {
                    object == name || name.ends_with(&format!("::{object}")) || object.ends_with(&format!("::{name}"))
                })
            }
            _ => false,
        };
        self.stacks.iter().filter(waits).map(|stack| stack.thread).collect()
    }
}

fn kind(types: Types<'_>, ty: TypeId) -> Option<&'static (&'static str, &'static str, &'static [&'static str])> {
    let mut ty = ty;
    for _ in 0..16 {
        let name = match types.get(ty) {
            DebugType::Alias { name, .. } | DebugType::Struct { name, .. } => name,
            _ => return None,
        };
        if let Some(found) = KINDS.iter().find(|(known, ..)| known == name) {
            return Some(found);
        }
        let DebugType::Alias { of, .. } = types.get(ty) else { return None };
        ty = *of;
    }
    None
}

/// Where a member of a member … stands.
fn offset_of(types: Types<'_>, ty: TypeId, members: &[&str]) -> Option<u32> {
    let (mut ty, mut at) = (ty, 0);
    for member in members {
        let DebugType::Struct { fields, .. } = types.resolved(ty) else { return None };
        let field = fields.iter().find(|field| field.name == **member)?;
        at += field.at_bit / 8;
        ty = field.ty;
    }
    u32::try_from(at).ok()
}
