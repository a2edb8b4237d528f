// Comparison, spans, type indices, hashes, source locations, initializer lists, raw memory.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <compare>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

struct Version {
    int major, minor;
    auto operator<=>(const Version &) const = default;
};

static int total(std::span<const int> numbers)
{
    int sum = 0;
    for (int n : numbers)
        sum += n;
    return sum;
}

struct Tracked {
    static inline int alive = 0;
    int value;
    explicit Tracked(int v) : value(v) { alive++; }
    Tracked(const Tracked &other) : value(other.value) { alive++; }
    ~Tracked() { alive--; }
};

int main()
{
    std::printf("%d %d %d\n", Version{1, 2} < Version{1, 3}, Version{2, 0} == Version{2, 0},
                (1.0 <=> 2.0) == std::partial_ordering::less);
    int array[] = {1, 2, 3, 4};
    std::vector<int> v{5, 6};
    std::printf("%d %d %d\n", total(array), total(v), total(std::span(array).subspan(1, 2)));
    std::unordered_map<std::type_index, std::string> names{{typeid(int), "int"}, {typeid(std::string), "string"}};
    std::printf("%s %d\n", names[typeid(std::string)].c_str(), std::hash<int>()(5) == std::hash<int>()(5));
    std::printf("%d\n", std::hash<std::string>()("text of some length") == std::hash<std::string_view>()("text of some length"));
    alignas(Tracked) std::byte raw[3 * sizeof(Tracked)];
    auto *objects = reinterpret_cast<Tracked *>(raw);
    std::uninitialized_fill_n(objects, 3, Tracked(7));
    std::printf("%d %d\n", Tracked::alive, objects[2].value);
    std::destroy_n(objects, 3);
    std::printf("%d\n", Tracked::alive);
    std::vector<int> copy;
    std::copy(std::begin(array), std::end(array), std::inserter(copy, copy.end()));
    std::printf("%zu %d %d\n", copy.size(), *std::prev(copy.end()), std::cmp_less(-1, 1u));
    auto old = std::exchange(copy, {});
    std::printf("%zu %zu\n", old.size(), std::size(copy));
    return 0;
}
