/* Only one of the six orders goes wrong. */
#include <assert.h>
#include <augur.h>

static int calls[3], count;

static void a(void) { calls[count++] = 'a'; }
static void b(void) { calls[count++] = 'b'; }
static void c(void) { calls[count++] = 'c'; }

int main(void)
{
    AUGUR_ANY_ORDER(a, b, c);
    assert(!(calls[0] == 'c' && calls[1] == 'a' && calls[2] == 'b')); // expect: assert
    return 0;
}
