import Glibc

/// Which thread this is.
var currentThread: pthread_t { pthread_self() }
