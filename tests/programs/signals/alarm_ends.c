// Nobody handles the alarm, which rings while the program sleeps: that ends it.
#include <unistd.h>

int main(void)
{
    alarm(5);
    sleep(4);
    sleep(4); // expect: abort
    return 0;
}
