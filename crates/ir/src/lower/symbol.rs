//! `dlsym(handle, "name")`: the address of what has this name in the program.
//!
//! It is known here and nowhere later, since what nobody reaches is not lowered. The C library's functions are found
//! if the program names them elsewhere, too: the library relies on what the program does not name. Which handle it
//! is, the library finds out (libc-stubs/dlfcn.c), unless it is a constant. Any other call is left to the library's
//! function, which knows the libraries that were opened and is `unsupported` otherwise.

use crate::link::Definition;
use crate::llvm::{Kind, Value};

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    /// Lowers such a call if the name is a constant and found. Tells whether it did.
    pub(super) fn symbol_by_name(&mut self, call: Value, called: Value) -> Result<bool, Trouble> {
        if self.library || called.name() != "dlsym" {
            return Ok(false);
        }
        let Definition::Found(function) = self.resolve(called)? else { return Ok(false) };
        let args = call.call_args();
        let (Some(handle), Some(name)) = (args.first(), args.get(1).and_then(|name| constant_text(*name))) else {
            return Ok(false);
        };
        if !self.program.link.is_library(function) {
            return Ok(false);
        }
        let own = match is_next(*handle) {
            true => self.program.link.find_next(&name)?,
            false => self.program.link.find(&name)?,
        };
        let own = self.named(own, &name)?;
        if handle.is_constant() {
            let Some(own) = own else { return Ok(false) };
            let address = self.operand(own)?;
            self.define(call, address);
            return Ok(true);
        }
        let next = self.program.link.find_next(&name)?;
        let next = self.named(next, &name)?;
        let mut addresses = Vec::new();
        for found in [own, next] {
            addresses.push(match found {
                Some(found) => self.operand(found)?,
                None => self.int(0),
            });
        }
        let (handle, text) = (self.operand(*handle)?, self.operand(args[1])?);
        let dst = self.call_result(call)?;
        self.call_library("augur_symbol", dst, &[handle, text, addresses[0], addresses[1]])?;
        Ok(true)
    }

    /// What the C library has only if the program names it.
    fn named(&mut self, found: Option<Value>, name: &str) -> Result<Option<Value>, Trouble> {
        let Some(found) = found else { return Ok(None) };
        let is_there = !self.program.link.is_library(found) || self.program.link.user_mentions(name)?;
        Ok(is_there.then_some(found))
    }
}

/// A string that stands in the program.
fn constant_text(pointer: Value) -> Option<String> {
    if pointer.kind() != Kind::Variable || !pointer.is_global_constant() {
        return None;
    }
    let text = pointer.initializer().filter(|text| text.kind() == Kind::Data)?;
    let (last, bytes) = text.raw_data().split_last()?;
    (*last == 0 && !bytes.contains(&0)).then(|| String::from_utf8(bytes.to_vec()).ok())?
}

/// `RTLD_NEXT` asks for what comes after the program's own; it is the only handle that is a number other than 0.
/// (A global variable is no constant handle: nobody has made one of it.)
fn is_next(handle: Value) -> bool {
    handle.is_constant() && !matches!(handle.kind(), Kind::Null | Kind::Variable)
}
