//@ expect: leak
// The replaced delete does not free: what new[] got is lost, in every form.
#include <stdlib.h>
#include <new>

void operator delete(void *) noexcept {}

int main() {
    int *volatile p = new int[3];
    delete[] p;
    p = nullptr;
    return 0;
}
