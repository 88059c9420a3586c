# shellcheck shell=bash disable=SC2154 # whoever sources this sets the variables and has the function check
# Sourced by test/han and test/intree: several nodes on one machine, as far as Open MPI can tell. A launch agent starts its daemons under
# other host names; ranks of different nodes talk by TCP. Three nodes of two processes each; HAN serves whatever spans them.
#
#     nodes_can_be_emulated    else HAN cannot be tested here
#     nodes_run ...            options of mpirun, a program, its arguments; by $mpirun of $release; what it says is in $top/run.log
#     nodes_between ...        counts the calls that rabred serves between the nodes
#
# $top has the program han (test/ompi/han.c).

nodes_can_be_emulated() {
    unshare --uts true 2>/dev/null
}

nodes_run() {
    local agent=(--prtemca plm_ssh_agent)
    [ "$release" != 4.1 ] || agent=(--mca plm_rsh_agent)
    printf 'han%s slots=2\n' 1 2 3 >"$top/hosts"
    setup_job timeout --kill-after=10 180 nice -n 19 "$mpirun" "${agent[@]}" "$source_dir/test/emulated_nodes_agent" \
        --hostfile "$top/hosts" --bind-to none --mca btl_tcp_if_include lo --mca mpi_yield_when_idle 1 --mca coll_han_priority 35 \
        --mca coll_rabred_summary 1 -n 6 "$@" >"$top/run.log" 2>&1
}

# rabred's calls on the first process of the last run, all algorithms of a collective.
nodes_calls() {
    awk -v collective="$1" '/^\[rabred\] / && $2 == collective { sum += $5 } END { print sum + 0 }' "$top/run.log"
}

# nodes_between WHAT COLLECTIVE CALLED EXPECTED MPIRUN_OPTION ...: results are right, and rabred serves EXPECTED calls of CALLED more when
# the program calls COLLECTIVE 20 times more.
nodes_between() {
    local what="$release, HAN, $1" collective=$2 called=$3 expected=$4 few many status=0
    shift 4
    nodes_run "$@" "$top/han" "$collective" 4 5000 || status=1
    few=$(nodes_calls "$called")
    [ "$status" -ne 0 ] || nodes_run "$@" "$top/han" "$collective" 24 5000 || status=1
    many=$(nodes_calls "$called")
    check "$what: right results" test "$status" -eq 0
    check "$what: rabred serves $((many - few)) of 20 calls, instead of $expected" test $((many - few)) -eq "$expected"
}

# The parameters for HAN's simple path.
nodes_simple() {
    if [ "$release" = 4.1 ]; then
        echo --mca "coll_han_use_simple_$1" 1
    else
        echo --mca "coll_han_use_$1_algorithm" simple
    fi
}
