/* A buffer that was never filled. */
#include <setjmp.h>

int main(void)
{
    jmp_buf place;
    longjmp(place, 1); // expect: uninit
}
