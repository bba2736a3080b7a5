# SPDX-License-Identifier: GPL-2.0-only
# boot: own
# lasts: 30
# of all: debug: it goes on for long, and finds most where KASAN and lockdep look on
# Everything at once, and a model that knows what must be left at rest: see
# tools/torture.c. `make torture` has it go on for ten minutes.

load_target
seed=$(od -An -tu4 -N4 /dev/urandom | tr -d ' ')
echo "seed $seed"
torture "$LASTS" "$seed" || fail "see above; again: torture $LASTS $seed"
for dir in . instances/t1 instances/t2; do
	echo >$dir/set_event
done
rmdir instances/t1 instances/t2
