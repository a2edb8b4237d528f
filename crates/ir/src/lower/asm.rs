//! Inline assembly: straight lines of x86 instructions on the operands of the statement.
//!
//! An empty statement is a barrier that hands its tied operands on. Otherwise each instruction of
//! the text is turned into ops: moves, arithmetic, the locked instructions of hand-written atomics,
//! fences, hints. A text with anything else in it (jumps, other registers, vectors) is unsupported
//! as a whole when reached. Loads and stores count as atomic: who writes assembly for them knows what
//! the processor does. Texts are in AT&T syntax as clang passes them on, operands numbered
//! `$0`, `$1` ….

use ahash::AHashMap;

use crate::contract::names;
use crate::llvm::{Type, Value};
use crate::op::{Access, BinOp, CastOp, CmpOp, Dst, MaybeDst, Op, RmwOp, Src, UnOp};
use crate::program::{Scalar, Shape};

use super::constant::Trouble;
use super::function::FunctionLowering;
use super::intel;

/// Where an operand is while the statement runs.
#[derive(Clone, Copy)]
enum Storage {
    /// In a register; `None` before it is written.
    Register(Option<Src>),
    /// In memory.
    Memory(Src),
}

/// An operand of an instruction.
#[derive(Clone, Copy)]
enum Operand {
    /// Number of a storage, and its width as far as the text says.
    In(usize, Option<u8>),
    Immediate(u64),
    /// Memory that an address in a storage (and a displacement) points to.
    At(usize, i64),
}

#[derive(Default)]
struct Statement {
    storages: Vec<Storage>,
    /// Widths of the operands' types.
    widths: Vec<u8>,
    /// The storage of each operand of the text.
    operands: Vec<usize>,
    /// The storages of the machine's own registers.
    registers: AHashMap<String, usize>,
    /// Of each direct output: its storage, or the flag it holds.
    outputs: Vec<Result<usize, String>>,
    zero_flag: Option<Src>,
    carry_flag: Option<Src>,
}

const NAMES: [(&str, [&str; 4]); 8] = [
    ("ax", ["al", "ax", "eax", "rax"]),
    ("bx", ["bl", "bx", "ebx", "rbx"]),
    ("cx", ["cl", "cx", "ecx", "rcx"]),
    ("dx", ["dl", "dx", "edx", "rdx"]),
    ("si", ["sil", "si", "esi", "rsi"]),
    ("di", ["dil", "di", "edi", "rdi"]),
    ("r8", ["r8b", "r8w", "r8d", "r8"]),
    ("r9", ["r9b", "r9w", "r9d", "r9"]),
];

/// A register by any of its names: the common name and the width in bits.
fn register(name: &str) -> Option<(&'static str, u8)> {
    let row = NAMES.iter().find(|(_, names)| names.contains(&name))?;
    let width = row.1.iter().position(|n| *n == name)?;
    Some((row.0, 8 << width))
}

fn int(bits: u8) -> Shape {
    Shape { lane: Scalar::Int(bits as u32), lanes: 1 }
}

fn refuse(text: &str) -> Trouble {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("inline assembly `{line}`").into()
}

impl FunctionLowering<'_> {
    pub(super) fn inline_asm(&mut self, call: Value, asm: Value) -> Result<(), Trouble> {
        let (text, constraints) = asm.asm_text();
        let lines = instructions(&text).into_iter();
        let lines: Option<Vec<String>> = match asm.is_intel_asm() {
            true => lines.map(|line| intel::to_att(&line)).collect(),
            false => Some(lines.collect()),
        };
        let lines = lines.ok_or_else(|| refuse(&text))?;
        let results = self.result_types(call);
        let mut statement = self.statement(call, &constraints, &results, lines.is_empty())?;
        for line in &lines {
            let done = self.asm_instruction(&mut statement, line)?;
            if done.is_none() {
                return Err(refuse(&text));
            }
        }
        let values = self.asm_results(&statement, &results).ok_or_else(|| refuse(&text))?;
        self.asm_define(call, &results, values)
    }

    /// The types of the values that the statement gives.
    fn result_types(&self, call: Value) -> Vec<Type> {
        let ty = call.ty();
        match self.program.types.is_struct(ty) {
            true => (0..ty.struct_fields()).map(|i| ty.struct_field(i)).collect(),
            false if self.program.types.words(ty) == Ok(0) => Vec::new(),
            false => vec![ty],
        }
    }

    fn statement(
        &mut self,
        call: Value,
        constraints: &str,
        results: &[Type],
        empty: bool,
    ) -> Result<Statement, Trouble> {
        let mut statement = Statement::default();
        let args = call.call_args();
        let mut next = 0;
        let mut result = 0;
        for constraint in constraints.split(',').filter(|c| !c.starts_with('~') && !c.starts_with('!')) {
            let output = constraint.starts_with('=');
            let rest = constraint.trim_start_matches(['=', '&', '%', '+']);
            let indirect = rest.starts_with('*');
            let rest = rest.trim_start_matches('*');
            let named = rest.strip_prefix('{').and_then(|r| r.strip_suffix('}'));
            if output && !indirect {
                let width = results.get(result).and_then(|ty| self.program.types.narrow_int(*ty));
                result += 1;
                if let Some(flag) = named.and_then(|n| n.strip_prefix("@cc")) {
                    statement.outputs.push(Err(flag.to_string()));
                    statement.operands.push(usize::MAX);
                    continue;
                }
                let storage = statement.storage(named, Storage::Register(None), width);
                statement.outputs.push(Ok(storage));
                continue;
            }
            let Some(arg) = args.get(next) else {
                return Err("inline assembly with too few operands".to_string().into());
            };
            next += 1;
            let src = match self.operand(*arg) {
                // Nothing looks at it.
                Err(_) if empty && !output && rest.parse::<usize>().is_err() => {
                    statement.operands.push(usize::MAX);
                    continue;
                }
                src => src?,
            };
            let width = self.program.types.narrow_int(arg.ty());
            if indirect {
                let element = call.call_byval(next as u32 - 1, self.program.elementtype_kind);
                let width = element.and_then(|ty| self.program.types.narrow_int(ty));
                statement.storage(None, Storage::Memory(src), width);
            } else if let Ok(tied) = rest.parse::<usize>() {
                let storage = *statement.operands.get(tied).ok_or("inline assembly with such ties".to_string())?;
                statement.operands.push(storage);
                match statement.storages.get(storage) {
                    Some(Storage::Register(_)) => statement.storages[storage] = Storage::Register(Some(src)),
                    Some(Storage::Memory(ptr)) => {
                        let (ptr, bits) = (*ptr, statement.widths[storage]);
                        if !matches!(bits, 8 | 16 | 32 | 64) {
                            return Err("inline assembly with such ties".to_string().into());
                        }
                        let access = Access::ATOMIC;
                        self.body.emit(Op::Store { ptr, a: src, bits, access });
                    }
                    None => {}
                }
            } else {
                let storage = statement.storage(named, Storage::Register(Some(src)), width);
                statement.storages[storage] = Storage::Register(Some(src));
            }
        }
        Ok(statement)
    }

    fn asm_results(&mut self, statement: &Statement, results: &[Type]) -> Option<Vec<Src>> {
        if statement.outputs.len() != results.len() {
            return None;
        }
        let mut values = Vec::new();
        for (output, ty) in statement.outputs.iter().zip(results) {
            let words = self.program.types.words(*ty).ok()?;
            values.push(match output {
                Ok(storage) => match statement.storages[*storage] {
                    Storage::Register(Some(src)) => src,
                    _ => self.undefined(words),
                },
                Err(flag) => self.asm_condition(statement, flag)?,
            });
        }
        Some(values)
    }

    fn asm_define(&mut self, call: Value, results: &[Type], values: Vec<Src>) -> Result<(), Trouble> {
        let mut cut = Vec::new();
        for (ty, value) in results.iter().zip(values) {
            cut.push(match self.program.types.narrow_int(*ty) {
                Some(bits) if bits < 64 => {
                    let bits = bits as u8;
                    self.body.emit_to(1, |dst| Op::Trunc { dst, a: value, bits })
                }
                _ => value,
            });
        }
        if !self.program.types.is_struct(call.ty()) {
            if let Some(value) = cut.first() {
                self.define(call, *value);
            }
            return Ok(());
        }
        let words = self.program.types.words(call.ty())?;
        let register = self.body.register(words);
        let empty = self.undefined(words);
        self.body.copy(register, empty);
        for (i, a) in cut.into_iter().enumerate() {
            let (offset, ty) = self.program.types.part(call.ty(), i as u64)?;
            let bits = self.program.types.store_bytes(ty)? * 8;
            self.body.emit(Op::Insert { dst: crate::op::Both(register), a, at_bit: offset as u32 * 8, bits });
        }
        self.define(call, Src::slot(register));
        Ok(())
    }

    // ---- instructions ----

    /// `None`: an instruction that we do not know.
    fn asm_instruction(&mut self, s: &mut Statement, line: &str) -> Result<Option<()>, Trouble> {
        let (lock, line) = match line.strip_prefix("lock") {
            Some(rest) if rest.starts_with(char::is_whitespace) => (true, rest.trim_start()),
            _ => (false, line),
        };
        match line {
            "pause" | "nop" | "rep nop" | "rep" | "cld" | "endbr64" => return Ok(Some(())),
            // What ends the program, or would stop it in a debugger.
            "int3" | "int $$3" | "int $$0x3" | "ud2" => {
                self.body.emit(Op::Abort {});
                return Ok(Some(()));
            }
            "mfence" | "lfence" | "sfence" => {
                self.body.emit(Op::Fence { access: Access::ATOMIC });
                return Ok(Some(()));
            }
            // A locked change of nothing on top of the stack is a fence, too.
            _ if lock && (line.contains("(%rsp)") || line.contains("(%esp)")) && line.contains("$$0,") => {
                self.body.emit(Op::Fence { access: Access::ATOMIC });
                return Ok(Some(()));
            }
            // A processor without any extensions, and a clock that stands.
            "cpuid" => {
                let zero = self.int(0);
                ["ax", "bx", "cx", "dx"].iter().for_each(|name| s.set_register(name, zero));
                return Ok(Some(()));
            }
            "rdtsc" | "rdtscp" | "lfence rdtsc" => {
                let zero = self.int(0);
                ["ax", "dx"].iter().for_each(|name| s.set_register(name, zero));
                if line == "rdtscp" {
                    s.set_register("cx", zero);
                }
                return Ok(Some(()));
            }
            _ => {}
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some((from, to)) = rest.split_once(',').filter(|_| matches!(name, "mov" | "movq"))
            && let Some(place) = from.trim().strip_prefix("%fs:")
        {
            return self.asm_thread_word(s, place, to.trim());
        }
        let Some(operands) = s.parse(rest) else { return Ok(None) };
        self.asm_operation(s, name, &operands, lock)
    }

    #[expect(clippy::too_many_lines, reason = "one short arm for every instruction that inline assembly may have")]
    fn asm_operation(
        &mut self,
        s: &mut Statement,
        name: &str,
        operands: &[Operand],
        lock: bool,
    ) -> Result<Option<()>, Trouble> {
        if let Some(condition) = name.strip_prefix("set") {
            let [to] = operands else { return Ok(None) };
            let Some(value) = self.asm_condition(s, condition) else { return Ok(None) };
            return Ok(self.asm_write(s, *to, value, 8));
        }
        if name == "cmpxchg16b" {
            let [to] = operands else { return Ok(None) };
            return Ok(self.asm_wide_exchange(s, *to));
        }
        let Some((name, bits)) = s.width(name, operands) else { return Ok(None) };
        let in_memory = operands.last().and_then(|to| self.asm_address(s, *to));
        match (name, operands) {
            ("mov" | "movabs", [from, to]) => {
                let Some(value) = self.asm_read(s, *from, bits) else { return Ok(None) };
                Ok(self.asm_write(s, *to, value, bits))
            }
            ("lea", [Operand::At(storage, by), to]) => {
                let Some(base) = self.asm_read(s, Operand::In(*storage, None), 64) else { return Ok(None) };
                let value = self.add_bytes(base, *by);
                Ok(self.asm_write(s, *to, value, bits))
            }
            ("xchg", [a, b]) => Ok(self.asm_exchange(s, *a, *b, bits)),
            ("xadd", [from, to]) => {
                let Some(value) = self.asm_read(s, *from, bits) else { return Ok(None) };
                let old = match in_memory {
                    Some(ptr) if lock => self.asm_rmw(RmwOp::Add, ptr, value, bits),
                    _ => {
                        let Some(old) = self.asm_read(s, *to, bits) else { return Ok(None) };
                        let sum = self.lanes_binary(BinOp::Add, old, value, int(bits));
                        if self.asm_write(s, *to, sum, bits).is_none() {
                            return Ok(None);
                        }
                        old
                    }
                };
                Ok(self.asm_write(s, *from, old, bits))
            }
            ("cmpxchg", [from, _]) => {
                let Some(ptr) = in_memory else { return Ok(None) };
                Ok(self.asm_compare_exchange(s, *from, ptr, bits))
            }
            ("bswap", [to]) => Ok(self.asm_unary(s, UnOp::BSwap, *to, *to, bits)),
            ("popcnt", [from, to]) => Ok(self.asm_unary(s, UnOp::Ctpop, *from, *to, bits)),
            ("tzcnt", [from, to]) => Ok(self.asm_unary(s, UnOp::Cttz, *from, *to, bits)),
            ("lzcnt", [from, to]) => Ok(self.asm_unary(s, UnOp::Ctlz, *from, *to, bits)),
            ("bsf", [from, to]) => Ok(self.asm_unary(s, UnOp::CttzPoison, *from, *to, bits)),
            ("bsr", [from, to]) => {
                let Some(a) = self.asm_read(s, *from, bits) else { return Ok(None) };
                let ty = self.program.shape_id(int(bits));
                let zeros = self.body.emit_to(1, |dst| Op::GenUn { op: UnOp::CtlzPoison, dst, a, ty });
                let top = self.int(u64::from(bits) - 1);
                let value = self.lanes_binary(BinOp::Sub, top, zeros, int(bits));
                Ok(self.asm_write(s, *to, value, bits))
            }
            ("mul" | "imul", [from]) => Ok(self.asm_wide_product(s, *from, bits, name == "imul")),
            ("inc" | "dec" | "neg" | "not", [to]) => {
                let one = self.int(1);
                let ones = self.int(u64::MAX >> (64 - bits));
                let (op, a) = match name {
                    "inc" => (BinOp::Add, one),
                    "dec" => (BinOp::Sub, one),
                    "not" => (BinOp::Xor, ones),
                    _ => {
                        let (zero, Some(a)) = (self.int(0), self.asm_read(s, *to, bits)) else { return Ok(None) };
                        let value = self.lanes_binary(BinOp::Sub, zero, a, int(bits));
                        return Ok(self.asm_write(s, *to, value, bits).filter(|()| !lock));
                    }
                };
                Ok(self.asm_arithmetic(s, op, a, *to, bits, if lock { in_memory } else { None }))
            }
            (_, [from, to]) => {
                let op = match name {
                    "add" => BinOp::Add,
                    "sub" | "cmp" => BinOp::Sub,
                    "and" | "test" => BinOp::And,
                    "or" => BinOp::Or,
                    "xor" => BinOp::Xor,
                    "imul" => BinOp::Mul,
                    "shl" | "sal" => BinOp::Shl,
                    "shr" => BinOp::LShr,
                    "sar" => BinOp::AShr,
                    "adc" | "sbb" => return Ok(self.asm_with_carry(s, name == "adc", *from, *to, bits)),
                    _ => return Ok(None),
                };
                let Some(a) = self.asm_read(s, *from, bits) else { return Ok(None) };
                if matches!(name, "cmp" | "test") {
                    let Some(b) = self.asm_read(s, *to, bits) else { return Ok(None) };
                    let value = self.lanes_binary(op, b, a, int(bits));
                    self.asm_flags(s, op, b, a, value, bits);
                    return Ok(Some(()));
                }
                Ok(self.asm_arithmetic(s, op, a, *to, bits, if lock { in_memory } else { None }))
            }
            _ => Ok(None),
        }
    }

    /// `to = to op a`; atomically if it is memory under a lock.
    fn asm_arithmetic(
        &mut self,
        s: &mut Statement,
        op: BinOp,
        a: Src,
        to: Operand,
        bits: u8,
        locked: Option<Src>,
    ) -> Option<()> {
        let old = match locked {
            Some(ptr) => {
                let rmw = match op {
                    BinOp::Add => RmwOp::Add,
                    BinOp::Sub => RmwOp::Sub,
                    BinOp::And => RmwOp::And,
                    BinOp::Or => RmwOp::Or,
                    BinOp::Xor => RmwOp::Xor,
                    _ => return None,
                };
                self.asm_rmw(rmw, ptr, a, bits)
            }
            None => self.asm_read(s, to, bits)?,
        };
        let a = match op {
            // Counts of shifts have five or six bits.
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let mask = self.int(if bits == 64 { 63 } else { 31 });
                self.body.emit_to(1, |dst| Op::And { dst, a, b: mask, bits: 64 })
            }
            _ => a,
        };
        let value = self.lanes_binary(op, old, a, int(bits));
        self.asm_flags(s, op, old, a, value, bits);
        match locked {
            Some(_) => Some(()),
            None => self.asm_write(s, to, value, bits),
        }
    }

    fn asm_flags(&mut self, s: &mut Statement, op: BinOp, a: Src, b: Src, value: Src, bits: u8) {
        let zero = self.int(0);
        s.zero_flag = Some(self.lanes_compare(CmpOp::Eq, value, zero, int(bits)));
        s.carry_flag = match op {
            BinOp::Add => Some(self.lanes_compare(CmpOp::Ult, value, a, int(bits))),
            BinOp::Sub => Some(self.lanes_compare(CmpOp::Ult, a, b, int(bits))),
            BinOp::And | BinOp::Or | BinOp::Xor => Some(zero),
            _ => None,
        };
    }

    /// Addition or subtraction with the carry of the instruction before, in a wider number.
    fn asm_with_carry(&mut self, s: &mut Statement, add: bool, from: Operand, to: Operand, bits: u8) -> Option<()> {
        let wide = Shape { lane: Scalar::Int(128), lanes: 1 };
        let (a, b) = (self.asm_read(s, to, bits)?, self.asm_read(s, from, bits)?);
        let carry = s.carry_flag?;
        let op = if add { BinOp::Add } else { BinOp::Sub };
        let a = self.lanes_cast(CastOp::ZExt, a, int(bits), wide);
        let b = self.lanes_cast(CastOp::ZExt, b, int(bits), wide);
        let carry = self.lanes_cast(CastOp::ZExt, carry, int(1), wide);
        let sum = self.lanes_binary(op, a, b, wide);
        let sum = self.lanes_binary(op, sum, carry, wide);
        let at_bit = u32::from(bits);
        s.carry_flag = Some(self.body.emit_to(1, |dst| Op::Extract { dst, a: sum, at_bit, bits: 1 }));
        let value = self.lanes_cast(CastOp::Trunc, sum, wide, int(bits));
        let zero = self.int(0);
        s.zero_flag = Some(self.lanes_compare(CmpOp::Eq, value, zero, int(bits)));
        self.asm_write(s, to, value, bits)
    }

    /// The product of the accumulator, in two registers.
    fn asm_wide_product(&mut self, s: &mut Statement, from: Operand, bits: u8, signed: bool) -> Option<()> {
        if bits < 32 {
            return None;
        }
        let wide = Shape { lane: Scalar::Int(2 * bits as u32), lanes: 1 };
        let extend = if signed { CastOp::SExt } else { CastOp::ZExt };
        let ax = Operand::In(s.register_storage("ax"), None);
        let dx = Operand::In(s.register_storage("dx"), None);
        let (a, b) = (self.asm_read(s, ax, bits)?, self.asm_read(s, from, bits)?);
        let (a, b) = (self.lanes_cast(extend, a, int(bits), wide), self.lanes_cast(extend, b, int(bits), wide));
        let product = self.lanes_binary(BinOp::Mul, a, b, wide);
        for (to, at_bit) in [(ax, 0), (dx, u32::from(bits))] {
            let part = self.body.emit_to(1, |dst| Op::Extract { dst, a: product, at_bit, bits: bits as u32 });
            self.asm_write(s, to, part, bits)?;
        }
        s.zero_flag = None;
        s.carry_flag = None;
        Some(())
    }

    /// `movq %fs:0, %rax`, by which programs tell their threads apart.
    fn asm_thread_word(&mut self, s: &mut Statement, place: &str, to: &str) -> Result<Option<()>, Trouble> {
        let offset = match parse_number(place) {
            Some(offset) => self.int(offset.cast_unsigned()),
            None => match s.parse_one(place).and_then(|operand| self.asm_address(s, operand)) {
                Some(offset) => offset,
                None => return Ok(None),
            },
        };
        let Some(to) = s.parse_one(to) else { return Ok(None) };
        let word = self.body.register(1);
        self.call_library(names::THREAD_WORD, MaybeDst(word), &[offset])?;
        Ok(self.asm_write(s, to, Src::slot(word), 64))
    }

    fn asm_unary(&mut self, s: &mut Statement, op: UnOp, from: Operand, to: Operand, bits: u8) -> Option<()> {
        let a = self.asm_read(s, from, bits)?;
        let ty = self.program.shape_id(int(bits));
        let value = self.body.emit_to(1, |dst| Op::GenUn { op, dst, a, ty });
        self.asm_write(s, to, value, bits)
    }

    fn asm_exchange(&mut self, s: &mut Statement, a: Operand, b: Operand, bits: u8) -> Option<()> {
        let (reg, other) = if self.asm_address(s, a).is_some() { (b, a) } else { (a, b) };
        let value = self.asm_read(s, reg, bits)?;
        let old = match self.asm_address(s, other) {
            // Always locked with memory.
            Some(ptr) => self.asm_rmw(RmwOp::Xchg, ptr, value, bits),
            None => {
                let old = self.asm_read(s, other, bits)?;
                self.asm_write(s, other, value, bits)?;
                old
            }
        };
        self.asm_write(s, reg, old, bits)
    }

    fn asm_rmw(&mut self, op: RmwOp, ptr: Src, a: Src, bits: u8) -> Src {
        let ty = self.program.shape_id(int(bits));
        self.body.emit_to(1, |dst| Op::AtomicRmw { op, dst, ptr, a, ty, access: Access::ATOMIC })
    }

    fn asm_compare_exchange(&mut self, s: &mut Statement, from: Operand, ptr: Src, bits: u8) -> Option<()> {
        let ax = Operand::In(s.register_storage("ax"), None);
        let (expected, new) = (self.asm_read(s, ax, bits)?, self.asm_read(s, from, bits)?);
        let (bytes, flag_bit, access) = (bits / 8, bits, Access::ATOMIC);
        let words = (u32::from(flag_bit) + 8).div_ceil(64);
        let register = self.body.register(words);
        let dst = Dst(register);
        self.body.emit(Op::CmpXchg { dst, ptr, expected, new, bytes, flag_bit, access });
        let both = Src::slot(register);
        let old = self.body.emit_to(1, |dst| Op::Extract { dst, a: both, at_bit: 0, bits: bits as u32 });
        s.zero_flag = Some(self.body.emit_to(1, |dst| Op::Extract { dst, a: both, at_bit: flag_bit as u32, bits: 1 }));
        s.carry_flag = None;
        self.asm_write(s, ax, old, bits)
    }

    /// Sixteen bytes, in two registers each. Without a lock, nobody uses it.
    fn asm_wide_exchange(&mut self, s: &mut Statement, to: Operand) -> Option<()> {
        let ptr = self.asm_address(s, to)?;
        let [ax, dx, bx, cx] = ["ax", "dx", "bx", "cx"].map(|name| Operand::In(s.register_storage(name), None));
        let (expected, new) = (self.asm_wide(s, ax, dx)?, self.asm_wide(s, bx, cx)?);
        let register = self.body.register(3);
        let (dst, bytes, flag_bit, access) = (Dst(register), 16, 128, Access::ATOMIC);
        self.body.emit(Op::CmpXchg { dst, ptr, expected, new, bytes, flag_bit, access });
        let all = Src::slot(register);
        let [low, high] =
            [0, 64].map(|at_bit| self.body.emit_to(1, |dst| Op::Extract { dst, a: all, at_bit, bits: 64 }));
        s.zero_flag = Some(self.body.emit_to(1, |dst| Op::Extract { dst, a: all, at_bit: 128, bits: 1 }));
        s.carry_flag = None;
        self.asm_write(s, ax, low, 64)?;
        self.asm_write(s, dx, high, 64)
    }

    /// A number of two words.
    fn asm_wide(&mut self, s: &Statement, low: Operand, high: Operand) -> Option<Src> {
        let halves = [self.asm_read(s, low, 64)?, self.asm_read(s, high, 64)?];
        let register = self.body.register(2);
        let empty = self.undefined(2);
        self.body.copy(register, empty);
        for (a, at_bit) in halves.into_iter().zip([0, 64]) {
            self.body.emit(Op::Insert { dst: crate::op::Both(register), a, at_bit, bits: 64 });
        }
        Some(Src::slot(register))
    }

    /// 1 or 0, as a condition code asks for.
    fn asm_condition(&mut self, s: &Statement, condition: &str) -> Option<Src> {
        let (flag, wanted) = match condition {
            "e" | "z" => (s.zero_flag?, true),
            "ne" | "nz" => (s.zero_flag?, false),
            "c" | "b" => (s.carry_flag?, true),
            "nc" | "ae" => (s.carry_flag?, false),
            _ => return None,
        };
        let one = self.int(1);
        Some(match wanted {
            true => flag,
            false => self.body.emit_to(1, |dst| Op::Xor { dst, a: flag, b: one, bits: 1 }),
        })
    }

    // ---- operands ----

    /// The address, if the operand is memory.
    fn asm_address(&mut self, s: &Statement, operand: Operand) -> Option<Src> {
        match operand {
            Operand::In(storage, _) => match s.storages[storage] {
                Storage::Memory(ptr) => Some(ptr),
                Storage::Register(_) => None,
            },
            Operand::At(storage, by) => match s.storages[storage] {
                Storage::Register(Some(base)) => Some(self.add_bytes(base, by)),
                _ => None,
            },
            Operand::Immediate(_) => None,
        }
    }

    fn asm_read(&mut self, s: &Statement, operand: Operand, bits: u8) -> Option<Src> {
        if let Operand::Immediate(value) = operand {
            return Some(self.int(value & u64::MAX >> (64 - bits)));
        }
        if let Some(ptr) = self.asm_address(s, operand) {
            return Some(self.body.emit_to(1, |dst| Op::Load { dst, ptr, bits, access: Access::ATOMIC }));
        }
        let Operand::In(storage, _) = operand else { return None };
        let Storage::Register(value) = s.storages[storage] else { return None };
        let a = match value {
            Some(value) => value,
            None => self.undefined(1),
        };
        Some(match bits {
            64 => a,
            _ => self.body.emit_to(1, |dst| Op::Trunc { dst, a, bits }),
        })
    }

    fn asm_write(&mut self, s: &mut Statement, operand: Operand, value: Src, bits: u8) -> Option<()> {
        if let Some(ptr) = self.asm_address(s, operand) {
            self.body.emit(Op::Store { ptr, a: value, bits, access: Access::ATOMIC });
            return Some(());
        }
        let Operand::In(storage, _) = operand else { return None };
        let Storage::Register(old) = s.storages[storage] else { return None };
        // The upper half becomes zero; smaller parts leave the rest alone.
        let value = match (bits, old) {
            (32 | 64, _) => value,
            (_, old) => {
                let old = old.unwrap_or_else(|| self.undefined(1));
                let register = self.body.register(1);
                self.body.copy(register, old);
                let dst = crate::op::Both(register);
                self.body.emit(Op::Insert { dst, a: value, at_bit: 0, bits: bits as u32 });
                Src::slot(register)
            }
        };
        let copy = self.body.emit_to(1, |dst| Op::Mov { dst, a: value });
        s.storages[storage] = Storage::Register(Some(copy));
        Some(())
    }
}

impl Statement {
    /// A new operand; those in the same register share their storage.
    fn storage(&mut self, name: Option<&str>, storage: Storage, width: Option<u32>) -> usize {
        let name = name.and_then(register).map(|r| r.0.to_string());
        let known = name.as_ref().and_then(|name| self.registers.get(name)).copied();
        let index = known.unwrap_or(self.storages.len());
        if known.is_none() {
            self.storages.push(storage);
            self.widths.push(width.unwrap_or(0).min(64) as u8);
            if let Some(name) = name {
                self.registers.insert(name, index);
            }
        }
        self.operands.push(index);
        index
    }

    fn register_storage(&mut self, name: &str) -> usize {
        if let Some(storage) = self.registers.get(name) {
            return *storage;
        }
        self.storages.push(Storage::Register(None));
        self.widths.push(0);
        self.registers.insert(name.to_string(), self.storages.len() - 1);
        self.storages.len() - 1
    }

    fn set_register(&mut self, name: &str, value: Src) {
        let storage = self.register_storage(name);
        self.storages[storage] = Storage::Register(Some(value));
    }

    /// The operands of an instruction.
    fn parse(&mut self, text: &str) -> Option<Vec<Operand>> {
        let mut operands = Vec::new();
        let mut depth = 0;
        let parts = text.split(|c| {
            depth += (c == '(') as i32 - (c == ')') as i32;
            c == ',' && depth == 0
        });
        let parts: Vec<String> = parts.map(|p| p.trim().to_string()).filter(|p| !p.is_empty()).collect();
        for part in parts {
            operands.push(self.parse_one(&part)?);
        }
        Some(operands)
    }

    fn parse_one(&mut self, text: &str) -> Option<Operand> {
        if let Some(number) = text.strip_prefix("$$") {
            return Some(Operand::Immediate(parse_number(number)? as u64));
        }
        if let Some(inner) = text.strip_suffix(')') {
            let (by, inner) = inner.split_once('(')?;
            let by = if by.is_empty() { 0 } else { parse_number(by)? };
            return match self.parse_one(inner)? {
                Operand::In(storage, _) => Some(Operand::At(storage, by)),
                _ => None,
            };
        }
        if let Some(name) = text.strip_prefix('%') {
            let (name, width) = register(name)?;
            return Some(Operand::In(self.register_storage(name), Some(width)));
        }
        let number = text.strip_prefix('$')?;
        let (number, modifier) = match number.strip_prefix('{').and_then(|n| n.strip_suffix('}')) {
            Some(inner) => inner.split_once(':').unwrap_or((inner, "")),
            None => (number, ""),
        };
        let storage = *self.operands.get(number.parse::<usize>().ok()?)?;
        self.storages.get(storage)?;
        let width = match modifier {
            "b" => Some(8),
            "w" => Some(16),
            "k" => Some(32),
            "q" => Some(64),
            "" => (self.widths[storage] != 0).then_some(self.widths[storage]),
            _ => return None,
        };
        Some(Operand::In(storage, width))
    }

    /// The plain name of an instruction and the width it works on.
    fn width<'n>(&self, name: &'n str, operands: &[Operand]) -> Option<(&'n str, u8)> {
        const PLAIN: [&str; 31] = [
            "mov", "movabs", "lea", "xchg", "xadd", "cmpxchg", "bswap", "popcnt", "tzcnt", "lzcnt", "bsf", "bsr",
            "mul", "imul", "inc", "dec", "neg", "not", "add", "sub", "cmp", "and", "test", "or", "xor", "shl", "sal",
            "shr", "sar", "adc", "sbb",
        ];
        if PLAIN.contains(&name) {
            let widths = operands.iter().rev().filter_map(|operand| match operand {
                Operand::In(_, width) => *width,
                _ => None,
            });
            return widths.into_iter().next().filter(|w| matches!(w, 8 | 16 | 32 | 64)).map(|width| (name, width));
        }
        let width = match name.chars().last()? {
            'b' => 8,
            'w' => 16,
            'l' => 32,
            'q' => 64,
            _ => return None,
        };
        let name = &name[..name.len() - 1];
        PLAIN.contains(&name).then_some((name, width))
    }
}

fn parse_number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as i64,
        None => digits.parse().ok()?,
    };
    Some(if negative { value.wrapping_neg() } else { value })
}

/// The instructions of a text, without comments, in small letters and single blanks.
fn instructions(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or("");
        let line = line.to_ascii_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        match lines.last_mut() {
            _ if line.is_empty() => {}
            // A prefix may stand on a line of its own.
            Some(last) if last == "lock" || last == "rep" => {
                last.push(' ');
                last.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        assert_eq!(instructions("lock; addl $1,$0"), ["lock addl $1,$0"]);
        assert_eq!(instructions("\trep\n\tnop # wait"), ["rep nop"]);
        assert!(instructions(" # nothing\n").is_empty());
        assert_eq!(parse_number("-0x10"), Some(-16));
        assert_eq!(register("r9d"), Some(("r9", 32)));
    }
}
