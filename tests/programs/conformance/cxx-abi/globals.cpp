/* What the ABI shows of exceptions on their way and in handlers. */
#include <cstdio>
#include <typeinfo>

struct Globals {
    void *caught;
    unsigned uncaught;
};
extern "C" Globals *__cxa_get_globals();
extern "C" Globals *__cxa_get_globals_fast();
extern "C" const std::type_info *__cxa_current_exception_type();
struct Watcher {
    ~Watcher()
    {
        auto *g = __cxa_get_globals();
        printf("unwinding: %u uncaught, %d caught\n", g->uncaught, g->caught != nullptr);
    }
};

int main()
{
    auto *g = __cxa_get_globals();
    printf("%d %u %d\n", g->caught != nullptr, g->uncaught,
           g == __cxa_get_globals_fast());
    try {
        Watcher w;
        throw 5;
    } catch (int) {
        printf("%d %u %s\n", g->caught != nullptr, g->uncaught,
               __cxa_current_exception_type()->name());
        void *outer = g->caught;
        try {
            Watcher w;
            throw "x";
        } catch (...) {
            printf("%d %s\n", g->caught != outer, __cxa_current_exception_type()->name());
        }
        printf("%d\n", g->caught == outer);
    }
    printf("%d %d\n", g->caught != nullptr, __cxa_current_exception_type() != nullptr);
    return 0;
}
