//@ stdlib: libstdc++ libc++
// Functions are named without what is there by default: arguments of templates, inline namespaces.
#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bank {
template <typename T> struct Ledger {
    std::vector<T> entries;
    template <typename F> void each(F f) {
        for (T &entry : entries)
            f(entry);
    }
};
}

template <typename Map> static void check(const Map &map, const std::function<bool(int)> &allowed) {
    for (const auto &entry : map)
        assert(allowed(entry.second)); // expect: assert
}

int main() {
    bank::Ledger<std::unique_ptr<std::string>> ledger;
    ledger.entries.push_back(std::make_unique<std::string>("first"));
    std::map<std::string, int> sizes;
    ledger.each([&](std::unique_ptr<std::string> &entry) { sizes[*entry] = (int)entry->size(); });
    check(sizes, [](int n) { return n < 5; });
}
