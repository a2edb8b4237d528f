//@ expect: safe
// raise(SIGABRT) with a handler goes on when it returns; ignored, it does nothing.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t handled;
static void handler(int number) { handled = number; }

int main(void)
{
    signal(SIGABRT, handler);
    raise(SIGABRT);
    assert(handled == SIGABRT);
    signal(SIGABRT, SIG_IGN);
    assert(raise(SIGABRT) == 0);
    return 0;
}
