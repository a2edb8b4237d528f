/* What was asked once stays as it was. */
//@ expect: safe
//@ native: no
#include <assert.h>
#include <augur.h>

int main(void)
{
    unsigned char packet[8];
    augur_bytes(packet, sizeof packet);
    if (packet[0] == 0x7f && packet[7] > 9)
        assert(packet[0] == 0x7f && packet[7] >= 10);
    return 0;
}
