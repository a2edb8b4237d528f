// Strings: growth, search, replacement, conversion, views, other characters.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

int main()
{
    std::string s = "small";
    for (int i = 0; i < 40; i++)
        s += static_cast<char>('a' + i % 26);
    std::printf("%zu %s\n", s.size(), s.c_str());
    s.insert(3, "<inserted text>");
    s.replace(0, 3, "SMA");
    s.erase(10, 5);
    std::printf("%s %zu %zu\n", s.c_str(), s.find("xyz"), s.rfind('a'));
    std::printf("%d %d\n", s.compare("SMB") < 0, s.find_first_of("0123") == std::string::npos);
    std::string t = s.substr(4, 12);
    std::swap(s, t);
    std::printf("%s|%s\n", s.c_str(), (s + "-" + t).c_str());
    try {
        (void)s.at(100);
    } catch (const std::out_of_range &) {
        std::puts("out of range");
    }
    std::printf("%d %ld %.3f %s %s\n", std::stoi("42x"), std::stol("-7"), std::stod("2.5e1"),
                std::to_string(1234567890123LL).c_str(), std::to_string(3.25).c_str());
    try {
        std::stoi("none");
    } catch (const std::invalid_argument &) {
        std::puts("invalid");
    }
    try {
        std::stoi("99999999999");
    } catch (const std::out_of_range &) {
        std::puts("too large");
    }
    std::string_view view = t;
    view.remove_prefix(2);
    std::printf("%zu %.*s\n", view.find('<'), 5, view.data());
    std::wstring w = L"wide";
    w.append(20, L'x');
    std::u16string u = u"sixteen bits, long enough to be allocated";
    std::u32string v(30, U'y');
    std::printf("%zu %zu %zu %d\n", w.size(), u.size(), v.size(), std::stoi(std::wstring(L"17")));
    s.reserve(200);
    s.shrink_to_fit();
    s.resize(3);
    s.push_back('!');
    s.pop_back();
    s.clear();
    return s.empty() ? 0 : 1;
}
