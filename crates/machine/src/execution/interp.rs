//! The op loop: runs one thread until it stops.
//!
//! A thread stops just before its next *visible* op (see `Vm::visible`), when it blocks or ends,
//! when it has gone round loops often enough, or when something is wrong. The first op of a
//! transition is executed whatever it is: it is the visible action that the transition consists of.

use ir::{BinOp, Class, CmpOp, FuncId, Op, Pc, Shadow, Src, Word, Wrap};

use crate::execution::arith::{self, sign_extend};
use crate::execution::cpu::{Cpu, Next, Words};
use crate::execution::memory::{Access, Fault, Reach};
use crate::execution::special::{fast_add, fast_mul, fast_sub, raised};
use crate::execution::unknown::looks_at_numbers;
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::problem::{Kind, Problem, Run, Stop, ThreadId};
use crate::state::object::{Life, ObjectId};
use crate::state::shadow::{self, mask};

impl Vm<'_> {
    /// Runs the thread. `started` says that the transition's visible action was done already.
    pub(crate) fn run(&mut self, thread: ThreadId, choice: u32, started: bool) -> Run<()> {
        self.course.ran = thread;
        let state = &mut self.threads[thread.index()];
        state.touch();
        self.memory.recent = std::mem::take(&mut state.recent);
        (self.memory.stale, self.memory.sought, self.memory.compared) = (false, false, false);
        self.memory.related = false;
        let registers = std::mem::take(&mut state.registers);
        let count = started as u64;
        let count_max = self.budget.saturating_add(count);
        let mut cpu = Cpu { count, choice, count_max, ..Cpu::probe(thread, registers, 0, 0) };
        if self.image.config.reduction >= Reduction::Full && self.image.config.watched.is_none() {
            cpu.solo = self.is_solo();
            cpu.alone = self.is_alone(thread);
        }
        let solo = cpu.solo;
        let noted = self.noted();
        let metered = self.budget < u64::MAX || noted.is_some();
        let covered = self.watch.covered.as_ref().is_some_and(|covered| !covered.ops.is_empty());
        let none = self.image.config.reduction == Reduction::None;
        let stepped = self.watch.followed || covered || metered || none || self.image.program.unknowns;
        let result = match stepped {
            true => self.run_loop::<true>(&mut cpu),
            false => self.run_loop::<false>(&mut cpu),
        };
        // Something that is not modelled ends the execution here, but what others would do before
        // that still counts: it is visible, and the thread stops first.
        let result = match result {
            Err(stop) if cpu.count > 1 && !cpu.solo && matches!(*stop, Stop::Unsupported { .. }) => {
                cpu.count -= 1;
                Ok(())
            }
            result => result,
        };
        self.counters.instructions += cpu.count - started as u64;
        self.budget = cpu.count_max.saturating_sub(cpu.count);
        self.settle_notes(noted, cpu.count - started as u64);
        if cpu.settled {
            self.course.meets = None;
        }
        // Whatever made the thread stop, it did not give them back before.
        self.break_quiet();
        self.sync(&mut cpu);
        self.note_stale(solo && cpu.solo);
        self.keep_recent(thread);
        if cpu.solo {
            self.forget_what_nobody_saw(thread);
        }
        result
    }

    /// Is there no thread but the running one, and none that was not joined?
    pub fn is_solo(&self) -> bool {
        let others = self.threads.iter().filter(|thread| thread.is_alive() || thread.joinable).count();
        others == 1 && self.image.config.reduction >= Reduction::Full && self.image.config.watched.is_none()
    }

    /// Puts the thread's place and registers back where everyone looks for them.
    fn sync(&mut self, cpu: &mut Cpu) {
        let state = &mut self.threads[cpu.thread.index()];
        if let Some(frame) = state.frames.last_mut() {
            frame.pc = Pc(cpu.pc as u32);
        }
        state.registers = std::mem::take(&mut cpu.registers);
    }

    fn unsync(&mut self, cpu: &mut Cpu) {
        cpu.registers = std::mem::take(&mut self.threads[cpu.thread.index()].registers);
    }

    fn show_arrival(&mut self, cpu: &mut Cpu) {
        if let Some(covered) = &mut self.watch.covered
            && let Some(frame) = self.threads[cpu.thread.index()].frames.last()
        {
            covered.execute(frame.func, cpu.pc);
        }
        if !self.watch.followed {
            return;
        }
        self.sync(cpu);
        if let Some(observer) = self.watch.observer.take() {
            observer.arrive(self, cpu.thread);
            self.watch.observer = Some(observer);
        }
        self.unsync(cpu);
    }

    pub(crate) fn show_write(&mut self, cpu: &mut Cpu, access: Access) {
        if !self.watch.followed {
            return;
        }
        if let Some(observer) = self.watch.observer.take() {
            self.sync(cpu);
            observer.wrote(self, cpu.thread, access.object, access.offset, access.bytes);
            self.unsync(cpu);
            self.watch.observer = Some(observer);
        }
    }

    #[expect(unused_assignments, reason = "the macros keep `registers` good, also where nobody reads it again")]
    #[expect(
        clippy::too_many_lines,
        reason = "one short arm for every hot op, so that all share one loop and its registers"
    )]
    fn run_loop<const STEPPED: bool>(&mut self, cpu: &mut Cpu) -> Run<()> {
        let image = self.image;
        let program: &ir::Program = &image.program;
        let reduction = image.config.reduction;
        let constants = &program.constants[..];
        let thread_index = cpu.thread.index();
        let mut reach = self.reach(cpu.solo);

        'frame: loop {
            let Some(frame) = self.threads[thread_index].frames.last() else { return Ok(()) };
            let function = program.function(frame.func);
            let ops = &function.ops[..];
            let base = frame.base as usize;
            cpu.base = base;
            // Kept in locals; `leave` puts them back before anything else looks.
            let mut pc = frame.pc.index();
            let mut count = cpu.count;
            let mut registers = &mut cpu.registers[base..];

            macro_rules! get {
                ($src:expr) => {{
                    let src: Src = $src;
                    if src.is_constant() { constants[src.index()] } else { registers[src.index()] }
                }};
            }
            macro_rules! set {
                ($dst:expr, $word:expr) => {{
                    let word = $word;
                    registers[$dst.index()] = word;
                    pc += 1;
                }};
            }
            macro_rules! leave {
                () => {{
                    cpu.pc = pc;
                    cpu.count = count;
                }};
            }
            // The end of the transition just before this op.
            macro_rules! stop {
                () => {{
                    count -= 1;
                    leave!();
                    return Ok(());
                }};
            }
            macro_rules! ok {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(stop) => {
                            leave!();
                            return Err(stop);
                        }
                    }
                };
            }
            // The op leaves a question about addresses: it was not executed. The transition ends before
            // it, unless this is where it began; then its choice is the answer.
            macro_rules! asked {
                () => {{
                    if let Some(question) = self.memory.question.take() {
                        if count > 1 || cpu.settled {
                            stop!();
                        }
                        cpu.settled = true;
                        leave!();
                        self.settle_question(cpu, &question)?;
                        // What an op is about to access must be known in some state before it does.
                        if question.is_about_number() && !matches!(ops[pc].class(), Class::Registers | Class::Own) {
                            return Ok(());
                        }
                        registers = &mut cpu.registers[base..];
                        count -= 1;
                        continue;
                    }
                }};
            }
            macro_rules! special {
                ($value:expr) => {{
                    let value = $value;
                    asked!();
                    value
                }};
            }
            macro_rules! fault {
                ($result:expr) => {
                    ok!($result.map_err(|fault| self.violation(cpu.thread, fault)))
                };
            }
            macro_rules! loc {
                () => {
                    function.locs[pc]
                };
            }
            macro_rules! rare {
                ($op:expr) => {{
                    leave!();
                    let next = self.rare(cpu, $op);
                    if self.memory.question.is_some() {
                        registers = &mut cpu.registers[base..];
                        asked!();
                    }
                    next?
                }};
            }
            // Something that wants to see the whole machine.
            macro_rules! whole {
                ($call:expr) => {{
                    leave!();
                    let result = $call;
                    registers = &mut cpu.registers[base..];
                    result
                }};
            }
            // Integer arithmetic: `$fast` is the result for clean operands, None for anything odd.
            macro_rules! int {
                ($op:expr, $dst:expr, $a:expr, $b:expr, $bits:expr, $wrap:expr, |$x:ident, $y:ident| $fast:expr) => {{
                    let (a, b) = (get!($a), get!($b));
                    let ($x, $y) = (a.bits, b.bits);
                    let fast: Option<u64> = if a.shadow.0 | b.shadow.0 == 0 { $fast } else { None };
                    let word = match fast {
                        Some(value) => Word::int(value),
                        None => ok!(special!(self.special_int(cpu.thread, $op, a, b, $bits as u32, $wrap, loc!()))),
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
                        special!(self.memory.special_compare($op, a, b, $bits as u32))
                    };
                    set!($dst, word)
                }};
            }
            macro_rules! index {
                ($base:expr, $index:expr, $bits:expr, $scale:expr) => {{
                    let (base, index) = (get!($base), get!($index));
                    match arith::indexed(base, index, $bits, $scale) {
                        Some(word) => word,
                        None => {
                            ok!(special!(self.special_index(cpu.thread, base, index, $bits as u32, $scale, loc!())))
                        }
                    }
                }};
            }
            // The same for an op that accesses memory there. What a thread is about to access must be
            // known without executing anything, and an odd address is not.
            macro_rules! address {
                ($base:expr, $index:expr, $bits:expr, $scale:expr) => {{
                    let (base, index) = (get!($base), get!($index));
                    match arith::indexed(base, index, $bits, $scale) {
                        Some(word) => word,
                        None => {
                            let word = ok!(special!(self.special_index(
                                cpu.thread,
                                base,
                                index,
                                $bits as u32,
                                $scale,
                                loc!()
                            )));
                            if word.shadow == Shadow::POINTER && reach != Reach::ALL {
                                leave!();
                                return Err(self.unsupported(cpu, "an address computed from pieces of pointers"));
                            }
                            word
                        }
                    }
                }};
            }
            macro_rules! load {
                ($dst:expr, $pointer:expr, $bits:expr) => {{
                    let pointer = $pointer;
                    let word = match self.memory.quick_read(pointer, $bits as u32, reach) {
                        Some(word) => word,
                        None => {
                            let bytes = $bits.div_ceil(8) as u32;
                            let access = fault!(self.memory.check(pointer, bytes, false));
                            if ok!(whole!(self.stops_before(cpu, access))) {
                                stop!();
                            }
                            self.load(access, $bits as u32)
                        }
                    };
                    set!($dst, word)
                }};
            }
            macro_rules! store {
                ($pointer:expr, $value:expr, $bits:expr) => {{
                    let (pointer, value) = ($pointer, get!($value));
                    let bytes = $bits.div_ceil(8) as u32;
                    if STEPPED || !self.memory.quick_write(pointer, bytes * 8, value, reach) {
                        let access = fault!(self.memory.check(pointer, bytes, true));
                        if ok!(whole!(self.stops_before(cpu, access))) {
                            stop!();
                        }
                        self.store(access, value);
                        if STEPPED {
                            whole!(self.show_write(cpu, access));
                        }
                    }
                    pc += 1;
                }};
            }
            macro_rules! branch {
                ($op:expr, $a:expr, $b:expr, $bits:expr, $then:expr, $other:expr, |$x:ident, $y:ident| $fast:expr) => {{
                    let (a, b) = (get!($a), get!($b));
                    let ($x, $y) = (a.bits, b.bits);
                    let taken = if a.shadow.0 | b.shadow.0 == 0 {
                        $fast
                    } else {
                        let c = special!(self.memory.special_compare($op, a, b, $bits as u32));
                        if c.shadow != Shadow::CLEAN {
                            ok!(self.decide(cpu.thread, c, 1, "a branch"));
                        }
                        c.bits & 1 != 0
                    };
                    if taken { jump!($then) } else { jump!($other) }
                }};
            }
            // Going back may close a loop.
            macro_rules! jump {
                ($to:expr) => {{
                    let to = $to.index();
                    let back = to <= pc;
                    pc = to;
                    if back || reduction <= Reduction::Tau {
                        cpu.loops += back as u32;
                        if self.loop_ends(cpu.thread, cpu.loops) {
                            leave!();
                            return Ok(());
                        }
                    }
                }};
            }

            loop {
                if STEPPED {
                    let single = reduction == Reduction::None && self.threads[thread_index].masks == 0;
                    let over = single && count > 0 || count >= cpu.count_max;
                    // An op whose question was answered was shown before.
                    let shown = count == 0 && cpu.settled;
                    if over || !shown && !self.notes(cpu.thread, pc) {
                        leave!();
                        return Ok(());
                    }
                    if !shown {
                        whole!(self.show_arrival(cpu));
                    }
                }
                count += 1;
                if STEPPED && program.unknowns && (self.memory.mixtures.has_unknowns() || looks_at_numbers(ops[pc])) {
                    let word = |src: Src, word: usize| program.word(registers, src, word);
                    self.memory.question = self.unknown_question(ops[pc], function, &word);
                    asked!();
                }
                match ops[pc] {
                    Op::Mov { dst, a } => set!(dst, get!(a)),
                    Op::Add { dst, a, b, bits, wrap } => {
                        int!(BinOp::Add, dst, a, b, bits, wrap, |x, y| fast_add(x, y, bits, wrap))
                    }
                    Op::Sub { dst, a, b, bits, wrap } => {
                        int!(BinOp::Sub, dst, a, b, bits, wrap, |x, y| fast_sub(x, y, bits, wrap))
                    }
                    Op::Mul { dst, a, b, bits, wrap } => {
                        int!(BinOp::Mul, dst, a, b, bits, wrap, |x, y| fast_mul(x, y, bits, wrap))
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
                    Op::Slt { dst, a, b, bits } => {
                        compare!(CmpOp::Slt, dst, a, b, bits, |x, y| raised(x, bits) < raised(y, bits))
                    }
                    Op::Sle { dst, a, b, bits } => {
                        compare!(CmpOp::Sle, dst, a, b, bits, |x, y| raised(x, bits) <= raised(y, bits))
                    }
                    Op::Trunc { dst, a, bits } => {
                        let a = get!(a);
                        let word = match a.shadow {
                            Shadow::CLEAN => Word::int(a.bits & mask(bits as u32)),
                            _ => special!(self.memory.special_truncate(a, bits as u32)),
                        };
                        set!(dst, word)
                    }
                    Op::ZExt { dst, a, from } => {
                        let a = get!(a);
                        let word = match a.shadow {
                            Shadow::CLEAN => a,
                            _ => special!(self.memory.special_truncate(a, from as u32)),
                        };
                        set!(dst, word)
                    }
                    Op::SExt { dst, a, from, to } => {
                        let a = get!(a);
                        let word = match a.shadow {
                            Shadow::CLEAN => Word::int(sign_extend(a.bits, from as u32) as u64 & mask(to as u32)),
                            _ => special!(self.memory.special_sign_extend(a, from as u32, to as u32)),
                        };
                        set!(dst, word)
                    }
                    Op::Load { dst, ptr, bits, .. } => load!(dst, get!(ptr), bits),
                    Op::LoadIndex { dst, base, index, scale, index_bits, bits, .. } => {
                        load!(dst, address!(base, index, index_bits, scale), bits)
                    }
                    Op::Store { ptr, a, bits, .. } => store!(get!(ptr), a, bits),
                    Op::StoreIndex { base, index, a, scale, index_bits, bits, .. } => {
                        store!(address!(base, index, index_bits, scale), a, bits)
                    }
                    Op::PtrAdd { dst, a, b } => set!(dst, index!(a, b, 64, 1)),
                    Op::PtrIndex { dst, a, index, bits, scale } => set!(dst, index!(a, index, bits, scale)),
                    Op::Jump { to } | Op::Landing { to, .. } => jump!(to),
                    Op::Branch { c, then, other } => {
                        let c = get!(c);
                        if c.shadow != Shadow::CLEAN {
                            ok!(special!(self.decide(cpu.thread, c, 1, "a branch")));
                        }
                        if c.bits & 1 != 0 { jump!(then) } else { jump!(other) }
                    }
                    Op::BranchEq { a, b, bits, then, other } => {
                        branch!(CmpOp::Eq, a, b, bits, then, other, |x, y| x == y)
                    }
                    Op::BranchUlt { a, b, bits, then, other } => {
                        branch!(CmpOp::Ult, a, b, bits, then, other, |x, y| x < y)
                    }
                    Op::BranchUle { a, b, bits, then, other } => {
                        branch!(CmpOp::Ule, a, b, bits, then, other, |x, y| x <= y)
                    }
                    Op::BranchSlt { a, b, bits, then, other } => {
                        branch!(CmpOp::Slt, a, b, bits, then, other, |x, y| raised(x, bits) < raised(y, bits))
                    }
                    Op::BranchSle { a, b, bits, then, other } => {
                        branch!(CmpOp::Sle, a, b, bits, then, other, |x, y| raised(x, bits) <= raised(y, bits))
                    }
                    Op::Switch { a, table } => {
                        let table = &function.switches[table as usize];
                        // It was asked whether it is one of the cases, and it is none.
                        if self.memory.mixtures.unknown(get!(a)).is_some() {
                            jump!(table.default);
                            continue;
                        }
                        let value = ok!(special!(self.number(cpu.thread, get!(a), "a switch")));
                        let found = table.cases.binary_search_by_key(&value, |case| case.0);
                        jump!(found.map_or(table.default, |i| table.cases[i].1))
                    }
                    Op::IndirectJump { a, table } => {
                        let value = ok!(special!(self.number(cpu.thread, get!(a), "a computed goto")));
                        let table = &function.switches[table as usize];
                        match table.cases.binary_search_by_key(&value, |case| case.0) {
                            Ok(i) => jump!(table.cases[i].1),
                            Err(_) => {
                                leave!();
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
                            _ => special!(self.undecided(c, a, b)),
                        };
                        set!(dst, word)
                    }
                    Op::FBin { op, dst, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        let word = if a.shadow.0 | b.shadow.0 == 0 {
                            Word::int(crate::execution::float::binary(op, a.bits, b.bits, bits))
                        } else {
                            ok!(self.undefined_from(&[a, b], bits as u32, |_, v| {
                                Ok(Word::int(crate::execution::float::binary(op, v[0], v[1], bits)))
                            }))
                        };
                        set!(dst, word)
                    }
                    Op::FNeg { dst, a, bits } => {
                        let (a, sign) = (get!(a), Word::int(1 << (bits - 1)));
                        let word = match a.shadow {
                            Shadow::CLEAN => Word::int(a.bits ^ sign.bits),
                            _ => ok!(special!(self.special_int(
                                cpu.thread,
                                BinOp::Xor,
                                a,
                                sign,
                                bits as u32,
                                Wrap(0),
                                loc!()
                            ))),
                        };
                        set!(dst, word)
                    }
                    Op::FCmp { op, dst, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        let word = if a.shadow.0 | b.shadow.0 == 0 {
                            Word::int(crate::execution::float::compare(op, a.bits, b.bits, bits) as u64)
                        } else {
                            ok!(special!(self.undefined_from(&[a, b], 1, |_, v| {
                                Ok(Word::int(crate::execution::float::compare(op, v[0], v[1], bits) as u64))
                            })))
                        };
                        set!(dst, word)
                    }
                    Op::FCast { op, dst, a, from, to } => {
                        let a = get!(a);
                        let word = ok!(special!(self.float_cast(op, a, from, to, loc!())));
                        set!(dst, word)
                    }
                    Op::Call { dst: _, callee, args } => {
                        leave!();
                        self.call(cpu, FuncId(callee), &function.args[args.range()])?;
                        if cpu.calls > self.stride {
                            return Ok(());
                        }
                        continue 'frame;
                    }
                    Op::CallIndirect { dst: _, callee, signature, args } => {
                        let callee = ok!(self.callee(cpu.thread, get!(callee), signature));
                        leave!();
                        self.call_as(cpu, callee, signature, &function.args[args.range()])?;
                        if cpu.calls > self.stride {
                            return Ok(());
                        }
                        continue 'frame;
                    }
                    Op::Return { a, words } => {
                        leave!();
                        if self.stops_before_return(cpu) {
                            stop!();
                        }
                        self.return_from(cpu, Some((a, words)))?;
                        continue 'frame;
                    }
                    Op::ReturnVoid {} => {
                        leave!();
                        if self.stops_before_return(cpu) {
                            stop!();
                        }
                        self.return_from(cpu, None)?;
                        continue 'frame;
                    }
                    op @ (ir::rare_ops!() | ir::generic_ops!()) => match rare!(op) {
                        Next::Step => {
                            registers = &mut cpu.registers[base..];
                            reach = self.reach(cpu.solo);
                            pc += 1;
                        }
                        Next::Jump => {
                            cpu.loops += 1;
                            if self.loop_ends(cpu.thread, cpu.loops) {
                                return Ok(());
                            }
                            continue 'frame;
                        }
                        Next::Frame => continue 'frame,
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
    fn loop_ends(&self, thread: ThreadId, loops: u32) -> bool {
        let masked = self.threads[thread.index()].masks > 0;
        let loops_max = match self.image.config.reduction {
            Reduction::Tau if !masked => 0,
            Reduction::TauPlus if !masked => 1,
            _ => self.stride,
        };
        loops >= loops_max
    }

    // ---- verdicts ----

    #[cold]
    pub(crate) fn report(&self, thread: ThreadId, kind: Kind, message: &str) -> Box<Stop> {
        // What is undefined may have got lost on the way into the function.
        let call = if kind == Kind::Uninit { self.adapted_call(thread) } else { None };
        let message = call.map_or(message.into(), |call| format!("{message}: {call}"));
        Box::new(Stop::Violation(Problem { kind, message, thread, others: Vec::new() }))
    }

    #[cold]
    #[expect(clippy::boxed_local, reason = "faults are boxed wherever they come from")]
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

/// Bits of several words, for ops on values that do not fit in one.
pub(crate) fn extract_bits(vm: &mut Vm<'_>, words: &[Word], at_bit: u32, bits: u32) -> Words {
    let count = bits.div_ceil(64);
    (0..count)
        .map(|i| shadow::extract(&mut vm.memory.mixtures, words, at_bit + 64 * i, (bits - 64 * i).min(64)))
        .collect()
}
