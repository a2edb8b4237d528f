// A register machine with flags: encoded instructions, a loop, memory.
#include <stdint.h>
#include <stdio.h>

enum { LDI, MOV, ADD, SUB, CMP, JNE, LD, ST, SHR, AND, HLT };
#define I(op, a, b) ((uint32_t)(op) << 24 | (uint32_t)(a) << 16 | (uint16_t)(b))

int main(void)
{
    static const uint32_t code[] = { I(LDI, 0, 0), I(LDI, 1, 1), I(LDI, 2, 0), I(LDI, 3, 16), I(ST, 0, 2), I(MOV, 4, 1), I(ADD, 4, 0), I(MOV, 0, 1), I(MOV, 1, 4), I(LDI, 5, 1), I(ADD, 2, 5), I(CMP, 2, 3), I(JNE, 0, -9), I(LDI, 6, 10), I(LD, 7, 6), I(SHR, 7, 1), I(HLT, 0, 0) };
    int32_t r[8] = { 0 }, memory[16];
    int zero = 0, steps = 0;
    for (int pc = 0;; steps++) {
        uint32_t i = code[pc++];
        int a = i >> 16 & 255, b = (int16_t)i;
        switch (i >> 24) {
        case LDI: r[a] = b; break;
        case MOV: r[a] = r[b]; break;
        case ADD: r[a] += r[b]; break;
        case SUB: r[a] -= r[b]; break;
        case CMP: zero = r[a] == r[b]; break;
        case JNE: if (!zero) pc += b; break;
        case LD: r[a] = memory[r[b]]; break;
        case ST: memory[r[b]] = r[a]; break;
        case SHR: r[a] >>= b; break;
        case AND: r[a] &= r[b]; break;
        default:
            for (int k = 0; k < 16; k++) printf("%d ", memory[k]);
            printf("%d steps, %d\n", steps, r[7]);
            return r[7];
        }
    }
}
