/* A parent and a child exchange lines over pipes: the floor under every referee.
   Prints round trips a second and the parent's own microseconds of CPU for each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST = 200, REPLY = 30 };

static void move(int fd, char *bytes, size_t n, int out)
{
    while (n > 0) {
        ssize_t done = out ? write(fd, bytes, n) : read(fd, bytes, n);
        if (done <= 0)
            exit(1);
        bytes += done;
        n -= (size_t)done;
    }
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 100000;
    int down[2], up[2];
    char line[REQUEST];
    memset(line, 'x', sizeof line);
    if (pipe(down) || pipe(up))
        return 1;
    if (fork() == 0) {
        for (long i = 0; i < rounds; i++) {
            move(down[0], line, REQUEST, 0);
            move(up[1], line, REPLY, 1);
        }
        return 0;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long i = 0; i < rounds; i++) {
        move(down[1], line, REQUEST, 1);
        move(up[0], line, REPLY, 0);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double wall = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    double cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
    printf("%f %f\n", (double)rounds / wall, cpu / (double)rounds * 1e6);
    return 0;
}
