// The same for 128 bits, where the library divides.
volatile long high = 1L << 63, minus = -1;
volatile long result;

int main(void) {
    __int128 least = (__int128)high << 64;
    result = (long)(least / minus); // expect: overflow
    return 0;
}
