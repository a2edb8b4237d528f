/* The same with a join in the place of the second lock. */
//@ expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t q=PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c=PTHREAD_COND_INITIALIZER; atomic_int stop, waiting, joining; pthread_t x,y;
void*worker(void*p){ pthread_mutex_lock(&q); atomic_store(&waiting,1);
 while(!atomic_load(&stop)) pthread_cond_wait(&c,&q); pthread_mutex_unlock(&q); return 0;}
void*logger(void*p){ pthread_mutex_lock(&q); if(atomic_load(&waiting)){ atomic_store(&joining,1);
 pthread_join(x,0);} pthread_mutex_unlock(&q); return 0;}
int main(){ pthread_create(&x,0,worker,0); pthread_create(&y,0,logger,0);
 if(atomic_load(&joining)){ atomic_store(&stop,1); pthread_cond_signal(&c);} return 0; }
