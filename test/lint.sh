#!/usr/bin/env bash
# Keeps the house in order: test/lint.sh [COMPONENT.so]
#
# Each rule is one case; what breaks it is listed. With the built component also its symbols are
# looked at. Last line: N passed, N failed, N skipped.
set -u
shopt -s lastpipe   # so that a rule at the end of a pipe counts in this shell
cd "$(dirname "$0")/.." || exit 1
passed=0
failed=0
skipped=0

# rule TEXT: passes if standard input is empty.
rule() {
    local found
    found=$(cat)
    if [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s:\n%s\n' "$1" "$found" | head -n 12
    fi
}

includes() {
    grep -nE '^ *# *include' "$@"
}

code() {
    find coll_rabred test perf tools tune explain -name '*.[ch]'
}

names() {
    sed -n 's/^    {\.name = "\([a-z_]*\)",.*/\1/p' coll_rabred/sched/table.c
}

includes coll_rabred/sched/*.[ch] | grep -vE '<(std[a-z]*|string)\.h>|"(schedule|table|arithmetic|builder|phases|plan|play|port|layout|cost|cache|nodes|timing|clock)\.h"' |
    rule "sched/ includes only the C library and itself"
includes coll_rabred/choose/*.[ch] | grep -vE '<(std[a-z]*|limits|string)\.h>|"(rules|choice|machine|number|planner)\.h"|"\.\./sched/(clock|play|table|timing)\.h"' |
    rule "choose/ includes only the C library, itself and sched/clock.h, play.h, table.h and timing.h"
includes coll_rabred/exec/*.[ch] | grep -vE '_(pml|ompi)\.c:' |
    grep -vE '<(std[a-z]*)\.h>|"(compiler|data|program|run|scratch|wire)\.h"|"\.\./sched/(layout|schedule)\.h"' |
    rule "exec/ includes only the C library, itself and sched/layout.h and schedule.h, but for the files that end in _pml or _ompi"
includes coll_rabred/exec/*_*.c | grep -E 'choose/|coll_rabred\.h|sched/' |
    rule "exec/ knows nothing of the glue"
includes tools/*.[ch] | grep -vE '<(std[a-z]*|string|errno)\.h>|"[a-z_]*\.h"|"\.\./coll_rabred/(sched/(schedule|table)|choose/[a-z]*)\.h"' |
    rule "tools/ includes only the C library, itself and what the component's plain C shows to others"
includes explain/*.[ch] | grep -vE '<(std[a-z]*|string|errno|signal)\.h>|"[a-z_]*\.h"|"\.\./(coll_rabred/choose/planner|tools/numbers)\.h"' |
    rule "explain/ includes only the C library, itself, the planner and how numbers are written"
includes tune/*.[ch] | grep -vE '<(std[a-z]*|string|errno|time|sched|mpi)\.h>|"[a-z_]*\.h"|"\.\./coll_rabred/choose/(choice|machine)\.h"' |
    rule "tune/ includes only the C library, MPI, itself and the model"
includes coll_rabred/*.c | grep -E 'builder\.h|phases\.h|cost\.h|wire\.h' |
    rule "the glue uses only the public headers of the floors below"
grep -rn 'MCA_PML_CALL' coll_rabred --include='*.[ch]' | grep -v '^coll_rabred/exec/wire_pml.c:' |
    rule "the PML is called in one file"
grep -nwE 'float|double' coll_rabred/sched/*.[ch] |
    rule "sched/ has no floating point"
grep -rnE '\bint (count|counts|bytes|elements|size|blocks|length|offset)\b' coll_rabred --include='*.[ch]' |
    rule "no int holds a count, an offset or a size"
grep -rnE 'TODO|FIXME|XXX|#if 0' $(code) test/*.sh perf/run |
    grep -v '^test/lint.sh' | rule "nothing is left to do, nothing is commented out"
for file in $(code); do
    [ "$(wc -l <"$file")" -le 300 ] || wc -l "$file"
done | rule "no file is longer than 300 lines"
grep -LE 'SPDX-License-Identifier: BSD-3-Clause' $(find coll_rabred -name '*.[ch]') |
    rule "every file of the component names its licence"
for name in $(names); do
    grep -rn "\"[^\"]*\b$name\b[^\"]*\"" coll_rabred --include='*.[ch]' |
        grep -vE '^coll_rabred/(sched/table|choose/choice)\.c:'
done | rule "no second list of algorithms: their names are strings in the table and the default rules only"
for phase in $(grep -o 'coll_rabred_phase_[a-z_]*' coll_rabred/sched/phases.h); do
    grep -qE "(PHASE|PLAN)\(${phase#coll_rabred_phase_}\)" coll_rabred/sched/table.c || echo "$phase"
done | rule "every phase is used by the table"
grep -rn $'\t' $(code) coll_rabred/sched/*.c | rule "no tabs in C"
grep -rnE ' +$' $(code) | rule "no spaces at the end of a line"

for file in coll_rabred/sched/*.h coll_rabred/choose/*.h coll_rabred/exec/*.h; do
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c "$file" 2>&1
done | rule "every header of the lower floors compiles alone, without any include path"

if [ -n "${1:-}" ] && command -v nm >/dev/null; then
    nm -D --defined-only "$1" | awk '$3 !~ /^mca_coll_rabred_component$/ {print $3}' |
        rule "the component exports its own structure and nothing else"
    find "$(dirname "$1")/.." -path '*/.libs/*.o' -exec nm --defined-only --extern-only {} + |
        awk 'NF == 3 && $3 !~ /^(mca_)?coll_rabred_/ {print $3}' |
        rule "every global symbol has the component's prefix"
else
    skipped=$((skipped + 2))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
