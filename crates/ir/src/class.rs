//! What an op touches: its class, which decides who can tell when it happens.
//!
//! The instruction table (`op.rs`) gives one to each op, and the runtime's header (`contract.rs`) one to
//! each trap; neither compiles without.
//! `docs/reductions.md` argues for each class; the table there is made from this one.

/// Each class with what it is called and what it says.
macro_rules! classes {
    ($($class:ident $name:literal $says:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Class { $(#[doc = $says] $class,)* }

        impl Class {
            pub const ALL: &'static [Class] = &[$(Class::$class,)*];

            pub fn name(self) -> &'static str {
                match self { $(Class::$class => $name,)* }
            }

            pub fn says(self) -> &'static str {
                match self { $(Class::$class => $says,)* }
            }
        }
    };
}

classes! {
    Registers "registers" "Reads and writes registers of its own frame, and constants of the program.",
    Own "own" "Reads and writes its thread's frames and open sections, and makes objects that nobody else knows.",
    Memory "memory" "Reads or writes memory that others may be able to reach.",
    Life "life" "Ends an object, or begins a new life of it.",
    Threads "threads" "Starts or ends a thread, or changes who may join it.",
    Schedule "schedule" "Asks who waits, waits, lets others run, or ends the execution.",
    Environment "environment" "Asks the environment for a choice, or tells it something.",
    Trap "trap" "Whatever the trap does that it names.",
}

impl Class {
    /// Others can tell when it happens, unless a rule says why not. The other classes ask that
    /// for each object that they touch, or touch nothing that others know.
    pub fn is_observable(self) -> bool {
        matches!(self, Class::Threads | Class::Schedule | Class::Environment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Trap;
    use crate::op::Op;

    const START: &str = "<!-- classes: made from crates/ir/src/op.rs and runtime/include/augur/traps.h -->\n";
    const END: &str = "<!-- end of classes -->";

    fn table() -> String {
        let mut lines =
            vec!["| class | what it touches | ops and traps |".to_string(), "| --- | --- | --- |".to_string()];
        for class in Class::ALL.iter().filter(|class| **class != Class::Trap) {
            let ops = Op::CLASSES.iter().filter(|(_, of)| of == class).map(|(name, _)| *name);
            let traps = Trap::ALL.iter().filter(|trap| trap.class() == *class).map(|trap| trap.name());
            let names: Vec<String> = ops.chain(traps).map(|name| format!("`{name}`")).collect();
            lines.push(format!("| {} | {} | {} |", class.name(), class.says(), names.join(" ")));
        }
        lines.join("\n") + "\n"
    }

    /// With AUGUR_BLESS set, writes the table instead.
    #[test]
    fn the_table_of_classes_is_in_the_docs() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reductions.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (before, rest) = text.split_once(START).unwrap();
        let (found, after) = rest.split_once(END).unwrap();
        if std::env::var_os("AUGUR_BLESS").is_some() {
            std::fs::write(path, format!("{before}{START}{}{END}{after}", table())).unwrap();
            return;
        }
        assert_eq!(found, table(), "run the test with AUGUR_BLESS=1 to write the table anew");
    }
}
