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

# bench_build BUILD: makes BUILD/perf/bench.
bench_build() {
    mkdir -p "$1/perf" && mpicc -std=c11 -Wall -Wextra -O2 "$bench_sources"/bench*.c "$bench_sources"/openmpi*.c -lm -o "$1/perf/bench"
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

bench_warn_if_busy() {
    awk -v busy="$1" 'BEGIN { if (busy > 0.2) print "    other programs keep " busy " processors busy: the times below are disturbed" }'
}
