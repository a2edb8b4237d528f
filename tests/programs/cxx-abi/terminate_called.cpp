#include <exception>

int main()
{
    try {
        throw 5;
    } catch (int) {
        std::terminate(); // expect: abort
    }
}
