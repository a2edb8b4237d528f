//! The traps: what the runtime library asks of the machine. See runtime/include/augur/traps.h.

use ir::contract::argument::wait;
use ir::contract::{self, Fault, Storage};
use ir::{Args, LibraryRole, MaybeDst, Src, Trap, Word};

use crate::execution::cpu::{Cpu, Next};
use crate::execution::judge::{EVERYBODY, Visibility};
use crate::execution::memory::Access;
use crate::execution::schedule::Condition;
use crate::execution::vm::Vm;
use crate::problem::{Kind, Run, Stop, ThreadId, Threads};
use crate::state::object::{Life, Maker, ObjectId, ObjectKind};
use crate::state::thread::Thread;

/// Longest message taken from the program.
const TEXT_BYTES_MAX: u32 = 1 << 16;

/// What `__augur_object_kind` returns for a living object.
fn storage(kind: ObjectKind) -> Storage {
    match kind {
        ObjectKind::Global | ObjectKind::Constant | ObjectKind::Code => Storage::Global,
        ObjectKind::Stack | ObjectKind::Varargs => Storage::Stack,
        ObjectKind::Heap | ObjectKind::Internal | ObjectKind::Lent | ObjectKind::Unknown => Storage::Heap,
    }
}

impl Vm<'_> {
    #[expect(clippy::too_many_lines, reason = "one short arm for every trap")]
    pub(crate) fn trap(&mut self, cpu: &mut Cpu, trap: Trap, dst: MaybeDst, args: Args) -> Run<Next> {
        use ir::contract::argument::*;
        self.memory.opaque |= !is_local(trap);
        let function = self.image.program.function(self.threads[cpu.thread.index()].frames[self.top(cpu)].func);
        let args = &function.args[args.range()];
        let arg = |i: usize| args[i].src;
        if trap == Trap::Wait && self.stops_before_queueing(cpu, args) {
            return Ok(Next::Stop);
        }
        if trap.class().is_observable() {
            match self.weigh_trap(cpu, trap, args) {
                Visibility::Visible(meets) if self.stops_before_visible(cpu, meets.clone()) => return Ok(Next::Stop),
                // Who has waited for what nobody else can tell goes on without meeting anybody.
                Visibility::Harmless if trap == Trap::Wait => self.course.meet(cpu.count, Threads::NOBODY),
                _ => {}
            }
        }
        let result = match trap {
            Trap::EndThread if self.stops_before_end_of_thread(cpu) => return Ok(Next::Stop),
            Trap::InterruptMask => {
                self.change_masks(cpu, 1);
                None
            }
            Trap::InterruptUnmask => {
                self.change_masks(cpu, -1);
                None
            }
            Trap::Interrupt => None,
            Trap::Wait => {
                if !self.condition_holds(cpu.thread, |vm, src| vm.value(cpu, src), args)? {
                    // Others run meanwhile; the section begins anew when the condition holds.
                    self.threads[cpu.thread.index()].entered = false;
                    return Ok(Next::Stop);
                }
                None
            }
            Trap::Choice => match self.number_arg(cpu, arg(choice::COUNT), "the number of choices")? as i32 {
                1 => Some(Word::int(0)),
                n if n < 1 => return Err(self.unsupported(cpu, "a choice among no values")),
                _ if cpu.count > 1 => return Ok(Next::Stop),
                n => {
                    let value = cpu.choice;
                    self.course.meet(cpu.count, Threads::NOBODY);
                    debug_assert!((value as i32) < n);
                    Some(Word::int(value as u64))
                }
            },
            Trap::Unknown => {
                let bits = self.number_arg(cpu, arg(unknown::BITS), "a trap")?;
                let negative = self.number_arg(cpu, arg(unknown::NEGATIVE), "a trap")? != 0;
                Some(self.memory.new_unknown(bits as u32, negative))
            }
            Trap::Prune => return Err(Box::new(Stop::Pruned)),
            Trap::GiveUp => return Err(Box::new(Stop::GivenUp(self.text(cpu, arg(give_up::WHAT))?))),
            Trap::FaultEnabled => {
                let which = self.number_arg(cpu, arg(fault_enabled::WHICH), "a trap")?;
                let config = &self.image.config;
                let bound = match Fault::numbered(which) {
                    Some(fault) => config.faults[fault as usize],
                    None => u32::from(
                        (config.random && which == u64::from(contract::EXPLORE_RANDOM))
                            || (config.clock_stands && which == u64::from(contract::CLOCK_STANDS))
                            || (config.exit_zero && which == u64::from(contract::EXIT_ZERO)),
                    ),
                };
                Some(Word::int(bound.into()))
            }
            Trap::NewThread => {
                let id = self.new_thread(cpu, arg(new_thread::ENTRY), arg(new_thread::ARG))?;
                Some(Word::int(id.0 as u64))
            }
            Trap::StackSize => {
                let bytes = self.number_arg(cpu, arg(stack_size::BYTES), "a trap")?;
                self.set_stack_size(cpu, bytes);
                None
            }
            Trap::GetTid => {
                if !function.library {
                    self.note_look_at_numbers();
                }
                Some(Word::int(cpu.thread.0 as u64))
            }
            Trap::Hold => {
                let by = self.number_arg(cpu, arg(hold::BY), "a trap")? as i32;
                let state = &mut self.threads[cpu.thread.index()];
                state.held = state.held.saturating_add_signed(by);
                let (owner, name) = (self.value(cpu, arg(hold::OWNER)), self.value(cpu, arg(hold::NAME)));
                self.note_hold(cpu.thread, owner, by);
                if by > 0 {
                    self.note_name(cpu.thread, name);
                    self.note_owner(owner);
                }
                None
            }
            Trap::Held => Some(Word::int(self.threads[cpu.thread.index()].held.into())),
            Trap::Joinable => {
                let thread = self.number_arg(cpu, arg(joinable::THREAD), "a trap")?;
                let joinable = self.number_arg(cpu, arg(joinable::JOINABLE), "a trap")? != 0;
                // What a thread relies on when it writes beside others (`may_act_beside`) changes by its own doing;
                // and if it is not presumed who starts whom, by something that everybody can tell.
                let told = cpu.solo || self.threads[cpu.thread.index()].entered;
                debug_assert!(cpu.thread.0 == 0 || told || self.presuming.presumptions.is_family());
                let other = ThreadId(thread as u32);
                self.memory.note_thread(other);
                if let Some(state) = self.threads.get_mut(thread as usize) {
                    state.touch();
                    state.joinable = joinable;
                    if state.is_vacant() {
                        let known = &self.memory.recent;
                        state.recent.retain(|id| !known.contains(id));
                        state.locals.clear();
                        self.memory.recent.append(&mut state.recent);
                    }
                }
                if !joinable {
                    self.take_over_numbers(cpu.thread, other);
                }
                self.note_vacancy(cpu.thread, other);
                cpu.solo = self.is_solo();
                None
            }
            Trap::Divert => {
                let (thread, entry) =
                    (self.number_arg(cpu, arg(divert::THREAD), "a trap")?, self.value(cpu, arg(divert::ENTRY)));
                Some(Word::int(self.divert(cpu, ThreadId(thread as u32), entry)? as u64))
            }
            Trap::Impose => {
                let (thread, entry) =
                    (self.number_arg(cpu, arg(impose::THREAD), "a trap")?, self.value(cpu, arg(impose::ENTRY)));
                self.impose(cpu, ThreadId(thread as u32), entry)?;
                None
            }
            Trap::Resume => return Ok(self.resume(cpu)),
            Trap::Waiters => {
                self.note_question(cpu.thread);
                let object = self.value(cpu, arg(waiters::OBJECT));
                let mut waiting = 0;
                for id in self.numbers().filter(|id| *id != cpu.thread) {
                    let args = self.pending_trap(id, Trap::Wait);
                    let there = args.is_some_and(|args| self.top_value(id, args[wait::OBJECT].src) == object);
                    waiting += u64::from(there && !self.is_runnable(id)?);
                }
                Some(Word::int(waiting))
            }
            Trap::EndThread => {
                self.note_end(cpu.thread);
                self.note_left(cpu.thread);
                self.bury_thread(cpu);
                return Ok(Next::End);
            }
            Trap::Malloc => match self.stops_before_allocation(cpu, 0) {
                true => return Ok(Next::Stop),
                false => Some(self.heap_block(cpu, arg(malloc::SIZE), 16, 0)?),
            },
            Trap::Alloc => {
                let align = self.number_arg(cpu, arg(alloc::ALIGN), "an alignment")?;
                let flags = self.number_arg(cpu, arg(alloc::FLAGS), "a trap")?;
                if self.stops_before_allocation(cpu, flags) {
                    return Ok(Next::Stop);
                }
                Some(self.heap_block(cpu, arg(alloc::SIZE), align, flags)?)
            }
            Trap::Free | Trap::Moved | Trap::Delete => {
                let (block, maker, size) = match trap {
                    Trap::Free => (arg(free::BLOCK), Maker::Malloc, None),
                    Trap::Moved => (arg(moved::OLD), self.maker(cpu, arg(moved::BLOCK)), None),
                    _ => {
                        let maker = self.number_arg(cpu, arg(delete::MAKER), "a trap")?;
                        let size = self.number_arg(cpu, arg(delete::SIZE), "the size of a heap block")?;
                        let size = (size != 0).then_some(u32::try_from(size).unwrap_or(u32::MAX));
                        (arg(delete::BLOCK), maker_of(maker), size)
                    }
                };
                let pointer = self.value(cpu, block);
                if let Some(object) = self.pointed(pointer)
                    && self.is_alive(object)
                    && let size = self.memory.object(object).size
                    && let Visibility::Visible(meets) = self.weigh(cpu, Access::end_of(object, size))
                    && self.stops_before_visible(cpu, self.meets_end(meets))
                {
                    return Ok(Next::Stop);
                }
                if self.memory.asks_before_end(pointer) {
                    return Ok(Next::Stop);
                }
                self.memory.free(pointer, maker, size).map_err(|fault| self.violation(cpu.thread, fault))?;
                if let Some(object) = self.pointed(pointer) {
                    self.memory.recent.retain(|id| *id != object.0);
                }
                if trap == Trap::Moved
                    && let Some(old) = self.pointed(pointer)
                    && let Some(new) = self.pointed(self.value(cpu, arg(moved::BLOCK)))
                {
                    self.memory.succeed(old, new);
                }
                None
            }
            Trap::Retire => {
                if let Some(object) = self.pointed(self.value(cpu, arg(retire::BLOCK))) {
                    self.memory.retire(object);
                }
                None
            }
            Trap::Memcpy => {
                let (to, from, len) = (
                    self.value(cpu, arg(memcpy::DST)),
                    self.value(cpu, arg(memcpy::SRC)),
                    self.value(cpu, arg(memcpy::SIZE)),
                );
                let len = self.length(cpu, len, "the length of a copy", &[(from, false), (to, true)])?;
                let seen = [(to, true), (from, false)].map(|(pointer, write)| {
                    let object = self.pointed(pointer)?;
                    self.memory.object(object);
                    let access = Access { object, offset: pointer.offset(), bytes: len, write };
                    match self.weigh(cpu, access) {
                        Visibility::Visible(meets) => Some((access, meets)),
                        Visibility::Harmless => None,
                    }
                });
                let meets = seen.iter().flatten().map(|(_, meets)| meets.clone()).reduce(|all, more| all | more);
                if meets.is_some_and(|meets| self.stops_before_visible(cpu, meets)) {
                    return Ok(Next::Stop);
                }
                for (access, _) in seen.into_iter().flatten() {
                    self.meets(cpu, access)?;
                }
                self.copy_now(cpu, to, from, len)?;
                Some(to)
            }
            Trap::ObjectSize if self.stops_before_life(cpu, arg(object_size::POINTER))? => return Ok(Next::Stop),
            Trap::ObjectKind if self.stops_before_life(cpu, arg(object_kind::POINTER))? => return Ok(Next::Stop),
            Trap::ObjectSize => {
                let pointer = self.value(cpu, arg(object_size::POINTER));
                let size = self.pointed(pointer).map(|id| self.memory.object(id)).filter(|o| o.life == Life::Alive);
                Some(Word::int(size.map_or(0, |object| object.size as u64)))
            }
            Trap::ObjectKind => {
                let pointer = self.value(cpu, arg(object_kind::POINTER));
                let object = self.pointed(pointer).map(|id| self.memory.object(id)).filter(|o| o.life == Life::Alive);
                let storage = object.map_or(Storage::NoObject, |object| storage(object.kind));
                Some(Word::int(storage as u64))
            }
            Trap::Peek => {
                let pointer = self.value(cpu, arg(peek::WORD));
                let access = self.access(cpu, pointer, 4, false)?;
                if self.stops_before(cpu, access)? {
                    return Ok(Next::Stop);
                }
                let word = self.load(access, 32);
                let plain = word.shadow == ir::Shadow::CLEAN;
                Some(Word::int(if plain { word.bits } else { 0 }))
            }
            Trap::Touch => {
                let len = self.value(cpu, arg(touch::SIZE));
                let len = self.size(cpu, len, "the length of an access")?;
                let how = self.number_arg(cpu, arg(touch::HOW), "a trap")?;
                let write = how & u64::from(contract::WRITES) != u64::from(contract::READS);
                let pointer = self.value(cpu, arg(touch::POINTER));
                if len > 0 {
                    let access = self.access(cpu, pointer, len, write)?;
                    if self.stops_before(cpu, access)? {
                        return Ok(Next::Stop);
                    }
                }
                None
            }
            Trap::Problem => {
                let which = self.number_arg(cpu, arg(problem::KIND), "a trap")?;
                let text = self.text(cpu, arg(problem::MESSAGE))?;
                let kind = contract::Problem::numbered(which).map_or(Kind::Abort, Kind::from);
                return Err(self.report(cpu.thread, kind, &text));
            }
            Trap::Assert => {
                if self.number_arg(cpu, arg(assert::CONDITION), "an assertion")? & 0xffff_ffff == 0 {
                    return Err(self.report(cpu.thread, Kind::Assert, "assertion failed"));
                }
                None
            }
            Trap::Unsupported => {
                let what = self.text(cpu, arg(unsupported::WHAT))?;
                return Err(Box::new(Stop::Unsupported { what, thread: cpu.thread }));
            }
            Trap::Write => match self.output(cpu, arg(write::FD), arg(write::BYTES), arg(write::SIZE))? {
                Next::Stop => return Ok(Next::Stop),
                _ => None,
            },
            Trap::Exit => {
                let status = self.number_arg(cpu, arg(exit::STATUS), "the exit status")?;
                self.exit_status = Some(status as i32);
                return Ok(Next::End);
            }
            Trap::GivenCount => {
                let kind = self.number_arg(cpu, arg(given_count::KIND), "a trap")?;
                Some(Word::int(self.image.config.given(kind).len() as u64))
            }
            Trap::GivenLength => {
                let (kind, index) = (
                    self.number_arg(cpu, arg(given_length::KIND), "a trap")?,
                    self.number_arg(cpu, arg(given_length::INDEX), "a trap")?,
                );
                Some(Word::int(self.image.config.given(kind).get(index as usize).map_or(0, |a| a.len() as u64)))
            }
            Trap::GivenCopy => {
                let (kind, index) = (
                    self.number_arg(cpu, arg(given_copy::KIND), "a trap")?,
                    self.number_arg(cpu, arg(given_copy::INDEX), "a trap")?,
                );
                let image = self.image;
                let bytes = image.config.given(kind).get(index as usize).map_or(&[][..], |a| a);
                let pointer = self.value(cpu, arg(given_copy::BUFFER));
                let access = self.access(cpu, pointer, bytes.len() as u32, true)?;
                if self.stops_before(cpu, access)? {
                    return Ok(Next::Stop);
                }
                self.store_words(cpu, access, &words_of(bytes));
                None
            }
            Trap::Pad => {
                let up = self.number_arg(cpu, arg(pad::UP), "a trap")?;
                Some(Word::int(match self.pad(cpu, up) {
                    None => u32::MAX as u64,
                    Some(None) => 0,
                    Some(Some(pad)) => {
                        let flags = [
                            (true, contract::PAD),
                            (pad.cleanup, contract::PAD_CLEANUP),
                            (pad.terminates, contract::PAD_TERMINATES),
                            (pad.noexcept, contract::PAD_NOEXCEPT),
                        ];
                        let flags: u32 = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).sum();
                        u64::from(flags) | (pad.clauses.len() as u64) << contract::PAD_COUNT_SHIFT
                    }
                }))
            }
            Trap::PadClause => {
                let up = self.number_arg(cpu, arg(pad_clause::UP), "a trap")?;
                let index = self.number_arg(cpu, arg(pad_clause::CLAUSE), "a trap")?;
                let pad = self.pad(cpu, up).flatten();
                let clause = pad.and_then(|pad| pad.clauses.get(index as usize));
                let (selector, types) = clause.map_or((0, 0), |clause| (clause.selector, clause.types.len()));
                Some(Word::int((selector as u32 as u64) << 32 | types as u64))
            }
            Trap::PadType => {
                let up = self.number_arg(cpu, arg(pad_type::UP), "a trap")?;
                let index = self.number_arg(cpu, arg(pad_type::CLAUSE), "a trap")?;
                let item = self.number_arg(cpu, arg(pad_type::TYPE), "a trap")?;
                let clause = self.pad(cpu, up).flatten().and_then(|pad| pad.clauses.get(index as usize));
                let ty = clause.and_then(|clause| clause.types.get(item as usize)).copied();
                Some(ty.map_or(Word::int(0), |ty| self.image.program.constants[ty.index()]))
            }
            Trap::Code => {
                let up = self.number_arg(cpu, arg(code::UP), "a trap")?;
                Some(self.code(cpu, up))
            }
            Trap::FrameOf => {
                let local = self.value(cpu, arg(frame_of::LOCAL));
                Some(Word::int(self.frame_of(cpu, local).map_or(u32::MAX as u64, |up| up as u64)))
            }
            Trap::Symbol => {
                let image = self.image;
                let code = self.pointed(self.value(cpu, arg(symbol::CODE)));
                let function = code.and_then(|id| image.program.function_of_object(id.0));
                let name = function.map_or("", |id| &image.program.function(id).name);
                match self.give_text(cpu, name, arg(symbol::BUFFER), arg(symbol::SIZE))? {
                    Some(length) => Some(length),
                    None => return Ok(Next::Stop),
                }
            }
            Trap::Demangle => {
                let name = ir::demangled(&self.text(cpu, arg(demangle::SYMBOL))?).unwrap_or_default();
                match self.give_text(cpu, &name, arg(demangle::BUFFER), arg(demangle::SIZE))? {
                    Some(length) => Some(length),
                    None => return Ok(Next::Stop),
                }
            }
            Trap::Land => {
                let up = self.number_arg(cpu, arg(land::UP), "a trap")?;
                let (exception, selector) =
                    (self.value(cpu, arg(land::EXCEPTION)), self.value(cpu, arg(land::SELECTOR)));
                return self.land(cpu, up, exception, selector);
            }
        };
        if let (Some(word), Some(slot)) = (result, dst.slot()) {
            self.put(cpu, slot, &[word]);
        }
        Ok(Next::Step)
    }

    /// Judges whether others can tell when this trap is executed, and records what that rests on. Its class
    /// says yes; these are the exceptions, which `docs/reductions.md` argues for.
    fn weigh_trap(&mut self, cpu: &Cpu, trap: Trap, args: &[ir::Arg]) -> Visibility {
        let visible = match trap {
            Trap::NewThread => {
                self.note_start(cpu.thread);
                !self.starts_unseen(cpu.thread)
            }
            Trap::EndThread | Trap::Joinable => return self.weigh_life(cpu.thread),
            Trap::Wait => return self.weigh_wait(cpu, args),
            // It ends its transition whoever can tell.
            Trap::Choice => false,
            // Output is not part of the state; the bytes are looked at like any memory.
            Trap::Write => false,
            // It does nothing.
            Trap::Interrupt => return Visibility::Visible(Threads::NOBODY),
            _ => true,
        };
        Visibility::new(visible)
    }

    /// Who can tell when a block ends whose bytes these threads use: if somebody may keep a pointer to it,
    /// whoever allocates one in its place.
    fn meets_end(&self, users: Threads) -> Threads {
        if self.presuming.presumptions.tidy { users } else { EVERYBODY }
    }

    /// Looking at whether an object lives is as good as reading a byte of it, if it has any.
    fn stops_before_life(&mut self, cpu: &mut Cpu, pointer: Src) -> Run<bool> {
        let pointer = self.value(cpu, pointer);
        let Some(object) = self.pointed(pointer) else { return Ok(false) };
        let size = self.memory.object(object).size;
        let offset = (pointer.offset()).min(size.saturating_sub(1));
        self.stops_before(cpu, Access { object, offset, bytes: size.min(1), write: false })
    }

    /// Who may have to wait behind others does not go on though it is alone: if it has to wait, nobody
    /// can go on.
    fn stops_before_queueing(&mut self, cpu: &mut Cpu, args: &[ir::Arg]) -> bool {
        let queues = Condition::read(|i| self.value(cpu, args[i].src).bits).queues();
        let begun = cpu.count <= 1 || self.threads[cpu.thread.0 as usize].entered;
        if begun || !queues || cpu.solo || !self.somebody_waits_at(cpu.thread, self.value(cpu, args[wait::OWNER].src)) {
            return false;
        }
        cpu.alone = false;
        self.stops_before_visible(cpu, EVERYBODY)
    }

    /// Does another thread wait for the same owners?
    fn somebody_waits_at(&self, thread: ThreadId, owner: Word) -> bool {
        let mut others = self.numbers().filter(|other| *other != thread);
        others.any(|other| {
            let args = self.pending_trap(other, Trap::Wait);
            args.is_some_and(|args| self.top_value(other, args[wait::OWNER].src) == owner)
        })
    }

    /// A wait looks at its word, and at its alarm if it has one.
    fn weigh_wait(&mut self, cpu: &Cpu, args: &[ir::Arg]) -> Visibility {
        let word = self.value(cpu, args[wait::WORD].src);
        let alarm = self.pointed(self.value(cpu, args[wait::ALARM].src));
        let looked = match self.memory.check(word, 4, false) {
            Ok(access) => self.weigh(cpu, access),
            Err(_) => Visibility::new(true),
        };
        // Whether a reader has to queue up depends on where others wait. If it is the first thing to happen,
        // those who may wait there are looked for then (`Machine::met`).
        let queues = Condition::read(|i| self.value(cpu, args[i].src).bits).queues() && cpu.count > 1;
        if alarm.is_some() || queues && looked.is_visible() {
            return Visibility::new(true);
        }
        let owner = self.value(cpu, args[wait::OWNER].src);
        match self.met_at_barrier(cpu.thread, word, owner) {
            Some(meets) => looked.and(Visibility::Visible(meets)),
            None => looked,
        }
    }

    fn top(&self, cpu: &Cpu) -> usize {
        self.threads[cpu.thread.index()].frames.len() - 1
    }

    fn change_masks(&mut self, cpu: &Cpu, by: i32) {
        let state = &mut self.threads[cpu.thread.index()];
        let Some(frame) = state.frames.last_mut() else { return };
        // Closing a section that this frame did not open does nothing.
        if by > 0 {
            frame.masks += 1;
            state.masks += 1;
        } else if frame.masks > 0 {
            frame.masks -= 1;
            state.close_masks(1);
        }
    }

    fn number_arg(&mut self, cpu: &Cpu, src: Src, what: &str) -> Run<u64> {
        let word = self.value(cpu, src);
        self.number(cpu.thread, word, what)
    }

    pub(crate) fn pointed(&self, pointer: Word) -> Option<ObjectId> {
        (pointer.shadow == ir::Shadow::POINTER).then_some(ObjectId::of(pointer))
    }

    fn heap_block(&mut self, cpu: &Cpu, size: Src, align: u64, flags: u64) -> Run<Word> {
        let size = self.value(cpu, size);
        let size = self.size(cpu, size, "the size of a heap block")?;
        let has = |flag: u32| flags & u64::from(flag) != 0;
        let kind = match (has(contract::INTERNAL), has(contract::LENT)) {
            (true, _) => ObjectKind::Internal,
            (_, true) => ObjectKind::Lent,
            _ => ObjectKind::Heap,
        };
        let fill = if has(contract::ZEROED) { Word::int(0) } else { Word::UNDEF };
        self.memory.reserve(size)?;
        let object = self.memory.allocate(kind, size, align.max(1).ilog2() as u8, fill);
        let maker =
            if kind == ObjectKind::Internal { Maker::Library } else { maker_of(flags / u64::from(contract::MADE_BY)) };
        self.memory.object_mut(object).maker = maker;
        let unseen = kind.is_known_block() && self.presuming.presumptions.tidy;
        if unseen && self.image.frees && !cpu.solo && self.memory.decides {
            self.memory.recent.push(object.0);
        }
        Ok(Word::pointer(object.0, 0))
    }

    /// Who has made a block.
    fn maker(&mut self, cpu: &Cpu, block: Src) -> Maker {
        let block = self.pointed(self.value(cpu, block));
        block.map_or(Maker::Malloc, |object| self.memory.object(object).maker)
    }

    /// What comes after a block in its place is younger than its end. So others can tell who was first:
    /// an allocation from the end of another's block, unless nobody is presumed to keep a pointer to that;
    /// and the start of a thread from the end of another.
    fn stops_before_allocation(&mut self, cpu: &mut Cpu, flags: u64) -> bool {
        if cpu.solo || !self.memory.decides {
            return false;
        }
        let told = match flags & u64::from(contract::INTERNAL) {
            0 => self.image.frees && !self.presuming.presumptions.tidy,
            _ => self.is_within(cpu.thread, LibraryRole::Starts) && !self.starts_unseen(cpu.thread),
        };
        told && self.stops_before_visible(cpu, EVERYBODY)
    }

    fn new_thread(&mut self, cpu: &mut Cpu, entry: Src, arg: Src) -> Run<ThreadId> {
        let (entry, arg) = (self.value(cpu, entry), self.value(cpu, arg));
        let program = &self.image.program;
        let function = self.pointed(entry).and_then(|id| program.function_of_object(id.0));
        let Some(function) = function else {
            return Err(self.report(
                cpu.thread,
                Kind::BadCall,
                "a thread that starts with something that is no function",
            ));
        };
        let published = self.memory.published.len();
        self.memory.hand_over(arg);
        self.note_handed(arg);
        // It may look at what its creator has allocated before anybody can tell that it was born.
        let mut thread = Thread::default();
        thread.recent.clone_from(&self.memory.recent);
        let base = thread.push_frame(program, function);
        if let Some(covered) = &mut self.watch.covered {
            covered.enter(function);
        }
        if let Some((slot, words)) = self.start_parameter(function, arg) {
            let at = (base + slot) as usize;
            thread.registers[at..at + words.len()].copy_from_slice(&words);
        }
        thread.touch();
        self.note_observer(cpu.thread, program.function(function).role);
        let free = self.number_of_newborn(cpu.thread);
        self.note_number(cpu.thread, free);
        self.make_room_for(free, cpu.thread);
        match self.threads.get_mut(free) {
            Some(place) => place.replace(thread),
            None => self.threads.push(thread),
        }
        let id = ThreadId(free as u32);
        self.label_handed(published, id);
        let sections = self.threads[cpu.thread.index()].sections;
        self.course.fresh.push((id, cpu.thread, sections));
        cpu.solo = false;
        if let Some(observer) = self.watch.observer.take() {
            observer.thread_started(self, cpu.thread, id);
            self.watch.observer = Some(observer);
        }
        Ok(id)
    }

    /// What another thread is to do next.
    fn entry_of_another(&self, cpu: &Cpu, thread: ThreadId, entry: Word) -> Run<ir::FuncId> {
        let function = self.pointed(entry).and_then(|id| self.image.program.function_of_object(id.0));
        match function {
            Some(function) if thread != cpu.thread => Ok(function),
            _ => Err(self.unsupported(cpu, "a thread diverted to something that is no function")),
        }
    }

    /// Makes another thread call `entry` before whatever it was about to do.
    fn impose(&mut self, cpu: &Cpu, thread: ThreadId, entry: Word) -> Run<()> {
        let function = self.entry_of_another(cpu, thread, entry)?;
        self.note_divert();
        self.threads[thread.0 as usize].interrupt(&self.image.program, function);
        Ok(())
    }

    /// The function that was imposed on its thread is over.
    fn resume(&mut self, cpu: &mut Cpu) -> Next {
        if self.stops_before_return(cpu) {
            return Next::Stop;
        }
        self.pop_frame(cpu);
        let state = &mut self.threads[cpu.thread.0 as usize];
        state.touch_top();
        state.resume();
        if let Some(frame) = state.frames.last() {
            cpu.base = frame.base as usize;
            cpu.pc = frame.pc.0 as usize;
        }
        Next::Frame
    }

    /// Makes another thread go on in `entry`, which must not return, whatever it was about to do.
    /// Tells whether it did: a thread that waits with an alarm notices by itself.
    fn divert(&mut self, cpu: &Cpu, thread: ThreadId, entry: Word) -> Run<bool> {
        let image = self.image;
        let function = self.entry_of_another(cpu, thread, entry)?;
        let waits = self.pending_trap(thread, Trap::Wait);
        if waits.is_some_and(|args| self.alarm(args, |vm, src| vm.top_value(thread, src)).is_some()) {
            return Ok(false);
        }
        self.note_divert();
        self.threads[thread.index()].divert(&image.program, function);
        Ok(true)
    }

    fn output(&mut self, cpu: &mut Cpu, fd: Src, bytes: Src, len: Src) -> Run<Next> {
        let fd = self.number_arg(cpu, fd, "a trap")? as i32;
        let (len, pointer) = (self.value(cpu, len), self.value(cpu, bytes));
        let len = self.length(cpu, len, "the length of some output", &[(pointer, false)])?;
        if len == 0 {
            return Ok(Next::Step);
        }
        let access = self.access(cpu, pointer, len, false)?;
        if self.stops_before(cpu, access)? {
            return Ok(Next::Stop);
        }
        if self.watch.observer.is_some() || self.watch.printed.is_some() {
            let text: Vec<u8> = (0..len).map(|i| self.byte(access.object, access.offset + i).unwrap_or(b'?')).collect();
            if let Some(observer) = &mut self.watch.observer {
                observer.output(fd, &text);
            }
            self.note_printed(cpu.thread, fd, text);
        }
        Ok(Next::Step)
    }

    /// A byte of an object, if it is defined.
    pub(crate) fn byte(&mut self, object: ObjectId, offset: u32) -> Option<u8> {
        let word = self.memory.slots[object.index()].object.read(&mut self.memory.mixtures, offset, 8);
        (self.memory.mixtures.undef(word) & 0xff == 0).then_some(word.bits as u8)
    }

    /// Writes as much of a text as there is room for, and returns its length. None: the thread stops before.
    fn give_text(&mut self, cpu: &mut Cpu, text: &str, buffer: Src, size: Src) -> Run<Option<Word>> {
        let room = self.number_arg(cpu, size, "the size of a buffer")?;
        let bytes = &text.as_bytes()[..text.len().min(usize::try_from(room).unwrap_or(usize::MAX))];
        if !bytes.is_empty() {
            let pointer = self.value(cpu, buffer);
            let access = self.access(cpu, pointer, bytes.len() as u32, true)?;
            if self.stops_before(cpu, access)? {
                return Ok(None);
            }
            self.store_words(cpu, access, &words_of(bytes));
        }
        Ok(Some(Word::int(text.len() as u64)))
    }

    /// A string that the runtime passes to us.
    fn text(&mut self, cpu: &Cpu, src: Src) -> Run<String> {
        let pointer = self.value(cpu, src);
        let mut bytes = Vec::new();
        for i in 0..TEXT_BYTES_MAX {
            let Some(at) = crate::execution::arith::add_offset(pointer, i as i64) else { break };
            let access = self.access(cpu, at, 1, false)?;
            match self.byte(access.object, access.offset) {
                Some(0) => break,
                byte => bytes.push(byte.unwrap_or(b'?')),
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Does the trap look at nothing but its thread, the objects it accesses, and what never changes?
/// If not, what was done once cannot stand for doing it again.
fn is_local(trap: Trap) -> bool {
    use Trap::*;
    let thread = matches!(
        trap,
        InterruptMask
            | InterruptUnmask
            | Interrupt
            | GetTid
            | StackSize
            | Hold
            | Held
            | EndThread
            | Exit
            | Joinable
            | Resume
            | Wait
            | Choice
            | FaultEnabled
    );
    let memory = matches!(
        trap,
        Malloc
            | Alloc
            | Free
            | Delete
            | Moved
            | Retire
            | Memcpy
            | Unknown
            | ObjectSize
            | ObjectKind
            | Peek
            | Touch
            | Assert
            | Write
    );
    let rest = matches!(trap, GivenCount | GivenLength | GivenCopy | Pad | PadClause | PadType | Land)
        || matches!(trap, Code | FrameOf | Symbol | Demangle);
    thread || memory || rest
}

/// Who makes or frees a block, in the numbers of the runtime.
fn maker_of(number: u64) -> Maker {
    match contract::Maker::numbered(number) {
        None | Some(contract::Maker::Malloc) => Maker::Malloc,
        Some(contract::Maker::New) => Maker::New,
        Some(contract::Maker::NewArray) => Maker::NewArray,
        Some(contract::Maker::Mmap) => Maker::Mmap,
        Some(contract::Maker::Library) => Maker::Library,
        Some(contract::Maker::Given) => Maker::Given,
    }
}

fn words_of(bytes: &[u8]) -> Vec<Word> {
    bytes.chunks(8).map(word_of).collect()
}

fn word_of(bytes: &[u8]) -> Word {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    Word::int(u64::from_le_bytes(all))
}
