// <algorithm> and <numeric>.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

static void show(const std::vector<int> &v)
{
    for (int x : v)
        std::printf("%d ", x);
    std::puts("");
}

int main()
{
    std::vector<int> v(60);
    std::iota(v.begin(), v.end(), 0);
    std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * 37 % 61; });
    auto w = v;
    std::sort(v.begin(), v.end(), std::greater<>());
    show(v);
    std::stable_sort(w.begin(), w.end(), [](int a, int b) { return a % 5 < b % 5; });
    show(w);
    std::nth_element(w.begin(), w.begin() + 10, w.end());
    std::partial_sort(v.begin(), v.begin() + 3, v.end());
    std::printf("%d %d %d\n", w[10], v[0], v[2]);
    std::vector<double> doubles{2.5, -1, 7, 0.25};
    std::sort(doubles.begin(), doubles.end());
    std::printf("%g %g\n", doubles.front(), doubles.back());
    std::vector<std::string> words{"pear", "apple", "fig", "a rather long name of a fruit"};
    std::sort(words.begin(), words.end());
    std::printf("%s %s\n", words[0].c_str(), words[3].c_str());

    std::printf("%d %d %d\n", std::accumulate(v.begin(), v.end(), 0),
                std::inner_product(v.begin(), v.end(), w.begin(), 0),
                static_cast<int>(std::count_if(v.begin(), v.end(), [](int x) { return x & 1; })));
    std::vector<int> out;
    std::sort(w.begin(), w.end());
    std::sort(v.begin(), v.end());
    std::set_intersection(v.begin(), v.end(), w.begin(), w.begin() + 9, std::back_inserter(out));
    std::rotate(out.begin(), out.begin() + 2, out.end());
    show(out);
    out.erase(std::remove(out.begin(), out.end(), 4), out.end());
    std::reverse(out.begin(), out.end());
    std::make_heap(out.begin(), out.end());
    std::pop_heap(out.begin(), out.end());
    std::printf("%d\n", out.back());
    std::vector<int> p{1, 2, 3};
    do
        show(p);
    while (std::next_permutation(p.begin(), p.end()));
    std::partial_sum(p.begin(), p.end(), p.begin());
    show(p);
    std::printf("%d %d %d\n", std::binary_search(v.begin(), v.end(), 33), std::gcd(12, 18), std::lcm(4, 6));
    auto [low, high] = std::minmax_element(v.begin(), v.end());
    std::printf("%d %d %d\n", *low, *high, std::clamp(70, 0, 60));
    std::mt19937 engine(7);
    std::shuffle(v.begin(), v.end(), engine);
    std::inplace_merge(p.begin(), p.begin() + 1, p.end());
    show(v);
    return 0;
}
