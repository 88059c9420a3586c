# shellcheck shell=bash disable=SC2154 # intree, which sources this, sets the variables
# Sourced by test/intree: HAN and rabred on three emulated nodes of two processes each. rabred's calls on HAN's communicator between the
# nodes are counted: they are what 20 more calls of the program add.

# nodes MPIRUN_OPTION ... PROGRAM ARGUMENT ...: HAN serves whatever spans nodes.
nodes() {
    local agent=plm_ssh_agent option=--prtemca
    [ "$release" != 4.1 ] || { agent=plm_rsh_agent; option=--mca; }
    setup_job timeout --kill-after=10 120 nice -n 19 "$top/install/bin/mpirun" "$option" "$agent" "$source_dir/test/intree_tools/launch_agent" \
        --hostfile "$top/hosts" --bind-to none --mca btl_tcp_if_include lo --mca mpi_yield_when_idle 1 --mca coll_han_priority 35 \
        --mca coll_rabred_summary 1 -n 6 "$@" >"$top/run.log" 2>&1
}

# rabred's calls on the first process of the last run, all algorithms of a collective.
calls() {
    awk -v collective="$1" '/^\[rabred\] / && $2 == collective { sum += $4 } END { print sum + 0 }' "$top/run.log"
}

# between WHAT COLLECTIVE CALLED EXPECTED MPIRUN_OPTION ...: results right, and of 20 calls EXPECTED are calls of rabred's function CALLED.
between() {
    local what=$1 collective=$2 called=$3 expected=$4 few status=0
    shift 4
    nodes "$@" "$top/han" "$collective" 4 5000 || status=1
    few=$(calls "$called")
    nodes "$@" "$top/han" "$collective" 24 5000 || status=1
    check "$release, HAN, $what: right results" test "$status" -eq 0
    check "$release, HAN, $what: rabred's calls between nodes, $(($(calls "$called") - few)) instead of $expected" \
        test "$(($(calls "$called") - few))" -eq "$expected"
}

# HAN's simple path in this release.
simple() {
    if [ "$release" = 4.1 ]; then
        echo --mca "coll_han_use_simple_$1" 1
    else
        echo --mca "coll_han_use_$1_algorithm" simple
    fi
}

# What HAN says of a module that it does not have; it goes on with its first one.
wrong_module() {
    nodes --mca coll_han_allreduce_up_module "$1" "$top/han" allreduce 4 100
    check "$release, HAN: $1 as up module is told" grep -q "$1" "$top/run.log"
    check "$release, HAN: results with $1 as up module" grep -q '[1-9][0-9]* results, 0 wrong' "$top/run.log"
}

has_function() {
    "$top/install/bin/ompi_info" --param coll rabred --level 9 --parsable 2>/dev/null | grep -q "coll_rabred_$1_algorithm:"
}

han() {
    local collective module served task number=7   # rabred's in HAN's table
    [ "$release" != 6.0 ] || number=8
    printf 'han%s slots=2\n' 1 2 3 >"$top/hosts"
    if ! unshare --uts true 2>/dev/null; then
        echo "skipped: HAN, since this is no place to emulate nodes in (unshare --uts)"
        skipped=$((skipped + 1))
        return
    fi
    for collective in allreduce reduce; do
        # shellcheck disable=SC2046 # several words
        between "simple $collective, without rabred" "$collective" "$collective" 0 --mca coll ^rabred $(simple "$collective")
        served=20
        # On its simple path HAN of 4.1 takes what has the highest priority, also for the reduction within a node.
        [ "$release $collective" != "4.1 reduce" ] || served=40
        for module in rabred "$number"; do
            # shellcheck disable=SC2046 # several words
            between "simple $collective, module $module" "$collective" "$collective" "$served" $(simple "$collective") \
                --mca "coll_han_${collective}_dynamic_inter_node_module" "$module"
        done
        task=0
        ! has_function ireduce || task=20
        for module in 2 rabred; do
            between "tasks of $collective, module $module" "$collective" ireduce "$task" --mca "coll_han_${collective}_up_module" "$module"
        done
        for module in 0 libnbc 1 adapt; do
            between "tasks of $collective, module $module" "$collective" ireduce 0 --mca "coll_han_${collective}_up_module" "$module"
        done
    done
    between "rabred above HAN" allreduce allreduce 20 --mca coll_rabred_priority 40
    wrong_module 3
    wrong_module nonsense
}
