/* Dynamic exception specifications, as C++14 had them. */
#pragma clang diagnostic ignored "-Wdynamic-exception-spec"
#define _LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS
#include <cstdio>
#include <cstdlib>
#include <exception>

struct A {};
struct B : A {};
struct C {};

static int what;
static void thrower()
{
    switch (what) {
    case 0: throw A();
    case 1: throw B();
    case 2: throw C();
    case 3: throw 1;
    }
}
static void as() throw(A) { thrower(); }
static void as_or_bad() throw(A, std::bad_exception) { thrower(); }

static void show(void (*f)())
{
    try {
        f();
        printf("nothing\n");
    } catch (B &) {
        printf("B\n");
    } catch (A &) {
        printf("A\n");
    } catch (std::bad_exception &e) {
        printf("%d bad\n", e.what() != nullptr);
    } catch (int n) {
        printf("int %d\n", n);
    }
}

static void turns_into_a() { throw A(); }
static void throws_again() { throw; }
static void throws_int() { throw 5; }
static void ends()
{
    printf("terminate\n");
    fflush(stdout);
    std::_Exit(6);
}

int main()
{
    for (what = 0; what < 2; what++) {
        show(as);
        show(as_or_bad);
    }
    std::set_unexpected(turns_into_a);
    for (; what < 4; what++) {
        show(as);
        show(as_or_bad);
    }
    printf("%d\n", std::set_unexpected(throws_again) == turns_into_a);
    what = 2;
    show(as_or_bad);
    std::set_unexpected(throws_int);
    show(as_or_bad);
    printf("uncaught: %d\n", std::uncaught_exceptions());
    std::set_terminate(ends);
    show(as);
    return 0;
}
