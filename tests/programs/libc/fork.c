/* A second process is not modelled, and the report says why. */
//@ expect: unsupported
#include <unistd.h>

int main(void) { return fork() < 0; }
