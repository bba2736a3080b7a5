/* SPDX-License-Identifier: GPL-2.0-only */
/* A static trace event: what a compiled-in one costs. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM kpev_bench

#if !defined(KPEV_BENCH_EVENT_H) || defined(TRACE_HEADER_MULTI_READ)
#define KPEV_BENCH_EVENT_H

#include <linux/tracepoint.h>

TRACE_EVENT(kpev_bench_static,
	TP_PROTO(u64 a, u64 b, u64 c, u64 d),
	TP_ARGS(a, b, c, d),
	TP_STRUCT__entry(
		__field(u64, a)
		__field(u64, b)
		__field(u64, c)
		__field(u64, d)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
		__entry->c = c;
		__entry->d = d;
	),
	TP_printk("a=%llu b=%llu c=%llu d=%llu", __entry->a, __entry->b,
		  __entry->c, __entry->d)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE kpev_bench_event
#include <trace/define_trace.h>
