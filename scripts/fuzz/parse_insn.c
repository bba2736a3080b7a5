// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer on the decoder: the first byte says the mode, the rest is code.  The
 * bytes are copied to memory of just their size, so that a read behind it is seen.
 */
#include "parse_kernel.h"
#include "parse.h"

#include "insn.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct kpev_x86_insn insn, again;
	bool is_64bit;
	u8 *code;
	int ret;

	if (size < 2)
		return 0;
	is_64bit = *data++ & 1;
	size--;
	code = malloc(size);
	memcpy(code, data, size);

	ret = kpev_x86_decode(code, size, is_64bit, &insn);
	CHECK(ret == -EILSEQ || ret == -ENODATA || ret > 0);
	CHECK(ret != -ENODATA || size < KPEV_X86_LENGTH_MAX);
	if (ret > 0) {
		CHECK(ret <= (int)size && ret <= KPEV_X86_LENGTH_MAX);
		CHECK(ret == (int)insn.length);
		CHECK(!insn.relative || insn.kind == KPEV_X86_JMP ||
		      insn.kind == KPEV_X86_CALL);
		/* It depends on its own bytes alone, and on all of them. */
		CHECK(kpev_x86_decode(code, ret, is_64bit, &again) == ret);
		CHECK(again.kind == insn.kind &&
		      again.relative == insn.relative);
		CHECK(ret == 1 || kpev_x86_length(code, ret - 1, is_64bit) ==
				  -ENODATA);
	}
	free(code);
	return 0;
}
