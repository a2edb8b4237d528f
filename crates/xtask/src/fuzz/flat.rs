//! The statements of each thread in a row, with jumps in the place of nesting.

use super::print::Printed;
use super::program::{Expr, Program, Stmt};

pub enum Item<'a> {
    Do(&'a Stmt),
    /// Where to go if the condition is 0.
    Branch(&'a Expr, usize),
    Jump(usize),
    /// How often, and where to go then.
    Loop(u8, usize),
    Section(i32),
    End,
}

/// The statements of one thread without nesting; with their lines and the loops around them.
pub struct Code<'a> {
    pub items: Vec<(Item<'a>, u32, usize)>,
    pub helpers: [u32; 3],
    pub number: u8,
    pub argument: u8,
}

pub fn code<'a>(program: &'a Program, printed: &Printed) -> Vec<Code<'a>> {
    let mut lines = printed.lines.iter().copied();
    let thread = |number: usize| {
        let (helpers, argument) = (printed.helpers, program.arguments[number]);
        let mut code = Code { items: Vec::new(), helpers, number: number as u8, argument };
        code.body(&program.threads[number], &mut lines, 0);
        code.items.push((Item::End, 0, 0));
        code
    };
    let mut all: Vec<Code> = (1..program.threads.len()).chain([0]).map(thread).collect();
    all.rotate_right(1);
    all
}

impl<'a> Code<'a> {
    fn body(&mut self, body: &'a [Stmt], lines: &mut impl Iterator<Item = u32>, loops: usize) {
        for stmt in body {
            let (line, start) = (lines.next().unwrap_or(0), self.items.len());
            self.items.push((Item::Do(stmt), line, loops));
            match stmt {
                Stmt::If(condition, then, other) => {
                    self.body(then, lines, loops);
                    let end = self.items.len();
                    self.items.push((Item::End, line, loops));
                    self.items[start].0 = Item::Branch(condition, end + 1);
                    self.body(other, lines, loops);
                    self.items[end].0 = Item::Jump(self.items.len());
                }
                Stmt::Repeat(times, body) => {
                    self.body(body, lines, loops + 1);
                    self.items.push((Item::Jump(start), line, loops));
                    self.items[start].0 = Item::Loop(*times, self.items.len());
                }
                Stmt::Section(body) => {
                    self.items[start].0 = Item::Section(1);
                    self.body(body, lines, loops);
                    self.items.push((Item::Section(0), line, loops));
                }
                _ => {}
            }
        }
    }
}
