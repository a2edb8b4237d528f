//@ expect: safe
#include <cstdlib>
#include <new>

struct Base {
    int a = 1;
    virtual ~Base() {}
};
struct Derived : Base {
    int b[4] = {};
};
struct alignas(64) Wide {
    char bytes[96];
};
__attribute__((noinline)) static Base *make() { return new Derived; }

int main()
{
    delete make();
    int *numbers = new int[3]{1, 2, 3};
    delete[] numbers;
    Base *several = new Base[2];
    delete[] several;
    Wide *wide = new Wide[2];
    delete[] wide;
    delete new Wide;
    void *raw = ::operator new(24);
    ::operator delete(raw);
    void *quiet = ::operator new[](8, std::nothrow);
    ::operator delete[](quiet);
    std::free(std::malloc(8));
}
