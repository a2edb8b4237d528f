// to_chars and from_chars.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <charconv>
#include <cstdio>
#include <string>
#include <system_error>

template <typename... T> static void show(T... value)
{
    char buffer[400];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value...);
    std::printf("%.*s %d\n", static_cast<int>(end - buffer), buffer, error == std::errc());
}

int main()
{
    show(42);
    show(-1234567890123LL);
    show(255, 16);
    show(0.1);
    show(1e300);
    show(3.5f);
    show(1.0 / 3, std::chars_format::fixed, 4);
    show(12345.678, std::chars_format::scientific);
    show(2.0, std::chars_format::hex);
    std::string text = "1234x";
    int i = 0;
    auto r = std::from_chars(text.data(), text.data() + text.size(), i);
    std::printf("%d %c %d\n", i, *r.ptr, r.ec == std::errc());
    text = "99999999999";
    r = std::from_chars(text.data(), text.data() + text.size(), i);
    std::printf("%d\n", r.ec == std::errc::result_out_of_range);
    text = "2.5e3";
    double d = 0;
    r = std::from_chars(text.data(), text.data() + text.size(), d);
    std::printf("%g %d\n", d, r.ec == std::errc());
    char tiny[2];
    std::printf("%d\n", std::to_chars(tiny, tiny + 2, 12345).ec == std::errc::value_too_large);
    return 0;
}
