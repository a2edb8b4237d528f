// sendfile may copy less than it is asked for.
//@ flags: --faults io:1
#include <assert.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(void)
{
    int in = open("in", O_CREAT | O_RDWR, 0600), out = open("out", O_CREAT | O_WRONLY, 0600);
    if (in < 0 || out < 0 || write(in, "words", 5) != 5)
        return 0;
    off_t start = 0;
    ssize_t done = sendfile(out, in, &start, 5);
    if (done < 0)
        return 0;
    assert(done == 5); // expect: assert
    return 0;
}
