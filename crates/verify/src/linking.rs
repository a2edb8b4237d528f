//! What the linker of a file was told about names, from the section that `verify cc` has left there, from the file's
//! own marks, or from our command line.

use std::ffi::OsString;
use std::sync::Arc;

use ir::{Binding, Symbolic};
use object::elf::{DF_SYMBOLIC, DT_FLAGS, DT_SYMBOLIC};
use object::read::elf::ElfFile64;
use object::{Object, ObjectKind, ObjectSection};

/// In a file that was not linked in one step.
const PARTIAL: &str = "partial";

/// None for most files.
pub(crate) fn of_file(elf: &ElfFile64<'_>) -> object::Result<Option<Arc<Binding>>> {
    let section = elf.section_by_name(driver::LINKING);
    let lines = section.map(|section| section.uncompressed_data()).transpose()?.unwrap_or_default();
    let mut binding = read(&String::from_utf8_lossy(&lines));
    if is_symbolic(elf)? {
        binding.symbolic = Symbolic::All;
    }
    Ok(kept(binding))
}

/// Was this linked from a file that was linked with such words itself, so that it is not known whom they concern?
pub(crate) fn is_mixed(elf: &ElfFile64<'_>) -> object::Result<bool> {
    let section = elf.section_by_name(driver::LINKING).filter(|_| elf.kind() != ObjectKind::Relocatable);
    let lines = section.map(|section| section.uncompressed_data()).transpose()?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&lines).lines().any(|line| line == PARTIAL))
}

/// What the flags say that are given to `verify`.
pub(crate) fn of_flags(flags: &[OsString]) -> Option<Arc<Binding>> {
    kept(read(&driver::linking(flags)))
}

fn kept(binding: Binding) -> Option<Arc<Binding>> {
    (binding != Binding::default()).then(|| Arc::new(binding))
}

fn read(lines: &str) -> Binding {
    let mut binding = Binding::default();
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["wrap", name] => _ = binding.wrapped.insert(name.into()),
            ["alias", name, meaning] => _ = binding.aliases.insert(name.into(), meaning.into()),
            ["symbolic"] => binding.symbolic = Symbolic::All,
            ["symbolic", "functions"] => binding.symbolic = binding.symbolic.max(Symbolic::Functions),
            ["first"] => binding.first_counts = true,
            _ => {}
        }
    }
    binding
}

fn is_symbolic(elf: &ElfFile64<'_>) -> object::Result<bool> {
    let table = elf.elf_dynamic_table()?;
    Ok(table.iter().any(|entry| entry.tag == DT_SYMBOLIC || entry.tag == DT_FLAGS && entry.val & DF_SYMBOLIC.0 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_linker() {
        let binding = read("wrap malloc\nalias other real\nsymbolic\nsymbolic functions\nfirst\npartial\n");
        assert!(binding.wrapped.contains("malloc") && binding.first_counts);
        assert_eq!(binding.aliases.get("other").map(String::as_str), Some("real"));
        assert_eq!(binding.symbolic, Symbolic::All);
        assert_eq!(of_flags(&["-Wl,-z,now".into(), "-O2".into()]), None);
        assert!(of_flags(&["-Xlinker".into(), "--wrap=f".into()]).is_some());
    }
}
