//! The formats as a user asks for them. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::path::Path;

use common::{Case, case, json, text};

const RACE: &str = r#"
#include <pthread.h>
static int shared;
static void *writer(void *arg) {
    shared = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int seen = shared;
    pthread_join(t, NULL);
    return seen & 0;
}
"#;

const SAFE: &str = "int main(void) { return 0; }";

fn written(case: &Case, name: &str) -> String {
    std::fs::read_to_string(case.directory.path().join(name)).unwrap()
}

#[test]
fn reports_for_other_programs_go_to_standard_output() {
    let race = case(RACE);
    let log = json(&race.verify(&["--format", "sarif", "prog.c"]));
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"data-race".into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "prog.c");
    assert!(place["region"]["startLine"].as_u64().is_some());
    let warned = json(&race.verify(&["--format", "sarif", "--races", "warn", "prog.c"]));
    assert_eq!(warned["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let junit = text(&race.verify(&["--format", "junit", "prog.c"]).stdout);
    assert!(junit.contains("<failure type=\"data-race\"") && junit.contains("classname=\"prog.c\""), "{junit}");
    let safe = json(&case(SAFE).verify(&["--format=sarif", "prog.c"]));
    assert_eq!(safe["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn usage_errors_are_in_the_format_that_was_asked_for() {
    let safe = case(SAFE);
    for args in [&["--format", "sarif", "none.c"][..], &["--format", "sarif", "--nonsense", "prog.c"]] {
        let output = safe.verify(args);
        assert_eq!(output.status.code(), Some(2));
        let invocation = &json(&output)["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["toolExecutionNotifications"][0]["descriptor"]["id"], "usage");
    }
    assert!(text(&safe.verify(&["--format", "junit", "none.c"]).stdout).contains("<error type=\"usage\""));
}

#[test]
fn a_report_can_go_to_a_file_and_the_text_is_still_seen() {
    let race = case(RACE);
    let output = race.verify(&["--format", "json", "--output", "report.json", "prog.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("violation: data-race"));
    let report: serde_json::Value = serde_json::from_str(&written(&race, "report.json")).unwrap();
    assert_eq!(report["kind"], "data-race");
    let output = race.verify(&["--format", "json", "-o", "none/report.json", "prog.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot be written"));
}

#[test]
fn pictures_go_to_standard_output() {
    let race = case(RACE);
    let svg = text(&race.verify(&["--format", "svg", "prog.c"]).stdout);
    assert!(svg.starts_with("<?xml") && svg.contains("thread 1: writer") && svg.ends_with("</svg>\n"), "{svg}");
    let dot = text(&race.verify(&["--format", "dot", "prog.c"]).stdout);
    assert!(dot.starts_with("digraph trace {") && dot.contains("label=\"starts\""), "{dot}");
    // Nothing to draw: people are told why.
    let output = race.verify(&["--format", "svg", "none.c"]);
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("none.c"));
    let states = race.verify(&["draw", "prog.c", "--format", "svg", "-o", "states.svg"]);
    assert!(states.status.success() && states.stdout.is_empty());
    assert!(written(&race, "states.svg").contains("data-race"));
    assert!(text(&race.verify(&["draw", "prog.c"]).stdout).starts_with("digraph states {"));
}

/// Hostile in every place that a report shows: the file's name, its text, names and values.
const HOSTILE: &str = r#"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
/* </script><script>document.title = "pwned"</script><img src=x onerror="document.title = 'pwned'"> */
struct node { struct node *next; const char *text; };
static struct node *list;
static void *reader(void *arg) {
    puts(list->text);
    return arg;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->text = "</script><img src=x onerror=document.title='pwned'>";
        fresh->next = list;
        list = fresh;
    }
    pthread_create(&t, NULL, reader, NULL);
    struct node *first = list;
    free(first);
    pthread_join(t, NULL);
}
"#;

fn hostile() -> Case {
    let case = case("");
    std::fs::write(case.directory.path().join("<img src=x onerror=alert(1)>.c"), HOSTILE).unwrap();
    let args = ["--keep-going", "--format", "html", "-o", "report.html", "<img src=x onerror=alert(1)>.c"];
    assert_eq!(case.verify(&args).status.code(), Some(1));
    case
}

#[test]
fn a_page_holds_what_it_shows_and_nothing_gets_out_of_its_place() {
    let page = written(&hostile(), "report.html");
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert_eq!(page.matches("<script").count(), 2, "the data and the viewer");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img"));
    // The name of SVG's elements is the only address in it.
    assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/2000/svg").count());
    // Our data, in the order of the trace.
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["report"]["outcome"], "violation");
    assert!(data["sources"]["<img src=x onerror=alert(1)>.c"].as_str().unwrap().contains("document.title"));
    let titles = data["pictures"]["boxes"].as_array().unwrap().iter().filter_map(|b| b["title"].as_str());
    assert!(titles.into_iter().any(|title| title == "#2 (node, 16 bytes)"));
    let safe = case(SAFE);
    assert_eq!(safe.verify(&["--format", "html", "-o", "safe.html", "prog.c"]).status.code(), Some(0));
    assert!(written(&safe, "safe.html").contains("\"outcome\":\"safe\""));
}

/// Headless Chromium, if it is installed.
fn chromium(page: &Path, args: &[&str]) -> Option<std::process::Output> {
    let profile = tempfile::tempdir().unwrap();
    let url = format!("file://{}", page.display());
    let run = |name: &str| {
        std::process::Command::new(name)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(args)
            .arg(&url)
            .output()
    };
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(|name| run(name).ok());
    if found.is_none() {
        eprintln!(
            "SKIPPED: Chromium is not installed, so the HTML report was not opened (Debian: apt install chromium)"
        );
    }
    found
}

/// Pressed one after the other; then the page's title says where the viewer is and what it shows.
const PRESS: &str = r#"<script>
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const where = () => document.querySelector("footer .where").textContent;
  const seen = [where()];
  for (const key of ["j", "ArrowRight", "k", "ArrowLeft", "n", "p", "End", "Home", "G"]) { press(key); seen.push(where()); }
  seen.push(document.querySelector(".code .now").textContent.trim());
  seen.push(String(document.querySelectorAll(".heap rect.freed").length));
  seen.push(String(document.images.length + document.scripts.length));
  press("t"); seen.push(document.documentElement.dataset.theme);
  press("?"); seen.push(String(document.querySelector("dialog").open));
  press("?");
  press("]"); seen.push(location.hash);
  document.querySelector("tr.event").click(); seen.push(location.hash);
  document.body.append(Object.assign(document.createElement("pre"), { id: "seen", textContent: seen.join("|") }));
</script></body>"#;

#[test]
fn the_page_is_opened_and_stepped_in_a_browser() {
    let case = hostile();
    let folder = case.directory.path();
    let stepped = folder.join("stepped.html");
    std::fs::write(&stepped, written(&case, "report.html").replace("</body>", PRESS)).unwrap();
    let Some(output) = chromium(&stepped, &["--dump-dom"]) else { return };
    let dom = text(&output.stdout);
    let seen = dom.split("<pre id=\"seen\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let seen = seen.unwrap_or_else(|| panic!("the script did not run through:\n{}", text(&output.stderr)));
    let seen: Vec<&str> = seen.split('|').collect();
    let last = seen[0].replace("1 of ", "");
    let at = |n: &str| format!("{n} of {last}");
    assert_eq!(seen[1..5], [at("2"), at("3"), at("2"), at("1")]);
    assert!(seen[5] != at("1") && seen[6] != seen[5]);
    assert_eq!(seen[7..10], [at(&last), at("1"), at(&last)]);
    let line = seen[10].trim_start_matches(['m', '1']).trim_start_matches(char::is_numeric).trim();
    assert!(!line.is_empty() && HOSTILE.contains(&line.replace("&gt;", ">")), "{seen:?}");
    assert_eq!(seen[12], "3", "the data, the viewer and this test are all there is");
    assert!(seen[13] == "dark" || seen[13] == "light");
    assert_eq!(seen[14..], ["true", "#2.1", "#2.1"]);
    assert!(!dom.contains("<img") && !dom.contains("<title>pwned"));

    let picture = folder.join("page.png");
    chromium(&folder.join("report.html"), &[&format!("--screenshot={}", picture.display())]);
    let png = std::fs::read(&picture).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 20_000, "{} bytes", png.len());
}

/// A loop with many rounds that are alike, and something wrong in the end.
const LONG: &str = r#"
#include <assert.h>
#include <stdlib.h>
int main(void) {
    void *last = 0;
    for (int i = 0; i < 300; i++) {
        void *p = malloc(8);
        free(last);
        last = p;
    }
    assert(!last);
}
"#;

/// Unfolds what is folded; then the page's title says how many rows there are before and after.
const UNFOLD: &str = r#"<script>
  const rows = () => `${document.querySelectorAll("tr.event").length} ${document.querySelectorAll("tr.remark").length}`;
  const seen = [rows()];
  document.querySelector("tr.remark").click();
  seen.push(rows());
  document.body.append(Object.assign(document.createElement("pre"), { id: "seen", textContent: seen.join("|") }));
</script></body>"#;

#[test]
fn long_traces_are_folded_in_every_format() {
    let case = case(LONG);
    let flow = |flags: &[&str]| {
        let log = json(&case.verify(&[&["--format", "sarif", "prog.c"], flags].concat()));
        let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
        (flow.as_array().unwrap().len(), log.to_string().contains("more rounds like this"))
    };
    let (folded, said) = flow(&[]);
    assert!(folded < 40 && said, "{folded}");
    let (full, said) = flow(&["--full-trace"]);
    assert!(full > 900 && !said, "{full}");
    let page = |name: &str, flags: &[&str]| {
        case.verify(&[&["--format", "html", "-o", name, "prog.c"], flags].concat());
        written(&case, name)
    };
    assert!(page("full.html", &["--full-trace"]).contains("\"full\":true"));
    let folded = case.directory.path().join("unfolded.html");
    std::fs::write(&folded, page("folded.html", &[]).replace("</body>", UNFOLD)).unwrap();
    let Some(output) = chromium(&folded, &["--dump-dom"]) else { return };
    let dom = text(&output.stdout);
    let seen = dom.split("<pre id=\"seen\">").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
    let numbers: Vec<u32> = seen.split(['|', ' ']).map(|number| number.parse().unwrap()).collect();
    let [before, remarks, after, none] = numbers[..] else { panic!("{seen}") };
    assert!(before < 40 && remarks == 1 && after > 900 && none == 0, "{seen}");
}

/// Words between blanks, or between quotation marks.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (at, part) in text.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

/// Each program of `tests/programs/explain/` goes wrong in the way that it is called after.
#[test]
fn every_kind_is_reported_in_every_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/explain");
    let schema: serde_json::Value = serde_json::from_str(include_str!("../../../docs/report.schema.json")).unwrap();
    let mut kinds = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let kind = file.file_stem().unwrap().to_str().unwrap();
        let source =
            file.extension().is_some_and(|extension| ["c", "cpp", "rs"].iter().any(|known| extension == *known));
        if !source || kind.ends_with("_ok") {
            continue;
        }
        kinds += 1;
        let text_of_file = std::fs::read_to_string(&file).unwrap();
        let flags = text_of_file.lines().find_map(|line| line.strip_prefix("//@ flags:")).unwrap_or_default();
        let flags = words(flags);
        let program = case(&text_of_file);
        let is_rust = file.extension().is_some_and(|extension| extension == "rs");
        let input = if is_rust { file.to_str().unwrap() } else { "prog.bc" };
        if !is_rust {
            let compiled = program.verify(&["cc", "-c", file.to_str().unwrap(), "-o", input]);
            assert!(compiled.status.success(), "{}", text(&compiled.stderr));
        }
        let verify = |format: &str| program.verify(&[&["--format", format, input][..], &flags].concat());
        let report = json(&verify("json"));
        assert_eq!(report["kind"], kind, "{report}");
        let complaints = schema::complaints(&schema, &report, schema::Unnamed::Refused);
        assert!(complaints.is_empty(), "{kind}: {complaints:#?}");
        let result = &json(&verify("sarif"))["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], kind);
        assert!(result["codeFlows"][0]["threadFlows"][0]["locations"].is_array(), "{kind}");
        for (format, part) in
            [("junit", "<failure type="), ("html", "</html>"), ("svg", "</svg>"), ("dot", "digraph trace {")]
        {
            let output = verify(format);
            assert!(output.status.code() == Some(1) && text(&output.stdout).contains(part), "{kind} as {format}");
        }
    }
    assert_eq!(kinds, schema["$defs"]["kind"]["enum"].as_array().unwrap().len());
}
