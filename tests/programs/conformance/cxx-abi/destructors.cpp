/* Exceptions in destructors that may throw, and uncaught_exceptions in all of them. */
#include <cstdio>
#include <exception>

struct Counter {
    const char *name;
    explicit Counter(const char *name) : name(name) {}
    ~Counter() { printf("%s: %d\n", name, std::uncaught_exceptions()); }
};
struct Throws {
    ~Throws() noexcept(false)
    {
        Counter c("in a throwing destructor");
        throw 1;
    }
};
struct Swallows {
    ~Swallows()
    {
        Counter before("before");
        try {
            Counter inner("inner");
            throw 2;
        } catch (int) {
            Counter handler("handler");
        }
        Counter after("after");
    }
};
struct Members {
    Counter a{"member a"};
    Throws t;
    Counter b{"member b"};
};

int main()
{
    { Counter c("plain"); }
    try {
        Throws t;
    } catch (int n) {
        printf("caught %d\n", n);
    }
    try {
        Members m;
    } catch (int n) {
        printf("caught %d\n", n);
    }
    try {
        Swallows s;
        throw 3;
    } catch (int n) {
        printf("caught %d, %d\n", n, std::uncaught_exceptions());
        try {
            Counter c("within a handler");
            throw;
        } catch (...) {
            printf("again %d\n", std::uncaught_exceptions());
        }
    }
    try {
        throw (Counter("while the operand is made"), 4);
    } catch (int) {
    }
    return 0;
}
