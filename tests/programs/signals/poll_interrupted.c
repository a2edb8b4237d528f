// A handler ends poll, even if it asks for calls to go on.
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>
static void handler(int number) { (void)number; }

int main(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    int result = poll(NULL, 0, 5000);
    assert(result == 0); // expect: assert
    return 0;
}
