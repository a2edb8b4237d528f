//! Lifetime markers.
//!
//! Every lifetime of a local variable has an object of its own, so that a pointer kept from an
//! earlier one stays dead. To LLVM it is one address throughout: optimised code computes places in
//! the variable before its lifetime starts, and uses them after. Such registers are made to follow
//! ([`Op::Renew`]). Those that stand for variables of the source are not, be they promoted ones or
//! the phi nodes of loops: what they hold was computed in an earlier lifetime.

use ahash::AHashSet;

use crate::llvm::{Kind, Value, opcode};
use crate::op::{Dst, Op, Src};

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    pub(super) fn lifetime(&mut self, args: &[Value], start: bool) -> Result<(), Trouble> {
        let Some(address) = args.last().copied() else {
            return Ok(());
        };
        if let Some(register) = self.promoted.get(&address) {
            let register = *register;
            self.forget(register);
            return Ok(());
        }
        if self.begin_split(address, start) {
            return Ok(());
        }
        if address.kind() != Kind::Instruction || address.opcode() != opcode::ALLOCA {
            return Ok(());
        }
        let a = self.operand(address)?;
        if !start {
            self.body.emit(Op::LifetimeEnd { a });
            return Ok(());
        }
        let followers = self.followers(address, a);
        if followers.is_empty() {
            self.body.emit(Op::LifetimeStart { dst: Dst(a.0), a });
            return Ok(());
        }
        let new = self.body.emit_to(1, |dst| Op::LifetimeStart { dst, a });
        for place in followers {
            self.body.emit(Op::Renew { dst: Dst(place.0), a: place, old: a, new });
        }
        self.body.copy(a.0, new);
        Ok(())
    }

    /// The registers, other than its own, that hold nothing but places in a local variable. Most are
    /// not live where it starts; then following costs nothing.
    fn followers(&self, alloca: Value, own: Src) -> Vec<Src> {
        let mut seen = AHashSet::from([alloca]);
        let mut todo = vec![alloca];
        let mut found = Vec::new();
        while let Some(value) = todo.pop() {
            for user in value.users().filter(|user| self.is_place(*user, value)) {
                if !seen.insert(user) {
                    continue;
                }
                todo.push(user);
                let src = self.values.get(&user).copied();
                if let Some(src) = src.filter(|src| !src.is_constant() && *src != own && !found.contains(src)) {
                    found.extend((self.body.words[src.index()] == 1).then_some(src));
                }
            }
        }
        found
    }

    /// Is a user of an address of a local variable just another one?
    fn is_place(&self, user: Value, address: Value) -> bool {
        if user.kind() != Kind::Instruction {
            return false;
        }
        match user.opcode() {
            opcode::GEP => user.operand(0) == address,
            opcode::BIT_CAST | opcode::ADDR_SPACE_CAST | opcode::FREEZE | opcode::PTR_TO_INT | opcode::PTR_TO_ADDR => {
                true
            }
            opcode::SELECT => [1, 2].map(|i| user.operand(i)).into_iter().all(is_local_address),
            opcode::PHI => {
                let here = self.starts[&user.block()];
                let earlier = |block| self.starts.get(block).is_some_and(|start| *start < here);
                user.incoming().iter().all(|(value, block)| is_local_address(*value) && earlier(block))
            }
            _ => false,
        }
    }
}

/// Is it a place in a local variable, as the program text has it?
fn is_local_address(mut value: Value) -> bool {
    while value.kind() == Kind::Instruction && matches!(value.opcode(), opcode::GEP | opcode::BIT_CAST) {
        value = value.operand(0);
    }
    value.kind() == Kind::Instruction && value.opcode() == opcode::ALLOCA
}
