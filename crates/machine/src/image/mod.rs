//! What does not change while a program runs: the program and how it is run; and, handed to each
//! machine along with that, what is presumed of the program.

pub(crate) mod config;
pub(crate) mod presumptions;

use std::sync::Arc;

use ir::contract::names;
use ir::{FuncId, LibraryRole, Op, Program, Trap, Word};

pub use crate::image::config::{Config, Reduction};
use crate::image::presumptions::Region;
use crate::state::object::{Object, ObjectKind};
use crate::state::shadow::Mixtures;

/// Files of the library, by how their names start, whose functions read names of threads in locks and tell nobody.
/// All others may hand on what they read.
const KEEP_NAMES: [&str; 4] = ["pthread", "rust.c", "cxa_guard", "stdio"];

/// A program made ready to run; shared by all workers.
pub struct Image {
    pub program: Arc<Program>,
    pub config: Config,
    pub(crate) initial: Vec<Object>,
    /// The mixtures in `initial`.
    pub(crate) mixtures: Mixtures,
    /// The runtime's functions that copy and fill memory that others can see.
    pub copy: Option<FuncId>,
    pub copy_backward: Option<FuncId>,
    pub fill: Option<FuncId>,
    /// For each of `Program::host_functions`.
    pub(crate) math: Vec<Option<hostmath::Function>>,
    /// Something in the program but a join, or a join in the middle of an atomic section, can tell that a thread has
    /// ended.
    pub(crate) ends_observed: bool,
    /// The program can ask for the numbers of its threads.
    pub(crate) numbers_observed: bool,
    /// The program can free heap blocks.
    pub(crate) frees: bool,
    /// The program can send a thread elsewhere.
    pub(crate) diverts: bool,
    /// The program can be turned aside at any time: it has handlers for signals, or asynchronous cancellation.
    pub(crate) exposed: bool,
    /// The program may look who was the last to come to a barrier, or be in the middle of an atomic section
    /// there.
    pub(crate) last_matters: bool,
    /// The head of the runtime's list of threads.
    pub(crate) thread_list: Option<Region>,
    /// By function: it is the user's, and not part of any library.
    pub(crate) users: Vec<bool>,
    /// See [`Image::keeps_names`], by number.
    keeps_names: Vec<bool>,
    /// Can threads share a lock, which then has a set of their names?
    pub(crate) shares: bool,
}

impl Image {
    pub fn new(program: impl Into<Arc<Program>>, mut config: Config) -> Image {
        let program = program.into();
        let find = |name| program.functions.iter().position(|f| f.name == name).map(|i| FuncId(i as u32));
        let (copy, copy_backward) = (find(names::COPY_SHARED), find(names::COPY_SHARED_BACKWARD));
        let fill = find(names::FILL_SHARED);
        let (initial, mixtures) = initial_objects(&program);
        let math = program.host_functions.iter().map(|name| hostmath::Function::named(name)).collect();
        let has = |role| program.functions.iter().any(|function| function.role == Some(role));
        // Who joins a thread in the middle of an atomic section can tell whether it had to wait.
        let is_section = |op: &Op| matches!(op, Op::Trap { trap: Trap::InterruptMask, .. });
        let has_sections = program.functions.iter().any(|f| !f.library && f.ops.iter().any(is_section));
        let ends_observed = has(LibraryRole::Observes) || has_sections;
        let is_number = |op: &Op| matches!(op, Op::Trap { trap: Trap::GetTid, .. });
        let asks_number = |f: &ir::Function| !f.library && f.ops.iter().any(is_number);
        let numbers_observed = has(LibraryRole::Numbers) || program.functions.iter().any(asks_number);
        // Who can be turned aside at any time does nothing that others cannot interfere with, so whatever it
        // does to memory is visible, private or not.
        let has_op = |is: fn(&Op) -> bool| program.functions.iter().any(|function| function.ops.iter().any(is));
        let diverts = has_op(|op| matches!(op, Op::Trap { trap: Trap::Divert | Trap::Impose, .. }));
        // Nor is a thread that is the only one, unless it has set a timer.
        let others = find("augur_thread_create").is_some() || find("augur_timer_ring").is_some();
        let exposed = has(LibraryRole::Exposes);
        if others && diverts && exposed {
            config.reduction = config.reduction.min(Reduction::TauPlus);
        }
        let thread_list = program.globals.iter().position(|global| global.name == names::THREADS);
        let thread_list = thread_list.map(|index| Region::Global(index as u32 + 1));
        let frees =
            has_op(|op| matches!(op, Op::Trap { trap: Trap::Free | Trap::Delete | Trap::Moved | Trap::Retire, .. }));
        let gathers = |function: &&ir::Function| function.role == Some(LibraryRole::Gathers);
        let last_matters = has_sections || program.functions.iter().filter(gathers).any(|function| !function.unheard);
        let headers: Vec<bool> = program.files.iter().map(ir::SourceFile::is_system_header).collect();
        let in_header = |function: &ir::Function| {
            program.location(function.loc).is_some_and(|at| headers.get(at.file as usize).copied().unwrap_or(false))
        };
        let users = program.functions.iter().map(|f| !f.library && !in_header(f)).collect();
        let in_file = |function: &ir::Function, files: &[&str]| {
            let file = program.location(function.loc).and_then(|at| program.files.get(at.file as usize));
            let name = file.map_or("", |file| file.name.rsplit('/').next().unwrap_or_default());
            function.library && files.iter().any(|start| name.starts_with(start))
        };
        let keeps_names = program.functions.iter().map(|function| in_file(function, &KEEP_NAMES)).collect();
        let shares = has(LibraryRole::Shares);
        Image {
            program,
            config,
            initial,
            mixtures,
            copy,
            copy_backward,
            fill,
            math,
            ends_observed,
            numbers_observed,
            frees,
            diverts,
            last_matters,
            exposed,
            thread_list,
            users,
            keeps_names,
            shares,
        }
    }

    /// Is this function one of those of the library that handle names of threads in locks, and tell nobody?
    pub(crate) fn keeps_names(&self, func: FuncId) -> bool {
        self.keeps_names.get(func.0 as usize).copied().unwrap_or(false)
    }

    /// Is this function the user's own?
    pub fn is_users(&self, func: FuncId) -> bool {
        self.users.get(func.0 as usize).copied().unwrap_or(false)
    }

    /// The same program at another level of reduction.
    pub fn at(&self, reduction: Reduction) -> Image {
        Image::new(self.program.clone(), Config { reduction, ..self.config.clone() })
    }

    /// Bytes of stack per thread, as far as they can be counted.
    pub(crate) fn stack_bytes_max(&self) -> i64 {
        i64::try_from(self.config.stack_bytes_max).unwrap_or(i64::MAX)
    }
}

/// The contents of all objects at program start, by object number, and the mixtures in them, which
/// every machine starts with: a packed struct may hold a pointer across two words.
pub(crate) fn initial_objects(program: &Program) -> (Vec<Object>, Mixtures) {
    let mut mixtures = Mixtures::default();
    let mut objects = vec![Object::new(ObjectKind::Constant, 0, 0, Word::int(0))];
    objects.extend(program.globals.iter().map(|global| initial_object(global, &mut mixtures)));
    objects.extend(program.functions.iter().map(|_| Object::code()));
    mixtures.keep();
    (objects, mixtures)
}

/// The contents of a global or thread-local variable at its start.
pub(crate) fn initial_object(global: &ir::Global, mixtures: &mut Mixtures) -> Object {
    let kind = if global.constant { ObjectKind::Constant } else { ObjectKind::Global };
    let align_log2 = global.align.max(1).ilog2() as u8;
    let mut object = Object::new(kind, global.size, align_log2, Word::int(0));
    for (i, chunk) in global.bytes.chunks(8).enumerate() {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        object.set_word(i, Word::int(u64::from_le_bytes(bytes)));
    }
    for range in &global.undefined {
        // Initialisers are never mixtures within a byte, and UNDEF is no mixture.
        for offset in range.clone() {
            object.write(mixtures, offset, 8, Word::UNDEF);
        }
    }
    for (offset, pointer) in &global.pointers {
        object.write(mixtures, *offset, 64, *pointer);
    }
    object
}
