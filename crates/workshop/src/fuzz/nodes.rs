//! Chunks about nodes: published through an atomic pointer, taken away again,
//! looked at while others have them too, or guarded by a lock of their own.

use super::chunks::{Chunks, binary};
use super::program::{Binary, Expr, HEAD, NODES, Object, Place, Rmw, Stmt, Sync};

impl Chunks {
    pub(super) fn node(&mut self) -> Vec<Stmt> {
        let (n, h) = (self.random.index(NODES), HEAD + self.random.index(self.heads));
        match self.random.below(8) {
            0..3 => self.publish(n, h),
            3 | 4 => self.take(n, h),
            _ => self.peek(n, h),
        }
    }

    /// A node for all, before there are threads.
    pub(super) fn publish_for_all(&mut self) -> Vec<Stmt> {
        vec![Stmt::New(0, 1 + self.small()), Stmt::Publish(HEAD, 0)]
    }

    /// Something with the value of a shared node, with its lock held, mostly.
    pub(super) fn locked_node(&mut self) -> Vec<Stmt> {
        let (n, h) = (self.random.index(NODES), HEAD);
        let lock = |sync| Stmt::Sync(sync, Object::Node(n));
        let (r, value) = (self.target(), Place::Value(n));
        let mut body = match self.random.below(4) {
            0 => vec![Stmt::Assign(Place::Own(r), Expr::Read(value))],
            1 => vec![Stmt::Bump(value)],
            2 => vec![Stmt::Assert(self.claim(Expr::Read(value)))],
            _ => vec![Stmt::Assign(value, self.value())],
        };
        match self.random.below(20) {
            // It is private now, if everybody took it from there.
            0 | 1 => {
                body.extend(if self.frees { vec![Stmt::Free(n)] } else { vec![Stmt::Publish(h, n)] });
                return vec![Stmt::Take(n, h), Stmt::If(Expr::IsNode(n), body, Vec::new())];
            }
            2 => {}
            3 => {
                let rare = binary(Binary::Eq, Expr::Read(Place::Own(r)), Expr::Const(1));
                let lock_it = vec![lock(Sync::Lock)];
                let free_it = vec![lock(Sync::Unlock)];
                body.insert(0, Stmt::If(rare.clone(), Vec::new(), lock_it));
                body.push(Stmt::If(rare, Vec::new(), free_it));
            }
            4 => {
                body = vec![
                    lock(Sync::TryLock(r)),
                    Stmt::If(
                        binary(Binary::Eq, Expr::Read(Place::Own(r)), Expr::Const(0)),
                        [body, vec![lock(Sync::Unlock)]].concat(),
                        Vec::new(),
                    ),
                ];
            }
            _ => {
                body.insert(0, lock(Sync::Lock));
                body.push(lock(Sync::Unlock));
            }
        }
        vec![Stmt::Peek(n, h), Stmt::If(Expr::IsNode(n), body, Vec::new())]
    }

    fn publish(&mut self, n: u8, h: u8) -> Vec<Stmt> {
        let mut body = vec![Stmt::New(n, 1 + self.small())];
        if self.random.percent(30) {
            body.push(Stmt::Assign(Place::Value(n), self.value()));
        }
        if self.random.percent(20) {
            body.extend([Stmt::New(1 - n, self.small()), Stmt::Link(n, 1 - n)]);
        }
        body.push(Stmt::Publish(h, n));
        // Whoever publishes a node may go on with it, if that is what others expect.
        if self.random.percent(35) {
            body.push(self.count(n));
        } else if self.random.percent(10) {
            body.push(Stmt::Assign(Place::Value(n), Expr::Const(2)));
        }
        body
    }

    fn take(&mut self, n: u8, h: u8) -> Vec<Stmt> {
        let r = self.target();
        let mut then = vec![Stmt::Assign(Place::Own(r), Expr::Read(Place::Value(n)))];
        if self.random.percent(30) {
            then.push(Stmt::Bump(Place::Value(n)));
        }
        if self.random.percent(25) {
            let read = Stmt::Assign(Place::Own(r), Expr::Read(Place::Value(1 - n)));
            then.extend([Stmt::Follow(1 - n, n), Stmt::If(Expr::IsNode(1 - n), vec![read], Vec::new())]);
        }
        if self.random.percent(20) {
            then.push(Stmt::Publish(HEAD + self.random.index(self.heads), n));
        } else if self.frees {
            then.push(Stmt::Free(n));
        }
        let mut body = vec![Stmt::Take(n, h)];
        match self.random.percent(93) {
            true => body.push(Stmt::If(Expr::IsNode(n), then, Vec::new())),
            false => body.append(&mut then),
        }
        body
    }

    fn peek(&mut self, n: u8, h: u8) -> Vec<Stmt> {
        let mut then = match self.random.below(3) {
            0 => vec![Stmt::Assign(Place::Own(self.target()), Expr::Read(Place::Value(n)))],
            _ => vec![self.count(n)],
        };
        if self.random.percent(30) {
            then.push(self.count(n));
        }
        vec![Stmt::Peek(n, h), Stmt::If(Expr::IsNode(n), then, Vec::new())]
    }

    /// Something with the atomic counter of a node.
    fn count(&mut self, n: u8) -> Stmt {
        let r = self.target();
        match self.random.below(4) {
            0 => Stmt::Rmw(r, Place::Count(n), Rmw::FetchAdd(1)),
            1 => Stmt::Assign(Place::Count(n), Expr::Const(1 + self.small())),
            2 => Stmt::Assert(self.claim(Expr::Read(Place::Count(n)))),
            _ => Stmt::Assign(Place::Own(r), Expr::Read(Place::Count(n))),
        }
    }
}
