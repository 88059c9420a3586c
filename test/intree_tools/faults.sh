# shellcheck shell=bash disable=SC2154 # intree, which sources this, sets the variables
# Sourced by test/intree: each fault of Open MPI that a series mends, by a program that fails without the patches and
# does not with them; and the other algorithms, which must be right in both.

# run PROCESSES MPIRUN_OPTION ... PROGRAM ARGUMENT ...: by the Open MPI that was built, without rabred. Open MPI 4.1.4 crashes in MPI_Finalize
# once in some hundred jobs (its event thread calls what is unloaded): what does so after right results runs again.
run() {
    run_once "$@" || { grep -q 'results, 0 wrong' "$top/run.log" && grep -q 'signal 11' "$top/run.log" && run_once "$@"; }
}

run_once() {
    local n=$1
    shift
    setup_job timeout --kill-after=10 120 nice -n 19 "$top/install/bin/mpirun" "${setup_oversubscribed[@]}" --mca coll ^rabred -n "$n" "$@" >"$top/run.log" 2>&1
}

# fault PROCESSES ...: as for run. Without the patches, by the library that was kept.
fault() {
    local n=$1 what="${*: -2}, ${*: 2:$#-3}"
    shift
    what=${what//$top\//}
    run "$n" -x "LD_PRELOAD=$top/stock/$(library).so" "$@"
    check "$release without patches fails: $what" test "$?" -ne 0
    run "$n" "$@"
    check "$release with patches: $what" test "$?" -eq 0
}

# right PROCESSES ...: as for run.
right() {
    local what="${*: -2}, ${*: 2:$#-3}"
    run "$@"
    check "$release with patches: ${what//$top\//}" test "$?" -eq 0
}

# forced KIND COLLECTIVE NUMBER: the parameters that force an algorithm of coll/tuned.
forced() {
    echo --mca coll_tuned_use_dynamic_rules 1 --mca "coll_tuned_$1_algorithm" "$2"
}

# orders FUNCTION COLLECTIVE NUMBER ...: operators that do not commute, by each of these algorithms.
orders() {
    local function=$1 collective=$2 number options
    shift 2
    for number in "$@"; do
        options=$(forced "$collective" "$number")
        [[ $collective != i* ]] || options="--mca coll_libnbc_${collective}_algorithm $number"
        # shellcheck disable=SC2086 # several words
        "$function" 5 $options "$top/order" "$collective"
    done
}

faults() {
    orders fault allreduce 4 5
    orders fault reduce 2 3 4 5
    orders fault reduce_scatter 2 3
    orders fault iallreduce 1 3
    orders fault ireduce 1 3
    orders right allreduce 1 2 3 6
    orders right reduce 1 6 7
    orders right reduce_scatter 1 4
    orders right reduce_scatter_block 1 2 3 4
    orders right iallreduce 2 4
    orders right ireduce 2
    fault 3 "$top/retain" reductions
    local shorter=fault
    [ "$release" != 6.0 ] || shorter=right
    # shellcheck disable=SC2046 # several words
    {
        $shorter 8 $(forced allreduce 6) "$top/short_vector" allreduce
        fault 8 $(forced allreduce 6) "$top/short_vector" allreduce ordered
        fault 8 $(forced reduce 7) "$top/short_vector" reduce
        fault 8 $(forced reduce 7) "$top/short_vector" reduce ordered
    }
    [ "$release" != 6.0 ] || faults_of_6
}

# Faults that older releases do not have.
faults_of_6() {
    orders fault allreduce 7
    orders fault reduce 8
    # shellcheck disable=SC2046 # several words
    fault 4 $(forced reduce 8) "$top/gap" reduce
    if [ "$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)" -ge 12 ]; then
        # shellcheck disable=SC2046 # several words
        fault 2 $(forced allreduce 6) "$top/long_vector" allreduce
    else
        echo "skipped: 6.0, vectors of more than 2^31 bytes: less than 12 GiB of memory"
        skipped=$((skipped + 1))
    fi
}
