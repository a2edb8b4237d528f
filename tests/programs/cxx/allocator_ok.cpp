//@ expect: safe
//@ stdlib: libstdc++ libc++
// Allocators with state: what one gave, it gets back.
#include <cassert>
#include <list>
#include <map>
#include <memory>
#include <vector>

struct Arena {
    int given = 0;
};

template <class T> struct Counting {
    using value_type = T;
    Arena *arena;
    explicit Counting(Arena *arena) : arena(arena) {}
    template <class U> Counting(const Counting<U> &other) : arena(other.arena) {}
    T *allocate(std::size_t n)
    {
        arena->given += static_cast<int>(n);
        return std::allocator<T>().allocate(n);
    }
    void deallocate(T *block, std::size_t n)
    {
        arena->given -= static_cast<int>(n);
        std::allocator<T>().deallocate(block, n);
    }
    template <class U> bool operator==(const Counting<U> &other) const { return arena == other.arena; }
    template <class U> bool operator!=(const Counting<U> &other) const { return arena != other.arena; }
};

int main()
{
    Arena arena, other;
    {
        std::vector<int, Counting<int>> numbers((Counting<int>(&arena)));
        for (int i = 0; i < 9; i++)
            numbers.push_back(i);
        std::vector<int, Counting<int>> moved(std::move(numbers), Counting<int>(&other));
        assert(moved.size() == 9 && other.given >= 9);
        std::map<int, int, std::less<int>, Counting<std::pair<const int, int>>> squares{
            Counting<std::pair<const int, int>>(&arena)};
        squares[3] = 9;
        std::list<int, Counting<int>> list({1, 2}, Counting<int>(&arena));
        auto shared = std::allocate_shared<int>(Counting<int>(&arena), 5);
        assert(arena.given >= 4 && *shared == 5);
    }
    assert(arena.given == 0 && other.given == 0);
}
