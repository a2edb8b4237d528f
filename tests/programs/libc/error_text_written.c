// The text of an error is not the program's to change.
#include <string.h>

int main(void)
{
    char *text = strerror(2);
    text[0] = 'n'; // expect: write-to-constant
    return 0;
}
