// Delays every flush to the disk by COMMIT_DELAY_MS. For bench/while-ordering.ts, loaded with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int later(const char *flush, int fd) {
  const char *ms = getenv("COMMIT_DELAY_MS");
  if (ms) usleep(atof(ms) * 1000);
  return ((int (*)(int))dlsym(RTLD_NEXT, flush))(fd);
}

int fsync(int fd) { return later("fsync", fd); }
int fdatasync(int fd) { return later("fdatasync", fd); }
