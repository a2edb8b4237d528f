//! Command lines and what they mean.

use super::*;
use clap::CommandFactory;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(line.split_whitespace())
}

fn check(line: &str) -> CheckArgs {
    let cli = parse(line).unwrap();
    match cli.command {
        None => cli.check,
        Some(Command::Check(args)) => *args,
        Some(other) => panic!("{line} is {other:?}"),
    }
}

#[test]
fn the_declaration_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn check_is_optional() {
    for line in ["verify a.c b.bc", "verify check a.c b.bc"] {
        let args = check(line);
        assert_eq!(args.inputs, [PathBuf::from("a.c"), PathBuf::from("b.bc")]);
        assert_eq!(args.run.reduction, Reduction::Presumed);
        assert_eq!(args.search.races, Races::Error);
        assert_eq!(args.run.stack_depth, 10_000);
        assert!(args.args.is_empty());
    }
    let args = check("verify --workers 2 a.c --time 60s -- check -x --workers 3");
    assert_eq!(args.search.workers, Some(2));
    assert_eq!(args.search.time, Some(Duration::from_secs(60)));
    assert_eq!(args.args, ["check", "-x", "--workers", "3"]);
}

#[test]
fn what_the_test_harness_says() {
    let line = "verify check target/a.c.O0.bc --format json --time 60s --workers 2 --reduction tau+ --store plain \
                --races=off -- 3 hello";
    let args = check(line);
    assert_eq!(args.show.format, Format::Json);
    assert_eq!(args.run.reduction, Reduction::TauPlus);
    assert_eq!(args.search.store, Store::Plain);
    assert_eq!(args.search.races, Races::Off);
    assert_eq!(args.args, ["3", "hello"]);
}

#[test]
fn every_fault_can_be_asked_for() {
    let asked: Vec<contract::Fault> = Fault::value_variants().iter().map(|fault| (*fault).into()).collect();
    assert_eq!(asked, contract::Fault::ALL);
}

#[test]
fn faults_have_two_spellings() {
    let args = check("verify a.c --faults malloc,io --spurious-wakeups --malloc-may-fail");
    assert_eq!(args.run.faults(), [Fault::Malloc, Fault::SpuriousWakeup, Fault::Io].map(|fault| (fault, None)));
    let args = check("verify a.c --faults io:2,malloc --spurious-wakeups");
    let spelt: Vec<String> = args.run.faults().into_iter().map(spell_fault).collect();
    assert_eq!(spelt, ["malloc", "spurious-wakeup", "io:2"]);
}

#[test]
fn compiler_flags_may_be_glued() {
    let args = check("verify -O2 -DN=3 -D M -Iinc a.c --cc-arg=-std=c11");
    assert_eq!(args.compile.level, "2");
    assert_eq!(args.compile.define, ["N=3", "M"]);
    assert_eq!(args.compile.include, ["inc"]);
    assert_eq!(args.compile.cc_arg, ["-std=c11"]);
}

#[test]
fn cc_passes_everything_on() {
    let cli = parse("verify cc -O2 -c a.c -o a.bc --help -v -- x").unwrap();
    match cli.command {
        Some(Command::Cc { args }) => assert_eq!(args, ["-O2", "-c", "a.c", "-o", "a.bc", "--help", "-v", "--", "x"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn other_commands() {
    assert!(matches!(parse("verify dump -f main a.c").unwrap().command, Some(Command::Dump(_))));
    assert!(matches!(parse("verify draw a.c --states 9 -- x").unwrap().command, Some(Command::Draw(_))));
    assert!(matches!(parse("verify externals a.c b.c").unwrap().command, Some(Command::Externals(_))));
    assert!(matches!(parse("verify doctor").unwrap().command, Some(Command::Doctor(_))));
    assert!(matches!(parse("verify replay x.json").unwrap().command, Some(Command::Replay(_))));
}

#[test]
fn mistakes() {
    for line in [
        "verify",
        "verify check",
        "verify a.c --wrong",
        "verify a.c --workers 0",
        "verify a.c --time soon",
        "verify a.c --memory much",
        "verify a.c --reduction more",
        "verify a.c --faults fire",
        "verify a.c --faults malloc:0",
        "verify a.c --env HOME",
        "verify replay",
    ] {
        let error = parse(line).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{line}");
    }
}
