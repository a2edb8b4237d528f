/* A number of two digits overflows what was made for one. */
#include <assert.h>
#include <augur.h>
#include <stdlib.h>

int main(void)
{
    char text[4];
    augur_string(text, sizeof text, "0-7");
    assert(atoi(text) < 70); // expect: assert
    return 0;
}
