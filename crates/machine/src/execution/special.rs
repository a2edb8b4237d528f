//! Integer arithmetic of the op loop: the usual cases, and operands that are not plain numbers.

use ir::{BinOp, CastOp, LocId, Shadow, Word, Wrap};

use crate::execution::arith::{self, Plain, sign_extend};
use crate::execution::memory::Fault;
use crate::execution::vm::Vm;
use crate::problem::{Kind, Run, Stop, ThreadId};
use crate::state::shadow::mask;

impl Vm<'_> {
    #[cold]
    #[expect(
        clippy::too_many_arguments,
        reason = "in registers: the hot loop calls it, and a struct would be built there"
    )]
    pub(crate) fn special_int(
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
            if let Some((false, undefined)) = self.memory.add_unknown(op, a, b, bits, wrap, loc) {
                let why = "the sum does not fit";
                return if self.tells_overflow(thread) {
                    Err(self.report(thread, Kind::Overflow, why))
                } else {
                    Ok(undefined)
                };
            }
            let result = self.memory.special(op, a, b, bits, wrap, loc);
            return result.map_err(|fault| self.violation(thread, fault));
        }
        match arith::plain(op, a.bits, b.bits, bits, wrap) {
            Plain::Value(value) => Ok(Word::int(value)),
            Plain::Trap(division) => Err(self.violation(thread, division.fault())),
            Plain::Poison(why) if self.tells_overflow(thread) => Err(self.report(thread, Kind::Overflow, why)),
            Plain::Poison(_) => Ok(self.memory.undefined(bits, loc)),
        }
    }

    /// Is an overflow where the thread is to be told? Not in our library; and in optimised code only if
    /// somebody uses the value, since the compiler may have computed it ahead of the test that guards it.
    pub(crate) fn tells_overflow(&self, thread: ThreadId) -> bool {
        let frame = self.threads[thread.index()].frames.last();
        self.image.config.overflow && frame.is_some_and(|frame| self.image.program.function(frame.func).literal)
    }

    /// A value that is stored must not have overflowed.
    pub(crate) fn settle(&mut self, thread: ThreadId, words: &[Word]) -> Run<()> {
        for word in words {
            let poison = self.memory.poison_of(*word);
            if poison != LocId(0) && self.image.program.location(poison).is_some_and(|at| !at.library) {
                let place = self.spell_place(poison);
                return Err(self.report(thread, Kind::Overflow, &format!("a value is stored that overflowed{place}")));
            }
        }
        Ok(())
    }

    fn spell_place(&self, place: LocId) -> String {
        let program = &self.image.program;
        let spell = |at: &ir::Location| format!(" at {}:{}", program.files[at.file as usize].name, at.line);
        program.location(place).map_or(String::new(), spell)
    }

    #[cold]
    pub(crate) fn special_index(
        &mut self,
        thread: ThreadId,
        a: Word,
        index: Word,
        bits: u32,
        scale: i32,
        loc: LocId,
    ) -> Run<Word> {
        let index = match index.shadow {
            Shadow::CLEAN => Word::int(sign_extend(index.bits, bits) as u64),
            // What is added is more than a number, perhaps: the distance of two objects.
            _ if bits == 64 && scale == 1 => return self.special_int(thread, BinOp::Add, a, index, 64, Wrap(0), loc),
            _ => self.memory.special_sign_extend(index, bits, 64),
        };
        let scale = Word::int(scale as i64 as u64);
        let by = self.special_int(thread, BinOp::Mul, index, scale, 64, Wrap(0), loc)?;
        self.special_int(thread, BinOp::Add, a, by, 64, Wrap(0), loc)
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

    pub(crate) fn float_cast(&mut self, op: CastOp, a: Word, from: u8, to: u8, loc: LocId) -> Run<Word> {
        self.undefined_from(&[a], to as u32, |vm, v| {
            Ok(match crate::execution::float::cast(op, v[0], from, to) {
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
        let at = self.image.program.location(poison);
        let own = at.is_some_and(|at| !at.library);
        let message = match at {
            Some(_) => format!("{what} depends on a value that overflowed{}", self.spell_place(poison)),
            None => format!("{what} depends on an undefined value"),
        };
        let kind = if own && self.image.config.overflow { Kind::Overflow } else { Kind::Uninit };
        Err(self.report(thread, kind, &message))
    }
}

/// The number in the uppermost bits of a word, where the hardware sees its sign and its overflows.
#[inline(always)]
pub(crate) fn raised(value: u64, bits: u8) -> i64 {
    (value << (64 - bits as u32)) as i64
}

/// What is left if the flags allow the overflows that happened.
#[inline(always)]
pub(crate) fn lowered(value: i64, bits: u8, wrap: Wrap, signed: bool, unsigned: bool) -> Option<u64> {
    let poison = wrap.has(Wrap::NSW) & signed | wrap.has(Wrap::NUW) & unsigned;
    (!poison).then_some(value as u64 >> (64 - bits as u32))
}

#[inline(always)]
pub(crate) fn fast_add(x: u64, y: u64, bits: u8, wrap: Wrap) -> Option<u64> {
    let (x, y) = (raised(x, bits), raised(y, bits));
    let (sum, signed) = x.overflowing_add(y);
    lowered(sum, bits, wrap, signed, (sum as u64) < x as u64)
}

#[inline(always)]
pub(crate) fn fast_sub(x: u64, y: u64, bits: u8, wrap: Wrap) -> Option<u64> {
    let (x, y) = (raised(x, bits), raised(y, bits));
    let (difference, signed) = x.overflowing_sub(y);
    lowered(difference, bits, wrap, signed, (x as u64) < y as u64)
}

#[inline(always)]
pub(crate) fn fast_mul(x: u64, y: u64, bits: u8, wrap: Wrap) -> Option<u64> {
    let x = raised(x, bits);
    let (product, signed) = x.overflowing_mul(sign_extend(y, bits as u32));
    let unsigned = wrap.has(Wrap::NUW) && (x as u64).checked_mul(y).is_none();
    lowered(product, bits, wrap, signed, unsigned)
}
