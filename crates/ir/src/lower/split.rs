//! Local structs and arrays that live in registers, part by part.
//!
//! `promote.rs` does this for variables that are loaded and stored as a whole. Here are the others
//! of which the address gets nowhere either: it is only moved by constants, and used for loads,
//! stores, and copies and fills of constant length. Wherever such an access begins or ends the
//! variable is cut, and each part is a register. So a field that nobody will look at is dead by
//! itself, and its value is in no state.
//!
//! A copy between two such variables copies registers. One from or to other memory must access that
//! memory as it always does, since others may see it: it goes through a scratch object of the
//! variable's size, which lives only during the copy. As in `promote.rs` nothing is folded: what was
//! never written is undefined.

use std::collections::BTreeSet;

use ahash::AHashMap;

use crate::llvm::{Block, Kind, Type, Value, opcode};
use crate::op::{Access, Both, Dst, Op, Src};
use crate::program::{VarPlace, Word};

use super::Lowering;
use super::constant::Trouble;
use super::function::FunctionLowering;
use super::parts::{Part, Place, Split, Splits};
use super::promote::is_lifetime_marker;

/// Larger variables, and those with more parts, stay in memory.
const BYTES_MAX: u64 = 256;
const PARTS_MAX: usize = 32;

/// What is known about a variable that might be split.
struct Candidate {
    alloca: Value,
    places: AHashMap<Value, u32>,
    /// Where accesses begin and end.
    accesses: Vec<(u32, u32)>,
    copies: Vec<Copy>,
}

/// A copy of memory to or from the variable.
#[derive(Clone, Copy)]
struct Copy {
    offset: u32,
    bytes: u32,
    other: Value,
    /// The variable is what is read.
    reads: bool,
}

/// Finds the variables to split; each part gets a number in place of a register.
fn candidates(program: &mut Lowering, blocks: &[Block], taken: &AHashMap<Value, u32>) -> Splits {
    let mut found = Vec::new();
    for instruction in blocks.iter().flat_map(|block| block.instructions()) {
        if instruction.opcode() == opcode::ALLOCA && !taken.contains_key(&instruction) {
            found.extend(Candidate::of(program, instruction));
        }
    }
    let mut splits = Splits::default();
    for candidate in &found {
        let places = candidate.places.iter();
        let place = |offset: u32| Place { alloca: candidate.alloca, offset };
        splits.places.extend(places.map(|(value, offset)| (*value, place(*offset))));
    }
    let mut cuts: AHashMap<Value, BTreeSet<u32>> = AHashMap::new();
    for candidate in &found {
        let ends = candidate.accesses.iter().flat_map(|(from, to)| [*from, *to]);
        cuts.insert(candidate.alloca, ends.collect());
    }
    while found.iter().any(|candidate| candidate.share_cuts(&splits, &mut cuts)) {}
    for candidate in &found {
        let ends: Vec<u32> = cuts[&candidate.alloca].iter().copied().collect();
        let accessed = |from, to| candidate.accesses.iter().any(|access| access.0 <= from && to <= access.1);
        let pairs = ends.windows(2).filter(|pair| accessed(pair[0], pair[1]));
        let part = |pair: &[u32]| Part { offset: pair[0], bytes: pair[1] - pair[0], register: 0 };
        let outside = candidate.copies.iter().any(|copy| copy.is_outside(&splits));
        let scratch = outside.then_some(0);
        splits.allocas.push(candidate.alloca);
        splits.of.insert(candidate.alloca, Split { parts: pairs.map(part).collect(), scratch });
    }
    splits
}

impl Copy {
    /// Must the copy go through memory? Constants can be read as it suits.
    fn is_outside(&self, splits: &Splits) -> bool {
        splits.place(self.other).is_none() && (self.reads || !is_constant_memory(self.other))
    }
}

fn is_constant_memory(value: Value) -> bool {
    value.kind() == Kind::Variable && value.is_global_constant()
}

impl Candidate {
    fn of(program: &mut Lowering, alloca: Value) -> Option<Candidate> {
        let count = alloca.operand(0).as_int()?;
        let size = program.types.bytes(alloca.allocated_type()).ok()?.checked_mul(count)?;
        let size = u32::try_from(size).ok().filter(|size| u64::from(*size) <= BYTES_MAX)?;
        let mut candidate =
            Candidate { alloca, places: AHashMap::from([(alloca, 0)]), accesses: Vec::new(), copies: Vec::new() };
        let mut todo = vec![(alloca, 0)];
        while let Some((address, offset)) = todo.pop() {
            for user in address.users() {
                if let Some(next) = candidate.note(program, address, offset, user)? {
                    candidate.places.insert(user, next);
                    todo.push((user, next));
                }
            }
        }
        let ends: BTreeSet<u32> = candidate.accesses.iter().flat_map(|access| [access.0, access.1]).collect();
        let fits = candidate.accesses.iter().all(|access| access.1 <= size) && ends.len() <= PARTS_MAX;
        let within = |copy: &Copy| candidate.places.contains_key(&copy.other);
        (fits && !candidate.copies.iter().any(within)).then_some(candidate)
    }

    /// Notes what a user does with an address. `None`: the variable must stay in memory; a number: the
    /// user is another address, so far into the variable.
    fn note(&mut self, program: &mut Lowering, address: Value, offset: u32, user: Value) -> Option<Option<u32>> {
        if user.kind() != Kind::Instruction {
            return None;
        }
        match user.opcode() {
            opcode::LOAD => self.access(program, offset, user.ty())?,
            opcode::STORE if user.operand(0) != address => self.access(program, offset, user.operand(0).ty())?,
            opcode::GEP if user.operand(0) == address => return moved(program, offset, user).map(Some),
            opcode::CALL if is_lifetime_marker(user) && address == self.alloca => {}
            opcode::CALL => self.copy(address, offset, user)?,
            _ => return None,
        }
        Some(None)
    }

    fn access(&mut self, program: &Lowering, offset: u32, ty: Type) -> Option<()> {
        let (bits, bytes) = (program.types.value_bits(ty).ok()?, program.types.store_bytes(ty).ok()?);
        let whole = bytes > 0 && bits == 8 * bytes && program.types.words(ty).ok()? == bytes.div_ceil(8);
        self.accesses.push((offset, offset.checked_add(bytes)?));
        whole.then_some(())
    }

    fn copy(&mut self, address: Value, offset: u32, call: Value) -> Option<()> {
        let called = call.called();
        if called.kind() != Kind::Function || called.intrinsic_id() == 0 {
            return None;
        }
        let (name, args) = (called.intrinsic_name(), call.call_args());
        let [to, from, len, ..] = args[..] else { return None };
        let bytes = len.as_int().and_then(|len| u32::try_from(len).ok()).filter(|len| *len > 0)?;
        let end = offset.checked_add(bytes)?;
        match name.as_str() {
            "llvm.memset" | "llvm.memset.inline" => {
                from.as_int()?;
            }
            "llvm.memcpy" | "llvm.memcpy.inline" | "llvm.memmove" => {
                let reads = from == address;
                let other = if reads { to } else { from };
                self.copies.push(Copy { offset, bytes, other, reads });
            }
            _ => return None,
        }
        self.accesses.push((offset, end));
        Some(())
    }

    /// Cuts the variables that are copied to each other in the same places. Tells whether that was news.
    fn share_cuts(&self, splits: &Splits, cuts: &mut AHashMap<Value, BTreeSet<u32>>) -> bool {
        let mut news = false;
        for copy in &self.copies {
            let Some(other) = splits.place(copy.other) else { continue };
            let mine = (self.alloca, copy.offset);
            let theirs = (other.alloca, other.offset);
            for ((from, start), (to, at)) in [(mine, theirs), (theirs, mine)] {
                let Some(given) = cuts.get(&from) else { continue };
                let moved: Vec<u32> = given.range(start..=start + copy.bytes).map(|cut| cut - start + at).collect();
                let own = cuts.entry(to).or_default();
                moved.into_iter().for_each(|cut| news |= own.insert(cut));
            }
        }
        news
    }
}

/// Where a GEP with constant indices leads.
fn moved(program: &mut Lowering, offset: u32, gep: Value) -> Option<u32> {
    let mut ty = gep.gep_source_type();
    let mut offset = i64::from(offset);
    if program.types.is_vector(gep.ty()) {
        return None;
    }
    for i in 1..gep.operands() {
        let index = gep.operand(i);
        if index.kind() != Kind::Int {
            return None;
        }
        let (by, next) = program.gep_step(ty, index, i == 1).ok()?;
        offset = offset.checked_add(by)?;
        ty = next;
    }
    u32::try_from(offset).ok()
}

impl FunctionLowering<'_> {
    /// Decides which variables are split, and gives their parts registers.
    pub(super) fn split_variables(&mut self, blocks: &[Block]) {
        let mut splits = candidates(self.program, blocks, &self.promoted);
        for alloca in &splits.allocas {
            let Some(split) = splits.of.get_mut(alloca) else { continue };
            for part in &mut split.parts {
                part.register = self.body.register(part.bytes.div_ceil(8));
            }
            if let Some(scratch) = &mut split.scratch {
                *scratch = self.body.register(1);
                self.body.rules.scratch.push(Src::slot(*scratch));
            }
        }
        self.splits = splits;
    }

    /// The variable begins: all of it is undefined. Tells whether it is a split one.
    pub(super) fn begin_split(&mut self, alloca: Value, again: bool) -> bool {
        let Some(split) = self.splits.of.get(&alloca) else { return false };
        for part in split.parts.clone() {
            self.forget(part.register);
            if again {
                let place = VarPlace::PartGone { offset: part.offset, bytes: part.bytes };
                self.show_split(alloca, place);
            }
        }
        true
    }

    pub(super) fn load_split(&mut self, place: Place, ty: Type) -> Result<Src, Trouble> {
        let bytes = self.program.types.store_bytes(ty)?;
        let parts = self.splits.of[&place.alloca].parts_of(place.offset, bytes);
        let words = self.program.types.words(ty)?;
        let to = self.body.register(words);
        if let [part] = parts[..] {
            self.body.copy(to, Src::slot(part.register));
            return Ok(Src::slot(to));
        }
        let nothing = self.program.pool.words(&vec![Word::int(0); words as usize]);
        self.body.copy(to, nothing);
        for part in parts {
            let (at_bit, bits) = (8 * (part.offset - place.offset), 8 * part.bytes);
            self.body.emit(Op::Insert { dst: Both(to), a: Src::slot(part.register), at_bit, bits });
        }
        Ok(Src::slot(to))
    }

    pub(super) fn store_split(&mut self, place: Place, a: Src, ty: Type) -> Result<(), Trouble> {
        let bytes = self.program.types.store_bytes(ty)?;
        let parts = self.splits.of[&place.alloca].parts_of(place.offset, bytes);
        for part in &parts {
            match parts.len() {
                1 => self.body.copy(part.register, a),
                _ => {
                    let (at_bit, bits) = (8 * (part.offset - place.offset), 8 * part.bytes);
                    self.body.emit(Op::Extract { dst: Dst(part.register), a, at_bit, bits });
                }
            }
            self.show_part(place.alloca, *part);
        }
        Ok(())
    }

    /// Fills a split variable. Tells whether it is one.
    pub(super) fn fill_split(&mut self, args: &[Value]) -> Result<bool, Trouble> {
        let Some(place) = self.splits.place(args[0]) else { return Ok(false) };
        let byte = args[1].as_int().unwrap_or(0) & 0xff;
        for part in self.splits.of[&place.alloca].parts_of(place.offset, constant_length(args)) {
            let full = byte * 0x0101_0101_0101_0101;
            let word = |i: u32| Word::int(full & u64::MAX >> (64 - 8 * (part.bytes - 8 * i).min(8)));
            let words: Vec<Word> = (0..part.bytes.div_ceil(8)).map(word).collect();
            let value = self.program.pool.words(&words);
            self.body.copy(part.register, value);
            self.show_part(place.alloca, part);
        }
        Ok(true)
    }

    /// Copies from or to a split variable. Tells whether one of the two is one.
    pub(super) fn copy_split(&mut self, args: &[Value], overlap: bool) -> Result<bool, Trouble> {
        let bytes = constant_length(args);
        match (self.splits.place(args[0]), self.splits.place(args[1])) {
            (None, None) => return Ok(false),
            (Some(to), Some(from)) => {
                let sources = self.splits.of[&from.alloca].parts_of(from.offset, bytes);
                let targets = self.splits.of[&to.alloca].parts_of(to.offset, bytes);
                for (source, target) in sources.into_iter().zip(targets) {
                    self.body.copy(target.register, Src::slot(source.register));
                    self.show_part(to.alloca, target);
                }
            }
            (Some(to), None) if is_constant_memory(args[1]) => {
                let from = self.operand(args[1])?;
                self.load_parts(to, bytes, from)?;
            }
            (Some(to), None) => {
                let from = self.operand(args[1])?;
                let scratch = self.open_scratch(to)?;
                let target = self.add_bytes(scratch, to.offset.into());
                let len = self.int(bytes.into());
                self.body.emit(Op::MemCopy { to: target, from, len, overlap });
                self.load_parts(to, bytes, target)?;
                self.body.emit(Op::LifetimeEnd { a: scratch });
            }
            (None, Some(from)) => {
                let to = self.operand(args[0])?;
                let scratch = self.open_scratch(from)?;
                let source = self.add_bytes(scratch, from.offset.into());
                for part in self.splits.of[&from.alloca].parts_of(from.offset, bytes) {
                    let (ptr, a) = (self.add_bytes(scratch, part.offset.into()), Src::slot(part.register));
                    self.body.emit(match part.narrow_bits() {
                        Some(bits) => Op::Store { ptr, a, bits, access: Access::PLAIN },
                        None => Op::StoreN { ptr, a, bytes: part.bytes, access: Access::PLAIN },
                    });
                }
                let len = self.int(bytes.into());
                self.body.emit(Op::MemCopy { to, from: source, len, overlap });
                self.body.emit(Op::LifetimeEnd { a: scratch });
            }
        }
        Ok(true)
    }

    /// Loads the parts of a variable from a copy of it; `from` points to where `to` is in it.
    fn load_parts(&mut self, to: Place, bytes: u32, from: Src) -> Result<(), Trouble> {
        for part in self.splits.of[&to.alloca].parts_of(to.offset, bytes) {
            let ptr = self.add_bytes(from, (part.offset - to.offset).into());
            let dst = Dst(part.register);
            self.body.emit(match part.narrow_bits() {
                Some(bits) => Op::Load { dst, ptr, bits, access: Access::PLAIN },
                None => Op::LoadN { dst, ptr, bytes: part.bytes, access: Access::PLAIN },
            });
            self.show_part(to.alloca, part);
        }
        Ok(())
    }

    /// The register that is to point to the scratch object of a split variable.
    pub(super) fn scratch(&self, alloca: Value) -> Option<u32> {
        self.splits.of.get(&alloca).and_then(|split| split.scratch)
    }

    /// Starts a life of the scratch object of a variable.
    fn open_scratch(&mut self, place: Place) -> Result<Src, Trouble> {
        let scratch = self.splits.of[&place.alloca].scratch.ok_or("a copy of a local variable".to_string())?;
        let a = Src::slot(scratch);
        self.body.emit(Op::LifetimeStart { dst: Dst(scratch), a });
        Ok(a)
    }

    fn show_part(&mut self, alloca: Value, part: Part) {
        let value = Src::slot(part.register);
        self.show_split(alloca, VarPlace::Part { value, offset: part.offset, bytes: part.bytes });
    }
}

fn constant_length(args: &[Value]) -> u32 {
    args[2].as_int().and_then(|len| u32::try_from(len).ok()).unwrap_or(0)
}
