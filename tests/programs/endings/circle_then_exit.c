/* The circle worker -> logger -> worker is closed by main, which is alone and ends the program. */
//@ expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t q=PTHREAD_MUTEX_INITIALIZER, log_=PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c=PTHREAD_COND_INITIALIZER; atomic_int stop, waiting, logging;
void*worker(void*p){ pthread_mutex_lock(&log_); pthread_mutex_lock(&q); atomic_store(&waiting,1);
 while(!atomic_load(&stop)) pthread_cond_wait(&c,&q); pthread_mutex_unlock(&q); pthread_mutex_unlock(&log_); return 0;}
void*logger(void*p){ pthread_mutex_lock(&q); if(atomic_load(&waiting)){ atomic_store(&logging,1);
 pthread_mutex_lock(&log_); pthread_mutex_unlock(&log_);} pthread_mutex_unlock(&q); return 0;}
int main(){ pthread_t x,y; pthread_create(&x,0,worker,0); pthread_create(&y,0,logger,0);
 if(atomic_load(&logging)){ atomic_store(&stop,1); pthread_cond_broadcast(&c);} return 0; }
