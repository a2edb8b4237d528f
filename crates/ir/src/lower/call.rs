//! Calls: of functions, of traps, and of the few names that mean something to the loader.

use crate::contract::{Trap, names};
use crate::link::Definition;
use crate::llvm::{Kind, Type, Value};
use crate::op::{Access, Arg, MaybeDst, Op, Src};
use crate::program::Scalar;

use super::constant::Trouble;
use super::function::FunctionLowering;
use super::jumps;
use super::types::Class;

/// Names that lowering replaces, beside those of the traps themselves.
const TRAP_ALIASES: [(&str, Trap); 2] =
    [("__VERIFIER_atomic_begin", Trap::InterruptMask), ("__VERIFIER_atomic_end", Trap::InterruptUnmask)];
/// A function `__augur_math_x` is the host's `x`.
const HOST_MATH: &str = "__augur_math_";
/// In this function of SV-COMP's rules `abort` gives the execution up, as an assumption does.
const ASSUME: &str = "assume_abort_if_not";

/// The trap that a function without definition is.
fn trap(name: &str) -> Option<Trap> {
    let own = Trap::ALL.iter().find(|t| t.name() == name).copied();
    let alias = || TRAP_ALIASES.iter().find(|a| a.0 == name).map(|a| a.1);
    own.or_else(alias)
}

/// What is unsupported about a call of a trap that was declared in another way than in our header.
pub(super) fn misfit(name: &str) -> String {
    format!("a call of `{name}` with other arguments than augur/traps.h declares")
}

/// Is a function of this name known without any definition?
pub(crate) fn is_builtin(name: &str) -> bool {
    trap(name).is_some()
        || name.starts_with(HOST_MATH)
        || jumps::is_jump(name)
        || [names::CALL_MAIN, names::CALL_CONSTRUCTORS, names::CALL_DESTRUCTORS].contains(&name)
}

/// What ends the program with its frames standing: on purpose, by a failed check, or for want of a handler.
const EXITS: [&str; 16] = [
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "err",
    "errx",
    "verr",
    "verrx",
    "abort",
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "__cxa_pure_virtual",
    "_ZSt9terminatev",
    "_ZSt21__glibcxx_assert_failPKciS0_S0_",
    "_ZNSt3__122__libcpp_verbose_abortEPKcz",
];

impl FunctionLowering<'_> {
    /// Does the program end with this call, which is not to return, and not just its thread? Of the program's
    /// own functions this is taken for granted, and of whatever is called through a pointer: where it is not
    /// so, a few registers are live for longer than need be.
    pub(super) fn ends_program(&mut self, call: Value) -> Result<bool, Trouble> {
        let called = call.called();
        if self.library || called.kind() == Kind::Asm {
            return Ok(false);
        }
        if called.kind() != Kind::Function || EXITS.contains(&called.name().as_str()) {
            return Ok(true);
        }
        let Definition::Found(own) = self.resolve(called)? else { return Ok(false) };
        Ok(!self.program.link.is_library(own))
    }

    pub(super) fn call(&mut self, call: Value) -> Result<(), Trouble> {
        let called = call.called();
        match called.kind() {
            Kind::Asm => self.inline_asm(call, called),
            Kind::Function if called.intrinsic_id() != 0 => self.intrinsic(call, called),
            Kind::Function | Kind::Alias => self.call_global(call, called),
            _ => {
                let callee = self.operand(called)?;
                self.call_through(call, callee)
            }
        }
    }

    fn call_global(&mut self, call: Value, called: Value) -> Result<(), Trouble> {
        let defined = matches!(self.resolve(called)?, Definition::Found(_));
        let name = called.name();
        if name == "abort" && !self.library && self.function.name() == ASSUME {
            return self.builtin(call, Trap::Prune.name());
        }
        if self.unknown_number(call, called)? || self.symbol_by_name(call, called)? {
            return Ok(());
        }
        if !defined && is_builtin(&name) && !self.program.link.is_outside(&name) {
            return self.builtin(call, &name);
        }
        let weak = called.linkage() == crate::llvm::Linkage::ExternWeak;
        if !defined && (!weak || self.program.link.is_outside(&name)) {
            return Err(self.program.link.missing("function", &name).into());
        }
        match self.program.function_behind(called)? {
            Some(target) if self.fits(call, target) => self.call_direct(call, target),
            _ => {
                let callee = self.operand(called)?;
                self.call_through(call, callee)
            }
        }
    }

    /// Does the call pass what the function takes? Equal types do; and so does a call through a
    /// declaration without prototype whose first arguments are right.
    fn fits(&mut self, call: Value, target: Value) -> bool {
        let (theirs, ours) = (target.value_type(), call.called_type());
        if self.program.passes_alike(call, target) {
            return true;
        }
        let args: Vec<Type> = call.call_args().iter().map(|a| a.ty()).collect();
        let returns_fit = theirs.returns() == ours.returns() || !call.has_uses();
        let wanted = theirs.param_types();
        ours.is_variadic() && !theirs.is_variadic() && args.starts_with(&wanted) && returns_fit
    }

    /// A call that the program does not make itself, of a function of the library.
    pub(super) fn call_library(&mut self, function: &str, dst: MaybeDst, args: &[Src]) -> Result<(), Trouble> {
        let Some(found) = self.program.link.find(function)? else {
            return Err(format!("external function `{function}`").into());
        };
        let callee = self.program.function_id(found);
        let args: Vec<Arg> = args.iter().map(|src| Arg { src: *src, words: 1, align_words: 1 }).collect();
        let args = self.body.add_args(&args);
        self.body.emit(Op::Call { dst, callee, args });
        Ok(())
    }

    fn call_direct(&mut self, call: Value, target: Value) -> Result<(), Trouble> {
        let fixed = target.value_type().param_types().len();
        let (args, copies) = self.arguments(call, fixed)?;
        let args = self.body.add_args(&args);
        let callee = self.program.function_id(target);
        let dst = self.call_result(call)?;
        self.body.emit(Op::Call { dst, callee, args });
        self.end_copies(&copies);
        Ok(())
    }

    fn call_through(&mut self, call: Value, callee: Src) -> Result<(), Trouble> {
        let ty = call.called_type();
        let (args, copies) = self.arguments(call, ty.param_types().len())?;
        let args = self.body.add_args(&args);
        let signature = self.program.signature_of_call(call);
        let dst = self.call_result(call)?;
        self.body.emit(Op::CallIndirect { dst, callee, signature, args });
        self.end_copies(&copies);
        Ok(())
    }

    /// The register for a call's result; none if nobody wants it.
    pub(super) fn call_result(&mut self, call: Value) -> Result<MaybeDst, Trouble> {
        let words = self.program.types.words(call.ty())?;
        if words == 0 {
            let nothing = self.undefined(0);
            self.define(call, nothing);
        }
        if words == 0 || !call.has_uses() {
            return Ok(MaybeDst::NONE);
        }
        let register = self.body.register(words);
        self.define(call, Src::slot(register));
        Ok(MaybeDst(register))
    }

    /// The arguments of a call, and the copies of structs that live as long as the call.
    fn arguments(&mut self, call: Value, fixed: usize) -> Result<(Vec<Arg>, Vec<Src>), Trouble> {
        let mut args = Vec::new();
        let mut copies = Vec::new();
        for (i, value) in call.call_args().into_iter().enumerate() {
            let byval = call.call_byval(i as u32, self.program.attributes.byval);
            let src = self.operand(value)?;
            args.push(match byval {
                None => self.argument(src, value.ty())?,
                Some(ty) if i < fixed => {
                    let copy = self.copy_of(src, ty)?;
                    copies.push(copy);
                    self.argument(copy, value.ty())?
                }
                Some(ty) => {
                    let value = self.load_from(src, ty, Access::PLAIN)?;
                    let mut arg = self.argument(value, ty)?;
                    // The attribute knows what `_Alignas` did; the type may not.
                    let align = call.call_align(i as u32, self.program.attributes.align);
                    arg.align_words = arg.align_words.max(align_words(align));
                    arg
                }
            });
        }
        Ok((args, copies))
    }

    fn argument(&mut self, src: Src, ty: Type) -> Result<Arg, Trouble> {
        let words = self.program.types.words(ty)?;
        let align = match self.program.types.class(ty)? {
            Class::Scalar(Scalar::X86Fp80 | Scalar::Fp128) => 16,
            Class::Scalar(Scalar::Int(bits)) if bits > 64 => 16,
            Class::Vector(shape) => u64::from(shape.bits().next_power_of_two() / 8),
            _ => u64::from(self.program.types.align(ty)?),
        };
        Ok(Arg { src, words, align_words: align_words(align) })
    }

    /// A copy in memory of the struct that `from` points to (`byval`).
    fn copy_of(&mut self, from: Src, ty: Type) -> Result<Src, Trouble> {
        let bytes = self.program.types.bytes(ty)?;
        let align = self.program.types.align(ty)?.max(8);
        let len = self.int(bytes);
        self.add_to_frame(bytes);
        let to = self.body.emit_to(1, |dst| Op::Alloca { dst, size: len, align, dynamic: false });
        let overlap = false;
        self.body.emit(Op::MemCopy { to, from, len, overlap });
        Ok(to)
    }

    fn end_copies(&mut self, copies: &[Src]) {
        for copy in copies {
            self.body.emit(Op::LifetimeEnd { a: *copy });
        }
    }

    // ---- names that the loader knows ----

    fn builtin(&mut self, call: Value, name: &str) -> Result<(), Trouble> {
        match name {
            names::CALL_MAIN => self.call_main(call),
            names::CALL_CONSTRUCTORS => self.call_hooks(call, true),
            names::CALL_DESTRUCTORS => self.call_hooks(call, false),
            _ if name.starts_with(HOST_MATH) => self.host_math(call, &name[HOST_MATH.len()..]),
            _ if jumps::is_jump(name) => self.jump(call, name),
            _ => {
                let trap = trap(name).ok_or_else(|| self.program.link.missing("function", name))?;
                let (args, _) = self.arguments(call, usize::MAX)?;
                if args.len() != trap.arguments() || args.iter().any(|a| a.words != 1) {
                    return Err(misfit(name).into());
                }
                let args = self.body.add_args(&args);
                let dst = self.call_result(call)?;
                self.body.emit(Op::Trap { trap, dst, args });
                Ok(())
            }
        }
    }

    fn host_math(&mut self, call: Value, name: &str) -> Result<(), Trouble> {
        let (args, _) = self.arguments(call, usize::MAX)?;
        let args = self.body.add_args(&args);
        let known = self.program.host_functions.iter().position(|f| f == name);
        let function = known.unwrap_or(self.program.host_functions.len()) as u32;
        if known.is_none() {
            self.program.host_functions.push(name.to_string());
        }
        let dst = self.call_result(call)?;
        self.body.emit(Op::Math { dst, function, args });
        Ok(())
    }

    /// `main` with as many arguments as it takes.
    fn call_main(&mut self, call: Value) -> Result<(), Trouble> {
        let main = self.program.link.find("main")?;
        let main = match main {
            Some(main) => self.program.function_behind(main)?,
            None => None,
        };
        let main = main.ok_or("a `main` that is no function".to_string())?;
        let ty = main.value_type();
        let types = ty.param_types();
        let given = call.call_args();
        let usual = types.len() <= given.len() && given.iter().zip(&types).all(|(value, wanted)| value.ty() == *wanted);
        let is_void = self.program.types.words(ty.returns())? == 0;
        if !usual || !is_void && ty.returns() != call.ty() {
            let callee = self.operand(main)?;
            return self.call_through(call, callee);
        }
        let mut args = Vec::new();
        for (value, wanted) in given.iter().zip(&types) {
            let src = self.operand(*value)?;
            args.push(self.argument(src, *wanted)?);
        }
        let args = self.body.add_args(&args);
        let callee = self.program.function_id(main);
        if ty.returns() == call.ty() {
            let dst = self.call_result(call)?;
            self.body.emit(Op::Call { dst, callee, args });
            return Ok(());
        }
        // `void main()`: what it returns is 0.
        let dst = MaybeDst::NONE;
        self.body.emit(Op::Call { dst, callee, args });
        let zero = self.int(0);
        self.define(call, zero);
        Ok(())
    }

    /// Constructors are handed what main is, as far as they take it.
    fn call_hooks(&mut self, call: Value, constructors: bool) -> Result<(), Trouble> {
        if let Some(running) = self.program.link.outside.running.as_ref().filter(|_| constructors) {
            return Err(running.clone().into());
        }
        let opened = self.program.link.opened_image(self.function);
        for function in self.program.hooks(constructors, opened)? {
            let mut args = Vec::new();
            for (value, wanted) in call.call_args().iter().zip(&function.value_type().param_types()) {
                if value.ty() != *wanted {
                    break;
                }
                let src = self.operand(*value)?;
                args.push(self.argument(src, *wanted)?);
            }
            let args = self.body.add_args(&args);
            let callee = self.program.function_id(function);
            let dst = MaybeDst::NONE;
            self.body.emit(Op::Call { dst, callee, args });
        }
        Ok(())
    }
}

/// Words between which an argument begins among the variable ones.
fn align_words(align_bytes: u64) -> u8 {
    (align_bytes / 8).clamp(1, 128) as u8
}
