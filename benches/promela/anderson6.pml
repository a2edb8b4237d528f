/* Anderson's array lock for six processes that enter for ever: a queue of
   flags, each process waits for its own. The twin of programs/anderson6.c:
   one transition for each access to a shared variable, local steps with it. */
#define THREADS 6

byte flag[THREADS];
byte next;
byte inside;

proctype worker() {
    byte place;
enter:
    place = next;
retry:
    if
    :: atomic { next == place -> next = (place + 1) % THREADS; goto wait }
    :: atomic { next != place -> place = next; goto retry }
    fi;
wait:
    if
    :: atomic { flag[place] == 0 -> goto wait }
    :: atomic { flag[place] != 0 -> goto critical }
    fi;
critical:
    atomic { assert(inside == 0); inside++ }
    inside--;
    flag[place] = 0;
    atomic { flag[(place + 1) % THREADS] = 1; place = 0; goto enter }
}

init {
    atomic { flag[0] = 1; run worker(); run worker(); run worker(); run worker(); run worker(); run worker() }
}
