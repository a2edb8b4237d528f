// A signal that ends the program.
#include <signal.h>
#include <unistd.h>

int main(void)
{
    kill(getpid(), SIGTERM); // expect: abort
    return 0;
}
