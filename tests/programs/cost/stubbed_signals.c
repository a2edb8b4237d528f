//@ expect: safe
//@ flags: --stub kill=0 --stub alarm=0
//@ states-max: 4
//@ native: no
// A program with a handler in which nobody sends a signal any more is searched like one without it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void handle(int signal) { (void)signal; }

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, NULL);
    alarm(1);
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(thread, NULL);
    assert(count == 2);
    return 0;
}
