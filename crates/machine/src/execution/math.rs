//! `Math` ops: functions that the host computes.

use ir::{Args, MaybeDst, Word};

use crate::execution::cpu::{Cpu, Next, Words};
use crate::execution::vm::Vm;
use crate::problem::Run;

/// Size of the error number.
const ERROR_BYTES: u32 = 4;

impl Vm<'_> {
    pub(crate) fn host_math(&mut self, cpu: &mut Cpu, dst: MaybeDst, function: u32, args: Args) -> Run<Next> {
        let image = self.image;
        let name = &image.program.host_functions[function as usize];
        let Some(host) = image.math[function as usize] else {
            return Err(self.unsupported(cpu, &format!("the mathematical function `{name}`")));
        };
        let Some(frame) = self.threads[cpu.thread.index()].top() else { return Ok(Next::Step) };
        let args = &image.program.function(frame.func).args[args.range()];
        let (operands, results) = (host.operands(), host.results());
        let fits = args.len() == operands.len() + results.len()
            && args.iter().zip(operands).all(|(arg, words)| arg.words == *words as u32);
        if !fits {
            return Err(self.unsupported(cpu, &format!("`{name}` with such arguments")));
        }
        for (i, arg) in args[operands.len()..].iter().enumerate() {
            let bytes = results.get(i + 1).map_or(ERROR_BYTES, |bytes| *bytes as u32);
            let pointer = self.value(cpu, arg.src);
            let access = self.access(cpu, pointer, bytes, true)?;
            if self.stops_before(cpu, access)? {
                return Ok(Next::Stop);
            }
        }
        let mut words = [0; hostmath::WORDS_MAX];
        let mut count = 0;
        let mut blame = None;
        for arg in &args[..operands.len()] {
            for word in self.words(cpu, arg.src, arg.words) {
                let word = self.memory.observe(word);
                if self.memory.mixtures.undef(word) != 0 {
                    blame = Some(self.memory.poison_of(word));
                }
                words[count] = word.bits;
                count += 1;
            }
        }
        // Of an undefined operand nothing comes out that is defined.
        let (values, error) = if blame.is_some() { ([0; hostmath::WORDS_MAX], 0) } else { host.call(&words) };
        let mut at = 0;
        for (i, bytes) in results.iter().enumerate() {
            let bytes = *bytes as u32;
            let value: Words = (0..bytes.div_ceil(8))
                .map(|word| match blame {
                    Some(loc) => self.memory.undefined((bytes * 8 - 64 * word).min(64), loc),
                    None => Word::int(values[at + word as usize]),
                })
                .collect();
            at += value.len();
            match i {
                0 => dst.slot().into_iter().for_each(|slot| self.put(cpu, slot, &value)),
                _ => self.put_through(cpu, args[operands.len() + i - 1].src, bytes, &value)?,
            }
        }
        if error != 0 {
            self.put_through(cpu, args[args.len() - 1].src, ERROR_BYTES, &[Word::int(error as u32 as u64)])?;
        }
        Ok(Next::Step)
    }

    /// Writes a result to where a pointer of the runtime says.
    fn put_through(&mut self, cpu: &mut Cpu, pointer: ir::Src, bytes: u32, words: &[Word]) -> Run<()> {
        let pointer = self.value(cpu, pointer);
        let access = self.access(cpu, pointer, bytes, true)?;
        self.store_words(cpu, access, words);
        Ok(())
    }
}
