//! Attributes of functions and calls.

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::{Type, Value, bytes_to_string};

/// An attribute that says something about a function, a call, or a part of one.
#[derive(Clone, Copy)]
pub(crate) struct Attribute(LLVMAttributeRef);

impl Attribute {
    /// Of `byval(T)` and its like.
    pub(crate) fn ty(self) -> Type {
        Type(llvm!(LLVMGetTypeAttributeValue(self.0)))
    }

    /// Of `align(N)` and its like.
    pub(crate) fn number(self) -> u64 {
        llvm!(LLVMGetEnumAttributeValue(self.0))
    }
}

impl Value {
    /// An attribute of a function: of its result (0) or a parameter (from 1).
    pub(crate) fn attribute(self, index: u32, attribute_kind: u32) -> Option<Attribute> {
        let attribute = llvm!(LLVMGetEnumAttributeAtIndex(self.0, index, attribute_kind));
        (!attribute.is_null()).then_some(Attribute(attribute))
    }

    /// Does a function have this attribute as a whole?
    pub(crate) fn has_attribute(self, attribute_kind: u32) -> bool {
        self.attribute(llvm_sys::LLVMAttributeFunctionIndex, attribute_kind).is_some()
    }

    /// Does it have the attribute of this name?
    pub(crate) fn says(self, name: &str) -> bool {
        self.has_attribute(llvm!(LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len())))
    }

    /// What such an attribute of a function says, if it is a text; else nothing.
    pub(crate) fn text_attribute(self, name: &str) -> String {
        let at = llvm_sys::LLVMAttributeFunctionIndex;
        let length = u32::try_from(name.len()).expect("names of attributes are short");
        let attribute = llvm!(LLVMGetStringAttributeAtIndex(self.0, at, name.as_ptr().cast(), length));
        if attribute.is_null() {
            return String::new();
        }
        let mut length = 0;
        let text = llvm!(LLVMGetStringAttributeValue(attribute, &mut length));
        bytes_to_string(text, length as usize)
    }

    /// The same for a call.
    pub(crate) fn call_attribute(self, index: u32, attribute_kind: u32) -> Option<Attribute> {
        let attribute = llvm!(LLVMGetCallSiteEnumAttribute(self.0, index, attribute_kind));
        (!attribute.is_null()).then_some(Attribute(attribute))
    }

    /// The type in a `byval(T)` attribute of argument `index` at this call.
    pub(crate) fn call_byval(self, index: u32, attribute_kind: u32) -> Option<Type> {
        self.call_attribute(index + 1, attribute_kind).map(Attribute::ty)
    }

    /// The alignment in bytes that a call gives to an argument; 1 if it gives none.
    pub(crate) fn call_align(self, index: u32, attribute_kind: u32) -> u64 {
        self.call_attribute(index + 1, attribute_kind).map_or(1, |align| align.number().max(1))
    }
}
