//! Numbers that are not known yet: `int n = __VERIFIER_nondet_int();`.
//!
//! Such a number is an object of its own ([`ObjectKind::Unknown`]) that holds the values it may have, and
//! a word that contains it has tags that say which byte of it stands where ([`BYTE`], [`SIGN`]). So copies,
//! stores, bytewise copies, truncations and extensions are those of any tagged word, all copies are the
//! same number, and when the last of them is gone, so is the object.
//!
//! ```text
//! any number:       bits | NEGATIVE · low · high · low · high …       (both ends included)
//! number + addend:  bits | SUM · a word with such a number in it · addend
//! ```
//!
//! **Exactness.** A state stands for all states that one gets by picking a value for each of its numbers.
//! A comparison with something known asks a question ([`Question::Within`]) unless all values that are left
//! answer it in the same way, and narrows them by the answer; an op that needs more asks for the value
//! ([`Question::Value`]). Every op that is not listed in [`Vm::unknown_question`] as one that only passes
//! numbers on needs the value, so what nobody thought of is asked too early, not wrongly. When one value is
//! left, all words that have the number get that value, in all of memory and in all threads.

use ir::{Arg, BinOp, CmpOp, Function, LocId, Op, Program, RmwOp, Shadow, Src, Trap, Word, Wrap};
use smallvec::SmallVec;

use crate::execution::arith::{compare, order_of};
use crate::execution::cpu::Cpu;
use crate::execution::memory::{Memory, Question};
use crate::execution::vm::Vm;
use crate::problem::{Run, Stop, ThreadId};
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::ranges::Ranges;
use crate::state::shadow::{BYTE, Full, Mixtures, SIGN, Tag, is_named, mask};

/// More values than this are not tried one by one.
pub(crate) const VALUES_MAX: u128 = 1 << 16;

/// In the first word: the number is the sum of another one and an addend.
const SUM: u64 = 1 << 32;

/// In the first word: the type has negative numbers.
const NEGATIVE: u64 = 1 << 33;

/// Sums of sums of numbers, at most.
const DEPTH_MAX: u32 = 8;

/// What a comparison of such a number comes to.
enum Outcome {
    Known(bool),
    /// It depends on whether this number is one of these.
    Depends(u32, Ranges),
    /// It depends on more.
    Unclear,
}

impl Mixtures {
    /// An unknown number that the word has a byte of.
    pub(crate) fn unknown(&self, word: Word) -> Option<u32> {
        if !is_named(word.shadow) {
            return None;
        }
        self.get(word).tags.iter().find(|tag| tag.is_unknown()).map(|tag| tag.object)
    }

    /// The word with the numbers that `value` knows in place of their bytes.
    fn replace(&mut self, word: Word, value: &impl Fn(u32) -> Option<u64>) -> Word {
        if self.unknown(word).is_none() {
            return word;
        }
        let mut full = self.full(word);
        for i in 0..8 {
            let tag = full.mixture.tags[i];
            if tag.is_unknown()
                && let Some(value) = value(tag.object)
            {
                full.mixture.tags[i] = Tag::default();
                full.bits |= u64::from(byte_of(tag, value)) << (8 * i);
            }
        }
        self.word(full)
    }
}

/// The bits of a number, from the first word of its object: at most 64.
fn width(head: Word) -> u32 {
    head.bits.to_le_bytes()[0].into()
}

/// The byte that a tag stands for if the number is this.
fn byte_of(tag: Tag, value: u64) -> u8 {
    let byte = |piece: u8| value.to_le_bytes()[usize::from(piece % 8)];
    match tag.piece >= SIGN {
        true => 0u8.wrapping_sub(byte(tag.piece) >> 7),
        false => byte(tag.piece),
    }
}

/// How a word shows a number: so many bytes of it from the lowest on, and then zeros or copies of their sign.
struct View {
    object: u32,
    bytes: u32,
    signed: bool,
}

/// None if it is in any other way.
fn view(full: &Full, bits: u32) -> Option<View> {
    let tags = &full.mixture.tags;
    let object = tags[0].object;
    let len = (bits / 8) as usize;
    if !bits.is_multiple_of(8) || full.mixture.undef != 0 || !tags[0].is_unknown() {
        return None;
    }
    let bytes = (0..len).take_while(|i| tags[*i] == Tag { object, piece: BYTE + *i as u8 }).count();
    let last = bytes.checked_sub(1)?;
    let above = if bytes == 8 { 0 } else { full.bits >> (8 * bytes) };
    let signs = tags[bytes..len].iter().all(|tag| *tag == Tag { object, piece: SIGN + last as u8 });
    let zeros = above == 0 && tags[bytes..].iter().all(|tag| tag.object == 0);
    let rest = above == 0 && tags[len..].iter().all(|tag| tag.object == 0);
    (zeros || signs && rest).then_some(View { object, bytes: bytes as u32, signed: signs && !zeros })
}

impl Memory<'_> {
    /// A new number of which nothing is known.
    pub(crate) fn new_unknown(&mut self, bits: u32, negative: bool) -> Word {
        let id = self.allocate(ObjectKind::Unknown, 0, 3, Word::int(0));
        let head = u64::from(bits) | if negative { NEGATIVE } else { 0 };
        self.set_unknown(id, &[Word::int(head), Word::int(0), Word::int(mask(bits))]);
        self.word_of_unknown(id, bits)
    }

    fn set_unknown(&mut self, id: ObjectId, words: &[Word]) {
        let object = self.object_mut(id);
        object.size = 8 * words.len() as u32;
        object.fill(Word::int(0));
        words.iter().enumerate().for_each(|(i, word)| object.set_word(i, *word));
    }

    fn word_of_unknown(&mut self, id: ObjectId, bits: u32) -> Word {
        let mut full = Full::int(0);
        for i in 0..bits.div_ceil(8) as usize {
            full.mixture.tags[i] = Tag { object: id.0, piece: BYTE + i as u8 };
        }
        self.mixtures.word(full)
    }

    /// The words of an unknown number's object.
    fn unknown_words(&mut self, id: u32) -> SmallVec<[Word; 4]> {
        self.note_whole(ObjectId(id));
        let object = self.object(ObjectId(id));
        (0..object.word_count()).map(|i| object.word(i)).collect()
    }

    fn unknown_bits(&mut self, id: u32) -> u32 {
        width(self.unknown_words(id)[0])
    }

    /// The number that a sum is made of in the end.
    pub(crate) fn root(&mut self, mut id: u32) -> u32 {
        loop {
            let words = self.unknown_words(id);
            match self.mixtures.unknown(words[1]).filter(|_| words[0].bits & SUM != 0) {
                Some(inner) => id = inner,
                None => return id,
            }
        }
    }

    /// The values that a number may have that is no sum.
    pub(crate) fn values(&mut self, root: u32) -> Ranges {
        let words = self.unknown_words(root);
        Ranges::of(words[1..].chunks_exact(2).map(|pair| (pair[0].bits, pair[1].bits)).collect())
    }

    fn set_values(&mut self, root: u32, values: &Ranges) {
        let bits = self.unknown_words(root)[0];
        let ends = values.list().iter().flat_map(|(low, high)| [Word::int(*low), Word::int(*high)]);
        let words: Vec<Word> = std::iter::once(bits).chain(ends).collect();
        self.set_unknown(ObjectId(root), &words);
    }

    /// The values that an object may have, sum or not.
    fn image(&mut self, id: u32, depth: u32) -> Option<Ranges> {
        let words = self.unknown_words(id);
        if words[0].bits & SUM == 0 {
            return Some(self.values(id));
        }
        let bits = width(words[0]);
        let seen = view(&self.mixtures.full(words[1]), bits).filter(|_| depth > 0)?;
        let inner = self.image(seen.object, depth - 1)?;
        let narrow = 8 * seen.bytes;
        let inner = inner.plus(self.block(seen.object, narrow, depth)?.wrapping_neg(), 64);
        let wide = match seen.signed {
            false => inner,
            true => {
                let half = 1 << (narrow - 1);
                let negative = inner.intersect(&Ranges::between(half, mask(narrow)));
                let negative = negative.plus(mask(bits) & !mask(narrow), bits);
                let positive = inner.intersect(&Ranges::between(0, half - 1));
                Ranges::of([positive.list(), negative.list()].concat())
            }
        };
        Some(wide.plus(words[2].bits, bits))
    }

    /// What the upper bytes of a number are that only so many low bits are looked at of. None if they may
    /// be this or that.
    fn block(&mut self, id: u32, bits: u32, depth: u32) -> Option<u64> {
        if bits >= self.unknown_bits(id) {
            return Some(0);
        }
        let (low, high) = self.image(id, depth.checked_sub(1)?)?.ends()?;
        (low & !mask(bits) == high & !mask(bits)).then_some(low & !mask(bits))
    }

    /// The number that a word of so many bits is made of, and for which of its values the word is one of
    /// these. None if that is not so easy to tell.
    fn origin(&mut self, word: Word, bits: u32, set: &Ranges, depth: u32) -> Option<(u32, Ranges)> {
        let View { object, bytes, signed } = view(&self.mixtures.full(word), bits)?;
        let narrow = 8 * bytes;
        let inner = match signed {
            false => set.intersect(&Ranges::all(narrow)),
            true => {
                let half = 1 << (narrow - 1);
                let above = mask(bits) & !mask(narrow);
                let positive = set.intersect(&Ranges::between(0, half - 1));
                let negative = set.intersect(&Ranges::between(above | half, mask(bits)));
                let negative = negative.plus(above.wrapping_neg(), bits);
                Ranges::of([positive.list(), negative.list()].concat())
            }
        };
        let inner = inner.plus(self.block(object, narrow, DEPTH_MAX)?, 64);
        let words = self.unknown_words(object);
        if words[0].bits & SUM == 0 {
            return Some((object, inner));
        }
        let own = width(words[0]);
        self.origin(words[1], own, &inner.plus(words[2].bits.wrapping_neg(), own), depth.checked_sub(1)?)
    }

    /// Is the word of so many bits one of these numbers?
    fn is_among(&mut self, word: Word, bits: u32, set: &Ranges) -> Outcome {
        let Some((root, wanted)) = self.origin(word, bits, set, DEPTH_MAX) else { return Outcome::Unclear };
        let values = self.values(root);
        let inside = values.intersect(&wanted);
        match inside.is_empty() || inside == values {
            true => Outcome::Known(!inside.is_empty()),
            false => Outcome::Depends(root, inside),
        }
    }

    fn compare_outcome(&mut self, op: CmpOp, a: Word, b: Word, bits: u32) -> Outcome {
        if a == b {
            return Outcome::Known(compare(op, 0, 0, bits));
        }
        let (word, constant) = if b.shadow == Shadow::CLEAN { (a, b) } else { (b, a) };
        let set = Ranges::that(op, constant.bits, b.shadow != Shadow::CLEAN, bits);
        match set.filter(|_| constant.shadow == Shadow::CLEAN && bits.is_multiple_of(8)) {
            Some(set) => self.is_among(word, bits, &set),
            None => Outcome::Unclear,
        }
    }

    /// A comparison in which an unknown number takes part. None if there is none; otherwise it was asked
    /// before what it depends on.
    pub(crate) fn compare_unknown(&mut self, op: CmpOp, a: Word, b: Word, bits: u32) -> Option<bool> {
        self.mixtures.unknown(a).or_else(|| self.mixtures.unknown(b))?;
        match self.compare_outcome(op, a, b, bits) {
            Outcome::Known(holds) => Some(holds),
            Outcome::Depends(root, set) => {
                self.question.get_or_insert(Question::Within(root, set));
                Some(false)
            }
            Outcome::Unclear => {
                self.ask_value(&[a, b]);
                Some(false)
            }
        }
    }

    /// Leaves the question for the value of an unknown number in one of the words, the one with the fewest.
    pub(crate) fn ask_value(&mut self, words: &[Word]) {
        let numbers: SmallVec<[u32; 2]> = words.iter().filter_map(|word| self.mixtures.unknown(*word)).collect();
        let roots: SmallVec<[u32; 2]> = numbers.into_iter().map(|id| self.root(id)).collect();
        if let Some(root) = roots.into_iter().min_by_key(|root| self.values(*root).count()) {
            self.question.get_or_insert(Question::Value(root));
        }
    }

    /// The operands of an addition as an unknown number and an addend.
    fn addition(&self, op: BinOp, a: Word, b: Word) -> Option<(Word, u64)> {
        let known = |word: Word| word.shadow == Shadow::CLEAN;
        match op {
            BinOp::Add if known(b) && self.mixtures.unknown(a).is_some() => Some((a, b.bits)),
            BinOp::Add if known(a) && self.mixtures.unknown(b).is_some() => Some((b, a.bits)),
            BinOp::Sub if known(b) && self.mixtures.unknown(a).is_some() => Some((a, b.bits.wrapping_neg())),
            _ => None,
        }
    }

    /// Does an addition of so many bits stay within what its flags allow?
    fn stays_within(&mut self, op: BinOp, a: Word, b: Word, bits: u32, wrap: Wrap) -> Outcome {
        let Some((word, addend)) = self.addition(op, a, b).filter(|_| bits.is_multiple_of(8)) else {
            return Outcome::Unclear;
        };
        let (fit, half) = (mask(bits), 1u64 << (bits - 1));
        let by = addend & fit;
        let mut allowed = Ranges::all(bits);
        if wrap.has(Wrap::NUW) {
            let no_carry = match op {
                BinOp::Sub => Ranges::between(by.wrapping_neg() & fit, fit),
                _ => Ranges::between(0, fit - by),
            };
            allowed = allowed.intersect(&no_carry);
        }
        if wrap.has(Wrap::NSW) {
            // In numbers raised by half, adding a positive number must not pass the upper end, and
            // subtracting one not the lower. The least number has no opposite.
            let subtracted = (op == BinOp::Sub).then_some(by.wrapping_neg() & fit);
            let no_carry = match subtracted {
                Some(least) if least == half => Ranges::between(0, half - 1),
                _ if by < half => Ranges::between(0, fit - by),
                _ => Ranges::between(by.wrapping_neg() & fit, fit),
            };
            allowed = allowed.intersect(&no_carry.plus(half, bits));
        }
        self.is_among(word, bits, &allowed)
    }

    /// An addition in which one operand is an unknown number. None if there is none; the questions were
    /// asked before. Otherwise whether the flags allow it, and the result.
    pub(crate) fn add_unknown(
        &mut self,
        op: BinOp,
        a: Word,
        b: Word,
        bits: u32,
        wrap: Wrap,
        loc: LocId,
    ) -> Option<(bool, Word)> {
        let (word, addend) = self.addition(op, a, b)?;
        match self.stays_within(op, a, b, bits, wrap) {
            Outcome::Known(true) => Some((true, self.sum_of_unknown(word, addend, bits))),
            Outcome::Known(false) => Some((false, self.undefined(bits, loc))),
            Outcome::Depends(..) | Outcome::Unclear => None,
        }
    }

    fn sum_of_unknown(&mut self, word: Word, addend: u64, bits: u32) -> Word {
        let (mut word, mut addend) = (word, addend & mask(bits));
        // A sum of a sum is a sum.
        if let Some(View { object, bytes, .. }) = view(&self.mixtures.full(word), bits)
            && 8 * bytes == bits
        {
            let words = self.unknown_words(object);
            if words[0].bits == SUM | u64::from(bits) {
                (word, addend) = (words[1], addend.wrapping_add(words[2].bits) & mask(bits));
            }
        }
        if addend == 0 {
            return word;
        }
        let id = self.allocate(ObjectKind::Unknown, 0, 3, Word::int(0));
        self.set_unknown(id, &[Word::int(SUM | u64::from(bits)), word, Word::int(addend)]);
        self.word_of_unknown(id, bits)
    }

    /// The tags of a sign extension, for a word with an unknown number.
    pub(crate) fn extend_unknown(&mut self, word: Word, from: u32, to: u32) -> Option<Word> {
        self.mixtures.unknown(word).filter(|_| (from | to).is_multiple_of(8))?;
        let mut full = self.mixtures.full(word);
        let (last, end) = ((from / 8) as usize - 1, (to / 8) as usize);
        let tag = full.mixture.tags[last];
        if full.mixture.undef != 0 || tag.object != 0 && !tag.is_unknown() {
            return None;
        }
        for i in last + 1..end {
            let sign = Tag { object: tag.object, piece: SIGN + tag.piece % 8 };
            full.mixture.tags[i] = if tag.object == 0 { Tag::default() } else { sign };
            if tag.object == 0 && full.bits >> (8 * last + 7) & 1 != 0 {
                full.bits |= 0xff << (8 * i);
            }
        }
        Some(self.mixtures.word(full))
    }

    /// All numbers that are known if this one is, with their values.
    fn consequences(&mut self, root: u32, value: u64) -> Vec<(u32, u64)> {
        let mut known = vec![(root, value)];
        loop {
            let before = known.len();
            for id in self.first_dynamic..self.slots.len() as u32 {
                if known.iter().any(|(done, _)| *done == id) || self.object(ObjectId(id)).kind != ObjectKind::Unknown {
                    continue;
                }
                let words = self.unknown_words(id);
                if words[0].bits & SUM == 0 {
                    continue;
                }
                let find = |wanted: u32| known.iter().find(|(id, _)| *id == wanted).map(|(_, value)| *value);
                let inner = self.mixtures.replace(words[1], &find);
                if inner.shadow == Shadow::CLEAN {
                    known.push((id, inner.bits.wrapping_add(words[2].bits) & mask(width(words[0]))));
                }
            }
            if known.len() == before {
                return known;
            }
        }
    }

    /// How many answers such a question has.
    pub(crate) fn answers_about(&mut self, question: &Question) -> u32 {
        match question {
            Question::Value(root) => match self.values(*root).count() {
                count if count <= VALUES_MAX => u32::try_from(count).unwrap_or(1).max(1),
                _ => 1,
            },
            Question::First(_) => 1,
            _ => 2,
        }
    }

    /// What is left of a number's values after an answer.
    fn answered(&mut self, question: &Question, answer: u32) -> Option<(u32, Ranges)> {
        match question {
            Question::Within(root, set) if answer == 0 => Some((*root, set.clone())),
            Question::Within(root, set) => {
                let values = self.values(*root);
                Some((*root, values.intersect(&set.others(64))))
            }
            Question::Value(root) | Question::First(root) => {
                let values = self.values(*root);
                let value = values.nth(answer.into()).or(values.nth(0))?;
                Some((*root, Ranges::between(value, value)))
            }
            Question::Same(..) | Question::Number(_) => None,
        }
    }

    /// What an answer says of an unknown number, for people.
    pub(crate) fn spell_answer(&mut self, question: &Question, answer: u32) -> Option<String> {
        let (root, left) = self.answered(question, answer)?;
        let bits = self.unknown_bits(root);
        let negative = self.unknown_words(root)[0].bits & NEGATIVE != 0;
        let spell = |value: u64| match negative && value >> (bits - 1) & 1 != 0 {
            false => value.to_string(),
            true => (value | !mask(bits)).cast_signed().to_string(),
        };
        // Negative numbers first.
        let half = if negative { 1 << (bits - 1) } else { 0 };
        let raised = left.plus(half, bits);
        let lowered = |value: u64| spell(value.wrapping_add(half) & mask(bits));
        let ranges = raised.list().iter().map(|(low, high)| match low == high {
            true => lowered(*low),
            false => format!("{} to {}", lowered(*low), lowered(*high)),
        });
        Some(ranges.take(4).collect::<Vec<_>>().join(", "))
    }
}

impl Vm<'_> {
    /// Answers a question about an unknown number as the transition's choice says.
    pub(crate) fn settle_unknown(&mut self, cpu: &mut Cpu, question: &Question) -> Run<()> {
        self.memory.opaque = true;
        if let Question::Value(root) = *question {
            let (count, bits) = (self.memory.values(root).count(), self.memory.unknown_bits(root));
            if count > VALUES_MAX {
                return Err(self.too_wide(cpu.thread, count, bits));
            }
        }
        let Some((root, left)) = self.memory.answered(question, cpu.choice) else { return Ok(()) };
        let Some(value) = left.single() else {
            self.memory.set_values(root, &left);
            return Ok(());
        };
        let known = self.memory.consequences(root, value);
        let find = |wanted: u32| known.iter().find(|(id, _)| *id == wanted).map(|(_, value)| *value);
        self.memory.change_objects(|mixtures, word| mixtures.replace(word, &find));
        let mixtures = &mut self.memory.mixtures;
        for register in &mut cpu.registers {
            *register = mixtures.replace(*register, &find);
        }
        for thread in &mut self.threads {
            thread.change_registers(|word| mixtures.replace(word, &find));
        }
        Ok(())
    }

    fn too_wide(&self, thread: ThreadId, count: u128, bits: u32) -> Box<Stop> {
        let count = match count.is_power_of_two() {
            true => format!("2^{}", count.ilog2()),
            false => count.to_string(),
        };
        let what = format!(
            "a number of {bits} bits from __VERIFIER_nondet_… that is used here: a choice among {count} values; compare it \
             with constants first, or use augur_range(low, high) from <augur.h> instead"
        );
        Box::new(Stop::Unsupported { what, thread })
    }

    /// What an answer says of an unknown number, if that is what the thread's next op asks for.
    pub fn spell_unknown(&mut self, thread: ThreadId, answer: u32) -> Option<String> {
        let question = self.question(thread)?;
        self.memory.spell_answer(&question, answer)
    }

    /// What must be known of unknown numbers before an op is executed. `value` gives the words of operands.
    pub(crate) fn unknown_question(
        &mut self,
        op: Op,
        function: &Function,
        value: &dyn Fn(Src, usize) -> Word,
    ) -> Option<Question> {
        let mixtures = &self.memory.mixtures;
        let one = |src: Src| value(src, 0);
        let has = |src: Src| mixtures.unknown(value(src, 0)).is_some();
        let whole = |bits: u32| bits.is_multiple_of(8);
        match op {
            // What only passes numbers on.
            Op::Mov { .. } | Op::MovN { .. } | Op::Freeze { .. } | Op::Settle { .. } | Op::Return { .. } => None,
            Op::Select { c, .. } | Op::SelectN { c, .. } => self.ask_words(&[one(c)]),
            Op::Extract { a, at_bit, bits, .. } => self.ask_torn(&|word| value(a, word), at_bit, bits),
            Op::Insert { dst, a, at_bit, bits } => {
                let torn = self.ask_torn(&|word| value(Src::slot(dst.0), word), at_bit, bits);
                torn.or_else(|| self.ask_torn(&|word| value(a, word), 0, bits))
            }
            Op::Trunc { bits, .. } | Op::ZExt { from: bits, .. } if whole(bits.into()) => None,
            Op::SExt { from, to, .. } if whole((from | to).into()) => None,
            Op::Load { ptr, bits, .. } => match whole(bits.into()) {
                true => self.ask_address(one(ptr)),
                false => self.ask_memory(one(ptr), bits.div_ceil(8).into()),
            },
            Op::LoadN { ptr, .. } | Op::StoreN { ptr, .. } => self.ask_address(one(ptr)),
            Op::Store { ptr, bits, .. } if whole(bits.into()) => self.ask_address(one(ptr)),
            Op::StoreIndex { base, index, bits, .. } if whole(bits.into()) => self.ask_words(&[one(base), one(index)]),
            // What asks for less than the value.
            Op::Eq { a, b, bits, .. } | Op::BranchEq { a, b, bits, .. } if has(a) || has(b) => {
                self.ask_comparison(CmpOp::Eq, one(a), one(b), bits)
            }
            Op::Ne { a, b, bits, .. } if has(a) || has(b) => self.ask_comparison(CmpOp::Ne, one(a), one(b), bits),
            Op::Ult { a, b, bits, .. } | Op::BranchUlt { a, b, bits, .. } if has(a) || has(b) => {
                self.ask_comparison(CmpOp::Ult, one(a), one(b), bits)
            }
            Op::Ule { a, b, bits, .. } | Op::BranchUle { a, b, bits, .. } if has(a) || has(b) => {
                self.ask_comparison(CmpOp::Ule, one(a), one(b), bits)
            }
            Op::Slt { a, b, bits, .. } | Op::BranchSlt { a, b, bits, .. } if has(a) || has(b) => {
                self.ask_comparison(CmpOp::Slt, one(a), one(b), bits)
            }
            Op::Sle { a, b, bits, .. } | Op::BranchSle { a, b, bits, .. } if has(a) || has(b) => {
                self.ask_comparison(CmpOp::Sle, one(a), one(b), bits)
            }
            Op::Add { a, b, bits, wrap, .. } if has(a) || has(b) => {
                let outcome = self.memory.stays_within(BinOp::Add, one(a), one(b), bits.into(), wrap);
                self.ask_outcome(outcome, &[one(a), one(b)])
            }
            Op::Sub { a, b, bits, wrap, .. } if has(a) || has(b) => {
                let outcome = self.memory.stays_within(BinOp::Sub, one(a), one(b), bits.into(), wrap);
                self.ask_outcome(outcome, &[one(a), one(b)])
            }
            Op::GenBin { op: operation, a, b, ty, .. } if has(a) || has(b) => match self.order_in(operation, ty) {
                Some((order, bits)) => self.ask_comparison(order, one(a), one(b), bits),
                None => self.ask_operands(op, value),
            },
            Op::Switch { a, table } if has(a) => self.ask_case(one(a), &function.switches[table as usize].cases),
            // What looks at memory.
            Op::AtomicRmw { op: RmwOp::Xchg, ptr, .. } => self.ask_words(&[one(ptr)]),
            Op::AtomicRmw { ptr, a, ty, .. } => {
                let bytes = self.image.program.shapes[ty as usize].bits().div_ceil(8);
                let operands = (0..bytes.div_ceil(8) as usize).map(|i| value(a, i));
                let words: Vec<Word> = operands.chain([one(ptr)]).collect();
                self.ask_words(&words).or_else(|| self.ask_memory(one(ptr), bytes))
            }
            Op::CmpXchg { ptr, expected, bytes, .. } => {
                let words: Vec<Word> = (0..bytes.div_ceil(8) as usize).map(|i| value(expected, i)).collect();
                self.ask_words(&[one(ptr)]).or_else(|| self.ask_exchange(one(ptr), &words, bytes.into()))
            }
            Op::Call { callee, args, .. } => {
                let passes = passes_on(&self.image.program, function, callee as usize);
                if passes { None } else { self.ask_arguments(&function.args[args.range()], value) }
            }
            Op::CallIndirect { callee, args, .. } => {
                let target = self.pointed(one(callee)).and_then(|id| self.image.program.function_of_object(id.0));
                match target {
                    Some(id) if passes_on(&self.image.program, function, id.0 as usize) => None,
                    Some(_) => self.ask_arguments(&function.args[args.range()], value),
                    None => self.ask_words(&[one(callee)]),
                }
            }
            Op::Trap { trap, args, .. } => self.ask_trap(trap, &function.args[args.range()], value),
            Op::Math { args, .. } => self.ask_arguments(&function.args[args.range()], value),
            op => self.ask_operands(op, value),
        }
    }

    /// The comparison that is all that such an operation asks of its operands, and their bits.
    fn order_in(&self, operation: BinOp, ty: u32) -> Option<(CmpOp, u8)> {
        let shape = self.image.program.shapes[ty as usize];
        let bits = u8::try_from(shape.bits()).ok().filter(|bits| shape.lanes == 1 && *bits <= 64);
        order_of(operation).zip(bits)
    }

    fn ask_words(&mut self, words: &[Word]) -> Option<Question> {
        if words.iter().all(|word| !is_named(word.shadow)) {
            return None;
        }
        self.memory.ask_value(words);
        self.memory.question.take()
    }

    /// What an access has for its address. No number is one, so the access is wrong whatever the value is, and of
    /// too many values the first stands for all.
    fn ask_address(&mut self, word: Word) -> Option<Question> {
        let question = self.ask_words(&[word])?;
        match question {
            Question::Value(root) if view(&self.memory.mixtures.full(word), 64).is_some() => {
                Some(Question::First(root))
            }
            _ => Some(question),
        }
    }

    /// Bytes of unknown numbers that would be cut in two where so many bits are taken out of some words.
    fn ask_torn(&mut self, word: &dyn Fn(usize) -> Word, at_bit: u32, bits: u32) -> Option<Question> {
        for edge in [at_bit, at_bit + bits].into_iter().filter(|edge| !edge.is_multiple_of(8)) {
            let torn = word(edge as usize / 64);
            let tag = self.memory.mixtures.get(torn).tags[edge as usize % 64 / 8];
            if tag.is_unknown() {
                let root = self.memory.root(tag.object);
                return Some(Question::Value(root));
            }
        }
        None
    }

    fn ask_outcome(&mut self, outcome: Outcome, words: &[Word]) -> Option<Question> {
        match outcome {
            Outcome::Known(_) => None,
            Outcome::Depends(root, set) => Some(Question::Within(root, set)),
            Outcome::Unclear => self.ask_words(words),
        }
    }

    fn ask_comparison(&mut self, op: CmpOp, a: Word, b: Word, bits: u8) -> Option<Question> {
        let outcome = self.memory.compare_outcome(op, a, b, bits.into());
        self.ask_outcome(outcome, &[a, b])
    }

    /// Whether it is the first case, then the second, and so on.
    fn ask_case(&mut self, word: Word, cases: &[(u64, ir::Pc)]) -> Option<Question> {
        for (case, _) in cases {
            let set = Ranges::between(*case, *case);
            let widths = [8, 16, 32, 64].into_iter();
            let bits = widths.filter(|bits| view(&self.memory.mixtures.full(word), *bits).is_some()).max();
            let outcome = bits.map_or(Outcome::Unclear, |bits| self.memory.is_among(word, bits, &set));
            if let Some(question) = self.ask_outcome(outcome, &[word]) {
                return Some(question);
            }
        }
        None
    }

    /// The bytes there, if there are unknown numbers among them.
    fn ask_memory(&mut self, pointer: Word, bytes: u32) -> Option<Question> {
        if let Some(question) = self.ask_words(&[pointer]) {
            return Some(question);
        }
        let access = self.memory.check(pointer, bytes, false).ok()?;
        let words = self.load_words(access);
        self.ask_words(&words)
    }

    fn ask_exchange(&mut self, pointer: Word, expected: &[Word], bytes: u32) -> Option<Question> {
        let access = self.memory.check(pointer, bytes, false).ok()?;
        let found = self.load_words(access);
        if bytes > 8 {
            let words: Vec<Word> = found.iter().chain(expected).copied().collect();
            return self.ask_words(&words);
        }
        match (found.first(), expected.first()) {
            (Some(a), Some(b)) if is_named(a.shadow) || is_named(b.shadow) => {
                let known = self.memory.mixtures.unknown(*a).or_else(|| self.memory.mixtures.unknown(*b)).is_none();
                if known { None } else { self.ask_comparison(CmpOp::Eq, *a, *b, (8 * bytes) as u8) }
            }
            _ => None,
        }
    }

    fn ask_arguments(&mut self, args: &[Arg], value: &dyn Fn(Src, usize) -> Word) -> Option<Question> {
        args.iter().find_map(|arg| {
            let words: SmallVec<[Word; 2]> = (0..arg.words as usize).map(|word| value(arg.src, word)).collect();
            self.ask_words(&words)
        })
    }

    /// A trap needs its arguments, and what it looks at in memory.
    fn ask_trap(&mut self, trap: Trap, args: &[Arg], value: &dyn Fn(Src, usize) -> Word) -> Option<Question> {
        use ir::contract::argument::{peek, wait, write};
        let passed = self.ask_arguments(args, value);
        if passed.is_some() {
            return passed;
        }
        let arg = |i: usize| value(args[i].src, 0);
        match trap {
            Trap::Wait => {
                let words = [arg(wait::WORD), arg(wait::ALARM)];
                words.into_iter().find_map(|pointer| self.ask_memory(pointer, 4))
            }
            Trap::Peek => self.ask_memory(arg(peek::WORD), 4),
            Trap::Write => {
                let size = arg(write::SIZE);
                let bytes = u32::try_from(size.bits).ok().filter(|_| size.shadow == Shadow::CLEAN)?;
                self.ask_memory(arg(write::BYTES), bytes)
            }
            _ => None,
        }
    }

    /// Any other op needs all that it reads.
    fn ask_operands(&mut self, op: Op, value: &dyn Fn(Src, usize) -> Word) -> Option<Question> {
        let words = words_max(op, &self.image.program);
        let mut read = SmallVec::<[Word; 8]>::new();
        let mut op = op;
        op.operands(&mut [], &mut |role, slot| {
            if role != ir::Role::Write {
                read.extend((0..words).map(|word| value(Src::slot(*slot), word)));
            }
        });
        self.ask_words(&read)
    }
}

/// May unknown numbers go into that function? The library's need to know them, but for those that only hand
/// them on or look at whether they are 0.
fn passes_on(program: &Program, from: &Function, callee: usize) -> bool {
    let callee = &program.functions[callee];
    let open = ["pthread_create", "thrd_create", "pthread_setspecific", "tss_set", "pthread_exit", "thrd_exit"];
    from.library
        || !callee.library
        || callee.name.starts_with("__VERIFIER_")
        || callee.name == "augur_assume"
        || open.contains(&&*callee.name)
}

/// How many words an operand of an op has at most.
fn words_max(op: Op, program: &Program) -> usize {
    let words = |ty: u32| program.shapes.get(ty as usize).map_or(1, |shape| shape.bits().div_ceil(64) as usize).max(1);
    match op {
        Op::ExtractLane { ty, .. }
        | Op::InsertLane { ty, .. }
        | Op::Shuffle { ty, .. }
        | Op::GenBin { ty, .. }
        | Op::GenUn { ty, .. }
        | Op::GenTern { ty, .. }
        | Op::GenCmp { ty, .. }
        | Op::GenSelect { ty, .. }
        | Op::Overflow { ty, .. }
        | Op::GenPair { ty, .. }
        | Op::Reduce { ty, .. }
        | Op::IsFpClass { ty, .. } => words(ty),
        Op::GenCast { from, .. } => words(from),
        Op::Extract { at_bit, bits, .. } | Op::Insert { at_bit, bits, .. } => (at_bit + bits).div_ceil(64) as usize,
        _ => 1,
    }
}

/// May what the thread does next depend on unknown numbers, as far as the thread alone tells?
pub(crate) fn may_depend(op: Op, function: &Function, value: impl Fn(Src, usize) -> Word, program: &Program) -> bool {
    if !program.unknowns {
        return false;
    }
    let special = |src: Src, words: usize| (0..words).any(|word| is_named(value(src, word).shadow));
    let passed = match op {
        Op::Call { args, .. } | Op::CallIndirect { args, .. } | Op::Trap { args, .. } | Op::Math { args, .. } => {
            function.args[args.range()].iter().any(|arg| special(arg.src, arg.words as usize))
        }
        _ => false,
    };
    let mut read = false;
    let (mut copy, words) = (op, words_max(op, program));
    if !matches!(op, Op::Call { .. } | Op::Trap { .. } | Op::Math { .. } | Op::CallIndirect { .. }) {
        copy.operands(&mut [], &mut |role, slot| {
            read |= role != ir::Role::Write && special(Src::slot(*slot), words);
        });
    }
    looks_at_numbers(op) || passed || read
}

/// Does the op look at numbers in memory, rather than only move them?
pub(crate) fn looks_at_numbers(op: Op) -> bool {
    match op {
        Op::AtomicRmw { .. } | Op::CmpXchg { .. } => true,
        Op::Load { bits, .. } => !bits.is_multiple_of(8),
        Op::Trap { trap, .. } => matches!(trap, Trap::Wait | Trap::Peek | Trap::Write),
        _ => false,
    }
}
