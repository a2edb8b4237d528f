//! Source types: enough of each to print a value.
//!
//! Types refer to each other in cycles (`struct node { struct node *next; }`), and chains of them
//! can be long, so a type gets its number before its parts are looked at, and the parts wait in a
//! list instead of on the stack.

use std::collections::HashMap;

use gimli::constants as dw;
use llvm_sys::debuginfo::{LLVMDIFlagBitField, LLVMDIFlagStaticMember, LLVMDIFlagVirtual};

use super::metadata::{Kind, Node};
use crate::program::{DebugField, DebugType, DebugVariant, Tag, TypeId};

/// Where the operands of types stand (`DebugInfoMetadata.h` of LLVM 22).
const NAME: u32 = 2;
const BASE_TYPE: u32 = 5;
const ELEMENTS: u32 = 6;
const TEMPLATE: u32 = 8;
const EXTRA: u32 = 6;
const DISCRIMINATOR: u32 = 10;
/// Likewise of template parameters.
const PARAMETER_TYPE: u32 = 1;
const PARAMETER_VALUE: u32 = 2;

/// What the name of a pointer that is a `Box` of Rust's begins with.
const BOX: &str = "alloc::boxed::Box<";

pub(super) struct Types {
    ids: HashMap<Node, TypeId>,
    types: Vec<DebugType>,
    /// Types that have a number but no contents yet.
    waiting: Vec<(Node, TypeId)>,
}

impl Types {
    pub(super) fn new() -> Types {
        Types { ids: HashMap::new(), types: vec![DebugType::Unknown], waiting: Vec::new() }
    }

    /// The number of a type; everything it refers to is read, too.
    pub(super) fn read(&mut self, node: Option<Node>) -> TypeId {
        let id = self.number(node);
        while let Some((node, id)) = self.waiting.pop() {
            let ty = self.contents(node);
            self.types[id.0 as usize] = ty;
        }
        id
    }

    pub(super) fn finish(mut self) -> Vec<DebugType> {
        self.complete_declarations();
        self.types
    }

    fn number(&mut self, node: Option<Node>) -> TypeId {
        let Some(node) = node.filter(|node| node.is_type()) else {
            return TypeId(0);
        };
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.add(DebugType::Unknown);
        self.ids.insert(node, id);
        self.waiting.push((node, id));
        id
    }

    fn add(&mut self, ty: DebugType) -> TypeId {
        self.types.push(ty);
        TypeId(self.types.len() as u32 - 1)
    }

    fn contents(&mut self, node: Node) -> DebugType {
        match node.kind() {
            Kind::LLVMDIBasicTypeMetadataKind => self.basic(node),
            Kind::LLVMDIDerivedTypeMetadataKind => self.derived(node),
            Kind::LLVMDICompositeTypeMetadataKind => self.composite(node),
            Kind::LLVMDISubroutineTypeMetadataKind => DebugType::Function,
            Kind::LLVMDISubrangeTypeMetadataKind => self.alias(node),
            _ => DebugType::Unknown,
        }
    }

    fn basic(&mut self, node: Node) -> DebugType {
        let name = node.string_operand(NAME).unwrap_or_default();
        let bits = u32::try_from(node.type_bits().0).unwrap_or(0);
        let character = |signed| DebugType::Character { bits, signed };
        match node.encoding().filter(|_| bits != 0) {
            Some(dw::DW_ATE_boolean) => DebugType::Boolean { bits },
            Some(dw::DW_ATE_signed_char) => character(true),
            Some(dw::DW_ATE_unsigned_char | dw::DW_ATE_UTF | dw::DW_ATE_UCS | dw::DW_ATE_ASCII) => character(false),
            Some(dw::DW_ATE_signed) => DebugType::Integer { name, bits, signed: true },
            Some(dw::DW_ATE_unsigned | dw::DW_ATE_address) => DebugType::Integer { name, bits, signed: false },
            Some(dw::DW_ATE_float) => DebugType::Float { name, bits },
            Some(dw::DW_ATE_complex_float) => self.complex(name, bits),
            _ => DebugType::Unknown,
        }
    }

    fn complex(&mut self, name: String, bits: u32) -> DebugType {
        let part = match bits / 2 {
            32 => "float",
            64 => "double",
            _ => "long double",
        };
        let part = DebugType::Float { name: part.into(), bits: bits / 2 };
        let ty = self.add(part);
        let field = |name: &str, at_bit| DebugField { name: name.into(), ty, at_bit, bits: None };
        DebugType::Struct {
            name,
            bytes: u64::from(bits / 8),
            fields: vec![field("real", 0), field("imag", u64::from(bits / 2))],
            union: false,
            arguments: Vec::new(),
        }
    }

    fn alias(&mut self, node: Node) -> DebugType {
        DebugType::Alias {
            name: node.string_operand(NAME).unwrap_or_default(),
            of: self.number(node.operand(BASE_TYPE)),
        }
    }

    fn derived(&mut self, node: Node) -> DebugType {
        match node.type_tag() {
            Some(dw::DW_TAG_pointer_type | dw::DW_TAG_reference_type | dw::DW_TAG_rvalue_reference_type) => {
                let pointer = DebugType::Pointer { to: self.number(node.operand(BASE_TYPE)) };
                // Rust's own pointers to the heap are known by their names.
                match node.string_operand(NAME).filter(|name| name.starts_with(BOX)) {
                    Some(name) => DebugType::Alias { name, of: self.add(pointer) },
                    None => pointer,
                }
            }
            Some(dw::DW_TAG_ptr_to_member_type | dw::DW_TAG_friend) => DebugType::Unknown,
            _ => self.alias(node),
        }
    }

    fn composite(&mut self, node: Node) -> DebugType {
        match node.type_tag() {
            Some(dw::DW_TAG_array_type) => self.array(node),
            Some(dw::DW_TAG_enumeration_type) => enumeration(node),
            Some(dw::DW_TAG_structure_type | dw::DW_TAG_class_type) => match variant_part(node) {
                Some(part) => self.variants(node, part),
                None => self.structure(node, false),
            },
            Some(dw::DW_TAG_union_type) => self.structure(node, true),
            _ => DebugType::Unknown,
        }
    }

    /// `int a[2][3]` has two subranges and becomes an array of arrays.
    fn array(&mut self, node: Node) -> DebugType {
        let subranges = elements(node).into_iter();
        let mut counts: Vec<u64> = subranges.map(subrange_count).collect();
        let first = if counts.is_empty() { 0 } else { counts.remove(0) };
        let mut of = self.number(node.operand(BASE_TYPE));
        for count in counts.into_iter().rev() {
            of = self.add(DebugType::Array { of, count });
        }
        DebugType::Array { of, count: first }
    }

    fn structure(&mut self, node: Node, union: bool) -> DebugType {
        let members = elements(node).into_iter();
        DebugType::Struct {
            name: node.string_operand(NAME).unwrap_or_default(),
            bytes: node.type_bits().0 / 8,
            fields: members.filter_map(|m| self.member(m)).collect(),
            union,
            arguments: self.arguments(node.operand(TEMPLATE)),
        }
    }

    /// Rust's `enum`: a struct whose only element is a choice of members, and what decides between them.
    fn variants(&mut self, node: Node, part: Node) -> DebugType {
        let variant = |member: Node| {
            let tag = match (member.operand(EXTRA), member.integer_operand(EXTRA)) {
                (None, _) => Tag::Otherwise,
                (Some(_), Some(number)) => Tag::Is(number),
                (Some(_), None) => Tag::Unknown,
            };
            let DebugField { name, ty, .. } = self.member(member)?;
            Some(DebugVariant { name, ty, tag })
        };
        DebugType::Variants {
            name: node.string_operand(NAME).unwrap_or_default(),
            bytes: node.type_bits().0 / 8,
            variants: elements(part).into_iter().filter_map(variant).collect(),
            tag: part.operand(DISCRIMINATOR).and_then(|tag| self.member(tag)),
            arguments: self.arguments(node.operand(TEMPLATE)),
        }
    }

    /// What a list of template parameters stands for.
    fn arguments(&mut self, list: Option<Node>) -> Vec<TypeId> {
        let mut arguments = Vec::new();
        for parameter in list.iter().flat_map(|list| list.operands()).flatten() {
            match (parameter.kind(), parameter.operand(PARAMETER_VALUE)) {
                (Kind::LLVMDITemplateTypeParameterMetadataKind, _) => {
                    arguments.push(self.number(parameter.operand(PARAMETER_TYPE)));
                }
                // The value of a pack is a list of parameters; there are no packs within packs.
                (_, Some(pack)) if pack.is(Kind::LLVMMDTupleMetadataKind) => {
                    let types = pack.operands().map(|one| one.and_then(|one| one.operand(PARAMETER_TYPE)));
                    arguments.extend(types.map(|ty| self.number(ty)).collect::<Vec<_>>());
                }
                _ => arguments.push(TypeId(0)),
            }
        }
        arguments
    }

    /// Base classes become fields named `<Base>`.
    fn member(&mut self, node: Node) -> Option<DebugField> {
        if !node.is(Kind::LLVMDIDerivedTypeMetadataKind) {
            return None;
        }
        let base = node.operand(BASE_TYPE);
        let name = match node.type_tag()? {
            dw::DW_TAG_member if node.has_type_flag(LLVMDIFlagStaticMember) => return None,
            dw::DW_TAG_member => node.string_operand(NAME).unwrap_or_default(),
            // Where a virtual base lies is known only at run time.
            dw::DW_TAG_inheritance if node.has_type_flag(LLVMDIFlagVirtual) => return None,
            dw::DW_TAG_inheritance => {
                let name = base.and_then(|b| b.string_operand(NAME));
                format!("<{}>", name.unwrap_or_default())
            }
            _ => return None,
        };
        let (bits, at_bit) = node.type_bits();
        let bit_field = node.has_type_flag(LLVMDIFlagBitField);
        Some(DebugField {
            name,
            ty: self.number(base),
            at_bit,
            bits: bit_field.then(|| u32::try_from(bits).unwrap_or(0)),
        })
    }

    /// A struct that one file only declares gets the contents another file gives it. Rust has no such thing: there,
    /// what has no members is whole, and its name may be that of something else in another module.
    fn complete_declarations(&mut self) {
        if self.types.iter().any(DebugType::is_of_rust) {
            return;
        }
        let mut complete: HashMap<String, usize> = HashMap::new();
        for (at, ty) in self.types.iter().enumerate() {
            if let DebugType::Struct { name, .. } = ty
                && !name.is_empty()
                && !ty.is_only_declared()
            {
                complete.entry(name.clone()).or_insert(at);
            }
        }
        for at in 0..self.types.len() {
            if let DebugType::Struct { name, .. } = &self.types[at]
                && self.types[at].is_only_declared()
                && let Some(found) = complete.get(name)
            {
                self.types[at] = self.types[*found].clone();
            }
        }
    }
}

fn variant_part(node: Node) -> Option<Node> {
    elements(node).into_iter().find(|element| element.type_tag() == Some(dw::DW_TAG_variant_part))
}

fn elements(node: Node) -> Vec<Node> {
    let Some(list) = node.operand(ELEMENTS) else {
        return Vec::new();
    };
    list.operands().flatten().collect()
}

/// 0 if the number of elements is not a constant.
fn subrange_count(node: Node) -> u64 {
    const COUNT: u32 = 0;
    const LOWER: u32 = 1;
    const UPPER: u32 = 2;
    if !node.is(Kind::LLVMDISubrangeMetadataKind) {
        return 0;
    }
    let count = node.integer_operand(COUNT).or_else(|| {
        let lower = node.integer_operand(LOWER).unwrap_or(0);
        let upper = node.integer_operand(UPPER)?;
        upper.checked_sub(lower)?.checked_add(1)
    });
    u64::try_from(count.unwrap_or(0)).unwrap_or(0)
}

fn enumeration(node: Node) -> DebugType {
    let named_value = |node: Node| {
        let value = node.enumerator()?;
        Some((node.string_operand(0)?, value))
    };
    DebugType::Enum {
        name: node.string_operand(NAME).unwrap_or_default(),
        bits: u32::try_from(node.type_bits().0).unwrap_or(0),
        values: elements(node).into_iter().filter_map(named_value).collect(),
    }
}
