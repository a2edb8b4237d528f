/* quick_exit runs its own handlers and no destructor. */
#include <cstdio>
#include <cstdlib>

struct Loud {
    ~Loud() { printf("never\n"); }
} loud;
thread_local Loud of_thread;

int main()
{
    Loud &used = of_thread;
    (void)used;
    std::atexit([] { printf("never\n"); });
    std::at_quick_exit([] {
        printf("second\n");
        fflush(stdout);
    });
    std::at_quick_exit([] { printf("first\n"); });
    std::quick_exit(7);
}
