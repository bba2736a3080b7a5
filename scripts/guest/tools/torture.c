// SPDX-License-Identifier: GPL-2.0-only
/*
 * torture SECONDS SEED: everything that can be done to kpev, at once.
 *
 * In rounds: for some seconds threads define, append, delete and clear at random,
 * enable events in three buffers, read every file, hold perf counters, call the probed
 * functions on both CPUs, load and unload their module, take CPU 1 off and on, and
 * switch kprobes and their optimisation.  Each writer has a group of its own and keeps
 * a model of it.  Then all rest, what is listed and what tracefs shows is compared
 * with the models, and in every other round kpev itself is unloaded and loaded.
 *
 * Wants kpev and kpev_target loaded.  Prints SEED and counts; status 1 where anything
 * is not as it must be.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define KPEV	"/sys/kernel/debug/kpev/"
#define TRACING	"/sys/kernel/tracing/"
#define TARGET	"/sys/kernel/debug/kpev_target/run"
#define EVENTS	TRACING "events/"

#define WRITERS		3
#define NAMES		6
#define PROBES		3
#define ROUND		8	/* seconds */

static const char * const places[] = {
	"vfs_read", "vfs_write", "vfs_open", "ksys_read", "kpev_target:kpev_target_call",
	"kpev_target:kpev_target_args", "kpev_target:kpev_target_nap", "kpev_target_struct",
	"kpev_target:kpev_target_recurse",
};

#define PLACES	(sizeof(places) / sizeof(*places))

static const char * const arguments[] = {
	"", " n=$arg1", " a=$arg1 s=$comm", " s=+0($arg1):string", " b=+0($stack):u8[8]",
	" x=$stack0:symstr y=%ip:symbol z=%di:b3@1/32", " r=$retval:x32",
	" r=$retval:x32 s=$arg1:x16",
};

#define ARGUMENTS	(sizeof(arguments) / sizeof(*arguments))
#define ON_RETURN	(ARGUMENTS - 2)	/* from here on: for returns only */

/* An event as its writer knows it; no places: there is none. */
struct event {
	char kind;
	unsigned int arguments;
	unsigned int nr;
	unsigned int place[PROBES];
};

/* A writer's own, but for the clearing, which needs the lock for writing. */
static struct event model[WRITERS][NAMES];
static pthread_rwlock_t clearing = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t going = PTHREAD_RWLOCK_INITIALIZER;

static atomic_int stop;
static atomic_int wrong;
/* What was done, roughly: threads may count over each other. */
static unsigned long defined, deleted, busy, cleared, called, reads, counters, loads, switched;

static void note_wrong(void)
{
	wrong = 1;
	puts("");
}

#define complain(...) (printf(__VA_ARGS__), note_wrong())

static unsigned int below(unsigned long long *state, unsigned int n)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (*state >> 11) % n;
}

/* What put() does with an open file. */
static int put_and_close(int fd, const char *text)
{
	int err = 0;

	if (fd < 0)
		return errno;
	if (write(fd, text, strlen(text)) < 0)
		err = errno;
	close(fd);
	return err;
}

/* 0 or the errno, of the open or the write. */
static int put(const char *path, int flags, const char *text)
{
	return put_and_close(open(path, O_WRONLY | flags), text);
}

/*
 * Have the target call functions.  debugfs warns where a file is opened just when
 * its module has lost the last reference, and isn't marked as going yet: the
 * loader's lock keeps opening and that apart.
 */
static int call_target(const char *calls)
{
	int fd;

	pthread_rwlock_rdlock(&going);
	fd = open(TARGET, O_WRONLY);
	pthread_rwlock_unlock(&going);
	return put_and_close(fd, calls);
}

static char *contents(const char *path)
{
	size_t size = 0, room = 1 << 16;
	char *text = malloc(room);
	int fd = open(path, O_RDONLY);
	ssize_t got = fd < 0 ? -1 : 0;

	while (fd >= 0 && (got = read(fd, text + size, room - size - 1)) > 0) {
		size += got;
		if (room - size < 4096)
			text = realloc(text, room *= 2);
	}
	if (got < 0)
		complain("%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	text[size] = '\0';
	return text;
}

/* --- writers, and what they know --- */

static void line_of(char *line, size_t size, unsigned int w, unsigned int n,
		    unsigned int probe)
{
	const struct event *e = &model[w][n];

	snprintf(line, size, "%c:w%u/e%u %s%s\n", e->kind, w, n, places[e->place[probe]],
		 arguments[e->arguments]);
}

/* To a new event, or one that the writer has: a probe at a place that it lacks. */
static void define(unsigned int w, unsigned int n, unsigned long long *state)
{
	struct event *e = &model[w][n], old = *e;
	char line[256];
	int err;

	if (e->nr == PROBES)
		return;
	if (!e->nr) {
		e->kind = below(state, 3) ? 'p' : 'r';
		e->arguments = below(state, e->kind == 'r' ? ARGUMENTS : ON_RETURN);
	}
	e->place[e->nr] = below(state, PLACES);
	for (unsigned int i = 0; i < e->nr; i++)
		if (e->place[i] == e->place[e->nr])
			return;
	line_of(line, sizeof(line), w, n, e->nr++);
	err = put(KPEV "kprobe_events", O_APPEND, line);
	if (!err) {
		defined++;
		return;
	}
	*e = old;
	/* Without its module, the symbol is looked for now or not at all. */
	if (err != ENOENT || !strstr(line, " kpev_target_struct"))
		complain("%s  is refused: %s", line, strerrorname_np(err));
}

static void delete(unsigned int w, unsigned int n, unsigned long long *state)
{
	struct event *e = &model[w][n];
	unsigned int probe;
	char line[256];
	int err;

	if (!e->nr)
		return;
	if (e->nr > 1 && below(state, 2)) {
		probe = below(state, e->nr);
		snprintf(line, sizeof(line), "-:w%u/e%u %s\n", w, n, places[e->place[probe]]);
		err = put(KPEV "kprobe_events", O_APPEND, line);
		if (err) {
			complain("%s  is refused: %s", line, strerrorname_np(err));
			return;
		}
		e->nr--;
		memmove(e->place + probe, e->place + probe + 1,
			(e->nr - probe) * sizeof(*e->place));
		deleted++;
		return;
	}
	snprintf(line, sizeof(line), "-:w%u/e%u\n", w, n);
	err = put(KPEV "kprobe_events", O_APPEND, line);
	if (!err) {
		e->nr = 0;
		deleted++;
	} else if (err == EBUSY) {
		busy++;
	} else {
		complain("%s  is refused: %s", line, strerrorname_np(err));
	}
}

static int clear(void)
{
	int err = put(KPEV "kprobe_events", O_TRUNC, "\n");

	if (!err)
		memset(model, 0, sizeof(model));
	return err;
}

static void *writer(void *arg)
{
	unsigned long long state = (unsigned long)arg;
	unsigned int w = (unsigned long)arg % WRITERS;

	while (!stop) {
		unsigned int n = below(&state, NAMES);

		if (!below(&state, 40)) {
			int err;

			pthread_rwlock_wrlock(&clearing);
			err = clear();
			pthread_rwlock_unlock(&clearing);
			cleared += !err;
			if (err && err != EBUSY)
				complain("clearing: %s", strerrorname_np(err));
			continue;
		}
		pthread_rwlock_rdlock(&clearing);
		if (below(&state, 5) < 3)
			define(w, n, &state);
		else
			delete(w, n, &state);
		pthread_rwlock_unlock(&clearing);
	}
	return NULL;
}

/* --- those who use the events --- */

static const char * const buffers[] = { TRACING, TRACING "instances/t1/", TRACING "instances/t2/" };

/*
 * By set_event: to open an event's own enable file while the event goes is a race in
 * the core of 6.1, whoever's the event.
 */
static void *enabler(void *arg)
{
	unsigned long long state = (unsigned long)arg;
	char path[128], text[32];

	while (!stop) {
		snprintf(path, sizeof(path), "%sset_event", buffers[below(&state, 3)]);
		snprintf(text, sizeof(text), "%sw%u:*\n", below(&state, 2) ? "!" : "",
			 below(&state, WRITERS));
		put(path, O_APPEND, text);
		if (!below(&state, 10) && !mkdir(TRACING "instances/t3", 0700)) {
			put(TRACING "instances/t3/set_event", O_APPEND, "w0:*\n");
			rmdir(TRACING "instances/t3");
		}
		usleep(below(&state, 20000));
	}
	return NULL;
}

static void *reader(void *arg)
{
	static const char * const files[] = {
		KPEV "kprobe_events", KPEV "kprobe_profile", KPEV "error_log", KPEV "status",
		KPEV "README", KPEV "probe_points", TRACING "trace",
		TRACING "available_events", TRACING "set_event", EVENTS "w0/e0/format",
		EVENTS "w1/e1/format", EVENTS "w2/e2/format", "/sys/kernel/debug/kprobes/list",
	};
	unsigned long long state = (unsigned long)arg;
	char buf[4096];

	while (!stop) {
		const char *file = files[below(&state, sizeof(files) / sizeof(*files))];
		int fd = open(file, O_RDONLY);

		if (fd < 0)
			continue;
		/* Reading the trace makes records where vfs_read is probed: not to its end. */
		for (unsigned int n = below(&state, 6); n && read(fd, buf, sizeof(buf)) > 0; n--)
			if (!below(&state, 8))
				usleep(1000);
		close(fd);
		reads++;
		usleep(below(&state, 10000));
	}
	return NULL;
}

static void *counter(void *arg)
{
	unsigned long long state = (unsigned long)arg;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_IP,
	};
	char path[128], text[16];

	while (!stop) {
		ssize_t len = 0;
		int fd;

		snprintf(path, sizeof(path), EVENTS "w%u/e%u/id", below(&state, WRITERS),
			 below(&state, NAMES));
		fd = open(path, O_RDONLY);
		if (fd >= 0) {
			len = read(fd, text, sizeof(text) - 1);
			close(fd);
		}
		if (len > 0) {
			text[len] = '\0';
			attr.config = atoi(text);
			/* of this thread, or of all that runs on one CPU */
			fd = below(&state, 2) ? syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) :
						syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
			if (fd >= 0) {
				call_target("calls 20");
				close(fd);
				counters++;
			}
		}
		usleep(below(&state, 20000));
	}
	return NULL;
}

static void *caller(void *arg)
{
	static const char * const calls[] = {
		"calls 50", "args", "recurse 5", "nap 3", "struct",
	};
	unsigned long long state = (unsigned long)arg;
	cpu_set_t cpus;

	while (!stop) {
		CPU_ZERO(&cpus);
		CPU_SET(below(&state, 2), &cpus);
		sched_setaffinity(0, sizeof(cpus), &cpus);	/* fails while CPU 1 is off */
		if (!call_target(calls[below(&state, 5)]))
			called++;
		usleep(below(&state, 10000));
	}
	return NULL;
}

/* --- those who change the ground --- */

static int load(const char *path)
{
	int fd = open(path, O_RDONLY), err = 0;

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		err = errno;
	if (fd >= 0)
		close(fd);
	return err;
}

static void *loader(void *arg)
{
	unsigned long long state = (unsigned long)arg;
	int err;

	while (!stop) {
		/* each makes kpev read all symbols again, which takes a while */
		usleep(300000 + below(&state, 2000000));
		/* in use by a caller, or not */
		pthread_rwlock_wrlock(&going);
		err = syscall(SYS_delete_module, "kpev_target", O_NONBLOCK);
		pthread_rwlock_unlock(&going);
		if (err)
			continue;
		usleep(below(&state, 100000));
		err = load("/kpev/kpev_target.ko");
		if (err)
			complain("kpev_target doesn't load: %s", strerrorname_np(err));
		loads++;
	}
	return NULL;
}

static void *switcher(void *arg)
{
	static const char * const files[] = {
		"/sys/devices/system/cpu/cpu1/online", "/sys/kernel/debug/kprobes/enabled",
		"/proc/sys/debug/kprobes-optimization",
	};
	unsigned long long state = (unsigned long)arg;

	while (!stop) {
		const char *file = files[below(&state, 3)];

		put(file, 0, "0\n");
		usleep(below(&state, 300000));
		put(file, 0, "1\n");
		usleep(below(&state, 1000000));
		switched++;
	}
	return NULL;
}

/* --- at rest --- */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char **)a, *(char **)b);
}

/* The text's lines in order; returns how many. */
static unsigned int sorted_lines(char *text, char **lines, unsigned int room)
{
	unsigned int nr = 0;

	for (char *line = strtok(text, "\n"); line && nr < room; line = strtok(NULL, "\n"))
		lines[nr++] = line;
	qsort(lines, nr, sizeof(*lines), by_text);
	return nr;
}

static void check_listing(void)
{
	enum { ROOM = WRITERS * NAMES * PROBES + 64 };
	char *got[ROOM], *want[ROOM], text[ROOM * 256] = "";
	char *listed = contents(KPEV "kprobe_events");
	unsigned int nr, nr_want, used = 0;

	for (unsigned int w = 0; w < WRITERS; w++)
		for (unsigned int n = 0; n < NAMES; n++)
			for (unsigned int i = 0; i < model[w][n].nr; i++) {
				line_of(text + used, sizeof(text) - used, w, n, i);
				used += strlen(text + used);
			}
	nr = sorted_lines(listed, got, ROOM);
	nr_want = sorted_lines(text, want, ROOM);
	for (unsigned int i = 0, k = 0; i < nr || k < nr_want; ) {
		int order = i == nr ? 1 : k == nr_want ? -1 : strcmp(got[i], want[k]);

		if (order < 0)
			complain("listed, but never defined: %s", got[i]);
		else if (order > 0)
			complain("defined, but not listed: %s", want[k]);
		i += order <= 0;
		k += order >= 0;
	}
	free(listed);
}

static void check_tracefs(void)
{
	char path[128];

	for (unsigned int w = 0; w < WRITERS; w++)
		for (unsigned int n = 0; n < NAMES; n++)
			for (unsigned int b = 0; b < 3; b++) {
				snprintf(path, sizeof(path), "%sevents/w%u/e%u", buffers[b], w, n);
				if (!access(path, F_OK) != !!model[w][n].nr)
					complain("%s is %s", path,
						 model[w][n].nr ? "missing" : "left");
			}
}

static void rest(unsigned int round)
{
	char text[32];
	int err;

	check_listing();
	check_tracefs();
	if (!(round & 1))
		return;
	for (unsigned int b = 0; b < 3; b++)
		for (unsigned int w = 0; w < WRITERS; w++) {
			char path[128];

			snprintf(path, sizeof(path), "%sset_event", buffers[b]);
			snprintf(text, sizeof(text), "!w%u:*\n", w);
			put(path, O_APPEND, text);
		}
	err = clear();
	if (err) {
		complain("nothing is enabled, but clearing: %s", strerrorname_np(err));
		return;
	}
	if (syscall(SYS_delete_module, "kpev", O_NONBLOCK)) {
		complain("kpev can't be unloaded: %s", strerrorname_np(errno));
		return;
	}
	err = load("/kpev/kpev.ko");
	if (err)
		complain("kpev can't be loaded again: %s", strerrorname_np(err));
}

static void run_round(unsigned long seed)
{
	static void *(* const threads[])(void *) = {
		writer, writer, writer, enabler, enabler, reader, reader, counter, caller, caller,
		loader, switcher,
	};
	enum { THREADS = sizeof(threads) / sizeof(*threads) };
	pthread_t thread[THREADS];

	stop = 0;
	for (unsigned long i = 0; i < THREADS; i++)
		/* never 0, and the writers' numbers come out of it */
		pthread_create(&thread[i], NULL, threads[i],
			       (void *)((seed + 1) * WRITERS * 997 + i));
	sleep(ROUND);
	stop = 1;
	for (unsigned int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
	unsigned int round = 0;
	unsigned long seed;
	time_t end;

	setlinebuf(stdout);
	if (argc != 3)
		return 2;
	end = time(NULL) + atol(argv[1]);
	seed = strtoul(argv[2], NULL, 0);
	mkdir(buffers[1], 0700);
	mkdir(buffers[2], 0700);
	do {
		run_round(seed + round);
		rest(round++);
	} while (!wrong && time(NULL) < end);
	printf("seed %lu: %u rounds; defined %lu, deleted %lu, busy %lu, cleared %lu, ",
	       seed, round, defined, deleted, busy, cleared);
	printf("called %lu, read %lu, counted %lu, loaded %lu, switched %lu\n",
	       called, reads, counters, loads, switched);
	return wrong;
}
