/* What current_exception is within handlers of exceptions that were thrown again. */
#include <cstdio>
#include <exception>

struct Trouble {
    int n;
    ~Trouble() { printf("~Trouble\n"); }
};

int main()
{
    std::exception_ptr first;
    try {
        throw Trouble{1};
    } catch (...) {
        first = std::current_exception();
    }
    try {
        std::rethrow_exception(first);
    } catch (Trouble &t) {
        printf("%d %d\n", t.n, std::current_exception() == first);
        t.n = 2;
        try {
            throw;
        } catch (Trouble &u) {
            printf("%d %d\n", u.n, std::current_exception() == first);
            try {
                throw 5;
            } catch (int) {
                printf("%d\n", std::current_exception() == first);
                try {
                    std::rethrow_exception(first);
                } catch (Trouble &v) {
                    printf("%d, one object: %d\n", v.n, &v == &t);
                }
                printf("%d\n", std::current_exception() == first);
            }
            printf("%d\n", std::current_exception() == first);
        }
    }
    printf("%d\n", std::current_exception() == nullptr);
    printf("%d\n", std::uncaught_exceptions());
    first = nullptr;
    printf("done\n");
    return 0;
}
