/* A pointer to an exception is no exception; nobody catches it (and nobody frees it). */
#include <exception>

int main()
{
    try {
        throw new std::exception; // expect: uncaught-exception
    } catch (std::exception &) {
    }
}
