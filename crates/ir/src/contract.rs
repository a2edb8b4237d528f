//! The contract with the runtime, as its headers state it: `runtime/include/augur/traps.h`, which
//! says what each trap, role and number means, and `augur/known.h`.
//!
//! Nothing of it is written down a second time. `build/contract.rs` reads the headers and writes
//! tables; the macros below say what becomes of them. So what is missing on one side, or spelt or
//! numbered in another way, does not compile: [`Trap`] and the lists of cases are enums, over which
//! the machine matches without a wildcard, and the rest are constants.

use std::fmt;

use crate::class::Class;
use crate::op::{Field, name_enum};

macro_rules! traps {
    ($($variant:ident $name:literal $class:ident $module:ident ($($parameter:ident = $position:literal,)*),)*) => {
        name_enum! {
            /// The traps, by name.
            Trap { $($variant = $name,)* }
        }

        impl Trap {
            /// What it touches.
            pub fn class(self) -> Class {
                match self { $(Trap::$variant => Class::$class,)* }
            }

            /// How many arguments it takes. No [`crate::Op::Trap`] has more or fewer.
            pub fn arguments(self) -> usize {
                match self { $(Trap::$variant => <[usize]>::len(&[$($position,)*]),)* }
            }
        }

        /// Where each argument of a trap is.
        pub mod argument {
            $(pub mod $module { $(pub const $parameter: usize = $position;)* })*
        }
    };
}

macro_rules! roles {
    ($($variant:ident $section:literal,)*) => {
        /// What the search may rely on when a thread is in a function of the library.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum LibraryRole { $($variant,)* }

        impl LibraryRole {
            /// From the name of the section that a function is in.
            pub fn of_section(section: &str) -> Option<LibraryRole> {
                match section { $($section => Some(LibraryRole::$variant),)* _ => None }
            }
        }
    };
}

macro_rules! cases {
    ($name:ident { $($variant:ident,)* }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The case that has this number in C.
            pub fn numbered(number: u64) -> Option<$name> {
                $name::ALL.get(usize::try_from(number).ok()?).copied()
            }
        }
    };
}

macro_rules! numbers {
    ($($name:ident = $number:literal,)*) => { $(pub const $name: u32 = $number;)* };
}

macro_rules! names {
    ($($name:ident = $text:literal,)*) => {
        /// Functions and variables of the library that the checker looks for, and those of its
        /// functions that the loader replaces.
        pub mod names { $(pub const $name: &str = $text;)* }
    };
}

include!(concat!(env!("OUT_DIR"), "/contract.rs"));
