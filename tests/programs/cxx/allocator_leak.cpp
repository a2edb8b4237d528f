//@ stdlib: libstdc++ libc++
// An allocator that keeps everything.
//@ opt: O0
//@ expect: leak
#include <cstdlib>
#include <vector>

template <class T> struct Lazy {
    using value_type = T;
    Lazy() = default;
    template <class U> Lazy(const Lazy<U> &) {}
    T *allocate(std::size_t n) { return static_cast<T *>(std::malloc(n * sizeof(T))); }
    void deallocate(T *, std::size_t) {}
    friend bool operator==(Lazy, Lazy) { return true; }
    friend bool operator!=(Lazy, Lazy) { return false; }
};

int main()
{
    std::vector<int, Lazy<int>> numbers;
    for (int i = 0; i < 3; i++)
        numbers.push_back(i);
    return numbers[2] - 2;
}
