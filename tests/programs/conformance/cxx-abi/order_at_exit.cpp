/* The order of destructors of static and thread_local objects and of handlers at exit. */
#include <cstdio>
#include <cstdlib>

struct Named {
    const char *name;
    explicit Named(const char *name) : name(name) { printf("+%s\n", name); }
    ~Named()
    {
        printf("-%s\n", name);
        if (name[0] == '!')
            std::atexit([] { printf("registered late\n"); });
    }
};
static Named global1("global 1");
static void at_exit_1() { printf("atexit 1\n"); }
struct Registers {
    Registers() { std::atexit(at_exit_1); }
} registers;
static Named global2("!global 2");
thread_local Named of_thread("thread_local 1"), other("thread_local 2");
static Named &local()
{
    static Named made("local");
    return made;
}

int main()
{
    std::atexit([] {
        printf("atexit 2\n");
        local();
    });
    printf("%s %s\n", of_thread.name, other.name);
    static Named in_main("in main");
    Named automatic("automatic");
    std::exit(5);
}
