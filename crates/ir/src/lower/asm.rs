//! Inline assembly: the idioms of portable headers. Everything else is unsupported when reached.

use crate::llvm::Value;
use crate::op::{Access, Op};

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    pub fn inline_asm(&mut self, call: Value, asm: Value) -> Result<(), Trouble> {
        let (text, constraints) = asm.asm_text();
        let normal = text.to_ascii_lowercase();
        let words: Vec<&str> =
            normal.split(|c: char| c.is_whitespace() || c == ';').filter(|w| !w.is_empty()).collect();
        match words[..] {
            [] => return self.empty_asm(call, &constraints, &text),
            ["pause"] | ["nop"] | ["rep", "nop"] | ["yield"] => {}
            ["mfence"] | ["lfence"] | ["sfence"] => {
                let access = Access::ATOMIC;
                self.body.emit(Op::Fence { access });
            }
            _ => return Err(refuse(&text)),
        }
        match self.program.types.words(call.ty())? {
            0 => Ok(()),
            _ => Err(refuse(&text)),
        }
    }

    /// A barrier for the compiler. If it has a result, that is an operand passed through.
    fn empty_asm(&mut self, call: Value, constraints: &str, text: &str) -> Result<(), Trouble> {
        if self.program.types.words(call.ty())? == 0 {
            return Ok(());
        }
        let is_output = |c: &&str| c.starts_with('=') && !c.contains('*');
        let outputs = constraints.split(',').filter(is_output).count();
        let inputs: Vec<&str> = constraints.split(',').filter(|c| !c.starts_with("~{") && !is_output(c)).collect();
        let tied = inputs.iter().position(|c| *c == "0");
        let args = call.call_args();
        match tied.and_then(|i| args.get(i)) {
            Some(value) if outputs == 1 && value.ty() == call.ty() => {
                let src = self.operand(*value)?;
                self.define(call, src);
                Ok(())
            }
            _ => Err(refuse(text)),
        }
    }
}

fn refuse(text: &str) -> Trouble {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("inline assembly `{line}`").into()
}
