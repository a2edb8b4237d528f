// map, set, their multi and unordered forms, bitset.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <bitset>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main()
{
    std::map<std::string, int> m;
    for (const char *word : {"one", "two", "three", "two", "one", "two"})
        m[word]++;
    for (const auto &[key, value] : m)
        std::printf("%s=%d ", key.c_str(), value);
    std::puts("");
    std::printf("%d %d\n", m.contains("two"), static_cast<int>(m.count("four")));
    m.erase("one");
    auto node = m.extract("two");
    node.key() = "zwei";
    m.insert(std::move(node));
    std::printf("%s %s\n", m.begin()->first.c_str(), m.rbegin()->first.c_str());

    std::set<int> s;
    for (int i = 0; i < 40; i++)
        s.insert(i * 17 % 41);
    std::erase_if(s, [](int i) { return i % 3 != 0; });
    std::printf("%zu %d %d\n", s.size(), *s.lower_bound(10), *s.upper_bound(30));

    std::multimap<int, char> mm{{1, 'a'}, {2, 'b'}, {1, 'c'}};
    auto [from, to] = mm.equal_range(1);
    for (; from != to; ++from)
        std::printf("%c", from->second);
    std::puts("");

    std::unordered_map<std::string, int> u;
    for (int i = 0; i < 50; i++)
        u["key number " + std::to_string(i)] = i;
    int sum = 0;
    for (const auto &entry : u)
        sum += entry.second;
    std::printf("%zu %d %d\n", u.size(), sum, u.at("key number 17"));
    std::unordered_set<int> us{1, 2, 3, 2, 1};
    us.rehash(100);
    std::unordered_multiset<int> um{1, 1, 2};
    std::printf("%zu %zu %zu\n", us.size(), um.count(1), us.count(7));

    std::bitset<100> b("1011");
    b.set(90);
    std::printf("%zu %s %d\n", b.count(), std::bitset<8>(0xa5).to_string().c_str(), b.test(90));
    return 0;
}
