/* Anderson's array lock for six processes that enter for ever: a queue of
   flags, each process waits for its own. The twin of programs/anderson6.c:
   one transition for each access to a shared variable. */
#define THREADS 6

byte flag[THREADS];
byte next;
byte inside;

proctype worker() {
    byte place, after;
enter:
    place = next;
retry:
    atomic { after = (place + 1) % THREADS }
    if
    :: atomic { next == place -> next = after; goto wait }
    :: atomic { next != place -> place = next; goto retry }
    fi;
wait:
    if
    :: atomic { flag[place] == 0 -> goto wait }
    :: atomic { flag[place] != 0 -> skip }
    fi;
    atomic { assert(inside == 0); inside++ }
    inside--;
    flag[place] = 0;
    atomic { flag[after] = 1; place = 0; after = 0 }
    goto enter
}

init {
    atomic { flag[0] = 1; run worker(); run worker(); run worker(); run worker(); run worker(); run worker() }
}
