// Memory resources.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstddef>
#include <cstdio>
#include <map>
#include <memory_resource>
#include <string>
#include <vector>

struct Counting : std::pmr::memory_resource {
    int taken = 0, given = 0;
    void *do_allocate(std::size_t bytes, std::size_t align) override
    {
        taken++;
        return std::pmr::new_delete_resource()->allocate(bytes, align);
    }
    void do_deallocate(void *p, std::size_t bytes, std::size_t align) override
    {
        given++;
        std::pmr::new_delete_resource()->deallocate(p, bytes, align);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

int main()
{
    Counting counting;
    {
        std::pmr::vector<std::pmr::string> words(&counting);
        words.emplace_back("a string that does not fit in itself");
        words.emplace_back("short");
        std::printf("%d\n", words[0].get_allocator().resource() == &counting);
    }
    std::printf("%d\n", counting.taken == counting.given && counting.taken > 1);
    std::byte buffer[512];
    std::pmr::monotonic_buffer_resource monotonic(buffer, sizeof buffer, &counting);
    {
        std::pmr::vector<int> v(&monotonic);
        for (int i = 0; i < 20; i++)
            v.push_back(i);
        std::printf("%d\n", v[19]);
    }
    std::pmr::unsynchronized_pool_resource pool(&counting);
    {
        std::pmr::map<int, int> m(&pool);
        for (int i = 0; i < 20; i++)
            m[i] = i * i;
        std::printf("%d\n", m[7]);
    }
    pool.release();
    std::pmr::polymorphic_allocator<int> a;
    int *p = a.allocate(3);
    a.deallocate(p, 3);
    auto *old = std::pmr::set_default_resource(&counting);
    std::printf("%d\n", std::pmr::get_default_resource() == &counting);
    std::pmr::set_default_resource(old);
    try {
        (void)std::pmr::null_memory_resource()->allocate(1);
    } catch (const std::bad_alloc &) {
        std::puts("none");
    }
    return 0;
}
