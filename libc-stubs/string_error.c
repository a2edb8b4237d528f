/* <string.h>: what errors and signals are called. Texts are those a program sees
 * natively in the C locale. */
#include "libc.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* posix: strerror strerror_l strsignal
 * explored: glibc's texts. What they return for numbers that nobody knows is overwritten by the
 *   next call of the thread.
 * left out: POSIX lets strerror share its text between threads; glibc does not.
 * accesses: none that race.
 * tests: libc/errors.c libc/error_text_written.c */

/* posix: psignal
 * explored: as fprintf to standard error.
 * accesses: r the text.
 * tests: races:psignal */

/* posix: others
 * explored: glibc's texts.
 * accesses: strerror_r w the text.
 * tests: data-race/library_text.c data-race/library_text_ok.c libc/errors.c */

#define ERRORS(ROW) \
    ROW(EPERM, "Operation not permitted") \
    ROW(ENOENT, "No such file or directory") \
    ROW(ESRCH, "No such process") \
    ROW(EINTR, "Interrupted system call") \
    ROW(EIO, "Input/output error") \
    ROW(ENXIO, "No such device or address") \
    ROW(E2BIG, "Argument list too long") \
    ROW(ENOEXEC, "Exec format error") \
    ROW(EBADF, "Bad file descriptor") \
    ROW(ECHILD, "No child processes") \
    ROW(EAGAIN, "Resource temporarily unavailable") \
    ROW(ENOMEM, "Cannot allocate memory") \
    ROW(EACCES, "Permission denied") \
    ROW(EFAULT, "Bad address") \
    ROW(ENOTBLK, "Block device required") \
    ROW(EBUSY, "Device or resource busy") \
    ROW(EEXIST, "File exists") \
    ROW(EXDEV, "Invalid cross-device link") \
    ROW(ENODEV, "No such device") \
    ROW(ENOTDIR, "Not a directory") \
    ROW(EISDIR, "Is a directory") \
    ROW(EINVAL, "Invalid argument") \
    ROW(ENFILE, "Too many open files in system") \
    ROW(EMFILE, "Too many open files") \
    ROW(ENOTTY, "Inappropriate ioctl for device") \
    ROW(ETXTBSY, "Text file busy") \
    ROW(EFBIG, "File too large") \
    ROW(ENOSPC, "No space left on device") \
    ROW(ESPIPE, "Illegal seek") \
    ROW(EROFS, "Read-only file system") \
    ROW(EMLINK, "Too many links") \
    ROW(EPIPE, "Broken pipe") \
    ROW(EDOM, "Numerical argument out of domain") \
    ROW(ERANGE, "Numerical result out of range") \
    ROW(EDEADLK, "Resource deadlock avoided") \
    ROW(ENAMETOOLONG, "File name too long") \
    ROW(ENOLCK, "No locks available") \
    ROW(ENOSYS, "Function not implemented") \
    ROW(ENOTEMPTY, "Directory not empty") \
    ROW(ELOOP, "Too many levels of symbolic links") \
    ROW(ENOMSG, "No message of desired type") \
    ROW(EIDRM, "Identifier removed") \
    ROW(ECHRNG, "Channel number out of range") \
    ROW(EL2NSYNC, "Level 2 not synchronized") \
    ROW(EL3HLT, "Level 3 halted") \
    ROW(EL3RST, "Level 3 reset") \
    ROW(ELNRNG, "Link number out of range") \
    ROW(EUNATCH, "Protocol driver not attached") \
    ROW(ENOCSI, "No CSI structure available") \
    ROW(EL2HLT, "Level 2 halted") \
    ROW(EBADE, "Invalid exchange") \
    ROW(EBADR, "Invalid request descriptor") \
    ROW(EXFULL, "Exchange full") \
    ROW(ENOANO, "No anode") \
    ROW(EBADRQC, "Invalid request code") \
    ROW(EBADSLT, "Invalid slot") \
    ROW(EBFONT, "Bad font file format") \
    ROW(ENOSTR, "Device not a stream") \
    ROW(ENODATA, "No data available") \
    ROW(ETIME, "Timer expired") \
    ROW(ENOSR, "Out of streams resources") \
    ROW(ENONET, "Machine is not on the network") \
    ROW(ENOPKG, "Package not installed") \
    ROW(EREMOTE, "Object is remote") \
    ROW(ENOLINK, "Link has been severed") \
    ROW(EADV, "Advertise error") \
    ROW(ESRMNT, "Srmount error") \
    ROW(ECOMM, "Communication error on send") \
    ROW(EPROTO, "Protocol error") \
    ROW(EMULTIHOP, "Multihop attempted") \
    ROW(EDOTDOT, "RFS specific error") \
    ROW(EBADMSG, "Bad message") \
    ROW(EOVERFLOW, "Value too large for defined data type") \
    ROW(ENOTUNIQ, "Name not unique on network") \
    ROW(EBADFD, "File descriptor in bad state") \
    ROW(EREMCHG, "Remote address changed") \
    ROW(ELIBACC, "Can not access a needed shared library") \
    ROW(ELIBBAD, "Accessing a corrupted shared library") \
    ROW(ELIBSCN, ".lib section in a.out corrupted") \
    ROW(ELIBMAX, "Attempting to link in too many shared libraries") \
    ROW(ELIBEXEC, "Cannot exec a shared library directly") \
    ROW(EILSEQ, "Invalid or incomplete multibyte or wide character") \
    ROW(ERESTART, "Interrupted system call should be restarted") \
    ROW(ESTRPIPE, "Streams pipe error") \
    ROW(EUSERS, "Too many users") \
    ROW(ENOTSOCK, "Socket operation on non-socket") \
    ROW(EDESTADDRREQ, "Destination address required") \
    ROW(EMSGSIZE, "Message too long") \
    ROW(EPROTOTYPE, "Protocol wrong type for socket") \
    ROW(ENOPROTOOPT, "Protocol not available") \
    ROW(EPROTONOSUPPORT, "Protocol not supported") \
    ROW(ESOCKTNOSUPPORT, "Socket type not supported") \
    ROW(EOPNOTSUPP, "Operation not supported") \
    ROW(EPFNOSUPPORT, "Protocol family not supported") \
    ROW(EAFNOSUPPORT, "Address family not supported by protocol") \
    ROW(EADDRINUSE, "Address already in use") \
    ROW(EADDRNOTAVAIL, "Cannot assign requested address") \
    ROW(ENETDOWN, "Network is down") \
    ROW(ENETUNREACH, "Network is unreachable") \
    ROW(ENETRESET, "Network dropped connection on reset") \
    ROW(ECONNABORTED, "Software caused connection abort") \
    ROW(ECONNRESET, "Connection reset by peer") \
    ROW(ENOBUFS, "No buffer space available") \
    ROW(EISCONN, "Transport endpoint is already connected") \
    ROW(ENOTCONN, "Transport endpoint is not connected") \
    ROW(ESHUTDOWN, "Cannot send after transport endpoint shutdown") \
    ROW(ETOOMANYREFS, "Too many references: cannot splice") \
    ROW(ETIMEDOUT, "Connection timed out") \
    ROW(ECONNREFUSED, "Connection refused") \
    ROW(EHOSTDOWN, "Host is down") \
    ROW(EHOSTUNREACH, "No route to host") \
    ROW(EALREADY, "Operation already in progress") \
    ROW(EINPROGRESS, "Operation now in progress") \
    ROW(ESTALE, "Stale file handle") \
    ROW(EUCLEAN, "Structure needs cleaning") \
    ROW(ENOTNAM, "Not a XENIX named type file") \
    ROW(ENAVAIL, "No XENIX semaphores available") \
    ROW(EISNAM, "Is a named type file") \
    ROW(EREMOTEIO, "Remote I/O error") \
    ROW(EDQUOT, "Disk quota exceeded") \
    ROW(ENOMEDIUM, "No medium found") \
    ROW(EMEDIUMTYPE, "Wrong medium type") \
    ROW(ECANCELED, "Operation canceled") \
    ROW(ENOKEY, "Required key not available") \
    ROW(EKEYEXPIRED, "Key has expired") \
    ROW(EKEYREVOKED, "Key has been revoked") \
    ROW(EKEYREJECTED, "Key was rejected by service") \
    ROW(EOWNERDEAD, "Owner died") \
    ROW(ENOTRECOVERABLE, "State not recoverable") \
    ROW(ERFKILL, "Operation not possible due to RF-kill") \
    ROW(EHWPOISON, "Memory page has hardware error")

#define SIGNALS(ROW) \
    ROW(SIGHUP, "Hangup") \
    ROW(SIGINT, "Interrupt") \
    ROW(SIGQUIT, "Quit") \
    ROW(SIGILL, "Illegal instruction") \
    ROW(SIGTRAP, "Trace/breakpoint trap") \
    ROW(SIGABRT, "Aborted") \
    ROW(SIGBUS, "Bus error") \
    ROW(SIGFPE, "Floating point exception") \
    ROW(SIGKILL, "Killed") \
    ROW(SIGUSR1, "User defined signal 1") \
    ROW(SIGSEGV, "Segmentation fault") \
    ROW(SIGUSR2, "User defined signal 2") \
    ROW(SIGPIPE, "Broken pipe") \
    ROW(SIGALRM, "Alarm clock") \
    ROW(SIGTERM, "Terminated") \
    ROW(SIGSTKFLT, "Stack fault") \
    ROW(SIGCHLD, "Child exited") \
    ROW(SIGCONT, "Continued") \
    ROW(SIGSTOP, "Stopped (signal)") \
    ROW(SIGTSTP, "Stopped") \
    ROW(SIGTTIN, "Stopped (tty input)") \
    ROW(SIGTTOU, "Stopped (tty output)") \
    ROW(SIGURG, "Urgent I/O condition") \
    ROW(SIGXCPU, "CPU time limit exceeded") \
    ROW(SIGXFSZ, "File size limit exceeded") \
    ROW(SIGVTALRM, "Virtual timer expired") \
    ROW(SIGPROF, "Profiling timer expired") \
    ROW(SIGWINCH, "Window changed") \
    ROW(SIGPOLL, "I/O possible") \
    ROW(SIGPWR, "Power failure") \
    ROW(SIGSYS, "Bad system call")

#define TEXT(name, text) [name] = text,
#define NAME(name, text) [name] = #name,
static const char *const errors[] = { [0] = "Success", ERRORS(TEXT) };
static const char *const error_names[] = { [0] = "0", ERRORS(NAME) };
static const char *const signals[] = { SIGNALS(TEXT) };
static const char *const signal_names[] = { SIGNALS(NAME) };

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

static const char *error_text(int error)
{
    return error >= 0 && error < COUNT(errors) ? errors[error] : NULL;
}

static const char *signal_text(int number)
{
    return number > 0 && number < COUNT(signals) ? signals[number] : NULL;
}

const char *strerrordesc_np(int error) { return error_text(error); }
const char *sigdescr_np(int number) { return signal_text(number); }

const char *strerrorname_np(int error) { return augur_error_name(error); }

const char *augur_error_name(int error)
{
    return error >= 0 && error < COUNT(errors) ? error_names[error] : NULL;
}

/* Without its SIG. */
const char *sigabbrev_np(int number) { return signal_text(number) ? signal_names[number] + 3 : NULL; }

static _Thread_local char unknown[40];

char *strerror(int error)
{
    const char *text = error_text(error);
    if (text)
        return (char *)text;
    snprintf(unknown, sizeof unknown, "Unknown error %d", error);
    return unknown;
}

char *strerror_l(int error, locale_t locale)
{
    (void)locale;
    return strerror(error);
}

/* The GNU form may leave the buffer alone; the POSIX form fills it. */
char *strerror_r(int error, char *buffer, size_t size)
{
    const char *text = error_text(error);
    if (text)
        return (char *)text;
    snprintf(buffer, size, "Unknown error %d", error);
    return buffer;
}

int __xpg_strerror_r(int error, char *buffer, size_t size);
int __xpg_strerror_r(int error, char *buffer, size_t size)
{
    const char *text = error_text(error);
    int length = text ? snprintf(buffer, size, "%s", text)
                      : snprintf(buffer, size, "Unknown error %d", error);
    if (!text)
        return EINVAL;
    return (size_t)length >= size ? ERANGE : 0;
}

static char *signal_name(int number)
{
    const char *text = signal_text(number);
    if (text)
        return (char *)text;
    if (number >= 34 && number <= 64)
        snprintf(unknown, sizeof unknown, "Real-time signal %d", number - 34);
    else
        snprintf(unknown, sizeof unknown, "Unknown signal %d", number);
    return unknown;
}

char *strsignal(int number) { return signal_name(number); }

void psignal(int number, const char *prefix)
{
    if (prefix && *prefix)
        augur_print_error("%s: %s\n", prefix, signal_name(number));
    else
        augur_print_error("%s\n", signal_name(number));
}
