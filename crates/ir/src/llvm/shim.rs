//! The functions of `shim/shim.cpp`, which LLVM's C interface lacks.

use std::ffi::c_char;

use llvm_sys::prelude::*;

use super::bytes_to_string;

macro_rules! shim {
    ($($symbol:literal fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        unsafe extern "C" {
            $(#[link_name = $symbol] pub(crate) fn $name($($argument: $type),*) $(-> $result)?;)*
        }
    };
}

shim! {
    "augur_operands" fn operands(metadata: LLVMMetadataRef) -> u32;
    "augur_operand" fn operand(metadata: LLVMMetadataRef, index: u32) -> LLVMMetadataRef;
    "augur_string" fn string(metadata: LLVMMetadataRef, length: *mut usize) -> *const c_char;
    "augur_integer" fn integer(metadata: LLVMMetadataRef, value: *mut i64) -> bool;
    "augur_enumerator" fn enumerator(metadata: LLVMMetadataRef, value: *mut i64) -> bool;
    "augur_encoding" fn encoding(metadata: LLVMMetadataRef) -> u32;
    "augur_is_parameter" fn is_parameter(metadata: LLVMMetadataRef) -> bool;
    "augur_is_optimised" fn is_optimised(metadata: LLVMMetadataRef) -> bool;
    "augur_expression" fn expression(metadata: LLVMMetadataRef, count: *mut usize) -> *const u64;
    "augur_global_debug" fn global_debug(variable: LLVMValueRef) -> LLVMMetadataRef;
    "augur_assigns" fn assigns(instruction: LLVMValueRef) -> bool;
    "augur_file" fn file(instruction: LLVMValueRef, length: *mut usize) -> *const c_char;
    "augur_constant_words" fn constant_words(value: LLVMValueRef, bits: u32, words: *mut u64) -> bool;
    "augur_on_exhaustion" fn on_exhaustion(call: extern "C" fn());
    "augur_silence_readers" fn silence_readers() -> bool;
    "augur_verify" fn is_well_formed(module: LLVMModuleRef, line: *mut c_char, length: *mut usize) -> bool;
    "augur_read_body" fn read_body(function: LLVMValueRef);
}

/// Complaints are cut off here.
const LINE_BYTES_MAX: usize = 1000;

/// The first line of LLVM's complaint about a module, if it is malformed.
pub(super) fn complaint(module: LLVMModuleRef) -> Option<String> {
    let mut line = [0; LINE_BYTES_MAX];
    let mut length = line.len();
    // SAFETY: the module is alive, and the line has room for so many bytes.
    let is_well_formed = unsafe { is_well_formed(module, line.as_mut_ptr(), &mut length) };
    (!is_well_formed).then(|| bytes_to_string(line.as_ptr(), length.min(line.len())))
}
