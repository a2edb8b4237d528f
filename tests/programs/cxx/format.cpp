// std::format; libstdc++ 12 has none.
//@ expect: safe
//@ output: native
//@ stdlib: libc++
//@ std: c++23
#include <cstdio>
#include <format>
#include <print>
#include <string>
#include <vector>

int main()
{
    std::string s = std::format("{} {:>6} {:<4}| {:#x} {:08.3f} {:e}", "text", 42, 'c', 255, 3.14159, 1234.5);
    std::puts(s.c_str());
    std::puts(std::format("{1} {0} {2:^9}|{3:+}", 1, "two", "mid", 5).c_str());
    std::puts(std::format("{} {}", true, std::vector<int>{1, 2}).c_str());
    try {
        (void)std::vformat("{:d}", std::make_format_args("no"));
    } catch (const std::format_error &) {
        std::puts("format error");
    }
    std::println("{:*^20}", "printed");
    std::print("{}\n", 0.1);
    return 0;
}
