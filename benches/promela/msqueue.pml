/* The Michael-Scott queue: three processes enqueue and three dequeue, once each.
   The twin of programs/msqueue.c: nodes are indices into a pool, 0 is none;
   one transition for each access to a shared variable, local steps with it. */
#define ENQUEUERS 3
#define DEQUEUERS 3

byte next[ENQUEUERS + 2];
byte value[ENQUEUERS + 2];
byte head = 1;
byte tail = 1;

proctype enqueue(byte node) {
    byte last, after;
    value[node] = 1;
again:
    last = tail;
    after = next[last];
    if
    :: atomic { last != tail -> last = 0; after = 0; goto again }
    :: atomic { last == tail && after != 0 -> goto help }
    :: atomic { last == tail && after == 0 -> goto link }
    fi;
help:
    atomic { if :: tail == last -> tail = after :: else fi; last = 0; after = 0; goto again }
link:
    if
    :: atomic { next[last] == 0 -> next[last] = node; goto swing }
    :: atomic { next[last] != 0 -> last = 0; after = 0; goto again }
    fi;
swing:
    atomic { if :: tail == last -> tail = node :: else fi; last = 0 }
}

proctype dequeue() {
    byte first, last, after, found;
again:
    first = head;
    last = tail;
    after = next[first];
    if
    :: atomic { first != head -> first = 0; last = 0; after = 0; goto again }
    :: atomic { first == head && after == 0 -> goto done }
    :: atomic { first == head && after != 0 && first == last -> goto help }
    :: atomic { first == head && after != 0 && first != last -> goto take }
    fi;
help:
    atomic { if :: tail == last -> tail = after :: else fi; first = 0; last = 0; after = 0; goto again }
take:
    found = value[after];
    if
    :: atomic { head == first -> head = after; assert(found == 1); goto done }
    :: atomic { head != first -> first = 0; last = 0; after = 0; found = 0; goto again }
    fi;
done:
    skip
}

init {
    atomic { run enqueue(2); run enqueue(3); run enqueue(4);
             run dequeue(); run dequeue(); run dequeue() }
}
