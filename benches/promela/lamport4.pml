/* Lamport's fast mutual exclusion for four processes that enter for ever.
   The twin of programs/lamport4.c: one transition for each access to a shared
   variable, local steps with it. */
#define THREADS 4

byte x, y;
bool wants[THREADS + 1];
byte inside;

proctype worker(byte self) {
    byte other;
start:
    wants[self] = 1;
    x = self;
    if
    :: atomic { y != 0 -> goto back }
    :: atomic { y == 0 -> goto take }
    fi;
take:
    y = self;
    if
    :: atomic { x == self -> goto critical }
    :: atomic { x != self -> goto contend }
    fi;
contend:
    atomic { wants[self] = 0; other = 1 }
look:
    if
    :: atomic { wants[other] -> goto look }
    :: atomic { !wants[other] && other < THREADS -> other++; goto look }
    :: atomic { !wants[other] && other == THREADS -> other = 0; goto decide }
    fi;
decide:
    if
    :: atomic { y == self -> goto critical }
    :: atomic { y != self -> goto calm }
    fi;
back:
    wants[self] = 0;
calm:
    if
    :: atomic { y != 0 -> goto calm }
    :: atomic { y == 0 -> goto start }
    fi;
critical:
    atomic { assert(inside == 0); inside++ }
    inside--;
    y = 0;
    atomic { wants[self] = 0; goto start }
}

init {
    atomic { run worker(1); run worker(2); run worker(3); run worker(4) }
}
