//! The names of symbols as the source has them.

use crate::short::short_name;

/// The name of a function or variable in the source: a C++ name is demangled, without parameters.
pub fn source_name(symbol: &str) -> String {
    if let Some(name) = rust_name(symbol) {
        return name;
    }
    let options = cpp_demangle::DemangleOptions::new().no_params();
    let mangled = cpp_demangle::Symbol::new(symbol.as_bytes()).ok().filter(|_| symbol.starts_with("_Z"));
    let name = mangled.and_then(|name| name.demangle_with_options(&options).ok());
    name.map_or_else(|| symbol.into(), |name| plain(&name))
}

/// The name of something in Rust: in its own mangling, or in the one like that of C++, where a hash comes last.
fn rust_name(symbol: &str) -> Option<String> {
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    let (full, short) = (format!("{name}"), format!("{name:#}"));
    (symbol.starts_with("_R") || full != short).then_some(short)
}

/// Is it of Rust's own libraries, or of what runs its tests?
pub fn is_rust_library(symbol: &str) -> bool {
    const CRATES: [&str; 5] = ["std::", "core::", "alloc::", "test::", "__rustc::"];
    let is_theirs = |path: &str| CRATES.iter().any(|own| path.starts_with(own));
    let is_meant = |name: String| {
        let path = name.trim_start_matches('<');
        // For any type, or one of no crate: where the trait is.
        let general = path.split_once(" as ").filter(|(of, _)| !of.contains("::")).map(|(_, of_trait)| of_trait);
        is_theirs(general.unwrap_or(path))
    };
    symbol == "__rust_try" || rust_name(symbol).is_some_and(is_meant)
}

/// Is it of what starts, ends and parks threads, panics, passes messages or runs tests in Rust's own libraries?
/// What that allocates is its own.
pub fn is_rust_machinery(symbol: &str) -> bool {
    const MODULES: [&str; 7] = [
        "std::thread::",
        "std::panicking::",
        "core::panicking::",
        "panic_unwind::",
        "std::sys::",
        "std::sync::mpmc::",
        "test::",
    ];
    let is_there = |name: String| MODULES.iter().any(|own| name.trim_start_matches('<').starts_with(own));
    rust_name(symbol).is_some_and(is_there)
}

/// A demangled name without tags such as `[abi:cxx11]`, which only linkers need to know, and otherwise as its
/// author would write it.
fn plain(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("[abi:") {
        text.push_str(before);
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    short_name(&text)
}

/// What a symbol of C++, or the name of a type in its `type_info`, stands for.
pub fn demangled(name: &str) -> Option<String> {
    const OF_TYPE: &str = "typeinfo name for ";
    let is_symbol = name.starts_with("_Z");
    let symbol = if is_symbol { name.to_string() } else { format!("_ZTS{}", name.trim_start_matches('*')) };
    let parsed = cpp_demangle::Symbol::new(symbol.as_bytes()).ok()?;
    let text = parsed.demangle().ok()?;
    match is_symbol {
        true => Some(text),
        false => text.strip_prefix(OF_TYPE).map(str::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names() {
        assert_eq!(source_name("_ZN1n1xE"), "n::x");
        assert_eq!(source_name("_ZN1n1fEi"), "n::f");
        assert_eq!(source_name("counter"), "counter");
        assert_eq!(source_name("_Z5namesB5cxx11"), "names");
        assert_eq!(source_name("_ZNSt3__15mutex4lockEv"), "std::mutex::lock");
        assert_eq!(source_name("_Znonsense"), "_Znonsense");
        assert_eq!(source_name("_RNvNtCs1234_7mycrate3foo3bar"), "mycrate::foo::bar");
        assert_eq!(source_name("_ZN1a4main17h05af221e174051e9E"), "a::main");
    }

    #[test]
    fn libraries_of_rust() {
        for theirs in [
            "_RNvNtNtCs1234_3std6thread9functions4park",
            "_ZN3std4sync4mpmc7context7Context4with17h2fd2cc5172a20000E",
            "_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h05af221e174051e9E",
        ] {
            assert!(is_rust_library(theirs), "{theirs}");
        }
        for own in [
            "_RNvNtCs1234_7mycrate3foo3bar",
            "_ZN49_$LT$a..Point$u20$as$u20$core..fmt..Debug$GT$3fmt17h05af221e174051e9E",
            "_ZN31_$LT$T$u20$as$u20$a..Trait$GT$3run17h05af221e174051e9E",
        ] {
            assert!(!is_rust_library(own), "{own}");
        }
    }

    #[test]
    fn symbols_and_types() {
        let check = |name, expected: Option<&str>| assert_eq!(demangled(name).as_deref(), expected, "{name}");
        check("_ZN1n1fEiPKc", Some("n::f(int, char const*)"));
        check("7Trouble", Some("Trouble"));
        check("PKc", Some("char const*"));
        check("*N12_GLOBAL__N_15LocalE", Some("(anonymous namespace)::Local"));
        check("St13runtime_error", Some("std::runtime_error"));
        check("main", None);
        check("", None);
    }
}
