//! Calls of a function through a type that is not its own.
//!
//! Values travel in carriers, as the calling convention has it (`ir::signature`): what the function
//! looks for in a carrier that the call did not fill is undefined, what the call puts where the
//! function does not look is ignored. Nothing is wrong until somebody decides on such a value.

use ir::signature::{Carrier, Eightbyte, Extension, Passed, Signature};
use ir::{FuncId, Op, Word};

use crate::execution::arith::sign_extend;
use crate::execution::cpu::Words;
use crate::execution::memory::Memory;
use crate::execution::vm::Vm;
use crate::problem::{Kind, Run, Stop, ThreadId};
use crate::state::shadow::{self, mask};

/// A variable argument has at least so many bits.
const VARIABLE_BITS: u32 = 32;
/// A `_Bool` is passed as so many bits, which are 0 or 1.
const BOOL_BITS: u32 = 8;

/// An argument as the call has it.
pub(crate) struct Given {
    pub words: Words,
    /// Compilers put a constant into all of a register.
    pub constant: bool,
    pub align_words: u8,
}

/// What an adapted call passes: the words of each parameter, then those of the variable arguments.
pub(crate) struct Adapted {
    pub params: Vec<Words>,
    pub variable: Vec<Given>,
}

impl Vm<'_> {
    /// Are calls with this signature of a type that is not the function's?
    pub(crate) fn is_adapted(&self, callee: FuncId, signature: u32) -> bool {
        let program = &self.image.program;
        let own = program.function(callee).signature;
        own != signature && program.signatures[own as usize].plain != program.signatures[signature as usize].plain
    }

    /// May the call be made by the letter of the standard? One without prototype may.
    pub(crate) fn is_strict_call(&self, callee: FuncId, signature: u32) -> bool {
        let program = &self.image.program;
        let own = &program.signatures[program.function(callee).signature as usize];
        program.signatures[signature as usize].accepted.contains(&own.plain)
    }

    pub(crate) fn wrong_type(&self, thread: ThreadId, callee: FuncId, signature: u32) -> Box<Stop> {
        let message = format!("call with the wrong type: {}", self.tell_types(callee, signature));
        self.report(thread, Kind::BadCall, &message)
    }

    /// Both types, for people.
    fn tell_types(&self, callee: FuncId, signature: u32) -> String {
        let program = &self.image.program;
        let function = program.function(callee);
        let own = &program.signatures[function.signature as usize].text;
        let called = &program.signatures[signature as usize].text;
        let place = program.location(function.loc).map(|at| (&program.files[at.file as usize].name, at.line));
        let place = place.map_or(String::new(), |(file, line)| format!(", at {file}:{line}"));
        format!("`{}` is of type `{own}`{place}, and is called as `{called}`", function.display_name)
    }

    /// If the thread is in a function that was called through another type: which one, and how.
    pub(crate) fn adapted_call(&self, thread: ThreadId) -> Option<String> {
        let frames = &self.threads.get(thread.index())?.frames;
        let pairs = frames.iter().zip(frames.iter().skip(1));
        let adapted = pairs.rev().find_map(|(caller, callee)| {
            let op = self.image.program.function(caller.func).ops.get(caller.pc.index())?;
            match op {
                Op::CallIndirect { signature, .. } => Some((callee.func, *signature)),
                _ => None,
            }
            .filter(|(function, signature)| self.is_adapted(*function, *signature))
        });
        adapted.map(|(function, signature)| self.tell_types(function, signature))
    }

    /// What the function gets of what the call gives.
    pub(crate) fn adapt_arguments(
        &mut self,
        thread: ThreadId,
        callee: FuncId,
        signature: u32,
        given: Vec<Given>,
    ) -> Run<Adapted> {
        let program = &self.image.program;
        let function = program.function(callee);
        let (own, call) = (&program.signatures[function.signature as usize], &program.signatures[signature as usize]);
        if own.unknown || call.unknown {
            return Err(self.wrong_type(thread, callee, signature));
        }
        let mut taken = vec![false; given.len()];
        let mut params = Vec::new();
        for ((_, words), wanted) in function.params.iter().zip(&own.params) {
            params.push(match wanted {
                Passed::Eightbytes(eightbytes) => {
                    let mut value = Words::from_elem(Word::int(0), *words as usize);
                    for eightbyte in eightbytes {
                        let found = self.memory.carried(call, &given, eightbyte.carrier, &mut taken);
                        put(&mut self.memory, &mut value, eightbyte, found);
                    }
                    value
                }
                Passed::Struct { stack, bytes } => {
                    let same = call.params.iter().position(
                        |passed| matches!(passed, Passed::Struct { stack: s, bytes: b } if s == stack && b >= bytes),
                    );
                    let Some(i) = same.filter(|i| *i < given.len()) else {
                        return Err(self.wrong_type(thread, callee, signature));
                    };
                    taken[i] = true;
                    given[i].words.clone()
                }
            });
        }
        let mut variable = Vec::new();
        if function.va_block.is_some() {
            for ((mut given, passed), _) in given.into_iter().zip(&call.params).zip(taken).filter(|(_, taken)| !taken) {
                match passed {
                    Passed::Struct { .. } if given.words.len() == 1 => {
                        return Err(self.wrong_type(thread, callee, signature));
                    }
                    Passed::Struct { .. } => {}
                    Passed::Eightbytes(eightbytes) => widen(&mut self.memory, &mut given.words, eightbytes),
                }
                variable.push(given);
            }
        }
        Ok(Adapted { params, variable })
    }

    /// The result of a call as its caller sees it.
    pub(crate) fn adapt_result(&mut self, callee: FuncId, signature: u32, value: &[Word]) -> Words {
        let program = &self.image.program;
        let own = &program.signatures[program.function(callee).signature as usize];
        let wanted = &program.signatures[signature as usize];
        let mut result = Words::from_elem(Word::int(0), wanted.result_words as usize);
        for eightbyte in &wanted.result {
            let source = own.result.iter().find(|other| other.carrier == eightbyte.carrier);
            let found = source.filter(|_| !value.is_empty()).map(|source| {
                let word = shadow::extract(&mut self.memory.mixtures, value, source.at_bit, source.bits);
                (word, *source)
            });
            put(&mut self.memory, &mut result, eightbyte, found);
        }
        result
    }

    /// The words of a thread's first parameter, if it is started with `argument` in the first register.
    pub(crate) fn start_parameter(&mut self, function: FuncId, argument: Word) -> Option<(u32, Words)> {
        let program = &self.image.program;
        let function = program.function(function);
        let (slot, words) = *function.params.first()?;
        let mut value = Words::from_elem(Word::int(0), words as usize);
        let passed = Eightbyte {
            at_bit: 0,
            bits: 64,
            carrier: Carrier::General(0),
            extension: Extension::None,
            extended_bits: 0,
        };
        let Some(Passed::Eightbytes(eightbytes)) = program.signatures[function.signature as usize].params.first()
        else {
            return Some((slot, Words::from_elem(Word::UNDEF, words as usize)));
        };
        for eightbyte in eightbytes {
            let found = (eightbyte.carrier == passed.carrier).then_some((argument, passed));
            put(&mut self.memory, &mut value, eightbyte, found);
        }
        Some((slot, value))
    }
}

impl Memory<'_> {
    /// What a call has put in a carrier.
    fn carried(
        &mut self,
        call: &Signature,
        given: &[Given],
        carrier: Carrier,
        taken: &mut [bool],
    ) -> Option<(Word, Eightbyte)> {
        for (i, (passed, given)) in call.params.iter().zip(given).enumerate() {
            let Passed::Eightbytes(eightbytes) = passed else { continue };
            if let Some(eightbyte) = eightbytes.iter().find(|eightbyte| eightbyte.carrier == carrier) {
                taken[i] = true;
                let word = shadow::extract(&mut self.mixtures, &given.words, eightbyte.at_bit, eightbyte.bits);
                let fills = given.constant && eightbyte.bits == 32 && matches!(carrier, Carrier::General(_));
                return Some((word, Eightbyte { bits: if fills { 64 } else { eightbyte.bits }, ..*eightbyte }));
            }
        }
        None
    }

    /// What somebody who expects `to` finds in a carrier that was filled with `from`.
    fn found(&mut self, word: Word, from: &Eightbyte, to: &Eightbyte) -> Word {
        if from.bits == to.bits {
            return word;
        }
        // A small integer is taken to be extended already: what is not is anybody's guess.
        let expected = match to.bits {
            1 => BOOL_BITS,
            _ => to.extended_bits,
        };
        if to.bits < expected && to.extension != Extension::None {
            let whole = self.resized(word, from, expected);
            let low = shadow::extract(&mut self.mixtures, &[whole], 0, to.bits);
            let again = Eightbyte { extended_bits: expected, ..*to };
            let fits = self.mixtures.undef(whole) == 0 && self.resized(low, &again, expected) == whole;
            return if fits { low } else { self.undefined(to.bits, ir::LocId(0)) };
        }
        self.resized(word, from, to.bits)
    }

    /// `bits` bits of a carrier that was filled with a value of another width.
    fn resized(&mut self, word: Word, from: &Eightbyte, bits: u32) -> Word {
        if bits <= from.bits {
            return shadow::extract(&mut self.mixtures, &[word], 0, bits);
        }
        let general = matches!(from.carrier, Carrier::General(_) | Carrier::Stack(_));
        let extended = general && from.bits < from.extended_bits;
        let (value, known) = match from.extension {
            Extension::Zero if extended => (word, from.extended_bits),
            Extension::Sign if extended => {
                let clean = word.shadow == ir::Shadow::CLEAN;
                let extended = match clean {
                    true => Word::int(sign_extend(word.bits, from.bits) as u64 & mask(from.extended_bits)),
                    false => self.special_sign_extend(word, from.bits, from.extended_bits),
                };
                (extended, from.extended_bits)
            }
            _ => (word, from.bits),
        };
        let known = known.min(bits);
        let mut whole = [self.undefined(bits, ir::LocId(0))];
        shadow::insert(&mut self.mixtures, &mut whole, 0, known, value);
        whole[0]
    }
}

/// Puts what was found in an eightbyte's carrier where the eightbyte belongs; nothing found is undefined.
fn put(memory: &mut Memory<'_>, value: &mut [Word], eightbyte: &Eightbyte, found: Option<(Word, Eightbyte)>) {
    let word = match found {
        Some((word, from)) => memory.found(word, &from, eightbyte),
        None => memory.undefined(eightbyte.bits, ir::LocId(0)),
    };
    shadow::insert(&mut memory.mixtures, value, eightbyte.at_bit, eightbyte.bits, word);
}

/// An argument that its call took for a fixed one becomes a variable one, of whole words.
fn widen(memory: &mut Memory<'_>, words: &mut Words, eightbytes: &[Eightbyte]) {
    let [eightbyte] = eightbytes else { return };
    let wanted = match eightbyte.carrier {
        Carrier::Vector(_) => 64,
        _ => VARIABLE_BITS,
    };
    if eightbyte.bits < wanted && words.len() == 1 {
        words[0] = memory.resized(words[0], eightbyte, wanted);
    }
}
