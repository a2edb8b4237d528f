// vector, deque, list, forward_list, array, and what is built on them.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <queue>
#include <stack>
#include <stdexcept>
#include <string>
#include <vector>

template <typename C> static void show(const char *name, const C &c)
{
    std::printf("%s:", name);
    for (const auto &x : c)
        std::printf(" %d", x);
    std::puts("");
}

int main()
{
    std::vector<int> v{1, 2, 3};
    v.insert(v.begin() + 1, 4, 9);
    v.erase(v.begin());
    v.emplace_back(7);
    show("vector", v);
    try {
        v.at(50) = 1;
    } catch (const std::out_of_range &) {
        std::puts("out of range");
    }
    try {
        v.reserve(v.max_size() + 1);
    } catch (const std::length_error &) {
        std::puts("too long");
    }
    std::vector<bool> bits(70, false);
    bits[65] = true;
    bits.flip();
    std::printf("%d %d\n", static_cast<int>(bits[65]), static_cast<int>(bits[1]));
    std::vector<std::string> words(3, "a word that is longer than fifteen");
    words.push_back(std::move(words[0]));
    std::printf("%zu %zu\n", words[0].size(), words.back().size());

    std::deque<int> d;
    for (int i = 0; i < 300; i++)
        i % 2 ? d.push_back(i) : d.push_front(i);
    d.erase(d.begin() + 10, d.end() - 5);
    show("deque", d);

    std::list<int> l{5, 3, 8, 1}, m{2, 9};
    l.sort();
    m.sort();
    l.merge(m);
    l.remove(8);
    l.reverse();
    show("list", l);
    m.splice(m.begin(), l, ++l.begin());
    show("spliced", m);

    std::forward_list<int> f{3, 1, 2, 2};
    f.sort();
    f.unique();
    f.push_front(0);
    show("forward", f);

    std::array<int, 4> a{4, 3, 2, 1};
    a.fill(6);
    show("array", a);

    std::stack<int> s;
    std::queue<int> q;
    std::priority_queue<int> p;
    for (int i : {3, 9, 4})
        s.push(i), q.push(i), p.push(i);
    std::printf("%d %d %d\n", s.top(), q.front(), p.top());
    return 0;
}
