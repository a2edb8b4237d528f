// Without a handler it ends the program.
#include <signal.h>

int main(void)
{
    signal(SIGABRT, SIG_IGN);
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT); // expect: abort
    return 0;
}
