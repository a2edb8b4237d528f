/* Each of three threads has its own slot, but the sum belongs to nobody. */
//@ skip-none
#include <assert.h>
#include <augur.h>
#include <stdatomic.h>

static int slot[3];
static atomic_int sum;

static void worker(int index)
{
    slot[index] = index + 1;
    sum = sum + slot[index];
}

int main(void)
{
    augur_run_threads(3, worker);
    assert(slot[0] == 1 && slot[1] == 2 && slot[2] == 3);
    assert(sum == 6); // expect: assert
    return 0;
}
