/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Refusals: what is wrong with a command, where in it, and the log of the
 * last ones.
 *
 * A function that refuses something fills the caller's struct kpev_refusal
 * once, at the place that knows the reason, and returns its negative errno;
 * everybody above passes both on.  The log is the only global state here; it
 * has its own lock, which is a leaf.
 */
#ifndef KPEV_ERRORS_H
#define KPEV_ERRORS_H

#include <linux/compiler_attributes.h>
#include <linux/seq_file.h>
#include <linux/types.h>

/*
 * The first block has the texts of the kernel's own table
 * (kernel/trace/trace_probe.h of 7.3), which tools and tests look for; the
 * second is for what the kernel leaves without a message.
 */
#define KPEV_ERRORS(X)							\
	X(ARGS_2LONG,	"$arg* failed because the argument list is too long") \
	X(ARG_NAME_TOO_LONG,	"Argument name is too long")		\
	X(ARG_TOO_LONG,		"Argument expression is too long")	\
	X(ARRAY_NO_CLOSE,	"Array is not closed")	\
	X(ARRAY_TOO_BIG,	"Array number is too big")	\
	X(BAD_ADDR_SUFFIX,	"Invalid probed address suffix")	\
	X(BAD_ARG_NAME,		"Argument name must follow the same rules as C identifiers") \
	X(BAD_ARG_NUM,	"Invalid argument number")	\
	X(BAD_ARRAY_NUM,	"Invalid array size")	\
	X(BAD_ARRAY_SUFFIX,	"Array has wrong suffix")	\
	X(BAD_BITFIELD,	"Invalid bitfield")	\
	X(BAD_DEREF_OFFS,	"Invalid dereference offset")		\
	X(BAD_EVENT_NAME,	"Event name must follow the same rules as C identifiers") \
	X(BAD_FETCH_ARG,	"Invalid fetch argument")		\
	X(BAD_GROUP_NAME,	"Group name must follow the same rules as C identifiers") \
	X(BAD_HYPHEN,	"Failed to parse single hyphen. Forgot '>'?")	\
	X(BAD_IMM,		"Invalid immediate value")		\
	X(BAD_INSN_BNDRY,	"Probe point is not an instruction boundary") \
	X(BAD_MAXACT,		"Invalid maxactive number")		\
	X(BAD_MAXACT_TYPE,	"Maxactive is only for function exit")	\
	X(BAD_MEM_ADDR,		"Invalid memory address")		\
	X(BAD_PROBE_ADDR,	"Invalid probed address or symbol")	\
	X(BAD_REG_NAME,		"Invalid register name")		\
	X(BAD_RETPROBE,		"Retprobe address must be an function entry") \
	X(BAD_STACK_NUM,	"Invalid stack number")			\
	X(BAD_STRING,		"String accepts only memory argument")	\
	X(BAD_SYMSTRING,	"Symbol String doesn't accept data/userdata")	\
	X(BAD_TYPE,		"Unknown type is specified")		\
	X(BAD_TYPE4STR,	"This type does not fit for string.")	\
	X(BAD_VAR,		"Invalid $-variable specified")		\
	X(BAD_VAR_ARGS,	"$arg* must be an independent parameter without name etc.") \
	X(COMM_CANT_DEREF,	"$comm can not be dereferenced")	\
	X(DEREF_NEED_BRACE,	"Dereference needs a brace")		\
	X(DEREF_OPEN_BRACE,	"Dereference brace is not closed")	\
	X(DIFF_ARG_TYPE,	"Argument type or name is different from existing probe") \
	X(DIFF_PROBE_TYPE,	"Probe type is different from existing probe") \
	X(DOUBLE_ARGS,	"$arg* can be used only once in the parameters")	\
	X(EVENT_EXIST,		"Given group/event name is already used by another event") \
	X(EVENT_TOO_BIG,	"Event too big (too many fields?)")	\
	X(EVENT_TOO_LONG,	"Event name is too long")		\
	X(FAIL_REG_PROBE,	"Failed to register probe event")	\
	X(FILE_ON_KPROBE,	"File offset is not available for kernel probes") \
	X(GROUP_TOO_LONG,	"Group name is too long")		\
	X(IMMSTR_NO_CLOSE,	"String is not closed with '\"'")	\
	X(MAXACT_TOO_BIG,	"Maxactive is too big")			\
	X(NEED_STRING_TYPE,	"$comm and immediate-string only accepts string type") \
	X(NON_UNIQ_SYMBOL,	"The symbol is not unique")		\
	X(NOFENTRY_ARGS,	"$arg* can be used only on function entry or exit")	\
	X(NOSUP_BTFARG,		"BTF is not available or not supported") \
	X(NOSUP_DAT_ARG,	"Non pointer structure/union argument is not supported.") \
	X(NO_ARG_BODY,		"No argument expression")		\
	X(NO_ARG_NAME,		"Argument name is not specified")	\
	X(NO_BTFARG,	"This variable is not found at this probe point")	\
	X(NO_BTF_ENTRY,	"No BTF entry for this probe point")	\
	X(NO_BTF_FIELD,	"This field is not found.")	\
	X(NO_EVENT_NAME,	"Event name is not specified")		\
	X(NO_GROUP_NAME,	"Group name is not specified")		\
	X(NO_PTR_STRCT,	"This is not a pointer to union/structure.")	\
	X(NO_RETVAL,	"This function returns 'void' type")	\
	X(RETVAL_ON_PROBE,	"$retval is not available on probe")	\
	X(SAME_PROBE,		"There is already the exact same probe event") \
	X(TOO_MANY_ARGS,	"Too many arguments are specified")	\
	X(TOO_MANY_NESTED,	"Too many nested typecasts/dereferences") \
	X(TOO_MANY_OPS,		"Dereference is too much nested")	\
	X(TYPECAST_BAD_ARROW,	"Typecast field option does not support -> operator") \
	X(TYPECAST_NOT_ALIGNED,	"Typecast field option is not byte-aligned")	\
	X(TYPECAST_REQ_FIELD,	"Typecast requires a field access")	\
	X(TYPECAST_SYM_OFFSET,	"@SYM+/-OFFSET with typecast needs parentheses")	\
	X(USED_ARG_NAME,	"This argument name is already used")	\
									\
	X(BAD_CHAR,		"Invalid character")			\
	X(BAD_COMMAND,		"Unknown command, expected p, r or -")	\
	X(BAD_SWITCH,		"Expected 0 or 1, behind a group or group/event") \
	X(ELSEWHERE,		"This is in another function")		\
	X(ESCAPES,		"Not all of the function's code is probed") \
	X(EVENT_BUSY,		"Event is in use")			\
	X(FAIL_SWITCH,		"Not all of the events could be switched") \
	X(LINE_TOO_LONG,	"Line is too long")			\
	X(LOCKED_DOWN,		"The kernel is locked down")		\
	X(NO_EVENT,		"Event does not exist")			\
	X(NO_MEMORY,		"Out of memory")			\
	X(NO_PROBE,		"Event has no such probe")		\
	X(NO_TRIAL,		"A removal can't be checked")		\
	X(SYSCALL_REGS,		"The only argument is a pt_regs pointer") \
	X(TOO_MANY_IDS,		"Too many deleted events still have records")

#define KPEV_ERROR_NAME(name, text)	KPEV_ERR_##name,
enum kpev_error {
	KPEV_ERR_NONE,
	KPEV_ERRORS(KPEV_ERROR_NAME)
};

#undef KPEV_ERROR_NAME

#define KPEV_DETAIL_LEN	240

/**
 * struct kpev_refusal - why a command is refused
 * @code: the message; KPEV_ERR_NONE until something is refused
 * @column: the part at fault: characters from the start of the command, whose
 *	parts are joined by single spaces
 * @warning: nothing is refused, but something may not be as it was meant
 * @line: the line's number in a write of several lines, from 1; 0: not shown
 * @detail: what stands in parentheses behind the message; may be empty
 */
struct kpev_refusal {
	enum kpev_error code;
	unsigned int column;
	bool warning;
	unsigned int line;
	char detail[KPEV_DETAIL_LEN];
};

extern const struct seq_operations kpev_log_seq_ops;

/* What was refused is tried again. */
static inline void kpev_refusal_forget(struct kpev_refusal *no)
{
	no->code = KPEV_ERR_NONE;
	no->detail[0] = '\0';
}

__printf(5, 6)
int kpev_refuse(struct kpev_refusal *no, int err, enum kpev_error code,
		unsigned int column, const char *detail, ...);

const char *kpev_error_text(enum kpev_error code);

void kpev_log_refusal(const struct kpev_refusal *no, const char *command);
void kpev_log_clear(void);

#endif
