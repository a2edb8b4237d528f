// Nothing is written, so who reads waits for ever.
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    pipe(ends);
    write(ends[1], "", 0);
    return (int)read(ends[0], &byte, 1); // expect: deadlock
}
