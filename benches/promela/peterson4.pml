/* Peterson's filter lock for four processes that enter for ever: three levels,
   at each of which one process is held back. The twin of programs/peterson4.c:
   one transition for each access to a shared variable. */
#define THREADS 4

byte level[THREADS];
byte last[THREADS];
byte inside;

proctype worker(byte self) {
    byte at, other;
enter:
    atomic { at = 1; other = 0 }
rise:
    level[self] = at;
    last[at] = self;
wait:
    if
    :: atomic { other == self -> goto next }
    :: atomic { other != self && level[other] < at -> goto next }
    :: atomic { other != self && level[other] >= at -> goto second }
    fi;
second:
    if
    :: atomic { last[at] == self -> goto wait }
    :: atomic { last[at] != self -> goto next }
    fi;
next:
    atomic {
        other++;
        if
        :: other == THREADS -> at++; other = 0
        :: else
        fi
    }
    if
    :: atomic { other != 0 -> goto wait }
    :: atomic { other == 0 && at < THREADS -> goto rise }
    :: atomic { other == 0 && at == THREADS -> skip }
    fi;
    atomic { assert(inside == 0); inside++ }
    inside--;
    level[self] = 0;
    goto enter
}

init {
    atomic { run worker(0); run worker(1); run worker(2); run worker(3) }
}
