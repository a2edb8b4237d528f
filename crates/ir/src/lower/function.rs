//! One function: its registers, its blocks in order, its parts put together.

use std::collections::BTreeSet;

use ahash::{AHashMap, AHashSet};

use crate::LoadError;
use crate::body::{BlockId, Body, Rules};
use crate::contract::{LibraryRole, Trap};
use crate::debug::{DebugRecord, FunctionDebug};
use crate::link::Definition;
use crate::llvm::{Block, Kind, Value, opcode};
use crate::op::{Arg, Dst, MaybeDst, Op, Src};
use crate::program::{Function, LocId, VarPlace, Word};
use crate::rust;
use crate::rust_sections::is_section;

use super::constant::Trouble;
use super::parts::Splits;
use super::pending::Pending;
use super::{Lowering, call, intrinsic, jumps, promote};

/// What the names of functions begin with that run without interruption.
const ATOMIC_PREFIX: &str = "__VERIFIER_atomic_";

/// A function while it is lowered.
pub(crate) struct FunctionLowering<'a> {
    pub program: &'a mut Lowering,
    pub body: Body,
    pub function: Value,
    pub library: bool,
    /// As in [`Function::literal`].
    pub literal: bool,
    /// Instructions that are not executed: only `llvm.is.constant` asks for them, and wants no value.
    unasked: AHashSet<Value>,
    /// What stands for each value of the function.
    pub values: AHashMap<Value, Src>,
    /// Allocas that live in a register, with it.
    pub promoted: AHashMap<Value, u32>,
    /// Those that live in several, part by part.
    pub splits: Splits,
    /// The source variables that live in such an alloca.
    variables_of: AHashMap<Value, Vec<u32>>,
    records: AHashMap<Value, Vec<DebugRecord>>,
    /// Where each LLVM block begins, and the blocks that its terminator became the end of.
    pub starts: AHashMap<Block, BlockId>,
    pub exits: AHashMap<Block, Vec<BlockId>>,
    /// The register of the pointer to the variable arguments.
    pub va_block: Option<u32>,
    /// What a frame takes of the stack.
    pub stack_bytes: u64,
}

/// A return address and the caller's frame pointer.
const FRAME_BYTES: u64 = 16;

/// Lowers a function that may also be undefined, or a trap.
pub(super) fn lower(program: &mut Lowering, function: Value) -> Result<Pending, LoadError> {
    let library = program.link.is_library(function);
    let literal = !library && function.kind() == Kind::Function && !program.debug.function(function).optimised;
    let rules = Rules {
        keep_all: program.options.keep_dead,
        overflow: program.options.overflow && literal,
        ..Rules::default()
    };
    let lowering = FunctionLowering {
        program,
        body: Body { rules, ..Body::default() },
        function,
        library,
        literal,
        unasked: AHashSet::new(),
        values: AHashMap::new(),
        promoted: AHashMap::new(),
        splits: Splits::default(),
        variables_of: AHashMap::new(),
        records: AHashMap::new(),
        starts: AHashMap::new(),
        exits: AHashMap::new(),
        va_block: None,
        stack_bytes: FRAME_BYTES,
    };
    lowering.run()
}

impl FunctionLowering<'_> {
    fn run(mut self) -> Result<Pending, LoadError> {
        self.program.debug.begin_function();
        let entry = self.body.block();
        self.body.enter(entry);
        let params = match self.parameters() {
            Ok(params) => params,
            Err(text) => {
                self.unsupported(&text);
                Vec::new()
            }
        };
        let defined = self.function.kind() == Kind::Function && !self.function.is_declaration();
        if self.body.is_closed() {
            // A parameter's type is unknown; nothing of the body could run.
        } else if defined && self.is_left_out() {
            self.body.emit(Op::ReturnVoid {});
        } else if defined && !self.library && rust::prints_backtrace(&self.function.name()) {
            let a = self.program.pool.int(0);
            self.body.emit(Op::Return { a, words: 1 });
        } else if defined && !self.library && rust::names_frames(&self.function.name()) {
            self.unsupported("names of functions in a backtrace of Rust");
        } else if defined {
            self.function.read_body();
            self.lower_blocks(entry)?;
        } else {
            self.lower_missing()?;
        }
        self.assemble(params)
    }

    /// Has it no effect that anybody could see?
    fn is_left_out(&self) -> bool {
        self.program.options.shortcuts && !self.library && rust::is_idle(&self.function.name())
    }

    /// Gives the parameters their registers.
    fn parameters(&mut self) -> Result<Vec<(u32, u32)>, String> {
        if self.function.kind() != Kind::Function {
            return self.ifunc_parameters();
        }
        let mut params = Vec::new();
        for param in self.function.params() {
            let words = self.program.types.words(param.ty())?;
            if words == 0 {
                let nothing = self.undefined(0);
                self.values.insert(param, nothing);
                params.push((u32::MAX, 0));
                continue;
            }
            let register = self.body.register(words);
            self.body.params.push(register);
            self.values.insert(param, Src::slot(register));
            params.push((register, words));
        }
        if self.function.value_type().is_variadic() {
            let register = self.body.register(1);
            self.body.params.push(register);
            self.va_block = Some(register);
        }
        Ok(params)
    }

    /// The body of a function that is defined nowhere: a trap, or a refusal.
    fn lower_missing(&mut self) -> Result<(), LoadError> {
        let name = self.function.name();
        if self.function.kind() != Kind::Function {
            return match self.call_resolved() {
                Ok(()) => Ok(()),
                Err(Trouble::Unsupported(text)) => {
                    self.unsupported(&text);
                    Ok(())
                }
                Err(Trouble::Load(error)) => Err(error),
            };
        }
        if jumps::is_jump(&name) {
            self.jump_body(&name);
            return Ok(());
        }
        let Some(trap) = Trap::ALL.iter().find(|t| t.name() == name).copied() else {
            self.unsupported(&self.program.link.missing("function", &name));
            return Ok(());
        };
        let params = self.body.params.iter().take(trap.arguments());
        let args: Vec<Arg> = params.map(|p| Arg { src: Src::slot(*p), words: 1, align_words: 1 }).collect();
        if [args.len(), self.function.value_type().param_types().len()] != [trap.arguments(); 2] {
            self.unsupported(&call::misfit(&name));
            return Ok(());
        }
        let args = self.body.add_args(&args);
        let returns = self.program.types.words(self.function.value_type().returns());
        match returns {
            Ok(1) => {
                let register = self.body.register(1);
                let dst = MaybeDst(register);
                self.body.emit(Op::Trap { trap, dst, args });
                let a = Src::slot(register);
                self.body.emit(Op::Return { a, words: 1 });
            }
            _ => {
                let dst = MaybeDst::NONE;
                self.body.emit(Op::Trap { trap, dst, args });
                self.body.emit(Op::ReturnVoid {});
            }
        }
        Ok(())
    }

    fn ifunc_parameters(&mut self) -> Result<Vec<(u32, u32)>, String> {
        let mut params = Vec::new();
        for ty in self.function.value_type().param_types() {
            let words = self.program.types.words(ty)?.max(1);
            let register = self.body.register(words);
            self.body.params.push(register);
            params.push((register, words));
        }
        Ok(params)
    }

    /// The body of an ifunc: asks its resolver and calls what that names. The real one is asked once,
    /// before the program starts; a resolver has no business with what the program changes later.
    fn call_resolved(&mut self) -> Result<(), Trouble> {
        let ty = self.function.value_type();
        let resolver = self.program.function_behind(self.function.resolver())?;
        let resolver = resolver.filter(|_| !ty.is_variadic());
        let resolver = resolver.ok_or_else(|| format!("ifunc `{}`", self.function.name()))?;
        let callee = self.program.function_id(resolver);
        let none = self.body.add_args(&[]);
        let target = self.body.register(1);
        self.body.emit(Op::Call { dst: MaybeDst(target), callee, args: none });
        let params = self.body.params.clone();
        let args: Vec<Arg> = params
            .iter()
            .map(|p| Arg { src: Src::slot(*p), words: self.body.words[*p as usize], align_words: 1 })
            .collect();
        let args = self.body.add_args(&args);
        let signature = self.program.signature_of_function(self.function);
        let words = self.program.types.words(ty.returns())?;
        let callee = Src::slot(target);
        if words == 0 {
            self.body.emit(Op::CallIndirect { dst: MaybeDst::NONE, callee, signature, args });
            self.body.emit(Op::ReturnVoid {});
            return Ok(());
        }
        let result = self.body.register(words);
        self.body.emit(Op::CallIndirect { dst: MaybeDst(result), callee, signature, args });
        self.body.emit(Op::Return { a: Src::slot(result), words });
        Ok(())
    }

    fn lower_blocks(&mut self, entry: BlockId) -> Result<(), LoadError> {
        let blocks = reachable(self.function);
        if self.program.options.promote {
            for (alloca, words) in promote::candidates(&self.program.types, &blocks) {
                let register = self.body.register(words);
                self.promoted.insert(alloca, register);
            }
            self.split_variables(&blocks);
        }
        self.note_records(&blocks);
        self.unasked = intrinsic::unasked(&blocks);
        for (i, block) in blocks.iter().enumerate() {
            let id = if i == 0 { entry } else { self.body.block() };
            self.starts.insert(*block, id);
            self.declare_phis(*block);
        }
        // Blocks come after those that dominate them; in the library only if something leads there.
        let numbers: AHashMap<u32, usize> = blocks.iter().enumerate().map(|(i, b)| (self.starts[b].0, i)).collect();
        let mut done = vec![false; blocks.len()];
        let mut ahead: BTreeSet<usize> = (0..if self.library { 1 } else { blocks.len() }).collect();
        while let Some(i) = ahead.pop_first() {
            done[i] = true;
            self.body.enter(self.starts[&blocks[i]]);
            if i == 0 && self.is_atomic() {
                let args = self.body.add_args(&[]);
                self.body.emit(Op::Trap { trap: Trap::InterruptMask, dst: MaybeDst::NONE, args });
            }
            self.lower_block(blocks[i])?;
            let here = self.body.here();
            let exits = self.exits.entry(blocks[i]).or_default();
            exits.push(here);
            let next = exits.iter().flat_map(|exit| self.body.successors(exit.0 as usize));
            ahead.extend(next.filter_map(|start| numbers.get(&start).copied()).filter(|i| !done[*i]));
        }
        self.lower_phis(&blocks)
    }

    /// By the rules of SV-COMP a function with such a name is one atomic section.
    fn is_atomic(&self) -> bool {
        let name = self.function.name();
        !self.library && name.starts_with(ATOMIC_PREFIX) && !call::is_builtin(&name)
    }

    fn lower_block(&mut self, block: Block) -> Result<(), LoadError> {
        for instruction in block.instructions() {
            self.body.loc = self.program.debug.location(instruction);
            self.show_records(instruction);
            if instruction.opcode() == opcode::PHI || self.unasked.contains(&instruction) {
                continue;
            }
            match self.instruction(instruction) {
                Ok(()) => {}
                Err(Trouble::Unsupported(text)) => {
                    self.unsupported(&text);
                }
                Err(Trouble::Load(error)) => return Err(error),
            }
            if self.body.is_closed() {
                break;
            }
        }
        Ok(())
    }

    /// Ends the current block: reaching this point is not supported.
    pub(super) fn unsupported(&mut self, text: &str) {
        let text = self.program.debug.text(text);
        self.body.emit(Op::Unsupported { text });
    }

    /// The operand that stands for a value.
    pub(super) fn operand(&mut self, value: Value) -> Result<Src, Trouble> {
        if let Some(src) = self.values.get(&value) {
            return Ok(*src);
        }
        if value.is_constant() {
            return self.constant(value);
        }
        Err(format!("value `{}` without definition", value.name()).into())
    }

    /// Says what stands for an instruction's result.
    pub(super) fn define(&mut self, instruction: Value, src: Src) {
        self.values.insert(instruction, src);
    }

    /// Emits an op whose result is the instruction's.
    pub(super) fn result(&mut self, instruction: Value, op: impl FnOnce(Dst) -> Op) -> Result<(), Trouble> {
        let words = self.program.types.words(instruction.ty())?;
        if words == 0 {
            let nothing = self.undefined(0);
            self.define(instruction, nothing);
            return Ok(());
        }
        let src = self.body.emit_to(words, op);
        self.define(instruction, src);
        Ok(())
    }

    /// An undefined operand of so many words.
    pub(super) fn undefined(&mut self, words: u32) -> Src {
        self.program.pool.words(&vec![Word::UNDEF; words.max(1) as usize])
    }

    pub(super) fn int(&mut self, value: u64) -> Src {
        self.program.pool.int(value)
    }

    /// A pointer some bytes further on.
    pub(super) fn add_bytes(&mut self, a: Src, bytes: i64) -> Src {
        if bytes == 0 {
            return a;
        }
        let b = self.int(bytes as u64);
        self.body.emit_to(1, |dst| Op::PtrAdd { dst, a, b })
    }

    // ---- debug records ----

    /// Reads all debug records first: stores may come before the declaration of their variable.
    fn note_records(&mut self, blocks: &[Block]) {
        for block in blocks {
            for instruction in block.instructions() {
                let records = self.program.debug.records(instruction);
                if records.is_empty() {
                    continue;
                }
                for record in records.iter().filter(|r| r.declare) {
                    let Some(variable) = record.value else { continue };
                    let promoted = self.promoted.contains_key(&variable) || self.splits.has(variable);
                    if record.offset == 0 && promoted {
                        let variables = self.variables_of.entry(variable).or_default();
                        variables.push(record.variable);
                    }
                }
                self.records.insert(instruction, records);
            }
        }
    }

    fn show_records(&mut self, instruction: Value) {
        let Some(records) = self.records.remove(&instruction) else {
            return;
        };
        for record in records {
            let Some(value) = record.value else { continue };
            if self.promoted.contains_key(&value) || self.splits.has(value) {
                // Its assignments show it; before the first its register holds something else.
                continue;
            }
            let Some(src) = self.quiet_operand(value) else {
                continue;
            };
            let place = match record.declare {
                true => VarPlace::Memory { pointer: src, offset: record.offset },
                false => VarPlace::Value(src),
            };
            self.body.event(record.variable, place, LocId(0));
        }
    }

    /// The operand for a value if it needs no code; debug records must not change the program.
    fn quiet_operand(&mut self, value: Value) -> Option<Src> {
        if let Some(src) = self.values.get(&value) {
            return Some(*src);
        }
        match value.kind() {
            Kind::Int | Kind::Float | Kind::Null => self.constant(value).ok(),
            _ => None,
        }
    }

    /// A promoted alloca has just been assigned.
    pub(super) fn show_assignment(&mut self, alloca: Value) {
        let register = self.promoted[&alloca];
        for variable in self.variables_of.get(&alloca).into_iter().flatten() {
            let place = VarPlace::Value(Src::slot(register));
            self.body.event(*variable, place, self.body.loc);
        }
    }

    /// A part of a split alloca has just been assigned.
    pub(super) fn show_split(&mut self, alloca: Value, place: VarPlace) {
        for variable in self.variables_of.get(&alloca).into_iter().flatten() {
            self.body.event(*variable, place, self.body.loc);
        }
    }

    // ---- the end ----

    fn assemble(self, params: Vec<(u32, u32)>) -> Result<Pending, LoadError> {
        let is_function = self.function.kind() == Kind::Function;
        let debug = match is_function {
            true => self.program.debug.function(self.function),
            false => FunctionDebug {
                display_name: Some(self.function.name()),
                loc: LocId(0),
                library: self.library,
                optimised: true,
            },
        };
        let ty = self.function.value_type();
        let result_words = self.program.types.words(ty.returns()).unwrap_or(0);
        let signature = self.program.signature_of_function(self.function);
        let variadic = is_function && ty.is_variadic();
        let variables = self.program.debug.take_variables();
        // What is one action of std is no section of the program's own.
        let is_section = self.program.options.shortcuts && is_function && is_section(&self.function.name());
        let role = self.function.section().filter(|_| is_function && self.library);
        let function = Function {
            name: self.function.name(),
            role: role.and_then(|section| LibraryRole::of_section(&section)),
            display_name: debug.display_name.unwrap_or_default(),
            library: self.library || debug.library || is_section,
            literal: self.literal && !debug.library,
            runtime: self.program.link.is_runtime(self.function),
            signature,
            variadic,
            result_words,
            // How much the real library takes is not for us to say.
            stack_bytes: if self.library || debug.library { FRAME_BYTES } else { self.stack_bytes },
            variables,
            loc: debug.loc,
            ..Function::default()
        };
        let (has_va_block, library) = (self.va_block.is_some(), self.library);
        Ok(Pending { function, body: self.body, params, has_va_block, library })
    }

    /// The definition that a called value stands for.
    pub(super) fn resolve(&mut self, value: Value) -> Result<Definition, Trouble> {
        Ok(self.program.link.resolve(value)?)
    }
}

/// The blocks that can be reached, each after those that dominate it.
fn reachable(function: Value) -> Vec<Block> {
    let Some(first) = function.blocks().first().copied() else {
        return Vec::new();
    };
    let mut seen = AHashSet::from([first]);
    let mut post = Vec::new();
    let mut stack = vec![(first, successors(first), 0usize)];
    while let Some((block, next, at)) = stack.last_mut() {
        let Some(to) = next.get(*at).copied() else {
            post.push(*block);
            stack.pop();
            continue;
        };
        *at += 1;
        if seen.insert(to) {
            stack.push((to, successors(to), 0));
        }
    }
    post.reverse();
    post
}

fn successors(block: Block) -> Vec<Block> {
    match block.terminator() {
        Some(t) if t.opcode() == opcode::INVOKE => vec![t.normal_dest(), t.unwind_dest()],
        Some(t) if matches!(t.opcode(), opcode::BR | opcode::SWITCH | opcode::INDIRECT_BR) => t.successors(),
        _ => Vec::new(),
    }
}
