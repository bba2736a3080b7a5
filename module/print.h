/* SPDX-License-Identifier: GPL-2.0-only */
/* A record -> the line a person reads, and the format that tools read. */
#ifndef KPEV_PRINT_H
#define KPEV_PRINT_H

struct kpev_layout;
struct trace_event_functions;

/* Not const: the tracing core fills in what we leave out. */
extern struct trace_event_functions kpev_print_functions;

char *kpev_print_format(const struct kpev_layout *layout);

#endif
