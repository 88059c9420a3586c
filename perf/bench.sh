# shellcheck shell=bash disable=SC2034 # variables are used by the scripts that source this
# Sourced, after test/setup.sh, by the scripts that measure with bench.

bench_sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bench_packages=(
    "gcc: compiles the component and the benchmark"
    "libc6-dev: headers of the C library"
    "make: runs the build"
    "autoconf: makes configure"
    "automake: makes the makefiles"
    "libtool: builds the component as a plug-in"
    "openmpi-bin: mpirun"
    "libopenmpi-dev: mpicc and the headers of Open MPI's components"
)

# The collectives, and the algorithms that stock Open MPI can be made to use for each, as entries of bench. With an operator or p that
# an algorithm cannot do, bench finds it wrong.
# shellcheck disable=SC2054 # each element is a list with commas
declare -A bench_stock=(
    [allreduce]=basic,tuned:basic_linear,tuned:nonoverlapping,tuned:recursive_doubling,tuned:ring,tuned:segmented_ring,'tuned:segmented_ring(segmentsize=32k)',tuned:rabenseifner
    [reduce]=basic,tuned:linear,tuned:chain,tuned:pipeline,'tuned:pipeline(segmentsize=8k)','tuned:pipeline(segmentsize=32k)',tuned:binary,\
'tuned:binary(segmentsize=32k)',tuned:binomial,tuned:in-order_binary,tuned:rabenseifner
    [reduce_scatter]=basic,tuned:non-overlapping,tuned:recursive_halving,tuned:ring,tuned:butterfly
    [reduce_scatter_block]=basic,tuned:basic_linear,tuned:recursive_doubling,tuned:recursive_halving,tuned:butterfly
    [iallreduce]=libnbc [ireduce]=libnbc [ireduce_scatter]=libnbc [ireduce_scatter_block]=libnbc
)

# bench_rabred BUILD COLLECTIVE: ",rabred:NAME" for each of rabred's algorithms, but census, which serves exact operators only.
bench_rabred() {
    "$1/tools/rabred_schedule" --list | awk -v collective="${2#i}" '
        /^[a-z_]+: / { name = substr($1, 1, length($1) - 1) }
        $1 == "collectives:" && index(" " $0 " ", " " collective " ") && name != "census" { printf ",rabred:%s", name }'
}

# bench_build BUILD: makes BUILD/perf/bench.
bench_build() {
    mkdir -p "$1/perf" && mpicc -std=c11 -Wall -Wextra -O2 "$bench_sources"/bench*.c "$bench_sources"/openmpi*.c -lm -o "$1/perf/bench"
}

# bench_has_components LIST: whether Open MPI has those of these entries; says which is not there.
bench_has_components() {
    local unknown
    unknown=$(sed 's/([^)]*)//g' <<<"$1" | tr , '\n' | cut -d : -f 1 |
        grep -vxF "$(echo default && setup_components)" | head -n 1)
    [ -z "$unknown" ] || setup_error "\"$unknown\": Open MPI has no such component; see ompi_info --param coll all --level 9"
}

bench_mpich_packages=(
    "mpich: another MPI to compare with"
    "libmpich-dev: mpicc.mpich"
)

# bench_has_mpich BUILD: gets MPICH and makes BUILD/perf/bench.mpich. False where it cannot be had.
bench_has_mpich() {
    setup_packages "${bench_mpich_packages[@]}" && bench_build_mpich "$1"
}

# bench_build_mpich BUILD: makes BUILD/perf/bench.mpich. False where MPICH is not installed.
bench_build_mpich() {
    mkdir -p "$1/perf" && command -v mpicc.mpich >/dev/null &&
        mpicc.mpich -std=c11 -Wall -Wextra -O2 "$bench_sources"/bench*.c "$bench_sources/plain.c" -lm -o "$1/perf/bench.mpich"
}

# Processors that other programs use at the moment, measured over a second.
bench_busy_processors() {
    { grep '^cpu ' /proc/stat; sleep 1; grep '^cpu ' /proc/stat; } |
        awk -v processors="$(nproc --all)" '{
            total = 0
            for (i = 2; i <= 9; i++) total += $i
            idle = $5 + $6
            if (NR == 2) printf "%.1f\n", processors * (1 - (idle - last_idle) / (total - last_total))
            last_total = total; last_idle = idle
        }'
}

# bench_full_name PARAMS: of a file of parameters; nothing for no name. False, with a message, where it cannot be read.
bench_full_name() {
    [ -z "$1" ] || { [ -f "$1" ] && [ -r "$1" ] && realpath "$1"; } || {
        setup_error "--params $1: no file that can be read"
        return 1
    }
}

# bench_is_new FOLDER: false, with a message, where it has results.
bench_is_new() {
    [ ! -e "$1/results.csv" ] || {
        setup_error "$1 has results already: another folder, or remove $1/results.csv"
        return 1
    }
}

# bench_describe WORD ...: when, where and with what the command of these words measures.
bench_describe() {
    echo "date: $(date '+%F %T %z'); $(uname -sr), $(nproc) processors, $(awk -F ': ' '/^model name/ { print $2; exit }' /proc/cpuinfo)"
    echo "$(mpirun --version | head -n 1); rabred $(git -C "$bench_sources" describe --always --dirty 2>/dev/null)"
    echo "other programs keep $(bench_busy_processors) processors busy at the start"
    echo "$*"
}

bench_warn_if_busy() {
    awk -v busy="$1" 'BEGIN { if (busy > 0.2) print "    other programs keep " busy " processors busy: the times below are disturbed" }'
}
