//@ expect: safe
// sendfile and copy_file_range move what they are asked to, and the right positions.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(void)
{
    char from[] = "/tmp/from-XXXXXX", to[] = "/tmp/to-XXXXXX", text[16];
    int in = mkstemp(from), out = mkstemp(to);
    assert(in >= 0 && out >= 0 && write(in, "0123456789", 10) == 10);
    off_t offset = 2, start = 1;
    assert(sendfile(out, in, &offset, 3) == 3 && offset == 5 && lseek(in, 0, SEEK_CUR) == 10);
    assert(sendfile(out, in, NULL, 3) == 0 && lseek(in, 8, SEEK_SET) == 8);
    assert(sendfile(out, in, NULL, 99) == 2 && lseek(in, 0, SEEK_CUR) == 10);
    assert(pread(out, text, sizeof text, 0) == 5 && !memcmp(text, "23489", 5));
    offset = 0;
    ssize_t done = copy_file_range(in, &offset, out, &start, 2, 0);
    assert(done == 2 && offset == 2 && start == 3 && lseek(out, 0, SEEK_CUR) == 5);
    assert(pread(out, text, sizeof text, 0) == 5 && !memcmp(text, "20189", 5));
    assert(sendfile(99, in, NULL, 1) == -1 && errno == EBADF);
    assert(!close(in) && !close(out) && !unlink(from) && !unlink(to));
    return 0;
}
