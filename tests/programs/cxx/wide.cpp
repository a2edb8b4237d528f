// Wide characters: streams, strings, conversion.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <cwctype>
#include <iomanip>
#include <locale>
#include <sstream>
#include <string>

int main()
{
    std::wostringstream out;
    out << L"wide " << 42 << L' ' << std::setw(6) << 2.5 << L' ' << std::hex << 255;
    std::printf("%ls %zu\n", out.str().c_str(), out.str().size());
    std::wistringstream in(L"17 3.5 word");
    int i;
    double d;
    std::wstring word;
    in >> i >> d >> word;
    std::printf("%d %g %ls\n", i, d, word.c_str());
    auto &ctype = std::use_facet<std::ctype<wchar_t>>(std::locale::classic());
    std::printf("%d %lc %c\n", ctype.is(std::ctype_base::alpha, L'x'), static_cast<wint_t>(ctype.toupper(L'x')),
                ctype.narrow(L'n', '?'));
    std::printf("%ls\n", std::to_wstring(3.5).c_str());
    return 0;
}
