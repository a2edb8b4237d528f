//! Inline assembly in Intel's syntax, which Rust writes by default, as AT&T's would have it: operands in the other
//! order, sizes behind the names of instructions.

/// Sizes of memory operands, and the letters that stand for them.
const SIZES: [(&str, &str); 4] = [("byte ptr", "b"), ("word ptr", "w"), ("dword ptr", "l"), ("qword ptr", "q")];

/// An instruction in the other syntax. None if it has an operand that is not understood.
pub(super) fn to_att(line: &str) -> Option<String> {
    let (lock, line) = match line.strip_prefix("lock ") {
        Some(rest) => ("lock ", rest.trim_start()),
        None => ("", line),
    };
    let Some((name, operands)) = line.split_once(char::is_whitespace) else { return Some(format!("{lock}{line}")) };
    // Prefixes, and what follows them.
    if name.starts_with("rep") || name == "lfence" {
        return Some(format!("{lock}{line}"));
    }
    let mut size = "";
    let mut translated = Vec::new();
    for operand in operands.split(',').rev() {
        let mut operand = operand.trim();
        let lower = operand.to_ascii_lowercase();
        if let Some((words, letter)) = SIZES.iter().find(|(words, _)| lower.starts_with(words)) {
            size = letter;
            operand = operand[words.len()..].trim_start();
        }
        translated.push(match operand.strip_prefix('[') {
            Some(inner) => memory(inner.strip_suffix(']')?)?,
            None => plain(operand)?,
        });
    }
    Some(format!("{lock}{name}{size} {}", translated.join(", ")))
}

/// `[base]`, `[base + 8]` or `[base - 8]`.
fn memory(inner: &str) -> Option<String> {
    let at = inner.find(['+', '-']);
    let Some(at) = at else { return Some(format!("({})", plain(inner.trim())?)) };
    let (base, by) = inner.split_at(at);
    let (sign, number) = by.split_at(1);
    let number = number.trim();
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let minus = if sign == "-" { "-" } else { "" };
    digits.then_some(())?;
    Some(format!("{minus}{number}({})", plain(base.trim())?))
}

/// An operand of the statement, a register or a number.
fn plain(operand: &str) -> Option<String> {
    let number = operand.strip_prefix('-').unwrap_or(operand);
    let word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
    match operand.chars().next()? {
        '$' if !operand.starts_with("$$") && !operand.starts_with("$(") => Some(operand.into()),
        '0'..='9' | '-' if number.starts_with(|c: char| c.is_ascii_digit()) && word(number) => {
            Some(format!("$${operand}"))
        }
        'a'..='z' if word(operand) => Some(format!("%{operand}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::to_att;

    #[test]
    fn the_other_syntax() {
        let check = |line, expected: Option<&str>| assert_eq!(to_att(line).as_deref(), expected, "{line}");
        check("pause", Some("pause"));
        check("mov ${0:q}, ${1:q}", Some("mov ${1:q}, ${0:q}"));
        check("lock not qword ptr [${0:q}]", Some("lock notq (${0:q})"));
        check("lock xadd dword ptr [${0:q} + 4], ${1:k}", Some("lock xaddl ${1:k}, 4(${0:q})"));
        check("mov ${0:q}, [${1:q} - 8]", Some("mov -8(${1:q}), ${0:q}"));
        check("add ${0:k}, 5", Some("add $$5, ${0:k}"));
        check("sub rax, -0x10", Some("sub $$-0x10, %rax"));
        check("imul ${0}, ${1}, 3", Some("imul $$3, ${1}, ${0}"));
        check("shl ${0:q}, cl", Some("shl %cl, ${0:q}"));
        // What is not understood is not guessed at.
        for line in [
            "mov rax, [rbx + rcx*4]",
            "mov rax, fs:[0]",
            "mov rax, [rbx + ${0}]",
            "lea rax, [rip + x]",
            "mov rax, offset x",
        ] {
            check(line, None);
        }
    }
}
