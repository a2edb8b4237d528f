//! The crate `test` that tests are linked with instead of the standard one: it has what the compiler
//! puts into a test program, and runs one test, on the main thread, without asking the clock.
//!
//! `--list` names the tests; any other argument is the name of the one to run.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, Termination};

pub use self::NamePadding::*;
pub use self::ShouldPanic::*;
pub use self::TestFn::*;
pub use self::TestName::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePadding {
    PadNone,
    PadOnRight,
}

#[derive(Clone, Copy, Debug)]
pub enum TestName {
    StaticTestName(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub enum ShouldPanic {
    No,
    Yes,
    YesWithMessage(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub enum TestType {
    UnitTest,
    IntegrationTest,
    DocTest,
    Unknown,
}

pub struct Bencher;

impl Bencher {
    pub fn iter<T>(&mut self, mut inner: impl FnMut() -> T) {
        inner();
    }
}

pub enum TestFn {
    StaticTestFn(fn() -> Result<(), String>),
    StaticBenchFn(fn(&mut Bencher) -> Result<(), String>),
}

pub struct TestDesc {
    pub name: TestName,
    pub ignore: bool,
    pub ignore_message: Option<&'static str>,
    pub source_file: &'static str,
    pub start_line: usize,
    pub start_col: usize,
    pub end_line: usize,
    pub end_col: usize,
    pub should_panic: ShouldPanic,
    pub compile_fail: bool,
    pub no_run: bool,
    pub test_type: TestType,
}

pub struct TestDescAndFn {
    pub desc: TestDesc,
    pub testfn: TestFn,
}

pub fn assert_test_result<T: Termination>(result: T) -> Result<(), String> {
    if result.report() == ExitCode::SUCCESS {
        Ok(())
    } else {
        Err("the test returned an error".into())
    }
}

pub fn test_main_static(tests: &[&TestDescAndFn]) {
    let wanted = std::env::args().nth(1).expect("the name of a test, or --list");
    if wanted == "--list" {
        for test in tests {
            let TestName::StaticTestName(name) = test.desc.name;
            let kind = match (&test.testfn, test.desc.ignore) {
                (TestFn::StaticBenchFn(_), _) => "bench",
                (_, true) => "ignore",
                _ => "test",
            };
            println!("{kind} {name}");
        }
        return;
    }
    let is_wanted = |test: &&&TestDescAndFn| {
        let TestName::StaticTestName(name) = test.desc.name;
        name == wanted
    };
    run(tests.iter().find(is_wanted).expect("there is no such test"));
}

pub fn test_main_static_abort(tests: &[&TestDescAndFn]) {
    test_main_static(tests);
}

fn run(test: &TestDescAndFn) {
    let call = || match test.testfn {
        TestFn::StaticTestFn(test) => test(),
        TestFn::StaticBenchFn(bench) => bench(&mut Bencher),
    };
    let expected = match test.desc.should_panic {
        // Whoever panics is reported where it stands.
        ShouldPanic::No => return call().unwrap_or_else(|error| panic!("{error}")),
        ShouldPanic::Yes => "",
        ShouldPanic::YesWithMessage(message) => message,
    };
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(_) => panic!("the test did not panic as expected"),
        Err(panic) => {
            let said = message(&*panic);
            assert!(said.contains(expected), "the panic did not say {expected:?}, but {said:?}");
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "",
    }
}
