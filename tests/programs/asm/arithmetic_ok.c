//@ expect: safe
/* Straight lines of integer instructions. */
#include <stdint.h>
#include <stdio.h>

static uint32_t swap(uint32_t x)
{
    asm("bswap %0" : "+r"(x));
    return x;
}

static int first_bit(uint64_t x)
{
    uint64_t at;
    asm("bsfq %1, %0" : "=r"(at) : "rm"(x) : "cc");
    return (int)at;
}

static int last_bit(uint32_t x)
{
    int at;
    asm("bsrl %1, %0" : "=r"(at) : "r"(x) : "cc");
    return at;
}

static uint64_t high_product(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t high;
    asm("mulq %3" : "=a"(*low), "=d"(high) : "0"(a), "rm"(b) : "cc");
    return high;
}

static void add_wide(uint64_t *low, uint64_t *high, uint64_t a, uint64_t b)
{
    asm("addq %2, %0\n\tadcq %3, %1" : "+r"(*low), "+r"(*high) : "r"(a), "r"(b) : "cc");
}

static int compare(int a, int b)
{
    unsigned char equal;
    asm("cmpl %2, %1\n\tsete %0" : "=q"(equal) : "r"(a), "r"(b) : "cc");
    return equal;
}

int main(void)
{
    uint64_t low = 0, high;
    int a = 10, b = 3, memory = 4;
    unsigned char byte = 0x7f;
    asm("movl %1, %0\n\taddl %0, %0" : "=&r"(a) : "r"(b));
    asm("addl %1, %0" : "+m"(memory) : "r"(b));
    asm("incb %0" : "+q"(byte));
    asm("shll $3, %0" : "+r"(b));
    asm("xorl %%eax, %%eax\n\tmovl $9, %%eax\n\tsubl %%eax, %0" : "+r"(b) : : "eax", "cc");
    printf("%x %d %d\n", swap(0x12345678), first_bit(0x500), last_bit(0x500));
    high = high_product(0xfedcba9876543210, 0x123456789abcdef0, &low);
    printf("%lx %lx\n", (unsigned long)high, (unsigned long)low);
    add_wide(&low, &high, UINT64_MAX, 1);
    printf("%lx %lx\n", (unsigned long)high, (unsigned long)low);
    printf("%d %d %d %d\n", a, b, memory, byte);
    printf("%d %d\n", compare(3, 3), compare(3, 4));
    asm("xchgl %0, %1" : "+r"(a), "+r"(b));
    asm("leaq 5(%1), %0" : "=r"(low) : "r"((uint64_t)37));
    printf("%d %d %lu\n", a, b, (unsigned long)low);
    return 0;
}
