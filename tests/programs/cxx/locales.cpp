// Locales: the classic one, facets, a facet of one's own, time and money.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <ctime>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

struct Dots : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
    std::string do_truename() const override { return "ja"; }
};

int main()
{
    std::locale classic = std::locale::classic();
    std::cout << classic.name() << ' ' << (std::locale() == classic) << '\n';
    auto &ctype = std::use_facet<std::ctype<char>>(classic);
    std::string text = "Mixed Case 12";
    ctype.toupper(&text[0], &text[0] + text.size());
    std::cout << text << ' ' << std::isdigit('4', classic) << ' ' << std::tolower('Q', classic) << '\n';
    std::ostringstream out;
    out.imbue(std::locale(classic, new Dots));
    out << 1234567 << ' ' << 1234.5 << ' ' << std::boolalpha << true;
    std::cout << out.str() << '\n';
    std::istringstream in("1.234.567");
    in.imbue(std::locale(classic, new Dots));
    long n = 0;
    in >> n;
    std::cout << n << '\n';
    std::tm tm{};
    tm.tm_year = 124, tm.tm_mon = 1, tm.tm_mday = 29, tm.tm_wday = 4, tm.tm_hour = 13;
    std::cout << std::put_time(&tm, "%Y-%m-%d %A %H:%M") << '\n';
    std::istringstream date("2021-03-04");
    std::tm parsed{};
    date >> std::get_time(&parsed, "%Y-%m-%d");
    std::cout << parsed.tm_year << ' ' << parsed.tm_mon << ' ' << parsed.tm_mday << '\n';
    const char a[] = "a", b[] = "b";
    auto &collate = std::use_facet<std::collate<char>>(classic);
    std::cout << std::put_money(12345L) << ' ' << collate.compare(a, a + 1, b, b + 1) << '\n';
    try {
        std::locale none("xx_XX.nowhere");
        std::cout << "there\n";
    } catch (const std::runtime_error &) {
        std::cout << "no such locale\n";
    }
    return 0;
}
