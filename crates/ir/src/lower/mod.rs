//! From LLVM's modules to a [`Program`]: everything reachable from the entry, and nothing else.
//!
//! While functions are lowered, code objects have provisional numbers (their function's number
//! with the top bit set), because how many globals there will be, and so where the numbers of
//! functions begin, is known only at the end. [`Lowering::finish`] puts in the final ones.

mod asm;
mod call;
mod cast;
mod constant;
mod control;
mod convention;
mod fold;
mod function;
mod global;
mod inst;
mod intel;
mod intrinsic;
mod jumps;
mod lifetime;
mod memory;
mod needs;
mod nondet;
mod parts;
mod pending;
mod phi;
mod promote;
mod relative;
mod sized;
mod split;
mod symbol;
pub(crate) mod types;
mod vector;
mod x86;

use std::sync::mpsc;

use ahash::{AHashMap, AHashSet};

use crate::contract::names;
use crate::debug::DebugReader;
use crate::demangle::source_name;
use crate::link::{Linker, is_undefined};
use crate::llvm::{Linkage, Value};
use crate::op::{Op, Src};
use crate::program::{DebugType, FuncId, Function, Global, Program, Shadow, Shape, Word};
use crate::signature::Signature;
use crate::{LoadError, LoadOptions};

pub(crate) use call::is_builtin;
use convention::Attributes;
use pending::Pending;
use types::Types;

/// An alias of an alias of … ; LLVM forbids cycles, this bound makes sure.
const ALIAS_DEPTH_MAX: u32 = 64;

const PROVISIONAL_CODE: u32 = 1 << 31;

/// The number that a function's code object has until the end.
fn code_object(function: u32) -> u32 {
    PROVISIONAL_CODE | function
}

/// The constant pool; equal words are there once.
#[derive(Default)]
pub(crate) struct Pool {
    words: Vec<Word>,
    single: AHashMap<Word, Src>,
    several: AHashMap<Vec<Word>, Src>,
}

impl Pool {
    pub(crate) fn word(&mut self, word: Word) -> Src {
        let next = Src::constant(self.words.len() as u32);
        let src = *self.single.entry(word).or_insert(next);
        if src == next {
            self.words.push(word);
        }
        src
    }

    pub(crate) fn words(&mut self, words: &[Word]) -> Src {
        if let [word] = words {
            return self.word(*word);
        }
        if let Some(known) = self.several.get(words) {
            return *known;
        }
        let src = Src::constant(self.words.len() as u32);
        self.words.extend_from_slice(words);
        self.several.insert(words.to_vec(), src);
        src
    }

    pub(crate) fn int(&mut self, value: u64) -> Src {
        self.word(Word::int(value))
    }

    /// The first word of a constant.
    pub(crate) fn get(&self, src: Src) -> Option<Word> {
        self.words.get(src.index()).copied()
    }
}

/// Global symbols that have got a number, in the order of the numbers.
#[derive(Default)]
struct Numbered {
    ids: AHashMap<Value, u32>,
    values: Vec<Value>,
}

impl Numbered {
    fn id(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let id = *self.ids.entry(value).or_insert(next);
        if id == next {
            self.values.push(value);
        }
        id
    }
}

/// What belongs to the program as a whole.
pub(crate) struct Lowering {
    pub options: LoadOptions,
    pub types: Types,
    pub pool: Pool,
    pub debug: DebugReader,
    pub attributes: Attributes,
    pub elementtype_kind: u32,
    /// For each function, if that was asked: does anybody look at what it returns?
    heard: Option<Vec<bool>>,
    shapes: Vec<Shape>,
    shape_ids: AHashMap<Shape, u32>,
    signatures: Vec<Signature>,
    signature_ids: AHashMap<Signature, u32>,
    function_signatures: AHashMap<Value, u32>,
    /// Texts of types that are passed alike, with their numbers.
    plain_numbers: AHashMap<String, u32>,
    functions: Numbered,
    /// Functions whose address is taken, by number, and the one that the program starts with.
    addressed: AHashSet<usize>,
    globals: Numbered,
    thread_locals: Numbered,
    constant_cache: AHashMap<Value, Src>,
    /// Block numbers that `blockaddress` constants hold, by function.
    block_numbers: AHashMap<crate::llvm::Block, u64>,
    /// The types that landing pads catch; a type's place is its selector, less one.
    type_numbers: Vec<Src>,
    host_functions: Vec<String>,
    /// The external variable that the constant just evaluated refers to.
    missing: Option<String>,
    /// Why the program cannot even start.
    unstartable: Option<String>,
    alias_depth: u32,
    weak_atomics: bool,
    /// How many modules there were when the function being lowered asked for all constructors or
    /// destructors.
    hooked_at: Option<usize>,
    weak_exchanges: bool,
    /// Last: everything above refers to values of its context.
    pub link: Linker,
}

/// Functions of the runtime that the machine calls by itself: copies of memory that others see.
const SHARED_COPIES: [&str; 3] = [names::COPY_SHARED, names::COPY_SHARED_BACKWARD, names::FILL_SHARED];

fn copies_memory(function: &Pending) -> bool {
    function
        .body
        .blocks
        .iter()
        .flat_map(|block| &block.ops)
        .any(|op| matches!(op, Op::MemCopy { .. } | Op::MemSet { .. }))
}

/// Lowers all that `entry` can reach; gives the linker back. A thread beside this one finishes the functions,
/// those of the library while others are still lowered.
pub(crate) fn program(
    link: Linker,
    debug: DebugReader,
    options: &LoadOptions,
    entry: Value,
) -> Result<(Program, Linker), LoadError> {
    let mut lowering = Lowering::new(link, debug, options);
    let entry = FuncId(lowering.function_id(entry));
    lowering.addressed.insert(entry.0 as usize);
    let (lowered, received) = mpsc::channel();
    std::thread::scope(|scope| {
        let finisher = std::thread::Builder::new().spawn_scoped(scope, move || finish(&received));
        let finisher =
            finisher.map_err(|error| LoadError::new(format!("no thread can be started: {error}"), "", ""))?;
        let variables = lowering.lower_all(&lowered);
        drop(lowered);
        let functions = finisher.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let (globals, thread_locals) = variables?;
        Ok(lowering.finish(entry, functions, globals, thread_locals))
    })
}

/// Finishes functions, in the order of their numbers in the end. What comes later replaces what had the same.
fn finish(lowered: &mpsc::Receiver<(usize, Pending)>) -> Vec<Function> {
    let mut functions = Vec::new();
    for (number, pending) in lowered {
        if functions.len() <= number {
            functions.resize_with(number + 1, Function::default);
        }
        functions[number] = pending.finish();
    }
    functions
}

impl Lowering {
    /// Lowers all that can be reached from the functions that have numbers, and hands the functions on; gives
    /// the global and the thread-local variables.
    fn lower_all(&mut self, lowered: &mpsc::Sender<(usize, Pending)>) -> Result<(Vec<Global>, Vec<Global>), LoadError> {
        let mut functions: Vec<Pending> = Vec::new();
        let mut globals = Vec::new();
        let mut thread_locals = Vec::new();
        let (mut copies, mut copies_linked, mut asked) = (false, false, false);
        // The functions that call constructors, and how many modules these were from.
        let mut hooked: Vec<(usize, usize)> = Vec::new();
        // Who finishes them is gone only if it has panicked, which is told when it is joined.
        let hand_on = |number, pending: &mut Pending| drop(lowered.send((number, pending.take())));
        // Each list may grow while another one is worked off.
        loop {
            if let Some(f) = self.functions.values.get(functions.len()).copied() {
                let mut pending = function::lower(self, f)?;
                copies |= copies_memory(&pending);
                if !pending.is_own() {
                    hand_on(functions.len(), &mut pending);
                }
                functions.push(pending);
                hooked.extend(self.hooked_at.take().map(|modules| (functions.len() - 1, modules)));
            } else if let Some(g) = self.globals.values.get(globals.len()).copied() {
                globals.push(self.global(g)?);
            } else if let Some(t) = self.thread_locals.values.get(thread_locals.len()) {
                let t = *t;
                thread_locals.push(self.global(t)?);
            } else if !copies_linked && copies {
                copies_linked = true;
                for name in SHARED_COPIES {
                    if let Some(f) = self.link.find(name)? {
                        self.function_id(f);
                    }
                }
            } else if let Some(outdated) = hooked.iter_mut().find(|(_, modules)| *modules < self.link.module_count()) {
                // Objects of the library have joined since, with constructors of their own.
                let function = self.functions.values[outdated.0];
                let mut pending = function::lower(self, function)?;
                if !pending.is_own() {
                    hand_on(outdated.0, &mut pending);
                }
                functions[outdated.0] = pending;
                outdated.1 = self.hooked_at.take().unwrap_or(usize::MAX);
            } else if !asked && !self.options.spoken_of.is_empty() {
                asked = true;
                for variable in self.unused_variables() {
                    if self.is_spoken_of(variable) {
                        self.global_id(variable);
                    }
                }
            } else {
                break;
            }
        }
        if !self.options.keep_dead {
            let Lowering { pool, addressed, .. } = self;
            let undefined = |words: u32| pool.words(&vec![Word::UNDEF; words.max(1) as usize]);
            self.heard = Some(needs::spare(&mut functions, addressed, undefined));
        }
        let own = functions.iter_mut().enumerate().filter(|(_, pending)| pending.is_own());
        own.for_each(|(number, pending)| hand_on(number, pending));
        Ok((globals, thread_locals))
    }

    fn new(link: Linker, debug: DebugReader, options: &LoadOptions) -> Lowering {
        Lowering {
            options: options.clone(),
            types: Types::new(),
            pool: Pool::default(),
            debug,
            attributes: Attributes::new(&link.context),
            elementtype_kind: link.context.attribute_kind("elementtype"),
            heard: None,
            shapes: Vec::new(),
            shape_ids: AHashMap::new(),
            signatures: Vec::new(),
            signature_ids: AHashMap::new(),
            function_signatures: AHashMap::new(),
            plain_numbers: AHashMap::new(),
            functions: Numbered::default(),
            addressed: AHashSet::new(),
            globals: Numbered::default(),
            thread_locals: Numbered::default(),
            constant_cache: AHashMap::new(),
            block_numbers: AHashMap::new(),
            type_numbers: Vec::new(),
            host_functions: Vec::new(),
            missing: None,
            unstartable: None,
            alias_depth: 0,
            weak_atomics: false,
            hooked_at: None,
            weak_exchanges: false,
            link,
        }
    }

    /// The number of a (resolved) function, which from now on is reachable.
    pub(crate) fn function_id(&mut self, function: Value) -> u32 {
        self.functions.id(function)
    }

    /// The object number of a (resolved) global variable, which from now on is reachable.
    fn global_id(&mut self, variable: Value) -> u32 {
        Program::FIRST_GLOBAL + self.globals.id(variable)
    }

    /// Variables of the program proper that have no number.
    fn unused_variables(&self) -> Vec<Value> {
        let all = self.link.user_modules().flat_map(|module| module.variables().collect::<Vec<_>>());
        all.filter(|variable| !is_undefined(*variable) && !variable.is_thread_local())
            .filter(|variable| !matches!(variable.linkage(), Linkage::Appending | Linkage::AvailableExternally))
            .filter(|variable| !variable.name().starts_with('.') && !self.globals.ids.contains_key(variable))
            .collect()
    }

    /// Is it what somebody means who asks about the program? A mark is called after its name.
    fn is_spoken_of(&self, variable: Value) -> bool {
        let symbol = variable.name();
        let name = source_name(&symbol);
        let mark = symbol.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        self.options.spoken_of.iter().any(|word| {
            let last =
                name.strip_suffix(word.as_str()).is_some_and(|before| before.is_empty() || before.ends_with("::"));
            last || mark.strip_suffix(word.as_str()).is_some_and(|before| before.ends_with("augur_ap_"))
        })
    }

    fn thread_local_id(&mut self, variable: Value) -> u32 {
        self.thread_locals.id(variable)
    }

    pub(crate) fn shape_id(&mut self, shape: Shape) -> u32 {
        let next = self.shapes.len() as u32;
        let id = *self.shape_ids.entry(shape).or_insert(next);
        if id == next {
            self.shapes.push(shape);
        }
        id
    }

    /// The number that stands for the address of a block.
    fn block_number(&mut self, address: Value) -> u64 {
        self.number_of_block(address.block_address_block())
    }

    fn number_of_block(&mut self, block: crate::llvm::Block) -> u64 {
        // Numbers start at 1: the address of a label is never null.
        let next = self.block_numbers.len() as u64 + 1;
        *self.block_numbers.entry(block).or_insert(next)
    }

    fn finish(
        mut self,
        entry: FuncId,
        mut functions: Vec<Function>,
        mut globals: Vec<Global>,
        mut thread_locals: Vec<Global>,
    ) -> (Program, Linker) {
        // Only who asks about variables wants to know.
        let unused = match self.options.spoken_of.is_empty() {
            true => Vec::new(),
            false => self.unused_variables().iter().map(|variable| source_name(&variable.name())).collect(),
        };
        let first_code = Program::FIRST_GLOBAL + globals.len() as u32;
        let settle = |word: &mut Word| {
            let object = word.object();
            if word.shadow == Shadow::POINTER && object & PROVISIONAL_CODE != 0 {
                let number = first_code + (object & !PROVISIONAL_CODE);
                *word = Word::pointer(number, word.bits as u32);
            }
        };
        let mut constants = self.pool.words;
        constants.iter_mut().for_each(settle);
        for global in globals.iter_mut().chain(&mut thread_locals) {
            global.pointers.iter_mut().for_each(|(_, w)| settle(w));
        }
        if let Some(why) = &self.unstartable
            && let Some(first) = functions.get_mut(entry.0 as usize).and_then(|start| start.ops.first_mut())
        {
            *first = Op::Unsupported { text: self.debug.text(why) };
        }
        for (function, heard) in functions.iter_mut().zip(self.heard.into_iter().flatten()) {
            function.unheard = !heard;
        }
        let tables = self.debug.finish();
        let is_unknown = |op: &Op| matches!(op, Op::Trap { trap: crate::Trap::Unknown, .. });
        let unknowns = functions.iter().any(|function| function.ops.iter().any(is_unknown));
        let program = Program {
            functions,
            globals,
            thread_locals,
            constants,
            shapes: self.shapes,
            texts: tables.texts,
            host_functions: self.host_functions,
            signatures: self.signatures,
            entry,
            files: tables.files,
            locations: tables.locations,
            rust: tables.debug_types.iter().any(DebugType::is_of_rust),
            debug_types: tables.debug_types,
            weak_atomics: self.weak_atomics,
            weak_exchanges: self.weak_exchanges,
            notes: Vec::new(),
            replaced: Vec::new(),
            unused,
            unknowns,
        };
        (program, self.link)
    }
}
