//! Reads the contract with the runtime from its headers, `augur/traps.h` and `augur/known.h`, and
//! writes it as tables that `src/contract.rs` makes Rust of.
//!
//! The headers keep to a small part of C, and whatever else is in them is an error:
//!
//! ```text
//! #define AUGUR_NAME 128                      a number
//! enum { AUGUR_NAME = 1, … };                 numbers
//! enum augur_name { AUGUR_NAME = 0, … };      cases, numbered from 0 without gaps
//! #define AUGUR_ROLE_name "augur.name"        a role
//! TRAP(class) type name(parameters);          a trap
//! LOADER type name(parameters);               a function that the loader replaces
//! type name(parameters);  extern type name;   what the library defines, and the checker looks for
//! ```

use std::fmt::Write as _;
use std::path::Path;

/// The headers that are the contract between the library and the checker.
pub(crate) const CONTRACT: [&str; 2] = ["runtime/include/augur/traps.h", "runtime/include/augur/known.h"];

#[derive(Default)]
pub(crate) struct Contract {
    pub traps: Vec<Trap>,
    pub cases: Vec<Cases>,
    pub numbers: Vec<(String, u32)>,
    pub roles: Vec<String>,
    pub replaced: Vec<String>,
    pub defined: Vec<String>,
}

pub(crate) struct Trap {
    pub name: String,
    pub class: String,
    pub parameters: Vec<String>,
}

pub(crate) struct Cases {
    pub name: String,
    pub items: Vec<String>,
}

impl Contract {
    /// The contract of a workspace.
    pub(crate) fn of(root: &Path) -> Result<Contract, String> {
        let mut contract = Contract::default();
        for header in CONTRACT {
            let text = std::fs::read_to_string(root.join(header)).map_err(|e| e.to_string());
            text.and_then(|text| contract.read(&text)).map_err(|e| format!("{header}: {e}"))?;
        }
        Ok(contract)
    }

    pub(crate) fn read(&mut self, header: &str) -> Result<(), String> {
        let (directives, code) = split(&without_comments(header)?);
        for directive in directives {
            self.directive(&directive).map_err(|e| format!("`{directive}` {e}"))?;
        }
        for declaration in code.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            self.declaration(declaration).map_err(|e| format!("`{declaration}` {e}"))?;
        }
        Ok(())
    }

    fn directive(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        let (Some("#define"), Some(name), Some(value)) = (words.next(), words.next(), words.next()) else {
            return Ok(());
        };
        let Some(ours) = name.strip_prefix("AUGUR_") else { return Ok(()) };
        match ours.strip_prefix("ROLE_") {
            Some(role) if value == format!("\"augur.{role}\"") => self.roles.push(role.into()),
            Some(role) => return Err(format!("should be \"augur.{role}\"")),
            None => self.numbers.push((ours.into(), number(value)?)),
        }
        Ok(())
    }

    fn declaration(&mut self, text: &str) -> Result<(), String> {
        if let Some(rest) = text.strip_prefix("enum") {
            return self.enumeration(rest);
        }
        if let Some(rest) = text.strip_prefix("TRAP(") {
            let (class, prototype) = rest.split_once(')').ok_or("names no class")?;
            let (name, parameters) = function(prototype)?;
            self.traps.push(Trap { name, class: class.into(), parameters });
        } else if let Some(prototype) = text.strip_prefix("LOADER ") {
            self.replaced.push(function(prototype)?.0);
        } else if let Some(variable) = text.strip_prefix("extern ") {
            self.defined.push(last_word(variable)?);
        } else if text.contains('(') {
            self.defined.push(function(text)?.0);
        } else if !text.starts_with("struct ") {
            return Err("is none of the forms that crates/ir/build/contract.rs lists".into());
        }
        Ok(())
    }

    fn enumeration(&mut self, text: &str) -> Result<(), String> {
        let (name, body) = text.split_once('{').ok_or("has no cases")?;
        let body = body.strip_suffix('}').ok_or("does not end")?;
        let mut items = Vec::new();
        for item in body.split(',').map(str::trim) {
            let (item, value) = item.split_once('=').ok_or("has a case without a number")?;
            let item = item.trim().strip_prefix("AUGUR_").ok_or("has a case that is not called AUGUR_…")?;
            items.push((item.to_string(), number(value.trim())?));
        }
        let Some(name) = name.trim().strip_prefix("augur_") else {
            self.numbers.append(&mut items);
            return Ok(());
        };
        if items.iter().enumerate().any(|(i, (_, number))| i != *number as usize) {
            return Err("should number its cases from 0, without gaps".into());
        }
        // AUGUR_FAULT_IO of `enum augur_fault` is Fault::Io.
        let prefix = format!("{}_", name.to_uppercase());
        let short = |item: &String| item.strip_prefix(&prefix).unwrap_or(item).to_string();
        self.cases.push(Cases { name: name.into(), items: items.iter().map(|(item, _)| short(item)).collect() });
        Ok(())
    }

    /// The tables, as macros of `src/contract.rs` take them.
    pub(crate) fn tables(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "traps! {{");
        for trap in &self.traps {
            let name = short(&trap.name);
            let parameters = trap.parameters.iter().enumerate();
            let positions: String = parameters.map(|(i, p)| format!("{} = {i}, ", p.to_uppercase())).collect();
            let _ = writeln!(text, "{} {:?} {} {name} ({positions}),", camel(name), trap.name, camel(&trap.class));
        }
        let _ = writeln!(text, "}}\nroles! {{");
        for role in &self.roles {
            let _ = writeln!(text, "{} \"augur.{role}\",", camel(role));
        }
        let _ = writeln!(text, "}}");
        for cases in &self.cases {
            let items: String = cases.items.iter().map(|item| format!("{}, ", camel(item))).collect();
            let _ = writeln!(text, "cases! {{ {} {{ {items}}} }}", camel(&cases.name));
        }
        let _ = writeln!(text, "numbers! {{");
        for (name, number) in &self.numbers {
            let _ = writeln!(text, "{name} = {number},");
        }
        let _ = writeln!(text, "}}\nnames! {{");
        for name in self.replaced.iter().chain(&self.defined) {
            let _ = writeln!(text, "{} = {name:?},", short(name).to_uppercase());
        }
        let _ = writeln!(text, "}}");
        text
    }
}

fn without_comments(text: &str) -> Result<String, String> {
    let mut parts = text.split("/*");
    let mut code = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (_, rest) = part.split_once("*/").ok_or("a comment does not end")?;
        code.push_str(rest);
    }
    Ok(code)
}

/// The preprocessor's lines, and the rest. What only C++ sees is left out.
fn split(text: &str) -> (Vec<String>, String) {
    let (mut directives, mut code) = (Vec::new(), String::new());
    let mut is_skipped = false;
    for line in text.lines() {
        if line.starts_with("#ifdef __cplusplus") {
            is_skipped = true;
        } else if is_skipped {
            is_skipped = !line.starts_with("#endif");
        } else if line.starts_with('#') {
            directives.push(line.trim_end().to_string());
        } else {
            code.push_str(line);
            code.push('\n');
        }
    }
    (directives, code)
}

/// The name and the names of the parameters.
fn function(prototype: &str) -> Result<(String, Vec<String>), String> {
    let (head, rest) = prototype.split_once('(').ok_or("has no parameters")?;
    let (mut depth, mut parameters, mut parameter) = (1, Vec::new(), String::new());
    for c in rest.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        match (c, depth) {
            (_, 0) => break,
            (',', 1) => parameters.push(std::mem::take(&mut parameter)),
            _ => parameter.push(c),
        }
    }
    if parameter != "void" {
        parameters.push(parameter);
    }
    Ok((last_word(head)?, parameters.iter().map(|parameter| parameter_name(parameter)).collect::<Result<_, _>>()?))
}

fn parameter_name(parameter: &str) -> Result<String, String> {
    // A pointer to a function has its name inside: void (*entry)(void *).
    let pointer = parameter.split_once("(*").and_then(|(_, rest)| rest.split_once(')'));
    let name = last_word(pointer.map_or(parameter, |(name, _)| name))?;
    if name == parameter.trim() {
        return Err(format!("has a parameter without a name: `{name}`"));
    }
    Ok(name)
}

fn last_word(text: &str) -> Result<String, String> {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let word = text.trim().rsplit(|c| !is_part(c)).next().unwrap_or_default();
    let is_name = word.starts_with(|c: char| c == '_' || c.is_ascii_lowercase());
    is_name.then(|| word.to_string()).ok_or_else(|| format!("has something without a name: `{text}`"))
}

fn number(text: &str) -> Result<u32, String> {
    let digits = text.trim_end_matches('u');
    let parsed = match digits.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    parsed.map_err(|_| format!("has `{text}` where a number of 32 bits is expected"))
}

/// A name without the prefix that marks it as ours.
fn short(name: &str) -> &str {
    ["__augur_", "__divine_", "augur_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// `given_count` or `GIVEN_COUNT` as `GivenCount`.
fn camel(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..].to_lowercase();
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}
