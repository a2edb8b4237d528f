//! Names of C++ as their authors would write them: without arguments of templates that are there by default,
//! without inline namespaces, and `std::string` for what it is short for.

/// Templates within templates; what is nested deeper stays as it is.
const NESTING_MAX: u32 = 64;

/// Namespaces that nobody writes.
const INLINE: [&str; 4] = ["::__1::", "::__cxx11::", "::_V2::", "::__ndk1::"];

/// Templates of `std::`, how many arguments everybody gives them, and what the others are by default. `$0` is
/// the first argument.
const DEFAULTS: &[(&[&str], usize, &[&str])] = &[
    (&["vector", "deque", "list", "forward_list"], 1, &["std::allocator<$0>"]),
    (&["set", "multiset"], 1, &["std::less<$0>", "std::allocator<$0>"]),
    (&["map", "multimap"], 2, &["std::less<$0>", "std::allocator<std::pair<const $0, $1>>"]),
    (&["unordered_set", "unordered_multiset"], 1, &["std::hash<$0>", "std::equal_to<$0>", "std::allocator<$0>"]),
    (
        &["unordered_map", "unordered_multimap"],
        2,
        &["std::hash<$0>", "std::equal_to<$0>", "std::allocator<std::pair<const $0, $1>>"],
    ),
    (&["unique_ptr"], 1, &["std::default_delete<$0>"]),
    (
        &["basic_string", "basic_stringbuf", "basic_stringstream", "basic_istringstream", "basic_ostringstream"],
        1,
        &["std::char_traits<$0>", "std::allocator<$0>"],
    ),
    (
        &[
            "basic_string_view",
            "basic_ios",
            "basic_istream",
            "basic_ostream",
            "basic_iostream",
            "basic_streambuf",
            "basic_filebuf",
            "basic_ifstream",
            "basic_ofstream",
            "basic_fstream",
            "istreambuf_iterator",
            "ostreambuf_iterator",
        ],
        1,
        &["std::char_traits<$0>"],
    ),
    (&["istream_iterator"], 1, &["char", "std::char_traits<char>", "long"]),
    (&["ostream_iterator"], 1, &["char", "std::char_traits<char>"]),
    (&["basic_regex"], 1, &["std::regex_traits<$0>"]),
    (&["match_results"], 1, &["std::allocator<std::sub_match<$0>>"]),
    (&["queue", "stack"], 1, &["std::deque<$0>"]),
    (&["priority_queue"], 1, &["std::vector<$0>", "std::less<$0>"]),
    (&["span"], 1, &["18446744073709551615"]),
    (&["ratio"], 1, &["1"]),
    (&["chrono::duration"], 1, &["std::ratio<1>"]),
    (&["chrono::time_point"], 1, &["std::chrono::nanoseconds"]),
];

/// Names that stand for others.
const ALIASES: &[(&str, &str)] = &[
    ("std::basic_string<char>", "std::string"),
    ("std::basic_string<wchar_t>", "std::wstring"),
    ("std::basic_string<char8_t>", "std::u8string"),
    ("std::basic_string<char16_t>", "std::u16string"),
    ("std::basic_string<char32_t>", "std::u32string"),
    ("std::basic_string_view<char>", "std::string_view"),
    ("std::basic_string_view<wchar_t>", "std::wstring_view"),
    ("std::basic_ios<char>", "std::ios"),
    ("std::basic_istream<char>", "std::istream"),
    ("std::basic_ostream<char>", "std::ostream"),
    ("std::basic_iostream<char>", "std::iostream"),
    ("std::basic_streambuf<char>", "std::streambuf"),
    ("std::basic_filebuf<char>", "std::filebuf"),
    ("std::basic_ifstream<char>", "std::ifstream"),
    ("std::basic_ofstream<char>", "std::ofstream"),
    ("std::basic_fstream<char>", "std::fstream"),
    ("std::basic_stringbuf<char>", "std::stringbuf"),
    ("std::basic_stringstream<char>", "std::stringstream"),
    ("std::basic_istringstream<char>", "std::istringstream"),
    ("std::basic_ostringstream<char>", "std::ostringstream"),
    ("std::basic_regex<char>", "std::regex"),
    ("std::chrono::duration<long, std::ratio<1, 1000000000>>", "std::chrono::nanoseconds"),
    ("std::chrono::duration<long, std::ratio<1, 1000000>>", "std::chrono::microseconds"),
    ("std::chrono::duration<long, std::ratio<1, 1000>>", "std::chrono::milliseconds"),
    ("std::chrono::duration<long>", "std::chrono::seconds"),
    ("std::chrono::duration<long long, std::ratio<1, 1000000000>>", "std::chrono::nanoseconds"),
    ("std::chrono::duration<long long, std::ratio<1, 1000000>>", "std::chrono::microseconds"),
    ("std::chrono::duration<long long, std::ratio<1, 1000>>", "std::chrono::milliseconds"),
    ("std::chrono::duration<long long>", "std::chrono::seconds"),
];

/// What may follow `operator`, the longer ones first.
const OPERATORS: [&str; 12] = ["<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "()", "<", ">"];

/// A name of C++ without what its author would not write.
pub fn short_name(name: &str) -> String {
    let plain = without_inline_namespaces(name);
    let mut parser = Parser { rest: &plain };
    parser.text(&[], NESTING_MAX).unwrap_or_else(|| plain.clone())
}

/// The arguments of the first template in a name.
pub fn template_arguments(name: &str) -> Vec<String> {
    let Some((_, arguments)) = name.split_once('<') else { return Vec::new() };
    Parser { rest: arguments }.list('>', NESTING_MAX).unwrap_or_default()
}

fn without_inline_namespaces(name: &str) -> String {
    INLINE.iter().fold(name.into(), |name, inline| name.replace(inline, "::"))
}

struct Parser<'t> {
    rest: &'t str,
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | ':' | '~')
}

impl Parser<'_> {
    fn take(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Text up to, and without, one of `ends`. None if none of them comes.
    fn text(&mut self, ends: &[char], nesting: u32) -> Option<String> {
        let deeper = nesting.checked_sub(1)?;
        let mut out = String::new();
        loop {
            if self.rest.is_empty() || self.rest.starts_with(ends) {
                let found = ends.is_empty() == self.rest.is_empty();
                return found.then(|| out.trim().to_string());
            }
            let c = self.take()?;
            match c {
                '(' if self.rest.starts_with("lambda at ") => {
                    let (place, rest) = self.rest.split_once(')')?;
                    out.push_str(&lambda(place));
                    self.rest = rest;
                }
                '(' | '[' | '{' => {
                    let close = match c {
                        '(' => ')',
                        '[' => ']',
                        _ => '}',
                    };
                    let inner = self.text(&[close], deeper)?;
                    self.take()?;
                    out.extend([c]);
                    out.push_str(&inner);
                    out.push(close);
                }
                '<' if out.ends_with(is_of_name) => {
                    let arguments = self.list('>', deeper)?;
                    out = with_arguments(&out, arguments);
                }
                c => out.push(c),
            }
            let is_operator = out
                .strip_suffix("operator")
                .is_some_and(|before| !before.ends_with(is_of_name) || before.ends_with("::"));
            if is_operator && let Some(operator) = OPERATORS.iter().find(|operator| self.rest.starts_with(**operator)) {
                out.push_str(operator);
                self.rest = self.rest[operator.len()..].trim_start();
                // What follows an operator that is a template are its arguments.
                if self.rest.starts_with('<') {
                    self.take()?;
                    let arguments = self.list('>', deeper)?;
                    out.push_str(&format!("<{}>", arguments.join(", ")));
                }
            }
        }
    }

    /// Things between commas, up to `close`, which is taken, too.
    fn list(&mut self, close: char, nesting: u32) -> Option<Vec<String>> {
        let mut items = Vec::new();
        loop {
            let item = self.text(&[',', close], nesting)?;
            let last = self.take()? == close;
            if !(last && items.is_empty() && item.is_empty()) {
                items.push(number(&item).into());
            }
            if last {
                return Some(items);
            }
        }
    }
}

/// `lambda at src/a.cpp:3:4` by file and line.
fn lambda(place: &str) -> String {
    let file = place.rsplit(['/', ' ']).next().unwrap_or(place);
    let line = file.rsplit_once(':').map_or(file, |(line, _)| line);
    format!("lambda at {line}")
}

/// A number without what says its type.
fn number(text: &str) -> &str {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let plain = digits.strip_prefix('-').unwrap_or(digits);
    match !plain.is_empty() && plain.chars().all(|c| c.is_ascii_digit()) {
        true => digits,
        false => text,
    }
}

/// A template's name with those of its arguments that are worth telling.
fn with_arguments(name: &str, mut arguments: Vec<String>) -> String {
    let start = name.rfind(|c| !is_of_name(c)).map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
    let (before, template) = name.split_at(start);
    let defaults = template.strip_prefix("std::").and_then(|template| {
        let (_, given, defaults) = DEFAULTS.iter().find(|(templates, ..)| templates.contains(&template))?;
        Some((*given, *defaults))
    });
    if let Some((given, defaults)) = defaults {
        while arguments.len() > given {
            let default = defaults.get(arguments.len() - given - 1);
            match default.is_some_and(|default| is_default(default, &arguments)) {
                true => arguments.pop(),
                false => break,
            };
        }
    }
    let text = format!("{template}<{}>", arguments.join(", "));
    let alias = ALIASES.iter().find(|(long, _)| *long == text);
    format!("{before}{}", alias.map_or(&*text, |(_, short)| short))
}

/// Is the last argument what it is by default?
fn is_default(default: &str, arguments: &[String]) -> bool {
    let Some((last, given)) = arguments.split_last() else { return false };
    let fill = |pattern: &str| {
        let numbered = given.iter().enumerate();
        numbered.fold(pattern.to_string(), |text, (i, argument)| text.replace(&format!("${i}"), argument))
    };
    // Compilers write `const` first, demanglers last, and both last behind a pointer.
    ["const $0", "$0 const", "$0const"].iter().any(|written| fill(&default.replace("const $0", written)) == *last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: &str) {
        assert_eq!(short_name(name), expected);
    }

    #[test]
    fn arguments_that_are_there_by_default() {
        check("std::vector<int, std::allocator<int> >", "std::vector<int>");
        check("std::vector<int, My<int> >", "std::vector<int, My<int>>");
        check("std::__1::vector<bool, std::__1::allocator<bool>>::push_back", "std::vector<bool>::push_back");
        let string = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
        check(string, "std::string");
        check(&format!("std::{}", &string[14..]), "std::string");
        let map = |constant| {
            format!(
                "std::map<{string}, int, std::less<{string} >, std::allocator<std::pair<{}, int> > >",
                if constant == 0 { format!("const {string}") } else { format!("{string} const") }
            )
        };
        check(&map(0), "std::map<std::string, int>");
        check(&map(1), "std::map<std::string, int>");
        check(
            "std::map<char *, int, std::less<char *>, std::allocator<std::pair<char *const, int> > >::at",
            "std::map<char *, int>::at",
        );
        check(
            "std::map<int, A, std::greater<int>, std::allocator<std::pair<const int, A> > >",
            "std::map<int, A, std::greater<int>>",
        );
        check("std::unique_ptr<A[], std::default_delete<A[]> >", "std::unique_ptr<A[]>");
        check(
            "std::priority_queue<int, std::vector<int, std::allocator<int> >, std::less<int> >",
            "std::priority_queue<int>",
        );
        check("std::span<int, 18446744073709551615UL>", "std::span<int>");
        check("my::vector<int, std::allocator<int> >", "my::vector<int, std::allocator<int>>");
    }

    #[test]
    fn other_names() {
        check("main", "main");
        check("std::chrono::duration<long, std::ratio<1L, 1000L> >", "std::chrono::milliseconds");
        check("std::chrono::_V2::steady_clock::now", "std::chrono::steady_clock::now");
        check(
            "std::_Function_handler<int (int), (lambda at /a/b.cpp:71:41)>::_M_invoke",
            "std::_Function_handler<int (int), lambda at b.cpp:71>::_M_invoke",
        );
        check(
            "(anonymous namespace)::f<std::deque<A, std::allocator<A> > >",
            "(anonymous namespace)::f<std::deque<A>>",
        );
        check("void (*)(std::list<int, std::allocator<int> > &)", "void (*)(std::list<int> &)");
        check("std::array<int, 3UL>", "std::array<int, 3>");
        check("A::A", "A::A");
        check("f<>", "f<>");
    }

    #[test]
    fn operators_are_no_brackets() {
        check("A::operator<", "A::operator<");
        check("A::operator<<", "A::operator<<");
        check("std::operator<< <std::char_traits<char> >", "std::operator<<<std::char_traits<char>>");
        check("operator<=><int>", "operator<=><int>");
        check("A::operator->", "A::operator->");
        check("A::operator()", "A::operator()");
        check("A<(1 > 0)>::operator>>", "A<(1 > 0)>::operator>>");
        check("my_operator<int>", "my_operator<int>");
    }

    #[test]
    fn what_is_no_name_stays() {
        for text in ["a < b", "vector<int", "f(", ">", "", "a<b<c>", "ä<ö>"] {
            check(text, text);
        }
        check(&"a<".repeat(1000), &"a<".repeat(1000));
    }

    #[test]
    fn arguments_of_templates() {
        let check = |name, expected: &[&str]| assert_eq!(template_arguments(name), expected);
        check(
            "variant<int, std::map<int, A>, (lambda at a.cpp:1:2)>",
            &["int", "std::map<int, A>", "lambda at a.cpp:1"],
        );
        check("A", &[]);
        check("A<>", &[]);
    }
}
