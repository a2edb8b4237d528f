//@ stdlib: libstdc++ libc++
// release() gives the object away, and nobody takes it.
//@ expect: leak
#include <memory>

int main()
{
    auto number = std::make_unique<int>(1);
    int *volatile plain = number.release();
    plain = nullptr;
}
