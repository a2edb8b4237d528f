// A little stack machine that computes primes.
#include <stdio.h>

enum { PUSH, LOAD, STORE, ADD, SUB, MOD, LESS, JZ, JMP, OUT, HALT };

int main(void)
{
    static const int code[] = {
        PUSH, 2, STORE, 0,
        /* 4 */ LOAD, 0, PUSH, 50, LESS, JZ, 50,
        /* 11 */ PUSH, 2, STORE, 1,
        /* 15 */ LOAD, 1, LOAD, 0, LESS, JZ, 38,
        /* 22 */ LOAD, 0, LOAD, 1, MOD, JZ, 41,
        /* 29 */ LOAD, 1, PUSH, 1, ADD, STORE, 1, JMP, 15,
        /* 38 */ LOAD, 0, OUT,
        /* 41 */ LOAD, 0, PUSH, 1, ADD, STORE, 0, JMP, 4, HALT,
    };
    int stack[16], top = 0, variables[2] = { 0, 0 }, steps = 0;
    for (int pc = 0;; steps++)
        switch (code[pc++]) {
        case PUSH: stack[top++] = code[pc++]; break;
        case LOAD: stack[top++] = variables[code[pc++]]; break;
        case STORE: variables[code[pc++]] = stack[--top]; break;
        case ADD: top--, stack[top - 1] += stack[top]; break;
        case SUB: top--, stack[top - 1] -= stack[top]; break;
        case MOD: top--, stack[top - 1] %= stack[top]; break;
        case LESS: top--, stack[top - 1] = stack[top - 1] < stack[top]; break;
        case JZ: if (!stack[--top]) pc = code[pc]; else pc++; break;
        case JMP: pc = code[pc]; break;
        case OUT: printf("%d ", stack[--top]); break;
        default: printf("\n%d steps\n", steps); return variables[0];
        }
}
