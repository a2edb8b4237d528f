// Views and constrained algorithms.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <algorithm>
#include <cstdio>
#include <map>
#include <ranges>
#include <string>
#include <vector>

int main()
{
    namespace views = std::views;
    std::vector<int> v{5, 2, 8, 1, 9, 4};
    std::ranges::sort(v, std::ranges::greater{});
    for (int x : v | views::filter([](int i) { return i % 2 == 0; }) | views::transform([](int i) { return i * i; }))
        std::printf("%d ", x);
    for (int x : views::iota(1) | views::drop(3) | views::take(4) | views::reverse)
        std::printf("%d ", x);
    std::puts("");
    std::string text = "a b  c";
    for (auto part : text | views::split(' '))
        std::printf("[%d]", static_cast<int>(std::ranges::distance(part)));
    std::puts("");
    std::map<int, std::string> m{{1, "one"}, {2, "two"}};
    for (const auto &name : m | views::values)
        std::printf("%s ", name.c_str());
    for (int key : m | views::keys)
        std::printf("%d ", key);
    std::puts("");
    auto found = std::ranges::find_if(v, [](int i) { return i < 3; });
    std::printf("%d %d %d\n", *found, *std::ranges::max_element(v), std::ranges::is_sorted(v));
    std::vector<std::pair<int, char>> pairs{{2, 'b'}, {1, 'a'}};
    std::ranges::sort(pairs, {}, &std::pair<int, char>::first);
    std::printf("%c\n", pairs[0].second);
    for (int x : views::iota(0, 20) | views::take_while([](int i) { return i < 5; }))
        std::printf("%d", x);
    std::puts("");
    return 0;
}
