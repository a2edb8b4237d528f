//@ stdlib: libstdc++ libc++
//@ std: c++17
// The memory resource ends before what lies in it.
//@ expect: use-after-free
#include <memory>
#include <memory_resource>
#include <vector>

int main()
{
    auto resource = std::make_unique<std::pmr::monotonic_buffer_resource>();
    std::pmr::vector<int> numbers(resource.get());
    numbers.assign({1, 2, 3});
    resource.reset();
    return numbers[0] - 1;
}
