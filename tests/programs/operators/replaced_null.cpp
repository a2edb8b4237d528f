// The nothrow form catches what the replaced one throws; the null pointer is then used.
#include <new>

void *operator new(std::size_t) { throw std::bad_alloc(); }

int main() {
    int *volatile p = new (std::nothrow) int;
    *p = 1; // expect: null-deref
    return 0;
}
