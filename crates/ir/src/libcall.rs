//! Functions of the C library that machine code calls although the bitcode does not: clang makes intrinsics of them,
//! and only the compiler's back end decides which of those become calls again.
//!
//! Nobody notices, unless the program has such a function of its own, or the linker puts another in its place. Then
//! what is a call at any level of optimisation is made one ([`expose`]); what is never one stays; and where it
//! depends (sizes in between), a declaration with the prefix [`PERHAPS`] is called: `load` has it mean the
//! program's function where that does nothing but its work on what it is given, and everything else is
//! `unsupported` when it is reached. The limits are those of clang 22 for x86-64, from `-O0` to `-Oz`, with vectors
//! of any width.

use crate::llvm::{Kind, Linkage, Module, Type, Value, opcode};

/// How the name begins of a function that may be called or not.
pub(crate) const PERHAPS: &str = "augur.perhaps.";

/// Up to so many bytes are always copied in place, and beyond the second limit never, unless for size.
const COPY_BYTES: (u64, u64) = (32, 512);
const MOVE_BYTES: (u64, u64) = (16, 512);
const FILL_BYTES: (u64, u64) = (0, 1024);

/// With SSE4.1 these are instructions.
const ROUNDING: [&str; 7] = ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"];

/// These are calls always.
const CALLED: [&str; 18] = [
    "exp", "exp2", "exp10", "log", "log2", "log10", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "lround",
    "llround", "pow", "atan2", "fmod",
];

/// These may be one call of another function, have other parameters, or be instructions of some processors.
const UNCLEAR: [&str; 7] = ["sin", "cos", "sincos", "modf", "frexp", "ldexp", "fma"];

/// The names behind those of mathematics.
const SUFFIXES: [&str; 4] = ["", "f", "l", "f128"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Made {
    InPlace,
    Call,
    Perhaps,
}

/// An instruction that may be a call of a function.
struct Libcall {
    instruction: Value,
    /// What machine code calls.
    name: String,
    made: Made,
    arguments: Vec<Value>,
}

/// Has a back end this among the functions that it calls by itself?
pub(crate) fn is_known(name: &str) -> bool {
    let math = || ROUNDING.iter().chain(&CALLED).chain(&UNCLEAR);
    ["memcpy", "memmove", "memset"].contains(&name)
        || math().any(|base| name.strip_prefix(base).is_some_and(|suffix| SUFFIXES.contains(&suffix)))
}

/// Makes calls of what is called in the end, where `meaning` has a function for the name: its own.
pub(crate) fn expose(module: Module, meaning: impl Fn(&str) -> Option<String>) {
    let names = ["fmod", "fmodf", "fmodl"];
    let remainders = names.iter().any(|name| meaning(name).is_some());
    for libcall in libcalls(module, remainders) {
        let Some(name) = meaning(&libcall.name).filter(|_| libcall.made != Made::InPlace) else { continue };
        let name = if libcall.made == Made::Call { name } else { format!("{PERHAPS}{name}") };
        libcall.call(module, &name);
    }
}

/// The functions that machine code certainly calls.
pub(crate) fn called(module: Module) -> Vec<String> {
    let certain = libcalls(module, false).into_iter().filter(|libcall| libcall.made == Made::Call);
    certain.map(|libcall| libcall.name).collect()
}

/// Does a module have this function for itself? Machine code cannot tell whether others see it.
pub(crate) fn defines(module: Module, name: &str) -> bool {
    let own = module.global(name).filter(|own| own.linkage() != Linkage::AvailableExternally);
    own.is_some_and(|own| own.kind() != Kind::Function || !own.is_declaration())
}

/// The functions that may be called or not, each with the name of the one that it is about.
pub(crate) fn undecided(module: Module) -> Vec<(Value, String)> {
    let named = |function: Value| Some((function, function.name().strip_prefix(PERHAPS)?.to_owned()));
    module.functions().filter_map(named).collect()
}

fn libcalls(module: Module, remainders: bool) -> Vec<Libcall> {
    let mut found = Vec::new();
    for function in module.functions().filter(|function| function.intrinsic_id() != 0) {
        let name = function.intrinsic_name();
        let short = name.strip_prefix("llvm.").unwrap_or(&name);
        let short = short.strip_prefix("experimental.constrained.").unwrap_or(short);
        let is_call = |user: &Value| user.opcode_if_instruction() == Some(opcode::CALL) && user.called() == function;
        found.extend(function.users().filter(is_call).filter_map(|call| libcall(call, short, call.call_args())));
    }
    if remainders {
        let blocks = module.functions().flat_map(Value::blocks);
        let is_remainder = |instruction: &Value| instruction.opcode() == opcode::FREM;
        let all = blocks.flat_map(|block| block.instructions().filter(is_remainder).collect::<Vec<_>>());
        found.extend(all.filter_map(|i| libcall(i, "fmod", vec![i.operand(0), i.operand(1)])));
    }
    found
}

fn libcall(instruction: Value, base: &str, mut arguments: Vec<Value>) -> Option<Libcall> {
    let of_memory = match base {
        "memcpy" => Some(COPY_BYTES),
        "memmove" => Some(MOVE_BYTES),
        "memset" => Some(FILL_BYTES),
        _ => None,
    };
    if let Some(limits) = of_memory {
        let made = made_of(instruction, *arguments.get(2)?, limits);
        arguments.truncate(3);
        return Some(Libcall { instruction, name: base.to_owned(), made, arguments });
    }
    let made = match base {
        "frem" => return libcall(instruction, "fmod", arguments),
        _ if ROUNDING.contains(&base) && has_feature(instruction, "+sse4.1") => Made::InPlace,
        _ if ROUNDING.contains(&base) || CALLED.contains(&base) => Made::Call,
        _ if UNCLEAR.contains(&base) => Made::Perhaps,
        _ => return None,
    };
    // Constrained ones are told how to round besides.
    arguments.truncate(match base {
        "fma" => 3,
        "pow" | "atan2" | "fmod" | "ldexp" => 2,
        _ => 1,
    });
    let (suffix, made) = match arguments.first()?.ty().print().as_str() {
        "double" => ("", made),
        "float" => ("f", made),
        // There are no instructions for these.
        "x86_fp80" => ("l", if made == Made::InPlace { Made::Call } else { made }),
        "fp128" => ("f128", if made == Made::InPlace { Made::Call } else { made }),
        // Vectors are taken apart, or not.
        text if text.contains("float") => ("f", Made::Perhaps),
        _ => ("", Made::Perhaps),
    };
    Some(Libcall { instruction, name: format!("{base}{suffix}"), made, arguments })
}

fn made_of(instruction: Value, length: Value, (in_place, most): (u64, u64)) -> Made {
    if length.ty().int_bits() != 64 {
        return Made::Perhaps;
    }
    let for_size = || instruction.block().function().says("minsize");
    match length.as_int() {
        None if length.is_constant() => Made::Perhaps,
        None => Made::Call,
        Some(bytes) if bytes <= in_place => Made::InPlace,
        Some(bytes) if bytes > most && !for_size() => Made::Call,
        Some(_) => Made::Perhaps,
    }
}

fn has_feature(instruction: Value, feature: &str) -> bool {
    instruction.block().function().text_attribute("target-features").split(',').any(|has| has == feature)
}

impl Libcall {
    /// Puts the call of this function in the place of the instruction.
    fn call(mut self, module: Module, name: &str) {
        let is_of_memory = self.name.starts_with("mem");
        let mut result = self.instruction.ty();
        if is_of_memory {
            result = self.arguments[0].ty();
        }
        if self.name == "memset" {
            self.arguments[1] = self.instruction.widened_before(self.arguments[1], 32);
        }
        let parameters: Vec<Type> = self.arguments.iter().map(|argument| argument.ty()).collect();
        let ty = Type::function(result, &parameters);
        let function = module.global(name).unwrap_or_else(|| module.declare_named(name, ty));
        let call = self.instruction.call_before(function, ty, &self.arguments);
        match is_of_memory {
            true => self.instruction.erase(),
            false => self.instruction.replace_with(call),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_called_by_themselves() {
        for name in ["memcpy", "floor", "floorl", "llroundf", "sin", "fmod", "fmodf128"] {
            assert!(is_known(name), "{name}");
        }
        for name in ["memcmp", "flooring", "printf", "f", "floorll", "sqrt", ""] {
            assert!(!is_known(name), "{name}");
        }
    }
}
