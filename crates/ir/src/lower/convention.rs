//! The calling convention of x86-64 Linux, as far as clang leaves it to LLVM: clang has split
//! structs into scalars already, or passes them in memory (`byval`, `sret`).

use crate::llvm::{Type, Value};
use crate::program::Scalar;
use crate::signature::{Carrier, Eightbyte, Extension, Passed, Signature};

use super::Lowering;
use super::types::Class;

const GENERAL_REGISTERS: u32 = 6;
const VECTOR_REGISTERS: u32 = 8;
/// Callers extend small integers to so many bits. The ABI asks it of nobody, but all compilers do.
const ARGUMENT_BITS: u32 = 32;
/// Of a result only a `_Bool` is extended, to a byte.
const RESULT_BITS: u32 = 8;
const STRUCT_DEPTH_MAX: u32 = 16;

/// Attributes of LLVM that say how something is passed.
pub(crate) struct Attributes {
    pub byval: u32,
    pub align: u32,
    signext: u32,
    zeroext: u32,
    /// Of a function: no exception leaves it.
    pub nounwind: u32,
}

impl Attributes {
    pub(crate) fn new(context: &crate::llvm::Context) -> Attributes {
        let kind = |name| context.attribute_kind(name);
        Attributes {
            byval: kind("byval"),
            align: kind("align"),
            signext: kind("signext"),
            zeroext: kind("zeroext"),
            nounwind: kind("nounwind"),
        }
    }
}

/// One value to be passed.
struct Item {
    ty: Type,
    extension: Extension,
    /// The struct that is passed in memory, and its alignment.
    byval: Option<(Type, u64)>,
}

/// A scalar within a value.
struct Leaf {
    at_bit: u32,
    bits: u32,
    class: LeafClass,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LeafClass {
    General,
    Vector,
    X87,
}

#[derive(Default)]
struct Taken {
    general: u32,
    vector: u32,
    stack: u32,
}

impl Taken {
    fn general(&mut self, words: u32) -> Carrier {
        if self.general + words <= GENERAL_REGISTERS {
            self.general += words;
            return Carrier::General(self.general - words);
        }
        Carrier::Stack(self.stack(words, if words > 1 { 2 } else { 1 }))
    }

    fn vector(&mut self, bits: u32) -> Carrier {
        let registers = bits.div_ceil(128);
        if self.vector + registers <= VECTOR_REGISTERS {
            self.vector += registers;
            return Carrier::Vector((self.vector - registers) * 2);
        }
        let words = bits.div_ceil(64);
        Carrier::Stack(self.stack(words, words.next_power_of_two()))
    }

    fn stack(&mut self, words: u32, align_words: u32) -> u32 {
        let start = self.stack.next_multiple_of(align_words.max(1));
        self.stack = start + words;
        start
    }
}

fn further(carrier: Carrier, words: u32) -> Carrier {
    match carrier {
        Carrier::General(n) => Carrier::General(n + words),
        Carrier::Vector(n) => Carrier::Vector(n + words),
        Carrier::X87(n) => Carrier::X87(n + words),
        Carrier::Stack(n) => Carrier::Stack(n + words),
    }
}

/// The eightbytes of one scalar that begins in this carrier.
fn eightbytes(
    leaf: &Leaf,
    carrier: Carrier,
    extension: Extension,
    extended_bits: u32,
) -> impl Iterator<Item = Eightbyte> {
    let (at_bit, bits) = (leaf.at_bit, leaf.bits);
    (0..bits.div_ceil(64)).map(move |word| Eightbyte {
        at_bit: at_bit + word * 64,
        bits: (bits - word * 64).min(64),
        carrier: further(carrier, word),
        extension,
        extended_bits,
    })
}

impl Lowering {
    /// The signature of a function as it is defined.
    pub(crate) fn signature_of_function(&mut self, function: Value) -> u32 {
        if let Some(known) = self.function_signatures.get(&function) {
            return *known;
        }
        let ty = function.value_type();
        let is_function = function.kind() == crate::llvm::Kind::Function;
        let attributes = &self.attributes;
        // LLVM must not be asked for the attributes of an ifunc.
        let attribute = |index, kind| if is_function { function.attribute(index, kind) } else { None };
        let extension = |index: u32| {
            let has = |kind| attribute(index, kind).is_some();
            match (has(attributes.signext), has(attributes.zeroext)) {
                (true, _) => Extension::Sign,
                (_, true) => Extension::Zero,
                _ => Extension::None,
            }
        };
        let item = |(i, ty): (usize, Type)| {
            let index = i as u32 + 1;
            let byval = attribute(index, attributes.byval);
            let align = attribute(index, attributes.align).map_or(1, |a| a.number());
            Item { ty, extension: extension(index), byval: byval.map(|b| (b.ty(), align)) }
        };
        let items: Vec<Item> = ty.param_types().into_iter().enumerate().map(item).collect();
        // Of our own functions callers may expect what they are used to from their compiler.
        let extended_bits = if self.link.is_library(function) { ARGUMENT_BITS } else { RESULT_BITS };
        let result = (extension(0), extended_bits);
        let id = self.add_signature(ty, &items, result, ty.param_types().len());
        self.function_signatures.insert(function, id);
        id
    }

    /// The signature of a call with its arguments.
    pub(crate) fn signature_of_call(&mut self, call: Value) -> u32 {
        let ty = call.called_type();
        let attributes = &self.attributes;
        let extension = |index: u32| match () {
            () if call.call_attribute(index, attributes.signext).is_some() => Extension::Sign,
            () if call.call_attribute(index, attributes.zeroext).is_some() => Extension::Zero,
            () => Extension::None,
        };
        let item = |(i, value): (usize, Value)| {
            let index = i as u32 + 1;
            let byval = call.call_attribute(index, attributes.byval);
            let align = call.call_attribute(index, attributes.align).map_or(1, |a| a.number());
            Item { ty: value.ty(), extension: extension(index), byval: byval.map(|b| (b.ty(), align)) }
        };
        let items: Vec<Item> = call.call_args().into_iter().enumerate().map(item).collect();
        let fixed = ty.param_types().len();
        let result = (extension(0), RESULT_BITS);
        let own = self.add_signature(ty, &items, result, fixed);
        // clang gives a call without prototype the types of its arguments, and three dots.
        if ty.is_variadic() && (fixed == 0 || fixed == items.len()) && self.signatures[own as usize].accepted.is_empty()
        {
            let types: Vec<Type> = items.iter().map(|i| i.ty).collect();
            let texts: Vec<String> = (0..=types.len())
                .map(|n| self.plain_text(&self.types.signature_of(ty.returns(), &types[..n]), &items[..n]))
                .collect();
            self.signatures[own as usize].accepted = texts.into_iter().map(|text| self.plain_number(text)).collect();
        }
        own
    }

    /// Is the type of the call that of the function?
    pub(crate) fn passes_alike(&mut self, call: Value, function: Value) -> bool {
        if call.called_type() == function.value_type() && !self.passes_structs(call, function) {
            return true;
        }
        let (ours, theirs) = (self.signature_of_call(call), self.signature_of_function(function));
        self.signatures[ours as usize].plain == self.signatures[theirs as usize].plain
    }

    /// Does the call or the function say that a struct is passed in memory?
    fn passes_structs(&self, call: Value, function: Value) -> bool {
        let byval = self.attributes.byval;
        let is_function = function.kind() == crate::llvm::Kind::Function;
        let params = 1..=function.value_type().param_types().len() as u32;
        let by_function = |index| is_function && function.attribute(index, byval).is_some();
        params.into_iter().any(|index| call.call_attribute(index, byval).is_some() || by_function(index))
    }

    /// The text of a type, and of what only attributes say: equal texts are passed alike.
    fn plain_text(&self, ty: &str, fixed: &[Item]) -> String {
        let mut text = ty.to_string();
        for (i, item) in fixed.iter().enumerate() {
            if let Some((ty, _)) = item.byval {
                text.push_str(&format!(" {i}:{}", self.types.signature(ty)));
            }
        }
        text
    }

    fn plain_number(&mut self, text: String) -> u32 {
        let next = self.plain_numbers.len() as u32;
        *self.plain_numbers.entry(text).or_insert(next)
    }

    fn add_signature(&mut self, ty: Type, items: &[Item], result: (Extension, u32), fixed: usize) -> u32 {
        let text = self.plain_text(&self.types.signature(ty), &items[..fixed.min(items.len())]);
        let plain = self.plain_number(text);
        let mut taken = Taken::default();
        let params: Result<Vec<Passed>, String> = items.iter().map(|item| self.passed(item, &mut taken)).collect();
        let back = self.returned(ty.returns(), result);
        let unknown = params.is_err() || back.is_err();
        let signature = Signature {
            text: self.c_signature(ty, items, fixed),
            plain,
            accepted: Vec::new(),
            params: params.unwrap_or_default(),
            result: back.unwrap_or_default(),
            result_words: self.types.words(ty.returns()).unwrap_or(0),
            unknown,
        };
        let next = self.signatures.len() as u32;
        let id = *self.signature_ids.entry(signature.clone()).or_insert(next);
        if id == next {
            self.signatures.push(signature);
        }
        id
    }

    fn passed(&self, item: &Item, taken: &mut Taken) -> Result<Passed, String> {
        if let Some((ty, align)) = item.byval {
            let bytes = self.types.bytes(ty)?;
            let align_words = (align / 8).clamp(1, 8) as u32;
            let stack = taken.stack(bytes.div_ceil(8) as u32, align_words);
            return Ok(Passed::Struct { stack, bytes });
        }
        let mut all = Vec::new();
        for leaf in self.leaves(item.ty)? {
            let carrier = match leaf.class {
                LeafClass::General => taken.general(leaf.bits.div_ceil(64)),
                LeafClass::Vector => taken.vector(leaf.bits),
                LeafClass::X87 => Carrier::Stack(taken.stack(2, 2)),
            };
            all.extend(eightbytes(&leaf, carrier, item.extension, ARGUMENT_BITS));
        }
        Ok(Passed::Eightbytes(all))
    }

    fn returned(&self, ty: Type, (extension, extended_bits): (Extension, u32)) -> Result<Vec<Eightbyte>, String> {
        let (mut general, mut vector, mut x87) = (0, 0, 0);
        let mut all = Vec::new();
        for leaf in self.leaves(ty)? {
            let (next, words, carrier): (&mut u32, u32, fn(u32) -> Carrier) = match leaf.class {
                LeafClass::General => (&mut general, leaf.bits.div_ceil(64), Carrier::General),
                LeafClass::Vector => (&mut vector, leaf.bits.div_ceil(128) * 2, Carrier::Vector),
                LeafClass::X87 => (&mut x87, 2, Carrier::X87),
            };
            all.extend(eightbytes(&leaf, carrier(*next), extension, extended_bits));
            *next += words;
        }
        Ok(all)
    }

    /// The scalars of a value, in order.
    fn leaves(&self, ty: Type) -> Result<Vec<Leaf>, String> {
        let mut leaves = Vec::new();
        self.collect_leaves(ty, 0, STRUCT_DEPTH_MAX, &mut leaves)?;
        Ok(leaves)
    }

    fn collect_leaves(&self, ty: Type, at_bit: u32, depth: u32, leaves: &mut Vec<Leaf>) -> Result<(), String> {
        let (bits, class) = match self.types.class(ty)? {
            Class::Void => return Ok(()),
            Class::Scalar(scalar @ (Scalar::Int(_) | Scalar::Pointer)) => (scalar.bits(), LeafClass::General),
            Class::Scalar(Scalar::X86Fp80) => (80, LeafClass::X87),
            Class::Scalar(scalar) => (scalar.bits(), LeafClass::Vector),
            Class::Vector(shape) => (shape.bits(), LeafClass::Vector),
            Class::Aggregate => {
                let parts = if self.types.is_array(ty) { ty.array_length() } else { u64::from(ty.struct_fields()) };
                if depth == 0 || u64::from(self.types.words(ty)?) * 8 < parts {
                    return Err(format!("type `{}`", ty.print()));
                }
                for index in 0..parts {
                    let (offset, part) = self.types.part(ty, index)?;
                    self.collect_leaves(part, at_bit + offset as u32 * 8, depth - 1, leaves)?;
                }
                return Ok(());
            }
        };
        leaves.push(Leaf { at_bit, bits, class });
        Ok(())
    }

    /// A function's type, about as in C.
    fn c_signature(&self, ty: Type, items: &[Item], fixed: usize) -> String {
        let name = |item: &Item| match item.byval {
            Some((ty, _)) => format!("struct of {} bytes", self.types.bytes(ty).unwrap_or(0)),
            None => self.c_type(item.ty),
        };
        let mut params: Vec<String> = items.iter().take(fixed).map(name).collect();
        if ty.is_variadic() {
            params.push("...".into());
        }
        if params.is_empty() {
            params.push("void".into());
        }
        format!("{} ({})", self.c_type(ty.returns()), params.join(", "))
    }

    fn c_type(&self, ty: Type) -> String {
        let scalar = |scalar: Scalar| match scalar {
            Scalar::Int(1) => "_Bool".into(),
            Scalar::Int(8) => "char".into(),
            Scalar::Int(16) => "short".into(),
            Scalar::Int(32) => "int".into(),
            Scalar::Int(64) => "long".into(),
            Scalar::Int(128) => "__int128".into(),
            Scalar::Int(bits) => format!("_BitInt({bits})"),
            Scalar::Pointer => "void *".into(),
            Scalar::Half => "_Float16".into(),
            Scalar::BFloat => "__bf16".into(),
            Scalar::Float => "float".into(),
            Scalar::Double => "double".into(),
            Scalar::X86Fp80 => "long double".into(),
            Scalar::Fp128 => "__float128".into(),
        };
        match self.types.class(ty) {
            Ok(Class::Void) => "void".into(),
            Ok(Class::Scalar(lane)) => scalar(lane),
            Ok(Class::Vector(shape)) => format!("vector of {} {}", shape.lanes, scalar(shape.lane)),
            Ok(Class::Aggregate) => format!("struct of {} bytes", self.types.bytes(ty).unwrap_or(0)),
            Err(_) => ty.print(),
        }
    }
}
