// The file is not there, and nobody looked.
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("/no/such/file", "r");
    return fgetc(file) == EOF; // expect: null-deref
}
