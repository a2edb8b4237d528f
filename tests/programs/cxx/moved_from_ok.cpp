//@ expect: safe
//@ stdlib: libstdc++ libc++
// What was moved away can be filled again.
#include <memory>
#include <string>
#include <utility>
#include <vector>

int main()
{
    std::vector<std::string> kept;
    std::string line = "a line that is too long to be inside the string object";
    kept.push_back(std::move(line));
    line = "next";
    auto number = std::make_unique<int>(1);
    auto other = std::move(number);
    return number || line != "next" || kept[0].size() != 54 || *other != 1;
}
