//! The names of symbols as the source has them.

/// The name of a function or variable in the source: a C++ name is demangled, without parameters.
pub fn source_name(symbol: &str) -> String {
    let options = cpp_demangle::DemangleOptions::new().no_params();
    let mangled = cpp_demangle::Symbol::new(symbol.as_bytes()).ok().filter(|_| symbol.starts_with("_Z"));
    let name = mangled.and_then(|name| name.demangle_with_options(&options).ok());
    name.unwrap_or_else(|| symbol.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names() {
        assert_eq!(source_name("_ZN1n1xE"), "n::x");
        assert_eq!(source_name("_ZN1n1fEi"), "n::f");
        assert_eq!(source_name("counter"), "counter");
        assert_eq!(source_name("_Znonsense"), "_Znonsense");
    }
}
