/* operator new that fails: handlers, bad_alloc, nothrow; sizes and alignments. */
#include <cstdint>
#include <cstdio>
#include <new>

static int calls;
static void gives_up()
{
    printf("handler %d\n", ++calls);
    if (calls == 3)
        std::set_new_handler(nullptr);
}
static void throws_itself() { throw 5; }

struct alignas(64) Wide {
    char bytes[64];
};

int main()
{
    volatile std::size_t huge = (std::size_t)1 << 60;
    printf("%d\n", std::get_new_handler() == nullptr);
    std::set_new_handler(gives_up);
    try {
        char *p = new char[huge];
        printf("%p\n", (void *)p);
    } catch (std::bad_alloc &e) {
        printf("%s after %d calls\n", e.what(), calls);
    }
    printf("%d\n", std::set_new_handler(throws_itself) == nullptr);
    try {
        ::operator new(huge);
    } catch (int n) {
        printf("%d\n", n);
    }
    std::set_new_handler(nullptr);
    char *volatile none_of_it = new (std::nothrow) char[huge];
    printf("%d\n", none_of_it == nullptr);
    printf("%d\n", ::operator new(huge, std::nothrow) == nullptr);
    try {
        ::operator new(huge, std::align_val_t(64));
    } catch (std::bad_alloc &) {
        printf("aligned\n");
    }
    void *empty = ::operator new(0), *other = ::operator new(0);
    printf("%d\n", empty != nullptr && empty != other);
    ::operator delete(empty);
    ::operator delete(other);
    Wide *wide = new Wide, *several = new Wide[3];
    printf("%d %d\n", (int)((uintptr_t)wide % 64), (int)((uintptr_t)several % 64));
    delete wide;
    delete[] several;
    void *sized = ::operator new(24);
    ::operator delete(sized, (std::size_t)24);
    void *quiet = ::operator new(8, std::nothrow);
    ::operator delete(quiet, std::nothrow);
    void *aligned = ::operator new[](100, std::align_val_t(32), std::nothrow);
    ::operator delete[](aligned, std::align_val_t(32));
    int *none = nullptr;
    delete none;
    delete[] none;
    return 0;
}
