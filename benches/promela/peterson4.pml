/* Peterson's filter lock for four processes that enter for ever: three levels,
   at each of which one process is held back. The twin of programs/peterson4.c:
   one transition for each access to a shared variable, local steps with it. */
#define THREADS 4

byte level[THREADS];
byte last[THREADS];
byte inside;

/* The next process to compare with, or the next level. */
#define NEXT \
    other++; \
    if :: other == self -> other++ :: else fi; \
    if \
    :: other < THREADS -> goto wait \
    :: other >= THREADS && at < THREADS - 1 -> at++; goto rise \
    :: other >= THREADS && at == THREADS - 1 -> at = 0; other = 0; goto critical \
    fi

proctype worker(byte self) {
    byte at = 1, other;
rise:
    level[self] = at;
    atomic { last[at] = self; other = (self == 0 -> 1 : 0) }
wait:
    if
    :: atomic { level[other] < at -> NEXT }
    :: atomic { level[other] >= at -> goto second }
    fi;
second:
    if
    :: atomic { last[at] == self -> goto wait }
    :: atomic { last[at] != self -> NEXT }
    fi;
critical:
    atomic { assert(inside == 0); inside++ }
    inside--;
    atomic { level[self] = 0; at = 1; goto rise }
}

init {
    atomic { run worker(0); run worker(1); run worker(2); run worker(3) }
}
