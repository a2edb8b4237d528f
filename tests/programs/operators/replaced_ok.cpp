//@ expect: safe
// A program's own operator new and delete are behind all forms that it did not replace.
#include <assert.h>
#include <stdlib.h>
#include <new>

static int made, ended;

void *operator new(size_t size) {
    made++;
    void *p = malloc(size);
    if (!p)
        throw std::bad_alloc();
    return p;
}

void operator delete(void *p) noexcept {
    ended++;
    free(p);
}

struct S {
    long n[2];
    ~S() {}
};

int main() {
    int *volatile one = new int;
    assert(made == 1);
    delete one;
    assert(ended == 1);
    int *volatile many = new int[3];
    assert(made == 2);
    delete[] many;
    assert(ended == 2);
    int *volatile quiet = new (std::nothrow) int;
    assert(made == 3);
    operator delete(quiet, std::nothrow);
    assert(ended == 3);
    S *volatile several = new (std::nothrow) S[2];
    assert(made == 4);
    delete[] several;
    assert(ended == 4);
    operator delete(operator new(8), (size_t)8);
    operator delete[](operator new[](8), (size_t)8);
    assert(made == 6 && ended == 6);
    return 0;
}
