/* Any bytes but the one that ends them. */
//@ expect: safe
//@ native: no
//@ exits: 0 1
#include <assert.h>
#include <augur.h>
#include <string.h>

int main(void)
{
    char text[3];
    augur_string(text, sizeof text, 0);
    assert(strlen(text) < sizeof text);
    return text[0] == 'q';
}
