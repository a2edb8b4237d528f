//! The op loop: runs one thread until it stops.
//!
//! A thread stops just before its next *visible* op (see `Vm::visible`), when it blocks or ends,
//! when it has gone round loops often enough, or when something is wrong. The first op of a
//! transition is executed whatever it is: it is the visible action that the transition consists of.

use ir::{Access, BinOp, CastOp, CmpOp, FuncId, LocId, Op, Pc, Shadow, Src, Word, Wrap};

use crate::arith::{self, Plain, sign_extend};
use crate::memory::Fault;
use crate::object::{Life, ObjectId, ObjectKind};
use crate::problem::{Kind, Problem, Run, Stop, ThreadId};
use crate::shadow::{self, mask};
use crate::vm::{Reduction, Vm};

/// How often a thread may go round loops, and how many calls it may make, within one transition.
/// Any bound is sound: it only says how often the long private work of a thread is cut into states,
/// and with that how soon a limit on time is noticed.
const LOOPS_MAX: u32 = 1 << 16;

/// A value of several words, mostly few.
pub(crate) type Words = smallvec::SmallVec<[Word; 4]>;

/// What an op that is not a plain step asks of the loop.
pub(crate) enum Next {
    /// Go on with the following op.
    Step,
    /// Go on with the topmost frame, whichever it is now.
    Frame,
    /// The same, but the thread may have been there before.
    Jump,
    /// The thread stops before this op.
    Stop,
    /// The thread or the program has ended.
    End,
}

/// The running thread's registers and place, outside `Vm` for speed.
pub(crate) struct Cpu {
    pub thread: ThreadId,
    pub registers: Vec<Word>,
    pub base: usize,
    pub pc: usize,
    /// Ops executed in this transition, this one included.
    pub count: u64,
    /// The value of the choice that the transition starts with.
    pub choice: u32,
    loops: u32,
    calls: u32,
    /// Nobody else could run when this was last looked at.
    alone: bool,
}

impl Vm<'_> {
    /// Runs the thread. `started` says that the transition's visible action was done already.
    pub(crate) fn run(&mut self, thread: ThreadId, choice: u32, started: bool) -> Run<()> {
        let state = &mut self.threads[thread.0 as usize];
        state.touch();
        let registers = std::mem::take(&mut state.registers);
        let count = started as u64;
        let mut cpu = Cpu { thread, registers, base: 0, pc: 0, count, choice, loops: 0, calls: 0, alone: false };
        cpu.alone = self.image.config.reduction == Reduction::Full && self.is_alone(thread);
        let result = match self.followed {
            true => self.run_loop::<true>(&mut cpu),
            false => self.run_loop::<false>(&mut cpu),
        };
        self.counters.instructions += cpu.count - started as u64;
        self.sync(&mut cpu);
        result
    }

    /// Puts the thread's place and registers back where everyone looks for them.
    fn sync(&mut self, cpu: &mut Cpu) {
        let state = &mut self.threads[cpu.thread.0 as usize];
        if let Some(frame) = state.frames.last_mut() {
            frame.pc = Pc(cpu.pc as u32);
        }
        state.registers = std::mem::take(&mut cpu.registers);
    }

    fn unsync(&mut self, cpu: &mut Cpu) {
        cpu.registers = std::mem::take(&mut self.threads[cpu.thread.0 as usize].registers);
    }

    fn show_arrival(&mut self, cpu: &mut Cpu) {
        self.sync(cpu);
        if let Some(observer) = self.observer.take() {
            observer.arrive(self, cpu.thread);
            self.observer = Some(observer);
        }
        self.unsync(cpu);
    }

    pub(crate) fn show_write(&mut self, cpu: &mut Cpu, object: ObjectId, offset: u32, len: u32) {
        if !self.followed {
            return;
        }
        if let Some(observer) = self.observer.take() {
            self.sync(cpu);
            observer.wrote(self, cpu.thread, object, offset, len);
            self.unsync(cpu);
            self.observer = Some(observer);
        }
    }

    fn run_loop<const OBSERVED: bool>(&mut self, cpu: &mut Cpu) -> Run<()> {
        let image = self.image;
        let program = &image.program;
        let reduction = image.config.reduction;
        let constants = &program.constants[..];
        let thread_index = cpu.thread.0 as usize;

        'frame: loop {
            let Some(frame) = self.threads[thread_index].frames.last() else { return Ok(()) };
            let function = program.function(frame.func);
            let ops = &function.ops[..];
            cpu.base = frame.base as usize;
            cpu.pc = frame.pc.0 as usize;
            let base = cpu.base;

            macro_rules! get {
                ($src:expr) => {{
                    let src: Src = $src;
                    if src.is_constant() { constants[src.index()] } else { cpu.registers[base + src.index()] }
                }};
            }
            macro_rules! set {
                ($dst:expr, $word:expr) => {{
                    let word = $word;
                    cpu.registers[base + $dst.0 as usize] = word;
                    cpu.pc += 1;
                }};
            }
            macro_rules! fault {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(fault) => return Err(self.violation(cpu.thread, fault)),
                    }
                };
            }
            macro_rules! loc {
                () => {
                    function.locs[cpu.pc]
                };
            }
            // Integer arithmetic: `$fast` is the result for clean operands, None for anything odd.
            macro_rules! int {
                ($op:expr, $dst:expr, $a:expr, $b:expr, $bits:expr, $wrap:expr, |$x:ident, $y:ident| $fast:expr) => {{
                    let (a, b) = (get!($a), get!($b));
                    let ($x, $y) = (a.bits, b.bits);
                    let fast: Option<u64> = if a.shadow.0 | b.shadow.0 == 0 { $fast } else { None };
                    let word = match fast {
                        Some(value) => Word::int(value),
                        None => self.odd_int(cpu.thread, $op, a, b, $bits as u32, $wrap, loc!())?,
                    };
                    set!($dst, word)
                }};
            }
            macro_rules! compare {
                ($op:expr, $dst:expr, $a:expr, $b:expr, $bits:expr, |$x:ident, $y:ident| $fast:expr) => {{
                    let (a, b) = (get!($a), get!($b));
                    let ($x, $y) = (a.bits, b.bits);
                    let word = if a.shadow.0 | b.shadow.0 == 0 {
                        Word::int($fast as u64)
                    } else {
                        self.memory.special_compare($op, a, b, $bits as u32)
                    };
                    set!($dst, word)
                }};
            }
            // Going back may close a loop.
            macro_rules! jump {
                ($to:expr) => {{
                    let to = $to.0 as usize;
                    let back = to <= cpu.pc;
                    cpu.pc = to;
                    if back || reduction <= Reduction::Tau {
                        cpu.loops += back as u32;
                        if self.loop_ends(cpu) {
                            return Ok(());
                        }
                    }
                }};
            }

            loop {
                if reduction == Reduction::None && cpu.count > 0 && self.threads[thread_index].masks == 0 {
                    return Ok(());
                }
                if OBSERVED {
                    self.show_arrival(cpu);
                }
                cpu.count += 1;
                match ops[cpu.pc] {
                    Op::Mov { dst, a } => set!(dst, get!(a)),
                    Op::Add { dst, a, b, bits, wrap } => {
                        int!(BinOp::Add, dst, a, b, bits, wrap, |x, y| fast_add(x, y, bits as u32, wrap))
                    }
                    Op::Sub { dst, a, b, bits, wrap } => {
                        int!(BinOp::Sub, dst, a, b, bits, wrap, |x, y| fast_sub(x, y, bits as u32, wrap))
                    }
                    Op::Mul { dst, a, b, bits, wrap } => {
                        int!(BinOp::Mul, dst, a, b, bits, wrap, |x, y| fast_mul(x, y, bits as u32, wrap))
                    }
                    Op::And { dst, a, b, bits } => {
                        int!(BinOp::And, dst, a, b, bits, Wrap(0), |x, y| Some(x & y))
                    }
                    Op::Or { dst, a, b, bits } => {
                        int!(BinOp::Or, dst, a, b, bits, Wrap(0), |x, y| Some(x | y))
                    }
                    Op::Xor { dst, a, b, bits } => {
                        int!(BinOp::Xor, dst, a, b, bits, Wrap(0), |x, y| Some(x ^ y))
                    }
                    Op::Shl { dst, a, b, bits, wrap } => {
                        int!(BinOp::Shl, dst, a, b, bits, wrap, |x, y| {
                            (y < bits as u64 && wrap.0 == 0).then(|| x << y & mask(bits as u32))
                        })
                    }
                    Op::LShr { dst, a, b, bits, wrap } => {
                        int!(BinOp::LShr, dst, a, b, bits, wrap, |x, y| {
                            (y < bits as u64 && wrap.0 == 0).then(|| x >> y)
                        })
                    }
                    Op::AShr { dst, a, b, bits, wrap } => {
                        int!(BinOp::AShr, dst, a, b, bits, wrap, |x, y| {
                            let fits = y < bits as u64 && wrap.0 == 0;
                            fits.then(|| (sign_extend(x, bits as u32) >> y) as u64 & mask(bits as u32))
                        })
                    }
                    Op::UDiv { dst, a, b, bits, wrap } => {
                        int!(BinOp::UDiv, dst, a, b, bits, wrap, |x, y| if wrap.0 == 0 {
                            x.checked_div(y)
                        } else {
                            None
                        })
                    }
                    Op::URem { dst, a, b, bits } => {
                        int!(BinOp::URem, dst, a, b, bits, Wrap(0), |x, y| x.checked_rem(y))
                    }
                    Op::SDiv { dst, a, b, bits, wrap } => {
                        int!(BinOp::SDiv, dst, a, b, bits, wrap, |_x, _y| None)
                    }
                    Op::SRem { dst, a, b, bits } => {
                        int!(BinOp::SRem, dst, a, b, bits, Wrap(0), |_x, _y| None)
                    }
                    Op::Eq { dst, a, b, bits } => compare!(CmpOp::Eq, dst, a, b, bits, |x, y| x == y),
                    Op::Ne { dst, a, b, bits } => compare!(CmpOp::Ne, dst, a, b, bits, |x, y| x != y),
                    Op::Ult { dst, a, b, bits } => compare!(CmpOp::Ult, dst, a, b, bits, |x, y| x < y),
                    Op::Ule { dst, a, b, bits } => compare!(CmpOp::Ule, dst, a, b, bits, |x, y| x <= y),
                    Op::Slt { dst, a, b, bits } => compare!(CmpOp::Slt, dst, a, b, bits, |x, y| {
                        sign_extend(x, bits as u32) < sign_extend(y, bits as u32)
                    }),
                    Op::Sle { dst, a, b, bits } => compare!(CmpOp::Sle, dst, a, b, bits, |x, y| {
                        sign_extend(x, bits as u32) <= sign_extend(y, bits as u32)
                    }),
                    Op::Trunc { dst, a, bits } => {
                        let a = get!(a);
                        let word = match a.shadow {
                            Shadow::CLEAN => Word::int(a.bits & mask(bits as u32)),
                            _ => self.memory.special_truncate(a, bits as u32),
                        };
                        set!(dst, word)
                    }
                    Op::ZExt { dst, a, from } => {
                        let a = get!(a);
                        let word = match a.shadow {
                            Shadow::CLEAN => a,
                            _ => self.memory.special_truncate(a, from as u32),
                        };
                        set!(dst, word)
                    }
                    Op::SExt { dst, a, from, to } => {
                        let a = get!(a);
                        let word = match a.shadow {
                            Shadow::CLEAN => Word::int(sign_extend(a.bits, from as u32) as u64 & mask(to as u32)),
                            _ => self.memory.special_sign_extend(a, from as u32, to as u32),
                        };
                        set!(dst, word)
                    }
                    Op::Load { dst, ptr, bits, access } => {
                        let pointer = get!(ptr);
                        let (object, offset) = fault!(self.memory.check(pointer, bits.div_ceil(8) as u32, false));
                        if self.stops_before(cpu, object) {
                            cpu.count -= 1;
                            return Ok(());
                        }
                        let _: Access = access;
                        let slot = &self.memory.slots[object.0 as usize].object;
                        let word = slot.read(&mut self.memory.mixtures, offset, bits as u32);
                        set!(dst, word)
                    }
                    Op::Store { ptr, a, bits, .. } => {
                        let bytes = bits.div_ceil(8) as u32;
                        let (object, offset) = fault!(self.memory.check(get!(ptr), bytes, true));
                        if self.stops_before(cpu, object) {
                            cpu.count -= 1;
                            return Ok(());
                        }
                        let value = get!(a);
                        self.memory.object_mut(object);
                        let slot = &mut self.memory.slots[object.0 as usize];
                        slot.object.write(&mut self.memory.mixtures, offset, bytes * 8, value);
                        if slot.shared && value.shadow != Shadow::CLEAN {
                            self.memory.publish(value);
                        }
                        if OBSERVED {
                            self.show_write(cpu, object, offset, bytes);
                        }
                        cpu.pc += 1;
                    }
                    Op::PtrAdd { dst, a, b } => {
                        let (a, b) = (get!(a), get!(b));
                        let fast = match (a.shadow, b.shadow) {
                            (Shadow::POINTER, Shadow::CLEAN) => arith::add_offset(a, b.bits as i64),
                            _ => None,
                        };
                        let word = match fast {
                            Some(word) => word,
                            None => fault!(self.memory.special(BinOp::Add, a, b, 64, Wrap(0), loc!())),
                        };
                        set!(dst, word)
                    }
                    Op::PtrIndex { dst, a, index, bits, scale } => {
                        let (a, index) = (get!(a), get!(index));
                        let by = sign_extend(index.bits, bits as u32).checked_mul(scale as i64);
                        let fast = match (a.shadow, index.shadow, by) {
                            (Shadow::POINTER, Shadow::CLEAN, Some(by)) => arith::add_offset(a, by),
                            _ => None,
                        };
                        let word = match fast {
                            Some(word) => word,
                            None => self.odd_index(cpu.thread, a, index, bits as u32, scale, loc!())?,
                        };
                        set!(dst, word)
                    }
                    Op::Jump { to } | Op::Landing { to, .. } => jump!(to),
                    Op::Branch { c, then, other } => {
                        let c = get!(c);
                        if c.shadow != Shadow::CLEAN {
                            self.decide(cpu.thread, c, 1, "a branch")?;
                        }
                        if c.bits & 1 != 0 { jump!(then) } else { jump!(other) }
                    }
                    Op::Switch { a, table } => {
                        let value = self.number(cpu.thread, get!(a), "a switch")?;
                        let table = &function.switches[table as usize];
                        let found = table.cases.binary_search_by_key(&value, |case| case.0);
                        jump!(found.map_or(table.default, |i| table.cases[i].1))
                    }
                    Op::IndirectJump { a, table } => {
                        let value = self.number(cpu.thread, get!(a), "a computed goto")?;
                        let table = &function.switches[table as usize];
                        match table.cases.binary_search_by_key(&value, |case| case.0) {
                            Ok(i) => jump!(table.cases[i].1),
                            Err(_) => {
                                return Err(self.report(cpu.thread, Kind::BadCall, "a computed goto to no label"));
                            }
                        }
                    }
                    Op::Select { dst, c, a, b } => {
                        let c = get!(c);
                        let (a, b) = (get!(a), get!(b));
                        let word = match c.shadow {
                            Shadow::CLEAN if c.bits & 1 != 0 => a,
                            Shadow::CLEAN => b,
                            _ => self.undecided(c, a, b),
                        };
                        set!(dst, word)
                    }
                    Op::FBin { op, dst, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        let word = if a.shadow.0 | b.shadow.0 == 0 {
                            fault!(crate::float::binary(op, a.bits, b.bits, bits))
                        } else {
                            self.undefined_from(&[a, b], bits as u32, |vm, v| {
                                let _ = vm;
                                crate::float::binary(op, v[0], v[1], bits)
                            })?
                        };
                        set!(dst, word)
                    }
                    Op::FNeg { dst, a, bits } => {
                        let (a, sign) = (get!(a), Word::int(1 << (bits - 1)));
                        let word = match a.shadow {
                            Shadow::CLEAN => Word::int(a.bits ^ sign.bits),
                            _ => self.odd_int(cpu.thread, BinOp::Xor, a, sign, bits as u32, Wrap(0), loc!())?,
                        };
                        set!(dst, word)
                    }
                    Op::FCmp { op, dst, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        let word = self.undefined_from(&[a, b], 1, |_, v| {
                            Ok(Word::int(crate::float::compare(op, v[0], v[1], bits) as u64))
                        })?;
                        set!(dst, word)
                    }
                    Op::FCast { op, dst, a, from, to } => {
                        let a = get!(a);
                        let word = self.float_cast(op, a, from, to, loc!())?;
                        set!(dst, word)
                    }
                    Op::Call { dst: _, callee, args } => {
                        self.call(cpu, FuncId(callee), &function.args[args.range()])?;
                        if cpu.calls > LOOPS_MAX {
                            return Ok(());
                        }
                        continue 'frame;
                    }
                    Op::CallIndirect { dst: _, callee, signature, args } => {
                        let callee = self.callee(cpu.thread, get!(callee), signature)?;
                        self.call(cpu, callee, &function.args[args.range()])?;
                        if cpu.calls > LOOPS_MAX {
                            return Ok(());
                        }
                        continue 'frame;
                    }
                    Op::Return { a, words } => {
                        self.return_from(cpu, Some((a, words)))?;
                        continue 'frame;
                    }
                    Op::ReturnVoid {} => {
                        self.return_from(cpu, None)?;
                        continue 'frame;
                    }
                    op => match self.rare(cpu, op)? {
                        Next::Step => cpu.pc += 1,
                        Next::Frame => continue 'frame,
                        Next::Jump => {
                            cpu.loops += 1;
                            if self.loop_ends(cpu) {
                                return Ok(());
                            }
                            continue 'frame;
                        }
                        Next::Stop => {
                            // The op was not executed after all.
                            cpu.count -= 1;
                            return Ok(());
                        }
                        Next::End => return Ok(()),
                    },
                }
            }
        }
    }

    /// A backward jump was made (or any, at the lower levels of reduction): does it end the
    /// transition?
    #[inline(always)]
    fn loop_ends(&self, cpu: &Cpu) -> bool {
        let masked = self.threads[cpu.thread.0 as usize].masks > 0;
        let loops_max = match self.image.config.reduction {
            Reduction::Tau if !masked => 0,
            Reduction::TauPlus if !masked => 1,
            _ => LOOPS_MAX,
        };
        cpu.loops >= loops_max
    }

    /// Does the thread stop before accessing this object?
    #[inline(always)]
    pub(crate) fn stops_before(&mut self, cpu: &mut Cpu, object: ObjectId) -> bool {
        self.visible(object) && self.stops_before_visible(cpu)
    }

    /// A visible action stops the thread first, unless it is what the transition starts with, the
    /// atomic section it belongs to has begun, or nobody else can run.
    #[inline(always)]
    pub(crate) fn stops_before_visible(&mut self, cpu: &mut Cpu) -> bool {
        let entered = self.threads[cpu.thread.0 as usize].entered;
        let stops = cpu.count > 1 && !entered && !self.stays_alone(cpu);
        let state = &mut self.threads[cpu.thread.0 as usize];
        state.entered |= state.masks > 0 && !stops;
        stops
    }

    /// Still nobody else can run. Once somebody could, the thread is not alone for the rest of the
    /// transition.
    #[inline(always)]
    pub(crate) fn stays_alone(&mut self, cpu: &mut Cpu) -> bool {
        cpu.alone = cpu.alone && self.is_alone(cpu.thread);
        cpu.alone
    }

    /// Can an access to this object matter to other threads?
    #[inline(always)]
    pub(crate) fn visible(&self, object: ObjectId) -> bool {
        let slot = &self.memory.slots[object.0 as usize];
        match self.image.config.reduction {
            Reduction::Full => slot.shared,
            _ => !matches!(slot.object.kind, ObjectKind::Constant | ObjectKind::Code),
        }
    }

    // ---- the less common ways of arithmetic ----

    #[cold]
    #[allow(clippy::too_many_arguments)]
    fn odd_int(
        &mut self,
        thread: ThreadId,
        op: BinOp,
        a: Word,
        b: Word,
        bits: u32,
        wrap: Wrap,
        loc: LocId,
    ) -> Run<Word> {
        if a.shadow.0 | b.shadow.0 != 0 {
            let result = self.memory.special(op, a, b, bits, wrap, loc);
            return result.map_err(|fault| self.violation(thread, fault));
        }
        match arith::plain(op, a.bits, b.bits, bits, wrap) {
            Plain::Value(value) => Ok(Word::int(value)),
            Plain::DivByZero => Err(self.violation(thread, arith::div_by_zero())),
            Plain::Poison(why) if self.image.config.overflow => Err(self.report(thread, Kind::Overflow, why)),
            Plain::Poison(_) => Ok(self.memory.undefined(bits, loc)),
        }
    }

    #[cold]
    fn odd_index(&mut self, thread: ThreadId, a: Word, index: Word, bits: u32, scale: i32, loc: LocId) -> Run<Word> {
        let index = match index.shadow {
            Shadow::CLEAN => Word::int(sign_extend(index.bits, bits) as u64),
            _ => self.memory.special_sign_extend(index, bits, 64),
        };
        let scale = Word::int(scale as i64 as u64);
        let by = self.odd_int(thread, BinOp::Mul, index, scale, 64, Wrap(0), loc)?;
        self.odd_int(thread, BinOp::Add, a, by, 64, Wrap(0), loc)
    }

    /// The value of a select whose condition is not a plain number.
    #[cold]
    pub(crate) fn undecided(&mut self, c: Word, a: Word, b: Word) -> Word {
        let c = self.memory.observe(c);
        if self.memory.mixtures.undef(c) & 1 == 0 {
            return if c.bits & 1 != 0 { a } else { b };
        }
        if a == b {
            return a;
        }
        let poison = self.memory.poison_of(c);
        self.memory.undefined(64, poison)
    }

    /// Runs `f` on the numbers, or gives an undefined value if one of the operands is.
    pub(crate) fn undefined_from(
        &mut self,
        words: &[Word],
        bits: u32,
        f: impl FnOnce(&mut Self, &[u64; 2]) -> Result<Word, Box<Fault>>,
    ) -> Run<Word> {
        let mut values = [0; 2];
        for (i, word) in words.iter().enumerate() {
            let word = if word.shadow == Shadow::CLEAN { *word } else { self.memory.observe(*word) };
            if self.memory.mixtures.undef(word) != 0 {
                let poison = self.memory.poison_of(word);
                return Ok(self.memory.undefined(bits, poison));
            }
            values[i] = word.bits;
        }
        f(self, &values).map_err(|fault| Box::new(Stop::Defect(fault.message)))
    }

    fn float_cast(&mut self, op: CastOp, a: Word, from: u8, to: u8, loc: LocId) -> Run<Word> {
        self.undefined_from(&[a], to as u32, |vm, v| {
            Ok(match crate::float::cast(op, v[0], from, to) {
                Some(bits) => Word::int(bits),
                None => vm.memory.undefined(to as u32, loc),
            })
        })
    }

    /// A number that the program decides on.
    pub(crate) fn number(&mut self, thread: ThreadId, word: Word, what: &str) -> Run<u64> {
        if word.shadow == Shadow::CLEAN {
            return Ok(word.bits);
        }
        self.decide(thread, word, 64, what)
    }

    #[cold]
    pub(crate) fn decide(&mut self, thread: ThreadId, word: Word, bits: u32, what: &str) -> Run<u64> {
        let word = self.memory.observe(word);
        if self.memory.mixtures.undef(word) & mask(bits) == 0 {
            return Ok(word.bits);
        }
        let poison = self.memory.poison_of(word);
        let program = &self.image.program;
        let message = match program.location(poison) {
            Some(at) => {
                let file = &program.files[at.file as usize].name;
                format!("{what} depends on a value that overflowed at {file}:{}", at.line)
            }
            None => format!("{what} depends on an undefined value"),
        };
        Err(self.report(thread, Kind::Uninit, &message))
    }

    // ---- calls ----

    fn callee(&mut self, thread: ThreadId, pointer: Word, signature: u32) -> Run<FuncId> {
        if self.memory.mixtures.undef(pointer) != 0 {
            return Err(self.report(thread, Kind::Uninit, "call through an undefined pointer"));
        }
        let program = &self.image.program;
        let object = (pointer.bits >> 32) as u32;
        let function = match pointer.shadow {
            Shadow::POINTER if pointer.bits as u32 == 0 => program.function_of_object(object),
            _ => None,
        };
        match function {
            Some(id) if program.function(id).signature == signature => Ok(id),
            Some(id)
                if program
                    .loose_signatures
                    .get(&signature)
                    .is_some_and(|accepted| accepted.contains(&program.function(id).signature)) =>
            {
                Ok(id)
            }
            Some(id) => {
                let message = format!("call of `{}` with the wrong type", program.function(id).display_name);
                Err(self.report(thread, Kind::BadCall, &message))
            }
            None if pointer == Word::int(0) => Err(self.report(thread, Kind::BadCall, "call of the null pointer")),
            None => Err(self.report(thread, Kind::BadCall, "call of something that is no function")),
        }
    }

    pub(crate) fn call(&mut self, cpu: &mut Cpu, callee: FuncId, args: &[ir::Arg]) -> Run<()> {
        let program = &self.image.program;
        let function = program.function(callee);
        let state = &mut self.threads[cpu.thread.0 as usize];
        if state.frames.len() >= self.image.config.depth_max as usize {
            let message = format!("more than {} nested calls (see --stack-depth)", self.image.config.depth_max);
            return Err(self.report(cpu.thread, Kind::StackOverflow, &message));
        }
        if let Some(frame) = state.frames.last_mut() {
            frame.pc = Pc(cpu.pc as u32);
        }
        state.registers = std::mem::take(&mut cpu.registers);
        let from = cpu.base;
        let base = state.push_frame(program, callee) as usize;
        cpu.registers = std::mem::take(&mut state.registers);
        let value = |registers: &[Word], src: Src, word: usize| match src.is_constant() {
            true => program.constants[src.index() + word],
            false => registers[from + src.index() + word],
        };
        for (arg, (slot, words)) in args.iter().zip(&function.params) {
            for word in 0..(*words).min(arg.words) as usize {
                cpu.registers[base + *slot as usize + word] = value(&cpu.registers, arg.src, word);
            }
        }
        if let Some(slot) = function.va_block {
            let rest = args.get(function.params.len()..).unwrap_or(&[]);
            let mut words = Vec::new();
            for arg in rest {
                if arg.align16 && words.len() % 2 == 1 {
                    words.push(Word::UNDEF);
                }
                words.extend((0..arg.words as usize).map(|word| value(&cpu.registers, arg.src, word)));
            }
            let block = self.memory.allocate(ObjectKind::Varargs, words.len() as u32 * 8, 4, Word::UNDEF);
            let object = self.memory.object_mut(block);
            words.iter().enumerate().for_each(|(i, word)| object.set_word(i, *word));
            self.threads[cpu.thread.0 as usize].allocas.push(block.0);
            cpu.registers[base + slot as usize] = Word::pointer(block.0, 0);
        }
        cpu.pc = 0;
        cpu.calls += 1;
        Ok(())
    }

    fn return_from(&mut self, cpu: &mut Cpu, value: Option<(Src, u32)>) -> Run<()> {
        let program = &self.image.program;
        let result = value.map_or(Words::new(), |(src, words)| self.words(cpu, src, words));
        self.pop_frame(cpu);
        let state = &mut self.threads[cpu.thread.0 as usize];
        state.touch_top();
        let Some(frame) = state.frames.last_mut() else {
            state.clear();
            return Ok(());
        };
        let call = program.function(frame.func).ops[frame.pc.0 as usize];
        frame.pc.0 += 1;
        if let Op::Call { dst, .. } | Op::CallIndirect { dst, .. } = call {
            if let Some(slot) = dst.slot() {
                let at = frame.base as usize + slot as usize;
                cpu.registers[at..at + result.len()].copy_from_slice(&result);
            }
        }
        Ok(())
    }

    /// Drops the topmost frame and kills its stack objects.
    pub(crate) fn pop_frame(&mut self, cpu: &mut Cpu) {
        let state = &mut self.threads[cpu.thread.0 as usize];
        let Some(frame) = state.frames.last() else { return };
        for i in frame.allocas as usize..state.allocas.len() {
            self.memory.object_mut(ObjectId(state.allocas[i])).kill();
        }
        state.registers = std::mem::take(&mut cpu.registers);
        state.pop_frame();
        cpu.registers = std::mem::take(&mut state.registers);
    }

    // ---- verdicts ----

    #[cold]
    pub(crate) fn report(&self, thread: ThreadId, kind: Kind, message: &str) -> Box<Stop> {
        Box::new(Stop::Violation(Problem { kind, message: message.into(), thread, others: Vec::new() }))
    }

    #[cold]
    pub(crate) fn violation(&self, thread: ThreadId, fault: Box<Fault>) -> Box<Stop> {
        self.report(thread, fault.kind, &fault.message)
    }

    pub(crate) fn is_alive(&mut self, object: ObjectId) -> bool {
        self.memory.object(object).life == Life::Alive
    }

    /// Several words of an operand.
    pub(crate) fn words(&self, cpu: &Cpu, src: Src, count: u32) -> Words {
        let program = &self.image.program;
        (0..count as usize)
            .map(|word| match src.is_constant() {
                true => program.constants[src.index() + word],
                false => cpu.registers[cpu.base + src.index() + word],
            })
            .collect()
    }

    pub(crate) fn value(&self, cpu: &Cpu, src: Src) -> Word {
        match src.is_constant() {
            true => self.image.program.constants[src.index()],
            false => cpu.registers[cpu.base + src.index()],
        }
    }
}

#[inline(always)]
fn fast_add(x: u64, y: u64, bits: u32, wrap: Wrap) -> Option<u64> {
    let sum = x.wrapping_add(y) & mask(bits);
    if wrap.has(Wrap::NSW) && !signed_fits(sum, bits, sign_extend(x, bits).checked_add(sign_extend(y, bits))) {
        return None;
    }
    (!wrap.has(Wrap::NUW) || sum >= x).then_some(sum)
}

#[inline(always)]
fn fast_sub(x: u64, y: u64, bits: u32, wrap: Wrap) -> Option<u64> {
    let difference = x.wrapping_sub(y) & mask(bits);
    if wrap.has(Wrap::NSW) && !signed_fits(difference, bits, sign_extend(x, bits).checked_sub(sign_extend(y, bits))) {
        return None;
    }
    (!wrap.has(Wrap::NUW) || x >= y).then_some(difference)
}

#[inline(always)]
fn fast_mul(x: u64, y: u64, bits: u32, wrap: Wrap) -> Option<u64> {
    let product = x.wrapping_mul(y) & mask(bits);
    if wrap.has(Wrap::NSW) && !signed_fits(product, bits, sign_extend(x, bits).checked_mul(sign_extend(y, bits))) {
        return None;
    }
    (!wrap.has(Wrap::NUW) || x.checked_mul(y).is_some_and(|p| p == product)).then_some(product)
}

#[inline(always)]
fn signed_fits(value: u64, bits: u32, exact: Option<i64>) -> bool {
    exact == Some(sign_extend(value, bits))
}

/// Bits of several words, for ops on values that do not fit in one.
pub(crate) fn extract_bits(vm: &mut Vm<'_>, words: &[Word], at_bit: u32, bits: u32) -> Words {
    let count = bits.div_ceil(64);
    (0..count)
        .map(|i| shadow::extract(&mut vm.memory.mixtures, words, at_bit + 64 * i, (bits - 64 * i).min(64)))
        .collect()
}
