/* Eight bytes are too many to try them all, and one combination is wrong. */
#include <assert.h>
#include <augur.h>
#include <string.h>

int main(void)
{
    unsigned char packet[8];
    augur_bytes(packet, sizeof packet);
    if (packet[0] == 0x7f && packet[7] == 9)
        assert(packet[3] < 200); // expect: assert
    return 0;
}
