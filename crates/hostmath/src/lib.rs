//! The host's mathematical functions, by name.
//!
//! What a checked program computes with `sin` or `powl` must be, bit for bit, what its native build
//! computes, so the very same library is asked. The functions are pure: their value and error
//! number depend only on their operands (the rounding mode is never changed here). They are called
//! through a table in C (`table.c`), because Rust has no `long double`.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

/// No function has more words of operands or of results.
pub const WORDS_MAX: usize = 8;

#[repr(C)]
struct Entry {
    name: *const c_char,
    call: *const c_void,
    target: *const c_void,
    operands: [u8; 6],
    results: [u8; 4],
}

unsafe extern "C" {
    fn hostmath_prepare();
    fn hostmath_entry(index: c_uint) -> *const Entry;
    fn hostmath_call(entry: *const Entry, operands: *const u64, results: *mut u64) -> c_int;
}

/// One function of the host.
#[derive(Clone, Copy)]
pub struct Function {
    entry: &'static Entry,
}

// SAFETY: an entry is constant data of the program and its function has no state.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

impl Function {
    /// The function called `name`, as in C.
    pub fn named(name: &str) -> Option<Function> {
        functions().get(name).copied()
    }

    /// How many words each operand takes.
    pub fn operands(&self) -> &'static [u8] {
        until_zero(&self.entry.operands)
    }

    /// How many bytes each result has. Each starts at a word of its own.
    pub fn results(&self) -> &'static [u8] {
        until_zero(&self.entry.results)
    }

    /// Applies the function to the words of its operands, one after the other. Returns the words of
    /// its results and the error number it sets (0: none).
    pub fn call(&self, operands: &[u64; WORDS_MAX]) -> ([u64; WORDS_MAX], i32) {
        let mut results = [0; WORDS_MAX];
        // SAFETY: the entry comes from the table, and no function of it reads or writes more than
        // WORDS_MAX words; a test goes over all of them.
        let error = unsafe { hostmath_call(self.entry, operands.as_ptr(), results.as_mut_ptr()) };
        (results, error)
    }
}

fn until_zero(list: &'static [u8]) -> &'static [u8] {
    let len = list.iter().position(|n| *n == 0).unwrap_or(list.len());
    &list[..len]
}

/// All functions, by name.
fn functions() -> &'static HashMap<&'static str, Function> {
    static FUNCTIONS: OnceLock<HashMap<&'static str, Function>> = OnceLock::new();
    FUNCTIONS.get_or_init(read_table)
}

fn read_table() -> HashMap<&'static str, Function> {
    let mut table = HashMap::new();
    // SAFETY: the only caller of this function runs it once, and nothing was called yet.
    unsafe { hostmath_prepare() };
    for index in 0.. {
        // SAFETY: any index may be asked for; null says that there is no such entry.
        let Some(entry) = (unsafe { hostmath_entry(index).as_ref() }) else { break };
        // SAFETY: names are string literals of `table.c`.
        let name = unsafe { CStr::from_ptr(entry.name) };
        if let Ok(name) = name.to_str() {
            table.insert(name, Function { entry });
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(name: &str, operands: &[u64]) -> ([u64; WORDS_MAX], i32) {
        let mut words = [0; WORDS_MAX];
        words[..operands.len()].copy_from_slice(operands);
        Function::named(name).expect("a function").call(&words)
    }

    #[test]
    fn every_function_fits() {
        assert!(functions().len() > 200);
        for (name, function) in functions() {
            let results: usize = function.results().iter().map(|bytes| bytes.div_ceil(8) as usize).sum();
            let operands: usize = function.operands().iter().map(|words| *words as usize).sum();
            assert!(operands <= WORDS_MAX && results <= WORDS_MAX, "{name}");
            function.call(&[0; WORDS_MAX]);
        }
    }

    #[test]
    fn values_and_errors() {
        assert_eq!(f64::from_bits(apply("cos", &[0]).0[0]), 1.0);
        assert_eq!(f64::from_bits(apply("pow", &[2f64.to_bits(), 10f64.to_bits()]).0[0]), 1024.0);
        assert_eq!(f32::from_bits(apply("sqrtf", &[2.25f32.to_bits() as u64]).0[0] as u32), 1.5);
        assert_eq!(apply("log", &[(-1f64).to_bits()]).1, 33);
        assert_eq!(apply("exp", &[1000f64.to_bits()]).1, 34);
        let (results, _) = apply("frexp", &[8f64.to_bits()]);
        assert_eq!((f64::from_bits(results[0]), results[1]), (0.5, 4));
        // 4.0L and its root.
        let (results, _) = apply("sqrtl", &[1 << 63, 0x4001]);
        assert_eq!(results[..2], [1 << 63, 0x4000]);
    }
}
