//! What the user changes about a program: where it starts, what variables hold at first, and which
//! functions do nothing but return a value.
//!
//! A stub and an entry with parameters are small modules of assembly that take part like any other
//! input. A name that nobody has is an error: a change that does nothing would look like a check
//! of something that was never checked.

use crate::LoadError;
use crate::link::{Linker, is_undefined};
use crate::llvm::{Kind, Linkage, Module, Type, Value};
use crate::load::{Input, Role, X86_64_LAYOUT};

/// Names and values, as the user wrote them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The function that the program starts with instead of `main`; with arguments, as in `test(2, NULL)`.
    pub entry: Option<String>,
    /// Initial values of global variables and constants.
    pub set: Vec<(String, String)>,
    /// Functions that return a value at once; none for those that return nothing.
    pub stubs: Vec<(String, Option<String>)>,
}

/// The function in assembly that calls an entry which is not like `main`.
const ENTRY: &str = "augur_entry";

/// At most so many names are suggested.
const SUGGESTIONS_MAX: usize = 3;

impl Changes {
    /// What the linker has to find first.
    pub(crate) fn root(&self) -> &str {
        let entry = self.entry.as_deref().unwrap_or("main");
        arguments(entry).map_or(entry, |(name, _)| name)
    }

    /// Applies all of it; returns what the user should know.
    pub(crate) fn apply(&self, linker: &mut Linker) -> Result<Vec<String>, LoadError> {
        let mut notes = Vec::new();
        for (name, value) in &self.set {
            notes.extend(set(linker, name, value)?);
        }
        for (name, value) in &self.stubs {
            stub(linker, name, value.as_deref())?;
        }
        if let Some(entry) = &self.entry {
            notes.extend(start(linker, entry)?);
        }
        Ok(notes)
    }
}

fn fail<T>(what: String, option: &str, advice: impl Into<String>) -> Result<T, LoadError> {
    Err(LoadError::new(what, option, advice))
}

// ---- initial values ----

fn set(linker: &Linker, name: &str, text: &str) -> Result<Option<String>, LoadError> {
    const OPTION: &str = "--set";
    let variables: Vec<Value> = linker.user_modules().flat_map(Module::variables).collect();
    let defined = |value: &&Value| !is_undefined(**value) && is_called(**value, name);
    let found: Vec<Value> = variables.iter().filter(defined).copied().collect();
    if found.is_empty() {
        let names = variables.iter().filter(|value| !is_undefined(**value)).map(|value| value.name());
        let what = format!("there is no global variable `{name}`, nor a macro in a source that was given");
        let advice = suggestion(name, names.collect()).unwrap_or_else(|| {
            "-O0: an optimiser leaves nothing of a static variable that nobody changes; and a macro has its value only \
             while compiling: give the source, or -D when compiling"
                .into()
        });
        return fail(what, OPTION, advice);
    }
    for variable in &found {
        let ty = variable.value_type();
        let Some(constant) = constant(ty, text) else {
            let what = format!("`{text}` is no value of `{name}`, which is of type {}", ty.print());
            return fail(what, OPTION, "integers, floating-point numbers and NULL can be set");
        };
        variable.set_initializer(constant);
    }
    let folded = found.iter().any(|value| value.is_global_constant());
    Ok(folded.then(|| format!("`{name}` is a constant: where the compiler has used its old value, that stays")))
}

fn constant(ty: Type, text: &str) -> Option<Value> {
    if ty.is_integer() {
        let (value, negative) = integer(text)?;
        let bits = ty.int_bits();
        let fits = bits >= 64 || value < 1 << bits && (!negative || value <= 1 << (bits - 1));
        return fits.then(|| ty.const_int(if negative { value.wrapping_neg() } else { value }));
    }
    if ty.is_pointer() {
        return is_null(text).then(|| ty.const_null());
    }
    ty.is_real().then(|| text.parse::<f64>().ok()).flatten().map(|number| ty.const_real(number))
}

fn is_null(text: &str) -> bool {
    matches!(text, "0" | "NULL" | "nullptr")
}

/// The absolute value, and whether it has a minus.
fn integer(text: &str) -> Option<(u64, bool)> {
    match text {
        "true" => return Some((1, false)),
        "false" => return Some((0, false)),
        _ => {}
    }
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    let value = value.ok()?;
    (!negative || value <= 1 << 63).then_some((value, negative))
}

// ---- stubs ----

fn stub(linker: &mut Linker, name: &str, value: Option<&str>) -> Result<(), LoadError> {
    const OPTION: &str = "--stub";
    let Some(function) = function(linker, name) else {
        let names = linker.user_modules().flat_map(Module::functions).map(|function| function.name()).collect();
        let advice = suggestion(name, names).unwrap_or_else(|| "verify externals lists what a program needs".into());
        return fail(format!("no function `{name}` is used in the program"), OPTION, advice);
    };
    let (symbol, ty) = (function.name(), function.value_type());
    let returns = ty.returns();
    let result = match value {
        None if returns.is_void() => "ret void".to_owned(),
        None => {
            let what = format!("`{name}` returns a value");
            return fail(what, OPTION, format!("--stub {name}=0"));
        }
        Some(_) if returns.is_void() => {
            return fail(format!("`{name}` returns nothing"), OPTION, format!("--stub {name}"));
        }
        Some(text) => match constant(returns, text) {
            Some(constant) => format!("ret {}", constant.print()),
            None => {
                let what = format!("`{text}` is nothing that `{name}` can return: its type is {}", returns.print());
                return fail(what, OPTION, "--replace FILE.c with a function that does");
            }
        },
    };
    let Some(params) = params(ty) else {
        let what = format!("a parameter of `{name}` is a structure");
        return fail(what, OPTION, "--replace FILE.c with a function of this name");
    };
    let text = format!("define {} @{}({params}) {{ {result} }}", returns.print(), quoted(&symbol));
    add_text(linker, &text, "--stub", &Role::Replacement)
}

/// Their types as assembly; none if one of them has a name, which another module would have to know.
fn params(ty: Type) -> Option<String> {
    let mut list: Vec<String> = ty.param_types().into_iter().map(Type::print).collect();
    if list.iter().any(|text| text.contains('%')) {
        return None;
    }
    list.extend(ty.is_variadic().then(|| "...".to_owned()));
    Some(list.join(", "))
}

// ---- the entry ----

/// The name and the values of a call; none if it is a name alone, or one with types.
fn arguments(entry: &str) -> Option<(&str, Vec<&str>)> {
    let (name, list) = entry.strip_suffix(')')?.split_once('(')?;
    let values: Vec<&str> = list.split(',').map(str::trim).filter(|value| !value.is_empty()).collect();
    let plain = |value: &&str| is_null(value) || integer(value).is_some() || value.parse::<f64>().is_ok();
    values.iter().all(plain).then_some((name.trim_end(), values))
}

fn start(linker: &mut Linker, entry: &str) -> Result<Option<String>, LoadError> {
    const OPTION: &str = "--entry";
    let (name, values) = arguments(entry).unwrap_or((entry, Vec::new()));
    let defined = |value: &Value| !is_undefined(*value) && is_called(*value, name);
    let functions: Vec<Value> = linker.user_modules().flat_map(Module::functions).collect();
    let mut found: Vec<Value> = functions.iter().copied().filter(defined).collect();
    if found.len() > 1 {
        found.retain(|value| value.linkage() == Linkage::Strong);
    }
    let entry = match found[..] {
        [entry] => entry,
        [] => {
            // A list of types is a part of a name in C++, and nobody's type has a quotation mark.
            let quoted = |(_, list): &(&str, &str)| list.contains(['"', '\'']);
            if let Some((called, _)) = name.split_once('(').filter(quoted) {
                let what = format!("`{name}` is no call that can be made");
                return fail(what, OPTION, format!("arguments are numbers and NULL: '{called}(2, NULL)'"));
            }
            let names = functions.iter().filter(|value| !is_undefined(**value)).map(|value| value.name()).collect();
            let advice = suggestion(name, names);
            let advice = advice.unwrap_or_else(|| "verify dump lists the functions of a program".into());
            return fail(format!("no input defines a function `{name}`"), OPTION, advice);
        }
        _ => return fail(format!("several functions are called `{name}`"), OPTION, "give one of them another name"),
    };
    if name == "main" && !values.is_empty() {
        return fail("what `main` gets stands behind --".into(), OPTION, "verify FILE -- ARGUMENTS");
    }
    let ty = entry.value_type();
    let types = ty.param_types();
    let like_main = [Type::is_integer, Type::is_pointer, Type::is_pointer];
    let usual = values.is_empty() && types.len() <= like_main.len();
    if usual && types.iter().zip(like_main).all(|(ty, like)| like(*ty)) {
        linker.start_at(entry);
        return Ok(None);
    }
    let (Some(params), false) = (params(ty), ty.is_variadic()) else {
        let what = format!("`{name}` has parameters that cannot be made up");
        return fail(what, OPTION, "write a function without parameters that calls it");
    };
    let symbol = quoted(&entry.name());
    let made_up = values.is_empty();
    let given: Option<Vec<String>> = match made_up {
        true => Some(types.iter().map(|ty| format!("{} zeroinitializer", ty.print())).collect()),
        false if types.len() != values.len() => None,
        false => types.iter().zip(&values).map(|(ty, text)| Some(constant(*ty, text)?.print())).collect(),
    };
    let Some(given) = given else {
        let what = format!("`{name}` takes {}, not ({})", params, values.join(", "));
        return fail(what, OPTION, "write a function without parameters that calls it");
    };
    let returns = ty.returns().print();
    let text = format!(
        "declare {returns} @{symbol}({params})\ndefine i32 @{ENTRY}() {{ call {returns} @{symbol}({})\nret i32 0 }}",
        given.join(", ")
    );
    linker.publish(entry);
    add_text(linker, &text, OPTION, &Role::Whole)?;
    linker.start_with(ENTRY);
    Ok(made_up.then(|| format!("what `{name}` is called with is zero")))
}

// ---- names ----

/// A function that the program uses or defines.
fn function(linker: &Linker, name: &str) -> Option<Value> {
    let mut functions = linker.user_modules().flat_map(Module::functions);
    functions.find(|function| is_called(*function, name) && (!function.is_declaration() || function.has_uses()))
}

/// By its symbol, or by its name in the source, with or without the types of its parameters.
pub(crate) fn is_called(value: Value, name: &str) -> bool {
    let symbol = value.name();
    if symbol == name {
        return true;
    }
    if !symbol.starts_with("_Z") || value.kind() == Kind::Alias {
        // A static variable of a function has the function's name before its own.
        return value.linkage() == Linkage::Local && symbol.rsplit_once('.').is_some_and(|(_, own)| own == name);
    }
    let source = crate::source_name(&symbol);
    source == name || source.split('(').next() == Some(name)
}

/// The names that are most like one that nobody has.
fn suggestion(name: &str, known: Vec<String>) -> Option<String> {
    let mut near: Vec<(f64, String)> = known
        .into_iter()
        .map(|symbol| crate::source_name(&symbol))
        .map(|known| (strsim::jaro_winkler(name, &known), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    near.dedup_by(|a, b| a.1 == b.1);
    let names: Vec<String> = near.into_iter().take(SUGGESTIONS_MAX).map(|(_, name)| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
}

/// A symbol as assembly has it.
fn quoted(symbol: &str) -> String {
    let escaped: String = symbol
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | 0..=31 | 127..=255 => format!("\\{byte:02X}"),
            _ => char::from(byte).to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

fn add_text(linker: &mut Linker, text: &str, name: &str, role: &Role) -> Result<(), LoadError> {
    let layout = X86_64_LAYOUT.to_string_lossy();
    let text = format!("target datalayout = \"{layout}\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n{text}\n");
    let module = linker.context.parse_text(text.as_bytes());
    let module = module.map_err(|message| LoadError::new(format!("this cannot be made: {message}"), name, ""))?;
    linker.add(module, &Input { role: role.clone(), ..Input::whole(name, &[]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_as_people_write_them() {
        for (text, value) in [
            ("2", Some((2, false))),
            ("-1", Some((1, true))),
            ("0x10", Some((16, false))),
            ("4UL", Some((4, false))),
            ("true", Some((1, false))),
            ("two", None),
            ("", None),
            ("-9223372036854775809", None),
        ] {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn calls() {
        assert_eq!(arguments("test(2, NULL)"), Some(("test", vec!["2", "NULL"])));
        assert_eq!(arguments("test ()"), Some(("test", vec![])));
        for name in ["test", "ns::test(int)"] {
            assert_eq!(arguments(name), None, "{name}");
        }
    }

    #[test]
    fn near_names() {
        let known = || vec!["NUM_THREADS".to_owned(), "counter".to_owned(), "counters".to_owned()];
        assert_eq!(suggestion("NUM_THREAD", known()).unwrap(), "did you mean `NUM_THREADS`?");
        assert_eq!(suggestion("zzz", known()), None);
    }

    #[test]
    fn symbols_in_quotes() {
        assert_eq!(quoted("a\"b"), "\"a\\22b\"");
    }
}
