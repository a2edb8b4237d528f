/* libuv closes descriptors by the number of the system call, so as not to be cancelled there. Nobody cancels here. */
#include <unistd.h>

int uv__close_nocancel(int fd) { return close(fd); }
